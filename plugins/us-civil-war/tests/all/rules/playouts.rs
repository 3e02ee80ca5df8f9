//! Games of random choices: none comes to a dead end, and nothing is where it can't be.

use muster_sdk::Index as _;
use us_civil_war::state::{Berth, Force, Post, Spot, UsCivilWar, Works};
use us_civil_war::{Side, Space};

use crate::rules::position::*;

/// A small generator of its own, so that the games are always the same.
pub struct Numbers(pub u64);

impl Numbers {
    /// A number below this.
    pub fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

impl muster_contract::Dice for Numbers {
    fn roll(&mut self, count: u8, sides: u8, _reason: &str) -> Vec<u8> {
        (0..count).map(|_| self.below(sides.into()) as u8 + 1).collect()
    }
}

/// What must hold in every position.
fn is_sound(game: &UsCivilWar) {
    for general in game.world.generals.all() {
        let side = game.world.general(general).side;
        if let Post::Map(at) = game.officers[general].post {
            // Militia, Forts and garrisons too (§7.6).
            let enemies = game.is_defended(side.other(), at);
            let (who, place) = (&game.world.general(general).id, &game.world.space(at).id);
            assert!(!enemies, "{who} is with enemies in {place}");
        }
        let marches = game.officers[general].post == Post::March;
        assert!(!marches || game.march.is_some(), "{} marches with nobody", game.world.general(general).id);
    }
    for (space, spot) in game.laid() {
        let Some(force) = spot.force else { continue };
        let works = spot.fortified().is_none_or(|side| side == force.side);
        assert!(works && force.sps > 0 && force.moved <= force.sps, "{}", game.world.space(space).id);
        let marked = spot.marker == Some(force.side.other());
        assert!(!marked, "6.2.2: {} has a marker under enemy SPs", game.world.space(space).id);
    }
    for (space, spot) in game.laid() {
        let info = game.world.space(space);
        assert!(spot.arsenals <= 2 * info.resource, "14.5: {}", info.id);
        let home = spot.militia.is_none_or(|militia| info.states.has(game.world.militia[militia].state));
        assert!(home && (spot.militia.is_none() || info.is_key()), "17.2.1: {}", info.id);
    }
    for militia in game.world.militia.all() {
        let places = game.laid().filter(|(_, spot)| spot.militia == Some(militia)).count();
        assert!(places < 2, "17.2.1: {}", game.world.militia[militia].id);
    }
}

/// What is chosen more often than by chance: marches are what the game is about.
const LIVELY: [&str; 5] = ["activate ", "to ", "sail ", "avoid-battle", "attack"];

/// One of the choices, more often one of those.
pub fn lively<'a>(ids: &'a [String], numbers: &mut Numbers) -> &'a String {
    let march: Vec<&String> =
        ids.iter().filter(|id| LIVELY.iter().any(|word| id.starts_with(word))).collect();
    match (march.is_empty(), numbers.below(4)) {
        (false, 1..) => march[numbers.below(march.len())],
        _ => &ids[numbers.below(ids.len())],
    }
}

/// What follows from a position, all of it.
pub fn all_that_follows(game: &UsCivilWar) -> Vec<(Side, us_civil_war::Level, bool, bool, bool, bool)> {
    let of = |side: Side| {
        game.world.spaces.all().map(move |at| {
            let supply = game.supply(side);
            let naval = game.naval().of_space(at) == Some(side);
            let rail = game.rails().of(side, at);
            (side, supply.level(at), supply.is_cut_off(at), supply.is_primary(at), rail, naval)
        })
    };
    Side::ALL.into_iter().flat_map(of).collect()
}

/// Whether the same follows from both, Naval Control included as it is for either side's ships on their way (§21.4.1).
pub fn same_follows(one: &UsCivilWar, other: &UsCivilWar) -> bool {
    let led = |side: &Side| one.naval_led_by(*side) == other.naval_led_by(*side);
    one.naval() == other.naval()
        && Side::ALL.iter().all(led)
        && all_that_follows(one) == all_that_follows(other)
}

#[test]
fn what_is_kept_is_what_a_loaded_game_finds_anew() {
    for (name, seed) in [("us-civil-war-1862", 1), ("us-civil-war-1863", 2)] {
        let mut numbers = Numbers(seed);
        let mut play: muster_sdk::play::Play<UsCivilWar, Numbers> =
            muster_sdk::play::Play::begin(&set_up(name), Numbers(seed));
        for choice in 0..1200 {
            if play.outcome().is_some() {
                break;
            }
            let (seat, _) = play.next_decision();
            let ids = play.ids(seat);
            if choice % 3 == 0 {
                let save = play.game.save();
                let anew = play
                    .game
                    .load_another(<UsCivilWar as muster_sdk::Saves>::STATE_SCHEMA, &save)
                    .unwrap_or_else(|refusal| panic!("{refusal:?}"));
                assert_eq!(all_that_follows(play.game.state()), all_that_follows(anew.state()), "{choice}");
                let listed: Vec<String> = anew
                    .decisions()
                    .into_iter()
                    .flat_map(|open| open.choices)
                    .map(|choice| choice.id)
                    .collect();
                assert_eq!(listed, ids, "{choice}");
                let weights = |game: &muster_sdk::Hosted<UsCivilWar>| game.weights(seat, "regular");
                assert_eq!(weights(&play.game), weights(&anew), "{choice}");
                let possible = play.game.possible(seat);
                let legal: Vec<&String> =
                    possible.iter().filter(|(_, legal)| *legal).map(|(id, _)| id).collect();
                assert_eq!(legal, ids.iter().collect::<Vec<_>>(), "{choice}");
            }
            let id = lively(&ids, &mut numbers).clone();
            play.take(seat, &id);
        }
    }
}

/// One change of what lies in a space.
fn change(spot: &mut Spot, side: Side, takes_marker: bool, numbers: &mut Numbers) {
    let sps = 1 + numbers.below(9) as u8;
    match numbers.below(5) {
        0 => spot.force = None,
        1 if takes_marker => spot.marker = Some(side),
        2 => spot.works = [Works::None, Works::Fort(side, 1), Works::Entrenchment(side)][numbers.below(3)],
        _ => spot.force = Some(Force { side, sps, moved: 0, demoralized: false, foraging: false }),
    }
}

/// Whatever changes, what was found before and is kept says the same as what is found from nothing.
#[test]
fn what_is_kept_is_what_is_found_anew_whatever_changes() {
    for (name, seed) in [("us-civil-war-1862", 3), ("us-civil-war-1863", 4)] {
        let mut numbers = Numbers(seed);
        let start = muster_sdk::Hosted::<UsCivilWar>::create(&set_up(name)).unwrap();
        let start = start.state();
        let (mut game, world) = (start.clone(), &start.world);
        let rails = world.nets[0].railways();
        let joint = |&at: &Space| !world.waters.shore(at).is_empty() && world.nets[0].has_rail(at);
        let joints: Vec<Space> = world.places.markable.iter().copied().filter(joint).collect();
        let mut changed: Vec<Space> = Vec::new();
        for round in 0..600 {
            // Where the map is torn, little hangs on one space.
            if round % 40 == 0 {
                game = start.clone();
                changed.clear();
            }
            let all = world.spaces.len();
            let near: Vec<Space> = game.laid().map(|(at, _)| at).collect();
            let at = match numbers.below(6) {
                // A town on a railroad and a river, held by who holds it.
                4.. => joints[numbers.below(joints.len())],
                0 => rails[numbers.below(rails.len())],
                1 => world.places.markable[numbers.below(world.places.markable.len())],
                2 => {
                    let ways = &world.space(near[numbers.below(near.len())]).ways;
                    if ways.is_empty() { continue } else { ways[numbers.below(ways.len())].to }
                }
                _ => Space::nth(numbers.below(all)),
            };
            let info = world.space(at);
            if !info.is_land() {
                continue;
            }
            // Mostly who is there already, as wars go.
            let side = game.controller(at).filter(|_| numbers.below(3) > 0);
            let side = side.unwrap_or(Side::ALL[numbers.below(2)]);
            change(game.spot_mut(at), side, info.takes_marker(), &mut numbers);
            // It stays its holder's whoever leaves it.
            if joint(&at) && game.spot(at).marker.is_none() {
                game.spot_mut(at).marker = Some(side);
            }
            changed.push(at);
            match numbers.below(8) {
                // Nothing is asked, or of one side alone, before the next change.
                0 => continue,
                1 => {
                    game.supply(Side::Us).level(at);
                    continue;
                }
                _ => {}
            }
            let mut anew = start.clone();
            for &at in &changed {
                *anew.spot_mut(at) = *game.spot(at);
            }
            assert!(all_that_follows(&game) == all_that_follows(&anew), "{name}, {round}: {}", info.id);
        }
    }
}

#[test]
fn random_games_come_to_their_end() {
    let mut kinds = std::collections::BTreeMap::new();
    // Among these are some in which a landing fails.
    for seed in 114..134 {
        let mut numbers = Numbers(seed);
        let mut play: muster_sdk::play::Play<UsCivilWar, Numbers> =
            muster_sdk::play::Play::begin(&set_up("us-civil-war-1862"), Numbers(seed + 100));
        let mut choices = 0;
        while play.outcome().is_none() {
            let (seat, kind) = play.next_decision();
            let ids = play.ids(seat);
            assert!(!ids.is_empty(), "{kind} has no choice");
            *kinds.entry(kind).or_insert(0) += 1;
            let id = lively(&ids, &mut numbers).clone();
            play.take(seat, &id);
            is_sound(play.game.state());
            choices += 1;
            assert!(choices < 60_000, "it doesn't end");
        }
        assert!(Side::ALL.iter().any(|&side| play.game.state().winner == Some(side)));
    }
    for kind in [
        "march",
        "voyage",
        "reembark",
        "react",
        "send",
        "avoid",
        "battle",
        "retreat",
        "transfer",
        "intake",
        "free-fort",
        "arsenal",
        "recall",
        "strategic",
        "convoy",
        "manage",
        "arrival",
        "free-transfer",
        "reassign",
    ] {
        assert!(kinds.contains_key(kind), "no {kind} in {kinds:?}");
    }
}

/// A playout lists what could be legal and looks into what it draws alone: each choice must still have the chance that it has among legal ones.
#[test]
fn playouts_draw_each_legal_choice_as_often_as_it_weighs() {
    const DRAWS: u64 = 4_000;
    let mut play: muster_sdk::play::Play<UsCivilWar, Numbers> =
        muster_sdk::play::Play::begin(&set_up("us-civil-war-1862"), Numbers(5));
    let mut numbers = Numbers(6);
    while play.next_decision().1 != "action" {
        let (seat, _) = play.next_decision();
        let ids = play.ids(seat);
        let id = lively(&ids, &mut numbers).clone();
        play.take(seat, &id);
    }
    let (seat, _) = play.next_decision();
    let illegal = play.game.possible(seat).iter().filter(|(_, legal)| !legal).count();
    assert!(illegal > 0, "none of what could be legal isn't");
    for policy in ["random", "regular"] {
        let weights = match policy {
            "random" => vec![1; play.ids(seat).len()],
            _ => play.game.weights(seat, policy),
        };
        let all: u32 = weights.iter().sum();
        // No dice are thrown for what is chosen here, so that it is known by what is decided next.
        let next = |game: &muster_sdk::Hosted<UsCivilWar>| {
            let open = game.decisions();
            let asked = open.iter().map(|open| (open.prompt.clone(), open.choices.len()));
            format!("{:?} {:?}", asked.collect::<Vec<_>>(), game.save().len())
        };
        let mut chances = std::collections::BTreeMap::new();
        for (index, weight) in weights.iter().enumerate().filter(|(_, weight)| **weight > 0) {
            let mut game = play.game.fork(0);
            game.apply_index(Some(seat), index as u32, &mut Numbers(1));
            let (expected, _) = chances.entry(next(&game)).or_insert((0.0, 0));
            *expected += f64::from(*weight) / f64::from(all);
        }
        for seed in 0..DRAWS {
            let mut game = play.game.fork(seed);
            game.playout(policy, seed, 1);
            let next = next(&game);
            let (_, drawn) = chances.get_mut(&next).unwrap_or_else(|| panic!("{policy} drew {next}"));
            *drawn += 1;
        }
        for (next, (expected, drawn)) in chances {
            let share = f64::from(drawn) / DRAWS as f64;
            let error = (expected * (1.0 - expected) / DRAWS as f64).sqrt();
            assert!((share - expected).abs() < 5.0 * error + 1e-9, "{policy} {next}: {share} of {expected}");
        }
    }
}

/// What is asked of one space is searched outward from it: it must be what supply says that is found of the whole map.
#[test]
fn one_space_is_supplied_as_the_map_says() {
    let (mut sure, mut after) = ([[0; 2]; 4], 0);
    for (name, seed) in [("us-civil-war-1862", 7), ("us-civil-war-1863", 8)] {
        let mut numbers = Numbers(seed);
        let mut play: muster_sdk::play::Play<UsCivilWar, Numbers> =
            muster_sdk::play::Play::begin(&set_up(name), Numbers(seed));
        for choice in 0..1500 {
            if play.outcome().is_some() {
                break;
            }
            if choice % 10 == 0 {
                // Of what was loaded nothing is found yet.
                let loaded = play
                    .game
                    .load_another(<UsCivilWar as muster_sdk::Saves>::STATE_SCHEMA, &play.game.save())
                    .unwrap();
                let (game, map) = (loaded.state(), loaded.state().clone());
                let near: Vec<Space> = game.laid().map(|(at, _)| at).collect();
                for _ in 0..12 {
                    let at = match numbers.below(3) {
                        0 => Space::nth(numbers.below(game.world.spaces.len())),
                        _ => near[numbers.below(near.len())],
                    };
                    for side in Side::ALL {
                        let (ask, map) = (|| game.clone(), map.supply(side));
                        let expected = [
                            map.is_cut_off(at),
                            map.is_place_full(at),
                            map.reaches_primary(at),
                            map.has_loc(at),
                        ];
                        let found = [
                            ask().supply(side).is_isolated(at),
                            ask().supply(side).is_place_full(at),
                            ask().supply(side).reaches_primary(at),
                            ask().supply(side).has_loc(at),
                        ];
                        assert_eq!(found, expected, "{name} {choice}: {} {side:?}", game.world.space(at).id);
                        sure.iter_mut().zip(expected).for_each(|(sure, holds)| sure[usize::from(holds)] += 1);
                    }
                }
                after += told_after_others(game, &map, &near, &mut numbers);
            }
            let (seat, _) = play.next_decision();
            let id = lively(&play.ids(seat), &mut numbers).clone();
            play.take(seat, &id);
        }
    }
    assert!(sure.iter().flatten().all(|&times| times > 100), "{sure:?}");
    assert!(after > 100, "{after}");
}

/// Whoever is Isolated is so too if others were asked before, whose lines may have been noted; gives how many were.
fn told_after_others(game: &UsCivilWar, map: &UsCivilWar, near: &[Space], numbers: &mut Numbers) -> u32 {
    let mut asked = 0;
    for side in Side::ALL {
        let cut_off = |at: &&Space| map.supply(side).is_cut_off(**at);
        for &at in near.iter().filter(cut_off) {
            let one = game.clone();
            for _ in 0..4 {
                let other = near[numbers.below(near.len())];
                if !map.supply(side).is_cut_off(other) {
                    assert!(!one.supply(side).is_isolated(other));
                }
            }
            assert!(one.supply(side).is_isolated(at), "{} {side:?}", game.world.space(at).id);
            asked += 1;
        }
    }
    asked
}

/// §21.6.3: of no water too much or too little is thought at a glance, and ships are found where they lie.
fn guns_are_found_as_if_all_were_looked_at(game: &UsCivilWar) {
    let waters = &game.world.waters;
    for (side, (water, info)) in
        Side::ALL.into_iter().flat_map(|side| waters.nodes.iter().map(move |node| (side, node)))
    {
        let spaces = info.faces.iter().flatten().map(|face| face.space).chain(waters.banks(water));
        let berths = spaces.map(|space| Berth { space, water });
        let mut armed = None;
        for berth in berths {
            let all = game.fleets.ships.iter();
            let here = all.filter(|ship| ship.vessel.side() == side && ship.berth == berth);
            assert!(game.ships_in(side, berth).eq(here));
            armed = armed.or(game.nsps(side, berth).filter(|&nsps| nsps > 0).map(|_| berth.space));
        }
        assert_eq!(game.guns_over(side, water), armed);
    }
}

/// §21: the same with Naval Units of both sides; what is saved on the way is what is loaded.
#[test]
fn random_games_with_fleets_come_to_their_end() {
    let mut kinds = std::collections::BTreeSet::new();
    let games =
        (7..13).map(|seed| (if seed % 3 == 0 { "us-civil-war-1863" } else { "us-civil-war-1862" }, seed));
    for (name, seed) in games {
        let mut numbers = Numbers(seed);
        let mut play: muster_sdk::play::Play<UsCivilWar, Numbers> =
            muster_sdk::play::Play::begin(&crate::rules::navy::navies(name), Numbers(seed + 100));
        let mut choices = 0;
        while play.outcome().is_none() && choices < 8_000 {
            let (seat, kind) = play.next_decision();
            let ids = play.ids(seat);
            assert!(!ids.is_empty(), "{kind} has no choice");
            let afloat_now = kind.starts_with("naval") || kind == "sortie";
            kinds.insert(kind);
            if choices % 20 == 0 || afloat_now {
                let schema = <UsCivilWar as muster_sdk::Saves>::STATE_SCHEMA;
                let anew = play.game.load_another(schema, &play.game.save());
                let anew = anew.unwrap_or_else(|refusal| panic!("{refusal:?}"));
                assert_eq!(anew.state().fleets, play.game.state().fleets, "{choices}");
                assert!(same_follows(play.game.state(), anew.state()), "{choices}");
            }
            if choices % 10 == 0 {
                guns_are_found_as_if_all_were_looked_at(play.game.state());
            }
            let id = afloat(&ids, &mut numbers).clone();
            play.take(seat, &id);
            muster_sdk::Saves::validate(play.game.state())
                .unwrap_or_else(|refusal| panic!("{}", refusal.reason));
            choices += 1;
        }
    }
    for kind in ["sortie", "redeployment", "commission", "naval-reaction", "naval-retreat"] {
        assert!(kinds.contains(kind), "no {kind} in {kinds:?}");
    }
}

/// One of the choices, more often one of those about ships.
pub fn afloat<'a>(ids: &'a [String], numbers: &mut Numbers) -> &'a String {
    let naval = ["set-sail ", "sail-to ", "redeploy ", "bring ", "carry "];
    let ships: Vec<&String> = ids.iter().filter(|id| naval.iter().any(|word| id.starts_with(word))).collect();
    match (ships.is_empty(), numbers.below(4)) {
        (false, 1) => ships[numbers.below(ships.len())],
        _ => lively(ids, numbers),
    }
}
