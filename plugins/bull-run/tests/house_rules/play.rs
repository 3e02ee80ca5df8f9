//! Positions with rules in force, played by choice ids.

use bull_run::BullRun;
use muster_conformance::scenario;
use muster_contract::{Attribute, Change, Dice, Event, Place, Position, RuleText, Rulebook as _, Value};
use muster_scripts::rules::Rhai;
use muster_sdk::{Hosted, Native};

/// Dice that all show one face.
pub struct Always(pub u8);

impl Dice for Always {
    fn roll(&mut self, count: u8, _sides: u8, _reason: &str) -> Vec<u8> {
        vec![self.0; count.into()]
    }
}

pub fn under(texts: &[RuleText], name: &str) -> Position {
    let module = Native::<BullRun>::new("bull-run");
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

pub struct Play(pub Hosted<BullRun>);

impl Play {
    pub fn create(text: &str, name: &str, settings: &[(&str, i32)]) -> Self {
        let position = under(&[rule("rule", text, settings)], name);
        Self(Hosted::create(&position).unwrap_or_else(|refusal| panic!("{}", refusal.reason)))
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
        self.0.decisions()[0].choices.iter().map(|choice| choice.id.clone()).collect()
    }

    /// How the ids of what can be chosen end.
    pub fn ends(&self) -> Vec<String> {
        let end = |id: String| id.rsplit([' ', ':']).next().unwrap_or_default().to_owned();
        self.ids().into_iter().map(end).collect()
    }

    #[track_caller]
    pub fn take_id(&mut self, id: &str) -> Vec<Event> {
        let (seat, ids) = (self.0.decisions()[0].seat, self.ids());
        let applied = self.0.apply(seat, id, &mut Always(1));
        applied.unwrap_or_else(|refusal| panic!("{} {ids:?}", refusal.reason))
    }

    #[track_caller]
    pub fn edit(&mut self, change: Change) {
        self.0.edit(&[change]).unwrap_or_else(|refusal| panic!("{}", refusal.reason));
    }

    #[track_caller]
    pub fn remove(&mut self, unit: &str) {
        self.edit(Change::Remove(unit.to_owned()));
    }

    #[track_caller]
    pub fn place(&mut self, unit: &str, locale: &str, edge: &str) {
        let place = Place { edge: Some(edge.to_owned()), ..muster_sdk::place(locale) };
        self.edit(Change::Place((unit.to_owned(), place)));
    }

    #[track_caller]
    pub fn flag(&mut self, unit: &str, name: &str) {
        let attribute = Attribute { name: name.to_owned(), value: Value::Flag(true) };
        self.edit(Change::Set((unit.to_owned(), attribute)));
    }

    /// What the rule shows beside the board.
    pub fn panel(&self) -> String {
        format!("{:?}", self.0.view(None).panels)
    }

    /// Takes the choice whose id ends so.
    #[track_caller]
    pub fn take(&mut self, end: &str) {
        let decisions = self.0.decisions();
        let decision = &decisions[0];
        let ids: Vec<&str> = decision.choices.iter().map(|choice| choice.id.as_str()).collect();
        let id = ids.iter().find(|id| id.split([' ', ':']).next_back() == Some(end));
        let id = id.unwrap_or_else(|| panic!("no {end} in {ids:?}"));
        self.0
            .apply(decision.seat, id, &mut Always(1))
            .unwrap_or_else(|refusal| panic!("{}", refusal.reason));
        assert!(self.0.take_failure().is_none());
    }

    pub fn morale(&self) -> [i32; 2] {
        let tracks = self.0.view(None).tracks;
        let marks = &tracks.iter().find(|track| track.id == "morale").unwrap().marks;
        [marks[0].value, marks[1].value]
    }
}

/// Takes what ends the phase, or the first that there is, until the side's next turn has begun.
pub fn on_to_turn_of(play: &mut Play, side: &str) {
    while play.0.view(None).turn.active.as_deref() == Some(side) {
        let ids = play.ids();
        let end =
            ids.iter().find(|id| id.starts_with("end-") || id.as_str() == "no-claim").unwrap_or(&ids[0]);
        let (seat, id) = (play.0.decisions()[0].seat, end.clone());
        play.0.apply(seat, &id, &mut Always(1)).unwrap();
    }
}

pub fn points(play: &Play) -> u8 {
    let panels = play.0.view(None).panels;
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
