//! The map (§2) and the battle board (§6.2), read from the board files.

use muster_board::Atlas;
use muster_contract::{Position, Refusal, SpaceKind};
use muster_sdk::{Table, refuse, require};

use super::{Edge, Hex, HexInfo, Hexside, Side, Way};

/// What the boards say.
pub(super) struct Map {
    pub(super) atlas: Atlas,
    pub(super) hexes: Table<Hex, HexInfo>,
    pub(super) boxes: [[Hex; 4]; 2],
    pub(super) battle_board: String,
    pub(super) rivers: Vec<String>,
    pub(super) capitals: [Hex; 2],
}

/// The names of the positions, by side and column (§6.2): left faces right.
pub(super) const BOXES: [[&str; 4]; 2] =
    [["us-left", "us-center", "us-right", "us-reserve"], ["cs-right", "cs-center", "cs-left", "cs-reserve"]];

/// Rivers by number, in the order in which they are named.
#[derive(Default)]
struct Rivers(Vec<String>);

impl Rivers {
    fn number(&mut self, name: Option<&str>) -> Result<Option<u8>, Refusal> {
        let Some(name) = name else { return Ok(None) };
        let at = self.0.iter().position(|known| known == name).unwrap_or_else(|| {
            self.0.push(name.to_owned());
            self.0.len() - 1
        });
        u8::try_from(at)
            .ok()
            .filter(|&at| at < u8::MAX)
            .map(Some)
            .ok_or_else(|| refuse(format!("{name} is one river too many; 254 fit"), "8.2"))
    }
}

pub(super) fn read(position: &Position) -> Result<Map, Refusal> {
    let atlas = Atlas::new(&position.boards).map_err(|problem| refuse(problem.to_string(), "2"))?;
    let [map, battle] = &position.boards[..] else {
        return Err(refuse("the scenario needs two boards, the map and then the battle board", "6.2"));
    };
    let hexes = map.spaces.iter().any(|space| space.kind == SpaceKind::Hex);
    require(hexes, "2.1", || format!("the first board, {}, has no hexes", map.id))?;
    let battle_board = battle.id.clone();
    let boxes = battle_boxes(&atlas)?;
    let mut rivers = Rivers::default();
    let hexes = atlas.spaces().map(|space| hex_of(&atlas, space, &mut rivers));
    let mut hexes = hexes.collect::<Result<Table<Hex, HexInfo>, Refusal>>()?;
    for edge in atlas.edges() {
        lay(&atlas, edge, &mut hexes, &mut rivers)?;
    }
    let capitals = [capital_of(&hexes, Side::Us)?, capital_of(&hexes, Side::Cs)?];
    Ok(Map { atlas, hexes, boxes, battle_board, rivers: rivers.0, capitals })
}

/// The capital of a side, which needs supply hexes too.
fn capital_of(hexes: &Table<Hex, HexInfo>, side: Side) -> Result<Hex, Refusal> {
    let own: Vec<Hex> =
        hexes.iter().filter(|(_, hex)| hex.capital == Some(side)).map(|(hex, _)| hex).collect();
    let [capital] = own[..] else {
        let why = format!("the map needs one hex with the feature {}-capital", side.id());
        return Err(refuse(why, "9.51"));
    };
    let supplied = hexes.rows().any(|hex| hex.supply[side as usize]);
    require(supplied, "2.5", || format!("the map has no hex with the feature {}-supply", side.id()))?;
    Ok(capital)
}

fn battle_boxes(atlas: &Atlas) -> Result<[[Hex; 4]; 2], Refusal> {
    let found = |name: &str| {
        let space = atlas.space(name).filter(|&space| atlas.kind(space) == SpaceKind::Box);
        space.ok_or_else(|| refuse(format!("the battle board needs a box \"{name}\""), "6.2"))
    };
    let row = |[one, two, three, four]: [&str; 4]| -> Result<[Hex; 4], Refusal> {
        Ok([found(one)?, found(two)?, found(three)?, found(four)?])
    };
    Ok([row(BOXES[0])?, row(BOXES[1])?])
}

fn hex_of(atlas: &Atlas, space: Hex, rivers: &mut Rivers) -> Result<HexInfo, Refusal> {
    let has = |name: &str| atlas.has(space, atlas.feature(name));
    let id = atlas.name(space).to_owned();
    let must = |holds: bool, section: &str, why: &str| require(holds, section, || format!("hex {id} {why}"));
    must(!has("marsh"), "2.2", "is a marsh, and only hexsides are")?;
    let (vp, major) = (atlas.number(space, atlas.key("vp")), has("major-town"));
    must(vp.is_some() || !major, "2.3", "is a major town and needs a value \"vp\"")?;
    must(vp.is_none() || major, "2.3", "has a value \"vp\" but is no major town")?;
    let within = vp.is_none_or(|vp| (1..=9).contains(&vp));
    must(within, "2.3", "has victory points out of the range 1 to 9")?;
    let home = if has("us-home") { Side::Us } else { Side::Cs };
    must(!has("north") || home == Side::Us, "2.71", "is north of the Potomac and must be us-home")?;
    let capitals = [has("us-capital"), has("cs-capital")];
    must(capitals != [true; 2], "9.51", "is the capital of both sides")?;
    let supply = [has("us-supply"), has("cs-supply")];
    must(supply != [true; 2], "2.5", "is a supply hex of both sides")?;
    Ok(HexInfo {
        called: match atlas.title(space) {
            "" => id.clone(),
            title => title.to_owned(),
        },
        is_hex: atlas.kind(space) == SpaceKind::Hex,
        is_sea: has("sea"),
        home,
        north: has("north"),
        woods: has("woods"),
        town: has("town") || has("major-town") || has("fortress"),
        vp: vp.unwrap_or(0) as u8,
        fortress: has("fortress"),
        port: has("port") || has("major-port"),
        major_port: has("major-port"),
        river: rivers.number(atlas.text(space, atlas.key("river")))?,
        supply,
        capital: Side::ALL.into_iter().find(|&side| capitals[side as usize]),
        us_cadre: has("us-cadre"),
        no_cadre: has("no-cadre"),
        ways: Vec::new(),
        lanes: Vec::new(),
        id,
    })
}

fn lay(
    atlas: &Atlas,
    edge: Edge,
    hexes: &mut Table<Hex, HexInfo>,
    rivers: &mut Rivers,
) -> Result<(), Refusal> {
    let has = |name: &str| atlas.edge_has(edge, atlas.feature(name));
    let ends = atlas.ends(edge);
    if has("sea-lane") {
        let [a, b] = ends.map(|end| &hexes[end]);
        let name = atlas.edge_name(edge);
        for end in [a, b] {
            require(end.is_sea || end.port, "8.3", || {
                format!("lane {name} leads to {}, which is neither a port nor a box of the sea", end.id)
            })?;
        }
        for [one, other] in [ends, [ends[1], ends[0]]] {
            hexes[one].lanes.push(other);
        }
    }
    // Between hexes that are no neighbours there is only the lane.
    if atlas.edge_facing(edge, ends[0]).is_none() {
        return Ok(());
    }
    let name = atlas.edge_name(edge);
    let crossing = has("bridge") || has("ford");
    let mountain = has("mountain") && !has("gap");
    let river = has("river") && !crossing;
    let blocked = has("water") || river || mountain;
    let hexside = Hexside {
        passable: !blocked,
        bare_river: river && !mountain && !has("water"),
        marsh: has("marsh"),
        crossing,
        gap: has("gap"),
        railroad: has("railroad"),
        road: has("road"),
        navigable: rivers.number(atlas.edge_text(edge, ends[0], atlas.key("navigable")))?,
    };
    let open = !blocked || !(hexside.railroad || hexside.road);
    require(open, "2.21", || {
        format!("hexside {name} can't be crossed, yet a railroad or road crosses it; add bridge or gap")
    })?;
    for [one, other] in [ends, [ends[1], ends[0]]] {
        hexes[one].ways.push(Way { edge, to: other, hexside });
    }
    Ok(())
}
