//! Where optional and house rules have a say, and what they may ask.

use muster_contract::hooks::{Datum, Fact};
use muster_contract::{ChangeInfo, DatumType, HookInfo, QueryInfo, Refusal};
use muster_sdk::description::{change, fact, hook, modifies, query};
use muster_sdk::{Facts, Resolution, Scripts, refuse, text_fact, two_seats};

use crate::arithmetic::Chance;
use crate::state::{Begun, CwStrategy};
use crate::world::{City, Side, outward};

/// A turn opens, before sheets are written.
const TURN: &str = "turn";
/// A city pays its owner.
const INCOME: &str = "income";
/// A side has taken a city.
const CAPTURE: &str = "capture";
/// A battle is about to be decided.
const WIN_CHANCE: &str = "win-chance";

/// The hooks, for the description.
pub(crate) fn hooks() -> Vec<HookInfo> {
    use DatumType::{Flag, Number, Text};
    let side = || fact("side", Text, "Whose: \"us\" or \"cs\".");
    let city = || fact("city", Text, "The city.");
    vec![
        hook(
            TURN,
            "A turn opens, before the sheets are written.",
            "3",
            vec![
                fact("turn", Number, "The turn, from 1."),
                fact("year", Number, "The year."),
                fact("month", Number, "The month, 1 to 12."),
            ],
            "fn news(facts) {\n    if facts.month == 1 { note(\"A new year.\"); }\n}",
        ),
        modifies(
            &["income"],
            hook(
                INCOME,
                "A city is about to pay its owner at the end of a turn.",
                "11.7",
                vec![
                    side(),
                    city(),
                    fact("port", Flag, "Whether it is a seaport."),
                    fact("blockaded", Flag, "Whether the enemy's fleet lies in it."),
                    fact("income", Number, "What it pays; kept within 0 and 1,000."),
                ],
                "fn blockade(facts) {\n    if facts.blockaded { modify(\"income\", -facts.income); }\n}",
            ),
        ),
        hook(
            CAPTURE,
            "A side has taken a city that was not its own.",
            "9.9",
            vec![
                side(),
                city(),
                fact("state", Text, "The state that the city lies in."),
                fact("was", Text, "Whose it was: \"us\", \"cs\" or \"none\"."),
            ],
            "fn taken(facts) {\n    if facts.was == \"none\" { note(`${facts.state} takes sides.`); }\n}",
        ),
        modifies(
            &["chance"],
            hook(
                WIN_CHANCE,
                "A battle is about to be decided.",
                "10.15",
                vec![
                    side(),
                    city(),
                    fact("attack", Number, "The attacker's strength x."),
                    fact("defence", Number, "The defender's strength y."),
                    fact(
                        "chance",
                        Number,
                        "The attacker's chance in ten-thousandths; kept within 0 and 10,000.",
                    ),
                ],
                "fn milder(facts) {\n    let hint = 10000 * facts.attack / (facts.attack + facts.defence);\n    \
                 modify(\"chance\", hint - facts.chance);\n}",
            ),
        ),
    ]
}

/// The questions, for the description.
pub(crate) fn queries() -> Vec<QueryInfo> {
    use DatumType::{Number, Text, Texts};
    vec![
        query(
            "owner",
            "Whose a city is: \"us\", \"cs\" or \"none\".",
            vec![fact("city", Text, "The city.")],
            Text,
            "ask(\"owner\", #{ city: \"richmond\" }, \"answered\");",
        ),
        query(
            "neutral-cities",
            "The cities of a state that are neutral now.",
            vec![fact("state", Text, "The state.")],
            Texts,
            "ask(\"neutral-cities\", #{ state: \"Kentucky\" }, \"answered\");",
        ),
        query(
            "cut-off",
            "The cities to which no way through own cities leads from the army that a side is sending by train; none if it is sending none.",
            vec![fact("side", Text, "The side.")],
            Texts,
            "ask(\"cut-off\", #{ side: \"cs\" }, \"answered\");",
        ),
        query(
            "points",
            "A side's victory points.",
            vec![fact("side", Text, "The side.")],
            Number,
            "ask(\"points\", #{ side: \"us\" }, \"answered\");",
        ),
    ]
}

/// The changes, for the description.
pub(crate) fn changes() -> Vec<ChangeInfo> {
    vec![
        change("#{ place: unit, at: city }", "Puts an army into a city of its own, or a fleet into a port."),
        change("#{ remove: unit }", "Takes an army off the map, its leader with it, or a fleet."),
        change(
            "#{ set: unit, attribute: \"size\", value: number }",
            "Changes an army's \"size\" (hundreds of men), \"experience\" or \"supply\"; a fleet's \"ironclads\" or \"wooden\".",
        ),
        change("#{ fact: \"owner-richmond\", value: \"us\" }", "Gives a city to a side, or to \"none\"."),
        change("#{ fact: \"fort-richmond\", value: number }", "The level of a city's fort, 0 to 2."),
        change("#{ fact: \"points-us\", value: number }", "A side's victory points; \"cash-us\" its money."),
        change(
            "#{ fact: \"more-points-us\", value: number }",
            "So many victory points more for a side, or fewer.",
        ),
        change("#{ fact: \"balance\", value: number }", "The balance, 1 to 5; \"realism\" true or false."),
        change(
            "#{ fact: \"fog\", value: true }",
            "Hides how large armies are that are far from the other side.",
        ),
        change("#{ fact: \"year\", value: number }", "Changes the year; \"month\" the month."),
    ]
}

/// The side, or nobody, as facts have it.
pub(crate) fn owner_word(owner: Option<Side>) -> &'static str {
    owner.map_or("none", Side::id)
}

impl Scripts for CwStrategy {
    /// Answers a question of a rule.
    fn query(&self, name: &str, facts: &[Fact]) -> Result<Datum, Refusal> {
        let side = || {
            let id = text_fact(facts, "side", "0.5")?;
            Side::named(id).ok_or_else(|| refuse(format!("there is no side \"{id}\""), "0.5"))
        };
        let names = |cities: Vec<City>| {
            Datum::Texts(cities.into_iter().map(|city| self.world.id(city).to_owned()).collect())
        };
        match name {
            "owner" => {
                let id = text_fact(facts, "city", "1.1")?;
                let city =
                    self.world.find(id).ok_or_else(|| refuse(format!("there is no city \"{id}\""), "1.1"))?;
                Ok(Datum::Text(owner_word(self.owner(city)).to_owned()))
            }
            "neutral-cities" => {
                let state = text_fact(facts, "state", "1.1")?;
                let neutral = self.world.all().filter(|&city| self.owner(city).is_none());
                Ok(names(neutral.filter(|&city| self.world.city(city).state == state).collect()))
            }
            "cut-off" => {
                let side = side()?;
                let Some(Begun::Train(slot)) = self.power(side).sheet.begun else {
                    return Ok(names(Vec::new()));
                };
                let reached =
                    self.army(side, slot).map(|army| self.reached(side, army.at)).unwrap_or_default();
                Ok(names(self.world.all().filter(|city| !reached.contains(city)).collect()))
            }
            "points" => Ok(Datum::Number(self.power(side()?).points)),
            _ => Err(refuse(format!("there is no question \"{name}\""), "")),
        }
    }

    fn reseat(&mut self, sides: &[String]) -> Result<(), Refusal> {
        *self = Self::laid_out(self.world.clone(), two_seats(sides, "0.5")?);
        Ok(())
    }
}

impl CwStrategy {
    /// Where one comes from a city through cities that a side owns.
    pub fn reached(&self, side: Side, from: City) -> Vec<City> {
        outward(&self.world.cities, from, |city| self.owns(side, city))
    }

    pub(crate) fn hook_turn(&mut self, resolution: &mut Resolution<'_>) {
        resolution.hook(self, TURN, |state| {
            Facts::new().number("turn", state.turn).number("year", state.year).number("month", state.month)
        });
    }

    /// §11.7: what rules add to the income of a side, or take from it.
    pub(crate) fn hook_income(&mut self, side: Side, resolution: &mut Resolution<'_>) -> i32 {
        let mut more = 0;
        for city in self.cities_of(side).collect::<Vec<_>>() {
            let worth = self.world.city(city).worth;
            let answer = resolution.hook(self, INCOME, |state| {
                Facts::new()
                    .text("side", side.id())
                    .text("city", state.world.id(city))
                    .flag("port", state.world.city(city).port)
                    .flag("blockaded", state.fleet_in(side.other(), city))
                    .number("income", worth)
            });
            more += answer.number("income", worth).clamp(0, 1000) - worth;
        }
        more
    }

    /// §9.9: a side has taken a city.
    pub(crate) fn hook_capture(
        &mut self,
        side: Side,
        city: City,
        was: Option<Side>,
        resolution: &mut Resolution<'_>,
    ) {
        resolution.hook(self, CAPTURE, |game| {
            Facts::new()
                .text("side", side.id())
                .text("city", game.world.id(city))
                .text("state", game.world.city(city).state.as_str())
                .text("was", owner_word(was))
        });
    }

    /// §10.15: what rules make of the attacker's chance.
    pub(crate) fn hook_win_chance(
        &mut self,
        side: Side,
        city: City,
        strengths: [u8; 2],
        chance: Chance,
        resolution: &mut Resolution<'_>,
    ) -> Chance {
        let usual = chance.ten_thousandths() as i32;
        let answer = resolution.hook(self, WIN_CHANCE, |game| {
            Facts::new()
                .text("side", side.id())
                .text("city", game.world.id(city))
                .number("attack", strengths[0])
                .number("defence", strengths[1])
                .number("chance", usual)
        });
        match answer.number("chance", usual).clamp(0, 10_000) {
            same if same == usual => chance,
            other => Chance::new(other as u32, 10_000),
        }
    }

    /// House rule D: whether a seat sees how large an army of the enemy is: it is in or next to a city that one owns, or where one's
    /// fleet lies.
    pub(crate) fn sees_size(&self, seat: Option<u8>, side: Side, city: City) -> bool {
        if !self.fog || matches!(self.stage, crate::state::Stage::Over(..)) {
            return true;
        }
        let Some(viewer) = seat.map(|seat| self.side_of(seat)) else { return false };
        let port = self.power(viewer).fleet.and_then(|fleet| fleet.port());
        let by_sea = |port: City| port == city || self.world.city(port).links.contains(&city);
        let by_land = self.owns(viewer, city) || self.has_own_neighbour(viewer, city);
        viewer == side || by_land || port.is_some_and(by_sea)
    }
}
