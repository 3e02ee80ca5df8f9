//! What a player is shown: arithmetic, overlays, explanations, warnings.

use muster_contract::{Change, OddsRows, OverlayShape, ReportBody, Seat, Target, Value};
use muster_sdk::attribute;

use crate::rules::position::*;

fn field() -> String {
    board("35 36:8 37:8 39", &["36-37 wide into37:infantry", "35-37", "37-39", "36-39"])
}

/// The rows of an assault's table: what each says, and its share in hundredths.
fn chances(play: &Play, id: &str) -> Vec<(String, u64)> {
    let odds = play.game.odds(US, id);
    odds[0].rows.spans().map(|row| (row.label.to_owned(), row.least * 100 / row.out_of)).collect()
}

#[test]
fn an_assaults_chances_count_every_unit_that_a_hidden_defender_may_be() {
    let units = [
        "us-a infantry 3 @36 36/37",
        "us-b infantry 3 @36 36/37",
        "cs-a infantry 3 @37 36/37",
        "cs-b cavalry 1 @35",
        "cs-c infantry 1 @35",
        "cs-d artillery 1 @35",
    ];
    let mut play = Play::new(&field(), &units);
    play.pick(US, "us-a us-b");
    // 6 - 1 - 1: 4, less what leads: artillery nothing, cavalry or infantry 1, the strong infantry 3.
    let rows = chances(&play, "assault 36/37 us-a us-b");
    let labels: Vec<&str> = rows.iter().map(|(label, _)| label.as_str()).collect();
    assert_eq!(labels, ["succeeds with 4", "succeeds with 3", "succeeds with 1"]);
    assert!(rows.iter().zip([25, 50, 25]).all(|((_, share), near)| share.abs_diff(near) < 10), "{rows:?}");
    let odds = play.game.odds(US, "assault 36/37 us-a us-b");
    assert!(matches!(odds[0].rows, OddsRows::Simulated(_)), "they are dealt, not counted");
    for seed in 0..20 {
        assert_eq!(play.game.sample(US, seed).odds(US, "assault 36/37 us-a us-b"), odds);
    }
}

#[test]
fn an_assaults_chances_leave_out_who_can_not_be_there() {
    // The defender is one of two that were seen and shuffled; the cavalry, which nobody has seen, is elsewhere.
    let units = [
        "us-a infantry 3 @37 up",
        "us-b infantry 1 @37 up",
        "us-c cavalry 2 @39",
        "us-d infantry 2 @39",
        "cs-a infantry 3 @36 36/37",
        "cs-b infantry 3 @36 36/37",
    ];
    let board = board("36:8 37:8 39", &["36-37 wide", "37-39"]);
    let mut play = Play::begin(&position(&board, &units, &[]), &[]);
    play.take(US, "shuffle 37");
    play.reach_field(6);
    play.order(US, "us-b", "secure 36/37");
    play.pass(6);
    play.pick(CS, "cs-a cs-b");
    let odds = play.game.odds(CS, "assault 36/37 cs-a cs-b");
    let rows: Vec<(&str, bool)> = odds[0]
        .rows
        .spans()
        .map(|row| (row.label, (row.least * 100 / row.out_of).abs_diff(50) < 10))
        .collect();
    assert_eq!(rows, [("succeeds with 4", true), ("succeeds with 2", true)]);
}

#[test]
fn the_defender_reads_the_outcome_of_each_answer() {
    let units = [
        "us-a infantry 3 @36 36/37",
        "us-b infantry 3 @36 36/37",
        "cs-a infantry 3 @37 36/37",
        "cs-g artillery 1 @37 36/37",
    ];
    let mut play = Play::new(&field(), &units);
    play.order(US, "us-a us-b", "assault 36/37 us-a us-b");
    let verdict = |play: &Play, id: &str| play.game.odds(CS, id)[0].rows.exact().unwrap()[0].label.clone();
    assert_eq!(
        (verdict(&play, "lead none"), verdict(&play, "lead cs-a")),
        ("succeeds with 4".into(), "succeeds with 1".into())
    );
    // What artillery may still add is left to the next question, and said.
    let open =
        |play: &Play, id: &str| play.game.odds(CS, id)[0].note.contains("before artillery supports it");
    assert!(open(&play, "lead cs-a") && !open(&play, "lead none"));
    play.take(CS, "lead cs-a");
    assert!(!open(&play, "support cs-g") && !open(&play, "support none"));
    assert_eq!(verdict(&play, "support cs-g"), "fails with 0");
    assert!(play.game.odds(CS, "support cs-g")[0].note.contains("-1 artillery support"));
}

/// Of three blocks that stand together one is sent: until it goes, nobody sees which.
#[test]
fn s8_the_overlay_of_marches_does_not_tell_which_hidden_unit_was_issued_a_command() {
    let units = [
        "us-a infantry 1 @1",
        "us-b infantry 2 @1",
        "us-c infantry 2 @1",
        "cs-a infantry 3 @2",
        "cs-b infantry 1 @2",
    ];
    let mut play = Play::new(&board("1 2 3 4", &["1-2", "2-3", "1-4"]), &units);
    play.order(US, "us-b", "maneuver 2");
    play.take(CS, "hold cs-a");
    let marches = |seat: Option<u8>| -> Vec<usize> {
        let blocks = play.game.view(seat).units.into_iter().filter(|unit| unit.side.as_deref() == Some("us"));
        let blocks: Vec<String> = blocks.map(|unit| unit.id).collect();
        assert_eq!(blocks.len(), 3);
        blocks
            .into_iter()
            .map(|block| play.game.overlay(seat, "march", Some(&Target::Unit(block))).len())
            .collect()
    };
    for seat in [Some(CS), None] {
        let seen = marches(seat);
        assert!(seen[0] > 0 && seen.iter().all(|count| *count == seen[0]), "{seat:?}: {seen:?}");
    }
    let own = marches(Some(US));
    assert_eq!(own.iter().filter(|count| **count == 0).count(), 1, "its own player sees it: {own:?}");
}

#[test]
fn overlays_show_marches_secured_approaches_and_charges() {
    let board = board(
        "20 21 22 23 24",
        &["20-21 main:pike", "21-22", "22-23", "20-24 main:pike", "24-23 restricted"],
    );
    let units = ["us-a cavalry 2 @20", "us-b infantry 1 @23 22/23", "cs-a infantry 1 @22"];
    let play = Play::new(&board, &units);
    let overlay = |seat: Option<u8>, name: &str, focus: Option<&str>| {
        let focus = focus.map(|id| Target::Unit(id.to_owned()));
        let items = play.game.overlay(seat, name, focus.as_ref());
        items
            .into_iter()
            .map(|item| match item.shape {
                OverlayShape::Space(id) | OverlayShape::Edge(id) => format!("{id} {}", item.label),
                OverlayShape::Line(ids) => ids.join(" "),
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(overlay(Some(US), "march", Some("us-a")), ["21 field", "24 field"]);
    assert_eq!(overlay(Some(US), "secured", None), ["22/23 1"]);
    assert_eq!(overlay(Some(US), "charges", None), ["20 21 22"]);
    assert!(overlay(Some(CS), "charges", None).is_empty(), "the Confederate doesn't know that it is cavalry");
}

#[test]
fn no_march_is_shown_for_who_can_not_march() {
    let board = board("1 2 3", &["1-2", "1-3", "2-3"]);
    let units = [
        "us-g artillery 1 @1 1/2 ranging",
        "us-d disrupted 0 @3",
        "us-a infantry 2 @1",
        "cs-a infantry 1 @2",
    ];
    let mut play = Play::new(&board, &units);
    let marches = |play: &Play, unit: &str| {
        play.game.overlay(Some(US), "march", Some(&Target::Unit(unit.to_owned()))).len()
    };
    assert_eq!(marches(&play, "us-g"), 0, "ranging, it does nothing but bombard");
    assert_eq!(marches(&play, "us-d"), 0, "nobody is with it");
    assert!(marches(&play, "us-a") > 0);
    play.order(US, "us-a", "march 3");
    assert_eq!(marches(&play, "us-a"), 0, "it had its command");
    assert_eq!(marches(&play, "us-d"), 0, "nor can it go with that one");
    play.pass(4);
    assert!(marches(&play, "us-d") > 0 && marches(&play, "us-a") > 0, "in the next turn they march together");
}

#[test]
fn an_unsecured_approach_is_not_called_open_where_nobody_gets_in() {
    let board = board("1 2 3", &["1-2 impassable", "1-3", "2-3"]);
    let mut play = Play::new(&board, &["us-a infantry 2 @1 1/2", "cs-a infantry 1 @2"]);
    play.pick(US, "us-a");
    let said = play.explain(US, "1/2");
    assert!(said.contains("impassable") && !said.contains("open to an advance"), "{said}");
}

#[test]
fn what_bars_commands_for_the_rest_of_the_turn_is_marked() {
    let markers = |play: &Play| {
        let markers = play.game.view(None).markers.into_iter();
        markers.map(|marker| format!("{} {}", marker.kind, marker.place.space)).collect::<Vec<_>>()
    };
    let board = board("36 37 38", &["36-37", "37-38"]);
    let mut play = Play::new(&board, &["us-a infantry 3 @36 36/37", "cs-a infantry 1 @37 36/37"]);
    play.order(US, "us-a", "assault 36/37 us-a");
    play.take(CS, "lead none");
    assert_eq!(markers(&play), ["fought 36", "stormed 37"]);
    let mut play = Play::new(&board, &["us-g artillery 1 @36 36/37 ranging", "cs-a infantry 3 @37"]);
    play.order(US, "us-g", "bombard 36/37");
    assert!(markers(&play).contains(&"bombarded 36".to_owned()));
}

#[test]
fn reinforcements_that_wait_face_up_are_read_by_everybody() {
    let board = board("1:6:us-entry 2 9:6:cs-entry", &["1-2", "2-9"]);
    let units = ["us-a infantry 2 @1", "us-r infantry 3 +1", "us-s artillery 1 +1", "cs-a infantry 1 @9"];
    let mut play = Play::new(&board, &units);
    let note = |play: &Play| {
        let panels = play.game.view(None).panels;
        panels.iter().find(|panel| panel.id == "reinforcements").unwrap().rows[0].note.clone()
    };
    assert_eq!(note(&play), "group 1, 2 morale: infantry 3, artillery");
    play.take(US, "end-field");
    play.take(US, "mobilize 1");
    play.take(US, "bring us-r");
    assert!(!note(&play).contains("artillery"), "then they are shuffled");
}

#[test]
fn explanations_say_what_a_boundary_is_like_and_why_not() {
    let play = Play::new(&field(), &["us-a infantry 3 @36 36/37", "cs-a infantry 3 @37 36/37"]);
    let said = play.explain(US, "36/37");
    assert!(
        said.contains("wide, passable") && said.contains("Against those who attack 37 here: infantry -1"),
        "{said}"
    );
    assert!(said.contains("1 Union unit secures it in 36"));
    assert!(play.explain(CS, "36").contains("The Union player decides now"));
    assert!(play.explain(US, "?9").contains("You see no unit"));
}

#[test]
fn a_player_is_warned_before_points_are_lost() {
    let play = Play::new(&field(), &["us-a infantry 1 @36", "cs-a infantry 3 @39"]);
    assert!(play.details(US, "end-field").warning.unwrap().contains("6 points would be lost"));
    let play = Play::new(&field(), &["us-a infantry 3 @36", "cs-a infantry 3 @39"]);
    assert_eq!(play.details(US, "end-field").warning, None, "a staff command could use them");
}

/// The rows of the panel of an assault, and the last of them, which says what it comes to.
fn sum(play: &Play) -> Option<(Vec<i32>, String, i32)> {
    let panel = play.game.view(None).panels.into_iter().find(|panel| panel.id == "assault")?;
    let mut rows: Vec<(String, i32)> =
        panel.rows.into_iter().map(|row| (row.title, row.figure.parse().unwrap())).collect();
    let (title, total) = rows.pop().unwrap();
    Some((rows.into_iter().map(|(_, by)| by).collect(), title, total))
}

#[test]
fn s8_2_the_arithmetic_that_is_shown_is_that_of_the_outcome_whatever_is_lost_by_it() {
    let units = [
        "us-a infantry 3 @36 36/37",
        "us-b infantry 3 @36 36/37",
        "cs-a infantry 2 @37 36/37",
        "cs-b infantry 3 @37",
    ];
    let mut play = Play::new(&field(), &units);
    play.order(US, "us-a us-b", "assault 36/37 us-a us-b");
    assert_eq!(sum(&play), Some((vec![6, -1, -1], "Outcome so far".to_owned(), 4)));
    play.take(CS, "lead cs-a");
    for step in ["apply-losses", "give-way"] {
        assert_eq!(play.next_decision().1, step);
        let (rows, title, total) = sum(&play).unwrap();
        assert_eq!((title.as_str(), total), ("Outcome", 2));
        assert!(rows.is_empty() || rows.iter().sum::<i32>() == total, "{step}: {rows:?}");
        if step == "apply-losses" {
            play.take(CS, "hit us-a");
        }
    }
}

#[test]
fn s8_4_no_assault_is_shown_where_the_enemy_retreats_from_a_charge() {
    let board = board("20 21 22 23", &["20-21", "21-22 wide", "22-23"]);
    let units = ["us-a cavalry 2 @20", "us-b cavalry 2 @20", "cs-a infantry 3 @22"];
    let mut play = Play::new(&board, &units);
    play.order(US, "us-a us-b", "charge 21 22");
    play.take(US, "lead-charge us-a us-b");
    assert_eq!(sum(&play), Some((vec![4], "Outcome so far".to_owned(), 4)), "what he would have to meet");
    play.take(CS, "give-way");
    assert_eq!((play.next_decision(), sum(&play)), ((US, "apply-losses".to_owned()), None));
}

#[test]
fn s8_3_a_bombardment_is_told_by_its_outcome_and_not_by_what_nobody_has_lost() {
    let bombard = |units: &[&str]| {
        let mut play = Play::new(&board("1 2 3", &["1-2 wide", "2-3"]), units);
        let guns: Vec<&str> = units.iter().filter(|unit| unit.starts_with("us-g")).map(|u| &u[..5]).collect();
        play.pick(US, &guns.join(" "));
        let said = play.details(US, "bombard 1/2").consequences[0].text.clone();
        play.take(US, "bombard 1/2");
        let told = play.events.iter().find(|event| event.text.contains("bombardment")).unwrap();
        (said, told.text.clone(), play.morale()[1])
    };
    let guns = ["us-g1 artillery 1 @1 1/2 ranging", "us-g2 artillery 1 @1 1/2 ranging"];
    let (said, told, morale) = bombard(&[&guns[..], &["cs-a infantry 1 @2"]].concat());
    assert_eq!(said, "The enemy loses 2 points, or as many as his units there have.");
    assert_eq!((told.as_str(), morale), ("The outcome of the bombardment is 2.", 19));
    let (said, told, morale) = bombard(&[guns[0], "cs-d disrupted 0 @2"]);
    assert_eq!(said, "Only disrupted infantry is there: nothing is lost.");
    assert_eq!(
        (told.as_str(), morale),
        ("The bombardment has no effect: only disrupted infantry is there.", 20)
    );
}

#[test]
fn s8_6_2_no_march_is_shown_to_disrupted_infantry_where_nobody_can_go_with_it() {
    let board = board("1 2:1 3 9", &["1-2 main:pike", "1-3", "3-9"]);
    let units = ["us-a infantry 1 @1", "us-d disrupted 0 @1", "cs-a infantry 1 @9"];
    let play = Play::new(&board, &units);
    let marches = |unit: &str| {
        let items = play.game.overlay(Some(US), "march", Some(&Target::Unit(unit.to_owned())));
        let spaces = items.into_iter().filter_map(|item| match item.shape {
            OverlayShape::Space(id) => Some(id),
            _ => None,
        });
        spaces.collect::<Vec<_>>()
    };
    assert_eq!(marches("us-a"), ["2", "3"]);
    assert_eq!(marches("us-d"), ["3"], "2 holds one unit");
}

#[test]
fn s8_6_4_a_march_is_told_with_how_many_go_and_where_from_and_to() {
    let board = board("1 2 3:3 4 9", &["1-2 main:pike", "2-3 main:pike", "3-4 main:pike", "4-9"]);
    let units = ["us-a infantry 1 @2", "us-b infantry 2 @1", "cs-a infantry 1 @9"];
    for (follows, told) in
        [(false, "Road march: a Union unit towards"), (true, "Column march: 2 Union units towards")]
    {
        let mut play = Play::new(&board, &units);
        play.order(US, "us-a", "road");
        play.take(US, "by-road 2/3 pike");
        play.take(US, "halt");
        if follows {
            play.take(US, "follow us-b");
        }
        if play.lists(US, "march-off") {
            play.take(US, "march-off");
        }
        assert!(play.events.iter().any(|event| event.text.starts_with(told)), "{:?}", play.events);
        let moved = play.events.iter().find_map(|event| match &event.kind {
            muster_contract::EventKind::Moved(way) => {
                Some(way.iter().map(|place| place.space.clone()).collect::<Vec<_>>())
            }
            _ => None,
        });
        assert_eq!(moved.unwrap(), ["2", "3"]);
    }
}

/// What a chart counts now, by side.
fn counted(play: &Play, seat: Option<Seat>, id: &str) -> Vec<(String, i32)> {
    let report = play.game.view(seat).reports.into_iter().find(|report| report.id == id);
    let Some(ReportBody::Chart(chart)) = report.map(|report| report.body) else { return Vec::new() };
    assert_eq!(chart.labels.len(), 1, "of this moment");
    chart.series.into_iter().map(|line| (line.side.unwrap(), line.values[0])).collect()
}

/// How strong an army is in all only its owner reads; what it has lost everybody has seen.
#[test]
fn the_reports_count_what_their_reader_may_know() {
    let units = ["us-a infantry 3 @35", "us-b cavalry 2 @35 up", "cs-a infantry 2 @39"];
    let mut play = Play::new(&field(), &units);
    let of = |us: i32, cs: i32| vec![("us".to_owned(), us), ("cs".to_owned(), cs)];
    assert_eq!(counted(&play, Some(US), "strength"), [("us".to_owned(), 5)]);
    assert_eq!(counted(&play, Some(CS), "strength"), [("cs".to_owned(), 2)]);
    assert!(counted(&play, None, "strength").is_empty());
    let blocks = |play: &Play, seat| {
        let report = play.game.view(seat).reports.into_iter().find(|report| report.id == "units").unwrap();
        let ReportBody::Table(table) = report.body else { panic!("it is a table") };
        table.rows.len()
    };
    assert_eq!([None, Some(US), Some(CS)].map(|seat| blocks(&play, seat)), [1, 2, 2]);
    for seat in [None, Some(US), Some(CS)] {
        assert_eq!(counted(&play, seat, "pieces"), of(2, 1));
        assert_eq!(counted(&play, seat, "losses"), of(0, 0));
    }
    play.edit(Change::Set(("us-a".into(), attribute("strength", Value::Number(1)))));
    for seat in [None, Some(US), Some(CS)] {
        assert_eq!(counted(&play, seat, "losses"), of(2, 0));
    }
}
