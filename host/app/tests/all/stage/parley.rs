//! A made-up game with what Brigade hasn't got: areas, blocks that can't be read, a hand of cards, a second board.

use super::{Acted, description, standing};
use muster_app::board::chart::Chart;
use muster_app::catalogue::OpenTable;
use muster_board::picture::{Picture, SpacePicture};
use muster_contract::*;
use std::sync::Arc;

const AREAS: [(&str, &str, i32, i32); 7] = [
    ("river", "Ford", 0, 0),
    ("mill", "Old Mill", 3, -1),
    ("church", "Church", 6, 0),
    ("hill", "Long Hill", 1, 3),
    ("cross", "Crossroads", 4, 2),
    ("wood", "Dark Wood", 7, 3),
    ("camp", "Camp", 4, 5),
];

fn board(id: &str, title: &str, spaces: &[(&str, &str, i32, i32)], links: &[(usize, usize)]) -> Board {
    Board {
        id: id.into(),
        title: title.into(),
        grid: Grid::Free,
        spaces: spaces
            .iter()
            .map(|(space, name, x, y)| Space {
                id: (*space).into(),
                title: (*name).into(),
                kind: if id == "map" { SpaceKind::Area } else { SpaceKind::Box },
                at: Point { x: x * 1000, y: y * 1000 },
                features: vec![],
                values: vec![],
            })
            .collect(),
        edges: links
            .iter()
            .map(|(a, b)| Edge {
                id: format!("{}-{}", spaces[*a].0, spaces[*b].0),
                a: spaces[*a].0.into(),
                b: spaces[*b].0.into(),
                direction: None,
                features: vec!["road".into()],
                values: vec![],
                forward: vec![],
                backward: vec![],
            })
            .collect(),
        values: vec![],
    }
}

fn chart(board: &Board) -> Arc<Chart> {
    let outline = |at: [f32; 2]| {
        [[-1.3f32, -0.9f32], [1.2, -1.1], [1.4, 0.8], [-1.1, 1.0]]
            .map(|d| [at[0] + d[0], at[1] + d[1]])
            .to_vec()
    };
    let areas = board.spaces.iter().filter(|s| s.kind == SpaceKind::Area);
    let spaces = areas.map(|s| {
        let at = [s.at.x as f32 / 1000.0, s.at.y as f32 / 1000.0];
        SpacePicture { id: s.id.clone(), at, outline: outline(at), ground: vec![] }
    });
    let picture = Picture {
        board: board.id.clone(),
        extent: [[-2.0, -2.5], [9.0, 6.5]],
        spaces: spaces.collect(),
        ..Picture::default()
    };
    Arc::new(Chart::of(board, &picture))
}

fn unit(id: &str, side: &str, space: &str, known: bool) -> UnitView {
    UnitView {
        id: id.into(),
        side: Some(side.into()),
        place: Place { space: space.into(), edge: None, facing: None, slot: None, carrier: None },
        face: known.then(|| UnitFace {
            name: format!("Block {id}"),
            label: id.to_uppercase(),
            symbol: if id.ends_with('1') { "cavalry" } else { "infantry" }.into(),
            formation: String::new(),
            strength: Some(3),
            spent: false,
            marks: vec![],
            attributes: vec![],
            concealed_to_others: true,
        }),
    }
}

fn view() -> View {
    let card = |id: &str, text: &str| CardView {
        id: id.into(),
        pile: "hand".into(),
        side: Some("cs".into()),
        face: Some(Line { text: text.into(), citation: None }),
        figure: String::new(),
    };
    View {
        phases: Vec::new(),
        turn: TurnStatus {
            number: 2,
            of: 6,
            title: "Turn 2".into(),
            clock: String::new(),
            phase: "combat-cs".into(),
            active: Some("cs".into()),
        },
        units: vec![
            unit("n1", "us", "mill", false),
            unit("n2", "us", "cross", false),
            unit("n3", "us", "centre", false),
            unit("s1", "cs", "wood", true),
            unit("s2", "cs", "camp", true),
            unit("s3", "cs", "left", true),
        ],
        markers: vec![Marker {
            kind: "control".into(),
            place: Place { space: "hill".into(), edge: None, facing: None, slot: None, carrier: None },
            side: Some("cs".into()),
            label: String::new(),
        }],
        tracks: vec![Track {
            id: "score".into(),
            title: "Score".into(),
            first: 0,
            last: 9,
            labels: Vec::new(),
            marks: vec![
                TrackMark { side: Some("us".into()), value: 3, label: "North".into() },
                TrackMark { side: Some("cs".into()), value: 4, label: "South".into() },
            ],
            citation: Some("P10".into()),
        }],
        cards: vec![
            card("a", "A letter: look at one block of the enemy, then put it back."),
            card("b", "Forced march: one block goes twice."),
            CardView { face: None, ..card("c", "") },
        ],
        panels: vec![],
        reports: Vec::new(),
        arrows: Vec::new(),
        status: vec![Line { text: "The north has sealed its bid.".into(), citation: Some("P3".into()) }],
        open_board: Some(OpenBoard {
            board: "field".into(),
            title: String::new(),
            note: String::new(),
            at: Some("cross".into()),
            clock: None,
            notes: vec![],
            panels: vec![],
        }),
    }
}

fn decisions() -> Vec<Decision> {
    let choice = |id: &str, target: Target, role| Choice { id: id.into(), target, role };
    vec![Decision {
        seat: 1,
        side: "cs".into(),
        kind: "stand".into(),
        prompt: "Where does Block S3 stand?".into(),
        citation: "P6".into(),
        frame: vec!["Meeting at the Crossroads".into()],
        focus: Some(Target::Unit("s3".into())),
        picked: Vec::new(),
        waits: true,
        secret: None,
        choices: vec![
            choice("left", Target::Space("left".into()), ChoiceRole::Act),
            choice("right", Target::Space("right".into()), ChoiceRole::Act),
            choice("play a", Target::Card("a".into()), ChoiceRole::Act),
            choice("seal", Target::Button("seal".into()), ChoiceRole::Finish),
        ],
    }]
}

/// The table, for these seats at the screen.
pub fn parley(eyes: Vec<Seat>) -> OpenTable {
    let map = board(
        "map",
        "Seven Places",
        &AREAS,
        &[(0, 1), (1, 2), (0, 3), (1, 4), (2, 5), (3, 6), (4, 6), (5, 6)],
    );
    let lines = [("left", "Left", 0, 0), ("centre", "Centre", 3, 0), ("right", "Right", 6, 0)];
    let field = board("field", "The Line", &lines, &[(0, 1), (1, 2)]);
    let mut seats = standing();
    seats.seats.iter_mut().for_each(|s| s.holder = muster_table::messages::Holder::Human);
    let line =
        Acted { decisions: Some(decisions()), view: Some(view()), standing: Some(seats), ..Acted::default() };
    // The cards in the hand are for one seat only.
    let other = (View { cards: Vec::new(), ..view() }, super::log());
    line.known.lock().expect("nobody has it yet").insert(0, other);
    let boards = [map, field].map(|b| (b.clone(), chart(&b))).to_vec();
    OpenTable {
        line: Box::new(line),
        description: Description { overlays: vec![], ..description() },
        boards,
        title: "Seven Places".into(),
        subtitle: "Parley".into(),
        eyes,
        rules: vec![],
        notes: vec![],
        tools: None,
        keeper: None,
        scores: None,
        begun: false,
    }
}
