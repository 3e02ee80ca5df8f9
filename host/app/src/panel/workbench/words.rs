//! What a house rule did, in words.

use muster_contract::hooks::{Datum, Effect, Fact};
use muster_table::messages::StepAct;

/// A value.
pub fn datum(value: &Datum) -> String {
    match value {
        Datum::Number(number) => number.to_string(),
        Datum::Text(text) => format!("“{text}”"),
        Datum::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        Datum::Numbers(numbers) => {
            format!("[{}]", numbers.iter().map(i32::to_string).collect::<Vec<_>>().join(", "))
        }
        Datum::Texts(texts) => format!("[{}]", texts.join(", ")),
    }
}

/// Named values, one after the other.
pub fn facts(facts: &[Fact]) -> String {
    let one = |fact: &Fact| format!("{} {}", fact.name, datum(&fact.value));
    facts.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn then(function: &str) -> String {
    if function.is_empty() { String::new() } else { format!(", then {function}") }
}

/// An effect.
pub fn effect(effect: &Effect) -> String {
    match effect {
        Effect::Set(fact) => format!("{} is now {}", fact.name, datum(&fact.value)),
        Effect::Modify(one) => format!("{} {:+}", one.name, one.by),
        Effect::Forbid(one) => format!("forbids {}: {}", one.choices, one.line.text),
        Effect::Add(one) => format!("adds “{}”{}", one.choice.label, then(&one.then)),
        Effect::Edit(changes) => match changes.len() {
            1 => "changes the position".to_owned(),
            many => format!("changes the position in {many} ways"),
        },
        Effect::Note(note) => format!("notes “{}”", note.text),
        Effect::Roll(roll) => {
            format!("rolls {}d{} for “{}”{}", roll.count, roll.sides, roll.reason, then(&roll.then))
        }
        Effect::Ask(question) => format!("asks {}{}", question.name, then(&question.then)),
        Effect::Seat(seating) => format!("seat {} plays {}", seating.seat, seating.side),
        Effect::Offer(offer) => {
            let options: Vec<&str> = offer.options.iter().map(|option| option.label.as_str()).collect();
            format!("offers {} “{}”: {}{}", offer.side, offer.prompt, options.join(", "), then(&offer.then))
        }
        Effect::Draw(draw) => format!("draws {} of {} for {}", draw.count, draw.deck, draw.side),
        Effect::Custom(action) => format!("{} {}", action.name, facts(&action.facts)),
    }
}

/// Where a rule was called: its hook, if one did, and the function if that has another name.
pub fn called(act: &StepAct) -> String {
    let (hook, function) = (&act.act.hook, &act.act.function);
    // What goes on after dice or an answer is called by no hook.
    if hook.is_empty() || hook.replace('-', "_") == *function {
        function.clone()
    } else {
        format!("{hook}, {function}")
    }
}

/// A number with a comma between its thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Thousandths of a millisecond in a unit that suits them.
pub fn time(micros: u64) -> String {
    match micros {
        0..10_000 => format!("{} µs", grouped(micros)),
        _ => format!("{} ms", grouped(micros / 1000)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use muster_contract::hooks::{Modification, Roll};

    #[test]
    fn effects_are_told_in_words() {
        let set = Effect::Set(Fact { name: "rain".to_owned(), value: Datum::Flag(true) });
        assert_eq!(effect(&set), "rain is now yes");
        let modify = Effect::Modify(Modification { name: "range".to_owned(), by: -1 });
        assert_eq!(effect(&modify), "range -1");
        let roll = Roll {
            count: 2,
            sides: 6,
            reason: "weather".to_owned(),
            hit: 0,
            then: "after".to_owned(),
            data: Vec::new(),
        };
        assert_eq!(effect(&Effect::Roll(roll)), "rolls 2d6 for “weather”, then after");
    }

    #[test]
    fn numbers_are_told_as_a_person_reads_them() {
        assert_eq!([grouped(7), grouped(1234567)], ["7", "1,234,567"]);
        assert_eq!([time(950), time(12_000)], ["950 µs", "12 ms"]);
    }
}
