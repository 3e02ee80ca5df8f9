//! §13.3 to §13.5: sources, Supply Paths and Lines of Communication by land.

use us_civil_war::Side::{self, Cs, Us};
use us_civil_war::world::Theater;
use us_civil_war::{Along, Level};

use crate::rules::field::{Field, Laid};
use crate::rules::rails::line;

/// A Confederate base in the west: two points, and two other Resource Hexes beside it.
fn base(rows: u16, columns: u16) -> Field {
    Field::new(rows, columns)
        .hex("1201 city capital resource 2")
        .hex("1101 town resource 1")
        .hex("1301 town resource 1")
}

impl Laid {
    /// The hexes that have a level of supply for a side.
    fn with_level(&self, side: Side, level: Level, hexes: &str) -> String {
        self.those(hexes, |space| self.0.supply(side).level(space) == level)
    }

    fn sources(&self, side: Side) -> String {
        let all = self.0.world.atlas.spaces().map(|space| self.0.world.space(space).id.clone());
        self.those(&all.collect::<Vec<_>>().join(" "), |space| self.0.supply(side).is_primary(space))
    }
}

/// 13.3.2: two points, or a capital, with lines to two other Resource Hexes.
#[test]
fn confederate_sources_need_two_others() {
    assert_eq!(base(7, 8).game().sources(Cs), "1201");
    assert_eq!(base(7, 8).hex("1301 town").game().sources(Cs), "", "one other");
    assert_eq!(base(7, 8).hex("1201 town resource 1").game().sources(Cs), "", "one point, no capital");
    assert_eq!(base(7, 8).hex("1201 town capital resource 1").game().sources(Cs), "1201");
    assert_eq!(
        base(7, 8).hex("1201 town resource 1").with(&["cs arsenal 1 1201"]).game().sources(Cs),
        "1201"
    );
    assert_eq!(base(7, 8).with(&["us control 1301"]).game().sources(Cs), "", "one is lost");
    assert_eq!(base(7, 8).with(&["us control 1201"]).game().sources(Cs), "", "it is lost itself");
}

/// 13.3.2: the lines are of Depots 4 MPs apart; towns are Depots, and so are units.
#[test]
fn sources_count_their_lines_by_depots() {
    let far = || Field::new(7, 12).hex("1201 city capital resource 2").hex("1101 town resource 1");
    assert_eq!(far().hex("1205 town resource 1").game().sources(Cs), "1201", "4 MPs");
    assert_eq!(far().hex("1206 town resource 1").game().sources(Cs), "", "5 MPs");
    assert_eq!(far().hex("1206 town resource 1").hex("1203 town").game().sources(Cs), "1201");
    assert_eq!(far().hex("1206 town resource 1").with(&["cs sp 1 1204"]).game().sources(Cs), "1201");
    let railed = || far().hex("1209 town resource 1").rail("1201 1202 1203 1204 1205 1206 1207 1208 1209");
    assert_eq!(railed().game().sources(Cs), "1201", "a railroad of any length");
    assert_eq!(railed().with(&["us sp 1 1105"]).game().sources(Cs), "", "which a zone blocks");
}

/// 13.3.1: cities and capitals of Northern and Border States with a line to another Objective Hex; railroads that leave the map.
#[test]
fn union_sources() {
    assert_eq!(line().game().sources(Us), "1201");
    assert_eq!(line().hex("1101 town OH").game().sources(Us), "", "no other Objective Hex");
    assert_eq!(line().hex("1201 town objective OH").game().sources(Us), "", "no city and no capital");
    assert_eq!(line().hex("1201 city objective MO").game().sources(Us), "1201", "a Border State");
    let kentucky = || line().hex("1201 city objective KY kentucky");
    assert_eq!(kentucky().game().sources(Us), "", "which is nobody's yet");
    assert_eq!(kentucky().fact("kentucky", "us").game().sources(Us), "1201");
    assert_eq!(
        line().hex("1201 city resource WV 1").fact("west-virginia", "us").game().sources(Us),
        "",
        "no Objective Hexes there"
    );
    let exit = || line().hex("1101 town OH").hex("1006 north-exit OH");
    assert_eq!(exit().game().sources(Us), "1006");
    assert_eq!(exit().with(&["cs sp 1 1006"]).game().sources(Us), "");
}

/// 13.4.2: the overland portion is one hex, from a source or a railroad.
#[test]
fn full_supply_reaches_one_hex() {
    let row = "1203 1303 1403 1503 1603 1706";
    let field = || base(8, 9).rail("1201 1202 1203 1204");
    let game = field().game();
    assert_eq!(game.with_level(Cs, Level::Full, row), "1203 1303");
    assert_eq!(
        game.with_level(Cs, Level::Limited, row),
        "1403 1503 1603",
        "4 MPs from the Resource Hex 1301"
    );
    assert_eq!(game.with_level(Cs, Level::Out, row), "1706");
    // An enemy's town, even an empty one, and an enemy's zone bar it.
    let shut = field().with(&["us sp 1 1104"]).game();
    assert_eq!(
        shut.with_level(Cs, Level::Full, "1203 1303 1304"),
        "1203 1303",
        "the zone takes 1203 from it"
    );
    let taken = field().hex("1203 town").with(&["us control 1203"]).game();
    assert_eq!(taken.with_level(Cs, Level::Full, "1202 1302 1303 1304"), "1202 1302 1303");
    // An impassable hexside, and a Navigable River only where the enemy has it.
    let crest = field().side("1204/1205 impassable").side("1204/1304 river").game();
    assert_eq!(crest.with_level(Cs, Level::Full, "1205 1304"), "1304");
}

/// 13.5.3: 4 MPs by the costs of 5.3.
#[test]
fn lines_pay_for_the_ground() {
    // From the Resource Hex 1301 eastward; 1305 is 4 MPs from it.
    let at = |field: Field| field.game().with_level(Cs, Level::Limited, "1304 1305 1306");
    assert_eq!(at(base(7, 9)), "1304 1305");
    let wall = |features: &str| {
        let level = (10..17).map(|row| format!("{row}03/{row}04"));
        let aslant = [11, 13, 15].into_iter().flat_map(|row| {
            [row - 1, row + 1].map(|other| {
                if other < row { format!("{other}03/{row}04") } else { format!("{row}04/{other}03") }
            })
        });
        level.chain(aslant).fold(base(7, 9), |field, side| field.side(&format!("{side} {features}")))
    };
    assert_eq!(at(wall("minor-river")), "1304", "a Minor River");
    assert_eq!(at(wall("river")), "1304", "a Navigable River that nobody controls");
    assert_eq!(at(wall("ridge")), "1304", "a Mountain hexside");
    assert_eq!(at(wall("ridge pass")), "1304 1305", "a pass");
    assert_eq!(at(wall("minor-river").rail("1303 1304")), "1304 1305", "a railroad ignores it");
    assert_eq!(at(wall("prohibited")), "", "5.7");
    assert_eq!(at(wall("impassable")), "", "C19");
}

/// 13.5.3, 5.3: the cost is that of going from the unit to the Depot: the marsh that a unit stands in costs nothing.
#[test]
fn lines_are_traced_from_the_unit() {
    let game =
        base(7, 9).hex("1305 marsh").hex("1304 marsh").hex("1204 marsh").hex("1404 marsh").hex("1405 marsh");
    let game = game.game();
    assert_eq!(game.with_level(Cs, Level::Limited, "1304 1305"), "1304");
    let game = base(7, 9).hex("1305 marsh").game();
    assert_eq!(game.with_level(Cs, Level::Limited, "1304 1305"), "1304 1305");
}

/// 13.5.4: a town of the enemy's costs one more, an Objective or Resource Hex of his can't be entered.
#[test]
fn enemy_towns_cost_one_more() {
    let strip = |town: &str| {
        let swamps = ["1202", "1203", "1204", "1401", "1402", "1403", "1404", "1405", "1205"];
        let field = swamps.iter().fold(base(7, 9), |field, hex| field.hex(&format!("{hex} swamp")));
        field.hex(town).with(&["us control 1303"]).game().with_level(Cs, Level::Limited, "1303 1304 1305")
    };
    assert_eq!(strip("1303 town"), "1303 1304");
    assert_eq!(strip("1303 town resource 1"), "1303");
}

/// P4: a unit's line leads over an SP, itself a Depot, to a Resource Hex, and into no zone; 13.5.3 for the chain.
#[test]
fn p4_loc_trace() {
    let field = || base(9, 14).with(&["cs sp 4 1209", "cs sp 1 1205"]);
    let game = field().game();
    assert_eq!(game.with_level(Cs, Level::Limited, "1205 1209 1213"), "1205 1209 1213");
    assert!(game.0.supply(Cs).is_depot(game.at("1205")) && !game.0.supply(Cs).is_depot(game.at("1206")));
    let without = base(9, 14).with(&["cs sp 4 1209"]).game();
    assert_eq!(without.with_level(Cs, Level::Out, "1205 1206 1209"), "1206 1209");
    // A zone all across the way of the second link.
    let cut = field().with(&["us sp 1 1107", "us sp 1 1307", "us sp 1 1507", "us sp 1 1707"]).game();
    assert_eq!(cut.with_level(Cs, Level::Out, "1205 1209"), "1209");
}

/// The example of 13.5.3: one link straight to the source, another over an SP; no zone is entered.
#[test]
fn two_stacks_trace_to_one_source() {
    let game = base(9, 14).with(&["cs sp 3 1205", "cs sp 3 1404", "cs sp 1 1408", "us sp 2 1604"]).game();
    assert_eq!(game.with_level(Cs, Level::Limited, "1205 1404 1408"), "1205 1404 1408");
}

/// 13.5.3: the last Depot must be in Full Supply; towns that only reach each other have none. 13.3.3: a Fort will do, for Limited
/// Supply that brings no reinforcements.
#[test]
fn networks_end_at_a_source_or_a_fort() {
    let far = || base(7, 16).hex("1210 town").hex("1213 town");
    let game = far().game();
    assert_eq!(game.with_level(Cs, Level::Out, "1210 1213"), "1210 1213");
    let game = far().with(&["cs fort 1 1213"]).game();
    assert_eq!(game.with_level(Cs, Level::Fortress, "1206 1209 1210 1213"), "1206 1209 1210 1213");
    let supply = game.0.supply(Cs);
    assert!(supply.has_loc(game.at("1210")) && !supply.reaches_primary(game.at("1210")));
    let networks = game.0.networks(Cs);
    let number = |id| networks[game.at(id)];
    assert_eq!(number("1210"), number("1213"));
    assert!(number("1201").is_some() && number("1201") != number("1210") && number("1211").is_none());
}

/// 13.5.3: railroads carry a line of any length between Depots, if the side controls them (6.5).
#[test]
fn railroads_stretch_lines() {
    let field = || base(7, 16).rail("1201 1202 1203 1204 1205 1206 1207 1208 1209 1210").hex("1210 town");
    let game = field().game();
    assert_eq!(game.with_level(Cs, Level::Full, "1210 1211"), "1210 1211");
    assert_eq!(game.with_level(Cs, Level::Limited, "1212 1213 1214"), "1212 1213 1214");
    let cut = field().with(&["us sp 1 1105"]).game();
    assert_eq!(cut.with_level(Cs, Level::Out, "1210 1211"), "1210 1211");
}

/// 17.1.3: no line goes through neutral Kentucky.
#[test]
fn neutral_kentucky_bars_lines() {
    let wall = |state: &str| {
        let column = ["1003", "1103", "1203", "1303", "1403", "1503", "1603"];
        let field = column.iter().fold(base(7, 9), |field, hex| field.hex(&format!("{hex} KY kentucky")));
        field.fact("kentucky", state).game().with_level(Cs, Level::Limited, "1204")
    };
    assert_eq!(wall("neutral"), "");
    assert_eq!(wall("cs"), "1204");
}

/// 2.1.5, H27, B2: Texas beyond the map's edge is a source with a line to two others, and is entered by lines from its borders, by rail
/// from Houston.
#[test]
fn texas_lies_beyond_the_edge() {
    let texas = "[[box]]\nid = \"texas\"\ntitle = \"Texas\"\nat = [-1.5, 1.5]\nfeatures = [\"off-map\", \"resource\"]\n\
                 values = { bp = 2, theater = \"TM\", touches = \"1201 1301\", rail = \"1201\" }\n";
    let field = || Field::new(7, 12).hex("1201 town").text(texas).rail("1201 1202 1203 1204 1205");
    let game = field().hex("1204 town resource 1").hex("1305 town resource 1").game();
    assert_eq!(game.sources(Cs), "texas");
    assert_eq!(
        game.with_level(Cs, Level::Full, "1201 1204 1205 1301 1302 1306"),
        "1201 1204 1205 1301 1302 1306"
    );
    let alone = field().hex("1204 town resource 1").game();
    assert_eq!(alone.sources(Cs), "");
}

/// 15.5, 17.2.5: where lines lead from a space.
#[test]
fn lines_lead_on() {
    let game = base(7, 16).hex("1210 town").hex("1213 town").with(&["cs sp 1 1214"]).game();
    let led = game.0.roads(Cs, Theater::West, &[game.at("1210")], Along::Inward);
    assert_eq!(game.those("1201 1206 1213 1214", |space| led[space]), "1206 1213 1214");
    assert!(game.0.reaches_sp(Cs, game.at("1206")) && !game.0.reaches_sp(Cs, game.at("1205")));
}

/// 5.4.4, 5.8.5, B8: the ferry over a bay joins the railroads of who holds both its ends, its Coastal Fort and the water.
#[test]
fn a_guarded_ferry_needs_its_fort() {
    let fort = "[[box]]\nid = \"morgan\"\ntitle = \"Morgan\"\nat = [3.0, 8.0]\nfeatures = [\"coastal-fort\"]\n\
                values = { start = \"cs\", theater = \"W\", port = \"1203\" }\n\
                [[edge]]\na = \"morgan\"\nb = \"1203\"\nfeatures = [\"land-link\"]\nvalues = { cost = 1 }\n";
    let field = || {
        base(7, 9)
            .hex("1203 town ocean-port waters=Duck")
            .hex("1204 town")
            .rail("1201 1202 1203")
            .rail("1204 1205 1206")
            .side("1203/1204 river ferry prohibited")
            .text(fort)
    };
    let joins = |field: Field| {
        let game = field.game();
        game.0.rails().joins(Cs, game.at("1203"), game.at("1206"))
    };
    assert!(joins(field()));
    assert!(!joins(field().with(&["us control morgan"])));
    assert!(!joins(field().with(&["us control 1204"])));
    assert!(!joins(field().hex("1203 town ocean-port")), "a port on no water has no Naval Control");
}
