//! A line of the table.

use std::time::{Duration, Instant};

/// A figure, and what it is held against.
#[derive(Debug, serde::Serialize)]
pub struct Row {
    /// What was measured.
    pub name: String,
    /// The figure: a median unless the name says otherwise.
    pub value: f64,
    /// Its unit.
    pub unit: String,
    /// The target in words ("<= 50"), or "-".
    pub target: String,
    /// Whether the figure meets it.
    pub met: bool,
}

impl Row {
    /// A figure that may be at most so much.
    pub fn at_most(name: &str, value: f64, unit: &str, target: f64) -> Self {
        let met = value <= target;
        Self { name: name.to_owned(), value, unit: unit.to_owned(), target: format!("<= {target}"), met }
    }

    /// A figure that has to be at least so much.
    pub fn at_least(name: &str, value: f64, unit: &str, target: f64) -> Self {
        let met = value >= target;
        Self { name: name.to_owned(), value, unit: unit.to_owned(), target: format!(">= {target}"), met }
    }

    /// A figure that is only shown.
    pub fn figure(name: &str, value: f64, unit: &str) -> Self {
        Self { name: name.to_owned(), value, unit: unit.to_owned(), target: "-".to_owned(), met: true }
    }
}

/// The middle one.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// How long something took, with what it gave.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let began = Instant::now();
    let value = work();
    (value, began.elapsed())
}
