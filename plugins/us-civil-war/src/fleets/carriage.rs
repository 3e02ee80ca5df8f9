//! §21.7.2 to §21.7.4: ships carry land units, which go ashore where the ships have come to.

use std::cell::OnceCell;
use std::rc::Rc;

use muster_sdk::{Decisions, May, Resolution, ensure};

use super::Order;
use super::courses::NO_SORTIE;
use crate::choice::{Choice, Pay};
use crate::naval::{Landfalls, OCEAN_SPS, Shore};
use crate::state::{
    Activity, Berth, Cargo, Escort, Flag, FleetStep, March, Means, Sortie, Step, UsCivilWar, Vessel,
};
use crate::units::Piece;
use crate::world::{General, Node, Space};

/// Those whom ships carry as a stack that is about to land, and where it can.
pub(super) struct Hold {
    march: March,
    shores: Rc<[Shore]>,
}

impl UsCivilWar {
    /// §21.7.2: whether the ships on their way take land units along from where they are: they haven't sailed, points or a card have sent them,
    /// and they lie in an own port, on its water.
    fn may_load(&self) -> Result<Sortie, muster_sdk::Why> {
        let sortie = self.fleets.sortie.ok_or(NO_SORTIE)?;
        ensure(!sortie.sailed, "They go aboard before the ships sail.", "21.7.2")?;
        ensure(sortie.paid != Pay::Free, "By the free naval action ships carry nobody.", "21.7.2")?;
        ensure(
            self.ships_underway().next().is_some(),
            "Naval Leaders by themselves carry nobody.",
            "21.7.2",
        )?;
        ensure(self.fleets.cargo.is_none(), "Ships carry one stack.", "21.7.2")?;
        let port = sortie.origin.space;
        let own = self.is_haven(port) && self.controls(self.phasing, port);
        ensure(own, "They go aboard in a port of yours.", "21.7.2")?;
        let water = self.world.waters.joined_here(port, sortie.origin.water);
        let quay = self.quays(port).any(|quay| water.contains(&quay));
        ensure(quay, "The ships lie on another water than the port.", "21.7.2")?;
        Ok(sortie)
    }

    /// §21.7.2, §20.3.1: the most SPs that the ships take along with a general, or by themselves.
    fn most_to_carry(&self, piece: Piece, at: Space, means: Means) -> u8 {
        let most = self.capacity(self.phasing).min(self.free_sps(piece, at));
        match means {
            Means::Ocean => most.min(OCEAN_SPS.saturating_sub(self.ocean_sps)),
            _ => most,
        }
    }

    /// §21.7.2, §7.7: what the ships' activation costs with so many SPs aboard: as much as it was paid with, or points more.
    fn fares_of_cargo(&self, sortie: &Sortie, piece: Piece, means: Means, sps: u8) -> Vec<Pay> {
        if let Pay::Card(_) = sortie.paid {
            return vec![sortie.paid];
        }
        let least = if means == Means::Ocean { sps.max(1) } else { 1 };
        let cautious = piece.general().is_some_and(|general| self.rating(general).cautious);
        let most = if cautious { least.max(2) } else { least };
        let paid = |points: &u8| *points == 1 || self.can_pay(sortie.origin.space, points - 1);
        (least..=most).filter(paid).map(Pay::of_points).collect()
    }

    /// The generals who go along with one who leads the cargo.
    fn staff_of(&self, commander: Option<General>, at: Space) -> Vec<General> {
        let goes = |&one: &General| {
            let joins = || !self.officers[one].moved && self.may_follow(commander, one).is_ok();
            Some(one) == commander || commander.is_some() && joins()
        };
        self.generals_in(self.phasing, at).filter(goes).collect()
    }

    fn cargo_of(&self, piece: Piece, at: Space, (means, sps, pay): (Means, u8, Pay)) -> Cargo {
        let commander = piece.general();
        Cargo {
            commander,
            generals: self.staff_of(commander, at),
            sps,
            means,
            pay,
            bound: None,
            ashore: false,
        }
    }

    /// A stack that would land on shores from a port.
    fn hold_with(
        &self,
        commander: Option<General>,
        at: Space,
        (means, sps, pay): (Means, u8, Pay),
        shores: &Rc<[Shore]>,
    ) -> Hold {
        let march = self.march_of(self.phasing, at, commander, (means, pay));
        Hold { march: March { sps, escort: Escort::Ships, ..march }, shores: Rc::clone(shores) }
    }

    /// What the ships on their way carry; none if it is nothing.
    pub(super) fn cargo_hold(&self) -> Option<Hold> {
        let cargo = self.fleets.cargo.as_ref().filter(|cargo| !cargo.ashore)?;
        let at = self.fleets.sortie?.origin.space;
        let shores = self.shores_of_cargo(self.phasing, at, cargo.means).into();
        Some(self.hold_with(cargo.commander, at, (cargo.means, cargo.sps, cargo.pay), &shores))
    }

    /// §21.7.2: whether what the ships carry can go ashore where they come to, by the rules of Naval Transport and landings.
    pub(super) fn may_put_ashore(&self, hold: &Hold, berth: Berth) -> May {
        let joined = self.world.waters.joined_here(berth.space, berth.water);
        let here = |shore: &&Shore| shore.space == berth.space && joined.contains(&shore.water);
        let list = |fits: &dyn Fn(&Shore) -> bool| {
            hold.shores.iter().filter(here).any(fits).then_some(berth.space).into_iter().collect()
        };
        let coasts = Landfalls { open: list(&|shore| shore.open), stormed: list(&|_| true), led: Vec::new() };
        self.may_land_at(&hold.march, &coasts, berth.space)
    }

    /// §21.7.2: whether the ships on their way can sail to a berth with what they carry.
    pub(super) fn may_carry_to(&self, berth: Berth) -> May {
        self.cargo_hold().map_or(Ok(()), |hold| self.may_put_ashore(&hold, berth))
    }

    /// §21.13.1: whether the ships on their way can pass a stretch of water with what they carry.
    pub(super) fn may_carry_past(&self, water: Node) -> May {
        let laden = self.fleets.cargo.as_ref().is_some_and(|cargo| !cargo.ashore);
        let open = !laden || !self.naval_led_by(self.phasing).stops(self.phasing, water);
        ensure(open, "With SPs aboard ships pass nothing that blocks Naval Control.", "21.13.1")
    }

    /// §20.3, §20.5.4: where a stack that ships carry lands, or could have, from waters that fit.
    pub(crate) fn landfalls_of_cargo(&self, march: &March, fits: impl Fn(Node) -> bool) -> Landfalls {
        let shores = self.shores_of_cargo(march.side, march.origin, march.means);
        let sorted = |open: bool| {
            let those = shores.iter().filter(|shore| fits(shore.water) && (shore.open || !open));
            let mut spaces: Vec<Space> = those.map(|shore| shore.space).collect();
            spaces.sort_unstable();
            spaces.dedup();
            spaces
        };
        Landfalls { open: sorted(true), stormed: sorted(false), led: Vec::new() }
    }

    // -------- Coming aboard

    /// §21.7.2: why the ships on their way don't take land units along, or no other general.
    pub(crate) fn may_go_aboard(&self, piece: Piece) -> May {
        if let (Some(_), Piece::General(general)) = (&self.fleets.cargo, piece) {
            return self.may_change_staff(general);
        }
        let sortie = self.may_load()?;
        let at = sortie.origin.space;
        let here = self.space_of(piece) == Some(at);
        ensure(here, "It isn't in the port that the ships lie in.", "21.7.2")?;
        self.may_board(piece, at, Means::River)?;
        ensure(false, "The ships come to no place where it could land.", "21.7.2")
    }

    pub(super) fn list_cargo(&self, list: &mut Decisions<Choice>) {
        self.list_staff(list);
        let Ok(sortie) = self.may_load() else { return };
        let (side, at) = (self.phasing, sortie.origin.space);
        let berths = OnceCell::new();
        let generals = self.generals_in(side, at).map(Piece::General);
        let pieces: Vec<Piece> = generals.chain([Piece::Force(side, at)]).collect();
        for means in [Means::River, Means::Ocean] {
            let shores: Rc<[Shore]> = self.shores_of_cargo(side, at, means).into();
            for &piece in pieces.iter().filter(|&&piece| self.may_board(piece, at, means).is_ok()) {
                if list.is_answered() {
                    return;
                }
                let least = u8::from(piece.general().is_none());
                for sps in least..=self.most_to_carry(piece, at, means) {
                    for pay in self.fares_of_cargo(&sortie, piece, means, sps) {
                        let lands = || {
                            let hold = self.hold_with(piece.general(), at, (means, sps, pay), &shores);
                            berths
                                .get_or_init(|| self.sailable())
                                .iter()
                                .any(|&berth| self.may_put_ashore(&hold, berth).is_ok())
                        };
                        list.push_when(Choice::Naval(Order::Carry(piece, means, sps, pay)), lands);
                    }
                }
            }
        }
    }

    /// §21.7.2: a stack is to go along; what its voyage costs more than the ships' activation is paid.
    pub(super) fn carry(
        &mut self,
        piece: Piece,
        (means, sps, pay): (Means, u8, Pay),
        resolution: &mut Resolution<'_>,
    ) {
        let Some(at) = self.fleets.sortie.map(|sortie| sortie.origin.space) else { return };
        if pay.points() > 1 {
            self.pay(at, Pay::of_points(pay.points() - 1), resolution);
        }
        let cargo = self.cargo_of(piece, at, (means, sps, pay));
        resolution.say("21.7.2", || {
            let who = self.described(self.phasing, sps, &cargo.generals);
            format!("The ships in {} take {who} along.", self.called(at))
        });
        self.fleets.cargo = Some(cargo);
    }

    /// §7.5.1, §7.5.3: whether a general who isn't in command of the cargo comes aboard, or stays: where an SP stays too.
    pub fn may_change_staff(&self, general: General) -> May {
        let sortie = self.fleets.sortie.ok_or(NO_SORTIE)?;
        ensure(!sortie.sailed, "They go aboard before the ships sail.", "21.7.2")?;
        let cargo = self.fleets.cargo.as_ref().filter(|cargo| !cargo.ashore);
        let cargo = cargo.ok_or(NO_SORTIE)?;
        ensure(cargo.commander != Some(general), "He commands.", "7.5.1")?;
        let at = sortie.origin.space;
        if cargo.generals.contains(&general) {
            let kept = self.sps(self.phasing, at) > cargo.sps;
            return ensure(kept, "He needs an SP to stay with.", "7.5.3");
        }
        let here = self.staff_of(cargo.commander, at).contains(&general);
        ensure(here, "He isn't there to go along.", "7.5.1")
    }

    fn list_staff(&self, list: &mut Decisions<Choice>) {
        let Some(sortie) = self.fleets.sortie.filter(|_| self.fleets.cargo.is_some()) else { return };
        for general in self.generals_in(self.phasing, sortie.origin.space) {
            list.push_if(self.may_change_staff(general).is_ok(), Choice::Naval(Order::Aboard(general)));
        }
    }

    pub(super) fn change_staff(&mut self, general: General) {
        let Some(cargo) = &mut self.fleets.cargo else { return };
        match cargo.generals.iter().position(|&one| one == general) {
            Some(place) => drop(cargo.generals.remove(place)),
            None => {
                cargo.generals.push(general);
                cargo.generals.sort_unstable();
            }
        }
    }

    // -------- Going ashore

    /// The ships are sent to a berth with what they carry.
    pub(super) fn bind_cargo(&mut self, to: Berth) {
        if let Some(cargo) = &mut self.fleets.cargo {
            cargo.bound = Some(to);
        }
    }

    /// §21.7.3: the ships end their way, and whom they carry goes ashore there from the port; whether that has begun. Once it is over they
    /// end it for good. Where the ships haven't come to where they were sent nobody has left.
    pub(super) fn begin_landing(&mut self, resolution: &mut Resolution<'_>) -> bool {
        let Some(sortie) = self.fleets.sortie else { return false };
        let Some(cargo) = self.fleets.cargo.clone() else { return false };
        let (from, to) = (sortie.origin.space, sortie.at.space);
        if cargo.ashore || cargo.bound != Some(sortie.at) || self.may_carry_to(sortie.at).is_err() {
            if !cargo.ashore && sortie.sailed {
                self.keep_cargo();
            }
            self.fleets.cargo = None;
            return false;
        }
        self.set_out_aboard(self.phasing, from, &cargo);
        self.fleets.cargo = Some(Cargo { ashore: true, ..cargo });
        self.hook_march(resolution);
        self.frames.call(Step::March);
        self.sail(to, resolution);
        true
    }

    /// §21.7.2, §5.1.2: the ships were beaten back: whom they carry comes back with them, and has moved, by sea within the limit of a phase.
    pub(super) fn keep_cargo(&mut self) {
        let Some(cargo) = self.fleets.cargo.take() else { return };
        let Some(at) = self.fleets.sortie.map(|sortie| sortie.origin.space) else { return };
        if cargo.means == Means::Ocean {
            self.ocean_sps += cargo.sps;
        }
        for general in cargo.generals {
            self.officers[general].moved = true;
        }
        if let Some(force) = self.spot_mut(at).force.as_mut().filter(|_| cargo.sps > 0) {
            force.moved = force.moved.saturating_add(cargo.sps).min(force.sps);
        }
    }

    /// §21.7.3: once those have gone ashore whom ships carry, or have come back, the ships' way is over. A landing goes on after the Naval
    /// Battle of those who lead it (§21.11).
    pub(crate) fn settle_landing(&mut self, resolution: &mut Resolution<'_>) {
        if let Some(FleetStep::Stormed(at, verdict)) = self.fleet_step() {
            return self.conclude_storm(at, verdict, resolution);
        }
        let ashore = self.fleets.cargo.as_ref().is_some_and(|cargo| cargo.ashore);
        if ashore && self.fleet_step() == Some(FleetStep::Sortie) {
            self.take_sortie(Order::Anchor, resolution);
        }
    }

    /// §21.7.4: ships whose landing has failed sail back with those who are left: to where they came from, or where these choose.
    pub(crate) fn sail_home(&mut self, back: Space, resolution: &mut Resolution<'_>) {
        let Some(sortie) = self.fleets.sortie else { return };
        let home = if back == sortie.origin.space { Some(sortie.origin) } else { self.berth_for_all(back) };
        let home = home.unwrap_or(sortie.origin);
        self.put_ships_at(home);
        if self.ships_underway().next().is_some() {
            resolution.say("21.7.4", || format!("The ships sail back to {}.", self.berth_name(home)));
        }
    }

    /// The ships on their way, and the Naval Leaders with them, lie in a berth.
    fn put_ships_at(&mut self, berth: Berth) {
        self.alter_ships(|ship| {
            if ship.activity == Activity::Underway {
                ship.berth = berth;
            }
        });
        for leader in self.fleets.leaders.rows_mut().filter(|leader| leader.activity == Activity::Underway) {
            leader.flag = Flag::At(berth);
        }
        if let Some(sortie) = &mut self.fleets.sortie {
            sortie.at = berth;
        }
        self.fleets.wake = vec![berth.water];
    }

    /// A berth of a space at which all ships on their way can lie.
    pub(crate) fn berth_for_all(&self, at: Space) -> Option<Berth> {
        let vessels: Vec<Vessel> = self.ships_underway().map(|ship| ship.vessel).collect();
        let berths = self.world.berths(*vessels.first()?, at);
        let bears = |berth: &Berth| vessels.iter().all(|&one| self.world.waters.bears(one, berth.water));
        berths.into_iter().filter(bears).find(|&berth| self.may_anchor(self.phasing, berth).is_ok())
    }
}
