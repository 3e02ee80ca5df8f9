//! `muster modules` and `muster scenarios`.

use std::io::Write;

use muster_contract::printable::name;
use muster_scripts::Origin;

use crate::modules::Modules;
use crate::terminal::in_row;
use crate::{Failure, Places};

pub(crate) fn modules(modules: &dyn Modules, json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let list = modules.list();
    if json {
        return line(out, &list);
    }
    if list.is_empty() {
        let others = match crate::places::is_in_checkout() {
            true => "`cargo xtask modules` builds those of this source tree",
            false => "Those that come with Muster lie beside the program, so get it anew if they are gone",
        };
        writeln!(
            out,
            "There are no modules here. {others}; `muster install FILE` installs one, and `--modules FOLDER` names another \
             folder."
        )?;
    }
    for module in list {
        writeln!(out, "{:<14} {:<8} {}", module.id, module.version, in_row(&module.title))?;
        if !module.summary.is_empty() {
            writeln!(out, "{:<14} {}", "", in_row(&module.summary))?;
        }
        if module.state != "ready" {
            writeln!(out, "{:<14} can't be played: {}", "", module.state)?;
        }
    }
    Ok(())
}

#[derive(serde::Serialize)]
struct Row {
    id: String,
    folder: String,
    own: bool,
    #[serde(flatten)]
    heading: Option<muster_scripts::Heading>,
    problem: Option<String>,
}

pub(crate) fn scenarios(
    places: &Places,
    modules: &dyn Modules,
    module: Option<&str>,
    json: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    if let Some(module) = module {
        modules.find(module)?;
    }
    let fits = |entry: &muster_scripts::Entry| match (&entry.heading, module) {
        (Ok(heading), Some(module)) => heading.module == module,
        _ => true,
    };
    let library = places.library();
    let rows = library.list().into_iter().filter(fits).map(|entry| {
        let own = entry.origin == Origin::Own;
        let folder = entry.folder.display().to_string();
        match entry.heading {
            Ok(heading) => Row { id: entry.id, folder, own, heading: Some(heading), problem: None },
            Err(problem) => {
                Row { id: entry.id, folder, own, heading: None, problem: Some(problem.to_string()) }
            }
        }
    });
    let rows: Vec<Row> = rows.collect();
    if json {
        return line(out, &rows);
    }
    if rows.is_empty() {
        writeln!(out, "There are no scenarios here. `muster new scenario NAME` begins one.")?;
    }
    for row in rows {
        let own = if row.own { " (yours)" } else { "" };
        match (row.heading, row.problem) {
            (Some(heading), _) => {
                writeln!(
                    out,
                    "{:<18} {:<12} {}{own}",
                    name(&row.id),
                    heading.module,
                    in_row(&heading.title)
                )?;
                let facts = [heading.date, heading.length]
                    .map(|fact| in_row(&fact))
                    .into_iter()
                    .filter(|fact| !fact.is_empty());
                let facts: Vec<String> = facts.collect();
                if !facts.is_empty() {
                    writeln!(out, "{:<18} {:<12} {}", "", "", facts.join("; "))?;
                }
            }
            (None, problem) => {
                writeln!(out, "{:<18} can't be set up{own}: {}", name(&row.id), problem.unwrap_or_default())?;
            }
        }
    }
    Ok(())
}

/// Writes a value as one line of JSON.
pub(crate) fn line(out: &mut dyn Write, value: &impl serde::Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string(value).map_err(std::io::Error::from)?;
    writeln!(out, "{text}")?;
    Ok(())
}
