//! The top bar: where one is, who sits where, and the pages.

use super::control::{inked, told_paragraph};
use super::{Ask, Page, livery};
use crate::draw::letter::{Face, Letters};
use crate::draw::symbol;
use crate::session::Session;
use crate::theme::Palette;
use egui::{Id, Rect, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use muster_contract::{Description, EventKind, Policy, TurnStatus};
use muster_table::messages::{Holder, LogItem};

/// How tall it is, its lower line included.
pub const HEIGHT: f32 = 48.0;

/// In a bar narrower than this only the emblem stands before the title.
const NARROW: f32 = 1000.0;

/// Paints the bar and the emblem.
pub fn head(ui: &Ui, p: &Palette) {
    let rect = ui.max_rect();
    let painter = ui.painter();
    painter.rect_filled(rect, 0.0, p.head);
    painter.rect_filled(Rect::from_min_max(pos2(rect.left(), rect.bottom() - 2.0), rect.max), 0.0, p.brass);
    inked(painter, |ink| symbol::emblem(ink, rect.min + vec2(24.0, 23.0), 26.0, p));
    // In a narrow bar the emblem says it.
    if rect.width() < NARROW {
        return;
    }
    Letters::new("MUSTER", Face::Title.at(22.0), p.cream)
        .tracked(4.5)
        .paint(painter, rect.min + vec2(46.0, 31.0));
    painter.vline(
        rect.left() + 181.0,
        rect.top() + 12.0..=rect.top() + 36.0,
        (1.0, egui::Color32::from_rgb(0x6B, 0x5D, 0x4B)),
    );
}

/// Paints the title, in two lines where it is long, and beside it the first of the subtitles that has room before the menu begins;
/// gives where that ends.
pub fn title(ui: &Ui, title: &str, subtitles: &[&str], menu: f32, p: &Palette) -> f32 {
    let rect = ui.max_rect();
    let at = rect.min + vec2(if rect.width() < NARROW { 50.0 } else { 198.0 }, 30.0);
    let room = (menu - at.x).max(0.0);
    let letters = Letters::new(title, Face::Title.at(18.0), p.cream);
    let wide = letters.width(ui.painter());
    if wide > room {
        let at = at - vec2(0.0, 10.0);
        told_paragraph(ui, at, room, title, Face::Title.at(14.0), p.cream, 17.0, 2);
        return at.x + room;
    }
    letters.paint(ui.painter(), at);
    let x = at.x + wide + 14.0;
    let subtitles = subtitles.iter().map(|words| Letters::new(*words, Face::Body.at(15.0), p.cream2));
    let fits = |letters: &Letters| x + letters.width(ui.painter()) <= menu;
    x + subtitles
        .filter(|l| !l.text.is_empty())
        .find(fits)
        .map_or(0.0, |letters| letters.paint(ui.painter(), pos2(x, at.y - 0.5)))
}

/// Words at the right that open pages; gives their left end.
pub fn menu(ui: &mut Ui, items: &[(&str, Ask)], p: &Palette, asks: &mut Vec<Ask>) -> f32 {
    let rect = ui.max_rect();
    let mut x = rect.right() - 24.0;
    for (text, ask) in items.iter().rev() {
        let letters = Letters::new(*text, Face::BodyMedium.at(15.0), p.cream);
        let width = letters.width(ui.painter());
        x -= width;
        let area = Rect::from_min_size(pos2(x - 8.0, rect.top() + 8.0), vec2(width + 16.0, 30.0));
        let response = ui.interact(area, Id::unique(("menu", *text)), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, *text));
        letters.paint(ui.painter(), pos2(x, rect.top() + 29.0));
        if response.hovered() || response.has_focus() {
            ui.painter().rect_filled(
                Rect::from_min_size(pos2(x, rect.top() + 34.0), vec2(width, 1.6)),
                0.0,
                p.brass,
            );
        }
        if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
            asks.push(ask.clone());
        }
        x -= 24.0;
    }
    x
}

/// How a seat's holder is called.
pub fn holder_words(holder: Holder, policies: &[Policy]) -> String {
    match holder {
        Holder::Human => "human".to_owned(),
        Holder::Bot(kind) => format!("bot, {}", kind.title(policies)),
        Holder::Elsewhere => "elsewhere".to_owned(),
    }
}

/// What the bar over a table is headed with.
#[derive(Clone, Copy)]
pub struct Heading<'a> {
    /// The scenario's title.
    pub title: &'a str,
    /// Module and date.
    pub subtitle: &'a str,
    /// Whether there is anything for the workbench to work with.
    pub has_tools: bool,
}

/// The bar over a table.
pub fn table(
    ui: &mut Ui,
    heading: Heading<'_>,
    session: &Session,
    description: &Description,
    p: &Palette,
    asks: &mut Vec<Ask>,
) {
    let (name, subtitle, has_tools) = (heading.title, heading.subtitle, heading.has_tools);
    let turn = session.shown().map(|view| &view.turn).filter(|turn| turn.number > 0).map(turn_words);
    let turn = turn.unwrap_or_default();
    let both = if turn.is_empty() { subtitle.to_owned() } else { format!("{subtitle}  ·  {turn}") };
    head(ui, p);
    let before = session.standing.as_ref().and_then(|standing| standing.before.as_deref());
    let back = before.map(|version| (format!("Back to {version}"), Ask::SwapBack));
    let back = back.iter().map(|(words, ask)| (words.as_str(), ask.clone()));
    let work = has_tools.then_some(("Workbench", Ask::Workbench));
    let rolled = |item: &LogItem| item.events.iter().any(|event| matches!(event.kind, EventKind::Rolled(_)));
    let reports = !session.reports().is_empty() || session.in_force().any(rolled);
    let reports = reports.then_some(("Reports", Ask::Open(Page::Reports)));
    let pages = [
        ("Lobby", Ask::Leave),
        ("Rules", Ask::Open(Page::Rules)),
        ("Settings", Ask::Open(Page::Settings)),
        ("Help", Ask::Open(Page::Help)),
    ];
    let items: Vec<(&str, Ask)> = back.chain(work).chain(reports).chain(pages).collect();
    let right = menu(ui, &items, p, asks);
    let left = title(ui, name, &[&both, &turn], right, p);
    let Some(standing) = &session.standing else { return };
    let top = ui.max_rect().top();
    let mut x = right - 20.0;
    for seat in standing.seats.iter().rev() {
        let me = session.seat == Some(seat.seat);
        let side = super::side_name(description, &seat.side);
        let words = if me {
            side.to_owned()
        } else if session.thinking == Some(seat.seat) {
            format!("{side}: thinking")
        } else if session.sealed(Some(seat.seat)) {
            format!("{side}: has sealed")
        } else {
            format!("{side}: {}", holder_words(seat.holder, &description.policies))
        };
        let face = if me { Face::BodyBold.at(15.0) } else { Face::Body.at(14.0) };
        let letters = Letters::new(words, face, if me { p.cream } else { p.cream2 });
        let width = letters.width(ui.painter());
        x -= width;
        if x < left + 90.0 {
            return;
        }
        letters.paint(ui.painter(), pos2(x, top + 29.0));
        if me {
            let livery = livery(description, p, Some(&seat.side));
            inked(ui.painter(), |ink| symbol::flag(ink, &livery, pos2(x - 13.0, top + 23.0), 13.0));
            Letters::new("You:", Face::Body.at(14.0), p.cream2)
                .right()
                .paint(ui.painter(), pos2(x - 26.0, top + 29.0));
            x -= 54.0;
        }
        x -= 26.0;
    }
}

/// A turn in a line: "Turn 3 of 12, 9 in the morning"; one that is called by its date stands alone.
pub fn turn_words(turn: &TurnStatus) -> String {
    let mut words = turn.title.clone();
    if turn.of > 0 && turn.title.split(' ').next_back() == Some(turn.number.to_string().as_str()) {
        words += &format!(" of {}", turn.of);
    }
    if !turn.clock.is_empty() && !turn.title.contains(&turn.clock) {
        words += &format!(", {}", turn.clock);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_is_told_once_and_its_number_out_of_all() {
        let turn = |title: &str, clock: &str| TurnStatus {
            number: 3,
            of: 12,
            title: title.into(),
            clock: clock.into(),
            phase: String::new(),
            active: None,
        };
        assert_eq!(turn_words(&turn("Turn 3", "9 in the morning")), "Turn 3 of 12, 9 in the morning");
        assert_eq!(turn_words(&turn("Noon, Union turn", "Noon")), "Noon, Union turn");
        let march = TurnStatus { number: 1, ..turn("March 1861", "") };
        assert_eq!(turn_words(&march), "March 1861", "a year is no number of a turn");
    }
}
