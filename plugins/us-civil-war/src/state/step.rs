//! Where the sequence of play stands (§3, §4.2), and the stack that is on its way.

use serde::{Deserialize, Serialize};

use crate::battle::{Fought, Plan};
use crate::charts::Card;
use crate::retreat::Path;
use crate::stacks::Detachment;
use crate::state::FleetStep;
use crate::strategic::{Convoy, Lift};
use crate::world::{General, Side, Space, State, Theater};

/// Action Points that are left (§4.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Points {
    /// To be spent anywhere, 0 to 5.
    pub any: u8,
    /// By theater, where the difference is 1 (§4.1.3): 0 or 1 each.
    pub theaters: [u8; 3],
}

impl Points {
    /// How many are left in all.
    pub fn left(&self) -> u8 {
        self.any + self.theaters.iter().sum::<u8>()
    }
}

/// A step of the sequence of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    /// §S1.1: whether an SP of the first space starts in the second.
    Forward([Space; 2]),
    /// §4.2 A: the dice are rolled.
    Initiative,
    /// §18.2: a side has more than five cards and discards.
    Discard(Side),
    /// §4.2 a: the phasing player's actions.
    Actions,
    /// §7.8: where a general is transferred to, the second of an action or the first.
    Transfer {
        /// Who.
        general: General,
        /// Whether another was transferred by this action.
        second: bool,
        /// §4.1.3: the theater in which a second one must stand, if the action was paid for it alone.
        bound: Option<Theater>,
    },
    /// §7.8: who is transferred besides, of this theater if one is given.
    SecondTransfer(Option<Theater>),
    /// §17.3: where a trained SP comes, in this theater if one is given.
    Trained(Option<Theater>),
    /// §9, C76: the other side may react to the space that is entered.
    React(Reacting),
    /// §9.2.3, §22.6: which part of a stack goes to this space, the one that is entered or one next to it.
    Send(Space),
    /// §5.9: who comes from a space whose SPs are called in.
    Regroup,
    /// §7.2.4, §7.8: who commands where two Commanding Generals of one rank have come together.
    Lead([General; 2]),
    /// §7.2.2: who commands a side's stack in a space that its commander has left.
    Command(Side, Space),
    /// §9.3.2: where the stack goes that avoids battle, with this throw.
    Avoid(i8),
    /// §9.3.2, §11.6.5: where the phasing or the other player's small force is pushed to that stands in this space.
    Push(Space),
    /// §8.2: whether the cavalry that was intercepted backs up.
    BackUp {
        /// §9.3.3: whether the other side has tried to avoid battle, and failed.
        caught: bool,
    },
    /// §11.2: what the attacker brings to the battle before the dice.
    Plan(Plan),
    /// §11.2.4: whether the generals of a side that has lost all its SPs, and not the battle, are displaced.
    Victors(Side, Fought),
    /// §11.6.3: where the beaten defender retreats to.
    Retreat(Fought),
    /// §20.5.4: where those sail back to whose landing has failed.
    Reembark(Fought),
    /// §5: the stack of [`UsCivilWar::march`](super::UsCivilWar::march) is on its way.
    March,
    /// §4.1.4: which SP is lost because nobody has gone on to Richmond.
    Sacrifice,
    /// §13.2.2: which stack suffers Attrition next, or is spared it by a card.
    Attrition,
    /// §13.2.2, §13.1.5: whether a side's generals stay who have lost their last SP in this space, to Attrition or by a tie.
    Stranded(Side, Space),
    /// §14.2, §14.3.5, §14.6: where SPs come into the game, or back.
    Intake {
        /// Whose.
        side: Side,
        /// Which.
        what: Intake,
        /// By area, how many are left to place: of new Union SPs the East, Ohio with Indiana, and Illinois; of all others the theaters.
        left: [u8; 3],
        /// Where new Confederate SPs have come.
        raised: Raised,
    },
    /// §10.2.6: the Union's Fort of the turn.
    FreeFort,
    /// §18.2: a side draws its cards of the turn.
    Draw(Side),
    /// §14.5: in which Resource Hex of this state an Arsenal is built.
    Arsenal(State),
    /// §14.1.2: so many Confederate SPs more leave the map.
    Disband(u8),
    /// §14.6, §17.2.3: where a side's Militia come that aren't on the map.
    Militia(Side),
    /// §14.6: where this general comes back from the Displaced Box.
    Recall(General),
    /// §3.2: a side's Strategic Movement, and what it has left for it.
    Strategic(Side, Lift),
    /// §15.1: SPs are on a Strategic Move.
    Convoy(Convoy),
    /// §16: a side's leader management.
    Manage {
        /// Whose.
        side: Side,
        /// A bit for each event of the turn, in the order of the track, that has been carried out.
        done: u64,
        /// Generals transferred for nothing, 0 to 2 (§16.6).
        transfers: u8,
    },
    /// §16.2: where this general arrives in a theater.
    Arrival(General, Theater),
    /// §16.6: whether this general makes use of his free transfer, and where to.
    FreeTransfer(General),
    /// §16.6: where one of two generals is transferred to.
    Reassign(General),
    /// A step of the naval game (§21).
    Fleet(FleetStep),
    /// The game is over.
    Over,
}

/// §9, C76: what the other side has done so far about a space that is entered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reacting {
    /// Whether the stacks that it has named have rolled (§9.2.2).
    pub rolled: bool,
    /// What has become of avoiding battle.
    pub avoided: Avoidance,
    /// §S1.3: whether J. Johnston has tried to come by rail, so that nobody avoids battle.
    pub railed: bool,
    /// §9.3.4: whether somebody has intercepted, so that nobody avoids battle.
    pub met: bool,
}

impl Reacting {
    /// §9.3.4: whether a stack may still try to avoid battle.
    pub fn can_avoid(&self) -> bool {
        self.avoided == Avoidance::Untried && !self.railed && !self.met
    }
}

/// §9.3: whether the stack in the space that is entered has avoided battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Avoidance {
    /// It hasn't tried.
    #[default]
    Untried,
    /// It has failed, or stayed after all.
    Failed,
    /// It has gone to this space, from which nobody comes back (§9.3.4).
    Gone(Space),
}

/// A stack of the other side that was named for a reaction, and where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    /// Where it stands.
    pub from: Space,
    /// The space that is entered, if it intercepts (§9.2); one next to it, if it maneuvers (§22.6).
    pub to: Space,
}

/// What rules of the table make of the modifier of a reaction that can be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Foreseen {
    /// Which reaction.
    pub named: Named,
    /// By how much; none if that isn't known before the dice are thrown.
    pub by: Option<i8>,
}

/// SPs that come to the map at a turn's start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Intake {
    /// New ones (§14.2, §14.3).
    New,
    /// Those from the Displaced Boxes (§14.6).
    Displaced,
}

/// How many new SPs have come to each state in a Reinforcement Phase, 0 to 3 of each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Raised(u64);

impl Raised {
    /// How many came to a state.
    pub const fn of(self, state: State) -> u8 {
        (self.0 >> (2 * state as u32) & 3) as u8
    }

    /// The same and one more in a state, which had less than 3.
    #[must_use]
    pub const fn with(self, state: State) -> Self {
        Self(self.0 + (1 << (2 * state as u32)))
    }
}

/// What goes on once a force has been pushed aside (§9.3.2, §11.6.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pushing {
    /// The stack that avoids battle goes to where it stood.
    Avoider(Space),
    /// The beaten defender retreats along this path.
    Beaten(Fought, Path),
}

/// How a stack goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Means {
    /// On its feet (§5).
    Land,
    /// By the Rail Movement Bonus (§5.4.2).
    Rail,
    /// By River Transport (§20.3.4).
    River,
    /// By Ocean Transport (§20.3.5).
    Ocean,
}

impl Means {
    /// Whether it is by land, and not over water (§20.3).
    pub const fn is_by_land(self) -> bool {
        matches!(self, Self::Land | Self::Rail)
    }
}

/// §21.7, §21.11: what ships go with a voyage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Escort {
    /// Transports alone.
    #[default]
    Nobody,
    /// Naval Units, which carry it (§21.7.2).
    Ships,
    /// Gunboats of the Union's or Cottonclads of the Confederacy's, which lead its landing (§21.11).
    Gunboats,
}

/// §5.8.3, C8: the one SP of an activation that crosses Navigable Rivers which the enemy controls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ferried {
    /// None has yet.
    Nobody,
    /// It is with the stack, and may cross more of them.
    Along,
    /// It was left behind or lost; no other crosses.
    Gone,
}

/// The stack that is on its way: it is no longer on the map, its generals have [`Post::March`](super::Post::March). Nothing stands in
/// it twice: what it has dropped off is on the map again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct March {
    /// Whose.
    pub side: Side,
    /// Where it stands.
    pub at: Space,
    /// Where it came from into this space, and so where it goes back to (§8.2, §11.6.2); none before its first step.
    #[serde(with = "muster_sdk::or_none")]
    pub from: Option<Space>,
    /// Where it set out: its theater decides which cards can be played (§18.1).
    pub origin: Space,
    /// Who commands it; an intrinsic General if none (§5.10).
    pub commander: Option<General>,
    /// Who was activated to begin it: he goes on with it, whoever takes command on the way (§7.5.1).
    pub activated: Option<General>,
    /// Strength Points with it, 0 to 18.
    pub sps: u8,
    /// §12.2
    pub demoralized: bool,
    /// §13.2.1: it set out from a stack with a Foraging marker.
    pub foraging: bool,
    /// §13.6.5: Surrender Points that its SPs have brought along.
    pub surrender: u8,
    /// MPs that it set out with: its commander's Movement Allowance, less 1 of foragers (§13.2.1), and 2 more of a forced march
    /// (§18.1).
    pub allowance: u8,
    /// MPs left of them; of a voyage 1 while it may go on, since it may only where it has dropped something off (§20.3.1).
    pub moves: u8,
    /// Whether a card forces its march (§18.1).
    pub forced: bool,
    /// Whether it has paid where it stands for who is picked up from foragers (§13.2.1).
    pub fetched: bool,
    /// Whether it set out from where no SP of its side was: generals who had lost theirs (§7.6).
    pub lone: bool,
    /// How it goes.
    pub means: Means,
    /// Action Points paid for it; 0 if by a card.
    pub paid: u8,
    /// The card that it was activated by.
    pub card: Option<Card>,
    /// Whether a Cautious General may attack and enter zones: two points were paid, or a card (§7.7).
    pub bold: bool,
    /// Whether a card lets it cross the next enemy waters (§18.1, Naval Assist).
    pub assisted: bool,
    /// What ships go with it.
    pub escort: Escort,
    /// §5.8.3: what has become of the SP that has crossed enemy waters in this activation.
    pub ferried: Ferried,
    /// The space that it is entering while the other side reacts; none else (§9.2, C76).
    #[serde(with = "muster_sdk::or_none")]
    pub entering: Option<Space>,
    /// §22.6: whether stacks of the other side may maneuver while it is on its way.
    pub maneuvers: bool,
    /// Stacks of the other side that have been named for reactions (§9.2.2), then those that have succeeded and not yet come.
    pub named: Vec<Named>,
    /// Where rules of the table have a say in them: the reactions that can be tried now.
    pub foreseen: Vec<Foreseen>,
    /// §22.6: those of the other side who have maneuvered for the space that it is entering, each where he stands now: nobody goes twice.
    pub arrived: Vec<Detachment>,
    /// Spaces that it has left and that don't fall to the enemy until it is done (§6.3).
    pub leaving: Vec<Space>,
    /// Stacks of the other side, by their present space, that have retreated or avoided battle in this activation (§9.4, Momentum).
    pub retreated: Vec<Space>,
}
