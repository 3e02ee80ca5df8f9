//! §4.1.4, §10, §17: Border States, garrisons, works and what a state allows.

use us_civil_war::Side::{self, Cs, Us};
use us_civil_war::State;
use us_civil_war::stacks::Detachment;

use muster_contract::{Attribute, Value};

use crate::rules::battlefield::{self, Field};
use crate::rules::position::*;

#[track_caller]
fn march(first: Side, lines: &[&str]) -> Play {
    let initiative = if first == Us { [6, 3] } else { [3, 6] };
    Play::from(&battlefield::position(lines), Arranged::else_on(3).with("Initiative", &initiative))
}

/// §17.2.4, B11: a garrison that has fled stays away until the Union's phase begins, though the Confederates have gone on.
#[test]
fn s17_2_4_a_garrison_is_back_when_the_unions_phase_begins() {
    let mut play = march(Cs, &["0304 PA town objective", "cs 6 @0303", "cs-lee 3* 2/4 @0303"]);
    play.all(CS, "activate cs-lee, drop 2, to 0304, to 0305, halt");
    let town = play.state().world.find("0304").unwrap();
    assert!(play.state().controls(Us, town) && !play.state().has_garrison(town));
    play.all(CS, "activate cs-0303, drop 1, to 0304");
    assert_eq!(play.next_decision(), (CS, "march".to_owned()), "nobody is there to fight");
    play.all(CS, "to 0305, halt, end-actions");
    play.until("action");
    assert!(play.state().has_garrison(town));
}

/// §17.2.4: so is one whose hex the Union takes back; nobody comes back to where Confederates stand.
#[test]
fn s17_2_4_a_garrison_stays_away_from_confederates_and_comes_back_with_the_union() {
    let lines = ["0304 PA town objective", "cs 4 @0303", "cs-lee 3* 2/4 @0303"];
    let mut play = march(Cs, &lines);
    play.all(CS, "activate cs-lee, to 0304, halt, end-actions");
    play.until("action");
    let town = play.state().world.find("0304").unwrap();
    assert!(!play.state().has_garrison(town) && play.state().spot(town).fled);
    let mut field = Field::of(&[&lines[..1], &["us 2 @0303"]].concat());
    field.game.spot_mut(town).fled = true;
    field.march(Us, "0303", 2, &[], "0304");
    field.run(|game, resolution| game.move_in(resolution));
    assert!(field.game.has_garrison(town));
}

/// A field on which Kentucky is neutral: a hex of it beside others of Virginia.
#[track_caller]
fn border() -> Field {
    let lines =
        ["0305 KY kentucky", "us 6 @0303", "us-grant 3* 1/1 @0303", "cs 2 @0304", "cs-lee 3* 2/4 @0304"];
    let mut position = battlefield::position(&lines);
    let neutral = Value::Text("neutral".to_owned());
    position.setup.facts.push(Attribute { name: "kentucky".to_owned(), value: neutral });
    let field = Field::at(&position);
    assert_eq!(field.game.state_of(State::Kentucky), None);
    field
}

/// §17.1.3: whoever comes into neutral Kentucky invades it, also to avoid battle.
#[test]
fn s17_1_3_who_avoids_battle_into_kentucky_invades_it() {
    let mut field = border();
    field.march(Us, "0303", 6, &["us-grant"], "0304");
    let to = field.space("0305");
    field.run(|game, resolution| game.avoid(to, resolution));
    assert_eq!(field.game.state_of(State::Kentucky), Some(Us));
}

/// §17.1.3, C76: who is bound to enter it is the invader, not those who meet him there.
#[test]
fn s17_1_3_who_is_intercepted_in_kentucky_has_invaded_it() {
    let mut field = border();
    field.march(Cs, "0304", 2, &["cs-lee"], "0305");
    let from = field.space("0303");
    let generals = vec![field.general("us-grant")];
    field.run(|game, resolution| game.intercept(&Detachment { from, sps: 6, generals }, resolution));
    assert_eq!(field.game.state_of(State::Kentucky), Some(Us));
}

/// §17.1.3, §17.1.4, C46: the invader has a marker in the town that he stands in at that moment, and keeps it as he goes on.
#[test]
fn s17_1_4_the_invaders_stack_leaves_a_marker_in_its_town() {
    let mut position = changed("us-civil-war-1861", &[]);
    clear(&mut position, "cs", "2616");
    put(&mut position, "cs", "sp", "2616", &[("strength", 2)]);
    let mut play = Play::from(&position, Arranged::else_on(3).with("Initiative", &[1, 5]));
    play.until("action");
    play.all(CS, "activate cs-2616, to 2516");
    assert_eq!(play.state().state_of(State::Kentucky), Some(Us));
    let columbus = play.state().world.find("2516").unwrap();
    assert_eq!(play.state().spot(columbus).marker, Some(Cs));
}

/// §S1.3: nothing is built in New Madrid while Kentucky is neutral.
#[test]
fn s1_3_no_fort_is_begun_in_new_madrid_while_kentucky_is_neutral() {
    for (holder, open) in [("neutral", false), ("us", true)] {
        let facts = [
            ("turn", Value::Number(2)),
            ("kentucky", Value::Text(holder.to_owned())),
            ("benchmarks", no_benchmark(2)),
        ];
        let mut play = Play::from(
            &changed("us-civil-war", &facts),
            Arranged::else_on(3).with("Initiative", &[5, 3].repeat(20)),
        );
        play.until("free-fort");
        assert_eq!(play.lists(US, "free-fort 2515"), open, "{holder}");
    }
}

/// §4.1.4, §7.6: the SP that is lost is not the last one of a General while there are others.
#[test]
fn s4_1_4_no_general_is_left_alone_for_not_going_on_to_richmond() {
    let mut position = changed("us-civil-war-1862", &[]);
    let banks = position.roster.iter_mut().find(|unit| unit.id == "us-banks").unwrap();
    banks.place = Some(muster_sdk::place("1448"));
    let mut play = Play::from(&position, Arranged::else_on(3).with("Initiative", &[6, 2]));
    play.take(US, "end-actions");
    assert_eq!((play.next_decision(), play.sps(Us, "1448")), ((US, "sacrifice".to_owned()), 1));
    assert!(!play.lists(US, "sacrifice 1448") && play.lists(US, "sacrifice 1647"));
}

/// §10.1.2, §2.1.2: a hex with a border running through it lies in both states: who has one of them digs there.
#[test]
fn s10_1_2_a_border_runs_through_the_hex() {
    for (states, digs) in [("VA", false), ("VA MD", true), ("MD", true)] {
        let play = march(Us, &[&format!("0303 {states}"), "us 2 @0303"]);
        assert_eq!(play.lists(US, "entrench 0303"), digs, "{states}");
    }
}

/// §17.1.2: what the Confederacy controls of West Virginia's towns counts as Virginia's too, and it digs there; not in the country between.
#[test]
fn s17_1_2_the_confederacy_digs_in_its_towns_of_west_virginia() {
    for (at, digs) in [("WV town", true), ("WV", false)] {
        let mut position = battlefield::position(&[&format!("0303 {at}"), "cs 2 @0303"]);
        let union = Value::Text("us".to_owned());
        position.setup.facts.push(Attribute { name: "west-virginia".to_owned(), value: union });
        let play = Play::from(&position, Arranged::else_on(3).with("Initiative", &[3, 6]));
        assert_eq!(play.state().state_of(State::WestVirginia), Some(Us));
        assert_eq!(play.lists(CS, "entrench 0303"), digs, "{at}");
    }
}

/// §10.2.2, §17.2.4: a Fort that Confederates are building is alone with the garrison once that is back.
#[test]
fn s10_2_2_a_garrison_that_comes_back_removes_the_fort_that_is_being_built() {
    let mut position =
        battlefield::position(&["0304 PA town objective", "cs control @0304", "cs fort 1 @0304"]);
    let fort = position.roster.iter_mut().find(|unit| unit.kind == "fort").unwrap();
    fort.attributes.push(Attribute { name: "begun".to_owned(), value: Value::Flag(true) });
    let mut play = Play::from(&position, Arranged::else_on(3).with("Initiative", &[6, 3, 6, 3]));
    let town = play.state().world.find("0304").unwrap();
    assert!(play.state().has_garrison(town) && play.state().spot(town).begun.is_none());
    play.all(US, "end-actions");
    play.until("action");
    play.all(CS, "end-actions");
    play.until("action");
    assert!(play.state().controls(Us, town) && play.state().fort(town).is_none());
}

/// §17.2.4, §13.6.3: the garrison is back as soon as Confederates in a Northern Objective Hex have surrendered.
#[test]
fn s17_2_4_a_garrison_is_back_when_confederates_surrender() {
    let lines = [
        "0304 PA town objective",
        "cs 4 @0303",
        "cs-lee 3* 2/0 @0303",
        "us 1 @0305",
        "us 1 @0203",
        "us 1 @0204",
        "us 1 @0403",
        "us 1 @0404",
    ];
    let dice = Arranged::else_on(3).with("Initiative", &[6, 3, 3, 6]).with("Surrender of", &[1]);
    let mut play = Play::from(&battlefield::position(&lines), dice);
    play.take(US, "end-actions");
    play.until("action");
    play.all(CS, "activate cs-lee, to 0304, halt");
    let town = play.state().world.find("0304").unwrap();
    assert!(play.state().spot(town).fled && play.state().supply(Cs).is_isolated(town));
    play.take(CS, "end-actions");
    play.until("action");
    assert_eq!((play.next_decision().0, play.sps(Cs, "0304")), (CS, 0), "{}", play.told());
    assert!(play.state().has_garrison(town), "before the Union's phase");
}

/// §17.2.4, §11.2.4: a beaten garrison is gone, and the General whose last SP that has cost may stay; once it is back he leaves (§7.6).
#[test]
fn s17_2_4_a_beaten_garrison_is_gone_and_drives_lone_generals_away_when_it_is_back() {
    let lines = ["0304 PA town objective", "cs 1 @0303", "cs-lee 3* 4/4 @0303", "us 1 @0304", "us 2 @0808"];
    let dice = Arranged::else_on(6).with("Initiative", &[3, 6, 3, 6]);
    let mut play = Play::from(&battlefield::position(&lines), dice);
    play.all(CS, "activate cs-lee, to 0304, attack");
    assert_eq!(play.next_decision(), (CS, "victors".to_owned()));
    play.take(CS, "keep-generals");
    assert_eq!(play.stands("cs-lee"), "0304");
    play.take(CS, "end-actions");
    play.until("action");
    assert_eq!((play.next_decision().0, play.stands("cs-lee")), (US, String::new()));
    let town = play.state().world.find("0304").unwrap();
    assert!(play.state().has_garrison(town));
}
