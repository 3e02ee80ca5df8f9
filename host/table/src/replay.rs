//! Playing a journal again: to continue its table, to verify it, to look at its past, to play on from there.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use muster_contract::{Event, Game, Module, RuleText, Seat, Trouble, shown};

use crate::{
    action::{Action, apply, entry_of, taken_back},
    drafts::group_in,
    event::TableEvent,
    history::{Snapshot, Step, apply_again},
    journal::{
        Build, Damage, Entry, EntryKind, Journal, JournalError, Locked, Opened, SeatDraft, Unnumbered,
        state_hash,
    },
    messages::{Mark, Moment, RefusalCode, Refused},
    record::Record,
    rules::under,
    start::{Difference, StartError},
    table::Table,
};

/// What to do about a damaged journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damaged {
    /// Say so and change nothing.
    Refuse,
    /// Continue from what still stands; the damaged file is kept beside it. An entry that was never finished is no
    /// damage of this kind.
    Accept,
}

/// What `verify` compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// How many entries were played again.
    pub entries: u64,
    /// How many states had the hash that the journal has.
    pub hashes: u64,
    /// How many rolls fell as the journal has them.
    pub rolls: u64,
    /// How many steps are in force at the end.
    pub steps: u64,
}

/// Plays a journal again and compares every hash and roll.
pub fn verify(module: Arc<dyn Module>, opened: &Opened) -> Result<Verified, StartError> {
    let build = opened.header.build.clone();
    let (table, _, hashes) = rerun(module, build, opened, true)?;
    let rolls = opened.entries.iter().map(|entry| entry.rolls.len() as u64).sum();
    Ok(Verified { entries: opened.entries.len() as u64, hashes, rolls, steps: table.history.len() })
}

impl Table {
    /// Continues a table from its journal: every choice is applied again, and every roll must be the one recorded.
    /// Where it is not (another build of the module may play otherwise), [`Opened::truncate`] cuts the journal
    /// before the difference.
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
        let (mut table, drafts, _) = rerun(module, build, &locked, false)?;
        table.journal = Some(Journal::resume(locked)?);
        let begun = if table.history.is_empty() {
            table.take(Action::Begin, Vec::new(), String::new())
        } else {
            table.stand(drafts)
        };
        begun.map_err(StartError::Begin)?;
        table.news.clear();
        Ok(table)
    }

    /// The table of a journal to look at, not to play on: nothing is written, locked or mended, and what is damaged is
    /// left out. Ask it with [`Table::answer`], which knows whose eyes may see what while the game goes on.
    pub fn look(module: Arc<dyn Module>, build: Build, opened: &Opened) -> Result<Self, StartError> {
        let (mut table, drafts, _) = rerun(module, build, opened, false)?;
        if !table.history.is_empty() {
            table.stand(drafts).map_err(StartError::Begin)?;
        }
        table.news.clear();
        Ok(table)
    }

    /// Looks at where the rerun has come to, and draws the drafts up.
    fn stand(&mut self, drafts: Vec<SeatDraft>) -> Result<(), Refused> {
        let fresh = self.fresh_game(true)?;
        self.history.replace_last(fresh.snapshot.clone());
        self.settle(fresh, TableEvent::Resumed);
        let (Some(mut group), Some(game)) = (self.group.take(), self.game.as_mut()) else { return Ok(()) };
        let mut lost = Vec::new();
        for draft in drafts.iter().filter(|draft| !draft.choices.is_empty()) {
            if group.drafts.contains_key(&draft.seat) {
                match group.redraw(game.as_mut(), draft.seat, &draft.choices) {
                    Ok(0) => {}
                    Ok(choices) => lost.push((draft.seat, choices)),
                    Err(trouble) => return Err(self.fall(trouble)),
                }
            }
        }
        self.write(taken_back(&lost))?;
        let action = Action::Group { name: group.name.clone(), drafts: group.in_order() };
        let complete = group.complete();
        self.group = Some(group);
        // The last commit was written down, and then the machine stopped.
        if complete { self.take(action, Vec::new(), String::new()) } else { Ok(()) }
    }

    /// The table after a step, from these eyes. If the module fails over it, only one who `may_know` everything is told why:
    /// how it failed can tell what was chosen in secret.
    pub fn moment(&mut self, eyes: Option<Seat>, step: u64, may_know: bool) -> Result<Moment, Refused> {
        let steps = self.history.len();
        if step > steps {
            let reason = format!("there is no step {step}; the last is {steps}");
            return Err(Refused::new(RefusalCode::NoSuch, reason));
        }
        let view = self.past(step).and_then(|game| game.view(eyes)).map_err(|trouble| {
            // It failed in an instance of its own; the table's game is as it was.
            self.replay = None;
            let reason = match may_know {
                true => trouble.to_string(),
                false => format!("module {} failed in {}", trouble.module, trouble.call),
            };
            Refused::new(RefusalCode::Module, reason)
        })?;
        let seats: Vec<Seat> = eyes.into_iter().collect();
        let record = step.checked_sub(1).map(|index| self.history.steps()[index as usize].record);
        let item = record.and_then(|record| self.log_item(&seats, record));
        Ok(Moment { step, steps, eyes, view, item })
    }

    /// A game as it stood after a step, from the one last looked at if that is the shorter way.
    fn past(&mut self, step: u64) -> Result<&mut dyn Game, Trouble> {
        const NEAR: u64 = 16;
        let near = self.replay.take().filter(|(at, _)| *at <= step && step - at <= NEAR);
        let game = match near {
            Some((at, mut game)) => {
                for after in at..step {
                    game = self.history.step_on(game, after, self.module.as_ref())?;
                }
                game
            }
            None => self.history.state_at(step, self.module.as_ref())?,
        };
        Ok(self.replay.insert((step, game)).1.as_mut())
    }

    /// Writes a journal of what was in force at a step, to be continued as a table of its own; with a new seed the
    /// dice fall otherwise from there on.
    pub fn play_on(&mut self, step: u64, path: &Path, seed: Option<u128>) -> Result<(), Refused> {
        if step == 0 || step > self.history.len() {
            return Err(Refused::new(
                RefusalCode::NoSuch,
                format!("no table can be played on from step {step}"),
            ));
        }
        let entries = self
            .as_played(step, seed)
            .map_err(|trouble| Refused::new(RefusalCode::Module, trouble.to_string()))?;
        let disk = |error: JournalError| Refused::new(RefusalCode::Disk, error.to_string());
        let mut journal = Journal::create(path, &self.header).map_err(disk)?;
        journal.append(entries, true).map_err(|error| {
            // Half a table is none.
            journal.discard();
            disk(error)
        })
    }

    /// The entries that lead straight to a step.
    fn as_played(&self, to: u64, seed: Option<u128>) -> Result<Vec<Unnumbered>, Trouble> {
        let mut entries = Vec::new();
        let mut game = self.history.state_at(0, self.module.as_ref())?;
        let mut rules = self.history.rules_at(0);
        let mut stream = 0;
        for (index, step) in self.history.steps()[..to as usize].iter().enumerate() {
            let before = self.history.dice_at(index as u64).seed;
            if before != stream {
                entries.push((EntryKind::Reseeded { seed: self.dice.seed_of(before) }, None, Vec::new()));
                stream = before;
            }
            let arranged = step.rolls.iter().flat_map(|roll| &roll.faces[..usize::from(roll.arranged)]);
            let faces: Vec<u8> = arranged.copied().collect();
            if !faces.is_empty() {
                entries.push((EntryKind::Arranged { faces }, None, Vec::new()));
            }
            apply_again(game.as_mut(), step, self.module.as_ref())?;
            entries.push((entry_of(&step.action), Some(state_hash(&game.save()?)), step.rolls.clone()));
            let after = index as u64 + 1;
            if self.history.rules_at(after) != rules {
                rules = self.history.rules_at(after);
                game = self.history.hand_over(game, after, self.module.as_ref())?;
                let hash = Some(state_hash(&game.save()?));
                entries.push((EntryKind::Rules { rules: rules.to_vec() }, hash, Vec::new()));
            }
        }
        if let Some(seed) = seed {
            entries.push((EntryKind::Reseeded { seed }, None, Vec::new()));
        }
        Ok(entries)
    }
}

/// Plays the entries again, on a table without a journal. Gives the drafts that were still open, and how many hashes
/// were compared.
pub(crate) fn rerun(
    module: Arc<dyn Module>,
    build: Build,
    opened: &Opened,
    hashes: bool,
) -> Result<(Table, Vec<SeatDraft>, u64), StartError> {
    let header = opened.header.clone();
    if header.build.module != module.id() {
        let what = format!("it is a table of {}, not of {}", shown::name(&header.build.module), module.id());
        return Err(Difference { entry: 0, what }.into());
    }
    let mut header = header;
    header.position = under(&header.position, module.as_ref(), opened.rulebook.as_ref(), &header.rules)
        .map_err(StartError::Rules)?;
    let table = Table::set_up(module, header, build.clone(), Arc::clone(&opened.rulebook))?;
    let mut rerun = Rerun { table, drafts: BTreeMap::new(), deciding: None, hashes: 0, check: hashes };
    for entry in &opened.entries {
        rerun.entry(entry).map_err(|what| Difference { entry: entry.n, what: shown::sentence(&what) })?;
    }
    let Rerun { mut table, drafts, hashes, .. } = rerun;
    table.build = build;
    table.news.clear();
    let drafts = drafts.into_iter().map(|(seat, choices)| SeatDraft { seat, choices }).collect();
    Ok((table, drafts, hashes))
}

struct Rerun {
    table: Table,
    /// The choices of drafts not yet carried out.
    drafts: BTreeMap<Seat, Vec<String>>,
    /// The group that they belong to.
    deciding: Option<(String, Vec<Seat>)>,
    hashes: u64,
    check: bool,
}

impl Rerun {
    fn entry(&mut self, entry: &Entry) -> Result<(), String> {
        match &entry.kind {
            EntryKind::Begin => self.action(&Action::Begin, entry)?,
            EntryKind::Choice { seat, choice } => {
                self.action(&Action::Choice { seat: *seat, choice: choice.clone() }, entry)?;
                self.keep_drafts()?;
            }
            EntryKind::Group { name, drafts } => {
                self.forget_drafts();
                self.action(&Action::Group { name: name.clone(), drafts: drafts.clone() }, entry)?;
            }
            EntryKind::Edit { by, changes } => {
                self.action(&Action::Edit { by: by.clone(), changes: changes.clone() }, entry)?;
                self.keep_drafts()?;
            }
            EntryKind::Draft { seat, choice } => {
                if self.deciding.is_none() {
                    self.deciding = self.group()?;
                }
                if !self.deciding.as_ref().is_some_and(|(_, seats)| seats.contains(seat)) {
                    return Err(format!("seat {seat} decides nothing in secret there"));
                }
                self.drafts.entry(*seat).or_default().push(choice.clone());
            }
            EntryKind::DraftBack { seat, choices } => {
                let draft = self.drafts.entry(*seat).or_default();
                let left = draft.len().checked_sub(*choices as usize);
                draft.truncate(left.ok_or("more of a draft is taken back than was chosen")?);
            }
            EntryKind::Undo { seat, steps, beyond } => self.undo(*seat, *steps, *beyond, entry)?,
            EntryKind::Redo { seat, steps } => self.redo(*seat, *steps, entry)?,
            EntryKind::Arranged { faces } => {
                self.table.dice.arrange(faces);
                let dice = self.table.dice.arranged();
                self.table.dice_noted(Mark::ArrangedDice { dice });
            }
            EntryKind::Reseeded { seed } => {
                self.table.reseeded(*seed);
            }
            EntryKind::Swap { build } => self.table.swapped(build.clone()),
            EntryKind::Rules { rules } => self.rules(rules, entry)?,
        }
        Ok(())
    }

    fn game(&mut self) -> Result<&mut dyn Game, String> {
        self.table
            .game
            .as_deref_mut()
            .ok_or_else(|| "there is no game".to_owned())
            .map(|game| game as &mut dyn Game)
    }

    fn snapshot(&mut self) -> Result<Snapshot, String> {
        let schema = self.table.module.describe().state_schema;
        let save = self.game()?.save().map_err(|trouble| trouble.to_string())?;
        Ok(Snapshot { schema, save: save.into() })
    }

    fn compare(&mut self, entry: &Entry, snapshot: &Snapshot) -> Result<(), String> {
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

    fn perform(&mut self, action: &Action, rolls: &[crate::dice::Rolled]) -> Result<Vec<Event>, String> {
        let Table { game, dice, module, .. } = &mut self.table;
        let Some(game) = game else { return Err("there is no game".into()) };
        dice.expect(rolls);
        let mut events = apply(game.as_mut(), action, dice, module.id())
            .map_err(|trouble| trouble.to_string())?
            .map_err(|refusal| refusal.reason)?;
        events.extend(dice.take_notes());
        dice.take().map_err(|problem| problem.to_string())?;
        Ok(events)
    }

    fn action(&mut self, action: &Action, entry: &Entry) -> Result<(), String> {
        if (*action == Action::Begin) != self.table.history.is_empty() {
            return Err("a game begins once, before anything else is done".into());
        }
        let events: Arc<[Event]> = self.perform(action, &entry.rolls)?.into();
        let wanted = self.check || self.table.history.wants_snapshot();
        let snapshot = if wanted { Some(self.snapshot()?) } else { None };
        if let Some(snapshot) = &snapshot {
            self.compare(entry, snapshot)?;
        }
        let table = &mut self.table;
        let record = table.records.len() as u64 + 1;
        table.records.push(Record::of(record, action, events.clone()));
        table.mark_edits(action, &events);
        let (rolls, dice) = (entry.rolls.clone(), table.dice.state());
        let (label, acts) = (String::new(), table.dice.take_acts());
        let step = Step { record, action: action.clone(), rolls, dice, events, label, acts };
        table.history.push(step, snapshot);
        Ok(())
    }

    /// The secret group that is open: its name and seats.
    fn group(&mut self) -> Result<Option<(String, Vec<Seat>)>, String> {
        let decisions = self.game()?.decisions().map_err(|trouble| trouble.to_string())?;
        Ok(group_in(&decisions).map(|(name, _, seats)| (name, seats)))
    }

    fn forget_drafts(&mut self) {
        self.drafts.clear();
        self.deciding = None;
    }

    /// Drafts live on only while the same seats are in the same group, as at the table itself.
    fn keep_drafts(&mut self) -> Result<(), String> {
        if self.deciding.is_some() && self.group()? != self.deciding {
            self.forget_drafts();
        }
        Ok(())
    }

    /// Other texts of the rules took over.
    fn rules(&mut self, texts: &[RuleText], entry: &Entry) -> Result<(), String> {
        let table = &mut self.table;
        let module = Arc::clone(&table.module);
        let position = under(table.position(), module.as_ref(), table.rulebook.as_ref(), texts)?;
        let changed = texts.iter().filter(|text| !table.rules().contains(text));
        let changed = changed.map(|text| text.id.clone()).collect();
        let before = self.snapshot()?;
        let game = before.load(module.as_ref(), &position).map_err(|trouble| trouble.to_string())?;
        self.table.game = Some(game);
        self.table.reloaded(Arc::new(position), texts.to_vec(), changed);
        let snapshot = self.snapshot()?;
        self.compare(entry, &snapshot)?;
        self.table.history.replace_last(snapshot);
        self.keep_drafts()
    }

    fn undo(&mut self, seat: Seat, steps: u64, beyond: bool, entry: &Entry) -> Result<(), String> {
        let table = &mut self.table;
        let target = table.history.len().checked_sub(steps).filter(|target| *target > 0);
        let target = target.ok_or("more steps are taken back than there are")?;
        let game = table.history.go_back_to(target, table.module.as_ref());
        table.game = Some(game.map_err(|trouble| trouble.to_string())?);
        let snapshot = self.snapshot()?;
        self.compare(entry, &snapshot)?;
        self.table.went_back(seat, steps, beyond, snapshot);
        self.keep_drafts()
    }

    fn redo(&mut self, seat: Seat, steps: u64, entry: &Entry) -> Result<(), String> {
        let undone = self.table.history.undone();
        if undone.len() < steps as usize {
            return Err("more steps are done again than were taken back".into());
        }
        let again: Vec<Step> = undone.iter().rev().take(steps as usize).cloned().collect();
        for step in &again {
            self.perform(&step.action, &step.rolls)?;
            let snapshot = self.snapshot()?;
            let dice = self.table.dice.state();
            self.table.history.push_again(dice, Some(snapshot));
        }
        if let Some(last) = self.table.history.last().cloned() {
            self.compare(entry, &last)?;
        }
        let records: Vec<u64> = again.iter().map(|step| step.record).collect();
        self.table.redone(seat, &records);
        self.keep_drafts()
    }
}
