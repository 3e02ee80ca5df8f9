//! Where a unit that moves alone can go (D1 to D4).

use std::collections::BTreeSet;

use brigade::Brigade;
use brigade::state::Form;
use brigade::world::Kind;
use muster_board::SpaceId;
use muster_contract::Decision;
use muster_sdk::Hosted;

use crate::oracles::ground::{Ground, Stand, stands};
use crate::oracles::walk::games;

/// How a unit has come to a hex: how far, whether always by road, whether never to a hex beside an enemy, and whether it must stop.
type Come = (SpaceId, u8, bool, bool, bool);

fn reached(game: &Hosted<Brigade>, mover: Stand, all: &[Stand], night: bool) -> BTreeSet<String> {
    let world = game.world();
    let ground = Ground(world);
    let foes: Vec<&Stand> = all.iter().filter(|one| one.side != mover.side).collect();
    let beside = |hex: SpaceId| foes.iter().any(|foe| foe.fights() && ground.around(foe.at).contains(&hex));
    let covered: BTreeSet<SpaceId> =
        foes.iter().filter(|foe| foe.fights()).flat_map(|foe| ground.zone(foe.at, foe.facing)).collect();
    // D1: infantry and artillery 2, cavalry and generals 4, trains 1.
    let allowed = match mover.kind {
        Kind::Infantry | Kind::Artillery => 2,
        Kind::Cavalry | Kind::General => 4,
        Kind::Train => 1,
    };
    let shy = matches!(mover.kind, Kind::Artillery | Kind::Train) || night;
    let mut known: BTreeSet<Come> = BTreeSet::from([(mover.at, 0, true, true, false)]);
    let mut open: Vec<Come> = known.iter().copied().collect();
    while let Some((at, moved, by_road, clear, _)) = open.pop() {
        for to in ground.around(at) {
            let (fighters, others): (Vec<&&Stand>, Vec<&&Stand>) =
                foes.iter().filter(|foe| foe.at == to).partition(|foe| foe.fights());
            let takes = matches!(mover.kind, Kind::Infantry | Kind::Cavalry);
            if !ground.crosses(at, to) || !fighters.is_empty() || (!others.is_empty() && !takes) {
                continue;
            }
            // D4, O2: not adjacent to the enemy.
            if shy && beside(to) {
                continue;
            }
            // D2: double, by road the whole way and past no enemy.
            let (by_road, clear) = (by_road && ground.road(at, to), clear && !beside(to));
            let far = if by_road && clear { 2 * allowed } else { allowed };
            if moved + 1 > far {
                continue;
            }
            // D3: whoever must stop has moved as far as he can.
            let stopped = ground.stops(at, to) || covered.contains(&to) || !others.is_empty();
            let come = (to, moved + 1, by_road, clear, stopped);
            if known.insert(come) && !stopped {
                open.push(come);
            }
        }
    }
    // A1: up to two units in a hex.
    let room = |hex: SpaceId| {
        let own = all.iter().filter(|one| one.at == hex && one.fights() && one.side == mover.side);
        !mover.fights() || own.count() < 2
    };
    let hexes = known.into_iter().map(|(hex, ..)| hex).filter(|&hex| hex != mover.at && room(hex));
    hexes.map(|hex| format!("to {}", world.hex_name(hex))).collect()
}

fn compare(game: &Hosted<Brigade>, decision: &Decision) -> bool {
    let (state, world) = (game.state(), game.world());
    let Some(march) = state.march.as_ref().filter(|march| march.form == Form::Single && march.moved == 0)
    else {
        return false;
    };
    if decision.kind != "march" {
        return false;
    }
    let all = stands(state);
    let Some(&mover) = all.iter().find(|one| one.unit == march.units[0]) else { return false };
    let offered: BTreeSet<String> =
        decision.choices.iter().map(|one| one.id.clone()).filter(|id| id.starts_with("to ")).collect();
    assert_eq!(
        offered,
        reached(game, mover, &all, state.night()),
        "{mover:?} in {}",
        world.hex_name(mover.at)
    );
    true
}

#[test]
fn d_units_go_where_the_text_lets_them() {
    let mut met = BTreeSet::new();
    games(3_000, |game, decision, _, _, _| {
        let looked = compare(game, decision);
        if let (true, Some(march)) = (looked, &game.state().march) {
            met.insert(format!("{:?}", game.world().info(march.units[0]).kind));
        }
        looked
    });
    assert_eq!(met.len(), 5, "every kind has moved: {met:?}");
}
