//! Scenarios that are too deep, too long, or ask for the same thing over and over.

use muster_fuzz::fine;
use muster_fuzz::targets::together;

const HEAD: &str = "scenario(#{ module: \"parley\", title: \"T\" });\n";
const BOARD: &str = "id = \"b\"\nsource = \"s\"\n[[point]]\nid = \"p\"\nat = [0, 0]\n";

fn script(text: &str) -> String {
    fine("scenario", &together(&[("scenario.rhai", &format!("{HEAD}{text}"))]))
}

fn with(text: &str, name: &str, file: &str) -> String {
    fine("scenario", &together(&[("scenario.rhai", &format!("{HEAD}{text}")), (name, file)]))
}

#[track_caller]
fn said(said: &str, words: &str) {
    assert!(said.contains(words), "{said}");
}

#[test]
fn texts_that_nest_without_end() {
    for depth in [60, 200, 5_000, 100_000] {
        for (open, inner, close) in [
            ("(", "1", ")"),
            ("[", "1", "]"),
            ("#{a:", "1", "}"),
            ("{", "1", "}"),
            ("-", "1", ""),
            ("!", "true", ""),
            ("if true {", "", "}"),
            ("while true {", "", "}"),
            ("loop {", "break;", "}"),
            ("fn f() {", "", "}"),
            ("`${", "1", "}`"),
            ("/*", "", "*/"),
            ("switch 1 { 1 => ", "1", "}"),
            ("try {", "", "} catch {}"),
            ("let a = ", "1", ""),
            ("|x| ", "1", ""),
            ("if true {} else ", "{}", ""),
            ("print(", "1", ")"),
            ("a.", "b", ""),
            ("a[", "0", "]"),
        ] {
            script(&format!("{}{inner}{}", open.repeat(depth), close.repeat(depth)));
        }
    }
}

#[test]
fn chains_without_end() {
    for length in [100, 5_000, 80_000] {
        script(&format!("let a = 1{};", " + 1".repeat(length)));
        script(&format!("let a = true{};", " && true".repeat(length)));
        script(&format!("let a = 1{};", " ?? 1".repeat(length)));
        script(&format!("let a = 2{};", " ** 1".repeat(length)));
        script(&format!("let a = #{{}}; a{};", ".b".repeat(length)));
        script(&format!("let a = []; a{};", "[0]".repeat(length)));
        script(&format!("let a = \"x\"; a{};", ".trim()".repeat(length)));
        script(&format!("let a = 1;{}", " a = ".repeat(length) + "1;"));
        script(&format!("let a = [{}];", "1,".repeat(length)));
        script(&format!("let a = \"{}\";", "x".repeat(length)));
        script(&format!("if false {{}}{}", " else if false {}".repeat(length)));
        script(&format!(
            "switch 1 {{ {} _ => 1 }}",
            (0..length).map(|n| format!("{n} => {n},")).collect::<String>()
        ));
    }
}

#[test]
fn calls_deep_inside_of_expressions() {
    for (open, close) in [("(", ")"), ("[", "]"), ("if true {", "}"), ("-", ""), ("print(", ")")] {
        let (open, close) = (open.repeat(25), close.repeat(25));
        script(&format!("fn f(n) {{ if n > 0 {{ {open} f(n - 1) {close} }} else {{ 1 }} }} f(14);"));
        script(&format!("fn f(n) {{ {open} f(n - 1) {close} }} f(14);"));
    }
}

#[test]
fn values_that_nest_without_end() {
    for text in [
        "let a = []; for i in 0..100000 { a = [a]; } print(a);",
        "let a = #{}; for i in 0..100000 { a = #{ a: a }; } fact(\"turns\", a);",
        "let a = [1]; for i in 0..19000 { a = [a]; } board(#{ id: a });",
        "let a = [1]; for i in 0..19000 { a = [a]; } fact(\"turns\", a);",
        "let a = [1]; for i in 0..19000 { a = [a]; } note(#{ decision: a });",
        "let a = [1]; for i in 0..19000 { a = [a]; } let b = a == a; print(a.to_string());",
        "let a = [1]; for i in 0..200 { a = [a]; } board(#{ id: a });",
    ] {
        said(&script(text), "");
    }
}

#[test]
fn work_without_end() {
    said(&script("loop { }"), "steps");
    said(&script("fn f() { f() } f();"), "deep");
    said(&script("let a = \"x\"; loop { a += a; }"), "too large");
    said(&script("let a = [1]; loop { a += a; }"), "too large");
    for text in [
        "let a = []; a.pad(20000, 0); for i in 0..200000 { a.reverse(); a.sort(); }",
        "let a = \"x\"; a.pad(250000, 'y'); for i in 0..200000 { a.to_upper(); a.index_of(\"z\"); }",
        "let a = \"x\"; a.pad(250000, 'y'); for i in 0..200000 { a.replace(\"yy\", \"y\"); }",
        "let a = []; a.pad(19000, \"xxxxxxxxx\"); for i in 0..10000 { let b = a; b.dedup(); }",
        "for i in 0..400000 { let b = range(0, 9223372036854775807); for j in b { break; } }",
        "let a = 9223372036854775807; a += 1;",
        "let a = -9223372036854775808; a = -a; a = a / -1;",
        "let a = 1 << 9223372036854775807; let b = 2 ** 9223372036854775807; let c = 1 % 0;",
        "let a = []; a.pad(9223372036854775807, 0);",
        "let a = \"\"; a.pad(9223372036854775807, \"xy\");",
        "let a = \"abc\"; a.sub_string(-9223372036854775808, 9223372036854775807); a.crop(5, -9223372036854775808);",
        "let a = [1,2,3]; a.splice(-9223372036854775808, 9223372036854775807, [4]); a.extract(9223372036854775807);",
        "for i in range(-9223372036854775808, 9223372036854775807, 9223372036854775807) { print(i); }",
        "for i in (0..9223372036854775807) { }",
        "let a = 5; for i in a.bits { } let b = a.bits(0, 9223372036854775807); a.set_bits(60, 60, 3);",
    ] {
        script(text);
    }
}

#[test]
fn all_the_memory_that_a_script_may_have() {
    // As many lists and texts as there may be, as long as they may be, in as many calls as may wait for one another.
    let lists: String = (0..250).map(|number| format!("let v{number} = base; v{number} += 1; ")).collect();
    said(
        &script(&format!(
            "fn f(base, n) {{ {lists} if n > 0 {{ f(base, n - 1) }} }} let b = []; b.pad(19000, 0); f(b, 29);"
        )),
        "",
    );
    let texts: String = (0..250).map(|number| format!("let v{number} = base + \"{number}\"; ")).collect();
    said(
        &script(&format!(
            "fn f(base, n) {{ {texts} if n > 0 {{ f(base, n - 1) }} }} let b = \"\"; b.pad(260000, \"x\"); f(b, 29);"
        )),
        "",
    );
}

#[test]
fn the_same_file_over_and_over() {
    let fill = "# a comment that takes its place\n".repeat(30_000);
    said(&with("for i in 0..9000 { board(\"b.toml\"); }", "b.toml", &format!("{BOARD}{fill}")), "twice");
    let unit = "[[unit]]\nid = \"u\"\nside = \"north\"\nkind = \"infantry\"\n";
    said(
        &with(
            "board(\"b.toml\"); for i in 0..9000 { roster(\"r.toml\"); }",
            "r.toml",
            &format!("{unit}{fill}"),
        ),
        "",
    );
}

#[test]
fn names_that_are_compared_with_many_others() {
    let points: String =
        (0..15_000).map(|n| format!("[[point]]\nid = \"point-number-{n}\"\nat = [{n}, 0]\n")).collect();
    let board = format!("id = \"b\"\nsource = \"s\"\n{points}");
    let board = &board[..board.len().min(1 << 20)];
    with(
        "board(\"b.toml\"); let name = \"x\"; name.pad(250000, \"y\"); for i in 0..10 { unit(\"north\", \"infantry\", \"u\" + i, #{ at: name }); }",
        "b.toml",
        board,
    );
    with(
        "board(\"b.toml\"); for i in 0..5000 { unit(\"north\", \"infantry\", \"u\" + i, #{ at: \"point-numbre-\" + i }); }",
        "b.toml",
        board,
    );
    script(
        "for i in 0..5000 { unit(\"north\", \"infantry\", \"unit-number-\" + i, #{ strength: 1 }); } for i in 0..5000 { place(\"unit-numbre-\" + i, \"p\"); }",
    );
}

#[test]
fn files_of_a_million_small_things() {
    let keys: String = (0..100_000).map(|n| format!("k{n}=1\n")).collect();
    with("board(\"b.toml\"); roster(\"r.toml\");", "r.toml", &format!("[[unit]]\n{keys}"));
    let units: String =
        (0..30_000).map(|n| format!("[[unit]]\nid=\"{n}\"\nside=\"x\"\nkind=\"y\"\n")).collect();
    with("roster(\"r.toml\");", "r.toml", &units);
    let good: String = (0..12_000)
        .map(|n| format!("[[unit]]\nid=\"{n}\"\nside=\"north\"\nkind=\"infantry\"\nstrength=1\nat=\"p\"\n"))
        .collect();
    let files = [
        ("scenario.rhai", format!("{HEAD}board(\"b.toml\"); roster(\"r.toml\"); fact(\"turns\", 3);")),
        ("b.toml", BOARD.to_owned()),
        ("r.toml", good),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    fine("scenario", &together(&files));
    let features: String =
        (0..120).map(|n| format!("[[point]]\nid=\"q{n}\"\nat=[0,0]\nfeatures=[\"f{n}\"]\n")).collect();
    let fill = "# a comment that takes its place\n".repeat(28_000);
    let script = "scenario(#{ module: \"brigade\", title: \"T\" });\nboard(\"b.toml\");";
    fine(
        "scenario",
        &together(&[("scenario.rhai", script), ("b.toml", &format!("{BOARD}{features}{fill}"))]),
    );
}

#[test]
fn boards_that_no_module_can_count() {
    for spaces in [255, 256, 300, 9_000] {
        let points: String = (0..spaces).map(|n| format!("[[point]]\nid=\"p{n}\"\nat=[{n},0]\n")).collect();
        let edges: String =
            (1..spaces).map(|n| format!("[[edge]]\na=\"p{}\"\nb=\"p{n}\"\n", n - 1)).collect();
        let valley = include_str!("../../../scenarios/parley/valley.toml");
        let files = [
            ("scenario.rhai", include_str!("../../../scenarios/parley/scenario.rhai")),
            ("valley.toml", &format!("{valley}\n{points}{edges}")),
            ("field.toml", include_str!("../../../scenarios/parley/field.toml")),
            ("roster.toml", include_str!("../../../scenarios/parley/roster.toml")),
        ];
        fine("scenario", &together(&files));
    }
}

#[test]
fn numbers_at_the_end_of_the_world() {
    for number in ["0", "-1", "2147483647", "-2147483648", "2147483648", "9223372036854775807"] {
        for (name, text) in [
            ("scenario.rhai", include_str!("../../../scenarios/parley/scenario.rhai")),
            ("roster.toml", include_str!("../../../scenarios/parley/roster.toml")),
            ("valley.toml", include_str!("../../../scenarios/parley/valley.toml")),
        ] {
            let changed = text.replace(" 3", &format!(" {number}")).replace(" 2", &format!(" {number}"));
            let files = [
                ("scenario.rhai", include_str!("../../../scenarios/parley/scenario.rhai")),
                ("valley.toml", include_str!("../../../scenarios/parley/valley.toml")),
                ("field.toml", include_str!("../../../scenarios/parley/field.toml")),
                ("roster.toml", include_str!("../../../scenarios/parley/roster.toml")),
            ];
            let files =
                files.map(|(known, text)| (known, if known == name { changed.as_str() } else { text }));
            fine("scenario", &together(&files));
        }
        let fight = include_str!("../../../../scenarios/first-fight/scenario.rhai");
        for fact in ["turns", "first-hour"] {
            let changed: String = fight
                .lines()
                .map(|line| {
                    if line.contains(fact) {
                        format!("fact(\"{fact}\", {number});\n")
                    } else {
                        format!("{line}\n")
                    }
                })
                .collect();
            let board = include_str!("../../../../scenarios/first-fight/board.toml");
            fine("scenario", &together(&[("scenario.rhai", &changed), ("board.toml", board)]));
        }
        let changed = fight
            .replace("stars: 2", &format!("stars: {number}"))
            .replace("facing: \"S\"", &format!("facing: {number}"));
        let board = include_str!("../../../../scenarios/first-fight/board.toml");
        fine("scenario", &together(&[("scenario.rhai", &changed), ("board.toml", board)]));
    }
}
