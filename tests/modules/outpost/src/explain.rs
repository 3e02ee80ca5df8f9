//! Why something can't be chosen now, or what it is. An explanation never contradicts the list, and tells its reader nothing
//! that he may not know.

use muster_board::SpaceId;
use muster_contract::{Line, Seat, Target};
use muster_sdk::{Explanations, line, uncited};

use crate::orders::allowance;
use crate::{Card, Outpost, Stage, Unit};

impl Explanations for Outpost {
    /// Why the target can't be chosen now, and what it is.
    fn explain(&self, seat: Seat, target: &Target, choosable: bool) -> Vec<Line> {
        match target {
            Target::Unit(id) => match self.find_unit(Some(seat), id) {
                Some(unit) => self.explain_unit(seat, unit, choosable),
                None => vec![uncited(format!("You see no block called {id}."))],
            },
            Target::Space(id) => match self.world.atlas.space(id) {
                Some(space) => self.explain_space(seat, space, choosable),
                None => vec![uncited(format!("There is no space called {id}."))],
            },
            Target::Card(id) => self.explain_card(seat, id, choosable),
            _ if choosable => vec![uncited("You may do this now.")],
            _ => vec![uncited("This can't be done now.")],
        }
    }
}

impl Outpost {
    fn explain_unit(&self, seat: Seat, unit: Unit, choosable: bool) -> Vec<Line> {
        let info = self.world.unit(unit);
        let mut lines = if self.knows(Some(seat), unit) {
            vec![
                uncited(format!("{}, {} {}.", info.name, info.side.name(), info.kind.id())),
                line(format!("Its strength is {}.", self.strength(unit)), "A2"),
            ]
        } else {
            let side = info.side.name();
            vec![line(format!("A {side} block, face down: men, or empty wagons."), "A3")]
        };
        if choosable {
            return lines;
        }
        lines.push(match self.stage.step() {
            Stage::Over => line("The game is over.", "V2"),
            _ if self.active() != Some(self.side_of(seat)) => line("The enemy gives his orders.", "B1"),
            _ if info.side != self.side_of(seat) => line("It isn't yours to order.", "C1"),
            Stage::March(_) => line("Another block has the order; say where it goes, or cancel.", "C1"),
            Stage::Orders(_) => match self.may_order(unit) {
                Err(why) => why.into(),
                Ok(()) => uncited("It may get an order."),
            },
            Stage::Look(_) => line("Look at an enemy block first.", "C4"),
            Stage::Combat(_) => line("A combat is going on; play a volley, or none.", "D3"),
        });
        lines
    }

    fn explain_space(&self, seat: Seat, space: SpaceId, choosable: bool) -> Vec<Line> {
        let features: Vec<&str> =
            self.world.atlas.feature_names(self.world.atlas.features_of(space)).collect();
        let mut lines =
            vec![uncited(format!("{}: {}.", self.world.atlas.called(space), features.join(", ")))];
        if self.world.is_cover(space) {
            lines.push(line("Cover: whoever stands here is hit by a 6 only.", "D4"));
        }
        if let Some(post) = self.world.post_at(space) {
            let holder = self.held[post].map_or("nobody holds it", |side| match side {
                crate::Side::Blue => "Blue holds it",
                crate::Side::Gray => "Gray holds it",
            });
            lines.push(line(format!("A post of {}; {holder}.", self.world.posts[post].points), "V1"));
        }
        // What keeps a block that the enemy has turned face down from getting here is not for the asker to know.
        let marching = match self.stage.step() {
            Stage::March(unit) if self.world.unit(unit).side == self.side_of(seat) => Some(unit),
            _ => None,
        };
        if let (Some(unit), false) = (marching, choosable) {
            lines.push(match self.may_end(unit, space) {
                Err(why) => why.into(),
                Ok(()) => {
                    let points = allowance(self.world.unit(unit).kind);
                    line(format!("It has {points} march points, too few to get here."), "C2")
                }
            });
        }
        lines
    }

    fn explain_card(&self, seat: Seat, id: &str, choosable: bool) -> Vec<Line> {
        let readable = crate::cards::list(self.hands[self.side_of(seat) as usize] | self.played);
        let Some(number) = readable.into_iter().find(|&number| Card::id(number) == id) else {
            return vec![uncited("You can't read this card.")];
        };
        let card = Card::of(number);
        let mut lines = vec![line(card.text(), card.citation())];
        if !choosable {
            lines.push(match self.may_play(self.side_of(seat), card) {
                _ if self.played >> number & 1 == 1 => line("It was played.", "A4"),
                Err(why) => why.into(),
                Ok(()) => line("It is for your orders.", card.citation()),
            });
        }
        lines
    }
}
