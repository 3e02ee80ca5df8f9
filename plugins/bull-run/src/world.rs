//! What never changes in a game: the map (§4.3.1), the roster (§4.1) and the options.

use muster_board::{Atlas, EdgeId, SpaceId};
use muster_contract::{Position, Refusal, SpaceKind};
use muster_sdk::{Index as _, Table, require};
use serde::{Deserialize, Serialize};

mod map;
mod roster;
pub(crate) mod settings;

/// A locale, or a box off the map.
pub type Locale = SpaceId;
/// A boundary.
pub type Edge = EdgeId;

muster_sdk::index! {
    /// A unit: its place in the roster, or after it among the replacement units.
    pub struct Unit(u8) of "units";
}

/// Farther than anything.
pub const FAR: u8 = u8::MAX;
/// How many units of a side the roster may have.
pub const MOST_UNITS: usize = 44;
/// How many replacement units a side has for those that split (§4.1.3).
pub const SPARES: usize = 20;
/// Reinforcement groups (§9.3).
pub const GROUPS: u8 = 4;

muster_sdk::sides! {
    /// An army. Arrays with an entry an army are indexed by it.
    pub enum Side {
        /// The Union.
        Us = "us", "Union";
        /// The Confederacy.
        Cs = "cs", "Confederate";
    }
}

/// What is on a unit's face (§4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Kind {
    /// Infantry of strength 1 to 3.
    Infantry,
    /// Cavalry of strength 1 or 2.
    Cavalry,
    /// Artillery of strength 1.
    Artillery,
    /// Infantry that has lost its effectiveness (§4.1.1); strength 0.
    Disrupted,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Infantry, Self::Cavalry, Self::Artillery, Self::Disrupted];

    /// Its id in the roster.
    pub fn id(self) -> &'static str {
        match self {
            Self::Infantry => "infantry",
            Self::Cavalry => "cavalry",
            Self::Artillery => "artillery",
            Self::Disrupted => "disrupted",
        }
    }

    /// The strengths that such a unit can have.
    pub fn strengths(self) -> std::ops::RangeInclusive<u8> {
        match self {
            Self::Infantry => 1..=3,
            Self::Cavalry => 1..=2,
            Self::Artillery => 1..=1,
            Self::Disrupted => 0..=0,
        }
    }
}

/// How a boundary can be crossed (§4.3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passage {
    /// Freely.
    Passable,
    /// Not by a charge, a cavalry march, a road march or a pursuit.
    Restricted,
    /// By nobody.
    Impassable,
}

/// The symbols in an approach (§4.3.1), which tell against those who attack it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Penalties {
    /// Against infantry.
    pub infantry: u8,
    /// Against cavalry.
    pub cavalry: u8,
    /// Against bombardment.
    pub artillery: u8,
    /// Cavalry leads no assault and no defense here, and doesn't charge over it.
    pub obstructed: bool,
}

impl Penalties {
    /// The penalties against an attacker of this kind.
    pub fn against(&self, kind: Kind) -> u8 {
        match kind {
            Kind::Infantry => self.infantry,
            Kind::Cavalry => self.cavalry,
            Kind::Artillery => self.artillery,
            Kind::Disrupted => 0,
        }
    }
}

/// A road where it crosses a boundary (§8.6.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// The road's number.
    pub road: u8,
    /// Whether it is a main road here; the railroad bed is one.
    pub main: bool,
}

/// A boundary (§4.3.1).
#[derive(Clone, Debug)]
pub struct Boundary {
    /// Its name ("11/13").
    pub id: String,
    /// The locales on its two sides.
    pub ends: [Locale; 2],
    /// Whether it is as wide as two units.
    pub wide: bool,
    /// How it can be crossed.
    pub passage: Passage,
    /// The penalties in the approach of each end.
    pub penalties: [Penalties; 2],
    /// The roads across it.
    pub roads: Vec<Crossing>,
}

impl Boundary {
    /// The locale on the other side.
    pub fn across(&self, from: Locale) -> Locale {
        if self.ends[0] == from { self.ends[1] } else { self.ends[0] }
    }

    /// Which of its ends a locale is: 0 or 1.
    pub fn end(&self, locale: Locale) -> usize {
        usize::from(self.ends[0] != locale)
    }

    /// The penalties in the approach of this locale.
    pub fn in_approach(&self, locale: Locale) -> &Penalties {
        &self.penalties[self.end(locale)]
    }

    /// How many units wide it is.
    pub fn width(&self) -> usize {
        1 + usize::from(self.wide)
    }

    /// Whether charges, cavalry marches, road marches and pursuits cross it.
    pub fn is_passable(&self) -> bool {
        self.passage == Passage::Passable
    }
}

/// A boundary as seen from one of its locales.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// The boundary.
    pub edge: Edge,
    /// The locale beyond it.
    pub to: Locale,
}

/// A locale (§4.3.1), or a box with a unit display.
#[derive(Clone, Debug)]
pub struct LocaleInfo {
    /// Its identifier.
    pub id: String,
    /// What a person calls it.
    pub called: String,
    /// How many units fit; 0 for a box.
    pub capacity: u8,
    /// By army: whether it is one of its setup locales (§5).
    pub setup: [bool; 2],
    /// By army: whether its reinforcements may enter here (§9.3).
    pub entry: [bool; 2],
    /// By army: whether it is one of that army's objectives (§13.3).
    pub objective: [bool; 2],
    /// Its boundaries, in the order of the board file.
    pub ways: Vec<Way>,
    /// Roads that meet no other here.
    pub apart: Vec<u8>,
}

/// A unit of the roster, or one of the replacement units.
#[derive(Clone, Debug)]
pub struct UnitInfo {
    /// Its roster key.
    pub id: String,
    /// Its name, or empty.
    pub name: String,
    /// Its formation, or empty.
    pub formation: String,
    /// Its army.
    pub side: Side,
    /// What it is at first; a replacement unit is disrupted infantry in a box.
    pub kind: Kind,
    /// Its strength at first.
    pub strength: u8,
    /// Its reinforcement group, 0 for the starting units.
    pub group: u8,
    /// Where it stands at first, if it is placed.
    pub start: Option<(Locale, Option<Edge>)>,
    /// Whether it stands face up at first.
    pub face_up: bool,
    /// Whether it is ranging at first.
    pub ranging: bool,
    /// Whether it is a replacement unit.
    pub spare: bool,
}

/// What never changes. All forks of a game share it.
#[derive(Debug)]
pub struct World {
    /// The index of the board.
    pub atlas: Atlas,
    /// Locales and boxes, in the order of the board file.
    pub locales: Table<Locale, LocaleInfo>,
    /// Boundaries, in the order of the board file.
    pub edges: Table<Edge, Boundary>,
    /// By army: its setup locales (§5).
    pub setup: [Vec<Locale>; 2],
    /// The names of the roads.
    pub roads: Vec<String>,
    /// The roster, then the replacement units.
    pub units: Table<Unit, UnitInfo>,
    /// By army: the numbers of its units.
    pub armies: [Vec<Unit>; 2],
    /// By army and group: the box with its unit display, if the board has one.
    pub displays: [[Option<Locale>; 5]; 2],
    /// By army: its starting morale.
    pub morale: [u8; 2],
    /// The first round, from 1.
    pub first_round: u8,
    /// The last round.
    pub last_round: u8,
    /// How far ahead in morale the Union has to be at the end (§14).
    pub margin: u8,
    /// Whether the armies are placed by the players (§5).
    pub set_up: bool,
    /// Whether all cards are in hand from the first (§4.2, optional).
    pub no_luck: bool,
    /// The date, or empty.
    pub date: String,
    /// By locale and locale: how many boundaries apart they are, over those that can be crossed.
    distances: Vec<u8>,
    /// By army: how far each locale is from the nearest objective of that army.
    pub to_objective: [Table<Locale, u8>; 2],
    /// By army: the cost of the way from each locale to its objectives that keeps clear of where the enemy is at first: the
    /// way round his flank.
    pub around: [Table<Locale, u16>; 2],
    /// By locale: those that can be reached over one of its boundaries, and what that costs on a march.
    pub(crate) paths: Table<Locale, Vec<(Locale, u16)>>,
    /// From where no farther by that way half of the Union's army begins: its turning column.
    pub column: u16,
}

impl World {
    /// Reads and checks a scenario. A refusal is for its writer: it names the locale or unit, and the section.
    pub(crate) fn read(position: &Position) -> Result<Self, Refusal> {
        let map = map::read(position)?;
        let mut world = roster::read(map, position)?;
        world.measure();
        if let Some(first) = world.all_locales().next() {
            let apart = world.all_locales().find(|&locale| world.distance(first, locale) == FAR);
            require(apart.is_none(), "4.3.1", || {
                let name = apart.map_or("", |locale| world.name(locale));
                format!("locale {name} can't be reached from {}", world.name(first))
            })?;
        }
        Ok(world)
    }

    /// A locale.
    pub fn locale(&self, locale: Locale) -> &LocaleInfo {
        &self.locales[locale]
    }

    /// A locale's identifier.
    pub fn name(&self, locale: Locale) -> &str {
        &self.locale(locale).id
    }

    /// The locale of this identifier; boxes are none.
    pub fn find(&self, id: &str) -> Option<Locale> {
        self.atlas.space(id).filter(|&locale| self.is_locale(locale))
    }

    /// Whether it is a locale of the map.
    pub fn is_locale(&self, locale: Locale) -> bool {
        self.locale(locale).capacity > 0
    }

    /// All locales of the map.
    pub fn all_locales(&self) -> impl Iterator<Item = Locale> {
        self.locales.all().filter(|&locale| self.is_locale(locale))
    }

    /// The objectives of an army.
    pub fn objectives(&self, side: Side) -> impl Iterator<Item = Locale> {
        self.all_locales().filter(move |&locale| self.locale(locale).objective[side as usize])
    }

    /// A boundary.
    pub fn edge(&self, edge: Edge) -> &Boundary {
        &self.edges[edge]
    }

    /// The boundary between two locales.
    pub fn between(&self, one: Locale, other: Locale) -> Option<Edge> {
        self.locale(one).ways.iter().find(|way| way.to == other).map(|way| way.edge)
    }

    /// A unit as the roster has it.
    pub fn unit(&self, unit: Unit) -> &UnitInfo {
        &self.units[unit]
    }

    /// The numbers of an army's units, replacement units among them.
    pub fn of_side(&self, side: Side) -> impl Iterator<Item = Unit> + '_ {
        self.armies[side as usize].iter().copied()
    }

    /// How many boundaries apart two locales are.
    pub fn distance(&self, one: Locale, other: Locale) -> u8 {
        self.distances[one.place() * self.locales.len() + other.place()]
    }

    fn measure(&mut self) {
        self.paths = crate::plan::paths(self);
        self.setup = Side::ALL.map(|side| {
            self.all_locales().filter(|&locale| self.locale(locale).setup[side as usize]).collect()
        });
        let count = self.locales.len();
        self.distances = vec![FAR; count * count];
        for from in self.locales.all() {
            let row = from.place() * count;
            let mut reached = vec![from];
            self.distances[row + from.place()] = 0;
            let mut next = 0;
            while let Some(&at) = reached.get(next) {
                next += 1;
                let steps = self.distances[row + at.place()];
                for way in &self.locales[at].ways {
                    let known = &mut self.distances[row + way.to.place()];
                    if *known == FAR && self.edges[way.edge].passage != Passage::Impassable {
                        *known = steps + 1;
                        reached.push(way.to);
                    }
                }
            }
        }
        for side in Side::ALL {
            let nearest = |from: Locale| {
                self.objectives(side).map(|goal| self.distance(from, goal)).min().unwrap_or(FAR)
            };
            let distances = self.locales.all().map(nearest).collect();
            self.to_objective[side as usize] = distances;
            self.around[side as usize] = crate::plan::around(self, side);
        }
        self.column = crate::plan::column(self);
    }
}

/// Whether a space of the board is a locale; the others are boxes.
fn is_area(kind: SpaceKind) -> bool {
    kind == SpaceKind::Area
}
