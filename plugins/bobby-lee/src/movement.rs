//! §5.1 and §5.3: command range, land movement, force marches.

use muster_contract::{ChoiceDetails, EventKind, OddsTable, Place};
use muster_sdk::{Decisions, May, Resolution, Why, ensure, place};

use crate::choice::Choice;
use crate::explain::Counted;
use crate::labels::does;
use crate::odds::table;
use crate::state::{Active, At, BobbyLee, March, Stage};
use crate::world::{Hex, Kind, Side, Unit, UnitInfo, Way};

/// What a step is to a march.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
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
        for (leader, from) in
            self.placed(self.active).filter(|&(one, _)| self.unit(one).active == Active::Army)
        {
            for hex in self.range_of(self.active, from, self.world.unit(leader).command) {
                if !all.contains(&hex) {
                    all.push(hex);
                }
            }
        }
        all
    }

    pub(crate) fn list_moves(&self, side: Side, list: &mut Decisions<Choice>) {
        if let Some(march) = self.march {
            list.extend(self.steps(march));
            return list.push(Choice::Halt);
        }
        let commanded = self.commanded();
        if let Some(unit) = self.picked {
            if let Ok((at, march, carried)) = self.start_of(unit, &commanded) {
                list.extend(self.steps(march));
                list.extend(carried.then(|| self.transports(unit, at)).into_iter().flatten());
            }
            return;
        }
        let able = self.on_map(side).filter(|&unit| self.may_move(unit, &commanded).is_ok());
        list.extend(able.map(Choice::Pick));
        list.push(Choice::Done);
    }

    /// §1.21, §5.4: from where and with which march a unit begins to move now, and whether it can be carried instead.
    fn start_of(&self, unit: Unit, commanded: &[Hex]) -> Result<(Hex, March, bool), Why> {
        let state = self.unit(unit);
        let at = self.hex_of(unit).ok_or(Why { text: "It isn't on the map.", citation: "2.1" })?;
        ensure(!state.moved, "It has moved in this player turn.", "5.3")?;
        let (strategic, carried) = match (self.stage == Stage::LeaderMove, state.active) {
            (false, Active::No) if commanded.contains(&at) => (false, self.strategic > 0),
            (false, Active::No) => {
                ensure(self.strategic > 0, "No active leader's command reaches it.", "5.12")?;
                (true, true)
            }
            (true, Active::ArmyDone) => (false, false),
            (true, Active::SupremeDone) => (false, true),
            (leaders, _) => {
                ensure(leaders, "Active leaders move when all others have.", "1.21")?;
                return Err(Why { text: "Only leaders who have commanded move now.", citation: "1.21" });
            }
        };
        Ok((at, Self::set_off(unit, strategic), carried))
    }

    /// Whether a unit can move now: the list of units asks this of each, without following railroads and seas to their ends.
    pub(crate) fn may_move(&self, unit: Unit, commanded: &[Hex]) -> May {
        let (at, march, carried) = self.start_of(unit, commanded)?;
        let ways = &self.world.hex(at).ways;
        if ways.iter().any(|way| self.pace(&march, way).is_ok()) || (carried && self.can_be_carried(unit, at))
        {
            return Ok(());
        }
        // A first step can be closed only by enemies in the next hex.
        for (section, text) in [
            ("5.32", "Only the enemy is around it, and as many have attacked over its hexsides as may."),
            ("8.4", "Only the enemy is around it, and is being invaded by sea."),
            (
                "5.11",
                "Only the enemy is around it: it could attack by a force march alone, and has one step.",
            ),
        ] {
            let mut refused = ways.iter().filter_map(|way| self.pace(&march, way).err());
            ensure(refused.all(|why| why.citation != section), text, section)?;
        }
        ensure(false, "No hexside around it can be crossed.", "2.21")
    }

    fn set_off(unit: Unit, strategic: bool) -> March {
        March { unit, strategic, steps: 0, on_road: true, rough: false, stopped: false }
    }

    /// Where a march can go next.
    fn steps(&self, march: March) -> impl Iterator<Item = Choice> {
        let ways = self.hex_of(march.unit).into_iter().flat_map(|at| &self.world.hex(at).ways);
        ways.filter_map(move |way| Some(Choice::Go(self.pace(&march, way).ok()?, way.to)))
    }

    /// §2.21, §5.33: whether a march can go over this hexside, and how.
    fn pace(&self, march: &March, way: &Way) -> Result<Pace, Why> {
        ensure(way.hexside.passable, "The hexside can't be crossed.", "2.21")?;
        ensure(!march.stopped, "It must stop where it is.", "2.2")?;
        let info = self.world.unit(march.unit);
        let attack = self.is_in(info.side.other(), way.to);
        if attack {
            let limit = self.world.hex(way.to).limits(&way.hexside, self.mud).attack;
            self.may_attack(info.side, way, limit)?;
        }
        // §2.6: a road adds a hex, and an attack takes one (§5.33).
        let road = march.on_road && way.hexside.road;
        let most = info.speed + u8::from(road) - u8::from(attack);
        match march.steps + 1 {
            steps if steps <= most => return Ok(Pace::Normal),
            steps if steps == most + 1 => {
                let tired = info.kind.leads() && self.unit(march.unit).strength < 2;
                let text = "It could go there by a force march alone, and a leader of one step makes none.";
                ensure(!tired, text, "5.11")?;
                return Ok(Pace::Forced);
            }
            _ => {}
        }
        ensure(!attack, "It is too far to attack: an attack takes a hex off the speed.", "5.33")?;
        Err(Why { text: "It is too far.", citation: "5.33" })
    }

    /// §5.32, §8.4: whether the hexside still takes an attacker, of so many, and the hex beyond isn't invaded by sea.
    pub(crate) fn may_attack(&self, side: Side, way: &Way, limit: u8) -> May {
        let mut came = 0;
        for unit in self.in_hex(side, way.to) {
            let state = self.unit(unit);
            ensure(state.sailed.is_none(), "The hex is being invaded by sea.", "8.4")?;
            came += u8::from(state.came == Some(way.edge));
        }
        ensure(came < limit, "As many have attacked over this hexside as may.", "5.32")
    }

    /// Whether a unit that was picked, or is on its way, may go to a hex.
    pub(crate) fn may_go(&self, unit: Unit, to: Hex) -> May<Counted> {
        let side = self.world.unit(unit).side;
        let Some(from) = self.hex_of(unit) else { return Ok(()) };
        ensure(to != from, "It is there.", "5.3")?;
        let march = self.march.unwrap_or_else(|| Self::set_off(unit, false));
        match self.way_of(unit, to) {
            Some(way) if way.hexside.bare_river => self.may_bridge(side, way),
            Some(way) => Ok(self.pace(&march, way).map(drop)?),
            None => self.may_be_carried(unit, from, to),
        }
    }

    /// The unit on its way, or else the one that was picked.
    pub(crate) fn mover(&self) -> Option<Unit> {
        self.march.map(|march| march.unit).or(self.picked)
    }

    /// The hexside between a unit and an adjacent hex.
    pub(crate) fn way_of(&self, unit: Unit, to: Hex) -> Option<&Way> {
        self.world.hex(self.hex_of(unit)?).ways.iter().find(|way| way.to == to)
    }

    pub(crate) fn take_move(&mut self, _: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        match choice {
            Choice::Go(pace, to) => self.step(pace, to, resolution),
            Choice::Halt => self.halt(),
            Choice::Done if self.stage == Stage::Move => self.deactivate(resolution),
            Choice::Done => self.end_moves(resolution),
            _ => self.transport(choice, resolution),
        }
    }

    fn step(&mut self, pace: Pace, to: Hex, resolution: &mut Resolution<'_>) {
        let begun = || Some(self.start_of(self.picked?, &self.commanded()).ok()?.1);
        let Some(mut march) = self.march.or_else(begun) else { return };
        let unit = march.unit;
        let Some(&way) = self.way_of(unit, to) else { return };
        let forced = pace == Pace::Forced;
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
        self.move_unit(unit, to, "5.3", resolution);
        if attack {
            self.unit_mut(unit).came = Some(way.edge);
        }
        if forced {
            self.unit_mut(unit).forced = Some(march.rough);
            self.log_to_side(side, "5.34", resolution, |game| {
                let name = &game.world.unit(unit).name;
                format!("That is a force march of {name}: a die is rolled when all have moved.")
            });
        }
        self.march = Some(march);
        if self.steps(march).next().is_none() {
            self.halt();
        }
    }

    fn halt(&mut self) {
        if let Some(march) = self.march.take() {
            self.unit_mut(march.unit).moved = true;
        }
        self.picked = None;
    }

    /// Puts a unit into another hex and logs the move.
    pub(crate) fn move_unit(&mut self, unit: Unit, to: Hex, citation: &str, resolution: &mut Resolution<'_>) {
        let way = self.path(unit, to);
        self.put(unit, At::Map(to));
        self.log_unit(resolution, unit, EventKind::Moved(way), citation, |name| {
            format!("{} to {}.", does(name, "goes|go"), self.world.hex(to).called)
        });
    }

    /// From where a unit is to another hex.
    fn path(&self, unit: Unit, to: Hex) -> Vec<Place> {
        self.hex_of(unit).into_iter().chain([to]).map(|hex| place(self.world.name(hex))).collect()
    }

    /// §5.3, §6.3: the path of a step, or of a retreat.
    pub(crate) fn path_details(&self, to: Hex, details: &mut ChoiceDetails) {
        details.path = self.mover().map(|unit| self.path(unit, to)).unwrap_or_default();
    }

    pub(crate) fn march_details(&self, choice: Choice, details: &mut ChoiceDetails) {
        if let Choice::Go(_, to) = choice {
            self.path_details(to, details);
            details.consequences.extend(self.battle_ahead(to));
        }
    }

    /// §5.34: the chance of stragglers.
    pub(crate) fn march_odds(&self, choice: Choice) -> Option<OddsTable> {
        let (Choice::Go(Pace::Forced, to), Some(unit)) = (choice, self.mover()) else { return None };
        let so_far = self.march.is_some_and(|march| march.rough);
        let rough = so_far || self.way_of(unit, to)?.hexside.is_rough() || self.world.hex(to).woods;
        let info = self.world.unit(unit);
        let good = (1..=6).filter(|&face| keeps_together(info, face, rough, self.mud)).count() as u64;
        let ground = match rough {
            true => "rough: a hex or hexside on the way isn't clear",
            false => "clear all the way",
        };
        let note = format!("{ground}{}", if self.mud { ", mud" } else { "" });
        let rows = [("keeps together".to_owned(), good), ("loses a step".to_owned(), 6 - good)];
        Some(table(format!("{} marches on", info.name), note, "5.34", rows))
    }

    /// §1.21: active leaders lose a step and stand upright again; then they may move.
    fn deactivate(&mut self, resolution: &mut Resolution<'_>) {
        for leader in self.on_map(self.active).collect::<Vec<_>>() {
            let done = match self.unit(leader).active {
                Active::Army => Active::ArmyDone,
                Active::Supreme => Active::SupremeDone,
                _ => continue,
            };
            self.lose_step(leader, "5.11", resolution);
            self.unit_mut(leader).active = done;
            self.conceal(&[leader], resolution);
        }
        self.strategic = 0;
        self.enter(Stage::LeaderMove, resolution);
    }

    /// §5.34: when all moves are made, stragglers are rolled for; then the battles begin.
    fn end_moves(&mut self, resolution: &mut Resolution<'_>) {
        for unit in self.in_open_order(self.on_map(self.active)) {
            let Some(rough) = self.unit(unit).forced else { continue };
            let info = self.world.unit(unit);
            let reason = || match self.hex_of(unit) {
                Some(hex) => format!("a force march to {}", self.world.hex(hex).called),
                None => "a force march".to_owned(),
            };
            let face = resolution.roll_openly(1, 6, "5.34", |_| false, reason)[0];
            if keeps_together(info, face, rough, self.mud) {
                let verb = "keeps|keep together on the march";
                self.log_deed(resolution, unit, EventKind::Text, "5.34", verb);
            } else {
                self.lose_step(unit, "5.34", resolution);
            }
        }
        for (unit, info) in self.units.rows_mut().zip(self.world.units.rows()) {
            // Grant stays army or supreme leader for the turn, its battles included (§5.22, §6.81).
            unit.active = match unit.active {
                Active::SupremeDone if info.kind == Kind::Leader => Active::WasSupreme,
                _ => Active::No,
            };
        }
        self.control_towns(resolution);
        self.begin_battles(resolution);
    }
}

/// §5.34: whether a unit that has forced its march loses no step on this roll.
pub(crate) fn keeps_together(info: &UnitInfo, face: u8, rough: bool, mud: bool) -> bool {
    let total = i8::try_from(face).unwrap_or(6)
        - i8::from(rough)
        - i8::from(info.kind == Kind::Artillery)
        - i8::from(mud)
        + i8::from(info.kind == Kind::Cavalry);
    total >= if info.side == Side::Us { 4 } else { 3 }
}
