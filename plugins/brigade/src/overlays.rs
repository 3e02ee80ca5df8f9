//! The overlays of the board.

use muster_board::SpaceId;
use muster_contract::{OverlayItem, OverlayShape, Seat, Target};
use muster_sdk::Overlays;

use crate::state::{Brigade, Form, March, Stage};
use crate::world::{FARTHEST, Side, World};

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
                let sides = Side::ALL.into_iter().filter(|_| self.stage != Stage::Over);
                let zones = sides.flat_map(|side| self.world.ground.all().map(move |hex| (side, hex)));
                let zones = zones.filter(|&(side, hex)| self.field().under_fire(hex, side.other()));
                zones.map(|(side, hex)| tint(&self.world, hex, side.id())).collect()
            }
            "command" => {
                let generals = match unit.filter(|&unit| self.world.is_general(unit)) {
                    Some(general) => vec![general],
                    None => self.generals(self.active()).collect(),
                };
                let near =
                    |hex| generals.iter().any(|&one| self.world.in_command_range(self.hex_of(one), hex));
                hexes.filter(|&hex| near(hex)).map(|hex| tint(&self.world, hex, "command")).collect()
            }
            "sight" => {
                let Some(at) = at else { return Vec::new() };
                let range = unit.map(|unit| self.world.info(unit).range).filter(|&range| range > 0);
                let range = range.unwrap_or(FARTHEST);
                let seen = |hex: SpaceId| self.world.distance(at, hex) <= range && self.world.sees(at, hex);
                hexes.filter(|&hex| seen(hex)).map(|hex| tint(&self.world, hex, "range")).collect()
            }
            "reach" => {
                let Some(unit) = unit else { return Vec::new() };
                let fresh = March::new(Form::Single, vec![unit], Vec::new(), (unit, 0));
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
