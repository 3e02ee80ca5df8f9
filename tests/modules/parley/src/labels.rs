//! The words over a decision and on its choices.

use muster_contract::{ChoiceDetails, Line, Seat, Target};
use muster_sdk::{Labels, Open, Prompt, line};

use crate::{Choice, Fault, Parley, Stage, World, march, words};

impl Labels for Parley {
    fn prompt(&self, world: &World, open: &Open) -> Prompt {
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
            frame.push(format!("{}'s march", words::side(side)));
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
            question: if world.broken(Fault::NoPrompt) && open.kind == "answer" {
                String::new()
            } else {
                prompt.to_owned()
            },
            citation: if world.broken(Fault::NoCitation) && open.kind == "look" {
                String::new()
            } else {
                citation.to_owned()
            },
            frame,
            focus: focus.map(|unit| Target::Unit(self.unit_id(world, Some(open.seat), unit))),
            picked: Vec::new(),
        }
    }

    fn details(&self, world: &World, seat: Seat, choice: Choice) -> ChoiceDetails {
        let name = |unit: u8| self.unit_name(world, Some(seat), unit);
        let link = |link: u8| world.link(link).id.clone();
        let label = match choice {
            Choice::Bid(bid) => format!("Bid {bid}"),
            Choice::SealBid => "Seal the bid".to_owned(),
            Choice::Allot(row) => format!("A point for {}", words::ROWS[usize::from(row)]),
            Choice::Clear => "Begin again".to_owned(),
            Choice::Seal => "Seal the ledger".to_owned(),
            Choice::Look(unit) if world.broken(Fault::LabelTells) => {
                format!("Look at {}", world.unit(unit).name)
            }
            Choice::Look(unit) => format!("Look at {}", name(unit)),
            Choice::NoLook => "Look at nothing".to_owned(),
            Choice::March(unit) => format!("March with {}", name(unit)),
            Choice::Spyglass => "Use the spyglass".to_owned(),
            Choice::EndMarches => "No more marches".to_owned(),
            Choice::Step(at) => format!("March by {}", link(at)),
            Choice::Secure(at) => format!("Secure {}", link(at)),
            Choice::ForcedMarch => "March faster".to_owned(),
            Choice::Halt => "Halt".to_owned(),
            Choice::Cancel => "Another block".to_owned(),
            Choice::Stand { foe, ambush: false } => format!("Stand with {}", name(foe)),
            Choice::Stand { foe, ambush: true } => format!("Ambush with {}", name(foe)),
            Choice::Slip => "Slip away".to_owned(),
            Choice::SlipAlways => "Slip away, and always in this march phase".to_owned(),
            Choice::Recall => "Stop slipping away".to_owned(),
            Choice::Line(at) => format!("Fight at {}", world.lines[usize::from(at)]),
            Choice::Letter => "Deliver the letter".to_owned(),
            Choice::NoLetter => "No letter".to_owned(),
            Choice::Flag => "Raise a white flag".to_owned(),
        };
        ChoiceDetails {
            id: choice.id(self, world, seat),
            label,
            cost: cost(self, world, choice),
            consequences: consequences(self, world, choice),
            path: Vec::new(),
            warning: None,
        }
    }
}

fn cost(game: &Parley, world: &World, choice: Choice) -> String {
    match (choice, game.stage) {
        (Choice::Bid(bid), _) => format!("{bid} points"),
        (Choice::Step(link), Stage::Step { unit, .. }) => {
            format!("{} steps", march::price(game, world, game.block(unit).space, link))
        }
        _ => String::new(),
    }
}

fn consequences(game: &Parley, world: &World, choice: Choice) -> Vec<Line> {
    match choice {
        Choice::Step(link) if world.link(link).ford && !game.ford_known => {
            vec![line("Nobody knows how deep the ford is; trying it shows it.", "P5.3")]
        }
        Choice::SealBid => vec![line("The higher bid plays the north and pays.", "P1")],
        Choice::Slip => vec![line("All of your blocks here go to camp.", "P6.1")],
        _ => Vec::new(),
    }
}
