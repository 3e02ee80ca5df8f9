//! Why units can't go to a locale, or over a boundary.

use muster_contract::Line;
use muster_sdk::{May, Why, capital, ensure, line};

use crate::labels::quantity;
use crate::orders::Group;
use crate::road::ROADS;
use crate::state::{BullRun, Road, Spot, Stage, Step};
use crate::world::{Edge, Locale, Side, Way};

/// Why no unit is placed in a locale by its owner, or by his opponent.
const NO_CUBE: &str = "None of your cubes lies there.";
const NO_CUBE_OF_HIS: &str = "None of your opponent's cubes lies there.";

impl BullRun {
    /// A reason about a locale, and where there is one about the boundary before it, with their names in it.
    pub(super) fn about(&self, why: Why, to: Locale, edge: Option<Edge>) -> Line {
        let mut text = why.text.replace("{to}", self.world.name(to));
        text = text.replace("{capacity}", &self.world.locale(to).capacity.to_string());
        text = text.replace("{count}", &self.count(to).to_string());
        if let Some(edge) = edge {
            let boundary = self.world.edge(edge);
            let theirs = self.ranging_in(self.passive(), Spot::approach(to, edge));
            text = text.replace("{edge}", &boundary.id);
            text = text.replace("{from}", self.world.name(boundary.across(to)));
            text = text.replace("{theirs}", &quantity(theirs, "ranging artillery unit"));
        }
        line(text, why.citation)
    }

    fn about_way(&self, way: &Way, may: May) -> May<Line> {
        may.map_err(|why| self.about(why, way.to, Some(way.edge)))
    }

    /// The same about what is over the boundary of a position.
    pub(super) fn about_spot(&self, why: Why, spot: Spot) -> Line {
        match self.way_of(spot) {
            Some(way) => self.about(why, way.to, Some(way.edge)),
            None => why.into(),
        }
    }

    /// Why the group picked can't go to a locale, or nothing else can be done with it.
    pub(super) fn why_not_locale(&self, locale: Locale) -> Vec<Line> {
        let plain = |may: May| may.map_err(Line::from);
        let why = match self.stage {
            Stage::Cubes(side) => plain(self.may_place_cube(side, locale, self.has_spare_cubes(side))),
            Stage::Place(side, _) => plain(self.why_not_placed_in(side, locale, NO_CUBE)),
            Stage::Random(side, _) => plain(self.why_not_placed_in(side.other(), locale, NO_CUBE_OF_HIS)),
            Stage::Shuffle => return self.why_not_shuffled_in(locale),
            Stage::Command(Step::FlightMove) => plain(self.why_no_refuge(locale)),
            Stage::Staff => self.why_no_entry(locale),
            Stage::Field => match self.ridden_to(locale) {
                Some(lines) => return lines,
                None => self.why_not_gone_to(locale),
            },
            _ => Ok(()),
        };
        vec![why.err().unwrap_or_else(|| self.no_part())]
    }

    /// The reason for everything that the decision isn't about.
    pub(super) fn no_part(&self) -> Line {
        line("It has no part in what is decided now.", self.stage_row().section)
    }

    /// §5 steps 4, 5, 7, 8, 10 and 11: why no unit is placed in a locale now.
    fn why_not_placed_in(&self, side: Side, locale: Locale, none: &'static str) -> May {
        ensure(self.cubes_in(side, locale) > 0, none, "5")?;
        ensure(false, "Choose first which unit takes the place of a cube.", "5")
    }

    /// §7.1: why the units of a locale can't be shuffled, position by position.
    fn why_not_shuffled_in(&self, locale: Locale) -> Vec<Line> {
        let spots = self.spots(self.active, |spot| spot.locale == locale);
        let why = |&spot: &Spot| {
            let why = self.may_shuffle(spot).err()?;
            let of = || capital(&self.spot_label(spot));
            let text = if spots.len() > 1 { format!("{}: {}", of(), why.text) } else { why.text.to_owned() };
            Some(line(text, why.citation))
        };
        let lines: Vec<Line> = spots.iter().filter_map(why).collect();
        if lines.is_empty() { vec![line("None of your units is there.", "7.1")] } else { lines }
    }

    /// §9.3: why no reinforcements can be brought to a locale now.
    fn why_no_entry(&self, locale: Locale) -> May<Line> {
        if let Some(now) = self.turn.reorganizing {
            return Err(line(format!("Units of {} reorganize now.", self.world.name(now)), "9.1"));
        }
        if let Some((now, _)) = self.turn.mobilizing {
            return Err(line(format!("Reinforcements come to {} now.", self.world.name(now)), "9.3"));
        }
        self.may_ever_enter(locale)?;
        self.may_mobilize()?;
        Ok(self.may_enter(locale)?)
    }

    /// §11, §12: why no unit that gives way can go to a locale.
    fn why_no_refuge(&self, locale: Locale) -> May {
        let (from, section) = (self.flight().from, self.flight_citation());
        ensure(locale != from, "They have to leave it.", section)?;
        match self.world.locale(from).ways.iter().find(|way| way.to == locale) {
            None => ensure(false, "It is not adjacent.", section)?,
            Some(way) => self.may_flee(way)?,
        }
        // Somebody can go there, but each unit is chosen with its way.
        let room = self.room(locale) >= self.fleeing().len();
        ensure(room, "It hasn't room for all: choose one that goes there.", section)?;
        ensure(false, "Choose the unit that goes there.", section)
    }

    fn why_not_gone_to(&self, locale: Locale) -> May<Line> {
        let Some(group) = self.group(&self.order.units) else {
            self.may_command()?;
            return Err(line("Choose first which units are commanded.", "8"));
        };
        if let Some(road) = &self.order.road {
            return self.why_not_by_road(&group, road, locale);
        }
        let from = group.spot.locale;
        ensure(locale != from, "They are there.", "8")?;
        ensure(group.ranging == 0, "Ranging artillery does nothing but bombard.", "8.0.2")?;
        let Some(edge) = self.world.between(from, locale) else {
            return Err(line(format!("It is not adjacent to {}.", self.world.name(from)), "4.3.1"));
        };
        let own = group.spot.edge.is_none_or(|own| own == edge);
        ensure(own, "Who secures an approach goes over its boundary only.", "8.6.2")?;
        let way = Way { edge, to: locale };
        self.about_way(
            &way,
            match self.is_enemy(self.active, locale) {
                true => self.may_go_against(&group, &way),
                false => self.may_field_march(&group, &way),
            },
        )
    }

    /// §8.4, §8.6.1: why cavalry can't charge, or ride, to a locale beyond a neighbour, by each way there; nothing if there is
    /// none, or it isn't cavalry in reserve.
    fn ridden_to(&self, locale: Locale) -> Option<Vec<Line>> {
        let group = self.group(&self.order.units).filter(|_| self.order.road.is_none())?;
        let from = group.spot.locale;
        if !group.cavalry || group.spot.edge.is_some() || from == locale {
            return None;
        }
        if self.world.between(from, locale).is_some() {
            return None;
        }
        let mut lines: Vec<Line> = Vec::new();
        for first in &self.world.locale(from).ways {
            let second = self.world.locale(first.to).ways.iter().find(|way| way.to == locale);
            let why = second.and_then(|second| self.why_not_ridden(&group, first, second).err());
            lines.extend(why.filter(|why| !lines.iter().any(|line| line.text == why.text)));
        }
        Some(lines).filter(|lines| !lines.is_empty())
    }

    fn why_not_ridden(&self, group: &Group<'_>, first: &Way, second: &Way) -> May<Line> {
        let count = group.units.len();
        if self.is_enemy(self.active, second.to) {
            self.about_way(first, self.may_charge_through(first, count))?;
            self.about_way(second, self.may_charge_into(first.to, second, count))?;
            return Err(line("A charge needs a 2-strength cavalry unit.", "8.4"));
        }
        self.about_way(first, self.may_ride_over(first, count))?;
        self.about_way(second, self.may_ride_over(second, count))
    }

    /// §8.6.4: why the road march in the making can't go on to a locale.
    fn why_not_by_road(&self, group: &Group<'_>, road: &Road, locale: Locale) -> May<Line> {
        ensure(!road.settled, "The way is settled; say who follows in the column.", "8.6.4")?;
        let been = self.road_locales(group.spot.locale, &road.path);
        let at = been[been.len() - 1];
        ensure(!been.contains(&locale), "The march has been here, and goes one way only.", "8.6.4")?;
        let Some(edge) = self.world.between(at, locale) else {
            let text =
                format!("It is not adjacent to {}, as far as the march has come.", self.world.name(at));
            return Err(line(text, "8.6.4"));
        };
        let way = Way { edge, to: locale };
        self.about_way(&way, self.may_go_on(&been, &way, group.units.len()))?;
        // Of several roads, why the march doesn't go by the one that comes nearest to it.
        let roads = self.world.edge(edge).roads.iter();
        let whys = roads.filter_map(|&crossing| self.may_go_by(at, &road.path, edge, crossing).err());
        let nearest = whys.max_by_key(|why| ROADS.iter().position(|text| *text == why.text));
        self.about_way(&way, nearest.map_or(Ok(()), Err))
    }

    /// Why the group picked can't secure, assault or bombard over a boundary.
    pub(super) fn why_not_boundary(&self, edge: Edge) -> May<Line> {
        let Some(group) = self.group(&self.order.units) else { return Err(self.no_part()) };
        let (from, boundary) = (group.spot.locale, self.world.edge(edge));
        ensure(self.order.road.is_none(), "A road march is planned: choose the next locale.", "8.6.4")?;
        if !boundary.ends.contains(&from) {
            return Err(line(format!("It is no boundary of {}.", self.world.name(from)), "4.3.1"));
        }
        let way = Way { edge, to: boundary.across(from) };
        if group.ranging > 0 {
            let own = group.spot.edge == Some(edge);
            ensure(own, "Artillery bombards over the boundary of its approach only.", "8.3")?;
            self.about_way(&way, self.may_bombard(group.spot))?;
            return Err(line("Choose which approach beyond it is bombarded.", "8.3"));
        }
        self.about_way(
            &way,
            match group.spot.edge == Some(edge) && self.is_enemy(self.active, way.to) {
                true => self.may_assault(&group, &way),
                false => self.may_secure(&group, &way),
            },
        )
    }
}
