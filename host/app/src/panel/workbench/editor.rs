//! The editor of a script: colours, numbered lines, and what is wrong under the line that it is wrong in.

use super::highlight;
use crate::catalogue::ScriptProblem;
use crate::draw::letter::Face;
use crate::measure::texts;
use crate::theme::{Palette, fade};
use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align2, Color32, FontId, Galley, Id, Margin, Rect, ScrollArea, Shape, Stroke, TextBuffer, TextEdit, Ui,
    UiBuilder, WidgetInfo, accesskit::Role, pos2, vec2,
};
use std::sync::Arc;

const SIZE: f32 = 12.5;
/// How wide the numbers of the lines are.
const GUTTER: f32 = 36.0;
/// How tall a line is that has its trouble written under it.
const TROUBLED: f32 = 50.0;

fn job(text: &str, problem: Option<usize>, p: &Palette) -> LayoutJob {
    let mut job = LayoutJob::default();
    job.wrap.max_width = f32::INFINITY;
    job.break_on_newline = true;
    let mut line = 1;
    for (range, kind) in highlight::stretches(text) {
        // A stretch may run over several lines, of which one has the trouble.
        for part in text[range].split_inclusive('\n') {
            let mut format = TextFormat::simple(FontId::monospace(SIZE), kind.colour(p));
            format.line_height = (problem == Some(line)).then_some(TROUBLED);
            job.append(part, 0.0, format);
            line += usize::from(part.ends_with('\n'));
        }
    }
    job
}

fn id(name: &str) -> Id {
    Id::unique(("script", name))
}

/// Puts the keyboard into a script's editor.
pub fn take_keyboard(ui: &Ui, name: &str) {
    ui.memory_mut(|memory| memory.request_focus(id(name)));
}

/// Whether the keyboard writes in it.
pub fn has_keyboard(ui: &Ui, name: &str) -> bool {
    ui.memory(|memory| memory.has_focus(id(name)))
}

/// Paints the editor into a rectangle; gives whether the text was changed.
pub fn edit(
    ui: &mut Ui,
    rect: Rect,
    name: &str,
    text: &mut String,
    problem: Option<&ScriptProblem>,
    writable: bool,
    p: &Palette,
) -> bool {
    ui.painter().rect(rect, 0.0, p.paper, (1.0, p.rule), egui::StrokeKind::Inside);
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect.shrink(1.0)).id_salt(("editor", name)));
    child.set_clip_rect(rect.shrink(1.0).intersect(ui.clip_rect()));
    let wrong = problem.and_then(|problem| problem.line);
    let mut layouter = |ui: &Ui, buffer: &dyn TextBuffer, _: f32| -> Arc<Galley> {
        let job = job(buffer.as_str(), wrong, p);
        ui.fonts_mut(|fonts| fonts.layout_job(job))
    };
    let shown = ScrollArea::both().auto_shrink(false).show(&mut child, |ui| {
        texts::scrolled(ui);
        let edit = TextEdit::multiline(text)
            .id(id(name))
            .code_editor()
            .frame(egui::Frame::NONE.inner_margin(Margin { left: GUTTER as i8, right: 8, top: 6, bottom: 6 }))
            .desired_width(f32::INFINITY)
            .min_size(vec2(0.0, rect.height() - 4.0))
            .interactive(writable)
            .layouter(&mut layouter);
        let output = edit.show(ui);
        let label = format!("Script {name}");
        output
            .response
            .response
            .widget_info(|| WidgetInfo::labeled(Role::MultilineTextInput, writable, &label));
        let mut line = 1;
        for row in &output.galley.rows {
            let top = output.galley_pos + row.pos.to_vec2();
            let area = Rect::from_min_size(top, row.size);
            let middle = area.center().y;
            let troubled = wrong == Some(line);
            let ink = if troubled { p.danger } else { p.ink3 };
            let font = Face::Figure.at(11.5);
            let right = pos2(output.galley_pos.x - 8.0, middle);
            ui.painter().text(right, Align2::RIGHT_CENTER, line.to_string(), font, ink);
            if troubled && let Some(problem) = problem {
                under(ui, area, rect, problem, p);
            }
            line += usize::from(row.ends_with_newline);
        }
        output.response.response.changed()
    });
    shown.inner
}

// The trouble under its line: a wave under the words, and what to do.
fn under(ui: &Ui, row: Rect, visible: Rect, problem: &ScriptProblem, p: &Palette) {
    let painter = ui.painter();
    let strip = Rect::from_min_max(pos2(visible.left(), row.top()), pos2(visible.right(), row.bottom()));
    painter.rect_filled(strip, 0.0, fade(p.danger, 0.09));
    let y = row.center().y + SIZE * 0.62;
    let wave = (0..=(row.width().max(24.0) / 3.0) as usize)
        .map(|at| pos2(row.left() + at as f32 * 3.0, y + if at.is_multiple_of(2) { 0.0 } else { 2.0 }));
    painter.add(Shape::line(wave.collect(), Stroke::new(1.2, p.danger)));
    let font = Face::BodyMedium.at(12.5);
    let words = match problem.remedy.as_str() {
        "" => problem.message.clone(),
        remedy => format!("{} {remedy}", problem.message),
    };
    let room = visible.width() - GUTTER - 16.0;
    let at = pos2(visible.left() + GUTTER, y + 3.0);
    let mut galley = painter.layout_no_wrap(words.clone(), font.clone(), p.danger);
    if galley.size().x > room {
        let mut job = LayoutJob::simple_singleline(words, font, p.danger);
        job.wrap = egui::text::TextWrapping::truncate_at_width(room);
        galley = painter.layout_job(job);
    }
    painter.galley(at, galley, Color32::PLACEHOLDER);
}
