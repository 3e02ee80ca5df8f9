//! Where optional and house rules have a say, and what they may ask.

use muster_contract::hooks::{Datum, Fact};
use muster_contract::{ChangeInfo, DatumType, HookInfo, QueryInfo, Refusal};
use muster_sdk::description::{change, fact, hook, modifies, query};
use muster_sdk::{Facts, Resolution, Scripts, refuse, text_fact, two_seats};

use crate::state::BullRun;
use crate::world::{Edge, Locale, Side};

/// Before the set-up.
const SET_UP: &str = "set-up";
/// A turn begins.
const TURN: &str = "turn";
/// Command cards were played.
const POINTS: &str = "command-points";
/// An assault is about to be decided.
pub(crate) const ASSAULT: &str = "assault";
/// A bombardment is.
pub(crate) const BOMBARD: &str = "bombard";

/// The hooks, for the description.
pub(crate) fn hooks() -> Vec<HookInfo> {
    use DatumType::{Number, Text};
    let side = || fact("side", Text, "Whose: \"us\" or \"cs\".");
    let fight = |name, section, when, locale, outcome, example| {
        let boundary = fact("boundary", Text, "The boundary that it goes over.");
        let facts = vec![side(), boundary, fact("locale", Text, locale), fact("outcome", Number, outcome)];
        modifies(&["outcome"], hook(name, when, section, facts, example))
    };
    vec![
        modifies(
            &["us-morale", "cs-morale"],
            hook(
                SET_UP,
                "The sides are settled, and the set-up is about to begin.",
                "5",
                vec![
                    fact("us-morale", Number, "The Union's starting morale; kept within 1 and 25."),
                    fact("cs-morale", Number, "The Confederacy's."),
                ],
                "fn shaken(facts) {\n    modify(\"us-morale\", -1);\n}",
            ),
        ),
        hook(
            TURN,
            "A player's turn begins.",
            "6",
            vec![side(), fact("round", Number, "The round: 1 is 6am, 7 is noon, 15 is 8pm.")],
            "fn noon(facts) {\n    if facts.round == 7 && facts.side == \"us\" { note(\"It is very hot.\"); }\n}",
        ),
        modifies(
            &["points"],
            hook(
                POINTS,
                "The active player has played his command cards.",
                "7.3",
                vec![side(), fact("points", Number, "His command points; kept within 0 and 9.")],
                "fn slow(facts) {\n    if facts.side == \"us\" { modify(\"points\", -1); }\n}",
            ),
        ),
        fight(
            ASSAULT,
            "8.2",
            "An assault is about to be decided; all its units are known.",
            "The locale that is assaulted.",
            "The outcome; above 0 it succeeds. Kept within -9 and 9.",
            "fn yell(facts) {\n    if facts.side == \"cs\" { modify(\"outcome\", 1); }\n}",
        ),
        fight(
            BOMBARD,
            "8.3",
            "A bombardment is about to be decided.",
            "The locale that is bombarded.",
            "The losses, if above 0; kept within -9 and 9.",
            "fn smoke(facts) {\n    modify(\"outcome\", -1);\n}",
        ),
    ]
}

/// The questions, for the description.
pub(crate) fn queries() -> Vec<QueryInfo> {
    vec![
        query(
            "morale-of",
            "An army's morale.",
            vec![fact("side", DatumType::Text, "\"us\" or \"cs\".")],
            DatumType::Number,
            "ask(\"morale-of\", #{ side: \"us\" }, \"answered\");",
        ),
        query(
            "holder-of",
            "Whose units are in a locale: \"us\", \"cs\" or an empty text.",
            vec![fact("locale", DatumType::Text, "The locale.")],
            DatumType::Text,
            "ask(\"holder-of\", #{ locale: \"13\" }, \"answered\");",
        ),
        query(
            "units-in",
            "How many units are in a locale.",
            vec![fact("locale", DatumType::Text, "The locale.")],
            DatumType::Number,
            "ask(\"units-in\", #{ locale: \"13\" }, \"answered\");",
        ),
    ]
}

/// The changes, for the description.
pub(crate) fn changes() -> Vec<ChangeInfo> {
    vec![
        change(
            "#{ place: unit, at: locale, edge: boundary }",
            "Puts a unit into a locale's reserve or, with a boundary, onto that approach; refused where capacity or the enemy forbid it.",
        ),
        change("#{ remove: unit }", "Takes a unit off the map."),
        change(
            "#{ set: unit, attribute: \"strength\", value: 2 }",
            "Gives a unit another strength of its kind.",
        ),
        change("#{ set: unit, attribute: \"face-up\", value: true }", "Turns a unit face up for everyone."),
        change(
            "#{ set: unit, attribute: \"ranging\", value: true }",
            "Has artillery range that secures an approach.",
        ),
        change(
            "#{ set: unit, attribute: \"disrupted\", value: true }",
            "Makes infantry disrupted, in reserve.",
        ),
        change("#{ fact: \"us-morale\", value: 20 }", "An army's morale, 0 to 25; \"cs-morale\" likewise."),
        change("#{ fact: \"points\", value: 3 }", "The command points that are left, 0 to 9."),
        change("#{ fact: \"round\", value: 7 }", "The round, from 1 to the last."),
    ]
}

impl Scripts for BullRun {
    /// Answers a question of a rule.
    fn query(&self, name: &str, facts: &[Fact]) -> Result<Datum, Refusal> {
        let locale = || {
            let id = text_fact(facts, "locale", "")?;
            self.world.find(id).ok_or_else(|| refuse(format!("there is no locale \"{id}\""), "4.3.1"))
        };
        match name {
            "morale-of" => {
                let id = text_fact(facts, "side", "")?;
                let side =
                    Side::named(id).ok_or_else(|| refuse(format!("there is no side \"{id}\""), "13"))?;
                Ok(Datum::Number(self.morale[side as usize].into()))
            }
            "holder-of" => {
                let holder = self.holder(locale()?);
                Ok(Datum::Text(holder.map_or("", Side::id).to_owned()))
            }
            "units-in" => Ok(Datum::Number(self.count(locale()?).into())),
            _ => Err(refuse(format!("there is no question \"{name}\""), "")),
        }
    }

    fn reseat(&mut self, sides: &[String]) -> Result<(), Refusal> {
        self.seats = two_seats(sides, "1")?;
        Ok(())
    }
}

impl BullRun {
    /// §5: what rules make of the starting morale.
    pub(crate) fn hook_set_up(&mut self, resolution: &mut Resolution<'_>) {
        let [us, cs] = self.morale;
        let answer =
            resolution.hook(self, SET_UP, |_| Facts::new().number("us-morale", us).number("cs-morale", cs));
        for (side, name) in [(Side::Us, "us-morale"), (Side::Cs, "cs-morale")] {
            let so_far = self.morale[side as usize];
            self.morale[side as usize] = answer.number(name, so_far.into()).clamp(1, 25) as u8;
        }
    }

    pub(crate) fn hook_turn(&mut self, resolution: &mut Resolution<'_>) {
        resolution.hook(self, TURN, |state| {
            Facts::new().text("side", state.active.id()).number("round", state.round)
        });
    }

    /// §7.3: what rules make of the command points.
    pub(crate) fn hook_points(&mut self, points: u8, resolution: &mut Resolution<'_>) -> u8 {
        let answer = resolution.hook(self, POINTS, |state| {
            Facts::new().text("side", state.active.id()).number("points", points)
        });
        answer.number("points", points.into()).clamp(0, 9) as u8
    }

    /// What rules make of the outcome of an assault (§8.2 step 5) or a bombardment (§8.3 step 3) over a boundary, into a locale.
    pub(crate) fn hook_outcome(
        &mut self,
        hook: &str,
        (edge, to): (Edge, Locale),
        outcome: i8,
        resolution: &mut Resolution<'_>,
    ) -> i8 {
        let answer = resolution.hook(self, hook, |state| {
            Facts::new()
                .text("side", state.active.id())
                .text("boundary", state.world.edge(edge).id.as_str())
                .text("locale", state.world.name(to))
                .number("outcome", outcome)
        });
        match answer.number("outcome", outcome.into()) {
            same if same == i32::from(outcome) => outcome,
            other => other.clamp(-9, 9) as i8,
        }
    }
}
