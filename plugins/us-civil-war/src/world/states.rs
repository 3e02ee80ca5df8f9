//! The states (§2.1.2).

use serde::{Deserialize, Serialize};

use super::Side;

/// What a state is (§2.1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// The Union's, for the whole game.
    Northern,
    /// It can change sides (§17.1).
    Border,
    /// The Confederacy's, for the whole game.
    Southern,
}

macro_rules! states {
    ($($name:ident $code:literal $called:literal $class:ident;)*) => {
        /// A state. Its number is its bit in [`States`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum State {
            $(#[doc = $called] $name,)*
        }

        impl State {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// Its two letters in the board file.
            pub const fn code(self) -> &'static str {
                match self { $(Self::$name => $code),* }
            }

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $called),* }
            }

            /// What it is.
            pub const fn class(self) -> Class {
                match self { $(Self::$name => Class::$class),* }
            }
        }
    };
}

states! {
    Pennsylvania "PA" "Pennsylvania" Northern;
    Maryland "MD" "Maryland" Northern;
    Columbia "DC" "the District of Columbia" Northern;
    Ohio "OH" "Ohio" Northern;
    Indiana "IN" "Indiana" Northern;
    Illinois "IL" "Illinois" Northern;
    Iowa "IA" "Iowa" Northern;
    WestVirginia "WV" "West Virginia" Border;
    Kentucky "KY" "Kentucky" Border;
    Missouri "MO" "Missouri" Border;
    Virginia "VA" "Virginia" Southern;
    NorthCarolina "NC" "North Carolina" Southern;
    SouthCarolina "SC" "South Carolina" Southern;
    Georgia "GA" "Georgia" Southern;
    Florida "FL" "Florida" Southern;
    Alabama "AL" "Alabama" Southern;
    Mississippi "MS" "Mississippi" Southern;
    Louisiana "LA" "Louisiana" Southern;
    Texas "TX" "Texas" Southern;
    Arkansas "AR" "Arkansas" Southern;
    Tennessee "TN" "Tennessee" Southern;
    IndianTerritory "IT" "the Indian Territory" Southern;
}

impl State {
    /// The Border States, in the order in which the state of the game has them (§17.1.1).
    pub const BORDER: [Self; 3] = [Self::WestVirginia, Self::Kentucky, Self::Missouri];

    /// Its place among the Border States.
    pub fn border(self) -> Option<usize> {
        Self::BORDER.iter().position(|&state| state == self)
    }

    /// The side that has it for the whole game; none of a Border State (§6.1.1).
    pub const fn home(self) -> Option<Side> {
        match self.class() {
            Class::Northern => Some(Side::Us),
            Class::Border => None,
            Class::Southern => Some(Side::Cs),
        }
    }

    /// §6.4.1: whether it belongs to the Confederate Heartland.
    pub const fn is_heartland(self) -> bool {
        matches!(self, Self::Mississippi | Self::Alabama | Self::Georgia | Self::SouthCarolina)
    }

    /// The state of these two letters.
    pub fn named(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|state| state.code() == code)
    }
}

/// The states that a hex lies in: one where it has a town, else all through which it reaches (§2.1.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct States(u32);

impl States {
    /// None.
    pub const NONE: Self = Self(0);

    /// The same and another.
    #[must_use]
    pub const fn with(self, state: State) -> Self {
        Self(self.0 | 1 << state as u32)
    }

    /// Whether the state is among them.
    pub const fn has(self, state: State) -> bool {
        self.0 >> state as u32 & 1 == 1
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Each of them.
    pub fn iter(self) -> impl Iterator<Item = State> {
        State::ALL.iter().copied().filter(move |&state| self.has(state))
    }

    /// The only one; none where a border runs through the hex.
    pub fn only(self) -> Option<State> {
        self.0.is_power_of_two().then(|| State::ALL[self.0.trailing_zeros() as usize])
    }
}

impl FromIterator<State> for States {
    fn from_iter<I: IntoIterator<Item = State>>(states: I) -> Self {
        states.into_iter().fold(Self::NONE, Self::with)
    }
}
