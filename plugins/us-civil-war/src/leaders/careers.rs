//! §16.2 to §16.6: the events of the Turn Record Track.

use muster_sdk::Resolution;

use crate::state::{Post, Step, UsCivilWar};
use crate::world::{Career, CareerEvent, General, Side, Space, Theater};

impl UsCivilWar {
    /// The events of this turn that a side hasn't carried out and that still mean something, with their bits.
    fn pending(&self, side: Side, done: u64) -> impl Iterator<Item = (u64, CareerEvent)> + '_ {
        let numbered =
            (0u32..).zip(self.world.events_of(self.turn)).map(|(bit, event)| (1u64 << bit, *event));
        numbered.filter(move |(bit, event)| {
            done & bit == 0 && self.world.general(event.general).side == side && self.is_live(event)
        })
    }

    /// Whether an event can still happen: who arrives isn't in play, who returns is Unassigned, all others are in play; a transfer has
    /// somewhere to lead.
    fn is_live(&self, event: &CareerEvent) -> bool {
        let post = self.officers[event.general].post;
        let in_play = matches!(post, Post::Map(_) | Post::Displaced(..));
        match event.what {
            Career::Arrive => post == Post::Waiting,
            Career::Return => post == Post::Unassigned,
            Career::Transfer => !self.free_transfer_places(event.general).is_empty(),
            Career::Promote | Career::Demote | Career::Remove | Career::Unassign => in_play,
        }
    }

    /// C94: the events that can be carried out now: those that wait for no other. If all wait for one another, none does.
    pub(super) fn open_events(&self, side: Side, done: u64) -> impl Iterator<Item = (u64, CareerEvent)> + '_ {
        let all: Vec<(u64, CareerEvent)> = self.pending(side, done).collect();
        let waits = |event: &CareerEvent| all.iter().any(|(_, other)| precedes(other, event));
        let open: Vec<(u64, CareerEvent)> = all.iter().filter(|(_, event)| !waits(event)).copied().collect();
        if open.is_empty() { all } else { open }.into_iter()
    }

    /// Whether a general's event hasn't been carried out and still means something.
    pub(crate) fn pending_for(&self, side: Side, done: u64, general: General) -> bool {
        self.pending(side, done).any(|(_, event)| event.general == general)
    }

    /// Whether a side has events that it may not leave undone (§S0: those that are optional; §16.6: transfers).
    pub(super) fn must_manage(&self, side: Side, done: u64) -> bool {
        self.to_manage(side, done).next().is_some()
    }

    /// The generals of those events, in the order of the turn.
    pub(crate) fn to_manage(&self, side: Side, done: u64) -> impl Iterator<Item = General> + '_ {
        let due = self.pending(side, done);
        let due = due.filter(|(_, event)| !event.optional && event.what != Career::Transfer);
        due.map(|(_, event)| event.general)
    }

    /// What a general's event of this turn is called on its button; `{}` stands for him.
    pub(crate) fn career_label(&self, general: General) -> &'static str {
        let event = self.world.events_of(self.turn).find(|event| event.general == general);
        match event.map(|event| event.what) {
            Some(Career::Arrive) => "{} arrives",
            Some(Career::Promote) => "promote {}",
            Some(Career::Demote) => "demote {}",
            Some(Career::Remove) => "{} leaves",
            Some(Career::Unassign) => "{} is without a command",
            Some(Career::Return) => "{} returns",
            Some(Career::Transfer) | None => "{} may be transferred",
        }
    }

    /// Carries out a general's event.
    pub(super) fn manage(&mut self, side: Side, general: General, resolution: &mut Resolution<'_>) {
        let Step::Manage { done, .. } = self.frames.step() else { return };
        let Some((bit, event)) = self.open_events(side, done).find(|(_, event)| event.general == general)
        else {
            return;
        };
        self.carry_out(bit, &event, resolution);
        if !matches!(self.frames.step(), Step::Arrival(..)) {
            self.ask_for_transfer(general, resolution);
        }
    }

    /// §16.6: a general's event is done, and his free transfer follows if he has one.
    pub(super) fn ask_for_transfer(&mut self, general: General, resolution: &mut Resolution<'_>) {
        if self.free_transfer_places(general).is_empty() {
            self.settle_management(resolution);
        } else {
            self.frames.call(Step::FreeTransfer(general));
        }
    }

    fn carry_out(&mut self, bit: u64, event: &CareerEvent, resolution: &mut Resolution<'_>) {
        if let Step::Manage { done, .. } = self.frames.step_mut() {
            *done |= bit;
        }
        let general = event.general;
        if let Some(stars) = event.stars {
            self.officers[general].stars = stars;
        }
        let world = self.world.clone();
        let name = &world.general(general).name;
        match event.what {
            Career::Arrive | Career::Return => {
                if !self.replace(event, resolution) {
                    self.come_into_play(general, event.theater, resolution);
                }
            }
            Career::Promote | Career::Demote => {
                let (section, verb) = match event.what {
                    Career::Promote => ("16.3.1", "promoted"),
                    _ => ("16.3.2", "demoted"),
                };
                let stars = self.officers[general].stars;
                let counted = if stars == 1 { "1 star".to_owned() } else { format!("{stars} stars") };
                resolution.say(section, || format!("{name} is {verb} and has {counted}."));
                self.note_rank(general);
                self.replace(event, resolution);
            }
            Career::Remove => self.take_away(general, Post::Gone, "16.4", "leaves the game", resolution),
            Career::Unassign => {
                self.take_away(general, Post::Unassigned, "16.5.2", "is without a command", resolution);
            }
            Career::Transfer => {}
        }
    }

    fn take_away(
        &mut self,
        general: General,
        post: Post,
        section: &str,
        what: &str,
        resolution: &mut Resolution<'_>,
    ) {
        let side = self.world.general(general).side;
        let officer = &mut self.officers[general];
        let before = officer.post;
        (officer.post, officer.leads) = (post, false);
        if let Post::Map(left) = before {
            self.note_left(side, left);
        }
        let name = &self.world.general(general).name;
        resolution.say(section, || format!("{name} {what}."));
    }

    /// §16.2, §16.4: whoever replaces another goes where he is, though he be Isolated or in the Displaced Box. Says whether there was
    /// anybody in play to replace.
    fn replace(&mut self, event: &CareerEvent, resolution: &mut Resolution<'_>) -> bool {
        let Some(other) = event.replaces else { return false };
        let name = self.world.general(other).name.clone();
        match self.officers[other].post {
            Post::Map(at) => {
                self.post(event.general, at, "16.4", resolution);
                // Whoever is replaced leaves, and has nothing to say any more.
                self.rivals.retain(|pair| !pair.contains(&other));
            }
            Post::Displaced(theater, _) => {
                self.put_in_box(event.general, theater, resolution);
            }
            _ => return false,
        }
        let who = &self.world.general(event.general).name;
        resolution.say("16.4", || format!("{who} replaces {name}."));
        true
    }

    /// §16.2: a general arrives in a theater; in its Displaced Box if he has no place there. The track leaves the theater out only where
    /// he replaces somebody; if that one isn't in play, it is the East.
    fn come_into_play(
        &mut self,
        general: General,
        theater: Option<Theater>,
        resolution: &mut Resolution<'_>,
    ) {
        let theater = theater.unwrap_or(Theater::East);
        let places: Vec<Space> = self.arrival_places(general, theater).collect();
        match places[..] {
            [] => self.put_in_box(general, theater, resolution),
            [at] => self.post(general, at, "16.2", resolution),
            _ => self.frames.call(Step::Arrival(general, theater)),
        }
    }

    fn put_in_box(&mut self, general: General, theater: Theater, resolution: &mut Resolution<'_>) {
        let officer = &mut self.officers[general];
        (officer.post, officer.leads) = (Post::Displaced(theater, 0), false);
        let name = &self.world.general(general).name;
        resolution.say("16.2", || format!("{name} comes to the Displaced Box of {}.", theater.name()));
    }

    /// §16.6: where a general's free transfer of this turn can lead: to those with whom he shares a box of the track, or anywhere legal
    /// if he shares none. Whoever isn't on the map has none.
    pub(super) fn free_transfer_places(&self, general: General) -> Vec<Space> {
        let side = self.world.general(general).side;
        let mut events = self.world.events_of(self.turn);
        let event = events.find(|event| event.general == general && event.free_transfer);
        let posted = matches!(self.officers[general].post, Post::Map(_));
        let Some(event) = event.filter(|_| posted) else { return Vec::new() };
        let legal = |at: &Space| self.may_transfer_to(side, general, *at).is_ok();
        if event.shared == 0 {
            return self.laid().map(|(at, _)| at).filter(legal).collect();
        }
        let partners = self.world.events_of(self.turn).filter(|other| shares_box(other, event));
        let posts = partners.filter_map(|other| match self.officers[other.general].post {
            Post::Map(at) => Some(at),
            _ => None,
        });
        posts.filter(legal).collect()
    }

    /// §S0: whoever has been transferred to a general who may stay takes his place: that one leaves.
    pub(super) fn relieve_partners(&mut self, side: Side, general: General, resolution: &mut Resolution<'_>) {
        let Step::Manage { done, .. } = self.frames.step() else { return };
        let world = self.world.clone();
        let Some(event) = world.events_of(self.turn).find(|event| event.general == general) else { return };
        let partners: Vec<(u64, CareerEvent)> = self
            .pending(side, done)
            .filter(|(_, other)| other.optional && other.what == Career::Remove && shares_box(other, event))
            .collect();
        for (bit, other) in partners {
            self.carry_out(bit, &other, resolution);
        }
    }
}

/// Whether two events stand in one box of the track.
fn shares_box(one: &CareerEvent, other: &CareerEvent) -> bool {
    one.shared != 0 && one.shared == other.shared && one.general != other.general
}

/// Whether one event must come before another: its general replaces that one's, or may be transferred to him, who leaves.
fn precedes(first: &CareerEvent, then: &CareerEvent) -> bool {
    let leaves = matches!(then.what, Career::Remove | Career::Unassign);
    first.replaces == Some(then.general) || (first.free_transfer && leaves && shares_box(first, then))
}
