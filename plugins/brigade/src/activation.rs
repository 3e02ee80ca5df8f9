//! C. Activation: dice, pips, lines of battle and columns.

use muster_sdk::{Decisions, Happenings};

use crate::choice::Choice;
use crate::state::{Brigade, Form, March};
use crate::units::{Field, commands};
use crate::world::{Kind, NONE, World};

/// \[C5\] Within this distance of the general nothing is doubled.
pub const EARSHOT: u32 = 3;

impl Brigade {
    /// \[C1\] One die for each general of the active side.
    pub(crate) fn roll_activation(&mut self, world: &World, happenings: &mut Happenings<'_>) {
        let side = self.active(world);
        let cite = if self.night() { "O2" } else { "C1" };
        for unit in 0..self.pieces.len() as u8 {
            let info = world.info(unit);
            if info.side == side && info.kind == Kind::General && self.present(unit) {
                let faces = happenings.roll_openly(
                    1,
                    6,
                    cite,
                    |_| false,
                    || format!("{} rolls activation points", info.name),
                );
                let piece = self.piece_mut(unit);
                (piece.die, piece.pips) = (faces[0], faces[0]);
            }
        }
    }

    /// \[C6\] The units of a line of battle of `count` hexes, from the lead's hex to his right: of one corps, with the
    /// same facing, side by side. None if it is shorter.
    pub fn line_of(&self, world: &World, lead: u8, count: u8) -> Option<Vec<u8>> {
        let (piece, side) = (self.piece(lead), world.info(lead).side);
        let mut units = vec![lead];
        let mut hex = piece.at;
        for place in 0..count {
            if place > 0 {
                hex = muster_board::Atlas::neighbour(
                    &world.atlas,
                    muster_board::SpaceId(hex),
                    (piece.facing + 3) % 12,
                )?
                .0;
            }
            let before = units.len();
            for unit in self.in_hex(hex).filter(|&unit| unit != lead) {
                let (other, info) = (self.piece(unit), world.info(unit));
                let same = other.corps == piece.corps && other.facing == piece.facing && info.side == side;
                if same && piece.corps != NONE && info.kind.fights() && !other.spent {
                    units.push(unit);
                }
            }
            if place > 0 && units.len() == before {
                return None;
            }
        }
        Some(units)
    }

    /// \[C6\] The units and hexes of a column of `count` hexes, from its head along the road. None if it is shorter.
    pub fn column_of(&self, world: &World, head: u8, count: u8) -> Option<(Vec<u8>, Vec<u16>)> {
        let (piece, side) = (self.piece(head), world.info(head).side);
        let belongs = |unit: u8| {
            let (other, info) = (self.piece(unit), world.info(unit));
            other.corps == piece.corps && info.side == side && info.kind.fights() && !other.spent
        };
        let mut units = vec![head];
        units.extend(self.in_hex(piece.at).filter(|&unit| unit != head && belongs(unit)));
        let mut trail = vec![piece.at];
        while trail.len() < usize::from(count) {
            let from = trail[trail.len() - 1];
            let next = world.steps[usize::from(from)]
                .iter()
                .filter(|step| step.road && !trail.contains(&step.to))
                .find(|step| self.in_hex(step.to).any(belongs))?;
            trail.push(next.to);
            units.extend(self.in_hex(next.to).filter(|&unit| belongs(unit)));
        }
        Some((units, trail))
    }

    /// \[C5\] Whether an order from this general to these units costs double: none of them is both near and seen.
    pub fn is_doubled(&self, world: &World, general: u8, units: &[u8]) -> bool {
        let from = self.piece(general).at;
        !units.iter().any(|&unit| {
            let to = self.piece(unit).at;
            world.distance(from, to) <= EARSHOT && world.sees(from, to)
        })
    }

    /// \[C2\] \[C3\] \[C5\] What it costs this general to move these units.
    pub fn move_cost(&self, world: &World, field: &Field, general: u8, units: &[u8]) -> u8 {
        let side = world.info(general).side;
        let engaged = units.iter().any(|&unit| {
            matches!(world.info(unit).kind, Kind::Infantry | Kind::Cavalry)
                && field.under_fire(self.piece(unit).at, side)
        });
        let extra = if world.late_war { 2 } else { 1 };
        let pips = 1 + if engaged { extra } else { 0 };
        if self.is_doubled(world, general, units) { pips * 2 } else { pips }
    }

    /// \[C4\] \[C5\] What it costs this general to let a battery bombard.
    pub fn bombard_cost(&self, world: &World, general: u8, gun: u8) -> u8 {
        if self.is_doubled(world, general, &[gun]) { 2 } else { 1 }
    }

    /// \[C1\] The generals who command a unit and have pips, its corps's commander before the army's.
    pub(crate) fn payers<'a>(&'a self, world: &'a World, unit: u8) -> impl Iterator<Item = u8> + 'a {
        let corps = self.piece(unit).corps;
        let own = if corps == NONE { NONE } else { world.corps[usize::from(corps)].general };
        let army = world.armies[usize::from(world.info(unit).side)].iter().copied();
        let army = army.filter(move |&general| general != own && general != unit);
        let own = std::iter::once(own).filter(move |&general| general != unit);
        let all = std::iter::once(unit).chain(own).chain(army);
        all.filter(move |&general| {
            general != NONE
                && world.info(general).kind == Kind::General
                && self.present(general)
                && self.piece(general).pips > 0
                && commands(self, world, general, unit)
        })
    }

    /// \[C1\] Lists everything that can be activated to move.
    pub(crate) fn list_moves(&self, world: &World, field: &Field, list: &mut Decisions<Choice>) {
        let side = self.active(world);
        for unit in self.everyone() {
            let info = world.info(unit);
            if info.side != side || self.piece(unit).spent || self.payers(world, unit).next().is_none() {
                continue;
            }
            self.list_activation(world, field, Form::Single, unit, 1, &[unit], list);
            let piece = self.piece(unit);
            let own =
                |hex: u16| hex != crate::world::NOWHERE && field.at(hex).fighters[usize::from(side)] > 0;
            let crowded = field.at(piece.at).fighters[usize::from(side)] > 1;
            let led =
                crowded && self.in_hex(piece.at).any(|other| other < unit && self.joins(world, other, unit));
            let steps = &world.steps[usize::from(piece.at)];
            if !info.kind.fights() || led || !crowded && !steps.iter().any(|step| own(step.to)) {
                continue;
            }
            for count in 1..=8 {
                if count == 1 && !crowded {
                    continue;
                }
                let Some(units) = self.line_of(world, unit, count) else { break };
                if units.len() > 1 {
                    self.list_activation(world, field, Form::Line, unit, count, &units, list);
                }
            }
            for count in 2..=6 {
                if !steps.iter().any(|step| step.road && own(step.to)) {
                    break;
                }
                let Some((units, _)) = self.column_of(world, unit, count) else { break };
                self.list_activation(world, field, Form::Column, unit, count, &units, list);
            }
        }
        if !self.night() {
            self.list_attachments(world, side, list);
        }
    }

    /// Whether another unit of the hex would lead the same line.
    fn joins(&self, world: &World, other: u8, unit: u8) -> bool {
        let (a, b) = (self.piece(other), self.piece(unit));
        world.info(other).kind.fights() && a.corps == b.corps && a.facing == b.facing && !a.spent
    }

    #[allow(clippy::too_many_arguments)] // one row of the list, with all that stands in it
    fn list_activation(
        &self,
        world: &World,
        field: &Field,
        form: Form,
        lead: u8,
        count: u8,
        units: &[u8],
        list: &mut Decisions<Choice>,
    ) {
        let mut named = false;
        for payer in self.payers(world, lead) {
            if self.move_cost(world, field, payer, units) <= self.piece(payer).pips {
                list.push(Choice::Move { form, lead, count, payer, named });
                named = true;
            }
        }
    }

    /// \[A6\] An independent unit may be given to a corps by the army's general.
    fn list_attachments(&self, world: &World, side: u8, list: &mut Decisions<Choice>) {
        if !world.armies[usize::from(side)].iter().any(|&general| self.present(general)) {
            return;
        }
        for unit in self.everyone() {
            let info = world.info(unit);
            if info.side == side && info.kind.fights() && self.piece(unit).corps == NONE {
                for (at, corps) in world.corps.iter().enumerate() {
                    if corps.side == side && corps.general != NONE && self.present(corps.general) {
                        list.push(Choice::Attach(unit, at as u8));
                    }
                }
            }
        }
    }

    /// The units of an activation.
    pub(crate) fn activated(&self, world: &World, form: Form, lead: u8, count: u8) -> (Vec<u8>, Vec<u16>) {
        match form {
            Form::Single => (vec![lead], Vec::new()),
            Form::Line => (self.line_of(world, lead, count).unwrap_or_else(|| vec![lead]), Vec::new()),
            Form::Column => self.column_of(world, lead, count).unwrap_or_else(|| (vec![lead], Vec::new())),
        }
    }

    /// \[C2\] Pays for an activation and opens it.
    pub(crate) fn activate(&mut self, world: &World, form: Form, lead: u8, count: u8, payer: u8) {
        let (units, trail) = self.activated(world, form, lead, count);
        let cost = self.move_cost(world, &Field::of(self, world), payer, &units);
        self.piece_mut(payer).pips -= cost;
        let at = self.piece(lead).at;
        let road = form != Form::Line && world.steps[usize::from(at)].iter().any(|step| step.road);
        self.march = Some(March { form, units, trail, payer, cost, moved: 0, road, stopped: false });
    }
}
