//! The rules as the kit asks for them: the sequence of play, with each chapter behind it.

use muster_contract::{Description, Outcome, Position, Refusal, Seat};
use muster_sdk::{Decisions, Resolution, Rules, Shared, line, refuse};

use crate::{
    Fault, Parley, Stage, World, battle, bid, cards,
    choice::Choice,
    describe, ledger, march, names, scouting,
    state::{Ending, other},
    turn,
};

impl Rules for Parley {
    type Choice = Choice;

    fn describe() -> Description {
        describe::describe()
    }

    fn read_world(position: &Position) -> Result<World, Refusal> {
        World::read(position)
    }

    fn start(world: Shared<World>, position: &Position) -> Result<Self, Refusal> {
        match position.setup.seats.as_slice() {
            [one, two]
                if one != two && [one, two].iter().all(|side| names::SIDES.contains(&side.as_str())) =>
            {
                Ok(Self::new(world, position))
            }
            _ => Err(refuse("Parley is for two seats, one for the north and one for the south", "P1")),
        }
    }

    fn set_world(&mut self, world: Shared<World>) {
        self.world = world;
    }

    fn begin(&mut self, resolution: &mut Resolution<'_>) {
        resolution.phase("P1", || self.status());
    }

    fn decide(&self, list: &mut Decisions<Choice>) {
        match self.stage {
            Stage::Bid => bid::decide(self, list),
            Stage::Ledger => ledger::decide(self, list),
            Stage::Scout { side, .. } => scouting::decide(self, side, list),
            Stage::March { side } => march::decide_unit(self, side, list),
            stage @ Stage::Step { .. } => march::decide_step(self, stage, list),
            Stage::Answer { unit } => battle::decide_answer(self, unit, list),
            Stage::Line { unit, .. } => battle::decide_line(self, Self::owner(unit), "line", list),
            Stage::Meet { foe, .. } => battle::decide_line(self, Self::owner(foe), "meet", list),
            Stage::Dispatch { side } => turn::decide_letter(self, side, list),
            Stage::Over { .. } => {}
        }
        self.decide_at_any_time(list);
    }

    fn apply(&mut self, seat: Seat, choice: Choice, resolution: &mut Resolution<'_>) {
        match (choice, self.stage) {
            (Choice::Flag, _) => turn::raise_flag(self, self.side_of(seat), resolution),
            (Choice::Recall, _) => {
                let side = self.side_of(seat);
                self.slips[usize::from(side)] = false;
                resolution.say("P6.1", || format!("{} no longer slips away.", names::side(side)));
            }
            (_, Stage::Bid) => bid::apply(self, seat, choice, resolution),
            (_, Stage::Ledger) => ledger::apply(self, seat, choice, resolution),
            (_, Stage::Scout { side, spyglass }) => {
                scouting::apply(self, (side, spyglass), choice, resolution);
            }
            (_, Stage::March { side }) => march::apply(self, side, choice, resolution),
            (_, stage @ Stage::Step { .. }) => march::apply_step(self, stage, choice, resolution),
            (_, Stage::Answer { unit }) => battle::answer(self, unit, choice, resolution),
            (Choice::Line(at), Stage::Line { unit, foe, ambush }) => {
                battle::line(self, (unit, foe, ambush), at, resolution);
            }
            (Choice::Line(at), stage @ Stage::Meet { .. }) => battle::meet(self, stage, at, resolution),
            (_, Stage::Dispatch { side }) => turn::apply_letter(self, side, choice, resolution),
            // The kit lets nothing through that isn't listed.
            (_, Stage::Line { .. } | Stage::Meet { .. } | Stage::Over { .. }) => {}
        }
        if self.world.broken(Fault::NeverEnds) && matches!(self.stage, Stage::Over { .. }) {
            self.begin_turn(resolution);
        }
    }

    fn sides_of_seats(&self) -> Vec<String> {
        self.seats.map(|side| names::SIDES[usize::from(side)].to_owned()).to_vec()
    }

    fn sides() -> &'static [&'static str] {
        &names::SIDES
    }

    fn outcome(&self) -> Option<Outcome> {
        let Stage::Over { winner, why } = self.stage else { return None };
        let [north, south] = self.score;
        let (degree, reason) = match why {
            Ending::Score => ("narrow", line(format!("The north has {north}, the south {south}."), "P10")),
            Ending::Broken => ("decisive", line("The other side broke.", "P10")),
            Ending::Truce => ("", line("Both sides raised a flag.", "P8")),
        };
        Some(Outcome {
            winner: winner.map(|side| names::SIDES[usize::from(side)].to_owned()),
            degree: if winner.is_some() { degree.to_owned() } else { String::new() },
            reasons: vec![reason],
        })
    }
}

impl Parley {
    /// P6.1, P8: what may be chosen while the game waits for something else.
    fn decide_at_any_time(&self, list: &mut Decisions<Choice>) {
        if matches!(self.stage, Stage::Bid | Stage::Ledger | Stage::Over { .. }) {
            return;
        }
        for seat in 0..2 {
            let side = self.side_of(seat);
            if self.slips[usize::from(side)] && self.marching() == Some(other(side)) {
                list.open_any_time(seat, "standing");
                list.push(Choice::Recall);
            }
            if self.world.flags && self.world.headlong != Some(side) && !self.flags[usize::from(side)] {
                if self.world.broken(Fault::WaitsTell) && self.holds(side, cards::AMBUSH) {
                    list.open(seat, "flag");
                } else {
                    list.open_any_time(seat, "flag");
                }
                list.push(Choice::Flag);
            }
        }
    }
}
