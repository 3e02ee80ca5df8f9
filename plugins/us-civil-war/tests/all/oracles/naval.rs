//! §20.1, §13.4.3, §20.3.4 by sets of names: what faces what is read off the names of hexsides, and control is spread by going over
//! all waters again and again until nothing changes.

use std::collections::{BTreeMap, BTreeSet};

use us_civil_war::state::Works;
use us_civil_war::world::{Bar, Kind, Node, Port, Space, State, Water, World};
use us_civil_war::{Side, UsCivilWar};

use crate::rules::shores::Shores;

/// Numbers that look random, always the same ones (xorshift).
pub struct Numbers(pub u64);

impl Numbers {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}

/// So many positions, or ten times as many in the full count.
fn rounds(quick: u32) -> u32 {
    if std::env::var_os("MUSTER_FULL").is_some() { 10 * quick } else { quick }
}

/// The waters, by name.
struct Chart {
    water: BTreeMap<String, Water>,
    joined: BTreeMap<String, Vec<String>>,
    /// The spaces that face a stretch of water.
    facing: BTreeMap<String, Vec<Space>>,
    /// Those of them whose port, if it is Confederate, blocks there.
    ports: BTreeMap<String, Vec<Space>>,
    node: BTreeMap<String, Node>,
}

impl Chart {
    fn of(world: &World) -> Self {
        let mut chart = Self {
            water: BTreeMap::new(),
            joined: BTreeMap::new(),
            facing: BTreeMap::new(),
            ports: BTreeMap::new(),
            node: BTreeMap::new(),
        };
        for (node, info) in world.waters.nodes.iter() {
            let name = info.name.clone();
            let names = world.waters.links(node).iter().map(|&to| world.waters.nodes[to].name.clone());
            chart.joined.insert(name.clone(), names.collect());
            chart.water.insert(name.clone(), info.water);
            chart.node.insert(name.clone(), node);
            let own = name.strip_suffix(" coast").unwrap_or(&name);
            let mut facing: Vec<Space> = own.split('/').filter_map(|id| world.find(id)).collect();
            let dumb = |space: &Space| {
                let id = world.space(*space).id.as_str();
                let simmesport = id == "4509" && info.water == Water::GreatRiver;
                let galveston = info.water == Water::Strait && name.contains("5101");
                simmesport || galveston || id == "4011" && ["3911/4011", "3912/4011"].contains(&own)
            };
            let keep: Vec<Space> = facing.iter().copied().filter(|space| !dumb(space)).collect();
            if facing.iter().any(|space| dumb(space) && world.space(*space).id == "5101") {
                facing.clear();
            } else {
                facing = keep;
            }
            chart.facing.insert(name, facing);
        }
        for name in chart.water.keys() {
            let facing = &chart.facing[name];
            let ports = facing.iter().copied().filter(|&space| chart.blocks(world, name, space)).collect();
            chart.ports.insert(name.clone(), ports);
        }
        chart
    }

    /// §20.1.4, play note: whether a port in the space would block on this river: going from its own waters along the hexsides of the
    /// hex, one reaches it.
    fn blocks(&self, world: &World, name: &str, space: Space) -> bool {
        let info = world.space(space);
        let state = info.states.only();
        // §17.1.2: West Virginia's ports are Virginia's while they are Confederate.
        let southern = state.and_then(State::home) == Some(Side::Cs) || state == Some(State::WestVirginia);
        if info.port == Port::None || !southern || self.water[name] != Water::River {
            return false;
        }
        if name == info.id {
            return true;
        }
        let mut on: BTreeSet<String> =
            world.waters.port(space).iter().map(|&node| world.waters.nodes[node].name.clone()).collect();
        for _ in 0..6 {
            let beyond: Vec<String> = on.iter().flat_map(|at| self.joined[at].clone()).collect();
            on.extend(beyond.into_iter().filter(|to| to.split('/').any(|id| id == info.id)));
        }
        on.contains(name)
    }
}

/// Naval Control of a position.
struct Model<'a> {
    chart: &'a Chart,
    game: &'a UsCivilWar,
    flows: [BTreeSet<String>; 2],
    /// Where control flows to and paths go on from.
    through: [BTreeSet<String>; 2],
}

impl<'a> Model<'a> {
    fn new(chart: &'a Chart, game: &'a UsCivilWar) -> Self {
        let mut model = Self { chart, game, flows: Default::default(), through: Default::default() };
        for side in Side::ALL {
            model.spread(side);
            let free = |name: &&String| !model.forts(name, side.other()) && !model.works(name, side.other());
            model.through[side as usize] = model.flows[side as usize].iter().filter(free).cloned().collect();
        }
        model
    }

    fn forts(&self, name: &str, side: Side) -> bool {
        let fort = |&space: &Space| self.game.fort(space).is_some_and(|(holder, _)| holder == side);
        self.chart.water[name] != Water::Port && self.chart.facing[name].iter().any(fort)
    }

    /// Entrenchments and ports of a side that block.
    fn works(&self, name: &str, side: Side) -> bool {
        let river = self.chart.water[name] == Water::River;
        let entrenched = |&space: &Space| self.game.spot(space).works == Works::Entrenchment(side);
        let port = |&space: &Space| side == Side::Cs && self.game.controls(Side::Cs, space);
        river && (self.chart.facing[name].iter().any(entrenched) || self.chart.ports[name].iter().any(port))
    }

    fn closed(&self, name: &str) -> bool {
        let neutral = self.game.state_of(State::Kentucky).is_none();
        let in_kentucky = |space: &Space| self.game.world.space(*space).kentucky;
        let facing = &self.chart.facing[name];
        let inside = name.contains('/') && facing.len() == 2 && facing.iter().all(in_kentucky);
        neutral && (inside || name == "2515" && self.game.world.special_1861)
    }

    fn may_enter(&self, side: Side, name: &str) -> bool {
        let gate = ["5101", "hatteras-inlet", "roanoke-island"].contains(&name);
        let ours = gate.then(|| self.game.controls(Side::Us, self.game.world.find(name).unwrap()));
        let unions = ["ship-island", "atchafalaya-bay"].contains(&name);
        if self.closed(name) || ours == Some(side == Side::Cs) {
            return false;
        }
        if unions || self.chart.water[name] == Water::Sea {
            return side == Side::Us;
        }
        let shared = matches!(self.chart.water[name], Water::Tidal | Water::Port);
        let trumped = side == Side::Cs && self.flows[0].contains(name) && !shared;
        let foe = side.other();
        !trumped && !self.forts(name, foe) && (self.forts(name, side) || !self.works(name, foe))
    }

    fn begins(&self, side: Side) -> BTreeSet<String> {
        let world = &self.game.world;
        let mut ports: BTreeSet<Space> = world
            .places
            .ports
            .iter()
            .copied()
            .filter(|&port| {
                let info = world.space(port);
                let state = info.states.only();
                let west = side == Side::Cs && state == Some(State::WestVirginia);
                let home = west || state.and_then(State::home) == Some(side);
                let source = home && info.kind == Kind::Hex || side == Side::Us && info.id == "1712";
                source && self.game.controls(side, port) || side == Side::Us && info.id == "chesapeake"
            })
            .collect();
        let shoals = ["3221", "3125"].map(|id| world.find(id).unwrap());
        if shoals.iter().all(|&port| self.game.controls(side, port)) {
            ports.extend(shoals);
        }
        let mut names = BTreeSet::new();
        for port in ports {
            names.extend(world.waters.port(port).iter().map(|&node| world.waters.nodes[node].name.clone()));
            names.insert(world.space(port).id.clone());
        }
        names
    }

    /// Whether ships go from one water on to the next.
    fn leads(&self, side: Side, from: &str, to: &str) -> bool {
        let early = self.game.world.special_1861 && self.game.turn < 4;
        let down = side == Side::Us && early && from == "2415/2516" && to == "2515";
        self.chart.water[from] != Water::Port && !down
    }

    fn spread(&mut self, side: Side) {
        let begins = self.begins(side);
        let names = self.chart.joined.keys();
        let open: BTreeSet<String> = names.filter(|name| self.may_enter(side, name)).cloned().collect();
        loop {
            let before = self.flows[side as usize].len();
            for (name, joined) in self.chart.joined.iter().filter(|(name, _)| open.contains(*name)) {
                let here = &self.flows[side as usize];
                let fed = begins.contains(name)
                    || joined.iter().any(|from| here.contains(from) && self.leads(side, from, name));
                if fed && !here.contains(name) {
                    self.flows[side as usize].insert(name.clone());
                }
            }
            if self.flows[side as usize].len() == before {
                return;
            }
        }
    }

    fn holder(&self, name: &str) -> Option<Side> {
        if ["ship-island", "atchafalaya-bay"].contains(&name) {
            return Some(Side::Us);
        }
        if self.closed(name) || matches!(self.chart.water[name], Water::Tidal | Water::Port) {
            return None;
        }
        if self.chart.water[name] == Water::Strait && name.contains("5101") {
            return self.game.controller(self.game.world.find("5101").unwrap());
        }
        match Side::ALL.map(|side| self.forts(name, side)) {
            [true, true] => None,
            [true, false] => Some(Side::Us),
            [false, true] => Some(Side::Cs),
            [false, false] => Side::ALL.into_iter().find(|&side| self.flows[side as usize].contains(name)),
        }
    }

    fn passes(&self, side: Side, name: &str) -> bool {
        self.through[side as usize].contains(name)
    }

    /// §20.3.4
    fn reach(&self, side: Side, from: Space) -> BTreeSet<String> {
        let world = &self.game.world;
        let sails = |name: &str| {
            let open = !matches!(self.chart.water[name], Water::Sea | Water::Port);
            let north = name == "Chesapeake Bay" || {
                let coast = self.chart.water[name] == Water::Coast;
                coast && self.chart.joined[name].iter().any(|to| to == "Chesapeake Bay")
            };
            open && self.flows[side as usize].contains(name) && !(side == Side::Cs && north)
        };
        let id = &world.space(from).id;
        let touches = |name: &str| {
            let water = self.chart.water[name];
            let own = name.strip_suffix(" coast").unwrap_or(name);
            let delta = matches!(name, "4520/4620") && id != "4620";
            own.split('/').any(|part| part == id) && water != Water::Strait && !delta
        };
        let starts: BTreeSet<String> =
            self.chart.water.keys().filter(|name| touches(name) && sails(name)).cloned().collect();
        let mut reached = starts.clone();
        loop {
            let mut more = reached.clone();
            for name in &reached {
                let island = world.find(name).filter(|&space| world.space(space).kind == Kind::Island);
                let free = island.is_none_or(|space| self.game.controls(side, space));
                if starts.contains(name) || self.passes(side, name) && free {
                    let on =
                        self.chart.joined[name].iter().filter(|to| sails(to) && self.leads(side, name, to));
                    more.extend(on.cloned());
                }
            }
            if more.len() == reached.len() {
                return reached;
            }
            reached = more;
        }
    }

    /// §13.3.1
    fn at_sea(&self) -> BTreeSet<String> {
        let guarded = |name: &str| {
            let gate = ["5101", "hatteras-inlet", "roanoke-island"].contains(&name);
            let unions = gate && self.game.controls(Side::Us, self.game.world.find(name).unwrap());
            self.forts(name, Side::Cs) || gate && !unions || self.chart.water[name] == Water::Port
        };
        let mut reached: BTreeSet<String> = ["atlantic", "gulf"].map(str::to_owned).into();
        loop {
            let on =
                reached.iter().filter(|name| !guarded(name)).flat_map(|name| self.chart.joined[name].clone());
            let more: BTreeSet<String> = on.chain(reached.iter().cloned()).collect();
            if more.len() == reached.len() {
                return reached;
            }
            reached = more;
        }
    }
}

/// A position: works, markers and forces of both sides here and there along the waters.
fn random(numbers: &mut Numbers) -> Shores {
    let mut shores = Shores::new(&[]);
    let world = &shores.world;
    let by_water = world.spaces.all().filter(|&space| {
        let info = world.space(space);
        !world.waters.shore(space).is_empty() || info.port != Port::None
    });
    let mut free: Vec<Space> = by_water.collect();
    let southern_ports: Vec<Space> = world.waters.sources[1].clone();
    for count in 0..20 + numbers.below(80) {
        let place = match count % 3 {
            0 => southern_ports[numbers.below(southern_ports.len())],
            _ => free[numbers.below(free.len())],
        };
        let Some(at) = free.iter().position(|&space| space == place).map(|index| free.swap_remove(index))
        else {
            continue;
        };
        let side = Side::ALL[numbers.below(2)];
        let kinds = ["fort", "entrenchment", "marker", "sp"];
        let mut kind = kinds[numbers.below(4)];
        let info = shores.world.space(at);
        if info.kind == Kind::CoastalFort || kind == "marker" && !info.takes_marker() {
            kind = if info.kind == Kind::CoastalFort { "marker" } else { "sp" };
        }
        shores.put(side, kind, at);
    }
    if numbers.below(3) == 0 { shores.in_1861(1 + numbers.below(4) as u8) } else { shores }
}

#[test]
fn s20_1_control_over_random_positions() {
    let chart = Chart::of(&Shores::new(&[]).world);
    let mut numbers = Numbers(0x5eed_1861);
    let mut held = [0_u32; 3];
    for round in 0..rounds(400) {
        let game = random(&mut numbers).game();
        let model = Model::new(&chart, &game);
        let naval = game.naval();
        for (name, &node) in &chart.node {
            let holder = model.holder(name);
            assert_eq!(naval.of(node), holder, "{name}, round {round}");
            held[holder.map_or(2, |side| side as usize)] += 1;
            for side in Side::ALL {
                assert_eq!(
                    naval.flows(side, node),
                    model.flows[side as usize].contains(name),
                    "{name}, {side:?}"
                );
                assert_eq!(
                    naval.passes(side, node),
                    model.passes(side, name),
                    "{name}, {side:?}, round {round}"
                );
            }
            bodies_fit(&model, name);
        }
        let at_sea = model.at_sea();
        for &port in &game.world.places.ports {
            let open = game
                .world
                .waters
                .port(port)
                .iter()
                .any(|&node| at_sea.contains(&game.world.waters.nodes[node].name));
            assert_eq!(naval.opens_to_sea(port), open, "{}, round {round}", game.world.space(port).id);
        }
    }
    assert!(held.iter().all(|&count| count > 10_000), "{held:?}");
}

/// Two waters that are joined and can be passed are one body; a body has nothing that control doesn't flow to.
fn bodies_fit(model: &Model<'_>, name: &str) {
    let naval = model.game.naval();
    for side in Side::ALL {
        let body = naval.body(side, model.chart.node[name]);
        let wet = model.flows[side as usize].contains(name) && model.chart.water[name] != Water::Port;
        assert_eq!(body.is_some(), wet, "{name}");
        assert!(body.is_none_or(|body| body < naval.bodies(side)), "{name}");
        for to in &model.chart.joined[name] {
            let open = |name: &str| model.passes(side, name) && model.chart.water[name] != Water::Port;
            let narrow = !model.leads(side, name, to) || !model.leads(side, to, name);
            if open(name) && open(to) && !narrow {
                assert_eq!(naval.body(side, model.chart.node[to]), body, "{name} and {to}");
            }
        }
    }
}

#[test]
fn s13_4_3_bodies_are_no_larger_than_what_can_be_passed() {
    let chart = Chart::of(&Shores::new(&[]).world);
    let mut numbers = Numbers(0x5eed_1862);
    for round in 0..rounds(40) {
        let game = random(&mut numbers).game();
        let model = Model::new(&chart, &game);
        for side in Side::ALL {
            let open: Vec<&String> = chart
                .water
                .keys()
                .filter(|name| model.passes(side, name) && chart.water[*name] != Water::Port)
                .collect();
            let mut group: BTreeMap<&String, usize> =
                open.iter().enumerate().map(|(at, name)| (*name, at)).collect();
            loop {
                let mut changed = false;
                for &name in &open {
                    for to in chart.joined[name]
                        .iter()
                        .filter(|to| model.leads(side, name, to) && model.leads(side, to, name))
                    {
                        let Some(&other) = group.get(to) else { continue };
                        if other < group[name] {
                            group.insert(name, other);
                            changed = true;
                        }
                    }
                }
                if !changed {
                    break;
                }
            }
            let mut bodies: BTreeMap<usize, Option<u16>> = BTreeMap::new();
            let mut groups: BTreeMap<Option<u16>, usize> = BTreeMap::new();
            for (name, group) in group {
                let body = game.naval().body(side, chart.node[name]);
                assert_eq!(*bodies.entry(group).or_insert(body), body, "{name}, round {round}");
                assert_eq!(*groups.entry(body).or_insert(group), group, "{name}, round {round}");
            }
        }
    }
}

#[test]
fn s20_3_4_reach_over_random_positions() {
    let chart = Chart::of(&Shores::new(&[]).world);
    let mut numbers = Numbers(0x5eed_1863);
    let mut far = 0;
    for round in 0..rounds(60) {
        let game = random(&mut numbers).game();
        let model = Model::new(&chart, &game);
        let ports = &game.world.places.ports;
        for _ in 0..6 {
            let from = ports[numbers.below(ports.len())];
            for side in Side::ALL {
                let found = game.reach(side, from);
                let names: BTreeSet<String> =
                    found.iter().map(|&node| game.world.waters.nodes[node].name.clone()).collect();
                assert_eq!(names.len(), found.len());
                assert_eq!(
                    names,
                    model.reach(side, from),
                    "{}, {side:?}, round {round}",
                    game.world.space(from).id
                );
                far += usize::from(names.len() > 20);
            }
        }
    }
    assert!(far > 40, "{far}");
}

/// What the board says of single waters is what the names say.
#[test]
fn bars_are_where_they_are_named() {
    let world = Shores::new(&[]).world;
    let barred = world.waters.nodes.rows().filter(|info| info.bar != Bar::None).count();
    assert_eq!(barred, 3 + 1 + 2 + 1 + 24, "gates, Galveston's bay, the Union's, New Madrid, Kentucky");
}
