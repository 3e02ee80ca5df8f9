//! What the module says of itself: sides, sequence of play, kinds of unit, and what scenarios may say. `muster check` and the
//! lobby go by it.

use muster_contract::{Description, PieceForm};
use muster_sdk::Saves;
use muster_sdk::description::{decision, overlay, phase, side, unit_kind};

use crate::world;

/// The module's description.
pub(crate) fn describe() -> Description {
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
        options: vec![world::OPEN_BLOCKS.info()],
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
        schema: vec![world::STRENGTH.info(), world::TURNS.info(), world::ORDERS.info()],
        overlays: vec![overlay("reach", "March reach", "M", true)],
        pieces: PieceForm::Counters,
        policies: Vec::new(),
        state_schema: <crate::Outpost as Saves>::STATE_SCHEMA,
        features: words(&[
            "clear", "woods", "field", "water", "town", "post", "blue-camp", "gray-camp", "road", "stream", "bridge",
        ]),
        values: vec![world::POINTS.info()],
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
