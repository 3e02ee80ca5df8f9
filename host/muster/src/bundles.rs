//! `muster pack`, `muster install` and `muster remove`.

use std::io::Write;
use std::path::{Path, PathBuf};

use muster_bundle::{Bundle, Limits};
use muster_engine::Manifest;
use muster_scripts::{Heading, Texts};

use crate::arguments::PackArguments;
use crate::modules::Modules;
use crate::{Failure, Places};

/// Packs a module's folder, after it and its scenarios were looked at.
pub(crate) fn pack(
    arguments: &PackArguments,
    modules: &dyn Modules,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let build = modules.check(&arguments.folder)?.build;
    for folder in muster_bundle::own_scenarios(&arguments.folder).iter().chain(&arguments.scenario) {
        let texts = Texts::read(folder)?;
        let heading = Heading::from_texts(&texts)?;
        if heading.module != build.module {
            return Err(Failure::Problems(vec![format!(
                "{}: the scenario is for the module `{}`, and this is `{}`",
                folder.display(),
                heading.module,
                build.module
            )]));
        }
    }
    let (bundle, bytes) = muster_bundle::pack(&arguments.folder, &arguments.scenario)?;
    let name = format!("{}-{}.{}", build.module, build.version, muster_bundle::ENDING);
    let path = arguments.out.clone().unwrap_or_else(|| PathBuf::from(name));
    std::fs::write(&path, &bytes)
        .map_err(|error| Failure::File { path: path.clone(), why: error.to_string() })?;
    writeln!(out, "{}: {} files, {} KiB", path.display(), bundle.files.len(), bytes.len().div_ceil(1024))?;
    for name in bundle.files.keys() {
        writeln!(out, "  {name}")?;
    }
    Ok(())
}

/// Installs a bundle, and says what it is.
pub(crate) fn install(
    file: &Path,
    places: &Places,
    modules: &dyn Modules,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let bundle = open(file)?;
    let check = |folder: &Path| modules.check(folder).map(drop).map_err(|failure| failure.to_string());
    let before = put(&bundle, places, check)?;
    let Manifest { id, title, version, authors, licence, notice, .. } = &bundle.manifest;
    writeln!(out, "{title} ({id}) {version} is installed, by {}; licence: {licence}", authors.join(", "))?;
    if let Some(before) = before {
        writeln!(out, "It replaces {}.", before.version)?;
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
    let removed = muster_bundle::remove(id, &places.own_modules())?;
    let Manifest { title, version, .. } = removed.manifest;
    writeln!(out, "{title} ({id}) {version} is removed. Tables that were played with it are kept.")?;
    Ok(())
}

/// Reads the bundle in a file.
pub(crate) fn open(file: &Path) -> Result<Bundle, Failure> {
    Bundle::open(file, &Limits::default())
        .map_err(|problem| Failure::Problems(vec![format!("{}: {problem}", file.display())]))
}

/// Puts a bundle among the installed modules, and gives what it replaced.
pub(crate) fn put(
    bundle: &Bundle,
    places: &Places,
    check: impl FnOnce(&Path) -> Result<(), String>,
) -> Result<Option<Manifest>, Failure> {
    let (id, home) = (&bundle.manifest.id, places.own_modules());
    let others = places.modules.iter().filter(|folder| **folder != home);
    if let Some(other) = others.filter_map(|folder| muster_bundle::installed(id, folder)).next() {
        return Err(Failure::Problems(vec![format!(
            "there is already a module `{id}`, in {}, where it wasn't installed from a bundle; remove it there first",
            other.folder.display()
        )]));
    }
    Ok(muster_bundle::install(bundle, &home, check)?)
}
