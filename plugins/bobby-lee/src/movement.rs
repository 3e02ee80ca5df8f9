//! §5.1 and §5.3: command range, land movement, force marches.

use muster_contract::EventKind;
use muster_sdk::{Decisions, Happenings, place};

use crate::choice::Choice;
use crate::state::{Active, At, BobbyLee, March, Stage};
use crate::words::does;
use crate::world::{Hex, Kind, Side, Unit, UnitInfo, Way};

/// What a step is to a march.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pace {
    /// Within its speed.
    Normal,
    /// The extra hex of a force march (§5.34).
    Forced,
}

impl BobbyLee {
    /// §5.12: the hexes within a leader's command range: not over impassable hexsides nor through the enemy.
    pub(crate) fn range_of(&self, side: Side, from: Hex, range: u8) -> Vec<Hex> {
        let mut reached = vec![from];
        let mut first = 0;
        for _ in 0..range {
            let last = reached.len();
            for at in first..last {
                for way in &self.world.hex(reached[at]).ways {
                    if way.hexside.passable && !reached.contains(&way.to) && !self.is_in(side.other(), way.to)
                    {
                        reached.push(way.to);
                    }
                }
            }
            first = last;
        }
        reached
    }

    /// The hexes within command of the active army leaders.
    pub(crate) fn commanded(&self) -> Vec<Hex> {
        let mut all = Vec::new();
        for leader in self.on_map(self.active) {
            if let (Active::Army, Some(from)) = (self.unit(leader).active, self.hex_of(leader)) {
                for hex in self.range_of(self.active, from, self.world.unit(leader).command) {
                    if !all.contains(&hex) {
                        all.push(hex);
                    }
                }
            }
        }
        all
    }

    pub(crate) fn list_moves(&self, side: Side, list: &mut Decisions<Choice>) {
        if let Some(march) = self.march {
            self.steps(&march, |choice| list.push(choice));
            list.push(Choice::Halt);
            return;
        }
        let commanded = if self.stage == Stage::Move { self.commanded() } else { Vec::new() };
        if let Some(unit) = self.picked {
            self.moves_of(unit, &commanded, |choice| list.push(choice));
            list.push(Choice::Cancel);
            return;
        }
        for unit in self.on_map(side) {
            if self.can_move(unit, &commanded) {
                list.push(Choice::Pick(unit));
            }
        }
        list.push(Choice::EndMoves);
    }

    /// With which march a unit can begin to move now, and whether it can be carried instead.
    fn start_of(&self, unit: Unit, at: Hex, commanded: &[Hex]) -> Option<(March, bool)> {
        let state = self.unit(unit);
        let (strategic, carried) = match (self.stage == Stage::LeaderMove, state.active) {
            _ if state.moved => return None,
            (false, Active::No) if commanded.contains(&at) => (false, self.strategic > 0),
            (false, Active::No) if self.strategic > 0 => (true, true),
            (true, Active::ArmyDone) => (false, false),
            (true, Active::SupremeDone) => (false, true),
            _ => return None,
        };
        Some((Self::set_off(unit, strategic), carried))
    }

    /// Every way in which a unit can begin to move now.
    fn moves_of(&self, unit: Unit, commanded: &[Hex], mut push: impl FnMut(Choice)) {
        let Some(at) = self.hex_of(unit) else { return };
        let Some((march, carried)) = self.start_of(unit, at, commanded) else { return };
        self.steps(&march, &mut push);
        if carried {
            self.transports(unit, at, self.stage == Stage::LeaderMove, push);
        }
    }

    /// Whether there is any: railroads and seas are long, and a list of units asks this of each.
    fn can_move(&self, unit: Unit, commanded: &[Hex]) -> bool {
        let Some(at) = self.hex_of(unit) else { return false };
        let Some((march, carried)) = self.start_of(unit, at, commanded) else { return false };
        let ways = &self.world.hex(at).ways;
        ways.iter().any(|way| self.pace(&march, way).is_some())
            || (carried && self.can_be_carried(unit, at, self.stage == Stage::LeaderMove))
    }

    pub(crate) fn set_off(unit: Unit, strategic: bool) -> March {
        March { unit, strategic, steps: 0, on_road: true, rough: false, stopped: false }
    }

    /// Where a march can go next.
    fn steps(&self, march: &March, mut push: impl FnMut(Choice)) {
        let Some(at) = self.hex_of(march.unit) else { return };
        for way in &self.world.hex(at).ways {
            match self.pace(march, way) {
                Some(Pace::Normal) => push(Choice::Step(way.to)),
                Some(Pace::Forced) => push(Choice::Force(way.to)),
                None => {}
            }
        }
    }

    /// §5.33: whether a march can go over this hexside, and how.
    fn pace(&self, march: &March, way: &Way) -> Option<Pace> {
        if !way.hexside.passable || march.stopped {
            return None;
        }
        let info = self.world.unit(march.unit);
        let attack = self.is_in(info.side.other(), way.to);
        if attack && !self.may_attack(info.side, way.to, way) {
            return None;
        }
        let most = self.reach(march, way);
        match march.steps + 1 {
            steps if steps <= most => Some(Pace::Normal),
            steps if steps == most + 1 && !self.is_tired(march.unit) => Some(Pace::Forced),
            _ => None,
        }
    }

    /// §2.6, §5.33: how many hexes a march has, with the one over this hexside, before it is forced.
    pub(crate) fn reach(&self, march: &March, way: &Way) -> u8 {
        let info = self.world.unit(march.unit);
        let road = march.on_road && way.hexside.road;
        let attack = self.is_in(info.side.other(), way.to);
        info.speed + u8::from(road) - u8::from(attack)
    }

    /// §5.11: leaders at one step don't force-march.
    pub(crate) fn is_tired(&self, unit: Unit) -> bool {
        self.world.unit(unit).kind.leads() && self.unit(unit).strength < 2
    }

    /// §5.32, §8.4: whether the hexside still takes an attacker, and the hex isn't invaded by sea.
    pub(crate) fn may_attack(&self, side: Side, to: Hex, way: &Way) -> bool {
        let limit = self.world.hex(to).limits(&way.hexside, self.mud).attack;
        let mut came = 0;
        for unit in self.in_hex(side, to) {
            let state = self.unit(unit);
            if state.sailed.is_some() {
                return false;
            }
            came += u8::from(state.came == Some(way.edge));
        }
        came < limit
    }

    pub(crate) fn take_move(&mut self, _: Side, choice: Choice, happenings: &mut Happenings<'_>) {
        match choice {
            Choice::Pick(unit) => self.picked = Some(unit),
            Choice::Cancel => self.picked = None,
            Choice::Step(to) | Choice::Force(to) => {
                let march = self.march.or_else(|| {
                    let unit = self.picked?;
                    let free = self.stage == Stage::LeaderMove
                        || self.hex_of(unit).is_some_and(|at| self.commanded().contains(&at));
                    Some(Self::set_off(unit, !free))
                });
                if let Some(march) = march {
                    self.step(march, to, matches!(choice, Choice::Force(_)), happenings);
                }
            }
            Choice::Halt => self.halt(),
            Choice::Rail(to) | Choice::Sail(to) | Choice::Bridge(to) => {
                self.transport(choice, to, happenings);
            }
            Choice::EndMoves if self.stage == Stage::Move => self.deactivate(happenings),
            Choice::EndMoves => self.end_moves(happenings),
            _ => {}
        }
    }

    fn step(&mut self, mut march: March, to: Hex, forced: bool, happenings: &mut Happenings<'_>) {
        let unit = march.unit;
        let Some(from) = self.hex_of(unit) else { return };
        let Some(&way) = self.world.hex(from).ways.iter().find(|way| way.to == to) else { return };
        let side = self.world.unit(unit).side;
        if march.steps == 0 && march.strategic {
            self.strategic -= 1;
        }
        let attack = self.is_in(side.other(), to);
        let woods = self.world.hex(to).woods;
        march.steps += 1;
        march.on_road &= way.hexside.road;
        march.rough |= way.hexside.is_rough() || woods;
        march.stopped = attack || forced || way.hexside.marsh || (woods && !self.was_held(to));
        self.move_unit(unit, to, "5.3", happenings);
        if attack {
            self.unit_mut(unit).came = Some(way.edge);
        }
        if forced {
            self.unit_mut(unit).forced = Some(march.rough);
        }
        self.march = Some(march);
        let mut further = false;
        self.steps(&march, |_| further = true);
        if !further {
            self.halt();
        }
    }

    fn halt(&mut self) {
        if let Some(march) = self.march.take() {
            self.unit_mut(march.unit).moved = true;
        }
        self.picked = None;
    }

    /// A unit goes to another hex, before everyone's eyes.
    pub(crate) fn move_unit(&mut self, unit: Unit, to: Hex, citation: &str, happenings: &mut Happenings<'_>) {
        let from = self.hex_of(unit);
        self.put(unit, At::Map(to));
        let way = from.into_iter().chain([to]).map(|hex| place(self.world.name(hex))).collect();
        self.tell(happenings, &[unit], &EventKind::Moved(way), citation, |name| {
            format!("{} to {}.", does(name, "goes", "go"), self.world.hex(to).called)
        });
    }

    /// §1.21: active leaders lose a step and stand upright again; then they may move.
    fn deactivate(&mut self, happenings: &mut Happenings<'_>) {
        let leaders: Vec<Unit> = self
            .on_map(self.active)
            .filter(|&unit| matches!(self.unit(unit).active, Active::Army | Active::Supreme))
            .collect();
        for leader in leaders {
            self.lose_step(leader, "5.11", happenings);
            let state = self.unit_mut(leader);
            state.active = match state.active {
                Active::Supreme => Active::SupremeDone,
                _ => Active::ArmyDone,
            };
            self.conceal(&[leader], happenings);
        }
        self.strategic = 0;
        self.enter(Stage::LeaderMove, happenings);
    }

    /// §5.34: when all moves are made, stragglers are rolled for; then the battles begin.
    fn end_moves(&mut self, happenings: &mut Happenings<'_>) {
        let marched: Vec<(Unit, bool)> =
            self.on_map(self.active).filter_map(|unit| Some((unit, self.unit(unit).forced?))).collect();
        for (unit, rough) in marched {
            let info = self.world.unit(unit);
            let face = happenings.roll_openly(1, 6, "5.34", |_| false, || "a force march".to_owned())[0];
            if !keeps_together(info, face, rough, self.mud) {
                self.lose_step(unit, "5.34", happenings);
            } else {
                self.tell(happenings, &[unit], &EventKind::Text, "5.34", |name| {
                    does(name, "keeps together on the march.", "keep together on the march.")
                });
            }
        }
        for (unit, info) in self.units.rows_mut().zip(self.world.units.rows()) {
            // Grant is one or the other in a turn, its battles included (§5.22, §6.81).
            unit.active = match unit.active {
                Active::SupremeDone if info.kind == Kind::Leader => Active::WasSupreme,
                _ => Active::No,
            };
        }
        self.control_towns(happenings);
        self.begin_battles(happenings);
    }
}

/// §5.34: whether a unit that has forced its march keeps its men together on this roll.
pub(crate) fn keeps_together(info: &UnitInfo, face: u8, rough: bool, mud: bool) -> bool {
    let total = i8::try_from(face).unwrap_or(6)
        - i8::from(rough)
        - i8::from(info.kind == Kind::Artillery)
        - i8::from(mud)
        + i8::from(info.kind == Kind::Cavalry);
    total >= if info.side == Side::Us { 4 } else { 3 }
}
