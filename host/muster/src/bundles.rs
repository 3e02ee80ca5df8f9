//! `muster pack`, `muster install` and `muster remove`.

use std::io::Write;
use std::path::{Path, PathBuf};

use muster_bundle::{
    Before, Bundle, BundleProblem, InstallProblem, Installed, Kept, Limits, Removed, Replace, SharedFile,
};
use muster_contract::printable;
use muster_engine::Manifest;
use muster_files::is_same_folder;
use muster_scripts::rules::{RuleEntry, RuleShelf};
use muster_scripts::{Entry, Heading, Library, Origin, SHARED};

use crate::arguments::PackArguments;
use crate::modules::Modules;
use crate::{Failure, Places, whole};

/// Packs a module's folder, after it and its scenarios were looked at.
pub(crate) fn pack(
    arguments: &PackArguments,
    places: &Places,
    modules: &dyn Modules,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let build = modules.check(&arguments.folder)?.build;
    let library = places.library();
    for folder in muster_bundle::own_scenarios(&arguments.folder).iter().chain(&arguments.scenario) {
        let heading = Heading::from_texts(&library.texts(folder)?)?;
        if heading.module != build.module {
            return Err(Failure::Problems(vec![
                format!(
                    "{}: the scenario is for the module `{}`, and this is `{}`",
                    folder.display(),
                    heading.module,
                    build.module
                )
                .into(),
            ]));
        }
    }
    let shared = shared_files(&arguments.folder, &arguments.scenario, &build.module, &library)?;
    let (bundle, bytes) = muster_bundle::pack(&arguments.folder, &arguments.scenario, &shared)?;
    let name = format!("{}-{}.{}", build.module, build.version, muster_bundle::ENDING);
    let path = arguments.out.clone().unwrap_or_else(|| PathBuf::from(name));
    if holds_other_work(&path) {
        let what = format!("{}: that file is there, and is no bundle", path.display());
        return Err(Failure::usage(what, "Name another file with `--out`, or remove this one."));
    }
    whole::write_out(&path, &bytes)
        .map_err(|error| Failure::File { path: path.clone(), why: error.to_string() })?;
    writeln!(out, "{}: {} files, {} KiB", path.display(), bundle.files.len(), bytes.len().div_ceil(1024))?;
    for name in bundle.files.keys() {
        writeln!(out, "  {name}")?;
    }
    Ok(())
}

/// Whether a plain file is there that isn't what an earlier `pack` has written: a journal, say, whose path was typed by mistake.
fn holds_other_work(path: &Path) -> bool {
    path.metadata().is_ok_and(|there| there.is_file() && there.len() > 0)
        && Bundle::open(path, &Limits::default()).is_err()
}

/// The shared files that the scenarios of a module's folder and those beside it name. A bundle may hold those of its own
/// module alone.
pub(crate) fn shared_files(
    folder: &Path,
    scenarios: &[PathBuf],
    module: &str,
    library: &Library,
) -> Result<Vec<SharedFile>, Failure> {
    let own = format!("{SHARED}/{module}/");
    let mut files = Vec::new();
    for folder in muster_bundle::own_scenarios(folder).iter().chain(scenarios) {
        for name in library.texts(folder)?.files.into_keys() {
            if name.starts_with(&own) {
                files.push(SharedFile { path: library.file(folder, &name), name });
            } else if name.starts_with(&format!("{SHARED}/")) {
                let what = format!("{}: {name} belongs to another module", folder.display());
                let remedy = format!("Put a copy into the scenario's folder, or into {own}.");
                return Err(Failure::usage(what, remedy));
            }
        }
    }
    Ok(files)
}

/// Installs a bundle, and says what it is.
pub(crate) fn install(
    file: &Path,
    replace: Replace,
    places: &Places,
    modules: &dyn Modules,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let bundle = open(file)?;
    let id = &bundle.manifest.id;
    if let Some(there) = muster_bundle::installed(id, &places.own_modules())
        && replace == Replace::Yes
        && !bundle.is_in(&there.folder)
    {
        name_changes(&there.folder, out)?;
    }
    let check = |folder: &Path| modules.check(folder).map(drop).map_err(|failure| failure.to_string());
    let before = put(&bundle, places, replace, check)?;
    let Manifest { id, title, version, authors, licence, notice, .. } = &bundle.manifest;
    let by = if authors.is_empty() { String::new() } else { format!(", by {}", authors.join(", ")) };
    writeln!(out, "{title} ({id}) {version} is installed{by}; licence: {licence}")?;
    match before {
        Some(Before { same: true, .. }) => writeln!(out, "It was installed already, file by file the same.")?,
        Some(Before { manifest, kept, .. }) => {
            writeln!(out, "It replaces {}.", manifest.version)?;
            if let Some(kept) = kept {
                writeln!(out, "{}", kept_text(&kept))?;
            }
        }
        None => {}
    }
    if let Some(notice) = notice {
        writeln!(out, "{notice}")?;
    }
    for scenario in bundle.scenarios() {
        writeln!(out, "  muster table {id} {scenario}")?;
    }
    Ok(())
}

/// Removes an installed module.
pub(crate) fn remove(id: &str, places: &Places, out: &mut dyn Write) -> Result<(), Failure> {
    if let Some(there) = muster_bundle::installed(id, &places.own_modules()) {
        name_changes(&there.folder, out)?;
    }
    let Removed { manifest, kept } = muster_bundle::remove(id, &places.own_modules())?;
    let Manifest { title, version, .. } = manifest;
    tracing::info!(module = id, %version, "a module is removed");
    writeln!(out, "{title} ({id}) {version} is removed. Tables that were played with it are kept.")?;
    if let Some(kept) = kept {
        writeln!(out, "{}", kept_text(&kept))?;
    }
    Ok(())
}

/// Names the files of an installed module that somebody changed or added, before it goes.
fn name_changes(folder: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let changes = muster_bundle::changes(folder)
        .map_err(|error| Failure::File { path: folder.to_owned(), why: error.to_string() })?;
    if !changes.is_empty() {
        writeln!(out, "Changed or added in it since it was installed, and kept: {}", listed(&changes))?;
    }
    out.flush()?;
    Ok(())
}

/// Where what somebody had changed in an installed module is now.
pub(crate) fn kept_text(Kept { folder, files }: &Kept) -> String {
    format!("What was changed or added in it is in {}: {}", folder.display(), listed(files))
}

/// The first of some files, and how many more there are.
fn listed(files: &[PathBuf]) -> String {
    const MOST: usize = 20;
    let mut names: Vec<String> =
        files.iter().take(MOST).map(|path| printable::name(&path.to_string_lossy())).collect();
    if files.len() > MOST {
        names.push(format!("and {} more", files.len() - MOST));
    }
    names.join(", ")
}

/// Reads the bundle in a file.
pub(crate) fn open(file: &Path) -> Result<Bundle, Failure> {
    Bundle::open(file, &Limits::default()).map_err(|problem| match problem {
        BundleProblem::Unreadable(why) => Failure::File { path: file.to_owned(), why },
        wrong => Failure::Problems(vec![format!("{}: {wrong}", file.display()).into()]),
    })
}

/// Puts a bundle among the installed modules, and gives what it replaced.
pub(crate) fn put(
    bundle: &Bundle,
    places: &Places,
    replace: Replace,
    check: impl FnOnce(&Path) -> Result<(), String>,
) -> Result<Option<Before>, Failure> {
    let (id, home) = (&bundle.manifest.id, places.own_modules());
    let others = places.modules.iter().filter(|folder| !is_same_folder(folder, &home));
    if let Some(other) = others.filter_map(|folder| muster_bundle::module_in(id, folder)).next() {
        return Err(Failure::Problems(vec![format!(
            "there is already a module `{id}`, in {}, where it wasn't installed from a bundle; remove it there first",
            other.folder.display()
        )
        .into()]));
    }
    let check = |folder: &Path| {
        check(folder)?;
        own_only(id, folder)
    };
    let before = muster_bundle::install(bundle, &home, replace, check);
    let version = &bundle.manifest.version;
    match &before {
        Ok(Some(before)) if before.same => {
            tracing::info!(module = id, %version, "a module was installed already");
        }
        Ok(before) => {
            let before = before.as_ref().map(|before| before.manifest.version.to_string());
            tracing::info!(module = id, %version, before, "a module is installed");
        }
        Err(why) => tracing::warn!(module = id, %version, %why, "a module isn't installed"),
    }
    before.map_err(|why| match why {
        InstallProblem::Taken(there) => taken(&there, &bundle.manifest),
        other => other.into(),
    })
}

/// Another build of a module is installed, and nobody has said that it may be replaced.
fn taken(there: &Installed, new: &Manifest) -> Failure {
    let named = |manifest: &Manifest| format!("{} by {}", manifest.version, manifest.authors.join(", "));
    let what = format!(
        "a module `{}` is installed, version {}; this is version {}, and its files are others",
        new.id,
        named(&there.manifest),
        named(new)
    );
    let what = match muster_bundle::changes(&there.folder) {
        Err(error) => format!("{what}; {} can't be looked at: {error}", there.folder.display()),
        Ok(changes) if changes.is_empty() => what,
        Ok(changes) => format!("{what}; changed or added in it since it was installed: {}", listed(&changes)),
    };
    let remedy = "If it shall take the place of that one, use `muster install FILE --replace`; what was changed or added in \
                  it is kept elsewhere.";
    Failure::usage(what, remedy)
}

/// Checks that the scenarios and rules in a module's folder are for that module: they would else stand before those of
/// another game.
fn own_only(id: &str, folder: &Path) -> Result<(), String> {
    let library = Library::new([(Origin::Own, folder.join(muster_bundle::SCENARIOS))]);
    for Entry { id: name, heading, .. } in library.list() {
        let heading = heading.map_err(|problem| format!("its scenario {name} can't be read: {problem}"))?;
        if heading.module != id {
            let module = heading.module;
            return Err(format!(
                "its scenario {name} is for the module `{module}`, and may only be for `{id}`"
            ));
        }
    }
    let shared = folder.join(muster_bundle::SCENARIOS).join(SHARED);
    for of in std::fs::read_dir(shared).into_iter().flatten().flatten().map(|entry| entry.file_name()) {
        if of != id {
            let of = of.to_string_lossy();
            return Err(format!("its shared files are for the module `{of}`, and may only be for `{id}`"));
        }
    }
    let shelf = RuleShelf::new([(Origin::Own, folder.join(muster_bundle::SCRIPTS))]);
    for RuleEntry { id: name, rule, .. } in shelf.list() {
        let (_, heading) = rule.map_err(|problem| format!("its rule {name} can't be read: {problem}"))?;
        if let Some(module) = heading.modules.iter().find(|module| *module != id) {
            return Err(format!("its rule {name} is for the module `{module}`, and may only be for `{id}`"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn lay(folder: &Path, name: &str, text: &str) {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    #[test]
    fn a_bundle_brings_scenarios_and_rules_for_its_own_module_alone() {
        let scenario = |module: &str| {
            format!(
                "scenario(#{{ module: \"{module}\", title: \"First fight\" }});\nboard(\"board.toml\");\n"
            )
        };
        let rule = |module: &str| format!("rule(#{{ title: \"Mud\", modules: [\"{module}\"] }});\n");
        for (name, own, other, words) in [
            (
                "scenarios/first-fight/scenario.rhai",
                scenario("toy"),
                scenario("brigade"),
                "its scenario first-fight",
            ),
            ("scripts/mud.rhai", rule("toy"), rule("brigade"), "its rule mud"),
        ] {
            let folder = tempfile::tempdir().expect("a folder");
            lay(folder.path(), name, &own);
            assert_eq!(own_only("toy", folder.path()), Ok(()));
            lay(folder.path(), name, &other);
            let why = own_only("toy", folder.path()).expect_err("another game's");
            assert!(why.starts_with(words) && why.contains("`brigade`, and may only be for `toy`"), "{why}");
            lay(folder.path(), name, "no script (");
            let why = own_only("toy", folder.path()).expect_err("nobody's");
            assert!(why.contains("can't be read"), "{why}");
        }
    }

    #[test]
    fn a_bundle_brings_shared_files_for_its_own_module_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        lay(folder.path(), "scenarios/shared/toy/field.toml", "id = \"field\"");
        assert_eq!(own_only("toy", folder.path()), Ok(()));
        lay(folder.path(), "scenarios/shared/brigade/field.toml", "id = \"field\"");
        let why = own_only("toy", folder.path()).expect_err("another game's");
        assert!(why.contains("`brigade`, and may only be for `toy`"), "{why}");
    }
}
