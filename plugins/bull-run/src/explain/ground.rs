//! Why units can't go to a locale, or over a boundary.

use muster_contract::Line;
use muster_sdk::{capital, line};

use crate::orders::Group;
use crate::state::{BullRun, Road, Spot, Stage, Step};
use crate::world::{Edge, Locale, Passage, Unit, Way, World};

/// The words for a boundary that some move doesn't cross, if it doesn't.
fn unpassable(world: &World, edge: Edge, what: &str, citation: &str) -> Option<Line> {
    let id = &world.edge(edge).id;
    match world.edge(edge).passage {
        Passage::Passable => None,
        Passage::Restricted => {
            Some(line(format!("Boundary {id} is restricted: no {what} crosses it."), citation))
        }
        Passage::Impassable => Some(line(format!("Boundary {id} is impassable."), "4.3.1")),
    }
}

impl BullRun {
    /// Why the group picked can't go to a locale, or nothing else can be done with it.
    pub(super) fn why_not_locale(&self, locale: Locale) -> Vec<Line> {
        let why = match self.stage {
            Stage::Cubes(_) => self.why_no_cube(locale),
            Stage::Place(..) | Stage::Random(..) => self.why_not_placed_in(locale),
            Stage::Shuffle => return self.why_not_shuffled_in(locale),
            Stage::Command(Step::FlightMove) => self.why_no_refuge(locale),
            Stage::Staff => Some(self.why_no_entry(locale)),
            Stage::Field => {
                let lines = self.why_not_gone_to(locale);
                if !lines.is_empty() {
                    return lines;
                }
                None
            }
            _ => None,
        };
        vec![why.unwrap_or_else(|| self.no_part())]
    }

    /// What is said of whatever isn't asked about.
    pub(super) fn no_part(&self) -> Line {
        line("It has no part in what is decided now.", self.section())
    }

    /// §5 steps 4, 5, 7, 8, 10 and 11: why no unit is placed in a locale now.
    fn why_not_placed_in(&self, locale: Locale) -> Option<Line> {
        let (side, whose) = match self.stage {
            Stage::Place(side, _) => (side, "your"),
            Stage::Random(side, _) => (side.other(), "your opponent's"),
            _ => return None,
        };
        Some(if self.cubes_in(side, locale) == 0 {
            line(format!("None of {whose} cubes lies there."), "5")
        } else {
            line("Choose first which unit takes the place of a cube.", "5")
        })
    }

    /// §7.1: why the units of a locale can't be shuffled, position by position.
    fn why_not_shuffled_in(&self, locale: Locale) -> Vec<Line> {
        let units = self.in_locale(self.active, locale);
        let mut spots: Vec<Spot> = units.filter_map(|unit| self.unit(unit).spot()).collect();
        spots.sort_unstable();
        spots.dedup();
        let why = |&spot: &Spot| {
            let why = self.shuffle_hindrance(spot)?;
            let of = || capital(&self.spot_words(spot));
            Some(if spots.len() > 1 { format!("{}: {why}", of()) } else { why.to_owned() })
        };
        let lines: Vec<Line> = spots.iter().filter_map(why).map(|why| line(why, "7.1")).collect();
        if lines.is_empty() { vec![line("None of your units is there.", "7.1")] } else { lines }
    }

    /// §9.3: why no reinforcements can be brought to a locale now.
    fn why_no_entry(&self, locale: Locale) -> Line {
        let side = self.active;
        if let Some(now) = self.turn.reorganizing {
            line(format!("Units of {} reorganize now.", self.world.name(now)), "9.1")
        } else if let Some((now, _)) = self.turn.mobilizing {
            line(format!("Reinforcements come to {} now.", self.world.name(now)), "9.3")
        } else if !self.world.locale(locale).entry[side as usize] {
            line("None of your reinforcements enter here.", "9.3")
        } else if self.turn.mobilized {
            line("Only one mobilize command is issued in a turn.", "9.3")
        } else if self.next_group().is_none() {
            line("All reinforcements have been mobilized.", "9.3")
        } else if self.is_enemy(side, locale) {
            line("It is enemy-occupied.", "9.3")
        } else if self.turn.stormed.contains(&locale) {
            line("It was taken by assault this turn.", "8.2")
        } else {
            line("It is full.", "4.3.1")
        }
    }

    fn why_no_cube(&self, locale: Locale) -> Option<Line> {
        let Stage::Cubes(side) = self.stage else { return None };
        let most = crate::set_up::most_cubes(side);
        Some(if !self.world.locale(locale).setup[side as usize] {
            line("It is not one of your setup locales.", "5")
        } else if self.cubes_in(side, locale) >= most {
            line(format!("No more than {most} cubes lie in one locale."), "5")
        } else {
            line("It is full, or the cubes that are left are needed elsewhere.", "5")
        })
    }

    fn why_no_refuge(&self, locale: Locale) -> Option<Line> {
        let from = self.flight()?.from;
        let way = self.world.locale(from).ways.iter().find(|way| way.to == locale);
        let why = match way {
            None if locale == from => "They have to leave it.",
            None => "It is not adjacent.",
            Some(way) => self.no_refuge(way).unwrap_or({
                // Somebody can go there, but each unit is chosen with its way.
                if self.room(locale) < self.fleeing().len() {
                    "It hasn't room for all: choose one that goes there."
                } else {
                    "Choose the unit that goes there."
                }
            }),
        };
        Some(line(why, self.flight_citation()))
    }

    fn why_not_gone_to(&self, locale: Locale) -> Vec<Line> {
        let Some(group) = self.group(&self.order.units) else {
            let choose = || line("Choose first which units are commanded.", "8");
            return vec![self.why_no_command().unwrap_or_else(choose)];
        };
        if let Some(road) = &self.order.road {
            return self.why_not_by_road(&group, road, locale).into_iter().collect();
        }
        let from = group.spot.locale;
        if locale == from {
            return vec![line("They are there.", "8")];
        }
        if group.ranging > 0 {
            return vec![line("Ranging artillery does nothing but bombard.", "8.0.2")];
        }
        let Some(edge) = self.world.between(from, locale) else {
            let ridden = self.why_not_ridden_to(&group, locale);
            let apart = || vec![line(format!("It is not adjacent to {}.", self.world.name(from)), "4.3.1")];
            return if ridden.is_empty() { apart() } else { ridden };
        };
        self.why_not_entered(&group, edge, locale).into_iter().collect()
    }

    /// Why units can't go over a boundary of their locale.
    fn why_not_entered(&self, group: &Group<'_>, edge: Edge, locale: Locale) -> Option<Line> {
        let (from, count) = (group.spot.locale, group.units.len());
        if group.spot.edge.is_some_and(|own| own != edge) {
            return Some(line("Who secures an approach goes over its boundary only.", "8.6.2"));
        }
        if !self.is_enemy(self.active, locale) {
            let bar = self.march_barred(edge, locale, count).map(|bar| bar.line(&self.world, edge, locale));
            let alone = || line("Disrupted infantry moves only with another unit that is not.", "8.6.2");
            return bar.or_else(|| (!group.troops).then(alone));
        }
        if group.disrupted {
            return Some(line("Disrupted infantry never maneuvers.", "8.5"));
        }
        let bar = self.barred(edge, locale, count).map(|bar| bar.line(&self.world, edge, locale));
        bar.or_else(|| {
            let held = self.defended(from, edge) > 0;
            held.then(|| line("The enemy secures the approach there: only an assault gets in.", "8.2"))
        })
    }

    /// §8.4, §8.6.1: why cavalry can't charge, or ride, to a locale beyond a neighbour, by each way there.
    fn why_not_ridden_to(&self, group: &Group<'_>, locale: Locale) -> Vec<Line> {
        if !group.cavalry || group.spot.edge.is_some() {
            return Vec::new();
        }
        let mut lines: Vec<Line> = Vec::new();
        for first in &self.world.locale(group.spot.locale).ways {
            let Some(second) = self.world.locale(first.to).ways.iter().find(|way| way.to == locale) else {
                continue;
            };
            let why = if self.is_enemy(self.active, locale) {
                self.why_no_charge(group, [first, second])
            } else {
                self.why_no_ride(group, [first, second])
            };
            lines.extend(why.filter(|why| !lines.iter().any(|line| line.text == why.text)));
        }
        lines
    }

    /// §8.6.1: why cavalry can't ride over two boundaries.
    fn why_no_ride(&self, group: &Group<'_>, ways: [&Way; 2]) -> Option<Line> {
        ways.into_iter().find_map(|way| {
            let bar = self.march_barred(way.edge, way.to, group.units.len());
            unpassable(&self.world, way.edge, "cavalry march", "8.6.1")
                .or_else(|| bar.map(|bar| bar.line(&self.world, way.edge, way.to)))
        })
    }

    /// §8.4: why cavalry can't charge over two boundaries.
    fn why_no_charge(&self, group: &Group<'_>, ways: [&Way; 2]) -> Option<Line> {
        let [first, second] = ways;
        if self.is_enemy(self.active, first.to) {
            let name = self.world.name(first.to);
            return Some(line(format!("{name} is enemy-occupied: no charge goes through it."), "8.4"));
        }
        let barred = ways.into_iter().find_map(|way| {
            let boundary = self.world.edge(way.edge);
            let obstructed = boundary.in_approach(way.to).obstructed.then(|| {
                let (id, name) = (&boundary.id, self.world.name(way.to));
                line(format!("The approach {id} in {name} is obstructed: no charge crosses it."), "8.4")
            });
            let bar = self.barred(way.edge, way.to, group.units.len());
            unpassable(&self.world, way.edge, "charge", "8.4")
                .or(obstructed)
                .or_else(|| bar.map(|bar| bar.line(&self.world, way.edge, way.to)))
        });
        let secured = |at: Locale| {
            let id = &self.world.edge(second.edge).id;
            let held = self.secured(at, second.edge) > 0;
            held.then(|| line(format!("The approach {id} in {} is secured.", self.world.name(at)), "8.4"))
        };
        barred
            .or_else(|| secured(first.to))
            .or_else(|| secured(second.to))
            .or_else(|| Some(line("A charge needs a 2-strength cavalry unit.", "8.4")))
    }

    /// §8.6.4: why the road march in the making can't go on to a locale.
    fn why_not_by_road(&self, group: &Group<'_>, road: &Road, locale: Locale) -> Option<Line> {
        if road.settled {
            return Some(line("The way is settled; say who follows in the column.", "8.6.4"));
        }
        let been = self.road_locales(group.spot.locale, &road.path);
        let at = been.last().copied()?;
        let name = self.world.name(at);
        if been.contains(&locale) {
            return Some(line("The march has been here, and goes one way only.", "8.6.4"));
        }
        let Some(edge) = self.world.between(at, locale) else {
            return Some(line(
                format!("It is not adjacent to {name}, as far as the march has come."),
                "8.6.4",
            ));
        };
        let boundary = self.world.edge(edge);
        if boundary.roads.is_empty() {
            return Some(line(format!("No road crosses {}.", boundary.id), "8.6.4"));
        }
        if let Some(why) = unpassable(&self.world, edge, "road march", "8.6.4") {
            return Some(why);
        }
        if let Some(bar) = self.march_barred(edge, locale, group.units.len()) {
            return Some(bar.line(&self.world, edge, locale));
        }
        let unmarked = || {
            let roads = boundary.roads.iter();
            roads.filter(|crossing| !self.turn.marked.contains(&(edge, crossing.road)))
        };
        if unmarked().next().is_none() {
            return Some(line(
                format!("The road over {} was used by a march this turn.", boundary.id),
                "8.6.4",
            ));
        }
        let meets = |road: u8| unmarked().any(|crossing| self.world.roads_meet(at, road, crossing.road));
        if road.path.last().is_some_and(|&(_, last)| !meets(last)) {
            return Some(line(format!("The roads don't meet in {name}."), "8.6.4"));
        }
        Some(line("A road march goes three locales by main roads, and two if any road is local.", "8.6.4"))
    }

    /// Why the group picked can't secure, assault or bombard over a boundary.
    pub(super) fn why_not_boundary(&self, edge: Edge) -> Option<Line> {
        let group = self.group(&self.order.units)?;
        let from = group.spot.locale;
        let boundary = self.world.edge(edge);
        if self.order.road.is_some() {
            return Some(line("A road march is planned: choose the next locale.", "8.6.4"));
        }
        if !boundary.ends.contains(&from) {
            return Some(line(format!("It is no boundary of {}.", self.world.name(from)), "4.3.1"));
        }
        if group.ranging > 0 {
            return Some(match group.spot.edge == Some(edge) {
                true => self.why_silent(group.spot),
                false => line("Artillery bombards over the boundary of its approach only.", "8.3"),
            });
        }
        let to = boundary.across(from);
        if !self.is_enemy(self.active, to) {
            return Some(line("An approach is secured only next to an enemy-occupied locale.", "4.3.1"));
        }
        if group.disrupted {
            return Some(line("Disrupted infantry secures no approach.", "4.3.1"));
        }
        if group.spot.edge != Some(edge) {
            return Some(line("From an approach one goes into reserve first.", "8.6.3"));
        }
        let bar = self.barred(edge, to, group.units.len());
        bar.map(|bar| bar.line(&self.world, edge, to)).or_else(|| {
            if self.defended(from, edge) == 0 {
                return Some(line("Nobody secures the approach beyond: it is open to an advance.", "8.1"));
            }
            let strong = |unit: &Unit| self.leads(*unit, from, edge);
            let mounted = |unit: &Unit| {
                self.unit(*unit).kind == crate::world::Kind::Cavalry && self.unit(*unit).strength == 2
            };
            if !group.units.iter().any(strong) && group.units.iter().any(mounted) {
                return Some(line(
                    "The approach beyond is obstructed: cavalry comes along, but leads no assault.",
                    "8.2",
                ));
            }
            Some(line(
                "An assault needs 2-strength infantry or cavalry, or 3-strength infantry, to lead it.",
                "8.2",
            ))
        })
    }
}
