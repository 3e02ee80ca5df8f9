//! What a sensible player would think of each choice at first sight: the policy `regular`.
//!
//! `survey` sums up the map: who is near what; `pull` where a stack would do most good; `march` weighs activations and steps, each
//! step by the whole way that is left, and transfers; `voyage` what ships could do, `ships` what ships of war do; `battle` reactions, battles and retreats by their
//! true chances; `opening` what comes at a turn's start.

mod battle;
mod march;
mod opening;
mod pull;
mod ships;
mod site;
mod survey;
mod voyage;

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use march::Stack;
use muster_sdk::{OpenDecision, Policies, Table};

use crate::charts::Card;
use crate::choice::{Choice, Pay};
use crate::fleets::Courses;
use crate::naval::Landfalls;
use crate::state::{Berth, Means, Step, UsCivilWar};
use crate::units::Piece;
use crate::world::{Side, Space};
pub(crate) use pull::Pull;
use survey::Outlook;
pub(crate) use survey::{Around, Survey};

/// The weight of a choice that is all but certain; ordinary ones weigh 1.
const COMMITTED: u32 = 1000;
/// Who sails how, with how many SPs, whether near enemies, and whether against Forts.
type Sailing = (Piece, Means, u8, bool, bool);

/// What is found once for all choices of a list.
#[derive(Default)]
struct OfList {
    /// Who leads the side's stacks.
    stacks: OnceCell<Vec<Stack>>,
    /// How well the enemy's generals react, by space.
    led: OnceCell<Table<Space, u8>>,
    /// What the last activation was judged to gain, whatever pays for it.
    gain: Cell<Option<(Piece, bool, i32)>>,
    /// The same of the last voyage.
    voyage: Cell<Option<(Sailing, i32)>>,
    /// Where ships get to from a space.
    coasts: RefCell<Vec<(Space, Means, Rc<Landfalls>)>>,
    /// Where Strategic Moves could end, and what that would be worth, the best first.
    ends: OnceCell<Vec<(u32, Space)>>,
    /// How many SPs of those that are dispatched go.
    to_send: OnceCell<u8>,
    /// What fleets would gain by sailing, by where they lie.
    sorties: RefCell<Vec<(Berth, i32)>>,
    /// Where the stack on its way can sail to.
    courses: OnceCell<Courses>,
    /// Whether SPs wait for a landing behind ships.
    expedition: OnceCell<bool>,
}

/// A card is kept for later unless the hand is about as full as this.
const FULL_HAND: u8 = 4;

impl Policies for UsCivilWar {
    fn weigh(&self, open: &OpenDecision, _policy: &str, choices: &[Choice], weights: &mut Vec<u32>) {
        if open.kind == "army" {
            // Markers cost nothing; which stack has one is seldom worth a thought.
            let places = |choice: &Choice| u32::from(matches!(choice, Choice::Army(_)));
            return weights.extend(choices.iter().map(places));
        }
        let side = self.side_of(open.seat);
        let outlook = Outlook::new(self, side);
        let of_list = OfList::default();
        let weigh = |&choice: &Choice| match self.frames.step() {
            _ if let Choice::Naval(order) = choice => outlook.weigh_ships(order, &of_list),
            Step::Actions | Step::Transfer { .. } | Step::SecondTransfer(_) => {
                outlook.weigh_action(choice, &of_list)
            }
            Step::React(_) | Step::Send(_) | Step::Avoid(_) | Step::Push(_) | Step::BackUp { .. } => {
                outlook.weigh_reaction(choice)
            }
            Step::Lead(_) | Step::Command(..) => outlook.weigh_lead(choice),
            Step::Regroup => u32::from(choice == Choice::SendOff),
            Step::Plan(plan) => outlook.weigh_plan(plan, choice),
            Step::Victors(..) | Step::Stranded(..) | Step::Attrition | Step::Sacrifice => {
                outlook.weigh_losses(choice)
            }
            Step::Strategic(..) => outlook.weigh_strategic(choice, &of_list),
            Step::Convoy(convoy) => outlook.weigh_convoy(&convoy, choice, &of_list),
            Step::Reembark(_) => outlook.weigh_way_back(choice),
            Step::Retreat(fought) => outlook.weigh_retreat(&fought, choice),
            _ => outlook.weigh_opening(choice, &of_list),
        };
        match self.frames.step() {
            Step::March => outlook.weigh_march(choices, weights),
            _ => weights.extend(choices.iter().map(weigh)),
        }
        if weights.iter().all(|&weight| weight == 0) {
            weights.fill(1);
        }
    }

    /// By how far the Union is ahead of its benchmark, or behind it, of the margin that ends the game.
    fn estimate(&self) -> Vec<u32> {
        if let Some(winner) = self.winner {
            return Side::ALL.map(|side| if side == winner { 10_000 } else { 0 }).to_vec();
        }
        let ahead = i32::from(self.balance()) - i32::from(self.world.benchmarks[usize::from(self.turn - 1)]);
        let us = (5_000 + ahead * 400).clamp(500, 9_500) as u32;
        vec![us, 10_000 - us]
    }
}

/// The weight of what gains so much: of two choices the better one is taken nearly always, and none that gains nothing.
fn sharp(gain: i32) -> u32 {
    let gain = gain.clamp(0, 300) as u32;
    if gain < 5 { 0 } else { gain * gain * gain / 64 + 1 }
}

impl Outlook<'_> {
    /// What is given up for an action: points are lost that aren't spent, cards are kept for later.
    fn price(&self, pay: Pay) -> i32 {
        match pay {
            Pay::Point | Pay::Free => 0,
            Pay::Two => 8,
            Pay::Three => 14,
            Pay::Card(_) if self.game.hand(self.side) >= FULL_HAND => 8,
            Pay::Card(Card::Naval) => 14,
            Pay::Card(_) => 24,
        }
    }
}
