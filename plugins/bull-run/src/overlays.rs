//! What can be drawn over the board: where a unit can march, which approaches are secured, who can charge.

use muster_contract::{OverlayItem, OverlayShape, Seat, Target};
use muster_sdk::Overlays;

use crate::state::{BullRun, Order, Road, Spot, Stage, Turn};
use crate::world::{Kind, Locale, Side, Unit};

impl Overlays for BullRun {
    /// An overlay's pieces.
    fn overlay(&self, seat: Option<Seat>, name: &str, focus: Option<&Target>) -> Vec<OverlayItem> {
        match (name, focus) {
            ("march", Some(Target::Unit(id))) => {
                let unit = self.find_unit(seat, id);
                unit.map_or_else(Vec::new, |unit| self.march_overlay(seat, unit))
            }
            ("secured", _) => self.secured_overlay(),
            ("charges", _) => self.charge_overlay(seat),
            _ => Vec::new(),
        }
    }
}

impl BullRun {
    /// The game as it would be if the army had its turn now.
    fn at_its_turn(&self, side: Side) -> Self {
        let mut game = self.clone();
        if game.active != side {
            (game.active, game.turn) = (side, Turn::default());
        }
        game.order = Order::default();
        game
    }

    /// Where a unit could go with a march. What a hidden unit is must not decide: it counts as one that doesn't ride.
    fn march_overlay(&self, seat: Option<Seat>, unit: Unit) -> Vec<OverlayItem> {
        let Some(spot) = self.unit(unit).spot() else { return Vec::new() };
        let side = self.world.unit(unit).side;
        if self.marches_nowhere(seat, unit, spot) {
            return Vec::new();
        }
        // Disrupted infantry needs room for somebody who goes with it.
        let count = 1 + usize::from(self.unit(unit).kind == Kind::Disrupted);
        let mut game = self.at_its_turn(side);
        let mut reached: Vec<(Locale, &str)> = Vec::new();
        let mut reach = |to: Locale, how: &'static str| {
            if !reached.iter().any(|(locale, _)| *locale == to) {
                reached.push((to, how));
            }
        };
        for way in &self.world.locale(spot.locale).ways {
            let open = spot.edge.is_none_or(|edge| edge == way.edge);
            if open && game.may_march(way, count).is_ok() {
                reach(way.to, "field");
            }
        }
        if spot.edge.is_none() {
            let rides = self.knows(seat, unit) && self.unit(unit).kind == Kind::Cavalry;
            if let Some(group) = game.group(&[unit]).filter(|_| rides) {
                game.rides(&group).filter_map(|ride| ride.way().pop()).for_each(|to| reach(to, "ride"));
            }
            game.order = Order { units: vec![unit], road: Some(Road::default()) };
            let mut paths = vec![Vec::new()];
            while let Some(path) = paths.pop() {
                for step in game.road_steps(spot.locale, &path, count) {
                    let mut on = path.clone();
                    on.push(step);
                    if let Some(&to) = game.road_locales(spot.locale, &on).last() {
                        reach(to, "road");
                    }
                    paths.push(on);
                }
            }
        }
        reached.sort_unstable();
        let space = |locale: Locale| OverlayShape::Space(self.world.name(locale).to_owned());
        reached.into_iter().map(|(locale, how)| item(space(locale), "range", how)).collect()
    }

    /// Whether a unit can't march in this turn, or its army's next, by what the seat sees: which of hidden units were issued a
    /// command isn't seen while the command is carried out.
    fn marches_nowhere(&self, seat: Option<Seat>, unit: Unit, spot: Spot) -> bool {
        let (side, state) = (self.world.unit(unit).side, self.unit(unit));
        let now = side == self.active;
        let limbers = !now || matches!(self.stage, Stage::Shuffle | Stage::Limber);
        let free = |other: Unit| !now || !self.knows(seat, other) || !self.unit(other).ordered;
        let company = || {
            let beside = self.in_spot(side, spot);
            beside.into_iter().any(|other| self.unit(other).kind != Kind::Disrupted && free(other))
        };
        !free(unit) || state.is_ranging() && !limbers || state.kind == Kind::Disrupted && !company()
    }

    fn secured_overlay(&self) -> Vec<OverlayItem> {
        let mut items = Vec::new();
        for (edge, boundary) in self.world.edges.iter() {
            for end in boundary.ends {
                let count = self.secured(end, edge);
                if let Some(side) = self.holder(end).filter(|_| count > 0) {
                    items.push(item(OverlayShape::Edge(boundary.id.clone()), side.id(), count));
                }
            }
        }
        items
    }

    /// Charges that cavalry could perform now, as far as the seat knows where cavalry is.
    fn charge_overlay(&self, seat: Option<Seat>) -> Vec<OverlayItem> {
        if self.stage.is_set_up() || self.stage == Stage::Over {
            return Vec::new();
        }
        let mut lines: Vec<(Vec<Locale>, Side)> = Vec::new();
        for side in Side::ALL {
            let game = self.at_its_turn(side);
            for unit in self.on_map(side) {
                let state = self.unit(unit);
                let rides = state.kind == Kind::Cavalry && (side != self.active || !state.ordered);
                let Some(spot) = state.spot().filter(|spot| spot.edge.is_none()) else { continue };
                if !rides || !self.knows(seat, unit) {
                    continue;
                }
                for charge in game.group(&[unit]).iter().flat_map(|group| game.charges(group)) {
                    lines.push(([&[spot.locale][..], &charge.way()].concat(), side));
                }
            }
        }
        lines.sort_unstable();
        lines.dedup();
        let line = |(way, side): (Vec<Locale>, Side)| {
            let way = way.into_iter().map(|locale| self.world.name(locale).to_owned());
            item(OverlayShape::Line(way.collect()), side.id(), "charge")
        };
        lines.into_iter().map(line).collect()
    }
}

fn item(shape: OverlayShape, style: &str, label: impl ToString) -> OverlayItem {
    OverlayItem { shape, style: style.to_owned(), label: label.to_string() }
}
