//! §6.5: railroad control.

use us_civil_war::Side;

use crate::rules::field::Field;

/// A railroad from the Union's bases in the west to the Confederacy's in the east, all in the row of 12.
pub fn line() -> Field {
    Field::new(7, 12)
        .hex("1201 city capital objective OH")
        .hex("1101 town objective OH")
        .hex("1212 city capital resource 2")
        .hex("1112 town resource 1")
        .hex("1312 town resource 1")
        .rail("1201 1202 1203 1204 1205 1206 1207 1208 1209 1210 1211 1212")
}

const ROW: &str = "1201 1202 1203 1204 1205 1206 1207 1208 1209 1210 1211 1212";

/// From which hex to which each side controls the railroad; both must be without gaps.
#[track_caller]
fn shows(field: Field, union: &str, south: &str) {
    let game = field.game();
    for (side, span) in [(Side::Us, union), (Side::Cs, south)] {
        let held = game.those(ROW, |space| game.0.rails().of(side, space));
        let (first, last) = span.split_once('-').unwrap();
        let wanted: Vec<&str> = ROW.split(' ').filter(|id| *id >= first && *id <= last).collect();
        assert_eq!(held, wanted.join(" "), "{side:?}");
    }
}

/// P9 A: each stops before the other's zone.
#[test]
fn zones_stop_both() {
    shows(line().with(&["us sp 3 1204", "cs sp 3 1207"]), "1201-1205", "1206-1212");
}

/// P9 B, 6.5.2: where nothing stops it the Union's control goes to the next Confederate town.
#[test]
fn the_union_comes_first_up_to_a_town() {
    shows(line().hex("1209 town"), "1201-1208", "1209-1212");
    shows(line(), "1201-1211", "1212-1212");
}

/// P9 C: a Confederate unit and its zone stop the Union; the Confederacy has the rest.
#[test]
fn a_unit_pushes_back() {
    shows(line().with(&["cs sp 1 1205"]), "1201-1203", "1204-1212");
}

/// P9 D: in the zones of both nobody controls it.
#[test]
fn where_zones_overlap_nobody_controls() {
    shows(line().with(&["cs sp 1 1105", "us sp 1 1305"]), "1201-1203", "1206-1212");
}

/// P9 E: no zone where an enemy stands.
#[test]
fn a_unit_keeps_its_own_hex() {
    shows(line().with(&["cs sp 4 1105", "us sp 1 1204"]), "1201-1204", "1206-1212");
    shows(line().with(&["cs sp 4 1105"]), "1201-1203", "1204-1212");
}

/// 6.5.1: an enemy town stops it, and one with a marker lets it pass.
#[test]
fn towns_are_passed_with_a_marker() {
    let field = || line().hex("1206 town");
    shows(field(), "1201-1205", "1206-1212");
    shows(field().with(&["us control 1206"]), "1201-1211", "1212-1212");
}

/// 6.5.1: a bridge over a Navigable River, whoever controls the river but the enemy; without it the line ends there.
#[test]
fn lines_go_over_bridges() {
    let field = || line().with(&["cs sp 1 1209"]);
    shows(field().side("1204/1205 river bridge"), "1201-1207", "1208-1212");
    shows(field().side("1204/1205 minor-river"), "1201-1207", "1208-1212");
}

/// 5.4.4: a ferry joins lines that end on both banks.
#[test]
fn ferries_join() {
    let field = Field::new(7, 12)
        .hex("1201 city capital objective OH")
        .hex("1101 town objective OH")
        .rail("1201 1202 1203")
        .rail("1204 1205 1206")
        .hex("1601 town resource 1")
        .side("1203/1204 great-river ferry");
    let game = field.game();
    let held = game.those(ROW, |space| game.0.rails().of(Side::Us, space));
    assert_eq!(held, "1201 1202 1203 1204 1205 1206");
    let (from, to) = (game.at("1201"), game.at("1206"));
    assert!(game.0.rails().joins(Side::Us, from, to));
    assert!(!game.0.rails().joins(Side::Cs, from, to));
}

/// 6.5.1: what the line leads to must be in Full Supply. Two captured Resource Hexes that lie on one railroad, out of reach of every
/// source, don't put each other in supply (C86).
#[test]
fn a_loop_without_a_source_feeds_nobody() {
    let ring = "1503 1504 1505 1506 1507 1607 1606 1605 1604 1504";
    let field = || line().hex("1503 town resource 1").hex("1506 town resource 1").rail(ring);
    let marked = field().with(&["us control 1503", "us control 1506", "cs sp 1 1206"]).game();
    assert_eq!(marked.those(ring, |space| marked.0.rails().of(Side::Us, space)), "");
    assert_eq!(marked.those(ring, |space| marked.0.supply(Side::Us).is_full(space)), "");
    // A Confederate pocket of single points, 5 MPs from the next Depot.
    let rows = Field::new(12, 20)
        .hex("1201 city capital resource 2")
        .hex("1202 town resource 1")
        .hex("1203 town resource 1")
        .hex("1815 town resource 1")
        .hex("1818 town resource 1")
        .rail("1815 1816 1817 1818 1918 1917 1916 1815")
        .game();
    let pocket = "1815 1816 1817 1818 1918 1917 1916";
    assert_eq!(rows.those(pocket, |space| rows.0.rails().of(Side::Cs, space)), "");
    assert_eq!(rows.those(pocket, |space| rows.0.supply(Side::Cs).has_loc(space)), "");
    assert!(rows.0.supply(Side::Cs).is_primary(rows.at("1201")));
}

/// PLAY NOTE of 6.5.1: a line in an enemy state is controlled from a captured port or Resource Hex in Full Supply, here from beside a
/// railroad of one's own.
#[test]
fn a_line_needs_no_way_home() {
    let field = line().hex("1305 town resource 1").rail("1305 1405 1505 1605").with(&["us sp 1 1305"]);
    let game = field.game();
    assert_eq!(
        game.those("1305 1405 1505 1605", |space| game.0.rails().of(Side::Us, space)),
        "1305 1405 1505 1605"
    );
    // But a Supply Path must lead along railroads to the source: this one ends one hex from the other.
    assert_eq!(game.those("1305 1405 1605", |space| game.0.supply(Side::Us).is_full(space)), "1305");
}

/// 15.2: the Union's railroads meet beyond the north edge, the Confederacy's don't.
#[test]
fn northern_exits_are_joined() {
    let field = Field::new(7, 12)
        .hex("1001 north-exit OH")
        .hex("1012 north-exit OH")
        .hex("1103 town objective OH")
        .hex("1606 town resource 1")
        .rail("1001 1101 1102")
        .rail("1012 1112 1111");
    let game = field.game();
    let joins = |side| game.0.railroad_joins(side, game.at("1102"), game.at("1111"));
    assert!(joins(Side::Us) && !joins(Side::Cs));
    assert!(!game.0.rails().joins(Side::Us, game.at("1102"), game.at("1111")));
}

/// 17.1.3: while Kentucky is neutral no line goes into it.
#[test]
fn neutral_kentucky_is_shut() {
    let field = || line().hex("1204 kentucky KY").hex("1212 city capital resource KY 2");
    let game = field().game();
    assert_eq!(game.those(ROW, |space| game.0.rails().of(Side::Us, space)), "1201 1202 1203");
    let game = field().fact("kentucky", "us").game();
    assert_eq!(
        game.those("1203 1204 1205 1211", |space| game.0.rails().of(Side::Us, space)),
        "1203 1204 1205 1211"
    );
}

/// 5.4.5: the new railroads are there from turn 14.
#[test]
fn new_railroads_are_built_in_1864() {
    let field = |turn| line().through("railroad-1864", "1204 1304 1404").fact("turn", turn);
    for (turn, held) in [("13", "1204"), ("14", "1204 1304 1404")] {
        let game = field(turn).game();
        assert_eq!(game.those("1204 1304 1404", |space| game.0.rails().of(Side::Us, space)), held);
    }
}
