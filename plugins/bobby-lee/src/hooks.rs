//! The hooks of optional and house rules, and what they may ask and change.

use muster_contract::hooks::{Datum, Fact};
use muster_contract::{ChangeInfo, DatumType, EffectKind, FactInfo, HookInfo, QueryInfo, Refusal};
use muster_sdk::description::{change, fact, hook, modifies, query};
use muster_sdk::{Facts, Resolution, Scripts, refuse, text_fact, two_seats};

use crate::state::BobbyLee;
use crate::world::{Side, Unit};

/// A quarter begins.
const QUARTER: &str = "quarter";
/// A player turn begins.
const TURN: &str = "player-turn";
/// A unit fires.
const FIRE: &str = "fire";
/// A supply turn begins.
const SUPPLY: &str = "supply-turn";
/// Replacement points are given.
const REPLACEMENTS: &str = "replacements";
/// A leader roll is made.
const LEADERS: &str = "leader-roll";

/// The hooks, for the description.
pub(crate) fn hooks() -> Vec<HookInfo> {
    use DatumType::{Number, Text};
    use EffectKind::{Ask, Draw, Edit, Modify, Note, Offer, Roll, Set};
    let side = || fact("side", Text, "Whose: \"us\" or \"cs\".");
    let date = || {
        vec![
            fact("year", Number, "The year."),
            fact("quarter", Number, "The quarter: 1 is spring, 4 winter."),
        ]
    };
    let dated = |more: Vec<FactInfo>| [more, date()].concat();
    vec![
        hook(
            QUARTER,
            "A quarter is about to begin with the bid.",
            "1",
            date(),
            "fn news(facts) {\n    if facts.quarter == 1 { note(\"Spring.\"); }\n}",
        ),
        HookInfo {
            effects: vec![Set, Note, Roll, Ask, Modify, Offer, Draw, Edit],
            ..modifies(
                &["mud"],
                hook(
                    TURN,
                    "A player turn begins, before leaders are activated.",
                    "1.2",
                    dated(vec![side(), fact("mud", Number, "1 if this turn has mud, else 0.")]),
                    "fn wet_spring(facts) {\n    if facts.quarter == 1 { modify(\"mud\", 1); }\n}",
                ),
            )
        },
        modifies(
            &["dice", "firepower"],
            hook(
                FIRE,
                "A unit is about to roll for its fire.",
                "6.6",
                vec![
                    side(),
                    fact("unit", Text, "The unit; everybody sees it."),
                    fact("hex", Text, "Where the battle is."),
                    fact("dice", Number, "Its dice; kept within 0 and 12."),
                    fact("firepower", Number, "Its firepower; kept within 0 and 5."),
                ],
                "fn yell(facts) {\n    if facts.side == \"cs\" { modify(\"dice\", 1); }\n}",
            ),
        ),
        hook(
            SUPPLY,
            "A quarter is over and the supply turn begins.",
            "9",
            date(),
            "fn accounts(facts) {\n    note(\"The quarter is over.\");\n}",
        ),
        modifies(
            &["us", "cs"],
            hook(
                REPLACEMENTS,
                "Both sides are about to spend replacement points.",
                "9.5",
                dated(vec![
                    fact("us", Number, "The Union's points; kept within 0 and 60."),
                    fact("cs", Number, "The Confederacy's."),
                ]),
                "fn blockade(facts) {\n    modify(\"cs\", -1);\n}",
            ),
        ),
        modifies(
            &["modifier"],
            hook(
                LEADERS,
                "A side is about to make its leader roll.",
                "5.2",
                dated(vec![
                    side(),
                    fact("modifier", Number, "What is added to the roll; kept within -12 and 12."),
                ]),
                "fn patience(facts) {\n    modify(\"modifier\", -1);\n}",
            ),
        ),
    ]
}

/// The questions, for the description.
pub(crate) fn queries() -> Vec<QueryInfo> {
    let hex = || vec![fact("hex", DatumType::Text, "The hex.")];
    vec![
        query(
            "victory",
            "Where the victory marker stands: above 0 the Union is ahead.",
            Vec::new(),
            DatumType::Number,
            "ask(\"victory\", #{}, \"answered\");",
        ),
        query(
            "holder-of",
            "Whose units alone are in a hex: \"us\", \"cs\" or an empty text.",
            hex(),
            DatumType::Text,
            "ask(\"holder-of\", #{ hex: \"0403\" }, \"answered\");",
        ),
        query(
            "units-in",
            "How many units are in a hex.",
            hex(),
            DatumType::Number,
            "ask(\"units-in\", #{ hex: \"0403\" }, \"answered\");",
        ),
    ]
}

/// The changes, for the description.
pub(crate) fn changes() -> Vec<ChangeInfo> {
    vec![
        change("#{ place: unit, at: hex }", "Puts a unit into a hex; refused where the enemy is."),
        change(
            "#{ remove: unit }",
            "Takes a unit off the map: troops into the replacement pool, leaders for good.",
        ),
        change(
            "#{ set: unit, attribute: \"strength\", value: number }",
            "Gives a unit on the map so many steps.",
        ),
        change(
            "#{ fact: \"victory\", value: number }",
            "Moves the victory marker, short of either side's decisive victory.",
        ),
        change("#{ fact: \"mud\", value: number }", "Makes this player turn muddy (1) or dry (0)."),
        change(
            "#{ fact: \"year\", value: number }",
            "Changes the year, 1861 to the last; \"quarter\" the quarter, 1 to 4.",
        ),
    ]
}

impl Scripts for BobbyLee {
    /// Answers a question of a rule.
    fn query(&self, name: &str, facts: &[Fact]) -> Result<Datum, Refusal> {
        let hex = || {
            let id = text_fact(facts, "hex", "")?;
            self.world.find(id).ok_or_else(|| refuse(format!("there is no hex \"{id}\""), "2.1"))
        };
        match name {
            "victory" => Ok(Datum::Number(self.victory.into())),
            "holder-of" => {
                let hex = hex()?;
                let holder = Side::ALL.into_iter().find(|&side| self.holds(side, hex));
                Ok(Datum::Text(holder.map_or("", Side::id).to_owned()))
            }
            "units-in" => {
                let hex = hex()?;
                let count: u8 = Side::ALL.into_iter().map(|side| self.count(side, hex)).sum();
                Ok(Datum::Number(count.into()))
            }
            _ => Err(refuse(format!("there is no question \"{name}\""), "")),
        }
    }

    fn reseat(&mut self, sides: &[String]) -> Result<(), Refusal> {
        *self = Self::laid_out(self.world.clone(), two_seats(sides, "1")?);
        Ok(())
    }
}

impl BobbyLee {
    fn dated(&self) -> Facts {
        Facts::new().number("year", self.year).number("quarter", self.quarter)
    }

    pub(crate) fn hook_quarter(&mut self, resolution: &mut Resolution<'_>) {
        resolution.hook(self, QUARTER, Self::dated);
    }

    /// §5 sidebar: what rules make of the weather of a player turn.
    pub(crate) fn hook_turn(&mut self, resolution: &mut Resolution<'_>) {
        let before = i32::from(self.mud);
        let answer = resolution
            .hook(self, TURN, |state| state.dated().text("side", state.active.id()).number("mud", before));
        // A rule may also have set it as a fact, after a roll.
        let set = i32::from(self.mud);
        self.mud = answer.number("mud", set) > 0;
    }

    /// §6.6: what rules make of a unit's dice and firepower.
    pub(crate) fn hook_fire(
        &mut self,
        unit: Unit,
        dice: u8,
        firepower: u8,
        resolution: &mut Resolution<'_>,
    ) -> (u8, u8) {
        let answer = resolution.hook(self, FIRE, |state| {
            let info = state.world.unit(unit);
            Facts::new()
                .text("side", info.side.id())
                .text("unit", info.id.as_str())
                .text("hex", state.world.name(state.fought().hex))
                .number("dice", dice)
                .number("firepower", firepower)
        });
        (
            answer.number("dice", dice.into()).clamp(0, 12) as u8,
            answer.number("firepower", firepower.into()).clamp(0, 5) as u8,
        )
    }

    pub(crate) fn hook_supply(&mut self, resolution: &mut Resolution<'_>) {
        resolution.hook(self, SUPPLY, Self::dated);
    }

    /// §9.5: what rules make of the replacement points.
    pub(crate) fn hook_replacements(&mut self, resolution: &mut Resolution<'_>) {
        let [us, cs] = self.points;
        let answer =
            resolution.hook(self, REPLACEMENTS, |state| state.dated().number("us", us).number("cs", cs));
        for (side, name) in [(Side::Us, "us"), (Side::Cs, "cs")] {
            let so_far = self.points[side as usize];
            self.points[side as usize] = answer.number(name, so_far.into()).clamp(0, 60) as u8;
        }
    }

    /// §5.2: what rules make of the modifier of a leader roll.
    pub(crate) fn hook_leader_roll(
        &mut self,
        side: Side,
        modifier: i8,
        resolution: &mut Resolution<'_>,
    ) -> i8 {
        let answer = resolution
            .hook(self, LEADERS, |state| state.dated().text("side", side.id()).number("modifier", modifier));
        answer.number("modifier", modifier.into()).clamp(-12, 12) as i8
    }
}
