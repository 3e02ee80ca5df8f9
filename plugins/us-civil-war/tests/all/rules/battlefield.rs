//! A small field for battles: 9 by 9 hexes of open country in Virginia, and what a test writes into it.

use muster_board::file::BoardFile;
use muster_contract::{Attribute, Event, Position, Setup, Unit, Value};
use muster_sdk::play::{Arranged, Play, resolution};
use muster_sdk::{Resolution, place};
use us_civil_war::battle::{Chances, Fought, Plan, Verdict};
use us_civil_war::reaction::Reaction;
use us_civil_war::retreat::Path;
use us_civil_war::state::{Escort, Ferried, March, Means, Post};
use us_civil_war::{General, Side, Space, UsCivilWar};

/// A game of which a test calls single functions.
pub struct Field {
    pub game: UsCivilWar,
    pub dice: Arranged,
    pub events: Vec<Event>,
}

impl Field {
    /// Each line is a hex ("0303 marsh TN", "0304 port waters=James"), a hexside ("0303/0304 river bridge railroad", of the James unless it says name=Ohio), a Coastal Fort of a port
    /// ("fort-x cs 0303"), an island ("isle"), or a unit: "cs 6 @0304 demoralized", "cs-lee 3* 2/4 @0304 cavalry", "us fort 2 @0304",
    /// "cs entrenchment @0304", "us control @0304", "cs militia VA @0304". Two generals are as good as their ratings, attack first.
    #[track_caller]
    pub fn of(lines: &[&str]) -> Self {
        Self::at(&position(lines))
    }

    /// A position before its first choice.
    #[track_caller]
    pub fn at(position: &Position) -> Self {
        let play: Play<UsCivilWar> = Play::create(position, Arranged::default());
        Self { game: play.game.state().clone(), dice: Arranged::default(), events: Vec::new() }
    }

    /// Calls what changes the game.
    pub fn run<R>(&mut self, what: impl FnOnce(&mut UsCivilWar, &mut Resolution<'_>) -> R) -> R {
        self.events.clear();
        what(&mut self.game, &mut resolution(&mut self.dice, &mut self.events))
    }

    /// The space of an id.
    #[track_caller]
    pub fn space(&self, id: &str) -> Space {
        self.game.world.find(id).unwrap_or_else(|| panic!("there is no {id}"))
    }

    pub fn name(&self, space: Space) -> &str {
        &self.game.world.space(space).id
    }

    pub fn names(&self, spaces: impl IntoIterator<Item = Space>) -> Vec<&str> {
        let mut names: Vec<&str> = spaces.into_iter().map(|space| self.name(space)).collect();
        names.sort_unstable();
        names
    }

    #[track_caller]
    pub fn general(&self, id: &str) -> General {
        self.game.world.general_named(id).unwrap_or_else(|| panic!("there is no {id}"))
    }

    pub fn post(&self, id: &str) -> Post {
        self.game.officers[self.general(id)].post
    }

    /// So many SPs of a side set out from a space with these generals, the first in command, and come to the next: "0304 sea" by
    /// water.
    #[track_caller]
    pub fn march(&mut self, side: Side, from: &str, sps: u8, generals: &[&str], to: &str) -> &mut Self {
        let (to, sea) = to.split_once(' ').map_or((to, false), |(to, _)| (to, true));
        let (at, entering) = (self.space(from), self.space(to));
        let force = self.game.take_off(side, at, sps);
        let generals: Vec<General> = generals.iter().map(|id| self.general(id)).collect();
        for &general in &generals {
            self.game.officers[general].post = Post::March;
        }
        self.game.march = Some(Box::new(March {
            side,
            at,
            from: None,
            origin: at,
            commander: generals.first().copied(),
            activated: generals.first().copied(),
            forced: false,
            fetched: false,
            lone: false,
            sps,
            demoralized: force.is_some_and(|force| force.demoralized),
            foraging: false,
            surrender: 0,
            allowance: 3,
            moves: 3,
            means: if sea { Means::Ocean } else { Means::Land },
            paid: 1,
            card: None,
            bold: true,
            assisted: false,
            escort: Escort::default(),
            ferried: Ferried::Nobody,
            entering: Some(entering),
            leaving: Vec::new(),
            retreated: Vec::new(),
            maneuvers: false,
            named: Vec::new(),
            foreseen: Vec::new(),
            arrived: Vec::new(),
        }));
        self
    }

    /// It enters another space from where it stands.
    #[track_caller]
    pub fn enters(&mut self, to: &str) -> &mut Self {
        let to = self.space(to);
        self.game.march.as_mut().expect("a march").entering = Some(to);
        self
    }

    /// Both sides' columns and modifiers: "5-6 +2, 1 +3".
    #[track_caller]
    pub fn lines(&self, plan: Plan) -> String {
        let sheet = self.game.sheet(plan).expect("a battle");
        let line =
            |line: &us_civil_war::battle::Line| format!("{} {:+}", line.column.label(), line.modifier());
        format!("{}, {}", line(&sheet.attacker), line(&sheet.defender))
    }

    /// What a side's roll is modified by, in words.
    #[track_caller]
    pub fn causes(&self, plan: Plan, attacker: bool) -> Vec<String> {
        let sheet = self.game.sheet(plan).expect("a battle");
        let line = if attacker { sheet.attacker } else { sheet.defender };
        let world = &self.game.world;
        let words = |one: &us_civil_war::battle::Modifier| {
            format!("{:+} {} ({})", one.value, one.label(world), one.section())
        };
        line.modifiers.iter().map(words).collect()
    }

    #[track_caller]
    pub fn chances(&self, plan: Plan) -> Chances {
        self.game.sheet(plan).expect("a battle").chances()
    }

    /// How often the attacker wins in whole per cent, cut off, as the rulebook prints it.
    #[track_caller]
    pub fn percent(&self, plan: Plan) -> u64 {
        let chances = self.chances(plan);
        chances.of(Verdict::Won) * 100 / chances.all
    }

    /// The battle is fought with these dice of attacker and defender.
    #[track_caller]
    pub fn fight(&mut self, plan: Plan, attack: &[u8], defense: &[u8]) -> Fought {
        self.dice.clear();
        self.dice.arrange(" attack at", attack).arrange(" defense at", defense);
        self.run(|game, resolution| game.fight(plan, resolution)).expect("a battle")
    }

    /// The paths of retreat: "0203 0103".
    pub fn retreats(&self, fought: &Fought) -> Vec<String> {
        let words = |path: &Path| {
            path.spaces().map(|space| self.name(space).to_owned()).collect::<Vec<_>>().join(" ")
        };
        let mut paths: Vec<String> = self.game.retreats(fought).iter().map(words).collect();
        paths.sort_unstable();
        paths
    }

    /// Reactions: "0203 +3".
    pub fn reactions(&self, list: impl IntoIterator<Item = Reaction>) -> Vec<String> {
        let words = |one: Reaction| match one.automatic {
            true => format!("{} free", self.name(one.space)),
            false => format!("{} {:+}", self.name(one.space), one.modifier),
        };
        let mut list: Vec<String> = list.into_iter().map(words).collect();
        list.sort_unstable();
        list
    }

    pub fn says(&self, text: &str) -> bool {
        self.events.iter().any(|event| event.text.contains(text))
    }

    pub fn sps(&self, side: Side, id: &str) -> u8 {
        self.game.sps(side, self.space(id))
    }

    pub fn is_demoralized(&self, id: &str) -> bool {
        self.game.spot(self.space(id)).force.is_some_and(|force| force.demoralized)
    }
}

const HEXES: &str = r#"
id = "field"
title = "A field"
source = "Invented for the tests."

[hexes]
grid = "pointy"
shifted = "even"
ids = "row-column"
terrain = """
.........
 .........
.........
 .........
.........
 .........
.........
 .........
.........
"""
key = { "." = { features = ["clear"], values = { states = "VA", theater = "E" } } }

[[hex]]
id = "0909"
features = ["town", "resource"]
values = { bp = 1 }
"#;

/// A position on the field.
#[track_caller]
pub fn position(lines: &[&str]) -> Position {
    let (mut board, mut roster) = (HEXES.to_owned(), Vec::new());
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        let first = words[0];
        if first.contains('/') {
            board.push_str(&side_of(first, &words[1..]));
        } else if first.starts_with(|letter: char| letter.is_ascii_digit()) {
            board.push_str(&hex_of(first, &words[1..]));
        } else if first.starts_with("fort-") {
            board.push_str(&fort_of(first, words[1], words[2]));
        } else if first.starts_with("isle") {
            board.push_str(&format!(
                "\n[[box]]\nid = \"{first}\"\nat = [20, 2]\nfeatures = [\"island\"]\nvalues = {{ theater = \"W\" }}\n"
            ));
        } else {
            roster.push(unit_of(&words, roster.len()));
        }
    }
    let board = BoardFile::parse(&board, "field.toml").unwrap_or_else(|problem| panic!("{problem}")).board;
    let setup = Setup {
        options: Vec::new(),
        facts: vec![number("turn", 5), number("cards", 0)],
        seats: vec!["us".to_owned(), "cs".to_owned()],
        rules: Vec::new(),
    };
    Position { boards: vec![board], roster, setup, in_force: Default::default() }
}

fn hex_of(id: &str, words: &[&str]) -> String {
    let states: Vec<&str> = words.iter().copied().filter(|word| word.len() == 2).collect();
    let mut values = Vec::new();
    if !states.is_empty() {
        values.push(format!("states = \"{}\"", states.join(" ")));
    }
    if words.contains(&"resource") {
        values.push("bp = 1".to_owned());
    }
    let given = words.iter().filter_map(|word| word.split_once('='));
    values.extend(given.map(|(name, value)| format!("{name} = \"{value}\"")));
    let features: Vec<String> = words
        .iter()
        .filter(|word| word.len() > 2 && !word.contains('='))
        .map(|word| format!("\"{word}\""))
        .collect();
    format!(
        "\n[[hex]]\nid = \"{id}\"\nfeatures = [{}]\nvalues = {{ {} }}\n",
        features.join(", "),
        values.join(", ")
    )
}

fn side_of(id: &str, words: &[&str]) -> String {
    let plain = words.iter().filter(|word| !word.contains('='));
    let features: Vec<String> = plain.map(|word| format!("\"{word}\"")).collect();
    let wet = words.iter().any(|word| word.contains("river"));
    let name = words.iter().find_map(|word| word.strip_prefix("name=")).unwrap_or("James");
    let values = if wet { format!("values = {{ river = \"{name}\" }}\n") } else { String::new() };
    format!("\n[[side]]\nbetween = \"{id}\"\nfeatures = [{}]\n{values}", features.join(", "))
}

fn fort_of(id: &str, side: &str, port: &str) -> String {
    format!(
        "\n[[box]]\nid = \"{id}\"\nat = [20, 0]\nfeatures = [\"coastal-fort\"]\nvalues = {{ start = \"{side}\", theater = \"E\", port = \"{port}\" }}\n\n[[edge]]\na = \"{id}\"\nb = \"{port}\"\nfeatures = [\"land-link\"]\nvalues = {{ cost = 1 }}\n"
    )
}

fn number(name: &str, value: i32) -> Attribute {
    Attribute { name: name.to_owned(), value: Value::Number(value) }
}

fn text(name: &str, value: impl Into<String>) -> Attribute {
    Attribute { name: name.to_owned(), value: Value::Text(value.into()) }
}

/// "cs 6 @0304 demoralized", "cs-lee 3* 2/4 @0304 cavalry".
#[track_caller]
fn unit_of(words: &[&str], count: usize) -> Unit {
    let side = &words[0][..2];
    let at = words.iter().find_map(|word| word.strip_prefix('@'));
    let is_general = words[0].len() > 2;
    let kind = match words[1] {
        _ if is_general => "general",
        "fort" | "entrenchment" | "control" | "militia" => words[1],
        _ => "sp",
    };
    let mut attributes = Vec::new();
    if is_general {
        let stars: i32 = words[1].trim_end_matches('*').parse().expect("stars");
        let (attack, defense) = words[2].split_once('/').expect("ratings");
        let marks: Vec<&str> = words[3..].iter().copied().filter(|word| !word.starts_with('@')).collect();
        attributes.push(text(&format!("rank-{stars}"), format!("{attack} {defense} 5 {}", marks.join(" "))));
        attributes.extend(at.map(|_| number("stars", stars)));
    }
    match kind {
        "sp" => {
            attributes.push(number("strength", words[1].parse().expect("SPs")));
            let marks = ["demoralized", "foraging"].into_iter().filter(|mark| words.contains(mark));
            attributes
                .extend(marks.map(|mark| Attribute { name: mark.to_owned(), value: Value::Flag(true) }));
        }
        "fort" => attributes.push(number("level", words[2].parse().expect("a level"))),
        "militia" => attributes.push(text("state", words[2])),
        _ => {}
    }
    Unit {
        id: if is_general { words[0].to_owned() } else { format!("{side}-{count}") },
        name: String::new(),
        side: side.to_owned(),
        kind: kind.to_owned(),
        formation: String::new(),
        attributes,
        place: at.map(place),
    }
}
