//! The ground, from the features of the board (D3, E1, F1, F4).

use muster_board::{Atlas, EdgeId, Features, SpaceId};
use muster_contract::Facing;
use muster_sdk::Table;

use super::{Ground, Step};

pub(super) fn read(atlas: &Atlas) -> Table<SpaceId, Ground> {
    let (water, hides) = (atlas.feature("water"), atlas.features(["woods", "town"]));
    let (difficult, cover) = (atlas.features(["woods", "marsh"]), atlas.features(["woods", "town"]));
    let (hill, height) = (atlas.feature("hill"), atlas.key("height"));
    atlas
        .spaces()
        .map(|space| Ground {
            barred: atlas.has(space, water),
            difficult: atlas.has(space, difficult),
            cover: atlas.has(space, cover),
            hides: atlas.has(space, hides),
            height: atlas.number(space, height).unwrap_or(i32::from(atlas.has(space, hill))).clamp(-9, 9)
                as i8,
        })
        .collect()
}

pub(super) fn read_steps(
    atlas: &Atlas,
    ground: &Table<SpaceId, Ground>,
) -> Table<SpaceId, [Option<Step>; 6]> {
    let road = atlas.features(["road", "railroad"]);
    let river = atlas.feature("river");
    let stream = atlas.feature("stream");
    let (bridge, ford, steep) = (atlas.feature("bridge"), atlas.feature("ford"), atlas.feature("steep"));
    let one = |space: SpaceId, facing: Facing| {
        let to = atlas.neighbour(space, facing)?;
        let edges = || atlas.edges_between(space, to);
        let any = |features: Features| edges().any(|edge: EdgeId| atlas.edge_has(edge, features));
        let (bridged, forded, road) = (any(bridge), any(ford), any(road));
        let river = any(river);
        let wet = any(stream) || river;
        Some(Step {
            to,
            barred: ground[to].barred || river && !bridged && !forded,
            stops: forded || !road && (wet && !bridged || any(steep) || ground[to].difficult),
            road: road && (!river || bridged || forded),
            steep: any(steep),
        })
    };
    atlas
        .spaces()
        .map(|space| {
            let mut sides = atlas.sides(space);
            std::array::from_fn(|_| one(space, sides.next()?))
        })
        .collect()
}
