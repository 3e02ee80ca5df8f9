//! What lines give to the edges on their way.

use muster_board::file::BoardFile;
use muster_contract::Value;

const HEXES: &str = "id = \"b\"\nsource = \"Invented.\"\n[hexes]\ngrid = \"pointy\"\nshifted = \"even\"\nterrain = \"\"\"\n. w f\n. . ~\n\"\"\"\n";

/// The features and values of an edge of a board with this at its end.
#[track_caller]
fn edge(rest: &str, id: &str) -> (String, String) {
    let made =
        BoardFile::parse(&format!("{HEXES}{rest}"), "b.toml").unwrap_or_else(|problem| panic!("{problem}"));
    let edge = made.board.edges.iter().find(|edge| edge.id == id).expect("the edge");
    let values: Vec<String> = (edge.values.iter())
        .map(|attribute| match &attribute.value {
            Value::Text(text) => format!("{}={text}", attribute.name),
            other => format!("{}={other:?}", attribute.name),
        })
        .collect();
    (edge.features.join(" "), values.join(" "))
}

#[test]
fn a_line_gives_its_feature_and_values_to_every_edge_on_its_way() {
    let line =
        "[[line]]\nfeature = \"river\"\nvalues = { river = \"Owl\" }\nalong = \"0101/0102 0201/0102\"\n";
    let owl = ("river".to_owned(), "river=Owl".to_owned());
    assert_eq!(edge(line, "0101/0102"), owl);
    assert_eq!(edge(line, "0102/0201"), owl);
    assert_eq!(edge(line, "0101/0201"), (String::new(), String::new()));
    let road = "[[line]]\nfeature = \"road\"\nvalues = { road = \"Pike\" }\nthrough = \"0101 0201\"\n";
    assert_eq!(edge(road, "0101/0201"), ("road".to_owned(), "road=Pike".to_owned()));
}

#[test]
fn what_a_side_says_counts_before_what_a_line_gives() {
    let line =
        "[[line]]\nfeature = \"river\"\nvalues = { river = \"Owl\" }\nalong = \"0101/0102 0201/0102\"\n";
    let side = "[[side]]\nbetween = \"0101/0102\"\nvalues = { river = \"Owl; Snake\" }\n";
    assert_eq!(edge(&format!("{side}{line}"), "0101/0102").1, "river=Owl; Snake");
    assert_eq!(edge(&format!("{side}{line}"), "0102/0201").1, "river=Owl");
}

#[test]
fn a_course_for_the_picture_has_no_values_to_give() {
    let line = "[[line]]\nfeature = \"river\"\nvalues = { river = \"Owl\" }\ncourse = [[0, 0], [1, 1]]\n";
    let problem = BoardFile::parse(&format!("{HEXES}{line}"), "b.toml").expect_err("a mistake");
    assert_eq!(
        problem.to_string(),
        "b.toml:12: a line with a course is for the picture, and no edge has its values. Leave them out, or write through or along."
    );
}
