//! The map (§2) and the battle board (§6.2), read from the board files.

use muster_board::Atlas;
use muster_contract::{Position, Refusal, SpaceKind};
use muster_sdk::{Table, refuse};

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
    if map.spaces.iter().all(|space| space.kind != SpaceKind::Hex) {
        return Err(refuse(format!("the first board, {}, has no hexes", map.id), "2.1"));
    }
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
    if !hexes.rows().any(|hex| hex.supply[side as usize]) {
        let why = format!("the map has no hex with the feature {}-supply", side.id());
        return Err(refuse(why, "2.5"));
    }
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
    let no = |why: &str, section: &str| Err(refuse(format!("hex {id} {why}"), section));
    if has("marsh") {
        return no("is a marsh, and only hexsides are", "2.2");
    }
    let vp = match atlas.number(space, atlas.key("vp")) {
        None if has("major-town") => return no("is a major town and needs a value \"vp\"", "2.3"),
        None => 0,
        Some(_) if !has("major-town") => return no("has a value \"vp\" but is no major town", "2.3"),
        Some(vp @ 1..=9) => vp as u8,
        Some(_) => return no("has victory points out of the range 1 to 9", "2.3"),
    };
    let home = if has("us-home") { Side::Us } else { Side::Cs };
    if has("north") && home == Side::Cs {
        return no("is north of the Potomac and must be us-home", "2.71");
    }
    let capital = match (has("us-capital"), has("cs-capital")) {
        (true, true) => return no("is the capital of both sides", "9.51"),
        (true, false) => Some(Side::Us),
        (false, true) => Some(Side::Cs),
        (false, false) => None,
    };
    let supply = [has("us-supply"), has("cs-supply")];
    if supply == [true; 2] {
        return no("is a supply hex of both sides", "2.5");
    }
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
        vp,
        fortress: has("fortress"),
        port: has("port") || has("major-port"),
        major_port: has("major-port"),
        river: rivers.number(atlas.text(space, atlas.key("river")))?,
        supply,
        capital,
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
        if let Some(end) = [a, b].into_iter().find(|end| !end.is_sea && !end.port) {
            let why =
                format!("lane {name} leads to {}, which is neither a port nor a box of the sea", end.id);
            return Err(refuse(why, "8.3"));
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
    if blocked && (hexside.railroad || hexside.road) {
        let why =
            format!("hexside {name} can't be crossed, yet a railroad or road crosses it; add bridge or gap");
        return Err(refuse(why, "2.21"));
    }
    for [one, other] in [ends, [ends[1], ends[0]]] {
        hexes[one].ways.push(Way { edge, to: other, hexside });
    }
    Ok(())
}
