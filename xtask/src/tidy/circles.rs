//! Files that use one another in a circle can't be read one after the other.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A module: the names that lead to it from the root of its crate.
type Module = Vec<String>;

/// What a file names of its crate: paths, each with the name under which it is known there, and whether others may use it.
struct Named {
    path: Vec<String>,
    known_as: String,
    public: bool,
}

/// The files of a crate.
struct Files {
    named: BTreeMap<Module, Vec<Named>>,
}

/// One circle of the files in a crate's source folder, as its modules are called, if there is one. Counted is what a file
/// outside its tests names in a `use` or by a path from `crate`; what a file only passes on (`pub use`) is of the file that it has it
/// from.
pub(super) fn circle(folder: &Path, files: &[(PathBuf, String)]) -> Option<Vec<String>> {
    let named =
        files.iter().filter_map(|(path, text)| Some((module(path.strip_prefix(folder).ok()?)?, named(text))));
    let files = Files { named: named.collect() };
    let uses: BTreeMap<&Module, Vec<&Module>> =
        files.named.keys().map(|name| (name, files.used(name))).collect();
    let mut done = Vec::new();
    let circle = uses.keys().find_map(|module| follow(module, &uses, &mut Vec::new(), &mut done))?;
    Some(circle.iter().map(|module| [&["crate".to_owned()], module.as_slice()].concat().join("::")).collect())
}

fn module(path: &Path) -> Option<Module> {
    let path = path.to_str()?.strip_suffix(".rs")?;
    let mut names: Module = path.split(['/', '\\']).map(str::to_owned).collect();
    if names.last().is_some_and(|last| ["lib", "main", "mod"].contains(&last.as_str())) {
        names.pop();
    }
    Some(names)
}

/// Goes on from the last module on the way until a module comes again.
fn follow<'a>(
    module: &'a Module,
    uses: &BTreeMap<&'a Module, Vec<&'a Module>>,
    way: &mut Vec<&'a Module>,
    done: &mut Vec<&'a Module>,
) -> Option<Vec<&'a Module>> {
    if let Some(first) = way.iter().position(|other| *other == module) {
        return Some(way[first..].to_vec());
    }
    if done.contains(&module) {
        return None;
    }
    way.push(module);
    let found = uses[module].iter().find_map(|next| follow(next, uses, way, done));
    way.pop();
    done.push(module);
    found
}

/// What a file names outside its tests.
fn named(text: &str) -> Vec<Named> {
    let text = text.find("#[cfg(test)]\nmod tests {").map_or(text, |at| &text[..at]);
    let code: String = text
        .lines()
        .map(|line| line.split_once("//").map_or(line, |(code, _)| code))
        .flat_map(|line| [line, "\n"])
        .collect();
    let mut all = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at..];
        let is_name = |one: char| one.is_ascii_alphanumeric() || one == '_' || one == ':';
        let path = &rest[..rest.find(|one| !is_name(one)).unwrap_or(rest.len())];
        // With braces it is a `use`.
        if !path.ends_with(':') {
            let path = path.split("::").map(str::to_owned).collect();
            all.push(Named { path, known_as: String::new(), public: false });
        }
    }
    // Indented ones stand in a module within the file.
    let code = format!("\n{code}");
    for (at, _) in code.match_indices("use ") {
        let before = code[..at].rsplit('\n').next().unwrap_or_default();
        if before.is_empty() || before.starts_with("pub") {
            let tree = code[at + 4..].split(';').next().unwrap_or_default();
            expand(tree, &[], !before.is_empty(), &mut all);
        }
    }
    all
}

/// The paths of a `use`, with what stands before its braces.
fn expand(tree: &str, before: &[String], public: bool, all: &mut Vec<Named>) {
    let mut depth = 0;
    let parts = tree.split(|one| {
        depth += i32::from(one == '{') - i32::from(one == '}');
        one == ',' && depth == 0
    });
    for part in parts.map(str::trim).filter(|part| !part.is_empty()) {
        let (names, inner) = match part.split_once('{') {
            Some((names, inner)) => (names, inner.rsplit_once('}').map(|(inner, _)| inner)),
            None => (part, None),
        };
        let (names, alias) = names.split_once(" as ").unwrap_or((names, ""));
        let names = names.split("::").map(str::trim).filter(|name| !name.is_empty());
        let path: Vec<String> = before.iter().cloned().chain(names.map(str::to_owned)).collect();
        match inner {
            Some(inner) => expand(inner, &path, public, all),
            None => {
                let last = path.last().map_or("", String::as_str);
                let known_as = if alias.is_empty() { last } else { alias.trim() }.to_owned();
                all.push(Named { path, known_as, public });
            }
        }
    }
}

impl Files {
    /// The other modules that a file uses. What it passes on, whoever takes it from there uses.
    fn used(&self, of: &Module) -> Vec<&Module> {
        let own = self.named[of].iter().filter(|named| !named.public);
        let found = own.filter_map(|named| self.resolve(of, &named.path, 0));
        found.filter(|module| *module != of).collect()
    }

    /// The file that has what a path leads to, if it is one of this crate.
    fn resolve(&self, of: &Module, path: &[String], passed_on: usize) -> Option<&Module> {
        let mut names = path.iter().map(String::as_str).peekable();
        let mut reached: Module = match *names.peek()? {
            "crate" => {
                names.next();
                Module::new()
            }
            "self" => {
                names.next();
                of.clone()
            }
            "super" => of.clone(),
            child => {
                let child = [of.as_slice(), &[child.to_owned()]].concat();
                if !self.named.contains_key(&child) {
                    return None;
                }
                of.clone()
            }
        };
        while names.next_if_eq(&"super").is_some() {
            reached.pop();
        }
        for name in names {
            reached.push(name.to_owned());
            if !self.named.contains_key(&reached) {
                reached.pop();
                let from = self.named.get(&reached)?;
                let passes_on = |named: &&Named| named.public && named.known_as == name;
                if let Some(named) = from.iter().find(passes_on).filter(|_| passed_on < 8) {
                    return self.resolve(&reached, &named.path, passed_on + 1);
                }
                break;
            }
        }
        self.named.get_key_value(&reached).map(|(module, _)| module)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(files: &[(&str, &str)]) -> Option<String> {
        let files: Vec<_> =
            files.iter().map(|(path, text)| (PathBuf::from(path), (*text).to_owned())).collect();
        circle(Path::new("src"), &files).map(|circle| circle.join(" "))
    }

    #[test]
    fn files_one_after_the_other_are_no_circle() {
        let files = [
            ("src/lib.rs", "mod a;\nmod b;\npub use a::A;\n"),
            ("src/a.rs", "mod part;\nuse crate::b::{B, self};\n// use crate::lib\nuse part::Part;\n"),
            ("src/a/part.rs", "use crate::b::B;\n#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}\n"),
            ("src/b.rs", "use std::fmt;\nuse other::a;\n"),
        ];
        assert_eq!(check(&files), None);
    }

    #[test]
    fn a_circle_is_named_from_file_to_file() {
        let files = [
            ("src/lib.rs", "mod a;\nmod b;\nmod c;\n"),
            ("src/a.rs", "use crate::{\n    b::B,\n    other::C,\n};\n"),
            ("src/b.rs", "fn f() -> crate::c::C { C }\n"),
            ("src/c.rs", "use super::a::A as Other;\n"),
        ];
        assert_eq!(check(&files).as_deref(), Some("crate::a crate::b crate::c"));
    }

    #[test]
    fn a_part_that_uses_what_it_is_part_of_makes_one() {
        let files = [("src/a.rs", "mod part;\nuse part::Part;\n"), ("src/a/part.rs", "use super::A;\n")];
        assert_eq!(check(&files).as_deref(), Some("crate::a crate::a::part"));
        let files = [("src/lib.rs", "mod a;\nuse a::A;\nstruct B;\n"), ("src/a.rs", "use crate::B;\n")];
        assert_eq!(check(&files).as_deref(), Some("crate crate::a"));
    }

    #[test]
    fn what_is_passed_on_is_of_the_file_that_has_it() {
        let lib = "mod a;\nmod b;\npub use a::A;\npub(crate) use b::{Bee as B, part::C};\n";
        let files = |a: &'static str| {
            [
                ("src/lib.rs", lib),
                ("src/a.rs", a),
                ("src/b.rs", "pub use self::part::D;\nuse crate::A;\n"),
                ("src/b/part.rs", ""),
            ]
        };
        assert_eq!(check(&files("use crate::C;\n")), None);
        assert_eq!(check(&files("use crate::b::D;\n")), None);
        assert_eq!(check(&files("use crate::B;\n")).as_deref(), Some("crate::a crate::b"));
    }
}
