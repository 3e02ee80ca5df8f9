//! What the module says of itself.

use muster_contract::{
    AttributeInfo, DecisionKind, Description, NumberSpan, OverlayInfo, Phase, PieceForm, RuleOption, Side,
    UnitKind, Value, ValueType,
};

/// The description.
pub(crate) fn describe() -> Description {
    let side = |id: &str, name: &str, livery: &str| Side {
        id: id.to_owned(),
        name: name.to_owned(),
        livery: livery.to_owned(),
        aim: "Hold the town at the end of as many turns as possible.".to_owned(),
    };
    let phase = |id: &str, title: &str, citation: &str, depth: u8| Phase {
        id: id.to_owned(),
        title: title.to_owned(),
        citation: citation.to_owned(),
        depth,
    };
    let kind = |id: &str, title: &str| UnitKind {
        id: id.to_owned(),
        title: title.to_owned(),
        symbol: id.to_owned(),
    };
    let overlay = |id: &str, title: &str, key: &str, needs_focus: bool| OverlayInfo {
        id: id.to_owned(),
        title: title.to_owned(),
        key: key.to_owned(),
        needs_focus,
    };
    let number = |name: &str, kinds: &[&str], required: bool, most: i32, text: &str| AttributeInfo {
        name: name.to_owned(),
        type_of: ValueType::Number,
        kinds: kinds.iter().map(|&kind| kind.to_owned()).collect(),
        required,
        span: Some(NumberSpan { least: 1, most }),
        words: Vec::new(),
        text: text.to_owned(),
    };
    let decision = |id: &str, title: &str, text: &str| DecisionKind {
        id: id.to_owned(),
        title: title.to_owned(),
        text: text.to_owned(),
    };
    let kinds = ["infantry", "cavalry", "artillery", "general"];
    Description {
        title: "Parley".to_owned(),
        summary: "A made-up quarrel over a town, with everything in it that a module can need.".to_owned(),
        sides: vec![side("north", "The north", "us"), side("south", "The south", "cs")],
        options: vec![
            RuleOption {
                id: "flags".to_owned(),
                title: "White flags".to_owned(),
                text: "Two white flags end the game in a draw.".to_owned(),
                citation: "P8".to_owned(),
                default: Value::Flag(true),
                values: Vec::new(),
            },
            RuleOption {
                id: "headlong".to_owned(),
                title: "The headlong side".to_owned(),
                text: "The side that is played headlong, or none: it raises no white flag.".to_owned(),
                citation: "P8".to_owned(),
                default: Value::Text("none".to_owned()),
                values: ["none", "north", "south"].map(|side| Value::Text(side.to_owned())).to_vec(),
            },
        ],
        phases: vec![
            phase("bid", "The bid", "P1", 0),
            phase("ledger", "The ledgers", "P3", 0),
            phase("scouting", "Scouting", "P4", 0),
            phase("march", "Marches", "P5", 0),
            phase("battle", "Battle", "P6", 1),
            phase("dispatch", "Dispatches", "P9", 0),
            phase("end", "End", "P10", 0),
        ],
        kinds: kinds.map(|id| kind(id, id)).to_vec(),
        schema: vec![
            number("strength", &kinds, true, 3, "Dice in battle."),
            number("turns", &[], false, 9, "How many turns are played; 3 unless given."),
        ],
        overlays: vec![overlay("reach", "Reach", "r", true), overlay("danger", "Danger", "d", false)],
        pieces: PieceForm::Counters,
        policies: vec![muster_sdk::description::policy(
            "headlong",
            "headlong",
            "Goes for the town and never slips away.",
            Some("headlong"),
        )],
        state_schema: 1,
        features: ["town", "ford", "north-camp", "south-camp"].map(str::to_owned).to_vec(),
        values: Vec::new(),
        decisions: vec![
            decision("bid", "Bid", "How much is bid in secret for the north."),
            decision("ledger", "Ledger", "What is written into the ledger in secret."),
            decision("look", "Look", "Which enemy block is looked at."),
            decision("choose-unit", "Choose a block", "Which block marches, or that none does."),
            decision("march", "March", "Which road the block takes."),
            decision("answer", "Answer", "Whether a block stands or slips away from one that comes."),
            decision("line", "Attack", "On which line a block attacks."),
            decision("meet", "Meet", "On which line the attack is expected."),
            decision("dispatch", "Dispatch", "Whether a letter is delivered."),
            decision(
                "standing",
                "Standing answer",
                "Takes back that all blocks slip away; may be said at any time.",
            ),
            decision("flag", "White flag", "Raises a white flag; may be done at any time."),
        ],
        hooks: crate::hooks::hooks(),
        queries: crate::hooks::queries(),
        changes: crate::hooks::changes(),
    }
}
