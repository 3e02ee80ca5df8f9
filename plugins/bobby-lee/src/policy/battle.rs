//! The weights of the choices in a battle.

use muster_contract::Seat;

use super::COMMITTED;
use super::field::Field;
use crate::choice::Choice;
use crate::fire::Fire;
use crate::state::{BobbyLee, Line, Step};
use crate::world::{Kind, Side, Unit, World};

/// The steps that an unread block counts for.
const UNKNOWN: u32 = 2;
/// The attacker retreats below so many hundredths of the enemy's strength.
const LOST_ATTACK: u32 = 75;
/// The defender does so below this; in a town with victory points below the next, and in a fortress below the last.
const LOST_DEFENSE: u32 = 60;
const LOST_TOWN: u32 = 45;
const LOST_FORTRESS: u32 = 40;

/// Whether a unit adds to the strength of a battle.
fn fights(world: &World, unit: Unit) -> bool {
    !world.unit(unit).kind.leads()
}

impl BobbyLee {
    pub(super) fn weigh_battle(&self, seat: Seat, step: Step, choices: &[Choice], weights: &mut Vec<u32>) {
        let side = self.side_of(seat);
        let odds = self.battle_odds(seat);
        let mut weigh =
            |weight: &dyn Fn(Choice) -> u32| weights.extend(choices.iter().map(|&one| weight(one)));
        match step {
            Step::Deploy(_) => weigh(&|choice| self.weigh_posting(side, choice)),
            Step::Entrench(_) => weigh(&|choice| match choice {
                Choice::Entrench(1) => 60,
                Choice::Entrench(_) => 40,
                _ => 1,
            }),
            Step::Retreat | Step::Flee(_) | Step::Regroup => {
                let field = Field::new(self, seat);
                weigh(&|choice| self.weigh_retreat(&field, step, odds, choice));
            }
            Step::Combat => weigh(&|choice| self.weigh_action(seat, odds, self.picked, choice)),
            Step::Losses => weigh(&|choice| match choice {
                Choice::Hit(unit) => match self.world.unit(unit).kind {
                    Kind::Garrison => 20,
                    Kind::Cavalry => 8,
                    Kind::Infantry => 6,
                    Kind::Artillery => 4,
                    Kind::Leader | Kind::Supreme => 2,
                },
                _ => 1,
            }),
            Step::Reinforce(_) => {
                let field = Field::new(self, seat);
                weigh(&|choice| self.weigh_bringing(&field, odds, choice));
            }
            Step::Night(_) => {
                let enough = if side == self.fought().attacker { 100 } else { 65 };
                weigh(&|choice| match choice {
                    Choice::FightOn(leader) if odds >= enough => {
                        10 + 4 * u32::from(self.unit(leader).strength)
                    }
                    Choice::FightOn(_) => 4,
                    _ if odds >= enough => 8,
                    _ => 40,
                });
            }
            Step::Redeploy(_) => {
                let open = self.columns().any(|column| !self.stands_in(side, (side, column)));
                weigh(&|choice| self.weigh_redeploying(side, open, choice));
            }
            Step::Hour | Step::Morale => {}
        }
    }

    /// §1.22: most for filling an open position, then for guns in the line.
    fn weigh_redeploying(&self, side: Side, open: bool, choice: Choice) -> u32 {
        match choice {
            Choice::Pick(unit) if self.unit(unit).line != Line::Reserve => 0,
            Choice::Pick(unit) => match self.world.unit(unit).kind {
                Kind::Artillery => 20,
                Kind::Infantry | Kind::Garrison if open => 60,
                _ => 0,
            },
            Choice::Stand(Line::Own(_)) => self.weigh_posting(side, choice),
            Choice::Done => 8,
            _ => 0,
        }
    }

    /// The strength of a unit that the seat can read, and of others [`UNKNOWN`].
    fn supposed(&self, seat: Seat, unit: Unit) -> u32 {
        if self.knows(Some(seat), unit) { self.unit(unit).strength.into() } else { UNKNOWN }
    }

    /// The seat's steps in the battle, in hundredths of the enemy's. Possible reinforcements count by half.
    fn battle_odds(&self, seat: Seat) -> u32 {
        let side = self.side_of(seat);
        let sum = |of: Side| {
            let there: u32 = self.fighting(of).map(|unit| self.supposed(seat, unit)).sum();
            let near =
                self.reserves(of).filter(|&unit| !self.knows(Some(seat), unit) || fights(&self.world, unit));
            2 * there + near.map(|unit| self.supposed(seat, unit)).sum::<u32>()
        };
        let (own, theirs) = (sum(side), sum(side.other()));
        let works = |of: Side| 1 + u32::from(self.defends_fortress(of));
        own * works(side) * 100 / (theirs * works(side.other())).max(1)
    }

    /// The odds below which a side retreats.
    fn lost_below(&self, side: Side) -> u32 {
        let (battle, info) = (self.fought(), self.battle_hex());
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

    /// §6.2: guns and strong units go into the line, leaders and cavalry into reserve.
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
            (Choice::Stand(Line::Own(column)), Some(unit)) => {
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
            (Choice::Stand(_), Some(unit)) => match self.world.unit(unit).kind {
                Kind::Leader | Kind::Supreme => 80,
                Kind::Cavalry => 12,
                Kind::Artillery => 1,
                _ => 5,
            },
            (Choice::Done, _) => 2,
            _ => 0,
        }
    }

    /// §6.3: below [`lost_below`](Self::lost_below) every unit retreats; where to follows from towns, control and supply.
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
                // Leaving an engagement costs a step (§6.33), which may be the last.
                Step::Retreat if lost && !self.is_engaged(unit) => COMMITTED,
                Step::Retreat if lost => 4 * u32::from(self.unit(unit).strength),
                Step::Retreat | Step::Regroup => 1,
                _ => 4,
            },
            Choice::Done if lost && step == Step::Retreat => 4,
            Choice::Done => COMMITTED,
            Choice::Bring(_) => 2,
            _ => 0,
        }
    }

    fn weigh_bringing(&self, field: &Field<'_>, odds: u32, choice: Choice) -> u32 {
        match choice {
            Choice::Bring(unit) => {
                let info = field.game.world.unit(unit);
                let Some(at) = self.hex_of(unit) else { return 0 };
                // The only unit in a town with victory points stays there.
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
                let weights =
                    self.actions(unit).map(|action| self.weigh_action(seat, odds, Some(unit), action));
                let best = weights.max().unwrap_or(0);
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
            Choice::Stand(Line::Foe(column)) => {
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
            Choice::Stand(Line::Own(column)) => {
                let own = (side, column);
                let theirs = self.steps_in(seat, side.other(), own);
                let ours = self.steps_in(seat, side, own);
                match self.unit(unit).line {
                    // It disengages.
                    Line::Foe(_) => 2,
                    _ if ours == 0 => 60,
                    _ if info.kind.leads() => 1,
                    _ if theirs > ours => 16 + 4 * (theirs - ours),
                    _ if info.kind == Kind::Infantry && odds >= 120 => 5,
                    _ => 1,
                }
            }
            _ => 1,
        }
    }

    /// The expected hits, less the expected losses in a melee.
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
