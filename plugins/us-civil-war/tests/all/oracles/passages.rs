//! §21.4.1, §21.4.2, §21.13: who may intercept a stack along its way, and which guns fire on it, found by the names of the waters: a
//! hexside is of the two hexes that its name has, all else of the one.

use std::collections::{BTreeMap, BTreeSet};

use muster_sdk::play::Play;
use us_civil_war::state::{Ship, Vessel};
use us_civil_war::world::{Kind, Node, Water, World};
use us_civil_war::{Side, Space, UsCivilWar};

use crate::oracles::naval::Numbers;
use crate::rules::flotsam::strewn;

struct Model<'a> {
    game: &'a UsCivilWar,
    /// The rivers along each hexside.
    rivers: BTreeMap<String, BTreeSet<String>>,
    foe: Side,
}

impl<'a> Model<'a> {
    fn new(game: &'a UsCivilWar) -> Self {
        let atlas = &game.world.atlas;
        let key = atlas.key("river");
        let mut rivers = BTreeMap::new();
        for edge in atlas.edges() {
            let text = atlas.edge_text(edge, atlas.ends(edge)[0], key).unwrap_or_default();
            let all = text.split(',').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
            rivers.insert(atlas.edge_name(edge).to_owned(), all.collect());
        }
        Self { game, rivers, foe: game.phasing.other() }
    }

    fn world(&self) -> &World {
        &self.game.world
    }

    fn name(&self, water: Node) -> &str {
        &self.world().waters.nodes[water].name
    }

    fn kind(&self, water: Node) -> Water {
        self.world().waters.nodes[water].water
    }

    /// The spaces that a stretch of water is of.
    fn sides(&self, water: Node) -> Vec<Space> {
        let name = self.name(water);
        if name == "4520/4620" {
            // Blakeley's own arm of Mobile Bay.
            return self.world().find("4620").into_iter().collect();
        }
        let name = name.strip_suffix(" coast").unwrap_or(name);
        name.split('/').filter_map(|id| self.world().find(id)).collect()
    }

    /// Whether what stands in a space bears on a water of its own (§H26, §M6).
    fn bears(&self, at: Space, water: Node) -> bool {
        let id = self.world().space(at).id.as_str();
        let past_simmesport = id == "4509" && self.kind(water) == Water::GreatRiver;
        let yazoo = id == "4011" && ["3911/4011", "3912/4011"].contains(&self.name(water));
        self.sides(water).contains(&at) && !past_simmesport && !yazoo
    }

    fn lies_there(&self, water: Node) -> impl Iterator<Item = &Ship> {
        let resting = self.game.fleets.ships.iter().filter(|ship| !ship.sheltered);
        resting.filter(move |ship| ship.vessel.side() == self.foe && ship.berth.water == water)
    }

    /// §21.6.3: works in a space.
    fn works(&self, side: Side, at: Space) -> u8 {
        let coastal = self.world().space(at).kind == Kind::CoastalFort;
        let fort = self.game.fort(at).is_some_and(|(holder, _)| holder == side);
        let batteries = self.game.fleets.batteries.iter().filter(|&&space| space == at).count() as u8;
        let guns = if side == Side::Cs { 2 * batteries } else { 0 };
        guns + match (fort, coastal) {
            (true, true) => 4,
            (true, false) => 2,
            _ => 0,
        }
    }

    /// §21.13.3
    fn one_river(&self, one: Node, other: Node) -> bool {
        let none = BTreeSet::new();
        let of = |water: Node| self.rivers.get(self.name(water)).unwrap_or(&none);
        of(one).is_empty() || of(other).is_empty() || !of(one).is_disjoint(of(other))
    }

    /// §21.13: who fires on those who come from a water to the next, with NSPs.
    fn shots(&self, from: Node, to: Node) -> Vec<(Space, u8)> {
        let mut all = Vec::new();
        for at in self.sides(to) {
            let ships: u8 = self.lies_there(to).filter(|ship| ship.berth.space == at).map(Ship::nsps).sum();
            let before = self.bears(at, from) && self.one_river(from, to);
            let works = if self.bears(at, to) && !before { self.works(self.foe, at) } else { 0 };
            if ships + works > 0 {
                all.push((at, ships + works));
            }
        }
        all.sort_unstable();
        all
    }

    /// §21.4.1: the waters that a ship's zone goes over to.
    fn zone(&self, ship: &Ship) -> BTreeSet<Node> {
        let waters = &self.world().waters;
        let mut from = BTreeSet::from([ship.berth.water]);
        if !self.name(ship.berth.water).contains('/') {
            // A coast: from anywhere in the hex that is joined to it there.
            loop {
                let more: BTreeSet<Node> =
                    from.iter().flat_map(|&node| waters.links(node).to_vec()).collect();
                let here = more.into_iter().filter(|&node| {
                    self.sides(node).contains(&ship.berth.space) && self.kind(node) != Water::Port
                });
                let before = from.len();
                from.extend(here.collect::<Vec<_>>());
                if from.len() == before {
                    break;
                }
            }
        }
        from.iter()
            .flat_map(|&node| waters.links(node).to_vec())
            .filter(|&node| self.zone_enters(ship, node))
            .collect()
    }

    fn zone_enters(&self, ship: &Ship, node: Node) -> bool {
        let own = self.game.phasing;
        let guarded = self.sides(node).into_iter().any(|at| self.bears(at, node) && self.works(own, at) > 0);
        let lain = self.game.fleets.ships.iter().any(|other| {
            let rests = other.activity != us_civil_war::state::Activity::Underway;
            other.vessel.side() == own && rests && other.berth.water == node
        });
        let open = !matches!(self.kind(node), Water::Sea | Water::Tidal | Water::Port | Water::Strait);
        open && self.floats(ship.vessel, node) && !guarded && !lain
    }

    fn floats(&self, vessel: Vessel, node: Node) -> bool {
        match vessel {
            Vessel::Oceangoing => self.world().waters.is_deep(node),
            _ => self.kind(node) != Water::Sea && !self.world().waters.is_arm(node),
        }
    }

    /// §21.4.2: from which berths ships may intercept who comes along a water: those with a zone there, and those that also may if the
    /// stack is at a space between which and theirs it is automatic (§10.3.2, §H11).
    fn watchers(&self, water: Node) -> [BTreeSet<String>; 2] {
        let mut met = [BTreeSet::new(), BTreeSet::new()];
        let ships = &self.game.fleets.ships;
        for ship in
            ships.iter().filter(|ship| ship.vessel.side() == self.foe && !ship.damaged && !ship.sheltered)
        {
            let berth = self.berth(ship);
            let zone = self.kind(water) != Water::Bay && self.zone(ship).contains(&water);
            let partner = self.world().space(ship.berth.space).partner;
            let own = |at: Space| self.game.controls(self.foe, at);
            let delta = |at: Space| self.world().space(at).id == "fort-st-philip-jackson";
            let pair = partner.is_some_and(|at| {
                let joined = !delta(at) && !delta(ship.berth.space) && own(at) && own(ship.berth.space);
                joined && self.sides(water).contains(&at)
            });
            if zone {
                met[0].insert(berth.clone());
            }
            if zone || pair && self.floats(ship.vessel, water) {
                met[1].insert(berth);
            }
        }
        met
    }

    fn berth(&self, ship: &Ship) -> String {
        let (at, water) = (&self.world().space(ship.berth.space).id, self.name(ship.berth.water));
        if water.contains('/') { format!("{at} {water}") } else { at.clone() }
    }
}

/// Dice that show a 1, but for the Initiative: doubles would be rolled again (§4.1.2).
#[derive(Default)]
struct Ones;

impl muster_contract::Dice for Ones {
    fn roll(&mut self, count: u8, _sides: u8, reason: &str) -> Vec<u8> {
        (0..count).map(|die| if die == 0 && reason.contains("Initiative") { 4 } else { 1 }).collect()
    }
}

type Game = Play<UsCivilWar, Ones>;

/// What befell a stack that was let sail.
struct Sailed {
    /// What was told of the dice of guns.
    shots: Vec<String>,
    /// Where somebody might have intercepted, and from which berths.
    met: Vec<(Node, BTreeSet<String>)>,
    way: Vec<Node>,
    /// Whether it came to a battle, and whether something of it has arrived.
    battle: bool,
    arrived: bool,
}

/// The stack sails; the other side does nothing. Nothing if a battle was fought at once.
fn sail(play: &Game, seat: u8, id: &str) -> Option<Sailed> {
    let mut game = Game { game: play.game.fork(1), dice: Ones, events: Vec::new() };
    game.take(seat, id);
    let (mut met, mut log) = (Vec::new(), Vec::new());
    let battle = loop {
        log.extend(game.events.iter().map(|event| event.text.clone()));
        let (who, kind) = game.next_decision();
        let ids = game.ids(who);
        match &*kind {
            "naval-reaction" => {
                let from = |id: &String| {
                    id.strip_prefix("intercept-ships ").map(|at| at.trim_end_matches(" coast").to_owned())
                };
                let berths: BTreeSet<String> = ids.iter().filter_map(from).collect();
                let water = *game.game.state().fleets.wake.last().unwrap();
                met.extend((!berths.is_empty()).then_some((water, berths)));
                game.take(who, "await");
            }
            "hits" => {
                game.take(who, &ids[0].clone());
            }
            _ => break kind == "naval-battle",
        }
    };
    if log.iter().any(|text| text.contains("naval attack")) {
        return None;
    }
    let state = game.game.state();
    let fleets = &state.fleets;
    let (way, arrived) = match (&fleets.sortie, fleets.wakes.last()) {
        (Some(_), _) => (fleets.wake.clone(), true),
        (None, Some(wake)) => {
            let own = |ship: &Ship| ship.vessel.side() == state.phasing && ship.berth == wake.to;
            (wake.waters.clone(), fleets.ships.iter().any(own))
        }
        (None, None) => return None,
    };
    let shots =
        log.into_iter().filter(|reason| reason.contains("guns of") && reason.contains("column")).collect();
    Some(Sailed { shots, met, way, battle, arrived })
}

/// Compares what befell a stack with the model; says how often guns fired and somebody might have intercepted.
fn compare(play: &Game, seat: u8, id: &str) -> (usize, usize) {
    let Some(sailed) = sail(play, seat, id) else { return (0, 0) };
    let game = play.game.state();
    let model = Model::new(game);
    let goal = id.split(' ').nth(1).and_then(|at| game.world.find(at)).unwrap();
    let (mut shots, mut met) = (Vec::new(), Vec::new());
    for (place, pair) in sailed.way.windows(2).enumerate() {
        // Whoever was lost on the way didn't come to where it was sent.
        let sent = id.trim_end_matches(" coast").ends_with(model.name(pair[1]).trim_end_matches(" coast"));
        let last = place + 2 == sailed.way.len() && (sailed.arrived || sent);
        for (at, nsps) in model.shots(pair[0], pair[1]) {
            // To the other bank of the same stretch nobody is passed.
            if pair[0] == pair[1] || last && (sailed.battle || !sailed.arrived) && at == goal {
                continue;
            }
            let column = match nsps {
                5 | 6 => "5-6".to_owned(),
                7 | 8 => "7-8".to_owned(),
                9..=12 => "9-12".to_owned(),
                13..=16 => "13-16".to_owned(),
                17.. => "17+".to_owned(),
                few => few.to_string(),
            };
            let text = format!("guns of {}, column {column}, -2", game.world.space(at).called);
            let twice = if game.world.waters.is_up(pair[0], pair[1]) { 2 } else { 1 };
            shots.extend(std::iter::repeat_n(text, twice));
        }
        let [mut must, may] = model.watchers(pair[1]);
        if last {
            // Those at the bank that it was sent to are there already.
            must.retain(|berth| *berth != id["sail-to ".len()..].trim_end_matches(" coast"));
        }
        met.push((pair[1], must, may));
    }
    let seen: Vec<&str> =
        sailed.shots.iter().map(|reason| &reason[reason.find("guns of").unwrap()..]).collect();
    let way: Vec<&str> = sailed.way.iter().map(|&node| model.name(node)).collect();
    let fits = if sailed.arrived {
        seen == shots
    } else {
        shots.iter().map(String::as_str).collect::<Vec<_>>().starts_with(&seen)
    };
    let all = crate::rules::navy::ships(game);
    assert!(fits, "{id} by {way:?}: {seen:?}, by the model {shots:?} (arrived: {})\n{all:?}", sailed.arrived);
    let mut left = sailed.met.iter().peekable();
    for (node, must, may) in &met {
        let seen = left.next_if(|(at, _)| at == node).map(|(_, berths)| berths.clone()).unwrap_or_default();
        let ends = !sailed.arrived && left.peek().is_none();
        let enough = must.is_subset(&seen) || ends;
        assert!(
            enough && seen.is_subset(may),
            "{id} by {way:?} at {}: {seen:?}, by the model {must:?} to {may:?}\n{all:?}",
            model.name(*node)
        );
    }
    assert!(left.next().is_none(), "{id} by {way:?}: met elsewhere, {:?}", sailed.met);
    (shots.len(), met.iter().filter(|(_, must, _)| !must.is_empty()).count())
}

#[test]
fn s21_13_guns_and_watchers_along_the_way_over_random_positions() {
    let rounds = if std::env::var_os("MUSTER_FULL").is_some() { 1200 } else { 60 };
    let mut numbers = Numbers(0x5eed_0021);
    let (mut ways, mut fired, mut watched) = (0, 0, 0);
    for _ in 0..rounds {
        let position = strewn(&mut |end| numbers.below(end.max(1)));
        let mut play = Game::begin(&position, Ones);
        for _ in 0..200 {
            if play.next_decision().1 == "action" {
                break;
            }
            let (seat, _) = play.next_decision();
            let ids = play.ids(seat);
            let ends = ids.iter().find(|id| id.starts_with("end-") || id.starts_with("no-"));
            let id = ends.unwrap_or(&ids[0]).clone();
            play.take(seat, &id);
        }
        let (seat, _) = play.next_decision();
        let sets: Vec<String> =
            play.ids_from(seat, "set-sail ").into_iter().filter(|id| id.ends_with(" free")).collect();
        for _ in 0..sets.len().min(3) {
            let id = &sets[numbers.below(sets.len())];
            let mut sortie = Game { game: play.game.fork(2), dice: Ones, events: Vec::new() };
            sortie.take(seat, id);
            let to = sortie.ids_from(seat, "sail-to ");
            for _ in 0..to.len().min(8) {
                let id = &to[numbers.below(to.len())];
                let (shots, met) = compare(&sortie, seat, id);
                ways += 1;
                fired += shots;
                watched += met;
            }
        }
    }
    eprintln!("{ways} ways, {fired} shots, {watched} stretches in zones");
    assert!(fired > ways / 10 && watched > ways / 10, "{ways} ways, {fired} shots, {watched} watched");
}
