//! Counts the memory that a check takes, so that an input which makes much of little is found out.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// What all threads of this program may have together. Past it an allocation fails, which ends the program before
/// the machine suffers.
const MOST: usize = 3 << 30;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

/// The system's allocator, counted.
struct Meter;

#[global_allocator]
static METER: Meter = Meter;

fn taken(size: usize) -> bool {
    let now = NOW.fetch_add(size, Relaxed) + size;
    if now > MOST {
        NOW.fetch_sub(size, Relaxed);
        return false;
    }
    PEAK.fetch_max(now, Relaxed);
    true
}

// SAFETY: every call is handed on to the system's allocator with the same layout, so what it promises holds; beside
// that only numbers are counted, and null, which says that there is no memory, is always allowed.
unsafe impl GlobalAlloc for Meter {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !taken(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller's promises about the layout are handed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if !taken(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller's promises about the layout are handed on.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the pointer came from `System` with this layout, as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if !taken(size) {
            return std::ptr::null_mut();
        }
        // SAFETY: the pointer came from `System` with this layout, as the caller promises.
        let moved = unsafe { System.realloc(pointer, layout, size) };
        NOW.fetch_sub(if moved.is_null() { size } else { layout.size() }, Relaxed);
        moved
    }
}

/// Runs something, and gives how many bytes it had at most beyond those that there were before. Other threads count
/// as well.
pub fn most_bytes<T>(run: impl FnOnce() -> T) -> (T, usize) {
    let before = NOW.load(Relaxed);
    PEAK.store(before, Relaxed);
    let done = run();
    (done, PEAK.load(Relaxed).saturating_sub(before))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_and_given_back_counts() {
        let (_, most) = most_bytes(|| drop(std::hint::black_box(vec![1_u8; 5 << 20])));
        // Another test's thread may give something back meanwhile.
        assert!(most >= (5 << 20) - (64 << 10), "{most}");
    }
}
