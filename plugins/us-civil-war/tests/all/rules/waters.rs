//! §20.1.2, C105: which waters there are on the map, and how they are joined.

use us_civil_war::Side;
use us_civil_war::world::{Class, Water, World};

use crate::rules::shores::{Shores, node};

/// What the map's source says: 706 stretches of water with 916 links. Of them five lie beyond the board's edge, with seven links
/// (and one of the Lexington port); Beaufort has two shores, and Mobile Bay an arm, which add a stretch each and two links.
const LINKED: usize = 706 - 5 + 2;
const LINKS: usize = 916 - 7 + 2;

fn links(world: &World) -> Vec<String> {
    let waters = &world.waters;
    let mut links = Vec::new();
    for (one, info) in waters.nodes.iter() {
        for &other in waters.links(one).iter().filter(|&&other| one < other) {
            let mut pair = [info.name.clone(), waters.nodes[other].name.clone()];
            pair.sort();
            links.push(pair.join(" - "));
        }
    }
    links.sort();
    links
}

/// FNV-1a, of 64 bits.
fn checksum<'a>(lines: impl IntoIterator<Item = &'a String>) -> u64 {
    lines
        .into_iter()
        .flat_map(|line| line.bytes().chain([b'\n']))
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

#[test]
fn the_graph_is_that_of_the_maps_source() {
    let world = Shores::new(&[]).world;
    let waters = &world.waters;
    let delta = ["5015/5115", "5015/5116", "5016/5116", "5116/5117"];
    // The mouths of the Mississippi are water and no way; straits and the foot of Bayou Lafourche lead nowhere.
    let leads = |name: &str| {
        let found = node(&world, name);
        !waters.links(found).is_empty() && !delta.contains(&name)
    };
    let linked = waters.nodes.rows().filter(|info| leads(&info.name)).count();
    assert_eq!(linked, LINKED);
    let links: Vec<String> =
        links(&world).into_iter().filter(|link| !delta.iter().any(|arm| link.starts_with(arm))).collect();
    assert_eq!(links.len(), LINKS);
    assert_eq!(links.len() + delta.len(), waters.link_count());
    assert_eq!(checksum(&links), CHECKSUM);
}

/// Of the links, each "a - b" with the lesser name first, sorted, a line each.
const CHECKSUM: u64 = 16_236_625_935_388_466_370;

#[test]
fn stretches_of_each_kind() {
    let world = Shores::new(&[]).world;
    let count = |water| world.waters.nodes.rows().filter(|info| info.water == water).count();
    let delta = [4, 2];
    assert_eq!(count(Water::GreatRiver), 164, "with New Madrid and {} mouths", delta[0]);
    assert_eq!(count(Water::River), 342, "with Arkansas Post, the arm of Mobile Bay and {} mouths", delta[1]);
    assert_eq!(count(Water::Lake), 1, "Grand Lake");
    assert_eq!(count(Water::Fort), 8);
    assert_eq!(count(Water::Tidal), 7);
    assert_eq!(count(Water::Bay), 1, "Galveston Bay");
    assert_eq!(count(Water::Sea), 2);
    assert_eq!(count(Water::Strait), 10, "nine land links of Coastal Forts, and Galveston's");
}

/// Every stretch of water is joined to the sea, but for the Tennessee above the Muscle Shoals (§20.1.3).
#[test]
fn s20_1_3_the_tennessee_falls_in_two() {
    let world = Shores::new(&[]).world;
    let waters = &world.waters;
    let mut reached = waters.seas.clone();
    let mut next = 0;
    while let Some(&at) = reached.get(next) {
        next += 1;
        for &to in waters.links(at) {
            if !reached.contains(&to) {
                reached.push(to);
            }
        }
    }
    let apart: Vec<&str> = waters
        .nodes
        .iter()
        .filter(|(at, _)| !reached.contains(at) && !waters.links(*at).is_empty())
        .map(|(_, info)| info.name.as_str())
        .collect();
    assert_eq!(apart.len(), 28);
    for name in ["3121/3221", "3222/3322", "2730/2829", "3221", "3125", "3126", "2730"] {
        assert!(apart.contains(&name), "{name}");
    }
    assert!(!apart.contains(&"3120/3219"), "below the shoals");
}

/// Whether two stretches of water are joined.
#[track_caller]
fn joined(world: &World, one: &str, other: &str) -> bool {
    world.waters.links(node(world, one)).contains(&node(world, other))
}

#[test]
fn waters_that_touch_without_a_link() {
    let world = Shores::new(&[]).world;
    for (one, other, section) in [
        ("2349", "2349 coast", "D3"),
        ("3148", "3148 coast", "H1"),
        ("4937", "4937 coast", "4937"),
        ("5011", "5011 coast", "H3"),
        ("4722", "4723", "H10"),
        ("3345", "3444", "H32"),
        ("3345", "3245", "H32"),
        ("3839", "atlantic", "H12"),
        ("roanoke-island", "atlantic", "M5"),
        ("2619", "2618/2619", "H6"),
        ("4011", "3911/4011", "M6"),
        ("5014/5015", "5015/5115", "H11"),
    ] {
        assert!(!joined(&world, one, other), "{one} and {other}, {section}");
    }
    for (one, other, section) in [
        ("fort-monroe", "2449", "H8"),
        ("fort-monroe", "2349", "H15"),
        ("fort-pickens", "4723", "H10"),
        ("fort-sumter", "3939", "H12"),
        ("fort-sumter", "3840", "H12"),
        ("fort-fisher", "3444", "H32"),
        ("fort-fisher", "3245", "H32"),
        ("hatteras-inlet", "Pamlico Sound", "H17"),
        ("2515", "2415/2516", "H20"),
        ("2515", "2514/2614", "H20"),
        ("3409", "3309/3408", "H20"),
        ("Chesapeake Bay", "atlantic", "H8"),
        ("ship-island", "Lake Borgne", "M2"),
        ("5101", "Galveston Bay", "H13"),
        ("5014/5015", "fort-st-philip-jackson", "H11"),
        ("4711", "4711/4811", "20.2.1"),
    ] {
        assert!(joined(&world, one, other), "{one} and {other}, {section}");
    }
}

/// §20.1.4, play note: which hexsides a port has a say on.
#[test]
fn s20_1_4_a_port_faces_its_rivers_and_what_joins_them() {
    let world = Shores::new(&[]).world;
    let faces = |name: &str, space: &str| {
        let space = world.find(space).unwrap();
        let info = &world.waters.nodes[node(&world, name)];
        let southern = world.space(space).class() == Some(Class::Southern);
        southern && info.faces.iter().flatten().any(|face| face.space == space && face.port)
    };
    assert!(faces("2520/2619", "2619") && !faces("2618/2619", "2619"), "Dover is on the Cumberland (H6)");
    assert!(faces("4408/4509", "4509") && faces("4509/4609", "4509"), "Simmesport (H26)");
    assert!(!faces("3911/4011", "4011") && !faces("3912/4011", "4011"), "not on the Yazoo (M6)");
    assert!(faces("3410/3511", "3511"), "the Arkansas joins the Mississippi at Napoleon");
    assert!(!faces("2246/2346", "2246"), "West Point is on the York, not on the James");
    assert!(!faces("2317/2318", "2318"), "Smithland is in no Southern State");
    assert!(faces("4520/4620", "4620") && !faces("4519/4520", "4619"), "Mobile Bay (M3)");
}

#[test]
fn s20_1_3_where_control_originates() {
    let world = Shores::new(&[]).world;
    let is_source =
        |side: Side, id: &str| world.waters.sources[side as usize].contains(&world.find(id).unwrap());
    for id in ["2316", "1712", "1647", "chesapeake"] {
        assert!(is_source(Side::Us, id), "{id}");
    }
    for id in ["2317", "1635", "2245", "fort-monroe", "2515"] {
        assert!(!is_source(Side::Us, id), "{id}");
    }
    for id in ["2245", "3013", "2722", "4619", "5101", "4011"] {
        assert!(is_source(Side::Cs, id), "{id}");
    }
    for id in ["2516", "2317", "fort-sumter", "2316", "chesapeake", "2515"] {
        assert!(!is_source(Side::Cs, id), "{id}");
    }
}

/// §21.2.5: up a river is away from the sea, whichever way it bends.
#[test]
fn rivers_flow_down_to_the_sea() {
    let world = Shores::new(&[]).world;
    let up = |from: &str, to: &str| world.waters.is_up(node(&world, from), node(&world, to));
    for (from, to) in [
        ("3012/3013", "2913/3013"),
        ("2316/2415", "2315/2316"),
        ("2316/2416", "2316/2317"),
        ("2317/2318", "2318/2417"),
        ("3222/3322", "3222/3323"),
        ("fort-st-philip-jackson", "5014/5015"),
        ("4408/4509", "4408/4508"),
        ("4709/4710", "4609/4709"),
        ("4810/4910", "4809/4810"),
        ("4509/4609", "4509/4510"),
    ] {
        assert!(world.waters.links(node(&world, from)).contains(&node(&world, to)), "{from} and {to}");
        assert!(up(from, to) && !up(to, from), "{from} to {to}");
    }
    assert!(!up("4718", "Mississippi Sound"), "no river");
    // Every stretch of a river but the lowest has one below it.
    for (at, info) in world.waters.nodes.iter() {
        if !matches!(info.water, Water::River | Water::GreatRiver) || world.waters.links(at).is_empty() {
            continue;
        }
        let down = world.waters.links(at).iter().any(|&to| !world.waters.is_up(at, to));
        // The foot of Bayou Lafourche is nobody's.
        let foot = info.name == "5013/5014";
        assert!(down || foot || world.waters.is_arm(at), "{} leads nowhere", info.name);
    }
}
