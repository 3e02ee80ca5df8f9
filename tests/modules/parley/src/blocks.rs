//! Blocks: who sees them, how they go face down and up (P4, P6, P9.1).

use muster_contract::{Audience, Event, EventKind, Place, Seat};
use muster_sdk::{Knowledge, Names as _, Resolution, place};

use crate::{Fault, Parley, Unit, state::other};

impl Parley {
    /// Where the block stands, for everyone.
    pub(crate) fn place_of(&self, unit: Unit) -> Place {
        let block = self.block(unit);
        Place {
            edge: block.edge.map(|edge| self.world.link(edge).id.clone()),
            ..place(&self.world.space(block.space).id)
        }
    }

    /// Tells every seat of a block by the name that it has for it. Spectators learn what they see on the board.
    pub(crate) fn log_unit_event(
        &self,
        resolution: &mut Resolution<'_>,
        unit: Unit,
        kind: &EventKind,
        citation: &str,
        text: impl Fn(&str) -> String,
    ) {
        if !resolution.is_observed() {
            return;
        }
        let told = |audience: Audience, seat: Option<Seat>| {
            let name = self.unit_name(seat, unit);
            let shown = capitalised(&text(&name));
            Event::new(kind.clone(), audience, shown, citation)
                .at(self.place_of(unit))
                .of(vec![self.unit_id(seat, unit).to_string()])
        };
        if self.block(unit).known == Knowledge::EVERYONE || self.world.broken(Fault::EventNamesUnit) {
            let owner = self.seat_of(Self::owner(unit));
            resolution.event(|| told(Audience::Everyone, Some(owner)));
            return;
        }
        for seat in 0..2 {
            resolution.event(|| told(Audience::Seats(vec![seat]), Some(seat)));
        }
    }

    /// Everybody sees the block.
    pub(crate) fn reveal(&mut self, unit: Unit, resolution: &mut Resolution<'_>) {
        self.block_mut(unit).known = Knowledge::EVERYONE;
        self.possible[usize::from(Self::owner(unit))].reveal(Self::number(unit));
        for seat in [None, Some(0), Some(1)] {
            self.tokens.of_mut(seat).drop(unit);
        }
        self.log_unit_event(resolution, unit, &EventKind::Revealed, "P6", |name| format!("{name} is seen."));
    }

    /// P4: one seat sees the block.
    pub(crate) fn show(&mut self, seat: Seat, unit: Unit, resolution: &mut Resolution<'_>) {
        let token = self.unit_id(Some(seat), unit).to_string();
        let known = &mut self.block_mut(unit).known;
        *known = known.and(seat);
        self.possible[usize::from(Self::owner(unit))].reveal(Self::number(unit));
        self.tokens.of_mut(Some(seat)).drop(unit);
        if self.world.broken(Fault::SilentLook) {
            return;
        }
        for hearer in 0..2 {
            let text = if hearer == seat {
                format!("You look at {token}: {}.", self.unit_name(Some(hearer), unit))
            } else {
                format!("The enemy looks at {}.", self.unit_name(Some(hearer), unit))
            };
            resolution.event(|| {
                Event::new(EventKind::Revealed, Audience::Seats(vec![hearer]), text, "P4")
                    .at(self.place_of(unit))
                    .of(vec![self.unit_id(Some(hearer), unit).to_string()])
            });
        }
    }

    /// P9.1: the blocks in each camp go face down and are mixed: new tokens for all who can't identify them.
    pub(crate) fn conceal(&mut self, resolution: &mut Resolution<'_>) {
        for side in 0..2 {
            let owner = self.seat_of(side);
            // At set-up every stack is mixed, later those in camp.
            for space in 0..self.world.spaces.len() as u8 {
                if self.turn > 0 && self.world.space(space).camp != Some(side) {
                    continue;
                }
                let stack: Vec<Unit> = Self::of_side(side)
                    .filter(|&unit| self.is_on_board(unit) && self.block(unit).space == space)
                    .collect();
                for &unit in &stack {
                    self.block_mut(unit).known = Knowledge::only(owner);
                }
                let within: Vec<u8> = stack.iter().map(|&unit| Self::number(unit)).collect();
                self.possible[usize::from(side)].mixed(&within);
                for seat in [Some(other(owner)), None] {
                    self.tokens.of_mut(seat).deal(&stack, resolution);
                }
            }
        }
        if self.turn > 0 {
            resolution.event(|| {
                let text = "The blocks in camp are turned face down and mixed.".to_owned();
                Event::new(EventKind::Concealed, Audience::Everyone, text, "P9.1")
            });
        }
    }
}

/// The sentence with a capital at its beginning.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
