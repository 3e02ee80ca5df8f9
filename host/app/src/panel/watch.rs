//! A clock of a game's own hours, drawn as a pocket watch.

use super::control::inked;
use super::livery;
use crate::draw::letter::{Face, Letters};
use crate::draw::symbol;
use crate::theme::{Palette, mix};
use egui::{Color32, Id, Pos2, Rect, Sense, Ui, Vec2, WidgetInfo, accesskit::Role, vec2};
use muster_contract::{Clock, Description};
use std::f32::consts::{FRAC_PI_2, TAU};

/// More hours than this can't be told apart on the face.
const MOST: usize = 48;

/// An hour with its parts: what it is called, and from which part to which.
struct Sector<'a> {
    title: &'a str,
    from: usize,
    to: usize,
    dark: bool,
}

fn sectors(clock: &Clock) -> Vec<Sector<'_>> {
    let mut sectors: Vec<Sector<'_>> = Vec::new();
    for (i, hour) in clock.hours.iter().take(MOST).enumerate() {
        match sectors.last_mut().filter(|last| last.title == hour.title) {
            Some(last) => last.to = i + 1,
            None => sectors.push(Sector { title: &hour.title, from: i, to: i + 1, dark: hour.dark }),
        }
    }
    sectors
}

/// Paints the watch around a point; `radius` is its face's.
pub fn paint(ui: &Ui, at: Pos2, radius: f32, clock: &Clock, description: &Description, p: &Palette) {
    let sectors = sectors(clock);
    let count = clock.hours.len().clamp(1, MOST);
    let turn = |part: f32| -FRAC_PI_2 + TAU * part / count as f32;
    let on = |part: f32, r: f32| at + Vec2::angled(turn(part)) * r;
    let now = (clock.now as usize).min(count - 1);
    let wedge = |from: usize, to: usize| {
        let mut outline = vec![at];
        let steps = ((to - from) * 6).max(6);
        outline.extend((0..=steps).map(|k| {
            let part = from as f32 + (to - from) as f32 * k as f32 / steps as f32;
            on(part, radius * 0.98)
        }));
        outline
    };
    let night = if p.dark { mix(p.pip, p.card, 0.2) } else { mix(p.ink, p.sheet, 0.5) };
    let shade = mix(p.brass, Color32::BLACK, 0.45);
    inked(ui.painter(), |ink| {
        ink.disc(
            at + vec2(3.0, 5.0),
            radius + 9.0,
            Color32::from_rgba_unmultiplied(42, 35, 28, 50),
            0.0,
            p.ink,
        );
        let stem = Rect::from_center_size(at - vec2(0.0, radius + 16.0), vec2(16.0, 12.0));
        ink.rect(stem, p.brass, 1.0, shade);
        ink.disc(at, radius + 9.0, p.brass, 1.2, shade);
        ink.disc(at, radius + 4.0, Color32::TRANSPARENT, 1.6, mix(p.brass, Color32::WHITE, 0.45));
        ink.disc(at, radius, p.card, 1.0, p.pip);
        for sector in sectors.iter().filter(|s| s.dark) {
            ink.fill(&wedge(sector.from, sector.to), night);
        }
        if !clock.hours.is_empty() {
            ink.fill(&wedge(now, now + 1), mix(Color32::from_rgb(0xF2, 0xA9, 0x5E), p.card, 0.2));
        }
        for sector in &sectors {
            for part in sector.from..sector.to {
                let whole = part == sector.from;
                let inner = if whole { 0.0 } else { radius * 0.78 };
                let colour = mix(p.pip, p.card, if whole { 0.6 } else { 0.4 });
                ink.segment(on(part as f32, inner), on(part as f32, radius), 0.9, colour);
            }
        }
        for (i, hour) in clock.hours.iter().take(MOST).enumerate().filter(|(_, h)| h.side.is_some()) {
            let livery = livery(description, p, hour.side.as_deref());
            symbol::flag(ink, &livery, on(i as f32 + 0.5, radius * 0.88), if count > 16 { 5.0 } else { 7.4 });
        }
        let hand = on(now as f32 + 0.5, radius * 0.78);
        let d = (hand - at).normalized();
        let across = vec2(-d.y, d.x) * 4.0;
        ink.fill(&[hand, at + across, at - d * 12.0, at - across], p.pip);
        ink.disc(at, 4.6, p.brass, 1.0, p.pip);
    });
    for sector in &sectors {
        let current = (sector.from..sector.to).contains(&now);
        let middle = (sector.from + sector.to) as f32 / 2.0;
        // The hand lies over the middle of its hour's part: the name stands further out of its way.
        let place = on(middle, radius * 0.56);
        let colour = if sector.dark { Color32::WHITE } else { p.pip };
        let face = if current { Face::BodyBold } else { Face::BodyMedium };
        let size = if sector.title.chars().count() > 8 { 11.5 } else { 12.5 };
        let mut letters = Letters::new(sector.title, face.at(size), colour).middle();
        if current && !sector.dark {
            letters = letters.haloed(Color32::from_rgb(0xF6, 0xD8, 0xB0), 1.8);
        }
        letters.paint(ui.painter(), place + vec2(0.0, 4.0));
    }
    let rect = Rect::from_center_size(at, Vec2::splat(radius * 2.0));
    let response = ui.interact(rect, Id::unique("clock"), Sense::hover());
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Label, true, format!("Clock: {}, {}", clock.title, clock.note))
    });
    response.on_hover_text(&clock.title);
}

#[cfg(test)]
mod tests {
    use super::*;
    use muster_contract::ClockHour;

    #[test]
    fn neighbours_of_one_name_are_one_sector() {
        let hour = |title: &str| ClockHour { title: title.into(), side: None, dark: title == "Night" };
        let hours = ["Dawn", "Dawn", "Noon", "Night", "Night"].map(hour).to_vec();
        let clock = Clock { title: String::new(), note: String::new(), citation: None, hours, now: 9 };
        let found: Vec<(&str, usize, usize)> =
            sectors(&clock).iter().map(|s| (s.title, s.from, s.to)).collect();
        assert_eq!(found, [("Dawn", 0, 2), ("Noon", 2, 3), ("Night", 3, 5)]);
    }
}
