//! What scenarios may say and a table may switch on.

use muster_sdk::setting::{Choice, Flag, Number, Text, Word};

const ALL: &[&str] = &["infantry", "garrison", "cavalry", "artillery", "leader", "supreme"];
const LEADERS: &[&str] = &["leader", "supreme"];
const ARMY: &[&str] = &["leader"];

pub(crate) const STRENGTH: Number =
    Number::fact("strength", 1, 4, "3.3", "Steps at the start, which units with a place must have").of(ALL);
pub(crate) const LABEL: Text = Text::fact(
    "label",
    "3",
    "What stands under its block, of 1 to 12 letters; taken from its name unless given",
)
.of(ALL);
pub(crate) const STEPS: Number =
    Number::fact("steps", 2, 4, "5.1", "The most steps, 4 for a major army leader").of(LEADERS).required();
pub(crate) const FIREPOWER: Number =
    Number::fact("firepower", 0, 3, "6.61", "Firepower").of(LEADERS).required();
pub(crate) const SPEED: Number =
    Number::fact("speed", 1, 3, "3.51", "Hexes in a move").of(LEADERS).required();
pub(crate) const COMMAND: Number =
    Number::fact("command", 0, 2, "5.12", "Command range in hexes").of(ARMY).required();
pub(crate) const RETURNS: Flag =
    Flag::fact("returns", "5.2", "Whether he goes back to the pool once when he is replaced").of(ARMY);
pub(crate) const JOINS_YEAR: Number =
    Number::fact("joins-year", 1861, 1870, "5.22", "The year in which he joins the pool of leaders").of(ARMY);
pub(crate) const JOINS_QUARTER: Number =
    Number::fact("joins-quarter", 1, 4, "5.22", "The quarter of it, from 1 for spring").of(ARMY).usually(1);
pub(crate) const REPLACES_SUPREME: Flag =
    Flag::fact("replaces-supreme", "5.22", "Whether he replaces the supreme leader when drawn (Grant)")
        .of(ARMY);

pub(crate) const YEAR: Number = Number::fact("year", 1861, 1865, "4.2", "The first year").required();
pub(crate) const QUARTER: Number =
    Number::fact("quarter", 1, 4, "4.2", "The first quarter, from 1 for spring")
        .otherwise("1 unless given, 2 in 1861");
pub(crate) const VICTORY: Number = Number::fact(
    "victory",
    -19,
    19,
    "4.3",
    "Where the victory marker starts, above 0 where the Union is ahead",
)
.required();
pub(crate) const DECISIVE: Number =
    Number::fact("decisive", 2, 20, "4.3", "The first space of a decisive victory").usually(7);
pub(crate) const MARGINAL: Number =
    Number::fact("marginal", 1, 20, "4.21", "The first space of a marginal victory").usually(3);
pub(crate) const ONE_YEAR: Flag = Flag::fact("one-year", "4.61", "Whether the game is over after one year");
pub(crate) const PAR: Number =
    Number::fact("par", -20, 20, "4.61", "The space that the end of a balanced year is compared with")
        .otherwise("the marker's start unless given");
pub(crate) const TIE: Word = Word::fact(
    "tie",
    &super::Side::IDS,
    "4.61",
    "Who wins a balanced year that ends there; nobody unless given",
);
pub(crate) const LAST_QUARTER: Number =
    Number::fact("last-quarter", 1, 4, "4.61", "The quarter that ends a game of one year").usually(3);
pub(crate) const LAST_YEAR: Number =
    Number::fact("last-year", 1861, 1870, "4.21", "The last year of a campaign").usually(1866);
pub(crate) const EMANCIPATED: Flag =
    Flag::fact("emancipated", "4.4", "Whether emancipation is proclaimed already; so from 1863 unless given");

pub(crate) const FREE_DEPLOYMENT: Choice = Choice::off(
    "free-deployment",
    "Free deployment",
    "Before the first bid both sides exchange units between their places, in secret; each place keeps its number.",
    "4.22",
);
pub(crate) const TO_THE_END: Choice = Choice::off(
    "to-the-end",
    "To the end of the war",
    "A game that would end with its year goes on to the end of the war.",
    "4.6",
);
pub(crate) const BALANCED_YEAR: Choice = Choice::off(
    "balanced-year",
    "A balanced year",
    "A game of one year is won by who has moved the marker from the space that the scenario names, not from where it began, \
     and on that space by the side that it names: the dials with which bots win about as often on either side.",
    "4.61",
);
