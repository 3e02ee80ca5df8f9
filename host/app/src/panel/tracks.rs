//! Tracks: rows of boxes with pointers on them, in the left panel, or as strips over a board that has no hexes.

use super::control::{fitted, inked};
use super::livery;
use super::sequence::Sheet;
use crate::draw::letter::{Face, Letters};
use crate::draw::symbol;
use crate::theme::Palette;
use egui::{Color32, Id, Painter, Rect, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use muster_contract::{Description, Track, TrackMark};

/// How tall one strip is.
const STRIP: f32 = 32.0;
/// No more strips than this are put over a board.
const MOST: usize = 3;
/// A box narrower than this can't be read.
const LEAST: f32 = 17.0;

// How many boxes a track has; what a module says of them may be anything.
fn boxes(track: &Track) -> i32 {
    track.last.saturating_sub(track.first).saturating_add(1).clamp(1, 100)
}

// What is written in a box.
fn words_of(track: &Track, index: i32) -> String {
    let label = usize::try_from(index).ok().and_then(|i| track.labels.get(i));
    label.cloned().unwrap_or_else(|| track.first.saturating_add(index).to_string())
}

// What is written in a box so narrow: all of it, or its figures, or how far it is from the middle.
fn fitting_words(painter: &Painter, track: &Track, index: i32, room: f32) -> String {
    let whole = words_of(track, index);
    if Letters::new(&whole, Face::Figure.at(13.0), Color32::BLACK).width(painter) <= room {
        return whole;
    }
    let figures: String = whole.chars().filter(char::is_ascii_digit).collect();
    match figures.is_empty() {
        true => track.first.saturating_add(index).unsigned_abs().to_string(),
        false => figures,
    }
}

fn marks_at(track: &Track, index: i32) -> Vec<&TrackMark> {
    let value = track.first.saturating_add(index);
    track.marks.iter().filter(|mark| mark.value == value).collect()
}

/// How tall the strips of these tracks are over a board so wide; nothing if they don't fit there.
pub fn strips_height(tracks: &[Track], width: f32) -> Option<f32> {
    let fit = |track: &Track| (width - HEAD) / boxes(track) as f32 >= LEAST;
    let fits = !tracks.is_empty() && tracks.len() <= MOST && tracks.iter().all(fit);
    fits.then_some(tracks.len() as f32 * STRIP + 10.0)
}

/// How much room a strip's title has.
const HEAD: f32 = 96.0;

/// Paints tracks as strips one under the other.
pub fn strips(ui: &mut Ui, rect: Rect, tracks: &[Track], description: &Description, p: &Palette) {
    ui.painter().rect_filled(rect, 0.0, p.sheet2);
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, (1.0, p.rule));
    for (row, track) in tracks.iter().enumerate() {
        let middle = rect.top() + 5.0 + STRIP * (row as f32 + 0.5);
        let title = Letters::new(track.title.to_uppercase(), Face::Title.at(13.5), p.ink).tracked(1.6);
        title.paint(ui.painter(), pos2(rect.left() + 16.0, middle + 5.0));
        let left = rect.left() + HEAD;
        let width = ((rect.right() - 12.0 - left) / boxes(track) as f32).min(46.0);
        for i in 0..boxes(track) {
            let at = pos2(left + i as f32 * width, middle - STRIP / 2.0 + 3.5);
            let square = Rect::from_min_size(at, vec2(width - 2.0, STRIP - 7.0));
            strip_box(ui, square, (track, i), description, p);
        }
    }
}

fn strip_box(ui: &mut Ui, rect: Rect, (track, i): (&Track, i32), description: &Description, p: &Palette) {
    let here = marks_at(track, i);
    let past = track.marks.iter().any(|mark| mark.value > track.first.saturating_add(i));
    let labelled = !track.labels.is_empty();
    let fill = if labelled && past { p.sheet3 } else { p.sheet };
    ui.painter().rect(rect, 0.0, fill, (0.8, p.rule), egui::StrokeKind::Inside);
    let words = words_of(track, i);
    let write = |ui: &Ui, face: Face, colour| {
        let mut size = 13.0;
        let width = Letters::new(&words, face.at(size), colour).width(ui.painter());
        if width > rect.width() - 3.0 {
            size *= (rect.width() - 3.0) / width;
        }
        let at = pos2(rect.center().x, rect.center().y + size * 0.36);
        Letters::new(&words, face.at(size), colour).middle().paint(ui.painter(), at);
    };
    match here.as_slice() {
        [] => write(ui, Face::Figure, p.ink2),
        // A clock: the box itself is the pointer.
        [_] if labelled => {
            ui.painter().rect(rect, 0.0, p.card, (2.0, p.ink), egui::StrokeKind::Inside);
            let tip = symbol::arrow_head(pos2(rect.center().x, rect.top() - 2.0), vec2(0.0, 1.0), 5.0);
            inked(ui.painter(), |ink| ink.fill(&tip, p.wax));
            let ink = if p.dark { p.pip } else { p.ink };
            write(ui, Face::FigureBold, ink);
        }
        marks => {
            let count = marks.len() as f32;
            let size = (rect.height() - 2.0).min(rect.width() - 2.0);
            for (k, mark) in marks.iter().enumerate() {
                let livery = livery(description, p, mark.side.as_deref());
                let at = rect.center() + vec2((k as f32 - (count - 1.0) / 2.0) * 7.0, 0.0);
                inked(ui.painter(), |ink| symbol::flag(ink, &livery, at, size - 3.0 * (count - 1.0)));
                if k + 1 == marks.len() {
                    Letters::new(&words, Face::FigureBold.at(13.0), livery.on_body)
                        .middle()
                        .paint(ui.painter(), at + vec2(0.0, 4.7));
                }
            }
        }
    }
    if !here.is_empty() {
        let said: Vec<&str> = here.iter().map(|mark| mark.label.as_str()).collect();
        let response = ui.interact(rect, Id::unique(("strip", &track.id, i)), Sense::hover());
        let label = format!("{} {words}: {}", track.title, said.join(", "));
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &label));
        response.on_hover_text(said.join("\n"));
    }
}

impl Sheet<'_> {
    pub(super) fn track(&mut self, track: &Track) {
        let p = *self.p;
        let cite = track.citation.as_ref().map(|c| format!("[{c}]")).unwrap_or_default();
        self.head(&track.title, &cite);
        let count = boxes(track);
        let columns = count.min(10);
        let w = self.width / columns as f32;
        for i in 0..count {
            let (c, r) = (i % columns, i / columns);
            let at = pos2(self.left + c as f32 * w, self.y + 10.0 + r as f32 * 30.0);
            let rect = Rect::from_min_size(at, vec2(w - 2.0, 26.0));
            let here = marks_at(track, i);
            let fill = if here.is_empty() { p.sheet2 } else { p.sheet3 };
            self.ui.painter().rect(rect, 0.0, fill, (0.8, p.rule), egui::StrokeKind::Inside);
            let words = fitting_words(self.ui.painter(), track, i, rect.width() - 2.0);
            let number = Letters::new(words, Face::Figure.at(13.0), p.ink2).middle();
            number.paint(self.ui.painter(), pos2(rect.center().x, rect.top() + 12.0));
            for (k, mark) in here.iter().enumerate() {
                let livery = livery(self.description, &p, mark.side.as_deref());
                let at = pos2(
                    rect.center().x + (k as f32 - (here.len() as f32 - 1.0) / 2.0) * 9.0,
                    rect.bottom() - 6.0,
                );
                inked(self.ui.painter(), |ink| {
                    if mark.side.is_some() {
                        symbol::flag(ink, &livery, at, 8.0);
                    } else {
                        ink.fill(&symbol::arrow_head(at, vec2(0.0, -1.0), 6.0), p.wax);
                    }
                });
            }
            if !here.is_empty() {
                let whole = words_of(track, i);
                let mut text: Vec<&str> = here.iter().map(|m| m.label.as_str()).collect();
                if !text.contains(&whole.as_str()) {
                    text.insert(0, &whole);
                }
                let response = self.ui.interact(rect, Id::unique(("track", &track.id, i)), Sense::hover());
                response.on_hover_text(text.join("\n"));
            }
        }
        self.y += 10.0 + ((count + columns - 1) / columns) as f32 * 30.0;
        // Where the boxes have no room for what is written in them, what the pointer stands on is told below.
        if track
            .labels
            .iter()
            .any(|label| Letters::new(label, Face::Figure.at(13.0), p.ink).width(self.ui.painter()) > w)
        {
            for mark in track.marks.iter().filter(|mark| !mark.label.is_empty()) {
                self.y += 15.0;
                let at = self.at(0.0);
                fitted(self.ui.painter(), at, self.width, &mark.label, Face::BodyItalic.at(13.5), p.ink2);
                self.y += 3.0;
            }
        }
    }
}
