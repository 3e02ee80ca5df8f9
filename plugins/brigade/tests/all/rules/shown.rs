//! What people see: counters, panels, prompts, the clock, and what a choice would bring.

use std::collections::BTreeSet;

use muster_contract::{
    Attribute, Choice, ChoiceDetails, Decision, EventKind, OverlayShape, ReportBody, Target, UnitFace, Value,
};

use crate::rules::position::{OPEN, Played, ground, position, side};
use crate::rules::{A, CS, US};

fn face(game: &mut Played, id: &str) -> UnitFace {
    let view = game.game.view(None);
    view.units.into_iter().find(|unit| unit.id == id).unwrap().face.unwrap()
}

fn number(face: &UnitFace, name: &str) -> Option<i32> {
    let found: Option<&Attribute> = face.attributes.iter().find(|one| one.name == name);
    found.and_then(|one| if let Value::Number(number) = one.value { Some(number) } else { None })
}

fn details(game: &mut Played, id: &str) -> ChoiceDetails {
    let has = |open: &Decision| open.choices.iter().any(|choice: &Choice| choice.id == id);
    let seat = game.game.decisions().iter().find(|open| has(open)).unwrap().seat;
    game.game.details(seat, &[id.to_owned()]).remove(0)
}

fn asked(game: &mut Played) -> Decision {
    game.game.decisions().into_iter().find(|open| open.waits).unwrap()
}

#[test]
fn a_counter_says_how_far_its_unit_goes_and_shoots() {
    let units = [US, A, "us-guns artillery 0406 N I", "us-big artillery 0506 N I heavy=yes", CS];
    let mut game = Played::open(&units);
    assert_eq!(number(&face(&mut game, "us-a"), "movement"), Some(2));
    assert_eq!(number(&face(&mut game, "us-gen"), "movement"), Some(4));
    assert_eq!(number(&face(&mut game, "us-a"), "range"), None, "infantry has no range");
    assert_eq!(number(&face(&mut game, "us-guns"), "range"), Some(3));
    assert_eq!(number(&face(&mut game, "us-big"), "range"), Some(9));
}

#[test]
fn a_counter_bears_the_last_name_of_a_person_or_of_a_brigades_owner() {
    let mut fresh = position(OPEN, "", &[US, A, "us-b infantry 0505 N I", CS], &[]);
    for (unit, name) in fresh.roster.iter_mut().zip(["Ulysses S. Grant", "Peabody's brigade", "16th Iowa"]) {
        unit.name = name.to_owned();
    }
    let mut game = Played::new(&fresh);
    assert_eq!(["us-gen", "us-a", "us-b"].map(|id| face(&mut game, id).label), ["Grant", "Peabody", "Iowa"]);
}

#[test]
fn a_unit_that_was_activated_is_paler_and_a_shaken_one_is_marked() {
    let mut game = Played::open(&[US, A, CS]);
    game.take("roll, move us-a, to 0404, done");
    assert!(face(&mut game, "us-a").spent && !face(&mut game, "us-gen").spent);
    assert!(face(&mut game, "us-a").marks.is_empty());
    game.mark(&["us-a"]);
    assert_eq!(face(&mut game, "us-a").marks, ["heavy casualties"]);
}

/// C2: who orders a unit is named, but for a general who sets out himself; that one may ride along is said where he is lit.
#[test]
fn an_order_says_by_whom_and_who_may_be_taken_along() {
    let mut game = Played::open(&[US, A, CS]);
    game.dice(&[5]).take("roll");
    assert_eq!(details(&mut game, "move us-gen").label, "Move us-gen");
    assert_eq!(details(&mut game, "move us-a").label, "Move us-a (ordered by us-gen)");
    game.take("move us-a");
    let along = "; a lit general can be taken along first.";
    assert!(asked(&mut game).prompt.ends_with(along), "{}", asked(&mut game).prompt);
    game.take("take us-gen");
    assert!(!asked(&mut game).prompt.contains("general"), "{}", asked(&mut game).prompt);
}

#[test]
fn the_panel_lights_the_general_who_pays() {
    let army = "us-army general 0705 N - army-general=yes";
    let mut game = Played::open(&[army, US, A, CS]);
    game.dice(&[4, 5]).take("roll");
    let rows = |game: &mut Played| game.game.view(None).panels[0].rows.clone();
    assert!(rows(&mut game).iter().all(|row| !row.current), "nobody pays yet");
    game.take("move us-a");
    let lit: Vec<bool> = rows(&mut game).iter().map(|row| row.current).collect();
    assert_eq!(lit, [false, true], "the corps's own general pays");
    let row = &rows(&mut game)[1];
    assert_eq!((row.points, row.left, row.die.as_ref().map(|die| die.face)), (5, 4, Some(5)));
    assert_eq!(rows(&mut game)[0].note, "any unit");
}

#[test]
fn the_clock_tells_the_hour_and_the_day_only_where_there_are_several() {
    let clock = |facts: &[(&str, i32)], moves: &str| {
        let mut game = Played::new(&position(OPEN, "", &[US, A, CS], facts));
        if !moves.is_empty() {
            game.take(moves);
        }
        game.game.view(None).turn.clock
    };
    let turn = "roll, end-moves, roll, end-moves";
    assert_eq!(clock(&[("turns", 4)], ""), "6.00 a.m.");
    assert_eq!(clock(&[("turns", 4)], turn), "6.30 a.m.");
    assert_eq!(clock(&[("turns", 4), ("first-hour", 690), ("minutes-per-turn", 60)], turn), "12.30 p.m.");
    assert_eq!(clock(&[("days", 2), ("turns-per-day", 1)], ""), "day 1, 6.00 a.m.");
    assert_eq!(clock(&[("days", 2), ("turns-per-day", 1)], turn), "day 1, night");
    let night = "roll, end-moves, end-night, roll, end-moves";
    assert_eq!(clock(&[("days", 2), ("turns-per-day", 1)], &format!("{turn}, {night}")), "day 2, 6.00 a.m.");
}

#[test]
fn each_decision_asks_for_what_it_wants() {
    let units = [
        US,
        "us-a infantry 0404 N I",
        "us-b infantry 0404 N I",
        "us-guns artillery 0406 N I",
        CS,
        "cs-a infantry 0403 S II",
        "cs-b infantry 0403 S II",
    ];
    let mut game = Played::open(&units);
    let expect = |game: &mut Played, words: &str, citation: &str| {
        let open = asked(game);
        assert!(open.prompt.contains(words) && open.citation == citation, "{open:?}");
    };
    expect(&mut game, "Roll a die", "C1");
    game.dice(&[6]).take("roll");
    expect(&mut game, "Choose a unit, line or column", "C2");
    game.take("move us-gen");
    expect(&mut game, "Move us-gen", "D1");
    assert_eq!(asked(&mut game).frame.last().unwrap(), "us-gen");
    assert!(asked(&mut game).prompt.ends_with(": choose a lit hex."), "a general turns to no corner");
    game.take("cancel, end-moves");
    expect(&mut game, "battery's target", "E1");
    game.dice(&[1]).take("bombard us-guns 0403");
    expect(&mut game, "Every unit with an enemy in front", "F1");
    game.dice(&[6, 1, 1, 1]).take("fire-all");
    expect(&mut game, "hit", "F1");
    game.take("hit us-a");
    expect(&mut game, "retreat a hex, or stand", "F2");
    game.take("stand us-a");
    expect(&mut game, "Every unit with an enemy in front", "F6");
    game.dice(&[6, 6, 1, 1]).take("fire-all, hit cs-a, hit cs-a");
    expect(&mut game, "must retreat and takes heavy casualties", "F3");
    let any_time = game.game.decisions().into_iter().find(|open| !open.waits).unwrap();
    assert!(any_time.prompt.starts_with("Have you had enough?"));
}

#[test]
fn a_step_tells_its_way_and_what_it_brings() {
    let rows = ground(&[("0405", "w")]);
    let units = ["us-gen general 0406 N I", "us-a infantry 0406 N I", CS, "cs-a infantry 0404 S II"];
    let mut game = Played::new(&position(&rows, "", &units, &[]));
    game.take("roll, move us-a");
    let step = details(&mut game, "to 0405");
    let way: Vec<&str> = step.path.iter().map(|place| place.space.as_str()).collect();
    assert_eq!(way, ["0406", "0405"]);
    assert_eq!(step.cost, "2 pips for the order");
    let rules: Vec<&str> = step.consequences.iter().filter_map(|line| line.citation.as_deref()).collect();
    assert_eq!(rules, ["D3", "D1", "F1"], "{:?}", step.consequences);
    assert!(step.consequences[1].text.contains("cs-a"), "{:?}", step.consequences);
    let away = details(&mut game, "to 0407");
    assert_eq!((away.consequences, away.path.len()), (Vec::new(), 2));
    let mut open = Played::open(&[US, A, CS]);
    open.take("roll, move us-a");
    assert_eq!(details(&mut open, "to 0403").path.len(), 3);
}

#[test]
fn a_general_who_comes_near_the_enemy_need_not_face_him() {
    let units = ["us-gen general 0406 N I", "us-a infantry 0406 N I", CS, "cs-a infantry 0404 S II"];
    let mut game = Played::open(&units);
    game.take("roll, move us-gen");
    let rules = |game: &mut Played| -> Vec<String> {
        details(game, "to 0405").consequences.into_iter().filter_map(|line| line.citation).collect()
    };
    assert_eq!(rules(&mut game), ["D3"], "and nobody fires at him");
    let mut joined = Played::open(&[&units[..], &["us-b infantry 0405 N I"]].concat());
    joined.take("roll, move us-gen");
    assert_eq!(rules(&mut joined), ["D3", "F1"]);
}

#[test]
fn a_step_of_a_line_tells_what_it_brings_each_of_its_units() {
    let units = [US, A, "us-b infantry 0505 N I", CS, "cs-a infantry 0603 S II"];
    let mut game = Played::open(&units);
    game.take("roll, move line us-a 2");
    let step = details(&mut game, "to 0404");
    let texts: Vec<&str> = step.consequences.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "They stop here.",
            "Adjacent to cs-a: who is beside an enemy must face one.",
            "cs-a must fire first, on one of these units or another in front.",
        ]
    );
}

/// The hexes of an overlay about a unit.
fn overlay(game: &mut Played, name: &str, unit: &str) -> BTreeSet<String> {
    let focus = Target::Unit(unit.to_owned());
    let items = game.game.overlay(None, name, Some(&focus)).into_iter();
    items
        .map(|item| match item.shape {
            OverlayShape::Space(hex) => hex,
            other => panic!("{other:?}"),
        })
        .collect()
}

#[test]
fn the_reach_of_a_unit_is_where_it_can_be_sent() {
    let units = [US, A, "us-b infantry 0404 N I", "us-c infantry 0404 N I", CS];
    let mut game = Played::open(&units);
    let sent = |game: &mut Played| -> BTreeSet<String> {
        game.choices().iter().filter_map(|id| id.strip_prefix("to ").map(str::to_owned)).collect()
    };
    let before = overlay(&mut game, "reach", "us-a");
    game.take("roll, move us-a");
    assert_eq!((before, overlay(&mut game, "reach", "us-a")), (sent(&mut game), sent(&mut game)));
    game.take("to 0305");
    assert_eq!(overlay(&mut game, "reach", "us-a"), sent(&mut game), "one hex further");
}

#[test]
fn the_range_of_guns_and_of_a_generals_voice_are_shown() {
    let rows = ground(&[("0404", "w")]);
    let units = ["us-gen general 0405 N I", "us-guns artillery 0405 N I", CS];
    let mut game = Played::new(&position(&rows, "", &units, &[]));
    let (sight, command) = (overlay(&mut game, "sight", "us-guns"), overlay(&mut game, "command", "us-gen"));
    for (hex, near) in [("0404", true), ("0105", true), ("0403", true), ("0503", false), ("0401", false)] {
        assert_eq!((sight.contains(hex), command.contains(hex)), (near, near), "{hex}");
    }
}

#[test]
fn ending_moves_asks_once_and_names_those_who_can_still_act() {
    let mut game = Played::open(&[US, A, "us-b infantry 0505 N I", CS]);
    game.dice(&[2]).take("roll");
    let warning = details(&mut game, "end-moves").warning.unwrap();
    assert_eq!(
        warning, "2 units that fight can still act: us-a, us-b. End your moves?",
        "generals aren't named"
    );
    game.take("move us-a, to 0404, done, move us-b, to 0504, done");
    assert_eq!(details(&mut game, "end-moves").warning, None, "nobody can act any more");
}

#[test]
fn six_idle_units_are_four_names_and_two_more() {
    let units = [
        US,
        "us-a infantry 0101 N I",
        "us-b infantry 0102 N I",
        "us-c infantry 0103 N I",
        "us-d infantry 0104 N I",
        "us-e infantry 0105 N I",
        "us-f infantry 0106 N I",
        "cs-gen general 0707 S II",
    ];
    let mut game = Played::open(&units);
    game.dice(&[6]).take("roll");
    let warning = details(&mut game, "end-moves").warning.unwrap();
    assert_eq!(
        warning,
        "6 units that fight can still act: us-a, us-b, us-c, us-d and 2 more. End your moves?"
    );
}

#[test]
fn an_order_says_what_makes_it_dear() {
    let units = [
        "us-gen general 0407 N I",
        "us-a infantry 0404 N I",
        "us-far infantry 0101 N I",
        "us-near infantry 0406 N I",
        CS,
        "cs-a infantry 0403 S II",
    ];
    let mut game = Played::open(&units);
    game.dice(&[6]).take("roll");
    let mut rules = |id: &str| -> Vec<String> {
        details(&mut game, id).consequences.into_iter().filter_map(|line| line.citation).collect()
    };
    assert_eq!(rules("move us-a"), ["C3"]);
    assert_eq!(rules("move us-far"), ["C5"]);
    assert_eq!(rules("move us-near"), Vec::<String>::new());
}

#[test]
fn a_shot_says_what_hinders_it() {
    let rows = ground(&[("0404", "w")]);
    let steep = side("0405/0404", &["steep"]);
    let units = [US, A, CS, "cs-a infantry 0404 S II", "cs-b infantry 0506 S II"];
    let mut game = Played::new(&position(&rows, &steep, &units, &[]));
    game.take("roll, end-moves, attack cs-a 0405");
    let shot = details(&mut game, "attack us-a 0404");
    let texts: Vec<&str> = shot.consequences.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(texts.len(), 3, "{texts:?}");
    assert!(texts[1].contains("only a 6") && texts[2].contains("Cover"));
}

#[test]
fn a_second_marker_asks_once() {
    let units = [US, A, CS, "cs-a infantry 0404 S II"];
    let mut game = Played::open(&units);
    game.mark(&["us-a"]).dice(&[1]).take("roll, end-moves");
    game.dice(&[6, 1]).take("attack cs-a 0405");
    assert!(details(&mut game, "stand us-a").warning.unwrap().contains("removed"));
    let stands = details(&mut game, "stand us-a").consequences;
    assert_eq!(stands[0].citation.as_deref(), Some("F5"));
}

#[test]
fn the_log_says_who_ordered_what_and_where_it_went() {
    let mut game = Played::open(&[US, A, "us-b infantry 0505 N I", CS]);
    game.take("roll");
    game.events.clear();
    game.take("move line us-a 2, to 0404, done, move us-gen, to 0406");
    let texts: Vec<&str> = game.events.iter().map(|event| event.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "us-gen orders a line of 2 from us-a: 1 pip",
            "A line of 2 from us-a to 0404",
            "us-gen sets out: 1 pip",
            "Us-gen to 0406",
        ]
    );
}

#[test]
fn a_move_is_told_with_its_way_and_where_it_faces() {
    let mut game = Played::open(&[US, A, CS]);
    game.take("roll, move us-a, to 0403");
    let way = |game: &Played| -> Vec<(String, Option<u8>)> {
        let EventKind::Moved(way) = &game.events.last().unwrap().kind else { panic!("{:?}", game.events) };
        way.iter().map(|place| (place.space.clone(), place.facing)).collect()
    };
    let spaces: Vec<String> = way(&game).into_iter().map(|(space, _)| space).collect();
    assert_eq!(spaces, ["0405", "0404", "0403"]);
    game.take("face ESE");
    assert_eq!(way(&game).last().unwrap(), &("0403".to_owned(), Some(4)));
}

#[test]
fn a_counter_shows_the_strength_that_the_roster_gives() {
    let mut game = Played::open(&[
        US,
        "us-a infantry 0405 N I strength=4 men=900",
        A.replace("us-a", "us-b").as_str(),
        CS,
    ]);
    assert_eq!(face(&mut game, "us-a").strength, Some(4));
    assert_eq!(face(&mut game, "us-b").strength, None);
}

#[test]
fn the_panels_name_the_sides_and_those_who_are_to_come() {
    let units = [US, A, "us-late infantry 0407 N I arrives=4", "us-soon infantry 0406 N I arrives=2", CS];
    let game = Played::open(&units);
    let panels = game.game.view(None).panels;
    let titles: Vec<&str> = panels[1].rows.iter().map(|row| row.title.as_str()).collect();
    assert_eq!(titles, ["Union", "Confederate"]);
    assert_eq!(panels[1].rows[0].note, "0 with heavy casualties, 0 lost, 0 cut off");
    let to_come: Vec<(&str, &str, &str)> = panels[2]
        .rows
        .iter()
        .map(|row| (row.title.as_str(), row.note.as_str(), row.figure.as_str()))
        .collect();
    assert_eq!(to_come, [("us-soon", "I in 0406", "turn 2"), ("us-late", "I in 0407", "turn 4")]);
    let mut fresh =
        position(OPEN, "", &[US, A, "cs-gen general 0701 S - entry=0602", "cs-a infantry 0601 S -"], &[]);
    fresh.roster[2].place = None;
    fresh.roster[2].attributes[0].value = Value::Text("0602 0701".to_owned());
    let row = Played::new(&fresh).game.view(None).panels[2].rows[0].clone();
    assert_eq!((row.note.as_str(), row.figure.as_str()), ("in 0602 or 0701", "turn 1"));
}

#[test]
fn leaving_the_table_is_a_button() {
    let units = [
        US,
        "us-a infantry 0107 N I",
        "us-b infantry 0207 N I",
        "us-c infantry 0207 N I",
        CS,
        "cs-a infantry 0106 S II",
    ];
    let mut game = Played::open(&units);
    game.dice(&[3, 6, 1]).take("roll, end-moves, attack cs-a 0107");
    let decisions = game.game.decisions();
    let choices: Vec<_> = decisions.iter().flat_map(|open| &open.choices).collect();
    let off = choices.iter().find(|choice| choice.id == "retreat us-a off");
    assert_eq!(
        off.map(|choice| &choice.target),
        Some(&Target::Button("retreat us-a off".to_owned())),
        "{choices:?}"
    );
}

#[test]
fn a_retreat_says_what_else_it_costs() {
    let brought = |game: &mut Played, id: &str| -> Vec<(String, String)> {
        let lines = details(game, id).consequences.into_iter();
        lines.map(|line| (line.text, line.citation.unwrap_or_default())).collect()
    };
    let units = [US, A, CS, "cs-a infantry 0404 S II"];
    let mut game = Played::open(&units);
    game.dice(&[3, 6, 1]).take("roll, end-moves, attack cs-a 0405");
    assert_eq!(brought(&mut game, "retreat us-a 0406"), [], "or a marker, if it stood");
    let mut game = Played::open(&units);
    game.dice(&[3, 6, 6]).take("roll, end-moves, attack cs-a 0405");
    let marker = ("It takes a Heavy Casualties marker too.".to_owned(), "F3".to_owned());
    assert_eq!(brought(&mut game, "retreat us-a 0406"), [marker]);
    // A train is worth nothing itself when it is driven off.
    let lake = ground(&[("0602", "~"), ("0603", "~"), ("0604", "~"), ("0704", "~")]);
    let units = [US, "us-train train 0703 N I", "cs-gen general 0101 S II", "cs-a infantry 0702 S II"];
    let mut game = Played::new(&position(&lake, "", &units, &[]));
    game.dice(&[3, 6, 1]).take("roll, end-moves, attack cs-a 0703");
    let off = brought(&mut game, "retreat us-train off");
    assert!(off[0].0.contains("its corps counts") && off[0].1 == "V1", "{off:?}");
}

/// What is counted now of a side, by the chart's id.
fn counted(game: &mut Played, id: &str) -> Vec<(String, i32)> {
    let report = game.game.view(None).reports.into_iter().find(|report| report.id == id).unwrap();
    let ReportBody::Chart(chart) = report.body else { panic!("{id} is a chart") };
    assert_eq!(chart.labels.len(), 1, "of this moment");
    chart.series.into_iter().map(|line| (line.side.unwrap(), line.values[0])).collect()
}

#[test]
fn the_reports_count_strength_losses_and_points() {
    let units = [US, "us-a infantry 0405 N I", "us-b infantry 0605 N I", CS, "cs-a infantry 0401 N II"];
    let mut game = Played::open(&units);
    game.mark(&["us-b"]);
    let of = |us: i32, cs: i32| vec![("us".to_owned(), us), ("cs".to_owned(), cs)];
    assert_eq!(counted(&mut game, "strength"), of(2, 1));
    assert_eq!(counted(&mut game, "losses"), of(1, 0));
    let points = game.points().map(|points| points.parse().unwrap());
    assert_eq!(counted(&mut game, "points"), of(points[0], points[1]));
    let report = game.game.view(None).reports.into_iter().find(|report| report.id == "units").unwrap();
    let ReportBody::Table(table) = report.body else { panic!("it is a table") };
    let hurt = table.rows.iter().find(|row| row.cells[0] == Value::Text("us-b".to_owned())).unwrap();
    assert_eq!(hurt.cells.last(), Some(&Value::Text("heavy casualties".to_owned())));
    assert_eq!(hurt.target, Some(Target::Unit("us-b".to_owned())));
}
