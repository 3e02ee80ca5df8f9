//! House rules at a table and from the command line: turned on, kept, reloaded, followed.

use std::path::Path;
use std::sync::Arc;

use crate::fixture::{Desk, root};
use muster_contract::{Module, RuleText, Seat};
use muster_scripts::rules::{Rhai, reference};
use muster_scripts::{Known, Scenario, Texts};
use muster_sdk::Native;
use muster_table::messages::{
    ENOUGH_FAILURES, FromTable, Holder, LogKind, Peer, Reach, RefusalCode, Reply, Request, Update,
};
use muster_table::{Build, Damaged, Journal, SeatAssignment, Table, TableConfig, verify};
use serde_json::json;

fn brigade() -> Arc<dyn Module> {
    Arc::new(Native::<brigade::Brigade>::new("brigade"))
}

fn bull_run() -> Arc<dyn Module> {
    Arc::new(Native::<bull_run::BullRun>::new("bull-run"))
}

fn bobby_lee() -> Arc<dyn Module> {
    Arc::new(Native::<bobby_lee::BobbyLee>::new("bobby-lee"))
}

fn us_civil_war() -> Arc<dyn Module> {
    Arc::new(Native::<us_civil_war::UsCivilWar>::new("us-civil-war"))
}

fn cw_strategy() -> Arc<dyn Module> {
    Arc::new(Native::<cw_strategy::CwStrategy>::new("cw-strategy"))
}

fn build() -> Build {
    Build { module: "brigade".into(), version: "0.1.0".into(), component: String::new() }
}

/// A rule that counts the sides' activations, and says this word each time.
fn counting(word: &str) -> RuleText {
    let text = format!(
        r#"rule(#{{ title: "Counting", modules: ["brigade"] }});
variable("times", 0, "Times");
on("orders", "count");
fn count(facts) {{ set("times", get("times") + 1); note("{word}"); }}"#
    );
    RuleText { id: "counting".into(), text, settings: Vec::new() }
}

fn table(rules: &[RuleText], journal: Option<&Path>) -> Table {
    let module = brigade();
    let texts = Texts::read(&root().join("scenarios/first-fight")).expect("a scenario");
    let scenario = Scenario::from_texts(&texts, &[Known::from(module.as_ref())]).expect("a scenario");
    let sitting = |name: &str| SeatAssignment { holder: Holder::Human, name: name.into() };
    let setting = TableConfig {
        seed: 7,
        seats: vec![sitting("A"), sitting("B")],
        build: build(),
        journal: journal.map(Path::to_owned),
        rules: rules.to_vec(),
        rulebook: Some(Arc::new(Rhai)),
        ..TableConfig::default()
    };
    Table::start(module, scenario.position, setting).expect("a table")
}

fn take(table: &mut Table, seat: Seat, choice: &str) {
    table.act(seat, table.revision_of(seat), choice, None).unwrap_or_else(|refused| panic!("{refused}"));
}

/// What the rule's panel counts.
fn times(table: &mut Table) -> String {
    let Reply::View { view, .. } = table.answer(&Peer::host([]), Request::View { eyes: None }) else {
        panic!("no view")
    };
    let panel = view.panels.into_iter().find(|panel| panel.id == "house-rule:counting").expect("a panel");
    panel.rows[0].figure.clone()
}

/// What everybody has been told.
fn told(table: &mut Table) -> Vec<String> {
    let Reply::Log { items } = table.answer(&Peer::host([]), Request::Log { eyes: None, from: 0 }) else {
        panic!("no log")
    };
    let events = items.into_iter().filter(|item| !item.undone).flat_map(|item| item.events);
    events.map(|event| event.text).collect()
}

#[test]
fn a_reload_takes_over_between_two_choices_and_is_played_again() {
    let desk = Desk::new("reload");
    let path = desk.path("a.journal");
    let mut one = table(&[counting("one")], Some(&path));
    take(&mut one, 0, "roll");
    one.reload(vec![counting("two")]).unwrap();
    take(&mut one, 0, "end-moves");
    assert_eq!(times(&mut one), "1", "variables go on");
    let mut seat = 0;
    while times(&mut one) == "1" {
        let decisions = one.decisions_of(seat).filter(|decision| decision.waits);
        let choice = decisions.flat_map(|decision| &decision.choices).last().map(|choice| choice.id.clone());
        match choice {
            Some(choice) => take(&mut one, seat, &choice),
            None => seat = 1 - seat,
        }
    }
    let said = told(&mut one);
    assert!(said.contains(&"one".to_owned()) && said.contains(&"two".to_owned()), "{said:?}");
    let Reply::Log { items } = one.answer(&Peer::host([]), Request::Log { eyes: None, from: 0 }) else {
        panic!("no log")
    };
    assert!(
        items.iter().any(|item| matches!(&item.kind, LogKind::Rules { changed } if changed == &["counting"]))
    );
    let standing = one.standing(&Peer::host([]));
    assert_eq!(standing.rules, ["counting"]);
    drop(one);
    // The journal holds both texts: played again it comes out the same, whatever the files have become.
    let opened = || Journal::open(&path).unwrap().with_rulebook(Arc::new(Rhai));
    verify(brigade(), &opened()).unwrap();
    let locked = Journal::lock(&path).unwrap().with_rulebook(Arc::new(Rhai));
    let mut again = Table::resume(brigade(), build(), locked, Damaged::Refuse).unwrap();
    assert_eq!(times(&mut again), "2");
    assert_eq!(again.rules(), [counting("two")]);
    drop(again);
    // A program that knows no rules can't play it, and says so.
    let refused = Table::resume(brigade(), build(), Journal::lock(&path).unwrap(), Damaged::Refuse);
    assert!(refused.unwrap_err().to_string().contains("counting"));
}

#[test]
fn undo_across_a_reload_plays_on_under_what_is_in_force() {
    let desk = Desk::new("undo-reload");
    let path = desk.path("a.journal");
    let mut table = table(&[counting("one")], Some(&path));
    take(&mut table, 0, "roll");
    take(&mut table, 0, "end-moves");
    table.reload(vec![counting("two")]).unwrap();
    let steps = table.standing(&Peer::host([])).steps;
    // Back to before the roll, past the reload: the count of that moment, the new rule from there on.
    let revision = table.revision_of(0);
    table.undo(0, revision, Reach::Choice, true).unwrap();
    while table.standing(&Peer::host([])).steps > 1 {
        let revision = table.revision_of(0);
        table.undo(0, revision, Reach::Choice, true).unwrap();
    }
    assert!(steps > 1);
    assert_eq!(times(&mut table), "0");
    take(&mut table, 0, "roll");
    assert_eq!(times(&mut table), "1");
    assert!(told(&mut table).contains(&"two".to_owned()));
    drop(table);
    verify(brigade(), &Journal::open(&path).unwrap().with_rulebook(Arc::new(Rhai))).unwrap();
}

#[test]
fn what_cannot_take_over_leaves_the_old_text_in_force() {
    let mut table = table(&[counting("one")], None);
    take(&mut table, 0, "roll");
    let mut refused = |from: &str, to: &str, words: &str| {
        let mut text = counting("one");
        text.text = text.text.replace(from, to);
        let refused = table.reload(vec![text]).expect_err("it is refused");
        assert_eq!(refused.code, RefusalCode::Rules);
        assert!(refused.reason.contains(words), "{words:?} in {:?}", refused.reason);
        assert_eq!(table.rules(), [counting("one")]);
    };
    refused("note(", "note((", "counting.rhai:4");
    refused("\"orders\"", "\"order\"", "Did you mean \"orders\"?");
    let type_changed = "counting.rhai:2:1: the variable \"times\" is a text, and in this game it is a number. Let it begin as a number";
    refused("(\"times\", 0", "(\"times\", \"none\"", type_changed);
    refused("rule(", "rule(#{ title: \"Twice\", modules: [\"brigade\"] }); rule(", "twice");
    let renamed = RuleText { id: "other".into(), ..counting("one") };
    assert!(table.reload(vec![renamed]).is_err());
    take(&mut table, 0, "end-moves");
    assert_eq!(times(&mut table), "1");
}

/// A rule that is told more than before is told to every seat as it takes over.
#[test]
fn a_rule_that_comes_to_see_hidden_facts_is_told_to_every_seat() {
    let hidden = |word: &str| {
        let plain = counting(word);
        RuleText { text: plain.text.replace("title: ", "hidden: true, title: "), ..plain }
    };
    let handle = muster_table::TableHandle::start(table(&[counting("one")], None)).expect("a thread");
    let mut clients = [Peer::host([0]), Peer::guest([1])].map(|peer| handle.connect(peer, None));
    let mut notices = |texts: RuleText| {
        handle.run(move |table| table.reload(vec![texts])).recv().expect("an answer").expect("it takes over");
        clients.each_mut().map(|client| {
            let _ = client.ask(Request::Standing);
            let messages = std::iter::from_fn(|| client.try_next());
            let notices = messages.filter_map(|message| match message {
                FromTable::Update(Update::Notice { text, .. }) => Some(text),
                _ => None,
            });
            notices.collect::<Vec<_>>()
        })
    };
    let told = "the house rule “Counting” was changed, and sees hidden facts from now on";
    for heard in notices(hidden("two")) {
        assert!(matches!(heard.as_slice(), [one] if one.starts_with(told)), "{heard:?}");
    }
    for calm in [hidden("three"), counting("four")] {
        assert_eq!(notices(calm), [Vec::<String>::new(), Vec::new()]);
    }
}

#[test]
fn a_reload_without_the_function_that_an_open_decision_waits_for_is_refused() {
    let text = r#"rule(#{ title: "Asking", modules: ["brigade"] });
on("orders", "ask_them");
fn ask_them(facts) { offer("cs", #{ prompt: "Well?", choices: ["yes"], then: "answered" }); }
fn answered(facts) { note("heard"); }"#;
    let rule = RuleText { id: "counting".into(), text: text.into(), settings: Vec::new() };
    let mut table = table(std::slice::from_ref(&rule), None);
    take(&mut table, 0, "roll");
    let without = RuleText { text: text.replace("answered", "replied"), ..rule.clone() };
    let refused = table.reload(vec![without]).unwrap_err();
    assert!(refused.reason.contains("answered"), "{refused}");
    assert!(!refused.reason.contains("state"), "the text is what is wrong: {refused}");
    let with = RuleText { text: text.replace("heard", "understood"), ..rule };
    table.reload(vec![with]).unwrap();
    take(&mut table, 1, "counting:yes");
    assert!(told(&mut table).contains(&"understood".to_owned()));
}

#[test]
fn a_rule_that_fails_pauses_the_table_and_a_better_text_goes_on() {
    let mut bad = counting("one");
    bad.text = bad.text.replace("note(\"one\")", "loop { }");
    let mut table = table(&[bad], None);
    let refused = table.act(0, table.revision_of(0), "roll", None).unwrap_err();
    assert_eq!(refused.code, RefusalCode::Paused);
    let pause = table.paused().expect("it is paused").clone();
    assert_eq!(pause.module, "house rule counting");
    assert!(pause.message.contains("counting.rhai:4"), "{}", pause.message);
    let (module, call, message) = (pause.module, pause.call, "x".to_owned());
    let trouble = muster_contract::Trouble { module, call, message, backtrace: Vec::new() };
    assert_eq!(trouble.to_string(), "house rule counting failed in count: x");
    // However often it has failed: another text is another rule.
    for _ in 1..ENOUGH_FAILURES {
        table.retry().unwrap();
        table.act(0, table.revision_of(0), "roll", None).unwrap_err();
    }
    assert!(table.paused().is_some_and(|pause| pause.disabled));
    table.reload(vec![counting("mended")]).unwrap();
    assert!(table.paused().is_none());
    take(&mut table, 0, "roll");
    assert_eq!(times(&mut table), "1");
}

#[test]
fn rules_are_turned_on_from_the_command_line() {
    let desk = Desk::new("rule-arguments");
    let lines = desk.session(
        &[
            "table",
            "brigade",
            "first-fight",
            "--seed",
            "3",
            "--rule",
            "weather:rain=12,fog=13",
            "--rule",
            "stragglers",
        ],
        &["{\"id\":1,\"ask\":\"view\"}"],
    );
    assert_eq!(lines[0]["standing"]["rules"], json!(["weather", "stragglers"]));
    let panels = &crate::fixture::reply(&lines, 1)["view"]["panels"];
    assert!(panels.to_string().contains("\"figure\":\"rain\""), "it always rains: {panels}");
    let typed = |rule: &str| {
        let typed = ["table", "brigade", "first-fight", "--rule", rule];
        desk.types(&typed).expect_err("it is refused").to_string()
    };
    assert!(typed("wether").contains("no rule \"wether\""));
    let remedy = |rule: &str| {
        let typed = ["table", "brigade", "first-fight", "--rule", rule];
        desk.types(&typed).expect_err("it is refused").remedy().unwrap_or_default().to_owned()
    };
    assert_eq!(remedy("wether"), "Did you mean \"weather\"?");
    assert_eq!(remedy("weather.rhai"), "Name the rule alone: --rule weather.");
    assert_eq!(
        remedy("drafts/mud.rhai"),
        "Name the folder of the file, and the rule: --rules drafts --rule mud."
    );
    assert!(remedy("zouaves").starts_with("There is chance-cards, "), "{}", remedy("zouaves"));
    assert!(typed("weather:rain=much").contains("a whole number"));
    assert!(typed("weather:snow=1").contains("no setting \"snow\""));
    assert!(typed("weather:rain").contains("sets nothing"));
    let sim = [
        "sim",
        "brigade",
        "first-fight",
        "--games",
        "2",
        "--bots",
        "random,random",
        "--rule",
        "chance-cards",
        "--json",
    ];
    assert!(desk.types(&sim).unwrap().contains("\"games\":2"));
    let list = desk.types(&["rules", "brigade"]).unwrap();
    for id in ["chance-cards", "give-ground", "stragglers", "weather"] {
        assert!(list.contains(id), "{list}");
    }
}

/// An `edit` that the module refuses is no fault of a rule, but who tries one out has to hear of it.
#[test]
fn what_a_rule_wanted_changed_and_the_module_refused_is_counted() {
    let desk = Desk::new("refused-edits");
    let folder = desk.path("data/rules");
    std::fs::create_dir_all(&folder).unwrap();
    let rule = r#"rule(#{ title: "Zeal", modules: ["brigade"] });
        on("activation", "zeal");
        fn zeal(facts) { if facts.turn == 1 && facts.first { edit(#{ set: "us-prentiss", attribute: "pips", value: 99 }); } }"#;
    std::fs::write(folder.join("zeal.rhai"), rule).unwrap();
    let sim = |json: &[&str]| {
        let typed =
            ["sim", "brigade", "first-fight", "--games", "2", "--bots", "random,random", "--rule", "zeal"];
        desk.types(&[&typed, json].concat()).unwrap()
    };
    let (said, counted) = (sim(&[]), sim(&["--json"]));
    let first = "zeal.rhai:3: Zeal can't be carried out in zeal: \"pips\" of us-prentiss can't become 99 (His pips, 0 to 12.).";
    let line = format!("what the rule zeal wanted changed was refused 2 times; the first time: {first}");
    assert!(said.contains(&line), "{said}");
    let counted: serde_json::Value = serde_json::from_str(&counted).unwrap();
    assert_eq!(counted["refused_edits"], json!({ "zeal": { "times": 2, "first": first } }));
}

#[test]
fn a_new_rule_works_at_once() {
    let desk = Desk::new("new-rule");
    let said = desk.types(&["new", "rule", "hard-luck"]).unwrap();
    let file = said.lines().next().expect("its path").to_owned();
    assert!(desk.types(&["check", &file]).unwrap().contains("can be turned on"));
    let lines = desk.session(
        &["table", "brigade", "first-fight", "--seed", "3", "--rule", "hard-luck:least=1"],
        &["{\"id\":1,\"ask\":\"decisions\",\"seat\":0}"],
    );
    assert_eq!(lines[0]["standing"]["rules"], json!(["hard-luck"]));
    assert!(desk.types(&["new", "rule", "hard-luck"]).is_err(), "it is there already");
    assert!(desk.types(&["new", "rule", "Hard Luck"]).is_err(), "no name for a file");
    // A folder's spelling is taken for the file's name: nothing hidden and nameless is written.
    let beside = desk.path("beside/soft-luck/").display().to_string();
    assert!(desk.types(&["new", "rule", &beside]).unwrap().contains("soft-luck.rhai"));
    assert!(desk.path("beside/soft-luck.rhai").is_file() && !desk.path("beside/soft-luck").exists());
    std::fs::write(&file, "rule(#{ title: \"x\" });").unwrap();
    assert!(desk.types(&["check", &file]).unwrap_err().to_string().contains("hard-luck.rhai:1"));
}

/// By its path, by its name, and by its name with the ending; one's own, those of modules, and those that come with Muster.
#[test]
fn a_rule_is_checked_wherever_it_lies() {
    let desk = Desk::new("check-rule");
    let lay = |folder: &str, name: &str, module: &str| {
        let folder = desk.path(folder);
        std::fs::create_dir_all(&folder).unwrap();
        let text = format!("rule(#{{ title: \"{name}\", modules: [\"{module}\"] }});\n");
        std::fs::write(folder.join(format!("{name}.rhai")), text).unwrap();
    };
    lay("data/rules", "dawn", "parley");
    lay("data/modules/parley/scripts", "dusk", "parley");
    let path = desk.path("data/rules/dawn.rhai").display().to_string();
    for name in ["dawn", "dawn.rhai", &path, "dusk", "weather", "weather.rhai"] {
        let said = desk.types(&["check", name]).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert!(said.contains("can be turned on"), "{name}: {said}");
    }
    let wrong = |name: &str| desk.types(&["check", name]).expect_err(name).to_string();
    lay("data/rules", "drill", "parlay");
    let said = wrong("drill");
    assert!(
        said.contains("drill.rhai:1:1: there is no module \"parlay\". Did you mean \"parley\"?"),
        "{said}"
    );
    // A name that the lobby couldn't offer.
    lay("data/rules", "Dawn", "parley");
    let said = wrong("Dawn");
    assert!(said.ends_with("Name the file dawn.rhai."), "{said}");
    let refused = desk.types(&["check", "wether"]).expect_err("there is no such thing");
    assert_eq!(refused.remedy(), Some("Did you mean \"weather\"?"));
    // A name that a scenario and a rule have is both.
    lay("data/rules", "quarrel", "parley");
    let said = desk.types(&["check", "quarrel"]).unwrap();
    assert!(said.contains("can be played") && said.contains("can be turned on"), "{said}");
}

/// docs/house-rules-reference.md is what the code says; MUSTER_DOCS=write writes it.
#[test]
fn the_reference_is_not_stale() {
    let modules = [brigade(), bull_run(), bobby_lee(), cw_strategy(), us_civil_war()];
    let written = reference(&modules.each_ref().map(|module| Known::from(module.as_ref())));
    let path = root().join("docs/house-rules-reference.md");
    if std::env::var("MUSTER_DOCS").is_ok_and(|write| write == "write") {
        std::fs::write(&path, &written).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == written, "{} is stale; run this test with MUSTER_DOCS=write", path.display());
}

/// Every example of the reference compiles.
#[test]
fn the_examples_of_the_reference_work() {
    use muster_contract::Rulebook as _;
    let parley: Arc<dyn Module> = Arc::new(Native::<parley::Parley>::new("parley"));
    for module in [brigade(), bull_run(), bobby_lee(), cw_strategy(), us_civil_war(), parley] {
        let compiles = |text: String| {
            let rule = RuleText { id: "example".into(), text, settings: Vec::new() };
            Rhai.compile(module.as_ref(), &[rule]).unwrap_or_else(|problem| panic!("{problem}"));
        };
        let head =
            format!("rule(#{{ title: \"Example\", modules: [\"{}\"], hidden: true }});\n", module.id());
        for hook in &module.describe().hooks {
            let name = hook.example.strip_prefix("fn ").and_then(|rest| rest.split_once('('));
            let (name, _) = name.expect("an example begins with its function");
            compiles(format!("{head}on(\"{}\", \"{name}\");\n{}", hook.id, hook.example));
        }
        for query in &module.describe().queries {
            compiles(format!("{head}fn asking(facts) {{ {} }}\nfn answered(facts) {{ }}", query.example));
        }
    }
}

/// What comes with Muster, and what shows in tests what hooks can do, has no mistake that can be found beforehand.
#[test]
fn the_rules_of_this_tree_have_no_flaws() {
    let parley: Arc<dyn Module> = Arc::new(Native::<parley::Parley>::new("parley"));
    let modules = [brigade(), bull_run(), bobby_lee(), cw_strategy(), us_civil_war(), parley];
    let mut looked_at = 0;
    for folder in ["scripts", "tests/rules"] {
        for file in std::fs::read_dir(root().join(folder)).unwrap().flatten() {
            let text = std::fs::read_to_string(file.path()).unwrap();
            let id = file.file_name().to_string_lossy().trim_end_matches(".rhai").to_owned();
            let heading = muster_scripts::rules::RuleHeading::from_text(&id, &text).unwrap();
            for module in modules.iter().filter(|module| heading.modules.contains(&module.id().to_owned())) {
                let rule = RuleText { id: id.clone(), text: text.clone(), settings: Vec::new() };
                let known = Known::from(module.as_ref());
                let compiled = muster_scripts::rules::Compiled::new(&[rule], known).unwrap();
                let flaws: Vec<String> = compiled.flaws().iter().map(ToString::to_string).collect();
                assert_eq!(flaws, Vec::<String>::new(), "{id}");
                looked_at += 1;
            }
        }
    }
    assert!(looked_at >= 16, "{looked_at}");
}

/// A mistake in a function is told before anybody plays with the rule, by `check` and by `table`.
#[test]
fn a_rule_with_a_flaw_is_not_begun_with() {
    let desk = Desk::new("flaw");
    let rules = desk.path("data/rules");
    std::fs::create_dir_all(&rules).unwrap();
    let text = counting("x").text.replace("get(\"times\")", "get(\"tims\")");
    std::fs::write(rules.join("mud.rhai"), text).unwrap();
    let expected = "mud.rhai:4:32: there is no variable \"tims\". Did you mean \"times\"?";
    let said = desk.types(&["table", "brigade", "first-fight", "--rule", "mud"]).unwrap_err().to_string();
    assert_eq!(said, expected);
    // `check` says which of the files of that name it looked at.
    let said = desk.types(&["check", "mud"]).unwrap_err().to_string();
    assert_eq!(said, rules.join(expected).display().to_string());
}
