//! The exact chances of combat (F1, F4) and bombardment (E1).

use crate::rules::position::{OPEN, Played, ground, position, side};
use crate::rules::{A, CS, US};

/// The chances of no effect, of one hit and of two, out of how many throws.
fn chances(game: &mut Played, seat: u8, id: &str) -> ([u64; 3], u64) {
    let tables = game.game.odds(seat, id);
    assert_eq!(tables.len(), 1, "{tables:?}");
    let mut of = [0; 3];
    let mut out_of = 0;
    for row in tables[0].rows.exact().unwrap() {
        let at = ["no", "1 ", "2 "].iter().position(|word| row.label.starts_with(word)).unwrap();
        (of[at], out_of) = (row.of, row.out_of);
    }
    (of, out_of)
}

/// The chances of cs-a, which fires from 0404 on 0405.
fn shot(rows: &str, lines: &str, more: &[&str]) -> ([u64; 3], u64) {
    let units = [US, A, CS, "cs-a infantry 0404 S II"];
    let mut game = Played::new(&position(rows, lines, &[&units[..], more].concat(), &[]));
    game.take("roll, end-moves");
    chances(&mut game, 1, "attack cs-a 0405")
}

#[test]
fn f1_odds_of_two_dice_in_the_open() {
    assert_eq!(shot(OPEN, "", &[]), ([16, 16, 4], 36));
}

#[test]
fn f4_odds_in_cover() {
    let woods = ground(&[("0405", "w")]);
    assert_eq!(shot(&woods, "", &[]), ([32, 4, 0], 36));
    assert_eq!(shot(&woods, "", &["us-b infantry 0405 N I"]), ([36, 0, 0], 36), "two units: a hit each");
}

#[test]
fn f1_odds_up_a_steep_hill() {
    let steep = side("0404/0405", &["steep"]);
    assert_eq!(shot(OPEN, &steep, &[]), ([25, 10, 1], 36));
    assert_eq!(shot(&ground(&[("0405", "w")]), &steep, &[]), ([35, 1, 0], 36));
}

/// The chances of guns in 0405 that bombard 0402.
fn bombarded(rows: &str) -> ([u64; 3], u64) {
    let units = [US, "us-guns artillery 0405 N I", CS, "cs-a infantry 0402 N II"];
    let mut game = Played::new(&position(rows, "", &units, &[]));
    game.take("roll, end-moves");
    chances(&mut game, 0, "bombard us-guns 0402")
}

#[test]
fn e1_odds_of_bombardment() {
    assert_eq!(bombarded(OPEN), ([4, 2, 0], 6));
    assert_eq!(bombarded(&ground(&[("0402", "w")])), ([6, 0, 0], 6));
}

#[test]
fn f1_odds_say_what_they_are_made_of() {
    let steep = side("0404/0405", &["steep"]);
    let units = [US, A, CS, "cs-a infantry 0404 S II"];
    let mut game = Played::new(&position(OPEN, &steep, &units, &[]));
    game.take("roll, end-moves");
    let table = game.game.odds(1, "attack cs-a 0405").remove(0);
    assert_eq!(table.note, "2 dice, in the open, up a steep hill");
    assert_eq!(table.citation.as_deref(), Some("F1"));
}

#[test]
fn d1_a_step_beside_the_enemy_shows_both_sides_chances() {
    // us-a steps to 0404, into woods, before cs-a in 0403, which faces it.
    let rows = ground(&[("0404", "w")]);
    let mut game = Played::new(&position(&rows, "", &[US, A, CS, "cs-a infantry 0403 S II"], &[]));
    game.take("roll, move us-a");
    let tables = game.game.odds(0, "to 0404");
    let titles: Vec<&str> = tables.iter().map(|table| table.title.as_str()).collect();
    assert_eq!(titles, ["Fire of cs-a on us-a", "Fire of us-a on cs-a"]);
    let nothing: Vec<u64> = tables.iter().map(|table| table.rows.exact().unwrap()[0].of).collect();
    assert_eq!(nothing, [32, 16], "the woods cover us-a, nothing covers cs-a");
    assert!(game.game.odds(0, "to 0505").is_empty());
}

/// The chances of no effect of every table that a step shows, by its title.
fn step(rows: &str, units: &[&str], moves: &str, id: &str) -> Vec<(String, u64)> {
    let mut game = Played::new(&position(rows, "", units, &[]));
    game.take(moves);
    let tables = game.game.odds(0, id).into_iter();
    tables.map(|table| (table.title, table.rows.exact().unwrap()[0].of)).collect()
}

#[test]
fn f4_odds_of_a_step_count_those_who_can_be_hit_and_nobody_else() {
    // cs-a stands in woods with its general, who takes no hit; us-a comes to its train, which may take one.
    let rows = ground(&[("0404", "w"), ("0403", "w")]);
    let units = [US, A, "us-train train 0404 N I", "cs-gen general 0403 S II", "cs-a infantry 0403 S II"];
    assert_eq!(
        step(&rows, &units, "roll, move us-a", "to 0404"),
        [("Fire of cs-a on us-a and us-train".to_owned(), 36), ("Fire of us-a on cs-a".to_owned(), 32)]
    );
}

#[test]
fn f1_a_general_who_rides_beside_the_enemy_shows_no_chances_but_those_of_his_troops() {
    let units = [US, CS, "cs-a infantry 0403 S II"];
    assert_eq!(step(OPEN, &units, "roll, move us-gen", "to 0404"), []);
    let joined = [US, "us-a infantry 0404 N I", CS, "cs-a infantry 0403 S II"];
    assert_eq!(
        step(OPEN, &joined, "roll, move us-gen", "to 0404"),
        [("Fire of cs-a on us-a".to_owned(), 16)]
    );
}

#[test]
fn d1_a_step_of_a_line_shows_the_chances_of_each_of_its_units() {
    let units = [US, A, "us-b infantry 0505 N I", CS, "cs-a infantry 0603 S II"];
    assert_eq!(
        step(OPEN, &units, "roll, move line us-a 2", "to 0404"),
        [("Fire of cs-a on us-b".to_owned(), 16), ("Fire of us-b on cs-a".to_owned(), 16)]
    );
}

#[test]
fn f4_odds_count_the_hits_that_wait_on_the_hex() {
    let units = ["us-guns artillery 0405 N I", "us-more artillery 0405 N I", "cs-a infantry 0402 N II"];
    let guns = |rows: &str, face: u8| {
        let mut game = Played::new(&position(rows, "", &[&[US, CS], &units[..]].concat(), &[]));
        game.dice(&[2, face]).take("roll, end-moves, bombard us-guns 0402");
        let note = game.game.odds(0, "bombard us-more 0402")[0].note.clone();
        (chances(&mut game, 0, "bombard us-more 0402"), note)
    };
    let woods = ground(&[("0402", "w")]);
    let one = "1 die, cover saves each unit a hit".to_owned();
    assert_eq!(guns(&woods, 4), (([6, 0, 0], 6), one.clone()));
    assert_eq!(guns(&woods, 5), (([4, 2, 0], 6), format!("{one}, with the hit before")));
    assert_eq!(guns(OPEN, 5).0, ([0, 4, 2], 6), "the unit is hit already");
}

#[test]
fn f4_odds_say_that_the_owner_of_two_covered_units_spreads_the_hits() {
    let rows = ground(&[("0405", "w")]);
    let units = [US, A, "us-b infantry 0405 N I", CS, "cs-a infantry 0404 S II"];
    let mut game = Played::new(&position(&rows, "", &units, &[]));
    game.take("roll, end-moves");
    let table = game.game.odds(1, "attack cs-a 0405").remove(0);
    assert_eq!(table.title, "Fire of cs-a on us-a and us-b");
    assert_eq!(table.note, "2 dice, cover saves each unit a hit, if its owner spreads them");
}
