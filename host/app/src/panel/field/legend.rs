//! What the bars and signs of an area board mean, in its lower left corner; it can be folded up.

use crate::board::bars::{Bar, NARROW, Passage, Sign, WIDE, sign};
use crate::board::chart::Chart;
use crate::draw::letter::{Face, Letters};
use crate::panel::control::{card, inked};
use crate::theme::Palette;
use egui::{Id, Rect, Sense, Ui, Vec2, WidgetInfo, accesskit::Role, pos2, vec2};

const WIDTH: f32 = 216.0;
const ROW: f32 = 21.0;
const HEAD: f32 = 30.0;

/// Paints it if the board has bars, folded up while something that can be chosen lies `under` it; `by_hand` is turned by a click on
/// its heading. Gives where it lies, if it does.
pub fn paint(
    ui: &Ui,
    view: Rect,
    chart: &Chart,
    by_hand: &mut Option<bool>,
    under: impl Fn(Rect) -> bool,
    p: &Palette,
) -> Rect {
    if chart.hex.is_some() || view.width() < 500.0 || chart.sides.iter().all(|side| side.bar.is_none()) {
        return Rect::NOTHING;
    }
    let rows = [
        (true, Passage::Open, "wide, passable"),
        (false, Passage::Open, "narrow, passable"),
        (true, Passage::Restricted, "restricted"),
        (true, Passage::Closed, "impassable"),
    ];
    let corner = view.left_bottom() + vec2(16.0, -14.0);
    let laid = |size: Vec2| Rect::from_min_size(corner - vec2(0.0, size.y), size);
    let whole = vec2(WIDTH, HEAD + rows.len() as f32 * ROW + 50.0);
    let folded = by_hand.unwrap_or_else(|| under(laid(whole)));
    let Vec2 { x: width, y: height } = if folded { vec2(116.0, HEAD) } else { whole };
    let at = pos2(corner.x, corner.y - height);
    let rect = Rect::from_min_size(at, vec2(width, height));
    let painter = ui.painter().with_clip_rect(view);
    card(&painter, rect, p);
    let response =
        ui.interact(Rect::from_min_size(at, vec2(width, HEAD)), Id::unique("legend"), Sense::click());
    response.widget_info(|| {
        WidgetInfo::selected(Role::Button, true, !folded, "Boundaries, what their bars mean")
    });
    Letters::new("Boundaries", Face::Title.at(14.5), p.ink).paint(&painter, at + vec2(14.0, 20.0));
    let fold = Letters::new(if folded { "+" } else { "−" }, Face::BodyBold.at(15.0), p.ink2).right();
    fold.paint(&painter, pos2(rect.right() - 12.0, at.y + 20.0));
    if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
        *by_hand = Some(!folded);
    }
    if folded {
        return rect;
    }
    for (i, (wide, passage, words)) in rows.into_iter().enumerate() {
        let y = at.y + HEAD + (i as f32 + 0.5) * ROW;
        let length = if wide { WIDE } else { NARROW } * 0.62;
        let bar = Bar { along: vec2(1.0, 0.0), length, wide, passage, ..Bar::default() };
        inked(&painter, |ink| bar.draw(ink, pos2(at.x + 46.0, y), 1.0, p));
        Letters::new(words, Face::Body.at(14.0), p.ink).paint(&painter, pos2(at.x + 88.0, y + 5.0));
    }
    let mut x = at.x + 16.0;
    let y = rect.bottom() - 38.0;
    for (each, words) in Sign::ALL {
        inked(&painter, |ink| sign(ink, each, pos2(x + 3.0, y), 11.0, p.ink, p.sheet));
        x += 12.0
            + Letters::new(words, Face::Body.at(13.5), p.ink).paint(&painter, pos2(x + 11.0, y + 5.0))
            + 10.0;
    }
    let note =
        Letters::new("A sign tells against those who come in by it.", Face::BodyItalic.at(12.5), p.ink2);
    note.paint(&painter, pos2(at.x + 12.0, rect.bottom() - 12.0));
    rect
}
