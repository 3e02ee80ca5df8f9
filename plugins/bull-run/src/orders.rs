//! §8, §8.0.2: field commands in general.
//!
//! A command is put together in single choices that are hidden from the opponent: units of one position, then what they do.

use std::ops::ControlFlow;

use muster_contract::{ChoiceDetails, EventKind};
use muster_sdk::{Decisions, May, Resolution, ensure};

use crate::choice::Choice;
use crate::labels::points;
use crate::state::{Action, After, Arrived, At, BullRun, Command, Spot, Stage, Step};
use crate::world::{Edge, Kind, Locale, Passage, Side, Unit, Way};

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

/// The reason at an impassable boundary (§4.3.1).
const IMPASSABLE: &str = "Boundary {edge} is impassable.";

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

    /// Whether units of the active player can enter a locale over a boundary in any way. In this and the other reasons about a
    /// boundary, "{edge}" stands for it, "{to}" for the locale beyond it and "{from}" for the one before it.
    pub(crate) fn may_cross(&self, way: &Way, count: usize) -> May {
        let &Way { edge, to } = way;
        ensure(self.world.edge(edge).passage != Passage::Impassable, IMPASSABLE, "4.3.1")?;
        let fought = self.turn.fought.contains(&edge);
        ensure(!fought, "An assault or charge was performed at {edge} this turn.", "8.2")?;
        let stormed = self.turn.stormed.contains(&to);
        ensure(!stormed, "{to} was taken by assault this turn; nobody else enters it.", "8.2")?;
        // The enemy has left before anybody moves into a locale that he occupies.
        let there = if self.is_enemy(self.active, to) { 0 } else { self.count(to) };
        let fits = count <= usize::from(self.world.locale(to).capacity.saturating_sub(there));
        match there {
            0 => ensure(fits, "{to} holds {capacity} units: so many don't fit.", "4.3.1"),
            _ => ensure(fits, "{to} holds {capacity} units, and {count} are there.", "4.3.1"),
        }
    }

    /// §8.6: whether units can march into a locale.
    pub(crate) fn may_march(&self, way: &Way, count: usize) -> May {
        ensure(!self.is_enemy(self.active, way.to), "{to} is enemy-occupied.", "8.6")?;
        self.may_cross(way, count)
    }

    /// §4.3.1: whether what stops at a restricted boundary crosses this one; `restricted` says so.
    pub(crate) fn may_pass(&self, way: &Way, restricted: &'static str, section: &'static str) -> May {
        let passage = self.world.edge(way.edge).passage;
        ensure(passage != Passage::Impassable, IMPASSABLE, "4.3.1")?;
        ensure(passage == Passage::Passable, restricted, section)
    }

    /// §8.6.2: whether a group can march to the reserve of an adjacent locale.
    pub(crate) fn may_field_march(&self, group: &Group<'_>, way: &Way) -> May {
        self.may_march(way, group.units.len())?;
        ensure(group.troops, "Disrupted infantry moves only with another unit that is not.", "8.6.2")
    }

    /// §8.1, §8.5: whether a group can advance or maneuver against an approach that nobody secures.
    pub(crate) fn may_go_against(&self, group: &Group<'_>, way: &Way) -> May {
        ensure(!group.disrupted, "Disrupted infantry never maneuvers.", "8.5")?;
        self.may_cross(way, group.units.len())?;
        let open = self.defended(group.spot.locale, way.edge) == 0;
        ensure(open, "The enemy secures the approach there: only an assault gets in.", "8.2")
    }

    /// §8.6.3: whether a group can take up an approach in its locale.
    pub(crate) fn may_secure(&self, group: &Group<'_>, way: &Way) -> May {
        let enemy = self.is_enemy(self.active, way.to);
        ensure(enemy, "An approach is secured only next to an enemy-occupied locale.", "4.3.1")?;
        ensure(!group.disrupted, "Disrupted infantry secures no approach.", "4.3.1")?;
        ensure(group.spot.edge.is_none(), "From an approach one goes into reserve first.", "8.6.3")
    }

    /// §4.2, §13.4: whether a field command can be begun.
    pub(crate) fn may_command(&self) -> May {
        ensure(!self.is_decided(), "An army's morale is at 0: no other command is given.", "13.4")?;
        ensure(self.points > 0, "No command point is left.", "4.2")
    }

    /// §8, §8.0.2: whether a unit can be commanded with those picked, as far as it depends on where and what they are.
    pub(crate) fn may_join(&self, group: &Group<'_>, unit: Unit) -> May {
        let state = self.unit(unit);
        ensure(!group.units.contains(&unit), "It belongs to the command.", "8")?;
        let together = state.at == At::Map(group.spot);
        ensure(together, "Only units of one position are commanded together.", "8")?;
        let alike = state.is_ranging() == (group.ranging > 0);
        ensure(alike, "Ranging artillery does nothing but bombard, and nobody else with it.", "8.0.2")
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
        let Some(Group { spot, troops, .. }) = self.group(units) else { return false };
        if troops {
            return self.has_targets(units);
        }
        let mut others = self.in_spot(self.active, spot);
        others.any(|other| {
            if !self.is_free(other) || self.unit(other).kind == Kind::Disrupted {
                return false;
            }
            units.push(other);
            let able = self.has_targets(units);
            units.pop();
            able
        })
    }

    /// Whether there is a command for these units together.
    pub(crate) fn has_targets(&self, units: &[Unit]) -> bool {
        self.group(units).is_some_and(|group| self.targets(&group, |_| Flow::Break(())).is_break())
    }

    /// Units that can join those picked, so that there still is a command for all of them.
    pub(crate) fn joinable(&self) -> Vec<Unit> {
        let Some(group) = self.group(&self.order.units) else { return Vec::new() };
        let mut units = self.order.units.clone();
        let mut joins = |&unit: &Unit| {
            if !self.is_free(unit) || self.may_join(&group, unit).is_err() {
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

    /// Lists what the active player may do in his field command phase while no command is in the making.
    pub(crate) fn list_field(&self, _: Side, list: &mut Decisions<Choice>) {
        self.list_deployments(list);
        list.extend(self.pursuits());
        if self.may_command().is_ok() {
            self.pickable().for_each(|unit| list.push(Choice::Pick(unit)));
        }
        list.push(Choice::EndField);
    }

    /// Lists what the units that were picked can do, and who can join them.
    pub(crate) fn list_commands(&self, _: Side, list: &mut Decisions<Choice>) {
        if let Some(group) = self.group(&self.order.units) {
            let joinable = self.joinable();
            list.push_if(self.all_join(&joinable), Choice::Everyone);
            list.extend(joinable.into_iter().map(Choice::Also));
            let _ = self.targets(&group, |choice| {
                list.push(choice);
                Flow::Continue(())
            });
        }
        list.push(Choice::Cancel);
    }

    /// Everything that a group can do: over the boundary of its approach, or from reserve.
    pub(crate) fn targets(&self, group: &Group<'_>, mut found: impl FnMut(Choice) -> Flow) -> Flow {
        if group.ranging > 0 {
            return self.bombardments(group).into_iter().try_for_each(found);
        }
        if let Some(way) = &self.way_of(group.spot) {
            if !self.is_enemy(self.active, way.to) {
                self.field_marches(group, way).try_for_each(&mut found)?;
            } else if self.defended(group.spot.locale, way.edge) == 0 {
                self.advances(group, way).try_for_each(&mut found)?;
            } else {
                self.assaults(group, way).try_for_each(&mut found)?;
            }
            return self.local_marches(group, way).try_for_each(found);
        }
        for way in &self.world.locale(group.spot.locale).ways {
            if self.is_enemy(self.active, way.to) {
                self.local_marches(group, way).chain(self.advances(group, way)).try_for_each(&mut found)?;
            } else {
                self.field_marches(group, way).try_for_each(&mut found)?;
            }
        }
        let by_road = self.road_march(group).into_iter();
        by_road.chain(self.rides(group)).chain(self.charges(group)).try_for_each(found)
    }

    /// Where the boundary of an approach leads; none in reserve.
    pub(crate) fn way_of(&self, spot: Spot) -> Option<Way> {
        spot.edge.map(|edge| Way { edge, to: self.world.edge(edge).across(spot.locale) })
    }

    /// Takes a choice of the field command phase while no command is in the making.
    pub(crate) fn take_field(&mut self, _: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        match choice {
            Choice::Pick(unit) => self.order.units = vec![unit],
            Choice::EndField => {
                self.after = After::default();
                if !self.check_demoralized(resolution) {
                    self.begin_staff(resolution);
                }
            }
            _ => {
                self.take_deployment(choice, resolution);
                self.take_pursuit(choice, resolution);
            }
        }
    }

    /// §8: adds units to those picked, or gives them a command.
    pub(crate) fn take_command(&mut self, _: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        match choice {
            Choice::Also(unit) => self.order.units.push(unit),
            Choice::Everyone => {
                let more = self.joinable();
                self.order.units.extend(more);
            }
            _ => {
                // Each of these carries out only its own commands.
                let units = &std::mem::take(&mut self.order).units;
                self.plan_road(units, choice);
                self.march(units, choice, resolution);
                self.go_against(units, choice, resolution);
                self.charge(units, choice, resolution);
                self.assault(units, choice, resolution);
                self.bombard(units, choice, resolution);
            }
        }
    }

    /// Warns that points are lost with the end of the phase.
    pub(crate) fn order_details(&self, choice: Choice, details: &mut ChoiceDetails) {
        let ends = choice == Choice::EndField && self.points > 0 && !self.is_decided();
        details.warning = (ends && !self.can_be_staffed())
            .then(|| format!("{} would be lost. End the phase?", points(self.points)));
    }

    /// §8: a field or staff command costs a point and is announced. The text is public; the units get no other command this turn.
    pub(crate) fn spend(
        &mut self,
        units: &[Unit],
        citation: &str,
        resolution: &mut Resolution<'_>,
        text: impl FnOnce(&Self) -> String,
    ) {
        self.points -= 1;
        self.after = After::default();
        for &unit in units {
            self.unit_mut(unit).ordered = true;
        }
        resolution.announce(EventKind::Command, citation, || text(self));
    }

    /// The same, with a text made of the command, the number of units and a locale.
    pub(crate) fn spend_on(
        &mut self,
        units: &[Unit],
        section: &str,
        (command, where_to, locale): (&str, &str, Locale),
        resolution: &mut Resolution<'_>,
    ) {
        self.spend(units, section, resolution, |game| {
            format!("{command}: {} {where_to} {}", game.counted(units), game.world.locale(locale).called)
        });
    }

    /// The number of units, for a public text.
    pub(crate) fn counted(&self, units: &[Unit]) -> String {
        let side = self.active.name();
        if units.len() == 1 { format!("a {side} unit") } else { format!("{} {side} units", units.len()) }
    }

    /// Moves units along a way to its last position.
    pub(crate) fn go(
        &mut self,
        units: &[Unit],
        way: &[Spot],
        citation: &str,
        resolution: &mut Resolution<'_>,
    ) {
        let (Some(&first), Some(&last)) = (units.first(), way.last()) else { return };
        let start = self.unit(first).spot();
        for &unit in units {
            self.put(unit, At::Map(last));
        }
        if !resolution.is_observed() {
            return;
        }
        let places = start.iter().chain(way).map(|&spot| self.place_of(spot)).collect();
        self.log_to_each_seat(resolution, units, &EventKind::Moved(places), citation, |names| {
            let to = &self.world.locale(last.locale).called;
            match last.edge {
                Some(edge) => format!("{names}: securing {} in {to}.", self.world.edge(edge).id),
                None => format!("{names}: to {to}."),
            }
        });
    }

    /// All units of the command go into the defense locale, and it is carried out.
    pub(crate) fn move_in(&mut self, resolution: &mut Resolution<'_>) {
        let Action { command, to, ref units, .. } = *self.action();
        let units = units.clone();
        self.go(&units, &[Spot::reserve(to)], command.section(), resolution);
        self.finish(&units, resolution);
    }

    /// A command is carried out; `units` ended it in reserve.
    pub(crate) fn finish(&mut self, units: &[Unit], resolution: &mut Resolution<'_>) {
        self.finish_groups(&[units], resolution);
    }

    /// A command is carried out by one group after the other, which ended it in reserve.
    pub(crate) fn finish_groups(&mut self, groups: &[&[Unit]], resolution: &mut Resolution<'_>) {
        let arrived = (0u8..)
            .zip(groups)
            .flat_map(|(group, units)| units.iter().map(move |&unit| Arrived { unit, group }));
        self.after.units = arrived.collect();
        self.resolved(resolution);
    }

    /// §13.4: a command is completely resolved, unless a pursuit belongs to it that may still be declared.
    pub(crate) fn resolved(&mut self, resolution: &mut Resolution<'_>) {
        (self.action, self.stage) = (None, Stage::Field);
        if !self.may_pursue() {
            self.check_demoralized(resolution);
        }
    }

    /// A command of several steps begins.
    pub(crate) fn begin_action(
        &mut self,
        command: Command,
        units: &[Unit],
        from: Locale,
        edge: Edge,
    ) -> &mut Action {
        self.action.insert(Box::new(Action::new(&self.world, command, units.to_vec(), from, edge)))
    }

    /// The command that is being carried out: in each of its steps there is one.
    pub(crate) fn action(&self) -> &Action {
        self.action.as_deref().expect("a command is being carried out")
    }

    /// The same, to change it.
    pub(crate) fn action_mut(&mut self) -> &mut Action {
        self.action.as_deref_mut().expect("a command is being carried out")
    }

    /// The units that carry out the command and are in a position.
    pub(crate) fn acting_in(&self, spot: Spot) -> Vec<Unit> {
        let units = self.action().units.iter().copied();
        units.filter(|&unit| self.unit(unit).at == At::Map(spot)).collect()
    }

    /// Where the units picked for a command are.
    pub(crate) fn order_spot(&self) -> Option<Spot> {
        self.unit(*self.order.units.first()?).spot()
    }

    /// The locale of units that are on the map, all of one position.
    pub(crate) fn locale_of(&self, units: &[Unit]) -> Locale {
        self.unit(units[0]).spot().expect("units of a command are on the map").locale
    }

    /// The game waits for a step of the command.
    pub(crate) fn ask(&mut self, step: Step) {
        self.stage = Stage::Command(step);
    }
}
