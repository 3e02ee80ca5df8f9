//! The facts of the scenario and the options of the table (§1.12, §2, §13, §14).

use muster_contract::{Attribute, Position, Refusal, Value};
use muster_sdk::{Table, number, refuse};

use super::{BattleBonus, City, CityInfo, Facts, Options, Side};
use crate::combat::{Centre, Terms};

fn value<'a>(given: &'a [Attribute], name: &str) -> Option<&'a Value> {
    given.iter().find(|given| given.name == name).map(|given| &given.value)
}

/// A whole number between these, if it is given.
fn within(given: &[Attribute], name: &str, least: i32, most: i32, usual: i32) -> Result<i32, Refusal> {
    match number(given, name) {
        None => match value(given, name) {
            None => Ok(usual),
            Some(_) => Err(refuse(format!("\"{name}\" must be a number from {least} to {most}"), "14")),
        },
        Some(number) if (least..=most).contains(&number) => Ok(number),
        Some(number) => Err(refuse(format!("\"{name}\" is {number}; it goes from {least} to {most}"), "14")),
    }
}

fn flag(given: &[Attribute], name: &str, usual: bool) -> Result<bool, Refusal> {
    match value(given, name) {
        None => Ok(usual),
        Some(Value::Flag(flag)) => Ok(*flag),
        Some(_) => Err(refuse(format!("\"{name}\" must be true or false"), "14")),
    }
}

/// One of these words; the first unless it is given.
fn word(given: &[Attribute], name: &str, words: &[&str]) -> Result<usize, Refusal> {
    match value(given, name) {
        None => Ok(0),
        Some(Value::Text(text)) => words
            .iter()
            .position(|word| word == text)
            .ok_or_else(|| refuse(format!("\"{name}\" is \"{text}\"; it may be {}", words.join(", ")), "14")),
        Some(Value::Number(number)) => {
            word(&[Attribute { name: name.to_owned(), value: Value::Text(number.to_string()) }], name, words)
        }
        Some(_) => Err(refuse(format!("\"{name}\" may be {}", words.join(", ")), "14")),
    }
}

pub(super) fn facts(cities: &Table<City, CityInfo>, position: &Position) -> Result<Facts, Refusal> {
    let facts = &position.setup.facts;
    let must = |name: &str, least: i32, most: i32| {
        if value(facts, name).is_none() {
            return Err(refuse(format!("the scenario must give the fact \"{name}\""), "2"));
        }
        within(facts, name, least, most, 0)
    };
    let date = |year: &str, month: &str| -> Result<(u16, u8), Refusal> {
        Ok((must(year, 1861, 1899)? as u16, must(month, 1, 12)? as u8))
    };
    let (begins, ends) = (date("year", "month")?, date("end-year", "end-month")?);
    if begins >= ends {
        return Err(refuse("the game ends before it begins: look at \"end-year\" and \"end-month\"", "13.3"));
    }
    let mut capitals = [None; 2];
    for side in Side::ALL {
        let name = format!("capital-{}", side.id());
        capitals[side as usize] = match value(facts, &name) {
            None => None,
            Some(Value::Text(id)) => match cities.iter().find(|(_, city)| city.id == *id) {
                None => return Err(refuse(format!("\"{name}\" is {id}, which is no city"), "2.5")),
                Some((_, city)) if city.owner != Some(side) => {
                    let why = format!("\"{name}\" is {}, which isn't {}'s", city.title, side.who());
                    return Err(refuse(why, "2.5"));
                }
                Some((city, _)) => Some(city),
            },
            Some(_) => return Err(refuse(format!("\"{name}\" must name a city"), "2.5")),
        };
    }
    Ok(Facts {
        begins,
        ends,
        cash: [must("cash-us", 0, 19_999)?, must("cash-cs", 0, 19_999)?],
        capitals,
        rail: [within(facts, "rail-us", 0, 10_000, 600)?, within(facts, "rail-cs", 0, 10_000, 300)?],
        cities_percent: within(facts, "cities-percent", 1, 100, 80)? as u8,
        income_percent: within(facts, "income-percent", 50, 100, 80)? as u8,
        ratio: within(facts, "ratio", 1, 100, 3)? as u8,
    })
}

pub(super) fn options(position: &Position) -> Result<Options, Refusal> {
    let (options, facts) = (&position.setup.options, &position.setup.facts);
    let balance = within(options, "balance", 1, 5, 3)? as u8;
    let computer = match word(options, "computer", &["none", "us", "cs"])? {
        0 => None,
        at => Some(Side::ALL[at - 1]),
    };
    // §12.2: 7 for a human Union, 3 for a human Rebel; two players 5.
    let usual = match computer {
        None => 5,
        Some(Side::Cs) => 7,
        Some(Side::Us) => 3,
    };
    let capital_ends = flag(facts, "capital-ends", true)?;
    let ends = [
        flag(options, "end-time", true)?,
        flag(options, "end-cities", true)?,
        flag(options, "end-income", true)?,
        flag(options, "end-capital", capital_ends)? && capital_ends,
        flag(options, "end-ratio", true)?,
    ];
    Ok(Options {
        balance,
        realism: flag(options, "realism", true)?,
        january: flag(options, "january", true)?,
        events: flag(options, "events", false)?,
        event_balance: match within(options, "event-balance", 0, 10, 0)? {
            0 => usual,
            given => given as u8,
        },
        aggression: within(options, "aggression", 0, 5, 3)? as u8,
        outside_income: flag(options, "outside-income", true)?,
        battle_bonus: [BattleBonus::Computer, BattleBonus::Symmetrical]
            [word(options, "battle-bonus", &["none", "symmetrical"])?],
        union_first: word(options, "ties", &["chance", "union"])? == 1,
        rail_step: [50, 5][word(options, "rail-step", &["50", "5"])?],
        vary: flag(options, "vary", flag(facts, "vary", false)?)?,
        computer,
        ends,
        play_on: flag(options, "play-on", false)?,
    })
}

pub(super) fn terms(position: &Position, options: &Options) -> Result<Terms, Refusal> {
    let facts = &position.setup.facts;
    let centre = [Centre::FiveAndAHalf, Centre::Six];
    Ok(Terms {
        realism: options.realism,
        ceiling: within(facts, "ceiling", 1, 100, 20)? as u8,
        attack_factor: within(facts, "attack-factor", 0, 100, 11)? as u8,
        defence_factor: within(facts, "defence-factor", 0, 100, 9)? as u8,
        centre: centre[word(&position.setup.options, "deviate", &["5.5", "6"])?],
    })
}
