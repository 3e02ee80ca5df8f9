//! §5.1: a stack on its way that can do nothing more has come to its end, and nobody is asked.

use muster_sdk::{Decisions, Resolution};

use crate::choice::Choice;
use crate::state::{Step, UsCivilWar};

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
}
