//! The hooks of optional and house rules, and what they may ask and change.

use muster_contract::hooks::{Datum, Fact, Rule};
use muster_contract::{ChangeInfo, DatumType, HookInfo, Position, QueryInfo, Refusal};
use muster_sdk::description::{change, fact, hook, modifies, query};
use muster_sdk::{Answer, Facts, Resolution, Scripts, refuse, text_fact, two_seats};

use crate::reaction::Reaction;
use crate::state::{Budget, UsCivilWar};
use crate::world::{Side, Space};

/// SPs are about to leave on a Strategic Move.
const DISPATCH: &str = "dispatch";
/// Build Points are counted.
const BUILD_POINTS: &str = "build-points";
/// A stack has set out.
const MARCH: &str = "march";
/// A stack is about to roll for its Interception, or for a Maneuver.
const INTERCEPTION: &str = "interception";

/// The most that rules can make of Build Points.
const MOST_BUILD_POINTS: i32 = 500;
/// How far rules can change the dice of a reaction.
pub(crate) const MOST_MODIFIER: i32 = 12;

/// The hooks, for the description.
pub(crate) fn hooks() -> Vec<HookInfo> {
    use DatumType::{Flag, Number, Text};
    let side = || fact("side", Text, "Whose: \"us\" or \"cs\".");
    vec![
        modifies(
            &["sps"],
            hook(
                DISPATCH,
                "SPs are about to leave a space by Strategic Movement, as many as can.",
                "15.1",
                vec![
                    side(),
                    fact("space", Text, "The space."),
                    fact("sps", Number, "How many set out; kept within 1 and as many as can."),
                    fact("strength", Number, "The side's SPs there, those that set out among them."),
                    fact("stars", Number, "The stars of all its Generals there."),
                ],
                "fn one_by_one(facts) {\n    modify(\"sps\", 1 - facts.sps);\n}",
            ),
        ),
        modifies(
            &["points"],
            hook(
                BUILD_POINTS,
                "The Confederacy's Build Points of a turn are counted.",
                "14.3.1",
                vec![
                    fact("points", Number, "The Build Points before maintenance; kept within 0 and 500."),
                    fact("maintenance", Number, "What maintenance takes of them."),
                    fact("turn", Number, "The turn, from 1."),
                ],
                "fn hunger(facts) {\n    if facts.turn > 12 { modify(\"points\", -3); }\n}",
            ),
        ),
        modifies(
            &["maneuvers"],
            hook(
                MARCH,
                "A stack has been activated and is about to set out.",
                "4.3",
                vec![
                    side(),
                    fact("space", Text, "Where it stands."),
                    fact(
                        "general",
                        Text,
                        "Who commands it; an empty text if only an intrinsic General does.",
                    ),
                    fact("sps", Number, "How many SPs set out with it."),
                    fact("ships", Flag, "Whether it goes by Naval Transport."),
                    fact(
                        "maneuvers",
                        Number,
                        "Whether stacks of the other side may maneuver while it is on its way: 1 if they may; kept within 0 and 1.",
                    ),
                ],
                "fn wide_awake(facts) {\n    if facts.sps > 5 { modify(\"maneuvers\", 1); }\n}",
            ),
        ),
        modifies(
            &["modifier"],
            hook(
                INTERCEPTION,
                "A stack is about to roll for its Interception, or for a Maneuver. It is called too where chances are told before: what only modifies, asks and notes is foreseen, and nothing comes of it. J. Johnston's Interception by rail isn't one: nothing changes its dice (S1.3).",
                "9.2.1",
                vec![
                    side(),
                    fact("from", Text, "Where it stands."),
                    fact("space", Text, "Where it would go."),
                    fact(
                        "maneuvers",
                        Flag,
                        "Whether that is next to the space that is entered, and not that space itself (22.6).",
                    ),
                    fact(
                        "reinforces",
                        Flag,
                        "Whether it intercepts where SPs, Militia or a Fort of its side are.",
                    ),
                    fact("cavalry", Flag, "Whether its dice have the benefit of cavalry."),
                    fact("modifier", Number, "What is added to its dice; kept within -12 and 12."),
                ],
                "fn fog(facts) {\n    if !facts.cavalry { modify(\"modifier\", -1); }\n}",
            ),
        ),
    ]
}

/// The questions, for the description.
pub(crate) fn queries() -> Vec<QueryInfo> {
    use DatumType::{Number, Text, Texts};
    let side = || fact("side", Text, "\"us\" or \"cs\".");
    let space = || fact("space", Text, "The space; of a hex its number.");
    vec![
        query(
            "controller-of",
            "Who controls a space: \"us\", \"cs\" or an empty text.",
            vec![space()],
            Text,
            "ask(\"controller-of\", #{ space: \"1647\" }, \"answered\");",
        ),
        query(
            "sps-in",
            "A side's SPs in a space, those of a stack on its way left out.",
            vec![side(), space()],
            Number,
            "ask(\"sps-in\", #{ side: \"us\", space: \"1647\" }, \"answered\");",
        ),
        query(
            "stars-in",
            "The stars of all Generals of a side in a space.",
            vec![side(), space()],
            Number,
            "ask(\"stars-in\", #{ side: \"us\", space: \"1647\" }, \"answered\");",
        ),
        query(
            "stacks",
            "The spaces where a side has SPs together with Generals.",
            vec![side()],
            Texts,
            "ask(\"stacks\", #{ side: \"us\" }, \"answered\");",
        ),
        query(
            "salt-held",
            "The Salt hexes that a side has: it controls them, and where no Control marker can lie it has an SP there.",
            vec![side()],
            Texts,
            "ask(\"salt-held\", #{ side: \"us\" }, \"answered\");",
        ),
    ]
}

/// The changes, for the description.
pub(crate) fn changes() -> Vec<ChangeInfo> {
    vec![change("#{ place: general, at: space }", "Puts a general into a space where his side has SPs.")]
}

impl Scripts for UsCivilWar {
    /// Answers a question of a rule.
    fn query(&self, name: &str, facts: &[Fact]) -> Result<Datum, Refusal> {
        let side = || {
            let id = text_fact(facts, "side", "")?;
            Side::named(id).ok_or_else(|| refuse(format!("there is no side \"{id}\""), ""))
        };
        let space = || self.named_space(text_fact(facts, "space", "2.1.3")?);
        let ids = |spaces: &mut dyn Iterator<Item = Space>| {
            Datum::Texts(spaces.map(|space| self.world.space(space).id.clone()).collect())
        };
        match name {
            "controller-of" => {
                let holder = self.controller(space()?);
                Ok(Datum::Text(holder.map_or("", Side::id).to_owned()))
            }
            "sps-in" => Ok(Datum::Number(self.sps(side()?, space()?).into())),
            "stars-in" => Ok(Datum::Number(self.stars_in(side()?, space()?).into())),
            "stacks" => {
                let side = side()?;
                let led =
                    |at: &Space| self.sps(side, *at) > 0 && self.generals_in(side, *at).next().is_some();
                Ok(ids(&mut self.laid().map(|(at, _)| at).filter(led)))
            }
            "salt-held" => {
                let side = side()?;
                Ok(ids(&mut self.world.spaces.all().filter(|&at| self.has_salt(side, at))))
            }
            _ => Err(refuse(format!("there is no question \"{name}\""), "")),
        }
    }

    fn reseat(&mut self, sides: &[String]) -> Result<(), Refusal> {
        *self = Self::laid_out(self.world.clone(), two_seats(sides, "1")?);
        Ok(())
    }
}

impl UsCivilWar {
    /// The space that a rule or a correction names.
    pub(crate) fn named_space(&self, id: &str) -> Result<Space, Refusal> {
        self.world.find(id).ok_or_else(|| refuse(format!("there is no space \"{id}\""), "2.1.3"))
    }

    /// §22.1: the stars of all Generals of a side in a space.
    pub fn stars_in(&self, side: Side, at: Space) -> u8 {
        self.generals_in(side, at).map(|general| self.officers[general].stars).sum()
    }

    /// §22.2: whether a side has the salt of a space: it controls it, and has an SP there if no Control marker can lie in it.
    pub fn has_salt(&self, side: Side, at: Space) -> bool {
        let info = self.world.space(at);
        info.salt && self.controls(side, at) && (info.takes_marker() || self.sps(side, at) > 0)
    }

    /// §15.1: what rules make of the SPs that leave a space together.
    pub(crate) fn hook_dispatch(
        &mut self,
        side: Side,
        from: Space,
        most: u8,
        resolution: &mut Resolution<'_>,
    ) -> u8 {
        let answer = resolution.hook(self, DISPATCH, |game| {
            Facts::new()
                .text("side", side.id())
                .text("space", game.world.space(from).id.as_str())
                .number("sps", most)
                .number("strength", game.sps(side, from))
                .number("stars", game.stars_in(side, from))
        });
        answer.number("sps", most.into()).clamp(1, most.max(1).into()) as u8
    }

    /// §14.3.1: what rules make of the Build Points.
    pub(crate) fn hook_build_points(&mut self, budget: Budget, resolution: &mut Resolution<'_>) -> Budget {
        let points = i32::from(budget.total());
        let answer = resolution.hook(self, BUILD_POINTS, |game| {
            Facts::new()
                .number("points", points)
                .number("maintenance", budget.maintenance)
                .number("turn", game.turn)
        });
        let made = answer.number("points", points).clamp(0, MOST_BUILD_POINTS);
        Budget { rules: (made - points) as i16, ..budget }
    }

    /// §22.6: whether rules let the other side maneuver while the stack that has set out is on its way.
    pub(crate) fn hook_march(&mut self, resolution: &mut Resolution<'_>) {
        let answer = resolution.hook(self, MARCH, |game| {
            let march = game.march.as_deref();
            let commander = march.and_then(|march| march.commander);
            let general = commander.map_or("", |general| game.world.general(general).id.as_str());
            Facts::new()
                .text("side", march.map_or("", |march| march.side.id()))
                .text("space", march.map_or("", |march| game.world.space(march.at).id.as_str()))
                .text("general", general)
                .number("sps", march.map_or(0, |march| march.sps))
                .flag("ships", march.is_some_and(|march| !march.means.is_by_land()))
                .number("maneuvers", 0)
        });
        let maneuvers = answer.number("maneuvers", 0) > 0;
        if let Some(march) = self.march.as_deref_mut() {
            march.maneuvers = maneuvers;
        }
    }

    /// §9.2.1, §22.6: what rules make of the modifier of an Interception, or of a Maneuver to this space.
    pub(crate) fn hook_interception(
        &mut self,
        reaction: Reaction,
        to: Space,
        resolution: &mut Resolution<'_>,
    ) -> Reaction {
        let answer = resolution.hook(self, INTERCEPTION, |game| game.interception_facts(reaction, to));
        changed_by(&answer, reaction)
    }

    /// The same before the dice are thrown; none if it isn't known.
    pub(crate) fn foresee_interception(
        &self,
        reaction: Reaction,
        to: Space,
        resolution: &Resolution<'_>,
    ) -> Option<Reaction> {
        let answer = resolution.foresee(self, INTERCEPTION, |game| game.interception_facts(reaction, to))?;
        Some(changed_by(&answer, reaction))
    }

    fn interception_facts(&self, reaction: Reaction, to: Space) -> Facts {
        let side = self.march.as_deref().map_or(self.phasing, |march| march.side).other();
        let maneuvers = self.entry().is_some_and(|(_, entered)| entered != to);
        let rides = self.generals_in(side, reaction.space).any(|general| self.rating(general).rides());
        Facts::new()
            .text("side", side.id())
            .text("from", self.world.space(reaction.space).id.as_str())
            .text("space", self.world.space(to).id.as_str())
            .flag("maneuvers", maneuvers)
            .flag("reinforces", !maneuvers && self.projects(side, to))
            .flag("cavalry", rides)
            .number("modifier", reaction.modifier)
    }
}

/// A reaction with its modifier as rules have made it.
fn changed_by(answer: &Answer, reaction: Reaction) -> Reaction {
    let modifier = answer.number("modifier", reaction.modifier.into());
    Reaction { modifier: modifier.clamp(-MOST_MODIFIER, MOST_MODIFIER) as i8, ..reaction }
}

/// Titles of the rules in force that are called before Interceptions and Maneuvers.
pub(crate) fn reaction_rules(position: &Position) -> Vec<String> {
    let rules = position.in_force.rules().map_or(&[][..], |rules| rules.rules());
    let listens = |rule: &&Rule| rule.subscriptions.iter().any(|one| one.hook == INTERCEPTION);
    rules.iter().filter(listens).map(|rule| rule.title.clone()).collect()
}
