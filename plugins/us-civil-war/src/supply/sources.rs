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
        let mut sweep = Sweep::new(*self, ties, &depots, Along::Inward);
        let mut primary = self.all_with(false);
        for space in self.all() {
            primary[space] = match self.side {
                Side::Us => {
                    self.is_open_port(space)
                        || self.is_north_exit(space)
                        || self.is_base(space) && self.leads(&mut sweep, space, 1)
                }
                Side::Cs => self.is_base(space) && self.leads(&mut sweep, space, 2),
            };
        }
        primary
    }

    /// §13.3.1: a railroad leaves the map northward from here.
    pub(crate) fn is_north_exit(&self, space: Space) -> bool {
        self.side == Side::Us && self.game.world.space(space).north_exit && !self.loses(space)
    }

    /// §13.3.1: an ocean port, or a Coastal Fort, that the Union controls and that no Confederate Fort closes.
    fn is_open_port(&self, space: Space) -> bool {
        self.game.world.space(space).port == Port::Ocean && self.holds(space) && self.opens_to_sea(space)
    }

    /// What is a Primary Supply Source if it has a line to others: of the Union a city or capital in a Northern or Border State but West
    /// Virginia, of the Confederacy a capital of a Southern State, 2 Build Points at least, and Texas beyond the map's edge
    /// (§13.3.1, 13.3.2).
    fn is_base(&self, space: Space) -> bool {
        let info = self.game.world.space(space);
        if !self.holds(space) {
            return false;
        }
        let class = info.class();
        match self.side {
            Side::Us => {
                let seat = info.town == Town::City || info.capital;
                seat && info.objective && matches!(class, Some(Class::Northern | Class::Border))
            }
            Side::Cs => {
                let capital = info.capital && class == Some(Class::Southern);
                let rich = info.resource > 0 && self.game.resource_value(space) >= 2;
                capital || rich || info.kind == Kind::OffMap
            }
        }
    }

    /// Whether a space has a Line of Communication to so many others that its side controls: Objective Hexes of the Union, Resource
    /// Hexes of the Confederacy.
    fn leads(&self, sweep: &mut Sweep, from: Space, others: usize) -> bool {
        let counts = |&space: &Space| {
            let info = self.game.world.space(space);
            let right = match self.side {
                Side::Us => info.objective,
                Side::Cs => info.resource > 0,
            };
            right && space != from && self.holds(space)
        };
        sweep.clear();
        sweep.begin(from);
        sweep.run(|reached| reached.iter().filter(|space| counts(space)).take(others).count() == others)
    }
}
