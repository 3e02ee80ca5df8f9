//! Controls in the house's look: buttons with key caps, headings, links, boxes to tick. Each tells screen readers
//! what it is.

use crate::draw::ink::Ink;
use crate::draw::letter::{Face, Letters, baseline, set};
use crate::draw::symbol;
use crate::theme::{Palette, fade, mix};
use egui::text::{TextFormat, TextWrapping};
use egui::{
    Color32, FontId, Id, Painter, Pos2, Rect, RectAlign, Response, Sense, Shape, Tooltip, Ui, Vec2,
    WidgetInfo, accesskit::Role, pos2, vec2,
};

/// Draws with ink straight onto a painter.
pub fn inked(painter: &Painter, draw: impl FnOnce(&mut Ink)) {
    let mut ink = Ink::new(painter.pixels_per_point());
    draw(&mut ink);
    painter.add(Shape::mesh(ink.finish().at(Pos2::ZERO)));
}

/// A button.
#[derive(Clone, Copy)]
pub struct Button<'a> {
    /// The words on it.
    pub text: &'a str,
    /// The key that presses it, or empty.
    pub key: &'a str,
    /// Whether it is the main one.
    pub primary: bool,
    /// Whether it can be pressed.
    pub enabled: bool,
}

impl<'a> Button<'a> {
    /// A plain button that can be pressed.
    pub fn new(text: &'a str, key: &'a str) -> Self {
        Self { text, key, primary: false, enabled: true }
    }

    /// The main one.
    pub fn primary(self) -> Self {
        Self { primary: true, ..self }
    }

    /// One that can be pressed only if this holds.
    pub fn enabled(self, enabled: bool) -> Self {
        Self { enabled, ..self }
    }

    /// Puts it into a rectangle.
    pub fn put(self, ui: &mut Ui, rect: Rect, id: impl egui::AsIdSalt, palette: &Palette) -> Response {
        let sense = if self.enabled { Sense::click() } else { Sense::hover() };
        let response = ui.interact(rect, Id::unique(("button", id)), sense);
        let label = self.text.to_owned();
        let enabled = self.enabled;
        response.widget_info(move || WidgetInfo::labeled(Role::Button, enabled, &label));
        let whole = self.paint(ui, rect, &response, palette);
        // What has no room on it is told to whoever points at it.
        let response = if whole { response } else { response.on_hover_text(self.text) };
        if self.enabled { response.on_hover_cursor(egui::CursorIcon::PointingHand) } else { response }
    }

    // Gives whether all of its words have room.
    fn paint(self, ui: &Ui, rect: Rect, response: &Response, p: &Palette) -> bool {
        let painter = ui.painter();
        let pressed = response.is_pointer_button_down_on();
        let hover = ui.ctx().animate_bool_with_time(response.id, response.hovered() && self.enabled, 0.08);
        let mut fill = if self.primary {
            p.accent_ink
        } else if self.enabled {
            p.sheet
        } else {
            p.sheet2
        };
        if !self.primary {
            fill = mix(fill, p.sheet3, 0.7 * hover);
        } else {
            fill = mix(fill, p.accent, 0.6 * hover);
        }
        let rect = if pressed { rect.translate(vec2(0.0, 1.0)) } else { rect };
        if self.enabled && !pressed {
            painter.rect_filled(
                rect.translate(vec2(1.0, 2.0)),
                3.0,
                fade(Color32::from_rgb(42, 35, 28), 0.16),
            );
        }
        let line = if self.primary {
            mix(p.accent_ink, Color32::BLACK, 0.3)
        } else if self.enabled {
            p.ink2
        } else {
            p.hair
        };
        painter.rect(rect, 3.0, fill, (1.0, line), egui::StrokeKind::Inside);
        if self.enabled {
            let shine = if self.primary { Color32::from_rgb(0xD9, 0x83, 0x50) } else { p.shine };
            painter.hline(rect.left() + 3.0..=rect.right() - 3.0, rect.top() + 1.5, (1.0, shine));
        }
        let words = if self.primary {
            Color32::WHITE
        } else if self.enabled {
            p.ink
        } else {
            p.ink3
        };
        let cap = if self.key.is_empty() { 0.0 } else { key_width(painter, self.key) + 8.0 };
        let room = rect.width() - cap - 12.0;
        let middle = pos2(rect.left() + (rect.width() - cap) / 2.0, rect.center().y + 5.0);
        let whole = self.words(painter, middle, room, rect.height(), words);
        if !self.key.is_empty() {
            let at = pos2(rect.right() - cap, rect.center().y - 9.0);
            key_cap(painter, at, self.key, self.primary, !self.enabled, p);
        }
        if response.has_focus() {
            painter.rect_stroke(rect.expand(4.0), 4.0, (2.0, p.focus), egui::StrokeKind::Middle);
        }
        whole
    }

    // Its words around the middle of their baseline, set smaller or in lines where they are long. Gives whether all have room.
    fn words(self, painter: &Painter, middle: Pos2, room: f32, height: f32, colour: Color32) -> bool {
        let letters = |size: f32| Letters::new(self.text, Face::BodyBold.at(size), colour);
        let size = (15.0 * room / letters(15.0).width(painter).max(1.0)).clamp(11.0, 15.0);
        if size < 13.0 && height >= 40.0 && self.text.contains(' ') {
            let of = |(size, line, rows): (f32, f32, usize)| {
                let format = TextFormat {
                    font_id: Face::BodyBold.at(size),
                    color: colour,
                    line_height: Some(line),
                    ..Default::default()
                };
                let mut job = set(self.text, format);
                job.wrap = TextWrapping { max_width: room, max_rows: rows, ..Default::default() };
                job.halign = egui::Align::Center;
                painter.layout_job(job)
            };
            let mut galley = of((13.0, 15.0, 2));
            if galley.elided {
                galley = of((11.0, 12.0, 3));
            }
            let whole = !galley.elided;
            painter.galley(middle - vec2(0.0, 5.0 + galley.size().y / 2.0), galley, colour);
            return whole;
        }
        let letters = letters(size).within(room).middle();
        letters.paint(painter, middle);
        !letters.galley(painter).elided
    }
}

fn key_width(painter: &Painter, key: &str) -> f32 {
    (Letters::new(key, Face::FigureSemi.at(12.5), Color32::BLACK).width(painter) + 8.0).max(18.0)
}

/// A key cap; gives its width.
pub fn key_cap(painter: &Painter, at: Pos2, key: &str, inverse: bool, disabled: bool, p: &Palette) -> f32 {
    let width = key_width(painter, key);
    let rect = Rect::from_min_size(at, vec2(width, 18.0));
    let (fill, line, words) = if inverse {
        (Color32::from_rgb(0x7C, 0x30, 0), Color32::from_rgb(0xF0, 0xBB, 0x92), Color32::WHITE)
    } else {
        (p.sheet2, p.ink3, if disabled { p.ink3 } else { p.ink2 })
    };
    painter.rect(rect, 2.0, fill, (1.0, line), egui::StrokeKind::Inside);
    Letters::new(key, Face::FigureSemi.at(12.5), words)
        .middle()
        .paint(painter, pos2(rect.center().x, at.y + 13.4));
    width
}

/// A panel's heading over a double rule, from its baseline; words at the right stand smaller.
pub fn headline(painter: &Painter, at: Pos2, width: f32, title: &str, right: &str, p: &Palette) {
    let words = title.to_uppercase();
    let letters = |size: f32| Letters::new(&words, Face::Title.at(size), p.ink).tracked(1.6 * size / 13.5);
    // A long heading is set smaller, down to what can be read.
    let size = (13.5 * width / letters(13.5).width(painter).max(1.0)).clamp(9.0, 13.5);
    let taken = letters(size).paint(painter, at);
    let right = Letters::new(right, Face::Body.at(12.5), p.ink2).right();
    // What has no room beside a long title is left out.
    if taken + 12.0 + right.width(painter) <= width {
        right.paint(painter, at + vec2(width, 0.0));
    }
    let bar = |y: f32, h: f32| Rect::from_min_size(at + vec2(0.0, y), vec2(width, h));
    painter.rect_filled(bar(6.0, 1.6), 0.0, p.ink);
    painter.rect_filled(bar(9.0, 0.9), 0.0, p.ink);
}

/// Underlined words that lead somewhere; gives the response and the width.
pub fn link(
    ui: &mut Ui,
    at: Pos2,
    text: &str,
    size: f32,
    colour: Color32,
    id: impl egui::AsIdSalt,
) -> (Response, f32) {
    let letters = Letters::new(text, Face::BodyMedium.at(size), colour);
    let width = letters.width(ui.painter());
    let rect = Rect::from_min_size(at - vec2(2.0, size), vec2(width + 4.0, 24.0f32.max(size + 8.0)));
    let response = ui.interact(rect, Id::unique(("link", id)), Sense::click());
    let label = text.to_owned();
    response.widget_info(move || WidgetInfo::labeled(Role::Link, true, &label));
    letters.paint(ui.painter(), at);
    let thick = if response.hovered() || response.has_focus() { 2.0 } else { 1.0 };
    ui.painter().rect_filled(Rect::from_min_size(at + vec2(0.0, 3.0), vec2(width, thick)), 0.0, colour);
    (response.on_hover_cursor(egui::CursorIcon::PointingHand), width)
}

/// How many lines [`paragraph`] makes of words.
pub fn lines(painter: &Painter, text: &str, font: FontId, width: f32) -> usize {
    painter.layout(text.to_owned(), font, Color32::BLACK, width).rows.len()
}

/// Words wrapped to a width from the baseline of their first line; gives the height they take.
pub fn paragraph(
    painter: &Painter,
    at: Pos2,
    width: f32,
    text: &str,
    font: FontId,
    colour: Color32,
    line: f32,
) -> f32 {
    paragraph_of(painter, at, width, text, font, colour, line, usize::MAX)
}

/// Like [`paragraph`], with at most so many lines.
#[allow(clippy::too_many_arguments, reason = "what a paragraph is made of")]
pub fn paragraph_of(
    painter: &Painter,
    at: Pos2,
    width: f32,
    text: &str,
    font: FontId,
    colour: Color32,
    line: f32,
    rows: usize,
) -> f32 {
    let format = TextFormat { font_id: font, color: colour, line_height: Some(line), ..Default::default() };
    let mut job = set(text, format);
    job.wrap = TextWrapping { max_width: width, max_rows: rows, ..Default::default() };
    let galley = painter.layout_job(job);
    let top = at - vec2(0.0, baseline(&galley));
    let height = galley.size().y;
    painter.galley(top, galley, colour);
    height
}

/// A box to tick, with its label to the right drawn by the caller; gives whether it was clicked.
pub fn tick_box(ui: &mut Ui, at: Pos2, on: bool, label: &str, p: &Palette) -> bool {
    let rect = Rect::from_min_size(at, Vec2::splat(15.0));
    let response = ui.interact(rect.expand(5.0), Id::unique(("tick", label)), Sense::click());
    let name = label.to_owned();
    response.widget_info(move || WidgetInfo::selected(Role::CheckBox, true, on, &name));
    let painter = ui.painter();
    painter.rect(rect, 1.0, if on { p.ink } else { p.sheet }, (1.2, p.ink2), egui::StrokeKind::Middle);
    if on {
        inked(painter, |ink| symbol::tick(ink, rect.center(), 10.0, 2.0, p.on_ink));
    }
    focus_ring(ui, rect.expand(2.0), &response, p);
    response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked()
}

/// A radio button, with its label drawn by the caller; `id` tells it from others of the same label.
pub fn radio(
    ui: &mut Ui,
    at: Pos2,
    on: bool,
    id: impl std::hash::Hash + std::fmt::Debug,
    label: &str,
    p: &Palette,
) -> bool {
    let rect = Rect::from_min_size(at, Vec2::splat(15.0));
    let response = ui.interact(rect.expand(5.0), Id::unique(("radio", id)), Sense::click());
    let name = label.to_owned();
    response.widget_info(move || WidgetInfo::selected(Role::RadioButton, true, on, &name));
    let painter = ui.painter();
    painter.circle(rect.center(), 7.0, p.sheet, (1.2, p.ink2));
    if on {
        painter.circle_filled(rect.center(), 3.8, p.ink);
    }
    focus_ring(ui, rect.expand(2.0), &response, p);
    response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked()
}

/// A strip of answers of which one holds; gives the one clicked and the strip's width.
pub fn strip(
    ui: &mut Ui,
    at: Pos2,
    options: &[&str],
    chosen: usize,
    name: &str,
    p: &Palette,
) -> (Option<usize>, f32) {
    let (mut x, mut clicked) = (at.x, None);
    for (i, option) in options.iter().enumerate() {
        let on = i == chosen;
        let face = if on { Face::BodyBold } else { Face::BodyMedium };
        let letters = Letters::new(*option, face.at(14.5), if on { p.on_ink } else { p.ink });
        let width = Letters::new(*option, Face::BodyBold.at(14.5), p.ink).width(ui.painter()) + 24.0;
        let rect = Rect::from_min_size(pos2(x, at.y), vec2(width, 28.0));
        let response = ui.interact(rect, Id::unique(("strip", name, i)), Sense::click());
        let label = format!("{name}: {option}");
        response.widget_info(move || WidgetInfo::selected(Role::RadioButton, true, on, &label));
        let fill = if on {
            p.ink
        } else if response.hovered() {
            p.sheet3
        } else {
            p.sheet
        };
        ui.painter().rect(rect, 0.0, fill, (1.0, p.ink2), egui::StrokeKind::Middle);
        letters.middle().paint(ui.painter(), rect.center() + vec2(0.0, 5.0));
        focus_ring(ui, rect, &response, p);
        if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
            clicked = Some(i);
        }
        x += width;
    }
    (clicked, x - at.x)
}

/// The ring around what the keyboard is on, which is brought into sight where it can be scrolled to.
pub fn focus_ring(ui: &Ui, rect: Rect, response: &Response, p: &Palette) {
    if response.gained_focus() {
        ui.scroll_to_rect(rect.expand(20.0), None);
    }
    if response.has_focus() {
        ui.painter().rect_stroke(rect.expand(3.0), 2.0, (2.0, p.focus), egui::StrokeKind::Middle);
    }
}

/// A sheet with a shadow and a line around it.
pub fn card(painter: &Painter, rect: Rect, p: &Palette) {
    painter.rect_filled(rect.translate(vec2(3.0, 4.0)), 0.0, fade(Color32::from_rgb(20, 16, 12), 0.24));
    painter.rect(rect, 0.0, p.sheet, (1.2, p.ink), egui::StrokeKind::Middle);
}

/// Words cut off with an ellipsis where they'd be wider than their room.
pub fn fitted(painter: &Painter, at: Pos2, room: f32, text: &str, font: FontId, colour: Color32) -> f32 {
    Letters::new(text, font, colour).within(room).paint(painter, at)
}

/// Like [`fitted`]; what was cut off is told in full to whoever points at it.
pub fn told(ui: &Ui, at: Pos2, room: f32, text: &str, font: FontId, colour: Color32) -> f32 {
    told_letters(ui, at, Letters::new(text, font, colour).within(room))
}

/// Like [`told`], with letters that have their room.
pub fn told_letters(ui: &Ui, at: Pos2, letters: Letters) -> f32 {
    let size = letters.font.size;
    let width = letters.paint(ui.painter(), at);
    if letters.galley(ui.painter()).elided {
        tell(ui, Rect::from_min_size(at - vec2(0.0, size), vec2(width, size * 1.3)), &letters.text);
    }
    width
}

/// Like [`paragraph_of`]; what was cut off is told in full to whoever points at it. Gives the height.
#[allow(clippy::too_many_arguments, reason = "what a paragraph is made of")]
pub fn told_paragraph(
    ui: &Ui,
    at: Pos2,
    width: f32,
    text: &str,
    font: FontId,
    colour: Color32,
    line: f32,
    rows: usize,
) -> f32 {
    let size = font.size;
    let all = lines(ui.painter(), text, font.clone(), width);
    let height = paragraph_of(ui.painter(), at, width, text, font, colour, line, rows);
    if all > rows {
        tell(ui, Rect::from_min_size(at - vec2(0.0, size), vec2(width, height)), text);
    }
    height
}

/// A choice's words in a row: long ones are set smaller, then in two lines around the baseline; like [`told`].
pub fn told_in_row(ui: &Ui, at: Pos2, room: f32, words: &str, colour: Color32) {
    let width = Letters::new(words, Face::BodyMedium.at(15.0), colour).width(ui.painter());
    let size = 15.0 * room / width.max(1.0);
    if size >= 12.5 {
        told(ui, at, room, words, Face::BodyMedium.at(size.min(15.0)), colour);
    } else {
        let above = at - vec2(0.0, 7.0);
        told_paragraph(ui, above, room, words, Face::BodyMedium.at(12.5), colour, 14.0, 2);
    }
}

/// Words for whoever points at something, over it: what stands beside and under it stays in reach.
pub fn hint_above(response: &Response, text: &str) {
    let mut hint = Tooltip::for_enabled(response);
    hint.popup = hint.popup.align(RectAlign::TOP_START).align_alternatives(&[RectAlign::TOP_END]);
    hint.show(|ui| ui.label(text));
}

fn tell(ui: &Ui, rect: Rect, text: &str) {
    let place = (rect.min.x as i32, rect.min.y as i32);
    ui.interact(rect, Id::unique(("told", text, place)), Sense::hover()).on_hover_text(text);
}
