//! Finding scenarios, and beginning new ones.

use crate::fixture::{Folder, drill};
use muster_scripts::{
    Known, Library, Origin, Scenario, Texts, copied_scenario, new_scenario, small_scenario,
};

#[test]
fn a_library_lists_shipped_scenarios_and_a_persons_own() {
    let folder = Folder::new("library");
    folder.write(
        "shipped/shiloh/scenario.rhai",
        "scenario(#{ module: \"brigade\", title: \"Shiloh\", complexity: 2 });",
    );
    folder.write("shipped/notes/readme.txt", "");
    folder.write("own/broken/scenario.rhai", "let");
    folder.write("own/shiloh/scenario.rhai", "scenario(#{ module: \"brigade\", title: \"My Shiloh\" });");
    let library = Library::new([
        (Origin::Shipped, folder.path().join("shipped")),
        (Origin::Own, folder.path().join("own")),
        (Origin::Own, folder.path().join("nowhere")),
    ]);
    let list = library.list();
    let ids: Vec<_> = list.iter().map(|entry| (entry.origin, entry.id.as_str())).collect();
    assert_eq!(ids, [(Origin::Shipped, "shiloh"), (Origin::Own, "broken"), (Origin::Own, "shiloh")]);
    assert_eq!(list[0].heading.as_ref().unwrap().complexity, 2);
    assert!(list[1].heading.is_err(), "a broken scenario is listed with its problem");

    assert_eq!(library.find("shiloh"), Some(folder.path().join("own/shiloh")), "one's own comes first");
    assert_eq!(library.find("../shipped/shiloh"), None);
    let path = folder.path().join("shipped/shiloh");
    assert_eq!(library.find(path.to_str().unwrap()), Some(path.clone()));
    assert_eq!(library.find(path.join("scenario.rhai").to_str().unwrap()), Some(path));
}

#[test]
fn a_new_scenario_works_as_it_is() {
    let folder = Folder::new("new");
    let place = folder.path().join("two-hills");
    let small = small_scenario("two-hills", "drill", &drill()).unwrap();
    new_scenario(&place, &small).unwrap();
    let description = drill();
    let texts = Texts::read(&place).unwrap();
    assert!(texts.script().unwrap().lines().count() <= 12, "{}", texts.script().unwrap());
    let scenario = Scenario::from_texts(&texts, &[Known { id: "drill", description: &description }]).unwrap();
    assert_eq!(scenario.heading.title, "Two hills");
    assert_eq!(scenario.position.roster.len(), 3);
    assert_eq!(scenario.position.boards[0].spaces.len(), 12);
    assert!(new_scenario(&place, &small).is_err(), "nothing is overwritten");
}

/// Where no small board will do, a new scenario is a copy of another. It has its own title, and shares what that one shares.
#[test]
fn a_new_scenario_can_be_a_copy() {
    let folder = Folder::new("copy");
    folder.write("shelf/old/scenario.rhai", "scenario(#{ module: \"drill\", title: \"Old\" });\nboard(\"shared/drill/field.toml\");\nroster(\"roster.toml\");");
    folder.write("shelf/old/roster.toml", "source = \"Invented.\"\n");
    folder.write("shelf/shared/drill/field.toml", "id = \"field\"");
    let old = Texts::read(&folder.path().join("shelf/old")).unwrap();
    let heading = muster_scripts::Heading::from_texts(&old).unwrap();
    let place = folder.path().join("shelf/my-war");
    new_scenario(&place, &copied_scenario("my-war", &old, &heading)).unwrap();
    assert!(!place.join("shared").exists());
    let copy = Texts::read(&place).unwrap();
    assert_eq!(copy.files.keys().collect::<Vec<_>>(), old.files.keys().collect::<Vec<_>>());
    assert_eq!(muster_scripts::Heading::from_texts(&copy).unwrap().title, "My war");
}

/// A campaign's year, say, is no year 1.
#[test]
fn a_new_scenario_has_facts_that_its_module_allows() {
    use muster_contract::{AttributeInfo, NumberSpan, ValueType};
    let fact = |name: &str, type_of| AttributeInfo {
        name: name.into(),
        type_of,
        kinds: Vec::new(),
        required: true,
        span: None,
        words: Vec::new(),
        text: String::new(),
    };
    let mut description = drill();
    let year = fact("year", ValueType::Number);
    description.schema.push(AttributeInfo { span: Some(NumberSpan { least: 1861, most: 1865 }), ..year });
    let season = fact("season", ValueType::Text);
    description.schema.push(AttributeInfo { words: vec!["spring".into(), "summer".into()], ..season });
    let folder = Folder::new("new-facts");
    let place = folder.path().join("year");
    new_scenario(&place, &small_scenario("year", "drill", &description).unwrap()).unwrap();
    let texts = Texts::read(&place).unwrap();
    Scenario::from_texts(&texts, &[Known { id: "drill", description: &description }]).unwrap();
    assert!(texts.script().unwrap().contains("fact(\"year\", 1861)"), "{}", texts.script().unwrap());
}

/// What follows `scenario(…)` concerns whoever sets it up: a list of many doesn't wait for it.
#[test]
fn a_list_takes_of_a_script_what_it_begins_with() {
    let folder = Folder::new("endless");
    let heading = "scenario(#{ module: \"drill\", title: \"Endless\" });";
    folder.write("own/after/scenario.rhai", &format!("{heading} loop {{ }}"));
    folder.write("own/before/scenario.rhai", &format!("loop {{ }} {heading}"));
    folder.write("own/wrong/scenario.rhai", &format!("{heading} unit_that_is_not();"));
    let library = Library::new([(Origin::Own, folder.path().join("own"))]);
    let list = library.list();
    let ids: Vec<_> = list.iter().map(|entry| entry.id.as_str()).collect();
    assert_eq!(ids, ["after", "before", "wrong"]);
    assert_eq!(list[0].heading.as_ref().expect("it begins with what it is").title, "Endless");
    let before = list[1].heading.as_ref().expect_err("it doesn't say what it is").to_string();
    assert!(before.contains("what comes before scenario(…) took more than 20000 steps"), "{before}");
    let wrong = list[2].heading.as_ref().expect_err("it has a mistake").to_string();
    assert!(wrong.contains("unit_that_is_not"), "{wrong}");

    let description = drill();
    let texts = Texts::read(&folder.path().join("own/after")).unwrap();
    let set_up = Scenario::from_texts(&texts, &[Known { id: "drill", description: &description }]);
    let Err(endless) = set_up else { panic!("it never ends") };
    assert!(endless.to_string().contains("more than 2000000 steps"), "{endless}");
}

#[test]
fn no_script_of_another_name_is_run_to_find_one() {
    let folder = Folder::new("others");
    folder.write("own/quick/scenario.rhai", "scenario(#{ module: \"drill\", title: \"Quick\" });");
    for number in 0..20 {
        folder.write(&format!("own/slow-{number}/scenario.rhai"), "let n = 0; loop { n += 1; }");
    }
    let library = Library::new([(Origin::Own, folder.path().join("own"))]);
    let timed = |work: &dyn Fn() -> usize, expected: usize| {
        let began = std::time::Instant::now();
        assert_eq!(work(), expected);
        began.elapsed()
    };
    let all = timed(&|| library.list().len(), 21);
    let one = timed(&|| library.find_for("drill", "quick").iter().count(), 1);
    assert!(one < all / 3, "{one:?} of {all:?}");
}
