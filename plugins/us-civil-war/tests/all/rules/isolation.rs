//! §13.6.1, 13.6.2, 13.6.5: who is Isolated, and in which groups.

use us_civil_war::Group;
use us_civil_war::Side::Cs;

use crate::rules::battlefield::{Field as Battlefield, position};
use crate::rules::field::{Field, Laid};
use crate::rules::position::{Arranged, CS, Play, US};

/// A Confederate base in the west, and far to the east a town that Union stacks can shut in.
fn far() -> Field {
    Field::new(9, 16)
        .hex("1201 city capital resource 2")
        .hex("1101 town resource 1")
        .hex("1301 town resource 1")
        .hex("1411 town")
}

/// Union units on all hexes around 1411.
const RING: [&str; 6] =
    ["us sp 1 1312", "us sp 1 1311", "us sp 1 1412", "us sp 1 1511", "us sp 1 1512", "us sp 1 1410"];

fn groups(game: &Laid) -> Vec<Group> {
    game.0.isolation(Cs).groups
}

fn ids(game: &Laid, group: &Group) -> Vec<String> {
    group.spaces.iter().map(|&space| game.0.world.space(space).id.clone()).collect()
}

/// 13.6.1: a line of any length will do, whatever Depots there are; and a unit with none that the enemy doesn't watch has provisions.
#[test]
fn a_long_line_is_enough() {
    let game = far().with(&["cs sp 2 1411"]).game();
    assert!(groups(&game).is_empty());
    assert!(!game.0.supply(Cs).is_isolated(game.at("1411")), "ten hexes from the next Depot");
    let around = far().with(&["cs sp 2 1411"]).with(&RING).game();
    let [group] = &groups(&around)[..] else { panic!() };
    assert!(!group.provided && !group.relieved);
    assert_eq!((ids(&around, group), group.sps), (vec!["1411".to_owned()], 2));
}

/// 13.6.1: zones and SPs cut lines, and what is cut off may still have provisions.
#[test]
fn a_wall_of_zones_isolates() {
    let wall = ["us sp 1 1008", "us sp 1 1208", "us sp 1 1408", "us sp 1 1608", "us sp 1 1808"];
    let game = far().with(&["cs sp 2 1411", "cs sp 1 1414"]).with(&wall).game();
    let [group] = &groups(&game)[..] else { panic!("{:?}", groups(&game)) };
    assert_eq!(ids(&game, group), ["1411", "1414"], "3 MPs from each other");
    assert!(group.provided && group.relieved, "no enemy is near");
    assert!(game.0.supply(Cs).is_isolated(game.at("1413")));
    assert!(!game.0.supply(Cs).is_isolated(game.at("1405")));
}

/// 13.6.2: groups are of units 4 MPs from each other; 13.6.5: each with its own points, and joined ones with those of the larger part.
#[test]
fn groups_join_at_four_mps() {
    let wall = ["us sp 1 1006", "us sp 1 1206", "us sp 1 1406", "us sp 1 1606", "us sp 1 1806"];
    let field = |near: &'static str| far().with(&["cs sp 2 1411", near, "cs fort 1 1209"]).with(&wall);
    let apart = field("cs sp 1 1416").game();
    let found = groups(&apart);
    assert_eq!(found.len(), 2);
    assert_eq!(ids(&apart, &found[0]), ["1209", "1411"]);
    let mut joined = field("cs sp 1 1415").game();
    let points = [("1411", 1), ("1415", 2), ("1209", 2)];
    for (id, points) in points {
        let space = joined.at(id);
        joined.0.spot_mut(space).surrender[Cs as usize] = points;
    }
    let [group] = &groups(&joined)[..] else { panic!() };
    assert_eq!((group.sps, group.points), (3, 1), "2 SPs had one point, 1 SP and a Fort two");
    let space = joined.at("1415");
    joined.0.spot_mut(space).force.as_mut().unwrap().sps = 2;
    assert_eq!(groups(&joined)[0].points, 2, "the greater of two that are equal");
}

/// 13.6.5: Surrender Points go along with those who march, and with those who are dropped off.
#[test]
fn s13_6_5_whoever_marches_takes_surrender_points_along() {
    // The Union stands on all hexes around 0505 and 0506.
    let ring = ["0504", "0507", "0404", "0405", "0406", "0604", "0605", "0606"];
    let mut lines: Vec<String> = ring.iter().map(|id| format!("us 1 @{id}")).collect();
    lines.push("cs 3 @0505".to_owned());
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    // Fives are a point each.
    let begin = || {
        let dice = Arranged::else_on(1).with("Initiative", &[3, 6].repeat(4)).with("Surrender of", &[5; 4]);
        let mut play = Play::from(&position(&lines), dice);
        play.take(CS, "end-actions").take(US, "end-actions");
        play
    };
    let points = |play: &Play| {
        let spot = |id: &str| play.state().spot(play.state().world.find(id).unwrap()).surrender[Cs as usize];
        [spot("0505"), spot("0506")]
    };
    let mut play = begin();
    assert_eq!(points(&play), [1, 0]);
    play.all(CS, "activate cs-0505, to 0506");
    assert_eq!(points(&play), [0, 0], "they are on their way");
    play.take_ending(CS, "halt").take(CS, "end-actions");
    assert_eq!(points(&play), [0, 2]);
    let mut play = begin();
    play.all(CS, "activate cs-0505, to 0506, drop 1");
    assert_eq!(points(&play), [0, 1]);
}

/// 13.6.5: where SPs come together the points of the greater number count, and the greater points of equal numbers.
#[test]
fn s13_6_5_the_points_of_the_greater_number_count() {
    for (stand, come, counts) in
        [((4, 1), (1, 2), 1), ((1, 2), (4, 0), 0), ((2, 1), (2, 2), 2), ((2, 2), (2, 1), 2)]
    {
        let lines = [format!("cs {} @0505", stand.0), format!("cs {} @0504", come.0)];
        let mut field = Battlefield::of(&[&lines[0], &lines[1]]);
        let (at, from) = (field.space("0505"), field.space("0504"));
        for (space, points) in [(at, stand.1), (from, come.1)] {
            field.game.spot_mut(space).surrender[Cs as usize] = points;
        }
        let party = field.game.whole_stack(Cs, from);
        field.run(|game, resolution| game.shift(Cs, &party, at, "9.2.1", resolution));
        assert_eq!(field.game.spot(at).surrender[Cs as usize], counts, "{stand:?} and {come:?}");
    }
}

/// 10.3.5, 13.6.1: a Confederate Coastal Fort is Isolated once its port is lost, and then has no provisions; before that it goes with its
/// port. Union ones never are (10.3.2).
#[test]
fn forts_fall_with_their_ports() {
    let sumter = "[[box]]\nid = \"sumter\"\ntitle = \"Sumter\"\nat = [17.0, 2.0]\nfeatures = [\"coastal-fort\"]\n\
                  values = { start = \"cs\", theater = \"E\", port = \"1216\" }\n\
                  [[edge]]\na = \"sumter\"\nb = \"1216\"\nfeatures = [\"land-link\"]\nvalues = { cost = 1 }\n";
    let field = || far().hex("1216 town ocean-port coast").text(sumter);
    let game = field().game();
    let fort = game.at("sumter");
    assert!(groups(&game).is_empty() && !game.0.supply(Cs).is_isolated(fort));
    let lost = field().with(&["us control 1216"]).game();
    let [group] = &groups(&lost)[..] else { panic!() };
    assert_eq!(ids(&lost, group), ["sumter"]);
    assert!(!group.provided && !group.relieved, "a single Coastal Fort keeps its points (A20)");
    assert!(lost.0.supply(Cs).has_loc(fort), "Fortress Supply (13.3.3)");
}

/// 13.1.2, 13.3.4, 13.6.1: who has River Supply is in Full Supply and isn't Isolated, a General by himself no more than SPs; River Supply is not
/// for empty places, so nobody begins a Fort in one (10.2.2).
#[test]
fn s13_6_1_nobody_in_full_supply_is_isolated() {
    use us_civil_war::Side::Us;
    use us_civil_war::state::{Force, Post};
    let mut field = Battlefield::at(&crate::rules::position::set_up("us-civil-war-1862"));
    let game = &mut field.game;
    let find = |game: &us_civil_war::UsCivilWar, id: &str| game.world.find(id).unwrap();
    // The Union has the Mississippi down to Cairo; all around 2214 stand Confederates.
    let at = find(game, "2214");
    let sherman = game.world.general_named("us-sherman").unwrap();
    let around: Vec<us_civil_war::Space> = game.world.space(at).ways.iter().map(|way| way.to).collect();
    for space in around {
        let spot = game.spot_mut(space);
        (spot.works, spot.militia) = (us_civil_war::state::Works::None, None);
        spot.force = Some(Force { side: Cs, sps: 1, moved: 0, demoralized: false, foraging: false });
    }
    game.officers[sherman].post = Post::Map(at);
    assert!(game.supply(Us).is_full(at), "River Supply");
    assert!(!game.supply(Us).is_isolated(at));
    assert!(game.isolation(Us).group_of(at).is_none());
    game.spot_mut(at).force = Some(Force { side: Us, sps: 1, moved: 0, demoralized: false, foraging: false });
    assert!(!game.supply(Us).is_isolated(at));
    // Natchitoches lies on the Red River, without a port or a railroad.
    let town = find(game, "4205");
    let supply = game.supply(Cs);
    assert!(supply.is_full(town) && !supply.is_place_full(town));
    game.spot_mut(town).force =
        Some(Force { side: Cs, sps: 1, moved: 0, demoralized: false, foraging: false });
    assert!(game.supply(Cs).is_place_full(town));
}

/// 13.6.5: Militia who stay behind in an Isolated hex keep their Surrender Points when the SPs leave it; where nobody stays there are none.
#[test]
fn s13_6_5_militia_who_stay_behind_keep_their_points() {
    for (militia, left) in [(true, 2), (false, 0)] {
        let lines = ["0505 resource", "cs 2 @0505", "cs militia VA @0505"];
        let mut field = Battlefield::of(&lines[..if militia { 3 } else { 2 }]);
        let (from, to) = (field.space("0505"), field.space("0504"));
        field.game.spot_mut(from).surrender[Cs as usize] = 2;
        let party = field.game.whole_stack(Cs, from);
        field.run(|game, resolution| game.shift(Cs, &party, to, "9.2.1", resolution));
        let points = [from, to].map(|at| field.game.spot(at).surrender[Cs as usize]);
        assert_eq!(points, [left, 2], "{militia}");
    }
}
