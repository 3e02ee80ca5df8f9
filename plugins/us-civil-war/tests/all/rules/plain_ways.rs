//! §21.2.6, §21.2.8: searches of waters that stop where they have found what is sought, against the same by the whole of what is reached,
//! in positions that are strewn with ships.

use std::collections::BTreeSet;

use us_civil_war::Side::{Cs, Us};
use us_civil_war::state::{Activity, Berth, Leg, Sortie, UsCivilWar, Vessel};
use us_civil_war::world::{Node, Port, Reach, Water};
use us_civil_war::{Pay, Space};

use crate::rules::flotsam::strewn;
use crate::rules::playouts::Numbers;
use crate::rules::position::*;

/// Games from positions at random, the Union before what it may do in the segment of this kind; not those where it has nothing to do. Some
/// hundred with `MUSTER_FULL`.
fn positions(kind: &str, mut look: impl FnMut(Play)) {
    let mut numbers = Numbers(0x21_0208);
    let rounds = if std::env::var_os("MUSTER_FULL").is_some() { 400 } else { 40 };
    for _ in 0..rounds {
        let position = strewn(&mut |end| numbers.below(end));
        let mut play = crate::rules::fleet::begin(&position, 3);
        for _ in 0..400 {
            if play.outcome().is_some() {
                break;
            }
            let (seat, asked) = play.next_decision();
            if asked == kind && seat == US {
                look(play);
                break;
            }
            play.end(seat);
        }
    }
}

/// §21.2.8: whether a Naval Leader goes anywhere by himself is asked of the first ships that he comes to; the same of all that he reaches.
#[test]
fn s21_2_8_a_leader_is_sent_where_he_finds_ships_over_random_positions() {
    let mut found = [0, 0];
    positions("action", |play| {
        let game = play.state();
        for leader in game.fleets.leaders.all() {
            let Some(from) = game.leader_at(leader) else { continue };
            let mut alone = game.clone();
            let waters = &game.world.waters;
            alone.fleets.sortie = Some(Sortie {
                origin: from,
                at: from,
                sailed: false,
                steams: true,
                bound: (!waters.is_halt(from.water)).then(|| waters.reach_of(from.water)),
                passed: 0,
                paid: Pay::Free,
                ironclads: false,
                goal: None,
                leg: Leg::Clear,
            });
            alone.fleets.wake = vec![from.water];
            alone.fleets.leaders[leader].activity = Activity::Underway;
            let comes = game.berths_of(Us).into_iter().any(|berth| alone.may_sail(berth).is_ok());
            assert_eq!(game.may_send_leader(leader).is_ok(), comes, "{:?}", crate::rules::navy::ships(game));
            found[usize::from(comes)] += 1;
        }
    });
    assert!(found.iter().all(|&count| count > 3), "{found:?}");
}

/// §21.2.6: whether the Union has Naval Control there, and no gun bears on it.
fn is_open(game: &UsCivilWar, water: Node) -> bool {
    let shared = game.world.waters.nodes[water].water == Water::Tidal && game.naval().flows(Us, water);
    (shared || game.naval().of(water) == Some(Us)) && against(game, water).iter().all(|&nsps| nsps == 0)
}

/// Confederate NSPs that have to do with a stretch of water, 0 among them.
fn against(game: &UsCivilWar, water: Node) -> Vec<u8> {
    let waters = &game.world.waters;
    let faces = waters.nodes[water].faces.iter().flatten().map(|face| face.space);
    let spaces: BTreeSet<Space> = faces.chain(waters.banks(water)).collect();
    spaces.into_iter().filter_map(|space| game.nsps(Cs, Berth { space, water })).collect()
}

/// §21.2.6, §21.2.5: all waters to which such NSPs can be redeployed from a berth.
fn redeployed(game: &UsCivilWar, vessel: Vessel, from: Berth) -> BTreeSet<Node> {
    let waters = &game.world.waters;
    let bound = (!waters.is_halt(from.water)).then(|| waters.reach_of(from.water));
    let gate = |node: Node| {
        let inlet = waters.nodes[node].space.filter(|&space| {
            ["hatteras-inlet", "roanoke-island"].contains(&game.world.space(space).id.as_str())
        });
        inlet.is_none_or(|space| game.controls(Us, space))
    };
    let mut reached = BTreeSet::from([from.water]);
    let mut left = vec![from.water];
    while let Some(node) = left.pop() {
        if node != from.water && !(gate(node) && against(game, node).is_empty()) {
            continue;
        }
        for &to in waters.links(node) {
            let reach = waters.reach_of(to);
            let stops = reach != Reach::Delta && bound.is_some_and(|bound| bound != reach);
            if waters.bears(vessel, to) && !stops && is_open(game, to) && reached.insert(to) {
                left.push(to);
            }
        }
    }
    reached
}

/// "2316 2316/2415", as choices have it.
fn key(game: &UsCivilWar, berth: Berth) -> String {
    let (at, water) = (&game.world.space(berth.space).id, &game.world.waters.nodes[berth.water].name);
    if water.contains('/') { format!("{at} {water}") } else { at.clone() }
}

/// §21.2.6: from where NSPs come to a port is asked no farther than to it; the same by all that they reach.
#[test]
fn s21_2_6_nsps_come_to_a_port_from_all_that_reach_it_over_random_positions() {
    let mut counts = [0, 0];
    positions("strategic", |play| {
        let game = play.state();
        for vessel in [Vessel::Oceangoing, Vessel::River] {
            let from: BTreeSet<Berth> = game
                .fleets
                .ships
                .iter()
                .filter(|ship| ship.vessel == vessel)
                .map(|ship| ship.berth)
                .collect();
            let all: Vec<(Berth, BTreeSet<Node>)> =
                from.into_iter().map(|berth| (berth, redeployed(game, vessel, berth))).collect();
            let kind = if vessel == Vessel::Oceangoing { Port::Ocean } else { Port::River };
            for port in game.world.spaces.all() {
                if game.world.space(port).port != kind || !game.controls(Us, port) {
                    continue;
                }
                for to in game.world.berths(vessel, port) {
                    if game.may_anchor(Us, to).is_err() {
                        continue;
                    }
                    let comes = |(berth, waters): &&(Berth, BTreeSet<Node>)| {
                        *berth != to && waters.contains(&to.water)
                    };
                    let expected: BTreeSet<String> =
                        all.iter().filter(comes).map(|(berth, _)| key(game, *berth)).collect();
                    let id = format!("redeploy {} {}", vessel.id(), key(game, to));
                    let ids = play.ids_from(US, "redeploy ");
                    let offered = ids.iter().find(|one| one.trim_end_matches(" coast") == id);
                    assert_eq!(offered.is_some(), !expected.is_empty(), "{id} of {ids:?}");
                    counts[usize::from(offered.is_some())] += 1;
                    let Some(id) = offered else { continue };
                    let mut fork = play.game.fork(1);
                    fork.apply(US, id, &mut Numbers(1))
                        .unwrap_or_else(|refusal| panic!("{}", refusal.reason));
                    let choices = fork.decisions().into_iter().flat_map(|decision| decision.choices);
                    let brought: BTreeSet<String> = choices
                        .filter_map(|choice| Some(choice.id.strip_prefix("bring ")?.to_owned()))
                        .map(|at| at.trim_end_matches(" coast").to_owned())
                        .collect();
                    assert_eq!(brought, expected, "{id}: {:?}", crate::rules::navy::ships(game));
                }
            }
        }
    });
    assert!(counts.iter().all(|&count| count > 3), "{counts:?}");
}
