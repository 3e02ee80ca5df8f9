//! §4.2 b, §13.2: the Supply Segment: Foraging markers and Attrition.

use muster_contract::EventKind;
use muster_sdk::{Decisions, Resolution};

use crate::charts::{self, ATTRITION_DEMORALIZED, ATTRITION_MOUNTAIN_OR_MARSH, ATTRITION_WOODS};
use crate::choice::Choice;
use crate::state::{Step, UsCivilWar};
use crate::units::{counted, verb};
use crate::world::{General, Side, Space, Terrain};

impl UsCivilWar {
    /// §4.2 b: the phasing player's Supply Segment: markers first, then Attrition stack by stack (C75).
    pub(crate) fn begin_supply_segment(&mut self, resolution: &mut Resolution<'_>) {
        let side = self.phasing;
        if self.clear_anchorages(resolution) {
            return;
        }
        self.enter(Step::Attrition, resolution);
        self.mark_foragers(side, resolution);
        let foragers: Vec<Space> = self.foragers(side).collect();
        for space in foragers {
            self.spot_mut(space).starving = true;
        }
        self.go_on_starving(resolution);
    }

    /// §13.2.1: stacks out of supply get a Foraging marker, the others lose theirs.
    fn mark_foragers(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        let own: Vec<(Space, bool)> = self
            .laid()
            .filter_map(|(space, spot)| {
                spot.force.filter(|force| force.side == side).map(|force| (space, force.foraging))
            })
            .collect();
        let changed: Vec<(Space, bool)> = own
            .into_iter()
            .map(|(space, before)| (space, before, self.is_out_of_supply(side, space)))
            .filter(|&(_, before, now)| before != now)
            .map(|(space, _, now)| (space, now))
            .collect();
        for (space, now) in changed {
            if let Some(force) = &mut self.spot_mut(space).force {
                force.foraging = now;
            }
            let what = if now { "is out of supply and forages" } else { "is in supply again" };
            self.announce_at(resolution, EventKind::Text, space, "13.2.1", || {
                format!("The {} stack in {} {what}.", side.name(), self.called(space))
            });
        }
    }

    /// §13.1.1: whether what a side has in a space is out of supply.
    pub fn is_out_of_supply(&self, side: Side, space: Space) -> bool {
        let supply = self.supply(side);
        !supply.is_full(space) && !supply.has_loc(space)
    }

    fn foragers(&self, side: Side) -> impl Iterator<Item = Space> + '_ {
        self.laid()
            .filter(move |(_, spot)| spot.force.is_some_and(|force| force.side == side && force.foraging))
            .map(|(space, _)| space)
    }

    /// The stacks that still suffer Attrition in this segment.
    pub(crate) fn starving(&self) -> impl Iterator<Item = Space> + '_ {
        self.laid().filter(|(_, spot)| spot.starving).map(|(space, _)| space)
    }

    /// §18.1, §13.6.1: where Militia or generals of a side stand by themselves, out of supply, and must check for Surrender.
    fn besieged(&self, side: Side) -> Vec<Space> {
        let generals = self.posted(side).map(|(_, at)| at);
        let militia = self.laid().map(|(at, _)| at).filter(|&at| self.militia_in(side, at).is_some());
        let bare = |&at: &Space| self.sps(side, at) == 0 && !self.spot(at).spared;
        let mut found: Vec<Space> =
            generals.chain(militia).filter(bare).filter(|&at| self.is_out_of_supply(side, at)).collect();
        if !found.is_empty() {
            let groups = self.isolation(side).groups;
            let checked =
                |at: &Space| groups.iter().any(|group| !group.provided && group.spaces.contains(at));
            found.retain(checked);
            found.sort_unstable();
            found.dedup();
        }
        found
    }

    /// The next stack suffers, unless its owner holds cards: then he says in which order, and what a card spares. Whether he is asked
    /// depends on how many cards he holds, which everybody sees, and not on which (C74).
    fn go_on_starving(&mut self, resolution: &mut Resolution<'_>) {
        let side = self.phasing;
        let holds = self.hand(side) > 0;
        loop {
            let Some(first) = self.starving().next() else { break };
            if holds {
                return;
            }
            self.starve(first, resolution);
            if matches!(self.frames.step(), Step::Stranded(..)) {
                return;
            }
        }
        if !holds || self.besieged(side).is_empty() {
            self.begin_surrenders(resolution);
        }
    }

    pub(crate) fn list_attrition(&self, side: Side, list: &mut Decisions<Choice>) {
        let spared = |space: Space| self.cards_for(side, space).map(move |card| Choice::Spare(space, card));
        for space in self.starving() {
            list.push(Choice::Starve(space));
            list.extend(spared(space));
        }
        if self.starving().next().is_none() {
            list.extend(self.besieged(side).into_iter().flat_map(spared));
            list.push(Choice::NoSupplies);
        }
    }

    pub(crate) fn take_attrition(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        match choice {
            Choice::Spare(space, card) => {
                self.play_card(side, card, resolution);
                let spot = self.spot_mut(space);
                (spot.starving, spot.spared) = (false, true);
                self.announce_at(resolution, EventKind::Text, space, "18.1", || {
                    format!("It supplies the stack in {} for this phase.", self.called(space))
                });
            }
            Choice::Starve(space) => {
                self.starve(space, resolution);
                if matches!(self.frames.step(), Step::Stranded(..)) {
                    return;
                }
            }
            _ => return self.begin_surrenders(resolution),
        }
        self.go_on_starving(resolution);
    }

    /// §13.2.2: what is added to the die, the Commanding General's Attack Rating taken away (A1).
    pub fn attrition_modifier(&self, side: Side, space: Space) -> i8 {
        let commander = self.commander_in(side, space);
        let rating = commander.map_or(0, |general| self.rating(general).attack as i8);
        let shaken = self.spot(space).force.is_some_and(|force| force.demoralized);
        let terrain = match self.world.space(space).terrain {
            Terrain::Woods => ATTRITION_WOODS,
            Terrain::Mountain | Terrain::Marsh => ATTRITION_MOUNTAIN_OR_MARSH,
            _ => 0,
        };
        let season = charts::turn(self.turn).season.attrition();
        season + terrain - rating + if shaken { ATTRITION_DEMORALIZED } else { 0 }
    }

    /// §13.2.2: a stack loses SPs to the Displaced Box; its generals may stay without any (§7.6).
    fn starve(&mut self, space: Space, resolution: &mut Resolution<'_>) {
        let side = self.phasing;
        self.spot_mut(space).starving = false;
        let modifier = self.attrition_modifier(side, space);
        let reason = || format!("Attrition in {}, {modifier:+}", self.called(space));
        let face = resolution.roll_openly(1, 6, "13.2.2", |_| true, reason)[0];
        let lost = charts::attrition(self.sps(side, space), face as i8 + modifier);
        if lost == 0 {
            return;
        }
        self.take_off(side, space, lost);
        self.displace_sps(side, lost, space);
        self.announce_at(resolution, EventKind::Lost, space, "13.2.2", || {
            let are = verb(lost == 1, "is", "are");
            format!("{} of {} {are} displaced for want of supply.", counted(lost), self.called(space))
        });
        if self.sps(side, space) == 0 && self.generals_in(side, space).next().is_some() {
            self.frames.call(Step::Stranded(side, space));
        }
    }

    /// §13.2.2, §11.2.4, §7.6: generals whose last SP is gone stay or are displaced.
    pub(crate) fn take_stranded(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let Step::Stranded(_, space) = self.frames.step() else { return };
        let section = self.step_row().section;
        if choice == Choice::Displace(true) {
            let generals: Vec<General> = self.generals_in(side, space).collect();
            self.displace_generals(&generals, space, section, resolution);
        }
        self.frames.end();
        if self.frames.step() == Step::Attrition {
            self.go_on_starving(resolution);
        }
    }

    /// §13.6: Surrender group by group; then the phase is over.
    fn begin_surrenders(&mut self, resolution: &mut Resolution<'_>) {
        self.check_surrenders(self.phasing, resolution);
        self.check_coal(self.phasing, resolution);
        let spared: Vec<Space> =
            self.laid().filter(|(_, spot)| spot.spared).map(|(space, _)| space).collect();
        for space in spared {
            self.spot_mut(space).spared = false;
        }
        self.close_player_phase(resolution);
    }
}
