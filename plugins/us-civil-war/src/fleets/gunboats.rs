//! §21.11: Gunboats of the Union's and Cottonclads of the Confederacy's, which lead landings where no Naval Units of theirs are. They have no
//! counters and 0 NSPs, and nothing happens to them.

use muster_contract::Line;
use muster_sdk::{Resolution, line};

use super::{NavalSheet, Order};
use crate::battle::Verdict;
use crate::naval::Landfalls;
use crate::state::{Berth, Escort, FleetStep, March, Step, UsCivilWar};
use crate::world::{Side, Space};

/// §21.11
const NSPS: u8 = 0;

impl UsCivilWar {
    /// §21.7.1, §21.7.3: whether a side's landing from a stretch of water meets NSPs of the enemy's, and has no ships of its own there, which
    /// have beaten them before.
    pub fn is_guarded(&self, side: Side, berth: Berth) -> bool {
        self.has_fleets() && self.nsps(side.other(), berth).is_some() && !self.has_ships_before(side, berth)
    }

    /// Whether a side has ships in a space, on a stretch of water or where it goes on in its hex (§21.2.3).
    fn has_ships_before(&self, side: Side, berth: Berth) -> bool {
        let joined = |water| self.world.waters.joined_here(berth.space, water).contains(&berth.water);
        let mut ships = self.ships_of(side).filter(|ship| ship.berth.space == berth.space && !ship.sheltered);
        ships.any(|ship| joined(ship.berth.water))
    }

    /// §21.11: whether a stack lands in a space only behind Gunboats or Cottonclads: transports alone don't get there.
    pub(crate) fn needs_gunboats(&self, march: &March, coasts: &Landfalls, to: Space) -> bool {
        let alone = march.escort != Escort::Ships && coasts.stormed.binary_search(&to).is_err();
        alone && self.must_storm(march.side, to) && coasts.led.binary_search(&to).is_ok()
    }

    /// The same of the stack on its way.
    pub(crate) fn is_to_be_led(&self, to: Space) -> bool {
        self.march.as_deref().is_some_and(|march| self.needs_gunboats(march, &self.coasts(march), to))
    }

    /// §21.11, §21.7.3: where Gunboats or Cottonclads come to before a stack lands in a space: to a water without enemy NSPs if they can, else
    /// to that with the fewest.
    fn berth_before(&self, march: &March, to: Space) -> Option<Berth> {
        let waters = self.waters_before(march.side, march.origin, march.means, to);
        let berths = waters.into_iter().map(|water| Berth { space: to, water });
        berths.min_by_key(|&berth| self.nsps(march.side.other(), berth))
    }

    /// Where they meet enemy NSPs before it lands there; nowhere if none.
    pub fn guard_before(&self, march: &March, to: Space) -> Option<Berth> {
        self.berth_before(march, to).filter(|&berth| self.is_guarded(march.side, berth))
    }

    /// §21.11: what is told of a landing that they lead.
    pub(crate) fn gunboat_line(&self, march: &March, to: Space) -> Option<Line> {
        let led = self.has_fleets() && self.needs_gunboats(march, &self.coasts(march), to);
        let who = Self::gunboats_of(march.side);
        led.then(|| {
            let what = self.guard_before(march, to).map_or(String::new(), |at| {
                let sheet = self.sheet_of_gunboats(at, false);
                let (foe, won) = (sheet.defender.nsps, sheet.won());
                format!(", in a Naval Battle of {NSPS} NSPs against {foe}, which they win with {won}")
            });
            line(format!("{who} lead it{what}."), "21.11")
        })
    }

    /// What leads a side's landings.
    pub(super) const fn gunboats_of(side: Side) -> &'static str {
        match side {
            Side::Us => "Gunboats",
            Side::Cs => "Cottonclads",
        }
    }

    /// The berth of the landing that they lead at present.
    pub(super) fn covered(&self) -> Option<Berth> {
        self.frames.path().iter().rev().find_map(|step| match step {
            Step::Fleet(FleetStep::Cover(at) | FleetStep::Storm(at) | FleetStep::Stormed(at, _)) => Some(*at),
            _ => None,
        })
    }

    /// Where ships fight, or are about to: where the stack on its way has come to, or where Gunboats or Cottonclads lead a landing.
    pub(crate) fn place_of_battle(&self) -> Option<Berth> {
        self.fleets.sortie.map(|sortie| sortie.at).or_else(|| self.covered())
    }

    /// §21.11: they lead the stack on its way to the space that it enters; ships of the other side's may come there (§21.4.2).
    pub(crate) fn lead_landing(&mut self, resolution: &mut Resolution<'_>) {
        let Some((march, to)) = self.entry() else { return };
        let Some(at) = self.berth_before(march, to) else { return self.meet(resolution) };
        let who = Self::gunboats_of(march.side);
        resolution.say("21.11", || format!("{who} lead the landing at {}.", self.called(to)));
        self.frames.call(Step::Fleet(FleetStep::Cover(at)));
        if !self.can_watch() {
            self.frames.end();
            self.storm(at, resolution);
        }
    }

    pub(super) fn take_cover(&mut self, at: Berth, order: Order, resolution: &mut Resolution<'_>) {
        self.take_watch(order, resolution);
        if self.frames.step() == Step::March {
            self.storm(at, resolution);
        }
    }

    /// §21.7.3: where enemy NSPs are there is a Naval Battle; else the stack lands.
    fn storm(&mut self, at: Berth, resolution: &mut Resolution<'_>) {
        if self.nsps(self.phasing.other(), at).is_none() {
            return self.meet(resolution);
        }
        self.frames.call(Step::Fleet(FleetStep::Storm(at)));
        if self.storm_orders().len() == 1 {
            self.take_storm(at, Order::Engage, resolution);
        }
    }

    /// §21.12: a card for the battle, or none.
    pub(super) fn storm_orders(&self) -> Vec<Order> {
        let cards = self.naval_cards(self.phasing).map(Order::BattleCard);
        cards.chain([Order::Engage]).collect()
    }

    /// §21.6.5: the battle that they fight in a berth.
    pub fn sheet_of_gunboats(&self, at: Berth, card: bool) -> NavalSheet {
        self.sheet_at_sea(at, NSPS, [false, false, card])
    }

    /// §21.11: it is fought: what hits Gunboats and Cottonclads has no effect.
    pub(super) fn take_storm(&mut self, at: Berth, order: Order, resolution: &mut Resolution<'_>) {
        let card = match order {
            Order::BattleCard(card) => Some(card),
            _ => None,
        };
        if let Some(card) = card {
            self.play_card(self.phasing, card, resolution);
        }
        let sheet = self.sheet_of_gunboats(at, card.is_some());
        let (verdict, [ours, _]) = self.throw_at_sea(&sheet, resolution);
        self.shake(verdict, at, resolution);
        self.frames.next(Step::Fleet(FleetStep::Stormed(at, verdict)));
        self.share_out(ours, resolution);
    }

    /// §21.6.7, §21.7.3: the battle is over: the beaten ships give way and the stack lands, or nobody does.
    pub(super) fn conclude_storm(&mut self, at: Berth, verdict: Verdict, resolution: &mut Resolution<'_>) {
        if verdict == Verdict::Won {
            if self.drive_off(self.phasing.other(), at, resolution) {
                return;
            }
            self.lay_up();
            self.frames.end();
            return self.meet(resolution);
        }
        self.lay_up();
        self.frames.end();
        self.give_up_landing(resolution);
    }

    /// §21.6.8, §20.5.4: they haven't won: the stack that they lead goes back to where it embarked, and its activation is over.
    fn give_up_landing(&mut self, resolution: &mut Resolution<'_>) {
        let Some((back, to)) = self.entry().map(|(march, to)| (march.origin, to)) else { return };
        resolution.say("20.5.4", || {
            let who = self.marching_do("goes", "go");
            format!("Nobody lands at {}; {who} back to {}.", self.called(to), self.called(back))
        });
        self.set_down_march(back, resolution);
        self.frames.end();
    }
}
