//! §15: the computer player, paragraph by paragraph, on small maps.

use cw_strategy::Choice;
use cw_strategy::arithmetic::nearest;
use cw_strategy::classic::Act::Order;
use cw_strategy::classic::field::{Army, Field, Site, Whose};
use cw_strategy::classic::lots::CERTAIN;
use cw_strategy::classic::{Act, Stage, plan};
use cw_strategy::naval_battle::Ship::{Ironclad, Wooden};
use cw_strategy::state::{Berth, Fleet, Naval, Turn};
use cw_strategy::world::City;
use muster_sdk::Index as _;

mod orders;

/// A map of cities a, b, c ...: each "own 10 bc f1 y20", which is whose it is, its value, its neighbours, its fort and how far
/// down it lies. The computer is the Rebels', at aggression 3, without realism, with nothing to spend.
fn map(cities: &[&str]) -> Field {
    let city = |text: &&str| {
        let mut words = text.split(' ');
        let whose = match words.next().unwrap() {
            "own" => Whose::Own,
            "foe" => Whose::Foe,
            _ => Whose::Nobody,
        };
        let value = words.next().unwrap().parse().unwrap();
        let links = words.next().unwrap().chars().map(named).collect();
        let mut city = Site { whose, value, fort: 0, y: 100, links };
        for word in words {
            let number = word[1..].parse().unwrap();
            if word.starts_with('f') { city.fort = number } else { city.y = number }
        }
        city
    };
    Field {
        union: false,
        cities: cities.iter().map(city).collect(),
        own: Vec::new(),
        foe: Vec::new(),
        fleets: [None, None],
        capitals: [None, None],
        capital_ends: true,
        cash: 0,
        realism: false,
        aggression: 3,
        boldness: 1000,
        ironclads: false,
        grudge: false,
        recruits: Vec::new(),
    }
}

fn army(slot: u8, city: char, size: i64) -> Army {
    Army { slot, city: named(city), size, supply: 5, turn: Turn::Ready }
}

fn at(number: usize) -> City {
    City::nth(number)
}

fn named(name: char) -> City {
    at(name as usize - 'a' as usize)
}

fn fleet(at: Berth, wooden: u8) -> Option<Fleet> {
    Some(Fleet { at, ironclads: 0, wooden })
}

fn port(name: char, ships: u8) -> Option<Fleet> {
    fleet(Berth::Port(named(name)), ships)
}

fn march(slot: u8, to: char) -> Act {
    Order(Choice::March(slot, named(to)))
}

/// Every order to march and to drill that there could be.
fn orders(field: &Field) -> Vec<Act> {
    let ready = field.own.iter().filter(|army| army.turn == Turn::Ready);
    let links = |army: &Army| {
        field.city(army.city).links.iter().map(|&to| Order(Choice::March(army.slot, to))).collect()
    };
    let mut all: Vec<Act> = ready.flat_map(|army| -> Vec<Act> { links(army) }).collect();
    all.push(Order(Choice::Seal));
    all
}

/// In permille, how likely it is to do these next; the rest is likely for nothing at all.
#[track_caller]
fn check(field: &Field, done: Stage, listed: &[Act], next: &[(Act, i64)]) {
    let lots = plan(field, done, listed);
    let permille = |act: Act| nearest(1000 * i64::from(lots.weight_of(act)), CERTAIN.into());
    let all: Vec<(Act, i64)> =
        listed.iter().map(|&act| (act, permille(act))).filter(|(_, permille)| *permille > 0).collect();
    let mut wanted = next.to_vec();
    wanted.sort_by_key(|(act, _)| listed.iter().position(|listed| listed == act));
    assert_eq!(all, wanted);
}

#[test]
fn s15_1_a_threat_is_counted_from_lead_armies_of_the_foe() {
    let mut field = map(&["own 10 bc", "foe 10 ad", "own 10 ae", "foe 10 b", "foe 10 c"]);
    field.foe = vec![army(0, 'b', 100), army(1, 'b', 900), army(2, 'd', 55), army(3, 'e', 24)];
    // 100 next to it, 5.5 beyond: 105.5 is 106; 2.4 beyond an own neighbour: 108.4 is 108.
    assert_eq!(field.threat(named('a')), 108);
    // From c: nobody next to it in b's place; e is next to it, and beyond a is b, with 10 of its 100.
    assert_eq!(field.threat(named('c')), 34);
    // An army of the foe threatens only from a city that is his.
    field.cities[1].whose = Whose::Nobody;
    assert_eq!(field.threat(named('a')), 8);
}

#[test]
fn s15_2_supply_comes_first_and_the_seal_last() {
    let mut field = map(&["own 10 b", "own 10 a"]);
    field.cash = 500;
    field.own = vec![Army { supply: 0, ..army(0, 'a', 100) }];
    field.recruits = vec![(at(0), 45)];
    let listed = [
        Order(Choice::Seal),
        Order(Choice::Drill(0)),
        Order(Choice::Recruit(at(0))),
        Order(Choice::Supply(0)),
    ];
    check(&field, Stage::BEGUN, &listed, &[(Order(Choice::Supply(0)), 1000)]);
    // Recruiting was begun: nobody goes back to supply.
    check(&field, Stage::RECRUIT, &listed, &[(Order(Choice::Recruit(at(0))), 1000)]);
    check(&field, Stage::BUILD, &listed, &[(Order(Choice::Drill(0)), 1000)]);
    check(&field, Stage::DRILL, &[Order(Choice::Seal)], &[(Order(Choice::Seal), 1000)]);
}

#[test]
fn s15_3_only_armies_without_supply_get_it_by_hand() {
    let mut field = map(&["own 10 "]);
    field.own = vec![Army { supply: 1, ..army(0, 'a', 100) }, Army { supply: 0, ..army(1, 'a', 100) }];
    let listed = [Order(Choice::Supply(0)), Order(Choice::Supply(1)), Order(Choice::Seal)];
    check(&field, Stage::BEGUN, &listed, &[(Order(Choice::Supply(1)), 1000)]);
}

#[test]
fn s15_4_the_capital_gets_its_fort_first() {
    let mut field = map(&["own 10 b", "own 10 a"]);
    field.capitals[0] = Some(at(1));
    field.own = vec![army(0, 'a', 50), army(1, 'b', 50)];
    let listed = [Order(Choice::Fortify(at(0))), Order(Choice::Fortify(at(1))), Order(Choice::Seal)];
    check(&field, Stage::BEGUN, &listed, &[(Order(Choice::Fortify(at(1))), 1000)]);
    field.cities[1].fort = 2;
    check(&field, Stage::BEGUN, &listed, &[(Order(Choice::Seal), 1000)]);
}

#[test]
fn s15_4_a_threatened_army_digs_in_unless_it_is_too_bold() {
    let mut field = map(&["own 10 b", "foe 10 a", "own 10 b"]);
    field.own = vec![army(0, 'c', 90), army(1, 'a', 50)];
    field.foe = vec![army(0, 'b', 60)];
    let fort = Order(Choice::Fortify(at(0)));
    let listed = [Order(Choice::Fortify(at(2))), fort, Order(Choice::Seal)];
    // With 1 + u < aggression + g it builds none: g = 0.3 and aggression 1 leave it .7.
    (field.aggression, field.boldness) = (1, 300);
    check(&field, Stage::BEGUN, &listed, &[(fort, 700), (Order(Choice::Seal), 300)]);
    field.aggression = 3;
    check(&field, Stage::BEGUN, &listed, &[(Order(Choice::Seal), 1000)]);
    field.aggression = 0;
    check(&field, Stage::BEGUN, &listed, &[(fort, 1000)]);
    // Another one follows with (2 - g) / 3, and never the capital's.
    field.capitals[0] = Some(at(2));
    field.boldness = 500;
    check(&field, Stage::FORT, &listed, &[(fort, 500), (Order(Choice::Seal), 500)]);
    field.own[1].turn = Turn::Spent;
    check(&field, Stage::FORT, &listed, &[(Order(Choice::Seal), 1000)]);
}

#[test]
fn s15_5_a_union_without_a_fleet_builds_first() {
    let mut field = map(&["own 10 "]);
    (field.union, field.cash) = (true, 200);
    field.recruits = vec![(at(0), 70)];
    let listed = [
        Order(Choice::Recruit(at(0))),
        Order(Choice::Build(at(0), Wooden)),
        Order(Choice::Build(at(0), Ironclad)),
        Order(Choice::Seal),
    ];
    check(&field, Stage::BEGUN, &listed, &[(Order(Choice::Build(at(0), Wooden)), 1000)]);
    field.ironclads = true;
    check(&field, Stage::BEGUN, &listed, &[(Order(Choice::Build(at(0), Ironclad)), 1000)]);
    field.cash = 100;
    check(&field, Stage::BEGUN, &listed, &[(Order(Choice::Recruit(at(0))), 1000)]);
}

#[test]
fn s15_6_a_side_with_armies_enough_recruits_no_more() {
    let mut field = map(&["own 10 "]);
    field.cash = 100;
    field.recruits = vec![(at(0), 70)];
    let listed = [Order(Choice::Recruit(at(0))), Order(Choice::Seal)];
    let mut chance = |union: bool, armies: u8, foe: i64| {
        field.union = union;
        field.fleets[0] = port('a', 9);
        field.own = (0..armies).map(|slot| Army { turn: Turn::Spent, ..army(slot, 'a', 100) }).collect();
        field.foe = vec![army(0, 'a', foe)];
        let lots = plan(&field, Stage::FIRST_SHIP, &listed);
        nearest(1000 * i64::from(lots.weight_of(Order(Choice::Recruit(at(0))))), CERTAIN.into())
    };
    // n > 2 + 3 + 3u for the Rebels.
    assert_eq!([5, 6, 7, 8, 9].map(|armies| chance(false, armies, 500)), [1000, 667, 333, 0, 0]);
    // n > 2 + 6 + 3u for the Union.
    assert_eq!([8, 9, 10, 11].map(|armies| chance(true, armies, 500)), [1000, 667, 333, 0]);
    // Weaker, it counts two less; weaker than half, none.
    assert_eq!([chance(false, 8, 801), chance(false, 8, 1600), chance(false, 8, 1601)], [667, 667, 1000]);
}

#[test]
fn s15_7_money_is_put_aside_for_ships() {
    let mut field = map(&["own 10 ", "foe 10 "]);
    field.recruits = vec![(at(0), 70)];
    let listed = [Order(Choice::Recruit(at(0))), Order(Choice::Seal)];
    let mut recruits = |cash: i64, fleet: Option<Fleet>| {
        (field.cash, field.fleets[0]) = (cash, fleet);
        plan(&field, Stage::FIRST_SHIP, &listed).weight_of(Order(Choice::Recruit(at(0)))) == CERTAIN
    };
    assert!(!recruits(199, None) && recruits(200, None) && recruits(100, None));
    assert!(!recruits(199, port('a', 4)) && recruits(199, port('a', 5)) && recruits(199, port('b', 4)));
    assert!(recruits(199, fleet(Berth::Raiding, 4)));
    // Of 200 a hundred is left after a recruitment: it was put aside, and goes into a ship.
    (field.cash, field.fleets[0]) = (100, None);
    let listed = [Order(Choice::Recruit(at(0))), Order(Choice::Build(at(0), Wooden)), Order(Choice::Seal)];
    check(&field, Stage::RECRUIT, &listed, &[(Order(Choice::Build(at(0), Wooden)), 1000)]);
    field.fleets[0] = port('b', 4);
    check(&field, Stage::RECRUIT, &listed, &[(Order(Choice::Recruit(at(0))), 1000)]);
}

#[test]
fn s15_8_the_last_small_army_is_added_to() {
    let mut field = map(&["own 10 ", "own 10 ", "own 10 "]);
    field.cash = 300;
    field.own = vec![army(0, 'a', 154), army(1, 'b', 100), army(2, 'c', 155)];
    field.own.iter_mut().for_each(|army| army.turn = Turn::Spent);
    field.recruits = vec![(at(0), 45), (at(1), 45), (at(2), 45)];
    let listed = [
        Order(Choice::Recruit(at(0))),
        Order(Choice::Recruit(at(1))),
        Order(Choice::Recruit(at(2))),
        Order(Choice::Seal),
    ];
    check(&field, Stage::RECRUIT, &listed, &[(Order(Choice::Recruit(at(1))), 1000)]);
    // All are large: any.
    field.own.iter_mut().for_each(|army| army.size = 200);
    check(&field, Stage::RECRUIT, &listed, &[0, 1, 2].map(|city| (Order(Choice::Recruit(at(city))), 333)));
    // An empty city is a candidate too.
    field.own.remove(0);
    check(&field, Stage::RECRUIT, &listed, &[(Order(Choice::Recruit(at(0))), 1000)]);
    field.cash = 99;
    check(&field, Stage::RECRUIT, &listed, &[(Order(Choice::Seal), 1000)]);
}

#[test]
fn s15_8_under_realism_the_yield_counts() {
    let mut field = map(&["own 10 ", "own 10 ", "own 10 "]);
    (field.cash, field.realism) = (200, true);
    field.recruits = vec![(at(0), 40), (at(1), 30), (at(2), 70)];
    let listed = [
        Order(Choice::Recruit(at(0))),
        Order(Choice::Recruit(at(1))),
        Order(Choice::Recruit(at(2))),
        Order(Choice::Seal),
    ];
    // The third is taken in half of the cases whatever was before. Of the rest the first in half; the second in half of what the
    // first wasn't; if none was, the last that is empty.
    let expected = [
        (Order(Choice::Recruit(at(0))), 250),
        (Order(Choice::Recruit(at(1))), 125),
        (Order(Choice::Recruit(at(2))), 625),
    ];
    check(&field, Stage::RECRUIT, &listed, &expected);
}

#[test]
fn s15_9_ships_are_built_until_it_stops_by_lot() {
    let mut field = map(&["own 10 ", "foe 10 "]);
    let build = Order(Choice::Build(at(0), Wooden));
    let listed = [build, Order(Choice::Seal)];
    field.cash = 150;
    field.fleets[0] = port('a', 4);
    check(&field, Stage::RECRUIT, &listed, &[(build, 720), (Order(Choice::Seal), 280)]);
    field.fleets[0] = None;
    check(&field, Stage::BUILD, &listed, &[(build, 1000)]);
    // Not in the foe's port.
    field.fleets[0] = port('b', 1);
    check(&field, Stage::BUILD, &[build, Order(Choice::Seal)], &[(Order(Choice::Seal), 1000)]);
}

#[test]
fn s15_9_what_the_fleet_does_follows_from_where_it_lies() {
    let mut field = map(&["own 10 ", "foe 10 ", "none 10 "]);
    let [sail, bombard] = [Order(Choice::Fleet(Naval::Sail(at(1)))), Order(Choice::Fleet(Naval::Bombard))];
    let listed = [
        sail,
        bombard,
        Order(Choice::Fleet(Naval::Raid)),
        Order(Choice::Fleet(Naval::Invade)),
        Order(Choice::Seal),
    ];
    // Raiding: it sails with .9.
    field.fleets[0] = fleet(Berth::Raiding, 3);
    check(&field, Stage::BUILD, &listed, &[(sail, 900), (Order(Choice::Seal), 100)]);
    // In a port of the foe: an empty one is attacked, a garrisoned one with .35.
    field.fleets[0] = port('b', 3);
    check(&field, Stage::BUILD, &listed, &[(bombard, 1000)]);
    field.foe = vec![army(0, 'b', 50)];
    check(&field, Stage::BUILD, &listed, &[(sail, 650), (bombard, 350)]);
    // In a neutral port it lands, if it has two ships and isn't threatened.
    field.fleets[0] = port('c', 2);
    check(&field, Stage::BUILD, &listed, &[(Order(Choice::Fleet(Naval::Invade)), 1000)]);
    field.fleets[0] = port('c', 1);
    check(&field, Stage::BUILD, &listed, &[(sail, 1000)]);
    field.fleets[0] = port('c', 2);
    field.cities[2].links.push(at(1));
    field.foe[0].size = 100;
    check(&field, Stage::BUILD, &listed, &[(sail, 1000)]);
    // After its action it does nothing more.
    check(&field, Stage::NAVY, &listed, &[(Order(Choice::Seal), 1000)]);
}

#[test]
fn s15_9_a_raider_and_a_grudge_come_first() {
    let mut field = map(&["own 10 ", "foe 10 ", "foe 10 "]);
    let listed = [
        Order(Choice::Fleet(Naval::Sail(at(1)))),
        Order(Choice::Fleet(Naval::Sail(at(2)))),
        Order(Choice::Fleet(Naval::Raid)),
        Order(Choice::Seal),
    ];
    field.fleets = [port('a', 1), fleet(Berth::Raiding, 9)];
    check(
        &field,
        Stage::BUILD,
        &listed,
        &[(Order(Choice::Fleet(Naval::Sail(at(1)))), 200), (Order(Choice::Fleet(Naval::Sail(at(2)))), 800)],
    );
    field.grudge = true;
    check(&field, Stage::BUILD, &listed, &[(Order(Choice::Fleet(Naval::Raid)), 1000)]);
    field.fleets[1] = port('b', 9);
    check(&field, Stage::BUILD, &listed, &[(Order(Choice::Fleet(Naval::Sail(at(1)))), 1000)]);
    // Without a grudge it keeps away from a stronger fleet.
    field.grudge = false;
    check(&field, Stage::BUILD, &listed, &[(Order(Choice::Fleet(Naval::Sail(at(2)))), 1000)]);
}

#[test]
fn s15_10_a_destination_is_found_port_by_port() {
    let mut field = map(&["own 10 ", "foe 10 ", "none 10 ", "foe 10 ", "foe 10 ", "own 10 "]);
    let listed = [1, 2, 3, 4, 5].map(|port| Order(Choice::Fleet(Naval::Sail(at(port)))));
    field.fleets[0] = port('a', 2);
    // b and d with .2 each in turn, and e with what is left.
    let [b, c, d, e, f] = listed;
    check(&field, Stage::BUILD, &listed, &[(b, 200), (d, 160), (e, 640)]);
    // The foe's fleet at d is no stronger: .9, and .2 of the rest.
    field.fleets[1] = port('d', 2);
    check(&field, Stage::BUILD, &listed, &[(b, 200), (d, 736), (e, 64)]);
    // Nothing is the foe's: any port.
    field.fleets[1] = None;
    field.cities.iter_mut().for_each(|city| city.whose = Whose::Own);
    check(&field, Stage::BUILD, &listed, &[b, c, d, e, f].map(|sail| (sail, 200)));
}

#[test]
fn s15_11_one_stack_is_joined_by_lot() {
    let field = map(&["own 10 ", "own 10 "]);
    let listed = [Order(Choice::Join(at(0))), Order(Choice::Join(at(1))), Order(Choice::Seal)];
    check(
        &field,
        Stage::NAVY,
        &listed,
        &[(Order(Choice::Join(at(0))), 500), (Order(Choice::Join(at(1))), 500)],
    );
    check(&field, Stage::JOIN, &listed, &[(Order(Choice::Seal), 1000)]);
}
