//! §9.3.4, C76: reactions in their order; §6.2.2, §7.6: what who comes finds in a space; §11.2.4, §13.1.5: what a tie leaves.

use us_civil_war::Side::{self, Cs, Us};
use us_civil_war::Theater;
use us_civil_war::battle::{Plan, Verdict};
use us_civil_war::stacks::Detachment;
use us_civil_war::state::{Post, Step};

use crate::rules::battlefield::{self, Field};
use crate::rules::position::*;

/// A game on the field for battles; the Union goes first, or the Confederacy.
#[track_caller]
fn play(first: Side, lines: &[&str], dice: Arranged) -> Play {
    let initiative = if first == Us { [6, 3] } else { [3, 6] };
    Play::from(&battlefield::position(lines), dice.with("Initiative", &initiative))
}

// -------- §9.3.4

/// Grant comes upon Lee, who avoids battle; Jackson stands next to both.
fn avoided() -> Play {
    let lines = [
        "us 4 @0504",
        "us-grant 3* 3/2 @0504",
        "cs 4 @0505",
        "cs-lee 3* 2/4 @0505",
        "cs entrenchment @0505",
        "cs 3 @0605",
        "cs-jackson 2* 4/3 @0605",
    ];
    let mut play = play(Us, &lines, Arranged::else_on(6));
    play.all(US, "activate us-grant, to 0505").all(CS, "avoid-battle, avoid-to 0506");
    play
}

/// §9.3.4: whoever avoids battle first may still intercept with others; those who have gone don't come back.
#[test]
fn s9_3_4_others_intercept_where_battle_was_avoided() {
    let mut play = avoided();
    assert_eq!(play.next_decision(), (CS, "react".to_owned()));
    let mut ids = play.ids(CS);
    ids.retain(|id| !id.starts_with("never-") && !id.starts_with("always-"));
    assert_eq!(ids, ["intercept 0605", "no-reaction"], "standing answers left out");
    play.all(CS, "intercept 0605, roll-interceptions, send-off");
    assert_eq!(play.next_decision(), (US, "battle".to_owned()));
    assert_eq!((play.sps(Cs, "0505"), play.sps(Cs, "0506")), (3, 4));
    let Step::Plan(plan) = play.state().frames.step() else { panic!() };
    assert!(!plan.caught, "9.3.3: nobody has failed");
    let mut play = avoided();
    play.take(CS, "no-reaction");
    let march = play.state().march.as_ref().unwrap();
    assert_eq!(march.at, play.state().world.find("0505").unwrap());
}

/// §9.3.4: nobody avoids battle once others have intercepted; whom he joins doesn't come back with him.
#[test]
fn s9_3_4_nobody_avoids_battle_once_others_have_intercepted_nor_do_those_react_whom_he_joins() {
    let enter = || {
        let lines = [
            "us 6 @0503",
            "us-grant 3* 3/2 @0503",
            "cs 2 @0504",
            "cs-jackson 2* 4/3 @0504",
            "cs 4 @0505",
            "cs-lee 3* 2/4 @0505",
        ];
        let mut play = play(Us, &lines, Arranged::else_on(5));
        play.all(US, "activate us-grant, to 0504");
        play
    };
    let mut play = enter();
    play.all(CS, "intercept 0505, roll-interceptions, send-off");
    assert_eq!((play.sps(Cs, "0504"), play.sps(Cs, "0505")), (6, 0));
    assert_eq!(play.next_decision(), (US, "battle".to_owned()));
    // Together they are one stack that has gone.
    let mut play = enter();
    play.all(CS, "avoid-battle, avoid-to 0505");
    assert_eq!(play.next_decision(), (US, "march".to_owned()));
}

/// §9.4: Momentum goes with those who maneuver, and with part of them; it isn't left behind for whoever comes.
#[test]
fn s9_4_momentum_goes_along_on_a_maneuver() {
    let after = |sps: u8, generals: &[&str]| {
        let mut field =
            Field::of(&["us 4 @0503", "cs 4 @0505", "cs-lee 3* 2/4 @0505", "cs-hill 2* 1/1 @0505"]);
        field.march(Us, "0503", 4, &[], "0504");
        let (from, to) = (field.space("0505"), field.space("0506"));
        field.game.march.as_mut().unwrap().retreated = vec![from];
        let party = Detachment { from, sps, generals: generals.iter().map(|id| field.general(id)).collect() };
        field.run(|game, resolution| game.maneuver(&party, to, resolution));
        field.names(field.game.march.as_ref().unwrap().retreated.clone()).join(" ")
    };
    assert_eq!(after(4, &["cs-lee", "cs-hill"]), "0506");
    assert_eq!(after(3, &["cs-lee"]), "0505 0506", "Hill has retreated too, and stays");
    // Those who have none bring none.
    let mut field = Field::of(&["us 4 @0503", "cs 4 @0505", "cs-lee 3* 2/4 @0505"]);
    field.march(Us, "0503", 4, &[], "0504");
    let (from, to) = (field.space("0505"), field.space("0504"));
    let party = field.game.whole_stack(Cs, from);
    field.run(|game, resolution| game.intercept(&party, resolution));
    assert!(field.game.march.as_ref().unwrap().retreated.is_empty());
    field.game.march.as_mut().unwrap().retreated = vec![to];
    let back = field.game.whole_stack(Cs, to);
    field.run(|game, resolution| game.maneuver(&back, from, resolution));
    assert_eq!(field.game.march.as_ref().unwrap().retreated, [from]);
}

/// §2.2.2, §9.2.1, §9.3.1: a general by himself is no force, to which anybody would react.
#[test]
fn s9_3_1_a_general_by_himself_makes_nobody_react() {
    let reactions = |sps: u8| {
        let lines = ["us 1 @0504", "us-sherman 2* 2/2 @0504", "cs-hill 2* 1/1 @0505"];
        let mut field = Field::of(&[&lines[..], &["cs 2 @0605", "cs-lee 3* 2/4 @0605"]].concat());
        field.march(Us, "0504", sps, &["us-sherman"], "0505");
        let avoids = field.game.may_avoid().map_err(|why| why.citation);
        (avoids, field.game.interceptors().len())
    };
    assert_eq!(reactions(1), (Ok(()), 1));
    assert_eq!(reactions(0), (Err("9.3.1"), 0));
}

const PORT: [&str; 2] = ["fort-x cs 0505", "0505 ocean-port coast town"];

/// §10.3.2, §7.6: between a Coastal Fort and its port generals by themselves need no dice either.
#[test]
fn s10_3_2_generals_by_themselves_step_between_a_coastal_fort_and_its_port() {
    let at = |lines: &[&str], from: &str, to: &str| {
        let mut field = Field::of(&[&PORT[..], lines].concat());
        field.march(Us, from, 3, &[], to);
        field
    };
    let field = at(&["cs-hardee 2* 1/1 @0505", "us 3 @0504"], "0504", "0505");
    assert!(field.reactions(field.game.avoidances()).contains(&"fort-x free".to_owned()));
    let mut field = at(&["cs-hardee 2* 1/1 @fort-x", "us 3 @0909"], "0909", "fort-x sea");
    assert_eq!(field.reactions(field.game.avoidances()), ["0505 free"]);
    let port = field.space("0505");
    field.run(|game, resolution| game.avoid(port, resolution));
    assert_eq!(field.post("cs-hardee"), Post::Map(port));
    // He joins those in the Fort, also if it is full; by himself he doesn't go where nobody is.
    let into = |lines: &[&str]| {
        let field = at(&[&["cs-hardee 2* 1/1 @0505", "us 3 @0909"], lines].concat(), "0909", "fort-x sea");
        field.reactions(field.game.interceptors())
    };
    assert_eq!(into(&["cs 3 @fort-x"]), ["0505 free"]);
    assert_eq!(into(&["cs 3 @fort-x", "cs 2 @0505"]), ["0505 free"], "he alone");
    assert!(into(&[]).is_empty());
    let mut field = at(&["cs-hardee 2* 1/1 @0505", "us 3 @0909", "cs 3 @fort-x"], "0909", "fort-x sea");
    let from = field.space("0505");
    let party = Detachment { from, sps: 0, generals: vec![field.general("cs-hardee")] };
    let fort = field.space("fort-x");
    assert_eq!(field.game.may_send(&party, fort), Ok(()));
    field.run(|game, resolution| game.intercept(&party, resolution));
    assert_eq!(field.post("cs-hardee"), Post::Map(fort));
    // Nobody is there to go; and a full Fort takes no SPs.
    let full = at(&["cs 2 @0505", "cs 3 @fort-x", "us 3 @0909"], "0909", "fort-x sea");
    assert!(full.game.interceptors().is_empty());
}

// -------- §6.2.2, §7.6

/// §6.2.2: whoever comes by reaction or falls back removes the enemy's Control marker where he ends.
#[test]
fn s6_2_2_who_intercepts_removes_a_marker_too() {
    let mut field =
        Field::of(&["0504 VA town", "us control @0504", "us 3 @0503", "cs 3 @0505", "cs-lee 3* 2/4 @0505"]);
    field.march(Us, "0503", 3, &[], "0504");
    let (from, to) = (field.space("0505"), field.space("0504"));
    let party = Detachment { from, sps: 3, generals: vec![field.general("cs-lee")] };
    field.run(|game, resolution| game.intercept(&party, resolution));
    assert_eq!(field.game.spot(to).marker, None);
    assert!(field.says("Control marker"));
}

/// §7.6: a General by himself doesn't avoid battle to where another of the enemy's is.
#[test]
fn s7_6_lone_generals_of_both_sides_do_not_end_in_one_hex() {
    let to = |lines: &[&str]| {
        let mut field = Field::of(&[&["us 4 @0504", "us-hooker 2* 1/1 @0405"][..], lines].concat());
        field.march(Us, "0504", 4, &[], "0505");
        let to = field.space("0405");
        field.game.avoidances().any(|one| one.space == to)
    };
    assert!(!to(&["cs-lee 3* 2/4 @0505"]));
    assert!(to(&["cs-lee 3* 2/4 @0505", "cs 1 @0505"]), "an SP drives him away");
}

/// A Primary Supply Source of the Confederacy and the two others that it needs (13.3.2).
const BASE: [&str; 2] = ["0808 VA city capital resource", "0907 VA town resource"];

/// §7.6: Militia that come where the enemy's generals are by themselves displace them.
#[test]
fn s7_6_militia_drive_lone_generals_away() {
    let lines = [&BASE[..], &["0505 VA resource", "us-buell 2* 1/1 @0505", "cs militia VA @0909"]].concat();
    let mut play = play(Cs, &lines, Arranged::else_on(3));
    play.take(CS, "muster cs-militia-va 0505");
    assert_eq!(play.officer("us-buell").post, Post::Displaced(Theater::East, 0));
}

/// §4.3: Militia are units, and may be dispersed.
#[test]
fn s4_3_militia_are_dispersed() {
    let mut play = play(Cs, &[&BASE[..], &["cs militia VA @0909"]].concat(), Arranged::else_on(3));
    let ids = play.ids_from(CS, "disperse ");
    assert_eq!(ids.len(), 1, "{:?}", play.ids(CS));
    play.take(CS, &ids[0]);
    let at = play.state().world.find("0909").unwrap();
    assert_eq!(play.state().militia_in(Cs, at), None);
}

// -------- §11.2.4, §13.1.5

/// Dice of the attack and the defense that tie a battle and cost each side so many SPs.
fn tie(lines: &[&str], sps: u8, general: &str, plan: Plan, lost: [u8; 2]) -> [u8; 2] {
    let all = (1..=6).flat_map(|attack| (1..=6).map(move |defense| [attack, defense]));
    let ties = |&[attack, defense]: &[u8; 2]| {
        let mut field = Field::of(lines);
        field.march(Us, "0303", sps, &[general], "0304");
        let fought = field.fight(plan, &[attack], &[defense]);
        fought.verdict == Verdict::Tied && fought.lost == lost
    };
    all.into_iter().find(ties).expect("dice that tie")
}

/// §13.1.5, §11.2.4: whoever loses the last SP to a tie out of supply has the choice too: a tie is a victory of both.
#[test]
fn s11_2_4_generals_whose_last_sp_a_tie_costs_stay_or_leave() {
    let lines =
        ["us 2 @0303 demoralized", "us-buell 2* 3/1 @0303", "cs 2 @0304 demoralized", "cs-hill 2* 1/1 @0304"];
    let [attack, defense] = tie(&lines, 2, "us-buell", Plan::default(), [1, 1]);
    let dice = Arranged::else_on(3).with(" attack at", &[attack]).with(" defense at", &[defense]);
    let mut play = play(Us, &lines, dice);
    play.all(US, "activate us-buell, to 0304").take(CS, "no-reaction").take(US, "attack");
    assert_eq!((play.sps(Us, "0303"), play.sps(Cs, "0304")), (0, 0));
    assert_eq!(play.next_decision(), (US, "victors".to_owned()), "the attacker first");
    play.take(US, "displace-generals");
    assert_eq!(play.next_decision(), (CS, "victors".to_owned()));
    play.take(CS, "keep-generals");
    assert_eq!(play.officer("us-buell").post, Post::Displaced(Theater::East, 0));
    assert_eq!(play.stands("cs-hill"), "0304");
    assert_eq!(play.next_decision(), (US, "action".to_owned()));
}

/// §13.1.5, §11.5.1: those who stayed behind the river lose nothing for it, and those who haven't marched don't either.
#[test]
fn s13_1_5_whoever_fought_loses_the_sp_of_a_tie() {
    let lines = [
        "0303/0304 river",
        "us 9 @0303 demoralized",
        "us-buell 3* 3/1 @0303",
        "cs 1 @0304",
        "cs-hill 2* 1/1 @0304",
    ];
    let one = Plan { crossing: Some(1), ..Plan::default() };
    let settled = |sps: u8, plan: Plan, lost: [u8; 2]| {
        let [attack, defense] = tie(&lines, sps, "us-buell", plan, lost);
        let mut field = Field::of(&lines);
        field.march(Us, "0303", sps, &["us-buell"], "0304");
        let fought = field.fight(plan, &[attack], &[defense]);
        field.run(|game, resolution| game.repulse(&fought, fought.from, resolution));
        let force = field.game.spot(field.space("0303")).force.unwrap();
        (force.sps, force.moved)
    };
    assert_eq!(settled(9, one, [1, 1]), (8, 8), "none of those who crossed is left");
    assert_eq!(settled(2, Plan::default(), [1, 1]), (7, 0), "it is one of the two");
}

// -------- §18.1

/// A Confederate stack out of supply at the end of its phase, with one card, the one at this place of the deck.
fn starving(lines: &[&str], cards: i32, card: u8) -> Play {
    starving_on(lines, cards, card, Arranged::else_on(1).with("Surrender of 0506", &[5]))
}

/// The same with these dice.
fn starving_on(lines: &[&str], cards: i32, card: u8, dice: Arranged) -> Play {
    let mut position = battlefield::position(lines);
    position.setup.facts.retain(|fact| fact.name != "cards");
    position.setup.facts.push(muster_contract::Attribute {
        name: "cards".to_owned(),
        value: muster_contract::Value::Number(cards),
    });
    let dice = dice.with("Initiative", &[3, 6, 3, 6]).with("the Confederacy draws a card", &[card]);
    let mut play = Play::from(&position, dice);
    play.take(CS, "end-actions");
    play
}

/// §18.1, C74: whether an owner is asked about his starving stacks says nothing of what his cards are.
#[test]
fn s18_1_the_question_about_attrition_does_not_tell_which_cards_there_are() {
    let lines = ["cs 3 @0505", "cs 2 @0303"];
    for (card, serves) in [(1, true), (4, true), (9, false), (15, false)] {
        let mut play = starving(&lines, 1, card);
        assert_eq!(play.next_decision(), (CS, "attrition".to_owned()), "card {card}");
        assert_eq!(play.ids_from(CS, "spare 0505").len(), usize::from(serves), "card {card}");
        play.take(CS, "starve 0505");
        assert_eq!(play.next_decision(), (CS, "attrition".to_owned()), "card {card}");
        play.take(CS, "starve 0303");
        assert_eq!(play.next_decision(), (US, "action".to_owned()), "card {card}");
    }
    assert_eq!(starving(&lines, 0, 1).next_decision(), (US, "action".to_owned()), "without cards");
}

/// §18.1: a card spares Militia by itself its Surrender too.
#[test]
fn s18_1_a_card_supplies_militia_by_itself() {
    let ring = ["0504", "0506", "0404", "0405", "0604", "0605"];
    let mut lines: Vec<String> = ring.iter().map(|id| format!("us 1 @{id}")).collect();
    lines.extend(["0505 VA resource".to_owned(), "cs militia VA @0505".to_owned()]);
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let holds = |play: &Play| {
        let at = play.state().world.find("0505").unwrap();
        play.state().militia_in(Cs, at).is_some()
    };
    let mut play = starving(&lines, 1, 1);
    assert_eq!(play.next_decision(), (CS, "attrition".to_owned()));
    assert_eq!(play.ids(CS), ["spare 0505 card-any", "no-supplies"]);
    play.take(CS, "spare 0505 card-any");
    assert!(holds(&play));
    let mut play = starving(&lines, 1, 1);
    play.take(CS, "no-supplies");
    assert!(!holds(&play), "a 1 is the end of it");
    assert!(!holds(&starving(&lines, 0, 1)));
}

/// §18.1, §13.6.3: whom a card supplies has none of the Surrender Points that the rest of the group gets.
#[test]
fn s18_1_whom_a_card_supplies_gets_no_surrender_points() {
    let ring = ["0504", "0507", "0404", "0405", "0406", "0604", "0605", "0606"];
    let mut lines: Vec<String> = ring.iter().map(|id| format!("us 1 @{id}")).collect();
    lines.extend(["cs 3 @0505", "0506 VA resource", "cs militia VA @0506"].map(str::to_owned));
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let mut play = starving(&lines, 1, 1);
    play.take(CS, "spare 0505 card-any");
    let points = |play: &Play, id: &str| {
        play.state().spot(play.state().world.find(id).unwrap()).surrender[Cs as usize]
    };
    assert_eq!(["0505", "0506"].map(|id| points(&play, id)), [0, 1]);
    // §13.6.5: those that it had before it keeps, also where the others surrender.
    let dice = Arranged::else_on(1).with("Surrender of 0505", &[5]);
    let mut play = starving_on(&lines, 1, 1, dice);
    play.take(CS, "starve 0505").take(CS, "no-supplies");
    assert_eq!(["0505", "0506"].map(|id| points(&play, id)), [1, 1]);
    play.take(US, "end-actions");
    // The Union holds a card too, and some of its stacks starve.
    while play.next_decision() == (US, "attrition".to_owned()) {
        let id = play.ids(US)[0].clone();
        play.take(US, &id);
    }
    play.take(CS, "end-actions").take(CS, "spare 0505 card-any");
    assert_eq!(["0505", "0506"].map(|id| points(&play, id)), [1, 0]);
    assert_eq!(play.sps(Cs, "0505"), 3);
    let at = play.state().world.find("0506").unwrap();
    assert!(play.state().militia_in(Cs, at).is_none(), "they surrender");
}

// -------- §7.2.2, §9.2

/// §7.2.2, C78: of equals who intercept without their commander the owner says who leads them, also where one commands whom they join.
#[test]
fn s7_2_2_the_owner_chooses_who_leads_an_interception_of_equals() {
    let lines = [
        "us 6 @0503",
        "us-grant 3* 3/2 @0503",
        "cs 6 @0505",
        "cs-lee 3* 2/4 @0505",
        "cs-jackson 2* 4/1 @0505",
        "cs-longstreet 2* 2/2 @0505",
    ];
    let intercepted = |more: &[&str], stays: &str| {
        let mut play = play(Us, &[&lines[..], more].concat(), Arranged::else_on(6));
        play.all(US, "activate us-grant, to 0504");
        play.all(CS, "intercept 0505, roll-interceptions");
        play.all(CS, &format!("{stays}send-off"));
        play
    };
    let mut alone = intercepted(&[], "send-general cs-lee, ");
    assert_eq!(alone.ids(CS), ["lead cs-jackson", "lead cs-longstreet"]);
    alone.take(CS, "lead cs-longstreet");
    let game = alone.state();
    let commander = game.commander_in(Cs, game.world.find("0504").unwrap());
    assert_eq!(commander, game.world.general_named("cs-longstreet"));
    assert_eq!(alone.next_decision(), (US, "battle".to_owned()));
    let joined = intercepted(&["cs 1 @0504", "cs-hill 2* 1/0 @0504"], "send-general cs-lee, ");
    assert_eq!(joined.ids(CS), ["lead cs-jackson", "lead cs-longstreet", "lead cs-hill"]);
    assert_eq!(intercepted(&[], "").next_decision(), (US, "battle".to_owned()), "Lee leads");
}

/// §9.2.3, §7.5.3, §7.4.1: two Generals who can't follow each other don't leave with the last SP, nor without one but to friends.
#[test]
fn s9_2_3_nobody_intercepts_who_could_not_go() {
    let intercepts = |lines: &[&str]| {
        let there = ["us 3 @0503", "cs-lee 3* 2/4 @0505", "cs-bragg 3* 1/1 @0505"];
        let mut field = Field::of(&[&there[..], lines].concat());
        field.march(Us, "0503", 3, &[], "0504");
        field.game.march.as_mut().unwrap().maneuvers = true;
        let to = field.space("0404");
        let maneuvers = field.game.maneuvers().iter().any(|(named, _)| named.to == to);
        let tried = field.game.may_intercept(field.space("0505"));
        (tried.map(|_| ()).map_err(|why| why.citation), maneuvers)
    };
    assert_eq!(intercepts(&["cs 1 @0505"]), (Err("7.5.3"), false));
    assert_eq!(intercepts(&["cs 2 @0505"]), (Ok(()), true));
    assert_eq!(intercepts(&["cs 1 @0505", "cs 1 @0504"]), (Ok(()), false), "the SP stays");
    assert_eq!(intercepts(&["cs 1 @0504"]), (Err("7.5.3"), false), "no SP could stay");
}

/// §9.4: where those who had Momentum are gone, those who come later have none of it.
#[test]
fn s9_4_momentum_ends_with_those_who_had_it() {
    let after = |lines: &[&str]| {
        let mut field = Field::of(&[&["us 4 @0503", "cs 2 @0505", "cs-lee 3* 2/4 @0505"], lines].concat());
        field.march(Us, "0503", 4, &[], "0504");
        let (from, to) = (field.space("0505"), field.space("0506"));
        field.game.march.as_mut().unwrap().retreated = vec![to];
        let stack = field.game.whole_stack(Cs, from);
        field.run(|game, resolution| game.shift(Cs, &stack, to, "9.3.2", resolution));
        field.game.march.as_ref().unwrap().retreated.len()
    };
    assert_eq!([after(&[]), after(&["cs 1 @0506"])], [0, 1]);
}

// -------- §11.6.5

/// §11.6.5, §9.3.2: whoever is pushed out of a retreat's second hex keeps out of the zone of those who come from the first.
#[test]
fn s11_6_5_who_stands_in_the_second_hex_is_pushed_by_those_who_come_from_the_first() {
    let walls = [
        "0405/0505 impassable",
        "0505/0605 impassable",
        "0405/0506 impassable",
        "0506/0605 impassable",
        "us 18 @0504",
        "us-grant 3* 4/4 @0504",
        "cs 12 @0505",
        "us 1 @0507",
    ];
    let dice = Arranged::else_on(1).with(" attack at", &[6, 6, 6]);
    let mut play = play(Us, &walls, dice);
    play.all(US, "activate us-grant, to 0505, attack");
    assert_eq!(play.next_decision(), (US, "push".to_owned()));
    assert_eq!(play.ids(US), ["push-to 0407", "push-to 0508", "push-to 0607"]);
    let why = play.explain(US, &muster_contract::Target::Space("0606".to_owned())).swap_remove(0);
    assert!(why.text.contains("of the force that attacks"), "{}", why.text);
}
