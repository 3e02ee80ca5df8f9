//! Explanations give the rule that really stands in the way.

use muster_contract::Target;

use crate::rules::position::*;

/// The sections that the explanation cites, and its last line.
fn why(play: &Play, seat: u8, what: &str) -> (String, String) {
    let target = match what {
        edge if edge.contains('/') => Target::Edge(edge.to_owned()),
        unit if unit.contains('-') || unit.starts_with('?') => Target::Unit(unit.to_owned()),
        space => Target::Space(space.to_owned()),
    };
    let last = play.game.explain(seat, &target).pop().unwrap();
    (last.text, last.citation.unwrap_or_default())
}

#[track_caller]
pub fn says(play: &Play, seat: u8, what: &str, text: &str, section: &str) {
    let (said, cited) = why(play, seat, what);
    assert!(said.contains(text) && cited == section, "{what}: {said} [{cited}]");
}

#[test]
fn s8_4_why_no_charge_reaches_a_locale() {
    let charge = |first: &str, second: &str, more: &[&str]| {
        let board = board("20 21 22 23", &[&format!("20-21 {first}"), &format!("21-22 {second}"), "22-23"]);
        let mut units = vec!["us-a cavalry 2 @20", "us-w cavalry 1 @20", "cs-a infantry 1 @22"];
        units.extend(more);
        let mut play = Play::new(&board, &units);
        play.take(US, "pick us-a");
        play
    };
    says(&charge("restricted", "", &[]), US, "22", "20/21 is restricted: no charge", "8.4");
    says(&charge("", "restricted", &[]), US, "22", "21/22 is restricted: no charge", "8.4");
    says(&charge("into21:obstructed", "", &[]), US, "22", "20/21 in 21 is obstructed", "8.4");
    says(&charge("", "", &["us-b infantry 1 @21 21/22"]), US, "22", "21/22 in 21 is secured", "8.4");
    says(
        &charge("", "", &["us-b infantry 1 @21", "cs-b infantry 1 @22 21/22"]),
        US,
        "22",
        "21/22 in 22 is secured",
        "8.4",
    );
    says(&charge("", "", &["cs-b infantry 1 @21"]), US, "22", "21 is enemy-occupied: no charge", "8.4");
    says(&charge("", "", &[]), US, "23", "It is not adjacent", "4.3.1");
    let mut play = charge("", "", &[]);
    assert!(play.lists(US, "charge 21 22"));
    play.take(US, "cancel");
    play.take(US, "pick us-w");
    says(&play, US, "22", "needs a 2-strength cavalry unit", "8.4");
    let board = board("20 21 22 23 24", &["20-21 restricted", "21-23", "22-24", "20-22"]);
    let mut play = Play::new(&board, &["us-a cavalry 2 @20", "cs-a infantry 1 @24"]);
    play.take(US, "pick us-a");
    says(&play, US, "23", "20/21 is restricted: no cavalry march", "8.6.1");
}

#[test]
fn s8_6_4_why_a_road_march_under_way_does_not_go_to_a_locale() {
    let board = board(
        "1 2 3 4 5 6:6:apart=lane 7 8:1 9 10 11",
        &[
            "1-2 main:pike",
            "2-3",
            "2-4 restricted main:pike",
            "2-6 main:pike",
            "6-5 local:lane",
            "2-8 main:pike",
            "1-7 main:pike",
            "1-10",
            "6-11 main:pike",
            "9-10",
            "3-9",
            "2-9 main:pike",
        ],
    );
    let units = [
        "us-a infantry 1 @1",
        "us-b infantry 1 @1 1/10",
        "cs-b infantry 1 @10",
        "us-c infantry 1 @8",
        "us-d infantry 1 @7",
        "cs-a infantry 1 @9",
    ];
    let mut play = Play::new(&board, &units);
    play.order(US, "us-a", "road");
    play.take(US, "by-road 1/2 pike");
    says(&play, US, "1", "one way only", "8.6.4");
    says(&play, US, "3", "No road crosses 2/3", "8.6.4");
    says(&play, US, "4", "2/4 is restricted: no road march", "8.6.4");
    says(&play, US, "5", "not adjacent to 2, as far as the march has come", "8.6.4");
    says(&play, US, "7", "not adjacent to 2, as far as the march has come", "8.6.4");
    says(&play, US, "8", "holds 1 units, and 1 are there", "4.3.1");
    says(&play, US, "9", "enemy-occupied", "8.6");
    says(&play, US, "2/6", "choose the next locale", "8.6.4");
    says(&play, US, "us-d", "First say where", "8.6.4");
    play.take(US, "by-road 2/6 pike");
    says(&play, US, "5", "roads don't meet in 6", "8.6.4");
    play.take(US, "halt");
    says(&play, US, "11", "The way is settled", "8.6.4");
    says(&play, US, "us-a", "belongs to the march", "8.6.4");
    says(&play, US, "us-b", "Only units in reserve march by road", "8.6.4");
    says(&play, US, "us-c", "isn't in the locale next behind", "8.6.4");
    assert!(play.lists(US, "follow us-d"));
    play.take(US, "cancel");
    play.order(US, "us-d", "road");
    play.take(US, "by-road 1/7 pike");
    play.take(US, "halt");
    play.order(US, "us-a", "road");
    says(&play, US, "7", "was used by a march this turn", "8.6.4");
}

#[test]
fn s8_6_4_a_road_that_was_used_is_not_one_that_meets() {
    // Over 2/3 go the pike, which another march has used, and a lane that meets no other road in 2.
    let board = board(
        "1 2:6:apart=lane 3 4 9",
        &["1-2 main:pike", "2-3 main:pike local:lane", "2-4 main:pike", "3-9"],
    );
    let units = ["us-a infantry 1 @1", "us-b infantry 1 @2", "cs-a infantry 1 @9"];
    let mut play = Play::new(&board, &units);
    play.order(US, "us-b", "road");
    play.take(US, "by-road 2/3 pike");
    play.take(US, "march-off");
    play.order(US, "us-a", "road");
    play.take(US, "by-road 1/2 pike");
    says(&play, US, "3", "The roads don't meet in 2", "8.6.4");
}

#[test]
fn s8_6_4_who_can_not_join_a_column_is_told_the_rule() {
    let board = board("1 2 3 4 9", &["1-2 main:pike", "2-3 main:pike", "3-4 main:pike", "4-9"]);
    let units = [
        "us-h infantry 1 @3",
        "us-i infantry 1 @3",
        "us-z infantry 1 @4",
        "us-d disrupted 0 @2",
        "us-b infantry 1 @2",
        "us-c infantry 1 @1",
        "cs-a infantry 1 @9",
    ];
    let mut play = Play::new(&board, &units);
    play.order(US, "us-h", "road");
    play.take(US, "by-road 3/4 pike");
    says(&play, US, "us-z", "The column comes through its locale", "8.6.4");
    says(&play, US, "us-i", "The head of the column is settled", "8.6.4");
    play.take(US, "follow us-d");
    says(&play, US, "us-c", "waits for another unit of its locale", "8.6.4");
}

#[test]
fn s4_1_1_disrupted_infantry_with_the_enemy_all_around_is_told_that_it_only_marches() {
    let board = board("1 2 3", &["1-2", "1-3"]);
    let units = ["us-a infantry 1 @1", "us-d disrupted 0 @1", "cs-a infantry 1 @2", "cs-b infantry 1 @3"];
    let mut play = Play::new(&board, &units);
    says(
        &play,
        US,
        "us-d",
        "only marches to another locale with others: each around is enemy-occupied",
        "4.1.1",
    );
    play.take(US, "pick us-a");
    says(
        &play,
        US,
        "us-d",
        "only marches to another locale with others: each around is enemy-occupied",
        "4.1.1",
    );
}

#[test]
fn s4_3_1_infantry_that_finds_no_room_beside_cavalry_is_told_so() {
    let board = board("1 2:1 3 9", &["1-2", "2-3", "3-9"]);
    let units = ["us-a cavalry 1 @1", "us-b infantry 1 @1", "cs-a infantry 1 @9"];
    let mut play = Play::new(&board, &units);
    play.take(US, "pick us-a");
    assert!(play.lists(US, "ride 2 3") && !play.lists(US, "also us-b"));
    says(&play, US, "us-b", "There is no room for so many", "4.3.1");
}

#[test]
fn s8_3_a_bombardment_of_disrupted_infantry_says_that_nothing_is_lost() {
    let consequence = |units: &[&str]| {
        let mut play = Play::new(&board("1 2 3", &["1-2", "2-3"]), units);
        play.take(US, "pick us-g");
        play.details(US, "bombard 1/2").consequences[0].text.clone()
    };
    let gun = "us-g artillery 1 @1 1/2 ranging";
    assert_eq!(
        consequence(&[gun, "cs-d disrupted 0 @2"]),
        "Only disrupted infantry is there: nothing is lost."
    );
    assert_eq!(consequence(&[gun, "cs-d disrupted 0 @2", "cs-a infantry 1 @2"]), "The enemy loses 1 point.");
}

#[test]
fn s8_3_why_ranging_artillery_is_silent() {
    let board = board("1 2 3", &["1-2", "2-3"]);
    let units = ["us-a artillery 1 @1 1/2 ranging", "us-b artillery 1 @1 1/2 ranging", "cs-a infantry 3 @2"];
    let mut play = Play::new(&board, &units);
    play.take(US, "pick us-a");
    says(&play, US, "us-b", "No more than 1 artillery unit can bombard", "8.3");
    says(&play, US, "2", "Ranging artillery does nothing but bombard", "8.0.2");
    play.take(US, "bombard 1/2");
    says(&play, US, "us-b", "There was a bombardment over 1/2", "8.3");
    let units = ["us-a artillery 1 @1 1/2 ranging", "us-b infantry 1 @1 1/2", "cs-a infantry 3 @2"];
    let mut play = Play::new(&board, &units);
    play.take(US, "pick us-b");
    says(&play, US, "us-a", "Ranging artillery does nothing but bombard", "8.0.2");
}

#[test]
fn s8_2_who_has_no_part_in_a_defense_is_told_the_rule() {
    let board = board("35 36:8 37:8 39", &["36-37 into37:obstructed", "35-37", "37-39", "36-39"]);
    let units = [
        "us-a infantry 3 @36 36/37",
        "cs-a infantry 2 @37 36/37",
        "cs-c cavalry 1 @37 36/37",
        "cs-g artillery 1 @37 36/37",
        "cs-h artillery 1 @37 36/37 ranging",
        "cs-b infantry 2 @37",
    ];
    let mut play = Play::new(&board, &units);
    play.order(US, "us-a", "assault 36/37 us-a");
    says(&play, CS, "cs-g", "Artillery leads no defense", "8.2");
    says(&play, CS, "cs-c", "obstructed: cavalry leads no defense", "8.2");
    says(&play, CS, "cs-b", "doesn't secure the approach", "8.2");
    says(&play, CS, "us-a", "isn't yours", "8.2");
    play.take(CS, "lead cs-a");
    says(&play, CS, "cs-a", "leads the defense", "8.2");
    says(&play, CS, "cs-c", "Only artillery supports", "8.2");
    says(&play, CS, "cs-h", "Ranging artillery supports nobody", "8.2");
    says(&play, US, "cs-h", "The Confederate player decides now", "8");
}

#[test]
fn s8_5_who_can_not_secure_an_approach_is_told_the_rule() {
    let board = board("1 2:8 3 4", &["1-2", "2-3", "2-4"]);
    let units = [
        "us-a infantry 2 @1",
        "us-b infantry 2 @1",
        "us-c infantry 2 @1",
        "us-e infantry 1 @4",
        "cs-a infantry 2 @2",
        "cs-b infantry 2 @2",
        "cs-d disrupted 0 @2",
        "cs-e infantry 1 @2 2/4",
        "cs-f infantry 1 @3",
    ];
    let mut play = Play::new(&board, &units);
    play.order(US, "us-a us-b", "maneuver 2");
    says(&play, CS, "cs-d", "Disrupted infantry never secures", "4.3.1");
    says(&play, CS, "cs-e", "Only units in reserve", "8.5");
    says(&play, CS, "cs-f", "It isn't in 2", "8.5");
    play.take(CS, "hold cs-a");
    says(&play, CS, "cs-a", "secures the approach already", "8.5");
    play.take(CS, "enough");
    says(&play, US, "us-c", "Only units that maneuver", "8.5");
    play.take(US, "post us-a");
    says(&play, US, "us-a", "secures the approach already", "8.5");
}

#[test]
fn s11_who_takes_no_loss_is_told_the_rule() {
    let board = board("1 2:9 3 4", &["1-2", "2-3", "2-4"]);
    let units = [
        "us-a infantry 2 @1 up",
        "cs-a infantry 2 @2",
        "cs-b infantry 2 @2",
        "cs-c cavalry 2 @2",
        "cs-d disrupted 0 @2",
        "cs-e infantry 2 @2 2/4",
        "us-x infantry 1 @4",
        "cs-f infantry 1 @3",
    ];
    let mut play = Play::new(&board, &units);
    play.order(US, "us-a", "maneuver 2");
    play.take(CS, "give-way");
    says(&play, CS, "cs-c", "Cavalry in reserve takes no loss", "11");
    says(&play, CS, "cs-d", "Disrupted infantry takes no loss", "13.1");
    says(&play, CS, "cs-e", "The loss is for the reserve", "11");
    says(&play, CS, "cs-f", "It isn't in 2", "11");
    says(&play, CS, "us-a", "isn't yours", "11");
}

#[test]
fn s8_3_s8_4_who_takes_no_part_in_a_bombardment_or_charge_is_told_the_rule() {
    let near = board("1 2 3", &["1-2", "2-3"]);
    let units = [
        "us-a artillery 1 @1 1/2 ranging",
        "cs-a infantry 3 @2",
        "cs-b infantry 3 @2",
        "cs-d disrupted 0 @2",
        "cs-e infantry 1 @3",
    ];
    let mut play = Play::new(&near, &units);
    play.order(US, "us-a", "bombard 1/2");
    says(&play, CS, "cs-d", "Disrupted infantry takes no loss", "13.1");
    says(&play, CS, "cs-e", "isn't in the position that is bombarded", "8.3");
    let far = board("20 21 22 23", &["20-21 wide", "21-22 wide", "22-23"]);
    let units = [
        "us-a cavalry 2 @20",
        "us-b cavalry 2 @20",
        "us-c cavalry 1 @20",
        "us-d cavalry 2 @20",
        "cs-a infantry 1 @22",
    ];
    let mut play = Play::new(&far, &units);
    play.order(US, "us-a us-b us-c", "charge 21 22");
    says(&play, US, "us-c", "Only 2-strength cavalry leads", "8.4");
    says(&play, US, "us-d", "doesn't charge", "8.4");
    play.take(US, "lead-charge us-a us-b");
    play.take(CS, "give-way");
    says(&play, US, "us-c", "for a leading charge unit", "8.4");
}

#[test]
fn s9_s10_who_has_no_part_in_staff_commands_claims_and_administration_is_told_the_rule() {
    let board = board("1:9:us-entry 2:6:us-objective 3 4", &["1-2", "2-3", "1-4", "3-4"]);
    let units = [
        "us-a infantry 1 @1",
        "us-b infantry 2 @1",
        "us-d disrupted 0 @1",
        "us-g artillery 1 @1",
        "us-e disrupted 0 @4",
        "us-i infantry 1 @4",
        "us-w infantry 1 @2",
        "us-q infantry 2 @2",
        "us-r infantry 1 +1",
        "us-s infantry 1 +1",
        "us-t infantry 1 +2",
        "cs-a infantry 1 @3 up",
    ];
    let mut play = Play::new(&board, &units);
    play.order(US, "us-i", "secure 3/4");
    play.take(US, "end-field");
    says(&play, US, "us-i", "issued a command", "9");
    says(&play, US, "us-a", "merges only with another 1-strength unit", "9.1");
    says(&play, US, "us-b", "Choose how it merges or splits", "9.1");
    says(&play, US, "us-g", "Artillery doesn't reorganize", "9.1");
    says(&play, US, "us-d", "by pairs", "9.2");
    says(&play, US, "us-e", "where another unit that is not disrupted is in reserve", "9.2");
    says(&play, US, "us-r", "Choose the entry locale", "9.3");
    says(&play, US, "us-t", "an earlier group", "9.3");
    says(&play, US, "cs-a", "isn't yours", "9");
    play.take(US, "mobilize 1");
    says(&play, US, "us-t", "Group 1 mobilizes now", "9.3");
    play.take(US, "bring us-r");
    play.take(US, "end-mobilize");
    says(&play, US, "us-s", "Only one mobilize command", "9.3");
    says(&play, US, "us-b", "before others rally or mobilize", "9");
    play.take(US, "end-staff");
    assert_eq!(play.next_decision().1, "claim");
    says(&play, US, "us-w", "Only 2- or 3-strength infantry", "13.3");
    says(&play, US, "us-b", "It isn't in 2", "10.1");
    play.take(US, "no-claim");
    says(&play, US, "us-b", "Only artillery", "10.4");
}
