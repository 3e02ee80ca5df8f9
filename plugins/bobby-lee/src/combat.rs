//! §6.3 to §6.5 and §6.8: battle turns, morale, moves in battle, nights.

use muster_contract::EventKind;
use muster_sdk::{Decisions, Happenings};

use crate::choice::Choice;
use crate::fire::Fire;
use crate::state::{BobbyLee, Line, Stage, Step};
use crate::words::does;
use crate::world::{CENTER, Kind, Side, World};

/// Pairs of battle turns in a day (§6.8).
const PAIRS: u8 = 4;

impl BobbyLee {
    /// §6.3: a battle turn begins with retreats.
    pub(crate) fn begin_battle_turn(&mut self, world: &World, side: Side, happenings: &mut Happenings<'_>) {
        let battle = self.fought_mut();
        (battle.turn, battle.retreated, battle.reinforced) = (side, [0; 8], [0; 8]);
        (battle.outflanked, battle.hits) = ([false; 3], None);
        for unit in &mut self.units {
            unit.acted = false;
        }
        if side == self.fought().attacker {
            self.enter_step(world, Step::Hour, happenings);
        }
        let can = self.fighting(world, side).any(|unit| self.may_retreat(world, unit));
        if can {
            self.enter_step(world, Step::Retreat, happenings);
        } else {
            self.check_morale(world, happenings);
        }
    }

    /// §6.4: engaged units at one step are tested; the unwilling disengage.
    pub(crate) fn check_morale(&mut self, world: &World, happenings: &mut Happenings<'_>) {
        let side = self.fought().turn;
        if self.check_rout(world, happenings) {
            return;
        }
        let shaken: Vec<u8> = self.shaken(world, side).collect();
        for unit in shaken {
            let Some(poor) = self.poor_morale(world, unit) else { continue };
            self.enter_step(world, Step::Morale, happenings);
            self.reveal(world, &[unit], "6.4", happenings);
            let name = &world.unit(unit).name;
            let face =
                happenings.roll_openly(1, 6, "6.4", |face| face > poor, || format!("the morale of {name}"))
                    [0];
            if face <= poor {
                self.disengage(world, unit, happenings);
                self.unit_mut(unit).acted = true;
            }
        }
        if self.check_rout(world, happenings) {
            return;
        }
        self.enter_step(world, Step::Combat, happenings);
    }

    /// §6.4: a side's engaged units at one step.
    pub(crate) fn shaken<'a>(&'a self, world: &'a World, side: Side) -> impl Iterator<Item = u8> + 'a {
        self.fighting(world, side)
            .filter(|&unit| self.unit(unit).strength == 1 && self.is_engaged(world, unit))
    }

    /// §6.4, §6.65, §6.9: the highest roll on which a unit's morale fails; none outside positions.
    pub(crate) fn poor_morale(&self, world: &World, unit: u8) -> Option<u8> {
        let side = world.unit(unit).side;
        // Whoever it was engaged with may be alone with it no longer, but it stays where it is.
        let (whose, column) = self.position_of(world, unit)?;
        let battle = self.fought();
        let works = whose == side && battle.works[side as usize][usize::from(column)];
        let fort = whose == side && side == battle.defender() && world.hex(battle.hex).fortress;
        Some(3 - u8::from(works) - u8::from(fort))
    }

    /// Out of an engagement, to one's own position if no enemy is there, else into reserve.
    fn disengage(&mut self, world: &World, unit: u8, happenings: &mut Happenings<'_>) {
        let side = world.unit(unit).side;
        match self.unit(unit).line {
            Line::Foe(column) if !self.stands_in(world, side.other(), (side, column)) => {
                self.take_stand(world, unit, Line::Own(column), "6.5", happenings, |name| {
                    does(name, "disengages.", "disengage.")
                });
            }
            _ => self.stand_back(world, unit, "6.5", happenings),
        }
    }

    pub(crate) fn list_combat(&self, world: &World, list: &mut Decisions<Choice>) {
        let side = self.fought().turn;
        list.open(self.seat_of(side), "combat");
        if let Some(unit) = self.picked {
            self.actions(world, unit, |choice| list.push(choice));
            list.push(Choice::Cancel);
            return;
        }
        for unit in self.fighting(world, side).filter(|&unit| !self.unit(unit).acted) {
            let mut any = false;
            self.actions(world, unit, |_| any = true);
            if any {
                list.push(Choice::Pick(unit));
            }
        }
        list.push(Choice::EndCombat);
    }

    /// What a unit can do in a battle turn.
    pub(crate) fn actions(&self, world: &World, unit: u8, mut push: impl FnMut(Choice)) {
        let side = world.unit(unit).side;
        let enemy = side.other();
        match self.unit(unit).line {
            Line::None => return,
            Line::Reserve => {
                self.columns(world).for_each(|column| push(Choice::Post(column)));
                for column in self.columns(world).filter(|&column| column != CENTER) {
                    if self.may_outflank(world, unit, column) {
                        push(Choice::Outflank(column));
                    }
                }
            }
            Line::Own(column) => {
                push(Choice::PostReserve);
                if !self.is_engaged(world, unit) {
                    push(Choice::Engage(column));
                }
            }
            Line::Foe(column) => {
                if !self.stands_in(world, enemy, (side, column)) {
                    push(Choice::Post(column));
                }
            }
        }
        for fire in [Fire::Short, Fire::Melee, Fire::Long] {
            if self.fire_strength(world, unit, fire).is_some() {
                push(Choice::Shoot(fire));
            }
        }
        self.batteries(world, unit).for_each(|target| push(Choice::Shoot(Fire::Counter(target))));
    }

    /// §6.5: infantry or cavalry in reserve, against a flank that is engaged.
    fn may_outflank(&self, world: &World, unit: u8, column: u8) -> bool {
        let info = world.unit(unit);
        let flank = (info.side.other(), column);
        matches!(info.kind, Kind::Infantry | Kind::Cavalry)
            && !self.fought().outflanked[usize::from(column)]
            && self.stands_in(world, info.side, flank)
            && self.stands_in(world, info.side.other(), flank)
    }

    pub(crate) fn take_combat(&mut self, world: &World, choice: Choice, happenings: &mut Happenings<'_>) {
        let Some(unit) = self.picked.take() else {
            return match choice {
                Choice::Pick(unit) => self.picked = Some(unit),
                _ => self.reinforce_or_end(world, happenings),
            };
        };
        match choice {
            Choice::Shoot(fire) => return self.fire(world, unit, fire, happenings),
            Choice::Outflank(column) => return self.outflank(world, unit, column, happenings),
            Choice::Post(column) => self.shift(world, unit, Line::Own(column), happenings),
            Choice::Engage(column) => self.shift(world, unit, Line::Foe(column), happenings),
            Choice::PostReserve => {
                self.unit_mut(unit).acted = true;
                self.stand_back(world, unit, "6.5", happenings);
            }
            _ => return,
        }
        self.after_combat(world, happenings);
    }

    fn shift(&mut self, world: &World, unit: u8, line: Line, happenings: &mut Happenings<'_>) {
        self.unit_mut(unit).acted = true;
        let disengages = matches!(self.unit(unit).line, Line::Foe(_));
        self.take_stand(world, unit, line, "6.5", happenings, |name| match line {
            Line::Foe(_) => does(name, "engages.", "engage."),
            _ if disengages => does(name, "disengages.", "disengage."),
            _ => does(name, "moves up.", "move up."),
        });
        if self.is_engaged(world, unit) {
            // Artillery that moves to engage has no full short-range fire (§6.61).
            self.unit_mut(unit).spent = true;
        }
    }

    /// §6.5: a roll of 4 or more, one less against entrenchments, brings the unit into the flank, where it attacks at once.
    fn outflank(&mut self, world: &World, unit: u8, column: u8, happenings: &mut Happenings<'_>) {
        let enemy = world.unit(unit).side.other();
        self.fought_mut().outflanked[usize::from(column)] = true;
        self.unit_mut(unit).acted = true;
        let works = self.fought().works[enemy as usize][usize::from(column)];
        let good = 4 - u8::from(works);
        let face = happenings.roll_openly(1, 6, "6.5", |face| face >= good, || "to outflank".to_owned())[0];
        if face < good {
            self.lose_step(world, unit, "6.5", happenings);
            return self.after_combat(world, happenings);
        }
        self.shift(world, unit, Line::Foe(column), happenings);
        let shoots = [Fire::Short, Fire::Melee].into_iter();
        if shoots.into_iter().any(|fire| self.fire_strength(world, unit, fire).is_some()) {
            // It attacks immediately: its owner says only how.
            self.unit_mut(unit).acted = false;
            self.picked = Some(unit);
            self.fought_mut().striking = true;
            return;
        }
        self.after_combat(world, happenings);
    }

    /// §6.5: how a unit that has just outflanked attacks.
    pub(crate) fn list_strike(&self, world: &World, unit: u8, list: &mut Decisions<Choice>) {
        list.open(self.seat_of(world.unit(unit).side), "combat");
        for fire in [Fire::Short, Fire::Melee] {
            if self.fire_strength(world, unit, fire).is_some() {
                list.push(Choice::Shoot(fire));
            }
        }
        self.batteries(world, unit).for_each(|target| list.push(Choice::Shoot(Fire::Counter(target))));
        list.push(Choice::Hold);
    }

    pub(crate) fn take_strike(
        &mut self,
        world: &World,
        unit: u8,
        choice: Choice,
        happenings: &mut Happenings<'_>,
    ) {
        self.picked = None;
        self.fought_mut().striking = false;
        self.unit_mut(unit).acted = true;
        match choice {
            Choice::Shoot(fire) => self.fire(world, unit, fire, happenings),
            _ => self.after_combat(world, happenings),
        }
    }

    /// After a unit has acted: a side may be gone, or routed.
    pub(crate) fn after_combat(&mut self, world: &World, happenings: &mut Happenings<'_>) {
        if self.check_rout(world, happenings) {
            return;
        }
        self.stage = Stage::Battle(Step::Combat);
    }

    /// §6.33: a position in which only the enemy stands is a rout. Gives whether the battle goes another way.
    pub(crate) fn check_rout(&mut self, world: &World, happenings: &mut Happenings<'_>) -> bool {
        let sides = Side::ALL.map(|side| self.fighting(world, side).next().is_some());
        if sides != [true; 2] {
            let victor = Side::ALL.into_iter().find(|&side| sides[side as usize]);
            self.fought_mut().victor = victor;
            self.end_battle(world, happenings);
            return true;
        }
        let routed = Side::ALL.into_iter().find(|&side| {
            self.columns(world).any(|column| {
                let position = (side, column);
                self.stands_in(world, side.other(), position) && !self.stands_in(world, side, position)
            })
        });
        let Some(side) = routed else { return false };
        happenings.say("6.33", || format!("The {} side is routed.", side.name()));
        let units: Vec<u8> = self.fighting(world, side).collect();
        for unit in units {
            self.lose_step(world, unit, "6.33", happenings);
        }
        self.fought_mut().victor = Some(side.other());
        self.flee(world, side, happenings);
        true
    }

    /// §1.22: the battle turn is over; engaged units are revealed, and the other side is next.
    pub(crate) fn end_battle_turn(&mut self, world: &World, happenings: &mut Happenings<'_>) {
        self.picked = None;
        for side in Side::ALL {
            let engaged: Vec<u8> =
                self.fighting(world, side).filter(|&unit| self.is_engaged(world, unit)).collect();
            self.reveal(world, &engaged, "6.5", happenings);
        }
        let (attacker, defender) = (self.fought().attacker, self.fought().defender());
        if self.fought().turn == attacker {
            return self.begin_battle_turn(world, defender, happenings);
        }
        self.fought_mut().pair += 1;
        if self.fought().pair < PAIRS {
            return self.begin_battle_turn(world, attacker, happenings);
        }
        self.fall_of_night(world, happenings);
    }

    /// §6.81: everybody disengages, and half-hits are healed.
    fn fall_of_night(&mut self, world: &World, happenings: &mut Happenings<'_>) {
        let attacker = self.fought().attacker;
        let battle = self.fought_mut();
        (battle.night, battle.turn) = (true, attacker);
        (battle.retreated, battle.reinforced, battle.leaders) = ([0; 8], [0; 8], [None; 2]);
        for unit in &mut self.units {
            unit.half = false;
            unit.acted = false;
        }
        happenings.say("6.81", || "Night falls: everybody goes back to his own line.".to_owned());
        for side in Side::ALL {
            let units: Vec<u8> = self.fighting(world, side).collect();
            for unit in units {
                if let Line::Foe(column) = self.unit(unit).line {
                    self.take_stand(world, unit, Line::Own(column), "6.81", happenings, |name| {
                        does(name, "disengages.", "disengage.")
                    });
                }
            }
        }
        self.enter_step(world, Step::Night(attacker), happenings);
    }

    /// §6.81: leaders of two steps or more whose command reaches the battle; a supreme leader only if he is in it.
    fn battle_leaders<'a>(&'a self, world: &'a World, side: Side) -> impl Iterator<Item = u8> + 'a {
        let hex = self.fought().hex;
        self.on_map(world, side).filter(move |&unit| {
            let info = world.unit(unit);
            if !info.kind.leads() || self.unit(unit).strength < 2 {
                return false;
            }
            match self.hex_of(unit) {
                Some(at) if at == hex => true,
                // Traced from the leader: the battle itself is full of the enemy, and is the end of it.
                Some(at) if info.kind == Kind::Leader && info.command > 0 => {
                    let near = self.range_of(world, side, at, info.command - 1);
                    let ways = &world.hex(hex).ways;
                    ways.iter().any(|way| way.hexside.passable && near.contains(&way.to))
                }
                _ => false,
            }
        })
    }

    pub(crate) fn list_night(&self, world: &World, side: Side, list: &mut Decisions<Choice>) {
        list.open(self.seat_of(side), "night");
        for leader in self.battle_leaders(world, side) {
            list.push(Choice::FightOn(leader));
        }
        list.push(Choice::Withdraw);
    }

    pub(crate) fn take_night(
        &mut self,
        world: &World,
        side: Side,
        choice: Choice,
        happenings: &mut Happenings<'_>,
    ) {
        let (attacker, defender) = (self.fought().attacker, self.fought().defender());
        let Choice::FightOn(leader) = choice else {
            self.fought_mut().victor = Some(side.other());
            return self.flee(world, side, happenings);
        };
        self.reveal(world, &[leader], "6.81", happenings);
        self.fought_mut().leaders[side as usize] = Some(leader);
        self.tell(world, happenings, &[leader], &EventKind::Text, "6.81", |name| {
            format!("{name} fights on.")
        });
        if side == attacker {
            self.set_battle_turn(defender);
            return self.enter_step(world, Step::Night(defender), happenings);
        }
        self.set_battle_turn(attacker);
        self.night_reinforced(world, None, happenings);
    }

    /// §6.81: the attacker's reinforcements by night, the defender's, then a step of both leaders.
    pub(crate) fn night_reinforced(
        &mut self,
        world: &World,
        after: Option<Side>,
        happenings: &mut Happenings<'_>,
    ) {
        let (attacker, defender) = (self.fought().attacker, self.fought().defender());
        let next = match after {
            None => Some(attacker),
            Some(side) if side == attacker => Some(defender),
            Some(_) => None,
        };
        if let Some(side) = next {
            self.set_battle_turn(side);
            self.fought_mut().reinforced = [0; 8];
            if self.can_reinforce(world, side) {
                return self.enter_step(world, Step::Reinforce(side), happenings);
            }
            return self.night_reinforced(world, next, happenings);
        }
        for leader in self.fought().leaders.into_iter().flatten() {
            self.lose_step(world, leader, "6.81", happenings);
            if self.unit(leader).line == Line::None {
                self.conceal(world, &[leader], happenings);
            }
        }
        self.begin_entrenching(world, attacker, happenings);
    }

    /// §6.9: in the first night both may entrench.
    fn begin_entrenching(&mut self, world: &World, side: Side, happenings: &mut Happenings<'_>) {
        self.set_battle_turn(side);
        if self.fought().day == 1 && self.works_left(world, side) > 0 {
            return self.enter_step(world, Step::Entrench(side), happenings);
        }
        self.night_entrenched(world, side, happenings);
    }

    pub(crate) fn night_entrenched(&mut self, world: &World, side: Side, happenings: &mut Happenings<'_>) {
        let (attacker, defender) = (self.fought().attacker, self.fought().defender());
        if side == attacker {
            return self.begin_entrenching(world, defender, happenings);
        }
        let battle = self.fought_mut();
        (battle.night, battle.pair) = (false, 0);
        battle.day = battle.day.saturating_add(1);
        self.begin_battle_turn(world, attacker, happenings);
    }
}
