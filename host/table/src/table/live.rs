//! What is live at a table: the game, what it asks of whom, secret drafts, the dice, and the steps that led here.

pub(super) mod commit;
mod drafts;
mod next_state;

use std::{collections::HashMap, sync::Arc};

use muster_contract::{
    Decision, Event, Game, Module, Outcome, Position, Refusal, RuleText, Seat, Target, Trouble, Usage,
};

use crate::{
    action::{Action, apply},
    dice::{DiceProblem, DiceState, Rolled, TableDice},
    drafts::{DraftAside, Group, PutAside},
    history::{History, Snapshot, Step},
    journal::SeatDraft,
    messages::{RefusalCode, Refused},
};

use next_state::described;

pub(super) use next_state::NextState;

/// The game and what follows from it. Its changes count only by [`commit`]: what makes them is private to this
/// module.
pub(super) struct Live {
    /// None after a failure, until a game can be loaded again.
    game: Option<Box<dyn Game>>,
    decisions: Vec<Decision>,
    sides: Vec<String>,
    outcome: Option<Outcome>,
    group: Option<Group>,
    /// Drafts of a group whose forks are gone with a game that failed.
    parked: Vec<DraftAside>,
    dice: TableDice,
    history: History,
    /// A game at a past step, so that stepping forward through a replay costs one choice a step.
    viewed: Option<(u64, Box<dyn Game>)>,
    revision: u64,
    seats: Vec<SeatState>,
}

struct SeatState {
    revision: u64,
    /// What the choices of its last list pointed at, to explain why one is no longer there.
    recent: HashMap<String, Target>,
}

/// What became of drafts when the game changed under them.
#[derive(Default)]
struct DraftChanges {
    /// How many choices drafts lost at their ends.
    lost: Vec<(Seat, u64)>,
    /// The drafts of a group that is deciding no longer.
    dropped: Option<PutAside>,
    /// The drafts that had been put aside and stand again.
    taken_up: Vec<SeatDraft>,
}

/// Why an action could not be performed.
pub(super) enum Unperformed {
    /// There is no game.
    NoGame,
    /// The module failed.
    Trouble(Trouble),
    /// The module refused.
    Refused(Refusal),
    /// A roll can't stand.
    Dice(DiceProblem),
}

impl Live {
    /// A game before `begin`, with dice from this seed.
    pub fn new(
        game: Box<dyn Game>,
        snapshot: Snapshot,
        seed: u128,
        position: &Position,
        rules: &[RuleText],
    ) -> Self {
        let dice = TableDice::new(seed);
        let sides = position.setup.seats.clone();
        let seats = sides.iter().map(|_| SeatState { revision: 1, recent: HashMap::new() }).collect();
        let history = History::new(dice.state(), snapshot, Arc::new(position.clone()), rules.to_vec());
        Self {
            game: Some(game),
            decisions: Vec::new(),
            sides,
            outcome: None,
            group: None,
            parked: Vec::new(),
            dice,
            history,
            viewed: None,
            revision: 1,
            seats,
        }
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Seat by seat the sides that they play now.
    pub fn sides(&self) -> &[String] {
        &self.sides
    }

    /// The steps in force and those taken back.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The table's revision.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The seat's revision; none if there is no such seat.
    pub fn revision_of(&self, seat: Seat) -> Option<u64> {
        self.seats.get(usize::from(seat)).map(|state| state.revision)
    }

    /// Refuses a seat that isn't there, and a revision that isn't its present one.
    pub fn require_current(&self, seat: Seat, revision: u64) -> Result<(), Refused> {
        let Some(present) = self.revision_of(seat) else {
            return Err(Refused::new(RefusalCode::NotYourSeat, format!("there is no seat {seat}")));
        };
        if present != revision {
            let reason = "the table has changed since; look at it again before choosing";
            return Err(Refused::new(RefusalCode::StaleRevision, reason));
        }
        Ok(())
    }

    /// Revisions go on from those of a table that this one replaces.
    pub fn continue_revisions(&mut self, other: &Self) {
        self.revision = other.revision + 1;
        for (new, old) in self.seats.iter_mut().zip(&other.seats) {
            new.revision = old.revision + 1;
        }
    }

    /// The decisions that are open on the table, without those of drafts.
    pub fn decisions(&self) -> &[Decision] {
        &self.decisions
    }

    /// What a seat may choose now: its draft's decisions while it has one, and what needs no secret.
    pub fn decisions_of(&self, seat: Seat) -> impl Iterator<Item = &Decision> {
        let secret = self.group.is_some();
        let drafted = self.draft_of(seat).into_iter().flat_map(|draft| &draft.decisions);
        // A second group, or one seat's secret, waits until the first group has been carried out.
        let open =
            move |decision: &&Decision| decision.seat == seat && !(secret && decision.secret.is_some());
        drafted.chain(self.decisions.iter().filter(open))
    }

    /// Whether the game waits for the seat.
    pub fn waits_for(&self, seat: Seat) -> bool {
        self.outcome.is_none() && self.decisions_of(seat).any(|decision| decision.waits)
    }

    /// What a choice of the seat's present or last list points at.
    pub fn recent_target(&self, seat: Seat, choice: &str) -> Option<Target> {
        self.seats.get(usize::from(seat)).and_then(|state| state.recent.get(choice)).cloned()
    }

    /// Remembers what a seat's choices point at, before the list changes.
    fn remember(&mut self, seat: Seat) {
        let choices = self.decisions_of(seat).flat_map(|decision| &decision.choices);
        let recent: HashMap<_, _> =
            choices.map(|choice| (choice.id.clone(), choice.target.clone())).collect();
        if !recent.is_empty() {
            self.seats[usize::from(seat)].recent = recent;
        }
    }

    /// The game, if there is one.
    pub fn game(&mut self) -> Option<&mut dyn Game> {
        self.game.as_mut().map(|game| game.as_mut() as &mut dyn Game)
    }

    /// The draft of the seat if it has one, or the game.
    pub fn game_for(&mut self, eyes: Option<Seat>) -> Option<&mut dyn Game> {
        let draft = eyes.zip(self.group.as_mut()).and_then(|(seat, group)| group.drafts.get_mut(&seat));
        match draft {
            Some(draft) => Some(draft.game.as_mut()),
            None => self.game.as_mut().map(|game| game.as_mut() as &mut dyn Game),
        }
    }

    /// What the game's instance has taken, if anybody counts it.
    pub fn usage(&self) -> Option<Usage> {
        self.game.as_ref().and_then(|game| game.usage())
    }

    /// From here to the next action the rolls must be these.
    pub fn expect_rolls(&mut self, rolls: &[Rolled]) {
        self.dice.expect(rolls);
    }

    /// Applies an action to the game, with the table's dice. Returns what happened and what was rolled; on an error the game
    /// and the dice may be spoilt.
    pub fn perform(
        &mut self,
        action: &Action,
        module: &str,
    ) -> Result<(Vec<Event>, Vec<Rolled>), Unperformed> {
        let game = self.game.as_mut().ok_or(Unperformed::NoGame)?;
        let done = apply(game.as_mut(), action, &mut self.dice, module);
        let mut events = done.map_err(Unperformed::Trouble)?.map_err(Unperformed::Refused)?;
        events.extend(self.dice.take_notes());
        let rolls = self.dice.take().map_err(Unperformed::Dice)?;
        Ok((events, rolls))
    }

    /// Looks at the game after a change that doesn't count yet; none if there is no game. The drafts of a group that is
    /// still deciding move on, unless it has just been `carried_out`.
    pub fn inspect(&mut self, module: &dyn Module, carried_out: bool) -> Option<Result<NextState, Trouble>> {
        let drafts = self.group.as_ref().filter(|_| !carried_out);
        self.game.as_mut().map(|game| NextState::of(game.as_mut(), module, drafts))
    }

    /// Draws drafts that were put aside up again on the game that was looked at.
    pub fn take_up(&mut self, next: &mut NextState, aside: &PutAside) -> Result<(), Trouble> {
        match &mut self.game {
            Some(game) => next.take_up(game.as_mut(), aside),
            None => Ok(()),
        }
    }

    /// Looks at a game that may take the place of this one.
    pub fn inspect_other(&self, game: &mut dyn Game, module: &dyn Module) -> Result<NextState, Trouble> {
        NextState::of(game, module, self.group.as_ref())
    }

    /// What was looked at counts now. Returns what became of drafts.
    fn adopt(&mut self, next: NextState) -> DraftChanges {
        for seat in 0..self.seats.len() {
            self.remember(Seat::try_from(seat).unwrap_or(Seat::MAX));
        }
        self.decisions = next.decisions;
        self.sides = next.sides;
        self.outcome = next.outcome;
        self.group = next.group;
        self.viewed = None;
        self.revision += 1;
        for state in &mut self.seats {
            state.revision += 1;
        }
        DraftChanges { lost: next.lost, dropped: next.dropped, taken_up: next.taken_up }
    }

    /// The action that was just performed is a step of the history.
    fn push_step(
        &mut self,
        record: u64,
        action: Action,
        (events, rolls): (Arc<[Event]>, Vec<Rolled>),
        label: String,
        snapshot: Option<Snapshot>,
    ) {
        let (dice, acts) = (self.dice.state(), self.dice.take_acts());
        self.history.push(Step { record, action, rolls, dice, events, label, acts, aside: None }, snapshot);
    }

    /// The last step taken back was done again.
    fn push_again(&mut self, dice: DiceState, snapshot: Snapshot) {
        self.history.push_again(dice, Some(snapshot));
    }

    /// A seat took steps back: the game is this one, and the dice stand where they stood.
    fn go_back(
        &mut self,
        game: Box<dyn Game>,
        steps: u64,
        by: Seat,
        snapshot: Snapshot,
        aside: Option<PutAside>,
    ) {
        self.game = Some(game);
        self.dice.restore(self.history.dice_at(self.history.len() - steps));
        self.history.cut(steps, by, snapshot, aside);
    }

    /// What was taken back can't be done again.
    pub fn forget_undone(&mut self) {
        self.history.forget_undone();
    }

    /// Another game in the same state takes the place of the present one.
    fn replace_game(&mut self, game: Box<dyn Game>, snapshot: Snapshot) {
        self.game = Some(game);
        self.history.replace_last(snapshot);
    }

    /// The table stands on this state.
    fn stand_on(&mut self, snapshot: Snapshot) {
        self.history.replace_last(snapshot);
    }

    /// From the present step on games are loaded with this position, and these rules are in force.
    fn change_rules(&mut self, position: Arc<Position>, texts: Vec<RuleText>) {
        self.history.rules_changed(position, texts);
    }

    /// Names steps: those in force from this one on, and then those to do again.
    pub fn name_steps(&mut self, first: usize, names: Vec<String>) {
        self.history.name(first, names);
    }

    /// The dice.
    pub fn dice(&self) -> &TableDice {
        &self.dice
    }

    /// Arranges the dice that come up next. Returns how many were ever arranged.
    fn arrange(&mut self, faces: &[u8]) -> u64 {
        self.dice.arrange(faces);
        self.dice.arranged()
    }

    /// The dice go on with another seed.
    fn reseed(&mut self, seed: u128) {
        self.dice.reseed(seed);
        self.history.dice_moved(self.dice.state());
    }

    /// Loads the state that the table stands on, dice included. Drafts are forks of that very state and stay.
    pub fn restore_good_state(&mut self, module: &dyn Module) -> Result<(), Trouble> {
        self.dice.restore(self.history.dice_at(self.history.len()));
        self.game = None;
        self.game = Some(self.history.state_at(self.history.len(), module)?);
        Ok(())
    }

    /// Throws the game and its forks away; drafts wait until it is [loaded again](Self::reload_good_state).
    pub fn drop_game(&mut self) {
        if let Some(group) = self.group.take() {
            self.parked = group.asides();
        }
        self.game = None;
    }

    /// Loads the state that the table stands on and draws the drafts up again. Returns how many choices they lost.
    pub fn reload_good_state(&mut self, module: &dyn Module) -> Result<Vec<(Seat, u64)>, Trouble> {
        self.dice.restore(self.history.dice_at(self.history.len()));
        let mut game = self.history.state_at(self.history.len(), module)?;
        self.decisions = described(game.decisions()?, module)?;
        let mut group = Group::open(game.as_mut(), &self.decisions)?;
        let lost = match &mut group {
            Some(group) => group.draw_up_all(game.as_mut(), &self.parked)?,
            None => Vec::new(),
        };
        self.group = group;
        self.game = Some(game);
        self.parked.clear();
        Ok(lost)
    }

    /// A game as it stood after a step, from the one last looked at if that is the shorter way.
    pub fn past(&mut self, step: u64, module: &dyn Module) -> Result<&mut dyn Game, Trouble> {
        const NEAR: u64 = 16;
        let near = self.viewed.take().filter(|(at, _)| *at <= step && step - at <= NEAR);
        let game = match near {
            Some((at, mut game)) => {
                for after in at..step {
                    game = self.history.step_on(game, after, module)?;
                }
                game
            }
            None => self.history.state_at(step, module)?,
        };
        Ok(self.viewed.insert((step, game)).1.as_mut())
    }

    /// Forgets the game at a past step.
    pub fn forget_past(&mut self) {
        self.viewed = None;
    }
}
