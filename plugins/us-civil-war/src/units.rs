//! §2.2: what players move, and what they call it.

use muster_contract::Seat;
use muster_sdk::{Names, Shared, UnitId};

use crate::charts::Card;
use crate::state::{Berth, Post, UsCivilWar, Vessel};
use crate::world::{Edge, General, Militia, NavalLeader, Side, Space, World};

/// Something on the map that a choice can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A general.
    General(General),
    /// All Strength Points of a side in a space.
    Force(Side, Space),
    /// A Militia unit.
    Militia(Militia),
    /// The Strength Points of a side that are on their way.
    March(Side),
    /// Ships of a kind in a berth, damaged or not (§21.2).
    Ships(Vessel, bool, Berth),
    /// A Naval Leader (§21.2.8).
    Commodore(NavalLeader),
}

/// What stands in an id for the space of those who are on their way.
const ON_THE_WAY: &str = "march";

impl Names for UsCivilWar {
    type World = World;
    type Unit = Piece;
    type Space = Space;
    type Edge = Edge;

    fn world(&self) -> &Shared<World> {
        &self.world
    }

    /// Everything on the table is open (C74): each seat knows it by one id.
    fn unit_id(&self, _seat: Option<Seat>, unit: Piece) -> UnitId<'_> {
        match unit {
            Piece::General(general) => UnitId::Own(&self.world.general(general).id),
            Piece::Force(side, space) => UnitId::Placed(side.id(), &self.world.space(space).id),
            Piece::Militia(militia) => UnitId::Own(&self.world.militia[militia].id),
            Piece::March(side) => UnitId::Placed(side.id(), ON_THE_WAY),
            Piece::Ships(vessel, damaged, berth) => self.ships_id(vessel, damaged, berth),
            Piece::Commodore(leader) => self.leader_id(leader),
        }
    }

    fn unit_name(&self, _seat: Option<Seat>, unit: Piece) -> String {
        match unit {
            Piece::General(general) => self.world.general(general).label.clone(),
            Piece::Force(side, space) => {
                format!("the {} in {}", those(self.sps(side, space)), self.space_name(space))
            }
            Piece::Militia(militia) => self.world.militia[militia].name(),
            Piece::Ships(vessel, damaged, berth) => self.ships_name(vessel, damaged, berth),
            Piece::Commodore(leader) => self.leader_label(leader),
            Piece::March(_) => {
                let sps = self.march.as_deref().map_or(0, |march| march.sps);
                format!("the {} on {} way", those(sps), verb(sps == 1, "its", "their"))
            }
        }
    }

    fn space_id(&self, space: Space) -> &str {
        &self.world.space(space).id
    }

    /// A town by its name, other hexes by their number.
    fn space_name(&self, space: Space) -> String {
        self.world.space(space).called.clone()
    }

    fn edge_id(&self, edge: Edge) -> &str {
        self.world.atlas.edge_name(edge)
    }

    fn card_id(card: u8) -> String {
        Card::ALL.get(usize::from(card)).map_or_else(String::new, |card| card.id().to_owned())
    }
}

/// Strength Points as people write them: "1 SP", "3 SPs".
pub(crate) fn counted(sps: u8) -> String {
    if sps == 1 { "1 SP".to_owned() } else { format!("{sps} SPs") }
}

/// The same after "the": "SP", "3 SPs".
pub(crate) fn those(sps: u8) -> String {
    if sps == 1 { "SP".to_owned() } else { counted(sps) }
}

/// Build Points as people write them.
pub(crate) fn build_points(points: u16) -> String {
    if points == 1 { "1 BP".to_owned() } else { format!("{points} BPs") }
}

/// The form of a verb for one or for several.
pub(crate) const fn verb(one: bool, singular: &'static str, plural: &'static str) -> &'static str {
    if one { singular } else { plural }
}

/// Movement Points as people write them.
pub(crate) fn moves(points: u8) -> String {
    if points == 1 { "1 MP".to_owned() } else { format!("{points} MPs") }
}

impl Piece {
    /// Whose it is.
    pub(crate) fn side(self, world: &World) -> Side {
        match self {
            Self::General(general) => world.general(general).side,
            Self::Force(side, _) => side,
            Self::Militia(militia) => world.militia[militia].side,
            Self::March(side) => side,
            Self::Ships(vessel, ..) => vessel.side(),
            Self::Commodore(_) => Side::Us,
        }
    }

    /// The general that it is, if it is one.
    pub(crate) const fn general(self) -> Option<General> {
        match self {
            Self::General(general) => Some(general),
            _ => None,
        }
    }
}

impl UsCivilWar {
    /// The generals of a side that stand on the map, in the order of the roster, and where.
    pub(crate) fn posted(&self, side: Side) -> impl Iterator<Item = (General, Space)> + '_ {
        self.world.generals_of(side).filter_map(|general| match self.officers[general].post {
            Post::Map(at) => Some((general, at)),
            _ => None,
        })
    }

    /// Where a piece is, if it is on the map; what is on its way is where its stack stands.
    pub(crate) fn space_of(&self, piece: Piece) -> Option<Space> {
        match piece {
            Piece::General(general) => match self.officers[general].post {
                Post::Map(space) => Some(space),
                Post::March => self.march.as_ref().map(|march| march.at),
                _ => None,
            },
            Piece::Force(side, space) => (self.sps(side, space) > 0).then_some(space),
            Piece::Militia(militia) => self.militia_at(militia),
            Piece::Ships(vessel, damaged, berth) => {
                self.alike(vessel, damaged, berth).next().map(|ship| ship.berth.space)
            }
            Piece::Commodore(leader) => self.leader_at(leader).map(|berth| berth.space),
            Piece::March(side) => {
                self.march.as_deref().filter(|march| march.side == side).map(|march| march.at)
            }
        }
    }

    /// The piece that has this id.
    pub(crate) fn piece_named(&self, id: &str) -> Option<Piece> {
        let general = self.world.general_named(id).map(Piece::General).or_else(|| self.naval_piece_named(id));
        let militia = || self.world.militia.iter().find(|(_, info)| info.id == id);
        let force = || {
            let (side, space) = id.split_once('-')?;
            let side = Side::named(side)?;
            let piece = || self.world.find(space).map(|space| Piece::Force(side, space));
            if space == ON_THE_WAY { Some(Piece::March(side)) } else { piece() }
        };
        general.or_else(|| militia().map(|(militia, _)| Piece::Militia(militia))).or_else(force)
    }

    /// Where a Militia unit is; in its state's Holding Box if nowhere. It can only be in an Objective or Resource Hex (§17.2.1).
    pub fn militia_at(&self, militia: Militia) -> Option<Space> {
        self.world.places.key().find(|&space| self.spot(space).militia == Some(militia))
    }
}
