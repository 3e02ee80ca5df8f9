//! Whoever writes a scenario or a rule is told the file, the line, what is wrong and what to write: a table of mistakes each.

use crate::fixture::{drill, run, script, set_up};
use muster_contract::hooks::{Datum, Fact};
use muster_contract::{Awaited, ChangeInfo, Description, RuleText, Rules};
use muster_scripts::rules::Compiled;
use muster_scripts::{Known, SCRIPT, Scenario, ScenarioProblem, Texts};

/// The entries of a table: what was written, and the message. Lines that begin with `# ` explain the table.
fn entries(table: &str) -> Vec<(String, &str)> {
    let (mut entries, mut written) = (Vec::new(), Vec::new());
    for line in table.lines().skip_while(|line| line.starts_with("# ")) {
        match line.strip_prefix("=> ") {
            Some(message) => {
                entries.push((std::mem::take(&mut written).join("\n").trim().to_owned(), message))
            }
            None => written.push(line),
        }
    }
    entries
}

fn differences(table: &str, message_of: impl Fn(&str) -> String) -> usize {
    let entries = entries(table);
    let wrong: Vec<String> = entries
        .iter()
        .map(|(written, expected)| (written, *expected, message_of(written)))
        .filter(|(_, expected, found)| expected != found)
        .map(|(written, expected, found)| format!("{written}\n  expected {expected}\n  was      {found}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    entries.len()
}

/// The message, marked if it names no file and line or lacks what to write; what a script threw needs no more.
fn complete(problem: &ScenarioProblem, written: &str) -> String {
    let whole = problem.at.line.is_some() && (problem.remedy.is_some() || written.starts_with("throw"));
    if whole { problem.to_string() } else { format!("{problem} (INCOMPLETE)") }
}

#[test]
fn a_scenarios_writer_is_told_what_to_write() {
    let count = differences(include_str!("../mistakes/scenario.txt"), |written| {
        let done = match written.strip_prefix("WHOLE\n") {
            Some(whole) => set_up([(SCRIPT, whole.to_owned())]),
            None => run(written),
        };
        complete(&done.map(|_| ()).expect_err(written), written)
    });
    assert!(count >= 62, "{count}");
}

#[test]
fn a_rules_writer_is_told_what_to_write() {
    let count = differences(include_str!("../mistakes/rule.txt"), |written| {
        let message = of_rule(written);
        let placed = message
            .strip_prefix("mud.rhai:")
            .is_some_and(|rest| rest.starts_with(|one: char| one.is_ascii_digit()));
        let whole = placed && (message.contains(". ") || written.starts_with("throw"));
        if whole { message } else { format!("{message} (INCOMPLETE)") }
    });
    assert!(count >= 40, "{count}");
}

/// A rule with what was written in it.
fn text_of(written: &str) -> String {
    let whole = |middle: String| {
        format!("rule(#{{ title: \"T\", modules: [\"drill\"] }});\nvariable(\"rain\", false);\n{middle}")
    };
    match written {
        whole if whole.contains("rule(") => whole.to_owned(),
        function if function.starts_with("fn ") => whole(format!("on(\"turn\", \"f\");\n{function}")),
        line => whole(format!("on(\"turn\", \"f\");\nfn f(facts) {{ {line} }}\nfn later(facts) {{}}")),
    }
}

/// The message about a rule when it is turned on, or else when it is called.
fn of_rule(written: &str) -> String {
    let description = drill();
    let text = RuleText { id: "mud".into(), text: text_of(written), settings: Vec::new() };
    let compiled = match Compiled::new(&[text], Known { id: "drill", description: &description }) {
        Ok(compiled) => compiled,
        Err(problem) => return complete(&problem, written),
    };
    let rule = &compiled.rules()[0];
    let hook = &rule.subscriptions.first().expect("a rule that wants to be called").hook;
    let fact = |name: &str, value| Fact { name: name.into(), value };
    let facts = [
        fact("active-side", Datum::Text("us".into())),
        fact("pips", Datum::Number(2)),
        fact("turn", Datum::Number(3)),
    ];
    let variables = rule.variables.iter().map(|one| fact(&one.name, one.initial.clone()));
    let variables: Vec<Fact> = variables.collect();
    compiled.call(0, hook, "f", &facts, &variables, &Awaited::ALWAYS).expect_err(written).message
}

/// What stands there as it is is found before anything calls it, in the same words.
#[test]
fn mistakes_in_functions_are_found_before_they_are_called() {
    let (mut found, mut late) = (0, Vec::new());
    for (written, expected) in entries(include_str!("../mistakes/rule.txt")) {
        let description = drill();
        let known = Known { id: "drill", description: &description };
        let text = RuleText { id: "mud".into(), text: text_of(&written), settings: Vec::new() };
        let Ok(compiled) = Compiled::new(&[text], known) else { continue };
        match compiled.flaws().first() {
            // A loop is seen, or else stopped.
            Some(flaw) if expected.contains("more than 100000 steps") => {
                assert!(flaw.to_string().contains("this loop never ends"), "{written}: {flaw}");
            }
            Some(flaw) => assert_eq!(flaw.to_string(), expected, "{written}"),
            None => late.push(written),
        }
        found += usize::from(!compiled.flaws().is_empty());
    }
    assert!(found >= 25, "{found} are found, and not {late:#?}");
}

#[test]
fn what_is_right_is_no_flaw() {
    for function in [
        // What another hook tells, behind a question.
        "fn f(facts) { if \"die\" in facts { note(`${facts.die}`); } note(`${facts.turn}`); }",
        // What it gives itself.
        "fn f(facts) { facts.mine = 3; note(`${facts.mine}`); }",
        // What goes on is told what a roll tells.
        "fn f(facts) { roll(1, 6, \"mud\", \"g\"); } fn g(facts) { note(`${facts.total} ${facts.mine}`); }",
        "fn f(facts) { roll(#{ count: facts.turn, sides: 6, reason: \"mud\", then: \"g\" }); } fn g(facts) {}",
        // A name that is made up as it goes.
        "fn f(facts) { let name = \"ra\"; set(name + \"in\", true); }",
        "fn f(facts) { loop { if facts.turn > 2 { break; } } loop { return; } while true { throw \"x\"; } }",
        "fn f(facts) { set(\"rain\", facts.turn > 2); g(1, 2); } fn g(a, b) { note(\"us\", `${a}`); }",
        // Nobody calls it.
        "fn f(facts) {} fn g(facts) { forbid(\"a *\", \"b\"); }",
    ] {
        let description = drill();
        let text = RuleText { id: "mud".into(), text: text_of(function), settings: Vec::new() };
        let known = Known { id: "drill", description: &description };
        let compiled =
            Compiled::new(&[text], known).unwrap_or_else(|problem| panic!("{function}: {problem}"));
        let flaws: Vec<String> = compiled.flaws().iter().map(ToString::to_string).collect();
        assert!(flaws.is_empty(), "{function}: {flaws:?}");
    }
}

#[test]
fn every_flaw_is_told_with_its_line() {
    let description = drill();
    let function = "fn f(facts) {\n    if facts.tunr > 2 { g(); }\n    loop { note(\"x\"); }\n}\nfn g() {\n    roll(1, 6, facts_of(2), \"latr\");\n    offer(\"usa\", #{ prompt: \"?\", choices: [\"a\"], then: \"later\", data: #{ n: h() } });\n}\nfn later(facts) { modify(\"pips\", 1); }\nfn h() { 1 }\nfn facts_of(n) { `${n}` }";
    let text = RuleText { id: "mud".into(), text: text_of(function), settings: Vec::new() };
    let compiled = Compiled::new(&[text], Known { id: "drill", description: &description }).unwrap();
    let flaws: Vec<String> = compiled.flaws().iter().map(ToString::to_string).collect();
    let expected = [
        "mud.rhai:5:14: there is no key \"tunr\" in this map. Did you mean \"turn\"?",
        "mud.rhai:6:5: this loop never ends. Leave it with break; or go through a range: for n in 0..10 { … }.",
        "mud.rhai:9:5: there is no function latr(facts). Did you mean \"later\"?",
        "mud.rhai:10:5: there is no side \"usa\". Did you mean \"us\"?",
        "mud.rhai:12:19: the script failed: there is no decision and no number here that modify could be about. Do it in the function that a hook calls.",
    ];
    assert_eq!(flaws, expected);
}

/// What stands there is looked at though something beside it doesn't.
#[test]
fn a_call_is_looked_at_though_not_all_of_it_stands_there() {
    let description = drill();
    for (line, message) in [
        (
            "roll(#{ count: facts.turn, sides: \"6\", reason: \"x\", then: \"later\" });",
            "Leave out the quotes: 6",
        ),
        ("roll(#{ count: facts.turn, side: 6, reason: \"x\", then: \"later\" });", "\"side\""),
        (
            "offer(facts.active_side, #{ prompt: \"?\", choices: [\"a\"], then: \"latr\" });",
            "Did you mean \"later\"?",
        ),
        (
            "offer(facts.active_side, #{ prompt: \"?\", choice: [\"a\"], then: \"later\" });",
            "an offer has 1 to 60 choices",
        ),
        (
            "offer(facts.active_side, #{ prompt: \"?\", choices: [#{ id: \"a\", weigth: 1 }], then: \"later\", data: #{ n: facts.turn } });",
            "\"weigth\"",
        ),
        ("modify(\"pip\", facts.turn);", "Did you mean \"pips\"?"),
        ("notee(`${facts.turn}`);", "Did you mean \"note\"?"),
        ("note(\"usa\", `${facts.turn}`);", "Did you mean \"us\"?"),
        ("set(\"rian\", facts.turn > 2);", "Did you mean \"rain\"?"),
    ] {
        let text = RuleText { id: "mud".into(), text: text_of(line), settings: Vec::new() };
        let compiled = Compiled::new(&[text], Known { id: "drill", description: &description }).unwrap();
        let flaws: Vec<String> = compiled.flaws().iter().map(ToString::to_string).collect();
        assert!(flaws.len() == 1 && flaws[0].contains(message), "{line}: {flaws:?}");
    }
    for line in [
        "roll(#{ count: facts.turn, sides: 6, reason: `x ${facts.turn}`, then: \"later\", data: #{ a: facts.turn } });",
        "offer(facts.active_side, #{ prompt: `?${facts.turn}`, choices: [`a${facts.turn}`, #{ id: `b${facts.turn}`, label: `B` }], then: \"later\" });",
        "edit(#{ place: `u${facts.turn}`, at: `0${facts.turn}`, facing: facts.turn });",
        "edit([#{ set: `u${facts.turn}`, attribute: \"spent\", value: facts.turn > 1 }]);",
        "let sides = [facts.active_side]; note(sides, `x`); note([facts.active_side], \"x\");",
    ] {
        let text = RuleText { id: "mud".into(), text: text_of(line), settings: Vec::new() };
        let compiled = Compiled::new(&[text], Known { id: "drill", description: &description }).unwrap();
        let flaws: Vec<String> = compiled.flaws().iter().map(ToString::to_string).collect();
        assert!(flaws.is_empty(), "{line}: {flaws:?}");
    }
}

/// All messages about a scenario of these files.
fn all_of(script: String, roster: &str) -> Vec<String> {
    let texts = Texts::new("t", [(SCRIPT, script), ("r.toml", roster.to_owned())]);
    let description = drill();
    let problems = Scenario::check(&texts, &[Known { id: "drill", description: &description }]);
    problems.map(|_| ()).expect_err("a problem").iter().map(ToString::to_string).collect()
}

#[test]
fn a_forgotten_board_is_reported_once() {
    let units = (0..9).map(|unit| format!("unit(\"us\", \"general\", \"g{unit}\", #{{ at: \"0101\" }});\n"));
    let script = format!("scenario(#{{ module: \"drill\", title: \"T\" }});\n{}", units.collect::<String>());
    let expected = "scenario.rhai:1:1: the scenario has no \"board\". Add board(\"board.toml\"); after this, or draw a board in the script.";
    assert_eq!(all_of(script, ""), [expected]);
}

#[test]
fn a_unit_that_is_refused_is_not_missed_too() {
    let lines = "unit(\"us\", \"genral\", \"a\", #{});\nplace(\"a\", \"0101\");\nset(\"a\", \"corps\", \"I\");\nset(\"b\", \"corps\", \"I\");";
    let messages = all_of(script(lines), "");
    assert_eq!(messages.len(), 2, "{messages:?}");
    assert!(
        messages[0].contains("Did you mean \"general\"?") && messages[1].contains("no unit \"b\""),
        "{messages:?}"
    );
    // Nobody knows which units a roster would have that can't be read.
    let messages = all_of(script("roster(\"r.toml\");\nplace(\"a\", \"0101\");"), "[[unit]\n");
    assert!(messages.len() == 1 && messages[0].starts_with("r.toml:1:"), "{messages:?}");
}

#[test]
fn the_mark_that_some_editors_write_is_no_part_of_the_script() {
    let text = format!("\u{feff}{}", script("fact(\"turns\", 1);"));
    assert!(set_up([(SCRIPT, text)]).is_ok());
}

/// Which attributes and facts can be changed, and to what, the module describes; which units and spaces there are, a scenario
/// says.
#[test]
fn a_change_that_the_module_does_not_know_is_found_before_it_is_wanted() {
    let mut description = drill();
    let change = |usage: &str, text: &str| ChangeInfo { usage: usage.into(), text: text.into() };
    description.changes = vec![
        change("#{ place: unit, at: hex }", "Puts a unit somewhere."),
        change("#{ set: unit, attribute: \"spent\", value: true }", "Whether it has moved."),
        change("#{ set: unit, attribute: \"size\", value: number }", "Its \"size\" or \"supply\"."),
        change("#{ fact: \"turn\", value: 3 }", "The turn."),
        change("#{ fact: \"owner-richmond\", value: \"us\" }", "Gives a city to a side."),
    ];
    let described = description.clone();
    let messages_of = |line: &str| flaws_under(&described, line);
    for (line, message) in [
        (
            "edit(#{ set: \"a\", attribute: \"spnt\", value: true });",
            "mud.rhai:4:15: there is no attribute \"spnt\" that can be changed. Did you mean \"spent\"?",
        ),
        (
            "edit([#{ set: facts.active_side, attribute: \"spnt\", value: facts.turn }]);",
            "Did you mean \"spent\"?",
        ),
        (
            "edit(#{ set: \"a\", attribute: \"spent\", value: 1 });",
            "mud.rhai:4:15: the value of \"spent\" is the number 1, where true or false is wanted. Write, say, edit(#{ set: unit, attribute: \"spent\", value: true }). Whether it has moved.",
        ),
        ("edit(#{ set: \"a\", attribute: \"size\", value: \"3\" });", "where a number is wanted"),
        (
            "edit(#{ fact: \"trun\", value: 3 });",
            "there is no fact \"trun\" that can be changed. Did you mean \"turn\"?",
        ),
        ("edit(#{ fact: \"turn\", value: \"3\" });", "where a number is wanted"),
        (
            "edit(#{ place: \"a\", to: \"0101\" });",
            "mud.rhai:4:15: the place of \"a\" has no \"at\". Write at instead of to.",
        ),
        ("edit(#{ plase: \"a\", at: \"0101\" });", "Write place instead of plase."),
        ("edit(#{ set: \"a\", attribute: \"size\", valeu: 3 });", "Write value instead of valeu."),
    ] {
        let messages = messages_of(line);
        assert!(messages.len() == 1 && messages[0].contains(message), "{line}: {messages:?}");
    }
    for line in [
        "edit(#{ place: \"nobody\", at: \"nowhere\" });",
        "edit(#{ set: \"a\", attribute: \"supply\", value: 3 });",
        "edit(#{ set: \"a\", attribute: `s${facts.turn}`, value: 3 });",
        "edit(#{ set: \"a\", attribute: \"size\", value: facts.turn });",
        "edit(#{ fact: \"owner-norfolk\", value: \"cs\" });",
        "edit(#{ remove: \"a\" });",
    ] {
        assert!(messages_of(line).is_empty(), "{line}: {:?}", messages_of(line));
    }
    // A module that describes no such change says at the table what it takes.
    description.changes.clear();
    assert!(flaws_under(&description, "edit(#{ fact: \"trun\", value: 3 });").is_empty());
}

/// What is wrong with a rule of this line, under a module that is described so.
fn flaws_under(description: &Description, line: &str) -> Vec<String> {
    let text = RuleText { id: "mud".into(), text: text_of(line), settings: Vec::new() };
    let compiled = Compiled::new(&[text], Known { id: "drill", description }).unwrap();
    compiled.flaws().iter().map(ToString::to_string).collect()
}
