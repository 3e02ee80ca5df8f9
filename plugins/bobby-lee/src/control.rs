//! §2.7: whose a hex is; §7.1: who controls a railroad; §8: where ships go; §4.31: towns change hands.

use muster_contract::{Audience, Event, EventKind, Place, Score};
use muster_sdk::{Resolution, place};

use crate::state::{BobbyLee, Stage};
use crate::world::{Hex, Side, Way};

/// What a supply line runs along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Track {
    /// A railroad.
    Rail,
    /// A paved road.
    Road,
}

impl Track {
    pub(crate) fn is_along(self, way: &Way) -> bool {
        match self {
            Self::Rail => way.hexside.railroad,
            Self::Road => way.hexside.road,
        }
    }
}

impl BobbyLee {
    /// §2.7: whether a side's units in a hex count for control. That is looked at when the movement phase is over; until then
    /// the units of the side that moves count where its turn found them.
    fn stands(&self, side: Side, hex: Hex) -> bool {
        let over = self.battle.is_some() || !matches!(self.stage, Stage::Move | Stage::LeaderMove);
        let moving = !over && side == self.active;
        if moving { self.was_held(hex) } else { self.is_in(side, hex) }
    }

    /// §7.1: whether the Union controls this vacant hex of a Confederate railroad (or road, §9.2), because it stands on both
    /// sides of it. A major town must be occupied.
    fn spans(&self, hex: Hex, track: Track) -> bool {
        let info = self.world.hex(hex);
        let holds = |hex: Hex| self.stands(Side::Us, hex) && !self.stands(Side::Cs, hex);
        info.home == Side::Cs
            && info.vp == 0
            && !self.stands(Side::Cs, hex)
            && info.ways.iter().filter(|way| track.is_along(way) && holds(way.to)).count() >= 2
    }

    /// §2.72: whether a hex is friendly to a side.
    pub fn is_friendly(&self, side: Side, hex: Hex) -> bool {
        if self.stands(side, hex) {
            return true;
        }
        if self.stands(side.other(), hex) {
            return false;
        }
        let spanned = self.spans(hex, Track::Rail) || self.spans(hex, Track::Road);
        match side {
            Side::Us => self.world.hex(hex).home == Side::Us || spanned,
            Side::Cs => self.world.hex(hex).home == Side::Cs && !spanned,
        }
    }

    /// §7.1: whether a side controls a hex of a railroad or road, so that a line can run through it.
    pub(crate) fn controls(&self, side: Side, hex: Hex, track: Track) -> bool {
        let info = self.world.hex(hex);
        if !info.ways.iter().any(|way| track.is_along(way)) || self.is_in(side.other(), hex) {
            return false;
        }
        match side {
            // §7.1: the Confederacy moves and supplies along no railroad of the Union's. §2.6: the Valley Pike is for both, so it
            // serves the Confederacy where it stands on it south of the Potomac, in Martinsburg; the National Road lies north.
            Side::Cs if info.home == Side::Us => {
                track == Track::Road && !info.north && self.stands(side, hex)
            }
            Side::Cs => self.stands(side, hex) || !self.spans(hex, track),
            Side::Us => info.home == Side::Us || self.stands(side, hex) || self.spans(hex, track),
        }
    }

    /// §8.1: the ports, and boxes of the sea, that the Union's ships reach from these without passing an enemy port. With
    /// `enemy` also the enemy ports that they come to.
    pub(crate) fn sea_reach(&self, from: &[Hex], enemy: bool) -> Vec<Hex> {
        let mut reached = from.to_vec();
        let mut ends = Vec::new();
        let mut next = 0;
        while let Some(&at) = reached.get(next) {
            next += 1;
            for &to in &self.world.hex(at).lanes {
                if reached.contains(&to) || ends.contains(&to) {
                    continue;
                }
                if self.world.hex(to).is_sea || (self.is_friendly(Side::Us, to) && !self.is_in(Side::Cs, to))
                {
                    reached.push(to);
                } else if enemy {
                    ends.push(to);
                }
            }
        }
        reached.extend(ends);
        reached
    }

    /// §2.7, §4.31: control of towns with victory points is looked at again.
    pub(crate) fn control_towns(&mut self, resolution: &mut Resolution<'_>) {
        let world = self.world.clone();
        for &hex in &world.places.towns {
            let info = world.hex(hex);
            // Where both sides have units, the battle decides.
            if self.is_contested(hex) {
                continue;
            }
            let now = self.is_in(info.home.other(), hex);
            let before = self.taken.contains(&hex);
            if now == before {
                continue;
            }
            let winner = if now { info.home.other() } else { info.home };
            if now {
                self.taken.push(hex);
                self.taken.sort_unstable();
            } else {
                self.taken.retain(|&taken| taken != hex);
            }
            let vp = info.vp as i8;
            let text = || format!("The {} side controls {}: {vp} VP.", winner.name(), info.called);
            self.mark(winner, vp, "4.31", text, Some(place(&info.id)), resolution);
        }
    }

    /// The marker moves by so many points for a side.
    pub(crate) fn score(
        &mut self,
        side: Side,
        points: i8,
        citation: &str,
        why: &str,
        resolution: &mut Resolution<'_>,
    ) {
        let text = || format!("{why}: {points} VP for the {} side.", side.name());
        self.mark(side, points, citation, text, None, resolution);
    }

    fn mark(
        &mut self,
        side: Side,
        points: i8,
        citation: &str,
        text: impl FnOnce() -> String,
        at: Option<Place>,
        resolution: &mut Resolution<'_>,
    ) {
        self.victory += if side == Side::Us { points } else { -points };
        resolution.event(|| {
            let score = Score { side: side.id().to_owned(), points: points.into() };
            Event::new(EventKind::Scored(score), Audience::Everyone, text(), citation).at(at)
        });
    }
}
