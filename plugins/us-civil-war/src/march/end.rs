//! §5.1: a stack on its way that can do nothing more has come to its end, and nobody is asked; §8.2: cavalry turns back.

use muster_contract::EventKind;
use muster_sdk::{Decisions, May, Resolution, ensure};

use crate::choice::Choice;
use crate::state::{Escort, Step, UsCivilWar};

impl UsCivilWar {
    /// Ends the march on which nothing is left to decide.
    pub(crate) fn settle_march(&mut self, resolution: &mut Resolution<'_>) {
        if self.frames.step() == Step::March && self.is_at_its_end() {
            self.halt(resolution);
        }
    }

    /// Whether all that the stack could still do where it stands changes nothing. What is dropped off where the others end too
    /// stands there all the same.
    fn is_at_its_end(&self) -> bool {
        let Some(march) = self.march.as_deref() else { return false };
        // Who has not set out may be called back; from ships somebody may be dropped off so that the others sail on (20.3.1).
        if march.from.is_none() || !march.goes_by_land() {
            return false;
        }
        let spent = march.moves == 0;
        // Listing all choices takes long: a stack that has MPs and can be parted has one besides.
        if !spent && march.sps > u8::from(march.commander.is_none()) {
            return false;
        }
        // Whether somebody is asked depends on how many cards he holds, which everybody sees, and not on which (C74).
        if !spent && self.may_be_assisted().is_ok() && self.hand(march.side) > 0 {
            return false;
        }
        let mut list = Decisions::default();
        list.open(0, "march");
        self.list_march(march.side, &mut list);
        let idle = |choice: &Choice| match choice {
            Choice::Halt | Choice::Assist(_) => true,
            Choice::Drop(_) | Choice::Leave(_) => spent,
            _ => false,
        };
        self.may_halt().is_ok() && list.of_seat(0).all(idle)
    }

    /// §8.2: whether the stack that was intercepted may decline the battle by going back to where it stands, which ends its
    /// activation. That is for stacks with a Cavalry General, or one with intrinsic cavalry (§8.6).
    pub fn may_back_up(&self) -> May {
        let rides = self.marching_generals().any(|general| self.rating(general).rides());
        ensure(rides, "Only a stack with cavalry backs up.", "8.2")
    }

    /// §8.2: it does; it stands where it stood before this space, a zone or not (C15).
    pub fn back_up(&mut self, resolution: &mut Resolution<'_>) {
        let Some((march, to)) = self.entry() else { return };
        let side = march.side;
        // A Coastal Fort where ships have dropped off as many as it holds has no room for the others (§10.3.2).
        let at = if march.sps > self.room(side, march.at) { march.origin } else { march.at };
        self.announce_at(resolution, EventKind::Text, to, "8.2", || {
            format!("The {} cavalry turns back before {}.", side.name(), self.called(to))
        });
        let carried = march.escort == Escort::Ships;
        self.strike_flag(at, resolution);
        self.set_down_march(at, resolution);
        if carried {
            self.sail_home(at, resolution);
        }
    }
}
