//! The cards of the lobby: what each module says of itself, and its scenarios.

use std::path::{Path, PathBuf};

use muster_app::catalogue::{ModuleCard, ModuleState, ScenarioCard};
use muster_contract::{Attribute, Module};
use muster_engine::{Entry, State};
use muster_scripts::{Known, Library, Scenario};
use muster_table::Build;

use crate::modules::build_of;
use crate::{Failure, Places, game, rules};

/// Sets up a scenario of a folder, with these options instead of its own.
pub(super) fn read(
    library: &Library,
    folder: &Path,
    id: &str,
    module: &dyn Module,
    options: &[Attribute],
) -> Result<Scenario, String> {
    let texts = library.texts(folder).map_err(|problem| problem.to_string())?;
    game::set_up(&texts, Known { id, description: module.describe() }, options).map_err(Failure::first)
}

/// A module's folder, its state in words, and its build.
pub(super) type Shown = (PathBuf, String, Build);

/// What a card depends on: while it is the same, the card is.
pub(super) fn shown(entry: &Entry) -> Shown {
    let state = match &entry.state {
        State::Ready => "ready".to_owned(),
        State::Waiting | State::Compiling => "compiling".to_owned(),
        State::Refused(why) => why.to_string(),
    };
    (entry.folder.clone(), state, build_of(entry))
}

pub(super) fn card(
    entry: &Entry,
    library: &Library,
    listed: &[muster_scripts::Entry],
    places: &Places,
) -> ModuleCard {
    let (state, description) = match (&entry.state, &entry.module) {
        (State::Ready, Some(module)) => (ModuleState::Ready, Some(module.describe().clone())),
        (State::Refused(why), _) => {
            let reason = why.to_string();
            (
                ModuleState::Refused {
                    reason,
                    remedy: "Put a build for this Muster in its place.".to_owned(),
                },
                None,
            )
        }
        _ => (ModuleState::Compiling { percent: None }, None),
    };
    let manifest = entry.manifest.as_ref();
    let id = manifest.map_or_else(|| entry.folder.display().to_string(), |manifest| manifest.id.clone());
    let text = |of: fn(&muster_engine::Manifest) -> String| manifest.map(of).unwrap_or_default();
    ModuleCard {
        scenarios: scenarios(library, listed, &id, entry),
        rules: rules::cards(places, &id),
        // They change while the card stays as it is.
        scores: Vec::new(),
        title: manifest.map_or_else(|| id.clone(), |manifest| manifest.title.clone()),
        subtitle: text(|manifest| manifest.summary.clone()),
        period: text(|manifest| {
            let both = [manifest.period.as_str(), manifest.scale.as_str()];
            both.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(", ")
        }),
        length: text(|manifest| manifest.length.clone()),
        complexity: manifest.map_or(1, |manifest| manifest.complexity),
        version: text(|manifest| manifest.version.to_string()),
        id,
        state,
        description,
    }
}

fn scenarios(
    library: &Library,
    listed: &[muster_scripts::Entry],
    module: &str,
    entry: &Entry,
) -> Vec<ScenarioCard> {
    let mut cards = Vec::new();
    for found in listed {
        let heading = match &found.heading {
            Ok(heading) if heading.module == module => heading,
            _ => continue,
        };
        let whole =
            entry.module.as_ref().map(|component| read(library, &found.folder, module, component, &[]));
        let (seats, options, trouble) = match whole {
            Some(Ok(scenario)) => (scenario.position.setup.seats, scenario.position.setup.options, None),
            Some(Err(why)) => (Vec::new(), Vec::new(), Some(why)),
            None => (Vec::new(), Vec::new(), None),
        };
        let note = [heading.date.as_str(), heading.length.as_str()];
        cards.push(ScenarioCard {
            id: found.id.clone(),
            title: heading.title.clone(),
            note: note.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; "),
            story: heading.story.clone(),
            length: heading.length.clone(),
            source: String::new(),
            seats,
            options,
            trouble,
        });
    }
    cards
}
