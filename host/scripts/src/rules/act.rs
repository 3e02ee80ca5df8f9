//! The functions that a rule's functions call in a game: each writes an effect down.

use muster_contract::hooks::{
    Action, Addition, Draw, Effect, Fact, Modification, Note, Prohibition, Question, Roll, RuleChoice,
    Seating,
};
use muster_contract::{Attribute, Change, EffectKind, Line, Target, Value};
use rhai::{Array, Dynamic, Engine, Map, NativeCallContext};

use super::call::{CALL, Call, failed, known, unknown, with_call};
use super::{bounds, exchange, reference};
use crate::dialect;
use crate::problem::{At, ScenarioProblem, Wrong};
use crate::raw::{Field, Fields, RawValue};
use crate::record::{CallResult, here, thrown};
use crate::sandbox;

/// How many effects a call may have, and how much they may weigh together, in bytes of text.
const MOST_EFFECTS: usize = 200;
const MOST_WEIGHT: usize = 128 * 1024;
/// How many lines a call may print.
const MOST_LINES: usize = 100;

/// Writes an effect down.
pub(super) fn effect(
    context: &NativeCallContext<'_>,
    kind: EffectKind,
    weight: usize,
    make: impl FnOnce(&Call, &At) -> Result<Effect, ScenarioProblem>,
) -> CallResult {
    with_call(context, |call, at| {
        if !call.permits(kind) {
            let name = reference::effect_function(kind);
            let Some(hook) = &call.hook else {
                let why = format!("there is no decision and no number here that {name} could be about");
                return Err(failed(at, why).with_remedy("Do it in the function that a hook calls."));
            };
            let takes: Vec<&str> =
                hook.effects.iter().map(|kind| reference::effect_function(*kind)).collect();
            return Err(failed(at, format!("the hook {:?} takes no {name}", hook.id))
                .with_remedy(format!("It takes {}.", takes.join(", "))));
        }
        call.weight += weight + 16;
        if call.effects.len() >= MOST_EFFECTS || call.weight > MOST_WEIGHT {
            let wrong = Wrong::Runaway("it wants too much done at once".into());
            return Err(ScenarioProblem::new(at.clone(), wrong).with_remedy(format!(
                "One call may have up to {MOST_EFFECTS} effects, of {MOST_WEIGHT} bytes together."
            )));
        }
        let effect = make(call, at)?;
        if weight > bounds::LONGEST_TEXT {
            bounds::check_effect(&effect, at)?;
        }
        call.effects.push(effect);
        Ok(())
    })
}

/// How much a value weighs.
pub(super) fn weight(value: &Dynamic) -> usize {
    RawValue::from_script(value).weight()
}

/// Returns an engine for calls, without the function that offers.
pub(super) fn engine() -> Engine {
    let mut engine = sandbox::engine(&dialect::CALL);
    engine.on_print(printed);
    engine.on_debug(|text, _, position| printed(&format!("{}: {text}", position.line().unwrap_or_default())));
    variables(&mut engine);
    decisions(&mut engine);
    position(&mut engine);
    chance(&mut engine);
    engine
}

fn printed(text: &str) {
    CALL.with_borrow_mut(|call| {
        if let Some(call) = call.as_mut().filter(|call| call.printed.len() < MOST_LINES) {
            call.printed.push(text.chars().take(400).collect());
        }
    });
}

fn variables(engine: &mut Engine) {
    engine.register_fn("get", |context: NativeCallContext<'_>, name: &str| {
        with_call(&context, |call, at| {
            let found = call.variables.iter().find(|fact| fact.name == name);
            found.map(|fact| exchange::dynamic(&fact.value)).ok_or_else(|| {
                unknown("variable", name, call.variables.iter().map(|fact| fact.name.as_str()), at)
            })
        })
    });
    engine.register_fn("setting", |context: NativeCallContext<'_>, name: &str| {
        with_call(&context, |call, at| {
            let found = call.frame.settings.iter().find(|one| one.name == name);
            found.map(|one| exchange::of_setting(&one.value)).ok_or_else(|| {
                unknown("setting", name, call.frame.settings.iter().map(|one| one.name.as_str()), at)
            })
        })
    });
    engine.register_fn("set", |context: NativeCallContext<'_>, name: &str, value: Dynamic| -> CallResult {
        let mut fact = None;
        with_call(&context, |call, at| {
            let names: Vec<&str> = call.variables.iter().map(|fact| fact.name.as_str()).collect();
            known("variable", name, names.into_iter(), at)?;
            let variable = call.variables.iter_mut().find(|fact| fact.name == name);
            let variable = variable.expect("it was found by its name");
            let field = Field::new(RawValue::from_script(&value), at.clone());
            variable.value = exchange::like(&field, &format!("the variable {name:?}"), &variable.value)?;
            fact = Some(variable.clone());
            Ok(())
        })?;
        let fact = fact.expect("it was set");
        effect(&context, EffectKind::Set, weight(&value), |_, _| Ok(Effect::Set(fact)))
    });
}

fn decisions(engine: &mut Engine) {
    engine.register_fn("modify", |context: NativeCallContext<'_>, name: &str, by: i64| -> CallResult {
        effect(&context, EffectKind::Modify, name.len(), |call, at| {
            let numbers = call.hook.iter().flat_map(|hook| hook.numbers.iter().map(String::as_str));
            let name = known("number of this hook", name, numbers, at)?;
            let by = i32::try_from(by).map_err(|_| failed(at, format!("{by} is too much")))?;
            Ok(Effect::Modify(Modification { name, by }))
        })
    });
    engine.register_fn("forbid", |context: NativeCallContext<'_>, choices: &str, why: &str| -> CallResult {
        effect(&context, EffectKind::Forbid, choices.len() + why.len(), |_, _| {
            let line = Line { text: why.to_owned(), citation: None };
            Ok(Effect::Forbid(Prohibition { choices: choices.to_owned(), line }))
        })
    });
    engine.register_fn("add", |context: NativeCallContext<'_>, map: Map| -> CallResult {
        let heavy = weight(&Dynamic::from_map(map.clone()));
        effect(&context, EffectKind::Add, heavy, |call, at| {
            let data = map.get("data").map_or(Ok(Vec::new()), |data| read_data(data, at))?;
            let mut fields = Fields::from_script("the choice", at, &map);
            let then = call.then(&fields.wanted("then")?, at)?;
            fields.take("data");
            let choice = choice(fields)?;
            Ok(Effect::Add(Addition { choice, then, data }))
        })
    });
}

/// Reads a choice from a map.
pub(super) fn choice(mut fields: Fields) -> Result<RuleChoice, ScenarioProblem> {
    let id = fields.wanted("id")?;
    let targets = [
        fields.text("unit")?.map(Target::Unit),
        fields.text("space")?.map(Target::Space),
        fields.text("edge")?.map(Target::Edge),
        fields.text("card")?.map(Target::Card),
    ];
    let choice = RuleChoice {
        label: fields.text("label")?.unwrap_or_else(|| id.clone()),
        id,
        target: targets.into_iter().flatten().next(),
        cost: fields.text("cost")?.unwrap_or_default(),
        text: fields.text("text")?.unwrap_or_default(),
        weight: u32::try_from(fields.number("weight")?.unwrap_or(1)).unwrap_or(0),
    };
    if choice.id.is_empty() || choice.id.len() > 80 || choice.id.contains(char::is_control) {
        return Err(failed(&fields.at, "a choice's id has 1 to 80 letters")
            .with_remedy("Give it a short id, and the long text as its label."));
    }
    fields.nothing_else(&["id", "label", "unit", "space", "edge", "card", "cost", "text", "weight"])?;
    Ok(choice)
}

pub(super) fn read_data(data: &Dynamic, at: &At) -> Result<Vec<Fact>, ScenarioProblem> {
    match data.read_lock::<Map>() {
        Some(map) => exchange::facts(&map, at),
        None => {
            let found = RawValue::from_script(data).found();
            let wrong = Wrong::Type { what: "\"data\"".into(), found, wanted: "a map" };
            Err(ScenarioProblem::new(at.clone(), wrong))
        }
    }
}

fn position(engine: &mut Engine) {
    engine.register_fn("edit", |context: NativeCallContext<'_>, map: Map| -> CallResult {
        edit(&context, &[Dynamic::from_map(map)])
    });
    engine.register_fn("edit", |context: NativeCallContext<'_>, list: Array| -> CallResult {
        edit(&context, &list)
    });
    engine.register_fn("seat", |context: NativeCallContext<'_>, seat: i64, side: &str| -> CallResult {
        effect(&context, EffectKind::Seat, side.len(), |call, at| {
            let side = call.side(side, at)?;
            let seat = u8::try_from(seat).map_err(|_| {
                failed(at, format!("there is no seat {seat}")).with_remedy("The first seat is 0.")
            })?;
            Ok(Effect::Seat(Seating { seat, side }))
        })
    });
    engine.register_fn("custom", |context: NativeCallContext<'_>, name: &str, map: Map| -> CallResult {
        let heavy = weight(&Dynamic::from_map(map.clone())) + name.len();
        effect(&context, EffectKind::Custom, heavy, |_, at| {
            Ok(Effect::Custom(Action { name: name.to_owned(), facts: exchange::facts(&map, at)? }))
        })
    });
}

fn edit(context: &NativeCallContext<'_>, list: &[Dynamic]) -> CallResult {
    effect(context, EffectKind::Edit, list.iter().map(weight).sum(), |_, at| {
        let changes = list.iter().map(|item| match item.read_lock::<Map>() {
            Some(map) => change(Fields::from_script("the change", at, &map)),
            None => {
                let found = RawValue::from_script(item).found();
                let wrong = Wrong::Type { what: "a change".into(), found, wanted: "a map" };
                Err(ScenarioProblem::new(at.clone(), wrong))
            }
        });
        Ok(Effect::Edit(changes.collect::<Result<_, _>>()?))
    })
}

fn change(mut fields: Fields) -> Result<Change, ScenarioProblem> {
    const KEYS: [&str; 4] = ["place", "set", "remove", "fact"];
    let value = |fields: &mut Fields| {
        let at = fields.at.clone();
        let field = fields.take("value").ok_or_else(|| {
            let mistyped =
                fields.mistyped(&["value"]).map(|(key, meant)| format!("Write {meant} instead of {key}."));
            let add = || "Add value: with a number, a text or true or false.".to_owned();
            ScenarioProblem::new(at, Wrong::Missing { what: "the change".into(), name: "value".into() })
                .with_remedy(mistyped.unwrap_or_else(add))
        })?;
        Ok(match &field.raw {
            RawValue::Number(_) => Value::Number(field.number("the value")?),
            RawValue::Flag(yes) => Value::Flag(*yes),
            _ => Value::Text(field.text("the value")?),
        })
    };
    let change = if let Some(unit) = fields.text("place")? {
        let place = fields.place()?;
        let place = place.ok_or_else(|| fields.placeless(format!("the place of {unit:?}")))?;
        Change::Place((unit, place.place))
    } else if let Some(unit) = fields.text("set")? {
        let name = fields.wanted("attribute")?;
        Change::Set((unit, Attribute { name, value: value(&mut fields)? }))
    } else if let Some(unit) = fields.text("remove")? {
        Change::Remove(unit)
    } else if let Some(name) = fields.text("fact")? {
        Change::Fact(Attribute { name, value: value(&mut fields)? })
    } else {
        let why = format!("the change says none of {}", KEYS.join(", "));
        let example = "Write, say, edit(#{ set: \"us-grant\", attribute: \"spent\", value: true }).";
        let mistyped = fields.mistyped(&KEYS).map(|(key, meant)| format!("Write {meant} instead of {key}."));
        return Err(failed(&fields.at, why).with_remedy(mistyped.unwrap_or_else(|| example.to_owned())));
    };
    fields.nothing_else(&[
        "place",
        "at",
        "facing",
        "edge",
        "slot",
        "carrier",
        "set",
        "attribute",
        "value",
        "remove",
        "fact",
    ])?;
    Ok(change)
}

fn chance(engine: &mut Engine) {
    engine.register_fn("note", |context: NativeCallContext<'_>, text: &str| -> CallResult {
        note(&context, Vec::new(), text)
    });
    engine.register_fn("note", |context: NativeCallContext<'_>, side: &str, text: &str| -> CallResult {
        note(&context, vec![side.to_owned()], text)
    });
    engine.register_fn("note", |context: NativeCallContext<'_>, sides: Array, text: &str| -> CallResult {
        let sides = sides.iter().map(|side| side.clone().into_string());
        let sides = sides.collect::<Result<_, _>>().map_err(|_| {
            thrown(failed(&here(&context), "sides are texts").with_remedy("Write note([\"us\"], \"…\")."))
        })?;
        note(&context, sides, text)
    });
    engine.register_fn(
        "roll",
        |context: NativeCallContext<'_>, count: i64, sides: i64, reason: &str, then: &str| -> CallResult {
            roll(&context, (count, sides, 0), reason, then, None)
        },
    );
    engine.register_fn("roll", |context: NativeCallContext<'_>, map: Map| -> CallResult {
        let read = || -> Result<_, ScenarioProblem> {
            let mut fields = Fields::from_script("the roll", &here(&context), &map);
            let number = |fields: &mut Fields, name| Ok(i64::from(fields.number(name)?.unwrap_or(0)));
            let dice =
                (number(&mut fields, "count")?, number(&mut fields, "sides")?, number(&mut fields, "hit")?);
            let (reason, then) = (fields.wanted("reason")?, fields.wanted("then")?);
            fields.take("data");
            fields.nothing_else(&["count", "sides", "hit", "reason", "then", "data"])?;
            Ok((dice, reason, then))
        };
        let (dice, reason, then) = read().map_err(thrown)?;
        roll(&context, dice, &reason, &then, map.get("data"))
    });
    engine.register_fn("draw", |context: NativeCallContext<'_>, deck: &str, side: &str| -> CallResult {
        draw(&context, deck, side, 1)
    });
    engine.register_fn(
        "draw",
        |context: NativeCallContext<'_>, deck: &str, side: &str, count: i64| -> CallResult {
            draw(&context, deck, side, count)
        },
    );
    engine.register_fn(
        "ask",
        |context: NativeCallContext<'_>, name: &str, facts: Map, then: &str| -> CallResult {
            ask(&context, name, &facts, then, &Map::new())
        },
    );
    engine.register_fn(
        "ask",
        |context: NativeCallContext<'_>, name: &str, facts: Map, then: &str, data: Map| -> CallResult {
            ask(&context, name, &facts, then, &data)
        },
    );
}

fn note(context: &NativeCallContext<'_>, sides: Vec<String>, text: &str) -> CallResult {
    effect(context, EffectKind::Note, text.len(), |call, at| {
        for side in &sides {
            call.side(side, at)?;
        }
        Ok(Effect::Note(Note { sides, text: text.to_owned() }))
    })
}

fn roll(
    context: &NativeCallContext<'_>,
    (count, sides, hit): (i64, i64, i64),
    reason: &str,
    then: &str,
    data: Option<&Dynamic>,
) -> CallResult {
    let heavy = reason.len() + data.map_or(0, weight);
    effect(context, EffectKind::Roll, heavy, |call, at| {
        let (dice, faces) = (1..=60, 2..=100);
        if !dice.contains(&count) || !faces.contains(&sides) || !(0..=100).contains(&hit) {
            let why = format!("{count} dice of {sides} sides can't be rolled");
            return Err(failed(at, why).with_remedy("Roll 1 to 60 dice of 2 to 100 sides."));
        }
        let small = |number: i64| u8::try_from(number).unwrap_or(u8::MAX);
        let data = data.map_or(Ok(Vec::new()), |data| read_data(data, at))?;
        let then = call.then(then, at)?;
        let reason = reason.to_owned();
        Ok(Effect::Roll(Roll {
            count: small(count),
            sides: small(sides),
            reason,
            hit: small(hit),
            then,
            data,
        }))
    })
}

fn draw(context: &NativeCallContext<'_>, deck: &str, side: &str, count: i64) -> CallResult {
    effect(context, EffectKind::Draw, 0, |call, at| {
        let (deck, side) = (call.deck(deck, at)?, call.side(side, at)?);
        let count = u8::try_from(count)
            .map_err(|_| failed(at, "0 to 255 cards can be drawn").with_remedy("Draw fewer."))?;
        Ok(Effect::Draw(Draw { deck, side, count }))
    })
}

fn ask(context: &NativeCallContext<'_>, name: &str, facts: &Map, then: &str, data: &Map) -> CallResult {
    let heavy = weight(&Dynamic::from_map(facts.clone())) + weight(&Dynamic::from_map(data.clone()));
    effect(context, EffectKind::Ask, heavy, |call, at| {
        let queries = &call.frame.queries;
        let name = known("question", name, queries.iter().map(|query| query.id.as_str()), at)?;
        let query = queries.iter().find(|query| query.id == name).expect("it was found by its name");
        if query.hidden && !call.frame.sees_hidden {
            return Err(failed(at, format!("the question {name:?} tells what not every seat may know"))
                .with_remedy("Register the rule with hidden: true, which the lobby will show."));
        }
        let facts = exchange::facts(facts, at)?;
        for info in &query.facts {
            if !facts.iter().any(|fact| fact.name == info.name) {
                let wrong =
                    Wrong::Missing { what: format!("the question {name:?}"), name: info.name.clone() };
                let named: Vec<String> = query.facts.iter().map(|fact| format!("{}: …", fact.name)).collect();
                let remedy = format!("Write ask({name:?}, #{{ {} }}, \"…\").", named.join(", "));
                return Err(ScenarioProblem::new(at.clone(), wrong).with_remedy(remedy));
            }
        }
        let then = call.then(then, at)?;
        Ok(Effect::Ask(Question { name, facts, then, data: exchange::facts(data, at)? }))
    })
}
