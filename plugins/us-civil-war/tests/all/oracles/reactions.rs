//! §9 once more: who may intercept and who may avoid battle, with which modifiers, every part of a stack that could go tried by itself.

use us_civil_war::world::{Edge, Space};
use us_civil_war::{General, Side, UsCivilWar};

use crate::oracles::encounters::{attack, map};
use crate::oracles::retreats::{Model, neighbours};
use crate::oracles::supply::Chance;

/// A space, whether no dice are needed, and what is added to them.
type Found = (String, bool, i8);

/// A stack enters a space; what the other side does.
struct Entered<'a> {
    model: Model<'a>,
    at: Space,
    /// By land, and not from ships.
    near: &'a [Vec<(Edge, Space)>],
}

impl Entered<'_> {
    fn game(&self) -> &UsCivilWar {
        self.model.game
    }

    fn id(&self, at: Space) -> String {
        self.game().world.space(at).id.clone()
    }

    fn sps(&self, at: Space) -> u8 {
        self.game().spot(at).force.filter(|force| force.side == self.model.side).map_or(0, |force| force.sps)
    }

    fn friends(&self, at: Space) -> bool {
        let militia = self.game().spot(at).militia;
        let own = militia.is_some_and(|militia| self.game().world.militia[militia].side == self.model.side);
        self.sps(at) > 0 || own
    }

    fn generals(&self, at: Space) -> Vec<General> {
        self.game().generals_in(self.model.side, at).collect()
    }

    /// §7.2.1, §8.4
    fn rank(&self, general: General) -> u8 {
        let stars = self.game().officers[general].stars;
        if self.game().rating(general).cavalry { stars } else { 10 + stars }
    }

    /// §7.3, §8.1
    fn limit(&self, general: General) -> u8 {
        match self.game().officers[general].stars {
            _ if self.game().rating(general).cavalry => 1,
            1 => 3,
            2 => 6,
            _ => 18,
        }
    }

    fn holds(&self, at: Space) -> bool {
        self.game().controller(at) == Some(self.model.side)
    }

    /// §10.3.2: whether one of them is a Coastal Fort and the other its port next to it.
    fn is_pair(&self, one: Space, other: Space) -> bool {
        let coastal = [one, other].iter().any(|&at| self.id(at).starts_with("fort-"));
        let partner = self.game().world.space(one).partner == Some(other);
        let joined = self.near[usize::from(one.0)].iter().any(|&(_, to)| to == other);
        coastal && partner && joined && self.holds(one) && self.holds(other)
    }

    /// §10.3.2: whether another SP finds room.
    fn has_room(&self, at: Space) -> bool {
        !self.id(at).starts_with("fort-") || self.sps(at) < 3
    }

    /// §9.2.3, §7.5.3: whether any part of a stack could go: a General with those who follow him and SPs as his rank allows, and an SP stays with
    /// Generals who stay.
    fn parts(&self, from: Space) -> bool {
        let (generals, sps) = (self.generals(from), self.sps(from));
        let friends = self.friends(self.at);
        (1..1u32 << generals.len()).any(|bits| {
            let those = generals.iter().enumerate().filter(|(place, _)| bits >> place & 1 == 1);
            let those: Vec<General> = those.map(|(_, general)| *general).collect();
            let leader = *those.iter().max_by_key(|&&general| self.rank(general)).unwrap();
            let stars = |general: General| self.game().officers[general].stars;
            // §7.4.1: a three-star General is nobody's subordinate but Grant's.
            let follow = those.iter().all(|&one| one == leader || stars(one) < 3 || stars(leader) == 4);
            let stay = those.len() < generals.len();
            let most = sps.saturating_sub(u8::from(stay)).min(self.limit(leader));
            let least = u8::from(!friends);
            follow && least <= most && !(stay && sps == 0)
        })
    }

    /// §9.4: what a stack's leaders and a hexside make of the dice.
    fn modifier(&self, from: Space, edge: Edge) -> i8 {
        let generals = self.generals(from);
        let game = self.game();
        let commander = generals.iter().copied().reduce(|best, one| {
            let leads =
                (self.rank(one), game.officers[one].leads) > (self.rank(best), game.officers[best].leads);
            if leads { one } else { best }
        });
        let mut sum = commander.map_or(0, |one| game.rating(one).defense as i8);
        let rides = |&one: &General| game.rating(one).cavalry || game.rating(one).intrinsic;
        sum += if generals.iter().any(rides) { 2 } else { 0 };
        let word = |word| self.model.word(edge, word);
        let path = word("railroad") || word("road");
        sum -= i8::from(word("minor-river") && !word("river") && !word("great-river") && !path);
        // M1: the bay before Galveston is like a river.
        let bay = word("lake") && game.world.atlas.ends(edge).iter().any(|&end| self.id(end) == "5101");
        sum -= i8::from(word("river") || word("great-river") || bay);
        let low = word("pass") || word("gap") && path;
        sum -= if word("pass") || word("gap") || word("ridge") { if low { 1 } else { 2 } } else { 0 };
        sum
    }

    /// §9.2.1
    fn interceptors(&self) -> Vec<Found> {
        let foe = self.model.side.other();
        let held = self.model.is_key(self.at) && self.game().controller(self.at) == Some(foe);
        let mut list = Vec::new();
        for &(edge, from) in &self.near[usize::from(self.at.0)] {
            let (sps, led) = (self.sps(from), !self.generals(from).is_empty());
            let helps = self.friends(self.at);
            if self.is_pair(from, self.at) {
                if sps > 0 && self.has_room(self.at) || led && helps {
                    list.push((self.id(from), true, 0));
                }
                continue;
            }
            let hexes = self.game().world.atlas.edge_facing(edge, self.at).is_some();
            let reached = hexes && self.model.is_open(self.model.side, edge) && !held;
            if led && reached && (sps > 0 || helps) && self.parts(from) {
                list.push((self.id(from), false, self.modifier(from, edge)));
            }
        }
        list
    }

    /// §9.3.2
    fn avoidances(&self) -> Vec<Found> {
        let (sps, led) = (self.sps(self.at), !self.generals(self.at).is_empty());
        let mut list = Vec::new();
        for &(edge, to) in &self.near[usize::from(self.at.0)] {
            let foe = self.model.side.other();
            let met = sps == 0 && self.game().generals_in(foe, to).next().is_some();
            if self.is_pair(self.at, to) {
                if !met && (sps > 0 && self.has_room(to) || sps == 0 && led) {
                    list.push((self.id(to), true, 0));
                }
            } else if led && !met && self.model.may(self.at, edge, to) {
                list.push((self.id(to), false, self.modifier(self.at, edge)));
            }
        }
        list
    }
}

#[test]
fn reactions_are_those_of_a_plain_search() {
    let full = std::env::var_os("MUSTER_FULL").is_some();
    let (empty, mut chance) = (map(), Chance::new(41));
    let near = neighbours(&empty);
    let (mut intercept, mut avoid, mut free) = (0, 0, 0);
    for round in 0..if full { 60_000 } else { 4_000 } {
        let game = attack(&empty, &mut chance);
        let march = game.march.as_deref().unwrap();
        let (side, at): (Side, Space) = (march.side.other(), march.entering.unwrap());
        // Of a landing too, if it comes from the next space.
        let from = near[usize::from(march.at.0)].iter().any(|&(_, to)| to == at).then_some(march.at);
        let sps = game.sps(side, at);
        let (base, battle) = (march.at, at);
        let model = Model { game: &game, side, sps, from, base, battle, near: &near, beaten: false };
        let entered = Entered { model, at, near: &near };
        let named = |reactions: Vec<us_civil_war::reaction::Reaction>| -> Vec<Found> {
            let all = reactions.iter();
            all.map(|one| (game.world.space(one.space).id.clone(), one.automatic, one.modifier)).collect()
        };
        let sorted = |mut list: Vec<Found>| {
            list.sort();
            list
        };
        let says = format!("round {round}: {march:?} at {}", game.world.space(at).id);
        let found = sorted(named(game.interceptors()));
        assert_eq!(sorted(entered.interceptors()), found, "9.2, {says}");
        intercept += found.len();
        free += found.iter().filter(|(_, free, _)| *free).count();
        let found = sorted(named(game.avoidances().collect()));
        assert_eq!(sorted(entered.avoidances()), found, "9.3, {says}");
        avoid += found.len();
        free += found.iter().filter(|(_, free, _)| *free).count();
    }
    assert!(intercept > 300 && avoid > 300 && free > 3, "{intercept} {avoid} {free}");
}
