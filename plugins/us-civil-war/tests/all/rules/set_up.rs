//! §S1 to §S4: what the scenarios set up.

use us_civil_war::Side;
use us_civil_war::charts::Zone;
use us_civil_war::world::{Port, Town};

use crate::rules::position::*;

/// Scenario, SPs of both sides, Union VPs, Build Points, Arsenals, points of open ports, doubled balance with the scenario's extras.
type Sums = (&'static str, [u32; 2], u8, u8, u8, [u8; 3], i16);

const SCENARIOS: [Sums; 4] = [
    ("us-civil-war-1861", [28, 25], 2, 98, 1, [5, 7, 8], 6),
    ("us-civil-war-1862", [58, 45], 4, 96, 4, [4, 6, 7], 9),
    ("us-civil-war-1863", [84, 64], 23, 77, 9, [2, 2, 3], 61),
    ("us-civil-war", [28, 25], 2, 98, 1, [5, 7, 8], 6),
];

#[test]
fn s1_to_s4_scenarios_come_to_the_sums_of_the_rulebook() {
    for (name, sps, vp, bp, arsenals, ports, doubled) in SCENARIOS {
        let play = Play::of(name, &[6, 2]);
        let game = play.state();
        for side in Side::ALL {
            let laid: u32 = game.laid().map(|(_, spot)| u32::from(spot.sps(side))).sum();
            assert_eq!(laid, sps[side as usize], "{name}");
        }
        assert_eq!(game.union_vp(), vp, "{name}");
        assert_eq!(game.resource_bp(), bp, "{name}");
        assert_eq!(game.arsenal_bp(), arsenals, "{name}");
        assert_eq!(Zone::ALL.map(|zone| game.open_ports(zone)), ports, "{name}");
        assert_eq!(2 * game.balance() + game.doubled_extras(), doubled, "{name}");
    }
}

#[test]
fn s2_1_the_map_has_what_the_rulebook_counts() {
    let play = Play::of("us-civil-war-1862", &[6, 2]);
    let world = &play.state().world;
    let places = &world.places;
    assert_eq!(places.objectives.len(), 22);
    let bp: u32 = places.resources.iter().map(|&at| u32::from(world.space(at).resource)).sum();
    assert_eq!((places.resources.len(), bp), (65, 100), "14.3.2");
    assert_eq!(places.forts.len(), 8);
    let towns = world.spaces.rows().filter(|info| info.town != Town::None).count();
    assert_eq!(towns, 246);
    let ports = world.spaces.rows().filter(|info| info.port != Port::None).count();
    assert!(ports >= 107, "{ports} ports, Coastal Forts and boxes among them");
    assert_eq!(world.generals.len(), 84);
}

/// §S1.1: one of the SPs of Washington may start in Alexandria, in both games that begin in 1861.
#[test]
fn s1_1_an_sp_of_washington_may_start_in_alexandria() {
    for name in ["us-civil-war-1861", "us-civil-war"] {
        let mut stays = Play::of(name, &[6, 2]);
        assert_eq!(stays.next_decision(), (US, "forward".to_owned()));
        let before = stays.sps(Side::Us, "1647");
        stays.take(US, "no-forward");
        assert_eq!([stays.sps(Side::Us, "1647"), stays.sps(Side::Us, "1747")], [before, 0]);
        assert_eq!(stays.next_decision(), (US, "action".to_owned()));
        let mut goes = Play::of(name, &[6, 2]);
        goes.take(US, "forward 1747");
        assert_eq!([goes.sps(Side::Us, "1647"), goes.sps(Side::Us, "1747")], [before - 1, 1]);
        assert!(goes.lists(US, "activate us-1747"), "it hasn't moved");
    }
    assert_eq!(Play::of("us-civil-war-1862", &[6, 2]).next_decision().1, "action");
}
