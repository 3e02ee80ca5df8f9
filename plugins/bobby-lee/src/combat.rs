//! §6.3 to §6.5 and §6.8: battle turns, morale, moves in battle.

use muster_sdk::{Decisions, May, Resolution, ensure};

use crate::choice::Choice;
use crate::fire::Fire;
use crate::state::{BobbyLee, Line, Stage, Step};
use crate::world::{CENTER, Kind, Side, Unit};

/// Pairs of battle turns in a day (§6.8).
const PAIRS: u8 = 4;

impl BobbyLee {
    /// §6.3: a battle turn begins with retreats.
    pub(crate) fn begin_battle_turn(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        let battle = self.fought_mut();
        (battle.turn, battle.retreated, battle.reinforced) = (side, [0; 8], [0; 8]);
        (battle.outflanked, battle.hits) = ([false; 3], None);
        for unit in self.units.rows_mut() {
            unit.acted = false;
        }
        if side == self.fought().attacker {
            self.enter_step(Step::Hour, resolution);
        }
        if self.retreaters(side).next().is_some() {
            self.enter_step(Step::Retreat, resolution);
        } else {
            self.check_morale(resolution);
        }
    }

    /// §6.4: engaged units at one step are tested; the unwilling disengage.
    pub(crate) fn check_morale(&mut self, resolution: &mut Resolution<'_>) {
        let side = self.fought().turn;
        if self.check_rout(resolution) {
            return;
        }
        for unit in self.shaken(side).collect::<Vec<_>>() {
            let Some(poor) = self.poor_morale(unit) else { continue };
            self.enter_step(Step::Morale, resolution);
            self.reveal(&[unit], "6.4", resolution);
            let reason = || format!("the morale of {}", self.world.unit(unit).name);
            let face = resolution.roll_openly(1, 6, "6.4", |face| face > poor, reason)[0];
            if face <= poor {
                self.disengage(unit, resolution);
                self.unit_mut(unit).acted = true;
            }
        }
        if self.check_rout(resolution) {
            return;
        }
        self.enter_step(Step::Combat, resolution);
    }

    /// §6.4: a side's engaged units at one step.
    pub(crate) fn shaken(&self, side: Side) -> impl Iterator<Item = Unit> {
        self.fighting(side).filter(|&unit| self.unit(unit).strength == 1 && self.is_engaged(unit))
    }

    /// §6.4, §6.65, §6.9: the highest roll on which a unit's morale fails; none outside positions.
    pub(crate) fn poor_morale(&self, unit: Unit) -> Option<u8> {
        let side = self.world.unit(unit).side;
        // Whoever it was engaged with may be alone with it no longer, but it stays where it is.
        let (whose, column) = self.position_of(unit)?;
        let battle = self.fought();
        let works = whose == side && battle.has_works(side, column);
        let fort = whose == side && side == battle.defender() && self.world.hex(battle.hex).fortress;
        Some(3 - u8::from(works) - u8::from(fort))
    }

    /// Out of an engagement, one step back: from the enemy's line to one's own position opposite, from there into reserve. Who
    /// is in the enemy's position has engaged everybody who could have come against his own: no enemy is there.
    fn disengage(&mut self, unit: Unit, resolution: &mut Resolution<'_>) {
        match self.unit(unit).line {
            Line::Foe(column) => {
                self.take_stand(unit, Line::Own(column), "6.5", ["disengages.", "disengage."], resolution);
                self.unit_mut(unit).engages = false;
            }
            _ => self.stand_back(unit, "6.5", resolution),
        }
    }

    pub(crate) fn list_combat(&self, side: Side, list: &mut Decisions<Choice>) {
        if let Some(unit) = self.picked {
            if self.fought().striking {
                return self.list_strike(unit, list);
            }
            self.actions(unit, |choice| list.push(choice));
            list.push(Choice::Cancel);
            return;
        }
        let able = self.fresh(side).filter(|&unit| {
            let mut any = false;
            self.actions(unit, |_| any = true);
            any
        });
        list.extend(able.map(Choice::Pick));
        list.push(Choice::EndCombat);
    }

    /// What a unit can do in a battle turn.
    pub(crate) fn actions(&self, unit: Unit, mut push: impl FnMut(Choice)) {
        let reserve = self.unit(unit).line == Line::Reserve;
        let own = self.columns().map(Line::Own);
        for to in std::iter::once(Line::Reserve).chain(own).chain(self.columns().map(Line::Foe)) {
            if self.may_shift(unit, to).is_ok() {
                push(match to {
                    Line::Own(column) => Choice::Post(column),
                    Line::Foe(column) if reserve => Choice::Outflank(column),
                    Line::Foe(column) => Choice::Engage(column),
                    Line::Reserve | Line::None => Choice::PostReserve,
                });
            }
        }
        for fire in [Fire::Short, Fire::Melee, Fire::Long] {
            if self.fire_strength(unit, fire).is_ok() {
                push(Choice::Shoot(fire));
            }
        }
        self.batteries(unit).for_each(|target| push(Choice::Shoot(Fire::Counter(target))));
    }

    /// §6.5: whether a unit of the battle may go to another place of it: a step at a time.
    pub(crate) fn may_shift(&self, unit: Unit, to: Line) -> May {
        let from = self.unit(unit).line;
        ensure(from != to, "It stands there.", "6.5")?;
        match (from, to) {
            (Line::Own(column), Line::Foe(other)) if column == other => {
                ensure(!self.is_engaged(unit), "Engaged in its own line, it goes only into reserve.", "6.5")
            }
            (Line::Foe(column), Line::Own(other)) if column == other => Ok(()),
            (Line::Own(_), Line::Reserve) => Ok(()),
            (_, Line::Own(column) | Line::Foe(column)) => {
                self.may_use(column)?;
                ensure(from == Line::Reserve, "Nobody moves or fires sideways.", "6.5")?;
                if to == Line::Foe(column) { self.may_outflank(unit, column) } else { Ok(()) }
            }
            _ => ensure(false, "It goes one step at a time, and can't go there now.", "6.5"),
        }
    }

    /// §6.5: infantry or cavalry in reserve, against a flank that is engaged.
    fn may_outflank(&self, unit: Unit, column: u8) -> May {
        let info = self.world.unit(unit);
        let flank = (info.side.other(), column);
        let able = matches!(info.kind, Kind::Infantry | Kind::Cavalry);
        let tried = able && self.fought().outflanked[usize::from(column)];
        ensure(!tried, "A unit has tried to outflank this flank in this battle turn.", "6.5")?;
        ensure(
            able && column != CENTER && Side::ALL.into_iter().all(|side| self.stands_in(side, flank)),
            "From the reserve only infantry and cavalry go there, to outflank a flank that is engaged.",
            "6.5",
        )
    }

    pub(crate) fn take_combat(&mut self, _: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let Some(unit) = self.picked.take() else { return self.reinforce_or_end(resolution) };
        if std::mem::take(&mut self.fought_mut().striking) {
            self.unit_mut(unit).acted = true;
        }
        match choice {
            Choice::Shoot(fire) => return self.fire(unit, fire, resolution),
            Choice::Outflank(column) => return self.outflank(unit, column, resolution),
            Choice::Post(column) => self.shift(unit, Line::Own(column), resolution),
            Choice::Engage(column) => self.shift(unit, Line::Foe(column), resolution),
            Choice::PostReserve => {
                self.unit_mut(unit).acted = true;
                self.stand_back(unit, "6.5", resolution);
            }
            Choice::Hold => {}
            _ => return,
        }
        self.after_combat(resolution);
    }

    fn shift(&mut self, unit: Unit, line: Line, resolution: &mut Resolution<'_>) {
        self.unit_mut(unit).acted = true;
        let disengages = matches!(self.unit(unit).line, Line::Foe(_));
        let verb = match line {
            Line::Foe(_) => ["engages.", "engage."],
            _ if disengages => ["disengages.", "disengage."],
            _ => ["moves up.", "move up."],
        };
        self.take_stand(unit, line, "6.5", verb, resolution);
        // Artillery that moves to engage has no full short-range fire there (§6.61).
        self.unit_mut(unit).engages = self.is_engaged(unit);
    }

    /// §6.5: a roll of 4 or more, one less against entrenchments, brings the unit into the flank, where it attacks at once.
    fn outflank(&mut self, unit: Unit, column: u8, resolution: &mut Resolution<'_>) {
        let enemy = self.world.unit(unit).side.other();
        self.fought_mut().outflanked[usize::from(column)] = true;
        self.unit_mut(unit).acted = true;
        let works = self.fought().has_works(enemy, column);
        let good = 4 - u8::from(works);
        let face = resolution.roll_openly(1, 6, "6.5", |face| face >= good, || "to outflank".to_owned())[0];
        if face < good {
            self.lose_step(unit, "6.5", resolution);
            return self.after_combat(resolution);
        }
        self.shift(unit, Line::Foe(column), resolution);
        if [Fire::Short, Fire::Melee].into_iter().any(|fire| self.fire_strength(unit, fire).is_ok()) {
            // It attacks immediately: its owner says only how.
            self.unit_mut(unit).acted = false;
            self.picked = Some(unit);
            self.fought_mut().striking = true;
            return;
        }
        self.after_combat(resolution);
    }

    /// §6.5: how a unit that has just outflanked attacks.
    fn list_strike(&self, unit: Unit, list: &mut Decisions<Choice>) {
        let fires = [Fire::Short, Fire::Melee].into_iter();
        list.extend(fires.filter(|&fire| self.fire_strength(unit, fire).is_ok()).map(Choice::Shoot));
        list.extend(self.batteries(unit).map(|target| Choice::Shoot(Fire::Counter(target))));
        list.push(Choice::Hold);
    }

    /// After a unit has acted: a side may be gone, or routed.
    pub(crate) fn after_combat(&mut self, resolution: &mut Resolution<'_>) {
        if self.check_rout(resolution) {
            return;
        }
        self.stage = Stage::Battle(Step::Combat);
    }

    /// §6.61: who engages guns that nobody has been left to fight with finds them ready for their first fire.
    fn end_engagements(&mut self) {
        for unit in self.units.all() {
            if self.unit(unit).engages && !self.is_engaged(unit) {
                self.unit_mut(unit).engages = false;
            }
        }
    }

    /// §6.33: the side that is routed: in one of its positions only the enemy stands.
    pub(crate) fn routed(&self) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| {
            self.columns().any(|column| {
                let position = (side, column);
                self.stands_in(side.other(), position) && !self.stands_in(side, position)
            })
        })
    }

    /// §6.33: a position in which only the enemy stands is a rout. Gives whether the battle goes another way.
    pub(crate) fn check_rout(&mut self, resolution: &mut Resolution<'_>) -> bool {
        self.end_engagements();
        let sides = Side::ALL.map(|side| self.fighting(side).next().is_some());
        if sides != [true; 2] {
            let victor = Side::ALL.into_iter().find(|&side| sides[side as usize]);
            self.fought_mut().victor = victor;
            self.end_battle(resolution);
            return true;
        }
        let Some(side) = self.routed() else { return false };
        resolution.say("6.33", || format!("The {} side is routed.", side.name()));
        for unit in self.fighting(side).collect::<Vec<_>>() {
            self.lose_step(unit, "6.33", resolution);
        }
        self.fought_mut().victor = Some(side.other());
        self.flee(side, resolution);
        true
    }

    /// §1.22: the battle turn is over; engaged units are revealed, and the other side is next.
    pub(crate) fn end_battle_turn(&mut self, resolution: &mut Resolution<'_>) {
        self.picked = None;
        for side in Side::ALL {
            let engaged: Vec<Unit> = self.fighting(side).filter(|&unit| self.is_engaged(unit)).collect();
            self.reveal(&engaged, "6.5", resolution);
        }
        let (attacker, defender) = (self.fought().attacker, self.fought().defender());
        if self.fought().turn == attacker {
            return self.begin_battle_turn(defender, resolution);
        }
        self.fought_mut().pair += 1;
        if self.fought().pair < PAIRS {
            return self.begin_battle_turn(attacker, resolution);
        }
        self.fall_of_night(resolution);
    }
}
