//! §6.3, §6.4 and §6.8: battle turns, morale and routs.

use muster_contract::OddsTable;
use muster_sdk::Resolution;

use crate::choice::Choice;
use crate::odds::one_die;
use crate::state::{BobbyLee, Stage, Step};
use crate::world::{Side, Unit};

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

    /// §6.4: engaged units at one step are tested; those that fail disengage.
    pub(crate) fn check_morale(&mut self, resolution: &mut Resolution<'_>) {
        let side = self.fought().turn;
        if self.check_rout(resolution) {
            return;
        }
        for unit in self.in_open_order(self.shaken(side)) {
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
        let works = whose == side && self.fought().has_works(side, column);
        let fort = whose == side && self.defends_fortress(side);
        Some(3 - u8::from(works) - u8::from(fort))
    }

    /// §6.4: the chances of what follows once nobody else retreats, unless those who did have left their side to a rout (§6.33).
    pub(crate) fn morale_odds(&self, side: Side, choice: Choice) -> Vec<OddsTable> {
        let tested =
            choice == Choice::Done && self.stage == Stage::Battle(Step::Retreat) && self.routed().is_none();
        let shaken = tested.then(|| self.shaken(side)).into_iter().flatten();
        let test = |unit: Unit| {
            let title = format!("Morale of {}", self.world.unit(unit).name);
            Some(one_die(title, "6.4", self.poor_morale(unit)? + 1, "good", "must disengage"))
        };
        shaken.filter_map(test).collect()
    }

    /// §6.61: guns that moved to engage and are engaged no more have their first short-range fire again.
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

    /// §6.33: a position in which only the enemy stands is a rout. Gives whether the battle has ended, or one side flees.
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
        for unit in self.in_open_order(self.fighting(side)) {
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
