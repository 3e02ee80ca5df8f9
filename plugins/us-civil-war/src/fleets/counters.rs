//! What players see of the naval game: counters, markers, a panel.

use muster_contract::{Marker, Panel, PanelRow, UnitFace, UnitView, Value};
use muster_sdk::{Names as _, UnitId, attribute, capital, place};

use super::in_words;
use crate::state::{Activity, Berth, Flag, Ship, UsCivilWar, Vessel};
use crate::units::Piece;
use crate::world::{NavalLeader, Side, Space};

/// What stands before a berth in the ids of ships.
const fn prefix(vessel: Vessel, damaged: bool) -> &'static str {
    match (vessel, damaged) {
        (_, false) => vessel.id(),
        (Vessel::Oceangoing, true) => "oceangoing-damaged",
        (Vessel::River, true) => "river-nsp-damaged",
        (Vessel::Ironclad, true) => "ironclad-unfinished",
        (Vessel::Flotilla, true) => "flotilla-damaged",
    }
}

/// The symbol of a ship.
pub(crate) const fn silhouette(vessel: Vessel) -> &'static str {
    match vessel {
        Vessel::Oceangoing => "sloop",
        Vessel::River => "gunboat",
        Vessel::Ironclad => "ironclad",
        Vessel::Flotilla => "steamer",
    }
}

impl UsCivilWar {
    /// The id of ships of a kind in a berth.
    pub(crate) fn ships_id(&self, vessel: Vessel, damaged: bool, berth: Berth) -> UnitId<'_> {
        let key = self.world.admiralty.as_ref().map_or("", |all| all.key(&self.world.waters, berth));
        UnitId::Placed(prefix(vessel, damaged), key)
    }

    /// The id of a Naval Leader.
    pub(crate) fn leader_id(&self, leader: NavalLeader) -> UnitId<'_> {
        UnitId::Own(self.world.admiralty.as_ref().map_or("", |all| &all.leaders[leader].id))
    }

    /// What ships of a kind in a berth are called.
    pub(crate) fn ships_name(&self, vessel: Vessel, damaged: bool, berth: Berth) -> String {
        let words = in_words(self.alike(vessel, damaged, berth));
        format!("the {words} in {}", self.berth_name(berth))
    }

    /// The ships of a kind in a berth.
    pub(crate) fn alike(&self, vessel: Vessel, damaged: bool, berth: Berth) -> impl Iterator<Item = &Ship> {
        let ships = self.ships_in(vessel.side(), berth);
        ships.filter(move |ship| ship.vessel == vessel && ship.damaged == damaged)
    }

    /// The counter of the phasing player's ships in a berth by which they are activated.
    pub(crate) fn flagship(&self, berth: Berth) -> Option<Piece> {
        let mut ships = self.ships_in(self.phasing, berth).filter(|ship| !ship.is_on_the_stocks());
        let fresh = |ship: &&Ship| ship.activity == Activity::Fresh;
        ships.find(fresh).map(|ship| Piece::Ships(ship.vessel, ship.damaged, berth))
    }

    /// The ships or the Naval Leader of this id.
    pub(crate) fn naval_piece_named(&self, id: &str) -> Option<Piece> {
        let all = self.world.admiralty.as_ref()?;
        if let Some(leader) = all.leader_named(id) {
            return Some(Piece::Commodore(leader));
        }
        self.kinds_of_ships().into_iter().find_map(|(vessel, damaged, berth)| {
            let same = self.ships_id(vessel, damaged, berth).to_string() == id;
            same.then_some(Piece::Ships(vessel, damaged, berth))
        })
    }

    fn kinds_of_ships(&self) -> Vec<(Vessel, bool, Berth)> {
        let of = |ship: &Ship| (ship.vessel, ship.damaged, ship.berth);
        let mut kinds: Vec<(Vessel, bool, Berth)> = self.fleets.ships.iter().map(of).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    /// A berth as a place: with the hexside, where it is on a river.
    pub(super) fn place_of_berth(&self, berth: Berth) -> muster_contract::Place {
        let edge = self.world.waters.edge_of(berth.water).map(|edge| self.edge_id(edge).to_owned());
        muster_contract::Place { edge, ..self.place_of(berth.space) }
    }

    /// The counters of ships, and of Naval Leaders on them.
    pub(crate) fn naval_units(&self) -> Vec<UnitView> {
        let mut units = Vec::new();
        let mut show = |id: String, side: Side, berth: Berth, face: UnitFace| {
            let place = self.place_of_berth(berth);
            units.push(UnitView { id, side: Some(side.id().to_owned()), place, face: Some(face) });
        };
        for (vessel, damaged, berth) in self.kinds_of_ships() {
            let id = self.ships_id(vessel, damaged, berth).to_string();
            show(id, vessel.side(), berth, self.ships_face(vessel, damaged, berth));
        }
        for leader in self.fleets.leaders.all() {
            if let Some(berth) = self.leader_at(leader) {
                show(self.leader_id(leader).to_string(), Side::Us, berth, self.commodore_face(leader));
            }
        }
        units
    }

    fn ships_face(&self, vessel: Vessel, damaged: bool, berth: Berth) -> UnitFace {
        let all: Vec<&Ship> = self.alike(vessel, damaged, berth).collect();
        let mut face = crate::view::face(capital(&in_words(all.iter().copied())), "NSP", silhouette(vessel));
        face.strength = Some(all.iter().map(|ship| ship.nsps()).sum());
        face.spent = all.iter().all(|ship| ship.activity == Activity::Moved);
        let marks = [
            (damaged && vessel != Vessel::Ironclad, "damaged"),
            (damaged && vessel == Vessel::Ironclad, "unfinished"),
            (all.iter().any(|ship| ship.demoralized), "demoralized"),
            (all.iter().any(|ship| ship.low_on_coal), "low-on-coal"),
            (all.iter().any(|ship| ship.sheltered), "in-port"),
        ];
        face.marks = marks.iter().filter(|(holds, _)| *holds).map(|(_, word)| (*word).to_owned()).collect();
        face.attributes = vec![attribute("ships", Value::Number(all.len() as i32))];
        face
    }

    fn commodore_face(&self, leader: NavalLeader) -> UnitFace {
        let name = self.world.admiralty.as_ref().map_or("", |all| &all.leaders[leader].name).to_owned();
        let mut face = crate::view::face(name, &self.leader_label(leader), "general");
        face.spent = self.fleets.leaders[leader].activity == Activity::Moved;
        face
    }

    /// §21.10.4: the markers of Naval Batteries, one a space.
    pub(crate) fn battery_markers(&self) -> Vec<Marker> {
        let mut sites = self.fleets.batteries.clone();
        sites.dedup();
        let marker = |at: Space| {
            let count = self.batteries_in(at);
            let label = if count == 1 { "Battery".to_owned() } else { format!("{count} Batteries") };
            let (kind, side) = ("battery".to_owned(), Some(Side::Cs.id().to_owned()));
            Marker { kind, place: place(self.space_id(at)), side, label }
        };
        sites.into_iter().map(marker).collect()
    }

    /// §21.9.2, §21.2.8: what is off the map.
    pub(crate) fn naval_panel(&self) -> Panel {
        let mut rows = Vec::new();
        for (name, count) in ["Oceangoing NSPs", "River NSPs"].into_iter().zip(self.fleets.pool) {
            if count > 0 {
                rows.push(PanelRow::new(name).side("us").note("in the Naval Pool").figure(count));
            }
        }
        for leader in self.fleets.leaders.all() {
            if let Flag::Displaced(theater) = self.fleets.leaders[leader].flag {
                let note = format!("in the Displaced Box of {}", theater.name());
                rows.push(PanelRow::new(self.leader_label(leader)).side("us").note(note));
            }
        }
        if self.fleets.free && self.cycle > 0 {
            let row = PanelRow::new("The free naval action").side(self.phasing.id());
            rows.push(row.note("not used yet"));
        }
        Panel::new("fleets", "Fleets", "21", rows)
    }
}
