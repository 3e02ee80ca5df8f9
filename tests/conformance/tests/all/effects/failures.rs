//! Rules that fail: they are named with their line, and the choice is not made.

use brigade::Brigade;
use muster_contract::{RuleText, Rulebook as _};
use muster_scripts::rules::Rhai;
use muster_sdk::{Native, Saves as _};

use super::play::{Play, rule};

/// The words with which a rule fails whose function does this when the generals have rolled.
#[track_caller]
fn fails(body: &str, words: &str) {
    let text = format!(
        "on(\"orders\", \"act\");\nfn act(facts) {{\n    {body}\n}}\nfn on_again(facts) {{ roll(1, 6, \"again\", \"on_again\"); }}"
    );
    let mut play = Play::brigade(&text, &[]);
    let before = play.game.save().unwrap();
    let trouble = play.fails(0, "roll");
    assert_eq!(trouble.module, "house rule test");
    assert!(trouble.message.contains(words), "{words:?} in {:?}", trouble.message);
    // Whoever held the game goes back to what it was.
    let mut again = play.game.load(Brigade::STATE_SCHEMA, &before).unwrap().unwrap();
    assert_eq!(again.decisions().unwrap()[0].kind, "roll");
}

#[test]
fn a_runaway_is_stopped_and_named_with_its_line() {
    fails("loop { }", "test.rhai:3");
    fails("let x = 0; while x >= 0 { x += 1; }", "100000 steps");
}

#[test]
fn hostile_rules_end_their_own_call() {
    fails("act(facts);", "call each other");
    fails("let s = \"x\"; loop { s += s; }", "grew too large");
    fails("let a = []; loop { a.push([1, 2, 3]); }", "test.rhai:3");
    fails("let m = #{}; let i = 0; loop { m[`k${i}`] = i; i += 1; }", "test.rhai:");
    fails("for i in 0..300 { note(\"again\"); }", "too much done at once");
    fails(
        "let long = \"x\"; for i in 0..12 { long += long; } for i in 0..40 { note(long); }",
        "too much done",
    );
    fails("roll(1, 6, \"for ever\", \"on_again\");", "test.rhai:6: it goes on without end");
    fails(
        "let s = \"x\"; for i in 0..14 { s += s; } note(s);",
        "test.rhai:4:45: the script was stopped: it writes a text of",
    );
    fails("roll(200, 6, \"too many\", \"on_again\");", "can't be rolled");
    fails("roll(1, 6, \"nobody goes on\", \"nobody\");", "no function nobody(facts)");
    fails("offer(\"union\", #{ prompt: \"?\", choices: [\"a\"], then: \"act\" });", "no side \"union\"");
    fails("offer(\"us\", #{ prompt: \"?\", choices: [], then: \"act\" });", "1 to 60 choices");
    fails("offer(\"us\", #{ prompt: \"?\", choices: [\"a\", \"a\"], then: \"act\" });", "two answers");
    fails(
        "for i in 0..40 { offer(\"us\", #{ prompt: \"?\", choices: [\"a\"], then: \"act\" }); }",
        "more than 32",
    );
    fails("set(\"nothing\", 1);", "no variable \"nothing\"");
    fails("edit(#{ teleport: \"us-grant\" });", "the change says none of place");
    fails("custom(\"explode\", #{});", "takes no custom");
    fails("modify(\"dice\", 1);", "takes no modify");
    fails("forbid(\"*\", \"no\");", "takes no forbid");
    fails("seat(0, \"cs\");", "takes no seat");
    fails("draw(\"deck\", \"us\");", "no deck \"deck\"");
    fails("ask(\"secrets\", #{}, \"act\");", "no question \"secrets\"");
    fails("throw \"up\";", "the script failed: up");
    fails("let x = 1 / 0;", "test.rhai:4");
    fails("let x = 9223372036854775807; x += 1;", "test.rhai:4");
    fails("let x = facts.nothing;", "nothing");
}

/// The words with which a rule can't be compiled.
#[track_caller]
fn refused(text: &str, words: &str) {
    let module = Native::<brigade::Brigade>::new("brigade");
    let text = RuleText { id: "test".into(), text: text.into(), settings: Vec::new() };
    let problem = Rhai.compile(&module, &[text]).expect_err("the rule is refused");
    assert!(problem.contains(words), "{words:?} in {problem:?}");
}

#[test]
fn a_rule_that_makes_no_sense_is_refused_with_file_line_and_remedy() {
    let with = |rest: &str| rule("brigade", rest).text;
    refused("", "Begin it with rule(");
    refused("rule(#{ title: \"T\" });", "modules: [\"brigade\"]");
    refused(
        "rule(#{ title: \"T\", modules: [\"parley\"] });",
        "test.rhai:1:1: there is no module \"brigade\" among those that the rule is for",
    );
    refused(&with("on(\"fires\", \"f\"); fn f(facts) { }"), "Did you mean \"fire\"?");
    refused(&with("on(\"fire\", \"f\");"), "no function f(facts)");
    refused(&with("on(\"fire\", \"f\"); fn f(a, b) { }"), "no function f(facts)");
    refused(&with("fn f(facts) {"), "test.rhai:2");
    refused(&with("let x = 0; loop { x += 1; }"), "steps");
    refused(&with("set(\"a\", 1);"), "no function set");
    refused(&with("variable(\"a\", 1); variable(\"a\", 2);"), "twice");
    refused(&with("variable(\"a\", #{});"), "a map");
    refused(
        &with("let s = \"x\"; for i in 0..14 { s += s; } variable(\"a\", s, \"A\");"),
        "test.rhai:1:1: the script was stopped: it writes a text of 16384 bytes",
    );
    refused(&with("deck(\"d\", \"D\", []);"), "1 to 64");
    refused(&with("deck(\"d\", \"D\", [#{ id: \"a\", count: 99 }]);"), "1 to 20");
    refused(&with("import \"std\" as s;"), "test.rhai:2");
    refused(&with("eval(\"1\");"), "test.rhai:2");
    refused(&with("on(\"fire\", \"f\"); fn f(facts) { open_file(\"/etc/passwd\"); }\nf(#{});"), "test.rhai");
}
