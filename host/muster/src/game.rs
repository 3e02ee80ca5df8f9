//! From what was typed to a game that can be played: the module, the scenario, its options, the seats.

use muster_contract::{Attribute, Description, Policy, Seat, Value};
use muster_scripts::{Known, Scenario, Texts};
use muster_table::messages::{BotKind, Holder};
use muster_table::{ScenarioRecord, SeatAssignment};

use crate::modules::{Found, Modules};
use crate::{Failure, Places};

/// A scenario that can be played.
pub(crate) struct Game {
    pub(crate) found: Found,
    pub(crate) scenario: Scenario,
    /// Where its files lie.
    pub(crate) entry: muster_scripts::Found,
}

impl Game {
    /// Finds a module and a scenario of it, and sets the options that were named.
    pub(crate) fn find(
        module: &str,
        scenario: &str,
        options: &[String],
        places: &Places,
        modules: &dyn Modules,
    ) -> Result<Game, Failure> {
        let found = modules.find(module)?;
        let library = places.library();
        let entry = library.find_for(module, scenario).ok_or_else(|| {
            if let Some((path, why)) = places.unreadable().into_iter().next() {
                return Failure::File { path, why: why.to_string() };
            }
            let known: Vec<String> = library
                .list()
                .into_iter()
                .filter(|entry| entry.heading.as_ref().is_ok_and(|heading| heading.module == module))
                .map(|entry| entry.id)
                .collect();
            let remedy = nearest(scenario, &known).or_else(|| {
                Some(format!("There is no scenario for {module} in {}.", places.scenarios.display()))
                    .filter(|_| known.is_empty())
            });
            Failure::NoScenario { name: scenario.to_owned(), remedy }
        })?;
        for behind in &entry.behind {
            crate::places::say_behind("scenario", scenario, &entry.folder, behind);
        }
        let description = found.module.describe();
        let mut chosen: Vec<Attribute> = Vec::new();
        for typed in options {
            let option = choose(description, typed)?;
            if chosen.iter().any(|other| other.name == option.name) {
                return Err(Failure::usage(
                    format!("the option {} is set twice", option.name),
                    "Set each once.",
                ));
            }
            chosen.push(option);
        }
        let known = Known { id: module, description };
        let scenario = set_up(&library.texts(&entry.folder)?, known, &chosen)?;
        Ok(Game { found, scenario, entry })
    }
}

/// Sets up a scenario of this module, with these options instead of its own: for the command line and the window,
/// from a folder or from a journal.
pub(crate) fn set_up(texts: &Texts, module: Known<'_>, options: &[Attribute]) -> Result<Scenario, Failure> {
    let heading = muster_scripts::Heading::from_texts(texts)?;
    if heading.module != module.id {
        let what = format!("{:?} is a scenario for {}, not for {}", heading.title, heading.module, module.id);
        return Err(Failure::usage(what, format!("Name the module {}.", heading.module)));
    }
    let mut scenario = Scenario::check(texts, &[module]).map_err(|problems| {
        Failure::Problems(problems.iter().map(|problem| problem.to_string().into()).collect())
    })?;
    let own = &mut scenario.position.setup.options;
    for option in options {
        own.retain(|known| known.name != option.name);
        own.push(option.clone());
    }
    Ok(scenario)
}

/// The scenario for a journal.
pub(crate) fn record(scenario: &Scenario) -> ScenarioRecord {
    let Scenario { heading, texts, .. } = scenario;
    ScenarioRecord { title: heading.title.clone(), name: heading.id.clone(), texts: texts.files.clone() }
}

/// The seats that people sit in.
pub(crate) fn people(seats: &[SeatAssignment]) -> Vec<Seat> {
    let seats = (0..=Seat::MAX).zip(seats);
    seats.filter(|(_, seat)| seat.holder == Holder::Human).map(|(at, _)| at).collect()
}

/// What was probably meant, or all that there is.
pub(crate) fn nearest(name: &str, known: &[String]) -> Option<String> {
    let near = known.iter().max_by(|a, b| {
        strsim::jaro_winkler(name, a).total_cmp(&strsim::jaro_winkler(name, b)).then_with(|| b.cmp(a))
    })?;
    if strsim::jaro_winkler(name, near) > 0.8 {
        return Some(format!("Did you mean {near:?}?"));
    }
    Some(format!("There is {}.", known.join(", ")))
}

/// An option that was typed as "name=value".
fn choose(description: &Description, typed: &str) -> Result<Attribute, Failure> {
    let known: Vec<String> = description.options.iter().map(|option| option.id.clone()).collect();
    let Some((name, value)) = typed.split_once('=') else {
        return Err(Failure::usage(format!("{typed:?} sets no option"), "Write --option name=value."));
    };
    let Some(option) = description.options.iter().find(|option| option.id == name) else {
        return Err(Failure::Usage {
            what: format!("there is no option {name:?}"),
            remedy: nearest(name, &known),
        });
    };
    let wrong = |wanted: &str| {
        Failure::usage(format!("the option {name} can't be {value:?}"), format!("It is {wanted}."))
    };
    let value = match option.default {
        Value::Flag(_) => Value::Flag(value.parse().map_err(|_| wrong("true or false"))?),
        Value::Number(_) => Value::Number(value.parse().map_err(|_| wrong("a number"))?),
        Value::Text(_) => Value::Text(value.to_owned()),
    };
    if !option.values.is_empty() && !option.values.contains(&value) {
        return Err(wrong(&one_of(&option.values)));
    }
    Ok(Attribute { name: name.to_owned(), value })
}

/// Values in words: "a, b or c".
fn one_of(values: &[Value]) -> String {
    let words: Vec<String> = values
        .iter()
        .map(|value| match value {
            Value::Number(number) => number.to_string(),
            Value::Text(text) => text.clone(),
            Value::Flag(flag) => flag.to_string(),
        })
        .collect();
    match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// Who sits where, as typed; people on every seat that isn't named.
pub(crate) fn sittings(
    typed: &[String],
    seats: usize,
    policies: &[Policy],
) -> Result<Vec<SeatAssignment>, Failure> {
    if typed.len() > seats {
        let what = format!("{} seats are given, but the scenario has {seats}", typed.len());
        return Err(Failure::usage(what, "Leave the last ones away."));
    }
    (0..seats)
        .map(|seat| match typed.get(seat).map(String::as_str) {
            None | Some("human") => {
                Ok(SeatAssignment { holder: Holder::Human, name: format!("Player {}", seat + 1) })
            }
            Some(other) => {
                let kind = other.strip_prefix("bot:").or((other == "bot").then_some("regular"));
                let kind = bot(kind.unwrap_or(other), policies).map_err(|_| {
                    let own = policies.iter().map(|policy| format!(", bot:{}", policy.id));
                    Failure::usage(
                        format!("nobody is called {other:?}"),
                        format!("A seat is human, bot:regular or bot:random{}.", own.collect::<String>()),
                    )
                })?;
                Ok(SeatAssignment { holder: Holder::Bot(kind), name: format!("Bot {}", seat + 1) })
            }
        })
        .collect()
}

/// A bot by its name, which may be that of a policy of the module.
pub(crate) fn bot(name: &str, policies: &[Policy]) -> Result<BotKind, Failure> {
    BotKind::named(name, policies).ok_or_else(|| {
        let own: String = policies.iter().map(|policy| format!(", {}", policy.id)).collect();
        Failure::usage(format!("there is no bot {name:?}"), format!("There is regular, random{own}."))
    })
}

/// Seats by their numbers; none for "public".
pub(crate) fn eyes(typed: &[String], seats: usize) -> Result<Vec<Seat>, Failure> {
    if typed.iter().any(|eyes| eyes == "public") {
        return match typed {
            [_] => Ok(Vec::new()),
            _ => Err(Failure::usage(
                "the public sees for no seat",
                "Give \"public\" alone, or seats' numbers.",
            )),
        };
    }
    typed
        .iter()
        .map(|typed| match typed.parse::<Seat>() {
            Ok(seat) if usize::from(seat) < seats => Ok(seat),
            _ => {
                let remedy = format!(
                    "Seats are 0 to {}; \"public\" is nobody in particular.",
                    seats.saturating_sub(1)
                );
                Err(Failure::usage(format!("there is no seat {typed:?}"), remedy))
            }
        })
        .collect()
}
