//! Optional and house rules: finding them, turning them on, `muster rules` and `muster new rule`.

use std::io::Write;
use std::path::{Path, PathBuf};

use muster_contract::{RuleText, printable};
use muster_scripts::rules::{Compiled, ENDING, RuleEntry, RuleHeading, RuleShelf, check_name, settings_from};
use muster_scripts::{Known, Origin};

use crate::modules::{Found, Modules};
use crate::places::say_behind;
use crate::terminal::in_row;
use crate::{Failure, Places};

/// The rules that were typed as `ID` or `ID:key=value,key=value`, with their texts.
pub(crate) fn chosen(typed: &[String], module: Known<'_>, places: &Places) -> Result<Vec<RuleText>, Failure> {
    let shelf = places.rules();
    let mut texts: Vec<RuleText> = Vec::new();
    for typed in typed {
        let (id, settings) = typed.split_once(':').unwrap_or((typed, ""));
        if texts.iter().any(|text| text.id == id) {
            return Err(Failure::usage(
                format!("the rule {} is named twice", printable::name(id)),
                "Name each rule once.",
            ));
        }
        let mut named = shelf.named(id).into_iter();
        let entry = named.next().ok_or_else(|| no_rule(id, module.id, &shelf))?;
        for behind in named {
            say_behind("rule", id, &entry.path, &behind.path);
        }
        let (text, heading) = entry.rule?;
        let pairs = settings.split(',').filter(|pair| !pair.is_empty()).map(|pair| {
            let split = pair.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
            split.ok_or_else(|| {
                Failure::usage(
                    format!("{pair:?} sets nothing of the rule {}", printable::name(id)),
                    "Write --rule ID:key=value,key=value.",
                )
            })
        });
        let pairs = pairs.collect::<Result<Vec<_>, _>>()?;
        let settings = settings_from(&heading, &pairs)?;
        texts.push(RuleText { id: id.to_owned(), text, settings });
    }
    match flaw(&texts, module) {
        Some(flaw) => Err(Failure::Problems(vec![flaw.into()])),
        None => Ok(texts),
    }
}

fn no_rule(id: &str, module: &str, shelf: &RuleShelf) -> Failure {
    if let Some(name) = name_of(id)
        && name != id
    {
        let known = shelf.find(&name).is_some();
        let remedy = if known {
            format!("Name the rule alone: --rule {}.", printable::name(&name))
        } else {
            format!(
                "Name the folder of the file, and the rule: --rules {} --rule {}.",
                printable::name(&folder(Path::new(id))),
                printable::name(&name)
            )
        };
        return Failure::usage(
            format!("there is no rule {id:?}; a rule is named without folder and ending"),
            remedy,
        );
    }
    let fits = |entry: RuleEntry| {
        let (_, heading) = entry.rule.ok()?;
        heading.modules.iter().any(|known| known == module).then_some(entry.id)
    };
    let known: Vec<String> = shelf.list().into_iter().filter_map(fits).collect();
    let remedy = match known.as_slice() {
        [] => format!("There are no rules for {module} here; `muster new rule NAME` begins one."),
        known => crate::game::nearest(id, known).unwrap_or_default(),
    };
    Failure::usage(format!("there is no rule {id:?}"), remedy)
}

/// The rule that a file of this path holds, or that has this name.
fn name_of(path: &str) -> Option<String> {
    let name = Path::new(path).file_name()?.to_str()?;
    Some(name.strip_suffix(ENDING).unwrap_or(name).to_owned())
}

/// The file of the rule of this name, with or without its ending, wherever rules lie.
pub(crate) fn find(name: &str, places: &Places) -> Option<PathBuf> {
    let plain = Path::new(name).components().count() == 1;
    let id = name_of(name).filter(|_| plain)?;
    places.rules().find(&id).map(|entry| entry.path)
}

/// Those of these optional and house rules that are for a module, as the lobby shows them.
#[cfg(feature = "window")]
pub(crate) fn cards(listed: &[RuleEntry], module: &str) -> Vec<muster_app::catalogue::RuleCard> {
    use muster_app::catalogue::{RuleCard, RuleSetting};

    let setting = |info: &muster_scripts::rules::SettingInfo| RuleSetting {
        text: info.summary(),
        name: info.name.clone(),
        default: info.default.clone(),
    };
    let headings = listed.iter().filter_map(|entry| Some(&entry.rule.as_ref().ok()?.1));
    let fitting = headings.filter(|heading| heading.modules.iter().any(|known| known == module));
    let card = |heading: &RuleHeading| RuleCard {
        id: heading.id.clone(),
        title: heading.title.clone(),
        text: heading.text.clone(),
        citation: heading.citation.clone(),
        sees_hidden: heading.sees_hidden,
        settings: heading.settings.iter().map(setting).collect(),
    };
    fitting.map(card).collect()
}

#[derive(serde::Serialize)]
struct Row {
    id: String,
    file: String,
    own: bool,
    title: String,
    text: String,
    modules: Vec<String>,
    hidden: bool,
    settings: Vec<(String, String)>,
    problem: Option<String>,
}

pub(crate) fn list(
    places: &Places,
    module: Option<&str>,
    json: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let rows = places.rules().list().into_iter().filter_map(|entry| {
        let (own, file) = (entry.origin == Origin::Own, entry.path.display().to_string());
        let row = match entry.rule {
            Ok((_, heading)) => {
                let RuleHeading { id, title, modules, text, sees_hidden: hidden, settings, .. } = heading;
                let settings = settings.into_iter().map(|info| (info.name.clone(), info.summary())).collect();
                Row { id, file, own, title, text, modules, hidden, settings, problem: None }
            }
            Err(problem) => Row {
                id: entry.id,
                file,
                own,
                title: String::new(),
                text: String::new(),
                modules: Vec::new(),
                hidden: false,
                settings: Vec::new(),
                problem: Some(problem.to_string()),
            },
        };
        let fits = module.is_none_or(|module| row.modules.iter().any(|known| known == module));
        (fits || row.problem.is_some()).then_some(row)
    });
    let rows: Vec<Row> = rows.collect();
    if json {
        return crate::lists::line(out, &rows);
    }
    if rows.is_empty() {
        writeln!(out, "There are no rules here. `muster new rule NAME` begins one.")?;
    }
    for row in rows {
        let own = if row.own { " (yours)" } else { "" };
        let id = printable::name(&row.id);
        if let Some(problem) = row.problem {
            writeln!(out, "{id:<18} can't be turned on{own}: {problem}")?;
            continue;
        }
        let hidden = if row.hidden { "; it sees hidden facts" } else { "" };
        let modules = in_row(&row.modules.join(", "));
        writeln!(out, "{id:<18} {}{own} ({modules}{hidden})", in_row(&row.title))?;
        writeln!(out, "{:<18} {}", "", in_row(&row.text))?;
        for (name, text) in row.settings {
            writeln!(out, "{:<18}   {}: {}", "", in_row(&name), in_row(&text))?;
        }
    }
    Ok(())
}

/// Says what is wrong with a rule's file.
pub(crate) fn check(path: &Path, modules: &dyn Modules, out: &mut dyn Write) -> Result<(), Failure> {
    let wrong = |problem| Failure::of_file(&[problem], path);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let id = name.strip_suffix(ENDING).unwrap_or(&name);
    check_name(id).map_err(wrong)?;
    let text = muster_scripts::rules::read(path).map_err(wrong)?;
    let heading = RuleHeading::from_text(id, &text).map_err(wrong)?;
    let found: Vec<Found> = heading
        .modules
        .iter()
        .map(|module| found(module, &heading, (&text, path), modules))
        .collect::<Result<_, _>>()?;
    let text = RuleText { id: id.to_owned(), text, settings: Vec::new() };
    for found in found {
        let known = Known::from(found.module.as_ref());
        let compiled = Compiled::new(std::slice::from_ref(&text), known).map_err(wrong)?;
        let flaws = compiled.flaws();
        if !flaws.is_empty() {
            return Err(Failure::of_file(&flaws, path));
        }
    }
    writeln!(
        out,
        "{}: the rule {:?} can be turned on ({})",
        path.display(),
        heading.title,
        heading.modules.join(", ")
    )?;
    Ok(())
}

/// A module that a rule of this text is for, or what is wrong with its name.
fn found(
    module: &str,
    heading: &RuleHeading,
    (text, path): (&str, &Path),
    modules: &dyn Modules,
) -> Result<Found, Failure> {
    modules.find(module).map_err(|failure| {
        let listed = modules.list();
        if listed.iter().any(|listed| listed.id == module) {
            return failure;
        }
        let known = listed.iter().map(|listed| listed.id.as_str());
        Failure::of_file(&[heading.unknown_module(module, known, text)], path)
    })
}

/// The first mistake in the functions of rules that can be turned on, before anybody plays with them.
pub(crate) fn flaw(rules: &[RuleText], module: Known<'_>) -> Option<String> {
    // A rule that can't be turned on at all is told of by whoever turns it on.
    let compiled = Compiled::new(rules, module).ok()?;
    compiled.flaws().first().map(ToString::to_string)
}

/// Begins a rule.
pub(crate) fn new(
    name: &str,
    module: &str,
    shadow: bool,
    places: &Places,
    modules: &dyn Modules,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let found = modules.find(module)?;
    // A shell completes the name of a folder with a separator.
    let name = name.trim_end_matches(std::path::is_separator);
    let id = name.strip_suffix(ENDING).unwrap_or(name);
    crate::naming::is_for_something_new("rule", id)?;
    let given = name.contains(std::path::is_separator);
    let path = if given { PathBuf::from(name) } else { places.own_rules().join(name) };
    let path = if name.ends_with(ENDING) { path } else { with_ending(path) };
    let id = path.file_name().unwrap_or_default().to_string_lossy();
    let id = id.strip_suffix(ENDING).unwrap_or(&id);
    let other = places.rules().find(id).filter(|other| !given && !shadow && other.origin != Origin::Own);
    if let Some(other) = other {
        return Err(crate::naming::shadowed("rule", id, &other.path));
    }
    muster_scripts::rules::new_rule(&path, module, found.module.describe())?;
    writeln!(out, "{}", path.display())?;
    writeln!(
        out,
        "Change it with any editor. {} says what it can do.",
        crate::places::page("house-rules.md")
    )?;
    writeln!(out, "  muster check {}      says what is wrong with it", path.display())?;
    if given {
        writeln!(
            out,
            "  muster --rules {} table {module} SCENARIO --rule {id}      plays with it",
            folder(&path)
        )?;
    } else {
        writeln!(out, "  muster table {module} SCENARIO --rule {id}      plays with it")?;
    }
    Ok(())
}

/// The path with the ending of rules. Whatever else is in it stays, though it may be no text.
fn with_ending(path: PathBuf) -> PathBuf {
    let mut whole = path.into_os_string();
    whole.push(ENDING);
    whole.into()
}

fn folder(path: &Path) -> String {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new(".")).display().to_string()
}
