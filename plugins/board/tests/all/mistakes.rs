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

#[test]
fn what_is_drawn_far_off_the_board_is_refused() {
    let shape = "[[shape]]\nkind = \"field\"\noutline = [[0, 0], [900, 0], [0, 900]]\n";
    wrong(
        &format!("{HEXES}{shape}"),
        "12: outline of [[shape]] leads far off the board, to [900, 0]. Write points with x from -11 to 13 and y from -11 to 12.",
    );
    wrong(
        &format!("{HEXES}[[house]]\nat = \"0101 +0.0 -40\"\n"),
        "11: at of [[house]] leads far off the board, to [0, -40]. Write points with x from -11 to 13 and y from -11 to 12.",
    );
    // A board of points is as large as they make it, up to a limit of its own.
    wrong(
        &format!("{HEXES}[[box]]\nid = \"b\"\nat = [100000, 0]\n"),
        "12: [[box]] has a point that lies too far away. Write numbers from -1000 to 1000: a space is about 1 wide.",
    );
    let beside = "[[line]]\nfeature = \"road\"\ncourse = [[-9, -9], [9, 9]]\n";
    BoardFile::parse(&format!("{HEXES}{beside}"), "b.toml").expect("a line may leave the board");
}

#[test]
fn a_label_has_letters_that_can_be_read() {
    let label = |size: &str| format!("{HEXES}[[label]]\ntext = \"Big\"\nat = [1, 1]\nsize = {size}\n");
    wrong(&label("100000"), "13: size of [[label]] is out of bounds. Write a number from 4 to 100.");
    wrong(&label("-1.5"), "13: size of [[label]] is out of bounds. Write a number from 4 to 100.");
    BoardFile::parse(&label("36"), "b.toml").expect("a board");
    let many = "[[label]]\ntext = \"x\"\nat = [1, 1]\n".repeat(2_001);
    wrong(
        &format!("{HEXES}{many}"),
        "6011: the board has more than 2000 labels. Leave out those that nobody needs.",
    );
}

#[test]
fn what_is_no_number_is_told_as_what_it_is() {
    for (written, told) in [("nan", "nan"), ("-inf", "infinite")] {
        let label = format!("[[label]]\ntext = \"x\"\nstyle = \"town\"\nat = [0, 0]\nangle = {written}\n");
        wrong(
            &format!("{HEXES}{label}"),
            &format!("14: angle of [[label]] is {told}, not a number. Write angle = 360."),
        );
    }
}
