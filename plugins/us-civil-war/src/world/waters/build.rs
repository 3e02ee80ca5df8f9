//! The waters read from the board file: what stretches of water there are, and what they touch.

use muster_board::Atlas;
use muster_contract::Refusal;
use muster_sdk::{Index as _, Table};

use super::named;
use super::{Bar, Face, Node, Rows, Water, WaterInfo, Waters};
use crate::world::map::listed;
use crate::world::names::{EdgeNames, SpaceNames};
use crate::world::{Class, Edge, Kind, Port, Side, Space, SpaceInfo, State};

/// The waters while they are put together.
pub(super) struct Builder<'a> {
    pub(super) atlas: &'a Atlas,
    pub(super) spaces: &'a Table<Space, SpaceInfo>,
    pub(super) names: SpaceNames,
    pub(super) edges: EdgeNames,
    pub(super) nodes: Vec<WaterInfo>,
    pub(super) links: Vec<(Node, Node)>,
    pub(super) of_edge: Table<Edge, Option<Node>>,
    /// The water that a port is on where the hex has one shore, or of its own shore where it has two; ports on rivers among them.
    pub(super) main: Table<Space, Option<Node>>,
    /// The coast, where the hex has a second shore.
    pub(super) second: Table<Space, Option<Node>>,
    pub(super) shores: Vec<(usize, Node)>,
    pub(super) ports: Vec<(usize, Node)>,
}

/// Reads the waters of a board whose land has been read.
pub(in crate::world) fn read(atlas: &Atlas, spaces: &Table<Space, SpaceInfo>) -> Result<Waters, Refusal> {
    let mut builder = Builder {
        atlas,
        spaces,
        names: SpaceNames::of(atlas),
        edges: EdgeNames::of(atlas),
        nodes: Vec::new(),
        links: Vec::new(),
        of_edge: atlas.edges().map(|_| None).collect(),
        main: spaces.all_with(None),
        second: spaces.all_with(None),
        shores: Vec::new(),
        ports: Vec::new(),
    };
    for edge in atlas.edges() {
        builder.add_side(edge);
    }
    for space in atlas.spaces() {
        builder.add_space(space);
    }
    builder.add_open_waters();
    builder.link()?;
    builder.add_straits();
    builder.face_ports();
    builder.check()?;
    Ok(builder.done())
}

impl Builder<'_> {
    pub(super) fn add(&mut self, info: WaterInfo) -> Node {
        self.nodes.push(info);
        Node::nth(self.nodes.len() - 1)
    }

    pub(super) fn has(&self, edge: Edge, feature: muster_board::Features) -> bool {
        self.atlas.edge_has(edge, feature)
    }

    pub(super) fn is_hexside(&self, edge: Edge) -> bool {
        self.atlas.edge_facing(edge, self.atlas.ends(edge)[0]).is_some()
    }

    /// The rivers along a hexside.
    pub(super) fn rivers(&self, edge: Edge) -> Vec<String> {
        let text = self.atlas.edge_text(edge, self.atlas.ends(edge)[0], self.edges.river_name);
        text.map(listed).unwrap_or_default()
    }

    /// A navigable hexside.
    fn add_side(&mut self, edge: Edge) {
        if !self.is_hexside(edge) {
            return;
        }
        let water = if self.has(edge, self.edges.great_river) {
            Water::GreatRiver
        } else if self.has(edge, self.edges.river) {
            Water::River
        } else if self.has(edge, self.edges.navigable) {
            Water::Lake
        } else {
            return;
        };
        let ends = self.atlas.ends(edge);
        let kentucky = ends.iter().all(|&end| self.spaces[end].kentucky);
        let node = self.add(WaterInfo {
            name: self.atlas.edge_name(edge).to_owned(),
            water,
            faces: ends.map(|end| self.faces(edge, end, water).then_some(Face { space: end, port: false })),
            bar: if kentucky { Bar::Kentucky } else { Bar::None },
            space: None,
        });
        self.of_edge[edge] = Some(node);
        self.shores.extend(ends.map(|end| (end.place(), node)));
    }

    /// Whether what stands in a space has a say on its hexside.
    fn faces(&self, edge: Edge, space: Space, water: Water) -> bool {
        let simmesport = self.spaces[space].id == named::SIMMESPORT && water == Water::GreatRiver;
        !simmesport && !self.is_yazoo(edge, space)
    }

    /// §M6: whether the hexside is Vicksburg's on the Yazoo.
    pub(super) fn is_yazoo(&self, edge: Edge, space: Space) -> bool {
        let own = &self.spaces[space].waters;
        self.spaces[space].id == named::VICKSBURG
            && !self.rivers(edge).iter().any(|river| own.contains(river))
    }

    /// Whether a space has a shore on a Tidal River Path.
    fn is_tidal(&self, space: Space) -> bool {
        [self.names.tidal_solid, self.names.tidal_dotted]
            .iter()
            .any(|&key| self.atlas.text(space, key).is_some())
    }

    /// The waters of a space itself.
    fn add_space(&mut self, space: Space) {
        let spaces = self.spaces;
        let info = &spaces[space];
        let text = |key| self.atlas.text(space, key).is_some();
        let coast = self.is_tidal(space) || text(self.names.sea) || text(self.names.bay);
        let edges = self.atlas.edges_of(space);
        let guarded = edges.iter().any(|way| self.has(way.edge, self.edges.water_link));
        let port = info.port != Port::None;
        let within = [(self.names.great_river, Water::GreatRiver), (self.names.river, Water::River)];
        let within = within.iter().find(|(feature, _)| self.atlas.has(space, *feature));
        let own = |water| (info.id.clone(), water);
        let (main, second) = match (info.kind, within) {
            (Kind::OffMap, _) => (None, None),
            (Kind::CoastalFort, _) => (Some(own(Water::Fort)), None),
            (Kind::Island | Kind::PortBox, _) => (Some(own(Water::Coast)), None),
            (Kind::Hex, Some(&(_, water))) => (Some(own(water)), None),
            (Kind::Hex, None) => {
                // Beaufort's northern shore is on the sound, the other behind its fort (§H1, §H17).
                let two = self.atlas.has(space, self.names.two_shores) || self.is_tidal(space) && guarded;
                let shore = if guarded || coast && !two { Water::Coast } else { Water::Port };
                let main = (port || guarded || coast).then(|| own(shore));
                (main, two.then(|| (format!("{} coast", info.id), Water::Coast)))
            }
        };
        let mut put = |spot: Option<(String, Water)>| {
            let (name, water) = spot?;
            let bar = match info.id.as_str() {
                id if named::GATES.contains(&id) => Bar::Gate(space),
                id if named::ALWAYS_UNION.contains(&id) => Bar::Union,
                named::NEW_MADRID => Bar::NewMadrid,
                _ => Bar::None,
            };
            let river = matches!(water, Water::River | Water::GreatRiver);
            let faces = [Some(Face { space, port: river && port }), None];
            self.nodes.push(WaterInfo { name, water, faces, bar, space: Some(space) });
            let node = Node::nth(self.nodes.len() - 1);
            if water != Water::Port {
                self.shores.push((space.place(), node));
            }
            Some((node, water))
        };
        let (main, second) = (put(main), put(second));
        if let Some((node, _)) = main.filter(|(_, water)| port && *water != Water::Port) {
            self.ports.push((space.place(), node));
        }
        // D3: a port of a hex that has the feature is on one shore only; Beaufort's is on both.
        if let Some((node, _)) = second.filter(|_| port && !self.atlas.has(space, self.names.two_shores)) {
            self.ports.push((space.place(), node));
        }
        self.main[space] = main.map(|(node, _)| node);
        self.second[space] = second.map(|(node, _)| node);
    }

    /// Paths, bays and seas, by the names that spaces give.
    fn add_open_waters(&mut self) {
        let kinds = [
            (self.names.tidal_solid, Water::Tidal),
            (self.names.tidal_dotted, Water::Tidal),
            (self.names.bay, Water::Bay),
            (self.names.sea, Water::Sea),
        ];
        for space in self.atlas.spaces() {
            for (key, water) in kinds {
                for name in self.atlas.text(space, key).map(listed).unwrap_or_default() {
                    if self.named(&name).is_none() {
                        self.add(WaterInfo { name, water, faces: [None; 2], bar: Bar::None, space: None });
                    }
                }
            }
        }
    }

    /// What a board file means by a name: a path, bay or sea.
    pub(super) fn named(&self, name: &str) -> Option<Node> {
        let open = |info: &WaterInfo| matches!(info.water, Water::Tidal | Water::Bay | Water::Sea);
        self.nodes.iter().position(|info| open(info) && info.name == name).map(Node::nth)
    }

    /// Where coast waters of a space are: on the second shore, if there are two.
    pub(super) fn coast(&self, space: Space) -> Option<Node> {
        self.second[space].or(self.main[space])
    }

    /// What lies between a Coastal Fort and the land, and between Galveston and the mainland.
    fn add_straits(&mut self) {
        for edge in self.atlas.edges() {
            let ends = self.atlas.ends(edge);
            let fort = ends.iter().any(|&end| self.spaces[end].kind == Kind::CoastalFort);
            let link = self.has(edge, self.edges.land_link);
            let gate = ends.into_iter().find(|&end| named::GATES.contains(&self.spaces[end].id.as_str()));
            let gate = gate.filter(|_| self.is_hexside(edge) && self.has(edge, self.edges.lake));
            if !(fort && link) && gate.is_none() {
                continue;
            }
            let face = |space| gate.is_none().then_some(Face { space, port: false });
            let node = self.add(WaterInfo {
                name: self.atlas.edge_name(edge).to_owned(),
                water: Water::Strait,
                faces: ends.map(face),
                bar: gate.map_or(Bar::None, Bar::Gate),
                space: None,
            });
            self.of_edge[edge] = Some(node);
        }
    }

    fn done(self) -> Waters {
        let spaces = self.atlas.space_count();
        let nodes = self.nodes.len();
        let both = self.links.iter().flat_map(|&(a, b)| [(a.place(), b), (b.place(), a)]);
        let links = Rows::new(nodes, both);
        let mut of_space = self.main.clone();
        for (space, node) in of_space.iter_mut() {
            let port = node.is_some_and(|node| self.nodes[node.place()].water == Water::Port);
            *node = if port { self.second[space] } else { *node };
        }
        let mut harbours = self.main.clone();
        for (space, node) in harbours.iter_mut() {
            *node = node.filter(|_| self.spaces[space].port != Port::None);
        }
        let side = |name: &str| self.atlas.edge(name).and_then(|edge| self.of_edge[edge]);
        let space = |id: &str| self.atlas.space(id);
        let below = space(named::NEW_MADRID).and_then(|space| self.main[space]);
        let mut mississippi = self.river(named::MISSISSIPPI);
        mississippi.retain(|node| self.nodes[node.place()].water == Water::GreatRiver);
        let seas = self.nodes.iter().enumerate().filter(|(_, info)| info.water == Water::Sea);
        let seas: Vec<Node> = seas.map(|(place, _)| Node::nth(place)).collect();
        let (northern, delta) = (self.northern(), self.delta());
        // The Coastal Fort at its mouth stands in its way to the Gulf (§20.1.4, §H11).
        let forts = (0..nodes).map(Node::nth).filter(|&node| delta[node]);
        mississippi.extend(forts.filter(|node| self.nodes[node.place()].water == Water::Fort));
        let courses = self.courses();
        let (banks, inland, open_coasts) = (self.banks(), self.inland(), self.open_coasts());
        Waters {
            links,
            shores: Rows::new(spaces, self.shores.iter().copied()),
            ports: Rows::new(spaces, self.ports.iter().copied()),
            sources: [self.sources(Side::Us), self.sources(Side::Cs)],
            shoals: space(named::SHOALS[0]).zip(space(named::SHOALS[1])).map(|(one, other)| [one, other]),
            narrows: side(named::NARROWS).zip(below).map(|(above, below)| [above, below]),
            mississippi,
            seas,
            northern,
            banks,
            inland,
            delta,
            open_coasts,
            courses,
            harbours,
            of_space,
            of_edge: self.of_edge,
            nodes: Table::new(self.nodes),
        }
    }

    /// §20.1.3: where a side's Naval Control originates if it controls the port. The Chesapeake Bay box, which no land links to,
    /// is the Union's (§20.2.2). Coastal Forts are no sources.
    fn sources(&self, side: Side) -> Vec<Space> {
        let fits = |space: &Space| {
            let info = &self.spaces[*space];
            let north = info.class() == Some(Class::Northern);
            let louis = info.id == named::SAINT_LOUIS && info.states.only() == Some(State::Missouri);
            let home = info.kind == Kind::PortBox && info.ways.is_empty();
            match side {
                Side::Us => info.port != Port::None && (north || louis || home),
                Side::Cs => info.kind == Kind::Hex && info.has_southern_port(),
            }
        };
        self.atlas.spaces().filter(fits).collect()
    }
}
