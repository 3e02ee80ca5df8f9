//! A race up a ladder with a switch that sets it against its host. It is written on the contract's own bindings: the
//! kit for modules wouldn't let it do half of this. Only the component does anything.

#![cfg(target_arch = "wasm32")]

mod ladder;
mod mischief;

use std::cell::{Cell, RefCell};

use ladder::{Ladder, SIDES, TOP, description, line};
use mischief::{KNOWN, Mischief};
use muster_contract::bindings::exports::muster::game::rules::{self, Description, Setup};
use muster_contract::bindings::muster::game::types::{
    Audience, Change, ChoiceDetails, Decision, Event, Line, OddsTable, Outcome, OverlayItem, OverlayShape,
    PlayoutResult, Refusal, Target, View,
};
use muster_contract::bindings::muster::game::{dice, journal};

struct Module;

muster_contract::bindings::export!(Module with_types_in muster_contract::bindings);

/// A game, or a fork of one.
struct Exported {
    ladder: RefCell<Ladder>,
    /// A fork's own dice; the table's game has none.
    luck: Option<Cell<u64>>,
    mischief: Mischief,
    /// How many views it has been asked for.
    views: Cell<usize>,
}

impl Exported {
    fn new(ladder: Ladder, luck: Option<u64>, mischief: Mischief) -> rules::Game {
        let (ladder, luck) = (RefCell::new(ladder), luck.map(Cell::new));
        rules::Game::new(Self { ladder, luck, mischief, views: Cell::new(0) })
    }
}

/// One more game.
fn another() -> rules::Game {
    Exported::new(Ladder::START, None, Mischief::of_roster())
}

/// Lets a panic's message out before the trap.
fn report_panics() {
    std::panic::set_hook(Box::new(|panic| {
        journal::note(&Audience::Seats(Vec::new()), &line(&format!("panic: {panic}")));
    }));
}

fn refusal(reason: &str) -> Refusal {
    Refusal { reason: reason.to_owned(), citation: None }
}

impl Exported {
    fn enter(&self, call: &str) -> u32 {
        let turn = self.ladder.borrow().turn;
        self.mischief.enter(call, turn);
        turn
    }

    fn take(&self, choice: &str) -> Vec<Event> {
        self.ladder.borrow_mut().take(choice, |reason| match &self.luck {
            None => dice::roll(1, 6, reason)[0],
            Some(luck) => {
                let next = luck.get().wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                luck.set(next);
                u8::try_from((next >> 33) % 6 + 1).unwrap_or(1)
            }
        })
    }

    fn beside(&self, seed: u64) -> rules::Game {
        Self::new(self.ladder.borrow().clone(), Some(seed), self.mischief.clone())
    }
}

impl Drop for Exported {
    fn drop(&mut self) {
        self.enter("drop");
    }
}

impl rules::Guest for Module {
    type Game = Exported;

    fn describe() -> Description {
        description(KNOWN)
    }
}

impl rules::GuestGame for Exported {
    fn create(_: Setup) -> Result<rules::Game, Refusal> {
        report_panics();
        let mischief = Mischief::of_roster();
        mischief.enter("create", 0);
        Ok(Self::new(Ladder::START, None, mischief))
    }

    fn load(_: u32, bytes: Vec<u8>) -> Result<rules::Game, Refusal> {
        report_panics();
        let mischief = Mischief::of_roster();
        let ladder = Ladder::load(&bytes).ok_or_else(|| refusal("the state is torn"))?;
        mischief.enter("load", ladder.turn);
        Ok(Self::new(ladder, None, mischief))
    }

    fn decisions(&self) -> Vec<Decision> {
        let turn = self.enter("decisions");
        let mut decisions = self.ladder.borrow().decisions();
        self.mischief.with_decisions(turn, &mut decisions);
        decisions
    }

    fn choice_count(&self, seat: u8) -> u32 {
        self.enter("choice-count");
        self.decisions()
            .iter()
            .filter(|decision| decision.seat == seat)
            .map(|it| it.choices.len() as u32)
            .sum()
    }

    fn weights(&self, seat: u8, _policy: String) -> Vec<u32> {
        self.enter("weights");
        let own = self.decisions().into_iter().filter(|decision| decision.seat == seat);
        own.flat_map(|decision| decision.choices).map(|choice| u32::from(choice.id == "climb") + 1).collect()
    }

    fn apply_index(&self, seat: Option<u8>, index: u32) -> Option<u32> {
        self.enter("apply-index");
        let ids = self.ladder.borrow().ids();
        let open = self.ladder.borrow().seat();
        let choice = ids.get(index as usize).filter(|_| seat.is_none_or(|seat| seat == open))?;
        self.take(choice);
        let left = self.ladder.borrow().ids();
        Some(left.len() as u32)
    }

    fn apply(&self, seat: u8, choice: String) -> Result<Vec<Event>, Refusal> {
        let turn = self.enter("apply");
        let ids = self.ladder.borrow().ids();
        if !ids.contains(&choice.as_str()) || self.ladder.borrow().seat() != seat {
            let (acts, says_so) = self.mischief.about_unlisted(turn);
            let events = if acts { self.take("rest") } else { Vec::new() };
            return if says_so { Ok(events) } else { Err(refusal("it isn't listed")) };
        }
        if self.luck.is_none() {
            self.mischief.at_table(turn);
        }
        if self.mischief.refuses(turn) {
            return Err(refusal("it has thought better of it"));
        }
        let mut events = self.take(&choice);
        self.mischief.with_events(turn, &mut events);
        Ok(events)
    }

    fn details(&self, _: u8, choices: Vec<String>) -> Vec<ChoiceDetails> {
        self.enter("details");
        let details = |id: String| ChoiceDetails {
            label: format!("to {id}"),
            id,
            cost: String::new(),
            consequences: Vec::new(),
            path: Vec::new(),
            warning: None,
        };
        choices.into_iter().map(details).collect()
    }

    fn explain(&self, _: u8, _: Target) -> Vec<Line> {
        self.enter("explain");
        vec![line("A ladder.")]
    }

    fn view(&self, _: Option<u8>) -> View {
        let turn = self.enter("view");
        let mut view = self.ladder.borrow().view();
        self.views.set(self.views.get() + 1);
        self.mischief.with_view(turn, self.views.get(), &mut view);
        view
    }

    fn odds(&self, _: u8, _: String) -> Vec<OddsTable> {
        let turn = self.enter("odds");
        let mut odds = Vec::new();
        self.mischief.with_odds(turn, &mut odds);
        odds
    }

    fn overlay(&self, _: Option<u8>, _: String, _: Option<Target>) -> Vec<OverlayItem> {
        self.enter("overlay");
        let shape = OverlayShape::Space(format!("r{TOP}"));
        vec![OverlayItem { shape, style: "range".to_owned(), label: String::new() }]
    }

    fn seats(&self) -> Vec<String> {
        let turn = self.enter("seats");
        let mut seats = SIDES.map(str::to_owned).to_vec();
        self.mischief.with_seats(turn, &mut seats);
        seats
    }

    fn outcome(&self) -> Option<Outcome> {
        let turn = self.enter("outcome");
        if self.mischief.lets_strangers_win(turn) {
            return Some(Outcome {
                winner: Some("green".to_owned()),
                degree: String::new(),
                reasons: Vec::new(),
            });
        }
        let ladder = self.ladder.borrow();
        let winner = match ladder.rungs[0].cmp(&ladder.rungs[1]) {
            std::cmp::Ordering::Greater => Some(SIDES[0].to_owned()),
            std::cmp::Ordering::Less => Some(SIDES[1].to_owned()),
            std::cmp::Ordering::Equal => None,
        };
        ladder.is_over().then(|| Outcome { winner, degree: String::new(), reasons: Vec::new() })
    }

    fn save(&self) -> Vec<u8> {
        let turn = self.enter("save");
        let mut state = self.ladder.borrow().save();
        self.mischief.with_state(turn, &mut state);
        state
    }

    fn fork(&self, seed: u64) -> rules::Game {
        self.enter("fork");
        self.beside(seed)
    }

    fn sample(&self, _: u8, seed: u64) -> rules::Game {
        self.enter("sample");
        self.beside(seed)
    }

    fn playout(&self, _: String, _: u64, limit: u32) -> PlayoutResult {
        let turn = self.enter("playout");
        let mut choices = 0;
        while choices < limit && !self.ladder.borrow().is_over() {
            self.take("climb");
            choices += 1;
        }
        let ended = self.ladder.borrow().is_over();
        let mut result = PlayoutResult { prospects: vec![5_000, 5_000], choices, ended };
        self.mischief.with_prospects(turn, &mut result);
        result
    }

    fn edit(&self, _: Vec<Change>) -> Result<(), Refusal> {
        self.enter("edit");
        Err(refusal("a ladder can't be changed"))
    }
}
