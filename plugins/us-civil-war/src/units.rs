//! §2.2: what players move, and what they call it.

use muster_contract::Seat;
use muster_sdk::{Names, Shared, UnitId};

use crate::charts::Card;
use crate::state::{Post, UsCivilWar};
use crate::world::{Edge, General, Militia, Side, Space, World};

/// Something on the map that a choice can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A general.
    General(General),
    /// All Strength Points of a side in a space.
    Force(Side, Space),
    /// A Militia unit.
    Militia(Militia),
}

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
        }
    }

    fn unit_name(&self, _seat: Option<Seat>, unit: Piece) -> String {
        match unit {
            Piece::General(general) => self.world.general(general).label.clone(),
            Piece::Force(side, space) => {
                format!("the {} in {}", counted(self.sps(side, space)), self.space_name(space))
            }
            Piece::Militia(militia) => self.world.militia[militia].name(),
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

impl UsCivilWar {
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
        }
    }

    /// Where a Militia unit is; in its state's Holding Box if nowhere. It can only be in an Objective or Resource Hex (§17.2.1).
    pub fn militia_at(&self, militia: Militia) -> Option<Space> {
        self.world.places.key().find(|&space| self.spot(space).militia == Some(militia))
    }
}
