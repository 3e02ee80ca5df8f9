//! Parley's hidden facts, from its rules and its states: nothing of its own book-keeping of who may suppose what, and
//! nothing of its samples, is asked here.

use std::collections::{BTreeMap, BTreeSet};

use muster_conformance::HiddenFacts;
use muster_contract::Position;
use muster_sdk::Hosted;
use parley::Parley;
use serde_json::Value;

/// What is hidden in Parley.
pub struct ParleyFacts;

const CARDS: u64 = 6;

struct State(Value);

impl State {
    fn read(position: &Position, saved: &[u8]) -> Self {
        let game = Hosted::<Parley>::load(position.clone(), 1, saved).expect("a save can be loaded");
        Self(serde_json::to_value(game.state()).expect("a state can be written"))
    }

    fn stage(&self) -> (&str, &Value) {
        match &self.0["stage"] {
            Value::String(name) => (name, &Value::Null),
            stage => {
                let (name, inside) =
                    stage.as_object().and_then(|stage| stage.iter().next()).expect("a stage has a name");
                (name, inside)
            }
        }
    }

    fn number(&self, path: &str) -> u64 {
        self.0.pointer(path).and_then(Value::as_u64).unwrap_or_else(|| panic!("{path} in {}", self.0))
    }

    fn yes(&self, path: &str) -> bool {
        self.0.pointer(path) == Some(&Value::Bool(true))
    }

    fn side(&self, seat: u8) -> u64 {
        self.number(&format!("/seats/{seat}"))
    }

    fn token(&self, seat: u8, unit: u64) -> u64 {
        self.number(&format!("/tokens/{seat}/of/{unit}"))
    }

    fn losses(&self, side: u64) -> u64 {
        (side * 4..side * 4 + 4).map(|unit| self.number(&format!("/blocks/{unit}/losses"))).sum()
    }

    fn lost(&self, position: &Position, unit: u64) -> bool {
        let (north, south): (Vec<_>, Vec<_>) = position.roster.iter().partition(|unit| unit.side == "north");
        let info = if unit < 4 { north[unit as usize] } else { south[unit as usize - 4] };
        let strength = info.attributes.iter().find(|attribute| attribute.name == "strength");
        let Some(muster_contract::Value::Number(strength)) = strength.map(|strength| &strength.value) else {
            panic!("{} has no strength", info.id)
        };
        self.number(&format!("/blocks/{unit}/losses")) >= *strength as u64
    }

    /// Where the block stands, by all that the seat sees of it.
    fn stands(&self, seat: u8, unit: u64) -> String {
        let block = &self.0["blocks"][unit as usize];
        format!(
            "at {} {} spent {} token {}",
            block["space"],
            block["edge"],
            block["spent"],
            self.token(seat, unit)
        )
    }
}

impl HiddenFacts for ParleyFacts {
    fn values(&self, position: &Position, saved: &[u8], seat: u8) -> BTreeMap<String, String> {
        let state = State::read(position, saved);
        let other = 1 - seat;
        let mut values = BTreeMap::new();
        let mut put = |fact: &str, value: String| values.insert(fact.to_owned(), value);
        if state.stage().0 == "Bid" {
            put("the other's bid", state.0["bids"][usize::from(other)].to_string());
            return values;
        }
        let (own, enemy) = (state.side(seat), state.side(other));
        put("own breaking point", state.number(&format!("/breaking/{own}")).to_string());
        put("the ford", state.number("/ford").to_string());
        for card in 0..CARDS {
            let in_hand = state.number(&format!("/hands/{enemy}")) >> card & 1 == 1;
            let in_deck = state.number("/deck") >> card & 1 == 1;
            put(
                &format!("card {card}"),
                if in_hand {
                    "hand"
                } else if in_deck {
                    "deck"
                } else {
                    "seen"
                }
                .to_owned(),
            );
        }
        for unit in enemy * 4..enemy * 4 + 4 {
            put(&format!("block {unit}"), state.stands(seat, unit));
        }
        match state.stage() {
            ("Ledger", _) => {
                put("the enemy's points", state.number(&format!("/points/{enemy}")).to_string());
                for row in 0..3 {
                    put(
                        &format!("the enemy's row {row}"),
                        state.number(&format!("/ledger/{enemy}/{row}")).to_string(),
                    );
                }
            }
            ("Step", inside)
                if inside["moved"] == false && inside["unit"].as_u64().expect("a unit") / 4 == enemy =>
            {
                put("who prepares", state.stands(seat, inside["unit"].as_u64().expect("a unit")));
            }
            ("Meet", inside) if inside["unit"].as_u64().expect("a unit") / 4 == enemy => {
                put("the line", inside["line"].to_string());
            }
            _ => {}
        }
        values
    }

    fn possible(
        &self,
        position: &Position,
        saves: &[Vec<u8>],
        seat: u8,
    ) -> BTreeMap<String, BTreeSet<String>> {
        let states: Vec<State> = saves.iter().map(|saved| State::read(position, saved)).collect();
        let state = states.last().expect("there is always a state");
        let truth = self.values(position, saves.last().expect("there is always a state"), seat);
        let other = 1 - seat;
        let set =
            |values: &[&str]| values.iter().map(|&value| value.to_owned()).collect::<BTreeSet<String>>();
        let numbers =
            |from: u64, to: u64| (from..=to).map(|number| number.to_string()).collect::<BTreeSet<String>>();
        let mut possible: BTreeMap<String, BTreeSet<String>> =
            truth.iter().map(|(fact, value)| (fact.clone(), set(&[value]))).collect();
        let mut may = |fact: &str, values: BTreeSet<String>| possible.insert(fact.to_owned(), values);
        if state.stage().0 == "Bid" {
            let mut bids = numbers(0, 3);
            if !state.yes(&format!("/bid_sealed/{other}")) {
                bids.insert("null".to_owned());
            }
            may("the other's bid", bids);
            return possible;
        }
        let (own, enemy) = (state.side(seat), state.side(other));
        let over = state.stage().0 == "Over";
        if !over {
            may("own breaking point", numbers((state.losses(own) + 1).max(2), 4));
        }
        if !state.yes("/ford_known") {
            may("the ford", numbers(0, 2));
        }
        let (hand, deck) = (state.number(&format!("/hands/{enemy}")), state.number("/deck"));
        let mut piles = BTreeSet::new();
        if hand != 0 {
            piles.insert("hand".to_owned());
        }
        if deck != 0 {
            piles.insert("deck".to_owned());
        }
        for card in 0..CARDS {
            if (hand | deck) >> card & 1 == 1 {
                may(&format!("card {card}"), piles.clone());
            }
        }
        let ways = ways(position, &states, seat, enemy);
        for unit in 0..4 {
            let stands = ways.iter().map(|way| state.stands(seat, enemy * 4 + way[unit as usize])).collect();
            may(&format!("block {}", enemy * 4 + unit), stands);
        }
        match state.stage() {
            ("Ledger", _) => {
                may("the enemy's points", numbers(2, 4));
                for row in 0..3 {
                    may(&format!("the enemy's row {row}"), numbers(0, 4));
                }
            }
            ("Step", _) if truth.contains_key("who prepares") => {
                let ready = (enemy * 4..enemy * 4 + 4).filter(|&unit| {
                    !state.lost(position, unit) && !state.yes(&format!("/blocks/{unit}/spent"))
                });
                may("who prepares", ready.map(|unit| state.stands(seat, unit)).collect());
            }
            ("Meet", _) if truth.contains_key("the line") => {
                may("the line", numbers(0, 2));
            }
            _ => {}
        }
        possible
    }
}

/// The ways in which the enemy's four blocks may have changed places, from all that the seat saw: new tokens in one
/// space mean that the blocks there were mixed, a token that is gone means that the block was seen.
fn ways(position: &Position, states: &[State], seat: u8, enemy: u64) -> BTreeSet<Vec<u64>> {
    let mut ways: BTreeSet<Vec<u64>> = [vec![0, 1, 2, 3]].into();
    for pair in states.windows(2) {
        let (before, after) = (&pair[0], &pair[1]);
        if after.stage().0 == "Bid" {
            continue;
        }
        let set_up = before.stage().0 == "Bid";
        let token = |state: &State, unit: u64| state.token(seat, enemy * 4 + unit);
        for unit in 0..4u64 {
            // Whoever is lost was seen before; its token tells nothing more.
            let seen = !set_up && token(before, unit) != 0 && token(after, unit) == 0;
            if seen {
                ways.retain(|way| way[unit as usize] == unit);
            }
        }
        let mixed: Vec<u64> = (0..4)
            .filter(|&unit| !after.lost(position, enemy * 4 + unit))
            .filter(|&unit| token(after, unit) != 0 && (set_up || token(before, unit) != token(after, unit)))
            .collect();
        for space in 0..16u64 {
            let stack: Vec<u64> = mixed
                .iter()
                .copied()
                .filter(|unit| after.number(&format!("/blocks/{}/space", enemy * 4 + unit)) == space)
                .collect();
            for (at, &one) in stack.iter().enumerate() {
                for &two in &stack[at + 1..] {
                    // All orders of the stack come of changing two at a time, again and again.
                    loop {
                        let swapped: BTreeSet<Vec<u64>> = ways
                            .iter()
                            .map(|way| {
                                let swap = |place: &u64| match *place {
                                    place if place == one => two,
                                    place if place == two => one,
                                    place => place,
                                };
                                way.iter().map(swap).collect()
                            })
                            .collect();
                        let before = ways.len();
                        ways.extend(swapped);
                        if ways.len() == before {
                            break;
                        }
                    }
                }
            }
        }
    }
    ways
}
