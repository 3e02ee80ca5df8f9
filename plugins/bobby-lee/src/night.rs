//! §6.81: nights: who fights on, reinforcements, redeployment, entrenchments.

use muster_contract::EventKind;
use muster_sdk::{Decisions, Happenings};

use crate::choice::Choice;
use crate::state::{Active, BobbyLee, Line, Step};
use crate::words::does;
use crate::world::{Kind, Side, Unit};

impl BobbyLee {
    /// §6.81: everybody disengages, and half-hits are healed.
    pub(crate) fn fall_of_night(&mut self, happenings: &mut Happenings<'_>) {
        let attacker = self.fought().attacker;
        let battle = self.fought_mut();
        (battle.night, battle.turn) = (true, attacker);
        (battle.retreated, battle.reinforced, battle.leaders) = ([0; 8], [0; 8], [None; 2]);
        for unit in self.units.rows_mut() {
            (unit.half, unit.acted, unit.engages) = (false, false, false);
        }
        happenings.say("6.81", || "Night falls: everybody goes back to his own line.".to_owned());
        for side in Side::ALL {
            let units: Vec<Unit> = self.fighting(side).collect();
            for unit in units {
                if let Line::Foe(column) = self.unit(unit).line {
                    self.take_stand(unit, Line::Own(column), "6.81", happenings, |name| {
                        does(name, "disengages.", "disengage.")
                    });
                }
            }
        }
        self.enter_step(Step::Night(attacker), happenings);
    }

    /// §6.81: leaders of two steps or more whose command reaches the battle; a supreme leader only if he is in it, and so
    /// Grant in a turn in which he is one (§5.22).
    fn battle_leaders(&self, side: Side) -> impl Iterator<Item = Unit> {
        let hex = self.fought().hex;
        self.on_map(side).filter(move |&unit| {
            let info = self.world.unit(unit);
            if !info.kind.leads() || self.unit(unit).strength < 2 {
                return false;
            }
            match self.hex_of(unit) {
                Some(at) if at == hex => true,
                // Traced from the leader: the battle itself is full of the enemy, and is the end of it.
                Some(at)
                    if info.kind == Kind::Leader
                        && info.command > 0
                        && self.unit(unit).active != Active::WasSupreme =>
                {
                    let near = self.range_of(side, at, info.command - 1);
                    let ways = &self.world.hex(hex).ways;
                    ways.iter().any(|way| way.hexside.passable && near.contains(&way.to))
                }
                _ => false,
            }
        })
    }

    pub(crate) fn list_night(&self, side: Side, list: &mut Decisions<Choice>) {
        for leader in self.battle_leaders(side) {
            list.push(Choice::FightOn(leader));
        }
        list.push(Choice::Withdraw);
    }

    pub(crate) fn take_night(&mut self, side: Side, choice: Choice, happenings: &mut Happenings<'_>) {
        let (attacker, defender) = (self.fought().attacker, self.fought().defender());
        let Choice::FightOn(leader) = choice else {
            self.fought_mut().victor = Some(side.other());
            return self.flee(side, happenings);
        };
        self.reveal(&[leader], "6.81", happenings);
        self.fought_mut().leaders[side as usize] = Some(leader);
        self.tell(happenings, &[leader], &EventKind::Text, "6.81", |name| format!("{name} fights on."));
        if side == attacker {
            self.set_battle_turn(defender);
            return self.enter_step(Step::Night(defender), happenings);
        }
        self.set_battle_turn(attacker);
        self.night_reinforced(None, happenings);
    }

    /// §6.81: the attacker's reinforcements by night, the defender's, then a step of both leaders.
    pub(crate) fn night_reinforced(&mut self, after: Option<Side>, happenings: &mut Happenings<'_>) {
        let (attacker, defender) = (self.fought().attacker, self.fought().defender());
        let next = match after {
            None => Some(attacker),
            Some(side) if side == attacker => Some(defender),
            Some(_) => None,
        };
        if let Some(side) = next {
            self.set_battle_turn(side);
            self.fought_mut().reinforced = [0; 8];
            if self.can_reinforce(side) {
                return self.enter_step(Step::Reinforce(side), happenings);
            }
            return self.night_reinforced(next, happenings);
        }
        for leader in self.fought().leaders.into_iter().flatten() {
            self.lose_step(leader, "6.81", happenings);
            if self.unit(leader).line == Line::None {
                self.conceal(&[leader], happenings);
            }
        }
        self.begin_redeploying(attacker, happenings);
    }

    /// §1.22: both redeploy for another day, the attacker first: each unit once between line and reserve (§6.5). Who has come
    /// in the night does nothing before the next battle turn (§6.7).
    fn begin_redeploying(&mut self, side: Side, happenings: &mut Happenings<'_>) {
        self.set_battle_turn(side);
        if self.fighting(side).any(|unit| !self.unit(unit).acted) {
            return self.enter_step(Step::Redeploy(side), happenings);
        }
        self.redeployed(side, happenings);
    }

    pub(crate) fn list_redeployment(&self, side: Side, list: &mut Decisions<Choice>) {
        match self.picked.map(|unit| self.unit(unit).line) {
            None => {
                let rested = self.fighting(side).filter(|&unit| !self.unit(unit).acted);
                rested.for_each(|unit| list.push(Choice::Pick(unit)));
                list.push(Choice::EndDeploy);
                return;
            }
            Some(Line::Reserve) => self.columns().for_each(|column| list.push(Choice::Post(column))),
            Some(_) => list.push(Choice::PostReserve),
        }
        list.push(Choice::Cancel);
    }

    pub(crate) fn take_redeployment(&mut self, side: Side, choice: Choice, happenings: &mut Happenings<'_>) {
        let unit = self.picked.take();
        match (choice, unit) {
            (Choice::Pick(unit), _) => self.picked = Some(unit),
            (Choice::Post(_) | Choice::PostReserve, Some(unit)) => {
                self.unit_mut(unit).acted = true;
                if let Choice::Post(column) = choice {
                    self.take_stand(unit, Line::Own(column), "6.5", happenings, |name| {
                        does(name, "moves up.", "move up.")
                    });
                } else {
                    self.stand_back(unit, "6.5", happenings);
                }
                self.begin_redeploying(side, happenings);
            }
            (Choice::EndDeploy, _) => self.redeployed(side, happenings),
            _ => {}
        }
    }

    fn redeployed(&mut self, side: Side, happenings: &mut Happenings<'_>) {
        let (attacker, defender) = (self.fought().attacker, self.fought().defender());
        if side == attacker {
            return self.begin_redeploying(defender, happenings);
        }
        self.begin_entrenching(attacker, happenings);
    }

    /// §6.9: from the first night on both may entrench.
    fn begin_entrenching(&mut self, side: Side, happenings: &mut Happenings<'_>) {
        self.set_battle_turn(side);
        if self.works_left(side) > 0 {
            return self.enter_step(Step::Entrench(side), happenings);
        }
        self.night_entrenched(side, happenings);
    }

    pub(crate) fn night_entrenched(&mut self, side: Side, happenings: &mut Happenings<'_>) {
        let (attacker, defender) = (self.fought().attacker, self.fought().defender());
        if side == attacker {
            return self.begin_entrenching(defender, happenings);
        }
        let battle = self.fought_mut();
        (battle.night, battle.pair) = (false, 0);
        battle.day = battle.day.saturating_add(1);
        self.begin_battle_turn(attacker, happenings);
    }
}
