//! C. Activation: dice, pips, and orders to move.

use muster_contract::{ChoiceDetails, Event, EventKind, Line};
use muster_sdk::{Decisions, Resolution, line};
use smallvec::SmallVec;

use crate::choice::{Choice, Order};
use crate::labels::{log_command, pips};
use crate::state::{Brigade, Form, March, distinct};
use crate::units::Field;
use crate::world::{ARMY_GENERALS, Kind, Side, Step, Unit, World};

/// \[C5\] Within this distance of the general nothing is doubled.
pub const COMMAND_RANGE: u32 = 3;

/// How many generals can pay for one order: the unit itself, its corps's commander, the army's.
const PAYERS: usize = ARMY_GENERALS + 2;

/// Those generals.
type Payers = SmallVec<[Unit; PAYERS]>;
/// What an order to more and more units costs: how many they are, whether one must leave an enemy fire zone, and which of the payers
/// have one of them in command range.
#[derive(Clone, Copy, Default)]
struct Costs {
    units: u8,
    engaged: bool,
    in_range: [bool; PAYERS],
}

impl Costs {
    #[inline(always)]
    fn add(&mut self, state: &Brigade, field: &Field, payers: &[Unit], unit: Unit) {
        self.units += 1;
        self.engaged |= state.is_engaged(field, unit);
        for (in_range, &payer) in self.in_range.iter_mut().zip(payers) {
            *in_range |= state.in_command_range(payer, unit);
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
    pub(crate) fn list_roll(&self, _side: Side, list: &mut Decisions<Choice>) {
        list.push(Choice::Roll);
    }

    /// \[C1\] \[O2\] The roll is the only choice.
    pub(crate) fn take_roll(&mut self, _side: Side, _choice: Choice, resolution: &mut Resolution<'_>) {
        log_command(resolution, "C1", "Roll activation dice");
        self.roll_activation(resolution);
        self.next_stage(resolution);
        self.hook_orders(resolution);
    }

    /// \[C1\] One die for each general of the active side.
    pub(crate) fn roll_activation(&mut self, resolution: &mut Resolution<'_>) {
        let side = self.active();
        let cite = if self.night() { "O2" } else { "C1" };
        let world = self.world.clone();
        for &unit in &world.generals[side as usize] {
            if self.present(unit) {
                let reason = || format!("{} rolls for pips", self.name_of(unit));
                let about = |event: Event| event.of(vec![world.info(unit).id.clone()]);
                let die = resolution.roll_about(1, 6, cite, |_| false, reason, about)[0];
                let pips = self.hook_pips(unit, die, resolution);
                let piece = self.marks_mut(unit);
                (piece.die, piece.pips) = (die, pips);
            }
        }
    }

    /// \[C5\] Whether an order from this general to these units costs double: none of them is both near and seen.
    pub fn is_doubled(&self, general: Unit, units: &[Unit]) -> bool {
        !units.iter().any(|&unit| self.in_command_range(general, unit))
    }

    /// \[C5\] Whether a unit is both near the general and seen by him.
    #[inline]
    fn in_command_range(&self, general: Unit, unit: Unit) -> bool {
        self.world.in_command_range(self.hex_of(general), self.hex_of(unit))
    }

    /// \[C3\] Whether a unit has to leave an enemy fire zone.
    #[inline]
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
        self.payers_with(unit, &self.army(self.world.side_of(unit)))
    }

    /// The same, if the army's generals with pips are known.
    #[inline(always)]
    fn payers_with(&self, unit: Unit, army: &[Unit]) -> Payers {
        let (corps, info) = (self.piece(unit).corps, self.world.info(unit));
        let own = corps.and_then(|corps| self.world.corps[corps].general);
        let mut payers = Payers::new();
        if info.kind == Kind::General && self.can_pay(unit) {
            payers.push(unit);
        }
        if let Some(own) = own.filter(|&own| own != unit && self.can_pay(own)) {
            payers.push(own);
        }
        for &general in army {
            if Some(general) != own && general != unit {
                payers.push(general);
            }
        }
        payers
    }

    /// \[C1\] Whether a general has pips.
    fn can_pay(&self, general: Unit) -> bool {
        self.piece(general).pips > 0 && self.present(general)
    }

    /// \[A4\] The generals of the army who have pips.
    fn army(&self, side: Side) -> Payers {
        let army = self.world.armies[side as usize].iter().copied();
        army.filter(|&general| self.can_pay(general)).collect()
    }

    /// Lists the orders that can be given, and that there are no more.
    pub(crate) fn list_orders(&self, side: Side, list: &mut Decisions<Choice>) {
        self.list_moves(side, list);
        list.push(Choice::EndMoves);
    }

    /// \[C1\] Lists everything that can be activated to move.
    pub(crate) fn list_moves(&self, side: Side, list: &mut Decisions<Choice>) {
        let (field, army) = (self.field(), self.army(side));
        for unit in self.of_side(side).filter(|&unit| !self.piece(unit).spent) {
            let payers = self.payers_with(unit, &army);
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
        let (here, side) = (field.at(at), info.side as usize);
        let crowded = here.fighters[side] > 1;
        if !info.kind.fights() || !crowded && here.beside[side] == 0 {
            return;
        }
        if crowded && self.in_hex(at).any(|other| other < unit && self.leads_same_line(other, unit)) {
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

    /// Whether another unit of the hex would lead the same line.
    fn leads_same_line(&self, other: Unit, unit: Unit) -> bool {
        let (a, b) = (self.piece(other), self.piece(unit));
        self.world.fights(other) && a.corps == b.corps && a.facing == b.facing && !a.spent
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
        let (longest, forks) = self.longest_column(head, mixed);
        if longest.len() == 1 {
            return;
        }
        let (units, ends) = self.column_units(head, mixed, &longest);
        let mut costs = Costs::default();
        for (count, end) in (1..).zip(ends) {
            let units = &units[..usize::from(end)];
            costs.add_up_to(self, field, payers, units);
            if count > 1 && counts(units) {
                self.list_activation((form, head, count, None), payers, &costs, list);
            }
        }
        for trail in self.other_columns(head, (&longest, forks), mixed) {
            let (units, _) = self.column_units(head, mixed, &trail);
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

    /// \[C2\] Lists an order, for each of these generals who can pay for it.
    fn list_activation(&self, order: Order, payers: &[Unit], costs: &Costs, list: &mut Decisions<Choice>) {
        let price = |doubled: bool| Self::cost_in_pips(&self.world, costs.engaged, doubled);
        let able = || {
            let all = payers.iter().zip(costs.in_range).map(|(&payer, in_range)| (payer, price(!in_range)));
            all.filter(|&(payer, cost)| cost <= self.piece(payer).pips)
        };
        let cheapest = able().min_by_key(|&(_, cost)| cost).map(|(payer, _)| payer);
        for (payer, cost) in able() {
            let (named, strength) = (Some(payer) != cheapest, costs.units);
            list.push(Choice::Move { order, payer, named, strength, cost });
        }
    }

    /// \[A6\] An independent unit may be given to a corps by the army's general.
    fn list_attachments(&self, side: Side, list: &mut Decisions<Choice>) {
        if !self.world.armies[side as usize].iter().any(|&general| self.present(general)) {
            return;
        }
        for unit in self.troops(side).filter(|&unit| self.piece(unit).corps.is_none()) {
            let led = self.world.corps.iter().filter(|(_, corps)| {
                corps.side == side && corps.general.is_some_and(|general| self.present(general))
            });
            list.extend(led.map(|(corps, _)| Choice::Attach(unit, corps)));
        }
    }

    /// \[C2\] \[A6\] Pays for an order, which is carried out next; attaches a unit; or ends the movement.
    pub(crate) fn take_order(&mut self, _side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        match choice {
            Choice::Move { order, payer, cost, .. } => {
                let (units, trail) = self.activated(order);
                self.marks_mut(payer).pips -= cost;
                let form = if order.0 == Form::MixedColumn { Form::Column } else { order.0 };
                let march = March::new(form, units.into_vec(), trail.into_vec(), (payer, cost));
                resolution.event(|| self.activation_event(&march));
                self.march = Some(march);
            }
            Choice::Attach(unit, corps) => {
                self.marks_mut(unit).corps = Some(corps);
                resolution
                    .say("A6", || format!("{} joins {}.", self.name_of(unit), self.world.corps[corps].name));
            }
            _ => {
                log_command(resolution, "B1", "End of moves");
                self.next_stage(resolution);
            }
        }
    }

    /// \[C2\] The event of an order that was paid for.
    fn activation_event(&self, march: &March) -> Event {
        let (lead, payer, cost) = (march.units[0], self.name_of(march.payer), pips(march.cost));
        let text = if march.payer == lead {
            format!("{payer} sets out: {cost}")
        } else {
            format!("{payer} orders {}: {cost}", self.march_name(march))
        };
        self.event(EventKind::Command, self.place_of(self.hex_of(lead)), &march.units, text, "C2")
    }

    /// Adds who is ordered by whom, what it costs and why, the corps that a unit is attached to, and who could still act.
    pub(crate) fn order_details(&self, choice: Choice, details: &mut ChoiceDetails) {
        let label = &mut details.label;
        match choice {
            Choice::Move { order, payer, cost, .. } => {
                let ((form, lead, _, tail), (units, _)) = (order, self.activated(order));
                details.cost = pips(cost);
                details.consequences = self.cost_reasons(payer, &units);
                if form != Form::Single {
                    let from = if form == Form::Line { "from" } else { "behind" };
                    *label += &format!(" {} {from} {}", units.len(), self.name_of(lead));
                }
                if let Some(tail) = tail {
                    *label += &format!(", back to {}", self.world.hex_name(tail));
                }
                // A general who sets out himself is named already.
                if lead != payer {
                    *label += &format!(" (ordered by {})", self.name_of(payer));
                }
            }
            Choice::Attach(_, corps) => *label += &format!(" to {}", self.world.corps[corps].name),
            Choice::EndMoves => details.warning = self.idle_warning(),
            _ => {}
        }
    }

    /// \[C3\] \[C5\] Why an order costs more than a pip.
    fn cost_reasons(&self, payer: Unit, units: &[Unit]) -> Vec<Line> {
        let field = self.field();
        let mut reasons = Vec::new();
        let doubled = self.is_doubled(payer, units);
        if self.move_cost(field, payer, units) > if doubled { 2 } else { 1 } {
            reasons.push(line("It begins in an enemy fire zone.", "C3"));
        }
        if doubled {
            reasons.push(line(
                format!("{} is more than 3 hexes off, or out of sight: double.", self.name_of(payer)),
                "C5",
            ));
        }
        reasons
    }

    /// Names those who can still act, if there are any.
    fn idle_warning(&self) -> Option<String> {
        let mut list = Decisions::default();
        list.open(0, "choose-unit");
        self.list_moves(self.active(), &mut list);
        let leads = list.of_seat(0).filter_map(|choice| match *choice {
            Choice::Move { order: (Form::Single, lead, ..), .. } if self.world.fights(lead) => Some(lead),
            _ => None,
        });
        let names = distinct(leads.map(|lead| self.name_of(lead)));
        let (count, shown) = (names.len(), names[..names.len().min(4)].join(", "));
        let more = if count > 4 { format!(" and {} more", count - 4) } else { String::new() };
        let of = if count == 1 { "1 unit that fights" } else { &format!("{count} units that fight") };
        (count > 0).then(|| format!("{of} can still act: {shown}{more}. End your moves?"))
    }
}
