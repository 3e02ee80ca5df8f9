//! What never changes in a game: the ground, the roster, the options and facts.

use muster_board::hex::Hex;
use muster_board::{Atlas, EdgeId, Features, SpaceId};
use muster_contract::{Attribute, Facing, Grid, Position, Refusal, Value};
use muster_sdk::{Index as _, Table, refuse};

use crate::activation::EARSHOT;

muster_sdk::index! {
    /// A unit: its place in the roster.
    pub struct Unit(u8) of "units";
}

muster_sdk::index! {
    /// A corps, in the order in which the roster names them.
    pub struct Corps(u8) of "corps";
}

/// The ids of the sides, in the order of the description.
pub const SIDES: [&str; 2] = ["us", "cs"];
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
    /// Its side's number.
    pub side: u8,
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
    pub side: u8,
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
    /// Which spaces hear each other (C5).
    earshots: Vec<u64>,
    words_per_space: usize,
    /// The roster.
    pub units: Table<Unit, UnitInfo>,
    /// The corps.
    pub corps: Table<Corps, CorpsInfo>,
    /// Side by side, its units.
    pub forces: [Vec<Unit>; 2],
    /// Side by side, the generals of the army (A4).
    pub armies: [Vec<Unit>; 2],
    /// Seat by seat, the side that it plays.
    pub seats: Vec<u8>,
    /// How many turns.
    pub turns: u16,
    /// How many turns a day; equals `turns` in a battle of one day.
    pub turns_per_day: u16,
    /// How long a turn is, for the clock.
    pub minutes_per_turn: u16,
    /// When a day begins, in minutes after midnight.
    pub first_hour: u16,
    /// The side that is active first.
    pub first: u8,
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

fn find<'a>(list: &'a [Attribute], name: &str) -> Option<&'a Value> {
    list.iter().find(|attribute| attribute.name == name).map(|attribute| &attribute.value)
}

fn number(list: &[Attribute], name: &str, default: i32, least: i32, most: i32) -> Result<i32, Refusal> {
    match find(list, name) {
        None => Ok(default),
        Some(Value::Number(number)) if (least..=most).contains(number) => Ok(*number),
        Some(_) => Err(refuse(format!("`{name}` must be a number from {least} to {most}"), "")),
    }
}

fn flag(list: &[Attribute], name: &str, default: bool) -> Result<bool, Refusal> {
    match find(list, name) {
        None => Ok(default),
        Some(Value::Flag(flag)) => Ok(*flag),
        Some(_) => Err(refuse(format!("`{name}` must be true or false"), "")),
    }
}

fn text<'a>(list: &'a [Attribute], name: &str) -> Result<Option<&'a str>, Refusal> {
    match find(list, name) {
        None => Ok(None),
        Some(Value::Text(text)) => Ok(Some(text)),
        Some(_) => Err(refuse(format!("`{name}` must be a text"), "")),
    }
}

/// A facing as scenarios write it: by its point of the compass, or in twelfths of a circle where it has none of the eight.
fn facing_name(facing: Facing) -> String {
    match facing {
        0 => "\"N\"",
        2 => "\"NE\"",
        3 => "\"E\"",
        4 => "\"SE\"",
        6 => "\"S\"",
        8 => "\"SW\"",
        9 => "\"W\"",
        10 => "\"NW\"",
        _ => return facing.to_string(),
    }
    .to_owned()
}

fn side_number(id: &str) -> Option<u8> {
    SIDES.iter().position(|&side| side == id).map(|at| at as u8)
}

impl World {
    /// Reads and checks a position.
    pub fn read(position: &Position) -> Result<World, Refusal> {
        let atlas = Atlas::new(&position.boards).map_err(|problem| refuse(problem.to_string(), ""))?;
        let mut boards = atlas.boards();
        let board = boards.next().ok_or_else(|| refuse("Brigade needs a board of hexes", "A1"))?;
        if boards.next().is_some() {
            return Err(refuse("Brigade is played on one board", "A1"));
        }
        if atlas.grid(board) == Grid::Free {
            return Err(refuse("Brigade is played on hexes; this board has no grid", "A1"));
        }
        let facts = &position.setup.facts;
        let days = number(facts, "days", 1, 1, 9)?;
        let per_day = number(facts, "turns-per-day", 0, 0, 99)?;
        let turns = number(facts, "turns", if per_day > 0 { per_day * days } else { 20 * days }, 1, 200)?;
        let per_day = if per_day > 0 { per_day } else { (turns + days - 1) / days };
        let first = match text(facts, "first-side")? {
            None => 1,
            Some(id) => side_number(id)
                .ok_or_else(|| refuse(format!("`first-side` is \"us\" or \"cs\", not \"{id}\""), "B1"))?,
        };
        let mut seats = Vec::new();
        for id in &position.setup.seats {
            seats.push(
                side_number(id).ok_or_else(|| refuse(format!("there is no side \"{id}\" for a seat"), ""))?,
            );
        }
        for side in 0..2 {
            if !seats.contains(&side) {
                return Err(refuse(format!("no seat plays the side \"{}\"", SIDES[usize::from(side)]), ""));
            }
        }
        let a_hex = atlas.spaces_of(board).next().ok_or_else(|| refuse("the board has no hexes", "A1"))?;
        let mut corners = [0; 6];
        for (slot, facing) in corners.iter_mut().zip(atlas.corners(a_hex)) {
            *slot = facing;
        }
        let ground = read_ground(&atlas);
        let places = atlas.spaces().map(|space| atlas.place(space).unwrap_or(Hex { q: 0, r: 0 })).collect();
        let steps = read_steps(&atlas, &ground);
        let mut world = World {
            zones: Vec::new(),
            fronts: Vec::new(),
            sights: Vec::new(),
            earshots: Vec::new(),
            words_per_space: atlas.space_count().div_ceil(64),
            ground,
            places,
            steps,
            units: Table::new(Vec::new()),
            corps: Table::new(Vec::new()),
            forces: [Vec::new(), Vec::new()],
            armies: [Vec::new(), Vec::new()],
            seats,
            turns: turns as u16,
            turns_per_day: per_day.max(1) as u16,
            minutes_per_turn: number(facts, "minutes-per-turn", 30, 1, 240)? as u16,
            first_hour: number(facts, "first-hour", 360, 0, 1439)? as u16,
            first,
            date: text(facts, "date")?.unwrap_or_default().to_owned(),
            early_end: flag(facts, "early-end", true)?,
            trains_as_agreed: flag(facts, "trains-as-agreed", false)?,
            late_war: flag(&position.setup.options, "late-war", false)?,
            after_1863: flag(&position.setup.options, "after-1863", false)?,
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
        self.earshots = self.sights.clone();
        for space in self.atlas.spaces() {
            for facing in self.corners {
                self.zones.push(self.atlas.fire_zone(space, facing).iter().copied().collect());
                self.fronts.push(self.atlas.front(space, facing).len() as u8);
            }
            for other in self.atlas.disc(space, FARTHEST) {
                if other > space {
                    continue;
                }
                let top = self.ground[space].height.max(self.ground[other].height);
                let clear = self.atlas.sight(space, other, |hex| {
                    let between = self.ground[hex];
                    between.height + i8::from(between.hides) > top
                });
                if clear {
                    let near = self.distance(space, other) <= EARSHOT;
                    for (a, b) in [(space, other), (other, space)] {
                        let (word, bit) = self.bit(a, b);
                        self.sights[word] |= bit;
                        self.earshots[word] |= if near { bit } else { 0 };
                    }
                }
            }
        }
    }

    fn read_roster(&mut self, position: &Position) -> Result<(), Refusal> {
        if position.roster.len() > 250 {
            return Err(refuse(
                format!("{} units are too many; there can be 250", position.roster.len()),
                "A1",
            ));
        }
        let (mut units, mut corps) = (Vec::new(), Vec::new());
        for (index, unit) in position.roster.iter().enumerate() {
            let wrong = |what: String, citation: &str| refuse(format!("{}: {what}", unit.id), citation);
            let side = side_number(&unit.side)
                .ok_or_else(|| wrong(format!("there is no side \"{}\"", unit.side), ""))?;
            let kind = [Kind::Infantry, Kind::Cavalry, Kind::Artillery, Kind::General, Kind::Train]
                .into_iter()
                .find(|kind| kind.id() == unit.kind)
                .ok_or_else(|| wrong(format!("\"{}\" is no kind of unit here", unit.kind), "A1"))?;
            let list = &unit.attributes;
            let fail = |refusal: Refusal| wrong(refusal.reason, "");
            let hex = |name: &str| {
                let space = self.atlas.space(name).filter(|&space| !self.ground[space].barred);
                space.ok_or_else(|| wrong(format!("there is no hex \"{name}\" to be in"), "A1"))
            };
            let army_general = flag(list, "army-general", false).map_err(fail)?;
            let arrives = number(list, "arrives", 0, 0, 200).map_err(fail)?;
            if arrives > i32::from(self.turns) {
                let why =
                    format!("it arrives in turn {arrives}, and the battle ends with turn {}", self.turns);
                return Err(wrong(why, "A5"));
            }
            let place = unit.place.as_ref().map(|place| hex(&place.space)).transpose()?;
            if let Some(facing) = unit.place.as_ref().and_then(|place| place.facing)
                && !self.corners.contains(&facing)
            {
                let corners = self.corners.map(facing_name).join(", ");
                let why = format!(
                    "it faces {}, no corner of its hex; the corners are {corners}",
                    facing_name(facing)
                );
                return Err(wrong(why, "A2"));
            }
            let mut entries = Vec::new();
            match text(list, "entry").map_err(fail)? {
                Some(names) => {
                    for name in names.split_whitespace() {
                        entries.push(hex(name)?);
                    }
                }
                None => entries.extend(place),
            }
            if entries.is_empty() {
                return Err(wrong("it needs a hex, or `arrives` with `entry`".to_owned(), "A1"));
            }
            let loc = text(list, "loc").map_err(fail)?.map(hex).transpose()?;
            let heavy = flag(list, "heavy", false).map_err(fail)?;
            let index = Unit::nth(index);
            let corps = corps_of(&mut corps, unit, side, (kind, army_general), index, loc)?;
            if army_general {
                if self.armies[usize::from(side)].len() == ARMY_GENERALS {
                    return Err(wrong(
                        format!("a side has {ARMY_GENERALS} generals of the army at most"),
                        "A4",
                    ));
                }
                self.armies[usize::from(side)].push(index);
            }
            self.forces[usize::from(side)].push(index);
            units.push(UnitInfo {
                id: unit.id.clone(),
                name: if unit.name.is_empty() { unit.id.clone() } else { unit.name.clone() },
                side,
                kind,
                formation: unit.formation.clone(),
                corps,
                army_general,
                range: match kind {
                    Kind::Artillery if heavy => FARTHEST,
                    Kind::Artillery => 3,
                    _ => 0,
                },
                arrives: arrives as u16,
                entries,
                attributes: list.clone(),
            });
        }
        (self.units, self.corps) = (Table::new(units), Table::new(corps));
        Ok(())
    }

    /// A2: the fire zone of a unit that faces a corner.
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

    /// \[C5\] Whether two hexes are within [`EARSHOT`] and see each other.
    pub fn hears(&self, a: SpaceId, b: SpaceId) -> bool {
        let (word, bit) = self.bit(a, b);
        self.earshots[word] & bit != 0
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
    pub fn around(&self, hex: SpaceId) -> impl Iterator<Item = SpaceId> + '_ {
        self.steps(hex).map(|step| step.to)
    }

    /// The steps that lead out of a hex, clockwise from the top.
    pub fn steps(&self, hex: SpaceId) -> impl Iterator<Item = &Step> {
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

    /// The seat that decides for a side.
    pub fn seat_of(&self, side: u8) -> u8 {
        self.seats.iter().position(|&one| one == side).unwrap_or(0) as u8
    }
}

/// The corps that a unit of the roster belongs to, made when it is first named (A5).
fn corps_of(
    all: &mut Vec<CorpsInfo>,
    unit: &muster_contract::Unit,
    side: u8,
    (kind, army_general): (Kind, bool),
    index: Unit,
    loc: Option<SpaceId>,
) -> Result<Option<Corps>, Refusal> {
    if unit.formation.is_empty() || army_general {
        return Ok(None);
    }
    let known = all.iter().position(|corps| corps.side == side && corps.name == unit.formation);
    let at = known.unwrap_or_else(|| {
        all.push(CorpsInfo { name: unit.formation.clone(), side, general: None, train: None, loc: None });
        all.len() - 1
    });
    if all.len() > 64 {
        return Err(refuse("there can be 64 corps", "A5"));
    }
    let (corps, number) = (&mut all[at], Some(Corps::nth(at)));
    let slot = match kind {
        Kind::General => &mut corps.general,
        Kind::Train => &mut corps.train,
        _ => return Ok(number),
    };
    if slot.replace(index).is_some() {
        let what = if kind == Kind::General { "general" } else { "train" };
        return Err(refuse(format!("{}: {} has a {what} already", unit.id, unit.formation), "A5"));
    }
    corps.loc = loc.or(corps.loc);
    Ok(number)
}

fn read_ground(atlas: &Atlas) -> Table<SpaceId, Ground> {
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

fn read_steps(atlas: &Atlas, ground: &Table<SpaceId, Ground>) -> Table<SpaceId, [Option<Step>; 6]> {
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
            let mut steps = [None; 6];
            for (slot, facing) in steps.iter_mut().zip(atlas.sides(space)) {
                *slot = one(space, facing);
            }
            steps
        })
        .collect()
}
