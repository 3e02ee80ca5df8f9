//! §6: rounds, turns, phases.

use muster_contract::TurnStatus;
use muster_sdk::Happenings;

use crate::state::{After, BullRun, Command, Order, Stage, Step, Turn};
use crate::world::Side;

/// The hour that a round stands for (§4.3.2).
pub(crate) fn clock(round: u8) -> String {
    match round + 5 {
        hour @ ..=11 => format!("{hour}am"),
        12 => "noon".to_owned(),
        hour => format!("{}pm", hour - 12),
    }
}

impl BullRun {
    /// Who is asked now.
    pub(crate) fn decides(&self) -> Option<Side> {
        match self.stage {
            Stage::Cubes(side) | Stage::Place(side, _) | Stage::Random(side, _) => Some(side),
            Stage::Command(step) => Some(self.decides_step(step)),
            Stage::Over => None,
            _ => Some(self.active),
        }
    }

    /// The phase that the game is in, by its id in the description.
    pub(crate) fn phase(&self) -> &'static str {
        match self.stage {
            Stage::Cubes(_) => "cubes",
            Stage::Place(..) | Stage::Random(..) => "units",
            Stage::Shuffle => "shuffle",
            Stage::Limber => "limber",
            Stage::Cards => "cards",
            Stage::Field | Stage::Command(_) => "field",
            Stage::Staff => "staff",
            Stage::Claim(_) => "claim",
            Stage::Administer | Stage::Over => "administer",
        }
    }

    /// The phase, and within a field command its step, by their ids in the description.
    pub(crate) fn step_phase(&self) -> &'static str {
        let Stage::Command(step) = self.stage else { return self.phase() };
        match step {
            Step::LeadDefense => "lead-defense",
            Step::Support => "support",
            // Who leads a charge is still part of the command.
            Step::ChargeLeaders => "field",
            Step::Answer | Step::Hold => "answer",
            Step::Post | Step::PursuitPost => "secure",
            Step::FlightMove => "give-way",
            Step::WinnerHit
            | Step::LeaderHits(_)
            | Step::OtherHits(_)
            | Step::BombardHits(_)
            | Step::ChargeLoss
            | Step::FlightLoss => "losses",
        }
    }

    /// The steps of the command that is being carried out, by their ids in the description.
    fn steps(&self) -> &'static [&'static str] {
        let Stage::Command(_) = self.stage else { return &[] };
        match self.action.as_ref().map(|action| action.command) {
            None => &[],
            Some(Command::Advance) => &["losses", "give-way"],
            Some(Command::Assault) => &["lead-defense", "support", "losses", "give-way"],
            Some(Command::Pursuit | Command::Maneuver) => &["answer", "losses", "give-way", "secure"],
            Some(Command::Bombard) => &["losses"],
            Some(Command::Charge) => &["answer", "lead-defense", "losses", "give-way"],
        }
    }

    /// The phases that the game can come to, with the steps of the command that is being carried out.
    pub(crate) fn phases(&self) -> Vec<String> {
        let set_up: &[&str] = if self.world.set_up { &["cubes", "units"] } else { &[] };
        let parts = [
            set_up,
            &["shuffle", "limber", "cards", "field"],
            self.steps(),
            &["staff", "claim", "administer"],
        ];
        parts.concat().iter().map(|&phase| phase.to_owned()).collect()
    }

    /// The rule behind the phase.
    pub(crate) fn section(&self) -> &'static str {
        match self.stage {
            Stage::Cubes(_) | Stage::Place(..) | Stage::Random(..) => "5",
            Stage::Shuffle => "7.1",
            Stage::Limber => "7.2",
            Stage::Cards => "7.3",
            Stage::Field | Stage::Command(_) => "8",
            Stage::Staff => "9",
            Stage::Claim(_) => "10.1",
            Stage::Administer => "10",
            Stage::Over => "14",
        }
    }

    /// Where the game stands.
    pub(crate) fn status(&self) -> TurnStatus {
        let setting_up = matches!(self.stage, Stage::Cubes(_) | Stage::Place(..) | Stage::Random(..));
        let title = if setting_up {
            "Set-up".to_owned()
        } else {
            format!("{}, {} turn", clock(self.round), self.active.name())
        };
        TurnStatus {
            number: if setting_up { 0 } else { self.round.into() },
            of: self.world.last_round.into(),
            title,
            clock: clock(self.round),
            phase: self.phase().to_owned(),
            active: if setting_up { None } else { Some(self.active.id().to_owned()) },
        }
    }

    /// The game enters a stage.
    pub(crate) fn enter(&mut self, stage: Stage, happenings: &mut Happenings<'_>) {
        let before = self.phase();
        self.stage = stage;
        if self.phase() != before || matches!(stage, Stage::Place(..) | Stage::Random(..) | Stage::Cubes(_)) {
            happenings.phase(self.section(), || self.status());
        }
    }

    /// §7: a turn begins with its preparation phase.
    pub(crate) fn begin_turn(&mut self, happenings: &mut Happenings<'_>) {
        self.points = 0;
        self.turn = Turn::default();
        self.order = Order::default();
        self.after = After::default();
        self.action = None;
        for unit in self.units.rows_mut() {
            (unit.ordered, unit.bombarded) = (false, false);
        }
        self.stage = Stage::Shuffle;
        happenings.phase("6", || self.status());
        self.hook_turn(happenings);
        if self.check_demoralized(happenings) {
            return;
        }
        if self.shuffles().is_empty() {
            self.begin_limbering(happenings);
        }
    }

    /// §9: what command points are left go to staff commands.
    pub(crate) fn begin_staff(&mut self, happenings: &mut Happenings<'_>) {
        self.after = After::default();
        if self.points == 0 {
            return self.begin_claims(happenings);
        }
        self.enter(Stage::Staff, happenings);
    }

    /// §6: the next player's turn, or the next round.
    pub(crate) fn end_turn(&mut self, happenings: &mut Happenings<'_>) {
        self.refill_hand(happenings);
        // The cubes that mark roads go with the turn (§10.5).
        self.turn.marked.clear();
        if self.active == Side::Us {
            self.active = Side::Cs;
        } else {
            self.active = Side::Us;
            self.round += 1;
        }
        self.begin_turn(happenings);
    }
}
