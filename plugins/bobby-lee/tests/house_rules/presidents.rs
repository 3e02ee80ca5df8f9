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
    assert!(play.heard("Lincoln stands by his generals"));
    play.take(1, "wait");
    play.over();
    let ([us, cs], [usual_us, usual_cs]) = (play.points(), usual.points());
    assert_eq!((us + 2, cs), (usual_us, usual_cs));
    play.take(0, "end-replacements");
    play.take(1, "end-replacements");
    // Each quarter is a point for the Confederacy: the Union, a point behind, would add one.
    assert!(play.heard("the Union side's leader roll, -2"), "{:?}", play.told);
    assert!(play.heard("the Confederate side's leader roll, -1"), "{:?}", play.told);
}
