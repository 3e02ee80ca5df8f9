//! What is wrong is reported by file and line, with what to write instead.

use crate::fixture::{drill, run, script, set_up};
use muster_scripts::{Known, SCRIPT, Scenario, Texts, Wrong};

/// Runs these lines, of which the first is line 3 of the script, and compares the message.
#[track_caller]
fn check(lines: &str, expected: &str) {
    let problem = run(lines).map(|_| ()).expect_err("this should be refused").to_string();
    assert_eq!(problem, expected);
}

#[test]
fn unknown_names() {
    check(
        r#"unit("us", "infantrie", "a", #{});"#,
        r#"scenario.rhai:3:1: there is no kind of unit "infantrie" in the module "drill". Did you mean "infantry"?"#,
    );
    check(
        r#"unit("usa", "infantry", "a", #{});"#,
        r#"scenario.rhai:3:1: there is no side "usa" in the module "drill". Did you mean "us"?"#,
    );
    check(
        r#"unit("us", "general", "a", #{ at: "0109" });"#,
        r#"scenario.rhai:3:1: there is no space "0109" on the boards. Did you mean "0101"?"#,
    );
    check(
        r#"unit("us", "infantry", "a", #{ strenght: 3 });"#,
        r#"scenario.rhai:3:1: there is no attribute "strenght" for a unit of the kind "infantry". Did you mean "strength"?"#,
    );
    check(
        r#"unit("us", "general", "a", #{ strength: 3 });"#,
        r#"scenario.rhai:3:1: there is no attribute "strength" for a unit of the kind "general", only for infantry. There is "corps", "name", "formation", "at", "facing", "edge", "slot", "carrier"."#,
    );
    check(
        r#"unit("us", "general", "a", #{ at: "0101", facing: "NEE" });"#,
        r#"scenario.rhai:3:1: there is no facing "NEE". Did you mean "NNE"?"#,
    );
    check(
        r#"fact("turn", 3);"#,
        r#"scenario.rhai:3:1: there is no fact "turn" in the module "drill". Did you mean "turns"?"#,
    );
    check(
        r#"option("latewar", true);"#,
        r#"scenario.rhai:3:1: there is no option "latewar" in the module "drill". Did you mean "late-war"?"#,
    );
    check(
        r#"place("b", "0101");"#,
        r#"scenario.rhai:3:1: there is no unit "b" in the roster so far. Enlist it before this line, with unit(…) or in the file of a roster."#,
    );
    check(
        r#"roster("rooster.toml");"#,
        r#"scenario.rhai:3:1: there is no file "rooster.toml" in the scenario's folder. Put the file beside scenario.rhai."#,
    );
    check(
        r#"note(#{ decision: "roll", title: "t", txt: "…" });"#,
        r#"scenario.rhai:3:1: the note has no "text". Write text instead of txt."#,
    );
}

#[test]
fn wrong_types() {
    check(
        r#"unit("us", "infantry", "a", #{ strength: "3" });"#,
        r#"scenario.rhai:3:1: "strength" of unit "a" is the text "3", where a number is wanted. Leave out the quotes: 3."#,
    );
    check(
        r#"unit("us", "infantry", "a", #{ strength: 3, weary: 1 });"#,
        r#"scenario.rhai:3:1: "weary" of unit "a" is the number 1, where true or false is wanted. Write true or false, without quotes."#,
    );
    check(
        r#"fact("turns", 3000000000);"#,
        r#"scenario.rhai:3:1: the fact "turns" is the number 3000000000, where a number that fits is wanted. The largest is 2147483647."#,
    );
    check(
        r#"unit("us", "general", "a", #{ at: 101 });"#,
        r#"scenario.rhai:3:1: "at" of unit "a" is the number 101, where text is wanted. Put it in quotes, with its zeros: "0101"."#,
    );
}

#[test]
fn what_must_be_there_and_what_is_there_twice() {
    check(
        r#"unit("us", "infantry", "a", #{ at: "0101" });"#,
        r#"scenario.rhai:3:1: unit "a" has no "strength". Figures, from 1 to 9."#,
    );
    check(
        "unit(\"us\", \"general\", \"a\", #{});\nunit(\"cs\", \"general\", \"a\", #{});",
        r#"scenario.rhai:4:1: the unit "a" is there twice. Give each unit an id of its own."#,
    );
    check(
        "fact(\"turns\", 1);\nfact(\"turns\", 2);",
        r#"scenario.rhai:4:1: the fact "turns" is there twice. Leave one of them out."#,
    );
    check(
        r#"scenario(#{ module: "drill", title: "again" });"#,
        r#"scenario.rhai:3:1: the call "scenario" is there twice. Say what the scenario is once, at the top of the script."#,
    );
}

#[test]
fn an_unknown_module_is_named_before_anything_else() {
    let problem = set_up([(
        SCRIPT,
        r#"scenario(#{ module: "dril", title: "T" }); unit("x", "y", "z", #{});"#.to_owned(),
    )]);
    assert_eq!(
        problem.map(|_| ()).unwrap_err().to_string(),
        r#"scenario.rhai:1:1: there is no module "dril". Did you mean "drill"?"#
    );
}

#[test]
fn a_roster_file_is_blamed_by_its_own_lines() {
    let check = |roster: &str, expected: &str| {
        let files = [(SCRIPT, script("roster(\"r.toml\");")), ("r.toml", roster.to_owned())];
        assert_eq!(set_up(files).map(|_| ()).unwrap_err().to_string(), expected);
    };
    check(
        "[[unit]]\nid = \"a\"\nside = \"us\"\nkind = \"infantry\"\nstrength = \"3\"\n",
        r#"r.toml:5:12: "strength" of unit "a" is the text "3", where a number is wanted. Leave out the quotes: 3."#,
    );
    check(
        "[[unit]]\nid = \"a\"\nside = \"us\"\n",
        r#"r.toml:1:1: unit "a" has no "kind". Add kind with a text in quotes."#,
    );
    check("[[units]]\n", r#"r.toml:1:3: there is no key "units" of a roster. Did you mean "unit"?"#);
    check(
        "[unit]\nid = 1\n",
        r#"r.toml:1:2: "unit" is a map, where a list of tables is wanted. Begin each unit with a line [[unit]]."#,
    );
}

#[test]
fn broken_scripts_name_the_line() {
    check(
        "let x = ;",
        "scenario.rhai:3:9: something is missing before this ;. Write what should stand there, or take the sign away.",
    );
    check(
        "place(y, \"0101\");",
        r#"scenario.rhai:3:7: there is no variable "y". Put it in quotes if it is a text, or declare it with let before this line."#,
    );
    check("unitt(1);", r#"scenario.rhai:3:1: there is no function unitt(number). Did you mean "unit"?"#);
    check(
        r#"unit("us");"#,
        r#"scenario.rhai:3:1: there is no function unit(text). Write unit("side", "kind", "id", #{ name: "…", at: "0101" })."#,
    );
}

#[test]
fn a_boards_features_must_be_known_to_the_module() {
    let lines = "scenario(#{ module: \"drill\", title: \"T\" });\nboard(\"b.toml\");";
    let board = "id = \"b\"\ntitle = \"B\"\nsource = \"S\"\n[hexes]\ngrid = \"pointy\"\nshifted = \"even\"\nterrain = \". .\"\nkey = { \".\" = [\"wods\"] }\n";
    let problem = set_up([(SCRIPT, lines.to_owned()), ("b.toml", board.into())]).map(|_| ()).unwrap_err();
    assert_eq!(
        problem.to_string(),
        r#"b.toml:8:16: there is no feature "wods" in the module "drill". Did you mean "woods"?"#
    );
}

#[test]
fn a_feature_is_found_where_it_is_given_and_not_where_it_is_only_named() {
    let lines = "scenario(#{ module: \"drill\", title: \"T\" });\nboard(\"b.toml\");";
    let board = "id = \"b\"\ntitle = \"wods\" # \"wods\"\nsource = \"S\"\n[hexes]\ngrid = \"pointy\"\nshifted = \"even\"\n\
                 terrain = \". .\"\nkey = { \".\" = [\"clear\"] }\n\
                 [[hex]]\nid = \"0201\"\nfeatures = [\"woods\"]\n\
                 [[hex]]\nid = \"0101\"\ntitle = \"wods\"\nfeatures = [\"woods\",\n  \"wods\"]\n";
    let problem = set_up([(SCRIPT, lines.to_owned()), ("b.toml", board.into())]).map(|_| ()).unwrap_err();
    assert_eq!((problem.at.line, problem.at.column), (Some(16), Some(3)), "{problem}");
}

#[test]
fn a_note_is_about_a_kind_of_decision_that_there_is() {
    check(
        r#"note(#{ decision: "chose-unit", title: "t", text: "…" });"#,
        r#"scenario.rhai:3:1: there is no kind of decision "chose-unit" in the module "drill". Did you mean "choose-unit"?"#,
    );
}

#[test]
fn a_note_names_keys_that_there_are() {
    let note = |text: &str| format!(r#"note(#{{ decision: "choose-unit", title: "t", text: "{text}" }});"#);
    assert!(run(&note("{key go-to} and {key undo}")).is_ok());
    check(
        &note("{key goto}"),
        r#"scenario.rhai:3:1: there is no key "goto" that a note can name. Did you mean "go-to"?"#,
    );
    check(
        &note("{overlay nowhere}"),
        r#"scenario.rhai:3:1: there is no overlay "nowhere" in the module "drill". `muster describe drill` lists the overlays."#,
    );
    check(
        &note("{G}"),
        r#"scenario.rhai:3:1: there is no key or overlay "{G}" that a note can name. Write {key go-to} or {overlay …}; other braces can’t stand there."#,
    );
}

#[test]
fn every_problem_is_told_at_once() {
    let texts = muster_scripts::Texts::new(
        "t",
        [(SCRIPT, script("fact(\"a\", 1);\nfact(\"b\", 1);\nroster(\"none.toml\");"))],
    );
    let description = crate::fixture::drill();
    let known = muster_scripts::Known { id: "drill", description: &description };
    let problems = muster_scripts::Scenario::check(&texts, &[known]).map(|_| ()).unwrap_err();
    let lines: Vec<_> = problems.iter().map(|problem| problem.at.line).collect();
    assert_eq!(lines, [Some(3), Some(4), Some(5)]);
    assert!(matches!(*problems[2].wrong, Wrong::Unknown { what: "file", .. }));
}

/// The mark stands under the key that nobody knows, not under what was given to it.
#[test]
fn an_unknown_key_of_a_roster_is_told_at_the_key() {
    let unit = "[[unit]]\nid = \"a\"\nside = \"us\"\nkind = \"general\"\n";
    let message = |roster: &str| {
        let files = [(SCRIPT, script("roster(\"r.toml\");")), ("r.toml", format!("{unit}{roster}"))];
        set_up(files).map(|_| ()).unwrap_err().to_string()
    };
    let expected = "r.toml:5:3: there is no attribute \"formtion\" for a unit of the kind \"general\". Did you mean \"formation\"?";
    assert_eq!(message("  formtion = \"II Corps\"\n"), expected);
}

#[test]
fn a_name_that_is_like_none_is_told_with_what_there_is() {
    check(
        "unit(\"us\", \"general\", \"a\", #{ at: \"0101\", facing: \"up\" });",
        "scenario.rhai:3:1: there is no facing \"up\". There is \"N\", \"NNE\", \"ENE\", \"E\", \"ESE\", \"SSE\", \"S\", \"SSW\", \"WSW\", \"W\", \"WNW\", \"NNW\", \"NE\", \"SE\", \"SW\", \"NW\".",
    );
    check(
        "note(#{ decision: \"zzz\", title: \"T\", text: \"t\" });",
        "scenario.rhai:3:1: there is no kind of decision \"zzz\" in the module \"drill\". There is \"roll\", \"choose-unit\".",
    );
    // Where they are too many, it is reported where they stand.
    let mut description = drill();
    description.features = (0..40).map(|number| format!("feature-number-{number}")).collect();
    let kind = |number: usize| muster_contract::DecisionKind {
        id: format!("decision-number-{number}"),
        title: String::new(),
        text: String::new(),
    };
    description.decisions = (0..40).map(kind).collect();
    let message = |description: &muster_contract::Description, script: String| {
        let texts = Texts::new("t", [(SCRIPT, script)]);
        let known = Known { id: "drill", description };
        Scenario::check(&texts, &[known]).unwrap_err()[0].to_string()
    };
    let feature = "scenario.rhai:2:1: there is no feature \"clear\" in the module \"drill\", at \"0101\". `muster describe drill` lists the features.";
    assert_eq!(message(&description, script("")), feature);
    description.features.push("clear".into());
    let message = message(&description, script("note(#{ decision: \"zzz\", title: \"T\", text: \"t\" });"));
    assert!(message.ends_with("`muster describe drill` lists the kinds of decision."), "{message}");
}
