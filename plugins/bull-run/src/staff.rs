//! §9: staff commands, in strict sequence: reorganize, rally, mobilize.

use muster_contract::{Audience, EventKind};
use muster_sdk::{Decisions, Happenings, Knowledge, event};

use crate::choice::Choice;
use crate::morale::MOBILIZE;
use crate::state::{At, BullRun, Face, Spot, UnitState};
use crate::world::{GROUPS, Kind, Locale, Unit};

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

    /// In words ("2+1").
    pub fn name(self) -> &'static str {
        match self {
            Self::Halves => "1+1",
            Self::TwoAndOne => "2+1",
            Self::Thirds => "1+1+1",
        }
    }
}

impl BullRun {
    /// §9.1: units in a locale's reserve that can reorganize.
    fn reorganizing_in(&self, locale: Locale) -> Vec<Unit> {
        self.in_spot(self.active, Spot::reserve(locale))
            .filter(|&unit| {
                let state = self.unit(unit);
                !state.ordered && matches!(state.kind, Kind::Infantry | Kind::Cavalry)
            })
            .collect()
    }

    /// §9.1: what units of a locale can do to reorganize.
    pub(crate) fn reorganizations(&self, locale: Locale) -> Vec<Choice> {
        let units = self.reorganizing_in(locale);
        let spares = self
            .world
            .of_side(self.active)
            .filter(|&unit| self.world.unit(unit).spare && self.unit(unit).at == At::Off);
        let room = self.room(locale).min(spares.count());
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
    pub(crate) fn next_group(&self) -> Option<u8> {
        (1..=GROUPS).find(|&group| self.in_group(group).next().is_some())
    }

    /// §9.3: units of a reinforcement group that have not mobilized.
    pub(crate) fn in_group(&self, group: u8) -> impl Iterator<Item = Unit> {
        self.world.of_side(self.active).filter(move |&unit| self.unit(unit).at == At::Display(group))
    }

    /// §9.3: the locales where reinforcements can enter.
    pub(crate) fn entries(&self) -> Vec<Locale> {
        let side = self.active;
        self.world
            .all_locales()
            .filter(|&locale| {
                self.world.locale(locale).entry[side as usize]
                    && !self.is_enemy(side, locale)
                    && !self.turn.stormed.contains(&locale)
                    && self.room(locale) > 0
            })
            .collect()
    }

    /// Lists staff commands, or how one goes on.
    pub(crate) fn list_staff(&self, list: &mut Decisions<Choice>) {
        list.open(self.seat_of(self.active), "staff-command");
        if let Some(locale) = self.turn.reorganizing {
            self.reorganizations(locale).into_iter().for_each(|choice| list.push(choice));
            return list.push(Choice::EndReorganize);
        }
        if let Some((locale, group)) = self.turn.mobilizing {
            let units: Vec<Unit> = self.in_group(group).collect();
            let room = self.room(locale);
            if units.len() > 1 && units.len() <= room {
                list.push(Choice::BringAll);
            }
            if room > 0 {
                units.into_iter().for_each(|unit| list.push(Choice::Bring(unit)));
            }
            if self.turn.mobilized {
                list.push(Choice::EndMobilize);
            }
            return;
        }
        let mut held: Vec<Locale> = self
            .on_map(self.active)
            .filter_map(|unit| self.unit(unit).spot())
            .map(|spot| spot.locale)
            .collect();
        held.sort_unstable();
        held.dedup();
        if self.turn.staff < RALLY {
            for &locale in &held {
                self.reorganizations(locale).into_iter().for_each(|choice| list.push(choice));
            }
        }
        if self.turn.staff <= RALLY {
            for &locale in &held {
                let pairs = self.rallying_in(locale).len() / 2;
                (1..=pairs as u8).rev().for_each(|pairs| list.push(Choice::Rally(locale, pairs)));
            }
        }
        if !self.turn.mobilized && self.next_group().is_some() {
            self.entries().into_iter().for_each(|locale| list.push(Choice::Mobilize(locale)));
        }
        list.push(Choice::EndStaff);
    }

    pub(crate) fn take_staff(&mut self, choice: Choice, happenings: &mut Happenings<'_>) {
        match choice {
            Choice::Merge(one, _) | Choice::Split(one, _) => {
                self.begin_reorganizing(one, happenings);
                match choice {
                    Choice::Merge(one, two) => self.merge(one, two, happenings),
                    Choice::Split(one, split) => self.split(one, split, happenings),
                    _ => {}
                }
                return;
            }
            Choice::EndReorganize => self.turn.reorganizing = None,
            Choice::Rally(locale, pairs) => {
                self.turn.staff = RALLY;
                self.rally(locale, pairs, happenings);
            }
            Choice::Mobilize(locale) => return self.mobilize(locale, happenings),
            Choice::Bring(_) | Choice::BringAll | Choice::EndMobilize => {
                self.take_mobilizing(choice, happenings);
                if self.turn.mobilizing.is_some() {
                    return;
                }
            }
            _ => return self.begin_claims(happenings),
        }
        if !self.check_demoralized(happenings) && self.points == 0 {
            self.begin_claims(happenings);
        }
    }

    /// A staff command costs a point.
    fn spend_staff(
        &mut self,
        citation: &str,
        happenings: &mut Happenings<'_>,
        text: impl FnOnce(&Self) -> String,
    ) {
        self.points -= 1;
        happenings.event(|| event(EventKind::Command, Audience::Everyone, text(self), citation));
    }

    fn begin_reorganizing(&mut self, unit: Unit, happenings: &mut Happenings<'_>) {
        let Some(spot) = self.unit(unit).spot() else { return };
        if self.turn.reorganizing.is_none() {
            self.turn.reorganizing = Some(spot.locale);
            let side = self.active.name();
            self.spend_staff("9.1", happenings, |game| {
                format!("Reorganize: {side} units in {}", game.world.locale(spot.locale).called)
            });
        }
    }

    /// §9.1: two 1-strength units of a kind become one of strength 2.
    fn merge(&mut self, one: Unit, two: Unit, happenings: &mut Happenings<'_>) {
        self.reveal(&[one, two], "9.1", happenings);
        self.tell(happenings, &[one, two], &EventKind::Text, "9.1", |names| format!("{names} merge."));
        self.remove(two);
        let state = self.unit_mut(one);
        (state.strength, state.ordered) = (2, true);
    }

    /// §9.1: a unit becomes several with the same strength together.
    fn split(&mut self, unit: Unit, split: Split, happenings: &mut Happenings<'_>) {
        self.reveal(&[unit], "9.1", happenings);
        self.tell(happenings, &[unit], &EventKind::Text, "9.1", |name| {
            format!("{name} splits into {}.", split.name())
        });
        let whole = *self.unit(unit);
        for (number, &strength) in split.parts().iter().enumerate() {
            let part = if number == 0 { Some(unit) } else { self.spare(self.active) };
            let Some(part) = part else { return };
            let state = self.unit_mut(part);
            *state = UnitState { strength, ordered: true, at: state.at, ..whole };
            self.put(part, whole.at);
        }
    }

    /// §9.2: pairs of disrupted infantry units become one of strength 1 each.
    fn rally(&mut self, locale: Locale, pairs: u8, happenings: &mut Happenings<'_>) {
        let side = self.active;
        self.spend_staff("9.2", happenings, |game| {
            format!(
                "Rally: {} of disrupted {} infantry in {}",
                crate::words::counted_words(pairs.into(), "pair"),
                side.name(),
                game.world.locale(locale).called
            )
        });
        let units: Vec<Unit> = self.rallying_in(locale).into_iter().take(2 * usize::from(pairs)).collect();
        for pair in units.chunks_exact(2) {
            self.remove(pair[1]);
            let state = self.unit_mut(pair[0]);
            (state.kind, state.strength, state.ordered) = (Kind::Infantry, 1, true);
            (state.face, state.known) = (Face::Up, Knowledge::EVERYONE);
            self.tell(happenings, &pair[..1], &EventKind::Text, "9.2", |name| format!("{name} has rallied."));
            self.adjust_morale(side, 1, "13.2", happenings);
        }
    }

    /// §9.3 steps 1 and 2: the next group is shuffled; its units will enter in a locale.
    fn mobilize(&mut self, locale: Locale, happenings: &mut Happenings<'_>) {
        let Some(group) = self.next_group() else { return };
        self.turn.staff = MOBILIZING;
        self.turn.mobilizing = Some((locale, group));
        let side = self.active.name();
        self.spend_staff("9.3", happenings, |game| {
            format!("Mobilize: {side} reinforcement group {group} to {}", game.world.locale(locale).called)
        });
        let units: Vec<Unit> = self.in_group(group).collect();
        self.conceal(&units, happenings);
        happenings.event(|| {
            let text = format!("Reinforcement group {group} of the {side} is shuffled.");
            event(EventKind::Concealed, Audience::Everyone, text, "9.3")
        });
    }

    /// §9.3 steps 3 and 4.
    fn take_mobilizing(&mut self, choice: Choice, happenings: &mut Happenings<'_>) {
        let Some((locale, group)) = self.turn.mobilizing else { return };
        let units = match choice {
            Choice::Bring(unit) => vec![unit],
            Choice::BringAll => self.in_group(group).collect(),
            _ => Vec::new(),
        };
        for &unit in &units {
            self.unit_mut(unit).ordered = true;
            self.turn.mobilized = true;
        }
        self.go(&units, &[Spot::reserve(locale)], "9.3", happenings);
        let more = self.in_group(group).next().is_some() && self.room(locale) > 0;
        if units.is_empty() || !more {
            self.turn.mobilizing = None;
            let side = self.active;
            let bit = 1 << group;
            if self.mobilized[side as usize] & bit == 0 {
                self.mobilized[side as usize] |= bit;
                self.adjust_morale(side, MOBILIZE, "9.3", happenings);
            }
        }
    }
}
