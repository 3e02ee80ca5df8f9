//! What a screen reader is told: all that is painted beside the map, and what happens.

use super::*;
use egui::accesskit::{Live, Role};
use egui_kittest::kittest::NodeT as _;
use muster_contract::{Event, EventKind};
use muster_table::messages::{FromTable, LogItem, Standing, Update};

type Screen = Harness<'static, Option<Window>>;

/// Whether the tree has these words.
fn hears(harness: &Screen, words: &str) -> bool {
    let mut all = harness.query_all_by(|node| {
        let value = node.value().unwrap_or_default();
        let label = node.label().unwrap_or_default();
        value.contains(words) || label.contains(words)
    });
    all.next().is_some()
}

/// What is said as it happens.
fn announced(harness: &Screen) -> Vec<String> {
    let live = harness.query_all_by(|node| node.live() == Live::Polite);
    live.map(|node| node.accesskit_node().label().unwrap_or_default()).collect()
}

/// The texts that are painted at the left and the right of the board, as far as they are in sight.
fn beside_the_board(harness: &Screen) -> Vec<String> {
    fn collect(shape: &egui::Shape, clip: egui::Rect, texts: &mut Vec<String>) {
        match shape {
            egui::Shape::Text(text) => {
                let seen = text.visual_bounding_rect().intersect(clip);
                let beside = seen.right() < 230.0 || seen.left() > 1290.0;
                if beside && seen.width() > 8.0 && seen.height() > 12.0 {
                    texts.push(text.galley.text().trim().to_owned());
                }
            }
            egui::Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, clip, texts)),
            _ => {}
        }
    }
    let mut texts = Vec::new();
    harness.output().shapes.iter().for_each(|of| collect(&of.shape, of.clip_rect, &mut texts));
    texts.retain(|text| text.len() > 3);
    texts
}

#[test]
fn what_is_only_painted_has_names() {
    let mut harness = window(Shelf::default(), Some(Acted::default()));
    harness.run_steps(4);
    assert!(hears(&harness, "Move Shaver’s brigade: choose a lit hex, or turn to a corner."));
    let painted = beside_the_board(&harness);
    assert!(painted.len() > 12, "{painted:?}");
    for words in painted {
        assert!(hears(&harness, &words), "nobody hears “{words}”");
    }
    // The card of what is pointed at lies on the map, whose own names are many.
    let at = harness.get_by_label_contains("Move to 1314").rect().center();
    harness.input_mut().events.push(egui::Event::PointerMoved(at));
    harness.run_steps(3);
    assert!(hears(&harness, "1314. "), "the card of a hex");
    // What a control is called isn't told twice.
    let end = harness.query_all_by(|node| {
        node.role() == Role::Label && node.value().is_some_and(|value| value == "Settings")
    });
    assert_eq!(end.count(), 0);
}

type Known =
    std::sync::Arc<std::sync::Mutex<std::collections::BTreeMap<u8, (muster_contract::View, Vec<LogItem>)>>>;

/// Something happens that the first seat is told of, whose log is asked for again as after something was taken back.
fn gives_way(harness: &mut Screen, known: &Known, later: &super::eyes::Later, standing: Standing) {
    let mut log = stage::log();
    let mut item = log[log.len() - 1].clone();
    item.record += 1;
    let event =
        Event { kind: EventKind::Lost, text: "The brigade gives way.".into(), ..item.events[0].clone() };
    item.events = vec![event];
    log.push(item.clone());
    for seat in [0, 1] {
        known.lock().expect("no thread panics with it").insert(seat, (stage::view(), log.clone()));
    }
    let update = Update::Changed { news: vec![item], back_to: Some(0), standing };
    later.lock().expect("no thread panics with it").push_back(FromTable::Update(update));
    harness.run_steps(4);
}

#[test]
fn what_is_asked_and_what_happens_is_announced() {
    let line = Acted::default();
    let (later, known) = (line.later.clone(), line.known.clone());
    let mut harness = window(Shelf::default(), Some(line));
    harness.run_steps(2);
    let asked = announced(&harness);
    assert!(asked.iter().any(|words| words.contains("choose a lit hex")), "{asked:?}");
    gives_way(&mut harness, &known, &later, stage::standing());
    let told = announced(&harness);
    assert!(told.iter().any(|words| words == "The brigade gives way."), "{told:?}");
}

/// Nobody hears behind a curtain what is for other eyes.
#[test]
fn nothing_is_heard_behind_the_curtain() {
    let line = Acted::default();
    let of = line.known.clone();
    let (mut harness, later) = super::eyes::two(line);
    gives_way(&mut harness, &of, &later, super::eyes::asked(0, false));
    assert!(announced(&harness).iter().any(|words| words == "The brigade gives way."));
    // The second knows that something has happened, and not what.
    let mut log = stage::log()[1..].to_vec();
    let last = log[log.len() - 1].clone();
    log.push(LogItem { record: last.record + 1, events: Vec::new(), ..last });
    of.lock().expect("no thread panics with it").insert(1, (stage::view(), log));
    super::eyes::is_asked(&mut harness, &later, 1, false);
    assert!(!hears(&harness, "choose a lit hex") && announced(&harness).is_empty());
    harness.get_by_label("Lift the curtain").click_accesskit();
    harness.run_steps(4);
    let told = announced(&harness);
    assert!(!told.is_empty() && !told.iter().any(|words| words.contains("gives way")), "{told:?}");
}
