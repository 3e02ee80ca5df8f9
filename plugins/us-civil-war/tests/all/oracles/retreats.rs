//! §11.6 once more: all pairs of spaces of the map are tried, every restriction is looked up by itself, and the priorities go over
//! the list one after the other.

use us_civil_war::battle::{Fought, Verdict};
use us_civil_war::state::{Force, Works};
use us_civil_war::world::{Edge, Space};
use us_civil_war::{Side, UsCivilWar};

use crate::oracles::encounters::{attack, map};
use crate::oracles::supply::Chance;

/// Those who step back, and where.
pub struct Model<'a> {
    pub game: &'a UsCivilWar,
    pub side: Side,
    pub sps: u8,
    pub from: Option<Space>,
    /// Where the attacker goes back to if he is thrown back, by water too.
    pub base: Space,
    pub battle: Space,
    pub near: &'a [Vec<(Edge, Space)>],
    /// Whether they are beaten, or avoid battle (§9.3.2).
    pub beaten: bool,
}

impl Model<'_> {
    fn id(&self, at: Space) -> &str {
        &self.game.world.space(at).id
    }

    pub fn word(&self, edge: Edge, word: &str) -> bool {
        self.game.world.atlas.edge_has(edge, self.game.world.atlas.feature(word))
    }

    fn edges(&self, at: Space) -> &[(Edge, Space)] {
        &self.near[usize::from(at.0)]
    }

    fn is_enemy(&self, at: Space) -> bool {
        let spot = self.game.spot(at);
        spot.force.is_some_and(|force| force.side != self.side)
            || spot.militia.is_some_and(|militia| self.game.world.militia[militia].side != self.side)
    }

    fn enemy_sps(&self, at: Space) -> u8 {
        self.game.spot(at).force.filter(|force| force.side != self.side).map_or(0, |force| force.sps)
    }

    pub fn fort_of(&self, side: Side, at: Space) -> bool {
        let spot = self.game.spot(at);
        matches!(spot.works, Works::Fort(holder, _) if holder == side)
            || self.id(at).starts_with("fort-") && spot.marker == Some(side)
    }

    pub fn is_key(&self, at: Space) -> bool {
        let atlas = &self.game.world.atlas;
        atlas.has(at, atlas.feature("objective")) || atlas.has(at, atlas.feature("resource"))
    }

    /// Whether zones, and those who fall back, get over a hexside.
    pub fn is_open(&self, side: Side, edge: Edge) -> bool {
        let wet = self.word(edge, "river") || self.word(edge, "great-river") || self.word(edge, "lake");
        let rail = self.word(edge, "railroad");
        let bridge = self.word(edge, "bridge") || self.word(edge, "lake");
        let bridged = bridge && rail && self.game.naval().of_edge(edge) != Some(side.other());
        let barred = self.word(edge, "prohibited")
            || self.word(edge, "impassable")
            || self.word(edge, "lake") && !rail;
        !barred && (!wet || bridged)
    }

    /// Whether the zone of an enemy in one space reaches into another.
    fn zone(&self, edge: Edge, to: Space) -> bool {
        let hexes = self.game.world.atlas.edge_facing(edge, to).is_some();
        let own = self.game.has_units(self.side, to) || self.fort_of(self.side, to);
        let shut = own || self.is_key(to) && self.game.controller(to) == Some(self.side);
        hexes && !shut && self.is_open(self.side.other(), edge)
    }

    /// The SPs of each enemy whose zone reaches into a space.
    fn zones(&self, to: Space) -> Vec<u8> {
        let around = self.edges(to).iter();
        let foes = around.filter(|&&(_, at)| self.is_enemy(at) || self.fort_of(self.side.other(), at));
        foes.filter(|&&(edge, _)| self.zone(edge, to)).map(|&(_, at)| self.enemy_sps(at)).collect()
    }

    pub fn may(&self, at: Space, edge: Edge, to: Space) -> bool {
        let boxes = [at, to].map(|end| self.id(end).starts_with("fort-"));
        let beyond = [at, to].map(|end| ["brownsville", "chesapeake"].contains(&self.id(end)));
        if boxes.contains(&true) || !(self.is_open(self.side, edge) || beyond.contains(&true)) {
            return false;
        }
        let foe = self.side.other();
        let seven = match self.enemy_sps(to) {
            0 => self.sps >= 4,
            other => self.sps >= 7 * other,
        };
        let dug_in = self.beaten && self.game.spot(to).works == Works::Entrenchment(foe);
        let works = self.fort_of(foe, to) || dug_in;
        let key = self.is_key(to) && self.game.controller(to) == Some(foe);
        let driven = self.from.is_some_and(|from| {
            from == to || self.edges(from).iter().any(|&(edge, near)| near == to && self.zone(edge, to))
        });
        (!self.is_enemy(to) || seven)
            && !works
            && !key
            && !driven
            && to != self.base
            && self.zones(to).iter().all(|&sps| sps < self.sps)
    }

    fn stops(&self, at: Space) -> bool {
        let own = self.game.spot(at);
        self.is_key(at) && self.game.controller(at) == Some(self.side)
            || self.fort_of(self.side, at)
            || own.works == Works::Entrenchment(self.side)
            || own.force.is_some_and(|force| force.side == self.side && force.sps > self.sps)
    }

    fn paths(&self) -> Vec<Vec<Space>> {
        let next = |at: Space| -> Vec<(Edge, Space)> {
            self.edges(at)
                .iter()
                .copied()
                .filter(|&(edge, to)| to != self.battle && self.may(at, edge, to))
                .collect()
        };
        let beside: Vec<Space> = self.edges(self.battle).iter().map(|&(_, to)| to).collect();
        let mut all: Vec<(Vec<Space>, Vec<Edge>)> = Vec::new();
        for (edge, first) in next(self.battle) {
            if self.stops(first) {
                all.push((vec![first], vec![edge]));
            }
            for (other, second) in next(first) {
                all.push((vec![first, second], vec![edge, other]));
            }
        }
        let far = |path: &[Space]| path.len() == 1 || !beside.contains(&path[1]);
        if all.iter().any(|(path, _)| far(path)) {
            all.retain(|(path, _)| far(path));
        }
        keep_least(&mut all, |(path, _)| path.iter().filter(|&&at| !self.zones(at).is_empty()).count());
        let crest = |edge: &&Edge| {
            let pass = ["pass", "gap", "impassable"].iter().any(|word| self.word(**edge, word));
            self.word(**edge, "ridge") && !pass
        };
        keep_least(&mut all, |(_, edges)| edges.iter().filter(crest).count());
        keep_least(&mut all, |(path, _)| usize::from(!self.is_fed(path[path.len() - 1])));
        all.into_iter().map(|(path, _)| path).collect()
    }

    /// Whether it will be in supply there.
    fn is_fed(&self, end: Space) -> bool {
        let mut then = self.game.clone();
        let march = then.march.take().unwrap();
        let force = then.spot(self.battle).force.unwrap();
        let spot = then.spot_mut(self.battle);
        spot.militia = None;
        spot.works = Works::None;
        spot.force = (march.sps > 0).then_some(Force { side: march.side, sps: march.sps, ..force });
        let there = then.spot(end).force.filter(|there| there.side == self.side).map_or(0, |there| there.sps);
        then.spot_mut(end).force = Some(Force { sps: there + force.sps, ..force });
        then.supply(self.side).level(end) > us_civil_war::Level::Out
    }
}

/// By space: what lies next to it by land, and over which edge.
pub fn neighbours(game: &UsCivilWar) -> Vec<Vec<(Edge, Space)>> {
    let atlas = &game.world.atlas;
    let link = atlas.feature("land-link");
    let land =
        |to: Space| !["water", "swamp", "off-map"].iter().any(|word| atlas.has(to, atlas.feature(word)));
    let mut near = vec![Vec::new(); atlas.space_count()];
    for edge in atlas.edges() {
        let [a, b] = atlas.ends(edge);
        if land(a) && land(b) && (atlas.edge_facing(edge, a).is_some() || atlas.edge_has(edge, link)) {
            near[usize::from(a.0)].push((edge, b));
            near[usize::from(b.0)].push((edge, a));
        }
    }
    near
}

fn keep_least<T>(all: &mut Vec<T>, weight: impl Fn(&T) -> usize) {
    let least = all.iter().map(&weight).min().unwrap_or(0);
    all.retain(|one| weight(one) == least);
}

#[test]
fn retreats_are_those_of_a_plain_search() {
    let full = std::env::var_os("MUSTER_FULL").is_some();
    let (empty, mut chance) = (map(), Chance::new(23));
    let near = neighbours(&empty);
    let (mut some, mut none, mut stops) = (0, 0, 0);
    for round in 0..if full { 6_000 } else { 240 } {
        let game = attack(&empty, &mut chance);
        let march = game.march.as_deref().unwrap();
        let (side, battle) = (march.side.other(), march.entering.unwrap());
        let sps = game.sps(side, battle);
        if sps == 0 {
            continue;
        }
        let fought = Fought {
            at: battle,
            from: march.at,
            attacker: march.side,
            verdict: Verdict::Won,
            had: [march.sps, sps],
            engaged: [march.sps, sps],
            lost: [0; 2],
            left: [march.sps, sps],
            shaken: [false; 2],
        };
        // Of a landing too, if it comes from the next space.
        let from = near[usize::from(march.at.0)].iter().any(|&(_, to)| to == battle).then_some(march.at);
        let model = Model { game: &game, side, sps, from, base: march.at, battle, near: &near, beaten: true };
        let mut expected = model.paths();
        let mut found: Vec<Vec<Space>> =
            game.retreats(&fought).iter().map(|path| path.spaces().collect()).collect();
        expected.sort();
        found.sort();
        let names = |paths: &[Vec<Space>]| -> Vec<Vec<String>> {
            paths.iter().map(|path| path.iter().map(|&at| model.id(at).to_owned()).collect()).collect()
        };
        assert_eq!(names(&expected), names(&found), "round {round}: {march:?} at {}", model.id(battle));
        some += usize::from(!found.is_empty());
        none += usize::from(found.is_empty());
        stops += usize::from(found.iter().any(|path| path.len() == 1));
    }
    assert!(some > 100 && none > 5 && stops > 10, "{some} {none} {stops}");
}
