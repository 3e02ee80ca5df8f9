//! A made-up moment of a game of areas: long blocks at their approaches, bars of every kind, an assault.

use super::{Acted, description, standing};
use muster_app::board::chart::Chart;
use muster_app::catalogue::OpenTable;
use muster_board::file::BoardFile;
use muster_contract::*;
use muster_table::messages::Request;
use std::sync::Arc;

const BOARD: &str = r#"
id = "heights"
title = "The heights"
source = "Invented for this test."
extent = [[0, 0], [6.4, 5.2]]
values = { metres-per-unit = 500 }

[[area]]
id = "11"
outline = [[0.2, 0.2], [2.6, 0.2], [2.5, 2.0], [0.2, 2.2]]
features = ["us-setup"]
values = { capacity = 5 }

[[area]]
id = "12"
title = "Long Hill"
outline = [[2.6, 0.2], [4.8, 0.2], [4.4, 2.1], [2.5, 2.0]]
values = { capacity = 4 }

[[area]]
id = "13"
outline = [[0.2, 2.2], [2.5, 2.0], [3.0, 3.6], [0.2, 3.8]]
values = { capacity = 6 }

[[area]]
id = "14"
outline = [[2.5, 2.0], [4.4, 2.1], [6.2, 3.2], [3.0, 3.6]]
values = { capacity = 3 }

[[area]]
id = "15"
outline = [[4.8, 0.2], [6.2, 0.2], [6.2, 3.2], [4.4, 2.1]]
values = { capacity = 3 }

[[box]]
id = "reserve"
title = "Still to come"
at = [2.0, 4.6]
size = [3.4, 0.9]

[[edge]]
a = "11"
b = "12"
features = ["wide"]
forward = { infantry = 1, cavalry = 1 }

[[edge]]
a = "11"
b = "13"
features = ["wide", "restricted"]
forward = { artillery = 1, obstructed = true }
backward = { cavalry = 2 }

[[edge]]
a = "12"
b = "14"

[[edge]]
a = "13"
b = "14"
features = ["impassable"]

[[edge]]
a = "12"
b = "15"
forward = { infantry = 2 }

[[edge]]
a = "14"
b = "15"
features = ["restricted"]

[[shape]]
kind = "hill"
outline = [[3.0, 0.6], [4.3, 0.6], [4.2, 1.6], [2.9, 1.7]]

[[line]]
feature = "river"
title = "Cold Run"
rank = 2
course = [[0.2, 2.2], [2.5, 2.0], [3.0, 3.6]]
"#;

fn unit(id: &str, side: &str, at: (&str, Option<&str>), seen: Option<(&str, u8)>) -> UnitView {
    UnitView {
        id: id.into(),
        side: Some(side.into()),
        place: Place {
            space: at.0.into(),
            edge: at.1.map(Into::into),
            facing: None,
            slot: None,
            carrier: None,
        },
        face: seen.map(|(symbol, strength)| UnitFace {
            name: format!("The {id} ({strength})"),
            label: id.into(),
            symbol: symbol.into(),
            formation: String::new(),
            strength: Some(strength),
            spent: id == "fifth",
            marks: if id == "guns" { vec!["ranging".into()] } else { vec![] },
            attributes: vec![],
            concealed_to_others: side == "us" && id != "first",
        }),
    }
}

fn view() -> View {
    let front = Some("11/12");
    let marker = |kind: &str, space: &str, edge: Option<&str>, side: Option<&str>, label: &str| Marker {
        kind: kind.into(),
        place: Place {
            space: space.into(),
            edge: edge.map(Into::into),
            facing: None,
            slot: None,
            carrier: None,
        },
        side: side.map(Into::into),
        label: label.into(),
    };
    let mark = |side: Option<&str>, value: i32| TrackMark {
        side: side.map(Into::into),
        value,
        label: "here".into(),
    };
    let card = |id: &str, figure: &str, pile: &str| CardView {
        id: id.into(),
        pile: pile.into(),
        side: Some("us".into()),
        face: (!figure.is_empty()).then(|| Line { text: format!("Worth {figure}"), citation: None }),
        figure: figure.into(),
    };
    let hours = ["6am", "7am", "8am", "9am", "10am"].map(String::from).to_vec();
    View {
        turn: TurnStatus {
            number: 4,
            of: 5,
            title: "9am, Union turn".into(),
            clock: "9am".into(),
            phase: "move".into(),
            active: Some("us".into()),
        },
        phases: Vec::new(),
        units: vec![
            unit("first", "us", ("11", front), Some(("infantry", 3))),
            unit("second", "us", ("11", front), Some(("infantry", 2))),
            unit("guns", "us", ("11", front), Some(("artillery", 1))),
            unit("fifth", "us", ("11", None), Some(("cavalry", 2))),
            unit("broken", "us", ("13", None), Some(("infantry", 0))),
            unit("?1", "cs", ("12", front), None),
            unit("seen", "cs", ("12", front), Some(("infantry", 2))),
            unit("?2", "cs", ("12", None), None),
            unit("?3", "cs", ("12", None), None),
            unit("?4", "cs", ("14", None), None),
            unit("waits", "us", ("reserve", None), Some(("infantry", 1))),
            unit("also", "us", ("reserve", None), Some(("artillery", 1))),
        ],
        markers: vec![
            marker("objective", "14", None, Some("us"), ""),
            marker("entry", "15", None, Some("cs"), ""),
            marker("cube", "15", None, Some("cs"), "3"),
            marker("road-cube", "12", Some("12/14"), Some("us"), "a road"),
            marker("fought", "12", Some("12/15"), None, ""),
            marker("bombarded", "11", Some("11/13"), None, ""),
            marker("ranging", "11", front, Some("us"), ""),
            marker("stormed", "13", None, None, ""),
        ],
        tracks: vec![
            Track {
                id: "time".into(),
                title: "Time".into(),
                first: 1,
                last: 5,
                labels: hours,
                marks: vec![mark(Some("us"), 4)],
                citation: None,
            },
            Track {
                id: "morale".into(),
                title: "Morale".into(),
                first: 0,
                last: 20,
                labels: Vec::new(),
                marks: vec![mark(Some("us"), 12), mark(Some("cs"), 12), mark(Some("cs"), 17)],
                citation: None,
            },
        ],
        cards: vec![
            card("a", "0", "hand"),
            card("b", "1", "hand"),
            card("c", "1", "discard"),
            card("d", "", "deck"),
        ],
        panels: vec![],
        reports: Vec::new(),
        arrows: Vec::new(),
        status: vec![],
        open_board: None,
    }
}

fn decision() -> Decision {
    let choice = |id: &str, target: Target, role| Choice { id: id.into(), target, role };
    Decision {
        seat: 0,
        side: "us".into(),
        kind: "move".into(),
        prompt: "Who leads the assault?".into(),
        citation: "8.2".into(),
        frame: vec!["Assault over 11/12".into()],
        focus: Some(Target::Edge("11/12".into())),
        picked: vec![Target::Unit("first".into())],
        waits: true,
        secret: None,
        choices: vec![
            choice("also second", Target::Unit("second".into()), ChoiceRole::Act),
            choice("to 13", Target::Edge("11/13".into()), ChoiceRole::Act),
            choice("back", Target::Button("back".into()), ChoiceRole::Cancel),
        ],
    }
}

/// The table, with the Union at the screen.
pub fn blocks() -> OpenTable {
    blocks_written().0
}

/// The same, with what is sent.
pub fn blocks_written() -> (OpenTable, Arc<std::sync::Mutex<Vec<Request>>>) {
    asked(decision())
}

/// The same where one of these areas is to be chosen.
pub fn blocks_going(areas: &[&str]) -> OpenTable {
    let go = |area: &&str| Choice {
        id: format!("go {area}"),
        target: Target::Space((*area).into()),
        role: ChoiceRole::Act,
    };
    asked(Decision { focus: None, picked: vec![], choices: areas.iter().map(go).collect(), ..decision() }).0
}

fn asked(decision: Decision) -> (OpenTable, Arc<std::sync::Mutex<Vec<Request>>>) {
    let file = BoardFile::parse(BOARD, "heights.toml").unwrap_or_else(|problem| panic!("{problem:?}"));
    let chart = Arc::new(Chart::of(&file.board, &file.picture));
    let mut seats = standing();
    seats.seats.iter_mut().for_each(|s| s.holder = muster_table::messages::Holder::Human);
    let line = Acted {
        decisions: Some(vec![decision]),
        view: Some(view()),
        standing: Some(seats),
        ..Acted::default()
    };
    let sent = line.sent.clone();
    let table = OpenTable {
        line: Box::new(line),
        description: Description { overlays: vec![], pieces: PieceForm::LongBlocks, ..description() },
        boards: vec![(file.board, chart)],
        title: "The heights".into(),
        subtitle: "Blocks".into(),
        eyes: vec![0],
        rules: vec![],
        notes: vec![],
        tools: None,
        keeper: None,
        scores: None,
        begun: false,
    };
    (table, sent)
}
