//! The top of a rule's script: what it is.

use std::cell::RefCell;
use std::ops::{Range, RangeInclusive};

use muster_contract::hooks::{Card, Deck, Subscription, Variable};
use muster_contract::{Attribute, Awaited, Value};
use rhai::{AST, Array, Dynamic, Engine, ImmutableString, Map, NativeCallContext};

use super::heading::{Allowed, RuleHeading, SettingInfo};
use super::registered::Registered;
use super::{bounds, exchange, file_of, functions};
use crate::dialect::{self, Dialect};
use crate::function::Function;
use crate::measured;
use crate::problem::{At, ScenarioProblem, Wrong};
use crate::raw::{Field, Fields, RawValue};
use crate::record::{CallResult, here, thrown};
use crate::sandbox;

/// The functions that a rule's script can call at its top, outside its own functions.
pub const FUNCTIONS: &[Function] = &[
    Function {
        name: "rule",
        usage: "rule(#{ title: \"Mud\", modules: [\"brigade\"], text: \"…\", citation: \"house rule\", hidden: false })",
        text: "Says what the rule is; every script has it once, first. `hidden: true` lets it see what not every seat may know, which the lobby shows.",
    },
    Function {
        name: "setting",
        usage: "setting(\"chance\", 2, 1..=6, \"The least roll that brings rain.\")",
        text: "Something that a table can set; the default says its type, and `1..=6` what it may be: from 1 to 6. A list of texts says which a text may be; what may be anything has no such part. `setting(\"chance\")` reads it, in a function too.",
    },
    Function {
        name: "variable",
        usage: "variable(\"rain\", false, \"Rain\")",
        text: "A variable with its first value, which says its type: a number, a text, true or false, or a list of numbers or texts. With a title it stands in the rule's panel beside the board.",
    },
    Function {
        name: "deck",
        usage: "deck(\"chances\", \"Chance cards\", [#{ id: \"rain\", title: \"Rain\", text: \"…\", count: 2 }])",
        text: "A deck of cards. What a side draws of it only that side sees, not even the rule.",
    },
    Function {
        name: "on",
        usage: "on(\"decision\", \"on_decision\")",
        text: "Has a function of the script called for a hook of the module. The function takes one map, the hook's facts.",
    },
    Function { name: "print", usage: "print(value)", text: "Writes a line into the workbench." },
];

/// How many of anything a rule may register.
const MOST: usize = 64;

thread_local! {
    static PEN: RefCell<Registered> = RefCell::default();
}

/// Runs the top of a script, with the steps that are left of those that all rules of a table have for it. The table's
/// values of settings stand for the script's defaults.
pub(super) fn run(
    (id, text): (&str, &str),
    script: &AST,
    settings: &[Attribute],
    left: &mut u64,
) -> Result<Registered, ScenarioProblem> {
    let file = file_of(id);
    let elsewhere = (functions::FUNCTIONS, "in a function that a hook calls, not at the top of the script");
    let dialect = Dialect {
        file: &file,
        text,
        functions: FUNCTIONS,
        elsewhere,
        fact_names: &[],
        limits: &dialect::RULE,
    };
    PEN.set(Registered { settings: settings.to_vec(), ..Registered::default() });
    let engine = engine();
    let (ran, steps) = measured::run(&dialect::RULE, *left, &Awaited::ALWAYS, || engine.run_ast(script));
    *left = left.saturating_sub(steps);
    let mut pen = PEN.take();
    ran.map_err(|error| sandbox::problem(*error, dialect))?;
    if let Some(heading) = &pen.heading {
        bounds::check_registered(&pen, &At { file: file.clone(), ..heading.at.clone() })?;
    }
    let Some(heading) = &mut pen.heading else {
        let missing = Wrong::Missing { what: "the script".into(), name: "rule".into() };
        return Err(ScenarioProblem::new(At::byte(file, "", 0), missing)
            .with_remedy("Begin it with rule(#{ title: \"…\", modules: [\"…\"] });"));
    };
    id.clone_into(&mut heading.id);
    heading.at.file.clone_from(&file);
    heading.settings.clone_from(&pen.settings_info);
    // Whoever reads the heading doesn't know in which script it stood.
    heading.settings.iter_mut().for_each(|info| info.at.file.clone_from(&file));
    if let Some(unknown) =
        settings.iter().find(|one| !pen.settings_info.iter().any(|info| info.name == one.name))
    {
        let wrong =
            Wrong::Unknown { what: "setting", name: unknown.name.clone(), context: " in this rule".into() };
        return Err(ScenarioProblem::new(At::file(file), wrong));
    }
    Ok(pen)
}

/// Adds something to a list of what was registered, once.
fn add<T>(
    context: &NativeCallContext<'_>,
    what: &'static str,
    name: &str,
    list: impl FnOnce(&mut Registered) -> &mut Vec<T>,
    is_it: impl Fn(&T) -> bool,
    item: T,
) -> CallResult {
    let at = || here(context);
    PEN.with_borrow_mut(|pen| {
        let list = list(pen);
        if list.iter().any(is_it) {
            let twice = ScenarioProblem::new(at(), Wrong::Twice { what, name: name.to_owned() });
            return Err(thrown(twice.with_remedy(match what {
                "the hook" => "Call both from one function.",
                _ => "Give one of them another name.",
            })));
        }
        if list.len() >= MOST {
            let wrong = Wrong::Runaway(format!("it has more than {MOST} of {what}"));
            return Err(thrown(ScenarioProblem::new(at(), wrong)));
        }
        list.push(item);
        Ok(())
    })
}

fn engine() -> Engine {
    let mut engine = sandbox::engine(&dialect::RULE);
    engine.on_print(|_| {});
    engine.on_debug(|_, _, _| {});
    engine.register_fn("rule", |context: NativeCallContext<'_>, map: Map| -> CallResult {
        let at = here(&context);
        let heading = heading(&at, &map).map_err(thrown)?;
        PEN.with_borrow_mut(|pen| match &pen.heading {
            Some(_) => {
                let wrong = Wrong::Twice { what: "the call", name: "rule".into() };
                Err(thrown(
                    ScenarioProblem::new(at, wrong).with_remedy("Say what the rule is once, at its top."),
                ))
            }
            None => {
                pen.heading = Some(heading);
                Ok(())
            }
        })
    });
    register_settings(&mut engine);
    engine.register_fn("variable", |context: NativeCallContext<'_>, name: &str, initial: Dynamic| {
        variable(&context, name, &initial, "")
    });
    engine.register_fn(
        "variable",
        |context: NativeCallContext<'_>, name: &str, initial: Dynamic, title: &str| {
            variable(&context, name, &initial, title)
        },
    );
    engine.register_fn("deck", deck);
    engine.register_fn("on", |context: NativeCallContext<'_>, hook: &str, function: &str| -> CallResult {
        let at = here(&context);
        let one = Subscription { hook: hook.to_owned(), function: function.to_owned() };
        let same = |other: &(Subscription, At)| other.0.hook == hook;
        add(&context, "the hook", hook, |pen| &mut pen.subscriptions, same, (one, at))
    });
    engine
}

/// `setting` declares one, with a default and what else is allowed; with a name alone it gives its value.
fn register_settings(engine: &mut Engine) {
    engine.register_fn(
        "setting",
        |context: NativeCallContext<'_>, name: &str, default: Dynamic, text: &str| -> CallResult {
            setting(&context, name, &default, Allowed::Any, text)
        },
    );
    engine.register_fn(
        "setting",
        |context: NativeCallContext<'_>,
         name: &str,
         default: Dynamic,
         allowed: Dynamic,
         text: &str|
         -> CallResult {
            let allowed = allowed_of(&here(&context), name, &allowed).map_err(thrown)?;
            setting(&context, name, &default, allowed, text)
        },
    );
    engine.register_fn("setting", |context: NativeCallContext<'_>, name: &str| {
        PEN.with_borrow(|pen| {
            let given = pen.settings.iter().find(|one| one.name == name).map(|one| &one.value);
            let default = pen.settings_info.iter().find(|one| one.name == name).map(|one| &one.default);
            given.or(default).map(exchange::of_setting)
        })
        .ok_or_else(|| {
            let wrong = Wrong::Unknown { what: "setting", name: name.to_owned(), context: " above".into() };
            let remedy = format!("Declare it before this line: setting({name:?}, 0, \"What it is.\");");
            thrown(ScenarioProblem::new(here(&context), wrong).with_remedy(remedy))
        })
    });
}

/// `deck` declares a deck of cards.
fn deck(context: NativeCallContext<'_>, name: &str, title: &str, cards: Array) -> CallResult {
    let cards = cards.iter().map(|card| read_card(&here(&context), card));
    let cards: Vec<Card> = cards.collect::<Result<_, _>>().map_err(thrown)?;
    let twice = |at: usize| cards[..at].iter().any(|other| other.id == cards[at].id);
    if let Some(at) = (0..cards.len()).find(|&at| twice(at)) {
        let wrong = Wrong::Twice { what: "the card", name: cards[at].id.clone() };
        let remedy = "Write it once, with count: 2 for two of them.";
        return Err(thrown(ScenarioProblem::new(here(&context), wrong).with_remedy(remedy)));
    }
    if cards.is_empty() || cards.len() > MOST {
        let wrong = Wrong::Failed(format!("a deck has 1 to {MOST} different cards"));
        let remedy =
            "Write [#{ id: \"…\", title: \"…\", count: 2 }]; count says how many of a card there are.";
        return Err(thrown(ScenarioProblem::new(here(&context), wrong).with_remedy(remedy)));
    }
    let deck = Deck { name: name.to_owned(), title: title.to_owned(), cards };
    add(&context, "the deck", name, |pen| &mut pen.decks, |one| one.name == name, deck)
}

fn setting(
    context: &NativeCallContext<'_>,
    name: &str,
    default: &Dynamic,
    allowed: Allowed,
    text: &str,
) -> CallResult {
    let at = here(context);
    if name.is_empty() || name.contains(['=', ',']) {
        let wrong = Wrong::Grammar(format!(
            "nobody can set {name:?}: a setting's name isn't empty, and has no = or ,"
        ));
        return Err(thrown(ScenarioProblem::new(at, wrong).with_remedy("Use letters, digits and hyphens.")));
    }
    let field = Field::new(RawValue::from_script(default), at.clone());
    let what = format!("the setting {name:?}");
    let default = match field.raw {
        RawValue::Number(_) => Value::Number(field.number(&what).map_err(thrown)?),
        RawValue::Flag(yes) => Value::Flag(yes),
        _ => Value::Text(field.text(&what).map_err(thrown)?),
    };
    let info = SettingInfo { name: name.to_owned(), default, allowed, text: text.to_owned(), at: at.clone() };
    info.takes(&info.default).map_err(thrown)?;
    let given = PEN.with_borrow(|pen| pen.settings.iter().find(|one| one.name == name).cloned());
    if let Some(given) = given {
        if std::mem::discriminant(&given.value) != std::mem::discriminant(&info.default) {
            let wrong = Wrong::Failed(format!("the table gives {what} a value of another type"));
            return Err(thrown(ScenarioProblem::new(at, wrong)));
        }
        info.takes(&given.value).map_err(thrown)?;
    }
    add(context, "the setting", name, |pen| &mut pen.settings_info, |one| one.name == name, info)
}

/// What a setting may be, as the script says it: `1..=6`, or a list of texts.
fn allowed_of(at: &At, name: &str, allowed: &Dynamic) -> Result<Allowed, ScenarioProblem> {
    let span = match (allowed.read_lock::<RangeInclusive<i64>>(), allowed.read_lock::<Range<i64>>()) {
        (Some(span), _) => Some((*span.start(), *span.end())),
        (None, Some(span)) => Some((span.start, span.end.saturating_sub(1))),
        (None, None) => None,
    };
    if let Some((least, most)) = span
        && let (Ok(least), Ok(most)) = (i32::try_from(least), i32::try_from(most))
        && least <= most
    {
        return Ok(Allowed::Span(least, most));
    }
    let texts: Option<Vec<String>> = allowed.read_lock::<Array>().and_then(|list| {
        list.iter().map(|item| item.read_lock::<ImmutableString>().map(|text| text.to_string())).collect()
    });
    match texts {
        Some(texts) if !texts.is_empty() => Ok(Allowed::Words(texts)),
        _ => {
            let what = format!("what the setting {name:?} may be");
            let found = if span.is_some() {
                "a range that is empty, or goes beyond 32 bits".to_owned()
            } else {
                RawValue::from_script(allowed).found()
            };
            let wrong = Wrong::Type { what, found, wanted: "a range, or a list of texts" };
            Err(ScenarioProblem::new(at.clone(), wrong).with_remedy(
                "Write 1..=6 for the numbers from 1 to 6, or [\"light\", \"heavy\"] for two texts.",
            ))
        }
    }
}

fn variable(context: &NativeCallContext<'_>, name: &str, initial: &Dynamic, title: &str) -> CallResult {
    let at = here(context);
    let field = Field::new(RawValue::from_script(initial), at.clone());
    let initial = exchange::datum(&field, &format!("the variable {name:?}")).map_err(thrown)?;
    let one = Variable { name: name.to_owned(), title: title.to_owned(), initial };
    add(context, "the variable", name, |pen| &mut pen.variables, |(one, _)| one.name == name, (one, at))
}

fn read_card(at: &At, card: &Dynamic) -> Result<Card, ScenarioProblem> {
    let Some(map) = card.read_lock::<Map>() else {
        let found = RawValue::from_script(card).found();
        let wrong = Wrong::Type { what: "a card".into(), found, wanted: "a map" };
        return Err(ScenarioProblem::new(at.clone(), wrong)
            .with_remedy("Write #{ id: \"…\", title: \"…\", text: \"…\", count: 1 }."));
    };
    let mut fields = Fields::from_script("the card", at, &map);
    let id = fields.wanted("id")?;
    let title = fields.text("title")?.unwrap_or_else(|| id.clone());
    let text = fields.text("text")?.unwrap_or_default();
    let count = match fields.number("count")?.unwrap_or(1) {
        count @ 1..=20 => u8::try_from(count).unwrap_or(1),
        other => {
            let what = format!("\"count\" of the card {id:?}");
            let found = format!("the number {other}");
            let wrong = Wrong::Type { what, found, wanted: "a number from 1 to 20" };
            return Err(
                ScenarioProblem::new(at.clone(), wrong).with_remedy("Write count: 1, or leave it out.")
            );
        }
    };
    fields.nothing_else(&["id", "title", "text", "count"])?;
    Ok(Card { id, title, text, count })
}

fn heading(at: &At, map: &Map) -> Result<RuleHeading, ScenarioProblem> {
    let mut fields = Fields::from_script("the rule", at, map);
    let title = fields.title()?;
    let modules = match fields.take("modules").map(|field| exchange::datum(&field, "\"modules\" of the rule"))
    {
        None => None,
        Some(modules) => Some(modules?),
    };
    let modules = match modules {
        Some(muster_contract::hooks::Datum::Texts(modules)) if !modules.is_empty() => modules,
        Some(muster_contract::hooks::Datum::Text(module)) => vec![module],
        _ => {
            let wrong = Wrong::Missing { what: "the rule".into(), name: "modules".into() };
            return Err(ScenarioProblem::new(at.clone(), wrong)
                .with_remedy("Say for which modules it is: modules: [\"brigade\"]."));
        }
    };
    let heading = RuleHeading {
        id: String::new(),
        title,
        modules,
        text: fields.text("text")?.unwrap_or_default(),
        citation: fields.text("citation")?.unwrap_or_default(),
        sees_hidden: fields.flag("hidden")?.unwrap_or_default(),
        settings: Vec::new(),
        at: at.clone(),
    };
    fields.nothing_else(&["title", "modules", "text", "citation", "hidden"])?;
    Ok(heading)
}
