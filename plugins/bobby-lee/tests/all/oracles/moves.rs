//! 5, with 2.2, 7.3 and 8: which units may move, where to, and what stragglers cost.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use bobby_lee::world::{Edge, Hex};
use bobby_lee::{BobbyLee, Kind, Side, Unit, World};
use muster_contract::Decision;
use muster_sdk::{Hosted, Index as _};

use crate::oracles::ground::{Blocks, Brink, Ground, speed, unit};
use crate::oracles::walk::{Model, Taken, agree, games};

/// A unit on its way.
#[derive(Clone, Debug)]
struct March {
    unit: Unit,
    hexes: u8,
    by_road: bool,
    rough: bool,
    halted: bool,
}

/// A player turn's movement phase.
#[derive(Clone, Debug)]
pub struct Turn {
    number: (u16, u8, u16),
    pub side: Side,
    mud: bool,
    /// How everything stood when the turn began (2.7).
    began: Blocks,
    now: Blocks,
    strengths: Vec<u8>,
    commanders: Vec<Unit>,
    supreme: Option<Unit>,
    strategic: u8,
    leaders: bool,
    moved: BTreeSet<Unit>,
    /// Over which hexside each attacker came.
    pub came: BTreeMap<Unit, Edge>,
    /// From which port each invader sailed.
    pub sailed: BTreeMap<Unit, Hex>,
    forced: BTreeMap<Unit, bool>,
    march: Option<March>,
    picked: Option<Unit>,
}

/// The model of the movement phase.
pub struct Moves {
    pub ground: Rc<Ground>,
    pub turn: Option<Turn>,
}

impl Moves {
    pub fn new(game: &Hosted<BobbyLee>) -> Self {
        Self { ground: Rc::new(Ground::of(game.world())), turn: None }
    }

    /// The next hexes of a march, by choice.
    fn land(&self, world: &World, turn: &Turn, march: &March) -> Vec<String> {
        let Some(at) = turn.now.hex(march.unit).filter(|_| !march.halted) else { return Vec::new() };
        let foe = turn.side.other();
        let mut ids = Vec::new();
        for brink in self.ground.at(at).brinks.iter().filter(|brink| brink.open()) {
            let attack = turn.now.stands(foe, brink.to);
            if attack && !self.takes_attacker(turn, brink, self.ground.limits(brink.to, brink, turn.mud).0) {
                continue;
            }
            let road = march.by_road && brink.is("road");
            // 2.6 adds one along roads, 5.33 takes one from who attacks.
            let allowed = speed(world, march.unit) + u8::from(road) - u8::from(attack);
            let leads = world.unit(march.unit).kind.leads();
            let tired = leads && turn.strengths[march.unit.place()] < 2;
            let to = &self.ground.at(brink.to).name;
            if march.hexes < allowed {
                ids.push(format!("to {to}"));
            } else if march.hexes == allowed && !tired {
                ids.push(format!("force {to}"));
            }
        }
        ids
    }

    /// 5.32, 8.4: whether one more may attack over a hexside; nobody where an invasion is made.
    fn takes_attacker(&self, turn: &Turn, brink: &Brink, limit: u8) -> bool {
        let there = |unit: &Unit| turn.now.hex(*unit) == Some(brink.to);
        let over = turn.came.iter().filter(|(unit, edge)| there(unit) && **edge == brink.edge).count();
        !turn.sailed.keys().any(there) && over < usize::from(limit)
    }

    /// 7.3: along controlled railroads, as the turn found them.
    fn rail(&self, turn: &Turn, at: Hex) -> Vec<String> {
        if !self.ground.rails(&turn.began, turn.side, at) {
            return Vec::new();
        }
        let mut reached = vec![at];
        let mut next = 0;
        while let Some(&here) = reached.get(next) {
            next += 1;
            for brink in self.ground.at(here).brinks.iter().filter(|brink| brink.is("railroad")) {
                if !reached.contains(&brink.to) && self.ground.rails(&turn.began, turn.side, brink.to) {
                    reached.push(brink.to);
                }
            }
        }
        reached[1..].iter().map(|&hex| format!("rail {}", self.ground.at(hex).name)).collect()
    }

    /// 8.3, 8.4: the ports that ships reach past no enemy port, and those that they can invade.
    fn sea(&self, turn: &Turn, at: Hex, invades: bool) -> Vec<String> {
        let friendly =
            |hex: Hex| self.ground.friendly(&turn.began, Side::Us, hex) && !turn.now.stands(Side::Cs, hex);
        if turn.side != Side::Us
            || !self.ground.at(at).port()
            || !self.ground.friendly(&turn.began, Side::Us, at)
        {
            return Vec::new();
        }
        let (mut reached, mut hostile) = (vec![at], BTreeSet::new());
        let mut next = 0;
        while let Some(&here) = reached.get(next) {
            next += 1;
            for &to in &self.ground.at(here).lanes {
                let sea = self.ground.at(to).is("sea");
                if !sea && !friendly(to) {
                    hostile.insert(to);
                } else if !reached.contains(&to) {
                    reached.push(to);
                }
            }
        }
        // Two units at most invade, and not together with an attack by land.
        let takes = |&hex: &Hex| {
            let there = turn.now.units(Side::Us).filter(|one| one.1 == hex);
            let (sailed, marched): (Vec<_>, Vec<_>) = there.partition(|one| turn.sailed.contains_key(&one.0));
            sailed.len() < 2 && (marched.is_empty() || !turn.now.stands(Side::Cs, hex))
        };
        let ports = reached.into_iter().skip(1).filter(|&hex| !self.ground.at(hex).is("sea"));
        let invaded = hostile.into_iter().filter(|hex| invades && takes(hex));
        ports.chain(invaded).map(|hex| format!("sail {}", self.ground.at(hex).name)).collect()
    }

    /// 5.41: what a pontoon bridge costs, if there can be one.
    fn pontoon(&self, turn: &Turn, brink: &Brink) -> Option<u8> {
        if turn.mud || !brink.bridgeable() {
            return None;
        }
        let closed = brink.navigable.as_ref().is_some_and(|river| {
            let ports = (0..).map(Hex::nth).zip(&self.ground.0).filter(|(_, place)| place.port());
            let mut on_it = ports.filter(|(_, place)| place.river.as_ref() == Some(river));
            on_it.any(|(hex, _)| !self.ground.friendly(&turn.began, turn.side, hex))
        });
        let attack = turn.now.stands(turn.side.other(), brink.to);
        if closed || (attack && !self.takes_attacker(turn, brink, 2)) {
            return None;
        }
        Some(if !attack && self.ground.friendly(&turn.began, turn.side, brink.to) { 1 } else { 2 })
    }

    /// Everything that a unit can begin to do.
    fn choices(&self, world: &World, turn: &Turn, unit: Unit) -> Vec<String> {
        let Some(at) = turn.now.hex(unit).filter(|_| !turn.moved.contains(&unit)) else { return Vec::new() };
        let march = March { unit, hexes: 0, by_road: true, rough: false, halted: false };
        let active = turn.commanders.contains(&unit) || turn.supreme == Some(unit);
        if turn.leaders {
            // 5.11, 5.4: who has commanded moves; a supreme leader also by rail or sea for nothing.
            let mut ids = if active { self.land(world, turn, &march) } else { Vec::new() };
            if turn.supreme == Some(unit) {
                ids.extend(self.rail(turn, at));
                ids.extend(self.sea(turn, at, false));
            }
            return ids;
        }
        if active || !(turn.strategic > 0 || self.commanded(world, turn, at)) {
            return Vec::new();
        }
        let mut ids = self.land(world, turn, &march);
        if turn.strategic > 0 {
            ids.extend(self.rail(turn, at));
            ids.extend(self.sea(turn, at, world.unit(unit).kind == Kind::Infantry && turn.strategic > 1));
            for brink in &self.ground.at(at).brinks {
                if self.pontoon(turn, brink).is_some_and(|price| price <= turn.strategic) {
                    ids.push(format!("pontoon {}", self.ground.at(brink.to).name));
                }
            }
        }
        ids
    }

    fn commanded(&self, world: &World, turn: &Turn, at: Hex) -> bool {
        turn.commanders.iter().any(|&leader| {
            let from = turn.now.hex(leader).unwrap();
            self.ground.command(&turn.now, turn.side, from, world.unit(leader).command).contains(&at)
        })
    }

    /// Notes a new player turn, and where everything stands.
    pub fn see(&mut self, game: &Hosted<BobbyLee>) {
        let state = game.state();
        let number = (state.year, state.quarter, state.turns);
        let now = Blocks::of(state);
        let strengths = state.units.rows().map(|unit| unit.strength).collect();
        match &mut self.turn {
            Some(turn) if turn.number == number => (turn.now, turn.strengths) = (now, strengths),
            turn => {
                *turn = Some(Turn {
                    number,
                    side: state.active,
                    mud: state.quarter == 4,
                    began: now.clone(),
                    now,
                    strengths,
                    commanders: Vec::new(),
                    supreme: None,
                    strategic: 0,
                    leaders: false,
                    moved: BTreeSet::new(),
                    came: BTreeMap::new(),
                    sailed: BTreeMap::new(),
                    forced: BTreeMap::new(),
                    march: None,
                    picked: None,
                });
            }
        }
    }

    fn step(&mut self, world: &World, turn: &mut Turn, way: &str, to: Hex) {
        let first =
            || March { unit: turn.picked.unwrap(), hexes: 0, by_road: true, rough: false, halted: false };
        let mut march = turn.march.clone().unwrap_or_else(first);
        let from = turn.now.hex(march.unit).unwrap();
        let brink = self.ground.brink(from, to).unwrap();
        if march.hexes == 0 && !turn.leaders && !self.commanded(world, turn, from) {
            turn.strategic -= 1;
        }
        let attack = turn.now.stands(turn.side.other(), to);
        let woods = self.ground.at(to).is("woods");
        march.hexes += 1;
        march.by_road &= brink.is("road");
        march.rough |= brink.rough() || woods;
        // 2.2: marshes stop, and forests that weren't held when the turn began; 5.32, 5.34: attacks and forced hexes end.
        let thick = brink.is("marsh") || (woods && !turn.began.stands(turn.side, to));
        march.halted = attack || way == "force" || thick;
        if attack {
            turn.came.insert(march.unit, brink.edge);
        }
        if way == "force" {
            turn.forced.insert(march.unit, march.rough);
        }
        turn.march = Some(march);
    }

    fn carried(&self, turn: &mut Turn, way: &str, to: Hex) {
        let unit = turn.picked.unwrap();
        let from = turn.now.hex(unit).unwrap();
        let attack = turn.now.stands(turn.side.other(), to);
        let price = match way {
            "pontoon" => {
                let brink = self.ground.brink(from, to).unwrap();
                let price = self.pontoon(turn, brink).unwrap();
                if attack {
                    turn.came.insert(unit, brink.edge);
                }
                price
            }
            "sail" if attack || !self.ground.friendly(&turn.began, Side::Us, to) => {
                turn.sailed.insert(unit, from);
                2
            }
            _ => 1,
        };
        if !turn.leaders {
            turn.strategic -= price;
        }
        turn.moved.insert(unit);
        turn.picked = None;
    }

    /// 5.34: who keeps together on a force march, by the table.
    fn stragglers(&self, world: &World, turn: &Turn, taken: &Taken<'_>) {
        let rolls: Vec<u8> = taken
            .rolled
            .iter()
            .filter(|roll| roll.0.starts_with("a force march"))
            .map(|roll| roll.2[0])
            .collect();
        assert_eq!(rolls.len(), turn.forced.len(), "5.34: a roll for each who forced his march");
        // They are told of in the order of the rolls, which is that of their hexes.
        let told = taken.events.iter().filter(|event| event.citation.as_deref() == Some("5.34"));
        let named = |id: &String| turn.forced.iter().find(|(unit, _)| world.unit(**unit).id == *id);
        let mut rolled_for: Vec<(Unit, bool)> = Vec::new();
        for (&unit, &rough) in told.flat_map(|event| &event.units).filter_map(named) {
            if !rolled_for.contains(&(unit, rough)) {
                rolled_for.push((unit, rough));
            }
        }
        assert_eq!(rolled_for.len(), rolls.len(), "5.34: each is told of");
        assert!(rolled_for.is_sorted_by_key(|(unit, _)| turn.now.hex(*unit)), "5.34: by hex");
        for ((unit, rough), face) in rolled_for.into_iter().zip(rolls) {
            let info = world.unit(unit);
            let mut total = i16::from(face) - i16::from(rough) - i16::from(turn.mud);
            total += i16::from(info.kind == Kind::Cavalry) - i16::from(info.kind == Kind::Artillery);
            let well = if turn.side == Side::Us { total >= 4 } else { total >= 3 };
            let told = taken.events.iter().filter(|event| event.citation.as_deref() == Some("5.34"));
            let kept =
                told.filter(|event| event.units == [info.id.clone()] && event.text.contains("together"));
            assert_eq!(kept.count() > 0, well, "5.34: {} rolls {face}, rough {rough}", info.id);
        }
    }
}

impl Model for Moves {
    fn look(&mut self, game: &Hosted<BobbyLee>, decision: &Decision) -> bool {
        self.see(game);
        let turn = self.turn.as_ref().unwrap();
        if !["move", "move-leader"].contains(&decision.kind.as_str()) {
            return false;
        }
        let world = game.world();
        let (right, about) = if let Some(march) = &turn.march {
            let mut right = self.land(world, turn, march);
            right.push("halt".to_owned());
            (right, format!("{march:?}"))
        } else if let Some(unit) = turn.picked {
            let mut right = self.choices(world, turn, unit);
            right.push("cancel".to_owned());
            (right, world.unit(unit).id.clone())
        } else {
            let able = turn.now.units(turn.side).filter(|one| !self.choices(world, turn, one.0).is_empty());
            let mut right: Vec<String> = able.map(|one| format!("pick {}", world.unit(one.0).id)).collect();
            right.push("end-moves".to_owned());
            (right, format!("{} strategic moves", turn.strategic))
        };
        agree(decision, right, &about);
        true
    }

    fn follow(&mut self, game: &Hosted<BobbyLee>, taken: &Taken<'_>) {
        let Some(mut turn) = self.turn.take() else { return };
        let world = game.world();
        let moving = matches!(
            taken.before.stage,
            bobby_lee::state::Stage::Activate
                | bobby_lee::state::Stage::Move
                | bobby_lee::state::Stage::LeaderMove
        );
        match taken.words[..] {
            _ if !moving => {}
            ["activate", leader] => turn.commanders.push(unit(world, leader)),
            ["activate-supreme", leader] => {
                let leader = unit(world, leader);
                turn.supreme = Some(leader);
                turn.strategic = turn.strengths[leader.place()];
            }
            ["pick", id] => turn.picked = Some(unit(world, id)),
            ["cancel"] => turn.picked = None,
            ["halt"] => {
                turn.moved.extend(turn.march.take().map(|march| march.unit));
                turn.picked = None;
            }
            ["end-moves"] if turn.leaders => self.stragglers(world, &turn, taken),
            ["end-moves"] => (turn.leaders, turn.strategic) = (true, 0),
            [way @ ("to" | "force"), to] => {
                let to = self.ground.named(to);
                self.step(world, &mut turn, way, to);
                let march = turn.march.clone().unwrap();
                turn.now = Blocks::of(game.state());
                if self.land(world, &turn, &march).is_empty() {
                    turn.moved.insert(march.unit);
                    (turn.march, turn.picked) = (None, None);
                }
            }
            [way @ ("rail" | "sail" | "pontoon"), to] => self.carried(&mut turn, way, self.ground.named(to)),
            _ => {}
        }
        self.turn = Some(turn);
    }
}

#[test]
fn s5_units_go_where_the_text_lets_them() {
    let names = ["small-war", "bobby-lee-valley", "long-war", "bobby-lee-1862"];
    games(&names, 12_000, "pick to force halt rail sail pontoon cancel end-moves", Moves::new);
}
