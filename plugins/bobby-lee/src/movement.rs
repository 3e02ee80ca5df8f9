//! §5.1 and §5.3: command range, land movement, force marches.

use muster_contract::EventKind;
use muster_sdk::{Decisions, May, Resolution, Why, ensure, place};

use crate::choice::Choice;
use crate::explain::Counted;
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
            self.steps(&march, |choice| list.push(choice));
            list.push(Choice::Halt);
            return;
        }
        let commanded = self.commanded();
        if let Some(unit) = self.picked {
            self.moves_of(unit, &commanded, |choice| list.push(choice));
            list.push(Choice::Cancel);
            return;
        }
        let able = self.on_map(side).filter(|&unit| self.may_move(unit, &commanded).is_ok());
        list.extend(able.map(Choice::Pick));
        list.push(Choice::EndMoves);
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

    /// Every way in which a unit can begin to move now.
    fn moves_of(&self, unit: Unit, commanded: &[Hex], mut push: impl FnMut(Choice)) {
        if let Ok((at, march, carried)) = self.start_of(unit, commanded) {
            self.steps(&march, &mut push);
            if carried {
                self.transports(unit, at, push);
            }
        }
    }

    /// Whether there is any: railroads and seas are long, and a list of units asks this of each.
    pub(crate) fn may_move(&self, unit: Unit, commanded: &[Hex]) -> May {
        let (at, march, carried) = self.start_of(unit, commanded)?;
        let ways = &self.world.hex(at).ways;
        if ways.iter().any(|way| self.pace(&march, way).is_ok()) || (carried && self.can_be_carried(unit, at))
        {
            return Ok(());
        }
        // Only the enemy's hexes can be closed to a first step.
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
    fn steps(&self, march: &March, mut push: impl FnMut(Choice)) {
        let Some(at) = self.hex_of(march.unit) else { return };
        for way in &self.world.hex(at).ways {
            match self.pace(march, way) {
                Ok(Pace::Normal) => push(Choice::Step(way.to)),
                Ok(Pace::Forced) => push(Choice::Force(way.to)),
                Err(_) => {}
            }
        }
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
        match self.world.hex(from).ways.iter().find(|way| way.to == to) {
            Some(way) if way.hexside.bare_river => self.may_bridge(side, way),
            Some(way) => Ok(self.pace(&march, way).map(drop)?),
            None => self.may_be_carried(unit, from, to),
        }
    }

    pub(crate) fn take_move(&mut self, _: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        match choice {
            Choice::Step(to) | Choice::Force(to) => {
                let march = self.march.or_else(|| {
                    let (_, march, _) = self.start_of(self.picked?, &self.commanded()).ok()?;
                    Some(march)
                });
                if let Some(march) = march {
                    self.step(march, to, matches!(choice, Choice::Force(_)), resolution);
                }
            }
            Choice::Halt => self.halt(),
            Choice::Rail(to) | Choice::Sail(to) | Choice::Bridge(to) => {
                self.transport(choice, to, resolution);
            }
            Choice::EndMoves if self.stage == Stage::Move => self.deactivate(resolution),
            Choice::EndMoves => self.end_moves(resolution),
            _ => {}
        }
    }

    fn step(&mut self, mut march: March, to: Hex, forced: bool, resolution: &mut Resolution<'_>) {
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
        self.move_unit(unit, to, "5.3", resolution);
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
    pub(crate) fn move_unit(&mut self, unit: Unit, to: Hex, citation: &str, resolution: &mut Resolution<'_>) {
        let from = self.hex_of(unit);
        self.put(unit, At::Map(to));
        let way = from.into_iter().chain([to]).map(|hex| place(self.world.name(hex))).collect();
        self.tell(resolution, &[unit], &EventKind::Moved(way), citation, |name| {
            format!("{} to {}.", does(name, ["goes", "go"]), self.world.hex(to).called)
        });
    }

    /// §1.21: active leaders lose a step and stand upright again; then they may move.
    fn deactivate(&mut self, resolution: &mut Resolution<'_>) {
        for leader in self
            .on_map(self.active)
            .filter(|&unit| matches!(self.unit(unit).active, Active::Army | Active::Supreme))
            .collect::<Vec<_>>()
        {
            self.lose_step(leader, "5.11", resolution);
            let state = self.unit_mut(leader);
            state.active = match state.active {
                Active::Supreme => Active::SupremeDone,
                _ => Active::ArmyDone,
            };
            self.conceal(&[leader], resolution);
        }
        self.strategic = 0;
        self.enter(Stage::LeaderMove, resolution);
    }

    /// §5.34: when all moves are made, stragglers are rolled for; then the battles begin.
    fn end_moves(&mut self, resolution: &mut Resolution<'_>) {
        for (unit, rough) in self
            .on_map(self.active)
            .filter_map(|unit| Some((unit, self.unit(unit).forced?)))
            .collect::<Vec<_>>()
        {
            let info = self.world.unit(unit);
            let face = resolution.roll_openly(1, 6, "5.34", |_| false, || "a force march".to_owned())[0];
            if !keeps_together(info, face, rough, self.mud) {
                self.lose_step(unit, "5.34", resolution);
            } else {
                self.tell_does(
                    resolution,
                    unit,
                    &EventKind::Text,
                    "5.34",
                    ["keeps together on the march.", "keep together on the march."],
                );
            }
        }
        for (unit, info) in self.units.rows_mut().zip(self.world.units.rows()) {
            // Grant is one or the other in a turn, its battles included (§5.22, §6.81).
            unit.active = match unit.active {
                Active::SupremeDone if info.kind == Kind::Leader => Active::WasSupreme,
                _ => Active::No,
            };
        }
        self.control_towns(resolution);
        self.begin_battles(resolution);
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
