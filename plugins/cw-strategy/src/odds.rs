//! §10.15: the true chances of an attack, as far as its side can know them.

use muster_contract::{OddsTable, Seat};
use muster_sdk::{Odds, odds};

use crate::choice::Choice;
use crate::combat::attacker_wins;
use crate::hidden::MOST;
use crate::naval_battle::{Ship, round};
use crate::ships::price;
use crate::state::{Army, Berth, CwStrategy, Fleet, Leader, Turn};
use crate::world::{MOST_SHIPS, Side, World};

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
        match choice {
            Choice::March(slot, to) => {
                let Some(army) = self.army(side, slot) else { return Vec::new() };
                let Some((_, enemy)) = self.known_lead(side.other(), side, to) else { return Vec::new() };
                if !self.size_seen(Some(seat), side.other(), to) {
                    return Vec::new();
                }
                let mut attacker = *army;
                attacker.supply = attacker.supply.saturating_sub(1);
                let fort = self.fort_seen(Some(side), to);
                let defended = |foe: Army| {
                    let battle = self.battle_of(side, &attacker, &foe, fort);
                    [battle.attack(&mut |_| {}), battle.defence(&mut |_| {})]
                };
                let mut cases: Vec<[u8; 2]> =
                    defenders(&self.world, side.other(), enemy).map(defended).collect();
                cases.sort_unstable();
                cases.dedup();
                let Some((&[x, least], &[_, most])) = cases.first().zip(cases.last()) else {
                    return Vec::new();
                };
                let against = if least == most { least.to_string() } else { format!("{least} to {most}") };
                let won = cases.iter().map(|&[x, y]| {
                    let chance = attacker_wins(x, y);
                    [("won", chance.of.into()), ("lost", chance.other().of.into())]
                });
                vec![OddsTable {
                    title: format!("An attack on {}", self.world.name(to)),
                    note: format!("strength {x} against {against}, if the defender stays as he is"),
                    citation: Some("10.15".to_owned()),
                    rows: odds::range(won),
                }]
            }
            Choice::Sail(_) | Choice::Raid => {
                let to = match choice {
                    Choice::Sail(port) => Berth::Port(port),
                    _ => Berth::Raiding,
                };
                let own = self.power(side).fleet;
                let enemy = self.known(side.other(), Some(seat)).fleet.filter(|fleet| fleet.at == to);
                let (Some(own), Some(enemy)) = (own, enemy) else { return Vec::new() };
                // §5.1, §5.3: if he may build, a wooden ship can stand before his ironclads by then.
                let others = self.can_build_in_secret(side.other(), enemy).then_some(Ship::Wooden);
                let others = others.filter(|&ship| ship != enemy.rightmost());
                let cases = [enemy.rightmost()].into_iter().chain(others).map(|other| {
                    let ships = [own.rightmost(), other];
                    let won = round(ships[0], ships[1], ships.map(|ship| ship.hits()));
                    [("won", won.into()), ("lost", (100_000 - won).into())]
                });
                vec![OddsTable {
                    title: "The first round at sea".to_owned(),
                    note: format!(
                        "{} against {}, if the enemy's fleet stays where it is",
                        own.row(),
                        enemy.row()
                    ),
                    citation: Some("5.22".to_owned()),
                    rows: odds::range(cases),
                }]
            }
            _ => Vec::new(),
        }
    }
}

impl CwStrategy {
    /// §5.1, §5.3: whether a side may build ships on its sheet for a fleet that its enemy sees, by what both know of it.
    fn can_build_in_secret(&self, side: Side, fleet: Fleet) -> bool {
        let cash = self.known(side, None).cash;
        let at_home = matches!(fleet.at, Berth::Port(port) if self.owns(side, port));
        at_home && fleet.ships() < MOST_SHIPS && cash >= price(Ship::Wooden)
    }
}
