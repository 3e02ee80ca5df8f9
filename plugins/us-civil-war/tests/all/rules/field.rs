//! Small maps of open country, written as board files, and positions on them.

use std::fmt::Write as _;

use muster_board::file::BoardFile;
use muster_contract::{Attribute, Position, Setup, Unit, Value};
use muster_sdk::{Rules as _, Shared, place};
use us_civil_war::UsCivilWar;
use us_civil_war::world::{Space, World};

/// A map that is being drawn, and what lies on it. Hexes are numbered as in the rulebook, from 1001.
pub struct Field {
    rows: u16,
    columns: u16,
    hexes: Vec<(String, String, String)>,
    rest: String,
    units: Vec<Unit>,
    facts: Vec<Attribute>,
}

impl Field {
    /// Open country in Tennessee.
    pub fn new(rows: u16, columns: u16) -> Self {
        let number = |name: &str, value| Attribute { name: name.to_owned(), value: Value::Number(value) };
        let facts = vec![number("turn", 4), number("cards", 0)];
        Self { rows, columns, hexes: Vec::new(), rest: String::new(), units: Vec::new(), facts }
    }

    /// A hex with features, its state and Build Points: "1003 town resource TN 2".
    pub fn hex(mut self, text: &str) -> Self {
        let mut words: Vec<&str> = text.split_whitespace().collect();
        let id = words.remove(0).to_owned();
        let mut values = String::new();
        words.retain(|word| {
            if word.parse::<u8>().is_ok() {
                write!(values, ", bp = {word}").unwrap();
            } else if let Some((key, value)) = word.split_once('=') {
                write!(values, ", {key} = \"{}\"", value.replace('+', " ")).unwrap();
            } else if word.len() == 2 {
                write!(values, ", states = \"{word}\"").unwrap();
            } else {
                return true;
            }
            false
        });
        if !values.contains("states") {
            values.push_str(", states = \"TN\"");
        }
        let features: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
        self.hexes.push((id, features.join(", "), values));
        self
    }

    /// A line through hexes: a railroad, a road.
    pub fn through(mut self, feature: &str, hexes: &str) -> Self {
        let mut ids = hexes.split(' ');
        let ends = [ids.next().unwrap(), ids.next_back().unwrap()];
        let [before, after] = ends.map(|id| {
            let (row, column): (u16, u16) = (id[..2].parse().unwrap(), id[2..].parse().unwrap());
            row == 10 || row == 9 + self.rows || column == 1 || column == self.columns
        });
        let [before, after] = [if before { "<" } else { "" }, if after { ">" } else { "" }];
        writeln!(self.rest, "[[line]]\nfeature = \"{feature}\"\nthrough = \"{before}{hexes}{after}\"\n")
            .unwrap();
        self
    }

    /// The railroad through these hexes.
    pub fn rail(self, hexes: &str) -> Self {
        self.through("railroad", hexes)
    }

    /// Features of a hexside, with the river's name if there is one: "1002/1003 river bridge".
    pub fn side(mut self, text: &str) -> Self {
        let (between, features) = text.split_once(' ').unwrap();
        let features: Vec<String> = features.split(' ').map(|word| format!("\"{word}\"")).collect();
        let (features, wet) = (features.join(", "), features.iter().any(|word| word.contains("river")));
        let river = if wet { "values = { river = \"Duck\" }\n" } else { "" };
        writeln!(self.rest, "[[side]]\nbetween = \"{between}\"\nfeatures = [{features}]\n{river}").unwrap();
        self
    }

    /// Text of the board file.
    pub fn text(mut self, text: &str) -> Self {
        self.rest.push_str(text);
        self
    }

    /// Things on the map: "us sp 3 1004", "cs fort 1 1005", "us control 1004", "cs militia TN 1010", "cs arsenal 2 1003".
    pub fn with(mut self, things: &[&str]) -> Self {
        for thing in things {
            let words: Vec<&str> = thing.split_whitespace().collect();
            let [side, kind, .., at] = words[..] else { panic!("{thing}") };
            let detail = match kind {
                "sp" => "strength",
                "fort" => "level",
                "arsenal" => "bp",
                "militia" => "state",
                _ => "",
            };
            let value = |text: &str| match text.parse() {
                Ok(number) => Value::Number(number),
                Err(_) => Value::Text(text.to_owned()),
            };
            let given = words[2..words.len() - 1].iter();
            self.units.push(Unit {
                id: format!("{side}-{at}-{kind}"),
                name: String::new(),
                side: side.to_owned(),
                kind: kind.to_owned(),
                formation: String::new(),
                attributes: given
                    .map(|text| Attribute { name: detail.to_owned(), value: value(text) })
                    .collect(),
                place: Some(place(at)),
            });
        }
        self
    }

    /// A fact of the scenario.
    pub fn fact(mut self, name: &str, value: &str) -> Self {
        let value = match value.parse() {
            Ok(number) => Value::Number(number),
            Err(_) => Value::Text(value.to_owned()),
        };
        self.facts.retain(|fact| fact.name != name);
        self.facts.push(Attribute { name: name.to_owned(), value });
        self
    }

    fn board(&self) -> String {
        let mut text = String::from(
            "id = \"war\"\ntitle = \"A field\"\nsource = \"Invented for the tests.\"\n[hexes]\ngrid = \"pointy\"\n\
             shifted = \"even\"\nids = \"row-column\"\nfirst = \"1001\"\nterrain = \"\"\"\n",
        );
        for _ in 0..self.rows {
            text.push_str(&".".repeat(self.columns.into()));
            text.push('\n');
        }
        text.push_str("\"\"\"\nkey = { \".\" = [] }\n");
        for row in 10..10 + self.rows {
            for column in 1..=self.columns {
                let id = format!("{row}{column:02}");
                let given = self.hexes.iter().rfind(|(hex, ..)| *hex == id);
                let usual = (String::new(), ", states = \"TN\"".to_owned());
                let (features, values) =
                    given.map_or(usual, |(_, features, values)| (features.clone(), values.clone()));
                writeln!(
                    text,
                    "[[hex]]\nid = \"{id}\"\nfeatures = [{features}]\nvalues = {{ theater = \"W\"{values} }}"
                )
                .unwrap();
            }
        }
        text.push_str(&self.rest);
        text
    }

    /// The position.
    #[track_caller]
    pub fn game(self) -> Laid {
        let text = self.board();
        let board =
            BoardFile::parse(&text, "board.toml").unwrap_or_else(|problem| panic!("{problem}\n{text}"));
        let setup = Setup {
            facts: self.facts,
            seats: vec!["us".to_owned(), "cs".to_owned()],
            options: Vec::new(),
            rules: Vec::new(),
        };
        laid(Position { boards: vec![board.board], roster: self.units, setup, in_force: Default::default() })
    }
}

/// A game that is laid out.
#[track_caller]
pub fn laid(position: Position) -> Laid {
    let world = World::read(&position).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    let game = UsCivilWar::start(Shared::new(world), &position);
    Laid(game.unwrap_or_else(|refusal| panic!("{}", refusal.reason)))
}

/// A game, asked by the numbers of hexes.
pub struct Laid(pub UsCivilWar);

impl Laid {
    #[track_caller]
    pub fn at(&self, id: &str) -> Space {
        self.0.world.find(id).unwrap_or_else(|| panic!("there is no space {id}"))
    }

    /// Those of the hexes for which something holds.
    pub fn those(&self, hexes: &str, holds: impl Fn(Space) -> bool) -> String {
        let held = hexes.split_whitespace().filter(|id| holds(self.at(id)));
        held.collect::<Vec<_>>().join(" ")
    }
}
