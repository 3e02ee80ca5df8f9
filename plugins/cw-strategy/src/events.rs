//! §12: random events.
//!
//! [`next`] says what happens, by a tree of chances over what the position is like; it is carried out on the position after.

use muster_contract::{Audience, Event as Told, EventKind, Score};
use muster_sdk::{Index as _, Resolution, capital};

use crate::arithmetic::{Chance, nearest};
use crate::labels::ships_of;
use crate::naval_battle::Ship;
use crate::state::{Army, Berth, CwStrategy, Fleet};
use crate::world::{City, MOST_SHIPS, Side};

/// What an event depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    /// The turn's year.
    pub year: u16,
    /// And month.
    pub month: u8,
    /// §12.1: k, 1 to 5.
    pub favour: u8,
    /// §12.2: b, tenths of the chance that it favours the Rebels.
    pub rebel_tenths: u8,
    /// §14.2.
    pub realism: bool,
    /// Cities of the Rebels.
    pub rebel_cities: u8,
    /// §12.4b: whether the Rebels' fleet has room for ships and lies in a port, or could be founded.
    pub rebel_ships: bool,
    /// §12.5a: whether the Union's fleet is there and has room for ships.
    pub union_ships: bool,
    /// §12.5c: whether the slaves were set free before.
    pub emancipated: bool,
}

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Event {
    /// §12.3: ironclads are announced.
    Ironclads,
    /// §12.4a, §12.6: a city that was never the Union's riots.
    UnionRiot,
    /// §12.4b: wooden ships for the Rebels.
    RebelShips,
    /// §12.4c: foreign volunteers.
    Volunteers,
    /// §12.4d: a loan to the Rebels.
    Loan,
    /// §12.4e: they sell cotton.
    Cotton,
    /// §12.4f: every Union army shrinks.
    Expiry,
    /// §12.5a, §12.6: a city that was never the Rebels' riots.
    RebelRiot,
    /// §12.5a: wooden ships for the Union.
    UnionShips,
    /// §12.5b: some of the Union's first five armies grow.
    Volunteering,
    /// §12.5c: the slaves are set free.
    Emancipation,
    /// §12.5d: the President is elected again.
    Reelection,
    /// §12.5e: gifts to the Union.
    Gifts,
    /// §12.5f: every Rebel army shrinks.
    Deserters,
    /// §12.5g: the Union's armies learn.
    Rifles,
    /// §12.5h: the Union gains.
    Spirits,
}

/// §12.4, §12.5: from so many cities on foreign powers help the Rebels, with money and with men.
const CREDIT: u8 = 12;
const RECOGNITION: u8 = 30;

impl Times {
    /// §12.1: the chance that anything happens in a turn.
    pub fn chance(&self) -> Chance {
        let years = u32::from(self.year.saturating_sub(1860));
        Chance::thousandths((5 * years * u32::from(self.favour).pow(2)).min(900))
    }

    fn from(&self, year: u16) -> bool {
        self.year >= year
    }
}

/// §12.1-12.5: what happens this turn, if anything does. `lot` draws each chance as it is come to.
pub fn next(times: &Times, lot: &mut dyn FnMut(Chance) -> bool) -> Option<Event> {
    if times.realism && (times.year, times.month) == (1862, 1) {
        return Some(Event::Ironclads);
    }
    if !lot(times.chance()) {
        return None;
    }
    let rebel = lot(Chance::tenths(times.rebel_tenths.into()));
    Some(if rebel { for_rebels(times, lot) } else { for_union(times, lot) })
}

/// §12.4: what favours the Rebels.
fn for_rebels(times: &Times, lot: &mut dyn FnMut(Chance) -> bool) -> Event {
    if lot(Chance::tenths(1)) {
        Event::UnionRiot
    } else if times.rebel_ships && lot(Chance::tenths(2)) {
        Event::RebelShips
    } else if times.rebel_cities >= RECOGNITION && lot(Chance::tenths(1)) {
        Event::Volunteers
    } else if times.rebel_cities >= CREDIT && lot(Chance::tenths(3)) {
        Event::Loan
    } else if times.rebel_cities >= CREDIT && lot(Chance::tenths(5)) {
        Event::Cotton
    } else {
        Event::Expiry
    }
}

/// §12.4: what the Rebels gain besides, in January.
pub const fn anniversary(times: &Times) -> u16 {
    match (times.year, times.month) {
        (1864, 1) => 50,
        (1865, 1) => 100,
        _ => 0,
    }
}

/// §12.4f: tenths that are left of a Union army.
pub const fn staying(times: &Times) -> i64 {
    if times.year == 1864 && times.month >= 7 { 8 } else { 9 }
}

/// §12.5: what favours the Union.
fn for_union(times: &Times, lot: &mut dyn FnMut(Chance) -> bool) -> Event {
    if times.union_ships && lot(Chance::tenths(1)) {
        if lot(Chance::hundredths(5)) { Event::RebelRiot } else { Event::UnionShips }
    } else if lot(Chance::tenths(3)) {
        Event::Volunteering
    } else if times.from(1863) && !times.emancipated {
        Event::Emancipation
    } else if (times.year, times.month) == (1864, 11) {
        Event::Reelection
    } else if lot(Chance::tenths(5)) {
        Event::Gifts
    } else if times.from(1862) && lot(Chance::tenths(5)) {
        Event::Deserters
    } else if times.from(1862) && lot(Chance::tenths(5)) {
        Event::Rifles
    } else {
        Event::Spirits
    }
}

/// §12.4d, §12.4e, §12.5e: a loan, a harvest or a gift is this much for each k.
const SUM: i32 = 100;
/// §12.5b: so many of the Union's slots are filled by those who volunteer.
const FIRST: usize = 5;
/// §12.5g: who knows more has nothing to learn.
const LEARNS: u8 = 8;
/// §12.6: so many cities are looked at for one that riots.
const LOOKS: u8 = 99;

impl CwStrategy {
    /// What this turn's event depends on.
    pub(crate) fn times(&self) -> Times {
        let [union, rebels] = Side::ALL.map(|side| self.power(side).fleet);
        let room = |fleet: Fleet| fleet.ships() < MOST_SHIPS;
        Times {
            year: self.year,
            month: self.month,
            favour: match self.world.options.computer {
                None => 3,
                Some(Side::Us) => self.balance,
                Some(Side::Cs) => 6 - self.balance,
            },
            rebel_tenths: self.world.options.event_balance,
            realism: self.realism,
            rebel_cities: self.count_cities(Side::Cs),
            rebel_ships: match rebels {
                Some(fleet) => room(fleet) && fleet.at != Berth::Raiding,
                None => self.rebel_yard().is_some(),
            },
            union_ships: union.is_some_and(room),
            emancipated: self.emancipated,
        }
    }

    /// §12.4b: where the Rebels can found a fleet: their first port without the Union's.
    fn rebel_yard(&self) -> Option<City> {
        self.world.ports().find(|&port| self.owns(Side::Cs, port) && !self.fleet_in(Side::Us, port))
    }

    /// §12: the turn's random event, if they are on.
    pub(crate) fn random_event(&mut self, resolution: &mut Resolution<'_>) {
        if !self.world.options.events {
            return;
        }
        let times = self.times();
        let lot = &mut |chance: Chance| chance.happens(resolution, || "a random event (12)".to_owned());
        let Some(event) = next(&times, lot) else { return };
        if (Event::UnionRiot..=Event::Expiry).contains(&event) && anniversary(&times) > 0 {
            // §12.4: with all that favours the Rebels.
            let points = i32::from(anniversary(&times));
            self.gain(Side::Cs, points, "12.4", "The Confederacy still stands in the new year.", resolution);
        }
        self.carry_out_event(&times, event, resolution);
    }

    /// §12.3-12.6: what an event does.
    pub(crate) fn carry_out_event(&mut self, times: &Times, event: Event, resolution: &mut Resolution<'_>) {
        let favour = i32::from(times.favour);
        match event {
            Event::Ironclads => {
                resolution.say("12.3", || "Both navies announce that they will build ironclads.".to_owned());
            }
            Event::UnionRiot => self.riot(Side::Us, resolution),
            Event::RebelRiot => self.riot(Side::Cs, resolution),
            Event::RebelShips => self.new_ships(Side::Cs, 2 * times.favour, "12.4", resolution),
            Event::UnionShips => self.new_ships(Side::Us, times.favour, "12.5", resolution),
            Event::Volunteers => self.volunteers(times.favour, resolution),
            Event::Loan => self.receive(Side::Cs, SUM * favour, "12.4", "a loan from abroad", resolution),
            Event::Cotton => self.receive(Side::Cs, SUM * favour, "12.4", "a sale of cotton", resolution),
            Event::Gifts => self.receive(Side::Us, SUM * favour, "12.5", "gifts", resolution),
            Event::Expiry => {
                let tenths = staying(times);
                self.shrink(Side::Us, 10 * tenths, resolution);
                resolution.say("12.4", || {
                    format!("Enlistments expire: every army of the Union keeps {tenths} tenths of its men.")
                });
            }
            Event::Deserters => {
                self.shrink(Side::Cs, 92, resolution);
                resolution.say("12.5", || {
                    "Desertion: every army of the Confederacy keeps 92 in a hundred men.".to_owned()
                });
            }
            Event::Volunteering => self.volunteering(times.favour, resolution),
            Event::Emancipation => {
                self.emancipated = true;
                let text = "The slaves of the South are declared free.";
                self.gain(Side::Us, 100, "12.5", text, resolution);
                self.gain(Side::Cs, -100, "12.5", text, resolution);
            }
            Event::Reelection => {
                let points = self.power(Side::Cs).points;
                let lost = nearest(points.into(), 2) as i32 - points;
                self.gain(Side::Cs, lost, "12.5", "The President is elected again.", resolution);
            }
            Event::Rifles => {
                resolution.say("12.5", || "The Union's troops receive better rifles.".to_owned());
                for army in self.power_mut(Side::Us).armies.iter_mut().flatten() {
                    if army.experience <= LEARNS {
                        army.experience += 2;
                    }
                }
            }
            Event::Spirits => self.gain(Side::Us, 10, "12.5", "The Union is in good spirits.", resolution),
        }
    }

    /// Points for a side, or from it, with the reason.
    fn gain(&mut self, side: Side, points: i32, citation: &str, text: &str, resolution: &mut Resolution<'_>) {
        let before = self.power(side).points;
        self.score(side, points);
        let points = self.power(side).points - before;
        resolution.event(|| {
            let scored = Score { side: side.id().to_owned(), points };
            Told::new(EventKind::Scored(scored), Audience::Everyone, text, citation)
        });
    }

    /// Money for a side.
    fn receive(&mut self, side: Side, sum: i32, citation: &str, what: &str, resolution: &mut Resolution<'_>) {
        self.power_mut(side).cash += sum;
        resolution.say(citation, || capital(&format!("{} receives {sum}: {what}.", side.who())));
    }

    /// So many hundredths are left of every army of a side.
    fn shrink(&mut self, side: Side, hundredths: i64, resolution: &mut Resolution<'_>) {
        for army in self.power_mut(side).armies.iter_mut().flatten() {
            army.size = grown(army, hundredths, 0);
        }
        self.show_sizes(side, resolution);
    }

    /// §12.5b: each of the first armies of the Union may grow.
    fn volunteering(&mut self, favour: u8, resolution: &mut Resolution<'_>) {
        let mut grew = 0;
        for army in self.power_mut(Side::Us).armies[..FIRST].iter_mut().flatten() {
            let joins = || "whether volunteers join an army of the Union (12.5)".to_owned();
            if Chance::tenths(5).happens(resolution, joins) {
                army.size = grown(army, 110, favour.into());
                grew += 1;
            }
        }
        self.show_sizes(Side::Us, resolution);
        resolution.say("12.5", || format!("Volunteers join the Union: {grew} of its first armies grow."));
    }

    /// §12.4c: a random army of the Rebels is joined by volunteers from abroad.
    fn volunteers(&mut self, favour: u8, resolution: &mut Resolution<'_>) {
        let armies = self.armies(Side::Cs) as u32;
        let joined = resolution.draw(armies, || "which army foreign volunteers join (12.4)".to_owned());
        let army = self.power_mut(Side::Cs).armies.iter_mut().flatten().nth(joined as usize);
        let Some(army) = army else { return };
        army.size = grown(army, 100, 10 * i64::from(favour));
        (army.experience, army.supply) = (10, 10);
        let at = army.at;
        self.show_sizes(Side::Cs, resolution);
        resolution.event(|| {
            let text = format!("Volunteers from abroad join the Confederates at {}.", self.world.name(at));
            Told::new(EventKind::Text, Audience::Everyone, text, "12.4").at(self.world.place(at))
        });
    }

    /// §12.4b, §12.5a: wooden ships for a fleet, or for a first one of the Rebels.
    fn new_ships(&mut self, side: Side, ships: u8, citation: &str, resolution: &mut Resolution<'_>) {
        let founded = self.rebel_yard().map(|port| Fleet { at: Berth::Port(port), ironclads: 0, wooden: 0 });
        let Some(mut fleet) = self.power(side).fleet.or(founded) else { return };
        let ships = ships.min(MOST_SHIPS - fleet.ships());
        fleet.wooden += ships;
        self.power_mut(side).fleet = Some(fleet);
        self.show_fleet(side, resolution);
        resolution.say(citation, || {
            capital(&format!("{} is given {}.", side.who(), ships_of(ships, Ship::Wooden)))
        });
    }

    /// §12.6: a city of a side that was not its own at first, and where no army stands, becomes neutral.
    fn riot(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        if !self.realism || self.count_cities(side) < 2 {
            return;
        }
        let (cities, why) =
            (self.world.cities.len() as u8, || format!("where {} has a riot (12.6)", side.who()));
        let looks = resolution.roll(LOOKS, cities, why);
        let may = |&city: &City| {
            let strange = self.owns(side, city) && self.world.city(city).owner != Some(side);
            strange && !self.is_in(side, city) && self.power(side).capital != Some(city)
        };
        let mut looked_at = looks.into_iter().map(|face| City::nth(usize::from(face - 1)));
        let Some(city) = looked_at.find(may) else { return };
        self.cities[city].owner = None;
        resolution.event(|| {
            let text = format!("A riot in {}: it is nobody's.", self.world.name(city));
            let kind = EventKind::Taken(None);
            Told::new(kind, Audience::Everyone, text, "12.6").at(self.world.place(city))
        });
    }
}

/// So many hundredths of an army and so many hundreds of men more, at least 1.
fn grown(army: &Army, hundredths: i64, more: i64) -> u16 {
    let size = nearest(hundredths * i64::from(army.size) + 100 * more, 100);
    size.clamp(1, u16::MAX.into()) as u16
}
