//! Whatever can be chosen can be reached: what stands nowhere, and lists by the keyboard.

use super::*;
use muster_contract::{Choice, ChoiceDetails, ChoiceRole, Decision, Target};

/// A decision between choices that point at these, named by what they are.
fn between(targets: impl IntoIterator<Item = Target>) -> Acted {
    let name = |target: &Target| match target {
        Target::Unit(id) | Target::Card(id) => id.clone(),
        _ => String::new(),
    };
    let choices: Vec<Choice> = targets
        .into_iter()
        .map(|target| Choice { id: format!("choose {}", name(&target)), target, role: ChoiceRole::Act })
        .collect();
    decided(choices)
}

fn decided(choices: Vec<Choice>) -> Acted {
    let told = |choice: &Choice| ChoiceDetails {
        id: choice.id.clone(),
        label: choice.id.clone(),
        cost: String::new(),
        consequences: vec![],
        path: vec![],
        warning: None,
    };
    let details = choices.iter().map(told).collect();
    let decision = Decision { focus: None, choices, ..stage::decision() };
    Acted { decisions: Some(vec![decision]), details: Some(details), ..Acted::default() }
}

#[test]
fn who_is_not_on_the_map_can_be_chosen_by_a_button() {
    let unit = |id: &str| Target::Unit(id.into());
    let line = between([unit("cs-hunter"), unit("cs-wood"), unit("cs-foster")]);
    let sent = line.sent.clone();
    let mut harness = window(Shelf::default(), Some(line));
    for name in ["choose cs-hunter", "choose cs-foster"] {
        assert!(harness.query_by_label(name).is_some(), "no button for “{name}”");
    }
    assert!(harness.query_by_label("choose cs-wood").is_none(), "he stands on the map");
    harness.key_press(egui::Key::Num2);
    harness.run_steps(2);
    assert_eq!(acts(&sent), ["choose cs-foster"]);
}

#[test]
fn cards_that_lie_in_no_hand_are_listed_however_many() {
    let line = between((0..7).map(|n| Target::Card(format!("card-{n}"))));
    let sent = line.sent.clone();
    let mut harness = window(Shelf::default(), Some(line));
    let buttons = (0..7).filter(|n| harness.query_by_label(&format!("choose card-{n}")).is_some()).count();
    if buttons < 7 {
        let list = format!("{} {}", 7 - buttons, if buttons > 0 { "more" } else { "choices" });
        harness.get_by_label(&list).click_accesskit();
        harness.run_steps(3);
    }
    harness.get_by_label("choose card-6").click_accesskit();
    harness.run_steps(2);
    assert_eq!(acts(&sent), ["choose card-6"]);
}

/// A window in which the keyboard has gone on to the next thing that can be chosen, and taken it.
fn take_next(line: Acted) -> Harness<'static, Option<Window>> {
    let mut harness = window(Shelf::default(), Some(line));
    for key in [egui::Key::N, egui::Key::Enter] {
        harness.key_press(key);
        harness.run_steps(3);
    }
    harness
}

#[test]
fn the_next_unit_gets_the_keyboard_and_enter_takes_it() {
    let line = Acted::default();
    let sent = line.sent.clone();
    take_next(line);
    assert_eq!(acts(&sent).len(), 1);
}

/// A window where the list of what can be done with Wood was opened by the keyboard.
fn listed() -> (Harness<'static, Option<Window>>, Sent) {
    let wood =
        |id: &str| Choice { id: id.into(), target: Target::Unit("cs-wood".into()), role: ChoiceRole::Act };
    let line = decided(vec![wood("promote"), wood("transfer"), wood("recall")]);
    let sent = line.sent.clone();
    let harness = take_next(line);
    assert!(acts(&sent).is_empty());
    (harness, sent)
}

#[test]
fn a_list_of_what_can_be_done_is_walked_by_keys() {
    use egui::Key::{ArrowDown, ArrowUp, Enter, Escape, Num3, Tab};
    let cases: [(&[egui::Key], &[&str]); 6] = [
        (&[Enter], &["promote"]),
        (&[ArrowDown, Enter], &["transfer"]),
        (&[Tab, Tab, Tab, Enter], &["promote"]),
        (&[ArrowUp, Enter], &["recall"]),
        (&[Num3], &["recall"]),
        (&[Escape], &[]),
    ];
    for (keys, chosen) in cases {
        let (mut harness, sent) = listed();
        for key in keys {
            harness.key_press(*key);
            harness.run_steps(3);
        }
        assert_eq!(acts(&sent), chosen, "{keys:?}");
    }
}

#[test]
fn who_gives_a_list_up_is_where_it_was_opened() {
    let (mut harness, sent) = listed();
    for key in
        [egui::Key::ArrowDown, egui::Key::Escape, egui::Key::Enter, egui::Key::ArrowDown, egui::Key::Enter]
    {
        harness.key_press(key);
        harness.run_steps(3);
    }
    assert_eq!(acts(&sent), ["transfer"]);
}

/// What Enter takes after the keyboard has gone on so many times.
fn taken_after(steps: usize, decisions: Vec<Decision>) -> Vec<String> {
    let line = Acted { decisions: Some(decisions), ..Acted::default() };
    let sent = line.sent.clone();
    let mut harness = window(Shelf::default(), Some(line));
    for key in std::iter::repeat_n(egui::Key::N, steps).chain([egui::Key::Enter]) {
        harness.key_press(key);
        harness.run_steps(3);
    }
    acts(&sent)
}

#[test]
fn next_goes_through_units_then_places_and_at_last_what_can_be_done_at_any_time() {
    let choice = |id: &str, target| Choice { id: id.into(), target, role: ChoiceRole::Act };
    let unit = |id: &str| choice(id, Target::Unit(id.into()));
    let place = |id: &str| choice(id, Target::Space(id.into()));
    let asked = vec![place("1414"), unit("cs-wood"), place("1314"), unit("cs-swett")];
    let marker = Decision { choices: vec![unit("cs-shaver")], ..stage::enough() };
    for (steps, taken) in ["cs-wood", "cs-swett", "1414", "1314", "cs-shaver", "cs-wood"].iter().enumerate() {
        let asked = Decision { focus: None, choices: asked.clone(), ..stage::decision() };
        assert_eq!(
            taken_after(steps + 1, vec![marker.clone(), asked]),
            [*taken],
            "after {} steps",
            steps + 1
        );
    }
    let asked = Decision { focus: None, choices: vec![place("1414")], ..stage::decision() };
    let line = Acted { decisions: Some(vec![marker, asked]), ..Acted::default() };
    window(Shelf::default(), Some(line)).get_by_label_contains("Next place");
}
