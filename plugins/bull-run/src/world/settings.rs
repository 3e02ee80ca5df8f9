//! What scenarios may say and a table may switch on.

use muster_sdk::setting::{Choice, Flag, Number, Text};

const TROOPS: &[&str] = &["infantry", "cavalry", "artillery"];

/// Its bounds depend on the kind of unit.
pub(crate) const STRENGTH: Number = Number::fact(
    "strength",
    0,
    3,
    "4.1",
    "How many symbols are on its face (infantry has 3 at most, cavalry 2, artillery 1)",
)
.of(TROOPS)
.required();
pub(crate) const REINFORCEMENT: Number =
    Number::fact("reinforcement", 1, 4, "9.3", "Its reinforcement group")
        .of(TROOPS)
        .otherwise("without it, a starting unit");
pub(crate) const FACE_UP: Flag =
    Flag::fact("face-up", "4.1.2", "Whether a unit that the scenario places stands face up").of(TROOPS);
pub(crate) const RANGING: Flag =
    Flag::fact("ranging", "10.4", "Whether artillery that secures an approach at first is ranging")
        .of(&["artillery"]);

pub(crate) const US_MORALE: Number =
    Number::fact("us-morale", 1, 25, "4.3.2", "The Union's starting morale").required();
pub(crate) const CS_MORALE: Number =
    Number::fact("cs-morale", 1, 25, "4.3.2", "The Confederacy's starting morale").required();
pub(crate) const FIRST_ROUND: Number =
    Number::fact("first-round", 1, 15, "6", "The first round (1 is 6am, 7 is noon, 15 is 8pm)").usually(1);
pub(crate) const LAST_ROUND: Number = Number::fact("last-round", 1, 15, "6", "The last round").usually(15);
pub(crate) const MARGIN: Number =
    Number::fact("margin", 0, 25, "14", "How far ahead in morale the Union must be at the end").usually(7);
pub(crate) const DATE: Text = Text::fact("date", "4.3.2", "The date of the battle, in words");

pub(crate) const NO_LUCK: Choice = Choice::off(
    "no-luck",
    "No luck",
    "All six command cards are in hand from the first, and again when they have been played.",
    "4.2",
);
