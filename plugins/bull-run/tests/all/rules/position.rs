//! Small positions, played by choice ids with arranged draws.

use std::ops::{Deref, DerefMut};

use bull_run::BullRun;
use muster_board::file::BoardFile;
use muster_contract::{Attribute, Place, Position, Seat, Setup, Target, Unit, Value};
use muster_sdk::place;
use muster_sdk::play;
pub use muster_sdk::play::Arranged;

/// The Union's seat.
pub const US: Seat = 0;
/// The Confederacy's seat.
pub const CS: Seat = 1;

/// A board in words. `locales` is "10 11:3 13:5:us-objective,woods", with capacities (6 unless given) and features; each of
/// `edges` is "11-13 wide restricted main:pike local:lane into13:infantry,cavalry,obstructed".
pub fn board(locales: &str, edges: &[&str]) -> String {
    let mut text = String::from("id = \"field\"\ntitle = \"A field\"\nsource = \"A sketch.\"\n");
    for (number, locale) in locales.split_whitespace().enumerate() {
        let mut parts = locale.split(':');
        let (id, capacity) = (parts.next().unwrap(), parts.next().unwrap_or("6"));
        let (mut features, mut apart) = (Vec::new(), String::new());
        for feature in parts.next().unwrap_or("").split(',').filter(|feature| !feature.is_empty()) {
            match feature.strip_prefix("apart=") {
                Some(road) => apart = format!(", apart = \"{road}\""),
                None => features.push(feature),
            }
        }
        let x = number * 2;
        text += &format!(
            "[[area]]\nid = \"{id}\"\noutline = [[{x}, 0], [{}, 0], [{}, 2], [{x}, 2]]\nfeatures = {features:?}\n\
             values = {{ capacity = {capacity}{apart} }}\n",
            x + 2,
            x + 2
        );
    }
    for edge in edges {
        let mut words = edge.split_whitespace();
        let (a, b) = words.next().unwrap().split_once('-').unwrap();
        let (mut features, mut main, mut local) = (Vec::new(), Vec::new(), Vec::new());
        let mut ways = [String::new(), String::new()];
        for word in words {
            if let Some(road) = word.strip_prefix("main:") {
                main.push(road);
            } else if let Some(road) = word.strip_prefix("local:") {
                local.push(road);
            } else if let Some((into, penalties)) =
                word.strip_prefix("into").and_then(|word| word.split_once(':'))
            {
                let values = penalties.split(',').map(|penalty| match penalty.split_once('=') {
                    Some((name, count)) => format!("{name} = {count}"),
                    None if penalty == "obstructed" => "obstructed = true".to_owned(),
                    None => format!("{penalty} = 1"),
                });
                ways[usize::from(into == a)] = values.collect::<Vec<_>>().join(", ");
            } else {
                features.push(word);
            }
        }
        let (main, local) = (main.join(" "), local.join(" "));
        text += &format!(
            "[[edge]]\na = \"{a}\"\nb = \"{b}\"\nfeatures = {features:?}\nvalues = {{ main-roads = \"{main}\", local-roads = \"{local}\" }}\n\
             forward = {{ {} }}\nbackward = {{ {} }}\n",
            ways[0], ways[1]
        );
    }
    text
}

/// Each of `units` is "us-a infantry 2 @11 11/13 up", in reserve unless a boundary is named, face down unless "up"; "ranging"
/// for artillery; "+1" instead of a place for the first reinforcement group; just the strength for the set-up.
pub fn position(board: &str, units: &[&str], facts: &[(&str, i32)]) -> Position {
    let board = BoardFile::parse(board, "field.toml").unwrap_or_else(|problem| panic!("{problem}")).board;
    let mut given: Vec<(&str, i32)> = vec![("us-morale", 20), ("cs-morale", 20)];
    given.retain(|(name, _)| facts.iter().all(|(other, _)| other != name));
    given.extend(facts);
    let facts = given
        .into_iter()
        .map(|(name, value)| Attribute { name: name.to_owned(), value: Value::Number(value) })
        .collect();
    let setup = Setup {
        options: Vec::new(),
        facts,
        seats: vec!["us".to_owned(), "cs".to_owned()],
        rules: Vec::new(),
    };
    Position {
        boards: vec![board],
        roster: units.iter().map(|unit| read_unit(unit)).collect(),
        setup,
        in_force: Default::default(),
    }
}

fn read_unit(text: &str) -> Unit {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut attributes = Vec::new();
    let mut number = |name: &str, value: i32| {
        attributes.push(Attribute { name: name.to_owned(), value: Value::Number(value) });
    };
    if words[1] != "disrupted" {
        number("strength", words[2].parse().unwrap());
    }
    let mut at: Option<Place> = None;
    for word in &words[3..] {
        if let Some(group) = word.strip_prefix('+') {
            number("reinforcement", group.parse().unwrap());
        }
    }
    for word in &words[3..] {
        if let Some(locale) = word.strip_prefix('@') {
            at = Some(place(locale));
        } else if word.contains('/') {
            at = at.map(|at| Place { edge: Some((*word).to_owned()), ..at });
        } else if matches!(*word, "up" | "ranging") {
            let name = if *word == "up" { "face-up" } else { "ranging" };
            attributes.push(Attribute { name: name.to_owned(), value: Value::Flag(true) });
        }
    }
    Unit {
        id: words[0].to_owned(),
        name: String::new(),
        side: words[0][..2].to_owned(),
        kind: words[1].to_owned(),
        formation: String::new(),
        attributes,
        place: at,
    }
}

/// A game at a table of two. Draws fall as arranged, then on the first of what is there: cards of value 0 before those of value 1.
pub struct Play(pub play::Play<BullRun>);

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
    /// The game has begun, and waits for its first decision.
    #[track_caller]
    pub fn begin(position: &Position, dice: &[u8]) -> Self {
        Self(play::Play::begin(position, Arranged::default().with("", dice)))
    }

    /// The Union's first field command phase, with 6 command points.
    #[track_caller]
    pub fn new(board: &str, units: &[&str]) -> Self {
        Self::with(board, units, &[])
    }

    /// The same, with facts.
    #[track_caller]
    pub fn with(board: &str, units: &[&str], facts: &[(&str, i32)]) -> Self {
        let mut play = Self::begin(&position(board, units, facts), &[]);
        play.reach_field(6);
        play
    }

    /// On to the field command phase, without shuffling or limbering, with so many command points.
    #[track_caller]
    pub fn reach_field(&mut self, points: i32) {
        loop {
            let (seat, kind) = self.next_decision();
            let id = match kind.as_str() {
                "shuffle" => "end-shuffle".to_owned(),
                "limber" => "end-limber".to_owned(),
                "play-cards" => self.ids(seat)[0].clone(),
                _ => break,
            };
            self.take(seat, &id);
        }
        self.fact("points", points);
    }

    /// From the field command phase to the other player's, with so many points.
    #[track_caller]
    pub fn pass(&mut self, points: i32) {
        self.reach_administration();
        let seat = self.next_decision().0;
        self.take(seat, "end-turn");
        self.reach_field(points);
    }

    /// From the field command phase to the administration phase.
    #[track_caller]
    pub fn reach_administration(&mut self) {
        let seat = self.next_decision().0;
        self.take(seat, "end-field");
        if self.next_decision().1 == "staff-command" {
            self.take(seat, "end-staff");
        }
        while self.next_decision().1 == "claim" {
            self.take(seat, "no-claim");
        }
    }

    /// A field command: its units, then what they do.
    #[track_caller]
    pub fn order(&mut self, seat: Seat, units: &str, command: &str) {
        self.pick(seat, units);
        self.take(seat, command);
    }

    /// Units are picked for a command.
    #[track_caller]
    pub fn pick(&mut self, seat: Seat, units: &str) {
        for (number, unit) in units.split_whitespace().enumerate() {
            let verb = if number == 0 { "pick" } else { "also" };
            self.take(seat, &format!("{verb} {unit}"));
        }
    }

    /// Whether the unit is disrupted infantry.
    #[track_caller]
    pub fn is_disrupted(&self, unit: &str) -> bool {
        let face = self.unit(unit).and_then(|unit| unit.face).expect("it is in the game");
        face.marks.iter().any(|mark| mark == "disrupted")
    }

    /// Whether the seat, or the public, knows the unit's face.
    pub fn knows(&self, seat: Option<Seat>, unit: &str) -> bool {
        self.game.view(seat).units.iter().any(|seen| seen.id == unit && seen.face.is_some())
    }

    /// Union and Confederate morale.
    pub fn morale(&self) -> [i32; 2] {
        let tracks = self.game.view(None).tracks;
        let marks = &tracks.iter().find(|track| track.id == "morale").expect("a morale track").marks;
        [marks[0].value, marks[1].value]
    }

    /// Command points left.
    pub fn points(&self) -> u8 {
        let panels = self.game.view(None).panels;
        panels
            .iter()
            .find(|panel| panel.id == "commands")
            .and_then(|panel| panel.rows.first())
            .map_or(0, |row| row.left)
    }

    /// The explanation of a locale, a boundary or a unit, as one text.
    pub fn explain(&self, seat: Seat, what: &str) -> String {
        let target = if what.contains('/') {
            Target::Edge(what.to_owned())
        } else if what.contains('-') || what.starts_with('?') {
            Target::Unit(what.to_owned())
        } else {
            Target::Space(what.to_owned())
        };
        let lines = self.0.explain(seat, &target);
        lines.into_iter().map(|line| line.text).collect::<Vec<_>>().join(" ")
    }
}
