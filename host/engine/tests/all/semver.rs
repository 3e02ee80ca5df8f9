//! Which changes of the contract modules survive that were built before them.
//!
//! A version that is released is copied to `wit/released/MAJOR.MINOR.PATCH` and stays there as it is. The folder that work
//! goes on in, `wit/MAJOR.MINOR`, may then only add what those modules neither have to export nor can miss.

use std::{
    fs,
    path::{Path, PathBuf},
};

use wit_component::{WitPrinter, semver_check};
use wit_parser::Resolve;

/// The package of a folder as one text, without comments.
fn of_folder(folder: &Path) -> String {
    let mut resolve = Resolve::default();
    let (package, _) = resolve.push_dir(folder).unwrap();
    let mut printer = WitPrinter::default();
    printer.emit_docs(false).print(&resolve, package, &[]).unwrap();
    printer.output.to_string()
}

/// Why a module built against the earlier version doesn't fit the later one, if it doesn't.
fn breaks(earlier: &str, later: &str) -> Option<String> {
    // Both have one name, and a package of one version can't be there twice.
    let declared = earlier.find("package ").unwrap();
    let end = declared + earlier[declared..].find(';').unwrap();
    let name = earlier[declared..end].split('@').next().unwrap();
    let earlier = format!("{}{name}@0.0.0{}", &earlier[..declared], &earlier[end..]);
    let mut resolve = Resolve::default();
    let earlier = resolve.push_str("earlier.wit", &earlier).unwrap();
    let later = resolve.push_str("later.wit", later).unwrap();
    let world = |package| resolve.select_world(&[package], Some("module")).unwrap();
    let (earlier, later) = (world(earlier), world(later));
    semver_check(resolve, earlier, later).err().map(|why| format!("{why:#}"))
}

#[test]
fn additions_to_what_modules_import_break_nothing_and_everything_else_does() {
    let contract = crate::rogue::contract();
    assert_eq!(breaks(&contract, &contract), None);
    let changed = |from: &str, to: &str| {
        assert!(contract.contains(from), "{from}");
        breaks(&contract, &contract.replacen(from, to, 1))
    };
    let added = "interface dice {\n  cast: func() -> u8;";
    assert_eq!(changed("interface dice {", added), None);
    let world = "interface clock {\n  now: func() -> u64;\n}\nworld module {\n  import clock;";
    assert_eq!(changed("world module {", world), None);
    for (from, to) in [
        ("record line {", "record line {\n    tone: string,"),
        ("interface rules {", "interface rules {\n  motto: func() -> string;"),
        ("import dice;", ""),
        ("roll: func(", "throw: func("),
        ("count: u8, sides: u8,", "count: u8, sides: u16,"),
    ] {
        assert!(changed(from, to).is_some(), "{from} became {to}, and nothing is broken");
    }
}

#[test]
fn every_released_version_is_still_served() {
    let wit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../plugins/contract/wit");
    let released = fs::read_dir(wit.join("released")).unwrap().flatten().map(|entry| entry.path());
    let released: Vec<PathBuf> = released.collect();
    assert!(released.iter().any(|version| version.ends_with("0.1.0")), "{released:?}");
    for version in released {
        let name = version.file_name().unwrap().to_string_lossy().into_owned();
        let minor = name.rsplit_once('.').unwrap_or_else(|| panic!("{name} is no version")).0.to_owned();
        let broken = breaks(&of_folder(&version), &of_folder(&wit.join(&minor)));
        assert_eq!(broken, None, "wit/{minor} breaks modules built for {name}");
    }
}
