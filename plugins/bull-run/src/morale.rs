//! §13: morale.

use muster_contract::{Audience, Event, EventKind, Score};
use muster_sdk::Resolution;

use crate::state::BullRun;
use crate::world::Side;

/// Neither army's morale goes higher (§13).
pub(crate) const HIGHEST: u8 = 25;
/// What a captured objective costs the enemy each turn (§13.3).
pub(crate) const OBJECTIVE: i8 = -5;
/// What it costs to begin with a reinforcement group (§9.3).
pub(crate) const MOBILIZE: i8 = -2;

impl BullRun {
    /// An army's morale goes up or down, within 0 and 25.
    pub(crate) fn adjust_morale(
        &mut self,
        side: Side,
        by: i8,
        citation: &str,
        resolution: &mut Resolution<'_>,
    ) {
        let morale = &mut self.morale[side as usize];
        let before = *morale;
        *morale = before.saturating_add_signed(by).min(HIGHEST);
        let now = *morale;
        if now == before {
            return;
        }
        resolution.event(|| {
            let score = Score { side: side.id().to_owned(), points: i32::from(now) - i32::from(before) };
            let text = format!("{} morale {by:+}: {now}.", side.name());
            Event::new(EventKind::Scored(score), Audience::Everyone, text, citation)
        });
    }

    /// §13.4: whether some army is demoralized: the game ends when the command is completely resolved, and no other is given.
    pub(crate) fn is_decided(&self) -> bool {
        Side::ALL.into_iter().any(|side| self.is_demoralized(side))
    }

    /// §13.4: whether an army is demoralized.
    pub(crate) fn is_demoralized(&self, side: Side) -> bool {
        self.morale[side as usize] == 0
    }
}
