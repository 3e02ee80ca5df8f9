//! §21.2.8: Naval Leaders: how they come, go, and come back.

use muster_sdk::{Decisions, Resolution};

use super::Order;
use crate::choice::Choice;
use crate::state::{Activity, Berth, Flag, FleetStep, Step, UsCivilWar};
use crate::supply::Level;
use crate::world::{NavalEvent, NavalLeader, Side, Theater};

impl UsCivilWar {
    /// Where a Naval Leader is with ships, if he is on the map.
    pub fn leader_at(&self, leader: NavalLeader) -> Option<Berth> {
        match self.fleets.leaders[leader].flag {
            Flag::At(berth) => Some(berth),
            _ => None,
        }
    }

    /// What is written on his counter.
    pub(crate) fn leader_label(&self, leader: NavalLeader) -> String {
        self.world.admiralty.as_ref().map(|all| all.leaders[leader].label.clone()).unwrap_or_default()
    }

    /// §21.2.8: Naval Leaders all of whose NSPs are gone are displaced (§14.6).
    pub(super) fn displace_stranded_leaders(&mut self, resolution: &mut Resolution<'_>) {
        for leader in self.fleets.leaders.all() {
            let Some(berth) = self.leader_at(leader) else { continue };
            if self.ships_in(Side::Us, berth).next().is_some() {
                continue;
            }
            let theater = self.theater_of(berth.space);
            self.fleets.leaders[leader].flag = Flag::Displaced(theater);
            self.fleets.leaders[leader].activity = Activity::Fresh;
            let name = self.leader_label(leader);
            resolution.say("21.2.8", || format!("{name} goes to the Displaced Box of {}.", theater.name()));
        }
    }

    /// §21.2.8: where a Naval Leader can come to in a theater: to NSPs that reach a port of the Union's in Limited or Full Supply.
    pub fn stations(&self, theater: Theater) -> Vec<Berth> {
        let near = |berth: &Berth| self.world.space(berth.space).theater == Some(theater);
        let fed = |berth: &Berth| self.coal(Side::Us, *berth) >= Level::Limited;
        self.berths_of(Side::Us).into_iter().filter(near).filter(fed).collect()
    }

    /// §3.3, §21.2.8: what the track has for Naval Leaders in this turn and that still means something. Whoever leaves waits for the one
    /// who replaces him.
    fn naval_events(&self) -> Vec<NavalEvent> {
        let Some(all) = &self.world.admiralty else { return Vec::new() };
        let live = |event: &&NavalEvent| {
            let flag = self.fleets.leaders[event.leader].flag;
            let due = match event.arrives {
                Some(_) => flag == Flag::Waiting,
                None => matches!(flag, Flag::At(_) | Flag::Displaced(_)),
            };
            event.turn == self.turn && due
        };
        let live: Vec<NavalEvent> = all.careers.iter().filter(live).copied().collect();
        let waits = |event: &NavalEvent| {
            event.arrives.is_none() && live.iter().any(|other| other.replaces == Some(event.leader))
        };
        live.iter().filter(|event| !waits(event)).copied().collect()
    }

    /// Whether a side's leader management has something to do with Naval Leaders.
    pub(crate) fn has_naval_events(&self, side: Side) -> bool {
        side == Side::Us && !self.naval_events().is_empty()
    }

    pub(crate) fn list_naval_events(&self, side: Side, list: &mut Decisions<Choice>) {
        if side == Side::Us {
            let leaders = self.naval_events().into_iter().map(|event| event.leader);
            list.extend(leaders.map(|leader| Choice::Naval(Order::Manage(leader))));
        }
    }

    /// What the track has for a Naval Leader in this turn; `{}` stands for him.
    pub(super) fn naval_event_label(&self, leader: NavalLeader) -> &'static str {
        let event = self.naval_events().into_iter().find(|event| event.leader == leader);
        match event.map(|event| event.arrives) {
            Some(None) => "{} leaves the game",
            _ => "{} arrives",
        }
    }

    /// §21.2.8: what the track has for a Naval Leader is carried out. Whoever replaces another comes where he is, in the Displaced Box too.
    pub(super) fn manage_leader(&mut self, leader: NavalLeader, resolution: &mut Resolution<'_>) {
        let Some(event) = self.naval_events().into_iter().find(|event| event.leader == leader) else {
            return;
        };
        let name = self.leader_label(leader);
        let Some(theater) = event.arrives else {
            self.fleets.leaders[leader].flag = Flag::Gone;
            return resolution.say("21.2.8", || format!("{name} leaves the game."));
        };
        let before = event.replaces.map(|other| self.fleets.leaders[other].flag);
        if let Some(flag @ (Flag::At(_) | Flag::Displaced(_))) = before {
            self.fleets.leaders[leader].flag = flag;
            let other = event.replaces.map(|other| self.leader_label(other)).unwrap_or_default();
            return resolution.say("21.2.8", || format!("{name} replaces {other}."));
        }
        match self.stations(theater)[..] {
            [] => {
                self.fleets.leaders[leader].flag = Flag::Displaced(theater);
                resolution
                    .say("21.2.8", || format!("{name} comes to the Displaced Box of {}.", theater.name()));
            }
            [berth] => self.station(leader, berth, resolution),
            _ => self.frames.call(Step::Fleet(FleetStep::Station(leader, theater))),
        }
    }

    fn station(&mut self, leader: NavalLeader, berth: Berth, resolution: &mut Resolution<'_>) {
        self.fleets.leaders[leader].flag = Flag::At(berth);
        let name = self.leader_label(leader);
        resolution.say("21.2.8", || format!("{name} comes to the ships in {}.", self.berth_name(berth)));
    }

    pub(super) fn list_stations(&self, theater: Theater, list: &mut Decisions<Choice>) {
        list.extend(self.stations(theater).into_iter().map(|berth| Choice::Naval(Order::Station(berth))));
    }

    /// He comes there; the phase goes on.
    pub(super) fn take_station(
        &mut self,
        leader: NavalLeader,
        berth: Berth,
        resolution: &mut Resolution<'_>,
    ) {
        self.station(leader, berth, resolution);
        self.frames.end();
        match self.frames.step() {
            Step::Manage { .. } => self.settle_management(resolution),
            _ => self.return_leaders(resolution),
        }
    }

    /// §21.2.8, §14.6: displaced Naval Leaders come back to NSPs of their theater; whoever finds none waits. Then the Confederacy's
    /// displaced follow.
    pub(crate) fn return_leaders(&mut self, resolution: &mut Resolution<'_>) {
        for leader in self.fleets.leaders.all() {
            let Flag::Displaced(theater) = self.fleets.leaders[leader].flag else { continue };
            match self.stations(theater)[..] {
                [] => {}
                [berth] => self.station(leader, berth, resolution),
                _ => return self.frames.call(Step::Fleet(FleetStep::Station(leader, theater))),
            }
        }
        self.begin_returns(Side::Cs, resolution);
    }
}
