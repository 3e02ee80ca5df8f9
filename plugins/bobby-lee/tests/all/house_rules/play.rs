//! Games with rules in force, played by choice ids.

use std::ops::{Deref, DerefMut};

use bobby_lee::BobbyLee;
use muster_conformance::{rule_text, scenario, under_rules};
use muster_contract::{Attribute, Position, RuleText, Value};
use muster_sdk::Native;
use muster_sdk::play::{self, Arranged};

pub fn under(texts: &[RuleText], name: &str) -> Position {
    let module = Native::<BobbyLee>::new("bobby-lee");
    under_rules(&module, scenario(&module, concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), name), texts)
}

pub struct Play(play::Play<BobbyLee>);

impl Deref for Play {
    type Target = play::Play<BobbyLee>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Play {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl Play {
    /// The small war in a quarter of 1862, under one rule, before the first bid.
    pub fn in_quarter(text: &str, quarter: i32, settings: &[(&str, i32)], faces: &[u8]) -> Self {
        let mut position = under(&[rule_text("rule", text, settings)], "small-war");
        for (name, value) in [("quarter", quarter), ("last-quarter", 4)] {
            position.setup.facts.retain(|fact| fact.name != name);
            position.setup.facts.push(Attribute { name: name.to_owned(), value: Value::Number(value) });
        }
        Self(play::Play::begin(&position, Arranged::else_on(3).with("", faces)))
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
}
