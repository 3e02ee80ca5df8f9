//! Which changes of the contract modules survive that were built before them.
//!
//! A version that is released is copied to `wit/released/MAJOR.MINOR.PATCH` and stays there as it is. The folder that work
//! goes on in, `wit/MAJOR.MINOR`, may then only add what those modules neither have to export nor can miss.

use std::{collections::BTreeMap, fs, path::Path};

use wit_component::WitPrinter;
use wit_parser::Resolve;

/// The package's interfaces and worlds, each with its statements in one line each and without comments.
type Statements = BTreeMap<String, Vec<String>>;

fn printed(resolve: &Resolve, package: wit_parser::PackageId) -> String {
    let mut printer = WitPrinter::default();
    printer.emit_docs(false).print(resolve, package, &[]).unwrap();
    printer.output.to_string()
}

fn of_folder(folder: &Path) -> Statements {
    let mut resolve = Resolve::default();
    let (package, _) = resolve.push_dir(folder).unwrap();
    statements(&printed(&resolve, package))
}

fn of_text(text: &str) -> Statements {
    let mut resolve = Resolve::default();
    let package = resolve.push_str("contract.wit", text).unwrap();
    statements(&printed(&resolve, package))
}

fn statements(text: &str) -> Statements {
    let (mut found, mut block, mut depth, mut statement) =
        (Statements::new(), String::new(), 0, String::new());
    for word in text.split_whitespace() {
        if depth > 0 || !statement.is_empty() || matches!(word, "interface" | "world") {
            statement += word;
            statement.push(' ');
        }
        let (opened, closed) = (word.matches('{').count(), word.matches('}').count());
        if depth == 0 && opened > 0 {
            block = statement.trim_end_matches(['{', ' ']).to_owned();
            found.entry(block.clone()).or_default();
            statement.clear();
        }
        depth = depth + opened - closed;
        let ended = depth == 1 && (word.ends_with(';') || word.ends_with('}'));
        if ended && statement.trim() != "}" {
            let whole = std::mem::take(&mut statement);
            found.get_mut(&block).unwrap().push(whole.trim().to_owned());
        }
        if depth == 0 && closed > 0 {
            statement.clear();
        }
    }
    found
}

/// What a module built against the earlier version doesn't survive in the later one.
fn breaks(earlier: &Statements, later: &Statements) -> Vec<String> {
    let mut broken = Vec::new();
    let exported = |name: &str| {
        let name = name.trim_start_matches("interface ");
        earlier.values().flatten().any(|statement| *statement == format!("export {name};"))
    };
    for (block, old) in earlier {
        let none = Vec::new();
        let new = later.get(block).unwrap_or(&none);
        for statement in old.iter().filter(|statement| !new.contains(statement)) {
            broken.push(format!("{block}: no longer has `{statement}`"));
        }
        for statement in new.iter().filter(|statement| !old.contains(statement)) {
            // What it has to export it doesn't have.
            if statement.starts_with("export ") || (exported(block) && !old.contains(statement)) {
                broken.push(format!("{block}: wants `{statement}`"));
            }
        }
    }
    broken
}

#[test]
fn additions_to_what_modules_import_break_nothing_and_everything_else_does() {
    let contract = crate::rogue::contract();
    let now = of_text(&contract);
    assert!(now.len() >= 9, "{:?}", now.keys());
    assert_eq!(breaks(&now, &now), [""; 0]);
    let changed = |from: &str, to: &str| {
        assert!(contract.contains(from), "{from}");
        breaks(&now, &of_text(&contract.replacen(from, to, 1)))
    };
    let added = "interface dice {\n  cast: func() -> u8;";
    assert_eq!(changed("interface dice {", added), [""; 0]);
    let world = "interface clock {\n  now: func() -> u64;\n}\nworld module {\n  import clock;";
    assert_eq!(changed("world module {", world), [""; 0]);
    let broken = |from: &str, to: &str, what: &str| {
        let broken = changed(from, to);
        assert!(broken.iter().any(|one| one.contains(what)), "{broken:?}");
    };
    broken(
        "record line {",
        "record line {\n    tone: string,",
        "interface types: no longer has `record line {",
    );
    broken(
        "interface rules {",
        "interface rules {\n  motto: func() -> string;",
        "interface rules: wants `motto",
    );
    broken("import dice;", "", "world module: no longer has `import dice;`");
    broken("roll: func(", "throw: func(", "interface dice: no longer has `roll: func(");
    broken("count: u8, sides: u8,", "count: u8, sides: u16,", "interface dice: no longer has `roll: func(");
}

#[test]
fn every_released_version_is_still_served() {
    let wit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../wit");
    // Nothing has been released yet; then there is no such folder.
    let released = fs::read_dir(wit.join("released")).into_iter().flatten().flatten();
    for version in released.map(|entry| entry.path()) {
        let name = version.file_name().unwrap().to_string_lossy().into_owned();
        let minor = name.rsplit_once('.').unwrap_or_else(|| panic!("{name} is no version")).0.to_owned();
        let broken = breaks(&of_folder(&version), &of_folder(&wit.join(&minor)));
        assert!(broken.is_empty(), "wit/{minor} breaks modules built for {name}: {broken:#?}");
    }
    // What the test itself reads is there.
    assert!(!of_folder(&wit.join("0.1")).is_empty());
}
