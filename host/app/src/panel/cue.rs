//! What is scrolled, with a cue where there is more to scroll to: all of the window's parts that scroll show it alike.

use crate::measure::texts;
use crate::theme::{Palette, fade};
use egui::scroll_area::ScrollAreaOutput;
use egui::{Color32, Mesh, Rect, ScrollArea, Shape, Stroke, Ui, pos2, vec2};

/// How tall the shade is under which what follows goes on.
const SHADE: f32 = 26.0;
/// What is less than this isn't worth a cue.
const LEAST: f32 = 8.0;

/// Shows what is scrolled, on this ground.
pub fn scrolled<R>(
    ui: &mut Ui,
    area: ScrollArea,
    ground: Color32,
    p: &Palette,
    paint: impl FnOnce(&mut Ui) -> R,
) -> ScrollAreaOutput<R> {
    let out = area.show(ui, |ui| {
        texts::scrolled(ui);
        paint(ui)
    });
    below(ui, &out, ground, p);
    out
}

/// Paints a shade with an arrow over the lower end of what is scrolled, while more lies below; `ground` is what it stands on.
pub fn below<R>(ui: &Ui, out: &ScrollAreaOutput<R>, ground: Color32, p: &Palette) {
    let seen = out.inner_rect;
    let left = out.content_size.y - out.state.clamped_offset().y - seen.height();
    if left < LEAST {
        return;
    }
    let painter = ui.painter().with_clip_rect(seen.intersect(ui.clip_rect()));
    let top = seen.bottom() - SHADE.min(seen.height() * 0.2);
    let mut shade = Mesh::default();
    let clear = fade(ground, 0.0);
    for (at, colour) in [
        (pos2(seen.left(), top), clear),
        (pos2(seen.right(), top), clear),
        (pos2(seen.left(), seen.bottom()), ground),
        (pos2(seen.right(), seen.bottom()), ground),
    ] {
        shade.colored_vertex(at, colour);
    }
    shade.add_triangle(0, 1, 2);
    shade.add_triangle(2, 1, 3);
    painter.add(Shape::mesh(shade));
    let at = pos2(seen.center().x, seen.bottom() - 9.0);
    let disc = Rect::from_center_size(at - vec2(0.0, 2.0), vec2(30.0, 15.0));
    painter.rect(disc, 7.5, ground, (1.0, p.rule), egui::StrokeKind::Inside);
    let arrow = [at + vec2(-5.0, -4.5), at + vec2(0.0, 0.5), at + vec2(5.0, -4.5)];
    painter.add(Shape::line(arrow.to_vec(), Stroke::new(1.8, p.ink2)));
}
