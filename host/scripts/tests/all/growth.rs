//! Variables don't grow by ways that the language doesn't measure.

use crate::fixture::{drill, run};
use muster_contract::hooks::{Datum, Fact};
use muster_contract::{RuleText, Rules};
use muster_scripts::Known;
use muster_scripts::rules::Compiled;

const LONG_KEY: &str = "a key of a map has more than 128 bytes. Give it a short key";
/// A key that is too long, a map, and a list of one.
const BEGIN: &str = "let k = \"\"; k.pad(129, \"y\"); let m = #{ a: #{} }; let list = [#{}];";

/// Returns what stops a scenario of these lines.
#[track_caller]
fn stops_scenario(lines: &str) -> String {
    match run(lines) {
        Ok(_) => panic!("this should be stopped: {lines}"),
        Err(problem) => problem.to_string(),
    }
}

fn rule(top: &str, function: &str) -> Result<Compiled, String> {
    let text = format!(
        "rule(#{{ title: \"T\", modules: [\"drill\"], citation: \"c\", text: \"t\" }});\non(\"turn\", \"f\");\n{top}\n{function}"
    );
    let text = RuleText { id: "grow".into(), text, settings: Vec::new() };
    Compiled::new(&[text], Known { id: "drill", description: &drill() })
        .map_err(|problem| problem.to_string())
}

fn call(compiled: &Compiled, facts: &[Fact]) -> Result<(), String> {
    compiled.call(0, "turn", "f", facts, &[]).map(|_| ()).map_err(|failure| failure.message)
}

/// Lines that put the key into a map and then read the map.
const PUT: [&str; 21] = [
    "m[k] = 1; let other = m;",
    "m[k] = 1; let other = m + #{};",
    "m[k] = 1; m.len();",
    "m[k] = 1; let other = [1, m];",
    "m[k] = 1; try { let other = m; } catch { }",
    "try { m[k] += 1; } catch { } let other = m;",
    "for i in 0..1000 { m[k + i] = 1; }",
    "m[`${k}`] = 1; let other = m;",
    "list[0][k] = 1; list.push(2);",
    "m.a[k] = 1; let other = m.a;",
    "m.a[k] = #{ b: 1 }; m.a[k].b = 2;",
    "m[\"a\"][k] = 1; for x in [m] { }",
    "m.set(k, 1);",
    "set(m, k, 1);",
    "m.a.set(k, 1);",
    "Fn(\"set\").call(m, k, 1);",
    "m.call(Fn(\"set\"), k, 1);",
    "let x = loop { break if true { m[k] = 1; m } else { 1 }; };",
    "let put = |map, key| { map[key] = 1; map }; let other = put.call(m, k);",
    "let n = #{}; n[k] = 1; m.mixin(n);",
    "let n = #{}; n[k] = 1; m += n;",
];

#[test]
fn keys_of_maps_are_short_however_they_are_put_in() {
    for line in PUT {
        let said = stops_scenario(&format!("{BEGIN} {line}"));
        assert!(said.contains(LONG_KEY), "{line}: {said}");
        let said = stops_scenario(&format!("{BEGIN} fn f(m, list, k) {{ {line} }} f(m, list, k);"));
        assert!(said.contains(LONG_KEY), "in a function: {line}: {said}");
        let said = rule(&format!("{BEGIN} {line}"), "fn f(facts) { }").expect_err(line);
        assert!(said.contains(LONG_KEY), "at the top of a rule: {line}: {said}");
        let compiled = rule("", &format!("fn f(facts) {{ {BEGIN} {line} }}")).unwrap();
        let said = call(&compiled, &[]).expect_err(line);
        assert!(said.contains(LONG_KEY), "in a rule's function: {line}: {said}");
    }
    let short = "let k = \"\"; k.pad(128, \"y\"); let m = #{ a: #{} };";
    assert!(run(&format!("{short} m[k] = 1; m.set(k, 2); m.a[k] = m; let other = m;")).is_ok());
    assert!(stops_scenario("fn own() { this.x } let m = #{}; m.own();").contains("this"));
}

#[test]
fn keys_that_are_written_down_are_short() {
    let written = "x".repeat(129);
    for lines in [
        format!("let m = #{{ \"{written}\": 1 }};"),
        format!("fn made() {{ [#{{ \"{written}\": 1 }}] }}"),
        format!("let m = loop {{ break #{{ \"{written}\": 1 }}; }};"),
        format!("let m = #{{}}; m[\"{written}\"] = 1; let other = m;"),
        format!("let m = #{{}}; m.{written} = 1; let other = m;"),
    ] {
        let said = stops_scenario(&lines);
        assert!(said.contains(LONG_KEY), "{lines}: {said}");
    }
}

/// A function gets a map of them.
#[test]
fn facts_have_short_names() {
    let compiled = rule("", "fn f(facts) { let other = facts; }").unwrap();
    let fact = |length: usize| [Fact { name: "x".repeat(length), value: Datum::Number(1) }];
    assert_eq!(call(&compiled, &fact(128)), Ok(()));
    let said = call(&compiled, &fact(129)).unwrap_err();
    assert!(said.contains("has a name of more than 128 bytes"), "{said}");
}

/// The language measures the part alone, and a variable has as many parts as it has items.
#[test]
fn a_variable_is_measured_when_a_part_of_it_grows() {
    let begin = "let s = \"\"; s.pad(60000, \"y\"); let a = []; a.pad(40, \"z\"); let m = #{ a: a, f: Fn(\"mixin\") };";
    for line in [
        "a[i] = s + i;",
        "a[i] += s + i;",
        "a[i].pad(60000, \"y\");",
        "m.a[i] = s + i;",
        "m.a[i].replace(\"z\", s + i);",
        "m.a.push(s + i);",
        "a[i] = #{ get: Fn(\"mixin\") }; a[i].get(#{ x: s + i });",
        "a[i] = #{}; a[i].x = s + i;",
        "a[i] = []; a[i].call(Fn(\"push\"), s + i);",
    ] {
        let said = stops_scenario(&format!("{begin} for i in 0..40 {{ {line} }}"));
        assert!(said.contains("length of string grew too large"), "{line}: {said}");
    }
}
