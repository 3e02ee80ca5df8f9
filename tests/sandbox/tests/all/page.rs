//! The page about the sandbox says what the code does.

use std::path::Path;

use muster_engine::{LARGEST, Limits};
use muster_table::{history::HELD, messages::ENOUGH_FAILURES};

fn page() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/sandbox.md");
    std::fs::read_to_string(file).unwrap()
}

#[test]
fn its_table_of_allowances_is_that_of_the_code() {
    let page = page();
    let rows = page.lines().skip_while(|line| !line.starts_with("| allowance |")).skip(2);
    let written: Vec<(String, String)> = rows
        .take_while(|line| line.starts_with('|'))
        .map(|line| {
            let mut cells = line.split('|').map(|cell| cell.trim().to_owned()).skip(1);
            (cells.next().unwrap(), cells.next().unwrap())
        })
        .collect();
    let allowed = Limits::default().allowances().into_iter().map(|it| (it.of.to_owned(), it.amount));
    assert_eq!(written, allowed.collect::<Vec<_>>());
}

#[test]
fn its_other_numbers_are_those_of_the_code() {
    let page = page().replace('\n', " ");
    for words in [
        format!("a component has at most {} MiB", LARGEST >> 20),
        format!("a table holds at most {} MiB of its earlier states", HELD >> 20),
        format!("a manifest {} KiB", muster_engine::LONGEST_MANIFEST >> 10),
    ] {
        assert!(page.contains(&words), "the page doesn't say: {words}");
    }
    assert_eq!((ENOUGH_FAILURES, page.matches("three failures in a row").count()), (3, 2));
}
