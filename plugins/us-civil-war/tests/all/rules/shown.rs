//! What players see and are told: panels, reports, overlays, odds, details of choices, and why something can't be chosen.

use muster_contract::{Chance, OverlayItem, OverlayShape, Panel, ReportBody, Seat, Target};
use us_civil_war::battle::{Plan, Verdict};

use crate::rules::fleet::{begin, with};
use crate::rules::position::*;

const GAME: &str = "us-civil-war-1862";
/// McClellan sets out from Washington so that he may attack (§7.7), and stands in Alexandria.
const ON_THE_WAY: [&str; 2] = ["activate us-mcclellan two-points", "to 1747"];

fn panel(play: &Play, seat: Seat, id: &str) -> Option<Panel> {
    play.view(seat).panels.into_iter().find(|panel| panel.id == id)
}

/// The rows of a panel, each as "title: figure".
#[track_caller]
fn rows(play: &Play, seat: Seat, id: &str) -> Vec<String> {
    let rows = panel(play, seat, id).unwrap_or_else(|| panic!("there is no panel {id}")).rows;
    rows.iter().map(|row| format!("{}: {}", row.title, row.figure)).collect()
}

fn overlay(play: &Play, name: &str, focus: Option<Target>) -> Vec<OverlayItem> {
    play.game.overlay(Some(US), name, focus.as_ref())
}

/// What an overlay says of a space: "style label".
fn tint(items: &[OverlayItem], at: &str) -> Option<String> {
    let item = items.iter().find(|item| item.shape == OverlayShape::Space(at.to_owned()))?;
    Some(format!("{} {}", item.style, item.label).trim_end().to_owned())
}

fn unit(id: &str) -> Target {
    Target::Unit(id.to_owned())
}

fn space(id: &str) -> Target {
    Target::Space(id.to_owned())
}

/// Why something can't be chosen, with the section.
#[track_caller]
fn why(play: &Play, seat: Seat, target: Target) -> String {
    let first = play.explain(seat, &target).swap_remove(0);
    format!("{} ({})", first.text, first.citation.unwrap_or_default())
}

/// What a choice brings, with the sections.
#[track_caller]
fn brings(play: &Play, seat: Seat, id: &str) -> Vec<String> {
    let lines = play.details(seat, id).consequences;
    lines.into_iter().map(|line| format!("{} ({})", line.text, line.citation.unwrap_or_default())).collect()
}

fn on_the_way() -> Play {
    let mut play = Play::of(GAME, &[6, 2]);
    for id in ON_THE_WAY {
        play.take(US, id);
    }
    play
}

#[test]
fn a_march_is_drawn_with_its_costs_and_ends_at_the_enemy() {
    let play = Play::of(GAME, &[6, 2]);
    let items = overlay(&play, "march", Some(unit("us-mcclellan")));
    assert_eq!(tint(&items, "1747").as_deref(), Some("command 2"), "1 for the hex, 1 for the Potomac");
    assert_eq!(tint(&items, "1746").as_deref(), Some("danger 3 attack"), "then a hex by rail");
    assert_eq!(tint(&items, "1745"), None, "beyond it he has no MPs");
    assert_eq!(tint(&items, "1647"), None, "he stands there");
    // SPs by themselves have three MPs from where they are.
    let items = overlay(&play, "march", Some(space("1747")));
    assert_eq!(tint(&items, "1746").as_deref(), Some("danger 1 attack"));
}

#[test]
fn what_is_drawn_of_a_march_is_what_can_be_chosen_next() {
    let play = on_the_way();
    let drawn = overlay(&play, "march", Some(space("1747")));
    for id in play.ids_from(US, "to ") {
        let at = id.trim_start_matches("to ");
        assert!(tint(&drawn, at).is_some(), "{at} can be entered and isn't drawn");
    }
    assert_eq!(tint(&drawn, "1746").as_deref(), Some("danger 1 attack"));
}

#[test]
fn interceptions_are_drawn_with_their_chances() {
    let play = Play::of(GAME, &[6, 2]);
    let items = overlay(&play, "reactions", Some(space("1746")));
    // J. Johnston defends with 2, and Stuart's cavalry adds 2: 5 or more of two dice, 30 of 36.
    assert_eq!(tint(&items, "1646").as_deref(), Some("range 83 %"));
    assert_eq!(tint(&items, "1747"), None, "not where the Union stands");
}

#[test]
fn a_step_tells_its_cost_and_who_could_react() {
    let mut play = Play::of(GAME, &[6, 2]);
    play.take(US, ON_THE_WAY[0]);
    assert_eq!(play.details(US, "to 1747").cost, "2 MPs");
    assert_eq!(brings(&play, US, "to 1747"), ["1 MP for the river. (5.8.3)"]);
    let told = brings(&play, US, "to 1646");
    assert!(told.contains(&"It enters an enemy Zone of Influence. (9.1)".to_owned()), "{told:?}");
    let intercepts = "J Johnston could intercept from Manassas Junction: 83 %. (9.2.1)";
    assert!(told.contains(&intercepts.to_owned()), "{told:?}");
    play.take(US, "to 1747");
    let told = brings(&play, US, "to 1746");
    assert!(told[0].starts_with("Along a railroad."), "{told:?}");
    assert!(
        told.iter().any(|line| line.starts_with("Battle at Manassas Junction, column 9-12 against 7-8:"))
    );
}

#[test]
fn an_activation_tells_who_goes_and_what_caution_forbids() {
    let play = Play::of(GAME, &[6, 2]);
    let told = brings(&play, US, "activate us-mcclellan");
    assert_eq!(told[0], "McClellan, McDowell and Sumner with 12 Union SPs, 3 MPs. (7.5.1)");
    assert!(told[1].contains("(7.7)"), "{told:?}");
    assert_eq!(brings(&play, US, ON_THE_WAY[0]).len(), 1, "two points make him bold");
}

#[test]
fn the_odds_of_a_step_into_a_battle_are_those_of_its_sheet() {
    let mut play = on_the_way();
    let tables = play.game.odds(US, "to 1746");
    let table = tables.iter().find(|table| table.title == "Battle at Manassas Junction").unwrap();
    let foreseen: Vec<Chance> = table.rows.exact().unwrap().to_vec();
    play.take(US, "to 1746").take(CS, "no-reaction");
    let sheet = play.state().sheet(Plan::default()).unwrap();
    let chances = sheet.chances();
    let of = [Verdict::Won, Verdict::Tied, Verdict::Lost].map(|verdict| chances.of(verdict));
    assert_eq!(foreseen.iter().map(|row| row.of).collect::<Vec<_>>(), of);
    assert!(foreseen.iter().all(|row| row.out_of == chances.all));
    assert_eq!(play.game.odds(US, "attack")[0].rows.exact().unwrap()[0].of, of[0]);
}

#[test]
fn whoever_may_react_sees_the_odds_of_the_battle_that_follows() {
    let mut play = on_the_way();
    play.take(US, "to 1746");
    let of = |play: &Play, id: &str, title: &str| {
        let tables = play.game.odds(CS, id);
        let table = tables.iter().find(|table| table.title == title).unwrap_or_else(|| panic!("{tables:?}"));
        table.rows.exact().unwrap().iter().map(|row| row.of).collect::<Vec<_>>()
    };
    let expected = |play: &Play, plan| {
        let chances = play.state().sheet(plan).unwrap().chances();
        [Verdict::Won, Verdict::Tied, Verdict::Lost].map(|verdict| chances.of(verdict)).to_vec()
    };
    let (plain, caught) = (Plan::default(), Plan { caught: true, ..Plan::default() });
    assert_eq!(of(&play, "no-reaction", "Battle at Manassas Junction"), expected(&play, plain));
    let title = "Battle at Manassas Junction, caught";
    assert_eq!(of(&play, "avoid-battle", title), expected(&play, caught));
    assert!(brings(&play, CS, "no-reaction")[0].starts_with("Battle at Manassas Junction, column 9-12"));
}

#[test]
fn the_battle_sheet_has_columns_dice_and_every_modifier() {
    let mut play = on_the_way();
    play.take(US, "to 1746").take(CS, "no-reaction");
    let panel = panel(&play, CS, "battle").expect("both see it");
    assert_eq!(panel.rows[0].note, "12 SPs, column 9-12, 2 dice");
    let rows = rows(&play, US, "battle");
    let head = [
        "The Union attacks: +2",
        "McClellan commands: +1",
        "Sumner: +1",
        "The Confederacy defends: +6",
        "J Johnston commands: +2",
        "Longstreet: +2",
        "in an Entrenchment: +2",
    ];
    assert_eq!(rows[..7], head);
    let of = |title: &str| {
        let row = rows.iter().find_map(|row| row.strip_prefix(title)).unwrap();
        row.trim_end_matches(" %").parse::<u32>().unwrap()
    };
    let all = of("The Union wins: ") + of("Tie: the attacker goes back: ") + of("The Confederacy wins: ");
    assert!((99..=101).contains(&all), "{rows:?}");
}

#[test]
fn those_who_can_react_are_listed_with_their_chances() {
    let mut play = on_the_way();
    play.take(US, "to 1746");
    let rows = rows(&play, CS, "react");
    assert!(rows.contains(&"Avoid battle to 1845: 83 %".to_owned()), "{rows:?}");
    play.take(CS, "no-reaction");
    assert!(panel(&play, CS, "react").is_none());
}

#[test]
fn a_refusal_names_its_rule_and_comes_first() {
    let play = on_the_way();
    assert_eq!(why(&play, US, space("1845")), "1845 doesn't lie next to Alexandria. (5.1)");
    assert_eq!(why(&play, US, unit("us-halleck")), "He isn't where the stack stands. (7.5.1)");
    assert_eq!(why(&play, US, unit("cs-jackson")), "It is the other side's. (5)");
    assert_eq!(why(&play, CS, space("1845")), "The Union decides now. (5)");
    let mut play = Play::of(GAME, &[5, 4]);
    play.take(US, "train W");
    let no_point = "You have no Action Point, and no card, for its theater. (4.1.3)";
    assert!(play.ids_from(US, "activate us-2126").is_empty());
    assert_eq!(why(&play, US, unit("us-2126")), no_point);
    assert_eq!(why(&play, US, space("2331")), "You have neither SPs nor control there. (4.3)");
}

#[test]
fn supply_is_drawn_by_its_kinds() {
    let play = Play::of(GAME, &[6, 2]);
    assert_eq!(tint(&overlay(&play, "supply-us", None), "1647").as_deref(), Some("us"));
    assert_eq!(tint(&overlay(&play, "supply-cs", None), "2138").as_deref(), Some("supply limited"));
    let lines = overlay(&play, "lines", Some(space("2138")));
    assert!(tint(&lines, "2138").is_some_and(|tint| tint.starts_with("command")));
    assert!(lines.iter().any(|item| item.label == "source"), "its line leads to a source");
    let zones = overlay(&play, "zones", None);
    assert!(tint(&zones, "1646").is_some());
    let rails = overlay(&play, "rail", None);
    assert_eq!(tint(&rails, "1746").as_deref(), Some("cs"));
    let waters = overlay(&play, "naval", None);
    assert!(waters.iter().any(|item| matches!(item.shape, OverlayShape::Edge(_)) && item.style == "us"));
}

#[test]
fn the_dice_and_what_is_left_of_them_are_shown() {
    let mut play = Play::of(GAME, &[6, 2]);
    play.take(US, "train");
    let panel = panel(&play, US, "points").unwrap();
    assert_eq!(panel.title, "Action Points: 3 of 4");
    let dice: Vec<u8> = panel.rows.iter().filter_map(|row| row.die.as_ref()).map(|die| die.face).collect();
    assert_eq!(dice, [6, 2]);
    assert_eq!(rows(&play, US, "points")[2..], ["Left, for any theater: 3", "Training: 1"]);
    assert!(play.details(US, "end-actions").warning.is_some_and(|text| text.contains("Richmond")), "4.1.4");
}

#[test]
fn the_ledger_says_where_build_points_come_from() {
    let play = Play::of(GAME, &[6, 2]);
    let now = rows(&play, CS, "build");
    assert_eq!(now[..2], ["Resource Hexes: 96", "Arsenals: 4"]);
    assert_eq!(now[4], "Maintenance: -10");
    assert_eq!(
        rows(&play, CS, "blockade"),
        [
            "North Atlantic: 4 to 9 points: +4",
            "South Atlantic: 6 to 11 points: +6",
            "Gulf: 7 to 12 points: +7"
        ]
    );
    let sum = |id: &str| rows(&play, US, id).len();
    assert!(sum("generals-E") > 8 && sum("track") > 3 && sum("arsenals") == 4);
}

#[test]
fn each_turn_leaves_a_row() {
    let mut play = Play::of(GAME, &[6, 2, 6, 2, 6, 2, 6, 2]);
    let rows = |play: &Play, id: &str| {
        let reports = play.view(US).reports;
        let report = reports.into_iter().find(|report| report.id == id).unwrap();
        match report.body {
            ReportBody::Table(table) => table.rows.len(),
            ReportBody::Chart(chart) => chart.labels.len(),
        }
    };
    assert_eq!((rows(&play, "turns"), rows(&play, "points")), (1, 1), "the set-up");
    play.until("intake");
    assert_eq!([rows(&play, "turns"), rows(&play, "strength"), rows(&play, "losses")], [2; 3]);
    assert!(rows(&play, "stacks") > 40 && rows(&play, "resources") == 65 && rows(&play, "ports") == 18);
    assert_eq!(rows(&play, "generals"), 84);
}

#[test]
fn the_stack_on_its_way_is_seen_and_told_of() {
    let play = on_the_way();
    assert!(
        play.told().contains("McClellan, McDowell and Sumner with 12 Union SPs go to Alexandria; 1 MP left.")
    );
    let view = play.view(CS);
    let march = view.units.iter().find(|unit| unit.id == "us-march").expect("its SPs are seen");
    assert_eq!(march.place.space, "1747");
    assert_eq!(march.face.as_ref().unwrap().strength, Some(12));
    assert_eq!(play.at("us-mcclellan"), "1747");
}

/// §5.10, §20.3.1, §7.7: what sets out is said with how many SPs, where not all go, and what caution forbids.
#[test]
fn an_activation_says_how_many_go() {
    let play = begin(&with(&["us 4 2317"]), 3);
    let label = |id: &str| play.details(US, id).label;
    assert_eq!(label("activate us-2317"), "March with 3 of the 4 SPs in Paducah");
    assert_eq!(label("embark us-2317"), "Ship 3 of the 4 SPs in Paducah by river or coast");
    assert_eq!(label("embark us-mcclellan"), "Ship McClellan by river or coast, away from enemies");
    assert_eq!(label("embark us-mcclellan two-points"), "Ship McClellan by river or coast");
    for (fare, sps) in [("", "1 of the 3"), (" two-points", "2 of the 3"), (" three-points", "the 3")] {
        let says = label(&format!("embark-ocean us-4038{fare}"));
        assert_eq!(says, format!("Ship {sps} SPs in Port Royal by sea"));
    }
    assert_eq!(label("embark-ocean us-burnside two-points"), "Ship Burnside with 2 SPs by sea");
    let all = begin(&with(&["us 2 2317"]), 3).details(US, "activate us-2317").label;
    assert_eq!(all, "March with the 2 SPs in Paducah");
}

/// §19.3.4: whoever has won if the turn ends so is named, and only then.
#[test]
fn the_victory_points_say_who_wins_at_the_turns_end() {
    let first = |benchmark: u8| {
        let facts = [("benchmarks", no_benchmark(benchmark))];
        let play = Play::from(&changed(GAME, &facts), Arranged::else_on(3).with("Initiative", &[6, 3]));
        rows(&play, US, "victory").swap_remove(0)
    };
    let balance = u8::try_from(Play::of(GAME, &[6, 3]).state().balance()).unwrap();
    assert_eq!(first(balance + 12), "As it stands the Confederacy wins: ");
    assert!(first(balance + 11).starts_with("Union:"));
    assert!(first(balance).starts_with("Union:"));
}

/// §4.3: without Action Points the question is what else there is.
#[test]
fn without_action_points_the_phase_is_to_be_ended() {
    let mut play = Play::of(GAME, &[2, 1]);
    let asked = |play: &Play| play.game.decisions().swap_remove(0).prompt;
    assert!(asked(&play).starts_with("Which action? "), "{}", asked(&play));
    for theater in ["E", "W", "TM"] {
        play.take(US, &format!("train {theater}"));
    }
    let says = "No Action Point is left. Play a card for an action, give units up, or end the phase.";
    assert!(asked(&play).starts_with(says), "{}", asked(&play));
}

/// A game on the field for battles that the Union opens.
#[track_caller]
fn on_the_field(lines: &[&str]) -> Play {
    let dice = Arranged::else_on(6).with("Initiative", &[6, 3]);
    Play::from(&crate::rules::battlefield::position(lines), dice)
}

#[test]
fn interceptions_into_vacant_key_hexes_of_ones_own_are_drawn() {
    let play = on_the_field(&["0506 VA resource", "0507 PA objective", "cs 4 @0505", "cs-lee 3* 2/4 @0505"]);
    let items = overlay(&play, "reactions", Some(space("0505")));
    assert_eq!(tint(&items, "0506").as_deref(), Some("range 83 %"));
    let play = on_the_field(&["0506 PA objective", "cs 4 @0505", "cs-lee 3* 2/4 @0505"]);
    assert_eq!(tint(&overlay(&play, "reactions", Some(space("0505"))), "0506"), None, "9.1 C");
}

#[test]
fn no_march_is_drawn_for_whoever_has_moved() {
    let lines = ["us 6 @0505", "us-grant 3* 1/1 @0505", "us-hooker 2* 1/1 @0505"];
    let mut play = on_the_field(&lines);
    let drawn = |play: &Play, target: Target| !overlay(play, "march", Some(target)).is_empty();
    assert!(drawn(&play, unit("us-grant")));
    play.all(US, "activate us-grant, drop 2, leave us-hooker, to 0506, halt");
    assert_eq!(["us-grant", "us-hooker"].map(|id| drawn(&play, unit(id))), [false, true]);
    assert_eq!(["0506", "0505"].map(|id| drawn(&play, space(id))), [false, true]);
}

/// §12.2, §13.1.5: what being Demoralized costs whoever is beaten is in the odds of losses.
#[test]
fn the_losses_that_are_told_have_the_sp_of_the_demoralized() {
    let losses = |lines: &[&str]| {
        let mut play = on_the_field(lines);
        play.all(US, "activate us-0303, to 0304");
        let table = play.game.odds(US, "attack").swap_remove(1);
        let rows: Vec<String> = table.rows.exact().unwrap().iter().map(|row| row.label.clone()).collect();
        (table.note, rows)
    };
    let (note, rows) = losses(&["us 3 @0303 demoralized", "cs 4 @0304 demoralized"]);
    assert!(note.contains("13.1.5"), "{note}");
    assert!(rows.iter().all(|row| !row.starts_with("lost: Union \u{2212}0, ")), "{rows:?}");
    assert!(
        rows.iter().all(|row| !row.starts_with("won") || !row.ends_with("Confederate \u{2212}0")),
        "{rows:?}"
    );
    let mut once = rows.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), rows.len(), "a row for each end");
    assert_eq!(losses(&["us 3 @0303", "cs 4 @0304"]).0, "");
    // What is told is what is taken.
    let mut play = on_the_field(&["us 3 @0303 demoralized", "cs 4 @0304"]);
    play.all(US, "activate us-0303, to 0304, attack");
    let taken = format!("Union \u{2212}{}", 3 - play.all_sps(us_civil_war::Side::Us));
    assert!(rows.iter().any(|row| row.contains(&taken)), "{taken}: {rows:?}");
}

/// §5.9, §7.4.1: why somebody can't be called in, or sent.
#[test]
fn who_is_not_called_in_is_told_the_reason() {
    let lines = [
        "us 3 @0505",
        "us-grant 3* 1/1 @0505",
        "us 4 @0506",
        "us-meade 3* 1/2 @0506",
        "us-hooker 2* 1/1 @0506",
        "0405/0505 river",
        "us 2 @0405",
        "us-couch 2* 1/0 @0405",
        "us 1 @0507",
        "us-sykes 1* 0/0 @0507",
    ];
    let mut play = on_the_field(&lines);
    play.take(US, "activate us-grant");
    let follows = "A three-star General is a subordinate only of Grant with four. (7.4.1)";
    assert_eq!(why(&play, US, unit("us-meade")), follows);
    assert_eq!(why(&play, US, unit("us-couch")), "It must be within 1 Movement Point. (5.9)");
    assert_eq!(why(&play, US, unit("us-0405")), "It must be within 1 Movement Point. (5.9)");
    assert_eq!(why(&play, US, unit("us-sykes")), "He isn't where the stack stands. (7.5.1)");
    assert_eq!(why(&play, US, unit("us-0507")), "They aren't where the stack stands. (7.5.1)");
    play.take(US, "regroup 0506");
    assert_eq!(why(&play, US, unit("us-meade")), follows);
}

/// §9.2.3, §7.4.1: the same of those who intercept.
#[test]
fn who_does_not_go_to_intercept_is_told_the_reason() {
    let lines =
        ["us 6 @0503", "us-grant 3* 1/1 @0503", "cs 4 @0505", "cs-lee 3* 2/4 @0505", "cs-bragg 3* 1/1 @0505"];
    let mut play = on_the_field(&lines);
    play.all(US, "activate us-grant, to 0504").all(CS, "intercept 0505, roll-interceptions");
    let follows = "A three-star General is a subordinate only of Grant with four. (7.4.1)";
    assert_eq!(why(&play, CS, unit("cs-bragg")), follows);
    assert_eq!(why(&play, CS, unit("cs-lee")), "A General must lead it. (9.2.3)");
}

/// §7.7, §20.3.3: why ships don't land somewhere.
#[test]
fn a_landing_that_is_refused_names_its_rule() {
    use crate::rules::fleet;
    let mut position = fleet::with(&["us 6 2316", "cs 1 2318"]);
    let unit = position.roster.iter_mut().find(|unit| unit.id == "us-grant").unwrap();
    let rank = unit.attributes.iter_mut().find(|attribute| attribute.name == "rank-2").unwrap();
    rank.value = muster_contract::Value::Text("2 2 5 cautious".to_owned());
    let mut play = fleet::begin(&position, 3);
    play.take(US, "embark us-grant");
    assert!(!play.lists(US, "sail 2318"));
    let text = "A Cautious General needs two points, or a card, to land near an enemy. (7.7)";
    assert_eq!(why(&play, US, space("2318")), text);
    assert_eq!(why(&play, US, space("1647")), "Ships don't get there. (20.3.3)");
}

/// §5.3: one MP is one.
#[test]
fn a_hexside_says_what_it_costs() {
    let play = on_the_field(&["us 1 @0303"]);
    let edge = play
        .state()
        .world
        .way(play.state().world.find("0303").unwrap(), play.state().world.find("0304").unwrap());
    let name = play.state().world.atlas.edge_name(edge.unwrap().edge).to_owned();
    let lines = play.explain(US, &Target::Edge(name));
    assert!(lines.iter().any(|line| line.text.ends_with(": 1 MP.")), "{lines:?}");
}
