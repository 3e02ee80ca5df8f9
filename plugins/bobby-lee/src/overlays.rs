//! What can be drawn over the map: supply, command, railroads, the limits of hexsides, and where ships go. All of it follows
//! from where blocks stand, which everybody sees; only command says more, and only of leaders that the seat can read.

use muster_contract::{OverlayItem, OverlayShape, Seat, Target};
use muster_sdk::Overlays;

use crate::control::Track;
use crate::state::{Active, BobbyLee};
use crate::world::{Hex, Kind, Side, Unit, Way, World};

fn space(world: &World, hex: Hex, style: &str, label: impl Into<String>) -> OverlayItem {
    OverlayItem {
        shape: OverlayShape::Space(world.name(hex).to_owned()),
        style: style.to_owned(),
        label: label.into(),
    }
}

impl Overlays for BobbyLee {
    /// An overlay's pieces.
    fn overlay(&self, seat: Option<Seat>, name: &str, focus: Option<&Target>) -> Vec<OverlayItem> {
        match name {
            "supply-us" => self.supply_overlay(Side::Us),
            "supply-cs" => self.supply_overlay(Side::Cs),
            "command" => self.command_overlay(seat),
            "rail" => self.rail_overlay(),
            "limits" => self.limits_overlay(seat, focus),
            "sea" => self.sea_overlay(),
            _ => Vec::new(),
        }
    }
}

impl BobbyLee {
    /// §9.2: every hex that a side supplies now; elsewhere its units, which starve.
    fn supply_overlay(&self, side: Side) -> Vec<OverlayItem> {
        let supplied = self.supply(side);
        let mut items = Vec::new();
        for hex in self.world.all_hexes() {
            if supplied.has(hex) {
                let label = if supplied.ports.contains(&hex) { "by sea" } else { "" };
                items.push(space(&self.world, hex, side.id(), label));
            } else if self.is_in(side, hex) {
                items.push(space(&self.world, hex, "danger", "no supply"));
            }
        }
        items
    }

    /// §5.12: the command range of each army leader that the seat can read; of one who is active, lit.
    fn command_overlay(&self, seat: Option<Seat>) -> Vec<OverlayItem> {
        let mut reached: Vec<(Hex, Side, bool)> = Vec::new();
        for side in Side::ALL {
            let leads = |unit: Unit| self.world.unit(unit).kind == Kind::Leader && self.knows(seat, unit);
            for (leader, from) in self.placed(side).filter(|&(unit, _)| leads(unit)) {
                let active = self.unit(leader).active == Active::Army;
                for hex in self.range_of(side, from, self.world.unit(leader).command) {
                    match reached.iter_mut().find(|(other, whose, _)| (*other, *whose) == (hex, side)) {
                        Some((.., lit)) => *lit |= active,
                        None => reached.push((hex, side, active)),
                    }
                }
            }
        }
        reached.sort_unstable();
        let item = |(hex, side, active): (Hex, Side, bool)| {
            space(&self.world, hex, side.id(), if active { "in command" } else { "" })
        };
        reached.into_iter().map(item).collect()
    }

    /// §7.1: who controls each hex of a railroad.
    fn rail_overlay(&self) -> Vec<OverlayItem> {
        let mut items = Vec::new();
        for hex in self.world.all_hexes() {
            let holder = Side::ALL.into_iter().find(|&side| self.controls(side, hex, Track::Rail));
            items.extend(holder.map(|side| space(&self.world, hex, side.id(), "")));
        }
        items
    }

    /// §2.21: how many may attack (or, from a battle, retreat) over each hexside of a hex, then how many may reinforce.
    fn limits_overlay(&self, seat: Option<Seat>, focus: Option<&Target>) -> Vec<OverlayItem> {
        let hex = match focus {
            Some(Target::Space(id)) => self.world.find(id),
            Some(Target::Unit(id)) => self.find_unit(seat, id).and_then(|unit| self.hex_of(unit)),
            _ => self.battle.as_ref().map(|battle| battle.hex),
        };
        let Some(hex) = hex else { return Vec::new() };
        let info = self.world.hex(hex);
        let item = |(number, way): (usize, &Way)| {
            let limits = self.limits_into(hex, number);
            let (style, label) = match limits.attack {
                0 => ("danger", "-".to_owned()),
                attack => ("range", format!("{attack}/{}", limits.reinforce)),
            };
            let shape = OverlayShape::Edge(self.world.atlas.edge_name(way.edge).to_owned());
            OverlayItem { shape, style: style.to_owned(), label }
        };
        info.ways.iter().enumerate().map(item).collect()
    }

    /// §8.1: the ports that the Union's ships reach from a major port, and those that are closed to them.
    fn sea_overlay(&self) -> Vec<OverlayItem> {
        let supplied = self.supply(Side::Us);
        let ports = self.world.all_hexes().filter(|&hex| self.world.hex(hex).port);
        ports
            .map(|hex| {
                if supplied.ports.contains(&hex) {
                    space(&self.world, hex, Side::Us.id(), "open")
                } else if self.is_friendly(Side::Us, hex) {
                    space(&self.world, hex, "range", "cut off")
                } else {
                    space(&self.world, hex, Side::Cs.id(), "closed")
                }
            })
            .collect()
    }
}
