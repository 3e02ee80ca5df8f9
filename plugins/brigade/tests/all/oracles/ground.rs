//! The field as printed, and who stands where: hexes and hexsides by what is drawn on them (A1, D3), fire zones by their geometry
//! (A2).

use brigade::world::{Kind, Side};
use brigade::{Brigade, Unit, World};
use muster_board::SpaceId;

/// The board of a game.
pub struct Ground<'a>(pub &'a World);

impl Ground<'_> {
    fn drawn(&self, hex: SpaceId, feature: &str) -> bool {
        let atlas = &self.0.atlas;
        atlas.feature_names(atlas.features_of(hex)).any(|name| name == feature)
    }

    /// Whether this is drawn on the hexside between two hexes.
    pub fn between(&self, from: SpaceId, to: SpaceId, feature: &str) -> bool {
        let atlas = &self.0.atlas;
        atlas
            .edges_between(from, to)
            .any(|edge| atlas.feature_names(atlas.edge_features(edge)).any(|name| name == feature))
    }

    pub fn around(&self, hex: SpaceId) -> Vec<SpaceId> {
        let atlas = &self.0.atlas;
        atlas.sides(hex).filter_map(|side| atlas.neighbour(hex, side)).collect()
    }

    /// A river is crossed at bridges and fords; nobody goes into water.
    pub fn crosses(&self, from: SpaceId, to: SpaceId) -> bool {
        let over = self.between(from, to, "bridge") || self.between(from, to, "ford");
        !self.drawn(to, "water") && (!self.between(from, to, "river") || over)
    }

    /// Whether a road or railroad leads from one hex to the other.
    pub fn road(&self, from: SpaceId, to: SpaceId) -> bool {
        self.crosses(from, to) && (self.between(from, to, "road") || self.between(from, to, "railroad"))
    }

    /// D3: whether the ground stops who takes a step: woods and marsh, streams, fords and steep slopes, unless a road leads over; a ford
    /// stops on a road too.
    pub fn stops(&self, from: SpaceId, to: SpaceId) -> bool {
        let wet = self.between(from, to, "stream") || self.between(from, to, "river");
        let rough = self.drawn(to, "woods") || self.drawn(to, "marsh") || self.between(from, to, "steep");
        let bridge = self.between(from, to, "bridge");
        let drawn_road = self.between(from, to, "road") || self.between(from, to, "railroad");
        self.between(from, to, "ford") || !drawn_road && (rough || wet && !bridge)
    }

    /// A2: the five hexes before a unit that faces a corner: the two at the corner, and the three beyond that touch both or one.
    pub fn zone(&self, hex: SpaceId, corner: u8) -> Vec<SpaceId> {
        let atlas = &self.0.atlas;
        // Corners lie between two sides of the clock of twelve.
        let sides = [(corner + 11) % 12, (corner + 1) % 12];
        let go = |from: SpaceId, side: u8| atlas.neighbour(from, side);
        let [left, right] = sides.map(|side| go(hex, side));
        let mut zone: Vec<SpaceId> = left.into_iter().chain(right).collect();
        zone.extend(left.and_then(|at| go(at, sides[0])));
        zone.extend(left.and_then(|at| go(at, sides[1])).or_else(|| right.and_then(|at| go(at, sides[0]))));
        zone.extend(right.and_then(|at| go(at, sides[1])));
        zone
    }
}

/// Somebody on the field.
#[derive(Clone, Copy, Debug)]
pub struct Stand {
    pub unit: Unit,
    pub side: Side,
    pub kind: Kind,
    pub at: SpaceId,
    pub facing: u8,
}

impl Stand {
    /// A1: a unit fights; trains and generals don't.
    pub fn fights(self) -> bool {
        !matches!(self.kind, Kind::Train | Kind::General)
    }

    /// Trains are fired on as units are (Decision); generals alone are not.
    pub fn is_target(self) -> bool {
        !matches!(self.kind, Kind::General)
    }
}

/// All who are on the field.
pub fn stands(game: &Brigade) -> Vec<Stand> {
    game.everyone()
        .filter(|&unit| game.present(unit))
        .map(|unit| {
            let (info, piece) = (game.world.info(unit), game.piece(unit));
            Stand { unit, side: info.side, kind: info.kind, at: game.hex_of(unit), facing: piece.facing }
        })
        .collect()
}
