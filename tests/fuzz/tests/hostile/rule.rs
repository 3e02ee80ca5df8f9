//! House rules that are too deep, too long or too greedy, at their top and in their calls.

use muster_fuzz::fine;

/// What is said of a rule with these lines at its top.
fn top(lines: &str) -> String {
    fine(
        "rule",
        format!("rule(#{{ title: \"T\", modules: [\"parley\", \"brigade\"] }});\n{lines}").as_bytes(),
    )
}

/// What is said of a rule that does this when it is called.
fn call(lines: &str) -> String {
    top(&format!(
        "on(\"turn\", \"f\");\non(\"decision\", \"f\");\non(\"activation\", \"f\");\nfn f(facts) {{ {lines} }}"
    ))
}

#[test]
fn values_that_nest_without_end() {
    for length in [100, 490, 3_000, 100_000] {
        let nest = format!("let a = [1]; for i in 0..{length} {{ a = [a]; }}");
        for what in [
            "",
            "print(a);",
            "let b = a == a; print(a.to_string());",
            "set(\"v\", a);",
            "note(a);",
            "custom(\"x\", #{ a: a });",
        ] {
            call(&format!("{nest} {what}"));
        }
        for what in [
            "",
            "print(a);",
            "variable(\"v\", a);",
            "setting(\"s\", a, \"\");",
            "deck(\"d\", \"D\", a);",
            "rule(#{ a: a });",
        ] {
            top(&format!("{nest} {what}"));
        }
        let nest = format!("let a = #{{}}; for i in 0..{length} {{ a = #{{ a: a }}; }} print(a);");
        call(&nest);
        top(&nest);
    }
}

#[test]
fn calls_deep_inside_of_expressions() {
    for (open, close) in [("(", ")"), ("[", "]"), ("if true {", "}"), ("print(", ")")] {
        for depth in [8, 20, 25, 60] {
            let (open, close) = (open.repeat(depth), close.repeat(depth));
            call(&format!("g(14); }} fn g(n) {{ if n > 0 {{ {open} g(n - 1) {close} }} else {{ 1 }}"));
            call(&format!("g(0); }} fn g(n) {{ {open} g(n + 1) {close}"));
        }
    }
}

#[test]
fn work_without_end() {
    for text in [
        "loop { }",
        "let a = \"\"; a.pad(60000, \"y\"); for i in 0..900000 { a.to_upper(); a.index_of(\"z\"); }",
        "let a = []; a.pad(490, 1); for i in 0..900000 { a.reverse(); a.sort(); }",
        "let a = \"x\"; loop { a += a; }",
        "for i in 0..100000 { print(i); }",
    ] {
        top(text);
        call(text);
    }
    for effect in [
        "note(\"x\")",
        "roll(6, 6, \"x\", \"f\")",
        "roll(255, 255, \"x\", \"f\")",
        "roll(9223372036854775807, 9223372036854775807, \"x\", \"f\")",
        "roll(0, 0, \"\", \"\")",
        "set(\"v\", 1)",
        "modify(\"pips\", 9223372036854775807)",
        "forbid(\"*\", \"no\")",
        "edit(#{})",
        "seat(255, \"north\")",
        "ask(\"reactions\", #{}, \"f\")",
        "offer(\"north\", #{ prompt: \"?\", choices: [], then: \"f\" })",
        "draw(\"d\", \"north\", 100000)",
        "custom(\"react\", #{ side: \"north\", step: \"x\" })",
    ] {
        call(&format!("{effect};"));
        call(&format!("for i in 0..1000 {{ {effect}; }}"));
    }
}

#[test]
fn texts_that_are_too_long_or_never_end() {
    for length in [100, 20_000] {
        top(&"on(\"turn\", \"f\");\n".repeat(length));
        top(&(0..length).map(|number| format!("variable(\"v{number}\", 0);\n")).collect::<String>());
        top(&format!(
            "switch 1 {{ {} _ => 1 }}",
            (0..length).map(|n| format!("{n} => {n},")).collect::<String>()
        ));
        top(&format!("variable(\"v\", [{}0]);", "1,".repeat(length)));
        top(&format!("variable(\"{}\", 0);", "v".repeat(length)));
        top(&format!("fn {}(facts) {{ }} on(\"turn\", \"x\");", "f".repeat(length)));
    }
    top(&"// a comment\n".repeat(100_000));
}
