//! What is in force on the table, step by step; what bars taking it back; and the way to any state of the past.

use std::{collections::BTreeMap, sync::Arc};

use muster_contract::{Game, Module, Position, RuleText, Seat, Trouble};

use crate::{
    dice::{DiceState, PastDice},
    drafts::PutAside,
    messages::Reach,
};

pub use crate::{
    action::Action,
    step::{Step, is_visible},
};

/// Why a seat that has chosen nothing can't take anything back.
pub(crate) const NOTHING_CHOSEN: &str = "you have chosen nothing yet";

/// A state as `save` left it, and the schema of the module that did.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The schema.
    pub schema: u32,
    /// The state.
    pub save: Arc<[u8]>,
}

impl Snapshot {
    /// The state of a game of this module.
    pub fn of(game: &mut dyn Game, module: &dyn Module) -> Result<Self, Trouble> {
        Ok(Self { schema: module.describe().state_schema, save: game.save()?.into() })
    }

    /// A game in this state.
    pub fn load(&self, module: &dyn Module, position: &Position) -> Result<Box<dyn Game>, Trouble> {
        module.load(position, self.schema, &self.save)?.map_err(|refusal| Trouble {
            module: module.id().to_owned(),
            call: "load".into(),
            message: format!("it can't read the table's own last state: {}", refusal.reason),
            backtrace: Vec::new(),
        })
    }
}

/// So many states back, every one is kept; before them, every [`SPACING`]th. The others are reached from the one
/// before by applying again what was chosen, with the dice as they fell.
const KEPT: u64 = 24;
/// How far apart older kept states are.
const SPACING: u64 = 16;
/// So many steps back, everything is kept that house rules did; before them, of each rule the last that it did.
const ACTS_KEPT: usize = 64;
/// So many bytes of states are held at most. A module with large states is gone back in more slowly.
pub const HELD: usize = 256 << 20;

/// The steps in force and those taken back, with the states between them.
#[derive(Debug)]
pub struct History {
    /// From which step on which rules were in force; the first from step 0 on.
    epochs: Vec<Epoch>,
    start: DiceState,
    steps: Vec<Step>,
    /// Steps taken back, the next to do again last.
    undone: Vec<Step>,
    undone_by: Option<Seat>,
    snapshots: BTreeMap<u64, Snapshot>,
    held: usize,
}

/// The time in which the same rules were in force.
#[derive(Debug)]
struct Epoch {
    /// The step after which it began.
    from: u64,
    /// What games are loaded with.
    position: Arc<Position>,
    /// The rules' texts.
    texts: Vec<RuleText>,
}

impl History {
    /// Before `begin`.
    #[must_use]
    pub fn new(start: DiceState, snapshot: Snapshot, position: Arc<Position>, texts: Vec<RuleText>) -> Self {
        let snapshots = BTreeMap::from([(0, snapshot)]);
        let epochs = vec![Epoch { from: 0, position, texts }];
        Self { epochs, start, steps: Vec::new(), undone: Vec::new(), undone_by: None, snapshots, held: HELD }
    }

    fn epoch(&self, step: u64) -> &Epoch {
        let of = self.epochs.iter().rfind(|epoch| epoch.from <= step);
        of.expect("the first epoch begins before the first step")
    }

    fn now(&self) -> &Epoch {
        self.epochs.last().expect("there is an epoch from the beginning on")
    }

    /// What games are loaded with now.
    #[must_use]
    pub fn position(&self) -> &Arc<Position> {
        &self.now().position
    }

    /// The texts of the rules in force.
    #[must_use]
    pub fn rules(&self) -> &[RuleText] {
        &self.now().texts
    }

    /// The texts of the rules that were in force after a step.
    #[must_use]
    pub fn rules_at(&self, step: u64) -> &[RuleText] {
        &self.epoch(step).texts
    }

    /// From the present step on other rules are in force.
    pub fn rules_changed(&mut self, position: Arc<Position>, texts: Vec<RuleText>) {
        let from = self.len();
        self.epochs.retain(|epoch| epoch.from < from);
        self.epochs.push(Epoch { from, position, texts });
    }

    /// The same game under the rules that came after a step, if others did.
    pub fn hand_over(
        &self,
        mut game: Box<dyn Game>,
        step: u64,
        module: &dyn Module,
    ) -> Result<Box<dyn Game>, Trouble> {
        if step == 0 || !self.epochs.iter().any(|epoch| epoch.from == step) {
            return Ok(game);
        }
        let snapshot = Snapshot::of(game.as_mut(), module)?;
        snapshot.load(module, &self.epoch(step).position)
    }

    /// Takes a game a step on: after so many steps it has had.
    pub fn step_on(
        &self,
        game: Box<dyn Game>,
        after: u64,
        module: &dyn Module,
    ) -> Result<Box<dyn Game>, Trouble> {
        let mut game = game;
        apply_again(game.as_mut(), &self.steps[after as usize], module)?;
        self.hand_over(game, after + 1, module)
    }

    /// The steps in force.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// How many steps are in force.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.steps.len() as u64
    }

    /// Whether not even `begin` was applied.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The steps taken back, the next to do again last.
    #[must_use]
    pub fn undone(&self) -> &[Step] {
        &self.undone
    }

    /// Names steps: those in force from this one on, and then those to do again.
    pub fn name(&mut self, first: usize, names: Vec<String>) {
        let steps = self.steps.iter_mut().skip(first).chain(self.undone.iter_mut().rev());
        for (step, name) in steps.zip(names) {
            step.label = name;
        }
    }

    /// Where the dice stood after a step.
    #[must_use]
    pub fn dice_at(&self, step: u64) -> DiceState {
        step.checked_sub(1).map_or(self.start, |index| self.steps[index as usize].dice)
    }

    /// The dice have got another seed after the last step.
    pub fn dice_moved(&mut self, state: DiceState) {
        match self.steps.last_mut() {
            Some(step) => step.dice = state,
            None => self.start = state,
        }
    }

    /// The state that the table stands on.
    #[must_use]
    pub fn last(&self) -> Option<&Snapshot> {
        self.snapshots.get(&self.len())
    }

    /// A step was taken; what had been taken back before is gone. While a journal is read again a state need not be
    /// given for every step.
    pub fn push(&mut self, step: Step, snapshot: Option<Snapshot>) {
        self.forget_undone();
        self.keep(step, snapshot);
    }

    /// The last step taken back was done again.
    pub fn push_again(&mut self, dice: DiceState, snapshot: Option<Snapshot>) {
        if let Some(mut step) = self.undone.pop() {
            step.dice = dice;
            step.aside = None;
            self.keep(step, snapshot);
        }
    }

    fn keep(&mut self, step: Step, snapshot: Option<Snapshot>) {
        self.steps.push(step);
        self.forget_acts();
        if let Some(snapshot) = snapshot {
            self.snapshots.insert(self.len(), snapshot);
        }
        if let Some(old) = self.len().checked_sub(KEPT)
            && old % SPACING != 0
        {
            self.snapshots.remove(&old);
        }
        self.thin_out();
    }

    fn forget_acts(&mut self) {
        let Some(old) = self.steps.len().checked_sub(ACTS_KEPT + 1) else { return };
        let (past, later) = self.steps.split_at_mut(old + 1);
        // What an older step still has is of rules that have done nothing since.
        for step in past.iter_mut().filter(|step| !step.acts.is_empty()) {
            let mut acts = std::mem::take(&mut step.acts);
            acts.reverse();
            for act in acts {
                let known = later.iter().flat_map(|step| &step.acts).chain(&step.acts);
                if !known.into_iter().any(|other| other.rule == act.rule) {
                    step.acts.push(act);
                }
            }
        }
    }

    /// Lets go of every other state until there is room for the rest. The first stays, since nothing leads to it; and
    /// the last, on which the table stands.
    fn thin_out(&mut self) {
        let held = |snapshots: &BTreeMap<u64, Snapshot>| {
            snapshots.values().map(|snapshot| snapshot.save.len()).sum::<usize>()
        };
        while held(&self.snapshots) > self.held && self.snapshots.len() > 2 {
            let last = self.len();
            let mut number = 0;
            self.snapshots.retain(|step, _| {
                number += 1;
                number % 2 == 1 || *step == last
            });
        }
    }

    /// Whether a state should be kept of the step that is about to be pushed, though nobody asks for it.
    #[must_use]
    pub fn wants_snapshot(&self) -> bool {
        (self.len() + 1).is_multiple_of(SPACING)
    }

    /// Replaces the state that the table stands on: another build of the module has taken over.
    pub fn replace_last(&mut self, snapshot: Snapshot) {
        self.snapshots.insert(self.len(), snapshot);
    }

    /// What was taken back can't be done again.
    pub fn forget_undone(&mut self) {
        self.undone.clear();
        self.undone_by = None;
    }

    /// Steps are taken back; the caller has brought the game there. What drafts stood after the last of them is put `aside`.
    pub fn cut(&mut self, steps: u64, by: Seat, snapshot: Snapshot, aside: Option<PutAside>) {
        if self.undone_by != Some(by) {
            self.undone.clear();
        }
        self.undone_by = Some(by);
        if let Some(last) = self.steps.last_mut() {
            last.aside = aside;
        }
        for _ in 0..steps {
            self.undone.extend(self.steps.pop());
        }
        self.snapshots.split_off(&(self.len() + 1));
        // What is taken back was decided under its own rules; from here on the present ones are in force.
        let from = self.len();
        if self.now().from > from
            && let Some(now) = self.epochs.pop()
        {
            self.epochs.retain(|epoch| epoch.from < from);
            self.epochs.push(Epoch { from, ..now });
        }
        self.snapshots.insert(self.len(), snapshot);
    }

    /// A game as it stood after a step, under the rules that were in force then.
    pub fn state_at(&self, step: u64, module: &dyn Module) -> Result<Box<dyn Game>, Trouble> {
        let (&from, snapshot) = self.snapshots.range(..=step).next_back().ok_or_else(|| lost(module))?;
        let mut game = snapshot.load(module, &self.epoch(from).position)?;
        for after in from..step {
            game = self.step_on(game, after, module)?;
        }
        Ok(game)
    }

    /// A game as it stood after a step, to be played on under the present rules.
    pub fn go_back_to(&self, step: u64, module: &dyn Module) -> Result<Box<dyn Game>, Trouble> {
        let mut game = self.state_at(step, module)?;
        if self.epoch(step).from == self.now().from {
            return Ok(game);
        }
        let snapshot = Snapshot::of(game.as_mut(), module)?;
        snapshot.load(module, self.position())
    }

    /// How many steps the seat may take back, or why none.
    pub fn may_undo(&self, seat: Seat, reach: Reach) -> Result<u64, String> {
        let Some(last) = self.steps.last() else { return Err("nothing has been chosen yet".into()) };
        if let Some(bar) = last.bar(seat) {
            return Err(if self.has_chosen(seat) { bar } else { NOTHING_CHOSEN.into() });
        }
        if reach == Reach::Choice {
            return Ok(1);
        }
        let mut count = 0;
        for step in self.steps.iter().rev() {
            if step.bar(seat).is_some() {
                break;
            }
            count += 1;
            if step.begins_command(seat) {
                break;
            }
        }
        Ok(count)
    }

    /// Whether the seat has chosen anything that still stands.
    #[must_use]
    pub fn has_chosen(&self, seat: Seat) -> bool {
        self.steps.iter().any(|step| !step.action.choices_of(seat).is_empty())
    }

    /// How many steps go back to before the seat's latest decision, whatever bars them; never past `begin`.
    #[must_use]
    pub fn beyond(&self, seat: Seat, reach: Reach) -> Option<u64> {
        let own = self.steps.iter().rposition(|step| !step.action.choices_of(seat).is_empty())?;
        let mut first = own;
        while reach == Reach::Command && !self.steps[first].begins_command(seat) && first > 0 {
            if self.steps[first - 1].action.choices_of(seat).is_empty() {
                break;
            }
            first -= 1;
        }
        Some((self.steps.len() - first) as u64)
    }

    /// How many steps the seat may do again.
    pub fn may_redo(&self, seat: Seat, reach: Reach) -> Result<u64, String> {
        if self.undone.is_empty() {
            return Err("nothing was taken back".into());
        }
        if self.undone_by != Some(seat) {
            return Err("another seat took it back".into());
        }
        if reach == Reach::Choice {
            return Ok(1);
        }
        let more = self.undone.iter().rev().skip(1).take_while(|step| !step.begins_command(seat));
        Ok(1 + more.count() as u64)
    }
}

fn lost(module: &dyn Module) -> Trouble {
    Trouble {
        module: module.id().to_owned(),
        call: "load".into(),
        message: "no earlier state of the table is kept".into(),
        backtrace: Vec::new(),
    }
}

/// Applies a step of the past to the state before it, with the dice as they fell.
pub fn apply_again(game: &mut dyn Game, step: &Step, module: &dyn Module) -> Result<(), Trouble> {
    let mut dice = PastDice::new(&step.rolls);
    let refused = match &step.action {
        Action::Begin => game.apply(0, "begin", &mut dice)?.err(),
        Action::Choice { seat, choice } => game.apply(*seat, choice, &mut dice)?.err(),
        Action::Group { drafts, .. } => {
            let mut refused = None;
            for draft in drafts {
                for choice in &draft.choices {
                    if refused.is_none() {
                        refused = game.apply(draft.seat, choice, &mut dice)?.err();
                    }
                }
            }
            refused
        }
        Action::Edit { changes, .. } => game.edit(changes)?.err(),
    };
    match refused {
        None => Ok(()),
        Some(refusal) => Err(Trouble {
            module: module.id().to_owned(),
            call: "apply".into(),
            message: format!("it refuses what it accepted before: {}", refusal.reason),
            backtrace: Vec::new(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(record: u64) -> Step {
        let action = Action::Choice { seat: 0, choice: "on".into() };
        let dice = DiceState::default();
        Step {
            record,
            action,
            rolls: Vec::new(),
            dice,
            events: Arc::new([]),
            label: String::new(),
            acts: Vec::new(),
            aside: None,
        }
    }

    /// A position without anything.
    fn nowhere() -> Arc<Position> {
        let setup = muster_contract::Setup {
            options: Vec::new(),
            facts: Vec::new(),
            seats: Vec::new(),
            rules: Vec::new(),
        };
        let in_force = muster_contract::InForce::NONE;
        Arc::new(Position { boards: Vec::new(), roster: Vec::new(), setup, in_force })
    }

    #[test]
    fn states_that_take_too_much_room_are_let_go_but_for_the_first_and_the_last() {
        let snapshot = |size: usize| Snapshot { schema: 1, save: vec![0; size].into() };
        let mut history = History::new(DiceState::default(), snapshot(100), nowhere(), Vec::new());
        history.held = 1_000;
        for record in 1..=40 {
            history.push(taken(record), Some(snapshot(100)));
            let held: Vec<u64> = history.snapshots.keys().copied().collect();
            assert!(held.len() <= 10, "after {record}: {held:?}");
            assert_eq!((held.first(), held.last()), (Some(&0), Some(&record)));
        }
        // States as large as that one by one still leave the two.
        history.push(taken(41), Some(snapshot(5_000)));
        assert_eq!(history.snapshots.keys().copied().collect::<Vec<_>>(), [0, 41]);
    }
}
