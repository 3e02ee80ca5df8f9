//! Everything of a game that can change, and the small questions that all rules ask of it.

use muster_contract::Seat;
use muster_sdk::{Shared, Table};
use serde::{Deserialize, Serialize};

use crate::classic;
use crate::world::{City, MOST_LINKS, SLOTS, Side, Slot, World};

/// What an army does this turn (§0.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Turn {
    /// It may get an order.
    Ready,
    /// It is ordered to this city.
    Moving(City),
    /// It is on a train to this city, and off the map (§7.5).
    Train(City),
    /// It has done something else.
    Spent,
    /// It has moved, attacked or retreated.
    Done,
}

/// Who leads an army.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Leader {
    /// The named leader of this slot (§1.4).
    Named(Slot),
    /// A nameless one, called after the army's slot (§1.6).
    Nameless,
}

/// An army (§1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Army {
    /// Where it is; while on a train, where it came from.
    pub at: City,
    /// Hundreds of men, at least 1.
    pub size: u16,
    /// Who leads it.
    pub leader: Leader,
    /// His rating in this command, 0 to 10.
    pub rating: u8,
    /// 0 to 10.
    pub experience: u8,
    /// 0 to 10. Of a new army it is rolled for when the sheets are opened.
    pub supply: u8,
    /// Whether it was raised on this turn's sheet, and its supply isn't rolled for yet (§4.7).
    pub fresh: bool,
    /// What it does this turn.
    pub turn: Turn,
    /// §9.10: whether it razes the fort of a city that it takes without a battle.
    pub raze: bool,
    /// §9.11, §18.2: where its sheet says that it retreats to.
    pub retreat: RetreatList,
}

/// §18.2: cities that an army would retreat to, those that it likes best first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RetreatList([Option<City>; MOST_LINKS]);

impl RetreatList {
    /// The cities, in their order.
    pub fn iter(&self) -> impl Iterator<Item = City> + '_ {
        self.0.iter().flatten().copied()
    }

    /// Whether it can name no more.
    pub fn is_full(&self) -> bool {
        self.0.iter().all(Option::is_some)
    }

    /// Names another city after the others, if there is room.
    pub(crate) fn name(&mut self, city: City) {
        if let Some(free) = self.0.iter_mut().find(|named| named.is_none()) {
            *free = Some(city);
        }
    }
}

/// Where a fleet is (§1.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Berth {
    /// In this port.
    Port(City),
    /// In the raiding zone.
    Raiding,
}

/// A fleet of 1 to 10 ships (§1.7). Ironclads stand left of wooden ships, and losses come off the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fleet {
    /// Where it is.
    pub at: Berth,
    /// Ironclads.
    pub ironclads: u8,
    /// Wooden ships.
    pub wooden: u8,
}

/// A named leader's whereabouts (§1.5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Office {
    /// He can be given an army.
    #[default]
    Available,
    /// He commands one.
    Commanding,
    /// Lost with his army.
    Gone,
}

/// §5.5: the one naval action of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Naval {
    /// §5.8
    Bombard,
    /// §5.6
    Sail(City),
    /// §5.13
    Raid,
    /// §5.12
    Invade,
}

/// An order of two parts that is begun: what its second part says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Begun {
    /// §7: where the train goes.
    Train(Slot),
    /// §8.7: who takes over.
    Relief(Slot),
    /// §8.4: where the capital goes.
    Capital,
    /// §9.11: where the army retreats to next, of those that its list doesn't name.
    Retreat(Slot),
}

impl Begun {
    /// The army that it is given to.
    pub(crate) const fn army(self) -> Option<Slot> {
        match self {
            Self::Train(slot) | Self::Relief(slot) | Self::Retreat(slot) => Some(slot),
            Self::Capital => None,
        }
    }
}

/// What a side writes in a turn, as far as it isn't seen in its armies (§18.2).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    /// Nothing more is written.
    pub sealed: bool,
    /// §4.2: the cities where it may recruit this turn.
    pub list: Vec<City>,
    /// §5.5
    pub naval: Option<Naval>,
    /// §5.20: the fleet breaks off an attack after so many lost ships; 0 is never.
    pub break_off: u8,
    /// §8.4: whether the capital was moved.
    pub capital_moved: bool,
    /// The order that is being written.
    pub begun: Option<Begun>,
    /// How far the sheet has come in the sequence of §15.2, for the policy.
    pub written: classic::Stage,
    /// §1.6: by slot, a bit each: whether a nameless leader has come, wherever he is now.
    pub nameless: u32,
}

/// Everything that belongs to one side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Power {
    /// §1.9
    pub cash: i32,
    /// §1.10: victory points.
    pub points: i32,
    /// While it is held (§1.8).
    pub capital: Option<City>,
    /// While it has ships.
    pub fleet: Option<Fleet>,
    /// §11.7: income as it was last counted, with the capital and what comes from outside.
    pub income: i32,
    /// §11.9: its cities as they were last counted.
    pub cities: u8,
    /// By slot.
    pub armies: [Option<Army>; SLOTS],
    /// By slot: named leaders.
    pub leaders: [Office; SLOTS],
    /// By slot: their ratings.
    pub ratings: [u8; SLOTS],
    /// By slot: the rating that a nameless leader would have (§1.6); nobody has seen it.
    pub nameless: [u8; SLOTS],
    /// §5.28: what enemy raiders took this turn and hasn't been paid yet.
    pub raided: i32,
    /// §15.9: whether the enemy destroyed its fleet, or raided it with success.
    pub grudge: bool,
    /// §10.21
    pub battles_won: u16,
    /// §10.22: hundreds of men lost in battle.
    pub lost: u32,
    /// This turn's sheet.
    pub sheet: Sheet,
}

impl Power {
    /// §13.1: its hundreds of men, on trains too.
    pub fn men(&self) -> u32 {
        self.armies.iter().flatten().map(|army| u32::from(army.size)).sum()
    }
}

/// A city as it is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CityState {
    /// Whose it is; `None` is neutral.
    pub owner: Option<Side>,
    /// 0 to 2.
    pub fort: u8,
    /// As the turn opened: what the enemy knows of it while sheets are written.
    pub known_fort: u8,
}

/// §13.2-13.7: what can end the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// §13.2: the enemy has no men.
    Annihilation,
    /// §13.3: time is over.
    Time,
    /// §13.4: enough cities.
    Cities,
    /// §13.5: enough of both incomes.
    Income,
    /// §13.6: the enemy has no capital.
    Capital,
    /// §13.7: enough times his men.
    Ratio,
}

/// Where the game stands between two choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Both sides write.
    Sheets,
    /// The sheets are open and are being carried out; no choice is made meanwhile.
    Resolving,
    /// §13.9: this side may play on although the other one, or time, has met a condition; the flag is whether the other has agreed.
    Override(End, Side, bool),
    /// The game is over: the condition, and the side that met it.
    Over(End, Side),
}

/// §13.9: the limits that playing on has raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// The year of the end date.
    pub end_year: u16,
    /// Cities.
    pub cities: u8,
    /// Percent of both incomes.
    pub income: u8,
    /// Times the enemy's men.
    pub ratio: u8,
    /// Whether a lost capital ends the game.
    pub capital: bool,
}

/// §14.7: a line of the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fought {
    /// The turn, from 1.
    pub turn: u16,
    /// Where.
    pub at: City,
    /// Who attacked.
    pub attacker: Side,
    /// Whether the attacker won.
    pub won: bool,
    /// The armies' slots: the attacker's, the defender's.
    pub armies: [Slot; 2],
    /// Their leaders, who may have gone since.
    pub leaders: [Leader; 2],
    /// Their sizes before.
    pub sizes: [u16; 2],
    /// Their losses.
    pub losses: [u16; 2],
}

/// What the history keeps at most: the latest.
pub const MOST_FOUGHT: usize = 400;
/// So many turns the tables by turn keep at most.
pub const MOST_TURNS: usize = 240;

/// What stood at the end of a turn, by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Victory points.
    pub points: [i32; 2],
    /// Income.
    pub income: [i32; 2],
    /// Hundreds of men.
    pub men: [u32; 2],
}

/// The game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CwStrategy {
    /// What never changes.
    #[serde(skip)]
    pub world: Shared<World>,
    /// By seat: the side that it plays.
    pub seats: [Side; 2],
    /// Where the game stands.
    pub stage: Stage,
    /// The turn, from 1.
    pub turn: u16,
    /// The year.
    pub year: u16,
    /// The month, 1 to 12.
    pub month: u8,
    /// By number.
    pub cities: Table<City, CityState>,
    /// By side.
    pub powers: [Power; 2],
    /// By side: as the turn opened, which is what the enemy knows while sheets are written.
    pub opened: [Power; 2],
    /// §13.9
    pub limits: Limits,
    /// §12.5c
    pub emancipated: bool,
    /// §15: how bold the computer is, 0 to 5; a varied start rolls for it (§2.12).
    pub aggression: u8,
    /// §11.10: g by side, in thousandths.
    pub boldness: [i32; 2],
    /// House rule D: whether far armies' sizes are hidden.
    pub fog: bool,
    /// §14.6: balance and realism, which may change in the midst of a game.
    pub balance: u8,
    /// §14.2
    pub realism: bool,
    /// §14.7
    pub history: Vec<Fought>,
    /// By turn.
    pub tallies: Vec<Tally>,
}

/// All armies of a power, those on trains too, in slot order.
pub fn armies_of(power: &Power) -> impl DoubleEndedIterator<Item = (Slot, &Army)> {
    let armies = power.armies.iter().enumerate();
    armies.filter_map(|(slot, army)| army.as_ref().map(|army| (slot as Slot, army)))
}

/// §0.6: the armies of a power that are on the map, in slot order.
pub fn on_map(power: &Power) -> impl Iterator<Item = (Slot, &Army)> {
    armies_of(power).filter(|(_, army)| army.is_on_map())
}

/// §0.6: the armies of a power in a city, in slot order: the first is the lead army.
pub fn armies_in(power: &Power, city: City) -> impl Iterator<Item = (Slot, &Army)> {
    armies_of(power).filter(move |(_, army)| army.at == city && army.is_on_map())
}

impl CwStrategy {
    /// The side that the seat plays.
    pub fn side_of(&self, seat: Seat) -> Side {
        self.seats[usize::from(seat.min(1))]
    }

    /// The seat that plays the side.
    pub fn seat_of(&self, side: Side) -> Seat {
        if self.seats[0] == side { 0 } else { 1 }
    }

    /// Whether a seat, if it isn't the public, plays this side.
    pub fn is_own(&self, seat: Option<Seat>, side: Side) -> bool {
        seat.is_some_and(|seat| self.side_of(seat) == side)
    }

    /// Everything of a side.
    pub fn power(&self, side: Side) -> &Power {
        &self.powers[side as usize]
    }

    pub(crate) fn power_mut(&mut self, side: Side) -> &mut Power {
        &mut self.powers[side as usize]
    }

    /// A side as a seat, or the public, knows it: while sheets are written the other's isn't looked at.
    pub fn known(&self, side: Side, seat: Option<Seat>) -> &Power {
        if self.is_own(seat, side) || self.stage != Stage::Sheets {
            self.power(side)
        } else {
            &self.opened[side as usize]
        }
    }

    /// The enemy of a side as it knows him.
    pub fn foe(&self, side: Side) -> &Power {
        self.known(side.other(), Some(self.seat_of(side)))
    }

    /// The army of a slot, if there is one.
    pub fn army(&self, side: Side, slot: Slot) -> Option<&Army> {
        self.power(side).armies.get(usize::from(slot)).and_then(Option::as_ref)
    }

    /// Changes an army, if it is there.
    pub(crate) fn with_army(&mut self, side: Side, slot: Slot, change: impl FnOnce(&mut Army)) {
        if let Some(army) = self.army_mut(side, slot) {
            change(army);
        }
    }

    pub(crate) fn army_mut(&mut self, side: Side, slot: Slot) -> Option<&mut Army> {
        self.power_mut(side).armies.get_mut(usize::from(slot)).and_then(Option::as_mut)
    }

    /// A city's owner.
    pub fn owner(&self, city: City) -> Option<Side> {
        self.cities[city].owner
    }

    /// Whether a side owns a city.
    pub fn owns(&self, side: Side, city: City) -> bool {
        self.owner(city) == Some(side)
    }

    /// The cities that a side owns.
    pub fn cities_of(&self, side: Side) -> impl Iterator<Item = City> {
        self.world.all().filter(move |&city| self.owns(side, city))
    }

    /// The level of a city's fort.
    pub fn fort(&self, city: City) -> u8 {
        self.cities[city].fort
    }

    /// The level of a city's fort as a side, or the public, knows it: what the enemy builds shows when the sheets are opened.
    pub fn visible_fort(&self, side: Option<Side>, city: City) -> u8 {
        let state = &self.cities[city];
        if self.stage == Stage::Sheets && (side.is_none() || state.owner != side) {
            state.known_fort
        } else {
            state.fort
        }
    }

    /// §0.6: the lead army of a side in a city.
    pub fn lead(&self, side: Side, city: City) -> Option<(Slot, &Army)> {
        armies_in(self.power(side), city).next()
    }

    /// Whether a side has an army in a city.
    pub fn is_in(&self, side: Side, city: City) -> bool {
        self.lead(side, city).is_some()
    }

    /// Whether a side's fleet lies in a port.
    pub fn fleet_in(&self, side: Side, city: City) -> bool {
        self.power(side).fleet.is_some_and(|fleet| fleet.is_in(city))
    }

    /// How many cities a side owns.
    pub fn count_cities(&self, side: Side) -> u8 {
        self.cities.rows().filter(|city| city.owner == Some(side)).count() as u8
    }

    /// §13.1: hundreds of men of a side, on trains too.
    pub fn men(&self, side: Side) -> u32 {
        self.power(side).men()
    }

    /// §1.10: gives a side points, or takes them; there are never fewer than 0.
    pub(crate) fn score(&mut self, side: Side, points: i32) {
        let power = self.power_mut(side);
        power.points = (power.points + points).max(0);
    }

    /// §14.1: how much the balance favours a side: 0 not at all, 2 most.
    pub(crate) const fn favour(&self, side: Side) -> u8 {
        match side {
            Side::Us => self.balance.saturating_sub(3),
            Side::Cs => 3_u8.saturating_sub(self.balance),
        }
    }

    /// Whether a city has a neighbour that a side owns (§4.9, §8.3, §11.2).
    pub fn has_own_neighbour(&self, side: Side, city: City) -> bool {
        self.world.city(city).links.iter().any(|&to| self.owns(side, to))
    }
}
