//! `muster register`: which files a desktop of Windows opens with Muster, for whoever types it and nobody else.

#[cfg(windows)]
use std::io::Write;
use std::path::{Path, PathBuf};

#[cfg(windows)]
use crate::Failure;

/// Where Windows keeps what this user opens files with.
#[cfg(windows)]
const CLASSES: &str = r"Software\Classes";

const BUNDLE: &str = "Muster.Bundle";
const TABLE: &str = "Muster.Table";

/// The endings of our files: a bundle is nobody else's, of lines of JSON others make use too.
const BUNDLES: &str = ".muster";
const OPENERS_OF_TABLES: &str = r".jsonl\OpenWithProgids";

/// The program that opens the window without a console, if it lies beside this one.
fn opener(program: &Path) -> PathBuf {
    let window = program.with_file_name("muster-window.exe");
    if window.is_file() { window } else { program.to_owned() }
}

/// What is written: under which key, the value's name, and the value.
fn entries(opener: &str) -> Vec<(String, &'static str, String)> {
    let mut entries = Vec::new();
    for (class, what) in [(BUNDLE, "Muster module"), (TABLE, "Muster table")] {
        entries.push((class.to_owned(), "", what.to_owned()));
        entries.push((format!(r"{class}\DefaultIcon"), "", format!("\"{opener}\",0")));
        entries.push((format!(r"{class}\shell\open\command"), "", format!("\"{opener}\" \"%1\"")));
    }
    entries.push((BUNDLES.to_owned(), "", BUNDLE.to_owned()));
    // Among those that can open it, not in the place of what opens it now.
    entries.push((OPENERS_OF_TABLES.to_owned(), TABLE, String::new()));
    entries
}

/// Writes it.
#[cfg(windows)]
pub(crate) fn register(out: &mut dyn Write) -> Result<(), Failure> {
    let program = std::env::current_exe()?;
    let opener = opener(&program);
    let written = || -> windows_registry::Result<()> {
        let classes = windows_registry::CURRENT_USER.create(CLASSES)?;
        for (key, name, value) in entries(&opener.display().to_string()) {
            classes.create(key)?.set_string(name, value)?;
        }
        Ok(())
    };
    written().map_err(refused)?;
    writeln!(
        out,
        "Bundles (.muster) are opened with {}; for tables (.jsonl) it stands under \"Open with\".\n\
         When Muster is moved, `muster register` says where it lies now; `muster unregister` takes this back.",
        opener.display()
    )?;
    Ok(())
}

/// Takes back what is ours of it.
#[cfg(windows)]
pub(crate) fn unregister(out: &mut dyn Write) -> Result<(), Failure> {
    let taken = || -> windows_registry::Result<()> {
        let classes = windows_registry::CURRENT_USER.create(CLASSES)?;
        for class in [BUNDLE, TABLE] {
            if classes.open(class).is_ok() {
                classes.remove_tree(class)?;
            }
        }
        if classes.open(BUNDLES).and_then(|ending| ending.get_string("")).is_ok_and(|class| class == BUNDLE) {
            classes.remove_tree(BUNDLES)?;
        }
        if let Ok(openers) = classes.options().read().write().open(OPENERS_OF_TABLES) {
            // It may never have been there.
            let _ = openers.remove_value(TABLE);
        }
        Ok(())
    };
    taken().map_err(refused)?;
    writeln!(out, "No file is opened with Muster any more.")?;
    Ok(())
}

#[cfg(windows)]
fn refused(why: impl std::fmt::Display) -> Failure {
    let what = format!("Windows doesn't let it be said what opens files: {why}");
    Failure::usage(what, "Files can be opened from the lobby, or with `muster open FILE`.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bundle_is_opened_with_muster_and_a_table_can_be() {
        let folder = tempfile::tempdir().expect("a folder");
        let program = folder.path().join("muster.exe");
        assert_eq!(opener(&program), program);
        std::fs::write(folder.path().join("muster-window.exe"), "").expect("a file");
        assert_eq!(opener(&program), folder.path().join("muster-window.exe"));

        let entries = entries(r"C:\a b\muster-window.exe");
        let has = |key: &str, name: &str, value: &str| {
            let found = entries.iter().filter(|entry| (entry.0.as_str(), entry.1) == (key, name));
            assert_eq!(found.map(|entry| entry.2.as_str()).collect::<Vec<_>>(), [value], "{key}");
        };
        has(".muster", "", "Muster.Bundle");
        has(r"Muster.Bundle\shell\open\command", "", "\"C:\\a b\\muster-window.exe\" \"%1\"");
        has(r"Muster.Table\DefaultIcon", "", "\"C:\\a b\\muster-window.exe\",0");
        has(r".jsonl\OpenWithProgids", "Muster.Table", "");
        assert!(!entries.iter().any(|entry| entry.0 == ".jsonl"), "what opens it now stays");
    }
}
