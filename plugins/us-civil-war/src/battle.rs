//! §11.1, §11.2, §11.5: battles: what meets in a space, and the sheet of a battle that is to be fought there.
//!
//! The attacker is the stack that is on its way ([`March`]): it stands in the space that it comes from and enters another, and its SPs
//! are not on the map. The defender is what the other side has in the space that is entered, those who intercepted among them.

use muster_sdk::{May, Why, ensure};
use serde::{Deserialize, Serialize};

use crate::charts::{Column, Result as Score};
use crate::stacks::joined_points;
use crate::state::{Escort, Ferried, March, UsCivilWar};
use crate::world::{Kind, Port, Side, Space, Way};

mod aftermath;
mod chances;
mod course;
mod fight;
mod sheet;

pub use chances::Chances;
pub(crate) use chances::sums;
pub(crate) use fight::printed;
pub use fight::{Fought, Verdict};
pub use sheet::{Cause, Line, Modifier, Sheet};

/// §11.5.1: SPs that can fight across a Navigable River.
pub const RIVER_LIMIT: u8 = 3;
/// §11.5.3: the same where the enemy controls it.
pub const ENEMY_RIVER_LIMIT: u8 = 1;
/// §11.1.2, §11.6.5: odds at which an enemy gives way without a battle.
const OVERWHELMING: u8 = 7;
/// §11.1.2: SPs that are as much against an enemy without any.
const AGAINST_NONE: u8 = 4;
/// §10.3.4: the Coastal Fort that can't be attacked from land.
const FORT_MORGAN: &str = "fort-morgan";

/// §11.1.2: whether SPs are seven to one against others; four are against none at all.
pub const fn is_overwhelming(sps: u8, against: u8) -> bool {
    if against == 0 { sps >= AGAINST_NONE } else { sps / OVERWHELMING >= against }
}

/// §5.11: whether an attacker had twice as many SPs as the defender; 1 is twice 0 (C81).
pub const fn is_twice(sps: u8, against: u8) -> bool {
    sps > 0 && sps / 2 >= against
}

/// What players have decided of a battle before the dice, and what has happened on the way to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// §11.5.1, C25: SPs that attack across a Navigable River, from 1 on; as many as can if it isn't said.
    pub crossing: Option<u8>,
    /// §18.3.2: the attacker has played a card for the battle.
    pub card: bool,
    /// §18.1, by side: whether it has Naval Support.
    pub support: [bool; 2],
    /// §9.3.3: the defender has tried to avoid battle and failed.
    pub caught: bool,
}

/// What happens where a stack enters a space, once all reactions are over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encounter {
    /// Nobody is there who fights: it moves in.
    Open,
    /// §11.1.2: Automatic Displacement.
    Overrun,
    /// §11.1.1
    Battle,
}

/// How a stack comes into a space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Approach<'a> {
    /// The hexside or link that it comes over; none from the water.
    pub(crate) way: Option<&'a Way>,
    /// §11.5, §10.3.4: whether that is like a Navigable River.
    pub(crate) over_water: bool,
    /// §11.5.1, §11.5.3: SPs that can fight.
    pub(crate) limit: Option<u8>,
}

impl March {
    /// Whether it goes by land, and not over water (§20.3).
    pub const fn goes_by_land(&self) -> bool {
        self.means.is_by_land()
    }

    /// §21.2.1, §21.11: whether Gunboats or Cottonclads lead it, which are Naval Units then.
    pub fn is_led(&self) -> bool {
        self.escort == Escort::Gunboats
    }

    /// §5.1.2: whether it has gone anywhere, called others in, dug or placed a marker: whoever is dropped off from then on has moved.
    pub const fn has_moved(&self) -> bool {
        self.from.is_some() || self.moves < self.allowance
    }

    /// §7.5.1: SPs come to it with their Surrender Points (§13.6.5). Where it has none any more, whoever had crossed enemy waters is no
    /// longer with it (§5.8.3), nor are those who had such points.
    pub(crate) fn gain(&mut self, sps: u8, surrender: u8) {
        if self.sps == 0 {
            self.surrender = 0;
            if self.ferried == Ferried::Along {
                self.ferried = Ferried::Gone;
            }
        }
        self.surrender = joined_points((self.sps, self.surrender), (sps, surrender));
        self.sps += sps;
        self.lone &= sps == 0;
    }
}

impl UsCivilWar {
    /// Whether a side has something in a space that an enemy must fight (§11.1.1): SPs, Militia, a completed Fort, a Coastal Fort or a
    /// garrison (§17.2.4). Generals alone and an Entrenchment alone don't stop him.
    pub fn is_defended(&self, side: Side, space: Space) -> bool {
        self.projects(side, space) || (side == Side::Us && self.has_garrison(space))
    }

    /// The stack that is on its way and the space that it is about to enter.
    pub(crate) fn entry(&self) -> Option<(&March, Space)> {
        let march = self.march.as_deref()?;
        Some((march, march.entering?))
    }

    /// Whether movement or battle over a way is like crossing a Navigable River: over one, between a Coastal Fort and its port
    /// (§10.3.4), over the water that a railroad crosses at Galveston (§M1).
    pub fn is_over_water(&self, from: Space, way: &Way) -> bool {
        let fort = |space: Space| self.world.space(space).kind == Kind::CoastalFort;
        way.side.river.is_navigable() || way.side.bay || fort(from) || fort(way.to)
    }

    /// Who controls the water that a way leads over: between a Coastal Fort and its port whoever has it at the fort; at Galveston
    /// whoever has the town (§M1).
    pub fn water_of(&self, from: Space, way: &Way) -> Option<Side> {
        let kind = |space: Space| self.world.space(space).kind;
        let ends = [from, way.to];
        if !way.side.river.is_navigable() {
            if let Some(&fort) = ends.iter().find(|&&end| kind(end) == Kind::CoastalFort) {
                // What lies between it and its port has waters of its own, which a Fort in the port reaches into (H8).
                let strait = self.world.waters.of_edge(way.edge);
                return strait.map_or_else(|| self.naval().of_space(fort), |node| self.naval().of(node));
            }
            let port = *ends.iter().find(|&&end| self.world.space(end).port != Port::None)?;
            return self.controller(port);
        }
        self.naval().of_edge(way.edge)
    }

    /// §11.5, §20.5.2: how the stack that is on its way comes into a space. From the water nothing limits it further: its transport
    /// has, and it is no attack across a river.
    pub(crate) fn approach(&self, march: &March, to: Space) -> Approach<'_> {
        let way = self.world.way(march.at, to).filter(|_| march.goes_by_land());
        let over_water = way.is_some_and(|way| self.is_over_water(march.at, way));
        let enemy = |way: &Way| self.is_hostile_water(march.side, march.at, way, march.assisted);
        let limit =
            way.filter(|_| over_water).map(|way| if enemy(way) { ENEMY_RIVER_LIMIT } else { RIVER_LIMIT });
        Approach { way, over_water, limit }
    }

    /// §11.5.1: the most SPs of the stack that can fight where it enters; none if all can.
    pub fn crossing_limit(&self) -> Option<u8> {
        let (march, to) = self.entry()?;
        self.approach(march, to).limit.map(|limit| limit.min(march.sps))
    }

    /// Whether the stack that is on its way may enter this space by force: it has SPs, and Fort Morgan is attacked from the sea alone
    /// (§10.3.4).
    pub fn may_attack(&self, to: Space) -> May {
        let march = self.march.as_deref();
        self.may_attack_by(march.ok_or(Why { text: "No stack is on its way.", citation: "11.1.1" })?, to)
    }

    /// The same of any stack.
    pub(crate) fn may_attack_by(&self, march: &March, to: Space) -> May {
        ensure(march.sps > 0, "Generals without SPs don't attack.", "7.6")?;
        let info = self.world.space(to);
        let by_land = march.goes_by_land();
        let open = info.id != FORT_MORGAN || !by_land;
        ensure(open, "Fort Morgan can be attacked from the sea only.", "10.3.4")?;
        let way = self.world.way(march.at, to);
        ensure(!by_land || way.is_some(), "It isn't next to it.", "11.1.1")?;
        let barred = by_land && way.is_some_and(|way| way.side.is_barred());
        ensure(!barred, "Nobody crosses this hexside.", "5.7")
    }

    /// §11.1: what happens where the stack enters. Those who can't fight across a river don't count for the odds of seven to one (C80),
    /// so that there it never comes to that.
    pub fn encounter(&self) -> Encounter {
        let Some((march, to)) = self.entry() else { return Encounter::Open };
        let foe = march.side.other();
        if !self.is_defended(foe, to) {
            return Encounter::Open;
        }
        let able = march.sps.min(self.approach(march, to).limit.unwrap_or(march.sps));
        if is_overwhelming(able, self.sps(foe, to)) { Encounter::Overrun } else { Encounter::Battle }
    }

    /// §10.2.1, §10.3.2: whether the defender's losses are one less if he isn't beaten: those of units in a Fort, unless they were
    /// caught as they left it (§9.3.3).
    pub(crate) fn is_sheltered(&self, side: Side, at: Space, plan: Plan) -> bool {
        !plan.caught && self.fort(at).is_some_and(|(holder, _)| holder == side)
    }

    /// The column of a force on the Combat Results Table (§11.2.1), of foragers who are attacked one to the left (§13.2.1).
    pub(crate) fn column_of(sps: u8, forages: bool) -> Column {
        let column = Column::of(sps);
        if forages { column.shifted_left() } else { column }
    }

    /// §11.2.2: how a battle with these results ends.
    pub(crate) fn verdict(attack: Score, defense: Score) -> Verdict {
        match attack.cmp(&defense) {
            std::cmp::Ordering::Greater => Verdict::Won,
            std::cmp::Ordering::Equal => Verdict::Tied,
            std::cmp::Ordering::Less => Verdict::Lost,
        }
    }
}
