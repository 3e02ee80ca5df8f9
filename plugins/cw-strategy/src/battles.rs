//! §10: a battle between an army that comes and the lead army of a city. The sums are those of `combat`.

use muster_contract::{Audience, Chance as Likely, Event, EventKind, Reckoning, ReckoningRow};
use muster_sdk::{Happenings, place};

use crate::arithmetic::{Chance, twelve};
use crate::choice::army_id;
use crate::combat::{Battle, Force, Step, attacker_wins, is_crushed};
use crate::state::{Army, CwStrategy, Fought, MOST_FOUGHT, Turn};
use crate::world::{BattleBonus, City, Side, Slot, World};

/// An army as it fights.
fn force(army: &Army) -> Force {
    Force { size: army.size.into(), rating: army.rating, experience: army.experience, supply: army.supply }
}

impl CwStrategy {
    /// §10.7, §14.5: what the balance gives a side in battle.
    pub fn battle_bonus(&self, world: &World, side: Side) -> u8 {
        let given = match world.options.computer {
            Some(computer) => computer == side,
            None => world.options.battle_bonus == BattleBonus::Symmetrical,
        };
        match (given, side, self.balance) {
            (true, Side::Cs, 1) | (true, Side::Us, 5) => 4,
            (true, Side::Cs, 2) | (true, Side::Us, 4) => 2,
            _ => 0,
        }
    }

    /// The battle between two armies, before anything is rolled.
    pub fn battle_of(&self, world: &World, side: Side, attacker: &Army, defender: &Army, fort: u8) -> Battle {
        Battle {
            attacker: force(attacker),
            defender: force(defender),
            fort,
            ready: matches!(defender.turn, Turn::Ready | Turn::Spent),
            bonus: [self.battle_bonus(world, side), self.battle_bonus(world, side.other())],
            terms: crate::combat::Terms { realism: self.realism, ..world.terms },
        }
    }

    /// §9.6, §10: an army fights the lead army of a city. Whether it won.
    pub(crate) fn battle(
        &mut self,
        world: &World,
        side: Side,
        slot: Slot,
        at: City,
        happenings: &mut Happenings<'_>,
    ) -> bool {
        let enemy = side.other();
        let Some((other, defender)) = self.lead(enemy, at).map(|(other, army)| (other, *army)) else {
            return true;
        };
        let Some(attacker) = self.army(side, slot).copied() else { return false };
        let battle = self.battle_of(world, side, &attacker, &defender, self.fort(at));
        let strengths = [battle.attack(&mut |_| {}), battle.defence(&mut |_| {})];
        let chance = self.hook_win_chance(
            world,
            side,
            at,
            strengths,
            attacker_wins(strengths[0], strengths[1]),
            happenings,
        );
        let why = || format!("the battle of {}", world.name(at));
        let won = chance.happens(happenings, why);
        let deviates = [twelve(happenings, why), twelve(happenings, why)];
        let losses = battle.losses(won, deviates);
        self.tell_battle(world, side, at, [slot, other], &battle, chance, won, losses, happenings);
        for (side, slot, lost) in [(side, slot, losses[0]), (enemy, other, losses[1])] {
            if let Some(army) = self.army_mut(side, slot) {
                // §10.22
                army.supply = army.supply.saturating_sub(1);
                // A rule may have changed the army meanwhile.
                army.size = army.size.saturating_sub(lost as u16).max(1);
            }
            self.power_mut(side).lost += lost;
        }
        if self.history.len() < MOST_FOUGHT {
            self.history.push(Fought {
                turn: self.turn,
                at,
                attacker: side,
                won,
                armies: [slot, other],
                leaders: [attacker.leader, defender.leader],
                sizes: [attacker.size, defender.size],
                losses: losses.map(|lost| lost as u16),
            });
        }
        // §10.21
        let (winner, winning) = if won { (side, slot) } else { (enemy, other) };
        if let Some(army) = self.army_mut(winner, winning) {
            army.experience = (army.experience + 1).min(10);
        }
        self.power_mut(winner).battles_won += 1;
        self.score(winner, 1);
        if won {
            self.defender_lost(world, side, slot, other, happenings);
        } else {
            self.attacker_lost(world, side, slot, other, happenings);
        }
        won
    }

    /// §9.11, §9.12, §10.20: the defender is crushed, surrenders or retreats.
    fn defender_lost(
        &mut self,
        world: &World,
        side: Side,
        slot: Slot,
        other: Slot,
        happenings: &mut Happenings<'_>,
    ) {
        let enemy = side.other();
        let Some(beaten) = self.army(enemy, other).copied() else { return };
        let refuge = self.retreat_of(world, enemy, &beaten).filter(|_| !is_crushed(u32::from(beaten.size)));
        match refuge {
            Some(to) => {
                if let Some(army) = self.army_mut(enemy, other) {
                    (army.at, army.turn, army.raze) = (to, Turn::Done, false);
                }
                self.tell_retreat(world, enemy, other, [beaten.at, to], happenings);
            }
            None => {
                let citation = if is_crushed(u32::from(beaten.size)) { "10.20" } else { "9.12" };
                let supply = self.destroy(world, enemy, other, citation, happenings);
                if let Some(army) = self.army_mut(side, slot) {
                    army.supply = (army.supply + supply).min(10);
                }
            }
        }
    }

    /// §9.7, §9.13: the attacker stays where it came from; the winner may lose its order.
    fn attacker_lost(
        &mut self,
        world: &World,
        side: Side,
        slot: Slot,
        other: Slot,
        happenings: &mut Happenings<'_>,
    ) {
        if self.army(side, slot).is_some_and(|army| is_crushed(u32::from(army.size))) {
            self.destroy(world, side, slot, "10.20", happenings);
        }
        let Some(winner) = self.army(side.other(), other).copied() else { return };
        if matches!(winner.turn, Turn::Moving(_)) {
            let keeps = Chance::new(winner.rating.into(), 11);
            if !keeps.happens(happenings, || "whether the victor marches on".to_owned())
                && let Some(army) = self.army_mut(side.other(), other)
            {
                army.turn = Turn::Done;
            }
        }
    }

    /// The battle in the log: everyone learns the strengths, and each side how its own came about (§18.1).
    #[expect(clippy::too_many_arguments, reason = "all that is told of a battle")]
    fn tell_battle(
        &self,
        world: &World,
        side: Side,
        at: City,
        armies: [Slot; 2],
        battle: &Battle,
        chance: Chance,
        won: bool,
        losses: [u32; 2],
        happenings: &mut Happenings<'_>,
    ) {
        if !happenings.heard() {
            return;
        }
        let sides = [side, side.other()];
        let mut steps: [Vec<Step>; 2] = [Vec::new(), Vec::new()];
        let strengths =
            [battle.attack(&mut |step| steps[0].push(step)), battle.defence(&mut |step| steps[1].push(step))];
        let names = [0, 1].map(|at| self.army_words(world, sides[at], armies[at]));
        let units: Vec<String> = (0..2).map(|at| army_id(sides[at], armies[at])).collect();
        for reader in [None, Some(0), Some(1)] {
            let mut rows = vec![ReckoningRow {
                title: "hundreds of men".to_owned(),
                figures: vec![battle.attacker.size.to_string(), battle.defender.size.to_string()],
                citation: None,
            }];
            for column in 0..2 {
                if reader.is_none_or(|seat| self.side_of(seat) != sides[column]) {
                    continue;
                }
                for step in &steps[column] {
                    let mut figures = vec![String::new(); 2];
                    figures[column] = step.value.to_string();
                    rows.push(ReckoningRow {
                        title: step.what.to_owned(),
                        figures,
                        citation: Some(step.paragraph.to_owned()),
                    });
                }
            }
            rows.push(ReckoningRow {
                title: "strength".to_owned(),
                figures: strengths.map(|strength| strength.to_string()).to_vec(),
                citation: None,
            });
            let likely = |label: &str, chance: Chance| Likely {
                label: label.to_owned(),
                of: chance.of.into(),
                out_of: chance.out_of.into(),
            };
            let reckoning = Reckoning {
                title: format!("Battle of {}", world.name(at)),
                columns: names.to_vec(),
                rows,
                chances: vec![
                    likely(&format!("{} wins", names[0]), chance),
                    likely(&format!("{} wins", names[1]), chance.other()),
                ],
                came: Some(u32::from(!won)),
            };
            let (victor, beaten) = if won { (0, 1) } else { (1, 0) };
            let audience = match reader {
                None => Audience::Everyone,
                Some(seat) => Audience::Seats(vec![seat]),
            };
            let text = match reader {
                None => format!(
                    "Battle of {}: {} ({}00 lost) beats {} ({}00 lost).",
                    world.name(at),
                    names[victor],
                    losses[victor],
                    names[beaten],
                    losses[beaten]
                ),
                Some(_) => format!("How the battle of {} was reckoned.", world.name(at)),
            };
            let kind = if reader.is_none() { EventKind::Text } else { EventKind::Reckoned(reckoning) };
            happenings.event(|| Event {
                kind,
                audience,
                place: Some(place(world.id(at))),
                units: units.clone(),
                text,
                citation: Some("10".to_owned()),
            });
        }
    }
}
