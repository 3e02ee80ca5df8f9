//! Positions of the map of 1862 that are dense in ships: Naval Units, Forts, Naval Batteries and markers of both sides, strewn about some
//! waters.

use std::sync::OnceLock;

use muster_contract::{Position, Value};
use muster_sdk::{Hosted, Shared};
use us_civil_war::state::{UsCivilWar, Vessel};
use us_civil_war::world::{Kind, Port, World};
use us_civil_war::{Side, Space};

use crate::rules::navy::*;
use crate::rules::position::*;

/// Numbers that look random, each below what is asked.
type Below<'a> = &'a mut dyn FnMut(usize) -> usize;

/// Where ships meet: on the Mississippi, the Ohio, the Tennessee, the Cumberland, in the delta, around Mobile, Pensacola, Wilmington,
/// Charleston, Savannah, Norfolk, in Pamlico Sound, in Texas.
const MEETINGS: [&str; 16] = [
    "2316",
    "2516",
    "3013",
    "4011",
    "4711",
    "2619",
    "3120",
    "4814",
    "fort-st-philip-jackson",
    "fort-morgan",
    "fort-pickens",
    "fort-fisher",
    "fort-sumter",
    "fort-monroe",
    "hatteras-inlet",
    "5101",
];

pub fn world() -> &'static Shared<World> {
    static WORLD: OnceLock<Shared<World>> = OnceLock::new();
    WORLD.get_or_init(|| {
        let game = Hosted::<UsCivilWar>::create(&navies("us-civil-war-1862")).unwrap();
        game.state().world.clone()
    })
}

/// Spaces on the waters around some places.
fn around(world: &World, below: Below<'_>) -> Vec<Space> {
    let mut near: Vec<Space> = (0..2).map(|_| world.find(MEETINGS[below(MEETINGS.len())]).unwrap()).collect();
    for _ in 0..3 {
        let waters = near.iter().flat_map(|&at| world.waters.shore(at).iter().copied());
        let beyond: Vec<_> = waters.flat_map(|node| world.waters.links(node).iter().copied()).collect();
        let more: Vec<Space> = beyond.into_iter().flat_map(|node| world.waters.banks(node)).collect();
        let more = more.into_iter().filter(|_| below(5) > 0);
        near.extend(more.collect::<Vec<_>>());
        near.sort_unstable();
        near.dedup();
    }
    near
}

/// "us river-nsp 2 2316 2316/2415", of a kind that can lie there.
fn ship(world: &World, side: Side, at: Space, below: Below<'_>) -> Option<String> {
    let kinds: Vec<Vessel> = Vessel::ALL.into_iter().filter(|vessel| vessel.side() == side).collect();
    let vessel = kinds[below(kinds.len())];
    let berths: Vec<_> = world.waters.moorings(vessel, at).collect();
    let water = *berths.get(below(berths.len().max(1)))?;
    let edge = world.waters.edge_of(water).map(|_| world.waters.nodes[water].name.clone());
    if edge.is_none() && world.berths(vessel, at).len() != 1 {
        return None;
    }
    let state = match (vessel, below(4)) {
        (Vessel::Ironclad, 0) => "unfinished ",
        (_, 0) => "damaged ",
        _ => "",
    };
    let count = if side == Side::Us { "1 " } else { "" };
    let place = &world.space(at).id;
    Some(
        format!("{} {} {count}{state}{place} {}", side.id(), vessel.id(), edge.unwrap_or_default())
            .trim()
            .to_owned(),
    )
}

/// A position that is strewn anew.
pub fn strewn(below: Below<'_>) -> Position {
    let world = world();
    let turn = 5 + below(3) as i32;
    let facts = [
        ("turn", Value::Number(turn)),
        ("last", Value::Number(turn + 1)),
        ("cards", Value::Number(3)),
        ("benchmarks", no_benchmark(6)),
    ];
    let mut position = afloat(changed("us-civil-war-1862", &facts));
    let leaders: Vec<_> =
        navies("us-civil-war-1862").roster.into_iter().filter(|unit| unit.kind == "naval-leader").collect();
    position.roster.clear();
    let (mut most, mut berthed) = ([5, 8], Vec::new());
    for at in around(world, below) {
        let info = world.space(at);
        let bay = info.kind == Kind::PortBox && info.states.is_empty();
        let side = if bay { Side::Us } else { Side::ALL[below(2)] };
        if !info.is_land() || below(3) == 0 {
            continue;
        }
        strew_shore(&mut position, at, side, below);
        for _ in 0..below(4) {
            let Some(text) = ship(world, side, at, below) else { continue };
            let kind: Option<usize> = match text.split(' ').nth(1).unwrap() {
                "oceangoing" => Some(0),
                "river-nsp" => Some(1),
                _ => None,
            };
            if let Some(kind) = kind {
                if most[kind] == 0 {
                    continue;
                }
                most[kind] -= 1;
            }
            float(&mut position, &text);
            berthed.extend((side == Side::Us).then(|| position.roster.last().unwrap().place.clone()));
        }
    }
    for leader in leaders {
        if !berthed.is_empty() {
            let place = berthed[below(berthed.len())].clone();
            let mut leader = leader;
            leader.attributes.retain(|attribute| attribute.name != "status");
            position.roster.push(muster_contract::Unit { place, ..leader });
        }
    }
    position
}

/// Puts works, a battery or a marker of a side ashore.
fn strew_shore(position: &mut Position, at: Space, side: Side, below: Below<'_>) {
    let info = world().space(at);
    let (id, place) = (side.id(), info.id.as_str());
    let coastal = info.kind == Kind::CoastalFort;
    let box_ = info.kind == Kind::PortBox;
    if (coastal || info.takes_marker()) && side == Side::Us {
        float(position, &format!("us control {place}"));
    } else if info.port != Port::None && side == Side::Cs && below(3) == 0 {
        float(position, &format!("cs battery {} {place}", 1 + below(2)));
    }
    if info.kind == Kind::Hex && !box_ && below(4) == 0 {
        float(position, &format!("{id} fort 1 {place}"));
        position.roster.retain(|unit| {
            let there = unit.place.as_ref().is_some_and(|there| there.space == *place);
            !(there && unit.kind == "control")
        });
    }
}
