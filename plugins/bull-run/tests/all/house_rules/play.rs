//! Positions with rules in force, played by choice ids.

use std::ops::{Deref, DerefMut};

use bull_run::BullRun;
use muster_conformance::{rule_text, scenario, under_rules};
use muster_contract::{Change, Event, Place, Position, RuleText};
use muster_sdk::Native;
use muster_sdk::play::{self, Arranged};

pub fn under(texts: &[RuleText], name: &str) -> Position {
    let module = Native::<BullRun>::new("bull-run");
    under_rules(&module, scenario(&module, concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), name), texts)
}

/// A game in which whoever is asked first decides. All dice show a 1.
pub struct Play(play::Play<BullRun>);

impl Deref for Play {
    type Target = play::Play<BullRun>;

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
    pub fn create(text: &str, name: &str, settings: &[(&str, i32)]) -> Self {
        let position = under(&[rule_text("rule", text, settings)], name);
        Self(play::Play::create(&position, Arranged::else_on(1)))
    }

    pub fn with(text: &str, name: &str, settings: &[(&str, i32)]) -> Self {
        let mut play = Self::create(text, name, settings);
        play.take("begin");
        play
    }

    pub fn begin(text: &str, name: &str) -> Self {
        Self::with(text, name, &[])
    }

    pub fn ids(&self) -> Vec<String> {
        self.game.decisions()[0].choices.iter().map(|choice| choice.id.clone()).collect()
    }

    /// How the ids of what can be chosen end.
    pub fn ends(&self) -> Vec<String> {
        self.0.ends(self.next_decision().0)
    }

    #[track_caller]
    pub fn take_id(&mut self, id: &str) -> Vec<Event> {
        let seat = self.next_decision().0;
        self.0.take(seat, id).events.clone()
    }

    #[track_caller]
    pub fn place(&mut self, unit: &str, locale: &str, edge: &str) {
        let place = Place { edge: Some(edge.to_owned()), ..muster_sdk::place(locale) };
        self.edit(Change::Place((unit.to_owned(), place)));
    }

    /// What the rule shows beside the board.
    pub fn panel(&self) -> String {
        format!("{:?}", self.game.view(None).panels)
    }

    /// Takes the choice whose id ends so.
    #[track_caller]
    pub fn take(&mut self, end: &str) {
        let seat = self.next_decision().0;
        self.0.take_ending(seat, end);
    }

    pub fn morale(&self) -> [i32; 2] {
        let tracks = self.game.view(None).tracks;
        let marks = &tracks.iter().find(|track| track.id == "morale").unwrap().marks;
        [marks[0].value, marks[1].value]
    }
}

/// Takes what ends the phase, or the first that there is, until the side's next turn has begun.
pub fn on_to_turn_of(play: &mut Play, side: &str) {
    while play.game.view(None).turn.active.as_deref() == Some(side) {
        let ids = play.ids();
        let end =
            ids.iter().find(|id| id.starts_with("end-") || id.as_str() == "no-claim").unwrap_or(&ids[0]);
        play.take_id(&end.clone());
    }
}

pub fn points(play: &Play) -> u8 {
    let panels = play.game.view(None).panels;
    panels.iter().find(|panel| panel.id == "commands").unwrap().rows[0].left
}

/// Plays the first two cards that can be, after whatever comes before them. Gives the command points that they make.
#[track_caller]
pub fn cards(play: &mut Play) -> u8 {
    loop {
        let ids = play.ids();
        if let Some(values) = ids[0].strip_prefix("play ") {
            play.take_id(&ids[0]);
            return 4 + values.bytes().filter(|&value| value == b'1').count() as u8;
        }
        let end = ids.iter().find(|id| id.starts_with("end-")).expect("a phase that can be left");
        play.take_id(end);
    }
}
