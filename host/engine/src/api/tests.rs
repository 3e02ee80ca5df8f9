//! Two versions side by side: the released one, and a 0.2 that there isn't.

#[path = "../../tests/rogue/mod.rs"]
mod rogue;

use std::path::Path;

use muster_contract::{Dice, EventKind, Module};
use wit_component::{ComponentEncoder, StringEncoding};
use wit_parser::Resolve;

use crate::{Engine, Flaw, Limits, Manifest, Settings, WasmModule};

/// Dice that always fall the same.
struct Threes;

impl Dice for Threes {
    fn roll(&mut self, count: u8, _sides: u8, _reason: &str) -> Vec<u8> {
        vec![3; usize::from(count)]
    }
}

/// The misbehaving module, written for 0.2: it adds ten to every face.
fn of_0_2() -> Vec<u8> {
    let text = include_str!("../../tests/rogue/rogue.wat");
    let changed = [
        ("muster:game/dice@0.1.0", "muster:game/dice@0.2.0"),
        ("muster:game/rules@0.1.0", "muster:game/rules@0.2.0"),
        ("(param $sides i32) (param $reason i32)", "(param $sides i32) (param $add i32) (param $reason i32)"),
        ("(i32.const 6) (i32.const 2000)", "(i32.const 6) (i32.const 10) (i32.const 2000)"),
        ("i32.load8_u (local.get $faces)", "i32.load (local.get $faces)"),
        (
            "i32.load8_u (i32.add (local.get $faces) (i32.const 1))",
            "i32.load (i32.add (local.get $faces) (i32.const 4))",
        ),
        ("[method]game.choice-count", "[method]game.count-choices"),
        (
            "[static]game.create\") (param i32 i32 i32 i32 i32 i32 i32 i32)",
            "[static]game.create\") (param i32 i32)",
        ),
    ];
    let text = changed.iter().fold(text.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    });
    let mut core = wat::parse_str(text).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut resolve = Resolve::default();
    resolve.push_dir(folder.join("../../plugins/contract/wit/0.1")).unwrap();
    let (package, _) = resolve.push_dir(folder.join("tests/wit/0.2")).unwrap();
    let world = resolve.select_world(&[package], Some("module")).unwrap();
    wit_component::embed_component_metadata(&mut core, &resolve, world, StringEncoding::UTF8).unwrap();
    ComponentEncoder::default().validate(true).module(&core).unwrap().encode().unwrap()
}

fn open(engine: &Engine, name: &str, component: &[u8]) -> Result<WasmModule, Flaw> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("module.wasm");
    std::fs::write(&file, component).unwrap();
    engine.open(name, &file, |_| ()).map_err(|unfit| unfit.flaw)
}

fn engine() -> Engine {
    let limits = Limits { deadline: None, ..Limits::default() };
    Engine::start(Settings { limits, cache: None }).unwrap()
}

/// What the module says that two dice of this table come to.
fn points(module: &WasmModule) -> u32 {
    let mut game = module.create(&rogue::nothing()).unwrap().unwrap();
    let events = game.apply(0, "roll", &mut Threes).unwrap().unwrap();
    match &events[0].kind {
        EventKind::Drawn(points) => *points,
        other => panic!("{other:?}"),
    }
}

#[test]
fn modules_of_two_versions_play_at_once() {
    let engine = engine();
    let old = open(&engine, "old", &rogue::rogue()).unwrap();
    let new = open(&engine, "new", &of_0_2()).unwrap();
    assert_eq!((points(&old), points(&new)), (6, 26));
    // Every question goes its version's way: the second has another name in 0.2.
    let mut games = [&old, &new].map(|module| module.create(&rogue::nothing()).unwrap().unwrap());
    for game in &mut games {
        assert_eq!(game.choice_count(1).unwrap(), 0);
        drop(game.fork(1));
    }
    assert_eq!(old.describe().title, new.describe().title);
}

#[test]
fn a_version_that_nobody_speaks_is_refused_with_those_that_are_spoken() {
    let engine = engine();
    let text = rogue::contract().replace("@0.1.0", "@0.3.0");
    let core =
        wat::parse_str(include_str!("../../tests/rogue/rogue.wat").replace("@0.1.0", "@0.3.0")).unwrap();
    let flaw = open(&engine, "newer", &rogue::component(&core, &text)).unwrap_err().to_string();
    assert!(flaw.contains("built for version 0.3.0 of muster:game/"), "{flaw}");
    assert!(flaw.contains("this Muster speaks 0.1-0.2"), "{flaw}");
    let manifest = |api: &str| {
        let text = format!(
            "id = \"new\"\nversion = \"1.0.0\"\napi = \"{api}\"\ntitle = \"New\"\nauthors = []\nlicence = \"MIT\"\ncomponent = \"new.wasm\"\n"
        );
        Manifest::parse(Path::new("plugin.toml"), &text).map(drop).map_err(|bad| bad.to_string())
    };
    assert_eq!([manifest("0.1"), manifest("0.2"), manifest(">=0.1, <0.3")], [Ok(()), Ok(()), Ok(())]);
    let bad = manifest("0.3").unwrap_err();
    assert!(bad.contains("made for version ^0.3 of the contract, and this Muster speaks 0.1-0.2"), "{bad}");
}
