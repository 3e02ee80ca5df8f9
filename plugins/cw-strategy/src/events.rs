//! §12: random events.
//!
//! [`next`] says what happens, by a tree of chances over what the position is like; it is carried out on the position after.

use crate::arithmetic::Chance;

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
