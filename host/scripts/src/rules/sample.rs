//! A new rule to begin from.

use std::path::Path;

use muster_contract::{Description, EffectKind, HookInfo};

use super::ENDING;
use crate::sample::{SampleProblem, title, write_new};

/// Writes a rule for the module into a new file: it rolls a die at one of the module's moments, counts and tells.
pub fn new_rule(path: &Path, module: &str, description: &Description) -> Result<(), SampleProblem> {
    if path.exists() {
        return Err(SampleProblem::There(path.to_owned()));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = name.strip_suffix(ENDING).unwrap_or(&name);
    let can = |hook: &&HookInfo| {
        [EffectKind::Roll, EffectKind::Set, EffectKind::Note].iter().all(|kind| hook.effects.contains(kind))
    };
    // A moment of the module's own is more fun than the kit's, which stand first.
    let hook = description.hooks.iter().rev().find(can);
    let hook = hook.ok_or_else(|| SampleProblem::Bare(module.to_owned()))?;
    let unwritable = |why| SampleProblem::Unwritable { path: path.to_owned(), why };
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(unwritable)?;
    }
    write_new(path, &script(name, module, hook)).map_err(unwritable)
}

fn script(name: &str, module: &str, hook: &HookInfo) -> String {
    let (title, id) = (title(name), &hook.id);
    let facts: Vec<String> = hook
        .facts
        .iter()
        .filter(|fact| !fact.hidden)
        .map(|fact| format!("//   facts.{}: {}", fact.name.replace('-', "_"), fact.text))
        .collect();
    let facts = if facts.is_empty() { "//   nothing".to_owned() } else { facts.join("\n") };
    format!(
        r#"// A rule of the house. Turn it on with --rule {name}, or in the lobby; save this file while a game is on
// the table and the game follows.
rule(#{{
    title: "{title}",
    modules: ["{module}"],
    citation: "house rule",
    text: "Now and then something happens.",
}});

setting("least", 5, 1..=6, "The least roll of a die that makes it happen.");
variable("times", 0, "It happened");

// {when}
// It tells:
{facts}
on("{id}", "happens");

fn happens(facts) {{
    roll(1, 6, "{title}", "rolled");
}}

fn rolled(facts) {{
    if facts.total >= setting("least") {{
        set("times", get("times") + 1);
        note("It happens.");
    }}
}}
"#,
        when = hook.text
    )
}
