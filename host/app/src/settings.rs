//! What a person set for the window, kept in the platform's own directory by the program.

use crate::theme::{Palette, Theme};

/// The settings.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Settings {
    /// Light or dark.
    pub theme: Theme,
    /// Colours that are easier to tell apart.
    pub distinct_colours: bool,
    /// The size of text and panels in hundredths.
    pub scale: u32,
    /// No movement but what a person makes.
    pub reduce_motion: bool,
    /// The pause between choices of bots, in thousandths of a second.
    pub pace: u64,
    /// Whether orders that are carried out together are shown one after the other.
    pub carrying: bool,
    /// Whether guide notes are shown.
    pub guide: bool,
    /// Whether hex numbers and the grid are drawn.
    pub grid: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Theme::Light,
            distinct_colours: false,
            scale: 100,
            reduce_motion: false,
            pace: 600,
            carrying: true,
            guide: true,
            grid: true,
        }
    }
}

/// The sizes of text and panels that can be read and still leave room, in hundredths.
pub const SCALES: std::ops::RangeInclusive<u32> = 50..=300;
/// The longest pause between choices of bots, in thousandths of a second.
pub const LONGEST_PACE: u64 = 10_000;

impl Settings {
    /// These, with numbers that nobody could use brought to the nearest that one can.
    #[must_use]
    pub fn usable(self) -> Self {
        let scale = self.scale.clamp(*SCALES.start(), *SCALES.end());
        Self { scale, pace: self.pace.min(LONGEST_PACE), ..self }
    }

    /// The colours they ask for.
    pub fn palette(&self) -> Palette {
        Palette::of(self.theme, self.distinct_colours)
    }
}
