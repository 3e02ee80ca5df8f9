//! §13 once more, step by step over single hexes and with nothing remembered: sets that grow until nothing is added.

use std::collections::{BTreeMap, BTreeSet};

use us_civil_war::world::{Edge, Node, Space, World};
use us_civil_war::{Side, UsCivilWar};

/// By space.
pub type Set = Vec<bool>;

/// What the board says, word by word.
pub struct Board {
    words: Vec<BTreeSet<String>>,
    sides: BTreeMap<Edge, BTreeSet<String>>,
    /// By space: the neighbours by land, over which edge, and what it costs to go there.
    edges: Vec<Vec<(usize, Option<Edge>, u8)>>,
    railed: Set,
    railhead: Vec<Option<usize>>,
    by_rail: BTreeSet<(usize, usize)>,
}

impl Board {
    /// As it is on a turn.
    pub fn read(world: &World, turn: u8) -> Self {
        let atlas = &world.atlas;
        let named = |words: &mut dyn Iterator<Item = &str>| words.map(str::to_owned).collect();
        let mut board = Self {
            words: atlas
                .spaces()
                .map(|space| named(&mut atlas.feature_names(atlas.features_of(space))))
                .collect(),
            sides: atlas
                .edges()
                .map(|edge| (edge, named(&mut atlas.feature_names(atlas.edge_features(edge)))))
                .collect(),
            edges: vec![Vec::new(); atlas.space_count()],
            railed: vec![false; atlas.space_count()],
            railhead: (0..atlas.space_count()).map(Some).collect(),
            by_rail: BTreeSet::new(),
        };
        let listed = |at: usize, key: &str| -> Vec<usize> {
            let text = atlas.text(atlas.spaces().nth(at).unwrap(), atlas.key(key)).unwrap_or_default();
            if text.contains(|letter: char| letter.is_alphabetic()) {
                Vec::new()
            } else {
                text.split_whitespace().map(|id| usize::from(world.find(id).unwrap().0)).collect()
            }
        };
        let mut pairs = Vec::new();
        for (edge, ends) in atlas.edges().map(|edge| (edge, atlas.ends(edge))) {
            let near = board.side(edge, "land-link") || atlas.edge_facing(edge, ends[0]).is_some();
            let [a, b] = ends.map(|end| usize::from(end.0));
            if near && board.is_land(a) && board.is_land(b) {
                pairs.extend([(a, b, Some(edge)), (b, a, Some(edge))]);
                if board.laid(edge, turn) {
                    (board.railed[a], board.railed[b]) = (true, true);
                    board.by_rail.extend([(a, b), (b, a)]);
                }
            }
        }
        let beyond: Vec<usize> = (0..board.words.len()).filter(|&at| board.has(at, "off-map")).collect();
        for texas in beyond {
            pairs.extend(
                listed(texas, "touches").into_iter().flat_map(|hex| [(texas, hex, None), (hex, texas, None)]),
            );
            for hex in listed(texas, "rail") {
                (board.railed[texas], board.railed[hex]) = (true, true);
                board.by_rail.extend([(texas, hex), (hex, texas)]);
            }
        }
        for (a, b, edge) in pairs {
            if edge.is_some_and(|edge| board.side(edge, "ferry")) && board.railed[a] && board.railed[b] {
                board.by_rail.insert((a, b));
            }
            let cost = edge.map_or(1, |edge| board.price(world, a, b, edge));
            board.edges[a].push((b, edge, cost));
        }
        for at in (0..board.words.len()).filter(|&at| !board.has(at, "off-map")).collect::<Vec<_>>() {
            let joined = listed(at, "rail").first().copied();
            board.railhead[at] = if board.railed[at] { Some(at) } else { joined };
        }
        board
    }

    fn has(&self, at: usize, word: &str) -> bool {
        self.words[at].contains(word)
    }

    fn side(&self, edge: Edge, word: &str) -> bool {
        self.sides[&edge].contains(word)
    }

    fn is_land(&self, at: usize) -> bool {
        !["water", "swamp", "off-map"].iter().any(|word| self.has(at, word))
    }

    fn is_settled(&self, at: usize) -> bool {
        let words = ["town", "city", "port", "ocean-port", "coastal-fort", "port-box", "off-map"];
        words.iter().any(|word| self.has(at, word))
    }

    fn laid(&self, edge: Edge, turn: u8) -> bool {
        self.side(edge, "railroad") || turn >= 14 && self.side(edge, "railroad-1864")
    }

    /// MPs from one space to the next.
    fn price(&self, world: &World, from: usize, to: usize, edge: Edge) -> u8 {
        let atlas = &world.atlas;
        let start = atlas.spaces().nth(from).unwrap();
        if let Some(cost) = atlas.edge_number(edge, start, atlas.key("cost")) {
            return cost as u8;
        }
        let (rail, road) = (self.by_rail.contains(&(from, to)), self.side(edge, "road"));
        let ground = if self.has(to, "marsh") && !rail && !road { 2 } else { 1 };
        let navigable = self.side(edge, "river") || self.side(edge, "great-river");
        let water = if navigable {
            !(rail && self.side(edge, "bridge"))
        } else {
            self.side(edge, "minor-river") && !rail && !road
        };
        let crest = self.side(edge, "ridge") && !self.side(edge, "pass") && !self.side(edge, "gap") && !rail;
        ground + u8::from(water) + u8::from(crest)
    }
}

/// A position as one side's quartermaster sees it.
pub struct Lines<'a> {
    game: &'a UsCivilWar,
    board: &'a Board,
    side: Side,
    spaces: Vec<Space>,
    /// By space: neighbours that lines can be traced to over the hexside between, and at what cost.
    steps: Vec<Vec<(usize, u8)>>,
    pub controlled: Set,
    lost: Set,
    stands: Set,
    no_line: Set,
    no_path: Set,
    /// By space: bodies of water at its port, and along it.
    port: Vec<Vec<usize>>,
    shore: Vec<Vec<usize>>,
    bodies: usize,
}

impl<'a> Lines<'a> {
    pub fn new(game: &'a UsCivilWar, board: &'a Board, side: Side) -> Self {
        let foe = side.other();
        let spaces: Vec<Space> = game.world.atlas.spaces().collect();
        let by = |holds: &dyn Fn(usize, Space) -> bool| -> Set {
            spaces.iter().enumerate().map(|(at, &space)| holds(at, space)).collect()
        };
        let neutral = game.border().iter().any(Option::is_none);
        let shut = |at| neutral && (board.has(at, "kentucky") || board.has(at, "great-river"));
        let army = |side, space| {
            game.has_units(side, space) || game.fort(space).is_some_and(|(holder, _)| holder == side)
        };
        let naval = game.naval();
        let bodies_of = |nodes: &[Node]| -> Vec<usize> {
            nodes.iter().filter_map(|&node| naval.body(side, node)).map(usize::from).collect()
        };
        let mut lines = Self {
            game,
            board,
            side,
            steps: Vec::new(),
            controlled: by(&|_, space| game.controls(side, space)),
            lost: by(&|_, space| game.controls(foe, space)),
            stands: by(&|_, space| army(side, space)),
            no_line: by(&|at, space| {
                let key = board.has(at, "objective") || board.has(at, "resource");
                army(foe, space)
                    || game.is_in_zone(foe, space)
                    || key && game.controls(foe, space)
                    || shut(at)
            }),
            no_path: by(&|at, space| game.controls(foe, space) || game.is_in_zone(foe, space) || shut(at)),
            port: spaces.iter().map(|&space| bodies_of(game.world.waters.port(space))).collect(),
            shore: spaces.iter().map(|&space| bodies_of(game.world.waters.shore(space))).collect(),
            bodies: naval.bodies(side).into(),
            spaces,
        };
        let step = |at: usize, &(to, edge, cost): &(usize, Option<Edge>, u8)| {
            let toll = u8::from(lines.lost[to] && board.is_settled(to));
            lines.crossed(at, to, edge).then_some((to, cost + toll))
        };
        let steps = board
            .edges
            .iter()
            .enumerate()
            .map(|(at, edges)| edges.iter().filter_map(|edge| step(at, edge)).collect());
        let steps = steps.collect();
        lines.steps = steps;
        lines
    }

    fn has(&self, at: usize, word: &str) -> bool {
        self.board.has(at, word)
    }

    /// Whether lines can cross a hexside at all just now.
    fn crossed(&self, from: usize, to: usize, edge: Option<Edge>) -> bool {
        let Some(edge) = edge else { return true };
        let side = |word| self.board.side(edge, word);
        let rail = side("railroad") || side("railroad-1864");
        if side("prohibited") && !side("ferry") || side("impassable") || side("lake") && !rail {
            return false;
        }
        let control = self.game.naval().of_edge(edge);
        let ends = [from, to];
        let partner = |&end: &usize| self.game.world.space(self.spaces[end]).partner;
        let forts: Vec<Space> = ends.iter().filter_map(partner).collect();
        let by_road = !ends.iter().all(|&end| self.board.railed[end]);
        if side("ferry") && (by_road || !forts.is_empty()) {
            return control == Some(self.side)
                && ends.iter().all(|&end| self.controlled[end])
                && forts.iter().all(|&fort| self.game.controls(self.side, fort));
        }
        let wet = side("river") || side("great-river") || side("lake");
        !(wet && control == Some(self.side.other()))
    }

    fn steps_by_rail(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        self.steps[at].iter().map(|&(to, _)| to).filter(move |&to| self.board.by_rail.contains(&(at, to)))
    }

    pub fn is_depot(&self, at: usize) -> bool {
        self.stands[at] || self.controlled[at] && self.board.is_settled(at)
    }

    /// Whether it is one that lines can go into.
    pub fn is_open_depot(&self, at: usize) -> bool {
        self.is_depot(at) && !self.no_line[at]
    }

    /// The waters that lines can go onto from a Depot.
    fn waters(&self, at: usize) -> Vec<usize> {
        let port = if self.controlled[at] { self.port[at].clone() } else { Vec::new() };
        let shore = if self.stands[at] { self.shore[at].clone() } else { Vec::new() };
        port.into_iter().chain(shore).collect()
    }

    /// The Depots that a line from a space can go to next: 4 MPs by land, or along one railroad of `rails` or one body of water.
    fn next(&self, at: usize, rails: &Set) -> Vec<usize> {
        let mut found: BTreeSet<usize> = BTreeSet::new();
        self.walk(at, 4, &mut BTreeMap::new(), &mut found);
        if self.is_depot(at) && !self.no_line[at] {
            let open = |other: &usize| self.is_depot(*other) && !self.no_line[*other];
            if let Some(head) = self.railhead(at) {
                let railroad = self.railroad(head, rails);
                let on = |&other: &usize| self.railhead(other).is_some_and(|head| railroad[head]);
                found.extend((0..self.spaces.len()).filter(open).filter(on));
            }
            let mine = self.waters(at);
            let meets = |&other: &usize| self.waters(other).iter().any(|body| mine.contains(body));
            if !mine.is_empty() {
                found.extend((0..self.spaces.len()).filter(open).filter(meets));
            }
        }
        found.into_iter().collect()
    }

    fn walk(&self, at: usize, left: u8, been: &mut BTreeMap<usize, u8>, found: &mut BTreeSet<usize>) {
        for &(to, cost) in &self.steps[at] {
            let Some(left) = left.checked_sub(cost).filter(|_| !self.no_line[to]) else { continue };
            if been.get(&to).is_some_and(|&before| before >= left) {
                continue;
            }
            been.insert(to, left);
            if self.is_depot(to) {
                found.insert(to);
            }
            self.walk(to, left, been, found);
        }
    }

    fn railhead(&self, at: usize) -> Option<usize> {
        let head = self.board.railhead[at]?;
        let joined = self.controlled[at] && self.controlled[head] && !self.no_path[at];
        (head == at || joined).then_some(head)
    }

    /// The hexes of `rails` that hang together with one of them.
    fn railroad(&self, from: usize, rails: &Set) -> Set {
        let mut found = vec![false; self.spaces.len()];
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            if rails[at] && !found[at] {
                found[at] = true;
                open.extend(self.steps_by_rail(at));
            }
        }
        found
    }

    /// Rail hexes that the enemy doesn't bar.
    fn open_rails(&self) -> Set {
        (0..self.spaces.len()).map(|at| self.board.railed[at] && !self.no_path[at]).collect()
    }

    /// §13.3
    pub fn primaries(&self) -> Set {
        let rails = self.open_rails();
        let info = |at: usize| self.game.world.space(self.spaces[at]);
        let union = self.side == Side::Us;
        let counts = |at: usize| {
            self.controlled[at] && if union { self.has(at, "objective") } else { self.has(at, "resource") }
        };
        let base = |at: usize| {
            let spot = self.game.spot(self.spaces[at]);
            let class = info(at).states.only().map(us_civil_war::State::class);
            let southern = class == Some(us_civil_war::world::Class::Southern);
            let bp = if spot.destroyed { 1 } else { info(at).resource } + spot.arsenals;
            self.controlled[at]
                && if union {
                    let seat = self.has(at, "city") || self.has(at, "capital");
                    seat && self.has(at, "objective") && class.is_some() && !southern
                } else {
                    self.has(at, "capital") && southern
                        || self.has(at, "resource") && bp >= 2
                        || self.has(at, "off-map")
                }
        };
        let needed = if union { 1 } else { 2 };
        let leads = |from: usize| {
            let mut found = vec![false; self.spaces.len()];
            let mut open = vec![from];
            while let Some(at) = open.pop() {
                for other in self.next(at, &rails) {
                    if !std::mem::replace(&mut found[other], true) {
                        open.push(other);
                    }
                }
                if (0..found.len()).filter(|&at| found[at] && at != from && counts(at)).count() >= needed {
                    return true;
                }
            }
            false
        };
        let ocean = |at: usize| self.has(at, "ocean-port") || self.has(at, "coastal-fort");
        (0..self.spaces.len())
            .map(|at| {
                let port =
                    || ocean(at) && self.controlled[at] && self.game.naval().opens_to_sea(self.spaces[at]);
                let exit = || self.has(at, "north-exit") && !self.lost[at];
                union && (port() || exit()) || base(at) && leads(at)
            })
            .collect()
    }

    /// C86: which rail hexes the side controls and what is in Full Supply, from nothing.
    pub fn rails_and_full(&self, primary: &Set, union: Option<&Set>) -> (Set, Set) {
        let open: Set = self
            .open_rails()
            .iter()
            .enumerate()
            .map(|(at, &open)| open && !union.is_some_and(|union| union[at]))
            .collect();
        let mut rails = vec![false; self.spaces.len()];
        loop {
            let full = self.full(primary, &rails, false);
            let anchor = |at: usize| {
                let key =
                    ["objective", "resource", "port", "ocean-port"].iter().any(|word| self.has(at, word));
                let exit = self.side == Side::Us && self.has(at, "north-exit") && !self.lost[at];
                self.controlled[at] && key && full[at] || exit
            };
            let mut next = rails.clone();
            for head in (0..self.spaces.len()).filter(|&at| anchor(at)).filter_map(|at| self.railhead(at)) {
                for (held, on) in next.iter_mut().zip(self.railroad(head, &open)) {
                    *held |= on;
                }
            }
            if next == rails {
                return (rails, full);
            }
            rails = next;
        }
    }

    /// §13.4: Full Supply with these railroads; River Supply of units that are there, or, `supposed`, that might be.
    pub fn full(&self, primary: &Set, rails: &Set, supposed: bool) -> Set {
        let all = 0..self.spaces.len();
        let mut leads = vec![false; self.spaces.len()];
        let mut wet = vec![false; self.bodies];
        let held_port = |at: usize| self.controlled[at] && !self.no_path[at] && !self.port[at].is_empty();
        loop {
            let before = (leads.clone(), wet.clone());
            for at in all.clone().filter(|&at| rails[at]) {
                let joined = all.clone().any(|port| {
                    let watered = self.port[port].iter().any(|&body| wet[body]) || primary[port];
                    self.railhead(port) == Some(at) && held_port(port) && watered
                });
                leads[at] = leads[at] || primary[at] || joined || self.steps_by_rail(at).any(|to| leads[to]);
            }
            for at in all.clone().filter(|&at| held_port(at)) {
                let rail = self.railhead(at).is_some_and(|head| rails[head] && leads[head]);
                if primary[at] || rail || self.port[at].iter().any(|&body| wet[body]) {
                    self.port[at].iter().for_each(|&body| wet[body] = true);
                }
            }
            if before == (leads.clone(), wet.clone()) {
                break;
            }
        }
        let gives = |at: usize| {
            primary[at] || leads[at] || self.controlled[at] && self.port[at].iter().any(|&body| wet[body])
        };
        let plain = |at: usize, supposed: bool| {
            let beside = |&(to, _): &(usize, u8)| !self.no_path[to] && gives(to) && !self.is_ward(to);
            gives(at)
                || (self.stands[at] || supposed) && self.shore[at].iter().any(|&body| wet[body])
                || self.steps[at].iter().any(beside)
        };
        all.map(|at| match (self.side, self.has(at, "coastal-fort") && self.controlled[at]) {
            (Side::Us, true) => true,
            (Side::Cs, true) if self.is_ward(at) => {
                let port = self.port_of(at);
                self.controlled[port] && plain(port, false)
            }
            _ => plain(at, supposed),
        })
        .collect()
    }

    /// §10.3.2: a Confederate Coastal Fort that has its supply from its port.
    fn is_ward(&self, at: usize) -> bool {
        self.side == Side::Cs
            && self.controlled[at]
            && self.has(at, "coastal-fort")
            && !["fort-morgan", "fort-st-philip-jackson"].contains(&self.id(at))
    }

    fn port_of(&self, fort: usize) -> usize {
        usize::from(self.game.world.space(self.spaces[fort]).partner.unwrap().0)
    }

    pub fn id(&self, at: usize) -> &str {
        &self.game.world.space(self.spaces[at]).id
    }

    /// By space: the Depots that a line goes to next.
    pub fn nexts(&self, rails: &Set) -> Vec<Vec<usize>> {
        (0..self.spaces.len()).map(|at| self.next(at, rails)).collect()
    }

    /// §13.5.3: what has a line to one of these Depots.
    pub fn reach(&self, next: &[Vec<usize>], ends: impl Fn(usize) -> bool) -> Set {
        let mut found: Set =
            (0..next.len()).map(|at| self.is_depot(at) && !self.no_line[at] && ends(at)).collect();
        loop {
            let leads = |&at: &usize| !found[at] && next[at].iter().any(|&to| found[to]);
            // A space that is no Depot, or that lines can't enter, has a line and leads nobody on: it is next to none.
            let more: Vec<usize> = (0..next.len()).filter(leads).collect();
            if more.is_empty() {
                return found;
            }
            more.iter().for_each(|&at| found[at] = true);
        }
    }

    /// §13.6.1: what a line of any length joins to one of these spaces.
    pub fn stretch(&self, ends: &Set) -> Set {
        let mut found = ends.clone();
        loop {
            let entered = |at: usize| if self.no_line[at] { Vec::new() } else { self.waters(at) };
            let reached: BTreeSet<usize> =
                (0..found.len()).filter(|&at| found[at]).flat_map(entered).collect();
            let joined = |at: usize| {
                self.steps[at].iter().any(|&(to, _)| found[to] && !self.no_line[to])
                    || entered(at).iter().any(|body| reached.contains(body))
            };
            let more: Vec<usize> = (0..found.len()).filter(|&at| !found[at] && joined(at)).collect();
            if more.is_empty() {
                break;
            }
            more.iter().for_each(|&at| found[at] = true);
        }
        for (at, found) in found.iter_mut().enumerate() {
            if self.has(at, "coastal-fort") && self.controlled[at] {
                *found |= self.side == Side::Us;
                *found &= !self.is_ward(at) || self.controlled[self.port_of(at)];
            }
        }
        found
    }

    /// §10.3.2, 13.3.3: what Forts have by their ports.
    pub fn is_port_lost(&self, at: usize) -> Option<(usize, bool)> {
        self.is_ward(at).then(|| (self.port_of(at), !self.controlled[self.port_of(at)]))
    }
}
