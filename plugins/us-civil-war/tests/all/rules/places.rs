//! Attacks and reactions at single places of the real map.

use us_civil_war::Side::{self, Cs, Us};
use us_civil_war::state::{Force, Works};

use crate::rules::battlefield::Field;
use crate::rules::position::set_up;

/// The map of 1862, with SPs put down where a test wants them: "us 3 2349".
fn map(forces: &[&str]) -> Field {
    let mut field = Field::at(&set_up("us-civil-war-1862"));
    for force in forces {
        let words: Vec<&str> = force.split(' ').collect();
        let (side, at) = (Side::named(words[0]).unwrap(), field.space(words[2]));
        let spot = field.game.spot_mut(at);
        let sps = words[1].parse().unwrap();
        (spot.works, spot.militia) = (Works::None, None);
        spot.force = Some(Force { side, sps, moved: 0, demoralized: false, foraging: false });
    }
    field
}

/// How many can attack from one place to another; none if there is no limit.
fn limit(forces: &[&str], side: Side, from: &str, sps: u8, to: &str) -> Option<u8> {
    let mut field = map(forces);
    field.march(side, from, sps, &[], to);
    field.game.crossing_limit()
}

#[test]
fn h31_one_confederate_sp_attacks_washington_over_the_potomac_and_three_with_a_fort_in_alexandria() {
    let mut field = map(&["cs 5 1747"]);
    field.march(Cs, "1747", 5, &[], "1647");
    assert_eq!(field.game.crossing_limit(), Some(1));
    let at = field.space("1747");
    field.game.spot_mut(at).works = Works::Fort(Cs, 1);
    assert_eq!(field.game.crossing_limit(), Some(3));
}

#[test]
fn h8_hampton_and_fort_monroe_react_freely_and_attack_each_other_as_over_a_river() {
    let field = map(&["us 2 2349", "us 1 fort-monroe"]);
    let [port, fort] = ["2349", "fort-monroe"].map(|id| field.space(id));
    assert!(field.game.reacts_freely(Us, port, fort) && field.game.reacts_freely(Us, fort, port));
    assert_eq!(limit(&["cs 3 2349", "us 1 fort-monroe"], Cs, "2349", 3, "fort-monroe"), Some(1));
    assert_eq!(limit(&["cs 3 2349", "us 3 fort-monroe"], Us, "fort-monroe", 3, "2349"), Some(3));
    // A Fort in Hampton takes the water between them from the Union (10.3.4, 20.1.5).
    let mut field = map(&["cs 3 2349", "us 1 fort-monroe"]);
    let port = field.space("2349");
    field.game.spot_mut(port).works = Works::Fort(Cs, 1);
    field.march(Cs, "2349", 3, &[], "fort-monroe");
    assert_eq!(field.game.crossing_limit(), Some(3));
    // So does one that the Union has in Charleston against Fort Sumter.
    let mut field = map(&["us 3 3839", "cs 1 fort-sumter"]);
    field.march(Us, "3839", 3, &[], "fort-sumter");
    assert_eq!(field.game.crossing_limit(), Some(1), "Fort Sumter's guns reach over it");
    let mut field = map(&["us 3 3839", "cs 1 fort-sumter"]);
    let port = field.space("3839");
    field.game.spot_mut(port).works = Works::Fort(Us, 1);
    field.march(Us, "3839", 3, &[], "fort-sumter");
    assert_eq!(field.game.crossing_limit(), Some(3));
}

#[test]
fn h11_the_forts_below_new_orleans_react_with_nobody_and_the_mississippi_is_before_5015() {
    let field = map(&["cs 2 4814", "cs 1 fort-st-philip-jackson"]);
    let [town, fort] = ["4814", "fort-st-philip-jackson"].map(|id| field.space(id));
    assert!(!field.game.reacts_freely(Cs, town, fort) && !field.game.reacts_freely(Cs, fort, town));
    assert_eq!(
        limit(&["us 3 5015", "cs 1 fort-st-philip-jackson"], Us, "5015", 3, "fort-st-philip-jackson"),
        Some(1)
    );
}

#[test]
fn m1_who_has_galveston_has_the_water_before_it() {
    assert_eq!(limit(&["us 3 5101", "cs 1 5001"], Us, "5101", 3, "5001"), Some(3));
    assert_eq!(limit(&["us 1 5101", "cs 5 5001"], Cs, "5001", 5, "5101"), Some(1));
}

#[test]
fn h20_the_river_within_new_madrid_is_none() {
    assert_eq!(limit(&["us 5 2414", "cs 1 2515"], Us, "2414", 5, "2515"), None);
}
