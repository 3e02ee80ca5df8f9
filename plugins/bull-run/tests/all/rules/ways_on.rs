//! Nothing is offered whose only way on is to take it back.

use bull_run::BullRun;
use muster_conformance::scenario;
use muster_contract::ChoiceRole;
use muster_sdk::{Hosted, Native};

use crate::rules::position::*;

/// A small generator of chance: xorshift.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

fn taken(game: &Hosted<BullRun>, seat: u8, index: usize) -> Hosted<BullRun> {
    let mut game = game.fork(1);
    assert!(game.apply_index(Some(seat), index as u32, &mut Arranged::default()).is_some());
    game
}

/// Whether a command in the making can be given, or there is none.
fn goes_on(game: &Hosted<BullRun>) -> bool {
    let decisions = game.decisions();
    let Some(decision) = decisions.first() else { return true };
    let begun = decision.choices.iter().any(|choice| choice.role == ChoiceRole::Cancel);
    // What ends the making of a command stands last.
    let ways = decision.choices.iter().enumerate().rev();
    let mut ways = ways.filter(|(_, choice)| choice.role != ChoiceRole::Cancel);
    !begun || ways.any(|(index, _)| goes_on(&taken(game, decision.seat, index)))
}

#[test]
fn every_step_of_a_command_has_a_way_on_other_than_to_cancel() {
    let module = Native::<BullRun>::new("bull-run");
    let near = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    let (mut steps, mut columns) = (0, 0);
    for (name, seeds, choices) in
        [("in-contact", 6, 500), ("bull-run-noon", 2, 300), ("bull-run-lesson", 4, 300)]
    {
        let position = scenario(&module, near, name);
        for seed in 1..=seeds {
            let mut game = Hosted::<BullRun>::create(&position).unwrap().fork(seed);
            let mut chance = Chance(seed * 7919 + 1);
            for _ in 0..choices {
                let decisions = game.decisions();
                let Some(decision) = decisions.first() else { break };
                if decision.kind == "field-command" {
                    for (index, choice) in decision.choices.iter().enumerate() {
                        steps += 1;
                        columns += usize::from(choice.id.starts_with("follow"));
                        let id = &choice.id;
                        assert!(
                            goes_on(&taken(&game, decision.seat, index)),
                            "{name} {seed}: {id} leads nowhere"
                        );
                    }
                }
                // Seldom taken back or ended, so that commands and columns grow.
                let weights = decision.choices.iter().map(|choice| match choice.role {
                    ChoiceRole::Act if choice.id == "road" || choice.id.starts_with("follow") => 200,
                    ChoiceRole::Act => 12,
                    _ => 1,
                });
                let weights: Vec<usize> = weights.collect();
                let mut left = chance.below(weights.iter().sum());
                let index = weights.iter().position(|&weight| match left.checked_sub(weight) {
                    Some(rest) => {
                        left = rest;
                        false
                    }
                    None => true,
                });
                game = taken(&game, decision.seat, index.unwrap());
            }
        }
    }
    println!("{steps} steps, {columns} of them into columns");
    assert!(steps > 10_000 && columns > 100, "{steps} steps, {columns} into columns");
}
