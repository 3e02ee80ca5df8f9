//! §10.15: the true chances of an attack, as far as its side can know them.

use muster_contract::{OddsRows, OddsTable, Seat};
use muster_sdk::{Odds, odds};

use crate::choice::Choice;
use crate::combat::attacker_wins;
use crate::hidden::MOST;
use crate::naval_battle::{Ship, round};
use crate::ships::price;
use crate::state::{Army, Berth, CwStrategy, Fleet, Leader, Turn, armies_in};
use crate::world::{City, MOST_SHIPS, Side, Slot, World};

/// §18.1: what an army of the enemy's can be, for who sees that it is there: its experience and its leader's rating are hidden, and of
/// its supply only whether it has any, which alone counts (§10.12).
fn defenders(world: &World, side: Side, seen: &Army) -> impl Iterator<Item = Army> {
    let (least, most) = match seen.leader {
        Leader::Nameless => (1, 9),
        Leader::Named(leader) => {
            let named = world.leaders[side as usize][usize::from(leader)].rating;
            // §2.12: changed by three at most. §8.7: one less for who was appointed in another's stead.
            let varied = world.options.vary;
            let least = if varied { named.saturating_sub(3).clamp(1, 9) } else { named };
            (least.saturating_sub(1), if varied { named.max((named + 3).min(9)) } else { named })
        }
    };
    let seen = Army { turn: Turn::Ready, ..*seen };
    (least..=most)
        .flat_map(move |rating| (0..=MOST as u8).map(move |experience| Army { rating, experience, ..seen }))
}

impl Odds for CwStrategy {
    /// The chances of a choice, without what house rules change.
    fn odds(&self, seat: Seat, choice: Choice) -> Vec<OddsTable> {
        let side = self.side_of(seat);
        let table = match choice {
            Choice::March(slot, to) => self.odds_of_attack(side, slot, to),
            Choice::Sail(port) => self.odds_at_sea(side, Berth::Port(port)),
            Choice::Raid => self.odds_at_sea(side, Berth::Raiding),
            _ => None,
        };
        table.into_iter().collect()
    }
}

fn table(title: String, note: String, citation: &str, rows: OddsRows) -> OddsTable {
    OddsTable { title, note, citation: Some(citation.to_owned()), rows }
}

impl CwStrategy {
    /// §10.15: the chances of an army against the lead army of a city, if its side sees how large that is.
    fn odds_of_attack(&self, side: Side, slot: Slot, to: City) -> Option<OddsTable> {
        let army = self.army(side, slot)?;
        let (_, enemy) = armies_in(self.foe(side), to).next()?;
        if !self.size_seen(Some(self.seat_of(side)), side.other(), to) {
            return None;
        }
        let attacker = Army { supply: army.supply.saturating_sub(1), ..*army };
        let fort = self.fort_seen(Some(side), to);
        let defended = |foe: Army| {
            let battle = self.battle_of(side, &attacker, &foe, fort);
            [battle.attack(&mut |_| {}), battle.defence(&mut |_| {})]
        };
        let mut cases: Vec<[u8; 2]> = defenders(&self.world, side.other(), enemy).map(defended).collect();
        cases.sort_unstable();
        cases.dedup();
        let (&[x, least], &[_, most]) = cases.first().zip(cases.last())?;
        let against = if least == most { least.to_string() } else { format!("{least} to {most}") };
        let won = cases.iter().map(|&[x, y]| {
            let chance = attacker_wins(x, y);
            [("won", chance.of.into()), ("lost", chance.other().of.into())]
        });
        let title = format!("An attack on {}", self.world.name(to));
        let note = format!("strength {x} against {against}, if the defender stays as he is");
        Some(table(title, note, "10.15", odds::range(won)))
    }

    /// §5.22: the chances of the first round against a fleet that stays where one's own goes.
    fn odds_at_sea(&self, side: Side, to: Berth) -> Option<OddsTable> {
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
        Some(table("The first round at sea".to_owned(), note, "5.22", odds::range(cases)))
    }

    /// §5.1, §5.3: whether a side may build ships on its sheet for a fleet that its enemy sees, by what both know of it.
    fn can_build_in_secret(&self, side: Side, fleet: Fleet) -> bool {
        let at_home = fleet.port().is_some_and(|port| self.owns(side, port));
        at_home && fleet.ships() < MOST_SHIPS && self.known(side, None).cash >= price(Ship::Wooden)
    }
}
