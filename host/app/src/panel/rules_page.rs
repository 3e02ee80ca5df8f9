//! The rules summary, section by section; only what is in sight is laid out.

use super::cue;
use super::heights::{Heights, Rows, in_sight};
use super::prose::{self, LINE};
use crate::draw::letter::{Face, Letters};
use crate::measure::texts;
use crate::theme::Palette;
use egui::{Align, Id, Rect, ScrollArea, Sense, Ui, pos2, vec2};
use muster_contract::{Section, cited};

/// The sections as they are measured for this width.
struct Measured<'a>(&'a Ui, &'a [Section], f32);

impl Rows for Measured<'_> {
    fn count(&self) -> usize {
        self.1.len()
    }

    fn letters(&self, at: usize) -> usize {
        self.1[at].text.len()
    }

    fn guess(&self, at: usize) -> f32 {
        let lines = (self.letters(at) as f32 * 7.5 / (self.2 - 64.0).max(60.0)).ceil().max(1.0);
        lines * LINE + 40.0
    }

    fn measure(&self, at: usize) -> f32 {
        prose::height(self.0.painter(), &self.1[at].text, self.2 - 64.0) + 40.0
    }
}

/// Paints the sections into all of the ui, and goes to the one that is wanted once it is known where it stands.
pub(super) fn ui(
    ui: &mut Ui,
    rules: &[Section],
    wanted: &mut Option<String>,
    heights: &mut Heights,
    p: &Palette,
) {
    // What comes beside the text: the rail, and a little air.
    let width = ui.available_width() - ui.spacing().scroll.allocated_width() - 20.0;
    let way = (width.to_bits(), ui.ctx().pixels_per_point().to_bits(), rules.as_ptr() as usize);
    heights.update(&Measured(ui, rules, width), way);
    let mut found = None;
    if heights.is_exact() {
        found = wanted.take().and_then(|wanted| cited(rules, &wanted));
    } else {
        ui.ctx().request_repaint();
    }
    if let Some(found) = found {
        ui.memory_mut(|m| m.data.insert_temp(Id::unique("rule lit"), found));
    }
    let lit: Option<usize> = ui.memory(|m| m.data.get_temp(Id::unique("rule lit")));
    let gap = ui.spacing().item_spacing.y;
    let heights = heights.all();
    let out = ScrollArea::vertical().auto_shrink(false).show_viewport(ui, |ui, seen| {
        texts::scrolled(ui);
        let tall = heights.iter().map(|height| height + gap).sum::<f32>() - gap;
        let (whole, _) = ui.allocate_exact_size(vec2(width, tall.max(0.0)), Sense::hover());
        let place =
            |i: usize, top: f32| Rect::from_min_size(whole.min + vec2(0.0, top), vec2(width, heights[i]));
        if let Some(i) = found {
            let top = heights[..i].iter().map(|height| height + gap).sum();
            ui.scroll_to_rect(place(i, top), Some(Align::Center));
        }
        for (i, top) in in_sight(heights, gap, seen.min.y, seen.max.y) {
            section(ui, place(i, top), &rules[i], lit == Some(i), p);
        }
    });
    cue::below(ui, &out, p.sheet, p);
}

fn section(ui: &Ui, rect: Rect, section: &Section, lit: bool, p: &Palette) {
    let painter = ui.painter();
    if lit {
        painter.rect_filled(rect, 0.0, p.chosen_tint);
        painter.rect_filled(Rect::from_min_size(rect.min, vec2(4.0, rect.height())), 0.0, p.accent);
    }
    let id = Letters::new(&section.id, Face::FigureSemi.at(17.0), p.focus).within(rect.width() / 2.0);
    // A section that names several paragraphs needs more room than a number takes.
    let after = (12.0 + id.width(painter) + 12.0).max(64.0);
    id.paint(painter, rect.min + vec2(12.0, 24.0));
    Letters::new(&section.title, Face::Title.at(17.0), p.ink)
        .within((rect.width() - after).max(60.0))
        .paint(painter, rect.min + vec2(after, 24.0));
    let at = pos2(rect.left() + 64.0, rect.top() + 45.0);
    prose::paint(painter, at, rect.width() - 64.0, &section.text, p);
}
