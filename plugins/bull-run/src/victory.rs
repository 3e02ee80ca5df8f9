//! §13.4 and §14: how the game ends.

use muster_contract::Outcome;
use muster_sdk::{Resolution, line};

use crate::state::{BullRun, Ended, Stage};
use crate::world::Side;

impl BullRun {
    /// §13.4: the game ends when an army is demoralized. Gives whether it has ended.
    pub(crate) fn check_demoralized(&mut self, resolution: &mut Resolution<'_>) -> bool {
        let ended = match Side::ALL.map(|side| self.is_demoralized(side)) {
            [false, false] => return false,
            [true, true] => Ended { winner: self.passive(), decisive: false, both: true },
            [us, _] => Ended { winner: if us { Side::Cs } else { Side::Us }, decisive: true, both: false },
        };
        self.end(ended, resolution);
        true
    }

    /// §14: nobody is demoralized at the end of the last turn: the Union has the burden of victory.
    pub(crate) fn end_undecided(&mut self, resolution: &mut Resolution<'_>) {
        let [us, cs] = self.morale;
        let winner = if us >= cs.saturating_add(self.world.margin) { Side::Us } else { Side::Cs };
        self.end(Ended { winner, decisive: false, both: false }, resolution);
    }

    fn end(&mut self, ended: Ended, resolution: &mut Resolution<'_>) {
        self.ended = Some(ended);
        self.stage = Stage::Over;
        self.action = None;
        self.order = Default::default();
        self.after = Default::default();
        resolution.say("14", || {
            let degree = if ended.decisive { "decisive" } else { "marginal" };
            format!("The {} wins a {degree} victory.", ended.winner.name())
        });
    }

    /// The outcome, once the game has ended.
    pub(crate) fn result(&self) -> Option<Outcome> {
        let ended = self.ended?;
        let [us, cs] = self.morale;
        let reason = if ended.both {
            line("Both armies are demoralized; the player whose turn it isn't wins.", "14")
        } else if ended.decisive {
            line(format!("The {} army is demoralized.", ended.winner.other().name()), "13.4")
        } else {
            let margin = self.world.margin;
            let text =
                format!("Morale at the end: Union {us}, Confederate {cs}. The Union must be {margin} ahead.");
            line(text, "14")
        };
        Some(Outcome {
            winner: Some(ended.winner.id().to_owned()),
            degree: if ended.decisive { "decisive" } else { "marginal" }.to_owned(),
            reasons: vec![reason],
        })
    }
}
