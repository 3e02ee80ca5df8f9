//! What stands on the board, read without the game's rules; and what its text says of crossing boundaries.

use std::collections::BTreeSet;

use bull_run::state::{At, Face, Spot};
use bull_run::world::{Boundary, Edge, Kind, Locale, Passage, Unit};
use bull_run::{Side, World};
use muster_sdk::Table;

use crate::oracles::walk::Played;

/// A group of a column: where it starts, how many units it has, and its steps.
pub type Marching = (Locale, usize, Vec<(Edge, u8)>);

/// A unit on the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    pub unit: Unit,
    pub id: String,
    pub side: Side,
    pub kind: Kind,
    pub strength: u8,
    pub spot: Spot,
    pub ranging: bool,
    pub ordered: bool,
}

/// The board with everything on it, as the active player sees it.
pub struct Field<'a> {
    pub world: &'a World,
    pub side: Side,
    pub pieces: Vec<Piece>,
    pub morale: [u8; 2],
    pub fought: Vec<Edge>,
    pub bombarded: Vec<Edge>,
    pub stormed: Vec<Locale>,
    pub marked: Vec<(Edge, u8)>,
}

impl<'a> Field<'a> {
    pub fn of(game: &'a Played) -> Self {
        let (state, world) = (game.state(), game.world());
        let units = state.units.iter();
        let pieces = units.filter_map(|(unit, piece)| match piece.at {
            At::Map(spot) => Some(Piece {
                unit,
                id: world.unit(unit).id.clone(),
                side: world.unit(unit).side,
                kind: piece.kind,
                strength: piece.strength,
                spot,
                ranging: piece.face == Face::Opponent,
                ordered: piece.ordered,
            }),
            _ => None,
        });
        let turn = &state.turn;
        Self {
            world,
            side: state.active,
            pieces: pieces.collect(),
            morale: state.morale,
            fought: turn.fought.clone(),
            bombarded: turn.bombarded.clone(),
            stormed: turn.stormed.clone(),
            marked: turn.marked.clone(),
        }
    }

    pub fn edge(&self, edge: Edge) -> &Boundary {
        self.world.edge(edge)
    }

    pub fn id(&self, edge: Edge) -> &str {
        &self.edge(edge).id
    }

    pub fn name(&self, locale: Locale) -> &str {
        self.world.name(locale)
    }

    /// The boundaries of a locale, each with the locale beyond.
    pub fn around(&self, locale: Locale) -> Vec<(Edge, Locale)> {
        let edges = self.world.edges.iter();
        let here = edges.filter(|(_, boundary)| boundary.ends.contains(&locale));
        here.map(|(edge, boundary)| (edge, boundary.ends[usize::from(boundary.ends[0] == locale)])).collect()
    }

    pub fn adjacent(&self, one: Locale, other: Locale) -> bool {
        self.around(one).iter().any(|&(_, to)| to == other)
    }

    pub fn inside(&self, locale: Locale) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().filter(move |piece| piece.spot.locale == locale)
    }

    pub fn at(&self, spot: Spot) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().filter(move |piece| piece.spot == spot)
    }

    /// Whether the enemy of the active player is in a locale (4.3.1).
    pub fn hostile(&self, locale: Locale) -> bool {
        self.inside(locale).any(|piece| piece.side != self.side)
    }

    pub fn secured(&self, locale: Locale, edge: Edge) -> bool {
        self.at(Spot::approach(locale, edge)).next().is_some()
    }

    /// Capacity, once an enemy has left (4.3.1, 8).
    pub fn fits(&self, locale: Locale, count: usize) -> bool {
        let there = self.inside(locale).filter(|piece| piece.side == self.side).count();
        there + count <= usize::from(self.world.locale(locale).capacity)
    }

    /// What holds for every move over a boundary: not where it is impassable (4.3.1), nor where an assault or charge was
    /// performed this turn, nor into a locale that was taken by assault (8.2), nor beyond capacity.
    pub fn crosses(&self, edge: Edge, to: Locale, count: usize) -> bool {
        self.edge(edge).passage != Passage::Impassable
            && !self.fought.contains(&edge)
            && !self.stormed.contains(&to)
            && self.fits(to, count)
    }

    /// A march besides never enters an enemy-occupied locale (8.6).
    pub fn marches(&self, edge: Edge, to: Locale, count: usize) -> bool {
        !self.hostile(to) && self.crosses(edge, to, count)
    }

    pub fn free(&self, edge: Edge) -> bool {
        self.edge(edge).passage == Passage::Passable
    }

    /// Whether an approach has the symbol that keeps cavalry from leading and charging.
    pub fn obstructed(&self, edge: Edge, approach: Locale) -> bool {
        let boundary = self.edge(edge);
        boundary.penalties[usize::from(boundary.ends[1] == approach)].obstructed
    }

    /// All that units of one position can be commanded to do, by the ids of the choices (8.1 to 8.6.3).
    pub fn commands(&self, group: &[&Piece]) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let (spot, count) = (group[0].spot, group.len());
        let from = spot.locale;
        let all = |test: &dyn Fn(&Piece) -> bool| group.iter().all(|piece| test(piece));
        let disrupted = !all(&|piece| piece.kind != Kind::Disrupted);
        let troops = !all(&|piece| piece.kind == Kind::Disrupted);
        let ranging = !all(&|piece| !piece.ranging);
        if let Some(edge) = spot.edge {
            let to = self.around(from).into_iter().find(|&(one, _)| one == edge).unwrap().1;
            if ranging {
                // 8.0.2, 8.3
                if all(&|piece| piece.ranging) {
                    found.extend(self.bombardments(from, edge, to, count));
                }
                return found;
            }
            // 8.6.3
            found.insert("reserve".to_owned());
            if !self.hostile(to) {
                if self.marches(edge, to, count) {
                    found.insert(format!("march {}", self.name(to)));
                }
            } else if self.crosses(edge, to, count) {
                if self.secured(to, edge) {
                    found.extend(self.assaults(group, edge, to));
                } else {
                    found.insert(format!("advance {}", self.name(to)));
                }
            }
            return found;
        }
        for (edge, to) in self.around(from) {
            if !self.hostile(to) {
                // 8.6.2: disrupted infantry goes with others only.
                if troops && self.marches(edge, to, count) {
                    found.insert(format!("march {}", self.name(to)));
                }
                continue;
            }
            if disrupted {
                continue;
            }
            // 8.6.3, over an impassable boundary too (4.3.1)
            found.insert(format!("secure {}", self.id(edge)));
            // 8.5
            if !self.secured(to, edge) && self.crosses(edge, to, count) {
                found.insert(format!("maneuver {}", self.name(to)));
            }
        }
        if all(&|piece| piece.kind == Kind::Cavalry) {
            let strong = group.iter().any(|piece| piece.strength == 2);
            for (first, through) in self.around(from) {
                if !self.free(first) || !self.marches(first, through, count) {
                    continue;
                }
                for (second, to) in self.around(through) {
                    if to == from || !self.free(second) || !self.crosses(second, to, count) {
                        continue;
                    }
                    if !self.hostile(to) {
                        // 8.6.1
                        found.insert(format!("ride {} {}", self.name(through), self.name(to)));
                    } else if strong
                        && !self.adjacent(from, to)
                        && !self.obstructed(first, through)
                        && !self.obstructed(second, to)
                        && !self.secured(through, second)
                        && !self.secured(to, second)
                    {
                        // 8.4
                        found.insert(format!("charge {} {}", self.name(through), self.name(to)));
                    }
                }
            }
        }
        found
    }

    /// 8.2 steps 1 and 2.
    fn assaults(&self, group: &[&Piece], edge: Edge, to: Locale) -> Vec<String> {
        let leads = |piece: &&&Piece| match piece.kind {
            Kind::Infantry => piece.strength == 2 || piece.strength == 3,
            Kind::Cavalry => piece.strength == 2 && !self.obstructed(edge, to),
            _ => false,
        };
        let leaders: Vec<&&Piece> = group.iter().filter(leads).collect();
        let mut found = Vec::new();
        for (number, one) in leaders.iter().enumerate() {
            found.push(format!("assault {} {}", self.id(edge), one.id));
            for two in &leaders[number + 1..] {
                if self.edge(edge).wide && one.kind == two.kind {
                    found.push(format!("assault {} {} {}", self.id(edge), one.id, two.id));
                }
            }
        }
        found
    }

    /// 8.3: who is free of counter-battery fire, by the width; and on what.
    fn bombardments(&self, from: Locale, edge: Edge, to: Locale, count: usize) -> Vec<String> {
        let guns =
            |locale: Locale| self.at(Spot::approach(locale, edge)).filter(|piece| piece.ranging).count();
        let (ours, theirs) = (guns(from), guns(to));
        let width = if self.edge(edge).wide { 2 } else { 1 };
        if !self.hostile(to) || self.bombarded.contains(&edge) || theirs + count > ours || count > width {
            return Vec::new();
        }
        let reserve = self.at(Spot::reserve(to)).next().is_some();
        let others: Vec<Edge> = self.around(to).into_iter().map(|(other, _)| other).collect();
        let others: Vec<Edge> = others.into_iter().filter(|&other| self.secured(to, other)).collect();
        if self.secured(to, edge) || reserve || others.len() == 1 {
            return vec![format!("bombard {}", self.id(edge))];
        }
        others.into_iter().map(|other| format!("bombard {} {}", self.id(edge), self.id(other))).collect()
    }

    /// Whether one goes on from one road to another in a locale: where they are connected, as all are unless the board says
    /// that one runs apart.
    pub fn meet(&self, at: Locale, one: u8, other: u8) -> bool {
        let apart = &self.world.locale(at).apart;
        one == other || !apart.iter().any(|road| *road == one || *road == other)
    }

    /// All marches by road of so many units from a locale (8.6.4).
    pub fn roads(&self, from: Locale, count: usize) -> Vec<Vec<(Edge, u8)>> {
        let (mut found, mut next) = (Vec::new(), vec![Vec::new()]);
        while let Some(steps) = next.pop() {
            for (edge, boundary) in self.world.edges.iter() {
                for crossing in &boundary.roads {
                    let more: Vec<(Edge, u8)> =
                        steps.iter().copied().chain([(edge, crossing.road)]).collect();
                    if more.len() <= 3 && self.column(&[(from, count, more.clone())]) {
                        next.push(more.clone());
                        found.push(more);
                    }
                }
            }
        }
        found
    }

    /// Whether units can march by road one after the other: each group with where it starts, and its steps (8.6.4).
    pub fn column(&self, groups: &[Marching]) -> bool {
        let main = |&(edge, road): &(Edge, u8)| {
            self.edge(edge).roads.iter().any(|crossing| crossing.road == road && crossing.main)
        };
        let most = if groups.iter().all(|(.., steps)| steps.iter().all(main)) { 3 } else { 2 };
        let mut inside: Table<Locale, usize> =
            self.world.locales.all().map(|locale| self.inside(locale).count()).collect();
        // Where each group ended, and the locales that the whole column goes through, from its tail on.
        let mut ended: Vec<Locale> = Vec::new();
        for (start, count, steps) in groups {
            if steps.is_empty() || steps.len() > most {
                return false;
            }
            let (mut at, mut seen, mut last) = (*start, vec![*start], None);
            for &(edge, road) in steps {
                let Some(to) = self.around(at).into_iter().find(|&(one, _)| one == edge).map(|(_, to)| to)
                else {
                    return false;
                };
                let here = self.edge(edge).roads.iter().any(|crossing| crossing.road == road);
                let closed = !self.free(edge)
                    || self.fought.contains(&edge)
                    || self.stormed.contains(&to)
                    || self.hostile(to)
                    || self.marked.contains(&(edge, road));
                let turns = last.is_none_or(|last| self.meet(at, last, road));
                if !here || closed || !turns || seen.contains(&to) {
                    return false;
                }
                last = Some(road);
                inside[at] -= count;
                inside[to] += count;
                if inside[to] > usize::from(self.world.locale(to).capacity) {
                    return false;
                }
                (at, seen) = (to, [seen, vec![to]].concat());
            }
            ended.push(at);
        }
        true
    }
}
