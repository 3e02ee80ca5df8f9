//! The rules as the kit asks for them: what may be chosen in each stage, and where each choice is carried out.

use muster_contract::{Description, Outcome, Position, Refusal, Seat};
use muster_sdk::{Decisions, Happenings, Rules, ids_of, two_seats};

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

    fn world(position: &Position) -> Result<World, Refusal> {
        World::read(position)
    }

    fn start(world: &World, position: &Position) -> Result<Self, Refusal> {
        Ok(Self::laid_out(world, two_seats(&position.setup.seats, "1")?))
    }

    fn begin(&mut self, world: &World, happenings: &mut Happenings<'_>) {
        self.open_game(world, happenings);
    }

    fn decide(&self, world: &World, list: &mut Decisions<Choice>) {
        match self.stage {
            Stage::Deploy => self.list_exchanges(world, list),
            Stage::Bid => self.list_bids(world, list),
            Stage::Activate => self.list_activation(world, list),
            Stage::Move | Stage::LeaderMove => self.list_moves(world, list),
            Stage::ChooseBattle => self.list_battles(world, list),
            Stage::Battle(step) => match step {
                Step::Deploy(side) => self.list_deployment(world, side, list),
                Step::Entrench(side) => self.list_entrenchments(world, side, list),
                Step::Retreat => self.list_retreat(world, self.fought().turn, false, list),
                Step::Combat => match self.picked.filter(|_| self.fought().striking) {
                    Some(unit) => self.list_strike(world, unit, list),
                    None => self.list_combat(world, list),
                },
                Step::Losses => self.list_losses(world, list),
                Step::Reinforce(side) => self.list_reinforcements(world, side, list),
                Step::Night(side) => self.list_night(world, side, list),
                Step::Redeploy(side) => self.list_redeployment(world, side, list),
                Step::Flee(side) => self.list_retreat(world, side, true, list),
                Step::Regroup => self.list_regroup(world, list),
                Step::Hour | Step::Morale => {}
            },
            Stage::LeaderSupply(side) => self.list_leader_supply(world, side, list),
            Stage::Forage(side) => self.list_forage(world, side, list),
            Stage::Replacements | Stage::Surge => self.list_replacements(world, list),
            Stage::ReplaceLeader(side, drawn) => self.list_replaced(world, side, drawn, list),
            Stage::Proclaim => self.list_proclamation(list),
            Stage::Draft(side) => self.list_draft(side, list),
            Stage::DraftCadres(side, _) => self.list_draft_cadres(world, side, list),
            Stage::Over => {}
        }
    }

    fn apply(&mut self, world: &World, seat: Seat, choice: Choice, happenings: &mut Happenings<'_>) {
        match (self.stage, choice) {
            (Stage::Deploy, _) => self.take_exchange(world, seat, choice, happenings),
            (Stage::Bid, Choice::Bid(bid)) => self.take_bid(world, seat, bid, happenings),
            (Stage::Activate, _) => self.take_activation(world, choice, happenings),
            (Stage::Move | Stage::LeaderMove, _) => self.take_move(world, choice, happenings),
            (Stage::ChooseBattle, Choice::Fight(hex)) => self.fight(world, hex, happenings),
            (Stage::Battle(step), _) => self.take_step(world, step, choice, happenings),
            (Stage::LeaderSupply(side), _) => self.take_leader_supply(world, side, choice, happenings),
            (Stage::Forage(side), Choice::Starve(unit)) => self.take_forage(world, side, unit, happenings),
            (Stage::Replacements | Stage::Surge, _) => self.take_replacement(world, seat, choice, happenings),
            (Stage::ReplaceLeader(side, drawn), Choice::Replace(old)) => {
                self.replace_leader(world, drawn, old, happenings);
                self.leaders_changed(world, side, happenings);
            }
            (Stage::Proclaim, _) => self.take_proclamation(world, choice, happenings),
            (Stage::Draft(side), _) => self.take_draft(world, side, choice, happenings),
            (Stage::DraftCadres(side, left), _) => {
                self.take_draft_cadre(world, side, left, choice, happenings);
            }
            // The kit lets nothing through that isn't listed.
            _ => {}
        }
    }

    fn sides_of_seats(&self) -> Vec<String> {
        ids_of(&self.seats)
    }

    fn outcome(&self, world: &World) -> Option<Outcome> {
        self.result(world)
    }
}
