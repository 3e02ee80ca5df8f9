//! §21.11: Gunboats of the Union's and Cottonclads of the Confederacy's, which lead landings where no Naval Units of theirs are. They have no
//! counters and 0 NSPs.

use muster_contract::Line;
use muster_sdk::{May, Resolution, ensure, line};

use crate::naval::Landfalls;
use crate::state::{Berth, Escort, March, UsCivilWar};
use crate::world::{Side, Space};

impl UsCivilWar {
    /// §21.7.1, §21.7.3: whether a side's landing from a stretch of water meets NSPs of the enemy's, and has no ships of its own there, which
    /// have beaten them before.
    pub fn is_guarded(&self, side: Side, berth: Berth) -> bool {
        self.has_fleets() && self.nsps(side.other(), berth).is_some() && !self.has_ships_before(side, berth)
    }

    /// Whether a side has ships in a space, on a stretch of water or where it goes on in its hex (§21.2.3).
    fn has_ships_before(&self, side: Side, berth: Berth) -> bool {
        let joined = |water| self.world.waters.joined_here(berth.space, water).contains(&berth.water);
        self.ships_of(side).any(|ship| ship.berth.space == berth.space && joined(ship.berth.water))
    }

    /// §21.11: whether a stack lands in a space only behind Gunboats or Cottonclads: transports alone don't get there.
    pub(crate) fn needs_gunboats(&self, march: &March, coasts: &Landfalls, to: Space) -> bool {
        let alone = march.escort != Escort::Ships && coasts.stormed.binary_search(&to).is_err();
        alone && self.must_storm(march.side, to) && coasts.led.binary_search(&to).is_ok()
    }

    /// §21.11: whether they can lead the stack to a space.
    pub(crate) fn may_be_led(&self, march: &March, coasts: &Landfalls, to: Space) -> May {
        let battle = self.needs_gunboats(march, coasts, to) && self.guard_before(march, to).is_some();
        ensure(!battle, "There would be a Naval Battle.", "21.7.3")
    }

    /// §21.11, §21.7.3: where Gunboats or Cottonclads meet enemy NSPs before a stack lands in a space; none if they can choose a water
    /// without any. Of several it is where the fewest are.
    pub fn guard_before(&self, march: &March, to: Space) -> Option<Berth> {
        let waters = self.waters_before(march.side, march.origin, march.means, to);
        let berths = waters.into_iter().map(|water| Berth { space: to, water });
        let nsps = |berth: &Berth| {
            self.nsps(march.side.other(), *berth).filter(|_| self.is_guarded(march.side, *berth))
        };
        let least = berths.min_by_key(nsps)?;
        nsps(&least).map(|_| least)
    }

    /// §21.11: what is told of a landing that they lead.
    pub(crate) fn gunboat_line(&self, march: &March, to: Space) -> Option<Line> {
        let led = self.has_fleets() && self.needs_gunboats(march, &self.coasts(march), to);
        led.then(|| line(format!("{} lead it, of 0 NSPs.", Self::gunboats_of(march.side)), "21.11"))
    }

    /// What leads a side's landings.
    const fn gunboats_of(side: Side) -> &'static str {
        match side {
            Side::Us => "Gunboats",
            Side::Cs => "Cottonclads",
        }
    }

    /// §21.11: they lead the stack on its way to the space that it enters.
    pub(crate) fn lead_landing(&mut self, resolution: &mut Resolution<'_>) {
        if let Some((march, to)) = self.entry() {
            let who = Self::gunboats_of(march.side);
            resolution.say("21.11", || format!("{who} lead the landing at {}.", self.called(to)));
        }
        self.meet(resolution);
    }

    /// §21.6.8, §21.11: Gunboats or Cottonclads haven't won their Naval Battle: the stack that they lead goes back to where it embarked, and
    /// its activation is over.
    pub(crate) fn give_up_landing(&mut self, resolution: &mut Resolution<'_>) {
        let Some((back, to)) = self.entry().map(|(march, to)| (march.origin, to)) else { return };
        resolution.say("21.11", || {
            let who = self.marching_do("goes", "go");
            format!("Nobody lands at {}; {who} back to {}.", self.called(to), self.called(back))
        });
        self.set_down_march(back, resolution);
        self.frames.end();
    }
}
