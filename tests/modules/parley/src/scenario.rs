//! The scenario in `tests/scenarios/parley`, as a position for tests.

use muster_contract::{
    Attribute, Board, Edge, Grid, Place, Point, Position, Setup, Space, SpaceKind, Unit, Value,
};

fn number(name: &str, value: i32) -> Attribute {
    Attribute { name: name.to_owned(), value: Value::Number(value) }
}

fn space(id: &str, title: &str, kind: SpaceKind, (x, y): (i32, i32), features: &[&str]) -> Space {
    Space {
        id: id.to_owned(),
        title: title.to_owned(),
        kind,
        at: Point { x: x * 1000, y: y * 1000 },
        features: features.iter().map(|&feature| feature.to_owned()).collect(),
        values: Vec::new(),
    }
}

fn edge(id: &str, a: &str, b: &str, features: &[&str], there: i32, back: i32) -> Edge {
    let price = |price: i32| if price == 1 { Vec::new() } else { vec![number("price", price)] };
    Edge {
        id: id.to_owned(),
        a: a.to_owned(),
        b: b.to_owned(),
        direction: None,
        features: features.iter().map(|&feature| feature.to_owned()).collect(),
        values: Vec::new(),
        forward: price(there),
        backward: price(back),
    }
}

fn board(id: &str, title: &str, spaces: Vec<Space>, edges: Vec<Edge>) -> Board {
    Board { id: id.to_owned(), title: title.to_owned(), grid: Grid::Free, spaces, edges, values: Vec::new() }
}

fn valley() -> Board {
    board(
        "valley",
        "The valley",
        vec![
            space("ridge", "the ridge", SpaceKind::Point, (2, 1), &[]),
            space("mill", "the mill", SpaceKind::Point, (4, 1), &[]),
            space("wood", "the wood", SpaceKind::Point, (2, 3), &[]),
            space("town", "the town", SpaceKind::Point, (5, 3), &["town"]),
            space("heath", "the heath", SpaceKind::Point, (4, 5), &[]),
            space("north-camp", "the northern camp", SpaceKind::Box, (0, 0), &["north-camp"]),
            space("south-camp", "the southern camp", SpaceKind::Box, (7, 6), &["south-camp"]),
        ],
        vec![
            edge("north-gate", "north-camp", "ridge", &[], 1, 1),
            edge("mill-lane", "ridge", "mill", &[], 1, 1),
            edge("high-road", "mill", "town", &[], 2, 1),
            edge("low-road", "mill", "town", &[], 1, 2),
            edge("wood-path", "ridge", "wood", &[], 1, 1),
            edge("ford-path", "wood", "heath", &["ford"], 1, 1),
            edge("heath-road", "heath", "town", &[], 1, 1),
            edge("south-gate", "south-camp", "heath", &[], 1, 1),
            edge("south-bridge", "south-camp", "town", &[], 2, 1),
        ],
    )
}

fn field() -> Board {
    let line = |id: &str, x: i32| Space {
        at: Point { x: x * 1000 + 500, y: 500 },
        ..space(id, "", SpaceKind::Area, (0, 0), &[])
    };
    board(
        "field",
        "The field of battle",
        vec![line("field-left", 0), line("field-centre", 1), line("field-right", 2)],
        vec![
            edge("field-left/field-centre", "field-left", "field-centre", &[], 1, 1),
            edge("field-centre/field-right", "field-centre", "field-right", &[], 1, 1),
        ],
    )
}

/// The quarrel in the valley: two boards, eight blocks, three turns.
pub fn position() -> Position {
    let unit = |id: &str, name: &str, kind: &str, strength: i32| {
        let side = id.split('-').next().unwrap_or_default();
        Unit {
            id: id.to_owned(),
            name: name.to_owned(),
            side: side.to_owned(),
            kind: kind.to_owned(),
            formation: String::new(),
            attributes: vec![number("strength", strength)],
            place: Some(Place {
                space: format!("{side}-camp"),
                edge: None,
                facing: None,
                slot: None,
                carrier: None,
            }),
        }
    };
    Position {
        boards: vec![valley(), field()],
        roster: vec![
            unit("north-axes", "Ulf's axes", "infantry", 2),
            unit("north-bows", "Inga's bows", "artillery", 3),
            unit("north-horse", "Rolf's horse", "cavalry", 2),
            unit("north-chief", "Chief Sigrid", "general", 1),
            unit("south-pikes", "Marco's pikes", "infantry", 2),
            unit("south-guns", "Bianca's guns", "artillery", 3),
            unit("south-lancers", "Paolo's lancers", "cavalry", 2),
            unit("south-doge", "Doge Enrico", "general", 1),
        ],
        setup: Setup {
            options: Vec::new(),
            facts: vec![number("turns", 3)],
            seats: vec!["north".to_owned(), "south".to_owned()],
            rules: Vec::new(),
        },
        in_force: muster_contract::InForce::NONE,
    }
}

/// The same, broken in the way of this name if the crate was built with the feature `broken`.
pub fn position_with_fault(fault: &str) -> Position {
    let mut position = position();
    position.setup.facts.push(Attribute { name: "fault".to_owned(), value: Value::Text(fault.to_owned()) });
    position
}
