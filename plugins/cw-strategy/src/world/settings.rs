//! What rosters, boards and scenarios may say and a table may switch on (§1, §2, §13, §14), each declared once.

use muster_contract::{AttributeInfo, Position, Refusal, RuleOption};
use muster_sdk::setting::{Choice, Flag, Number, Text, Word};
use muster_sdk::{Table, refuse};

use super::{City, CityInfo, Facts, Options, Side, find};
use crate::combat::{Centre, Terms};
use crate::economy::MOST_CASH;

const LEADER: &[&str] = &["leader"];
const CITY: &[&str] = &["space"];

pub(super) const RATING: Number =
    Number::fact("rating", 1, 10, "1.4", "How able he is").of(LEADER).required();
pub(super) const LABEL: Text = Text::fact("label", "1.4", "A short name").of(LEADER);
pub(super) const SIZE: Number =
    Number::fact("size", 1, 10_000, "1.3", "Hundreds of men that he begins with, if he has a place")
        .of(LEADER);
pub(super) const EXPERIENCE: Number =
    Number::fact("experience", 0, 10, "1.3", "Of these, if he has a place").of(LEADER);
pub(super) const SUPPLY: Number =
    Number::fact("supply", 0, 10, "1.3", "Of these, if he has a place").of(LEADER);
pub(super) const SHIPS: Text =
    Text::fact("ships", "1.7", "Its ships from left to right: I for ironclads, then W for wooden ones")
        .of(&["fleet"])
        .required();

pub(super) const WORTH: Number = Number::fact("worth", 0, 100, "1.1", "What it is worth").of(CITY).required();
pub(super) const FORT: Number =
    Number::fact("fort", 0, 2, "1.1", "The level of its fort").of(CITY).required();
pub(super) const Y: Number = Number::fact("y", 0, 10_000, "1.1", "How far south it lies").of(CITY).required();
pub(super) const OWNER: Word =
    Word::fact("owner", &["us", "cs", "none"], "1.1", "Whose it is").of(CITY).required();
pub(super) const STATE: Text = Text::fact("state", "1.1", "The state that it lies in").of(CITY).required();
const NUMBER: Number =
    Number::fact("number", 1, 64, "1.1", "A city's number; cities are numbered from 1 without a gap")
        .of(CITY);
const ORDER: Number =
    Number::fact("order", 1, 6, "0.7", "The place of the link in the list of the city that it leads from")
        .of(&["edge"]);

const YEAR: Number = Number::fact("year", 1861, 1899, "3", "The first turn's year").required();
const MONTH: Number = Number::fact("month", 1, 12, "3", "And month").required();
const END_YEAR: Number = Number::fact("end-year", 1861, 1899, "13.3", "The year of the end date").required();
const END_MONTH: Number = Number::fact("end-month", 1, 12, "13.3", "And its month").required();
/// By side, as are capitals and railroads.
const CASH: [Number; 2] = [
    Number::fact("cash-us", 0, MOST_CASH, "2.7", "The Union's money beside what its cities bring").required(),
    Number::fact("cash-cs", 0, MOST_CASH, "2.7", "The Confederacy's").required(),
];
const CAPITAL: [Text; 2] = [
    Text::fact("capital-us", "2.5", "The Union's capital, if it has one"),
    Text::fact("capital-cs", "2.5", "The Confederacy's"),
];
const RAIL: [Number; 2] = [
    Number::fact("rail-us", 0, 10_000, "7.2", "Hundreds of men that a Union train takes").usually(600),
    Number::fact("rail-cs", 0, 10_000, "7.2", "The Confederacy's").usually(300),
];
const ATTACK_FACTOR: Number =
    Number::fact("attack-factor", 0, 100, "10.17", "Hundredths that an attacker loses of the defender's men")
        .usually(11);
const DEFENCE_FACTOR: Number =
    Number::fact("defence-factor", 0, 100, "10.17", "Hundredths that a defender loses of the attacker's")
        .usually(9);
const CEILING: Number = Number::fact("ceiling", 1, 100, "10", "The most that a strength can be").usually(20);
const CITIES_PERCENT: Number =
    Number::fact("cities-percent", 1, 100, "13.4", "Percent of the cities that win").usually(80);
const INCOME_PERCENT: Number =
    Number::fact("income-percent", 50, 100, "13.5", "Percent of both incomes that win").usually(80);
const INCOME_FROM: Number = Number::fact(
    "income-from",
    1,
    1_000,
    "13.5",
    "The turn from whose end on enough of both incomes wins, so that a lesson isn't over before it has been one",
)
.usually(1);
const RATIO: Number = Number::fact("ratio", 1, 100, "13.7", "Times the enemy's men that win").usually(3);
const CAPITAL_ENDS: Flag =
    Flag::fact("capital-ends", "13.6", "Whether a lost capital can end the game; so unless given");
const VARIES: Flag = Flag::fact("vary", "2.12", "Whether the start varies without the option");

/// What rosters and scenarios may say.
pub(crate) fn schema() -> Vec<AttributeInfo> {
    let of_units = [RATING.info(), LABEL.info(), SIZE.info(), EXPERIENCE.info(), SUPPLY.info(), SHIPS.info()];
    let dates = [YEAR, MONTH, END_YEAR, END_MONTH].into_iter().chain(CASH);
    let percents =
        [ATTACK_FACTOR, DEFENCE_FACTOR, CEILING, CITIES_PERCENT, INCOME_PERCENT, INCOME_FROM, RATIO];
    let mut schema = of_units.to_vec();
    schema.extend(dates.map(|fact| fact.info()));
    schema.extend(CAPITAL.map(|fact| fact.info()));
    schema.extend(percents.map(|fact| fact.info()));
    schema.push(CAPITAL_ENDS.info());
    schema.extend(RAIL.map(|fact| fact.info()));
    schema.push(VARIES.info());
    schema
}

/// What cities and links may have (§1.1).
pub(crate) fn board_values() -> Vec<AttributeInfo> {
    let cities = [NUMBER.info(), WORTH.info(), FORT.info(), Y.info(), OWNER.info(), STATE.info()];
    cities.into_iter().chain([ORDER.info()]).collect()
}

const BALANCE: Choice =
    Choice::off("balance", "Balance", "1 helps the Confederacy most, 5 the Union; 3 is even.", "14.1")
        .numbers(&[1, 2, 3, 4, 5], 3);
const REALISM: Choice = Choice::off(
    "realism",
    "Realism",
    "Recruits by a city's worth and none from the enemy's original cities, ground for defenders, isolation, ironclads from March 1862, no Confederate landings, trains by the number of cities, less income from outside, riots.",
    "14.2",
)
.on();
const JANUARY: Choice =
    Choice::off("january", "January campaigns", "Armies may march against the enemy in January.", "14.3")
        .on();
const EVENTS: Choice =
    Choice::off("events", "Random events", "Something may happen at the start of a resolution.", "12");
const EVENT_BALANCE: Choice = Choice::off(
    "event-balance",
    "Whom events favour",
    "Tenths of the chance that one favours the Confederacy; 0 is 5 between players, and 7 or 3 against the classic opponent.",
    "12.2",
)
.numbers(&[0, 3, 5, 7], 0);
const AGGRESSION: Choice = Choice::off("aggression", "Aggression", "How bold the classic opponent is.", "15")
    .numbers(&[0, 1, 2, 3, 4, 5], 3);
const OUTSIDE_INCOME: Choice = Choice::off(
    "outside-income",
    "Income from outside",
    "Between two players the Union has income that no city pays.",
    "11.7",
)
.on();
const BATTLE_BONUS: Choice = Choice::off(
    "battle-bonus",
    "Balance in battle",
    "Whether balance counts in battles between two players.",
    "14.5",
)
.one_of(&["none", "symmetrical"]);
const TIES: Choice =
    Choice::off("ties", "Equal places in the march", "Who goes first: by lot, or the Union.", "9.1")
        .one_of(&["chance", "union"]);
const DEVIATE: Choice = Choice::off(
    "deviate",
    "Losses",
    "What is taken from the sum of twelve draws: 5.5 as in the original, or 6 for fewer losses.",
    "10.17",
)
.one_of(&["5.5", "6"]);
const RAIL_STEP: Choice = Choice::off(
    "rail-step",
    "Railroads",
    "Under realism: hundreds of men that a city more adds to a train.",
    "7.2",
)
.numbers(&[50, 5], 50);
const VARY: Choice = Choice::off("vary", "Varied start", "Armies, fleets, money and leaders vary.", "2.12");
const COMPUTER: Choice = Choice::off(
    "computer",
    "The classic opponent",
    "The side that is played by the classic policy; the rules that favour or hinder a computer hold for it.",
    "0.8",
)
.one_of(&["none", "us", "cs"]);
const ENDS: [Choice; 5] = [
    Choice::off("end-time", "Time ends the war", "At the end date the Confederacy has won.", "13.3").on(),
    Choice::off("end-cities", "Cities end the war", "Enough cities win.", "13.4").on(),
    Choice::off("end-income", "Income ends the war", "Enough of both incomes wins.", "13.5").on(),
    Choice::off(
        "end-capital",
        "Capitals end the war",
        "Whoever takes the enemy's capital and keeps his own wins.",
        "13.6",
    )
    .on(),
    Choice::off("end-ratio", "Numbers end the war", "Enough times the enemy's men win.", "13.7").on(),
];
const PLAY_ON: Choice =
    Choice::off("play-on", "Playing on", "When a condition is met both sides may agree to play on.", "13.9");

/// What a table may choose.
pub(crate) fn rule_options() -> Vec<RuleOption> {
    let first = [BALANCE, REALISM, JANUARY, EVENTS, EVENT_BALANCE, AGGRESSION, OUTSIDE_INCOME, BATTLE_BONUS];
    let then = [TIES, DEVIATE, RAIL_STEP, VARY, COMPUTER];
    let all = first.into_iter().chain(then).chain(ENDS).chain([PLAY_ON]);
    all.map(|option| option.info()).collect()
}

pub(super) fn facts(cities: &Table<City, CityInfo>, position: &Position) -> Result<Facts, Refusal> {
    let facts = &position.setup.facts;
    let begins = (YEAR.read(facts)? as u16, MONTH.read(facts)? as u8);
    let ends = (END_YEAR.read(facts)? as u16, END_MONTH.read(facts)? as u8);
    if begins >= ends {
        return Err(refuse("the game ends before it begins: look at \"end-year\" and \"end-month\"", "13.3"));
    }
    let mut capitals = [None; 2];
    for side in Side::ALL {
        let fact = CAPITAL[side as usize];
        let Some(id) = fact.given(facts)? else { continue };
        let no = |why: String| Err(refuse(format!("\"{}\" is {why}", fact.name()), "2.5"));
        capitals[side as usize] = match find(cities, id) {
            None => return no(format!("{id}, which is no city")),
            Some(city) if cities[city].owner != Some(side) => {
                return no(format!("{}, which isn't {}'s", cities[city].title, side.who()));
            }
            city => city,
        };
    }
    Ok(Facts {
        begins,
        ends,
        cash: [CASH[0].read(facts)?, CASH[1].read(facts)?],
        capitals,
        rail: [RAIL[0].read(facts)?, RAIL[1].read(facts)?],
        cities_percent: CITIES_PERCENT.read(facts)? as u8,
        income_percent: INCOME_PERCENT.read(facts)? as u8,
        income_from: INCOME_FROM.read(facts)? as u16,
        ratio: RATIO.read(facts)? as u8,
    })
}

pub(super) fn options(position: &Position) -> Result<Options, Refusal> {
    let (options, facts) = (&position.setup.options, &position.setup.facts);
    let computer = [None, Some(Side::Us), Some(Side::Cs)][COMPUTER.chosen(options)];
    let mut ends = ENDS.map(|end| end.is_on(options));
    ends[3] &= CAPITAL_ENDS.given(facts)?.unwrap_or(true);
    Ok(Options {
        balance: BALANCE.number(options) as u8,
        realism: REALISM.is_on(options),
        january: JANUARY.is_on(options),
        events: EVENTS.is_on(options),
        // §12.2: 7 for a human Union, 3 for a human Rebel; two players 5.
        event_balance: match (EVENT_BALANCE.number(options), computer) {
            (0, None) => 5,
            (0, Some(Side::Cs)) => 7,
            (0, Some(Side::Us)) => 3,
            (given, _) => given as u8,
        },
        aggression: AGGRESSION.number(options) as u8,
        outside_income: OUTSIDE_INCOME.is_on(options),
        symmetrical: BATTLE_BONUS.chosen(options) == 1,
        union_first: TIES.chosen(options) == 1,
        rail_step: RAIL_STEP.number(options),
        vary: VARY.is_on_or(options, VARIES.read(facts)?),
        computer,
        ends,
        play_on: PLAY_ON.is_on(options),
    })
}

pub(super) fn terms(position: &Position, options: &Options) -> Result<Terms, Refusal> {
    let facts = &position.setup.facts;
    Ok(Terms {
        realism: options.realism,
        ceiling: CEILING.read(facts)? as u8,
        attack_factor: ATTACK_FACTOR.read(facts)? as u8,
        defence_factor: DEFENCE_FACTOR.read(facts)? as u8,
        centre: [Centre::FiveAndAHalf, Centre::Six][DEVIATE.chosen(&position.setup.options)],
    })
}
