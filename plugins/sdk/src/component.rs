//! A module as a component: the contract's export over [`Hosted`].

use std::any::Any;
use std::cell::RefCell;
use std::marker::PhantomData;
use std::sync::Arc;

use muster_contract::bindings::exports::muster::game::rules;
use muster_contract::bindings::muster::game::{dice, hooks, journal, map, phases, units};
use muster_contract::hooks::{Fact, Rule};
use muster_contract::{
    Audience, Awaited, Change, ChoiceDetails, Decision, Description, Dice, Event, InForce, Line, OddsTable,
    Outcome, OverlayItem, PlayoutResult, Position, Refusal, RuleAnswer, RuleFailure, Rules, Seat, Setup,
    Target, TurnStatus, View,
};

use crate::fixed::Fixed;
use crate::{Game, Hosted};

/// The component that [`export!`](crate::export) exports.
pub struct Component<G>(PhantomData<G>);

/// Exports a [`Game`] as the module's component. One call at the top of the crate; natively it does nothing.
#[macro_export]
macro_rules! export {
    ($game:ty) => {
        #[cfg(target_arch = "wasm32")]
        mod component {
            use super::*;
            type Component = $crate::Component<$game>;
            $crate::contract::bindings::export!(Component with_types_in $crate::contract::bindings);
        }
    };
}

/// The table's dice and its log, on the other side of the boundary.
struct Host;

impl Dice for Host {
    fn roll(&mut self, count: u8, sides: u8, reason: &str) -> Vec<u8> {
        dice::roll(count, sides, reason)
    }

    fn note(&mut self, audience: Audience, line: Line) {
        journal::note(&audience, &line);
    }

    fn enter(&mut self, status: TurnStatus) {
        phases::enter(&status);
    }
}

/// Lets a panic's message out before the trap: a component has no standard error. The host takes a note for nobody
/// that starts with `panic: ` as the reason of the trap that follows it.
fn report_panics() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        std::panic::set_hook(Box::new(|panic| {
            let line = Line { text: format!("panic: {panic}"), citation: None };
            journal::note(&Audience::Seats(Vec::new()), &line);
        }));
    });
}

thread_local! {
    /// The [`Fixed`] of the last game that was created or loaded; an instance has one position and one thread.
    static FIXED: RefCell<Option<Box<dyn Any>>> = const { RefCell::new(None) };
}

fn position(setup: Setup) -> Position {
    let in_force = if setup.rules.is_empty() {
        InForce::NONE
    } else {
        InForce::new(Arc::new(Imported { rules: hooks::rules() }))
    };
    Position { boards: map::boards(), roster: units::roster(), setup, in_force }
}

/// The rules in force, on the other side of the boundary. A rule that fails ends the call there.
struct Imported {
    rules: Vec<Rule>,
}

impl Rules for Imported {
    fn rules(&self) -> &[Rule] {
        &self.rules
    }

    fn call(
        &self,
        rule: u32,
        hook: &str,
        function: &str,
        facts: &[Fact],
        variables: &[Fact],
        // The host asks for itself.
        _: &Awaited,
    ) -> Result<RuleAnswer, RuleFailure> {
        // What they print stays on the other side.
        let effects = hooks::call(rule, hook, function, facts, variables);
        Ok(RuleAnswer { effects, printed: Vec::new() })
    }
}

impl<G: Game> rules::Guest for Component<G> {
    type Game = Exported<G>;

    fn describe() -> Description {
        report_panics();
        Hosted::<G>::describe()
    }
}

/// The resource `game`.
pub struct Exported<G: Game>(RefCell<Hosted<G>>);

impl<G: Game> Exported<G> {
    /// A game that wasn't made from another of this instance: what it found out about the boards is kept.
    fn first(game: Hosted<G>) -> rules::Game {
        FIXED.set(Some(Box::new(game.fixed())));
        Self::handle(game)
    }

    /// Makes a call in which rules may be at work. One that answered what the SDK can't carry out is the end of the instance,
    /// like one that failed by itself.
    fn with_rules<T>(&self, call: impl FnOnce(&mut Hosted<G>) -> T) -> T {
        let mut game = self.0.borrow_mut();
        let answer = call(&mut game);
        if let Some(failure) = game.take_failure() {
            panic!("{failure}");
        }
        answer
    }

    fn handle(game: Hosted<G>) -> rules::Game {
        rules::Game::new(Self(RefCell::new(game)))
    }
}

impl<G: Game> rules::GuestGame for Exported<G> {
    fn create(setup: Setup) -> Result<rules::Game, Refusal> {
        report_panics();
        Hosted::<G>::create(&position(setup)).map(Self::first)
    }

    fn load(schema: u32, bytes: Vec<u8>) -> Result<rules::Game, Refusal> {
        report_panics();
        FIXED
            .with_borrow(|fixed| {
                let known = fixed.as_ref().and_then(|fixed| fixed.downcast_ref::<Fixed<G::World>>());
                Hosted::<G>::load_on(known, |setup| Ok(position(setup)), schema, &bytes)
            })
            .map(Self::first)
    }

    fn decisions(&self) -> Vec<Decision> {
        self.0.borrow().decisions()
    }

    fn choice_count(&self, seat: Seat) -> u32 {
        self.0.borrow().choice_count(seat)
    }

    fn weights(&self, seat: Seat, policy: String) -> Vec<u32> {
        self.0.borrow().weights(seat, &policy)
    }

    fn apply_index(&self, seat: Option<Seat>, index: u32) -> Option<u32> {
        self.with_rules(|game| game.apply_index(seat, index, &mut Host))
    }

    fn apply(&self, seat: Seat, choice: String) -> Result<Vec<Event>, Refusal> {
        self.with_rules(|game| game.apply(seat, &choice, &mut Host))
    }

    fn details(&self, seat: Seat, choices: Vec<String>) -> Vec<ChoiceDetails> {
        self.0.borrow().details(seat, &choices)
    }

    fn explain(&self, seat: Seat, target: Target) -> Vec<Line> {
        self.0.borrow().explain(seat, &target)
    }

    fn view(&self, seat: Option<Seat>) -> View {
        self.0.borrow().view(seat)
    }

    fn odds(&self, seat: Seat, choice: String) -> Vec<OddsTable> {
        self.0.borrow().odds(seat, &choice)
    }

    fn overlay(&self, seat: Option<Seat>, name: String, focus: Option<Target>) -> Vec<OverlayItem> {
        self.0.borrow().overlay(seat, &name, focus.as_ref())
    }

    fn seats(&self) -> Vec<String> {
        self.0.borrow().seats()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.borrow().outcome()
    }

    fn save(&self) -> Vec<u8> {
        self.0.borrow().save()
    }

    fn fork(&self, seed: u64) -> rules::Game {
        Self::handle(self.0.borrow().fork(seed))
    }

    fn sample(&self, seat: Seat, seed: u64) -> rules::Game {
        Self::handle(self.0.borrow().sample(seat, seed))
    }

    fn playout(&self, policy: String, seed: u64, limit: u32) -> PlayoutResult {
        self.with_rules(|game| game.playout(&policy, seed, limit))
    }

    fn edit(&self, changes: Vec<Change>) -> Result<(), Refusal> {
        self.0.borrow_mut().edit(&changes)
    }
}
