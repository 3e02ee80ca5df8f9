//! What keeps a unit or hex from being chosen in the decision that is open, by the rule.

use muster_contract::{Line, Seat};
use muster_sdk::line;

use crate::fire::Fire;
use crate::game::Who;
use crate::state::{Active, BobbyLee, HitsOn, Line as Stands, Stage, Step};
use crate::world::{Hex, Kind, Side, Unit, Way};

mod boxes;
mod march;
mod supply_turn;

impl BobbyLee {
    /// Why the seat decides nothing now, if it doesn't.
    pub(crate) fn not_asked(&self, seat: Seat) -> Option<Line> {
        if self.ended.is_some() {
            return Some(line("The game is over.", "4"));
        }
        // Of a secret group nobody learns who has still to decide.
        match self.stage_info().who {
            Who::One(side) if side != self.side_of(seat) => {
                Some(line(format!("The {} player decides now.", side.name()), self.section()))
            }
            _ => None,
        }
    }

    /// Why one of the seat's own units, or one that it sees, can't be chosen.
    pub(crate) fn why_not_unit(&self, seat: Seat, unit: Unit) -> Line {
        let own = self.world.unit(unit).side == self.side_of(seat);
        let usual = || {
            let picked = self.picked == Some(unit);
            let why = if picked { "It has been picked." } else { "It has no part in what is decided now." };
            line(why, self.section())
        };
        if !own {
            return match self.stage {
                Stage::Battle(Step::Combat) => self.why_not_singled_out(unit),
                _ => line("It isn't yours.", self.section()),
            };
        }
        match self.stage {
            Stage::Activate => self.why_not_active(unit),
            Stage::Move | Stage::LeaderMove => self.why_not_moving(unit),
            Stage::Battle(step) => self.why_not_fighting(step, unit).unwrap_or_else(usual),
            Stage::Deploy => self.why_not_exchanged(unit),
            Stage::Replacements | Stage::Surge => self.why_not_built(unit),
            Stage::DraftCadres(..) => self.why_not_drafted(unit),
            Stage::LeaderSupply(_) if self.world.unit(unit).kind != Kind::Leader => {
                line("Only army leaders supply others.", "9.31")
            }
            Stage::LeaderSupply(_) if self.unit(unit).strength < 2 => {
                line("At one step he can supply nobody.", "9.31")
            }
            Stage::LeaderSupply(_) => line("Nobody in his command is without supply.", "9.31"),
            Stage::Forage(_) => line("Its supply is settled: it has some, or has lost its step.", "9.4"),
            _ => usual(),
        }
    }

    /// §6.62: why nobody fires at this unit of the enemy's alone.
    fn why_not_singled_out(&self, target: Unit) -> Line {
        let revealed = self.world.unit(target).kind == Kind::Artillery && self.knows(None, target);
        if !revealed {
            return line("Only revealed artillery is picked out to fire at.", "6.62");
        }
        let Some(unit) = self.picked else { return line("Choose first which unit fires at it.", "6.62") };
        if let Some(silent) = self.why_silent(unit) {
            return silent;
        }
        let place = self.position_of(unit);
        line(
            match (self.is_engaged(unit), place == self.position_of(target)) {
                (false, _) => "Guns fire only at the position opposite, where it isn't.",
                (true, false) => "The unit that was picked fires only at those with whom it is engaged.",
                (true, true) => {
                    "Guns that came to engage are picked out by nobody: the strongest takes the hit."
                }
            },
            "6.62",
        )
    }

    fn why_not_active(&self, unit: Unit) -> Line {
        let (info, state) = (self.world.unit(unit), self.unit(unit));
        match state.active {
            _ if !info.kind.leads() => line("Only leaders are activated.", "5.11"),
            Active::No if state.strength < 2 => line("At one step it can't be activated.", "5.11"),
            Active::No => line("No more leaders than were bid are activated.", "1.1"),
            _ => line("It is active already.", "5.11"),
        }
    }

    fn why_not_fighting(&self, step: Step, unit: Unit) -> Option<Line> {
        let (state, battle) = (self.unit(unit), self.battle.as_ref()?);
        let outside = state.line == Stands::None;
        if step == Step::Regroup
            && let Some(why) = self.why_not_regrouping(unit)
        {
            return Some(why);
        }
        let comes = matches!(step, Step::Reinforce(_) | Step::Regroup);
        if comes && outside {
            let hex = self.world.hex(battle.hex);
            let way = self.hex_of(unit).and_then(|at| hex.ways.iter().find(|way| way.to == at));
            return Some(match way {
                _ if state.disrupted => line("It retreated or regrouped in this player turn.", "6.35"),
                None => line("It isn't in an adjacent hex.", "6.7"),
                Some(way) if self.is_contested(way.to) => {
                    line("A battle is still to be fought where it stands.", "6.7")
                }
                Some(way) if !way.hexside.passable && !self.is_bridged(unit, way) => {
                    if way.hexside.bare_river {
                        line(
                            "A river without a crossing: only the attacker comes over it, by a pontoon bridge \
                              that he attacked over.",
                            "5.41",
                        )
                    } else {
                        line("The hexside can't be crossed.", "6.71")
                    }
                }
                Some(way) if way.hexside.passable && hex.limits(&way.hexside, self.mud).reinforce == 0 => {
                    line("Nobody reinforces over this hexside in mud.", "2.21")
                }
                Some(_) => line("No more can come over its hexside in this battle turn.", "6.71"),
            });
        }
        Some(match step {
            Step::Deploy(_) if state.acted && !outside => line("It has its place.", "6.2"),
            Step::Redeploy(_) if state.acted && !outside => {
                line("It has moved, or come, in this night.", "6.81")
            }
            Step::Night(_) if !self.world.unit(unit).kind.leads() => {
                line("Only a leader keeps a battle going.", "6.81")
            }
            Step::Night(_) if state.strength < 2 => line("At one step he can't.", "6.81"),
            Step::Night(_)
                if self.world.unit(unit).kind == Kind::Supreme || state.active == Active::WasSupreme =>
            {
                line("As supreme leader he keeps only a battle going that he is in.", "6.81")
            }
            Step::Night(_) => line("The battle is out of his command range.", "6.81"),
            _ if outside => line("It isn't in this battle.", "6"),
            Step::Combat if state.acted => line("It has moved or fired in this battle turn.", "6.6"),
            _ if self.picked.is_some_and(|picked| picked != unit) => {
                line("Another unit has been picked.", self.section())
            }
            Step::Combat if self.picked == Some(unit) => return self.why_silent(unit),
            Step::Combat => line("It can neither move nor fire.", "6.5"),
            Step::Retreat | Step::Flee(_) => {
                line("No hexside is open to its retreat, or no more can go over it.", "6.32")
            }
            Step::Losses if self.is_elsewhere(unit) => line("The hit falls in another position.", "6.63"),
            Step::Losses => line("The strongest unit takes the hit.", "6.63"),
            _ => return None,
        })
    }

    /// §6.34: what keeps a unit from regrouping, but for what keeps it from reinforcing.
    fn why_not_regrouping(&self, unit: Unit) -> Option<Line> {
        let (state, battle) = (self.unit(unit), self.battle.as_ref()?);
        let at = self.hex_of(unit)?;
        let here = at == battle.hex;
        let began = battle.regrouping.is_some_and(|retreats| retreats != here);
        Some(match here {
            _ if self.picked.is_some_and(|picked| picked != unit) => {
                line("Another unit has been picked.", "6.34")
            }
            true if state.disrupted => line("It retreated or regrouped in this player turn.", "6.35"),
            _ if began && !state.disrupted && (here || self.world.way(battle.hex, at).is_some()) => {
                line("Who regroups retreats or reinforces, not both.", "6.34")
            }
            true => line("No hexside is open to its retreat, or no more can go over it.", "6.32"),
            false => return None,
        })
    }

    /// §6.63: whether the hits that are taken fall where a unit isn't.
    fn is_elsewhere(&self, unit: Unit) -> bool {
        let hits = self.battle.as_ref().and_then(|battle| battle.hits);
        hits.is_some_and(|hits| match hits.on {
            HitsOn::All => false,
            HitsOn::Position(side, column) | HitsOn::LongRange(side, column) => {
                self.position_of(unit) != Some((side, column))
            }
        })
    }

    /// §6.6: what keeps a unit in battle from firing at all; nothing if it can.
    pub(crate) fn why_silent(&self, unit: Unit) -> Option<Line> {
        let fires = [Fire::Short, Fire::Melee, Fire::Long];
        if fires.into_iter().any(|fire| self.fire_strength(unit, fire).is_some()) {
            return None;
        }
        let (info, battle) = (self.world.unit(unit), self.battle.as_ref()?);
        let Some((whose, column)) = self.position_of(unit) else {
            return Some(line("From the reserve nobody fires.", "6.6"));
        };
        let foe = info.side.other();
        let opposite = (foe, column);
        let guns = info.kind == Kind::Artillery;
        let woods = self.world.hex(battle.hex).woods;
        let works = |side: Side| side == foe && battle.works[side as usize][usize::from(column)];
        Some(match self.is_engaged(unit) {
            true if works(whose) && self.unit(unit).strength < 2 => {
                line("At one step it can't fire on entrenchments.", "6.9")
            }
            true if guns && woods && self.unit(unit).engages && !self.unit(unit).spent => {
                line("Guns that move to engage fire at F1, and the forest takes that from them.", "6.66")
            }
            true if guns && woods => line("In a forest guns have but their first short-range fire.", "6.66"),
            true => line("It has no firepower.", "6.61"),
            false if !guns => line("It fires only at those with whom it is engaged.", "6.6"),
            false if woods => line("In a forest guns don't fire at long range.", "6.66"),
            false if self.stands_in(info.side, opposite) => {
                line("Friends are engaged in the position opposite: guns don't fire into it.", "6.61")
            }
            false if !self.stands_in(foe, opposite) => {
                line("Nobody stands in the position opposite.", "6.61")
            }
            false => line("At one step it can't fire on entrenchments.", "6.9"),
        })
    }

    /// Why the unit that was picked can't fire in this way.
    pub(crate) fn why_not_fire(&self, id: &str) -> Option<Line> {
        let Stage::Battle(Step::Combat) = self.stage else { return None };
        let unit = self.picked?;
        let kind = self.world.unit(unit).kind;
        let engaged = self.is_engaged(unit);
        match id {
            _ if self.why_silent(unit).is_some() && ["fire", "melee", "bombard"].contains(&id) => {
                self.why_silent(unit)
            }
            "bombard" if kind != Kind::Artillery => Some(line("Only artillery fires at long range.", "6.61")),
            "bombard" if engaged => Some(line("Engaged guns fire at those who are with them only.", "6.61")),
            "fire" if !engaged => Some(line("It isn't engaged.", "6.6")),
            "melee" if kind != Kind::Infantry => Some(line("Only infantry goes into a melee.", "6.64")),
            "melee" if !engaged => Some(line("It isn't engaged.", "6.64")),
            "melee" => Some(line("There is no melee from or against a fortress.", "6.65")),
            _ => None,
        }
    }

    /// Why the unit that was picked, or is on its way, can't go to a hex.
    pub(crate) fn why_not_hex(&self, seat: Seat, hex: Hex) -> Option<Line> {
        if let Some(raised) = self.raised[self.side_of(seat) as usize] {
            return self.why_no_cadre(self.side_of(seat), raised, hex);
        }
        if self.stage == Stage::ChooseBattle && self.is_contested(hex) {
            return Some(line("Skirmishes are fought before any battle.", "6.1"));
        }
        let unit = self.march.map(|march| march.unit).or(self.picked)?;
        let side = self.world.unit(unit).side;
        if side != self.side_of(seat) {
            return None;
        }
        match self.stage {
            Stage::Move | Stage::LeaderMove => self.why_not_marched_to(unit, hex),
            Stage::Battle(Step::Retreat | Step::Flee(_) | Step::Regroup) => {
                Some(self.why_not_retreated_to(side, hex))
            }
            _ => None,
        }
    }

    /// §5.41: whether the attacker has a pontoon bridge over this hexside of the battle.
    fn is_bridged(&self, unit: Unit, way: &Way) -> bool {
        self.battle.as_ref().is_some_and(|battle| {
            let number = self.world.way(battle.hex, way.to);
            self.world.unit(unit).side == battle.attacker
                && number.is_some_and(|number| battle.pontoons >> number & 1 == 1)
        })
    }

    fn why_not_retreated_to(&self, side: Side, hex: Hex) -> Line {
        let Some(battle) = &self.battle else { return line("There is no battle.", "6") };
        let Some(number) = self.world.way(battle.hex, hex) else {
            return line("It isn't adjacent to the battle.", "6.31");
        };
        let entered = battle.entered >> number & 1 == 1;
        if self.is_in(side.other(), hex) {
            line("The enemy is there.", "6.31")
        } else if side == battle.attacker && !entered {
            line("The attacker goes back over hexsides that he came by.", "6.31")
        } else if side != battle.attacker && entered {
            line("The attacker came over this hexside.", "6.31")
        } else if !self.world.hex(battle.hex).ways[usize::from(number)].hexside.passable
            && battle.pontoons >> number & 1 == 0
        {
            line("The hexside can't be crossed.", "2.21")
        } else {
            line("No more can go back over this hexside in this battle turn.", "6.32")
        }
    }
}
