//! B, V: the sequence of play, the posts, and who has won.

use muster_contract::{Audience, Event, EventKind, Line, Outcome, TurnStatus};
use muster_sdk::{Resolution, line, place};

use crate::{Outpost, Side, Stage, Unit};

/// B1: the side that gives its orders first.
pub(crate) const FIRST: Side = Side::Gray;
/// A4: the cards that each side has at first.
const CARDS: usize = 2;

impl Outpost {
    /// A3, A4, B1: the blocks are mixed, the cards dealt, and the first turn begins.
    pub(crate) fn set_up(&mut self, resolution: &mut Resolution<'_>) {
        self.mix(resolution);
        for side in Side::ALL {
            (0..CARDS).for_each(|_| self.draw_card(side, resolution));
            for unit in self.world.of_side(side) {
                if let Some(post) = self.world.post_at(self.block(unit).at) {
                    self.held[post] = Some(side);
                }
            }
        }
        self.turn = 1;
        self.begin_orders(FIRST, resolution);
    }

    /// B1: a side has given its orders; the other's follow, or the turn ends.
    pub(crate) fn end_orders(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        if side == FIRST {
            self.begin_orders(side.other(), resolution);
            return;
        }
        self.blocks.rows_mut().for_each(|block| block.spent = false);
        if self.turn < self.world.turns {
            self.turn += 1;
            self.begin_orders(FIRST, resolution);
        } else {
            self.finish(resolution);
        }
    }

    fn finish(&mut self, resolution: &mut Resolution<'_>) {
        self.stage.restart(Stage::Over);
        resolution.phase("V2", || self.status());
    }

    /// V1: the unit takes the post that it came to. Any block does, wagons too: that one doesn't would tell what it is.
    pub(crate) fn take_post(&mut self, unit: Unit, resolution: &mut Resolution<'_>) {
        let side = self.world.unit(unit).side;
        let Some(post) = self.world.post_at(self.block(unit).at) else { return };
        if self.held[post] == Some(side) {
            return;
        }
        self.held[post] = Some(side);
        let space = self.world.posts[post].space;
        let (at, text) = (
            self.world.atlas.name(space),
            format!("{} has {} now.", side.name(), self.world.atlas.called(space)),
        );
        resolution.event(|| Event::new(EventKind::Text, Audience::Everyone, text, "V1").at(place(at)));
    }

    /// V1: the points of the posts that the side holds.
    pub(crate) fn posts_held(&self, side: Side) -> i32 {
        let held = self.world.posts.iter().zip(&self.held).filter(|&(_, held)| *held == Some(side));
        held.map(|(post, _)| i32::from(post.points)).sum()
    }

    /// V1: how many blocks the side has lost.
    pub(crate) fn lost(&self, side: Side) -> i32 {
        self.world.of_side(side).filter(|&unit| self.block(unit).gone).count() as i32
    }

    /// V1: the side's points.
    pub(crate) fn points(&self, side: Side) -> i32 {
        self.posts_held(side) + self.lost(side.other())
    }

    /// V3: a side with no block that can fight is beaten at once. Gives whether one is.
    pub(crate) fn check_beaten(&mut self, resolution: &mut Resolution<'_>) -> bool {
        let beaten = Side::ALL.into_iter().any(|side| !self.can_fight(side));
        if beaten {
            self.finish(resolution);
        }
        beaten
    }

    /// V2, V3: who has won, and how clearly.
    pub(crate) fn result(&self) -> Option<Outcome> {
        if self.stage.step() != Stage::Over {
            return None;
        }
        let won = |winner: Option<Side>, degree: &str, reason: Line| Outcome {
            winner: winner.map(|side| side.id().to_owned()),
            degree: degree.to_owned(),
            reasons: vec![reason],
        };
        let [blue, gray] = Side::ALL.map(|side| self.points(side));
        let score = line(format!("Blue has {blue} points, Gray {gray}."), "V2");
        Some(match Side::ALL.map(|side| self.can_fight(side)) {
            [true, false] => won(Some(Side::Blue), "decisive", line("Gray has nobody left to fight.", "V3")),
            [false, true] => won(Some(Side::Gray), "decisive", line("Blue has nobody left to fight.", "V3")),
            _ if blue == gray => won(None, "", score),
            _ => {
                let winner = if blue > gray { Side::Blue } else { Side::Gray };
                won(Some(winner), degree((blue - gray).abs()), score)
            }
        })
    }

    /// Where the sequence of play stands.
    pub(crate) fn status(&self) -> TurnStatus {
        // Turn 1 begins at half past four in the morning.
        let minutes = 4 * 60 + 15 + u32::from(self.turn) * 15;
        TurnStatus {
            number: self.turn.into(),
            of: self.world.turns.into(),
            title: format!("Turn {}", self.turn),
            clock: format!("{}.{:02} a.m.", minutes / 60, minutes % 60),
            phase: self.step().phase.to_owned(),
            active: self.active().map(|side| side.id().to_owned()),
        }
    }
}

/// V2: how clear a victory by so many points is.
fn degree(by: i32) -> &'static str {
    match by {
        ..=2 => "narrow",
        3..=4 => "clear",
        _ => "decisive",
    }
}
