//! The decision bar: who decides, the question in words, the rule it comes from, and the buttons.

use super::carrying::worth_showing;
use super::control::{Button, fitted, inked, link, paragraph_of, told, told_paragraph};
use super::facing::rose;
use super::{Ask, livery};
use crate::draw::curve::cornered;
use crate::draw::letter::{Face, Letters};
use crate::draw::symbol;
use crate::session::Session;
use crate::theme::{Livery, Palette};
use egui::{Pos2, Rect, Ui, pos2, vec2};
use muster_contract::{Choice, ChoiceRole, Description, EventKind, PieceForm, Target};
use muster_table::messages::{Reach, SeatStanding};
use std::cell::Cell;
use std::collections::HashSet;

/// How tall the bar is.
pub const HEIGHT: f32 = 100.0;

/// Something that is asked back, waiting to be confirmed.
#[derive(Clone, Debug, PartialEq)]
pub struct Confirming {
    /// What is done then.
    pub ask: Ask,
    /// The question.
    pub question: String,
}

/// The bar's state.
#[derive(Default)]
pub struct DecisionBar {
    /// What waits to be confirmed.
    pub confirming: Option<Confirming>,
    /// The facing that the keys have turned to.
    pub turned: Option<u8>,
    /// Whether the choices that have no room as buttons are listed.
    pub listed: bool,
    /// The choice whose button or row in the list is pointed at, by pointer or by keyboard.
    pub pointed: Option<String>,
}

/// More choices than this are a list.
const BUTTONS: usize = 6;
/// What part of the bar the module's own buttons may take before they are put in a list: the question needs some of it.
const ROOM: f32 = 0.44;
/// So wide are the buttons beside a list at most.
const LISTED: f32 = 460.0;
/// The module's own buttons leave the question this width, in two lines if it is long, even in the narrowest window.
const QUESTION: f32 = 170.0;
/// How wide the buttons are that every game has.
const NEXT: f32 = 138.0;
const UNDO: f32 = 108.0;
const REDO: f32 = 96.0;

impl DecisionBar {
    /// Paints the bar into all of the ui.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        session: &Session,
        description: &Description,
        p: &Palette,
        asks: &mut Vec<Ask>,
    ) {
        self.pointed = None;
        if self.asks_back(ui, p, asks) {
            return;
        }
        let rect = ui.max_rect();
        let buttons_left = self.buttons(ui, session, description, p, asks);
        if session.moment.is_none() {
            at_any_time(ui, session, p, asks);
        }
        let facings: Vec<(u8, &Choice)> = session
            .asked()
            .filter_map(|c| match c.target {
                Target::Facing(f) => Some((f, c)),
                _ => None,
            })
            .collect();
        let mut room = buttons_left - rect.left() - 96.0 - 16.0;
        if !facings.is_empty() {
            room -= 170.0;
            let at = pos2(rect.left() + 96.0 + room + 60.0, rect.top() + 50.0);
            rose(ui, at, &facings, self.turned, p, asks);
        }
        self.question(ui, rect, room, session, description, p, asks);
    }

    #[allow(clippy::too_many_arguments, reason = "what the question needs")]
    fn question(
        &self,
        ui: &mut Ui,
        rect: Rect,
        room: f32,
        session: &Session,
        description: &Description,
        p: &Palette,
        asks: &mut Vec<Ask>,
    ) {
        let decision = session.decision();
        let winner = session.outcome().map(|outcome| outcome.winner.clone());
        let side = decision.map(|d| d.side.clone()).or_else(|| {
            if let Some(winner) = &winner {
                return winner.clone();
            }
            let standing = session.standing.as_ref()?;
            let thinks = |s: &&SeatStanding| Some(s.seat) == session.thinking;
            let seat = standing.seats.iter().find(thinks).or(standing.seats.iter().find(|s| s.waited_for));
            seat.map(|s| s.side.clone())
        });
        let livery = livery(description, p, side.as_deref());
        plate(ui, rect.min + vec2(50.0, 50.0), &livery, p);
        let x = rect.left() + 96.0;
        let mut who = side.as_deref().map_or("", |s| super::side_name(description, s)).to_uppercase();
        let (prompt, cite, frame) = if let Some(moment) = &session.moment {
            let words = moment
                .item
                .as_ref()
                .and_then(|i| {
                    i.events.iter().find(|e| !e.text.is_empty() && !matches!(e.kind, EventKind::Phase(_)))
                })
                .map(|e| e.text.clone());
            (
                words.unwrap_or_else(|| "How it stood at the beginning.".into()),
                String::new(),
                vec![
                    if session.told.is_some() { "the orders carried out" } else { "a look back" }.to_owned(),
                ],
            )
        } else if let Some(d) = decision {
            (d.prompt.clone(), d.citation.clone(), d.frame.clone())
        } else if let Some(outcome) = session.outcome() {
            (
                super::result::in_words(outcome, description),
                String::new(),
                vec!["the game is over".to_owned()],
            )
        } else {
            let name = side.as_deref().map_or("The other side", |s| super::side_name(description, s));
            let words = if session.thinking.is_some() {
                format!("{name} is thinking …")
            } else if session.sealed(session.seat) {
                format!("You have sealed your orders; {name} is still writing.")
            } else {
                format!("{name} decides.")
            };
            (words, String::new(), Vec::new())
        };
        if let Some(last) = frame.last() {
            who =
                if who.is_empty() { last.to_uppercase() } else { format!("{who}, {}", last.to_uppercase()) };
        }
        let letters = Letters::new(who, Face::BodyBold.at(13.0), livery.text).tracked(1.0);
        letters.paint(
            &ui.painter().with_clip_rect(Rect::from_min_size(pos2(x, rect.top()), vec2(room, HEIGHT))),
            pos2(x, rect.top() + 32.0),
        );
        // A long question is set smaller rather than cut.
        let mut size = 23.0;
        let width = Letters::new(&prompt, Face::Prompt.at(size), p.ink).width(ui.painter());
        if width > room {
            size = (size * room / width).max(15.0);
        }
        // In a narrow window it takes two lines.
        if width * 15.0 / 23.0 > room {
            let (at, font) = (pos2(x, rect.top() + 49.0), Face::Prompt.at(15.0));
            paragraph_of(ui.painter(), at, room, &prompt, font, p.ink, 17.0, 2);
        } else {
            fitted(ui.painter(), pos2(x, rect.top() + 59.0), room, &prompt, Face::Prompt.at(size), p.ink);
        }
        let mut x = x;
        let y = rect.top() + 83.0;
        if !cite.is_empty() {
            x += Letters::new("Rule", Face::Body.at(14.0), p.ink2).paint(ui.painter(), pos2(x, y)) + 8.0;
            for (i, rule) in cite.split([',', ';']).map(str::trim).filter(|r| !r.is_empty()).enumerate() {
                let (response, width) = link(ui, pos2(x, y), rule, 14.0, p.focus, ("cite", i));
                if response.clicked() {
                    asks.push(Ask::Rule(rule.to_owned()));
                }
                x += width + 16.0;
            }
        }
        if let Some(d) = decision.filter(|_| session.moment.is_none()) {
            let mut words: Vec<String> = can_be_chosen(&d.choices).into_iter().collect();
            let seats = session.standing.iter().flat_map(|s| &s.seats).filter(|s| s.seat != d.seat);
            for other in seats.filter(|s| session.sealed(Some(s.seat))) {
                words.push(format!("{} has sealed its orders", super::side_name(description, &other.side)));
            }
            let room = rect.left() + 96.0 + room - x;
            told(ui, pos2(x + 8.0, y), room - 8.0, &words.join("; "), Face::Body.at(14.0), p.ink2);
        }
    }

    // Buttons from the right: the main one, cancel, next unit, the module's own, redo, undo. Gives their left end.
    fn buttons(
        &mut self,
        ui: &mut Ui,
        session: &Session,
        description: &Description,
        p: &Palette,
        asks: &mut Vec<Ask>,
    ) -> f32 {
        let rect = ui.max_rect();
        let y = rect.top() + 28.0;
        let x = Cell::new(rect.right() - 20.0);
        let mut free = rect.right() - 10.0;
        let pointed = Cell::new(None);
        let mut put = |ui: &mut Ui, width: f32, button: Button<'_>, under: &str, why: &str, id: &str| {
            let left = x.get() - width;
            let area = Rect::from_min_size(pos2(left, y), vec2(width, 44.0));
            let response = button.put(ui, area, id, p);
            // Words under a button may go on to the right while nothing stands there.
            let room = free - left;
            fitted(ui.painter(), pos2(left, y + 61.0), room, under, Face::Body.at(13.0), p.ink2);
            if !under.is_empty() {
                free = left - 10.0;
            }
            let full = if why.is_empty() { under } else { why };
            let clicked = response.clicked();
            if response.hovered() || response.has_focus() {
                pointed.set(Some(id.to_owned()));
            }
            if !full.is_empty() {
                response.on_hover_text(full);
            }
            x.set(left - 10.0);
            clicked
        };
        let label = |c: &Choice| session.details(&c.id).map_or_else(|| plain(&c.id), |d| d.label.clone());
        let about = |c: &Choice| {
            let d = session.details(&c.id);
            d.map(|d| {
                if d.cost.is_empty() {
                    d.consequences.first().map(|l| l.text.clone()).unwrap_or_default()
                } else {
                    d.cost.clone()
                }
            })
            .unwrap_or_default()
        };
        if session.moment.is_some() {
            if put(ui, 176.0, Button::new("To the present", "Esc").primary(), "", "", "present") {
                asks.push(Ask::LookBack(None));
            }
            let step = session.moment.as_ref().and_then(|moment| {
                let item = moment.item.as_ref()?;
                item.step.filter(|step| *step == moment.step && worth_showing(item))
            });
            if let Some(step) = step
                && put(ui, 176.0, Button::new("Event by event", ""), "each with its reckoning", "", "events")
            {
                asks.push(Ask::CarryOut(step));
            }
            return x.get();
        }
        if session.decision().is_none() {
            let over = session.outcome().is_some();
            if !over
                && put(ui, 150.0, Button::new("Skip ahead", "Space"), "to your next decision", "", "skip")
            {
                asks.push(Ask::Skip);
            }
            if over && put(ui, 150.0, Button::new("To the lobby", ""), "", "", "leave") {
                asks.push(Ask::Leave);
            }
            if over && put(ui, 120.0, Button::new("The result", ""), "", "", "result") {
                asks.push(Ask::Result);
            }
        }
        let acts =
            session.asked().any(|c| c.role == ChoiceRole::Act && !matches!(c.target, Target::Button(_)));
        if let Some(finish) = session.with_role(ChoiceRole::Finish) {
            let words = label(finish);
            // The main button is lit when nothing else is left to do.
            let mut button = Button::new(&words, "X");
            if !acts {
                button = button.primary();
            }
            let width =
                Letters::new(&words, Face::BodyBold.at(15.0), p.ink).width(ui.painter()).clamp(86.0, 190.0)
                    + 50.0;
            if put(ui, width, button, &about(finish), "", "finish") {
                asks.push(Ask::Choose(finish.id.clone()));
            }
        }
        if let Some(cancel) = session.with_role(ChoiceRole::Cancel)
            && put(ui, 112.0, Button::new("Cancel", "Esc"), &label(cancel), "", "cancel")
        {
            asks.push(Ask::Choose(cancel.id.clone()));
        }
        let own: Vec<&Choice> = session.buttons().collect();
        // A sheet is written on the map or from a list of all that can stand in it.
        let sheet = session.sheet();
        let listed = if sheet.len() > BUTTONS { &sheet } else { &own };
        let painter = ui.painter().clone();
        let wide = |choice: &Choice, most: f32| {
            let letters = Letters::new(label(choice), Face::BodyBold.at(15.0), p.ink);
            letters.width(&painter).clamp(40.0, most) + 48.0
        };
        let units = session.choices().any(|c| matches!(c.target, Target::Unit(_) | Target::Space(_)));
        // What the buttons to the left of these and the question leave of the bar.
        let others = if units { NEXT + 10.0 } else { 0.0 }
            + if session.seat.is_some() { UNDO + REDO + 20.0 } else { 0.0 };
        let room = || x.get() - rect.left() - 96.0 - QUESTION - others;
        let most = if own.len() > 3 { 130.0 } else { 200.0 };
        let all = own.iter().map(|choice| wide(choice, most) + 10.0).sum::<f32>();
        let crowded = !own.is_empty() && all > room().min(rect.width() * ROOM);
        let list = listed.len() > BUTTONS || crowded;
        if list {
            let words = format!("{} choices", listed.len());
            if put(ui, 150.0, Button::new(&words, ""), "choose from the list", "", "list") {
                self.listed = !self.listed;
            }
        } else {
            self.listed = false;
        }
        // Beside a list stand the first few as far as they leave the question its room.
        let mut shown = own.len();
        if list {
            shown = own.len().min(3);
            let room = room().min(LISTED);
            while shown > 0 && own.iter().take(shown).map(|c| wide(c, 200.0) + 10.0).sum::<f32>() > room {
                shown -= 1;
            }
        }
        for (i, choice) in own.iter().enumerate().take(shown).rev() {
            let words = label(choice);
            let key = (i + 1).to_string();
            let mut button = Button::new(&words, &key);
            if !acts
                && choice.role == ChoiceRole::Act
                && session.with_role(ChoiceRole::Finish).is_none()
                && own.len() == 1
            {
                button = button.primary();
            }
            let most = if shown > 3 { 130.0 } else { 200.0 };
            let width = wide(choice, most);
            if put(ui, width, button, &about(choice), "", &choice.id) {
                asks.push(Ask::Choose(choice.id.clone()));
            }
        }
        let blocks = matches!(description.pieces, PieceForm::LongBlocks | PieceForm::StepBlocks);
        let next = match session.choices().any(|c| matches!(c.target, Target::Unit(_))) {
            true if blocks => "Next block",
            true => "Next unit",
            false => "Next place",
        };
        if units && put(ui, NEXT, Button::new(next, "N"), "", "", "next") {
            asks.push(Ask::NextUnit);
        }
        if session.seat.is_some() {
            let undo = &session.undo;
            let redo = undo.redo.as_ref();
            let redo_words = redo.map(|r| r.text.clone()).unwrap_or_default();
            if put(ui, REDO, Button::new("Redo", "R").enabled(redo.is_some()), &redo_words, "", "redo") {
                asks.push(Ask::Redo(Reach::Choice));
            }
            let (words, why, enabled, beyond) = match (&undo.choice, &undo.why_not, &undo.beyond) {
                (Some(t), _, _) => (format!("Undo: {}", t.text), String::new(), true, false),
                (None, why, Some(t)) => {
                    let why = why.clone().unwrap_or_default();
                    (
                        format!("Beyond dice: {}", t.text),
                        format!(
                            "{why} Everyone sits here, so it can still be taken back; it will be marked."
                        ),
                        true,
                        true,
                    )
                }
                (None, why, None) => {
                    let why = why.clone().unwrap_or_default();
                    (why.clone(), why, false, false)
                }
            };
            if put(ui, UNDO, Button::new("Undo", "U").enabled(enabled), &words, &why, "undo") {
                asks.push(Ask::Undo { reach: Reach::Choice, beyond });
            }
        }
        let finish = || session.with_role(ChoiceRole::Finish).map(|choice| choice.id.clone());
        let pointed = pointed.take().and_then(|id: String| if id == "finish" { finish() } else { Some(id) });
        self.pointed = pointed.filter(|id| session.choices().any(|choice| choice.id == *id));
        if self.listed {
            let corner = rect.right_top() - vec2(20.0, 8.0);
            let list = super::choices::list(ui, corner, listed, session, p, asks);
            self.listed = list.open;
            self.pointed = list.pointed.or(self.pointed.take());
        }
        x.get()
    }

    /// The bar's ground, and on it what is asked before something is done, if anything is. Gives whether it is.
    pub fn asks_back(&mut self, ui: &mut Ui, p: &Palette, asks: &mut Vec<Ask>) -> bool {
        let rect = ui.max_rect();
        ui.painter().rect_filled(rect, 0.0, p.sheet2);
        ui.painter().rect_filled(Rect::from_min_size(rect.min, vec2(rect.width(), 2.5)), 0.0, p.ink);
        let second = Rect::from_min_size(rect.min + vec2(0.0, 5.0), vec2(rect.width(), 0.9));
        ui.painter().rect_filled(second, 0.0, p.ink);
        let confirming = self.confirming.clone();
        if let Some(confirming) = &confirming {
            self.confirm(ui, confirming, p, asks);
        }
        confirming.is_some()
    }

    fn confirm(&mut self, ui: &mut Ui, confirming: &Confirming, p: &Palette, asks: &mut Vec<Ask>) {
        let rect = ui.max_rect();
        let x = rect.left() + 96.0;
        inked(ui.painter(), |ink| {
            let at = rect.min + vec2(50.0, 50.0);
            ink.fill(&[at + vec2(0.0, -26.0), at + vec2(28.0, 22.0), at + vec2(-28.0, 22.0)], p.danger);
        });
        Letters::new("!", Face::Title.at(30.0), p.sheet)
            .middle()
            .paint(ui.painter(), rect.min + vec2(50.0, 66.0));
        Letters::new("BEFORE YOU DO", Face::BodyBold.at(13.0), p.danger)
            .tracked(1.0)
            .paint(ui.painter(), pos2(x, rect.top() + 32.0));
        // What is asked is read whole: where a line has no room for it, in smaller letters over some.
        let (room, question) = (rect.width() - 430.0, &confirming.question);
        let one_line = Letters::new(question, Face::Prompt.at(21.0), p.ink).width(ui.painter()) <= room;
        let (y, size, line) = if one_line { (61.0, 21.0, 24.0) } else { (50.0, 15.0, 17.0) };
        let at = pos2(x, rect.top() + y);
        told_paragraph(ui, at, room, question, Face::Prompt.at(size), p.ink, line, 3);
        let area = |i: f32, w: f32| {
            Rect::from_min_size(pos2(rect.right() - 20.0 - w - i, rect.top() + 28.0), vec2(w, 44.0))
        };
        if Button::new("Do it", "Enter").primary().put(ui, area(0.0, 140.0), "confirm", p).clicked() {
            asks.push(confirming.ask.clone());
        }
        if Button::new("Go back", "Esc").put(ui, area(150.0, 140.0), "go back", p).clicked() {
            self.confirming = None;
        }
    }
}

// What may be chosen though nothing waits for it: small, over the buttons, never in their way.
fn at_any_time(ui: &mut Ui, session: &Session, p: &Palette, asks: &mut Vec<Ask>) {
    let rect = ui.max_rect();
    let y = rect.top() + 22.0;
    let mut x = rect.right() - 20.0;
    let mut some = false;
    let buttons = session
        .at_any_time()
        .filter(|(_, c)| matches!(c.target, Target::Button(_) | Target::Amount(_) | Target::Custom(_)));
    for (decision, choice) in buttons.take(4) {
        let words = session.details(&choice.id).map_or_else(|| plain(&choice.id), |d| d.label.clone());
        x -= Letters::new(&words, Face::BodyMedium.at(13.5), p.focus).width(ui.painter());
        let (response, _) = link(ui, pos2(x, y), &words, 13.5, p.focus, ("any time", &choice.id));
        if response.on_hover_text(&decision.prompt).clicked() {
            asks.push(Ask::Choose(choice.id.clone()));
        }
        x -= 14.0;
        some = true;
    }
    if some {
        Letters::new("At any time:", Face::Body.at(13.5), p.ink2).right().paint(ui.painter(), pos2(x, y));
    }
}

// How many units and places choices point at, each counted once.
fn can_be_chosen(choices: &[Choice]) -> Option<String> {
    let targets: HashSet<&Target> = choices.iter().map(|choice| &choice.target).collect();
    let several = |n: usize, one: &str| match n {
        0 => None,
        1 => Some(format!("1 {one}")),
        n => Some(format!("{n} {one}s")),
    };
    let units = targets.iter().filter(|target| matches!(target, Target::Unit(_))).count();
    let places = targets.iter().filter(|target| matches!(target, Target::Space(_))).count();
    let words: Vec<String> = several(units, "unit").into_iter().chain(several(places, "place")).collect();
    (!words.is_empty()).then(|| format!("{} can be chosen", words.join(" and ")))
}

// A choice's id until its words have come.
fn plain(id: &str) -> String {
    let mut words = id.replace('-', " ");
    if let Some(first) = words.get_mut(0..1) {
        first.make_ascii_uppercase();
    }
    words
}

fn plate(ui: &Ui, at: Pos2, livery: &Livery, p: &Palette) {
    inked(ui.painter(), |ink| {
        let outer = Rect::from_center_size(at, vec2(56.0, 56.0));
        let cut = if livery.cut { 11.0 } else { 0.0 };
        ink.polygon(&cornered(outer, cut), livery.body, 1.4, livery.edge);
        ink.polygon(&cornered(outer.shrink(5.0), cut * 0.75), livery.face, 1.0, livery.dark);
        let _ = p;
        symbol::draw(ink, "general", at, 27.0, livery.ink, livery.face, 3);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_several_choices_point_at_is_counted_once() {
        let choice = |id: &str, target| Choice { id: id.into(), target, role: ChoiceRole::Act };
        let unit = || Target::Unit("us-grant".into());
        let choices = [choice("drill us-grant", unit()), choice("relieve us-grant", unit())];
        assert_eq!(can_be_chosen(&choices).as_deref(), Some("1 unit can be chosen"));
        let places = ["memphis", "cairo"].map(|id| choice(id, Target::Space(id.into())));
        let both: Vec<Choice> = choices.into_iter().chain(places).collect();
        assert_eq!(can_be_chosen(&both).as_deref(), Some("1 unit and 2 places can be chosen"));
        assert_eq!(can_be_chosen(&[choice("seal", Target::Button("seal".into()))]), None);
    }
}
