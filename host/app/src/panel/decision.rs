//! The decision bar: who decides, the question in words, the rule it comes from, and the buttons.

mod advised;
mod buttons;
mod numbers;

use super::control::{Button, fitted, hint_above, inked, lines, link, told, told_letters, told_paragraph};
use super::facing::rose;
use super::{Ask, announcing, livery};
use crate::draw::curve::cornered;
use crate::draw::letter::{Face, Letters};
use crate::draw::symbol;
use crate::session::Session;
use crate::theme::{Livery, Palette};
use egui::{Pos2, Rect, Ui, pos2, vec2};
use muster_contract::{Choice, Decision, Description, EventKind, Target};
use muster_table::messages::SeatStanding;
pub use numbers::Numbers;
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
    /// Those of which kind only are listed.
    kind: Option<String>,
    /// The choice whose button or row in the list is pointed at, by pointer or by keyboard.
    pub pointed: Option<String>,
    /// Where the list ends: what is told of a choice in the panel beside the board stays in sight.
    pub list_end: f32,
    /// Which digit takes which choice.
    pub numbers: Numbers,
}

/// Where the question begins: after the plate with the side's general.
const PLATE: f32 = 96.0;
/// So wide is the rose of facings with its keys, and so much it leaves the question at least.
const ROSE: f32 = 170.0;
const BESIDE_ROSE: f32 = 300.0;
/// The module's own buttons leave the question at least this width, and as much as it needs up to this part of the bar.
const QUESTION: f32 = 170.0;
const MOST: f32 = 0.3;

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
        self.numbers.turn();
        if self.asks_back(ui, p, asks) || self.advised(ui, session, description, p, asks) {
            return;
        }
        let rect = ui.max_rect();
        let mut buttons_left = self.buttons(ui, session, description, p, asks);
        if session.moment.is_none() {
            buttons_left = buttons_left.min(at_any_time(ui, session, p, asks));
        }
        let facings: Vec<(u8, &Choice)> = session
            .asked()
            .filter_map(|c| match c.target {
                Target::Facing(f) => Some((f, c)),
                _ => None,
            })
            .collect();
        let mut room = buttons_left - rect.left() - PLATE - 16.0;
        let Question { side, .. } = Question::of(session, description);
        let livery = livery(description, p, side.as_deref());
        // Where the question needs the rose's room, that stands in place of the plate.
        if facings.is_empty() || room - ROSE < BESIDE_ROSE {
            let at = rect.min + vec2(50.0, 50.0);
            match facings.is_empty() {
                true => plate(ui, at, &livery, p),
                false => rose(ui, at, &facings, self.turned, false, p, asks),
            }
        } else {
            room -= ROSE;
            plate(ui, rect.min + vec2(50.0, 50.0), &livery, p);
            let at = pos2(rect.left() + PLATE + room + 60.0, rect.top() + 50.0);
            rose(ui, at, &facings, self.turned, true, p, asks);
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
        let Question { who, prompt, cite, side } = Question::of(session, description);
        announcing::tell(ui.ctx(), session, &format!("{who}: {prompt}"));
        let livery = livery(description, p, side.as_deref());
        let x = rect.left() + PLATE;
        let bottom = prompt_in(ui, rect, room, &prompt, p);
        told_letters(ui, pos2(x, rect.top() + bottom.above), heading(ui, &who, room, livery.text));
        let mut x = x;
        let y = rect.top() + bottom.below;
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
            let lit = d.choices.iter().map(|choice| &choice.target).filter(|target| session.is_lit(target));
            let counted = counted(lit);
            let room = rect.left() + PLATE + room - x;
            let wide = |words: &str| Letters::new(words, Face::Body.at(14.0), p.ink2).width(ui.painter());
            let ways = known(session, d, description, &counted);
            let fits = ways.iter().find(|words| wide(words) <= room - 8.0);
            let words = fits.or(ways.last()).cloned().unwrap_or_default();
            told(ui, pos2(x + 8.0, y), room - 8.0, &words, Face::Body.at(14.0), p.ink2);
            let used = if words.is_empty() { 8.0 } else { wide(&words) + 28.0 };
            // The rose of facings may stand in the plate's place.
            let turns = d.choices.iter().any(|choice| matches!(choice.target, Target::Facing(_)));
            let plate = Rect::from_center_size(rect.min + vec2(50.0, 50.0), vec2(56.0, 56.0));
            let plate = Some(plate).filter(|_| !turns);
            advised::offer(ui, pos2(x + used, y), room - used, plate, p, asks);
        }
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
        let x = rect.left() + PLATE;
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

/// What is lit, and who has sealed orders, in words: at length first, then in ever fewer.
fn known(session: &Session, asked: &Decision, description: &Description, counted: &[String]) -> Vec<String> {
    let seats = session.standing.iter().flat_map(|s| &s.seats).filter(|s| s.seat != asked.seat);
    let sealed = seats.filter(|s| session.sealed(Some(s.seat)));
    let sealed: Vec<&str> = sealed.map(|s| super::side_name(description, &s.side)).collect();
    let told = |lit: &[String], after: &str| {
        let sealed = sealed.iter().map(|side| format!("{side} {after}"));
        lit.iter().cloned().chain(sealed).collect::<Vec<_>>().join("; ")
    };
    let can: Vec<String> = can_be_chosen(counted).into_iter().collect();
    let short: Vec<String> = (!counted.is_empty()).then(|| counted.join(", ")).into_iter().collect();
    let (at_length, brief) = ("has sealed its orders", "sealed");
    let mut ways = vec![told(&can, at_length), told(&short, at_length), told(&short, brief)];
    // What is lit is seen on the board, too.
    ways.push(if sealed.is_empty() { told(&short, brief) } else { told(&[], brief) });
    ways
}

/// What is asked, in words.
struct Question {
    who: String,
    prompt: String,
    cite: String,
    side: Option<String>,
}

impl Question {
    fn of(session: &Session, description: &Description) -> Self {
        let decision = session.decision();
        let seat = || {
            let standing = session.standing.as_ref()?;
            let thinks = |s: &&SeatStanding| Some(s.seat) == session.thinking;
            standing.seats.iter().find(thinks).or(standing.seats.iter().find(|s| s.waited_for))
        };
        let side = match (decision, session.outcome()) {
            // Who looks back is whoever looks, whoever has won by now.
            _ if session.moment.is_some() => {
                session.seat.and_then(|seat| session.side_of(seat)).map(str::to_owned)
            }
            (Some(decision), _) => Some(decision.side.clone()),
            (None, Some(outcome)) => outcome.winner.clone(),
            (None, None) => seat().map(|seat| seat.side.clone()),
        };
        let named = side.as_deref().map(|side| super::side_name(description, side));
        let mut cite = String::new();
        let (prompt, frame) = if let Some(moment) = &session.moment {
            let told =
                |e: &&muster_contract::Event| !e.text.is_empty() && !matches!(e.kind, EventKind::Phase(_));
            let words = moment.item.as_ref().and_then(|i| i.events.iter().find(told)).map(|e| e.text.clone());
            let frame = if session.told.is_some() { "the orders carried out" } else { "a look back" };
            let stood = || match moment.step {
                0 => "How it stood at the beginning.".to_owned(),
                step => format!("How it stood after choice {step}."),
            };
            (words.unwrap_or_else(stood), Some(frame.to_owned()))
        } else if let Some(d) = decision {
            cite.clone_from(&d.citation);
            (d.prompt.clone(), d.frame.last().cloned())
        } else if let Some(outcome) = session.outcome() {
            (super::result::in_words(outcome, description), Some("the game is over".to_owned()))
        } else {
            let name = named.unwrap_or("The other side");
            let words = if session.thinking.is_some() {
                format!("{name} is thinking …")
            } else if session.sealed(session.seat) {
                format!("You have sealed your orders; {name} is still writing.")
            } else {
                format!("{name} decides.")
            };
            (words, None)
        };
        let who = [named.map(str::to_uppercase), frame.map(|frame| frame.to_uppercase())];
        let who = who.into_iter().flatten().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(", ");
        Self { who, prompt, cite, side }
    }

    /// How wide it has to be to be read whole: in two lines, if it is long.
    fn width(&self, ui: &Ui) -> f32 {
        let wide = |words: &str, font, tracking| {
            Letters::new(words, font, egui::Color32::BLACK).tracked(tracking).width(ui.painter())
        };
        let prompt = wide(&self.prompt, Face::Prompt.at(15.0), 0.0);
        // Lines break at words, so that two take more than half each.
        let who = wide(&self.who, Face::BodyBold.at(13.0), 1.0);
        (prompt * 0.58).max(who) + 16.0
    }
}

/// How far below the bar's top what stands above and below the prompt has its baseline.
struct Around {
    above: f32,
    below: f32,
}

// Whose decision it is and of what: set smaller where it is long, and at last without the side, whose plate stands before it.
fn heading(ui: &Ui, who: &str, room: f32, colour: egui::Color32) -> Letters {
    let letters = |words: &str, size: f32, apart: f32| {
        Letters::new(words, Face::BodyBold.at(size), colour).tracked(apart).within(f32::INFINITY)
    };
    let frame = who.split_once(", ").map_or(who, |(_, frame)| frame);
    let ways = [(who, 13.0, 1.0), (who, 11.5, 0.3), (frame, 13.0, 1.0), (frame, 11.5, 0.3)];
    let mut ways = ways.map(|(words, size, apart)| letters(words, size, apart)).into_iter();
    let last = letters(frame, 11.5, 0.3).within(room);
    ways.find(|letters| letters.width(ui.painter()) <= room).unwrap_or(last)
}

// The prompt: set smaller, then in two lines and in three, rather than cut.
fn prompt_in(ui: &Ui, rect: Rect, room: f32, prompt: &str, p: &Palette) -> Around {
    let x = rect.left() + PLATE;
    let width = Letters::new(prompt, Face::Prompt.at(23.0), p.ink).width(ui.painter());
    if width * 15.0 / 23.0 <= room {
        let size = (23.0 * room / width.max(1.0)).clamp(15.0, 23.0);
        fitted(ui.painter(), pos2(x, rect.top() + 59.0), room, prompt, Face::Prompt.at(size), p.ink);
        return Around { above: 32.0, below: 83.0 };
    }
    let rows = |size: f32| lines(ui.painter(), prompt, Face::Prompt.at(size), room);
    if rows(15.0) <= 2 {
        let at = pos2(x, rect.top() + 49.0);
        told_paragraph(ui, at, room, prompt, Face::Prompt.at(15.0), p.ink, 17.0, 2);
        return Around { above: 32.0, below: 83.0 };
    }
    let at = pos2(x, rect.top() + 41.0);
    told_paragraph(ui, at, room, prompt, Face::Prompt.at(14.0), p.ink, 15.5, 3);
    Around { above: 24.0, below: 91.0 }
}

/// What may be chosen though nothing waits for it.
fn any_time(session: &Session) -> impl Iterator<Item = (&Decision, &Choice)> {
    let has_words =
        |target: &Target| matches!(target, Target::Button(_) | Target::Amount(_) | Target::Custom(_));
    session.at_any_time().filter(move |(_, choice)| has_words(&choice.target)).take(4)
}

// It stands small over the buttons, never in their way. Gives where it begins.
fn at_any_time(ui: &mut Ui, session: &Session, p: &Palette, asks: &mut Vec<Ask>) -> f32 {
    let rect = ui.max_rect();
    let y = rect.top() + 22.0;
    let mut x = rect.right() - 20.0;
    let mut some = false;
    for (decision, choice) in any_time(session) {
        let words = label(session, choice);
        x -= Letters::new(&words, Face::BodyMedium.at(13.5), p.focus).width(ui.painter());
        let (response, _) = link(ui, pos2(x, y), &words, 13.5, p.focus, ("any time", &choice.id));
        hint_above(&response, &decision.prompt);
        if response.clicked() {
            asks.push(Ask::Choose(choice.id.clone()));
        }
        x -= 14.0;
        some = true;
    }
    if some {
        let words = Letters::new("At any time:", Face::Body.at(13.5), p.ink2).right();
        x -= words.paint(ui.painter(), pos2(x, y)) + 10.0;
    }
    x
}

// How many units and places there are among what choices point at, each counted once.
fn counted<'a>(targets: impl Iterator<Item = &'a Target>) -> Vec<String> {
    let targets: HashSet<&Target> = targets.collect();
    let several = |n: usize, one: &str| match n {
        0 => None,
        1 => Some(format!("1 {one}")),
        n => Some(format!("{n} {one}s")),
    };
    let units = targets.iter().filter(|target| matches!(target, Target::Unit(_))).count();
    let places = targets.iter().filter(|target| matches!(target, Target::Space(_) | Target::Edge(_))).count();
    several(units, "unit").into_iter().chain(several(places, "place")).collect()
}

fn can_be_chosen(counted: &[String]) -> Option<String> {
    (!counted.is_empty()).then(|| format!("{} can be chosen", counted.join(" and ")))
}

/// A choice's words; its id until they have come.
fn label(session: &Session, choice: &Choice) -> String {
    session.details(&choice.id).map_or_else(|| plain(&choice.id), |details| details.label.clone())
}

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
    use muster_contract::ChoiceRole;

    #[test]
    fn what_several_choices_point_at_is_counted_once() {
        let choice = |id: &str, target| Choice { id: id.into(), target, role: ChoiceRole::Act };
        let unit = || Target::Unit("us-grant".into());
        let choices = [choice("drill us-grant", unit()), choice("relieve us-grant", unit())];
        let of = |choices: &[Choice]| can_be_chosen(&counted(choices.iter().map(|choice| &choice.target)));
        assert_eq!(of(&choices).as_deref(), Some("1 unit can be chosen"));
        let places = ["memphis", "cairo"].map(|id| choice(id, Target::Space(id.into())));
        let both: Vec<Choice> = choices.into_iter().chain(places).collect();
        assert_eq!(of(&both).as_deref(), Some("1 unit and 2 places can be chosen"));
        let hexside = choice("sail", Target::Edge("2316/2415".into()));
        assert_eq!(of(&[hexside]).as_deref(), Some("1 place can be chosen"));
        assert_eq!(of(&[choice("seal", Target::Button("seal".into()))]), None);
    }
}
