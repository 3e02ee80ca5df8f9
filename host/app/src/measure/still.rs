//! Tables that stand still, to be measured: any view on any board, and a large one made for it.

use crate::board::chart::Chart;
use crate::catalogue::{OpenTable, TableLine};
use muster_board::picture::{Course, LabelPicture, LinePicture, Picture};
use muster_contract::{
    Board, Choice, ChoiceRole, Decision, Description, Edge, Grid, PieceForm, Place, Point, Side, Space,
    SpaceKind, Target, TurnStatus, UnitFace, UnitView, View,
};
use muster_table::messages::{FromTable, Holder, Reply, Request, SeatStanding, Standing, UndoOffer};
use std::collections::VecDeque;
use std::sync::Arc;

/// A table that stands still: it shows one view, asks one decision and knows nothing else.
struct Still {
    next: u64,
    view: View,
    decisions: Vec<Decision>,
    standing: Standing,
    replies: VecDeque<FromTable>,
}

impl TableLine for Still {
    fn send(&mut self, request: Request) -> u64 {
        self.next += 1;
        let reply = match request {
            Request::Standing => Reply::Standing(self.standing.clone()),
            Request::View { eyes } => Reply::View { eyes, revision: 1, view: self.view.clone() },
            Request::Decisions { seat } => {
                Reply::Decisions { seat, revision: 1, decisions: self.decisions.clone() }
            }
            Request::Details { .. } => Reply::Details { details: Vec::new() },
            Request::UndoOffer { .. } => Reply::UndoOffer(UndoOffer::default()),
            Request::Log { .. } => Reply::Log { items: Vec::new() },
            Request::Odds { .. } => Reply::Odds { tables: Vec::new() },
            Request::Overlay { .. } => Reply::Overlay { items: Vec::new() },
            Request::Explain { .. } => Reply::Explained { lines: Vec::new() },
            _ => Reply::Done { revision: 1 },
        };
        self.replies.push_back(FromTable::Reply { id: self.next, reply });
        self.next
    }

    fn next(&mut self) -> Option<FromTable> {
        self.replies.pop_front()
    }
}

/// A table that stands still on this board, seen by seat 0, with what it may choose.
pub fn still(
    description: Description,
    (board, picture): (Board, &Picture),
    view: View,
    decisions: Vec<Decision>,
) -> OpenTable {
    let chart = Arc::new(Chart::of(&board, picture));
    let seats = description.sides.iter().zip(0u8..).map(|(side, seat)| SeatStanding {
        seat,
        name: String::new(),
        holder: Holder::Human,
        side: side.id.clone(),
        waited_for: seat == 0,
        draft: None,
        revision: Some(1),
    });
    let standing = Standing {
        module: "still".into(),
        version: "0.1.0".into(),
        scenario: board.title.clone(),
        revision: 1,
        steps: 1,
        seats: seats.collect(),
        group: None,
        outcome: None,
        paused: None,
        marks: Vec::new(),
        journal: None,
        strict_undo: false,
        pace: 0,
        rules: Vec::new(),
        before: None,
        revised: false,
    };
    let line = Still { next: 0, view, decisions, standing, replies: VecDeque::new() };
    OpenTable {
        line: Box::new(line),
        description,
        title: board.title.clone(),
        boards: vec![(board, chart)],
        subtitle: String::new(),
        eyes: vec![0],
        rules: Vec::new(),
        notes: Vec::new(),
        tools: None,
        keeper: None,
        scores: None,
        begun: false,
    }
}

/// A table with this board and a step block in every sixth of its hexes, as many as a war has, of which every fifth may be chosen.
pub fn manned((board, picture): (Board, &Picture)) -> OpenTable {
    let hexes = board.spaces.iter().filter(|space| space.kind == SpaceKind::Hex);
    let units: Vec<UnitView> = hexes
        .step_by(6)
        .zip(0..)
        .map(|(space, i)| {
            let mut unit = unit(i);
            unit.place = Place { space: space.id.clone(), facing: None, ..unit.place };
            unit
        })
        .collect();
    let picks = units.iter().step_by(5).map(|unit| Choice {
        id: format!("pick {}", unit.id),
        target: Target::Unit(unit.id.clone()),
        role: ChoiceRole::Act,
    });
    let decisions = vec![decision(picks.collect())];
    still(description(PieceForm::StepBlocks), (board, picture), view(units), decisions)
}

const COLUMNS: i32 = 50;
const ROWS: i32 = 50;
const UNITS: usize = 500;

fn name(column: i32, row: i32) -> String {
    format!("{column:02}{row:02}")
}

// Middles of hexes with a corner at the top, in thousandths of their distance.
fn middle(column: i32, row: i32) -> (i32, i32) {
    (column * 1000 + if row % 2 == 0 { 0 } else { 500 }, row * 866)
}

// The same ground every time, in patches.
fn ground(column: i32, row: i32) -> &'static str {
    match (column / 4 * 7 + row / 3 * 13 + column / 9 * row / 7) % 11 {
        0..=4 => "woods",
        5 => "field",
        6 => "marsh",
        _ => "clear",
    }
}

/// A table with a board of 2,500 hexes, with roads and streams, and 500 units, of which 60 and 240 hexes may be chosen.
pub fn large() -> OpenTable {
    let mut spaces = Vec::new();
    let mut edges = Vec::new();
    for row in 0..ROWS {
        for column in 0..COLUMNS {
            let (x, y) = middle(column, row);
            spaces.push(Space {
                id: name(column, row),
                title: if (column * 31 + row * 17) % 83 == 0 {
                    format!("Farm {column}")
                } else {
                    String::new()
                },
                kind: SpaceKind::Hex,
                at: Point { x, y },
                features: vec![ground(column, row).into()],
                values: Vec::new(),
            });
            if column + 1 < COLUMNS {
                edges.push(Edge {
                    id: format!("{}-{}", name(column, row), name(column + 1, row)),
                    a: name(column, row),
                    b: name(column + 1, row),
                    direction: None,
                    features: Vec::new(),
                    values: Vec::new(),
                    forward: Vec::new(),
                    backward: Vec::new(),
                });
            }
        }
    }
    let board = Board {
        id: "large".into(),
        title: "A large board".into(),
        grid: Grid::PointyHexes,
        spaces,
        edges,
        values: Vec::new(),
    };
    let units: Vec<UnitView> = (0..UNITS as i32).map(unit).collect();
    let mut choices: Vec<Choice> = units
        .iter()
        .step_by(UNITS / 60)
        .map(|u| Choice {
            id: format!("take {}", u.id),
            target: Target::Unit(u.id.clone()),
            role: ChoiceRole::Act,
        })
        .collect();
    choices.extend((0..240).map(|i| {
        let space = name(10 + i % 20, 10 + i / 20);
        Choice { id: format!("go {space}"), target: Target::Space(space), role: ChoiceRole::Act }
    }));
    still(description(PieceForm::Counters), (board, &picture()), view(units), vec![decision(choices)])
}

fn decision(choices: Vec<Choice>) -> Decision {
    Decision {
        seat: 0,
        side: "us".into(),
        kind: "move".into(),
        prompt: "Move a unit.".into(),
        citation: "D1".into(),
        frame: Vec::new(),
        focus: None,
        picked: Vec::new(),
        waits: true,
        secret: None,
        choices,
    }
}

/// A view of these units and of nothing else.
pub(crate) fn view(units: Vec<UnitView>) -> View {
    View {
        phases: Vec::new(),
        turn: TurnStatus {
            number: 1,
            of: 20,
            title: "Turn 1".into(),
            clock: String::new(),
            phase: String::new(),
            active: Some("us".into()),
        },
        units,
        markers: Vec::new(),
        tracks: Vec::new(),
        cards: Vec::new(),
        panels: Vec::new(),
        reports: Vec::new(),
        arrows: Vec::new(),
        status: Vec::new(),
        open_board: None,
    }
}

fn description(pieces: PieceForm) -> Description {
    let side = |id: &str, name: &str| Side {
        id: id.into(),
        name: name.into(),
        livery: id.into(),
        aim: String::new(),
    };
    Description {
        title: "Large".into(),
        sides: vec![side("us", "Union"), side("cs", "Confederate")],
        pieces,
        ..Description::blank()
    }
}

fn unit(i: i32) -> UnitView {
    let us = i % 2 == 0;
    let at = name(5 + i * 7 % 40, 4 + (i * 11 + i / 40) % 42);
    UnitView {
        id: format!("unit-{i}"),
        side: Some(if us { "us" } else { "cs" }.into()),
        place: Place { space: at, edge: None, facing: Some((i * 2 % 12) as u8), slot: None, carrier: None },
        face: Some(UnitFace {
            name: format!("Brigade {i}"),
            label: format!("B{i}"),
            symbol: ["infantry", "infantry", "artillery", "cavalry", "general"][(i % 5) as usize].into(),
            formation: format!("Corps {}", i % 7),
            strength: Some((i % 6) as u8 + 1),
            spent: i % 9 == 0,
            marks: Vec::new(),
            attributes: Vec::new(),
            concealed_to_others: false,
        }),
    }
}

fn picture() -> Picture {
    let spot = |column: i32, row: i32| {
        let (x, y) = middle(column, row);
        [x as f32 / 1000.0, y as f32 / 1000.0]
    };
    let line = |feature: &str, rank: u8, points: Vec<[f32; 2]>| LinePicture {
        feature: feature.into(),
        title: String::new(),
        rank,
        course: Course::Through,
        points,
    };
    let mut lines = Vec::new();
    for i in 0..8 {
        lines.push(line(
            if i % 3 == 0 { "stream" } else { "road" },
            (i % 3) as u8 + 1,
            (0..ROWS).map(|row| spot((i * 6 + row / 6 + (row * 7 + i) % 2).min(COLUMNS - 1), row)).collect(),
        ));
    }
    for i in 0..6 {
        lines.push(line("road", 1, (0..COLUMNS).map(|c| spot(c, (i * 8 + c / 9).min(ROWS - 1))).collect()));
    }
    let labels = (0..40).map(|i| LabelPicture {
        text: format!("Landing {i}"),
        style: ["place", "town", "water", "road"][i as usize % 4].into(),
        along: vec![spot(i * 13 % COLUMNS, i * 7 % ROWS)],
        angle: 0.0,
        size: None,
    });
    Picture {
        board: "large".into(),
        extent: [[-1.0, -1.0], [COLUMNS as f32, ROWS as f32]],
        lines,
        labels: labels.collect(),
        ..Picture::default()
    }
}
