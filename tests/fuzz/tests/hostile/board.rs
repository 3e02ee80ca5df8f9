//! Boards that are too large, too deep or too far away.

use muster_fuzz::fine;

#[track_caller]
fn said(text: &str, words: &str) {
    let said = fine("board", text.as_bytes());
    assert!(said.contains(words), "{said}");
}

fn hexes(terrain: &str) -> String {
    format!(
        "id = \"b\"\nsource = \"s\"\n[hexes]\ngrid = \"pointy\"\nshifted = \"odd\"\nterrain = \"\"\"\n{terrain}\n\"\"\"\n"
    )
}

#[test]
fn a_row_that_is_longer_than_a_board() {
    said(&hexes(&format!(". .\n{}", ".".repeat(30_000))), "row 2 of the terrain has 30000 hexes");
    said(&hexes(&format!(".\n{}", ".\n".repeat(200_000))), "the terrain has 200001 rows");
    said(&hexes(&vec![".".repeat(99); 99].join("\n")), "a board with Grid::PointyHexes");
}

#[test]
fn depth_without_end() {
    for depth in [50, 100, 1_000, 100_000] {
        for (open, close) in [("[", "]"), ("{ a = ", "}")] {
            fine("board", format!("x = {}1{}", open.repeat(depth), close.repeat(depth)).as_bytes());
        }
        fine("board", format!("{}a = 1", "a.".repeat(depth)).as_bytes());
        fine("board", format!("[{}a]\nb = 1", "a.".repeat(depth)).as_bytes());
        fine("board", format!("[[{}a]]\nb = 1", "a.".repeat(depth)).as_bytes());
    }
}

#[test]
fn numbers_at_the_end_of_the_world() {
    let point = |at: &str| format!("id = \"b\"\nsource = \"s\"\n[[point]]\nid = \"p\"\nat = {at}\n");
    for number in [
        "2147483647",
        "-2147483648",
        "9223372036854775808",
        "1e38",
        "1e39",
        "1e400",
        "nan",
        "inf",
        "0x7fffffff",
    ] {
        fine("board", point(&format!("[{number}, 0]")).as_bytes());
        fine("board", point(&format!("\"q {number} 0\"")).as_bytes());
    }
    // Each from the one before, further and further off.
    let mut chain = point("[0, 0]");
    for number in 0..1_000 {
        let from = if number == 0 { "p".to_owned() } else { format!("p{}", number - 1) };
        chain += &format!("[[point]]\nid = \"p{number}\"\nat = \"{from} 100000 -100000\"\n");
    }
    fine("board", chain.as_bytes());
    let mut hex = hexes(". .\n. .");
    hex += "[[box]]\nid = \"far\"\nat = [100000, -100000]\nsize = [100000, 100000]\n";
    fine("board", hex.as_bytes());
}

#[test]
fn as_much_as_a_file_can_hold() {
    let most = muster_board::file::MOST_BYTES;
    let filled = |head: &str, one: &dyn Fn(usize) -> String| {
        let mut text = head.to_owned();
        let mut number = 0;
        loop {
            let next = one(number);
            if text.len() + next.len() > most {
                return text;
            }
            text += &next;
            number += 1;
        }
    };
    let head = "id = \"b\"\nsource = \"s\"\n";
    fine(
        "board",
        filled(head, &|number| format!("[[point]]\nid=\"p{number}\"\nat=[{number},0]\n")).as_bytes(),
    );
    fine("board", filled(head, &|number| format!("k{number}=1\n")).as_bytes());
    fine("board", filled(head, &|_| "[[line]]\n".to_owned()).as_bytes());
    fine(
        "board",
        filled(&(hexes(". .") + "[[line]]\nfeature=\"f\"\nthrough=\"0101"), &|number| {
            if number % 2 == 0 { " 0201".into() } else { " 0101".into() }
        })
        .as_bytes(),
    );
    // Edges between areas whose outlines are as long as they may be.
    let outline: String = (0..1_000).map(|number| format!("[{number},1],")).collect();
    let areas: String =
        (0..60).map(|number| format!("[[area]]\nid=\"a{number}\"\noutline=[{outline}]\n")).collect();
    fine(
        "board",
        filled(&format!("{head}{areas}"), &|number| {
            format!("[[edge]]\nid=\"e{number}\"\na=\"a{}\"\nb=\"a{}\"\n", number % 60, (number + 1) % 60)
        })
        .as_bytes(),
    );
    fine("board", "x".repeat(most + 1).as_bytes());
}
