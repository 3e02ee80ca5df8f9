//! Brigade under all checks: a small field, and a large battle.

use std::path::Path;

use crate::scenario::two_days;
use brigade::Brigade;
use muster_conformance::{Guarded, NothingHidden, Scale, Subject, citations, playthrough, suite};
use muster_contract::{Dice, Position};
use muster_sdk::{Hosted, Native};

fn first_fight() -> Position {
    crate::scenario::position(&Native::<Brigade>::new("brigade"), "first-fight")
}

/// Shiloh with a third of its turns: a hundred units make each of them long.
fn shiloh() -> Position {
    two_days(crate::scenario::position(&Native::<Brigade>::new("brigade"), "shiloh"), 6)
}

/// Fewer looks at a large battle; of two games one follows the module's weights.
fn battle() -> Scale {
    let scale = Scale::from_environment();
    Scale { games: scale.games / 6, positions: scale.positions / 10, covered: scale.covered / 6, ..scale }
}

suite!(natively, Native::<Brigade>::new("brigade"), first_fight(), NothingHidden);
suite!(shiloh_natively, Native::<Brigade>::new("brigade"), shiloh(), NothingHidden, battle());

/// Two games between them meet every phase and every kind of decision.
#[test]
fn playthroughs_agree() {
    let (module, position) = (Guarded(Native::<Brigade>::new("brigade")), two_days(first_fight(), 3));
    let subject =
        Subject { module: &module, position: &position, hidden: &NothingHidden, scale: Scale::QUICK };
    let kinds = [
        "roll",
        "choose-unit",
        "march",
        "bombard",
        "combat",
        "assign-hits",
        "retreat",
        "entrench",
        "had-enough",
    ];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../playthroughs");
    playthrough::compare_folder(&subject, &folder, &kinds).unwrap_or_else(|finding| panic!("{finding}"));
}

/// Whatever is cited has a section of the rules summary that tells of it.
#[test]
fn citations_open_their_sections() {
    let module = Guarded(Native::<Brigade>::new("brigade"));
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../plugins/brigade/rules");
    for position in [two_days(first_fight(), 3), shiloh()] {
        let subject =
            Subject { module: &module, position: &position, hidden: &NothingHidden, scale: battle() };
        let met = citations(&subject, &rules).unwrap_or_else(|evidence| panic!("{evidence}"));
        assert!(met >= 12, "only {met} were met");
    }
}

/// The check finds what no section tells of.
#[test]
fn a_citation_that_opens_nothing_is_found() {
    let (module, position) = (Guarded(Native::<Brigade>::new("brigade")), first_fight());
    let subject = Subject { module: &module, position: &position, hidden: &NothingHidden, scale: battle() };
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../plugins/bull-run/rules");
    let found = citations(&subject, &rules).unwrap_err().to_string();
    assert!(found.contains("cites A") || found.contains("cites C") || found.contains("cites B"), "{found}");
    assert!(found.contains("of which no section tells"), "{found}");
}

/// Dice that fall on six.
struct Sixes;

impl Dice for Sixes {
    fn roll(&mut self, count: u8, _sides: u8, _reason: &str) -> Vec<u8> {
        vec![6; count.into()]
    }
}

/// What the guide of the first fight says of the Confederates' three brigades.
#[test]
fn three_brigades_in_a_row_are_a_line_when_they_face_north() {
    let mut game = Hosted::<Brigade>::create(&first_fight()).unwrap();
    let take = |game: &mut Hosted<Brigade>, seat: u8, ids: &str| {
        for id in ids.split(", ") {
            game.apply(seat, id, &mut Sixes).unwrap_or_else(|refusal| panic!("{id}: {}", refusal.reason));
        }
    };
    let offers = |game: &Hosted<Brigade>, id: &str| {
        game.decisions().iter().any(|open| open.choices.iter().any(|choice| choice.id == id))
    };
    take(&mut game, 0, "begin, roll, end-moves");
    take(&mut game, 1, "roll");
    assert!(!offers(&game, "move line cs-wood 3"), "they face northeast");
    take(&mut game, 1, "move cs-wood, face N, move cs-shaver, face N, move cs-gladden, face N, end-moves");
    take(&mut game, 0, "roll, end-moves");
    take(&mut game, 1, "roll");
    assert!(offers(&game, "move line cs-wood 3"));
}
