//! Whether what a save says of the naval game can be (§21).

use crate::state::{Activity, Berth, Flag, FleetStep, Leg, Post, Ship, Step, UsCivilWar, Vessel};
use crate::world::fleets::{MOST_OCEANGOING, MOST_RIVER};
use crate::world::{General, Side};

/// Confederate Naval Units and Batteries that twenty turns can bring, with those of a set-up.
const MOST: usize = 100;
/// §13.6.3
const MOST_SURRENDER: u8 = 2;
/// §21.13.4: two results of the strongest column.
const MOST_HITS: u8 = 10;

impl UsCivilWar {
    /// What is wrong with the fleets, if something is.
    pub(crate) fn fault_of_fleets(&self) -> Option<&'static str> {
        let fleets = &self.fleets;
        if !self.has_fleets() {
            let empty = fleets.ships.is_empty() && fleets.batteries.is_empty() && fleets.sortie.is_none();
            let step = self.frames.path().iter().any(|step| matches!(step, Step::Fleet(_)));
            return (!empty || step || fleets.free).then_some("ships are there, without that rule (21)");
        }
        let sorted = fleets.ships.is_sorted() && fleets.batteries.is_sorted();
        let room = fleets.ships.len() <= MOST && fleets.batteries.len() <= MOST;
        let most = |vessel, most, pool| self.count_of(vessel).saturating_add(pool) <= most;
        let within = most(Vessel::Oceangoing, MOST_OCEANGOING, 0) && most(Vessel::River, MOST_RIVER, 0);
        let pooled = fleets.pool[0] <= MOST_OCEANGOING && fleets.pool[1] <= MOST_RIVER;
        let lies = fleets.ships.iter().all(|ship| self.is_mooring(ship.vessel, ship.berth));
        let points = fleets.ships.iter().all(|ship| ship.surrender <= MOST_SURRENDER);
        let land = fleets.batteries.iter().all(|&at| self.world.space(at).is_land());
        let rules = [
            (sorted && room, "ships are out of order, or too many (21.2)"),
            (within && pooled, "there are more NSPs than the Union has (21.2.2)"),
            (lies, "a ship lies where no such ship can be (21.2.5)"),
            (points, "ships have more Surrender Points than they can (21.2.7)"),
            (land, "a Naval Battery stands in the water (21.10.2)"),
            (self.are_led(), "a Naval Leader is without NSPs (21.2.8)"),
            (self.is_sortie(), "ships are on their way, and nobody has sent them (21.2.4)"),
            (self.is_cargo(), "ships carry whom they can't (21.7.2)"),
            (self.is_met(), "ships fight or watch whom nobody has sent (21.4, 21.6)"),
            (fleets.wakes.len() <= MOST, "more ways were sailed than there are ships (21.6.9)"),
        ];
        rules.into_iter().find(|(holds, _)| !holds).map(|(_, wrong)| wrong)
    }

    /// §5.7: in swamps ships are only on their way, or until the Action Phase is over.
    fn is_mooring(&self, vessel: Vessel, berth: Berth) -> bool {
        let acts = || self.frames.path().contains(&Step::Actions);
        self.world.waters.moorings(vessel, berth.space).any(|water| water == berth.water)
            && (self.world.space(berth.space).is_land() || acts())
    }

    /// A leader is with NSPs, or on his way by himself.
    fn are_led(&self) -> bool {
        self.fleets.leaders.rows().all(|leader| match leader.flag {
            Flag::At(berth) => {
                leader.activity == Activity::Underway || self.ships_in(Side::Us, berth).next().is_some()
            }
            _ => leader.activity != Activity::Underway,
        })
    }

    /// What is aboard belongs to ships on their way, and stands in their port until it goes ashore.
    fn is_cargo(&self) -> bool {
        let Some(cargo) = &self.fleets.cargo else { return true };
        let Some(sortie) = self.fleets.sortie else { return false };
        let at = sortie.origin.space;
        let here = |general: &General| self.officers[*general].post == Post::Map(at);
        let waits = cargo.sps <= self.sps(self.phasing, at) && cargo.generals.iter().all(here);
        let led = cargo.commander.is_none_or(|commander| cargo.generals.contains(&commander));
        let own = cargo.generals.iter().all(|&one| self.world.general(one).side == self.phasing);
        own && led && cargo.sps <= self.capacity(self.phasing) && (waits || cargo.ashore)
    }

    /// What is done about a stack on its way is done about one; no salvo is heavier than guns are.
    fn is_met(&self) -> bool {
        let known = self.world.waters.nodes.len();
        let fits = |way: &[crate::world::Node]| way.len() <= 2 * known;
        let way = fits(&self.fleets.wake) && fits(&self.fleets.ahead);
        let begun = self.fleets.sortie.is_none() || !self.fleets.wake.is_empty();
        let watches = |step: &Step| matches!(step, Step::Fleet(FleetStep::Watch | FleetStep::Cover(_)));
        let watching = self.frames.path().iter().any(watches);
        let named = self.fleets.ships.iter().any(|ship| ship.activity == Activity::Named);
        let led = || self.frames.path().iter().any(|step| matches!(step, Step::Fleet(_)));
        let fought = self.fleets.sortie.map_or_else(led, |sortie| matches!(sortie.leg, Leg::Fought(_)));
        let hurt = |ship: &Ship| ship.activity == Activity::Hurt;
        let fit = |ship: &Ship| fought && ship.is_on_the_stocks() && ship.vessel.side() != self.phasing;
        let hurts = self.fleets.ships.iter().filter(|ship| hurt(ship)).all(fit);
        let steps = self.frames.path().iter().all(|step| match step {
            Step::Fleet(FleetStep::Watch | FleetStep::Engage { .. } | FleetStep::FallBack) => {
                self.fleets.sortie.is_some()
            }
            Step::Fleet(FleetStep::Allot(salvo)) => {
                let most = [salvo.sunk, salvo.damaged, salvo.failed].iter().all(|&count| count <= MOST_HITS);
                self.place_of_battle().is_some() && most
            }
            Step::Fleet(FleetStep::Cover(at) | FleetStep::Storm(at) | FleetStep::Stormed(at, _)) => {
                let led = self.entry().is_some_and(|(march, to)| march.is_led() && to == at.space);
                led && self.fleets.sortie.is_none()
            }
            _ => true,
        });
        way && begun && steps && hurts && (watching || !named)
    }

    fn is_sortie(&self) -> bool {
        let step = self.frames.path().contains(&Step::Fleet(FleetStep::Sortie));
        let Some(sortie) = self.fleets.sortie else {
            let leaders = self.leaders_underway().next().is_none();
            return !step && leaders && self.ships_underway().next().is_none();
        };
        let together = self.ships_underway().all(|ship| {
            let moves = sortie.sailed || !ship.is_on_the_stocks();
            ship.berth == sortie.at && ship.vessel.side() == self.phasing && moves
        });
        let led = self.leaders_underway().all(|leader| self.leader_at(leader) == Some(sortie.at));
        let own = self.phasing == Side::Us || self.leaders_underway().next().is_none();
        // A battle can take all of them before it is over, and be won: then those aboard land.
        let ashore = self.fleets.cargo.as_ref().is_some_and(|cargo| cargo.ashore);
        let fought = matches!(sortie.leg, Leg::Fought(_)) || ashore;
        let any = self.ships_underway().next().is_some() || self.leaders_underway().next().is_some();
        step && together && led && own && (any || fought) && sortie.passed <= 1
    }
}
