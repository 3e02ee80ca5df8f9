//! 6: what units in a battle may do, how they fire, what hits and retreats cost, and who comes and goes.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use bobby_lee::state::{Line, Stage, Step};
use bobby_lee::world::{Edge, Hex};
use bobby_lee::{BobbyLee, Kind, Side, Unit};
use muster_contract::Decision;
use muster_sdk::Hosted;

use crate::oracles::ground::{Blocks, Brink, unit};
use crate::oracles::moves::Moves;
use crate::oracles::outcomes::{fire, morale};
use crate::oracles::table::{BOXES, Fight, Table};
use crate::oracles::walk::{Model, Taken, agree, games};

struct Battles {
    moves: Moves,
    before: Blocks,
    lost_on_march: BTreeSet<String>,
    disrupted: BTreeSet<Unit>,
    turn: (u16, u8, u16),
    fight: Option<Fight>,
}

impl Battles {
    fn new(game: &Hosted<BobbyLee>) -> Self {
        let moves = Moves::new(game);
        Self {
            moves,
            before: Blocks::default(),
            lost_on_march: BTreeSet::new(),
            disrupted: BTreeSet::new(),
            turn: (0, 0, 0),
            fight: None,
        }
    }

    fn table<'a>(&'a self, game: &'a Hosted<BobbyLee>) -> Table<'a> {
        Table { game: game.state(), world: game.world(), ground: &self.moves.ground }
    }

    /// Notes a new battle, or a new battle turn.
    fn see(&mut self, game: &Hosted<BobbyLee>) {
        self.moves.see(game);
        let (state, world) = (game.state(), game.world());
        let turn = (state.year, state.quarter, state.turns);
        if turn != self.turn {
            self.turn = turn;
            self.disrupted.clear();
        }
        let Some(battle) = &state.battle else {
            self.fight = None;
            return;
        };
        let hour = (battle.day, battle.pair, battle.night, battle.turn);
        let known = self.fight.as_ref().is_some_and(|fight| fight.hex == battle.hex);
        if !known {
            let turn = self.moves.turn.as_ref().unwrap();
            let came = turn.came.iter().filter(|(unit, _)| {
                self.before.hex(**unit) == Some(battle.hex)
                    && !self.lost_on_march.contains(&world.unit(**unit).id)
            });
            let entered: BTreeSet<Edge> = came.map(|(_, edge)| *edge).collect();
            let place = self.moves.ground.at(battle.hex);
            let bridged = place.brinks.iter().filter(|brink| entered.contains(&brink.edge) && !brink.open());
            self.fight = Some(Fight {
                hex: battle.hex,
                attacker: state.active,
                began: Blocks::of(state),
                bridges: bridged.map(|brink| brink.edge).collect(),
                entered,
                hour,
                retreated: BTreeMap::new(),
                reinforced: BTreeMap::new(),
                works: [[false; 3]; 2],
                outflanked: [false; 3],
                acted: BTreeSet::new(),
                ran: BTreeSet::new(),
                placed: BTreeSet::new(),
                spent: BTreeSet::new(),
                charging: BTreeSet::new(),
                striking: false,
                picked: None,
                goes: None,
                left: None,
            });
        }
        let table = Table { game: state, world, ground: &self.moves.ground };
        let fight = self.fight.as_mut().unwrap();
        if fight.hour != hour {
            fight.retreated.clear();
            fight.reinforced.clear();
            fight.outflanked = [false; 3];
            // By night who has come, or moved, is done until the morning.
            if !(hour.2 && fight.hour.2) {
                fight.acted.clear();
            }
            fight.hour = hour;
        }
        fight.acted.append(&mut fight.ran);
        // Who moved to engage does so until nobody is there to fight with.
        fight.charging.retain(|&unit| table.engaged(unit));
        // 6.5: of two positions that face each other at most one is engaged.
        for column in 0..3 {
            let both = Side::ALL
                .iter()
                .all(|&side| Side::ALL.iter().all(|&whose| !table.there(whose, (side, column)).is_empty()));
            assert!(!both, "both positions of column {column} are engaged");
        }
    }

    /// 2.21, 5.41, 6.81: how many retreat and reinforce over a hexside.
    fn limits(&self, fight: &Fight, brink: &Brink, mud: bool) -> (u8, u8) {
        let (out, into) = if fight.bridges.contains(&brink.edge) {
            (2, 1)
        } else if brink.open() {
            self.moves.ground.limits(fight.hex, brink, mud)
        } else {
            (0, 0)
        };
        if fight.hour.2 { (2 * out, 2 * into) } else { (out, into) }
    }

    /// 6.31, 6.32, 8.41: where a unit may retreat to.
    fn retreats(&self, table: &Table<'_>, fight: &Fight, unit: Unit) -> Vec<Hex> {
        let side = table.world.unit(unit).side;
        let now = Blocks::of(table.game);
        let mut to = Vec::new();
        for brink in &self.moves.ground.at(fight.hex).brinks {
            let used = fight.entered.contains(&brink.edge);
            let free = fight.retreated.get(&brink.edge).copied().unwrap_or(0)
                < self.limits(fight, brink, table.game.mud).0;
            if used == (side == fight.attacker) && free && !now.stands(side.other(), brink.to) {
                to.push(brink.to);
            }
        }
        to.extend(self.port(table, unit).filter(|&port| !now.stands(side.other(), port)));
        to
    }

    /// The port that an invader came from, unless it has marched since or the battle is over.
    fn port(&self, table: &Table<'_>, unit: Unit) -> Option<Hex> {
        let turn = self.moves.turn.as_ref()?;
        let over = table.game.stage == Stage::Battle(Step::Regroup);
        turn.sailed.get(&unit).copied().filter(|_| !over && !self.disrupted.contains(&unit))
    }

    /// 6.7, 6.35: who can come into the battle, and over which hexside.
    fn comers(&self, table: &Table<'_>, fight: &Fight, side: Side) -> Vec<Unit> {
        let now = Blocks::of(table.game);
        let near = |at: Hex| self.moves.ground.brink(fight.hex, at);
        let comes = |&(unit, at): &(Unit, Hex)| {
            near(at).is_some_and(|brink| {
                let theirs = fight.bridges.contains(&brink.edge) && side != fight.attacker;
                let limit = self.limits(fight, brink, table.game.mud).1;
                let free = fight.reinforced.get(&brink.edge).copied().unwrap_or(0) < limit;
                free && !theirs && !now.stands(side.other(), at) && !self.disrupted.contains(&unit)
            })
        };
        now.units(side).filter(comes).map(|one| one.0).collect()
    }

    /// 6.81: who can supply another day.
    fn battle_leaders(&self, table: &Table<'_>, fight: &Fight, side: Side) -> Vec<Unit> {
        let now = Blocks::of(table.game);
        let able = |&(unit, at): &(Unit, Hex)| {
            let info = table.world.unit(unit);
            let near = |range: u8| {
                let reached = self.moves.ground.command(&now, side, at, range);
                let ways = &self.moves.ground.at(fight.hex).brinks;
                ways.iter().any(|brink| brink.open() && reached.contains(&brink.to))
            };
            let reaches =
                at == fight.hex || (info.kind == Kind::Leader && info.command > 0 && near(info.command - 1));
            info.kind.leads() && table.steps(unit) > 1 && reaches
        };
        now.units(side).filter(able).map(|one| one.0).collect()
    }

    /// What the text offers in a step of a battle.
    fn right(&self, table: &Table<'_>, fight: &Fight, step: Step) -> Option<Vec<String>> {
        let pick = |unit: Unit| format!("pick {}", table.id(unit));
        let to = |hex: &Hex| format!("retreat {}", table.ground.at(*hex).name);
        let mut right: Vec<String> = Vec::new();
        match (step, fight.picked) {
            (Step::Retreat | Step::Flee(_) | Step::Regroup, Some(unit)) => {
                right.extend(self.retreats(table, fight, unit).iter().map(to));
                right.push("cancel".to_owned());
            }
            (Step::Retreat | Step::Flee(_), None) => {
                let side = if let Step::Flee(side) = step { side } else { fight.hour.3 };
                let goes = |unit: &Unit| !self.retreats(table, fight, *unit).is_empty();
                right.extend(table.fighting(side).filter(goes).map(pick));
                if step == Step::Retreat {
                    right.push("end-retreat".to_owned());
                }
            }
            (Step::Regroup, None) => {
                let victor = table.game.battle.as_ref()?.victor?;
                let now = Blocks::of(table.game);
                if fight.goes != Some(false) {
                    let there = now.units(victor).filter(|one| one.1 == fight.hex).map(|one| one.0);
                    let goes = |unit: &Unit| {
                        !self.disrupted.contains(unit) && !self.retreats(table, fight, *unit).is_empty()
                    };
                    right.extend(there.filter(goes).map(pick));
                }
                if fight.goes != Some(true) {
                    let comers = self.comers(table, fight, victor);
                    right.extend(comers.iter().map(|&unit| format!("bring {}", table.id(unit))));
                }
                right.push("end-regroup".to_owned());
            }
            (Step::Reinforce(side), _) => {
                let comers = self.comers(table, fight, side);
                right.extend(comers.iter().map(|&unit| format!("bring {}", table.id(unit))));
                right.push("end-reinforce".to_owned());
            }
            (Step::Night(side), _) => {
                let leaders = self.battle_leaders(table, fight, side);
                right.extend(leaders.iter().map(|&unit| format!("fight-on {}", table.id(unit))));
                right.push("withdraw".to_owned());
            }
            (Step::Entrench(side), _) => {
                let works = fight.works[side as usize];
                let years = table.game.year.saturating_sub(1861).min(3) as usize;
                assert!(works.iter().filter(|one| **one).count() < years, "6.9: one more a year");
                assert!(!table.ground.at(fight.hex).is("fortress") || side == fight.attacker, "6.65");
                for column in table.columns(fight) {
                    let stands =
                        table.fighting(side).any(|unit| table.game.unit(unit).line == Line::Own(column));
                    if stands && !works[usize::from(column)] {
                        right.push(format!("entrench {}", BOXES[side as usize][usize::from(column)]));
                    }
                }
                right.push("end-entrench".to_owned());
            }
            (Step::Combat, None) => {
                let ready = table.fighting(fight.hour.3).filter(|unit| !fight.acted.contains(unit));
                right.extend(ready.map(pick));
                right.push("end-combat".to_owned());
            }
            (Step::Combat, Some(unit)) => {
                right.extend(table.shots(fight, unit).into_iter().map(|shot| shot.0));
                if fight.striking {
                    right.push("hold".to_owned());
                } else {
                    right.extend(table.battle_moves(fight, unit));
                    right.push("cancel".to_owned());
                }
            }
            (Step::Losses, _) => {
                let hits = table.game.battle.as_ref()?.hits?;
                let place = fight.left.as_ref().map(|left| left.1);
                let exposed = |unit: &Unit| place.is_none() || table.place(*unit) == place;
                let units: Vec<Unit> = table.fighting(hits.side).filter(exposed).collect();
                let half = units.iter().any(|&unit| table.game.unit(unit).half);
                let most = units.iter().map(|&unit| table.steps(unit)).max();
                let takes = |unit: &&Unit| {
                    if half { table.game.unit(**unit).half } else { Some(table.steps(**unit)) == most }
                };
                right.extend(units.iter().filter(takes).map(|&unit| format!("hit {}", table.id(unit))));
            }
            (Step::Deploy(side), picked) => {
                let names = BOXES[side as usize];
                let empty = |column: &u8| {
                    !table.fighting(side).any(|unit| table.game.unit(unit).line == Line::Own(*column))
                };
                let open: Vec<u8> = table.columns(fight).filter(empty).collect();
                let left: Vec<Unit> =
                    table.fighting(side).filter(|unit| !fight.placed.contains(unit)).collect();
                let short = left.len() <= open.len();
                if picked.is_some() {
                    let columns = table.columns(fight).filter(|column| !short || open.contains(column));
                    right.extend(columns.map(|column| format!("post {}", names[usize::from(column)])));
                    right.extend((!short).then(|| "reserve".to_owned()));
                    right.push("cancel".to_owned());
                } else {
                    right.extend(left.into_iter().map(pick));
                    right.extend(open.is_empty().then(|| "end-deploy".to_owned()));
                }
            }
            (Step::Redeploy(side), None) => {
                let ready = table.fighting(side).filter(|unit| !fight.acted.contains(unit));
                right.extend(ready.map(pick));
                right.push("end-deploy".to_owned());
            }
            (Step::Redeploy(side), Some(unit)) => {
                if table.game.unit(unit).line == Line::Reserve {
                    let columns = table.columns(fight);
                    right.extend(
                        columns.map(|column| format!("post {}", BOXES[side as usize][usize::from(column)])),
                    );
                } else {
                    right.push("reserve".to_owned());
                }
                right.push("cancel".to_owned());
            }
            _ => return None,
        }
        Some(right)
    }
}

impl Model for Battles {
    fn look(&mut self, game: &Hosted<BobbyLee>, decision: &Decision) -> bool {
        self.see(game);
        let (Stage::Battle(step), Some(fight)) = (game.state().stage, &self.fight) else { return false };
        let table = self.table(game);
        let quiet = game.state().battle.as_ref().is_some_and(|battle| battle.victor.is_none());
        if let (Some((side, place, left)), Step::Combat, true) = (&fight.left, step, quiet) {
            let mut units: Vec<(u8, bool)> = table
                .there(*side, *place)
                .iter()
                .map(|&one| (table.steps(one), game.state().unit(one).half))
                .collect();
            units.sort_unstable();
            assert_eq!(&units, left, "6.63: what the hits have left in {place:?}");
        }
        let Some(right) = self.right(&table, fight, step) else { return false };
        let hour = fight.hour;
        let picked = fight.picked.map(|unit| table.id(unit).to_owned());
        agree(decision, right, &format!("at {} {hour:?} {picked:?}", table.ground.at(fight.hex).name));
        if step != Step::Losses
            && let Some(fight) = &mut self.fight
        {
            fight.left = None;
        }
        true
    }

    fn follow(&mut self, game: &Hosted<BobbyLee>, taken: &Taken<'_>) {
        self.moves.follow(game, taken);
        let world = game.world();
        self.before = Blocks::of(taken.before);
        let lost = taken
            .events
            .iter()
            .filter(|event| event.citation.as_deref() == Some("5.34") && event.text.contains("eliminated"));
        self.lost_on_march = lost.flat_map(|event| event.units.clone()).collect();
        let (Stage::Battle(step), Some(mut fight)) = (taken.before.stage, self.fight.take()) else { return };
        let ground = Rc::clone(&self.moves.ground);
        let table = Table { game: taken.before, world, ground: &ground };
        let now = Table { game: game.state(), world, ground: &ground };
        let column =
            |name: &str| BOXES.iter().find_map(|names| names.iter().position(|one| *one == name)).unwrap();
        let acts = matches!(step, Step::Combat | Step::Redeploy(_));
        match (taken.words[..].first().copied(), &taken.words[1..]) {
            (Some("pick"), [id]) => fight.picked = Some(unit(world, id)),
            (Some("cancel"), _) => fight.picked = None,
            (Some("retreat"), [to]) => {
                let goer = fight.picked.take().unwrap();
                let to = table.ground.named(to);
                self.retreat(&table, &now, &mut fight, step, goer, to);
            }
            (Some("bring"), [id]) => {
                let comer = unit(world, id);
                let at = self.before.hex(comer).unwrap();
                let edge = table.ground.brink(fight.hex, at).unwrap().edge;
                *fight.reinforced.entry(edge).or_default() += 1;
                if world.unit(comer).side == fight.attacker {
                    fight.entered.insert(edge);
                }
                // Whoever came by sea has marched now.
                self.moves.turn.as_mut().unwrap().sailed.remove(&comer);
                if step == Step::Regroup {
                    self.disrupted.insert(comer);
                    fight.goes = Some(false);
                } else if fight.hour.2 {
                    fight.acted.insert(comer);
                }
            }
            (Some("entrench"), [name]) => {
                let side = if name.starts_with("us") { Side::Us } else { Side::Cs };
                fight.works[side as usize][column(name)] = true;
            }
            (Some("post" | "reserve"), _) if matches!(step, Step::Deploy(_)) => {
                fight.placed.extend(fight.picked.take());
            }
            (Some(way @ ("post" | "reserve" | "engage" | "outflank")), place) if acts => {
                let mover = fight.picked.take().unwrap();
                fight.acted.insert(mover);
                if way == "outflank" {
                    self.outflank(&table, &now, &mut fight, mover, column(place[0]), taken);
                } else if now.engaged(mover) {
                    fight.charging.insert(mover);
                }
            }
            (Some("fire" | "melee" | "bombard" | "counter"), _) => {
                let id = taken.words.join(" ");
                let shooter = fight.picked.take().unwrap();
                fire(&table, &now, &mut fight, shooter, &id, taken);
            }
            (Some("hold"), _) => (fight.striking, fight.picked) = (false, None),
            _ => {}
        }
        morale(&table, &now, &mut fight, taken);
        self.fight = Some(fight);
    }
}

impl Battles {
    /// 6.3, 6.31, 6.33, 8.41: what a retreat costs.
    fn retreat(
        &mut self,
        table: &Table<'_>,
        now: &Table<'_>,
        fight: &mut Fight,
        step: Step,
        goer: Unit,
        to: Hex,
    ) {
        let side = table.world.unit(goer).side;
        let port = self.port(table, goer);
        let engaged = step == Step::Retreat && table.engaged(goer);
        let hostile = port == Some(to) || !self.moves.ground.friendly(&fight.began, side, to);
        let left = table.steps(goer).saturating_sub(u8::from(engaged) + u8::from(hostile));
        // What the battle's end brings may cost more only to those who stay.
        assert_eq!(now.steps(goer), left, "6.31, 6.33: {} to {to:?}, engaged {engaged}", table.id(goer));
        let gone = engaged && table.steps(goer) == 1;
        if port != Some(to) && !gone {
            let edge = table.ground.brink(fight.hex, to).unwrap().edge;
            *fight.retreated.entry(edge).or_default() += 1;
        }
        self.disrupted.insert(goer);
        if step == Step::Regroup {
            fight.goes = Some(true);
        }
    }

    /// 6.5, 6.9: a roll of 4, of 3 against entrenchments.
    fn outflank(
        &self,
        table: &Table<'_>,
        now: &Table<'_>,
        fight: &mut Fight,
        mover: Unit,
        column: usize,
        taken: &Taken<'_>,
    ) {
        let foe = table.world.unit(mover).side.other();
        let good = if fight.works[foe as usize][column] { 3 } else { 4 };
        let roll = taken.rolled.iter().find(|roll| roll.0 == "to outflank").unwrap().2[0];
        fight.outflanked[column] = true;
        if roll < good {
            assert_eq!(now.steps(mover), table.steps(mover) - 1, "6.5: it gets lost");
            return;
        }
        assert_eq!(now.place(mover), Some((foe, column as u8)));
        fight.charging.insert(mover);
        fight.striking = !now.shots(fight, mover).is_empty();
        fight.picked = fight.striking.then_some(mover);
    }
}

#[test]
fn s6_battles_go_as_the_text_says() {
    let names = ["small-war", "bobby-lee-lesson", "long-war", "bobby-lee-1863"];
    let met = "post reserve end-deploy entrench retreat end-retreat engage outflank fire melee bombard counter end-combat hit \
               bring fight-on withdraw end-regroup";
    games(&names, 8_000, met, Battles::new);
}
