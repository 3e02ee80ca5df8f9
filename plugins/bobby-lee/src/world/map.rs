//! The map (§2) and the battle board (§6.2), read from the board files.

use muster_board::{Atlas, EdgeId, SpaceId};
use muster_contract::{Position, Refusal, SpaceKind};
use muster_sdk::refuse;

use super::{Hex, HexInfo, Hexside, NONE, NOWHERE, Side, Way};

/// What the boards say.
pub(super) struct Map {
    pub(super) atlas: Atlas,
    pub(super) hexes: Vec<HexInfo>,
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
    fn number(&mut self, name: Option<&str>) -> Result<u8, Refusal> {
        let Some(name) = name else { return Ok(NONE) };
        let at = self.0.iter().position(|known| known == name).unwrap_or_else(|| {
            self.0.push(name.to_owned());
            self.0.len() - 1
        });
        u8::try_from(at)
            .ok()
            .filter(|&at| at < NONE)
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
    let mut hexes = Vec::new();
    for space in atlas.spaces() {
        hexes.push(hex_of(&atlas, space, &mut rivers)?);
    }
    for edge in atlas.edges() {
        lay(&atlas, edge, &mut hexes, &mut rivers)?;
    }
    let mut capitals = [NOWHERE; 2];
    for side in Side::ALL {
        let own: Vec<Hex> =
            (0u16..).zip(&hexes).filter(|(_, hex)| hex.capital == Some(side)).map(|(hex, _)| hex).collect();
        match own[..] {
            [one] => capitals[side as usize] = one,
            _ => {
                let why = format!("the map needs one hex with the feature {}-capital", side.id());
                return Err(refuse(why, "9.51"));
            }
        }
        if !hexes.iter().any(|hex| hex.supply[side as usize]) {
            let why = format!("the map has no hex with the feature {}-supply", side.id());
            return Err(refuse(why, "2.5"));
        }
    }
    Ok(Map { atlas, hexes, boxes, battle_board, rivers: rivers.0, capitals })
}

fn battle_boxes(atlas: &Atlas) -> Result<[[Hex; 4]; 2], Refusal> {
    let mut boxes = [[NOWHERE; 4]; 2];
    for (side, names) in BOXES.iter().enumerate() {
        for (column, name) in names.iter().enumerate() {
            let found = atlas.space(name).filter(|&space| atlas.kind(space) == SpaceKind::Box);
            let Some(space) = found else {
                return Err(refuse(format!("the battle board needs a box \"{name}\""), "6.2"));
            };
            boxes[side][column] = space.0;
        }
    }
    Ok(boxes)
}

fn hex_of(atlas: &Atlas, space: SpaceId, rivers: &mut Rivers) -> Result<HexInfo, Refusal> {
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

fn lay(atlas: &Atlas, edge: EdgeId, hexes: &mut [HexInfo], rivers: &mut Rivers) -> Result<(), Refusal> {
    let has = |name: &str| atlas.edge_has(edge, atlas.feature(name));
    let ends = atlas.ends(edge).map(|end| end.0);
    if has("sea-lane") {
        let [a, b] = ends.map(|end| &hexes[usize::from(end)]);
        let name = atlas.edge_name(edge);
        if let Some(end) = [a, b].into_iter().find(|end| !end.is_sea && !end.port) {
            let why =
                format!("lane {name} leads to {}, which is neither a port nor a box of the sea", end.id);
            return Err(refuse(why, "8.3"));
        }
        for [one, other] in [ends, [ends[1], ends[0]]] {
            hexes[usize::from(one)].lanes.push(other);
        }
    }
    // Between hexes that are no neighbours there is only the lane.
    if atlas.edge_facing(edge, SpaceId(ends[0])).is_none() {
        return Ok(());
    }
    let name = atlas.edge_name(edge);
    let crossing = has("bridge") || has("ford");
    let blocked = has("water") || (has("river") && !crossing) || (has("mountain") && !has("gap"));
    let hexside = Hexside {
        passable: !blocked,
        bare_river: has("river") && !crossing && !has("water") && (has("gap") || !has("mountain")),
        marsh: has("marsh"),
        crossing,
        gap: has("gap"),
        railroad: has("railroad"),
        road: has("road"),
        navigable: rivers.number(atlas.edge_text(edge, SpaceId(ends[0]), atlas.key("navigable")))?,
    };
    if blocked && (hexside.railroad || hexside.road) {
        let why =
            format!("hexside {name} can't be crossed, yet a railroad or road crosses it; add bridge or gap");
        return Err(refuse(why, "2.21"));
    }
    for [one, other] in [ends, [ends[1], ends[0]]] {
        hexes[usize::from(one)].ways.push(Way { edge: edge.0, to: other, hexside });
    }
    Ok(())
}
