//! The battle board as it lies (6.2), with what units may do there, how they fire and what hits leave.

use std::collections::{BTreeMap, BTreeSet};

use bobby_lee::state::Line;
use bobby_lee::world::{Edge, Hex};
use bobby_lee::{BobbyLee, Kind, Side, Unit, World};

use crate::oracles::ground::{Blocks, Ground};

/// The positions of both sides, by column; left faces right.
pub const BOXES: [[&str; 3]; 2] =
    [["us-left", "us-center", "us-right"], ["cs-right", "cs-center", "cs-left"]];

/// A unit's fire: its choice, dice and firepower.
type Shot = (String, u8, u8);

/// What hits must have left: whose units, in which position, their steps and half-hits.
pub type Left = (Side, (Side, u8), Vec<(u8, bool)>);

/// What a battle leaves to remember beyond what lies on the table.
pub struct Fight {
    pub hex: Hex,
    pub attacker: Side,
    /// How everything stood when it began (2.7).
    pub began: Blocks,
    pub entered: BTreeSet<Edge>,
    pub bridges: BTreeSet<Edge>,
    /// Day, pair, night and whose battle turn it is.
    pub hour: (u8, u8, bool, Side),
    pub retreated: BTreeMap<Edge, u8>,
    pub reinforced: BTreeMap<Edge, u8>,
    pub works: [[bool; 3]; 2],
    pub outflanked: [bool; 3],
    pub acted: BTreeSet<Unit>,
    /// Who has failed his morale in the battle turn that begins.
    pub ran: BTreeSet<Unit>,
    pub placed: BTreeSet<Unit>,
    /// Guns that have fired at short range.
    pub spent: BTreeSet<Unit>,
    /// Who moved to engage, and where it still is.
    pub charging: BTreeSet<Unit>,
    pub striking: bool,
    pub picked: Option<Unit>,
    /// Whether the victor goes (or comes).
    pub goes: Option<bool>,
    /// After hits: whose units, where, and what must be left of them.
    pub left: Option<Left>,
}

/// The table as it lies: the game's blocks on the battle board.
pub struct Table<'a> {
    pub game: &'a BobbyLee,
    pub world: &'a World,
    pub ground: &'a Ground,
}

impl Table<'_> {
    pub fn fighting(&self, side: Side) -> impl Iterator<Item = Unit> + '_ {
        self.world.of_side(side).filter(|&unit| self.game.unit(unit).line != Line::None)
    }

    pub fn place(&self, unit: Unit) -> Option<(Side, u8)> {
        let side = self.world.unit(unit).side;
        match self.game.unit(unit).line {
            Line::Own(column) => Some((side, column)),
            Line::Foe(column) => Some((side.other(), column)),
            _ => None,
        }
    }

    pub fn there(&self, side: Side, place: (Side, u8)) -> Vec<Unit> {
        self.fighting(side).filter(|&unit| self.place(unit) == Some(place)).collect()
    }

    pub fn engaged(&self, unit: Unit) -> bool {
        let foe = self.world.unit(unit).side.other();
        self.place(unit).is_some_and(|place| !self.there(foe, place).is_empty())
    }

    pub fn steps(&self, unit: Unit) -> u8 {
        self.game.unit(unit).strength
    }

    pub fn id(&self, unit: Unit) -> &str {
        &self.world.unit(unit).id
    }

    pub fn columns(&self, fight: &Fight) -> std::ops::Range<u8> {
        if self.ground.at(fight.hex).is("fortress") { 1..2 } else { 0..3 }
    }

    pub fn woods(&self, fight: &Fight) -> bool {
        self.ground.at(fight.hex).is("woods")
    }

    /// 6.6 to 6.66: every fire that a unit has.
    pub fn shots(&self, fight: &Fight, unit: Unit) -> Vec<Shot> {
        let info = self.world.unit(unit);
        let Some(place) = self.place(unit) else { return Vec::new() };
        let (own, foe) = (place.0 == info.side, info.side.other());
        let (woods, engaged) = (self.woods(fight), self.engaged(unit));
        let guns = info.kind == Kind::Artillery;
        let bonus = u8::from(woods && own);
        let mut shots = Vec::new();
        let mut shoot = |name: String, at: (Side, u8), firepower: u8| {
            let behind_works = at.0 == foe && fight.works[foe as usize][usize::from(at.1)];
            let dice = self.steps(unit) - u8::from(behind_works);
            if dice > 0 && firepower > 0 {
                shots.push((name, dice, firepower));
            }
        };
        let batteries = |at: (Side, u8)| -> Vec<Unit> {
            let artillery =
                |&one: &Unit| self.world.unit(one).kind == Kind::Artillery && self.game.knows(None, one);
            self.there(foe, at).into_iter().filter(artillery).collect()
        };
        if engaged {
            let fresh = !fight.spent.contains(&unit) && !fight.charging.contains(&unit);
            let firepower = match info.kind {
                Kind::Infantry => 2 + bonus,
                Kind::Garrison | Kind::Cavalry => 1,
                Kind::Artillery => (if fresh { 3 } else { 1 }) - u8::from(woods),
                Kind::Leader | Kind::Supreme => info.firepower,
            };
            shoot("fire".to_owned(), place, firepower);
            let walls = self.ground.at(fight.hex).is("fortress") && place.0 != fight.attacker;
            if info.kind == Kind::Infantry && !walls {
                shoot("melee".to_owned(), place, 3 + bonus);
            }
            if !own {
                batteries(place)
                    .iter()
                    .for_each(|&one| shoot(format!("counter {}", self.id(one)), place, firepower));
            }
        } else if guns && own {
            let opposite = (foe, place.1);
            if !self.there(foe, opposite).is_empty() && self.there(info.side, opposite).is_empty() && !woods {
                shoot("bombard".to_owned(), opposite, 1);
                batteries(opposite)
                    .iter()
                    .for_each(|&one| shoot(format!("counter {}", self.id(one)), opposite, 1));
            }
        }
        shots
    }

    /// 6.5: every battle move that a unit has.
    pub fn battle_moves(&self, fight: &Fight, unit: Unit) -> Vec<String> {
        let info = self.world.unit(unit);
        let [own, foe] = [info.side, info.side.other()].map(|side| BOXES[side as usize]);
        match self.game.unit(unit).line {
            Line::None => Vec::new(),
            Line::Own(_) if self.engaged(unit) => vec!["reserve".to_owned()],
            Line::Own(column) => vec!["reserve".to_owned(), format!("engage {}", foe[usize::from(column)])],
            Line::Foe(column) => vec![format!("post {}", own[usize::from(column)])],
            Line::Reserve => {
                let columns = self.columns(fight);
                let mut moves: Vec<String> =
                    columns.clone().map(|column| format!("post {}", own[usize::from(column)])).collect();
                let rides = matches!(info.kind, Kind::Infantry | Kind::Cavalry);
                for column in [0, 2].into_iter().filter(|column| rides && columns.contains(column)) {
                    let flank = (info.side.other(), column);
                    let both =
                        !self.there(info.side, flank).is_empty() && !self.there(flank.0, flank).is_empty();
                    if both && !fight.outflanked[usize::from(column)] {
                        moves.push(format!("outflank {}", foe[usize::from(column)]));
                    }
                }
                moves
            }
        }
    }

    /// 6.63, 6.65: what so many hits leave of the units in a position, the strongest first; a half-hit is completed first.
    pub fn after_hits(&self, fight: &Fight, side: Side, place: (Side, u8), hits: usize) -> Vec<(u8, bool)> {
        let walls = self.ground.at(fight.hex).is("fortress") && side != fight.attacker && place.0 == side;
        let mut units: Vec<(u8, bool)> =
            self.there(side, place).iter().map(|&one| (self.steps(one), self.game.unit(one).half)).collect();
        for _ in 0..hits {
            let half = units.iter().position(|one| one.1);
            let most = units.iter().map(|one| one.0).max();
            let Some(at) = half.or_else(|| units.iter().position(|one| Some(one.0) == most)) else { break };
            if walls && !units[at].1 {
                units[at].1 = true;
            } else if units[at].0 == 1 {
                units.remove(at);
            } else {
                units[at] = (units[at].0 - 1, units[at].1 && !walls);
            }
        }
        units.sort_unstable();
        units
    }
}
