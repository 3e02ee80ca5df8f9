//! The inspector: the chosen or hovered unit with its face at large and its values, or a space and who is there.

mod brief;

use super::control::{fitted, headline, paragraph, told, told_paragraph};
use super::cue;
use super::facing::facing_name;
use super::{boundary, livery, with_capital};
use crate::board::bars::Bar;
use crate::board::chart::{Cell, Side};
use crate::draw::letter::{Face, Letters};
use crate::measure::texts;
use crate::piece::Piece;
use crate::piece::counter::Counters;
use crate::table::part;
use crate::theme::Palette;
use egui::{Color32, Rect, ScrollArea, Sense, Ui, UiBuilder, pos2, vec2};
use muster_contract::{
    Attribute, Description, Marker, PieceForm, SpaceKind, UnitFace, UnitView, Value, View,
};

/// What the inspector shows.
pub enum Shown<'a> {
    /// A unit.
    Unit(&'a UnitView, &'static str),
    /// A space.
    Space(&'a Cell),
    /// A boundary between two areas.
    Boundary(&'a Side, &'a Bar, [&'a Cell; 2]),
    /// Nothing is chosen.
    Nothing,
}

impl Shown<'_> {
    // By what it is known while it is scrolled.
    fn name(&self) -> &str {
        match self {
            Self::Unit(unit, _) => &unit.id,
            Self::Space(cell) => &cell.id,
            Self::Boundary(side, ..) => &side.id,
            Self::Nothing => "",
        }
    }
}

/// A value in words.
pub fn value_text(value: &Value) -> String {
    match value {
        Value::Number(n) => n.to_string(),
        Value::Text(t) => t.clone(),
        Value::Flag(true) => "yes".into(),
        Value::Flag(false) => "no".into(),
    }
}

/// A feature of the board in words: where it begins with a side's id, with the side's name.
pub fn feature(feature: &str, description: &Description) -> String {
    let of = description.sides.iter().find_map(|side| {
        let rest = feature.strip_prefix(side.id.as_str())?.strip_prefix('-')?;
        Some(format!("{} {rest}", side.name))
    });
    of.unwrap_or_else(|| feature.to_owned()).replace('-', " ")
}

fn named(name: &str) -> String {
    with_capital(&name.replace('-', " "))
}

// A marker in words: what it is and what stands on it, said once.
fn marked(marker: &Marker, description: &Description) -> String {
    let side = marker.side.as_deref().map(|side| super::side_name(description, side));
    if marker.kind == "control" {
        return side.map_or_else(String::new, |side| format!("held by {side}"));
    }
    let kind = feature(&marker.kind, description);
    let label = marker.label.to_lowercase();
    let said = label.split(' ').any(|word| kind.split(' ').any(|other| other == word));
    if said { marker.label.clone() } else { format!("{kind} {}", marker.label).trim_end().to_owned() }
}

// What lies in a space, and what the board says of it: a city first who holds it and what it is worth.
fn described(cell: &Cell, markers: &[Marker], description: &Description) -> String {
    let lies = |marker: &&Marker| marker.place.space == cell.id && marker.place.edge.is_none();
    let here = || markers.iter().filter(lies);
    let holder = here().find(|marker| marker.kind == "control").map(|marker| marked(marker, description));
    let mut words: Vec<String> = holder.into_iter().filter(|words| !words.is_empty()).collect();
    let features = cell.features.iter().map(|f| feature(f, description));
    let others = here().filter(|marker| marker.kind != "control").map(|marker| marked(marker, description));
    match cell.worth {
        Some(worth) => {
            if words.is_empty() {
                words.push("held by nobody".to_owned());
            }
            words.push(format!("worth {worth}"));
            words.extend(others);
            words.extend(features);
        }
        None => {
            words.splice(0..0, features);
            words.extend(others);
        }
    }
    words.join(", ")
}

// A flag without the name over it, which stands beside it here.
fn unnamed(unit: &UnitView, form: PieceForm) -> UnitView {
    let mut unit = unit.clone();
    if let Some(face) = unit.face.as_mut().filter(|_| form == PieceForm::Flags) {
        face.label.clear();
    }
    unit
}

// A name at large; a long one is set smaller, and in lines rather than cut. Gives by how much those go below the first.
fn titled(ui: &Ui, at: egui::Pos2, room: f32, name: &str, p: &Palette) -> f32 {
    let width = Letters::new(name, Face::Title.at(20.0), p.ink).width(ui.painter());
    let size = (20.0 * room / width.max(1.0)).clamp(14.0, 20.0);
    let line = size + 2.0;
    told_paragraph(ui, at, room, name, Face::Title.at(size), p.ink, line, 4) - line
}

// A unit's name in a list: a long one in smaller letters and in lines. Gives how far those stand out of the row.
fn in_list(ui: &Ui, at: egui::Pos2, room: f32, name: &str, p: &Palette) -> f32 {
    let width = Letters::new(name, Face::BodyMedium.at(15.0), p.ink).width(ui.painter());
    if width <= room {
        told(ui, at, room, name, Face::BodyMedium.at(15.0), p.ink);
        return 0.0;
    }
    let at = at - vec2(0.0, 8.0);
    let tall = told_paragraph(ui, at, room, name, Face::BodyMedium.at(14.0), p.ink, 16.0, 4);
    (tall - 32.0).max(0.0)
}

// Of what kind a unit is, in lines under its name. Gives how far those go down.
fn kind_of(ui: &Ui, at: egui::Pos2, room: f32, kind: &str, p: &Palette) -> f32 {
    paragraph(ui.painter(), at, room, kind, Face::BodyItalic.at(14.0), p.ink2, 17.0)
}

// What stands under a unit's name: of what kind it is.
fn under_name(face: &UnitFace, description: &Description) -> String {
    let kind = description.kinds.iter().find(|kind| kind.symbol == face.symbol);
    let kind = kind.map_or(face.symbol.as_str(), |kind| kind.title.as_str());
    if face.formation.is_empty() { kind.to_owned() } else { format!("{kind}, {}", face.formation) }
}

// The figures of a unit with their names, its strength first and once: of a block the steps that it has left, of all that it can have.
fn rows_of(face: &UnitFace) -> Vec<(String, String)> {
    let steps = face.attributes.iter().find(|a| a.name == "steps").map(|a| value_text(&a.value));
    let strength = face.strength.map(|strength| match &steps {
        Some(most) => ("Steps".to_owned(), format!("{strength} of {most}")),
        None => ("Strength".to_owned(), strength.to_string()),
    });
    let shown = |a: &&Attribute| face.strength.is_none() || !["strength", "steps"].contains(&a.name.as_str());
    let others = face.attributes.iter().filter(shown).map(|a| (named(&a.name), value_text(&a.value)));
    strength.into_iter().chain(others).collect()
}

// How it stands with a unit: where it faces, what is marked on it and whether it is done.
fn state_of(unit: &UnitView, face: &UnitFace, p: &Palette) -> (String, Color32) {
    let faces = unit.place.facing.map(|facing| format!("Faces {}.", facing_name(facing)));
    let marks = marks_of(face).map(|words| format!("{words}."));
    let colour = if face.marks.is_empty() { p.ink2 } else { p.danger };
    (faces.into_iter().chain(marks).collect::<Vec<_>>().join(" "), colour)
}

fn marks_of(face: &UnitFace) -> Option<String> {
    let mut words: Vec<&str> = face.marks.iter().map(String::as_str).collect();
    if face.spent {
        words.push("done for now");
    }
    (!words.is_empty()).then(|| named(&words.join(", ")))
}

/// Paints the inspector into a rectangle, where what has no room is scrolled to; `before` is how tall all of it was last. Gives how
/// much of the rectangle it takes.
#[allow(clippy::too_many_arguments, reason = "what the inspector shows")]
pub fn scrolled(
    ui: &mut Ui,
    rect: Rect,
    before: &mut f32,
    shown: &Shown<'_>,
    view: &View,
    description: &Description,
    counters: &mut Counters,
    hexes: bool,
    p: &Palette,
) -> f32 {
    let mut child = part(ui, rect, "inspector");
    let scrolls = *before > rect.height();
    let area = ScrollArea::vertical().id_salt(shown.name()).auto_shrink(false);
    let out = area.show(&mut child, |ui| {
        if scrolls {
            texts::scrolled(ui);
        }
        let tall = if scrolls { *before } else { 0.0 };
        let (whole, _) = ui.allocate_exact_size(vec2(rect.width(), tall), Sense::hover());
        // Of a place's units as many are shown as half of this has room for.
        let space = Rect::from_min_size(whole.min, vec2(rect.width(), 2.0 * rect.height()));
        let mut inner = ui.new_child(UiBuilder::new().max_rect(space));
        let low = rect.height() < brief::FULL;
        paint(&mut inner, shown, view, description, counters, (hexes, low), p)
    });
    cue::below(&child, &out, p.sheet, p);
    if (out.inner - *before).abs() > 0.5 {
        *before = out.inner;
        ui.ctx().request_repaint();
    }
    out.inner.min(rect.height())
}

/// Paints the inspector from `ui`'s top and gives the height that it took. `hexes` says whether the board's numbers are those
/// of hexes, `low` whether there is little room.
fn paint(
    ui: &mut Ui,
    shown: &Shown<'_>,
    view: &View,
    description: &Description,
    counters: &mut Counters,
    (hexes, low): (bool, bool),
    p: &Palette,
) -> f32 {
    let rect = ui.max_rect();
    let (x, w) = (rect.left() + 16.0, rect.width() - 32.0);
    let mut y = rect.top() + 28.0;
    let painter = ui.painter().clone();
    match shown {
        Shown::Unit(unit, heading) => {
            let space = &unit.place.space;
            let numbered = !space.is_empty() && space.bytes().all(|byte| byte.is_ascii_digit());
            // A name that only rules use says nothing to a person.
            let place = match numbered {
                true if hexes => format!("hex {space}"),
                true => space.clone(),
                false => String::new(),
            };
            if low {
                return brief::unit(ui, unit, (heading, &place), description, counters, p);
            }
            headline(&painter, pos2(x, y), w, heading, &place, p);
            y += 26.0;
            let livery = livery(description, p, unit.side.as_deref());
            let tall = if description.pieces == PieceForm::LongBlocks { 38.0 } else { 76.0 };
            let piece = Piece::upright(unit, livery, description.pieces, tall);
            counters.piece(&painter, pos2(x + 46.0, y + 46.0), &piece, p);
            let left = x + 104.0;
            let room = w - 104.0;
            let Some(face) = &unit.face else {
                let name = unit.side.as_deref().map_or("A unit", |s| super::side_name(description, s));
                fitted(&painter, pos2(left, y + 18.0), room, name, Face::Title.at(20.0), p.ink);
                paragraph(
                    &painter,
                    pos2(left, y + 40.0),
                    room,
                    "You can't see which unit this is.",
                    Face::Body.at(14.0),
                    p.ink2,
                    18.0,
                );
                return y + 116.0 - rect.top();
            };
            let below = titled(ui, pos2(left, y + 18.0), room, &face.name, p);
            let mut line = y + 37.0 + below;
            line += 4.0 + kind_of(ui, pos2(left, line), room, &under_name(face, description), p);
            for (i, (name, value)) in rows_of(face).iter().enumerate() {
                // Beside the counter first, under it when there are many.
                let (at, room) = if i < 3 { (left, room) } else { (x, w) };
                if i == 3 {
                    line = line.max(y + 118.0);
                }
                let width = Letters::new(name, Face::Body.at(14.0), p.ink2).paint(&painter, pos2(at, line));
                fitted(
                    &painter,
                    pos2(at + (width + 8.0).max(64.0), line),
                    room - (width + 8.0).max(64.0),
                    value,
                    Face::BodyMedium.at(14.0),
                    p.ink,
                );
                line += 19.0;
            }
            y = line.max(y + 116.0);
            if let Some(facing) = unit.place.facing {
                let words = format!("Faces {}.", facing_name(facing));
                y += paragraph(&painter, pos2(x, y), w, &words, Face::BodyMedium.at(14.0), p.ink, 18.0);
            }
            if let Some(words) = marks_of(face) {
                let colour = if face.marks.is_empty() { p.ink2 } else { p.danger };
                let words = format!("{words}.");
                y += paragraph(&painter, pos2(x, y), w, &words, Face::BodyMedium.at(14.0), colour, 18.0);
            }
        }
        Shown::Space(cell) => {
            let named = matches!(cell.kind, SpaceKind::Box | SpaceKind::Point) && !cell.title.is_empty();
            let number = if named { "" } else { &cell.id };
            headline(&painter, pos2(x, y), w, "Place", number, p);
            y += 34.0;
            let title = match (cell.title.as_str(), cell.kind) {
                ("", SpaceKind::Hex) => format!("Hex {}", cell.id),
                ("", _) => cell.id.clone(),
                (title, _) => title.to_owned(),
            };
            y += titled(ui, pos2(x, y), w, &title, p) + 20.0;
            let mut words = described(cell, &view.markers, description);
            for (what, value) in [("height", cell.height), ("capacity", cell.capacity)] {
                if let Some(value) = value {
                    let gap = if words.is_empty() { "" } else { "; " };
                    words += &format!("{gap}{what} {value}");
                }
            }
            y += paragraph(&painter, pos2(x, y), w, &words, Face::BodyItalic.at(14.0), p.ink2, 18.0);
            // As many as have room in the upper half of the panel.
            let here: Vec<&UnitView> = view.units.iter().filter(|u| u.place.space == cell.id).collect();
            let room = ((rect.height() * 0.5 - (y - rect.top())) / 46.0).floor().max(1.0) as usize;
            let shown = if here.len() > room { room.saturating_sub(1).max(1) } else { here.len() };
            for unit in &here[..shown] {
                let livery = livery(description, p, unit.side.as_deref());
                let tall = if description.pieces == PieceForm::LongBlocks { 19.0 } else { 34.0 };
                let unit = unnamed(unit, description.pieces);
                let piece = Piece::upright(&unit, livery, description.pieces, tall);
                counters.piece(&painter, pos2(x + 22.0, y + 16.0), &piece, p);
                let name = unit.face.as_ref().map_or("unknown", |f| f.name.as_str());
                y += 46.0 + in_list(ui, pos2(x + 52.0, y + 21.0), w - 52.0, name, p);
            }
            if shown < here.len() {
                let words = format!("and {} more", here.len() - shown);
                fitted(&painter, pos2(x + 6.0, y + 12.0), w, &words, Face::BodyItalic.at(14.0), p.ink2);
                y += 24.0;
            }
            y += 4.0;
        }
        Shown::Boundary(side, bar, cells) => {
            let boundary = (*side, *bar, *cells);
            y += boundary::paint(ui, (pos2(x, y), w), boundary, view, description, counters, p);
        }
        Shown::Nothing => {
            headline(&painter, pos2(x, y), w, "Units", "", p);
            y += 30.0;
            let words = "Point at a unit or a place to see what it is. What you may choose now is ringed in the accent colour.";
            y += paragraph(&painter, pos2(x, y), w, words, Face::Body.at(14.0), p.ink2, 18.0);
            y += 4.0;
            for side in &description.sides {
                let livery = p.livery(&side.livery);
                let mine: Vec<&UnitView> =
                    view.units.iter().filter(|u| u.side.as_deref() == Some(side.id.as_str())).collect();
                let at = pos2(x + 6.0, y + 1.0);
                super::control::inked(&painter, |ink| crate::draw::symbol::flag(ink, &livery, at, 12.0));
                let words = format!("{}: {} on the board", side.name, mine.len());
                fitted(&painter, pos2(x + 20.0, y + 6.0), w - 20.0, &words, Face::BodyMedium.at(14.5), p.ink);
                y += 24.0;
            }
        }
    }
    y - rect.top()
}
