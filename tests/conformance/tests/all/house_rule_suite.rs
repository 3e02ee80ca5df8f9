//! Modules with every optional and house rule on, under all checks: what rules do is part of the game.

use std::collections::{BTreeMap, BTreeSet};

use crate::parley_facts::ParleyFacts;
use crate::scenario::{two_days, under_files};
use brigade::Brigade;
use muster_conformance::{HiddenFacts, Scale, suite};
use muster_contract::{CardView, Position, Seat};
use muster_sdk::{Hosted, Native, Saves as _};
use parley::Parley;

/// Every rule that comes with Muster for Brigade.
const BRIGADE: [&str; 4] = ["chance-cards", "give-ground", "stragglers", "weather"];
/// Every rule that comes with Muster for Bull Run. Its own tests put it under all checks with them on.
const BULL_RUN: [&str; 3] = ["heat-of-the-day", "morale-bid", "stone-wall"];
/// Every rule that comes with Muster for Bobby Lee, tested likewise.
const BOBBY_LEE: [&str; 3] = ["blockade-runners", "presidents-confidence", "virginia-weather"];
/// Every rule that comes with Muster for Civil War Strategy, tested likewise.
const CW_STRATEGY: [&str; 5] =
    ["blockade-bites", "border-states", "fog-of-war", "milder-dice", "rails-must-connect"];
/// Every rule that comes with Muster for The U.S. Civil War, tested likewise.
const US_CIVIL_WAR: [&str; 4] =
    ["maneuver-reaction", "political-restrictions", "reinforce-under-attack", "salt"];
/// The rules of the proving ground.
const PARLEY: [&str; 2] = ["opening-bid", "reaction"];

fn first_fight() -> Position {
    let module = Native::<Brigade>::new("brigade");
    let position = two_days(crate::scenario::position(&module, "first-fight"), 3);
    under_files(&module, position, "scripts", &BRIGADE)
}

fn valley() -> Position {
    under_files(&Native::<Parley>::new("parley"), parley::position(), "tests/rules", &PARLEY)
}

/// Rules take their time, and there is only so much to see.
fn scale() -> Scale {
    let scale = Scale::from_environment();
    Scale { games: scale.games / 3, positions: scale.positions / 4, covered: scale.covered / 3, ..scale }
}

/// What the chance cards hide: the enemy's hand.
struct Hands;

/// The deck of scripts/chance-cards.rhai, by the first words of its cards.
const DECK: [(&str, usize); 5] = [
    ("Lost orders", 4),
    ("A general is hit", 2),
    ("A shower", 3),
    ("The wagons are late", 3),
    ("A false alarm", 4),
];

fn cards(position: &Position, saved: &[u8], seat: Seat) -> Vec<CardView> {
    let game = Hosted::<Brigade>::load(position.clone(), Brigade::STATE_SCHEMA, saved)
        .expect("a save can be loaded");
    game.view(Some(seat)).cards
}

/// The cards that a seat can read, by their places in the deck's list.
fn read(cards: &[CardView]) -> Vec<usize> {
    let faces = cards.iter().filter_map(|card| card.face.as_ref());
    let number = |text: &str| DECK.iter().position(|(title, _)| text.starts_with(title));
    faces.map(|face| number(&face.text).expect("a card of the deck")).collect()
}

impl HiddenFacts for Hands {
    fn values(&self, position: &Position, saved: &[u8], seat: Seat) -> BTreeMap<String, String> {
        let mut hand: Vec<CardView> = cards(position, saved, 1 - seat);
        hand.retain(|card| card.pile == "hand");
        let mut hand = read(&hand);
        hand.sort_unstable();
        BTreeMap::from([("the enemy's hand".to_owned(), format!("{hand:?}"))])
    }

    fn possible(
        &self,
        position: &Position,
        saves: &[Vec<u8>],
        seat: Seat,
    ) -> BTreeMap<String, BTreeSet<String>> {
        let seen = cards(position, saves.last().expect("a state"), seat);
        let held = seen.iter().filter(|card| card.pile == "hand" && card.face.is_none()).count();
        let mut left = DECK.map(|(_, count)| count);
        for card in read(&seen) {
            left[card] -= 1;
        }
        let mut hands: Vec<Vec<usize>> = vec![Vec::new()];
        for _ in 0..held {
            let mut more = Vec::new();
            for hand in hands {
                let from = hand.last().copied().unwrap_or(0);
                for (card, &left) in left.iter().enumerate().skip(from) {
                    if hand.iter().filter(|&&one| one == card).count() < left {
                        more.push([hand.as_slice(), &[card]].concat());
                    }
                }
            }
            hands = more;
        }
        let hands = hands.iter().map(|hand| format!("{hand:?}")).collect();
        BTreeMap::from([("the enemy's hand".to_owned(), hands)])
    }
}

suite!(brigade_under_rules, Native::<Brigade>::new("brigade"), first_fight(), Hands, scale());
suite!(parley_under_rules, Native::<Parley>::new("parley"), valley(), ParleyFacts, scale());

/// A rule that nobody tested would be left out of the lists above.
#[test]
fn every_rule_is_on() {
    let mut for_players = [&BRIGADE[..], &BULL_RUN, &BOBBY_LEE, &CW_STRATEGY, &US_CIVIL_WAR].concat();
    for_players.sort_unstable();
    for (folder, rules) in [("scripts", &for_players[..]), ("tests/rules", &PARLEY[..])] {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
        let files = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name());
        let mut names: Vec<String> =
            files.filter_map(|file| file.to_str()?.strip_suffix(".rhai").map(str::to_owned)).collect();
        names.sort();
        assert_eq!(names, rules, "in {}", folder.display());
    }
}
