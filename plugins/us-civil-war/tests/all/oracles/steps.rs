//! §5.3 to §5.8 once more: which spaces next to it a stack may enter, and for how many MPs, each rule looked up by itself.

use us_civil_war::state::Means;
use us_civil_war::world::{Edge, Space};
use us_civil_war::{Side, UsCivilWar};

use crate::oracles::encounters::{attack, map};
use crate::oracles::retreats::{Model, neighbours};
use crate::oracles::supply::Chance;

/// A stack about to go over an edge to a space.
struct Step<'a> {
    /// The other side, as those who stand around.
    foe: Model<'a>,
    side: Side,
    from: Space,
    edge: Edge,
    to: Space,
}

impl Step<'_> {
    fn game(&self) -> &UsCivilWar {
        self.foe.game
    }

    fn word(&self, word: &str) -> bool {
        self.foe.word(self.edge, word)
    }

    fn id(&self, at: Space) -> &str {
        &self.game().world.space(at).id
    }

    fn has(&self, at: Space, word: &str) -> bool {
        let atlas = &self.game().world.atlas;
        atlas.has(at, atlas.feature(word))
    }

    fn holds(&self, side: Side, at: Space) -> bool {
        self.game().controller(at) == Some(side)
    }

    fn navigable(&self) -> bool {
        self.word("river") || self.word("great-river")
    }

    /// M1: the bay before Galveston, which is like a river; the other lake that a railroad passes is not.
    fn is_bay(&self) -> bool {
        self.word("lake") && [self.from, self.to].iter().any(|&end| self.id(end) == "5101")
    }

    fn is_fort(&self, at: Space) -> bool {
        self.id(at).starts_with("fort-")
    }

    /// Whether the enemy has the water on the way: a river, the strait before a Coastal Fort, the bay of Galveston, which is whose that has the
    /// town (M1).
    fn hostile(&self) -> bool {
        let (foe, ends) = (self.side.other(), [self.from, self.to]);
        if self.navigable() {
            return self.game().naval().of_edge(self.edge) == Some(foe);
        }
        if self.is_bay() {
            return ends.iter().any(|&end| self.id(end) == "5101" && self.holds(foe, end));
        }
        let Some(&fort) = ends.iter().find(|&&end| self.is_fort(end)) else { return false };
        let strait = self.game().world.waters.of_edge(self.edge);
        let naval = self.game().naval();
        strait.map_or_else(|| naval.of_space(fort), |node| naval.of(node)) == Some(foe)
    }

    fn cost(&self, hostile: bool) -> u8 {
        let atlas = &self.game().world.atlas;
        if let Some(price) = atlas.edge_number(self.edge, self.from, atlas.key("cost")) {
            return price as u8;
        }
        let rail = self.word("railroad");
        if rail && !hostile && (!self.navigable() || self.word("bridge")) {
            return 1;
        }
        let path = rail || self.word("road");
        let ground = if self.has(self.to, "marsh") && !path && !self.word("ferry") { 2 } else { 1 };
        let water = match () {
            () if self.navigable() || self.is_bay() => match hostile {
                true => 2,
                false => u8::from(self.navigable()),
            },
            () => u8::from(self.word("minor-river") && !path),
        };
        let crest =
            self.word("ridge") && !self.word("pass") && !self.word("gap") || self.word("gap") && !rail;
        ground + water + u8::from(crest)
    }

    /// Whether anybody gets over at all.
    fn open(&self, helped: bool) -> bool {
        if self.word("prohibited") && self.word("ferry") {
            let ends = [self.from, self.to];
            let own = ends.iter().all(|&end| {
                let fort = self.game().world.space(end).partner;
                self.holds(self.side, end) && fort.is_none_or(|fort| self.holds(self.side, fort))
            });
            let naval = self.game().naval();
            let water = match self.navigable() {
                true => helped || naval.of_edge(self.edge) == Some(self.side),
                false => ends.iter().all(|&end| naval.of_space(end) == Some(self.side)),
            };
            return own && water;
        }
        let dry = !self.word("lake") || self.word("railroad");
        !self.word("prohibited") && !self.word("impassable") && dry
    }

    /// Whether the enemy must be fought there.
    fn defended(&self) -> bool {
        let foe = self.side.other();
        let northern = self.has(self.to, "objective")
            && self
                .game()
                .world
                .space(self.to)
                .states
                .only()
                .is_some_and(|state| state.home() == Some(Side::Us));
        let garrison = foe == Side::Us && northern && self.holds(Side::Us, self.to);
        self.game().has_units(foe, self.to) || self.foe.fort_of(foe, self.to) || garrison
    }

    /// Whether it lies in an enemy's zone (§9.1).
    fn watched(&self) -> bool {
        let foe = self.side.other();
        let stands = |at: Space| self.game().has_units(foe, at) || self.foe.fort_of(foe, at);
        let own = self.game().has_units(self.side, self.to) || self.foe.fort_of(self.side, self.to);
        let shut = own || self.foe.is_key(self.to) && self.holds(self.side, self.to);
        let reaches = |&(edge, at): &(Edge, Space)| {
            let hexes = self.game().world.atlas.edge_facing(edge, self.to).is_some();
            hexes && stands(at) && self.foe.is_open(foe, edge)
        };
        !shut && self.foe.near[usize::from(self.to.0)].iter().any(reaches)
    }
}

/// Whether a stack may go, and for what.
fn may(step: &Step) -> Option<u8> {
    let march = step.game().march.as_deref().unwrap();
    let way = step.game().world.way(step.from, step.to).unwrap();
    let helped = march.assisted && step.game().is_assistable(step.from, way);
    let hostile = step.hostile() && !helped;
    let (cost, defended) = (step.cost(hostile), step.defended());
    let exposed = defended || step.watched();
    let first = march.from.is_none() && march.moves == march.allowance;
    let there = step.game().sps(step.side, step.to);
    let allowed = step.open(helped)
        && (!hostile || march.sps <= 1)
        && (!exposed || march.bold && march.sps > 0)
        && !(defended && step.id(step.to) == "fort-morgan")
        && (!step.is_fort(step.to) || there + march.sps <= 3)
        && (first || cost <= march.moves);
    allowed.then_some(cost)
}

#[test]
fn steps_are_those_of_a_plain_search() {
    let full = std::env::var_os("MUSTER_FULL").is_some();
    let (empty, mut chance) = (map(), Chance::new(67));
    let near = neighbours(&empty);
    let (mut open, mut shut) = (0, 0);
    for round in 0..if full { 60_000 } else { 4_000 } {
        let mut game = attack(&empty, &mut chance);
        let march = game.march.as_deref_mut().unwrap();
        (march.means, march.entering) = (Means::Land, None);
        march.moves = 1 + chance.below(4) as u8;
        march.bold = chance.below(3) > 0;
        march.sps = [0, 1, 1, 2, 5][chance.below(5)];
        let (side, from) = (march.side, march.at);
        let march = game.march.as_deref().unwrap();
        for &(edge, to) in &near[usize::from(from.0)] {
            let foe = Model {
                game: &game,
                side: side.other(),
                sps: 0,
                from: None,
                base: from,
                battle: from,
                near: &near,
                beaten: false,
            };
            let expected = may(&Step { foe, side, from, edge, to });
            let way = game.world.way(from, to).unwrap();
            let found = game.may_step(march, way).is_ok().then(|| game.march_cost(march, way));
            let ends = [from, to].map(|at| game.world.space(at).id.as_str());
            assert_eq!(expected, found, "round {round}: {ends:?} {march:?} {:?}", game.may_step(march, way));
            open += usize::from(found.is_some());
            shut += usize::from(found.is_none());
        }
    }
    assert!(open > 3_000 && shut > 1_000, "{open} {shut}");
}
