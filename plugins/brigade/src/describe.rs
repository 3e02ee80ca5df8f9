//! What the module says of itself: sides, sequence of play, kinds of unit, and what scenarios may say.

use muster_contract::{
    DecisionKind, Description, OverlayInfo, Phase, PieceForm, RuleOption, Side, UnitKind, Value, ValueType,
};
use muster_sdk::description::{one_of, says, within};

fn side(id: &str, name: &str) -> Side {
    Side {
        id: id.to_owned(),
        name: name.to_owned(),
        livery: id.to_owned(),
        aim: "Score more victory points than the enemy: break his brigades, take his trains and his lines of communication."
            .to_owned(),
    }
}

fn phase(id: &str, title: &str, citation: &str, depth: u8) -> Phase {
    Phase { id: id.to_owned(), title: title.to_owned(), citation: citation.to_owned(), depth }
}

fn option(id: &str, title: &str, text: &str, citation: &str) -> RuleOption {
    RuleOption {
        id: id.to_owned(),
        title: title.to_owned(),
        text: text.to_owned(),
        citation: citation.to_owned(),
        default: Value::Flag(false),
        values: Vec::new(),
    }
}

fn unit_kind(id: &str, title: &str) -> UnitKind {
    UnitKind { id: id.to_owned(), title: title.to_owned(), symbol: id.to_owned() }
}

fn overlay(id: &str, title: &str, key: &str, needs_focus: bool) -> OverlayInfo {
    OverlayInfo { id: id.to_owned(), title: title.to_owned(), key: key.to_owned(), needs_focus }
}

fn decision(id: &str, title: &str, text: &str) -> DecisionKind {
    DecisionKind { id: id.to_owned(), title: title.to_owned(), text: text.to_owned() }
}

/// The module's description.
pub(crate) fn describe() -> Description {
    use ValueType::{Flag, Number, Text};
    let all = ["infantry", "cavalry", "artillery", "general", "train"];
    Description {
        title: "Brigade".to_owned(),
        summary: "Battles of the American Civil War with a brigade or a group of batteries as a unit, on hexes of 400 \
                  yards. Each general rolls a die for the orders that he can give; firing is simultaneous within a \
                  side, and the owner of a unit that is hit chooses between ground and men."
            .to_owned(),
        sides: vec![side("us", "Union"), side("cs", "Confederate")],
        options: vec![
            option("late-war", "Combat-weary troops", "Moving out of an enemy fire zone costs 2 extra pips instead of 1.", "C3"),
            option("after-1863", "Quick spades", "After 1863 a pip entrenches two hexes at night instead of one.", "O2"),
        ],
        phases: vec![
            phase("roll", "Roll activation dice", "C1", 1),
            phase("move", "Move", "D1", 1),
            phase("bombard", "Bombard", "E1", 1),
            phase("combat-inactive", "Combat: inactive side", "F1", 1),
            phase("combat-active", "Combat: active side", "F6", 1),
            phase("night-roll", "Night: activation dice", "O2", 0),
            phase("night-move", "Night move", "O2", 0),
            phase("entrench", "Night: entrench", "O2", 0),
        ],
        kinds: vec![
            unit_kind("infantry", "infantry brigade"),
            unit_kind("cavalry", "cavalry brigade"),
            unit_kind("artillery", "group of batteries"),
            unit_kind("general", "general"),
            unit_kind("train", "corps train"),
        ],
        schema: vec![
            says("army-general", Flag, &["general"], "Commands the army: may activate any unit of his side."),
            says("heavy", Flag, &["artillery"], "Heavy rifled guns with a range of 9 hexes; others have 3."),
            within(1..=200, says("arrives", Number, &all, "The turn in which it arrives, at the beginning of its side's activation.")),
            says("entry", Text, &all, "Hexes where it may arrive, divided by spaces; without it, the hex that it is placed in."),
            says("loc", Text, &["train"], "The hex of the corps's line of communication: one at the edge with a road or railroad, or with a landing."),
            within(0..=20_000, says("men", Number, &all, "How many men; for information.")),
            within(0..=200, says("guns", Number, &all, "How many guns; for information.")),
            within(1..=4, says("stars", Number, &["general"], "The stars of his grade, 1 to 4, as his counter shows them; 2 unless given. For information.")),
            within(0..=20, says("strength", Number, &all, "A strength to show on the counter; for information.")),
            within(1..=200, says("turns", Number, &[], "How many turns the battle lasts; 20 unless given, or days times turns-per-day.")),
            within(1..=9, says("days", Number, &[], "How many days the battle lasts; 1 unless given.")),
            within(1..=99, says("turns-per-day", Number, &[], "How many turns a day has.")),
            within(1..=240, says("minutes-per-turn", Number, &[], "How many minutes a turn stands for; 30 unless given.")),
            within(0..=1439, says("first-hour", Number, &[], "When each day's first turn begins, in minutes after midnight; 360 (6 a.m.) unless given.")),
            one_of(&["us", "cs"], says("first-side", Text, &[], "The side that is active first in every turn, \"us\" or \"cs\"; \"cs\" unless given.")),
            says("date", Text, &[], "The date of the battle, in words."),
            says("trains-as-agreed", Flag, &[], "Whether trains may begin farther than 6 hexes from units of their corps or off the road to its line of communication, and this may be where no road leaves the board and no landing is; no unless given."),
            says("early-end", Flag, &[], "Whether the battle ends when both sides have had enough; yes unless given."),
        ],
        overlays: vec![
            overlay("fire-zones", "Fire zones", "F", false),
            overlay("command", "Command range", "O", false),
            overlay("sight", "Line of sight", "L", true),
            overlay("reach", "Movement reach", "M", true),
        ],
        pieces: PieceForm::Counters,
        policies: Vec::new(),
        state_schema: <crate::Brigade as muster_sdk::Saves>::STATE_SCHEMA,
        features: [
            "clear", "woods", "field", "orchard", "marsh", "water", "town", "landing", "hill", "road", "railroad", "stream", "river",
            "bridge", "ford", "steep",
        ]
        .map(str::to_owned)
        .to_vec(),
        values: vec![says("height", Number, &["space"], "How high a hill is; the higher, the larger the number. 0 unless given.")],
        decisions: vec![
            decision("roll", "Roll", "Rolls a die for each general, by day for orders and at night for the night move."),
            decision("choose-unit", "Choose a unit", "Which unit, line or column moves next, or that no more do."),
            decision("march", "Move", "Where the chosen unit, line or column goes, and how it turns."),
            decision("bombard", "Bombard", "Which battery fires on which target, or that no more do."),
            decision("combat", "Combat", "Who fires on whom."),
            decision("assign-hits", "Assign hits", "Which unit of a hex takes a hit."),
            decision("retreat", "Ground or men", "Whether a unit that is hit retreats, and where to, or stands and takes losses."),
            decision("entrench", "Entrench", "Which hex is entrenched at night."),
            decision("had-enough", "Had enough", "Whether the side has had enough of this battle; may be said at any time."),
        ],
        hooks: crate::hooks::hooks(),
        queries: crate::hooks::queries(),
        changes: crate::hooks::changes(),
    }
}
