//! §6.0 to §6.2: which battles are fought, skirmishes, and how a battle is laid out.

use muster_sdk::{Decisions, Happenings};

use crate::choice::Choice;
use crate::state::{Battle, BobbyLee, Hits, HitsOn, Line, Stage, Step};
use crate::words::does;
use crate::world::{CENTER, COLUMNS, Hex, Kind, Side, Unit, World};

/// A side with this many units or fewer fights only a skirmish (§6.1).
const FEW: u8 = 2;

impl BobbyLee {
    /// Whether a battle in this hex would be a skirmish (§6.1).
    fn is_skirmish(&self, world: &World, hex: Hex) -> bool {
        Side::ALL.iter().any(|&side| self.count(world, side, hex) <= FEW)
    }

    /// §6.0: skirmishes first, then battles, in the active player's order.
    pub(crate) fn begin_battles(&mut self, world: &World, happenings: &mut Happenings<'_>) {
        self.battle = None;
        let pending = self.pending(world);
        match pending[..] {
            [] => self.end_turn(world, happenings),
            [only] => self.fight(world, only, happenings),
            _ => self.enter(Stage::ChooseBattle, happenings),
        }
    }

    fn pending(&self, world: &World) -> Vec<Hex> {
        let attacked = |unit: Unit| self.hex_of(unit).filter(|&hex| self.is_contested(world, hex));
        let mut all: Vec<Hex> = self.on_map(world, self.active).filter_map(attacked).collect();
        all.sort_unstable();
        all.dedup();
        let small: Vec<Hex> = all.iter().copied().filter(|&hex| self.is_skirmish(world, hex)).collect();
        if small.is_empty() { all } else { small }
    }

    pub(crate) fn list_battles(&self, world: &World, list: &mut Decisions<Choice>) {
        list.open(self.seat_of(self.active), "choose-battle");
        for hex in self.pending(world) {
            list.push(Choice::Fight(hex));
        }
    }

    pub(crate) fn fight(&mut self, world: &World, hex: Hex, happenings: &mut Happenings<'_>) {
        let skirmish = self.is_skirmish(world, hex);
        let mut battle = Battle::new(hex, self.active, skirmish);
        for (number, way) in world.hex(hex).ways.iter().enumerate() {
            let came = |unit: Unit| self.unit(unit).came == Some(way.edge);
            if self.in_hex(world, self.active, hex).any(came) {
                battle.entered |= 1 << number;
                battle.pontoons |= u8::from(!way.hexside.passable) << number;
            }
        }
        let (attacker, defender) = (battle.attacker, battle.defender());
        self.battle = Some(Box::new(battle));
        self.note_friendly(world);
        let kind = if skirmish { "skirmish" } else { "battle" };
        happenings.say("6.0", || format!("A {kind} at {}.", world.hex(hex).called));
        for side in [attacker, defender] {
            let units: Vec<Unit> = self.in_hex(world, side, hex).collect();
            for unit in units {
                let state = self.unit_mut(unit);
                (state.line, state.acted, state.half) = (Line::Reserve, false, false);
                (state.spent, state.engages) = (false, false);
            }
        }
        if skirmish {
            self.skirmish(world, happenings);
        } else {
            self.set_battle_turn(defender);
            self.enter_step(world, Step::Deploy(defender), happenings);
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
    pub(crate) fn fighting<'a>(&'a self, world: &'a World, side: Side) -> impl Iterator<Item = Unit> + 'a {
        world.of_side(side).filter(|&unit| self.unit(unit).line != Line::None)
    }

    /// §6.1: everybody is revealed, and the defender fires.
    fn skirmish(&mut self, world: &World, happenings: &mut Happenings<'_>) {
        for side in [self.fought().attacker, self.fought().defender()] {
            let units: Vec<Unit> = self.fighting(world, side).collect();
            self.reveal(world, &units, "6.1", happenings);
        }
        let defender = self.fought().defender();
        self.skirmish_fire(world, defender, happenings);
    }

    /// §6.1: all units of a side fire at F1; infantry that defends a forest at F2.
    fn skirmish_fire(&mut self, world: &World, side: Side, happenings: &mut Happenings<'_>) {
        self.set_battle_turn(side);
        let woods = world.hex(self.fought().hex).woods && side == self.fought().defender();
        let units: Vec<Unit> = self.fighting(world, side).collect();
        let mut hits = 0u8;
        for unit in units {
            let firepower = 1 + u8::from(woods && world.unit(unit).kind == Kind::Infantry);
            let dice = self.unit(unit).strength;
            let (dice, firepower) = self.hook_fire(world, unit, dice, firepower, happenings);
            let faces = self.roll_fire(world, unit, dice, firepower, "6.1", happenings);
            hits += faces.iter().filter(|&&face| face <= firepower).count() as u8;
        }
        self.fought_mut().hits = Some(Hits { side: side.other(), on: HitsOn::All, left: hits });
        self.suffer(world, happenings);
    }

    /// §6.1: the exchange goes on, or one side must retreat.
    pub(crate) fn skirmish_on(&mut self, world: &World, happenings: &mut Happenings<'_>) {
        let (attacker, defender) = (self.fought().attacker, self.fought().defender());
        let count = |game: &Self, side: Side| game.fighting(world, side).count();
        if self.fought().turn == defender && count(self, attacker) > 0 {
            return self.skirmish_fire(world, attacker, happenings);
        }
        let (attackers, defenders) = (count(self, attacker), count(self, defender));
        let fortress = world.hex(self.fought().hex).fortress;
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
            Some(side) => self.flee(world, side, happenings),
            None => self.end_battle(world, happenings),
        }
    }

    /// Goes to a step of the battle.
    pub(crate) fn enter_step(&mut self, _world: &World, step: Step, happenings: &mut Happenings<'_>) {
        self.enter(Stage::Battle(step), happenings);
    }

    /// The columns in which a side can stand: only the centre in a fortress (§6.65).
    pub(crate) fn columns(&self, world: &World) -> std::ops::Range<u8> {
        if world.hex(self.fought().hex).fortress { CENTER..CENTER + 1 } else { 0..COLUMNS }
    }

    pub(crate) fn list_deployment(&self, world: &World, side: Side, list: &mut Decisions<Choice>) {
        list.open(self.seat_of(side), "deploy-battle");
        let (open, left) = self.undeployed(world, side);
        if self.picked.is_some() {
            // The last ones must fill the positions that are still empty.
            let short = left <= open.len();
            let columns = self.columns(world).filter(|column| !short || open.contains(column));
            columns.for_each(|column| list.push(Choice::Post(column)));
            if !short {
                list.push(Choice::PostReserve);
            }
            list.push(Choice::Cancel);
            return;
        }
        // Each is placed once; what isn't placed is in reserve.
        for unit in self.fighting(world, side).filter(|&unit| !self.unit(unit).acted) {
            list.push(Choice::Pick(unit));
        }
        if open.is_empty() {
            list.push(Choice::EndDeploy);
        }
    }

    /// The positions that are still empty, and how many units are still to be placed.
    fn undeployed(&self, world: &World, side: Side) -> (Vec<u8>, usize) {
        let empty =
            |&column: &u8| !self.fighting(world, side).any(|one| self.unit(one).line == Line::Own(column));
        let left = self.fighting(world, side).filter(|&one| !self.unit(one).acted).count();
        (self.columns(world).filter(empty).collect(), left)
    }

    pub(crate) fn take_deployment(
        &mut self,
        world: &World,
        side: Side,
        choice: Choice,
        happenings: &mut Happenings<'_>,
    ) {
        match choice {
            Choice::Pick(unit) => self.picked = Some(unit),
            Choice::Post(_) | Choice::PostReserve => {
                let Some(unit) = self.picked.take() else { return };
                let line = match choice {
                    Choice::Post(column) => Line::Own(column),
                    _ => Line::Reserve,
                };
                self.unit_mut(unit).acted = true;
                self.take_stand(world, unit, line, "6.2", happenings, |name| {
                    does(name, "takes position.", "take position.")
                });
                if self.undeployed(world, side).1 == 0 {
                    self.deployed(world, side, happenings);
                }
            }
            Choice::EndDeploy => self.deployed(world, side, happenings),
            _ => self.picked = None,
        }
    }

    fn deployed(&mut self, world: &World, side: Side, happenings: &mut Happenings<'_>) {
        self.picked = None;
        let (attacker, defender) = (self.fought().attacker, self.fought().defender());
        if side == defender {
            if self.works_left(world, side) > 0 {
                return self.enter_step(world, Step::Entrench(side), happenings);
            }
            return self.attacker_deploys(world, happenings);
        }
        self.begin_battle_turn(world, attacker, happenings);
    }

    fn attacker_deploys(&mut self, world: &World, happenings: &mut Happenings<'_>) {
        let attacker = self.fought().attacker;
        self.set_battle_turn(attacker);
        self.enter_step(world, Step::Deploy(attacker), happenings);
    }

    /// §6.9: how many entrenchments a side can still place: one in 1862, two in 1863, then three. None in its own fortress.
    pub(crate) fn works_left(&self, world: &World, side: Side) -> u8 {
        let battle = self.fought();
        if world.hex(battle.hex).fortress && side == battle.defender() {
            return 0;
        }
        let most = self.year.saturating_sub(1861).min(3) as u8;
        let placed = battle.works[side as usize].iter().filter(|&&works| works).count() as u8;
        let free = self.columns(world).any(|column| self.may_entrench(world, side, column));
        if free { most.saturating_sub(placed) } else { 0 }
    }

    fn may_entrench(&self, world: &World, side: Side, column: u8) -> bool {
        !self.fought().works[side as usize][usize::from(column)]
            && self.fighting(world, side).any(|unit| self.unit(unit).line == Line::Own(column))
    }

    pub(crate) fn list_entrenchments(&self, world: &World, side: Side, list: &mut Decisions<Choice>) {
        list.open(self.seat_of(side), "entrench");
        for column in self.columns(world).filter(|&column| self.may_entrench(world, side, column)) {
            list.push(Choice::Entrench(column));
        }
        list.push(Choice::EndEntrench);
    }

    pub(crate) fn take_entrenchment(
        &mut self,
        world: &World,
        side: Side,
        choice: Choice,
        happenings: &mut Happenings<'_>,
    ) {
        if let Choice::Entrench(column) = choice {
            self.fought_mut().works[side as usize][usize::from(column)] = true;
            happenings.say("6.9", || format!("The {} side entrenches.", side.name()));
            if self.works_left(world, side) > 0 {
                return;
            }
        }
        if self.fought().night {
            self.night_entrenched(world, side, happenings);
        } else {
            self.attacker_deploys(world, happenings);
        }
    }

    /// The battle is over: everybody stands upright again, towns change hands, and the victor may regroup.
    pub(crate) fn end_battle(&mut self, world: &World, happenings: &mut Happenings<'_>) {
        self.picked = None;
        let (hex, victor, skirmish) = {
            let battle = self.fought();
            (battle.hex, battle.victor, battle.skirmish)
        };
        let leaders = self.fought().leaders;
        for side in Side::ALL {
            let units: Vec<Unit> = self.fighting(world, side).collect();
            for &unit in &units {
                let state = self.unit_mut(unit);
                (state.line, state.half, state.acted) = (Line::None, false, false);
                (state.spent, state.engages) = (false, false);
                (state.came, state.sailed) = (None, None);
            }
            self.conceal(world, &units, happenings);
        }
        // One who would have fought on from elsewhere, had the enemy not given up (§6.81).
        for leader in leaders.into_iter().flatten() {
            if self.knows(None, leader) && self.hex_of(leader).is_some() {
                self.conceal(world, &[leader], happenings);
            }
        }
        happenings.say("6.0", || match victor {
            Some(side) => format!("The {} side holds {}.", side.name(), world.hex(hex).called),
            None => format!("Nobody is left at {}.", world.hex(hex).called),
        });
        self.control_towns(world, happenings);
        self.fought_mut().hits = None;
        if !skirmish && victor.is_some_and(|side| self.may_regroup(world, side)) {
            return self.enter_step(world, Step::Regroup, happenings);
        }
        self.begin_battles(world, happenings);
    }
}
