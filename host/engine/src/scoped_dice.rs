//! Gives the imports the table's dice for the time of one call.
//!
//! `apply` is handed `&mut dyn Dice`, and the import `dice.roll` needs them; but a store's data must own what it
//! holds, so a borrow can't be put there. The call and its imports run on one thread, one inside the other,
//! so the borrow waits in a thread-local for just that time.

#![allow(unsafe_code)]

use std::{cell::Cell, ptr::NonNull};

use muster_contract::Dice;

thread_local! {
    static CURRENT: Cell<Option<NonNull<dyn Dice>>> = const { Cell::new(None) };
}

/// Puts back what was there before when a call ends, also when it unwinds.
struct Restore(Option<NonNull<dyn Dice>>);

impl Drop for Restore {
    fn drop(&mut self) {
        CURRENT.set(self.0);
    }
}

/// Runs `call`, inside which [`borrow`] gives these dice.
pub(crate) fn lend<R>(dice: &mut dyn Dice, call: impl FnOnce() -> R) -> R {
    let pointer: NonNull<dyn Dice + '_> = NonNull::from(dice);
    // SAFETY: this only forgets the borrow's lifetime in the pointer's type; both types have the same layout. The
    // pointer is dereferenced in `borrow` alone, which finds it only while `CURRENT` holds it: from here until
    // `_restore` is dropped at the end of this function, before the borrow `dice` ends.
    let pointer: NonNull<dyn Dice> =
        unsafe { std::mem::transmute::<NonNull<dyn Dice + '_>, NonNull<dyn Dice + 'static>>(pointer) };
    let _restore = Restore(CURRENT.replace(Some(pointer)));
    call()
}

/// Runs `call` without any dice, so that a call made by `use_dice` further up sees none of its caller's.
pub(crate) fn borrow<R>(use_dice: impl FnOnce(&mut dyn Dice) -> R) -> Option<R> {
    // Taken out while in use, so that no second `&mut` to the same dice can come into being.
    let mut pointer = CURRENT.take()?;
    let _restore = Restore(Some(pointer));
    // SAFETY: `lend` put the pointer there from a `&mut dyn Dice` that outlives its presence in `CURRENT`, on this
    // thread; the pointer is out of `CURRENT` until `_restore` is dropped, so this is the only reference made from it.
    let dice = unsafe { pointer.as_mut() };
    Some(use_dice(dice))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Always(u8);

    impl Dice for Always {
        fn roll(&mut self, count: u8, _sides: u8, _reason: &str) -> Vec<u8> {
            vec![self.0; usize::from(count)]
        }
    }

    fn face() -> Option<u8> {
        borrow(|dice| dice.roll(1, 6, "test")[0])
    }

    #[test]
    fn dice_are_there_inside_only_and_nest() {
        assert_eq!(face(), None);
        let faces = lend(&mut Always(3), || {
            let inner = lend(&mut Always(5), face);
            (face(), inner, face())
        });
        assert_eq!(faces, (Some(3), Some(5), Some(3)));
        assert_eq!(face(), None);
    }

    #[test]
    fn dice_in_use_cannot_be_borrowed_again() {
        lend(&mut Always(3), || {
            assert_eq!(borrow(|_| face()), Some(None));
            assert_eq!(face(), Some(3));
        });
    }

    #[test]
    fn a_panic_restores_them() {
        let caught = std::panic::catch_unwind(|| lend(&mut Always(3), || panic!("inside")));
        assert!(caught.is_err());
        assert_eq!(face(), None);
    }
}
