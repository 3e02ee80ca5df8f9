//! What a player thinks of his choices in a battle.

use muster_contract::Seat;

use super::COMMITTED;
use super::field::Field;
use crate::choice::Choice;
use crate::fire::Fire;
use crate::state::{BobbyLee, Line, Step};
use crate::world::{Kind, Side, Unit, World};

/// What a block that stands upright is taken for.
const UNKNOWN: u32 = 2;
/// An attacker gives a battle up with fewer hundredths of the enemy's strength,
const LOST_ATTACK: u32 = 75;
/// a defender with fewer; a town that counts is held longer,
const LOST_DEFENSE: u32 = 60;
const LOST_TOWN: u32 = 45;
/// and a fortress longest, since its garrison counts twice.
const LOST_FORTRESS: u32 = 40;

/// Whether a unit is brought into battles to fight.
fn fights(world: &World, unit: Unit) -> bool {
    !world.unit(unit).kind.leads()
}

impl BobbyLee {
    pub(super) fn weigh_battle(&self, seat: Seat, step: Step, choices: &[Choice], weights: &mut Vec<u32>) {
        let side = self.side_of(seat);
        let odds = self.battle_odds(seat);
        match step {
            Step::Deploy(_) => {
                weights.extend(choices.iter().map(|&choice| self.weigh_posting(side, choice)));
            }
            Step::Entrench(_) => weights.extend(choices.iter().map(|&choice| match choice {
                Choice::Entrench(1) => 60,
                Choice::Entrench(_) => 40,
                _ => 1,
            })),
            Step::Retreat | Step::Flee(_) | Step::Regroup => {
                let field = Field::new(self, seat);
                weights.extend(choices.iter().map(|&choice| self.weigh_retreat(&field, step, odds, choice)));
            }
            Step::Combat => {
                weights
                    .extend(choices.iter().map(|&choice| self.weigh_action(seat, odds, self.picked, choice)));
            }
            Step::Losses => weights.extend(choices.iter().map(|&choice| match choice {
                Choice::Hit(unit) => match self.world.unit(unit).kind {
                    Kind::Garrison => 20,
                    Kind::Cavalry => 8,
                    Kind::Infantry => 6,
                    Kind::Artillery => 4,
                    Kind::Leader | Kind::Supreme => 2,
                },
                _ => 1,
            })),
            Step::Reinforce(_) => {
                let field = Field::new(self, seat);
                weights.extend(choices.iter().map(|&choice| self.weigh_bringing(&field, odds, choice)));
            }
            Step::Night(_) => {
                let enough = if side == self.fought().attacker { 100 } else { 65 };
                weights.extend(choices.iter().map(|&choice| match choice {
                    Choice::FightOn(leader) if odds >= enough => {
                        10 + 4 * u32::from(self.unit(leader).strength)
                    }
                    Choice::FightOn(_) => 4,
                    _ if odds >= enough => 8,
                    _ => 40,
                }));
            }
            Step::Redeploy(_) => {
                let open = self.columns().any(|column| !self.stands_in(side, (side, column)));
                weights.extend(choices.iter().map(|&choice| self.weigh_redeploying(side, open, choice)));
            }
            Step::Hour | Step::Morale => {}
        }
    }

    /// §1.22: an open position is filled, guns go into the line; the rest stays where it is.
    fn weigh_redeploying(&self, side: Side, open: bool, choice: Choice) -> u32 {
        match choice {
            Choice::Pick(unit) if self.unit(unit).line != Line::Reserve => 0,
            Choice::Pick(unit) => match self.world.unit(unit).kind {
                Kind::Artillery => 20,
                Kind::Infantry | Kind::Garrison if open => 60,
                _ => 0,
            },
            Choice::Post(_) => self.weigh_posting(side, choice),
            Choice::EndDeploy => 8,
            _ => 0,
        }
    }

    /// The strength that a seat sees or supposes.
    fn supposed(&self, seat: Seat, unit: Unit) -> u32 {
        if self.knows(Some(seat), unit) { self.unit(unit).strength.into() } else { UNKNOWN }
    }

    /// One's own steps in the battle, in hundredths of the enemy's. Who can still come in counts by half.
    fn battle_odds(&self, seat: Seat) -> u32 {
        let side = self.side_of(seat);
        let sum = |of: Side| {
            let there: u32 = self.fighting(of).map(|unit| self.supposed(seat, unit)).sum();
            let near =
                self.reserves(of).filter(|&unit| !self.knows(Some(seat), unit) || fights(&self.world, unit));
            2 * there + near.map(|unit| self.supposed(seat, unit)).sum::<u32>()
        };
        let (own, theirs) = (sum(side), sum(side.other()));
        let works = |of: Side| {
            1 + u32::from(of == self.fought().defender() && self.world.hex(self.fought().hex).fortress)
        };
        own * works(side) * 100 / (theirs * works(side.other())).max(1)
    }

    /// Below which odds a side's battle is lost.
    fn lost_below(&self, side: Side) -> u32 {
        let (battle, info) = (self.fought(), self.world.hex(self.fought().hex));
        match (info.fortress, info.vp) {
            _ if side == battle.attacker => LOST_ATTACK,
            (true, _) => LOST_FORTRESS,
            (false, 0) => LOST_DEFENSE,
            (false, _) => LOST_TOWN,
        }
    }

    /// Steps of a side in a position, as the seat sees them.
    fn steps_in(&self, seat: Seat, side: Side, position: (Side, u8)) -> u32 {
        self.in_position(side, position).map(|unit| self.supposed(seat, unit)).sum()
    }

    /// §6.2: the guns and the strong into the line, leaders and cavalry in reserve.
    fn weigh_posting(&self, side: Side, choice: Choice) -> u32 {
        match (choice, self.picked) {
            (Choice::Pick(unit), _) => {
                let info = self.world.unit(unit);
                let steps = u32::from(self.unit(unit).strength);
                match info.kind {
                    Kind::Infantry => 10 * steps,
                    Kind::Artillery => 8 * steps,
                    Kind::Garrison => 6 * steps,
                    Kind::Cavalry => 2,
                    Kind::Leader | Kind::Supreme => 1,
                }
            }
            (Choice::Post(column), Some(unit)) => {
                let there: u32 = self
                    .in_position(side, (side, column))
                    .map(|unit| u32::from(self.unit(unit).strength))
                    .sum();
                let useful = match self.world.unit(unit).kind {
                    Kind::Leader | Kind::Supreme => 1,
                    Kind::Cavalry => 4,
                    _ => 40,
                };
                1 + useful / (1 + there)
            }
            (Choice::PostReserve, Some(unit)) => match self.world.unit(unit).kind {
                Kind::Leader | Kind::Supreme => 80,
                Kind::Cavalry => 12,
                Kind::Artillery => 1,
                _ => 5,
            },
            (Choice::EndDeploy, _) => 2,
            _ => 0,
        }
    }

    /// Whoever is beaten goes in time, and with all that he has; where to is where he is wanted and fed.
    fn weigh_retreat(&self, field: &Field<'_>, step: Step, odds: u32, choice: Choice) -> u32 {
        let lost = odds < self.lost_below(field.side);
        match choice {
            Choice::Retreat(to) => {
                let Some(unit) = self.picked else { return 1 };
                let friendly = self.toll(unit, to).is_none();
                let worth = field.worth(unit, to).max(0) as u32;
                let fed = self.supply(field.side).has(to);
                1 + worth + if friendly { 20 } else { 0 } + if fed { 10 } else { 0 }
            }
            Choice::Pick(unit) => match step {
                // It costs a step to leave an engagement, and the last step is the unit.
                Step::Retreat if lost && !self.is_engaged(unit) => COMMITTED,
                Step::Retreat if lost => 4 * u32::from(self.unit(unit).strength),
                Step::Retreat | Step::Regroup => 1,
                _ => 4,
            },
            Choice::EndRetreat if lost => 4,
            Choice::EndRetreat | Choice::EndRegroup => COMMITTED,
            Choice::Bring(_) => 2,
            _ => 0,
        }
    }

    fn weigh_bringing(&self, field: &Field<'_>, odds: u32, choice: Choice) -> u32 {
        match choice {
            Choice::Bring(unit) => {
                let info = field.game.world.unit(unit);
                let Some(at) = self.hex_of(unit) else { return 0 };
                // Who alone holds a town that counts stays there.
                let holds = field.game.world.hex(at).vp > 0 && field.blocks(at)[0] == 1;
                match info.kind {
                    _ if holds || odds < 50 => 1,
                    Kind::Leader | Kind::Supreme => 1,
                    _ => 10 + 6 * u32::from(self.unit(unit).strength),
                }
            }
            _ => 6,
        }
    }

    fn weigh_action(&self, seat: Seat, odds: u32, unit: Option<Unit>, choice: Choice) -> u32 {
        let unit = match (choice, unit) {
            (Choice::Pick(unit), _) => {
                let mut best = 0;
                self.actions(unit, |action| {
                    best = best.max(self.weigh_action(seat, odds, Some(unit), action));
                });
                return if best > 3 { best } else { 0 };
            }
            (_, Some(unit)) => unit,
            _ => return 3,
        };
        let side = self.side_of(seat);
        let info = self.world.unit(unit);
        let steps = u32::from(self.unit(unit).strength);
        match choice {
            Choice::Shoot(fire) => self.weigh_fire(unit, fire),
            Choice::Engage(column) => {
                let ours = self.steps_in(seat, side, (side.other(), column)) + steps;
                let theirs = self.steps_in(seat, side.other(), (side.other(), column));
                let attacks = side == self.fought().attacker || odds >= 160;
                let alone = self.in_position(side, (side, column)).count() < 2;
                match info.kind {
                    _ if theirs == 0 => 20 * COMMITTED,
                    Kind::Infantry if attacks && odds >= 80 => {
                        (8 + 8 * ours).saturating_sub(6 * theirs) / (1 + u32::from(alone))
                    }
                    Kind::Garrison | Kind::Cavalry if attacks && ours > theirs => 6,
                    _ => 1,
                }
            }
            Choice::Outflank(_) if info.kind == Kind::Infantry && steps > 1 => 18,
            Choice::Outflank(_) => 2,
            Choice::Post(column) => {
                let own = (side, column);
                let theirs = self.steps_in(seat, side.other(), own);
                let ours = self.steps_in(seat, side, own);
                match self.unit(unit).line {
                    // Out of an engagement: when it goes badly.
                    Line::Foe(_) => 2,
                    _ if ours == 0 => 60,
                    _ if info.kind.leads() => 1,
                    _ if theirs > ours => 16 + 4 * (theirs - ours),
                    _ if info.kind == Kind::Infantry && odds >= 120 => 5,
                    _ => 1,
                }
            }
            Choice::Hold => 1,
            _ => 1,
        }
    }

    /// Hits to be hoped for, less those that a melee costs.
    fn weigh_fire(&self, unit: Unit, fire: Fire) -> u32 {
        let Ok((dice, firepower)) = self.fire_strength(unit, fire) else { return 0 };
        let (dice, firepower) = (u32::from(dice), u32::from(firepower));
        let hits = 10 * dice * firepower;
        20 + match fire {
            Fire::Melee => hits.saturating_sub(12 * dice),
            Fire::Counter(_) => hits / 2,
            Fire::Short | Fire::Long => hits,
        }
    }
}
