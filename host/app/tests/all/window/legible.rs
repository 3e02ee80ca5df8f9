//! No text is cut off, out of sight or under another, however large the window and its letters are.

use crate::stage::{self, Acted, Shelf};
use egui::{Key, Pos2, Rect, pos2};
use muster_app::catalogue::{OpenTable, SavedTable};
use muster_app::measure::Stage;
use muster_app::settings::Settings;
use muster_contract::{
    Attribute, Chance, Choice, ChoiceDetails, ChoiceRole, Decision, OddsRows, OddsTable, Target, Value,
};
use muster_table::messages::{FromTable, TakeBack, UndoOffer, Update};
use std::collections::BTreeSet;

const SIZES: [(f32, f32); 4] = [(1280.0, 720.0), (1600.0, 1000.0), (1920.0, 1080.0), (2560.0, 1440.0)];
const SCALES: [u32; 4] = [85, 100, 125, 150];
/// The tightest, for every day.
const PART: [((f32, f32), u32); 4] =
    [(SIZES[0], 150), (SIZES[0], 100), (SIZES[1], 150), ((900.0, 600.0), 100)];

/// What is done before a scene is looked at.
#[derive(Clone, Copy)]
enum Do {
    /// A key is pressed.
    Press(Key),
    /// Words on the screen are clicked.
    Click(&'static str),
}

use Do::{Click, Press};

type Scene = (&'static str, fn() -> Option<OpenTable>, &'static [Do]);

const SCENES: [Scene; 33] = [
    ("lobby", || None, &[]),
    ("first start", || None, &[]),
    ("saved tables", || None, &[Press(Key::O)]),
    ("hexes", || Some(stage::table(Acted::default())), &[]),
    ("help", || Some(stage::table(Acted::default())), &[Press(Key::F1)]),
    ("go to", || Some(stage::table(Acted::default())), &[Press(Key::G)]),
    ("chronicle", || Some(stage::table(Acted::default())), &[Press(Key::J)]),
    ("log", || Some(stage::table(Acted::default())), &[Press(Key::I)]),
    ("log searched", || Some(stage::table(Acted::default())), &[Press(Key::Slash)]),
    ("bookmarks", || Some(stage::table(Acted::default())), &[Press(Key::Slash), Click("Battles")]),
    ("menu", || Some(stage::table(Acted::default())), &[Press(Key::N), Press(Key::Menu)]),
    (
        "measured",
        || Some(stage::table(Acted::default())),
        &[Press(Key::N), Press(Key::Menu), Click("Measure from here")],
    ),
    ("parley", || Some(stage::parley(vec![1])), &[]),
    ("blocks", || Some(stage::blocks()), &[]),
    ("battle", || Some(stage::war::war(stage::war::line(stage::war::picks(&["brave", "battery"])))), &[]),
    ("theatre", || Some(stage::war::war(stage::war::line(stage::war::goes(&["0303", "0503"])))), &[]),
    ("country", || Some(stage::country::country()), &[]),
    ("cities", || Some(stage::cities::cities()), &[]),
    ("reports", || Some(stage::cities::cities()), &[Press(Key::F4)]),
    ("dice", || Some(stage::table(Acted::default())), &[Press(Key::F4)]),
    (
        "how the dice fell",
        || Some(stage::table(Acted::default())),
        &[Press(Key::F4), Click("How the dice fell")],
    ),
    (
        "figures by turn",
        || Some(stage::cities::cities()),
        &[Press(Key::F4), Click("Strength by turn"), Click("As a table")],
    ),
    ("carrying", || Some(stage::cities::carrying()), &[]),
    ("settings", || Some(stage::table(Acted::default())), &[Click("Settings")]),
    ("rules", || Some(stage::table(Acted::default())), &[Click("Rules")]),
    ("result", || Some(stage::table(Acted::of(stage::over()))), &[]),
    ("unit with much to tell", || Some(stage::table(much_told())), &[Press(Key::I)]),
    ("what came of dice", || Some(stage::table(rolled())), &[]),
    ("advice", || Some(stage::table(advised("take wood", Acted::default()))), &[Press(Key::A)]),
    ("advice in long words", || Some(stage::table(advised(LABELS[1], wordy()))), &[Press(Key::A)]),
    ("at any time", || Some(stage::table(at_any_time())), &[Press(Key::I)]),
    ("long words", || Some(stage::table(wordy())), &[]),
    ("long words listed", || Some(stage::table(wordy())), &[Press(Key::Period)]),
];

/// A unit is chosen, and something may be chosen at any time.
fn at_any_time() -> Acted {
    let decisions = vec![stage::decision(), stage::enough()];
    Acted { decisions: Some(decisions), odds: Some(vec![]), ..Acted::default() }
}

/// A lobby with saved tables of long titles.
fn shelf() -> Shelf {
    let saved = |n: u32, over: Option<String>| SavedTable {
        path: format!("table-{n}.jsonl").into(),
        title: "The U.S. Civil War: a campaign of the years after Fort Sumter".into(),
        module: "brigade".into(),
        scenario: "The U.S. Civil War: 1861, with the naval game".into(),
        turn: "September and October 1862, Confederate phase".into(),
        decides: "Union and Confederacy".into(),
        note: format!("begun {n} November 2026, 13:54"),
        over,
    };
    let over = "Union victory, decisive: the Confederacy has no city left [19.2]".to_owned();
    Shelf { saved: vec![saved(26, None), saved(27, None), saved(28, Some(over))], ..Shelf::default() }
}

/// The unit that is asked about has more to tell than the panel has room for.
fn much_told() -> Acted {
    let mut view = stage::view();
    let unit = view.units.iter_mut().find(|unit| unit.id == "cs-shaver").expect("it is there");
    let face = unit.face.as_mut().expect("it is seen");
    let told = |n: u8| Attribute { name: format!("fact {n}"), value: Value::Text("as it is".into()) };
    face.attributes = (0..25).map(told).collect();
    Acted { view: Some(view), odds: Some(vec![]), ..Acted::default() }
}

/// Dice that have only just fallen.
fn rolled() -> Acted {
    let news = vec![stage::log()[1].clone()];
    let changed = Update::Changed { news, back_to: None, standing: stage::standing() };
    let line = Acted { odds: Some(vec![]), ..Acted::default() };
    line.later.lock().expect("no test panics with it").push_back(FromTable::Update(changed));
    line
}

const LABELS: [&str; 5] = [
    "By River Transport: of the 3 SPs in Ship Island, 1",
    "Butler goes along by Ocean Transport, with 0 SPs",
    "No more Interceptions are declared in the Trans-Mississippi",
    "Leave an Oceangoing NSP here",
    "Retreat to Harpers Ferry before the battle",
];

/// A bot would choose this.
fn advised(choice: &str, line: Acted) -> Acted {
    Acted { advice: Some(choice.to_owned()), ..line }
}

/// As long words as the games have, in what is asked, on buttons, in what can be taken back and in chances.
fn wordy() -> Acted {
    let choice = |label: &&str| Choice {
        id: (*label).into(),
        target: Target::Button((*label).into()),
        role: ChoiceRole::Act,
    };
    let told = |label: &&str| ChoiceDetails {
        id: (*label).into(),
        label: (*label).into(),
        cost: "1 Action Point and a Discard of 2".into(),
        consequences: vec![],
        path: vec![],
        warning: None,
    };
    let decision = Decision {
        prompt:
            "The ships haven’t won at Fort Fisher and Wilmington. Where do they go back to, and what stays?"
                .into(),
        frame: vec!["September and October 1862".into(), "Action Phase 4 of 4: the Confederate move".into()],
        focus: None,
        choices: LABELS.iter().map(choice).collect(),
        ..stage::decision()
    };
    let row = |label: &str| Chance { label: label.into(), of: 1, out_of: 2 };
    let rows = vec![
        row("tied; theirs: 1 damaged, 1 sunk; yours: 1 sunk, 1 damaged"),
        row("won; theirs: 1 sunk, 1 damaged; yours: 1 sunk"),
    ];
    let odds = OddsTable {
        title: "Naval Battle at Hatteras Inlet and Roanoke Island".into(),
        note: "before the armor: an Ironclad that is hit fares better with 4 to 6 on a die".into(),
        citation: None,
        rows: OddsRows::Exact(rows),
    };
    let text = "Ship Burnside with 3 SPs by sea to Roanoke Island".to_owned();
    let undo = UndoOffer { revision: 1, choice: Some(TakeBack { choices: 1, text }), ..UndoOffer::default() };
    Acted {
        decisions: Some(vec![decision]),
        details: Some(LABELS.iter().map(told).collect()),
        odds: Some(vec![odds]),
        undo: Some(undo),
        ..Acted::default()
    }
}

/// A scene when everything is done in it.
fn stage((name, table, steps): Scene, (width, height): (f32, f32), scale: u32) -> Stage {
    let settings = Settings { scale, reduce_motion: true, ..Settings::default() };
    let saved = if name == "first start" { Vec::new() } else { shelf().saved };
    let shelf = Shelf { settings, saved, ..shelf() };
    let mut stage = Stage::new(Box::new(shelf), Rect::from_min_max(Pos2::ZERO, pos2(width, height)), 0.1);
    if let Some(table) = table() {
        stage.window.open(table);
    }
    for _ in 0..6 {
        stage.faults(Vec::new());
    }
    for step in steps {
        match step {
            Press(key) => stage.press(*key),
            Click(words) => assert!(stage.click(words), "{name}: {words} isn’t on the screen"),
        }
        stage.faults(Vec::new());
    }
    stage
}

fn faults(scene: Scene, (width, height): (f32, f32), scale: u32) -> BTreeSet<String> {
    let (name, mut stage) = (scene.0, stage(scene, (width, height), scale));
    let found = stage.faults(Vec::new()).into_iter();
    found
        .map(|found| {
            let rect = found.rect;
            format!("{name}, {width}x{height}, {scale} %: {:?} is {:?} at {rect:?}", found.text, found.fault)
        })
        .collect()
}

fn all(grid: &[((f32, f32), u32)]) {
    let found: Vec<String> = grid
        .iter()
        .flat_map(|(size, scale)| SCENES.iter().flat_map(|scene| faults(*scene, *size, *scale)))
        .collect();
    assert!(found.is_empty(), "{} faults:\n{}", found.len(), found.join("\n"));
}

#[test]
fn no_text_is_cut_or_covered() {
    all(&PART);
}

#[test]
#[ignore = "the whole grid takes long"]
fn no_text_is_cut_or_covered_at_any_size() {
    let grid: Vec<_> = SIZES.iter().flat_map(|size| SCALES.map(|scale| (*size, scale))).collect();
    all(&grid);
}

/// To be looked at: `MUSTER_SCENES=FOLDER cargo test -p muster-app --test all scenes -- --ignored`.
#[test]
#[ignore = "writes pictures where MUSTER_SCENES says"]
fn scenes_are_painted_for_a_person() {
    let Some(folder) = std::env::var_os("MUSTER_SCENES").map(std::path::PathBuf::from) else { return };
    for ((width, height), scale) in PART {
        for scene in SCENES {
            let mut stage = stage(scene, (width, height), scale);
            stage.settle();
            let image = crate::pictures::whole(&mut stage, [width as usize, height as usize]);
            let name = format!("{}-{width}-{scale}.png", scene.0.replace(' ', "-"));
            crate::pictures::write(&folder.join(name), &image);
        }
    }
}
