//! How fast it is, and whether a change meant for speed alone has changed anything: to be run by hand, in release mode.
//!
//! ```text
//! cargo test -p us-civil-war --release --test all -- --ignored --nocapture speed
//! MUSTER_FLEETS=1 cargo test …       # the same with the naval game
//! ```

use std::time::{Duration, Instant};

use us_civil_war::state::UsCivilWar;

use crate::rules::bots::begun;
use crate::rules::playouts::{Numbers, lively};

/// Games whose lists are put into one number.
const GAMES: u64 = 6;
/// Choices of each of them that are looked at.
const LONGEST: usize = 4000;
/// Choices of a playout, or a replay, whose end is put into one.
const SOME: u32 = 1000;

/// A number that changes with anything that is added.
struct Print(u64);

impl Print {
    fn add(&mut self, text: &str) {
        for &byte in text.as_bytes().iter().chain(b"\n") {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// All lists of some seeded games as one number, to be compared before and after.
#[test]
#[ignore = "for comparison by hand"]
fn print_of_all_lists() {
    for name in ["us-civil-war-1862", "us-civil-war-1863"] {
        for seed in 0..GAMES {
            let (mut print, mut numbers) = (Print(0xcbf2_9ce4_8422_2325), Numbers(seed));
            let mut play: muster_sdk::play::Play<UsCivilWar, Numbers> =
                muster_sdk::play::Play::begin(&begun(name), Numbers(seed + 100));
            let mut choices = 0;
            while play.outcome().is_none() && choices < LONGEST {
                let (seat, kind) = play.next_decision();
                let ids = play.ids(seat);
                print.add(&kind);
                ids.iter().for_each(|id| print.add(id));
                let id =
                    if seed % 2 == 0 { lively(&ids, &mut numbers) } else { &ids[numbers.below(ids.len())] };
                let id = id.clone();
                play.take(seat, &id);
                choices += 1;
            }
            println!("{name} {seed}: {choices} choices, lists {:016x}", print.0);
        }
    }
}

/// What playouts come to by a policy: to be compared before and after, and to count instructions by.
fn print_of_playouts(policy: &str) {
    for name in ["us-civil-war-1862", "us-civil-war-1863"] {
        let table = muster_sdk::Hosted::<UsCivilWar>::create(&begun(name)).unwrap();
        for seed in 0..GAMES {
            let mut game = table.fork(seed);
            let choices = played_out(&mut game, policy, seed);
            let mut print = Print(0xcbf2_9ce4_8422_2325);
            game.save().iter().for_each(|byte| print.add(&byte.to_string()));
            println!("{name} {policy} {seed}: {choices} choices, end {:016x}", print.0);
        }
    }
}

#[inline(never)]
fn played_out(game: &mut muster_sdk::Hosted<UsCivilWar>, policy: &str, seed: u64) -> u32 {
    game.playout(policy, seed, SOME).choices
}

#[test]
#[ignore = "for comparison by hand"]
fn print_of_regular() {
    print_of_playouts("regular");
}

#[test]
#[ignore = "for comparison by hand"]
fn print_of_random() {
    print_of_playouts("random");
}

/// The same of a game whose random choices are replayed by their ids.
#[test]
#[ignore = "for comparison by hand"]
fn print_of_a_replay() {
    let position = begun("us-civil-war-1863");
    for seed in 0..GAMES {
        let mut numbers = Numbers(seed);
        let mut play: muster_sdk::play::Play<UsCivilWar, Numbers> =
            muster_sdk::play::Play::begin(&position, Numbers(seed + 100));
        let mut made = Vec::new();
        while play.outcome().is_none() && made.len() < SOME as usize {
            let (seat, _) = play.next_decision();
            let ids = play.ids(seat);
            let id = ids[numbers.below(ids.len())].clone();
            play.take(seat, &id);
            made.push((seat, id));
        }
        let mut game = muster_sdk::Hosted::<UsCivilWar>::create(&position).unwrap();
        replayed(&mut game, &made, Numbers(seed + 100));
        let mut print = Print(0xcbf2_9ce4_8422_2325);
        game.save().iter().for_each(|byte| print.add(&byte.to_string()));
        println!("replay {seed}: {} choices, end {:016x}", made.len(), print.0);
    }
}

#[inline(never)]
fn replayed(
    game: &mut muster_sdk::Hosted<UsCivilWar>,
    made: &[(muster_contract::Seat, String)],
    mut dice: Numbers,
) {
    game.apply(0, "begin", &mut dice).unwrap();
    for (seat, id) in made {
        game.apply(*seat, id, &mut dice).unwrap();
    }
}

/// The same of games whose choices are made by their numbers, out of all that is legal.
#[test]
#[ignore = "for comparison by hand"]
fn print_of_counted() {
    let table = muster_sdk::Hosted::<UsCivilWar>::create(&begun("us-civil-war-1863")).unwrap();
    for seed in 0..GAMES {
        let mut game = table.fork(seed);
        let choices = counted(&mut game, Numbers(seed));
        let mut print = Print(0xcbf2_9ce4_8422_2325);
        game.save().iter().for_each(|byte| print.add(&byte.to_string()));
        println!("counted {seed}: {choices} choices, end {:016x}", print.0);
    }
}

#[inline(never)]
fn counted(game: &mut muster_sdk::Hosted<UsCivilWar>, mut numbers: Numbers) -> u32 {
    let mut dice = Numbers(numbers.0 + 100);
    let (mut all, mut choices) = (1, 0);
    while all > 0 && choices < SOME {
        let index = numbers.below(all as usize) as u32;
        all = game.apply_index(None, index, &mut dice).expect("a choice of that number");
        choices += 1;
    }
    choices
}

/// Time that this thread has had of a processor, which others may share; where that can't be read, time that has gone by.
struct Watch(Instant, Option<Duration>);

impl Watch {
    fn start() -> Self {
        Self(Instant::now(), Self::used())
    }

    fn used() -> Option<Duration> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
    }

    fn seconds(&self) -> f64 {
        let used = self.1.zip(Self::used()).map(|(before, now)| now - before);
        used.unwrap_or_else(|| self.0.elapsed()).as_secs_f64()
    }
}

/// Choices a second by a policy, from both set-ups.
fn speed_of(policy: &str) {
    for name in ["us-civil-war-1862", "us-civil-war-1863"] {
        let (mut choices, mut ended) = (0, 0);
        let table = muster_sdk::Hosted::<UsCivilWar>::create(&begun(name)).unwrap();
        let start = Watch::start();
        let mut seed = 0;
        while start.seconds() < 4.0 && seed < 1000 {
            let mut game = table.fork(seed);
            let result = game.playout(policy, seed, 60_000);
            choices += result.choices;
            ended += u32::from(result.ended);
            seed += 1;
        }
        let second = f64::from(choices) / start.seconds();
        println!("{name} {policy}: {seed} games ({ended} ended), {choices} choices, {second:.0} a second");
    }
}

#[test]
#[ignore = "a measurement"]
fn speed_of_regular() {
    speed_of("regular");
}

#[test]
#[ignore = "a measurement"]
fn speed_of_random() {
    speed_of("random");
}
