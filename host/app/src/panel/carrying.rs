//! The carrying-out of a step, event by event: orders that were written in secret and are all carried out at once, shown one
//! after the other, with each battle's reckoning and its chances.

use super::control::{Button, card, fitted, inked};
use super::{Ask, livery};
use crate::draw::letter::{Face, Letters};
use crate::draw::symbol;
use crate::session::Session;
use crate::theme::Palette;
use egui::{Key, Pos2, Rect, Ui, pos2, vec2};
use muster_contract::{
    Audience, Description, Event, EventKind, Marker, MarkerChange, Place, Reckoning, UnitChange, UnitLooks,
    View,
};
use muster_table::messages::{LogItem, Moment};

/// How wide its card is.
const WIDTH: f32 = 560.0;
/// How tall it is without a reckoning.
const LOW: f32 = 112.0;
/// How tall a line of a reckoning is.
const LINE: f32 = 19.0;

/// A step that is shown event by event.
#[derive(Debug)]
pub struct Carrying {
    /// The position before it.
    before: Moment,
    /// The step itself, all of it.
    item: LogItem,
    /// Where among its events a person stops.
    stops: Vec<usize>,
    /// At which of the stops one is.
    at: usize,
    /// Whether it goes on by itself, and since when it has stood where it is.
    by_itself: Option<f64>,
}

/// Whether a step is worth being shown event by event: several things moved, or something was worked out.
pub fn worth_showing(item: &LogItem) -> bool {
    let moved = item.events.iter().filter(|event| matches!(event.kind, EventKind::Moved(_))).count();
    moved > 1 || item.events.iter().any(|event| matches!(event.kind, EventKind::Reckoned(_)))
}

// What a person stops at; dice are shown with what came of them.
fn stops_at(event: &Event) -> bool {
    let told = !event.text.trim().is_empty();
    match event.kind {
        EventKind::Reckoned(_) => true,
        EventKind::Command | EventKind::Rolled(_) | EventKind::Phase(_) | EventKind::Custom(_) => false,
        EventKind::UnitChanged(_) | EventKind::MarkerChanged(_) => false,
        _ => told,
    }
}

// Whether an event is only the headline of the reckoning that comes right after it: the two are shown together.
fn heads(events: &[Event], at: usize) -> bool {
    let next = events[at + 1..].iter().find(|event| !matches!(event.kind, EventKind::Rolled(_)));
    matches!(events[at].kind, EventKind::Text)
        && next
            .is_some_and(|next| matches!(next.kind, EventKind::Reckoned(_)) && next.place == events[at].place)
}

// Whether an event only says what a seat wrote on its own sheet, before anything was carried out.
fn written(events: &[Event], at: usize) -> bool {
    let carried = events.iter().any(|event| matches!(event.kind, EventKind::Phase(_)))
        && !events[..at].iter().any(|event| matches!(event.kind, EventKind::Phase(_)));
    carried && matches!((&events[at].kind, &events[at].audience), (EventKind::Text, Audience::Seats(_)))
}

/// The view with a unit as an event says that it is from here on.
fn change_unit(view: &mut View, unit: &str, change: &UnitChange) {
    let UnitChange::Looks(UnitLooks { label, attributes }) = change else {
        return view.units.retain(|known| known.id != unit);
    };
    let known = view.units.iter_mut().find(|known| known.id == unit);
    let Some(face) = known.and_then(|known| known.face.as_mut()) else { return };
    if let Some(label) = label {
        face.label.clone_from(label);
    }
    for new in attributes {
        match face.attributes.iter_mut().find(|attribute| attribute.name == new.name) {
            Some(attribute) => attribute.value.clone_from(&new.value),
            None => face.attributes.push(new.clone()),
        }
    }
}

/// The view with a marker as an event says that it is from here on.
fn change_marker(view: &mut View, place: &Place, change: &MarkerChange) {
    let same = |marker: &Marker| marker.kind == change.kind && marker.place == *place;
    let Some(label) = &change.label else { return view.markers.retain(|marker| !same(marker)) };
    match view.markers.iter_mut().find(|marker| same(marker)) {
        Some(marker) => marker.label.clone_from(label),
        None => {
            let (kind, label) = (change.kind.clone(), label.clone());
            view.markers.push(Marker { kind, place: place.clone(), side: None, label });
        }
    }
}

/// The view with what an event changed on the board: where units went, how they and markers are now, whose a place is.
fn carry(view: &mut View, event: &Event) {
    match &event.kind {
        EventKind::Moved(places) => {
            let Some(last) = places.last() else { return };
            for unit in view.units.iter_mut().filter(|unit| event.units.contains(&unit.id)) {
                unit.place = last.clone();
            }
            // The order has been carried out.
            let ended = |unit: &Option<String>| unit.as_ref().is_some_and(|unit| event.units.contains(unit));
            view.arrows.retain(|arrow| !ended(&arrow.unit));
        }
        EventKind::UnitChanged(change) => {
            event.units.iter().for_each(|unit| change_unit(view, unit, change));
        }
        EventKind::MarkerChanged(change) => {
            event.place.iter().for_each(|place| change_marker(view, place, change));
        }
        EventKind::Phase(id) => {
            view.turn.phase.clone_from(id);
            // Its words are the turn's.
            if !event.text.is_empty() {
                view.turn.title.clone_from(&event.text);
            }
        }
        EventKind::Taken(side) => {
            let Some(place) = &event.place else { return };
            view.markers.retain(|marker| marker.kind != "control" || marker.place.space != place.space);
            if side.is_some() {
                let (place, side) = (place.clone(), side.clone());
                view.markers.push(Marker { kind: "control".into(), place, side, label: String::new() });
            }
        }
        _ => {}
    }
}

impl Carrying {
    /// Begins with the position before a step; none if nothing in it is worth stopping at.
    pub fn begin(before: Moment, item: LogItem) -> Option<Self> {
        let events = &item.events;
        let stops: Vec<usize> = (0..events.len())
            .filter(|at| stops_at(&events[*at]) && !heads(events, *at) && !written(events, *at))
            .collect();
        (!stops.is_empty()).then_some(Self { before, item, stops, at: 0, by_itself: None })
    }

    /// The event at which one is.
    fn event(&self) -> &Event {
        &self.item.events[self.stops[self.at]]
    }

    /// Its step, and how many of the step's events have been shown.
    pub fn told(&self) -> (u64, usize) {
        (self.before.step + 1, self.stops[self.at] + 1)
    }

    /// The first of the events that are shown with this stop: those since the stop before.
    fn first(&self) -> usize {
        self.at.checked_sub(1).map_or(0, |before| self.stops[before] + 1)
    }

    /// The event whose words head the card: that of a reckoning may stand before it.
    fn headline(&self) -> &Event {
        let heading = (self.first()..self.stops[self.at]).rev().find(|at| heads(&self.item.events, *at));
        heading.map_or(self.event(), |at| &self.item.events[at])
    }

    /// What is seen there.
    pub fn moment(&self) -> Moment {
        let end = self.stops[self.at];
        let mut moment = self.before.clone();
        for event in &self.item.events[..=end] {
            carry(&mut moment.view, event);
        }
        let all = &self.item.events;
        let events = (self.first()..=end).filter(|at| !written(all, *at)).map(|at| all[at].clone()).collect();
        moment.item = Some(LogItem { events, ..self.item.clone() });
        moment
    }

    /// Where on the board that is.
    pub fn place(&self) -> Option<&str> {
        let event = self.event();
        let moved = match &event.kind {
            EventKind::Moved(places) => places.last(),
            _ => None,
        };
        event.place.as_ref().or(moved).map(|place| place.space.as_str())
    }

    /// Whether all of the step has been shown.
    pub fn is_done(&self) -> bool {
        self.at + 1 == self.stops.len()
    }

    // Goes so many stops on or back; gives whether there were any.
    fn go(&mut self, by: isize) -> bool {
        let next = self.at.checked_add_signed(by).filter(|at| *at < self.stops.len());
        if let Some(next) = next {
            self.at = next;
        }
        next.is_some()
    }

    /// Paints the card over the board (`place` is where on the screen it happens) and takes what is done with it; gives whether something else is to be seen now.
    #[allow(clippy::too_many_arguments, reason = "what the card shows")]
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        board: Rect,
        place: Option<Pos2>,
        session: &Session,
        description: &Description,
        pace: u64,
        p: &Palette,
        asks: &mut Vec<Ask>,
    ) -> bool {
        let now = ui.input(|i| i.time);
        let rows = match &self.event().kind {
            EventKind::Reckoned(reckoning) => tall(reckoning),
            _ => 0.0,
        };
        let size = vec2(WIDTH.min(board.width() - 24.0), (LOW + rows).min(board.height() - 24.0));
        // It covers what it tells of as little as it can.
        let low = place.is_none_or(|place| place.y < board.bottom() - size.y - 90.0);
        let top = if low { board.bottom() - size.y - 44.0 } else { board.top() + 14.0 };
        let rect = Rect::from_min_size(pos2(board.center().x - size.x / 2.0, top), size);
        card(ui.painter(), rect, p);
        ui.interact(rect, egui::Id::unique("carrying"), egui::Sense::click_and_drag());
        let (x, w) = (rect.left() + 18.0, rect.width() - 36.0);
        let phase = self.phase(description);
        let head = format!("{phase}{} of {}", self.at + 1, self.stops.len());
        Letters::new(head, Face::BodyItalic.at(13.5), p.ink2).paint(ui.painter(), pos2(x, rect.top() + 22.0));
        let event = self.headline();
        let side = self.side(session);
        if side.is_some() {
            let livery = livery(description, p, side);
            inked(ui.painter(), |ink| symbol::flag(ink, &livery, pos2(x + 7.0, rect.top() + 39.0), 13.0));
        }
        let cite = event.citation.as_ref().map(|rule| format!("  [{rule}]")).unwrap_or_default();
        let left = if side.is_some() { 22.0 } else { 0.0 };
        let words = format!("{}{cite}", event.text);
        fitted(
            ui.painter(),
            pos2(x + left, rect.top() + 45.0),
            w - left,
            words.as_str(),
            Face::BodyBold.at(16.0),
            p.ink,
        );
        if let EventKind::Reckoned(reckoning) = &self.event().kind {
            worked_out(ui, Rect::from_min_size(pos2(x, rect.top() + 54.0), vec2(w, rows)), reckoning, p);
        }
        let foot = rect.bottom() - 46.0;
        let mut at = x;
        let mut put = |text: &str, key: &str, wide: f32, primary: bool, enabled: bool| {
            let place = Rect::from_min_size(pos2(at, foot), vec2(wide, 32.0));
            at += wide + 8.0;
            let button = Button { text, key, primary, enabled };
            button.put(ui, place, ("carrying", text), p).clicked()
        };
        let last = self.at + 1 >= self.stops.len();
        let back = put("Back", "←", 92.0, false, self.at > 0);
        let next = put(if last { "Done" } else { "Next" }, "→", 112.0, true, true);
        let turned =
            put(if self.by_itself.is_some() { "Stop" } else { "Go on alone" }, "A", 148.0, false, !last);
        let skip = put("To the end", "Esc", 138.0, false, true);
        let key = |key: Key| ui.input(|i| i.key_pressed(key)) && !ui.ctx().text_edit_focused();
        if turned || (key(Key::A) && !last) {
            self.by_itself = if self.by_itself.is_some() { None } else { Some(now) };
        }
        let wait = std::time::Duration::from_millis(pace.max(300) * 2);
        let due = self.by_itself.is_some_and(|since| now - since >= wait.as_secs_f64());
        if self.by_itself.is_some() {
            ui.ctx().request_repaint_after(std::time::Duration::from_millis(100));
        }
        if skip {
            asks.push(Ask::LookBack(None));
            return false;
        }
        // What the keyboard is on takes Enter itself.
        let enter = key(Key::Enter) && ui.memory(|m| m.focused().is_none());
        if next || due || enter || key(Key::ArrowRight) || key(Key::Space) {
            if due {
                self.by_itself = Some(now);
            }
            if !self.go(1) {
                asks.push(Ask::LookBack(None));
                return false;
            }
            return true;
        }
        (back || key(Key::ArrowLeft)) && self.go(-1)
    }

    // The phase that the event belongs to, as the last of that kind before it says.
    fn phase(&self, description: &Description) -> String {
        let before = &self.item.events[..=self.stops[self.at]];
        let id = before.iter().rev().find_map(|event| match &event.kind {
            EventKind::Phase(id) => Some(id),
            _ => None,
        });
        let id = id.unwrap_or(&self.before.view.turn.phase);
        let title = description.phases.iter().find(|phase| phase.id == *id).map(|phase| &phase.title);
        title.map(|title| format!("{title}  ·  ")).unwrap_or_default()
    }

    // The side whose unit it is about.
    fn side<'a>(&'a self, session: &'a Session) -> Option<&'a str> {
        let unit = self.headline().units.first()?;
        let known = self.before.view.units.iter().find(|known| known.id == *unit);
        let known = known.or_else(|| session.view.as_ref()?.units.iter().find(|known| known.id == *unit));
        known?.side.as_deref()
    }
}

fn tall(reckoning: &Reckoning) -> f32 {
    let title = if reckoning.title.is_empty() { 0.0 } else { 22.0 };
    title + (reckoning.rows.len() + 1) as f32 * LINE + reckoning.chances.len() as f32 * 24.0 + 16.0
}

/// A reckoning: its columns, and the chances as bars with the one that came about marked.
pub fn worked_out(ui: &Ui, rect: Rect, reckoning: &Reckoning, p: &Palette) {
    let painter = ui.painter();
    let (x, w) = (rect.left(), rect.width());
    let mut y = rect.top() + 14.0;
    if !reckoning.title.is_empty() {
        fitted(painter, pos2(x, y), w, reckoning.title.as_str(), Face::BodyMedium.at(14.0), p.ink2);
        y += 22.0;
    }
    let count = reckoning.columns.len().max(1) as f32;
    let each = (w * 0.52 / count).min(130.0);
    let right = |column: usize| x + w - 34.0 - each * (count - 1.0 - column as f32);
    for (i, column) in reckoning.columns.iter().enumerate() {
        Letters::new(column, Face::BodyBold.at(13.5), p.ink).right().paint(painter, pos2(right(i), y));
    }
    painter.hline(x..=x + w, y + 5.0, (1.0, p.ink));
    y += LINE;
    for (n, row) in reckoning.rows.iter().enumerate() {
        if n % 2 == 1 {
            let band = Rect::from_min_size(pos2(x, y - 14.0), vec2(w, LINE));
            painter.rect_filled(band, 0.0, p.sheet2);
        }
        fitted(painter, pos2(x, y), w * 0.46, row.title.as_str(), Face::Body.at(13.5), p.ink);
        for (i, figure) in row.figures.iter().enumerate().take(reckoning.columns.len()) {
            Letters::new(figure, Face::FigureSemi.at(14.0), p.ink).right().paint(painter, pos2(right(i), y));
        }
        if let Some(rule) = &row.citation {
            Letters::new(rule, Face::Body.at(11.5), p.ink2).right().paint(painter, pos2(x + w, y));
        }
        y += LINE;
    }
    for (i, chance) in reckoning.chances.iter().enumerate() {
        let share = (chance.of as f64 / chance.out_of.max(1) as f64).min(1.0) as f32;
        let came = reckoning.came == Some(i as u32);
        let bar = Rect::from_min_size(pos2(x, y - 9.0), vec2(w, 19.0));
        painter.rect_filled(bar, 0.0, p.sheet3);
        let fill = if came { p.accent_fill } else { p.rule };
        painter.rect_filled(Rect::from_min_size(bar.min, vec2(w * share, bar.height())), 0.0, fill);
        if came {
            painter.rect_stroke(bar, 0.0, (1.4, p.accent_ink), egui::StrokeKind::Inside);
        }
        let came = if came { "  –  so it came" } else { "" };
        let face = if came.is_empty() { Face::Body } else { Face::BodyBold };
        let words = format!("{}{came}", chance.label);
        fitted(painter, pos2(x + 7.0, y + 5.0), w - 90.0, words.as_str(), face.at(13.5), p.ink);
        let figure = format!("{:.1} %", share * 100.0);
        Letters::new(figure, Face::FigureSemi.at(14.0), p.ink)
            .right()
            .paint(painter, pos2(x + w - 7.0, y + 5.0));
        y += 24.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use muster_contract::{Attribute, UnitFace, Value};
    use muster_contract::{Place, UnitView};

    fn city(id: &str) -> Place {
        Place { space: id.into(), edge: None, facing: None, slot: None, carrier: None }
    }

    fn army() -> UnitView {
        let size = Attribute { name: "size".into(), value: Value::Number(312) };
        let face = UnitFace {
            name: "Irvin McDowell".into(),
            label: "McDowell".into(),
            symbol: "army".into(),
            formation: String::new(),
            strength: None,
            spent: false,
            marks: Vec::new(),
            attributes: vec![size],
            concealed_to_others: false,
        };
        UnitView { id: "us-1".into(), side: Some("us".into()), place: city("manassas"), face: Some(face) }
    }

    /// The view after an event without words.
    fn after(kind: EventKind, view: View) -> View {
        let event = Event {
            kind,
            audience: Audience::Everyone,
            place: Some(city("manassas")),
            units: vec!["us-1".into()],
            text: String::new(),
            citation: None,
        };
        assert!(!stops_at(&event), "nobody stops at it");
        let mut view = view;
        carry(&mut view, &event);
        view
    }

    fn view() -> View {
        crate::measure::still::view(vec![army()])
    }

    #[test]
    fn a_unit_is_as_it_is_said_to_be_or_gone() {
        let attribute = |name: &str, value| Attribute { name: name.into(), value };
        let attributes =
            vec![attribute("size", Value::Number(283)), attribute("row", Value::Text("x".into()))];
        let looks = UnitChange::Looks(UnitLooks { label: Some("2 ".into()), attributes });
        let now = after(EventKind::UnitChanged(looks), view());
        let face = now.units[0].face.as_ref().unwrap();
        let value = |name: &str| face.attributes.iter().find(|it| it.name == name).map(|it| it.value.clone());
        assert_eq!((face.label.as_str(), value("size")), ("2 ", Some(Value::Number(283))));
        assert_eq!(value("row"), Some(Value::Text("x".into())));
        assert!(after(EventKind::UnitChanged(UnitChange::Gone), view()).units.is_empty());
    }

    #[test]
    fn a_marker_comes_changes_and_goes() {
        let said = |label: Option<&str>| {
            let label = label.map(str::to_owned);
            EventKind::MarkerChanged(MarkerChange { kind: "fort-works".into(), label })
        };
        let labels = |view: &View| view.markers.iter().map(|it| it.label.clone()).collect::<Vec<_>>();
        let one = after(said(Some("1")), view());
        assert_eq!(labels(&one), ["1"]);
        let two = after(said(Some("2")), one);
        assert_eq!(labels(&two), ["2"]);
        assert!(after(said(None), two).markers.is_empty());
    }
}
