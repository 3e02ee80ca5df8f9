//! The President's confidence.

use crate::house_rules::PRESIDENTS;
use crate::house_rules::play::Play;

#[test]
fn whoever_stands_by_his_generals_pays_points_and_takes_three_from_the_roll() {
    let mut usual = Play::in_quarter(PRESIDENTS, 2, &[], &[]);
    usual.take_ending(0, "wait");
    usual.take_ending(1, "wait");
    usual.over();
    let mut play = Play::in_quarter(PRESIDENTS, 2, &[], &[]);
    play.take_ending(0, "stand");
    assert!(play.says("The Union President stands by his generals"));
    play.take_ending(1, "wait");
    play.over();
    let ([us, cs], [usual_us, usual_cs]) = (play.points(), usual.points());
    assert_eq!((us + 2, cs), (usual_us, usual_cs));
    play.take_ending(0, "end-replacements");
    play.take_ending(1, "end-replacements");
    // The quarter was a point for the Confederacy: the Union, a point behind, would add one to its roll.
    assert!(play.says("-2"), "{:?}", play.events);
    let mut usual_told = usual;
    usual_told.take_ending(0, "end-replacements");
    usual_told.take_ending(1, "end-replacements");
    assert!(!usual_told.says("-2"), "{:?}", usual_told.events);
}
