//! C. Activation: dice, pips, lines of battle and columns.

use muster_board::SpaceId;
use muster_sdk::{Decisions, Resolution};
use smallvec::{SmallVec, smallvec};

use crate::choice::Choice;
use crate::state::{Brigade, Form, March};
use crate::units::Field;
use crate::world::{ARMY_GENERALS, Kind, Step, Unit, World};

/// \[C5\] Within this distance of the general nothing is doubled.
pub const EARSHOT: u32 = 3;

/// How many generals can pay for one order: the unit itself, its corps's commander, the army's.
const PAYERS: usize = ARMY_GENERALS + 2;

/// Those generals.
type Payers = SmallVec<[Unit; PAYERS]>;
/// The units of a line or column, the lead first; few are of more than eight hexes, and may be.
pub type Units = SmallVec<[Unit; 16]>;
/// The hexes of a column, the head first.
pub type Trail = SmallVec<[SpaceId; 8]>;
/// How many of the units stand in the first hex, the first two, and so on.
type Ends = SmallVec<[u8; 8]>;

/// What an order to more and more units costs each of its payers.
#[derive(Clone, Copy)]
struct Costs {
    units: u8,
    engaged: bool,
    doubled: [bool; PAYERS],
}

impl Default for Costs {
    fn default() -> Self {
        Self { units: 0, engaged: false, doubled: [true; PAYERS] }
    }
}

impl Costs {
    #[inline(always)]
    fn add(&mut self, state: &Brigade, field: &Field, payers: &[Unit], unit: Unit) {
        self.units += 1;
        self.engaged |= state.is_engaged(field, unit);
        for (doubled, &payer) in self.doubled.iter_mut().zip(payers) {
            *doubled &= !state.hears(payer, unit);
        }
    }

    /// Adds those of the units that it doesn't hold yet.
    fn add_up_to(&mut self, state: &Brigade, field: &Field, payers: &[Unit], units: &[Unit]) {
        for &unit in &units[usize::from(self.units)..] {
            self.add(state, field, payers, unit);
        }
    }
}

impl Brigade {
    /// \[C1\] One die for each general of the active side.
    pub(crate) fn roll_activation(&mut self, resolution: &mut Resolution<'_>) {
        let side = self.active();
        let cite = if self.night() { "O2" } else { "C1" };
        let world = self.world.clone();
        for &unit in &world.forces[usize::from(side)] {
            if world.is_general(unit) && self.present(unit) {
                let reason = || format!("{} rolls activation points", world.info(unit).name);
                let die = resolution.roll_openly(1, 6, cite, |_| false, reason)[0];
                let pips = self.hook_pips(unit, die, resolution);
                let piece = self.marks_mut(unit);
                (piece.die, piece.pips) = (die, pips);
            }
        }
    }

    /// \[C6\] The units of the longest line of battle of up to `most` hexes, from the lead's hex to his right: of one
    /// corps, with the same facing, side by side. With it, how many of them stand in its first hex, its first two, and
    /// so on.
    fn longest_line(&self, lead: Unit, most: u8) -> (Units, Ends) {
        let (piece, side) = (self.piece(lead), self.world.info(lead).side);
        let right = usize::from((piece.facing + 3) % 12 / 2);
        let (mut units, mut ends) = (smallvec![lead], Ends::new());
        let mut next = piece.at;
        while let Some(hex) = next.filter(|_| ends.len() < usize::from(most)) {
            let before = units.len();
            for unit in self.in_hex(hex).filter(|&unit| unit != lead) {
                let (other, info) = (self.piece(unit), self.world.info(unit));
                let same = other.corps == piece.corps && other.facing == piece.facing && info.side == side;
                if same && piece.corps.is_some() && info.kind.fights() && !other.spent {
                    units.push(unit);
                }
            }
            if !ends.is_empty() && units.len() == before {
                break;
            }
            ends.push(units.len() as u8);
            next = self.world.steps[hex][right].map(|step| step.to);
        }
        (units, ends)
    }

    /// \[C6\] The units of a line of battle of `count` hexes. None if it is shorter.
    pub fn line_of(&self, lead: Unit, count: u8) -> Option<Units> {
        let (units, ends) = self.longest_line(lead, count);
        (ends.len() == usize::from(count)).then_some(units)
    }

    /// \[C6\] Whether a unit can be in a column behind this head: of the head's corps or of whatever corps.
    fn belongs(&self, head: Unit, mixed: bool, unit: Unit) -> bool {
        let (other, info) = (self.piece(unit), self.world.info(unit));
        let of_it = mixed || other.corps == self.piece(head).corps;
        of_it && info.side == self.world.info(head).side && info.kind.fights() && !other.spent
    }

    /// \[C6\] The hexes with units of a column to which a road leads from one of its hexes.
    fn further(&self, head: Unit, mixed: bool, from: SpaceId) -> impl Iterator<Item = SpaceId> {
        let steps = self.world.steps(from).filter(|step| step.road).map(|step| step.to);
        steps.filter(move |&to| self.in_hex(to).any(|unit| self.belongs(head, mixed, unit)))
    }

    /// \[C6\] The units of a column, the head first; and how many of them are in its first hex, its first two, and so on.
    fn along(&self, head: Unit, mixed: bool, trail: &[SpaceId]) -> (Units, Ends) {
        let (mut units, mut ends): (Units, Ends) = (smallvec![head], Ends::new());
        for &hex in trail {
            let others = self.in_hex(hex).filter(|&unit| unit != head);
            units.extend(others.filter(|&unit| self.belongs(head, mixed, unit)));
            ends.push(units.len() as u8);
        }
        (units, ends)
    }

    /// \[C6\] The hexes of the longest column of up to `most`, from its head along the road; where this forks, the way on is
    /// that of the first hex with more of them.
    fn longest_column(&self, head: Unit, most: u8, mixed: bool) -> Trail {
        let mut trail: Trail = smallvec![self.hex_of(head)];
        while trail.len() < usize::from(most) {
            let from = trail[trail.len() - 1];
            let next = self.further(head, mixed, from).find(|to| !trail.contains(to));
            let Some(next) = next else { break };
            trail.push(next);
        }
        trail
    }

    /// \[C6\] The columns behind a head that end in another hex than the longest does at that length: one to each hex that is
    /// left, by the shortest way.
    fn other_columns(&self, head: Unit, longest: &[SpaceId], mixed: bool) -> Vec<Trail> {
        let mut trails: Vec<Trail> = vec![smallvec![self.hex_of(head)]];
        let mut next = 0;
        while next < trails.len() {
            let here = trails[next].clone();
            for to in self.further(head, mixed, here[here.len() - 1]) {
                if trails.iter().all(|trail| trail.last() != Some(&to)) {
                    let mut trail = here.clone();
                    trail.push(to);
                    trails.push(trail);
                }
            }
            next += 1;
        }
        trails.retain(|trail| longest.get(trail.len() - 1) != trail.last());
        trails
    }

    /// \[C6\] The units and hexes of a column of `count` hexes: of the longest, or of the one that ends in `tail`. None if there
    /// is none.
    pub fn column_of(
        &self,
        head: Unit,
        (count, tail): (u8, Option<SpaceId>),
        mixed: bool,
    ) -> Option<(Units, Trail)> {
        let mut trail = self.longest_column(head, u8::MAX, mixed);
        if tail.is_none() {
            trail.truncate(count.into());
        } else {
            let mut others = self.other_columns(head, &trail, mixed).into_iter();
            trail = others.find(|trail| trail.last() == tail.as_ref())?;
        }
        let (units, _) = self.along(head, mixed, &trail);
        (trail.len() == usize::from(count)).then_some((units, trail))
    }

    /// \[C5\] Whether an order from this general to these units costs double: none of them is both near and seen.
    pub fn is_doubled(&self, general: Unit, units: &[Unit]) -> bool {
        !units.iter().any(|&unit| self.hears(general, unit))
    }

    /// \[C5\] Whether a unit is both near the general and seen by him.
    fn hears(&self, general: Unit, unit: Unit) -> bool {
        self.world.hears(self.hex_of(general), self.hex_of(unit))
    }

    /// \[C3\] Whether a unit has to leave an enemy fire zone.
    fn is_engaged(&self, field: &Field, unit: Unit) -> bool {
        let info = self.world.info(unit);
        matches!(info.kind, Kind::Infantry | Kind::Cavalry) && field.under_fire(self.hex_of(unit), info.side)
    }

    /// \[C2\] \[C3\] \[C5\] What a move costs.
    fn cost_in_pips(world: &World, engaged: bool, doubled: bool) -> u8 {
        let extra = if world.late_war { 2 } else { 1 };
        let pips = 1 + if engaged { extra } else { 0 };
        if doubled { pips * 2 } else { pips }
    }

    /// \[C2\] \[C3\] \[C5\] What it costs this general to move these units.
    pub fn move_cost(&self, field: &Field, general: Unit, units: &[Unit]) -> u8 {
        let engaged = units.iter().any(|&unit| self.is_engaged(field, unit));
        Self::cost_in_pips(&self.world, engaged, self.is_doubled(general, units))
    }

    /// \[C4\] \[C5\] What it costs this general to let a battery bombard.
    pub fn bombard_cost(&self, general: Unit, gun: Unit) -> u8 {
        if self.is_doubled(general, &[gun]) { 2 } else { 1 }
    }

    /// \[C1\] \[A4\] \[A6\] The generals who command a unit and have pips: itself, its corps's commander, the army's.
    pub(crate) fn payers(&self, unit: Unit) -> Payers {
        let mut payers = Payers::new();
        self.find_payers(unit, &self.army(self.world.info(unit).side), &mut payers);
        payers
    }

    /// The same, if the army's generals with pips are known.
    #[inline(always)]
    fn find_payers(&self, unit: Unit, army: &[Unit], payers: &mut Payers) {
        let (corps, info) = (self.piece(unit).corps, self.world.info(unit));
        let own = corps.and_then(|corps| self.world.corps[corps].general);
        payers.clear();
        if info.kind == Kind::General && self.can_pay(unit) {
            payers.push(unit);
        }
        payers.extend(own.filter(|&own| own != unit && self.can_pay(own)));
        for &general in army {
            if Some(general) != own && general != unit {
                payers.push(general);
            }
        }
    }

    /// \[C1\] Whether a general has pips.
    fn can_pay(&self, general: Unit) -> bool {
        self.piece(general).pips > 0 && self.present(general)
    }

    /// \[A4\] The generals of the army who have pips.
    fn army(&self, side: u8) -> Payers {
        let army = self.world.armies[usize::from(side)].iter().copied();
        army.filter(|&general| self.can_pay(general)).collect()
    }

    /// Lists the orders that can be given, and that there are no more.
    pub(crate) fn list_orders(&self, side: u8, list: &mut Decisions<Choice>) {
        self.list_moves(side, list);
        list.push(Choice::EndMoves);
    }

    /// \[C1\] Lists everything that can be activated to move.
    pub(crate) fn list_moves(&self, side: u8, list: &mut Decisions<Choice>) {
        let (field, army, mut payers) = (self.field(), self.army(side), Payers::new());
        for unit in self.of_side(side).filter(|&unit| !self.piece(unit).spent) {
            self.find_payers(unit, &army, &mut payers);
            if !payers.is_empty() {
                self.list_orders_to(field, unit, &payers, list);
            }
        }
        if !self.night() {
            self.list_attachments(side, list);
        }
    }

    /// \[C1\] \[C6\] Lists the orders to a unit: alone, and at the head of a line or column.
    fn list_orders_to(&self, field: &Field, unit: Unit, payers: &Payers, list: &mut Decisions<Choice>) {
        let info = self.world.info(unit);
        if !info.kind.fights() && self.is_shut_in(field, unit) {
            return;
        }
        let mut costs = Costs::default();
        costs.add(self, field, payers, unit);
        self.list_activation((Form::Single, unit, 1, None), payers, &costs, list);
        let at = self.hex_of(unit);
        let (here, side) = (field.at(at), usize::from(info.side));
        let crowded = here.fighters[side] > 1;
        if !info.kind.fights() || !crowded && here.beside[side] == 0 {
            return;
        }
        if crowded && self.in_hex(at).any(|other| other < unit && self.joins(other, unit)) {
            return;
        }
        let (units, ends) = self.longest_line(unit, u8::MAX);
        let mut line = costs;
        for (count, end) in (1..).zip(ends) {
            line.add_up_to(self, field, payers, &units[..usize::from(end)]);
            if end > 1 {
                self.list_activation((Form::Line, unit, count, None), payers, &line, list);
            }
        }
        let along = |step: &Step| step.road && field.at(step.to).fighters[side] > 0;
        if !self.world.steps(at).any(along) {
            return;
        }
        self.list_columns(field, (unit, Form::Column), payers, list);
        self.list_mixed_columns(field, unit, payers, list);
    }

    /// \[C6\] Lists the columns behind a head; the mixed ones only where they hold more than its own corps.
    fn list_columns(
        &self,
        field: &Field,
        (head, form): (Unit, Form),
        payers: &[Unit],
        list: &mut Decisions<Choice>,
    ) {
        let mixed = form == Form::MixedColumn;
        let corps = self.piece(head).corps;
        let counts = |units: &[Unit]| !mixed || units.iter().any(|&unit| self.piece(unit).corps != corps);
        let longest = self.longest_column(head, u8::MAX, mixed);
        let (units, ends) = self.along(head, mixed, &longest);
        let mut costs = Costs::default();
        for (count, end) in (1..).zip(ends) {
            let units = &units[..usize::from(end)];
            costs.add_up_to(self, field, payers, units);
            if count > 1 && counts(units) {
                self.list_activation((form, head, count, None), payers, &costs, list);
            }
        }
        for trail in self.other_columns(head, &longest, mixed) {
            let (units, _) = self.along(head, mixed, &trail);
            if counts(&units) {
                let mut costs = Costs::default();
                costs.add_up_to(self, field, payers, &units);
                let order = (form, head, trail.len() as u8, trail.last().copied());
                self.list_activation(order, payers, &costs, list);
            }
        }
    }

    /// \[C1\] \[C6\] Lists the columns behind a unit that hold more than its own corps: the army's generals may order them.
    fn list_mixed_columns(&self, field: &Field, head: Unit, payers: &Payers, list: &mut Decisions<Choice>) {
        let army: Payers =
            payers.iter().copied().filter(|&payer| self.world.info(payer).army_general).collect();
        // Whoever comes first of a hex leads all of it.
        let leads = |unit: Unit| self.world.fights(unit) && !self.piece(unit).spent;
        if !army.is_empty() && self.in_hex(self.hex_of(head)).find(|&unit| leads(unit)) == Some(head) {
            self.list_columns(field, (head, Form::MixedColumn), &army, list);
        }
    }

    /// Whether another unit of the hex would lead the same line.
    fn joins(&self, other: Unit, unit: Unit) -> bool {
        let (a, b) = (self.piece(other), self.piece(unit));
        self.world.info(other).kind.fights() && a.corps == b.corps && a.facing == b.facing && !a.spent
    }

    fn list_activation(
        &self,
        (form, lead, count, tail): (Form, Unit, u8, Option<SpaceId>),
        payers: &[Unit],
        costs: &Costs,
        list: &mut Decisions<Choice>,
    ) {
        let price = |doubled: bool| Self::cost_in_pips(&self.world, costs.engaged, doubled);
        let able = || {
            let all = payers.iter().zip(costs.doubled).map(|(&payer, doubled)| (payer, price(doubled)));
            all.filter(|&(payer, cost)| cost <= self.piece(payer).pips)
        };
        let cheapest = able().min_by_key(|&(_, cost)| cost).map(|(payer, _)| payer);
        for (payer, cost) in able() {
            let (named, strength) = (Some(payer) != cheapest, costs.units);
            list.push(Choice::Move { form, lead, count, tail, payer, named, strength, cost });
        }
    }

    /// \[A6\] An independent unit may be given to a corps by the army's general.
    fn list_attachments(&self, side: u8, list: &mut Decisions<Choice>) {
        if !self.world.armies[usize::from(side)].iter().any(|&general| self.present(general)) {
            return;
        }
        for unit in self.troops(side).filter(|&unit| self.piece(unit).corps.is_none()) {
            let led = self.world.corps.iter().filter(|(_, corps)| {
                corps.side == side && corps.general.is_some_and(|general| self.present(general))
            });
            list.extend(led.map(|(corps, _)| Choice::Attach(unit, corps)));
        }
    }

    /// The units of an activation.
    pub(crate) fn activated(
        &self,
        (form, lead, count, tail): (Form, Unit, u8, Option<SpaceId>),
    ) -> (Units, Trail) {
        let together = match form {
            Form::Single => None,
            Form::Line => self.line_of(lead, count).map(|units| (units, Trail::new())),
            Form::Column => self.column_of(lead, (count, tail), false),
            Form::MixedColumn => self.column_of(lead, (count, tail), true),
        };
        together.unwrap_or_else(|| (smallvec![lead], Trail::new()))
    }

    /// \[C2\] Pays for an activation, which is to be carried out next.
    pub(crate) fn activate(
        &mut self,
        order: (Form, Unit, u8, Option<SpaceId>),
        payer: Unit,
        cost: u8,
    ) -> March {
        let (units, trail) = self.activated(order);
        let (units, trail) = (units.into_vec(), trail.into_vec());
        self.marks_mut(payer).pips -= cost;
        let form = if order.0 == Form::MixedColumn { Form::Column } else { order.0 };
        March::new(form, units, trail, (payer, cost))
    }
}
