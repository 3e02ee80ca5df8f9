//! What a writer of scenarios and rules looks up, and what is said of values that can't be.

use crate::fixture::{Desk, json, root};

#[test]
fn a_module_says_all_that_it_knows() {
    let desk = Desk::new("describe");
    let said = desk.types(&["describe", "brigade"]).unwrap();
    for words in [
        "Brigade (brigade 0.1.0)",
        "us  Union. ",
        "infantry   infantry brigade",
        "arrives       a number from 1 to 200, of infantry, cavalry, artillery, general, train. The turn in which",
        "entry         a text, of infantry",
        "first-side        \"us\" or \"cs\". ",
        "late-war    true or false; false unless given. Combat-weary troops: ",
        "choose-unit",
        "Hook activation: ",
        "modify takes pips",
        "Question ",
        "Features of boards",
    ] {
        assert!(said.contains(words), "no {words:?} in\n{said}");
    }
    let told = &json(&desk.types(&["describe", "parley", "--json"]).unwrap())[0];
    assert_eq!((&told["id"], &told["title"]), (&"parley".into(), &"Parley".into()));
    assert_eq!(told["schema"][0]["span"], serde_json::json!({ "least": 1, "most": 3 }));
    assert_eq!(told["policies"][0]["id"], "headlong");
    assert!(desk.types(&["describe", "chess"]).is_err());
}

/// Sets up a small battle with this in it, and gives what is said.
fn checked(desk: &Desk, lines: &str) -> String {
    let folder = desk.path("scenarios/small");
    std::fs::create_dir_all(&folder).unwrap();
    let script = format!(
        "scenario(#{{ module: \"brigade\", title: \"Small\" }});\n\
         board(#{{ id: \"f\", title: \"F\", source: \"Invented.\", hexes: #{{ grid: \"pointy\", shifted: \"even\", key: #{{ \".\": [\"clear\"] }}, terrain: \". . .\\n . . .\" }} }});\n\
         unit(\"cs\", \"infantry\", \"cs-1\", #{{ name: \"One\", at: \"0302\", facing: \"SW\" }});\n\
         {lines}\n"
    );
    std::fs::write(folder.join("scenario.rhai"), script).unwrap();
    let said = desk.types(&["check", "small"]).unwrap_or_else(|why| why.to_string());
    said.rsplit('/').next().unwrap_or_default().to_owned()
}

#[test]
fn what_cannot_be_is_refused_with_its_line() {
    let desk = Desk::new("ranges");
    let unit = |rest: &str| {
        checked(&desk, &format!("unit(\"us\", \"infantry\", \"us-1\", #{{ at: \"0101\"{rest} }});"))
    };
    assert!(unit("").contains("can be played"), "{}", unit(""));
    assert_eq!(
        unit(", men: -5"),
        "scenario.rhai:4:1: \"men\" of unit \"us-1\" is the number -5, where a number from 0 to 20000 is wanted. How many men, for information, 0 to 20000."
    );
    assert_eq!(
        unit(", strength: 99"),
        "scenario.rhai:4:1: \"strength\" of unit \"us-1\" is the number 99, where a number from 0 to 20 is wanted. A strength to show on the counter, for information, 0 to 20."
    );
    assert_eq!(
        unit(", facing: \"W\""),
        "scenario.rhai:4:1: the module brigade refuses the set-up: us-1: it faces \"W\", no corner of its hex; the corners are \"N\", \"NE\", \"SE\", \"S\", \"SW\", \"NW\" (A2)"
    );
    assert_eq!(
        unit(", arrives: 21"),
        "scenario.rhai:4:1: the module brigade refuses the set-up: us-1: it arrives in turn 21, and the battle ends with turn 20 (A5)"
    );
    let more = |line: &str| {
        checked(&desk, &format!("unit(\"us\", \"infantry\", \"us-1\", #{{ at: \"0101\" }});\n{line}"))
    };
    assert!(
        more("fact(\"turns\", 0);").starts_with(
            "scenario.rhai:5:1: the fact \"turns\" is the number 0, where a number from 1 to 200"
        )
    );
    let note = |cite: &str| {
        more(&format!("note(#{{ decision: \"roll\", title: \"T\", text: \"x\", cite: \"{cite}\" }});"))
    };
    assert!(note("C1").contains("can be played"), "{}", note("C1"));
    assert!(note("C1, D3").contains("can be played"), "{}", note("C1, D3"));
    assert!(
        note("C1, Z9").starts_with(
            "scenario.rhai:5:1: there is no section \"Z9\" in the module's rules summary. Its sections are A1"
        ),
        "{}",
        note("C1, Z9")
    );
    assert!(note("the box").contains("can be played"), "what is no number cites something else");
}

#[test]
fn a_setting_is_one_that_its_rule_takes() {
    let desk = Desk::new("settings");
    let said = |rule: &str| {
        let typed = ["table", "brigade", "first-fight", "--rule", rule];
        desk.types(&typed).map_or_else(|why| why.to_string(), |_| "it plays".to_owned())
    };
    assert_eq!(said("weather:rain=4"), "it plays");
    assert_eq!(
        said("weather:rain=99"),
        "weather.rhai:9:1: the setting \"rain\" is the number 99, where a number from 0 to 12 is wanted. Rain on this roll of two dice or less."
    );
    assert_eq!(
        said("weather:rain=much"),
        "weather.rhai:9:1: the setting \"rain\" is the text \"much\", where a whole number is wanted. Rain on this roll of two dice or less, 0 to 12."
    );
    assert!(
        desk.types(&["rules", "brigade"])
            .unwrap()
            .contains("rain: Rain on this roll of two dice or less, 0 to 12.")
    );
}

/// The lessons and notes of this tree open sections that there are.
#[test]
fn the_notes_of_this_tree_cite_what_there_is() {
    let cited = |folder: &std::path::Path| {
        let texts = muster_scripts::Texts::read(folder).unwrap();
        let module = muster_scripts::Heading::from_texts(&texts).unwrap().module;
        let sections = muster::rules_of(&root().join("plugins").join(&module));
        let module: Box<dyn muster_contract::Module> = match module.as_str() {
            "brigade" => Box::new(muster_sdk::Native::<brigade::Brigade>::new("brigade")),
            "cw-strategy" => Box::new(muster_sdk::Native::<cw_strategy::CwStrategy>::new("cw-strategy")),
            "us-civil-war" => Box::new(muster_sdk::Native::<us_civil_war::UsCivilWar>::new("us-civil-war")),
            "bobby-lee" => Box::new(muster_sdk::Native::<bobby_lee::BobbyLee>::new("bobby-lee")),
            "bull-run" => Box::new(muster_sdk::Native::<bull_run::BullRun>::new("bull-run")),
            other => panic!("no module {other}"),
        };
        let known = muster_scripts::Known::from(module.as_ref());
        let scenario = muster_scripts::Scenario::from_texts(&texts, &[known]).unwrap();
        let wrong: Vec<String> = scenario.uncited(&sections).iter().map(ToString::to_string).collect();
        assert_eq!(wrong, Vec::<String>::new(), "{}", folder.display());
        scenario.notes.len()
    };
    let notes: usize = muster_bundle::own_scenarios(&root()).iter().map(|folder| cited(folder)).sum();
    assert!(notes >= 20, "{notes}");
}

#[test]
fn what_is_wrong_with_a_rule_is_told_with_its_path_as_it_was_given() {
    let desk = Desk::new("rule-path");
    let path = desk.path("drafts/mud.rhai");
    std::fs::create_dir_all(desk.path("drafts")).unwrap();
    let path = path.to_str().unwrap();
    let said = |text: &str| {
        std::fs::write(path, text).unwrap();
        desk.types(&["check", path]).unwrap_err().to_string()
    };
    let heading = "rule(#{ title: \"Mud\", modules: [\"brigade\"] });\n";
    assert!(said("rule(").starts_with(&format!("{path}:1:")), "{}", said("rule("));
    let flaw = format!(
        "{heading}on(\"activation\", \"f\");\nfn f(facts) {{ edit(#{{ fact: \"trun\", value: 3 }}); }}"
    );
    let expected =
        format!("{path}:3:15: there is no fact \"trun\" that can be changed. Did you mean \"turn\"?");
    assert_eq!(said(&flaw), expected);
}

#[test]
fn what_is_probably_not_meant_is_asked_about() {
    let desk = Desk::new("doubts");
    let checked = |lines: &str| {
        let unit = "unit(\"us\", \"infantry\", \"us-1\", #{ at: \"0101\" });\n";
        checked(&desk, &format!("{unit}{lines}"));
        desk.types(&["check", "small"]).unwrap()
    };
    let note =
        |turn: u32| format!("note(#{{ decision: \"roll\", title: \"T\", text: \"x\", turn: {turn} }});");
    assert!(!checked(&note(20)).contains("Is this meant?"));
    let said = checked(&note(21));
    let expected = "scenario.rhai:5:1: the note \"T\" is for turn 21, and the game ends with turn 20. Name a turn that comes";
    assert!(said.contains("can be played") && said.contains("Is this meant?"), "{said}");
    assert!(said.contains(expected), "{said}");
}

/// Whatever comes with Muster is meant.
#[test]
fn nothing_is_asked_about_the_scenarios_that_come_with_muster() {
    let folders = ["scenarios", "tests/scenarios"].into_iter().flat_map(|folder| {
        std::fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path())
    });
    let mut asked = Vec::new();
    for folder in folders.filter(|folder| folder.join("scenario.rhai").is_file()) {
        let texts = muster_scripts::Texts::read(&folder).unwrap();
        let heading = muster_scripts::Heading::from_texts(&texts).unwrap();
        let module: Box<dyn muster_contract::Module> = match heading.module.as_str() {
            "brigade" => Box::new(muster_sdk::Native::<brigade::Brigade>::new("brigade")),
            "parley" => Box::new(muster_sdk::Native::<parley::Parley>::new("parley")),
            _ => continue,
        };
        let known = muster_scripts::Known::from(module.as_ref());
        let scenario = muster_scripts::Scenario::from_texts(&texts, &[known]).unwrap();
        let mut game = module.create(&scenario.position).unwrap().unwrap();
        let turns = game.view(None).unwrap().turn.of;
        asked.extend(scenario.doubts(known, turns).iter().map(ToString::to_string));
    }
    assert!(asked.is_empty(), "{asked:?}");
}

#[test]
fn a_roster_is_known_by_any_heading_of_units() {
    let desk = Desk::new("rosters");
    let path = desk.path("roster.toml");
    for heading in ["[[unit]]", "[unit]", "[[units]]"] {
        std::fs::write(&path, format!("{heading}\nid = \"a\"\n")).unwrap();
        let said = desk.types(&["check", path.to_str().unwrap()]).unwrap_err().to_string();
        assert!(said.contains("is a roster, which is checked with its scenario"), "{heading}: {said}");
    }
}
