//! What is lit, numbered and taken by a key, among much that can be chosen.

use super::*;
use egui::Key;
use muster_contract::{Choice, ChoiceRole, Decision, Target};
use muster_table::messages::{FromTable, Update};

fn choice(id: &str, target: Target) -> Choice {
    Choice { id: id.into(), target, role: ChoiceRole::Act }
}

fn buttons(ids: &[&str]) -> Decision {
    let choices = ids.iter().map(|id| choice(id, Target::Button((*id).into()))).collect();
    Decision { focus: None, choices, ..stage::decision() }
}

fn press(harness: &mut Harness<'static, Option<Window>>, key: Key) {
    harness.key_press(key);
    harness.run_steps(3);
}

#[test]
fn a_number_takes_the_same_choice_while_the_same_is_asked() {
    let line = Acted { decisions: Some(vec![buttons(&["mark", "dig", "drop"])]), ..Acted::default() };
    let (sent, later, then) = (line.sent.clone(), line.later.clone(), line.decided_then.clone());
    let mut harness = window(Shelf::default(), Some(line));
    press(&mut harness, Key::Num2);
    *then.lock().expect("no thread panics with it") = Some(vec![buttons(&["dig", "take", "drop"])]);
    let changed = Update::Changed { news: vec![], back_to: None, standing: stage::standing() };
    later.lock().expect("no thread panics with it").push_back(FromTable::Update(changed));
    harness.run_steps(4);
    // The first has gone: its number is nobody's now, so that who pressed it twice has not taken up anything.
    for key in [Key::Num1, Key::Num2, Key::Num3, Key::Num4] {
        press(&mut harness, key);
    }
    assert_eq!(acts(&sent), ["dig", "dig", "drop", "take"]);
}

#[test]
fn a_list_is_numbered_in_the_order_in_which_it_is_shown() {
    let ids: Vec<String> = (0..10).flat_map(|n| [format!("march {n}"), format!("recruit {n}")]).collect();
    let decision = buttons(&ids.iter().map(String::as_str).collect::<Vec<_>>());
    let line = Acted { decisions: Some(vec![decision]), ..Acted::default() };
    let sent = line.sent.clone();
    let mut harness = window(Shelf::default(), Some(line));
    press(&mut harness, Key::Num2);
    assert_eq!(acts(&sent), ["recruit 0"], "the second button");
    // The first three have buttons; whatever isn't seen has no number.
    press(&mut harness, Key::Num5);
    assert_eq!(acts(&sent).len(), 1);
    press(&mut harness, Key::Period);
    press(&mut harness, Key::Num5);
    assert_eq!(acts(&sent)[1..], ["recruit 2"], "the second of those under the first heading");
}

#[test]
fn enter_takes_the_only_button_whatever_stands_beside_it() {
    let mut only = buttons(&["roll"]);
    only.choices.push(Choice {
        role: ChoiceRole::Standing,
        ..choice("never here", Target::Button("never here".into()))
    });
    let line = Acted { decisions: Some(vec![only, stage::enough()]), ..Acted::default() };
    let sent = line.sent.clone();
    let mut harness = window(Shelf::default(), Some(line));
    press(&mut harness, Key::Enter);
    assert_eq!(acts(&sent), ["roll"]);

    let two = Acted { decisions: Some(vec![buttons(&["roll", "stay"])]), ..Acted::default() };
    let sent = two.sent.clone();
    let mut harness = window(Shelf::default(), Some(two));
    press(&mut harness, Key::Enter);
    assert!(acts(&sent).is_empty());
}

#[test]
fn many_choices_are_listed_and_each_can_be_taken() {
    let mut decision = stage::decision();
    let bid = |n: u8| Choice {
        id: format!("bid {n}"),
        target: Target::Button(n.to_string()),
        role: ChoiceRole::Act,
    };
    decision.choices = (0..22).map(bid).collect();
    let line = Acted { decisions: Some(vec![decision]), ..Acted::default() };
    let sent = line.sent.clone();
    let mut harness = window(Shelf::default(), Some(line));
    assert!(harness.query_by_label("bid 17").is_none());
    harness.get_by_label("19 more").click_accesskit();
    harness.run_steps(2);
    harness.get_by_label("bid 17").click_accesskit();
    harness.run_steps(2);
    assert_eq!(acts(&sent), ["bid 17"]);
    assert!(harness.query_by_label("bid 17").is_none(), "the list is shut");
}

#[test]
fn a_long_order_sheet_is_opened_at_a_kind_of_orders() {
    let ids: Vec<String> = (0..10).flat_map(|n| [format!("recruit {n}"), format!("sail {n}")]).collect();
    let sheet = buttons(&ids.iter().map(String::as_str).collect::<Vec<_>>());
    let group = muster_contract::SecretGroup { name: "orders".into(), order: vec![0, 1] };
    let sheet = Decision { secret: Some(group), ..sheet };
    let line = Acted { decisions: Some(vec![sheet]), ..Acted::default() };
    let sent = line.sent.clone();
    let mut harness = window(Shelf::default(), Some(line));
    harness.get_by_label("Sail (10)").click_accesskit();
    harness.run_steps(2);
    assert!(harness.query_by_label("recruit 3").is_none(), "only those of this kind are listed");
    harness.get_by_label("sail 3").click_accesskit();
    harness.run_steps(2);
    assert_eq!(acts(&sent), ["sail 3"]);
    harness.get_by_label("All 20").click_accesskit();
    harness.run_steps(2);
    assert!(harness.query_by_label("recruit 3").is_some());
}
