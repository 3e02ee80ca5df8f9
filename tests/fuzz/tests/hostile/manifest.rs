//! Manifests that are too large, too deep or not what they seem.

use muster_fuzz::fine;

const GOOD: &str = include_str!("../../../modules/parley/plugin.toml");

#[test]
fn depth_and_size_without_end() {
    for depth in [100, 1_000, 100_000] {
        fine("manifest", format!("{GOOD}\nx = {}{}", "[".repeat(depth), "]".repeat(depth)).as_bytes());
        fine("manifest", format!("{}a = 1\n{GOOD}", "a.".repeat(depth)).as_bytes());
    }
    let authors =
        format!("{GOOD}\n").replace("authors = [", &format!("authors = [{}", "\"a\",".repeat(1 << 20)));
    assert!(authors.len() > 4 << 20, "the manifest names its authors so");
    let said = fine("manifest", authors.as_bytes());
    assert!(said.contains("longer than 64 KiB"), "{said}");
}

#[test]
fn what_would_play_tricks_with_a_terminal_is_shown_as_what_it_is() {
    let escape = GOOD.replace("id = \"", "id = \"\\u001b[2J\\u202e");
    let said = fine("manifest", escape.as_bytes());
    assert!(said.contains("can't be an id") && !said.contains('\u{1b}'), "{said}");
}
