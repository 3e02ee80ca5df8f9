//! What the module says of itself: sides, sequence of play, kinds of unit, and what scenarios may say. `muster check` and the
//! lobby go by it.

use muster_contract::{Description, PieceForm, ValueType};
use muster_sdk::Saves;
use muster_sdk::description::{decision, must_say, option, overlay, phase, says, side, unit_kind, within};

/// The module's description.
pub(crate) fn describe() -> Description {
    use ValueType::Number;
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    Description {
        title: "Outpost".to_owned(),
        summary: "Two detachments quarrel over a few posts before first light. The blocks stand face down: neither side \
                  knows which of the other's are men and which are empty wagons."
            .to_owned(),
        sides: vec![
            side("blue", "Blue", "us", "Hold the posts until day."),
            side("gray", "Gray", "cs", "Cross the creek and take the posts before day."),
        ],
        options: vec![option("open-blocks", "Open blocks", "All blocks stand face up, for a first game.", "A3")],
        phases: vec![
            phase("orders", "Orders", "C1", 0),
            phase("combat", "Combat", "D1", 1),
            phase("end", "End", "V2", 0),
        ],
        kinds: vec![
            unit_kind("infantry", "infantry company", "infantry"),
            unit_kind("cavalry", "cavalry troop", "cavalry"),
            unit_kind("wagons", "empty wagons", "train"),
        ],
        schema: vec![
            within(1..=4, must_say("strength", Number, &["infantry", "cavalry"], "Its dice in combat and the hits that it bears, 1 to 4.")),
            within(1..=20, says("turns", Number, &[], "How many turns are played, 1 to 20; 6 unless given.")),
            within(1..=9, says("orders", Number, &[], "How many orders a side gives in a turn, 1 to 9; 3 unless given.")),
        ],
        overlays: vec![overlay("reach", "March reach", "M", true)],
        pieces: PieceForm::Counters,
        policies: Vec::new(),
        state_schema: <crate::Outpost as Saves>::STATE_SCHEMA,
        features: words(&[
            "clear", "woods", "field", "water", "town", "post", "blue-camp", "gray-camp", "road", "stream", "bridge",
        ]),
        values: vec![within(1..=9, says("points", Number, &["space"], "What a post is worth, 1 to 9; 1 unless given."))],
        decisions: vec![
            decision("order", "Order", "Which block gets an order, which card is played, or that no more are."),
            decision("march", "March", "Where the block that has the order goes."),
            decision("look", "Spyglass", "Which enemy block is looked at."),
            decision("volley", "Volley", "Whether a card is played into a combat."),
        ],
        // Where house rules have a say, what they may ask and do: nothing beyond what they may in every game.
        hooks: Vec::new(),
        queries: Vec::new(),
        changes: Vec::new(),
    }
}
