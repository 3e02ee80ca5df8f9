//! §22.2: Salt hexes.

use muster_contract::Position;
use us_civil_war::Side::{Cs, Us};

use crate::house_rules::{SALT, under};
use crate::rules::position::{Arranged, Play, changed, put};

/// The Build Points that rules add in the turn after the first, if the Union has these.
fn added(holds: &[(&str, &str)]) -> i16 {
    let mut position = changed("us-civil-war-1862", &[]);
    for &(kind, at) in holds {
        hold(&mut position, kind, at);
    }
    let dice = Arranged::else_on(3).with("Initiative", &[5, 3].repeat(40));
    let mut play = Play::from(&under(position, SALT), dice);
    for _ in 0..400 {
        if let Some(budget) = play.state().budget {
            return budget.rules;
        }
        let (seat, _) = play.next_decision();
        play.end(seat);
    }
    panic!("no Build Points are counted");
}

fn hold(position: &mut Position, kind: &str, at: &str) {
    match kind {
        // So many that supply costs only some of them.
        "sp" => put(position, "us", "sp", at, &[("strength", 12)]),
        "fort" => put(position, "us", "fort", at, &[("level", 1)]),
        _ => put(position, "us", kind, at, &[]),
    }
}

const MARION: (&str, &str) = ("control", "2435");
const ST_MARKS: (&str, &str) = ("control", "4830");
const ST_ANDREWS: (&str, &str) = ("sp", "4826");
const NEW_IBERIA: (&str, &str) = ("control", "4809");

#[test]
fn s22_2_each_salt_hex_that_is_lost_costs_more() {
    assert_eq!(added(&[]), 0);
    assert_eq!(added(&[ST_MARKS]), 0);
    assert_eq!(added(&[MARION, ST_MARKS]), -1);
    assert_eq!(added(&[MARION, ST_MARKS, NEW_IBERIA]), -3, "the example");
    assert_eq!(added(&[MARION, ST_MARKS, NEW_IBERIA, ST_ANDREWS]), -7);
}

#[test]
fn s22_2_where_no_town_is_an_sp_must_stay() {
    assert_eq!(added(&[ST_MARKS, ST_ANDREWS]), -1);
    assert_eq!(added(&[ST_MARKS, ("fort", "4826")]), 0, "a Fort by itself");
    let game = Play::of("us-civil-war-1862", &[6, 4]);
    let at = |id: &str| game.state().world.find(id).unwrap();
    assert!(!game.state().world.space(at("4826")).takes_marker());
    assert!(game.state().has_salt(Cs, at("4830")) && !game.state().has_salt(Us, at("4830")));
    assert!(!game.state().has_salt(Cs, at("4930")), "no salt is made there");
    assert_eq!(game.state().world.spaces.rows().filter(|info| info.salt).count(), 4);
}
