//! Counts the memory that a thread holds, so that a script that makes much of little is stopped, whatever it makes it with.
//!
//! The allocator stands in this library, so that no program that runs scripts can be without it.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicIsize, AtomicUsize, Ordering::Relaxed};

thread_local! {
    /// What this thread has taken, less what it gave back.
    static HELD: Cell<isize> = const { Cell::new(0) };
}

/// What all threads may have together from when it was said; 0 if nobody has, and then it isn't counted.
static MOST: AtomicUsize = AtomicUsize::new(0);
static NOW: AtomicIsize = AtomicIsize::new(0);
static PEAK: AtomicIsize = AtomicIsize::new(0);

/// The system's allocator, counted.
struct Counted;

#[global_allocator]
static COUNTED: Counted = Counted;

/// Bytes that this thread holds. What it was given by another thread, and gave back, counts as less than nothing.
pub fn held() -> isize {
    HELD.try_with(Cell::get).unwrap_or_default()
}

/// Lets an allocation fail, which ends the program, once all threads together have so much more than now.
pub fn bound(most: usize) {
    MOST.store(most, Relaxed);
}

/// Runs something, and gives how many bytes all threads had at most beyond those that there were before. They are
/// counted once memory is [`bound`].
pub fn most_bytes<T>(run: impl FnOnce() -> T) -> (T, usize) {
    let before = NOW.load(Relaxed);
    PEAK.store(before, Relaxed);
    let done = run();
    (done, PEAK.load(Relaxed).saturating_sub(before).max(0).unsigned_abs())
}

/// Counts so many bytes as taken or given back; false if there may be no more.
fn counts(by: isize) -> bool {
    let most = MOST.load(Relaxed);
    if most != 0 {
        let now = NOW.fetch_add(by, Relaxed) + by;
        if by > 0 && now > most.cast_signed() {
            NOW.fetch_sub(by, Relaxed);
            return false;
        }
        PEAK.fetch_max(now, Relaxed);
    }
    // A thread that ends may have no counter any more, and runs no script.
    let _ = HELD.try_with(|held| held.set(held.get().wrapping_add(by)));
    true
}

/// No layout is larger than this can say.
fn size(layout: Layout) -> isize {
    layout.size().cast_signed()
}

// SAFETY: every call is handed on to the system's allocator with the same layout, so what it promises holds; beside
// that only numbers are counted, which allocates nothing, and null, which says that there is no memory, is always allowed.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !counts(size(layout)) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller's promises about the layout are handed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if !counts(size(layout)) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller's promises about the layout are handed on.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        counts(-size(layout));
        // SAFETY: the pointer came from `System` with this layout, as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Both may be there at once.
        if !counts(size.cast_signed()) {
            return std::ptr::null_mut();
        }
        // SAFETY: the pointer came from `System` with this layout, as the caller promises.
        let moved = unsafe { System.realloc(pointer, layout, size) };
        counts(-if moved.is_null() { size.cast_signed() } else { self::size(layout) });
        moved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_holds_what_it_took_and_has_not_given_back() {
        let before = held();
        let mut bytes = std::hint::black_box(vec![1_u8; 1 << 20]);
        assert_eq!(held() - before, 1 << 20);
        bytes.reserve_exact(1 << 20);
        assert_eq!(held() - before, 2 << 20);
        let taken = std::thread::spawn(move || {
            let before = held();
            drop(std::hint::black_box(bytes));
            held() - before
        });
        assert_eq!(taken.join().expect("it ends"), -(2 << 20));
    }
}
