//! Two persons at one screen: what is for the one's eyes, and the curtain between them.

use super::*;
use egui::Key;
use muster_contract::{CardView, Choice, ChoiceRole, Decision, Target};
use muster_table::messages::{FromTable, LogItem, Standing, Update};
use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

pub(super) type Later = Arc<Mutex<VecDeque<FromTable>>>;

/// How a table of two persons stands when this seat is asked, in secret or openly.
pub(super) fn asked(seat: u8, secret: bool) -> Standing {
    let mut standing = stage::standing();
    for of in &mut standing.seats {
        of.holder = Holder::Human;
        of.waited_for = of.seat == seat;
    }
    standing.group = secret.then(|| "bids".to_owned());
    standing
}

/// A window at which two persons sit, the first of whom looks, with what comes to it.
pub(super) fn two(line: Acted) -> (Harness<'static, Option<Window>>, Later) {
    let line = Acted { standing: Some(asked(0, false)), ..line };
    let later = line.later.clone();
    let table = OpenTable { eyes: vec![0, 1], ..stage::table(line) };
    (window_with(Shelf::default(), Some(table)), later)
}

fn comes(harness: &mut Harness<'static, Option<Window>>, later: &Later, update: Update) {
    later.lock().expect("no thread panics with it").push_back(FromTable::Update(update));
    harness.run_steps(4);
}

pub(super) fn is_asked(
    harness: &mut Harness<'static, Option<Window>>,
    later: &Later,
    seat: u8,
    secret: bool,
) {
    let standing = asked(seat, secret);
    comes(harness, later, Update::Changed { news: vec![], back_to: None, standing });
}

fn is_drawn(harness: &Harness<'static, Option<Window>>) -> bool {
    harness.query_by_label("Lift the curtain").is_some()
}

fn lift(harness: &mut Harness<'static, Option<Window>>) {
    harness.get_by_label("Lift the curtain").click_accesskit();
    harness.run_steps(4);
    assert!(!is_drawn(harness));
}

fn press(harness: &mut Harness<'static, Option<Window>>, key: Key, pressed: bool) {
    let (physical_key, repeat, modifiers) = (None, false, egui::Modifiers::NONE);
    harness.input_mut().events.push(egui::Event::Key { key, physical_key, pressed, repeat, modifiers });
    harness.run_steps(2);
}

fn card() -> CardView {
    CardView {
        id: "secret-lead".into(),
        pile: "hand".into(),
        side: Some("cs".into()),
        face: None,
        figure: String::new(),
    }
}

fn bids() -> Vec<Decision> {
    let bid = |n: u8| {
        let target = if n == 0 { Target::Card(card().id) } else { Target::Button(n.to_string()) };
        Choice { id: format!("bid {n}"), target, role: ChoiceRole::Act }
    };
    let mut choices: Vec<Choice> = (0..3).map(bid).collect();
    choices.push(Choice {
        id: "seal".into(),
        target: Target::Button("seal".into()),
        role: ChoiceRole::Finish,
    });
    vec![Decision { choices, ..stage::decision() }]
}

#[test]
fn there_is_a_curtain_unless_both_see_the_same() {
    let log: Vec<LogItem> = stage::log();
    let shorter = log[1..].to_vec();
    let mut own = log.clone();
    own[0].choices = vec!["what nobody else is shown, nor this one".into()];
    let dealt = muster_contract::View { cards: vec![card()], ..stage::view() };
    for (known, curtain) in [
        ((stage::view(), own), false),
        ((stage::view(), shorter), true),
        // It comes with the change of seats.
        ((dealt, log.clone()), true),
    ] {
        let line = Acted { log: Some(log.clone()), ..Acted::default() };
        let of = line.known.clone();
        let (mut harness, later) = two(line);
        of.lock().expect("no thread panics with it").insert(1, known);
        is_asked(&mut harness, &later, 1, false);
        assert_eq!(is_drawn(&harness), curtain);
        assert!(!is_painted(&harness, "A card face down"), "the second's hand");
    }
}

#[test]
fn nothing_that_was_looked_back_at_is_there_behind_the_curtain() {
    let line = Acted::default();
    let (slow, kept) = (line.slow.clone(), line.kept.clone());
    let (mut harness, later) = two(line);
    harness.key_press(Key::OpenBracket);
    harness.run_steps(4);
    harness.get_by_label("To the present");
    is_asked(&mut harness, &later, 1, true);
    lift(&mut harness);
    assert!(harness.query_by_label("To the present").is_none());

    // Nor what comes of it only when the other one sits there.
    slow.store(true, Ordering::Relaxed);
    for key in [Key::OpenBracket, Key::J] {
        harness.key_press(key);
        harness.run_steps(2);
    }
    is_asked(&mut harness, &later, 0, true);
    lift(&mut harness);
    let kept = std::mem::take(&mut *kept.lock().expect("no thread panics with it"));
    assert_eq!(kept.len(), 2);
    later.lock().expect("no thread panics with it").extend(kept);
    harness.run_steps(4);
    assert!(harness.query_by_label("To the present").is_none());
    assert!(harness.query_by_label("Save as a text").is_none());
}

#[test]
fn a_game_that_is_over_is_opened_behind_the_curtain_where_something_differs() {
    for differs in [true, false] {
        let mut standing = Standing { outcome: stage::over().outcome, ..asked(0, false) };
        standing.seats.iter_mut().for_each(|seat| seat.waited_for = false);
        let line = Acted::of(standing);
        if differs {
            let known = (stage::view(), stage::log()[1..].to_vec());
            line.known.lock().expect("no thread panics with it").insert(1, known);
        }
        let table = OpenTable { begun: true, eyes: vec![0, 1], ..stage::table(line) };
        let mut harness = window_with(Shelf::default(), Some(table));
        harness.run_steps(4);
        assert_eq!(
            (is_drawn(&harness), harness.query_by_label("Look at the board").is_some()),
            (differs, !differs)
        );
    }
}

#[test]
fn a_page_that_was_open_is_shut_behind_the_curtain() {
    let (mut harness, later) = two(Acted::default());
    harness.key_press(Key::J);
    harness.run_steps(4);
    harness.get_by_label("Save as a text");
    is_asked(&mut harness, &later, 1, true);
    lift(&mut harness);
    assert!(harness.query_by_label("Save as a text").is_none());
}

#[test]
fn a_key_that_is_held_down_does_not_lift_the_curtain() {
    let (mut harness, later) = two(Acted::default());
    press(&mut harness, Key::Enter, true);
    is_asked(&mut harness, &later, 1, true);
    press(&mut harness, Key::Enter, true);
    assert!(is_drawn(&harness), "the same press");
    press(&mut harness, Key::Enter, false);
    press(&mut harness, Key::Enter, true);
    assert!(!is_drawn(&harness));
}

#[test]
fn a_notice_for_a_seat_waits_until_it_looks() {
    let (mut harness, later) = two(Acted::default());
    let notice = |seat, text: &str| Update::Notice { seat, text: text.to_owned() };
    comes(&mut harness, &later, notice(Some(1), "your pick is no longer legal"));
    assert!(!is_painted(&harness, "no longer legal"));
    for seat in [None, Some(0)] {
        let words = format!("For {seat:?}");
        comes(&mut harness, &later, notice(seat, &words));
        assert!(is_painted(&harness, &words));
    }
    is_asked(&mut harness, &later, 1, true);
    assert!(!is_painted(&harness, "no longer legal"));
    lift(&mut harness);
    assert!(is_painted(&harness, "no longer legal"));
}

#[test]
fn nothing_is_chosen_while_one_looks_back() {
    let view = muster_contract::View { cards: vec![card()], ..stage::view() };
    let line = Acted { view: Some(view), decisions: Some(bids()), ..Acted::default() };
    let sent = line.sent.clone();
    let mut harness = window(Shelf::default(), Some(line));
    harness.key_press(Key::OpenBracket);
    harness.run_steps(4);
    for key in [Key::Num1, Key::X, Key::N, Key::Enter, Key::U, Key::R] {
        harness.key_press(key);
        harness.run_steps(2);
    }
    harness.get_by_label("A card face down").click_accesskit();
    harness.run_steps(2);
    assert!(acts(&sent).is_empty());
    let undone = |request: &Request| matches!(request, Request::Undo { .. } | Request::Redo { .. });
    assert!(!sent.lock().expect("no thread panics with it").iter().any(undone));

    // In the present it is.
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    harness.get_by_label("A card face down").click_accesskit();
    harness.run_steps(2);
    assert_eq!(acts(&sent), ["bid 0"]);
}

#[test]
fn a_module_that_is_long_at_a_bots_choice_can_be_stopped() {
    let mut standing = stage::standing();
    standing.seats.iter_mut().for_each(|seat| seat.waited_for = seat.seat == 0);
    let line = Acted { decisions: Some(vec![]), ..Acted::of(standing) };
    let (sent, busy) = (line.sent.clone(), line.busy.clone());
    let mut harness = window(Shelf::default(), Some(line));
    // It answers while the bot thinks.
    harness.run_steps(12);
    assert!(harness.query_by_label("Stop").is_none());
    busy.store(true, Ordering::Relaxed);
    harness.run_steps(8);
    harness.get_by_label("Stop").click_accesskit();
    harness.run_steps(3);
    assert!(sent.lock().expect("no thread panics with it").contains(&Request::Stop));
    assert!(harness.query_by_label("Stop").is_none());
}

#[test]
fn a_chronicle_that_can_not_be_written_tells_why() {
    let why = "module brigade failed in view";
    let line = Acted { no_story: Some(why.to_owned()), ..Acted::default() };
    let sent = line.sent.clone();
    let mut harness = window(Shelf::default(), Some(line));
    harness.key_press(Key::J);
    harness.run_steps(4);
    assert!(is_painted(&harness, why));
    harness.get_by_label_contains("Try again").click_accesskit();
    harness.run_steps(3);
    let chronicle = |request: &&Request| matches!(request, Request::Chronicle { .. });
    assert_eq!(sent.lock().expect("no thread panics with it").iter().filter(chronicle).count(), 2);
}

/// With what somebody typed goes what could be undone of it.
#[test]
fn what_one_typed_does_not_come_back_to_the_other() {
    use egui::text_edit::TextEditState;
    let (mut harness, later) = two(Acted::default());
    harness.run_steps(2);
    let id = egui::Id::unique("a field");
    harness.ctx.data_mut(|data| data.insert_persisted(id, TextEditState::default()));
    is_asked(&mut harness, &later, 1, true);
    lift(&mut harness);
    assert!(harness.ctx.data_mut(|data| data.get_persisted::<TextEditState>(id)).is_none());
}

/// Enter was meant for what was there before the curtain.
#[test]
fn a_curtain_that_has_just_fallen_is_not_lifted() {
    let (mut harness, later) = two(Acted::default());
    harness.run_steps(2);
    let standing = asked(1, true);
    let update = Update::Changed { news: vec![], back_to: None, standing };
    later.lock().expect("no thread panics with it").push_back(FromTable::Update(update));
    while !is_drawn(&harness) {
        harness.run_steps(1);
    }
    press(&mut harness, Key::Enter, true);
    assert!(is_drawn(&harness));
    press(&mut harness, Key::Enter, false);
    press(&mut harness, Key::Enter, true);
    assert!(!is_drawn(&harness));
}

#[test]
fn a_notice_does_not_grow_old_behind_the_curtain() {
    let (mut harness, later) = two(Acted::default());
    is_asked(&mut harness, &later, 1, true);
    let words = "The journal is not safe on disk yet";
    comes(&mut harness, &later, Update::Notice { seat: None, text: words.into() });
    harness.run_steps(60);
    assert!(is_drawn(&harness) && !is_painted(&harness, words));
    lift(&mut harness);
    assert!(is_painted(&harness, words));
    harness.run_steps(60);
    assert!(!is_painted(&harness, words), "it has been there long enough");
}

/// A second notice of the same moment doesn't take the first one's place.
#[test]
fn notices_of_one_moment_are_shown_together() {
    let (mut harness, later) = two(Acted::default());
    harness.run_steps(2);
    let notice = |text: &str| FromTable::Update(Update::Notice { seat: None, text: text.into() });
    later.lock().expect("no thread panics with it").extend([notice("one stands"), notice("two does not")]);
    harness.run_steps(2);
    assert!(is_painted(&harness, "One stands; two does not"));
    assert!(later.lock().expect("no thread panics with it").is_empty());
}

/// A decision may have more choices than a module describes in one call.
#[test]
fn a_seat_with_very_many_choices_is_told_what_each_does() {
    let mut many = stage::decision();
    let place = |n: usize| Choice {
        id: format!("fort {n}"),
        target: Target::Space("1414".into()),
        role: ChoiceRole::Act,
    };
    many.choices.splice(0..0, (0..500).map(place));
    let ids: std::collections::BTreeSet<String> =
        many.choices.iter().map(|choice| choice.id.clone()).collect();
    let line = Acted { decisions: Some(vec![many]), ..Acted::default() };
    let sent = line.sent.clone();
    let (mut harness, later) = two(line);
    is_asked(&mut harness, &later, 1, true);
    sent.lock().expect("no thread panics with it").clear();
    lift(&mut harness);
    harness.run_steps(4);
    harness.get_by_label("End moves");
    let sent = sent.lock().expect("no thread panics with it");
    let portions = sent.iter().filter_map(|request| match request {
        Request::Details { seat: 1, choices } => Some(choices),
        _ => None,
    });
    let portions: Vec<&Vec<String>> = portions.collect();
    assert!(portions.len() > 1 && portions[0].iter().any(|id| id == "end"), "what has a button comes first");
    assert_eq!(portions.into_iter().flatten().cloned().collect::<std::collections::BTreeSet<_>>(), ids);
}

/// Whoever comes back looks where they looked, through what they had switched on.
#[test]
fn each_of_two_comes_back_to_their_own_look() {
    let (mut harness, later) = two(Acted::default());
    let place = |harness: &Harness<'static, Option<Window>>| {
        let at = harness.get_by_label_contains("Move to 1414").rect();
        (at.center().round(), at.width().round())
    };
    let zones = |harness: &Harness<'static, Option<Window>>| {
        harness.query_by_label_contains("Enemy fire zones:").is_some()
    };
    for key in [Key::Minus, Key::Minus, Key::ArrowRight, Key::F] {
        harness.key_press(key);
        harness.run_steps(2);
    }
    let first = place(&harness);
    assert!(zones(&harness));
    is_asked(&mut harness, &later, 1, true);
    lift(&mut harness);
    for key in [Key::Plus, Key::ArrowLeft, Key::F] {
        harness.key_press(key);
        harness.run_steps(2);
    }
    let second = place(&harness);
    assert!(first != second && !zones(&harness));
    is_asked(&mut harness, &later, 0, true);
    lift(&mut harness);
    assert_eq!(place(&harness), first);
    assert!(zones(&harness));
    is_asked(&mut harness, &later, 1, true);
    lift(&mut harness);
    assert_eq!(place(&harness), second);
    assert!(!zones(&harness));
}
