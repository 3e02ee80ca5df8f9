//! §15.2 to §15.5: where a leg of a Strategic Move can lead.

use std::iter::once_with;

use muster_sdk::Table;

use super::{Convoy, Lift, Mode};
use crate::state::UsCivilWar;
use crate::supply::{Along, View};
use crate::world::{Node, Port, Side, Space, Theater};

impl UsCivilWar {
    /// §15.1: the spaces to which SPs can go by a type, those in which their move could end first. What has come by rail, road or ocean
    /// gets no farther by the same.
    pub fn legs(&self, convoy: &Convoy, mode: Mode) -> impl Iterator<Item = Space> + '_ {
        let &Convoy { side, from, sps, .. } = convoy;
        self.stops(convoy, mode).into_iter().flat_map(move |(left, reached)| {
            let may_end = |&at: &Space| self.may_end_strategic_move(side, at, sps).is_ok();
            let (ends, others): (Vec<Space>, Vec<Space>) = reached.into_iter().partition(may_end);
            // Nearly always one of the ends is wanted, and the others needn't be looked into.
            let changes = Changes { game: self, side, from, sps, mode, left, ends: ends.clone() };
            ends.into_iter().chain(once_with(move || changes.among(others)).flatten())
        })
    }

    /// Whether SPs can go on by a type.
    pub(super) fn goes_on(&self, convoy: &Convoy, mode: Mode) -> bool {
        if self.left_by(convoy, mode).is_none() {
            return false;
        }
        self.finds_end(convoy, mode) || {
            let Some((_, reached)) = self.stops(convoy, mode) else { return false };
            let ends = |&at: &Space| self.may_end_strategic_move(convoy.side, at, convoy.sps).is_ok();
            reached.iter().any(ends) || !reached.is_empty() && self.legs(convoy, mode).next().is_some()
        }
    }

    /// Whether a railroad or a road leads to a place in which a move can end: nearly always, so that not all they lead to needs be found.
    fn finds_end(&self, convoy: &Convoy, mode: Mode) -> bool {
        let &Convoy { side, from, at, sps, .. } = convoy;
        let ends = |to: Space| {
            let elsewhere = to != at && to != from && self.world.space(to).is_land();
            elsewhere && self.may_end_strategic_move(side, to, sps).is_ok()
        };
        match mode {
            Mode::Rail => {
                let (mut towns, joined) = (self.world.places.markable.iter(), self.joined_by_rail(side, at));
                towns.any(|&to| joined(to) && ends(to))
            }
            Mode::Road => {
                let theater = self.world.space(at).theater;
                theater.is_some_and(|theater| self.leads_by_road(side, theater, at, ends))
            }
            Mode::River | Mode::Ocean => false,
        }
    }

    /// What is left of all types when the SPs have gone by one; none if its limit is too small, or they came by it.
    fn left_by(&self, convoy: &Convoy, mode: Mode) -> Option<Lift> {
        let left = convoy.left.less(mode, self.world.space(convoy.at).theater, convoy.sps)?;
        // Only ships go on from where ships have come to.
        (convoy.last != Some(mode) || mode == Mode::River).then_some(left)
    }

    /// The first of some places to which an SP can go by rail, else by another type, and by which.
    pub(crate) fn first_reached(
        &self,
        one: &Convoy,
        ends: impl Iterator<Item = Space> + Clone,
    ) -> Option<(Mode, Space)> {
        let joined = self.joined_by_rail(one.side, one.at);
        if one.left.rail > 0
            && let Some(to) = ends.clone().find(|&to| to != one.at && joined(to))
        {
            return Some((Mode::Rail, to));
        }
        // A road stays in its theater, a ship comes to a shore or a port.
        let (theater, waters) = (|at: Space| self.world.space(at).theater, &self.world.waters);
        let could = |mode: Mode, to: Space| match mode {
            Mode::Road => theater(to) == theater(one.at),
            _ => !waters.shore(to).is_empty() || !waters.port(to).is_empty(),
        };
        let others = Mode::ALL.into_iter().filter(|&mode| mode != Mode::Rail);
        let others = others.filter(|&mode| ends.clone().any(|to| could(mode, to)));
        let mut reached = others.filter_map(|mode| Some((mode, self.stops(one, mode)?.1)));
        reached.find_map(|(mode, reached)| Some((mode, ends.clone().find(|to| reached.contains(to))?)))
    }

    /// Wherever a type takes SPs, and what is left of all types then; none if its limit is too small.
    fn stops(&self, convoy: &Convoy, mode: Mode) -> Option<(Lift, Vec<Space>)> {
        let &Convoy { side, from, at, .. } = convoy;
        let left = self.left_by(convoy, mode)?;
        let mut reached = match mode {
            Mode::Rail => self.by_rail(side, at),
            Mode::River => self.by_river(side, at),
            Mode::Ocean => self.by_ocean(at),
            Mode::Road => self.by_road(side, at),
        };
        // Neutral Kentucky and New Madrid beside it are shut to lines, and nobody's to land in (§17.1.3, §S1.3).
        reached.retain(|&to| to != at && to != from && self.world.space(to).is_land());
        Some((left, reached))
    }

    /// §15.2, §5.4.4: along railroads that the side controls, ferries among them; the Union's meet beyond the north edge.
    fn by_rail(&self, side: Side, at: Space) -> Vec<Space> {
        let joined = self.joined_by_rail(side, at);
        self.world.spaces.all().filter(|&to| joined(to)).collect()
    }

    /// §15.3: along Navigable Waterways under the side's Naval Control, from a port to wherever they lead or from elsewhere to a port;
    /// on shore the side controls the space, and no enemy has a zone there.
    fn by_river(&self, side: Side, at: Space) -> Vec<Space> {
        let waters = &self.world.waters;
        if waters.shore(at).is_empty() && waters.port(at).is_empty() {
            return Vec::new();
        }
        let from_port = self.strategic_waters(side, waters.port(at));
        let from_shore = self.strategic_waters(side, waters.shore(at));
        let lands = |to: Space| {
            let touches = |nodes: &[Node], sailed: &Table<Node, bool>| nodes.iter().any(|&node| sailed[node]);
            touches(waters.shore(to), &from_port) || touches(waters.port(to), &from_shore)
        };
        let view = View::new(self, side);
        let safe = |to: Space| view.holds(to) && !view.is_watched(to);
        self.world.spaces.all().filter(|&to| safe(to) && lands(to)).collect()
    }

    /// §15.4: whether a space is an ocean port of the Union's.
    fn is_ocean_port(&self, at: Space) -> bool {
        self.world.space(at).port == Port::Ocean && self.controls(Side::Us, at)
    }

    /// §15.4: from ocean port to ocean port of the Union's.
    fn by_ocean(&self, at: Space) -> Vec<Space> {
        if !self.is_ocean_port(at) {
            return Vec::new();
        }
        let waters = &self.world.waters;
        let sailed = self.ocean_waters(waters.port(at));
        let reached = |to: Space| waters.port(to).iter().any(|&node| sailed[node]);
        let ports = self.world.places.ports.iter().copied();
        ports.filter(|&to| self.is_ocean_port(to) && reached(to)).collect()
    }

    /// §15.5: along a Line of Communication through the theater.
    fn by_road(&self, side: Side, at: Space) -> Vec<Space> {
        let Some(theater) = self.world.space(at).theater else { return Vec::new() };
        let led = self.roads(side, theater, &[at], Along::Inward);
        self.world.spaces.all().filter(|&to| led[to]).collect()
    }
}

/// Places in which no move could end, but from which another type leads on.
struct Changes<'a> {
    game: &'a UsCivilWar,
    side: Side,
    /// Where the SPs come from, and don't go back to.
    from: Space,
    sps: u8,
    /// The type that leads there.
    mode: Mode,
    /// What is left after it.
    left: Lift,
    /// The places in which a move could end and to which it leads as well.
    ends: Vec<Space>,
}

impl Changes<'_> {
    /// Those among other places.
    fn among(&self, mut others: Vec<Space>) -> Vec<Space> {
        if others.is_empty() {
            return others;
        }
        let goals: Vec<Space> =
            self.game.strategic_ends(self.side).filter(|&to| self.could_end(to)).collect();
        let roads = Theater::ALL.map(|theater| self.roadward(theater, &goals));
        let sails = self.mode != Mode::River && self.left.river >= self.sps;
        let waters = sails.then(|| (self.shores(), self.harbours(&goals)));
        others.retain(|&at| {
            let road = self.game.world.space(at).theater.and_then(|theater| roads[theater as usize].as_ref());
            let sails =
                waters.as_ref().is_some_and(|(shores, harbours)| self.is_new_shore(at, shores, harbours));
            road.is_some_and(|leads| leads[at])
                || sails
                || self.is_new_railroad(at, &goals)
                || self.is_full_port(at, &goals)
        });
        others
    }

    /// Whether the move could end in a space, if something led there.
    fn could_end(&self, to: Space) -> bool {
        to != self.from && self.game.may_end_strategic_move(self.side, to, self.sps).is_ok()
    }

    /// A railroad that none of the ends is on, and that leads to a place in which the move could end.
    fn is_new_railroad(&self, at: Space, goals: &[Space]) -> bool {
        let rails = self.mode != Mode::Rail && self.left.rail >= self.sps;
        if !(rails && self.game.rails().of(self.side, at)) {
            return false;
        }
        let joined = self.game.joined_by_rail(self.side, at);
        !self.ends.iter().any(|&end| joined(end)) && goals.iter().any(|&to| joined(to))
    }

    /// The waters that the ends have.
    fn shores(&self) -> Table<Node, bool> {
        let waters = &self.game.world.waters;
        let starts: Vec<Node> = self.ends.iter().flat_map(|&end| waters.shore(end)).copied().collect();
        self.game.strategic_waters(self.side, &starts)
    }

    /// Those from which ships come to a port where the move could end.
    fn harbours(&self, goals: &[Space]) -> Table<Node, bool> {
        let (waters, view) = (&self.game.world.waters, View::new(self.game, self.side));
        let safe = goals.iter().filter(|&&to| view.holds(to) && !view.is_watched(to));
        let ends: Vec<Node> = safe.flat_map(|&to| waters.port(to)).copied().collect();
        self.game.strategic_waters(self.side, &ends)
    }

    /// Waters that none of the ends has, and that lead to a port.
    fn is_new_shore(&self, at: Space, shores: &Table<Node, bool>, harbours: &Table<Node, bool>) -> bool {
        let shore = self.game.world.waters.shore(at);
        shore.iter().any(|&node| !shores[node] && harbours[node])
    }

    /// A Coastal Fort that has no room left, which is a port all the same.
    fn is_full_port(&self, at: Space, goals: &[Space]) -> bool {
        if self.game.world.space(at).port == Port::None || !self.game.controls(self.side, at) {
            return false;
        }
        let leads = |reached: Vec<Space>| reached.iter().any(|&to| to != at && goals.contains(&to));
        let union = self.side == Side::Us && self.mode != Mode::Ocean && self.left.ocean >= self.sps;
        self.left.river >= self.sps && leads(self.game.by_river(self.side, at))
            || union && leads(self.game.by_ocean(at))
    }

    /// By space of a theater: whether a road leads on from it to where none leads from the ends; none if there is nothing of the kind.
    fn roadward(&self, theater: Theater, goals: &[Space]) -> Option<Table<Space, bool>> {
        let goes = self.mode != Mode::Road && self.left.room(Mode::Road, Some(theater)) >= self.sps;
        if !goes {
            return None;
        }
        let game = self.game;
        let here = |at: Space| game.world.space(at).theater == Some(theater);
        let near: Vec<Space> = self.ends.iter().copied().filter(|&end| here(end)).collect();
        let led = game.roads(self.side, theater, &near, Along::Inward);
        let missed: Vec<Space> = goals.iter().copied().filter(|&at| here(at) && !led[at]).collect();
        (!missed.is_empty()).then(|| game.roads(self.side, theater, &missed, Along::Outward))
    }
}
