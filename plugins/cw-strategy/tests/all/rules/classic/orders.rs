//! §15.12-15.16: trains, marches and drill.

use super::*;

/// Own cities in a row from a, which lies behind, to f, beyond which g is the foe's.
fn line() -> Field {
    let mut field = map(&[
        "own 9 b y90",
        "own 9 ac y80",
        "own 9 bd y70",
        "own 9 ce y60",
        "own 9 df y50",
        "own 9 eg y40",
        "foe 9 f y30",
    ]);
    field.own = vec![army(0, 'a', 100), army(1, 'd', 60)];
    field.foe = vec![army(0, 'g', 80)];
    field
}

fn trains(slot: u8) -> Vec<Act> {
    (0..6).map(|city| Act::Rail(slot, at(city))).chain([Order(Choice::Seal)]).collect()
}

#[test]
fn s15_12_the_army_under_the_smallest_threat_goes_where_it_is_wanted() {
    let mut field = line();
    // The first of those under no threat. e is threatened by 8, f by 80; the last towards the enemy is f.
    check(&field, Stage::JOIN, &trains(0), &[(Act::Rail(0, at(5)), 1000)]);
    // A fort goes before.
    field.cities[4].fort = 1;
    check(&field, Stage::JOIN, &trains(0), &[(Act::Rail(0, at(4)), 1000)]);
    // Too many threaten f, and e's fort is gone: e is towards the enemy too.
    field.cities[4].fort = 0;
    field.foe[0].size = 301;
    check(&field, Stage::JOIN, &trains(0), &[(Act::Rail(0, at(4)), 1000)]);
    // Nothing is if the army comes from beyond.
    field.cities[0].y = 45;
    check(&field, Stage::JOIN, &trains(0), &[(Order(Choice::Seal), 1000)]);
    // The Union looks down.
    field.union = true;
    check(&field, Stage::JOIN, &trains(0), &[(Act::Rail(0, at(4)), 1000)]);
    check(&field, Stage::RAIL, &trains(0), &[(Order(Choice::Seal), 1000)]);
}

#[test]
fn s15_12_who_holds_a_front_is_not_spared() {
    let mut field = line();
    // The one at a is spent; d can be spared unless two of its neighbours aren't own.
    field.own[0].turn = Turn::Spent;
    check(&field, Stage::JOIN, &trains(1), &[(Act::Rail(1, at(5)), 1000)]);
    field.cities.push(Site { whose: Whose::Nobody, value: 1, fort: 0, y: 0, links: vec![at(3)] });
    field.cities[3].links.extend([at(7), at(7)]);
    check(&field, Stage::JOIN, &trains(1), &[(Order(Choice::Seal), 1000)]);
    // For an empty capital it is.
    field.capitals[0] = Some(at(4));
    check(&field, Stage::JOIN, &trains(1), &[(Act::Rail(1, at(4)), 1000)]);
    // The threat where it is may be three tenths of its size, not more.
    field.cities[3].links.push(at(6));
    field.foe[0].size = 18;
    check(&field, Stage::JOIN, &trains(1), &[(Act::Rail(1, at(4)), 1000)]);
    field.foe[0].size = 19;
    check(&field, Stage::JOIN, &trains(1), &[(Order(Choice::Seal), 1000)]);
}

#[test]
fn s15_13_the_capital_is_held() {
    let mut field = map(&["own 10 b", "foe 99 ac", "foe 10 b"]);
    field.own = vec![army(0, 'a', 900), army(1, 'a', 900)];
    field.foe = vec![army(0, 'b', 10)];
    let listed = orders(&field);
    check(&field, Stage::RAIL, &listed, &[(march(0, 'b'), 1000)]);
    // A capital under threat: its lead army stays.
    field.capitals[0] = Some(at(0));
    field.capital_ends = false;
    check(&field, Stage::RAIL, &listed, &[(march(1, 'b'), 1000)]);
    // If a lost capital ends the game, all stay as long as a neighbour is threatened.
    field.foe.push(army(1, 'c', 10));
    field.capital_ends = true;
    check(&field, Stage::RAIL, &listed, &[(Order(Choice::Seal), 1000)]);
    field.foe = vec![army(0, 'b', 10)];
    check(&field, Stage::RAIL, &listed, &[(march(1, 'b'), 1000)]);
}

#[test]
fn s15_13_without_supply_few_set_out_and_slots_go_in_order() {
    let mut field = map(&["own 10 b", "foe 99 a"]);
    field.own = vec![Army { supply: 0, ..army(0, 'a', 900) }, army(3, 'a', 900)];
    let listed = orders(&field);
    check(&field, Stage::RAIL, &listed, &[(march(0, 'b'), 100), (march(3, 'b'), 900)]);
    // The first has gone by; nobody comes back to it.
    check(&field, Stage::march(0), &listed, &[(march(3, 'b'), 1000)]);
    check(&field, Stage::march(3), &listed, &[(Order(Choice::Seal), 1000)]);
    field.own[0].turn = Turn::Spent;
    check(&field, Stage::RAIL, &listed, &[(march(3, 'b'), 1000)]);
}

/// The chance in permille that the army at a goes to b, where else it would stay. Its score there is the lot, 0 to 30, plus `base`.
#[track_caller]
fn goes(field: &Field, base: i64) {
    let spread = |value: i64| match value {
        0 | 30 => 1,
        1..=29 => 2,
        _ => 0,
    };
    let above: i64 = (0..=30).filter(|&lot| base + lot > 0).map(spread).sum();
    let lots = plan(field, Stage::RAIL, &orders(field));
    let permille = nearest(1000 * i64::from(lots.weight_of(march(0, 'b'))), CERTAIN.into());
    assert_eq!(permille, nearest(1000 * above, 60), "a score from {base} on");
}

/// An army of so many at a, beside b; aggression 0.
fn pair(a: &str, b: &str, size: i64) -> Field {
    let mut field = map(&[a, b, "none 0 b"]);
    field.aggression = 0;
    field.own = vec![army(0, 'a', size)];
    field
}

#[test]
fn s15_14_a_score_begins_with_men_and_aggression() {
    // R(.01 * 350) = 4, less the value of where it stands.
    goes(&pair("own 20 b", "own 0 ac", 350), 4 - 20);
    let mut bold = pair("own 50 b", "own 0 ac", 50);
    bold.aggression = 1;
    goes(&bold, 20 - 50);
    // Lead armies in the neighbourhood are taken from it; the second at b isn't one. A standing army of its own is in the way.
    let mut crowded = pair("own 0 b", "own 20 ac", 1200);
    crowded.own.extend([army(1, 'b', 200), army(2, 'b', 700)]);
    crowded.own[1].turn = Turn::Moving(at(2));
    crowded.own[2].turn = Turn::Spent;
    goes(&crowded, 10);
    crowded.own[1].turn = Turn::Spent;
    goes(&crowded, 10 - 200);
}

#[test]
fn s15_14_a_fort_holds_its_garrison() {
    let mut field = pair("own 0 b f1", "own 0 ac", 50);
    // Not threatened: only 25 for its lead army, 75 under realism.
    goes(&field, -25);
    field.realism = true;
    goes(&field, -75);
    // Threatened: 200, or less the bolder it is, and half with more aggression.
    field.realism = false;
    field.cities.push(Site { whose: Whose::Foe, value: 0, fort: 0, y: 100, links: vec![at(1)] });
    field.cities[1].links.push(at(3));
    field.foe = vec![army(0, 'd', 10)];
    let base = |field: &mut Field, boldness: i64, aggression: i64| {
        (field.boldness, field.aggression) = (boldness, aggression);
        // A march to b that is worth it whatever holds it back shows how much that is.
        let mut value = 0;
        field.cities[2].value = value;
        while plan(field, Stage::RAIL, &[march(0, 'b')]).weight_of(march(0, 'b')) < CERTAIN {
            value += 1;
            field.cities[2].value = value;
        }
        // 3 for each point of value beyond b outweigh the fort, the garrison and nothing but the lot.
        3 * value
    };
    let held =
        [(1000, 0), (1501, 0), (2001, 0), (3001, 0), (1000, 2)].map(|(g, bold)| base(&mut field, g, bold));
    // 225, 105, 45, 30; and 100 + 25 - 40 = 85: the next multiple of three above each.
    assert_eq!(held, [228, 108, 48, 33, 87]);
}

#[test]
fn s15_14_cities_that_are_not_own_attract() {
    goes(&pair("own 30 b", "none 2 ac f1", 50), 5 * 2 + 10 - 30);
    goes(&pair("own 30 b", "foe 1 ac", 50), 5 + 10 - 30);
    let mut capital = pair("own 220 b", "foe 0 ac", 50);
    capital.capitals[1] = Some(at(1));
    goes(&capital, 200 - 220);
    capital.capital_ends = false;
    goes(&capital, -220);
    // So do those beyond: 3 for a point of value, 4 for a level; and 50 for the foe's capital.
    let mut beyond = pair("own 30 b", "own 0 ac", 50);
    beyond.cities[2] = Site { whose: Whose::Nobody, value: 2, fort: 2, y: 100, links: vec![at(1)] };
    goes(&beyond, 6 + 8 - 30);
    beyond.cities[0].value = 80;
    beyond.cities[2].whose = Whose::Foe;
    beyond.capitals[1] = Some(at(2));
    goes(&beyond, 6 + 8 + 50 - 80);
    // And 2 what lies towards the enemy.
    let mut up = pair("own 10 b y90", "own 0 ac y80", 50);
    goes(&up, 2 - 10);
    up.union = true;
    goes(&up, -10);
}

/// An army of so many at a, where it stands on 10, beside one of the foe's of so many at b; with this aggression.
fn against(size: i64, foe: i64, aggression: i64) -> Field {
    let mut field = pair("own 10 b", "foe 0 ac", size);
    field.foe = vec![army(0, 'b', foe)];
    field.aggression = aggression;
    field
}

#[test]
fn s15_14_an_attack_is_judged_by_the_ratio() {
    // R(.01 * (size - foe)) + 20 * aggression - 10, and by r + .5 * aggression. As many as the threat, or it must be worth 50.
    goes(&against(100, 100, 0), -10 - 5);
    goes(&against(121, 100, 0), -10 + 10);
    goes(&against(150, 100, 0), -10 + 10);
    let sure = against(151, 100, 0);
    // Then half the difference and a second lot of 50: 0 + 26 (25.5 and the lot) - 10 is above 0 but rarely.
    let lots = plan(&sure, Stage::RAIL, &orders(&sure));
    assert_eq!(lots.weight_of(march(0, 'b')), CERTAIN);
    // Behind a fort of one level there are twice as many, of two three times.
    let mut fort = against(160, 100, 0);
    fort.cities[1].fort = 1;
    goes(&fort, 1 - 10 + 10 - 20);
    fort.own[0].size = 230;
    goes(&fort, 1 - 10 + 10 - 5);
    fort.cities[1].fort = 2;
    goes(&fort, 1 - 10 + 20 - 20);
    // Realism is warier; so is who has no supply, and he stays more often.
    let mut real = against(121, 100, 0);
    real.realism = true;
    goes(&real, -10 + 10 - 15);
    // Below a half 200 less, and below .3 nobody goes; aggression 2 makes 1.4 of .4.
    let mut few = against(40, 100, 2);
    few.cities[1].value = 80;
    few.cities[0].value = 0;
    let base = 40 - 1 + 400 - 200 + 10;
    assert!(base > 50);
    assert_eq!(plan(&few, Stage::RAIL, &orders(&few)).weight_of(march(0, 'b')), CERTAIN);
    few.aggression = 0;
    few.own[0].size = 29;
    assert_eq!(plan(&few, Stage::RAIL, &orders(&few)).weight_of(march(0, 'b')), 0);
}

#[test]
fn s15_14_a_timid_computer_forgets_all_else_for_a_tiny_army() {
    // Below 40 men, .8 and aggression 3 the score is 0, whatever the city is worth; then -5 - 2 for a foe beyond as well.
    let mut field = against(39, 50, 1);
    field.cities[1].value = 99;
    assert_eq!(plan(&field, Stage::RAIL, &orders(&field)).weight_of(march(0, 'b')), 0);
    field.own[0].size = 40;
    assert_eq!(plan(&field, Stage::RAIL, &orders(&field)).weight_of(march(0, 'b')), CERTAIN);
    // Below 15 it counts as a tenth of whom it meets, and 300 less.
    let mut tiny = against(14, 1, 5);
    tiny.cities[1].value = 20;
    tiny.cities[0].value = 0;
    assert_eq!(plan(&tiny, Stage::RAIL, &orders(&tiny)).weight_of(march(0, 'b')), 0);
    tiny.own[0].size = 15;
    assert_eq!(plan(&tiny, Stage::RAIL, &orders(&tiny)).weight_of(march(0, 'b')), CERTAIN);
}

#[test]
fn s15_14_an_empty_city_that_is_a_goal_already_is_none() {
    let mut field = map(&["own 0 b", "foe 20 ac", "own 0 b"]);
    field.own = vec![army(0, 'a', 100), Army { turn: Turn::Moving(at(1)), ..army(1, 'c', 100) }];
    check(&field, Stage::RAIL, &orders(&field), &[(Order(Choice::Seal), 1000)]);
    field.foe = vec![army(0, 'b', 1)];
    check(&field, Stage::RAIL, &orders(&field), &[(march(0, 'b'), 1000)]);
}

#[test]
fn s15_15_the_best_neighbour_is_taken_and_lots_decide_between_equals() {
    let mut field = map(&["own 0 bc", "none 20 a", "none 20 a"]);
    field.own = vec![army(0, 'a', 100)];
    // The first of equals wins: 31 values, of which the ends are half as likely, are the same in 1 of some 30.6.
    let same = (2 + 29 * 4) as f64 / 3600.0;
    let first = ((1.0 + same) * 500.0).round() as i64;
    check(&field, Stage::RAIL, &orders(&field), &[(march(0, 'b'), first), (march(0, 'c'), 1000 - first)]);
    field.cities[2].value = 27;
    check(&field, Stage::RAIL, &orders(&field), &[(march(0, 'c'), 1000)]);
}

#[test]
fn s15_15_an_outnumbered_army_stirs_only_for_much() {
    let mut field = map(&["own 0 bc", "foe 0 a", "none 9 a"]);
    field.aggression = 0;
    field.own = vec![army(0, 'a', 100)];
    field.foe = vec![army(0, 'b', 101)];
    // 0 - 0 + 45 and the lot: 50 or more in 25.5 of 30 cases.
    let wait = |field: &Field| {
        let lots = plan(field, Stage::RAIL, &[march(0, 'c'), Order(Choice::Seal)]);
        nearest(1000 * i64::from(lots.weight_of(march(0, 'c'))), CERTAIN.into())
    };
    assert_eq!(wait(&field), 850);
    field.foe[0].size = 100;
    assert_eq!(wait(&field), 1000);
}

#[test]
fn s15_15_no_two_armies_swap_their_places() {
    let mut field = map(&["own 0 b", "own 0 ac", "none 50 b"]);
    field.own = vec![army(0, 'a', 100), Army { turn: Turn::Moving(at(0)), ..army(1, 'b', 100) }];
    check(&field, Stage::RAIL, &orders(&field), &[(Order(Choice::Seal), 1000)]);
    field.own[1].turn = Turn::Moving(at(2));
    check(&field, Stage::RAIL, &orders(&field), &[(march(0, 'b'), 1000)]);
    // Nor is anything ordered that the rules don't allow, as in a winter without campaigns.
    check(&field, Stage::RAIL, &[Order(Choice::Seal)], &[(Order(Choice::Seal), 1000)]);
}

#[test]
fn s15_16_who_has_no_order_drills() {
    let mut field = map(&["own 50 b", "own 0 a"]);
    field.aggression = 0;
    field.own =
        vec![Army { turn: Turn::Moving(at(1)), ..army(0, 'a', 10) }, army(1, 'a', 10), army(2, 'a', 10)];
    let listed = [Order(Choice::Drill(0)), Order(Choice::Drill(2)), Order(Choice::Seal)];
    check(&field, Stage::march(0), &listed, &[(Order(Choice::Drill(2)), 1000)]);
}
