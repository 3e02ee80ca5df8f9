//! Painting what is on the field: lit choices, pieces on their way, the choice that is pointed at.

use super::tell::told_choice;
use super::{Field, Scene};
use crate::board::chart::Cell;
use crate::board::lettering::{area_number, numbered};
use crate::draw::letter::{Face, Letters};
use crate::draw::sprite::Sprites;
use crate::keys::{self, Action};
use crate::panel::livery;
use crate::panel::states::{Light, Seen};
use crate::piece::counter::{Counters, State};
use crate::piece::layout::Lying;
use crate::piece::{Piece, form_size, step};
use crate::theme::{Palette, fade};
use egui::{Pos2, Ui, Vec2, vec2};
use muster_contract::{Description, PieceForm, SpaceKind, Target, UnitView};
use std::collections::{HashMap, HashSet};

// Blocks that stand at large in a box have their names below.
fn named(lying: &Lying) -> bool {
    lying.form == PieceForm::StepBlocks && lying.size.y > step::SIZE
}

fn name(seen: &Seen<'_>, at: Pos2, words: &str, size: f32) {
    let height = (size * 0.21).clamp(9.0, 13.5);
    let letters = |words: &str| {
        Letters::new(words, Face::BodyMedium.at(height), seen.p.ink).middle().haloed(seen.p.paper, 1.5)
    };
    // Neighbours stand close: a long name is cut at a word, or at a letter.
    let room = size * 1.3;
    let mut short = words.to_owned();
    while letters(&short).width(seen.painter) > room && short.chars().count() > 1 {
        let cut = short.trim_end_matches('…').trim_end();
        let end = cut
            .rfind(' ')
            .filter(|end| *end > 2)
            .unwrap_or(cut.len() - cut.chars().last().map_or(1, char::len_utf8));
        short = format!("{}…", cut[..end].trim_end());
    }
    letters(&short).paint(seen.painter, at + vec2(0.0, size * 0.65 + height * 0.72));
}

impl Seen<'_> {
    /// Paints a unit as it lies, around a point of the screen, and its name below it where that belongs to it.
    pub fn piece(
        &self,
        counters: &mut Counters,
        (unit, lying): (&UnitView, &Lying),
        at: Pos2,
        state: State,
        description: &Description,
    ) {
        let livery = livery(description, self.p, unit.side.as_deref());
        counters.piece(self.painter, at, &Piece::lying(unit, livery, lying, self.camera.zoom, state), self.p);
        if let Some(face) = unit.face.as_ref().filter(|_| named(lying)) {
            name(self, at, &face.label, lying.size.y * self.camera.zoom);
        }
    }
}

impl Field {
    pub(super) fn paint_lit(
        &self,
        scene: &Scene<'_>,
        seen: &Seen<'_>,
        sprites: &mut Sprites,
        focused: Option<&Target>,
    ) {
        if scene.session.moment.is_some() {
            return;
        }
        let occupied: HashSet<&str> = scene.view.units.iter().map(|u| u.place.space.as_str()).collect();
        let mut late = Vec::new();
        // While a piece is in the hand only where it may go is lit.
        let ways = self.ways(scene.session);
        let quiet = ways.is_none() && scene.session.asks_who_acts();
        let choices = ways.unwrap_or_else(|| scene.session.choices().collect());
        for choice in &choices {
            let Target::Space(id) = &choice.target else { continue };
            let Some(cell) = seen.chart.cell(id) else { continue };
            let warns = scene.session.warns(choice);
            if self.hovered.as_ref() == Some(&choice.target) || focused == Some(&choice.target) {
                late.push(cell);
            } else if !(warns && scene.session.is_lit(&choice.target)) {
                let light = match (warns, occupied.contains(id.as_str())) {
                    (true, _) => Light::Warned,
                    _ if quiet => Light::Quiet,
                    (false, true) => Light::Taken,
                    (false, false) => Light::Empty,
                };
                seen.lit_cell(sprites, cell, light);
            }
        }
        late.extend(self.paint_reach(scene, seen, sprites, &occupied));
        // The number of what is lit stays readable.
        let lit = choices.iter().filter_map(|choice| match &choice.target {
            Target::Space(id) => seen.chart.cell(id).filter(|cell| cell.kind == SpaceKind::Area),
            _ => None,
        });
        if numbered(seen.chart, seen.camera.zoom) {
            lit.for_each(|cell| area_number(seen.painter, cell, seen.view, &seen.camera, seen.p));
        }
        seen.ink(|ink| {
            for choice in &choices {
                if let Target::Edge(id) = &choice.target
                    && let Some(side) = seen.chart.side(id)
                {
                    seen.lit_edge(ink, side.line, self.hovered.as_ref() == Some(&choice.target));
                }
            }
            for cell in late {
                seen.lit(ink, cell, true, false, false);
            }
            if let Some(Target::Space(id)) = focused
                && let Some(cell) = seen.chart.cell(id)
            {
                seen.focus(ink, cell);
            }
            match scene.session.decision().and_then(|d| d.focus.as_ref()) {
                Some(Target::Space(id)) => {
                    if let Some(cell) = seen.chart.cell(id) {
                        seen.lit(ink, cell, false, true, false);
                    }
                }
                Some(Target::Edge(id)) => {
                    if let Some(side) = seen.chart.side(id) {
                        seen.chosen_edge(ink, side.line);
                    }
                }
                _ => {}
            }
        });
    }

    // Lights what the piece in the hand can reach in one way or another; gives the place that it is held over.
    fn paint_reach<'a>(
        &self,
        scene: &Scene<'_>,
        seen: &Seen<'a>,
        sprites: &mut Sprites,
        occupied: &HashSet<&str>,
    ) -> Option<&'a Cell> {
        let (reach, over) = self.held.as_ref()?.reach(scene.session, seen.chart)?;
        for cell in reach.iter().filter_map(|id| seen.chart.cell(id)) {
            let light = if occupied.contains(cell.id.as_str()) { Light::Taken } else { Light::Empty };
            seen.lit_cell(sprites, cell, light);
        }
        seen.chart.cell(&over?)
    }

    /// Whether the pieces are hidden, for as long as a key is held.
    pub(super) fn hides_pieces(&self, ui: &Ui) -> bool {
        !ui.ctx().text_edit_focused() && keys::held(ui, Action::Hide)
    }

    pub(super) fn paint_units(
        &mut self,
        ui: &Ui,
        scene: &Scene<'_>,
        seen: &Seen<'_>,
        lying: &[Lying],
        counters: &mut Counters,
        focused: Option<&Target>,
    ) {
        let now = ui.input(|i| i.time);
        self.moving.retain(|m| now < m.begun + m.lasts && !scene.still);
        if !self.moving.is_empty() {
            ui.ctx().request_repaint();
        }
        let present = scene.session.moment.is_none();
        let decision = scene.session.decision();
        let focus_unit = decision.and_then(|d| d.focus.as_ref());
        let picked: HashSet<&str> = decision
            .iter()
            .flat_map(|d| &d.picked)
            .filter_map(|t| match t {
                Target::Unit(id) => Some(id.as_str()),
                _ => None,
            })
            .collect();
        let quiet = scene.session.asks_who_acts();
        // Those that may be chosen, and whether only for what is asked back about.
        let mut legal: HashMap<&str, bool> = HashMap::new();
        if present {
            let ways = self.ways(scene.session);
            for choice in ways.unwrap_or_else(|| scene.session.choices().collect()) {
                if let Target::Unit(id) = &choice.target {
                    *legal.entry(id).or_insert(true) &= scene.session.warns(choice);
                }
            }
        }
        let clip = seen.painter.clip_rect().expand(60.0);
        for l in lying {
            let unit = &scene.view.units[l.unit];
            let mut at = seen.at(l.at);
            if let Some(m) = self.moving.iter().find(|m| m.unit == unit.id) {
                let t = ((now - m.begun) / m.lasts).clamp(0.0, 1.0) as f32;
                let eased = 1.0 - (1.0 - t) * (1.0 - t);
                let whole = crate::draw::curve::length(&m.path);
                at = seen.at(crate::draw::curve::along(&m.path, whole * eased).0);
            }
            if !clip.contains(at) {
                continue;
            }
            let held = self.held.as_ref().filter(|held| held.unit == unit.id);
            let is = |t: Option<&Target>| matches!(t, Some(Target::Unit(id)) if *id == unit.id);
            let lit = legal.contains_key(unit.id.as_str());
            let state = State {
                legal: lit,
                // Whoever is asked about and can be chosen, too, has the ring of that.
                chosen: present && (is(focus_unit) && !lit || picked.contains(unit.id.as_str())),
                hovered: is(self.hovered.as_ref()) && lit,
                focused: is(focused),
                warned: legal.get(unit.id.as_str()).copied().unwrap_or_default(),
                quiet,
                ghost: held.is_some(),
            };
            let lift = if state.hovered { vec2(0.0, -2.0) } else { Vec2::ZERO };
            seen.piece(counters, (unit, l), at + lift, state, scene.description);
        }
    }

    // The piece in the hand lies over all others.
    pub(super) fn paint_held(&self, scene: &Scene<'_>, seen: &Seen<'_>, counters: &mut Counters) {
        let Some(held) = &self.held else { return };
        let Some(l) = self.laid.of(&held.unit) else { return };
        let unit = &scene.view.units[l.unit];
        let livery = livery(scene.description, scene.p, unit.side.as_deref());
        let state = State { chosen: true, ..State::default() };
        let piece = Piece::lying(unit, livery, l, seen.camera.zoom, state);
        let lift = if held.is_held() { vec2(0.0, -4.0) } else { Vec2::ZERO };
        counters.piece(seen.painter, seen.at(held.at) + lift, &piece, scene.p);
    }

    // The hovered choice drawn as if it had been taken.
    pub(super) fn paint_preview(
        &self,
        scene: &Scene<'_>,
        seen: &Seen<'_>,
        counters: &mut Counters,
        focused: Option<&Target>,
    ) {
        let target = self.hovered.as_ref().filter(|t| scene.session.pointing_at(t).next().is_some());
        let first = |target| told_choice(target, scene.session).map(|choice| choice.id.as_str());
        let id = match &self.menu {
            Some(menu) => menu.pointed.as_deref(),
            None if self.holds_piece() => self.listed(),
            None => target.or(focused).and_then(first),
        };
        let Some(details) = id.and_then(|id| scene.session.details(id)) else { return };
        if details.path.len() < 2 {
            return;
        }
        seen.path(&details.path);
        // The piece itself is in the hand.
        if self.holds_piece() {
            return;
        }
        let Some(Target::Unit(id)) = scene.session.decision().and_then(|d| d.focus.as_ref()) else { return };
        let Some(unit) = scene.view.units.iter().find(|u| u.id == *id) else { return };
        let Some(end) = details.path.last() else { return };
        let Some(cell) = seen.chart.cell(&end.space) else { return };
        let mut ghost = unit.clone();
        ghost.place.facing = end.facing.or(unit.place.facing);
        let livery = livery(scene.description, scene.p, unit.side.as_deref());
        let state = State { ghost: true, ..State::default() };
        let form = scene.description.pieces;
        let size = form_size(form) * 0.96 * seen.camera.zoom;
        let piece = Piece { unit: &ghost, livery, form, size, turn: 0.0, state };
        counters.piece(seen.painter, seen.at(cell.at + vec2(0.0, 2.0)), &piece, scene.p);
    }

    // One shake of a ring where something was refused.
    pub(super) fn shake(&mut self, ui: &Ui, p: &Palette) {
        let Some((at, begun)) = self.refused_at else { return };
        let t = (ui.input(|i| i.time) - begun) as f32;
        if t > 0.4 {
            self.refused_at = None;
            return;
        }
        let by = (t * 40.0).sin() * 5.0 * (1.0 - t / 0.4);
        ui.painter().circle_stroke(at + vec2(by, 0.0), 14.0, (3.0, fade(p.danger, 1.0 - t / 0.5)));
        ui.ctx().request_repaint();
    }
}
