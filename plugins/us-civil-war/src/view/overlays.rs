//! What can be drawn over the map: supply, Lines of Communication, railroads, waters, Zones of Influence, where a stack can march and
//! what it can react to, and who is Isolated. All of it follows from what everybody sees.

use muster_contract::{OverlayInfo, OverlayItem, OverlayShape, Seat, Target};
use muster_sdk::Overlays;
use muster_sdk::description::overlay;

use crate::odds::share;
use crate::reaction::THROWS;
use crate::state::UsCivilWar;
use crate::supply::Level;
use crate::world::{Side, Space};

/// The overlays of the description.
pub(crate) fn overlays() -> Vec<OverlayInfo> {
    vec![
        overlay("march", "March", "M", true),
        overlay("reactions", "Interception", "A", true),
        overlay("supply-us", "Union supply", "S", false),
        overlay("supply-cs", "Confederate supply", "D", false),
        overlay("lines", "Lines of Communication", "L", true),
        overlay("rail", "Railroad control", "T", false),
        overlay("naval", "Naval Control", "W", false),
        overlay("zones", "Zones of Influence", "Z", false),
        overlay("isolated", "Isolated Groups", "V", false),
    ]
}

impl Overlays for UsCivilWar {
    fn overlay(&self, seat: Option<Seat>, name: &str, focus: Option<&Target>) -> Vec<OverlayItem> {
        match name {
            "supply-us" => self.supply_overlay(Side::Us),
            "supply-cs" => self.supply_overlay(Side::Cs),
            "lines" => self.focus_space(focus).map(|at| self.line_overlay(seat, at)).unwrap_or_default(),
            "rail" => self.rail_overlay(),
            "naval" => self.naval_overlay(),
            "zones" => self.zone_overlay(),
            "march" => self.march_overlay(seat, focus),
            "reactions" => self.focus_space(focus).map(|at| self.reaction_overlay(at)).unwrap_or_default(),
            "isolated" => self.isolated_overlay(),
            _ => Vec::new(),
        }
    }
}

impl UsCivilWar {
    fn tint(&self, at: Space, style: &str, label: impl Into<String>) -> OverlayItem {
        let shape = OverlayShape::Space(self.world.space(at).id.clone());
        OverlayItem { shape, style: style.to_owned(), label: label.into() }
    }

    /// The space that something is about: itself, or where a unit stands; else where the stack is that is on its way.
    fn focus_space(&self, focus: Option<&Target>) -> Option<Space> {
        match focus {
            Some(Target::Space(id)) => self.world.find(id),
            Some(Target::Unit(id)) => self.piece_named(id).and_then(|piece| self.space_of(piece)),
            _ => self.march.as_deref().map(|march| march.at),
        }
    }

    /// Spaces where land units can be.
    fn land(&self) -> impl Iterator<Item = Space> + '_ {
        self.world.spaces.all().filter(|&at| self.world.space(at).is_land())
    }

    /// Whose stack stands in a space; whose the space is where none does.
    fn whose(&self, at: Space) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.has_units(side, at)).or_else(|| self.controller(at))
    }

    /// §13.1.1: where a side is in Full Supply, and where in Limited Supply; its units that are in none.
    fn supply_overlay(&self, side: Side) -> Vec<OverlayItem> {
        let supply = self.supply(side);
        let stands = |at: Space| self.projects(side, at);
        let item = |at: Space| match supply.level(at) {
            Level::Full => Some(self.tint(at, side.id(), "")),
            Level::Limited => Some(self.tint(at, "supply", if stands(at) { "limited" } else { "" })),
            Level::Fortress => Some(self.tint(at, "supply", "Fort")),
            Level::Out if stands(at) => Some(self.tint(at, "danger", "out")),
            Level::Out => None,
        };
        self.land().filter_map(item).collect()
    }

    /// §13.5: the Depots to which there is a Line of Communication from a space.
    fn line_overlay(&self, seat: Option<Seat>, from: Space) -> Vec<OverlayItem> {
        let Some(side) = self.whose(from).or_else(|| seat.map(|seat| self.side_of(seat))) else {
            return Vec::new();
        };
        let (lines, supply) = (self.lines_from(side, from), self.supply(side));
        let label = |at: Space| if supply.is_primary(at) { "source" } else { "" };
        let reached = self.land().filter(|&at| lines[at] && (at == from || supply.is_depot(at)));
        let mut items: Vec<OverlayItem> = reached
            .map(|at| self.tint(at, if at == from { "command" } else { side.id() }, label(at)))
            .collect();
        if !lines[from] {
            items.push(self.tint(from, "danger", "no line"));
        }
        items
    }

    /// §6.5: who controls each hex of a railroad.
    fn rail_overlay(&self) -> Vec<OverlayItem> {
        let rails = self.rails();
        let holder = |at: Space| Side::ALL.into_iter().find(|&side| rails.of(side, at));
        self.land().filter_map(|at| holder(at).map(|side| self.tint(at, side.id(), ""))).collect()
    }

    /// §20.1: who has Naval Control of each navigable hexside, and of the waters of coasts, islands and Forts.
    fn naval_overlay(&self) -> Vec<OverlayItem> {
        let naval = self.naval();
        let atlas = &self.world.atlas;
        let edges = atlas.edges().filter_map(|edge| {
            let side = naval.of_edge(edge)?;
            let shape = OverlayShape::Edge(atlas.edge_name(edge).to_owned());
            Some(OverlayItem { shape, style: side.id().to_owned(), label: String::new() })
        });
        let shores = self.world.spaces.all().filter_map(|at| {
            let side = naval.of_space(at)?;
            Some(self.tint(at, side.id(), ""))
        });
        shores.chain(edges).collect()
    }

    /// §9.1: both sides' zones.
    fn zone_overlay(&self) -> Vec<OverlayItem> {
        let mut items = Vec::new();
        for at in self.land() {
            for side in Side::ALL {
                if self.projects(side, at) || self.is_in_zone(side, at) {
                    items.push(self.tint(at, side.id(), ""));
                }
            }
        }
        items
    }

    /// §5: where the stack of a space, or on its way, can march; the figure is what it costs.
    fn march_overlay(&self, seat: Option<Seat>, focus: Option<&Target>) -> Vec<OverlayItem> {
        let Some(at) = self.focus_space(focus) else { return Vec::new() };
        let piece = match focus {
            Some(Target::Unit(id)) => self.piece_named(id),
            _ => None,
        };
        let Some(game) = self.imagined(seat, at, piece) else { return Vec::new() };
        let items = game.marches_to().into_iter().map(|reached| {
            let (style, word) = if reached.fought { ("danger", " attack") } else { ("command", "") };
            self.tint(reached.at, style, format!("{}{word}", reached.spent))
        });
        items.collect()
    }

    /// §9.2.1: the spaces next to a stack in which it can intercept, with its chance; while it is attacked, where it can avoid
    /// battle to (§9.3.2), and while it can maneuver, where to (§22.6).
    fn reaction_overlay(&self, at: Space) -> Vec<OverlayItem> {
        if self.entry().is_some_and(|(_, entered)| entered == at) {
            let able = self.may_avoid().is_ok();
            let away = self.avoidances().filter(|_| able);
            return away
                .map(|reaction| self.tint(reaction.space, "command", share(reaction.ways(), THROWS)))
                .collect();
        }
        let maneuvers = self.maneuvers();
        if maneuvers.iter().any(|(named, _)| named.from == at) {
            let own = maneuvers.into_iter().filter(|(named, _)| named.from == at);
            return own
                .map(|(named, reaction)| self.tint(named.to, "command", self.chance(&reaction)))
                .collect();
        }
        let Some(side) = Side::ALL.into_iter().find(|&side| self.has_units(side, at)) else {
            return Vec::new();
        };
        let mut game = self.clone();
        let mut items = Vec::new();
        let now = self.entry().filter(|(march, _)| march.side != side).map(|(_, entered)| entered);
        for way in &self.world.space(at).ways {
            if let Some(reaction) = self.may_intercept(at).ok().filter(|_| now == Some(way.to)) {
                items.push(self.tint(way.to, "range", self.chance(&reaction)));
                continue;
            }
            game.imagine_entry(side.other(), way.to);
            if let Ok(reaction) = game.may_intercept(at) {
                items.push(self.tint(way.to, "range", self.chance(&reaction)));
            }
        }
        items
    }

    /// §13.6: the Isolated Groups of both sides, each with what it has of three Surrender Points.
    fn isolated_overlay(&self) -> Vec<OverlayItem> {
        let mut items = Vec::new();
        for side in Side::ALL {
            for group in self.isolation(side).groups {
                let style = if group.provided { "range" } else { "danger" };
                let label =
                    if group.provided { "provisions".to_owned() } else { format!("{} of 3", group.points) };
                items.extend(group.spaces.iter().map(|&at| self.tint(at, style, label.clone())));
            }
        }
        items
    }
}
