//! §6.0, §6.1 and §6.9: which battles are fought, skirmishes, entrenchments.

use muster_sdk::{Decisions, May, Resolution, ensure, line};

use crate::choice::Choice;
use crate::state::{Battle, BobbyLee, Hits, HitsOn, Line, Stage, Step};
use crate::world::{Hex, HexInfo, Kind, Side, Unit};

/// A side with this many units or fewer fights only a skirmish (§6.1).
const FEW: u8 = 2;

impl BobbyLee {
    /// Whether a battle in this hex would be a skirmish (§6.1).
    fn is_skirmish(&self, hex: Hex) -> bool {
        Side::ALL.iter().any(|&side| self.count(side, hex) <= FEW)
    }

    /// §6.0, §6.1, §6.65 and §6.66: what one more unit of the active side in this hex would lead to, by what everybody sees.
    pub(crate) fn battle_ahead(&self, hex: Hex) -> Vec<muster_contract::Line> {
        let foes = self.count(self.active.other(), hex);
        if foes == 0 {
            return Vec::new();
        }
        let ours = self.count(self.active, hex) + 1;
        let blocks = |count: u8| format!("{count} {}", if count == 1 { "block" } else { "blocks" });
        let (kind, section) = if ours.min(foes) <= FEW {
            ("a skirmish", "6.1")
        } else {
            ("a battle on the battle board", "6.0")
        };
        let text = format!("{} against {} of the enemy: as it stands {kind}.", blocks(ours), blocks(foes));
        let mut lines = vec![line(text, section)];
        let info = self.world.hex(hex);
        if info.fortress {
            lines.push(line("A fortress: whoever defends it takes half hits.", "6.65"));
        }
        if info.woods {
            lines.push(line("A forest: infantry that defends fires better, and guns worse.", "6.66"));
        }
        lines
    }

    /// §6.0: skirmishes first, then battles, in the active player's order.
    pub(crate) fn begin_battles(&mut self, resolution: &mut Resolution<'_>) {
        self.battle = None;
        let pending = self.pending();
        match pending[..] {
            [] => self.end_turn(resolution),
            [only] => self.fight(only, resolution),
            _ => self.enter(Stage::ChooseBattle, resolution),
        }
    }

    fn pending(&self) -> Vec<Hex> {
        let mut all: Vec<Hex> =
            self.placed(self.active).map(|(_, hex)| hex).filter(|&hex| self.is_contested(hex)).collect();
        all.sort_unstable();
        all.dedup();
        let small: Vec<Hex> = all.iter().copied().filter(|&hex| self.is_skirmish(hex)).collect();
        if small.is_empty() { all } else { small }
    }

    pub(crate) fn list_battles(&self, _: Side, list: &mut Decisions<Choice>) {
        list.extend(self.pending().into_iter().map(Choice::Fight));
    }

    pub(crate) fn take_battle(&mut self, _: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        if let Choice::Fight(hex) = choice {
            self.fight(hex, resolution);
        }
    }

    fn fight(&mut self, hex: Hex, resolution: &mut Resolution<'_>) {
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
        resolution.say("6.0", || format!("A {kind} at {}.", self.world.hex(hex).called));
        for side in [attacker, defender] {
            for unit in self.in_hex(side, hex).collect::<Vec<_>>() {
                let state = self.unit_mut(unit);
                (state.line, state.acted, state.half) = (Line::Reserve, false, false);
                (state.spent, state.engages) = (false, false);
            }
        }
        if skirmish {
            self.skirmish(resolution);
        } else {
            self.fought_mut().turn = defender;
            self.enter_step(Step::Deploy(defender), resolution);
        }
    }

    /// The battle that is fought.
    pub(crate) fn fought(&self) -> &Battle {
        self.battle.as_ref().expect("a battle is fought in its steps")
    }

    pub(crate) fn fought_mut(&mut self) -> &mut Battle {
        self.battle.as_mut().expect("a battle is fought in its steps")
    }

    /// The hex of the battle that is fought.
    pub(crate) fn battle_hex(&self) -> &HexInfo {
        self.world.hex(self.fought().hex)
    }

    /// §6.65: whether a side is the defender of a fortress.
    pub(crate) fn defends_fortress(&self, side: Side) -> bool {
        side == self.fought().defender() && self.battle_hex().fortress
    }

    /// Those of a side who have done nothing in this battle turn, or who have no place yet.
    pub(crate) fn fresh(&self, side: Side) -> impl Iterator<Item = Unit> {
        self.fighting(side).filter(|&unit| !self.unit(unit).acted)
    }

    /// A side's units in the battle.
    pub(crate) fn fighting(&self, side: Side) -> impl Iterator<Item = Unit> {
        self.world.of_side(side).filter(|&unit| self.unit(unit).line != Line::None)
    }

    /// §6.1: everybody is revealed, and the defender fires.
    fn skirmish(&mut self, resolution: &mut Resolution<'_>) {
        for side in [self.fought().attacker, self.fought().defender()] {
            let units: Vec<Unit> = self.fighting(side).collect();
            self.reveal(&units, "6.1", resolution);
        }
        let defender = self.fought().defender();
        self.skirmish_fire(defender, resolution);
    }

    /// §6.1: all units of a side fire at F1; infantry that defends a forest at F2.
    fn skirmish_fire(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        self.fought_mut().turn = side;
        let woods = self.battle_hex().woods && side == self.fought().defender();
        let units: Vec<Unit> = self.fighting(side).collect();
        let mut hits = 0u8;
        for unit in units {
            let firepower = 1 + u8::from(woods && self.world.unit(unit).kind == Kind::Infantry);
            let dice = self.unit(unit).strength;
            hits += self.roll_fire(unit, dice, firepower, "6.1", resolution).1;
        }
        self.fought_mut().hits = Some(Hits { side: side.other(), on: HitsOn::All, left: hits });
        self.suffer(resolution);
    }

    /// §6.1: the exchange goes on, or one side must retreat.
    pub(crate) fn skirmish_on(&mut self, resolution: &mut Resolution<'_>) {
        let (attacker, defender) = (self.fought().attacker, self.fought().defender());
        let count = |game: &Self, side: Side| game.fighting(side).count();
        if self.fought().turn == defender && count(self, attacker) > 0 {
            return self.skirmish_fire(attacker, resolution);
        }
        let fortress = self.battle_hex().fortress;
        let (victor, flees) = match (count(self, attacker), count(self, defender)) {
            (0, 0) => (None, false),
            (0, _) => (Some(defender), false),
            (_, 0) => (Some(attacker), false),
            (attackers, defenders) if fortress || attackers <= defenders => (Some(defender), true),
            _ => (Some(attacker), true),
        };
        self.fought_mut().victor = victor;
        match victor.filter(|_| flees) {
            Some(victor) => self.flee(victor.other(), resolution),
            None => self.end_battle(resolution),
        }
    }

    /// Goes to a step of the battle.
    pub(crate) fn enter_step(&mut self, step: Step, resolution: &mut Resolution<'_>) {
        self.enter(Stage::Battle(step), resolution);
    }

    /// §6.9: how many entrenchments a side can still place: one in 1862, two in 1863, then three. None in its own fortress.
    pub(crate) fn works_left(&self, side: Side) -> u8 {
        if self.defends_fortress(side) {
            return 0;
        }
        let most = self.year.saturating_sub(1861).min(3) as u8;
        let placed = self.fought().works[side as usize].iter().filter(|&&works| works).count() as u8;
        let free = self.columns().any(|column| self.may_entrench(side, column).is_ok());
        if free { most.saturating_sub(placed) } else { 0 }
    }

    pub(crate) fn may_entrench(&self, side: Side, column: u8) -> May {
        ensure(!self.fought().has_works(side, column), "It is entrenched.", "6.9")?;
        let held = self.fighting(side).any(|unit| self.unit(unit).line == Line::Own(column));
        ensure(held, "Nobody stands there to dig in.", "6.9")
    }

    /// §6.2, §6.9: what follows when a side is deployed: its entrenchments, the attacker's deployment, the first battle turn.
    pub(crate) fn deployed(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        if side == self.fought().attacker {
            self.begin_battle_turn(side, resolution);
        } else if self.works_left(side) > 0 {
            self.enter_step(Step::Entrench(side), resolution);
        } else {
            self.attacker_deploys(resolution);
        }
    }

    fn attacker_deploys(&mut self, resolution: &mut Resolution<'_>) {
        let attacker = self.fought().attacker;
        self.fought_mut().turn = attacker;
        self.enter_step(Step::Deploy(attacker), resolution);
    }

    pub(crate) fn list_entrenchments(&self, side: Side, list: &mut Decisions<Choice>) {
        let free = self.columns().filter(|&column| self.may_entrench(side, column).is_ok());
        list.extend(free.map(Choice::Entrench));
        list.push(Choice::Done);
    }

    pub(crate) fn take_entrenchment(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        if let Choice::Entrench(column) = choice {
            self.fought_mut().works[side as usize][usize::from(column)] = true;
            resolution.say("6.9", || format!("The {} side entrenches.", side.name()));
            if self.works_left(side) > 0 {
                return;
            }
        }
        if self.fought().night {
            self.go_on_by_night(Step::Entrench(side), resolution);
        } else {
            self.attacker_deploys(resolution);
        }
    }

    /// The battle is over: everybody stands upright again, towns change hands, and the victor may regroup.
    pub(crate) fn end_battle(&mut self, resolution: &mut Resolution<'_>) {
        self.picked = None;
        let &Battle { hex, victor, skirmish, leaders, .. } = self.fought();
        for side in Side::ALL {
            let units: Vec<Unit> = self.fighting(side).collect();
            for &unit in &units {
                let state = self.unit_mut(unit);
                (state.line, state.half, state.acted) = (Line::None, false, false);
                (state.spent, state.engages) = (false, false);
                (state.came, state.sailed) = (None, None);
            }
            self.conceal(&units, resolution);
        }
        // A leader outside the battle who was revealed for another day, before the enemy withdrew (§6.81).
        for leader in leaders.into_iter().flatten() {
            if self.knows(None, leader) && self.hex_of(leader).is_some() {
                self.conceal(&[leader], resolution);
            }
        }
        resolution.say("6.0", || match victor {
            Some(side) => format!("The {} side holds {}.", side.name(), self.world.hex(hex).called),
            None => format!("Nobody is left at {}.", self.world.hex(hex).called),
        });
        self.control_towns(resolution);
        self.fought_mut().hits = None;
        if !skirmish && victor.is_some_and(|side| self.may_regroup(side)) {
            return self.enter_step(Step::Regroup, resolution);
        }
        self.begin_battles(resolution);
    }
}
