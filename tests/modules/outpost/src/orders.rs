//! C: orders and marches.

use muster_board::{Reach, SpaceId};
use muster_contract::EventKind;
use muster_sdk::{Decisions, May, Resolution, ensure, place};

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
    pub(crate) fn begin_orders(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        self.stage.restart(Stage::Orders(side));
        self.orders = self.world.orders;
        resolution.phase("C1", || self.status());
        self.draw_card(side, resolution);
    }

    /// C1, C4: which block gets an order, which card is played, or that no more are.
    pub(crate) fn list_orders(&self, side: Side, list: &mut Decisions<Choice>) {
        let ready = self.present(side).filter(|&unit| self.may_order(unit).is_ok());
        ready.for_each(|unit| list.push(Choice::Order(unit)));
        let of_use = self.hand(side).filter(|&card| self.may_play(side, Card::of(card)).is_ok());
        of_use.for_each(|card| list.push(Choice::Play(card)));
        list.push(Choice::EndOrders);
    }

    /// C1: whether a unit of the side that gives orders may get one. The list asks this, and the explanation, so that they can't
    /// contradict one another.
    pub(crate) fn may_order(&self, unit: Unit) -> May {
        ensure(!self.block(unit).spent, "It had an order this turn.", "C1")?;
        ensure(self.orders > 0, "You have no order left.", "C1")
    }

    /// C4, D3: whether a card is of any use among a side's orders.
    pub(crate) fn may_play(&self, side: Side, card: Card) -> May {
        match card {
            Card::Volley => ensure(false, "It is for a combat.", "D3"),
            Card::Spyglass => ensure(
                self.hidden_from(side).next().is_some(),
                "It is for your orders, while there is an enemy block that you can't identify.",
                "C4",
            ),
            Card::DoubleQuick => Ok(()),
        }
    }

    /// C1, C4: an order, a card, or the end of the orders.
    pub(crate) fn take_order(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        match choice {
            Choice::Order(unit) => {
                self.stage.call(Stage::March(unit));
                self.log_unit_event(resolution, unit, &EventKind::Command, "C1", |name| {
                    format!("{name} gets an order.")
                });
            }
            Choice::Play(card) => {
                self.play_card(side, card, resolution);
                match Card::of(card) {
                    Card::Spyglass => self.stage.call(Stage::Look(side)),
                    _ => self.orders += 1,
                }
            }
            _ => self.end_orders(side, resolution),
        }
    }

    /// C4: the enemy blocks that a side can't identify.
    pub(crate) fn hidden_from(&self, side: Side) -> impl Iterator<Item = Unit> {
        let seat = Some(self.seat_of(side));
        self.present(side.other()).filter(move |&unit| !self.knows(seat, unit))
    }

    /// C4: which enemy block is looked at.
    pub(crate) fn list_looks(&self, side: Side, list: &mut Decisions<Choice>) {
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

    /// C2: whether a unit may end its march in a space, if it gets there.
    pub(crate) fn may_end(&self, unit: Unit, to: SpaceId) -> May {
        let side = self.world.unit(unit).side;
        ensure(to != self.block(unit).at, "It stands here.", "C2")?;
        let full = to != self.world.camp(side) && self.unit_in(side, to).is_some();
        ensure(!full, "A block of your own is there; one fits a space.", "A1")?;
        let attacks = self.unit_in(side.other(), to).is_some();
        ensure(!attacks || self.world.unit(unit).kind != Kind::Wagons, "Wagons attack nobody.", "D2")
    }

    /// C2: where the unit may march, with what it costs.
    pub(crate) fn destinations(&self, unit: Unit) -> Vec<(SpaceId, u32)> {
        let reach = self.reach(unit, allowance(self.world.unit(unit).kind));
        let all = reach.all().iter().map(|reached| (reached.space, reached.cost));
        all.filter(|&(space, _)| self.may_end(unit, space).is_ok()).collect()
    }

    /// C2: where the unit that has the order goes.
    pub(crate) fn list_marches(&self, _: Side, list: &mut Decisions<Choice>) {
        let Stage::March(unit) = self.stage.step() else { return };
        for (space, _) in self.destinations(unit) {
            list.push(Choice::To(space));
        }
        list.push(Choice::Cancel);
    }

    /// C2: the unit marches, or its order is taken back.
    pub(crate) fn march(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let (Stage::March(unit), Choice::To(to)) = (self.stage.step(), choice) else {
            return self.stage.end();
        };
        let reach = self.reach(unit, allowance(self.world.unit(unit).kind));
        let path = reach.path(to).expect("only what can be reached is listed");
        let from = self.block(unit).at;
        self.orders -= 1;
        self.block_mut(unit).spent = true;
        if path.cost > MARCH {
            self.reveal(unit, "C3", resolution);
        }
        self.block_mut(unit).at = to;
        let way = path.spaces.iter().map(|&space| place(self.world.atlas.name(space))).collect();
        self.log_unit_event(resolution, unit, &EventKind::Moved(way), "C2", |name| {
            format!("{name} marches to {}.", self.world.atlas.called(to))
        });
        match self.unit_in(side.other(), to) {
            Some(foe) => self.meet(unit, from, foe, resolution),
            None => {
                self.take_post(unit, resolution);
                self.go_on(resolution);
            }
        }
    }

    /// C4: the side looks at the block.
    pub(crate) fn look(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        if let Choice::Look(unit) = choice {
            self.show(self.seat_of(side), unit, resolution);
        }
        self.go_on(resolution);
    }

    /// C1: what interrupted the orders is over, and the side gives its next.
    ///
    /// It is asked even with no order left, as long as it holds a card: whether that card is of any use now nobody else may
    /// learn from being asked himself. An empty hand, everybody sees.
    pub(crate) fn go_on(&mut self, resolution: &mut Resolution<'_>) {
        self.stage.end();
        if let Stage::Orders(side) = self.stage.step()
            && self.orders == 0
            && self.hands[side as usize] == 0
        {
            self.end_orders(side, resolution);
        }
    }
}
