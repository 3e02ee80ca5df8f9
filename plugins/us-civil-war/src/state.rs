//! Everything of a game that can change.

use muster_contract::Seat;
use muster_sdk::{Frames, Shared, Table};
use serde::{Deserialize, Serialize};

use crate::armies::Army;
use crate::stacks::Detachment;
use crate::standing::Standing;
use crate::world::{General, Kind, Militia, Side, Space, State, Status, Theater, World};

mod derived;
mod fleet;
mod officer;
mod setup;
mod spot;
mod step;
mod tally;

pub(crate) use derived::Derived;
pub use fleet::{
    Activity, Berth, Cargo, Clash, Commodore, Flag, FleetStep, Fleets, Leg, Salvo, Ship, Sortie, Vessel, Wake,
};
pub use officer::{Officer, Post};
pub use spot::{Begun, Force, MOST_SPS, Spot, Spots, Works};
pub use step::{
    Avoidance, Escort, Ferried, Foreseen, Intake, March, Means, Named, Points, Pushing, Raised, Reacting,
    Step,
};
pub use tally::{Budget, Tally};

/// A game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct UsCivilWar {
    /// What never changes.
    #[serde(skip)]
    pub world: Shared<World>,
    /// By seat: the side that it plays.
    pub seats: [Side; 2],
    /// The steps that the game is in, from the outermost.
    pub frames: Frames<Step>,
    /// The turn, 1 to 20.
    pub turn: u8,
    /// The Action Phase of the turn, 1 to 4; 0 before the first (§4.1.1).
    pub cycle: u8,
    /// The phasing player (§4.1.5).
    pub phasing: Side,
    /// Who went first in this Action Phase.
    pub first: Side,
    /// The difference of the Initiative dice, 1 to 5; 0 before they are rolled.
    pub difference: u8,
    /// The Initiative dice of the Union and the Confederacy, 1 to 6; 0 before they are rolled (§4.1).
    pub initiative: [u8; 2],
    /// What the phasing player has left of it.
    pub points: Points,
    /// Whether the Union must still go on to Richmond in its phase (§4.1.4).
    pub pressed: bool,
    /// The stack that is on its way (§5).
    pub march: Option<Box<March>>,
    /// The part of a stack that intercepts, while its owner says who goes (§9.2.3).
    pub party: Option<Detachment>,
    /// Pairs of Commanding Generals of one rank who have just come together: their owner is asked who commands (§7.2.4).
    #[serde(skip)]
    pub(crate) rivals: Vec<[General; 2]>,
    /// Stacks that their commander has just left: their owner is asked who commands of equals (§7.2.2).
    #[serde(skip)]
    pub(crate) left: Vec<(Side, Space)>,
    /// Where those who are pushed aside make room for, and what goes on then (§11.6.5).
    pub pushing: Option<Pushing>,
    /// SPs that have used the Rail Movement Bonus in this player's Action Phase (§5.4.2).
    pub rail_sps: u8,
    /// SPs that have used Ocean Transport in this player's Action Phase (§20.3.2).
    pub ocean_sps: u8,
    /// By space: what lies there.
    spots: Spots,
    /// By general.
    pub officers: Table<General, Officer>,
    /// Army markers on the map, in the order in which they were placed (§22.4).
    pub armies: Vec<Army>,
    /// By side: how often its Army markers were changed in this player's Action Phase, up to [`crate::armies::MOST_CHANGES`].
    pub army_changes: [u8; 2],
    /// A bit for each Militia unit that was moved in this player's Action Phase (C95).
    pub militia_moved: u32,
    /// By side and theater: Strength Points in the Displaced Box (§14.6).
    pub displaced: [[u8; 3]; 2],
    /// By side: cards held, by kind in the order of [`Card::ALL`](crate::charts::Card::ALL).
    pub hands: [[u8; 5]; 2],
    /// By side: what it has said beforehand of its reactions, which the other doesn't know (§9).
    pub standing: [Standing; 2],
    /// By side: Action Points committed to training, 0 to 6 (§17.3).
    pub training: [u8; 2],
    /// The Border States and who controls them, in the order of [`State::BORDER`](crate::world::State::BORDER).
    border: [Option<Side>; 3],
    /// The Confederacy's Maintenance Cost (§14.3.4).
    pub maintenance: u16,
    /// The Confederacy's Build Points of this turn; none before they are counted (§14.3.1).
    pub budget: Option<Budget>,
    /// By side: Strength Points eliminated so far, in battle, by surrender or for want of those who went on (§11, §13.6.3, §4.1.4).
    pub lost: [u16; 2],
    /// How the war went: the set-up, then a row for each turn that is over.
    pub tallies: Vec<Tally>,
    /// Build Points of Arsenals that the Union has destroyed (§6.4.1).
    pub arsenals_destroyed: u8,
    /// Whether the Confederacy has had its VPs for Washington (§19.3.2).
    pub panic: bool,
    /// The Confederacy's VPs for the invasion of the North (§19.3.2).
    pub invasion: u8,
    /// Whether the Union has its VPs for the Mississippi (§19.3.1).
    pub mississippi: bool,
    /// What is afloat (§21).
    pub fleets: Fleets,
    /// Whose victory it was, once it is over.
    pub winner: Option<Side>,
    /// What follows from the rest, made when it is first asked for after a change.
    #[serde(skip)]
    pub(crate) derived: Derived,
}

impl UsCivilWar {
    /// The position before the first choice: what the scenario puts on the map.
    pub(crate) fn laid_out(world: Shared<World>, seats: [Side; 2]) -> Self {
        let start = &world.start;
        let mut game = Self {
            seats,
            frames: Frames::new(Step::Initiative),
            turn: world.first_turn,
            cycle: 0,
            phasing: Side::Us,
            first: Side::Us,
            difference: 0,
            initiative: [0; 2],
            points: Points::default(),
            pressed: false,
            march: None,
            party: None,
            rivals: Vec::new(),
            left: Vec::new(),
            pushing: None,
            rail_sps: 0,
            ocean_sps: 0,
            spots: Spots::new(world.spaces.len()),
            officers: world.generals.rows().map(Officer::at_start).collect(),
            armies: Vec::new(),
            army_changes: [0; 2],
            militia_moved: 0,
            displaced: [[0; 3]; 2],
            hands: [[0; 5]; 2],
            standing: Default::default(),
            training: [0; 2],
            border: start.border,
            maintenance: start.maintenance,
            budget: None,
            lost: [0; 2],
            tallies: Vec::new(),
            arsenals_destroyed: start.arsenals_destroyed,
            panic: false,
            invasion: 0,
            mississippi: false,
            fleets: Fleets::at_start(world.admiralty.as_ref()),
            winner: None,
            derived: Derived::default(),
            world: world.clone(),
        };
        game.lay_out();
        game
    }

    /// The side that the seat plays.
    pub fn side_of(&self, seat: Seat) -> Side {
        self.seats[usize::from(seat.min(1))]
    }

    /// The seat that plays the side.
    pub fn seat_of(&self, side: Side) -> Seat {
        if self.seats[0] == side { 0 } else { 1 }
    }

    /// What lies in a space.
    #[inline]
    pub fn spot(&self, space: Space) -> &Spot {
        &self.spots[space]
    }

    /// Strength Points of a side in a space, those of a stack on its way left out.
    #[inline]
    pub fn sps(&self, side: Side, space: Space) -> u8 {
        self.spots[space].sps(side)
    }

    /// A side's generals in a space, in the order of the roster.
    pub fn generals_in(&self, side: Side, space: Space) -> impl Iterator<Item = General> + '_ {
        self.world.generals_of(side).filter(move |&general| self.officers[general].post == Post::Map(space))
    }

    /// What lies in a space, to change it.
    #[inline]
    pub fn spot_mut(&mut self, space: Space) -> &mut Spot {
        self.derived.touch(space);
        &mut self.spots[space]
    }

    /// The spaces where something lies, in the order of the board file.
    pub fn laid(&self) -> impl Iterator<Item = (Space, &Spot)> {
        self.spots.laid()
    }

    /// For how many spaces it is laid out.
    pub(crate) fn spaces(&self) -> usize {
        self.spots.spaces()
    }

    /// Who controls the Border States, in the order of [`State::BORDER`](crate::world::State::BORDER).
    pub fn border(&self) -> [Option<Side>; 3] {
        self.border
    }

    /// A Border State goes over to a side (§17.1).
    pub(crate) fn set_border(&mut self, state: State, holder: Option<Side>) {
        if let Some(place) = state.border() {
            self.border[place] = holder;
            self.derived = Derived::default();
        }
    }

    /// The Militia of a side in a space, if there is one.
    pub fn militia_in(&self, side: Side, space: Space) -> Option<Militia> {
        self.spots[space].militia.filter(|&militia| self.world.militia[militia].side == side)
    }

    /// Whether a side has units with Strength Points in a space: SPs, or Militia with its 0 SPs (§2.2.3).
    #[inline]
    pub fn has_units(&self, side: Side, space: Space) -> bool {
        self.sps(side, space) > 0 || self.militia_in(side, space).is_some()
    }

    /// The completed Fort of a space, a Coastal Fort among them, with who holds it and its level (a Coastal Fort counts as F1, §10.3.2).
    pub fn fort(&self, space: Space) -> Option<(Side, u8)> {
        match self.spots[space].works {
            Works::Fort(side, level) => Some((side, level)),
            _ if self.world.space(space).kind == Kind::CoastalFort => {
                self.spots[space].marker.map(|side| (side, 1))
            }
            _ => None,
        }
    }

    /// §12.2: a side's Displaced Box of a theater.
    pub fn displaced(&self, side: Side, theater: Theater) -> u8 {
        self.displaced[side as usize][theater as usize]
    }
}

impl Officer {
    fn at_start(info: &crate::world::GeneralInfo) -> Self {
        let post = match info.begins.status {
            Status::Map(space) => Post::Map(space),
            Status::Waiting => Post::Waiting,
            Status::Displaced(theater) => Post::Displaced(theater, 0),
            Status::Unassigned => Post::Unassigned,
            Status::Removed => Post::Gone,
        };
        Self { post, stars: info.begins.stars, moved: false, leads: false }
    }
}
