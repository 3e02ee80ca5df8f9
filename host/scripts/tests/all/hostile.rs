//! Scripts that make much of little, or go on for ever where the language doesn't look, are stopped soon and within memory.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::fixture::{drill, run, script};
use muster_contract::hooks::{Datum, Fact};
use muster_contract::{Awaited, RuleText, Rules};
use muster_scripts::rules::Compiled;
use muster_scripts::{Heading, Known, SCRIPT, Texts, memory, while_awaited};

const MIB: usize = 1 << 20;
/// How long anything here may take.
const SOON: Duration = Duration::from_secs(5);
/// A value that is about as large as it may be.
const BIG: &str = "fn big() { let t = \"\"; t.pad(64000, \"a\"); let m = []; m.pad(900, #{ k: 1 }); m.pad(2999, 7); m.push(t); m }\n";
/// The same within the limits of rules.
const BIG_IN_A_RULE: &str = "fn big() { let t = \"\"; t.pad(16000, \"a\"); let m = []; m.pad(180, #{ k: 1 }); m.pad(300, 7); m.push(t); m }\n";
/// A function that calls itself from a callback for each item of a list.
const ROUND: &str =
    "fn round(n) { let k = []; k.pad(500, n); k.all(|z| if z == 0 { true } else { round(z - 1); true }); }\n";

/// Runs something alone, soon and with so much memory at most.
#[track_caller]
fn within<T>(most: usize, what: &str, run: impl FnOnce() -> T) -> T {
    static ALONE: Mutex<()> = Mutex::new(());
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    // Rather this test than the machine.
    memory::bound(2048 * MIB);
    let begun = Instant::now();
    let (done, bytes) = memory::most_bytes(run);
    let took = begun.elapsed();
    drop(alone);
    let what: String = what.chars().take(400).collect();
    assert!(took < SOON, "it took {took:?}: {what}");
    assert!(bytes < most, "it took {} MiB: {what}", bytes / MIB);
    done
}

/// A scenario of these lines is stopped, with these words.
#[track_caller]
fn stops(lines: &str, words: &str) {
    let said = within(340 * MIB, lines, || run(lines).map(|_| ()));
    let said = said.expect_err(lines).to_string();
    assert!(said.contains(words), "{lines}: {said}");
}

fn rule(top: &str, functions: &str) -> Result<Compiled, String> {
    let text = format!(
        "rule(#{{ title: \"T\", modules: [\"drill\"], citation: \"c\", text: \"t\" }});\non(\"turn\", \"f\");\n{top}\n{functions}"
    );
    let text = RuleText { id: "grow".into(), text, settings: Vec::new() };
    Compiled::new(&[text], Known { id: "drill", description: &drill() })
        .map_err(|problem| problem.to_string())
}

fn call(compiled: &Compiled, facts: &[Fact]) -> Result<(), String> {
    compiled.call(0, "turn", "f", facts, &[], &Awaited::ALWAYS).map(|_| ()).map_err(|failure| failure.message)
}

/// A rule is stopped, with these words, whose function has these lines.
#[track_caller]
fn stops_rule(functions: &str, lines: &str, words: &str) {
    let compiled = rule("", &format!("{functions}\nfn f(facts) {{ {lines} }}")).expect(lines);
    let said = within(100 * MIB, lines, || call(&compiled, &[])).expect_err(lines);
    assert!(said.contains(words), "{lines}: {said}");
    // The next call has all of its steps again.
    let said = call(&compiled, &[]).expect_err(lines);
    assert!(said.contains(words), "{lines}: {said}");
}

/// The heading of a scenario that does this before it says what it is.
fn heading(lines: &str) -> Result<Heading, String> {
    let texts = Texts::new("tests", [(SCRIPT, format!("{lines}\n{}", script("")))]);
    Heading::from_texts(&texts).map_err(|problem| problem.to_string())
}

#[test]
fn steps_are_counted_in_functions_that_the_language_calls() {
    let steps = "it took more than 2000000 steps. Look for a loop that never ends.";
    for go_on in ["", "let a = 0; a += 1; a += 1; a += 1; a += 1; a += 1; a += 1; a += 1;"] {
        stops(&format!("{ROUND}{go_on} round(4);"), steps);
        stops_rule(ROUND, &format!("{go_on} round(4);"), "it took more than 100000 steps");
        let said = within(100 * MIB, go_on, || heading(&format!("{ROUND}{go_on} round(4);"))).unwrap_err();
        assert!(said.contains("took more than 20000 steps"), "{said}");
        let said = within(100 * MIB, go_on, || {
            rule(&format!("{go_on} round(4);"), &format!("{ROUND} fn f(facts) {{}}"))
        });
        assert!(said.as_ref().unwrap_err().contains("took more than 200000 steps"), "{said:?}");
    }
    let list = "let l = []; l.pad(4000, 1); for i in 0..4000 { l[i] = i * 7919 % 4001; }";
    for each in [
        "map(|x| spin())",
        "filter(|x| spin())",
        "for_each(|x| spin())",
        "some(|x| spin())",
        "find(|x| spin())",
        "find_map(|x| spin())",
        "index_of(|x| spin())",
        "reduce(|sum, x| spin())",
        "reduce_rev(|sum, x| spin())",
        "zip(l, |x, y| spin())",
        "retain(|x| spin())",
        "drain(|x| spin())",
        "dedup(|x, y| spin())",
        "sort(|x, y| { spin(); 1 })",
    ] {
        stops(&format!("fn spin() {{ for i in 0..3000 {{ }} }} {list} l.{each};"), steps);
    }
    stops(
        "fn spin() { for i in 0..5000 { } } let m = #{}; for i in 0..999 { m[`${i}`] = 1; } m.map(|k, v| spin());",
        steps,
    );
}

/// Nobody heard of the error in the function that compared.
#[test]
fn what_is_stopped_stays_stopped() {
    let spin = "fn spin() { for i in 0..3000 { } 1 }";
    let list = "let l = []; l.pad(450, 1);";
    stops_rule(spin, &format!("{list} l.dedup(|x, y| spin())"), "it took more than 100000 steps");
    stops_rule(spin, &format!("{list} try {{ l.map(|x| spin()); }} catch {{ }}"), "100000 steps");
}

#[test]
fn the_clock_is_looked_at_within_them() {
    let text = "fn text() { let t = \"\"; t.pad(32000, \"ß\"); t }";
    let each = "{ let t = text(); for i in 0..100 { t.to_upper(); } true }";
    let slow = format!("{text} let l = []; l.pad(3999, 0); l.all(|x| {each});");
    let said = within(100 * MIB, &slow, || heading(&slow)).unwrap_err();
    assert!(said.contains("it took more than 1 seconds"), "{said}");
}

#[test]
fn memory_is_measured_whatever_it_is_taken_with() {
    let much = "it holds more than 256 MiB. Look for long lists or texts that are copied over and over.";
    let (fill, arguments) = ("let l = []; l.pad(999, 0);", format!("{} m", "m,".repeat(4_000)));
    stops(&format!("{BIG} {fill} let k = l.map(|x| big());"), much);
    // Each of the calls that wait for one another has what it has not yet given back.
    let lists = "fn lists(n) { let l = []; l.pad(490, -1); l.push(n); l.map(|x| if x > 0 { lists(x - 1) } else { big() }) }";
    stops(&format!("{BIG} {lists} lists(14);"), much);
    let variables: String = (0..110).map(|n| format!("let v{n} = m;")).collect();
    stops(&format!("{BIG} fn d(m, n) {{ {variables} if n > 0 {{ d(m, n - 1); }} }} d(big(), 13);"), much);
    stops(&format!("{BIG} let m = big(); hex({arguments});"), much);
    let much = "it holds more than 64 MiB";
    stops_rule(&format!("{BIG_IN_A_RULE} {lists}"), "lists(14);", much);
    stops_rule(BIG_IN_A_RULE, &format!("let m = big(); modify({arguments});"), much);
    let early = format!("{BIG} let m = big(); hex({arguments});");
    let said = within(100 * MIB, "a heading", || heading(&early)).unwrap_err();
    assert!(said.contains(much), "{said}");
    let said = within(100 * MIB, "the top of a rule", || {
        rule(&format!("let m = big(); on({arguments});"), &format!("{BIG_IN_A_RULE} fn f(facts) {{ }}"))
    });
    let said = said.map(|_| ()).unwrap_err();
    assert!(said.contains(much), "{said}");
}

#[test]
fn lists_are_sorted_by_whatever_a_function_says() {
    let numbers = "let l = []; for i in 0..500 { l.push(i * 7919 % 1009); }";
    for (compare, words) in [
        ("if (x + y) % 3 == 0 { 1 } else { -1 }", ""),
        ("\"a\"", "what sort compares with gives neither a number nor true or false"),
        ("throw \"enough\"", "enough"),
    ] {
        let lines = format!("{numbers} l.sort(|x, y| {compare});");
        let said = within(100 * MIB, &lines, || run(&lines).map(|_| ()));
        assert!(said.map_or_else(|said| said.to_string().contains(words), |()| words.is_empty()), "{lines}");
    }
}

/// Each is a single step.
#[test]
fn a_step_does_not_make_much_more_than_it_was_given() {
    let text = "let t = \"\"; t.pad(60000, \"a\"); let u = t;";
    let too_long = "length of string grew too large. A value may have up to 65536 bytes of text";
    for replaced in ["t.replace(\"a\", u)", "t.replace('a', u)", "t.replace(\"\", u)", "t.replace('a', '€')"]
    {
        stops(&format!("{text} {replaced};"), too_long);
    }
    stops(&format!("{text} let l = [\"\"]; l.pad(4000, t);"), too_long);
    stops("let t = \"a\"; t.pad(60000, \"€\");", too_long);
    stops("let k = \"\"; k.pad(60000, \"k\"); let m = #{}; m[k] = 1; let l = []; l.pad(900, m);", too_long);
    let too_long = "size of array grew too large";
    for (items, length) in [(3, 1_i64 << 62), (15, 1 << 60), (0, i64::MAX)] {
        stops(&format!("let x = []; x.pad({items}, 0); let l = []; l.pad({length}, x);"), too_long);
    }
    for gone in ["t.chars()", "t.chars", "Fn(t)", "Fn(\"push\")", "#{ a: t }.to_json()", "[Fn]"] {
        let said = run(&format!("{text} let l = {gone};")).map(|_| ()).expect_err(gone).to_string();
        assert!(said.contains(". Write "), "{gone}: {said}");
    }
}

#[test]
fn what_stands_in_for_the_languages_own_does_what_that_does() {
    for is in [
        "{ let t = \"hello\"; t.replace(\"l\", \"LL\"); t } == \"heLLLLo\"",
        "{ let t = \"hello\"; t.replace('l', \"\"); t } == \"heo\"",
        "{ let t = \"hello\"; t.replace(\"ll\", 'y'); t } == \"heyo\"",
        "{ let t = \"hello\"; t.replace('l', 'é'); t } == \"heééo\"",
        "{ let t = \"ab\"; t.replace(\"\", \"-\"); t } == \"-a-b-\"",
        "{ let t = \"\"; t.replace(\"\", \"-\"); t } == \"\"",
        "{ let t = \"a\"; t.pad(6, \"xyz\"); t } == \"axyzxy\"",
        "{ let t = \"é\"; t.pad(3, \"à\"); t.pad(2, \"b\"); t.pad(-1, \"b\"); t } == \"éàà\"",
        "{ let t = \"a\"; t.pad(9, \"\"); t } == \"a\"",
        "{ let l = [1]; l.pad(3, [2]); l.pad(2, 9); l.pad(-5, 9); l } == [1, [2], [2]]",
        "{ let l = []; l.pad(4000, 0); l.len() } == 4000",
        "{ let n = \"\"; for letter in \"abc\" { n = letter + n; } n } == \"cba\"",
        "\"abc\".to_chars() == ['a', 'b', 'c']",
        "[1, 2].map(|x| x + 1) == [2, 3]",
        "{ let l = [3, 1, 2, 5, 4]; l.sort(|x, y| x - y); l } == [1, 2, 3, 4, 5]",
        "{ let l = [3, 1, 2]; l.sort_by(|x, y| y <= x); l } == [3, 2, 1]",
        "{ let l = [\"b1\", \"a1\", \"b2\", \"a2\"]; l.order(|x, y| if x[0] < y[0] { -1 } else if x[0] > y[0] { 1 } else { 0 }) } == [\"a1\", \"a2\", \"b1\", \"b2\"]",
        "{ let l = [2, 1]; l.order_by(|x, y| x - y); l.sort(); l } == [1, 2]",
    ] {
        let said = within(100 * MIB, is, || run(&format!("if !({is}) {{ throw \"no\" }}")).map(|_| ()));
        assert!(said.is_ok(), "{is}: {said:?}");
    }
}

/// A long text, which is used as a key, a map and a list of one.
const BEGIN: &str = "let k = \"\"; k.pad(9000, \"y\"); let m = #{ a: #{} }; let list = [#{}];";

/// Lines that put long keys into a map.
const PUT: [&str; 15] = [
    "m[k + i] = 1;",
    "m[k + i] = 1; let other = m;",
    "m[k + i] = 1; let other = m + #{};",
    "m[k + i] = 1; try { let other = m; } catch { }",
    "try { m[k + i] += 1; } catch { }",
    "m[`${k}${i}`] = 1; let other = m;",
    "list[0][k + i] = 1; list.push(2);",
    "m.a[k + i] = 1; let other = m.a;",
    "m.a[k + i] = #{ b: 1 }; m.a[k + i].b = 2;",
    "m[\"a\"][k + i] = 1; for x in [m] { }",
    "m.set(k + i, 1);",
    "m.a.set(k + i, 1);",
    "let x = loop { break if true { m[k + i] = 1; m } else { 1 }; };",
    "let put = |map, key| { map[key] = 1; map }; m = put.call(m, k + i);",
    "let n = #{}; n[k + i] = 1; m.mixin(n);",
];

/// The language doesn't look at them.
#[test]
fn keys_of_maps_count_as_text_however_they_are_put_in() {
    let words = "length of string grew too large";
    for line in PUT {
        let many = format!("for i in 0..900 {{ {line} }}");
        stops(&format!("{BEGIN} {many} let last = m; last = list;"), words);
        stops_rule("", &format!("{BEGIN} for i in 0..150 {{ {line} }}"), words);
        let said =
            within(100 * MIB, line, || rule(&format!("{BEGIN} {many}"), "fn f(facts) { }").map(|_| ()));
        let said = said.expect_err(line);
        assert!(said.contains(words), "at the top of a rule: {line}: {said}");
    }
    assert!(run("let k = \"\"; k.pad(128, \"y\"); let m = #{}; m[k] = 1; m.a = m; let other = m;").is_ok());
    assert!(
        run("fn own() { this.x } let m = #{}; m.own();")
            .map(|_| ())
            .unwrap_err()
            .to_string()
            .contains("this")
    );
}

/// The language measures the part alone, and a variable has as many parts as it has items.
#[test]
fn a_variable_is_measured_when_a_part_of_it_grows() {
    let begin = "let s = \"\"; s.pad(60000, \"y\"); let a = []; a.pad(40, \"z\"); let m = #{ a: a };";
    for line in [
        "a[i] = s + i;",
        "a[i] += s + i;",
        "a[i].pad(60000, \"y\");",
        "m.a[i] = s + i;",
        "m.a[i].replace(\"z\", s + i);",
        "m.a.push(s + i);",
        "a[i] = #{}; a[i].x = s + i;",
        "a[i] = []; a[i].push(s + i);",
    ] {
        stops(&format!("{begin} for i in 0..40 {{ {line} }}"), "length of string grew too large");
    }
}

/// Whatever goes through a value calls itself as often as that nests.
#[test]
fn values_do_not_nest_deeper_than_the_stack() {
    let deeper = "let l = [[[0]]]; let a = 0; loop { l[0][0] = l; a += 1; }";
    stops(deeper, "size of array grew too large");
    stops_rule("", deeper, "size of array grew too large");
    stops("let m = #{ a: #{ a: 0 } }; loop { m.a.a = m; }", "size of object map grew too large");
    // As deep as it gets unmeasured, on the stack that a thread usually has.
    for gone_through in ["l == l", "l.to_debug()", "`${l}`", "[l].index_of(l)", "set(\"v\", l)", "note(l)"] {
        let lines = format!(
            "let l = [[[0]]]; for i in 0..99 {{ l[0][0] = l; }} {gone_through}; loop {{ l[0][0] = l; {gone_through}; }}"
        );
        let compiled = rule("variable(\"v\", 0);", &format!("fn f(facts) {{ {lines} }}")).unwrap();
        assert!(within(100 * MIB, &lines, || call(&compiled, &[])).is_err());
    }
}

#[test]
fn names_of_facts_are_measured() {
    let compiled = rule("", "fn f(facts) { let other = facts; }").unwrap();
    let fact = |length: usize| [Fact { name: "x".repeat(length), value: Datum::Number(1) }];
    assert_eq!(call(&compiled, &fact(15_000)), Ok(()));
    let said = call(&compiled, &fact(40_000)).unwrap_err();
    assert!(said.contains("length of string grew too large"), "{said}");
}

/// Somebody who has waited long enough the third time that they are asked.
fn patient_twice() -> Awaited {
    let asked = AtomicU32::new(0);
    Awaited::new(move || asked.fetch_add(1, Relaxed) < 2)
}

/// Whoever waits for a script can leave, and it ends long before its own limits: while it runs, while it is read, a scenario's
/// script, which has a thread of its own, the top of a rule and a call.
#[test]
fn a_script_that_nobody_waits_for_is_stopped() {
    let slow = "let t = \"\"; t.pad(16000, \"a\"); for i in 0..90000 { t.to_upper(); }";
    let soon = |what: &str, run: &dyn Fn() -> Result<(), String>| {
        let begun = Instant::now();
        let said = run().expect_err(what);
        assert!(said.contains("it was stopped"), "{what}: {said}");
        assert!(begun.elapsed() < Duration::from_millis(1500), "{what} took {:?}", begun.elapsed());
    };
    let set_up = |lines: &str| run(lines).map(|_| ()).map_err(|problem| problem.to_string());
    soon("a scenario", &|| while_awaited(patient_twice(), || set_up(slow)));
    soon("a scenario, read", &|| while_awaited(patient_twice(), || set_up(&"let v = 0;\n".repeat(5_000))));
    soon("the top of a rule", &|| {
        while_awaited(patient_twice(), || rule(slow, "fn f(facts) {}").map(|_| ()))
    });
    let compiled = rule("", &format!("fn f(facts) {{ {slow} }}")).unwrap();
    let call = |awaited: &Awaited| {
        compiled.call(0, "turn", "f", &[], &[], awaited).map(|_| ()).map_err(|failure| failure.message)
    };
    soon("a call", &|| call(&patient_twice()));
    soon("a call by who isn't waited for", &|| while_awaited(patient_twice(), || call(&Awaited::ALWAYS)));
    // What was stopped is over, and others are waited for as before.
    assert!(set_up("").is_ok() && rule("", "fn f(facts) {}").is_ok());
}
