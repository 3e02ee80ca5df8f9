//! The President's confidence.

use crate::PRESIDENTS;
use crate::play::Play;

#[test]
fn whoever_stands_by_his_generals_pays_points_and_takes_three_from_the_roll() {
    let mut usual = Play::in_quarter(PRESIDENTS, 2, &[], &[]);
    usual.take(0, "wait");
    usual.take(1, "wait");
    usual.over();
    let mut play = Play::in_quarter(PRESIDENTS, 2, &[], &[]);
    play.take(0, "stand");
    assert!(play.heard("The Union President stands by his generals"));
    play.take(1, "wait");
    play.over();
    let ([us, cs], [usual_us, usual_cs]) = (play.points(), usual.points());
    assert_eq!((us + 2, cs), (usual_us, usual_cs));
    play.take(0, "end-replacements");
    play.take(1, "end-replacements");
    // The quarter was a point for the Confederacy: the Union, a point behind, would add one to its roll.
    assert!(play.heard("-2"), "{:?}", play.told);
    let mut usual_told = usual;
    usual_told.take(0, "end-replacements");
    usual_told.take(1, "end-replacements");
    assert!(!usual_told.heard("-2"), "{:?}", usual_told.told);
}
