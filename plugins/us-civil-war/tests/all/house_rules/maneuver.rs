//! §22.6: Maneuver Reaction.

use muster_conformance::{rule_text, under_rules};
use muster_contract::{Attribute, OverlayShape, RuleText, Seat, Target, Value};
use muster_sdk::{Native, Saves as _};
use us_civil_war::Side::{Cs, Us};
use us_civil_war::UsCivilWar;
use us_civil_war::state::{Named, Step};
use us_civil_war::world::State;

use crate::house_rules::{MANEUVER, REINFORCING};
use crate::rules::battlefield;
use crate::rules::position::{Arranged, CS, Play, US};

/// Grant goes from 0503 to 0504, and Lee stands behind it in 0505.
const GRANT: [&str; 2] = ["us 6 @0503", "us-grant 3* 3/2 @0503"];
const LEE: [&str; 2] = ["cs 6 @0505", "cs-lee 3* 2/4 @0505"];

/// A field under these rules, where the Union has the first action.
#[track_caller]
fn field(rules: &[&str], lines: &[&[&str]], dice: Arranged) -> Play {
    let mut position = battlefield::position(&lines.concat());
    let neutral = Value::Text("neutral".to_owned());
    position.setup.facts.push(Attribute { name: "kentucky".to_owned(), value: neutral });
    let texts = rules.iter().zip(["one", "two"]).map(|(text, id)| rule_text(id, text, &[]));
    let texts: Vec<RuleText> = texts.collect();
    let position = under_rules(&Native::<UsCivilWar>::new("us-civil-war"), position, &texts);
    Play::from(&position, dice.with("Initiative", &[6, 3]))
}

/// Grant is about to enter 0504, with what else is there.
#[track_caller]
fn race_with(more: &[&str], dice: Arranged) -> Play {
    let mut play = field(&[MANEUVER], &[&GRANT, &LEE, more], dice);
    play.all(US, "activate us-grant, to 0504");
    play
}

fn race(more: &[&str]) -> Play {
    race_with(more, Arranged::else_on(1))
}

/// "0505 0404 +4": what can be tried.
fn maneuvers(play: &Play) -> Vec<String> {
    let state = play.state();
    let id = |space| &state.world.space(space).id;
    let words = |(named, reaction): (Named, us_civil_war::reaction::Reaction)| {
        format!("{} {} {:+}", id(named.from), id(named.to), reaction.modifier)
    };
    let mut all: Vec<String> = state.maneuvers().into_iter().map(words).collect();
    all.sort_unstable();
    // Nothing is listed that can't be tried, and the other way round.
    let seat = play.next_decision().0;
    let mut listed: Vec<String> = play.ids_from(seat, "maneuver");
    listed.sort_unstable();
    let tried: Vec<String> = all.iter().map(|words| format!("maneuver {}", &words[..9])).collect();
    assert_eq!(listed, tried);
    all
}

#[track_caller]
fn why(play: &Play, seat: Seat, space: &str) -> String {
    let first = play.explain(seat, &Target::Space(space.to_owned())).swap_remove(0);
    format!("{} ({})", first.text, first.citation.unwrap_or_default())
}

/// The example: he keeps in contact, hex by hex, and joins the battle in the end.
#[test]
fn s22_6_lee_keeps_up_with_grant_and_then_intercepts() {
    let jackson = ["cs 2 @0303", "cs-jackson 2* 4/3 @0303"];
    let dice = Arranged::else_on(3).with("Maneuver", &[3, 2, 3, 2]).with("Interception", &[4, 4]);
    let mut play = race_with(&jackson, dice);
    assert_eq!(maneuvers(&play), ["0505 0404 +4", "0505 0604 +4"]);
    assert!(play.lists(CS, "intercept 0505"));
    play.all(CS, "maneuver 0505 0404, roll-interceptions");
    assert!(play.says("Maneuver from 0505 to 0404, +4"), "{}", play.told());
    assert_eq!(play.state().frames.step(), Step::Send(play.state().world.find("0404").unwrap()));
    play.take(CS, "send-off");
    assert_eq!((play.sps(Cs, "0505"), play.sps(Cs, "0404")), (0, 6));
    assert_eq!(play.stands("cs-lee"), "0404");
    // Nobody fights; Grant is in 0504 and goes on, where Jackson could keep up too.
    assert_eq!(play.next_decision(), (US, "march".to_owned()));
    play.take(US, "to 0403");
    assert_eq!(maneuvers(&play), ["0303 0304 +3", "0303 0402 +3", "0404 0304 +4"], "not back to 0504");
    assert!(play.lists(CS, "intercept 0303") && play.lists(CS, "intercept 0404"));
    play.all(CS, "maneuver 0404 0304, roll-interceptions, send-off").take(US, "to 0303");
    assert_eq!(maneuvers(&play), ["0304 0203 +4"]);
    play.all(CS, "intercept 0304, roll-interceptions, send-off");
    assert_eq!((play.sps(Cs, "0303"), play.stands("cs-lee")), (8, "0303".to_owned()));
    assert_eq!(play.next_decision(), (US, "battle".to_owned()));
}

/// §9.2.2: whoever has maneuvered to a space doesn't go on with those who stood there, and they don't fetch him.
#[test]
fn s22_6_who_has_maneuvered_goes_no_farther() {
    let hill = ["cs 2 @0604", "cs-hill 2* 1/1 @0604"];
    let at = |play: &Play| ["0504", "0505", "0603", "0604"].map(|id| play.sps(Cs, id));
    let begin = |named: &str| {
        let mut play = race_with(&hill, Arranged::else_on(6));
        play.all(CS, named).take(CS, "roll-interceptions");
        play
    };
    let mut play = begin("maneuver 0505 0604, intercept 0604");
    play.take(CS, "send-off");
    assert_eq!(at(&play), [0, 0, 0, 8]);
    assert_eq!(play.next_decision(), (CS, "send".to_owned()), "Hill's two, with him");
    assert!(
        !play.lists(CS, "send-general cs-lee") && play.ids_from(CS, "send ").iter().all(|id| id == "send 1")
    );
    let lee = Target::Unit("cs-lee".to_owned());
    let first = play.explain(CS, &lee).swap_remove(0);
    assert_eq!(first.text, "He has just maneuvered there, and goes no farther.");
    let saved = play.game.save();
    play.game.load_another(UsCivilWar::STATE_SCHEMA, &saved).expect("a save can be loaded");
    let mut wrong = play.state().clone();
    wrong.march.as_mut().unwrap().arrived[0].sps = 9;
    assert!(wrong.validate().unwrap_err().reason.contains("22.6"));
    play.take(CS, "send-off");
    assert_eq!((at(&play), play.stands("cs-lee")), ([2, 0, 0, 6], "0604".to_owned()));
    assert!(play.state().march.as_ref().unwrap().arrived.is_empty());
    // A Maneuver after a Maneuver, and two that change places.
    let mut play = begin("maneuver 0505 0604, maneuver 0604 0603");
    play.all(CS, "send-off, send-off");
    assert_eq!((at(&play), play.stands("cs-hill")), ([0, 0, 2, 6], "0603".to_owned()));
    let mut play = begin("maneuver 0505 0604, maneuver 0604 0505");
    play.all(CS, "send-off, send-off");
    assert_eq!((at(&play), play.stands("cs-hill")), ([0, 2, 0, 6], "0505".to_owned()));
    // Hill may stay behind with Lee's.
    let early = ["cs-early 1* 0/0 @0604"];
    let mut play = race_with(&[&hill[..], &early].concat(), Arranged::else_on(6));
    play.all(CS, "maneuver 0505 0604, intercept 0604, roll-interceptions, send-off, send-general cs-hill");
    play.take(CS, "send-off");
    assert_eq!((at(&play), play.stands("cs-hill")), ([2, 0, 0, 6], "0604".to_owned()));
}

/// §7.2.2: of equals who stay behind their owner says who commands, as after an Interception.
#[test]
fn s22_6_who_stays_has_a_commander_of_his_owners_choice() {
    let more = ["cs-jackson 2* 4/3 @0505", "cs-longstreet 2* 3/4 @0505"];
    let mut play = race_with(&more, Arranged::else_on(6));
    play.all(
        CS,
        "maneuver 0505 0404, roll-interceptions, send-general cs-jackson, send-general cs-longstreet",
    );
    play.take(CS, "send-off");
    assert_eq!((play.sps(Cs, "0505"), play.sps(Cs, "0404")), (1, 5));
    assert_eq!(play.next_decision(), (CS, "lead".to_owned()));
    play.take(CS, "lead cs-longstreet");
    assert_eq!(play.next_decision(), (US, "march".to_owned()));
}

#[test]
fn s22_6_without_the_rule_nobody_maneuvers() {
    let mut play = field(&[REINFORCING], &[&GRANT, &LEE], Arranged::else_on(1));
    play.all(US, "activate us-grant, to 0504");
    assert!(play.ids_from(CS, "maneuver").is_empty() && play.lists(CS, "intercept 0505"));
    assert!(why(&play, CS, "0404").ends_with("(9.2.1)"));
}

#[test]
fn s22_6_the_dice_need_nine_with_the_modifiers_of_an_interception() {
    let fails = race_with(&[], Arranged::else_on(1).with("Maneuver", &[2, 2]));
    let mut play = fails;
    play.all(CS, "maneuver 0505 0404, roll-interceptions");
    assert_eq!((play.sps(Cs, "0505"), play.sps(Cs, "0404")), (6, 0));
    assert_eq!(play.next_decision(), (US, "march".to_owned()), "he stays, and Grant goes on");
    let sides = ["0404/0505 minor-river", "0505/0604 ridge", "cs-stuart 1* 2/2 @0505 cavalry"];
    assert_eq!(maneuvers(&race(&sides)), ["0505 0404 +5", "0505 0604 +4"]);
}

/// §9.2.2: each stack tries one thing for each hex, all are named before any dice, and the hex is named with the stack.
#[test]
fn s22_6_a_general_intercepts_or_maneuvers_and_not_both() {
    let hill = ["cs 2 @0604", "cs-hill 2* 1/1 @0604"];
    let mut play = race(&hill);
    play.take(CS, "maneuver 0505 0404");
    assert!(!play.lists(CS, "intercept 0505") && !play.lists(CS, "maneuver 0505 0604"));
    assert!(play.lists(CS, "intercept 0604") && play.lists(CS, "maneuver 0604 0603"));
    assert!(!play.lists(CS, "no-reaction"), "the dice are thrown");
    play.all(CS, "maneuver 0604 0603, roll-interceptions");
    assert_eq!(play.next_decision().0, US, "both have failed, and nothing more can be tried");
    let mut play = race(&[]);
    play.take(CS, "intercept 0505");
    assert!(play.ids_from(CS, "maneuver").is_empty());
    assert_eq!(why(&play, CS, "0505"), "The stack has been named, for one thing. (9.2.2)");
}

#[test]
fn s22_6_never_to_where_enemies_are_or_reach_who_stand() {
    let at = |line: &str| maneuvers(&race(&[line]));
    let below = ["0505 0604 +4"];
    assert_eq!(at("us 1 @0404"), below, "though Lee has six to one");
    assert_eq!(at("us fort 1 @0404"), below);
    assert_eq!(at("us-meade 2* 1/2 @0404"), below, "a General by himself");
    assert_eq!(at("us 1 @0305"), below, "0404 is in its zone, however weak it is");
    assert_eq!(at("us fort 1 @0305"), below);
    assert_eq!(at("us-meade 2* 1/2 @0305"), ["0505 0404 +4", "0505 0604 +4"], "he has no zone");
    let friends = ["us 1 @0305", "cs 1 @0404"];
    assert_eq!(maneuvers(&race(&friends)).len(), 2, "9.1 D: friends keep the zone out");
    let ours = ["0404 resource", "us control @0404"];
    assert_eq!(maneuvers(&race(&ours)), below, "9.1 C");
    assert_eq!(at("0404/0505 river"), below, "9.1 A");
    assert_eq!(at("0404/0505 impassable"), below, "9.1 B");
    assert_eq!(why(&race(&["us 1 @0404"]), CS, "0404"), "Enemy units are there. (22.6)");
    assert_eq!(
        why(&race(&["us 1 @0305"]), CS, "0404"),
        "It is in the Zone of Influence of enemies who stand. (22.6)"
    );
    assert_eq!(why(&race(&[]), CS, "0503"), "The enemy comes from there. (22.6)");
    assert_eq!(why(&race(&[]), CS, "0506"), "It isn't next to the space that is entered. (22.6)");
}

/// The stack on its way stops nobody; what it has left behind does.
#[test]
fn s22_6_the_zone_of_the_stack_on_its_way_does_not_count() {
    let from = |sps: &str| {
        let force = format!("us {sps} @0403");
        let lines = [force.as_str(), "us-grant 2* 3/2 @0403", "cs 6 @0505", "cs-lee 3* 2/4 @0505"];
        let mut play = field(&[MANEUVER], &[&lines], Arranged::else_on(1));
        play.all(US, "activate us-grant, to 0504");
        maneuvers(&play)
    };
    assert_eq!(from("6"), ["0505 0404 +4", "0505 0604 +4"]);
    assert_eq!(from("7"), ["0505 0604 +4"], "one stays in 0403");
}

#[test]
fn s22_6_a_general_leads_whose_zone_reaches_into_the_hex_that_is_entered() {
    let with = |lee: &[&str]| {
        let mut play = field(&[MANEUVER], &[&GRANT, lee], Arranged::else_on(1));
        play.all(US, "activate us-grant, to 0504");
        if play.next_decision().0 == US { Vec::new() } else { maneuvers(&play) }
    };
    assert!(with(&["cs 6 @0505"]).is_empty(), "no General");
    assert!(with(&["cs 6 @0506", "cs-lee 3* 2/4 @0506"]).is_empty(), "he isn't next to 0504");
    assert!(with(&["cs 6 @0505", "cs-lee 3* 2/4 @0505", "0504/0505 river"]).is_empty());
    assert_eq!(with(&["cs 6 @0505", "cs-lee 3* 2/4 @0505"]).len(), 2);
    // §7.6: by himself he only joins others.
    assert_eq!(with(&["cs-lee 3* 2/4 @0505", "cs 1 @0404"]), ["0505 0404 +4"]);
}

/// §9.2.3, §22.3: as many go as rank allows; friends in the hex are not under attack.
#[test]
fn s22_6_part_of_the_stack_goes_and_friends_do_not_help() {
    let hood = ["cs 3 @0505", "cs-hood 2* 2/0 @0505", "cs-hill 1* 1/0 @0505", "cs 1 @0404"];
    let under = |dice: &[u8]| {
        let arranged = Arranged::else_on(1).with("Maneuver", dice);
        let mut play = field(&[MANEUVER, REINFORCING], &[&GRANT, &hood], arranged);
        play.all(US, "activate us-grant, to 0504");
        play.all(CS, "maneuver 0505 0404, roll-interceptions");
        play
    };
    assert_eq!(under(&[4, 3]).next_decision().0, US, "7 is too few: nobody attacks 0404");
    let mut play = under(&[5, 4]);
    assert_eq!(play.next_decision(), (CS, "send".to_owned()));
    let open = play.game.decisions().into_iter().find(|open| open.kind == "send").unwrap();
    let question = "cs-hood and cs-hill with 3 Confederate SPs: is that who maneuvers to 0404?";
    assert_eq!((&*open.prompt, &*open.citation), (question, "22.6"));
    play.take(CS, "send-general cs-hill");
    assert_eq!(play.ids_from(CS, "send 3"), Vec::<String>::new(), "7.5.3: an SP stays with Hill");
    play.take(CS, "send-off");
    assert_eq!((play.sps(Cs, "0505"), play.sps(Cs, "0404")), (1, 3));
    assert_eq!((play.stands("cs-hood"), play.stands("cs-hill")), ("0404".into(), "0505".into()));
}

/// The note: one move may bring a Maneuver, an Interception and an Avoid Battle, of three stacks.
#[test]
fn s22_6_three_stacks_do_three_things_at_once() {
    let jackson = ["cs 2 @0504", "cs-jackson 2* 4/3 @0504"];
    let hill = ["cs 2 @0604", "cs-hill 2* 1/1 @0604"];
    let all = [&jackson[..], &hill].concat();
    let dice = Arranged::else_on(6);
    let mut play = race_with(&all, dice.clone());
    play.all(CS, "avoid-battle, avoid-to 0404");
    assert!(play.lists(CS, "maneuver 0505 0404") && play.lists(CS, "intercept 0604"));
    assert!(!play.lists(CS, "avoid-battle"));
    assert!(!play.lists(CS, "intercept 0404") && play.ids_from(CS, "maneuver 0404").is_empty(), "9.3.4");
    play.all(CS, "maneuver 0505 0404, intercept 0604, roll-interceptions, send-off, send-off");
    let sps = |play: &Play| ["0404", "0504", "0604"].map(|at| play.sps(Cs, at));
    assert_eq!(sps(&play), [8, 2, 0]);
    assert_eq!(play.next_decision(), (US, "battle".to_owned()));
    // A maneuver that has come first leaves Jackson free to go.
    let mut play = race_with(&all, dice);
    play.all(CS, "maneuver 0505 0404, roll-interceptions, send-off");
    assert!(play.lists(CS, "avoid-battle") && play.ids_from(CS, "intercept").is_empty());
    play.all(CS, "avoid-battle, avoid-to 0404");
    assert_eq!(sps(&play), [8, 0, 2]);
    assert_eq!(play.next_decision(), (US, "march".to_owned()));
}

/// §17.1.3, C76: who maneuvers into neutral Kentucky invades it, unless the stack that he follows goes there itself.
#[test]
fn s22_6_who_maneuvers_into_kentucky_invades_it() {
    let after = |entered: &str| {
        let neutral = ["0404 KY kentucky", entered];
        let mut play = race_with(&neutral, Arranged::else_on(6));
        play.all(CS, "maneuver 0505 0404, roll-interceptions, send-off");
        play.state().state_of(State::Kentucky)
    };
    assert_eq!(after("0808 VA"), Some(Us), "the Confederates have invaded it");
    assert_eq!(after("0504 KY kentucky"), Some(Cs), "Grant has");
}

#[test]
fn s22_6_chances_are_told_before_and_drawn() {
    let mut play = field(&[MANEUVER], &[&GRANT, &LEE], Arranged::else_on(1));
    play.take(US, "activate us-grant");
    let told = |play: &Play, seat, id: &str| {
        let lines = play.details(seat, id).consequences;
        lines.into_iter().map(|line| line.text).collect::<Vec<_>>()
    };
    let line = "cs-lee could maneuver: 0404 83 %, 0604 83 %.".to_owned();
    assert!(told(&play, US, "to 0504").contains(&line), "{:?}", told(&play, US, "to 0504"));
    play.take(US, "to 0504");
    let lines = told(&play, CS, "maneuver 0505 0404");
    assert_eq!(lines, ["9 or more of two dice, +4: 83 %.", "+4: cs-lee commands."]);
    let odds = play.game.odds(CS, "maneuver 0505 0404");
    assert_eq!(odds[0].title, "Maneuver from 0505 to 0404");
    let drawn = play.game.overlay(Some(CS), "reactions", Some(&Target::Space("0505".to_owned())));
    assert!(drawn.iter().any(|item| item.shape == OverlayShape::Space("0604".to_owned())));
    let panel = play.view(CS).panels.into_iter().find(|panel| panel.id == "react").unwrap();
    assert!(panel.rows.iter().any(|row| row.title == "Maneuver from 0505 to 0604" && row.figure == "83 %"));
}

#[test]
fn s22_6_saves_are_checked() {
    let mut play = race(&[]);
    play.take(CS, "maneuver 0505 0404");
    let saved = play.game.save();
    play.game.load_another(UsCivilWar::STATE_SCHEMA, &saved).expect("a save can be loaded");
    assert!(play.state().validate().is_ok());
    let wrong = |change: &dyn Fn(&mut us_civil_war::state::March)| {
        let mut state = play.state().clone();
        change(state.march.as_mut().unwrap());
        state.validate().unwrap_err().reason
    };
    assert!(wrong(&|march| march.maneuvers = false).contains("22.6"));
    assert!(wrong(&|march| march.named.push(march.named[0])).contains("9.2.2"));
    assert!(wrong(&|march| march.entering = None).contains("9.2.1"));
}

/// `regular` doesn't walk away from what it guards for nothing.
#[test]
fn regular_maneuvers_only_where_it_gains() {
    let play = race(&[]);
    let decision = play.game.decisions().into_iter().find(|open| open.kind == "react").unwrap();
    let weights = play.game.weights(CS, "regular");
    let of = |id: &str| {
        let place = decision.choices.iter().position(|choice| choice.id == id).unwrap();
        weights[place]
    };
    assert_eq!((of("maneuver 0505 0404"), of("maneuver 0505 0604")), (0, 0));
    assert!(of("no-reaction") > 0);
}
