//! How a player looks at the map: how far each locale is from what his army wants, with the enemy in the way, and where
//! the enemy has to be stopped.

use crate::state::BullRun;
use crate::world::{Locale, Passage, Side, World};

/// Farther than any way.
pub(crate) const NEVER: u16 = 999;
/// What a locale costs on the way.
const STEP: u16 = 4;
/// What it costs more beside the enemy, and for each of the enemy's units in it.
const BESIDE: u16 = 4;
const TAKEN: u16 = 16;
const EACH: u16 = 4;
/// What a ford costs more.
const FORD: u16 = 2;
/// How many of the enemy's spearheads are watched, and how many locales before them.
const SPEARHEADS: usize = 3;
const AHEAD: usize = 6;

/// The view of the map; it follows from what everybody sees.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    /// By army and locale: the cost of the way to the nearest of its objectives.
    pub(crate) goal: [Vec<u16>; 2],
    /// By army and locale: how much it is wanted there to stop the enemy.
    pub(crate) block: [Vec<u16>; 2],
}

impl Plan {
    pub(crate) fn of(game: &BullRun, world: &World) -> Self {
        let goal = Side::ALL.map(|side| ways_to_goals(game, world, side));
        let block = Side::ALL.map(|side| blocks(game, world, side, &goal[side.other() as usize]));
        Self { goal, block }
    }
}

/// Whether the enemy of an army is in a locale or next to it, over a boundary that can be crossed.
pub(crate) fn in_contact(game: &BullRun, world: &World, side: Side, locale: Locale) -> bool {
    let open = |way: &&crate::world::Way| world.edge(way.edge).passage != Passage::Impassable;
    world.locale(locale).ways.iter().filter(open).any(|way| game.is_enemy(world, side, way.to))
}

/// The ways as they are now, with the enemy in them.
fn ways_to_goals(game: &BullRun, world: &World, side: Side) -> Vec<u16> {
    ways(world, side, |locale| {
        if game.is_enemy(world, side, locale) {
            TAKEN + EACH * u16::from(game.count(world, locale))
        } else if in_contact(game, world, side, locale) {
            BESIDE
        } else {
            0
        }
    })
}

/// The ways that keep clear of where the enemy is at first, or may be.
pub(crate) fn around(world: &World, side: Side) -> Vec<u16> {
    let enemy = side.other();
    let placed = |locale: Locale| {
        let mut units = world.of_side(enemy).filter_map(|unit| world.unit(unit).start);
        world.locale(locale).setup[enemy as usize] || units.any(|(at, _)| at == locale)
    };
    let held: Vec<Locale> = world.all_locales().filter(|&locale| placed(locale)).collect();
    let near: Vec<u8> = (0..world.locales.len() as u16)
        .map(|locale| held.iter().map(|&at| world.distance(at, locale)).min().unwrap_or(u8::MAX))
        .collect();
    ways(world, side, |locale| match near[usize::from(locale)] {
        0 => 30,
        1 => 12,
        2 => 4,
        _ => 0,
    })
}

/// The cost of the way from each locale to the nearest objective of an army, where entering a locale costs so much more: from
/// the objectives backwards, the cheapest first.
fn ways(world: &World, side: Side, danger: impl Fn(Locale) -> u16) -> Vec<u16> {
    let mut cost = vec![NEVER; world.locales.len()];
    // Costs are small: a bucket for each.
    let mut buckets: Vec<Vec<Locale>> = vec![Vec::new(); usize::from(NEVER) + 1];
    for locale in world.all_locales().filter(|&locale| world.locale(locale).objective[side as usize]) {
        cost[usize::from(locale)] = 0;
        buckets[0].push(locale);
    }
    for at in 0..buckets.len() {
        while let Some(locale) = buckets[at].pop() {
            if usize::from(cost[usize::from(locale)]) != at {
                continue;
            }
            let enter = STEP + danger(locale);
            for way in &world.locale(locale).ways {
                let ford = match world.edge(way.edge).passage {
                    Passage::Impassable => continue,
                    Passage::Restricted => FORD,
                    Passage::Passable => 0,
                };
                let through = at as u16 + enter + ford;
                let known = &mut cost[usize::from(way.to)];
                if through < *known && through < NEVER {
                    *known = through;
                    buckets[usize::from(through)].push(way.to);
                }
            }
        }
    }
    cost
}

/// Where an army has to stand in the way of the enemy, whose ways to his goals are known.
fn blocks(game: &BullRun, world: &World, side: Side, goal: &[u16]) -> Vec<u16> {
    let mut wanted = vec![0; world.locales.len()];
    let mut heads: Vec<(u16, Locale)> = world
        .all_locales()
        .filter(|&locale| game.is_enemy(world, side, locale) && goal[usize::from(locale)] < NEVER)
        .map(|locale| {
            (goal[usize::from(locale)].saturating_sub(2 * u16::from(game.count(world, locale))), locale)
        })
        .collect();
    heads.sort_unstable();
    heads.truncate(SPEARHEADS);
    for (number, &(_, head)) in heads.iter().enumerate() {
        let mut at = head;
        for ahead in 1..=AHEAD {
            let ways = world.locale(at).ways.iter();
            let open = ways.filter(|way| world.edge(way.edge).passage != Passage::Impassable);
            let Some(next) = open.min_by_key(|way| (goal[usize::from(way.to)], way.to)) else { break };
            if goal[usize::from(next.to)] >= goal[usize::from(at)] {
                break;
            }
            at = next.to;
            let worth = (30 - 3 * ahead as u16) / (number as u16 + 1);
            let here = &mut wanted[usize::from(at)];
            *here = worth.max(*here);
        }
    }
    // What is wanted somewhere is half wanted around it, and so on outwards.
    let mut pull = vec![0; wanted.len()];
    for (at, &worth) in (0u16..).zip(&wanted).filter(|(_, worth)| **worth > 0) {
        for locale in world.all_locales() {
            let far = 4 * u16::from(world.distance(at, locale).min(60));
            let here = &mut pull[usize::from(locale)];
            *here = (60 + worth).saturating_sub(far).max(*here);
        }
    }
    pull
}
