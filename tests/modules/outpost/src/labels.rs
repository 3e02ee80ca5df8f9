//! The words over a decision, and what a person is told of a choice before taking it.

use muster_board::SpaceId;
use muster_contract::{ChoiceDetails, Seat, Target};
use muster_sdk::{Labels, Names as _, OpenDecision, Prompt, line, place};

use crate::orders::{MARCH, allowance};
use crate::{Card, Choice, Outpost, Side, Stage, Unit};

impl Labels for Outpost {
    fn prompt(&self, open: &OpenDecision) -> Prompt {
        let unit = |unit: Unit| Target::Unit(self.unit_id(Some(open.seat), unit).to_string());
        let name = |unit: Unit| self.unit_name(Some(open.seat), unit);
        let (prompt, citation, step, focus) = match self.stage.step() {
            Stage::March(one) => (format!("Where does {} march?", name(one)), "C2", "March", Some(unit(one))),
            Stage::Look(_) => ("Which enemy block do you look at?".to_owned(), "C4", "Spyglass", None),
            Stage::Combat(fight) => {
                let own = if fight.asked == self.world.unit(fight.attacker).side {
                    fight.attacker
                } else {
                    fight.defender
                };
                let prompt =
                    format!("{} meets {}. Play a volley?", name(fight.attacker), name(fight.defender));
                (prompt, "D3", "Combat", Some(unit(own)))
            }
            Stage::Orders(_) if self.orders == 0 => {
                ("Play a card, or end your orders.".to_owned(), "C4", "Orders", None)
            }
            // Nothing is asked once the game is over.
            Stage::Orders(_) | Stage::Over => (
                format!("Choose a block to order: {} left.", counted(self.orders, "order")),
                "C1",
                "Orders",
                None,
            ),
        };
        let side = self.active().map_or("", Side::name);
        Prompt {
            question: prompt,
            citation: citation.to_owned(),
            frame: vec![format!("Turn {}", self.turn), format!("{side}'s orders"), step.to_owned()],
            focus,
            picked: Vec::new(),
        }
    }

    fn details(&self, seat: Seat, choice: Choice, details: &mut ChoiceDetails) {
        match choice {
            Choice::Order(_) => details.cost = "1 order".to_owned(),
            Choice::Play(card) => {
                let card = Card::of(card);
                details.consequences.push(line(card.text(), card.citation()));
            }
            Choice::EndOrders => {
                let ready = self.present(self.side_of(seat)).any(|unit| !self.block(unit).spent);
                details.warning = (self.orders > 0 && ready).then(|| {
                    format!("{} can still be given. End your orders?", counted(self.orders, "order"))
                });
            }
            Choice::To(space) => {
                if let Stage::March(unit) = self.stage.step() {
                    march_details(self, unit, space, details);
                }
            }
            Choice::Look(unit) => {
                details.label.push_str(&format!(" in {}", self.world.atlas.called(self.block(unit).at)));
            }
            Choice::Cancel | Choice::HoldFire => {}
        }
    }
}

/// What a march costs and brings.
fn march_details(game: &Outpost, unit: Unit, to: SpaceId, details: &mut ChoiceDetails) {
    let info = game.world.unit(unit);
    let called = game.world.atlas.called(to);
    if let Some(path) = game.reach(unit, allowance(info.kind)).path(to) {
        details.cost = counted(path.cost, "march point");
        details.path = path.spaces.iter().map(|&space| place(game.world.atlas.name(space))).collect();
        if path.cost > MARCH {
            details.consequences.push(line("It rides, and shows its face.", "C3"));
        }
    }
    let foe = game.unit_in(info.side.other(), to);
    if foe.is_some() {
        details.label = format!("Attack in {called}");
        details.consequences.push(line("Both blocks are turned face up, and they fight.", "D1"));
        if game.world.is_cover(to) {
            details.consequences.push(line("The enemy is in cover: only a 6 hits him.", "D4"));
        }
    }
    if let Some(post) = game.world.post_at(to) {
        let points = game.world.posts[post].points;
        details.consequences.push(line(format!("The post counts {points}."), "V1"));
    }
}

/// So many things, in words.
pub(crate) fn counted(count: impl Into<u32>, thing: &str) -> String {
    match count.into() {
        1 => format!("1 {thing}"),
        count => format!("{count} {thing}s"),
    }
}
