//! The rules, by section.

use std::ops::{Deref, DerefMut};

use muster_contract::{Audience, Change, EventKind, Seat, Target, UnitView};
use muster_sdk::place;
use muster_sdk::play::{self, Arranged};

use crate::{Parley, position};

/// A game that has begun. Dice show a 1 unless they are arranged.
struct Play(play::Play<Parley>);

impl Deref for Play {
    type Target = play::Play<Parley>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Play {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl Play {
    /// A game after these bids.
    fn bid(bids: [u8; 2], dice: &[(&'static str, u8)]) -> Self {
        let mut arranged = Arranged::default();
        for &(reason, face) in dice {
            arranged.arrange(reason, &[face; 20]);
        }
        let mut play = Self(play::Play::begin(&position(), arranged));
        for (seat, bid) in (0..).zip(bids) {
            play.take(seat, &format!("bid {bid}"));
            play.take(seat, "seal-bid");
        }
        play
    }

    /// A game in which seat 0 plays the north, whose ledgers are filled with two points in these rows, with blocks put
    /// where they are wanted; the north marches first.
    fn march(rows: [&str; 2], blocks: &[(&str, &str)], dice: &[(&'static str, u8)]) -> Self {
        let mut play = Self::bid([1, 0], dice);
        play.fill(rows);
        for (unit, space) in blocks {
            let change = Change::Place(((*unit).to_owned(), place(space)));
            play.edit(change);
        }
        play
    }

    fn fill(&mut self, rows: [&str; 2]) {
        for (seat, row) in (0..).zip(rows) {
            self.take(seat, &format!("allot {row}"));
            self.take(seat, &format!("allot {row}"));
            self.take(seat, "seal-ledger");
        }
    }

    fn deciders(&self) -> Vec<(Seat, String)> {
        let decisions = self.game.decisions().into_iter().filter(|decision| decision.waits);
        decisions.map(|decision| (decision.seat, decision.kind)).collect()
    }

    #[track_caller]
    fn lists(&self, seat: Seat, id: &str, listed: bool) {
        let ids = self.ids(seat);
        assert_eq!(ids.iter().any(|one| one == id), listed, "{id} in {ids:?}");
    }

    fn unit(&self, eyes: Option<Seat>, id: &str) -> Option<UnitView> {
        self.game.view(eyes).units.into_iter().find(|unit| unit.id == id)
    }

    fn score(&self) -> [i32; 2] {
        let view = self.game.view(None);
        [view.tracks[0].marks[0].value, view.tracks[0].marks[1].value]
    }

    fn says(&self, eyes: Seat, words: &str) -> bool {
        self.game.view(Some(eyes)).status.iter().any(|line| line.text.contains(words))
    }

    /// Neither side marches any more, and nobody has a letter.
    fn play_to_the_next_turn(&mut self) {
        for seat in [0, 1] {
            if self.deciders() == [(seat, "choose-unit".to_owned())] {
                self.take(seat, "end-marches");
            }
        }
        self.take(0, "letter-no");
        self.take(1, "letter-no");
    }
}

#[test]
fn p1_the_higher_bid_plays_the_north_and_pays() {
    let play = Play::bid([1, 3], &[]);
    assert_eq!(play.game.seats(), ["south", "north"]);
    assert_eq!(play.score(), [-3, 0]);
    let play = Play::bid([2, 2], &[("who plays the north", 2)]);
    assert_eq!(play.game.seats(), ["south", "north"]);
}

#[test]
fn p2_set_up_follows_the_bid() {
    let play = Play::bid([1, 0], &[("the south breaks", 3)]);
    let view = play.game.view(Some(0));
    assert_eq!(view.units.iter().filter(|unit| unit.face.is_some()).count(), 4);
    assert_eq!(view.units.iter().filter(|unit| unit.id.starts_with('?')).count(), 4);
    assert_eq!(view.cards.iter().filter(|card| card.pile == "hand" && card.face.is_some()).count(), 2);
    assert!(play.says(0, "the south breaks at 4"), "the enemy's breaking point is known");
    assert!(!play.says(1, "the south breaks"), "one's own isn't");
}

#[test]
fn p3_ledgers_are_read_out_when_both_are_sealed() {
    let mut play = Play::bid([1, 0], &[]);
    let panels =
        |play: &Play| play.game.view(Some(1)).panels.into_iter().map(|panel| panel.id).collect::<Vec<_>>();
    for id in ["allot guard", "allot guard", "seal-ledger"] {
        assert!(
            play.take(0, id).events.iter().all(|event| event.audience == Audience::Seats(vec![0])),
            "{id}"
        );
    }
    assert_eq!(panels(&play), ["ledger-south"]);
    for id in ["allot supply", "allot supply"] {
        play.take(1, id);
    }
    let events = play.take(1, "seal-ledger").events.clone();
    assert_eq!(panels(&play), ["ledger-north", "ledger-south"]);
    assert!(events.iter().any(|event| event.text == "The south: scouting 0, supply 2, guard 0."));
    assert!(events.iter().any(|event| event.kind == EventKind::Drawn(1)));
}

#[test]
fn p4_a_look_is_for_the_looker_only() {
    let mut play = Play::march(["scouting", "guard"], &[], &[]);
    assert_eq!(play.deciders(), [(0, "look".to_owned())]);
    let look = play.ids(0)[0].clone();
    let events = play.take(0, &look).events.clone();
    let told =
        events.iter().find(|event| event.audience == Audience::Seats(vec![0])).expect("the looker is told");
    assert!(told.units[0].starts_with("south-") && play.unit(Some(0), &told.units[0]).is_some());
    assert!(play.unit(None, &told.units[0]).is_none());
}

#[test]
fn p5_each_side_marches_twice() {
    let mut play = Play::march(["guard", "guard"], &[], &[]);
    for unit in ["march north-axes", "march north-bows"] {
        play.take(0, unit);
        play.take(0, "step north-gate");
        play.take(0, "halt");
    }
    assert_eq!(play.deciders(), [(1, "choose-unit".to_owned())]);
}

#[test]
fn p5_1_each_way_has_its_own_price() {
    let mut play = Play::march(["guard", "guard"], &[("north-axes", "mill"), ("south-pikes", "heath")], &[]);
    play.take(0, "march north-axes");
    play.take(0, "step mill-lane");
    play.take(0, "step mill-lane");
    play.lists(0, "step high-road", false);
    play.lists(0, "step low-road", false);
    play.take(0, "halt");
    play.take(0, "march north-bows");
    play.take(0, "cancel");
    play.take(0, "end-marches");
    play.take(1, "march south-pikes");
    play.take(1, "step heath-road");
    // One step is left. From the town the high road costs one, the low road two; the other way it is the reverse.
    play.lists(1, "step high-road", true);
    play.lists(1, "step low-road", false);
    play.lists(1, "step south-bridge", true);
}

#[test]
fn p5_2_a_secured_link_is_closed_to_the_enemy() {
    let mut play = Play::march(["guard", "guard"], &[("north-axes", "mill"), ("south-pikes", "town")], &[]);
    play.take(0, "march north-axes");
    play.take(0, "secure low-road");
    play.take(0, "end-marches");
    play.take(1, "march south-pikes");
    play.lists(1, "step low-road", false);
    play.lists(1, "step high-road", true);
    let why = play.game.explain(1, &Target::Edge("low-road".to_owned()));
    assert!(why.iter().any(|line| line.citation.as_deref() == Some("P5.2")), "{why:?}");
}

#[test]
fn p5_3_the_first_at_the_ford_finds_its_depth() {
    let mut play = Play::march(["guard", "guard"], &[("north-axes", "wood")], &[("how deep", 3)]);
    play.take(0, "march north-axes");
    let events = play.take(0, "step ford-path").events.clone();
    assert!(events.iter().any(|event| event.text == "The ford is too deep to cross."));
    assert_eq!(play.unit(Some(0), "north-axes").map(|unit| unit.place.space), Some("wood".to_owned()));
}

/// The north's axes come upon the south's pikes in the town.
fn battle(dice: &[(&'static str, u8)]) -> Play {
    let mut play =
        Play::march(["supply", "supply"], &[("north-axes", "mill"), ("south-pikes", "town")], dice);
    play.take(0, "march north-axes");
    play.take(0, "step low-road");
    play
}

#[test]
fn p6_the_answer_stands_inside_the_march() {
    let play = battle(&[]);
    let decision = play.game.decisions().into_iter().find(|decision| decision.waits).expect("the game waits");
    assert_eq!((decision.seat, decision.kind.as_str()), (1, "answer"));
    assert_eq!(decision.frame, ["Turn 1", "The north's march", "Answer"]);
}

#[test]
fn p6_1_a_standing_answer_is_not_asked_again() {
    let mut play = battle(&[]);
    play.take(1, "slip-away-always");
    assert_eq!(play.unit(Some(1), "south-pikes").map(|unit| unit.place.space), Some("south-camp".to_owned()));
    let change = Change::Place(("south-guns".to_owned(), place("ridge")));
    play.game.edit(&[change]).expect("the block can stand there");
    play.lists(1, "recall", true);
    play.take(0, "march north-bows");
    play.take(0, "step north-gate");
    assert_eq!(play.unit(Some(1), "south-guns").map(|unit| unit.place.space), Some("south-camp".to_owned()));
}

#[test]
fn p6_2_the_line_is_secret_until_met() {
    let mut play = battle(&[]);
    play.take(1, "stand south-pikes");
    play.take(0, "line field-left");
    let at = |play: &Play, eyes| play.unit(eyes, "north-axes").map(|unit| unit.place.space);
    assert_eq!(at(&play, Some(0)).as_deref(), Some("field-left"));
    assert_eq!(at(&play, Some(1)).as_deref(), Some("town"));
    assert_eq!(at(&play, None).as_deref(), Some("town"));
    assert_eq!(play.game.view(None).open_board.map(|open| open.board).as_deref(), Some("field"));
}

#[test]
fn p6_3_fewer_hits_lose_a_point() {
    let mut play = battle(&[("axes strikes", 6)]);
    play.take(1, "stand south-pikes");
    play.take(0, "line field-left");
    let events = play.take(1, "line field-right").events.clone();
    let rolls: Vec<usize> = events
        .iter()
        .filter_map(|event| match &event.kind {
            EventKind::Rolled(roll) => Some(roll.dice.len()),
            _ => None,
        })
        .collect();
    assert_eq!(rolls, [3, 2], "the line was not met");
    let pikes = play.unit(Some(0), "south-pikes").expect("they were seen");
    assert_eq!(pikes.place.space, "south-camp");
    assert_eq!(pikes.face.and_then(|face| face.strength), Some(1));
}

#[test]
fn p7_a_drawn_card_is_seen_by_its_owner_only() {
    let mut play = Play::bid([1, 0], &[]);
    for id in ["allot supply", "allot supply", "seal-ledger"] {
        play.take(0, id);
    }
    play.take(1, "allot guard");
    play.take(1, "allot guard");
    let events = play.take(1, "seal-ledger").events.clone();
    let drawn = events.iter().find(|event| event.text.starts_with("You drew")).expect("the owner is told");
    assert_eq!(drawn.audience, Audience::Seats(vec![0]));
    let faces = |seat| play.game.view(Some(seat)).cards.iter().filter(|card| card.face.is_some()).count();
    assert_eq!((faces(0), faces(1)), (3, 2));
}

#[test]
fn p8_two_flags_end_the_game() {
    let mut play = Play::march(["guard", "guard"], &[], &[]);
    play.take(1, "raise-flag");
    assert!(play.game.outcome().is_none());
    play.take(0, "raise-flag");
    assert_eq!(play.game.outcome().map(|outcome| outcome.winner), Some(None));
}

#[test]
fn p9_holding_the_town_scores() {
    let mut play = Play::march(["guard", "guard"], &[("south-pikes", "town")], &[]);
    play.play_to_the_next_turn();
    assert_eq!(play.score(), [-1, 1]);
}

#[test]
fn p9_1_blocks_mixed_in_camp_can_be_any_of_them() {
    let mut play = battle(&[("axes strikes", 6)]);
    play.take(1, "stand south-pikes");
    play.take(0, "line field-left");
    play.take(1, "line field-right");
    assert_eq!(play.game.state().possible[1].ways().count(), 6, "the pikes are known");
    play.play_to_the_next_turn();
    assert_eq!(play.game.state().possible[1].ways().count(), 24);
    assert!(play.unit(Some(0), "south-pikes").is_none());
}

#[test]
fn p10_a_broken_side_loses() {
    let mut play = battle(&[("axes strikes", 6), ("the south breaks", 1)]);
    play.take(1, "stand south-pikes");
    play.take(0, "line field-left");
    play.take(1, "line field-right");
    assert!(play.game.outcome().is_none(), "one loss is borne");
    let change = Change::Place(("south-pikes".to_owned(), place("ridge")));
    play.game.edit(&[change]).expect("the block can stand there");
    let change = Change::Place(("north-axes".to_owned(), place("town")));
    play.game.edit(&[change]).expect("the block can stand there");
    play.dice.arrange("bows strikes", &[6; 20]);
    play.take(0, "march north-bows");
    play.take(0, "step north-gate");
    play.take(1, "stand south-pikes");
    play.take(0, "line field-left");
    play.take(1, "line field-right");
    assert_eq!(play.game.outcome().and_then(|outcome| outcome.winner).as_deref(), Some("north"));
}
