//! §13.3: Primary Supply Sources.

use muster_sdk::Table;

use super::lay::View;
use super::sweep::{Along, Depots, Sweep};
use super::ties::Ties;
use crate::state::UsCivilWar;
use crate::world::{Class, Kind, Port, Side, Space, Town};

impl UsCivilWar {
    /// §14.3.2, 6.4.2, 14.5: Build Points of a Resource Hex as it is now, its Arsenals among them; 1 without them once destroyed.
    pub fn resource_value(&self, space: Space) -> u8 {
        self.bp_left(space) + self.spot(space).arsenals
    }
}

impl View<'_> {
    /// By space: whether it is a Primary Supply Source of the side. The lines that some of them need run over Depots and over
    /// railroads that the enemy doesn't bar, whoever controls them (C86).
    pub(crate) fn primaries(&self, ties: &Ties) -> Table<Space, bool> {
        let depots = Depots::find(self, ties, |_| true);
        let joined = depots.joined();
        let mut on: Vec<usize> = vec![0; joined.len()];
        for space in self.places() {
            if let [line, ..] = *depots.lines(space)
                && self.counts(space)
            {
                on[usize::from(joined[usize::from(line)])] += 1;
            }
        }
        // Whoever is on lines with enough others needs no search.
        let near = |space: Space| {
            let line = depots.lines(space).first();
            line.map_or(0, |&line| {
                on[usize::from(joined[usize::from(line)])] - usize::from(self.counts(space))
            })
        };
        let mut sweep = Sweep::new(*self, ties, &depots, Along::Inward);
        let mut primary = self.all_with(false);
        for space in self.bases() {
            primary[space] = match self.side {
                Side::Us => {
                    self.is_open_port(space)
                        || self.is_north_exit(space)
                        || self.is_base(space) && (near(space) >= 1 || self.leads(&mut sweep, space, 1))
                }
                Side::Cs => self.is_base(space) && (near(space) >= 2 || self.leads(&mut sweep, space, 2)),
            };
        }
        primary
    }

    /// §13.3.1: an ocean port, or a Coastal Fort, that the Union controls and that no Confederate Fort closes.
    fn is_open_port(&self, space: Space) -> bool {
        self.is_port(space)
            && self.holds(space)
            && self.game.world.space(space).port == Port::Ocean
            && self.opens_to_sea(space)
    }

    /// What is a Primary Supply Source if it has a line to others: of the Union a city or capital in a Northern or Border State but West
    /// Virginia, of the Confederacy a capital of a Southern State, 2 Build Points at least, and Texas beyond the map's edge
    /// (§13.3.1, 13.3.2).
    fn is_base(&self, space: Space) -> bool {
        if !self.holds(space) {
            return false;
        }
        let info = self.game.world.space(space);
        let class = info.class();
        match self.side {
            Side::Us => {
                let seat = info.town == Town::City || info.capital;
                seat && info.objective && matches!(class, Some(Class::Northern | Class::Border))
            }
            Side::Cs => {
                let capital = info.capital && class == Some(Class::Southern);
                let rich = info.resource > 0 && self.is_rich(space);
                capital || rich || info.kind == Kind::OffMap
            }
        }
    }

    /// Whether a space counts as one that a base must lead to: an Objective Hex of the Union that it controls, a Resource Hex of the
    /// Confederacy.
    fn counts(&self, space: Space) -> bool {
        let info = self.game.world.space(space);
        let right = match self.side {
            Side::Us => info.objective,
            Side::Cs => info.resource > 0,
        };
        right && self.holds(space)
    }

    /// Whether a space has a Line of Communication to so many others of those.
    fn leads(&self, sweep: &mut Sweep, from: Space, others: usize) -> bool {
        sweep.clear();
        sweep.begin(from);
        let (mut seen, mut led) = (0, 0);
        sweep.run(|reached| {
            led += reached[seen..].iter().filter(|&&space| space != from && self.counts(space)).count();
            seen = reached.len();
            led >= others
        })
    }
}
