//! The game under all checks that a module must pass, and games recorded as text.
//!
//! `MUSTER_FULL=1` looks longer. After a change of the rules on purpose, `MUSTER_RECORD=1` records the games anew; what
//! differs in `tests/playthroughs` shows what the change means.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use muster_conformance::{
    Guarded, HiddenFacts, Scale, Subject, citations, playthrough, samples_name_the_same, scenario, suite,
};
use muster_contract::{Module, Position, Seat};
use muster_sdk::{Hosted, Native};
use outpost::{Card, Outpost, Side, Stage, Unit};

fn module() -> Native<Outpost> {
    Native::new("outpost")
}

fn position() -> Position {
    scenario(&module(), env!("CARGO_MANIFEST_DIR"), "outpost-first-light")
}

suite!(natively, module(), position(), Hidden);

#[test]
fn samples_name_the_blocks_that_the_game_names() {
    let compared = samples_name_the_same::<Outpost>(&position(), 5, 2_000, &[]).unwrap();
    assert!(compared > 1_000, "{compared}");
}

/// What is hidden from a seat: where each of the enemy's units stands that it has only a token for, and where each of the
/// cards is that it doesn't see.
///
/// This says it a second time, from the state alone and without asking the game's own `sample`, so that each checks the
/// other: the suite finds a sample that leaves something as it is, and one that deals what a seat could rule out.
struct Hidden;

impl Hidden {
    fn state(position: &Position, saved: &[u8]) -> (Hosted<Outpost>, Vec<Unit>) {
        let game = Hosted::<Outpost>::load(position.clone(), 1, saved).expect("a save can be loaded");
        let all = game.world().units.all();
        let units = all.filter(|&unit| !game.state().block(unit).gone).collect();
        (game, units)
    }

    /// Where a unit stands, by all that the seat sees of its block.
    fn stands(game: &Outpost, seat: Seat, unit: Unit) -> String {
        let (block, token) = (game.block(unit), game.tokens.of(Some(seat)).of(unit));
        format!("at {:?}, spent {}, token {token:?}", block.at, block.spent)
    }

    fn pile(game: &Outpost, enemy: Side, card: u8) -> &'static str {
        let is_in = |set: u16| set >> card & 1 == 1;
        match (is_in(game.hands[enemy as usize]), is_in(game.deck)) {
            (true, _) => "hand",
            (_, true) => "deck",
            _ => "seen",
        }
    }
}

impl HiddenFacts for Hidden {
    fn values(&self, position: &Position, saved: &[u8], seat: Seat) -> BTreeMap<String, String> {
        let (hosted, units) = Self::state(position, saved);
        let (game, world) = (hosted.state(), hosted.world());
        let enemy = game.side_of(seat).other();
        let units = units.into_iter().filter(|&unit| world.unit(unit).side == enemy);
        let units = units.map(|unit| (world.unit(unit).id.clone(), Self::stands(game, seat, unit)));
        let cards = (0..Card::COUNT).map(|card| (Card::id(card), Self::pile(game, enemy, card).to_owned()));
        let mut values: BTreeMap<String, String> = units.chain(cards).collect();
        // Not hidden at all: that a block was named for an order, everybody is told. So it must be the same in all samples.
        if let Stage::March(unit) = game.stage.step() {
            values.insert("the block with the order".to_owned(), Self::stands(game, seat, unit));
        }
        values
    }

    fn possible(
        &self,
        position: &Position,
        saves: &[Vec<u8>],
        seat: Seat,
    ) -> BTreeMap<String, BTreeSet<String>> {
        let saved = saves.last().expect("there is always a state");
        let (hosted, units) = Self::state(position, saved);
        let (game, world) = (hosted.state(), hosted.world());
        let enemy = game.side_of(seat).other();
        let values = self.values(position, saved, seat).into_iter();
        let mut possible: BTreeMap<String, BTreeSet<String>> =
            values.map(|(fact, value)| (fact, BTreeSet::from([value]))).collect();
        // Once a block was seen it is known for good, so that the last state says all there is to say.
        let hidden: Vec<Unit> = units
            .into_iter()
            .filter(|&unit| world.unit(unit).side == enemy)
            .filter(|&unit| game.tokens.of(Some(seat)).of(unit).is_some())
            .collect();
        let anywhere: BTreeSet<String> = hidden.iter().map(|&unit| Self::stands(game, seat, unit)).collect();
        for unit in hidden {
            possible.insert(world.unit(unit).id.clone(), anywhere.clone());
        }
        let unseen: Vec<u8> =
            (0..Card::COUNT).filter(|&card| Self::pile(game, enemy, card) != "seen").collect();
        let piles: BTreeSet<String> =
            unseen.iter().map(|&card| Self::pile(game, enemy, card).to_owned()).collect();
        for card in unseen {
            possible.insert(Card::id(card), piles.clone());
        }
        possible
    }
}

#[test]
fn playthroughs_agree() {
    let (module, position) = (Guarded(module()), position());
    let subject = Subject { module: &module, position: &position, hidden: &Hidden, scale: Scale::QUICK };
    // No house rule is on here.
    let described = module.describe().decisions.iter().map(|kind| kind.id.as_str());
    let kinds: Vec<&str> = described.filter(|kind| *kind != "house-rule").collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs");
    playthrough::compare_folder(&subject, &folder, &kinds).unwrap_or_else(|finding| panic!("{finding}"));
}

/// Whatever is cited has a section of the rules summary that tells of it.
#[test]
fn citations_open_their_sections() {
    let (module, position) = (Guarded(module()), position());
    let hidden = Hidden;
    let subject =
        Subject { module: &module, position: &position, hidden: &hidden, scale: Scale::from_environment() };
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
    let met = citations(&subject, &rules).unwrap_or_else(|evidence| panic!("{evidence}"));
    assert!(met >= 8, "only {met} were met");
}
