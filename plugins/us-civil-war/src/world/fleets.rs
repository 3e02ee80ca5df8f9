//! §21: what never changes in the naval game: Naval Leaders and their careers, shipyards, where ships can lie, what the scenario begins
//! with.

use muster_contract::{Position, Refusal, Unit};
use muster_sdk::setting::of_unit;
use muster_sdk::{Index as _, Table, refuse, require};

use super::{Kind, LAST_TURN, Node, Port, Side, Space, Theater, Water, Waters, World, settings};
use crate::state::{Berth, Flag, Ship, Vessel};

muster_sdk::index! {
    /// A Naval Leader: his place among those of the roster.
    pub struct NavalLeader(u8) of "naval leaders";
}

/// Naval Leaders that fit a game.
const MOST_LEADERS: usize = 20;
/// Naval Units and Batteries that a scenario can begin with.
const MOST_UNITS: usize = 60;

/// A Naval Leader as the roster has him (§21.2.8).
#[derive(Clone, Debug)]
pub struct NavalLeaderInfo {
    /// His roster key.
    pub id: String,
    /// His name.
    pub name: String,
    /// What is written on his counter.
    pub label: String,
    /// Where he is at the start.
    pub begins: Flag,
}

/// What the Turn Record Track says of a Naval Leader (§21.2.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NavalEvent {
    /// The turn, 1 to 20.
    pub turn: u8,
    /// Whose it is.
    pub leader: NavalLeader,
    /// Where he arrives; none if he leaves.
    pub arrives: Option<Theater>,
    /// Whom he replaces, and so where he goes.
    pub replaces: Option<NavalLeader>,
}

/// The naval game of a scenario.
#[derive(Clone, Debug)]
pub struct Admiralty {
    /// By number, in the order of the roster.
    pub leaders: Table<NavalLeader, NavalLeaderInfo>,
    /// What becomes of them, in the order of turns and within a turn of the roster.
    pub careers: Vec<NavalEvent>,
    /// The Union's shipyards for Oceangoing and for River NSPs (§21.8.1).
    pub shipyards: [Vec<Space>; 2],
    /// The ships at the start.
    pub ships: Vec<Ship>,
    /// The Naval Batteries at the start.
    pub batteries: Vec<Space>,
    /// By stretch of water and bank: what a berth is called in ids: its space, or its space and hexside.
    keys: Table<Node, [String; 2]>,
}

impl Admiralty {
    /// What a berth is called in ids.
    pub fn key(&self, waters: &Waters, berth: Berth) -> &str {
        let second = waters.banks(berth.water).next() != Some(berth.space);
        &self.keys[berth.water][usize::from(second)]
    }

    /// The Naval Leader of this id.
    pub fn leader_named(&self, id: &str) -> Option<NavalLeader> {
        self.leaders.iter().find(|(_, info)| info.id == id).map(|(leader, _)| leader)
    }
}

impl Waters {
    /// §21.2.5, §21.10.3, §21.10.5: whether such ships can be on a stretch of water at all.
    pub fn bears(&self, vessel: Vessel, node: Node) -> bool {
        match (self.nodes[node].water, vessel) {
            (Water::Port | Water::Strait, _) => false,
            (_, Vessel::Oceangoing) => self.is_deep(node),
            (Water::Sea, _) => false,
            _ => !self.is_arm(node),
        }
    }

    /// §21.2.3, §5.7: the stretches of water of a space at which such ships can lie, in order.
    pub fn moorings(&self, vessel: Vessel, space: Space) -> impl Iterator<Item = Node> + '_ {
        let here = move |&node: &Node| self.banks(node).any(|bank| bank == space);
        self.shore(space).iter().copied().filter(move |&node| self.bears(vessel, node)).filter(here)
    }

    /// §21.2.3: those of some waters of a space that are joined there with one of them.
    pub fn joined_here(&self, space: Space, first: Node) -> Vec<Node> {
        let mut joined = vec![first];
        let mut next = 0;
        while let Some(&node) = joined.get(next) {
            next += 1;
            let here = |to: &Node| self.shore(space).contains(to);
            let more: Vec<Node> =
                self.links(node).iter().copied().filter(here).filter(|to| !joined.contains(to)).collect();
            joined.extend(more);
        }
        joined
    }
}

impl World {
    /// §21.2.3, C102: the berths of a space for such ships, one for each of its waters that aren't joined there; those that its port opens
    /// onto if it has one.
    pub fn berths(&self, vessel: Vessel, space: Space) -> Vec<Berth> {
        let port = self.waters.port(space);
        let quays = |node: &Node| port.is_empty() || port.contains(node);
        let mut berths: Vec<Berth> = Vec::new();
        let mut seen: Vec<Node> = Vec::new();
        let harbour = self.waters.harbour(space);
        let mut moorings: Vec<Node> = self.waters.moorings(vessel, space).filter(quays).collect();
        moorings.sort_by_key(|&water| Some(water) != harbour);
        for water in moorings {
            if !seen.contains(&water) {
                seen.extend(self.waters.joined_here(space, water));
                berths.push(Berth { space, water });
            }
        }
        berths
    }
}

/// Whether a unit belongs to the naval game.
pub(super) fn is_naval(unit: &Unit) -> bool {
    settings::NAVAL_KINDS.contains(&unit.kind.as_str())
}

/// Reads what the roster has for the naval game, whether it is played or not.
pub(super) fn read(world: &World, position: &Position) -> Result<Admiralty, Refusal> {
    let of_kind =
        |kind: &str| -> Vec<&Unit> { position.roster.iter().filter(|unit| unit.kind == kind).collect() };
    let units = of_kind(settings::NAVAL_LEADER);
    require(units.len() <= MOST_LEADERS, "21.2.8", || {
        format!("{} Naval Leaders are too many; {MOST_LEADERS} fit", units.len())
    })?;
    let mut ships: Vec<Ship> = Vec::new();
    for vessel in Vessel::ALL {
        for unit in of_kind(vessel.id()) {
            ships.extend(ships_of(world, vessel, unit)?);
        }
    }
    ships.sort_unstable();
    let mut batteries = Vec::new();
    for unit in of_kind(settings::BATTERY) {
        batteries.extend(batteries_of(world, unit)?);
    }
    batteries.sort_unstable();
    let all = ships.len() + batteries.len();
    require(all <= MOST_UNITS, "21.2.1", || format!("{all} Naval Units are too many; {MOST_UNITS} fit"))?;
    for (vessel, most) in [(Vessel::Oceangoing, MOST_OCEANGOING), (Vessel::River, MOST_RIVER)] {
        let count = ships.iter().filter(|ship| ship.vessel == vessel).count();
        require(count <= usize::from(most), "21.2.2", || {
            format!("{count} {} are more than the {most} that there are", vessel.name(false))
        })?;
    }
    let leaders: Vec<NavalLeaderInfo> =
        units.iter().map(|unit| leader_of(world, &ships, unit)).collect::<Result<_, _>>()?;
    let leaders = Table::new(leaders);
    let careers = careers_of(&units, &leaders)?;
    let shipyards = shipyards_of(world);
    Ok(Admiralty { leaders, careers, shipyards, ships, batteries, keys: keys_of(world) })
}

/// §21.2.2: Oceangoing NSPs of the Union's at any time.
pub(crate) const MOST_OCEANGOING: u8 = 5;
/// §21.2.2: the same of River NSPs.
pub(crate) const MOST_RIVER: u8 = 8;

/// The ships of a row: NSPs of the Union's, or a unit of the Confederacy's.
fn ships_of(world: &World, vessel: Vessel, unit: &Unit) -> Result<Vec<Ship>, Refusal> {
    let given = &unit.attributes;
    let own = Side::named(&unit.side) == Some(vessel.side());
    let name = vessel.name(false);
    require(own, "21.2.1", || format!("{}: {name} are the {}'s", unit.id, vessel.side().name()))?;
    let berth = berth_of(world, vessel, unit)?;
    let count = match vessel.side() {
        Side::Us => of_unit(unit, settings::NSPS.read(given))?,
        Side::Cs => 1,
    };
    let damaged = of_unit(unit, settings::BEGUN.read(given))?;
    let ship = Ship { damaged, ..Ship::new(vessel, berth) };
    Ok(vec![ship; count as usize])
}

/// §21.2.3: where a unit lies: in its space, along the hexside that the row names, or on the only water there.
fn berth_of(world: &World, vessel: Vessel, unit: &Unit) -> Result<Berth, Refusal> {
    let place = unit.place.as_ref().ok_or_else(|| refuse(format!("{} needs a place", unit.id), "21.2.3"))?;
    let at = &place.space;
    let space = world.find(at).filter(|&space| world.space(space).is_land());
    let none = || refuse(format!("{} is in {at}, where no Naval Unit can stay", unit.id), "5.7");
    let space = space.ok_or_else(none)?;
    if let Some(edge) = &place.edge {
        let water = world.atlas.edge(edge).and_then(|edge| world.waters.of_edge(edge));
        let water = water.filter(|&water| world.waters.moorings(vessel, space).any(|node| node == water));
        let wrong = || refuse(format!("{}: hexside {edge} is no water of {at} for it", unit.id), "21.2.5");
        return Ok(Berth { space, water: water.ok_or_else(wrong)? });
    }
    match world.berths(vessel, space)[..] {
        [berth] => Ok(berth),
        [] => {
            let name = vessel.name(false);
            Err(refuse(format!("{} is in {at}, where {name} can't be", unit.id), "21.2.5"))
        }
        _ => Err(refuse(format!("{} needs an \"edge\": {at} is on several waters", unit.id), "21.2.3")),
    }
}

/// §21.10.4: the Naval Batteries of a row.
fn batteries_of(world: &World, unit: &Unit) -> Result<Vec<Space>, Refusal> {
    let own = Side::named(&unit.side) == Some(Side::Cs);
    require(own, "21.10.4", || format!("{}: Naval Batteries are the Confederate's", unit.id))?;
    let place = unit.place.as_ref().ok_or_else(|| refuse(format!("{} needs a place", unit.id), "21.10.2"))?;
    let space = world.find(&place.space).filter(|&space| {
        let info = world.space(space);
        let works = world.start.forts.iter().any(|&(side, at, _)| side == Side::Cs && at == space)
            || world.start.entrenchments.contains(&(Side::Cs, space));
        info.is_land() && (info.port != Port::None || works)
    });
    let wrong = || {
        let text = "a Naval Battery stands in a port, a Fort, a Coastal Fort or an Entrenchment";
        refuse(format!("{} is in {}; {text}", unit.id, place.space), "21.10.2")
    };
    let count = of_unit(unit, settings::BATTERIES.read(&unit.attributes))?;
    Ok(vec![space.ok_or_else(wrong)?; count as usize])
}

fn leader_of(world: &World, ships: &[Ship], unit: &Unit) -> Result<NavalLeaderInfo, Refusal> {
    let given = &unit.attributes;
    let own = Side::named(&unit.side) == Some(Side::Us);
    require(own, "21.2.8", || format!("{}: Naval Leaders are the Union's", unit.id))?;
    let status = of_unit(unit, settings::STATUS.given(given))?.map(|word| settings::STATUSES[word]);
    let theater = of_unit(unit, settings::IN_THEATER.given(given))?.map(|number| Theater::ALL[number]);
    let begins = match (&unit.place, status) {
        (Some(place), None) => {
            let edge = place.edge.as_ref().and_then(|edge| world.atlas.edge(edge));
            let fits = |ship: &&Ship| {
                let water = edge.is_none_or(|edge| world.waters.of_edge(edge) == Some(ship.berth.water));
                Some(ship.berth.space) == world.find(&place.space) && water && ship.vessel.side() == Side::Us
            };
            let with = ships.iter().find(fits).map(|ship| ship.berth);
            let alone = || refuse(format!("{} is in {} without NSPs", unit.id, place.space), "21.2.8");
            Flag::At(with.ok_or_else(alone)?)
        }
        (Some(_), Some(status)) => {
            return Err(refuse(format!("{} has a place and is {status}", unit.id), "21.2.8"));
        }
        (None, None | Some("waiting")) => Flag::Waiting,
        (None, Some("removed")) => Flag::Gone,
        (None, Some("displaced")) => {
            let none = || refuse(format!("{} is displaced and needs a \"theater\"", unit.id), "14.6");
            Flag::Displaced(theater.ok_or_else(none)?)
        }
        (None, Some(status)) => {
            return Err(refuse(format!("{} is {status}, which no Naval Leader is", unit.id), "21.2.8"));
        }
    };
    let (name, label) = settings::name_and_label(unit, "21.2.8")?;
    Ok(NavalLeaderInfo { id: unit.id.clone(), name, label, begins })
}

fn careers_of(
    units: &[&Unit],
    leaders: &Table<NavalLeader, NavalLeaderInfo>,
) -> Result<Vec<NavalEvent>, Refusal> {
    let mut careers = Vec::new();
    for (place, unit) in units.iter().enumerate() {
        let text = of_unit(unit, settings::CAREER.given(&unit.attributes))?.unwrap_or_default();
        for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            let event = event_of(NavalLeader::nth(place), part, leaders);
            careers.push(event.map_err(|why| {
                refuse(format!("{}: \"career\" is {text:?}; of {part:?}: {why}", unit.id), "21.2.8")
            })?);
        }
    }
    careers.sort_by_key(|event: &NavalEvent| event.turn);
    Ok(careers)
}

/// "8 arrive W for us-foote", "8 remove".
fn event_of(
    leader: NavalLeader,
    part: &str,
    leaders: &Table<NavalLeader, NavalLeaderInfo>,
) -> Result<NavalEvent, String> {
    let mut words = part.split_whitespace();
    let turn = words.next().and_then(|word| word.parse().ok()).filter(|turn| (1..=LAST_TURN).contains(turn));
    let turn = turn.ok_or_else(|| format!("it begins with no turn from 1 to {LAST_TURN}"))?;
    let mut event = NavalEvent { turn, leader, arrives: None, replaces: None };
    match words.next() {
        Some("arrive") => {
            let theater = words.next().and_then(Theater::named);
            event.arrives = Some(theater.ok_or("he arrives in a theater, E, W or TM")?);
        }
        Some("remove") => {}
        other => return Err(format!("{:?} is none of arrive, remove", other.unwrap_or_default())),
    }
    match (words.next(), words.next()) {
        (None, _) => {}
        (Some("for"), Some(id)) => {
            let other = leaders.iter().find(|(_, info)| info.id == id).map(|(other, _)| other);
            event.replaces = Some(other.ok_or_else(|| format!("there is no Naval Leader {id:?}"))?);
        }
        (Some(word), _) => return Err(format!("{word:?} isn't known")),
    }
    Ok(event)
}

/// §21.8.1: the Union's shipyards, by what the board says of them.
fn shipyards_of(world: &World) -> [Vec<Space>; 2] {
    let key = world.atlas.key("shipyard");
    ["us ocean", "us river"].map(|what| {
        let all = world.atlas.spaces();
        all.filter(|&space| world.atlas.text(space, key) == Some(what)).collect()
    })
}

fn keys_of(world: &World) -> Table<Node, [String; 2]> {
    let key = |node: Node| {
        let mut banks = world.waters.banks(node);
        [banks.next(), banks.next()].map(|bank| {
            let Some(bank) = bank else { return String::new() };
            let id = &world.space(bank).id;
            match world.waters.edge_of(node) {
                Some(edge) => format!("{id}-{}", world.atlas.edge_name(edge)),
                None if world.waters.nodes[node].name == *id => id.clone(),
                None => format!("{id}-{}", world.waters.nodes[node].name.replace(' ', "-")),
            }
        })
    };
    world.waters.nodes.all().map(key).collect()
}

/// Whether ships of a side can lie in a space at all (§5.7, §20.2.2).
pub(crate) fn is_haven_of(world: &World, side: Side, space: Space) -> bool {
    let info = world.space(space);
    let closed = info.kind == Kind::OffMap || side == Side::Cs && info.is_chesapeake();
    info.is_land() && !closed && world.is_in_play(space)
}
