//! What no compiler would write, but somebody might: answers that are none, and components that do harm before they are
//! asked anything.

mod built;

use std::sync::Arc;

use muster_contract::Module;
use muster_engine::Flaw;
use muster_sandbox::{Neighbour, PEOPLE, Switched, played, position, setting};
use muster_table::{
    Build, Table, TableConfig,
    messages::{Peer, Refused, Request},
};

/// At a table: where, what, the call that fails, and the words that say why.
const AT_THE_TABLE: &[(&str, &str, &str, &str)] = &[
    (
        "apply",
        "(loop $on (drop (table.grow $functions (ref.null func) (i32.const 1000))) (br $on))",
        "apply",
        "it wanted more than its 100000 table elements",
    ),
    ("apply", "(loop $on (drop (call $new (local.get $game))) (br $on))", "apply", "handle"),
    (
        "apply",
        "(call $roll (i32.const 1) (i32.const 6) (i32.const 0x7fffffff) (i32.const 9) (i32.const 1400))",
        "apply",
        "out of bounds",
    ),
    (
        "apply",
        "(call $roll (i32.const 1) (i32.const 6) (i32.const 2000) (i32.const 2) (i32.const 0x7ffffff0))",
        "apply",
        "out of bounds",
    ),
    ("apply", "(drop (i32.load (i32.const 0x7ffffff0)))", "apply", "out of bounds memory access"),
    ("apply", "(drop (i32.div_u (i32.const 1) (i32.const 0)))", "apply", "integer divide by zero"),
    ("apply", "(call_indirect (i32.const 0))", "apply", "uninitialized element"),
    ("decisions", "(i32.store8 (i32.const 2000) (i32.const 0xff))", "decisions", "invalid utf-8"),
    ("decisions", "(i32.store8 (i32.const 3428) (i32.const 9))", "decisions", "unexpected discriminant: 9"),
    ("decisions", "(i32.store8 (i32.const 3408) (i32.const 77))", "decisions", "unexpected discriminant: 77"),
    ("decisions", "(i32.store (i32.const 3304) (i32.const 0x0fffffff))", "decisions", "out of bounds"),
    ("decisions", "(i32.store (i32.const 3220) (i32.const 0x7fffffff))", "decisions", "out of bounds"),
    ("decisions", "(return (i32.const 1301))", "decisions", "not aligned"),
    ("decisions", "(return (i32.const 0x7ffffff0))", "decisions", "out of bounds"),
    (
        "outcome",
        "(i32.store8 (i32.const 1900) (i32.const 7)) (return (i32.const 1900))",
        "outcome",
        "invalid option discriminant",
    ),
    ("save", "(i32.store (i32.const 1804) (i32.const 0x7fffffff))", "save", "out of bounds"),
    ("sample", "(return (i32.const 4711))", "sample", "unknown handle index 4711"),
    (
        "realloc",
        "(if (i32.gt_u (global.get $heap) (i32.const 0x100c0)) (then (return (i32.const 0x7ffffff0))))",
        "",
        "beyond end of memory",
    ),
    (
        "realloc",
        "(if (i32.gt_u (global.get $heap) (i32.const 0x100c0)) (then (loop $on (br $on))))",
        "",
        "it used up its",
    ),
];

fn act(table: &mut Table) -> Result<(), Refused> {
    let revision = table.revision_of(0);
    table.act(0, revision, "go", None)
}

fn sit_down(module: Arc<dyn Module>) -> Table {
    let build = Build { module: "raw".into(), ..Build::default() };
    Table::start(module, position(), TableConfig { build, ..setting(PEOPLE) }).unwrap()
}

#[test]
fn answers_that_are_none_pause_the_table_and_leave_nothing_behind() {
    let honest = built::open(&built::component(&built::text("apply", ""), &built::contract())).unwrap();
    let mut twin = sit_down(Arc::new(honest.clone()));
    (0..8).for_each(|_| act(&mut twin).unwrap());
    let twin = played(&mut twin);
    for &(mark, deed, call, words) in AT_THE_TABLE {
        let neighbour = Neighbour::sits_down();
        let hostile = built::game(mark, deed).unwrap_or_else(|unfit| panic!("{deed}: {unfit}"));
        let module = Switched::between(&honest, &hostile);
        let mut table = sit_down(module.clone());
        let mut steps = 1;
        while table.paused().is_none() {
            assert!(steps < 9, "{deed}: nothing stopped it");
            match act(&mut table) {
                Ok(()) => steps += 1,
                Err(refused) => assert!(table.paused().is_some(), "{deed}: {refused}"),
            }
            if mark == "sample" && table.paused().is_none() {
                table.answer(&Peer::host([0]), Request::Odds { seat: 0, choice: "go".into() });
            }
        }
        let pause = table.paused().unwrap().clone();
        assert!(call.is_empty() || pause.call == call, "{deed}: {pause:?}");
        assert!(pause.message.contains(words), "{deed}: {pause:?}");
        assert!(steps >= 3, "{deed}: it began too early");
        assert_eq!(table.standing(&Peer::host([])).steps, steps, "{deed}");
        module.disarm();
        table.retry().unwrap_or_else(|refused| panic!("{deed}: {refused}"));
        (steps..9).for_each(|_| act(&mut table).unwrap_or_else(|refused| panic!("{deed}: {refused}")));
        assert!(played(&mut table) == twin, "{deed}: the table went on otherwise than its twin");
        neighbour.is_undisturbed();
    }
}

/// At the gate: where, what, and the words that say why it isn't offered.
const AT_THE_GATE: &[(&str, &str, &str)] = &[
    (
        "start",
        "(func $spin (loop $on (br $on))) (start $spin)",
        "failed in start: it used up its 20000000 steps",
    ),
    (
        "start",
        "(func $eat (loop $on (drop (memory.grow (i32.const 16))) (br $on))) (start $eat)",
        "failed in start: it wanted more than its 16 MiB of memory",
    ),
    (
        "start",
        "(func $give-up unreachable) (start $give-up)",
        "failed in start: it gave up without a message",
    ),
    (
        "start",
        "(func $dig (call $dig)) (start $dig)",
        "failed in start: it called itself too deeply (stack overflow)",
    ),
    (
        "start",
        "(func $look (call $roll (i32.const 1) (i32.const 6) (i32.const 2000) (i32.const 2) (i32.const 1400))) (start $look)",
        "failed in start: wasm trap: uninitialized element",
    ),
    ("start", "(table 1000000 funcref)", "failed in start: it wanted more than its 100000 table elements"),
    (
        "start",
        "(data (i32.const 0x7ffffff0) \"far away\")",
        "failed in start: wasm trap: out of bounds memory access",
    ),
    ("describe", "(loop $on (br $on))", "failed in describe: it used up its 20000000 steps"),
    ("describe", "(return (i32.const 0x7ffffff0))", "failed in describe: "),
    (
        "describe",
        "(call $text (i32.const 1000) (i32.const 0x10000) (i32.const 20000)) (return (i32.const 1000))",
        "failed in describe: it gave a text of 20000 bytes, more than the 16 KiB",
    ),
    (
        "describe",
        "(call $text (i32.const 1080) (i32.const 0x10000) (i32.const 1100)) (return (i32.const 1000))",
        "failed in describe: the lists of one answer have 1100 entries, more than the 1000",
    ),
    (
        "describe",
        "(call $text (i32.const 1080) (i32.const 0x10000) (i32.const 100000)) (return (i32.const 1000))",
        "failed in describe: it handed over more than the 1 MiB that one answer may have",
    ),
    (
        "describe",
        "(call $roll (i32.const 1) (i32.const 6) (i32.const 2000) (i32.const 2) (i32.const 1400))",
        "failed in describe: it asked for the table's dice outside apply",
    ),
];

#[test]
fn what_does_harm_before_it_is_asked_anything_is_not_offered() {
    let neighbour = Neighbour::sits_down();
    for &(mark, deed, words) in AT_THE_GATE {
        let unfit = built::game(mark, deed).expect_err(deed);
        assert!(matches!(unfit.flaw, Flaw::Silent(_)), "{deed}: {unfit:?}");
        assert!(unfit.to_string().contains(words), "{deed}: {unfit}");
    }
    neighbour.is_undisturbed();
}

#[test]
fn a_memory_that_is_too_large_from_the_start_is_not_made() {
    let large = built::text("apply", "")
        .replace("(memory (export \"memory\") 16)", "(memory (export \"memory\") 65536)");
    let unfit = built::open(&built::component(&large, &built::contract())).unwrap_err();
    assert!(
        unfit.to_string().contains("failed in start: it wanted more than its 16 MiB of memory"),
        "{unfit}"
    );
}

#[test]
fn an_import_of_its_own_is_refused_before_anything_is_compiled() {
    let contract = built::contract();
    let with_import =
        |name: &str| contract.replace("  import units;", &format!("  import units;\n  import {name};"));
    let own = "interface files { read: func() -> u64; }";
    let foreign = "package wasi:clocks@0.2.3 { interface wall-clock { read: func() -> u64; } }";
    for (name, wit) in [
        ("muster:game/files@0.1.0", format!("{}\n{own}", with_import("files"))),
        (
            "wasi:clocks/wall-clock@0.2.3",
            format!("{}\n{foreign}", with_import("wasi:clocks/wall-clock@0.2.3")),
        ),
    ] {
        let import = format!("(import \"{name}\" \"read\" (func $read (result i64)))");
        let unfit = built::open(&built::component(&built::text("import", &import), &wit)).unwrap_err();
        assert!(matches!(&unfit.flaw, Flaw::ForeignImport(import) if import == name), "{unfit}");
        assert!(unfit.to_string().contains("which no module may have"), "{unfit}");
    }
}

#[test]
fn a_component_of_very_many_parts_is_not_instantiated() {
    let mut bytes = built::component(&built::text("apply", ""), &built::contract());
    let core_modules = core_modules(&bytes);
    // One more core module, of nothing, and twenty instances of it.
    bytes.extend([1, 8]);
    bytes.extend(b"\0asm\x01\0\0\0");
    bytes.extend([2, 61, 20]);
    (0..20).for_each(|_| bytes.extend([0, core_modules, 0]));
    let unfit = built::open(&bytes).unwrap_err();
    assert!(
        unfit.to_string().contains("it wanted more than its 16 core instances, memories or tables"),
        "{unfit}"
    );
}

/// How many core modules a component has: each is a section of its own.
fn core_modules(bytes: &[u8]) -> u8 {
    let (mut at, mut found) = (8, 0);
    while at < bytes.len() {
        found += u8::from(bytes[at] == 1);
        let (mut size, mut shift) = (0, 0);
        loop {
            at += 1;
            size |= usize::from(bytes[at] & 0x7f) << shift;
            shift += 7;
            if bytes[at] & 0x80 == 0 {
                break;
            }
        }
        at += 1 + size;
    }
    found
}
