//! What is hidden from whom, said a second time.

use std::collections::{BTreeMap, BTreeSet};

use bull_run::state::{At, Face};
use bull_run::{BullRun, Side, Unit};
use muster_conformance::{HiddenFacts, Loader};
use muster_contract::{Position, Seat};
use muster_sdk::{Hosted, Index as _};

/// What is hidden from a seat: which of the enemy's units is behind which token, which of its own units it can't tell apart
/// while they are face blind, and how many of the enemy's cards in hand are worth a point.
///
/// This says it a second time, and otherwise than the game's own samples do: from the tokens of all states that the game went
/// through, it asks for each unit and token, going backwards, whether the unit could have come to it.
#[derive(Default)]
pub struct Hidden(Loader<BullRun>);

impl Hidden {
    fn history(&self, position: &Position, saves: &[Vec<u8>], seat: Seat) -> History {
        let mut history = History::default();
        let mut before: Option<Hosted<BullRun>> = None;
        for saved in saves {
            let after = self.0.load(position, saved);
            if let Some(before) = &before {
                history.follow(before.state(), &after, seat);
            }
            before = Some(after);
        }
        history
    }
}

/// Which token a unit has for a seat; none if the seat can identify it, or it is out of the game.
fn token(game: &BullRun, seat: Seat, unit: Unit) -> Option<u32> {
    let hidden = game.unit(unit).at != At::Off && !game.unit(unit).known.has(Some(seat));
    hidden.then(|| game.tokens.of(Some(seat)).of(unit)).flatten()
}

/// What was there before units were turned down together, and the tokens that they had afterwards.
#[derive(Default)]
struct Mixed {
    units: BTreeSet<Unit>,
    tokens: BTreeSet<u32>,
    out: BTreeSet<u32>,
}

#[derive(Default)]
struct History {
    mixed: Vec<Mixed>,
    /// By token: what it was when it was turned up.
    seen: BTreeMap<u32, Unit>,
}

impl History {
    fn follow(&mut self, before: &BullRun, after: &Hosted<BullRun>, seat: Seat) {
        let (game, world) = (after.state(), after.world());
        // Units that are mixed in one go stand together, but for those that the scenario has placed.
        let together = world.set_up || before.tokens.of(Some(seat)).of(Unit::nth(0)).is_some();
        let mut mixed: BTreeMap<String, Mixed> = BTreeMap::new();
        for unit in world.of_side(game.side_of(seat).other()) {
            let (was, is) = (token(before, seat, unit), token(game, seat, unit));
            if was == is {
                continue;
            }
            let Some(is) = is else {
                self.seen.extend(was.map(|was| (was, unit)));
                continue;
            };
            let begun = self.mixed.iter().any(|mixed| !mixed.out.is_empty());
            let place = if together || begun { format!("{:?}", game.unit(unit).at) } else { String::new() };
            let mix = mixed.entry(place).or_default();
            mix.out.insert(is);
            match was {
                Some(was) => mix.tokens.insert(was),
                None => mix.units.insert(unit),
            };
        }
        self.mixed.extend(mixed.into_values());
    }

    /// Whether all of these could be: each unit behind its token, though some tokens may have gone through several hands.
    fn could(&self, wanted: &BTreeMap<u32, Unit>) -> bool {
        self.back(self.mixed.len(), wanted)
    }

    fn back(&self, at: usize, wanted: &BTreeMap<u32, Unit>) -> bool {
        let Some(mix) = at.checked_sub(1).map(|at| &self.mixed[at]) else { return true };
        let (here, mut earlier): (BTreeMap<u32, Unit>, BTreeMap<u32, Unit>) = wanted
            .iter()
            .map(|(token, unit)| (*token, *unit))
            .partition(|(token, _)| mix.out.contains(token));
        // Nobody stands behind two tokens at once.
        if here.values().collect::<BTreeSet<_>>().len() < here.len() {
            return false;
        }
        let open: Vec<Unit> = here.into_values().filter(|unit| !mix.units.contains(unit)).collect();
        self.choose(at, mix, &open, &mut earlier)
    }

    /// Each of these units came in behind one of the tokens.
    fn choose(&self, at: usize, mix: &Mixed, open: &[Unit], earlier: &mut BTreeMap<u32, Unit>) -> bool {
        let Some((&unit, rest)) = open.split_first() else { return self.back(at - 1, earlier) };
        mix.tokens.iter().any(|token| match earlier.get(token) {
            Some(_) => false,
            None => {
                earlier.insert(*token, unit);
                let fits = self.choose(at, mix, rest, earlier);
                earlier.remove(token);
                fits
            }
        })
    }
}

fn blind(game: &Hosted<BullRun>, side: Side) -> Vec<Unit> {
    let units = game.world().of_side(side);
    units.filter(|&unit| game.state().unit(unit).face == Face::Blind).collect()
}

fn ones(game: &BullRun, enemy: Side) -> (String, BTreeSet<String>) {
    let deck = &game.decks[enemy as usize];
    let (hand, rest) =
        (deck.hand[0] + deck.hand[1], [deck.draw[0] + deck.hand[0], deck.draw[1] + deck.hand[1]]);
    let range = hand.saturating_sub(rest[0])..=hand.min(rest[1]);
    (deck.hand[1].to_string(), range.map(|ones| ones.to_string()).collect())
}

impl HiddenFacts for Hidden {
    fn values(&self, position: &Position, saved: &[u8], seat: Seat) -> BTreeMap<String, String> {
        let loaded = self.0.load(position, saved);
        let (game, world) = (loaded.state(), loaded.world());
        let own = game.side_of(seat);
        let name = |unit: Unit| world.unit(unit).id.clone();
        let mut values: BTreeMap<String, String> = world
            .of_side(own.other())
            .map(|unit| match token(game, seat, unit) {
                Some(token) => (name(unit), format!("token {token}")),
                None => (name(unit), format!("{:?}", game.unit(unit).at)),
            })
            .collect();
        let own = blind(&loaded, own).into_iter();
        values.extend(own.map(|unit| (name(unit), format!("{:?}", game.tokens.of(Some(seat)).of(unit)))));
        values.insert("ones in hand".to_owned(), ones(game, game.side_of(seat).other()).0);
        values
    }

    fn possible(
        &self,
        position: &Position,
        saves: &[Vec<u8>],
        seat: Seat,
    ) -> BTreeMap<String, BTreeSet<String>> {
        let saved = saves.last().expect("there is always a state");
        let loaded = self.0.load(position, saved);
        let (game, world) = (loaded.state(), loaded.world());
        let own = game.side_of(seat);
        let values = self.values(position, saved, seat).into_iter();
        let mut possible: BTreeMap<String, BTreeSet<String>> =
            values.map(|(fact, value)| (fact, BTreeSet::from([value]))).collect();
        let history = self.history(position, saves, seat);
        let hidden: Vec<(Unit, u32)> = world
            .of_side(own.other())
            .filter_map(|unit| token(game, seat, unit).map(|token| (unit, token)))
            .collect();
        for &(unit, _) in &hidden {
            let may = hidden.iter().filter(|(_, token)| {
                let mut wanted = history.seen.clone();
                wanted.insert(*token, unit);
                history.could(&wanted)
            });
            let may = may.map(|(_, token)| format!("token {token}")).collect();
            possible.insert(world.unit(unit).id.clone(), may);
        }
        let blind = blind(&loaded, own);
        let anywhere: BTreeSet<String> =
            blind.iter().map(|&unit| format!("{:?}", game.tokens.of(Some(seat)).of(unit))).collect();
        possible.extend(blind.iter().map(|&unit| (world.unit(unit).id.clone(), anywhere.clone())));
        possible.insert("ones in hand".to_owned(), ones(game, own.other()).1);
        possible
    }
}
