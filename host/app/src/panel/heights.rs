//! How tall the rows of a long list are, kept as numbers: only rows that are new are laid out to be measured, and only so many in
//! one frame.

use std::ops::Range;

/// How many letters are laid out in one frame to measure rows: all of them stay in memory until the frame ends.
pub const AT_ONCE: usize = 100_000;

/// The heights of a list's rows, in points. The last rows are measured first; of the others there is a guess for so long.
#[derive(Default)]
pub struct Heights {
    all: Vec<f32>,
    /// How many of the first rows have only a guess.
    guessed: usize,
    /// What they were measured for.
    way: Way,
}

/// What heights depend on besides the rows: the width and the scale of the screen, by their bits, and which list it is.
pub type Way = (u32, u32, usize);

/// What is asked of rows by their places: how many letters there are to lay out, about how tall it is, and how tall.
pub trait Rows {
    /// How many rows there are.
    fn count(&self) -> usize;
    /// How many letters are laid out to measure a row.
    fn letters(&self, at: usize) -> usize;
    /// About how tall it is.
    fn guess(&self, at: usize) -> f32;
    /// How tall it is.
    fn measure(&self, at: usize) -> f32;
}

impl Heights {
    /// The height of each row.
    pub fn all(&self) -> &[f32] {
        &self.all
    }

    /// Whether there is more than a guess of all of them.
    pub fn is_exact(&self) -> bool {
        self.guessed == 0
    }

    /// Only so many of the first rows are still what they were.
    pub fn keep(&mut self, rows: usize) {
        self.all.truncate(rows);
        self.guessed = self.guessed.min(rows);
    }

    /// Measures the rows that are new, or all if they are to be measured in another way: as many as one frame can.
    pub fn update(&mut self, rows: &impl Rows, way: Way) {
        if self.way != way {
            self.way = way;
            self.keep(0);
        }
        self.keep(rows.count());
        let known = self.all.len();
        self.all.extend((known..rows.count()).map(|at| rows.guess(at)));
        let mut left = AT_ONCE;
        let first = self.measure_back(rows, known..rows.count(), &mut left);
        // Where too many came at once, those before them are measured again after them.
        self.guessed =
            if first == known { self.measure_back(rows, 0..self.guessed, &mut left) } else { first };
    }

    /// Measures rows from the last of these on, until so many letters are laid out; gives the first that is measured.
    fn measure_back(&mut self, rows: &impl Rows, which: Range<usize>, left: &mut usize) -> usize {
        for at in which.clone().rev() {
            let letters = rows.letters(at);
            // One row is measured in each frame, however long it is.
            if letters > *left && *left < AT_ONCE {
                return at + 1;
            }
            *left = left.saturating_sub(letters);
            self.all[at] = rows.measure(at);
        }
        which.start
    }
}

/// The first row of which something lies between two heights, and how far from the top it begins, with all that follow up to there;
/// `gap` lies between rows.
pub fn in_sight(heights: &[f32], gap: f32, from: f32, to: f32) -> impl Iterator<Item = (usize, f32)> {
    let tops = heights.iter().scan(0.0, move |next, height| {
        let top = *next;
        *next += height + gap;
        Some((top, *height))
    });
    tops.enumerate()
        .skip_while(move |(_, (top, height))| top + height <= from)
        .take_while(move |(_, (top, _))| *top < to)
        .map(|(at, (top, _))| (at, top))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    // Rows of so many letters each, and which were measured.
    struct Counted(Vec<usize>, RefCell<Vec<usize>>);

    impl Rows for Counted {
        fn count(&self) -> usize {
            self.0.len()
        }

        fn letters(&self, at: usize) -> usize {
            self.0[at]
        }

        fn guess(&self, _: usize) -> f32 {
            1.0
        }

        fn measure(&self, at: usize) -> f32 {
            self.1.borrow_mut().push(at);
            20.0
        }
    }

    #[test]
    fn only_rows_that_are_new_are_measured() {
        let mut rows = Counted(vec![10; 3], RefCell::default());
        let mut heights = Heights::default();
        heights.update(&rows, (1, 1, 0));
        heights.update(&rows, (1, 1, 0));
        assert_eq!(rows.1.take(), [2, 1, 0]);
        rows.0.push(10);
        heights.update(&rows, (1, 1, 0));
        assert_eq!(rows.1.take(), [3]);
        heights.keep(3);
        heights.update(&rows, (1, 1, 0));
        assert_eq!(rows.1.take(), [3], "what is another row than before");
        heights.update(&rows, (2, 1, 0));
        assert_eq!(rows.1.take(), [3, 2, 1, 0], "in another width");
    }

    #[test]
    fn no_frame_measures_more_than_it_can() {
        let mut rows = Counted(vec![AT_ONCE / 2; 5], RefCell::default());
        rows.0[0] = AT_ONCE * 3;
        let mut heights = Heights::default();
        let mut frames = Vec::new();
        while frames.is_empty() || !heights.is_exact() {
            heights.update(&rows, (1, 1, 0));
            frames.push(rows.1.take());
        }
        assert_eq!(frames, [vec![4, 3], vec![2, 1], vec![0]]);
        assert_eq!(heights.all(), [20.0; 5]);
    }

    #[test]
    fn what_is_in_sight_is_found_with_its_top() {
        let found: Vec<_> = in_sight(&[10.0; 6], 2.0, 22.0, 40.0).collect();
        assert_eq!(found, [(2, 24.0), (3, 36.0)]);
    }
}
