//! Ships of war: where they do most good, and what they do about the enemy's.

use super::survey::Outlook;
use super::{COMMITTED, OfList, sharp};
use crate::battle::Verdict;
use crate::choice::Pay;
use crate::fleets::{Crew, NavalSheet, Order};
use crate::state::{Activity, Berth, FleetStep, Ship, Vessel};
use crate::supply::Level;
use crate::world::{Kind, Port, Side, Space};

/// SPs that wait in a port for a landing.
const PARTY: u8 = 2;
/// Most that the waters around a berth count for.
const MOST_WATERS: i32 = 24;

impl Outlook<'_> {
    pub(super) fn weigh_ships(&self, order: Order, list: &OfList) -> u32 {
        match order {
            // Points and cards are worth more ashore.
            Order::SetSail(berth, Pay::Free) => sharp(self.gain_of_sortie(berth, list)),
            Order::Sail(berth) => sharp(self.gain_of_sailing(berth, list)),
            Order::Anchor | Order::Await | Order::EndRedeployment => 1,
            Order::Intercept(from) => u32::from(self.dares(from)) * COMMITTED,
            Order::Shelter(..) | Order::Slip => u32::from(self.is_outgunned()) * COMMITTED,
            Order::BattleCard(_) => u32::from(self.is_open()) * 20,
            Order::Ironclads | Order::SeekPort => COMMITTED,
            Order::Engage => 10,
            Order::Hit(Vessel::Ironclad, false) => 20,
            Order::Hit(_, damaged) => {
                if damaged {
                    1
                } else {
                    10
                }
            }
            Order::Retreat(berth) => 1 + (self.worth_of_berth(berth, list).max(0) as u32).pow(2),
            Order::Commission(berth) | Order::Station(berth) | Order::Redeploy(_, berth) => {
                1 + self.worth_of_berth(berth, list).max(0) as u32
            }
            Order::Emplace(at) => 1 + (self.site(at).stake() * (1 + self.foes(at).min(10))).max(0) as u32,
            Order::Complete(_) | Order::Manage(_) => COMMITTED,
            Order::Bring(berth) => u32::from(self.worth_of_berth(berth, list) < 5),
            _ => 0,
        }
    }

    /// What a fleet would gain by sailing to the best of the berths that it reaches; nothing where it is best as it is.
    fn gain_of_sortie(&self, from: Berth, list: &OfList) -> i32 {
        if let Some((_, gain)) = list.sorties.borrow().iter().find(|(known, _)| *known == from) {
            return *gain;
        }
        let game = self.game;
        let goes = |ship: &&Ship| ship.activity == Activity::Fresh && !ship.is_on_the_stocks();
        let ships: Vec<Ship> = game.ships_in(self.side, from).filter(goes).copied().collect();
        let mut vessels: Vec<Vessel> = ships.iter().map(|ship| ship.vessel).collect();
        vessels.dedup();
        let crew = Crew { side: self.side, vessels };
        let nsps: u8 = ships.iter().map(|ship| ship.nsps()).sum();
        let courses = game.courses(&crew, &game.sortie_from(from, Pay::Free));
        let ends = |berth: Berth| berth != from && game.may_end_at(&crew, berth).is_ok();
        let berths = game.berths_along(self.side, &courses.reached, ends);
        let stays = self.worth_of_berth(from, list);
        let gain = |berth: Berth| self.gain_at((berth, nsps, courses.guns_to(berth.water)), list) - stays;
        let best = berths.into_iter().map(gain).max().unwrap_or(0);
        list.sorties.borrow_mut().push((from, best));
        best
    }

    /// What the stack on its way gains by sailing to a berth.
    fn gain_of_sailing(&self, to: Berth, list: &OfList) -> i32 {
        let game = self.game;
        let Some((sortie, crew)) = game.sortie_and_crew() else { return 0 };
        let known = list.courses.get_or_init(|| game.courses(&crew, &sortie));
        let nsps = game.ships_underway().map(|ship| ship.nsps()).sum();
        self.gain_at((to, nsps, known.guns_to(to.water)), list) - self.worth_of_berth(sortie.at, list)
    }

    /// What so many NSPs are good for in a berth, less what they risk on the way past so many guns and in a battle there.
    fn gain_at(&self, (berth, nsps, guns): (Berth, u8, u8), list: &OfList) -> i32 {
        let worth = self.worth_of_berth(berth, list);
        if worth <= 0 {
            return worth;
        }
        let (own, foes) = (i32::from(nsps), self.game.nsps(self.foe, berth));
        let battle = match foes.map(i32::from) {
            None => 0,
            Some(foes) if own >= 2 * foes => 4,
            Some(foes) if own > foes => 14,
            Some(_) => 60,
        };
        // Ships that are hit are fewer for all that comes.
        worth - battle - 14 * i32::from(guns)
    }

    /// What it is worth to have ships in a berth: for a battle there, as a guard, for the waters around, and by their coal.
    fn worth_of_berth(&self, berth: Berth, list: &OfList) -> i32 {
        let game = self.game;
        let stays = game.may_anchor(self.side, berth).is_ok();
        let aid = self.worth_of_aid(berth.space, list);
        let waters = if stays { self.worth_of_waters(berth) } else { 0 };
        let coal = match game.coal(self.side, berth) {
            _ if !stays => 0,
            Level::Full => 0,
            Level::Limited | Level::Fortress => 6,
            Level::Out => 30,
        };
        aid + waters - coal
    }

    /// §21.3: what ships help in an attack on a space, or in its defense.
    fn worth_of_aid(&self, at: Space, list: &OfList) -> i32 {
        let game = self.game;
        let info = game.world.space(at);
        let site = self.site(at);
        let counts = info.port != Port::None
            || matches!(info.kind, Kind::CoastalFort | Kind::Island)
            || game.fort(at).is_some()
            || game.batteries_in(at) > 0;
        let (own, foes) = (self.friends(at), self.foes(at));
        match () {
            () if !counts => 0,
            () if site.is_kept() => {
                if foes > 0 {
                    site.stake().min(60) / 4
                } else {
                    0
                }
            }
            () if own > 0 && 2 * own >= foes => 10 + site.prize().min(60) / 3,
            () if site.prize() > 0 && self.can_land(list) => 4 + site.prize().min(60) / 3,
            () => 0,
        }
    }

    /// §21.7.3: whether SPs could land in this Action Phase where ships have won: some wait in a port, and points are left.
    fn can_land(&self, list: &OfList) -> bool {
        *list.expedition.get_or_init(|| {
            let game = self.game;
            let mut ports = game.world.places.ports.iter().copied();
            self.side == Side::Us
                && game.points.left() > 0
                && ports.any(|port| game.controls(self.side, port) && self.fresh_and_spare(port) >= PARTY)
        })
    }

    /// §21.4.1: what the waters of a berth count for and those next to it: the enemy has control of them, or armies are near.
    fn worth_of_waters(&self, berth: Berth) -> i32 {
        let game = self.game;
        let waters = &game.world.waters;
        let mut near = waters.joined_here(berth.space, berth.water);
        near.extend(waters.links(berth.water).iter().copied());
        near.sort_unstable();
        near.dedup();
        let naval = game.naval();
        let denied = near.iter().filter(|&&node| naval.of(node) == Some(self.foe)).count() as i32;
        let armies = i32::from(self.friends(berth.space) > 0 && self.foes(berth.space) > 0);
        (denied * (2 + 2 * armies)).min(MOST_WATERS) + 2 * armies
    }

    /// Whether those who intercept would probably win.
    fn dares(&self, from: Berth) -> bool {
        let game = self.game;
        let own: u8 = game.ships_in(self.side, from).map(|ship| ship.nsps()).sum();
        let coming: u8 = game.ships_underway().map(|ship| ship.nsps()).sum();
        own >= coming
    }

    /// Whether the battle that is coming would probably be lost.
    fn is_outgunned(&self) -> bool {
        let Some(sortie) = self.game.fleets.sortie else { return false };
        let sheet = self.game.naval_sheet(sortie.at, false, false);
        let [won, _, lost] = wins(&sheet);
        won > lost
    }

    /// Whether a card may well decide the Naval Battle.
    fn is_open(&self) -> bool {
        let Some(FleetStep::Engage { ironclads, .. }) = self.game.fleet_step() else { return false };
        let Some(sortie) = self.game.fleets.sortie else { return false };
        let share = |card| {
            let [won, tied, lost] = wins(&self.game.naval_sheet(sortie.at, card, ironclads));
            100 * won / (won + tied + lost).max(1)
        };
        share(true) >= share(false) + 20
    }
}

/// Throws by which the attacker wins, ties and loses.
fn wins(sheet: &NavalSheet) -> [u64; 3] {
    let mut all = [0; 3];
    sheet.each_outcome(|attack, defense, ways| {
        let place = match crate::state::UsCivilWar::verdict(attack, defense) {
            Verdict::Won => 0,
            Verdict::Tied => 1,
            Verdict::Lost => 2,
        };
        all[place] += ways;
    });
    all
}
