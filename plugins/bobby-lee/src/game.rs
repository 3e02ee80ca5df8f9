//! The rules as the kit asks for them: what may be chosen in each stage, and where each choice is carried out.

use muster_contract::{Description, Outcome, Position, Refusal, Seat};
use muster_sdk::{Decisions, Happenings, Rules, Shared, ids_of, two_seats};

use crate::choice::Choice;
use crate::state::{BobbyLee, Stage, Step};
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

    fn begin(&mut self, happenings: &mut Happenings<'_>) {
        self.open_game(happenings);
    }

    fn decide(&self, list: &mut Decisions<Choice>) {
        match self.stage {
            Stage::Deploy => self.list_exchanges(list),
            Stage::Bid => self.list_bids(list),
            Stage::Activate => self.list_activation(list),
            Stage::Move | Stage::LeaderMove => self.list_moves(list),
            Stage::ChooseBattle => self.list_battles(list),
            Stage::Battle(step) => match step {
                Step::Deploy(side) => self.list_deployment(side, list),
                Step::Entrench(side) => self.list_entrenchments(side, list),
                Step::Retreat => self.list_retreat(self.fought().turn, false, list),
                Step::Combat => match self.picked.filter(|_| self.fought().striking) {
                    Some(unit) => self.list_strike(unit, list),
                    None => self.list_combat(list),
                },
                Step::Losses => self.list_losses(list),
                Step::Reinforce(side) => self.list_reinforcements(side, list),
                Step::Night(side) => self.list_night(side, list),
                Step::Redeploy(side) => self.list_redeployment(side, list),
                Step::Flee(side) => self.list_retreat(side, true, list),
                Step::Regroup => self.list_regroup(list),
                Step::Hour | Step::Morale => {}
            },
            Stage::LeaderSupply(side) => self.list_leader_supply(side, list),
            Stage::Forage(side) => self.list_forage(side, list),
            Stage::Replacements | Stage::Surge => self.list_replacements(list),
            Stage::ReplaceLeader(side, drawn) => self.list_replaced(side, drawn, list),
            Stage::Proclaim => self.list_proclamation(list),
            Stage::Draft(side) => self.list_draft(side, list),
            Stage::DraftCadres(side, _) => self.list_draft_cadres(side, list),
            Stage::Over => {}
        }
    }

    fn apply(&mut self, seat: Seat, choice: Choice, happenings: &mut Happenings<'_>) {
        match (self.stage, choice) {
            (Stage::Deploy, _) => self.take_exchange(seat, choice, happenings),
            (Stage::Bid, Choice::Bid(bid)) => self.take_bid(seat, bid, happenings),
            (Stage::Activate, _) => self.take_activation(choice, happenings),
            (Stage::Move | Stage::LeaderMove, _) => self.take_move(choice, happenings),
            (Stage::ChooseBattle, Choice::Fight(hex)) => self.fight(hex, happenings),
            (Stage::Battle(step), _) => self.take_step(step, choice, happenings),
            (Stage::LeaderSupply(side), _) => self.take_leader_supply(side, choice, happenings),
            (Stage::Forage(side), Choice::Starve(unit)) => self.take_forage(side, unit, happenings),
            (Stage::Replacements | Stage::Surge, _) => self.take_replacement(seat, choice, happenings),
            (Stage::ReplaceLeader(side, drawn), Choice::Replace(old)) => {
                self.replace_leader(drawn, old, happenings);
                self.leaders_changed(side, happenings);
            }
            (Stage::Proclaim, _) => self.take_proclamation(choice, happenings),
            (Stage::Draft(side), _) => self.take_draft(side, choice, happenings),
            (Stage::DraftCadres(side, left), _) => {
                self.take_draft_cadre(side, left, choice, happenings);
            }
            // The kit lets nothing through that isn't listed.
            _ => {}
        }
    }

    fn sides_of_seats(&self) -> Vec<String> {
        ids_of(&self.seats)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }
}
