//! §21.3.1, §21.3.2: Naval Support in battles on land, by ships that are there.

use crate::battle::{Cause, Modifier};
use crate::state::{Berth, March, UsCivilWar, Works};
use crate::world::{Kind, Port, Side, Space};

/// §21.3.1, §21.3.2
const SUPPORT: i8 = 1;

impl UsCivilWar {
    /// §21.3.1: what ships of the attacker's add to his attack on a space.
    pub(crate) fn support_of_attack(&self, side: Side, at: Space) -> Option<Modifier> {
        if !self.has_fleets() {
            return None;
        }
        let foe = side.other();
        let fort = matches!(self.spot(at).works, Works::Fort(holder, _) if holder == foe);
        let guns = fort || foe == Side::Cs && self.batteries_in(at) > 0;
        let walled = guns || self.is_shore_station(at);
        let helps = |berth: Berth| walled || self.lies_at_port(berth);
        self.support_of_ships(side, at, helps, Cause::ShipsAttack)
    }

    /// §21.3.2: what ships of the defender's add where the stack attacks; for the Union also those of the blockade that have no counters.
    pub(crate) fn support_of_defense(&self, march: &March, at: Space) -> Option<Modifier> {
        if !self.has_fleets() {
            return None;
        }
        let side = march.side.other();
        let fort = matches!(self.spot(at).works, Works::Fort(holder, _) if holder == side);
        let port = self.world.space(at).port;
        let walled = fort || port != Port::None || self.is_shore_station(at);
        let ships = self.support_of_ships(side, at, |_| walled, Cause::ShipsDefend);
        let watched = port == Port::Ocean || self.is_shore_station(at);
        let present = || self.fleets.ships.iter().any(|ship| ship.berth.space == at) || march.is_led();
        let blockaders = side == Side::Us && watched && !present();
        ships.or_else(|| blockaders.then_some(Modifier { cause: Cause::Blockaders, value: SUPPORT }))
    }

    /// A side's ships in a space with NSPs, if some of them lie where they help.
    fn support_of_ships(
        &self,
        side: Side,
        at: Space,
        helps: impl Fn(Berth) -> bool,
        cause: fn(u8) -> Cause,
    ) -> Option<Modifier> {
        let there = self.ships_of(side).filter(|ship| ship.berth.space == at && ship.is_fit());
        let nsps: u8 = there.filter(|ship| helps(ship.berth)).map(|ship| ship.nsps()).sum();
        (nsps > 0).then(|| Modifier { cause: cause(nsps), value: SUPPORT })
    }

    /// A Coastal Fort or an Island, all of which lies at the water.
    fn is_shore_station(&self, at: Space) -> bool {
        matches!(self.world.space(at).kind, Kind::CoastalFort | Kind::Island)
    }

    /// §21.3.1: whether a berth is on the water that the port of its space opens onto.
    fn lies_at_port(&self, berth: Berth) -> bool {
        self.world.waters.port(berth.space).contains(&berth.water)
    }
}
