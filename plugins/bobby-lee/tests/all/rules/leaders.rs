//! §5.1 and §5.2: leaders of one step, dead leaders, those who come back, and Grant.

use crate::rules::position::*;

const ENEMY: &str = "cs-z infantry 3 @0405";

/// Through the supply turn with leader rolls of twelve for the Union; nothing is bought.
#[track_caller]
fn changed(play: &mut Play, replaced: Option<&str>) {
    play.all(CS, "bid 0");
    play.all(US, "bid 0");
    while play.next_decision().1 == "leader-supply" {
        let seat = play.next_decision().0;
        play.take(seat, "end-feeding");
    }
    play.take(CS, "end-replacements");
    play.dice.clear();
    play.roll(&[6, 6]);
    play.take(US, "end-replacements");
    if let Some(leader) = replaced {
        assert_eq!(play.next_decision(), (US, "replace-leader".to_owned()));
        play.dice.clear();
        play.take(US, &format!("replace {leader}"));
    }
    while play.next_decision().1 != "bid" {
        let (seat, _) = play.next_decision();
        let last = play.ids(seat).last().unwrap().clone();
        play.take(seat, &last);
    }
}

fn rolls(play: &Play) -> usize {
    play.events.iter().filter(|event| event.text.contains("leader roll")).count()
}

#[test]
fn s5_11_a_leader_of_one_step_does_not_force_march() {
    for (steps, forces) in [(3, true), (2, false)] {
        let leader = format!("us-l leader 4 c1 f1 s1 {steps} @0303");
        let mut play = Play::first(&[&leader, ENEMY], US, "activate us-l");
        play.take(US, "end-moves");
        play.all(US, "pick us-l, to 0304");
        assert_eq!(
            play.ids(US).iter().any(|id| id.starts_with("force")),
            forces,
            "{steps} before he commanded"
        );
    }
}

#[test]
fn s5_2_butler_goes_back_to_the_pool_once() {
    let units =
        ["us-l leader 2 c1 f1 s1 2 returns @0402", "us-m leader 2 c1 f1 s1", "us-n leader 2 c1 f1 s1", ENEMY];
    let mut play = Play::with(&units, &[("victory", 5)]);
    // One of several is drawn by a die, which falls as a 1: the first in the roster.
    changed(&mut play, Some("us-l"));
    assert_eq!((play.at("us-m"), play.at("us-l")), ("0402".to_owned(), "off".to_owned()));
    changed(&mut play, Some("us-m"));
    assert_eq!(play.at("us-l"), "0402", "he was in the pool again");
    changed(&mut play, Some("us-l"));
    assert_eq!(play.at("us-n"), "0402");
    changed(&mut play, None);
    assert_eq!(rolls(&play), 0, "the pool is empty: the second time he was gone for good");
}

#[test]
fn s5_2_a_major_leader_replaces_the_major_one() {
    let units =
        ["us-k leader 4 c1 f1 s1 3 @0402", "us-l leader 2 c1 f1 s1 2 @0101", "us-m leader 4 c1 f1 s1", ENEMY];
    let mut play = Play::with(&units, &[("victory", 5)]);
    play.all(CS, "bid 0");
    play.all(US, "bid 0");
    play.take(CS, "end-replacements");
    play.roll(&[6, 6]);
    play.take(US, "end-replacements");
    assert_eq!(play.ids(US), ["replace us-k"], "asked all the same, or everybody would know which was drawn");
}

#[test]
fn s5_21_a_dead_leader_is_replaced_by_one_of_his_class_for_four_points() {
    let units = [
        "us-k leader 2 c1 f1 s1 1 @0303",
        "us-a infantry 2 @0402",
        "us-m leader 4 c1 f1 s1",
        "us-n leader 3 c1 f1 s1",
        "cs-l leader 4 c1 f1 s1 4 @0403",
        "cs-a infantry 3 @0403",
    ];
    let mut play = Play::first(&units, CS, "activate cs-l");
    play.all(CS, "pick cs-a, to 0303, end-moves");
    play.roll(&[6, 1, 6, 6]);
    play.take(CS, "end-moves");
    assert_eq!(play.at("us-k"), "off");
    play.all(US, "pass");
    play.all(CS, "pass");
    assert_eq!(play.next_decision().1, "replacements");
    let ids = play.ids(US);
    assert!(ids.contains(&"raise-minor-leader".to_owned()), "{ids:?}");
    assert!(!ids.contains(&"raise-major-leader".to_owned()), "he was a minor one");
    play.all(US, "raise-minor-leader, minor-leader 0402");
    assert!(!play.lists(US, "raise-minor-leader"), "one was lost");
    let left = play.game.decisions().into_iter().find(|open| open.seat == US).unwrap().prompt;
    assert!(left.contains("20 left"), "24 less 4: {left}");
    play.all(US, "end-replacements");
    play.all(CS, "end-replacements");
    assert_eq!((play.at("us-n"), play.strength("us-n")), ("0402".to_owned(), 1));
}

#[test]
fn s5_22_grant_comes_in_1864_in_lincolns_place_and_is_either_sort_of_leader() {
    let units =
        ["us-s supreme 4 f1 s1 3 @0402", "us-a infantry 2 @0402", "us-g leader 4 c1 f2 s2 grant", ENEMY];
    let mut early = Play::with(&units, &[("year", 1863), ("quarter", 3), ("victory", 3)]);
    changed(&mut early, None);
    assert_eq!(rolls(&early), 0, "nobody is in the pool");
    let mut play = Play::with(&units, &[("year", 1864), ("victory", 3)]);
    changed(&mut play, Some("us-s"));
    assert_eq!(
        (play.at("us-g"), play.strength("us-g"), play.at("us-s").as_str()),
        ("0402".to_owned(), 3, "off")
    );
    play.all(US, "bid 1");
    play.all(CS, "bid 0");
    assert_eq!(play.ids(US), ["activate-supreme us-g", "activate us-g"]);
    play.take(US, "activate us-g");
    assert!(play.lists(US, "pick us-a"), "his command reaches it");
    assert!(!play.of(US, "us-a").iter().any(|id| id.starts_with("rail")), "and never both in a turn");
}

#[test]
fn s5_22_grant_keeps_a_battle_beside_him_going_unless_he_is_supreme_in_this_turn() {
    use crate::rules::battle::{attack_on, deploy, turn_over};
    let grant = ["us-s supreme 4 f1 s1 3 @0402", "us-g leader 4 c1 f2 s2 grant"];
    let units = [&crate::rules::battle::BLUE[..], &crate::rules::battle::GRAY[..], &grant].concat();
    for (order, lists) in [("activate us-g", true), ("activate-supreme us-g", false)] {
        let mut play = Play::with(&units, &[("year", 1864), ("victory", 3)]);
        changed(&mut play, Some("us-s"));
        play.all(US, "bid 2").all(CS, "bid 0");
        play.all(US, &format!("activate us-l, {order}"));
        attack_on(&mut play, "us-a us-b us-c");
        deploy(&mut play);
        for _ in 0..4 {
            for seat in [US, CS] {
                turn_over(&mut play, seat);
            }
        }
        assert_eq!(play.next_decision(), (US, "night".to_owned()));
        assert_eq!(play.lists(US, "fight-on us-g"), lists, "{order}");
        let reason = crate::rules::told::why(&play, US, &crate::rules::told::unit("us-g"));
        assert!(lists || reason.contains("only a battle going that he is in. (6.81)"), "{reason}");
    }
}

#[test]
fn s6_81_a_supreme_leader_keeps_a_battle_going_only_where_he_stands() {
    use crate::rules::battle::{attack, deploy, turn_over};
    let out = "out of his command range. (6.81)";
    let cases = [
        ("supreme 3 f1", "0403", None),
        ("supreme 3 f1", "0404", Some("only a battle going that he is in. (6.81)")),
        ("leader 3 c0 f1", "0403", None),
        ("leader 3 c0 f1", "0404", Some(out)),
    ];
    for (sort, place, why_not) in cases {
        let davis = format!("cs-s {sort} s1 3 @{place}");
        let units =
            [&crate::rules::battle::BLUE[..], &crate::rules::battle::GRAY[..], &[davis.as_str()]].concat();
        let mut play = attack(&units, "us-a us-b us-c");
        deploy(&mut play);
        for _ in 0..4 {
            for seat in [US, CS] {
                turn_over(&mut play, seat);
            }
        }
        play.take(US, "fight-on us-l");
        assert_eq!(play.lists(CS, "fight-on cs-s"), why_not.is_none(), "{sort} {place}");
        let reason = crate::rules::told::why(&play, CS, &crate::rules::told::unit("cs-s"));
        assert!(why_not.is_none_or(|why_not| reason.contains(why_not)), "{reason}");
        // The Union's leader was seen, and stands upright again when the battle is over.
        let seen = |play: &Play| play.view(CS).units.iter().any(|unit| unit.id == "us-l");
        assert!(seen(&play));
        play.take(CS, "withdraw");
        while play.next_decision() == (CS, "retreat".to_owned()) {
            let first = play.ids(CS)[0].clone();
            play.take(CS, &first);
        }
        assert!(!seen(&play));
        assert_eq!(play.strength("us-l"), 3, "only if both fight on do leaders lose a step");
    }
}

#[test]
fn s5_22_grant_waits_in_the_replacement_pool_when_he_is_killed() {
    let units = [
        "us-s supreme 4 f1 s1 2 @0303",
        "us-g leader 4 c1 f2 s2 grant",
        "us-a infantry 2 @0402",
        "cs-l leader 4 c1 f1 s1 4 @0403",
        "cs-a infantry 3 @0403",
    ];
    let mut play = Play::with(&units, &[("year", 1864), ("victory", 3)]);
    // Lincoln has starved to one step, and Grant has no more.
    changed(&mut play, Some("us-s"));
    assert_eq!((play.at("us-g"), play.strength("us-g")), ("0303".to_owned(), 1));
    play.all(US, "bid 0").all(CS, "bid 1");
    play.all(CS, "activate cs-l, pick cs-a, to 0303, end-moves");
    play.roll(&[6, 1, 6, 6]);
    play.take(CS, "end-moves");
    assert_eq!(play.at("us-g"), "off");
    let pool = play.view(US).panels.into_iter().find(|panel| panel.id == "pool-us");
    let rows = pool.expect("somebody is in it").rows;
    assert_eq!(rows[0].note, "a cadre 4 RP in the capital, else 6");
    play.all(US, "pass").all(CS, "pass");
    while play.next_decision().1 != "replacements" {
        let (seat, _) = play.next_decision();
        let last = play.ids(seat).last().unwrap().clone();
        play.take(seat, &last);
    }
    play.take(US, "raise us-g");
    for (place, cost) in [("0402", "4 RP"), ("0501", "6 RP")] {
        assert_eq!(play.game.details(US, &[format!("cadre us-g {place}")])[0].cost, cost);
    }
}

#[test]
fn s5_4_a_supreme_leader_who_has_commanded_rides_and_sails_for_nothing() {
    let units = ["us-s supreme 4 f1 s1 2 @0402", "us-b infantry 1 @0503", ENEMY];
    let mut play = Play::first(&units, US, "activate-supreme us-s");
    play.take(US, "end-moves");
    let ways = play.of(US, "us-s");
    assert!(ways.contains(&"rail 0101".to_owned()) && ways.contains(&"sail 0706".to_owned()), "{ways:?}");
    assert!(!ways.contains(&"sail 0605".to_owned()), "only infantry invades");
    play.all(US, "pick us-s, sail 0706");
    assert_eq!((play.at("us-s"), play.strength("us-s")), ("0706".to_owned(), 1));
}
