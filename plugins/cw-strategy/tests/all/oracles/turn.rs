//! §3.4, §9 and §11: a turn without ships, carried out from the text with the dice that the game rolled.

use std::collections::VecDeque;

use cw_strategy::state::{Stage, Turn};
use cw_strategy::world::City;
use cw_strategy::{CwStrategy, World};
use muster_sdk::{Hosted, Index as _};

use crate::oracles::battle::{self, Rules};
use crate::oracles::{Rolled, rounded};

/// An army of the model. Sides are 0 (Union) and 1 (Rebels).
#[derive(Clone, Debug, PartialEq, Eq)]
struct Army {
    at: City,
    size: i64,
    rating: i64,
    experience: i64,
    supply: i64,
    /// Where it is ordered to.
    to: Option<City>,
    /// It has neither an order nor moved, attacked or retreated (§10.13).
    ready: bool,
    raze: bool,
    refuges: Vec<City>,
}

struct Model<'a> {
    world: &'a World,
    rules: Rules,
    bonus: [i64; 2],
    armies: [Vec<Option<Army>>; 2],
    owner: Vec<Option<usize>>,
    fort: Vec<i64>,
    cash: [i64; 2],
    points: [i64; 2],
    capital: [Option<City>; 2],
    dice: &'a mut VecDeque<Rolled>,
    battles: usize,
}

impl Model<'_> {
    /// A draw of 0 to one less than so many, which the game must have made for this.
    #[track_caller]
    fn draw(&mut self, count: i64, why: &str) -> i64 {
        loop {
            let Rolled { sides, reason, faces } = self.dice.pop_front().expect("another roll");
            assert!(reason.contains(why), "rolled for {reason} instead of {why}");
            if count <= 255 {
                assert_eq!((i64::from(sides), faces.len()), (count, 1), "{why}");
                return i64::from(faces[0]) - 1;
            }
            let number = (i64::from(faces[0]) - 1) * 255 + i64::from(faces[1]) - 1;
            if number < 65_025 / count * count {
                return number % count;
            }
        }
    }

    /// Chance `of` out of `out_of`; what is certain isn't rolled for.
    fn happens(&mut self, of: i64, out_of: i64, why: &str) -> bool {
        of > 0 && (of >= out_of || self.draw(out_of, why) < of)
    }

    fn score(&mut self, side: usize, more: i64) {
        self.points[side] = 0.max(self.points[side] + more);
    }

    /// The lead army of a side in a city.
    fn lead(&self, side: usize, city: City) -> Option<usize> {
        self.armies[side].iter().position(|army| army.as_ref().is_some_and(|army| army.at == city))
    }

    /// §9.1: who marches, in which order.
    fn order(&mut self, union_first: bool) -> Vec<(usize, usize)> {
        let mut order = Vec::new();
        for side in 0..2 {
            for slot in 0..20 {
                let Some(army) = self.armies[side][slot].clone().filter(|army| army.to.is_some()) else {
                    continue;
                };
                let mut t = if army.supply == 0 { 9 } else { 4 + self.draw(4, "the order of march") };
                if t <= 8 {
                    t += [1000, 800, 400].iter().filter(|&&limit| army.size > limit).count() as i64;
                }
                if self.happens(army.rating, 10, "the order of march") {
                    t = 1.max(t - army.rating / 2);
                }
                let tie = if union_first { 0 } else { self.draw(250, "the order of march") };
                order.push((t, tie, side, slot));
            }
        }
        order.sort_unstable();
        // Equal draws are mixed: from the last on each changes places with one of those up to itself.
        let mut from = 0;
        while from < order.len() && !union_first {
            let same = |one: &(i64, i64, usize, usize)| (one.0, one.1) == (order[from].0, order[from].1);
            let count = order[from..].iter().take_while(|one| same(one)).count();
            for at in (1..count).rev() {
                let with = self.draw(at as i64 + 1, "the order of march") as usize;
                order.swap(from + at, from + with);
            }
            from += count;
        }
        order.into_iter().map(|(_, _, side, slot)| (side, slot)).collect()
    }

    /// §9.11.
    fn retreat(&self, side: usize, army: &Army) -> Option<City> {
        let links = &self.world.cities[army.at].links;
        let own: Vec<City> =
            links.iter().copied().filter(|&city| self.owner[city.place()] == Some(side)).collect();
        if let Some(&told) = army.refuges.iter().find(|city| own.contains(city)) {
            return Some(told);
        }
        let worth = |city: City| self.world.cities[city].worth;
        let mut best = *own.first()?;
        for &city in &own[1..] {
            if worth(city) > worth(best) && self.lead(side, city).is_none() {
                best = city;
            }
        }
        Some(best)
    }

    /// §10.20: an army is gone; its supply.
    fn destroy(&mut self, side: usize, slot: usize) -> i64 {
        let army = self.armies[side][slot].take().unwrap();
        self.score(1 - side, 25);
        army.supply
    }

    /// §10: one battle; whether the attacker won.
    fn battle(&mut self, side: usize, slot: usize, at: City) -> bool {
        let enemy = 1 - side;
        let other = self.lead(enemy, at).unwrap();
        let [one, two] = [(side, slot), (enemy, other)].map(|(side, slot)| {
            let army = self.armies[side][slot].as_ref().unwrap();
            let Army { size, rating, experience, supply, .. } = *army;
            battle::Side { size, rating, experience, supply, bonus: self.bonus[side] }
        });
        let ready = self.armies[enemy][other].as_ref().unwrap().ready;
        let fort = self.fort[at.place()];
        let x = battle::attack(one, two, self.rules);
        let y = battle::defence(one, two, fort, ready, self.rules);
        let (of, out_of) = battle::chance(x, y);
        let won = self.happens(of, out_of, "the battle of");
        let twelve = [0, 1].map(|_| {
            let Rolled { faces, sides, .. } = self.dice.pop_front().expect("twelve draws");
            assert_eq!((faces.len(), sides), (12, 250));
            faces.into_iter().map(|face| 2 * i64::from(face) - 1).sum::<i64>()
        });
        let lost = battle::losses(one, two, fort, won, twelve, self.rules);
        for (side, slot, lost) in [(side, slot, lost[0]), (enemy, other, lost[1])] {
            let army = self.armies[side][slot].as_mut().unwrap();
            army.size -= lost;
            army.supply = 0.max(army.supply - 1);
        }
        self.battles += 1;
        let (victor, winning, loser, losing) =
            if won { (side, slot, enemy, other) } else { (enemy, other, side, slot) };
        let army = self.armies[victor][winning].as_mut().unwrap();
        army.experience = 10.min(army.experience + 1);
        self.score(victor, 1);
        let beaten = self.armies[loser][losing].clone().unwrap();
        if won {
            match self.retreat(enemy, &beaten).filter(|_| beaten.size >= 2) {
                Some(to) => {
                    let army = self.armies[enemy][other].as_mut().unwrap();
                    (army.at, army.to, army.ready) = (to, None, false);
                }
                None => {
                    let supply = self.destroy(enemy, other);
                    let army = self.armies[side][slot].as_mut().unwrap();
                    army.supply = 10.min(army.supply + supply);
                }
            }
        } else {
            if beaten.size < 2 {
                self.destroy(side, slot);
            }
            let winner = self.armies[enemy][other].clone().unwrap();
            if winner.to.is_some() && !self.happens(winner.rating, 11, "whether the victor marches on") {
                let army = self.armies[enemy][other].as_mut().unwrap();
                (army.to, army.ready) = (None, false);
            }
        }
        won
    }

    /// §9.2 to §9.10.
    fn go(&mut self, side: usize, slot: usize) {
        let Some(army) = &mut self.armies[side][slot] else { return };
        let Some(to) = army.to.take() else { return };
        (army.supply, army.ready) = (0.max(army.supply - 1), false);
        let raze = army.raze;
        let mut fought = false;
        while self.lead(1 - side, to).is_some() {
            fought = true;
            if !self.battle(side, slot, to) {
                return;
            }
        }
        self.armies[side][slot].as_mut().unwrap().at = to;
        let city = to.place();
        if self.owner[city] != Some(side) {
            self.owner[city] = Some(side);
            self.score(side, self.world.cities.as_slice()[city].worth.into());
            if self.capital[1 - side] == Some(to) {
                self.score(side, 100);
                self.score(1 - side, -100);
                self.capital[1 - side] = None;
            }
            if fought {
                self.fort[city] = 0.max(self.fort[city] - 1);
            } else if raze {
                self.fort[city] = 0;
            }
        }
        while self.armies[side][slot].as_ref().unwrap().supply < 10 {
            self.armies[side][slot].as_mut().unwrap().supply += 1;
            if !self.happens(2, 10, "supply found") {
                break;
            }
        }
    }

    fn near(&self, side: usize, city: City) -> bool {
        let links = &self.world.cities[city].links;
        links.iter().any(|&next| self.owner[next.place()] == Some(side))
    }

    /// §11.1 to §11.6.
    fn supply(&mut self, month: u8) {
        for side in 0..2 {
            for slot in 0..20 {
                let Some(mut army) = self.armies[side][slot].clone() else { continue };
                if 10 * self.cash[side] >= 2 * army.size && (!self.rules.realism || self.near(side, army.at))
                {
                    army.supply += 1;
                    self.cash[side] = rounded(10 * self.cash[side] - 2 * army.size, 10);
                }
                if [1, 3, 5, 11].contains(&month) && !self.world.cities[army.at].port {
                    army.supply -= 1;
                }
                army.supply = army.supply.clamp(0, 10);
                if army.supply == 0 && army.size > 50 && self.happens(2, 10, "hunger") {
                    army.size = rounded(9 * army.size, 10);
                }
                self.armies[side][slot] = Some(army);
            }
        }
    }
}

/// The position of the game as the model has it.
fn model<'a>(state: &'a CwStrategy, dice: &'a mut VecDeque<Rolled>) -> Model<'a> {
    let army = |army: &cw_strategy::state::Army| Army {
        at: army.at,
        size: army.size.into(),
        rating: army.rating.into(),
        experience: army.experience.into(),
        supply: army.supply.into(),
        to: match army.turn {
            Turn::Moving(to) => Some(to),
            _ => None,
        },
        ready: !matches!(army.turn, Turn::Moving(_) | Turn::Done),
        raze: army.raze,
        refuges: army.retreat.iter().collect(),
    };
    let symmetrical = state.world.options.symmetrical;
    let bonus = match (symmetrical, state.balance) {
        (true, 1) => [0, 4],
        (true, 2) => [0, 2],
        (true, 4) => [2, 0],
        (true, 5) => [4, 0],
        _ => [0, 0],
    };
    Model {
        world: &state.world,
        rules: Rules {
            realism: state.realism,
            ceiling: 20,
            attack: 11,
            defence: 9,
            centre: if state.world.terms.centre == cw_strategy::combat::Centre::Six { 3000 } else { 2750 },
        },
        bonus,
        armies: [0, 1]
            .map(|side| state.powers[side].armies.iter().map(|one| one.as_ref().map(army)).collect()),
        owner: state.cities.rows().map(|city| city.owner.map(|side| side as usize)).collect(),
        fort: state.cities.rows().map(|city| city.fort.into()).collect(),
        cash: [0, 1].map(|side| state.powers[side].cash.into()),
        points: [0, 1].map(|side| state.powers[side].points.into()),
        capital: [0, 1].map(|side| state.powers[side].capital),
        dice,
        battles: 0,
    }
}

/// §1.6: the sides and slots into which an order has brought nameless leaders, with armies that weren't there before.
pub fn nameless_came(before: &CwStrategy, after: &CwStrategy) -> Vec<(usize, usize)> {
    let all = (0..2).flat_map(|side| (0..20).map(move |slot| (side, slot)));
    let new = all.filter(|&(side, slot)| before.powers[side].armies[slot].is_none());
    let nameless = |army: cw_strategy::state::Army| army.leader == cw_strategy::state::Leader::Nameless;
    new.filter(|&(side, slot)| after.powers[side].armies[slot].is_some_and(nameless)).collect()
}

/// What the game made of two sheets, on which nameless leaders came into these slots, is what the text makes of them. How many
/// battles there were.
pub fn agrees(
    game: &Hosted<CwStrategy>,
    before: &CwStrategy,
    came: &[(usize, usize)],
    dice: &mut VecDeque<Rolled>,
    seed: u64,
) -> usize {
    let (after, world) = (game.state(), game.world());
    let mut model = model(before, dice);
    for side in 0..2 {
        for slot in 0..20 {
            // 1.6: he has been seen, and the next one of the slot is another.
            if came.contains(&(side, slot)) {
                model.draw(16, "a leader without a name");
            }
        }
        for slot in 0..20 {
            let fresh = before.powers[side].armies[slot].as_ref().is_some_and(|army| army.fresh);
            if fresh {
                // R(3 + 5u), the Union's two more: of ten equal parts the first is 3, two each 4 to 7, the last 8.
                let rolled = 3 + (model.draw(10, "the supply of a new army") + 1) / 2 + [2, 0][side];
                model.armies[side][slot].as_mut().unwrap().supply = rolled;
            }
        }
    }
    for side in 0..2 {
        for slot in 0..20 {
            if let Some(Turn::Train(to)) = before.powers[side].armies[slot].as_ref().map(|army| army.turn) {
                model.armies[side][slot].as_mut().unwrap().at = to;
            }
        }
    }
    for (side, slot) in model.order(world.options.union_first) {
        model.go(side, slot);
    }
    let month = if before.month >= 11 { 1 } else { before.month + 2 };
    model.supply(month);
    let incomes = [0, 1].map(|side: usize| {
        let (income, cities) = (before.powers[side].income, before.powers[side].cities);
        let mut points = rounded(8 * model.points[side] + 3 * i64::from(income + i32::from(cities)), 10);
        points += if cities > 29 { 50 } else { 0 } + if cities > 34 { 100 } else { 0 };
        model.points[side] = points;
        let owned = (0..world.cities.len()).filter(|&city| model.owner[city] == Some(side));
        let worth: i64 = owned.map(|city| i64::from(world.cities.as_slice()[city].worth)).sum();
        // §11.7: between two players the Union has 50 for each point of balance, seven tenths under realism.
        let outside = if side == 0 { 50 * i64::from(before.balance) } else { 0 };
        let outside = if before.realism { rounded(7 * outside, 10) } else { outside };
        let paid = worth + if model.capital[side].is_some() { 100 } else { 0 } + outside;
        model.cash[side] = model.cash[side].clamp(0, 19_999) + paid;
        paid
    });
    let told = format!("seed {seed}, turn {}", before.turn);
    let battles = model.battles;
    let Model { armies, owner, fort, cash, points, capital, .. } = model;
    let rest: Vec<&str> = dice
        .iter()
        .map(|rolled| rolled.reason.as_str())
        .filter(|reason| !reason.contains("can recruit"))
        .collect();
    assert!(rest.is_empty(), "{told}: rolled for nothing: {rest:?}");
    for side in 0..2 {
        for (slot, army) in armies[side].iter().enumerate() {
            let figures = |army: &Army| (army.at, army.size, army.rating, army.experience, army.supply);
            let is = after.powers[side].armies[slot].map(|army| {
                let [size, rating] = [i64::from(army.size), i64::from(army.rating)];
                (army.at, size, rating, i64::from(army.experience), i64::from(army.supply))
            });
            assert_eq!(is, army.as_ref().map(figures), "{told}: army {side} {slot}");
        }
        let power = &after.powers[side];
        assert_eq!(i64::from(power.cash), cash[side], "{told}: cash of {side}");
        assert_eq!(i64::from(power.income), incomes[side], "{told}: income of {side}");
        assert_eq!(power.capital, capital[side], "{told}: capital of {side}");
        if !matches!(after.stage, Stage::Over(..)) {
            assert_eq!(i64::from(power.points), points[side], "{told}: points of {side}");
        }
    }
    let owners: Vec<Option<usize>> =
        after.cities.rows().map(|city| city.owner.map(|side| side as usize)).collect();
    let forts: Vec<i64> = after.cities.rows().map(|city| city.fort.into()).collect();
    assert_eq!((owners, forts), (owner, fort), "{told}");
    battles
}
