//! A script can't do more than set a scenario up, and can't go on without end.

use std::time::{Duration, Instant};

use crate::fixture::{Folder, drill, run, script, set_up};
use muster_contract::RuleText;
use muster_scripts::rules::Compiled;
use muster_scripts::{Known, SCRIPT, Texts, Wrong};

/// Runs these lines, which must be stopped soon, and looks for words in the message.
#[track_caller]
fn stopped(lines: &str, words: &str) {
    let begun = Instant::now();
    let problem = run(lines).map(|_| ()).expect_err("this should be stopped");
    assert!(begun.elapsed() < Duration::from_secs(30), "it took too long: {:?}", begun.elapsed());
    assert!(problem.to_string().contains(words), "{problem}");
}

#[test]
fn runaways_are_stopped() {
    stopped("loop { }", "it took more than 2000000 steps. Look for a loop that never ends.");
    stopped("fn f(n) { f(n + 1) } f(0);", "its functions call each other more than 16 deep");
    stopped("let s = \"x\"; loop { s += s; }", "grew too large");
    stopped("let a = [0]; loop { a += a; }", "grew too large");
    stopped("let a = []; a.pad(1000000000, 0);", "grew too large");
    stopped("let s = \"\"; s.pad(1000000000, 'x');", "grew too large");
    stopped(&format!("let x = {}1{};", "(".repeat(200), ")".repeat(200)), "nests more than 64 deep");
    stopped("for i in 0..9000000000 { brief(\"us\", \"x\"); }", "the script was stopped");
    stopped("let s = \"x\"; for i in 0..15 { s += s; } loop { brief(\"us\", s); }", "it says too much");
    let many: String = (0..300).map(|n| format!("let v{n} = 0;")).collect();
    stopped(&many, "more than 128 variables");
    let many: String = (0..300).map(|n| format!("fn f{n}() {{}}\n")).collect();
    stopped(&many, "more than 256 functions");
}

/// Each name is looked for among all before it, before a single step is taken.
#[test]
fn what_takes_long_to_read_is_stopped() {
    let names: String = (0..20_000).map(|n| format!("let v{n};")).collect();
    stopped(&format!("if false {{ {names} {} }}", "v0;".repeat(200_000)), "it can't be read within 5 s");
    let parameters: String = (0..100_000).map(|n| format!("p{n},")).collect();
    stopped(&format!("fn f({parameters} last) {{}}"), "it can't be read within 5 s");
}

#[test]
fn there_is_no_way_out() {
    for call in ["eval(\"1\")", "sleep(5)", "timestamp()", "rand()", "open_file(\"/etc/passwd\")", "exit()"] {
        let problem = run(&format!("{call};")).map(|_| ()).expect_err(call);
        assert!(
            matches!(*problem.wrong, Wrong::NoFunction(_) | Wrong::Grammar(_)),
            "{call} should not exist: {problem}"
        );
    }
    assert!(matches!(*run("import \"other\" as o;").map(|_| ()).unwrap_err().wrong, Wrong::Grammar(_)));
}

/// What a function pointer holds would count towards no limit.
#[test]
fn nothing_is_put_into_function_pointers() {
    let bomb = "let a = []; a.pad(4000, \"x\"); let f = (|x| x).curry(a); let b = []; b.pad(4000, f);";
    let chain = "let f = |x| x; for i in 0..90000 { f = (|x| x).curry(f); }";
    let called = "let f = curry(|x| x, 1);";
    for lines in [bomb, chain, called] {
        let problem = run(lines).map(|_| ()).expect_err(lines);
        assert!(matches!(*problem.wrong, Wrong::Grammar(_)), "{problem}");
        assert!(problem.to_string().contains("curry"), "{problem}");
    }
    // By its name it isn't found either.
    assert!(run("Fn(\"curry\").call(|x| x, 1);").map(|_| ()).unwrap_err().to_string().contains("Fn"));
}

#[test]
fn only_files_of_the_folder_are_read() {
    for name in ["../roster.toml", "/etc/passwd", "sub/roster.toml", "..\\roster.toml"] {
        let files = [(SCRIPT, script(&format!("roster({name:?});"))), ("roster.toml", String::new())];
        let problem = set_up(files).map(|_| ()).unwrap_err();
        assert_eq!(*problem.wrong, Wrong::Outside(name.into()), "{problem}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_folder_is_refused_and_one_inside_is_not() {
    let folder = Folder::new("links");
    let secret = folder.write("secret.toml", "x = 1");
    folder.write("s/scenario.rhai", "");
    folder.write("s/board.toml", "");
    std::os::unix::fs::symlink(folder.path().join("s/board.toml"), folder.path().join("s/same.toml"))
        .unwrap();
    assert_eq!(Texts::read(&folder.path().join("s")).unwrap().files.len(), 3);
    std::os::unix::fs::symlink(secret, folder.path().join("s/roster.toml")).unwrap();
    let problem = Texts::read(&folder.path().join("s")).unwrap_err();
    assert_eq!(*problem.wrong, Wrong::Outside("roster.toml".into()));
}

#[test]
fn large_files_and_files_that_are_no_text_are_refused() {
    let folder = Folder::new("large");
    folder.write("scenario.rhai", "");
    folder.write("board.toml", &"#".repeat(1024 * 1024 + 1));
    let problem = Texts::read(folder.path()).unwrap_err();
    assert!(matches!(*problem.wrong, Wrong::TooLarge { .. }), "{problem}");
    std::fs::write(folder.path().join("board.toml"), [b'a', b'\n', 0xff]).unwrap();
    let problem = Texts::read(folder.path()).unwrap_err();
    assert_eq!(
        problem.to_string(),
        "board.toml:2:1: the file can't be read: it is not UTF-8 text. Save it as UTF-8."
    );
    let empty = Folder::new("empty");
    assert!(Texts::read(empty.path()).unwrap_err().to_string().contains("has no \"scenario.rhai\""));
}

#[test]
fn what_is_printed_is_kept_and_bounded() {
    let scenario = run("for i in 0..2000 { print(i); }").unwrap();
    assert_eq!(scenario.log.len(), 500);
}

/// A stranger's journal can bring as many rules as it likes: what is bounded is the sum.
#[test]
fn the_tops_of_all_rules_of_a_table_have_their_steps_together() {
    let slow = r#"
        rule(#{ title: "Slow", modules: ["drill"] });
        let long = "x";
        while long.len() < 8000 { long += long; }
        for n in 0..8000 { if long.contains("y") { break; } }
    "#;
    let description = drill();
    let compiled = |count: usize| {
        let texts: Vec<RuleText> = (0..count)
            .map(|number| RuleText { id: format!("slow-{number}"), text: slow.into(), settings: Vec::new() })
            .collect();
        Compiled::new(&texts, Known { id: "drill", description: &description })
    };
    compiled(1).expect("one may take its time");
    let began = Instant::now();
    let refused = compiled(64).expect_err("all of them").to_string();
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
    let words = "the top of this rule, with those before it, took more than 200000 steps";
    assert!(refused.contains("slow-") && refused.contains(words), "{refused}");
    assert!(!refused.starts_with("slow-0"), "{refused}");
}
