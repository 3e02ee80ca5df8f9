//! §21.10.4: Naval Batteries go by the Rail Movement Bonus and by Naval Transport, as an SP does.

use std::cell::OnceCell;

use muster_sdk::{Decisions, May, Resolution, ensure};

use super::Order;
use crate::charts::Card;
use crate::choice::{Choice, Pay};
use crate::march::{BY_RAIL, RAIL_SPS};
use crate::state::{FleetStep, Means, Step, UsCivilWar};
use crate::world::{Side, Space, Way};

impl UsCivilWar {
    /// §21.10.4, §5.4.2, §20.3: whether a Naval Battery of a space can go so at all.
    pub fn may_haul(&self, from: Space, means: Means) -> May {
        ensure(self.batteries_in(from) > 0, "No Naval Battery is there.", "21.10.4")?;
        match means {
            Means::Rail => {
                let room = self.rail_sps < RAIL_SPS;
                ensure(room, "2 SPs go by the Rail Movement Bonus in an Action Phase.", "5.4.2")?;
                let starts = self.starts_by_rail(Side::Cs, from);
                ensure(starts, "It doesn't start on a railroad that you control.", "5.4.2")
            }
            _ => {
                let ships = self.capacity(Side::Cs) > 0;
                ensure(ships, "There is no Naval Transport on the first turn.", "S1.3")
            }
        }
    }

    /// §21.10.4: where it can go so: to where Naval Batteries stand, by rail or by ship.
    fn hauls(&self, from: Space, means: Means) -> Vec<Space> {
        let mut reached = match means {
            Means::Rail => self.railheads(from),
            _ => self.landfalls(Side::Cs, from, means, false).open,
        };
        reached.retain(|&to| to != from && self.may_emplace(to).is_ok());
        reached
    }

    /// §5.4.2: what is reached from a space by the Rail Movement Bonus of an SP.
    fn railheads(&self, from: Space) -> Vec<Space> {
        let rest = |at: Space, way: &Way, left: u8| {
            let open = self.goes_by_rail(Side::Cs, at, way) && self.may_cross(Side::Cs, at, way).is_ok();
            let safe = !self.is_exposed(Side::Cs, way.to) || self.sps(Side::Cs, way.to) > 0;
            left.checked_sub(self.rail_cost(way)).filter(|_| open && safe)
        };
        let mut reached = Vec::new();
        self.comes_to(from, BY_RAIL, rest, |to| {
            reached.push(to);
            false
        });
        reached.sort_unstable();
        reached.dedup();
        reached
    }

    /// Why a Naval Battery of a space can't go so to another.
    pub(super) fn may_haul_to(&self, from: Space, means: Means, at: Space) -> May {
        self.may_emplace(at)?;
        let text = if means == Means::Rail {
            "No railroad of yours leads there within 10 Movement Points."
        } else {
            "Ships don't get there."
        };
        ensure(self.hauls(from, means).contains(&at), text, "21.10.4")
    }

    pub(super) fn list_haulage(&self, from: Space, list: &mut Decisions<Choice>) {
        for means in [Means::Rail, Means::River] {
            // The same for whatever pays, and asked only of what is sought.
            let leads = OnceCell::new();
            let leads = || {
                *leads
                    .get_or_init(|| self.may_haul(from, means).is_ok() && !self.hauls(from, means).is_empty())
            };
            let naval = Some(Pay::Card(Card::Naval)).filter(|_| means == Means::River);
            let naval = naval.filter(|_| self.holds_card(Side::Cs, Card::Naval) > 0);
            for pay in self.payments(from).chain(naval) {
                list.push_when(Choice::Naval(Order::Haul(from, means, pay)), leads);
            }
        }
    }

    pub(super) fn haul(&mut self, from: Space, means: Means, pay: Pay, resolution: &mut Resolution<'_>) {
        self.pay(from, pay, resolution);
        self.frames.call(Step::Fleet(FleetStep::Hauling(from, means)));
    }

    pub(super) fn list_hauls(&self, from: Space, means: Means, list: &mut Decisions<Choice>) {
        list.extend(self.hauls(from, means).into_iter().map(|at| Choice::Naval(Order::Emplace(at))));
    }

    /// §21.10.4: it goes, and counts as an SP that does.
    pub(super) fn take_haul(
        &mut self,
        (from, means): (Space, Means),
        to: Space,
        resolution: &mut Resolution<'_>,
    ) {
        if means == Means::Rail {
            self.rail_sps += 1;
        }
        self.take_site(from, to, resolution);
    }
}
