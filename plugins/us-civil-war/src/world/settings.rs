//! What scenarios may say.

use muster_contract::{Refusal, Unit};
use muster_sdk::require;
use muster_sdk::setting::{Choice, Flag, Number, Text, Word, of_unit};

use super::{LAST_TURN, Side, Theater};

/// The kinds of unit of a roster.
pub(crate) const KINDS: [&str; 7] =
    ["general", "sp", "militia", "fort", "entrenchment", "control", "arsenal"];

/// §21.2.1: the same of the naval game.
pub(crate) const NAVAL_KINDS: [&str; 6] =
    ["oceangoing", "river-nsp", "ironclad", "flotilla", BATTERY, NAVAL_LEADER];
/// §21.10.4
pub(crate) const BATTERY: &str = "battery";
/// §21.2.8
pub(crate) const NAVAL_LEADER: &str = "naval-leader";

const GENERAL: &[&str] = &["general"];
const COMMANDERS: &[&str] = &["general", NAVAL_LEADER];
/// Whose a Border State is, neutral for Kentucky alone (§17.1.1).
const HOLDERS: &[&str] = &["us", "cs", "neutral"];
const THEATERS: &[&str] = &[Theater::East.id(), Theater::West.id(), Theater::TransMississippi.id()];

pub(crate) const RANKS: [Text; 4] = [
    rank(
        "rank-1",
        "His ratings with one star: attack, defence, Movement Allowance, then cautious, cavalry, intrinsic-cavalry, limited where they hold",
    ),
    rank("rank-2", "The same with two stars"),
    rank("rank-3", "The same with three stars"),
    rank("rank-4", "The same with four stars"),
];

const fn rank(name: &'static str, text: &'static str) -> Text {
    Text::fact(name, "7.2.1", text).of(GENERAL)
}

/// Letters that fit a counter.
pub(crate) const LABEL_LETTERS: usize = 14;
pub(crate) const LABEL: Text =
    Text::fact("label", "7.2.1", "What stands on his counter, of 1 to 14 letters; his surname unless given")
        .of(COMMANDERS);
pub(crate) const CAREER: Text = Text::fact(
    "career",
    "16.2",
    "What the Turn Record Track says of him, turn by turn: \"6 promote 3 W free-transfer; 15 promote 4\"",
)
.of(COMMANDERS);
pub(crate) const STARS: Number =
    Number::fact("stars", 1, 4, "7.2.1", "His rank at the start, if he is in play then").of(GENERAL);
/// What a general without a place can be at the start.
pub(crate) const STATUSES: &[&str] = &["waiting", "displaced", "unassigned", "removed"];
pub(crate) const STATUS: Word =
    Word::fact("status", STATUSES, "16.2", "Where he is who isn't on the map; waiting unless given")
        .of(COMMANDERS);
pub(crate) const IN_THEATER: Word =
    Word::fact("theater", THEATERS, "14.6", "The theater of one who is displaced").of(COMMANDERS);

pub(crate) const STRENGTH: Number =
    Number::fact("strength", 1, 40, "2.2.3", "Strength Points").of(&["sp"]).required();
pub(crate) const DEMORALIZED: Flag =
    Flag::fact("demoralized", "12.2", "Whether they are Demoralized").of(&["sp"]);
pub(crate) const FORAGING: Flag = Flag::fact("foraging", "13.2.1", "Whether they forage").of(&["sp"]);
pub(crate) const LEVEL: Number = Number::fact("level", 1, 3, "10.2.1", "F1 to F3").of(&["fort"]).required();
pub(crate) const BEGUN: Flag =
    Flag::fact("begun", "10.2.2", "Whether it, or its upgrade to this level, is under construction")
        .of(&["fort", "ironclad"]);
pub(crate) const NSPS: Number =
    Number::fact("nsps", 1, 8, "21.2.1", "Naval Strength Points").of(&["oceangoing", "river-nsp"]).required();
pub(crate) const BATTERIES: Number =
    Number::fact("batteries", 1, 4, "21.10.4", "How many Naval Batteries").of(&[BATTERY]);
pub(crate) const STATE: Text =
    Text::fact("state", "17.2.1", "Its state, by two letters").of(&["militia"]).required();
pub(crate) const ARSENAL: Number =
    Number::fact("bp", 1, 20, "14.5", "Build Points of the Arsenal marker").of(&["arsenal"]).required();

pub(crate) const TURN: Number =
    Number::fact("turn", 1, LAST_TURN as i32, "3", "The turn with which the game begins").required();
pub(crate) const LAST: Number =
    Number::fact("last", 1, LAST_TURN as i32, "S4.1", "The last turn").usually(LAST_TURN as i32);
pub(crate) const CARDS: Number =
    Number::fact("cards", 0, 5, "18.2", "Special Action Cards that each player starts with").required();
pub(crate) const MAINTENANCE: Number =
    Number::fact("maintenance", 10, 99, "14.3.4", "The Maintenance Cost at the start").usually(10);
pub(crate) const ARSENALS_DESTROYED: Number =
    Number::fact("arsenals-destroyed", 0, 99, "6.4.1", "Build Points of Arsenals destroyed before the game");
pub(crate) const ARSENALS: Number =
    Number::fact("arsenals", 0, 99, "14.5", "Build Points of Arsenals on the map, to check the set-up by")
        .otherwise("not checked unless given");
pub(crate) const RESOURCE_BP: Number =
    Number::fact("resource-bp", 0, 100, "14.3.2", "Build Points of Resource Hexes, to check the set-up by")
        .otherwise("not checked unless given");
pub(crate) const UNION_VP: Number =
    Number::fact("union-vp", 0, 200, "19.3.1", "The Union's VPs at the start, to check the set-up by")
        .otherwise("not checked unless given");
pub(crate) const BLOCKADE: [Number; 3] = [
    blockade("blockade-n", "Points of open ports in the North Atlantic zone, to check the set-up by"),
    blockade("blockade-s", "The same of the South Atlantic zone"),
    blockade("blockade-g", "The same of the Gulf zone"),
];

const fn blockade(name: &'static str, text: &'static str) -> Number {
    Number::fact(name, 0, 20, "14.4.3", text).otherwise("not checked unless given")
}

pub(crate) const BORDER: [Word; 3] = [
    border("west-virginia", "Who controls West Virginia: us or cs; cs unless given"),
    border("kentucky", "Who controls Kentucky; neutral unless given"),
    border("missouri", "Who controls Missouri: us or cs; us unless given"),
];
/// Who controls them unless the scenario says otherwise (§17.1.1).
pub(crate) const BORDER_AT_FIRST: [Option<Side>; 3] = [Some(Side::Cs), None, Some(Side::Us)];

const fn border(name: &'static str, text: &'static str) -> Word {
    Word::fact(name, HOLDERS, "17.1.1", text)
}

pub(crate) const VICTORY: Number =
    Number::fact("victory", 1, 200, "S4.2", "Union VPs that win at the end of the last turn")
        .usually(CAMPAIGN_VICTORY as i32);
/// §S4.2: what the Union needs at the end of the whole war.
pub(crate) const CAMPAIGN_VICTORY: u8 = 60;
pub(crate) const EXTRAS: Flag = Flag::fact(
    "extras",
    "S1.2",
    "Whether closed blockade points and Border State Objective Hexes count at the end, as in the scenarios of one year",
);
pub(crate) const SPECIAL_1861: Flag =
    Flag::fact("special-1861", "S1.3", "Whether the special rules of a game that begins in 1861 hold");
pub(crate) const FIRST_SIDE: Word = Word::fact(
    "first-side",
    &Side::IDS,
    "4.1",
    "Who has the higher die in the first Action Phase of the game, as a lesson may need; the dice say unless given",
);
pub(crate) const IN_PLAY: Word = Word::fact(
    "in-play",
    THEATERS,
    "2.1.1",
    "The only theater in which SPs, Militia and generals may be; all theaters are in play unless given",
);
pub(crate) const FORWARD: Text = Text::fact(
    "forward",
    "S1.1",
    "Two spaces, \"1647 1747\": one of the SPs that start in the first may start in the second if its owner likes",
);
pub(crate) const BENCHMARKS: Text = Text::fact(
    "benchmarks",
    "19.3.3",
    "The Union's benchmark for each turn from 1 to 20, with blanks between; the module's own unless given",
);

pub(crate) const CAMPAIGN: Choice = Choice::off(
    "campaign",
    "On to 1865",
    "A scenario of one year goes on to the spring of 1865, and is won as the whole war is: by 60 VPs after turn 20. One of a single theater \
     ends as it says.",
    "S4.1",
);
pub(crate) const ARMY_MARKERS: Choice = Choice::off(
    "army-markers",
    "Army markers",
    "Each side marks up to three armies, stacks with a General of three or four stars, at any time. A marker does nothing by itself.",
    "22.4",
);
pub(crate) const ARMY_MORALE: Choice = Choice::off(
    "army-morale",
    "Army morale",
    "There are Army markers, and an army that wins a closely fought battle of seven SPs or more a side has high morale until it loses one: it \
     rolls its ones again.",
    "22.5",
);
/// §21
pub(crate) const NAVAL_UNITS: Choice = Choice::off(
    "naval-units",
    "Naval Units",
    "The advanced naval game: fleets, Ironclads, Naval Batteries and Naval Leaders.",
    "21",
);

/// What a general or a Naval Leader is called, and the letters on his counter; the section is cited where they don't fit.
pub(super) fn name_and_label(unit: &Unit, section: &str) -> Result<(String, String), Refusal> {
    let name = if unit.name.is_empty() { unit.id.clone() } else { unit.name.clone() };
    let label = match of_unit(unit, LABEL.given(&unit.attributes))? {
        Some(label) => label.to_owned(),
        None => name.rsplit(' ').next().unwrap_or(&name).to_owned(),
    };
    let fits = (1..=LABEL_LETTERS).contains(&label.chars().count());
    require(fits, section, || format!("{} needs a \"label\" of 1 to {LABEL_LETTERS} letters", unit.id))?;
    Ok((name, label))
}
