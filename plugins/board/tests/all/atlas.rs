//! The index: hexes in both grids and both shifts, areas, points, and ways over them.

use muster_board::file::BoardFile;
use muster_board::{Atlas, BoardProblem, Crossing, SpaceId};
use muster_contract::{Board, Edge, Grid, Point, Space, SpaceKind};

/// A hex board of these rows.
#[track_caller]
fn hexes(grid: &str, shifted: &str, rows: &str) -> Atlas {
    let text = format!(
        "id = \"test\"\nsource = \"Invented.\"\n[hexes]\ngrid = \"{grid}\"\nshifted = \"{shifted}\"\nterrain = \"\"\"\n{rows}\"\"\"\n"
    );
    let made = BoardFile::parse(&text, "test.toml").unwrap_or_else(|problem| panic!("{problem}"));
    Atlas::new(&[made.board]).unwrap()
}

/// A field of clear hexes, seven by seven.
fn field(grid: &str, shifted: &str) -> Atlas {
    hexes(grid, shifted, &". . . . . . .\n".repeat(7))
}

#[track_caller]
fn at(atlas: &Atlas, name: &str) -> SpaceId {
    atlas.space(name).unwrap_or_else(|| panic!("no space {name}"))
}

fn names(atlas: &Atlas, spaces: impl IntoIterator<Item = SpaceId>) -> String {
    spaces.into_iter().map(|space| atlas.name(space)).collect::<Vec<_>>().join(" ")
}

/// The neighbours of hex 0404 from the top clockwise.
#[track_caller]
fn check_neighbours(grid: &str, shifted: &str, expect: &str) {
    let atlas = field(grid, shifted);
    let middle = at(&atlas, "0404");
    let by_facing = atlas.sides(middle).filter_map(|facing| atlas.neighbour(middle, facing));
    assert_eq!(names(&atlas, by_facing), expect, "{grid} {shifted} by facing");
    assert_eq!(names(&atlas, atlas.neighbours(middle)), expect, "{grid} {shifted} by edge");
}

#[test]
fn neighbours_in_both_grids_and_shifts() {
    check_neighbours("pointy", "even", "0503 0504 0505 0405 0304 0403");
    check_neighbours("pointy", "odd", "0403 0504 0405 0305 0304 0303");
    check_neighbours("flat", "even", "0403 0504 0505 0405 0305 0304");
    check_neighbours("flat", "odd", "0403 0503 0504 0405 0304 0303");
}

#[test]
fn sides_and_corners_by_grid() {
    let (pointy, flat) = (field("pointy", "even"), field("flat", "even"));
    let middle = at(&pointy, "0404");
    assert_eq!(pointy.sides(middle).collect::<Vec<_>>(), [1, 3, 5, 7, 9, 11]);
    assert_eq!(pointy.corners(middle).collect::<Vec<_>>(), [0, 2, 4, 6, 8, 10]);
    assert_eq!(flat.sides(middle).collect::<Vec<_>>(), [0, 2, 4, 6, 8, 10]);
    assert_eq!(pointy.neighbour(middle, 0), None, "a corner has no hex behind it");
    assert_eq!(flat.neighbour(middle, 0).map(|space| flat.name(space)), Some("0403"));
}

#[test]
fn distance_is_symmetric_and_agrees_with_steps() {
    for (grid, shifted) in [("pointy", "even"), ("pointy", "odd"), ("flat", "even"), ("flat", "odd")] {
        let atlas = field(grid, shifted);
        for a in atlas.spaces() {
            let reach = atlas.reach(a, u32::MAX, |_, _, _| Some(1));
            for b in atlas.spaces() {
                assert_eq!(
                    atlas.distance(a, b),
                    reach.cost(b),
                    "{grid} {shifted} {} {}",
                    atlas.name(a),
                    atlas.name(b)
                );
                assert_eq!(atlas.distance(a, b), atlas.distance(b, a));
                let near = atlas.disc(a, 2).any(|space| space == b);
                assert_eq!(
                    near,
                    atlas.within(a, b, 2),
                    "{grid} {shifted} {} {}",
                    atlas.name(a),
                    atlas.name(b)
                );
            }
        }
    }
}

#[test]
fn distance_goes_over_gaps() {
    let atlas = hexes("pointy", "even", ". - - .\n. - - .\n");
    assert_eq!(atlas.distance(at(&atlas, "0101"), at(&atlas, "0401")), Some(3));
    assert_eq!(atlas.edge_between(at(&atlas, "0101"), at(&atlas, "0401")), None);
}

/// The hexes of a zone, marked on a drawing of the board: U the unit, 1 and 2 the rows in front.
#[track_caller]
fn check_zone(grid: &str, facing: u8, expect: &str) {
    let atlas = field(grid, "even");
    let middle = at(&atlas, "0404");
    let zone = atlas.fire_zone(middle, facing);
    for space in atlas.spaces() {
        let in_zone = atlas.in_fire_zone(middle, facing, space);
        assert_eq!(in_zone, zone.contains(&space), "facing {facing} {}", atlas.name(space));
    }
    let letter = |row: usize, column: usize| {
        let space = at(&atlas, &format!("{column:02}{row:02}"));
        match atlas.distance(middle, space) {
            Some(0) => 'U',
            Some(distance) if zone.contains(&space) => char::from_digit(distance, 10).unwrap(),
            _ => '.',
        }
    };
    let drawn: Vec<String> = (2..=6).map(|row| (2..=6).map(|column| letter(row, column)).collect()).collect();
    let expect: Vec<&str> = expect.split_whitespace().collect();
    assert_eq!(drawn, expect, "{grid} facing {facing}");
}

#[test]
fn fire_zones_to_corners() {
    // Rows 02, 04 and 06 of the drawing stand half a hex to the right.
    check_zone("pointy", 0, ".222. ..11. ..U.. ..... .....");
    check_zone("pointy", 2, "...2. ...12 ..U12 ..... .....");
    check_zone("pointy", 4, "..... ..... ..U12 ...12 ...2.");
    check_zone("pointy", 6, "..... ..... ..U.. ..11. .222.");
    check_zone("pointy", 8, "..... ..... 21U.. .21.. .2...");
    check_zone("pointy", 10, ".2... .21.. 21U.. ..... .....");
    // Columns 02, 04 and 06 stand half a hex down.
    check_zone("flat", 1, "..2.. ..122 ..U1. ..... .....");
    check_zone("flat", 3, "..... ....2 ..U12 ...12 .....");
}

#[test]
fn fire_zones_to_sides_have_one_hex_and_three_beyond() {
    check_zone("pointy", 3, "..... ....2 ..U12 ....2 .....");
    check_zone("flat", 0, "..2.. .212. ..U.. ..... .....");
}

#[test]
fn front_is_the_first_row_clockwise() {
    let atlas = field("pointy", "even");
    let middle = at(&atlas, "0404");
    assert_eq!(names(&atlas, atlas.front(middle, 0)), "0403 0503");
    assert_eq!(names(&atlas, atlas.front(middle, 3)), "0504");
    assert_eq!(
        names(&atlas, atlas.front(at(&atlas, "0101"), 0)),
        "",
        "nothing lies beyond the edge of the board"
    );
}

#[test]
fn arcs_of_all_corners_cover_every_hex() {
    for grid in ["pointy", "flat"] {
        let atlas = field(grid, "odd");
        let middle = at(&atlas, "0404");
        for space in atlas.spaces().filter(|&space| space != middle) {
            let arcs = atlas.corners(middle).filter(|&facing| atlas.in_arc(middle, facing, 9, space)).count();
            // Six sectors of 60 degrees whose borders, which run through the sides, count for both.
            let on_border = atlas.direction(middle, space).is_some_and(|facing| {
                let mut straight = vec![];
                let mut hex = Some(middle);
                while let Some(next) = hex.and_then(|from| atlas.neighbour(from, facing)) {
                    straight.push(next);
                    hex = Some(next);
                }
                straight.contains(&space)
            });
            assert_eq!(arcs, if on_border { 2 } else { 1 }, "{grid} {}", atlas.name(space));
        }
    }
}

#[test]
fn directions() {
    let atlas = field("pointy", "even");
    let from = at(&atlas, "0404");
    let direction = |to: &str| atlas.direction(from, at(&atlas, to));
    assert_eq!(direction("0404"), None);
    assert_eq!(direction("0503"), Some(1));
    assert_eq!(direction("0402"), Some(0), "straight up, over a corner");
    assert_eq!(direction("0704"), Some(3));
    assert_eq!(direction("0703"), Some(2), "19 degrees up: nearer to the corner than to the side");
    let far = (at(&atlas, "0104"), at(&atlas, "0703"));
    assert_eq!(atlas.direction(far.0, far.1), Some(3), "9 degrees up: nearer to the side");
    assert_eq!(direction("0406"), Some(6));
    assert_eq!(direction("0101"), Some(10));
    for space in atlas.spaces().filter(|&space| space != from) {
        let (there, back) = (atlas.direction(from, space).unwrap(), atlas.direction(space, from).unwrap());
        assert_eq!((there + 6) % 12, back, "{}", atlas.name(space));
    }
}

#[track_caller]
fn check_line(grid: &str, from: &str, to: &str, expect: &str) {
    let atlas = field(grid, "even");
    let line = atlas.line(at(&atlas, from), at(&atlas, to)).map(|crossing| match crossing {
        Crossing::Hex(hex) => atlas.name(hex).to_owned(),
        Crossing::Hexside(left, right) => format!("{}|{}", atlas.name(left), atlas.name(right)),
    });
    assert_eq!(line.collect::<Vec<_>>().join(" "), expect, "{grid} {from} to {to}");
}

#[test]
fn lines_cross_every_hex_on_their_way() {
    check_line("pointy", "0404", "0404", "0404");
    check_line("pointy", "0102", "0402", "0102 0202 0302 0402");
    check_line("pointy", "0404", "0402", "0404 0403|0503 0402");
    check_line("pointy", "0406", "0402", "0406 0405|0505 0404 0403|0503 0402");
    check_line("pointy", "0104", "0403", "0104 0204 0303 0403");
    check_line("flat", "0404", "0604", "0404 0504|0505 0604");
}

#[test]
fn lines_are_the_same_both_ways() {
    for grid in ["pointy", "flat"] {
        let atlas = field(grid, "odd");
        for a in atlas.spaces() {
            for b in atlas.spaces() {
                let mut there: Vec<_> = atlas.line(a, b).collect();
                let back = atlas.line(b, a).map(|crossing| match crossing {
                    Crossing::Hexside(left, right) => Crossing::Hexside(right, left),
                    hex => hex,
                });
                there.reverse();
                assert_eq!(there, back.collect::<Vec<_>>(), "{grid} {} {}", atlas.name(a), atlas.name(b));
            }
        }
    }
}

/// Every line against its definition, computed by clipping it with each hex in fractions.
#[test]
fn lines_agree_with_geometry() {
    for (grid, turn) in [("pointy", 0.0), ("flat", 30.0_f64)] {
        let atlas = field(grid, "even");
        let middle = |space: SpaceId| {
            let Point { x, y } = atlas.at(space);
            // Thousandths with 866 for the exact distance of the ranks.
            let rank = 3_f64.sqrt() / 2.0 / 0.866;
            let (x, y) = (f64::from(x) / 1000.0, f64::from(y) / 1000.0);
            if turn == 0.0 { (x, y * rank) } else { (x * rank, y) }
        };
        let inside = |space: SpaceId, (x, y): (f64, f64)| {
            let (mx, my) = middle(space);
            // How far the point lies towards each side; a half is on it.
            (0..6)
                .map(|side| (f64::from(side) * 60.0 + turn).to_radians())
                .fold(f64::MIN, |most, angle| most.max((x - mx) * angle.cos() + (y - my) * angle.sin()))
        };
        for a in atlas.spaces().step_by(8) {
            for b in atlas.spaces() {
                let ((ax, ay), (bx, by)) = (middle(a), middle(b));
                let crossed: Vec<SpaceId> = (atlas.line(a, b))
                    .flat_map(|crossing| match crossing {
                        Crossing::Hex(hex) => vec![hex],
                        Crossing::Hexside(left, right) => vec![left, right],
                    })
                    .collect();
                for space in atlas.spaces() {
                    let points = (0..=397)
                        .map(|i| f64::from(i) / 397.0)
                        .map(|t| (ax + (bx - ax) * t, ay + (by - ay) * t));
                    let deepest = points.map(|point| inside(space, point)).fold(f64::MAX, f64::min);
                    let message =
                        || format!("{grid} {} to {} in {}", atlas.name(a), atlas.name(b), atlas.name(space));
                    if deepest < 0.49 {
                        assert!(crossed.contains(&space), "{} is left out", message());
                    }
                    if deepest > 0.51 {
                        assert!(!crossed.contains(&space), "{} is too much", message());
                    }
                }
            }
        }
    }
}

#[track_caller]
fn check_sight(rows: &str, from: &str, to: &str, expect: bool) {
    let atlas = hexes("pointy", "even", rows);
    let woods = atlas.feature("woods");
    let (a, b) = (at(&atlas, from), at(&atlas, to));
    assert_eq!(atlas.sight(a, b, |space| atlas.has(space, woods)), expect, "{from} to {to} over\n{rows}");
    assert_eq!(atlas.sight(b, a, |space| atlas.has(space, woods)), expect, "{to} to {from} over\n{rows}");
}

#[test]
fn sight_is_blocked_between_but_not_at_the_ends() {
    check_sight(". . .", "0101", "0301", true);
    check_sight(". w .", "0101", "0301", false);
    check_sight("w . w", "0101", "0301", true);
    check_sight("w w .", "0101", "0201", true);
    check_sight("w . .", "0101", "0101", true);
}

#[test]
fn sight_along_a_hexside_needs_both_to_block() {
    // 0203 sees 0201 between 0102 and 0202.
    check_sight(". . .\n . . .\n. . .", "0203", "0201", true);
    check_sight(". . .\n w . .\n. . .", "0203", "0201", true);
    check_sight(". . .\n . w .\n. . .", "0203", "0201", true);
    check_sight(". . .\n w w .\n. . .", "0203", "0201", false);
    // At the edge of the board the only hex decides.
    check_sight(". .\n w .\n. .", "0103", "0101", false);
    check_sight(". .\n . w\n. .", "0103", "0101", true);
}

fn free(id: &str, spaces: &[&str], edges: &[(&str, &str, &str)]) -> Board {
    let space = |id: &&str| Space {
        id: (*id).into(),
        title: String::new(),
        kind: SpaceKind::Point,
        at: Point { x: 0, y: 0 },
        features: vec![],
        values: vec![],
    };
    let edge = |&(id, a, b): &(&str, &str, &str)| Edge {
        id: id.into(),
        a: a.into(),
        b: b.into(),
        direction: None,
        features: vec![id.split('-').next().unwrap().into()],
        values: vec![],
        forward: vec![],
        backward: vec![],
    };
    Board {
        id: id.into(),
        title: String::new(),
        grid: Grid::Free,
        spaces: spaces.iter().map(space).collect(),
        edges: edges.iter().map(edge).collect(),
        values: vec![],
    }
}

#[test]
fn two_links_between_the_same_points() {
    let board =
        free("war", &["a", "b", "c"], &[("rail-1", "a", "b"), ("road-1", "b", "a"), ("road-2", "b", "c")]);
    let atlas = Atlas::new(&[board]).unwrap();
    let (a, b, c) = (at(&atlas, "a"), at(&atlas, "b"), at(&atlas, "c"));
    let between: Vec<&str> = atlas.edges_between(a, b).map(|edge| atlas.edge_name(edge)).collect();
    assert_eq!(between, ["rail-1", "road-1"]);
    assert_eq!(names(&atlas, atlas.neighbours(b)), "a c", "each neighbour once");
    assert_eq!(atlas.edges_of(b).len(), 3);
    assert_eq!(atlas.distance(a, b), None, "there are no hexes to count");
    assert!(!atlas.sight(a, b, |_| false));
    assert!(atlas.adjacent(a, b) && !atlas.adjacent(a, c));
    let road = atlas.feature("road");
    let by = |costs: [u32; 2]| {
        let cost = |_, edge, _| Some(if atlas.edge_has(edge, road) { costs[0] } else { costs[1] });
        let path = atlas.path(a, c, 99, cost).unwrap();
        let edges: Vec<&str> = path.edges.iter().map(|&edge| atlas.edge_name(edge)).collect();
        (path.cost, edges.join(" "))
    };
    assert_eq!(by([2, 1]), (3, "rail-1 road-2".to_owned()));
    assert_eq!(by([1, 2]), (2, "road-1 road-2".to_owned()));
    assert_eq!(by([1, 1]), (2, "rail-1 road-2".to_owned()), "of equal ways the first of the file");
    assert_eq!(atlas.path(a, c, 1, |_, _, _| Some(1)), None, "beyond the limit");
}

#[test]
fn reach_goes_by_cost_and_can_stop() {
    let atlas = hexes("pointy", "even", ". . w . .");
    let woods = atlas.feature("woods");
    let start = at(&atlas, "0101");
    let stops = |from: SpaceId| from != start && atlas.has(from, woods);
    let reach = atlas.reach(start, 4, |from, _, _| (!stops(from)).then_some(1));
    let found: Vec<(&str, u32)> =
        reach.all().iter().map(|reached| (atlas.name(reached.space), reached.cost)).collect();
    assert_eq!(found, [("0101", 0), ("0201", 1), ("0301", 2)]);
    assert_eq!(names(&atlas, reach.path(at(&atlas, "0301")).unwrap().spaces), "0101 0201 0301");
    let open = atlas.connected(start, |_, _, to| !atlas.has(to, woods));
    assert_eq!(names(&atlas, open), "0101 0201");
    let mut again = reach.clone();
    again.search(&atlas, &[at(&atlas, "0501"), start], 1, |_, _, _| Some(1));
    assert_eq!(names(&atlas, again.all().iter().map(|reached| reached.space)), "0101 0501 0201 0401");
    assert!(!again.contains(at(&atlas, "0301")));
}

#[track_caller]
fn check_problem(boards: &[Board], expect: &str) {
    let problem: BoardProblem = Atlas::new(boards).unwrap_err();
    assert_eq!(problem.to_string(), expect);
}

#[test]
fn boards_that_cannot_be_used() {
    check_problem(&[free("m", &["a", "a"], &[])], "there are two spaces named \"a\"");
    check_problem(&[free("m", &["a"], &[]), free("n", &["a"], &[])], "there are two spaces named \"a\"");
    check_problem(&[free("m", &["a"], &[]), free("m", &["b"], &[])], "there are two boards named \"m\"");
    check_problem(&[free("m", &[""], &[])], "a space of board \"m\" has no name");
    check_problem(
        &[free("m", &["a"], &[("e", "a", "x")])],
        "edge \"e\" leads to \"x\", which is no space of any board",
    );
    check_problem(&[free("m", &["a"], &[("e", "a", "a")])], "edge \"e\" leads from \"a\" to itself");
    let sketch = || BoardFile::sketch("s", ". .\n. .").unwrap().board;
    let mut board = sketch();
    board.spaces[1].at.x += 500;
    check_problem(&[board], "the middle of hex \"0201\" lies off the grid of board \"s\"");
    let mut board = sketch();
    board.spaces[1].at = board.spaces[0].at;
    check_problem(&[board], "hexes \"0101\" and \"0201\" have the same middle");
    let mut board = sketch();
    board.spaces[3].at = Point { x: 2_000_000_500, y: 866 * 2_000_001 };
    check_problem(&[board], "the hexes of board \"s\" lie too far apart");
    for end in [i32::MIN, i32::MAX] {
        let mut board = sketch();
        board.spaces[3].at = Point { x: end, y: end };
        assert!(Atlas::new(&[board]).is_err());
    }
    let mut board = sketch();
    board.edges[0].direction = Some(7);
    check_problem(
        &[board],
        "edge \"0101/0201\" says that its second space lies in direction 7, but that isn't so",
    );
}

#[test]
fn several_boards_share_names_but_no_distance() {
    let mut second = BoardFile::sketch("battle", ". .").unwrap().board;
    for space in &mut second.spaces {
        space.id.insert(0, 'b');
    }
    second.edges.clear();
    let atlas = Atlas::new(&[BoardFile::sketch("map", ". .").unwrap().board, second]).unwrap();
    assert_eq!(
        atlas.boards().map(|board| atlas.board_name(board).to_owned()).collect::<Vec<_>>(),
        ["map", "battle"]
    );
    let battle = atlas.board("battle").unwrap();
    assert_eq!(names(&atlas, atlas.spaces_of(battle)), "b0101 b0201");
    assert_eq!(atlas.board_of(at(&atlas, "b0101")), battle);
    assert_eq!(atlas.distance(at(&atlas, "0101"), at(&atlas, "b0101")), None);
    assert_eq!(
        atlas.neighbour(at(&atlas, "b0101"), 3),
        Some(at(&atlas, "b0201")),
        "neighbours need no edges"
    );
}
