//! Whether a save, which is a stranger's file, can be a position of the scenario's world.

use muster_contract::Refusal;
use muster_sdk::{Count, Index as _, Saves, ensure};

use crate::state::{Begun, CwStrategy, Leader, Limits, MOST_FOUGHT, MOST_TURNS, Naval, Power, Stage};
use crate::world::{City, MOST_CITIES, MOST_SHIPS, SLOTS, Side, World};

impl Saves for CwStrategy {
    const STATE_SCHEMA: u32 = 3;

    fn counts(world: &World) -> Vec<Count> {
        vec![City::count(world.cities.len())]
    }

    /// Whether a save can be a position of this world.
    fn validate(&self) -> Result<(), Refusal> {
        ensure(self.seats[0] != self.seats[1], "both seats play the same side", "1")?;
        let dated = (1..=12).contains(&self.month) && self.turn > 0;
        let set = (1..=5).contains(&self.balance) && self.aggression <= 5;
        ensure(dated && set, "the save's date or balance can't be", "1")?;
        let sealed = self.powers.iter().all(|power| power.sheet.sealed);
        let between = self.stage == Stage::Resolving || self.stage == Stage::Sheets && sealed;
        ensure(!between, "the save stands between two choices", "1")?;
        let short = self.history.len() <= MOST_FOUGHT && self.tallies.len() <= MOST_TURNS;
        ensure(short, "the save's history is too long", "1")?;
        let low = self.cities.rows().all(|city| city.fort <= 2 && city.known_fort <= 2);
        ensure(low, "a fort of the save is higher than 2", "1")?;
        for fought in &self.history {
            let slots = fought.armies.iter().all(|&slot| usize::from(slot) < SLOTS);
            ensure(slots, "a battle of the history names an army that can't be", "1")?;
            let led = fought.leaders.iter().all(|leader| is_leader(*leader));
            ensure(led, "a battle of the history names a leader that can't be", "1")?;
        }
        let Limits { end_year, cities, .. } = self.limits;
        let limited = (1861..=9999).contains(&end_year) && usize::from(cities) <= MOST_CITIES + 64;
        ensure(limited, "the save's limits can't be", "1")?;
        for side in Side::ALL {
            for power in [&self.powers, &self.opened].map(|powers| &powers[side as usize]) {
                power_fits(power, &self.world).map_err(|refusal| {
                    let reason = format!("the save's {} side: {}", side.name(), refusal.reason);
                    Refusal { reason, ..refusal }
                })?;
            }
        }
        Ok(())
    }
}

fn is_leader(leader: Leader) -> bool {
    match leader {
        Leader::Named(slot) => usize::from(slot) < SLOTS,
        Leader::Nameless => true,
    }
}

/// Whether everything that a side of a save names is there.
fn power_fits(power: &Power, world: &World) -> Result<(), Refusal> {
    let sums = [power.cash, power.points, power.income, power.raided];
    let sound = sums.iter().all(|sum| (0..=1_000_000).contains(sum));
    ensure(sound, "its cash, income or points can't be", "1")?;
    if let Some(fleet) = power.fleet {
        let ships = fleet.ironclads.saturating_add(fleet.wooden);
        ensure((1..=MOST_SHIPS).contains(&ships), "its fleet has no ships, or too many", "1")?;
        let afloat = fleet.port().is_none_or(|port| world.city(port).port);
        ensure(afloat, "its fleet is in a city that is no port", "1")?;
    }
    for army in power.armies.iter().flatten() {
        let rated = [army.rating, army.experience, army.supply].iter().all(|&number| number <= 10);
        ensure(army.size >= 1 && rated && is_leader(army.leader), "one of its armies can't be so", "1")?;
    }
    let rated = power.ratings.iter().chain(&power.nameless).all(|&rating| rating <= 10);
    ensure(rated, "a leader's rating is above 10", "1")?;
    let sheet = &power.sheet;
    let written = sheet.list.len() <= MOST_CITIES && sheet.break_off <= MOST_SHIPS;
    ensure(written, "its sheet can't be", "1")?;
    if let Some(Naval::Sail(port)) = sheet.naval {
        ensure(world.city(port).port, "its fleet sails to a city that is no port", "1")?;
    }
    if let Some(slot) = sheet.begun.and_then(Begun::army) {
        let army = power.armies.get(usize::from(slot)).and_then(Option::as_ref);
        ensure(army.is_some(), "its sheet asks about an army that isn't there", "1")?;
    }
    Ok(())
}
