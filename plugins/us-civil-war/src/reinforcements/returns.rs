//! §3.1 C, §14.6, §17.2: what comes back from the Displaced Boxes: SPs, Militia, then generals (C92), the Union's first.

use muster_sdk::{Decisions, Resolution};

use crate::choice::Choice;
use crate::state::{Intake, Post, Raised, Step, UsCivilWar};
use crate::world::{General, Militia, Side, Space, Theater};

impl UsCivilWar {
    /// §14.6: half of a side's SPs of each theater come back, the odd one stays.
    pub(crate) fn begin_returns(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        let left = self.displaced[side as usize].map(|sps| sps / 2);
        let (what, raised) = (Intake::Displaced, Raised::default());
        self.enter(Step::Intake { side, what, left, raised }, resolution);
        self.settle_intake(resolution);
    }

    /// §14.6: an SP has come back from the box of a theater, and one is lost for it.
    pub(super) fn pay_for_return(&mut self, side: Side, theater: usize) {
        let there = &mut self.displaced[side as usize][theater];
        *there = there.saturating_sub(2);
    }

    /// §17.2.3: a side's Militia that aren't on the map, displaced or not.
    pub(super) fn begin_militia(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        self.enter(Step::Militia(side), resolution);
        self.settle_militia(side, resolution);
    }

    /// §17.2.1, §17.1.2: where Militia of a side can come to from outside the map, if it isn't Isolated there.
    fn militia_returns(&self, side: Side) -> impl Iterator<Item = (Militia, Space)> + '_ {
        let own = self
            .world
            .militia
            .iter()
            .filter(move |&(militia, info)| info.side == side && self.militia_at(militia).is_none());
        own.flat_map(move |(militia, info)| {
            let home = self.world.places.key().filter(|&at| self.world.space(at).states.has(info.state));
            home.filter(move |&at| self.could_muster(side, at).is_ok()).map(move |at| (militia, at))
        })
    }

    pub(crate) fn list_militia_returns(&self, side: Side, list: &mut Decisions<Choice>) {
        for (militia, at) in self.militia_returns(side) {
            list.push_when(Choice::Muster(militia, at), || self.may_muster(side, at).is_ok());
        }
        list.push(Choice::EndMilitia);
    }

    pub(crate) fn take_militia_return(
        &mut self,
        side: Side,
        choice: Choice,
        resolution: &mut Resolution<'_>,
    ) {
        let Choice::Muster(militia, at) = choice else { return self.begin_recalls(side, resolution) };
        self.occupy(side, at, resolution);
        self.spot_mut(at).militia = Some(militia);
        let name = muster_sdk::capital(&self.world.militia[militia].name());
        resolution.say("17.2.3", || format!("{name} come to {}.", self.called(at)));
        self.settle_militia(side, resolution);
    }

    fn settle_militia(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        if !self.militia_returns(side).any(|(_, at)| self.may_muster(side, at).is_ok()) {
            self.begin_recalls(side, resolution);
        }
    }

    /// §14.6: a side's displaced generals, in the order of the roster.
    fn begin_recalls(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        self.recall_after(side, None, resolution);
    }

    /// §14.6, §8.7: the next displaced general after one, or what follows if there is none. Cavalry wait for a turn; so does whoever
    /// has no place (C92).
    fn recall_after(&mut self, side: Side, last: Option<General>, resolution: &mut Resolution<'_>) {
        let world = self.world.clone();
        for general in world.generals_of(side).filter(|&general| last.is_none_or(|last| general > last)) {
            let Post::Displaced(theater, delay) = self.officers[general].post else { continue };
            if delay > 0 {
                self.officers[general].post = Post::Displaced(theater, delay - 1);
            } else if self.places_in(side, theater).next().is_some() {
                return self.enter(Step::Recall(general), resolution);
            } else {
                let name = &world.general(general).label;
                resolution
                    .say("14.6", || format!("{name} waits in the Displaced Box of {}.", theater.name()));
            }
        }
        match side {
            Side::Us => self.return_leaders(resolution),
            Side::Cs => self.end_reinforcements(resolution),
        }
    }

    /// §14.6, §16.2: the spaces of a theater to which generals can come: with an SP of theirs that has a Line of Communication to a
    /// Primary Supply Source.
    pub(crate) fn places_in(&self, side: Side, theater: Theater) -> impl Iterator<Item = Space> + '_ {
        let manned = self.laid().map(|(at, _)| at).filter(move |&at| self.sps(side, at) > 0);
        let near = manned.filter(move |&at| self.world.space(at).theater == Some(theater));
        near.filter(move |&at| self.supply(side).reaches_primary(at))
    }

    pub(crate) fn list_recalls(&self, side: Side, list: &mut Decisions<Choice>) {
        let Step::Recall(general) = self.frames.step() else { return };
        let Post::Displaced(theater, _) = self.officers[general].post else { return };
        list.extend(self.places_in(side, theater).map(Choice::Post));
    }

    pub(crate) fn take_recall(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let (Choice::Post(at), Step::Recall(general)) = (choice, self.frames.step()) else { return };
        self.post(general, at, "14.6", resolution);
        self.recall_after(side, Some(general), resolution);
    }

    /// A general comes to a space; his owner says who commands of equals, there and where he comes from (§7.2.2, §7.8).
    pub(crate) fn post(
        &mut self,
        general: General,
        at: Space,
        section: &str,
        resolution: &mut Resolution<'_>,
    ) {
        let side = self.world.general(general).side;
        let standing = self.commander_in(side, at);
        let officer = &mut self.officers[general];
        let before = officer.post;
        (officer.post, officer.leads) = (Post::Map(at), false);
        self.note_rivals(standing, Some(general));
        if let Post::Map(left) = before {
            self.note_left(side, left);
        }
        let name = &self.world.general(general).label;
        resolution.say(section, || format!("{name} comes to {}.", self.called(at)));
    }
}
