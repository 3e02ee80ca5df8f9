//! 8.1 to 8.6: what groups of units can be commanded to do, where they can march by road, and in what columns.

use std::collections::BTreeSet;

use bull_run::state::Spot;
use bull_run::world::{Edge, Kind, Locale, Unit};
use muster_contract::Seat;

use crate::oracles::model::{Field, Piece};
use crate::oracles::walk::{Chance, Played, after, any, games, open, take};

/// The names of a march by road.
fn ids(field: &Field<'_>, steps: &[(Edge, u8)]) -> Vec<String> {
    let name = |&(edge, road): &(Edge, u8)| {
        format!("by-road {} {}", field.id(edge), field.world.roads[usize::from(road)])
    };
    steps.iter().map(name).collect()
}

fn listed(game: &Played) -> BTreeSet<String> {
    let choices = open(game).into_iter().flat_map(|decision| decision.choices);
    choices.map(|choice| choice.id).collect()
}

/// The game with these units picked, if it lets them be.
fn picked(game: &Played, seat: Seat, group: &[&Piece]) -> Option<Played> {
    let mut game = game.fork(1);
    for (number, piece) in group.iter().enumerate() {
        let id = format!("{} {}", if number == 0 { "pick" } else { "also" }, piece.id);
        if !listed(&game).contains(&id) {
            return None;
        }
        take(&mut game, seat, &id, &mut Chance::of(1));
    }
    Some(game)
}

/// Some of the free units of a position of the active player, those first who can lead.
fn group<'a>(field: &'a Field<'_>, chance: &mut Chance) -> Vec<&'a Piece> {
    let free: Vec<&Piece> =
        field.pieces.iter().filter(|piece| piece.side == field.side && !piece.ordered).collect();
    if free.is_empty() {
        return Vec::new();
    }
    let first = free[chance.below(free.len())];
    let mut group: Vec<&Piece> = field.at(first.spot).filter(|piece| !piece.ordered).collect();
    while group.len() > 1 && (group.len() > 4 || chance.below(2) == 0) {
        group.remove(chance.below(group.len()));
    }
    group.sort_by_key(|piece| (std::cmp::Reverse(piece.strength), piece.unit));
    group
}

/// All ways by road that the game offers from here on.
fn roads(game: &Played, seat: Seat, so_far: &[String], found: &mut BTreeSet<Vec<String>>) {
    for id in listed(game).into_iter().filter(|id| id.starts_with("by-road")) {
        let steps = [so_far, std::slice::from_ref(&id)].concat();
        let next = after(game, seat, &id);
        found.insert(steps.clone());
        if next.state().order.road.is_some() {
            roads(&next, seat, &steps, found);
        }
    }
}

#[test]
fn groups_can_do_what_the_text_lets_them() {
    let (mut compared, mut by_road) = (0, 0);
    for (name, seed, mut game) in games(1) {
        let mut chance = Chance::of(seed);
        for turn in 0..150 {
            let Some(decision) = open(&game) else { break };
            let state = game.state();
            if decision.kind == "field-command" && state.order.units.is_empty() && state.points > 0 {
                let field = Field::of(&game);
                for _ in 0..2 {
                    let group = group(&field, &mut chance);
                    let Some(first) = group.first() else { continue };
                    let mut expected = field.commands(&group);
                    let troops = group.iter().any(|piece| piece.kind != Kind::Disrupted);
                    let reserve = first.spot.edge.is_none();
                    let ways = match reserve && troops && group.iter().all(|piece| !piece.ranging) {
                        true => field.roads(first.spot.locale, group.len()),
                        false => Vec::new(),
                    };
                    if !ways.is_empty() {
                        expected.insert("road".to_owned());
                    }
                    let units: Vec<&str> = group.iter().map(|piece| piece.id.as_str()).collect();
                    let said = format!("{name}, seed {seed}, choice {turn}: {units:?} at {:?}", first.spot);
                    let found = picked(&game, decision.seat, &group);
                    if troops {
                        assert_eq!(found.is_some(), !expected.is_empty(), "{said}: {expected:?}");
                    }
                    let Some(found) = found else { continue };
                    let company = |id: &String| {
                        ["everyone", "cancel"].contains(&id.as_str()) || id.starts_with("also ")
                    };
                    let offered: BTreeSet<String> =
                        listed(&found).into_iter().filter(|id| !company(id)).collect();
                    assert_eq!(offered, expected, "{said}");
                    compared += 1;
                    if !ways.is_empty() {
                        let mut offered = BTreeSet::new();
                        roads(&after(&found, decision.seat, "road"), decision.seat, &[], &mut offered);
                        let expected: BTreeSet<Vec<String>> =
                            ways.iter().map(|way| ids(&field, way)).collect();
                        assert_eq!(offered, expected, "{said}");
                        by_road += 1;
                    }
                }
            }
            let id = any(&decision, &mut chance);
            take(&mut game, decision.seat, &id, &mut chance);
        }
    }
    println!("{compared} groups, {by_road} of them by road");
    assert!(compared > 300 && by_road > 100, "{compared} groups, {by_road} of them by road");
}

/// A group of a column: where it starts, the boundary and road to the one before it, whether it closes up, who is in it.
#[derive(Clone, Debug)]
struct Behind {
    start: Locale,
    first: (Edge, u8),
    closes: bool,
    units: Vec<Unit>,
}

/// Whether a column may march as the text has it.
fn marches(field: &Field<'_>, start: Locale, head: usize, path: &[(Edge, u8)], behind: &[Behind]) -> bool {
    let mut groups = vec![(start, head, path.to_vec())];
    let (mut ahead, mut count) = (path.to_vec(), path.len());
    for group in behind {
        ahead = [vec![group.first], ahead].concat();
        // As far as the group before, so as to end next behind it; or one locale more, and it ends with it.
        count += usize::from(group.closes);
        groups.push((group.start, group.units.len(), ahead[..count].to_vec()));
    }
    field.column(&groups)
}

/// Whether a column may march once the last group has whom it needs: disrupted infantry goes with others of its locale.
fn joins(field: &Field<'_>, start: Locale, head: usize, path: &[(Edge, u8)], behind: &[Behind]) -> bool {
    let last = behind.last().unwrap();
    let is_troop =
        |unit: Unit| field.pieces.iter().any(|piece| piece.unit == unit && piece.kind != Kind::Disrupted);
    if last.units.iter().any(|&unit| is_troop(unit)) {
        return marches(field, start, head, path, behind);
    }
    let mut others = field.at(Spot::reserve(last.start));
    others.any(|piece| {
        let mut with = behind.to_vec();
        with.last_mut().unwrap().units.push(piece.unit);
        !piece.ordered && piece.kind != Kind::Disrupted && marches(field, start, head, path, &with)
    })
}

/// All that may be added to a column, by the ids of the choices, each with the column that it makes.
fn additions(
    field: &Field<'_>,
    start: Locale,
    head: usize,
    path: &[(Edge, u8)],
    behind: &[Behind],
) -> Vec<(String, Vec<Behind>)> {
    let mut found = Vec::new();
    let mut tails: Vec<Vec<Behind>> = Vec::new();
    let troops =
        |unit: &Unit| field.pieces.iter().any(|piece| piece.unit == *unit && piece.kind != Kind::Disrupted);
    // Who still waits for a companion has nobody behind it: its group isn't made up yet.
    let made_up = behind.last().is_none_or(|last| last.units.iter().any(troops));
    if let Some(last) = behind.last() {
        tails.push(behind.to_vec());
        let mut closed = behind.to_vec();
        closed.last_mut().unwrap().closes = true;
        if !last.closes && made_up && marches(field, start, head, path, &closed) {
            found.push(("close-up".to_owned(), closed));
        }
    }
    let (tail, road) = behind.last().map_or((start, path[0].1), |last| (last.start, last.first.1));
    let mut taken: Vec<Locale> = vec![start];
    for &(edge, _) in path {
        let ends = field.edge(edge).ends;
        taken.extend(ends);
    }
    taken.extend(behind.iter().map(|group| group.start));
    for (edge, next) in field.around(tail) {
        let mut roads: Vec<_> = field.edge(edge).roads.clone();
        roads.retain(|crossing| {
            field.meet(tail, crossing.road, road) && !field.marked.contains(&(edge, crossing.road))
        });
        // A main road rather than another, the first of the board rather than a later one.
        roads.sort_by_key(|crossing| (!crossing.main, crossing.road));
        if let Some(crossing) = roads.first().filter(|_| made_up && !taken.contains(&next)) {
            let more = Behind { start: next, first: (edge, crossing.road), closes: false, units: Vec::new() };
            tails.push([behind.to_vec(), vec![more]].concat());
        }
    }
    for column in tails {
        let last = column.last().unwrap().clone();
        for piece in field.at(Spot::reserve(last.start)) {
            let mut with = column.clone();
            with.last_mut().unwrap().units.push(piece.unit);
            if piece.side == field.side
                && !piece.ordered
                && !last.units.contains(&piece.unit)
                && joins(field, start, head, path, &with)
            {
                found.push((format!("follow {}", piece.id), with));
            }
        }
    }
    found
}

#[test]
fn columns_are_those_of_the_text() {
    let (mut compared, mut closed) = (0, 0);
    for (name, seed, mut game) in games(1) {
        let mut chance = Chance::of(seed + 500);
        for turn in 0..200 {
            let Some(decision) = open(&game) else { break };
            let state = game.state();
            if decision.kind == "field-command" && state.order.units.is_empty() && state.points > 0 {
                let (field, seat) = (Field::of(&game), decision.seat);
                for _ in 0..3 {
                    let group = group(&field, &mut chance);
                    let Some(mut column) =
                        picked(&game, seat, &group).filter(|it| listed(it).contains("road"))
                    else {
                        continue;
                    };
                    take(&mut column, seat, "road", &mut chance);
                    let mut settled = false;
                    while !settled && column.state().order.road.is_some() {
                        let ways: Vec<String> =
                            listed(&column).into_iter().filter(|id| id != "cancel").collect();
                        let id = ways[chance.below(ways.len())].clone();
                        settled = id == "halt";
                        take(&mut column, seat, &id, &mut chance);
                        settled |= column.state().order.road.as_ref().is_some_and(|road| road.settled);
                    }
                    let Some(road) = column.state().order.road.clone() else { continue };
                    let (start, head) = (group[0].spot.locale, group.len());
                    let mut behind: Vec<Behind> = Vec::new();
                    for _ in 0..8 {
                        let more = additions(&field, start, head, &road.path, &behind);
                        let mut expected: BTreeSet<String> = more.iter().map(|(id, _)| id.clone()).collect();
                        let waits = behind.last().is_some_and(|last| {
                            let kind = |unit: &Unit| column.state().unit(*unit).kind;
                            last.units.iter().all(|unit| kind(unit) == Kind::Disrupted)
                        });
                        if !waits {
                            expected.insert("march-off".to_owned());
                        }
                        expected.insert("cancel".to_owned());
                        let units: Vec<&str> = group.iter().map(|piece| piece.id.as_str()).collect();
                        let said = format!(
                            "{name}, seed {seed}, choice {turn}: {units:?} by {:?}",
                            ids(&field, &road.path)
                        );
                        assert_eq!(listed(&column), expected, "{said}, behind {behind:?}");
                        compared += 1;
                        if more.is_empty() {
                            break;
                        }
                        let (id, with) = more[chance.below(more.len())].clone();
                        take(&mut column, seat, &id, &mut chance);
                        closed += usize::from(id == "close-up");
                        behind = with;
                    }
                }
            }
            let id = any(&decision, &mut chance);
            take(&mut game, decision.seat, &id, &mut chance);
        }
    }
    println!("{compared} columns, {closed} times somebody closed up");
    assert!(compared > 300 && closed > 20, "{compared} columns, {closed} times somebody closed up");
}
