//! §10.15: the true chances of an attack, from what its side knows.

use muster_contract::{OddsTable, Seat};
use muster_sdk::odds;

use crate::choice::Choice;
use crate::combat::attacker_wins;
use crate::naval_battle::round;
use crate::policy::guess;
use crate::state::{Berth, CwStrategy};
use crate::world::World;

impl CwStrategy {
    /// The chances of a choice.
    pub(crate) fn chances(&self, world: &World, seat: Seat, choice: Choice) -> Vec<OddsTable> {
        let side = self.side_of(seat);
        match choice {
            Choice::March(slot, to) => {
                let Some(army) = self.army(side, slot) else { return Vec::new() };
                let Some((_, enemy)) = self.known_lead(side.other(), side, to) else { return Vec::new() };
                let mut attacker = *army;
                attacker.supply = attacker.supply.saturating_sub(1);
                let battle = self.battle_of(
                    world,
                    side,
                    &attacker,
                    &guess(world, side.other(), enemy),
                    self.fort_seen(Some(side), to),
                );
                let [x, y] = [battle.attack(&mut |_| {}), battle.defence(&mut |_| {})];
                let chance = attacker_wins(x, y);
                vec![OddsTable {
                    title: format!("An attack on {}", world.name(to)),
                    note: format!(
                        "strength {x} against {y}, if the defender stays as he is; his experience and supply are taken as usual"
                    ),
                    citation: Some("10.15".to_owned()),
                    rows: odds::exact([("won", chance.of.into()), ("lost", chance.other().of.into())]),
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
                let ships = [own, enemy].map(|fleet| fleet.rightmost());
                let won = round(ships[0], ships[1], ships.map(|ship| ship.hits()));
                vec![OddsTable {
                    title: "The first round at sea".to_owned(),
                    note: format!("{} against {}", own.row(), enemy.row()),
                    citation: Some("5.22".to_owned()),
                    rows: odds::exact([("won", won.into()), ("lost", (100_000 - won).into())]),
                }]
            }
            _ => Vec::new(),
        }
    }
}
