//! A bot's advice in the decision bar: what it would choose, and letting it go on.

use super::{DecisionBar, PLATE, label, plate};
use crate::draw::letter::{Face, Letters};
use crate::keys::{self, Action};
use crate::panel::control::{Button, key_cap, link, told_paragraph};
use crate::panel::{Ask, announcing, livery};
use crate::session::{Advice, Session};
use crate::theme::Palette;
use egui::accesskit::Role;
use egui::{CursorIcon, Id, Pos2, Rect, Sense, Ui, WidgetInfo, pos2, vec2};
use muster_contract::{Choice, Description};

/// How much the buttons take of the bar.
const BUTTONS: f32 = 320.0;

const ABOUT: &str = "What a bot would choose here; it can also go on for you, to the end of a set-up, say.";

/// Offers advice beside the question, or where there is no room for it, on the plate before it.
pub(super) fn offer(ui: &mut Ui, at: Pos2, room: f32, plate: Option<Rect>, p: &Palette, asks: &mut Vec<Ask>) {
    let key = keys::cap_of(ui, Action::Advice);
    let words = Letters::new("Advice", Face::BodyMedium.at(14.0), p.focus).width(ui.painter());
    if words + 40.0 > room {
        let Some(plate) = plate else { return };
        let response = ui.interact(plate, Id::unique("advice on the plate"), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Advice"));
        if response.on_hover_cursor(CursorIcon::PointingHand).on_hover_text(ABOUT).clicked() {
            asks.push(Ask::Advice);
        }
        return;
    }
    let (response, width) = link(ui, at, "Advice", 14.0, p.focus, "advice");
    key_cap(ui.painter(), at + vec2(width + 6.0, -13.0), key, false, false, p);
    if response.on_hover_text(ABOUT).clicked() {
        asks.push(Ask::Advice);
    }
}

impl DecisionBar {
    /// What a bot advises, in place of the question. Gives whether anything is asked of one.
    pub(super) fn advised(
        &mut self,
        ui: &mut Ui,
        session: &Session,
        description: &Description,
        p: &Palette,
        asks: &mut Vec<Ask>,
    ) -> bool {
        if session.moment.is_some() || !session.is_advised() {
            return false;
        }
        let rect = ui.max_rect();
        let side = session.seat.and_then(|seat| session.side_of(seat));
        plate(ui, rect.min + vec2(50.0, 50.0), &livery(description, p, side), p);
        let (heading, words) = self.words(session);
        announcing::tell(ui.ctx(), session, &format!("{heading}: {words}"));
        let x = rect.left() + PLATE;
        Letters::new(heading.to_uppercase(), Face::BodyBold.at(13.0), p.ink2)
            .tracked(1.0)
            .paint(ui.painter(), pos2(x, rect.top() + 28.0));
        let room = rect.width() - PLATE - BUTTONS;
        told_paragraph(ui, pos2(x, rect.top() + 50.0), room, &words, Face::Prompt.at(16.0), p.ink, 18.0, 2);
        parts(ui, pos2(x, rect.top() + 88.0), rect.right() - BUTTONS, session, p, asks);
        let area = |from_right: f32, width: f32| {
            let left = rect.right() - 20.0 - width - from_right;
            Rect::from_min_size(pos2(left, rect.top() + 28.0), vec2(width, 44.0))
        };
        let stop = if session.going_on.is_some() { "Stop it" } else { "No" };
        let mut from_right = 0.0;
        if let Some(advised) = session.advised().filter(|_| session.going_on.is_none()) {
            from_right = 150.0;
            if Button::new("Do it", "Enter").primary().put(ui, area(0.0, 140.0), "take advice", p).clicked() {
                asks.push(Ask::Choose(advised.id.clone()));
            }
        }
        if Button::new(stop, "Esc").put(ui, area(from_right, 140.0), "no advice", p).clicked() {
            asks.push(Ask::NoAdvice);
        }
        true
    }

    fn words(&mut self, session: &Session) -> (String, String) {
        if let Some(going) = &session.going_on {
            let made = match going.made {
                0 => "nothing is chosen yet".to_owned(),
                1 => "it has made 1 choice".to_owned(),
                made => format!("it has made {made} choices"),
            };
            return (format!("A bot goes on for you: {}", going.part()), format!("It is thinking; {made}."));
        }
        match session.advised() {
            Some(choice) => {
                // What is told of a choice that is pointed at is told of this one.
                self.pointed = Some(choice.id.clone());
                ("A bot would choose".to_owned(), told_apart(session, choice))
            }
            None => ("Advice".to_owned(), "A bot is thinking …".to_owned()),
        }
    }
}

// What a choice is called, with its cost where another is called the same.
fn told_apart(session: &Session, choice: &Choice) -> String {
    let called = label(session, choice);
    let twice = session.choices().any(|other| other.id != choice.id && label(session, other) == called);
    match session.details(&choice.id) {
        Some(details) if twice && !details.cost.is_empty() => format!("{called}: {}", details.cost),
        _ => called,
    }
}

// What the bot can go on with: what is asked is part of it, the nearest first.
fn parts(ui: &mut Ui, at: Pos2, right: f32, session: &Session, p: &Palette, asks: &mut Vec<Ask>) {
    let given = matches!(session.advice, Some(Advice::Given(_))) && session.going_on.is_none();
    let Some(decision) = session.decision().filter(|_| given) else { return };
    let mut x = at.x;
    let words = Letters::new("Let it go on to the end of:", Face::Body.at(14.0), p.ink2);
    x += words.paint(ui.painter(), at) + 8.0;
    for (frame, title) in decision.frame.iter().enumerate().rev() {
        let wide = Letters::new(title, Face::BodyMedium.at(14.0), p.focus).width(ui.painter());
        if x + wide > right {
            break;
        }
        if link(ui, pos2(x, at.y), title, 14.0, p.focus, ("go on", frame)).0.clicked() {
            asks.push(Ask::LetGoOn(frame + 1));
        }
        x += wide + 16.0;
    }
}
