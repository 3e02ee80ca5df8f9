//! Where optional and house rules have a say (P11), and what they may ask and do.

use muster_contract::hooks::{Action, Datum, Fact};
use muster_contract::{
    Audience, ChangeInfo, DatumType, EffectKind, Event, EventKind, FactInfo, HookInfo, QueryInfo, Refusal,
};
use muster_sdk::description::{change, fact, hidden_fact, hook, modifies, query};
use muster_sdk::{Facts, Resolution, Scripts, refuse, text_fact};

use crate::{Parley, Unit, march, names, state::other};

/// The blocks stand up in their camps.
const SET_UP: &str = "set-up";
/// A turn begins.
const TURN: &str = "turn";
/// A marching block has entered a space.
const ENTERED: &str = "entered";
/// Two blocks are about to fight.
const BATTLE: &str = "battle";

/// The hooks, for the description.
pub(crate) fn hooks() -> Vec<HookInfo> {
    use DatumType::{Number, Text};
    // Beside what any hook's rules may do, they may act in this game's own ways.
    let hook = |id: &str, text: &str, citation: &str, facts: Vec<FactInfo>, example: &str| {
        let mut hook = hook(id, text, citation, facts, example);
        hook.effects.push(EffectKind::Custom);
        hook
    };
    vec![
        hook(
            SET_UP,
            "The blocks stand in their camps; the first turn has not begun.",
            "P2",
            Vec::new(),
            "fn ready(facts) {\n    custom(\"score\", #{ side: \"north\", points: -1 });\n}",
        ),
        hook(
            TURN,
            "A turn begins.",
            "P3",
            vec![fact("turn", Number, "The turn, from 1.")],
            "fn at_dawn(facts) {\n    note(`The sun of day ${facts.turn} rises.`);\n}",
        ),
        hook(
            ENTERED,
            "A block on the march has entered a space where no enemy stands.",
            "P5.1",
            vec![
                fact("side", Text, "The side that marches."),
                fact("space", Text, "The space."),
                hidden_fact("unit", Text, "The block's roster key."),
            ],
            "fn seen(facts) {\n    if facts.space == \"town\" { note(\"The town sees strangers.\"); }\n}",
        ),
        modifies(
            &["attack", "defence"],
            hook(
                BATTLE,
                "Two blocks are about to fight.",
                "P6.3",
                vec![
                    fact("side", Text, "The side that attacks."),
                    fact("space", Text, "Where they fight."),
                    fact("attack", Number, "The attacker's dice; kept within 0 and 20."),
                    fact("defence", Number, "The defender's dice; kept within 0 and 20."),
                ],
                "fn walls(facts) {\n    if facts.space == \"mill\" { modify(\"defence\", 1); }\n}",
            ),
        ),
    ]
}

/// The questions, for the description.
pub(crate) fn queries() -> Vec<QueryInfo> {
    vec![
        query(
            "reactions",
            "The steps (\"mill>town\") that blocks of a side beside a space could take to a space without enemies.",
            vec![
                fact("side", DatumType::Text, "The side."),
                fact("space", DatumType::Text, "The space that they stand beside."),
            ],
            DatumType::Texts,
            "ask(\"reactions\", #{ side: \"south\", space: \"ridge\" }, \"answered\");",
        ),
        QueryInfo {
            hidden: true,
            ..query(
                "strongest",
                "The strength of a side's strongest block.",
                vec![fact("side", DatumType::Text, "The side.")],
                DatumType::Number,
                "ask(\"strongest\", #{ side: \"south\" }, \"answered\");",
            )
        },
    ]
}

/// The changes, for the description.
pub(crate) fn changes() -> Vec<ChangeInfo> {
    vec![
        change("#{ place: block, at: space }", "Puts a block into a space that is not the enemy's camp."),
        change("custom(\"score\", #{ side: side, points: n })", "Gives a side points, or takes them."),
        change(
            "custom(\"react\", #{ side: side, step: \"mill>town\" })",
            "A block of the side takes a step that the question reactions names; which of several there is drawn.",
        ),
    ]
}

fn side_of(id: &str) -> Result<u8, Refusal> {
    let side = names::SIDES.iter().position(|side| *side == id);
    side.map(|side| side as u8).ok_or_else(|| refuse(format!("there is no side \"{id}\""), "P11"))
}

impl Scripts for Parley {
    /// Answers a question of a rule.
    fn query(&self, name: &str, facts: &[Fact]) -> Result<Datum, Refusal> {
        let side = side_of(text_fact(facts, "side", "P11")?)?;
        match name {
            "reactions" => {
                let id = text_fact(facts, "space", "P11")?;
                let space = self.world.spaces.iter().position(|space| space.id == id);
                let space = space.ok_or_else(|| refuse(format!("there is no space \"{id}\""), "P11"))?;
                let named = |(from, to): (u8, u8)| {
                    format!("{}>{}", self.world.space(from).id, self.world.space(to).id)
                };
                Ok(Datum::Texts(self.reactions(side, space as u8).into_iter().map(named).collect()))
            }
            "strongest" => {
                let strengths = Self::of_side(side).map(|unit| self.strength(unit));
                Ok(Datum::Number(strengths.max().unwrap_or(0).into()))
            }
            _ => Err(refuse(format!("there is no question \"{name}\""), "P11")),
        }
    }

    /// Carries out what a rule wants done in Parley's own terms.
    fn custom(&mut self, action: &Action, resolution: &mut Resolution<'_>) -> Result<(), Refusal> {
        let side = side_of(text_fact(&action.facts, "side", "P11")?)?;
        match action.name.as_str() {
            "score" => match action.facts.iter().find(|fact| fact.name == "points").map(|fact| &fact.value) {
                Some(&Datum::Number(points @ -9..=9)) => {
                    self.gain(side, points as i8, "P11", resolution);
                    Ok(())
                }
                _ => Err(refuse("it needs \"points\", a number from -9 to 9", "P11")),
            },
            "react" => {
                let step = text_fact(&action.facts, "step", "P11")?;
                let named = |&(from, to): &(u8, u8)| {
                    format!("{}>{}", self.world.space(from).id, self.world.space(to).id) == step
                };
                let all = (0..self.world.spaces.len() as u8).flat_map(|space| self.reactions(side, space));
                let found = all.into_iter().find(named);
                let (from, to) =
                    found.ok_or_else(|| refuse(format!("no block can take the step {step}"), "P11"))?;
                let there = self.blocks_in(side, from);
                let at = resolution.draw(there.len() as u32, || "which block reacts".to_owned());
                let unit = there[at as usize];
                let block = self.block_mut(unit);
                (block.space, block.edge) = (to, None);
                let path = [from, to].map(|space| muster_sdk::place(&self.world.space(space).id)).to_vec();
                self.log_unit_event(resolution, unit, &EventKind::Moved(path), "P11", |name| {
                    format!("{name} reacts and goes to {}.", self.world.space(to).title)
                });
                resolution.event(|| {
                    let text = format!("{} reacts.", names::side(side));
                    Event::new(EventKind::Text, Audience::Everyone, text, "P11")
                });
                Ok(())
            }
            name => Err(refuse(format!("there is no effect \"{name}\""), "P11")),
        }
    }

    fn reseat(&mut self, sides: &[String]) -> Result<(), Refusal> {
        let number = |id: &String| names::SIDES.iter().position(|side| side == id).map(|side| side as u8);
        match sides.iter().map(number).collect::<Option<Vec<u8>>>().as_deref() {
            Some(&[one, two]) if one != two => {
                self.seats = [one, two];
                Ok(())
            }
            _ => Err(refuse("one seat plays the north and one the south", "P1")),
        }
    }
}

impl Parley {
    pub(crate) fn hook_set_up(&mut self, resolution: &mut Resolution<'_>) {
        resolution.hook(self, SET_UP, |_| Facts::new());
    }

    pub(crate) fn hook_turn(&mut self, resolution: &mut Resolution<'_>) {
        resolution.hook(self, TURN, |game| Facts::new().number("turn", game.turn));
    }

    pub(crate) fn hook_entered(&mut self, unit: Unit, resolution: &mut Resolution<'_>) {
        resolution.hook(self, ENTERED, |game| {
            Facts::new()
                .text("side", names::SIDES[usize::from(Self::owner(unit))])
                .text("space", &*game.world.space(game.block(unit).space).id)
                .hidden(Facts::new().text("unit", &*game.world.unit(unit).id))
        });
    }

    /// P6.3: what rules make of the dice of a battle.
    pub(crate) fn hook_battle(
        &mut self,
        unit: Unit,
        (attack, defence): (u8, u8),
        resolution: &mut Resolution<'_>,
    ) -> (u8, u8) {
        let answer = resolution.hook(self, BATTLE, |game| {
            Facts::new()
                .text("side", names::SIDES[usize::from(Self::owner(unit))])
                .text("space", &*game.world.space(game.block(unit).space).id)
                .number("attack", attack)
                .number("defence", defence)
        });
        let kept = |name, dice: u8| answer.number(name, dice.into()).clamp(0, 20) as u8;
        (kept("attack", attack), kept("defence", defence))
    }

    /// The steps that blocks of a side beside a space could take to where no enemy is.
    fn reactions(&self, side: u8, space: u8) -> Vec<(u8, u8)> {
        let mut steps = Vec::new();
        for (_, from) in self.world.links_from(space) {
            if self.blocks_in(side, from).is_empty() {
                continue;
            }
            for (link, to) in self.world.links_from(from) {
                let taken = !self.blocks_in(other(side), to).is_empty();
                let closed =
                    self.world.space(to).camp == Some(other(side)) || march::secured(self, side, link);
                // The ford's depth is nobody's business before somebody tries it.
                if !taken && !closed && !self.world.link(link).ford && !steps.contains(&(from, to)) {
                    steps.push((from, to));
                }
            }
        }
        steps
    }
}
