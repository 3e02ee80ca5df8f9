//! What a player thinks of his choices at first sight. The weights follow from what his seat knows: of the enemy's armies where
//! they stood when the turn opened, how large they are, and who leads them; their experience and supply are taken as usual.

use muster_sdk::{Index as _, OpenDecision, Policies};

use crate::choice::Choice;
use crate::classic::CLASSIC;
use crate::combat::attacker_wins;
use crate::economy::upkeep;
use crate::recruiting::RECRUITMENT;
use crate::ships::ships;
use crate::state::{Army, Asked, Berth, CwStrategy, Leader, Power, Turn, armies_in, standing};
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

/// The map as one side looks at it.
struct Field<'a> {
    game: &'a CwStrategy,
    side: Side,
    power: &'a Power,
    /// The enemy as the side knows him.
    enemy: &'a Power,
    /// By city: hundreds of men of the enemy there.
    foes: [i32; MOST_CITIES],
    /// By city: own hundreds of men that stay there, or are ordered there.
    own: [i32; MOST_CITIES],
    /// By city: hundreds of men of the enemy next to it.
    threats: [i32; MOST_CITIES],
    /// Hundreds of men that all own armies will have to be paid for.
    upkeep: i32,
}

impl<'a> Field<'a> {
    fn new(game: &'a CwStrategy, side: Side) -> Self {
        let none = [0; MOST_CITIES];
        let (power, enemy) = (game.power(side), game.foe(side));
        let mut field = Self { game, side, power, enemy, foes: none, own: none, threats: none, upkeep: 0 };
        for (_, army) in standing(enemy) {
            let size = i32::from(army.size);
            field.foes[army.at.place()] += size;
            for &next in &game.world.city(army.at).links {
                field.threats[next.place()] += size;
            }
        }
        for army in power.armies.iter().flatten() {
            let at = match army.turn {
                Turn::Moving(to) | Turn::Train(to) => to,
                _ => army.at,
            };
            field.own[at.place()] += i32::from(army.size);
            field.upkeep += upkeep(army.size);
        }
        field
    }

    fn foe(&self, city: City) -> i32 {
        self.foes[city.place()]
    }

    /// Men of the enemy next to a city.
    fn threat(&self, city: City) -> i32 {
        self.threats[city.place()]
    }

    /// Men of the enemy next to a city, and half of those beyond.
    fn reach(&self, city: City) -> i32 {
        let near = &self.game.world.city(city).links;
        // Once a city is counted it isn't counted again.
        let mut counted = [false; MOST_CITIES];
        for &here in near.iter().chain([&city]) {
            counted[here.place()] = true;
        }
        let mut beyond = 0;
        for &far in near.iter().flat_map(|&next| &self.game.world.city(next).links) {
            if !std::mem::replace(&mut counted[far.place()], true) {
                beyond += self.foe(far);
            }
        }
        self.threat(city) + beyond / 2
    }

    /// Men that the own capital lacks, if this is it.
    fn lacks(&self, city: City) -> i32 {
        if self.power.capital != Some(city) {
            return 0;
        }
        (self.reach(city) - self.own[city.place()]).max(0)
    }

    /// Whether a neighbour isn't one's own.
    fn is_front(&self, city: City) -> bool {
        self.game.world.city(city).links.iter().any(|&next| !self.game.owns(self.side, next))
    }

    /// Whether so many hundreds of men are few against the enemy next to a city: whoever is attacked by many loses many.
    fn is_outnumbered(&self, city: City, men: i32) -> bool {
        self.threat(city) > HELD_AGAINST * men * (1 + i32::from(self.game.fort_seen(Some(self.side), city)))
    }

    /// What is left when the armies are paid.
    fn to_spend(&self) -> i32 {
        self.power.cash - self.upkeep
    }

    fn army(&self, slot: Slot) -> Option<&'a Army> {
        self.game.army(self.side, slot)
    }

    fn weigh(&self, choice: Choice) -> u32 {
        match choice {
            Choice::Supply(_) => 900,
            Choice::Recruit(city) => self.recruit(city),
            Choice::Fortify(city) if self.power.capital == Some(city) && self.reach(city) > 0 => 800,
            Choice::Join(_) => 150,
            Choice::March(slot, to) => self.army(slot).map_or(0, |army| self.march(army, to)),
            Choice::Train(slot) => self.army(slot).map_or(0, |army| self.train(army)),
            Choice::Drill(slot) => self.army(slot).map_or(0, |army| self.drill(army.at)),
            Choice::Build(..) if self.to_spend() > 300 && ships(self.power) < 6 => 60,
            Choice::Raid => {
                let (own, enemy) = (ships(self.power), self.enemy.fleet);
                let waits = enemy.is_some_and(|fleet| fleet.at == Berth::Raiding && fleet.ships() >= own);
                if own >= 2 && !waits { 120 } else { 0 }
            }
            Choice::Invade => 300,
            Choice::Bombard => 60,
            Choice::Seal => 2,
            Choice::To(city) => self.destination(city),
            Choice::Back | Choice::EndGame => 1,
            Choice::Appoint(leader) => u32::from(self.power.ratings[usize::from(leader)]),
            _ => 0,
        }
    }

    fn drill(&self, city: City) -> u32 {
        if self.threat(city) > 0 || self.is_front(city) { 40 } else { 15 }
    }

    fn recruit(&self, city: City) -> u32 {
        if self.to_spend() < RECRUITMENT / 2 {
            return 0;
        }
        let men = u32::from(self.game.recruits(self.side, city));
        let lead = self.game.lead(self.side, city).map(|(_, army)| army.size);
        if lead.is_some_and(|size| size >= LARGE) {
            return 0;
        }
        let near = if self.lacks(city) > 0 {
            6
        } else if lead.is_none() && self.is_stronghold(city) {
            5
        } else if self.is_outnumbered(city, self.own[city.place()] + men as i32) {
            1
        } else if self.threat(city) > 0 {
            3
        } else if self.is_front(city) {
            2
        } else {
            1
        };
        men * near * 2
    }

    /// The chance in hundredths to beat all that stands in a city.
    fn chance(&self, army: &Army, to: City) -> u32 {
        let attacker = Army { supply: army.supply.saturating_sub(1), ..*army };
        let fort = self.game.fort_seen(Some(self.side), to);
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
        let capital = self.enemy.capital == Some(city);
        60 + 10 * self.game.world.city(city).worth as u32 + if capital { CAPITAL_PRIZE } else { 0 }
    }

    /// Whether an army guards the capital against what can be there in two turns.
    fn guards_the_capital(&self, army: &Army) -> bool {
        let stays = self.own[army.at.place()] - i32::from(army.size);
        self.power.capital == Some(army.at) && stays <= self.reach(army.at)
    }

    /// Whether a city has works that the enemy can be before in two turns: there few hold out against many (§10.13).
    fn is_stronghold(&self, city: City) -> bool {
        self.game.fort_seen(Some(self.side), city) > 0 && self.reach(city) > 0
    }

    /// Whether an army is all that holds a fort.
    fn guards_a_fort(&self, army: &Army) -> bool {
        self.own[army.at.place()] <= i32::from(army.size) && self.is_stronghold(army.at)
    }

    fn march(&self, army: &Army, to: City) -> u32 {
        let (size, at) = (i32::from(army.size), army.at);
        if self.guards_the_capital(army) || self.guards_a_fort(army) && self.prize(to) < CAPITAL_PRIZE {
            return 0;
        }
        let stays = self.own[at.place()] - size;
        if self.game.owns(self.side, to) {
            return self.transfer(army, to, stays);
        }
        let prize = self.prize(to);
        if self.foe(to) > 0 {
            let chance = self.chance(army, to);
            return if chance < WORTH_A_BATTLE { 0 } else { prize * chance / 60 };
        }
        // Nobody there: one army is enough, and it should be able to stay.
        if self.own[to.place()] > 0 {
            return 0;
        }
        let exposed = stays == 0 && self.threat(at) > 0;
        let lost = if exposed { 4 * self.game.world.city(at).worth as u32 } else { 0 };
        if self.is_outnumbered(to, size) && prize < CAPITAL_PRIZE {
            return 0;
        }
        prize.saturating_sub(lost)
    }

    /// To another own city: to where the enemy is, or to the capital.
    fn transfer(&self, army: &Army, to: City, stays: i32) -> u32 {
        if self.lacks(to) > 0 {
            return 500;
        }
        let (here, there) = (self.threat(army.at), self.threat(to));
        let size = i32::from(army.size);
        if self.is_outnumbered(army.at, stays + size) && !self.is_outnumbered(to, self.own[to.place()] + size)
        {
            return WITHDRAWAL;
        }
        if self.own[to.place()] == 0 && self.is_stronghold(to) {
            return GARRISON;
        }
        if here > 0 && stays < here {
            return 0;
        }
        let capital = self.power.capital == Some(to);
        let held = self.own[to.place()];
        if there > held {
            return if capital { 400 } else { 60 };
        }
        if here == 0 && !self.is_front(army.at) && self.is_front(to) { 45 } else { 0 }
    }

    /// Trains carry what the front lacks.
    fn train(&self, army: &Army) -> u32 {
        if self.threat(army.at) > 0
            || self.is_front(army.at)
            || self.guards_the_capital(army)
            || self.guards_a_fort(army)
        {
            return 0;
        }
        let wanted = self.game.stations(self.side).any(|city| city != army.at && self.destination(city) > 10);
        if wanted { 50 } else { 0 }
    }

    fn destination(&self, city: City) -> u32 {
        if let Some(Asked::Relief(_) | Asked::Capital | Asked::Retreat(_)) = self.power.sheet.asked {
            return 1 + self.game.world.city(city).worth as u32;
        }
        let lack = self.threat(city) - self.own[city.place()];
        if lack > 0 {
            let capital = self.power.capital == Some(city);
            return 20 + 2 * self.game.world.city(city).worth as u32 + if capital { 200 } else { 0 };
        }
        if self.is_front(city) { 8 } else { 0 }
    }
}

/// An enemy's army as one takes it to be: its size, its leader and whether it has supply one knows.
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
        match self.under_fog(open.seat) {
            None => self.policy(open, policy, choices, weights),
            Some(thought) => thought.policy(open, policy, choices, weights),
        }
    }

    fn estimate(&self) -> Vec<u32> {
        self.prospects()
    }
}

impl CwStrategy {
    /// A weight for each choice of a decision.
    pub(crate) fn policy(
        &self,
        open: &OpenDecision,
        policy: &str,
        choices: &[Choice],
        weights: &mut Vec<u32>,
    ) {
        if policy == CLASSIC {
            return self.weigh_classic(open, choices, weights);
        }
        let field = Field::new(self, self.side_of(open.seat));
        weights.extend(choices.iter().map(|&choice| field.weigh(choice)));
    }
}
