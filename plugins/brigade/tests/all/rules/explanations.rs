//! Why something can't be chosen, and the parts that choices play.

use muster_contract::{Change, ChoiceRole, Target};

use crate::rules::position::{OPEN, Played, ground, position};
use crate::rules::{A, CS, ROAD, US};

/// The last thing that a seat is told of a unit or a hex, with its rule.
fn told(game: &mut Played, seat: u8, target: &Target) -> (String, String) {
    let lines = game.game.explain(seat, target);
    let last = lines.last().unwrap();
    (last.text.clone(), last.citation.clone().unwrap_or_default())
}

#[track_caller]
fn of_unit(game: &mut Played, seat: u8, unit: &str, text: &str, rule: &str) {
    let said = told(game, seat, &Target::Unit(unit.to_owned()));
    assert!(said.0.contains(text) && said.1 == rule, "{said:?}");
}

#[track_caller]
fn of_hex(game: &mut Played, hex: &str, text: &str, rule: &str) {
    let said = told(game, 0, &Target::Space(hex.to_owned()));
    assert!(said.0.contains(text) && said.1 == rule, "{said:?}");
}

/// The first side's turn, with guns on both sides, a unit to come and one that is lost.
fn field() -> Played {
    let mut game = Played::open(&[
        US,
        A,
        "us-b infantry 0505 N I",
        "us-guns artillery 0406 N I",
        "us-late infantry 0407 N I arrives=4",
        "us-lost infantry 0307 N I",
        CS,
        "cs-a infantry 0602 S II",
    ]);
    game.destroy(&["us-lost"]);
    game
}

#[test]
fn a_unit_says_what_it_is_and_how_it_stands() {
    let mut game = field();
    let lines = game.game.explain(0, &Target::Unit("us-a".to_owned()));
    assert_eq!(lines[0].text, "us-a, Union infantry.");
    assert_eq!((lines[1].text.as_str(), lines[1].citation.as_deref()), ("It faces N.", Some("A2")));
    let general = game.game.explain(0, &Target::Unit("us-gen".to_owned()));
    assert!(general.iter().all(|line| !line.text.contains("faces")), "a general faces nowhere: {general:?}");
    game.mark(&["us-a"]);
    let lines = game.game.explain(0, &Target::Unit("us-a".to_owned()));
    assert_eq!(lines[2].citation.as_deref(), Some("F5"));
}

#[test]
fn units_that_are_not_there_say_so() {
    let mut game = field();
    of_unit(&mut game, 0, "us-late", "It arrives in turn 4.", "A5");
    of_unit(&mut game, 0, "us-lost", "no longer in the battle", "F5");
    let late = game.game.explain(0, &Target::Unit("us-late".to_owned()));
    assert!(late.iter().all(|line| !line.text.contains("faces")), "it stands nowhere: {late:?}");
}

#[test]
fn a5_who_finds_no_room_says_so_and_not_that_it_comes() {
    let rows = ". ~ ~ ~ ~ . .";
    let units = ["us-gen general 0601 N I", "us-late infantry 0101 N I arrives=2", "cs-a infantry 0101 S II"];
    let mut game = Played::new(&position(rows, "", &units, &[]));
    of_unit(&mut game, 0, "us-late", "It arrives in turn 2.", "A5");
    game.take("roll, end-moves, roll, end-moves");
    of_unit(&mut game, 0, "us-late", "no room where it enters", "A5");
    game.take("roll, end-moves");
    of_unit(&mut game, 0, "us-late", "no room where it enters", "A5");
    let mut fresh = position(OPEN, "", &[US, A, CS, "cs-a infantry 0701 S II entry=0602"], &[]);
    fresh.roster[3].place = None;
    of_unit(&mut Played::new(&fresh), 1, "cs-a", "It arrives in turn 1.", "A5");
}

#[test]
fn those_who_are_gone_say_what_became_of_them() {
    let units = [
        "us-gen general 0405 N I",
        "us-train train 0405 N I",
        "us-a infantry 0107 N I",
        "us-b infantry 0207 N I",
        "us-c infantry 0207 N I",
        CS,
        "cs-a infantry 0106 S II",
    ];
    let mut game = Played::open(&units);
    game.destroy(&["us-gen", "us-train", "us-b"]);
    of_unit(&mut game, 0, "us-gen", "taken and is no longer in the battle", "A1");
    of_unit(&mut game, 0, "us-train", "lost and is no longer in the battle", "V1");
    of_unit(&mut game, 0, "us-b", "destroyed and is no longer in the battle", "F5");
    let mut game = Played::open(&units);
    game.dice(&[3, 6, 1]).take("roll, end-moves, attack cs-a 0107, retreat us-a off");
    of_unit(&mut game, 0, "us-a", "left the table and is no longer in the battle", "V1");
}

#[test]
fn each_step_says_why_a_unit_waits() {
    let mut game = field();
    of_unit(&mut game, 0, "us-a", "activation dice come first", "C1");
    of_unit(&mut game, 0, "cs-a", "isn't yours", "");
    of_unit(&mut game, 1, "cs-a", "isn't the active one", "B1");
    game.dice(&[2]).take("roll, move us-a");
    of_unit(&mut game, 0, "us-b", "finish or cancel", "C2");
    game.take("to 0404, done");
    of_unit(&mut game, 0, "us-a", "activated already", "C1");
    game.take("move us-b, to 0504, done");
    of_unit(&mut game, 0, "us-guns", "No general who may order it has a pip left", "C1");
}

#[test]
fn an_order_that_costs_more_than_there_is_says_how_much() {
    let mut game = Played::open(&["us-gen general 0107 N I", "us-a infantry 0702 N I", CS]);
    game.dice(&[1]).take("roll");
    of_unit(&mut game, 0, "us-a", "It would cost 2 pips; us-gen has 1.", "C5");
}

#[test]
fn a_train_without_a_hex_to_go_to_says_so() {
    let water =
        ground(&[("0305", "~"), ("0505", "~"), ("0304", "~"), ("0404", "~"), ("0306", "~"), ("0406", "~")]);
    let units = [US, A, "us-train train 0405 N I", "us-far infantry 0107 N I", CS];
    let mut game = Played::new(&position(&water, "", &units, &[]));
    game.take("roll");
    game.lacks("move us-train");
    of_unit(&mut game, 0, "us-train", "can't enter any hex beside it", "D1");
}

#[test]
fn the_steps_of_firing_say_what_to_choose_instead() {
    let units = [
        "us-gen general 0405 N I",
        "us-guns artillery 0405 N I",
        "us-idle artillery 0407 N I",
        "us-a infantry 0403 N I",
        CS,
        "cs-a infantry 0402 S II",
        "cs-b infantry 0703 S II",
    ];
    let mut game = Played::open(&units);
    game.dice(&[4]).take("roll, move us-idle, to 0507, done, end-moves");
    assert_eq!(game.phase(), "bombard");
    of_unit(&mut game, 0, "us-guns", "Choose a lit hex as its target.", "E1");
    of_unit(&mut game, 0, "us-idle", "only guns that did not move", "E1");
    of_unit(&mut game, 0, "us-a", "Only artillery bombards", "E1");
    of_unit(&mut game, 0, "us-gen", "Only artillery bombards", "E1");
    game.take("end-bombard");
    assert_eq!(game.phase(), "combat-inactive");
    of_unit(&mut game, 0, "us-a", "The inactive side fires first", "F6");
    of_unit(&mut game, 0, "cs-a", "isn't yours", "");
    of_unit(&mut game, 1, "cs-a", "Choose a lit hex for it to fire on", "F1");
    of_unit(&mut game, 1, "cs-b", "fires only with an enemy adjacent", "F1");
    of_unit(&mut game, 1, "cs-gen", "Generals and trains don't fire", "F1");
    of_unit(&mut game, 0, "us-gen", "Generals and trains don't fire", "F1");
    game.take("attack cs-a 0403");
    assert_eq!(game.phase(), "combat-active");
    of_unit(&mut game, 1, "cs-a", "Your side has fired", "F6");
    of_unit(&mut game, 0, "us-guns", "fires only with an enemy adjacent", "F1");
}

#[test]
fn f1_who_has_fired_says_so_while_the_others_fire() {
    let units = [US, A, CS, "cs-a infantry 0404 S II", "cs-b infantry 0404 S II"];
    let mut game = Played::open(&units);
    game.take("roll, end-moves, attack cs-a 0405");
    of_unit(&mut game, 1, "cs-a", "fires no more in this combat", "F1");
    of_unit(&mut game, 1, "cs-b", "Choose a lit hex for it to fire on", "F1");
}

#[test]
fn f1_while_hits_are_carried_out_both_sides_know_who_waits_for_whom() {
    let units = [
        US,
        A,
        "us-b infantry 0405 N I",
        "us-far infantry 0107 N I",
        CS,
        "cs-a infantry 0404 S II",
        "cs-b infantry 0404 S II",
    ];
    let mut game = Played::open(&units);
    game.dice(&[3, 5, 5, 5, 1]).take("roll, end-moves, fire-all");
    of_unit(&mut game, 0, "us-gen", "Generals are never hit", "F1");
    of_unit(&mut game, 0, "us-far", "The hits on 0405 are assigned first", "F1");
    of_unit(&mut game, 1, "cs-a", "The hits on the enemy are carried out first", "F1");
    game.take("hit us-a, hit us-a, hit us-b");
    of_unit(&mut game, 0, "us-a", "It must retreat: choose a lit hex", "F3");
    of_unit(&mut game, 0, "us-b", "The hits on us-a are carried out first", "F3");
    game.take("retreat us-a 0406");
    of_unit(&mut game, 0, "us-far", "The hits on us-b are carried out first", "F2");
}

#[test]
fn e1_silent_guns_say_why() {
    let units = [
        "us-gen general 0407 N I",
        "us-guns artillery 0405 N I",
        "us-blind artillery 0602 N I",
        "us-back artillery 0107 N I",
        "us-deaf artillery 0302 N I",
        CS,
        "cs-a infantry 0402 S II",
    ];
    let mut game = Played::new(&position(&ground(&[("0502", "w")]), "", &units, &[]));
    game.dice(&[1]).take("roll, end-moves");
    of_unit(&mut game, 0, "us-guns", "Choose a lit hex as its target.", "E1");
    of_unit(&mut game, 0, "us-back", "No enemy is within its 3 hexes.", "E1");
    of_unit(&mut game, 0, "us-blind", "clear line of sight", "E1");
    of_unit(&mut game, 0, "us-deaf", "It would cost 2 pips; us-gen has 1.", "C5");
}

#[test]
fn e1_guns_whose_generals_have_no_pip_left_say_so() {
    let units = [
        US,
        "us-jay general 0505 N J",
        "us-guns artillery 0405 N I",
        "us-more artillery 0405 N I",
        "us-theirs artillery 0505 N J",
        CS,
        "cs-a infantry 0402 S II",
    ];
    let mut game = Played::open(&units);
    game.dice(&[1, 1]).take("roll, end-moves, bombard us-guns 0402");
    of_unit(&mut game, 0, "us-more", "No general who may order it has a pip left", "C1");
    of_unit(&mut game, 0, "us-theirs", "Choose a lit hex as its target.", "E1");
}

#[test]
fn c3_an_order_that_a_fire_zone_makes_dear_says_so() {
    // us-a in the fire zone of cs-a; its general is near.
    let shut_in =
        ground(&[("0304", "~"), ("0505", "~"), ("0404", "~"), ("0305", "~"), ("0306", "~"), ("0406", "~")]);
    let units = [US, A, CS, "cs-a infantry 0403 S II"];
    for rows in [OPEN.to_owned(), shut_in] {
        let mut game = Played::new(&position(&rows, "", &units, &[]));
        game.dice(&[1]).take("roll");
        of_unit(&mut game, 0, "us-a", "It would cost 2 pips; us-gen has 1.", "C3");
    }
}

#[test]
fn d1_who_is_on_the_march_is_told_so() {
    let mut game = Played::open(&[US, A, "us-b infantry 0505 N I", CS]);
    game.take("roll, move us-a");
    of_unit(&mut game, 0, "us-a", "It is carrying out its order", "D1");
    game.take("to 0404");
    of_unit(&mut game, 0, "us-b", "Another order is being carried out; finish it first.", "C2");
    game.take("done, move us-gen");
    of_unit(&mut game, 0, "us-gen", "It is carrying out its order: choose a lit hex.", "D1");
}

#[test]
fn c2_a_general_who_has_moved_says_why_nobody_takes_him_along() {
    let units = ["us-gen general 0505 N I", A, "us-b infantry 0505 N I", CS];
    let mut game = Played::open(&units);
    game.take("roll, move us-gen, to 0405, done, move us-b");
    of_unit(&mut game, 0, "us-gen", "Another order is being carried out; finish or cancel", "C2");
    game.take("cancel, move line us-a 2");
    of_unit(&mut game, 0, "us-gen", "He has moved already, and rides along with nobody.", "C1");
}

#[test]
fn at_night_and_at_the_end_units_say_what_is_left_to_do() {
    let facts = [("days", 2), ("turns-per-day", 1)];
    let units = [US, A, "us-b infantry 0605 N I", "us-theirs infantry 0107 N J", CS];
    let mut game = Played::new(&position(OPEN, "", &units, &facts));
    game.take("roll, end-moves, roll, end-moves");
    of_unit(&mut game, 0, "us-a", "activation dice come first", "C1");
    game.take("roll, move us-a, to 0404, done");
    of_unit(&mut game, 0, "us-a", "activated already", "C1");
    game.take("end-moves");
    assert_eq!(game.phase(), "entrench");
    of_unit(&mut game, 0, "us-a", "Choose a lit hex to entrench.", "O2");
    of_unit(&mut game, 0, "us-gen", "Only where a brigade or battery stands", "O2");
    of_unit(&mut game, 0, "us-theirs", "No general who commands a unit in its hex has a pip left.", "O2");
    game.take("entrench 0404");
    of_unit(&mut game, 0, "us-a", "entrenched already", "O2");
    game.take("end-night, roll, end-moves, roll, end-moves, roll, end-moves");
    assert!(game.game.outcome().is_some());
    of_unit(&mut game, 0, "us-a", "The battle is over", "V1");
}

#[test]
fn a_hex_says_what_it_is_and_why_a_march_does_not_go_there() {
    let rows = ground(&[("0404", "w"), ("0304", "~"), ("0305", "t")]);
    let units = [
        US,
        A,
        "us-b infantry 0505 N I",
        "us-c infantry 0505 N I",
        "us-guns artillery 0406 N I",
        CS,
        "cs-a infantry 0603 S II",
    ];
    let mut game = Played::new(&position(&rows, "", &units, &[]));
    let texts = |game: &mut Played, hex: &str| -> Vec<String> {
        let lines = game.game.explain(0, &Target::Space(hex.to_owned()));
        lines.iter().filter_map(|line| line.citation.clone()).collect()
    };
    assert_eq!(texts(&mut game, "0404"), ["D3", "F4"], "woods stop and cover");
    assert_eq!(texts(&mut game, "0305"), ["F4"], "a town covers");
    assert_eq!(texts(&mut game, "0604"), ["D3"], "an enemy fire zone stops");
    assert_eq!(texts(&mut game, "0407"), Vec::<String>::new());
    game.take("roll, move us-a");
    of_hex(&mut game, "0405", "us-a stands here", "");
    of_hex(&mut game, "0304", "Nobody can enter water", "D3");
    of_hex(&mut game, "0603", "The enemy is there", "F1");
    of_hex(&mut game, "0505", "Two units are there", "A1");
    of_hex(&mut game, "0401", "it moves 2 hexes", "D1");
    game.take("to 0404");
    of_hex(&mut game, "0403", "us-a had to stop", "D3");
    game.take("done, move us-guns");
    of_hex(&mut game, "0504", "may not move adjacent", "D4");
    of_hex(&mut game, "0503", "it moves 2 hexes", "D1");
    of_hex(&mut game, "0505", "Two units are there", "A1");
    let other = game.game.explain(1, &Target::Space("0504".to_owned()));
    assert!(
        other.iter().all(|line| line.citation.as_deref() != Some("D4")),
        "it isn't their march: {other:?}"
    );
}

#[test]
fn what_is_out_of_reach_is_said_before_what_keeps_one_away_from_it() {
    // 0603 is three hexes from 0405, with two units in it; 0502 is beside cs-a, and further still.
    let units = [
        US,
        A,
        "us-b infantry 0603 N I",
        "us-c infantry 0603 N I",
        "us-guns artillery 0405 N I",
        CS,
        "cs-a infantry 0501 N II",
    ];
    let mut game = Played::open(&units);
    game.take("roll, move us-a");
    of_hex(&mut game, "0603", "can't get there: it moves 2 hexes.", "D1");
    game.take("cancel, move us-guns");
    of_hex(&mut game, "0502", "can't get there: it moves 2 hexes.", "D1");
}

#[test]
fn d2_a_hex_on_the_road_says_what_doubling_needs() {
    let units = [US, A, CS, "cs-a infantry 0704 N II"];
    let mut game = Played::new(&position(OPEN, ROAD, &units, &[]));
    game.take("roll, move us-a");
    of_hex(&mut game, "0705", "double only by road all the way", "D2");
    of_hex(&mut game, "0702", "can't get there: it moves 2 hexes", "D1");
    let units = [US, A, "us-b infantry 0305 N I", CS, "cs-a infantry 0704 N II"];
    let mut game = Played::new(&position(OPEN, ROAD, &units, &[]));
    game.take("roll, move column us-a 2");
    of_hex(&mut game, "0605", "go hex by hex", "C6");
    game.take("to 0505, to 0605");
    of_hex(&mut game, "0705", "double only by road all the way", "D2");
}

#[test]
fn c6_a_hex_says_why_a_line_does_not_go_there() {
    let units = [
        US,
        A,
        "us-guns artillery 0505 N I",
        "us-b infantry 0306 N J",
        "us-c infantry 0306 N J",
        CS,
        "cs-a infantry 0603 N II",
    ];
    let mut game = Played::new(&position(&ground(&[("0406", "~")]), "", &units, &[]));
    game.dice(&[6]).take("roll, move line us-a 2");
    of_hex(&mut game, "0404", "may not move adjacent", "D4");
    of_hex(&mut game, "0306", "Not all of a line of 2 from us-a can go that way", "C6");
    of_hex(&mut game, "0403", "go hex by hex", "C6");
    let full = [US, A, "us-b infantry 0505 N I", "us-c infantry 0504 N J", "us-d infantry 0504 N J", CS];
    let mut game = Played::open(&full);
    game.take("roll, move line us-a 2");
    of_hex(&mut game, "0404", "There is no room for a line of 2 from us-a", "A1");
    game.take("to 0304, to 0303");
    of_hex(&mut game, "0302", "This line moves 2 hexes", "D1");
}

#[test]
fn a1_guns_are_told_that_they_overrun_nobody() {
    let units = [US, "us-guns artillery 0405 N I", "cs-gen general 0404 S II"];
    let mut game = Played::open(&units);
    game.take("roll, move us-guns");
    of_hex(&mut game, "0404", "Only infantry and cavalry", "A1");
}

#[test]
fn a_night_march_says_that_it_keeps_away_from_the_enemy() {
    let facts = [("days", 2), ("turns-per-day", 1)];
    let units = [US, A, CS, "cs-a infantry 0403 N II"];
    let mut game = Played::new(&position(OPEN, "", &units, &facts));
    game.take("roll, end-moves, roll, end-moves, roll, move us-a");
    of_hex(&mut game, "0404", "may not end or pass adjacent", "O2");
}

#[test]
fn there_is_nothing_to_say_about_what_is_not_there() {
    let mut game = field();
    for target in [
        Target::Unit("us-nobody".to_owned()),
        Target::Space("9999".to_owned()),
        Target::Button("roll".to_owned()),
    ] {
        assert!(told(&mut game, 0, &target).0.contains("nothing to say"));
    }
}

#[test]
fn each_choice_has_its_part_in_the_decision() {
    let role = |game: &mut Played, id: &str| {
        let decisions = game.game.decisions();
        decisions.iter().flat_map(|open| &open.choices).find(|choice| choice.id == id).unwrap().role
    };
    let units = [US, A, "us-guns artillery 0407 N I", CS, "cs-a infantry 0404 S II"];
    let facts = [("days", 2), ("turns-per-day", 1)];
    let mut game = Played::new(&position(OPEN, "", &units, &facts));
    assert_eq!(role(&mut game, "roll"), ChoiceRole::Act);
    assert_eq!(role(&mut game, "had-enough"), ChoiceRole::Standing);
    game.take("had-enough");
    assert_eq!(role(&mut game, "fight-on"), ChoiceRole::Standing);
    game.dice(&[6]).take("roll");
    assert_eq!(role(&mut game, "end-moves"), ChoiceRole::Finish);
    game.take("move us-a");
    assert_eq!(role(&mut game, "cancel"), ChoiceRole::Cancel);
    game.take("to 0505");
    assert_eq!(role(&mut game, "done"), ChoiceRole::Finish);
    game.take("done, end-moves");
    assert_eq!(role(&mut game, "end-bombard"), ChoiceRole::Finish);
    game.edit(Change::Remove("cs-a".to_owned()));
    game.take("end-bombard, roll, end-moves, roll, end-moves");
    assert_eq!(role(&mut game, "end-night"), ChoiceRole::Finish);
}

#[test]
fn each_choice_points_at_what_a_player_would_click() {
    let target = |game: &mut Played, id: &str| {
        let decisions = game.game.decisions();
        decisions.iter().flat_map(|open| &open.choices).find(|choice| choice.id == id).unwrap().target.clone()
    };
    let unit = |id: &str| Target::Unit(id.to_owned());
    let space = |id: &str| Target::Space(id.to_owned());
    let button = |id: &str| Target::Button(id.to_owned());
    let units = [
        "us-army general 0407 N - army-general=yes",
        US,
        A,
        "us-b infantry 0405 N I",
        "us-guns artillery 0406 N I",
        CS,
        "cs-a infantry 0401 S II",
        "cs-b infantry 0404 S II",
    ];
    let mut game = Played::open(&units);
    assert_eq!(target(&mut game, "roll"), button("roll"));
    game.dice(&[6, 6]).take("roll");
    assert_eq!(target(&mut game, "move us-guns"), unit("us-guns"));
    assert_eq!(target(&mut game, "move us-guns by us-army"), button("move us-guns by us-army"));
    assert_eq!(target(&mut game, "move line us-a 1"), button("move line us-a 1"));
    game.take("move us-a");
    assert_eq!(target(&mut game, "to 0305"), space("0305"));
    assert_eq!(target(&mut game, "face ENE"), Target::Facing(2));
    assert_eq!(target(&mut game, "take us-gen"), unit("us-gen"));
    game.take("cancel, end-moves");
    assert_eq!(target(&mut game, "bombard us-guns 0404"), space("0404"));
    game.take("end-bombard");
    assert_eq!(target(&mut game, "attack cs-b 0405"), space("0405"));
    game.dice(&[6, 1]).take("attack cs-b 0405");
    assert_eq!(target(&mut game, "hit us-a"), unit("us-a"));
    game.take("hit us-a");
    assert_eq!(target(&mut game, "stand us-a"), unit("us-a"));
    assert_eq!(target(&mut game, "retreat us-a 0306"), space("0306"));
}
