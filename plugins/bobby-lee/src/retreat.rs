//! §6.3 and §6.7: retreats, routs, reinforcements and regrouping.

use muster_sdk::{Decisions, Happenings};

use crate::choice::Choice;
use crate::state::{BobbyLee, Line, Stage, Step};
use crate::world::{Hex, Limits, Side, Unit};

/// Over a pontoon bridge so many retreat in a battle turn (§5.41).
const PONTOON_RETREAT: u8 = 2;
/// Over a pontoon bridge so many reinforce (§5.41).
const PONTOON_REINFORCE: u8 = 1;

impl BobbyLee {
    /// §2.21, §5.41, §6.81: how many units may go over a hexside of the battle in this battle turn, by night twice as many;
    /// over a pontoon bridge the attacker's only.
    pub(crate) fn limits_over(&self, number: usize) -> Limits {
        let (battle, hex) = (self.fought(), self.world.hex(self.fought().hex));
        let way = &hex.ways[number];
        let limits = if battle.pontoons >> number & 1 == 1 {
            Limits { attack: PONTOON_RETREAT, reinforce: PONTOON_REINFORCE }
        } else if way.hexside.passable {
            hex.limits(&way.hexside, self.mud)
        } else {
            Limits { attack: 0, reinforce: 0 }
        };
        let twice = u8::from(battle.night);
        Limits { attack: limits.attack << twice, reinforce: limits.reinforce << twice }
    }

    /// §2.21: how many units may attack, or else retreat, over a hexside of a hex, and how many reinforce: over those of a battle
    /// as in its battle turn.
    pub(crate) fn limits_into(&self, hex: Hex, number: usize) -> Limits {
        let info = self.world.hex(hex);
        let way = &info.ways[number];
        match &self.battle {
            Some(battle) if battle.hex == hex => self.limits_over(number),
            _ if way.hexside.passable => info.limits(&way.hexside, self.mud),
            _ => Limits { attack: 0, reinforce: 0 },
        }
    }

    /// §6.31, §6.32: where a unit of the battle can retreat to by land.
    fn retreats_by_land(&self, unit: Unit) -> impl Iterator<Item = Hex> {
        let side = self.world.unit(unit).side;
        let battle = self.fought();
        let hex = self.world.hex(battle.hex);
        let open = hex.ways.iter().enumerate().filter(move |&(number, way)| {
            let bit = |bits: u8| bits >> number & 1 == 1;
            let entered = bit(battle.entered);
            let allowed = (side == battle.attacker) == entered;
            allowed
                && !self.is_in(side.other(), way.to)
                && battle.retreated[number] < self.limits_over(number).attack
        });
        open.map(|(_, way)| way.to)
    }

    /// The same; and §8.41: whoever invaded goes back by sea.
    fn retreats(&self, unit: Unit) -> impl Iterator<Item = Hex> {
        let (sailed, enemy) = (self.unit(unit).sailed, self.world.unit(unit).side.other());
        let by_sea = sailed.filter(|&port| !self.is_in(enemy, port));
        self.retreats_by_land(unit).chain(by_sea)
    }

    /// Whether a unit can retreat from the battle.
    pub(crate) fn may_retreat(&self, unit: Unit) -> bool {
        self.retreats(unit).next().is_some()
    }

    pub(crate) fn list_retreat(&self, side: Side, list: &mut Decisions<Choice>) {
        if let Some(unit) = self.picked {
            self.retreats(unit).for_each(|to| list.push(Choice::Retreat(to)));
            list.push(Choice::Cancel);
            return;
        }
        for unit in self.fighting(side).filter(|&unit| self.may_retreat(unit)) {
            list.push(Choice::Pick(unit));
        }
        if self.stage == Stage::Battle(Step::Retreat) {
            list.push(Choice::EndRetreat);
        }
    }

    /// §6.3: some of a side's units retreat, at the begin of its battle turn.
    pub(crate) fn take_retreat(&mut self, side: Side, choice: Choice, happenings: &mut Happenings<'_>) {
        match choice {
            Choice::Pick(unit) => self.picked = Some(unit),
            Choice::Retreat(to) => {
                let Some(unit) = self.picked.take() else { return };
                // Whoever is engaged pays as in a rout.
                let gone = self.is_engaged(unit) && self.lose_step(unit, "6.33", happenings);
                if !gone {
                    self.fall_back(unit, to, "6.3", happenings);
                }
                let more = self.fighting(side).any(|unit| self.may_retreat(unit));
                if !more {
                    self.check_morale(happenings);
                }
            }
            Choice::Cancel => self.picked = None,
            _ => self.check_morale(happenings),
        }
    }

    /// §6.1, §6.33, §6.81: all of a side's units must retreat; those that can't are eliminated.
    pub(crate) fn flee(&mut self, side: Side, happenings: &mut Happenings<'_>) {
        self.picked = None;
        self.flee_on(side, happenings);
    }

    fn flee_on(&mut self, side: Side, happenings: &mut Happenings<'_>) {
        let left: Vec<Unit> = self.fighting(side).collect();
        if left.iter().any(|&unit| self.may_retreat(unit)) {
            return self.enter_step(Step::Flee(side), happenings);
        }
        for unit in left {
            self.eliminate(unit, "6.33", happenings);
        }
        self.end_battle(happenings);
    }

    pub(crate) fn take_flight(&mut self, side: Side, choice: Choice, happenings: &mut Happenings<'_>) {
        match choice {
            Choice::Pick(unit) => self.picked = Some(unit),
            Choice::Retreat(to) => {
                let Some(unit) = self.picked.take() else { return };
                self.fall_back(unit, to, "6.31", happenings);
                self.flee_on(side, happenings);
            }
            _ => self.picked = None,
        }
    }

    /// §2.7: notes which hexes around the battle are friendly to whom. That stands until it is over: neither those who retreat
    /// nor those who reinforce change it.
    pub(crate) fn note_friendly(&mut self) {
        let ways = &self.world.hex(self.fought().hex).ways;
        let friendly = Side::ALL.map(|side| {
            ways.iter()
                .enumerate()
                .fold(0, |bits, (number, way)| bits | u8::from(self.is_friendly(side, way.to)) << number)
        });
        self.fought_mut().friendly = friendly;
    }

    /// §6.31, §8.41: what a retreat to a hex costs a step by, if it does: the hex was the enemy's when the battle began, or
    /// the way leads over the sea.
    pub(crate) fn toll(&self, unit: Unit, to: Hex) -> Option<&'static str> {
        let battle = self.fought();
        if self.unit(unit).sailed == Some(to) {
            return Some("8.41");
        }
        let bits = battle.friendly[self.world.unit(unit).side as usize];
        let friendly = self.world.way(battle.hex, to).is_some_and(|number| bits >> number & 1 == 1);
        (!friendly).then_some("6.31")
    }

    /// A unit goes back to an adjacent hex, or by sea, and is disrupted (§6.35).
    fn fall_back(&mut self, unit: Unit, to: Hex, citation: &str, happenings: &mut Happenings<'_>) {
        let toll = self.toll(unit, to);
        let by_sea = self.unit(unit).sailed == Some(to);
        let from = self.fought().hex;
        if let (false, Some(number)) = (by_sea, self.world.way(from, to)) {
            self.fought_mut().retreated[usize::from(number)] += 1;
        }
        let state = self.unit_mut(unit);
        (state.line, state.disrupted, state.half) = (Line::None, true, false);
        (state.came, state.sailed) = (None, None);
        self.move_unit(unit, to, citation, happenings);
        if !toll.is_some_and(|section| self.lose_step(unit, section, happenings)) {
            self.conceal(&[unit], happenings);
        }
    }

    /// §6.7: the units that can come into the battle now.
    pub(crate) fn reserves(&self, side: Side) -> impl Iterator<Item = (Unit, usize)> {
        let battle = self.fought();
        let hex = self.world.hex(battle.hex);
        self.on_map(side).filter_map(move |unit| {
            let (state, at) = (self.unit(unit), self.hex_of(unit)?);
            if state.disrupted || at == battle.hex || self.is_contested(at) {
                return None;
            }
            let number = hex.ways.iter().position(|way| way.to == at)?;
            let bridged = battle.pontoons >> number & 1 == 1;
            let open = side == battle.attacker || !bridged;
            let limit = self.limits_over(number).reinforce;
            (open && battle.reinforced[number] < limit).then_some((unit, number))
        })
    }

    /// Whether any unit can come into the battle.
    pub(crate) fn can_reinforce(&self, side: Side) -> bool {
        self.reserves(side).next().is_some()
    }

    /// The end of a battle turn: reinforcements, if there can be any.
    pub(crate) fn reinforce_or_end(&mut self, happenings: &mut Happenings<'_>) {
        let side = self.fought().turn;
        if self.can_reinforce(side) {
            self.enter_step(Step::Reinforce(side), happenings);
        } else {
            self.end_battle_turn(happenings);
        }
    }

    pub(crate) fn list_reinforcements(&self, side: Side, list: &mut Decisions<Choice>) {
        for (unit, _) in self.reserves(side) {
            list.push(Choice::Bring(unit));
        }
        list.push(Choice::EndReinforce);
    }

    pub(crate) fn take_reinforcement(&mut self, side: Side, choice: Choice, happenings: &mut Happenings<'_>) {
        if let Choice::Bring(unit) = choice {
            self.bring(unit, happenings);
            // By night it has come, and does no more (§6.7).
            let night = self.fought().night;
            let state = self.unit_mut(unit);
            (state.line, state.acted) = (Line::Reserve, night);
            if self.can_reinforce(side) {
                return;
            }
        }
        if self.fought().night {
            self.night_reinforced(Some(side), happenings);
        } else {
            self.end_battle_turn(happenings);
        }
    }

    fn bring(&mut self, unit: Unit, happenings: &mut Happenings<'_>) {
        let side = self.world.unit(unit).side;
        let hex = self.fought().hex;
        let Some(number) = self.hex_of(unit).and_then(|at| self.world.way(hex, at)) else { return };
        let battle = self.fought_mut();
        battle.reinforced[usize::from(number)] += 1;
        if side == battle.attacker {
            battle.entered |= 1 << number;
        }
        // Whoever came by sea to the next port marches now, and has no ships behind him (§8.41).
        self.unit_mut(unit).sailed = None;
        self.move_unit(unit, hex, "6.7", happenings);
    }

    /// §6.34: whether the victor has anything to regroup.
    pub(crate) fn may_regroup(&self, side: Side) -> bool {
        self.regroupers(side).next().is_some() || self.can_reinforce(side)
    }

    /// The victor's units that can leave the battle hex.
    fn regroupers(&self, side: Side) -> impl Iterator<Item = Unit> {
        let hex = self.fought().hex;
        self.in_hex(side, hex).filter(|&unit| !self.unit(unit).disrupted && self.may_retreat(unit))
    }

    pub(crate) fn list_regroup(&self, side: Side, list: &mut Decisions<Choice>) {
        let battle = self.fought();
        if let Some(unit) = self.picked {
            self.retreats(unit).for_each(|to| list.push(Choice::Retreat(to)));
            list.push(Choice::Cancel);
            return;
        }
        if battle.regrouping != Some(false) {
            self.regroupers(side).for_each(|unit| list.push(Choice::Pick(unit)));
        }
        if battle.regrouping != Some(true) {
            self.reserves(side).for_each(|(unit, _)| list.push(Choice::Bring(unit)));
        }
        list.push(Choice::EndRegroup);
    }

    pub(crate) fn take_regroup(&mut self, _: Side, choice: Choice, happenings: &mut Happenings<'_>) {
        match choice {
            Choice::Pick(unit) => self.picked = Some(unit),
            Choice::Cancel => self.picked = None,
            Choice::Retreat(to) => {
                let Some(unit) = self.picked.take() else { return };
                self.fought_mut().regrouping = Some(true);
                self.fall_back(unit, to, "6.34", happenings);
            }
            Choice::Bring(unit) => {
                self.fought_mut().regrouping = Some(false);
                self.bring(unit, happenings);
                self.unit_mut(unit).disrupted = true;
            }
            _ => {
                self.control_towns(happenings);
                self.begin_battles(happenings);
            }
        }
    }
}
