//! A report's chart.

use super::cells::grouped;
use crate::draw::letter::{Face, Letters};
use crate::panel::livery;
use crate::theme::Palette;
use egui::{Rect, Ui, vec2};
use egui_plot::{
    Corner, GridInput, GridMark, HoverPosition, Legend, Line, LineStyle, MarkerShape, Plot, PlotPoints,
    Points,
};
use muster_contract::{Chart, Description};

/// Lines by turn: each side in its colour, and every line with marks of its own form.
pub(super) fn plot(ui: &mut Ui, rect: Rect, id: &str, chart: &Chart, description: &Description, p: &Palette) {
    if chart.series.iter().all(|line| line.values.is_empty()) {
        let words = "Nothing has been counted yet.";
        Letters::new(words, Face::Body.at(16.0), p.ink2).paint(ui.painter(), rect.min + vec2(0.0, 24.0));
        return;
    }
    Letters::new(&chart.axis, Face::BodyMedium.at(13.5), p.ink2)
        .paint(ui.painter(), rect.min + vec2(8.0, 14.0));
    let area = Rect::from_min_max(rect.min + vec2(0.0, 22.0), rect.max);
    let mut child = ui.new_child(egui::UiBuilder::new().max_rect(area).id_salt(("plot", id)));
    let labels = chart.labels.clone();
    let named = chart.labels.clone();
    let most = chart.labels.len().saturating_sub(1) as f64;
    // As many as can stand side by side.
    let width = |label: &String| Letters::new(label, Face::Body.at(14.0), p.ink).width(ui.painter());
    let widest = chart.labels.iter().map(width).fold(80.0, f32::max) + 12.0;
    let marks = f64::from(((rect.width() - 60.0) / widest).clamp(1.0, 24.0));
    let whole = |x: f64| (x - x.round()).abs() < 0.01 && x > -0.5;
    let values = || chart.series.iter().flat_map(|line| &line.values).copied();
    let (least, highest) = (values().min().unwrap_or(0).min(0), values().max().unwrap_or(1).max(1));
    let room = f64::from(highest - least) * 0.06;
    Plot::new(("report", id))
        .legend(Legend::default().position(Corner::LeftTop))
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .include_x(0.0)
        .include_x(most.max(1.0))
        .include_y(f64::from(least))
        .include_y(f64::from(highest) + room)
        .x_grid_spacer(move |input| turns(input, marks))
        .x_axis_formatter(move |mark, _| {
            let at = mark.value;
            if whole(at) {
                labels.get(at.round() as usize).cloned().unwrap_or_default()
            } else {
                String::new()
            }
        })
        .y_axis_formatter(
            |mark, _| {
                if mark.value.fract() == 0.0 { grouped(mark.value as i32) } else { String::new() }
            },
        )
        .label_formatter(move |position| {
            let HoverPosition::NearDataPoint { plot_name, position, index } = position else { return None };
            let when = named.get(*index).cloned().unwrap_or_default();
            Some(format!("{plot_name}\n{when}: {}", grouped(position.y.round() as i32)))
        })
        .show(&mut child, |plot| {
            let shapes = [
                MarkerShape::Circle,
                MarkerShape::Square,
                MarkerShape::Diamond,
                MarkerShape::Up,
                MarkerShape::Cross,
            ];
            let others = [p.accent_ink, p.focus, p.good, p.wax, p.danger];
            for (i, line) in chart.series.iter().enumerate() {
                let livery = line.side.as_deref().map(|side| livery(description, p, Some(side)));
                let colour = livery.map_or(others[i % others.len()], |livery| livery.text);
                let points: Vec<[f64; 2]> = line
                    .values
                    .iter()
                    .enumerate()
                    .map(|(at, value)| [at as f64, f64::from(*value)])
                    .collect();
                let style = if livery.is_some_and(|livery| livery.cut) {
                    LineStyle::Dashed { length: 9.0 }
                } else {
                    LineStyle::Solid
                };
                plot.line(
                    Line::new(&line.title, PlotPoints::from(points.clone()))
                        .color(colour)
                        .width(2.4)
                        .style(style),
                );
                plot.points(
                    Points::new(&line.title, PlotPoints::from(points))
                        .color(colour)
                        .radius(4.0)
                        .shape(shapes[i % shapes.len()]),
                );
            }
        });
}

// A line for each turn, for each second if there are many, and so on.
fn turns(input: GridInput, most: f64) -> Vec<GridMark> {
    let (from, to) = input.bounds;
    let step = ((to - from) / most).ceil().max(1.0);
    let (first, last) = ((from / step).ceil() as i64, (to / step).floor() as i64);
    (first..=last).map(|at| GridMark { value: at as f64 * step, step_size: step }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_has_a_line_for_each_turn_until_there_are_many() {
        let lines = |bounds| turns(GridInput { bounds, base_step_size: 0.1 }, 24.0);
        let values = |bounds| lines(bounds).iter().map(|mark| mark.value).collect::<Vec<f64>>();
        assert_eq!(values((-0.05, 2.05)), [0.0, 1.0, 2.0]);
        assert_eq!(values((-0.5, 47.5)).len(), 24);
    }
}
