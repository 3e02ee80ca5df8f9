//! What boards, rosters, facts and options can't be (§1, §2, §14): each refusal names the city, link, unit or fact.

use cw_strategy::CwStrategy;
use muster_contract::{Attribute, Edge, Position, Space, SpaceKind, Unit, Value};
use muster_sdk::{Hosted, place};

use crate::rules::position::position;

/// Why a position that is spoilt so is refused.
#[track_caller]
fn why(spoil: impl FnOnce(&mut Position)) -> String {
    let mut spoilt = position(&[]);
    spoil(&mut spoilt);
    match Hosted::<CwStrategy>::create(&spoilt) {
        Ok(_) => panic!("it is accepted"),
        Err(refusal) => refusal.reason,
    }
}

fn put(attributes: &mut Vec<Attribute>, name: &str, value: Value) {
    attributes.retain(|given| given.name != name);
    attributes.push(Attribute { name: name.to_owned(), value });
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn fact(name: &str, value: Value) -> String {
    why(|position| put(&mut position.setup.facts, name, value))
}

fn city(id: &str, spoil: impl FnOnce(&mut Space)) -> String {
    why(|position| spoil(position.boards[0].spaces.iter_mut().find(|space| space.id == id).unwrap()))
}

fn value(id: &str, name: &str, value: Value) -> String {
    city(id, |city| put(&mut city.values, name, value))
}

/// The link between Atlanta and Chattanooga.
fn link(spoil: impl FnOnce(&mut Edge)) -> String {
    why(|position| spoil(&mut position.boards[0].edges[0]))
}

fn unit(id: &str, spoil: impl FnOnce(&mut Unit)) -> String {
    why(|position| spoil(position.roster.iter_mut().find(|unit| unit.id == id).unwrap()))
}

fn attribute(id: &str, name: &str, value: Value) -> String {
    unit(id, |unit| put(&mut unit.attributes, name, value))
}

#[test]
fn s1_1_cities() {
    assert_eq!(
        value("atlanta", "worth", Value::Number(-1)),
        "atlanta: \"worth\" is -1; it goes from 0 to 100"
    );
    assert_eq!(
        value("atlanta", "worth", text("much")),
        "atlanta: \"worth\" is \"much\"; it goes from 0 to 100"
    );
    assert_eq!(value("atlanta", "fort", Value::Number(3)), "atlanta: \"fort\" is 3; it goes from 0 to 2");
    assert_eq!(value("atlanta", "y", Value::Number(-1)), "atlanta: \"y\" is -1; it goes from 0 to 10000");
    assert_eq!(
        value("atlanta", "owner", text("france")),
        "atlanta: \"owner\" is \"france\"; it may be \"us\" or \"cs\" or \"none\""
    );
    assert_eq!(value("atlanta", "number", Value::Number(2)), "atlanta and baltimore both have the number 2");
    assert_eq!(
        value("atlanta", "number", Value::Number(99)),
        "baltimore has the number 2, but no city has 1: they are numbered from 1 without a gap"
    );
    assert_eq!(
        value("atlanta", "number", text("one")),
        "atlanta has no \"number\"; cities are numbered from 1"
    );
    assert_eq!(
        city("atlanta", |city| city.values.retain(|value| value.name != "state")),
        "atlanta: it must have \"state\""
    );
    let nowhere = "atlanta: \"state\" is empty; every city lies in one";
    assert_eq!(value("atlanta", "state", text(" ")), nowhere);
    assert_eq!(
        city("atlanta", |city| city.kind = SpaceKind::Area),
        "atlanta is no point, which every city is"
    );
    assert_eq!(
        city("raiding-zone", |zone| zone.kind = SpaceKind::Area),
        "raiding-zone must be a box: fleets that raid lie in it"
    );
    let twice = why(|position| {
        let again = position.boards[0].spaces[0].clone();
        position.boards[0].spaces.push(again);
    });
    assert_eq!(twice, "there are two spaces named \"atlanta\"");
    assert_eq!(why(|position| position.boards.clear()), "the map has 0 cities; it needs 2 to 64");
}

#[test]
fn s0_7_links() {
    let order = |number: i32| link(|link| put(&mut link.forward, "order", Value::Number(number)));
    let wrong = |given: &str| {
        format!(
            "the link between atlanta and chattanooga has {given} \"order\" for atlanta; it goes from 1 to 6"
        )
    };
    assert_eq!([order(0), order(7)], [wrong("0"), wrong("7")]);
    assert_eq!(link(|link| link.forward.clear()), wrong("no"));
    assert_eq!(
        link(|link| link.a = "nowhere".to_owned()),
        "edge \"atlanta/chattanooga\" leads to \"nowhere\", which is no space of any board"
    );
    assert_eq!(
        link(|link| link.b = link.a.clone()),
        "edge \"atlanta/chattanooga\" leads from \"atlanta\" to itself"
    );
    assert_eq!(
        link(|link| link.b = "raiding-zone".to_owned()),
        "the link between atlanta and raiding-zone joins something that is no city"
    );
    let again = |id: &str| {
        why(|position| {
            let link = position.boards[0].edges[0].clone();
            position.boards[0].edges.push(Edge { id: id.to_owned(), ..link });
        })
    };
    assert_eq!(again("another"), "there are two links between atlanta and chattanooga");
    assert_eq!(again("atlanta/chattanooga"), "there are two edges named \"atlanta/chattanooga\"");
    let same = why(|position| {
        position.boards[0]
            .edges
            .iter_mut()
            .for_each(|link| put(&mut link.forward, "order", Value::Number(1)));
    });
    assert_eq!(same, "two links of Atlanta have the order 1");
    let without =
        |city: &str| why(|position| position.boards[0].edges.retain(|link| link.a != city && link.b != city));
    assert_eq!(without("jacksonville"), "Jacksonville has 0 links; a city has 1 to 6");
    let apart = why(|position| {
        position.boards[0].edges.retain(|link| [&*link.a, &*link.b] != ["st-louis", "springfield"]);
        let west = ["jefferson-city", "st-louis"];
        let within = |link: &Edge| west.contains(&&*link.a) == west.contains(&&*link.b);
        position.boards[0].edges.retain(within);
    });
    assert_eq!(apart, "no way leads from Atlanta to Jefferson City");
}

#[test]
fn s1_3_armies_and_leaders() {
    assert_eq!(attribute("us-1", "size", Value::Number(0)), "us-1: \"size\" is 0; it goes from 1 to 10000");
    assert_eq!(
        attribute("us-1", "size", text("many")),
        "us-1: \"size\" is \"many\"; it goes from 1 to 10000"
    );
    assert_eq!(
        attribute("us-1", "supply", Value::Number(11)),
        "us-1: \"supply\" is 11; it goes from 0 to 10"
    );
    assert_eq!(attribute("us-9", "rating", Value::Number(0)), "us-9: \"rating\" is 0; it goes from 1 to 10");
    assert_eq!(attribute("us-9", "label", Value::Number(7)), "us-9: \"label\" is 7; it must be a text");
    assert_eq!(
        unit("us-1", |unit| unit.place = Some(place("paris"))),
        "us-1 is in paris, which is no city of the map"
    );
    assert_eq!(
        unit("us-1", |unit| unit.place = Some(place("richmond"))),
        "us-1 is in Richmond, which isn't the Union's"
    );
    assert_eq!(
        unit("us-1", |unit| unit.place = Some(place("baltimore"))),
        "us-1 is in Baltimore, which isn't the Union's"
    );
    let twice = |at: Option<&str>| {
        why(|position| {
            let army = position.roster[0].clone();
            position.roster.push(Unit { place: at.map(place), ..army });
        })
    };
    assert_eq!(twice(Some("cincinnati")), "us-1 is in the roster twice, in washington and in cincinnati");
    assert_eq!(twice(None), "us-1 is in the roster twice, in washington and off the map");
    assert_eq!(attribute("us-18", "label", text("Banks")), "us-7 and us-18 are both called Banks");
    assert_eq!(why(|position| drop(position.roster.remove(5))), "the roster has no leader us-6");
    assert_eq!(unit("us-1", |unit| unit.side = "france".to_owned()), "us-1 is of no side: \"france\"");
    assert_eq!(unit("us-1", |unit| unit.kind = "ghost".to_owned()), "us-1 is of no kind of unit: \"ghost\"");
    assert_eq!(
        unit("us-1", |unit| unit.id = "us-21".to_owned()),
        "us-21 must be called after its slot, us-1 to us-20"
    );
    let none = why(|position| {
        position.roster.iter_mut().filter(|unit| unit.side == "cs").for_each(|unit| unit.place = None);
    });
    assert_eq!(none, "the Confederacy has no army at the start");
}

#[test]
fn s1_7_fleets() {
    let row = |ships: &str| {
        format!(
            "us-fleet: \"ships\" is \"{ships}\"; it is a row of 1 to 10, first I (ironclad), then W (wooden)"
        )
    };
    for ships in ["", "WI", "WIX", "WWWWWWWWWWW"] {
        assert_eq!(attribute("us-fleet", "ships", text(ships)), row(ships));
    }
    assert_eq!(
        attribute("us-fleet", "ships", Value::Number(4)),
        "us-fleet: \"ships\" is 4; it must be a text"
    );
    let at = |space: &str| unit("us-fleet", |unit| unit.place = Some(place(space)));
    assert_eq!(at("atlanta"), "us-fleet is in Atlanta, which is no port");
    assert_eq!(at("raiding-zone"), "us-fleet is in raiding-zone, which is no city of the map");
    assert_eq!(at("mobile"), "both fleets lie in Mobile");
    assert_eq!(unit("us-fleet", |unit| unit.id = "us-navy".to_owned()), "us-navy must be called us-fleet");
}

#[test]
fn s2_facts() {
    assert_eq!(fact("cash-us", Value::Number(-1)), "\"cash-us\" is -1; it goes from 0 to 19999");
    assert_eq!(fact("cash-us", text("much")), "\"cash-us\" is \"much\"; it goes from 0 to 19999");
    let none = why(|position| position.setup.facts.retain(|fact| fact.name != "cash-us"));
    assert_eq!(none, "the scenario must give the fact \"cash-us\"");
    assert_eq!(fact("year", Value::Number(1700)), "\"year\" is 1700; it goes from 1861 to 1899");
    assert_eq!(fact("month", Value::Number(13)), "\"month\" is 13; it goes from 1 to 12");
    assert_eq!(
        fact("end-year", Value::Number(1861)),
        "the game ends before it begins: look at \"end-year\" and \"end-month\""
    );
    assert_eq!(fact("capital-us", text("paris")), "\"capital-us\" is paris, which is no city");
    assert_eq!(fact("capital-us", text("richmond")), "\"capital-us\" is Richmond, which isn't the Union's");
    assert_eq!(fact("capital-us", Value::Number(3)), "\"capital-us\" is 3; it must be a text");
    assert_eq!(fact("rail-us", Value::Number(-5)), "\"rail-us\" is -5; it goes from 0 to 10000");
    assert_eq!(fact("ratio", Value::Number(0)), "\"ratio\" is 0; it goes from 1 to 100");
    assert_eq!(fact("capital-ends", Value::Number(3)), "\"capital-ends\" is 3; it must be true or false");
}

#[test]
fn s0_5_seats() {
    for seats in [vec!["us"], vec!["us", "us"], vec!["us", "france"]] {
        let said = why(|position| position.setup.seats = seats.iter().map(|&seat| seat.to_owned()).collect());
        assert_eq!(said, "it is a game for two, one seat for us and one for cs");
    }
}
