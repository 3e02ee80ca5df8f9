//! What a person set for the window, kept in the platform's own directory by the program.

use crate::keys::Keys;
use crate::theme::{Palette, Theme};
use std::collections::BTreeSet;

/// The settings.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Settings {
    /// Light or dark.
    pub theme: Theme,
    /// Colours that are easier to tell apart.
    pub distinct_colours: bool,
    /// The size of text and panels in hundredths.
    #[serde(deserialize_with = "scale")]
    pub scale: u32,
    /// No movement but what a person makes.
    pub reduce_motion: bool,
    /// The pause between choices of bots, in thousandths of a second.
    pub pace: u64,
    /// Whether orders that are carried out together are shown one after the other.
    pub carrying: bool,
    /// Whether guide notes are shown.
    pub guide: bool,
    /// The notes that were read of games that may be gone on with: the scenario's title and theirs.
    pub notes_read: BTreeSet<String>,
    /// Whether undo is never offered past dice, what was shown, or another's decision.
    pub strict_undo: bool,
    /// Whether hex numbers and the grid are drawn.
    pub grid: bool,
    /// Whether a small map is shown of a board that isn't all in sight.
    pub small_map: bool,
    /// How loud dice, marching and guns are, and the bell for one's turn.
    pub sounds: Loudness,
    /// Whether the lobby offers a lesson to who has no table yet.
    pub offer_lesson: bool,
    /// The keys that a person changed.
    pub keys: Keys,
    /// How the columns beside the board stand.
    pub columns: Columns,
    /// Where the window was left, and how large; none before it was moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<Placed>,
}

/// How loud it is at a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Loudness {
    /// Nothing is heard.
    Off,
    /// It disturbs nobody.
    #[default]
    Quiet,
    /// As loud as other programs.
    Full,
}

/// Where the window stands on the desktop, in points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Placed {
    /// How large it is inside its frame.
    pub size: [u32; 2],
    /// Its upper left corner; none where the desktop keeps that to itself, as on Wayland.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<[i32; 2]>,
    /// Whether it fills the screen, and the size is that from before.
    #[serde(default)]
    pub maximized: bool,
}

/// How much room a window has beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// For both columns.
    Wide,
    /// For the right one; the left one is a rail unless somebody unfolds it.
    Slender,
    /// For one of them, while somebody wants it.
    Narrow,
}

impl Class {
    /// The class of a window of this width.
    pub fn of(width: f32) -> Self {
        match width {
            wide if wide >= 1180.0 => Self::Wide,
            slender if slender >= 1000.0 => Self::Slender,
            _ => Self::Narrow,
        }
    }
}

/// How the columns beside the board stand in windows of each class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Columns {
    wide: Beside,
    slender: Beside,
    narrow: Beside,
}

/// How they stand in one class; none where nobody has said so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Beside {
    /// How wide the left one is, in points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_width: Option<u32>,
    /// Whether it is folded to a rail.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_folded: Option<bool>,
    /// How wide the right one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right_width: Option<u32>,
    /// Whether it is folded away.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right_folded: Option<bool>,
}

impl Columns {
    /// How they stand in windows of a class.
    pub fn of(mut self, class: Class) -> Beside {
        *self.of_mut(class)
    }

    /// The same, to be changed.
    pub fn of_mut(&mut self, class: Class) -> &mut Beside {
        match class {
            Class::Wide => &mut self.wide,
            Class::Slender => &mut self.slender,
            Class::Narrow => &mut self.narrow,
        }
    }
}

impl Default for Placed {
    fn default() -> Self {
        Self { size: [1600, 1000], at: None, maximized: false }
    }
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
            notes_read: BTreeSet::new(),
            strict_undo: false,
            grid: true,
            small_map: true,
            sounds: Loudness::default(),
            offer_lesson: true,
            keys: Keys::default(),
            columns: Columns::default(),
            window: None,
        }
    }
}

/// The sizes of text and panels that can be read and still leave room, in hundredths.
pub const SCALES: std::ops::RangeInclusive<u32> = 50..=300;
/// The longest pause between choices of bots, in thousandths of a second.
pub const LONGEST_PACE: u64 = 10_000;

/// The greatest number that is taken for a factor, and not for hundredths.
const GREATEST_FACTOR: f64 = 3.0;

/// A size as a person writes it: in hundredths, or as a factor ("1.5").
fn scale<'de, D: serde::Deserializer<'de>>(written: D) -> Result<u32, D::Error> {
    use serde::de::Error as _;
    let number = <f64 as serde::Deserialize>::deserialize(written)?;
    if !number.is_finite() || number < 0.0 {
        return Err(D::Error::custom(
            "the scale is a number of hundredths, 50 to 300, or a factor, 0.5 to 3",
        ));
    }
    // The conversion keeps to what the type holds.
    Ok(if number <= GREATEST_FACTOR { number * 100.0 } else { number }.round() as u32)
}

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
