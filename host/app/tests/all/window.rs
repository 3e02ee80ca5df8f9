//! The window played by keyboard and by screen reader, on an acted table.

mod advice;
mod again;
mod aside;
mod asked;
mod before;
mod chances;
mod choosing;
mod columns;
mod early;
mod eyes;
mod finding;
mod guided;
mod hand;
mod heard;
mod keepsakes;
mod keys;
mod legible;
mod lobby;
mod long;
mod low;
mod menus;
mod outcome;
mod reached;
mod reading;
mod several;
mod sheet;
mod shown;
mod small_map;
mod sounds;
mod told;
mod tools;

use crate::stage::{self, Acted, Shelf};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use muster_app::catalogue::OpenTable;
use muster_app::window::Window;
use muster_table::messages::{Holder, Request};

fn window(shelf: Shelf, table: Option<Acted>) -> Harness<'static, Option<Window>> {
    window_with(shelf, table.map(stage::table))
}

fn window_with(shelf: Shelf, table: Option<OpenTable>) -> Harness<'static, Option<Window>> {
    window_of(egui::vec2(1600.0, 1000.0), shelf, table)
}

fn window_of(size: egui::Vec2, shelf: Shelf, table: Option<OpenTable>) -> Harness<'static, Option<Window>> {
    let mut wanted = Some((shelf, table));
    let mut harness = Harness::builder()
        .with_size(size)
        .with_context_setup(muster_app::draw::letter::install)
        .build_ui_state(
            move |ui, window: &mut Option<Window>| {
                let window = window.get_or_insert_with(|| {
                    let (shelf, table) = wanted.take().expect("a window is made once");
                    let mut window = Window::new(ui.ctx(), Box::new(shelf));
                    if let Some(table) = table {
                        window.open(table);
                    }
                    window
                });
                window.ui(ui);
            },
            None,
        );
    harness.run_steps(4);
    harness
}

type Sent = std::sync::Arc<std::sync::Mutex<Vec<Request>>>;

fn acts(sent: &Sent) -> Vec<String> {
    let sent = sent.lock().expect("no thread panics with it");
    sent.iter()
        .filter_map(|r| match r {
            Request::Act { choice, .. } => Some(choice.clone()),
            _ => None,
        })
        .collect()
}

/// The texts that are painted, which have no label, and where.
fn painted(harness: &Harness<'static, Option<Window>>) -> Vec<(egui::Pos2, std::sync::Arc<egui::Galley>)> {
    fn collect(shape: &egui::Shape, texts: &mut Vec<(egui::Pos2, std::sync::Arc<egui::Galley>)>) {
        match shape {
            egui::Shape::Text(text) => texts.push((text.pos, text.galley.clone())),
            egui::Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, texts)),
            _ => {}
        }
    }
    let mut texts = Vec::new();
    harness.output().shapes.iter().for_each(|clipped| collect(&clipped.shape, &mut texts));
    texts
}

/// Whether these words are painted.
fn is_painted(harness: &Harness<'static, Option<Window>>, words: &str) -> bool {
    painted(harness).iter().any(|(_, galley)| galley.text().contains(words))
}

/// Whether these words are painted, and nothing of them is cut off.
fn is_whole(harness: &Harness<'static, Option<Window>>, words: &str) -> bool {
    painted(harness).iter().any(|(_, galley)| galley.text() == words && !galley.elided)
}

#[test]
fn every_target_that_can_be_chosen_has_a_name() {
    let line = Acted::default();
    let harness = window(Shelf::default(), Some(line));
    for name in
        ["Move to 1314", "Move to 1515", "Wood’s brigade at 1315", "Swett’s brigade at 1516", "Face north"]
    {
        assert!(harness.query_by_label_contains(name).is_some(), "nothing is called “{name}”");
    }
}

#[test]
fn a_lit_hex_is_taken_by_screen_reader() {
    let line = Acted::default();
    let sent = line.sent.clone();
    let mut harness = window(Shelf::default(), Some(line));
    harness.get_by_label_contains("Move to 1414").click_accesskit();
    harness.run_steps(2);
    assert_eq!(acts(&sent), ["go 1414"]);
}

#[test]
fn what_warns_is_asked_about_once() {
    let line = Acted::default();
    let sent = line.sent.clone();
    let mut harness = window(Shelf::default(), Some(line));
    harness.key_press(egui::Key::X);
    harness.run_steps(2);
    assert!(acts(&sent).is_empty());
    harness.key_press(egui::Key::Enter);
    harness.run_steps(2);
    assert_eq!(acts(&sent), ["end"]);
}

#[test]
fn escape_gives_up_what_was_begun() {
    let line = Acted::default();
    let sent = line.sent.clone();
    let mut harness = window(Shelf::default(), Some(line));
    harness.key_press(egui::Key::Escape);
    harness.run_steps(2);
    assert_eq!(acts(&sent), ["back"]);
}

#[test]
fn undo_names_the_revision_of_its_offer() {
    let line = Acted::default();
    let sent = line.sent.clone();
    let mut harness = window(Shelf::default(), Some(line));
    harness.key_press(egui::Key::U);
    harness.run_steps(2);
    let sent = sent.lock().expect("no thread panics with it");
    assert!(sent.iter().any(|r| matches!(r, Request::Undo { seat: 1, revision: 1, beyond: false, .. })));
}

#[test]
fn a_rule_opens_at_its_section_and_help_names_the_keys() {
    let mut harness = window(Shelf::default(), Some(Acted::default()));
    harness.get_by_label("D3").click_accesskit();
    harness.run_steps(5);
    assert!(harness.query_by_label("Close").is_some());
    harness.key_press(egui::Key::Escape);
    harness.run_steps(5);
    assert!(harness.query_by_label("Close").is_none());
    harness.key_press(egui::Key::F1);
    harness.run_steps(5);
    assert!(harness.query_by_label("Close").is_some());
}

#[test]
fn the_lobby_opens_a_table_with_its_seats() {
    let shelf = Shelf::default();
    let opened = shelf.opened.clone();
    let mut harness = window(shelf, None);
    harness.get_by_label("Open the table").click_accesskit();
    harness.run_steps(3);
    let opened = opened.lock().expect("no thread panics with it");
    assert_eq!(opened.len(), 1);
    assert_eq!((opened[0].module.as_str(), opened[0].scenario.as_str()), ("brigade", "shiloh"));
    assert_eq!(opened[0].holders[0], Holder::Human);
    assert!(matches!(opened[0].holders[1], Holder::Bot(_)));
}

#[test]
fn a_seats_menu_lists_the_modules_own_opponents() {
    let shelf = Shelf::default();
    let opened = shelf.opened.clone();
    let mut harness = window(shelf, None);
    harness.get_by_label_contains("Level: steady").click_accesskit();
    harness.run_steps(3);
    harness.get_by_label("the classic opponent").click_accesskit();
    harness.run_steps(3);
    assert!(harness.query_by_label_contains("Level: the classic opponent").is_some());
    harness.get_by_label("Open the table").click_accesskit();
    harness.run_steps(3);
    let opened = opened.lock().expect("no thread panics with it");
    let Holder::Bot(bot) = opened[0].holders[1] else { panic!("{:?}", opened[0].holders) };
    assert_eq!(bot.name(), "classic");
}

#[test]
fn a_result_is_told() {
    let mut standing = stage::standing();
    standing.outcome = Some(muster_contract::Outcome {
        winner: Some("us".into()),
        degree: "decisive".into(),
        reasons: vec![],
    });
    let line = Acted::of(standing);
    let harness = window(Shelf::default(), Some(line));
    assert!(harness.query_by_label("Look at the board").is_some());
}

#[test]
fn the_best_scores_stand_at_the_end_with_this_games_lit() {
    let harness = window_with(Shelf::default(), Some(stage::scored("")));
    let line = harness.get_by_label("Union, 2: 340, Player 1, Shiloh, won (decisive), 2026-11-23, this game");
    assert!(line.rect().height() > 10.0 && line.rect().left() > 0.0);
    assert!(harness.query_by_label("Union, 1: 410, Player 1, Shiloh, won (decisive), 2026-11-23").is_some());
    assert!(harness.query_by_label_contains("Confederate, 5: ").is_some());
    assert!(harness.query_by_label_contains("Union, 6: ").is_none());
    let button = harness.get_by_label("Look at the board").rect();
    assert!(!button.intersects(line.rect()), "the buttons stand below the list");
    // A table that counts nothing has the page without a list.
    let line = Acted::of(stage::over());
    assert!(window(Shelf::default(), Some(line)).query_by_label_contains("this game").is_none());
}

#[test]
fn the_lobby_shows_each_sides_best() {
    let shelf = Shelf { scores: stage::best(), ..Shelf::default() };
    let harness = window(shelf, None);
    assert!(harness.query_by_label_contains("Union, 1: 410").is_some());
    assert!(harness.query_by_label_contains("Confederate, 1: 260").is_some());
    assert!(harness.query_by_label_contains("Union, 2: ").is_none());
    assert!(window(Shelf::default(), None).query_by_label_contains("Union, 1: ").is_none());
}

#[test]
fn what_may_be_chosen_at_any_time_is_never_the_question() {
    let line = Acted { decisions: Some(vec![stage::enough(), stage::decision()]), ..Acted::default() };
    let sent = line.sent.clone();
    let mut harness = window(Shelf::default(), Some(line));
    // The number keys and the main key belong to what is asked.
    harness.key_press(egui::Key::Num1);
    harness.run_steps(2);
    assert!(acts(&sent).is_empty());
    harness.get_by_label("Yield").click_accesskit();
    harness.run_steps(2);
    assert_eq!(acts(&sent), ["yield"]);

    let line = Acted { decisions: Some(vec![stage::enough()]), ..Acted::default() };
    let harness = window(Shelf::default(), Some(line));
    assert!(harness.query_by_label("Skip ahead").is_some());
}

#[test]
fn odds_are_asked_for_what_the_keyboard_is_on() {
    let line = Acted::default();
    let sent = line.sent.clone();
    let mut harness = window(Shelf::default(), Some(line));
    let asked = || {
        let sent = sent.lock().expect("no thread panics with it");
        sent.iter()
            .filter(|r| matches!(r, Request::Odds { choice, .. } if choice.starts_with("take ")))
            .count()
    };
    let before = asked();
    harness.key_press(egui::Key::N);
    harness.run_steps(4);
    assert!(asked() > before);
}

#[test]
fn in_a_narrow_window_the_log_is_a_drawer() {
    let mut harness = window(Shelf::default(), Some(Acted::default()));
    harness.set_size(egui::vec2(940.0, 940.0));
    harness.run_steps(3);
    assert!(harness.query_by_label("Log: Losses").is_none());
    harness.key_press(egui::Key::I);
    harness.run_steps(3);
    assert!(harness.query_by_label("Log: Losses").is_some());
}

#[test]
fn in_a_narrow_window_the_left_panel_is_unfolded() {
    // As wide as 1280 points are at 150 %.
    let mut harness = window(Shelf::default(), Some(Acted::default()));
    harness.set_size(egui::vec2(853.0, 900.0));
    harness.run_steps(3);
    let title = stage::view().panels[0].title.to_uppercase();
    assert!(!is_painted(&harness, &title));
    harness.get_by_label("›").click_accesskit();
    harness.run_steps(3);
    assert!(is_painted(&harness, &title), "{title}");
    // The other drawer takes its place.
    harness.key_press(egui::Key::I);
    harness.run_steps(3);
    assert!(!is_painted(&harness, &title));
    assert!(harness.query_by_label("Log: Losses").is_some());
}

#[test]
fn in_a_narrow_window_buttons_leave_the_question_room() {
    use muster_contract::{Choice, ChoiceRole, Target};
    for buttons in 1..=8 {
        let bid = |id: String| Choice { target: Target::Button(id.clone()), id, role: ChoiceRole::Act };
        let choices = (0..buttons).map(|leaders| bid(format!("bid {leaders} leaders"))).collect();
        let decision = muster_contract::Decision { choices, ..stage::decision() };
        let mut harness =
            window(Shelf::default(), Some(Acted { decisions: Some(vec![decision]), ..Acted::default() }));
        harness.set_size(egui::vec2(880.0, 620.0));
        harness.run_steps(3);
        let undo = harness.get_by_label("Undo").rect();
        // After the plate with the side's general.
        assert!(undo.left() > 96.0 + 160.0, "{buttons} buttons: Undo stands at {}", undo.left());
        let last = format!("Bid {} leaders", buttons - 1);
        let listed = ["choices", "more"].iter().any(|words| harness.query_by_label_contains(words).is_some());
        assert!(listed || harness.query_by_label(&last).is_some(), "{last} can't be chosen");
    }
}

#[test]
fn a_table_that_does_not_answer_can_be_stopped() {
    let line = Acted::default();
    let (sent, busy) = (line.sent.clone(), line.busy.clone());
    let mut harness = window(Shelf::default(), Some(line));
    busy.store(true, std::sync::atomic::Ordering::Relaxed);
    harness.get_by_label_contains("Move to 1414").click_accesskit();
    // A step is a quarter of a second; the click takes one, and another to be sent.
    harness.run_steps(3);
    assert!(harness.query_by_label("Stop").is_none(), "it is too soon to lose patience");
    harness.run_steps(8);
    harness.get_by_label("Stop").click_accesskit();
    harness.run_steps(3);
    assert!(sent.lock().expect("no thread panics with it").contains(&Request::Stop));
    assert!(harness.query_by_label("Stop").is_none());
}

fn troubled(disabled: bool) -> Acted {
    let failures = if disabled { muster_table::messages::ENOUGH_FAILURES } else { 1 };
    let trouble = muster_contract::Trouble {
        module: "brigade".into(),
        call: "apply".into(),
        message: "the general is nowhere".into(),
        backtrace: vec!["brigade::combat::fire".into()],
    };
    let paused = Some(muster_table::messages::Pause::after(trouble, failures));
    Acted::of(muster_table::messages::Standing { paused, ..stage::standing() })
}

#[test]
fn trouble_can_be_tried_again_or_taken_back() {
    let line = troubled(false);
    let sent = line.sent.clone();
    let mut harness = window(Shelf::default(), Some(line));
    harness.get_by_label("Try again").click_accesskit();
    harness.run_steps(2);
    harness.get_by_label("Take back").click_accesskit();
    harness.run_steps(2);
    let sent = sent.lock().expect("no thread panics with it");
    assert!(sent.contains(&Request::Retry));
    assert!(sent.iter().any(|request| matches!(request, Request::Undo { beyond: false, .. })));
}

#[test]
fn a_module_that_is_not_tried_again_can_still_be_taken_back() {
    let line = troubled(true);
    let sent = line.sent.clone();
    let mut harness = window(Shelf::default(), Some(line));
    harness.get_by_label("Try again").click_accesskit();
    harness.run_steps(2);
    harness.get_by_label("Take back").click_accesskit();
    harness.run_steps(2);
    let sent = sent.lock().expect("no thread panics with it");
    assert!(!sent.contains(&Request::Retry));
    assert!(sent.iter().any(|request| matches!(request, Request::Undo { .. })));
}

#[test]
fn a_journal_that_can_not_be_written_is_saved_elsewhere() {
    let (module, call, message) = Default::default();
    let trouble = muster_contract::Trouble { module, call, message, backtrace: Vec::new() };
    let pause = muster_table::messages::Pause {
        unwritten: true,
        message: "/games/shiloh.journal: it has been moved or deleted".into(),
        remedy: "Put it back, or save the game as another file.".into(),
        ..muster_table::messages::Pause::after(trouble, 1)
    };
    let paused = Some(pause);
    let line = Acted::of(muster_table::messages::Standing { paused, steps: 12, ..stage::standing() });
    let sent = line.sent.clone();
    let mut harness = window(Shelf::default(), Some(line));
    assert!(
        harness.query_by_label("Take back").is_none() && harness.query_by_label("Save a report").is_none()
    );
    for button in ["Try again", "Save elsewhere", "Play on anew"] {
        harness.get_by_label(button).click_accesskit();
        harness.run_steps(2);
    }
    let sent = sent.lock().expect("no thread panics with it");
    assert!(sent.contains(&Request::Retry));
    assert!(sent.iter().any(|request| matches!(request, Request::Save { .. })));
    assert!(sent.iter().any(|request| matches!(request, Request::PlayOn { step: 12, seed: None, .. })));
}

/// Numbers that no game has, in every place where a module may put one: the window paints something and goes on.
#[test]
fn numbers_that_no_game_has_are_painted_somehow() {
    use muster_contract::*;
    let mut view = stage::view();
    view.turn.number = u32::MAX;
    view.turn.of = u32::MAX;
    let mark = |value: i32| TrackMark { side: None, value, label: "x".into() };
    let track = |id: &str, first: i32, last: i32| Track {
        id: id.into(),
        title: id.into(),
        first,
        last,
        labels: Vec::new(),
        marks: vec![mark(first), mark(last)],
        citation: None,
    };
    view.tracks = vec![
        track("all", i32::MIN, i32::MAX),
        track("backwards", i32::MAX, i32::MIN),
        track("late", i32::MAX - 2, i32::MAX),
    ];
    let die = Die { sides: 0, face: 255, counts: true };
    let row = PanelRow {
        title: "Row".into(),
        note: String::new(),
        unit: None,
        side: Some("nobody".into()),
        die: Some(die),
        points: 255,
        left: 255,
        figure: "-1".into(),
        current: true,
    };
    view.panels.push(Panel { id: "odd".into(), title: "Odd".into(), citation: None, rows: vec![row] });
    for unit in &mut view.units {
        unit.place.facing = Some(255);
        if let Some(face) = &mut unit.face {
            face.strength = Some(255);
            face.attributes = vec![Attribute { name: "stars".into(), value: Value::Number(i32::MIN) }];
        }
    }
    let chance = |of: u64, out_of: u64| Chance { label: "x".into(), of, out_of };
    let rows = vec![chance(1, 0), chance(u64::MAX, 1), chance(u64::MAX, u64::MAX)];
    let odds =
        OddsTable { title: "Odds".into(), note: String::new(), citation: None, rows: OddsRows::Exact(rows) };
    let mut log = stage::log();
    let score = Score { side: "nobody".into(), points: i32::MIN };
    let roll = Roll { reason: "odd".into(), dice: vec![die; 300] };
    for (item, kind) in
        log.iter_mut().zip([EventKind::Scored(score), EventKind::Rolled(roll), EventKind::Moved(vec![])])
    {
        if let Some(event) = item.events.first_mut() {
            event.kind = kind;
        }
    }
    let mut decision = stage::decision();
    for choice in decision.choices.iter_mut().take(3) {
        choice.target = Target::Facing(255);
    }
    let line = Acted {
        view: Some(view),
        odds: Some(vec![odds]),
        log: Some(log),
        decisions: Some(vec![decision]),
        ..Acted::default()
    };
    let sent = line.sent.clone();
    let mut harness = window(Shelf::default(), Some(line));
    harness.key_press(egui::Key::N);
    harness.run_steps(6);
    assert!(sent.lock().expect("no thread panics with it").iter().any(|r| matches!(r, Request::Odds { .. })));
    assert!(harness.query_by_label_contains("Wood’s brigade at 1315").is_some());
}
