//! C: orders and marches.

use muster_board::{Reach, SpaceId};
use muster_contract::{EventKind, Line};
use muster_sdk::{Decisions, Happenings, line, place};

use crate::{Card, Choice, Kind, Outpost, Side, Stage, Unit};

/// C2: the march points that any block may spend without showing its face.
pub(crate) const MARCH: u32 = 2;
/// C3: the march points of cavalry.
pub(crate) const RIDE: u32 = 4;

/// C2, C3: a unit's march points.
pub(crate) fn allowance(kind: Kind) -> u32 {
    if kind == Kind::Cavalry { RIDE } else { MARCH }
}

impl Outpost {
    /// C1: a side's orders begin, with a card.
    pub(crate) fn begin_orders(&mut self, side: Side, happenings: &mut Happenings<'_>) {
        self.stage = Stage::Orders(side);
        self.orders = self.world.orders;
        happenings.phase("C1", || self.status());
        self.draw_card(side, happenings);
    }

    /// C1, C4: which block gets an order, which card is played, or that no more are.
    pub(crate) fn list_orders(&self, side: Side, list: &mut Decisions<Choice>) {
        list.open(self.seat_of(side), "order");
        if self.orders > 0 {
            let ready = self.present(side).filter(|&unit| !self.block(unit).spent);
            ready.for_each(|unit| list.push(Choice::Order(unit)));
        }
        for card in self.hand(side) {
            let of_use = match Card::of(card) {
                Card::Volley => false,
                Card::Spyglass => self.hidden_from(side).next().is_some(),
                Card::DoubleQuick => true,
            };
            if of_use {
                list.push(Choice::Play(card));
            }
        }
        list.push(Choice::EndOrders);
    }

    /// C1, C4: an order, a card, or the end of the orders.
    pub(crate) fn take_order(&mut self, side: Side, choice: Choice, happenings: &mut Happenings<'_>) {
        match choice {
            Choice::Order(unit) => {
                self.stage = Stage::March(unit);
                self.tell(happenings, unit, &EventKind::Command, "C1", |name| {
                    format!("{name} gets an order.")
                });
            }
            Choice::Play(card) => {
                self.play_card(side, card, happenings);
                match Card::of(card) {
                    Card::Spyglass => self.stage = Stage::Look(side),
                    _ => self.orders += 1,
                }
            }
            _ => self.end_orders(side, happenings),
        }
    }

    /// C4: the enemy blocks that a side can't identify.
    pub(crate) fn hidden_from(&self, side: Side) -> impl Iterator<Item = Unit> {
        let seat = Some(self.seat_of(side));
        self.present(side.other()).filter(move |&unit| !self.knows(seat, unit))
    }

    /// C4: which enemy block is looked at.
    pub(crate) fn list_looks(&self, side: Side, list: &mut Decisions<Choice>) {
        list.open(self.seat_of(side), "look");
        // By token: the order of the roster would tell which unit is which.
        let tokens = self.tokens.of(Some(self.seat_of(side)));
        let mut hidden: Vec<Unit> = self.hidden_from(side).collect();
        hidden.sort_by_key(|&unit| tokens.of(unit));
        hidden.into_iter().for_each(|unit| list.push(Choice::Look(unit)));
    }

    /// C2: everywhere that a unit gets with so many march points, by the cheapest way.
    pub(crate) fn reach(&self, unit: Unit, points: u32) -> Reach {
        let (start, side) = (self.block(unit).at, self.world.unit(unit).side);
        self.world.atlas.reach(start, points, |from, edge, to| {
            // D1: a march ends where it meets the enemy. Nobody enters the enemy's camp.
            let meets = from != start && self.unit_in(side.other(), from).is_some();
            if meets || to == self.world.camp(side.other()) { None } else { self.world.price(edge, to) }
        })
    }

    /// C2: why a unit can't end its march in a space that it gets to; none if it can. The list and the
    /// explanation both ask this, so that they can't contradict one another.
    pub(crate) fn hindrance(&self, unit: Unit, to: SpaceId) -> Option<Line> {
        let side = self.world.unit(unit).side;
        if to == self.block(unit).at {
            Some(line("It stands here.", "C2"))
        } else if to != self.world.camp(side) && self.unit_in(side, to).is_some() {
            Some(line("A block of your own is there; one fits a space.", "A1"))
        } else if self.world.unit(unit).kind == Kind::Wagons && self.unit_in(side.other(), to).is_some() {
            Some(line("Wagons attack nobody.", "D2"))
        } else {
            None
        }
    }

    /// C2: where the unit may march, with what it costs.
    pub(crate) fn destinations(&self, unit: Unit) -> Vec<(SpaceId, u32)> {
        let reach = self.reach(unit, allowance(self.world.unit(unit).kind));
        let all = reach.all().iter().map(|reached| (reached.space, reached.cost));
        all.filter(|&(space, _)| self.hindrance(unit, space).is_none()).collect()
    }

    /// C2: where the unit that has the order goes.
    pub(crate) fn list_marches(&self, unit: Unit, list: &mut Decisions<Choice>) {
        list.open(self.seat_of(self.world.unit(unit).side), "march");
        for (space, _) in self.destinations(unit) {
            list.push(Choice::To(space));
        }
        list.push(Choice::Cancel);
    }

    /// C2: the unit marches, or its order is taken back.
    pub(crate) fn march(&mut self, unit: Unit, choice: Choice, happenings: &mut Happenings<'_>) {
        let side = self.world.unit(unit).side;
        let Choice::To(to) = choice else {
            self.stage = Stage::Orders(side);
            return;
        };
        let reach = self.reach(unit, allowance(self.world.unit(unit).kind));
        let path = reach.path(to).expect("only what can be reached is listed");
        let from = self.block(unit).at;
        self.orders -= 1;
        self.block_mut(unit).spent = true;
        if path.cost > MARCH {
            self.reveal(unit, "C3", happenings);
        }
        self.block_mut(unit).at = to;
        let way = path.spaces.iter().map(|&space| place(self.world.atlas.name(space))).collect();
        self.tell(happenings, unit, &EventKind::Moved(way), "C2", |name| {
            format!("{name} marches to {}.", self.world.atlas.called(to))
        });
        match self.unit_in(side.other(), to) {
            Some(foe) => self.meet(unit, from, foe, happenings),
            None => {
                self.take_post(unit, happenings);
                self.go_on(side, happenings);
            }
        }
    }

    /// C1: after an order the side gives its next.
    ///
    /// It is asked even with no order left, as long as it holds a card: whether that card is of any use now nobody else may
    /// learn from being asked himself. An empty hand, everybody sees.
    pub(crate) fn go_on(&mut self, side: Side, happenings: &mut Happenings<'_>) {
        if self.stage == Stage::Over {
            return;
        }
        self.stage = Stage::Orders(side);
        if self.orders == 0 && self.hands[side as usize] == 0 {
            self.end_orders(side, happenings);
        }
    }
}
