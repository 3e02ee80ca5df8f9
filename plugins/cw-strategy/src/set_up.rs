//! §2: set-up, and what begins before the first sheets are written.

use muster_contract::{Audience, Event, EventKind};
use muster_sdk::{Resolution, Shared};

use crate::arithmetic::{Chance, nearest, spread};
use crate::state::{Berth, CityState, CwStrategy, Fleet, Leader, Limits, Office, Power, Stage};
use crate::world::{SLOTS, Side, World};

/// §1.6: the ratings of nameless leaders before they are rolled for.
const UNKNOWN: u8 = 5;
/// §2.5: what a capital brings in a turn.
pub(crate) const CAPITAL: i32 = 100;

impl Power {
    /// §2: a side as the scenario has it, without money.
    fn laid_out(world: &World, side: Side) -> Self {
        let leaders = &world.leaders[side as usize];
        let mut power = Self {
            capital: world.facts.capitals[side as usize],
            fleet: world.fleets[side as usize],
            nameless: [UNKNOWN; SLOTS],
            ..Self::default()
        };
        for (slot, leader) in (0..).zip(leaders) {
            power.ratings[usize::from(slot)] = leader.rating;
            if let Some(army) = leader.army {
                power.raise(slot, army.leader, army);
            }
        }
        power
    }
}

impl CwStrategy {
    /// §2: the position as the scenario has it.
    pub(crate) fn laid_out(world: Shared<World>, seats: [Side; 2]) -> Self {
        let powers = Side::ALL.map(|side| Power::laid_out(&world, side));
        let (year, month) = world.facts.begins;
        let cities = world.cities.rows().map(|city| CityState {
            owner: city.owner,
            fort: city.fort,
            known_fort: city.fort,
        });
        let mut game = Self {
            seats,
            stage: Stage::Sheets,
            turn: 1,
            year,
            month,
            cities: cities.collect(),
            opened: powers.clone(),
            powers,
            limits: Limits {
                end_year: world.facts.ends.0,
                cities: nearest(world.cities.len() as i64 * i64::from(world.facts.cities_percent), 100) as u8,
                income: world.facts.income_percent,
                ratio: world.facts.ratio,
                capital: world.options.ends[3],
            },
            emancipated: false,
            aggression: world.options.aggression,
            boldness: [0; 2],
            fog: false,
            balance: world.options.balance,
            realism: world.options.realism,
            history: Vec::new(),
            tallies: Vec::new(),
            world,
        };
        game.before_1862();
        game.count_up();
        game
    }

    /// §2.4: under realism every ship of a start before 1862 is wooden.
    fn before_1862(&mut self) {
        if self.realism && self.year < 1862 {
            for fleet in self.powers.iter_mut().filter_map(|power| power.fleet.as_mut()) {
                (fleet.ironclads, fleet.wooden) = (0, fleet.ships());
            }
        }
    }

    /// §2.6, §2.10: points, income and cities as they stand at the start.
    fn count_up(&mut self) {
        for side in Side::ALL {
            let worth = self.worth(side);
            let cities = self.count_cities(side);
            let power = self.power_mut(side);
            power.points = worth;
            power.cities = cities;
            power.income = worth + if power.capital.is_some() { CAPITAL } else { 0 };
        }
        self.opened = self.powers.clone();
    }

    /// The sum of the values of a side's cities.
    pub(crate) fn worth(&self, side: Side) -> i32 {
        self.cities_of(side).map(|city| self.world.city(city).worth).sum()
    }

    /// What is rolled before the first sheets: the money (§2.7), and the set-up if it varies (§2.12).
    pub(crate) fn open_game(&mut self, resolution: &mut Resolution<'_>) {
        for side in Side::ALL {
            for slot in 0..SLOTS {
                self.power_mut(side).nameless[slot] = roll_nameless(resolution);
            }
            self.roll_cash(side, resolution);
        }
        if self.world.options.vary {
            self.vary(resolution);
        }
        resolution.event(|| {
            let cash = Side::ALL.map(|side| self.power(side).cash);
            let text = format!("The treasuries hold {} (Union) and {} (Confederacy).", cash[0], cash[1]);
            Event::new(EventKind::Revealed, Audience::Everyone, text, "2.7")
        });
        self.open_sheets(resolution);
    }

    /// §2.7, §2.9: the money at the start.
    fn roll_cash(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        let luck = spread(resolution, 0, 50, || format!("money of {} at the start", side.who())) as i32;
        let favour = i32::from(self.favour(side));
        let is_helped = favour > 0 && self.world.options.computer == Some(side);
        let help = if is_helped { 300 + 100 * favour } else { 0 };
        let cash = self.world.facts.cash[side as usize] + help + luck + self.worth(side);
        self.power_mut(side).cash = cash;
    }

    /// §2.12: the start is varied.
    fn vary(&mut self, resolution: &mut Resolution<'_>) {
        let why = || "the set-up varies".to_owned();
        // R(300 - 100 + 200u) and R(50 + 100 + 200u), instead of what §2.7 gives beside the cities.
        for (side, more) in [(Side::Us, -100), (Side::Cs, 100)] {
            let rolled = spread(resolution, 0, 200, why) as i32;
            self.power_mut(side).cash = self.world.facts.cash[side as usize] + more + rolled;
        }
        self.aggression = spread(resolution, 0, 5, || "the computer's aggression".to_owned()) as u8;
        for side in Side::ALL {
            for slot in 0..6 {
                let there = self.army(side, slot).is_some();
                if there && self.armies(side) > 1 && Chance::tenths(4).happens(resolution, why) {
                    self.power_mut(side).disband(slot, Office::Available);
                }
            }
            self.vary_fleet(side, resolution);
        }
        if let Some(montgomery) = self.world.find("montgomery")
            && self.power(Side::Cs).capital.is_some()
            && self.owns(Side::Cs, montgomery)
            && Chance::tenths(3).happens(resolution, why)
        {
            self.power_mut(Side::Cs).capital = Some(montgomery);
        }
        for side in Side::ALL {
            for slot in 0..SLOTS {
                if !Chance::tenths(2).happens(resolution, why) {
                    continue;
                }
                let rating = i64::from(self.power(side).ratings[slot]);
                let rating = spread(resolution, rating - 3, 6, why).clamp(1, 9) as u8;
                let power = self.power_mut(side);
                power.ratings[slot] = rating;
                for army in power.armies.iter_mut().flatten() {
                    if army.leader == Leader::Named(slot as u8) {
                        army.rating = rating;
                    }
                }
            }
        }
        let rolled = Side::ALL.map(|side| self.power(side).cash);
        self.before_1862();
        self.count_up();
        for side in Side::ALL {
            let worth = self.worth(side);
            self.power_mut(side).cash = (rolled[side as usize] + worth).max(0);
        }
    }

    /// §2.12: fleets of any size; the Rebels' at New Orleans.
    fn vary_fleet(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        let why = || "the fleets vary".to_owned();
        let ships = spread(resolution, 0, 10, why) as u8;
        let first = self.world.fleets[side as usize].and_then(|fleet| fleet.port());
        let new_orleans = self.world.find("new-orleans").filter(|_| side == Side::Cs);
        let port = new_orleans.filter(|&port| self.world.city(port).port).or(first);
        // A ship is an ironclad when u > 0.45h.
        let human = if self.world.options.computer == Some(Side::Us) { Side::Cs } else { Side::Us };
        let chance = Chance::hundredths(if human == Side::Us { 55 } else { 10 });
        let ironclads = (0..ships).filter(|_| chance.happens(resolution, why)).count() as u8;
        self.power_mut(side).fleet = port.filter(|_| ships > 0).map(|port| Fleet {
            at: Berth::Port(port),
            ironclads,
            wooden: ships - ironclads,
        });
    }

    /// How many armies a side has, on trains too.
    pub fn armies(&self, side: Side) -> usize {
        self.power(side).armies.iter().flatten().count()
    }
}

/// §1.6: R(1 + 8u).
pub(crate) fn roll_nameless(resolution: &mut Resolution<'_>) -> u8 {
    spread(resolution, 1, 8, || "a leader without a name".to_owned()) as u8
}
