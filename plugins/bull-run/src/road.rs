//! §8.6.4: road marches, and columns of several groups.

use muster_contract::ChoiceDetails;
use muster_sdk::{Decisions, May, Resolution, ensure};

use crate::choice::Choice;
use crate::orders::Group;
use crate::state::{BullRun, Follower, Order, Road, Spot};
use crate::world::{Crossing, Edge, Kind, Locale, Side, Unit, Way, World};

/// Locales by main roads only.
const BY_MAIN: usize = 3;
/// Locales if any part goes by local road.
const BY_LOCAL: usize = 2;
/// Why a march doesn't go over a boundary by one of its roads, in the order in which this is looked at.
pub(crate) const ROADS: [&str; 3] = [
    "The road over {edge} was used by a march this turn.",
    "The roads don't meet in {from}.",
    "A road march goes three locales by main roads, and two if any road is local.",
];

impl World {
    /// Whether one can go on from one road to another in a locale.
    pub(crate) fn roads_meet(&self, locale: Locale, one: u8, other: u8) -> bool {
        let apart = &self.locale(locale).apart;
        one == other || !(apart.contains(&one) || apart.contains(&other))
    }

    /// What a road is called.
    pub(crate) fn road_label(&self, road: u8) -> String {
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
        let path = self.order.road.iter().flat_map(|road| &road.path).map(|&(edge, _)| edge);
        let from = self.order_spot().map_or(self.world.edge(over).ends[1], |spot| spot.locale);
        path.chain([over]).fold(from, |at, edge| self.world.edge(edge).across(at))
    }

    /// The locales of the road march in the making, from its start.
    pub(crate) fn road_been(&self) -> Vec<Locale> {
        match (self.order_spot(), &self.order.road) {
            (Some(from), Some(road)) => self.road_locales(from.locale, &road.path),
            _ => Vec::new(),
        }
    }

    /// Whether a march by road goes on over a boundary from the last of the locales where it has been.
    #[inline]
    pub(crate) fn may_go_on(&self, been: &[Locale], way: &Way, count: usize) -> May {
        ensure(!been.contains(&way.to), "The march has been here, and goes one way only.", "8.6.4")?;
        ensure(!self.world.edge(way.edge).roads.is_empty(), "No road crosses {edge}.", "8.6.4")?;
        self.may_pass(way, "Boundary {edge} is restricted: no road march crosses it.", "8.6.4")?;
        self.may_march(way, count)
    }

    /// Whether it goes over it by this road.
    #[inline]
    pub(crate) fn may_go_by(&self, at: Locale, path: &[(Edge, u8)], edge: Edge, crossing: Crossing) -> May {
        let [used, apart, far] = ROADS;
        ensure(!self.turn.marked.contains(&(edge, crossing.road)), used, "8.6.4")?;
        let meets = path.last().is_none_or(|&(_, road)| self.world.roads_meet(at, road, crossing.road));
        ensure(meets, apart, "8.6.4")?;
        let by_main = || crossing.main && path.iter().all(|&step| self.world.is_main(step));
        ensure(path.len() < BY_LOCAL || path.len() < BY_MAIN && by_main(), far, "8.6.4")
    }

    /// The next steps of a march by road of so many units.
    pub(crate) fn road_steps(&self, from: Locale, path: &[(Edge, u8)], count: usize) -> Vec<(Edge, u8)> {
        let been = self.road_locales(from, path);
        let at = been[been.len() - 1];
        let mut steps = Vec::new();
        for way in self.world.locale(at).ways.iter().filter(|way| self.may_go_on(&been, way, count).is_ok()) {
            let roads = self.world.edge(way.edge).roads.iter();
            let goes = |road: &&Crossing| self.may_go_by(at, path, way.edge, **road).is_ok();
            steps.extend(roads.filter(goes).map(|crossing| (way.edge, crossing.road)));
        }
        steps
    }

    /// §8.6.4: the road march of a group in reserve, if there is one.
    pub(crate) fn road_march(&self, group: &Group<'_>) -> Option<Choice> {
        let goes = group.troops && !self.road_steps(group.spot.locale, &[], group.units.len()).is_empty();
        goes.then_some(Choice::Road)
    }

    /// Begins to put a road march together.
    pub(crate) fn plan_road(&mut self, units: &[Unit], choice: Choice) {
        if choice == Choice::Road {
            self.order = Order { units: units.to_vec(), road: Some(Road::default()) };
        }
    }

    /// Lists how the road march in the making can go on.
    pub(crate) fn list_road(&self, _: Side, list: &mut Decisions<Choice>) {
        let (Some(road), Some(group)) = (&self.order.road, self.group(&self.order.units)) else { return };
        if !road.settled {
            let steps = self.road_steps(group.spot.locale, &road.path, group.units.len());
            list.extend(steps.into_iter().map(|(edge, road)| Choice::RoadStep(edge, road)));
            list.push_if(!road.path.is_empty(), Choice::Halt);
        } else {
            list.extend(self.followers().into_iter().map(|(unit, _)| Choice::Follow(unit)));
            // Only the last group can still wait for somebody.
            if road.followers.last().is_none_or(|last| self.has_troops(&last.units)) {
                list.push_if(self.can_close_up(road), Choice::CloseUp);
                list.push(Choice::MarchOff);
            }
        }
        list.push(Choice::Cancel);
    }

    /// Takes a choice that belongs to a road march.
    pub(crate) fn take_road(&mut self, _: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let (from, count) = (self.locale_of(&self.order.units), self.order.units.len());
        let road = self.order.road.get_or_insert_default();
        match choice {
            Choice::RoadStep(edge, number) => {
                road.path.push((edge, number));
                let path = road.path.clone();
                if self.road_steps(from, &path, count).is_empty() {
                    self.settle_road(resolution);
                }
            }
            Choice::Halt => self.settle_road(resolution),
            Choice::Follow(unit) => {
                let found = self.followers().into_iter().find(|(follower, _)| *follower == unit);
                let (Some(road), Some((_, follower))) = (&mut self.order.road, found) else { return };
                road.followers.pop_if(|last| last.locale == follower.locale);
                road.followers.push(follower);
            }
            Choice::CloseUp => road.followers.iter_mut().rev().take(1).for_each(|last| last.closes = true),
            Choice::Cancel => self.order = Order::default(),
            _ => self.march_off(resolution),
        }
    }

    /// Adds the next locale and the way.
    pub(crate) fn road_details(&self, choice: Choice, details: &mut ChoiceDetails) {
        let on = match choice {
            Choice::RoadStep(edge, road) => {
                let to = self.road_leads(edge);
                let (called, road) = (&self.world.locale(to).called, self.world.road_label(road));
                details.label.push_str(&format!(" {called} by {road}"));
                Some(to)
            }
            Choice::Halt | Choice::MarchOff => None,
            _ => return,
        };
        details.path = self.places_of(self.road_been().into_iter().chain(on));
    }

    /// The way of the march is settled; with nobody who could follow it begins.
    fn settle_road(&mut self, resolution: &mut Resolution<'_>) {
        self.order.road.iter_mut().for_each(|road| road.settled = true);
        if self.followers().is_empty() {
            self.march_off(resolution);
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
        let (Some(road), Some(from)) = (&self.order.road, self.order_spot()) else { return Vec::new() };
        let (tail, first) = match road.followers.last() {
            Some(last) => (last.locale, last.first),
            None => (from.locale, road.path[0]),
        };
        let mut found = Vec::new();
        if let Some((last, before)) = road.followers.split_last() {
            found = self.joining(road, before, last);
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
            found.extend(self.joining(road, &road.followers, &follower));
        }
        found
    }

    /// The units that can join a group behind the others of a column; each with what the group would be then.
    fn joining(&self, road: &Road, before: &[Follower], group: &Follower) -> Vec<(Unit, Follower)> {
        let with = |group: &Follower, unit: Unit| {
            let mut more = group.clone();
            more.units.push(unit);
            more
        };
        let mut groups = before.to_vec();
        let mut fits = |group: Follower| {
            groups.push(group);
            let fits = self.column_fits(road, &groups);
            groups.pop();
            fits
        };
        let free = |unit: &Unit| self.is_free(*unit) && !group.units.contains(unit);
        let here = || self.in_spot(self.active, Spot::reserve(group.locale)).filter(free);
        let mut joins = |more: &Follower| {
            let mut troops = here().filter(|&other| self.unit(other).kind != Kind::Disrupted);
            match self.has_troops(&more.units) {
                true => fits(more.clone()),
                false => troops.any(|other| fits(with(more, other))),
            }
        };
        here().map(|unit| (unit, with(group, unit))).filter(|(_, more)| joins(more)).collect()
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
    fn march_off(&mut self, resolution: &mut Resolution<'_>) {
        let Order { units: head, road: Some(road) } = std::mem::take(&mut self.order) else { return };
        let from = self.locale_of(&head);
        let ways = self.column_ways(&road, from, &road.followers);
        let followers = road.followers.into_iter().map(|follower| follower.units);
        let groups: Vec<Vec<Unit>> = std::iter::once(head).chain(followers).collect();
        let groups: Vec<&[Unit]> = groups.iter().map(Vec::as_slice).collect();
        let all: Vec<Unit> = groups.concat();
        let been = self.road_locales(from, &road.path);
        let end = been[been.len() - 1];
        let kind = if groups.len() > 1 { "Column march" } else { "Road march" };
        self.spend_on(&all, "8.6.4", (kind, "towards", end), resolution);
        for (units, (from, steps)) in groups.iter().zip(ways) {
            let locales = self.road_locales(from, &steps);
            let way: Vec<Spot> = locales[1..].iter().map(|&locale| Spot::reserve(locale)).collect();
            self.go(units, &way, "8.6.4", resolution);
            for step in steps {
                if !self.turn.marked.contains(&step) {
                    self.turn.marked.push(step);
                }
            }
        }
        self.finish_groups(&groups, resolution);
    }
}
