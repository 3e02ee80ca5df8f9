//! What is explained, and where the explanation can be read: citations open sections of the rules' own pages.

use cw_strategy::world::City;
use muster_sdk::Index as _;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use muster_contract::{Line, Seat, Target};

use crate::rules::position::{CS, Face, No, Play, US, Yes};

/// The files of a folder, and of those in it, with this ending.
fn files(folder: &Path, ending: &str, read: &mut dyn FnMut(&str)) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.is_dir() {
            files(&path, ending, read);
        } else if path.extension().is_some_and(|kind| kind == ending) {
            read(&fs::read_to_string(&path).unwrap());
        }
    }
}

fn of_the_module(folder: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)
}

/// The numbers of the sections of the rules, in their order.
fn sections() -> Vec<String> {
    let mut sections = Vec::new();
    files(&of_the_module("rules"), "md", &mut |text| {
        let headings = text.lines().filter_map(|line| line.strip_prefix("## "));
        sections.extend(headings.map(|heading| heading.split(' ').next().unwrap().to_owned()));
    });
    sections
}

/// The numbers with a point that the module's sources write between quotes.
fn numbers(text: &str) -> Vec<String> {
    let is_number = |word: &&str| {
        word.split_once('.').is_some_and(|(chapter, part)| {
            [chapter, part].iter().all(|number| {
                (1..=2).contains(&number.len()) && number.chars().all(|digit| digit.is_ascii_digit())
            })
        })
    };
    text.split('"').filter(is_number).map(str::to_owned).collect()
}

#[test]
fn every_citation_is_a_section_of_the_rules() {
    let sections: Vec<String> = sections();
    let once: BTreeSet<&String> = sections.iter().collect();
    assert_eq!(once.len(), sections.len(), "no number stands twice");
    let mut cited = BTreeSet::new();
    files(&of_the_module("src"), "rs", &mut |text| cited.extend(numbers(text)));
    assert!(cited.contains("5.10") && cited.contains("9.12") && cited.len() > 80, "{cited:?}");
    let missing: Vec<&String> = cited.iter().filter(|number| !once.contains(number)).collect();
    assert!(missing.is_empty(), "no section of rules/ has the number: {missing:?}");
    // What is cited as a whole is there as a whole.
    for chapter in ["1", "3", "4", "5", "6", "10", "12", "13", "15"] {
        assert!(once.contains(&chapter.to_owned()), "{chapter}");
    }
}

/// The paragraphs in which realism counts; those of 4.5 and 5.2 stand in 4.2 and 5.1 of the summary.
#[test]
fn s14_2_realism_is_told_with_all_that_it_changes() {
    let mut told = String::new();
    files(&of_the_module("rules"), "md", &mut |text| {
        let from = text.find("## 14.2 ").map_or("", |at| &text[at + 3..]);
        told += from.split("\n## ").next().unwrap();
    });
    for number in [
        "4.2", "4.7", "4.8", "4.9", "5.1", "5.12", "7.2", "8.3", "9.10", "10.8", "11.2", "11.7", "12.3",
        "12.6",
    ] {
        let stands = told.split([' ', '(', ')', ',']).any(|word| word == number);
        assert!(stands, "{number} is missing: {told}");
    }
}

/// What a war cites while it is played, down to the text of every explanation.
#[test]
fn everything_that_is_said_cites_a_section() {
    let sections: BTreeSet<String> = sections().into_iter().collect();
    let mut play = Play::new(&["events=true"]);
    let targets: Vec<Target> = play
        .game
        .world()
        .all()
        .map(|city| Target::Space(play.game.world().id(city).to_owned()))
        .chain((1..=5).flat_map(|slot| ["us", "cs"].map(|side| Target::Unit(format!("{side}-{slot}")))))
        .chain(["us-fleet", "cs-fleet"].map(|id| Target::Unit(id.to_owned())))
        .chain([Target::Space("raiding-zone".to_owned())])
        .collect();
    let mut said: BTreeSet<String> = BTreeSet::new();
    for turn in 0..4 {
        play.all(US, ["drill us-1", "raid", "sail norfolk", "drill us-5"][turn]);
        for seat in [US, CS] {
            let lines = targets.iter().flat_map(|target| play.game.explain(seat, target));
            said.extend(lines.filter_map(|line| line.citation));
            let view = play.game.view(Some(seat));
            said.extend(view.panels.into_iter().filter_map(|panel| panel.citation));
            said.extend(view.reports.into_iter().filter_map(|report| report.citation));
            said.extend(play.game.decisions().into_iter().map(|decision| decision.citation));
        }
        play.luck("raid of", &[Yes]).seal();
        said.extend(play.events.iter().filter_map(|event| event.citation.clone()));
    }
    let missing: Vec<&String> =
        said.iter().filter(|number| !number.is_empty() && !sections.contains(*number)).collect();
    assert!(said.len() > 25 && missing.is_empty(), "{missing:?} of {said:?}");
}

fn unit(id: &str) -> Target {
    Target::Unit(id.to_owned())
}

fn space(id: &str) -> Target {
    Target::Space(id.to_owned())
}

/// What is said of a target, each line with its citation.
fn told(play: &Play, seat: Seat, target: Target) -> Vec<String> {
    let word = |line: Line| format!("{} {}", line.citation.unwrap_or_default(), line.text);
    play.game.explain(seat, &target).into_iter().map(word).collect()
}

/// What a choice's details say comes of it.
fn consequences(play: &Play, seat: Seat, id: &str) -> Vec<Line> {
    play.game.details(seat, &[id.to_owned()]).remove(0).consequences
}

#[track_caller]
fn says(play: &Play, seat: Seat, target: Target, wanted: &str) {
    let lines = told(play, seat, target);
    assert!(lines.iter().any(|line| line == wanted), "{wanted}: {lines:#?}");
}

#[test]
fn s1_7_a_fleet_that_is_clicked_is_told_of() {
    let mut play = Play::new(&["realism=false", "us-fleet @norfolk IWW", "cs-fleet @mobile W"]);
    says(&play, US, unit("us-fleet"), "1.7 The Union fleet: IWW, 1 ironclad and 2 wooden ships, in Norfolk.");
    says(&play, US, unit("us-fleet"), "5.15 An enemy army in this port loses 1 supply a turn.");
    says(&play, US, unit("us-fleet"), "5.6 Give its order by the port that it sails to, or in the list.");
    says(&play, US, unit("cs-fleet"), "1.7 The Confederate fleet: W, 1 wooden ship, in Mobile.");
    says(&play, US, unit("cs-fleet"), "18.1 It is the enemy's.");
    play.take(US, "sail baltimore");
    says(&play, US, unit("us-fleet"), "5.5 This turn it sails to Baltimore.");
    says(&play, US, unit("us-fleet"), "5.5 The fleet has its one action.");
    assert!(told(&play, CS, unit("us-fleet")).iter().all(|line| !line.contains("sails to Baltimore")));
    // Ships are lost only until something is taken (5.27).
    let mut raider = Play::new(&["us-fleet @norfolk WWW"]);
    raider.take(US, "raid").luck("raid of", &[Yes]).seal();
    for target in [unit("us-fleet"), space("raiding-zone")] {
        let lines = told(&raider, US, target);
        let says = |line: &String| line.starts_with("5.27") && line.contains("may lose ships before it does");
        assert!(lines.iter().any(says), "{lines:#?}");
    }
}

#[test]
fn s9_6_details_count_all_that_stand_there_and_each_fight() {
    let mut play = Play::new(&["cs-1 @manassas 300 1 7", "cs-5 @manassas 50 1 7"]);
    let march = |play: &Play| {
        let lines = consequences(play, US, "move us-1 manassas");
        lines.into_iter().map(|line| line.text).collect::<Vec<_>>()
    };
    let lines = march(&play);
    assert!(lines.contains(&"35,000 men of the enemy stand in Manassas now.".to_owned()), "{lines:?}");
    let fights =
        "Each is a battle of its own, one after the other: J. E. Johnston (30,000), Beauregard (5,000)."
            .to_owned();
    assert!(lines.contains(&fights), "{lines:?}");
    let here = "1.3 The Confederacy has 2 armies here, 35,000 men together: J. E. Johnston 30,000, Beauregard 5,000.";
    says(&play, US, space("manassas"), here);
    says(&play, CS, space("manassas"), here);
    says(&play, CS, space("vicksburg"), "1.3 The Confederacy has 7,500 men here: Pemberton 7,500.");
    play.edit("fog true");
    says(&play, US, space("vicksburg"), "1.3 The Confederacy has an army here: Pemberton.");
}

#[test]
fn s4_9_it_is_said_where_a_city_gives_a_third() {
    let alone = |realism: &str| {
        let luck = [("the Confederacy can recruit", &[No; 1] as &[_])];
        let mut play = Play::with(&[realism], &luck);
        play.edit("owner-savannah none").edit("cash-cs 500");
        // The next list has Jacksonville, the Confederacy's seventh city in order.
        let before = (0..play.city("jacksonville").place())
            .map(City::nth)
            .filter(|&city| play.state().owns(cw_strategy::Side::Cs, city))
            .count();
        let mut lots = vec![No; before + 1];
        lots.push(Yes);
        play.luck("the Confederacy can recruit", &lots).seal();
        assert!(play.lists(CS, "recruit jacksonville"), "{:?}", play.ids_from(CS, "recruit"));
        consequences(&play, CS, "recruit jacksonville")
            .into_iter()
            .any(|line| line.citation.as_deref() == Some("4.9"))
    };
    assert!(alone("realism=true"));
    assert!(!alone("realism=false"));
}

#[test]
fn s8_3_a_point_by_hand_costs_half_of_the_months() {
    let play = Play::new(&["cs-1 @richmond 200 1 0"]);
    let (points, cost) = play.state().supply_by_hand(cw_strategy::Side::Cs, &play.army("cs-1"));
    assert_eq!((points, 2 * cost), (5, 5 * cw_strategy::upkeep(200)));
}

#[test]
fn s14_1_the_balance_is_mirrored_for_the_union() {
    let shown = |balance: &str, seat: Seat| {
        let panels = Play::new(&[balance]).game.view(Some(seat)).panels;
        panels.into_iter().find(|panel| panel.id == "balance").unwrap().rows[0].figure.clone()
    };
    assert_eq!((shown("balance=1", US), shown("balance=1", CS)), ("5".to_owned(), "1".to_owned()));
    assert_eq!((shown("balance=4", US), shown("balance=4", CS)), ("2".to_owned(), "4".to_owned()));
}

#[test]
fn s8_1_a_city_of_ones_own_says_why_nothing_can_be_done_there() {
    let mut play =
        Play::new(&["alone", "us-1 @washington 400 1 9", "cs-1 @richmond 300 1 7", "washington us 2"]);
    play.edit("cash-us 900").all(US, "drill us-1");
    let why = |play: &Play| told(play, US, space("washington"));
    assert!(why(&play).contains(&"8.1 Its fort has the highest level.".to_owned()), "{:?}", why(&play));
    assert!(why(&play).contains(&"4.2 It isn't on this turn's list of recruits.".to_owned()));
    let mut poor =
        Play::new(&["alone", "us-1 @washington 400 1 9", "cs-1 @richmond 300 1 7", "washington us 1"]);
    poor.edit("cash-us 199").all(US, "drill us-1");
    assert!(
        why(&poor).contains(&"8.1 A fort costs 200, which you don't have.".to_owned()),
        "{:?}",
        why(&poor)
    );
    let mut spent =
        Play::new(&["alone", "us-1 @washington 400 1 9", "cs-1 @richmond 300 1 7", "washington us 1"]);
    spent.edit("cash-us 900").all(US, "drill us-1");
    let dug = "8.1 The armies there have done something else this turn, so that none can dig in.".to_owned();
    assert!(why(&spent).contains(&dug), "{:?}", why(&spent));
}

#[test]
fn s6_4_orders_that_can_be_taken_back_are_no_other_deed() {
    let mut play = Play::new(&["alone", "us-1 @washington 400 1 9", "cs-1 @richmond 300 1 7"]);
    play.take(US, "move us-1 fredericksburg");
    let orders =
        "6.4 The armies next to it have orders, which can be taken back, or have done something else.";
    says(&play, US, space("manassas"), orders);
    let mut other = Play::new(&["alone", "us-1 @washington 400 1 9", "cs-1 @richmond 300 1 7"]);
    other.take(US, "drill us-1");
    says(&other, US, space("manassas"), "0.9 The armies next to it have done something else this turn.");
}

#[test]
fn s7_3_what_an_order_that_is_begun_cannot_name() {
    let mut play = Play::new(&["cs-1 @manassas 300 1 7"]);
    play.take(CS, "rail cs-2");
    says(&play, CS, space("washington"), "7.3 Trains go to cities of your own only.");
    says(&play, CS, space("front-royal"), "7.3 The army is there.");
    play.all(CS, "back, retreat cs-1, to richmond, retreat cs-1");
    says(&play, CS, space("richmond"), "9.11 The list names it already.");
    says(&play, CS, space("washington"), "9.11 Armies retreat to cities of their own side only.");
    says(
        &play,
        CS,
        space("mobile"),
        "9.11 It is no neighbour of Manassas, nor of where the army is ordered to.",
    );
}

#[test]
fn s12_one_ship_is_no_plural() {
    let mut play = Play::new(&["events=true", "us-fleet @philadelphia WWWWWWWWW"]);
    play.luck("a random event", &[Yes, No, Yes, No]).seal();
    assert_eq!(play.us().fleet.unwrap().ships(), 10);
    let told = play.events.iter().find(|event| event.citation.as_deref() == Some("12.5")).unwrap();
    assert_eq!(told.text, "The Union is given 1 wooden ship.");
}

#[test]
fn s8_2_an_army_that_grows_by_joining_is_told_so() {
    let mut play = Play::new(&["us-2 @washington 280 0 9"]);
    play.take(US, "join washington").seal();
    let grown = play.events.iter().find(|event| event.text.contains("grows from")).unwrap();
    assert_eq!(
        (grown.citation.as_deref(), grown.text.contains("68,000")),
        (Some("8.2"), true),
        "{}",
        grown.text
    );
    let luck = [("the Union can recruit", &[No, No, Yes] as &[_])];
    let mut other = Play::with(&[], &luck);
    other.take(US, "recruit cincinnati").luck("unused", &[Face(1)]).seal();
    let grown = other.events.iter().find(|event| event.text.contains("grows from")).unwrap();
    assert_eq!(grown.citation.as_deref(), Some("4.8"));
}

/// What is said of a choice, each line with its citation.
fn consequences_told(play: &Play, seat: Seat, id: &str) -> Vec<String> {
    let word = |line: Line| format!("{} {}", line.citation.unwrap_or_default(), line.text);
    consequences(play, seat, id).into_iter().map(word).collect()
}

#[test]
fn s9_3_details_count_the_supply_of_a_march_and_of_its_battles() {
    let march = |supply: u8| {
        let army = format!("us-1 @washington 400 1 {supply}");
        let play = Play::new(&[&army, "cs-1 @manassas 300 1 7", "cs-5 @manassas 50 1 7"]);
        let mut lines = consequences_told(&play, US, "move us-1 manassas");
        lines.truncate(lines.iter().position(|line| line.starts_with("9.8")).unwrap());
        lines
    };
    let uses = "9.3 The army uses up 1 supply before any battle.";
    let each = "10.22 Each battle costs 1 supply more.";
    let none = "10.6 If it fights it has no supply: half its strength.";
    let later = "10.6 From battle 2 on it has no supply, unless it captures some: half its strength.";
    assert_eq!(march(3), [uses, each]);
    assert_eq!(march(2), [uses, each, later]);
    assert_eq!(march(1), [uses, each, none]);
    assert_eq!(march(0), ["9.3 The army has no supply to use up.", each, none]);
    let play = Play::new(&["us-1 @washington 400 1 0"]);
    let lines = consequences_told(&play, US, "move us-1 harpers-ferry");
    let finds = "9.8 If it enters the city it finds 1 supply there, and more with luck.";
    assert_eq!(lines, ["9.3 The army has no supply to use up.", none, finds]);
}

#[test]
fn s9_9_details_count_the_points_of_a_capital() {
    let changes = ["cs-1 @norfolk 300 1 7", "us-1 @manassas 400 1 9", "manassas us"];
    let mut play = Play::new(&changes);
    let last = |play: &Play, to: &str| consequences_told(play, US, &format!("move us-1 {to}")).pop().unwrap();
    assert_eq!(
        last(&play, "richmond"),
        "9.9 If nobody comes to defend it, Richmond is taken: 25 points, and 100 for the capital; the enemy loses 100."
    );
    assert_eq!(
        last(&play, "fredericksburg"),
        "9.9 If nobody comes to defend it, Fredericksburg is taken: 5 points."
    );
    // That it is moved this turn the Union can't know.
    play.edit("cash-cs 500").all(CS, "capital, to atlanta");
    assert!(last(&play, "richmond").contains("100 for the capital"));
}

#[test]
fn s18_2_5_details_say_when_fleets_act_and_who_attacks() {
    let play = Play::new(&["us-fleet @norfolk IWW", "cs-fleet @mobile W"]);
    let meets = "5.7 If the enemy's fleet lies there it is attacked. If both arrive, the one with fewer ships attacks; \
                 of equal ones a lot says which.";
    assert_eq!(consequences_told(&play, US, "sail mobile"), [meets]);
    assert_eq!(consequences_told(&play, CS, "raid"), [meets]);
    let bombards = "18.2.5 Carried out when the sheets are open, after all sailings and before the trains.";
    assert_eq!(consequences_told(&play, US, "bombard"), [bombards]);
}

#[test]
fn s13_9_details_say_what_playing_on_does_to_each_condition() {
    let words = |changes: &[&str]| {
        let mut play = Play::new(&[&["play-on=true"], changes].concat());
        play.seal();
        consequences_told(&play, US, "play-on").remove(0)
    };
    assert_eq!(words(&["year=1865", "month=1"]), "13.9 The end date is a year later.");
    let ratio = ["alone", "us-1 @washington 301 1 9", "cs-1 @richmond 100 1 9"];
    assert_eq!(words(&ratio), "13.9 The enemy's men are needed once more.");
    let mut capital = Play::new(&["play-on=true", "cs-1 off", "us-1 @manassas 400 1 9", "manassas us"]);
    capital.take(US, "move us-1 richmond").seal();
    let told = consequences_told(&capital, US, "play-on");
    assert_eq!(told, ["13.9 From now on a lost capital doesn't end the war."]);
}

#[test]
fn s7_5_an_army_on_a_train_is_told_of_there() {
    let mut play = Play::new(&[]);
    play.all(US, "rail us-4, to harpers-ferry");
    let lines = told(&play, US, unit("us-4"));
    assert!(
        lines[0].starts_with("7.5 ")
            && lines[0].ends_with("10,000 men on the train from St. Louis to Harpers Ferry.")
    );
    assert!(told(&play, CS, unit("us-4"))[0].ends_with("10,000 men in St. Louis."), "the enemy can't know");
    let panels = play.game.view(Some(US)).panels;
    let supply = panels.into_iter().find(|panel| panel.id == "supply").unwrap();
    assert!(supply.rows.iter().any(|row| row.note == "10,000 men, by train to Harpers Ferry"), "{supply:?}");
}

#[test]
fn s7_1_to_7_3_it_is_said_why_an_army_can_take_no_train() {
    let mut play = Play::new(&["us-1 @washington 601 1 9"]);
    says(&play, US, unit("us-1"), "7.2 No train for it: yours take 60,000 men at most.");
    let none = |play: &Play, id: &str| told(play, US, unit(id)).iter().all(|line| !line.contains("No train"));
    assert!(none(&play, "us-4") && none(&play, "cs-4"));
    play.all(US, "rail us-4, to harpers-ferry");
    says(&play, US, unit("us-2"), "7.1 No train for it: your railroad has its one army of the turn.");
    assert!(none(&play, "us-4"), "it has one");
    let mut cut = Play::new(&[]);
    cut.edit("owner-harrisburg none");
    says(&cut, US, unit("us-1"), "7.3 No train for it: its city isn't part of an own chain of three.");
    let mut row = Play::new(&["alone", "us-1 @washington 400 1 9", "cs-1 @richmond 300 1 7"]);
    assert!(none(&row, "us-1"));
    row.take(US, "move us-1 baltimore");
    assert!(none(&row, "us-1"), "who marches isn't asked");
}

#[test]
fn s8_1_details_say_who_digs_and_that_he_loses_his_order() {
    let mut play = Play::new(&["us-7 @washington 50 1 5"]);
    play.edit("cash-us 400").take(US, "move us-1 manassas");
    let digs = |name: &str| format!("8.1 The fort is level 2 at once; {name}'s army does nothing else.");
    assert_eq!(
        consequences_told(&play, US, "fortify washington"),
        [digs("Banks")],
        "who is ready goes before"
    );
    play.take(US, "drill us-7");
    let order = "8.1 Its order to march to Manassas is struck out.".to_owned();
    assert_eq!(consequences_told(&play, US, "fortify washington"), [digs("McDowell"), order]);
    play.take(US, "fortify washington");
    assert_eq!(play.army("us-1").turn, cw_strategy::state::Turn::Spent);
}

#[test]
fn s8_2_details_say_who_joins_and_who_is_left() {
    let three = ["us-1 @washington 1200 1 9", "us-2 @washington 51 3 3", "us-3 @washington 50 1 1"];
    let mut play = Play::new(&three);
    let best = if play.army("us-3").rating > play.army("us-1").rating { "Fremont" } else { "McDowell" };
    let joins =
        format!("8.2 One army of 125,000 men under {best}, which does nothing else: McDowell, Fremont.");
    let left = "8.2 With these they would be more than 125,000 men: McClellan.".to_owned();
    assert_eq!(consequences_told(&play, US, "join washington"), [joins, left]);
    // Who isn't ready isn't asked.
    play.take(US, "drill us-2");
    assert_eq!(consequences_told(&play, US, "join washington").len(), 1);
}

#[test]
fn s13_4_cities_that_do_not_win_are_only_counted() {
    let note = |option: &str| {
        let panels = Play::new(&[option]).game.view(None).panels;
        panels.into_iter().find(|panel| panel.id == "standing").unwrap().rows[0].note.clone()
    };
    assert_eq!(note("end-cities=true"), "11 of the 32 cities that win");
    assert_eq!(note("end-cities=false"), "11 cities");
}

#[test]
fn s18_1_after_the_war_the_ratings_of_all_leaders_are_shown() {
    let unknown = |play: &Play| {
        let report = play.game.view(Some(US)).reports.into_iter().find(|report| report.id == "leaders");
        format!("{:?}", report.unwrap().body).matches("Text(\"?\")").count()
    };
    let mut play = Play::new(&["vary=true", "year=1865", "month=1"]);
    assert_eq!(unknown(&play), 20);
    play.seal();
    assert!(play.outcome().is_some());
    assert_eq!(unknown(&play), 0);
}

#[test]
fn s8_2_it_is_said_why_armies_of_a_city_do_not_join() {
    // Without money nothing else can be done in Jacksonville.
    let why = |size: u16| {
        let armies = [format!("cs-5 @jacksonville {size} 0 5"), "cs-6 @jacksonville 50 0 5".to_owned()];
        let mut play =
            Play::new(&["alone", "us-1 @washington 400 1 9", "jacksonville cs 2", &armies[0], &armies[1]]);
        play.edit("cash-cs 0");
        (play.lists(CS, "join jacksonville"), told(&play, CS, space("jacksonville")))
    };
    let reason = "8.2 The armies there can't join: at most 125,000 men together do.".to_owned();
    let (joins, lines) = why(1201);
    assert!(!joins && lines.contains(&reason), "{lines:#?}");
    let (joins, lines) = why(1200);
    assert!(joins && !lines.contains(&reason), "{lines:#?}");
}
