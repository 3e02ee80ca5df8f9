//! §4: towns, time, emancipation, drafts, and the end of the game.

use crate::rules::position::*;

const UNITS: [&str; 4] =
    ["us-l leader 4 c1 f1 s1 4 @0403", "us-a infantry 2 @0403", "cs-a infantry 2 @0405", "cs-p infantry"];

/// Through the supply turn without doing anything in it.
fn sit_out(play: &mut Play) {
    while !matches!(play.next_decision().1.as_str(), "bid" | "") {
        let (seat, kind) = play.next_decision();
        let id = match kind.as_str() {
            "replacements" => "end-replacements".to_owned(),
            "proclaim" => "no-proclamation".to_owned(),
            "draft" => "no-draft".to_owned(),
            _ => play.ids(seat).last().unwrap().clone(),
        };
        play.take(seat, &id);
    }
}

fn pass_quarter(play: &mut Play) {
    play.take(US, "bid 0");
    play.take(CS, "bid 0");
    sit_out(play);
}

#[test]
fn s4_31_a_town_counts_when_it_is_taken_and_again_when_it_is_left() {
    let units = ["us-l leader 4 c1 f1 s1 4 @0303", "us-a infantry 2 @0303", "cs-a infantry 2 @0405"];
    let mut play = Play::first(&units, US, "activate us-l");
    play.all(US, "pick us-a, to 0203, halt");
    play.all(US, "end-moves, end-moves");
    assert_eq!(play.victory(), 1, "Winchester");
    // No Confederate leader is in play.
    assert_eq!(play.ids(CS), ["pass"]);
    play.take(CS, "pass");
    play.all(US, "activate us-l, end-activation, pick us-a, to 0303");
    if play.lists(US, "halt") {
        play.take(US, "halt");
    }
    play.all(US, "end-moves, end-moves");
    assert_eq!(play.victory(), 0);
}

#[test]
fn s4_32_time_is_a_point_for_the_confederacy_each_quarter() {
    let mut play = Play::new(&UNITS);
    pass_quarter(&mut play);
    assert_eq!(play.victory(), -1);
    pass_quarter(&mut play);
    assert_eq!(play.victory(), -2);
}

#[test]
fn s4_1_a_decisive_victory_ends_the_game_at_once() {
    let mut play = Play::with(&UNITS, &[("victory", -6)]);
    play.take(US, "bid 0");
    play.take(CS, "bid 0");
    let outcome = play.outcome().unwrap();
    assert_eq!((outcome.winner.as_deref(), outcome.degree.as_str()), (Some("cs"), "decisive"));
}

#[test]
fn s4_21_in_autumn_1864_a_marginal_victory_is_enough_for_the_confederacy() {
    let mut play = Play::with(&UNITS, &[("year", 1864), ("quarter", 3), ("victory", -2)]);
    pass_quarter(&mut play);
    let outcome = play.outcome().unwrap();
    assert_eq!((outcome.winner.as_deref(), outcome.degree.as_str()), (Some("cs"), "marginal"));
}

#[test]
fn s4_21_after_a_stalemate_a_marginal_victory_wins_for_either() {
    let mut play = Play::with(&UNITS, &[("year", 1864), ("quarter", 3), ("victory", 4)]);
    pass_quarter(&mut play);
    assert_eq!(play.outcome(), None, "the election is the Confederacy's only");
    pass_quarter(&mut play);
    let outcome = play.outcome().expect("9.0: it is looked for after each step, and Time comes later");
    assert_eq!((outcome.winner.as_deref(), play.victory()), (Some("us"), 3));
    let mut play = Play::with(&UNITS, &[("year", 1864), ("quarter", 3), ("victory", 3)]);
    pass_quarter(&mut play);
    pass_quarter(&mut play);
    assert_eq!((play.outcome(), play.victory()), (None, 1));
    play.fact("victory", -2);
    pass_quarter(&mut play);
    assert_eq!(play.outcome().unwrap().winner.as_deref(), Some("cs"), "Time makes it marginal");
}

#[test]
fn s4_4_emancipation_gives_three_points_and_the_confederacy_six_to_spend() {
    let mut play = Play::new(&UNITS);
    play.take(US, "bid 0");
    play.take(CS, "bid 0");
    play.take(US, "end-replacements");
    play.take(CS, "end-replacements");
    assert_eq!(play.next_decision(), (US, "proclaim".to_owned()));
    play.take(US, "proclaim");
    assert_eq!(play.victory(), 2);
    assert_eq!(play.next_decision(), (CS, "replacements".to_owned()));
    assert!(play.lists(CS, "step cs-a"));
    play.all(CS, "step cs-a, end-replacements");
    assert_eq!(play.strength("cs-a"), 3);
}

#[test]
fn s4_4_not_in_1861_nor_with_the_enemy_north_of_the_potomac_nor_twice() {
    for (units, facts) in [
        (UNITS.to_vec(), vec![("year", 1861)]),
        (UNITS.to_vec(), vec![("year", 1863)]),
        ([UNITS.to_vec(), vec!["cs-b infantry 4 @0102"]].concat(), vec![]),
    ] {
        let mut play = Play::with(&units, &facts);
        play.take(US, "bid 0");
        play.take(CS, "bid 0");
        while play.next_decision().1 != "replacements" {
            let (seat, _) = play.next_decision();
            let id = play.ids(seat)[0].clone();
            play.take(seat, &id);
        }
        play.take(US, "end-replacements");
        play.take(CS, "end-replacements");
        assert_ne!(play.next_decision().1, "proclaim", "{facts:?}");
    }
}

#[test]
fn s4_5_a_draft_costs_a_point_whatever_it_brings() {
    for (face, cadres) in [(1, 0), (4, 1)] {
        let mut play = Play::with(&UNITS, &[("year", 1861)]);
        play.take(US, "bid 0");
        play.take(CS, "bid 0");
        play.take(US, "end-replacements");
        play.take(CS, "end-replacements");
        assert_eq!(play.next_decision(), (CS, "draft".to_owned()), "the Union's pool is empty");
        play.roll(&[face]);
        play.take(CS, "draft");
        assert_eq!(play.victory(), 0, "time gave the Confederacy one, the draft takes it");
        if cadres > 0 {
            play.all(CS, "raise cs-p, cadre cs-p 0405");
            assert_eq!((play.at("cs-p"), play.strength("cs-p")), ("0405".to_owned(), 1));
        }
        assert_eq!(play.next_decision().1, "bid");
    }
}

#[test]
fn s4_33_whoever_is_ahead_gets_bonus_points() {
    let mut play = Play::with(&UNITS, &[("victory", 3)]);
    play.take(US, "bid 0");
    play.take(CS, "bid 0");
    let prompt = |seat| play.game.decisions().into_iter().find(|one| one.seat == seat).unwrap().prompt;
    assert!(prompt(US).contains("26 left"), "24 and 2: {}", prompt(US));
    assert!(prompt(CS).contains("15 left"));
}

#[test]
fn s4_61_the_year_is_measured_from_where_the_scenario_says() {
    // Autumn costs the Union a point: from 3 the marker goes to 2.
    let winner = |more: &[(&str, i32)]| {
        let facts = [&[("one-year", 1), ("quarter", 3), ("victory", 3)], more].concat();
        let mut play = Play::with(&UNITS, &facts);
        pass_quarter(&mut play);
        play.outcome().expect("the year is over").winner
    };
    let balanced = |more: &[(&str, i32)]| winner(&[&[("balanced-year", 1)], more].concat());
    assert_eq!(balanced(&[]).as_deref(), Some("cs"));
    assert_eq!(balanced(&[("par", 1)]).as_deref(), Some("us"));
    assert_eq!(balanced(&[("par", 2)]), None);
    assert_eq!(balanced(&[("par", 2), ("tie", 1)]).as_deref(), Some("us"));
    assert_eq!(balanced(&[("par", 2), ("tie", -1)]).as_deref(), Some("cs"));
    // The printed rule knows neither.
    assert_eq!(winner(&[("par", 1), ("tie", 1)]).as_deref(), Some("cs"));
    assert_eq!(winner(&[("par", 2), ("victory", 4), ("tie", 1)]).as_deref(), Some("cs"));
}

#[test]
fn s4_6_a_game_of_one_year_can_go_on_to_the_end_of_the_war() {
    for year in [1862, 1863, 1864] {
        let facts = [("one-year", 1), ("year", year), ("victory", 2)];
        let mut play = Play::with(&UNITS, &facts);
        (0..3).for_each(|_| pass_quarter(&mut play));
        assert!(play.outcome().is_some(), "after autumn {year}");
        let mut play = Play::with(&UNITS, &[&facts[..], &[("to-the-end", 1)]].concat());
        let mut quarters = 0;
        while play.outcome().is_none() {
            // Time is even with the towns that the Union takes.
            play.fact("victory", 1);
            pass_quarter(&mut play);
            quarters += 1;
        }
        // Spring of the year to autumn 1866, with the winters between: the last year of a campaign unless the scenario says.
        assert_eq!(quarters, (1866 - year) * 4 + 3, "{year}");
        assert_eq!(play.outcome().unwrap().winner, None, "{year}: the marker is back in the middle");
    }
}
