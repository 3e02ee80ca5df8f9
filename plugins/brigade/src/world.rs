//! What never changes in a game: the ground, the roster, the options and facts.

use muster_board::hex::Hex;
use muster_board::{Atlas, SpaceId};
use muster_contract::{Attribute, Facing, Grid, Position, Refusal};
use muster_sdk::{Index as _, Table, ensure, refuse, require};

use crate::activation::COMMAND_RANGE;

mod ground;
mod roster;
pub(crate) mod settings;

muster_sdk::sides! {
    /// A side. Arrays with an entry a side are indexed by it.
    pub enum Side {
        /// The Union.
        Us = "us", "Union";
        /// The Confederacy.
        Cs = "cs", "Confederate";
    }
}

muster_sdk::index! {
    /// A unit: its place in the roster.
    pub struct Unit(u8) of "units";
}

muster_sdk::index! {
    /// A corps, in the order in which the roster names them.
    pub struct Corps(u8) of "corps";
}

/// How many generals a side may have who command the whole army: the commander and his seconds (A4).
pub const ARMY_GENERALS: usize = 4;
/// As far as anything is ever seen or shot: the range of heavy guns (E1).
pub const FARTHEST: u32 = 9;

/// What a unit is (A1, A4, A5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A brigade on foot.
    Infantry,
    /// A mounted brigade.
    Cavalry,
    /// A group of batteries.
    Artillery,
    /// A general.
    General,
    /// A corps train.
    Train,
}

impl Kind {
    /// Its id in the roster.
    pub fn id(self) -> &'static str {
        match self {
            Kind::Infantry => "infantry",
            Kind::Cavalry => "cavalry",
            Kind::Artillery => "artillery",
            Kind::General => "general",
            Kind::Train => "train",
        }
    }

    /// Whether it is a unit in the sense of A1: it fights, has a fire zone and counts for stacking.
    pub fn fights(self) -> bool {
        matches!(self, Kind::Infantry | Kind::Cavalry | Kind::Artillery)
    }

    /// Whether it may enter a hex with nothing but an enemy's train and generals.
    pub fn overruns(self) -> bool {
        matches!(self, Kind::Infantry | Kind::Cavalry)
    }
}

/// A unit of the roster.
#[derive(Clone, Debug)]
pub struct UnitInfo {
    /// Its roster key.
    pub id: String,
    /// Its name in full.
    pub name: String,
    /// Its side.
    pub side: Side,
    /// What it is.
    pub kind: Kind,
    /// Its formation's name as the roster has it.
    pub formation: String,
    /// The corps that it belongs to at first, if it isn't independent (A6).
    pub corps: Option<Corps>,
    /// Whether it commands the army (A4).
    pub army_general: bool,
    /// Its range in bombardment (E1).
    pub range: u32,
    /// The turn in which it arrives; 0 if it is there from the first.
    pub arrives: u16,
    /// Where it may arrive.
    pub entries: Vec<SpaceId>,
    /// Its attributes, for the inspector.
    pub attributes: Vec<Attribute>,
}

/// A corps, or a division that is treated as one (A5).
#[derive(Clone, Debug)]
pub struct CorpsInfo {
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: Side,
    /// Its commander.
    pub general: Option<Unit>,
    /// Its train.
    pub train: Option<Unit>,
    /// The hex of its line of communication.
    pub loc: Option<SpaceId>,
}

/// What a step over a hexside meets. Where the board ends there is none.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The hex beyond.
    pub to: SpaceId,
    /// No one can cross (a river without bridge or ford; water).
    pub barred: bool,
    /// Whoever takes it must stop: the ground beyond is difficult, or a stream, a ford or a steep slope is in the way, and
    /// no road takes him over (D3).
    pub stops: bool,
    /// A road or railroad runs across.
    pub road: bool,
    /// A steep slope lies between.
    pub steep: bool,
}

/// What is in a hex.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ground {
    /// Nobody can be there.
    pub barred: bool,
    /// Whoever enters must stop (D3).
    pub difficult: bool,
    /// It takes a hit away (F4).
    pub cover: bool,
    /// It hinders sight.
    pub hides: bool,
    /// How high it lies.
    pub height: i8,
}

/// All that never changes.
#[derive(Debug)]
pub struct World {
    /// The boards.
    pub atlas: Atlas,
    /// Per space, what is in it.
    pub ground: Table<SpaceId, Ground>,
    /// Per space, where it lies on the grid.
    places: Table<SpaceId, Hex>,
    /// Per space, its six sides clockwise from the top.
    pub steps: Table<SpaceId, [Option<Step>; 6]>,
    /// Per space and corner, the fire zone (A2): the two hexes in front first.
    zones: Vec<Vec<SpaceId>>,
    /// How many hexes of each zone are adjacent.
    fronts: Vec<u8>,
    /// Which spaces see which, up to [`FARTHEST`].
    sights: Vec<u64>,
    /// Which spaces are in command range of each other (C5).
    command_ranges: Vec<u64>,
    words_per_space: usize,
    /// The roster.
    pub units: Table<Unit, UnitInfo>,
    /// The corps.
    pub corps: Table<Corps, CorpsInfo>,
    /// Side by side, its units.
    pub forces: [Vec<Unit>; 2],
    /// Side by side, its fighting units.
    pub troops: [Vec<Unit>; 2],
    /// Side by side, its generals.
    pub generals: [Vec<Unit>; 2],
    /// Side by side, the generals of the army (A4).
    pub armies: [Vec<Unit>; 2],
    /// Seat by seat, the side that it plays.
    pub seats: Vec<Side>,
    /// How many turns.
    pub turns: u16,
    /// How many turns a day; equals `turns` in a battle of one day.
    pub turns_per_day: u16,
    /// How long a turn is, for the clock.
    pub minutes_per_turn: u16,
    /// When a day begins, in minutes after midnight.
    pub first_hour: u16,
    /// The side that is active first.
    pub first: Side,
    /// The date in words.
    pub date: String,
    /// Whether the battle may end when both have had enough (V1).
    pub early_end: bool,
    /// Whether the trains stand as both sides agreed, wherever that is (A5).
    pub trains_as_agreed: bool,
    /// C3's rule for late battles.
    pub late_war: bool,
    /// O2's rule for after 1863.
    pub after_1863: bool,
    /// The six facings to corners, from the top clockwise.
    pub corners: [Facing; 6],
}

impl World {
    /// Reads and checks a position.
    pub fn read(position: &Position) -> Result<World, Refusal> {
        let atlas = Atlas::new(&position.boards).map_err(|problem| refuse(problem.to_string(), ""))?;
        let mut boards = atlas.boards();
        let board = boards.next().ok_or_else(|| refuse("Brigade needs a board of hexes", "A1"))?;
        ensure(boards.next().is_none(), "Brigade is played on one board", "A1")?;
        ensure(atlas.grid(board) != Grid::Free, "Brigade is played on hexes; this board has no grid", "A1")?;
        let (facts, options) = (&position.setup.facts, &position.setup.options);
        let days = settings::DAYS.read(facts)?;
        let per_day = settings::TURNS_PER_DAY.given(facts)?;
        let usual = per_day.unwrap_or(20) * days;
        let turns = settings::TURNS.given(facts)?.unwrap_or(usual);
        let per_day = per_day.unwrap_or((turns + days - 1) / days);
        let first = settings::FIRST_SIDE.given(facts)?.map_or(Side::Cs, |first| Side::ALL[first]);
        let seat = |id: &String| {
            Side::named(id).ok_or_else(|| refuse(format!("there is no side \"{id}\" for a seat"), ""))
        };
        let seats: Vec<Side> = position.setup.seats.iter().map(seat).collect::<Result<_, _>>()?;
        for side in Side::ALL {
            let missing = || format!("no seat plays the side \"{}\"", side.id());
            require(seats.contains(&side), "", missing)?;
        }
        let a_hex = atlas.spaces_of(board).next().ok_or_else(|| refuse("the board has no hexes", "A1"))?;
        let mut facings = atlas.corners(a_hex);
        let corners = std::array::from_fn(|_| facings.next().unwrap_or(0));
        let ground = ground::read(&atlas);
        let places = atlas.spaces().map(|space| atlas.place(space).unwrap_or(Hex { q: 0, r: 0 })).collect();
        let steps = ground::read_steps(&atlas, &ground);
        let mut world = World {
            zones: Vec::new(),
            fronts: Vec::new(),
            sights: Vec::new(),
            command_ranges: Vec::new(),
            words_per_space: atlas.space_count().div_ceil(64),
            ground,
            places,
            steps,
            units: Table::new(Vec::new()),
            corps: Table::new(Vec::new()),
            forces: [Vec::new(), Vec::new()],
            troops: [Vec::new(), Vec::new()],
            generals: [Vec::new(), Vec::new()],
            armies: [Vec::new(), Vec::new()],
            seats,
            turns: turns as u16,
            turns_per_day: per_day.max(1) as u16,
            minutes_per_turn: settings::MINUTES_PER_TURN.read(facts)? as u16,
            first_hour: settings::FIRST_HOUR.read(facts)? as u16,
            first,
            date: settings::DATE.given(facts)?.unwrap_or_default().to_owned(),
            early_end: settings::EARLY_END.given(facts)?.unwrap_or(true),
            trains_as_agreed: settings::TRAINS_AS_AGREED.read(facts)?,
            late_war: settings::LATE_WAR.is_on(options),
            after_1863: settings::AFTER_1863.is_on(options),
            corners,
            atlas,
        };
        world.index();
        world.read_roster(position)?;
        Ok(world)
    }

    /// Fire zones and sight, looked up in the course of play more than anything else.
    fn index(&mut self) {
        let count = self.atlas.space_count();
        self.sights = vec![0; count * self.words_per_space];
        self.command_ranges = self.sights.clone();
        for space in self.atlas.spaces() {
            for facing in self.corners {
                self.zones.push(self.atlas.fire_zone(space, facing).iter().copied().collect());
                self.fronts.push(self.atlas.front(space, facing).len() as u8);
            }
            for other in self.atlas.disc(space, FARTHEST).filter(|&other| other <= space) {
                let top = self.ground[space].height.max(self.ground[other].height);
                let clear = self.atlas.sight(space, other, |hex| {
                    let between = self.ground[hex];
                    between.height + i8::from(between.hides) > top
                });
                if clear {
                    let near = self.distance(space, other) <= COMMAND_RANGE;
                    for (a, b) in [(space, other), (other, space)] {
                        let (word, bit) = self.bit(a, b);
                        self.sights[word] |= bit;
                        self.command_ranges[word] |= if near { bit } else { 0 };
                    }
                }
            }
        }
    }

    /// \[A2\] The fire zone of a unit that faces a corner: the adjacent hexes in front of it, then those beyond them.
    pub fn zone(&self, hex: SpaceId, facing: Facing) -> &[SpaceId] {
        &self.zones[hex.place() * 6 + usize::from(facing / 2)]
    }

    /// The adjacent hexes in front of a unit.
    pub fn front(&self, hex: SpaceId, facing: Facing) -> &[SpaceId] {
        let at = hex.place() * 6 + usize::from(facing / 2);
        &self.zones[at][..usize::from(self.fronts[at])]
    }

    /// Whether one hex can be seen from another, at most [`FARTHEST`] away.
    pub fn sees(&self, a: SpaceId, b: SpaceId) -> bool {
        let (word, bit) = self.bit(a, b);
        self.sights[word] & bit != 0
    }

    /// \[C5\] Whether two hexes are within [`COMMAND_RANGE`] and see each other.
    pub fn in_command_range(&self, a: SpaceId, b: SpaceId) -> bool {
        let (word, bit) = self.bit(a, b);
        self.command_ranges[word] & bit != 0
    }

    /// Where a pair of spaces has its bit.
    fn bit(&self, a: SpaceId, b: SpaceId) -> (usize, u64) {
        (a.place() * self.words_per_space + b.place() / 64, 1 << (b.0 % 64))
    }

    /// The distance in hexes. It is asked for more than anything else, so it doesn't go through the atlas.
    pub fn distance(&self, a: SpaceId, b: SpaceId) -> u32 {
        self.places[a].distance(self.places[b])
    }

    /// The number of the side (of the hex) by which a step leads from one hex to the next, if they are adjacent.
    pub fn side_towards(&self, from: SpaceId, to: SpaceId) -> Option<usize> {
        self.steps[from].iter().position(|step| step.is_some_and(|step| step.to == to))
    }

    /// The hexes around one.
    pub fn around(&self, hex: SpaceId) -> impl Iterator<Item = SpaceId> + Clone + '_ {
        self.steps(hex).map(|step| step.to)
    }

    /// The steps that lead out of a hex, clockwise from the top.
    pub fn steps(&self, hex: SpaceId) -> impl Iterator<Item = &Step> + Clone {
        self.steps[hex].iter().flatten()
    }

    /// \[A5\] Whether a road or railroad leads from one hex to the other.
    pub(crate) fn road_leads(&self, from: SpaceId, to: SpaceId) -> bool {
        let mut known = vec![from];
        let mut next = 0;
        while let Some(&hex) = known.get(next) {
            if hex == to {
                return self.steps(hex).any(|step| step.road);
            }
            for step in self.steps(hex).filter(|step| step.road) {
                if !known.contains(&step.to) {
                    known.push(step.to);
                }
            }
            next += 1;
        }
        false
    }

    /// \[A5\] Whether a hex can be a corps's line of communication: a road or railroad leaves the board there, or it has a
    /// landing.
    pub(crate) fn leads_out(&self, hex: SpaceId) -> bool {
        let at_the_edge = self.steps[hex].iter().any(Option::is_none);
        let landing = || self.atlas.has(hex, self.atlas.feature("landing"));
        at_the_edge && self.steps(hex).any(|step| step.road) || landing()
    }

    /// A hex's name.
    pub fn hex_name(&self, hex: SpaceId) -> &str {
        self.atlas.name(hex)
    }

    /// The hex of a name.
    pub fn hex(&self, name: &str) -> Option<SpaceId> {
        self.atlas.space(name)
    }

    /// The unit of a roster key.
    pub fn unit(&self, id: &str) -> Option<Unit> {
        self.units.iter().find(|(_, info)| info.id == id).map(|(unit, _)| unit)
    }

    /// A unit's roster entry.
    pub fn info(&self, unit: Unit) -> &UnitInfo {
        &self.units[unit]
    }

    /// The side that a unit is of.
    pub fn side_of(&self, unit: Unit) -> Side {
        self.units[unit].side
    }

    /// Whether it fights, has a fire zone and counts for stacking (A1).
    pub fn fights(&self, unit: Unit) -> bool {
        self.units[unit].kind.fights()
    }

    /// Whether it is a general.
    pub fn is_general(&self, unit: Unit) -> bool {
        self.units[unit].kind == Kind::General
    }

    /// The seat that decides for a side.
    pub fn seat_of(&self, side: Side) -> u8 {
        self.seats.iter().position(|&one| one == side).unwrap_or(0) as u8
    }
}
