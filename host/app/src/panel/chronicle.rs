//! The chronicle: the story of the game, set as a book is, and saved as a text.

use super::control::{Button, paragraph};
use super::cue;
use super::{Ask, Page};
use crate::draw::letter::{Face, Letters};
use crate::snapshot::Keepsake;
use crate::theme::Palette;
use egui::{Rect, ScrollArea, Ui, WidgetInfo, accesskit::Role, pos2, vec2};

/// Between the buttons, in points.
const GAP: f32 = 10.0;

/// What the page tells.
pub struct Told<'a> {
    /// The story, or why there is none. Before either has come the page says so.
    pub story: Option<&'a Result<String, String>>,
    /// Whether the game is over: then all is told.
    pub over: bool,
    /// Whether pictures, films and pages can be made of it.
    pub keepsakes: bool,
}

/// The story of the game, to be read and saved.
pub fn ui(ui: &mut Ui, rect: Rect, told: Told<'_>, p: &Palette, asks: &mut Vec<Ask>) {
    let text = match told.story {
        Some(Ok(text)) => text,
        Some(Err(why)) => return none(ui, rect, why, p, asks),
        None => {
            let words = "The story is being written …";
            Letters::new(words, Face::BodyItalic.at(16.0), p.ink2)
                .paint(ui.painter(), rect.min + vec2(0.0, 20.0));
            return;
        }
    };
    let words = match told.over {
        true => "The game is over: what each side knew is told.",
        false => "Only what this seat knows is told until the game is over.",
    };
    let buttons = Rect::from_min_max(pos2(rect.left(), rect.bottom() - 40.0), rect.max);
    let line = pos2(rect.left(), buttons.top() - 12.0);
    let body = Rect::from_min_max(rect.min, pos2(rect.right(), line.y - 22.0));
    let mut child = ui.new_child(egui::UiBuilder::new().max_rect(body).id_salt("chronicle"));
    cue::scrolled(
        &mut child,
        ScrollArea::vertical().auto_shrink(false).stick_to_bottom(true),
        p.sheet,
        p,
        |ui| {
            ui.add(egui::Label::new(set(text, p)).selectable(true));
        },
    );
    paragraph(ui.painter(), line, rect.width(), words, Face::BodyItalic.at(14.0), p.ink2, 18.0);
    let all = [
        ("Save as a text", Ask::SaveChronicle),
        ("Save as a page", Ask::Make(Keepsake::Page)),
        ("Save as a film", Ask::Make(Keepsake::Film)),
        ("Save the board", Ask::Make(Keepsake::Picture(None))),
    ];
    let shown = if told.keepsakes { all.len() } else { 1 };
    let wide = ((rect.width() + GAP) / all.len() as f32 - GAP).min(190.0);
    for (at, (words, ask)) in all.into_iter().enumerate().take(shown) {
        let left = rect.left() + at as f32 * (wide + GAP);
        let button = Rect::from_min_size(pos2(left, buttons.top()), vec2(wide, 36.0));
        let mut look = Button::new(words, "");
        if at == 0 {
            look = look.primary();
        }
        if look.put(ui, button, words, p).clicked() {
            asks.push(ask);
        }
    }
}

// Why there is no story, and a way to ask for it again.
fn none(ui: &mut Ui, rect: Rect, why: &str, p: &Palette, asks: &mut Vec<Ask>) {
    let words = format!("The story can’t be written: {why}");
    let at = rect.min + vec2(0.0, 20.0);
    let face = Face::BodyMedium.at(16.0);
    let height = paragraph(ui.painter(), at, rect.width(), &words, face, p.danger, 21.0);
    let button = Rect::from_min_size(at + vec2(0.0, height + 6.0), vec2(150.0, 36.0));
    let response = Button::new("Try again", "").put(ui, button, "chronicle again", p);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Try again. {words}")));
    if response.clicked() {
        asks.push(Ask::Open(Page::Chronicle));
    }
}

// The chronicle's text set as a book is: its headings larger, its tables in letters of one width.
fn set(text: &str, p: &Palette) -> egui::text::LayoutJob {
    let mut job = egui::text::LayoutJob::default();
    let lines: Vec<&str> = text.lines().collect();
    let ruled = |line: &str| !line.is_empty() && line.chars().all(|c| matches!(c, '=' | '-'));
    for (i, line) in lines.iter().enumerate() {
        if ruled(line) {
            continue;
        }
        let heading = lines.get(i + 1).is_some_and(|next| ruled(next));
        let font = match line {
            _ if i == 0 => Face::Title.at(23.0),
            _ if heading => Face::Title.at(19.0),
            line if line.starts_with("  ") => egui::FontId::monospace(13.0),
            _ => Face::Body.at(16.0),
        };
        job.append(&format!("{line}\n"), 0.0, egui::TextFormat::simple(font, p.ink));
    }
    job
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chronicle_has_its_headings_without_the_lines_under_them() {
        let job = set(
            "A WAR\nIts title\n\n\nMarch 1861\n==========\n\nAll is quiet.\n    men   4\n",
            &Palette::of(crate::theme::Theme::Light, false),
        );
        assert_eq!(job.text, "A WAR\nIts title\n\n\nMarch 1861\n\nAll is quiet.\n    men   4\n");
        let size = |words: &str| {
            let at = job.text.find(words).expect("it is told");
            job.sections
                .iter()
                .find(|part| part.byte_range.start.0 == at)
                .map(|part| part.format.font_id.size)
        };
        assert!(size("March") > size("All is"));
    }
}
