//! A table that is acted: a board, a view, a decision and a log as a module would give them, answered by a line
//! without a module behind it. The window's tests play on it.

#![allow(dead_code, unused_imports, reason = "each test uses what it needs of the stage")]

mod blocks;
pub mod cities;
pub mod country;
mod line;
mod log;
mod parley;
mod shelf;
pub mod war;
pub mod workbench;

pub use blocks::{blocks, blocks_going, blocks_written};
pub use line::Acted;
pub use log::log;
pub use parley::parley;
pub use shelf::{Shelf, saved};

use muster_app::board::chart::Chart;
use muster_app::catalogue::*;
use muster_board::file::BoardFile;
use muster_contract::*;
use muster_table::messages::*;
use std::sync::Arc;

// Hexes are counted from where the fighting is, not from the board's corner.
fn hex(c: i32, r: i32) -> String {
    format!("{:02}{:02}", c + 8, r + 5)
}

fn file() -> BoardFile {
    let text = include_str!("board.toml");
    BoardFile::parse(text, "board.toml").expect("the board of Shiloh is read by its own tests")
}

/// The board.
pub fn board() -> Board {
    file().board
}

/// The board's chart, with the particulars of its picture.
pub fn chart() -> Arc<Chart> {
    let file = file();
    Arc::new(Chart::of(&file.board, &file.picture))
}

#[allow(clippy::too_many_arguments)]
fn unit(
    id: &str,
    side: &str,
    symbol: &str,
    c: i32,
    r: i32,
    facing: Option<u8>,
    formation: &str,
    spent: bool,
) -> UnitView {
    let mut name: String = id.into();
    name[..1].make_ascii_uppercase();
    UnitView {
        id: format!("{side}-{id}"),
        side: Some(side.into()),
        place: Place { space: hex(c, r), edge: None, facing, slot: None, carrier: None },
        face: Some(UnitFace {
            name: if symbol == "general" { format!("General {name}") } else { format!("{name}’s brigade") },
            label: name,
            symbol: symbol.into(),
            formation: formation.into(),
            strength: None,
            spent,
            marks: if matches!(id, "hildebrand" | "cleburne") {
                vec!["heavy casualties".into()]
            } else {
                vec![]
            },
            attributes: if symbol == "general" {
                vec![Attribute { name: "stars".into(), value: Value::Number(3) }]
            } else {
                vec![Attribute { name: "move".into(), value: Value::Text("2 hexes".into()) }]
            },
            concealed_to_others: false,
        }),
    }
}

/// What everybody sees.
pub fn view() -> View {
    let mut units = Vec::new();
    for (id, c, r) in [
        ("mcDowell", 2, 7),
        ("buckland", 3, 7),
        ("hildebrand", 4, 8),
        ("taylor", 4, 7),
        ("peabody", 6, 8),
        ("miller", 8, 8),
        ("raith", 5, 6),
        ("marsh", 4, 5),
        ("sweeny", 7, 5),
        ("tuttle", 8, 6),
        ("williams", 9, 6),
        ("stuart", 10, 7),
    ] {
        let symbol = if id == "taylor" { "artillery" } else { "infantry" };
        units.push(unit(
            id,
            "us",
            symbol,
            c,
            r,
            Some(6),
            ["First", "Second", "Fifth"][(c % 3) as usize],
            false,
        ));
    }
    for (id, c, r) in [("sherman", 4, 7), ("prentiss", 7, 7), ("mcClernand", 5, 5), ("hurlbut", 9, 5)] {
        units.push(unit(id, "us", "general", c, r, None, "Fifth", false));
    }
    units.push(unit("train", "us", "train", 9, 3, None, "", false));
    for (id, c, r, spent) in [
        ("pond", 2, 9, true),
        ("cleburne", 3, 9, true),
        ("wood", 5, 10, false),
        ("gladden", 8, 9, true),
        ("chalmers", 9, 9, true),
        ("shaver", 6, 10, false),
        ("russell", 3, 11, true),
        ("stewart", 4, 11, true),
        ("jackson", 9, 10, true),
    ] {
        units.push(unit(
            id,
            "cs",
            "infantry",
            c,
            r,
            Some(0),
            ["III Corps", "II Corps"][(c % 2) as usize],
            spent,
        ));
    }
    units.push(unit("swett", "cs", "artillery", 7, 11, Some(0), "III Corps", false));
    units.push(unit("forrest", "cs", "cavalry", 1, 10, Some(1), "III Corps", false));
    units.push(unit("hardee", "cs", "general", 5, 11, None, "III Corps", false));
    units.push(unit("bragg", "cs", "general", 10, 9, None, "II Corps", false));
    let mut hidden = unit("hidden", "us", "infantry", 11, 8, None, "", false);
    hidden.face = None;
    units.push(hidden);
    let row = |title: &str, note: &str, die, points, left, current| PanelRow {
        title: title.into(),
        note: note.into(),
        unit: Some("cs-hardee".into()),
        side: None,
        die: Some(Die { sides: 6, face: die, counts: false }),
        points,
        left,
        figure: String::new(),
        current,
    };
    let score = |side: &str, title: &str| PanelRow {
        title: title.into(),
        note: "1 brigade with heavy casualties".into(),
        unit: None,
        side: Some(side.into()),
        die: None,
        points: 0,
        left: 0,
        figure: "1".into(),
        current: false,
    };
    View {
        phases: Vec::new(),
        turn: TurnStatus {
            number: 3,
            of: 20,
            title: "Turn 3".into(),
            clock: "8.30 a.m.".into(),
            phase: "move".into(),
            active: Some("cs".into()),
        },
        units,
        markers: vec![Marker {
            kind: "entrenchments".into(),
            place: Place { space: hex(10, 7), edge: None, facing: None, slot: None, carrier: None },
            side: Some("us".into()),
            label: String::new(),
        }],
        tracks: vec![],
        cards: vec![],
        panels: vec![
            Panel {
                id: "points".into(),
                title: "Activation points".into(),
                citation: None,
                rows: vec![
                    row("A. S. Johnston", "any unit", 4, 4, 4, false),
                    row("Hardee", "III Corps", 4, 4, 2, true),
                    row("Bragg", "II Corps", 5, 5, 0, false),
                    row("Polk", "I Corps", 2, 2, 0, false),
                    row("Breckinridge", "Reserve", 1, 1, 1, false),
                ],
            },
            Panel {
                id: "victory".into(),
                title: "Victory points".into(),
                citation: Some("V1".into()),
                rows: vec![score("us", "Union"), score("cs", "Confederate")],
            },
        ],
        reports: Vec::new(),
        arrows: Vec::new(),
        status: vec![],
        open_board: None,
    }
}

/// The module.
pub fn description() -> Description {
    let side = |id: &str, name: &str, aim: &str| Side {
        id: id.into(),
        name: name.into(),
        livery: id.into(),
        aim: aim.into(),
    };
    let phase = |id: &str, title: &str, citation: &str| Phase {
        id: id.into(),
        title: title.into(),
        citation: citation.into(),
        depth: 0,
    };
    let kind = |id: &str, title: &str| UnitKind { id: id.into(), title: title.into(), symbol: id.into() };
    Description {
        title: "Brigade".into(),
        summary: "A brigade a counter.".into(),
        sides: vec![
            side("us", "Union", "Holds the Landing until dark."),
            side("cs", "Confederate", "Takes the Landing, or breaks the Union army."),
        ],
        options: vec![RuleOption {
            id: "night".into(),
            title: "The second day".into(),
            text: "Buell arrives and the battle goes on.".into(),
            citation: "O1".into(),
            default: Value::Flag(false),
            values: Vec::new(),
        }],
        phases: vec![
            phase("roll", "Roll activation dice", "C1"),
            phase("move", "Move", "D"),
            phase("bombard", "Bombard", "E1"),
            phase("combat-us", "Combat: Union", "F1"),
            phase("combat-cs", "Combat: Confederate", "F6"),
            phase("other", "Union army active", "B1"),
        ],
        kinds: vec![kind("infantry", "infantry"), kind("artillery", "artillery"), kind("general", "general")],
        overlays: vec![OverlayInfo {
            id: "zones".into(),
            title: "Enemy fire zones".into(),
            key: "f".into(),
            needs_focus: false,
        }],
        policies: vec![Policy {
            id: "classic".into(),
            title: "the classic opponent".into(),
            note: "Plays as the original did.".into(),
            told: None,
        }],
        ..Description::blank()
    }
}

fn choice(id: &str, target: Target, role: ChoiceRole) -> Choice {
    Choice { id: id.into(), target, role }
}

const LEGAL: [(i32, i32); 9] = [(5, 9), (6, 9), (7, 10), (5, 10), (6, 11), (5, 11), (7, 9), (4, 10), (4, 9)];

/// What the Confederate may choose.
pub fn decision() -> Decision {
    let mut choices: Vec<Choice> = LEGAL
        .iter()
        .map(|(c, r)| choice(&format!("go {}", hex(*c, *r)), Target::Space(hex(*c, *r)), ChoiceRole::Act))
        .collect();
    choices.push(choice("take wood", Target::Unit("cs-wood".into()), ChoiceRole::Act));
    choices.push(choice("take swett", Target::Unit("cs-swett".into()), ChoiceRole::Act));
    choices.extend(
        [0u8, 2, 4, 6, 8, 10].map(|f| choice(&format!("face {f}"), Target::Facing(f), ChoiceRole::Act)),
    );
    choices.push(choice("end", Target::Button("end".into()), ChoiceRole::Finish));
    choices.push(choice("back", Target::Button("back".into()), ChoiceRole::Cancel));
    Decision {
        seat: 1,
        side: "cs".into(),
        kind: "move".into(),
        prompt: "Move Shaver’s brigade: choose a lit hex, or turn to a corner.".into(),
        citation: "D1, D3".into(),
        frame: vec!["Turn 3".into(), "General Hardee".into()],
        focus: Some(Target::Unit("cs-shaver".into())),
        picked: Vec::new(),
        waits: true,
        secret: None,
        choices,
    }
}

/// What the Confederate may choose at any time.
pub fn enough() -> Decision {
    Decision {
        seat: 1,
        side: "cs".into(),
        kind: "enough".into(),
        prompt: "Have you had enough?".into(),
        citation: "V4".into(),
        frame: vec![],
        focus: None,
        picked: Vec::new(),
        waits: false,
        secret: None,
        choices: vec![choice("yield", Target::Button("yield".into()), ChoiceRole::Standing)],
    }
}

fn details() -> Vec<ChoiceDetails> {
    let place = |id: &str| Place { space: id.into(), edge: None, facing: None, slot: None, carrier: None };
    let line = |text: &str, cite: &str| Line { text: text.into(), citation: Some(cite.into()) };
    decision()
        .choices
        .iter()
        .map(|c| {
            let mut d = ChoiceDetails {
                id: c.id.clone(),
                label: c.id.clone(),
                cost: String::new(),
                consequences: vec![],
                path: vec![],
                warning: None,
            };
            match &c.target {
                Target::Space(id) => {
                    d.label = format!("Move to {id}");
                    d.cost = "2 pips".into();
                    d.consequences = vec![
                        line("Shaver moves 1 hex and stops here.", "D3"),
                        line("Adjacent to Peabody: must face him.", "D1"),
                        line("Peabody fires first, then Shaver.", "F1"),
                    ];
                    d.path = vec![place("1415"), place(id)];
                }
                Target::Facing(f) => d.label = format!("Face {f}"),
                _ if c.id == "end" => {
                    d.label = "End moves".into();
                    d.warning = Some("Wood and Swett can still move. End all moves?".into());
                }
                _ if c.id == "back" => d.label = "Put Shaver back".into(),
                Target::Unit(id) => d.label = format!("Move {id} instead"),
                _ => {}
            }
            d
        })
        .collect()
}

/// How the table stands.
pub fn standing() -> Standing {
    let seat = |seat, side: &str, holder, waited_for| SeatStanding {
        seat,
        name: String::new(),
        holder,
        side: side.into(),
        waited_for,
        draft: None,
        revision: Some(1),
    };
    Standing {
        module: "brigade".into(),
        version: "0.1.0".into(),
        scenario: "Shiloh".into(),
        revision: 4,
        steps: 61,
        seats: vec![seat(0, "us", Holder::Bot(BotKind::Regular), false), seat(1, "cs", Holder::Human, true)],
        group: None,
        outcome: None,
        paused: None,
        marks: vec![],
        journal: None,
        strict_undo: false,
        pace: 600,
        rules: vec![],
        before: None,
        revised: false,
    }
}

/// The same for one who writes modules and rules.
pub fn workshop(line: Acted) -> OpenTable {
    OpenTable { tools: Some(Box::new(workbench::Kept::default())), ..table(line) }
}

/// How a table stands whose game is over.
pub fn over() -> Standing {
    let outcome = muster_contract::Outcome {
        winner: Some("us".into()),
        degree: "decisive".into(),
        reasons: vec![Line { text: "The Landing is held.".into(), citation: Some("13.4".into()) }],
    };
    Standing { outcome: Some(outcome), ..standing() }
}

/// Five scores of each side.
pub fn best() -> Vec<ScoreLine> {
    let of = |side: &str, first: i32| {
        let side = side.to_owned();
        (0..5).map(move |place| ScoreLine {
            side: side.clone(),
            score: first - 70 * place,
            who: "Player 1".into(),
            about: "Shiloh, won (decisive), 2026-11-23".into(),
            now: place == 1,
        })
    };
    of("us", 410).chain(of("cs", 260)).collect()
}

/// A table whose game is over and counted, with a note.
pub fn scored(note: &str) -> OpenTable {
    let (sender, scores) = std::sync::mpsc::channel();
    sender.send(ScoreSheet { lines: best(), note: note.into() }).expect("somebody listens");
    OpenTable { scores: Some(scores), ..table(Acted::of(over())) }
}

/// An open table on a line.
pub fn table(line: Acted) -> OpenTable {
    let rule = |id: &str, title: &str| {
        Section { id: id.into(), title: title.into(), text: "What has to be known of it, in a sentence or two that are long enough to be wrapped over more than one line of the sheet.".into() }
    };
    OpenTable {
        line: Box::new(line),
        description: description(),
        boards: vec![(board(), chart())],
        title: "Shiloh".into(),
        subtitle: "Brigade  ·  6 April 1862".into(),
        eyes: vec![1],
        rules: vec![
            rule("C1", "Activation"),
            rule("C2", "Pips"),
            rule("D1", "Movement"),
            rule("D3", "Stops"),
            rule("F1", "Combat"),
        ],
        notes: vec![],
        tools: None,
        keeper: None,
        scores: None,
        begun: false,
    }
}
