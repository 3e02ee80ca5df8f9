//! §5: the set-up. Cubes first; then units take their places, some by their owner's choice, some drawn by his opponent.

use muster_contract::{Audience, Event, EventKind};
use muster_sdk::{Decisions, Knowledge, May, Names as _, Resolution, capital, ensure};

use crate::choice::Choice;
use crate::state::{At, BullRun, Face, Spot, Stage};
use crate::world::{Locale, Side, Unit};

/// Cubes that each side replaces in steps 4, 5, 7 and 8.
const FOUR: u8 = 4;

/// The most cubes in a setup locale (step 3).
pub(crate) fn most_cubes(side: Side) -> u8 {
    if side == Side::Cs { 3 } else { 4 }
}

impl BullRun {
    /// The game begins: what the scenario has placed stands on the map, or the set-up begins.
    pub(crate) fn set_up(&mut self, resolution: &mut Resolution<'_>) {
        self.hook_set_up(resolution);
        if self.world.set_up {
            // Step 2b: the starting units are turned face down and shuffled.
            for side in Side::ALL {
                let units: Vec<Unit> = self.unplaced(side).collect();
                self.conceal(&units, resolution);
            }
            self.enter(Stage::Cubes(Side::Cs), resolution);
            return;
        }
        for side in Side::ALL {
            let placed = |unit: &Unit| self.world.unit(*unit).start.is_some();
            let units: Vec<Unit> = self.world.of_side(side).filter(placed).collect();
            for &unit in &units {
                if let Some((locale, edge)) = self.world.unit(unit).start {
                    self.put(unit, At::Map(Spot { locale, edge }));
                }
            }
            let hidden: Vec<Unit> =
                units.into_iter().filter(|&unit| !self.world.unit(unit).face_up).collect();
            self.conceal(&hidden, resolution);
            let ranging: Vec<Unit> =
                self.world.of_side(side).filter(|&unit| self.world.unit(unit).ranging).collect();
            for unit in ranging {
                self.turn_to_opponent(unit, resolution);
            }
        }
        self.deal_hands(resolution);
        self.begin_turn(resolution);
    }

    /// An army's starting units that are not on the map yet.
    pub(crate) fn unplaced(&self, side: Side) -> impl Iterator<Item = Unit> {
        self.world.of_side(side).filter(|&unit| self.unit(unit).at == At::Display(0))
    }

    /// How many cubes of an army lie in a locale.
    pub(crate) fn cubes_in(&self, side: Side, locale: Locale) -> u8 {
        let cubes = self.cubes[side as usize].iter().find(|(at, _)| *at == locale);
        cubes.map_or(0, |(_, count)| *count)
    }

    /// The locales in which an army has cubes.
    pub(crate) fn cubes_at(&self, side: Side) -> impl Iterator<Item = Locale> {
        self.cubes[side as usize].iter().map(|&(locale, _)| locale)
    }

    fn all_cubes(&self, side: Side) -> u8 {
        self.cubes[side as usize].iter().map(|(_, count)| count).sum()
    }

    /// Step 3: whether the next cube may go to a locale; `spare` says whether it may where there is one.
    pub(crate) fn may_place_cube(&self, side: Side, locale: Locale, spare: bool) -> May {
        let info = self.world.locale(locale);
        ensure(info.setup[side as usize], "It is not one of your setup locales.", "5")?;
        let there = self.cubes_in(side, locale);
        let most = ["No more than 4 cubes lie in one locale.", "No more than 3 cubes lie in one locale."];
        ensure(there < most_cubes(side), most[side as usize], "5")?;
        let free = there < info.capacity && (there == 0 || spare);
        ensure(free, "It is full, or the cubes that are left are needed elsewhere.", "5")
    }

    /// Step 3: whether the next cube may go where there is one: each Confederate setup locale needs one, so that some must be
    /// left for those that have none.
    pub(crate) fn has_spare_cubes(&self, side: Side) -> bool {
        let setup = &self.world.setup[side as usize];
        side == Side::Us || self.cubes_left(side) + self.cubes_at(side).count() > setup.len()
    }

    /// Step 3: how many cubes of an army's are still to be placed.
    pub(crate) fn cubes_left(&self, side: Side) -> usize {
        self.unplaced(side).count() - usize::from(self.all_cubes(side))
    }

    pub(crate) fn list_cubes(&self, side: Side, list: &mut Decisions<Choice>) {
        let spare = self.has_spare_cubes(side);
        let free = |locale: &&Locale| self.may_place_cube(side, **locale, spare).is_ok();
        list.extend(self.world.setup[side as usize].iter().filter(free).map(|&locale| Choice::Cube(locale)));
    }

    /// Steps 7 and 8: the opponent's cubes that a unit drawn blindly can replace.
    pub(crate) fn list_draws(&self, side: Side, list: &mut Decisions<Choice>) {
        list.extend(self.cubes_at(side.other()).map(Choice::Draw));
    }

    /// Steps 4, 5, 10 and 11: which unit, and then which cube it replaces.
    pub(crate) fn list_places(&self, side: Side, list: &mut Decisions<Choice>) {
        if self.order.units.is_empty() {
            return self.unplaced(side).for_each(|unit| list.push(Choice::Take(unit)));
        }
        list.extend(self.cubes_at(side).map(Choice::PutDown));
        list.push(Choice::Cancel);
    }

    /// Steps 4, 5, 10 and 11: a unit is taken up, put in the place of a cube, or laid back.
    pub(crate) fn take_place(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let taken = self.order.units.pop();
        match (choice, taken) {
            (Choice::Take(unit), _) => {
                self.order.units = vec![unit];
                let seat = self.seat_of(side);
                resolution.event(|| {
                    let text = format!("You take up {}.", self.unit_name(Some(seat), unit));
                    Event::new(EventKind::Text, Audience::Seats(vec![seat]), text, "5")
                });
            }
            (Choice::PutDown(locale), Some(unit)) => {
                self.replace_cube(side, unit, locale, resolution);
                self.placed(resolution);
            }
            _ => {}
        }
    }

    /// Steps 7 and 8: a unit of the opponent's, drawn without looking at it, replaces a cube.
    pub(crate) fn place_blindly(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let Choice::Draw(locale) = choice else { return };
        let owner = side.other();
        let mut blind: Vec<Unit> = self.unplaced(owner).collect();
        let tokens = self.tokens.of(None);
        blind.sort_unstable_by_key(|&unit| tokens.of(unit));
        let at = resolution.draw(blind.len() as u32, || {
            format!("which {} unit is placed in {}", owner.name(), self.world.name(locale))
        });
        resolution.announce(EventKind::Drawn(1), "5", || {
            let [by, of] = [side, owner].map(Side::name);
            format!("The {by} player places a {of} unit without looking at it.")
        });
        self.replace_cube(owner, blind[at as usize], locale, resolution);
        self.placed(resolution);
    }

    pub(crate) fn place_cube(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let Choice::Cube(locale) = choice else { return };
        let cubes = &mut self.cubes[side as usize];
        match cubes.binary_search_by_key(&locale, |(at, _)| *at) {
            Ok(at) => cubes[at].1 += 1,
            Err(at) => cubes.insert(at, (locale, 1)),
        }
        resolution.say("5", || format!("A {} cube in {}.", side.name(), self.world.locale(locale).called));
        if self.cubes_left(side) == 0 {
            let next = if side == Side::Cs { Stage::Cubes(Side::Us) } else { Stage::Place(Side::Cs, FOUR) };
            self.enter(next, resolution);
        }
    }

    /// Steps 4, 5, 7, 8, 10 and 11: a unit takes the place of a cube.
    fn replace_cube(&mut self, side: Side, unit: Unit, locale: Locale, resolution: &mut Resolution<'_>) {
        let cubes = &mut self.cubes[side as usize];
        if let Some((_, count)) = cubes.iter_mut().find(|(at, _)| *at == locale) {
            *count -= 1;
        }
        cubes.retain(|(_, count)| *count > 0);
        let spot = Spot::reserve(locale);
        self.put(unit, At::Map(spot));
        let way = vec![self.place_of(spot)];
        self.log_to_each_seat(resolution, &[unit], &EventKind::Moved(way), "5", |name| {
            format!("{name} is placed in {}.", self.world.locale(locale).called)
        });
    }

    /// Goes on when a unit was placed.
    fn placed(&mut self, resolution: &mut Resolution<'_>) {
        let rest = |state: &Self, side: Side| state.unplaced(side).count() as u8;
        let next = match self.stage {
            Stage::Place(Side::Cs, 1) if rest(self, Side::Cs) == 0 => {
                Stage::Place(Side::Us, rest(self, Side::Us))
            }
            Stage::Place(Side::Cs, 1) => Stage::Place(Side::Us, FOUR),
            Stage::Place(Side::Us, 1) if rest(self, Side::Us) == 0 => {
                // Step 12.
                self.deal_hands(resolution);
                return self.begin_turn(resolution);
            }
            Stage::Place(Side::Us, 1) => {
                // Step 6.
                for side in Side::ALL {
                    let units: Vec<Unit> = self.unplaced(side).collect();
                    self.blind(&units, resolution);
                }
                resolution.announce(EventKind::Concealed, "5", || {
                    "All units that are not placed are turned face blind and shuffled.".to_owned()
                });
                Stage::Random(Side::Us, FOUR)
            }
            Stage::Random(Side::Us, 1) => Stage::Random(Side::Cs, FOUR),
            Stage::Random(Side::Cs, 1) => {
                self.look_again(resolution);
                Stage::Place(Side::Cs, rest(self, Side::Cs))
            }
            Stage::Place(_, ref mut left) | Stage::Random(_, ref mut left) => {
                *left -= 1;
                return;
            }
            _ => return,
        };
        self.enter(next, resolution);
    }

    /// Step 9: all face-blind units are turned face down, so that their owners see them again.
    fn look_again(&mut self, resolution: &mut Resolution<'_>) {
        for side in Side::ALL {
            let owner = self.seat_of(side);
            let blind: Vec<Unit> =
                self.world.of_side(side).filter(|&unit| self.unit(unit).face == Face::Blind).collect();
            self.turn_down(&blind, Face::Down, Knowledge::only(owner));
            blind.iter().for_each(|&unit| self.tokens.of_mut(Some(owner)).drop(unit));
            let drawn: Vec<Unit> =
                blind.iter().copied().filter(|&unit| self.unit(unit).spot().is_some()).collect();
            resolution.event(|| {
                let names = self.unit_names(Some(owner), &drawn);
                let text = capital(&format!("your opponent has placed {names}."));
                Event::new(EventKind::Revealed, Audience::Seats(vec![owner]), text, "5")
                    .of(self.unit_ids(Some(owner), &blind))
            });
        }
    }
}
