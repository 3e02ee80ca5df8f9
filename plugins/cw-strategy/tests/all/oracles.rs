//! Small second models, written from the rulebook's text and not from the module: what a sheet lists and does (§4, §6 to §8), how
//! strong armies are and what a battle costs (§10), and a whole turn (§9 to §11) with the dice that the game rolled.
//!
//! Wars without ships are played by lot; every sheet, order and turn of them is compared. `MUSTER_FULL=1` plays more of them.

mod battle;
mod sheet;
mod turn;

use std::collections::VecDeque;

use cw_strategy::CwStrategy;
use muster_conformance::scenario;
use muster_contract::{Attribute, Dice, Position, Seat, Value};
use muster_sdk::{Hosted, Native};

/// R(n / d) of §0.2.
pub fn rounded(n: i64, d: i64) -> i64 {
    let twice = 2 * n.rem_euclid(d);
    let below = n.div_euclid(d);
    below + i64::from(twice > d || twice == d && below.rem_euclid(2) == 1)
}

/// Numbers from a seed.
pub struct Lots(u64);

impl Lots {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % bound as u64) as usize
    }
}

/// A roll as the table's journal has it.
pub struct Rolled {
    pub sides: u8,
    pub reason: String,
    pub faces: Vec<u8>,
}

/// Dice from a seed, which keep what they have shown.
struct Kept {
    lots: Lots,
    rolled: VecDeque<Rolled>,
}

impl Dice for Kept {
    fn roll(&mut self, count: u8, sides: u8, reason: &str) -> Vec<u8> {
        let faces: Vec<u8> = (0..count).map(|_| self.lots.below(sides.into()) as u8 + 1).collect();
        self.rolled.push_back(Rolled { sides, reason: reason.to_owned(), faces: faces.clone() });
        faces
    }
}

fn set(attributes: &mut Vec<Attribute>, name: &str, value: Value) {
    attributes.retain(|given| given.name != name);
    attributes.push(Attribute { name: name.to_owned(), value });
}

/// The war without ships, its options by the seed.
fn war(seed: u64) -> Position {
    let module = Native::<CwStrategy>::new("cw-strategy");
    let mut position = scenario(&module, concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), "cw-strategy");
    for unit in position.roster.iter_mut().filter(|unit| unit.id.ends_with("fleet")) {
        unit.place = None;
    }
    let options = &mut position.setup.options;
    set(options, "realism", Value::Flag(seed % 3 != 2));
    set(options, "january", Value::Flag(seed.is_multiple_of(2)));
    set(options, "balance", Value::Number(1 + (seed % 5) as i32));
    set(options, "battle-bonus", Value::Text(["none", "symmetrical"][seed as usize / 2 % 2].to_owned()));
    set(options, "deviate", Value::Text(["5.5", "6"][seed as usize / 4 % 2].to_owned()));
    set(options, "ties", Value::Text(["chance", "union"][seed as usize / 3 % 2].to_owned()));
    // A war goes on until time ends it.
    for end in ["end-cities", "end-income", "end-capital", "end-ratio"] {
        set(options, end, Value::Flag(false));
    }
    position
}

/// What was compared.
#[derive(Default)]
struct Compared {
    sheets: usize,
    orders: usize,
    turns: usize,
    battles: usize,
}

/// Whom a choice is drawn from: marches more often than the rest, no ships.
fn pick(ids: &[String], lots: &mut Lots) -> String {
    let kind =
        |id: &&String| !["build", "seal", "break-off", "capital"].iter().any(|word| id.starts_with(word));
    let all: Vec<&String> = ids.iter().filter(kind).collect();
    let marches: Vec<&String> = all.iter().filter(|id| id.starts_with("move")).copied().collect();
    let from = if !marches.is_empty() && lots.below(2) == 0 { marches } else { all };
    if from.is_empty() { "seal".to_owned() } else { from[lots.below(from.len())].clone() }
}

fn listed(game: &Hosted<CwStrategy>, seat: Seat) -> Vec<String> {
    let decisions = game.decisions().into_iter().filter(|decision| decision.seat == seat);
    decisions.flat_map(|decision| decision.choices).map(|choice| choice.id).collect()
}

fn play(seed: u64, compared: &mut Compared) {
    let mut game = Hosted::<CwStrategy>::create(&war(seed)).unwrap();
    let mut lots = Lots(seed + 1000);
    let mut dice = Kept { lots: Lots(seed), rolled: VecDeque::new() };
    game.apply(0, "begin", &mut dice).unwrap();
    while game.outcome().is_none() {
        let mut came = Vec::new();
        for seat in 0..2 {
            let mut left = 4 + lots.below(12);
            loop {
                let ids = listed(&game, seat);
                sheet::agrees(&game, seat, &ids, seed);
                compared.sheets += 1;
                let asked = ids.iter().any(|id| id == "back");
                if left == 0 && !asked {
                    break;
                }
                left = left.saturating_sub(1);
                let id = pick(&ids, &mut lots);
                if id == "seal" {
                    break;
                }
                let before = game.state().clone();
                game.apply(seat, &id, &mut dice).unwrap();
                compared.orders += usize::from(sheet::carried_out(&game, &before, seat, &id, seed));
                came.extend(turn::nameless_came(&before, game.state()));
            }
        }
        game.apply(0, "seal", &mut dice).unwrap();
        let before = game.state().clone();
        dice.rolled.clear();
        game.apply(1, "seal", &mut dice).unwrap();
        compared.battles += turn::agrees(&game, &before, &came, &mut dice.rolled, seed);
        compared.turns += 1;
    }
}

#[test]
fn wars_agree_with_the_second_model() {
    let full = std::env::var("MUSTER_FULL").is_ok_and(|full| full == "1");
    let wars = if full { 400 } else { 12 };
    let mut compared = Compared::default();
    for seed in 0..wars {
        play(seed, &mut compared);
    }
    let Compared { sheets, orders, turns, battles } = compared;
    let enough = turns as u64 > 15 * wars && sheets as u64 > 200 * wars && battles as u64 > 10 * wars;
    assert!(
        enough && orders as u64 > 20 * wars,
        "{sheets} sheets, {orders} orders, {turns} turns, {battles} battles"
    );
}
