//! §4: recruiting; §1.6: who leads.

use cw_strategy::Side;
use cw_strategy::state::{Leader, Turn};

use crate::rules::position::{CS, Face, No, Play, US, Yes};

/// Lots for the Union's list: whether it is one shorter, then its cities in id order.
const UNION: &str = "the Union can recruit";

#[test]
fn s4_1_a_recruitment_costs_a_hundred() {
    let mut play = Play::with(&[], &[(UNION, &[No, No, Yes])]);
    assert_eq!(play.ids_from(US, "recruit"), ["recruit cincinnati"]);
    play.edit("cash-us 99");
    assert!(play.ids_from(US, "recruit").is_empty());
    play.edit("cash-us 199").take(US, "recruit cincinnati");
    assert_eq!(play.us().cash, 99);
    assert!(play.ids_from(US, "recruit").is_empty());
}

#[test]
fn s4_3_how_long_a_list_is() {
    let listed = |balance: &str, first| {
        Play::with(&[balance], &[(UNION, &[first, Yes, Yes, Yes, Yes, Yes, Yes])])
            .ids_from(US, "recruit")
            .len()
    };
    assert_eq!(listed("balance=3", No), 4);
    assert_eq!(listed("balance=3", Yes), 3);
    assert_eq!(listed("balance=2", No), 5);
    assert_eq!(listed("balance=1", Yes), 4);
    // A fifth: the second of ten faces is the last that makes it one shorter.
    assert_eq!((listed("balance=3", Face(2)), listed("balance=3", Face(3))), (3, 4));
}

#[test]
fn s4_2_an_empty_list_stays_and_another_is_drawn_next_turn() {
    let mut play = Play::new(&[]);
    assert!(play.ids_from(US, "recruit").is_empty());
    play.luck(UNION, &[No, Yes]).seal();
    assert_eq!(play.ids_from(US, "recruit"), ["recruit charleston-wv"]);
}

#[test]
fn s4_4_the_chances_of_cities() {
    // 24 of 110 for an empty city, 4 of 10 with an army: the 4th face of ten sides is still a yes.
    let play = Play::with(&[], &[(UNION, &[No, Face(25), Face(4), Face(5), Face(5), Face(24)])]);
    assert_eq!(play.ids_from(US, "recruit"), ["recruit cincinnati", "recruit harrisburg"]);
    // Past the 20th city with nothing listed it is 3 of 10.
    let none = [No, No, No, No, No, No, No, Face(3)];
    let late = Play::with(&[], &[(UNION, &none)]);
    assert_eq!(late.ids_from(US, "recruit"), ["recruit philadelphia"]);
}

#[test]
fn s4_5_under_realism_the_enemys_cities_give_nobody() {
    let first = |realism: &str| {
        let mut play = Play::new(&[realism]);
        play.edit("owner-atlanta us").luck(UNION, &[No, Yes]).seal();
        play.ids_from(US, "recruit")
    };
    assert_eq!(first("realism=true"), ["recruit charleston-wv"]);
    assert_eq!(first("realism=false"), ["recruit atlanta"]);
}

#[test]
fn s14_6_realism_that_is_changed_changes_the_list_of_recruits() {
    let mut play = Play::new(&["realism=false"]);
    play.edit("owner-atlanta us").luck(UNION, &[No, Yes]).seal();
    assert_eq!(play.ids_from(US, "recruit"), ["recruit atlanta"]);
    play.edit("realism true");
    assert!(play.ids_from(US, "recruit").is_empty());
    let why = play.game.explain(US, &muster_contract::Target::Space("atlanta".to_owned()));
    assert!(why.iter().any(|line| line.text.contains("original cities give nobody")), "{why:?}");
    play.edit("realism false");
    assert_eq!(play.ids_from(US, "recruit"), ["recruit atlanta"]);
}

#[test]
fn s4_7_a_new_army_is_spent_and_its_supply_comes_with_the_opening() {
    let mut play = Play::with(&[], &[(UNION, &[No, No, No, No, No, Yes])]);
    play.take(US, "recruit harrisburg");
    let army = play.army("us-6");
    assert_eq!((army.size, army.experience, army.turn), (48, 1, Turn::Spent));
    assert_eq!(army.leader, Leader::Named(5));
    assert!(play.ids_from(US, "move us-6").is_empty());
    // §4.6: again, and now it grows (§4.8).
    play.take(US, "recruit harrisburg");
    assert_eq!(play.army("us-6").size, 78);
    // R(3 + 5u) + 2, then paid for and eaten.
    play.luck("supply of a new army", &[Yes]).seal();
    assert_eq!(play.army("us-6").supply, 5);
}

#[test]
fn s4_8_an_army_that_grows_may_still_march() {
    let mut play = Play::with(&[], &[(UNION, &[No, No, Yes])]);
    play.take(US, "recruit cincinnati");
    assert_eq!(play.army("us-2").size, 280 + 50);
    assert!(play.lists(US, "move us-2 columbus"));
}

#[test]
fn s4_9_cities_alone_give_a_third_under_realism() {
    let men = |realism: &str| {
        let mut play = Play::new(&[realism]);
        play.edit("owner-savannah none");
        play.state().recruits(Side::Cs, play.city("jacksonville"))
    };
    assert_eq!(men("realism=true"), 16);
    assert_eq!(men("realism=false"), 70);
}

#[test]
fn s4_4_a_city_that_is_given_away_has_no_recruits_for_who_had_it() {
    let mut play = Play::with(&[], &[("can recruit", &[Yes; 40])]);
    play.edit("cash-us 500");
    let first = play.ids_from(US, "recruit").remove(0);
    let city = first.trim_start_matches("recruit ").to_owned();
    play.edit(&format!("owner-{city} none"));
    assert!(!play.lists(US, &first), "{first}");
}

#[test]
fn s4_10_the_computers_recruits() {
    let men = |changes: &[&str]| {
        let play = Play::new(changes);
        play.state().recruits(Side::Cs, play.city("atlanta"))
    };
    assert_eq!(men(&["balance=1", "computer=cs"]), 118);
    assert_eq!(men(&["balance=2", "computer=cs"]), 113);
    assert_eq!(men(&["balance=1"]), 108);
    assert_eq!(men(&["balance=1", "computer=us"]), 108);
}

#[test]
fn s4_11_what_values_give() {
    let play = Play::new(&["us-2 off", "us-2 @pittsburgh 280 0 9"]);
    let men = |side, id: &str| play.state().recruits(side, play.city(id));
    assert_eq!(men(Side::Us, "philadelphia"), 183);
    assert_eq!(men(Side::Us, "pittsburgh"), 80);
    assert_eq!(men(Side::Us, "cincinnati"), 78);
    assert_eq!(men(Side::Us, "washington"), 70);
    assert_eq!(men(Side::Cs, "tullahoma"), 36);
    assert_eq!(men(Side::Cs, "nashville"), 40);
}

#[test]
fn s1_6_without_named_leaders_a_nameless_one_comes() {
    let mut armies: Vec<String> = (1..=19).map(|slot| format!("cs-{slot} @richmond 10 1 5")).collect();
    armies.insert(0, "alone".to_owned());
    armies.push("us-1 @washington 400 1 9".to_owned());
    let changes: Vec<&str> = armies.iter().map(String::as_str).collect();
    // Whoever is lost is gone for good, so that his slot is free but not he.
    let mut play = Play::with(&changes, &[("the Confederacy can recruit", &[No, Yes, Yes])]);
    play.take(CS, "recruit atlanta");
    assert_eq!(play.army("cs-20").leader, Leader::Named(19));
    assert!(!play.lists(CS, "recruit baton-rouge"), "§4.7: none of 20 slots is free");
    let mut other = Play::with(&changes, &[("the Confederacy can recruit", &[No, Yes, Yes])]);
    other.game.edit(&[muster_contract::Change::Remove("cs-7".to_owned())]).unwrap();
    other.all(CS, "recruit atlanta, recruit baton-rouge");
    assert_eq!(other.army("cs-20").leader, Leader::Named(19));
    assert_eq!(other.army("cs-7").leader, Leader::Nameless);
    assert!((1..=9).contains(&other.army("cs-7").rating));
}

/// Whoever has come has shown what he is worth: the next without a name is another, however the first leaves his army.
#[test]
fn s1_6_each_nameless_leader_is_rolled_for() {
    let mut armies: Vec<String> = (1..=19).map(|slot| format!("cs-{slot} @richmond 10 1 5")).collect();
    armies.insert(0, "alone".to_owned());
    armies.extend(["us-1 @washington 400 1 9".to_owned(), "end-ratio=false".to_owned()]);
    let changes: Vec<&str> = armies.iter().map(String::as_str).collect();
    let mut play = Play::with(&changes, &[("the Confederacy can recruit", &[No, Yes, Yes])]);
    play.game.edit(&[muster_contract::Change::Remove("cs-7".to_owned())]).unwrap();
    assert_eq!(play.cs().nameless[6], 9, "the sixteenth of sixteen lots");
    play.all(CS, "recruit atlanta, recruit baton-rouge");
    assert_eq!((play.army("cs-7").leader, play.army("cs-7").rating), (Leader::Nameless, 9));
    play.luck("a leader without a name", &[Face(1), Face(3)]).seal();
    assert_eq!((play.army("cs-7").rating, play.cs().nameless[6]), (9, 1));
    play.seal();
    assert_eq!(play.cs().nameless[6], 1, "once");
}

/// So he has if he is gone again before the sheets are opened; who comes again on the same sheet is himself.
#[test]
fn s1_6_a_nameless_leader_who_came_and_went_on_one_sheet_has_been_seen() {
    let mut armies: Vec<String> = (1..=20).map(|slot| format!("cs-{slot} @richmond 10 1 5")).collect();
    armies.insert(0, "alone".to_owned());
    let more = ["cs-1 @mobile 100 1 5", "cs-2 @atlanta 300 1 5", "us-1 @washington 400 1 9"];
    armies.extend(more.map(str::to_owned));
    let changes: Vec<&str> = armies.iter().map(String::as_str).collect();
    let after = |orders: &str| {
        let mut play = Play::new(&[&changes[..], &["end-ratio=false"]].concat());
        play.game.edit(&[muster_contract::Change::Remove("cs-7".to_owned())]).unwrap();
        play.take(CS, "detach cs-2");
        assert_eq!((play.army("cs-7").leader, play.army("cs-7").rating), (Leader::Nameless, 9));
        play.all(CS, orders).luck("a leader without a name", &[Face(1), Face(3)]).seal();
        play
    };
    // Jackson, who is rated 10, leads them all.
    let mut play = after("join atlanta");
    assert!(play.find("cs-7").is_none());
    assert_eq!(play.cs().nameless[6], 1);
    play.take(CS, "detach cs-1");
    assert_eq!(play.army("cs-7").rating, 1);
    let again = after("join atlanta, detach cs-1");
    assert_eq!((again.at("cs-7").as_str(), again.army("cs-7").rating), ("mobile", 9));
    assert_eq!(again.cs().nameless[6], 1, "for both it is rolled once");
    // Next turn he makes way for another.
    let mut other = after("drill cs-3");
    other.all(CS, "join atlanta, detach cs-1");
    assert_eq!((other.army("cs-7").rating, other.cs().nameless[6]), (1, 1));
    other.seal();
    assert_eq!(other.cs().nameless[6], 2);
}
