//! §8.6.4: road marches, and columns of several groups.

use muster_sdk::{Decisions, Happenings};

use crate::choice::Choice;
use crate::orders::Group;
use crate::state::{BullRun, Follower, Order, Road, Spot};
use crate::world::{Crossing, Edge, Kind, Locale, Unit, World};

/// Locales by main roads only.
const BY_MAIN: usize = 3;
/// Locales if any part goes by local road.
const BY_LOCAL: usize = 2;

impl World {
    /// Whether one can go on from one road to another in a locale.
    pub(crate) fn roads_meet(&self, locale: Locale, one: u8, other: u8) -> bool {
        let apart = &self.locale(locale).apart;
        one == other || !(apart.contains(&one) || apart.contains(&other))
    }

    /// What a road is called.
    pub(crate) fn road_words(&self, road: u8) -> String {
        self.roads[usize::from(road)].replace('-', " ")
    }

    /// Where a road crosses a boundary.
    pub(crate) fn crossing(&self, (edge, road): (Edge, u8)) -> Option<Crossing> {
        self.edge(edge).roads.iter().copied().find(|crossing| crossing.road == road)
    }

    fn is_main(&self, step: (Edge, u8)) -> bool {
        self.crossing(step).is_some_and(|crossing| crossing.main)
    }
}

impl BullRun {
    /// The locales of a way by road, from its start.
    pub(crate) fn road_locales(&self, from: Locale, path: &[(Edge, u8)]) -> Vec<Locale> {
        let mut locales = vec![from];
        for &(edge, _) in path {
            let at = locales[locales.len() - 1];
            locales.push(self.world.edge(edge).across(at));
        }
        locales
    }

    /// Where the road march in the making gets to over this boundary.
    pub(crate) fn road_leads(&self, over: Edge) -> Locale {
        let from = self.order.units.first().and_then(|&unit| self.unit(unit).spot());
        let path = self.order.road.iter().flat_map(|road| &road.path).map(|&(edge, _)| edge);
        let from = from.map_or(self.world.edge(over).ends[1], |spot| spot.locale);
        path.chain([over]).fold(from, |at, edge| self.world.edge(edge).across(at))
    }

    /// The locales of the road march in the making, from its start.
    pub(crate) fn road_been(&self) -> Vec<Locale> {
        let from = self.order.units.first().and_then(|&unit| self.unit(unit).spot());
        match (from, &self.order.road) {
            (Some(from), Some(road)) => self.road_locales(from.locale, &road.path),
            _ => Vec::new(),
        }
    }

    /// The next steps of a march by road of so many units.
    pub(crate) fn road_steps(&self, from: Locale, path: &[(Edge, u8)], count: usize) -> Vec<(Edge, u8)> {
        let been = self.road_locales(from, path);
        let at = been[been.len() - 1];
        let by_main = path.iter().all(|&step| self.world.is_main(step));
        let mut steps = Vec::new();
        for way in &self.world.locale(at).ways {
            let boundary = self.world.edge(way.edge);
            if !boundary.is_passable()
                || been.contains(&way.to)
                || self.march_barred(way.edge, way.to, count).is_some()
            {
                continue;
            }
            for crossing in &boundary.roads {
                let step = (way.edge, crossing.road);
                let most = if by_main && crossing.main { BY_MAIN } else { BY_LOCAL };
                let meets =
                    path.last().is_none_or(|&(_, road)| self.world.roads_meet(at, road, crossing.road));
                if path.len() < most && meets && !self.turn.marked.contains(&step) {
                    steps.push(step);
                }
            }
        }
        steps
    }

    pub(crate) fn can_take_road(&self, group: &Group<'_>) -> bool {
        !self.road_steps(group.spot.locale, &[], group.units.len()).is_empty()
    }

    /// Lists how the road march in the making can go on.
    pub(crate) fn list_road(&self, list: &mut Decisions<Choice>) {
        let (Some(road), Some(group)) = (&self.order.road, self.group(&self.order.units)) else { return };
        if !road.settled {
            for (edge, road) in self.road_steps(group.spot.locale, &road.path, group.units.len()) {
                list.push(Choice::RoadStep(edge, road));
            }
            if !road.path.is_empty() {
                list.push(Choice::Halt);
            }
        } else {
            self.followers().into_iter().for_each(|(unit, _)| list.push(Choice::Follow(unit)));
            // Only the last group can still wait for somebody.
            if road.followers.last().is_none_or(|last| self.has_troops(&last.units)) {
                if self.can_close_up(road) {
                    list.push(Choice::CloseUp);
                }
                list.push(Choice::MarchOff);
            }
        }
        list.push(Choice::Cancel);
    }

    /// Takes a choice that belongs to a road march.
    pub(crate) fn take_road(&mut self, choice: Choice, happenings: &mut Happenings<'_>) {
        let head = self.order.units.first().and_then(|&unit| self.unit(unit).spot());
        let (Some(Spot { locale: from, .. }), Some(mut road)) = (head, self.order.road.take()) else {
            return;
        };
        match choice {
            Choice::RoadStep(edge, number) => {
                road.path.push((edge, number));
                road.settled = self.road_steps(from, &road.path, self.order.units.len()).is_empty();
            }
            Choice::Halt => road.settled = true,
            Choice::Follow(unit) => {
                self.order.road = Some(road);
                let found = self.followers().into_iter().find(|(follower, _)| *follower == unit);
                if let (Some((_, follower)), Some(road)) = (found, &mut self.order.road) {
                    if road.followers.last().is_some_and(|last| last.locale == follower.locale) {
                        road.followers.pop();
                    }
                    road.followers.push(follower);
                }
                return;
            }
            Choice::CloseUp => {
                if let Some(last) = road.followers.last_mut() {
                    last.closes = true;
                }
                self.order.road = Some(road);
                return;
            }
            _ => {
                self.order.road = Some(road);
                return self.march_off(happenings);
            }
        }
        let settled = road.settled;
        self.order.road = Some(road);
        if settled && self.followers().is_empty() {
            self.march_off(happenings);
        }
    }

    /// Whether some of these units are not disrupted: disrupted infantry marches only with others of its position (§8.6.4).
    pub(crate) fn has_troops(&self, units: &[Unit]) -> bool {
        units.iter().any(|&unit| self.unit(unit).kind != Kind::Disrupted)
    }

    /// Whether the last group of a column could end where the one before it does.
    fn can_close_up(&self, road: &Road) -> bool {
        let mut groups = road.followers.clone();
        let Some(last) = groups.last_mut().filter(|last| !last.closes) else { return false };
        last.closes = true;
        self.column_fits(road, &groups)
    }

    /// The units that can join the column behind its last group, or that group itself; each with what the last group would
    /// be then. A disrupted one joins if somebody who isn't comes along, or still can.
    pub(crate) fn followers(&self) -> Vec<(Unit, Follower)> {
        let Some(road) = &self.order.road else { return Vec::new() };
        let Some(from) = self.order.units.first().and_then(|&unit| self.unit(unit).spot()) else {
            return Vec::new();
        };
        let (tail, first) = match road.followers.last() {
            Some(last) => (last.locale, last.first),
            None => (from.locale, road.path[0]),
        };
        let mut found = Vec::new();
        let mut try_adding = |follower: &Follower, replaces: bool| {
            let mut groups = road.followers.clone();
            if replaces {
                groups.pop();
            }
            let mut fits = |group: &Follower| {
                groups.push(group.clone());
                let fits = self.column_fits(road, &groups);
                groups.pop();
                fits
            };
            let with = |group: &Follower, unit: Unit| {
                let mut more = group.clone();
                more.units.push(unit);
                more
            };
            let free = |unit: &Unit| self.is_free(*unit) && !follower.units.contains(unit);
            let here = || self.in_spot(self.active, Spot::reserve(follower.locale)).filter(free);
            for unit in here() {
                let more = with(follower, unit);
                let goes = match self.has_troops(&more.units) {
                    true => fits(&more),
                    false => {
                        let mut troops = here().filter(|&other| self.unit(other).kind != Kind::Disrupted);
                        troops.any(|other| fits(&with(&more, other)))
                    }
                };
                if goes {
                    found.push((unit, more));
                }
            }
        };
        if let Some(last) = road.followers.last() {
            try_adding(last, true);
            // A group that still waits for somebody has nobody behind it yet: disrupted infantry would march alone.
            if !self.has_troops(&last.units) {
                return found;
            }
        }
        let path = self.road_locales(from.locale, &road.path);
        let taken = |locale: Locale| {
            path.contains(&locale) || road.followers.iter().any(|follower| follower.locale == locale)
        };
        for way in self.world.locale(tail).ways.iter().filter(|way| !taken(way.to)) {
            let open = |crossing: &&Crossing| {
                self.world.roads_meet(tail, crossing.road, first.1)
                    && !self.turn.marked.contains(&(way.edge, crossing.road))
            };
            // Where several roads lead to the group before, the column takes a main one.
            let roads = self.world.edge(way.edge).roads.iter().filter(open);
            let Some(crossing) =
                roads.max_by_key(|crossing| (crossing.main, std::cmp::Reverse(crossing.road)))
            else {
                continue;
            };
            let first = (way.edge, crossing.road);
            let follower = Follower { locale: way.to, first, closes: false, units: Vec::new() };
            try_adding(&follower, false);
        }
        found
    }

    /// The way of each group of a column, head first: from where, and its steps. A group goes as many locales as the one before
    /// it, and ends a locale behind it: with fewer it would lose touch. With one more it has closed up, and with two it would
    /// be past it.
    fn column_ways(
        &self,
        road: &Road,
        from: Locale,
        followers: &[Follower],
    ) -> Vec<(Locale, Vec<(Edge, u8)>)> {
        let mut ways = vec![(from, road.path.clone())];
        let mut before = road.path.clone();
        let mut count = road.path.len();
        for follower in followers {
            before.insert(0, follower.first);
            count += usize::from(follower.closes);
            ways.push((follower.locale, before[..count].to_vec()));
        }
        ways
    }

    /// Whether a column can march off as it is: roads, boundaries and capacities, group after group. The enemy is nowhere on
    /// its way: the head has found it free, and own units stand behind it.
    fn column_fits(&self, road: &Road, followers: &[Follower]) -> bool {
        let Some(head) = self.group(&self.order.units) else { return false };
        let ways = self.column_ways(road, head.spot.locale, followers);
        let sizes =
            std::iter::once(head.units.len()).chain(followers.iter().map(|follower| follower.units.len()));
        let by_main = ways.iter().flat_map(|(_, steps)| steps).all(|&step| self.world.is_main(step));
        let most = if by_main { BY_MAIN } else { BY_LOCAL };
        if ways.iter().any(|(_, steps)| steps.len() > most) {
            return false;
        }
        let mut moved: Vec<(Locale, i16)> = Vec::new();
        for ((from, steps), size) in ways.iter().zip(sizes) {
            let mut at = *from;
            for &(edge, _) in steps {
                let boundary = self.world.edge(edge);
                let to = boundary.across(at);
                let change: i16 = moved.iter().filter(|(locale, _)| *locale == to).map(|(_, by)| by).sum();
                let room = self.room(to) as i16 - change;
                let barred = !boundary.is_passable()
                    || self.turn.fought.contains(&edge)
                    || self.turn.stormed.contains(&to)
                    || room < size as i16;
                if barred {
                    return false;
                }
                at = to;
            }
            moved.push((*from, -(size as i16)));
            moved.push((at, size as i16));
        }
        true
    }

    /// §8.6.4: the march is carried out, group after group, and the roads are marked.
    fn march_off(&mut self, happenings: &mut Happenings<'_>) {
        let Order { units: head, road: Some(road) } = std::mem::take(&mut self.order) else { return };
        let Some(from) = head.first().and_then(|&unit| self.unit(unit).spot()) else { return };
        let ways = self.column_ways(&road, from.locale, &road.followers);
        let followers = road.followers.into_iter().map(|follower| follower.units);
        let groups: Vec<Vec<Unit>> = std::iter::once(head).chain(followers).collect();
        let all: Vec<Unit> = groups.concat();
        let end = self.road_locales(from.locale, &road.path).pop().unwrap_or(from.locale);
        let kind = if groups.len() > 1 { "Column march" } else { "Road march" };
        self.spend(&all, "8.6.4", happenings, |game| {
            format!("{kind}: {} towards {}", game.counted(&all), game.world.locale(end).called)
        });
        for (units, (from, steps)) in groups.iter().zip(ways) {
            let locales = self.road_locales(from, &steps);
            let way: Vec<Spot> = locales[1..].iter().map(|&locale| Spot::reserve(locale)).collect();
            self.go(units, &way, "8.6.4", happenings);
            for step in steps {
                if !self.turn.marked.contains(&step) {
                    self.turn.marked.push(step);
                }
            }
        }
        self.finish_groups(&groups, happenings);
    }
}
