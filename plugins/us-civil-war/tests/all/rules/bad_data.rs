//! Data that is wrong: each mistake is told with its file, its line and the thing that it is about.

use muster_contract::Module as _;
use muster_scripts::{Known, Scenario, Texts};
use muster_sdk::{Native, Saves as _};
use us_civil_war::state::{Force, MOST_SPS};
use us_civil_war::{Side, UsCivilWar};

use crate::rules::field::laid;
use crate::rules::position::set_up;

const FILES: [(&str, &str); 3] = [
    ("scenario.rhai", include_str!("../../../../../tests/scenarios/two-rivers/scenario.rhai")),
    ("board.toml", include_str!("../../../../../tests/scenarios/two-rivers/board.toml")),
    ("roster.toml", include_str!("../../../../../tests/scenarios/two-rivers/roster.toml")),
];

/// The first problem of a scenario: the file, the text of the line, and what is wrong.
fn problem_of(files: &[(&str, String)]) -> Option<(String, String, String)> {
    let module = Native::<UsCivilWar>::new("us-civil-war");
    let texts = Texts::new("two-rivers", files.iter().map(|(name, text)| (*name, text.as_str())));
    let problem = match Scenario::check(&texts, &[Known::from(&module)]) {
        Err(problems) => problems.into_iter().next().unwrap(),
        Ok(scenario) => scenario.refused(&module.create(&scenario.position).unwrap().err()?),
    };
    let (file, line) = (problem.at.file.clone(), problem.at.line.unwrap_or_default());
    let text = texts.files.get(&file).and_then(|text| text.lines().nth(line.wrapping_sub(1)));
    Some((file.clone(), text.unwrap_or_default().trim().to_owned(), problem.wrong.to_string()))
}

/// The scenario with another text in one place of one file.
fn altered(file: &str, from: &str, to: &str) -> Vec<(&'static str, String)> {
    let changed = |(name, text): (&'static str, &str)| {
        let text = if name == file {
            assert_eq!(text.matches(from).count(), 1, "{from:?} stands once in {file}");
            text.replace(from, to)
        } else {
            text.to_owned()
        };
        (name, text)
    };
    FILES.into_iter().map(changed).collect()
}

/// Whether a mistake is told so: at the line that begins so, in words with these in them.
#[track_caller]
fn is_told(file: &str, [from, to]: [&str; 2], line: &str, words: &str) {
    let (at, text, wrong) =
        problem_of(&altered(file, from, to)).unwrap_or_else(|| panic!("{to:?} instead of {from:?} is taken"));
    assert_eq!(at, file, "{wrong}");
    assert!(text.starts_with(line), "at {text:?}, not at {line:?}: {wrong}");
    assert!(wrong.contains(words), "{wrong:?} doesn't say {words:?}");
}

#[test]
fn what_is_right_is_taken() {
    assert_eq!(problem_of(&altered("scenario.rhai", "Take the capital.", "Take it.")), None);
}

#[test]
fn mistakes_of_generals() {
    let roster = |change, line, words| is_told("roster.toml", change, line, words);
    roster(["id = \"cs-hardee\"", "id = \"us-grant\""], "[[unit]]", "us-grant");
    roster(["rank-2 = \"1 2 5\"", "rank-2 = \"1 2\""], "rank-2", "cs-hardee");
    roster(["rank-2 = \"1 2 5\"", "rank-2 = \"1 2 5 lazy\""], "rank-2", "cs-hardee");
    roster(["career = \"5 promote 2\"", "career = \"21 promote 2\""], "career", "21 promote 2");
    roster(["career = \"5 promote 2\"", "career = \"5 promote 3\""], "career", "no ratings for the rank");
    roster(["career = \"5 promote 2\"", "career = \"5 remove E for us-nobody\""], "career", "us-nobody");
    roster(["career = \"5 promote 2\"", "career = \"5 dance\""], "career", "dance");
    let script = |change, line, words| is_told("scenario.rhai", change, line, words);
    script(
        ["set(\"us-grant\", \"stars\", 1)", "set(\"us-grant\", \"stars\", 4)"],
        "place(\"us-grant\"",
        "no rank of 4 stars",
    );
    script(["place(\"us-grant\", \"1105\")", "place(\"us-grant\", \"9999\")"], "place(\"us-grant\"", "9999");
    script(
        ["place(\"us-grant\", \"1105\")", "place(\"us-grent\", \"1105\")"],
        "place(\"us-grent\"",
        "us-grent",
    );
}

#[test]
fn mistakes_of_units() {
    let roster = |change, line, words| is_told("roster.toml", change, line, words);
    roster(["strength = 6", "strength = 41"], "strength = 41", "41");
    roster(["strength = 6", "strength = 0"], "strength = 0", "0");
    roster(["strength = 6", ""], "[[unit]]", "strength");
    roster(["kind = \"fort\"", "kind = \"castle\""], "kind = \"castle\"", "castle");
    roster(["level = 1", "level = 4"], "level = 4", "4");
    roster(["at = \"1203\"", "at = \"1105\""], "[[unit]]", "there is a force in 1105 already");
    roster(["at = \"1203\"", "at = \"1701\""], "at = \"1701\"", "1701");
    roster(["state = \"MS\"", "state = \"IL\""], "state", "no Militia of \"IL\"");
    roster(["bp = 1", "bp = 20"], "[[unit]]", "no more than 6 fit 1507");
}

#[test]
fn mistakes_of_fleets() {
    let with = |unit: &str| format!("bp = 1\n\n[[unit]]\nid = \"cs-boats\"\n{unit}\n");
    for (unit, line, words) in [
        (
            "side = \"us\"\nkind = \"flotilla\"\nat = \"1105\"",
            "[[unit]]",
            "cs-boats: River Flotillas are the Confederate's",
        ),
        (
            "side = \"cs\"\nkind = \"flotilla\"\nat = \"1003\"",
            "[[unit]]",
            "cs-boats is in 1003, where River Flotillas can't be",
        ),
        ("side = \"cs\"\nkind = \"boat\"\nat = \"1105\"", "kind = \"boat\"", "boat"),
        ("side = \"us\"\nkind = \"river-nsp\"\nat = \"1105\"\nnsps = 9", "nsps = 9", "9"),
        ("side = \"us\"\nkind = \"river-nsp\"\nat = \"1105\"", "[[unit]]", "nsps"),
    ] {
        is_told("roster.toml", ["bp = 1", &with(unit)], line, words);
    }
}

#[test]
fn mistakes_of_the_map() {
    let board = |change, line, words| is_told("board.toml", change, line, words);
    board(["waters = \"Tennessee\"", "waters = \"Duck\""], "id = \"1404\"", "1404 is a port on the Duck");
    board(
        ["waters = \"Ohio\", shipyard", "shipyard"],
        "id = \"1105\"",
        "1105 is a port, and no water is beside it",
    );
    board(
        ["states = \"TN\", theater = \"W\", bp = 3", "states = \"TX TN\", theater = \"W\", bp = 3"],
        "id = \"1507\"",
        "one state",
    );
    board(["theater = \"W\", bp = 3", "theater = \"N\", bp = 3"], "values", "\"N\"");
    board(["states = \"TN\", theater = \"W\", bp = 3", "theater = \"W\", bp = 3"], "id = \"1507\"", "1507");
    board(["theater = \"W\", bp = 3", "theater = \"W\""], "id = \"1507\"", "1507 needs both");
    board(
        ["features = [\"minor-river\"]\nvalues = { river = \"Duck\" }", "features = [\"minor-river\"]"],
        "between = \"1302/1303\"",
        "the river's name",
    );
    board(
        ["features = [\"minor-river\"]", "features = [\"minor-river\", \"bridge\"]"],
        "between = \"1302/1303\"",
        "bridge",
    );
    board(["\"1404 1505", "\"1404 1506"], "through", "1506");
    board(
        ["\"1203/1204 1203/1304", "\"1203/1304"],
        "id = \"1203\"",
        "the Tennessee at 1203/1304 ends nowhere",
    );
}

#[test]
fn mistakes_of_facts() {
    let script = |change, line, words| is_told("scenario.rhai", change, line, words);
    script(["fact(\"turn\", 4)", "fact(\"turn\", 21)"], "fact(\"turn\"", "21");
    script(["fact(\"last\", 5)", "fact(\"last\", 3)"], "fact(\"last\"", "3");
    script(["fact(\"kentucky\", \"us\")", "fact(\"kentucky\", \"nobody\")"], "fact(\"kentucky\"", "nobody");
    script(
        ["fact(\"kentucky\", \"us\")", "fact(\"missouri\", \"neutral\")"],
        "fact(\"missouri\"",
        "Missouri",
    );
    script(["fact(\"resource-bp\", 8)", "fact(\"resource-bp\", 9)"], "fact(\"resource-bp\"", "comes to 8");
    script(["fact(\"victory\", 5)", "fact(\"benchmarks\", \"1 2 3\")"], "fact(\"benchmarks\"", "20 numbers");
    script(["fact(\"victory\", 5)", "fact(\"in-play\", \"North\")"], "fact(\"in-play\"", "North");
}

/// However many come together, what is saved can be loaded.
#[test]
fn no_space_holds_more_than_can_be_saved() {
    let mut game = laid(set_up("us-civil-war-1862"));
    let at = game.at("1647");
    for _ in 0..8 {
        let coming = Force { side: Side::Us, sps: 40, moved: 40, demoralized: false, foraging: false };
        game.0.put_down(at, coming);
    }
    assert_eq!(game.0.sps(Side::Us, at), MOST_SPS);
    game.0.validate().expect("it can be saved and loaded");
}
