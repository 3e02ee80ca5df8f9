//! §13.3: Primary Supply Sources.

use muster_sdk::Table;

use super::lay::View;
use super::sweep::{Along, Depots, Sweep};
use super::ties::Ties;
use crate::state::UsCivilWar;
use crate::world::{Side, Space};

impl UsCivilWar {
    /// §14.3.2, 6.4.2, 14.5: Build Points of a Resource Hex as it is now, its Arsenals among them; 1 without them once destroyed.
    pub fn resource_value(&self, space: Space) -> u8 {
        self.bp_left(space) + self.spot(space).arsenals
    }
}

/// What is a Primary Supply Source of a side.
pub(crate) struct Primaries {
    /// By space: whether it is.
    pub(crate) sources: Table<Space, bool>,
    /// By space, if Lines of Communication were followed to say so: whether they came there, or next to it.
    pub(crate) followed: Option<Table<Space, bool>>,
}

impl View<'_> {
    /// By space: whether it is a Primary Supply Source of the side. The lines that some of them need run over Depots and over
    /// railroads that the enemy doesn't bar, whoever controls them (C86).
    pub(crate) fn primaries(&self, ties: &Ties) -> Primaries {
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
        let (mut primary, mut followed) = (self.all_with(false), None);
        let mut leads = |space: Space, others: usize| {
            let leads = self.leads(&mut sweep, space, others);
            sweep.mark(followed.get_or_insert_with(|| self.all_with(false)));
            leads
        };
        for space in self.bases() {
            primary[space] = match self.side {
                Side::Us => {
                    self.holds_ocean_port(space) && self.opens_to_sea(space)
                        || self.is_north_exit(space)
                        || self.is_base(space) && (near(space) >= 1 || leads(space, 1))
                }
                Side::Cs => self.is_base(space) && (near(space) >= 2 || leads(space, 2)),
            };
        }
        Primaries { sources: primary, followed }
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
