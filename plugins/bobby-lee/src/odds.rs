//! The exact chances of what is rolled for when a choice is made, without what house rules change.

use muster_contract::{OddsTable, Seat};
use muster_sdk::{Odds, capital, odds};

use crate::choice::Choice;
use crate::fire::Fire;
use crate::leaders::CHANGE;
use crate::movement::keeps_together;
use crate::state::{BobbyLee, Stage};
use crate::words::does;
use crate::world::{Hex, Side, Unit};

/// How often each number of hits comes up among the throws of so many dice that hit on `good` of their faces.
fn hit_ways(dice: u8, good: u8) -> Vec<u64> {
    let good = u64::from(good.min(6));
    let mut ways = vec![1u64];
    for _ in 0..dice {
        let mut next = vec![0; ways.len() + 1];
        for (hits, &count) in ways.iter().enumerate() {
            next[hits] += count * (6 - good);
            next[hits + 1] += count * good;
        }
        ways = next;
    }
    ways
}

fn table(title: String, note: String, citation: &str, rows: Vec<(String, u64)>) -> OddsTable {
    OddsTable {
        title,
        note,
        citation: Some(citation.to_owned()),
        rows: odds::exact(rows.into_iter().filter(|(_, of)| *of > 0)),
    }
}

fn count_words(count: usize, one: &str) -> String {
    match count {
        0 => format!("no {one}"),
        1 => format!("1 {one}"),
        more => format!("{more} {one}s"),
    }
}

/// A roll of one die against the least that is good.
fn one_die(title: String, note: String, citation: &str, least: u8, good: &str, bad: &str) -> OddsTable {
    let fails = u64::from(least.clamp(1, 7) - 1);
    let rows = vec![(good.to_owned(), 6 - fails), (bad.to_owned(), fails)];
    table(title, note, citation, rows)
}

impl Odds for BobbyLee {
    /// The chances of a choice.
    fn odds(&self, seat: Seat, choice: Choice) -> Vec<OddsTable> {
        let side = self.side_of(seat);
        match choice {
            Choice::Shoot(fire) => self.fire_chances(fire),
            Choice::Outflank(column) => self.outflank_chances(side, column),
            Choice::EndRetreat => self.morale_chances(side),
            Choice::Force(to) => self.straggler_chances(to),
            Choice::EndBuying if self.stage == Stage::Replacements => self.leader_chances(side),
            Choice::Draft => vec![self.draft_chances(side)],
            _ => Vec::new(),
        }
    }
}

impl BobbyLee {
    /// §4.5: no more cadres come than there are troops in the pool, and places for them.
    fn draft_chances(&self, side: Side) -> OddsTable {
        let one = if side == Side::Us { 2 } else { 3 };
        let rows = match self.draft_room(side) {
            0 | 1 => vec![(0, 1), (1, 5)],
            _ => vec![(0, 1), (1, one), (2, 5 - one)],
        };
        let rows = rows.into_iter().map(|(cadres, of)| (count_words(cadres, "cadre"), of)).collect();
        table("The draft".to_owned(), "1 VP for the opponent in any case".to_owned(), "4.5", rows)
    }

    /// §6.6: hits of the picked unit's fire, and what a melee costs it.
    fn fire_chances(&self, fire: Fire) -> Vec<OddsTable> {
        let Some(unit) = self.picked else { return Vec::new() };
        let Ok((dice, firepower)) = self.fire_strength(unit, fire) else { return Vec::new() };
        let name = &self.world.unit(unit).name;
        let dice_words = if dice == 1 { "1 die".to_owned() } else { format!("{dice} dice") };
        let works = self.target_works(unit, fire);
        let half = if works { "; two hits take a step" } else { "" };
        let note = format!("F{firepower}: {dice_words}, a hit on {firepower} or less{half}");
        let ways = hit_ways(dice, firepower);
        let rows = ways.into_iter().enumerate().map(|(hits, of)| (count_words(hits, "hit"), of)).collect();
        let section = if matches!(fire, Fire::Counter(_)) { "6.62" } else { "6.6" };
        let mut tables = vec![table(does(name, ["fires", "fire"]), note, section, rows)];
        if fire == Fire::Melee {
            let ways = hit_ways(dice, 1);
            let rows = ways.into_iter().enumerate().map(|(lost, of)| (count_words(lost, "step"), of));
            let title = format!("{} in the melee", does(name, ["loses", "lose"]));
            tables.push(table(title, "a step for each 6".to_owned(), "6.64", rows.collect()));
        }
        tables
    }

    /// §6.65: whether those fired at stand in a fortress that they defend.
    fn target_works(&self, unit: Unit, fire: Fire) -> bool {
        let (battle, enemy) = (self.fought(), self.world.unit(unit).side.other());
        let at_home = match self.position_of(unit) {
            Some((whose, _)) => matches!(fire, Fire::Long | Fire::Counter(_)) || whose == enemy,
            None => false,
        };
        at_home && enemy == battle.defender() && self.world.hex(battle.hex).fortress
    }

    /// §6.5
    fn outflank_chances(&self, side: Side, column: u8) -> Vec<OddsTable> {
        let Some(unit) = self.picked else { return Vec::new() };
        let works = self.fought().has_works(side.other(), column);
        let least = 4 - u8::from(works);
        let title = does(&self.world.unit(unit).name, ["outflanks", "outflank"]);
        let note = format!("{least} or more");
        // §6.9: a last step doesn't fire on entrenchments.
        let silent = works && self.unit(unit).strength < 2;
        let good = if silent { "engages, and can't fire" } else { "engages, and fires at once" };
        vec![one_die(title, note, "6.5", least, good, "loses a step and returns")]
    }

    /// §6.4: what follows once nobody else retreats, unless those who did have left their side to a rout (§6.33).
    fn morale_chances(&self, side: Side) -> Vec<OddsTable> {
        if self.routed().is_some() {
            return Vec::new();
        }
        let shaken = self.shaken(side);
        shaken
            .filter_map(|unit| {
                let least = self.poor_morale(unit)? + 1;
                let title = format!("Morale of {}", self.world.unit(unit).name);
                Some(one_die(title, format!("{least} or more"), "6.4", least, "good", "must disengage"))
            })
            .collect()
    }

    /// §5.34: stragglers of a march that is forced.
    fn straggler_chances(&self, to: Hex) -> Vec<OddsTable> {
        let Some(unit) = self.march.map(|march| march.unit).or(self.picked) else { return Vec::new() };
        let Some(way) =
            self.hex_of(unit).and_then(|from| self.world.hex(from).ways.iter().find(|way| way.to == to))
        else {
            return Vec::new();
        };
        let so_far = self.march.is_some_and(|march| march.rough);
        let rough = so_far || way.hexside.is_rough() || self.world.hex(to).woods;
        let info = self.world.unit(unit);
        let good = (1..=6).filter(|&face| keeps_together(info, face, rough, self.mud)).count() as u64;
        let ground = if rough { "rough ground" } else { "clear ground" };
        let note = format!("{ground}{}", if self.mud { ", mud" } else { "" });
        let rows = vec![("keeps together".to_owned(), good), ("loses a step".to_owned(), 6 - good)];
        vec![table(format!("{} marches on", info.name), note, "5.34", rows)]
    }

    /// §5.2: whether a leader will be changed in this supply turn, as the marker and the plan stand.
    fn leader_chances(&self, side: Side) -> Vec<OddsTable> {
        let Some(possible) = self.may_change_leader(side) else { return Vec::new() };
        let modifier = self.leader_modifier(side);
        let throws = (1..=6i8).flat_map(|one| (1..=6i8).map(move |other| one + other));
        let changes = throws.filter(|total| possible && total + modifier >= CHANGE).count() as u64;
        let note = match possible {
            true => format!("two dice {modifier:+}, {CHANGE} or more"),
            false => "nobody in play whom one of the pool could replace".to_owned(),
        };
        let title = capital(&format!("the {} leader roll", side.name()));
        let rows = vec![("a leader is changed".to_owned(), changes), ("no change".to_owned(), 36 - changes)];
        vec![table(title, note, "5.2", rows)]
    }
}

#[cfg(test)]
mod tests {
    use super::hit_ways;

    #[test]
    fn s6_6_three_dice_at_f2_hit_once_in_twelve_of_twenty_seven_throws() {
        assert_eq!(hit_ways(3, 2), [64, 96, 48, 8]);
    }
}
