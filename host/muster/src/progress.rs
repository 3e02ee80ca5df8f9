//! What takes long says so on a terminal, beside the output; where standard error is no terminal, nothing is drawn.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// How far a series of games has come, how fast it goes and how long it will take.
pub(crate) fn of_games(games: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{pos} of {len} games {wide_bar} {per_sec}, {eta} to go");
    ProgressBar::new(games).with_style(style.expect("the template is right"))
}

/// Waits for something whose end nobody knows, and says for what.
pub(crate) fn waiting_for<T>(what: &str, wait: impl FnOnce() -> T) -> T {
    let spinner = ProgressBar::new_spinner().with_message(what.to_owned());
    // What nobody sees needs no thread.
    if !spinner.is_hidden() {
        spinner.enable_steady_tick(Duration::from_millis(120));
    }
    let done = wait();
    spinner.finish_and_clear();
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_series_counts_its_games() {
        let bar = of_games(3);
        bar.set_position(2);
        assert_eq!((bar.position(), bar.length()), (2, Some(3)));
        assert_eq!(waiting_for("a number", || 4), 4);
    }
}
