//! §6.3 and §6.7: retreats, routs, reinforcements and regrouping.

use muster_contract::ChoiceDetails;
use muster_sdk::{Decisions, May, Resolution, Why, ensure, line};

use crate::choice::Choice;
use crate::state::{BobbyLee, Line, Stage, Step};
use crate::world::{Hex, Limits, Side, Unit};

/// Over a pontoon bridge so many retreat in a battle turn (§5.41).
const PONTOON_RETREAT: u8 = 2;
/// Over a pontoon bridge so many reinforce (§5.41).
const PONTOON_REINFORCE: u8 = 1;
const ONE_WAY: &str = "Who regroups retreats or reinforces, not both.";

impl BobbyLee {
    /// How many units may go over a hexside of the battle in this battle turn.
    pub(crate) fn limits_over(&self, number: usize) -> Limits {
        self.limits_into(self.fought().hex, number)
    }

    /// §2.21: how many units may attack, or else retreat, over a hexside of a hex, and how many reinforce: over those of a battle
    /// by night twice as many (§6.81), and over a pontoon bridge of the attacker's (§5.41).
    pub(crate) fn limits_into(&self, hex: Hex, number: usize) -> Limits {
        let (info, battle) = (self.world.hex(hex), self.battle.as_ref().filter(|battle| battle.hex == hex));
        let hexside = &info.ways[number].hexside;
        let limits = if battle.is_some_and(|battle| battle.pontoons >> number & 1 == 1) {
            Limits { attack: PONTOON_RETREAT, reinforce: PONTOON_REINFORCE }
        } else if hexside.passable {
            info.limits(hexside, self.mud)
        } else {
            Limits { attack: 0, reinforce: 0 }
        };
        let twice = u8::from(battle.is_some_and(|battle| battle.night));
        Limits { attack: limits.attack << twice, reinforce: limits.reinforce << twice }
    }

    /// §6.31, §6.32: whether units of a side may retreat over this hexside of the battle.
    fn may_retreat_over(&self, side: Side, number: usize) -> May {
        let battle = self.fought();
        let to = self.world.hex(battle.hex).ways[number].to;
        ensure(!self.is_in(side.other(), to), "The enemy is there.", "6.31")?;
        let (attacks, entered) = (side == battle.attacker, battle.entered >> number & 1 == 1);
        ensure(entered || !attacks, "The attacker goes back over hexsides that he came by.", "6.31")?;
        ensure(attacks || !entered, "The attacker came over this hexside.", "6.31")?;
        let limit = self.limits_over(number).attack;
        ensure(limit > 0, "The hexside can't be crossed.", "2.21")?;
        let room = battle.retreated[number] < limit;
        ensure(room, "No more can go back over this hexside in this battle turn.", "6.32")
    }

    /// The same of a unit and a hex; and §8.41: a unit that invaded may go back by sea.
    pub(crate) fn may_retreat_to(&self, unit: Unit, hex: Hex) -> May {
        let side = self.world.unit(unit).side;
        match self.world.way(self.fought().hex, hex) {
            Some(number) => self.may_retreat_over(side, number.into()),
            None => {
                let sailed = self.unit(unit).sailed == Some(hex);
                ensure(sailed, "It isn't adjacent to the battle.", "6.31")?;
                ensure(!self.is_in(side.other(), hex), "The enemy is there.", "6.31")
            }
        }
    }

    /// Where a unit of the battle can retreat to.
    fn retreats(&self, unit: Unit) -> impl Iterator<Item = Hex> {
        let (sailed, side) = (self.unit(unit).sailed, self.world.unit(unit).side);
        let by_sea = sailed.filter(|&port| !self.is_in(side.other(), port));
        let ways = self.world.hex(self.fought().hex).ways.iter().enumerate();
        let by_land = ways.filter(move |&(number, _)| self.may_retreat_over(side, number).is_ok());
        by_land.map(|(_, way)| way.to).chain(by_sea)
    }

    /// Whether a unit can retreat from the battle.
    pub(crate) fn may_retreat(&self, unit: Unit) -> May {
        let open = self.retreats(unit).next().is_some();
        ensure(open, "No hexside is open to its retreat, or no more can go over it.", "6.32")
    }

    /// Those of a side who can.
    pub(crate) fn retreaters(&self, side: Side) -> impl Iterator<Item = Unit> {
        self.fighting(side).filter(|&unit| self.may_retreat(unit).is_ok())
    }

    pub(crate) fn list_retreat(&self, side: Side, list: &mut Decisions<Choice>) {
        if let Some(unit) = self.picked {
            return list.extend(self.retreats(unit).map(Choice::Retreat));
        }
        list.extend(self.retreaters(side).map(Choice::Pick));
        list.push_if(self.stage == Stage::Battle(Step::Retreat), Choice::Done);
    }

    /// What a retreat costs (§6.31, §6.33, §8.41), and the rout that follows when nobody else retreats.
    pub(crate) fn retreat_details(&self, side: Side, choice: Choice, details: &mut ChoiceDetails) {
        let at_begin = self.stage == Stage::Battle(Step::Retreat);
        let mut add = |text: &str, citation: &str| details.consequences.push(line(text, citation));
        if choice == Choice::Done && at_begin && self.routed() == Some(side) {
            let text =
                "The enemy stands alone in a position: each of your units loses a step and must retreat.";
            add(text, "6.33");
        }
        if let (Choice::Retreat(to), Some(unit)) = (choice, self.picked) {
            if at_begin && self.is_engaged(unit) {
                add("It leaves an engagement: it loses a step before it goes.", "6.33");
            }
            match self.toll(unit, to) {
                Some("8.41") => add("It loses a step on the voyage.", "8.41"),
                Some(_) => add("The hex was the enemy's when the battle began: it loses a step.", "6.31"),
                None => {}
            }
            self.path_details(to, details);
        }
    }

    /// §6.3: some of a side's units retreat, at the begin of its battle turn.
    pub(crate) fn take_retreat(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let (Choice::Retreat(to), Some(unit)) = (choice, self.picked.take()) else {
            return self.check_morale(resolution);
        };
        // An engaged unit loses a step, as in a rout.
        let gone = self.is_engaged(unit) && self.lose_step(unit, "6.33", resolution);
        if !gone {
            self.fall_back(unit, to, "6.3", resolution);
        }
        if self.retreaters(side).next().is_none() {
            self.check_morale(resolution);
        }
    }

    /// §6.1, §6.33, §6.81: all of a side's units must retreat; those that can't are eliminated.
    pub(crate) fn flee(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        self.picked = None;
        if self.retreaters(side).next().is_some() {
            return self.enter_step(Step::Flee(side), resolution);
        }
        for unit in self.in_open_order(self.fighting(side)) {
            self.eliminate(unit, "6.33", resolution);
        }
        self.end_battle(resolution);
    }

    pub(crate) fn take_flight(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        if let (Choice::Retreat(to), Some(unit)) = (choice, self.picked.take()) {
            self.fall_back(unit, to, "6.31", resolution);
            self.flee(side, resolution);
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
    fn fall_back(&mut self, unit: Unit, to: Hex, citation: &str, resolution: &mut Resolution<'_>) {
        let toll = self.toll(unit, to);
        let by_sea = self.unit(unit).sailed == Some(to);
        let from = self.fought().hex;
        if let (false, Some(number)) = (by_sea, self.world.way(from, to)) {
            self.fought_mut().retreated[usize::from(number)] += 1;
        }
        let state = self.unit_mut(unit);
        (state.line, state.disrupted, state.half) = (Line::None, true, false);
        (state.came, state.sailed) = (None, None);
        self.move_unit(unit, to, citation, resolution);
        if !toll.is_some_and(|section| self.lose_step(unit, section, resolution)) {
            self.conceal(&[unit], resolution);
        }
    }

    /// §6.7, §6.71: whether a unit may come into the battle now.
    pub(crate) fn may_reinforce(&self, unit: Unit) -> May {
        let (battle, side) = (self.fought(), self.world.unit(unit).side);
        let hex = self.world.hex(battle.hex);
        ensure(!self.unit(unit).disrupted, "It retreated or regrouped in this player turn.", "6.35")?;
        let number = self.hex_of(unit).and_then(|at| hex.ways.iter().position(|way| way.to == at));
        let number = number.ok_or(Why { text: "It isn't in an adjacent hex.", citation: "6.7" })?;
        ensure(battle.regrouping != Some(true), ONE_WAY, "6.34")?;
        let way = &hex.ways[number];
        ensure(!self.is_contested(way.to), "A battle is still to be fought where it stands.", "6.7")?;
        let bridged = side == battle.attacker && battle.pontoons >> number & 1 == 1;
        let text = "A river without a crossing: only the attacker comes over it, by a pontoon bridge that he attacked over.";
        ensure(bridged || !way.hexside.bare_river, text, "5.41")?;
        ensure(bridged || way.hexside.passable, "The hexside can't be crossed.", "6.71")?;
        let limit = self.limits_over(number).reinforce;
        ensure(limit > 0, "Nobody reinforces over this hexside in mud.", "2.21")?;
        let room = battle.reinforced[number] < limit;
        ensure(room, "No more can come over its hexside in this battle turn.", "6.71")
    }

    /// The units that can come into the battle now.
    pub(crate) fn reserves(&self, side: Side) -> impl Iterator<Item = Unit> {
        self.on_map(side).filter(|&unit| self.may_reinforce(unit).is_ok())
    }

    /// Whether any unit can come into the battle.
    pub(crate) fn can_reinforce(&self, side: Side) -> bool {
        self.reserves(side).next().is_some()
    }

    /// The end of a battle turn: reinforcements, if there can be any.
    pub(crate) fn reinforce_or_end(&mut self, resolution: &mut Resolution<'_>) {
        let side = self.fought().turn;
        if self.can_reinforce(side) {
            self.enter_step(Step::Reinforce(side), resolution);
        } else {
            self.end_battle_turn(resolution);
        }
    }

    pub(crate) fn list_reinforcements(&self, side: Side, list: &mut Decisions<Choice>) {
        list.extend(self.reserves(side).map(Choice::Bring));
        list.push(Choice::Done);
    }

    pub(crate) fn take_reinforcement(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        if let Choice::Bring(unit) = choice {
            self.bring(unit, resolution);
            // By night it does no more (§6.7).
            let night = self.fought().night;
            let state = self.unit_mut(unit);
            (state.line, state.acted) = (Line::Reserve, night);
            if self.can_reinforce(side) {
                return;
            }
        }
        if self.fought().night {
            self.go_on_by_night(Step::Reinforce(side), resolution);
        } else {
            self.end_battle_turn(resolution);
        }
    }

    fn bring(&mut self, unit: Unit, resolution: &mut Resolution<'_>) {
        let side = self.world.unit(unit).side;
        let hex = self.fought().hex;
        let Some(number) = self.hex_of(unit).and_then(|at| self.world.way(hex, at)) else { return };
        let battle = self.fought_mut();
        battle.reinforced[usize::from(number)] += 1;
        if side == battle.attacker {
            battle.entered |= 1 << number;
        }
        // A unit that invaded the next port marches now, and can't go back by sea (§8.41).
        self.unit_mut(unit).sailed = None;
        self.move_unit(unit, hex, "6.7", resolution);
    }

    /// §6.34: whether the victor has anything to regroup.
    pub(crate) fn may_regroup(&self, side: Side) -> bool {
        self.regroupers(side).next().is_some() || self.can_reinforce(side)
    }

    /// Whether a unit of the victor may leave the battle hex.
    pub(crate) fn may_leave(&self, unit: Unit) -> May {
        ensure(!self.unit(unit).disrupted, "It retreated or regrouped in this player turn.", "6.35")?;
        ensure(self.fought().regrouping != Some(false), ONE_WAY, "6.34")?;
        self.may_retreat(unit)
    }

    fn regroupers(&self, side: Side) -> impl Iterator<Item = Unit> {
        self.in_hex(side, self.fought().hex).filter(|&unit| self.may_leave(unit).is_ok())
    }

    pub(crate) fn list_regroup(&self, side: Side, list: &mut Decisions<Choice>) {
        if let Some(unit) = self.picked {
            return list.extend(self.retreats(unit).map(Choice::Retreat));
        }
        list.extend(self.regroupers(side).map(Choice::Pick));
        list.extend(self.reserves(side).map(Choice::Bring));
        list.push(Choice::Done);
    }

    pub(crate) fn take_regroup(&mut self, _: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        match (choice, self.picked.take()) {
            (Choice::Retreat(to), Some(unit)) => {
                self.fought_mut().regrouping = Some(true);
                self.fall_back(unit, to, "6.34", resolution);
            }
            (Choice::Bring(unit), _) => {
                self.fought_mut().regrouping = Some(false);
                self.bring(unit, resolution);
                self.unit_mut(unit).disrupted = true;
            }
            _ => {
                self.control_towns(resolution);
                self.begin_battles(resolution);
            }
        }
    }
}
