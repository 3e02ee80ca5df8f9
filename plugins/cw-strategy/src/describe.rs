//! What the module says of itself: sides, sequence of play, options, and what scenarios may say.

use muster_contract::{Description, PieceForm};
use muster_sdk::description::{decision, overlay, phase, policy, side, unit_kind};

use crate::classic::CLASSIC;
use crate::sequence::{PHASES, STEPS};
use crate::world::settings;

/// The module's description.
pub(crate) fn describe() -> Description {
    Description {
        title: "Civil War Strategy".to_owned(),
        summary: "The whole war in turns of two months: forty cities, two treasuries, and an order sheet that the other side \
                  doesn't see. After the game of W. R. Hutsell and David Mackey."
            .to_owned(),
        sides: vec![
            side("us", "Union", "us", "Take the South, or its capital, before time runs out."),
            side("cs", "Confederate", "cs", "Hold out until the end date, or win sooner."),
        ],
        options: settings::rule_options(),
        phases: PHASES.map(|[id, title, citation]| phase(id, title, citation, 0)).to_vec(),
        kinds: vec![unit_kind("leader", "army", "infantry"), unit_kind("fleet", "fleet", "fleet")],
        schema: settings::schema(),
        overlays: vec![
            overlay("threat", "Threat: enemy men near", "T", false),
            overlay("supply", "Supply", "S", false),
            overlay("rail", "Railroad stations", "R", false),
        ],
        pieces: PieceForm::Flags,
        policies: vec![policy(
            CLASSIC,
            "the classic opponent",
            "Plays as the computer of the original does, step by step.",
            Some("computer"),
        )],
        state_schema: <crate::CwStrategy as muster_sdk::Saves>::STATE_SCHEMA,
        features: ["road", "port", "sea"].map(str::to_owned).to_vec(),
        values: settings::board_values(),
        decisions: STEPS.map(|step| decision(step.kind, step.title, step.text)).to_vec(),
        hooks: crate::hooks::hooks(),
        queries: crate::hooks::queries(),
        changes: crate::hooks::changes(),
    }
}
