//! §5: the set-up. Cubes first; then units take their places, some by their owner's choice, some drawn by his opponent.

use muster_contract::{Audience, EventKind};
use muster_sdk::{Decisions, Happenings, Knowledge, Names as _, capital, event};

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
    pub(crate) fn set_up(&mut self, happenings: &mut Happenings<'_>) {
        self.hook_set_up(happenings);
        if self.world.set_up {
            // Step 2b: the starting units are turned face down and shuffled.
            for side in Side::ALL {
                let units: Vec<Unit> = self.unplaced(side).collect();
                self.conceal(&units, happenings);
            }
            self.enter(Stage::Cubes(Side::Cs), happenings);
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
            self.conceal(&hidden, happenings);
            let ranging: Vec<Unit> =
                self.world.of_side(side).filter(|&unit| self.world.unit(unit).ranging).collect();
            for unit in ranging {
                self.turn_to_opponent(unit, happenings);
            }
        }
        self.deal_hands(happenings);
        self.begin_turn(happenings);
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

    fn all_cubes(&self, side: Side) -> u8 {
        self.cubes[side as usize].iter().map(|(_, count)| count).sum()
    }

    /// Step 3: where the next cube may go.
    pub(crate) fn cube_locales(&self, side: Side) -> Vec<Locale> {
        let setup = |locale: &Locale| self.world.locale(*locale).setup[side as usize];
        let all: Vec<Locale> = self.world.all_locales().filter(setup).collect();
        let empty = all.iter().filter(|&&locale| self.cubes_in(side, locale) == 0).count();
        let left = self.unplaced(side).count() - usize::from(self.all_cubes(side));
        all.into_iter()
            .filter(|&locale| {
                let there = self.cubes_in(side, locale);
                let fits = there < most_cubes(side).min(self.world.locale(locale).capacity);
                // Each Confederate setup locale needs a cube: some must be left for those that have none.
                fits && (side == Side::Us || there == 0 || left > empty)
            })
            .collect()
    }

    /// Lists the choices of the set-up.
    pub(crate) fn list_set_up(&self, list: &mut Decisions<Choice>) {
        match self.stage {
            Stage::Cubes(side) => {
                list.open(self.seat_of(side), "place-cube");
                self.cube_locales(side).into_iter().for_each(|locale| list.push(Choice::Cube(locale)));
            }
            Stage::Place(side, _) => {
                list.open(self.seat_of(side), "place-unit");
                if self.order.units.is_empty() {
                    self.unplaced(side).for_each(|unit| list.push(Choice::Take(unit)));
                } else {
                    let cubes = self.cubes[side as usize].iter();
                    cubes.for_each(|&(locale, _)| list.push(Choice::PutDown(locale)));
                    list.push(Choice::Cancel);
                }
            }
            Stage::Random(side, _) => {
                list.open(self.seat_of(side), "place-blindly");
                let cubes = self.cubes[side.other() as usize].iter();
                cubes.for_each(|&(locale, _)| list.push(Choice::Draw(locale)));
            }
            _ => {}
        }
    }

    /// Carries out a choice of the set-up.
    pub(crate) fn take_set_up(&mut self, choice: Choice, happenings: &mut Happenings<'_>) {
        match (self.stage, choice) {
            (Stage::Cubes(side), Choice::Cube(locale)) => self.place_cube(side, locale, happenings),
            (Stage::Place(..), Choice::Take(unit)) => {
                self.order.units = vec![unit];
                let seat = self.seat_of(self.world.unit(unit).side);
                happenings.event(|| {
                    let text = format!("You take up {}.", self.unit_name(Some(seat), unit));
                    event(EventKind::Text, Audience::Seats(vec![seat]), text, "5")
                });
            }
            (Stage::Place(side, left), Choice::PutDown(locale)) => {
                let Some(unit) = self.order.units.pop() else { return };
                self.replace_cube(side, unit, locale, happenings);
                self.order.units.clear();
                self.placed(Stage::Place(side, left - 1), happenings);
            }
            (Stage::Place(..), _) => {
                self.order.units.clear();
            }
            (Stage::Random(side, left), Choice::Draw(locale)) => {
                let owner = side.other();
                let mut blind: Vec<Unit> = self.unplaced(owner).collect();
                let tokens = self.tokens.of(None);
                blind.sort_unstable_by_key(|&unit| tokens.of(unit));
                let at = happenings.draw(blind.len() as u32, || {
                    format!("which {} unit is placed in {}", owner.name(), self.world.name(locale))
                });
                happenings.event(|| {
                    let text = format!(
                        "The {} player places a {} unit without looking at it.",
                        side.name(),
                        owner.name()
                    );
                    event(EventKind::Drawn(1), Audience::Everyone, text, "5")
                });
                self.replace_cube(owner, blind[at as usize], locale, happenings);
                self.placed(Stage::Random(side, left - 1), happenings);
            }
            _ => {}
        }
    }

    fn place_cube(&mut self, side: Side, locale: Locale, happenings: &mut Happenings<'_>) {
        let cubes = &mut self.cubes[side as usize];
        match cubes.binary_search_by_key(&locale, |(at, _)| *at) {
            Ok(at) => cubes[at].1 += 1,
            Err(at) => cubes.insert(at, (locale, 1)),
        }
        happenings.say("5", || format!("A {} cube in {}.", side.name(), self.world.locale(locale).called));
        if usize::from(self.all_cubes(side)) == self.unplaced(side).count() {
            let next = if side == Side::Cs { Stage::Cubes(Side::Us) } else { Stage::Place(Side::Cs, FOUR) };
            self.enter(next, happenings);
        }
    }

    /// Steps 4, 5, 7, 8, 10 and 11: a unit takes the place of a cube.
    fn replace_cube(&mut self, side: Side, unit: Unit, locale: Locale, happenings: &mut Happenings<'_>) {
        let cubes = &mut self.cubes[side as usize];
        if let Some((_, count)) = cubes.iter_mut().find(|(at, _)| *at == locale) {
            *count -= 1;
        }
        cubes.retain(|(_, count)| *count > 0);
        let spot = Spot::reserve(locale);
        self.put(unit, At::Map(spot));
        let way = vec![self.place_of(spot)];
        self.tell(happenings, &[unit], &EventKind::Moved(way), "5", |name| {
            format!("{name} is placed in {}.", self.world.locale(locale).called)
        });
    }

    /// Goes on when a unit was placed: `now` says how many more there are in this step.
    fn placed(&mut self, now: Stage, happenings: &mut Happenings<'_>) {
        let rest = |state: &Self, side: Side| state.unplaced(side).count() as u8;
        let next = match now {
            Stage::Place(Side::Cs, 0) if rest(self, Side::Cs) == 0 => {
                Stage::Place(Side::Us, rest(self, Side::Us))
            }
            Stage::Place(Side::Cs, 0) => Stage::Place(Side::Us, FOUR),
            Stage::Place(Side::Us, 0) if rest(self, Side::Us) == 0 => {
                // Step 12.
                self.deal_hands(happenings);
                return self.begin_turn(happenings);
            }
            Stage::Place(Side::Us, 0) => {
                // Step 6.
                for side in Side::ALL {
                    let units: Vec<Unit> = self.unplaced(side).collect();
                    self.blind(&units, happenings);
                }
                happenings.event(|| {
                    let text = "All units that are not placed are turned face blind and shuffled.".to_owned();
                    event(EventKind::Concealed, Audience::Everyone, text, "5")
                });
                Stage::Random(Side::Us, FOUR)
            }
            Stage::Random(Side::Us, 0) => Stage::Random(Side::Cs, FOUR),
            Stage::Random(Side::Cs, 0) => {
                self.look_again(happenings);
                Stage::Place(Side::Cs, rest(self, Side::Cs))
            }
            stage => {
                self.stage = stage;
                return;
            }
        };
        self.enter(next, happenings);
    }

    /// Step 9: all face-blind units are turned face down, so that their owners see them again.
    fn look_again(&mut self, happenings: &mut Happenings<'_>) {
        for side in Side::ALL {
            let owner = self.seat_of(side);
            let blind: Vec<Unit> =
                self.world.of_side(side).filter(|&unit| self.unit(unit).face == Face::Blind).collect();
            for &unit in &blind {
                let state = self.unit_mut(unit);
                (state.face, state.known) = (Face::Down, Knowledge::only(owner));
                self.tokens.of_mut(Some(owner)).drop(unit);
            }
            let drawn: Vec<Unit> =
                blind.iter().copied().filter(|&unit| self.unit(unit).spot().is_some()).collect();
            happenings.event(|| {
                let names = self.unit_names(Some(owner), &drawn);
                let text = capital(&format!("your opponent has placed {names}."));
                let units = self.unit_ids(Some(owner), &blind);
                let told = event(EventKind::Revealed, Audience::Seats(vec![owner]), text, "5");
                muster_contract::Event { units, ..told }
            });
        }
    }
}
