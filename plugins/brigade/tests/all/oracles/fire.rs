//! Who fires in a combat phase (F1): every unit with an enemy unit adjacent and in its fire zone, and nobody else.

use std::collections::BTreeSet;

use crate::oracles::ground::{Ground, stands};
use crate::oracles::walk::games;

#[test]
fn f1_who_has_an_enemy_before_him_fires_at_him_and_nobody_else() {
    let (mut several, mut before) = (0, false);
    games(1_500, |game, decision, _, _, _| {
        let (state, world) = (game.state(), game.world());
        let first = !std::mem::replace(&mut before, decision.kind == "combat");
        if decision.kind != "combat" {
            return false;
        }
        let ground = Ground(world);
        let all = stands(state);
        let mut right = BTreeSet::new();
        for one in all.iter().filter(|one| one.fights() && world.seat_of(one.side) == decision.seat) {
            let near = ground.around(one.at);
            let zone = ground.zone(one.at, one.facing);
            let targets = all.iter().filter(|foe| {
                foe.side != one.side && foe.is_target() && near.contains(&foe.at) && zone.contains(&foe.at)
            });
            right.extend(
                targets.map(|foe| format!("attack {} {}", world.info(one.unit).id, world.hex_name(foe.at))),
            );
        }
        let attacks =
            decision.choices.iter().map(|choice| choice.id.clone()).filter(|id| id.starts_with("attack "));
        let offered: BTreeSet<String> = attacks.collect();
        // Later in the phase those who have fired are not asked again.
        if first {
            assert_eq!(offered, right);
        } else {
            assert!(offered.is_subset(&right), "{offered:?} of {right:?}");
        }
        several += u32::from(first && right.len() > 1);
        true
    });
    assert!(several > 30, "{several}");
}
