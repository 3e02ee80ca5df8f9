//! §13: the end and the score.

use cw_strategy::state::{End, Stage};
use cw_strategy::{CwStrategy, Side};
use muster_sdk::{Hosted, Native};

use crate::rules::position::{Arranged, CS, Play, US, Yes};

fn ended(play: &Play) -> Option<(End, Side)> {
    match play.state().stage {
        Stage::Over(end, side) => Some((end, side)),
        _ => None,
    }
}

#[test]
fn s13_2_annihilation() {
    let mut play = Play::new(&["alone", "us-1 @washington 400 1 9", "cs-1 @manassas 1 1 7", "play-on=true"]);
    let before = play.us().points;
    play.take(US, "move us-1 manassas").luck("the battle of", &[Yes]).seal();
    assert_eq!(ended(&play), Some((End::Annihilation, Side::Us)));
    // 10 for the city, 26 for the battle and the army; then 300 and 100.
    assert_eq!(play.us().points, cw_strategy::points_after(before + 36, 290, 11) + 400);
    let outcome = play.outcome().unwrap();
    assert_eq!((outcome.winner.as_deref(), outcome.degree.as_str()), (Some("us"), "annihilation"));
}

#[test]
fn s13_3_time_is_the_rebels_victory() {
    let mut play = Play::new(&["year=1865", "month=1", "end-month=3"]);
    play.seal();
    assert_eq!(ended(&play), Some((End::Time, Side::Us)));
    assert_eq!(play.outcome().unwrap().winner.as_deref(), Some("cs"));
    // Both have seven tenths.
    let points = [(190, 290, 11), (241, 341, 23)].map(|(points, income, cities)| {
        cw_strategy::arithmetic::nearest(7 * i64::from(cw_strategy::points_after(points, income, cities)), 10)
    });
    assert_eq!([i64::from(play.us().points), i64::from(play.cs().points)], points);
}

#[test]
fn s13_3_year_and_month_are_one_date() {
    let mut play = Play::new(&["end-year=1865", "end-month=3", "year=1864", "month=11"]);
    play.seal();
    assert_eq!(ended(&play), None, "January 1865");
    let mut later = Play::new(&["end-year=1864", "end-month=12", "year=1864", "month=11"]);
    later.seal();
    assert!(ended(&later).is_some(), "January is past December");
}

#[test]
fn s13_4_cities() {
    let mut play = Play::new(&["end-income=false"]);
    assert_eq!(play.state().limits.cities, 32);
    let rest = ["baltimore", "jefferson-city", "knoxville", "lexington", "louisville", "paducah"];
    for city in rest {
        play.edit(&format!("owner-{city} cs"));
    }
    for city in ["pittsburgh", "springfield"] {
        play.edit(&format!("owner-{city} cs"));
    }
    play.seal();
    assert_eq!(ended(&play), None, "31 cities");
    play.edit("owner-indianapolis cs").seal();
    assert_eq!(ended(&play), Some((End::Cities, Side::Cs)));
    assert_eq!(play.outcome().unwrap().winner.as_deref(), Some("cs"));
}

/// A war in which the Union has nothing but Washington and Harpers Ferry, and the Confederacy all but these cities.
fn without(neutral: &[&str]) -> Play {
    without_from(neutral, 1)
}

/// The same where incomes win from the end of this turn on.
fn without_from(neutral: &[&str], turn: u8) -> Play {
    let mut play = Play::new(&[
        "alone",
        "us-1 @washington 400 1 9",
        "cs-1 @richmond 300 1 7",
        "end-cities=false",
        "end-ratio=false",
        &format!("income-from={turn}"),
    ]);
    let world = play.game.world();
    let cities: Vec<String> = world.all().map(|city| world.id(city).to_owned()).collect();
    for id in cities.iter().filter(|id| !["washington", "harpers-ferry"].contains(&id.as_str())) {
        let owner = if neutral.contains(&id.as_str()) { "none" } else { "cs" };
        play.edit(&format!("owner-{id} {owner}"));
    }
    play.seal();
    play
}

#[test]
fn s13_5_four_fifths_of_both_incomes_are_enough() {
    // All else would bring 460 and the capital's 100; 540 are four times 135.
    let just = without(&["vicksburg", "harrisburg"]);
    assert_eq!((just.us().income, just.cs().income), (135, 540));
    assert_eq!(ended(&just), Some((End::Income, Side::Cs)));
    let short = without(&["vicksburg", "harrisburg", "knoxville"]);
    assert_eq!((short.us().income, short.cs().income), (135, 536));
    assert_eq!(ended(&short), None);
    let all = without(&[]);
    assert!(all.state().has_met(Side::Cs, End::Income));
    assert!(!all.state().has_met(Side::Us, End::Income));
}

/// A lesson can say from which turn on incomes win, and what is near it is told with that.
#[test]
fn s13_5_incomes_win_from_the_turn_that_the_scenario_says() {
    let mut play = without_from(&["vicksburg", "harrisburg"], 2);
    assert_eq!(ended(&play), None);
    let told =
        play.game.view(None).status.into_iter().any(|line| line.text.ends_with("80 win, from turn 3 on."));
    assert!(!told, "it is turn 2 already");
    play.seal();
    assert_eq!(ended(&play), Some((End::Income, Side::Cs)));
    let early = without_from(&["vicksburg", "harrisburg"], 3);
    assert!(early.game.view(None).status.iter().any(|line| line.text.ends_with("80 win, from turn 3 on.")));
}

/// Richmond is taken.
fn without_richmond(changes: &[&str]) -> Play {
    let mut all = vec!["cs-1 off", "cs-5 @norfolk 75 1 5", "us-1 @manassas 400 1 9", "manassas us"];
    all.extend(changes);
    let mut play = Play::new(&all);
    play.take(US, "move us-1 richmond").seal();
    play
}

#[test]
fn s13_6_the_capital() {
    let play = without_richmond(&[]);
    assert_eq!(ended(&play), Some((End::Capital, Side::Us)));
    assert_eq!(ended(&without_richmond(&["end-capital=false"])), None);
}

#[test]
fn s13_6_both_lost_is_not_met() {
    let mut play = Play::new(&[
        "cs-1 off",
        "us-1 @manassas 400 1 9",
        "manassas us",
        "cs-2 @fredericksburg 200 1 6",
        "end-ratio=false",
    ]);
    play.take(US, "move us-1 richmond").take(CS, "move cs-2 washington").seal();
    assert_eq!((play.us().capital, play.cs().capital), (None, None));
    assert_eq!(ended(&play), None);
}

#[test]
fn s13_7_numbers() {
    let ratio = |size: &str| {
        let army = format!("us-1 @washington {size} 1 9");
        let mut play = Play::new(&["alone", &army, "cs-1 @richmond 100 1 9"]);
        play.seal();
        ended(&play)
    };
    assert_eq!(ratio("300"), None, "more than three times");
    assert_eq!(ratio("301"), Some((End::Ratio, Side::Us)));
}

#[test]
fn s13_9_both_may_play_on() {
    let mut play = without_richmond(&["play-on=true"]);
    assert_eq!(play.ids(US), ["play-on", "end-game"]);
    assert!(play.ids(CS).is_empty());
    play.take(US, "play-on").take(CS, "play-on");
    assert!(!play.state().limits.capital);
    assert!(play.lists(US, "seal") && play.lists(CS, "seal"));
    let mut other = without_richmond(&["play-on=true"]);
    other.take(US, "play-on").take(CS, "end-game");
    assert_eq!(ended(&other), Some((End::Capital, Side::Us)));
}

#[test]
fn s13_9_time_is_put_off_by_a_year() {
    let mut play = Play::new(&["year=1865", "month=1", "play-on=true"]);
    play.seal().take(US, "play-on").take(CS, "play-on");
    assert_eq!(play.state().limits.end_year, 1866);
    assert!(play.lists(US, "seal"));
}

#[test]
fn s13_9_cities_incomes_and_numbers_are_raised_by_one() {
    let raised = |changes: &[&str], owned: usize| {
        let armies = ["alone", "us-1 @washington 400 1 9", "cs-1 @jacksonville 200 1 9", "play-on=true"];
        let mut play = Play::new(&[&armies[..], changes].concat());
        let cities: Vec<String> =
            play.game.world().all().map(|city| play.game.world().id(city).to_owned()).collect();
        let rest =
            cities.iter().filter(|id| !["jacksonville", "richmond", "washington"].contains(&id.as_str()));
        for id in rest.take(owned) {
            play.edit(&format!("owner-{id} us"));
        }
        play.seal();
        let end = match play.state().stage {
            Stage::Override(end, Side::Us, false) => end,
            other => panic!("{other:?}"),
        };
        play.all(US, "play-on").take(CS, "play-on");
        let limits = play.state().limits;
        (end, limits.cities, limits.income, limits.ratio)
    };
    assert_eq!(raised(&["end-income=false"], 37), (End::Cities, 33, 80, 3));
    assert_eq!(raised(&["end-cities=false"], 37), (End::Income, 32, 81, 3));
    assert_eq!(raised(&["us-1 @washington 601 1 9"], 0), (End::Ratio, 32, 80, 4));
}

#[test]
fn s13_1_the_union_is_looked_at_first() {
    // Time and the Union's numbers: §13.3 comes first.
    let mut play =
        Play::new(&["alone", "us-1 @washington 400 1 9", "cs-1 @richmond 100 1 9", "year=1865", "month=1"]);
    play.seal();
    assert_eq!(ended(&play), Some((End::Time, Side::Us)));
}

/// The lesson, in which the Union comes by 57 % of all income with this turn, and nobody does anything else.
fn lesson(turn: u16) -> Option<(End, Side)> {
    let module = Native::<CwStrategy>::new("cw-strategy");
    let tests = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    let position = muster_conformance::scenario(&module, tests, "cw-strategy-lesson");
    let game = Hosted::create(&position).unwrap_or_else(|refusal| panic!("{}", refusal.reason));
    let mut play = Play(muster_sdk::play::Play { game, dice: Arranged::default(), events: Vec::new() });
    play.take(US, "begin");
    for _ in 1..turn {
        play.seal();
    }
    assert_eq!((play.state().turn, ended(&play)), (turn, None));
    for city in ["baltimore", "lexington", "louisville", "paducah", "jefferson-city"] {
        play.edit(&format!("owner-{city} us"));
    }
    play.seal();
    let (us, both) = (play.us().income, play.us().income + play.cs().income);
    assert!(100 * us >= 57 * both, "{us} of {both}");
    ended(&play)
}

#[test]
fn s13_3_what_is_reached_with_the_last_turn_comes_too_late() {
    assert_eq!(lesson(5), Some((End::Income, Side::Us)));
    assert_eq!(lesson(6), Some((End::Time, Side::Us)), "March 1862 has come");
}

#[test]
fn s13_8_each_condition_can_be_switched_off() {
    use End::{Capital, Cities, Income, Ratio, Time};
    // A Union that has met everything but the enemy's annihilation, in the last turn.
    let met = |changes: &[&str]| {
        let all = ["alone", "us-1 @washington 400 1 9", "cs-1 @jacksonville 100 1 9", "year=1865", "month=1"];
        let mut play = Play::new(&[&all[..], changes].concat());
        let cities: Vec<String> =
            play.game.world().all().map(|city| play.game.world().id(city).to_owned()).collect();
        for id in cities.iter().filter(|id| *id != "jacksonville") {
            play.edit(&format!("owner-{id} us"));
        }
        play.seal();
        let state = play.state();
        let met = [Time, Cities, Income, Capital, Ratio].map(|end| state.has_met(Side::Us, end));
        (met, ended(&play).map(|(end, _)| end))
    };
    assert_eq!(met(&[]), ([true; 5], Some(Time)));
    let off =
        ["end-time=false", "end-cities=false", "end-income=false", "end-capital=false", "end-ratio=false"];
    for (at, option) in off.into_iter().enumerate() {
        let others: [bool; 5] = std::array::from_fn(|other| other != at);
        assert_eq!(met(&[option]).0, others, "{option}");
    }
    // The first in their order that is on counts.
    let next = [Some(Cities), Some(Income), Some(Capital), Some(Ratio), None];
    for (count, end) in (1..).zip(next) {
        assert_eq!(met(&off[..count]).1, end, "{:?}", &off[..count]);
    }
}

#[test]
fn s13_8_cities_and_income_are_warned_of_at_nine_tenths() {
    let said = |play: &Play| -> Vec<String> {
        play.game.view(None).status.into_iter().map(|line| line.text).collect()
    };
    // Eleven or ten neutral cities beside Washington leave the Confederacy 28 or 29 of 40; 28.8 are nine tenths of 32.
    let cities = |neutral: usize| {
        let mut play = Play::new(&[
            "alone",
            "us-1 @washington 400 1 9",
            "cs-1 @richmond 300 1 7",
            "end-income=false",
            "end-ratio=false",
        ]);
        let ids: Vec<String> =
            play.game.world().all().map(|city| play.game.world().id(city).to_owned()).collect();
        let others = ids.iter().filter(|id| !["washington", "richmond"].contains(&id.as_str()));
        for (at, id) in others.enumerate() {
            play.edit(&format!("owner-{id} {}", if at < neutral { "none" } else { "cs" }));
        }
        // They are counted at the end of the turn.
        play.seal();
        said(&play)
    };
    assert!(cities(11).is_empty());
    assert_eq!(cities(10), ["The Confederacy has 29 of the 32 cities that win."]);
    // 349 are more than 72 of a hundred beside the Union's 135, and 346 are less.
    let income = |last: &str| {
        let rich =
            ["philadelphia", "baltimore", "pittsburgh", "st-louis", "new-orleans", "atlanta", "cincinnati"];
        said(&without(&[&rich[..], &[last]].concat()))
    };
    assert_eq!(income("tullahoma"), ["The Confederacy has 72 % of both incomes; 80 win."]);
    assert!(income("knoxville").is_empty());
}

#[test]
fn s13_12_what_a_list_of_the_best_games_needs() {
    use muster_contract::{ReportBody, Value};
    let mut play = Play::new(&["alone", "us-1 @washington 400 1 9", "cs-1 @richmond 100 1 9", "balance=2"]);
    let score = |play: &Play| play.game.view(None).reports.into_iter().find(|report| report.id == "score");
    assert!(score(&play).is_none(), "there is none before the end");
    play.seal();
    let Some(ReportBody::Table(table)) = score(&play).map(|report| report.body) else { panic!("a table") };
    let titles: Vec<&str> = table.columns.iter().map(|column| column.title.as_str()).collect();
    assert_eq!(titles, ["Side", "Points", "Won", "How", "Balance", "Realism", "Ended"]);
    let text = |text: &str| Value::Text(text.to_owned());
    let row = |side: &str, points: i32, won: bool| {
        let how = [text("decisive"), Value::Number(2), Value::Flag(true), text("May 1861")];
        [vec![text(side), Value::Number(points), Value::Flag(won)], how.to_vec()].concat()
    };
    let (us, cs) = (play.us().points, play.cs().points);
    assert_eq!(table.rows[0].cells, row("Union", us, true));
    assert_eq!(table.rows[1].cells, row("Confederate", cs, false));
    assert_eq!(us, cw_strategy::points_after(190, 290, 11) + 100);
}

#[test]
fn s13_8_warnings() {
    let play = Play::new(&["alone", "us-1 @washington 290 1 9", "cs-1 @richmond 100 1 9"]);
    let lines: Vec<String> = play.game.view(None).status.into_iter().map(|line| line.text).collect();
    assert!(lines.iter().any(|text| text.contains("3 times the enemy's men")), "{lines:?}");
    assert!(Play::new(&[]).game.view(None).status.is_empty());
    let last = |changes: &[&str]| {
        let status = Play::new(changes).game.view(None).status;
        status.iter().any(|line| line.text.contains("last months"))
    };
    assert!(last(&["year=1865", "month=1"]), "time ends the war in the final year");
    assert!(!last(&["year=1864", "month=11"]), "not before it");
    assert!(!last(&["year=1865", "month=1", "end-time=false"]), "nor if it doesn't");
    let mut over = Play::new(&["year=1865", "month=1"]);
    over.seal();
    assert!(over.outcome().is_some() && over.game.view(None).status.is_empty(), "nor when it has come");
    let mut asked = Play::new(&["year=1865", "month=1", "play-on=true"]);
    asked.seal();
    assert!(asked.game.view(None).status.is_empty(), "nor past the end date");
}

#[test]
fn s13_8_numbers_are_told_as_they_are() {
    let said = |size: u16| {
        let army = format!("us-1 @washington {size} 1 9");
        let play = Play::new(&["alone", &army, "cs-1 @richmond 100 1 9"]);
        play.game.view(None).status.into_iter().map(|line| line.text).collect::<Vec<_>>()
    };
    let line = |has: &str| format!("The Union has {has} 3 times the enemy's men; more than 3 times win.");
    assert_eq!(said(270), [""; 0]);
    assert_eq!(said(271), [line("almost")]);
    assert_eq!(said(300), [line("exactly")]);
    assert_eq!(said(301), [line("more than")]);
}

#[test]
fn s3_5_how_many_turns_there_are() {
    let turns = |changes: &[&str]| Play::new(changes).game.view(None).turn.of;
    assert_eq!(turns(&[]), 24);
    // 17.6: even months until December, then January: April 1861 to November 1865.
    assert_eq!(turns(&["month=4", "end-month=10"]), 28);
    assert_eq!(turns(&["end-year=1861", "end-month=4"]), 1);
    assert_eq!(turns(&["end-time=false"]), 0, "no last one");
    // Played, the end date comes after as many.
    let mut play = Play::new(&["month=8", "end-year=1862", "end-month=4", "end-ratio=false"]);
    for _ in 0..turns(&["month=8", "end-year=1862", "end-month=4"]) {
        assert!(play.outcome().is_none());
        play.seal();
    }
    assert_eq!(play.outcome().unwrap().degree, "technical");
}
