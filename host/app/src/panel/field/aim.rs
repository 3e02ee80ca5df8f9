//! What on the board can be chosen: the targets of choices, where they lie, and how they are called.

use super::Scene;
use super::tell::numbered;
use crate::panel::states::Seen;
use crate::piece::layout::Laid;
use crate::session::Session;
use egui::{Id, Rect, Vec2};
use muster_contract::{Choice, Target};

/// The choices of places that name a unit ("march us-grant memphis"), where it has choices of its own and the decision is about no
/// other: what it can do is then in one list.
pub(super) fn elsewhere(target: &Target, session: &Session) -> Vec<String> {
    let Target::Unit(unit) = target else { return Vec::new() };
    if session.pointing_at(target).next().is_none() || session.decision().is_some_and(|d| d.focus.is_some()) {
        return Vec::new();
    }
    let names = |choice: &&Choice| {
        matches!(choice.target, Target::Space(_)) && choice.id.split(' ').any(|word| word == unit)
    };
    session.choices().filter(names).map(|choice| choice.id.clone()).collect()
}

/// Every target of a choice that lies on a board, each once.
pub fn targets(session: &Session) -> Vec<Target> {
    let mut seen = std::collections::HashSet::new();
    session
        .choices()
        .map(|c| &c.target)
        .filter(|t| matches!(t, Target::Unit(_) | Target::Space(_) | Target::Edge(_)))
        .filter(|t| !session.is_unseen(t) && seen.insert((*t).clone()))
        .take(600)
        .cloned()
        .collect()
}

pub(super) fn target_id(target: &Target) -> Id {
    Id::unique(("target", target))
}

pub(super) fn rect_of(target: &Target, seen: &Seen<'_>, laid: &Laid) -> Option<Rect> {
    match target {
        Target::Unit(id) => Some(seen.camera.rect(laid.of(id)?.rect(), seen.view)),
        Target::Space(id) => {
            let size = Vec2::splat(50.0 * seen.camera.zoom.max(0.4));
            Some(Rect::from_center_size(seen.at(seen.chart.cell(id)?.at), size))
        }
        Target::Edge(id) => {
            let [a, b] = seen.chart.side(id)?.line.map(|q| seen.at(q));
            Some(Rect::from_two_pos(a, b).expand(6.0))
        }
        _ => None,
    }
}

pub(super) fn name_of(target: &Target, scene: &Scene<'_>, seen: &Seen<'_>, laid: &Laid) -> String {
    match target {
        Target::Unit(id) => {
            let Some(unit) = laid.of(id).map(|l| &scene.view.units[l.unit]) else { return id.clone() };
            let name = unit.face.as_ref().map_or("unknown unit", |f| f.name.as_str());
            format!("{name} at {}", unit.place.space)
        }
        Target::Space(id) => match seen.chart.cell(id) {
            Some(cell) => numbered(cell),
            _ => id.clone(),
        },
        Target::Edge(id) => match seen.chart.side(id) {
            Some(side) if side.bar.is_some() => format!("boundary {id}"),
            _ => format!("side {id}"),
        },
        _ => String::new(),
    }
}
