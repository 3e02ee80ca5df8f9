//! A file that somebody opened with Muster, and what the window begins with then.

use std::path::Path;

use muster_app::catalogue::SavedTable;
use muster_app::first::{First, Offer};
use muster_bundle::{Bundle, ENDING};
use muster_contract::printable;
use muster_engine::Manifest;
use muster_table::Journal;

/// What the window begins with: a bundle is offered, a table is gone on with.
pub(crate) fn of(file: Option<&Path>) -> First {
    let Some(file) = file else { return First::Lobby };
    // The window may be long in another folder by then.
    let path = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = printable::name(&name).to_string();
    if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(ENDING)) {
        return match crate::bundles::open(&path) {
            Ok(bundle) => First::Bundle(offer(&path, &bundle)),
            Err(why) => First::Neither { name, why: why.to_string() },
        };
    }
    match Journal::heading(&path) {
        Ok(heading) => {
            let (title, module) = (heading.title, heading.module);
            First::Saved(SavedTable { path, title, module, ..SavedTable::default() })
        }
        Err(why) => First::Neither { name, why: why.to_string() },
    }
}

fn offer(path: &Path, bundle: &Bundle) -> Offer {
    let Manifest { title, version, authors, licence, summary, notice, .. } = &bundle.manifest;
    let by = if authors.is_empty() { String::new() } else { format!("By {}. ", authors.join(", ")) };
    let mut about = vec![summary.clone(), format!("{by}Licence: {licence}.")];
    about.extend(notice.clone());
    about.retain(|words| !words.is_empty());
    Offer { path: path.to_owned(), title: format!("{title} {version}"), about }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_neither_a_bundle_nor_a_table_is_told_of_in_the_window() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["a.muster", "A.MUSTER", "a.jsonl", "notes.txt", "not-there.jsonl"] {
            let path = folder.path().join(name);
            if !name.starts_with("not-") {
                std::fs::write(&path, "neither").expect("a file");
            }
            let First::Neither { name: told, why } = of(Some(&path)) else { panic!("{name}") };
            assert_eq!(told, name);
            assert!(!why.is_empty());
        }
        assert!(matches!(of(None), First::Lobby));
    }
}
