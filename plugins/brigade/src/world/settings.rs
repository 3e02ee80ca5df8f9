//! What scenarios may say and a table may switch on.

use muster_sdk::setting::{Choice, Flag, Number, Text, Word};

use super::Side;

const ALL: &[&str] = &["infantry", "cavalry", "artillery", "general", "train"];

pub(crate) const ARMY_GENERAL: Flag =
    Flag::fact("army-general", "A4", "Commands the army: may activate any unit of his side").of(&["general"]);
pub(crate) const HEAVY: Flag =
    Flag::fact("heavy", "E1", "Heavy rifled guns with a range of 9 hexes; others have 3").of(&["artillery"]);
pub(crate) const ARRIVES: Number = Number::fact(
    "arrives",
    1,
    200,
    "A5",
    "The turn in which it arrives, at the beginning of its side's activation",
)
.of(ALL)
.otherwise("it is there from the start unless given");
pub(crate) const ENTRY: Text = Text::fact(
    "entry",
    "A5",
    "Hexes where it may arrive, divided by spaces; without it, the hex that it is placed in",
)
.of(ALL);
pub(crate) const LOC: Text = Text::fact(
    "loc",
    "A5",
    "The hex of the corps's line of communication: one at the edge with a road or railroad, or with a landing",
)
.of(&["train"]);
pub(crate) const MEN: Number = Number::fact("men", 0, 20_000, "A1", "How many men, for information").of(ALL);
pub(crate) const GUNS: Number = Number::fact("guns", 0, 200, "A1", "How many guns, for information").of(ALL);
pub(crate) const STARS: Number =
    Number::fact("stars", 1, 4, "A4", "The stars of his grade, as his counter shows them, for information")
        .usually(2)
        .of(&["general"]);
pub(crate) const STRENGTH: Number =
    Number::fact("strength", 0, 20, "A1", "A strength to show on the counter, for information").of(ALL);

pub(crate) const TURNS: Number = Number::fact("turns", 1, 200, "B1", "How many turns the battle lasts")
    .otherwise("20 unless given, or days times turns-per-day");
pub(crate) const DAYS: Number = Number::fact("days", 1, 9, "O2", "How many days the battle lasts").usually(1);
pub(crate) const TURNS_PER_DAY: Number =
    Number::fact("turns-per-day", 1, 99, "O2", "How many turns a day has")
        .otherwise("the turns divided by the days unless given");
pub(crate) const MINUTES_PER_TURN: Number =
    Number::fact("minutes-per-turn", 1, 240, "B1", "How many minutes a turn stands for").usually(30);
pub(crate) const FIRST_HOUR: Number =
    Number::fact("first-hour", 0, 1439, "B1", "When each day's first turn begins, in minutes after midnight")
        .usually(360);
pub(crate) const FIRST_SIDE: Word = Word::fact(
    "first-side",
    &Side::IDS,
    "B1",
    "The side that is active first in every turn; \"cs\" unless given",
);
pub(crate) const DATE: Text = Text::fact("date", "B1", "The date of the battle, in words");
pub(crate) const TRAINS_AS_AGREED: Flag = Flag::fact(
    "trains-as-agreed",
    "A5",
    "Whether trains may begin farther than 6 hexes from units of their corps or off the road to its line of communication, and this \
     may be where no road leaves the board and no landing is; no unless given",
);
pub(crate) const EARLY_END: Flag = Flag::fact(
    "early-end",
    "V1",
    "Whether the battle ends when both sides have had enough; yes unless given",
);

pub(crate) const HEIGHT: Number =
    Number::fact("height", -9, 9, "F1", "How high a hill is; the higher, the larger the number")
        .of(&["space"])
        .usually(0);

pub(crate) const LATE_WAR: Choice = Choice::off(
    "late-war",
    "Combat-weary troops",
    "Moving out of an enemy fire zone costs 2 extra pips instead of 1.",
    "C3",
);
pub(crate) const AFTER_1863: Choice = Choice::off(
    "after-1863",
    "Quick spades",
    "After 1863 a pip entrenches two hexes at night instead of one.",
    "O2",
);
