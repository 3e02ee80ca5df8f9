//! What something on the map is, and why it can't be chosen now. An explanation never contradicts the list.

use muster_contract::{Line, Seat, Target};
use muster_sdk::{Explanations, Names as _, capital, line, uncited};

use crate::movement::NO_WAY;
use crate::state::{Post, Step, UsCivilWar, Works};
use crate::supply::Level;
use crate::units::{Piece, counted, moves};
use crate::world::{Edge, General, Kind, Port, Rail, Ridge, River, Side, Space, Terrain, Town, Way};

impl Explanations for UsCivilWar {
    /// Why the target can't be chosen now, and what it is.
    fn explain(&self, seat: Seat, target: &Target, choosable: bool) -> Vec<Line> {
        let mut lines = match target {
            Target::Unit(id) => match self.piece_named(id) {
                Some(piece) => self.piece_lines(seat, piece),
                None => vec![uncited(format!("There is no unit called {id}."))],
            },
            Target::Space(id) => match self.world.find(id) {
                Some(space) => self.space_lines(space),
                None => vec![uncited(format!("There is no space called {id}."))],
            },
            Target::Edge(id) => match self.world.atlas.edge(id) {
                Some(edge) => self.edge_lines(edge),
                None => vec![uncited(format!("There is no hexside called {id}."))],
            },
            _ => Vec::new(),
        };
        // The reason is what was asked for, and comes first.
        let reason = if choosable { uncited("It can be chosen now.") } else { self.why_not(seat, target) };
        lines.insert(0, reason);
        lines
    }
}

impl UsCivilWar {
    /// The reason of the rule that keeps the target from being chosen.
    fn why_not(&self, seat: Seat, target: &Target) -> Line {
        let section = self.step_row().section;
        if self.frames.step() == Step::Over {
            return line("The game is over.", "19.3");
        }
        let side = self.side_of(seat);
        if !self.decides(side) {
            return line(format!("{} decides now.", muster_sdk::capital(side.other().power())), section);
        }
        match self.may_choose(side, target) {
            Err(why) if why == NO_WAY => line(self.apart(target), why.citation),
            Err(why) => line(why.text, why.citation),
            Ok(()) => line("It has no part in what is decided now.", section),
        }
    }

    /// §5.1: which two spaces don't lie next to each other: the one that was asked about, and the one that units leave in the present step.
    fn apart(&self, target: &Target) -> String {
        let to = match target {
            Target::Space(id) => self.world.find(id),
            _ => None,
        };
        let from = match self.frames.step() {
            Step::Push(from) => Some(from),
            Step::Avoid(_) => self.entry().map(|(_, at)| at),
            _ => self.march.as_deref().map(|march| march.at),
        };
        match (to, from) {
            (Some(to), Some(from)) => {
                format!("{} doesn't lie next to {}.", capital(self.called(to)), self.called(from))
            }
            _ => NO_WAY.text.to_owned(),
        }
    }

    fn piece_lines(&self, seat: Seat, piece: Piece) -> Vec<Line> {
        let mut lines = match piece {
            Piece::General(general) => vec![self.general_line(general)],
            Piece::Ships(..) | Piece::Commodore(_) => return self.naval_lines(piece),
            Piece::Force(side, at) => self.force_lines(side, at),
            Piece::March(_) => {
                let left = self.march.as_deref().map_or(0, |march| march.moves);
                let name = capital(&self.unit_name(Some(seat), piece));
                vec![line(format!("{name}, {} left.", moves(left)), "5.1")]
            }
            Piece::Militia(_) => {
                let name = capital(&self.unit_name(Some(seat), piece));
                vec![line(
                    format!("{name}: 0 SPs, but it holds a place and has a Zone of Influence."),
                    "17.2",
                )]
            }
        };
        if let Some(at) = self.space_of(piece) {
            lines.extend(self.supply_lines(piece.side(&self.world), at));
        }
        lines
    }

    fn general_line(&self, general: General) -> Line {
        let (info, officer) = (self.world.general(general), &self.officers[general]);
        let rating = self.rating(general);
        let stars = if officer.stars == 1 { "1 star".to_owned() } else { format!("{} stars", officer.stars) };
        let leads = match officer.post {
            Post::Map(at) if self.commander_in(info.side, at) == Some(general) => "; he commands there",
            _ => "",
        };
        let limit = self.command_limit(Some(general));
        line(
            format!(
                "{}, {stars}: attack {}, defense {}, {} MPs, takes {}{leads}.",
                info.name,
                rating.attack,
                rating.defense,
                rating.moves,
                counted(limit)
            ),
            "7.2",
        )
    }

    fn force_lines(&self, side: Side, at: Space) -> Vec<Line> {
        let Some(force) = self.spot(at).force.filter(|force| force.side == side) else { return Vec::new() };
        let who = self.described(side, force.sps, &[]);
        let mut lines = vec![line(format!("{who} in {}.", self.called(at)), "2.2.3")];
        if force.moved > 0 {
            lines.push(line(format!("{} of them have moved in this phase.", counted(force.moved)), "5.1.2"));
        }
        if force.demoralized {
            lines.push(line("Demoralized: it attacks with two less.", "12.2"));
        }
        if force.foraging {
            lines.push(line("It forages: an MP less, and a column to the left when attacked.", "13.2.1"));
        }
        lines
    }

    /// §13: how what a side has in a space is supplied.
    fn supply_lines(&self, side: Side, at: Space) -> Vec<Line> {
        let supply = self.supply(side);
        let mut lines = vec![match supply.level(at) {
            Level::Full => line("In Full Supply.", "13.1.1"),
            Level::Limited => line("In Limited Supply, by a Line of Communication.", "13.1.1"),
            Level::Fortress => line("Supplied by its Fort alone.", "13.3.3"),
            Level::Out => line("Out of supply.", "13.2"),
        }];
        if supply.is_isolated(at) {
            let points = self.spot(at).surrender[side as usize];
            lines.push(line(format!("Isolated, with {points} of 3 Surrender Points."), "13.6"));
        }
        lines
    }

    fn space_lines(&self, space: Space) -> Vec<Line> {
        let mut lines = vec![line(self.described_space(space), "2.1.3")];
        let info = self.world.space(space);
        if !info.is_land() {
            return lines;
        }
        lines.push(match self.controller(space) {
            Some(side) => line(format!("Under {} control.", side.name()), "6.3"),
            None => line("Nobody controls it.", "6.3"),
        });
        match self.spot(space).works {
            Works::Entrenchment(side) => {
                lines.push(line(format!("{} Entrenchment: 2 to its defense.", side.name()), "10.1.1"))
            }
            Works::Fort(side, level) => {
                lines.push(line(
                    format!("{} F{level} Fort: {} to its defense.", side.name(), 2 * level),
                    "10.2.1",
                ));
            }
            Works::None => {}
        }
        if let Some(begun) = self.spot(space).begun {
            lines.push(line(format!("An F{} Fort is being built.", begun.level), "10.2.2"));
        }
        for side in Side::ALL {
            if self.is_in_zone(side, space) {
                lines.push(line(format!("In a {} Zone of Influence.", side.name()), "9.1"));
            }
            if self.rails().of(side, space) {
                lines.push(line(format!("Its railroad is under {} control.", side.name()), "6.5"));
            }
        }
        if let Some(side) = self.naval().of_space(space) {
            lines.push(line(format!("Its waters are under {} Naval Control.", side.name()), "20.1"));
        }
        lines
    }

    fn edge_lines(&self, edge: Edge) -> Vec<Line> {
        let [from, to] = self.world.atlas.ends(edge);
        let way = self.world.way(from, to).filter(|way| way.edge == edge);
        let Some(way) = way else { return vec![line("Nobody goes this way by land.", "5.7")] };
        let mut lines = vec![line(capital(&format!("{}.", self.described_way(way))), "5.3")];
        if way.side.is_barred() && !way.side.ferry {
            lines.push(line("Nobody crosses this hexside.", "5.7"));
        } else {
            for (from, to) in [(from, to), (to, from)] {
                let Some(way) = self.world.way(from, to) else { continue };
                let costs = Side::ALL.map(|side| self.step_cost(side, from, way, false));
                let cost = match costs {
                    [us, cs] if us == cs => moves(us),
                    [us, cs] => format!("{} for the Union, {cs} for the Confederacy", moves(us)),
                };
                lines.push(line(format!("To {}: {cost}.", self.called(to)), "5.3"));
            }
        }
        if let Some(side) = self.naval().of_edge(edge) {
            lines.push(line(format!("Under {} Naval Control.", side.name()), "20.1"));
        }
        lines
    }

    /// What lies along a hexside, in words.
    pub(crate) fn described_way(&self, way: &Way) -> String {
        let side = &way.side;
        let mut words = Vec::new();
        match side.river {
            River::Minor => words.push("a Minor River"),
            River::Navigable => words.push("a Navigable River"),
            River::Great => words.push("a Great River"),
            River::None => {}
        }
        match side.ridge {
            Ridge::Crest => words.push("mountains"),
            Ridge::Pass => words.push("a pass"),
            Ridge::Gap => words.push("a Railroad Gap"),
            Ridge::Impassable => words.push("mountains that nobody crosses"),
            Ridge::None => {}
        }
        match side.rail {
            Rail::Built => words.push("a railroad"),
            Rail::Later if self.is_laid(side.rail) => words.push("a railroad"),
            Rail::Later => words.push("a railroad from 1864 on"),
            Rail::None => {}
        }
        let others = [
            (side.road, "a road"),
            (side.bridge, "a bridge"),
            (side.ferry, "a ferry"),
            (side.lake, "a lake"),
        ];
        words.extend(others.into_iter().filter(|(there, _)| *there).map(|(_, word)| word));
        if words.is_empty() { "open".to_owned() } else { words.join(", ") }
    }

    /// What a space is, as one sentence.
    pub(crate) fn described_space(&self, space: Space) -> String {
        let info = self.world.space(space);
        let mut words = vec![
            match (info.kind, info.terrain) {
                (Kind::Island, _) => "an island",
                (Kind::CoastalFort, _) => "a Coastal Fort",
                (Kind::PortBox, _) => "a port beside the map",
                (Kind::OffMap, _) => "resources beyond the map",
                (Kind::Hex, Terrain::Clear) => "open ground",
                (Kind::Hex, Terrain::Woods) => "woods",
                (Kind::Hex, Terrain::Marsh) => "marsh",
                (Kind::Hex, Terrain::Swamp) => "swamp, which nobody enters",
                (Kind::Hex, Terrain::Mountain) => "mountains",
                (Kind::Hex, Terrain::Water) => "water",
            }
            .to_owned(),
        ];
        match info.town {
            Town::City => words.push("a city".to_owned()),
            Town::Town => words.push("a town".to_owned()),
            Town::None => {}
        }
        match info.port {
            Port::Ocean => words.push("an Ocean Port".to_owned()),
            Port::River => words.push("a River Port".to_owned()),
            Port::None => {}
        }
        if info.objective {
            words.push("an Objective Hex".to_owned());
        }
        if info.resource > 0 {
            words.push(format!("a Resource Hex of {}", info.resource));
        }
        let states: Vec<&str> = info.states.iter().map(crate::world::State::name).collect();
        let number = if info.called == info.id { String::new() } else { format!(" ({})", info.id) };
        format!("{}{number}: {}; {}.", info.called, words.join(", "), states.join(" and "))
    }
}
