//! What keeps a unit from moving, or from going to a hex (§5, §7.3, §8).

use muster_contract::Line;
use muster_sdk::line;

use crate::control::Track;
use crate::state::{Active, BobbyLee, Stage};
use crate::world::{Hex, Kind, Side, Unit, Way};

impl BobbyLee {
    pub(super) fn why_not_moving(&self, unit: Unit) -> Line {
        let state = self.unit(unit);
        let at = self.hex_of(unit);
        let commanded = at.is_some_and(|at| self.commanded().contains(&at));
        match (self.stage, state.active) {
            _ if at.is_none() => line("It isn't on the map.", "2.1"),
            _ if self.march.is_some_and(|march| march.unit != unit) => {
                line("Another unit is on its way: let it halt first.", "5.3")
            }
            _ if self.picked.is_some_and(|picked| picked != unit) => {
                line("Another unit has been picked.", "5.3")
            }
            _ if state.moved => line("It has moved in this player turn.", "5.3"),
            (Stage::LeaderMove, Active::No) => line("Only leaders who have commanded move now.", "1.21"),
            (Stage::Move, Active::Army | Active::Supreme) => {
                line("Active leaders move when all others have.", "1.21")
            }
            (Stage::Move, _) if !commanded && self.strategic == 0 => {
                line("No active leader's command reaches it.", "5.12")
            }
            _ => self.why_nowhere(unit),
        }
    }

    /// Why a unit that could move finds nowhere to go.
    fn why_nowhere(&self, unit: Unit) -> Line {
        let Some(at) = self.hex_of(unit) else { return line("It isn't on the map.", "2.1") };
        let open = self.world.hex(at).ways.iter().filter(|way| way.hexside.passable);
        let reasons: Vec<Line> = open.filter_map(|way| self.why_not_marched_to(unit, way.to)).collect();
        // Only the enemy's hexes can be closed to a first step.
        let because = |section: &str| reasons.iter().any(|why| why.citation.as_deref() == Some(section));
        if reasons.is_empty() {
            line("No hexside around it can be crossed.", "2.21")
        } else if because("5.32") {
            line("Only the enemy is around it, and as many have attacked over its hexsides as may.", "5.32")
        } else if because("8.4") {
            line("Only the enemy is around it, and is being invaded by sea.", "8.4")
        } else {
            line(
                "Only the enemy is around it: it could attack by a force march alone, and has one step.",
                "5.11",
            )
        }
    }

    /// Why a unit that was picked, or is on its way, can't go to a hex.
    pub(super) fn why_not_marched_to(&self, unit: Unit, hex: Hex) -> Option<Line> {
        let info = self.world.unit(unit);
        let from = self.hex_of(unit)?;
        if hex == from {
            return Some(line("It is there.", "5.3"));
        }
        let Some(way) = self.world.hex(from).ways.iter().find(|way| way.to == hex) else {
            return Some(self.why_not_carried_to(unit, from, hex));
        };
        let attack = self.is_in(info.side.other(), hex);
        let march = self.march.unwrap_or_else(|| Self::set_off(unit, false));
        let (next, most) = (march.steps + 1, self.reach(&march, way));
        Some(if way.hexside.bare_river {
            line(self.why_no_bridge(info.side, way), "5.41")
        } else if !way.hexside.passable {
            line("The hexside can't be crossed.", "2.21")
        } else if march.stopped {
            line("It must stop where it is.", "2.2")
        } else if attack && self.is_invaded(info.side, hex) {
            line("The hex is being invaded by sea.", "8.4")
        } else if attack && !self.may_attack(info.side, hex, way) {
            line("As many have attacked over this hexside as may.", "5.32")
        } else if next == most + 1 && self.is_tired(unit) {
            line("It could go there by a force march alone, and a leader of one step makes none.", "5.11")
        } else if attack {
            line("It is too far to attack: an attack takes a hex off the speed.", "5.33")
        } else {
            line("It is too far.", "5.33")
        })
    }

    /// Why a unit can't go to a hex that isn't adjacent: by rail or sea where it could be carried, or else at all.
    fn why_not_carried_to(&self, unit: Unit, from: Hex, hex: Hex) -> Line {
        let side = self.world.unit(unit).side;
        let free = self.stage == Stage::LeaderMove && self.unit(unit).active == Active::SupremeDone;
        let strategic = self.stage == Stage::Move && self.strategic > 0;
        let carried = self.march.is_none() && (free || strategic);
        let railroad = |hex: Hex| self.world.hex(hex).ways.iter().any(|way| way.hexside.railroad);
        let rides = railroad(from) && railroad(hex);
        let port = side == Side::Us && self.world.hex(hex).port;
        match carried {
            true if port && self.world.hex(from).port => self.why_not_sailed_to(unit, hex),
            true if rides => self.why_not_railed_to(side, from, hex),
            true if port => line("It isn't in a port: ships go from port to port.", "8.3"),
            _ => line("It isn't adjacent: units move hex by hex.", "5.3"),
        }
    }

    /// §8.3, §8.4: why ships don't take a unit from a port to another.
    fn why_not_sailed_to(&self, unit: Unit, port: Hex) -> Line {
        let hostile = !self.is_friendly(Side::Us, port) || self.is_in(Side::Cs, port);
        if hostile && self.world.unit(unit).kind != Kind::Infantry {
            line("Only infantry invades an enemy port.", "8.4")
        } else if hostile && self.strategic < 2 {
            line(format!("An invasion takes two strategic moves, {} left.", self.strategic), "8.4")
        } else if hostile && self.is_attacked_by_land(port) {
            line("It is attacked by land: an invasion isn't combined with that.", "8.4")
        } else {
            line("Ships don't pass the enemy port on the way.", "8.3")
        }
    }

    /// §7.1, §7.3: why a unit can't go along railroads from a hex to another.
    fn why_not_railed_to(&self, side: Side, from: Hex, hex: Hex) -> Line {
        if self.is_in(side.other(), hex) {
            line("Nobody attacks by rail.", "7.3")
        } else if !self.controls(side, hex, Track::Rail) {
            line("Its side doesn't control the railroad there.", "7.1")
        } else if !self.controls(side, from, Track::Rail) {
            line("A rail move begins on a railroad that its side controls.", "7.3")
        } else {
            line("Its side doesn't control the railroad all the way.", "7.3")
        }
    }

    /// §5.41: what keeps a unit from going over a river without a crossing.
    fn why_no_bridge(&self, side: Side, way: &Way) -> String {
        let what = match self.pontoon_price(side, way) {
            _ if self.mud => "in mud there are no pontoon bridges",
            _ if self.march.is_some() => "a pontoon bridge is a move of its own, from the bank",
            _ if self.stage == Stage::LeaderMove || self.strategic == 0 => {
                "only a strategic move goes over it, on pontoons"
            }
            Some(price) if price > self.strategic => {
                return format!(
                    "A river without a crossing: a pontoon bridge there takes {price} strategic moves, {} left.",
                    self.strategic
                );
            }
            _ if self.is_closed(side, way) => "no pontoon bridge while a port of the river is the enemy's",
            _ => "as many have come over pontoons as may, or by sea",
        };
        format!("A river without a crossing: {what}.")
    }

    fn is_invaded(&self, side: Side, hex: Hex) -> bool {
        self.in_hex(side, hex).any(|unit| self.unit(unit).sailed.is_some())
    }
}
