//! What can be drawn over the map: threats, supply and the railroads' stations, as the seat knows them.

use muster_contract::{OverlayItem, OverlayShape, Seat, Target};
use muster_sdk::Overlays;

use crate::classic::field::threat;
use crate::labels::counted;
use crate::state::{CwStrategy, armies_in, on_map};
use crate::world::{City, Side, World};

fn space(world: &World, city: City, style: &str, label: impl Into<String>) -> OverlayItem {
    OverlayItem {
        shape: OverlayShape::Space(world.id(city).to_owned()),
        style: style.to_owned(),
        label: label.into(),
    }
}

impl Overlays for CwStrategy {
    /// An overlay's pieces.
    fn overlay(&self, seat: Option<Seat>, name: &str, _focus: Option<&Target>) -> Vec<OverlayItem> {
        let sides: Vec<Side> = match seat {
            Some(seat) => vec![self.side_of(seat)],
            None => Side::ALL.to_vec(),
        };
        let mut items = Vec::new();
        for side in sides {
            match name {
                "threat" => {
                    let threats = self.cities_of(side).map(|city| (city, self.threat(seat, side, city)));
                    let threats = threats.filter(|(_, threat)| *threat > 0);
                    let item = |(city, threat): (City, i64)| {
                        space(&self.world, city, "danger", counted(threat.unsigned_abs() as u32))
                    };
                    items.extend(threats.map(item));
                }
                "supply" => self.supply_overlay(seat, side, &mut items),
                "rail" => {
                    items.extend(self.stations(side).map(|city| space(&self.world, city, side.id(), "")));
                }
                _ => {}
            }
        }
        items
    }
}

impl CwStrategy {
    /// §15.1: what threatens a city of a side, in hundreds of men.
    pub(crate) fn threat(&self, seat: Option<Seat>, side: Side, city: City) -> i64 {
        let enemy = side.other();
        let known = self.known(enemy, seat);
        let stands = |at: City| {
            let lead = armies_in(known, at).next().filter(|_| self.owns(enemy, at));
            let lead = lead.filter(|_| self.sees_size(seat, enemy, at));
            lead.map_or(0, |(_, army)| i64::from(army.size))
        };
        threat(city, |at| &self.world.city(at).links, stands)
    }

    /// Own armies with their supply, cities that can be supplied under realism, ports that are blockaded.
    fn supply_overlay(&self, seat: Option<Seat>, side: Side, items: &mut Vec<OverlayItem>) {
        let power = self.known(side, seat);
        let enemy = self.known(side.other(), seat);
        for city in self.cities_of(side) {
            if enemy.fleet.is_some_and(|fleet| fleet.is_in(city)) {
                items.push(space(&self.world, city, "danger", "blockade"));
            } else if self.realism && !self.has_own_neighbour(side, city) {
                items.push(space(&self.world, city, "danger", "cut off"));
            }
        }
        if seat.is_some() {
            for (_, army) in on_map(power) {
                let label = format!("supply {}", army.supply);
                items.push(space(&self.world, army.at, "supply", label));
            }
        }
    }
}
