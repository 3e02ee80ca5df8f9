//! Other texts of a table's rules take over.

use std::sync::Arc;

use muster_contract::RuleText;

use crate::messages::{RefusalCode, Refused};

use super::{Table, health::paused, live::commit::Transition};

impl Table {
    /// Other texts of the table's rules take over, between two choices. If they can't be compiled, or can't go on with the
    /// game as it stands, the old ones stay in force and nothing has changed.
    pub fn reload(&mut self, texts: Vec<RuleText>) -> Result<(), Refused> {
        let refuse = |reason: String| Refused::new(RefusalCode::Rules, reason);
        let ids = |rules: &[RuleText]| rules.iter().map(|rule| rule.id.clone()).collect::<Vec<_>>();
        if ids(&texts) != ids(self.rules()) {
            return Err(refuse("rules are turned on and off only before a game begins".to_owned()));
        }
        let changed: Vec<String> = texts
            .iter()
            .zip(self.rules())
            .filter(|(new, old)| new != old)
            .map(|(new, _)| new.id.clone())
            .collect();
        if changed.is_empty() {
            return Ok(());
        }
        let position = self.system.position_under(self.position(), self.module().as_ref(), &texts);
        let position = Arc::new(position.map_err(refuse)?);
        let good = self.history().last().ok_or_else(paused)?.clone();
        let module = self.module().as_ref();
        let mut game = good.load(module, &position).map_err(|trouble| refuse(trouble.message))?;
        let next = self.live.inspect_other(game.as_mut(), module);
        let next = next.map_err(|trouble| refuse(trouble.to_string()))?;
        let snapshot = next.snapshot();
        let (was_paused, drafts) = (self.health.is_paused(), self.live.drafts_or_parked());
        let rules = Transition::Rules { position, texts, changed: changed.clone(), game, snapshot };
        self.commit(Vec::new(), rules, Some(next))?;
        tracing::info!(?changed, "other texts of house rules take over at a table");
        if was_paused {
            self.live.park_as(drafts);
            self.retry()?;
        }
        Ok(())
    }
}
