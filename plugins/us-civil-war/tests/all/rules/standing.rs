//! §9: what a side says beforehand of its reactions.

use muster_contract::{Audience, Event, EventKind, Seat};
use muster_sdk::{Random, Saves as _, Secrets as _};
use us_civil_war::UsCivilWar;
use us_civil_war::standing::{Answer, Standing};

use crate::rules::battlefield;
use crate::rules::position::{Arranged, CS, Play, US};

/// Grant stands in 0503, Lee in 0505 and Hood, who seldom succeeds, in 0604; Grant enters 0504.
fn entering(more: &[&str], dice: Arranged) -> Play {
    let lines = [
        "us 6 @0503",
        "us-grant 3* 3/2 @0503",
        "cs 4 @0505",
        "cs-lee 3* 2/4 @0505",
        "cs 2 @0604",
        "cs-hood 2* 2/0 @0604",
    ];
    let position = battlefield::position(&[&lines[..], more].concat());
    let mut play = Play::from(&position, dice.with("Initiative", &[6, 3]));
    play.all(US, "activate us-grant, to 0504");
    play
}

fn said(play: &Play) -> Vec<Answer> {
    play.state().standing[1].all().collect()
}

/// Choices of standing answers.
fn offered(play: &Play, seat: Seat) -> Vec<String> {
    let starts = ["never-at", "never-for", "always-", "ask-"];
    play.ids(seat).into_iter().filter(|id| starts.iter().any(|start| id.starts_with(start))).collect()
}

#[test]
fn standing_never_there_lets_everybody_in_until_it_is_taken_back() {
    let mut play = entering(&[], Arranged::else_on(5));
    let all = ["never-at 0504", "always-intercept", "always-avoid", "never-for cs-lee", "never-for cs-hood"];
    assert_eq!(offered(&play, CS), all);
    play.take(CS, "never-at 0504");
    assert_eq!(play.next_decision(), (US, "march".to_owned()), "it counts at once");
    assert!(play.says("nobody reacts at 0504"));
    // Who has seen that can't take it back and try the next hex.
    let seen = play.events.iter().filter(|event| event.kind == EventKind::Revealed);
    assert_eq!(
        seen.map(|event| &event.audience).collect::<Vec<_>>(),
        [&Audience::Seats(vec![US])],
        "it is revealed to the Union alone"
    );
    play.take(US, "to 0503").take(US, "to 0504");
    assert_eq!(play.next_decision(), (US, "march".to_owned()), "nobody is asked");
    play.take(US, "to 0404");
    assert_eq!(play.next_decision(), (CS, "react".to_owned()), "elsewhere they are");
    play.take(CS, "no-reaction");
    play.all(US, "halt, end-actions");
    let (seat, kind) = play.next_decision();
    assert_eq!((seat, &*kind), (CS, "action"));
    assert_eq!(offered(&play, CS), ["ask-at 0504"]);
    play.take(CS, "ask-at 0504");
    assert!(said(&play).is_empty() && offered(&play, CS).is_empty());
    assert_eq!(play.next_decision(), (CS, "action".to_owned()));
}

/// Who enters is told the same whether nobody reacts this once, or never there, or never that general.
#[test]
fn standing_or_not_the_other_side_is_told_the_same() {
    let told = |answer: &str| {
        let mut play = entering(&[], Arranged::else_on(5));
        play.take(CS, "never-for cs-hood").take(CS, answer);
        assert_eq!(play.next_decision(), (US, "march".to_owned()), "{answer}");
        let heard = |event: &&Event| match &event.audience {
            Audience::Everyone => true,
            Audience::Seats(seats) => seats.contains(&US),
        };
        play.events.iter().filter(heard).cloned().collect::<Vec<Event>>()
    };
    let once = told("no-reaction");
    assert!(once.iter().any(|event| event.text == "The Confederacy doesn't react at 0504."), "{once:?}");
    for answer in ["never-at 0504", "never-for cs-lee"] {
        assert_eq!(told(answer), once, "{answer}");
    }
}

#[test]
fn standing_not_for_a_general_asks_for_the_others() {
    let mut play = entering(&[], Arranged::else_on(5));
    play.take(CS, "never-for cs-hood");
    assert_eq!(play.next_decision(), (CS, "react".to_owned()), "Lee is left");
    assert!(play.lists(CS, "intercept 0604"), "what is legal stays so");
    assert!(offered(&play, CS).contains(&"ask-for cs-hood".to_owned()));
    play.take(CS, "never-for cs-lee");
    assert_eq!(play.next_decision(), (US, "march".to_owned()));
    // A stack without a General is nobody's, and one that is attacked is its commander's.
    let jackson = ["cs 2 @0504", "cs-jackson 2* 4/3 @0504"];
    let mut play = entering(&jackson, Arranged::else_on(5));
    play.all(CS, "never-for cs-lee, never-for cs-hood");
    assert_eq!(play.next_decision(), (CS, "react".to_owned()), "Jackson could avoid battle");
    play.take(CS, "never-for cs-jackson");
    assert_eq!(play.next_decision(), (US, "battle".to_owned()));
}

#[test]
fn standing_always_intercepts_with_half_a_chance_or_more() {
    let dice = || Arranged::else_on(1).with("Interception from 0505", &[4, 4]);
    let mut play = entering(&[], dice());
    play.take(CS, "always-intercept");
    assert!(play.says("Interception from 0505") && !play.says("Interception from 0604"));
    assert_eq!(play.next_decision(), (CS, "send".to_owned()), "who goes is still asked");
    assert!(play.says("Interception from 0505 succeeds with 12."), "{}", play.told());
    let asked = play.game.decisions().into_iter().find(|open| open.kind == "send").expect("it is asked");
    assert_eq!(asked.prompt, "cs-lee with 4 Confederate SPs: is that who intercepts?");
    // Of those who are left out nobody comes, nor of those who have less of a chance.
    let mut play = entering(&[], dice());
    play.all(CS, "never-for cs-lee, always-intercept");
    assert_eq!(play.next_decision(), (CS, "react".to_owned()));
    // 7 or more of two dice come in 21 of 36 throws, 8 or more in 15.
    let comes = |rating: &str| {
        let lines = [
            "us 6 @0503".to_owned(),
            "us-grant 3* 3/2 @0503".to_owned(),
            "cs 4 @0505".to_owned(),
            format!("cs-lee 3* 2/{rating} @0505"),
        ];
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let dice = Arranged::else_on(1).with("Initiative", &[6, 3]);
        let mut play = Play::from(&battlefield::position(&lines), dice);
        play.all(US, "activate us-grant, to 0504");
        play.take(CS, "always-intercept");
        play.says("Interception from 0505")
    };
    assert!(comes("2") && !comes("1"));
}

#[test]
fn standing_always_avoids_battle_with_half_a_chance_or_more() {
    let jackson = ["cs 2 @0504", "cs-jackson 2* 4/3 @0504"];
    let mut play = entering(&jackson, Arranged::else_on(1).with("Avoid Battle", &[4, 4]));
    play.take(CS, "always-avoid");
    assert_eq!(play.next_decision(), (CS, "avoid".to_owned()), "where to is still asked");
    let weak = ["cs 2 @0504", "cs-hill 2* 1/1 @0504"];
    let mut play = entering(&weak, Arranged::else_on(1));
    play.take(CS, "always-avoid");
    assert_eq!(play.next_decision(), (CS, "react".to_owned()), "15 of 36 throws");
    let both = "never-for cs-jackson, never-for cs-lee, always-avoid, always-intercept";
    let mut play = entering(&jackson, Arranged::else_on(5));
    play.all(CS, both);
    assert_eq!(play.next_decision(), (CS, "react".to_owned()), "Hood hasn't the chance");
    play.take(CS, "ask-for cs-jackson");
    assert_eq!(play.next_decision(), (CS, "avoid".to_owned()));
    let mut play = entering(&jackson, Arranged::else_on(5));
    play.all(CS, both).take(CS, "ask-for cs-lee");
    assert_eq!(play.next_decision(), (CS, "send".to_owned()));
}

/// §9.3.4: whoever could avoid battle is asked before others intercept, and told so; unless it is said that he does where he can.
#[test]
fn standing_always_intercepts_not_before_who_could_avoid_battle_is_asked() {
    let jackson = ["cs 2 @0504", "cs-jackson 2* 4/0 @0504"];
    let dice = || Arranged::else_on(5);
    let mut play = entering(&jackson, dice());
    let told = play.details(CS, "always-intercept").consequences;
    assert!(told.iter().any(|line| line.citation.as_deref() == Some("9.3.4")), "{told:?}");
    play.take(CS, "always-intercept");
    assert_eq!(play.next_decision(), (CS, "react".to_owned()));
    play.take(CS, "always-avoid");
    assert_eq!(play.next_decision(), (CS, "send".to_owned()), "he gets away in 15 of 36 throws, and stays");
    let mut play = entering(&jackson, dice());
    play.all(CS, "never-for cs-jackson, always-intercept");
    assert_eq!(play.next_decision(), (CS, "send".to_owned()), "he doesn't go");
    let mut play = entering(&jackson[..1], dice());
    play.take(CS, "always-intercept");
    assert_eq!(play.next_decision(), (CS, "send".to_owned()), "without a General nobody avoids battle");
}

/// §9.3.4: where both would be done he says which comes first.
#[test]
fn standing_answers_that_both_hold_leave_the_order_to_him() {
    let lines = [
        "us 7 @0503",
        "us-grant 2* 3/2 @0503",
        "cs 2 @0504",
        "cs-jackson 2* 4/3 @0504",
        "cs 4 @0505",
        "cs-lee 3* 2/4 @0505",
        "cs 2 @0303",
        "cs-hood 2* 2/0 @0303",
    ];
    let mut play =
        Play::from(&battlefield::position(&lines), Arranged::else_on(5).with("Initiative", &[6, 3]));
    play.all(US, "activate us-grant, to 0402");
    play.all(CS, "always-avoid, always-intercept, no-reaction");
    play.all(US, "to 0503, to 0504");
    assert_eq!(play.next_decision(), (CS, "react".to_owned()));
    play.take(CS, "ask-intercept");
    assert_eq!(play.next_decision(), (CS, "avoid".to_owned()));
}

#[test]
fn standing_answers_are_their_owners_alone() {
    let before = entering(&[], Arranged::else_on(5));
    let mut play = entering(&[], Arranged::else_on(5));
    play.take(CS, "never-for cs-hood");
    assert!(play.events.iter().all(|event| event.audience == Audience::Seats(vec![CS])), "{}", play.told());
    let panel = |play: &Play, seat: Seat| {
        let panels = play.view(seat).panels;
        panels.into_iter().find(|panel| panel.id == "standing").map(|panel| panel.rows.len())
    };
    assert_eq!((panel(&play, CS), panel(&play, US)), (Some(1), None));
    assert_eq!(play.view(US), before.view(US));
    assert_eq!(play.ids(US), before.ids(US));
    let mut sample = play.state().clone();
    sample.sample(US, &mut Random::new(7));
    assert_eq!(sample.standing[1], Standing::default(), "nothing of it is in what the other side thinks");
    let mut own = play.state().clone();
    own.sample(CS, &mut Random::new(7));
    assert_eq!(own.standing, play.state().standing);
    let saved = play.game.save();
    play.game.load_another(UsCivilWar::STATE_SCHEMA, &saved).expect("a save can be loaded");
    assert_eq!(said(&play).len(), 1);
    let mut wrong = play.state().clone();
    wrong.standing.swap(0, 1);
    assert!(wrong.validate().unwrap_err().reason.contains("(9)"));
}

/// It costs no game to say something and take it back: the same can be done as before.
#[test]
fn standing_answers_change_nothing_but_what_is_asked() {
    let mut play = entering(&["cs 2 @0504", "cs-jackson 2* 4/3 @0504"], Arranged::else_on(5));
    let before = play.ids(CS);
    play.all(CS, "never-for cs-hood, never-for cs-lee, ask-for cs-hood, ask-for cs-lee");
    assert_eq!(play.ids(CS), before);
    assert_eq!(play.state().standing, [Standing::default(), Standing::default()]);
}
