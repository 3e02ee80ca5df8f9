//! How a player looks at the map: how far each locale is from what his army wants, with the enemy in the way, and where
//! the enemy has to be stopped.

use std::cell::OnceCell;

use muster_sdk::Table;

use crate::set_up::most_cubes;
use crate::state::BullRun;
use crate::world::{Boundary, Locale, Passage, Side, World};

/// Farther than any way.
pub(crate) const NEVER: u16 = 999;
/// What the next locale costs on the way: by a main road, by a local road, across country, or over a ford or the like.
const MAIN: u16 = 2;
const LOCAL: u16 = 3;
const FIELD: u16 = 5;
const FORD: u16 = 7;
/// What it costs more beside the enemy, and for each of the enemy's units in it.
const BESIDE: u16 = 4;
const TAKEN: u16 = 16;
const EACH: u16 = 4;
/// No more than this in all.
const MOST_DANGER: u16 = 120;
/// How many of the enemy's spearheads are watched, how far they are from one another at least, and how many locales
/// before them.
const SPEARHEADS: usize = 3;
const APART: u8 = 4;
/// What each unit at a spearhead counts against its way to its goal.
const MASS: i32 = 5;
/// So many units missing before a spearhead are as bad as more.
const ENOUGH: u16 = 4;
const AHEAD: usize = 10;
/// A locale is wanted so much at most; from where somebody is wanted the pull is felt so much farther, and with each locale
/// less.
const MOST_WANTED: u16 = 120;
const REACH: u16 = 60;
const LESS: u16 = 4;
const NOWHERE: u16 = MOST_WANTED + 2 * REACH;
/// Units within this distance of a locale count as there.
const NEAR: u8 = 2;

/// The view of the map; it follows from what everybody sees. Each part is made when it is first asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    goal: [OnceCell<Table<Locale, u16>>; 2],
    block: [OnceCell<Table<Locale, u16>>; 2],
}

impl Plan {
    /// Forgets what a unit of this army has changed by moving: the enemy's ways, and who has to be stopped where.
    pub(crate) fn moved(&mut self, side: Side) {
        self.goal[side.other() as usize].take();
        for block in &mut self.block {
            block.take();
        }
    }
}

impl BullRun {
    /// By locale: the cost of the way to the nearest of an army's objectives.
    pub(crate) fn ways_to_goals(&self, side: Side) -> &Table<Locale, u16> {
        self.plan().goal[side as usize].get_or_init(|| ways_to_goals(self, side))
    }

    /// By locale: how much an army is wanted there to stop the enemy.
    pub(crate) fn blocks(&self, side: Side) -> &Table<Locale, u16> {
        self.plan().block[side as usize].get_or_init(|| blocks(self, side))
    }
}

/// Whether the enemy of an army is in a locale or next to it, over a boundary that can be crossed.
pub(crate) fn in_contact(game: &BullRun, side: Side, locale: Locale) -> bool {
    let open = |way: &&crate::world::Way| game.world.edge(way.edge).passage != Passage::Impassable;
    game.world.locale(locale).ways.iter().filter(open).any(|way| game.is_enemy(side, way.to))
}

/// The ways as they are now, with the enemy in them.
fn ways_to_goals(game: &BullRun, side: Side) -> Table<Locale, u16> {
    let mut danger = game.world.locales.all_with(0);
    for held in game.world.all_locales().filter(|&locale| game.is_enemy(side, locale)) {
        for &(beside, _) in &game.world.paths[held] {
            let danger = &mut danger[beside];
            *danger = BESIDE.max(*danger);
        }
        danger[held] = TAKEN + EACH * u16::from(game.count(held));
    }
    ways(&game.world, side, |locale| danger[locale])
}

/// The ways that keep clear of where the enemy is at first, or may be.
pub(crate) fn around(world: &World, side: Side) -> Table<Locale, u16> {
    let enemy = side.other();
    let placed = |locale: Locale| {
        let mut units = world.of_side(enemy).filter_map(|unit| world.unit(unit).start);
        world.locale(locale).setup[enemy as usize] || units.any(|(at, _)| at == locale)
    };
    let held: Vec<Locale> = world.all_locales().filter(|&locale| placed(locale)).collect();
    let near: Table<Locale, u8> = world
        .locales
        .all()
        .map(|locale| held.iter().map(|&at| world.distance(at, locale)).min().unwrap_or(u8::MAX))
        .collect();
    ways(world, side, |locale| match near[locale] {
        0 => 30,
        1 => 12,
        2 => 4,
        _ => 0,
    })
}

/// How far, by the way round the enemy's flank, the nearer half of the Union's army begins at most.
pub(crate) fn column(world: &World) -> u16 {
    let around = &world.around[Side::Us as usize];
    let units =
        || world.of_side(Side::Us).filter(|&unit| world.unit(unit).group == 0 && !world.unit(unit).spare);
    let mut begin: Vec<u16> =
        units().filter_map(|unit| world.unit(unit).start).map(|(at, _)| around[at]).collect();
    if begin.is_empty() {
        let setup = world.setup[Side::Us as usize].iter();
        let cubes = usize::from(most_cubes(Side::Us));
        begin = setup.flat_map(|&locale| std::iter::repeat_n(around[locale], cubes)).collect();
    }
    begin.sort_unstable();
    begin.get((units().count() / 2).saturating_sub(1)).copied().unwrap_or(0)
}

/// The cost of the way from each locale to the nearest objective of an army, where entering a locale costs so much more: from
/// the objectives backwards.
fn ways(world: &World, side: Side, danger: impl Fn(Locale) -> u16) -> Table<Locale, u16> {
    let enter = |locale: Locale, step: u16| danger(locale).min(MOST_DANGER) + step;
    spread(world, world.objectives(side).map(|goal| (goal, 0)), NEVER, enter)
}

/// By locale: what it costs at least to get there from where it costs something to begin, the cheapest first; `far` where that
/// would be as much or more. A step from a locale costs what `step` makes of the cost of the path.
fn spread(
    world: &World,
    begin: impl Iterator<Item = (Locale, u16)>,
    far: u16,
    step: impl Fn(Locale, u16) -> u16,
) -> Table<Locale, u16> {
    let mut cost = world.locales.all_with(far);
    let mut next = Queue::with_capacity(4 * world.locales.len());
    for (locale, begin) in begin {
        cost[locale] = begin;
        next.push(begin, locale);
    }
    while let Some((so_far, locale)) = next.pop() {
        if cost[locale] != so_far {
            continue;
        }
        for &(to, path) in &world.paths[locale] {
            let (known, there) = (&mut cost[to], so_far + step(locale, path));
            if there < *known {
                *known = there;
                next.push(there, to);
            }
        }
    }
    cost
}

/// More than any step costs with the most danger, and than two beginnings differ; a power of two.
const COSTS: usize = 128;

/// Locales by what it costs to get there, the cheapest first. No two costs in it are [`COSTS`] or more apart.
struct Queue {
    /// By cost: the entry that came last, from 1.
    last: [u16; COSTS],
    /// Each locale with the entry of the same cost before it.
    entries: Vec<(Locale, u16)>,
    cost: u16,
    waiting: usize,
}

impl Queue {
    fn with_capacity(entries: usize) -> Self {
        Self { last: [0; COSTS], entries: Vec::with_capacity(entries), cost: 0, waiting: 0 }
    }

    fn push(&mut self, cost: u16, locale: Locale) {
        let last = &mut self.last[usize::from(cost) % COSTS];
        self.entries.push((locale, *last));
        *last = self.entries.len() as u16;
        self.waiting += 1;
    }

    fn pop(&mut self) -> Option<(u16, Locale)> {
        if self.waiting == 0 {
            return None;
        }
        self.waiting -= 1;
        loop {
            let last = &mut self.last[usize::from(self.cost) % COSTS];
            if let Some(entry) = last.checked_sub(1) {
                let (locale, before) = self.entries[usize::from(entry)];
                *last = before;
                return Some((self.cost, locale));
            }
            self.cost += 1;
        }
    }
}

/// By locale: those that can be reached over one of its boundaries, and what it costs.
pub(crate) fn paths(world: &World) -> Table<Locale, Vec<(Locale, u16)>> {
    let paths = world.locales.rows().map(|locale| {
        let ways = locale.ways.iter();
        ways.filter_map(|way| Some((way.to, step(world.edge(way.edge))?))).collect()
    });
    paths.collect()
}

/// What crossing a boundary costs, if it can be crossed.
fn step(boundary: &Boundary) -> Option<u16> {
    match boundary.passage {
        Passage::Impassable => None,
        Passage::Restricted => Some(FORD),
        Passage::Passable if boundary.roads.iter().any(|crossing| crossing.main) => Some(MAIN),
        Passage::Passable if boundary.roads.is_empty() => Some(FIELD),
        Passage::Passable => Some(LOCAL),
    }
}

/// Where an army has to stand in the way of the enemy.
fn blocks(game: &BullRun, side: Side) -> Table<Locale, u16> {
    let goal = game.ways_to_goals(side.other());
    let stand = |side: Side| -> Vec<Locale> {
        let spots = game.world.of_side(side).filter_map(|unit| game.unit(unit).spot());
        spots.map(|spot| spot.locale).collect()
    };
    let [ours, theirs] = [stand(side), stand(side.other())];
    let mut wanted = game.world.locales.all_with(0);
    let mut heads: Vec<(i32, u16, Locale)> = game
        .world
        .all_locales()
        .filter(|&locale| game.is_enemy(side, locale) && goal[locale] < NEVER)
        .map(|locale| {
            let force = near(&game.world, &theirs, locale);
            (i32::from(goal[locale]) - MASS * i32::from(force), force, locale)
        })
        .collect();
    heads.sort_unstable();
    let mut watched: Vec<(u16, Locale)> = Vec::with_capacity(SPEARHEADS);
    for (_, force, head) in heads {
        let apart = |&(_, other): &(u16, Locale)| game.world.distance(head, other) >= APART;
        if watched.len() < SPEARHEADS && watched.iter().all(apart) {
            watched.push((force, head));
        }
    }
    let mut way = Vec::with_capacity(AHEAD);
    for (force, head) in watched {
        way_on(&game.world, goal, head, &mut way);
        // Nobody stands with the water behind him that could be before him.
        let beyond = way.iter().position(|stand| stand.ford).unwrap_or(0);
        for (ahead, &Stand { at, cover, .. }) in way.iter().enumerate().skip(beyond) {
            if game.is_enemy(side, at) {
                continue;
            }
            // Behind cover fewer can hold. Where enough stand already, others are of more use elsewhere.
            let missing = (force * 3 / 4 + 1).saturating_sub(near(&game.world, &ours, at)).clamp(1, ENOUGH);
            let worth = ((24 - ahead as u16 + 12 * cover) * 2 * missing / ENOUGH).min(MOST_WANTED);
            let here = &mut wanted[at];
            *here = worth.max(*here);
        }
    }
    // What is wanted somewhere is wanted a little less around it, and so on outwards.
    let begin = wanted.iter().filter(|(_, worth)| **worth > 0);
    let begin = begin.map(|(at, &worth)| (at, NOWHERE - REACH - worth));
    let mut pull = spread(&game.world, begin, NOWHERE, |_, _| LESS);
    pull.rows_mut().for_each(|pull| *pull = NOWHERE - *pull);
    pull
}

/// A locale on the enemy's way.
struct Stand {
    at: Locale,
    /// What covers those who stand there against him: water, a slope, a wood's edge.
    cover: u16,
    /// Whether he comes over a ford or the like.
    ford: bool,
}

/// The enemy's way on from a locale.
fn way_on(world: &World, goal: &Table<Locale, u16>, head: Locale, way: &mut Vec<Stand>) {
    way.clear();
    let mut from = head;
    while way.len() < AHEAD {
        let paths = world.paths[from].iter();
        let Some(&(at, _)) = paths.min_by_key(|(to, _)| (goal[*to], *to)) else { return };
        let Some(edge) = world.between(from, at) else { return };
        if goal[at] >= goal[from] {
            return;
        }
        let boundary = world.edge(edge);
        let ford = boundary.passage == Passage::Restricted;
        way.push(Stand { at, cover: boundary.in_approach(at).infantry.into(), ford });
        from = at;
    }
}

/// How many of these units' locales are a locale or near it.
fn near(world: &World, stand: &[Locale], locale: Locale) -> u16 {
    stand.iter().filter(|&&at| world.distance(at, locale) <= NEAR).count() as u16
}
