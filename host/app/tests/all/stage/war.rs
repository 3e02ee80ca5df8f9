//! A made-up moment of a war on a map of a theatre: step blocks, a battle on a board of its own with its clock, dice and
//! panels; swamps, ridges, gaps, sea lanes and the signs of places around it.

use super::{Acted, description, log, standing};
use muster_app::board::chart::Chart;
use muster_app::catalogue::OpenTable;
use muster_board::file::BoardFile;
use muster_contract::*;
use muster_table::messages::{Holder, LogItem};
use std::sync::Arc;

const MAP: &str = r#"
id = "coast"
title = "The coast"
source = "Invented for this test."

[hexes]
grid = "pointy"
shifted = "odd"
terrain = """
. . w . . . . ~
 . . w w . . . ~
. . . w . . . ~
 . . . . . . . ~
. . . . . . . ~
 . . . . . . . ~
. . . . . . . ~
 . . . . . . . ~
"""

[[hex]]
id = "0303"
title = "Ferry"
features = ["town", "major-town", "us-supply"]

[[hex]]
id = "0404"
title = "Crossing"
features = ["town", "fortress"]

[[hex]]
id = "0205"
title = "Capital"
features = ["town", "fortress", "cs-capital"]

[[hex]]
id = "0705"
title = "Haven"
features = ["town", "major-port"]

[[hex]]
id = "0602"
title = "Landing"
features = ["port"]

[[line]]
feature = "river"
title = "Broad River"
along = "<0103/0104 0103/0204 0203/0204 0203/0304 0303/0304 0303/0404"

[[line]]
feature = "railroad"
title = "Coast railroad"
rank = 3
through = "0102 0202 0203 0303 0404 0405 0505 0605 0705"

[[side]]
between = "0203/0204"
features = ["bridge"]

[[side]]
between = "0205/0206"
features = ["steep"]

[[side]]
between = "0205/0306"
features = ["steep", "gap"]

[[side]]
between = "0305/0306"
features = ["steep"]

[[side]]
between = "0505/0506"
features = ["marsh"]

[[side]]
between = "0505/0606"
features = ["marsh"]

[[box]]
id = "bay"
title = "The bay"
at = [7.2, 3.6]
size = [0.9, 0.6]
features = ["sea"]

[[edge]]
a = "bay"
b = "0705"
features = ["sea-lane"]

[[edge]]
a = "bay"
b = "0602"
features = ["sea-lane"]
"#;

const BATTLE: &str = r#"
id = "battle"
title = "The battle"
source = "Invented for this test."
extent = [[0, 0], [6.1, 5.9]]

[[box]]
id = "north"
title = "Their line"
at = [1.5, 1.35]
size = [2.9, 2.6]
values = { side = "cs", front = "south" }

[[box]]
id = "north-wood"
title = "Their wood"
at = [4.5, 1.35]
size = [2.9, 2.6]
values = { side = "cs", front = "south" }

[[box]]
id = "south"
title = "Our line"
at = [1.5, 4.45]
size = [2.9, 2.6]
values = { side = "us", front = "north" }

[[box]]
id = "south-mill"
title = "Our mill"
at = [4.5, 4.45]
size = [2.9, 2.6]
values = { side = "us", front = "north" }

[[line]]
feature = "fence"
course = [[0.1, 2.9], [5.9, 2.9]]
"#;

fn unit(id: &str, side: &str, space: &str, seen: Option<(&str, u8, i32)>) -> UnitView {
    let value = |name: &str, value: Value| Attribute { name: name.into(), value };
    UnitView {
        id: id.into(),
        side: Some(side.into()),
        place: Place { space: space.into(), edge: None, facing: None, slot: None, carrier: None },
        face: seen.map(|(symbol, strength, steps)| UnitFace {
            name: format!("The {id}"),
            label: id.into(),
            symbol: symbol.into(),
            formation: String::new(),
            strength: Some(strength),
            spent: id == "weary",
            marks: match id {
                "hurt" => vec!["half a hit".into()],
                "shaken" => vec!["disrupted".into()],
                "chief" => vec!["active".into()],
                "fast" => vec!["force march".into()],
                _ => vec![],
            },
            attributes: vec![
                value("steps", Value::Number(steps)),
                value(
                    "firepower",
                    match symbol {
                        "artillery" => Value::Text("1/3".into()),
                        _ => Value::Number(2),
                    },
                ),
                value("stars", Value::Number(3)),
                value("command", Value::Number(1)),
            ],
            concealed_to_others: side == "us" && id != "hurt",
        }),
    }
}

fn panel(id: &str, title: &str, rows: Vec<PanelRow>) -> Panel {
    Panel { id: id.into(), title: title.into(), citation: None, rows }
}

fn row(title: &str, note: &str, side: Option<&str>, figure: &str, (points, left): (u8, u8)) -> PanelRow {
    PanelRow {
        title: title.into(),
        note: note.into(),
        unit: None,
        side: side.map(Into::into),
        die: None,
        points,
        left,
        figure: figure.into(),
        current: false,
    }
}

/// The board that is open, with all that can stand beside it.
pub fn open() -> OpenBoard {
    let hours = ["Dawn", "Noon", "Dusk", "Night"];
    let hour = |title: &str, side: &str| ClockHour {
        title: title.into(),
        side: Some(side.into()),
        dark: title == "Night",
    };
    OpenBoard {
        board: "battle".into(),
        title: "Battle of Crossing".into(),
        note: "hex 0404, a fortress; the north attacks from 0303".into(),
        at: Some("0404".into()),
        clock: Some(Clock {
            title: "Noon, Union turn".into(),
            note: "day 1".into(),
            citation: Some("6.8".into()),
            hours: hours.iter().flat_map(|title| [hour(title, "us"), hour(title, "cs")]).collect(),
            now: 2,
        }),
        notes: vec![SpaceNote { space: "north".into(), text: "engaged".into() }],
        panels: vec![
            panel("limits", "Retreat, reinforce", vec![row("0303", "Ferry", None, "3, 2", (0, 0))]),
            panel(
                "steps",
                "Steps on the field",
                vec![
                    row("Union", "", Some("us"), "14", (24, 14)),
                    row("Confederate", "and 2 concealed blocks", Some("cs"), "5", (24, 5)),
                ],
            ),
        ],
    }
}

/// What the Union sees.
pub fn view() -> View {
    View {
        turn: TurnStatus {
            number: 4,
            of: 0,
            title: "Spring".into(),
            clock: "day 1, noon".into(),
            phase: "combat".into(),
            active: Some("us".into()),
        },
        phases: Vec::new(),
        units: vec![
            unit("?1", "cs", "0205", None),
            unit("?2", "cs", "0205", None),
            unit("?3", "cs", "0205", None),
            unit("here", "us", "0303", Some(("garrison", 2, 4))),
            unit("chief", "us", "0303", Some(("general", 3, 4))),
            unit("?4", "cs", "north", None),
            unit("seen", "cs", "north", Some(("infantry", 2, 4))),
            unit("brave", "us", "north", Some(("infantry", 3, 3))),
            unit("?5", "cs", "north-wood", None),
            unit("guns", "cs", "north-wood", Some(("artillery", 1, 3))),
            unit("weary", "us", "south", Some(("cavalry", 1, 2))),
            unit("hurt", "us", "south", Some(("infantry", 2, 3))),
            unit("shaken", "us", "south", Some(("infantry", 1, 3))),
            unit("battery", "us", "south-mill", Some(("artillery", 3, 4))),
            unit("fast", "us", "south-mill", Some(("garrison", 4, 4))),
        ],
        markers: vec![Marker {
            kind: "entrenchment".into(),
            place: Place { space: "north".into(), edge: None, facing: None, slot: None, carrier: None },
            side: Some("cs".into()),
            label: String::new(),
        }],
        tracks: vec![],
        cards: vec![],
        panels: vec![],
        reports: Vec::new(),
        arrows: Vec::new(),
        status: vec![],
        open_board: Some(open()),
    }
}

fn decision(choices: Vec<Choice>) -> Decision {
    Decision {
        seat: 0,
        side: "us".into(),
        kind: "combat".into(),
        prompt: "Which block moves or fires?".into(),
        citation: "6.5, 6.6".into(),
        frame: vec!["Battle of Crossing".into()],
        focus: None,
        picked: Vec::new(),
        waits: true,
        secret: None,
        choices,
    }
}

/// Choices that pick these units.
pub fn picks(units: &[&str]) -> Vec<Decision> {
    let pick = |id: &&str| Choice {
        id: format!("pick {id}"),
        target: Target::Unit((*id).into()),
        role: ChoiceRole::Act,
    };
    vec![decision(units.iter().map(pick).collect())]
}

/// Choices of these spaces.
pub fn goes(spaces: &[&str]) -> Vec<Decision> {
    let go = |id: &&str| Choice {
        id: format!("go {id}"),
        target: Target::Space((*id).into()),
        role: ChoiceRole::Act,
    };
    vec![decision(spaces.iter().map(go).collect())]
}

fn rolled() -> Vec<LogItem> {
    let dice = [2, 5, 1].map(|face| Die { sides: 6, face, counts: face < 3 }).to_vec();
    let mut log = log();
    if let Some(event) = log.last_mut().and_then(|item| item.events.first_mut()) {
        event.kind = EventKind::Rolled(Roll { reason: "fire".into(), dice });
        event.text = "The brave fire at F2: two hits".into();
    }
    if let Some(event) = log.last_mut().and_then(|item| item.events.last_mut()) {
        event.kind = EventKind::Lost;
        event.text = "The seen 4 to 2".into();
    }
    log
}

/// The line of the table, with these choices.
pub fn line(decisions: Vec<Decision>) -> Acted {
    let mut seats = standing();
    seats.seats.iter_mut().for_each(|s| s.holder = Holder::Human);
    Acted {
        decisions: Some(decisions),
        view: Some(view()),
        standing: Some(seats),
        log: Some(rolled()),
        ..Acted::default()
    }
}

/// The table on a line, with the Union at the screen.
pub fn war(line: Acted) -> OpenTable {
    let boards = [MAP, BATTLE].map(|text| {
        let file = BoardFile::parse(text, "war.toml").unwrap_or_else(|problem| panic!("{problem:?}"));
        let chart = Arc::new(Chart::of(&file.board, &file.picture));
        (file.board, chart)
    });
    let phase = |id: &str, title: &str, depth: u8| Phase {
        id: id.into(),
        title: title.into(),
        citation: "6".into(),
        depth,
    };
    let phases = vec![
        phase("move", "Moves", 0),
        phase("battles", "Battles", 0),
        phase("retreats", "Retreats", 1),
        phase("combat", "Combat", 1),
        phase("reinforce", "Reinforcements", 1),
        phase("supply", "Supply", 0),
    ];
    OpenTable {
        line: Box::new(line),
        description: Description { overlays: vec![], pieces: PieceForm::StepBlocks, phases, ..description() },
        boards: boards.to_vec(),
        title: "The coast".into(),
        subtitle: "Step blocks".into(),
        eyes: vec![0],
        rules: vec![],
        notes: vec![],
        tools: None,
        keeper: None,
        scores: None,
        begun: false,
    }
}
