//! Some seconds of every search, the same ones every time; and whatever was found once.

use muster_fuzz::{Budget, Search, TARGETS, kept, on_small_stack, one_at_a_time, try_out};

#[track_caller]
fn burst(name: &str) {
    let _one = one_at_a_time();
    let named = TARGETS.iter().find(|target| target.name == name).expect("there is such a target");
    let inputs = kept(name);
    let found = on_small_stack(|| {
        let mut target = (named.open)();
        for input in target.whole() {
            let said = try_out(target.as_mut(), &input);
            assert!(said.is_ok(), "what is as it should be: {said:?}");
        }
        for (file, input) in &inputs {
            let said = try_out(target.as_mut(), input);
            assert!(said.is_ok(), "{}: {said:?}", file.display());
        }
        Search::new(target.as_mut(), inputs.into_iter().map(|(_, input)| input), 1)
            .run(Budget::Inputs(named.burst), |_| ())
    });
    for (finding, input) in &found.findings {
        eprintln!("{finding}\n{}", String::from_utf8_lossy(input));
    }
    assert!(
        found.findings.is_empty(),
        "{} findings; the first: {}",
        found.findings.len(),
        found.findings[0].0
    );
    assert!(found.answers > 3, "only {} different answers: the search doesn't get far", found.answers);
}

#[test]
fn bundles() {
    burst("bundle");
}

#[test]
fn journals() {
    burst("journal");
}

#[test]
fn the_protocol() {
    burst("protocol");
}

#[test]
fn scenarios() {
    burst("scenario");
}

#[test]
fn house_rules() {
    burst("rule");
}

#[test]
fn board_files() {
    burst("board");
}

#[test]
fn the_gate() {
    burst("gate");
}

#[test]
fn manifests() {
    burst("manifest");
}
