//! Hexes are numbered as the map that they come from numbers them.

use muster_board::Atlas;
use muster_board::file::BoardFile;

/// A board of three columns and two rows, with these keys of `[hexes]` from line 4 on.
fn board(keys: &str, rest: &str) -> String {
    format!(
        "id = \"b\"\nsource = \"Invented.\"\n[hexes]\n{keys}\nterrain = \"\"\"\n. w f\n . - ~\n\"\"\"\n{rest}"
    )
}

#[track_caller]
fn made(keys: &str, rest: &str) -> BoardFile {
    BoardFile::parse(&board(keys, rest), "b.toml").unwrap_or_else(|problem| panic!("{problem}"))
}

#[track_caller]
fn check_ids(keys: &str, ids: &str) {
    let made = made(keys, "");
    let found: Vec<&str> = made.board.spaces.iter().map(|space| space.id.as_str()).collect();
    assert_eq!(found.join(" "), ids, "{keys}");
    Atlas::new(&[made.board]).unwrap();
}

#[test]
fn columns_or_rows_come_first_and_begin_anywhere() {
    let keys = |rest: &str| format!("grid = \"pointy\"\nshifted = \"even\"{rest}");
    check_ids(&keys(""), "0101 0201 0301 0102 0302");
    check_ids(&keys("\nids = \"column-row\""), "0101 0201 0301 0102 0302");
    check_ids(&keys("\nids = \"row-column\""), "0101 0102 0103 0201 0203");
    check_ids(&keys("\nids = \"row-column\"\nfirst = \"1001\""), "1001 1002 1003 1101 1103");
    check_ids(&keys("\nfirst = \"1001\""), "1001 1101 1201 1002 1202");
    check_ids(&keys("\nids = \"row-column\"\nfirst = \"9897\""), "9897 9898 9899 9997 9999");
    check_ids(&keys("\nfirst = \"0000\""), "0000 0100 0200 0001 0201");
}

/// Rows and columns are odd and even by the numbers that they have.
#[test]
fn which_rows_are_shifted_goes_by_their_numbers() {
    for (keys, upper_left, below) in [
        (
            "grid = \"pointy\"\nshifted = \"even\"\nids = \"row-column\"\nfirst = \"1001\"",
            ("1001", 500),
            ("1101", 0),
        ),
        (
            "grid = \"pointy\"\nshifted = \"odd\"\nids = \"row-column\"\nfirst = \"1001\"",
            ("1001", 0),
            ("1101", 500),
        ),
        ("grid = \"pointy\"\nshifted = \"even\"\nfirst = \"1001\"", ("1001", 0), ("1002", 500)),
    ] {
        let made = made(keys, "");
        let at = |id: &str| made.board.spaces.iter().find(|space| space.id == id).expect("the hex").at.x;
        assert_eq!((at(upper_left.0), at(below.0)), (upper_left.1, below.1), "{keys}");
    }
    let flat = made("grid = \"flat\"\nshifted = \"even\"\nfirst = \"1001\"", "");
    let at = |id: &str| flat.board.spaces.iter().find(|space| space.id == id).expect("the hex").at.y;
    assert_eq!((at("1001"), at("1101"), at("1201")), (500, 0, 500));
}

#[test]
fn everything_in_the_file_names_hexes_by_their_numbers() {
    let keys = "grid = \"pointy\"\nshifted = \"even\"\nids = \"row-column\"\nfirst = \"1001\"";
    let rest = "[[hex]]\nid = \"1002\"\ntitle = \"The wood\"\n[[line]]\nfeature = \"road\"\nthrough = \"<1101 1001 1002\"\n\
                [[side]]\nbetween = \"1101/1001\"\nfeatures = [\"ford\"]\nforward = { cost = 2 }\n\
                [[label]]\ntext = \"Here\"\nat = \"1103 +0.1 0\"\n";
    let made = made(keys, rest);
    let atlas = Atlas::new(std::slice::from_ref(&made.board)).unwrap();
    let space = |id: &str| atlas.space(id).unwrap_or_else(|| panic!("no hex {id}"));
    let edge = |a: &str, b: &str| {
        let id = atlas.edge_between(space(a), space(b)).unwrap_or_else(|| panic!("no edge {a}/{b}"));
        atlas.edge_name(id).to_owned()
    };
    assert_eq!(atlas.title(space("1002")), "The wood");
    // The upper row stands half a hex to the right.
    assert_eq!(edge("1101", "1001"), "1001/1101");
    assert_eq!(atlas.edge_between(space("1101"), space("1002")), None);
}

/// A board with these keys has the one mistake.
#[track_caller]
fn wrong(keys: &str, rest: &str, expected: &str) {
    let problem = BoardFile::parse(&board(keys, rest), "b.toml").expect_err("a mistake");
    assert_eq!(problem.to_string(), format!("b.toml:{expected}"));
}

#[test]
fn numbers_that_can_not_be_are_refused() {
    let grid = "grid = \"pointy\"\nshifted = \"even\"";
    wrong(
        &format!("{grid}\nids = \"rows\""),
        "",
        "6: hexes have no ids \"rows\". Write \"column-row\" or \"row-column\".",
    );
    wrong(&format!("{grid}\nids = 4"), "", "6: ids of [hexes] is a number, not a text. Write ids = \"…\".");
    for first in ["101", "10101", "1 01", "+1+1", "a1b2", "10é"] {
        let expected =
            format!("6: {first:?} is no id of a hex. Write the four digits of the upper left hex: \"0101\".");
        wrong(&format!("{grid}\nfirst = \"{first}\""), "", &expected);
    }
    wrong(
        &format!("{grid}\nfirst = \"9801\""),
        "",
        "6: the last column would have the number 100, which has more than two digits. Begin with a smaller number.",
    );
    wrong(
        &format!("{grid}\nids = \"row-column\"\nfirst = \"9901\""),
        "",
        "7: the last row would have the number 100, which has more than two digits. Begin with a smaller number.",
    );
}

#[test]
fn messages_name_hexes_as_the_board_does() {
    let keys = "grid = \"pointy\"\nshifted = \"even\"\nids = \"row-column\"\nfirst = \"1001\"";
    wrong(
        keys,
        "[[hex]]\nid = \"0101\"\n",
        "13: there is no space \"0101\". Hexes go from 1001 to 1103, rows first, without the '-' in the terrain.",
    );
    let odd = board(keys, "").replace("~", "?");
    let problem = BoardFile::parse(&odd, "b.toml").expect_err("a mistake");
    assert_eq!(
        problem.to_string(),
        "b.toml:10: hex 1103 is '?', which the key doesn't have. Add it to the key of [hexes]: '?' = [\"clear\"]."
    );
}
