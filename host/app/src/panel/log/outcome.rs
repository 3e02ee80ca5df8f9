//! What came of dice, on a card over the board: for a window that has no room for the log.

use super::lay_out::{Row, shortened};
use super::row::Painted;
use super::{Log, Measured};
use crate::draw::letter::{Face, Letters};
use crate::panel::Ask;
use crate::panel::control::{card, key_cap};
use crate::panel::cue;
use crate::panel::heights::Rows;
use crate::session::Session;
use crate::table::part;
use crate::theme::Palette;
use egui::{Id, Rect, ScrollArea, Sense, Ui, Vec2, WidgetInfo, accesskit::Role, pos2, vec2};
use muster_contract::{Description, Event, EventKind};
use muster_table::messages::LogItem;

/// How wide the card is at most.
const WIDTH: f32 = 340.0;
/// Its heading, and what lies around the rows.
const HEAD: f32 = 34.0;
const AROUND: f32 = 14.0;

/// Whether dice were rolled.
pub fn has_dice(item: &LogItem) -> bool {
    item.events.iter().any(|event| matches!(event.kind, EventKind::Rolled(_)))
}

impl Log {
    /// Paints what happened in an item on a card that lies where it is said to, by its size; gives whether it was put away.
    #[allow(clippy::too_many_arguments, reason = "what the card shows")]
    pub fn outcome(
        &mut self,
        ui: &mut Ui,
        board: Rect,
        place: impl FnOnce(Vec2) -> Rect,
        item: &LogItem,
        session: &Session,
        description: &Description,
        p: &Palette,
        asks: &mut Vec<Ask>,
    ) -> bool {
        self.sight(session);
        let rows = self.rows_of(item, session);
        let wide = WIDTH.min(board.width() - 60.0);
        let room = wide - 24.0;
        let measured = Measured(ui, &rows, room);
        let heights: Vec<f32> = (0..rows.len()).map(|at| measured.measure(at)).collect();
        let tall = heights.iter().sum::<f32>();
        // What has no room is scrolled to; the end, which tells of losses, is in sight.
        let shown = tall.min((board.height() * 0.7 - HEAD - AROUND).max(60.0));
        let rect = place(vec2(wide, HEAD + shown + AROUND));
        let response = ui.interact(rect, Id::unique("outcome"), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Result: put away"));
        card(ui.painter(), rect, p);
        let head = rect.min + vec2(12.0, 21.0);
        Letters::new("RESULT", Face::BodyBold.at(12.5), p.ink2).tracked(1.0).paint(ui.painter(), head);
        key_cap(ui.painter(), pos2(rect.right() - 40.0, rect.top() + 7.0), "Esc", false, false, p);
        ui.painter().hline(rect.left() + 12.0..=rect.right() - 12.0, rect.top() + HEAD - 4.0, (0.9, p.rule));
        let inner = Rect::from_min_size(rect.min + vec2(12.0, HEAD), vec2(room, shown));
        let mut child = part(ui, inner.expand2(vec2(8.0, 2.0)), "outcome rows");
        cue::scrolled(
            &mut child,
            ScrollArea::vertical().auto_shrink(false).stick_to_bottom(true),
            p.sheet,
            p,
            |ui| {
                let (whole, _) = ui.allocate_exact_size(vec2(room, tall), Sense::hover());
                let mut y = whole.top();
                for (index, (row, height)) in rows.iter().zip(&heights).enumerate() {
                    let at = Rect::from_min_size(pos2(inner.left(), y), vec2(room, *height));
                    // They are rows of their own beside those of the log.
                    let painted = Painted { row, index: usize::MAX - index, lit: false, looks_back: false };
                    painted.paint(ui, at, description, p, asks);
                    y += height;
                }
            },
        );
        response.clicked()
    }

    fn rows_of(&self, item: &LogItem, session: &Session) -> Vec<Row> {
        let is_told = |event: &&Event| !matches!(event.kind, EventKind::Phase(_)) && !event.text.is_empty();
        let row = |event: &Event| Row::Entry {
            event: Box::new(Event { text: shortened(&event.text), ..event.clone() }),
            record: item.record,
            step: item.step,
            side: self.side_of(event, item, session),
            undone: false,
            command: matches!(event.kind, EventKind::Command),
            marked: None,
        };
        item.events.iter().filter(is_told).map(row).collect()
    }
}
