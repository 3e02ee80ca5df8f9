//! §6: rounds, turns, phases.

use muster_contract::TurnStatus;
use muster_sdk::{Resolution, StepRow};

use crate::state::{After, BullRun, Order, Stage, Turn};
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
    /// The phases that the game can come to, with the steps of the command that is being carried out.
    pub(crate) fn phases(&self) -> Vec<String> {
        let set_up: &[&str] = if self.world.set_up { &["cubes", "units"] } else { &[] };
        let parts = [
            set_up,
            &["shuffle", "limber", "cards", "field"],
            self.action.as_ref().map_or(&[], |action| action.command.row().2),
            &["staff", "claim", "administer"],
        ];
        parts.concat().iter().map(|&phase| phase.to_owned()).collect()
    }

    /// Where the game stands.
    pub(crate) fn status(&self) -> TurnStatus {
        let setting_up = self.stage.is_set_up();
        let phase = if self.action.is_some() { "field" } else { self.stage_row().phase };
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
            phase: phase.to_owned(),
            active: if setting_up { None } else { Some(self.active.id().to_owned()) },
        }
    }

    /// The game enters a stage.
    pub(crate) fn enter(&mut self, stage: Stage, resolution: &mut Resolution<'_>) {
        let before = self.stage_row().phase;
        self.stage = stage;
        let StepRow { phase, section, .. } = self.stage_row();
        if phase != before || stage.is_set_up() {
            resolution.phase(section, || self.status());
        }
    }

    /// §7: a turn begins with its preparation phase.
    pub(crate) fn begin_turn(&mut self, resolution: &mut Resolution<'_>) {
        self.points = 0;
        self.turn = Turn::default();
        self.order = Order::default();
        self.after = After::default();
        self.action = None;
        for unit in self.units.rows_mut() {
            (unit.ordered, unit.bombarded) = (false, false);
        }
        self.stage = Stage::Shuffle;
        resolution.phase("6", || self.status());
        self.hook_turn(resolution);
        if self.check_demoralized(resolution) {
            return;
        }
        if self.shuffles().is_empty() {
            self.begin_limbering(resolution);
        }
    }

    /// §9: what command points are left go to staff commands.
    pub(crate) fn begin_staff(&mut self, resolution: &mut Resolution<'_>) {
        self.after = After::default();
        if self.points == 0 {
            return self.begin_claims(resolution);
        }
        self.enter(Stage::Staff, resolution);
    }

    /// §6: the next player's turn, or the next round.
    pub(crate) fn end_turn(&mut self, resolution: &mut Resolution<'_>) {
        self.refill_hand(resolution);
        // The cubes that mark roads go with the turn (§10.5).
        self.turn.marked.clear();
        if self.active == Side::Us {
            self.active = Side::Cs;
        } else {
            self.active = Side::Us;
            self.round += 1;
        }
        self.begin_turn(resolution);
    }
}
