//! The morale bid of the rulebook's sidebar.

use crate::house_rules::BID;
use crate::house_rules::play::*;

#[test]
fn the_higher_bid_takes_the_army_and_pays_from_its_morale() {
    let mut play = Play::begin(BID, "ten-locales");
    assert_eq!(play.game.decisions()[0].seat, 0);
    play.take("cs-1");
    assert_eq!(play.game.decisions()[0].seat, 1, "the other bids more or passes");
    play.take("3");
    play.take("pass");
    assert_eq!(
        play.game.seats(),
        ["us", "cs"],
        "seat 1 has bid more for the Confederacy, which it has already"
    );
    assert_eq!(play.morale(), [14, 12 - 3]);
    let mut play = Play::begin(BID, "ten-locales");
    play.take("cs-2");
    play.take("pass");
    assert_eq!((play.game.seats(), play.morale()), (vec!["cs".to_owned(), "us".to_owned()], [14, 10]));
    assert_eq!(play.game.decisions()[0].seat, 0, "who has the Confederacy now lays its cubes first");
    assert_eq!(play.game.decisions()[0].kind, "place-cube");
}

#[test]
fn a_bid_of_nothing_takes_an_army_at_its_own_morale() {
    let mut play = Play::begin(BID, "ten-locales");
    play.take("cs-0");
    let more: Vec<String> =
        ["pass".to_owned()].into_iter().chain((1..=10).map(|bid| bid.to_string())).collect();
    assert_eq!(play.ends(), more, "a higher bid than nothing, or to pass");
    play.take("pass");
    assert_eq!((play.game.seats(), play.morale()), (vec!["cs".to_owned(), "us".to_owned()], [14, 12]));
}

#[test]
fn the_table_or_a_die_says_who_opens_the_bidding_and_how_high_it_goes() {
    let opens = |opener: i32, face: u8| {
        let mut play = Play::create(BID, "ten-locales", &[("opener", opener)]);
        play.dice.arrange("", &[face; 200]);
        play.take_id("begin");
        play.game.decisions()[0].seat
    };
    assert_eq!([opens(1, 6), opens(2, 1)], [0, 1]);
    assert_eq!([opens(0, 3), opens(0, 4)], [0, 1]);
    let mut play = Play::with(BID, "ten-locales", &[("most", 2)]);
    assert_eq!(play.ids().len(), 6, "nothing, one or two, for either army");
    play.take("us-1");
    play.take("2");
    assert_eq!(play.ends(), ["pass"], "nobody bids more than the table has set");
}
