//! Files that use one another in a circle can't be read one after the other.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A module: the names that lead to it from the root of its crate.
type Module = Vec<String>;

/// One circle of the files in a crate's source folder, as its modules are called, if there is one. Counted is what a file
/// outside its tests names in a `use` or by a path from `crate`.
pub(super) fn circle(folder: &Path, files: &[(PathBuf, String)]) -> Option<Vec<String>> {
    let modules: BTreeMap<Module, &str> = files
        .iter()
        .filter_map(|(path, text)| Some((module(path.strip_prefix(folder).ok()?)?, text.as_str())))
        .collect();
    let uses: BTreeMap<&Module, Vec<&Module>> =
        modules.iter().map(|(name, text)| (name, used(name, text, &modules))).collect();
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

/// The other modules that a file uses.
fn used<'a>(of: &Module, text: &str, modules: &'a BTreeMap<Module, &str>) -> Vec<&'a Module> {
    let text = text.find("#[cfg(test)]\nmod tests {").map_or(text, |at| &text[..at]);
    let code: String = text
        .lines()
        .map(|line| line.split_once("//").map_or(line, |(code, _)| code))
        .flat_map(|line| [line, "\n"])
        .collect();
    let mut paths = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at..];
        let is_name = |one: char| one.is_ascii_alphanumeric() || one == '_' || one == ':';
        let path = &rest[..rest.find(|one| !is_name(one)).unwrap_or(rest.len())];
        // With braces it is a `use`.
        if !path.ends_with(':') {
            paths.push(path.split("::").map(str::to_owned).collect());
        }
    }
    // Indented ones stand in a module within the file.
    let mut rest = format!("\n{code}");
    while let Some(at) = ["\nuse ", "\npub use ", "\npub(crate) use ", "\npub(super) use "]
        .iter()
        .filter_map(|begin| rest.find(begin).map(|at| at + begin.len()))
        .min()
    {
        let tree = rest[at..].split(';').next().unwrap_or_default().to_owned();
        expand(&tree, &[], &mut paths);
        rest = rest[at + tree.len()..].to_owned();
    }
    let found = paths.iter().filter_map(|path| resolve(of, path, modules));
    found.filter(|module| *module != of).collect()
}

/// The paths of a `use`, with what stands before its braces.
fn expand(tree: &str, before: &[String], paths: &mut Vec<Vec<String>>) {
    let mut depth = 0;
    let parts = tree.split(|one| {
        depth += i32::from(one == '{') - i32::from(one == '}');
        one == ',' && depth == 0
    });
    for part in parts.map(str::trim).filter(|part| !part.is_empty()) {
        let (names, inner) = match part.split_once('{') {
            Some((names, inner)) => (names, inner.rsplit_once('}').map(|(inner, _)| inner)),
            None => (part.split(" as ").next().unwrap_or_default(), None),
        };
        let names = names.split("::").map(str::trim).filter(|name| !name.is_empty());
        let path: Vec<String> = before.iter().cloned().chain(names.map(str::to_owned)).collect();
        match inner {
            Some(inner) => expand(inner, &path, paths),
            None => paths.push(path),
        }
    }
}

/// The file that a path leads to, if it is one of this crate.
fn resolve<'a>(of: &Module, path: &[String], modules: &'a BTreeMap<Module, &str>) -> Option<&'a Module> {
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
            return modules.get_key_value(&child).map(|(module, _)| module);
        }
    };
    while names.next_if_eq(&"super").is_some() {
        reached.pop();
    }
    for name in names {
        reached.push(name.to_owned());
        if !modules.contains_key(&reached) {
            reached.pop();
            break;
        }
    }
    modules.get_key_value(&reached).map(|(module, _)| module)
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
        // What is taken from the crate's root comes from where the root has it.
        let files = [("src/lib.rs", "pub use a::A;\n"), ("src/a.rs", "use crate::B;\n")];
        assert_eq!(check(&files).as_deref(), Some("crate crate::a"));
    }
}
