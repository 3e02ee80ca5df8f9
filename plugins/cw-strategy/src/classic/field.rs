//! §15: the map as the computer player sees it. All of it is public, but its own armies' orders and supply.
//!
//! "Own" is the computer's, "foe" the human's, as §0.8 says; orders of the foe are not read.

use muster_sdk::Index as _;

use crate::arithmetic::{Chance, nearest};
use crate::state::{Fleet, Turn};
use crate::world::{City, Slot};

/// Whose something is, to the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The computer's.
    Own,
    /// The human's.
    Foe,
    /// Neutral.
    Nobody,
}

/// What is looked at of a city.
#[derive(Clone, Debug)]
pub struct Site {
    /// Its owner.
    pub whose: Whose,
    /// What it is worth.
    pub value: i64,
    /// The level of its fort.
    pub fort: i64,
    /// How far down the original's screen it lies (§9.10, §15.12).
    pub y: i64,
    /// Neighbours in the order of the file (§0.7).
    pub links: Vec<City>,
}

/// An army. Of the foe's only city and size are looked at.
#[derive(Clone, Copy, Debug)]
pub struct Army {
    /// Its slot within its side, from 0.
    pub slot: Slot,
    /// Where it is.
    pub city: City,
    /// In hundreds of men.
    pub size: i64,
    /// What it has left.
    pub supply: u8,
    /// What it does.
    pub turn: Turn,
}

/// Everything that §15 looks at.
#[derive(Clone, Debug)]
pub struct Field {
    /// Whether the computer is the Union.
    pub union: bool,
    /// In the order of their numbers, from 0.
    pub cities: Vec<Site>,
    /// Own armies by slot.
    pub own: Vec<Army>,
    /// The foe's by slot.
    pub foe: Vec<Army>,
    /// Own fleet and the foe's.
    pub fleets: [Option<Fleet>; 2],
    /// Own capital and the foe's, while they are held.
    pub capitals: [Option<City>; 2],
    /// §13.6: whether a lost capital ends the game.
    pub capital_ends: bool,
    /// What is left after the sheet so far.
    pub cash: i64,
    /// §14.2.
    pub realism: bool,
    /// §14.4: 0 to 5.
    pub aggression: i64,
    /// §11.10: g in thousandths.
    pub boldness: i64,
    /// §5.2.
    pub ironclads: bool,
    /// §15.9: the foe destroyed an own fleet, or raided with success.
    pub grudge: bool,
    /// §4.2: the cities of this turn's list in their order, each with what a recruitment yields there.
    pub recruits: Vec<(City, i64)>,
}

impl Field {
    /// All cities.
    pub fn all(&self) -> impl Iterator<Item = City> {
        (0..self.cities.len()).map(City::nth)
    }

    /// What is looked at of a city.
    pub fn city(&self, city: City) -> &Site {
        &self.cities[city.place()]
    }

    /// Whether a city is the computer's, the human's or nobody's.
    pub fn is(&self, city: City, whose: Whose) -> bool {
        self.city(city).whose == whose
    }

    /// §0.6: the lead army of one side in a city.
    fn lead(armies: &[Army], city: City) -> Option<&Army> {
        armies.iter().find(|army| army.city == city)
    }

    /// The own lead army of a city.
    pub fn own_lead(&self, city: City) -> Option<&Army> {
        Self::lead(&self.own, city)
    }

    /// The foe's lead army of a city.
    pub fn foe_lead(&self, city: City) -> Option<&Army> {
        Self::lead(&self.foe, city)
    }

    /// The size of the foe's lead army in a city that is his; 0 if there is none.
    fn stands(&self, city: City) -> i64 {
        if self.is(city, Whose::Foe) { self.foe_lead(city).map_or(0, |army| army.size) } else { 0 }
    }

    /// §15.1: the threat to a city.
    pub fn threat(&self, city: City) -> i64 {
        threat(city, |at| &self.city(at).links, |at| self.stands(at))
    }

    /// §7.3: own neighbours, and theirs other than the city itself.
    pub fn terminal(&self, city: City) -> usize {
        let own = |from: City| self.city(from).links.iter().filter(|&&to| self.is(to, Whose::Own));
        own(city).map(|&next| 1 + own(next).filter(|&&beyond| beyond != city).count()).sum()
    }

    /// §15.12: whether one city lies towards the enemy as seen from another: the enemy of the South lies up.
    pub fn is_towards_enemy(&self, from: City, to: City) -> bool {
        let (from, to) = (self.city(from).y, self.city(to).y);
        if self.union { to > from } else { to < from }
    }

    /// Men on both sides, in hundreds: own, the foe's.
    pub fn men(&self) -> [i64; 2] {
        [&self.own, &self.foe].map(|armies| armies.iter().map(|army| army.size).sum())
    }

    /// §15.4: the chance that a bold computer builds no fort: 1 + u < aggression + g.
    pub fn too_bold_for_forts(&self) -> Chance {
        let bold = (1000 * (self.aggression - 1) + self.boldness).clamp(0, 1000);
        Chance::thousandths(bold as u32)
    }

    /// §15.4: the chance that another fort is thought of: (2 - g) / 3.
    pub fn another_fort(&self) -> Chance {
        Chance::new((2000 - self.boldness).clamp(0, 3000) as u32, 3000)
    }
}

/// §15.1: the threat to a city, with the neighbours of each and the men of the foe's lead army there.
pub(crate) fn threat<'a>(
    city: City,
    links: impl Fn(City) -> &'a Vec<City>,
    stands: impl Fn(City) -> i64,
) -> i64 {
    links(city).iter().fold(0, |threat, &next| {
        let beyond = links(next).iter().filter(|&&beyond| beyond != city);
        beyond.fold(threat + stands(next), |threat, &beyond| nearest(10 * threat + stands(beyond), 10))
    })
}
