//! The overlays on the board: the keys in the strip under it, the list of all of them, and what those that are on show.

use super::{Field, Scene};
use crate::draw::letter::{Face, Letters};
use crate::keys;
use crate::panel::control::{card, inked, key_cap, told};
use crate::panel::states::{hatched, overlay_tone};
use crate::panel::{Ask, overlay_key, side_name};
use crate::session::Overlay;
use crate::theme::Palette;
use egui::{Color32, Id, Key, Rect, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use muster_contract::Description;
use std::collections::BTreeSet;

const ROW: f32 = 26.0;
/// How wide the list is, and from where to where what tells what is on.
const LIST: f32 = 300.0;
const LEGEND: f32 = 316.0;
const WIDEST: f32 = 560.0;
/// What the key takes before the title, with the edges of the row.
const KEY: f32 = 64.0;
/// How wide a patch of hatching is.
const PATCH: f32 = 22.0;

/// An overlay's key and name in the strip.
pub(super) struct Entry {
    pub(super) id: String,
    pub(super) key: String,
    pub(super) words: String,
    pub(super) on: bool,
}

/// All overlays, each called by as few words as tell it from the others.
pub(super) fn entries(ui: &Ui, scene: &Scene<'_>) -> Vec<Entry> {
    let overlays = &scene.description.overlays;
    let last = |title: &str| title.split_whitespace().last().unwrap_or("").to_lowercase();
    let keys = keys::now(ui.ctx());
    let entry = |(i, overlay): (usize, &muster_contract::OverlayInfo)| {
        // The last word says enough, where it isn't the last of another, too.
        let alike = overlays.iter().filter(|one| last(&one.title) == last(&overlay.title)).count();
        Entry {
            id: overlay.id.clone(),
            key: overlay_key(scene.description, i, &keys),
            words: if alike == 1 { last(&overlay.title) } else { overlay.title.clone() },
            on: scene.session.overlays.contains_key(&overlay.id),
        }
    };
    overlays.iter().enumerate().map(entry).collect()
}

/// Paints an entry in the strip; gives where it ends.
pub(super) fn in_strip(
    ui: &Ui,
    strip: Rect,
    mut x: f32,
    entry: &Entry,
    p: &Palette,
    asks: &mut Vec<Ask>,
) -> f32 {
    let painter = ui.painter().with_clip_rect(strip);
    let (start, y) = (x, strip.top() + 7.0);
    x += key_cap(&painter, pos2(x, y), &entry.key, false, false, p) + 5.0;
    let face = if entry.on { Face::BodyBold } else { Face::Body };
    x += Letters::new(&entry.words, face.at(13.0), p.ink).paint(&painter, pos2(x, y + 14.0));
    let area = Rect::from_min_max(pos2(start - 3.0, strip.top()), pos2(x + 3.0, strip.bottom()));
    let response = ui.interact(area, ui.scope_id().with(("overlay", &entry.id)), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, entry.on, &entry.words));
    if entry.on {
        let under = Rect::from_min_max(pos2(start, strip.bottom() - 5.0), pos2(x, strip.bottom() - 2.8));
        painter.rect_filled(under, 0.0, p.focus);
    }
    if response.clicked() {
        asks.push(Ask::Overlay(entry.id.clone()));
    }
    x + 11.0
}

/// The words of a style where an overlay has several.
fn style_words<'a>(style: &'a str, description: &'a Description) -> &'a str {
    match style {
        "danger" | "range" | "supply" | "command" => style,
        side => side_name(description, side),
    }
}

impl Field {
    /// Paints the list of all overlays over the right end of the strip, if it is open.
    pub(super) fn overlay_list(&mut self, ui: &Ui, view: Rect, scene: &Scene<'_>, asks: &mut Vec<Ask>) {
        if !self.overlays_listed {
            return;
        }
        let (p, entries) = (scene.p, &scene.description.overlays);
        let size = vec2(LIST.min(view.width() - 16.0), entries.len() as f32 * ROW + 12.0);
        let rect = Rect::from_min_size(view.right_bottom() - size - vec2(8.0, 6.0), size);
        card(ui.painter(), rect, p);
        ui.interact(rect, Id::unique("overlay list"), Sense::click());
        for (i, overlay) in entries.iter().enumerate() {
            let on = scene.session.overlays.contains_key(&overlay.id);
            let row = Rect::from_min_size(
                rect.min + vec2(6.0, 6.0 + i as f32 * ROW),
                vec2(rect.width() - 12.0, ROW),
            );
            let response = ui.interact(row, Id::unique(("listed overlay", &overlay.id)), Sense::click());
            response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, &overlay.title));
            if response.hovered() || response.has_focus() {
                ui.painter().rect_filled(row, 0.0, p.chosen_tint);
            }
            let words = overlay_key(scene.description, i, &keys::now(ui.ctx()));
            key_cap(ui.painter(), row.min + vec2(6.0, 4.0), &words, false, false, p);
            let face = if on { Face::BodyBold } else { Face::BodyMedium };
            let room = row.width() - 80.0;
            told(ui, row.min + vec2(36.0, 18.0), room, &overlay.title, face.at(14.5), p.ink);
            if on {
                let on = Letters::new("on", Face::BodyItalic.at(13.0), p.accent_text).right();
                on.paint(ui.painter(), pos2(row.right() - 8.0, row.top() + 18.0));
            }
            if response.clicked() {
                asks.push(Ask::Overlay(overlay.id.clone()));
            }
        }
        let elsewhere = ui.input(|i| {
            let out = |at| !rect.contains(at) && view.contains(at);
            i.key_pressed(Key::Escape) || i.pointer.any_pressed() && i.pointer.interact_pos().is_some_and(out)
        });
        self.overlays_listed = !elsewhere;
    }
}

/// The styles of what an overlay shows, each once: those of the sides first, in their order, so that every row has them alike.
fn styles_of<'a>(shown: &'a Overlay, description: &Description) -> Vec<&'a str> {
    let styles: BTreeSet<&str> = shown.items.iter().flatten().map(|item| item.style.as_str()).collect();
    let mut styles = Vec::from_iter(styles);
    let side = |style: &str| description.sides.iter().position(|side| side.id == style);
    styles.sort_by_key(|style| side(style).unwrap_or(usize::MAX));
    styles
}

/// How wide a row has to be so that nothing of it is cut.
fn wide_row(ui: &Ui, title: &str, styles: &[&str], description: &Description) -> f32 {
    let wide = |words: &str, font| Letters::new(words, font, Color32::BLACK).width(ui.painter());
    let named = |style: &&str| wide(style_words(style, description), Face::Body.at(13.0)) + 4.0;
    let words: f32 = if styles.len() > 1 { styles.iter().map(named).sum() } else { 0.0 };
    let aside = if styles.is_empty() { 100.0 } else { 0.0 };
    KEY + wide(title, Face::BodyMedium.at(14.0)) + words + styles.len() as f32 * (PATCH + 8.0) + aside
}

/// Tells which overlays are on, what their hatching means, and which of them have nothing to show, beside what the bars mean. Gives
/// where it lies, if it does.
pub(super) fn legend(ui: &Ui, view: Rect, bars: Rect, scene: &Scene<'_>, asks: &mut Vec<Ask>) -> Rect {
    let left = if bars.is_positive() { bars.right() - view.left() } else { 0.0 };
    let p = scene.p;
    let on: Vec<_> = scene
        .description
        .overlays
        .iter()
        .enumerate()
        .filter_map(|(i, overlay)| Some((i, overlay, scene.session.overlays.get(&overlay.id)?)))
        .collect();
    if on.is_empty() || view.width() < LEGEND + left + 24.0 {
        return Rect::NOTHING;
    }
    let wide = on.iter().map(|(_, overlay, shown)| {
        wide_row(ui, &overlay.title, &styles_of(shown, scene.description), scene.description)
    });
    let room = (view.width() - left - 24.0).min(WIDEST);
    let size = vec2(wide.fold(LEGEND, f32::max).min(room), on.len() as f32 * ROW + 10.0);
    let rect = Rect::from_min_size(pos2(view.left() + left + 12.0, view.bottom() - size.y - 10.0), size);
    card(ui.painter(), rect, p);
    for (line, (i, overlay, shown)) in on.into_iter().enumerate() {
        let row =
            Rect::from_min_size(rect.min + vec2(6.0, 5.0 + line as f32 * ROW), vec2(size.x - 12.0, ROW));
        let response = ui.interact(row, Id::unique(("overlay on", &overlay.id)), Sense::click());
        let styles = styles_of(shown, scene.description);
        let aside = match &shown.items {
            None => "…".to_owned(),
            Some(items) if items.is_empty() => "nothing to show".to_owned(),
            Some(_) if styles.len() < 2 => String::new(),
            Some(_) => styles
                .iter()
                .map(|style| style_words(style, scene.description))
                .collect::<Vec<_>>()
                .join(", "),
        };
        let label = format!("{}: {}", overlay.title, if aside.is_empty() { "on" } else { &aside });
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
        let key = overlay_key(scene.description, i, &keys::now(ui.ctx()));
        let mut x = row.left() + 6.0;
        x += key_cap(ui.painter(), pos2(x, row.top() + 4.0), &key, false, false, p) + 8.0;
        let (baseline, mut right) = (row.top() + 18.0, row.right() - 6.0);
        if styles.is_empty() {
            let letters = Letters::new(&aside, Face::BodyItalic.at(13.0), p.ink2).right();
            right -= letters.paint(ui.painter(), pos2(right, baseline)) + 10.0;
        }
        for style in styles.iter().rev().take(4) {
            if styles.len() > 1 {
                let words = style_words(style, scene.description);
                let letters = Letters::new(words, Face::Body.at(13.0), p.ink2).right();
                right -= letters.paint(ui.painter(), pos2(right, baseline)) + 4.0;
            }
            let patch = Rect::from_min_size(pos2(right - PATCH, row.top() + 6.0), vec2(PATCH, 14.0));
            let tone = overlay_tone(style, scene.description, p);
            inked(ui.painter(), |ink| hatched(ink, patch, style, tone));
            right -= PATCH + 8.0;
        }
        told(ui, pos2(x, baseline), right - x - 4.0, &overlay.title, Face::BodyMedium.at(14.0), p.ink);
        if response.on_hover_text("Switch it off").clicked() {
            asks.push(Ask::Overlay(overlay.id.clone()));
        }
    }
    rect
}
