//! What can be chosen, a row each: id, label, target and part in the decision.

use muster_contract::Seat;
use muster_sdk::Thing::{Amount, Space};
use muster_sdk::{ChoiceOf, ChoiceRow, Thing};

use crate::fire::Fire;
use crate::state::{BobbyLee, Buy, Raised};
use crate::world::{Hex, Side, Unit, World};

/// An answer. Columns are those of the battle board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// §4.22: two units change places, and the first has its own.
    Exchange(Unit, Unit),
    /// §4.22: no more do.
    EndDeployment,
    /// §1.1
    Bid(u8),
    /// §5.11, as a supreme leader or not.
    Activate(Unit, bool),
    /// §1.2: no leader is activated.
    Pass,
    /// No more leaders are activated.
    EndActivation,
    /// A unit that is to do something.
    Pick(Unit),
    /// Another one instead.
    Cancel,
    /// §5.3: a hex farther.
    Step(Hex),
    /// §5.34: the extra hex of a force march.
    Force(Hex),
    /// No farther.
    Halt,
    /// §7.3
    Rail(Hex),
    /// §8.3, §8.4
    Sail(Hex),
    /// §5.41: over a pontoon bridge.
    Bridge(Hex),
    /// No more moves.
    EndMoves,
    /// §6.0: the battle that is fought next.
    Fight(Hex),
    /// §6.2, §6.5: to this column of one's own line.
    Post(u8),
    /// To the reserve.
    PostReserve,
    /// The line is laid out, or laid out again.
    EndDeploy,
    /// §6.9
    Entrench(u8),
    /// No more entrenchments.
    EndEntrench,
    /// §6.3: to a hex.
    Retreat(Hex),
    /// No more retreats.
    EndRetreat,
    /// §6.5: against the position opposite.
    Engage(u8),
    /// §6.5: into the enemy's flank.
    Outflank(u8),
    /// §6.6
    Shoot(Fire),
    /// §6.5: the unit that has outflanked doesn't attack.
    Hold,
    /// No more moves and fires in this battle turn.
    EndCombat,
    /// §6.63: this unit takes the hit.
    Hit(Unit),
    /// §6.7: a unit reinforces.
    Bring(Unit),
    /// No more reinforcements.
    EndReinforce,
    /// §6.81: this leader keeps the battle going.
    FightOn(Unit),
    /// §6.81: the battle is given up.
    Withdraw,
    /// §6.34: the victor is done.
    EndRegroup,
    /// §9.31: this leader supplies.
    Feed(Unit),
    /// No more leaders do.
    EndFeeding,
    /// §9.4: this unit loses a step for want of supply.
    Starve(Unit),
    /// §9.52: this cadre is wanted; where is asked next.
    Raise(Raised),
    /// §9.5
    Buy(Buy),
    /// Nothing more is bought, or drafted.
    EndBuying,
    /// §5.2: this leader is replaced.
    Replace(Unit),
    /// §4.4
    Proclaim,
    /// §4.4: not now.
    NoProclamation,
    /// §4.5
    Draft,
    /// §4.5: none.
    NoDraft,
}

impl ChoiceOf<BobbyLee> for Choice {
    fn row(self, game: &BobbyLee, seat: Seat) -> ChoiceRow<'_, BobbyLee> {
        use ChoiceRow as Row;
        let side = game.side_of(seat);
        let own = |column: u8| Space(column_box(&game.world, side, column));
        let foe = |column: u8| Space(column_box(&game.world, side.other(), column));
        match self {
            Self::Exchange(one, two) => {
                Row::act("exchange", "{} for {}").with(Thing::Unit(one)).with(Thing::Unit(two))
            }
            Self::EndDeployment => Row::finish("end-deployment", "deployed"),
            Self::Bid(bid) => {
                let label = ["bid nothing", "bid 1 leader", "bid {} leaders"][usize::from(bid.min(2))];
                Row::act("bid", label).on(Amount(bid.into())).note("1.1", BIDDING)
            }
            Self::Activate(one, false) => {
                Row::act("activate", "activate {}").on(Thing::Unit(one)).note("5.11", ACTIVATED)
            }
            Self::Activate(one, true) => Row::act("activate-supreme", "activate {} for strategic moves")
                .on(Thing::Unit(one))
                .note("5.11", ACTIVATED),
            Self::Pass => Row::act("pass", "pass").note("1.2", "Two passes running end the quarter."),
            Self::EndActivation => Row::finish("end-activation", "no more leaders"),
            Self::Pick(one) => Row::act("pick", "{}").on(Thing::Unit(one)),
            Self::Cancel if game.raised[side as usize].is_some() => Row::cancel("cancel", "something else"),
            Self::Cancel => Row::cancel("cancel", "another unit"),
            Self::Step(to) => Row::act("to", "to {}").on(Space(to)),
            Self::Force(to) => Row::act("force", "force-march to {}")
                .on(Space(to))
                .note("5.34", "A roll decides whether it loses a step to stragglers."),
            Self::Halt => Row::finish("halt", "halt"),
            Self::Rail(to) => Row::act("rail", "by rail to {}").on(Space(to)),
            Self::Sail(to) => Row::act("sail", "by sea to {}").on(Space(to)),
            Self::Bridge(to) => Row::act("pontoon", "over a pontoon bridge to {}").on(Space(to)),
            Self::EndMoves => Row::finish("end-moves", "no more moves"),
            Self::Fight(at) => Row::act("fight", "fight at {}").on(Space(at)),
            Self::Post(column) => Row::act("post", "to {}").on(own(column)),
            Self::PostReserve => Row::act("reserve", "into reserve").at(own(3)),
            Self::EndDeploy => Row::finish("end-deploy", "deployed"),
            Self::Entrench(column) => Row::act("entrench", "entrench {}").on(own(column)),
            Self::EndEntrench => Row::finish("end-entrench", "no more entrenchments"),
            Self::Retreat(to) => Row::act("retreat", "retreat to {}").on(Space(to)),
            Self::EndRetreat => Row::finish("end-retreat", "nobody else retreats"),
            Self::Engage(column) => Row::act("engage", "engage {}").on(foe(column)),
            Self::Outflank(column) => Row::act("outflank", "outflank {}")
                .on(foe(column))
                .note("6.5", "On less than 4 (3 against entrenchments) it loses a step and goes back."),
            Self::Shoot(Fire::Counter(target)) => Row::act("counter", "fire on {}").on(Thing::Unit(target)),
            Self::Shoot(Fire::Short) => Row::act("fire", "fire"),
            Self::Shoot(Fire::Melee) => {
                Row::act("melee", "melee").note("6.64", "Each 6 costs the unit itself a step.")
            }
            Self::Shoot(Fire::Long) => Row::act("bombard", "long-range fire"),
            Self::Hold => Row::act("hold", "don't attack"),
            Self::EndCombat => Row::finish("end-combat", "end this battle turn"),
            Self::Hit(one) => Row::act("hit", "{} takes the hit").on(Thing::Unit(one)),
            Self::Bring(one) => Row::act("bring", "{} comes").on(Thing::Unit(one)),
            Self::EndReinforce => Row::finish("end-reinforce", "no more reinforcements"),
            Self::FightOn(one) => Row::act("fight-on", "{} fights on")
                .on(Thing::Unit(one))
                .note("6.81", "If both fight on, both leaders lose a step."),
            Self::Withdraw => Row::act("withdraw", "retreat in the night"),
            Self::EndRegroup => Row::finish("end-regroup", "regrouped"),
            Self::Feed(one) => Row::act("feed", "{} supplies")
                .on(Thing::Unit(one))
                .note("9.31", "He loses a step; nobody in his command does."),
            Self::EndFeeding => Row::finish("end-feeding", "no leader supplies"),
            Self::Starve(one) => Row::act("starve", "{} finds nothing").on(Thing::Unit(one)),
            Self::Raise(Raised::Unit(one)) => Row::act("raise", "raise {}").with(Thing::Unit(one)),
            Self::Raise(Raised::Leader(true)) => Row::act("raise-major-leader", "raise a major leader"),
            Self::Raise(Raised::Leader(false)) => Row::act("raise-minor-leader", "raise a minor leader"),
            Self::Buy(Buy::Step(one)) => Row::act("step", "a step for {}").on(Thing::Unit(one)),
            Self::Buy(Buy::Cadre(one, at)) => {
                Row::act("cadre", "{} to {}").with(Thing::Unit(one)).on(Space(at))
            }
            Self::Buy(Buy::Leader(true, at)) => {
                Row::act("major-leader", "a major leader to {}").on(Space(at))
            }
            Self::Buy(Buy::Leader(false, at)) => {
                Row::act("minor-leader", "a minor leader to {}").on(Space(at))
            }
            Self::EndBuying => Row::finish("end-replacements", "done"),
            Self::Replace(one) => Row::act("replace", "replace {}").on(Thing::Unit(one)),
            Self::Proclaim => Row::act("proclaim", "proclaim emancipation")
                .note("4.4", "3 VP for the Union; the Confederacy gets 6 replacement points."),
            Self::NoProclamation => Row::act("no-proclamation", "not now"),
            Self::Draft => {
                Row::act("draft", "call a draft").note("4.5", "The other side gets 1 VP, whatever the roll.")
            }
            Self::NoDraft => Row::act("no-draft", "no draft"),
        }
    }
}

const BIDDING: &str =
    "The higher bid has the first turn and must activate as many; of equal bids the Confederate.";
const ACTIVATED: &str = "He loses a step when the others have moved.";

/// The box of a side's column, or of its reserve (3).
pub(crate) fn column_box(world: &World, side: Side, column: u8) -> Hex {
    world.boxes[side as usize][usize::from(column)]
}
