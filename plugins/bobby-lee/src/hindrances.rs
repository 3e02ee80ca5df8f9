//! What keeps a unit or hex from being chosen in the decision that is open, by the rule.

use muster_contract::{Line, Seat};
use muster_sdk::line;

use crate::state::{Active, BobbyLee, Line as Stands, March, Stage, Step};
use crate::world::{Hex, Kind, Side, World};

impl BobbyLee {
    /// Why the seat decides nothing now, if it doesn't.
    pub(crate) fn not_asked(&self, world: &World, seat: Seat) -> Option<Line> {
        if self.ended.is_some() {
            return Some(line("The game is over.", "4"));
        }
        let mut open = muster_sdk::Decisions::default();
        self.list(world, &mut open);
        let other = open.first_waiting().map(|open| open.seat).filter(|&asked| asked != seat)?;
        // Of a secret group nobody learns who has still to decide.
        if matches!(self.stage, Stage::Deploy | Stage::Bid | Stage::Replacements) {
            return None;
        }
        Some(line(format!("The {} player decides now.", self.side_of(other).name()), self.section()))
    }

    /// Why one of the seat's own units, or one that it sees, can't be chosen.
    pub(crate) fn why_not_unit(&self, world: &World, seat: Seat, unit: u8) -> Line {
        let own = world.unit(unit).side == self.side_of(seat);
        let usual = || line("It has no part in what is decided now.", self.section());
        if !own {
            return match self.stage {
                Stage::Battle(Step::Combat) => {
                    line("Only revealed artillery is picked out to fire at.", "6.62")
                }
                _ => line("It isn't yours.", self.section()),
            };
        }
        match self.stage {
            Stage::Activate => self.why_not_active(world, unit),
            Stage::Move | Stage::LeaderMove => self.why_not_moving(world, unit),
            Stage::Battle(step) => self.why_not_fighting(world, step, unit).unwrap_or_else(usual),
            Stage::Replacements | Stage::Surge => self.why_not_built(world, unit).unwrap_or_else(usual),
            Stage::LeaderSupply(_) if world.unit(unit).kind != Kind::Leader => {
                line("Only army leaders supply others.", "9.31")
            }
            Stage::LeaderSupply(_) if self.unit(unit).strength < 2 => {
                line("At one step he can supply nobody.", "9.31")
            }
            Stage::LeaderSupply(_) => line("Nobody in his command is without supply.", "9.31"),
            Stage::Forage(_) => line("It is supplied, or the land feeds it.", "9.4"),
            _ => usual(),
        }
    }

    fn why_not_active(&self, world: &World, unit: u8) -> Line {
        let (info, state) = (world.unit(unit), self.unit(unit));
        match state.active {
            _ if !info.kind.leads() => line("Only leaders are activated.", "5.11"),
            Active::No if state.strength < 2 => line("At one step it can't be activated.", "5.11"),
            Active::No => line("No more leaders than were bid are activated.", "1.1"),
            _ => line("It is active already.", "5.11"),
        }
    }

    fn why_not_moving(&self, world: &World, unit: u8) -> Line {
        let (info, state) = (world.unit(unit), self.unit(unit));
        let at = self.hex_of(unit);
        let commanded = at.is_some_and(|at| self.commanded(world).contains(&at));
        match (self.stage, state.active) {
            _ if at.is_none() => line("It isn't on the map.", "2.1"),
            _ if self.march.is_some_and(|march| march.unit != unit) => {
                line("Another unit is on its way: let it halt first.", "5.3")
            }
            _ if self.picked.is_some_and(|picked| picked != unit) => {
                line("Another unit has been picked.", "5.3")
            }
            _ if state.moved => line("It has moved in this player turn.", "5.3"),
            (Stage::LeaderMove, Active::No) => line("Only leaders who have commanded move now.", "1.21"),
            (Stage::Move, Active::Army | Active::Supreme) => {
                line("Active leaders move when all others have.", "1.21")
            }
            (Stage::Move, _) if !commanded && self.strategic == 0 => {
                line("No active leader's command reaches it.", "5.12")
            }
            _ => line(format!("There is nowhere that it could go with a speed of {}.", info.speed), "5.33"),
        }
    }

    fn why_not_fighting(&self, world: &World, step: Step, unit: u8) -> Option<Line> {
        let (state, battle) = (self.unit(unit), self.battle.as_ref()?);
        let outside = state.line == Stands::None;
        let comes = matches!(step, Step::Reinforce(_) | Step::Regroup);
        if comes && outside {
            let hex = world.hex(battle.hex);
            let way = self.hex_of(unit).and_then(|at| hex.ways.iter().find(|way| way.to == at));
            return Some(match way {
                _ if state.disrupted => line("It retreated or regrouped in this player turn.", "6.35"),
                None => line("It isn't in an adjacent hex.", "6.7"),
                Some(way) if self.is_contested(world, way.to) => {
                    line("A battle is still to be fought where it stands.", "6.7")
                }
                Some(way) if hex.limits(&way.hexside, self.mud).reinforce == 0 => {
                    line("Nobody reinforces over this hexside in mud.", "2.21")
                }
                Some(_) => line("No more can come over its hexside in this battle turn.", "6.71"),
            });
        }
        Some(match step {
            Step::Deploy(_) if state.acted => line("It has its place.", "6.2"),
            Step::Redeploy(_) if state.acted => line("It has moved, or come, in this night.", "6.81"),
            Step::Night(_) if !world.unit(unit).kind.leads() => {
                line("Only a leader keeps a battle going.", "6.81")
            }
            Step::Night(_) if state.strength < 2 => line("At one step he can't.", "6.81"),
            Step::Night(_) => line("The battle is out of his command range.", "6.81"),
            _ if outside => line("It isn't in this battle.", "6"),
            Step::Combat if state.acted => line("It has moved or fired in this battle turn.", "6.6"),
            Step::Combat => line("It can neither move nor fire.", "6.5"),
            Step::Retreat | Step::Flee(_) | Step::Regroup => {
                line("No hexside is open to its retreat, or no more can go over it.", "6.32")
            }
            Step::Losses => line("The strongest unit takes the hit.", "6.63"),
            _ => return None,
        })
    }

    fn why_not_built(&self, world: &World, unit: u8) -> Option<Line> {
        let (info, state) = (world.unit(unit), self.unit(unit));
        let Some(hex) = self.hex_of(unit) else {
            return Some(line("It isn't on the map: it can only come as a cadre.", "9.52"));
        };
        let price = self.price_of(world, info.side, crate::state::Buy::Step(unit));
        Some(if state.moved {
            line("It came as a cadre in this supply turn.", "9.52")
        } else if state.strength >= info.steps {
            line("It has all its steps.", "3.62")
        } else if !self.supply(world, info.side).has(hex) {
            line("It isn't supplied.", "9.51")
        } else if price > self.points_left(world, info.side) {
            line(format!("A step costs {price} RP."), "9.51")
        } else {
            line("It has all the steps that are planned for it, or its hex takes no more points.", "9.51")
        })
    }

    /// Why the unit that was picked, or is on its way, can't go to a hex.
    pub(crate) fn why_not_hex(&self, world: &World, seat: Seat, hex: Hex) -> Option<Line> {
        let unit = self.march.map(|march| march.unit).or(self.picked)?;
        let side = world.unit(unit).side;
        if side != self.side_of(seat) {
            return None;
        }
        match self.stage {
            Stage::Move | Stage::LeaderMove => self.why_not_marched_to(world, unit, hex),
            Stage::Battle(Step::Retreat | Step::Flee(_) | Step::Regroup) => {
                Some(self.why_not_retreated_to(world, side, hex))
            }
            _ => None,
        }
    }

    fn why_not_marched_to(&self, world: &World, unit: u8, hex: Hex) -> Option<Line> {
        let info = world.unit(unit);
        let from = self.hex_of(unit)?;
        let Some(way) = world.hex(from).ways.iter().find(|way| way.to == hex) else {
            return Some(line("It isn't adjacent: units move hex by hex.", "5.3"));
        };
        let attack = self.is_in(world, info.side.other(), hex);
        let stopped = self.march.is_some_and(|march: March| march.stopped);
        Some(if way.hexside.bare_river {
            line("A river without a crossing: only a strategic move goes over it, on pontoons.", "5.41")
        } else if !way.hexside.passable {
            line("The hexside can't be crossed.", "2.21")
        } else if stopped {
            line("It must stop where it is.", "2.2")
        } else if attack && self.is_invaded(world, info.side, hex) {
            line("The hex is being invaded by sea.", "8.4")
        } else if attack && !self.may_attack(world, info.side, hex, way) {
            line("As many have attacked over this hexside as may.", "5.32")
        } else if attack {
            line("It is too far to attack: an attack takes a hex off the speed.", "5.33")
        } else {
            line("It is too far.", "5.33")
        })
    }

    fn is_invaded(&self, world: &World, side: Side, hex: Hex) -> bool {
        self.in_hex(world, side, hex).any(|unit| self.unit(unit).sailed != crate::world::NOWHERE)
    }

    fn why_not_retreated_to(&self, world: &World, side: Side, hex: Hex) -> Line {
        let Some(battle) = &self.battle else { return line("There is no battle.", "6") };
        let Some(number) = world.way(battle.hex, hex) else {
            return line("It isn't adjacent to the battle.", "6.31");
        };
        let entered = battle.entered >> number & 1 == 1;
        if self.is_in(world, side.other(), hex) {
            line("The enemy is there.", "6.31")
        } else if side == battle.attacker && !entered {
            line("The attacker goes back over hexsides that he came by.", "6.31")
        } else if side != battle.attacker && entered {
            line("The attacker came over this hexside.", "6.31")
        } else {
            line("The hexside can't be crossed, or no more can go over it now.", "6.32")
        }
    }
}
