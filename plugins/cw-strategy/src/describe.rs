//! What the module says of itself: sides, sequence of play, options, and what scenarios may say.

use muster_contract::{AttributeInfo, Description, PieceForm, RuleOption, Value, ValueType};
use muster_sdk::description::{
    decision, must_say, one_of, option, option_of, overlay, phase, policy, says, side, unit_kind, within,
};

use crate::classic::CLASSIC;

/// An option that is on unless the table switches it off.
fn usual(id: &str, title: &str, text: &str, citation: &str) -> RuleOption {
    RuleOption { default: Value::Flag(true), ..option(id, title, text, citation) }
}

/// An option with these numbers and this one unless the table says otherwise.
fn level(id: &str, title: &str, text: &str, citation: &str, usual: i32, values: &[i32]) -> RuleOption {
    RuleOption {
        default: Value::Number(usual),
        values: values.iter().map(|&value| Value::Number(value)).collect(),
        ..option(id, title, text, citation)
    }
}

fn options() -> Vec<RuleOption> {
    vec![
        level(
            "balance",
            "Balance",
            "1 helps the Confederacy most, 5 the Union; 3 is even.",
            "14.1",
            3,
            &[1, 2, 3, 4, 5],
        ),
        usual(
            "realism",
            "Realism",
            "Recruits by a city's worth and none from the enemy's original cities, ground for defenders, isolation, ironclads from March 1862, no Confederate landings, trains by the number of cities, less income from outside, riots.",
            "14.2",
        ),
        usual("january", "January campaigns", "Armies may march against the enemy in January.", "14.3"),
        option("events", "Random events", "Something may happen at the start of a resolution.", "12"),
        level(
            "event-balance",
            "Whom events favour",
            "Tenths of the chance that one favours the Confederacy; 0 is 5 between players, and 7 or 3 against the classic opponent.",
            "12.2",
            0,
            &[0, 3, 5, 7],
        ),
        level("aggression", "Aggression", "How bold the classic opponent is.", "15", 3, &[0, 1, 2, 3, 4, 5]),
        usual(
            "outside-income",
            "Income from outside",
            "Between two players the Union has income that no city pays.",
            "11.7",
        ),
        option_of(
            "battle-bonus",
            "Balance in battle",
            "Whether balance counts in battles between two players.",
            "14.5",
            &["none", "symmetrical"],
        ),
        option_of(
            "ties",
            "Equal places in the march",
            "Who goes first: by lot, or the Union.",
            "9.1",
            &["chance", "union"],
        ),
        option_of(
            "deviate",
            "Losses",
            "What is taken from the sum of twelve draws: 5.5 as in the original, or 6 for fewer losses.",
            "10.17",
            &["5.5", "6"],
        ),
        level(
            "rail-step",
            "Railroads",
            "Under realism: hundreds of men that a city more adds to a train.",
            "7.2",
            50,
            &[50, 5],
        ),
        option("vary", "Varied start", "Armies, fleets, money and leaders vary.", "2.12"),
        option_of(
            "computer",
            "The classic opponent",
            "The side that is played by the classic policy; the rules that favour or hinder a computer hold for it.",
            "0.8",
            &["none", "us", "cs"],
        ),
        usual("end-time", "Time ends the war", "At the end date the Confederacy has won.", "13.3"),
        usual("end-cities", "Cities end the war", "Enough cities win.", "13.4"),
        usual("end-income", "Income ends the war", "Enough of both incomes wins.", "13.5"),
        usual(
            "end-capital",
            "Capitals end the war",
            "Whoever takes the enemy's capital and keeps his own wins.",
            "13.6",
        ),
        usual("end-ratio", "Numbers end the war", "Enough times the enemy's men win.", "13.7"),
        option("play-on", "Playing on", "When a condition is met both sides may agree to play on.", "13.9"),
    ]
}

/// The module's description.
pub(crate) fn describe() -> Description {
    use ValueType::{Flag, Number, Text};
    let leader = ["leader"];
    Description {
        title: "Civil War Strategy".to_owned(),
        summary: "The whole war in turns of two months: forty cities, two treasuries, and an order sheet that the other side \
                  doesn't see. After the game of W. R. Hutsell and David Mackey."
            .to_owned(),
        sides: vec![
            side("us", "Union", "us", "Take the South, or its capital, before time runs out."),
            side("cs", "Confederate", "cs", "Hold out until the end date, or win sooner."),
        ],
        options: options(),
        phases: vec![
            phase("sheets", "Order sheets", "18.2", 0),
            phase("resolution", "Resolution", "3.4", 0),
            phase("end", "End of the war", "13", 0),
        ],
        kinds: vec![unit_kind("leader", "army", "infantry"), unit_kind("fleet", "fleet", "fleet")],
        schema: vec![
            within(1..=10, must_say("rating", Number, &leader, "1 to 10.")),
            says("label", Text, &leader, "A short name."),
            within(1..=10_000, says("size", Number, &leader, "Hundreds of men that he begins with; those with a place must have it.")),
            within(0..=10, says("experience", Number, &leader, "Of these, 0 to 10.")),
            within(0..=10, says("supply", Number, &leader, "Of these, 0 to 10.")),
            must_say("ships", Text, &["fleet"], "Its ships from left to right: I for ironclads, then W for wooden ones."),
            within(1861..=1899, must_say("year", Number, &[], "The first turn's year.")),
            within(1..=12, must_say("month", Number, &[], "And month, 1 to 12.")),
            within(1861..=1899, must_say("end-year", Number, &[], "The year of the end date.")),
            within(1..=12, must_say("end-month", Number, &[], "And its month.")),
            within(0..=19_999, must_say("cash-us", Number, &[], "The Union's money beside what its cities bring.")),
            within(0..=19_999, must_say("cash-cs", Number, &[], "The Confederacy's.")),
            says("capital-us", Text, &[], "The Union's capital, if it has one."),
            says("capital-cs", Text, &[], "The Confederacy's."),
            within(0..=100, says("attack-factor", Number, &[], "Hundredths that an attacker loses of the defender's men; 11 unless given.")),
            within(0..=100, says("defence-factor", Number, &[], "Hundredths that a defender loses of the attacker's; 9 unless given.")),
            within(1..=100, says("ceiling", Number, &[], "The most that a strength can be; 20 unless given.")),
            within(1..=100, says("cities-percent", Number, &[], "Percent of the cities that win; 80 unless given.")),
            within(50..=100, says("income-percent", Number, &[], "Percent of both incomes that win; 80 unless given.")),
            within(1..=100, says("ratio", Number, &[], "Times the enemy's men that win; 3 unless given.")),
            says("capital-ends", Flag, &[], "Whether a lost capital can end the game; so unless given."),
            within(0..=10_000, says("rail-us", Number, &[], "Hundreds of men that a Union train takes; 600 unless given.")),
            within(0..=10_000, says("rail-cs", Number, &[], "The Confederacy's; 300 unless given.")),
            says("vary", Flag, &[], "Whether the start varies without the option."),
        ],
        overlays: vec![
            overlay("threat", "Threat", "T", false),
            overlay("supply", "Supply", "S", false),
            overlay("rail", "Railroad stations", "R", false),
        ],
        pieces: PieceForm::Flags,
        policies: vec![policy(
            CLASSIC,
            "the classic opponent",
            "Plays as the computer of the original does, step by step.",
            Some("computer"),
        )],
        state_schema: <crate::CwStrategy as muster_sdk::Saves>::STATE_SCHEMA,
        features: ["road", "port", "sea"].map(str::to_owned).to_vec(),
        values: board_values(),
        decisions: vec![
            decision("sheet", "Order sheet", "What the side does this turn, in secret."),
            decision("standing", "Standing orders", "What is taken back, or holds if something happens."),
            decision("order", "An order", "The second part of an order: where to, or who."),
            decision("override", "Play on", "Whether the war goes on although a condition is met."),
        ],
        hooks: crate::hooks::hooks(),
        queries: crate::hooks::queries(),
        changes: crate::hooks::changes(),
    }
}

/// What cities and links may have (§1.1).
fn board_values() -> Vec<AttributeInfo> {
    use ValueType::{Number, Text};
    let (space, edge): (&[&str], &[&str]) = (&["space"], &["edge"]);
    let city = |name, text| says(name, Number, space, text);
    vec![
        city("number", "A city's number; cities are numbered from 1 without a gap."),
        within(0..=100, city("worth", "What it is worth, 0 to 100.")),
        within(0..=2, city("fort", "The level of its fort, 0 to 2.")),
        within(0..=10_000, city("y", "How far south it lies, 0 to 10,000.")),
        one_of(&["us", "cs", "none"], says("owner", Text, space, "Whose it is: us, cs or none.")),
        says("state", Text, space, "The state that it lies in."),
        says("order", Number, edge, "The place of the link in the list of the city that it leads from."),
    ]
}
