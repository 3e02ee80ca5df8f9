//! `cargo xtask new-module` and the guide to it, docs/modules.md: what is made, and that the guide's changes come to
//! what it says.
//!
//! The tests that compile what is made are left to `cargo xtask test --full`; they share the target folder, so that only
//! the crates of this repository are compiled another time.
#![allow(missing_docs)]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::LazyLock,
};

const NAME: &str = "night-raid";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the repository")
}

/// A folder for one test, which goes with it.
struct Home(PathBuf);

impl Home {
    fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("muster-new-module-{}-{test}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    /// The module in it, as a workspace of its own.
    fn with_module(test: &str) -> (Self, PathBuf) {
        let home = Self::new(test);
        let folder = home.0.join(NAME);
        done(&root(), xtask(), &["new-module", NAME, "--at", folder.to_str().expect("a path")]);
        (home, folder)
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs a command in a folder and gives its output, whatever came of it.
fn output(folder: &Path, program: &str, arguments: &[&str]) -> Output {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    Command::new(program)
        .current_dir(folder)
        .args(arguments)
        .env("CARGO_TARGET_DIR", target)
        .env_remove("MUSTER_RECORD")
        .output()
        .expect("the program starts")
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Runs a command that must succeed, and gives what it printed.
#[track_caller]
fn done(folder: &Path, program: &str, arguments: &[&str]) -> String {
    let output = output(folder, program, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", said(&output));
    said(&output)
}

/// The program as it was built for these tests: in the target folder that they share, a copy of the repository builds its own in
/// that one's place.
fn xtask() -> &'static str {
    static KEPT: LazyLock<String> = LazyLock::new(|| {
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("xtask-as-tested");
        fs::copy(env!("CARGO_BIN_EXE_xtask"), &kept).expect("a copy");
        kept.into_os_string().into_string().expect("a path")
    });
    &KEPT
}

fn cargo() -> String {
    std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}

/// Every file under a folder, by its path in it, but for what cargo and git make.
fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("a folder").flatten() {
            if entry.path().is_dir() {
                if !["target", ".git"].iter().any(|made| entry.file_name() == *made) {
                    folders.push(entry.path());
                }
            } else {
                let path = entry.path();
                found.push(path.strip_prefix(folder).expect("within").display().to_string());
            }
        }
    }
    found.sort();
    found
}

#[test]
fn outside_it_is_a_workspace_that_cargo_understands() {
    let (_home, folder) = Home::with_module("outside");
    let (sources, mut others): (Vec<String>, Vec<String>) =
        files(&folder).into_iter().partition(|file| file.starts_with("src/") || file.starts_with("rules/"));
    others.retain(|file| !file.contains("playthroughs"));
    let expected = [
        ".cargo/config.toml",
        ".gitignore",
        "Cargo.lock",
        "Cargo.toml",
        "README.md",
        "RULES.md",
        "clippy.toml",
        "plugin.toml",
        "rust-toolchain.toml",
        "rustfmt.toml",
        "scenarios/night-raid-first-light/board.toml",
        "scenarios/night-raid-first-light/roster.toml",
        "scenarios/night-raid-first-light/scenario.rhai",
        "tests/conformance.rs",
        "tests/rules.rs",
    ];
    assert_eq!(others, expected);
    let template = root().join("tests/modules/outpost");
    let of_template = ["src", "rules"].map(|part| files(&template.join(part)).len());
    assert_eq!(sources.len(), of_template.iter().sum::<usize>());
    // The lock file is whole, the manifest right, and every dependency on this machine.
    let metadata = done(&folder, &cargo(), &["metadata", "--locked", "--offline", "--format-version", "1"]);
    for package in ["night-raid", "muster-sdk", "muster-board", "muster-contract", "muster-conformance"] {
        assert!(metadata.contains(&format!("\"name\":\"{package}\"")), "{package}");
    }
    done(&folder, &cargo(), &["fmt", "--check"]);
    done(&folder, xtask(), &["tidy"]);
}

#[test]
fn misuse_is_refused_in_words() {
    let folder = Home::new("misuse");
    fs::write(folder.0.join("a-file"), "").expect("a file");
    let home = folder.0.to_str().expect("a path").to_owned();
    let (full, file, within) =
        (home.clone(), format!("{home}/a-file"), root().join("plugins/new").display().to_string());
    let cases: [(&[&str], &str); 6] = [
        (&["NightRaid", "--at", "x"], "lower-case words joined by hyphens"),
        (&["serde", "--at", "x"], "take another"),
        (&["brigade"], "take another"),
        (&[NAME, "--at", &full], "there is something already"),
        (&[NAME, "--at", &file], "there is something already"),
        (&[NAME, "--at", &within], "Leave `--at` away"),
    ];
    for (arguments, why) in cases {
        let output = output(&root(), xtask(), &[&["new-module"], arguments].concat());
        assert!(!output.status.success() && said(&output).contains(why), "{arguments:?}: {}", said(&output));
    }
    assert!(!Path::new(&within).exists() && !root().join("x").exists());
}

/// Those who build a module of the same name into one target folder do so one after the other.
static BUILDS: std::sync::Mutex<()> = std::sync::Mutex::new(());

/// A block of the guide that is headed by `kind name=file`.
struct Shown {
    head: String,
    lines: Vec<String>,
}

fn shown(kind: &str) -> Vec<Shown> {
    let guide = fs::read_to_string(root().join("docs/modules.md")).expect("the guide");
    let mut blocks = Vec::new();
    let mut lines = guide.lines();
    while let Some(line) = lines.next() {
        if let Some(head) = line.strip_prefix(&format!("```{kind} name=")) {
            let body = lines.by_ref().take_while(|line| *line != "```").map(str::to_owned).collect();
            blocks.push(Shown { head: head.to_owned(), lines: body });
        }
    }
    blocks
}

/// Makes a change that the guide shows: each line with a `-` becomes the one with a `+` after it.
#[track_caller]
fn change(folder: &Path, block: &Shown) {
    let file = folder.join(block.head.split(' ').next().unwrap_or_default());
    let mut text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    for pair in block.lines.chunks(2) {
        let (old, new) = (pair[0].strip_prefix('-').expect("-"), pair[1].strip_prefix('+').expect("+"));
        assert_eq!(text.matches(&format!("{old}\n")).count(), 1, "{}: {old}", file.display());
        text = text.replace(old, new);
    }
    fs::write(&file, text).expect("the file can be written");
}

#[test]
fn what_the_guide_changes_is_there_to_be_changed() {
    let (_home, folder) = Home::with_module("changes");
    let changes = shown("diff");
    let heads: Vec<&str> = changes.iter().map(|block| block.head.as_str()).collect();
    let expected = [
        "src/orders.rs",
        "tests/rules.rs",
        "rules/2-orders.md",
        "scenarios/night-raid-first-light/scenario.rhai",
        "RULES.md",
        "src/orders.rs leak",
    ];
    assert_eq!(heads, expected);
    changes.iter().for_each(|block| change(&folder, block));
    // Nothing says any more what the rule was.
    let old = ["two march", "march two", "up to two"];
    for file in files(&folder).into_iter().filter(|file| !file.contains("playthroughs")) {
        let text = fs::read_to_string(folder.join(&file)).unwrap_or_default().to_lowercase();
        assert!(!old.iter().any(|words| text.contains(words)), "{file} still says what the rule was");
    }
}

/// Checks that lines of an output look like those of the guide, in their order; `…` stands for anything.
#[track_caller]
fn looks_like(output: &str, block: &str) {
    let all = shown("text");
    let block = all.iter().find(|shown| shown.head == block).expect("the guide shows it");
    let mut lines = output.lines();
    for pattern in block.lines.iter().filter(|line| *line != "…") {
        let parts: Vec<&str> = pattern.split('…').collect();
        let fits = |line: &str| {
            let mut rest = line;
            parts.iter().all(|part| match rest.find(part) {
                Some(at) => {
                    rest = &rest[at + part.len()..];
                    true
                }
                None => false,
            })
        };
        assert!(lines.any(fits), "nothing like\n  {pattern}\nin\n{output}");
    }
}

#[test]
#[ignore = "compiles a module three times over; `cargo xtask test --full` does"]
fn the_guide_comes_to_what_it_says() {
    let _alone = BUILDS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let (_home, folder) = Home::with_module("guide");
    let test = |arguments: &[&str]| {
        output(&folder, &cargo(), &[&["test", "--offline", "--quiet"], arguments].concat())
    };
    let whole = test(&[]);
    assert!(whole.status.success(), "{}", said(&whole));
    // The component passes the gate: cargo builds it, and it imports nothing but the contract.
    let built = done(&folder, xtask(), &["modules", NAME]);
    assert!(Path::new(built.lines().last().unwrap_or_default()).join("night-raid.wasm").is_file(), "{built}");

    let changes = shown("diff");
    change(&folder, &changes[0]);
    let changed = test(&["--no-fail-fast"]);
    assert!(!changed.status.success());
    looks_like(&said(&changed), "rule");
    assert!(said(&changed).contains("playthroughs_agree"));
    let (leak, rest) = changes[1..].split_last().expect("the leak comes last");
    rest.iter().for_each(|block| change(&folder, block));
    let recorded = Command::new(cargo())
        .current_dir(&folder)
        .args(["test", "--offline", "--quiet", "playthroughs"])
        .env("MUSTER_RECORD", "1")
        .env(
            "CARGO_TARGET_DIR",
            std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| root().join("target").into()),
        )
        .output()
        .expect("cargo starts");
    assert!(recorded.status.success(), "{}", said(&recorded));
    let whole = test(&[]);
    assert!(whole.status.success(), "{}", said(&whole));

    change(&folder, leak);
    let leaky = test(&["events_name"]);
    assert!(!leaky.status.success());
    looks_like(&said(&leaky), "leak");
}

#[test]
#[ignore = "compiles a module in a copy of the repository; `cargo xtask test --full` does"]
fn inside_it_is_a_member_that_passes() {
    let _alone = BUILDS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    // Kept before it is replaced.
    xtask();
    let home = Home::new("inside");
    let copy = home.0.join("muster");
    for file in files(&root()) {
        let to = copy.join(&file);
        fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
        fs::copy(root().join(&file), to).expect("a copy");
    }
    let arguments = ["run", "--offline", "--quiet", "--package", "xtask", "--"];
    done(&copy, &cargo(), &[&arguments[..], &["new-module", NAME]].concat());
    done(&copy, &cargo(), &["test", "--locked", "--offline", "--quiet", "--package", NAME]);
    done(&copy, &cargo(), &[&arguments[..], &["tidy"]].concat());
    done(&copy, &cargo(), &["fmt", "--all", "--check"]);
    let again = output(&copy, &cargo(), &[&arguments[..], &["new-module", NAME]].concat());
    assert!(said(&again).contains("take another"), "{}", said(&again));
}
