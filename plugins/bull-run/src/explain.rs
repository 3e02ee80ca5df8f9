//! Why something can't be chosen now, or what it is. An explanation never contradicts the list, and tells its reader nothing
//! that he may not know.

use muster_contract::{Line, Seat, Target};
use muster_sdk::{capital, line, remark};

use crate::state::{At, BullRun, Stage};
use crate::words::boundary_words;
use crate::world::{Edge, Kind, Locale, Side, World};

impl BullRun {
    /// Why the target can't be chosen now, and what it is.
    pub(crate) fn explanation(
        &self,
        world: &World,
        seat: Seat,
        target: &Target,
        choosable: bool,
    ) -> Vec<Line> {
        match target {
            Target::Unit(id) => match self.find_unit(world, Some(seat), id) {
                Some(unit) => self.explain_unit(world, seat, unit, choosable),
                None => vec![remark(format!("You see no unit called {id}."))],
            },
            Target::Space(id) => match world.atlas.space(id).map(|space| space.0) {
                Some(locale) if world.is_locale(locale) => {
                    self.explain_locale(world, seat, locale, choosable)
                }
                Some(locale) => {
                    vec![line(format!("{}: a unit display.", world.locale(locale).called), "4.3.2")]
                }
                None => vec![remark(format!("There is no locale called {id}."))],
            },
            Target::Edge(id) => match world.atlas.edge(id).map(|edge| edge.0) {
                Some(edge) => self.explain_boundary(world, seat, edge, choosable),
                None => vec![remark(format!("There is no boundary called {id}."))],
            },
            Target::Card(_) => {
                let mut lines = vec![line(
                    "A command card: the two that are played are added to four command points.",
                    "4.2",
                )];
                if !choosable {
                    lines.push(line("Cards are played at the beginning of one's turn.", "7.3"));
                }
                lines
            }
            _ if choosable => vec![remark("You may do this now.")],
            _ => vec![remark("This can't be done now.")],
        }
    }

    /// Why nothing at all can be chosen by the seat, if it can't.
    fn not_asked(&self, seat: Seat) -> Option<Line> {
        match self.decides() {
            None => Some(line("The game is over.", "14")),
            Some(side) if side != self.side_of(seat) => {
                Some(line(format!("The {} player decides now.", side.name()), self.section()))
            }
            _ => None,
        }
    }

    fn explain_unit(&self, world: &World, seat: Seat, unit: u8, choosable: bool) -> Vec<Line> {
        let (info, state) = (world.unit(unit), self.unit(unit));
        let name = capital(&self.unit_name(world, Some(seat), unit));
        let mut lines = vec![line(format!("{name}, {}.", info.side.name()), "4.1")];
        match state.at {
            At::Map(spot) => lines.push(line(format!("In {}.", self.spot_words(world, spot)), "4.3.1")),
            At::Display(0) => lines.push(line("Not placed yet.", "5")),
            At::Display(group) => lines.push(line(format!("In reinforcement group {group}."), "9.3")),
            At::Off => {}
        }
        if state.is_ranging() {
            lines.push(line("It is ranging: it may bombard, and do nothing else.", "8.0.2"));
        }
        if !choosable {
            lines.push(self.not_asked(seat).unwrap_or_else(|| self.why_not_unit(world, seat, unit)));
        }
        lines
    }

    fn why_not_unit(&self, world: &World, seat: Seat, unit: u8) -> Line {
        let (info, state) = (world.unit(unit), self.unit(unit));
        let own = info.side == self.side_of(seat);
        match (self.stage, state.at) {
            (Stage::Field, _) if !own => line("It isn't yours to command.", "8"),
            (Stage::Field, At::Display(_)) => line("It is not on the map.", "9.3"),
            (Stage::Field, _) if state.ordered => line("It was issued a command this turn.", "8"),
            (Stage::Field, _) if self.order.road.is_some() => line("A road march is being planned.", "8.6.4"),
            (Stage::Field, _) if self.order.units.contains(&unit) => line("It belongs to the command.", "8"),
            (Stage::Field, _) if !self.order.units.is_empty() => {
                line("Only units of one position, ranging or not, are commanded together.", "8")
            }
            (Stage::Field, _) if self.points == 0 => line("No command point is left.", "4.2"),
            (Stage::Field, _) if state.is_ranging() => line("There is nothing that it could bombard.", "8.3"),
            (Stage::Field, _) if state.kind == Kind::Disrupted => {
                line("Disrupted infantry moves only with another unit that is not.", "4.1.1")
            }
            (Stage::Field, _) => line("There is nothing that it could do.", "8"),
            (Stage::Administer, _) if state.kind == Kind::Artillery && own && state.bombarded => {
                line("It bombarded this turn and can't range.", "10.4")
            }
            (Stage::Administer, _) => line(
                "Only artillery is spiked or ranges, and it ranges at an approach next to the enemy.",
                "10.4",
            ),
            (Stage::Shuffle, At::Map(spot)) if own => {
                let why = self.shuffle_hindrance(world, spot);
                line(why.unwrap_or("Choose the locale."), "7.1")
            }
            _ => line("It has no part in what is decided now.", self.section()),
        }
    }

    fn explain_locale(&self, world: &World, seat: Seat, locale: Locale, choosable: bool) -> Vec<Line> {
        let info = world.locale(locale);
        let holder = self.holder(world, locale).map_or("nobody", Side::name);
        let count = self.count(world, locale);
        let mut lines = vec![line(
            format!("{}: holds {} units; {count} are there ({holder}).", info.called, info.capacity),
            "4.3.1",
        )];
        for side in Side::ALL {
            let at = side as usize;
            let name = side.name();
            if info.objective[at] {
                lines.push(line(format!("An objective of the {name}."), "13.3"));
            }
            if info.entry[at] {
                lines.push(line(format!("{name} reinforcements enter here."), "9.3"));
            }
            if info.setup[at] {
                lines.push(line(format!("A {name} setup locale."), "5"));
            }
        }
        if !choosable {
            lines.extend(self.not_asked(seat).or_else(|| self.why_not_locale(world, locale)));
        }
        lines
    }

    /// Why the group picked can't go to a locale, or cubes can't lie there.
    fn why_not_locale(&self, world: &World, locale: Locale) -> Option<Line> {
        if let Stage::Cubes(side) = self.stage {
            return Some(if !world.locale(locale).setup[side as usize] {
                line("It is not one of your setup locales.", "5")
            } else if self.cubes_in(side, locale) >= crate::set_up::most_cubes(side) {
                line(
                    format!("No more than {} cubes lie in one locale.", crate::set_up::most_cubes(side)),
                    "5",
                )
            } else {
                line("It is full, or the cubes that are left are needed elsewhere.", "5")
            });
        }
        if self.stage == Stage::Command(crate::state::Step::FlightMove) {
            let from = self.flight()?.from;
            let way = world.locale(from).ways.iter().find(|way| way.to == locale);
            let why = way.map_or(Some("It is not adjacent."), |way| self.no_refuge(world, way));
            return why.map(|why| line(why, self.flight_citation()));
        }
        let group = self.group(&self.order.units)?;
        let from = group.spot.locale;
        let Some(edge) = world.between(from, locale) else {
            return Some(line(format!("It is not adjacent to {}.", world.name(from)), "4.3.1"));
        };
        if group.spot.edge.is_some_and(|own| own != edge) {
            return Some(line("Who secures an approach goes over its boundary only.", "8.6.2"));
        }
        let count = group.units.len();
        if !self.is_enemy(world, self.active, locale) {
            let bar = self.march_barred(world, edge, locale, count);
            return bar.map(|bar| bar.line(world, edge, locale));
        }
        let bar = self.barred(world, edge, locale, count);
        bar.map(|bar| bar.line(world, edge, locale)).or_else(|| {
            (self.defended(world, from, edge) > 0)
                .then(|| line("The enemy secures the approach there: only an assault gets in.", "8.2"))
        })
    }

    fn explain_boundary(&self, world: &World, seat: Seat, edge: Edge, choosable: bool) -> Vec<Line> {
        let mut lines = boundary_words(world, edge);
        for end in world.edge(edge).ends {
            let count = self.secured(world, end, edge);
            if let Some(side) = self.holder(world, end).filter(|_| count > 0) {
                let name = world.name(end);
                lines.push(line(format!("{count} {} units secure it in {name}.", side.name()), "4.3.1"));
            }
        }
        if self.turn.fought.contains(&edge) {
            lines.push(line("An assault or charge was performed here this turn; nobody crosses it.", "8.2"));
        }
        if !choosable {
            lines.extend(self.not_asked(seat).or_else(|| self.why_not_boundary(world, edge)));
        }
        lines
    }

    fn why_not_boundary(&self, world: &World, edge: Edge) -> Option<Line> {
        let group = self.group(&self.order.units)?;
        let from = group.spot.locale;
        let boundary = world.edge(edge);
        if !boundary.ends.contains(&from) {
            return Some(line(format!("It is no boundary of {}.", world.name(from)), "4.3.1"));
        }
        let to = boundary.across(from);
        if !self.is_enemy(world, self.active, to) {
            return Some(line("An approach is secured only next to an enemy-occupied locale.", "4.3.1"));
        }
        if group.disrupted {
            return Some(line("Disrupted infantry secures no approach.", "4.3.1"));
        }
        if group.spot.edge != Some(edge) {
            return None;
        }
        let bar = self.barred(world, edge, to, group.units.len());
        bar.map(|bar| bar.line(world, edge, to)).or_else(|| {
            if self.defended(world, from, edge) == 0 {
                return Some(line("Nobody secures the approach beyond: it is open to an advance.", "8.1"));
            }
            let strong = |unit: &u8| self.unit(*unit).kind == Kind::Cavalry && self.unit(*unit).strength == 2;
            if boundary.in_approach(to).obstructed && group.units.iter().any(strong) {
                return Some(line(
                    "The approach beyond is obstructed: cavalry comes along, but leads no assault.",
                    "8.2",
                ));
            }
            Some(line(
                "An assault needs 2-strength infantry or cavalry, or 3-strength infantry, to lead it.",
                "8.2",
            ))
        })
    }
}
