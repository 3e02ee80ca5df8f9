//! The rules as the kit asks for them: what may be chosen in each stage, and where each choice is carried out. The other chapters
//! of the game are in the files that they are about.

use muster_contract::{Description, Outcome, Position, Refusal, Seat};
use muster_sdk::{Decisions, Happenings, Knowledge, Rules, TokensBySeat, ids_of, two_seats};

use crate::{Block, Card, Choice, Outpost, Side, Stage, UnitInfo, World};

impl Rules for Outpost {
    type Choice = Choice;

    fn describe() -> Description {
        crate::describe::describe()
    }

    fn world(position: &Position) -> Result<World, Refusal> {
        World::read(position)
    }

    /// The position before the first choice. Nothing is hidden yet: everybody may read the scenario.
    fn start(world: &World, position: &Position) -> Result<Self, Refusal> {
        let seats = two_seats(&position.setup.seats, "A1")?;
        let block = |unit: &UnitInfo| Block {
            at: unit.start,
            losses: 0,
            gone: false,
            spent: false,
            known: Knowledge::EVERYONE,
        };
        Ok(Self {
            seats,
            stage: Stage::Orders(crate::turns::FIRST),
            turn: 0,
            orders: 0,
            blocks: world.units.rows().map(block).collect(),
            tokens: TokensBySeat::new(2, world.units.len() as u16),
            hands: [0; 2],
            deck: Card::DECK,
            played: 0,
            held: vec![None; world.posts.len()],
        })
    }

    fn begin(&mut self, world: &World, happenings: &mut Happenings<'_>) {
        self.set_up(world, happenings);
    }

    fn decide(&self, world: &World, list: &mut Decisions<Choice>) {
        match self.stage {
            Stage::Orders(side) => self.list_orders(world, side, list),
            Stage::March(unit) => self.list_marches(world, unit, list),
            Stage::Look(side) => self.list_looks(world, side, list),
            Stage::Combat(fight) => self.list_volleys(fight, list),
            Stage::Over => {}
        }
    }

    fn apply(&mut self, world: &World, seat: Seat, choice: Choice, happenings: &mut Happenings<'_>) {
        // The kit lets nothing through that `decide` didn't list.
        match (self.stage, choice) {
            (Stage::Orders(side), choice) => self.take_order(world, side, choice, happenings),
            (Stage::March(unit), choice) => self.march(world, unit, choice, happenings),
            (Stage::Look(side), Choice::Look(unit)) => {
                self.show(world, seat, unit, happenings);
                self.go_on(world, side, happenings);
            }
            (Stage::Combat(fight), choice) => self.answer(world, fight, choice, happenings),
            (Stage::Look(_) | Stage::Over, _) => {}
        }
    }

    fn sides_of_seats(&self) -> Vec<String> {
        ids_of(&self.seats)
    }

    fn sides() -> &'static [&'static str] {
        &Side::IDS
    }

    fn outcome(&self, world: &World) -> Option<Outcome> {
        self.result(world)
    }
}
