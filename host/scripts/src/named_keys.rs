//! The keys that a note names, so that the window can show those that hold: `{key go-to}` for what the window does itself, `{overlay supply}`
//! for an overlay of the module.

use crate::known::Known;
use crate::problem::{At, ScenarioProblem, Wrong, meant};

/// What the window does by a key, as notes name it. The window's own list has these names.
pub const KEYS: [&str; 28] = [
    "next",
    "list",
    "turn-left",
    "turn-right",
    "finish",
    "advice",
    "undo",
    "redo",
    "go-to",
    "zoom-in",
    "zoom-out",
    "fit",
    "trace",
    "grid",
    "small-map",
    "hide",
    "second-board",
    "right-panel",
    "left-panel",
    "find",
    "mark",
    "step-back",
    "step-on",
    "help",
    "theme",
    "workbench",
    "reports",
    "chronicle",
];

/// Refuses a text in which braces stand around anything else.
pub(crate) fn check(text: &str, at: &At, module: Known<'_>) -> Result<(), ScenarioProblem> {
    for rest in text.split('{').skip(1) {
        let named = rest.split_once('}').map_or(rest, |(named, _)| named);
        let unknown = |what, name: &str, context, remedy| {
            let wrong = Wrong::Unknown { what, name: name.to_owned(), context };
            Err(ScenarioProblem::meant(at.clone(), wrong, Some(remedy)))
        };
        let overlays = || module.description.overlays.iter().map(|overlay| overlay.id.as_str());
        match named.split_once(' ') {
            Some(("key", name)) if KEYS.contains(&name) => {}
            Some(("overlay", name)) if overlays().any(|overlay| overlay == name) => {}
            Some(("key", name)) => {
                let remedy = meant(name, KEYS).unwrap_or_else(|| "docs/scenarios.md lists them.".to_owned());
                return unknown("key", name, " that a note can name".to_owned(), remedy);
            }
            Some(("overlay", name)) => {
                let remedy = meant(name, overlays()).unwrap_or_else(|| module.lists("overlay"));
                return unknown("overlay", name, format!(" in the module {:?}", module.id), remedy);
            }
            _ => {
                let remedy = "Write {key go-to} or {overlay …}; other braces can’t stand there.".to_owned();
                let found = format!("{{{named}}}");
                return unknown("key or overlay", &found, " that a note can name".to_owned(), remedy);
            }
        }
    }
    Ok(())
}
