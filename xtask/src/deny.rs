//! `cargo xtask deny`: looks at what we depend on, by the rules in deny.toml. Where cargo-deny is installed it does; else
//! licences, sources, banned crates and double versions are looked at here, and what isn't looked at is said.

mod bans;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use semver::Version;
use serde_json::Value;

use muster_workshop::Problem;

use crate::Failure;
use crate::workspace::{Workspace, answer, at, cargo, here, metadata_of, run as run_program, unclear};

/// How cargo's metadata begins to say that a package comes from a registry.
const REGISTRY: &str = "registry+";

pub(crate) fn run() -> Result<(), Failure> {
    let workspace = here()?;
    let deny = |arguments: &[&str]| {
        let mut deny = cargo();
        deny.current_dir(&workspace.root).arg("deny").args(arguments);
        deny
    };
    if !answers(&mut deny(&["--version"])) {
        return by_ourselves(&workspace);
    }
    let check = ["--locked", "check", "--hide-inclusion-graph", "bans", "licenses", "sources"];
    run_program(&mut deny(&check), "cargo deny check")?;
    if !answers(&mut deny(&["fetch", "db"])) {
        println!("deny: known vulnerabilities were not looked at: their database can't be fetched here");
        return Ok(());
    }
    let check = ["--offline", "check", "--hide-inclusion-graph", "advisories"];
    run_program(&mut deny(&check), "cargo deny check advisories")
}

/// Whether a program runs and succeeds; what it says is nobody's business.
fn answers(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

/// Looks at licences, sources, banned crates and double versions.
fn by_ourselves(workspace: &Workspace) -> Result<(), Failure> {
    let path = workspace.root.join("deny.toml");
    let text = fs::read_to_string(&path).map_err(at(&path))?;
    let rules =
        Rules::read(&text).map_err(|detail| Problem::Answer { program: "deny.toml".into(), detail })?;
    let (mut looked_at, mut faults) = (BTreeSet::new(), BTreeSet::new());
    let mut crates: BTreeMap<String, BTreeSet<Version>> = BTreeMap::new();
    for platform in &rules.platforms {
        let mut metadata = cargo();
        metadata.current_dir(&workspace.root).args(["metadata", "--locked", "--format-version", "1"]);
        metadata.args(rules.all_features.then_some("--all-features"));
        let Ok(output) = answer(metadata.args(["--filter-platform", platform]), "cargo metadata") else {
            println!("deny: what is built for {platform} was not looked at: it can't be fetched here");
            continue;
        };
        let metadata = metadata_of(&output)?;
        let given = given_away(&metadata).ok_or_else(|| unclear("it has no graph"))?;
        let packages = metadata["packages"].as_array().into_iter().flatten();
        for package in packages.filter(|package| package["id"].as_str().is_some_and(|id| given.contains(id)))
        {
            faults.extend(rules.fault(package));
            let (name, version) = named(package).ok_or_else(|| unclear("a package has no name"))?;
            crates.entry(name).or_default().insert(version);
        }
        looked_at.extend(given.into_iter().map(str::to_owned));
    }
    faults.extend(rules.bans.faults(&crates));
    faults.iter().for_each(|fault| println!("{fault}"));
    if !faults.is_empty() {
        return Err(Failure::Failed(format!("deny: {} faults", faults.len())));
    }
    if looked_at.is_empty() {
        return Err(Failure::Failed("cargo metadata".to_owned()));
    }
    for known in rules.bans.idle(&crates) {
        println!("deny: {known} need not be skipped by deny.toml any more");
    }
    println!("deny: licences, sources and versions of {} crates are in order", looked_at.len());
    println!(
        "deny: known vulnerabilities were not looked at, since cargo-deny isn't installed; `cargo install --locked \
         cargo-deny` installs it"
    );
    Ok(())
}

/// The packages that are in what is given away, by their ids: those of the workspace and what they are made of and built with, but
/// not what only tests need. None if the metadata isn't understood.
fn given_away(metadata: &Value) -> Option<BTreeSet<&str>> {
    let members = metadata["workspace_members"].as_array()?;
    made_of(metadata, members.iter().filter_map(Value::as_str).collect())
}

/// These packages, and what they are made of and built with, by their ids.
pub(crate) fn made_of<'m>(metadata: &'m Value, packages: Vec<&'m str>) -> Option<BTreeSet<&'m str>> {
    let nodes = metadata["resolve"]["nodes"].as_array()?;
    let nodes: BTreeMap<&str, &Value> =
        nodes.iter().filter_map(|node| Some((node["id"].as_str()?, node))).collect();
    let mut open = packages;
    let mut given = BTreeSet::new();
    while let Some(id) = open.pop() {
        if !given.insert(id) {
            continue;
        }
        for dependency in nodes.get(id)?["deps"].as_array()? {
            let mut kinds = dependency["dep_kinds"].as_array()?.iter();
            if kinds.any(|kind| kind["kind"] != "dev") {
                open.push(dependency["pkg"].as_str()?);
            }
        }
    }
    Some(given)
}

fn named(package: &Value) -> Option<(String, Version)> {
    let version = Version::parse(package["version"].as_str()?).ok()?;
    Some((package["name"].as_str()?.to_owned(), version))
}

/// What of deny.toml is looked at here.
#[derive(Debug)]
struct Rules {
    allowed: Vec<String>,
    /// By crate, what is allowed for it beside that.
    exceptions: BTreeMap<String, Vec<String>>,
    platforms: Vec<String>,
    all_features: bool,
    bans: bans::Bans,
}

impl Rules {
    fn read(text: &str) -> Result<Self, String> {
        let table: toml::Table = toml::from_str(text).map_err(|why| why.to_string())?;
        let at = |table: &toml::Table, part: &str, key: &str| -> Vec<toml::Value> {
            let found = table.get(part).and_then(|part| part.get(key)).and_then(toml::Value::as_array);
            found.cloned().unwrap_or_default()
        };
        let texts = |values: Vec<toml::Value>| -> Vec<String> {
            values.iter().filter_map(toml::Value::as_str).map(str::to_owned).collect()
        };
        let allowed = texts(at(&table, "licenses", "allow"));
        if allowed.is_empty() {
            return Err("it allows no licence".to_owned());
        }
        let exceptions = at(&table, "licenses", "exceptions").into_iter().filter_map(|exception| {
            let name = exception.get("crate")?.as_str()?.to_owned();
            Some((name, texts(exception.get("allow")?.as_array()?.clone())))
        });
        let (exceptions, platforms) = (exceptions.collect(), texts(at(&table, "graph", "targets")));
        let bans = bans::Bans::read(&table)?;
        let all_features = table.get("graph").and_then(|graph| graph.get("all-features")?.as_bool());
        Ok(Self { allowed, exceptions, platforms, all_features: all_features == Some(true), bans })
    }

    /// What is wrong with a package of cargo's metadata.
    fn fault(&self, package: &Value) -> Option<String> {
        let text = |key: &str| package[key].as_str();
        let (name, version) = (text("name")?, text("version")?);
        // What comes from nowhere is of this workspace.
        let source = text("source")?;
        if !source.starts_with(REGISTRY) {
            return Some(format!("{name} {version} comes from {source}, which is no registry"));
        }
        let Some(licence) = text("license") else {
            return Some(format!("{name} {version} names no licence"));
        };
        let excepted = self.exceptions.get(name);
        let is_allowed = |licence: &str| {
            let mut all = self.allowed.iter().chain(excepted.into_iter().flatten());
            all.any(|allowed| allowed == licence.trim_end_matches('+'))
        };
        (!is_met(licence, &is_allowed)).then(|| {
            format!("{name} {version} is under {licence}, which deny.toml doesn't allow; look at it, and allow it there")
        })
    }
}

/// Whether an SPDX expression is met by what is allowed. What isn't understood isn't met.
fn is_met(expression: &str, is_allowed: &dyn Fn(&str) -> bool) -> bool {
    // Old manifests have a slash for OR.
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    matches!(any_of(&words, is_allowed), Some((true, [])))
}

/// Whether one of the alternatives at the beginning is met, and what comes after them.
fn any_of<'w>(words: &'w [&'w str], is_allowed: &dyn Fn(&str) -> bool) -> Option<(bool, &'w [&'w str])> {
    let (mut met, mut rest) = all_of(words, is_allowed)?;
    while let ["OR", others @ ..] = rest {
        let (other, after) = all_of(others, is_allowed)?;
        (met, rest) = (met | other, after);
    }
    Some((met, rest))
}

fn all_of<'w>(words: &'w [&'w str], is_allowed: &dyn Fn(&str) -> bool) -> Option<(bool, &'w [&'w str])> {
    let (mut met, mut rest) = one(words, is_allowed)?;
    while let ["AND", others @ ..] = rest {
        let (other, after) = one(others, is_allowed)?;
        (met, rest) = (met & other, after);
    }
    Some((met, rest))
}

fn one<'w>(words: &'w [&'w str], is_allowed: &dyn Fn(&str) -> bool) -> Option<(bool, &'w [&'w str])> {
    match words {
        ["(", inner @ ..] => match any_of(inner, is_allowed)? {
            (met, [")", rest @ ..]) => Some((met, rest)),
            _ => None,
        },
        [licence, "WITH", exception, rest @ ..] => {
            Some((is_allowed(&format!("{licence} WITH {exception}")), rest))
        }
        ["OR" | "AND" | "WITH" | ")", ..] | [] => None,
        [licence, rest @ ..] => Some((is_allowed(licence), rest)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_licence_is_met_by_one_of_its_alternatives_and_all_of_its_parts() {
        let allowed = |licence: &str| ["MIT", "Zlib", "Apache-2.0 WITH LLVM-exception"].contains(&licence);
        for (expression, met) in [
            ("MIT", true),
            ("GPL-3.0", false),
            ("MIT OR GPL-3.0", true),
            ("GPL-3.0/MIT", true),
            ("MIT AND GPL-3.0", false),
            ("MIT AND Zlib", true),
            ("GPL-3.0 OR MIT AND Zlib", true),
            ("(GPL-3.0 OR MIT) AND Zlib", true),
            ("(GPL-3.0 OR MIT) AND BSD-3-Clause", false),
            ("Apache-2.0", false),
            ("Apache-2.0 WITH LLVM-exception", true),
            ("GPL-3.0 OR Apache-2.0 WITH LLVM-exception", true),
            ("", false),
            ("MIT OR", false),
            ("MIT Zlib", false),
            ("(MIT", false),
        ] {
            assert_eq!(is_met(expression, &allowed), met, "{expression}");
        }
    }

    #[test]
    fn what_is_not_allowed_is_named() {
        let rules = Rules::read(
            "[licenses]\nallow = [\"MIT\"]\nexceptions = [{ crate = \"fonts\", allow = [\"OFL-1.1\"] }]\n",
        )
        .unwrap();
        let fault = |name: &str, licence: Value, source: Value| {
            rules.fault(&json!({"name": name, "version": "1.0.0", "license": licence, "source": source}))
        };
        let known = || json!("registry+https://crates.example/index");
        assert_eq!(fault("a", json!("MIT"), known()), None);
        assert_eq!(fault("ours", json!(null), json!(null)), None);
        assert_eq!(fault("fonts", json!("MIT AND OFL-1.1"), known()), None);
        assert!(fault("a", json!("MIT AND OFL-1.1"), known()).unwrap().contains("a 1.0.0 is under MIT AND"));
        assert!(fault("a", json!(null), known()).unwrap().contains("names no licence"));
        let elsewhere = fault("a", json!("MIT"), json!("git+https://example.org/a")).unwrap();
        assert!(elsewhere.contains("comes from git+"), "{elsewhere}");
        assert!(Rules::read("[licenses]\n").is_err());
    }

    #[test]
    fn what_only_tests_need_is_not_given_away() {
        let node = |id: &str, deps: Value| json!({"id": id, "deps": deps});
        let dep = |id: &str, kinds: &[Option<&str>]| {
            let kinds: Vec<Value> = kinds.iter().map(|kind| json!({"kind": kind})).collect();
            json!({"pkg": id, "dep_kinds": kinds})
        };
        let metadata = json!({
            "workspace_members": ["ours"],
            "resolve": {"nodes": [
                node("ours", json!([dep("a", &[None]), dep("b", &[Some("build")]), dep("t", &[Some("dev")])])),
                node("a", json!([dep("c", &[Some("dev"), None])])),
                node("b", json!([])),
                node("c", json!([dep("a", &[None])])),
                node("t", json!([])),
            ]},
        });
        assert_eq!(given_away(&metadata).unwrap().into_iter().collect::<Vec<_>>(), ["a", "b", "c", "ours"]);
        assert_eq!(given_away(&json!({})), None);
    }

    /// What is in deny.toml is what is looked at here too.
    #[test]
    fn the_rules_of_this_tree_are_read() {
        let path = crate::workspace::checkout().unwrap().join("deny.toml");
        let rules = Rules::read(&fs::read_to_string(path).unwrap()).unwrap();
        assert!(rules.allowed.iter().any(|licence| licence == "MIT"), "{rules:?}");
        assert!(!rules.exceptions.is_empty() && rules.platforms.len() > 1, "{rules:?}");
    }
}
