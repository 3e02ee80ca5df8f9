//! The module's description: sides, sequence of play, kinds of unit, and what scenarios may say.

use muster_contract::{AttributeInfo, Description, PieceForm, ValueType};
use muster_sdk::description::{decision, one_of, phase, says, side, unit_kind, within};

use crate::world::{Side, settings};

/// The sequence of play (§3): id, title and section of each phase.
pub(crate) const PHASES: [(&str, &str, &str); 8] = [
    ("set-up", "Set-up", "S1.1"),
    ("reinforcements", "Reinforcements", "3.1"),
    ("strategic", "Strategic Movement", "3.2"),
    ("leaders", "Leader Management", "3.3"),
    ("initiative", "Initiative", "4.1"),
    ("actions", "Actions", "4.3"),
    ("supply", "Supply", "4.2"),
    ("end", "End Phase", "3.5"),
];

/// The module's description.
pub(crate) fn describe() -> Description {
    Description {
        title: "The U.S. Civil War".to_owned(),
        summary: "The whole war by hexes, 1861 to 1865: strength points under generals of rank, action points from a difference of dice, \
                  supply by rail and river, naval control. Map, charts, ratings and set-ups are a reconstruction, not the published ones."
            .to_owned(),
        sides: vec![
            side("us", "Union", "us", "Take or destroy the South's resources faster than the benchmark rises."),
            side("cs", "Confederate", "cs", "Keep the Union behind its benchmark until the end."),
        ],
        options: vec![
            settings::CAMPAIGN.info(),
            settings::NAVAL_UNITS.info(),
            settings::ARMY_MARKERS.info(),
            settings::ARMY_MORALE.info(),
        ],
        phases: PHASES.map(|(id, title, section)| phase(id, title, section, 0)).to_vec(),
        kinds: vec![
            unit_kind("general", "general", "general"),
            unit_kind("sp", "Strength Points", "infantry"),
            unit_kind("militia", "Militia", "garrison"),
            unit_kind("fort", "Fort", "fort"),
            unit_kind("entrenchment", "Entrenchment", "fort"),
            unit_kind("control", "Control marker", "control"),
            unit_kind("arsenal", "Arsenal", "fort"),
            unit_kind("oceangoing", "Oceangoing NSPs", "sloop"),
            unit_kind("river-nsp", "River NSPs", "gunboat"),
            unit_kind("ironclad", "Ironclad", "ironclad"),
            unit_kind("flotilla", "River Flotilla", "steamer"),
            unit_kind(settings::BATTERY, "Naval Battery", "artillery"),
            unit_kind(settings::NAVAL_LEADER, "Naval Leader", "general"),
        ],
        schema: schema(),
        overlays: crate::view::overlays(),
        pieces: PieceForm::Counters,
        policies: Vec::new(),
        state_schema: <crate::UsCivilWar as muster_sdk::Saves>::STATE_SCHEMA,
        features: crate::world::features(),
        values: board_values(),
        decisions: vec![
            decision("forward", "Set-up", "Whether an SP starts in another space than the set-up has it in."),
            decision("discard", "Discard", "Which card goes back to the deck from a hand of more than five."),
            decision("action", "Action", "What is done with an Action Point or a card, or for nothing."),
            decision("transfer", "Transfer", "Where a general is transferred to."),
            decision("second-transfer", "Second transfer", "Whether another general is transferred by the same action."),
            decision("trained", "Trained SP", "Where an SP comes that has been trained."),
            decision("sacrifice", "On to Richmond", "Which SP is lost because nobody has gone on to Richmond."),
            decision("attrition", "Attrition", "Which stack suffers Attrition next, or is spared it by a card."),
            decision("march", "March", "Where a stack goes, whom it picks up and drops off, and what it does on its way."),
            decision("voyage", "Naval Transport", "Where ships put a stack ashore, and whom they drop off on the way."),
            decision("reembark", "Failed landing", "To which port those sail back whose landing has failed."),
            decision("react", "Reaction", "Whether the other side intercepts, avoids battle or maneuvers."),
            decision("send", "Interception", "Which part of a stack intercepts or maneuvers."),
            decision("regroup", "Regroup", "Who of those called in comes."),
            decision("lead", "Command", "Which of two generals of one rank commands."),
            decision("avoid", "Avoid Battle", "Where a stack goes that avoids battle."),
            decision("push", "Pushed aside", "Where a small force goes that is pushed aside."),
            decision("back-up", "Back up", "Whether cavalry that was intercepted backs up."),
            decision("battle", "Battle", "What the attacker brings to a battle."),
            decision("victors", "Generals without SPs", "Whether generals stay whose SPs are all lost."),
            decision("retreat", "Retreat", "Where a beaten defender retreats to."),
            decision("intake", "Reinforcements", "Where SPs come to the map, new or from the Displaced Box."),
            decision("free-fort", "Fort", "Where the Union begins its Fort of the turn, or an upgrade."),
            decision("arsenal", "Arsenal", "In which Resource Hex of the state an Arsenal is built."),
            decision("disband", "Winter", "Which SPs the Confederacy can't keep through the winter."),
            decision("militia", "Militia", "Where Militia come that aren't on the map."),
            decision("recall", "Return", "Where a general comes back from the Displaced Box."),
            decision("strategic", "Strategic Movement", "Which SPs move by rail, river, ocean or road."),
            decision("convoy", "Strategic Move", "How many SPs move, where to, and by which type."),
            decision("manage", "Leaders", "Which events of generals are carried out, and who is transferred."),
            decision("arrival", "Arrival", "Where a general arrives."),
            decision("sortie", "Ships", "Where ships sail, and what they drop off on the way."),
            decision("naval-reaction", "Naval reaction", "What ships do about others that come along the water."),
            decision("naval-battle", "Naval Battle", "What the attacker brings to a Naval Battle."),
            decision("hits", "Hits", "Which ships are hit."),
            decision("naval-retreat", "Naval Retreat", "Where ships go that may not stay."),
            decision("redeployment", "Redeployment", "Which NSPs come to a port in Strategic Movement."),
            decision("commission", "New ships", "Where new ships come."),
            decision("emplacement", "Naval Battery", "Where a new Naval Battery comes."),
            decision("resiting", "Naval Battery", "Where a Naval Battery goes."),
            decision("completion", "Ironclads", "Which Ironclad is completed."),
            decision("station", "Naval Leader", "With which ships a Naval Leader comes."),
            decision("free-transfer", "Free transfer", "Whether a general makes use of his free transfer."),
            decision("army", "Armies", "Which stacks have an Army marker, and who leads them."),
            decision("reassign", "Transfer", "Where a general is transferred to for nothing."),
        ],
        hooks: crate::hooks::hooks(),
        queries: crate::hooks::queries(),
        changes: crate::hooks::changes(),
    }
}

fn schema() -> Vec<AttributeInfo> {
    let mut all: Vec<AttributeInfo> = settings::RANKS.iter().map(|rank| rank.info()).collect();
    all.extend([
        settings::LABEL.info(),
        settings::CAREER.info(),
        settings::STARS.info(),
        settings::STATUS.info(),
        settings::IN_THEATER.info(),
        settings::STRENGTH.info(),
        settings::DEMORALIZED.info(),
        settings::FORAGING.info(),
        settings::LEVEL.info(),
        settings::BEGUN.info(),
        settings::NSPS.info(),
        settings::BATTERIES.info(),
        settings::STATE.info(),
        settings::ARSENAL.info(),
        settings::TURN.info(),
        settings::LAST.info(),
        settings::CARDS.info(),
        settings::MAINTENANCE.info(),
        settings::ARSENALS_DESTROYED.info(),
        settings::RESOURCE_BP.info(),
        settings::ARSENALS.info(),
        settings::UNION_VP.info(),
        settings::VICTORY.info(),
        settings::EXTRAS.info(),
        settings::SPECIAL_1861.info(),
        settings::IN_PLAY.info(),
        settings::FIRST_SIDE.info(),
        settings::FORWARD.info(),
        settings::BENCHMARKS.info(),
    ]);
    all.extend(settings::BLOCKADE.iter().map(|zone| zone.info()));
    all.extend(settings::BORDER.iter().map(|state| state.info()));
    all
}

/// What the spaces and hexsides of a board may have (§2).
fn board_values() -> Vec<AttributeInfo> {
    use ValueType::{Number, Text};
    let (space, edge): (&[&str], &[&str]) = (&["space"], &["edge"]);
    vec![
        one_of(&["E", "W", "TM"], says("theater", Text, space, "The theater that it lies in (2.1.1).")),
        says("states", Text, space, "Its states, by two letters with blanks between (2.1.2)."),
        within(
            1..=9,
            says(
                "bp",
                Number,
                space,
                "The Build Points of a Resource Hex, 1 to 9, which must have them (14.3.2).",
            ),
        ),
        says("waters", Text, space, "The rivers that a port is on, with semicolons between (20.2.1)."),
        says("port", Text, space, "The port that a Coastal Fort guards (10.3.1)."),
        one_of(&Side::IDS, says("start", Text, space, "Who has a Coastal Fort at the start (10.3.2).")),
        says("sea", Text, space, "The sea that its coast is on, atlantic or gulf (2.1.8)."),
        says("tidal-solid", Text, space, "The Tidal River Paths, drawn whole, that touch it (20.4)."),
        says("tidal-dotted", Text, space, "The same, drawn dotted."),
        says("bay", Text, space, "The bay that it is on."),
        says("river", Text, space, "The river that flows through the hex (5.8.4)."),
        says("shipyard", Text, space, "Whose shipyard it is, and of which kind (21.8)."),
        says("land", Text, space, "The hexes that a Coastal Fort has a link by land with (10.3.2)."),
        says("touches", Text, space, "The hexes that it borders beyond the map's edge (2.1.5)."),
        says(
            "rail",
            Text,
            space,
            "The hex to which it is joined by rail: of Texas beyond the edge, of a port without a railroad (13.3.2, H29).",
        ),
        says("galveston", Text, space, "A letter of the map note on Texas (M1)."),
        says("vicksburg", Text, space, "A letter of the map note on Vicksburg (M6)."),
        says("river", Text, edge, "The rivers along a hexside, with semicolons between (5.8.1)."),
        says("lake", Text, edge, "The lake along a hexside (20.1.2)."),
        says("mouth", Text, edge, "What a river opens to at its mouth."),
        says("no-contact", ValueType::Flag, edge, "The coasts on both sides don't meet (H10, H32)."),
        says("no-port", Text, edge, "The hex whose port isn't on this side (D3)."),
        within(
            1..=4,
            says("cost", Number, edge, "MPs of a link, or of a hexside with a price of its own (5.3)."),
        ),
    ]
}
