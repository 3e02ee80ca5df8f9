//! The description of the module: sides, sequence of play, kinds of unit, and what scenarios may say.

use muster_contract::{Description, PieceForm};
use muster_sdk::description::{decision, overlay, phase, side, unit_kind};

use crate::world::settings;

const AIM: &str = "Score more victory points than the enemy: break his brigades, take his trains and his lines of communication.";

/// The module's description.
pub(crate) fn describe() -> Description {
    Description {
        title: "Brigade".to_owned(),
        summary: "Battles of the American Civil War with a brigade or a group of batteries as a unit, on hexes of 400 \
                  yards. Each general rolls a die for the orders that he can give; firing is simultaneous within a \
                  side, and the owner of a unit that is hit chooses between ground and men."
            .to_owned(),
        sides: vec![side("us", "Union", "us", AIM), side("cs", "Confederate", "cs", AIM)],
        options: vec![settings::LATE_WAR.info(), settings::AFTER_1863.info()],
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
            unit_kind("infantry", "infantry brigade", "infantry"),
            unit_kind("cavalry", "cavalry brigade", "cavalry"),
            unit_kind("artillery", "group of batteries", "artillery"),
            unit_kind("general", "general", "general"),
            unit_kind("train", "corps train", "train"),
        ],
        schema: vec![
            settings::ARMY_GENERAL.info(),
            settings::HEAVY.info(),
            settings::ARRIVES.info(),
            settings::ENTRY.info(),
            settings::LOC.info(),
            settings::MEN.info(),
            settings::GUNS.info(),
            settings::STARS.info(),
            settings::STRENGTH.info(),
            settings::TURNS.info(),
            settings::DAYS.info(),
            settings::TURNS_PER_DAY.info(),
            settings::MINUTES_PER_TURN.info(),
            settings::FIRST_HOUR.info(),
            settings::FIRST_SIDE.info(),
            settings::DATE.info(),
            settings::TRAINS_AS_AGREED.info(),
            settings::EARLY_END.info(),
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
        values: vec![settings::HEIGHT.info()],
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
