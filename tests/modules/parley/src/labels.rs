//! The words over a decision and on its choices.

use muster_contract::{ChoiceDetails, Seat, Target};
use muster_sdk::{Labels, Names as _, OpenDecision, Prompt, line};

use crate::{Choice, Fault, Parley, Stage, march, names};

impl Labels for Parley {
    fn prompt(&self, open: &OpenDecision) -> Prompt {
        let (prompt, citation, step) = match open.kind {
            "bid" => ("Bid for the north.", "P1", "The bid"),
            "ledger" => ("Fill in your ledger.", "P3", "The ledgers"),
            "look" => ("Look at an enemy block.", "P4", "Scouting"),
            "choose-unit" => ("Choose a block to march with.", "P5", "Choose"),
            "march" => ("Choose a road.", "P5.1", "March"),
            "answer" => ("An enemy block comes. Stand, or slip away?", "P6.1", "Answer"),
            "line" => ("Where do you attack?", "P6.2", "Lines"),
            "meet" => ("Where do you expect them?", "P6.2", "Lines"),
            "dispatch" => ("Have you a letter to deliver?", "P9", "Dispatches"),
            "standing" => ("Your blocks slip away from whoever comes.", "P6.1", "Standing answer"),
            _ => ("You may raise a white flag.", "P8", "Flags"),
        };
        let mut frame =
            vec![if self.turn == 0 { "Before the game".to_owned() } else { format!("Turn {}", self.turn) }];
        if let Some(side) = self.marching() {
            frame.push(format!("{}'s march", names::side(side)));
        }
        if matches!(self.stage, Stage::Line { .. } | Stage::Meet { .. }) {
            frame.push("Battle".to_owned());
        }
        frame.push(step.to_owned());
        let focus = match (open.kind, self.stage) {
            (
                "march" | "answer" | "line",
                Stage::Step { unit, .. } | Stage::Answer { unit } | Stage::Line { unit, .. },
            ) => Some(unit),
            ("meet", Stage::Meet { foe, .. }) => Some(foe),
            _ => None,
        };
        Prompt {
            question: if self.world.broken(Fault::NoPrompt) && open.kind == "answer" {
                String::new()
            } else {
                prompt.to_owned()
            },
            citation: if self.world.broken(Fault::NoCitation) && open.kind == "look" {
                String::new()
            } else {
                citation.to_owned()
            },
            frame,
            focus: focus.map(|unit| Target::Unit(self.unit_id(Some(open.seat), unit).to_string())),
            picked: Vec::new(),
        }
    }

    fn details(&self, _seat: Seat, choice: Choice, details: &mut ChoiceDetails) {
        match choice {
            Choice::Allot(row) => details.label.push_str(names::ROWS[usize::from(row)]),
            Choice::Look(unit) if self.world.broken(Fault::LabelTells) => {
                details.label = format!("Look at {}", self.world.unit(unit).name);
            }
            Choice::Step(link) if self.world.link(link).ford && !self.ford_known => details
                .consequences
                .push(line("Nobody knows how deep the ford is; trying it shows it.", "P5.3")),
            _ => {}
        }
        details.cost = cost(self, choice);
    }
}

fn cost(game: &Parley, choice: Choice) -> String {
    match (choice, game.stage) {
        (Choice::Bid(bid), _) => format!("{bid} points"),
        (Choice::Step(link), Stage::Step { unit, .. }) => {
            format!("{} steps", march::price(game, game.block(unit).space, link))
        }
        _ => String::new(),
    }
}
