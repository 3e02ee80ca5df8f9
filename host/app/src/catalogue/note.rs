//! A scenario's notes for its guide.

use muster_contract::{Decision, Target};

/// A scenario's note that is shown when a decision of some kind first comes.
#[derive(Clone, Debug, PartialEq)]
pub struct GuideNote {
    /// The kind of decision.
    pub decision: String,
    /// The turn, or any.
    pub turn: Option<u32>,
    /// The side that decides, or any.
    pub side: Option<String>,
    /// The unit that the decision is about or can be answered with, or any.
    pub unit: Option<String>,
    /// Its heading.
    pub title: String,
    /// Its text.
    pub text: String,
    /// The rule it explains.
    pub citation: Option<String>,
}

impl GuideNote {
    /// Whether it belongs to this decision in this turn.
    pub fn fits(&self, decision: &Decision, turn: u32) -> bool {
        let about = |unit: &String| {
            let target = Target::Unit(unit.clone());
            decision.focus.as_ref() == Some(&target)
                || decision.choices.iter().any(|choice| choice.target == target)
        };
        self.decision == decision.kind
            && self.turn.is_none_or(|of| of == turn)
            && self.side.as_ref().is_none_or(|side| *side == decision.side)
            && self.unit.as_ref().is_none_or(about)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use muster_contract::{Choice, ChoiceRole};

    #[test]
    fn a_note_waits_for_its_side_its_turn_and_its_unit() {
        let target = Target::Unit("a".to_owned());
        let choice = Choice { id: "move a".to_owned(), target, role: ChoiceRole::Act };
        let decision = Decision {
            seat: 0,
            side: "us".to_owned(),
            kind: "choose-unit".to_owned(),
            prompt: String::new(),
            citation: String::new(),
            frame: Vec::new(),
            focus: None,
            picked: Vec::new(),
            waits: true,
            secret: None,
            choices: vec![choice],
        };
        let note = |kind: &str, turn: Option<u32>, side: Option<&str>, unit: Option<&str>| GuideNote {
            decision: kind.to_owned(),
            turn,
            side: side.map(str::to_owned),
            unit: unit.map(str::to_owned),
            title: String::new(),
            text: String::new(),
            citation: None,
        };
        assert!(note("choose-unit", None, None, None).fits(&decision, 2));
        assert!(note("choose-unit", Some(2), Some("us"), Some("a")).fits(&decision, 2));
        assert!(!note("march", None, None, None).fits(&decision, 2));
        assert!(!note("choose-unit", Some(1), None, None).fits(&decision, 2));
        assert!(!note("choose-unit", None, Some("cs"), None).fits(&decision, 2));
        assert!(!note("choose-unit", None, None, Some("b")).fits(&decision, 2));
    }
}
