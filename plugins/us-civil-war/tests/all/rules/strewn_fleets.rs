//! Games from positions that are dense in ships: Naval Units, Forts, Naval Batteries, markers and Entrenchments of both sides, strewn about
//! some waters. Every choice that is offered can be taken, nobody is without one, saves read back the same, ships lie where they float, and
//! none ends an Action Phase where it may not stay. `MUSTER_STREWN=1000` plays so many games, from the seed `MUSTER_STREWN_FROM` on.

use muster_contract::{Position, Unit};
use muster_sdk::Saves;
use us_civil_war::state::{Berth, UsCivilWar, Vessel};
use us_civil_war::{Side, Space};

use crate::rules::flotsam::strewn;
use crate::rules::navy::{float, ships};
use crate::rules::playouts::{Numbers, all_that_follows};
use crate::rules::strewn::games_go_on;

type Forts = Vec<(Space, Side)>;
type Strewn = muster_sdk::play::Play<UsCivilWar, Numbers>;

/// Choices of a game.
const LONGEST: usize = 220;
const NAVAL: [&str; 14] = [
    "carry",
    "set-sail ",
    "sail-to ",
    "leave-ship",
    "send-leader",
    "leave-leader",
    "intercept-ships",
    "hold ",
    "shelter ",
    "slip",
    "naval-card",
    "ironclads",
    "seek-port",
    "retreat-to ",
];

/// One of the choices, more often one of those about ships, and among ways one that leads to enemies.
pub fn lively(game: &UsCivilWar, ids: &[String], numbers: &mut Numbers) -> String {
    let ships: Vec<&String> = ids.iter().filter(|id| NAVAL.iter().any(|word| id.starts_with(word))).collect();
    if ships.is_empty() || numbers.below(8) == 0 {
        return ids[numbers.below(ids.len())].clone();
    }
    let met = |id: &&&String| {
        let at = id.strip_prefix("sail-to ").and_then(|rest| game.world.find(rest.split(' ').next()?));
        let foe = game.phasing.other();
        at.is_some_and(|at| {
            game.world
                .waters
                .shore(at)
                .iter()
                .any(|&water| game.nsps(foe, Berth { space: at, water }).is_some())
        })
    };
    let fights: Vec<&&String> = ships.iter().filter(met).collect();
    if !fights.is_empty() && numbers.below(2) == 0 {
        return (**fights[numbers.below(fights.len())]).clone();
    }
    ships[numbers.below(ships.len())].clone()
}

/// The turn, Oceangoing and River NSPs on the map and in the pool, and Confederate ships on the map.
fn counted(game: &UsCivilWar) -> (u8, [usize; 3]) {
    let of = |vessel| game.fleets.ships.iter().filter(|ship| ship.vessel == vessel).count();
    let pool = game.fleets.pool.map(usize::from);
    let own = [of(Vessel::Oceangoing) + pool[0], of(Vessel::River) + pool[1]];
    (game.turn, [own[0], own[1], of(Vessel::Ironclad) + of(Vessel::Flotilla)])
}

/// Who has which Forts and Coastal Forts: one that is completed or surrenders in a Supply Segment comes after the retreats.
fn forts(game: &UsCivilWar) -> Forts {
    game.world.spaces.all().filter_map(|at| game.fort(at).map(|(side, _)| (at, side))).collect()
}

/// §21.2.3: an Action Phase is over: nobody lies where ships may not stay, but in Port Protection (§21.4.4).
fn all_may_stay(game: &UsCivilWar) {
    for ship in &game.fleets.ships {
        let side = ship.vessel.side();
        if side == game.phasing && game.may_seek_port(side, ship.berth.space).is_ok() {
            continue;
        }
        let may = game.may_anchor(side, ship.berth);
        let name = &game.world.space(ship.berth.space).id;
        assert!(may.is_ok(), "{:?} in {name}: {may:?}", ship.vessel);
    }
}

fn is_valid(game: &UsCivilWar, id: &str) {
    Saves::validate(game)
        .unwrap_or_else(|refusal| panic!("after {id}: {}; {:?}", refusal.reason, ships(game)));
}

/// Every choice about ships that is offered can be taken, and then something else is offered.
fn can_be_taken(play: &Strewn, seat: u8, id: &str, seed: u64) {
    let mut fork = play.game.fork(seed);
    if let Err(refusal) = fork.apply(seat, id, &mut Numbers(seed)) {
        panic!("{id} is refused: {}", refusal.reason);
    }
    assert!(fork.take_failure().is_none(), "{id}");
    is_valid(fork.state(), id);
    let offers = fork.decisions().iter().any(|decision| !decision.choices.is_empty());
    assert!(
        offers || fork.outcome().is_some(),
        "after {id} nobody has a choice: {:?}",
        fork.state().frames.path()
    );
}

fn reads_back(play: &Strewn, seat: u8, ids: &[String]) {
    let save = play.game.save();
    let anew = play.game.load_another(<UsCivilWar as Saves>::STATE_SCHEMA, &save);
    let anew = anew.unwrap_or_else(|refusal| panic!("{}", refusal.reason));
    assert!(anew.save() == save, "another save");
    let of_seat = anew.decisions().into_iter().filter(|decision| decision.seat == seat);
    let listed: Vec<String> = of_seat.flat_map(|decision| decision.choices).map(|choice| choice.id).collect();
    assert_eq!(listed, ids);
    assert!(all_that_follows(play.game.state()) == all_that_follows(anew.state()), "what was kept is stale");
}

/// SPs come to where ships lie, which can take them along (§21.7.2), and to works.
fn man(position: &mut Position, numbers: &mut Numbers) {
    let at = |unit: &Unit| (unit.side.clone(), unit.place.as_ref().map(|place| place.space.clone()));
    let mut places: Vec<(String, Option<String>)> = position.roster.iter().map(at).collect();
    places.sort();
    places.dedup();
    for (side, place) in places {
        if let Some(place) = place.filter(|_| numbers.below(2) == 0) {
            float(position, &format!("{side} sp {} {place}", 1 + numbers.below(3)));
        }
    }
}

fn play_one(seed: u64, taken: &mut Vec<String>) {
    let mut numbers = Numbers(seed);
    (0..4).for_each(|_| {
        numbers.below(2);
    });
    let mut position = strewn(&mut |end| numbers.below(end));
    if seed % 2 == 1 {
        man(&mut position, &mut numbers);
    }
    let mut play = Strewn::begin(&position, Numbers(seed + 7));
    let mut before: Option<(Side, u8, Forts)> = None;
    for number in 0..LONGEST {
        if play.outcome().is_some() {
            return;
        }
        let (seat, kind) = play.next_decision();
        let ids = play.ids(seat);
        assert!(!ids.is_empty(), "{kind:?} has no choice");
        let game = play.game.state();
        if kind == "action" {
            let now = (game.phasing, game.turn, forts(game));
            if before.is_some_and(|(side, turn, held)| side != now.0 && turn == now.1 && held == now.2) {
                all_may_stay(game);
            }
            before = Some(now);
        }
        let naval: Vec<&String> =
            ids.iter().filter(|id| kind != "action" || id.starts_with("set-sail")).collect();
        let step = 1 + naval.len() / 5;
        for id in naval.iter().skip(numbers.below(step)).step_by(step) {
            can_be_taken(&play, seat, id, seed + number as u64);
        }
        if number % 10 == 0 {
            reads_back(&play, seat, &ids);
            play.game.details(seat, &ids);
            play.view(seat);
        }
        let counts = counted(play.game.state());
        let id = lively(play.game.state(), &ids, &mut numbers);
        taken.push(format!("{kind}: {id}"));
        play.take(seat, &id);
        taken.extend(play.events.iter().map(|event| format!("    {}", event.text)));
        is_valid(play.game.state(), &id);
        let after = counted(play.game.state());
        let same = after.1[..2] == counts.1[..2] && after.1[2] <= counts.1[2];
        let arrives =
            !["action", "sortie"].contains(&kind.as_str()) && !kind.starts_with("naval") && kind != "hits";
        assert!(same || after.0 != counts.0 || arrives, "ships come or go with {id}");
    }
}

#[test]
fn strewn_fleets_always_go_on() {
    let kind = |line: &str| {
        let mut words = line.split([':', ' ']).filter(|word| !word.is_empty());
        let both = format!("{}-{}", words.next().unwrap_or_default(), words.next().unwrap_or_default());
        // What was told stands behind four blanks.
        (!line.starts_with(' ')).then_some(both)
    };
    games_go_on(8, 40, play_one, kind);
}
