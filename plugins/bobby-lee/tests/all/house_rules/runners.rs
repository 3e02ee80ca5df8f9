//! Blockade runners.

use crate::house_rules::RUNNERS;
use crate::house_rules::play::Play;

/// The Confederacy's points after a quarter in which nobody moved.
fn points(choice: &str, faces: &[u8]) -> u8 {
    let mut play = Play::in_quarter(RUNNERS, 2, &[], faces);
    assert_eq!(play.ends(1), ["sail", "stay"], "only the South is asked");
    assert!(play.ends(0).is_empty());
    play.take_ending(1, choice);
    play.over();
    play.points()[1]
}

#[test]
fn a_cargo_is_points_to_spend_and_a_loss_costs_some() {
    let usual = points("stay", &[]);
    assert_eq!(points("sail", &[5]), usual + 4);
    assert_eq!(points("sail", &[3]), usual + 2);
    assert_eq!(points("sail", &[2]), usual - 2);
}
