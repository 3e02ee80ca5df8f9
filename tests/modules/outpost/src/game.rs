//! The rules as the kit asks for them: what may be chosen in each stage, and where each choice is carried out. The other chapters
//! of the game are in the files that they are about.

use muster_contract::{Description, Outcome, Position, Refusal, Seat};
use muster_sdk::{Decisions, Happenings, Knowledge, Rules, Shared, TokensBySeat, ids_of, two_seats};

use crate::{Block, Card, Choice, Outpost, Side, Stage, UnitInfo, World};

impl Rules for Outpost {
    type Choice = Choice;

    fn describe() -> Description {
        crate::describe::describe()
    }

    fn read_world(position: &Position) -> Result<World, Refusal> {
        World::read(position)
    }

    /// The position before the first choice. Nothing is hidden yet: everybody may read the scenario.
    fn start(world: Shared<World>, position: &Position) -> Result<Self, Refusal> {
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
            world,
        })
    }

    fn set_world(&mut self, world: Shared<World>) {
        self.world = world;
    }

    fn begin(&mut self, happenings: &mut Happenings<'_>) {
        self.set_up(happenings);
    }

    fn decide(&self, list: &mut Decisions<Choice>) {
        match self.stage {
            Stage::Orders(side) => self.list_orders(side, list),
            Stage::March(unit) => self.list_marches(unit, list),
            Stage::Look(side) => self.list_looks(side, list),
            Stage::Combat(fight) => self.list_volleys(fight, list),
            Stage::Over => {}
        }
    }

    fn apply(&mut self, seat: Seat, choice: Choice, happenings: &mut Happenings<'_>) {
        // The kit lets nothing through that `decide` didn't list.
        match (self.stage, choice) {
            (Stage::Orders(side), choice) => self.take_order(side, choice, happenings),
            (Stage::March(unit), choice) => self.march(unit, choice, happenings),
            (Stage::Look(side), Choice::Look(unit)) => {
                self.show(seat, unit, happenings);
                self.go_on(side, happenings);
            }
            (Stage::Combat(fight), choice) => self.answer(fight, choice, happenings),
            (Stage::Look(_) | Stage::Over, _) => {}
        }
    }

    fn sides_of_seats(&self) -> Vec<String> {
        ids_of(&self.seats)
    }

    fn sides() -> &'static [&'static str] {
        &Side::IDS
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }
}
