//! §4.22: free deployment. Each side exchanges units between its places, in secret, before the first bid.

use muster_contract::EventKind;
use muster_sdk::{Decisions, Resolution};

use crate::choice::Choice;
use crate::state::{At, BobbyLee};
use crate::world::{Side, Unit};

impl BobbyLee {
    /// Whether a unit has its place: with each exchange its first unit has, so that every order can be reached.
    pub(crate) fn is_placed(&self, side: Side, unit: Unit) -> bool {
        self.exchanges[side as usize].iter().any(|&(placed, _)| placed == unit)
    }

    /// Where a unit will stand after the exchanges that its side has planned.
    pub(crate) fn planned_place(&self, side: Side, unit: Unit) -> At {
        let exchanges = self.exchanges[side as usize].iter().rev();
        let stands = exchanges.fold(unit, |stands, &(one, two)| match stands {
            _ if stands == one => two,
            _ if stands == two => one,
            _ => stands,
        });
        self.unit(stands).at
    }

    /// With whom a unit can change places.
    pub(crate) fn partners(&self, one: Unit) -> impl Iterator<Item = Unit> {
        let (info, side) = (self.world.unit(one), self.world.unit(one).side);
        // Like for like changes nothing.
        let alike = move |two: Unit| {
            self.world.unit(two).kind == info.kind
                && !info.kind.leads()
                && self.unit(one).strength == self.unit(two).strength
        };
        let at = self.planned_place(side, one);
        let free = move |two: &Unit| {
            !self.is_placed(side, *two) && self.planned_place(side, *two) != at && !alike(*two)
        };
        let placed = self.is_placed(side, one);
        self.on_map(side).filter(move |_| !placed).filter(free)
    }

    pub(crate) fn list_exchanges(&self, side: Side, list: &mut Decisions<Choice>) {
        for one in self.on_map(side) {
            list.extend(self.partners(one).map(|two| Choice::Exchange(one, two)));
        }
        list.push(Choice::Done);
    }

    pub(crate) fn take_exchange(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        if let Choice::Exchange(one, two) = choice {
            self.exchanges[side as usize].push((one, two));
            self.log_to_side(side, "4.22", resolution, |game| {
                let [one, two] = [one, two].map(|unit| &game.world.unit(unit).name);
                format!("{one} and {two} change places.")
            });
        } else {
            self.done[side as usize] = true;
        }
        if self.done != [true; 2] {
            return;
        }
        resolution.announce(EventKind::Revealed, "4.22", || "Both sides are deployed.".to_owned());
        for side in Side::ALL {
            for (one, two) in std::mem::take(&mut self.exchanges[side as usize]) {
                let (first, second) = (self.unit(one).at, self.unit(two).at);
                self.put(one, second);
                self.put(two, first);
            }
            // Nobody else can tell who changed with whom.
            for units in Self::stacks(self.placed(side)) {
                self.conceal(&units, resolution);
            }
        }
        self.done = [false; 2];
        self.begin_quarter(resolution);
    }
}
