//! The policy `regular`: weights of choices from a first look at the map. They follow from what the seat knows: of the enemy's armies
//! where they stood when the turn opened, how large they are, and who leads them; for their experience and supply it takes usual values.

use muster_sdk::{Index as _, OpenDecision, Policies};

use crate::choice::Choice;
use crate::classic::CLASSIC;
use crate::combat::attacker_wins;
use crate::economy::upkeep;
use crate::recruiting::RECRUITMENT;
use crate::ships::ships;
use crate::state::{Army, Begun, Berth, CwStrategy, Leader, Naval, Power, Turn, armies_in, on_map};
use crate::world::{City, MOST_CITIES, Side, Slot, World};

/// What an enemy's army has, as far as one doesn't know.
const USUAL_EXPERIENCE: u8 = 2;
const USUAL_SUPPLY: u8 = 5;
/// Of a nameless leader.
const USUAL_RATING: u8 = 5;
/// The least chance, in hundredths, at which one attacks.
const WORTH_A_BATTLE: u32 = 60;
/// A place is held against so many times one's men, and again as many for each level of its fort.
const HELD_AGAINST: i32 = 2;
/// What the enemy's capital is worth more than its city.
const CAPITAL_PRIZE: u32 = 3000;
/// What it is worth to get away from an enemy who is too many.
const WITHDRAWAL: u32 = 200;
/// What it is worth to hold a fort that is empty.
const GARRISON: u32 = 180;
/// An army of so many hundreds needs no more men.
const LARGE: u16 = 900;

/// What a side knows of a city, in hundreds of men.
#[derive(Clone, Copy, Default)]
struct Site {
    /// Of the enemy there.
    foes: i32,
    /// Of the enemy next to it.
    threat: i32,
    /// Of the enemy two links away.
    beyond: i32,
    /// Of one's own that stay there, or are ordered there.
    own: i32,
}

impl Site {
    /// Men of the enemy who can be there in two turns: those next to it, and half of those beyond.
    const fn reach(self) -> i32 {
        self.threat + self.beyond / 2
    }
}

/// The map as one side looks at it.
pub(crate) struct Field<'a> {
    game: &'a CwStrategy,
    side: Side,
    power: &'a Power,
    /// The enemy as the side knows him.
    enemy: &'a Power,
    /// By city. They stay where they are: a component pays for moving them.
    sites: &'a [Site; MOST_CITIES],
    /// The places of both capitals, one's own first; beyond all cities where there is none.
    capitals: [usize; 2],
    /// What is left when the armies are paid.
    to_spend: i32,
}

// Long functions aren't inlined into one: in a component that one runs out of registers.
impl<'a> Field<'a> {
    fn new(game: &'a CwStrategy, side: Side, sites: &'a mut [Site; MOST_CITIES]) -> Self {
        let (world, power, enemy) = (&*game.world, game.power(side), game.foe(side));
        for (_, army) in on_map(enemy) {
            let (size, info) = (i32::from(army.size), world.city(army.at));
            sites[army.at.place()].foes += size;
            info.links.iter().for_each(|next| sites[next.place()].threat += size);
            info.beyond.iter().for_each(|far| sites[far.place()].beyond += size);
        }
        let mut to_spend = power.cash;
        for army in power.armies.iter().flatten() {
            let at = match army.turn {
                Turn::Moving(to) | Turn::Train(to) => to,
                _ => army.at,
            };
            sites[at.place()].own += i32::from(army.size);
            to_spend -= upkeep(army.size);
        }
        let capitals = [power, enemy].map(|power| power.capital.map_or(MOST_CITIES, City::place));
        Self { game, side, power, enemy, sites, capitals, to_spend }
    }

    fn at(&self, city: City) -> Site {
        self.sites[city.place()]
    }

    fn worth(&self, city: City) -> u32 {
        self.game.world.city(city).worth as u32
    }

    fn is_capital(&self, city: City) -> bool {
        city.place() == self.capitals[0]
    }

    fn fort(&self, city: City) -> u8 {
        self.game.visible_fort(Some(self.side), city)
    }

    /// Whether the own capital lacks men, if this is it.
    fn is_weak_capital(&self, city: City) -> bool {
        self.is_capital(city) && self.at(city).reach() > self.at(city).own
    }

    /// Whether a neighbour isn't one's own.
    fn is_front(&self, city: City) -> bool {
        self.game.world.city(city).links.iter().any(|&next| !self.game.owns(self.side, next))
    }

    /// Whether so many hundreds of men are few against the enemy next to a city, since an army that many attack loses many.
    fn is_outnumbered(&self, city: City, men: i32) -> bool {
        let (threat, held) = (self.at(city).threat, HELD_AGAINST * men);
        threat > held && threat > held * (1 + i32::from(self.fort(city)))
    }

    /// The rating of a leader who is available.
    pub(crate) fn rating(&self, leader: Slot) -> u32 {
        self.power.ratings[usize::from(leader)].into()
    }

    pub(crate) fn fortify(&self, city: City) -> u32 {
        if self.is_capital(city) && self.at(city).reach() > 0 { 800 } else { 0 }
    }

    pub(crate) fn build(&self) -> u32 {
        if self.to_spend > 300 && ships(self.power) < 6 { 60 } else { 0 }
    }

    pub(crate) fn naval(&self, naval: Naval) -> u32 {
        match naval {
            Naval::Raid => {
                let (own, enemy) = (ships(self.power), self.enemy.fleet);
                let waits = enemy.is_some_and(|fleet| fleet.at == Berth::Raiding && fleet.ships() >= own);
                if own >= 2 && !waits { 120 } else { 0 }
            }
            Naval::Invade => 300,
            Naval::Bombard => 60,
            Naval::Sail(_) => 0,
        }
    }

    pub(crate) fn drill(&self, slot: Slot) -> u32 {
        let exposed = |army: &Army| self.at(army.at).threat > 0 || self.is_front(army.at);
        if self.game.army(self.side, slot).is_some_and(exposed) { 40 } else { 15 }
    }

    pub(crate) fn recruit(&self, city: City) -> u32 {
        if self.to_spend < RECRUITMENT / 2 {
            return 0;
        }
        let (men, site) = (self.game.recruits(self.side, city), self.at(city));
        let near = match self.game.lead(self.side, city) {
            Some((_, lead)) if lead.size >= LARGE => 0,
            _ if self.is_weak_capital(city) => 6,
            None if self.is_stronghold(city) => 5,
            _ if self.is_outnumbered(city, site.own + i32::from(men)) => 1,
            _ if site.threat > 0 => 3,
            _ if self.is_front(city) => 2,
            _ => 1,
        };
        u32::from(men) * near * 2
    }

    /// The chance in hundredths to beat all that stands in a city.
    #[inline(never)]
    fn chance(&self, army: &Army, to: City) -> u32 {
        let attacker = Army { supply: army.supply.saturating_sub(1), ..*army };
        let fort = self.fort(to);
        let mut hundredths = 100;
        for (_, enemy) in armies_in(self.enemy, to) {
            let enemy = guess(&self.game.world, self.side.other(), enemy);
            let battle = self.game.battle_of(self.side, &attacker, &enemy, fort);
            let chance = attacker_wins(battle.attack(&mut |_| {}), battle.defence(&mut |_| {}));
            hundredths = hundredths * chance.of / chance.out_of;
        }
        hundredths
    }

    /// What a city is worth to take.
    fn prize(&self, city: City) -> u32 {
        60 + 10 * self.worth(city) + if city.place() == self.capitals[1] { CAPITAL_PRIZE } else { 0 }
    }

    /// Whether an army guards the capital against what can be there in two turns.
    fn guards_the_capital(&self, army: &Army) -> bool {
        let site = self.at(army.at);
        self.is_capital(army.at) && site.own - i32::from(army.size) <= site.reach()
    }

    /// Whether a city has works that the enemy can be before in two turns: there few hold out against many (§10.13).
    fn is_stronghold(&self, city: City) -> bool {
        self.at(city).reach() > 0 && self.fort(city) > 0
    }

    /// Whether an army is all that holds a fort.
    fn guards_a_fort(&self, army: &Army) -> bool {
        self.at(army.at).own <= i32::from(army.size) && self.is_stronghold(army.at)
    }

    #[inline(never)]
    pub(crate) fn march(&self, slot: Slot, to: City) -> u32 {
        let Some(army) = self.game.army(self.side, slot) else { return 0 };
        let prize = self.prize(to);
        if self.guards_the_capital(army) || self.guards_a_fort(army) && prize < CAPITAL_PRIZE {
            return 0;
        }
        let (size, here, there) = (i32::from(army.size), self.at(army.at), self.at(to));
        let stays = here.own - size;
        if self.game.owns(self.side, to) {
            return self.transfer(army, to, stays);
        }
        if there.foes > 0 {
            let chance = self.chance(army, to);
            return if chance < WORTH_A_BATTLE { 0 } else { prize * chance / 60 };
        }
        // Nobody there: one army is enough, and it should be able to stay.
        if there.own > 0 || prize < CAPITAL_PRIZE && self.is_outnumbered(to, size) {
            return 0;
        }
        let exposed = stays == 0 && here.threat > 0;
        prize.saturating_sub(if exposed { 4 * self.worth(army.at) } else { 0 })
    }

    /// To another own city: to where the enemy is, or to the capital.
    fn transfer(&self, army: &Army, to: City, stays: i32) -> u32 {
        let (size, here, there) = (i32::from(army.size), self.at(army.at), self.at(to));
        if self.is_weak_capital(to) {
            500
        } else if self.is_outnumbered(army.at, stays + size) && !self.is_outnumbered(to, there.own + size) {
            WITHDRAWAL
        } else if there.own == 0 && self.is_stronghold(to) {
            GARRISON
        } else if here.threat > 0 && stays < here.threat {
            0
        } else if there.threat > there.own {
            if self.is_capital(to) { 400 } else { 60 }
        } else if here.threat == 0 && !self.is_front(army.at) && self.is_front(to) {
            45
        } else {
            0
        }
    }

    /// Trains carry what the front lacks.
    #[inline(never)]
    pub(crate) fn train(&self, slot: Slot) -> u32 {
        let Some(army) = self.game.army(self.side, slot) else { return 0 };
        if self.at(army.at).threat > 0
            || self.is_front(army.at)
            || self.guards_the_capital(army)
            || self.guards_a_fort(army)
        {
            return 0;
        }
        let wanted = |city: City| city != army.at && self.destination(city) > 10;
        let mut cities = self.game.world.all();
        if cities.any(|city| wanted(city) && self.game.is_station(self.side, city)) { 50 } else { 0 }
    }

    pub(crate) fn destination(&self, city: City) -> u32 {
        if let Some(Begun::Relief(_) | Begun::Capital | Begun::Retreat(_)) = self.power.sheet.begun {
            return 1 + self.worth(city);
        }
        let site = self.at(city);
        if site.threat > site.own {
            return 20 + 2 * self.worth(city) + if self.is_capital(city) { 200 } else { 0 };
        }
        if self.is_front(city) { 8 } else { 0 }
    }
}

/// An enemy's army with usual values for what is hidden; its size, its leader and whether it has supply are public.
pub(crate) fn guess(world: &World, side: Side, army: &Army) -> Army {
    let rating = match army.leader {
        Leader::Named(leader) => world.leaders[side as usize][usize::from(leader)].rating,
        Leader::Nameless => USUAL_RATING,
    };
    let supply = if army.supply == 0 { 0 } else { USUAL_SUPPLY };
    Army { rating, experience: USUAL_EXPERIENCE, supply, turn: Turn::Ready, ..*army }
}

impl Policies for CwStrategy {
    fn weigh(&self, open: &OpenDecision, policy: &str, choices: &[Choice], weights: &mut Vec<u32>) {
        let without_fog = self.under_fog(open.seat);
        let game = without_fog.as_ref().unwrap_or(self);
        if policy == CLASSIC {
            return game.weigh_classic(open, choices, weights);
        }
        let mut sites = [Site::default(); MOST_CITIES];
        let field = Field::new(game, game.side_of(open.seat), &mut sites);
        weights.extend(choices.iter().map(|&choice| choice.weight(&field)));
    }

    /// Each side's prospects in ten-thousandths, from what is public: men, income, cities and time.
    fn estimate(&self) -> Vec<u32> {
        let share = |us: i64, cs: i64| 10_000 * us.max(0) / (us.max(0) + cs.max(0)).max(1);
        let powers = [self.known(Side::Us, None), self.known(Side::Cs, None)];
        let men = powers.map(|power| i64::from(power.men()));
        let worth = Side::ALL.map(|side| i64::from(self.worth(side)));
        let capitals = powers.map(|power| i64::from(power.capital.is_some()));
        let us = share(men[0] * men[0], men[1] * men[1]) * 3
            + share(worth[0] * worth[0], 2 * worth[1] * worth[1]) * 5
            + share(capitals[0], capitals[1]) * 2;
        let us = (us / 10).clamp(200, 9_800) as u32;
        vec![us, 10_000 - us]
    }
}
