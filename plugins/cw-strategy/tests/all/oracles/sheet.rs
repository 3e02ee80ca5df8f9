//! §4.1 to §4.9, §6, §7.1 to §7.4, §8: what a sheet lists, and what writing does at once.

use std::collections::BTreeSet;

use cw_strategy::state::{Army, Begun, CityState, Office, Turn};
use cw_strategy::world::City;
use cw_strategy::{CwStrategy, Side};
use muster_contract::Seat;
use muster_sdk::Hosted;

use crate::oracles::rounded;

/// The armies of a side that are on the map: slot and army.
fn on_the_map(game: &CwStrategy, side: Side) -> Vec<(usize, Army)> {
    let armies = game.powers[side as usize].armies.iter().enumerate();
    armies
        .filter_map(|(slot, army)| army.map(|army| (slot, army)))
        .filter(|(_, army)| !matches!(army.turn, Turn::Train(_)))
        .collect()
}

fn own(game: &CwStrategy, side: Side, city: City) -> bool {
    let CityState { owner, .. } = game.cities[city];
    owner == Some(side)
}

/// §7.3: own neighbours, and theirs but for the city itself.
fn chain(game: &CwStrategy, side: Side, city: City) -> usize {
    let mut count = 0;
    for &one in game.world.cities[city].links.iter().filter(|&&one| own(game, side, one)) {
        count += 1;
        for &two in &game.world.cities[one].links {
            count += usize::from(two != city && own(game, side, two));
        }
    }
    count
}

fn stations(game: &CwStrategy, side: Side) -> Vec<City> {
    let cities = game.world.cities.all();
    cities.filter(|&city| own(game, side, city) && chain(game, side, city) >= 2).collect()
}

/// §8.3: points and their price.
fn by_hand(game: &CwStrategy, side: Side, army: &Army) -> (i64, i64) {
    let near = game.world.cities[army.at].links.iter().any(|&next| own(game, side, next));
    if army.supply > 1 || army.fresh || game.realism && !near {
        return (0, 0);
    }
    let (cash, size) = (i64::from(game.powers[side as usize].cash), i64::from(army.size));
    let points = (10 * cash / size).min(5 - i64::from(army.supply));
    (points, rounded(points * size, 10))
}

/// What the text lists for a side, as ids.
fn wanted(game: &CwStrategy, side: Side) -> BTreeSet<String> {
    let power = &game.powers[side as usize];
    let name = |slot: usize| format!("{}-{}", side.id(), slot + 1);
    let city = |city: City| game.world.cities[city].id.clone();
    let mut list = BTreeSet::new();
    let armies = on_the_map(game, side);
    if let Some(Begun::Train(slot)) = power.sheet.begun {
        let from = power.armies[usize::from(slot)].unwrap().at;
        list.extend(
            stations(game, side).into_iter().filter(|&to| to != from).map(|to| format!("to {}", city(to))),
        );
        return list;
    }
    if power.sheet.begun.is_some() {
        return list;
    }
    let taken = power.armies.iter().flatten().any(|army| matches!(army.turn, Turn::Train(_)));
    let base = [11, 23][side as usize];
    let set = [600, 300][side as usize];
    let held = game.cities.rows().filter(|state| state.owner == Some(side)).count() as i64;
    let capacity = if game.realism { (set + 50 * (held - base)).clamp(set / 2, 2 * set) } else { set };
    let stations = stations(game, side);
    let free = power.armies.iter().any(Option::is_none);
    for (slot, army) in &armies {
        if by_hand(game, side, army).0 > 0 {
            list.insert(format!("supply {}", name(*slot)));
        }
        if let Turn::Moving(_) = army.turn {
            list.insert(format!("cancel {}", name(*slot)));
        }
        if army.turn != Turn::Ready {
            continue;
        }
        for &to in &game.world.cities[army.at].links {
            if own(game, side, to) || game.world.options.january || game.month != 1 {
                list.insert(format!("move {} {}", name(*slot), city(to)));
            }
        }
        let elsewhere = stations.iter().any(|&to| to != army.at);
        if !taken && i64::from(army.size) <= capacity && stations.contains(&army.at) && elsewhere {
            list.insert(format!("rail {}", name(*slot)));
        }
        if army.experience <= 5 && army.experience < army.rating {
            list.insert(format!("drill {}", name(*slot)));
        }
        if side == Side::Cs && army.size >= 65 && free {
            list.insert(format!("detach {}", name(*slot)));
        }
        if power.leaders.contains(&Office::Available) {
            list.insert(format!("relieve {}", name(*slot)));
        }
    }
    for at in game.world.cities.all() {
        let here: Vec<&Army> = armies.iter().map(|(_, army)| army).filter(|army| army.at == at).collect();
        let unspent = here.iter().any(|army| matches!(army.turn, Turn::Ready | Turn::Moving(_)));
        if power.cash >= 200 && own(game, side, at) && unspent && game.cities[at].fort < 2 {
            list.insert(format!("fortify {}", city(at)));
        }
        // §8.2: taken in slot order, but for one that would bring the total above 1,250.
        let mut sizes = Vec::new();
        for army in here.iter().filter(|army| army.turn == Turn::Ready) {
            if sizes.iter().sum::<u32>() + u32::from(army.size) <= 1250 {
                sizes.push(u32::from(army.size));
            }
        }
        if sizes.len() > 1 {
            list.insert(format!("join {}", city(at)));
        }
        if power.sheet.list.contains(&at) && power.cash >= 100 && (!here.is_empty() || free) {
            list.insert(format!("recruit {}", city(at)));
        }
    }
    list
}

const KINDS: [&str; 10] =
    ["move", "rail", "drill", "detach", "supply", "fortify", "join", "recruit", "cancel", "relieve"];

/// The list of a seat is the model's.
pub fn agrees(game: &Hosted<CwStrategy>, seat: Seat, ids: &[String], seed: u64) {
    let state = game.state();
    let side = state.side_of(seat);
    let asked = state.powers[side as usize].sheet.begun;
    let kinds: &[&str] = if matches!(asked, Some(Begun::Train(_))) { &["to"] } else { &KINDS };
    let ours = |id: &&String| kinds.iter().any(|kind| id.split(' ').next() == Some(kind));
    let listed: BTreeSet<String> = ids.iter().filter(ours).cloned().collect();
    assert_eq!(listed, wanted(state, side), "seed {seed}, turn {}, {side:?}", state.turn);
}

/// What an order did is what the text says; whether there was something to compare.
pub fn carried_out(game: &Hosted<CwStrategy>, before: &CwStrategy, seat: Seat, id: &str, seed: u64) -> bool {
    let (now, world) = (game.state(), game.world());
    let side = now.side_of(seat);
    let (was, is) = (&before.powers[side as usize], &now.powers[side as usize]);
    let mut words = id.split(' ');
    let kind = words.next().unwrap();
    let name = words.next().unwrap_or_default();
    let slot = || name.split('-').nth(1).unwrap().parse::<usize>().unwrap() - 1;
    let at = || world.find(name).unwrap();
    let paid = i64::from(was.cash - is.cash);
    let said = format!("seed {seed}, turn {}: {id}", now.turn);
    match kind {
        "recruit" => {
            let worth = i64::from(world.cities[at()].worth);
            let alone = !world.cities[at()].links.iter().any(|&next| own(before, side, next));
            let there = on_the_map(before, side).into_iter().find(|(_, army)| army.at == at());
            let men = match (&there, before.realism) {
                (None, true) => 3 * worth + 33,
                (None, false) => 70,
                (Some(_), true) => 2 * worth + 20,
                (Some(_), false) => 45,
            };
            let men = if alone && before.realism { men / 3 } else { men };
            let lead = on_the_map(now, side).into_iter().find(|(_, army)| army.at == at()).unwrap();
            let had = there.map_or(0, |(slot, army)| {
                assert_eq!((slot, army.turn), (lead.0, lead.1.turn), "{said}");
                i64::from(army.size)
            });
            assert_eq!((i64::from(lead.1.size), paid), (had + men, 100), "{said}");
            if had == 0 {
                let experience = [1, 2][side as usize];
                assert_eq!(
                    (lead.1.experience, lead.1.turn, lead.1.fresh),
                    (experience, Turn::Spent, true),
                    "{said}"
                );
            }
        }
        "fortify" => {
            let city = at();
            assert_eq!((now.cities[city].fort, paid), (before.cities[city].fort + 1, 200), "{said}");
            let spent = |game: &CwStrategy| {
                on_the_map(game, side)
                    .iter()
                    .filter(|(_, army)| army.at == at() && army.turn == Turn::Spent)
                    .count()
            };
            assert_eq!(spent(now), spent(before) + 1, "{said}");
        }
        "join" => {
            let mut total = 0;
            let mut joined = Vec::new();
            for (slot, army) in on_the_map(before, side) {
                if army.at == at() && army.turn == Turn::Ready && total + i64::from(army.size) <= 1250 {
                    total += i64::from(army.size);
                    joined.push((slot, army));
                }
            }
            let best = joined.iter().map(|(_, army)| army.rating).max().unwrap();
            let (slot, leader) = joined.iter().find(|(_, army)| army.rating == best).unwrap();
            // §8.2: e := R((1 - q) e + q e'), q the share of the army that comes.
            let (mut size, mut experience) = (0, 0);
            for (_, army) in &joined {
                let more = i64::from(army.size);
                size += more;
                experience = rounded((size - more) * experience + more * i64::from(army.experience), size);
            }
            let supply: i64 = joined.iter().map(|(_, army)| i64::from(army.supply)).sum();
            let one = is.armies[*slot].unwrap();
            let got = (
                i64::from(one.size),
                i64::from(one.experience),
                i64::from(one.supply),
                one.turn,
                one.leader,
                one.rating,
            );
            assert_eq!(got, (total, experience, supply.min(10), Turn::Spent, leader.leader, best), "{said}");
            for (other, _) in joined.iter().filter(|(other, _)| other != slot) {
                assert_eq!(is.armies[*other], None, "{said}");
            }
        }
        "supply" => {
            let army = was.armies[slot()].unwrap();
            let (points, cost) = by_hand(before, side, &army);
            let wanted = Army { supply: army.supply + points as u8, ..army };
            assert_eq!((is.armies[slot()], paid), (Some(wanted), cost), "{said}");
        }
        "drill" => {
            let army = was.armies[slot()].unwrap();
            let wanted = Army { experience: army.experience + 1, turn: Turn::Spent, ..army };
            assert_eq!(is.armies[slot()], Some(wanted), "{said}");
        }
        "detach" => {
            let army = was.armies[slot()].unwrap();
            let (size, supply) =
                (rounded(3 * i64::from(army.size), 10), rounded(3 * i64::from(army.supply), 10));
            let left = is.armies[slot()].unwrap();
            let new =
                (0..20).find(|&other| was.armies[other].is_none() && is.armies[other].is_some()).unwrap();
            let new = is.armies[new].unwrap();
            assert_eq!((i64::from(new.size), i64::from(new.supply)), (size, supply), "{said}");
            assert_eq!((new.at, new.experience, new.turn), (army.at, army.experience, Turn::Ready), "{said}");
            assert_eq!(
                (left.size + new.size, left.supply + new.supply, left.turn),
                (army.size, army.supply, Turn::Ready)
            );
        }
        _ => return false,
    }
    true
}
