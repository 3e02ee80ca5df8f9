//! The module's description: sides, sequence of play, kinds of unit, and what scenarios may say.

use muster_contract::{AttributeInfo, Description, PieceForm, ValueType};
use muster_sdk::description::{decision, one_of, overlay, phase, says, side, unit_kind, within};

use crate::world::settings;

/// The phases that are the hours of a day of battle (§6.8), and its night (§6.81).
pub(crate) const HOURS: [&str; 4] = ["dawn", "morning", "afternoon", "dusk"];
pub(crate) const NIGHT: &str = "night";
/// The phases that are the steps of a battle turn (§1.22).
pub(crate) const TURN: [&str; 4] = ["retreats", "morale", "combat", "reinforce"];

/// The module's description.
pub(crate) fn describe() -> Description {
    let features = "clear us-home north woods town major-town fortress port major-port us-supply cs-supply us-capital \
                    cs-capital no-cadre us-cadre river mountain gap marsh bridge ford railroad road water sea sea-lane steep";
    Description {
        title: "Bobby Lee".to_owned(),
        summary: "The war in Virginia from 1861 to 1864: hidden blocks, leaders who wear out in command, railroads and sea lanes, \
                  and battles on a board of their own. Map, orders of battle and ratings are a reconstruction, not the published ones."
            .to_owned(),
        sides: vec![
            side("us", "Union", "us", "Take the towns of Virginia faster than time wins the war for the Confederacy."),
            side("cs", "Confederate", "cs", "Hold Virginia: every quarter is a victory point."),
        ],
        options: [settings::FREE_DEPLOYMENT, settings::TO_THE_END, settings::BALANCED_YEAR]
            .map(|option| option.info())
            .to_vec(),
        phases: vec![
            phase("deployment", "Free deployment", "4.22", 0),
            phase("bid", "Initiative", "1.1", 0),
            phase("activate", "Activate leaders", "5.11", 0),
            phase("move", "Moves", "5.3", 1),
            phase("move-leaders", "Leaders move", "1.21", 1),
            phase("battles", "Battles", "6", 0),
            phase("deploy", "Deploy for battle", "6.2", 1),
            phase(HOURS[0], "Dawn", "6.8", 1),
            phase(HOURS[1], "Morning", "6.8", 1),
            phase(HOURS[2], "Afternoon", "6.8", 1),
            phase(HOURS[3], "Dusk", "6.8", 1),
            phase(NIGHT, "Night", "6.81", 1),
            phase(TURN[0], "Retreats", "6.3", 2),
            phase(TURN[1], "Morale", "6.4", 2),
            phase(TURN[2], "Combat", "6.6", 2),
            phase(TURN[3], "Reinforcements", "6.7", 2),
            phase("regroup", "Regrouping", "6.34", 1),
            phase("supply", "Supply", "9.3", 0),
            phase("replacements", "Replacements", "9.5", 1),
            phase("leaders", "Leader change", "5.2", 1),
            phase("drafts", "Emancipation and drafts", "4.5", 1),
        ],
        kinds: vec![
            unit_kind("infantry", "infantry", "infantry"),
            unit_kind("garrison", "garrison", "garrison"),
            unit_kind("cavalry", "cavalry", "cavalry"),
            unit_kind("artillery", "artillery", "artillery"),
            unit_kind("leader", "army leader", "general"),
            unit_kind("supreme", "supreme leader", "general"),
        ],
        schema: vec![
            settings::STRENGTH.info(),
            settings::LABEL.info(),
            settings::STEPS.info(),
            settings::FIREPOWER.info(),
            settings::SPEED.info(),
            settings::COMMAND.info(),
            settings::RETURNS.info(),
            settings::JOINS_YEAR.info(),
            settings::JOINS_QUARTER.info(),
            settings::REPLACES_SUPREME.info(),
            settings::YEAR.info(),
            settings::QUARTER.info(),
            settings::VICTORY.info(),
            settings::DECISIVE.info(),
            settings::MARGINAL.info(),
            settings::ONE_YEAR.info(),
            settings::PAR.info(),
            settings::TIE.info(),
            settings::LAST_QUARTER.info(),
            settings::LAST_YEAR.info(),
            settings::EMANCIPATED.info(),
        ],
        overlays: vec![
            overlay("supply-us", "Union supply", "S", false),
            overlay("supply-cs", "Confederate supply", "D", false),
            overlay("command", "Command range", "O", false),
            overlay("rail", "Railroad control", "T", false),
            overlay("limits", "Hexside limits", "L", true),
            overlay("sea", "Ports and ships", "P", false),
        ],
        pieces: PieceForm::StepBlocks,
        policies: Vec::new(),
        state_schema: <crate::BobbyLee as muster_sdk::Saves>::STATE_SCHEMA,
        features: features.split_whitespace().map(str::to_owned).collect(),
        values: board_values(),
        decisions: vec![
            decision("deploy", "Free deployment", "Which units change places, in secret."),
            decision("bid", "Bid", "How many leaders are bid in secret for the first turn."),
            decision("activate", "Activate leaders", "Which leaders are activated, or that the turn is passed."),
            decision("move", "Move", "Which units move where, in command or strategically."),
            decision("move-leader", "Move leaders", "Where leaders go who have commanded."),
            decision("choose-battle", "Choose a battle", "Which battle is fought next."),
            decision("deploy-battle", "Deploy", "Which unit stands in which position of the battle."),
            decision("entrench", "Entrench", "Where entrenchments are dug."),
            decision("retreat", "Retreat", "Which units retreat where."),
            decision("combat", "Combat", "Which unit moves or fires in a battle turn."),
            decision("losses", "Losses", "Which of equally strong units takes a hit."),
            decision("reinforce", "Reinforce", "Which units come into the battle."),
            decision("night", "Night", "Whether a leader keeps the battle going for another day."),
            decision("regroup", "Regroup", "Which units go from, or to, a battle that was won."),
            decision("leader-supply", "Leader supply", "Which leaders supply the units in their command."),
            decision("forage", "Forage", "Which of too many units finds no food."),
            decision("replacements", "Replacements", "What replacement points are spent on, in secret."),
            decision("replace-leader", "Replace a leader", "Which leader makes room for the one drawn."),
            decision("proclaim", "Emancipation", "Whether emancipation is proclaimed."),
            decision("draft", "Draft", "Whether there is a draft."),
            decision("draft-cadres", "Draft cadres", "Which cadres a draft brings, and where."),
        ],
        hooks: crate::hooks::hooks(),
        queries: crate::hooks::queries(),
        changes: crate::hooks::changes(),
    }
}

/// What the hexes and hexsides of a board may have (§2).
fn board_values() -> Vec<AttributeInfo> {
    use ValueType::{Number, Text};
    let (space, edge): (&[&str], &[&str]) = (&["space"], &["edge"]);
    let of_side = |name, text| one_of(&["us", "cs"], says(name, Text, space, text));
    vec![
        within(
            1..=9,
            says("vp", Number, space, "The victory points of a major town, 1 to 9, which must have them."),
        ),
        says("river", Text, space, "The navigable river that a port lies at."),
        says("navigable", Text, edge, "The navigable river that runs along the hexside."),
        of_side("home", "Whose home it is; for information, its features decide."),
        of_side("side", "Whose box it is; for information."),
        says("front", Text, space, "Which front a box belongs to; for information."),
        says("relief", Number, space, "How high it is; for information."),
        says("crossing", Text, edge, "What the ford or bridge is called; for information."),
        says("pass", Text, edge, "What the gap is called; for information."),
        says("swamp", Text, edge, "What the marsh is called; for information."),
    ]
}
