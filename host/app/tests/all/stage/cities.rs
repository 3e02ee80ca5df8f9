//! A made-up war on a map of points: cities, flags, orders as arrows, reports, and a sheet that was carried out.

use super::{Acted, description, standing};
use muster_app::board::chart::Chart;
use muster_app::catalogue::OpenTable;
use muster_board::file::BoardFile;
use muster_contract::*;
use muster_table::messages::*;
use std::sync::Arc;

fn file() -> BoardFile {
    BoardFile::parse(include_str!("cities.toml"), "cities.toml").expect("the cities are read")
}

fn at(space: &str) -> Place {
    Place { space: space.into(), edge: None, facing: None, slot: None, carrier: None }
}

fn army(name: &str, side: &str, space: &str, size: i32, marks: &[&str]) -> UnitView {
    let attributes = vec![
        Attribute { name: "size".into(), value: Value::Number(size) },
        Attribute { name: "rating".into(), value: Value::Number(6) },
        Attribute { name: "supply".into(), value: Value::Number(4) },
    ];
    UnitView {
        id: format!("{side}-{}", name.to_lowercase()),
        side: Some(side.into()),
        place: at(space),
        face: Some(UnitFace {
            name: format!("The army of {name}"),
            label: name.into(),
            symbol: "army".into(),
            formation: String::new(),
            strength: None,
            spent: false,
            marks: marks.iter().map(|mark| (*mark).to_owned()).collect(),
            attributes: if size > 0 { attributes } else { vec![] },
            concealed_to_others: false,
        }),
    }
}

const HOLDERS: [(&str, &str); 8] = [
    ("washington", "us"),
    ("baltimore", "us"),
    ("harpers-ferry", "us"),
    ("manassas", "cs"),
    ("fredericksburg", "cs"),
    ("richmond", "cs"),
    ("norfolk", "cs"),
    ("staunton", "cs"),
];

fn reports() -> Vec<Report> {
    let column = |title: &str, note: &str| TableColumn { title: title.into(), note: note.into() };
    let board = file().board;
    let rows = board.spaces.iter().map(|space| {
        let worth = space.values.iter().find(|value| value.name == "worth").map(|value| value.value.clone());
        let side = HOLDERS.iter().find(|(city, _)| *city == space.id).map(|(_, side)| (*side).to_owned());
        TableRow {
            target: Some(Target::Space(space.id.clone())),
            cells: vec![
                Value::Text(space.title.clone()),
                Value::Text(side.as_deref().unwrap_or("none").to_uppercase()),
                worth.unwrap_or(Value::Number(0)),
                Value::Number(1_200 + space.at.x / 9),
                Value::Flag(space.features.contains(&"port".to_owned())),
            ],
            side,
        }
    });
    let rows = rows.collect();
    let columns = vec![
        column("City", ""),
        column("Held by", ""),
        column("Worth", "points"),
        column("Income", "dollars a turn"),
        column("Port", ""),
    ];
    let labels = ["May 61", "Jul 61", "Sep 61", "Nov 61", "Jan 62", "Mar 62"].map(str::to_owned).to_vec();
    let line = |title: &str, side: &str, values: &[i32]| Series {
        title: title.into(),
        side: Some(side.into()),
        values: values.to_vec(),
    };
    let series = vec![
        line("Union", "us", &[310, 340, 335, 372, 410]),
        line("Confederacy", "cs", &[290, 300, 322, 310, 305]),
    ];
    vec![
        Report {
            id: "cities".into(),
            title: "Cities".into(),
            note: "All cities, with what they bring in.".into(),
            citation: Some("3.1".into()),
            body: ReportBody::Table(Table { columns, rows }),
        },
        Report {
            id: "strength".into(),
            title: "Strength by turn".into(),
            note: String::new(),
            citation: None,
            body: ReportBody::Chart(muster_contract::Chart {
                axis: "hundreds of men".into(),
                labels,
                series,
            }),
        },
    ]
}

fn view(arrows: bool) -> View {
    let marker = |kind: &str, space: &str, side: Option<&str>, label: &str| Marker {
        kind: kind.into(),
        place: at(space),
        side: side.map(str::to_owned),
        label: label.into(),
    };
    let mut markers: Vec<Marker> =
        HOLDERS.iter().map(|(city, side)| marker("control", city, Some(side), "")).collect();
    markers.extend([
        marker("capital", "washington", Some("us"), ""),
        marker("capital", "richmond", Some("cs"), ""),
        marker("fort", "washington", Some("us"), "2"),
        marker("fort", "norfolk", Some("cs"), "1"),
    ]);
    let arrow = |path: &[&str], side: &str, style: &str, label: &str| Arrow {
        path: path.iter().map(|space| (*space).to_owned()).collect(),
        unit: None,
        side: Some(side.into()),
        style: style.into(),
        label: label.into(),
    };
    let row = |title: &str, note: &str, figure: &str| PanelRow {
        title: title.into(),
        note: note.into(),
        unit: None,
        side: None,
        die: None,
        points: 0,
        left: 0,
        figure: figure.into(),
        current: false,
    };
    View {
        turn: TurnStatus {
            number: 2,
            of: 24,
            title: "Turn 2".into(),
            clock: "July and August 1861".into(),
            phase: "combat-cs".into(),
            active: None,
        },
        phases: vec![],
        units: vec![
            army("McDowell", "us", "washington", 312, &["drilled"]),
            army("Patterson", "us", "harpers-ferry", 140, &[]),
            army("Scott", "us", "washington", 0, &[]),
            army("Beauregard", "cs", "manassas", 220, &["dug in", "supplied"]),
            army("Johnston", "cs", "staunton", 90, &[]),
            army("Lee", "cs", "richmond", 65, &[]),
        ],
        markers,
        tracks: vec![],
        cards: vec![],
        panels: vec![Panel {
            id: "treasury".into(),
            title: "Treasury".into(),
            citation: Some("3.4".into()),
            rows: vec![
                row("Cash", "", "8,400"),
                row("Recruits", "this sheet", "−2,400"),
                row("Left at the end", "if nothing changes", "6,000"),
            ],
        }],
        reports: reports(),
        arrows: if arrows {
            vec![
                arrow(&["washington", "manassas"], "us", "attack", "312"),
                arrow(&["harpers-ferry", "staunton"], "us", "march", "140"),
                arrow(&["baltimore", "washington"], "us", "rail", "60"),
                arrow(&["washington", "norfolk"], "us", "sea", ""),
            ]
        } else {
            vec![]
        },
        status: vec![],
        open_board: None,
    }
}

fn reckoning() -> Reckoning {
    let row = |title: &str, figures: [&str; 2], rule: &str| ReckoningRow {
        title: title.into(),
        figures: figures.map(str::to_owned).to_vec(),
        citation: Some(rule.into()),
    };
    let chance = |label: &str, of| Chance { label: label.into(), of, out_of: 1_000 };
    Reckoning {
        title: "Strengths at Manassas".into(),
        columns: ["Union", "Confederate"].map(str::to_owned).to_vec(),
        rows: vec![
            row("Size, in hundreds", ["312", "220"], "10.3"),
            row("Leader’s rating", ["× 5", "× 7"], "10.4"),
            row("Experience", ["× 1.1", "× 1.2"], "10.5"),
            row("Attack or defence", ["× 11", "× 9"], "10.6"),
            row("Strength", ["18,876", "16,632"], "10.8"),
        ],
        chances: vec![chance("The Union takes Manassas", 431), chance("The Confederacy holds it", 569)],
        came: Some(1),
    }
}

/// What was carried out together.
pub fn carried_out() -> LogItem {
    let event = |kind: EventKind, units: &[&str], text: &str, rule: &str| Event {
        kind,
        audience: Audience::Everyone,
        place: Some(at("manassas")),
        units: units.iter().map(|unit| (*unit).to_owned()).collect(),
        text: text.into(),
        citation: Some(rule.into()),
    };
    let went = EventKind::Moved(vec![at("washington"), at("manassas")]);
    let back = EventKind::Moved(vec![at("manassas"), at("washington")]);
    LogItem {
        record: 9,
        step: Some(61),
        seat: None,
        kind: LogKind::Group { name: "sheets".into() },
        choices: vec![],
        events: vec![
            Event {
                audience: Audience::Seats(vec![0]),
                ..event(EventKind::Text, &["us-mcdowell"], "McDowell is to march; 5,400 left.", "6.1")
            },
            event(EventKind::Phase("combat-cs".into()), &[], "Turn 2", ""),
            event(went, &["us-mcdowell"], "McDowell marches on Manassas.", "9.2"),
            event(EventKind::Text, &["cs-beauregard"], "Beauregard holds Manassas against McDowell.", "10.1"),
            event(
                EventKind::Reckoned(reckoning()),
                &["us-mcdowell", "cs-beauregard"],
                "How the battle was reckoned.",
                "10.1",
            ),
            event(EventKind::Lost, &["us-mcdowell"], "The Union loses 2,900 men.", "10.18"),
            event(back, &["us-mcdowell"], "McDowell falls back on Washington.", "10.22"),
        ],
        command: false,
        undone: false,
    }
}

/// The table while a sheet is written.
pub fn cities() -> OpenTable {
    written().0
}

/// The same, with what is sent.
pub fn written() -> (OpenTable, Arc<std::sync::Mutex<Vec<Request>>>) {
    let choice = |id: &str, target: Target, role| Choice { id: id.into(), target, role };
    let mut choices: Vec<Choice> = ["us-mcdowell", "us-patterson", "us-scott"]
        .map(|unit| choice(&format!("march {unit}"), Target::Unit(unit.into()), ChoiceRole::Act))
        .to_vec();
    choices.extend(
        ["washington", "baltimore", "harpers-ferry"]
            .map(|city| choice(&format!("recruit {city}"), Target::Space(city.into()), ChoiceRole::Act)),
    );
    let goes = Target::Space("manassas".into());
    choices.push(choice("march us-mcdowell manassas", goes, ChoiceRole::Act));
    choices.push(choice("seal", Target::Button("seal".into()), ChoiceRole::Finish));
    let decision = Decision {
        seat: 0,
        side: "us".into(),
        kind: "sheet".into(),
        prompt: "Write the orders of July and August 1861, and seal them.".into(),
        citation: "2.1".into(),
        frame: vec!["Turn 2".into(), "Order sheets".into()],
        focus: None,
        picked: vec![],
        waits: true,
        secret: Some(SecretGroup { name: "sheets".into(), order: vec![0, 1] }),
        choices,
    };
    let mut stands = standing();
    for (seat, waits) in stands.seats.iter_mut().zip([true, false]) {
        seat.waited_for = waits;
    }
    stands.seats[0].holder = Holder::Human;
    let line = Acted {
        standing: Some(stands),
        decisions: Some(vec![decision]),
        view: Some(view(true)),
        log: Some(vec![carried_out()]),
        ..Acted::default()
    };
    let sent = line.sent.clone();
    (table(line), sent)
}

/// The table when the sheets have just been carried out.
pub fn carrying() -> OpenTable {
    carrying_with("8,400")
}

/// The same, where there was so much cash before.
pub fn carrying_with(cash: &str) -> OpenTable {
    let mut past = view(false);
    past.panels[0].rows[0].figure = cash.into();
    let stands = standing();
    let news = FromTable::Update(Update::Changed {
        news: vec![carried_out()],
        back_to: None,
        standing: stands.clone(),
    });
    let line = Acted {
        standing: Some(stands),
        decisions: Some(vec![]),
        view: Some(view(false)),
        past: Some(past),
        log: Some(vec![carried_out()]),
        replies: [news].into(),
        ..Acted::default()
    };
    table(line)
}

fn table(line: Acted) -> OpenTable {
    let file = file();
    let chart = Arc::new(Chart::of(&file.board, &file.picture));
    OpenTable {
        line: Box::new(line),
        description: Description { overlays: vec![], pieces: PieceForm::Flags, ..description() },
        boards: vec![(file.board, chart)],
        title: "Between the capitals".into(),
        subtitle: "A made-up war".into(),
        eyes: vec![0],
        rules: vec![],
        notes: vec![],
        tools: None,
        keeper: None,
        scores: None,
        begun: false,
    }
}
