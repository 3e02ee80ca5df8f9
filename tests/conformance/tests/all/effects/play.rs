//! A game under a rule of a few lines.

use brigade::Brigade;
use muster_conformance::under_rules;
use muster_contract::{Dice, Event, Game, Module, Position, RuleText, Seat, Target, Trouble, View};
use muster_sdk::Native;
use parley::Parley;

use crate::scenario::{position, under_files};

/// Dice that fall as arranged for a reason, else on 1; and what they were asked for.
#[derive(Default)]
pub struct Arranged {
    faces: Vec<(&'static str, u8)>,
    pub rolled: Vec<(String, u8)>,
}

impl Dice for Arranged {
    fn roll(&mut self, count: u8, sides: u8, reason: &str) -> Vec<u8> {
        self.rolled.push((reason.to_owned(), count));
        let face = self.faces.iter().find(|(part, _)| reason.contains(part)).map_or(1, |&(_, face)| face);
        vec![face.min(sides); count.into()]
    }
}

/// A game under a rule.
pub struct Play {
    pub game: Box<dyn Game>,
    pub dice: Arranged,
}

/// The rule "test" of this text, for the module, under its heading.
pub fn rule(module: &str, text: &str) -> RuleText {
    let heading =
        format!("rule(#{{ title: \"Test\", modules: [\"{module}\"], citation: \"house rule\" }});\n");
    RuleText { id: "test".to_owned(), text: heading + text, settings: Vec::new() }
}

/// Parley's position under a rule.
pub fn valley(text: &str) -> Position {
    under_rules(&Native::<Parley>::new("parley"), parley::position(), &[rule("parley", text)])
}

/// The first fight under a rule.
pub fn field(text: &str) -> Position {
    let module = Native::<Brigade>::new("brigade");
    under_rules(&module, position(&module, "first-fight"), &[rule("brigade", text)])
}

impl Play {
    fn new(module: &dyn Module, position: &Position, faces: &[(&'static str, u8)]) -> Self {
        let game = module.create(position).unwrap().unwrap_or_else(|refusal| panic!("{}", refusal.reason));
        Self { game, dice: Arranged { faces: faces.to_vec(), rolled: Vec::new() } }
    }

    /// Parley under a rule, before `begin`.
    pub fn parley(text: &str, faces: &[(&'static str, u8)]) -> Self {
        Self::new(&Native::<Parley>::new("parley"), &valley(text), faces)
    }

    /// Parley under a rule that sees what is hidden, before `begin`.
    pub fn parley_seeing(text: &str, faces: &[(&'static str, u8)]) -> Self {
        let module = Native::<Parley>::new("parley");
        let mut rule = rule("parley", text);
        rule.text = rule.text.replacen("#{ ", "#{ hidden: true, ", 1);
        Self::new(&module, &under_rules(&module, parley::position(), &[rule]), faces)
    }

    /// The first fight under a rule, begun.
    pub fn brigade(text: &str, faces: &[(&'static str, u8)]) -> Self {
        let mut play = Self::new(&Native::<Brigade>::new("brigade"), &field(text), faces);
        play.take(0, "begin");
        play
    }

    /// The first fight under a rule that comes with Muster, begun.
    pub fn shipped(rule: &str, faces: &[(&'static str, u8)]) -> Self {
        let module = Native::<Brigade>::new("brigade");
        let position = under_files(&module, position(&module, "first-fight"), "scripts", &[rule]);
        let mut play = Self::new(&module, &position, faces);
        play.take(0, "begin");
        play
    }

    /// Takes a choice.
    #[track_caller]
    pub fn take(&mut self, seat: Seat, id: &str) -> Vec<Event> {
        let listed = self.ids(seat);
        let answer = self.game.apply(seat, id, &mut self.dice);
        answer.unwrap().unwrap_or_else(|refusal| panic!("{}: {listed:?}", refusal.reason))
    }

    /// Takes a choice in which the rule fails.
    #[track_caller]
    pub fn fails(&mut self, seat: Seat, id: &str) -> Trouble {
        self.game.apply(seat, id, &mut self.dice).expect_err("the rule fails")
    }

    /// What a seat can choose.
    pub fn ids(&mut self, seat: Seat) -> Vec<String> {
        let decisions = self.game.decisions().unwrap().into_iter().filter(|decision| decision.seat == seat);
        decisions.flat_map(|decision| decision.choices).map(|choice| choice.id).collect()
    }

    /// Whether a seat can choose this.
    #[track_caller]
    pub fn lists(&mut self, seat: Seat, id: &str, listed: bool) {
        let ids = self.ids(seat);
        assert_eq!(ids.iter().any(|one| one == id), listed, "{id} in {ids:?}");
    }

    /// Who is asked for what, and waited for.
    pub fn deciders(&mut self) -> Vec<(Seat, String)> {
        let decisions = self.game.decisions().unwrap().into_iter().filter(|decision| decision.waits);
        decisions.map(|decision| (decision.seat, decision.kind)).collect()
    }

    pub fn view(&mut self, seat: Option<Seat>) -> View {
        self.game.view(seat).unwrap()
    }

    /// What the rule's panel has in a row.
    pub fn shown(&mut self, row: &str) -> Option<String> {
        let panels = self.view(None).panels;
        let panel = panels.into_iter().find(|panel| panel.id.starts_with("house-rule:"))?;
        panel.rows.into_iter().find(|one| one.title == row).map(|row| row.figure)
    }

    /// Why a seat can't choose something.
    pub fn explained(&mut self, seat: Seat, target: &Target) -> String {
        let lines = self.game.explain(seat, target).unwrap();
        lines.into_iter().map(|line| line.text).collect::<Vec<_>>().join(" ")
    }
}

/// The texts of some events.
pub fn texts(events: &[Event]) -> Vec<&str> {
    events.iter().map(|event| event.text.as_str()).collect()
}

/// Whether some event has this text.
#[track_caller]
pub fn says(events: &[Event], text: &str) {
    assert!(events.iter().any(|event| event.text == text), "{text:?} in {:?}", texts(events));
}
