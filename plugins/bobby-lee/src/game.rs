//! The rules as the SDK asks for them, and what each stage is: who decides what, by which section, and where that is carried out.

use muster_contract::{Description, Outcome, Position, Refusal, Seat};
use muster_sdk::{Decisions, Resolution, Rules, Shared, StepRow, Who, ids_of, two_seats};

use crate::choice::Choice;
use crate::describe::NIGHT;
use crate::state::{Battle, BobbyLee, Stage, Step};
use crate::world::{Side, World};

impl Rules for BobbyLee {
    type Choice = Choice;

    fn describe() -> Description {
        crate::describe::describe()
    }

    fn sides() -> &'static [&'static str] {
        &Side::IDS
    }

    fn read_world(position: &Position) -> Result<World, Refusal> {
        World::read(position)
    }

    fn start(world: Shared<World>, position: &Position) -> Result<Self, Refusal> {
        Ok(Self::laid_out(world, two_seats(&position.setup.seats, "1")?))
    }

    fn set_world(&mut self, world: Shared<World>) {
        self.world = world;
    }

    fn begin(&mut self, resolution: &mut Resolution<'_>) {
        self.open_game(resolution);
    }

    fn decide(&self, list: &mut Decisions<Choice>) {
        self.stage_row().decide(self, &self.seats, |side| self.has_decided(side), list);
        self.list_cancel(list);
    }

    fn apply(&mut self, seat: Seat, choice: Choice, resolution: &mut Resolution<'_>) {
        let side = self.side_of(seat);
        if !self.take_pick(side, choice) {
            self.stage_row().apply(self, side, choice, resolution);
        }
    }

    fn sides_of_seats(&self) -> Vec<String> {
        ids_of(&self.seats)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }
}

impl BobbyLee {
    /// What the stage is that the sequence of play stands in, a row each.
    pub(crate) fn stage_row(&self) -> StepRow<Self, Side> {
        use Stage as S;
        use Who::{Each, Nobody, One};
        let row = StepRow::new;
        let active = One(self.active);
        match self.stage {
            S::Deploy => row("deployment", "4.22", "deploy", Each("deployment"))
                .by(Self::list_exchanges, Self::take_exchange),
            S::Bid => row("bid", "1.1", "bid", Each("initiative")).by(Self::list_bids, Self::take_bid),
            S::Activate => {
                row("activate", "5.11", "activate", active).by(Self::list_activation, Self::take_activation)
            }
            S::Move => row("move", "5.3", "move", active).by(Self::list_moves, Self::take_move),
            S::LeaderMove => {
                row("move-leaders", "1.21", "move-leader", active).by(Self::list_moves, Self::take_move)
            }
            S::ChooseBattle => {
                row("battles", "6", "choose-battle", active).by(Self::list_battles, Self::take_battle)
            }
            S::Battle(step) => self.step_row(step),
            S::LeaderSupply(side) => row("supply", "9.31", "leader-supply", One(side))
                .by(Self::list_leader_supply, Self::take_leader_supply),
            S::Forage(side) => {
                row("supply", "9.4", "forage", One(side)).by(Self::list_forage, Self::take_forage)
            }
            S::Replacements => row("replacements", "9.5", "replacements", Each("replacements"))
                .by(Self::list_replacements, Self::take_replacement),
            S::Surge => row("replacements", "4.4", "replacements", One(Side::Cs))
                .by(Self::list_replacements, Self::take_replacement),
            S::ReplaceLeader(side, _) => row("leaders", "5.2", "replace-leader", One(side))
                .by(Self::list_replaced, Self::take_replaced),
            S::Proclaim => row("drafts", "4.4", "proclaim", One(Side::Us))
                .by(Self::list_proclamation, Self::take_proclamation),
            S::Draft(side) => row("drafts", "4.5", "draft", One(side)).by(Self::list_draft, Self::take_draft),
            S::DraftCadres(side, _) => row("drafts", "4.5", "draft-cadres", One(side))
                .by(Self::list_draft_cadres, Self::take_draft_cadre),
            S::Over => row("drafts", "4", "", Nobody),
        }
    }

    /// The same of the steps of a battle.
    fn step_row(&self, step: Step) -> StepRow<Self, Side> {
        use Who::{Nobody, One};
        let row = StepRow::new;
        let battle = self.battle.as_deref();
        let one = |side: Option<Side>| side.map_or(Nobody, One);
        let turn = one(battle.map(|battle| battle.turn));
        let or_night = |phase| if battle.is_some_and(|battle| battle.night) { NIGHT } else { phase };
        match step {
            Step::Deploy(side) => row("deploy", "6.2", "deploy-battle", One(side))
                .by(Self::list_deployment, Self::take_deployment),
            Step::Entrench(side) => row(or_night("deploy"), "6.9", "entrench", One(side))
                .by(Self::list_entrenchments, Self::take_entrenchment),
            Step::Retreat => {
                row("retreats", "6.3", "retreat", turn).by(Self::list_retreat, Self::take_retreat)
            }
            Step::Combat => row("combat", "6.6", "combat", turn).by(Self::list_combat, Self::take_combat),
            Step::Losses => {
                let hit = battle.and_then(|battle| battle.hits).map(|hits| hits.side);
                row("combat", "6.63", "losses", one(hit)).by(Self::list_losses, Self::take_loss)
            }
            Step::Reinforce(side) => row(or_night("reinforce"), "6.7", "reinforce", One(side))
                .by(Self::list_reinforcements, Self::take_reinforcement),
            Step::Night(side) => {
                row(NIGHT, "6.81", "night", One(side)).by(Self::list_night, Self::take_night)
            }
            Step::Redeploy(side) => row(NIGHT, "6.81", "deploy-battle", One(side))
                .by(Self::list_redeployment, Self::take_redeployment),
            Step::Flee(side) => {
                row("retreats", "6.31", "retreat", One(side)).by(Self::list_retreat, Self::take_flight)
            }
            Step::Regroup => {
                let victor = battle.and_then(|battle| battle.victor);
                row("regroup", "6.34", "regroup", one(victor)).by(Self::list_regroup, Self::take_regroup)
            }
            Step::Hour => row(battle.map_or("", Battle::hour), "6.8", "", Nobody),
            Step::Morale => row("morale", "6.4", "", Nobody),
        }
    }

    pub(crate) fn phase(&self) -> &'static str {
        self.stage_row().phase
    }

    pub(crate) fn section(&self) -> &'static str {
        self.stage_row().section
    }

    /// Whether a side has done its part of a secret group.
    fn has_decided(&self, side: Side) -> bool {
        match self.stage {
            Stage::Bid => self.bids[side as usize].is_some(),
            _ => self.done[side as usize],
        }
    }
}
