//! Continuing a table from its journal, or looking at one.

use std::sync::Arc;

use muster_contract::Module;

use crate::{
    action::{Action, draft_back_entries},
    drafts::DraftAside,
    event::Recipient,
    journal::{Build, Damage, Journal, Locked, Opened},
    messages::Refused,
    replay::Damaged,
    start::StartError,
};

use super::{Table, live::commit::Transition, rerun::rerun};

/// What is told where the last line of a journal was written in part.
const TORN: &str = "the last thing done at this table was written down only in part, and is to be done again";

impl Table {
    /// Continues a table from its journal: every choice is applied again, and every roll must be the one recorded.
    /// Where it is not (another build of the module may play otherwise), [`Opened::truncate`] cuts the journal
    /// before the difference. What another build had played is marked so, as if this one had taken over at the table.
    pub fn resume(
        module: Arc<dyn Module>,
        build: Build,
        locked: Locked,
        damaged: Damaged,
    ) -> Result<Self, StartError> {
        match &locked.damage {
            None | Some(Damage::Torn { .. }) => {}
            Some(damage) if damaged == Damaged::Refuse => return Err(damage.clone().into()),
            Some(_) => {}
        }
        let (mut table, drafts, _) = rerun(module, build.clone(), &locked, false)?;
        let torn = matches!(locked.damage, Some(Damage::Torn { .. }));
        let played_by_another = locked.builds().last() != Some(&build);
        table.writer.continue_in(Journal::resume(locked)?);
        if played_by_another && !table.history().is_empty() {
            // As if it had taken over at the table.
            let swap = Transition::Swap { build, successor: None };
            table.commit(Vec::new(), swap, None).map_err(StartError::Begin)?;
        }
        let begun = if table.history().is_empty() {
            table.carry_out(Action::Begin, Vec::new(), String::new())
        } else {
            table.open_at_rerun(drafts)
        };
        begun.map_err(StartError::Begin)?;
        table.log.take_events();
        if torn {
            table.notify(Recipient::Everybody, TORN);
        }
        table.note("a table is resumed");
        Ok(table)
    }

    /// The table of a journal to look at, not to play on: nothing is written, locked or mended, and what is damaged is
    /// left out. Ask it with [`Table::answer`], which knows whose eyes may see what while the game goes on.
    pub fn look(module: Arc<dyn Module>, build: Build, opened: &Opened) -> Result<Self, StartError> {
        let (mut table, drafts, _) = rerun(module, build, opened, false)?;
        if !table.history().is_empty() {
            table.open_at_rerun(drafts).map_err(StartError::Begin)?;
        }
        table.log.take_events();
        Ok(table)
    }

    /// Looks at where the rerun has come to, and draws the drafts up.
    fn open_at_rerun(&mut self, drafts: Vec<DraftAside>) -> Result<(), Refused> {
        let next = self.inspect_game(true)?;
        let snapshot = next.snapshot();
        self.commit(Vec::new(), Transition::Opened { snapshot }, Some(next))?;
        let lost = match self.live.draw_up(&drafts) {
            Ok(lost) => lost,
            Err(trouble) => return Err(self.pause_on(trouble)),
        };
        self.write(draft_back_entries(&lost))?;
        match self.live.complete_group() {
            // The last commit was written down, and then the machine stopped.
            Some(action) => self.carry_out(action, Vec::new(), String::new()),
            None => Ok(()),
        }
    }
}
