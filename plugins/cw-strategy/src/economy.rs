//! §11: supply, income and victory points at the end of a turn.

use muster_sdk::Resolution;

use crate::arithmetic::{Chance, nearest};
use crate::set_up::CAPITAL;
use crate::state::{Army, CwStrategy, Fleet, RetreatList, Turn};
use crate::world::{SLOTS, Side, Slot};

/// §1.9, §11.8
pub(crate) const MOST_CASH: i32 = 19_999;
/// §11.9: bonuses for many cities: more than so many, so many points.
const MANY_CITIES: [(u8, i32); 2] = [(29, 50), (34, 100)];
/// §11.10: a side with fewer cities is bolder by so many thousandths.
const FEW_CITIES: u8 = 11;
const DESPERATE: i32 = 700;

/// §11.2: what an army's supply costs a turn.
pub const fn upkeep(size: u16) -> i32 {
    nearest(size as i64, 5) as i32
}

/// §11.9: points after a turn, from the points before and the income and cities of the turn before.
pub fn points_after(points: i32, income: i32, cities: u8) -> i32 {
    let drift = nearest(8 * i64::from(points) + 3 * i64::from(income + i32::from(cities)), 10) as i32;
    drift + MANY_CITIES.iter().filter(|(least, _)| cities > *least).map(|(_, more)| more).sum::<i32>()
}

impl CwStrategy {
    /// §11.2-11.5: what the month makes of an army's supply with so much cash, and with the enemy's fleet there or elsewhere: its
    /// supply, and the cash left.
    pub fn supply_after(
        &self,
        side: Side,
        army: &Army,
        month: u8,
        cash: i32,
        enemy: Option<Fleet>,
    ) -> (u8, i32) {
        let (size, mut left) = (i32::from(army.size), cash);
        let mut supply = i32::from(army.supply);
        if 5 * cash >= size && (!self.realism || self.has_own_neighbour(side, army.at)) {
            supply += 1;
            left = nearest(i64::from(10 * cash - 2 * size), 10) as i32;
        }
        let port = self.world.city(army.at).port;
        if matches!(month, 1 | 3 | 5 | 11) && !port {
            supply -= 1;
        }
        if port && enemy.is_some_and(|fleet| fleet.is_in(army.at)) {
            supply -= 1;
        }
        (supply.clamp(0, 10) as u8, left)
    }

    /// §11.1-11.6
    pub(crate) fn supply_armies(&mut self, resolution: &mut Resolution<'_>) {
        for side in Side::ALL {
            let mut cash = self.power(side).cash;
            let enemy = self.power(side.other()).fleet;
            for slot in 0..SLOTS as Slot {
                let Some(army) = self.army(side, slot).copied() else { continue };
                let (supply, left) = self.supply_after(side, &army, self.month, cash, enemy);
                cash = left;
                let starves = supply == 0
                    && army.size > 50
                    && Chance::tenths(2).happens(resolution, || "hunger".to_owned());
                let size = if starves { nearest(9 * i64::from(army.size), 10) as u16 } else { army.size };
                self.with_army(side, slot, |army| (army.supply, army.size) = (supply, size));
                if starves {
                    self.show_size(side, slot, resolution);
                    resolution
                        .say("11.6", || format!("{} starves: a tenth is lost.", self.army_label(side, slot)));
                }
            }
            self.power_mut(side).cash = cash;
        }
    }

    /// §11.9, §11.10: with the income and the cities of the turn before.
    pub(crate) fn drift(&mut self) {
        for side in Side::ALL {
            let before = self.power(side).cities;
            let power = self.power_mut(side);
            power.points = points_after(power.points, power.income, power.cities).max(0);
            self.boldness[side as usize] = self.boldness_of(side, before);
        }
    }

    /// §11.10: g in thousandths.
    fn boldness_of(&self, side: Side, cities: u8) -> i32 {
        let men = |side: Side| -> i64 {
            self.power(side).armies.iter().flatten().map(|army| nearest(army.size.into(), 10)).sum()
        };
        let (own, enemy) = (men(side), men(side.other()));
        let ratio = if enemy == 0 { 1000 } else { (1000 * own / enemy).min(100_000) as i32 };
        ratio + if cities < FEW_CITIES { DESPERATE } else { 0 }
    }

    /// §11.7: what comes from outside.
    pub fn outside_income(&self, side: Side) -> i32 {
        let balance = i64::from(self.balance);
        let whole = match (side, self.world.options.computer) {
            (Side::Us, Some(Side::Us)) => 120 * balance,
            (Side::Us, None) if self.world.options.outside_income => 50 * balance,
            _ => 0,
        };
        (if self.realism { nearest(7 * whole, 10) } else { whole }) as i32
    }

    /// §11.7: a side's income as things stand, before house rules.
    pub fn income_of(&self, side: Side) -> i32 {
        let capital = if self.power(side).capital.is_some() { CAPITAL } else { 0 };
        self.worth(side) + capital + self.outside_income(side)
    }

    /// §11.7, §11.8, §5.28: cities are counted again, income is paid, and what raiders took is not.
    pub(crate) fn pay_income(&mut self, resolution: &mut Resolution<'_>) {
        for side in Side::ALL {
            let lost = self.hook_income(side, resolution);
            let income = (self.income_of(side) + lost).max(0);
            let cities = self.count_cities(side);
            let power = self.power_mut(side);
            power.cities = cities;
            power.income = income;
            let raided = std::mem::take(&mut power.raided);
            power.cash = (power.cash.clamp(0, MOST_CASH) + income - raided).max(0);
            resolution.say("11.8", || {
                let loss = if raided > 0 { format!(", less {raided} to raiders") } else { String::new() };
                format!("{} has an income of {income}{loss}.", muster_sdk::capital(side.who()))
            });
        }
    }

    /// §3.4j: all orders are cleared.
    pub(crate) fn clear_orders(&mut self) {
        for army in self.powers.iter_mut().flat_map(|power| power.armies.iter_mut()).flatten() {
            (army.turn, army.raze, army.fresh) = (Turn::Ready, false, false);
            army.retreat = RetreatList::default();
        }
    }
}
