//! `muster describe`: all that a module says of itself, in the names that scenarios and house rules use.

use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

use muster_contract::{
    AttributeInfo, Description, FactInfo, HookInfo, NumberSpan, QueryInfo, RuleOption, Value, ValueType,
};
use muster_scripts::rules::{effect_function, type_name};
use muster_table::Build;

use crate::Failure;
use crate::modules::{Found, Modules};

/// How wide the column of names is at the most.
const NAMES: usize = 20;

/// A description with the module that it is of.
#[derive(serde::Serialize)]
struct Described<'a> {
    id: &'a str,
    version: &'a str,
    #[serde(flatten)]
    description: &'a Description,
}

pub(crate) fn describe(
    module: &str,
    modules: &dyn Modules,
    json: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let folder = Path::new(module);
    let is_folder = folder.join(muster_engine::MANIFEST).is_file();
    let Found { module, build } = if is_folder { modules.check(folder)? } else { modules.find(module)? };
    let Build { module: id, version, .. } = &build;
    let description = module.describe();
    if json {
        return crate::lists::line(out, &Described { id, version, description });
    }
    out.write_all(text(id, version, description).as_bytes())?;
    Ok(())
}

/// The description as a page to be read.
fn text(id: &str, version: &str, description: &Description) -> String {
    let Description {
        title,
        summary,
        sides,
        options,
        phases,
        kinds,
        schema,
        overlays,
        pieces: _,
        policies,
        state_schema: _,
        features,
        values,
        decisions,
        hooks,
        queries,
        changes,
    } = description;
    let mut text = format!("{title} ({id} {version})\n{summary}\n");
    let (facts, attributes): (Vec<_>, Vec<_>) = schema.iter().partition(|info| info.kinds.is_empty());
    let rows = sides.iter().map(|side| (side.id.as_str(), format!("{}. {}", side.name, side.aim)));
    list(&mut text, "Sides", rows);
    let rows = kinds.iter().map(|kind| (kind.id.as_str(), kind.title.clone()));
    list(&mut text, "Kinds of unit: unit(\"side\", \"kind\", \"id\", #{ … })", rows);
    let rows = attributes.iter().map(|info| (info.name.as_str(), attribute(info)));
    list(
        &mut text,
        "Attributes of units: in unit(…), in a roster, or set(\"unit\", \"attribute\", value)",
        rows,
    );
    let rows = facts.iter().map(|info| (info.name.as_str(), attribute(info)));
    list(&mut text, "Facts of a scenario: fact(\"name\", value)", rows);
    let rows = options.iter().map(|info| (info.id.as_str(), option(info)));
    list(&mut text, "Settings: option(\"name\", value), or --option name=value", rows);
    let rows = features.iter().map(|feature| (feature.as_str(), String::new()));
    list(&mut text, "Features of boards", rows);
    let rows = values.iter().map(|info| (info.name.as_str(), attribute(info)));
    list(&mut text, "Values of boards: values = { name = value }", rows);
    let rows = phases.iter().map(|phase| {
        let title = format!("{}{}", "  ".repeat(usize::from(phase.depth)), phase.title);
        (phase.id.as_str(), cited(title, &phase.citation))
    });
    list(&mut text, "Sequence of play", rows);
    let rows = decisions.iter().map(|kind| (kind.id.as_str(), format!("{}. {}", kind.title, kind.text)));
    list(
        &mut text,
        "Kinds of decision: note(#{ decision: \"kind\", … }), and \"kind\" of the hook of decisions",
        rows,
    );
    let rows =
        policies.iter().map(|policy| (policy.id.as_str(), format!("{}. {}", policy.title, policy.note)));
    list(&mut text, "Policies beside \"regular\" and \"random\": --seats human,bot:POLICY", rows);
    let rows = overlays.iter().map(|overlay| {
        let about = if overlay.needs_focus { ", about one unit or place" } else { "" };
        (overlay.id.as_str(), format!("{} (key {}{about})", overlay.title, overlay.key))
    });
    list(&mut text, "Overlays", rows);
    for info in hooks {
        hook(&mut text, info);
    }
    for info in queries {
        question(&mut text, info);
    }
    if !changes.is_empty() {
        text.push_str("\nChanges: edit(…) and custom(…) of a house rule\n");
    }
    for change in changes {
        let _ = writeln!(text, "  {}\n      {}", change.usage, change.text);
    }
    text
}

/// A heading with a row for each name; nothing where there are none.
fn list<'a>(text: &mut String, heading: &str, rows: impl Iterator<Item = (&'a str, String)>) {
    let rows: Vec<(&str, String)> = rows.collect();
    if rows.is_empty() {
        return;
    }
    // A name that is longer stands on a line of its own.
    let short = rows.iter().map(|(name, _)| name.len()).filter(|length| *length <= NAMES);
    let width = short.max().unwrap_or_default();
    let _ = writeln!(text, "\n{heading}");
    for (name, said) in rows {
        let gap = if name.len() > width && !said.is_empty() {
            format!("\n  {:<width$}", "")
        } else {
            " ".repeat(width.saturating_sub(name.len()))
        };
        let _ = writeln!(text, "{}", format!("  {name}{gap}  {said}").trim_end());
    }
}

fn attribute(info: &AttributeInfo) -> String {
    let AttributeInfo { name: _, type_of, kinds, required, span, words, text } = info;
    let mut said = match (type_of, span) {
        (ValueType::Number, Some(NumberSpan { least, most })) => format!("a number from {least} to {most}"),
        (ValueType::Number, None) => "a number".to_owned(),
        (ValueType::Text, _) if !words.is_empty() => {
            words.iter().map(|word| format!("{word:?}")).collect::<Vec<_>>().join(" or ")
        }
        (ValueType::Text, _) => "a text".to_owned(),
        (ValueType::Flag, _) => "true or false".to_owned(),
    };
    if !kinds.is_empty() {
        let _ = write!(said, ", of {}", kinds.join(", "));
    }
    if *required {
        said.push_str(", must be given");
    }
    format!("{said}. {text}")
}

fn option(info: &RuleOption) -> String {
    let RuleOption { id: _, title, text, citation, default, values } = info;
    let of = |value: &Value| match value {
        Value::Number(number) => number.to_string(),
        Value::Text(text) => format!("{text:?}"),
        Value::Flag(flag) => flag.to_string(),
    };
    let values = match (values.as_slice(), default) {
        ([], Value::Flag(_)) => "true or false".to_owned(),
        ([], Value::Number(_)) => "a number".to_owned(),
        ([], Value::Text(_)) => "a text".to_owned(),
        (values, _) => values.iter().map(of).collect::<Vec<_>>().join(" or "),
    };
    cited(format!("{values}; {} unless given. {title}: {text}", of(default)), citation)
}

fn cited(text: String, citation: &str) -> String {
    if citation.is_empty() { text } else { format!("{text} [{citation}]") }
}

fn hook(text: &mut String, info: &HookInfo) {
    let HookInfo { id, text: when, citation, facts, numbers, effects, example } = info;
    let _ = writeln!(text, "\nHook {}", cited(format!("{id}: {when}"), citation));
    write_facts(text, "tells", facts);
    if !numbers.is_empty() {
        let _ = writeln!(text, "  modify takes {}", numbers.join(", "));
    }
    let effects: Vec<&str> = effects.iter().map(|&kind| effect_function(kind)).collect();
    let _ = writeln!(text, "  takes {}", effects.join(", "));
    quoted(text, example);
}

fn question(text: &mut String, info: &QueryInfo) {
    let QueryInfo { id, text: what, facts, answer, hidden, example } = info;
    let hidden = if *hidden { " Only for rules that see hidden facts." } else { "" };
    let _ = writeln!(text, "\nQuestion {id}: {what}{hidden}\n  answers {}", type_name(*answer));
    write_facts(text, "needs", facts);
    quoted(text, example);
}

fn write_facts(text: &mut String, verb: &str, facts: &[FactInfo]) {
    for FactInfo { name, type_of, hidden, text: what } in facts {
        let hidden = if *hidden { " Hidden." } else { "" };
        let _ = writeln!(text, "  {verb} {name}, {}. {what}{hidden}", type_name(*type_of));
    }
}

fn quoted(text: &mut String, example: &str) {
    for line in example.lines() {
        let _ = writeln!(text, "      {line}");
    }
}
