//! A field command: in the making, while it is carried out, and what it leaves to be done.

use serde::{Deserialize, Serialize};

use crate::state::Spot;
use crate::world::{Edge, Locale, Unit, World};

/// A command that its player has not given yet. Nobody else sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// The units picked, all of one position.
    pub units: Vec<Unit>,
    /// A road march in the making.
    pub road: Option<Road>,
}

/// A road march in the making (§8.6.4).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Road {
    /// The boundaries that the head of the column crosses, each with the road.
    pub path: Vec<(Edge, u8)>,
    /// Whether the way is settled.
    pub settled: bool,
    /// The groups behind the head: each with its locale, the boundary and road towards the group before it.
    pub followers: Vec<Follower>,
}

/// A group of a column march behind its head.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Follower {
    /// Where it starts.
    pub locale: Locale,
    /// The boundary that it crosses first, with the road.
    pub first: (Edge, u8),
    /// Whether it closes up: it ends where the group before it did.
    pub closes: bool,
    /// Its units.
    pub units: Vec<Unit>,
}

/// A unit that ended a command in reserve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrived {
    /// The unit.
    pub unit: Unit,
    /// Its group in a column march, 0 for the head, which arrives first.
    pub group: u8,
}

/// What the command just carried out still allows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct After {
    /// The units that performed it and ended it in reserve (§8.0.1), group by group.
    pub units: Vec<Arrived>,
    /// Approaches that some of them have deployed to, and of which group.
    pub deployed: Vec<(Edge, u8)>,
    /// The pursuit after an assault.
    pub pursuit: Option<Pursuit>,
}

/// A pursuit that may be declared (§8.2 step 8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pursuit {
    /// The locale that was taken.
    pub from: Locale,
    /// Assaulting units that did not lead; once they are declared, those who pursue.
    pub units: Vec<Unit>,
    /// Where enemies retreated to, and nobody has pursued them yet.
    pub targets: Vec<Locale>,
    /// Whether it is declared who pursues; then only these are left in `units`.
    pub declared: bool,
}

/// Which command is being carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Command {
    /// §8.1
    Advance,
    /// §8.2
    Assault,
    /// §8.2 step 9
    Pursuit,
    /// §8.3
    Bombard,
    /// §8.4
    Charge,
    /// §8.5
    Maneuver,
}

impl Command {
    /// The section that it is carried out by, what it is called before where it goes, and its steps, by their ids in the description.
    pub(crate) fn row(self) -> (&'static str, &'static str, &'static [&'static str]) {
        match self {
            Self::Advance => ("8.1", "Advance into", &["losses", "give-way"]),
            Self::Assault => ("8.2", "Assault over", &["lead-defense", "support", "losses", "give-way"]),
            Self::Pursuit => ("8.2", "Pursuit to", &["answer", "losses", "give-way", "secure"]),
            Self::Bombard => ("8.3", "Bombardment over", &["losses"]),
            Self::Charge => ("8.4", "Charge against", &["answer", "lead-defense", "losses", "give-way"]),
            Self::Maneuver => ("8.5", "Maneuver against", &["answer", "losses", "give-way", "secure"]),
        }
    }

    /// The section that it is carried out by.
    pub fn section(self) -> &'static str {
        self.row().0
    }
}

/// A command that is being carried out, with all that its steps need.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Action {
    /// Which it is. A charge stays one when it is resolved as an assault.
    pub command: Command,
    /// The attack locale.
    pub from: Locale,
    /// The boundary between attack and defense locale.
    pub edge: Edge,
    /// The defense locale.
    pub to: Locale,
    /// The units that carry it out.
    pub units: Vec<Unit>,
    /// The leading ones.
    pub leaders: Vec<Unit>,
    /// The units that secure the defense approach and take part.
    pub defenders: Vec<Unit>,
    /// Their leading units.
    pub defense_leaders: Vec<Unit>,
    /// Artillery in support.
    pub support: Vec<Unit>,
    /// What is bombarded.
    pub target: Option<Spot>,
    /// Whether an assault was fought out, and the outcome.
    pub outcome: Option<i8>,
    /// Units that are giving way.
    pub flight: Option<Flight>,
}

impl Action {
    /// A new command of several steps.
    pub(crate) fn new(world: &World, command: Command, units: Vec<Unit>, from: Locale, edge: Edge) -> Self {
        Self {
            command,
            from,
            edge,
            to: world.edge(edge).across(from),
            units,
            leaders: Vec::new(),
            defenders: Vec::new(),
            defense_leaders: Vec::new(),
            support: Vec::new(),
            target: None,
            outcome: None,
            flight: None,
        }
    }

    /// The approach at which it is met.
    pub(crate) fn defense(&self) -> Spot {
        Spot::approach(self.to, self.edge)
    }
}

/// Units that withdraw (§11) or retreat (§12).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flight {
    /// A retreat; else a withdrawal.
    pub retreat: bool,
    /// The locale they leave.
    pub from: Locale,
    /// The locale from which those came who cause it.
    pub origin: Locale,
    /// Losses still to be applied: where, and how many.
    pub losses: Vec<(Spot, u8)>,
    /// Where units went.
    pub fled: Vec<(Unit, Locale)>,
}
