//! The module's own policy: it beats chance; and with it `regular` carries out a plan.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use bull_run::BullRun;
use muster_conformance::{Guarded, NothingHidden, Scale, Subject, playthrough, scenario};
use muster_contract::{Dice, Position};
use muster_sdk::{Hosted, Native};

struct NoDice;

impl Dice for NoDice {
    fn roll(&mut self, count: u8, _sides: u8, _reason: &str) -> Vec<u8> {
        vec![1; count.into()]
    }
}

/// A small generator of chance for the tests: xorshift.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound.max(1)
    }
}

/// Plays a game in which one side chooses by its weights and the other at random; gives whether the first has won.
fn wins(position: &Position, side: &str, seed: u64) -> bool {
    let mut game = Hosted::<BullRun>::create(position).unwrap().fork(seed);
    let mut chance = Chance(seed * 7919 + 1);
    for _ in 0..20_000 {
        let decisions = game.decisions();
        let Some(decision) = decisions.first() else { break };
        let count = game.choice_count(decision.seat) as u64;
        let weights = game.weights(decision.seat, "regular");
        let total: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
        let index = if decision.side == side && total > 0 {
            let mut left = chance.below(total);
            weights.iter().position(|&weight| match left.checked_sub(weight.into()) {
                Some(rest) => {
                    left = rest;
                    false
                }
                None => true,
            })
        } else {
            Some(chance.below(count) as usize)
        };
        assert!(game.apply_index(Some(decision.seat), index.unwrap() as u32, &mut NoDice).is_some());
    }
    game.outcome().expect("the game ends").winner.as_deref() == Some(side)
}

#[test]
fn the_policy_alone_beats_chance_from_either_side() {
    let module = Native::<BullRun>::new("bull-run");
    let near = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    for name in ["ten-locales", "in-contact"] {
        let position = scenario(&module, near, name);
        for side in ["us", "cs"] {
            let won = (1..=20).filter(|&seed| wins(&position, side, seed)).count();
            println!("{name}: {side} wins {won} of 20");
            assert!(won >= 14, "{name}: {side} wins {won} of 20");
        }
    }
}

/// The recorded game, its seed, and how much `regular` thought.
const RECORDED: &str = "flank-march.txt";
const SEED: u64 = 4;
const PLAYOUTS: u32 = 12;
/// The plateau: the Henry house, its hill, and the lane to Robinson's.
const HENRY_HILL: [&str; 4] = ["143", "147", "148", "157"];
/// Before Blackburn's and Mitchell's Fords, on the Union's bank.
const BLACKBURN: [&str; 5] = ["26", "33", "34", "40", "88"];

/// Where everybody is told to stand in a recorded game, hour by hour: by the title of the turn, who has gone over which
/// boundary so far, and who stands where.
#[derive(Clone, Default)]
struct Field {
    /// By its owner's name of the unit.
    stands: BTreeMap<String, String>,
    /// Which units have gone from one locale to the next.
    crossed: BTreeSet<(String, String, String)>,
}

impl Field {
    fn over(&self, from: &str, to: &str) -> usize {
        self.crossed.iter().filter(|(_, one, other)| one == from && other == to).count()
    }

    fn standing(&self, side: &str, locales: &[&str]) -> usize {
        let there =
            |(unit, at): &(&String, &String)| unit.starts_with(side) && locales.contains(&at.as_str());
        self.stands.iter().filter(there).count()
    }
}

/// The field at the beginning of each turn, from what is told to the owners of units in a recorded game.
fn fields(recorded: &str) -> Vec<(String, Field)> {
    let (mut field, mut turns) = (Field::default(), Vec::<(String, Field)>::new());
    for line in recorded.lines() {
        if let Some((_, title)) = line.strip_prefix("= ").and_then(|stands| stands.split_once(" | ")) {
            if turns.last().is_none_or(|(last, _)| last != title) {
                turns.push((title.to_owned(), field.clone()));
            }
            continue;
        }
        if line.contains("eliminated") {
            let units = line.split_once(" [").and_then(|(_, rest)| rest.split_once(']'));
            for unit in units.into_iter().flat_map(|(units, _)| units.split(", ")) {
                field.stands.remove(unit);
            }
        }
        let Some((_, moved)) = line.split_once(" | Moved ") else { continue };
        let Some((way, rest)) = moved.split_once(" [") else { continue };
        let way: Vec<&str> = way.split(' ').collect();
        let units = rest.split_once(']').map_or("", |(units, _)| units).split(", ");
        for unit in units.filter(|unit| !unit.starts_with('?')) {
            field.stands.insert(unit.to_owned(), way[way.len() - 1].to_owned());
            for step in way.windows(2) {
                field.crossed.insert((unit.to_owned(), step[0].to_owned(), step[1].to_owned()));
            }
        }
    }
    turns
}

/// A recorded game of the whole day, in which a player recognises what either side is about: the Union marches round by
/// Sudley Ford with part of its army while the rest stands before the fords below, and the Confederates come over from the
/// right and stand on Henry Hill.
#[test]
fn playthroughs_show_a_flank_march() {
    let module = Guarded(Native::<BullRun>::new("bull-run"));
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    let position = scenario(&module, folder, "bull-run");
    let subject =
        Subject { module: &module, position: &position, hidden: &NothingHidden, scale: Scale::QUICK };
    let file = Path::new(folder).join("playthroughs").join(RECORDED);
    if std::env::var("MUSTER_RECORD").is_ok_and(|record| record == "1") {
        let text = playthrough::between_bots(&subject, SEED, PLAYOUTS);
        std::fs::write(&file, text.unwrap_or_else(|evidence| panic!("{evidence}"))).unwrap();
    }
    let recorded = std::fs::read_to_string(&file).unwrap();
    playthrough::compare(&subject, RECORDED, &recorded).unwrap_or_else(|finding| panic!("{finding}"));
    let turns = fields(&recorded);
    for (title, field) in &turns {
        println!(
            "{title}: {} over Sudley Ford, Confederates on Henry Hill {}, Union before Blackburn's Ford {}",
            field.over("69", "114"),
            field.standing("cs", &HENRY_HILL),
            field.standing("us", &BLACKBURN),
        );
    }
    let at = |title: &str| &turns.iter().find(|(turn, _)| turn == title).unwrap().1;
    // Eight of the 24 units march through the woods from Cub Run and wade at Sudley Ford, the first before noon and most by
    // two in the afternoon.
    assert_eq!(at("10am, Union turn").over("69", "114"), 0, "it is a march of four hours");
    let turning = at("2pm, Union turn");
    assert!(turning.over("69", "114") >= 7, "{} crossed at Sudley Ford", turning.over("69", "114"));
    assert!(at("4pm, Union turn").over("69", "114") >= 8);
    // Others hold the enemy before Blackburn's Ford meanwhile.
    assert!(turning.standing("us", &BLACKBURN) >= 2);
    // Till the column has come over nobody stands on Henry Hill; in the evening the Confederates hold it.
    assert_eq!(at("2pm, Union turn").standing("cs", &HENRY_HILL), 0);
    for title in ["6pm, Union turn", "7pm, Union turn", "8pm, Union turn"] {
        let there = at(title).standing("cs", &HENRY_HILL);
        assert!(there >= 4, "{title}: {there} stand on Henry Hill");
    }
}
