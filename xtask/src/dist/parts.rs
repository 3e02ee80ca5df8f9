//! What the program and the modules are made of: the licences of all of it, and a list in the CycloneDX format.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};

use super::Release;
use crate::{
    Failure, deny,
    workspace::{answer, at, cargo, metadata_of, unclear},
};

/// How the names of files begin that hold licences and notices, in capital letters.
const BEGINNINGS: [&str; 8] =
    ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE", "OFL", "UFL"];

/// A crate that is in the program or in a module.
struct Part {
    name: String,
    version: String,
    licence: String,
    source: String,
    authors: String,
    /// The folder of its sources.
    folder: PathBuf,
}

/// All of them, in order.
pub(super) struct Parts(Vec<Part>);

impl Parts {
    pub(super) fn of(release: &Release, target: &str) -> Result<Self, Failure> {
        let mut metadata = cargo();
        metadata.current_dir(&release.workspace.root).args(["metadata", "--locked", "--format-version", "1"]);
        let output = answer(metadata.args(["--filter-platform", target]), "cargo metadata")?;
        let metadata = metadata_of(&output)?;
        let games = release.workspace.games();
        let packages: Vec<&Value> = metadata["packages"].as_array().into_iter().flatten().collect();
        let given: Vec<&str> = packages
            .iter()
            .filter(|package| {
                let given = |name: &str| name == "muster" || games.contains(&name);
                package["source"].is_null() && package["name"].as_str().is_some_and(given)
            })
            .filter_map(|package| package["id"].as_str())
            .collect();
        let inside = deny::made_of(&metadata, given).ok_or_else(|| unclear("it has no graph"))?;
        let text = |package: &Value, key: &str| package[key].as_str().unwrap_or_default().to_owned();
        let mut parts = Vec::new();
        for package in
            packages.iter().filter(|package| package["id"].as_str().is_some_and(|id| inside.contains(id)))
        {
            let authors = package["authors"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let manifest = text(package, "manifest_path");
            parts.push(Part {
                name: text(package, "name"),
                version: text(package, "version"),
                licence: text(package, "license"),
                source: text(package, "source"),
                authors: authors.collect::<Vec<_>>().join(", "),
                folder: Path::new(&manifest).parent().unwrap_or(Path::new("/")).to_owned(),
            });
        }
        parts.sort_by(|one, other| (&one.name, &one.version).cmp(&(&other.name, &other.version)));
        Ok(Self(parts))
    }

    /// The licences of all that isn't ours, each text once, with the crates that it came with.
    pub(super) fn licences(&self) -> Result<String, Failure> {
        let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let mut without = Vec::new();
        let mut list = String::new();
        for part in self.0.iter().filter(|part| !part.source.is_empty()) {
            let name = format!("{} {}", part.name, part.version);
            list += &format!("{name}: {}\n", part.licence);
            let files = licence_files(&part.folder)?;
            if files.is_empty() {
                without.push(format!("{name}, {}, by {}\n", part.licence, part.authors));
            }
            for file in files {
                let text = fs::read(&file).map_err(at(&file))?;
                let text = String::from_utf8_lossy(&text).replace("\r\n", "\n").trim_end().to_owned();
                texts.entry(text).or_default().insert(name.clone());
            }
        }
        let mut page = format!(
            "Muster is made with the crates below, under these licences. The texts that came with them follow.\n\n{list}\nWithout \
             a text of their own, under the licence named, whose text stands below with others:\n\n{}",
            without.concat()
        );
        let mut texts: Vec<(BTreeSet<String>, String)> =
            texts.into_iter().map(|(text, of)| (of, text)).collect();
        texts.sort();
        for (of, text) in texts {
            let of: Vec<String> = of.into_iter().collect();
            page += &format!("\n{}\n{}\n\n{text}\n", "-".repeat(80), of.join(", "));
        }
        Ok(page)
    }

    /// The list of parts, as CycloneDX has it. It names no moment and no number of its own, so that the same parts give the same list.
    pub(super) fn list(&self, release: &Release) -> String {
        let reference = |name: &str, version: &str| format!("pkg:cargo/{name}@{version}");
        let parts = self.0.iter().filter(|part| part.name != "muster").map(|part| {
            let url = reference(&part.name, &part.version);
            let expression = part.licence.replace('/', " OR ");
            let mut one =
                json!({"type": "library", "bom-ref": url, "name": part.name, "version": part.version});
            one["licenses"] = json!([{"expression": expression}]);
            if !part.source.is_empty() {
                one["purl"] = json!(url);
            }
            one
        });
        let parts: Vec<Value> = parts.collect();
        let whole = json!({
            "bomFormat": "CycloneDX",
            "specVersion": "1.5",
            "version": 1,
            "metadata": {"component": {
                "type": "application",
                "bom-ref": reference("muster", &release.version),
                "name": "muster",
                "version": release.version,
                "licenses": [{"expression": "MIT OR Apache-2.0"}],
            }},
            "components": parts,
        });
        format!("{whole:#}\n")
    }
}

/// The files in a crate's folder, and in its folders of licences and fonts, that hold licences or notices.
fn licence_files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(at(folder))?.flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().to_ascii_uppercase());
        if name == "FONTS" {
            // Those that the window shows come with the crate of its painter.
            let texts = fs::read_dir(&path).map_err(at(&path))?.flatten().map(|entry| entry.path());
            files.extend(texts.filter(|text| text.extension().is_some_and(|ending| ending == "txt")));
            continue;
        }
        if !BEGINNINGS.iter().any(|beginning| name.starts_with(beginning)) || name.ends_with(".RS") {
            continue;
        }
        if path.is_dir() {
            files.extend(fs::read_dir(&path).map_err(at(&path))?.flatten().map(|entry| entry.path()));
        } else {
            files.push(path);
        }
    }
    files.retain(|path| path.is_file());
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(name: &str, licence: &str, folder: PathBuf) -> Part {
        let (version, source) = ("1.0.0".to_owned(), "registry+https://crates.example".to_owned());
        let (name, licence, authors) = (name.to_owned(), licence.to_owned(), "Somebody".to_owned());
        Part { name, version, licence, source, authors, folder }
    }

    #[test]
    fn a_text_that_came_with_several_crates_is_there_once_and_a_crate_without_one_is_named() {
        let home = std::env::temp_dir().join(format!("xtask-parts-{}", std::process::id()));
        let folder = |name: &str, files: &[(&str, &str)]| {
            let folder = home.join(name);
            fs::create_dir_all(folder.join("licenses")).unwrap();
            files.iter().for_each(|(file, text)| fs::write(folder.join(file), text).unwrap());
            folder
        };
        let mit = "MIT License\r\n\r\nDo as you please.\r\n";
        let parts = Parts(vec![
            part("first", "MIT", folder("first", &[("LICENSE", mit), ("license.rs", "fn no() {}")])),
            part(
                "second",
                "MIT/Apache-2.0",
                folder("second", &[("licenses/MIT.txt", &mit.replace('\r', ""))]),
            ),
            part("third", "Zlib", folder("third", &[("src.rs", "")])),
        ]);
        let page = parts.licences().unwrap();
        fs::remove_dir_all(&home).unwrap();
        assert_eq!(page.matches("Do as you please.").count(), 1, "{page}");
        assert!(page.contains("first 1.0.0, second 1.0.0\n\nMIT License"), "{page}");
        assert!(page.contains("others:\n\nthird 1.0.0, Zlib, by Somebody\n"), "{page}");
        assert!(!page.contains("fn no"), "{page}");
    }
}
