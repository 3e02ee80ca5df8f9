//! Measuring from one place to another, and whether one can be seen from the other where the module tells.

use super::tell::numbered;
use super::{Field, Scene};
use crate::board::chart::Cell;
use crate::draw::letter::{Face, Letters};
use crate::panel::Ask;
use crate::panel::control::card;
use crate::panel::states::Seen;
use crate::spoken;
use egui::{Id, Key, PointerButton, Pos2, Rect, Response, Ui, Vec2, pos2, vec2};
use muster_contract::{Description, Target};

/// The overlays by which a module says what can be seen from a space, and where a unit can go.
const SIGHT: &[&str] = &["sight"];
const REACH: &[&str] = &["reach", "march"];

/// The overlay of what can be seen from a space, or of where a unit can go, if the module has one.
pub fn overlay_of<'a>(of: &Target, description: &'a Description) -> Option<&'a str> {
    let known = if matches!(of, Target::Unit(_)) { REACH } else { SIGHT };
    let mut focused = description.overlays.iter().filter(|overlay| overlay.needs_focus);
    focused.find(|overlay| known.contains(&overlay.id.as_str())).map(|overlay| overlay.id.as_str())
}

/// How the other end of a measured line is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// By the pointer, while its right button is down.
    Pulled,
    /// By whatever is pointed at, until that is clicked.
    Pointed,
    /// It is laid down.
    Fixed,
}

/// A line that is measured.
#[derive(Clone, Debug)]
pub(super) struct Gauge {
    from: String,
    to: String,
    end: End,
}

impl Field {
    /// Measures from a place to whatever is pointed at, until that is clicked.
    pub(super) fn measure_from(&mut self, space: String) {
        self.gauge = Some(Gauge { from: space.clone(), to: space, end: End::Pointed });
    }

    /// Begins, goes on with and ends measuring; gives whether a click belongs to it.
    pub(super) fn measure(
        &mut self,
        ui: &Ui,
        response: &Response,
        at: Option<Pos2>,
        focused: Option<&Target>,
        scene: &Scene<'_>,
        asks: &mut Vec<Ask>,
    ) -> bool {
        let chart = self.surface.chart.clone();
        let place = |at: Pos2| chart.cell_at(at).map(|cell| cell.id.clone());
        let begun = response.drag_started_by(PointerButton::Secondary) && self.held.is_none();
        if begun
            && let Some((origin, camera)) = ui.input(|i| i.pointer.press_origin()).zip(self.camera)
            && let Some(from) = place(camera.chart(origin, self.seen_in))
        {
            (self.menu, self.answer) = (None, None);
            self.gauge = Some(Gauge { from: from.clone(), to: from, end: End::Pulled });
        }
        let Some(gauge) = &mut self.gauge else { return false };
        let (down, pressed, escape) = ui.input(|i| {
            let down = i.pointer.button_down(PointerButton::Secondary);
            (down, i.pointer.any_pressed(), i.key_pressed(Key::Escape))
        });
        let by_keys = focused.filter(|_| at.is_none());
        let by_keys = by_keys.and_then(|target| super::place_of(target, Some(scene.view)));
        let pointed = at.and_then(place).or(by_keys);
        let measured = gauge.end != End::Fixed;
        match gauge.end {
            End::Pulled if !down => gauge.end = End::Fixed,
            End::Pulled | End::Pointed => gauge.to = pointed.unwrap_or(gauge.to.clone()),
            End::Fixed => {}
        }
        let clicked = gauge.end == End::Pointed && response.clicked();
        if clicked {
            gauge.end = End::Fixed;
        }
        let from = Target::Space(gauge.from.clone());
        if overlay_of(&from, scene.description).is_some() && scene.session.spaces_of(&from).is_none() {
            asks.push(Ask::LookUp(from));
        }
        if escape || !measured && pressed {
            self.gauge = None;
        }
        clicked
    }

    /// Paints the line that is measured, and how far it is.
    pub(super) fn paint_gauge(&self, ui: &Ui, seen: &Seen<'_>, scene: &Scene<'_>) {
        let Some(gauge) = &self.gauge else { return };
        let (Some(from), Some(to)) = (seen.chart.cell(&gauge.from), seen.chart.cell(&gauge.to)) else {
            return;
        };
        let line = seen.chart.hexes_between(from, to);
        let of = Target::Space(gauge.from.clone());
        let sees = scene.session.spaces_of(&of).filter(|_| line.len() > 1);
        let known = |cell: &&&Cell| sees.is_none_or(|sees| cell.id == from.id || sees.contains(&cell.id));
        let clear = sees.is_none_or(|sees| sees.contains(&to.id));
        // Up to there everything on the line is seen.
        let last = line.iter().take_while(known).last().filter(|_| !clear).map_or(to, |cell| *cell);
        let [a, b, end] = [from.at, last.at, to.at].map(|at| seen.at(at));
        let p = seen.p;
        seen.ink(|ink| {
            ink.segment(a, end, 6.0, p.sheet);
            ink.segment(a, b, 3.0, p.ink);
            if b != end {
                ink.dashed(&[b, end], 3.0, p.danger, 8.0, 6.0);
            }
            for at in [a, end] {
                ink.disc(at, 6.0, p.sheet, 2.4, if clear { p.ink } else { p.danger });
            }
        });
        let name = numbered;
        let far = seen.chart.distance(from, to);
        let sight = sees.map(|_| match clear {
            true => "In sight.".to_owned(),
            false if last.id == from.id => "Not in sight.".to_owned(),
            false => format!("Not in sight; the line is seen as far as {}.", name(last)),
        });
        let title = format!("{} to {}", name(from), name(to));
        tag(ui, seen, end, [Some(title), Some(far), sight].into_iter().flatten().collect());
    }
}

// What was measured, on a tag beside the line's end.
fn tag(ui: &Ui, seen: &Seen<'_>, end: Pos2, lines: Vec<String>) {
    let p = seen.p;
    let letters = lines.iter().enumerate().map(|(i, words)| match i {
        1 => Letters::new(words, Face::BodyBold.at(16.0), p.ink),
        _ => Letters::new(words, Face::Body.at(14.0), p.ink2),
    });
    let letters: Vec<Letters> = letters.collect();
    let width = letters.iter().map(|line| line.width(seen.painter)).fold(0.0, f32::max);
    let size = vec2(width + 24.0, lines.len() as f32 * 20.0 + 14.0);
    let limit = seen.view.shrink(8.0);
    let aside = Vec2::splat(22.0);
    let right = end.x + aside.x + size.x <= limit.right();
    let x = if right { end.x + aside.x } else { end.x - aside.x - size.x };
    let y = (end.y + aside.y).min(limit.bottom() - size.y).max(limit.top());
    let rect = Rect::from_min_size(pos2(x.max(limit.left()), y), size);
    card(ui.painter(), rect, p);
    for (i, line) in letters.into_iter().enumerate() {
        line.paint(ui.painter(), rect.min + vec2(12.0, 22.0 + i as f32 * 20.0));
    }
    spoken::announce(ui.ctx(), "measured", &lines.join(". "));
    spoken::label(ui.ctx(), Id::unique("what was measured"), &lines.join(". "), rect);
}
