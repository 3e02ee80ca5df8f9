//! A table that is acted: a board, a view, a decision and a log as a module would give them, answered by a line
//! without a module behind it. The window's tests play on it.

#![allow(dead_code, reason = "each test uses what it needs of the stage")]

use egui::{Pos2, Rect, pos2, vec2};
use muster_app::board::chart::{Chart, Label, Patch, Way};
use muster_app::catalogue::*;
use muster_app::draw::curve::smooth;
use muster_app::settings::Settings;
use muster_contract::*;
use muster_table::messages::*;
use std::collections::{BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

const BANK: [[f32; 2]; 10] = [
    [1040.0, 566.0], [985.0, 520.0], [948.0, 462.0], [930.0, 392.0], [902.0, 322.0], [866.0, 262.0], [846.0, 196.0],
    [836.0, 120.0], [800.0, 52.0], [772.0, -20.0],
];
const OWL: [[f32; 2]; 12] = [
    [-20.0, 742.0], [60.0, 690.0], [96.0, 600.0], [84.0, 520.0], [120.0, 430.0], [112.0, 350.0], [170.0, 268.0],
    [236.0, 196.0], [268.0, 128.0], [330.0, 70.0], [392.0, 30.0], [440.0, -20.0],
];
const FIELDS: [(&str, &[[f32; 2]]); 9] = [
    ("Duncan Field", &[[500.0, 392.0], [572.0, 420.0], [584.0, 482.0], [552.0, 520.0], [496.0, 500.0], [474.0, 452.0]]),
    ("Review Field", &[[352.0, 480.0], [440.0, 468.0], [462.0, 520.0], [424.0, 562.0], [350.0, 548.0]]),
    ("Rea Field", &[[402.0, 700.0], [466.0, 722.0], [470.0, 790.0], [398.0, 800.0], [366.0, 752.0]]),
    ("Fraley Field", &[[226.0, 742.0], [300.0, 730.0], [330.0, 790.0], [292.0, 836.0], [218.0, 822.0]]),
    ("Jones Field", &[[318.0, 300.0], [396.0, 288.0], [428.0, 350.0], [400.0, 410.0], [330.0, 398.0]]),
    ("Cloud Field", &[[690.0, 312.0], [772.0, 330.0], [780.0, 390.0], [716.0, 404.0]]),
    ("Barnes Field", &[[470.0, 560.0], [552.0, 570.0], [556.0, 640.0], [490.0, 650.0]]),
    ("Cavalry Field", &[[470.0, 230.0], [560.0, 214.0], [580.0, 290.0], [500.0, 320.0]]),
    ("Larkin Bell Field", &[[830.0, 540.0], [900.0, 560.0], [912.0, 630.0], [846.0, 640.0]]),
];

fn at(p: &[f32; 2]) -> Pos2 {
    pos2(p[0] - 20.0, p[1] - 20.0)
}

fn all(points: &[[f32; 2]]) -> Vec<Pos2> {
    points.iter().map(at).collect()
}

fn hex(c: i32, r: i32) -> String {
    format!("{:02}{:02}", c + 1, r + 1)
}

/// The board.
pub fn board() -> Board {
    let river: Vec<Pos2> = all(&BANK);
    let mut spaces = Vec::new();
    for r in 0..12 {
        for c in 0..13 {
            let middle = pos2(c as f32 * 78.0 + if r % 2 == 1 { 39.0 } else { 0.0 }, r as f32 * 67.5);
            let wet = river.windows(2).any(|w| {
                let (a, b) = (w[1], w[0]);
                a.y <= middle.y && middle.y < b.y && middle.x > a.x + (b.x - a.x) * (middle.y - a.y) / (b.y - a.y)
            });
            let field = FIELDS.iter().any(|(_, f)| muster_app::draw::curve::inside(middle, &all(f)));
            let feature = if wet { "water" } else if field { "field" } else { "woods" };
            spaces.push(Space {
                id: hex(c, r),
                title: if (c, r) == (5, 8) { "Shiloh Church".into() } else { String::new() },
                kind: SpaceKind::Hex,
                at: Point { x: (middle.x / 0.078) as i32, y: (middle.y / 0.078) as i32 },
                features: vec![feature.into()],
                values: vec![],
            });
        }
    }
    let values = vec![Attribute { name: "yards-per-hex".into(), value: Value::Number(400) }];
    Board { id: "shiloh".into(), title: "The field of Shiloh".into(), grid: Grid::PointyHexes, spaces, edges: vec![], values }
}

/// The board's chart, with the particulars of a picture.
pub fn chart() -> Arc<Chart> {
    let mut chart = Chart::bare(&board());
    let way = |feature: &str, title: &str, rank, points: &[[f32; 2]]| Way {
        feature: feature.into(),
        title: title.into(),
        rank,
        course: smooth(&all(points), 10, false),
    };
    chart.ways = vec![
        way("stream", "Owl Creek", 3, &OWL),
        way("stream", "Shiloh Branch", 2, &[[640.0, 860.0], [560.0, 752.0], [470.0, 706.0], [392.0, 690.0], [306.0, 664.0], [220.0, 650.0], [150.0, 604.0], [96.0, 596.0]]),
        way("stream", "Tilghman Branch", 1, &[[470.0, 520.0], [452.0, 440.0], [470.0, 360.0], [440.0, 280.0], [410.0, 190.0], [372.0, 110.0], [360.0, 46.0]]),
        way("road", "Corinth road", 3, &[[846.0, 206.0], [790.0, 232.0], [722.0, 270.0], [660.0, 336.0], [598.0, 398.0], [520.0, 452.0], [470.0, 520.0], [420.0, 590.0], [384.0, 648.0], [330.0, 720.0], [286.0, 790.0], [244.0, 900.0]]),
        way("road", "Hamburg road", 2, &[[560.0, -20.0], [556.0, 80.0], [592.0, 180.0], [640.0, 262.0], [664.0, 336.0], [700.0, 430.0], [742.0, 520.0], [800.0, 610.0], [880.0, 668.0], [1090.0, 742.0]]),
        way("road", "Purdy road", 2, &[[-60.0, 500.0], [90.0, 520.0], [210.0, 536.0], [330.0, 560.0], [430.0, 566.0], [520.0, 538.0], [590.0, 508.0], [664.0, 512.0], [740.0, 520.0]]),
        way("road", "Bark road", 1, &[[742.0, 520.0], [700.0, 600.0], [690.0, 690.0], [650.0, 770.0], [640.0, 900.0]]),
    ];
    let mut river = all(&BANK);
    river.push(pos2(1300.0, -40.0));
    river.push(pos2(1300.0, 546.0));
    chart.patches.push(Patch { kind: "water".into(), outline: smooth(&river, 8, true) });
    for (name, outline) in FIELDS {
        let outline = smooth(&all(outline), 4, true);
        let middle = muster_app::draw::curve::middle(&outline);
        chart.patches.push(Patch { kind: "field".into(), outline });
        chart.labels.push(Label { text: name.into(), style: "place".into(), along: vec![middle], angle: 0.0, size: None });
    }
    let label = |text: &str, style: &str, along: &[[f32; 2]], size| Label { text: text.into(), style: style.into(), along: all(along), angle: 0.0, size };
    chart.labels.push(label("TENNESSEE  RIVER", "water", &[[884.0, 70.0], [900.0, 140.0], [918.0, 220.0], [950.0, 310.0], [990.0, 400.0]], Some(24.0)));
    chart.labels.push(label("Owl  Creek", "water", &[[90.0, 460.0], [96.0, 350.0], [154.0, 258.0]], Some(17.0)));
    chart.labels.push(label("PITTSBURG LANDING", "town", &[[772.0, 185.0]], None));
    chart.labels.push(label("Purdy road", "road", &[[60.0, 504.0], [210.0, 526.0], [330.0, 550.0]], None));
    chart.houses = vec![(at(&[402.0, 632.0]), true), (at(&[836.0, 196.0]), false), (at(&[826.0, 208.0]), false), (at(&[520.0, 420.0]), false)];
    chart.name_places();
    Arc::new(chart)
}

#[allow(clippy::too_many_arguments)]
fn unit(id: &str, side: &str, symbol: &str, c: i32, r: i32, facing: Option<u8>, formation: &str, spent: bool) -> UnitView {
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
            marks: if matches!(id, "hildebrand" | "cleburne") { vec!["heavy casualties".into()] } else { vec![] },
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
    for (id, c, r) in [("mcDowell", 2, 7), ("buckland", 3, 7), ("hildebrand", 4, 8), ("taylor", 4, 7), ("peabody", 6, 8), ("miller", 8, 8), ("raith", 5, 6), ("marsh", 4, 5), ("sweeny", 7, 5), ("tuttle", 8, 6), ("williams", 9, 6), ("stuart", 10, 7)] {
        let symbol = if id == "taylor" { "artillery" } else { "infantry" };
        units.push(unit(id, "us", symbol, c, r, Some(6), ["First", "Second", "Fifth"][(c % 3) as usize], false));
    }
    for (id, c, r) in [("sherman", 4, 7), ("prentiss", 7, 7), ("mcClernand", 5, 5), ("hurlbut", 9, 5)] {
        units.push(unit(id, "us", "general", c, r, None, "Fifth", false));
    }
    units.push(unit("train", "us", "train", 9, 3, None, "", false));
    for (id, c, r, spent) in [("pond", 2, 9, true), ("cleburne", 3, 9, true), ("wood", 5, 10, false), ("gladden", 8, 9, true), ("chalmers", 9, 9, true), ("shaver", 6, 10, false), ("russell", 3, 11, true), ("stewart", 4, 11, true), ("jackson", 9, 10, true)] {
        units.push(unit(id, "cs", "infantry", c, r, Some(0), ["III Corps", "II Corps"][(c % 2) as usize], spent));
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
        turn: TurnStatus { number: 3, of: 20, title: "Turn 3".into(), clock: "8.30 a.m.".into(), phase: "move".into(), active: Some("cs".into()) },
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
            Panel { id: "victory".into(), title: "Victory points".into(), citation: Some("V1".into()), rows: vec![score("us", "Union"), score("cs", "Confederate")] },
        ],
        status: vec![],
        open_board: None,
    }
}

/// The module.
pub fn description() -> Description {
    let side = |id: &str, name: &str, aim: &str| Side { id: id.into(), name: name.into(), livery: id.into(), aim: aim.into() };
    let phase = |id: &str, title: &str, citation: &str| Phase { id: id.into(), title: title.into(), citation: citation.into(), depth: 0 };
    let kind = |id: &str, title: &str| UnitKind { id: id.into(), title: title.into(), symbol: id.into() };
    Description {
        title: "Brigade".into(),
        summary: "A brigade a counter.".into(),
        sides: vec![side("us", "Union", "Holds the Landing until dark."), side("cs", "Confederate", "Takes the Landing, or breaks the Union army.")],
        options: vec![RuleOption { id: "night".into(), title: "The second day".into(), text: "Buell arrives and the battle goes on.".into(), citation: "O1".into(), default: Value::Flag(false) }],
        phases: vec![
            phase("roll", "Roll activation dice", "C1"),
            phase("move", "Move", "D"),
            phase("bombard", "Bombard", "E1"),
            phase("combat-us", "Combat: Union", "F1"),
            phase("combat-cs", "Combat: Confederate", "F6"),
            phase("other", "Union army active", "B1"),
        ],
        kinds: vec![kind("infantry", "infantry"), kind("artillery", "artillery"), kind("general", "general")],
        schema: vec![],
        overlays: vec![OverlayInfo { id: "zones".into(), title: "Enemy fire zones".into(), key: "f".into(), needs_focus: false }],
        state_schema: 1,
        features: vec![],
    }
}

fn choice(id: &str, target: Target, role: ChoiceRole) -> Choice {
    Choice { id: id.into(), target, role }
}

const LEGAL: [(i32, i32); 9] = [(5, 9), (6, 9), (7, 10), (5, 10), (6, 11), (5, 11), (7, 9), (4, 10), (4, 9)];

/// What the Confederate may choose.
pub fn decision() -> Decision {
    let mut choices: Vec<Choice> = LEGAL.iter().map(|(c, r)| choice(&format!("go {}", hex(*c, *r)), Target::Space(hex(*c, *r)), ChoiceRole::Act)).collect();
    choices.push(choice("take wood", Target::Unit("cs-wood".into()), ChoiceRole::Act));
    choices.push(choice("take swett", Target::Unit("cs-swett".into()), ChoiceRole::Act));
    choices.extend([0u8, 2, 4, 6, 8, 10].map(|f| choice(&format!("face {f}"), Target::Facing(f), ChoiceRole::Act)));
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
        waits: true,
        secret: None,
        choices,
    }
}

fn details() -> Vec<ChoiceDetails> {
    let place = |id: &str| Place { space: id.into(), edge: None, facing: None, slot: None, carrier: None };
    let line = |text: &str, cite: &str| Line { text: text.into(), citation: Some(cite.into()) };
    decision()
        .choices
        .iter()
        .map(|c| {
            let mut d = ChoiceDetails { id: c.id.clone(), label: c.id.clone(), cost: String::new(), consequences: vec![], path: vec![], warning: None };
            match &c.target {
                Target::Space(id) => {
                    d.label = format!("Move to {id}");
                    d.cost = "2 pips".into();
                    d.consequences = vec![line("Shaver moves 1 hex and stops here.", "D3"), line("Adjacent to Peabody: must face him.", "D1"), line("Peabody fires first, then Shaver.", "F1")];
                    d.path = vec![place("0711"), place(id)];
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

fn event(kind: EventKind, text: &str, cite: &str, space: &str) -> Event {
    Event {
        kind,
        audience: Audience::Everyone,
        place: (!space.is_empty()).then(|| Place { space: space.into(), edge: None, facing: None, slot: None, carrier: None }),
        units: vec![],
        text: text.into(),
        citation: (!cite.is_empty()).then(|| cite.into()),
    }
}

fn log() -> Vec<LogItem> {
    let roll = |faces: &[u8]| EventKind::Rolled(Roll { reason: "fire".into(), dice: faces.iter().map(|f| Die { sides: 6, face: *f, counts: *f > 4 }).collect() });
    let place = |id: &str| Place { space: id.into(), edge: None, facing: None, slot: None, carrier: None };
    let went = EventKind::Moved(vec![place("0912"), place("0911"), place("0910")]);
    let item = |record, seat, events: Vec<Event>| LogItem { record, step: Some(record + 1), seat: Some(seat), kind: LogKind::Choice, choices: vec![], events, command: true, undone: false };
    vec![
        item(0, 0, vec![event(EventKind::Phase("combat-us".into()), "Turn 2, combat", "", ""), event(roll(&[2, 5]), "Hildebrand on Cleburne: one hit", "F2", "0410"), event(EventKind::Lost, "Cleburne holds: heavy casualties", "F5", "0410")]),
        item(1, 1, vec![event(roll(&[6, 5]), "Cleburne on Hildebrand: two hits, one taken by woods; heavy casualties", "F3", "0509")]),
        item(2, 1, vec![event(EventKind::Phase("move".into()), "Turn 3, Confederate activation", "", ""), event(roll(&[4]), "Hardee rolls 4 activation points", "C1", "")]),
        item(3, 1, vec![event(EventKind::Command, "Gladden 0912 to 0910", "C2", "0910"), event(went, "1 pip; adjacent to Miller, must face him.", "D1", "0910")]),
    ]
}

/// How the table stands.
pub fn standing() -> Standing {
    let seat = |seat, side: &str, holder, waited_for| SeatStanding { seat, name: String::new(), holder, side: side.into(), waited_for, draft: None, revision: Some(1) };
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
        pace: 600,
    }
}

/// A line that answers by heart and keeps what it was sent.
#[derive(Default)]
pub struct Acted {
    next: u64,
    replies: VecDeque<FromTable>,
    /// Everything that was sent.
    pub sent: Arc<Mutex<Vec<Request>>>,
    /// How the table stands, if otherwise than usual.
    pub standing: Option<Standing>,
}

impl TableLine for Acted {
    fn send(&mut self, request: Request) -> u64 {
        self.next += 1;
        let tables = vec![
            OddsTable {
                title: "First Peabody on Shaver".into(),
                note: "in the open, 2 dice".into(),
                citation: None,
                exact: true,
                rows: vec![Chance { label: "No hit".into(), of: 4, out_of: 9 }, Chance { label: "1 hit: retreat or heavy casualties".into(), of: 4, out_of: 9 }, Chance { label: "2 hits: both".into(), of: 1, out_of: 9 }],
            },
            OddsTable {
                title: "Then Shaver on Peabody".into(),
                note: "woods take away a hit".into(),
                citation: None,
                exact: true,
                rows: vec![Chance { label: "No effect".into(), of: 8, out_of: 9 }, Chance { label: "1 hit: retreat or heavy casualties".into(), of: 1, out_of: 9 }],
            },
        ];
        let standing = self.standing.clone().unwrap_or_else(standing);
        let reply = match &request {
            Request::Standing => Reply::Standing(standing),
            Request::View { eyes } => Reply::View { eyes: *eyes, revision: 4, view: view() },
            Request::Decisions { seat } => Reply::Decisions { seat: *seat, revision: 1, decisions: if standing.outcome.is_some() { vec![] } else { vec![decision()] } },
            Request::Details { .. } => Reply::Details { details: details() },
            Request::Explain { .. } => Reply::Explained { lines: vec![Line { text: "Peabody is not yours to move.".into(), citation: Some("C2".into()) }] },
            Request::Odds { .. } => Reply::Odds { tables },
            Request::Overlay { .. } => {
                let item = |id: &str| OverlayItem { shape: OverlayShape::Space(id.into()), style: "us".into(), label: String::new() };
                Reply::Overlay { items: ["0610", "0710", "0611", "0711", "0811"].map(item).into() }
            }
            Request::UndoOffer { .. } => Reply::UndoOffer(UndoOffer { revision: 1, choice: Some(TakeBack { choices: 1, text: "Gladden to 0910".into() }), ..UndoOffer::default() }),
            Request::Log { from: 0, .. } => Reply::Log { items: log() },
            Request::Log { .. } => Reply::Log { items: vec![] },
            _ => Reply::Done { revision: 2 },
        };
        self.sent.lock().expect("no test panics while it sends").push(request);
        self.replies.push_back(FromTable::Reply { id: self.next, reply });
        self.next
    }

    fn next(&mut self) -> Option<FromTable> {
        self.replies.pop_front()
    }
}

/// An open table on a line.
pub fn table(line: Acted) -> OpenTable {
    let rule = |id: &str, title: &str| RuleSection { id: id.into(), title: title.into(), text: "What has to be known of it, in a sentence or two that are long enough to be wrapped over more than one line of the sheet.".into() };
    OpenTable {
        line: Box::new(line),
        description: description(),
        boards: vec![(board(), chart())],
        title: "Shiloh".into(),
        subtitle: "Brigade  ·  6 April 1862".into(),
        eyes: vec![1],
        rules: vec![rule("C1", "Activation"), rule("C2", "Pips"), rule("D1", "Movement"), rule("D3", "Stops"), rule("F1", "Combat")],
        notes: vec![],
    }
}

/// A catalogue of one module and two that can't be played.
#[derive(Default)]
pub struct Shelf {
    /// What was opened.
    pub opened: Arc<Mutex<Vec<NewTable>>>,
    /// The settings it gives.
    pub settings: Settings,
    /// Saved tables.
    pub saved: Vec<SavedTable>,
}

impl Catalogue for Shelf {
    fn modules(&mut self) -> Vec<ModuleCard> {
        let scenario = |id: &str, title: &str, note: &str| ScenarioCard {
            id: id.into(),
            title: title.into(),
            note: note.into(),
            story: "At dawn on Sunday Johnston’s army comes out of the woods upon camps that have not dug a yard of trench. He must reach the Landing before Buell’s divisions do; Grant must find ground to hold until dark.".into(),
            length: "2 to 4 hours".into(),
            source: "The map is our own reconstruction from surveys of the field.".into(),
            seats: vec!["us".into(), "cs".into()],
            options: vec![],
            trouble: None,
        };
        let module = |id: &str, title: &str, state: ModuleState, scenarios: Vec<ScenarioCard>| ModuleCard {
            id: id.into(),
            title: title.into(),
            subtitle: "Shiloh and other battles, a brigade a counter".into(),
            period: "1861–65, hex of 400 yards".into(),
            length: "2 to 4 hours".into(),
            complexity: 2,
            version: "0.1.0".into(),
            state,
            description: Some(description()),
            scenarios,
        };
        vec![
            module("brigade", "Brigade", ModuleState::Ready, vec![scenario("shiloh", "Shiloh, the first day", "6 April, dawn to dark; 20 turns"), scenario("church", "Shiloh Church", "Sherman’s line; 6 turns")]),
            module("parley", "Parley", ModuleState::Compiling { percent: Some(62) }, vec![]),
            module("old", "Old Campaign", ModuleState::Refused { reason: "needs host API 0.2".into(), remedy: "This Muster has 0.1; ask its author for a build.".into() }, vec![]),
        ]
    }
    fn preview(&mut self, module: &str, _: &str) -> Option<Preview> {
        (module == "brigade").then(|| Preview { chart: chart(), units: view().units, part: Some(Rect::from_min_size(pos2(300.0, 450.0), vec2(400.0, 300.0))) })
    }
    fn saved(&mut self) -> Vec<SavedTable> {
        self.saved.clone()
    }
    fn open(&mut self, wanted: &NewTable) -> Result<OpenTable, String> {
        self.opened.lock().expect("no test panics while it opens").push(wanted.clone());
        Ok(table(Acted::default()))
    }
    fn resume(&mut self, _: &SavedTable) -> Result<OpenTable, String> {
        Ok(table(Acted::default()))
    }
    fn copy_path(&mut self, title: &str) -> PathBuf {
        PathBuf::from(title)
    }
    fn add_module(&mut self, _: &Path) -> Result<(), String> {
        Err("That is not a module.".into())
    }
    fn settings(&mut self) -> Settings {
        self.settings.clone()
    }
    fn keep_settings(&mut self, settings: &Settings) {
        self.settings = settings.clone();
    }
    fn attach(&mut self, _: egui::Context) {}
}

/// The ids of all choices, for tests that look for them.
pub fn choice_ids() -> BTreeSet<String> {
    decision().choices.into_iter().map(|c| c.id).collect()
}
