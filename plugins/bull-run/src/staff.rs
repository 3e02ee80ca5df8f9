//! §9: staff commands, in strict sequence: reorganize, rally, mobilize.

use muster_contract::{ChoiceDetails, EventKind};
use muster_sdk::{Decisions, Knowledge, May, Resolution, ensure, line};

use crate::choice::{COMMAND, Choice};
use crate::morale::MOBILIZE;
use crate::state::{At, BullRun, Face, Spot, UnitState};
use crate::world::{GROUPS, Kind, Locale, Side, Unit};

/// The steps of the sequence.
const RALLY: u8 = 1;
const MOBILIZING: u8 = 2;

/// The strengths that a unit splits into (§9.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// A 2-strength unit into two.
    Halves,
    /// A 3-strength unit into one of 2 and one of 1.
    TwoAndOne,
    /// A 3-strength unit into three.
    Thirds,
}

impl Split {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Halves, Self::TwoAndOne, Self::Thirds];

    /// The strengths of the units that come of it.
    pub fn parts(self) -> &'static [u8] {
        match self {
            Self::Halves => &[1, 1],
            Self::TwoAndOne => &[2, 1],
            Self::Thirds => &[1, 1, 1],
        }
    }

    /// Its part of a choice's id and label ("2+1").
    pub fn name(self) -> &'static str {
        match self {
            Self::Halves => "1+1",
            Self::TwoAndOne => "2+1",
            Self::Thirds => "1+1+1",
        }
    }
}

impl BullRun {
    /// §9: whether a unit can be issued a staff command on the map.
    pub(crate) fn may_be_staffed(&self, unit: Unit) -> May {
        let state = self.unit(unit);
        ensure(!state.ordered, "It was issued a command this turn.", "9")?;
        let in_reserve = state.spot().is_some_and(|spot| spot.edge.is_none());
        ensure(in_reserve, "Only units in reserve reorganize or rally.", "9")
    }

    /// §9.1: whether a unit can reorganize, as far as it depends on itself.
    pub(crate) fn may_reorganize(&self, unit: Unit) -> May {
        self.may_be_staffed(unit)?;
        let kind = self.unit(unit).kind;
        ensure(kind != Kind::Artillery, "Artillery doesn't reorganize.", "9.1")?;
        ensure(kind != Kind::Disrupted, "Disrupted infantry doesn't reorganize.", "9.1")
    }

    /// §9.2: whether disrupted infantry in a locale can rally: by pairs, where somebody stands by it.
    pub(crate) fn may_rally(&self, locale: Locale) -> May {
        let rallying = self.rallying_in(locale).len();
        let alone = "It rallies only where another unit that is not disrupted is in reserve.";
        ensure(rallying > 0, alone, "9.2")?;
        ensure(rallying > 1, "Disrupted infantry rallies by pairs.", "9.2")
    }

    /// §9.1: what units of a locale can do to reorganize.
    pub(crate) fn reorganizations(&self, locale: Locale) -> Vec<Choice> {
        let here = self.in_spot(self.active, Spot::reserve(locale));
        let units: Vec<Unit> = here.filter(|&unit| self.may_reorganize(unit).is_ok()).collect();
        let room = self.room(locale).min(self.spares(self.active).count());
        let mut found = Vec::new();
        for (number, &one) in units.iter().enumerate() {
            let alike =
                |&&two: &&Unit| (self.unit(two).kind, self.unit(two).strength) == (self.unit(one).kind, 1);
            if self.unit(one).strength == 1 {
                found.extend(units[number + 1..].iter().filter(alike).map(|&two| Choice::Merge(one, two)));
            }
            let splits = Split::ALL.into_iter().filter(|split| {
                split.parts().iter().sum::<u8>() == self.unit(one).strength && split.parts().len() - 1 <= room
            });
            found.extend(splits.map(|split| Choice::Split(one, split)));
        }
        found
    }

    /// §9.1: whether a unit has a part in what its locale can do to reorganize.
    pub(crate) fn reorganizes(&self, locale: Locale, unit: Unit) -> bool {
        self.reorganizations(locale).into_iter().any(|choice| match choice {
            Choice::Merge(one, two) => one == unit || two == unit,
            Choice::Split(one, _) => one == unit,
            _ => false,
        })
    }

    /// §9.2: disrupted infantry in a locale that can rally, if somebody stands by it.
    pub(crate) fn rallying_in(&self, locale: Locale) -> Vec<Unit> {
        let reserve = || self.in_spot(self.active, Spot::reserve(locale));
        if !reserve().any(|unit| self.unit(unit).kind != Kind::Disrupted) {
            return Vec::new();
        }
        let rallies = |unit: &Unit| self.unit(*unit).kind == Kind::Disrupted && !self.unit(*unit).ordered;
        reserve().filter(rallies).collect()
    }

    /// §9.3: the reinforcement group that is next.
    pub(crate) fn next_group(&self, side: Side) -> Option<u8> {
        (1..=GROUPS).find(|&group| self.in_group(side, group).next().is_some())
    }

    /// §9.3: units of a reinforcement group that have not mobilized.
    pub(crate) fn in_group(&self, side: Side, group: u8) -> impl Iterator<Item = Unit> {
        self.world.of_side(side).filter(move |&unit| self.unit(unit).at == At::Display(group))
    }

    /// §9.3: whether a reinforcement group has begun to mobilize.
    pub(crate) fn has_begun(&self, side: Side, group: u8) -> bool {
        self.mobilized[side as usize] >> group & 1 == 1
    }

    /// §9.3: whether a reinforcement group is left that can be mobilized in this turn.
    pub(crate) fn may_mobilize(&self) -> May {
        ensure(!self.turn.mobilized, "Only one mobilize command is issued in a turn.", "9.3")?;
        ensure(self.next_group(self.active).is_some(), "All reinforcements have been mobilized.", "9.3")
    }

    /// §9.3: whether reinforcements enter in a locale at all.
    #[inline]
    pub(crate) fn may_ever_enter(&self, locale: Locale) -> May {
        let entry = self.world.locale(locale).entry[self.active as usize];
        ensure(entry, "None of your reinforcements enter here.", "9.3")
    }

    /// §9.3: whether reinforcements can enter in a locale.
    #[inline]
    pub(crate) fn may_enter(&self, locale: Locale) -> May {
        self.may_ever_enter(locale)?;
        ensure(!self.is_enemy(self.active, locale), "It is enemy-occupied.", "9.3")?;
        ensure(!self.turn.stormed.contains(&locale), "It was taken by assault this turn.", "8.2")?;
        ensure(self.room(locale) > 0, "It is full.", "4.3.1")
    }

    /// §9.3: the locales where they can.
    pub(crate) fn entries(&self) -> impl Iterator<Item = Locale> {
        self.world.all_locales().filter(|&locale| self.may_enter(locale).is_ok())
    }

    /// Lists staff commands, or how one goes on.
    pub(crate) fn list_staff(&self, _: Side, list: &mut Decisions<Choice>) {
        if let Some(locale) = self.turn.reorganizing {
            list.extend(self.reorganizations(locale));
            return list.push(Choice::EndReorganize);
        }
        if let Some((locale, group)) = self.turn.mobilizing {
            let units: Vec<Unit> = self.in_group(self.active, group).collect();
            let room = self.room(locale);
            list.push_if(units.len() > 1 && units.len() <= room, Choice::BringAll);
            if room > 0 {
                list.extend(units.into_iter().map(Choice::Bring));
            }
            return list.push_if(self.turn.mobilized, Choice::EndMobilize);
        }
        let ours = |locale: &Locale| self.holder(*locale) == Some(self.active);
        let held: Vec<Locale> = self.world.all_locales().filter(ours).collect();
        if self.turn.staff < RALLY {
            held.iter().for_each(|&locale| list.extend(self.reorganizations(locale)));
        }
        for &locale in held.iter().filter(|_| self.turn.staff <= RALLY) {
            let pairs = self.rallying_in(locale).len() / 2;
            list.extend((1..=pairs as u8).rev().map(|pairs| Choice::Rally(locale, pairs)));
        }
        if self.may_mobilize().is_ok() {
            list.extend(self.entries().map(Choice::Mobilize));
        }
        list.push(Choice::EndStaff);
    }

    /// Adds cost, parts and morale of a staff command.
    pub(crate) fn staff_details(&self, choice: Choice, details: &mut ChoiceDetails) {
        match choice {
            Choice::Merge(..) | Choice::Split(..) if self.turn.reorganizing.is_none() => {
                COMMAND.clone_into(&mut details.cost);
            }
            Choice::Rally(_, pairs) => details.consequences.push(line(format!("Morale +{pairs}."), "9.2")),
            Choice::Mobilize(_)
                if self.next_group(self.active).is_some_and(|group| !self.has_begun(self.active, group)) =>
            {
                details.consequences.push(line("The group's first units cost 2 morale.", "9.3"));
            }
            _ => {}
        }
        if let Choice::Split(_, split) = choice {
            details.label.push_str(&format!(" into {}", split.name()));
        }
    }

    /// Whether some staff command could use the points that are left.
    pub(crate) fn can_be_staffed(&self) -> bool {
        let helps =
            |Spot { locale, .. }| self.may_rally(locale).is_ok() || !self.reorganizations(locale).is_empty();
        self.may_mobilize().is_ok() && self.entries().next().is_some()
            || self.spots(self.active, |_| true).into_iter().any(helps)
    }

    pub(crate) fn take_staff(&mut self, _: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        match choice {
            Choice::Merge(one, two) => self.merge(one, two, resolution),
            Choice::Split(one, split) => self.split(one, split, resolution),
            Choice::EndReorganize => self.turn.reorganizing = None,
            Choice::Rally(locale, pairs) => {
                self.turn.staff = RALLY;
                self.rally(locale, pairs, resolution);
            }
            Choice::Mobilize(locale) => self.mobilize(locale, resolution),
            Choice::Bring(_) | Choice::BringAll | Choice::EndMobilize => {
                self.take_mobilizing(choice, resolution)
            }
            _ => return self.begin_claims(resolution),
        }
        let done = self.turn.reorganizing.is_none() && self.turn.mobilizing.is_none();
        if done && !self.check_demoralized(resolution) && self.points == 0 {
            self.begin_claims(resolution);
        }
    }

    fn begin_reorganizing(&mut self, unit: Unit, resolution: &mut Resolution<'_>) {
        let locale = self.locale_of(&[unit]);
        if self.turn.reorganizing.replace(locale).is_none() {
            self.spend(&[], "9.1", resolution, |game| {
                format!("Reorganize: {} units in {}", game.active.name(), game.world.locale(locale).called)
            });
        }
    }

    /// §9.1: two 1-strength units of a kind become one of strength 2.
    fn merge(&mut self, one: Unit, two: Unit, resolution: &mut Resolution<'_>) {
        self.begin_reorganizing(one, resolution);
        self.reveal(&[one, two], "9.1", resolution);
        self.log_to_each_seat(resolution, &[one, two], &EventKind::Text, "9.1", |names| {
            format!("{names} merge.")
        });
        self.put(two, At::Off);
        let state = self.unit_mut(one);
        (state.strength, state.ordered) = (2, true);
    }

    /// §9.1: a unit becomes several with the same strength together.
    fn split(&mut self, unit: Unit, split: Split, resolution: &mut Resolution<'_>) {
        self.begin_reorganizing(unit, resolution);
        self.reveal(&[unit], "9.1", resolution);
        self.log_to_each_seat(resolution, &[unit], &EventKind::Text, "9.1", |name| {
            format!("{name} splits into {}.", split.name())
        });
        let whole = *self.unit(unit);
        for (number, &strength) in split.parts().iter().enumerate() {
            let part = if number == 0 { Some(unit) } else { self.spares(self.active).next() };
            let part = part.expect("a split is listed only where units are left off the board");
            let state = self.unit_mut(part);
            *state = UnitState { strength, ordered: true, at: state.at, ..whole };
            self.put(part, whole.at);
        }
    }

    /// §9.2: pairs of disrupted infantry units become one of strength 1 each.
    fn rally(&mut self, locale: Locale, pairs: u8, resolution: &mut Resolution<'_>) {
        let side = self.active;
        self.spend(&[], "9.2", resolution, |game| {
            format!(
                "Rally: {} of disrupted {} infantry in {}",
                crate::labels::quantity(pairs.into(), "pair"),
                side.name(),
                game.world.locale(locale).called
            )
        });
        let units: Vec<Unit> = self.rallying_in(locale).into_iter().take(2 * usize::from(pairs)).collect();
        for pair in units.chunks_exact(2) {
            self.put(pair[1], At::Off);
            let state = self.unit_mut(pair[0]);
            (state.kind, state.strength, state.ordered) = (Kind::Infantry, 1, true);
            (state.face, state.known) = (Face::Up, Knowledge::EVERYONE);
            self.log_to_each_seat(resolution, &pair[..1], &EventKind::Text, "9.2", |name| {
                format!("{name} has rallied.")
            });
            self.adjust_morale(side, 1, "13.2", resolution);
        }
    }

    /// §9.3 steps 1 and 2: the next group is shuffled; its units will enter in a locale.
    fn mobilize(&mut self, locale: Locale, resolution: &mut Resolution<'_>) {
        let Some(group) = self.next_group(self.active) else { return };
        self.turn.staff = MOBILIZING;
        self.turn.mobilizing = Some((locale, group));
        let side = self.active.name();
        self.spend(&[], "9.3", resolution, |game| {
            format!("Mobilize: {side} reinforcement group {group} to {}", game.world.locale(locale).called)
        });
        let units: Vec<Unit> = self.in_group(self.active, group).collect();
        self.conceal(&units, resolution);
        resolution.announce(EventKind::Concealed, "9.3", || {
            format!("Reinforcement group {group} of the {side} is shuffled.")
        });
    }

    /// §9.3 steps 3 and 4.
    fn take_mobilizing(&mut self, choice: Choice, resolution: &mut Resolution<'_>) {
        let Some((locale, group)) = self.turn.mobilizing else { return };
        let units = match choice {
            Choice::Bring(unit) => vec![unit],
            Choice::BringAll => self.in_group(self.active, group).collect(),
            _ => Vec::new(),
        };
        for &unit in &units {
            self.unit_mut(unit).ordered = true;
            self.turn.mobilized = true;
        }
        self.go(&units, &[Spot::reserve(locale)], "9.3", resolution);
        let more = self.in_group(self.active, group).next().is_some() && self.room(locale) > 0;
        if units.is_empty() || !more {
            self.turn.mobilizing = None;
            let side = self.active;
            if !self.has_begun(side, group) {
                self.mobilized[side as usize] |= 1 << group;
                self.adjust_morale(side, MOBILIZE, "9.3", resolution);
            }
        }
    }
}
