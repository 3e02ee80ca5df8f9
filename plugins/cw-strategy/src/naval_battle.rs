//! §5.19-5.25: a round between two ships, as numbers, and the battle of two fleets.

use muster_contract::OddsTable;
use muster_sdk::{Decisions, Resolution, capital, odds};

use crate::arithmetic::{Chance, nearest};
use crate::choice::Choice;
use crate::ships::{price, sailed};
use crate::state::{Berth, CwStrategy, Fleet};
use crate::world::{City, MOST_SHIPS, Side};

/// §5.23: points for a fleet that is gone.
const FLEET_DESTROYED: i32 = 10;

/// A kind of ship (§1.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ship {
    /// `I`.
    Ironclad,
    /// `W`.
    Wooden,
}

impl Ship {
    /// §5.19: the hits that it takes, fresh in each battle.
    pub const fn hits(self) -> u8 {
        match self {
            Self::Ironclad => 20,
            Self::Wooden => 10,
        }
    }
}

/// §5.21: the chance of each shot to cost the defender's ship a hit; otherwise it costs the attacker's one.
pub const fn shot(attacker: Ship, defender: Ship) -> Chance {
    Chance::tenths(match (attacker, defender) {
        (Ship::Ironclad, Ship::Wooden) => 6,
        (Ship::Wooden, Ship::Ironclad) => 4,
        _ => 5,
    })
}

/// §5.21: shots until one of two ships has none of its hits left; `hit` says of each shot whether it cost the defender one.
/// What is left of the attacker's and of the defender's; one of them is 0.
pub fn exchange(mut left: [u8; 2], mut hit: impl FnMut() -> bool) -> [u8; 2] {
    while left[0] > 0 && left[1] > 0 {
        left[usize::from(hit())] -= 1;
    }
    left
}

/// §5.22: the chance in hundred-thousandths that the attacker's ship wins the round, with these hits left to the attacker and to
/// the defender.
///
/// It is the sum over the hits `k` that he may take before his last telling shot, of C(d-1+k, k) p^d (1-p)^k, exactly.
pub fn round(attacker: Ship, defender: Ship, left: [u8; 2]) -> u32 {
    let chance = shot(attacker, defender);
    let common = if chance.of == 5 { 5 } else { 2 };
    let [p, whole] = [chance.of, chance.out_of].map(|part| u128::from(part / common));
    let [a, d] = left.map(u32::from);
    if d == 0 {
        return 100_000;
    }
    if a == 0 {
        return 0;
    }
    let mut ways: u128 = 1;
    let mut sum: u128 = 0;
    for k in 0..a {
        sum += ways * p.pow(d) * (whole - p).pow(k) * whole.pow(a - 1 - k);
        ways = ways * u128::from(d + k) / u128::from(k + 1);
    }
    // Both have at most 20 hits, so that the whole is at most 5^39; a ten-millionth is more than fine enough.
    let all = whole.pow(d + a - 1);
    nearest((sum * 10_000_000 / all) as i64, 100) as u32
}

impl CwStrategy {
    /// §5.20: listed whether or not there is a fleet, so that the list reveals nothing to whoever sees that it is open.
    pub(crate) fn list_break_off(&self, side: Side, list: &mut Decisions<Choice>) {
        let ordered = self.power(side).sheet.break_off;
        // One ship is left of the largest fleet.
        list.extend((0..MOST_SHIPS).filter(|&ships| ships != ordered).map(Choice::BreakOff));
    }

    /// §5.19-5.25: the side that sailed attacks, round by round.
    pub(crate) fn naval_battle(&mut self, attacker: Side, resolution: &mut Resolution<'_>) {
        let defender = attacker.other();
        let where_to = self.power(attacker).fleet.map(|fleet| fleet.at);
        resolution.say("5.19", || format!("The fleets meet; {} attacks.", attacker.who()));
        let mut lost = 0;
        let mut hits: [Option<u8>; 2] = [None; 2];
        loop {
            let fleets = [attacker, defender].map(|side| self.power(side).fleet);
            let [Some(one), Some(other)] = fleets else { break };
            let limit = self.power(attacker).sheet.break_off;
            if limit > 0 && lost >= limit && self.break_off(attacker, where_to, resolution) {
                return;
            }
            let ships = [one, other].map(|fleet| fleet.rightmost());
            let left = [0, 1].map(|at| hits[at].unwrap_or_else(|| ships[at].hits()));
            let chance = shot(ships[0], ships[1]);
            let left = exchange(left, || chance.happens(resolution, || "a shot at sea".to_owned()));
            for (at, side) in [attacker, defender].into_iter().enumerate() {
                hits[at] = (left[at] > 0).then_some(left[at]);
                if left[at] == 0 {
                    lost += u8::from(side == attacker);
                    self.lose_ship(side, resolution);
                    resolution.say("5.22", || format!("{} loses a ship.", capital(side.who())));
                }
            }
        }
        for side in [attacker, defender] {
            if self.power(side).fleet.is_none() {
                self.score(side.other(), FLEET_DESTROYED);
                self.power_mut(side).grudge = true;
                let (name, enemy) = (side.name(), side.other().who());
                let text = || format!("The {name} squadron is gone: {FLEET_DESTROYED} points for {enemy}.");
                resolution.say("5.23", text);
            }
        }
    }

    /// §5.24: the attacker goes to an own port other than where he is, if there is one.
    fn break_off(&mut self, side: Side, from: Option<Berth>, resolution: &mut Resolution<'_>) -> bool {
        let mut to = None;
        let may = |&port: &City| self.owns(side, port) && from != Some(Berth::Port(port));
        for port in self.world.ports().filter(may) {
            to = Some(port);
            if Chance::tenths(7).happens(resolution, || "where the fleet retreats to".to_owned()) {
                break;
            }
        }
        let Some((to, fleet)) = to.zip(self.power_mut(side).fleet.as_mut()) else { return false };
        let way = [std::mem::replace(&mut fleet.at, Berth::Port(to)), Berth::Port(to)];
        resolution.event(|| {
            let text =
                format!("The {} squadron breaks off and goes to {}.", side.name(), self.world.name(to));
            sailed(&self.world, side, way, text, "5.24")
        });
        true
    }

    /// §5.22: the chances of the first round against a fleet that stays where one's own goes.
    pub(crate) fn odds_at_sea(&self, side: Side, to: Berth) -> Option<OddsTable> {
        let own = self.power(side).fleet?;
        let enemy = self.foe(side).fleet.filter(|fleet| fleet.at == to)?;
        // §5.1, §5.3: if he may build, a wooden ship can stand before his ironclads by then.
        let others = self.can_build_in_secret(side.other(), enemy).then_some(Ship::Wooden);
        let others = others.filter(|&ship| ship != enemy.rightmost());
        let cases = [enemy.rightmost()].into_iter().chain(others).map(|other| {
            let ships = [own.rightmost(), other];
            let won = round(ships[0], ships[1], ships.map(|ship| ship.hits()));
            [("won", won.into()), ("lost", (100_000 - won).into())]
        });
        let [own, enemy] = [own, enemy].map(|fleet| fleet.row());
        let note = format!("{own} against {enemy}, if the enemy's fleet stays where it is");
        let (title, citation) = ("The first round at sea".to_owned(), Some("5.22".to_owned()));
        Some(OddsTable { title, note, citation, rows: odds::range(cases) })
    }

    /// §5.1, §5.3: whether a side may build ships on its sheet for a fleet that its enemy sees, by what both know of it.
    fn can_build_in_secret(&self, side: Side, fleet: Fleet) -> bool {
        let at_home = fleet.port().is_some_and(|port| self.owns(side, port));
        at_home && fleet.ships() < MOST_SHIPS && self.known(side, None).cash >= price(Ship::Wooden)
    }
}
