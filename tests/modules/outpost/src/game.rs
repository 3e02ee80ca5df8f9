//! The game as the kit asks for it. It only says where things are; the rules are in the files of their chapters.

use muster_contract::{
    Change, ChoiceDetails, ChoiceRole, Description, Line, OddsTable, Outcome, OverlayItem, Place, Position,
    Refusal, Seat, Target, View,
};
use muster_sdk::{Decisions, Game, Happenings, Heading, Knowledge, Open, Random, TokensBySeat, refuse};

use crate::choice::counted;
use crate::{Block, Card, Choice, Outpost, Side, Stage, World};

impl Game for Outpost {
    type World = World;
    type Choice = Choice;
    const STATE_SCHEMA: u32 = 1;

    fn describe() -> Description {
        crate::describe::describe()
    }

    fn world(position: &Position) -> Result<World, Refusal> {
        World::read(position)
    }

    /// The position before the first choice. Nothing is hidden yet: everybody may read the scenario.
    fn start(world: &World, position: &Position) -> Result<Self, Refusal> {
        let seats: Vec<Option<Side>> = position.setup.seats.iter().map(|side| Side::named(side)).collect();
        let [Some(one), Some(two)] = seats[..] else {
            return Err(refuse("it is a game for two seats, one for blue and one for gray", "A1"));
        };
        if one == two {
            return Err(refuse(format!("both seats play {}", one.id()), "A1"));
        }
        let block = |unit: &crate::Unit| Block {
            at: unit.start,
            losses: 0,
            gone: false,
            spent: false,
            known: Knowledge::EVERYONE,
        };
        Ok(Self {
            seats: [one, two],
            stage: Stage::Orders(crate::turns::FIRST),
            turn: 0,
            orders: 0,
            blocks: world.units.iter().map(block).collect(),
            tokens: TokensBySeat::new(2, world.units.len() as u16),
            hands: [0; 2],
            deck: Card::DECK,
            played: 0,
            held: vec![None; world.posts.len()],
        })
    }

    fn fits(&self, world: &World) -> Result<(), Refusal> {
        self.is_of(world)
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

    fn apply(&mut self, world: &World, seat: Seat, choice: &Choice, happenings: &mut Happenings<'_>) {
        // The kit lets nothing through that `decide` didn't list.
        match (self.stage, *choice) {
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

    fn write_id(
        &self,
        world: &World,
        seat: Seat,
        choice: &Choice,
        id: &mut dyn std::fmt::Write,
    ) -> std::fmt::Result {
        choice.write_id(self, world, seat, id)
    }

    fn choice_target(&self, world: &World, seat: Seat, choice: &Choice) -> Target {
        choice.target(self, world, seat)
    }

    fn choice_role(&self, _world: &World, choice: &Choice) -> ChoiceRole {
        choice.role()
    }

    fn choice_details(&self, world: &World, seat: Seat, choice: &Choice) -> ChoiceDetails {
        choice.details(self, world, seat)
    }

    fn heading(&self, world: &World, open: &Open) -> Heading {
        let unit = |unit: u8| Target::Unit(self.unit_id(world, Some(open.seat), unit));
        let name = |unit: u8| self.unit_name(world, Some(open.seat), unit);
        let (prompt, citation, step, focus) = match self.stage {
            Stage::March(one) => (format!("Where does {} march?", name(one)), "C2", "March", Some(unit(one))),
            Stage::Look(_) => ("Which enemy block do you look at?".to_owned(), "C4", "Spyglass", None),
            Stage::Combat(fight) => {
                let own = if fight.asked == world.unit(fight.attacker).side {
                    fight.attacker
                } else {
                    fight.defender
                };
                let prompt =
                    format!("{} meets {}. Play a volley?", name(fight.attacker), name(fight.defender));
                (prompt, "D3", "Combat", Some(unit(own)))
            }
            _ if self.orders == 0 => ("Play a card, or end your orders.".to_owned(), "C4", "Orders", None),
            _ => (
                format!("Choose a block to order: {} left.", counted(self.orders, "order")),
                "C1",
                "Orders",
                None,
            ),
        };
        let side = self.active(world).map_or("", Side::name);
        Heading {
            prompt,
            citation: citation.to_owned(),
            frame: vec![format!("Turn {}", self.turn), format!("{side}'s orders"), step.to_owned()],
            focus,
            picked: Vec::new(),
        }
    }

    fn explain(&self, world: &World, seat: Seat, target: &Target, choosable: bool) -> Vec<Line> {
        self.explanation(world, seat, target, choosable)
    }

    fn view(&self, world: &World, seat: Option<Seat>) -> View {
        self.seen_by(world, seat)
    }

    fn odds(&self, world: &World, seat: Seat, choice: &Choice) -> Vec<OddsTable> {
        self.chances(world, seat, *choice)
    }

    fn overlay(
        &self,
        world: &World,
        seat: Option<Seat>,
        name: &str,
        focus: Option<&Target>,
    ) -> Vec<OverlayItem> {
        self.overlaid(world, seat, name, focus)
    }

    fn sides_of_seats(&self) -> Vec<String> {
        self.seats.map(|side| side.id().to_owned()).to_vec()
    }

    fn sides() -> &'static [&'static str] {
        &["blue", "gray"]
    }

    fn outcome(&self, world: &World) -> Option<Outcome> {
        self.result(world)
    }

    fn weigh(&self, world: &World, open: &Open, _policy: &str, choices: &[Choice], weights: &mut Vec<u32>) {
        weights.extend(choices.iter().map(|&choice| self.weight(world, open.seat, choice)));
    }

    fn estimate(&self, world: &World) -> Vec<u32> {
        self.prospects(world)
    }

    fn sample(&mut self, world: &World, seat: Seat, random: &mut Random) {
        self.deal_again(world, seat, random);
    }

    fn edit(&mut self, world: &World, change: &Change) -> Result<(), Refusal> {
        if !matches!(self.stage, Stage::Orders(_)) {
            return Err(refuse("the position can be changed only between two orders", "C1"));
        }
        match change {
            Change::Place((id, to)) => self.put(world, id, to),
            Change::Remove(id) => {
                let unit = named(world, id)?;
                self.turn_up(unit);
                self.block_mut(unit).gone = true;
                Ok(())
            }
            _ => Err(refuse("blocks can be placed and removed, and nothing else", "A1")),
        }
    }
}

impl Outpost {
    /// A correction: a block is put somewhere.
    fn put(&mut self, world: &World, id: &str, to: &Place) -> Result<(), Refusal> {
        let unit = named(world, id)?;
        let side = world.unit(unit).side;
        let Some(space) = world.atlas.space(&to.space) else {
            return Err(refuse(format!("there is no space {}", to.space), "A1"));
        };
        if !world.is_ground(space) || space == world.camp(side.other()) {
            return Err(refuse(format!("{id} can't stand in {}", to.space), "A1"));
        }
        let there = Side::ALL.into_iter().filter_map(|side| self.unit_in(world, side, space));
        if there.into_iter().any(|other| other != unit) && space != world.camp(side) {
            return Err(refuse(format!("there is a block in {} already", to.space), "A1"));
        }
        let block = self.block_mut(unit);
        (block.at, block.gone) = (space, false);
        if let Some(post) = world.post_at(space) {
            self.held[post] = Some(side);
        }
        Ok(())
    }
}

fn named(world: &World, id: &str) -> Result<u8, Refusal> {
    let found = (0u8..).zip(&world.units).find(|(_, unit)| unit.id == id);
    found.map(|(unit, _)| unit).ok_or_else(|| refuse(format!("there is no block {id}"), "A1"))
}
