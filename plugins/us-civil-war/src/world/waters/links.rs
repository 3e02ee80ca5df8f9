//! Which waters are joined (C105). Most follows from where they lie; the board file names the rest.

use muster_contract::{Refusal, Value};
use muster_sdk::{Index as _, Table, refuse};

use super::build::Builder;
use super::{Bar, Face, Node, Water, WaterInfo, named};
use crate::world::map::listed;
use crate::world::{Edge, Kind, Port, Space, Terrain};

impl Builder<'_> {
    pub(super) fn link(&mut self) -> Result<(), Refusal> {
        self.link_corners();
        self.link_rivers_within();
        self.link_ports();
        self.link_coasts();
        self.link_mouths()?;
        self.link_forts();
        self.link_open_waters()?;
        self.link_bay_arm();
        Ok(())
    }

    fn join(&mut self, one: Option<Node>, other: Option<Node>) {
        if let (Some(one), Some(other)) = (one, other)
            && one != other
        {
            self.links.push((one, other));
        }
    }

    fn water(&self, node: Node) -> Water {
        self.nodes[node.place()].water
    }

    /// The navigable hexside between two hexes, but for the arms of the delta, which are no way for ships (§20.3.5).
    fn side(&self, one: Space, other: Space) -> Option<Node> {
        let edge = self.hexside(one, other)?;
        self.of_edge[edge].filter(|_| !self.has(edge, self.edges.delta))
    }

    fn hexside(&self, one: Space, other: Space) -> Option<Edge> {
        self.atlas.edges_between(one, other).find(|&edge| self.is_hexside(edge))
    }

    /// The hexes next to a hex, in order around it.
    pub(super) fn around(&self, space: Space) -> Vec<Space> {
        let ways = self.atlas.edges_of(space).iter();
        ways.filter(|way| self.is_hexside(way.edge)).map(|way| way.to).collect()
    }

    /// Two hexsides that share a corner. Where three hexes meet, one of the three hexsides is between each two of them.
    fn link_corners(&mut self) {
        for space in self.atlas.spaces() {
            let around = self.around(space);
            for &one in &around {
                for &other in around.iter().filter(|&&other| one < other) {
                    if self.hexside(one, other).is_some() {
                        self.join(self.side(space, one), self.side(space, other));
                    }
                }
            }
        }
    }

    /// §H20: the river through a hex goes on along the hexsides that end at its corners.
    fn link_rivers_within(&mut self) {
        for space in self.atlas.spaces() {
            let Some(node) = self.main[space] else { continue };
            if !matches!(self.water(node), Water::River | Water::GreatRiver) {
                continue;
            }
            let river = self.atlas.text(space, self.names.river_name).unwrap_or_default();
            let around = self.around(space);
            for &one in &around {
                for &other in around.iter().filter(|&&other| one < other) {
                    let Some(edge) = self.hexside(one, other) else { continue };
                    if self.rivers(edge).iter().any(|name| name == river) {
                        self.join(Some(node), self.side(one, other));
                    }
                }
            }
        }
    }

    /// A port and the hexsides of its rivers, or of its lake, in its hex.
    fn link_ports(&mut self) {
        for space in self.atlas.spaces() {
            let Some(port) = self.main[space].filter(|_| self.spaces[space].port != Port::None) else {
                continue;
            };
            if matches!(self.water(port), Water::River | Water::GreatRiver) {
                continue;
            }
            for way in self.atlas.edges_of(space) {
                let Some(side) = self.of_edge[way.edge].filter(|_| !self.has(way.edge, self.edges.delta))
                else {
                    continue;
                };
                let away = self.atlas.edge_text(way.edge, space, self.edges.no_port);
                let lake = self.water(side) == Water::Lake;
                let on =
                    lake || self.rivers(way.edge).iter().any(|name| self.spaces[space].waters.contains(name));
                if on && away != Some(self.spaces[space].id.as_str()) {
                    self.join(Some(port), Some(side));
                    self.ports.push((space.place(), side));
                }
            }
        }
    }

    /// Coasts and what they are on: paths, bays, a sea, and the next coast on the same sea.
    fn link_coasts(&mut self) {
        let keys = [self.names.sea, self.names.tidal_solid, self.names.tidal_dotted, self.names.bay];
        for space in self.atlas.spaces() {
            for key in keys {
                for name in self.atlas.text(space, key).map(listed).unwrap_or_default() {
                    self.join(self.coast(space), self.named(&name));
                }
            }
            for way in self.atlas.edges_of(space).iter().filter(|way| space < way.to) {
                if self.is_one_coast(way.edge) {
                    self.join(self.coast(space), self.coast(way.to));
                }
            }
        }
    }

    /// Whether two neighbouring hexes are one coast: both on the sea, and so is a corner of the hexside between them.
    fn is_one_coast(&self, edge: Edge) -> bool {
        let ends = self.atlas.ends(edge);
        let on_sea = ends.iter().all(|&end| self.atlas.text(end, self.names.sea).is_some());
        if !on_sea || !self.is_hexside(edge) || self.atlas.edge_flag(edge, ends[0], self.edges.no_contact) {
            return false;
        }
        let others = self.around(ends[1]);
        let between: Vec<Space> =
            self.around(ends[0]).into_iter().filter(|hex| others.contains(hex)).collect();
        // A corner that only two hexes of the board share is at its edge.
        between.len() < 2 || between.iter().any(|&hex| self.spaces[hex].terrain == Terrain::Water)
    }

    /// What a river opens to, by name.
    fn link_mouths(&mut self) -> Result<(), Refusal> {
        for edge in self.atlas.edges() {
            let from = self.atlas.ends(edge)[0];
            for name in self.atlas.edge_text(edge, from, self.edges.mouth).map(listed).unwrap_or_default() {
                let to = self.named(&name).or_else(|| self.coast(self.atlas.space(&name)?));
                let both = self.of_edge[edge].zip(to);
                let (side, to) = both.ok_or_else(|| {
                    let id = self.atlas.edge_name(edge);
                    refuse(
                        format!("hexside {id} isn't navigable, or there is no {name:?} that it opens to"),
                        "20.1.2",
                    )
                })?;
                self.join(Some(side), Some(to));
            }
        }
        // The mouths of the Mississippi: open to the Gulf, and no way up (§20.3.5, §H11).
        for edge in self.atlas.edges() {
            if self.has(edge, self.edges.delta) && self.has(edge, self.edges.great_river) {
                self.join(self.of_edge[edge], self.named(named::GULF));
            }
        }
        Ok(())
    }

    /// A Coastal Fort and the hexes that it is in contact with (§H8 to §H12, §H25, §H32).
    fn link_forts(&mut self) {
        for edge in self.atlas.edges() {
            if self.has(edge, self.edges.water_link) {
                let [one, other] = self.atlas.ends(edge);
                self.join(self.main[one], self.main[other]);
            }
        }
    }

    /// Bays that are open to a sea (§H8), and the seas to each other (§20.3.5).
    fn link_open_waters(&mut self) -> Result<(), Refusal> {
        for board in self.atlas.boards() {
            let Some(Value::Text(bays)) = self.atlas.board_value(board, self.names.open_bays) else {
                continue;
            };
            for pair in listed(bays) {
                let both = pair.split_once(": ").and_then(|(bay, sea)| self.named(bay).zip(self.named(sea)));
                let (bay, sea) = both.ok_or_else(|| {
                    refuse(
                        format!("open-bays: {pair:?} isn't a bay and a sea, with a colon between"),
                        "20.1.2",
                    )
                })?;
                self.join(Some(bay), Some(sea));
            }
        }
        self.join(self.named(named::ATLANTIC), self.named(named::GULF));
        Ok(())
    }

    /// §M3
    fn link_bay_arm(&mut self) {
        let (along, port, river) = named::BAY_ARM;
        let Some(edge) = self.atlas.edge(along).filter(|&edge| self.of_edge[edge].is_none()) else { return };
        let side = self.atlas.edge(river).and_then(|river| self.of_edge[river]);
        let port = self.atlas.space(port).filter(|&port| self.main[port].is_some());
        let (Some(side), Some(port)) = (side, port) else { return };
        let faces = self.atlas.ends(edge).map(|space| Some(Face { space, port: false }));
        let name = along.to_owned();
        let arm = self.add(WaterInfo { name, water: Water::River, faces, bar: Bar::None, space: None });
        self.of_edge[edge] = Some(arm);
        self.shores.push((port.place(), arm));
        self.ports.push((port.place(), arm));
        self.join(self.main[port], Some(arm));
        self.join(Some(arm), Some(side));
    }

    /// §20.1.4: on which hexsides a port has a say: all of its hex, but for a river that it isn't on and that doesn't join
    /// its own at the hex.
    pub(super) fn face_ports(&mut self) {
        for space in self.atlas.spaces() {
            if self.spaces[space].port == Port::None {
                continue;
            }
            let sides: Vec<Node> =
                self.atlas.edges_of(space).iter().filter_map(|way| self.of_edge[way.edge]).collect();
            let mut on: Vec<Node> =
                self.ports.iter().filter(|(of, _)| *of == space.place()).map(|&(_, node)| node).collect();
            let mut next = 0;
            while let Some(&node) = on.get(next) {
                next += 1;
                let joined = |&&(one, other): &&(Node, Node)| one == node || other == node;
                let beyond = self
                    .links
                    .iter()
                    .filter(joined)
                    .map(|&(one, other)| if one == node { other } else { one });
                for side in beyond.filter(|side| sides.contains(side)).collect::<Vec<_>>() {
                    if !on.contains(&side) {
                        on.push(side);
                    }
                }
            }
            for side in sides.into_iter().filter(|side| on.contains(side)) {
                for face in self.nodes[side.place()].faces.iter_mut().flatten() {
                    face.port |= face.space == space;
                }
            }
        }
    }

    /// Every stretch of a river.
    pub(super) fn river(&self, name: &str) -> Vec<Node> {
        let along = self.atlas.edges().filter(|&edge| self.rivers(edge).iter().any(|river| river == name));
        let through =
            self.atlas.spaces().filter(|&space| self.atlas.text(space, self.names.river_name) == Some(name));
        let hexsides = along.filter(|&edge| self.is_hexside(edge)).filter_map(|edge| self.of_edge[edge]);
        hexsides.chain(through.filter_map(|space| self.main[space])).collect()
    }

    /// §20.3.4, §20.4: bays that are open to a sea, and the coasts on them.
    pub(super) fn northern(&self) -> Table<Node, bool> {
        let mut northern: Table<Node, bool> = self.nodes.iter().map(|_| false).collect();
        let water = |node: Node| self.water(node);
        let open = |&(one, other): &(Node, Node)| match (water(one), water(other)) {
            (Water::Tidal, Water::Sea) => Some(one),
            (Water::Sea, Water::Tidal) => Some(other),
            _ => None,
        };
        for bay in self.links.iter().filter_map(open) {
            northern[bay] = true;
            for &(one, other) in self.links.iter().filter(|&&(one, other)| one == bay || other == bay) {
                let coast = if one == bay { other } else { one };
                let hex = self.nodes[coast.place()].space.map(|space| self.spaces[space].kind);
                northern[coast] |=
                    water(coast) == Water::Coast && matches!(hex, Some(Kind::Hex | Kind::PortBox));
            }
        }
        northern
    }
}
