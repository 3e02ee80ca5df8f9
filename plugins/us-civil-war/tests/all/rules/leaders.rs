//! §3.3, §16, §S0: leader management.

use muster_contract::{Attribute, Value};
use us_civil_war::Side;
use us_civil_war::state::{Post, Step};
use us_civil_war::world::Theater;

use crate::rules::position::*;

fn dice() -> Arranged {
    Arranged::else_on(3).with("Initiative", &[5, 3].repeat(40))
}

/// A scenario's generals and armies at the Union's leader management of a turn, which comes after the first one played.
fn before(name: &str, turn: i32) -> Play {
    let facts = [
        ("turn", Value::Number(turn - 1)),
        ("last", Value::Number(20)),
        ("benchmarks", no_benchmark(if turn > 9 { 23 } else { 4 })),
    ];
    let mut play = Play::from(&changed(name, &facts), dice());
    play.until("manage");
    assert_eq!((play.state().turn, play.next_decision().0), (turn as u8, US));
    play
}

/// Carries out whatever has to be, until the Confederacy's management.
fn to_confederates(play: &mut Play) {
    while play.next_decision() != (CS, "manage".to_owned()) {
        assert_eq!(play.next_decision().0, US);
        let id = if play.lists(US, "end-management") {
            "end-management".to_owned()
        } else {
            play.ids(US)[0].clone()
        };
        play.take(US, &id);
    }
}

/// §16.2, C94: events in any order, none left undone; §16.3.1: a promotion; §16.2: an arrival in its theater with an SP.
#[test]
fn c94_the_events_of_a_turn_are_carried_out_in_any_order() {
    let mut play = before("us-civil-war-1862", 5);
    let mut events = play.ids_from(US, "manage");
    events.sort();
    assert_eq!(events, ["manage us-foster", "manage us-hooker", "manage us-hunter", "manage us-pope"]);
    assert!(!play.lists(US, "end-management"));
    let asked = |play: &Play| play.game.decisions()[0].prompt.clone();
    let end = "2 of 2 free transfers are left.";
    let due = "Pope, Hunter, Hooker and Foster must be seen to.";
    assert_eq!(asked(&play), format!("What becomes of which general? {due} {end}"));
    assert_eq!((play.officer("us-pope").stars, play.officer("us-hooker").post), (1, Post::Waiting));
    play.take(US, "manage us-hooker");
    assert_eq!(play.next_decision(), (US, "arrival".to_owned()));
    assert!(play.lists(US, "post 1647") && !play.lists(US, "post 2316"), "the East: {:?}", play.ids(US));
    play.take(US, "post 1647");
    assert_eq!((play.stands("us-hooker"), play.officer("us-hooker").stars), ("1647".to_owned(), 1));
    play.take(US, "manage us-pope");
    assert_eq!(play.officer("us-pope").stars, 2);
    for id in ["manage us-hunter", "manage us-foster"] {
        assert!(!play.lists(US, "end-management"));
        play.take(US, id);
        if play.next_decision().1 == "arrival" {
            play.take(US, "post 1647");
        }
    }
    assert_eq!(asked(&play), format!("What becomes of which general? {end}"));
    play.take(US, "end-management");
    assert_eq!(play.next_decision(), (CS, "manage".to_owned()), "the Union first (16.1)");
}

/// §16.6: two generals of one or two stars and no cavalry, each once.
#[test]
fn s16_6_two_generals_are_transferred_for_nothing() {
    let mut play = before("us-civil-war-1862", 5);
    assert!(!play.lists(US, "reassign us-mcclellan"), "three stars (7.4.1)");
    play.take(US, "reassign us-sherman");
    assert_eq!(play.next_decision(), (US, "reassign".to_owned()));
    assert!(!play.lists(US, "post 1712"), "there he is");
    play.take(US, "post 2316");
    assert_eq!(play.stands("us-sherman"), "2316");
    assert!(!play.lists(US, "reassign us-sherman") && play.lists(US, "reassign us-sumner"));
    play.take(US, "reassign us-sumner").take(US, "post 2224");
    assert!(!play.offers(US, "reassign"), "{:?}", play.ids(US));
    to_confederates(&mut play);
    assert!(!play.lists(CS, "reassign cs-stuart"), "cavalry (7.8)");
    assert!(play.lists(CS, "reassign cs-longstreet"));
}

/// §S0, §16.6: on turn 6 Grant, with his third star, may go to where Halleck is, who leaves; Halleck waits for that.
#[test]
fn s0_grant_may_go_to_halleck() {
    for goes in [true, false] {
        let mut play = before("us-civil-war-1862", 6);
        assert!(!play.lists(US, "manage us-halleck"), "{:?}", play.ids(US));
        play.take(US, "manage us-grant");
        assert_eq!(play.officer("us-grant").stars, 3);
        assert_eq!(play.next_decision(), (US, "free-transfer".to_owned()));
        assert_eq!(play.ids(US), ["post 1712", "stay-put"]);
        play.take(US, if goes { "post 1712" } else { "stay-put" });
        assert_eq!(play.stands("us-grant"), if goes { "1712" } else { "2316" });
        if goes {
            play.take(US, "lead us-grant");
        }
        assert!(!play.lists(US, "manage us-grant"), "used at once or never");
        play.take(US, "manage us-halleck");
        assert_eq!(play.officer("us-halleck").post, Post::Gone);
    }
}

/// §16.2, §16.4, §16.5.2: Lee replaces J Johnston where he stands, who is Unassigned; Beauregard replaces A S Johnston.
#[test]
fn s16_4_a_replacement_goes_where_the_other_is() {
    let mut play = before("us-civil-war-1862", 6);
    to_confederates(&mut play);
    assert!(!play.lists(CS, "manage cs-j-johnston") && !play.lists(CS, "manage cs-as-johnston"));
    play.take(CS, "manage cs-lee").take(CS, "manage cs-j-johnston");
    assert_eq!((play.stands("cs-lee"), play.officer("cs-lee").stars), ("1746".to_owned(), 3));
    assert_eq!(play.officer("cs-j-johnston").post, Post::Unassigned);
    play.take(CS, "manage cs-beauregard").take(CS, "manage cs-as-johnston");
    assert_eq!((play.stands("cs-beauregard"), play.officer("cs-beauregard").stars), ("2423".to_owned(), 3));
    assert_eq!(play.officer("cs-as-johnston").post, Post::Gone);
}

/// §16.4, §8.7: even into the Displaced Box, where Stoneman with his cavalry stays a turn longer.
#[test]
fn s16_4_a_replacement_goes_into_the_displaced_box() {
    let facts = [("turn", Value::Number(10)), ("last", Value::Number(20)), ("benchmarks", no_benchmark(23))];
    let mut position = changed("us-civil-war-1863", &facts);
    let stoneman = position.roster.iter_mut().find(|unit| unit.id == "us-stoneman").unwrap();
    stoneman.place = Some(muster_sdk::place("1846"));
    stoneman.attributes.push(Attribute { name: "stars".to_owned(), value: Value::Number(1) });
    let mut play = Play::from(&position, dice());
    play.take(US, "disperse us-stoneman");
    play.until("manage");
    assert!(!play.lists(US, "manage us-stoneman"));
    play.take(US, "manage us-pleasonton");
    assert_eq!(play.officer("us-pleasonton").post, Post::Displaced(Theater::East, 0));
    play.take(US, "manage us-stoneman");
    assert_eq!(play.officer("us-stoneman").post, Post::Gone);
}

/// §16.6: on turn 10 Holmes is demoted and Kirby Smith, promoted, can be transferred to where he is.
#[test]
fn s16_6_kirby_smith_may_go_to_holmes() {
    let mut play = before("us-civil-war-1863", 10);
    to_confederates(&mut play);
    assert_eq!(play.officer("cs-holmes").stars, 3);
    play.take(CS, "manage cs-holmes");
    assert_eq!(play.officer("cs-holmes").stars, 2);
    play.take(CS, "manage cs-kirby-smith");
    assert_eq!(play.ids(CS), ["post 3107", "stay-put"]);
    play.take(CS, "post 3107");
    assert_eq!((play.stands("cs-kirby-smith"), play.officer("cs-kirby-smith").stars), ("3107".to_owned(), 3));
    assert_eq!(play.stands("cs-holmes"), "3107");
}

/// §S0: on turn 11 Meade replaces Hooker, who is demoted and may be transferred to any legal space.
#[test]
fn s0_hooker_may_go_anywhere_after_meade_has_come() {
    let mut play = before("us-civil-war-1863", 11);
    let stood = play.stands("us-hooker");
    assert!(!play.lists(US, "manage us-hooker"));
    play.take(US, "manage us-meade");
    assert_eq!((play.stands("us-meade"), play.officer("us-meade").stars), (stood, 3));
    assert_eq!(play.next_decision(), (US, "lead".to_owned()), "Burnside is there too");
    play.take(US, "lead us-meade");
    play.take(US, "manage us-hooker");
    assert_eq!(play.officer("us-hooker").stars, 2);
    assert_eq!(play.next_decision(), (US, "free-transfer".to_owned()));
    assert!(play.lists(US, "post 2722") && play.lists(US, "post 3215") && !play.lists(US, "post 1946"));
    play.take(US, "post 2722");
    assert_eq!(play.stands("us-hooker"), "2722");
}

/// §S0: on turn 17 the Union may keep Hunter, and then Sheridan isn't transferred; when he is, Hunter leaves.
#[test]
fn s0_hunter_stays_or_sheridan_takes_his_place() {
    let mut play = before("us-civil-war-1863", 17);
    let stood = play.stands("us-hunter");
    assert!(play.lists(US, "manage us-sheridan"), "{:?}", play.ids(US));
    play.take(US, "manage us-sheridan").take(US, &format!("post {stood}"));
    assert_eq!(play.stands("us-sheridan"), stood);
    assert_eq!(play.officer("us-hunter").post, Post::Gone);
    let mut play = before("us-civil-war-1863", 17);
    let sheridan = play.stands("us-sheridan");
    while !play.lists(US, "end-management") {
        let ids = play.ids(US);
        let other = ids.iter().find(|id| !id.ends_with("hunter") && !id.ends_with("sheridan"));
        play.take(US, &other.unwrap().clone());
    }
    play.take(US, "end-management");
    assert_eq!(
        (play.stands("us-hunter"), play.stands("us-sheridan")),
        (stood.clone(), sheridan),
        "both may be left"
    );
    let mut play = before("us-civil-war-1863", 17);
    play.take(US, "manage us-sheridan").take(US, "stay-put").take(US, "manage us-hunter");
    assert_eq!(play.officer("us-hunter").post, Post::Gone);
    assert_ne!(play.stands("us-sheridan"), stood);
}

/// §16.5.2, C43: Johnston is back on turn 14 in Bragg's place, Unassigned again on turn 17, and back on turn 19 in Hood's.
#[test]
fn s16_5_2_johnston_returns_where_bragg_was() {
    let mut play = before("us-civil-war-1863", 14);
    to_confederates(&mut play);
    let stood = play.stands("cs-bragg");
    play.take(CS, "manage cs-j-johnston").take(CS, "manage cs-bragg");
    assert_eq!((play.stands("cs-j-johnston"), play.officer("cs-j-johnston").stars), (stood, 3));
    assert_eq!(play.officer("cs-bragg").post, Post::Gone);
    let careers = &play.state().world.careers;
    let own = |id: &str| {
        let general = play.state().world.general_named(id).unwrap();
        careers
            .iter()
            .filter(move |event| event.general == general)
            .map(|event| event.turn)
            .collect::<Vec<_>>()
    };
    assert_eq!(own("cs-j-johnston"), [1, 6, 14, 17, 19]);
}

/// No turn has two events of one general, so that his name is enough to choose one; and no step waits for nothing.
#[test]
fn s16_2_a_general_has_one_event_a_turn() {
    let play = Play::from(&changed("us-civil-war-1863", &[]), dice());
    let careers = &play.state().world.careers;
    for (number, event) in careers.iter().enumerate() {
        let again = careers[number + 1..]
            .iter()
            .any(|other| (other.turn, other.general) == (event.turn, event.general));
        assert!(!again, "{event:?}");
    }
    assert!(matches!(play.state().frames.step(), Step::Actions));
    assert_eq!(play.state().side_of(US), Side::Us);
}

/// Of these spaces one whose Commanding General is of the same rank as somebody and not as good.
fn beside(play: &Play, general: &str, spaces: &[String]) -> Option<(String, String)> {
    let game = play.state();
    let general = game.world.general_named(general).unwrap();
    let ratings = |general| (game.rating(general).attack, game.rating(general).defense);
    let side = game.world.general(general).side;
    let fits = |id: &&String| {
        let at = game.world.find(id.strip_prefix("post ").unwrap()).unwrap();
        let equal = |&one: &us_civil_war::General| {
            one != general && game.rank(one) == game.rank(general) && ratings(one) != ratings(general)
        };
        let commander = game.commander_in(side, at).filter(equal)?;
        Some(((*id).clone(), game.world.general(commander).id.clone()))
    };
    spaces.iter().find_map(|id| fits(&id))
}

/// §7.8, §7.2.2: whoever is transferred for nothing to an equal may command: his owner says who does.
#[test]
fn s7_8_the_owner_chooses_between_equals_in_leader_management() {
    let mut play = before("us-civil-war-1862", 5);
    let offered = play.ids_from(US, "reassign ");
    let goes = offered.iter().find_map(|id| {
        let mut there = before("us-civil-war-1862", 5);
        there.take(US, id);
        let general = id.strip_prefix("reassign ").unwrap().to_owned();
        beside(&there, &general, &there.ids_from(US, "post ")).map(|found| (id.clone(), general, found))
    });
    let (id, general, (post, other)) = goes.expect("two equals");
    play.take(US, &id).take(US, &post);
    assert_eq!(play.next_decision(), (US, "lead".to_owned()));
    assert!(play.lists(US, &format!("lead {other}")), "{:?}", play.ids(US));
    play.take(US, &format!("lead {general}"));
    let game = play.state();
    let at = game.world.find(post.strip_prefix("post ").unwrap()).unwrap();
    assert_eq!(game.commander_in(Side::Us, at), game.world.general_named(&general));
    assert_eq!(play.next_decision(), (US, "manage".to_owned()));
}

/// §14.6, §7.2.2: so may whoever comes back from the Displaced Box.
#[test]
fn s7_2_2_the_owner_chooses_between_equals_when_one_comes_back() {
    let facts = [("last", Value::Number(20)), ("benchmarks", no_benchmark(4))];
    let begin = || Play::from(&changed("us-civil-war-1862", &facts), dice());
    let offered = begin().ids_from(US, "disperse us-");
    let found = offered.iter().any(|id| {
        let general = id.strip_prefix("disperse ").unwrap();
        if begin().state().world.general_named(general).is_none() {
            return false;
        }
        let mut play = begin();
        play.take(US, id);
        play.until("recall");
        let Some((post, _)) = beside(&play, general, &play.ids_from(US, "post ")) else { return false };
        play.take(US, &post);
        assert_eq!(play.next_decision(), (US, "lead".to_owned()));
        play.take(US, &format!("lead {general}"));
        assert!(play.officer(general).leads);
        true
    });
    assert!(found);
}
