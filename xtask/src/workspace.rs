//! What cargo knows of the workspace, and running programs.

use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;

use crate::Failure;

/// The workspace's places and its modules.
#[derive(Clone)]
pub(crate) struct Workspace {
    /// Its folder.
    pub(crate) root: PathBuf,
    /// Where cargo builds.
    pub(crate) target: PathBuf,
    /// Its modules: the packages that have a `plugin.toml`.
    pub(crate) modules: Vec<ModulePackage>,
}

/// A package that is a module.
#[derive(Clone)]
pub(crate) struct ModulePackage {
    /// The package's name.
    pub(crate) name: String,
    /// Its folder.
    pub(crate) folder: PathBuf,
    /// Whether it is there for tests only, and never offered in the lobby.
    pub(crate) for_tests: bool,
}

impl Workspace {
    pub(crate) fn read() -> Result<Self, Failure> {
        let output = answer(
            cargo().args(["metadata", "--no-deps", "--offline", "--format-version", "1"]),
            "cargo metadata",
        )
        .or_else(|_| {
            // The very first run may have to fetch the index.
            answer(cargo().args(["metadata", "--no-deps", "--format-version", "1"]), "cargo metadata")
        })?;
        let metadata = metadata_of(&output)?;
        let path = |key: &str| -> Result<PathBuf, Failure> {
            Ok(PathBuf::from(metadata[key].as_str().ok_or_else(|| unclear(key))?))
        };
        let root = path("workspace_root")?;
        let mut modules = Vec::new();
        for package in metadata["packages"].as_array().ok_or_else(|| unclear("packages"))? {
            let name = package["name"].as_str().ok_or_else(|| unclear("name"))?;
            let manifest = package["manifest_path"].as_str().ok_or_else(|| unclear("manifest_path"))?;
            let Some(folder) = Path::new(manifest).parent() else { continue };
            if folder.join("plugin.toml").is_file() {
                modules.push(ModulePackage {
                    name: name.to_owned(),
                    folder: folder.to_owned(),
                    for_tests: folder.starts_with(root.join("tests")),
                });
            }
        }
        Ok(Self { target: path("target_directory")?, root, modules })
    }

    /// The names of the modules that are offered in the lobby.
    pub(crate) fn games(&self) -> Vec<&str> {
        let games = self.modules.iter().filter(|module| !module.for_tests);
        games.map(|module| module.name.as_str()).collect()
    }
}

/// What `cargo metadata` has answered.
pub(crate) fn metadata_of(output: &Output) -> Result<Value, Failure> {
    serde_json::from_slice(&output.stdout).map_err(|error| unclear(&error.to_string()))
}

/// That what `cargo metadata` has answered isn't understood.
pub(crate) fn unclear(detail: &str) -> Failure {
    Failure::Answer { program: "cargo metadata".into(), detail: detail.into() }
}

/// Muster's own folder, which these commands were built from. It is the workspace's root, unless they are used in a
/// workspace that `new-module` made elsewhere.
pub(crate) fn checkout() -> Result<PathBuf, Failure> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    root.canonicalize().map_err(at(root))
}

/// The cargo that runs us.
pub(crate) fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// The machine that the compiler runs on, as it names it.
pub(crate) fn rustc_host() -> Result<String, Failure> {
    let output = answer(Command::new("rustc").arg("-vV"), "rustc")?;
    let said = String::from_utf8_lossy(&output.stdout);
    let host = said.lines().find_map(|line| line.strip_prefix("host: ")).map(str::to_owned);
    host.ok_or_else(|| Failure::Answer { program: "rustc".into(), detail: "it names no host".into() })
}

/// What cargo is told so that what it builds for this machine is the same wherever the source and its dependencies lie.
pub(crate) fn remapped(workspace: &Workspace, target: &str) -> Result<[String; 2], Failure> {
    let flags = folders_and_names(workspace)?.map(|(folder, name)| {
        toml::Value::String(format!("--remap-path-prefix={}={name}", folder.display()))
    });
    Ok(["--config".to_owned(), format!("target.{target}.rustflags={}", toml::Value::Array(flags.to_vec()))])
}

/// The same in the environment, for what is written in C: its compiler is told by the crate `cc`.
pub(crate) fn remapped_c(workspace: &Workspace) -> Result<[(&'static str, String); 2], Failure> {
    let flags = folders_and_names(workspace)?
        .map(|(folder, name)| quoted(&format!("-ffile-prefix-map={}={name}", folder.display())));
    let before = std::env::var("CFLAGS").into_iter();
    let flags: Vec<String> = before.chain(flags).collect();
    // As a shell would read them; a folder's name can have blanks.
    Ok([("CFLAGS", flags.join(" ")), ("CC_SHELL_ESCAPED_FLAGS", "1".to_owned())])
}

/// As a shell has to have it, if it isn't plain.
fn quoted(word: &str) -> String {
    let plain = |one: char| one.is_ascii_alphanumeric() || "/._-=+".contains(one);
    if word.chars().all(plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// The folders that are taken out of what is built, and what stands for each.
fn folders_and_names(workspace: &Workspace) -> Result<[(PathBuf, &'static str); 2], Failure> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let home = home
        .ok_or_else(|| Failure::Place("where cargo keeps its sources isn't known: set CARGO_HOME".into()))?;
    // The last that fits is taken, and either may lie in the other.
    let mut folders = [(home, "/cargo"), (workspace.root.clone(), "/muster")];
    folders.sort_by_key(|(folder, _)| folder.as_os_str().len());
    Ok(folders)
}

/// Adds a target of the compiler if it is missing.
pub(crate) fn ensure_target(workspace: &Workspace, target: &str) -> Result<(), Failure> {
    let mut rustc = Command::new("rustc");
    rustc.current_dir(&workspace.root).args(["--print", "target-libdir", "--target", target]);
    let output = answer(&mut rustc, "rustc")?;
    let folder = String::from_utf8_lossy(&output.stdout);
    if Path::new(folder.trim()).is_dir() {
        return Ok(());
    }
    println!("adding the compiler's target {target}");
    let mut rustup = Command::new("rustup");
    rustup.current_dir(&workspace.root).args(["target", "add", target]);
    run(&mut rustup, &format!("`rustup target add {target}`"))
}

/// Runs a program to its end; its output goes where ours goes.
pub(crate) fn run(command: &mut Command, name: &str) -> Result<(), Failure> {
    let status = command.status().map_err(|error| missing(command.get_program(), error))?;
    if status.success() { Ok(()) } else { Err(Failure::Failed(name.to_owned())) }
}

/// Runs a program for its answer.
pub(crate) fn answer(command: &mut Command, name: &str) -> Result<Output, Failure> {
    let output = command.output().map_err(|error| missing(command.get_program(), error))?;
    if output.status.success() { Ok(output) } else { Err(Failure::Failed(name.to_owned())) }
}

/// Runs a program for its answer; what it has to say beside it is shown.
pub(crate) fn answer_with_stderr(command: &mut Command, name: &str) -> Result<Output, Failure> {
    answer(command.stderr(std::process::Stdio::inherit()), name)
}

fn missing(program: &OsStr, error: std::io::Error) -> Failure {
    Failure::Missing { program: program.to_string_lossy().into_owned(), error }
}

/// Turns an error about a file into a failure that names it.
pub(crate) fn at(path: &Path) -> impl FnOnce(std::io::Error) -> Failure {
    let path = path.to_owned();
    move |error| Failure::File { path, error }
}

/// Writes a file beside its place and renames it, so that a running Muster never sees half of it.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let draft = path.with_extension("draft");
    fs::write(&draft, bytes).map_err(at(&draft))?;
    fs::rename(&draft, path).map_err(at(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_with_blanks_are_taken_out_of_what_is_built_and_the_longest_is_looked_for_last() {
        let root = PathBuf::from(format!("/{}/a \"tree\" with blanks", "deep/".repeat(40)));
        let workspace = Workspace { target: root.join("target"), root, modules: Vec::new() };
        let [option, value] = remapped(&workspace, "x86_64-unknown-linux-gnu").unwrap();
        assert_eq!(option, "--config");
        let read: toml::Table = toml::from_str(&value).unwrap();
        let flags = read["target"]["x86_64-unknown-linux-gnu"]["rustflags"].as_array().unwrap();
        let flags: Vec<&str> = flags.iter().filter_map(toml::Value::as_str).collect();
        assert!(flags[0].starts_with("--remap-path-prefix=/") && flags[0].ends_with("=/cargo"), "{flags:?}");
        assert!(flags[1].ends_with("/a \"tree\" with blanks=/muster"), "{flags:?}");
        let [(_, flags), _] = remapped_c(&workspace).unwrap();
        assert!(flags.ends_with("/a \"tree\" with blanks=/muster'"), "{flags}");
        assert_eq!((quoted("-a=/b_c"), quoted("it's")), ("-a=/b_c".to_owned(), r"'it'\''s'".to_owned()));
    }
}
