//! The rules as the SDK asks for them, and what each step of the sequence of play is. The other chapters of the game are in the files
//! that they are about.

use muster_contract::{Description, Outcome, Position, Refusal, Seat};
use muster_sdk::{
    Decisions, Frames, Knowledge, Resolution, Rules, Shared, StepRow, TokensBySeat, Who, ids_of, two_seats,
};

use crate::{Block, Card, Choice, Outpost, Side, Stage, Unit, UnitInfo, World};

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
            stage: Frames::new(Stage::Orders(crate::turns::FIRST)),
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

    fn begin(&mut self, resolution: &mut Resolution<'_>) {
        self.set_up(resolution);
    }

    fn decide(&self, list: &mut Decisions<Choice>) {
        self.step().decide(self, &self.seats, |_| false, list);
    }

    fn apply(&mut self, seat: Seat, choice: Choice, resolution: &mut Resolution<'_>) {
        // The SDK lets nothing through that `decide` didn't list.
        self.step().apply(self, self.side_of(seat), choice, resolution);
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

impl Outpost {
    /// What the step is that the game is in, a row each.
    pub(crate) fn step(&self) -> StepRow<Self, Side> {
        let (row, one) = (StepRow::new, Who::One);
        let side_of = |unit: Unit| self.world.unit(unit).side;
        match self.stage.step() {
            Stage::Orders(side) => {
                row("orders", "C1", "order", one(side)).by(Self::list_orders, Self::take_order)
            }
            Stage::March(unit) => {
                row("orders", "C2", "march", one(side_of(unit))).by(Self::list_marches, Self::march)
            }
            Stage::Look(side) => row("orders", "C4", "look", one(side)).by(Self::list_looks, Self::look),
            Stage::Combat(fight) => {
                row("combat", "D3", "volley", one(fight.asked)).by(Self::list_volleys, Self::answer)
            }
            Stage::Over => row("end", "V2", "", Who::Nobody),
        }
    }
}
