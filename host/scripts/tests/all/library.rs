//! Finding scenarios, and beginning new ones.

use crate::fixture::{Folder, drill};
use muster_scripts::{Known, Library, Origin, Scenario, Texts, new_scenario};

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
    new_scenario(&place, "drill", &drill()).unwrap();
    let description = drill();
    let texts = Texts::read(&place).unwrap();
    assert!(texts.script().unwrap().lines().count() <= 12, "{}", texts.script().unwrap());
    let scenario = Scenario::from_texts(&texts, &[Known { id: "drill", description: &description }]).unwrap();
    assert_eq!(scenario.heading.title, "Two hills");
    assert_eq!(scenario.position.roster.len(), 3);
    assert_eq!(scenario.position.boards[0].spaces.len(), 12);
    assert!(new_scenario(&place, "drill", &description).is_err(), "nothing is overwritten");
}
