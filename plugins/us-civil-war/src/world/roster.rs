//! The roster (§2.2, §7) and the facts of the scenario.

use muster_contract::{Attribute, Position, Refusal, Unit};
use muster_sdk::setting::of_unit;
use muster_sdk::{Index as _, Table, refuse, require};

use super::map::Map;
use super::settings::{self, KINDS};
use super::{
    General, Kind, LAST_TURN, Militia, MilitiaInfo, Side, Space, State, Theater, World, career, fleets,
};
use crate::charts;

/// Events of generals that fit a turn: as many as a save has bits for what has been carried out.
const MOST_EVENTS: usize = 64;
/// Generals that fit a game.
const MOST_GENERALS: usize = 120;

/// What is printed on a general's counter (§7.2, §8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rating {
    /// His Attack Rating, 0 to 4.
    pub attack: u8,
    /// His Defense Rating, 0 to 4.
    pub defense: u8,
    /// His Movement Allowance, 1 to 9 MPs.
    pub moves: u8,
    /// A Cautious General (§7.7).
    pub cautious: bool,
    /// A Cavalry General (§8.1).
    pub cavalry: bool,
    /// One who has cavalry with him (§8.6).
    pub intrinsic: bool,
    /// His ratings count whole only when he commands (§8.5).
    pub limited: bool,
}

impl Rating {
    /// §5.10: the General that a force without one is thought to have.
    pub const INTRINSIC: Self = Self {
        attack: 0,
        defense: 0,
        moves: 3,
        cautious: false,
        cavalry: false,
        intrinsic: false,
        limited: false,
    };

    /// Whether he brings the benefits of cavalry (§8.2, §8.6).
    pub const fn rides(&self) -> bool {
        self.cavalry || self.intrinsic
    }
}

/// A general as the roster has him.
#[derive(Clone, Debug)]
pub struct GeneralInfo {
    /// His roster key.
    pub id: String,
    /// His name.
    pub name: String,
    /// What is written on his counter.
    pub label: String,
    /// His side.
    pub side: Side,
    /// By stars, from 1: his ratings, for the ranks that he has.
    pub ranks: [Option<Rating>; 4],
    /// Where he is at the start.
    pub begins: Begins,
}

impl GeneralInfo {
    /// His ratings with these stars, 1 to 4.
    pub fn rating(&self, stars: u8) -> Rating {
        self.ranks[usize::from(stars.clamp(1, 4) - 1)].unwrap_or(Rating::INTRINSIC)
    }
}

/// Where a general is at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Begins {
    /// Where.
    pub status: Status,
    /// His stars, 1 to 4; 0 for one who has not been in play.
    pub stars: u8,
}

/// Where a general is at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// On the map.
    Map(Space),
    /// Not in play yet (§16.2).
    Waiting,
    /// In the Displaced Box of a theater (§14.6).
    Displaced(Theater),
    /// In the Unassigned Box (§16.5.2).
    Unassigned,
    /// Out of the game (§16.4).
    Removed,
}

/// What the scenario puts on the map besides generals, each list in the order of the roster, and where its markers stand.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// Strength Points.
    pub forces: Vec<StartForce>,
    /// Militia on the map; the others wait in their state's Holding Box.
    pub militia: Vec<(Militia, Space)>,
    /// Completed Forts and their level, 1 to 3.
    pub forts: Vec<(Side, Space, u8)>,
    /// Forts, or upgrades to this level, under construction.
    pub begun: Vec<(Side, Space, u8)>,
    /// Entrenchments.
    pub entrenchments: Vec<(Side, Space)>,
    /// Control markers.
    pub markers: Vec<(Side, Space)>,
    /// Arsenals and their Build Points.
    pub arsenals: Vec<(Space, u8)>,
    /// The Border States and who controls them, in the order of [`State::BORDER`].
    pub border: [Option<Side>; 3],
    /// Cards that each side holds (§18.2).
    pub cards: u8,
    /// The Maintenance Cost (§14.3.4).
    pub maintenance: u16,
    /// Build Points of Arsenals destroyed already (§6.4.1).
    pub arsenals_destroyed: u8,
    /// One of the SPs of the first of these spaces may start in the second (§S1.1).
    pub forward: Option<[Space; 2]>,
    /// Who has the higher die in the game's first Action Phase, whichever it is (§4.1).
    pub first_side: Option<Side>,
    /// What the set-up must come to.
    pub expected: Expected,
}

/// Strength Points at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StartForce {
    /// Whose.
    pub side: Side,
    /// Where.
    pub at: Space,
    /// How many, 1 to 40.
    pub strength: u8,
    /// §12.2
    pub demoralized: bool,
    /// §13.2.1
    pub foraging: bool,
}

/// Sums that a scenario gives so that its set-up is checked by them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// §14.3.2
    pub resource_bp: Option<u8>,
    /// §14.5
    pub arsenals: Option<u8>,
    /// §19.3.1
    pub union_vp: Option<u8>,
    /// §14.4.3, in the order of the zones.
    pub blockade: [Option<u8>; 3],
}

/// What the facts say of the start.
fn read_start(facts: &[Attribute]) -> Result<Start, Refusal> {
    let mut start = Start {
        cards: settings::CARDS.read(facts)? as u8,
        maintenance: settings::MAINTENANCE.read(facts)? as u16,
        arsenals_destroyed: settings::ARSENALS_DESTROYED.read(facts)? as u8,
        border: settings::BORDER_AT_FIRST,
        first_side: settings::FIRST_SIDE.given(facts)?.map(|number| Side::ALL[number]),
        ..Start::default()
    };
    let byte = |number: Option<i32>| number.map(|number| number as u8);
    start.expected.resource_bp = byte(settings::RESOURCE_BP.given(facts)?);
    start.expected.arsenals = byte(settings::ARSENALS.given(facts)?);
    start.expected.union_vp = byte(settings::UNION_VP.given(facts)?);
    for (zone, setting) in settings::BLOCKADE.iter().enumerate() {
        start.expected.blockade[zone] = byte(setting.given(facts)?);
    }
    for (number, setting) in settings::BORDER.iter().enumerate() {
        if let Some(holder) = setting.given(facts)? {
            start.border[number] = Side::ALL.get(holder).copied();
        }
    }
    let neutral = State::BORDER
        .iter()
        .zip(start.border)
        .find(|(state, holder)| holder.is_none() && **state != State::Kentucky);
    if let Some((state, _)) = neutral {
        let fact = settings::BORDER[state.border().unwrap_or_default()].name();
        let name = state.name();
        return Err(refuse(
            format!("\"{fact}\" is neutral, and {name} can't be; only Kentucky can"),
            "17.1.1",
        ));
    }
    Ok(start)
}

pub(super) fn read(map: Map, position: &Position) -> Result<World, Refusal> {
    let (facts, options) = (&position.setup.facts, &position.setup.options);
    let army_morale = settings::ARMY_MORALE.is_on(options);
    let turn = settings::TURN.read(facts)?;
    let in_play = settings::IN_PLAY.given(facts)?.map(|number| Theater::ALL[number]);
    let last = settings::LAST.given_within(facts, turn..=LAST_TURN.into())?;
    // S4.1
    let campaign = settings::CAMPAIGN.is_on(options) && in_play.is_none();
    let start = read_start(facts)?;
    let mut world = World {
        around: std::sync::OnceLock::new(),
        nets: map.nets,
        atlas: map.atlas,
        spaces: map.spaces,
        places: map.places,
        waters: map.waters,
        generals: Table::new(Vec::new()),
        generals_of: Default::default(),
        militia: Table::new(MilitiaInfo::all()),
        careers: Vec::new(),
        start,
        first_turn: turn as u8,
        last_turn: last.filter(|_| !campaign).unwrap_or(LAST_TURN.into()) as u8,
        victory: if campaign { settings::CAMPAIGN_VICTORY } else { settings::VICTORY.read(facts)? as u8 },
        extras: settings::EXTRAS.read(facts)? && !campaign,
        special_1861: settings::SPECIAL_1861.read(facts)?,
        in_play,
        army_markers: army_morale || settings::ARMY_MARKERS.is_on(options),
        army_morale,
        admiralty: None,
        reaction_rules: crate::hooks::reaction_rules(position),
        benchmarks: match settings::BENCHMARKS.given(facts)? {
            Some(text) => benchmarks_of(text)?,
            None => charts::BENCHMARKS,
        },
    };
    read_generals(&mut world, position)?;
    for unit in position.roster.iter().filter(|unit| unit.kind != "general" && !fleets::is_naval(unit)) {
        put_down(&mut world, unit)?;
    }
    let admiralty = fleets::read(&world, position)?;
    world.admiralty = settings::NAVAL_UNITS.is_on(options).then_some(admiralty);
    world.start.forward = settings::FORWARD.given(facts)?.map(|text| forward(&world, text)).transpose()?;
    Ok(world)
}

/// §S1.1: "1647 1747": from where an SP may start in which other space.
fn forward(world: &World, text: &str) -> Result<[Space; 2], Refusal> {
    let mut spaces = text.split_whitespace().map(|id| world.find(id));
    let both = spaces.next().flatten().zip(spaces.next().flatten()).filter(|_| spaces.next().is_none());
    let wrong = || refuse(format!("\"forward\" is {text:?} and must name two spaces"), "S1.1");
    let (from, to) = both.filter(|&(_, to)| world.space(to).is_land()).ok_or_else(wrong)?;
    let at = |space: Space| world.start.forces.iter().find(|force| force.at == space).map(|force| force.side);
    let side = at(from)
        .ok_or_else(|| refuse(format!("\"forward\": no SP starts in {}", world.space(from).id), "S1.1"))?;
    let free = at(to).is_none_or(|other| other == side);
    require(free, "S1.1", || format!("\"forward\": the enemy starts in {}", world.space(to).id))?;
    Ok([from, to])
}

/// §19.3.3: the benchmarks of a scenario of its own.
fn benchmarks_of(text: &str) -> Result<[u8; LAST_TURN as usize], Refusal> {
    let numbers: Vec<u8> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let wrong = |_| refuse(format!("\"benchmarks\" needs {LAST_TURN} numbers from 0 to 255"), "19.3.3");
    numbers.try_into().map_err(wrong)
}

/// The generals, then their careers, which name other generals.
fn read_generals(world: &mut World, position: &Position) -> Result<(), Refusal> {
    let units: Vec<&Unit> = position.roster.iter().filter(|unit| unit.kind == "general").collect();
    let many = || format!("{} generals are too many; {MOST_GENERALS} fit", units.len());
    require(units.len() <= MOST_GENERALS, "7.1", many)?;
    let generals: Vec<GeneralInfo> =
        units.iter().map(|unit| general_of(world, unit)).collect::<Result<_, _>>()?;
    world.generals = Table::new(generals);
    for (general, info) in world.generals.iter() {
        world.generals_of[info.side as usize].push(general);
    }
    let mut boxes = Vec::new();
    for (place, unit) in units.iter().enumerate() {
        let Some(text) = of_unit(unit, settings::CAREER.given(&unit.attributes))? else { continue };
        let general = General::nth(place);
        let events = of_unit(unit, career::read(general, text, &mut boxes, |id| world.general_named(id)))?;
        for event in &events {
            let info = world.general(general);
            let ranked = event.stars.is_none_or(|stars| info.ranks[usize::from(stars - 1)].is_some());
            require(ranked, "16.3.1", || {
                format!(
                    "{}, career: he has no ratings for the rank that turn {} gives him",
                    info.id, event.turn
                )
            })?;
            let own = event.replaces.is_none_or(|other| world.general(other).side == info.side);
            require(own, "16.2", || {
                format!("{}, career: he replaces a general of the other side on turn {}", info.id, event.turn)
            })?;
        }
        world.careers.extend(events);
        world.careers.sort_by_key(|event| event.turn);
        let fits = (1..=LAST_TURN).all(|turn| world.events_of(turn).count() <= MOST_EVENTS);
        require(fits, "16.2", || {
            format!(
                "{}, \"career\": {MOST_EVENTS} events of generals fit one turn, and that are more",
                unit.id
            )
        })?;
    }
    Ok(())
}

fn general_of(world: &World, unit: &Unit) -> Result<GeneralInfo, Refusal> {
    let given = &unit.attributes;
    let mut ranks = [None; 4];
    for (rank, setting) in ranks.iter_mut().zip(&settings::RANKS) {
        if let Some(text) = of_unit(unit, setting.given(given))? {
            let wrong =
                |why: String| refuse(format!("{}, {} = {text:?}: {why}", unit.id, setting.name()), "7.2.1");
            *rank = Some(rating_of(text).map_err(wrong)?);
        }
    }
    require(ranks.iter().any(Option::is_some), "7.2.1", || format!("{} has no rank", unit.id))?;
    let stars = of_unit(unit, settings::STARS.given(given))?;
    let status = of_unit(unit, settings::STATUS.given(given))?.map(|word| settings::STATUSES[word]);
    let theater = of_unit(unit, settings::IN_THEATER.given(given))?.map(|number| Theater::ALL[number]);
    let status = match (&unit.place, status) {
        (Some(_), Some(status)) => {
            return Err(refuse(format!("{} has a place and is {status}", unit.id), "16.2"));
        }
        (Some(place), None) => Status::Map(land(world, unit, &place.space)?),
        (None, None | Some("waiting")) => Status::Waiting,
        (None, Some("unassigned")) => Status::Unassigned,
        (None, Some("removed")) => Status::Removed,
        (None, Some(_)) => match theater {
            Some(theater) => Status::Displaced(theater),
            None => return Err(refuse(format!("{} is displaced and needs a \"theater\"", unit.id), "14.6")),
        },
    };
    let in_play = matches!(status, Status::Map(_) | Status::Displaced(_));
    let stars = match stars {
        Some(stars) if ranks[stars as usize - 1].is_none() => {
            return Err(refuse(format!("{} has no rank of {stars} stars", unit.id), "7.2.1"));
        }
        Some(stars) => stars as u8,
        None if in_play => {
            return Err(refuse(format!("{} is in play and needs \"stars\"", unit.id), "7.2.1"));
        }
        None => 0,
    };
    let (name, label) = settings::name_and_label(unit, "7.2.1")?;
    Ok(GeneralInfo {
        label,
        id: unit.id.clone(),
        name,
        side: side_of(unit)?,
        ranks,
        begins: Begins { status, stars },
    })
}

/// "2 1 5 cautious": attack, defense, Movement Allowance, and what else holds.
fn rating_of(text: &str) -> Result<Rating, String> {
    let mut words = text.split_whitespace();
    let mut number = |name: &str, least: u8, most: u8| {
        let number = words.next().and_then(|word| word.parse().ok());
        let fits = number.filter(|number| (least..=most).contains(number));
        fits.ok_or_else(|| format!("needs {name}, {least} to {most}"))
    };
    let (attack, defense) = (number("an Attack Rating", 0, 4)?, number("a Defense Rating", 0, 4)?);
    let moves = number("a Movement Allowance", 1, 9)?;
    let mut rating = Rating { attack, defense, moves, ..Rating::INTRINSIC };
    for word in words {
        match word {
            "cautious" => rating.cautious = true,
            "cavalry" => rating.cavalry = true,
            "intrinsic-cavalry" => rating.intrinsic = true,
            "limited" => rating.limited = true,
            _ => return Err(format!("{word:?} is none of cautious, cavalry, intrinsic-cavalry, limited")),
        }
    }
    Ok(rating)
}

fn side_of(unit: &Unit) -> Result<Side, Refusal> {
    Side::named(&unit.side)
        .ok_or_else(|| refuse(format!("{} is of no side: {:?}", unit.id, unit.side), "2.2"))
}

/// The space of this id, where land units can be.
fn land(world: &World, unit: &Unit, id: &str) -> Result<Space, Refusal> {
    let found = world.find(id).filter(|&space| world.space(space).is_land());
    found.ok_or_else(|| refuse(format!("{} is in {id}, where no land unit can be", unit.id), "5.7"))
}

/// Where a unit that must have a place is.
fn place_of(world: &World, unit: &Unit) -> Result<Space, Refusal> {
    let place = unit.place.as_ref().ok_or_else(|| refuse(format!("{} needs a place", unit.id), "2.1.3"))?;
    land(world, unit, &place.space)
}

/// Takes a counter or marker of the roster into the set-up.
fn put_down(world: &mut World, unit: &Unit) -> Result<(), Refusal> {
    match unit.kind.as_str() {
        "sp" => put_force(world, unit),
        "militia" => put_militia(world, unit),
        "fort" => put_fort(world, unit),
        "entrenchment" | "control" | "arsenal" => put_marker(world, unit),
        kind => {
            let known = [&KINDS[..], &settings::NAVAL_KINDS[..]].concat().join(", ");
            Err(refuse(format!("{} is of kind {kind:?}, which is none of {known}", unit.id), "2.2.1"))
        }
    }
}

/// §2.2.3: Strength Points, all that start in a space together.
fn put_force(world: &mut World, unit: &Unit) -> Result<(), Refusal> {
    let given = &unit.attributes;
    let force = StartForce {
        side: side_of(unit)?,
        at: place_of(world, unit)?,
        strength: of_unit(unit, settings::STRENGTH.read(given))? as u8,
        demoralized: of_unit(unit, settings::DEMORALIZED.read(given))?,
        foraging: of_unit(unit, settings::FORAGING.read(given))?,
    };
    let alone = world.start.forces.iter().all(|other| other.at != force.at);
    let id = &world.space(force.at).id;
    require(alone, "2.2.3", || format!("{}: there is a force in {id} already", unit.id))?;
    world.start.forces.push(force);
    Ok(())
}

/// §17.2: a Militia unit; without a place it waits in its state's Holding Box.
fn put_militia(world: &mut World, unit: &Unit) -> Result<(), Refusal> {
    let side = side_of(unit)?;
    let code = of_unit(unit, settings::STATE.given(&unit.attributes))?.unwrap_or_default();
    let found = world.militia.iter().find(|(_, info)| info.side == side && info.state.code() == code);
    let none = || refuse(format!("{}: the {} has no Militia of {code:?}", unit.id, side.name()), "17.2.1");
    let (militia, info) = found.ok_or_else(none)?;
    let Some(place) = &unit.place else { return Ok(()) };
    let at = land(world, unit, &place.space)?;
    let space = world.space(at);
    let home = space.is_key() && space.states.has(info.state);
    require(home, "17.2.1", || format!("{} must be in an Objective or Resource Hex of its state", unit.id))?;
    let first = world.start.militia.iter().all(|&(other, _)| other != militia);
    require(first, "17.2.1", || format!("{}: the Militia of {code} is on the map already", unit.id))?;
    world.start.militia.push((militia, at));
    Ok(())
}

/// §10.2: a Fort, completed or under construction.
fn put_fort(world: &mut World, unit: &Unit) -> Result<(), Refusal> {
    let (side, at) = (side_of(unit)?, place_of(world, unit)?);
    let level = of_unit(unit, settings::LEVEL.read(&unit.attributes))? as u8;
    let coastal = world.space(at).kind == Kind::CoastalFort;
    require(!coastal, "10.2.4", || format!("{}: a Coastal Fort stands there", unit.id))?;
    let begun = of_unit(unit, settings::BEGUN.read(&unit.attributes))?;
    let forts = if begun { &mut world.start.begun } else { &mut world.start.forts };
    let alone = forts.iter().all(|&(_, other, _)| other != at);
    require(alone, "10.2.4", || format!("{}: there is a Fort in that space already", unit.id))?;
    forts.push((side, at, level));
    Ok(())
}

/// An Entrenchment (§10.1), a Control marker (§6.2) or an Arsenal (§14.5).
fn put_marker(world: &mut World, unit: &Unit) -> Result<(), Refusal> {
    let (side, at) = (side_of(unit)?, place_of(world, unit)?);
    let space = &world.spaces[at];
    match unit.kind.as_str() {
        "entrenchment" => {
            let open = space.kind != Kind::CoastalFort;
            require(open, "10.1.2", || format!("{}: a Coastal Fort stands there", unit.id))?;
            world.start.entrenchments.push((side, at));
        }
        "control" => {
            let takes = space.takes_marker();
            require(takes, "6.2.3", || format!("{}: no Control marker can lie in {}", unit.id, space.id))?;
            world.start.markers.push((side, at));
        }
        _ => {
            let bp = of_unit(unit, settings::ARSENAL.read(&unit.attributes))? as u8;
            let fits = bp <= 2 * space.resource;
            let most = 2 * space.resource;
            require(fits, "14.5", || format!("{}: no more than {most} fit {}", unit.id, space.id))?;
            world.start.arsenals.push((at, bp));
        }
    }
    Ok(())
}

impl World {
    /// The events of a turn in the order of the track.
    pub fn events_of(&self, turn: u8) -> impl Iterator<Item = &super::CareerEvent> {
        self.careers.iter().filter(move |event| event.turn == turn)
    }
}
