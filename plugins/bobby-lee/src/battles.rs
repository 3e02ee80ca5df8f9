//! §6.0 to §6.2: which battles are fought, skirmishes, and how a battle is laid out.

use muster_sdk::{Decisions, Happenings};

use crate::choice::Choice;
use crate::state::{Battle, BobbyLee, Hits, HitsOn, Line, Stage, Step};
use crate::words::does;
use crate::world::{CENTER, COLUMNS, Hex, Kind, Side, Unit};

/// A side with this many units or fewer fights only a skirmish (§6.1).
const FEW: u8 = 2;

impl BobbyLee {
    /// Whether a battle in this hex would be a skirmish (§6.1).
    fn is_skirmish(&self, hex: Hex) -> bool {
        Side::ALL.iter().any(|&side| self.count(side, hex) <= FEW)
    }

    /// §6.0: skirmishes first, then battles, in the active player's order.
    pub(crate) fn begin_battles(&mut self, happenings: &mut Happenings<'_>) {
        self.battle = None;
        let pending = self.pending();
        match pending[..] {
            [] => self.end_turn(happenings),
            [only] => self.fight(only, happenings),
            _ => self.enter(Stage::ChooseBattle, happenings),
        }
    }

    fn pending(&self) -> Vec<Hex> {
        let attacked = |unit: Unit| self.hex_of(unit).filter(|&hex| self.is_contested(hex));
        let mut all: Vec<Hex> = self.on_map(self.active).filter_map(attacked).collect();
        all.sort_unstable();
        all.dedup();
        let small: Vec<Hex> = all.iter().copied().filter(|&hex| self.is_skirmish(hex)).collect();
        if small.is_empty() { all } else { small }
    }

    pub(crate) fn list_battles(&self, _: Side, list: &mut Decisions<Choice>) {
        self.pending().into_iter().for_each(|hex| list.push(Choice::Fight(hex)));
    }

    pub(crate) fn take_battle(&mut self, _: Side, choice: Choice, happenings: &mut Happenings<'_>) {
        if let Choice::Fight(hex) = choice {
            self.fight(hex, happenings);
        }
    }

    fn fight(&mut self, hex: Hex, happenings: &mut Happenings<'_>) {
        let skirmish = self.is_skirmish(hex);
        let mut battle = Battle::new(hex, self.active, skirmish);
        for (number, way) in self.world.hex(hex).ways.iter().enumerate() {
            let came = |unit: Unit| self.unit(unit).came == Some(way.edge);
            if self.in_hex(self.active, hex).any(came) {
                battle.entered |= 1 << number;
                battle.pontoons |= u8::from(!way.hexside.passable) << number;
            }
        }
        let (attacker, defender) = (battle.attacker, battle.defender());
        self.battle = Some(Box::new(battle));
        self.note_friendly();
        let kind = if skirmish { "skirmish" } else { "battle" };
        happenings.say("6.0", || format!("A {kind} at {}.", self.world.hex(hex).called));
        for side in [attacker, defender] {
            let units: Vec<Unit> = self.in_hex(side, hex).collect();
            for unit in units {
                let state = self.unit_mut(unit);
                (state.line, state.acted, state.half) = (Line::Reserve, false, false);
                (state.spent, state.engages) = (false, false);
            }
        }
        if skirmish {
            self.skirmish(happenings);
        } else {
            self.set_battle_turn(defender);
            self.enter_step(Step::Deploy(defender), happenings);
        }
    }

    /// The battle that is fought.
    pub(crate) fn fought(&self) -> &Battle {
        self.battle.as_ref().expect("a battle is fought in its steps")
    }

    pub(crate) fn fought_mut(&mut self) -> &mut Battle {
        self.battle.as_mut().expect("a battle is fought in its steps")
    }

    pub(crate) fn set_battle_turn(&mut self, side: Side) {
        self.fought_mut().turn = side;
    }

    /// A side's units in the battle.
    pub(crate) fn fighting(&self, side: Side) -> impl Iterator<Item = Unit> {
        self.world.of_side(side).filter(|&unit| self.unit(unit).line != Line::None)
    }

    /// §6.1: everybody is revealed, and the defender fires.
    fn skirmish(&mut self, happenings: &mut Happenings<'_>) {
        for side in [self.fought().attacker, self.fought().defender()] {
            let units: Vec<Unit> = self.fighting(side).collect();
            self.reveal(&units, "6.1", happenings);
        }
        let defender = self.fought().defender();
        self.skirmish_fire(defender, happenings);
    }

    /// §6.1: all units of a side fire at F1; infantry that defends a forest at F2.
    fn skirmish_fire(&mut self, side: Side, happenings: &mut Happenings<'_>) {
        self.set_battle_turn(side);
        let woods = self.world.hex(self.fought().hex).woods && side == self.fought().defender();
        let units: Vec<Unit> = self.fighting(side).collect();
        let mut hits = 0u8;
        for unit in units {
            let firepower = 1 + u8::from(woods && self.world.unit(unit).kind == Kind::Infantry);
            let dice = self.unit(unit).strength;
            let (dice, firepower) = self.hook_fire(unit, dice, firepower, happenings);
            let faces = self.roll_fire(unit, dice, firepower, "6.1", happenings);
            hits += faces.iter().filter(|&&face| face <= firepower).count() as u8;
        }
        self.fought_mut().hits = Some(Hits { side: side.other(), on: HitsOn::All, left: hits });
        self.suffer(happenings);
    }

    /// §6.1: the exchange goes on, or one side must retreat.
    pub(crate) fn skirmish_on(&mut self, happenings: &mut Happenings<'_>) {
        let (attacker, defender) = (self.fought().attacker, self.fought().defender());
        let count = |game: &Self, side: Side| game.fighting(side).count();
        if self.fought().turn == defender && count(self, attacker) > 0 {
            return self.skirmish_fire(attacker, happenings);
        }
        let (attackers, defenders) = (count(self, attacker), count(self, defender));
        let fortress = self.world.hex(self.fought().hex).fortress;
        let loser = match (attackers, defenders) {
            (0, _) | (_, 0) => None,
            _ if fortress || attackers <= defenders => Some(attacker),
            _ => Some(defender),
        };
        self.fought_mut().victor = match (attackers, defenders, loser) {
            (0, 0, _) => None,
            (0, ..) => Some(defender),
            (_, 0, _) => Some(attacker),
            (.., loser) => loser.map(Side::other),
        };
        match loser {
            Some(side) => self.flee(side, happenings),
            None => self.end_battle(happenings),
        }
    }

    /// Goes to a step of the battle.
    pub(crate) fn enter_step(&mut self, step: Step, happenings: &mut Happenings<'_>) {
        self.enter(Stage::Battle(step), happenings);
    }

    /// The columns in which a side can stand: only the centre in a fortress (§6.65).
    pub(crate) fn columns(&self) -> std::ops::Range<u8> {
        if self.world.hex(self.fought().hex).fortress { CENTER..CENTER + 1 } else { 0..COLUMNS }
    }

    pub(crate) fn list_deployment(&self, side: Side, list: &mut Decisions<Choice>) {
        let (open, left) = self.undeployed(side);
        if self.picked.is_some() {
            // The last ones must fill the positions that are still empty.
            let short = left <= open.len();
            let columns = self.columns().filter(|column| !short || open.contains(column));
            columns.for_each(|column| list.push(Choice::Post(column)));
            if !short {
                list.push(Choice::PostReserve);
            }
            list.push(Choice::Cancel);
            return;
        }
        // Each is placed once; what isn't placed is in reserve.
        for unit in self.fighting(side).filter(|&unit| !self.unit(unit).acted) {
            list.push(Choice::Pick(unit));
        }
        if open.is_empty() {
            list.push(Choice::EndDeploy);
        }
    }

    /// The positions that are still empty, and how many units are still to be placed.
    fn undeployed(&self, side: Side) -> (Vec<u8>, usize) {
        let empty = |&column: &u8| !self.fighting(side).any(|one| self.unit(one).line == Line::Own(column));
        let left = self.fighting(side).filter(|&one| !self.unit(one).acted).count();
        (self.columns().filter(empty).collect(), left)
    }

    pub(crate) fn take_deployment(&mut self, side: Side, choice: Choice, happenings: &mut Happenings<'_>) {
        match choice {
            Choice::Pick(unit) => self.picked = Some(unit),
            Choice::Post(_) | Choice::PostReserve => {
                let Some(unit) = self.picked.take() else { return };
                let line = match choice {
                    Choice::Post(column) => Line::Own(column),
                    _ => Line::Reserve,
                };
                self.unit_mut(unit).acted = true;
                self.take_stand(unit, line, "6.2", happenings, |name| {
                    does(name, "takes position.", "take position.")
                });
                if self.undeployed(side).1 == 0 {
                    self.deployed(side, happenings);
                }
            }
            Choice::EndDeploy => self.deployed(side, happenings),
            _ => self.picked = None,
        }
    }

    fn deployed(&mut self, side: Side, happenings: &mut Happenings<'_>) {
        self.picked = None;
        let (attacker, defender) = (self.fought().attacker, self.fought().defender());
        if side == defender {
            if self.works_left(side) > 0 {
                return self.enter_step(Step::Entrench(side), happenings);
            }
            return self.attacker_deploys(happenings);
        }
        self.begin_battle_turn(attacker, happenings);
    }

    fn attacker_deploys(&mut self, happenings: &mut Happenings<'_>) {
        let attacker = self.fought().attacker;
        self.set_battle_turn(attacker);
        self.enter_step(Step::Deploy(attacker), happenings);
    }

    /// §6.9: how many entrenchments a side can still place: one in 1862, two in 1863, then three. None in its own fortress.
    pub(crate) fn works_left(&self, side: Side) -> u8 {
        let battle = self.fought();
        if self.world.hex(battle.hex).fortress && side == battle.defender() {
            return 0;
        }
        let most = self.year.saturating_sub(1861).min(3) as u8;
        let placed = battle.works[side as usize].iter().filter(|&&works| works).count() as u8;
        let free = self.columns().any(|column| self.may_entrench(side, column));
        if free { most.saturating_sub(placed) } else { 0 }
    }

    fn may_entrench(&self, side: Side, column: u8) -> bool {
        !self.fought().works[side as usize][usize::from(column)]
            && self.fighting(side).any(|unit| self.unit(unit).line == Line::Own(column))
    }

    pub(crate) fn list_entrenchments(&self, side: Side, list: &mut Decisions<Choice>) {
        for column in self.columns().filter(|&column| self.may_entrench(side, column)) {
            list.push(Choice::Entrench(column));
        }
        list.push(Choice::EndEntrench);
    }

    pub(crate) fn take_entrenchment(&mut self, side: Side, choice: Choice, happenings: &mut Happenings<'_>) {
        if let Choice::Entrench(column) = choice {
            self.fought_mut().works[side as usize][usize::from(column)] = true;
            happenings.say("6.9", || format!("The {} side entrenches.", side.name()));
            if self.works_left(side) > 0 {
                return;
            }
        }
        if self.fought().night {
            self.night_entrenched(side, happenings);
        } else {
            self.attacker_deploys(happenings);
        }
    }

    /// The battle is over: everybody stands upright again, towns change hands, and the victor may regroup.
    pub(crate) fn end_battle(&mut self, happenings: &mut Happenings<'_>) {
        self.picked = None;
        let (hex, victor, skirmish) = {
            let battle = self.fought();
            (battle.hex, battle.victor, battle.skirmish)
        };
        let leaders = self.fought().leaders;
        for side in Side::ALL {
            let units: Vec<Unit> = self.fighting(side).collect();
            for &unit in &units {
                let state = self.unit_mut(unit);
                (state.line, state.half, state.acted) = (Line::None, false, false);
                (state.spent, state.engages) = (false, false);
                (state.came, state.sailed) = (None, None);
            }
            self.conceal(&units, happenings);
        }
        // One who would have fought on from elsewhere, had the enemy not given up (§6.81).
        for leader in leaders.into_iter().flatten() {
            if self.knows(None, leader) && self.hex_of(leader).is_some() {
                self.conceal(&[leader], happenings);
            }
        }
        happenings.say("6.0", || match victor {
            Some(side) => format!("The {} side holds {}.", side.name(), self.world.hex(hex).called),
            None => format!("Nobody is left at {}.", self.world.hex(hex).called),
        });
        self.control_towns(happenings);
        self.fought_mut().hits = None;
        if !skirmish && victor.is_some_and(|side| self.may_regroup(side)) {
            return self.enter_step(Step::Regroup, happenings);
        }
        self.begin_battles(happenings);
    }
}
