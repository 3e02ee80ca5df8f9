//! What can be played and is probably not meant is reported; and what else a scenario's writer is to look at.

use crate::fixture::{drill, set_up};
use muster_contract::Refusal;
use muster_scripts::{Known, SCRIPT, Scenario, ScenarioProblem, Texts};

const SCRIPT_HEAD: &str = "scenario(#{ module: \"drill\", title: \"T\" });\nboard(\"b.toml\");\n";
const BOARD: &str = "id = \"b\"\nsource = \"Invented.\"\n[hexes]\ngrid = \"pointy\"\nshifted = \"even\"\nterrain = \"\"\"\n. .\n. .\n\"\"\"\n";

/// The doubts about a scenario of eight turns, whose script has these lines from the third on and whose board these from the
/// tenth.
fn doubts_of(script: &str, board: &str) -> Vec<String> {
    let mut description = drill();
    description.features.push("bridge".into());
    let known = Known { id: "drill", description: &description };
    let files = [(SCRIPT, format!("{SCRIPT_HEAD}{script}")), ("b.toml", format!("{BOARD}{board}"))];
    let scenario = Scenario::from_texts(&Texts::new("tests", files), &[known]).unwrap();
    scenario.doubts(known, 8).iter().map(ScenarioProblem::to_string).collect()
}

#[test]
fn a_note_for_a_turn_that_never_comes() {
    let note =
        |turn: u32| format!("note(#{{ decision: \"roll\", title: \"Late\", text: \"t\", turn: {turn} }});");
    assert!(doubts_of(&note(8), "").is_empty());
    let expected = "scenario.rhai:3:1: the note \"Late\" is for turn 9, and the game ends with turn 8. Name a turn that comes, or leave turn out for any.";
    assert_eq!(doubts_of(&note(9), ""), [expected]);
}

#[test]
fn a_formation_that_is_nearly_another() {
    let formed = |last: &str| {
        let others = ["a", "b"]
            .map(|id| format!("unit(\"us\", \"general\", \"{id}\", #{{ formation: \"II Corps\" }});\n"));
        let last = format!("unit(\"us\", \"general\", \"c\", #{{\n  formation: \"{last}\"\n}});");
        doubts_of(&format!("{}{last}", others.concat()), "")
    };
    let expected = "scenario.rhai:5:1: unit \"c\" is alone in the formation \"II Crops\", and 2 are in \"II Corps\". If the same one is meant, write it alike.";
    assert_eq!(formed("II Crops"), [expected]);
    for fine in ["II Corps", "III Corps", "I Corps", "IX Corps", "Reserve", "2 Corps"] {
        assert!(formed(fine).is_empty(), "{fine}");
    }
}

#[test]
fn a_facing_where_there_are_no_hexes() {
    let boxed = "[[box]]\nid = \"reserve\"\nat = [9, 0]\n";
    let placed = |space: &str| {
        doubts_of(&format!("unit(\"us\", \"general\", \"a\", #{{ at: \"{space}\", facing: \"N\" }});"), boxed)
    };
    assert!(placed("0101").is_empty());
    let expected = "scenario.rhai:3:1: unit \"a\" has a facing in \"reserve\", which is no hex. Leave facing out: nothing shows it there.";
    assert_eq!(placed("reserve"), [expected]);
}

#[test]
fn a_bridge_over_nothing() {
    let side = |between: &str, features: &str| {
        format!("[[side]]\nbetween = \"{between}\"\nfeatures = [{features}]\n")
    };
    let expected = "b.toml:11:11: there is a bridge between \"0101\" and \"0201\", and no water. Look which two spaces it lies between.";
    assert_eq!(doubts_of("", &side("0201/0101", "\"bridge\"")), [expected]);
    assert!(doubts_of("", &side("0201/0101", "\"bridge\", \"stream\"")).is_empty());
    let line = "[[line]]\nfeature = \"bridge\"\nthrough = \"0101 0201\"\n";
    assert_eq!(doubts_of("", line), [expected]);
}

/// The module says that a hex has too many; whoever came last is one too many.
#[test]
fn too_many_units_are_told_where_the_last_of_them_is_put() {
    let script = format!(
        "{SCRIPT_HEAD}unit(\"us\", \"general\", \"a\", #{{ at: \"0101\" }});\nunit(\"us\", \"general\", \"b\", #{{}});\nunit(\"us\", \"general\", \"c\", #{{ at: \"0101\" }});\nplace(\"b\", \"0101\");"
    );
    let board = format!("{BOARD}[[hex]]\nid = \"0101\"\ntitle = \"Hay\"\n");
    let scenario = set_up([(SCRIPT, script), ("b.toml", board)]).unwrap();
    let place_of = |reason: &str| {
        let at = scenario.refused(&Refusal { reason: reason.to_owned(), citation: None }).at;
        (at.file, at.line)
    };
    assert_eq!(place_of("there are 3 units in 0101; two can be there"), (SCRIPT.to_owned(), Some(6)));
    assert_eq!(place_of("no road leaves the board in 0101"), ("b.toml".to_owned(), Some(11)), "of no unit");
}
