//! What can be chosen, a row each: id, label, target and part in the decision.

use muster_contract::Seat;
use muster_sdk::Thing::{Amount, Space};
use muster_sdk::{ChoiceOf, ChoiceRow, Decisions, Thing};

use crate::fire::Fire;
use crate::movement::Pace;
use crate::state::{BobbyLee, Buy, Line, Raised, Stage, Step};
use crate::strategic::Means;
use crate::world::{Hex, Side, Unit};

/// An answer. Columns are those of the battle board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A unit that the next choice is for.
    Pick(Unit),
    /// Another one instead.
    Cancel,
    /// No more of what the step asks for; its id and label are the step's.
    Done,
    /// §4.22: two units change places, and the first has its own.
    Exchange(Unit, Unit),
    /// §1.1
    Bid(u8),
    /// §5.11, as a supreme leader or not.
    Activate(Unit, bool),
    /// §1.2: no leader is activated.
    Pass,
    /// §5.3: a hex farther.
    Go(Pace, Hex),
    /// No farther.
    Halt,
    /// §5.41, §7.3, §8.3: a strategic move that isn't a march.
    Transport(Means, Hex),
    /// §6.0: the battle that is fought next.
    Fight(Hex),
    /// §6.2, §6.5: to this place of a battle.
    Stand(Line),
    /// §6.5: into the enemy's flank.
    Outflank(u8),
    /// §6.9
    Entrench(u8),
    /// §6.3: to a hex.
    Retreat(Hex),
    /// §6.6
    Shoot(Fire),
    /// §6.5: the unit that has outflanked doesn't attack.
    Hold,
    /// §6.63: this unit takes the hit.
    Hit(Unit),
    /// §6.7: a unit reinforces.
    Bring(Unit),
    /// §6.81: this leader keeps the battle going.
    FightOn(Unit),
    /// §6.81: the battle is given up.
    Withdraw,
    /// §9.31: this leader supplies.
    Feed(Unit),
    /// §9.4: this unit loses a step for want of supply.
    Starve(Unit),
    /// §9.52: this cadre is wanted; where is asked next.
    Raise(Raised),
    /// §9.5
    Buy(Buy),
    /// §5.2: this leader is replaced.
    Replace(Unit),
    /// §4.4: whether emancipation is proclaimed now.
    Proclaim(bool),
    /// §4.5: whether a draft is called.
    Draft(bool),
}

impl ChoiceOf<BobbyLee> for Choice {
    fn row(self, game: &BobbyLee, seat: Seat) -> ChoiceRow<'_, BobbyLee> {
        use ChoiceRow as Row;
        let side = game.side_of(seat);
        let own = |column: u8| Space(game.world.column_box(side, column));
        let foe = |column: u8| Space(game.world.column_box(side.other(), column));
        match self {
            Self::Pick(one) => Row::act("pick", "{}").on(Thing::Unit(one)),
            Self::Cancel if game.raised[side as usize].is_some() => Row::cancel("cancel", "something else"),
            Self::Cancel => Row::cancel("cancel", "another unit"),
            Self::Done => {
                let (verb, label) = game.done_label();
                Row::finish(verb, label)
            }
            Self::Exchange(one, two) => {
                Row::act("exchange", "{} for {}").with(Thing::Unit(one)).with(Thing::Unit(two))
            }
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
            Self::Go(Pace::Normal, to) => Row::act("to", "to {}").on(Space(to)),
            Self::Go(Pace::Forced, to) => Row::act("force", "force-march to {}")
                .on(Space(to))
                .note("5.34", "A roll decides whether it loses a step to stragglers."),
            Self::Halt => Row::finish("halt", "halt"),
            Self::Transport(Means::Rail, to) => Row::act("rail", "by rail to {}").on(Space(to)),
            Self::Transport(Means::Sea, to) => Row::act("sail", "by sea to {}").on(Space(to)),
            Self::Transport(Means::Bridge, to) => {
                Row::act("pontoon", "over a pontoon bridge to {}").on(Space(to))
            }
            Self::Fight(at) => Row::act("fight", "fight at {}").on(Space(at)),
            Self::Stand(Line::Own(column)) => Row::act("post", "to {}").on(own(column)),
            Self::Stand(Line::Foe(column)) => Row::act("engage", "engage {}").on(foe(column)),
            Self::Stand(_) => Row::act("reserve", "into reserve").at(own(3)),
            Self::Entrench(column) => Row::act("entrench", "entrench {}").on(own(column)),
            Self::Retreat(to) => Row::act("retreat", "retreat to {}").on(Space(to)),
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
            Self::Hit(one) => Row::act("hit", "{} takes the hit").on(Thing::Unit(one)),
            Self::Bring(one) => Row::act("bring", "{} comes").on(Thing::Unit(one)),
            Self::FightOn(one) => Row::act("fight-on", "{} fights on")
                .on(Thing::Unit(one))
                .note("6.81", "If both fight on, both leaders lose a step."),
            Self::Withdraw => Row::act("withdraw", "retreat in the night"),
            Self::Feed(one) => Row::act("feed", "{} supplies")
                .on(Thing::Unit(one))
                .note("9.31", "He loses a step; nobody in his command does."),
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
            Self::Replace(one) => Row::act("replace", "replace {}").on(Thing::Unit(one)),
            Self::Proclaim(true) => Row::act("proclaim", "proclaim emancipation")
                .note("4.4", "3 VP for the Union; the Confederacy gets 6 replacement points."),
            Self::Proclaim(false) => Row::act("no-proclamation", "not now"),
            Self::Draft(true) => {
                Row::act("draft", "call a draft").note("4.5", "The other side gets 1 VP, whatever the roll.")
            }
            Self::Draft(false) => Row::act("no-draft", "no draft"),
        }
    }
}

const BIDDING: &str =
    "If higher, you go first and must activate as many; of equal bids the Confederate is higher.";
const ACTIVATED: &str = "He loses a step when the others have moved.";

impl BobbyLee {
    /// The id and the label of the choice that ends the step.
    fn done_label(&self) -> (&'static str, &'static str) {
        match self.stage {
            Stage::Deploy => ("end-deployment", "deployed"),
            Stage::Activate => ("end-activation", "no more leaders"),
            Stage::Battle(Step::Deploy(_) | Step::Redeploy(_)) => ("end-deploy", "deployed"),
            Stage::Battle(Step::Entrench(_)) => ("end-entrench", "no more entrenchments"),
            Stage::Battle(Step::Retreat) => ("end-retreat", "nobody else retreats"),
            Stage::Battle(Step::Combat) => ("end-combat", "end this battle turn"),
            Stage::Battle(Step::Reinforce(_)) => ("end-reinforce", "no more reinforcements"),
            Stage::Battle(Step::Regroup) => ("end-regroup", "regrouped"),
            Stage::LeaderSupply(_) => ("end-feeding", "no leader supplies"),
            Stage::Replacements | Stage::Surge | Stage::DraftCadres(..) => ("end-replacements", "done"),
            _ => ("end-moves", "no more moves"),
        }
    }

    /// Whether the picked unit can't be put back: it is on its way, or attacks from a flank (§6.5).
    pub(crate) fn is_committed(&self) -> bool {
        self.march.is_some() || self.battle.as_ref().is_some_and(|battle| battle.striking)
    }

    /// Lists that another unit is picked instead.
    pub(crate) fn list_cancel(&self, list: &mut Decisions<Choice>) {
        list.push_if(self.picked.is_some() && !self.is_committed(), Choice::Cancel);
    }

    /// Picks a unit, or puts back what was picked; gives whether the choice was either.
    pub(crate) fn take_pick(&mut self, side: Side, choice: Choice) -> bool {
        match choice {
            Choice::Pick(unit) => self.picked = Some(unit),
            Choice::Cancel => (self.picked, self.raised[side as usize]) = (None, None),
            _ => return false,
        }
        true
    }
}
