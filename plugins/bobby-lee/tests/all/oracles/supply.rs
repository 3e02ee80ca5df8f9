//! Supply lines (9.1, 9.2), and who of those who starve a leader can feed (9.0, 9.3, 9.31).

use std::collections::{BTreeMap, BTreeSet};

use bobby_lee::world::Hex;
use bobby_lee::{BobbyLee, Kind, Side, Unit};
use muster_conformance::{TestDice, scenario, series};
use muster_contract::{Decision, OverlayShape, Place, Position};
use muster_sdk::{Hosted, Index as _, Native, Random};

use crate::oracles::ground::{Blocks, Ground};
use crate::oracles::walk::{Model, Taken, agree, games};

impl Ground {
    /// 9.2: whether a side's line runs through a hex along a railroad or a road.
    fn carries(&self, blocks: &Blocks, side: Side, hex: Hex, track: &str) -> bool {
        let place = self.at(hex);
        if blocks.stands(side.other(), hex) || !place.brinks.iter().any(|brink| brink.is(track)) {
            return false;
        }
        // The Union's where it lives, stands, or stands on both sides.
        let union =
            place.home() == Side::Us || blocks.stands(Side::Us, hex) || self.spanned(blocks, hex, track);
        match side {
            Side::Us => union,
            // 7.1, 2.6: at home, and on a paved road of the Union's only where it stands, south of the Potomac.
            Side::Cs if place.home() == Side::Us => {
                track == "road" && !place.is("north") && blocks.stands(Side::Cs, hex)
            }
            Side::Cs => !union,
        }
    }

    /// 9.2: the friendly ports that ships reach from a friendly major port, past no enemy one.
    fn sailed(&self, blocks: &Blocks) -> BTreeSet<Hex> {
        let all = (0..self.0.len()).map(Hex::nth);
        let open = |hex: Hex| {
            self.at(hex).is("sea") || (self.at(hex).port() && self.friendly(blocks, Side::Us, hex))
        };
        let mut reached: BTreeSet<Hex> =
            all.filter(|&hex| self.at(hex).is("major-port") && open(hex)).collect();
        loop {
            let next = reached.iter().flat_map(|&hex| self.at(hex).lanes.iter().copied());
            let fresh: Vec<Hex> = next.filter(|&hex| open(hex) && !reached.contains(&hex)).collect();
            if fresh.is_empty() {
                return reached.into_iter().filter(|&hex| !self.at(hex).is("sea")).collect();
            }
            reached.extend(fresh);
        }
    }

    /// 9.1, 9.2: the hexes that a side supplies: on or beside a line from a rail entry hex at home, or for the Union a major port.
    fn supplied(&self, blocks: &Blocks, side: Side) -> BTreeSet<Hex> {
        let entry = match side {
            Side::Us => "us-supply",
            Side::Cs => "cs-supply",
        };
        let all = (0..self.0.len()).map(Hex::nth);
        let source = |&hex: &Hex| {
            let place = self.at(hex);
            place.is(entry) && place.home() == side && self.friendly(blocks, side, hex)
        };
        let mut line: BTreeSet<Hex> = all.filter(source).collect();
        if side == Side::Us {
            line.extend(self.sailed(blocks));
        }
        loop {
            let from = line.iter().flat_map(|&hex| &self.at(hex).brinks);
            let leads = |track: &str, to: Hex, along: bool| along && self.carries(blocks, side, to, track);
            let fresh: Vec<Hex> = from
                .filter(|brink| {
                    leads("railroad", brink.to, brink.is("railroad"))
                        || leads("road", brink.to, brink.is("road"))
                })
                .map(|brink| brink.to)
                .filter(|to| !line.contains(to))
                .collect();
            if fresh.is_empty() {
                break;
            }
            line.extend(fresh);
        }
        let beside = line.iter().flat_map(|&hex| self.at(hex).brinks.iter().filter(|brink| brink.open()));
        let mut hexes: BTreeSet<Hex> = beside.map(|brink| brink.to).collect();
        hexes.extend(line);
        hexes.retain(|&hex| side == Side::Us || !self.at(hex).is("north"));
        hexes
    }
}

/// The model of the supply turn.
struct Supply {
    ground: Ground,
    /// Who was supplied when the supply turn began, by unit.
    fed: Vec<bool>,
}

impl Supply {
    fn new(game: &Hosted<BobbyLee>) -> Self {
        Self { ground: Ground::of(game.world()), fed: Vec::new() }
    }
}

fn side_of(seat: u8) -> Side {
    if seat == 0 { Side::Us } else { Side::Cs }
}

impl Model for Supply {
    fn look(&mut self, game: &Hosted<BobbyLee>, decision: &Decision) -> bool {
        if !["bid", "activate", "leader-supply", "replacements"].contains(&decision.kind.as_str()) {
            return false;
        }
        let (world, state) = (game.world(), game.state());
        let blocks = Blocks::of(state);
        for (side, name, style) in [(Side::Us, "supply-us", "us"), (Side::Cs, "supply-cs", "cs")] {
            let shown = game.overlay(None, name, None).into_iter().filter(|item| item.style == style);
            let shown: BTreeSet<String> = shown
                .filter_map(|item| match item.shape {
                    OverlayShape::Space(name) => Some(name),
                    _ => None,
                })
                .collect();
            let right = self.ground.supplied(&blocks, side);
            let right: BTreeSet<String> =
                right.into_iter().map(|hex| self.ground.at(hex).name.clone()).collect();
            assert_eq!(shown, right, "{} supply, at {}", side.id(), decision.kind);
        }
        if decision.kind == "leader-supply" {
            let side = side_of(decision.seat);
            let hungry: Vec<Hex> =
                blocks.units(side).filter(|(unit, _)| !self.fed[unit.place()]).map(|(_, hex)| hex).collect();
            let feeds = |&(unit, at): &(Unit, Hex)| {
                let info = world.unit(unit);
                info.kind == Kind::Leader
                    && state.unit(unit).strength > 1
                    && self
                        .ground
                        .command(&blocks, side, at, info.command)
                        .iter()
                        .any(|hex| hungry.contains(hex))
            };
            let feeders = blocks.units(side).filter(feeds);
            let mut right: Vec<String> =
                feeders.map(|(unit, _)| format!("feed {}", world.unit(unit).id)).collect();
            right.push("end-feeding".to_owned());
            agree(decision, right, "");
        }
        true
    }

    fn follow(&mut self, game: &Hosted<BobbyLee>, taken: &Taken<'_>) {
        let world = game.world();
        if taken.events.iter().any(|event| event.citation.as_deref() == Some("9")) {
            // 9.0: looked at for both before anybody starves; nobody has moved since the last choice.
            let blocks = Blocks::of(taken.before);
            self.fed = world
                .units
                .all()
                .map(|unit| {
                    let hex = blocks.hex(unit);
                    hex.is_some_and(|hex| self.ground.supplied(&blocks, world.unit(unit).side).contains(&hex))
                })
                .collect();
        }
        if let ["feed", id] = taken.words[..] {
            let leader = crate::oracles::ground::unit(world, id);
            let info = world.unit(leader);
            let blocks = Blocks::of(taken.before);
            let at = blocks.hex(leader).unwrap();
            let range = self.ground.command(&blocks, info.side, at, info.command);
            for (unit, hex) in blocks.units(info.side) {
                self.fed[unit.place()] |= range.contains(&hex);
            }
        }
    }
}

#[test]
fn s9_supply_runs_where_the_text_lets_it() {
    let names = ["small-war", "long-war", "bobby-lee-1862", "bobby-lee-1864"];
    games(&names, 3_000, "bid activate pass feed end-feeding", Supply::new);
}

/// Blocks anywhere on the map, as no game would have them: raiders on every line, both sides on the Pike. The supply turn follows
/// at once.
#[test]
fn s9_supply_runs_where_the_text_lets_it_whoever_stands_where() {
    let module = Native::<BobbyLee>::new("bobby-lee");
    let (count, mut asked) = (if series::full() { 3_000 } else { 100 }, 0);
    for seed in 0..count {
        let name = ["bobby-lee-1862", "bobby-lee-1864"][seed as usize % 2];
        let mut position = scenario(&module, concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), name);
        let mut random = Random::new(seed);
        scatter(&mut position, &mut random);
        let mut game = Hosted::<BobbyLee>::create(&position).unwrap_or_else(|no| panic!("{}", no.reason));
        let mut dice = TestDice::new(seed);
        game.apply(0, "begin", &mut dice).unwrap_or_else(|no| panic!("{}", no.reason));
        let mut model = Supply::new(&game);
        while let Some(decision) = game.decisions().into_iter().find(|one| one.waits) {
            model.look(&game, &decision);
            let choice = match decision.kind.as_str() {
                "bid" => "bid 0".to_owned(),
                "leader-supply" | "forage" => {
                    asked += u32::from(decision.choices.len() > 1);
                    decision.choices[random.below(decision.choices.len() as u32) as usize].id.clone()
                }
                _ => break,
            };
            let before = game.state().clone();
            let events =
                game.apply(decision.seat, &choice, &mut dice).unwrap_or_else(|no| panic!("{}", no.reason));
            let words = choice.split(' ').collect();
            model.follow(&game, &Taken { words, events: &events, rolled: &[], before: &before });
        }
    }
    assert!(asked > count as u32, "in {count} supply turns there was something to choose {asked} times");
}

/// Every unit that has a place gets another, where none of the other side stands; a third of them on or beside the roads.
fn scatter(position: &mut Position, random: &mut Random) {
    let game = Hosted::<BobbyLee>::create(position).unwrap_or_else(|no| panic!("{}", no.reason));
    let ground = Ground::of(game.world());
    let hex = |place: &&crate::oracles::ground::Place| {
        place.name.parse::<u16>().is_ok() && place.brinks.iter().any(|one| one.open())
    };
    let all: Vec<String> = ground.0.iter().filter(hex).map(|place| place.name.clone()).collect();
    let paved = |place: &&crate::oracles::ground::Place| place.brinks.iter().any(|brink| brink.is("road"));
    let roads: Vec<String> = ground.0.iter().filter(paved).map(|place| place.name.clone()).collect();
    let mut whose: BTreeMap<String, String> = BTreeMap::new();
    for unit in position.roster.iter_mut() {
        let Some(Place { space: at, .. }) = &mut unit.place else { continue };
        loop {
            let among = if random.below(3) == 0 { &roads } else { &all };
            let to = &among[random.below(among.len() as u32) as usize];
            if *whose.entry(to.clone()).or_insert_with(|| unit.side.clone()) == unit.side {
                *at = to.clone();
                break;
            }
        }
    }
}
