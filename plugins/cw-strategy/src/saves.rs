//! Whether a save, which is a stranger's file, can be a position of the scenario's world.

use muster_contract::Refusal;
use muster_sdk::{Count, Index as _, Saves, refuse};

use crate::state::{Asked, Berth, CwStrategy, Leader, MOST_FOUGHT, MOST_TURNS, Naval, Power, Stage};
use crate::world::{City, MOST_CITIES, MOST_SHIPS, SLOTS, Side, World};

impl Saves for CwStrategy {
    const STATE_SCHEMA: u32 = 3;

    fn counts(world: &World) -> Vec<Count> {
        vec![City::count(world.cities.len())]
    }

    /// Whether a save can be a position of this world.
    fn validate(&self) -> Result<(), Refusal> {
        let no = |why: String| Err(refuse(why, "1"));
        if self.seats[0] == self.seats[1] {
            return no("both seats play the same side".to_owned());
        }
        if !(1..=12).contains(&self.month)
            || !(1..=5).contains(&self.balance)
            || self.aggression > 5
            || self.turn == 0
        {
            return no("the save's date or balance can't be".to_owned());
        }
        if self.stage == Stage::Resolving
            || self.stage == Stage::Sheets && self.powers.iter().all(|power| power.sheet.sealed)
        {
            return no("the save stands between two choices".to_owned());
        }
        if self.history.len() > MOST_FOUGHT || self.tallies.len() > MOST_TURNS {
            return no("the save's history is too long".to_owned());
        }
        if self.cities.rows().any(|city| city.fort > 2 || city.known_fort > 2) {
            return no("a fort of the save is higher than 2".to_owned());
        }
        for fought in &self.history {
            if fought.armies.iter().any(|&slot| usize::from(slot) >= SLOTS) {
                return no("a battle of the history names an army that can't be".to_owned());
            }
            if fought.leaders.iter().any(|leader| !is_leader(*leader)) {
                return no("a battle of the history names a leader that can't be".to_owned());
            }
        }
        let limits = &self.limits;
        if limits.end_year < 1861 || limits.end_year > 9999 || usize::from(limits.cities) > MOST_CITIES + 64 {
            return no("the save's limits can't be".to_owned());
        }
        for side in Side::ALL {
            power_fits(&self.powers[side as usize], side, &self.world)?;
            power_fits(&self.opened[side as usize], side, &self.world)?;
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
fn power_fits(power: &Power, side: Side, world: &World) -> Result<(), Refusal> {
    let no = |why: String| Err(refuse(format!("the save's {} side: {why}", side.name()), "1"));
    if !(0..=1_000_000).contains(&power.cash)
        || !(0..=1_000_000).contains(&power.points)
        || !(0..=1_000_000).contains(&power.income)
        || !(0..=1_000_000).contains(&power.raided)
    {
        return no("its cash, income or points can't be".to_owned());
    }
    if let Some(fleet) = &power.fleet {
        if !(1..=MOST_SHIPS).contains(&fleet.ironclads.saturating_add(fleet.wooden)) {
            return no("its fleet has no ships, or too many".to_owned());
        }
        if let Berth::Port(port) = fleet.at
            && !world.city(port).port
        {
            return no(format!("its fleet is in {}, which is no port", world.name(port)));
        }
    }
    for (slot, army) in power.armies.iter().enumerate() {
        let Some(army) = army else { continue };
        let name = format!("army {}", slot + 1);
        let fits = army.size >= 1
            && army.rating <= 10
            && army.experience <= 10
            && army.supply <= 10
            && is_leader(army.leader);
        if !fits {
            return no(format!("{name} can't be so"));
        }
    }
    if power.ratings.iter().chain(&power.nameless).any(|&rating| rating > 10) {
        return no("a leader's rating is above 10".to_owned());
    }
    let sheet = &power.sheet;
    if sheet.list.len() > MOST_CITIES || sheet.break_off > MOST_SHIPS {
        return no("its sheet can't be".to_owned());
    }
    if let Some(Naval::Sail(port)) = sheet.naval
        && !world.city(port).port
    {
        return no(format!("its fleet sails to {}, which is no port", world.name(port)));
    }
    if let Some(Asked::Train(slot) | Asked::Relief(slot) | Asked::Retreat(slot)) = sheet.asked {
        let army = power.armies.get(usize::from(slot)).and_then(Option::as_ref);
        if army.is_none() {
            return no("its sheet asks about an army that isn't there".to_owned());
        }
    }
    Ok(())
}
