//! What on the board can be chosen: the targets of choices, where they lie, and how they are called.

use super::tell::numbered;
use super::{Scene, place_of};
use crate::board::chart::Cell;
use crate::panel::states::Seen;
use crate::piece::layout::Laid;
use crate::session::Session;
use egui::{Id, Rect, Vec2};
use muster_contract::{Choice, SpaceKind, Target};

/// The choices of places that name a unit ("march us-grant memphis"), where it has choices of its own and the decision is about no
/// other: what it can do is then in one list.
fn elsewhere(target: &Target, session: &Session) -> Vec<String> {
    let Target::Unit(unit) = target else { return Vec::new() };
    if session.pointing_at(target).next().is_none() || session.decision().is_some_and(|d| d.focus.is_some()) {
        return Vec::new();
    }
    let names = |choice: &&Choice| {
        matches!(choice.target, Target::Space(_)) && choice.id.split(' ').any(|word| word == unit)
    };
    session.choices().filter(names).map(|choice| choice.id.clone()).collect()
}

/// What a click on a target offers.
pub(super) struct Offer {
    /// The choices.
    pub(super) choices: Vec<String>,
    /// Whether the only one is taken at once.
    pub(super) at_once: bool,
    /// The place where a unit stands, whose choices are those from here on.
    pub(super) place: Option<(usize, String)>,
}

/// The choices of a target: a unit's with those of the place where it stands, which may lie under its stack.
pub(super) fn offer(target: &Target, session: &Session) -> Offer {
    let mut choices = elsewhere(target, session);
    let own = session.pointing_at(target).map(|choice| choice.id.clone());
    let others = choices.len();
    choices.extend(own);
    let under_way = session.decision().is_some_and(|decision| decision.focus.is_some());
    let mut place = None;
    // While something is under way, its places are where that goes.
    if let Target::Unit(_) = target
        && choices.len() > usize::from(under_way)
        && let Some(space) = place_of(target, session.shown())
    {
        let of_place = Target::Space(space.clone());
        let known = |choice: &&Choice| !choices.contains(&choice.id);
        let more: Vec<String> =
            session.pointing_at(&of_place).filter(known).map(|choice| choice.id.clone()).collect();
        place = (!more.is_empty()).then_some((choices.len(), space));
        choices.extend(more);
    }
    // What is paid for at a place, and goes nowhere, isn't done by a click that only meant to look about.
    let priced = |id: &String| {
        session.details(id).is_some_and(|details| !details.cost.is_empty() && details.path.is_empty())
    };
    let paid = matches!(target, Target::Space(_)) && !under_way && choices.first().is_some_and(priced);
    Offer { at_once: choices.len() == 1 && others == 0 && !paid, choices, place }
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
            let cell = seen.chart.cell(&unit.place.space);
            // Places that have only a name have an id that nobody says.
            let named = |cell: &&Cell| {
                matches!(cell.kind, SpaceKind::Box | SpaceKind::Point) && !cell.title.is_empty()
            };
            format!("{name} at {}", cell.filter(named).map_or(&unit.place.space, |cell| &cell.title))
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
