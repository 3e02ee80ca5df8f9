//! What is told of reactions, retreats and battles: the reason that holds, by the section that it is in.

use muster_contract::{Seat, Target, Value};
use muster_sdk::{Explanations as _, Odds as _, Rules as _};
use us_civil_war::Side::{Cs, Us};
use us_civil_war::battle::{Fought, Plan, Verdict};
use us_civil_war::state::{Step, Works};
use us_civil_war::{Choice, UsCivilWar};

use crate::rules::battlefield::{self, Field};
use crate::rules::position::*;

fn space(id: &str) -> Target {
    Target::Space(id.to_owned())
}

fn unit(id: &str) -> Target {
    Target::Unit(id.to_owned())
}

/// The reason, which comes first.
fn why(game: &UsCivilWar, seat: Seat, target: &Target) -> String {
    let first = game.explain(seat, target, false).swap_remove(0);
    format!("{} ({})", first.text, first.citation.unwrap_or_default())
}

/// Grant enters 0505.
fn entering(lines: &[&str], dice: Arranged) -> Play {
    let all = [&["us 4 @0504", "us-grant 3* 3/2 @0504"], lines].concat();
    let mut play = Play::from(&battlefield::position(&all), dice.with("Initiative", &[6, 3]));
    play.all(US, "activate us-grant, to 0505");
    play
}

const JACKSON: [&str; 2] = ["cs 3 @0605", "cs-jackson 2* 4/0 @0605"];

#[test]
fn a_stack_that_cannot_avoid_battle_is_told_why() {
    let with = |lines: &[&str], dice: Arranged| entering(&[&JACKSON, lines].concat(), dice);
    let fresh = |lines: &[&str]| with(lines, Arranged::else_on(1));
    let alone = fresh(&["cs 2 @0505"]);
    assert_eq!(why(alone.state(), CS, &space("0505")), "Only a stack with a General avoids battle. (9.3.1)");
    let lee = ["cs 2 @0505", "cs-lee 3* 2/4 @0505"];
    let walls = ["0405/0505 river", "0505/0506 river", "0505/0605 river"];
    // A full Coastal Fort can send SPs, and takes none.
    let fort = ["fort-x cs 0505", "0505 ocean-port coast town", "cs 3 @fort-x"];
    let shut = entering(&[&lee[..], &walls, &fort].concat(), Arranged::else_on(1));
    assert_eq!(why(shut.state(), CS, &space("0505")), "No space next to it is open. (9.3.2)");
    assert_eq!(why(shut.state(), CS, &unit("cs-lee")), "No space next to it is open. (9.3.2)");
    let play = fresh(&lee);
    assert_eq!(
        why(play.state(), CS, &space("0505")),
        "Whether it avoids battle is chosen by a button. (9.3.1)"
    );
    let mut play = fresh(&lee);
    play.take(CS, "avoid-battle");
    assert_eq!(play.next_decision(), (CS, "react".to_owned()), "Jackson may still come");
    assert_eq!(why(play.state(), CS, &space("0505")), "It has tried to avoid battle, or has gone. (9.3.2)");
    let mut play = fresh(&lee);
    play.take(CS, "intercept 0605");
    assert_eq!(why(play.state(), CS, &space("0505")), "Those who were named roll first. (9.2.2)");
    play.take(CS, "roll-interceptions");
    assert_eq!(why(play.state(), CS, &unit("cs-jackson")), "The Interceptions have been rolled. (9.2.2)");
}

/// What is entered is what the question is about, and whoever enters it is picked out.
#[test]
fn a_reaction_is_about_the_space_that_is_entered_and_who_enters_it() {
    let lee = [&JACKSON[..], &["cs 2 @0505", "cs-lee 3* 2/4 @0505"]].concat();
    let mut play = entering(&lee, Arranged::else_on(1));
    let asked = |play: &Play, kind: &str| {
        let decision = play.game.decisions().into_iter().find(|decision| decision.waits).unwrap();
        assert_eq!(decision.kind, kind);
        (decision.focus, decision.picked)
    };
    let entered = (Some(space("0505")), vec![unit("us-grant")]);
    assert_eq!(asked(&play, "react"), entered);
    play.take(CS, "avoid-battle");
    assert!(play.says("The stack in 0505 doesn't get away."), "{:?}", play.events);
    play.take(CS, "no-reaction");
    assert_eq!(asked(&play, "battle"), entered);
    // SPs by themselves are picked out too.
    let mut play = Play::from(
        &battlefield::position(&[&["us 4 @0504"][..], &lee].concat()),
        Arranged::else_on(1).with("Initiative", &[6, 3]),
    );
    play.all(US, "activate us-0504, to 0505");
    assert_eq!(asked(&play, "react"), (Some(space("0505")), vec![unit("us-march")]));
    assert!(play.game.view(Some(CS)).units.iter().any(|one| one.id == "us-march"));
}

/// Who is under way is what the question is about, so that the map tells where he can go from who else may act.
#[test]
fn a_march_is_about_the_stack_that_is_under_way() {
    let mut play = Play::from(
        &battlefield::position(&["us 4 @0504", "us-grant 3* 3/2 @0504"]),
        Arranged::else_on(1).with("Initiative", &[6, 3]),
    );
    let focus = |play: &Play| {
        play.game.decisions().into_iter().find(|decision| decision.waits).and_then(|decision| decision.focus)
    };
    assert_eq!(focus(&play), None);
    play.take(US, "activate us-grant");
    assert_eq!(focus(&play), Some(unit("us-grant")));
}

/// §11.5.1: where not all who have come can attack, the question says why.
#[test]
fn an_attack_over_water_says_how_many_can_fight() {
    let asked = |lines: &[&str]| {
        let mut play = Play::from(
            &battlefield::position(
                &[&["us 5 @0504", "us-grant 3* 3/2 @0504", "cs 2 @0505"][..], lines].concat(),
            ),
            Arranged::else_on(1).with("Initiative", &[6, 3]),
        );
        play.all(US, "activate us-grant, to 0505");
        let decision = play.game.decisions().into_iter().find(|decision| decision.waits).unwrap();
        (decision.kind, decision.prompt)
    };
    let battle = |words: &str| ("battle".to_owned(), format!("Battle at 0505: {words}"));
    let river = asked(&["0504/0505 river"]);
    assert_eq!(river, battle("over water 3 of 5 SPs can attack. What is brought to it?"));
    assert_eq!(asked(&[]), battle("what is brought to it?"));
}

/// §11.2.2: what a result is, and what decides between equal numbers.
#[test]
fn the_results_of_a_battle_say_whose_they_are_and_what_decided() {
    let mut lines = std::collections::BTreeSet::new();
    for (attack, defense) in (1..=6).flat_map(|attack| (1..=6).map(move |defense| (attack, defense))) {
        let mut field = Field::of(&["us 6 @0504", "cs 6 @0505"]);
        field.march(Us, "0504", 6, &[], "0505");
        let fought = field.fight(Plan::default(), &[attack], &[defense]);
        let text =
            field.events.iter().map(|event| &event.text).find(|text| text.starts_with("Union attack: "));
        let text = text.expect("the results are told").clone();
        assert_eq!(text.contains("equal, so nobody wins"), fought.verdict == Verdict::Tied, "{text}");
        lines.insert(text);
    }
    let decided = |line: &String| line.contains("; as many, and the sign decides: the ");
    assert!(lines.iter().any(decided), "{lines:#?}");
}

/// §9.3.2 and §11.6.4 forbid the same, each to its own.
#[test]
fn who_steps_back_is_told_the_section_of_what_he_does() {
    let lines = ["us 6 @0504", "us-grant 3* 4/3 @0504", "cs 4 @0505", "cs-lee 3* 2/4 @0505"];
    let more = ["us 4 @0306", "0605 resource", "us control @0605", "0505/0506 river"];
    let mut field = Field::of(&[&lines[..], &more].concat());
    field.march(Us, "0504", 6, &["us-grant"], "0505");
    field.game.frames.next(Step::Avoid(12));
    let avoids = ["0504", "0404", "0405", "0605", "0506"].map(|id| why(&field.game, CS, &space(id)));
    let cited = |texts: &[String], section: &str| {
        assert!(texts.iter().all(|text| text.ends_with(&format!("({section})"))), "{texts:?}");
    };
    cited(&avoids, "9.3.2");
    let fought = Fought { verdict: Verdict::Won, ..field.fight(Plan::default(), &[1], &[1]) };
    field.game.frames.next(Step::Retreat(fought));
    let retreats = ["0504", "0404", "0405", "0605", "0506"].map(|id| why(&field.game, CS, &space(id)));
    cited(&retreats, "11.6.4");
    // Who is pushed aside goes like those who avoid battle.
    let mut field = Field::of(&["us 9 @0504", "cs 14 @0505", "us 1 @0405", "cs 2 @0305"]);
    field.march(Us, "0504", 9, &[], "0505");
    field.game.pushing = Some(us_civil_war::state::Pushing::Avoider(field.space("0405")));
    field.game.frames.next(Step::Push(field.space("0405")));
    cited(&["0305", "0505", "0506"].map(|id| why(&field.game, US, &space(id))), "9.3.2");
}

#[test]
fn a_legal_retreat_that_is_worse_is_told_to_be() {
    let beaten = |lines: &[&str], end: &str| {
        let all = ["us 6 @0504", "us-grant 3* 4/3 @0504", "cs 4 @0505"];
        let mut field = Field::of(&[&all[..], lines].concat());
        field.march(Us, "0504", 6, &["us-grant"], "0505");
        let fought = Fought { verdict: Verdict::Won, ..field.fight(Plan::default(), &[1], &[1]) };
        field.game.frames.next(Step::Retreat(fought));
        why(&field.game, CS, &space(end))
    };
    let dug = ["cs entrenchment @0405"];
    let zones = beaten(&[&dug[..], &["us 1 @0306"]].concat(), "0405");
    assert_eq!(zones, "A path through fewer enemy Zones of Influence is open. (11.6.3)");
    let crest = beaten(&[&dug[..], &["0405/0505 ridge"]].concat(), "0405");
    assert_eq!(crest, "A path over fewer mountains is open. (11.6.3)");
    let far = beaten(&[], "0808");
    assert_eq!(far, "No path of two hexes that it may take leads there. (11.6.4)");
}

/// §S1.3: nothing but his Defense Rating counts for J. Johnston by rail, and nothing else is listed; nothing for what needs no dice.
#[test]
fn only_modifiers_that_count_are_listed() {
    let mut play = Play::from(&set_up("us-civil-war-1861"), Arranged::else_on(3).with("Initiative", &[6, 3]));
    play.all(US, "no-forward, activate us-mcdowell, to 1747").take(CS, "no-reaction").take(US, "to 1746");
    let told = |play: &Play, id: &str| {
        let lines = play.details(CS, id).consequences;
        lines
            .into_iter()
            .map(|line| format!("{} ({})", line.text, line.citation.unwrap()))
            .collect::<Vec<_>>()
    };
    let johnston = ["9 or more of two dice, +2: 58 %. (9.2.1)", "+2: J Johnston commands. (S1.3)"];
    assert_eq!(told(&play, "intercept 1744"), johnston);
    let lines = ["fort-x cs 0505", "0505 ocean-port coast town", "cs 2 @0505", "cs 2 @fort-x"];
    let play = entering(&[&lines[..], &["cs-hill 2* 1/1 @fort-x"]].concat(), Arranged::else_on(3));
    assert_eq!(told(&play, "intercept fort-x"), ["it needs no dice (10.3.2): 100 %. (9.2.1)"]);
    // In the panel too, for who intercepts and for who goes.
    let panel = play.view(CS).panels.into_iter().find(|panel| panel.id == "react").unwrap();
    let free = panel.rows.iter().filter(|row| row.note == "it needs no dice (10.3.2)").count();
    assert_eq!(free, 2, "{:?}", panel.rows);
}

#[test]
fn a_card_for_naval_support_has_its_odds() {
    let mut field = Field::of(&["0304 PA town port", "us fort 1 @0304", "cs 3 @0303"]);
    field.march(Cs, "0303", 3, &[], "0304");
    field.game.frames.next(Step::Plan(Plan::default()));
    let won = |choice| field.game.odds(CS, choice)[0].rows.exact().unwrap()[0].of;
    assert!(won(Choice::Support(us_civil_war::charts::Card::Naval)) > won(Choice::Attack));
}

/// §S4.3, §19.3.4: the election is what the Confederacy has won by only if it would not have won without.
#[test]
fn a_victory_on_turn_18_is_cited_by_what_it_was() {
    let cited = |benchmark: u8| {
        let mut position = battlefield::position(&[]);
        position.setup.facts.retain(|fact| fact.name != "turn");
        let facts = [
            ("turn", Value::Number(18)),
            ("last", Value::Number(20)),
            ("benchmarks", no_benchmark(benchmark)),
        ];
        position
            .setup
            .facts
            .extend(facts.map(|(name, value)| muster_contract::Attribute { name: name.to_owned(), value }));
        let mut field = Field::at(&position);
        field.game.winner = Some(Cs);
        let behind = i16::from(benchmark) - field.game.balance();
        let outcome = field.game.outcome().unwrap();
        (behind, outcome.reasons[0].citation.clone().unwrap())
    };
    assert_eq!(cited(10), (10, "S4.3".to_owned()), "12 only with the 5 of the election");
    assert_eq!(cited(12), (12, "19.3.4".to_owned()));
}

/// §7.6: where a Fort is completed generals of the enemy's who are by themselves leave, as where Militia come.
#[test]
fn s7_6_a_completed_fort_drives_lone_generals_away() {
    let mut field = Field::of(&["0304 town", "cs-hill 2* 1/1 @0304", "us 2 @0707"]);
    let at = field.space("0304");
    field.game.spot_mut(at).begun = Some(us_civil_war::state::Begun { side: Us, level: 1, phases: 1 });
    field.game.phasing = Us;
    field.game.frames.next(Step::Actions);
    field.dice = Arranged::else_on(3).with("Initiative", &[6, 3]);
    field.run(|game, resolution| game.apply(US, Choice::EndActions, resolution));
    assert_eq!(field.game.spot(at).works, Works::Fort(Us, 1));
    assert!(matches!(field.post("cs-hill"), us_civil_war::state::Post::Displaced(..)));
}
