//! §21.2: Naval Units, where they are and what has become of them.

use muster_sdk::Table;
use serde::{Deserialize, Serialize};

use crate::battle::Verdict;
use crate::choice::Pay;
use crate::state::Means;
use crate::world::{Admiralty, General, NavalLeader, Node, Reach, Side, Space, State, Theater};

/// §21.2.1: what a Naval Unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Vessel {
    /// An Oceangoing NSP of the Union's.
    Oceangoing,
    /// A River NSP of the Union's.
    River,
    /// A Confederate Ironclad, of 2 NSPs.
    Ironclad,
    /// A Confederate River Flotilla, of 1 NSP.
    Flotilla,
}

impl Vessel {
    /// All of them, the Union's first.
    pub const ALL: [Self; 4] = [Self::Oceangoing, Self::River, Self::Ironclad, Self::Flotilla];

    /// Whose it is.
    pub const fn side(self) -> Side {
        match self {
            Self::Oceangoing | Self::River => Side::Us,
            Self::Ironclad | Self::Flotilla => Side::Cs,
        }
    }

    /// Its kind in rosters.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Oceangoing => "oceangoing",
            Self::River => "river-nsp",
            Self::Ironclad => "ironclad",
            Self::Flotilla => "flotilla",
        }
    }

    /// What one of them is called, and several.
    pub const fn name(self, one: bool) -> &'static str {
        match (self, one) {
            (Self::Oceangoing, true) => "Oceangoing NSP",
            (Self::Oceangoing, false) => "Oceangoing NSPs",
            (Self::River, true) => "River NSP",
            (Self::River, false) => "River NSPs",
            (Self::Ironclad, true) => "Ironclad",
            (Self::Ironclad, false) => "Ironclads",
            (Self::Flotilla, true) => "River Flotilla",
            (Self::Flotilla, false) => "River Flotillas",
        }
    }
}

/// §21.2.3: where ships lie: a stretch of water, and on which of its banks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Berth {
    /// The hex, island, Coastal Fort or box.
    pub space: Space,
    /// Its hexside, coast, or the river through it.
    pub water: Node,
}

/// What a unit has done in this player's Action Phase (§21.2.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Activity {
    /// Nothing.
    #[default]
    Fresh,
    /// It is on its way.
    Underway,
    /// It was activated, or has come into the game.
    Moved,
    /// §21.4.2: it belongs to the other player, who has named it for an Interception.
    Named,
    /// §21.6.6: an Ironclad of the other player's that the Naval Battle has just damaged: from that battle it can still retreat.
    Hurt,
}

/// An NSP of the Union's, or a unit of the Confederacy's, which are never broken down (§21.2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Ship {
    /// Where it lies.
    pub berth: Berth,
    /// What it is.
    pub vessel: Vessel,
    /// §21.6.6; of an Ironclad: under construction (§21.10.3).
    pub damaged: bool,
    /// §21.14
    pub demoralized: bool,
    /// §21.2.7
    pub low_on_coal: bool,
    /// §21.2.4
    pub activity: Activity,
    /// §21.2.7: Surrender Points, 0 to 2.
    pub surrender: u8,
    /// §21.4.4: whether it claims Port Protection until this player's Action Phase is over.
    pub sheltered: bool,
}

impl Ship {
    /// One that has just come into the game.
    pub const fn new(vessel: Vessel, berth: Berth) -> Self {
        Self {
            berth,
            vessel,
            damaged: false,
            demoralized: false,
            low_on_coal: false,
            activity: Activity::Fresh,
            surrender: 0,
            sheltered: false,
        }
    }

    /// What Naval Control, zones (§21.4.1) and guns hang on: where it lies, what it is, and whether it is damaged, claims Port Protection or
    /// is on its way.
    pub(crate) fn presence(&self) -> (Berth, Vessel, [bool; 3]) {
        let underway = matches!(self.activity, Activity::Underway);
        (self.berth, self.vessel, [self.damaged, self.sheltered, underway])
    }

    /// §21.6.3, §21.6.4: its NSPs; 0 if it is damaged or under construction.
    pub const fn nsps(&self) -> u8 {
        match self.vessel {
            _ if self.damaged => 0,
            Vessel::Ironclad => 2,
            _ => 1,
        }
    }

    /// §21.3.1, §21.3.2, §21.5: whether it has NSPs for others: it isn't damaged, and doesn't claim Port Protection (§21.4.4).
    pub const fn is_fit(&self) -> bool {
        self.nsps() > 0 && !self.sheltered
    }

    /// §21.10.3: whether it is an Ironclad that can't move yet.
    pub const fn is_on_the_stocks(&self) -> bool {
        self.damaged && matches!(self.vessel, Vessel::Ironclad)
    }

    /// §21.10.3, §21.6.9: whether it can't even retreat: an Ironclad that was under construction before the battle.
    pub const fn is_stuck(&self) -> bool {
        self.is_on_the_stocks() && !matches!(self.activity, Activity::Hurt | Activity::Underway)
    }
}

/// Where a Naval Leader is (§21.2.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Flag {
    /// Not in play yet.
    Waiting,
    /// With ships there.
    At(Berth),
    /// In the Displaced Box of a theater (§14.6).
    Displaced(Theater),
    /// Out of the game.
    Gone,
}

/// A Naval Leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commodore {
    /// Where he is.
    pub flag: Flag,
    /// What he has done in this player's Action Phase.
    pub activity: Activity,
}

/// §21.2.4: a stack of ships that is on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sortie {
    /// Where it was activated.
    pub origin: Berth,
    /// Where it is.
    pub at: Berth,
    /// Whether it has left its origin.
    pub sailed: bool,
    /// Whether it may sail, or sail on: at the start, and where it has dropped something off.
    pub steams: bool,
    /// §21.2.5: beyond this reach of the Mississippi and the delta it doesn't go any more; anywhere if none.
    pub bound: Option<Reach>,
    /// §21.10.3: ports that it has passed upriver.
    pub passed: u8,
    /// What it was activated with (§21.5, §21.7.2).
    pub paid: Pay,
    /// §21.5: whether the Oceangoing Ironclads have fought with it.
    pub ironclads: bool,
    /// Where it is bound for; none where it waits for orders.
    pub goal: Option<Berth>,
    /// What it has come to.
    pub leg: Leg,
}

/// §21.4, §21.6.1, §21.13: how far a stack on its way has come with the stretch of water that it has entered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Leg {
    /// Nothing there stops it.
    #[default]
    Clear,
    /// The other side may react.
    Entered,
    /// So many of the guns that bear on it have fired.
    Guns(u8),
    /// A Naval Battle has been fought.
    Fought(Clash),
}

/// §21.6: a Naval Battle whose dice have fallen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clash {
    /// How it ended for the attacker.
    pub verdict: Verdict,
    /// §21.6.7: whether the attacker had twice as many NSPs.
    pub twice: bool,
}

/// §21.6.6, §21.13: what guns have done to ships and is still to be shared out among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Salvo {
    /// Whose guns.
    pub by: Side,
    /// Ships that sink.
    pub sunk: u8,
    /// Ships that are damaged.
    pub damaged: u8,
    /// §21.13.4: ships that fail to get past.
    pub failed: u8,
    /// §21.13.1: whether they were passed; else it was a Naval Battle.
    pub passed: bool,
}

/// §21.7.2: land units that ships on their way carry. They stand in the port until the ships have come to where they land.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cargo {
    /// Who commands them; an intrinsic General if none (§5.10).
    pub commander: Option<General>,
    /// All generals who go, in the order of the roster.
    pub generals: Vec<General>,
    /// SPs that go, 0 to 3.
    pub sps: u8,
    /// How they go.
    pub means: Means,
    /// What is paid for the ships and for them together.
    pub pay: Pay,
    /// Where the ships were sent with them; nowhere yet if none.
    pub bound: Option<Berth>,
    /// Whether they have left the port to go ashore.
    pub ashore: bool,
}

/// A step of the naval game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FleetStep {
    /// §21.2.4: a stack is on its way.
    Sortie,
    /// §21.4: what the other side does about the stretch of water that the stack has entered.
    Watch,
    /// §21.6.5: what the attacker brings to a Naval Battle: a card, and Oceangoing Ironclads.
    Engage {
        /// §21.12
        card: bool,
        /// §21.5
        ironclads: bool,
    },
    /// §21.6.6: which ships the guns hit.
    Allot(Salvo),
    /// §21.6.8: where the stack goes back to that hasn't won.
    FallBack,
    /// §21.11, §21.4.2: what the other side does about a landing that Gunboats or Cottonclads lead there.
    Cover(Berth),
    /// §21.11, §21.12: what these bring to the Naval Battle before it.
    Storm(Berth),
    /// §21.11: how that battle has ended for them.
    Stormed(Berth, Verdict),
    /// §21.6.8, §21.2.3: where ships of a kind go that may not stay in a berth.
    Withdraw(Vessel, Berth),
    /// §21.2.6: NSPs come to a port together.
    Redeployment {
        /// Oceangoing or River NSPs.
        vessel: Vessel,
        /// Where.
        to: Berth,
        /// Whether some have come.
        brought: bool,
    },
    /// §21.9, §21.10.2: where new ships come: of the Confederacy in this state.
    Commission {
        /// What.
        vessel: Vessel,
        /// How many are still to come.
        left: u8,
        /// In which state.
        state: Option<State>,
    },
    /// §21.10.2: where a new Naval Battery comes in this state.
    Emplacement(State),
    /// §21.10.3: which Ironclad is completed.
    Completion,
    /// §21.2.8: with which ships a Naval Leader comes, who arrives or was displaced.
    Station(NavalLeader, Theater),
    /// §21.10.4: where the Naval Battery of this space goes.
    Resiting(Space),
    /// §21.10.4: the same by rail or ship.
    Hauling(Space, Means),
}

/// All that is afloat. Without the naval game (§21) there is nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fleets {
    /// Ships on the map, in order.
    pub ships: Vec<Ship>,
    /// §21.10.4: the spaces of Naval Batteries, in order; twice where there are two.
    pub batteries: Vec<Space>,
    /// By number: the Naval Leaders.
    pub leaders: Table<NavalLeader, Commodore>,
    /// §21.9.2: the Naval Pool: sunk Oceangoing and River NSPs.
    pub pool: [u8; 2],
    /// §21.1: whether the phasing player has its free action.
    pub free: bool,
    /// §21.2.6: whether Oceangoing and River NSPs were redeployed in this turn.
    pub redeployed: [bool; 2],
    /// The stack that is on its way.
    pub sortie: Option<Sortie>,
    /// Whom it carries.
    pub cargo: Option<Cargo>,
    /// The waters that it has sailed, the first where it was activated.
    pub wake: Vec<Node>,
    /// Those still before it, the next one last.
    pub ahead: Vec<Node>,
    /// §21.6.9: how the phasing player's ships have come to where they are: the waters of each way, in the order in which they ended.
    pub wakes: Vec<Wake>,
    /// §21.5: whether the Oceangoing Ironclads have fought with a stack in this Action Phase.
    pub ironclads_used: bool,
}

/// §21.6.9: a way that ships have come in this Action Phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wake {
    /// Where it led.
    pub to: Berth,
    /// Its waters, from where it began.
    pub waters: Vec<Node>,
}

impl Fleets {
    /// What the scenario begins with; nothing without the naval game.
    pub(crate) fn at_start(admiralty: Option<&Admiralty>) -> Self {
        let begun = |flag: Flag| Commodore { flag, activity: Activity::Fresh };
        let leaders = admiralty.map(|all| all.leaders.rows().map(|info| begun(info.begins)).collect());
        Self {
            ships: admiralty.map(|all| all.ships.clone()).unwrap_or_default(),
            batteries: admiralty.map(|all| all.batteries.clone()).unwrap_or_default(),
            leaders: leaders.unwrap_or_else(|| Table::new(Vec::new())),
            pool: [0; 2],
            free: false,
            redeployed: [false; 2],
            sortie: None,
            cargo: None,
            wake: Vec::new(),
            ahead: Vec::new(),
            wakes: Vec::new(),
            ironclads_used: false,
        }
    }
}
