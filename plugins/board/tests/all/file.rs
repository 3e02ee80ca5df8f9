//! The board file format: what is made of a file, and which mistakes are reported of a bad one.

use muster_board::Atlas;
use muster_board::file::{BoardFile, FileProblem};
use muster_board::picture::{Course, Spot};
use muster_contract::{Point, SpaceKind, Value};

#[track_caller]
fn parse(text: &str) -> BoardFile {
    BoardFile::parse(text, "board.toml").unwrap_or_else(|problem| panic!("{problem}"))
}

/// The head of a board of three columns and three rows.
const HEXES: &str = "\
id = \"test\"
source = \"Invented.\"
[hexes]
grid = \"pointy\"
shifted = \"even\"
terrain = \"\"\"
. w f
 . - ~
. . .
\"\"\"
";

#[track_caller]
fn hexes(rest: &str) -> BoardFile {
    parse(&format!("{HEXES}{rest}"))
}

#[track_caller]
fn problem(text: &str) -> FileProblem {
    BoardFile::parse(text, "board.toml").expect_err("the file should be refused")
}

/// A hex board with this at its end is refused with these messages; lines count from where it begins.
#[track_caller]
fn check_wrong(rest: &str, expect: &str) {
    let problem = problem(&format!("{HEXES}{rest}"));
    let first = HEXES.lines().count();
    let messages: Vec<String> = (problem.mistakes.iter())
        .map(|mistake| {
            format!("{}: {}. {}", mistake.line.unwrap().saturating_sub(first), mistake.what, mistake.instead)
        })
        .collect();
    assert_eq!(messages.join("\n"), expect);
}

#[track_caller]
fn check_near(spot: Spot, expect: Spot) {
    let far = (spot[0] - expect[0]).hypot(spot[1] - expect[1]);
    assert!(far < 0.001, "{spot:?} is not {expect:?}");
}

#[test]
fn hexes_have_ids_features_and_middles() {
    let made = hexes(
        "[[hex]]\nid = \"0201\"\ntitle = \"The wood\"\nfeatures = [\"town\"]\nvalues = { height = 2, owner = \"usa\" }\n",
    );
    let ids: Vec<&str> = made.board.spaces.iter().map(|space| space.id.as_str()).collect();
    assert_eq!(ids, ["0101", "0201", "0301", "0102", "0302", "0103", "0203", "0303"]);
    let wood = &made.board.spaces[1];
    assert_eq!(
        (wood.title.as_str(), wood.features.join(" ").as_str(), wood.at.x, wood.at.y),
        ("The wood", "woods town", 1000, 0)
    );
    assert_eq!(wood.values[0].value, Value::Number(2));
    assert_eq!(wood.values[1].value, Value::Text("usa".into()));
    let shifted = &made.board.spaces[4];
    assert_eq!((shifted.at.x, shifted.at.y), (2500, 866));
    assert_eq!(made.picture.spaces[1].ground, ["woods"]);
    check_near(made.picture.spaces[4].at, [2.5, 0.866]);
    check_near(made.picture.spaces[0].outline[0], [0.5, -0.2887]);
    check_near(made.picture.extent[0], [-0.5, -0.5774]);
    assert!(
        made.board.edges.iter().all(|edge| edge.a < edge.b && edge.id == format!("{}/{}", edge.a, edge.b))
    );
    assert_eq!(made.board.edges.len(), 10);
}

#[test]
fn flat_hexes_and_odd_shifts() {
    for (grid, shifted, second, below) in [
        ("pointy", "odd", Point { x: 1500, y: 0 }, Point { x: 0, y: 866 }),
        ("flat", "odd", Point { x: 866, y: 0 }, Point { x: 0, y: 1500 }),
        ("flat", "even", Point { x: 866, y: 500 }, Point { x: 0, y: 1000 }),
    ] {
        let text = format!(
            "id = \"t\"\nsource = \"x\"\n[hexes]\ngrid = \"{grid}\"\nshifted = \"{shifted}\"\nterrain = \"\"\"\n..\n..\n\"\"\""
        );
        let made = parse(&text);
        let at = |id: &str| made.board.spaces.iter().find(|space| space.id == id).unwrap().at;
        assert_eq!((at("0201"), at("0102")), (second, below), "{grid} {shifted}");
        for (space, picture) in made.board.spaces.iter().zip(&made.picture.spaces) {
            check_near(picture.at, [space.at.x as f32 / 1000.0, space.at.y as f32 / 1000.0]);
            assert_eq!(picture.outline.len(), 6);
        }
        Atlas::new(&[made.board]).unwrap();
    }
}

#[track_caller]
fn features(made: &BoardFile, edge: &str) -> String {
    made.board
        .edges
        .iter()
        .find(|known| known.id == edge)
        .unwrap_or_else(|| panic!("no edge {edge}"))
        .features
        .join(" ")
}

#[test]
fn a_road_goes_through_hexes_and_off_the_board() {
    let made =
        hexes("[[line]]\nfeature = \"road\"\ntitle = \"Pike\"\nrank = 3\nthrough = \"<0101 0102 0203>\"\n");
    assert_eq!(features(&made, "0101/0102"), "road");
    assert_eq!(features(&made, "0102/0203"), "road");
    assert_eq!(features(&made, "0102/0103"), "");
    let line = &made.picture.lines[0];
    assert_eq!((line.course, line.rank, line.title.as_str()), (Course::Through, 3, "Pike"));
    assert_eq!(line.points.len(), 5);
    check_near(line.points[0], [-0.5, -0.866]);
    check_near(line.points[1], [0.0, 0.0]);
    check_near(line.points[4], [1.5, 2.598]);
}

#[test]
fn a_stream_runs_along_hexsides() {
    let made = hexes(
        "[[line]]\nfeature = \"stream\"\nalong = \"<0101/0102 0201/0102\"\n[[side]]\nbetween = \"0102/0101\"\nfeatures = [\"bridge\"]\n\
         forward = { climb = 1 }\n",
    );
    assert_eq!(features(&made, "0101/0102"), "stream bridge");
    assert_eq!(features(&made, "0102/0201"), "stream");
    let edge = made.board.edges.iter().find(|edge| edge.id == "0101/0102").unwrap();
    assert!(
        edge.forward.is_empty() && edge.backward.len() == 1,
        "forward is as the file names the two hexes"
    );
    let line = &made.picture.lines[0];
    assert_eq!((line.course, line.rank), (Course::Along, 2));
    check_near(line.points[1], [0.0, 0.5774]);
    check_near(line.points[2], [0.5, 0.2887]);
    check_near(line.points[3], [1.0, 0.5774]);
    assert!(line.points[0][0] < 0.0, "it comes from beyond the edge");
    let atlas = Atlas::new(std::slice::from_ref(&made.board)).unwrap();
    let (from, to) = (atlas.space("0102").unwrap(), atlas.space("0101").unwrap());
    let (edge, climb) = (atlas.edge_between(from, to).unwrap(), atlas.key("climb"));
    assert_eq!(atlas.edge_number(edge, from, climb), Some(1));
    assert_eq!(atlas.edge_number(edge, to, climb), None);
    assert_eq!(atlas.edge_facing(edge, to), Some(5));
    assert_eq!(atlas.edge_facing(edge, from), Some(11));
}

#[test]
fn a_hexsides_corners_are_left_and_right_of_it() {
    let made = hexes("");
    let side = made.picture.edges.iter().find(|edge| edge.id == "0101/0201").unwrap();
    check_near(side.path[0], [0.5, -0.2887]);
    check_near(side.path[1], [0.5, 0.2887]);
}

#[test]
fn boxes_shapes_houses_and_labels() {
    let made = hexes(
        r#"
[[box]]
id = "reserve"
title = "Reserve"
at = [5.0, 1]
size = [2, 1]
[[edge]]
a = "reserve"
b = "0303"
features = "road"
[[shape]]
kind = "hill"
outline = [[0, 0], "0201", "0102 +0.5 -0.25"]
[[house]]
kind = "church"
at = "0101 -0.1 0.2"
[[label]]
text = "Owl Creek"
style = "water"
along = ["0101", "0201"]
size = 14
[[label]]
text = "Shiloh"
at = [1, 2]
angle = -30.5
"#,
    );
    let reserve = made.board.spaces.last().unwrap();
    assert_eq!((reserve.kind, reserve.at), (SpaceKind::Box, Point { x: 5000, y: 1000 }));
    check_near(made.picture.spaces.last().unwrap().outline[2], [6.0, 1.5]);
    assert_eq!(features(&made, "reserve/0303"), "road");
    check_near(made.picture.shapes[0].outline[2], [1.0, 0.616]);
    check_near(made.picture.houses[0].at, [-0.1, 0.2]);
    assert_eq!(made.picture.labels[0].along.len(), 2);
    assert_eq!((made.picture.labels[1].angle, made.picture.labels[1].style.as_str()), (-30.5, "place"));
    assert!(made.picture.extent[1][0] >= 6.0, "boxes are shown too");
    let atlas = Atlas::new(&[made.board]).unwrap();
    let (reserve, beside) = (atlas.space("reserve").unwrap(), atlas.space("0303").unwrap());
    assert!(atlas.adjacent(reserve, beside));
    assert_eq!(atlas.distance(reserve, beside), None);
}

#[test]
fn an_area_board() {
    let made = parse(
        r#"
id = "plain"
title = "The plain"
source = "Invented."
values = { capacity = 3 }
[[area]]
id = "1"
title = "Henry Hill"
outline = [[0, 0], [2, 0], [2, 2], [0, 2]]
features = ["hill"]
[[area]]
id = "2"
outline = [[2, 0], [4, 0], [4, 2], [2, 2]]
at = [3.5, 1]
[[edge]]
a = "1"
b = "2"
features = ["stream"]
values = { width = 2 }
forward = { width = 1 }
"#,
    );
    assert_eq!(made.board.spaces[0].at, Point { x: 1000, y: 1000 });
    assert_eq!(made.board.spaces[1].at, Point { x: 3500, y: 1000 });
    assert_eq!(made.picture.edges[0].path, [[2.0, 0.0], [2.0, 2.0]], "the boundary that they share");
    let atlas = Atlas::new(&[made.board]).unwrap();
    let (hill, plain) = (atlas.space("1").unwrap(), atlas.space("2").unwrap());
    let (edge, width) = (atlas.edge("1/2").unwrap(), atlas.key("width"));
    assert_eq!(atlas.edge_number(edge, hill, width), Some(1));
    assert_eq!(atlas.edge_number(edge, plain, width), Some(2));
    assert_eq!(atlas.across(edge, hill), Some(plain));
    assert_eq!((atlas.called(hill), atlas.called(plain)), ("Henry Hill", "2"));
    let board = atlas.board("plain").unwrap();
    assert_eq!(atlas.board_value(board, atlas.key("capacity")), Some(&Value::Number(3)));
    assert_eq!(atlas.feature_names(atlas.features_of(hill)).collect::<Vec<_>>(), ["hill"]);
}

#[test]
fn a_point_board_with_two_links() {
    let made = parse(
        r#"
id = "war"
source = "Invented."
[[point]]
id = "Fort Monroe"
at = [0, 0]
[[point]]
id = "Richmond"
at = "Fort Monroe -3 -1.5"
[[edge]]
a = "Richmond"
b = "Fort Monroe"
features = ["road"]
path = ["Richmond", [-1, 0], "Fort Monroe"]
[[edge]]
id = "James River"
a = "Richmond"
b = "Fort Monroe"
features = ["river"]
"#,
    );
    assert_eq!(made.board.spaces[1].at, Point { x: -3000, y: -1500 });
    assert_eq!(
        made.board.edges.iter().map(|edge| edge.id.as_str()).collect::<Vec<_>>(),
        ["Richmond/Fort Monroe", "James River"]
    );
    assert_eq!(made.picture.edges[0].path.len(), 3);
    assert_eq!(made.picture.edges[1].path, [[-3.0, -1.5], [0.0, 0.0]]);
}

#[test]
fn letters_can_have_values_and_usual_ones_need_no_key() {
    let text = HEXES
        .replace("terrain", "key = { \"~\" = { features = [\"hill\"], values = { height = 1 } } }\nterrain");
    let made = parse(&text);
    assert_eq!(made.board.spaces[4].features, ["hill"]);
    assert_eq!(made.board.spaces[4].values[0].value, Value::Number(1));
    assert_eq!(made.board.spaces[1].features, ["woods"]);
}

#[test]
fn a_table_makes_the_same_board_as_its_text() {
    let made = hexes("");
    let table: toml::Table = HEXES.parse().unwrap();
    assert_eq!(BoardFile::from_table(&table, "here").unwrap(), made);
    let mut wrong = table;
    wrong.remove("source");
    let problem = BoardFile::from_table(&wrong, "here").unwrap_err();
    assert_eq!(
        problem.to_string(),
        "here: the file has no source. Add source = \"where the board comes from\"."
    );
}

#[test]
fn what_is_wrong_is_reported_with_line_and_remedy() {
    check_wrong(
        "[[hex]]\nid = \"0401\"\n",
        "2: there is no space \"0401\". Hexes go from 0101 to 0303, columns first, without the '-' in the terrain.",
    );
    check_wrong(
        "[[hex]]\nid = \"0202\"\n",
        "2: there is no space \"0202\". Hexes go from 0101 to 0303, columns first, without the '-' in the terrain.",
    );
    check_wrong(
        "[[hex]]\nid = \"0101\"\ntitle = \"A\"\n[[hex]]\nid = \"0101\"\n",
        "5: hex 0101 has a [[hex]] already. Say all that is particular of a hex in one [[hex]].",
    );
    check_wrong(
        "[[hex]]\nid = \"0101\"\nname = \"x\"\n",
        "3: [[hex]] knows no \"name\". It can have: id, title, features, values.",
    );
    check_wrong(
        "[[hex]]\nid = \"0101\"\nfeatuers = [\"road\"]\n",
        "3: [[hex]] knows no \"featuers\". Did you mean \"features\"? It can have: id, title, features, values.",
    );
    check_wrong(
        "[[hex]]\nid = \"0101\"\nvalues = { height = 1.5 }\n",
        "3: the value height is a fraction. Write a whole number, a text, true or false.",
    );
    check_wrong(
        "[[hex]]\nid = \"0101\"\nfeatures = [\"Big Town\"]\n",
        "3: \"Big Town\" is no name for a feature, value or kind. Write lower-case words joined by hyphens: \"steep-bank\".",
    );
    check_wrong(
        "[[line]]\nfeature = \"road\"\nthrough = \"0101 0301\"\n",
        "3: the line goes from 0101 to 0301, which is no neighbour. Name every hex that it goes through, in order.",
    );
    check_wrong(
        "[[line]]\nfeature = \"road\"\nthrough = \"<0203 0303\"\n[[line]]\nfeature = \"road\"\n",
        "4: [[line]] needs one of through, along and course. Add through = \"0101 0201\" for hexes, along = \"0101/0102 0201/0102\" for \
         hexsides, or course = [[x, y], [x, y]] for the picture only.",
    );
    check_wrong(
        "[[line]]\nfeature = \"stream\"\nalong = \"0101/0301\"\n",
        "3: 0101 and 0301 are not neighbours. Write two neighbouring hexes with a slash: \"0310/0311\".",
    );
    check_wrong(
        "[[line]]\nfeature = \"stream\"\nalong = \"0101/0201 0203/0303\"\n",
        "3: the line goes from hexside 0101/0201 to 0203/0303, which doesn't begin where it has come to. Name every hexside in order; \
         each shares a corner with the next.",
    );
    check_wrong(
        "[[edge]]\na = \"0101\"\nb = \"0102\"\n",
        "2: hexes 0101 and 0102 have their edge already. Write [[side]] with between = \"0101/0102\".",
    );
    check_wrong(
        "[[edge]]\na = \"0101\"\nb = \"0101\"\n",
        "3: an edge leads from \"0101\" to itself. Name two spaces.",
    );
    check_wrong(
        "[[box]]\nid = \"0101\"\nat = [0, 0]\n",
        "2: there are two spaces named \"0101\". Give each its own id.",
    );
    check_wrong(
        "[[house]]\nat = [nan, 0]\n",
        "2: [[house]] has a point that can't be read. Write [x, y], or a space and how far from its middle: \"0711 +0.2 -0.3\".",
    );
    check_wrong(
        "[[label]]\ntext = \"Owl Creek\"\nstyle = \"river\"\nat = [0, 0]\n",
        "3: a label has no style \"river\". It can be: place, town, water, road, region.",
    );
    check_wrong(
        "[[house]]\nkind = \"barn\"\nat = [0, 0]\n",
        "2: a house has no kind \"barn\". It can be: house, church.",
    );
    check_wrong(
        "[[shape]]\nkind = \"lake\"\noutline = [[0, 0], [1, 0], [1, 1]]\n",
        "2: a shape has no kind \"lake\". It can be: hill, woods, field, marsh, water, orchard.",
    );
    check_wrong(
        "nonsense",
        "1: a key has no = after it. Write key = value; a key of several words has - between them.",
    );
}

#[test]
fn wrong_terrain_is_reported_by_row() {
    let message = |from: &str, to: &str| problem(&HEXES.replace(from, to)).to_string();
    assert_eq!(
        message(" . - ~", " . - ~ ~"),
        "board.toml:8: row 2 of the terrain has 4 hexes, the first has 3. Make all rows equally long; write '-' where there is no hex."
    );
    assert_eq!(
        message(" . - ~", " . - X"),
        "board.toml:8: hex 0302 is 'X', which the key doesn't have. Add it to the key of [hexes]: 'X' = [\"clear\"]."
    );
    assert_eq!(
        message("\"pointy\"", "\"square\""),
        "board.toml:4: there is no grid \"square\". Write \"pointy\" or \"flat\"."
    );
}

/// One mistake in the hexes is one mistake, whatever lies on them.
#[test]
fn what_lies_on_hexes_that_can_not_be_read_is_not_blamed() {
    for (from, to) in [
        ("\"pointy\"", "\"pointed\""),
        ("[hexes]", "[hexs]"),
        ("[hexes]", "[[hexes]]"),
        (" . - ~", " . - X"),
        ("shifted", "shift"),
    ] {
        let file = HEXES.replacen(from, to, 1)
            + "\n[[hex]]\nid = \"0302\"\n[[line]]\nfeature = \"road\"\nthrough = \"0101 0201\"\n[[label]]\ntext = \"x\"\nat = \"0302\"\n";
        let message = problem(&file).to_string();
        assert!(message.lines().count() <= 2, "{to}: {message}");
    }
}

#[test]
fn many_mistakes_are_told_at_once_but_not_all() {
    let text = format!("{HEXES}{}", "[[hex]]\nid = \"9999\"\n".repeat(30));
    let problem = problem(&text);
    assert_eq!((problem.mistakes.len(), problem.more), (20, true));
    assert!(problem.to_string().ends_with("board.toml: and more"));
}

#[test]
fn hostile_files_are_refused_quickly() {
    let big = format!("# {}\n{HEXES}", "x".repeat(3 << 20));
    assert!(problem(&big).to_string().contains("bytes"));
    let deep = format!("{HEXES}x = {}", "[".repeat(100_000));
    problem(&deep);
    let points: String = (0..20_050).map(|i| format!("[[point]]\nid=\"{i}\"\nat=[0,0]\n")).collect();
    assert!(
        problem(&format!("id = \"t\"\nsource = \"x\"\n{points}"))
            .to_string()
            .contains("more than 20000 spaces")
    );
    let features: Vec<String> = (0..200).map(|i| format!("\"f{i}\"")).collect();
    let features = format!("[[hex]]\nid=\"0101\"\nfeatures=[{}]\n", features.join(","));
    assert!(problem(&format!("{HEXES}{features}")).to_string().contains("has 200 features"));
    let shapes = "[[shape]]\nkind=\"hill\"\noutline=[[0,0],[9,0],[0,9]]\n".repeat(501);
    assert!(problem(&format!("{HEXES}{shapes}")).to_string().contains("more than 500 shapes"));
    let again = "[[hex]]\nid=\"0101\"\n".repeat(40_000);
    assert!(problem(&format!("{HEXES}{again}")).to_string().contains("has a [[hex]] already"));
    let rows = ".".repeat(100);
    let wide = HEXES.replace(". w f\n . - ~\n. . .", &rows);
    assert!(problem(&wide).to_string().contains("100 columns"));
}

/// The example in the guide for scenario writers is a board.
#[test]
fn the_guide_shows_boards_that_work() {
    let guide =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/boards.md")).unwrap();
    let examples: Vec<&str> = guide
        .split("```toml\n")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap())
        .filter(|toml| toml.starts_with("id"))
        .collect();
    assert!(examples.len() >= 2, "the guide has an example of a hex board and one of a free board");
    for example in examples {
        parse(example);
    }
}
