//! Who fires on whom: marked while its chances are looked at, and for a turn after it was fought.

use super::{Field, Scene};
use crate::board::HEX;
use crate::draw::symbol;
use crate::panel::states::Seen;
use crate::session::Session;
use crate::theme::fade;
use egui::{Pos2, vec2};
use muster_contract::{Event, EventKind, SpaceKind, Target, UnitView};
use std::collections::BTreeSet;

/// A name shorter than this may stand for something else in a sentence.
const SHORT: usize = 4;

/// Where was fought in the last turn, and what that was found from.
#[derive(Default)]
pub(super) struct Fought {
    from: Option<(u64, usize, Option<u64>)>,
    pub(super) places: BTreeSet<String>,
}

/// The units that a sentence names, in its order.
fn named<'a>(words: &str, units: &'a [UnitView]) -> Vec<&'a UnitView> {
    let at = |unit: &&'a UnitView| {
        let name = &unit.face.as_ref()?.name;
        let at = words.find(name.as_str()).filter(|_| name.len() >= SHORT)?;
        let ends = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        let whole = ends(words[..at].chars().next_back()) && ends(words[at + name.len()..].chars().next());
        whole.then_some((at, *unit))
    };
    let mut found: Vec<_> = units.iter().filter_map(|unit| at(&unit)).collect();
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, unit)| unit).collect()
}

/// The units of a sentence as who acts on whom: the first on those of another side.
fn acting<'a>(words: &str, units: &'a [UnitView]) -> Option<(&'a UnitView, Vec<&'a UnitView>)> {
    let mut named = named(words, units).into_iter();
    let first = named.next()?;
    let others: Vec<&UnitView> = named.filter(|unit| unit.side != first.side).collect();
    (!others.is_empty()).then_some((first, others))
}

/// The places of a fight that an event tells of.
fn places(event: &Event, units: &[UnitView]) -> Vec<String> {
    let of = |id: &String| units.iter().find(|unit| unit.id == *id).map(|unit| unit.place.space.clone());
    match (&event.kind, &event.place) {
        (EventKind::Lost | EventKind::Reckoned(_), Some(place)) => vec![place.space.clone()],
        (EventKind::Lost, None) => event.units.iter().filter_map(of).collect(),
        (EventKind::Rolled(_), place) => match (acting(&event.text, units), place) {
            (Some(_), Some(place)) => vec![place.space.clone()],
            (Some((_, struck)), None) => struck.iter().map(|unit| unit.place.space.clone()).collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// The fire that it is asked about how its target bears it: the last that was rolled for, if what is asked is about one whom it hit.
fn suffered<'a>(
    about: &Target,
    last: &[Event],
    units: &'a [UnitView],
) -> Option<(&'a UnitView, Vec<&'a UnitView>)> {
    let rolled = |event: &&Event| matches!(event.kind, EventKind::Rolled(_));
    let mut fires = last.iter().rev().filter(rolled).filter_map(|event| acting(&event.text, units));
    let hit = |units: &[&UnitView]| units.iter().any(|unit| *about == Target::Unit(unit.id.clone()));
    fires.find(|(_, struck)| hit(struck))
}

/// A phase as it comes again every turn, whatever the turn's number is.
fn phase(event: &Event) -> Option<(&str, String)> {
    let EventKind::Phase(id) = &event.kind else { return None };
    Some((id, event.text.chars().filter(|c| !c.is_ascii_digit()).collect()))
}

/// Where was fought since the same phase of the turn before.
fn fought(session: &Session) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let Some(view) = session.shown().filter(|_| session.moment.is_none()) else { return found };
    let mut now = None;
    for item in session.log.values().rev().filter(|item| !item.undone) {
        let fight = is_fight(&item.events, &view.units);
        for event in item.events.iter().rev() {
            match (phase(event), &now) {
                (Some(again), Some(now)) if again == *now => return found,
                (Some(first), None) => now = Some(first),
                _ if fight => found.extend(places(event, &view.units)),
                _ => {}
            }
        }
    }
    found
}

/// Whether more than one side has to do with what happened, as far as that is told. Losses of one alone are no fight: a leader pays with
/// his strength, a march wears out.
fn is_fight(events: &[Event], units: &[UnitView]) -> bool {
    let of_both =
        |event: &Event| matches!(event.kind, EventKind::Reckoned(_)) || acting(&event.text, units).is_some();
    let named = events.iter().flat_map(|event| &event.units);
    // Of who isn't there any more nobody knows whose it was.
    let side = |id: &String| units.iter().find(|unit| unit.id == *id).and_then(|unit| unit.side.as_deref());
    let sides: BTreeSet<Option<&str>> = named.map(side).collect();
    sides.len() != 1 || sides.contains(&None) || events.iter().any(of_both)
}

impl Field {
    /// Finds where was fought, if the log tells more than before.
    pub(super) fn find_fought(&mut self, session: &Session) {
        let last = session.log.last_key_value().map(|(record, _)| *record);
        let from = Some((session.sight, session.log.len(), last));
        if self.fought.from != from {
            self.fought = Fought { from, places: fought(session) };
        }
    }

    /// Marks where was fought in the last turn, but for what the module marks itself.
    pub(super) fn paint_fought(&self, scene: &Scene<'_>, seen: &Seen<'_>) {
        let z = seen.camera.zoom.clamp(0.45, 1.4);
        let marked = |space: &str| {
            scene.view.markers.iter().any(|marker| marker.kind == "fought" && marker.place.space == space)
        };
        for cell in self.fought.places.iter().filter_map(|space| seen.chart.cell(space)) {
            if marked(&cell.id) {
                continue;
            }
            let by = match cell.kind {
                SpaceKind::Hex => vec2(0.3, 0.27),
                _ => vec2(0.36, -0.3),
            };
            let at = seen.at(cell.at + by * HEX);
            let tone = fade(seen.p.danger, 0.85);
            seen.ink(|ink| {
                ink.disc(at, 8.0 * z, seen.p.sheet, 1.0, tone);
                symbol::draw(ink, "cavalry", at, 12.0 * z, tone, seen.p.sheet, 0);
            });
        }
    }

    /// Marks who fires on whom, by the chances that are looked at, or who has fired, while it is asked what comes of that.
    pub(super) fn paint_fires(&self, scene: &Scene<'_>, seen: &Seen<'_>) {
        let z = seen.camera.zoom.clamp(0.5, 1.3);
        let looked_at = scene.odds.iter().filter_map(|table| acting(&table.title, &scene.view.units));
        let session = scene.session;
        let asked = session.decision().filter(|_| scene.odds.is_empty() && session.moment.is_none());
        let about = asked.and_then(|decision| decision.focus.as_ref());
        let last = session.log.values().rev().find(|item| !item.undone && !item.events.is_empty());
        let fired =
            about.zip(last).and_then(|(about, last)| suffered(about, &last.events, &scene.view.units));
        for (from, on) in looked_at.chain(fired) {
            let Some(a) = self.stands(from, scene, seen) else { continue };
            for b in on.iter().filter_map(|unit| self.stands(unit, scene, seen)) {
                let way = b - a;
                let (d, room) = (way.normalized(), 26.0 * z);
                if way.length() < room * 2.2 {
                    continue;
                }
                // Two that fire on each other have each a line of their own.
                let aside = vec2(-d.y, d.x) * 5.0 * z;
                let (a, b) = (a + d * room + aside, b - d * room + aside);
                seen.ink(|ink| {
                    ink.segment(a, b, 6.5 * z, seen.p.sheet);
                    ink.segment(a, b - d * 5.0 * z, 3.2 * z, seen.p.danger);
                    ink.polygon(&symbol::arrow_head(b, d, 11.0 * z), seen.p.danger, 1.4, seen.p.sheet);
                    ink.disc(a, 4.6 * z, seen.p.danger, 1.4, seen.p.sheet);
                });
            }
        }
    }

    // Where a unit fires from or is hit: where it lies, or where the choice that is looked at would take it.
    fn stands(&self, unit: &UnitView, scene: &Scene<'_>, seen: &Seen<'_>) -> Option<Pos2> {
        let details = scene.odds_of.and_then(|id| scene.session.details(id));
        let goes = scene.session.is_about(&unit.id);
        let end = details.filter(|_| goes).and_then(|details| details.path.last());
        let cell = end.and_then(|place| seen.chart.cell(&place.space));
        let lies = || self.laid.of(&unit.id).map(|lying| lying.at);
        cell.map(|cell| cell.at).or_else(lies).map(|at| seen.at(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use muster_contract::{Audience, Die, Place, Roll, UnitFace};

    fn place(space: &str) -> Place {
        Place { space: space.into(), edge: None, facing: None, slot: None, carrier: None }
    }

    fn unit(name: &str, side: &str, space: &str) -> UnitView {
        let face = UnitFace {
            name: name.into(),
            label: name.into(),
            symbol: String::new(),
            formation: String::new(),
            strength: None,
            spent: false,
            marks: vec![],
            attributes: vec![],
            concealed_to_others: false,
        };
        UnitView { id: name.into(), side: Some(side.into()), place: place(space), face: Some(face) }
    }

    fn units() -> Vec<UnitView> {
        vec![unit("Wood", "cs", "0306"), unit("Miller", "us", "0405"), unit("Peabody", "us", "0404")]
    }

    #[test]
    fn the_first_that_is_named_acts_on_those_of_the_other_side() {
        let units = units();
        let names = |words: &str| {
            let (first, others) = acting(words, &units)?;
            Some((first.id.as_str(), others.iter().map(|unit| unit.id.as_str()).collect::<Vec<_>>()))
        };
        assert_eq!(names("Fire of Peabody on Wood"), Some(("Peabody", vec!["Wood"])));
        assert_eq!(names("Fire of Wood on Peabody and Miller"), Some(("Wood", vec!["Peabody", "Miller"])));
        assert_eq!(names("Woodland: Miller fires"), None);
        assert_eq!(names("Wood rolls"), None);
    }

    #[test]
    fn who_fired_is_marked_while_its_target_is_asked_about() {
        let units = units();
        let rolled = |words: &str| {
            let kind = EventKind::Rolled(Roll { reason: words.into(), dice: vec![] });
            Event::new(kind, Audience::Everyone, words.to_owned(), "F1")
        };
        let last = [rolled("Fire of Miller on Wood"), rolled("Fire of Wood on Peabody")];
        let by = |about: &str| {
            suffered(&Target::Unit(about.into()), &last, &units).map(|(from, _)| from.id.as_str())
        };
        assert_eq!([by("Peabody"), by("Wood"), by("Miller")], [Some("Wood"), Some("Miller"), None]);
    }

    #[test]
    fn dice_that_name_both_sides_are_a_fight_where_those_stand_that_are_hit() {
        let rolled = |words: &str| {
            let dice = vec![Die { sides: 6, face: 5, counts: true }];
            let kind = EventKind::Rolled(Roll { reason: words.into(), dice });
            Event::new(kind, Audience::Everyone, words.to_owned(), "F1")
        };
        assert_eq!(places(&rolled("Fire of Peabody on Wood"), &units()), ["0306"]);
        assert!(places(&rolled("Wood rolls activation points"), &units()).is_empty());
    }
}
