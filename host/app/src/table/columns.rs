//! The columns beside the board: how wide each is and whether it is out, kept for windows of each class.

use super::{TableScreen, part};
use crate::keys::{Action, cap_of};
use crate::panel::control::Button;
use crate::panel::{Ask, sequence, workbench};
use crate::settings::{Class, Columns, Settings};
use crate::theme::Palette;
use egui::{CursorIcon, Id, Rect, Sense, Ui, Vec2, pos2, vec2};

/// How wide the left column is at least and at most by itself, and what part of the window between; and at most by hand.
const LEFT: Bounds = Bounds { least: 240.0, most: 360.0, part: 0.15, by_hand: 460.0 };
/// The same of the right one.
const RIGHT: Bounds = Bounds { least: 328.0, most: 480.0, part: 0.205, by_hand: 640.0 };
/// So much of its width the window leaves the board, however wide somebody draws what is beside it.
const BOARD: f32 = 0.4;
/// How far from its edge a column is taken hold of.
const REACH: f32 = 4.0;
/// How large what folds a column is.
const HANDLE: f32 = 34.0;

struct Bounds {
    least: f32,
    most: f32,
    part: f32,
    by_hand: f32,
}

impl Bounds {
    fn width(&self, whole: f32, kept: Option<u32>) -> f32 {
        match kept {
            Some(width) => (width as f32)
                .clamp(self.least, self.by_hand.min(whole * (1.0 - BOARD) / 2.0).max(self.least)),
            None => (whole * self.part).round().clamp(self.least, self.most),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Which {
    Left,
    Right,
}

/// What of the columns is only known while the table is open.
#[derive(Default)]
pub(super) struct Beside {
    // The class of the window that they were laid out for.
    class: Option<Class>,
    // The one whose edge somebody holds, and how wide that makes it.
    held: Option<(Which, u32)>,
}

/// Where everything of the middle is.
pub(super) struct Middle {
    pub(super) left: Rect,
    pub(super) board: Rect,
    pub(super) right: Rect,
}

impl TableScreen {
    /// Where the columns and the board are in the room between the bars.
    pub(super) fn columns(&mut self, middle: Rect, settings: &Settings) -> Middle {
        let class = Class::of(middle.width());
        // A window of another class has the columns as they were left in such a one.
        if self.beside.class.replace(class) != Some(class) {
            let kept = settings.columns.of(class);
            self.unfolded = !kept.left_folded.unwrap_or(class != Class::Wide);
            self.drawer = !kept.right_folded.unwrap_or(class == Class::Narrow);
        }
        if class == Class::Narrow {
            self.open_for_odds();
        }
        let mut kept = settings.columns.of(class);
        match self.beside.held {
            Some((Which::Left, width)) => kept.left_width = Some(width),
            Some((Which::Right, width)) => kept.right_width = Some(width),
            None => {}
        }
        let whole = middle.width();
        let left_width = if self.unfolded { LEFT.width(whole, kept.left_width) } else { sequence::RAIL };
        let right_width = match (self.workbench.open, self.drawer) {
            (true, _) => workbench::width(whole),
            (false, true) => RIGHT.width(whole, kept.right_width),
            (false, false) => 0.0,
        };
        let left = Rect::from_min_size(middle.min, vec2(left_width, middle.height()));
        let at = pos2(middle.right() - right_width, middle.top());
        let right = Rect::from_min_size(at, vec2(right_width, middle.height()));
        Middle { left, board: Rect::from_min_max(left.right_top(), right.left_bottom()), right }
    }

    /// What is in the columns, and what folds and widens them.
    pub(super) fn beside_board(
        &mut self,
        ui: &mut Ui,
        at: &Middle,
        settings: &mut Settings,
        p: &Palette,
        asks: &mut Vec<Ask>,
    ) {
        let (left, right) = (at.left, at.right);
        ui.painter().rect_filled(left, 0.0, p.sheet);
        ui.painter().vline(left.right(), left.y_range(), (1.0, p.rule));
        let mut child = part(ui, left, "left");
        if left.width() > sequence::RAIL {
            let tracks = self.tracks_over(at.board.width()).is_none();
            self.sequence.ui(&mut child, &self.session, &self.description, tracks, p, asks);
        } else {
            sequence::rail(&mut child, &self.session, &self.description, p, asks);
        }
        self.rolled.log = 0.0;
        if right.width() > 0.0 {
            ui.painter().rect_filled(right, 0.0, p.sheet);
            ui.painter().vline(right.left(), right.y_range(), (1.0, p.rule));
            if self.workbench.open {
                let mut child = part(ui, right, "workbench");
                self.workbench.ui(&mut child, &self.session, p, asks);
            } else {
                self.right(ui, right, p, asks);
            }
        }
        self.handles(ui, at.board, p, asks);
        self.edge(ui, Which::Left, at, settings, asks);
        self.edge(ui, Which::Right, at, settings, asks);
    }

    // What folds a column away, in a window that has little room, or takes it out again.
    fn handles(&self, ui: &mut Ui, board: Rect, p: &Palette, asks: &mut Vec<Ask>) {
        // Tracks that stand over the board are read there.
        let board = board.with_min_y(board.top() + self.tracks_over(board.width()).unwrap_or_default());
        let class = Class::of(ui.max_rect().width());
        if self.has_left_handle(class) {
            let handle = Rect::from_min_size(board.left_top() + vec2(0.0, 12.0), Vec2::splat(HANDLE));
            let (sign, words) =
                if self.unfolded { ("‹", "Fold the panel") } else { ("›", "Points, cards and state") };
            let words = format!("{words} ({})", cap_of(ui, Action::Fold));
            if Button::new(sign, "").put(ui, handle, "unfold", p).on_hover_text(words).clicked() {
                asks.push(Ask::Unfold);
            }
        }
        if self.has_right_handle(class) {
            let handle = Rect::from_min_size(board.right_top() + vec2(-HANDLE, 12.0), Vec2::splat(HANDLE));
            let (sign, words) =
                if self.drawer { ("›", "Shut the log") } else { ("‹", "Unit, odds and log") };
            let words = format!("{words} ({})", cap_of(ui, Action::Drawer));
            if Button::new(sign, "").put(ui, handle, "drawer", p).on_hover_text(words).clicked() {
                asks.push(Ask::Drawer);
            }
        }
    }

    // Whether what folds the left column stands in the corner of the board.
    fn has_left_handle(&self, class: Class) -> bool {
        class != Class::Wide || !self.unfolded
    }

    /// How far from its left edge and its right one what folds the columns reaches over the board.
    pub(super) fn handles_over(&self) -> [f32; 2] {
        let Some(class) = self.beside.class else { return [0.0; 2] };
        [self.has_left_handle(class), self.has_right_handle(class)].map(|has| if has { HANDLE } else { 0.0 })
    }

    /// Whether what folds the right column stands in the corner of the board.
    pub(super) fn has_right_handle(&self, class: Class) -> bool {
        !self.workbench.open && (class == Class::Narrow || !self.drawer)
    }

    // The edge of a column: drawn, it is wider or narrower; two clicks fold it away.
    fn edge(&mut self, ui: &Ui, which: Which, at: &Middle, settings: &mut Settings, asks: &mut Vec<Ask>) {
        let (rect, x, out) = match which {
            Which::Left => (at.left, at.left.right(), self.unfolded),
            Which::Right => (at.right, at.right.left(), self.drawer && !self.workbench.open),
        };
        if !out {
            return;
        }
        let edge = Rect::from_x_y_ranges(x - REACH..=x + REACH, rect.y_range());
        // It is no stop for the keyboard: keys fold the columns.
        let response = ui.interact(edge, Id::unique(("edge of a column", which)), Sense::DRAG | Sense::CLICK);
        let response = response.on_hover_cursor(CursorIcon::ResizeHorizontal);
        if response.double_clicked() {
            asks.push(if which == Which::Left { Ask::Unfold } else { Ask::Drawer });
        }
        if let Some(pointer) = response.interact_pointer_pos().filter(|_| response.dragged()) {
            let width = match which {
                Which::Left => pointer.x - rect.left(),
                Which::Right => rect.right() - pointer.x,
            };
            self.beside.held = Some((which, width.max(0.0) as u32));
        }
        // What is kept is written to disk: once, when it is let go.
        if response.drag_stopped()
            && let Some((_, width)) = self.beside.held.take_if(|(held, _)| *held == which)
        {
            let kept = settings.columns.of_mut(Class::of(ui.max_rect().width()));
            *(if which == Which::Left { &mut kept.left_width } else { &mut kept.right_width }) = Some(width);
        }
    }

    /// Keeps which of them are out, as a person wants it.
    pub(super) fn keep_columns(&self, columns: &mut Columns) {
        let Some(class) = self.beside.class else { return };
        let kept = columns.of_mut(class);
        (kept.left_folded, kept.right_folded) = (Some(!self.unfolded), Some(!self.drawer));
    }

    /// Folds the right column away or takes it out; beside the left one it would leave a narrow board no room.
    pub(super) fn turn_drawer(&mut self) {
        self.drawer = !self.drawer;
        self.unfolded &= self.beside.class != Some(Class::Narrow);
    }

    /// The same of the left one.
    pub(super) fn turn_left_column(&mut self) {
        self.unfolded = !self.unfolded;
        self.drawer &= self.beside.class != Some(Class::Narrow);
    }
}
