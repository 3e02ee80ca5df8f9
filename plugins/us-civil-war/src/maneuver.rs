//! §22.6: Maneuver Reaction, where a rule of the table allows it: who could intercept goes to a space next to the one that is entered
//! instead, and so keeps up with the enemy.
//!
//! Who may, and with which dice, is as for an Interception (§9.2, §9.4); what is different is where the stack goes. Those who maneuver
//! are named and roll together with those who intercept, each stack for one thing.

use muster_sdk::{May, Resolution, Why, ensure};

use crate::reaction::Reaction;
use crate::stacks::Detachment;
use crate::state::{Named, UsCivilWar};
use crate::world::{Side, Space, Way};

impl UsCivilWar {
    /// §22.6: whether a stack may try to maneuver: its zone reaches into the space that is entered, so that its General could
    /// intercept, and it may go where it was named for.
    ///
    /// # Errors
    ///
    /// Why not.
    pub fn may_maneuver(&self, Named { from, to }: Named) -> Result<Reaction, Why> {
        let (march, entered) =
            self.entry().ok_or(Why { text: "Nobody enters a space.", citation: "22.6" })?;
        ensure(march.maneuvers, "Nobody maneuvers in this game.", "22.6")?;
        let side = march.side.other();
        self.may_react(from, entered)?;
        let general = self.commander_in(side, from).is_some();
        ensure(general, "Only a stack with a General maneuvers.", "22.6")?;
        self.way_into(side, from, entered)?;
        let hexside = |way: &Way| self.world.atlas.edge_facing(way.edge, to).is_some();
        let contact = self.world.way(entered, to).is_some_and(hexside);
        ensure(contact, "It isn't next to the space that is entered.", "22.6")?;
        ensure(!self.is_base(march.side, to), "The enemy comes from there.", "22.6")?;
        self.way_round(side, from, to)?;
        let friends = self.has_units(side, to);
        ensure(self.sps(side, from) > 0 || friends, "Generals by themselves only join SPs.", "7.6")?;
        self.may_part(side, from, friends)?;
        Ok(self.weighed(Named { from, to }))
    }

    /// §22.6: the way to a space that a stack may maneuver to: one into which its zone reaches, as in an Interception, without any
    /// enemy, and in the zone of none who isn't the one on his way. How strong he is doesn't matter.
    fn way_round(&self, side: Side, from: Space, to: Space) -> May {
        let foe = side.other();
        let way = self.world.way(from, to);
        let way = way.ok_or(Why { text: "The stack isn't next to it.", citation: "22.6" })?;
        let crossed = self.zone_crosses(side, way);
        ensure(crossed, "Its Zone of Influence doesn't reach over that hexside.", "9.2.1")?;
        self.may_pass_ships(side, way.edge)?;
        self.may_be_in(side, to)?;
        let empty = !self.projects(foe, to) && self.generals_in(foe, to).next().is_none();
        ensure(empty, "Enemy units are there.", "22.6")?;
        ensure(
            self.zone_reaches(side, from, to),
            "The enemy controls that Objective or Resource Hex.",
            "9.1",
        )?;
        ensure(!self.is_in_zone(foe, to), "It is in the Zone of Influence of enemies who stand.", "22.6")
    }

    /// §22.6: all that may be tried, stack by stack in the order of the ways around the space that is entered.
    pub fn maneuvers(&self) -> Vec<(Named, Reaction)> {
        let Some((march, entered)) = self.entry().filter(|(march, _)| march.maneuvers) else {
            return Vec::new();
        };
        let around = || self.world.space(entered).ways.iter().map(|way| way.to);
        let led = |from: &Space| self.commander_in(march.side.other(), *from).is_some();
        let all = around().filter(led).flat_map(|from| around().map(move |to| Named { from, to }));
        all.filter_map(|named| Some((named, self.may_maneuver(named).ok()?))).collect()
    }

    /// §22.6: the dice of a maneuver that was named. Gives whether it succeeds.
    pub fn try_maneuver(
        &mut self,
        named: Named,
        reaction: Reaction,
        resolution: &mut Resolution<'_>,
    ) -> bool {
        let reaction = self.hook_interception(reaction, named.to, resolution);
        let what = || format!("Maneuver from {} to {}", self.called(named.from), self.called(named.to));
        Self::try_reaction(reaction, what, "22.6", resolution)
    }

    /// §22.6: a party whose maneuver has succeeded goes, before the other side's stack comes in. Who enters Kentucky with it is its
    /// invader, unless the stack is that it reacts to (C76).
    pub fn maneuver(&mut self, party: &Detachment, to: Space, resolution: &mut Resolution<'_>) {
        let Some((march, entered)) = self.entry() else { return };
        let side = march.side.other();
        self.keep_command(side, party.from);
        self.shift(side, party, to, "22.6", resolution);
        self.carry_momentum(side, party.from, to);
        self.note_left(side, party.from);
        if let Some(march) = self.march.as_deref_mut() {
            march.arrived.push(Detachment { from: to, ..party.clone() });
        }
        if self.world.space(to).kentucky {
            self.invade(side.other(), entered, resolution);
            self.invade(side, to, resolution);
        }
    }

    /// §22.6: what keeps the stacks that could maneuver from a space: of one next to it, else of any.
    pub(crate) fn may_maneuver_to(&self, to: Space) -> Result<Reaction, Why> {
        let nobody = Why { text: "No stack could intercept, and so none maneuvers.", citation: "22.6" };
        let Some((march, entered)) = self.entry() else { return Err(nobody) };
        let side = march.side.other();
        let able = |from: &Space| {
            let led = self.commander_in(side, *from).is_some();
            led && self.may_react(*from, entered).is_ok() && self.way_into(side, *from, entered).is_ok()
        };
        let mut all: Vec<Space> =
            self.world.space(entered).ways.iter().map(|way| way.to).filter(able).collect();
        all.sort_by_key(|&from| self.world.way(from, to).is_none());
        all.first().map_or(Err(nobody), |&from| self.may_maneuver(Named { from, to }))
    }
}
