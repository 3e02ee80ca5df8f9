//! Games with rules in force, played by choice ids.

use std::collections::VecDeque;

use bobby_lee::BobbyLee;
use muster_conformance::scenario;
use muster_contract::{Attribute, Dice, Position, RuleText, Rulebook as _, Seat, Value};
use muster_scripts::rules::Rhai;
use muster_sdk::{Hosted, Native};

/// Dice that fall as arranged, then 3s; dealing tokens takes none of them.
#[derive(Default)]
pub struct Arranged(VecDeque<u8>);

impl Dice for Arranged {
    fn roll(&mut self, count: u8, sides: u8, reason: &str) -> Vec<u8> {
        let tokens = reason.starts_with("tokens");
        let mut face = || if tokens { 1 } else { self.0.pop_front().unwrap_or(3) };
        (0..count).map(|_| face().min(sides)).collect()
    }
}

pub fn under(texts: &[RuleText], name: &str) -> Position {
    let module = Native::<BobbyLee>::new("bobby-lee");
    let mut position = scenario(&module, concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), name);
    position.in_force = Rhai.compile(&module, texts).unwrap_or_else(|problem| panic!("{problem}"));
    position.setup.rules = texts.iter().map(|text| text.id.clone()).collect();
    position
}

pub fn rule(id: &str, text: &str, settings: &[(&str, i32)]) -> RuleText {
    let settings = settings
        .iter()
        .map(|&(name, value)| Attribute { name: name.to_owned(), value: Value::Number(value) });
    RuleText { id: id.to_owned(), text: text.to_owned(), settings: settings.collect() }
}

pub struct Play {
    game: Hosted<BobbyLee>,
    dice: Arranged,
    /// What was said and rolled for in the last choice.
    pub told: Vec<String>,
}

impl Play {
    /// The small war in a quarter of 1862, under one rule, before the first bid.
    pub fn in_quarter(text: &str, quarter: i32, settings: &[(&str, i32)], faces: &[u8]) -> Self {
        let mut position = under(&[rule("rule", text, settings)], "small-war");
        for (name, value) in [("quarter", quarter), ("last-quarter", 4)] {
            position.setup.facts.retain(|fact| fact.name != name);
            position.setup.facts.push(Attribute { name: name.to_owned(), value: Value::Number(value) });
        }
        let game = Hosted::create(&position).unwrap_or_else(|refusal| panic!("{}", refusal.reason));
        let dice = Arranged(faces.iter().copied().collect());
        let mut play = Self { game, dice, told: Vec::new() };
        play.take(0, "begin");
        play
    }

    /// Takes the choice whose id ends so.
    #[track_caller]
    pub fn take(&mut self, seat: Seat, end: &str) {
        let ids = self.ids(seat);
        let id = ids.iter().find(|id| *id == end || id.rsplit(':').next() == Some(end));
        let id = id.unwrap_or_else(|| panic!("no {end} in {ids:?}"));
        let events = self.game.apply(seat, id, &mut self.dice);
        let events = events.unwrap_or_else(|refusal| panic!("{}", refusal.reason));
        assert!(self.game.take_failure().is_none());
        self.told = events.into_iter().map(|event| event.text).collect();
    }

    pub fn ids(&self, seat: Seat) -> Vec<String> {
        let own = self.game.decisions().into_iter().filter(|decision| decision.seat == seat);
        own.flat_map(|decision| decision.choices).map(|choice| choice.id).collect()
    }

    /// How the ids of what a seat can choose end.
    pub fn ends(&self, seat: Seat) -> Vec<String> {
        self.ids(seat).into_iter().map(|id| id.rsplit(':').next().unwrap_or_default().to_owned()).collect()
    }

    /// Both bid nothing, so that the quarter is over; whoever is hungry starves, and points are to be spent.
    #[track_caller]
    pub fn over(&mut self) {
        self.take(0, "bid 0");
        self.take(1, "bid 0");
        while let Some(seat) = (0..2).find(|&seat| {
            let ids = self.ids(seat);
            ids.iter().any(|id| id == "end-feeding" || id.starts_with("starve"))
        }) {
            let ids = self.ids(seat);
            let end = ids.iter().find(|id| *id == "end-feeding").unwrap_or(&ids[0]).clone();
            self.take(seat, &end);
        }
    }

    pub fn is_muddy(&self) -> bool {
        self.game.state().mud
    }

    /// What stands beside the quarter's name.
    pub fn clock(&self) -> String {
        self.game.view(None).turn.clock
    }

    /// Replacement points, the Union's and the Confederacy's.
    pub fn points(&self) -> [u8; 2] {
        self.game.state().points
    }

    /// Where the victory marker stands.
    pub fn marker(&self) -> i8 {
        self.game.state().victory
    }

    pub fn heard(&self, words: &str) -> bool {
        self.told.iter().any(|text| text.contains(words))
    }
}
