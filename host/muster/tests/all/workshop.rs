//! Modules begun and built by the program alone: what is made, and what is said where something is missing. That the real cargo
//! builds what is made, `cargo xtask dist --check` tries.

use std::path::Path;
use std::process::{Command, Output};

use crate::away::installed;
use crate::fixture::running::{cargo_of_parley, program_that, source_of_parley};
use crate::fixture::{Desk, root};

/// What the program in this place says on this desk, and its exit code. No cargo but the one named is found.
fn says(desk: &Desk, program: &Path, cargo: &Path, typed: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(program);
    command.args(typed).current_dir(desk.path("")).env("HOME", desk.path("home")).env("CARGO", cargo);
    for name in ["MUSTER_MODULES", "MUSTER_SCENARIOS", "MUSTER_RULES", "MUSTER_DATA", "CARGO_TARGET_DIR"] {
        command.env_remove(name);
    }
    command.env("RUSTC", program_that(desk, "rustc", &format!("echo {}", desk.path("").display())));
    let Output { status, stdout, stderr } = command.output().expect("the program runs");
    (status.code(), String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned())
}

/// An installed program with what it has for authors, and a cargo that does nothing.
fn with_authors(desk: &Desk) -> (std::path::PathBuf, std::path::PathBuf) {
    let prefix = installed(desk);
    std::fs::create_dir_all(prefix.join("share/muster/scenarios")).expect("a folder");
    std::os::unix::fs::symlink(root(), prefix.join("share/muster/authors")).expect("a link");
    (prefix.join("bin/muster"), program_that(desk, "cargo", "true"))
}

#[test]
fn a_module_is_begun_away_from_the_source() {
    let desk = Desk::new("workshop-new");
    let (program, cargo) = with_authors(&desk);
    let authors = desk.path("a folder with blanks/share/muster/authors");
    let (code, said) = says(&desk, &program, &cargo, &["new", "module", "night-raid"]);
    let folder = desk.path("night-raid");
    assert_eq!(code, Some(0), "{said}");
    for words in ["cd night-raid", "muster dev .", "modules.md goes on from here"] {
        assert!(said.contains(words), "{words}: {said}");
    }
    assert!(!said.contains("xtask"), "{said}");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect(name);
    assert!(read("Cargo.toml").contains(&format!("{}/plugins/sdk", authors.display())));
    assert!(read("README.md").contains("muster check target/modules/night-raid"));
    assert!(
        read("src/lib.rs").contains("Night raid") && folder.join("scenarios/night-raid-first-light").is_dir()
    );
    // Elsewhere, and with crates that lie elsewhere.
    let other = root().display().to_string();
    let typed = ["new", "module", "raid", "--at", "some/where", "--crates", &other];
    let (code, said) = says(&desk, &program, &cargo, &typed);
    assert_eq!(code, Some(0), "{said}");
    let manifest = std::fs::read_to_string(desk.path("some/where/Cargo.toml")).expect("it was made");
    assert!(manifest.contains(&format!("{other}/plugins/board")), "{manifest}");
}

#[test]
fn without_cargo_it_is_begun_and_the_rest_is_said() {
    let desk = Desk::new("workshop-new-alone");
    let (program, _) = with_authors(&desk);
    let (code, said) = says(&desk, &program, &desk.path("no cargo"), &["new", "module", "night-raid"]);
    assert!(code == Some(0) && said.contains("https://rustup.rs"), "{code:?} {said}");
    assert!(desk.path("night-raid/src/lib.rs").is_file());
}

#[test]
fn what_can_not_be_begun_is_refused_in_words() {
    let desk = Desk::new("workshop-refused");
    let (program, cargo) = with_authors(&desk);
    let (full, within) = (desk.path("full"), root().join("plugins/new").display().to_string());
    std::fs::create_dir_all(full.join("a-folder")).expect("a folder");
    let full = full.display().to_string();
    let cases: [(&[&str], i32, &str); 7] = [
        (&["NightRaid"], 2, "\"nightraid\" would be one"),
        (&["serde"], 2, "take another"),
        (&["block"], 2, "the type Block"),
        (&["night-raid", "--at", &full], 2, "there is something already"),
        (&["night-raid", "--at", &within], 2, "Name another folder with `--at`"),
        (&["night-raid", "--crates", &full], 2, "there is no plugins/sdk in it"),
        (&[], 2, "<NAME>"),
    ];
    for (typed, ends, words) in cases {
        let (code, said) = says(&desk, &program, &cargo, &[&["new", "module"], typed].concat());
        assert_eq!(code, Some(ends), "{typed:?}: {said}");
        assert!(said.contains(words), "{typed:?}: {said}");
    }
    assert!(!Path::new(&within).exists() && !desk.path("night-raid").exists());
}

/// A distributor may leave the crates out; then they are named by their version, which isn't published yet.
#[test]
fn where_the_crates_did_not_come_with_it_that_is_said() {
    let desk = Desk::new("workshop-published");
    let prefix = installed(&desk);
    let authors = prefix.join("share/muster/authors");
    std::fs::create_dir_all(authors.join("tests")).expect("a folder");
    for name in [
        "Cargo.toml",
        "Cargo.lock",
        ".cargo",
        "rust-toolchain.toml",
        "rustfmt.toml",
        "clippy.toml",
        "tests/modules",
        "tests/scenarios",
    ] {
        std::os::unix::fs::symlink(root().join(name), authors.join(name)).expect("a link");
    }
    let cargo = program_that(&desk, "cargo", "true");
    let (code, said) = says(&desk, &prefix.join("bin/muster"), &cargo, &["new", "module", "night-raid"]);
    assert!(code == Some(0) && said.contains("aren't in a registry yet"), "{code:?} {said}");
    let manifest = std::fs::read_to_string(desk.path("night-raid/Cargo.toml")).expect("it was made");
    assert!(!manifest.contains("path ="), "{manifest}");
}

#[test]
fn what_is_missing_to_build_is_said_with_where_it_comes_from() {
    let desk = Desk::new("workshop-missing");
    let program = installed(&desk).join("bin/muster");
    let (folder, cargo) = (source_of_parley(&desk), cargo_of_parley(&desk, "true"));
    let parley = folder.display().to_string();
    let (code, said) = says(&desk, &program, &desk.path("no cargo"), &["build", &parley]);
    assert!(code == Some(3) && said.contains("https://rustup.rs"), "{code:?} {said}");
    let (code, said) = says(&desk, &program, &cargo, &["check", &parley]);
    assert!(code == Some(2) && said.contains("`muster build FOLDER` builds it"), "{code:?} {said}");
    for of in ["dev", "build"] {
        let (code, said) = says(&desk, &program, &cargo, &[of, &desk.path("").display().to_string()]);
        assert!(code == Some(2) && said.contains("holds no plugin.toml"), "{code:?} {said}");
    }
    // The compiler's words come first, then how it ended.
    let cargo = cargo_of_parley(&desk, "echo 'error: no such rule' >&2; exit 101");
    let (code, said) = says(&desk, &program, &cargo, &["build", &parley]);
    let (words, end) = (said.find("error: no such rule"), said.find("it wasn't built"));
    assert!(code == Some(1) && words.is_some() && words < end, "{code:?} {said}");
    let (code, said) = says(&desk, &program, &cargo, &["dev", &parley]);
    assert!(code == Some(1) && said.contains("error: no such rule"), "{code:?} {said}");
    // Crates that were with a Muster that is gone.
    std::fs::rename(desk.path("sdk"), desk.path("elsewhere")).expect("it is ours");
    let (code, said) = says(&desk, &program, &cargo, &["build", &parley]);
    assert!(code == Some(3) && said.contains("Change the paths of Muster's crates"), "{code:?} {said}");
    assert!(said.contains(&desk.path("sdk").display().to_string()), "{said}");
    std::fs::rename(desk.path("elsewhere"), desk.path("sdk")).expect("it is ours");
    // A target that the compiler hasn't, before anything is compiled.
    let mut command = Command::new(&program);
    command.args(["build", &parley]).env("CARGO", &cargo).env("HOME", desk.path("home"));
    let output =
        command.env("RUSTC", program_that(&desk, "rustc", "echo /nowhere")).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(
        said.contains("`rustup target add wasm32-unknown-unknown`") && !said.contains("no such rule"),
        "{said}"
    );
}

/// In the folder of a module's source, what was built there is found, and so are its scenarios.
#[test]
fn in_a_modules_folder_it_and_its_scenarios_are_found() {
    let desk = Desk::new("workshop-found");
    let (program, cargo) = with_authors(&desk);
    let (_, said) = says(&desk, &program, &cargo, &["new", "module", "night-raid"]);
    let built = desk.path("night-raid/target/modules/night-raid");
    std::fs::create_dir_all(&built).expect("a folder");
    std::fs::copy(desk.path("night-raid/plugin.toml"), built.join("plugin.toml")).expect("a copy");
    let list = |what: &str, folder: &Path| {
        let mut command = Command::new(&program);
        command.args([what]).current_dir(folder).env("HOME", desk.path("home"));
        for name in ["MUSTER_MODULES", "MUSTER_SCENARIOS", "MUSTER_RULES", "MUSTER_DATA"] {
            command.env_remove(name);
        }
        String::from_utf8_lossy(&command.output().expect("it runs").stdout).into_owned()
    };
    for (what, name) in [("scenarios", "night-raid-first-light"), ("modules", "night-raid")] {
        let there = list(what, &desk.path("night-raid"));
        assert!(there.contains(name), "{said}{there}");
        let elsewhere = list(what, &desk.path(""));
        assert!(!elsewhere.contains(name), "{elsewhere}");
    }
}
