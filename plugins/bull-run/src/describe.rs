//! What the module says of itself: sides, sequence of play, kinds of unit, and what scenarios may say.

use muster_contract::{AttributeInfo, Description, PieceForm, ValueType};
use muster_sdk::description::{decision, overlay, phase, says, side, unit_kind, within};

use crate::world::settings::{
    CS_MORALE, DATE, FACE_UP, FIRST_ROUND, LAST_ROUND, MARGIN, NO_LUCK, RANGING, REINFORCEMENT, STRENGTH,
    US_MORALE,
};

/// The module's description.
pub(crate) fn describe() -> Description {
    let features = "clear woods field orchard marsh water town hill steep road railroad stream river bridge ford wide \
                    restricted impassable us-setup cs-setup us-entry cs-entry us-objective cs-objective us-display cs-display";
    Description {
        title: "Baptism at Bull Run".to_owned(),
        summary: "The first great battle of the American Civil War, 21 July 1861, without dice: hidden units move between \
                  locales and secure the approaches to the enemy's; command cards say how much an army can do in an hour. Board, \
                  unit mix and starting morale are a reconstruction, not the published ones."
            .to_owned(),
        sides: vec![
            side("us", "Union", "us", "Break the Confederate army, or be well ahead in morale when night falls."),
            side("cs", "Confederate", "cs", "Break the Union army, or keep it from getting far ahead until night falls."),
        ],
        options: vec![NO_LUCK.info()],
        phases: vec![
            phase("cubes", "Cubes", "5", 0),
            phase("units", "Units", "5", 0),
            phase("shuffle", "Shuffle units", "7.1", 1),
            phase("limber", "Limber artillery", "7.2", 1),
            phase("cards", "Play command cards", "7.3", 1),
            phase("field", "Field commands", "8", 0),
            phase("answer", "Give way or stand", "8.5", 1),
            phase("lead-defense", "Leading defense units", "8.2", 1),
            phase("support", "Artillery support", "8.2", 1),
            phase("losses", "Losses", "13.1", 1),
            phase("give-way", "Withdraw or retreat", "12", 1),
            phase("secure", "Secure the approach", "8.5", 1),
            phase("staff", "Staff commands", "9", 0),
            phase("claim", "Claim objectives", "10.1", 1),
            phase("administer", "Spike, range artillery", "10.4", 1),
        ],
        kinds: vec![
            unit_kind("infantry", "infantry", "infantry"),
            unit_kind("cavalry", "cavalry", "cavalry"),
            unit_kind("artillery", "artillery", "artillery"),
            unit_kind("disrupted", "disrupted infantry", "infantry"),
        ],
        schema: vec![
            STRENGTH.info(),
            REINFORCEMENT.info(),
            FACE_UP.info(),
            RANGING.info(),
            US_MORALE.info(),
            CS_MORALE.info(),
            FIRST_ROUND.info(),
            LAST_ROUND.info(),
            MARGIN.info(),
            DATE.info(),
        ],
        overlays: vec![
            overlay("march", "Where a unit can march", "M", true),
            overlay("secured", "Secured approaches", "S", false),
            overlay("charges", "Who can charge", "C", false),
        ],
        pieces: PieceForm::LongBlocks,
        policies: Vec::new(),
        state_schema: <crate::BullRun as muster_sdk::Saves>::STATE_SCHEMA,
        features: features.split(' ').map(str::to_owned).collect(),
        values: board_values(),
        decisions: vec![
            decision("place-cube", "Place a cube", "In which setup locale the next cube lies."),
            decision("place-unit", "Place a unit", "Which unit replaces which cube."),
            decision("place-blindly", "Place blindly", "Which of the opponent's cubes a unit drawn blindly replaces."),
            decision("shuffle", "Shuffle", "Which units that stand face up are hidden again."),
            decision("limber", "Limber", "Which ranging artillery limbers."),
            decision("play-cards", "Command cards", "Which two command cards are played."),
            decision("field-command", "Field command", "Which units do what, or that no more do; the opponent sees it once it is given."),
            decision("lead-defense", "Lead the defense", "Which defending units lead, if any."),
            decision("support", "Artillery support", "Whether artillery supports the defense."),
            decision("apply-losses", "Apply losses", "Which unit takes a loss."),
            decision("lead-charge", "Lead the charge", "Which cavalry leads a charge."),
            decision("answer", "Give way or stand", "Whether units give way, or secure the approach against those who come."),
            decision("post", "Secure the approach", "Which units secure an approach after a maneuver or pursuit."),
            decision("give-way", "Give way", "Where units withdraw or retreat to."),
            decision("staff-command", "Staff command", "Which units reorganize, rally or mobilize, or that no more do."),
            decision("claim", "Claim an objective", "Whether a unit shows its face to claim an objective."),
            decision("administer", "Administration", "Which artillery ranges or is spiked, and the end of the turn."),
        ],
        hooks: crate::hooks::hooks(),
        queries: crate::hooks::queries(),
        changes: crate::hooks::changes(),
    }
}

/// What the spaces and edges of a board may have (§4.3).
fn board_values() -> Vec<AttributeInfo> {
    use ValueType::{Flag, Number, Text};
    let (space, edge, both): (&[&str], &[&str], &[&str]) = (&["space"], &["edge"], &["space", "edge"]);
    let number = |name, range, of, text| within(range, says(name, Number, of, text));
    vec![
        number("capacity", 1..=12, space, "How many units a locale holds, 1 to 12; every locale needs it."),
        says(
            "apart",
            Text,
            space,
            "The roads, divided by spaces, from which no other is reached inside of the locale.",
        ),
        number("group", 0..=4, space, "Which of the five groups of a unit display a box shows, 0 to 4."),
        says("hectares", Number, space, "How large it is; for information."),
        number("wooded", 0..=100, both, "How much of it is wooded, in hundredths; for information."),
        number("infantry", 0..=3, edge, "How many infantry penalties the approach has, 0 to 3."),
        number("cavalry", 0..=3, edge, "How many cavalry penalties the approach has, 0 to 3."),
        number("artillery", 0..=3, edge, "How many artillery penalties the approach has, 0 to 3."),
        says("obstructed", Flag, edge, "Whether the approach is obstructed."),
        says("main-roads", Text, edge, "The main roads that cross the boundary, divided by spaces."),
        says("local-roads", Text, edge, "The local roads that cross it, likewise."),
        says("metres", Number, edge, "How long it is; for information."),
        says("water", Text, edge, "What it runs along; for information."),
        says("crossing", Text, edge, "The ford or bridge on it; for information."),
        says("rise", Number, edge, "How much higher the ground beyond is; for information."),
        says("brow", Number, edge, "How much higher the boundary is; for information."),
    ]
}
