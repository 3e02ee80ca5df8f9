//! The reference of what rules can do, written from the code.

use std::fmt::Write as _;

use muster_contract::{EffectKind, FactInfo};

use super::{EFFECT_FUNCTIONS, REGISTER_FUNCTIONS};
use crate::function::Function;
use crate::known::Known;

/// Returns the reference as Markdown: every function, and each module's hooks, questions and changes.
pub fn reference(modules: &[Known<'_>]) -> String {
    let mut text = String::from(INTRODUCTION);
    text.push_str("\n## At the top of the script\n\n");
    functions(&mut text, REGISTER_FUNCTIONS);
    text.push_str("\n## Inside its functions\n\n");
    functions(&mut text, EFFECT_FUNCTIONS);
    for module in modules {
        let _ = write!(text, "\n## Module {}\n", module.id);
        for hook in &module.description.hooks {
            let _ = write!(text, "\n### Hook `{}`\n\n{} ({})\n\n", hook.id, hook.text, hook.citation);
            facts(&mut text, "Fact", &hook.facts);
            let numbers: Vec<String> = hook.numbers.iter().map(|name| format!("`{name}`")).collect();
            if !numbers.is_empty() {
                let _ = writeln!(text, "Numbers that can be modified: {}.\n", numbers.join(", "));
            }
            let effects: Vec<String> =
                hook.effects.iter().map(|&kind| format!("`{}`", effect_function(kind))).collect();
            let _ = writeln!(text, "Effects: {}.\n", effects.join(", "));
            let _ = writeln!(text, "```rhai\n{}\n```", hook.example);
        }
        for query in &module.description.queries {
            let hidden = if query.hidden { " Only for rules that see hidden facts." } else { "" };
            let _ = write!(text, "\n### Question `{}`\n\n{}{hidden}\n\n", query.id, query.text);
            facts(&mut text, "It needs", &query.facts);
            let _ = writeln!(text, "The answer is {}.\n", type_name(query.answer));
            let _ = writeln!(text, "```rhai\n{}\n```", query.example);
        }
        if !module.description.changes.is_empty() {
            text.push_str("\n### Changes\n\n| change | what it does |\n|---|---|\n");
            for change in &module.description.changes {
                let _ = writeln!(text, "| `{}` | {} |", change.usage, change.text);
            }
        }
    }
    text
}

const INTRODUCTION: &str = "\
# Reference of house rules

This page is written by the program from its own code and from what the modules say of themselves.

A rule is a script, `NAME.rhai`. Its top says what the rule is; its functions are called in the game and say what they
want done. `facts` is a map of what a function is told; hyphens in names become underscores there. Names after `then` are
functions of the same script that go on with what came of it. Numbers are whole. A function that fails, or runs for more
than 100,000 steps or with a text of more than 16 KiB, pauses the table on the position before the choice and is named with its line.
";

fn functions(text: &mut String, functions: &[Function]) {
    text.push_str("| function | what it does |\n|---|---|\n");
    for function in functions {
        let _ = writeln!(text, "| `{}` | {} |", function.usage.replace('|', "\\|"), function.text);
    }
}

fn facts(text: &mut String, heading: &str, facts: &[FactInfo]) {
    if facts.is_empty() {
        return;
    }
    let _ = writeln!(text, "| {heading} | type | what it is |\n|---|---|---|");
    for fact in facts {
        let hidden = if fact.hidden { " Hidden." } else { "" };
        let _ = writeln!(text, "| `{}` | {} | {}{hidden} |", fact.name, type_name(fact.type_of), fact.text);
    }
    text.push('\n');
}

/// Returns the name of a fact's type, with its article: "a number".
pub fn type_name(of: muster_contract::DatumType) -> &'static str {
    use muster_contract::DatumType::{Flag, Number, Numbers, Text, Texts};
    match of {
        Number => "a number",
        Text => "a text",
        Flag => "true or false",
        Numbers => "a list of numbers",
        Texts => "a list of texts",
    }
}

/// Returns the name of the function that makes such an effect.
pub fn effect_function(kind: EffectKind) -> &'static str {
    match kind {
        EffectKind::Set => "set",
        EffectKind::Note => "note",
        EffectKind::Roll => "roll",
        EffectKind::Ask => "ask",
        EffectKind::Offer => "offer",
        EffectKind::Draw => "draw",
        EffectKind::Modify => "modify",
        EffectKind::Forbid => "forbid",
        EffectKind::Add => "add",
        EffectKind::Edit => "edit",
        EffectKind::Seat => "seat",
        EffectKind::Custom => "custom",
    }
}
