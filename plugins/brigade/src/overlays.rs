//! What can be drawn over the board.

use muster_board::SpaceId;
use muster_contract::{OverlayItem, OverlayShape, Seat, Target};
use muster_sdk::Overlays;

use crate::state::{Brigade, Form, March, Stage, Way};
use crate::world::{FARTHEST, Kind, SIDES, World};

fn tint(world: &World, hex: SpaceId, style: &str) -> OverlayItem {
    OverlayItem {
        shape: OverlayShape::Space(world.hex_name(hex).to_owned()),
        style: style.to_owned(),
        label: String::new(),
    }
}

impl Overlays for Brigade {
    /// An overlay's pieces.
    fn overlay(&self, _seat: Option<Seat>, name: &str, focus: Option<&Target>) -> Vec<OverlayItem> {
        let hexes = self.world.ground.all();
        let unit = match focus {
            Some(Target::Unit(id)) => self.world.unit(id).filter(|&unit| self.present(unit)),
            _ => None,
        };
        let at = match focus {
            Some(Target::Space(id)) => self.world.hex(id),
            _ => unit.map(|unit| self.hex_of(unit)),
        };
        match name {
            "fire-zones" => {
                let field = self.field();
                let zones = |side: u8| {
                    self.world.ground.all().filter(move |&hex| field.at(hex).zone[usize::from(side)] > 0)
                };
                if self.stage == Stage::Over {
                    return Vec::new();
                }
                let of =
                    |side: u8| zones(side).map(move |hex| tint(&self.world, hex, SIDES[usize::from(side)]));
                of(0).chain(of(1)).collect()
            }
            "command" => {
                let side = self.active();
                let generals: Vec<SpaceId> = self
                    .everyone()
                    .filter(|&one| self.world.info(one).kind == Kind::General)
                    .filter(|&one| {
                        unit.filter(|&unit| self.world.info(unit).kind == Kind::General)
                            .map_or(self.world.info(one).side == side, |unit| unit == one)
                    })
                    .map(|one| self.hex_of(one))
                    .collect();
                let near = |hex: SpaceId| generals.iter().any(|&at| self.world.hears(at, hex));
                hexes.filter(|&hex| near(hex)).map(|hex| tint(&self.world, hex, "command")).collect()
            }
            "sight" => {
                let Some(at) = at else { return Vec::new() };
                let range = unit.map_or(FARTHEST, |unit| match self.world.info(unit).range {
                    0 => FARTHEST,
                    range => range,
                });
                let seen = |hex: SpaceId| self.world.distance(at, hex) <= range && self.world.sees(at, hex);
                hexes.filter(|&hex| seen(hex)).map(|hex| tint(&self.world, hex, "range")).collect()
            }
            "reach" => {
                let Some(unit) = unit else { return Vec::new() };
                let fresh = March {
                    form: Form::Single,
                    units: vec![unit],
                    trail: Vec::new(),
                    payer: unit,
                    cost: 0,
                    moved: 0,
                    way: Way::Double,
                    stopped: false,
                };
                // One that moves alone now goes on from what it has moved.
                let moving = |march: &&March| march.form == Form::Single && march.units[0] == unit;
                let march = self.march.as_ref().filter(moving).unwrap_or(&fresh);
                let field = self.field();
                let stops = self.reach(field, march);
                let ends = stops.iter().skip(1).map(|stop| stop.hex);
                let mut reached: Vec<SpaceId> =
                    ends.filter(|&hex| Self::may_end(&self.world, field, unit, hex)).collect();
                reached.sort_unstable();
                reached.dedup();
                reached.into_iter().map(|hex| tint(&self.world, hex, "range")).collect()
            }
            _ => Vec::new(),
        }
    }
}
