//! The boards that come with Muster.

use muster_board::Atlas;
use muster_board::file::BoardFile;

/// The files of a folder of folders, as paths.
fn files_below(folder: &str) -> Vec<std::path::PathBuf> {
    let list = |folder: &std::path::Path| -> Vec<std::path::PathBuf> {
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
    };
    let folders = list(std::path::Path::new(folder)).into_iter().filter(|path| path.is_dir());
    folders.flat_map(|folder| list(&folder)).collect()
}

#[test]
fn every_board_of_the_scenarios_can_be_read() {
    let scenarios = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios");
    let own = files_below(scenarios).into_iter().filter(|file| file.ends_with("board.toml"));
    // Among the shared files are rosters.
    let shared = files_below(&format!("{scenarios}/shared"));
    let mut count = 0;
    for file in own.chain(shared) {
        let text = std::fs::read_to_string(&file).unwrap();
        if text.contains("\n[[unit]]") {
            continue;
        }
        count += 1;
        let made =
            BoardFile::parse(&text, &file.to_string_lossy()).unwrap_or_else(|problem| panic!("{problem}"));
        assert_eq!(made.board.spaces.len(), made.picture.spaces.len());
        assert_eq!(made.board.edges.len(), made.picture.edges.len());
        Atlas::new(&[made.board]).unwrap();
    }
    assert!(count >= 8, "{count} boards");
}
