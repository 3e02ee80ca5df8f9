//! §4.4 and §4.5: emancipation and drafts, the end of a supply turn.

use muster_contract::OddsTable;
use muster_sdk::{Decisions, Resolution};

use crate::choice::Choice;
use crate::odds::{counted, table};
use crate::state::{BobbyLee, Stage};
use crate::world::Side;

/// The first year of emancipation (§4.4).
const EMANCIPATION: u16 = 1862;

impl BobbyLee {
    /// §4.4: whether the Confederacy stands north of the Potomac.
    pub(crate) fn is_north_held(&self) -> bool {
        self.placed(Side::Cs).any(|(_, hex)| self.world.hex(hex).north)
    }

    /// §4.4: whether the Union may proclaim emancipation.
    fn may_proclaim(&self) -> bool {
        !self.emancipated && self.year >= EMANCIPATION && !self.is_north_held()
    }

    pub(crate) fn begin_emancipation(&mut self, resolution: &mut Resolution<'_>) {
        if self.may_proclaim() {
            self.enter(Stage::Proclaim, resolution);
        } else {
            self.begin_drafts(resolution);
        }
    }

    pub(crate) fn list_proclamation(&self, _: Side, list: &mut Decisions<Choice>) {
        list.extend([true, false].map(Choice::Proclaim));
    }

    pub(crate) fn take_proclamation(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        if choice != Choice::Proclaim(true) {
            return self.begin_drafts(resolution);
        }
        self.emancipated = true;
        self.score(side, 3, "4.4", "The Emancipation Proclamation", resolution);
        if !self.check_step(resolution) {
            self.begin_surge(resolution);
        }
    }

    /// §4.5: the Union's draft, then the Confederacy's.
    pub(crate) fn begin_drafts(&mut self, resolution: &mut Resolution<'_>) {
        self.offer_draft(Side::Us, resolution);
    }

    fn offer_draft(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        if self.draft_room(side) == 0 {
            return self.drafted(side, resolution);
        }
        self.enter(Stage::Draft(side), resolution);
    }

    pub(crate) fn list_draft(&self, _: Side, list: &mut Decisions<Choice>) {
        list.extend([true, false].map(Choice::Draft));
    }

    pub(crate) fn take_draft(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        if choice != Choice::Draft(true) {
            return self.drafted(side, resolution);
        }
        let face = resolution.roll_openly(1, 6, "4.5", |face| face > 1, || "a draft".to_owned())[0];
        let cadres = cadres_on(side, face);
        self.score(side.other(), 1, "4.5", "Riots against the draft", resolution);
        if self.check_step(resolution) {
            return;
        }
        if cadres == 0 {
            return self.drafted(side, resolution);
        }
        self.enter(Stage::DraftCadres(side, cadres), resolution);
    }

    /// §4.5: no more cadres come than there are troops in the pool, and places for them.
    pub(crate) fn draft_odds(&self, side: Side, choice: Choice) -> Option<OddsTable> {
        if choice != Choice::Draft(true) {
            return None;
        }
        let mut ways = vec![0; 1 + self.draft_room(side).clamp(1, 2)];
        let most = ways.len() - 1;
        (1..=6).for_each(|face| ways[most.min(cadres_on(side, face).into())] += 1);
        let note = "1 VP for the opponent in any case".to_owned();
        Some(table("The draft".to_owned(), note, "4.5", counted(ways, "cadre")))
    }

    /// After a side's draft: the other's, or the next quarter.
    pub(crate) fn drafted(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        if side == Side::Us {
            return self.offer_draft(Side::Cs, resolution);
        }
        if self.check_step(resolution) || self.check_quarter(resolution) {
            return;
        }
        (self.year, self.quarter) =
            if self.quarter < 4 { (self.year, self.quarter + 1) } else { (self.year + 1, 1) };
        for unit in self.units.rows_mut() {
            (unit.moved, unit.settled) = (false, false);
        }
        self.begin_quarter(resolution);
    }
}

/// §4.5: how many cadres a side's draft brings on this roll.
fn cadres_on(side: Side, face: u8) -> u8 {
    match (side, face) {
        (_, 1) => 0,
        (Side::Us, 2..=3) | (Side::Cs, 2..=4) => 1,
        _ => 2,
    }
}
