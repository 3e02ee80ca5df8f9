//! The map as printed: what is drawn in hexes and on hexsides (2.2), and who controls what (2.7, 7.1).

use bobby_lee::state::At;
use bobby_lee::world::{Edge, Hex};
use bobby_lee::{BobbyLee, Kind, Side, Unit, World};
use muster_board::{EdgeId, SpaceId};
use muster_sdk::Index as _;

/// A hexside, from one of its hexes.
#[derive(Clone, Debug)]
pub struct Brink {
    pub edge: Edge,
    pub to: Hex,
    drawn: Vec<String>,
    pub navigable: Option<String>,
}

impl Brink {
    pub fn is(&self, feature: &str) -> bool {
        self.drawn.iter().any(|one| one == feature)
    }

    pub fn crossing(&self) -> bool {
        self.is("bridge") || self.is("ford")
    }

    /// 2.21: rivers without a crossing and mountains without a gap are impassable.
    pub fn open(&self) -> bool {
        !self.is("water")
            && (!self.is("river") || self.crossing())
            && (!self.is("mountain") || self.is("gap"))
    }

    /// 5.41: where a pontoon bridge can go.
    pub fn bridgeable(&self) -> bool {
        self.is("river") && !self.crossing() && !self.is("water") && (!self.is("mountain") || self.is("gap"))
    }

    /// 5.34: rough is what isn't clear.
    pub fn rough(&self) -> bool {
        self.is("marsh") || self.is("gap") || self.is("river") || self.crossing()
    }
}

/// A hex, or a box at sea.
#[derive(Clone, Debug)]
pub struct Place {
    pub name: String,
    drawn: Vec<String>,
    pub river: Option<String>,
    pub brinks: Vec<Brink>,
    pub lanes: Vec<Hex>,
}

impl Place {
    pub fn is(&self, feature: &str) -> bool {
        self.drawn.iter().any(|one| one == feature)
    }

    pub fn port(&self) -> bool {
        self.is("port") || self.is("major-port")
    }

    pub fn home(&self) -> Side {
        if self.is("us-home") { Side::Us } else { Side::Cs }
    }
}

pub struct Ground(pub Vec<Place>);

impl Ground {
    pub fn of(world: &World) -> Self {
        let atlas = &world.atlas;
        let names = |features| atlas.feature_names(features).map(str::to_owned).collect::<Vec<_>>();
        let place = |space: SpaceId| {
            let mut place = Place {
                name: atlas.name(space).to_owned(),
                drawn: names(atlas.features_of(space)),
                river: atlas.text(space, atlas.key("river")).map(str::to_owned),
                brinks: Vec::new(),
                lanes: Vec::new(),
            };
            for edge in atlas.edges().filter(|&edge: &EdgeId| atlas.ends(edge).contains(&space)) {
                let Some(to) = atlas.across(edge, space) else { continue };
                let brink = Brink {
                    edge,
                    to,
                    drawn: names(atlas.edge_features(edge)),
                    navigable: atlas.edge_text(edge, space, atlas.key("navigable")).map(str::to_owned),
                };
                if brink.is("sea-lane") {
                    place.lanes.push(to);
                }
                if atlas.edge_facing(edge, space).is_some() {
                    place.brinks.push(brink);
                }
            }
            place
        };
        Self(atlas.spaces().map(place).collect())
    }

    pub fn at(&self, hex: Hex) -> &Place {
        &self.0[hex.place()]
    }

    pub fn named(&self, name: &str) -> Hex {
        self.0.iter().position(|place| place.name == name).map(Hex::nth).unwrap()
    }

    pub fn brink(&self, from: Hex, to: Hex) -> Option<&Brink> {
        self.at(from).brinks.iter().find(|brink| brink.to == to)
    }

    /// The terrain effects table: how many attack, or retreat, and reinforce over a hexside into a hex.
    pub fn limits(&self, into: Hex, brink: &Brink, mud: bool) -> (u8, u8) {
        let mut rows = vec![if self.at(into).is("woods") { [(3, 2), (2, 1)] } else { [(4, 2), (2, 1)] }];
        if brink.crossing() {
            rows.push([(3, 2), (2, 1)]);
        }
        if brink.is("marsh") || brink.is("gap") {
            rows.push([(2, 1), (1, 0)]);
        }
        let column = rows.iter().map(|row: &[(u8, u8); 2]| row[usize::from(mud)]);
        // The most restrictive counts.
        column.reduce(|one, other| (one.0.min(other.0), one.1.min(other.1))).unwrap()
    }

    /// 5.12: the hexes in range of a leader, over passable hexsides and not through the enemy.
    pub fn command(&self, blocks: &Blocks, side: Side, from: Hex, range: u8) -> Vec<Hex> {
        let mut reached = vec![(from, 0)];
        let mut next = 0;
        while let Some(&(at, far)) = reached.get(next) {
            next += 1;
            for brink in self.at(at).brinks.iter().filter(|brink| brink.open() && far < range) {
                let fresh = reached.iter().all(|(hex, _)| *hex != brink.to);
                if fresh && !blocks.stands(side.other(), brink.to) {
                    reached.push((brink.to, far + 1));
                }
            }
        }
        reached.into_iter().map(|(hex, _)| hex).collect()
    }

    /// 7.1: whether the Union controls a vacant hex of the Confederacy's railroad, or road (9.2), from both sides of it.
    pub fn spanned(&self, blocks: &Blocks, hex: Hex, track: &str) -> bool {
        let place = self.at(hex);
        let beside = place.brinks.iter().filter(|brink| brink.is(track));
        let held =
            beside.filter(|brink| blocks.stands(Side::Us, brink.to) && !blocks.stands(Side::Cs, brink.to));
        place.home() == Side::Cs
            && !place.is("major-town")
            && !blocks.stands(Side::Cs, hex)
            && held.count() > 1
    }

    /// 2.72, 7.1: whether a hex is friendly.
    pub fn friendly(&self, blocks: &Blocks, side: Side, hex: Hex) -> bool {
        let spanned = self.spanned(blocks, hex, "railroad") || self.spanned(blocks, hex, "road");
        match (blocks.stands(side, hex), blocks.stands(side.other(), hex)) {
            (true, _) => true,
            (_, true) => false,
            _ if spanned => side == Side::Us,
            _ => self.at(hex).home() == side,
        }
    }

    /// 7.1: whether a side moves along the railroad here.
    pub fn rails(&self, blocks: &Blocks, side: Side, hex: Hex) -> bool {
        let place = self.at(hex);
        let ours = match side {
            Side::Us => {
                place.home() == side || blocks.stands(side, hex) || self.spanned(blocks, hex, "railroad")
            }
            Side::Cs => {
                place.home() == side && (blocks.stands(side, hex) || !self.spanned(blocks, hex, "railroad"))
            }
        };
        ours && place.brinks.iter().any(|brink| brink.is("railroad")) && !blocks.stands(side.other(), hex)
    }
}

/// Where blocks stand at some moment.
#[derive(Clone, Debug, Default)]
pub struct Blocks(Vec<(Side, Option<Hex>)>);

impl Blocks {
    pub fn of(game: &BobbyLee) -> Self {
        let at = |unit: &bobby_lee::state::Block| match unit.at {
            At::Map(hex) => Some(hex),
            _ => None,
        };
        Self(
            game.units
                .rows()
                .zip(game.world.units.rows())
                .map(|(unit, info)| (info.side, at(unit)))
                .collect(),
        )
    }

    pub fn stands(&self, side: Side, hex: Hex) -> bool {
        self.count(side, hex) > 0
    }

    pub fn count(&self, side: Side, hex: Hex) -> usize {
        self.0.iter().filter(|one| **one == (side, Some(hex))).count()
    }

    pub fn hex(&self, unit: Unit) -> Option<Hex> {
        self.0[unit.place()].1
    }

    /// The units of a side on the map, in the order of the roster.
    pub fn units(&self, side: Side) -> impl Iterator<Item = (Unit, Hex)> + '_ {
        let all = (0..).map(Unit::nth).zip(&self.0);
        all.filter(move |(_, one)| one.0 == side).filter_map(|(unit, one)| Some((unit, one.1?)))
    }
}

/// Unit data: how far a kind of unit goes; leaders have their own speed.
pub fn speed(world: &World, unit: Unit) -> u8 {
    match world.unit(unit).kind {
        Kind::Infantry | Kind::Artillery => 2,
        Kind::Garrison => 1,
        Kind::Cavalry => 3,
        Kind::Leader | Kind::Supreme => world.unit(unit).speed,
    }
}

/// The unit of this id.
pub fn unit(world: &World, id: &str) -> Unit {
    world.units.iter().find(|(_, info)| info.id == id).unwrap().0
}
