//! §9 and §5.2: supply, attrition, replacements, leaders.

use crate::rules::position::*;

fn quarter(units: &[&str], facts: &[(&str, i32)]) -> Play {
    Play::quarter(units, facts)
}

#[test]
fn s9_2_supply_runs_along_held_railroads_and_to_hexes_beside_them() {
    let units =
        ["us-a infantry 3 @0403", "us-b infantry 3 @0303", "us-c infantry 3 @0505", "cs-a infantry 2 @0605"];
    let play = quarter(&units, &[]);
    assert_eq!((play.strength("us-a"), play.strength("us-b")), (3, 3));
    assert_eq!(play.strength("us-c"), 2, "9.3: nothing reaches it, and one doesn't forage abroad");
}

#[test]
fn s9_3_who_starves_loses_his_step_by_place() {
    for (first, second) in [("0305", "0505"), ("0505", "0305")] {
        let (first, second) = (format!("us-a infantry 3 @{first}"), format!("us-b infantry 3 @{second}"));
        let play = quarter(&[&first, &second, "us-c infantry 3 @0403", "cs-a infantry 2 @0605"], &[]);
        assert_eq!(play.places_of(CS, "loses a step"), ["0305", "0505"], "not in the order of the roster");
    }
}

#[test]
fn s9_2_sea_supply_is_cut_by_an_enemy_port_on_the_way() {
    let units = ["us-a infantry 3 @0605", "cs-a infantry 2 @0405"];
    assert_eq!(quarter(&units, &[]).strength("us-a"), 3, "Yorktown lies on the bay");
    // Aquia Landing up a lane from Yorktown instead of the bay: vacant, Yorktown cuts it off.
    let map = Play::map("a = \"0503\"\nb = \"bay\"", "a = \"0503\"\nb = \"0605\"");
    for (there, left) in [("us-b infantry 1 @0605", 3), ("us-b infantry 1 @0501", 2)] {
        let units = ["us-a infantry 3 @0503", there, "cs-a infantry 2 @0405"];
        let play = Play::on(&map, &units, &[]).pass_quarter();
        assert_eq!(play.strength("us-a"), left, "{there}");
    }
}

#[test]
fn s9_2_no_confederate_supply_north_of_the_potomac() {
    // Washington lies beside Manassas, which is on the Confederate line, and a bridge joins them.
    for (there, left) in [("cs-a infantry 3 @0403", 3), ("cs-a infantry 3 @0402", 2)] {
        let units = [there, "us-a infantry 2 @0501"];
        assert_eq!(quarter(&units, &[]).strength("cs-a"), left, "{there}");
    }
}

#[test]
fn s9_0_a_raider_who_starves_has_cut_the_line_all_the_same() {
    // Three behind Richmond are one too many for the land.
    let south = ["cs-a infantry 2 @0304", "cs-b infantry 2 @0304", "cs-c infantry 2 @0304"];
    let with = |more: &[&str]| quarter(&[&south[..], &["us-a infantry 2 @0501"], more].concat(), &[]);
    assert_eq!(with(&[]).next_decision().1, "replacements", "the railroad feeds them");
    let mut play = with(&["us-r infantry 1 @0405"]);
    assert_eq!(play.next_decision(), (CS, "forage".to_owned()));
    assert_eq!(play.at("us-r"), "off", "nobody feeds him");
    play.take(CS, "starve cs-a");
    assert_eq!((play.strength("cs-a"), play.strength("cs-b"), play.strength("cs-c")), (1, 2, 2));
}

#[test]
fn s9_31_a_raider_who_starves_has_barred_the_command_all_the_same() {
    // Three in 0105 are one too many for the land; 0205 alone lies between them and their leader.
    let valley = ["cs-a infantry 2 @0105", "cs-b infantry 2 @0105", "cs-c infantry 2 @0105"];
    let more = ["cs-l leader 4 c2 f1 s1 3 @0305", "us-a infantry 2 @0501"];
    let with = |raider: &[&str]| quarter(&[&valley[..], &more, raider].concat(), &[]);
    let play = with(&[]);
    assert_eq!((play.next_decision(), play.lists(CS, "feed cs-l")), ((CS, "leader-supply".to_owned()), true));
    let play = with(&["us-r infantry 1 @0205"]);
    assert_eq!(play.next_decision(), (CS, "forage".to_owned()), "when leaders supplied he was still there");
    assert_eq!(play.at("us-r"), "off");
}

#[test]
fn s2_6_the_valley_pike_serves_the_confederacy_in_the_unions_valley_too() {
    // The pike ends in 0104, made the Union's home as Martinsburg is; three stand beside that hex and no other of it.
    let map = Play::map("through = \"0203 0204 0205\"", "through = \"0104 0205 0305 0405\"");
    let home = "[[hex]]\nid = \"0104\"\nfeatures = [\"us-home\"]\n\n[[hex]]\nid = \"0203\"";
    let map = map.replacen("[[hex]]\nid = \"0203\"", home, 1);
    let beside =
        ["cs-a infantry 3 @0103", "cs-b infantry 2 @0103", "cs-c infantry 2 @0103", "us-a infantry 2 @0501"];
    let asked = |more: &[&str]| {
        let mut play = Play::on(&map, &[&beside[..], more].concat(), &[]);
        play.all(US, "bid 0").all(CS, "bid 0");
        play.next_decision().1
    };
    assert_eq!(asked(&[]), "leader-supply", "vacant it is the Union's");
    assert_eq!(asked(&["cs-m infantry 2 @0104"]), "replacements", "held it is on the line");
}

#[test]
fn s9_4_two_live_off_the_land_at_home_and_the_owner_says_who_does_not() {
    // The railroad runs from 0406 by 0404; the west is out of supply.
    let units =
        ["cs-a infantry 3 @0103", "cs-b infantry 2 @0103", "cs-c infantry 2 @0103", "us-a infantry 2 @0501"];
    let mut play = quarter(&units, &[]);
    assert_eq!(play.next_decision(), (CS, "forage".to_owned()));
    play.take(CS, "starve cs-a");
    assert_eq!((play.strength("cs-a"), play.strength("cs-b"), play.strength("cs-c")), (2, 2, 2));
    let play = quarter(&[units[0], units[1], units[3]], &[]);
    assert_eq!(play.next_decision().1, "replacements");
    let winter = quarter(&[units[0], units[1], units[3]], &[("quarter", 4)]);
    assert_eq!(winter.next_decision(), (CS, "forage".to_owned()), "in mud only one does");
}

#[test]
fn s9_31_a_leader_supplies_his_command_for_a_step() {
    let units = [
        "us-l leader 4 c1 f1 s1 3 @0505",
        "us-a infantry 1 @0505",
        "us-b infantry 2 @0505",
        "us-c infantry 2 @0504",
        "us-d infantry 2 @0303",
        "cs-a infantry 2 @0405",
    ];
    let mut play = quarter(&units, &[]);
    assert_eq!(play.next_decision(), (US, "leader-supply".to_owned()));
    play.take(US, "feed us-l");
    assert_eq!(play.ids(US), ["end-feeding"], "us-d is out of his command");
    play.take(US, "end-feeding");
    let left = ["us-l", "us-a", "us-b", "us-c", "us-d"].map(|unit| play.strength(unit));
    assert_eq!(left, [2, 1, 2, 2, 1], "his own hex, and the hexes around");
}

#[test]
fn s9_4_a_forest_or_marsh_feeds_one_less_and_a_town_one_more() {
    let division = |number: usize, hex: &str| format!("cs-{number} infantry 2 @{hex}");
    // Open country, forest, beside a marsh, Winchester; in spring and in winter.
    for (hex, spring, winter) in [("0103", 2, 1), ("0204", 1, 0), ("0606", 1, 0), ("0203", 3, 2)] {
        for (quarter, fed) in [(1, spring), (4, winter)] {
            for hungry in [fed, fed + 1] {
                let mut units: Vec<String> = (0..hungry).map(|number| division(number, hex)).collect();
                units.extend(["us-a infantry 2 @0501".to_owned(), "cs-z infantry 2 @0405".to_owned()]);
                let units: Vec<&str> = units.iter().map(String::as_str).collect();
                let play = Play::quarter(&units, &[("quarter", quarter)]);
                let starves = hungry > 0 && (play.next_decision().1 == "forage" || play.strength("cs-0") < 2);
                assert_eq!(starves, hungry > fed, "{hungry} at {hex}, quarter {quarter}");
            }
        }
    }
}

#[test]
fn s9_51_steps_cost_one_leaders_two_and_four_points_fit_into_a_hex() {
    let units = [
        "us-s supreme 4 f1 s1 1 @0402",
        "us-a infantry 1 @0402",
        "us-b infantry 1 @0402",
        "us-l leader 2 c1 f1 s1 1 @0101",
        "cs-a infantry 2 @0405",
    ];
    let mut play = quarter(&units, &[]);
    let left = |play: &Play| play.game.decisions()[0].prompt.clone();
    play.take(US, "step us-s");
    assert!(left(&play).contains("22 left"), "in the capital: {}", left(&play));
    play.all(US, "step us-a, step us-a");
    assert!(!play.lists(US, "step us-b"), "four points went to Washington");
    play.take(US, "step us-l");
    assert!(left(&play).contains("18 left"));
    assert_eq!(play.strength("us-a"), 1, "the plans are carried out together");
    play.take(US, "end-replacements");
    play.take(CS, "end-replacements");
    assert_eq!((play.strength("us-s"), play.strength("us-a"), play.strength("us-l")), (2, 3, 2));
}

#[test]
fn s9_52_cadres_come_to_supplied_major_towns_one_a_place() {
    let units =
        ["cs-a infantry 2 @0405", "cs-p infantry", "cs-q cavalry", "us-a infantry 2 @0501", "us-p garrison"];
    let mut play = quarter(&units, &[]);
    play.take(CS, "raise cs-p");
    let places = ["cadre cs-p 0404", "cadre cs-p 0405", "cadre cs-p 0406", "cancel"];
    assert_eq!(play.ids(CS), places, "Winchester has no supply");
    play.all(CS, "cancel, raise cs-q, cancel, raise cs-p, cadre cs-p 0405");
    play.take(CS, "raise cs-q");
    assert!(!play.lists(CS, "cadre cs-q 0405") && play.lists(CS, "cadre cs-q 0404"));
    play.take(CS, "cancel");
    play.take(US, "raise us-p");
    assert!(play.lists(US, "cadre us-p 0706"), "Fort Monroe, by sea");
    play.take(US, "cancel");
    play.take(CS, "end-replacements");
    play.take(US, "end-replacements");
    assert_eq!((play.at("cs-p"), play.strength("cs-p")), ("0405".to_owned(), 1));
}

#[test]
fn s5_2_a_leader_is_changed_on_seven_with_the_position_on_the_track() {
    for (dice, changed) in [([3, 4], false), ([4, 4], true)] {
        // After the quarter's point the Union is one behind: +1 for it.
        let units = ["us-l leader 4 c1 f1 s1 3 @0402", "us-m leader 4 c1 f2 s1", "cs-a infantry 2 @0405"];
        let mut play = quarter(&units, &[("victory", 2)]);
        play.take(US, "end-replacements");
        play.roll(&dice);
        play.take(CS, "end-replacements");
        assert_eq!(play.lists(US, "replace us-l"), changed, "{dice:?}");
        if changed {
            play.take(US, "replace us-l");
        }
        // The Union is ahead by one: -1.
        assert_eq!(play.at("us-m") == "0402", changed, "{dice:?}");
        if changed {
            assert_eq!((play.strength("us-m"), play.at("us-l").as_str()), (3, "off"));
        }
    }
}

#[test]
fn s5_2_of_several_minor_leaders_the_owner_chooses_who_goes() {
    let units = [
        "us-l leader 3 c1 f1 s1 3 @0402",
        "us-n leader 2 c1 f1 s1 2 @0101",
        "us-m leader 2 c1 f2 s1",
        "cs-a infantry 2 @0405",
    ];
    let mut play = quarter(&units, &[]);
    play.take(US, "end-replacements");
    play.roll(&[6, 6]);
    play.take(CS, "end-replacements");
    assert_eq!(play.next_decision(), (US, "replace-leader".to_owned()));
    play.take(US, "replace us-l");
    assert_eq!((play.at("us-m"), play.strength("us-m")), ("0402".to_owned(), 2), "he has no third step");
}

#[test]
fn s9_4_woods_feed_one_and_nobody_in_mud() {
    let units = ["cs-a infantry 2 @0204", "cs-b infantry 2 @0204", "us-a infantry 2 @0501"];
    let mut play = quarter(&units, &[]);
    assert_eq!(play.next_decision(), (CS, "forage".to_owned()));
    play.take(CS, "starve cs-a");
    assert_eq!((play.strength("cs-a"), play.strength("cs-b")), (1, 2));
    let winter = quarter(&units, &[("quarter", 4)]);
    assert_eq!((winter.strength("cs-a"), winter.strength("cs-b")), (1, 1), "nobody is asked");
}

#[test]
fn s9_4_a_town_feeds_one_more_and_of_those_too_many_each_is_chosen() {
    let winchester =
        ["cs-a infantry 2 @0203", "cs-b infantry 2 @0203", "cs-c infantry 2 @0203", "us-a infantry 2 @0501"];
    assert_eq!(quarter(&winchester, &[]).next_decision().1, "replacements", "three live there");
    let units = winchester.map(|unit| unit.replace("@0203", "@0103"));
    let mut play = quarter(&units.each_ref().map(String::as_str), &[("quarter", 4)]);
    play.take(CS, "starve cs-a");
    assert_eq!(play.next_decision(), (CS, "forage".to_owned()), "in mud one of three is fed");
    play.take(CS, "starve cs-b");
    assert_eq!((play.strength("cs-a"), play.strength("cs-b"), play.strength("cs-c")), (1, 1, 2));
}

#[test]
fn s9_31_a_leader_at_his_last_step_supplies_nobody() {
    let units = ["us-l leader 4 c1 f1 s1 1 @0505", "us-a infantry 2 @0505", "cs-a infantry 2 @0203"];
    let play = quarter(&units, &[]);
    assert_eq!((play.at("us-l"), play.strength("us-a")), ("off".to_owned(), 1));
}
