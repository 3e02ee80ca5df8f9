//! The buttons of the decision bar, from the right: the main one, cancel, the module's own, the next unit, redo, undo.

use super::{DecisionBar, PLATE, Question, any_time, label};
use crate::draw::letter::{Face, Letters};
use crate::keys::{self, Action};
use crate::panel::carrying::worth_showing;
use crate::panel::choices::Group;
use crate::panel::control::{Button, fitted, hint_above, lines, paragraph_of};
use crate::panel::{Ask, choices};
use crate::session::Session;
use crate::theme::Palette;
use egui::{Pos2, Rect, Ui, pos2, vec2};
use muster_contract::{Choice, ChoiceRole, Description, PieceForm, Target};
use muster_table::messages::Reach;
use std::collections::HashSet;

/// More choices than this are a list.
const BUTTONS: usize = 6;
/// What part of the bar the module's own buttons may take before they are put in a list: the question needs some of it.
const ROOM: f32 = 0.44;
/// So wide are the buttons beside a list at most.
const LISTED: f32 = 460.0;
/// How wide the buttons are that every game has.
const NEXT: f32 = 138.0;
const UNDO: f32 = 108.0;
const REDO: f32 = 96.0;
const LIST: f32 = 150.0;
/// In a narrower bar undo and redo stand one over the other, and the next unit's button is short.
const NARROW: f32 = 1000.0;
const SHORT: f32 = 88.0;
const GAP: f32 = 10.0;
/// In a board that is narrower a list doesn't lie over it alone.
const NARROWEST: f32 = 440.0;
const TALL: f32 = 44.0;
const CANCEL: &str = "Cancel";

/// Buttons being set from the right.
struct Rail<'a> {
    ui: &'a mut Ui,
    p: &'a Palette,
    /// The left end of the last one.
    x: f32,
    y: f32,
    // Where the words under a button have to end.
    free: f32,
    /// The id of the button that is pointed at.
    pointed: Option<String>,
}

impl Rail<'_> {
    /// Puts the next button, with words under it; whoever points at it is told them whole, or `why`. Whether it was clicked.
    fn put(&mut self, width: f32, button: Button<'_>, under: &str, why: &str, id: &str) -> bool {
        let left = self.x - width;
        let area = Rect::from_min_size(pos2(left, self.y), vec2(width, TALL));
        // Words under a button may go on to the right while nothing stands there.
        let room = self.free - left;
        let cut = !self.words(pos2(left, self.y), room, under);
        if !under.is_empty() {
            self.free = left - GAP;
        }
        self.x = left - GAP;
        // Who points at it is told what isn't read under it.
        let more = if why.is_empty() && cut { under } else { why };
        self.place(area, button, more, id)
    }

    // Words under a button: small in two lines where one has no room for them; what has no room in two isn't begun. Gives whether
    // they are there.
    fn words(&self, at: Pos2, room: f32, words: &str) -> bool {
        let painter = self.ui.painter();
        let (one, two) = (Face::Body.at(13.0), Face::Body.at(11.5));
        if Letters::new(words, one.clone(), self.p.ink2).width(painter) <= room {
            fitted(painter, at + vec2(0.0, 61.0), room, words, one, self.p.ink2);
            return true;
        }
        let whole = lines(painter, words, two.clone(), room) <= 2;
        if whole {
            paragraph_of(painter, at + vec2(0.0, 56.5), room, words, two, self.p.ink2, 12.0, 2);
        }
        whole
    }

    fn place(&mut self, area: Rect, button: Button<'_>, about: &str, id: &str) -> bool {
        let response = button.put(self.ui, area, id, self.p);
        if response.hovered() || response.has_focus() {
            self.pointed = Some(id.to_owned());
        }
        let clicked = response.clicked();
        if !about.is_empty() {
            hint_above(&response, about);
        }
        clicked
    }
}

/// What a choice costs, or what it does first.
fn about(session: &Session, choice: &Choice) -> String {
    let Some(details) = session.details(&choice.id) else { return String::new() };
    let first = || details.consequences.first().map(|line| line.text.clone()).unwrap_or_default();
    if details.cost.is_empty() { first() } else { details.cost.clone() }
}

/// How the module's own choices are put: so many as buttons, and these in a list.
struct Own<'a> {
    buttons: Vec<&'a Choice>,
    listed: Vec<&'a Choice>,
    /// The kinds of what is listed that have buttons, which open the list at them.
    groups: Vec<Group<'a>>,
    /// How wide a button's words may be.
    most: f32,
}

impl<'a> Own<'a> {
    /// Those that have numbers, in the order in which they are shown: what points at the map is chosen there.
    fn numbered(&self, session: &Session) -> Vec<&'a Choice> {
        let buttons: HashSet<&str> = session.buttons().map(|choice| choice.id.as_str()).collect();
        let shown = self.buttons.iter().copied().chain(choices::in_order(&self.listed));
        shown.filter(|choice| buttons.contains(choice.id.as_str())).collect()
    }
}

impl DecisionBar {
    /// Paints them; gives their left end.
    pub(super) fn buttons(
        &mut self,
        ui: &mut Ui,
        session: &Session,
        description: &Description,
        p: &Palette,
        asks: &mut Vec<Ask>,
    ) -> f32 {
        let rect = ui.max_rect();
        let question = Question::of(session, description).width(ui);
        let (x, y, free) = (rect.right() - 20.0, rect.top() + 28.0, rect.right() - GAP);
        let mut rail = Rail { ui, p, x, y, free, pointed: None };
        if session.moment.is_some() {
            looking_back(&mut rail, session, asks);
            return rail.x;
        }
        if session.decision().is_none() {
            others(&mut rail, session, asks);
        }
        ending(&mut rail, session, asks);
        let on_board = |c: &Choice| matches!(c.target, Target::Unit(_) | Target::Space(_) | Target::Edge(_));
        let units = session.choices().any(on_board);
        let narrow = rect.width() < NARROW;
        let next = if narrow { SHORT } else { NEXT };
        let undo = if narrow { REDO + GAP } else { UNDO + REDO + 2.0 * GAP };
        // What the buttons to the left of the module's own, and the question, leave of the bar.
        let question = question.min(rect.width() * super::MOST).max(super::QUESTION);
        let beside = if units { next + GAP } else { 0.0 } + if session.seat.is_some() { undo } else { 0.0 };
        let room = rail.x - rect.left() - PLATE - question - beside;
        let own = shared(rail.ui, session, room, rect.width());
        if let Some(decision) = session.decision() {
            self.numbers.give((decision.seat, &decision.kind), &own.numbered(session));
        }
        self.own(&mut rail, session, &own, asks);
        if units {
            next_one(&mut rail, session, description, next, asks);
        }
        if session.seat.is_some() {
            undo_and_redo(&mut rail, session, narrow, asks);
        }
        let finish = || session.with_role(ChoiceRole::Finish).map(|choice| choice.id.clone());
        let pointed = rail.pointed.take().and_then(|id| if id == "finish" { finish() } else { Some(id) });
        self.pointed = pointed.filter(|id| session.choices().any(|choice| choice.id == *id));
        let left = rail.x;
        if self.listed {
            let right = rect.right() - 20.0;
            // In a board that is too narrow for it the list lies over the panel.
            let end = if self.list_end - rect.left() > NARROWEST { self.list_end.min(right) } else { right };
            let corner = pos2(end, rect.top() - 8.0);
            let of_kind =
                |choice: &&Choice| self.kind.as_deref().is_none_or(|kind| choices::kind(choice) == kind);
            let listed: Vec<&Choice> = own.listed.iter().copied().filter(of_kind).collect();
            let list = choices::list(ui, corner, &listed, session, &mut self.numbers, p, asks);
            self.listed = list.open;
            self.pointed = list.pointed.or(self.pointed.take());
        }
        left
    }

    fn own(&mut self, rail: &mut Rail<'_>, session: &Session, own: &Own<'_>, asks: &mut Vec<Ask>) {
        if own.listed.is_empty() {
            self.listed = false;
        } else {
            let words = match own.buttons.is_empty() {
                true if !own.groups.is_empty() => format!("All {}", own.listed.len()),
                true if own.listed.len() == 1 => "1 choice".to_owned(),
                true => format!("{} choices", own.listed.len()),
                false => format!("{} more", own.listed.len()),
            };
            if rail.put(LIST, Button::new(&words, "."), "choose from the list", "", "list") {
                self.listed = !self.listed;
            }
            self.groups(rail, own);
        }
        if !self.listed {
            self.kind = None;
        }
        for choice in own.buttons.iter().rev() {
            let number = self.numbers.paint(&choice.id).map(|digit| digit.to_string());
            let (words, key) = (label(session, choice), number.unwrap_or_default());
            let mut button = Button::new(&words, &key);
            if is_main(session, choice) {
                button = button.primary();
            }
            let width = wide(rail.ui, session, choice, own.most);
            if rail.put(width, button, &about(session, choice), "", &choice.id) {
                asks.push(Ask::Choose(choice.id.clone()));
            }
        }
    }
}

// Buttons of the kinds of what is listed, each with how many it has.
impl DecisionBar {
    fn groups(&mut self, rail: &mut Rail<'_>, own: &Own<'_>) {
        for group in own.groups.iter().rev() {
            let words = counted(group);
            let width = group_wide(rail.ui, &words);
            if rail.put(width, Button::new(&words, ""), "", "", &format!("kind {}", group.kind)) {
                let other = self.kind.as_deref() != Some(group.kind);
                (self.listed, self.kind) = (other, other.then(|| group.kind.to_owned()));
            }
        }
    }
}

fn counted(group: &Group<'_>) -> String {
    format!("{} ({})", group.title(), group.choices.len())
}

fn group_wide(ui: &Ui, words: &str) -> f32 {
    Letters::new(words, Face::BodyBold.at(15.0), egui::Color32::BLACK).width(ui.painter()) + 30.0
}

// The first kinds of a list that have room beside its button.
fn grouped<'a>(ui: &Ui, listed: &[&'a Choice], room: f32) -> Vec<Group<'a>> {
    let mut groups = choices::groups(listed);
    let wide =
        |groups: &[Group<'_>]| groups.iter().map(|group| group_wide(ui, &counted(group)) + GAP).sum::<f32>();
    while !groups.is_empty() && wide(&groups) > room {
        groups.pop();
    }
    groups
}

// The main button is lit when nothing else is left to do: it recommends nothing.
fn is_main(session: &Session, choice: &Choice) -> bool {
    session.main_choice().is_some_and(|main| main.id == choice.id)
}

fn wide(ui: &Ui, session: &Session, choice: &Choice, most: f32) -> f32 {
    let letters = Letters::new(label(session, choice), Face::BodyBold.at(15.0), egui::Color32::BLACK);
    letters.width(ui.painter()).clamp(40.0, most) + 48.0
}

// Which of the module's own choices have buttons in so much room; the others are listed.
fn shared<'a>(ui: &Ui, session: &'a Session, room: f32, bar: f32) -> Own<'a> {
    let mut buttons: Vec<&Choice> = session.buttons().collect();
    // A sheet is written on the map or from a list of all that can stand in it.
    let sheet = session.sheet();
    let all = if sheet.len() > BUTTONS { sheet } else { buttons.clone() };
    let most = if buttons.len() > 3 { 130.0 } else { 200.0 };
    let taken =
        |buttons: &[&Choice], most| buttons.iter().map(|c| wide(ui, session, c, most) + GAP).sum::<f32>();
    let crowded = !buttons.is_empty() && taken(&buttons, most) > room.min(bar * ROOM);
    if all.len() <= BUTTONS && !crowded {
        return Own { buttons, listed: Vec::new(), groups: Vec::new(), most };
    }
    let beside = (room - LIST - GAP).min(LISTED);
    // A long sheet is opened at what is to be written into it.
    let groups = if session.sheet().len() > BUTTONS { grouped(ui, &all, beside) } else { Vec::new() };
    if !groups.is_empty() {
        return Own { buttons: Vec::new(), listed: all, groups, most: 200.0 };
    }
    // Beside a list stand the first few as far as they leave the question its room.
    buttons.truncate(3);
    while !buttons.is_empty() && taken(&buttons, 200.0) > beside {
        buttons.pop();
    }
    let has_button = |choice: &&Choice| buttons.iter().any(|button| button.id == choice.id);
    let listed = all.into_iter().filter(|choice| !has_button(choice)).collect();
    Own { buttons, listed, groups: Vec::new(), most: 200.0 }
}

fn looking_back(rail: &mut Rail<'_>, session: &Session, asks: &mut Vec<Ask>) {
    if rail.put(176.0, Button::new("To the present", "Esc").primary(), "", "", "present") {
        asks.push(Ask::LookBack(None));
    }
    let step = session.moment.as_ref().and_then(|moment| {
        let item = moment.item.as_ref()?;
        item.step.filter(|step| *step == moment.step && worth_showing(item))
    });
    if let Some(step) = step
        && rail.put(176.0, Button::new("Event by event", ""), "each with its reckoning", "", "events")
    {
        asks.push(Ask::CarryOut(step));
    }
}

// While others decide, and when the game is over.
fn others(rail: &mut Rail<'_>, session: &Session, asks: &mut Vec<Ask>) {
    if session.outcome().is_none() {
        if rail.put(172.0, Button::new("Skip ahead", "Space"), "to your next decision", "", "skip") {
            asks.push(Ask::Skip);
        }
        return;
    }
    if rail.put(150.0, Button::new("To the lobby", ""), "", "", "leave") {
        asks.push(Ask::Leave);
    }
    if rail.put(120.0, Button::new("The result", ""), "", "", "result") {
        asks.push(Ask::Result);
    }
}

// What ends what is being done, or gives it up.
fn ending(rail: &mut Rail<'_>, session: &Session, asks: &mut Vec<Ask>) {
    if let Some(finish) = session.with_role(ChoiceRole::Finish) {
        let words = label(session, finish);
        let mut button = Button::new(&words, keys::cap_of(rail.ui, Action::Finish));
        if is_main(session, finish) {
            button = button.primary();
        }
        let letters = Letters::new(&words, Face::BodyBold.at(15.0), rail.p.ink);
        let width = letters.width(rail.ui.painter()).clamp(86.0, 190.0) + 50.0;
        if rail.put(width, button, &about(session, finish), "", "finish") {
            asks.push(Ask::Choose(finish.id.clone()));
        }
    }
    if let Some(cancel) = session.with_role(ChoiceRole::Cancel) {
        // What stands on the button isn't said again under it.
        let words = Some(label(session, cancel)).filter(|words| words != CANCEL).unwrap_or_default();
        if rail.put(112.0, Button::new(CANCEL, "Esc"), &words, "", "cancel") {
            asks.push(Ask::Choose(cancel.id.clone()));
        }
    }
}

fn next_one(
    rail: &mut Rail<'_>,
    session: &Session,
    description: &Description,
    width: f32,
    asks: &mut Vec<Ask>,
) {
    let blocks = matches!(description.pieces, PieceForm::LongBlocks | PieceForm::StepBlocks);
    // What can be done at any time comes after what is asked.
    let on_board = |c: &&Choice| matches!(c.target, Target::Unit(_) | Target::Space(_) | Target::Edge(_));
    let is_unit = |c: &Choice| matches!(c.target, Target::Unit(_));
    let units = match session.asked().any(|c| on_board(&c)) {
        true => session.asked().any(is_unit),
        false => session.choices().any(is_unit),
    };
    let whole = match units {
        true if blocks => "Next block",
        true => "Next unit",
        false => "Next place",
    };
    let (words, why) = if width < NEXT { ("Next", whole) } else { (whole, "") };
    if rail.put(width, Button::new(words, keys::cap_of(rail.ui, Action::Next)), "", why, "next") {
        asks.push(Ask::NextUnit);
    }
}

fn undo_and_redo(rail: &mut Rail<'_>, session: &Session, narrow: bool, asks: &mut Vec<Ask>) {
    let undo = &session.undo;
    let redo_words = undo.redo.as_ref().map(|redo| format!("Redo: {}", redo.text)).unwrap_or_default();
    let redo = Button::new("Redo", keys::cap_of(rail.ui, Action::Redo)).enabled(undo.redo.is_some());
    let why_not = undo.why_not.clone().unwrap_or_default();
    let (words, why, enabled, beyond) = match (&undo.choice, &undo.beyond) {
        (Some(back), _) => (format!("Undo: {}", back.text), String::new(), true, false),
        (None, Some(back)) => {
            let marked = "Everyone sits here, so it can still be taken back; it will be marked.";
            (format!("Undo all the same: {}", back.text), format!("{why_not} {marked}"), true, true)
        }
        (None, None) => (why_not.clone(), why_not, false, false),
    };
    let undo = Button::new("Undo", keys::cap_of(rail.ui, Action::Undo)).enabled(enabled);
    let [undone, redone] = if narrow {
        // One over the other, without words under them.
        let half = |y: f32| Rect::from_min_size(pos2(rail.x - REDO, rail.y + y), vec2(REDO, 29.0));
        // What may be chosen at any time stands over them.
        let top = if any_time(session).next().is_some() { 1.0 } else { -8.0 };
        let (above, below) = (half(top), half(top + 34.0));
        let about = if why.is_empty() { words } else { format!("{words}. {why}") };
        let done = [rail.place(above, undo, &about, "undo"), rail.place(below, redo, &redo_words, "redo")];
        rail.x -= REDO + GAP;
        done
    } else {
        let redone = rail.put(REDO, redo, &redo_words, "", "redo");
        [rail.put(UNDO, undo, &words, &why, "undo"), redone]
    };
    if redone {
        asks.push(Ask::Redo(Reach::Choice));
    }
    if undone {
        asks.push(Ask::Undo { reach: Reach::Choice, beyond });
    }
}
