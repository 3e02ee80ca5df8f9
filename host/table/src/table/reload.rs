//! Other texts of a table's rules take over.

use std::sync::Arc;

use muster_contract::{Position, RuleText};

use crate::{
    action::taken_back,
    drafts::Group,
    event::TableEvent,
    journal::{EntryKind, state_hash},
    messages::{LogKind, RefusalCode, Refused},
};

use super::{Table, health::paused};

impl Table {
    /// The texts of the rules that the table plays with.
    #[must_use]
    pub fn rules(&self) -> &[RuleText] {
        self.history.rules()
    }

    /// What a game of this table is loaded with now.
    #[must_use]
    pub fn position(&self) -> &Arc<Position> {
        self.history.position()
    }

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
        let good = self.history.last().ok_or_else(paused)?.clone();
        let mut game =
            good.load(self.system.module().as_ref(), &position).map_err(|trouble| refuse(trouble.message))?;
        let fresh = self
            .fresh(game.as_mut(), self.module().as_ref(), false)
            .map_err(|trouble| refuse(trouble.to_string()))?;
        let hash = Some(state_hash(&fresh.snapshot.save));
        let was_paused = self.health.is_paused();
        let mut entries = vec![(EntryKind::Rules { rules: texts.clone() }, hash, Vec::new())];
        if !was_paused {
            entries.extend(taken_back(&fresh.lost));
        }
        self.write(entries)?;
        let group = self.group.as_ref().map(Group::in_order).unwrap_or_else(|| self.parked.clone());
        self.game = Some(game);
        self.reloaded(position, texts, changed);
        self.history.replace_last(fresh.snapshot.clone());
        let record = self.log.last();
        self.settle(fresh, TableEvent::Records { from: record, again: Vec::new(), back_to: None });
        if was_paused {
            self.group = None;
            self.parked = group;
            self.retry()?;
        }
        Ok(())
    }

    /// The books of a reload.
    pub(super) fn reloaded(&mut self, position: Arc<Position>, texts: Vec<RuleText>, changed: Vec<String>) {
        self.history.rules_changed(position, texts);
        self.log.note(LogKind::Rules { changed }, None);
    }
}
