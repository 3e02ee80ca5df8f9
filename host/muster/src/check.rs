//! `muster check` and `muster new`.

use std::io::Write;
use std::path::{Path, PathBuf};

use muster_conformance::{Finding, HONESTY, NothingHidden, Scale, Subject};
use muster_contract::{Module, Position};
use muster_engine::Manifest;
use muster_scripts::{
    Heading, Known, Origin, SCRIPT, Scenario, ScenarioProblem, Texts, Wrong, copied_scenario, new_scenario,
    small_scenario,
};
use muster_table::Build;

use crate::arguments::{New, NewArguments};
use crate::failure::how_to_install;
use crate::game::{nearest, set_up};
use crate::modules::Modules;
use crate::naming::{is_for_something_new, shadowed};
use crate::principles::Principles;
use crate::snippet::Problem;
use crate::{Failure, Places};

/// What can be checked.
const CHECKED: &str =
    "A module's folder, a scenario's folder, a board file (.toml) or a rule (.rhai) can be checked.";

/// Finds out what lies there, and says everything that is wrong with it.
pub(crate) fn check(
    path: &Path,
    places: &Places,
    modules: &dyn Modules,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let file = |name: &str| path.file_name().is_some_and(|file| file == name);
    let folder =
        || path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned();
    let looked_into = || if path.is_file() { Ok(()) } else { muster_files::can_be_searched(path) };
    if let Err(why) = path.try_exists().and_then(|_| looked_into()) {
        let remedy = "See to it that it may be read here.";
        return Err(Failure::usage(format!("{} can't be looked into: {why}", path.display()), remedy));
    }
    if is_only_source(path) {
        return Err(unbuilt(format!("{} holds no component", path.display())));
    }
    if path.join(muster_engine::MANIFEST).is_file() {
        return module(path, places, modules, out);
    }
    if path.join(SCRIPT).is_file() {
        return scenario(path, places, modules, out);
    }
    if path.is_file() {
        return match () {
            () if file(muster_engine::MANIFEST) => module(&folder(), places, modules, out),
            () if file(SCRIPT) => scenario(&folder(), places, modules, out),
            () if path.extension().is_some_and(|ending| ending == "toml") => board(path, out),
            () if path.extension().is_some_and(|ending| ending == "rhai") => {
                crate::rules::check(path, modules, out)
            }
            () => Err(Failure::usage(format!("{} is no file that can be checked", path.display()), CHECKED)),
        };
    }
    if path.exists() {
        let what = format!("{} holds neither a {} nor a {SCRIPT}", path.display(), muster_engine::MANIFEST);
        if path.join("Cargo.toml").is_file() {
            return Err(unbuilt(what));
        }
        return Err(Failure::usage(what, CHECKED));
    }
    named(path, places, modules, out).unwrap_or_else(|| {
        let known = places.library().list().into_iter().map(|entry| entry.id);
        let known: Vec<String> =
            known.chain(places.rules().list().into_iter().map(|entry| entry.id)).collect();
        let near = path.to_str().and_then(|name| nearest(name, &known));
        let remedy = near.filter(|near| near.starts_with("Did")).unwrap_or_else(|| CHECKED.to_owned());
        Err(Failure::usage(format!("there is nothing at {}", path.display()), remedy))
    })
}

/// Whether it is a module as it is written, with nothing built from it beside.
fn is_only_source(folder: &Path) -> bool {
    muster_workshop::lacks(folder).is_none()
        && Manifest::read(folder).is_ok_and(|manifest| !folder.join(manifest.component).exists())
}

/// What to do with a module's source.
fn unbuilt(what: String) -> Failure {
    let remedy = "It is a module's source, it seems: what can be checked is what is built from it. With Rust installed, \
                  `muster build FOLDER` builds it into target/modules/ID, which is the folder to check.";
    Failure::usage(what, remedy)
}

/// Checks everything that has this name: scenarios, rules and modules are found by it wherever they lie.
fn named(
    name: &Path,
    places: &Places,
    modules: &dyn Modules,
    out: &mut dyn Write,
) -> Option<Result<(), Failure>> {
    let name = name.to_str()?;
    let of_scenario = places.library().find(name).map(|found| scenario(&found, places, modules, out));
    let of_rule = crate::rules::find(name, places).map(|found| crate::rules::check(&found, modules, out));
    let plain = Path::new(name).components().count() == 1;
    let folders = places.modules.iter().filter(|_| plain).map(|folder| folder.join(name));
    let of_module = folders
        .filter(|folder| folder.join(muster_engine::MANIFEST).is_file())
        .map(|folder| module(&folder, places, modules, out))
        .next();
    [of_scenario, of_rule, of_module].into_iter().flatten().reduce(Result::and)
}

fn module(folder: &Path, places: &Places, modules: &dyn Modules, out: &mut dyn Write) -> Result<(), Failure> {
    let found = modules.check(folder)?;
    let Build { module: id, version, .. } = &found.build;
    writeln!(out, "{}: the module {id} {version} can be played", folder.display())?;
    let mut folders = muster_bundle::own_scenarios(folder);
    let library = places.library();
    let listed = library.list().into_iter();
    let of_it = listed.filter(|entry| entry.heading.as_ref().is_ok_and(|heading| heading.module == *id));
    folders.extend(of_it.map(|entry| entry.folder));
    // A module that was installed is on a shelf of the library, too.
    folders.sort();
    folders.dedup();
    if folders.is_empty() {
        writeln!(
            out,
            "  There is no scenario of it, so it was not tried whether it keeps to its own rules."
        )?;
    }
    let mut problems: Vec<Problem> = Vec::new();
    for folder in folders {
        let texts = library.texts(&folder).map_err(Failure::from);
        let scenario = match texts.and_then(|texts| set_up(&texts, Known::from(found.module.as_ref()), &[])) {
            Ok(scenario) => scenario,
            // What is wrong with a scenario is the matter of its own check.
            Err(why) => {
                writeln!(out, "  {} can't be set up, so it was not played: {why}", folder.display())?;
                continue;
            }
        };
        let title = &scenario.heading.title;
        match play(found.module.as_ref(), &scenario.position) {
            Ok(()) => writeln!(out, "  {title:?} was played for a while, and it kept to its own rules")?,
            Err(finding) => problems.push(format!("{}: {title:?}: {finding}", folder.display()).into()),
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(Failure::Problems(problems)) }
}

/// Plays a module for a while, and looks whether it does what it says.
fn play(module: &dyn Module, position: &Position) -> Result<(), Finding> {
    let subject = Subject { module, position, hidden: &NothingHidden, scale: Scale::GLANCE };
    HONESTY.iter().try_for_each(|name| muster_conformance::check(name).run(&subject))
}

fn scenario(
    folder: &Path,
    places: &Places,
    modules: &dyn Modules,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let library = places.library();
    let failed = |problems: &[ScenarioProblem]| {
        let of = |problem: &ScenarioProblem| Problem::of_scenario(problem.clone(), folder, &library);
        Failure::Problems(problems.iter().map(of).collect())
    };
    let texts = library.texts(folder).map_err(|problem| failed(&[problem]))?;
    let heading = Heading::from_texts(&texts).map_err(|problem| failed(&[problem]))?;
    let found = match modules.find(&heading.module) {
        Err(Failure::NotInstalled(why)) => {
            // It says where the module is named.
            let problems = Scenario::check(&texts, &[]).map(drop).err().unwrap_or_default();
            let ids: Vec<String> = modules.list().into_iter().map(|listed| listed.id).collect();
            let near = nearest(&heading.module, &ids).filter(|near| near.starts_with("Did"));
            let remedy = near.unwrap_or_else(|| format!("{} Here {why}.", how_to_install()));
            let of = |problem: ScenarioProblem| match *problem.wrong {
                Wrong::Unknown { what: "module", .. } => {
                    ScenarioProblem { remedy: Some(remedy.clone()), ..problem }
                }
                _ => problem,
            };
            return Err(failed(&problems.into_iter().map(of).collect::<Vec<_>>()));
        }
        found => found?,
    };
    let scenario = Scenario::check(&texts, &[Known::from(found.module.as_ref())])
        .map_err(|problems| failed(&problems))?;
    for line in &scenario.log {
        writeln!(out, "{}: {}", line.at, line.text)?;
    }
    // The module knows rules that no schema can say.
    let created = found.module.create(&scenario.position).map_err(Failure::Trouble)?;
    let mut game = created.map_err(|refusal| failed(&[scenario.refused(&refusal)]))?;
    let uncited = scenario.uncited(&modules.sections(&heading.module));
    if !uncited.is_empty() {
        return Err(failed(&uncited));
    }
    let (units, boards) = (scenario.position.roster.len(), scenario.position.boards.len());
    let (units, boards) = (counted(units, "unit"), counted(boards, "board"));
    writeln!(out, "{}: {:?} can be played: {units}, {boards}", folder.display(), heading.title)?;
    let turns = game.view(None).map_err(Failure::Trouble)?.turn.of;
    let doubts = scenario.doubts(Known::from(found.module.as_ref()), turns);
    if !doubts.is_empty() {
        writeln!(out, "  Is this meant?")?;
    }
    for doubt in doubts {
        writeln!(out, "  {}", Problem::of_scenario(doubt, folder, &library))?;
    }
    Ok(())
}

/// "one unit", "2 units".
fn counted(number: usize, thing: &str) -> String {
    if number == 1 { format!("one {thing}") } else { format!("{number} {thing}s") }
}

fn board(path: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let failed = |why: String| Failure::File { path: path.to_owned(), why };
    let text =
        muster_files::read_text(path, muster_scripts::LONGEST_FILE).map_err(|why| failed(why.to_string()))?;
    if text.lines().any(|line| ["[[unit]]", "[unit]", "[[units]]", "[units]"].contains(&line.trim())) {
        let what = format!("{} is a roster, which is checked with its scenario", path.display());
        return Err(Failure::usage(what, "Name the scenario's folder."));
    }
    let checked = muster_scripts::check_board(&path.display().to_string(), &text)
        .map_err(|problems| Failure::of_file(&problems, path))?;
    writeln!(
        out,
        "{}: {:?} has {} and {}",
        path.display(),
        checked.title,
        counted(checked.spaces.len(), "space"),
        counted(checked.edges.len(), "edge")
    )?;
    writeln!(
        out,
        "  Which features and values there are, a module says: check a scenario that uses the board."
    )?;
    let Some(principles) = Principles::of(&checked) else { return Ok(()) };
    if !principles.unknown().is_empty() {
        let of = |what: &String| format!("{}: {what}", path.display()).into();
        return Err(Failure::Problems(principles.unknown().iter().map(of).collect()));
    }
    principles.print(out)?;
    Ok(())
}

/// Whether the module takes this scenario, and with how many units it is played.
fn plays(module: &dyn Module, texts: &Texts) -> Option<usize> {
    let scenario = set_up(texts, Known::from(module), &[]).ok()?;
    let created = module.create(&scenario.position).ok()?;
    created.is_ok().then_some(scenario.position.roster.len())
}

/// The scenario with the fewest units that the module plays.
fn smallest(module: &dyn Module, places: &Places) -> Option<(Texts, Heading)> {
    let library = places.library();
    let of_it = library.list().into_iter().filter_map(|entry| {
        let heading = entry.heading.ok().filter(|heading| heading.module == module.id())?;
        Some((library.texts(&entry.folder).ok()?, heading))
    });
    let counted = of_it.filter_map(|(texts, heading)| Some((plays(module, &texts)?, texts, heading)));
    counted.min_by_key(|(units, ..)| *units).map(|(_, texts, heading)| (texts, heading))
}

pub(crate) fn new(
    arguments: &NewArguments,
    places: &Places,
    modules: &dyn Modules,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (name, module, shadow) = match &arguments.what {
        New::Scenario { name, module, shadow } => (name, module, *shadow),
        New::Rule { name, module, shadow } => {
            return crate::rules::new(name, module, *shadow, places, modules, out);
        }
        New::Module(wanted) => return crate::beginning::module(wanted, out),
    };
    let found = modules.find(module)?;
    is_for_something_new("scenario", name)?;
    let folder = if name.contains(std::path::is_separator) {
        PathBuf::from(name)
    } else {
        let other = places.library().named(name).into_iter().find(|other| other.origin != Origin::Own);
        if let Some(other) = other.filter(|_| !shadow) {
            return Err(shadowed("scenario", name, &other.folder));
        }
        places.own_scenarios().join(name)
    };
    let id = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let small = small_scenario(&id, module, found.module.describe())?;
    let texts = if plays(found.module.as_ref(), &small).is_some() {
        small
    } else {
        smallest(found.module.as_ref(), places)
            .map_or(small, |(texts, heading)| copied_scenario(&id, &texts, &heading))
    };
    new_scenario(&folder, &texts)?;
    writeln!(out, "{}", folder.join(SCRIPT).display())?;
    writeln!(
        out,
        "Change it with any editor. {} says what it can have.",
        crate::places::page("scenarios.md")
    )?;
    writeln!(out, "  muster check {}      says what is wrong with it", folder.display())?;
    writeln!(out, "  muster table {module} {}      plays it", folder.display())?;
    Ok(())
}
