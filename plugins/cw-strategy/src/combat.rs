//! §10: combat between one attacking army and one defending army, as sums of their values.
//!
//! Nothing here knows the position. The battle is described by [`Battle`]; [`Battle::attack`] and [`Battle::defence`] are the
//! strengths, each of whose steps is logged, [`attacker_wins`] is the chance, [`Battle::losses`] what it costs.

use crate::arithmetic::{Chance, PARTS, nearest, nearest_with_root};

/// What one army brings to a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Force {
    /// Hundreds of men, at least 1 (§0.1).
    pub size: u32,
    /// Of its leader, 0 to 10.
    pub rating: u8,
    /// 0 to 10.
    pub experience: u8,
    /// 0 to 10, what it has when the battle begins (§9.3).
    pub supply: u8,
}

/// What is the same for all battles of a game (§1.12, §10.17, §14.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// §10.8: defenders count more.
    pub realism: bool,
    /// T, the most that a strength can be.
    pub ceiling: u8,
    /// Hundredths that an attacker loses of the defender's men.
    pub attack_factor: u8,
    /// Hundredths that a defender loses of the attacker's men.
    pub defence_factor: u8,
    /// §10.17: what is taken from the sum of twelve `u`.
    pub centre: Centre,
}

/// §10.17: the middle of the deviate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Centre {
    /// 5.5 is taken away, so that the mean is +0.5; the factors were tuned with it.
    FiveAndAHalf,
    /// 6 is taken away, so that the mean is 0.
    Six,
}

impl Centre {
    /// §10.17: the deviate of a sum of twelve `u`, both in [`PARTS`].
    pub const fn deviate(self, twelve: i64) -> i64 {
        match self {
            Self::FiveAndAHalf => twelve - 11 * PARTS / 2,
            Self::Six => twelve - 6 * PARTS,
        }
    }
}

/// A battle before anything is rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Battle {
    /// Who comes.
    pub attacker: Force,
    /// Who is attacked.
    pub defender: Force,
    /// The level of the city's fort, 0 to 2.
    pub fort: u8,
    /// §10.13: the defender has no order and has not moved, attacked or retreated this turn.
    pub ready: bool,
    /// §10.7: what the balance gives the attacker and the defender.
    pub bonus: [u8; 2],
    /// What is the same for all battles.
    pub terms: Terms,
}

/// A step of a strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The paragraph that makes it, as "10.2".
    pub paragraph: &'static str,
    /// What it counts, in a few words.
    pub what: &'static str,
    /// The strength after it.
    pub value: u8,
}

/// A strength while it is worked out.
struct Sum<'a, F> {
    value: i64,
    ceiling: i64,
    log: &'a mut F,
}

impl<F: FnMut(Step)> Sum<'_, F> {
    /// A step that takes place, whether or not it changes anything. Strengths have at most the ceiling.
    fn step(&mut self, paragraph: &'static str, what: &'static str, value: i64) {
        self.value = value.min(self.ceiling);
        (self.log)(Step { paragraph, what, value: self.value.clamp(0, 255) as u8 });
    }

    /// A step that counts only when it changes the strength.
    fn bound(&mut self, paragraph: &'static str, what: &'static str, value: i64) {
        if value != self.value {
            self.step(paragraph, what, value);
        }
    }

    fn leader_and_experience(&mut self, paragraph: &'static str, force: Force) {
        let tenths = 10 * self.value + 3 * i64::from(force.rating) + 3 * i64::from(force.experience);
        self.step(paragraph, "leader and experience", nearest(tenths, 10));
    }

    fn halve(&mut self, paragraph: &'static str, what: &'static str) {
        self.step(paragraph, what, nearest(self.value, 2));
    }

    /// What the strength comes to: from 1 to the ceiling.
    fn strength(self) -> u8 {
        self.value.clamp(1, 255) as u8
    }
}

/// §10.3, §10.9: who has been through so much fights better.
const VETERAN: u8 = 9;
/// §10.4, §10.10: so small an army isn't worth as much.
const SMALL: i64 = 15;
/// §10.8: under realism the ground is worth at most this, whatever the ceiling.
const GROUND: i64 = 20;

impl Battle {
    fn sizes(&self) -> (i64, i64) {
        (i64::from(self.attacker.size), i64::from(self.defender.size))
    }

    fn sum<'a, F>(&self, log: &'a mut F) -> Sum<'a, F> {
        Sum { value: 0, ceiling: i64::from(self.terms.ceiling), log }
    }

    /// §10.1-10.7: the attack strength x, 1 to T.
    pub fn attack(&self, log: &mut impl FnMut(Step)) -> u8 {
        let (force, (a, d)) = (self.attacker, self.sizes());
        let mut x = self.sum(log);
        x.step("10.1", "men", nearest(a, 100));
        if 5 * a > d {
            x.leader_and_experience("10.2", force);
        }
        if force.experience >= VETERAN {
            x.step("10.3", "veterans", x.value + 1);
        }
        if a < SMALL {
            x.halve("10.4", "fewer than 1,500 men");
        }
        if 2 * a <= d {
            x.step("10.5", "no more than half as many as the defender", (x.value - 2).max(1));
        }
        if a > 3 * d {
            x.step("10.5", "more than three times as many as the defender", x.value + 2);
        }
        if a > 10 * d {
            x.step("10.5", "more than ten times as many as the defender", x.ceiling);
        }
        if 5 * a <= d {
            x.step("10.5", "no more than a fifth of the defender", 1);
        }
        if force.supply == 0 {
            x.halve("10.6", "no supply");
        }
        x.bound("10.6", "at least 1", x.value.max(1));
        if self.bonus[0] > 0 {
            x.step("10.7", "balance", x.value + i64::from(self.bonus[0]));
        }
        x.strength()
    }

    /// §10.8-10.13: the defence strength y, 1 to T.
    pub fn defence(&self, log: &mut impl FnMut(Step)) -> u8 {
        let (force, (a, d)) = (self.defender, self.sizes());
        let mut y = self.sum(log);
        let ceiling = y.ceiling;
        // Before the leader is counted the ceiling doesn't hold.
        y.ceiling = i64::from(u8::MAX);
        if self.terms.realism {
            y.step("10.8", "men and ground", nearest(2 * d + 200, 100).min(GROUND));
        } else {
            y.step("10.8", "men and ground", nearest(13 * d + 1000, 1000));
        }
        y.ceiling = ceiling;
        if 5 * d > a {
            y.leader_and_experience("10.9", force);
        }
        if force.experience >= VETERAN {
            y.step("10.9", "veterans", y.value + 1);
        }
        // What comes next may bring it down before the ceiling is looked at.
        y.ceiling = i64::from(u8::MAX);
        if d < SMALL {
            y.halve("10.10", "fewer than 1,500 men");
        }
        if d > 10 * a {
            y.step("10.11", "more than ten times as many as the attacker", ceiling);
        } else if 2 * d > 3 * a {
            y.step("10.11", "more than one and a half times as many as the attacker", y.value + 2);
        } else if 2 * d < a {
            y.step("10.11", "fewer than half of the attacker", nearest(4 * y.value, 5));
        }
        y.ceiling = ceiling;
        y.bound("10.11", "from 1 to the ceiling", y.value.clamp(1, ceiling.max(1)));
        if force.supply == 0 {
            y.halve("10.12", "no supply");
            y.bound("10.12", "at least 1", y.value.max(1));
        }
        if self.bonus[1] > 0 {
            y.step("10.12", "balance", y.value + i64::from(self.bonus[1]));
        }
        if self.ready && self.fort > 0 {
            y.step("10.13", "fort", y.value * i64::from(1 + self.fort));
        }
        y.strength()
    }

    /// §10.17-10.19: what attacker and defender lose, given the sums of twelve `u` (in [`PARTS`]) of the attacker's and of the
    /// defender's loss. Each loses less than it has.
    pub fn losses(&self, attacker_won: bool, twelve: [i64; 2]) -> [u32; 2] {
        let [ka, kd] = self.raw_losses(attacker_won, twelve);
        let (a, d) = self.sizes();
        let ka = nearest(8 * ka + 2 * kd, 10).max(1);
        let kd = nearest(8 * kd + 2 * ka, 10).max(1);
        let ka = ka.min(9 * kd);
        let kd = kd.min(5 * ka);
        [ka.min(a - 1), kd.min(d - 1)].map(|lost| u32::try_from(lost).unwrap_or(0))
    }

    /// §10.18: the losses before they are mixed, which may be below 0: the attacker's, the defender's.
    pub fn raw_losses(&self, attacker_won: bool, twelve: [i64; 2]) -> [i64; 2] {
        let ((a, d), terms, fort) = (self.sizes(), self.terms, i64::from(self.fort));
        // Hundredths times tenths times tenths: ten-thousandths.
        let attacking = (i64::from(terms.attack_factor) + 2 * fort)
            * if attacker_won { 10 } else { 15 }
            * crowd(self.attacker.size);
        let defending = (i64::from(terms.defence_factor) - 3 * fort).max(0)
            * if attacker_won { 13 } else { 10 }
            * crowd(self.defender.size);
        let [za, zd] = twelve.map(|twelve| terms.centre.deviate(twelve));
        [raw(d, attacking, za), raw(a, defending, zd)]
    }
}

/// §10.18: tenths of its loss that a large army takes.
const fn crowd(size: u32) -> i64 {
    match size {
        ..=300 => 10,
        301..=800 => 9,
        801.. => 8,
    }
}

/// §10.18: a loss by an enemy of so many men, with so many ten-thousandths and this deviate.
fn raw(enemy: i64, share: i64, deviate: i64) -> i64 {
    let mean = nearest(enemy * share, 10_000);
    let variance = nearest(mean * (10_000 - share), 10_000);
    nearest_with_root(mean, deviate, PARTS, u64::try_from(variance).unwrap_or(0))
}

/// §10.15: the chance that the attacker wins, which is that of the draws of §10.14 in one.
pub fn attacker_wins(attack: u8, defence: u8) -> Chance {
    let (most, least) = (u32::from(attack.max(defence)), u32::from(attack.min(defence)));
    let stronger = (2 * most + 1) * (2 * (most - least) + 1);
    let chance = Chance::new(stronger, stronger + 2 * least + 1);
    match attack.cmp(&defence) {
        std::cmp::Ordering::Greater => chance,
        std::cmp::Ordering::Equal => Chance::new(1, 2),
        std::cmp::Ordering::Less => chance.other(),
    }
}

/// §10.16: what the original showed as the chance.
pub fn hint(attack: u8, defence: u8) -> Chance {
    Chance::new(attack.into(), u32::from(attack) + u32::from(defence))
}

/// §10.20: an army that lost is crushed when so few are left.
pub const fn is_crushed(size: u32) -> bool {
    size < 2
}
