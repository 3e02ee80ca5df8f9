//! Why something can't be chosen now, or what it is. An explanation never contradicts the list, and tells its reader nothing
//! that he may not know.

use muster_contract::{Line, Seat, Target};
use muster_sdk::{Explanations, May, Names as _, Why, capital, line, uncited};

use crate::state::{BobbyLee, Line as Stands, Stage, Step};
use crate::world::{Edge, Hex, Side, Unit};

/// A reason with numbers, which stand in its sentence for `{}`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counted {
    why: Why,
    numbers: [u8; 2],
}

impl Counted {
    /// The reason with these numbers, unless this holds.
    pub(crate) fn ensure(
        holds: bool,
        text: &'static str,
        citation: &'static str,
        numbers: [u8; 2],
    ) -> May<Self> {
        if holds { Ok(()) } else { Err(Self { why: Why { text, citation }, numbers }) }
    }
}

impl From<Why> for Counted {
    fn from(why: Why) -> Self {
        Self { why, numbers: [0; 2] }
    }
}

impl From<Counted> for Line {
    fn from(counted: Counted) -> Self {
        let Counted { why, numbers } = counted;
        let fill = |text: String, number: u8| text.replacen("{}", &number.to_string(), 1);
        line(numbers.into_iter().fold(why.text.to_owned(), fill), why.citation)
    }
}

impl Explanations for BobbyLee {
    /// Why the target can't be chosen now, and what it is.
    fn explain(&self, seat: Seat, target: &Target, choosable: bool) -> Vec<Line> {
        let mut lines = match target {
            Target::Unit(id) => match self.find_unit(Some(seat), id) {
                Some(unit) => self.unit_lines(seat, unit),
                None => vec![uncited(format!("You see no unit called {id}."))],
            },
            Target::Space(id) => match self.world.find(id) {
                Some(hex) => self.hex_lines(hex),
                None if self.world.atlas.space(id).is_some() => {
                    vec![line("A box of the sea, or a position of the battle board.", "6.2")]
                }
                None => vec![uncited(format!("There is no hex called {id}."))],
            },
            Target::Edge(id) => self.hexside_lines(id),
            _ => Vec::new(),
        };
        lines.push(if choosable {
            uncited("It can be chosen now.")
        } else {
            let idle = || line("It has no part in what is decided now.", self.section());
            let why_not = || self.may_choose(seat, target).map_or_else(Line::from, |()| idle());
            self.why_not_now(seat).unwrap_or_else(why_not)
        });
        lines
    }
}

impl BobbyLee {
    /// What keeps the target from being chosen, as the rule puts it.
    fn may_choose(&self, seat: Seat, target: &Target) -> May<Counted> {
        match target {
            Target::Unit(id) => {
                self.find_unit(Some(seat), id).map_or(Ok(()), |unit| self.may_choose_unit(seat, unit))
            }
            Target::Space(id) => match (self.world.find(id), self.world.atlas.space(id)) {
                (Some(hex), _) => self.may_choose_hex(seat, hex),
                (None, Some(space)) => Ok(self.may_choose_box(space)?),
                (None, None) => Ok(()),
            },
            Target::Button(id) => Ok(self.may_choose_fire(id)?),
            _ => Ok(()),
        }
    }

    fn unit_lines(&self, seat: Seat, unit: Unit) -> Vec<Line> {
        let info = self.world.unit(unit);
        let name = capital(&self.unit_name(Some(seat), unit));
        if !self.knows(Some(seat), unit) {
            return vec![line(format!("{name}: it stands upright, and only its owner can read it."), "3.2")];
        }
        let state = self.unit(unit);
        let mut lines = vec![line(
            format!(
                "{name}: {}, {} of {} steps, speed {}.",
                info.kind.id(),
                state.strength,
                info.steps,
                info.speed
            ),
            "3.6",
        )];
        if info.kind == crate::world::Kind::Leader {
            lines.push(line(format!("Command range {}.", info.command), "5.12"));
        }
        if info.kind.leads() && state.strength < 2 {
            lines.push(line("At one step it can't be activated.", "5.11"));
        }
        let fights = matches!(self.stage, Stage::Battle(Step::Combat));
        if fights && self.battle.as_ref().is_some_and(|battle| !battle.skirmish && battle.turn == info.side) {
            let silent = self.may_fire(unit).err().filter(|_| state.line != Stands::None && !state.acted);
            lines.extend(silent.map(Line::from));
        }
        if state.disrupted {
            lines.push(line("It retreated or regrouped this turn and can't reinforce.", "6.35"));
        }
        lines
    }

    fn hex_lines(&self, hex: Hex) -> Vec<Line> {
        let info = self.world.hex(hex);
        let terrain = if info.woods { "forest" } else { "clear" };
        let mut lines =
            vec![line(format!("{}: {terrain}, {} home territory.", info.called, info.home.name()), "2.71")];
        if info.vp > 0 {
            lines.push(line(format!("A major town of {} VP.", info.vp), "4.31"));
        }
        if info.fortress {
            lines.push(line("A fortress: whoever defends it takes half hits.", "6.65"));
        }
        if info.port {
            let closed = "A port that no Union ship passes, but that infantry can invade by sea.";
            let open = self.is_friendly(Side::Us, hex);
            lines.push(if open { line("A port, open to Union ships.", "8.3") } else { line(closed, "8.4") });
        }
        lines
    }

    fn hexside_lines(&self, id: &str) -> Vec<Line> {
        let Some(edge) = self.world.atlas.edge(id) else {
            return vec![uncited(format!("There is no hexside called {id}."))];
        };
        let [a, b] = self.world.atlas.ends(edge);
        let Some(way) = self.world.hex(a).ways.iter().find(|way| way.edge == edge) else {
            return vec![line("A lane at sea.", "8.3")];
        };
        let fought = self.battle_limits(edge);
        if way.hexside.bare_river {
            let mud = if self.mud { "; in mud there are none" } else { "" };
            let strategic = || {
                let text = format!(
                    "A river without a crossing: only strategic moves cross it, over pontoon bridges{mud}."
                );
                line(text, "5.41")
            };
            return vec![fought.map_or_else(strategic, |(_, limits)| limits)];
        }
        if !way.hexside.passable {
            return vec![line("Nobody crosses here.", "2.21")];
        }
        let limits = |hex: Hex| {
            let limits = self.world.hex(hex).limits(&way.hexside, self.mud);
            let called = &self.world.hex(hex).called;
            let (attack, reinforce) = (limits.attack, limits.reinforce);
            line(
                format!("Into {called}: {attack} units attack, {reinforce} reinforce in a battle turn."),
                "2.21",
            )
        };
        let of_battle =
            |hex: Hex| fought.as_ref().filter(|(at, _)| *at == hex).map(|(_, limits)| limits.clone());
        [a, b].into_iter().map(|hex| of_battle(hex).unwrap_or_else(|| limits(hex))).collect()
    }

    /// The battle that is fought beside a hexside, and what that takes in this battle turn: by night twice as many, and the
    /// attacker over the pontoon bridges that he came by.
    fn battle_limits(&self, edge: Edge) -> Option<(Hex, Line)> {
        let battle = self.battle.as_ref().filter(|battle| !battle.skirmish)?;
        let hex = self.world.hex(battle.hex);
        let number = hex.ways.iter().position(|way| way.edge == edge)?;
        let limits = self.limits_over(number);
        let bridged = battle.pontoons >> number & 1 == 1;
        let (what, section) = match (bridged, battle.night) {
            _ if limits.attack == 0 => return None,
            (true, _) => ("over the attacker's pontoon bridge", "5.41"),
            (false, true) => ("by night", "6.81"),
            (false, false) => ("in a battle turn", "2.21"),
        };
        let (retreat, reinforce) = (limits.attack, limits.reinforce);
        let text =
            format!("Battle of {}: {what} {retreat} units retreat, {reinforce} reinforce.", hex.called);
        Some((battle.hex, line(text, section)))
    }
}
