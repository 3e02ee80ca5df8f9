//! What is wrong with a board file is told at its cause, where another one would be nearer to hand.

use muster_board::file::BoardFile;

const HEXES: &str = "id = \"b\"\nsource = \"Invented.\"\n[hexes]\ngrid = \"pointy\"\nshifted = \"even\"\nterrain = \"\"\"\n. w f\n. . ~\n\"\"\"\n";

/// The only mistake of a board whose tenth line is the first of `rest`.
#[track_caller]
fn wrong(text: &str, expected: &str) {
    let problem = BoardFile::parse(text, "b.toml").expect_err("a mistake");
    assert_eq!(problem.to_string(), format!("b.toml:{expected}"));
}

#[test]
fn a_single_table_is_told_from_the_ground() {
    let alone = HEXES.replace("[hexes]", "[hex]");
    let expected = "3: [hex] is no table of a board. Write [hexes], if it says what the ground is; one hex is a [[hex]].";
    wrong(&alone, expected);
    wrong(
        &format!("{HEXES}[hex]\nid = \"0101\"\n"),
        "10: hex of the file is a table, not a list of tables. Write [[hex]].",
    );
}

#[test]
fn a_key_that_is_there_twice_is_no_heading() {
    let line = "[[line]]\nfeature = \"road\"\nrank = 1\nrank = 2\nthrough = \"0101 0201\"\n";
    wrong(
        &format!("{HEXES}{line}"),
        "13: rank is there twice. Leave one of them out; or, if another thing begins between them, put its heading there, as in [[line]] or [[unit]].",
    );
}

#[test]
fn lines_through_hexes_and_along_hexsides_are_told_apart() {
    let line = |course: &str| format!("{HEXES}[[line]]\nfeature = \"road\"\n{course}\n");
    wrong(
        &line("through = \"0101/0102 0201/0102\""),
        "12: through has hexsides, and names hexes. Write along for a line along hexsides; or the hexes that it goes through: \"0101 0201\".",
    );
    wrong(
        &line("along = \"0101 0201\""),
        "12: along has hexes, and names hexsides. Write through for a line through hexes; or the hexsides that it runs along: \"0101/0102 0201/0102\".",
    );
}

#[test]
fn half_a_distance_is_no_name_of_a_space() {
    wrong(
        &format!("{HEXES}[[house]]\nat = \"0201 0.3\"\n"),
        "11: \"0201 0.3\" says only one number of how far. Say how far to the right and how far down: \"0201 0.3 +0.0\".",
    );
    // A space may be called so.
    let named = "[[box]]\nid = \"Fort 3\"\nat = [9, 0]\n[[box]]\nid = \"Fort\"\nat = [12, 0]\n[[house]]\nat = \"Fort 3\"\n";
    BoardFile::parse(&format!("{HEXES}{named}"), "b.toml").expect("a board");
}

#[test]
fn units_on_a_board_belong_into_a_roster() {
    wrong(
        &format!("{HEXES}[[unit]]\nid = \"a\"\n"),
        "10: a board has no units. Put them into a roster, a file of its own, and name that with roster(\"…\").",
    );
}
