//! The twelve facings of pieces: what they are called, and the rose that they are chosen from.

use super::Ask;
use super::control::inked;
use crate::draw::ink::Ink;
use crate::draw::letter::{Face, Letters};
use crate::keys::{self, Action};
use crate::piece::counter::angle;
use crate::theme::Palette;
use egui::{Id, Pos2, Rect, Sense, Ui, WidgetInfo, accesskit::Role, vec2};
use muster_contract::Choice;

/// A facing in words.
pub fn facing_name(facing: u8) -> &'static str {
    [
        "north",
        "north-north-east",
        "east-north-east",
        "east",
        "east-south-east",
        "south-south-east",
        "south",
        "south-south-west",
        "west-south-west",
        "west",
        "west-north-west",
        "north-north-west",
    ][usize::from(facing % 12)]
}

/// A facing in the letters of the rose.
pub fn facing_letters(facing: u8) -> &'static str {
    ["N", "NNE", "NE", "E", "SE", "SSE", "S", "SSW", "SW", "W", "NW", "NNW"][usize::from(facing % 12)]
}

/// The choices that are facings, around a circle that names the one which the keys have turned to; `named` with its
/// keys beside it.
pub fn rose(
    ui: &mut Ui,
    at: Pos2,
    facings: &[(u8, &Choice)],
    turned: Option<u8>,
    named: bool,
    p: &Palette,
    asks: &mut Vec<Ask>,
) {
    for (facing, choice) in facings {
        let a = angle(*facing);
        let d = vec2(a.cos(), a.sin());
        let area = Rect::from_center_size(at + d * 28.0, vec2(24.0, 24.0));
        let response = ui.interact(area, Id::unique(("facing", *facing)), Sense::click());
        let name = facing_name(*facing);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Face {name}")));
        let on = turned == Some(*facing) || response.hovered() || response.has_focus();
        let tip = |r: f32, by: f32| at + vec2((a + by).cos(), (a + by).sin()) * r;
        inked(ui.painter(), |ink: &mut Ink| {
            let fill = if on { p.ink } else { p.accent };
            ink.polygon(&[tip(36.0, 0.0), tip(20.0, -0.36), tip(20.0, 0.36)], fill, 1.0, p.accent_ink);
        });
        if response.on_hover_text(format!("Face {name}")).clicked() {
            asks.push(Ask::Choose(choice.id.clone()));
        }
    }
    ui.painter().circle(at, 14.0, p.sheet, (1.2, p.ink2));
    let words = turned.map_or("", facing_letters);
    Letters::new(words, Face::Title.at(13.0), p.ink).middle().paint(ui.painter(), at + vec2(0.0, 4.5));
    if !named {
        return;
    }
    Letters::new("Facing", Face::BodyBold.at(14.0), p.ink).paint(ui.painter(), at + vec2(46.0, -4.0));
    let w = super::control::key_cap(
        ui.painter(),
        at + vec2(46.0, 3.0),
        keys::cap_of(ui, Action::TurnLeft),
        false,
        false,
        p,
    );
    super::control::key_cap(
        ui.painter(),
        at + vec2(50.0 + w, 3.0),
        keys::cap_of(ui, Action::TurnRight),
        false,
        false,
        p,
    );
}
