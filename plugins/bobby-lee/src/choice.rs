//! What can be chosen, and the names of the choices.

use std::fmt;

use muster_contract::{ChoiceRole, Seat, Target};
use muster_sdk::ChoiceOf;

use crate::fire::Fire;
use crate::state::{BobbyLee, Buy, Raised, Step};
use crate::world::{Hex, Side, World};

/// An answer. Columns are those of the battle board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// §4.22: two units change places, and the first has its own.
    Exchange(u8, u8),
    /// §4.22: no more do.
    EndDeployment,
    /// §1.1
    Bid(u8),
    /// §5.11, as a supreme leader or not.
    Activate(u8, bool),
    /// §1.2: no leader is activated.
    Pass,
    /// No more leaders are activated.
    EndActivation,
    /// A unit that is to do something.
    Pick(u8),
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
    Hit(u8),
    /// §6.7: a unit reinforces.
    Bring(u8),
    /// No more reinforcements.
    EndReinforce,
    /// §6.81: this leader keeps the battle going.
    FightOn(u8),
    /// §6.81: the battle is given up.
    Withdraw,
    /// §6.34: the victor is done.
    EndRegroup,
    /// §9.31: this leader supplies.
    Feed(u8),
    /// No more leaders do.
    EndFeeding,
    /// §9.4: this unit loses a step for want of supply.
    Starve(u8),
    /// §9.52: this cadre is wanted; where is asked next.
    Raise(Raised),
    /// §9.5
    Buy(Buy),
    /// Nothing more is bought, or drafted.
    EndBuying,
    /// §5.2: this leader is replaced.
    Replace(u8),
    /// §4.4
    Proclaim,
    /// §4.4: not now.
    NoProclamation,
    /// §4.5
    Draft,
    /// §4.5: none.
    NoDraft,
}

impl Fire {
    /// Its name in ids.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Short => "fire",
            Self::Melee => "melee",
            Self::Long => "bombard",
            Self::Counter(_) => "counter",
        }
    }
}

impl ChoiceOf<BobbyLee> for Choice {
    fn write_id(&self, game: &BobbyLee, world: &World, seat: Seat, out: &mut dyn fmt::Write) -> fmt::Result {
        let unit = |unit: u8| game.unit_id(world, Some(seat), unit);
        let name = |hex: Hex| world.name(hex);
        let own = |column: u8| world.name(column_box(world, game.side_of(seat), column));
        let foe = |column: u8| world.name(column_box(world, game.side_of(seat).other(), column));
        match *self {
            Self::Exchange(one, two) => write!(out, "exchange {} {}", unit(one), unit(two)),
            Self::EndDeployment => out.write_str("end-deployment"),
            Self::Bid(bid) => write!(out, "bid {bid}"),
            Self::Activate(one, false) => write!(out, "activate {}", unit(one)),
            Self::Activate(one, true) => write!(out, "activate-supreme {}", unit(one)),
            Self::Pass => out.write_str("pass"),
            Self::EndActivation => out.write_str("end-activation"),
            Self::Pick(one) => write!(out, "pick {}", unit(one)),
            Self::Cancel => out.write_str("cancel"),
            Self::Step(to) => write!(out, "to {}", name(to)),
            Self::Force(to) => write!(out, "force {}", name(to)),
            Self::Halt => out.write_str("halt"),
            Self::Rail(to) => write!(out, "rail {}", name(to)),
            Self::Sail(to) => write!(out, "sail {}", name(to)),
            Self::Bridge(to) => write!(out, "pontoon {}", name(to)),
            Self::EndMoves => out.write_str("end-moves"),
            Self::Fight(at) => write!(out, "fight {}", name(at)),
            Self::Post(column) => write!(out, "post {}", own(column)),
            Self::PostReserve => out.write_str("reserve"),
            Self::EndDeploy => out.write_str("end-deploy"),
            Self::Entrench(column) => write!(out, "entrench {}", own(column)),
            Self::EndEntrench => out.write_str("end-entrench"),
            Self::Retreat(to) => write!(out, "retreat {}", name(to)),
            Self::EndRetreat => out.write_str("end-retreat"),
            Self::Engage(column) => write!(out, "engage {}", foe(column)),
            Self::Outflank(column) => write!(out, "outflank {}", foe(column)),
            Self::Shoot(Fire::Counter(target)) => write!(out, "counter {}", unit(target)),
            Self::Shoot(fire) => out.write_str(fire.name()),
            Self::Hold => out.write_str("hold"),
            Self::EndCombat => out.write_str("end-combat"),
            Self::Hit(one) => write!(out, "hit {}", unit(one)),
            Self::Bring(one) => write!(out, "bring {}", unit(one)),
            Self::EndReinforce => out.write_str("end-reinforce"),
            Self::FightOn(one) => write!(out, "fight-on {}", unit(one)),
            Self::Withdraw => out.write_str("withdraw"),
            Self::EndRegroup => out.write_str("end-regroup"),
            Self::Feed(one) => write!(out, "feed {}", unit(one)),
            Self::EndFeeding => out.write_str("end-feeding"),
            Self::Starve(one) => write!(out, "starve {}", unit(one)),
            Self::Raise(Raised::Unit(one)) => write!(out, "raise {}", world.unit(one).id),
            Self::Raise(Raised::Leader(true)) => out.write_str("raise-major-leader"),
            Self::Raise(Raised::Leader(false)) => out.write_str("raise-minor-leader"),
            Self::Buy(Buy::Step(one)) => write!(out, "step {}", unit(one)),
            Self::Buy(Buy::Cadre(one, at)) => write!(out, "cadre {} {}", world.unit(one).id, name(at)),
            Self::Buy(Buy::Leader(true, at)) => write!(out, "major-leader {}", name(at)),
            Self::Buy(Buy::Leader(false, at)) => write!(out, "minor-leader {}", name(at)),
            Self::EndBuying => out.write_str("end-replacements"),
            Self::Replace(one) => write!(out, "replace {}", unit(one)),
            Self::Proclaim => out.write_str("proclaim"),
            Self::NoProclamation => out.write_str("no-proclamation"),
            Self::Draft => out.write_str("draft"),
            Self::NoDraft => out.write_str("no-draft"),
        }
    }

    fn target(&self, game: &BobbyLee, world: &World, seat: Seat) -> Target {
        let unit = |unit: u8| Target::Unit(game.unit_id(world, Some(seat), unit).to_string());
        let space = |hex: Hex| Target::Space(world.name(hex).to_owned());
        let side = game.side_of(seat);
        match *self {
            Self::Activate(one, _)
            | Self::Pick(one)
            | Self::Hit(one)
            | Self::Bring(one)
            | Self::FightOn(one)
            | Self::Feed(one)
            | Self::Starve(one)
            | Self::Replace(one)
            | Self::Buy(Buy::Step(one))
            | Self::Shoot(Fire::Counter(one)) => unit(one),
            Self::Step(to)
            | Self::Force(to)
            | Self::Rail(to)
            | Self::Sail(to)
            | Self::Bridge(to)
            | Self::Fight(to)
            | Self::Retreat(to)
            | Self::Buy(Buy::Cadre(_, to) | Buy::Leader(_, to)) => space(to),
            Self::Post(column) | Self::Entrench(column) => space(column_box(world, side, column)),
            Self::Engage(column) | Self::Outflank(column) => space(column_box(world, side.other(), column)),
            Self::PostReserve => space(column_box(world, side, 3)),
            Self::Bid(bid) => Target::Amount(bid.into()),
            _ => {
                let mut id = String::new();
                self.write_id(game, world, seat, &mut id).expect("a string takes everything");
                Target::Button(id)
            }
        }
    }

    fn role(&self) -> ChoiceRole {
        match self {
            Self::EndDeployment
            | Self::EndActivation
            | Self::Halt
            | Self::EndMoves
            | Self::EndDeploy
            | Self::EndEntrench
            | Self::EndRetreat
            | Self::EndCombat
            | Self::EndReinforce
            | Self::EndRegroup
            | Self::EndFeeding
            | Self::EndBuying => ChoiceRole::Finish,
            Self::Cancel => ChoiceRole::Cancel,
            _ => ChoiceRole::Act,
        }
    }
}

/// The box of a side's column, or of its reserve (3).
pub(crate) fn column_box(world: &World, side: Side, column: u8) -> Hex {
    world.boxes[side as usize][usize::from(column)]
}

impl BobbyLee {
    pub(crate) fn take_step(
        &mut self,
        world: &World,
        step: Step,
        choice: Choice,
        happenings: &mut muster_sdk::Happenings<'_>,
    ) {
        match (step, choice) {
            (Step::Deploy(side), _) => self.take_deployment(world, side, choice, happenings),
            (Step::Entrench(side), _) => self.take_entrenchment(world, side, choice, happenings),
            (Step::Retreat, _) => self.take_retreat(world, choice, happenings),
            (Step::Combat, _) => match self.picked.filter(|_| self.fought().striking) {
                Some(unit) => self.take_strike(world, unit, choice, happenings),
                None => self.take_combat(world, choice, happenings),
            },
            (Step::Losses, Choice::Hit(unit)) => self.take_loss(world, unit, happenings),
            (Step::Reinforce(side), _) => self.take_reinforcement(world, side, choice, happenings),
            (Step::Night(side), _) => self.take_night(world, side, choice, happenings),
            (Step::Redeploy(side), _) => self.take_redeployment(world, side, choice, happenings),
            (Step::Flee(side), _) => self.take_flight(world, side, choice, happenings),
            (Step::Regroup, _) => self.take_regroup(world, choice, happenings),
            _ => {}
        }
    }
}
