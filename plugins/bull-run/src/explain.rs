//! Why something can't be chosen now, or what it is. An explanation never contradicts the list, and depends on nothing that
//! is hidden from its reader.

use muster_contract::{Line, Seat, Target};
use muster_sdk::{Explanations, May, Names as _, StepRow, Who, capital, ensure, line, uncited};

use crate::labels::{boundary_lines, quantity};
use crate::state::{At, BullRun, Stage};
use crate::world::{Edge, Locale, Side, Unit};

mod ground;
mod unit;

impl Explanations for BullRun {
    /// Why the target can't be chosen now, and what it is.
    fn explain(&self, seat: Seat, target: &Target, choosable: bool) -> Vec<Line> {
        match target {
            Target::Unit(id) => match self.find_unit(Some(seat), id) {
                Some(unit) => self.explain_unit(seat, unit, choosable),
                None => vec![uncited(format!("You see no unit called {id}."))],
            },
            Target::Space(id) => match self.world.atlas.space(id) {
                Some(locale) if self.world.is_locale(locale) => self.explain_locale(seat, locale, choosable),
                Some(locale) => {
                    vec![line(format!("{}: a unit display.", self.world.locale(locale).called), "4.3.2")]
                }
                None => vec![uncited(format!("There is no locale called {id}."))],
            },
            Target::Edge(id) => match self.world.atlas.edge(id) {
                Some(edge) => self.explain_boundary(seat, edge, choosable),
                None => vec![uncited(format!("There is no boundary called {id}."))],
            },
            Target::Card(id) => {
                let what = "A command card: the two that are played are added to four command points.";
                let mut lines = vec![line(what, "4.2")];
                if !choosable {
                    let why = self.may_decide(seat).and_then(|()| Ok(self.why_not_card(seat, id)?));
                    lines.extend(why.err());
                }
                lines
            }
            _ if choosable => vec![uncited("You may do this now.")],
            _ => vec![uncited("This can't be done now.")],
        }
    }
}

impl BullRun {
    /// Whether the seat decides at all now.
    fn may_decide(&self, seat: Seat) -> May<Line> {
        let StepRow { who, section, .. } = self.stage_row();
        let Who::One(side) = who else { return Err(line("The game is over.", "14")) };
        if side != self.side_of(seat) {
            return Err(line(format!("The {} player decides now.", side.name()), section));
        }
        Ok(())
    }

    /// §7.3: why a card isn't played now. It depends on nothing but its name, so that it tells of no hand.
    fn why_not_card(&self, seat: Seat, id: &str) -> May {
        ensure(!self.stage.is_set_up(), "No cards are played in the set-up.", "7.3")?;
        let early = matches!(self.stage, Stage::Shuffle | Stage::Limber);
        ensure(!early, "Cards are played when units are shuffled and artillery has limbered.", "7.3")?;
        ensure(self.stage == Stage::Cards, "The cards of this turn have been played.", "7.3")?;
        let own = id.starts_with(&format!("{}-card-", self.side_of(seat).id()));
        ensure(own, "It isn't in your hand.", "7.3")?;
        ensure(false, "Two cards are played together: choose a pair.", "7.3")
    }

    fn explain_unit(&self, seat: Seat, unit: Unit, choosable: bool) -> Vec<Line> {
        let (info, state) = (self.world.unit(unit), self.unit(unit));
        let name = capital(&self.unit_name(Some(seat), unit));
        let mut lines = vec![line(format!("{name}, {}.", info.side.name()), "4.1")];
        match state.at {
            At::Map(spot) => lines.push(line(format!("In {}.", self.spot_label(spot)), "4.3.1")),
            At::Display(0) => lines.push(line("Not placed yet.", "5")),
            At::Display(group) => lines.push(line(format!("In reinforcement group {group}."), "9.3")),
            At::Off => {}
        }
        if state.is_ranging() {
            lines.push(line("It is ranging: it may bombard, and do nothing else.", "8.0.2"));
        }
        if !choosable {
            lines.extend(self.may_decide(seat).and_then(|()| self.why_not_unit(seat, unit)).err());
        }
        lines
    }

    fn explain_locale(&self, seat: Seat, locale: Locale, choosable: bool) -> Vec<Line> {
        let info = self.world.locale(locale);
        let there = match (self.count(locale), self.holder(locale)) {
            (0, _) | (_, None) => "nobody is there".to_owned(),
            (1, Some(side)) => format!("1 is there ({})", side.name()),
            (count, Some(side)) => format!("{count} are there ({})", side.name()),
        };
        let mut lines =
            vec![line(format!("{}: room for {} units; {there}.", info.called, info.capacity), "4.3.1")];
        for side in Side::ALL {
            let at = side as usize;
            let name = side.name();
            let objective = line(format!("An objective of the {name}."), "13.3");
            let entry = line(format!("{name} reinforcements enter here."), "9.3");
            let setup = line(format!("A {name} setup locale."), "5");
            lines.extend(info.objective[at].then_some(objective));
            lines.extend(info.entry[at].then_some(entry));
            lines.extend(info.setup[at].then_some(setup));
        }
        if !choosable {
            lines
                .extend(self.may_decide(seat).map_or_else(|why| vec![why], |()| self.why_not_locale(locale)));
        }
        lines
    }

    fn explain_boundary(&self, seat: Seat, edge: Edge, choosable: bool) -> Vec<Line> {
        let mut lines = boundary_lines(&self.world, edge);
        for end in self.world.edge(edge).ends {
            let count = self.secured(end, edge);
            if let Some(side) = self.holder(end).filter(|_| count > 0) {
                let name = self.world.name(end);
                let who = quantity(count.into(), &format!("{} unit", side.name()));
                let verb = if count == 1 { "secures" } else { "secure" };
                lines.push(line(format!("{who} {verb} it in {name}."), "4.3.1"));
            }
        }
        if self.turn.fought.contains(&edge) {
            lines.push(line("An assault or charge was performed here this turn; nobody crosses it.", "8.2"));
        }
        if !choosable {
            lines.extend(self.may_decide(seat).and_then(|()| self.why_not_boundary(edge)).err());
        }
        lines
    }
}
