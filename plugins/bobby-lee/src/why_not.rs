//! What keeps a unit, a hex or a box from being chosen in the decision that is open: what hangs on the stage, and else the reason
//! that the rule itself gives.

use muster_contract::{Line, Seat};
use muster_sdk::{May, Who, Why, ensure, line};

use crate::explain::Counted;
use crate::fire::Fire;
use crate::state::{BobbyLee, Line as Stands, Stage, Step};
use crate::world::{COLUMNS, Hex, Side, Unit};

impl BobbyLee {
    /// Why the seat decides nothing now, if it doesn't.
    pub(crate) fn why_not_now(&self, seat: Seat) -> Option<Line> {
        if self.ended.is_some() {
            return Some(line("The game is over.", "4"));
        }
        // Of a secret group nobody learns who has still to decide.
        match self.stage_row().who {
            Who::One(side) if side != self.side_of(seat) => {
                Some(line(format!("The {} player decides now.", side.name()), self.section()))
            }
            _ => None,
        }
    }

    /// Whether one of the seat's own units, or one that it sees, may be chosen.
    pub(crate) fn may_choose_unit(&self, seat: Seat, unit: Unit) -> May<Counted> {
        let (side, section) = (self.world.unit(unit).side, self.section());
        if side != self.side_of(seat) {
            ensure(self.stage == Stage::Battle(Step::Combat), "It isn't yours.", section)?;
            return Ok(self.may_single_out(self.picked, unit)?);
        }
        match self.stage {
            Stage::Activate => {
                self.may_activate(unit)?;
                ensure(false, "No more leaders than were bid are activated.", "1.1")?;
            }
            Stage::Move | Stage::LeaderMove => {
                let halted = self.march.is_none_or(|march| march.unit == unit);
                ensure(halted, "Another unit is on its way: let it halt first.", "5.3")?;
                self.is_no_other(unit, "5.3")?;
                self.may_move(unit, &self.commanded())?;
            }
            Stage::Battle(step) => self.may_be_chosen_in(step, unit)?,
            Stage::Deploy => self.may_be_exchanged(side, unit)?,
            Stage::Replacements | Stage::Surge => {
                ensure(!self.done[side as usize], "All that its side buys is planned.", "9.5")?;
                ensure(self.raised[side as usize].is_none(), "Say first where the cadre comes.", "9.52")?;
                self.may_grow(unit, self.points_left(side), &self.supply(side))?;
            }
            Stage::DraftCadres(..) => ensure(false, "A draft brings new cadres only.", "4.5")?,
            Stage::LeaderSupply(_) => self.may_feed(unit)?,
            Stage::Forage(_) => {
                ensure(false, "Its supply is settled: it has some, or has lost its step.", "9.4")?;
            }
            _ => {}
        }
        Ok(ensure(self.picked != Some(unit), "It has been picked.", section)?)
    }

    fn is_no_other(&self, unit: Unit, section: &'static str) -> May {
        let picked = self.picked.is_none_or(|picked| picked == unit);
        ensure(picked, "Another unit has been picked.", section)
    }

    /// The same in a step of a battle.
    fn may_be_chosen_in(&self, step: Step, unit: Unit) -> May {
        let (state, battle) = (self.unit(unit), self.fought());
        let outside = state.line == Stands::None;
        match step {
            Step::Regroup => {
                self.is_no_other(unit, "6.34")?;
                let here = self.hex_of(unit) == Some(battle.hex);
                return if here { self.may_leave(unit) } else { self.may_reinforce(unit) };
            }
            Step::Reinforce(_) if outside => return self.may_reinforce(unit),
            Step::Night(_) => return self.may_fight_on(unit),
            _ => ensure(!outside, "It isn't in this battle.", "6")?,
        }
        match step {
            Step::Deploy(_) => ensure(!state.acted, "It has its place.", "6.2")?,
            Step::Redeploy(_) => ensure(!state.acted, "It has moved, or come, in this night.", "6.81")?,
            Step::Combat => ensure(!state.acted, "It has moved or fired in this battle turn.", "6.6")?,
            _ => {}
        }
        self.is_no_other(unit, self.section())?;
        match step {
            Step::Combat if self.picked.is_some() => self.may_fire(unit),
            Step::Combat => ensure(false, "It can neither move nor fire.", "6.5"),
            Step::Retreat | Step::Flee(_) => self.may_retreat(unit),
            Step::Losses => {
                battle.hits.map_or(Ok(()), |hits| self.may_be_hit(&hits, unit))?;
                ensure(false, "The strongest unit takes the hit.", "6.63")
            }
            _ => Ok(()),
        }
    }

    /// §4.22: an exchange is chosen as a pair, so no unit is chosen by itself.
    fn may_be_exchanged(&self, side: Side, unit: Unit) -> May {
        ensure(!self.done[side as usize], "Its side is deployed.", "4.22")?;
        ensure(!self.is_placed(side, unit), "It has its place.", "4.22")?;
        let alone = self.partners(unit).next().is_none();
        ensure(alone, "It changes places with another: choose the exchange.", "4.22")?;
        ensure(false, "Nobody is left elsewhere with whom it could change places.", "4.22")
    }

    /// Whether the unit that was picked may fire in this way.
    pub(crate) fn may_choose_fire(&self, id: &str) -> May {
        let fire = match id {
            "fire" => Fire::Short,
            "melee" => Fire::Melee,
            "bombard" => Fire::Long,
            _ => return Ok(()),
        };
        let unit = self.picked.filter(|_| self.stage == Stage::Battle(Step::Combat));
        unit.map_or(Ok(()), |unit| {
            self.may_fire(unit)?;
            self.fire_strength(unit, fire).map(drop)
        })
    }

    /// Whether a hex may be chosen, mostly for the unit that was picked, or is on its way.
    pub(crate) fn may_choose_hex(&self, seat: Seat, hex: Hex) -> May<Counted> {
        let side = self.side_of(seat);
        if let Some(raised) = self.raised[side as usize] {
            return self.may_raise(side, raised, hex);
        }
        let waits = self.stage == Stage::ChooseBattle && self.is_contested(hex);
        ensure(!waits, "Skirmishes are fought before any battle.", "6.1")?;
        let unit = self.mover();
        match (self.stage, unit.filter(|&unit| self.world.unit(unit).side == side)) {
            (Stage::Move | Stage::LeaderMove, Some(unit)) => self.may_go(unit, hex),
            (Stage::Battle(Step::Retreat | Step::Flee(_) | Step::Regroup), Some(unit)) => {
                Ok(self.may_retreat_to(unit, hex)?)
            }
            _ => Ok(()),
        }
    }

    /// Whether a box of the battle board may be chosen.
    pub(crate) fn may_choose_box(&self, space: Hex) -> May {
        let Stage::Battle(step) = self.stage else { return Ok(()) };
        let found = Side::ALL.into_iter().find_map(|side| {
            let column = self.world.boxes[side as usize].iter().position(|&there| there == space)?;
            Some((side, u8::try_from(column).ok().filter(|&column| column < COLUMNS)))
        });
        let Some((whose, column)) = found else { return Ok(()) };
        let used = || column.map_or(Ok(()), |column| self.may_use(column));
        match (step, self.picked) {
            (Step::Deploy(side), picked) => {
                ensure(whose == side, "Units deploy in their own line.", "6.2")?;
                used()?;
                ensure(picked.is_some(), "Choose first which unit takes position.", "6.2")?;
                let text = "Those who are left are needed in the positions that are still empty.";
                ensure(false, text, "6.2")
            }
            (Step::Entrench(side), _) => {
                ensure(whose == side, "Entrenchments are dug in one's own line.", "6.9")?;
                used()?;
                let reserve = Why { text: "In reserve nobody digs in.", citation: "6.9" };
                self.may_entrench(side, column.ok_or(reserve)?)
            }
            (Step::Redeploy(side), picked) => {
                ensure(whose == side, "By night units stay in their own line.", "6.81")?;
                used()?;
                let first = Why { text: "Choose first which unit moves.", citation: "6.5" };
                let stands = self.unit(picked.ok_or(first)?).line;
                ensure(column.is_none_or(|column| stands != Stands::Own(column)), "It stands there.", "6.5")?;
                ensure(stands != Stands::Reserve, "It is in reserve.", "6.5")?;
                ensure(false, "Nobody moves sideways: from a position it goes into reserve.", "6.5")
            }
            (Step::Combat, Some(unit)) => {
                let own = whose == self.world.unit(unit).side;
                ensure(own || column.is_some(), "Nobody goes into the enemy's reserve.", "6.5")?;
                let to = if own { Stands::Own } else { Stands::Foe };
                self.may_shift(unit, column.map_or(Stands::Reserve, to))?;
                let moved = self.fought().striking;
                ensure(!moved, "It goes one step at a time, and can't go there now.", "6.5")
            }
            _ => Ok(()),
        }
    }
}
