//! §8, §8.0.2: field commands in general.
//!
//! A command is put together in small choices that nobody else sees: units of one position, then what they do.

use std::ops::ControlFlow;

use muster_contract::{Audience, EventKind, Line};
use muster_sdk::{Decisions, Happenings, event, line};

use crate::choice::Choice;
use crate::state::{Action, After, Arrived, At, BullRun, Command, Order, Road, Spot, Stage, Step};
use crate::world::{Edge, Kind, Locale, Passage, Unit, World};

/// Units of one position that a command is about.
pub(crate) struct Group<'a> {
    pub(crate) spot: Spot,
    pub(crate) units: &'a [Unit],
    /// Whether some of them are disrupted.
    pub(crate) disrupted: bool,
    /// Whether some of them are not.
    pub(crate) troops: bool,
    /// Whether all of them are cavalry.
    pub(crate) cavalry: bool,
    /// How many of them are ranging.
    pub(crate) ranging: usize,
}

type Flow = ControlFlow<()>;

/// Why units can't enter a locale over a boundary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bar {
    /// Nobody crosses it.
    Impassable,
    /// An assault or charge was performed there this turn.
    Fought,
    /// The locale was taken by assault this turn.
    Stormed,
    /// So many units are there, and the others don't all fit.
    Full(u8),
    /// The enemy is there, and it is a march.
    Enemy,
}

impl Bar {
    /// In words.
    pub(crate) fn line(self, world: &World, edge: Edge, to: Locale) -> Line {
        let (id, name) = (&world.edge(edge).id, world.name(to));
        match self {
            Self::Impassable => line(format!("Boundary {id} is impassable."), "4.3.1"),
            Self::Fought => line(format!("An assault or charge was performed at {id} this turn."), "8.2"),
            Self::Stormed => {
                line(format!("{name} was taken by assault this turn; nobody else enters it."), "8.2")
            }
            Self::Full(there) => {
                let capacity = world.locale(to).capacity;
                line(
                    match there {
                        0 => format!("{name} holds {capacity} units: so many don't fit."),
                        _ => format!("{name} holds {capacity} units, and {there} are there."),
                    },
                    "4.3.1",
                )
            }
            Self::Enemy => line(format!("{name} is enemy-occupied."), "8.6"),
        }
    }
}

impl BullRun {
    pub(crate) fn group<'a>(&self, units: &'a [Unit]) -> Option<Group<'a>> {
        let spot = self.unit(*units.first()?).spot()?;
        let of = |kind: Kind| units.iter().filter(|&&unit| self.unit(unit).kind == kind).count();
        let disrupted = of(Kind::Disrupted);
        Some(Group {
            spot,
            units,
            disrupted: disrupted > 0,
            troops: disrupted < units.len(),
            cavalry: of(Kind::Cavalry) == units.len(),
            ranging: units.iter().filter(|&&unit| self.unit(unit).is_ranging()).count(),
        })
    }

    /// Why units of the active player can't enter a locale over a boundary in any way, if they can't.
    pub(crate) fn barred(&self, edge: Edge, to: Locale, count: usize) -> Option<Bar> {
        if self.world.edge(edge).passage == Passage::Impassable {
            Some(Bar::Impassable)
        } else if self.turn.fought.contains(&edge) {
            Some(Bar::Fought)
        } else if self.turn.stormed.contains(&to) {
            Some(Bar::Stormed)
        } else {
            // The enemy has left before anybody moves into a locale that he occupies.
            let there = if self.is_enemy(self.active, to) { 0 } else { self.count(to) };
            let room = self.world.locale(to).capacity.saturating_sub(there);
            (count > usize::from(room)).then_some(Bar::Full(there))
        }
    }

    /// Why units can't march into a locale, if they can't.
    pub(crate) fn march_barred(&self, edge: Edge, to: Locale, count: usize) -> Option<Bar> {
        if self.is_enemy(self.active, to) {
            return Some(Bar::Enemy);
        }
        self.barred(edge, to, count)
    }

    /// The defense approach of an attack from a locale over a boundary: how many units secure it.
    pub(crate) fn defended(&self, from: Locale, edge: Edge) -> u8 {
        self.secured(self.world.edge(edge).across(from), edge)
    }

    /// Whether a unit can be issued a field command now (§8).
    pub(crate) fn is_free(&self, unit: Unit) -> bool {
        !self.unit(unit).ordered
    }

    /// §8: the units with which a command can begin.
    pub(crate) fn pickable(&self) -> impl Iterator<Item = Unit> {
        self.on_map(self.active).filter(|&unit| self.is_free(unit) && self.can_begin(unit))
    }

    /// Whether some command can be given to the unit, alone or, if it is disrupted, with another.
    pub(crate) fn can_begin(&self, unit: Unit) -> bool {
        self.is_able(&mut vec![unit])
    }

    /// Whether some command can be given to units of one position; to disrupted ones alone, whether with one more unit. The
    /// list is given back as it was.
    fn is_able(&self, units: &mut Vec<Unit>) -> bool {
        let able = |units: &[Unit]| {
            self.group(units).is_some_and(|group| self.targets(&group, |_| Flow::Break(())).is_break())
        };
        let Some(Group { spot, troops, .. }) = self.group(units) else { return false };
        if troops {
            return able(units);
        }
        let mut others = self.in_spot(self.active, spot);
        others.any(|other| {
            if !self.is_free(other) || self.unit(other).kind == Kind::Disrupted {
                return false;
            }
            units.push(other);
            let able = able(units);
            units.pop();
            able
        })
    }

    /// Units that can join those picked, so that there still is a command for all of them.
    pub(crate) fn joinable(&self) -> Vec<Unit> {
        let Some(group) = self.group(&self.order.units) else { return Vec::new() };
        let mut units = self.order.units.clone();
        let mut joins = |&unit: &Unit| {
            if !self.is_free(unit)
                || group.units.contains(&unit)
                || self.unit(unit).is_ranging() != (group.ranging > 0)
            {
                return false;
            }
            units.push(unit);
            let joins = self.is_able(&mut units);
            units.pop();
            joins
        };
        self.in_spot(self.active, group.spot).filter(|unit| joins(unit)).collect()
    }

    /// Whether there is a command for those picked and all that can join them.
    fn all_join(&self, joinable: &[Unit]) -> bool {
        joinable.len() > 1 && self.is_able(&mut [&self.order.units, joinable].concat())
    }

    /// Lists what the active player may do in his field command phase.
    pub(crate) fn list_field(&self, list: &mut Decisions<Choice>) {
        list.open(self.seat_of(self.active), "field-command");
        if self.order.road.is_some() {
            return self.list_road(list);
        }
        let Some(group) = self.group(&self.order.units) else {
            self.list_deployments(list);
            self.list_pursuits(list);
            if self.points > 0 && !self.is_decided() {
                self.pickable().for_each(|unit| list.push(Choice::Pick(unit)));
            }
            return list.push(Choice::EndField);
        };
        let joinable = self.joinable();
        if self.all_join(&joinable) {
            list.push(Choice::Everyone);
        }
        joinable.into_iter().for_each(|unit| list.push(Choice::Also(unit)));
        let _ = self.targets(&group, |choice| {
            list.push(choice);
            Flow::Continue(())
        });
        list.push(Choice::Cancel);
    }

    /// Everything that a group can do.
    pub(crate) fn targets(&self, group: &Group<'_>, mut found: impl FnMut(Choice) -> Flow) -> Flow {
        let from = group.spot.locale;
        if group.ranging > 0 {
            return self.bombardments(group, &mut found);
        }
        let Some(edge) = group.spot.edge else { return self.targets_from_reserve(group, &mut found) };
        let to = self.world.edge(edge).across(from);
        if !self.is_enemy(self.active, to) {
            if group.troops && self.march_barred(edge, to, group.units.len()).is_none() {
                found(Choice::March(to))?;
            }
        } else if self.barred(edge, to, group.units.len()).is_none() {
            if self.defended(from, edge) == 0 {
                found(Choice::Advance(to))?;
            } else {
                self.assaults(group, edge, &mut found)?;
            }
        }
        found(Choice::Reserve)
    }

    fn targets_from_reserve(&self, group: &Group<'_>, found: &mut impl FnMut(Choice) -> Flow) -> Flow {
        let from = group.spot.locale;
        let count = group.units.len();
        for way in &self.world.locale(from).ways {
            if !self.is_enemy(self.active, way.to) {
                if group.troops && self.march_barred(way.edge, way.to, count).is_none() {
                    found(Choice::March(way.to))?;
                }
                continue;
            }
            if group.disrupted {
                continue;
            }
            found(Choice::Secure(way.edge))?;
            if self.defended(from, way.edge) == 0 && self.barred(way.edge, way.to, count).is_none() {
                found(Choice::Maneuver(way.to))?;
            }
        }
        if group.troops && self.can_take_road(group) {
            found(Choice::Road)?;
        }
        if group.cavalry {
            self.rides(group, found)?;
            self.charges(group, found)?;
        }
        Flow::Continue(())
    }

    /// Takes a choice of the field command phase.
    pub(crate) fn take_field(&mut self, choice: Choice, happenings: &mut Happenings<'_>) {
        match choice {
            Choice::Pick(unit) => self.order.units = vec![unit],
            Choice::Also(unit) => self.order.units.push(unit),
            Choice::Everyone => {
                let more = self.joinable();
                self.order.units.extend(more);
            }
            Choice::Cancel => self.order = Order::default(),
            Choice::Deploy(unit, edge) => self.deploy(&[unit], edge, happenings),
            Choice::DeployAll(edge) => {
                let units: Vec<Unit> = self.deployable(edge).iter().map(|one| one.unit).collect();
                self.deploy(&units, edge, happenings);
            }
            Choice::DeclarePursuit(units) => self.declare_pursuit(units, happenings),
            Choice::Pursue(locale, units) => self.pursue(locale, units, happenings),
            Choice::EndField => {
                self.after = After::default();
                if !self.check_demoralized(happenings) {
                    self.begin_staff(happenings);
                }
            }
            Choice::Road => self.order.road = Some(Road::default()),
            Choice::RoadStep(..) | Choice::Halt | Choice::Follow(_) | Choice::CloseUp | Choice::MarchOff => {
                self.take_road(choice, happenings);
            }
            _ => self.give(choice, happenings),
        }
    }

    /// §8: the command is given: it costs a point, and its units get no other this turn.
    fn give(&mut self, choice: Choice, happenings: &mut Happenings<'_>) {
        let units = std::mem::take(&mut self.order).units;
        let Some(spot) = units.first().and_then(|&unit| self.unit(unit).spot()) else { return };
        let from = spot.locale;
        match choice {
            Choice::March(to) => self.field_march(units, to, happenings),
            Choice::Secure(edge) => self.local_march(units, Spot::approach(from, edge), happenings),
            Choice::Reserve => self.local_march(units, Spot::reserve(from), happenings),
            Choice::Ride(through, to) => self.cavalry_march(units, through, to, happenings),
            Choice::Advance(to) => self.advance(units, to, happenings),
            Choice::Maneuver(to) => self.maneuver(units, to, happenings),
            Choice::Charge(through, to) => self.charge(units, through, to, happenings),
            Choice::Assault(edge, leaders) => {
                let leaders = leaders.into_iter().flatten().collect();
                self.assault(units, edge, leaders, happenings);
            }
            Choice::Bombard(edge, target) => self.bombard(units, edge, target, happenings),
            _ => {}
        }
    }

    /// §8: a command is paid for and announced. What spectators may know of it stands in its text.
    pub(crate) fn spend(
        &mut self,
        units: &[Unit],
        citation: &str,
        happenings: &mut Happenings<'_>,
        text: impl FnOnce(&Self) -> String,
    ) {
        self.points -= 1;
        self.after = After::default();
        for &unit in units {
            self.unit_mut(unit).ordered = true;
        }
        happenings.event(|| event(EventKind::Command, Audience::Everyone, text(self), citation));
    }

    /// So many units of the active player, for a text that everybody reads.
    pub(crate) fn counted(&self, units: &[Unit]) -> String {
        let side = self.active.name();
        if units.len() == 1 { format!("a {side} unit") } else { format!("{} {side} units", units.len()) }
    }

    /// Units go along a way; the last position is where they stay.
    pub(crate) fn go(
        &mut self,
        units: &[Unit],
        way: &[Spot],
        citation: &str,
        happenings: &mut Happenings<'_>,
    ) {
        let (Some(&first), Some(&last)) = (units.first(), way.last()) else { return };
        let start = self.unit(first).spot();
        for &unit in units {
            self.put(unit, At::Map(last));
        }
        if !happenings.heard() {
            return;
        }
        let places = start.iter().chain(way).map(|&spot| self.place_of(spot)).collect();
        self.tell(happenings, units, &EventKind::Moved(places), citation, |names| {
            let to = &self.world.locale(last.locale).called;
            match last.edge {
                Some(edge) => format!("{names}: securing {} in {to}.", self.world.edge(edge).id),
                None => format!("{names}: to {to}."),
            }
        });
    }

    /// A command is carried out; `units` ended it in reserve.
    pub(crate) fn finish(&mut self, units: Vec<Unit>, happenings: &mut Happenings<'_>) {
        self.finish_groups(&[units], happenings);
    }

    /// A command is carried out by one group after the other, which ended it in reserve.
    pub(crate) fn finish_groups(&mut self, groups: &[Vec<Unit>], happenings: &mut Happenings<'_>) {
        let arrived = (0u8..)
            .zip(groups)
            .flat_map(|(group, units)| units.iter().map(move |&unit| Arrived { unit, group }));
        self.after.units = arrived.collect();
        self.action = None;
        self.stage = Stage::Field;
        // A pursuit belongs to the assault, which is not completely resolved before it.
        if !self.may_pursue() {
            self.check_demoralized(happenings);
        }
    }

    /// A new command of several steps.
    pub(crate) fn action(&self, command: Command, units: Vec<Unit>, from: Locale, edge: Edge) -> Action {
        Action {
            command,
            from,
            edge,
            to: self.world.edge(edge).across(from),
            units,
            leaders: Vec::new(),
            defenders: Vec::new(),
            defense_leaders: Vec::new(),
            support: Vec::new(),
            target: None,
            outcome: None,
            flight: None,
        }
    }

    /// The game waits for a step of the command.
    pub(crate) fn ask(&mut self, step: Step) {
        self.stage = Stage::Command(step);
    }
}
