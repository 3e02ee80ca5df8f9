//! What keeps units from being exchanged, built up or drafted, and cadres from a hex (§4.22, §4.5, §9.5).

use muster_contract::Line;
use muster_sdk::line;

use crate::state::{BobbyLee, Buy, Raised};
use crate::world::{Hex, Side, Unit};

impl BobbyLee {
    /// §4.22: an exchange is chosen as a pair, so no unit is chosen by itself.
    pub(super) fn why_not_exchanged(&self, unit: Unit) -> Line {
        let side = self.world.unit(unit).side;
        let why = if self.done[side as usize] {
            "Its side is deployed."
        } else if self.hex_of(unit).is_none() {
            "It isn't on the map."
        } else if self.is_placed(side, unit) {
            "It has its place."
        } else if self.partners(unit).next().is_some() {
            "It changes places with another: choose the exchange."
        } else {
            "Nobody is left elsewhere with whom it could change places."
        };
        line(why, "4.22")
    }

    pub(super) fn why_not_built(&self, unit: Unit) -> Line {
        let (info, state) = (self.world.unit(unit), self.unit(unit));
        if self.done[info.side as usize] {
            return line("All that its side buys is planned.", "9.5");
        }
        if self.raised[info.side as usize].is_some() {
            return line("Say first where the cadre comes.", "9.52");
        }
        let Some(hex) = self.hex_of(unit) else {
            return line("It isn't on the map: it can only come as a cadre.", "9.52");
        };
        let price = self.price_of(info.side, Buy::Step(unit));
        if state.moved {
            line("It came as a cadre in this supply turn.", "9.52")
        } else if state.strength >= info.steps {
            line("It has all its steps.", "3.62")
        } else if !self.supply(info.side).has(hex) {
            line("It isn't supplied.", "9.51")
        } else if price > self.points_left(info.side) {
            line(format!("A step costs {price} RP."), "9.51")
        } else {
            line("It has all the steps that are planned for it, or its hex takes no more points.", "9.51")
        }
    }

    /// §4.5: a unit that doesn't come by a draft.
    pub(super) fn why_not_drafted(&self, unit: Unit) -> Line {
        let info = self.world.unit(unit);
        if self.hex_of(unit).is_some() {
            line("A draft brings new cadres only.", "4.5")
        } else if info.kind.leads() {
            line("A draft brings no leaders.", "4.5")
        } else {
            line("It isn't the cadre that comes now.", "4.5")
        }
    }

    /// §9.52: why the cadre that is wanted can't come to a hex.
    pub(super) fn why_no_cadre(&self, side: Side, raised: Raised, hex: Hex) -> Option<Line> {
        let price = self.price_of(side, raised.to(hex));
        let why = if !self.world.places.cadres[side as usize].contains(&hex) {
            "Cadres come to major towns at home and to rail entries."
        } else if self.is_in(side.other(), hex) {
            "The enemy is there."
        } else if !self.is_friendly(side, hex) {
            "It isn't friendly."
        } else if !self.supply(side).has(hex) {
            "It isn't supplied."
        } else if self.cadres.contains(&hex) || self.is_planned(side, hex) {
            "Another cadre comes there in this supply turn."
        } else if self.stage.has_prices() {
            let left = self.points_left(side);
            return Some(line(format!("The cadre costs {price} RP there, {left} left."), "9.52"));
        } else {
            return None;
        };
        Some(line(why, "9.52"))
    }
}
