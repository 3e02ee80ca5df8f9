//! Games from positions that are strewn about ports and coasts: generals by themselves, small stacks, works and markers of both sides next
//! to each other. Every state offers a choice or is the end, every choice that is offered can be taken, and saves read back the same.
//! `MUSTER_STREWN=1000` plays so many games, from the seed `MUSTER_STREWN_FROM` on.

use std::sync::OnceLock;

use muster_contract::{EventKind, Position, Seat, Value};
use muster_sdk::{Hosted, Shared};
use us_civil_war::state::{Post, Step, UsCivilWar, Works};
use us_civil_war::world::{Kind, Port, SpaceInfo, World};
use us_civil_war::{General, Side, Space};

use crate::rules::playouts::{Numbers, same_follows};
use crate::rules::position::*;

/// The scenarios and their turns.
const YEARS: [(&str, i32); 3] =
    [("us-civil-war-1861", 2), ("us-civil-war-1862", 5), ("us-civil-war-1863", 9)];
/// Choices of a game.
const LONGEST: usize = 160;

type Strewn = muster_sdk::play::Play<UsCivilWar, Numbers>;

fn world(year: usize) -> &'static Shared<World> {
    static WORLDS: [OnceLock<Shared<World>>; 3] = [const { OnceLock::new() }; 3];
    WORLDS[year].get_or_init(|| {
        let game = Hosted::<UsCivilWar>::create(&set_up(YEARS[year].0)).unwrap();
        game.state().world.clone()
    })
}

/// Whether the Union has a garrison there that Confederates must have driven out.
fn has_garrison(info: &SpaceInfo) -> bool {
    info.objective && info.states.only().is_some_and(|state| state.home() == Some(Side::Us))
}

/// Whether somebody of a side may be put there: neutral Kentucky is left alone.
fn is_open(info: &SpaceInfo, side: Side, year: usize) -> bool {
    let neutral = year == 0 && (info.kentucky || info.id == "2515");
    let bay = info.kind == Kind::PortBox && info.states.is_empty();
    info.is_land() && !neutral && (side == Side::Us || !bay)
}

/// Spaces around some ports, islands and Coastal Forts.
fn around(world: &World, numbers: &mut Numbers) -> Vec<Space> {
    let wet = |at: &Space| {
        let info = world.space(*at);
        info.port != Port::None || info.kind == Kind::Island
    };
    let ports: Vec<Space> = world.places.markable.iter().copied().filter(wet).collect();
    let mut near: Vec<Space> = (0..4).map(|_| ports[numbers.below(ports.len())]).collect();
    for _ in 0..2 {
        let more: Vec<Space> =
            near.iter().flat_map(|&at| world.space(at).ways.iter().map(|way| way.to)).collect();
        near.extend(more);
        let guarded: Vec<Space> = near.iter().filter_map(|&at| world.space(at).partner).collect();
        near.extend(guarded);
        near.sort_unstable();
        near.dedup();
    }
    near
}

/// A position that is strewn anew.
fn strewn(year: usize, numbers: &mut Numbers) -> Position {
    let (name, turn) = YEARS[year];
    let facts = [("turn", turn), ("last", turn + numbers.below(2) as i32), ("cards", 3)];
    let mut position = changed(name, &facts.map(|(name, number)| (name, Value::Number(number))));
    position.setup.facts.retain(|fact| fact.name != "forward");
    let mut generals: [Vec<String>; 2] = Default::default();
    let counters = position.roster.len();
    let world = world(year);
    let near = around(world, numbers);
    for unit in position.roster.iter_mut().filter(|unit| unit.kind == "general" && unit.place.is_some()) {
        generals[usize::from(unit.side == "cs")].push(unit.id.clone());
    }
    let mut posts: Vec<(String, String)> = Vec::new();
    for at in near {
        let side = Side::ALL[numbers.below(2)];
        let info = world.space(at);
        if !is_open(info, side, year) || numbers.below(3) == 0 {
            continue;
        }
        let led = strew(&mut position, info, side, numbers);
        for _ in 0..led {
            let pool = &mut generals[side as usize];
            if !pool.is_empty() {
                posts.push((pool.swap_remove(numbers.below(pool.len())), info.id.clone()));
            }
        }
    }
    let mut place = 0;
    position.roster.retain(|unit| {
        place += 1;
        place > counters || unit.kind == "general"
    });
    for unit in position.roster.iter_mut().filter(|unit| unit.kind == "general" && unit.place.is_some()) {
        let post = posts.iter().find(|(id, _)| *id == unit.id);
        unit.place = post.map(|(_, at)| muster_sdk::place(at));
        if post.is_none() {
            unit.attributes.retain(|attribute| attribute.name != "stars");
        }
    }
    position
}

/// Puts something of a side into a space; says how many generals come with it.
fn strew(position: &mut Position, info: &SpaceInfo, side: Side, numbers: &mut Numbers) -> usize {
    let (id, at) = (side.id(), info.id.as_str());
    let coastal = info.kind == Kind::CoastalFort;
    let driven = side == Side::Cs && has_garrison(info);
    if info.takes_marker() && (coastal || driven || numbers.below(3) == 0) {
        let holder = if coastal || driven || numbers.below(3) > 0 { side } else { side.other() };
        // A marker of the enemy's lies only where nobody but a general is.
        put(position, holder.id(), "control", at, &[]);
        if holder != side {
            return 1;
        }
    }
    let what = numbers.below(8);
    let sps = [1, 2, 3, 1, 2, 4, 7, 14][numbers.below(if coastal { 3 } else { 8 })];
    match what {
        0..=2 => 1 + numbers.below(2),
        3 | 4 => {
            force(position, side, sps, at, numbers);
            0
        }
        5 | 6 => {
            force(position, side, sps, at, numbers);
            if what == 6 && !coastal && numbers.below(2) == 0 {
                put(position, id, "entrenchment", at, &[]);
            }
            1 + numbers.below(2)
        }
        _ if coastal => 1,
        _ => {
            let begun = numbers.below(3) == 0;
            put(position, id, "fort", at, &[("level", 1)]);
            if begun {
                position.roster.last_mut().unwrap().attributes.push(flag("begun"));
            }
            numbers.below(2)
        }
    }
}

fn flag(name: &str) -> muster_contract::Attribute {
    muster_contract::Attribute { name: name.to_owned(), value: Value::Flag(true) }
}

fn force(position: &mut Position, side: Side, sps: i32, at: &str, numbers: &mut Numbers) {
    put(position, side.id(), "sp", at, &[("strength", sps)]);
    let attributes = &mut position.roster.last_mut().unwrap().attributes;
    attributes.extend((numbers.below(4) == 0).then(|| flag("demoralized")));
    attributes.extend((numbers.below(4) == 0).then(|| flag("foraging")));
}

/// What is chosen more often than by chance.
const LIVELY: [&str; 15] = [
    "activate ",
    "embark",
    "to ",
    "sail ",
    "join ",
    "drop ",
    "leave ",
    "take ",
    "regroup ",
    "intercept ",
    "avoid-battle",
    "attack",
    "keep-generals",
    "mark",
    "dig-in",
];

/// One of the choices, more often one of those, and of the spaces that can be entered one where enemies are.
fn lively(game: &UsCivilWar, ids: &[String], numbers: &mut Numbers) -> String {
    let met = |id: &&String| {
        let at = id.strip_prefix("to ").or_else(|| id.strip_prefix("sail "));
        let at = at.and_then(|at| game.world.find(at));
        let foe = game.phasing.other();
        at.is_some_and(|at| game.has_units(foe, at) || game.generals_in(foe, at).next().is_some())
    };
    let fights: Vec<&String> = ids.iter().filter(met).collect();
    if !fights.is_empty() && numbers.below(2) == 0 {
        return fights[numbers.below(fights.len())].clone();
    }
    let some: Vec<&String> = ids.iter().filter(|id| LIVELY.iter().any(|word| id.starts_with(word))).collect();
    match (some.is_empty(), numbers.below(5)) {
        (false, 1..) => {
            // One of the kinds of choice, and then one of that kind: there are many of some.
            let kinds: Vec<&str> =
                LIVELY.into_iter().filter(|word| some.iter().any(|id| id.starts_with(word))).collect();
            let kind = kinds[numbers.below(kinds.len())];
            let those: Vec<&&String> = some.iter().filter(|id| id.starts_with(kind)).collect();
            (**those[numbers.below(those.len())]).clone()
        }
        _ => ids[numbers.below(ids.len())].clone(),
    }
}

/// Whether a side has SPs, Militia or a completed Fort in a space.
fn holds_out(game: &UsCivilWar, side: Side, at: Space) -> bool {
    game.has_units(side, at) || game.fort(at).is_some_and(|(holder, _)| holder == side)
}

/// What must hold wherever somebody decides.
fn is_sound(game: &UsCivilWar) {
    let name = |at: Space| game.world.space(at).id.clone();
    let marches = game.frames.path().contains(&Step::March);
    assert_eq!(marches, game.march.is_some(), "{:?}", game.frames.path());
    for (general, officer) in game.officers.iter() {
        let (side, who) = (game.world.general(general).side, &game.world.general(general).id);
        assert!(officer.post != Post::March || marches, "{who} marches with nobody");
        let Post::Map(at) = officer.post else { continue };
        assert!(!holds_out(game, side.other(), at), "7.6: {who} is with enemies in {}", name(at));
        let garrison = side == Side::Cs && game.has_garrison(at);
        assert!(!garrison, "17.2.4: {who} is with a garrison in {}", name(at));
    }
    for (at, spot) in game.laid() {
        let coastal = game.world.space(at).kind == Kind::CoastalFort;
        assert!(!coastal || spot.works == Works::None && spot.marker.is_some(), "10.3.2: {}", name(at));
        let Some(force) = spot.force else { continue };
        let foe = force.side.other();
        assert!(force.sps > 0 && force.moved <= force.sps, "{}", name(at));
        assert!(spot.fortified() != Some(foe), "10.1.3: works of the enemy's in {}", name(at));
        assert!(spot.begun.is_none_or(|begun| begun.side != foe), "10.2.2: {}", name(at));
        assert!(spot.marker != Some(foe), "6.2.2: a marker of the enemy's in {}", name(at));
        assert!(!coastal || force.sps <= 3, "10.3.2: {} SPs in {}", force.sps, name(at));
    }
    if let Some(march) = game.march.as_deref().filter(|march| march.sps > 0) {
        let foe = march.side.other();
        let lone = game.generals_in(foe, march.at).next();
        assert!(lone.is_none() && !holds_out(game, foe, march.at), "7.6: enemies in {}", name(march.at));
        let spot = game.spot(march.at);
        assert!(spot.fortified() != Some(foe), "10.1.3: works of the enemy's in {}", name(march.at));
        assert!(spot.begun.is_none_or(|begun| begun.side != foe), "10.2.2: {}", name(march.at));
    }
}

/// §7.6: generals who have no SP with them.
fn alone(game: &UsCivilWar) -> Vec<General> {
    let lone = |general: &General| match game.officers[*general].post {
        Post::Map(at) => game.sps(game.world.general(*general).side, at) == 0,
        _ => false,
    };
    game.world.generals.all().filter(lone).collect()
}

/// The turn, and all SPs of both sides, on the map, on their way and displaced.
fn counted(game: &UsCivilWar) -> (u8, [u32; 2]) {
    let sides = Side::ALL.map(|side| {
        let laid: u32 = game.laid().map(|(_, spot)| u32::from(spot.sps(side))).sum();
        let march = game.march.as_deref().filter(|march| march.side == side);
        let displaced = game.displaced[side as usize].iter().map(|&sps| u32::from(sps)).sum::<u32>();
        laid + march.map_or(0, |march| march.sps.into()) + displaced
    });
    (game.turn, sides)
}

/// What must hold between two actions; `lone` are those who were alone before, if nobody has been lost since.
fn is_settled(game: &UsCivilWar, lone: Option<&[General]>) {
    for general in alone(game) {
        let left = lone.is_some_and(|lone| !lone.contains(&general));
        assert!(!left, "7.6: {} was left alone", game.world.general(general).id);
    }
    assert!(game.rail_sps <= 2 && game.ocean_sps <= 3, "5.4.2, 20.3.2");
}

/// A choice that is offered can be taken, and then something else is offered.
fn can_be_taken(play: &Strewn, seat: Seat, id: &str, seed: u64) {
    let mut fork = play.game.fork(seed);
    if let Err(refusal) = fork.apply(seat, id, &mut Numbers(seed)) {
        panic!("{id} is refused: {}", refusal.reason);
    }
    assert!(fork.take_failure().is_none(), "{id}");
    is_sound(fork.state());
    let open = fork.decisions();
    let offers = open.iter().any(|decision| !decision.choices.is_empty());
    let state = fork.state();
    assert!(
        offers || fork.outcome().is_some(),
        "after {id} nobody has anything to choose: {:?} {:?}",
        state.frames.path(),
        state.march
    );
}

/// The game reads back what it has saved.
fn reads_back(play: &Strewn, seat: Seat, ids: &[String]) {
    let save = play.game.save();
    let anew = play
        .game
        .load_another(<UsCivilWar as muster_sdk::Saves>::STATE_SCHEMA, &save)
        .unwrap_or_else(|refusal| panic!("{}", refusal.reason));
    assert!(anew.save() == save, "another save");
    let of_seat = anew.decisions().into_iter().filter(|decision| decision.seat == seat);
    let listed: Vec<String> = of_seat.flat_map(|decision| decision.choices).map(|choice| choice.id).collect();
    assert_eq!(listed, ids);
    assert!(same_follows(play.game.state(), anew.state()), "what was kept is stale");
    let legal = play.game.possible(seat).into_iter().filter(|(_, legal)| *legal).map(|(id, _)| id);
    assert_eq!(legal.collect::<Vec<_>>(), ids);
}

/// Plays one game; says what was taken in it.
fn play_one(seed: u64, taken: &mut Vec<String>) {
    let mut numbers = Numbers(seed);
    for _ in 0..4 {
        numbers.below(2);
    }
    let year = numbers.below(3);
    let position = strewn(year, &mut numbers);
    let mut play = Strewn::begin(&position, Numbers(seed + 7));
    let mut lone: Option<Vec<General>> = None;
    for number in 0..LONGEST {
        if play.outcome().is_some() {
            return;
        }
        let (seat, kind) = play.next_decision();
        let ids = play.ids(seat);
        assert!(!ids.is_empty(), "{kind:?} has no choice");
        is_sound(play.game.state());
        if kind == "action" {
            is_settled(play.game.state(), lone.as_deref());
            lone = Some(alone(play.game.state()));
        }
        let all = kind != "action" && ids.len() < 60 || number % 20 == 0;
        let step = if all { 1 } else { 1 + ids.len() / 6 };
        for id in ids.iter().skip(numbers.below(step)).step_by(step) {
            can_be_taken(&play, seat, id, seed + number as u64);
        }
        if number % 8 == 0 || kind == "victors" || kind == "reembark" {
            reads_back(&play, seat, &ids);
            play.game.details(seat, &ids);
            play.game.weights(seat, "regular");
            play.view(seat);
        }
        let id = lively(play.game.state(), &ids, &mut numbers);
        taken.push(format!("{kind}: {id}"));
        let before = counted(play.game.state());
        play.take(seat, &id);
        let lost = play.events.iter().any(|event| matches!(event.kind, EventKind::Lost));
        lone = lone.filter(|_| !lost);
        let comes = ["intake", "trained", "disband", "sacrifice"].contains(&kind.as_str());
        let after = counted(play.game.state());
        let same = after == before || after.0 != before.0;
        assert!(same || lost || comes, "2.2.3: SPs came or went with {id}");
    }
}

/// Plays so many games, or as many as `MUSTER_STREWN` says, from the seed `MUSTER_STREWN_FROM` on. `play` writes down what it takes; of a game
/// that fails the last lines are shown. Gives how often each kind of choice came up, and how many games there were.
pub fn games_go_on(
    usual: u64,
    shown: usize,
    play: impl Fn(u64, &mut Vec<String>),
    kind: impl Fn(&str) -> Option<String>,
) -> (std::collections::BTreeMap<String, u32>, u64) {
    let given = |name: &str, usual: u64| {
        std::env::var(name).ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
    };
    let (games, first) = (given("MUSTER_STREWN", usual), given("MUSTER_STREWN_FROM", 0));
    let (mut kinds, mut failed) = (std::collections::BTreeMap::new(), Vec::new());
    for seed in first..first + games {
        let mut taken = Vec::new();
        let one = std::panic::AssertUnwindSafe(|| play(seed, &mut taken));
        if std::panic::catch_unwind(one).is_err() {
            let last = taken.len().saturating_sub(shown);
            eprintln!("{seed} after {:#?}", &taken[last..]);
            failed.push(seed);
        }
        for kind in taken.iter().filter_map(|line| kind(line)) {
            *kinds.entry(kind).or_insert(0) += 1;
        }
    }
    eprintln!("{kinds:?}");
    assert!(failed.is_empty(), "{} of {games}: {failed:?}", failed.len());
    (kinds, games)
}

#[test]
fn strewn_positions_always_go_on() {
    let kind = |line: &str| line.split(':').next().map(str::to_owned);
    let (kinds, games) = games_go_on(12, 12, play_one, kind);
    for kind in ["march", "voyage", "react", "battle", "regroup", "lead"] {
        assert!(games < 12 || kinds.contains_key(kind), "no {kind} in {kinds:?}");
    }
}
