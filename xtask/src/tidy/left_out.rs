//! Tests that nobody runs: `test = false` in a `Cargo.toml` saves a program of tests where there are none, and must not
//! hide one; and a file that no other names as its module isn't compiled at all.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use super::Finding;

/// What a `Cargo.toml` leaves out of the test run has no tests.
pub(super) fn left_out(files: &[(PathBuf, String)], findings: &mut Vec<Finding>) {
    for (manifest, text) in files.iter().filter(|(path, _)| path.ends_with("Cargo.toml")) {
        let Ok(parsed) = text.parse::<toml::Table>() else { continue };
        let Some(folder) = manifest.parent() else { continue };
        let tested = |target: &toml::Value| target.get("test").and_then(toml::Value::as_bool) != Some(false);
        let source = folder.join("src");
        let library = files.iter().any(|(path, _)| *path == source.join("lib.rs"));
        let of_program = |path: &Path| path.ends_with("main.rs") || mentioned(&source, path, files);
        if parsed.get("lib").is_some_and(|library| !tested(library)) {
            search(files, &source, |path| !of_program(path), findings);
        }
        let programs = parsed.get("bin").and_then(toml::Value::as_array);
        if programs.is_some_and(|programs| programs.iter().any(|program| !tested(program))) {
            search(files, &source, |path| !library || of_program(path), findings);
        }
    }
}

/// Whether a file is a module of the program in `main.rs`.
fn mentioned(source: &Path, path: &Path, files: &[(PathBuf, String)]) -> bool {
    let main = files.iter().find(|(file, _)| *file == source.join("main.rs"));
    let name = path.strip_prefix(source).ok().and_then(|path| path.components().next());
    let name = name.and_then(|name| Path::new(name.as_os_str()).file_stem()).and_then(|name| name.to_str());
    let (Some((_, main)), Some(name)) = (main, name) else { return false };
    declared(main).any(|module| module == name)
}

/// The modules of which a file says that they are in files of their own.
fn declared(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let (before, module) = line.trim().strip_suffix(';')?.rsplit_once("mod ")?;
        (before.is_empty() || before.starts_with("pub")).then_some(module)
    })
}

/// Each file is a program, a library, or a module that another file names.
pub(super) fn unnamed(files: &[(PathBuf, String)], findings: &mut Vec<Finding>) {
    let sources = || files.iter().filter(|(path, _)| path.extension().is_some_and(|kind| kind == "rs"));
    let known: BTreeSet<&Path> = files.iter().map(|(path, _)| path.as_path()).collect();
    // A folder right in a package, each file of which is a program.
    let of_programs = |folder: &Path| {
        let name = folder.file_name().and_then(|name| name.to_str());
        let is_in_package = |parent: &Path| known.contains(parent.join("Cargo.toml").as_path());
        name.is_some_and(|name| ["tests", "examples", "benches"].contains(&name))
            && folder.parent().is_some_and(is_in_package)
    };
    let mut named: BTreeMap<PathBuf, BTreeSet<&str>> = BTreeMap::new();
    let mut reached = BTreeSet::new();
    for (path, text) in sources() {
        let folder = path.parent().unwrap_or(Path::new(""));
        let root = ["lib.rs", "main.rs", "mod.rs"].iter().any(|name| path.ends_with(name));
        let inner = if root || of_programs(folder) { folder.to_owned() } else { path.with_extension("") };
        named.entry(inner).or_default().extend(declared(text));
        let others =
            text.lines().filter_map(|line| line.trim().strip_prefix("#[path = \"")?.strip_suffix("\"]"));
        reached.extend(others.map(|other| plain(&folder.join(other))));
    }
    for (path, _) in sources() {
        let folder = path.parent().unwrap_or(Path::new(""));
        let is_program = ["lib.rs", "main.rs", "build.rs"].iter().any(|name| path.ends_with(name));
        let module = if path.ends_with("mod.rs") { folder } else { path.as_path() };
        let name = module.file_stem().and_then(|name| name.to_str());
        let names = module.parent().and_then(|folder| named.get(folder));
        let is_named = name.is_some_and(|name| names.is_some_and(|names| names.contains(name)));
        if !is_program && !of_programs(folder) && !is_named && !reached.contains(path) {
            let what =
                "no file names this one as its module, so nobody compiles it: add `mod`, or take it away"
                    .to_owned();
            findings.push(Finding { at: path.clone(), line: 1, what });
        }
    }
}

/// The path without steps back.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        if part == Component::ParentDir {
            plain.pop();
        } else {
            plain.push(part);
        }
    }
    plain
}

fn search(
    files: &[(PathBuf, String)],
    source: &Path,
    concerned: impl Fn(&Path) -> bool,
    findings: &mut Vec<Finding>,
) {
    for (path, text) in files.iter().filter(|(path, _)| path.starts_with(source) && concerned(path)) {
        if let Some((line, _)) = (1..).zip(text.lines()).find(|(_, line)| line.trim() == "#[test]") {
            let what =
                "no run comes to this test: its Cargo.toml says `test = false`; take that out".to_owned();
            findings.push(Finding { at: path.clone(), line, what });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(manifest: &str, sources: &[(&str, &str)]) -> Vec<String> {
        let mut files = vec![(PathBuf::from("a/Cargo.toml"), manifest.to_owned())];
        files.extend(sources.iter().map(|(path, text)| (Path::new("a/src").join(path), (*text).to_owned())));
        let mut findings = Vec::new();
        left_out(&files, &mut findings);
        findings.iter().map(|finding| finding.at.display().to_string()).collect()
    }

    #[test]
    fn a_file_that_no_other_names_is_found() {
        let files = |sources: &[(&str, &str)]| {
            let mut files = vec![(PathBuf::from("a/Cargo.toml"), String::new())];
            files.extend(sources.iter().map(|(path, text)| (Path::new("a").join(path), (*text).to_owned())));
            let mut findings = Vec::new();
            unnamed(&files, &mut findings);
            findings.iter().map(|finding| finding.at.display().to_string()).collect::<Vec<_>>()
        };
        let main = ("tests/all/main.rs", "mod one;\npub(crate) mod two;\n// mod four;\n");
        let one = ("tests/all/one.rs", "mod inner;\n");
        let inner = ("tests/all/one/inner.rs", "");
        assert_eq!(files(&[main, one, inner, ("tests/all/two/mod.rs", "")]), [""; 0]);
        assert_eq!(files(&[main, one, inner, ("tests/all/four.rs", "")]), ["a/tests/all/four.rs"]);
        assert_eq!(files(&[main, ("tests/all/one/inner.rs", "")]), ["a/tests/all/one/inner.rs"]);
        assert_eq!(
            files(&[("src/lib.rs", "mod tests;\n"), ("src/tests.rs", ""), ("tests/program.rs", "")]),
            [""; 0]
        );
        let shared = ("tests/program.rs", "#[path = \"../shared/help.rs\"]\nmod help;\n");
        assert_eq!(files(&[shared, ("shared/help.rs", "")]), [""; 0]);
        assert_eq!(files(&[("shared/help.rs", "")]), ["a/shared/help.rs"]);
    }

    const TEST: &str = "#[test]\nfn one() {}\n";

    #[test]
    fn a_test_that_no_run_comes_to_is_found() {
        let library = "[lib]\ntest = false\n";
        assert_eq!(found(library, &[("lib.rs", ""), ("deep/one.rs", TEST)]), ["a/src/deep/one.rs"]);
        assert!(found("[lib]\n", &[("lib.rs", TEST)]).is_empty());
        assert!(found(library, &[("lib.rs", ""), ("main.rs", "mod one;\n"), ("one.rs", TEST)]).is_empty());
    }

    #[test]
    fn a_program_beside_a_library_has_its_own_files() {
        let program = "[[bin]]\nname = \"a\"\ntest = false\n";
        let main = ("main.rs", "mod one;\n");
        assert_eq!(found(program, &[("lib.rs", TEST), main, ("one.rs", TEST)]), ["a/src/one.rs"]);
        assert_eq!(found(program, &[main, ("two.rs", TEST)]), ["a/src/two.rs"]);
    }
}
