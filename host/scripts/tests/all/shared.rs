//! Files that several scenarios name.

use crate::fixture::{Folder, drill};
use muster_scripts::{Known, Library, Origin, Scenario, Texts, Wrong};

const BOARD: &str = "id = \"field\"\ntitle = \"A field\"\nsource = \"Invented.\"\n[hexes]\ngrid = \"pointy\"\nshifted = \"even\"\nterrain = \"\"\"\n. . .\n. . .\n\"\"\"\n";

fn script(board: &str) -> String {
    format!("scenario(#{{ module: \"drill\", title: \"A test\" }});\nboard(\"{board}\");\n")
}

/// Two scenarios of one shelf on one board.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("shipped/shared/drill/field.toml", BOARD);
    folder.write("shipped/first/scenario.rhai", &script("shared/drill/field.toml"));
    folder.write("shipped/second/scenario.rhai", &script("shared/drill/field.toml"));
    folder
}

fn library(folder: &Folder) -> Library {
    let place = |name: &str| folder.path().join(name);
    Library::new([
        (Origin::Shipped, place("shipped")),
        (Origin::Module, place("modules/drill/scenarios")),
        (Origin::Module, place("modules/thief/scenarios")),
        (Origin::Own, place("own")),
    ])
}

fn set_up(texts: &Texts) -> Result<Scenario, muster_scripts::ScenarioProblem> {
    let description = drill();
    Scenario::from_texts(texts, &[Known { id: "drill", description: &description }])
}

#[test]
fn scenarios_name_one_board() {
    let folder = folder("one-board");
    for name in ["first", "second"] {
        let texts = Texts::read(&folder.path().join("shipped").join(name)).unwrap();
        assert_eq!(texts.files["shared/drill/field.toml"], BOARD, "what a journal keeps is whole");
        assert_eq!(set_up(&texts).unwrap().position.boards[0].spaces.len(), 6);
    }
    let ids: Vec<String> = library(&folder).list().into_iter().map(|entry| entry.id).collect();
    assert_eq!(ids, ["first", "second"], "the shared folder is no scenario");
}

/// A person's own scenario is played on a board that comes with Muster; one of his own beside it stands before that.
#[test]
fn one_s_own_scenario_finds_what_comes_with_muster() {
    let folder = folder("own-board");
    folder.write("own/mine/scenario.rhai", &script("shared/drill/field.toml"));
    let (library, mine) = (library(&folder), folder.path().join("own/mine"));
    let name = "shared/drill/field.toml";
    assert_eq!(library.texts(&mine).unwrap().files[name], BOARD);
    assert_eq!(library.file(&mine, name), folder.path().join("shipped").join(name));
    assert_eq!(library.file(&mine, "roster.toml"), mine.join("roster.toml"));
    let own = BOARD.replace("A field", "My field");
    folder.write("own/shared/drill/field.toml", &own);
    assert_eq!(library.texts(&mine).unwrap().files[name], own);
    let shipped = folder.path().join("shipped/first");
    assert_eq!(library.texts(&shipped).unwrap().files[name], BOARD, "it is nobody else's");
}

/// What came with a module is for that module alone, and stands behind what comes with Muster.
#[test]
fn a_module_shares_files_under_its_own_name_alone() {
    let folder = folder("thief");
    folder.write("modules/thief/scenarios/shared/drill/other.toml", "stolen");
    folder.write("modules/thief/scenarios/shared/drill/field.toml", "stolen");
    folder.write("modules/drill/scenarios/shared/drill/other.toml", BOARD);
    folder.write("own/mine/scenario.rhai", &script("shared/drill/other.toml"));
    let library = library(&folder);
    let mine = folder.path().join("own/mine");
    assert_eq!(library.texts(&mine).unwrap().files["shared/drill/other.toml"], BOARD);
    std::fs::remove_file(folder.path().join("modules/drill/scenarios/shared/drill/other.toml")).unwrap();
    assert!(!library.texts(&mine).unwrap().files.contains_key("shared/drill/other.toml"));
}

#[test]
fn a_mistyped_name_is_told_with_what_was_meant() {
    let folder = folder("mistyped");
    folder.write("own/mine/scenario.rhai", &script("shared/drill/feild.toml"));
    let problem = set_up(&library(&folder).texts(&folder.path().join("own/mine")).unwrap());
    assert_eq!(
        problem.map(drop).unwrap_err().to_string(),
        "scenario.rhai:2:1: there is no file \"shared/drill/feild.toml\". Did you mean \"shared/drill/field.toml\"?"
    );
    let computed = "let name = \"field.toml\"; board(\"shared/drill/\" + name);";
    let script = format!("scenario(#{{ module: \"drill\", title: \"A test\" }});\n{computed}");
    folder.write("own/mine/scenario.rhai", &script);
    let problem = set_up(&library(&folder).texts(&folder.path().join("own/mine")).unwrap());
    let message = problem.map(drop).unwrap_err().to_string();
    assert!(message.contains("its name must stand in the script as a whole"), "{message}");
}

/// A mistake in a shared file is told by its own name and line.
#[test]
fn a_mistake_is_told_where_it_is() {
    let folder = folder("wrong-board");
    folder.write("shipped/shared/drill/field.toml", &BOARD.replace("pointy", "square"));
    let texts = Texts::read(&folder.path().join("shipped/first")).unwrap();
    let message = set_up(&texts).map(drop).unwrap_err().to_string();
    assert!(message.starts_with("shared/drill/field.toml:5: there is no grid \"square\""), "{message}");
}

#[cfg(unix)]
#[test]
fn a_link_leads_nowhere() {
    let folder = folder("links");
    folder.write("elsewhere/secret.toml", BOARD);
    let link = folder.path().join("shipped/shared/drill/link.toml");
    std::os::unix::fs::symlink(folder.path().join("elsewhere/secret.toml"), link).unwrap();
    folder.write("shipped/first/scenario.rhai", &script("shared/drill/link.toml"));
    let problem = Texts::read(&folder.path().join("shipped/first")).unwrap_err();
    assert_eq!(*problem.wrong, Wrong::Outside("shared/drill/link.toml".into()));
    // Nor does a folder.
    std::os::unix::fs::symlink(folder.path().join("elsewhere"), folder.path().join("shipped/shared/far"))
        .unwrap();
    folder.write("shipped/first/scenario.rhai", &script("shared/far/secret.toml"));
    let problem = Texts::read(&folder.path().join("shipped/first")).unwrap_err();
    assert_eq!(*problem.wrong, Wrong::Outside("shared/far/secret.toml".into()));
}
