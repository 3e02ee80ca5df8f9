//! What a player is shown: arithmetic, overlays, explanations, warnings.

use muster_contract::{OverlayShape, Target};

use crate::position::*;

fn field() -> String {
    board("35 36:8 37:8 39", &["36-37 wide into37:infantry", "35-37", "37-39", "36-39"])
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
    let odds = play.game.odds(US, "assault 36/37 us-a us-b");
    let rows: Vec<String> =
        odds[0].rows.iter().map(|row| format!("{}: {}/{}", row.label, row.of, row.out_of)).collect();
    // 6 - 1 - 1: 4, less what leads: artillery nothing, cavalry or infantry 1, the strong infantry 3.
    assert_eq!(rows, ["succeeds with 4: 1/4", "succeeds with 3: 2/4", "succeeds with 1: 1/4"]);
    for seed in 0..20 {
        assert_eq!(play.game.sample(US, seed).odds(US, "assault 36/37 us-a us-b"), odds);
    }
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
    let verdict = |play: &Play, id: &str| play.game.odds(CS, id)[0].rows[0].label.clone();
    assert_eq!(
        (verdict(&play, "lead none"), verdict(&play, "lead cs-a")),
        ("succeeds with 4".into(), "succeeds with 1".into())
    );
    play.take(CS, "lead cs-a");
    assert_eq!(verdict(&play, "support cs-g"), "fails with 0");
    assert!(play.game.odds(CS, "support cs-g")[0].note.contains("-1 artillery support"));
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
fn explanations_say_what_a_boundary_is_like_and_why_not() {
    let play = Play::new(&field(), &["us-a infantry 3 @36 36/37", "cs-a infantry 3 @37 36/37"]);
    let said = play.explain(US, "36/37");
    assert!(
        said.contains("wide, passable") && said.contains("Against those who attack 37 here: infantry -1"),
        "{said}"
    );
    assert!(said.contains("1 Union units secure it in 36"));
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
