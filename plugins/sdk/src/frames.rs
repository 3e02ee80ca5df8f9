//! The stack of steps of a game in which one step can interrupt another.

use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

/// How deep steps can stand in one another. No rulebook comes near it.
const DEEPEST: usize = 16;

/// The step that the game is in, and those that wait for it to end: an order calls for a march, the march for a combat, and when that
/// is over the orders go on. It is part of the state. What a step needs stands in the step's own type, so it is there
/// as long as the step is: a function reads it from [`step`](Frames::step), or from [`path`](Frames::path) while the step waits. What each step is to the table, a [`StepRow`](crate::StepRow) says. Which steps may wait for which,
/// [`Saves::validate`](crate::Saves::validate) checks: a save is a stranger's file.
///
/// ```
/// use muster_sdk::Frames;
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum Step { Orders, March { unit: u8 }, Reaction }
///
/// let mut frames = Frames::new(Step::Orders);
/// frames.call(Step::March { unit: 7 });
/// frames.call(Step::Reaction);
/// assert_eq!(frames.path(), [Step::Orders, Step::March { unit: 7 }, Step::Reaction]);
/// frames.end();
/// assert_eq!(frames.step(), Step::March { unit: 7 }, "it goes on");
/// frames.next(Step::Reaction);
/// frames.end();
/// assert_eq!(frames.step(), Step::Orders);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    try_from = "Vec<S>",
    into = "Vec<S>",
    bound(serialize = "S: Copy + Serialize", deserialize = "S: Copy + Deserialize<'de>")
)]
pub struct Frames<S: Copy> {
    /// From the outermost to the step that the game is in; never empty.
    steps: SmallVec<[S; 4]>,
}

impl<S: Copy> Frames<S> {
    /// How deep steps can stand in one another, 16. A save with more is refused, and a game that calls for more stops.
    pub const DEEPEST: usize = DEEPEST;

    /// In this step, and no other waits.
    pub fn new(step: S) -> Self {
        Self { steps: smallvec![step] }
    }

    /// The step that the game is in.
    #[inline]
    pub fn step(&self) -> S {
        self.steps[self.steps.len() - 1]
    }

    /// The same, to change what stands in it; after [`end`](Self::end) that is the step that goes on.
    #[inline]
    pub fn step_mut(&mut self) -> &mut S {
        let last = self.steps.len() - 1;
        &mut self.steps[last]
    }

    /// The steps from the outermost to the one that the game is in, 1 to [`DEEPEST`](Self::DEEPEST).
    pub fn path(&self) -> &[S] {
        &self.steps
    }

    /// Another step takes the place of the one that the game is in.
    #[inline]
    pub fn next(&mut self, step: S) {
        *self.step_mut() = step;
    }

    /// A step interrupts the one that the game is in, which waits for its end.
    ///
    /// # Panics
    ///
    /// If [`DEEPEST`](Self::DEEPEST) steps stand in one another already.
    pub fn call(&mut self, step: S) {
        assert!(self.steps.len() < Self::DEEPEST, "a step calls for another without end");
        self.steps.push(step);
    }

    /// The step has ended: the one that it interrupted goes on.
    ///
    /// # Panics
    ///
    /// If it interrupted none: the game can't be nowhere. [`next`](Self::next) says where it is instead.
    pub fn end(&mut self) {
        assert!(self.steps.len() > 1, "the outermost step has ended, and nothing comes after it");
        self.steps.pop();
    }

    /// Whatever was going on is over: the game is in this step alone.
    pub fn restart(&mut self, step: S) {
        self.steps.clear();
        self.steps.push(step);
    }
}

impl<S: Copy> From<Frames<S>> for Vec<S> {
    fn from(frames: Frames<S>) -> Self {
        frames.steps.to_vec()
    }
}

impl<S: Copy> TryFrom<Vec<S>> for Frames<S> {
    type Error = String;

    fn try_from(steps: Vec<S>) -> Result<Self, String> {
        match steps.len() {
            1..=DEEPEST => Ok(Self { steps: SmallVec::from_slice(&steps) }),
            0 => Err("the game is in no step".to_owned()),
            deep => Err(format!("{deep} steps stand in one another, and no more than {DEEPEST} can")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Clone, Copy, Debug)]
    enum Move {
        Next(u8),
        Call(u8),
        End,
        Restart(u8),
    }

    fn moves() -> impl Strategy<Value = Vec<Move>> {
        let one = prop_oneof![
            any::<u8>().prop_map(Move::Next),
            any::<u8>().prop_map(Move::Call),
            Just(Move::End),
            any::<u8>().prop_map(Move::Restart),
        ];
        prop::collection::vec(one, 0..60)
    }

    proptest! {
        /// Compared with a plain list, and with what a save of it gives back.
        #[test]
        fn they_are_a_stack_that_is_never_empty(moves in moves()) {
            let (mut frames, mut list) = (Frames::new(0u8), vec![0u8]);
            for step in moves {
                match step {
                    Move::Next(step) => {
                        frames.next(step);
                        *list.last_mut().unwrap() = step;
                    }
                    Move::Call(step) if list.len() < Frames::<u8>::DEEPEST => {
                        frames.call(step);
                        list.push(step);
                    }
                    Move::End if list.len() > 1 => {
                        frames.end();
                        list.pop();
                    }
                    Move::Restart(step) => {
                        frames.restart(step);
                        list = vec![step];
                    }
                    Move::Call(_) | Move::End => {}
                }
                prop_assert_eq!(frames.path(), &*list);
                prop_assert_eq!(frames.step(), list[list.len() - 1]);
                let saved = postcard::to_allocvec(&frames).unwrap();
                prop_assert_eq!(&postcard::from_bytes::<Frames<u8>>(&saved).unwrap(), &frames);
            }
        }

        /// A save is a stranger's file.
        #[test]
        fn a_save_of_none_or_of_too_many_is_refused(steps in prop::collection::vec(any::<u8>(), 0..40)) {
            let saved = postcard::to_allocvec(&steps).unwrap();
            let read = postcard::from_bytes::<Frames<u8>>(&saved);
            prop_assert_eq!(read.is_ok(), (1..=Frames::<u8>::DEEPEST).contains(&steps.len()));
        }
    }

    #[test]
    #[should_panic(expected = "nothing comes after it")]
    fn the_outermost_cannot_end() {
        Frames::new(0u8).end();
    }

    #[test]
    #[should_panic(expected = "without end")]
    fn calls_without_end_stop() {
        let mut frames = Frames::new(0u8);
        (0..20).for_each(|step| frames.call(step));
    }
}
