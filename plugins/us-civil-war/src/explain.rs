//! What a space is, in words.

use crate::state::UsCivilWar;
use crate::world::{Kind, Port, Space, Terrain, Town};

impl UsCivilWar {
    /// What a space is, as one sentence.
    pub(crate) fn described_space(&self, space: Space) -> String {
        let info = self.world.space(space);
        let mut words = vec![
            match (info.kind, info.terrain) {
                (Kind::Island, _) => "an island",
                (Kind::CoastalFort, _) => "a Coastal Fort",
                (Kind::PortBox, _) => "a port beside the map",
                (Kind::OffMap, _) => "resources beyond the map",
                (Kind::Hex, Terrain::Clear) => "open ground",
                (Kind::Hex, Terrain::Woods) => "woods",
                (Kind::Hex, Terrain::Marsh) => "marsh",
                (Kind::Hex, Terrain::Swamp) => "swamp, which nobody enters",
                (Kind::Hex, Terrain::Mountain) => "mountains",
                (Kind::Hex, Terrain::Water) => "water",
            }
            .to_owned(),
        ];
        match info.town {
            Town::City => words.push("a city".to_owned()),
            Town::Town => words.push("a town".to_owned()),
            Town::None => {}
        }
        match info.port {
            Port::Ocean => words.push("an Ocean Port".to_owned()),
            Port::River => words.push("a River Port".to_owned()),
            Port::None => {}
        }
        if info.objective {
            words.push("an Objective Hex".to_owned());
        }
        if info.resource > 0 {
            words.push(format!("a Resource Hex of {}", info.resource));
        }
        let states: Vec<&str> = info.states.iter().map(crate::world::State::name).collect();
        let number = if info.called == info.id { String::new() } else { format!(" ({})", info.id) };
        format!("{}{number}: {}; {}.", info.called, words.join(", "), states.join(" and "))
    }
}
