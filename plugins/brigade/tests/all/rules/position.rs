//! Small positions, played by choice ids with arranged dice.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

use std::ops::{Deref, DerefMut};

use brigade::Brigade;
use muster_board::file::BoardFile;
use muster_contract::{Attribute, Change, Event, EventKind, Place, Position, Setup, Unit, Value};
use muster_sdk::play::{Arranged, Play};

/// All threes: three pips, and never a hit.
pub fn threes() -> Arranged {
    Arranged::else_on(3)
}

/// A game at a table of two: seat 0 plays the Union, which is active first, seat 1 the Confederates.
pub struct Played {
    play: Play<Brigade>,
    /// What all choices so far told.
    pub events: Vec<Event>,
}

impl Deref for Played {
    type Target = Play<Brigade>;

    fn deref(&self) -> &Self::Target {
        &self.play
    }
}

impl DerefMut for Played {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.play
    }
}

/// `rows` is the ground; `lines` more of the board file; each of `units` is "id kind hex facing corps name=value ...".
#[track_caller]
pub fn position(rows: &str, lines: &str, units: &[&str], facts: &[(&str, i32)]) -> Position {
    let text = format!(
        "id = \"field\"\ntitle = \"A field\"\nsource = \"A sketch.\"\n[hexes]\ngrid = \"pointy\"\nshifted = \"even\"\n\
         terrain = \"\"\"\n{rows}\n\"\"\"\nkey = {{ \".\" = [\"clear\"], w = [\"woods\"], \"~\" = [\"water\"], m = [\"marsh\"], t = [\"town\"] }}\n{lines}"
    );
    let board = BoardFile::parse(&text, "field.toml").unwrap_or_else(|problem| panic!("{problem}")).board;
    let mut facts: Vec<Attribute> = facts
        .iter()
        .map(|&(name, value)| Attribute { name: name.to_owned(), value: Value::Number(value) })
        .collect();
    facts.push(Attribute { name: "first-side".to_owned(), value: Value::Text("us".to_owned()) });
    // Small positions have their trains wherever the case needs them (A5).
    facts.push(Attribute { name: "trains-as-agreed".to_owned(), value: Value::Flag(true) });
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

/// Open ground, but for these hexes.
pub fn ground(but: &[(&str, &str)]) -> String {
    let mut rows: Vec<Vec<&str>> = OPEN.lines().map(|row| row.split(' ').collect()).collect();
    for (hex, what) in but {
        let (column, row): (usize, usize) = (hex[..2].parse().unwrap(), hex[2..].parse().unwrap());
        rows[row - 1][column - 1] = what;
    }
    rows.iter().map(|row| row.join(" ")).collect::<Vec<_>>().join("\n")
}

/// What lies between two hexes, for the board file.
pub fn side(between: &str, features: &[&str]) -> String {
    format!("[[side]]\nbetween = \"{between}\"\nfeatures = {features:?}\n")
}

/// A road through these hexes, for the board file.
pub fn road(through: &str) -> String {
    format!("[[line]]\nfeature = \"road\"\nthrough = \"{through}\"\n")
}

/// The position with an option of the rules.
pub fn with_option(mut position: Position, name: &str) -> Position {
    position.setup.options.push(Attribute { name: name.to_owned(), value: Value::Flag(true) });
    position
}

fn read_unit(text: &str) -> Unit {
    let words: Vec<&str> = text.split_whitespace().collect();
    let facing =
        ["N", "", "ENE", "", "ESE", "", "S", "", "WSW", "", "WNW"].iter().position(|&name| name == words[3]);
    let attributes = words[5..].iter().map(|word| {
        let (name, value) = word.split_once('=').expect("name=value");
        let value = match value {
            "yes" => Value::Flag(true),
            value if ["arrives", "men", "strength"].contains(&name) => {
                Value::Number(value.parse().expect("a number"))
            }
            value => Value::Text(value.to_owned()),
        };
        Attribute { name: name.to_owned(), value }
    });
    Unit {
        id: words[0].to_owned(),
        name: words[0].to_owned(),
        side: words[0][..2].to_owned(),
        kind: words[1].to_owned(),
        formation: if words[4] == "-" { String::new() } else { words[4].to_owned() },
        attributes: attributes.collect(),
        place: Some(Place {
            space: words[2].to_owned(),
            edge: None,
            facing: Some(facing.expect("a corner") as u8),
            slot: None,
            carrier: None,
        }),
    }
}

impl Played {
    #[track_caller]
    pub fn new(position: &Position) -> Self {
        let play = Play::begin(position, threes());
        Self { events: play.events.clone(), play }
    }

    /// On open ground of 7 by 7 hexes.
    #[track_caller]
    pub fn open(units: &[&str]) -> Self {
        Self::new(&position(OPEN, "", units, &[]))
    }

    /// Arranges the next dice.
    pub fn dice(&mut self, faces: &[u8]) -> &mut Self {
        self.play.dice.arrange("", faces);
        self
    }

    /// Why the position can't be corrected so.
    #[track_caller]
    pub fn refuses(&mut self, change: Change) -> (String, String) {
        let refusal = self.play.refuses(change);
        (refusal.reason, refusal.citation.unwrap_or_default())
    }

    /// Gives units a Heavy Casualties marker.
    #[track_caller]
    pub fn mark(&mut self, ids: &[&str]) -> &mut Self {
        for id in ids {
            self.flag(id, "heavy-casualties");
        }
        self
    }

    /// Destroys units.
    #[track_caller]
    pub fn destroy(&mut self, ids: &[&str]) -> &mut Self {
        for id in ids {
            self.remove(id);
        }
        self
    }

    /// What this choice costs, as its button says.
    #[track_caller]
    pub fn cost(&self, seat: u8, id: &str) -> String {
        self.details(seat, id).cost
    }

    pub fn choices(&mut self) -> Vec<String> {
        let decisions = self.game.decisions();
        decisions
            .into_iter()
            .filter(|open| open.waits)
            .flat_map(|open| open.choices)
            .map(|choice| choice.id)
            .collect()
    }

    /// Takes these choices, each for the seat that has it.
    #[track_caller]
    pub fn take(&mut self, ids: &str) -> &mut Self {
        for id in ids.split(", ") {
            let decisions = self.game.decisions();
            let seat = decisions.iter().find(|open| open.choices.iter().any(|choice| choice.id == id));
            let seat = seat.unwrap_or_else(|| panic!("no \"{id}\" among {:?}", self.choices())).seat;
            self.play.take(seat, id);
            self.events.extend_from_slice(&self.play.events);
        }
        self
    }

    #[track_caller]
    pub fn offers(&mut self, id: &str) {
        let choices = self.choices();
        assert!(choices.iter().any(|choice| choice == id), "no \"{id}\" among {choices:?}");
    }

    #[track_caller]
    pub fn lacks(&mut self, id: &str) {
        let choices = self.choices();
        assert!(choices.iter().all(|choice| choice != id), "\"{id}\" among {choices:?}");
    }

    pub fn is_heavy(&mut self, id: &str) -> bool {
        let view = self.game.view(None);
        view.units
            .iter()
            .any(|unit| unit.id == id && unit.face.as_ref().is_some_and(|face| !face.marks.is_empty()))
    }

    /// The pips that a general has left.
    pub fn pips(&mut self, id: &str) -> u8 {
        let view = self.game.view(None);
        let rows = &view.panels[0].rows;
        rows.iter().find(|row| row.unit.as_deref() == Some(id)).map_or(0, |row| row.left)
    }

    /// The dice of the last roll that everybody saw, each with whether it counted.
    pub fn rolled(&self) -> Vec<(u8, bool)> {
        let mut rolls = self.events.iter().filter_map(|event| match &event.kind {
            EventKind::Rolled(roll) => Some(&roll.dice),
            _ => None,
        });
        rolls.next_back().expect("a roll").iter().map(|die| (die.face, die.counts)).collect()
    }

    /// The victory points of the Union and of the Confederates.
    pub fn points(&mut self) -> [String; 2] {
        let view = self.game.view(None);
        [view.panels[1].rows[0].figure.clone(), view.panels[1].rows[1].figure.clone()]
    }

    pub fn phase(&mut self) -> String {
        self.game.view(None).turn.phase
    }
}

pub const OPEN: &str = "\
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .";
