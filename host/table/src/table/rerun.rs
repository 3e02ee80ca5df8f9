//! Playing a journal again on a table of its own: every choice is applied again, and every roll must be the one recorded.

use std::{collections::BTreeMap, sync::Arc};

use muster_contract::{Event, Game, Module, RuleText, Seat, printable};

use crate::{
    action::Action,
    dice::Rolled,
    drafts::{DraftAside, PutAside, group_in},
    history::{Snapshot, Step},
    journal::{Build, Entry, EntryKind, Opened, state_hash},
    rules::under,
    start::{Difference, StartError},
};

use super::{
    Table,
    live::{Unperformed, commit::Transition},
};

/// What is wrong where a game has been lost.
const NO_GAME: &str = "there is no game";

/// Plays the entries again, on a table without a journal. Gives the drafts that were still open, and how many hashes
/// were compared.
pub(crate) fn rerun(
    module: Arc<dyn Module>,
    build: Build,
    opened: &Opened,
    hashes: bool,
) -> Result<(Table, Vec<DraftAside>, u64), StartError> {
    let Rerun { mut table, drafts, hashes, .. } = match play_again(module, build.clone(), opened, hashes) {
        // What was stopped because nobody waits hasn't failed.
        Err(_) if opened.playing.is_broken_off() => return Err(StartError::BrokenOff),
        played => played?,
    };
    table.system.set_build(build);
    table.log.take_events();
    Ok((table, drafts.into_values().collect(), hashes))
}

/// The table as it is after the last entry.
fn play_again(
    module: Arc<dyn Module>,
    build: Build,
    opened: &Opened,
    hashes: bool,
) -> Result<Rerun, StartError> {
    let header = opened.header.clone();
    if header.build.module != module.id() {
        let what =
            format!("it is a table of {}, not of {}", printable::name(&header.build.module), module.id());
        return Err(Difference { entry: 0, what }.into());
    }
    let mut header = header;
    header.position = under(&header.position, module.as_ref(), opened.rulebook.as_ref(), &header.rules)
        .map_err(StartError::Rules)?;
    let table = Table::set_up(module, header, build, Arc::clone(&opened.rulebook))?;
    let mut rerun = Rerun { table, drafts: BTreeMap::new(), deciding: None, hashes: 0, check: hashes };
    for (played, entry) in opened.entries.iter().enumerate() {
        if !opened.playing.come_to(played, opened.entries.len()) {
            return Err(StartError::BrokenOff);
        }
        rerun
            .apply_entry(entry)
            .map_err(|what| Difference { entry: entry.n, what: printable::sentence(&what) })?;
    }
    Ok(rerun)
}

struct Rerun {
    table: Table,
    /// The drafts not yet carried out.
    drafts: BTreeMap<Seat, DraftAside>,
    /// The group that they belong to.
    deciding: Option<(String, Vec<Seat>)>,
    hashes: u64,
    check: bool,
}

impl Rerun {
    fn apply_entry(&mut self, entry: &Entry) -> Result<(), String> {
        match &entry.kind {
            EntryKind::Begin => self.apply_action(Action::Begin, entry)?,
            EntryKind::Choice { seat, choice } => {
                self.apply_action(Action::Choice { seat: *seat, choice: choice.clone() }, entry)?;
                self.keep_drafts()?;
            }
            EntryKind::Group { name, drafts } => {
                self.forget_drafts();
                self.apply_action(Action::Group { name: name.clone(), drafts: drafts.clone() }, entry)?;
            }
            EntryKind::Edit { by, changes } => {
                self.apply_action(Action::Edit { by: by.clone(), changes: changes.clone() }, entry)?;
                self.keep_drafts()?;
            }
            EntryKind::Draft { seat, choice } => {
                if self.deciding.is_none() {
                    self.deciding = self.open_group()?;
                }
                if !self.deciding.as_ref().is_some_and(|(_, seats)| seats.contains(seat)) {
                    return Err(format!("seat {seat} decides nothing in secret there"));
                }
                self.draft_of(*seat).choose(choice.clone());
            }
            EntryKind::DraftBack { seat, choices } => {
                let taken_back = self.draft_of(*seat).take_back(*choices);
                taken_back.ok_or("more of a draft is taken back than was chosen")?;
            }
            EntryKind::Undo { seat, steps, beyond } => self.undo(*seat, *steps, *beyond, entry)?,
            EntryKind::Redo { seat, steps } => self.redo(*seat, *steps, entry)?,
            EntryKind::Arranged { faces } => {
                self.table.enter(Transition::Arranged { faces: faces.clone() });
            }
            EntryKind::Reseeded { seed } => {
                self.table.enter(Transition::Reseeded { seed: *seed });
            }
            EntryKind::Swap { build } => {
                self.table.enter(Transition::Swap { build: build.clone(), successor: None });
            }
            EntryKind::Rules { rules } => self.apply_rules(rules, entry)?,
        }
        Ok(())
    }

    fn game(&mut self) -> Result<&mut dyn Game, String> {
        self.table.live.game().ok_or_else(|| NO_GAME.to_owned())
    }

    fn snapshot(&mut self) -> Result<Snapshot, String> {
        let game = self.table.live.game().ok_or(NO_GAME)?;
        self.table.system.snapshot(game).map_err(|trouble| trouble.to_string())
    }

    fn compare_hash(&mut self, entry: &Entry, snapshot: &Snapshot) -> Result<(), String> {
        if !self.check {
            return Ok(());
        }
        let Some(expected) = &entry.hash else {
            return Err("it has no hash of the state after it, so nothing can be compared".into());
        };
        let found = state_hash(&snapshot.save);
        self.hashes += 1;
        if *expected == found {
            Ok(())
        } else {
            Err(format!("the state is {found}, the journal has {expected}"))
        }
    }

    fn perform(&mut self, action: &Action, rolls: &[Rolled]) -> Result<Vec<Event>, String> {
        let Table { live, system, .. } = &mut self.table;
        live.expect_rolls(rolls);
        let performed = live.perform(action, system.module().id());
        performed.map(|(events, _)| events).map_err(|why| match why {
            Unperformed::NoGame => NO_GAME.to_owned(),
            Unperformed::Trouble(trouble) => trouble.to_string(),
            Unperformed::Refused(refusal) => refusal.reason,
            Unperformed::Dice(problem) => problem.to_string(),
        })
    }

    fn apply_action(&mut self, action: Action, entry: &Entry) -> Result<(), String> {
        if (action == Action::Begin) != self.table.history().is_empty() {
            return Err("a game begins once, before anything else is done".into());
        }
        let events = self.perform(&action, &entry.rolls)?.into();
        let wanted = self.check || self.table.history().wants_snapshot();
        let snapshot = if wanted { Some(self.snapshot()?) } else { None };
        if let Some(snapshot) = &snapshot {
            self.compare_hash(entry, snapshot)?;
        }
        let (rolls, label) = (entry.rolls.clone(), String::new());
        self.table.enter(Transition::Step { action, events, rolls, label, snapshot });
        Ok(())
    }

    /// The secret group that is open: its name and seats.
    fn open_group(&mut self) -> Result<Option<(String, Vec<Seat>)>, String> {
        group_of(self.game()?)
    }

    /// The drafts that end when this game takes the place of the present one.
    fn closed_by(&mut self, game: &mut dyn Game) -> Result<Option<PutAside>, String> {
        let Some((name, seats)) = &self.deciding else { return Ok(None) };
        if group_of(game)?.is_some_and(|group| group.0 == *name && group.1 == *seats) {
            return Ok(None);
        }
        Ok(Some(PutAside { group: name.clone(), drafts: self.drafts.values().cloned().collect() }))
    }

    fn draft_of(&mut self, seat: Seat) -> &mut DraftAside {
        self.drafts.entry(seat).or_insert_with(|| DraftAside { seat, ..DraftAside::default() })
    }

    fn forget_drafts(&mut self) {
        self.drafts.clear();
        self.deciding = None;
    }

    /// Drafts live on only while the same seats are in the same group, as at the table itself.
    fn keep_drafts(&mut self) -> Result<(), String> {
        if self.deciding.is_some() && self.open_group()? != self.deciding {
            self.forget_drafts();
        }
        Ok(())
    }

    /// Other texts of the rules took over.
    fn apply_rules(&mut self, texts: &[RuleText], entry: &Entry) -> Result<(), String> {
        let table = &mut self.table;
        let module = Arc::clone(table.module());
        let position = table.system.position_under(table.position(), module.as_ref(), texts)?;
        let changed = texts.iter().filter(|text| !table.rules().contains(text));
        let changed = changed.map(|text| text.id.clone()).collect();
        let before = self.snapshot()?;
        let mut game = before.load(module.as_ref(), &position).map_err(|trouble| trouble.to_string())?;
        let snapshot = self.state_of(game.as_mut(), entry)?;
        let (position, texts) = (Arc::new(position), texts.to_vec());
        self.table.enter(Transition::Rules { position, texts, changed, game, snapshot });
        self.keep_drafts()
    }

    fn undo(&mut self, seat: Seat, steps: u64, beyond: bool, entry: &Entry) -> Result<(), String> {
        let history = self.table.history();
        let target = history.len().checked_sub(steps).filter(|target| *target > 0);
        let target = target.ok_or("more steps are taken back than there are")?;
        let game = history.go_back_to(target, self.table.module().as_ref());
        let mut game = game.map_err(|trouble| trouble.to_string())?;
        let snapshot = self.state_of(game.as_mut(), entry)?;
        let aside = self.closed_by(game.as_mut())?;
        self.table.enter(Transition::Undo { seat, steps, beyond, game, snapshot, aside });
        self.keep_drafts()
    }

    /// The state of a game, compared with the one that an entry has.
    fn state_of(&mut self, game: &mut dyn Game, entry: &Entry) -> Result<Snapshot, String> {
        let snapshot = self.table.system.snapshot(game).map_err(|trouble| trouble.to_string())?;
        self.compare_hash(entry, &snapshot)?;
        Ok(snapshot)
    }

    fn redo(&mut self, seat: Seat, steps: u64, entry: &Entry) -> Result<(), String> {
        let undone = self.table.history().undone();
        if undone.len() < steps as usize {
            return Err("more steps are done again than were taken back".into());
        }
        let again: Vec<Step> = undone.iter().rev().take(steps as usize).cloned().collect();
        let mut reached = Vec::new();
        for step in &again {
            self.perform(&step.action, &step.rolls)?;
            let snapshot = self.snapshot()?;
            reached.push((self.table.live.dice().state(), snapshot));
        }
        self.table.enter(Transition::Redo { seat, reached });
        if let Some(last) = self.table.history().last().cloned() {
            self.compare_hash(entry, &last)?;
        }
        self.keep_drafts()?;
        match again.last().and_then(|step| step.aside.as_ref()) {
            Some(aside) => self.take_up(aside),
            None => Ok(()),
        }
    }

    /// The drafts that an undo had put aside come back with the redo. Their choices follow as entries of their own, and what is
    /// left then is what had been taken back of them.
    fn take_up(&mut self, aside: &PutAside) -> Result<(), String> {
        let open = self.open_group()?;
        if open.as_ref().is_none_or(|(name, _)| *name != aside.group) {
            return Ok(());
        }
        self.deciding = open;
        for DraftAside { seat, choices, undone, labels } in &aside.drafts {
            let draft = self.draft_of(*seat);
            if draft.choices.is_empty() {
                draft.undone = undone.iter().chain(choices.iter().rev()).cloned().collect();
                draft.labels.clone_from(labels);
            }
        }
        Ok(())
    }
}

/// The secret group that a game's decisions open: its name and seats.
fn group_of(game: &mut dyn Game) -> Result<Option<(String, Vec<Seat>)>, String> {
    let decisions = game.decisions().map_err(|trouble| trouble.to_string())?;
    Ok(group_in(&decisions).map(|(name, _, seats)| (name, seats)))
}
