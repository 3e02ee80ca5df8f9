//! The game as the kit sees it: the sequence of play, with each chapter behind it.

use muster_contract::hooks::{Action, Datum, Fact};
use muster_contract::{
    Change, ChoiceDetails, ChoiceRole, Description, Line, OddsTable, Outcome, OverlayItem, Position, Refusal,
    Seat, Target, View,
};
use muster_sdk::{Decisions, Game, Happenings, Heading, Open, Random, line, refuse};

use crate::{
    Fault, NORTH, Parley, SOUTH, Stage, World, battle, bid, cards,
    choice::Choice,
    describe, explain, ledger, march, sample, scouting,
    state::{Ending, other},
    turn, view, words,
};

impl Game for Parley {
    type World = World;
    type Choice = Choice;
    const STATE_SCHEMA: u32 = 1;

    fn describe() -> Description {
        describe::describe()
    }

    fn world(position: &Position) -> Result<World, Refusal> {
        World::read(position)
    }

    fn start(world: &World, position: &Position) -> Result<Self, Refusal> {
        match position.setup.seats.as_slice() {
            [one, two]
                if one != two && [one, two].iter().all(|side| words::SIDES.contains(&side.as_str())) =>
            {
                Ok(Self::new(world, position))
            }
            _ => Err(refuse("Parley is for two seats, one for the north and one for the south", "P1")),
        }
    }

    fn fits(&self, world: &World) -> Result<(), Refusal> {
        self.is_of(world)
    }

    fn begin(&mut self, _world: &World, happenings: &mut Happenings<'_>) {
        happenings.phase("P1", || self.status());
    }

    fn decide(&self, world: &World, list: &mut Decisions<Choice>) {
        match self.stage {
            Stage::Bid => bid::decide(self, list),
            Stage::Ledger => ledger::decide(self, world, list),
            Stage::Scout { side, .. } => scouting::decide(self, world, side, list),
            Stage::March { side } => march::decide_unit(self, world, side, list),
            stage @ Stage::Step { .. } => march::decide_step(self, world, stage, list),
            Stage::Answer { unit } => battle::decide_answer(self, world, unit, list),
            Stage::Line { unit, .. } => battle::decide_line(self, Self::owner(unit), "line", list),
            Stage::Meet { foe, .. } => battle::decide_line(self, Self::owner(foe), "meet", list),
            Stage::Dispatch { side } => turn::decide_letter(self, world, side, list),
            Stage::Over { .. } => {}
        }
        self.decide_at_any_time(world, list);
    }

    fn apply(&mut self, world: &World, seat: Seat, choice: &Choice, happenings: &mut Happenings<'_>) {
        match (choice, self.stage) {
            (Choice::Flag, _) => turn::raise_flag(self, self.side_of(seat), happenings),
            (Choice::Recall, _) => {
                let side = self.side_of(seat);
                self.slips[usize::from(side)] = false;
                happenings.say("P6.1", || format!("{} no longer slips away.", words::side(side)));
            }
            (_, Stage::Bid) => bid::apply(self, world, seat, choice, happenings),
            (_, Stage::Ledger) => ledger::apply(self, world, seat, choice, happenings),
            (_, Stage::Scout { side, spyglass }) => {
                scouting::apply(self, world, (side, spyglass), choice, happenings);
            }
            (_, Stage::March { side }) => march::apply(self, world, side, choice, happenings),
            (_, stage @ Stage::Step { .. }) => march::apply_step(self, world, stage, choice, happenings),
            (_, Stage::Answer { unit }) => battle::answer(self, world, unit, choice, happenings),
            (Choice::Line(at), Stage::Line { unit, foe, ambush }) => {
                battle::line(self, world, (unit, foe, ambush), *at, happenings);
            }
            (Choice::Line(at), stage @ Stage::Meet { .. }) => {
                battle::meet(self, world, stage, *at, happenings)
            }
            (_, Stage::Dispatch { side }) => turn::apply_letter(self, world, side, choice, happenings),
            // The kit lets nothing through that isn't listed.
            (_, Stage::Line { .. } | Stage::Meet { .. } | Stage::Over { .. }) => {}
        }
        if world.broken(Fault::NeverEnds) && matches!(self.stage, Stage::Over { .. }) {
            self.begin_turn(world, happenings);
        }
    }

    fn write_id(
        &self,
        world: &World,
        seat: Seat,
        choice: &Choice,
        id: &mut dyn std::fmt::Write,
    ) -> std::fmt::Result {
        id.write_str(&choice.id(self, world, seat))
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
        let (prompt, citation, step) = match open.kind {
            "bid" => ("Bid for the north.", "P1", "The bid"),
            "ledger" => ("Fill in your ledger.", "P3", "The ledgers"),
            "look" => ("Look at an enemy block.", "P4", "Scouting"),
            "choose-unit" => ("Choose a block to march with.", "P5", "Choose"),
            "march" => ("Choose a road.", "P5.1", "March"),
            "answer" => ("An enemy block comes. Stand, or slip away?", "P6.1", "Answer"),
            "line" => ("Where do you attack?", "P6.2", "Lines"),
            "meet" => ("Where do you expect them?", "P6.2", "Lines"),
            "dispatch" => ("Have you a letter to deliver?", "P9", "Dispatches"),
            "standing" => ("Your blocks slip away from whoever comes.", "P6.1", "Standing answer"),
            _ => ("You may raise a white flag.", "P8", "Flags"),
        };
        let mut frame =
            vec![if self.turn == 0 { "Before the game".to_owned() } else { format!("Turn {}", self.turn) }];
        if let Some(side) = self.marching() {
            frame.push(format!("{}'s march", words::side(side)));
        }
        if matches!(self.stage, Stage::Line { .. } | Stage::Meet { .. }) {
            frame.push("Battle".to_owned());
        }
        frame.push(step.to_owned());
        let focus = match (open.kind, self.stage) {
            (
                "march" | "answer" | "line",
                Stage::Step { unit, .. } | Stage::Answer { unit } | Stage::Line { unit, .. },
            ) => Some(unit),
            ("meet", Stage::Meet { foe, .. }) => Some(foe),
            _ => None,
        };
        Heading {
            prompt: if world.broken(Fault::NoPrompt) && open.kind == "answer" {
                String::new()
            } else {
                prompt.to_owned()
            },
            citation: if world.broken(Fault::NoCitation) && open.kind == "look" {
                String::new()
            } else {
                citation.to_owned()
            },
            frame,
            focus: focus.map(|unit| Target::Unit(self.unit_id(world, Some(open.seat), unit))),
            picked: Vec::new(),
        }
    }

    fn explain(&self, world: &World, seat: Seat, target: &Target, choosable: bool) -> Vec<Line> {
        explain::explain(self, world, seat, target, choosable)
    }

    fn view(&self, world: &World, seat: Option<Seat>) -> View {
        view::view(self, world, seat)
    }

    fn odds(&self, world: &World, seat: Seat, choice: &Choice) -> Vec<OddsTable> {
        explain::odds(self, world, seat, choice)
    }

    fn overlay(
        &self,
        world: &World,
        seat: Option<Seat>,
        name: &str,
        focus: Option<&Target>,
    ) -> Vec<OverlayItem> {
        view::overlay(self, world, seat, name, focus)
    }

    fn sides_of_seats(&self) -> Vec<String> {
        self.seats.map(|side| words::SIDES[usize::from(side)].to_owned()).to_vec()
    }

    fn sides() -> &'static [&'static str] {
        &words::SIDES
    }

    fn outcome(&self, _world: &World) -> Option<Outcome> {
        let Stage::Over { winner, why } = self.stage else { return None };
        let [north, south] = self.score;
        let (degree, reason) = match why {
            Ending::Score => ("narrow", line(format!("The north has {north}, the south {south}."), "P10")),
            Ending::Broken => ("decisive", line("The other side broke.", "P10")),
            Ending::Truce => ("", line("Both sides raised a flag.", "P8")),
        };
        Some(Outcome {
            winner: winner.map(|side| words::SIDES[usize::from(side)].to_owned()),
            degree: if winner.is_some() { degree.to_owned() } else { String::new() },
            reasons: vec![reason],
        })
    }

    fn weigh(&self, world: &World, _open: &Open, policy: &str, choices: &[Choice], weights: &mut Vec<u32>) {
        let headlong = policy == "headlong";
        weights.extend(choices.iter().map(|choice| match choice {
            Choice::Recall | Choice::Flag | Choice::EndMarches | Choice::SlipAlways if headlong => 0,
            Choice::Stand { .. } if headlong => 12,
            Choice::Look(unit) if headlong && world.broken(Fault::PolicyTells) => {
                self.strength(world, *unit).into()
            }
            Choice::Bid(bid) => 4 - u32::from(*bid),
            Choice::SealBid | Choice::Seal | Choice::Letter => 12,
            Choice::Clear | Choice::Cancel | Choice::NoLook => 0,
            Choice::Recall | Choice::Flag | Choice::EndMarches | Choice::NoLetter | Choice::SlipAlways => 1,
            Choice::Step(link) => {
                let town = world
                    .links
                    .get(usize::from(*link))
                    .is_some_and(|link| world.space(link.a).town || world.space(link.b).town);
                if town { 12 } else { 4 }
            }
            Choice::Stand { ambush: true, .. } => 8,
            Choice::Look(unit) if world.broken(Fault::WeightsTell) => self.strength(world, *unit).into(),
            _ => 4,
        }));
    }

    fn estimate(&self, world: &World) -> Vec<u32> {
        let worth = |side: u8| {
            let left: i32 = Self::of_side(side).map(|unit| i32::from(self.strength(world, unit))).sum();
            let at = usize::from(side);
            i32::from(self.score[at]) * 4 + left + i32::from(self.breaking[at])
        };
        let north = (5_000 + 400 * (worth(NORTH) - worth(SOUTH))).clamp(200, 9_800) as u32;
        vec![north, 10_000 - north + u32::from(world.broken(Fault::BadEstimate))]
    }

    fn sample(&mut self, world: &World, seat: Seat, random: &mut Random) {
        sample::deal_again(self, world, seat, random);
    }

    fn reseat(&mut self, _world: &World, sides: &[String]) -> Result<(), Refusal> {
        let number = |id: &String| words::SIDES.iter().position(|side| side == id).map(|side| side as u8);
        match sides.iter().map(number).collect::<Option<Vec<u8>>>().as_deref() {
            Some(&[one, two]) if one != two => {
                self.seats = [one, two];
                Ok(())
            }
            _ => Err(refuse("one seat plays the north and one the south", "P1")),
        }
    }

    fn query(&self, world: &World, name: &str, facts: &[Fact]) -> Result<Datum, Refusal> {
        self.answer_rule(world, name, facts)
    }

    fn custom(
        &mut self,
        world: &World,
        action: &Action,
        happenings: &mut Happenings<'_>,
    ) -> Result<(), Refusal> {
        self.carry_out_custom(world, action, happenings)
    }

    fn edit(&mut self, world: &World, change: &Change) -> Result<(), Refusal> {
        match change {
            Change::Place((id, place)) if self.is_set_up() => {
                let unit = (0..8).find(|&unit| world.unit(unit).id == *id);
                let space = world.spaces.iter().position(|space| space.id == place.space);
                let (Some(unit), Some(space)) = (unit, space) else {
                    return Err(refuse(format!("there is no block {id}, or no space {}", place.space), "P2"));
                };
                if world.space(space as u8).camp == Some(other(Self::owner(unit))) {
                    return Err(refuse("no block stands in the enemy's camp", "P5.1"));
                }
                let block = self.block_mut(unit);
                (block.space, block.edge) = (space as u8, None);
                Ok(())
            }
            _ => Err(refuse("Parley only lets blocks be placed, once they are set up", "P2")),
        }
    }
}

impl Parley {
    /// P6.1, P8: what may be chosen while the game waits for something else.
    fn decide_at_any_time(&self, world: &World, list: &mut Decisions<Choice>) {
        if matches!(self.stage, Stage::Bid | Stage::Ledger | Stage::Over { .. }) {
            return;
        }
        for seat in 0..2 {
            let side = self.side_of(seat);
            if self.slips[usize::from(side)] && self.marching() == Some(other(side)) {
                list.open_any_time(seat, "standing");
                list.push(Choice::Recall);
            }
            if world.flags && world.headlong != Some(side) && !self.flags[usize::from(side)] {
                if world.broken(Fault::WaitsTell) && self.holds(side, cards::AMBUSH) {
                    list.open(seat, "flag");
                } else {
                    list.open_any_time(seat, "flag");
                }
                list.push(Choice::Flag);
            }
        }
    }
}
