//! Pieces: counters, blocks and flags, and where they lie on a board.

pub mod block;
pub mod counter;
pub mod flag;
pub mod layout;
mod standing;
pub mod step;

use crate::theme::{Livery, Palette};
use block::Block;
use counter::{Counter, Counters, State};
use egui::{Painter, Pos2, Vec2};
use flag::Flag;
use layout::Lying;
use muster_contract::{PieceForm, UnitView};
use step::Step;

/// A piece about to be drawn, in whatever form its game has.
pub struct Piece<'a> {
    /// The unit.
    pub unit: &'a UnitView,
    /// Its side's livery.
    pub livery: Livery,
    /// Its form.
    pub form: PieceForm,
    /// Its size on the screen.
    pub size: Vec2,
    /// How it is turned, in radians clockwise.
    pub turn: f32,
    /// Its state.
    pub state: State,
}

impl<'a> Piece<'a> {
    /// A piece as it lies on a board that is seen at this zoom.
    pub fn lying(unit: &'a UnitView, livery: Livery, lying: &Lying, zoom: f32, state: State) -> Self {
        // Flags stay readable on a map that is seen from afar.
        let scale = if lying.form == PieceForm::Flags { zoom.powf(0.65) } else { zoom };
        Self { unit, livery, form: lying.form, size: lying.size * scale, turn: lying.turn, state }
    }

    /// A piece beside the board, so many points tall.
    pub fn upright(unit: &'a UnitView, livery: Livery, form: PieceForm, tall: f32) -> Self {
        let size = form_size(form) / form_size(form).y * tall;
        Self { unit, livery, form, size, turn: 0.0, state: State::default() }
    }
}

/// A piece's size on the board at zoom 1.
pub fn form_size(form: PieceForm) -> Vec2 {
    match form {
        PieceForm::Counters => Vec2::splat(counter::SIZE),
        PieceForm::LongBlocks => block::SIZE,
        PieceForm::StepBlocks => Vec2::splat(step::SIZE),
        PieceForm::Flags => flag::SIZE,
    }
}

impl Counters {
    /// Paints a piece around a point.
    pub fn piece(&mut self, painter: &Painter, at: Pos2, piece: &Piece<'_>, palette: &Palette) {
        let &Piece { unit, livery, form, size, turn, state } = piece;
        match form {
            PieceForm::Counters => {
                self.paint(painter, at, &Counter { unit, livery, size: size.x, state }, palette)
            }
            PieceForm::LongBlocks => {
                self.paint_block(painter, at, &Block { unit, livery, size, turn, state }, palette);
            }
            PieceForm::StepBlocks => {
                self.paint_step(painter, at, &Step { unit, livery, size: size.x, state }, palette);
            }
            PieceForm::Flags => self.paint_flag(painter, at, &Flag { unit, livery, size, state }, palette),
        }
    }
}
