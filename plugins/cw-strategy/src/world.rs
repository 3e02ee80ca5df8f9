//! What never changes in a game: the map and the leaders (§1), the scenario's facts and the options (§14).

use muster_board::Atlas;
use muster_contract::{Place, Position, Refusal};
use muster_sdk::{Table, place};

use crate::combat::Terms;
use crate::state::{Army, Berth, Fleet};

mod map;
mod roster;
pub(crate) mod settings;

muster_sdk::index! {
    /// A city by its place in the order of the map: its number less one (§1.1).
    pub struct City(u8) of "cities";
}

/// An army of a side by its place, from 0 (§1.3).
pub type Slot = u8;

/// How many cities a map may have.
pub const MOST_CITIES: usize = 64;
/// How many armies, and named leaders, a side may have (§1.3, §1.4).
pub const SLOTS: usize = 20;
/// How many neighbours a city may have (§1.1).
pub const MOST_LINKS: usize = 6;
/// §1.7: how many ships a fleet may have.
pub const MOST_SHIPS: u8 = 10;

/// §1.7: the space of the raiding zone, a box of the board; maps may do without it.
pub const RAIDING_ZONE: &str = "raiding-zone";

muster_sdk::sides! {
    /// A side (§0.5). Arrays with an entry a side are indexed by it.
    pub enum Side {
        /// The Union.
        Us = "us", "Union";
        /// The Confederacy.
        Cs = "cs", "Confederate";
    }
}

impl Side {
    /// Who it is, as one speaks of it.
    pub const fn who(self) -> &'static str {
        match self {
            Self::Us => "the Union",
            Self::Cs => "the Confederacy",
        }
    }
}

/// A city (§1.1).
#[derive(Clone, Debug)]
pub struct CityInfo {
    /// Its name in the board file.
    pub id: String,
    /// Its name in full.
    pub title: String,
    /// The state that it lies in.
    pub state: String,
    /// Its owner before the game began; `None` is neutral.
    pub owner: Option<Side>,
    /// What it is worth: income a turn, and victory points for taking it.
    pub worth: i32,
    /// The level of its fort at the start, 0 to 2.
    pub fort: u8,
    /// Whether it is a seaport (§1.2).
    pub port: bool,
    /// How far down the original's screen it lies (§9.10, §15.12).
    pub y: i32,
    /// Its neighbours in the order of the file (§0.7).
    pub links: Vec<City>,
    /// The cities two links away.
    pub beyond: Vec<City>,
}

/// A named leader (§1.4), and the army that he begins with.
#[derive(Clone, Debug)]
pub struct LeaderInfo {
    /// His name in full.
    pub name: String,
    /// A short one.
    pub label: String,
    /// 1 to 10.
    pub rating: u8,
    /// What he commands at the start (§2.2, §2.3).
    pub army: Option<Army>,
}

/// What the table has chosen (§14).
#[derive(Clone, Debug)]
pub struct Options {
    /// §14.1: 1 to 5, 3 is even.
    pub balance: u8,
    /// §14.2
    pub realism: bool,
    /// §14.3: whether one may attack in January.
    pub january: bool,
    /// §12
    pub events: bool,
    /// §12.2: tenths of the chance that an event favours the Rebels.
    pub event_balance: u8,
    /// §15: 0 to 5.
    pub aggression: u8,
    /// §11.7: whether the Union has income from outside in a game of two players.
    pub outside_income: bool,
    /// §10.7, §14.5: whether balance counts in battle for the Rebels at 1 and 2 and for the Union at 4 and 5, whoever plays; else for a
    /// computer's side alone.
    pub symmetrical: bool,
    /// §9.1: whether equal places in the order of march go to the Union, and then by slot; otherwise by lot.
    pub union_first: bool,
    /// §7.2: hundreds of men by which a city more or less changes the railroad's capacity.
    pub rail_step: i32,
    /// §2.12
    pub vary: bool,
    /// §0.8: the side that follows the classic policy, if one does.
    pub computer: Option<Side>,
    /// §13.8: which conditions end the game: time, cities, income, capital, ratio.
    pub ends: [bool; 5],
    /// §13.9
    pub play_on: bool,
}

/// The facts of the scenario.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The first turn's year and month (§1.11).
    pub begins: (u16, u8),
    /// §13.3
    pub ends: (u16, u8),
    /// §2.7: by side.
    pub cash: [i32; 2],
    /// §2.5: by side.
    pub capitals: [Option<City>; 2],
    /// §7.2: by side, in hundreds of men.
    pub rail: [i32; 2],
    /// §13.4: percent of the cities.
    pub cities_percent: u8,
    /// §13.5
    pub income_percent: u8,
    /// §13.5: from the end of this turn on, 1 or more.
    pub income_from: u16,
    /// §13.7: times the enemy's men.
    pub ratio: u8,
}

/// The map, the leaders, the facts and the options.
#[derive(Clone, Debug)]
pub struct World {
    /// The board's index.
    pub atlas: Atlas,
    /// By number.
    pub cities: Table<City, CityInfo>,
    /// All seaports.
    ports: Vec<City>,
    /// By side and slot; at most 20 a side.
    pub leaders: [Vec<LeaderInfo>; 2],
    /// By side: at the start (§2.4).
    pub fleets: [Option<Fleet>; 2],
    /// Whether the board has the raiding zone.
    pub zone: bool,
    /// The scenario's facts.
    pub facts: Facts,
    /// The table's options.
    pub options: Options,
    /// What is the same in all battles.
    pub terms: Terms,
    /// §7.2: by side, the cities that it owns at the start.
    pub base: [u8; 2],
}

impl World {
    /// Reads and checks what the scenario gives.
    pub(crate) fn read(position: &Position) -> Result<Self, Refusal> {
        let (atlas, cities) = map::read(position)?;
        let (leaders, fleets) = roster::read(&cities, position)?;
        let facts = settings::facts(&cities, position)?;
        let options = settings::options(position)?;
        let terms = settings::terms(position, &options)?;
        let count = |side| cities.rows().filter(|city| city.owner == Some(side)).count() as u8;
        let ports = cities.iter().filter(|(_, info)| info.port).map(|(city, _)| city).collect();
        let (zone, base) = (atlas.space(RAIDING_ZONE).is_some(), Side::ALL.map(count));
        Ok(Self { atlas, cities, ports, leaders, fleets, zone, facts, options, terms, base })
    }

    /// The city of a number.
    pub fn city(&self, city: City) -> &CityInfo {
        &self.cities[city]
    }

    /// Its name in the board file.
    pub fn id(&self, city: City) -> &str {
        &self.city(city).id
    }

    /// Where it is.
    pub fn place(&self, city: City) -> Place {
        place(self.id(city))
    }

    /// Its name.
    pub fn name(&self, city: City) -> &str {
        &self.city(city).title
    }

    /// Its name where there is little room: of a state that is named with it the initials, as in "Charleston SC".
    pub fn short_name(&self, city: City) -> String {
        let name = self.name(city);
        match name.split_once(", ") {
            Some((city, state)) if state.contains(' ') => {
                let initials: String = state.split(' ').filter_map(|word| word.chars().next()).collect();
                format!("{city} {initials}")
            }
            _ => name.to_owned(),
        }
    }

    /// The city of this name in the board file.
    pub fn find(&self, id: &str) -> Option<City> {
        find(&self.cities, id)
    }

    /// The space of a berth; none for the raiding zone on a board without it.
    pub fn berth(&self, at: Berth) -> Option<&str> {
        match at {
            Berth::Port(port) => Some(self.id(port)),
            Berth::Raiding => self.zone.then_some(RAIDING_ZONE),
        }
    }

    /// All cities, in the order of their numbers.
    pub fn all(&self) -> impl DoubleEndedIterator<Item = City> + ExactSizeIterator + use<> {
        self.cities.all()
    }

    /// All seaports, in the order of their numbers.
    pub fn ports(&self) -> impl Iterator<Item = City> + '_ {
        self.ports.iter().copied()
    }
}

fn find(cities: &Table<City, CityInfo>, id: &str) -> Option<City> {
    cities.iter().find(|(_, city)| city.id == id).map(|(city, _)| city)
}

/// The cities to which one comes from one, itself the first, through those that one may go through; the nearer ones by links come before
/// the farther.
pub(crate) fn outward(cities: &Table<City, CityInfo>, from: City, may: impl Fn(City) -> bool) -> Vec<City> {
    let mut seen = vec![from];
    let mut at = 0;
    while let Some(&city) = seen.get(at) {
        for &next in &cities[city].links {
            if may(next) && !seen.contains(&next) {
                seen.push(next);
            }
        }
        at += 1;
    }
    seen
}
