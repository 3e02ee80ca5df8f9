//! Positions of the naval game (§21), and what they are asked.

use muster_contract::{Attribute, Position, Unit, Value};
use us_civil_war::state::{Berth, Ship, Vessel};
use us_civil_war::world::World;
use us_civil_war::{Side, UsCivilWar};

use crate::rules::position::*;

/// Adds the naval game to a position.
pub fn afloat(mut position: Position) -> Position {
    let on = Attribute { name: "naval-units".to_owned(), value: Value::Flag(true) };
    position.setup.options.push(on);
    position
}

/// A scenario's set-up with the naval game, and without the sums that it is checked by.
#[track_caller]
pub fn navies(name: &str) -> Position {
    afloat(changed(name, &[]))
}

/// Takes all Naval Units, Batteries and leaders away.
pub fn sink_all(position: &mut Position) {
    position.roster.retain(|unit| !NAVAL_KINDS.contains(&unit.kind.as_str()));
}

/// Puts something into a position: "us oceangoing 3 4814", "cs flotilla 2516 2415/2516", "cs ironclad unfinished 4814",
/// "cs battery 2 4011". The hexside stands last, if one is needed.
pub fn float(position: &mut Position, text: &str) {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let edge = words.pop_if(|word| word.contains('/')).map(str::to_owned);
    let at = words.pop().expect("a space");
    let (side, kind) = (words[0], words[1]);
    let attributes = words[2..].iter().map(|word| match (*word, kind) {
        ("unfinished" | "damaged", _) => attribute("begun", Value::Flag(true)),
        (count, _) => {
            let name = match kind {
                "battery" => "batteries",
                "sp" => "strength",
                "fort" => "level",
                _ => "nsps",
            };
            attribute(name, Value::Number(count.parse().unwrap()))
        }
    });
    let unit = Unit {
        id: format!("{side}-{kind}-{}", position.roster.len()),
        name: String::new(),
        side: side.to_owned(),
        kind: kind.to_owned(),
        formation: String::new(),
        place: Some(muster_contract::Place { edge, ..muster_sdk::place(at) }),
        attributes: attributes.collect(),
    };
    position.roster.push(unit);
}

fn attribute(name: &str, value: Value) -> Attribute {
    Attribute { name: name.to_owned(), value }
}

/// The map of 1862 with these Naval Units alone.
#[track_caller]
pub fn fleet(units: &[&str]) -> Position {
    let mut position = navies("us-civil-war-1862");
    sink_all(&mut position);
    for unit in units {
        float(&mut position, unit);
    }
    position
}

/// The map of 1862, spring or what turn it is, with nothing on it but this: works and markers ("us control 3013", "cs fort 1 2516") too.
#[track_caller]
pub fn bare(turn: i32, things: &[&str]) -> Position {
    // Nobody wins by what isn't there.
    let facts = [("turn", Value::Number(turn)), ("benchmarks", no_benchmark(6))];
    let mut position = afloat(changed("us-civil-war-1862", &facts));
    position.roster.clear();
    for thing in things {
        float(&mut position, thing);
    }
    position
}

/// What is wrong with a position.
#[track_caller]
pub fn refused(position: &Position) -> String {
    World::read(position).expect_err("something is wrong with it").reason
}

/// The Union begins with so many points.
#[track_caller]
pub fn begin(position: &Position, points: u8) -> Play {
    crate::rules::fleet::begin(position, points)
}

/// Ships as "river-nsp x4 2316 2315/2316", sorted; the marks of ships after the berth.
pub fn ships(game: &UsCivilWar) -> Vec<String> {
    let mut all: Vec<(String, usize)> = Vec::new();
    for ship in &game.fleets.ships {
        let text = written(game, ship);
        match all.iter_mut().find(|(known, _)| *known == text) {
            Some((_, count)) => *count += 1,
            None => all.push((text, 1)),
        }
    }
    all.into_iter().map(|(text, count)| if count == 1 { text } else { format!("{count} {text}") }).collect()
}

fn written(game: &UsCivilWar, ship: &Ship) -> String {
    let water = &game.world.waters.nodes[ship.berth.water].name;
    let space = &game.world.space(ship.berth.space).id;
    let berth = if water == space { space.clone() } else { format!("{space} {water}") };
    let marks = [(ship.damaged, " damaged"), (ship.demoralized, " demoralized"), (ship.low_on_coal, " low")];
    let marks: String = marks.iter().filter(|(holds, _)| *holds).map(|(_, word)| *word).collect();
    format!("{} {berth}{marks}", ship.vessel.id())
}

/// A berth by its space and its water, "2316 2315/2316", or the space alone where that is its water.
#[track_caller]
pub fn berth(game: &UsCivilWar, text: &str) -> Berth {
    let (space, water) = text.split_once(' ').unwrap_or((text, text));
    let water = game.world.waters.named(water).unwrap_or_else(|| panic!("there is no water {water}"));
    Berth { space: game.world.find(space).unwrap(), water }
}

/// NSPs of a kind in a space.
pub fn count(game: &UsCivilWar, vessel: Vessel, at: &str) -> usize {
    let at = game.world.find(at).unwrap();
    game.fleets.ships.iter().filter(|ship| ship.vessel == vessel && ship.berth.space == at).count()
}

/// Where the stack on its way can sail to, by the spaces.
pub fn sails(play: &Play, seat: u8) -> Vec<String> {
    let ids = play.ids_from(seat, "sail-to ");
    let mut spaces: Vec<String> =
        ids.iter().map(|id| id["sail-to ".len()..].split(' ').next().unwrap().to_owned()).collect();
    spaces.dedup();
    spaces
}

/// Who has Naval Control of waters: "us", "cs" or "-".
#[track_caller]
pub fn control(game: &UsCivilWar, water: &str) -> &'static str {
    let node = game.world.waters.named(water).unwrap_or_else(|| panic!("there is no water {water}"));
    game.naval().of(node).map_or("-", Side::id)
}

/// The names of waters, sorted.
pub fn names(game: &UsCivilWar, waters: &[us_civil_war::world::Node]) -> Vec<String> {
    let mut names: Vec<String> =
        waters.iter().map(|&node| game.world.waters.nodes[node].name.clone()).collect();
    names.sort();
    names
}
