//! The workbench of a table: its scripts, its module.

use super::*;

/// A window whose table has a workbench, open, and what its tools were asked to do.
fn workbench() -> (Harness<'static, Option<Window>>, std::sync::Arc<std::sync::Mutex<Vec<String>>>) {
    let tools = stage::workbench::Kept::default();
    let done = tools.done.clone();
    let table = OpenTable { tools: Some(Box::new(tools)), ..stage::table(Acted::default()) };
    let mut harness = window_with(Shelf::default(), Some(table));
    harness.key_press(egui::Key::F3);
    harness.run_steps(6);
    (harness, done)
}

#[test]
fn a_script_is_mended_and_saved_at_the_workbench() {
    let (mut harness, done) = workbench();
    let problem = harness.query_all_by_label_contains("line 11: not as it should be");
    assert!(problem.count() > 0, "what is wrong is told, and not only painted");
    harness.get_by_label("As in the file");
    let editor = harness.get_by_label("Script weather");
    editor.focus();
    harness.run_steps(2);
    harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
    harness.run_steps(2);
    harness.get_by_label("Script weather").type_text("rule();");
    harness.run_steps(6);
    harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::S);
    harness.run_steps(4);
    let done = done.lock().expect("no thread panics with it").clone();
    assert_eq!(done, ["save Rule(\"weather\") 7"]);
    // What is typed is no key of the table, and Escape only leaves the editor.
    harness.key_press(egui::Key::Escape);
    harness.run_steps(2);
    assert!(harness.query_by_label("Script weather").is_some());
    harness.key_press(egui::Key::F3);
    harness.run_steps(3);
    assert!(harness.query_by_label("Script weather").is_none());
}

#[test]
fn another_build_takes_over_from_the_workbench() {
    let (mut harness, done) = workbench();
    harness.get_by_label("Workbench: Module").click_accesskit();
    harness.run_steps(4);
    assert!(harness.query_by_label("apply: Peabody has four ways out").is_some(), "what the module logged");
    harness.get_by_label("Let it take over").click_accesskit();
    harness.run_steps(4);
    let done = done.lock().expect("no thread panics with it").clone();
    assert_eq!(done, ["swap modules/brigade-next"]);
}
