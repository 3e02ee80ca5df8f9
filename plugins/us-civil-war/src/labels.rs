//! What a person reads over a decision and on its choices.

use muster_contract::{ChoiceDetails, Seat, Target};
use muster_sdk::{Labels, Names as _, OpenDecision, Prompt};

use crate::choice::Choice;
use crate::state::{Points, Step, UsCivilWar};
use crate::units::Piece;
use crate::world::Theater;

impl Labels for UsCivilWar {
    fn prompt(&self, open: &OpenDecision) -> Prompt {
        let unit = |general| Target::Unit(self.unit_id(Some(open.seat), Piece::General(general)).to_string());
        Prompt {
            question: self.question(),
            citation: self.step_row().section.to_owned(),
            frame: vec![self.status().title, self.status().clock],
            focus: None,
            picked: match self.frames.step() {
                Step::Transfer { general, .. } => vec![unit(general)],
                _ => Vec::new(),
            },
        }
    }

    fn details(&self, _seat: Seat, _choice: Choice, _details: &mut ChoiceDetails) {}
}

impl UsCivilWar {
    fn question(&self) -> String {
        match self.frames.step() {
            Step::Discard(_) => "More than five cards: which goes back?".to_owned(),
            Step::Transfer { general, .. } => {
                format!("Where is {} transferred to?", self.world.general(general).label)
            }
            Step::SecondTransfer => "Who is transferred besides?".to_owned(),
            Step::Trained(_) => "Where does the trained SP come?".to_owned(),
            Step::March => {
                let march = self.march.as_deref();
                let (moves, at) =
                    march.map_or((0, String::new()), |march| (march.moves, self.space_name(march.at)));
                format!("{} in {at}, {moves} MPs left: where to?", muster_sdk::capital(&self.marching()))
            }
            Step::React { .. } => format!("{} enters {}: any reaction?", self.marching(), self.entered()),
            Step::Send => "Who intercepts?".to_owned(),
            Step::Avoid(_) => "Where does the stack go that avoids battle?".to_owned(),
            Step::Push(_) => "Where does the force go that is pushed aside?".to_owned(),
            Step::BackUp { .. } => "The cavalry is intercepted: back up, or fight?".to_owned(),
            Step::Plan(_) => format!("Battle at {}: what is brought to it?", self.entered()),
            Step::Sacrifice => "Nobody has gone on to Richmond: which SP is lost?".to_owned(),
            Step::Attrition => "Which stack suffers Attrition next?".to_owned(),
            Step::Victors(..) | Step::Stranded(_) => "No SP is left: do the generals stay?".to_owned(),
            Step::Retreat(_) => format!("Where does the stack in {} retreat to?", self.entered()),
            _ => format!("Which action? {}", points_left(self.points)),
        }
    }
}

impl UsCivilWar {
    /// The space that the stack enters, or where it is.
    fn entered(&self) -> String {
        let march = self.march.as_deref();
        march.map_or_else(String::new, |march| self.space_name(march.entering.unwrap_or(march.at)))
    }
}

/// What is left of the Action Points, as a sentence.
fn points_left(points: Points) -> String {
    let left = Theater::ALL.into_iter().filter(|&theater| points.theaters[theater as usize] > 0);
    let theaters: Vec<&str> = left.map(Theater::name).collect();
    match (points.any, theaters.as_slice()) {
        (0, []) => "No Action Point is left.".to_owned(),
        (1, []) => "1 Action Point is left.".to_owned(),
        (any, []) => format!("{any} Action Points are left."),
        (_, theaters) => format!("An Action Point is left in {}.", theaters.join(" and in ")),
    }
}
