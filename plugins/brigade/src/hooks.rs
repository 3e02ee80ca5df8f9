//! The hooks of optional and house rules, their queries and changes.

use muster_board::SpaceId;
use muster_contract::hooks::{Datum, Fact};
use muster_contract::{ChangeInfo, DatumType, HookInfo, QueryInfo, Refusal};
use muster_sdk::description::{change, fact, hook, modifies, query};
use muster_sdk::{Facts, Resolution, Scripts, refuse, text_fact};

use crate::state::{Brigade, March, Stage, Way};
use crate::world::{Side, Unit};

/// A side's activation begins.
const ACTIVATION: &str = "activation";
/// A general has rolled for his pips.
const PIPS: &str = "pips";
/// All generals have.
const ORDERS: &str = "orders";
/// Units on the march have entered a hex.
const ENTERED: &str = "entered";
/// An order to move was carried out.
const MARCHED: &str = "marched";
/// A unit is about to fire.
const FIRE: &str = "fire";
/// A battery is about to bombard.
const BOMBARD: &str = "bombard";

/// The hooks, for the description.
pub(crate) fn hooks() -> Vec<HookInfo> {
    use DatumType::{Flag, Number, Text, Texts};
    let side = || fact("side", Text, "Whose: \"us\" or \"cs\".");
    let unit = |text: &str| fact("unit", Text, text);
    let shot = |who: &str, hex: &str| {
        vec![
            side(),
            unit(who),
            fact("hex", Text, hex),
            fact("dice", Number, "Its dice; kept within 0 and 20."),
            fact("least", Number, "The least face that hits; kept within 2 and 7, which is never."),
        ]
    };
    vec![
        hook(
            ACTIVATION,
            "A side's activation begins; reinforcements have come, nobody has rolled.",
            "B1",
            vec![
                side(),
                fact("turn", Number, "The turn, from 1."),
                fact("first", Flag, "Whether it is the first activation of the turn."),
                fact("night", Flag, "Whether it is night."),
            ],
            "fn dawn(facts) {\n    if facts.turn == 1 && facts.first { note(\"Mist lies over the field.\"); }\n}",
        ),
        modifies(
            &["pips"],
            hook(
                PIPS,
                "A general has rolled for his pips.",
                "C1",
                vec![
                    side(),
                    unit("The general."),
                    fact("pips", Number, "His pips, 1 to 6; kept within 0 and 12."),
                ],
                "fn slower(facts) {\n    if facts.side == \"us\" { modify(\"pips\", -1); }\n}",
            ),
        ),
        hook(
            ORDERS,
            "All generals of the side have rolled, by day or by night.",
            "C1",
            vec![side(), fact("night", Flag, "Whether it is night.")],
            "fn delay(facts) {\n    ask(\"generals\", #{ side: facts.side }, \"delayed\");\n}\nfn delayed(facts) {\n    if facts.answer.len() > 0 { edit(#{ set: facts.answer[0], attribute: \"pips\", value: 0 }); }\n}",
        ),
        hook(
            ENTERED,
            "Units on the march have entered a hex.",
            "D1",
            vec![
                side(),
                unit("The unit that leads."),
                fact("hex", Text, "Where the lead is now."),
                fact(
                    "contact",
                    Texts,
                    "Enemy brigades, cavalry and artillery beside the hexes of the units on the march.",
                ),
            ],
            "fn seen(facts) {\n    if facts.contact.len() > 0 { note(`Shots near ${facts.hex}.`); }\n}",
        ),
        hook(
            MARCHED,
            "An order to move has been carried out.",
            "C1",
            vec![
                side(),
                fact("units", Texts, "The units, the lead first."),
                fact("hexes", Number, "How many hexes they moved."),
                fact("road", Flag, "Whether every step was by road."),
            ],
            "fn tired(facts) {\n    if facts.hexes > 3 { note(`${facts.units[0]} is out of breath.`); }\n}",
        ),
        modifies(
            &["dice", "least"],
            hook(
                FIRE,
                "A unit is about to fire in combat.",
                "F1",
                shot("Who fires.", "The hex fired on."),
                "fn smoke(facts) {\n    modify(\"dice\", -1);\n}",
            ),
        ),
        modifies(
            &["dice", "least"],
            hook(
                BOMBARD,
                "A battery is about to bombard a hex.",
                "E1",
                shot("The battery.", "The hex."),
                "fn haze(facts) {\n    modify(\"least\", 1);\n}",
            ),
        ),
    ]
}

/// The questions, for the description.
pub(crate) fn queries() -> Vec<QueryInfo> {
    use DatumType::{Text, Texts};
    let unit = || fact("unit", Text, "The unit.");
    vec![
        query(
            "generals",
            "The generals of a side who are on the board.",
            vec![fact("side", Text, "\"us\" or \"cs\".")],
            Texts,
            "ask(\"generals\", #{ side: \"us\" }, \"answered\");",
        ),
        query(
            "units-in",
            "The units in a hex, in the order of the roster.",
            vec![fact("hex", Text, "The hex.")],
            Texts,
            "ask(\"units-in\", #{ hex: \"0302\" }, \"answered\");",
        ),
        query(
            "pips-of",
            "The pips that a general has left.",
            vec![unit()],
            DatumType::Number,
            "ask(\"pips-of\", #{ unit: \"usa-grant\" }, \"answered\");",
        ),
        query(
            "hex-of",
            "The hex that a unit is in, or an empty text.",
            vec![unit()],
            Text,
            "ask(\"hex-of\", #{ unit: \"usa-hurlbut\" }, \"answered\");",
        ),
        query(
            "retreats",
            "The hexes that a unit could retreat to if it were hit now, by F2.",
            vec![unit()],
            Texts,
            "ask(\"retreats\", #{ unit: \"usa-hurlbut\" }, \"answered\");",
        ),
    ]
}

/// The changes, for the description.
pub(crate) fn changes() -> Vec<ChangeInfo> {
    vec![
        change(
            "#{ place: unit, at: hex, facing: \"N\" }",
            "Puts a unit into a hex; refused in water, with the enemy, where two fighting units are, and for units on the march.",
        ),
        change("#{ remove: unit }", "Takes a unit off the board; it counts as lost."),
        change("#{ set: unit, attribute: \"heavy-casualties\", value: true }", "Gives or takes the marker."),
        change("#{ set: unit, attribute: \"spent\", value: true }", "Whether the unit was activated."),
        change("#{ set: general, attribute: \"pips\", value: 2 }", "His pips, 0 to 12."),
        change("#{ fact: \"turn\", value: 3 }", "The turn, from 1 to the last."),
    ]
}

impl Scripts for Brigade {
    /// Answers a question of a rule.
    fn query(&self, name: &str, facts: &[Fact]) -> Result<Datum, Refusal> {
        let unit = || {
            let id = text_fact(facts, "unit", "")?;
            self.world.unit(id).ok_or_else(|| refuse(format!("there is no unit \"{id}\""), ""))
        };
        let hex_name = |hex: SpaceId| self.world.hex_name(hex).to_owned();
        let ids = |units: &mut dyn Iterator<Item = Unit>| {
            Datum::Texts(units.map(|unit| self.world.info(unit).id.clone()).collect())
        };
        match name {
            "generals" => {
                let side = Side::named(text_fact(facts, "side", "")?);
                Ok(ids(&mut side.into_iter().flat_map(|side| self.generals(side))))
            }
            "units-in" => {
                let id = text_fact(facts, "hex", "")?;
                let hex =
                    self.world.hex(id).ok_or_else(|| refuse(format!("there is no hex \"{id}\""), ""))?;
                Ok(ids(&mut self.in_hex(hex)))
            }
            "pips-of" => Ok(Datum::Number(self.piece(unit()?).pips.into())),
            "hex-of" => {
                let at = self.piece(unit()?).on_board();
                Ok(Datum::Text(at.map(hex_name).unwrap_or_default()))
            }
            "retreats" => {
                let unit = unit()?;
                let hexes = if self.present(unit) { self.retreats(unit) } else { Vec::new() };
                Ok(Datum::Texts(hexes.into_iter().flatten().map(hex_name).collect()))
            }
            _ => Err(refuse(format!("there is no question \"{name}\""), "")),
        }
    }
}

impl Brigade {
    /// What hooks tell of a unit: whose it is, and which.
    fn facts_of(&self, unit: Unit) -> Facts {
        let info = self.world.info(unit);
        Facts::new().text("side", info.side.id()).text("unit", &*info.id)
    }

    pub(crate) fn hook_activation(&mut self, resolution: &mut Resolution<'_>) {
        resolution.hook(self, ACTIVATION, |state| {
            Facts::new()
                .text("side", state.active().id())
                .number("turn", state.turn)
                .flag("first", state.half == 0)
                .flag("night", state.night())
        });
    }

    /// \[C1\] What rules make of a general's die.
    pub(crate) fn hook_pips(&mut self, unit: Unit, pips: u8, resolution: &mut Resolution<'_>) -> u8 {
        let answer = resolution.hook(self, PIPS, |game| game.facts_of(unit).number("pips", pips));
        answer.number("pips", pips.into()).clamp(0, 12) as u8
    }

    pub(crate) fn hook_orders(&mut self, resolution: &mut Resolution<'_>) {
        resolution.hook(self, ORDERS, |state| {
            Facts::new().text("side", state.active().id()).flag("night", state.night())
        });
    }

    pub(crate) fn hook_entered(&mut self, lead: Unit, resolution: &mut Resolution<'_>) {
        resolution.hook(self, ENTERED, |state| {
            let (at, foe) = (state.hex_of(lead), state.world.side_of(lead).other());
            let units = state.march.as_ref().map_or(vec![lead], |march| march.units.clone());
            let hexes = state.hexes_of(units);
            let beside =
                |&unit: &Unit| hexes.iter().any(|&hex| state.world.distance(hex, state.hex_of(unit)) == 1);
            let contact = state.troops(foe).filter(beside).map(|unit| state.world.info(unit).id.clone());
            state.facts_of(lead).text("hex", state.world.hex_name(at)).texts("contact", contact)
        });
    }

    pub(crate) fn hook_marched(&mut self, march: &March, resolution: &mut Resolution<'_>) {
        resolution.hook(self, MARCHED, |game| {
            Facts::new()
                .text("side", game.world.side_of(march.units[0]).id())
                .texts("units", march.units.iter().map(|&unit| game.world.info(unit).id.clone()))
                .number("hexes", march.moved)
                .flag("road", march.way != Way::OffRoad)
        });
    }

    /// \[F1\] \[E1\] What rules make of the dice of one that fires, and of the least face that hits.
    pub(crate) fn hook_fire(
        &mut self,
        (unit, hex): (Unit, SpaceId),
        (dice, least): (u8, u8),
        resolution: &mut Resolution<'_>,
    ) -> (u8, u8) {
        let hook = if self.stage == Stage::Bombard { BOMBARD } else { FIRE };
        let answer = resolution.hook(self, hook, |game| {
            game.facts_of(unit)
                .text("hex", game.world.hex_name(hex))
                .number("dice", dice)
                .number("least", least)
        });
        (
            answer.number("dice", dice.into()).clamp(0, 20) as u8,
            answer.number("least", least.into()).clamp(2, 7) as u8,
        )
    }
}
