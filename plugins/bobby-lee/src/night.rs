//! §6.81: nights: who fights on, reinforcements, redeployment, entrenchments.

use muster_contract::EventKind;
use muster_sdk::{Decisions, May, Resolution, ensure};

use crate::choice::Choice;
use crate::state::{Active, At, BobbyLee, Line, Step};
use crate::world::{Kind, Side, Unit};

impl BobbyLee {
    /// §6.81: everybody disengages, and half-hits are healed.
    pub(crate) fn fall_of_night(&mut self, resolution: &mut Resolution<'_>) {
        let attacker = self.fought().attacker;
        let battle = self.fought_mut();
        (battle.night, battle.turn) = (true, attacker);
        (battle.retreated, battle.reinforced, battle.leaders) = ([0; 8], [0; 8], [None; 2]);
        for unit in self.units.rows_mut() {
            (unit.half, unit.acted, unit.engages) = (false, false, false);
        }
        resolution.say("6.81", || "Night falls: everybody goes back to his own line.".to_owned());
        for unit in Side::ALL.into_iter().flat_map(|side| self.fighting(side)).collect::<Vec<_>>() {
            if let Line::Foe(column) = self.unit(unit).line {
                self.take_stand(unit, Line::Own(column), "6.81", "disengages|disengage", resolution);
            }
        }
        self.enter_step(Step::Night(attacker), resolution);
    }

    /// §6.81: leaders of two steps or more whose command reaches the battle keep it going; a supreme leader only if he is in it,
    /// and so Grant in a turn in which he is one (§5.22).
    pub(crate) fn may_fight_on(&self, unit: Unit) -> May {
        let (info, state, hex) = (self.world.unit(unit), self.unit(unit), self.fought().hex);
        ensure(info.kind.leads(), "Only a leader keeps a battle going.", "6.81")?;
        ensure(state.strength > 1, "At one step he can't.", "6.81")?;
        if state.at == At::Map(hex) {
            return Ok(());
        }
        let army = info.kind == Kind::Leader && state.active != Active::WasSupreme;
        ensure(army, "As supreme leader he keeps only a battle going that he is in.", "6.81")?;
        // Traced from the leader: the battle itself is full of the enemy, and is the end of it.
        let from = self.hex_of(unit).filter(|_| info.command > 0);
        let near = from.map_or_else(Vec::new, |at| self.range_of(info.side, at, info.command - 1));
        let mut ways = self.world.hex(hex).ways.iter().filter(|way| way.hexside.passable);
        ensure(ways.any(|way| near.contains(&way.to)), "The battle is out of his command range.", "6.81")
    }

    pub(crate) fn list_night(&self, side: Side, list: &mut Decisions<Choice>) {
        let able = self.on_map(side).filter(|&unit| self.may_fight_on(unit).is_ok());
        list.extend(able.map(Choice::FightOn));
        list.push(Choice::Withdraw);
    }

    pub(crate) fn take_night(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let (attacker, defender) = (self.fought().attacker, self.fought().defender());
        let Choice::FightOn(leader) = choice else {
            self.fought_mut().victor = Some(side.other());
            return self.flee(side, resolution);
        };
        self.reveal(&[leader], "6.81", resolution);
        self.fought_mut().leaders[side as usize] = Some(leader);
        self.log_unit(resolution, leader, EventKind::Text, "6.81", |name| format!("{name} fights on."));
        if side == attacker {
            self.fought_mut().turn = defender;
            return self.enter_step(Step::Night(defender), resolution);
        }
        self.go_on_by_night(Step::Night(side), resolution);
    }

    /// What follows in the night after a step of it, the attacker first each time: reinforcements (§6.7); a step of the leaders who
    /// fight on; both redeploy, each unit once between line and reserve (§1.22, §6.5), but not who has come in the night (§6.7);
    /// and from the first night on both may entrench (§6.9).
    pub(crate) fn go_on_by_night(&mut self, after: Step, resolution: &mut Resolution<'_>) {
        let sides = [self.fought().attacker, self.fought().defender()];
        let steps = [Step::Reinforce, Step::Redeploy, Step::Entrench].into_iter();
        let mut steps = steps.flat_map(|step| sides.map(|side| (step(side), side)));
        if after != Step::Night(sides[1]) {
            steps.find(|&(step, _)| step == after);
        }
        for (step, side) in steps {
            if step == Step::Redeploy(sides[0]) {
                self.wear_leaders(resolution);
            }
            self.fought_mut().turn = side;
            let open = match step {
                Step::Reinforce(_) => {
                    self.fought_mut().reinforced = [0; 8];
                    self.can_reinforce(side)
                }
                Step::Redeploy(_) => self.fresh(side).next().is_some(),
                _ => self.works_left(side) > 0,
            };
            if open {
                return self.enter_step(step, resolution);
            }
        }
        let battle = self.fought_mut();
        (battle.night, battle.pair) = (false, 0);
        battle.day = battle.day.saturating_add(1);
        self.begin_battle_turn(sides[0], resolution);
    }

    /// §6.81: who keeps a battle going for another day loses a step.
    fn wear_leaders(&mut self, resolution: &mut Resolution<'_>) {
        for leader in self.fought().leaders.into_iter().flatten() {
            self.lose_step(leader, "6.81", resolution);
            if self.unit(leader).line == Line::None {
                self.conceal(&[leader], resolution);
            }
        }
    }
}
