//! §18: who knows what; §14: options.

use cw_strategy::Side;
use muster_contract::Value;

use crate::rules::position::{CS, No, Play, US, Yes};

#[test]
fn s18_2_nobody_sees_what_the_other_writes() {
    let mut play = Play::with(&[], &[("the Union can recruit", &[No, No, Yes])]);
    play.edit("cash-us 900");
    let before = (play.game.view(Some(CS)), play.ids(CS), play.game.view(None));
    play.all(US, "recruit cincinnati, fortify washington, build wooden philadelphia, move us-3 manassas");
    play.all(US, "rail us-4, to columbus, drill us-5, raid, seal");
    assert_eq!((play.game.view(Some(CS)), play.ids(CS), play.game.view(None)), before);
    let own = play.game.view(Some(US));
    assert!(own.arrows.iter().any(|arrow| arrow.unit.as_deref() == Some("us-3")));
    assert!(own.arrows.iter().any(|arrow| arrow.style == "rail"));
    assert!(play.game.view(Some(CS)).arrows.is_empty());
}

#[test]
fn s18_2_sheets_are_opened_when_both_are_sealed() {
    let mut play = Play::new(&[]);
    play.take(US, "drill us-1").take(US, "seal");
    assert!(play.ids(US).is_empty());
    assert_eq!(play.state().turn, 1);
    play.take(CS, "seal");
    assert_eq!(play.state().turn, 2);
    assert!(play.events.iter().any(|event| event.text.contains("opened")));
}

#[test]
fn s18_1_rating_experience_and_supply_of_the_enemy_are_hidden() {
    let play = Play::new(&[]);
    let shown = |seat, id: &str| {
        let view = play.game.view(Some(seat));
        let unit = view.units.into_iter().find(|unit| unit.id == id).unwrap();
        let names: Vec<String> = unit.face.unwrap().attributes.into_iter().map(|given| given.name).collect();
        names
    };
    assert_eq!(shown(CS, "us-1"), ["size"]);
    assert_eq!(shown(US, "us-1"), ["size", "rating", "experience", "supply"]);
    let money = play.game.view(Some(CS)).panels.into_iter().find(|panel| panel.id == "powers").unwrap();
    assert_eq!(money.rows[0].figure, "540", "cash is known");
}

#[test]
fn s11_1_the_forecast_says_in_short_who_is_where() {
    let mut play = Play::new(&["cs-5 @charleston-sc 75 1 5", "cs-6 @mobile 10000 1 5"]);
    let notes = |play: &Play| -> Vec<String> {
        let panels = play.game.view(Some(CS)).panels;
        let supply = panels.into_iter().find(|panel| panel.id == "supply").unwrap();
        supply.rows.into_iter().map(|row| format!("{}: {}", row.note, row.figure)).collect()
    };
    let listed = notes(&play);
    assert_eq!(listed[0], "30,000 men, Richmond: 7 → 7", "paid for, and May eats");
    assert_eq!(listed[4], "7,500 men, Charleston SC: 5 → 6", "ports don't");
    assert!(listed[5].starts_with("1,000,000 men, Mobile: "));
    play.edit("cash-cs 0");
    assert_eq!(notes(&play)[0], "30,000 men, Richmond: 7 → 6");
}

#[test]
fn s11_2_the_treasury_pays_armies_one_by_one_while_the_money_lasts() {
    let mut play = Play::new(&[]);
    let rows = |play: &Play| -> Vec<String> {
        let panels = play.game.view(Some(US)).panels;
        let treasury = panels.into_iter().find(|panel| panel.id == "treasury").unwrap();
        treasury.rows.into_iter().map(|row| format!("{} {}", row.title, row.figure)).collect()
    };
    let next = |play: &mut Play| {
        let shown = rows(play).remove(3);
        play.seal();
        (shown, format!("Next turn {}", play.us().cash))
    };
    play.edit("cash-us 300");
    assert_eq!(rows(&play), ["In hand 300", "Armies -196", "Income 290", "Next turn 394"]);
    // McDowell's 80 are too much, and so are McClellan's 56 and more; Fremont's 15 and Buell's 20 aren't.
    play.edit("cash-us 50");
    assert_eq!(rows(&play), ["In hand 50", "Armies -35", "Income 290", "Next turn 305"]);
    let (shown, came) = next(&mut play);
    assert_eq!(shown, came);
    // Under realism nobody is paid where no neighbour is an own city.
    let mut alone = Play::new(&["alone", "us-1 @washington 400 1 9", "cs-1 @richmond 300 1 7"]);
    alone.edit("owner-harpers-ferry none").edit("cash-us 300");
    assert_eq!(rows(&alone)[1], "Armies 0");
    let (shown, came) = next(&mut alone);
    assert_eq!(shown, came);
    // What is above the most that is kept is cut before the income comes.
    let mut rich = Play::new(&["alone", "us-1 @washington 4 1 9", "cs-1 @richmond 4 1 7"]);
    rich.edit("cash-us 19999").seal();
    assert_eq!(rich.us().cash, 20_288);
    let (shown, came) = next(&mut rich);
    assert_eq!(shown, came);
}

#[test]
fn s18_2_8_what_has_become_impossible_lapses() {
    // Both sail to Norfolk's relief: the Rebels take it while the Union's bombardment waits for its fleet, which is gone.
    let mut play = Play::new(&["us-fleet @norfolk W", "cs-fleet @mobile WWW"]);
    play.take(US, "bombard").take(CS, "sail norfolk").luck("a shot at sea", &[Yes; 10]).seal();
    assert!(play.us().fleet.is_none());
    assert!(play.events.iter().any(|event| event.text.contains("has become impossible")));
    assert_eq!(play.fort("norfolk"), 1);
}

#[test]
fn s15_2_a_sheet_knows_how_far_it_has_come() {
    use cw_strategy::classic::Stage;
    let luck = [("the Union can recruit", &[No, No, Yes] as &[_])];
    let mut play = Play::with(&["us-7 @columbus 50 1 0"], &luck);
    play.edit("cash-us 900");
    for (order, stage) in [
        ("supply us-7", Stage::SUPPLY),
        ("fortify washington", Stage::FORT),
        ("build wooden philadelphia", Stage::FIRST_SHIP),
        ("recruit cincinnati", Stage::RECRUIT),
        ("build wooden philadelphia", Stage::BUILD),
        ("raid", Stage::NAVY),
        ("join columbus", Stage::JOIN),
        ("rail us-4, to harpers-ferry", Stage::RAIL),
        ("move us-3 front-royal", Stage::march(2)),
        ("drill us-2", Stage::DRILL),
    ] {
        assert_eq!(play.all(US, order).us().sheet.written, stage, "{order}");
    }
    let mut ships = Play::new(&[]);
    ships.all(US, "build wooden philadelphia, build wooden philadelphia");
    assert_eq!(ships.us().sheet.written, Stage::BUILD, "the second isn't the first");
}

#[test]
fn s14_5_the_bonus_in_battle() {
    let bonus = |changes: &[&str]| {
        let play = Play::new(changes);
        [Side::Us, Side::Cs].map(|side| play.state().battle_bonus(side))
    };
    assert_eq!(bonus(&["balance=1"]), [0, 0]);
    assert_eq!(bonus(&["balance=1", "battle-bonus=symmetrical"]), [0, 4]);
    assert_eq!(bonus(&["balance=2", "battle-bonus=symmetrical"]), [0, 2]);
    assert_eq!(bonus(&["balance=4", "battle-bonus=symmetrical"]), [2, 0]);
    assert_eq!(bonus(&["balance=5", "battle-bonus=symmetrical"]), [4, 0]);
    assert_eq!(bonus(&["balance=1", "computer=cs"]), [0, 4]);
    assert_eq!(bonus(&["balance=5", "computer=cs"]), [0, 0]);
    assert_eq!(bonus(&["balance=5", "computer=us"]), [4, 0]);
}

#[test]
fn s14_6_balance_and_realism_change_in_the_midst() {
    let mut play = Play::new(&["outside-income=true"]);
    play.seal();
    let income = |play: &Play| play.state().income_of(Side::Us);
    assert_eq!(income(&play), 395);
    play.edit("balance 5").edit("realism false");
    assert_eq!(income(&play), 290 + 250);
    assert!(play.change("balance", "6").is_err());
    for (seat, order) in [
        (US, "drill us-1"),
        (US, "break-off 2"),
        (US, "rail us-4"),
        (US, "relieve us-1, appoint us-8"),
        (US, "seal"),
        (CS, "detach cs-1"),
        (CS, "retreat cs-1, to norfolk"),
        (CS, "fortify vicksburg"),
    ] {
        let mut play = Play::new(&["vicksburg cs 0"]);
        play.edit("cash-cs 300").all(seat, order);
        let refused = play.change("balance", "3").unwrap_err().reason;
        assert!(refused.contains("before orders are written"), "{order}: {refused}");
    }
}

#[test]
fn s14_7_battles_are_reported() {
    let mut play = Play::new(&["cs-1 @manassas 300 1 7"]);
    play.take(US, "move us-1 manassas").seal();
    let reports = play.game.view(None).reports;
    let text = format!("{reports:?}");
    assert!(text.contains("Manassas") && text.contains("46"), "{text}");
}

#[test]
fn s14_7_what_was_lost_is_counted_by_turn() {
    let mut play = Play::new(&["cs-1 @manassas 300 1 7"]);
    play.seal();
    play.take(US, "move us-1 manassas").seal();
    let fought = play.state().history[0];
    assert_eq!((fought.turn, fought.attacker), (2, Side::Us));
    let report = play.game.view(None).reports.into_iter().find(|report| report.id == "losses").unwrap();
    let muster_contract::ReportBody::Chart(chart) = report.body else { panic!("it is a chart") };
    let lines: Vec<Vec<i32>> = chart.series.into_iter().map(|line| line.values).collect();
    assert_eq!(lines, fought.losses.map(|lost| vec![0, i32::from(lost)]));
    assert!(fought.losses.iter().all(|&lost| lost > 0));
}

#[test]
fn s14_7_the_history_keeps_the_latest_battles() {
    use cw_strategy::state::MOST_FOUGHT;
    let mut play = Play::new(&["cs-1 @manassas 300 1 7"]);
    play.take(US, "move us-1 manassas").seal();
    let mut state = play.state().clone();
    assert_eq!(state.forgotten(), 0);
    let fought = state.history[0];
    for turn in 2..=MOST_FOUGHT as u16 + 1 {
        state.record(cw_strategy::state::Fought { turn, ..fought });
    }
    state.powers[0].battles_won = MOST_FOUGHT as u16;
    let turns: Vec<u16> = state.history.iter().map(|fought| fought.turn).collect();
    assert_eq!(turns, (2..=MOST_FOUGHT as u16 + 1).collect::<Vec<_>>());
    assert_eq!(state.forgotten(), 1);
}

#[test]
fn s3_4_charts_name_the_months_of_their_turns() {
    let mut play = Play::new(&[]);
    play.seal();
    play.seal();
    let reports = play.game.view(None).reports;
    let charts = reports.into_iter().filter_map(|report| match report.body {
        muster_contract::ReportBody::Chart(chart) => Some(chart.labels),
        _ => None,
    });
    let charts: Vec<Vec<String>> = charts.collect();
    assert_eq!(charts.len(), 4);
    assert!(charts.iter().all(|labels| *labels == ["March 1861", "May 1861"]), "{charts:?}");
}

/// The chance that an attack is won, from the least to the most.
fn won(play: &Play, choice: &str) -> [(u64, u64); 2] {
    let odds = play.game.odds(US, choice);
    let row = odds[0].rows.spans().find(|row| row.label == "won").unwrap();
    [(row.least, row.out_of), (row.most, row.out_of)]
}

#[test]
fn s10_15_odds_go_from_the_least_to_the_greatest_chance_that_the_seat_cannot_rule_out() {
    let play = Play::new(&["us-1 @washington 400 1 9", "cs-1 @manassas 300 1 7"]);
    // 16.2: 13 in 266 under realism, for one who knows his experience. Green he defends with 10, an old army with 14.
    let [least, most] = won(&play, "move us-1 manassas");
    assert!(least.0 * 506 == 13 * least.1 && most.0 * 202 == 13 * most.1, "{least:?} {most:?}");
    assert!(matches!(play.game.odds(US, "move us-1 manassas")[0].rows, muster_contract::OddsRows::Range(_)));
    assert!(play.game.odds(US, "move us-1 baltimore").is_empty(), "nobody is there");
}

#[test]
fn s5_22_odds_at_sea_know_that_the_enemy_may_build() {
    use muster_contract::OddsRows;
    let odds = |fleet: &str, cash: &str| {
        let mut play = Play::new(&["realism=false", "us-fleet @norfolk I", fleet]);
        let table = play.edit(cash).game.odds(US, "sail mobile").remove(0);
        assert!(table.note.ends_with("if the enemy's fleet stays where it is"), "{}", table.note);
        let won = table.rows.spans().find(|row| row.label == "won").unwrap();
        let hundred_thousandths = |of: u64| of * 100_000 / won.out_of;
        (matches!(table.rows, OddsRows::Exact(_)), [won.least, won.most].map(hundred_thousandths))
    };
    // 5.22: an ironclad against another, which may have a wooden ship to its right by then.
    assert_eq!(odds("cs-fleet @mobile I", "cash-cs 100"), (false, [50_000, 99_848]));
    assert_eq!(odds("cs-fleet @mobile I", "cash-cs 99"), (true, [50_000, 50_000]));
    assert_eq!(odds("cs-fleet @mobile IIIIIIIIII", "cash-cs 900"), (true, [50_000, 50_000]));
    // A wooden ship stays the first to fight, whatever is built.
    assert_eq!(odds("cs-fleet @mobile W", "cash-cs 900"), (true, [99_848, 99_848]));
}

#[test]
fn s14_6_realism_that_is_changed_changes_the_odds() {
    let mut play = Play::new(&["us-1 @washington 400 1 9", "cs-1 @manassas 300 1 7"]);
    let with = won(&play, "move us-1 manassas");
    play.edit("realism false");
    let [least, most] = won(&play, "move us-1 manassas");
    // 10.8: the ground is worth more, and 16.1 has 13 in 98 for one who knows his experience.
    assert!([[least, most]] != [with] && least.0 * 98 <= 13 * least.1 && most.0 * 98 >= 13 * most.1);
}

/// What is hidden changes nothing of what is shown, and the chance that is rolled lies within it.
#[test]
fn s10_15_the_true_chance_lies_within_the_odds_whatever_is_hidden() {
    use cw_strategy::combat::attacker_wins;
    let mut strengths = std::collections::BTreeSet::new();
    for options in [&[][..], &["vary=true"][..]] {
        let rows = ["us-1 @washington 400 1 9", "cs-1 @manassas 300 1 7"];
        let play = Play::new(&[&rows[..], options].concat());
        let shown = play.game.odds(US, "move us-1 manassas");
        let [least, most] = won(&play, "move us-1 manassas");
        for seed in 0..400 {
            let sample = play.game.sample(US, seed);
            assert_eq!(sample.odds(US, "move us-1 manassas"), shown, "{options:?}, {seed}");
            let (state, world) = (sample.state(), sample.world());
            let mut attacker = *state.army(cw_strategy::Side::Us, 0).unwrap();
            attacker.supply -= 1;
            let manassas = world.find("manassas").unwrap();
            let defender = *state.lead(cw_strategy::Side::Cs, manassas).unwrap().1;
            let fort = state.visible_fort(Some(cw_strategy::Side::Us), manassas);
            let battle = state.battle_of(cw_strategy::Side::Us, &attacker, &defender, fort);
            let strength = [battle.attack(&mut |_| {}), battle.defence(&mut |_| {})];
            let chance = attacker_wins(strength[0], strength[1]);
            let (of, out_of) = (u64::from(chance.of), u64::from(chance.out_of));
            assert!(least.0 * out_of <= of * least.1 && of * most.1 <= most.0 * out_of, "{strength:?}");
            strengths.insert(strength[1]);
        }
    }
    assert!(strengths.len() > 4, "{strengths:?}");
}

#[test]
fn explanations_cite_the_rule() {
    use muster_contract::Target;
    let mut play = Play::new(&[]);
    let why = |play: &Play, target: Target| play.game.explain(US, &target).pop().unwrap();
    assert_eq!(why(&play, Target::Unit("cs-1".to_owned())).citation.as_deref(), Some("18.1"));
    assert_eq!(why(&play, Target::Space("richmond".to_owned())).citation.as_deref(), Some("6.1"));
    play.take(US, "drill us-1");
    assert_eq!(why(&play, Target::Unit("us-1".to_owned())).citation.as_deref(), Some("0.9"));
    play.take(US, "seal");
    assert_eq!(why(&play, Target::Space("richmond".to_owned())).citation.as_deref(), Some("18.2"));
}

#[test]
fn fog_hides_how_large_far_armies_are() {
    let mut play = Play::new(&[]);
    play.edit("fog true");
    let size = |id: &str| {
        let view = play.game.view(Some(US));
        let unit = view.units.into_iter().find(|unit| unit.id == id).unwrap();
        unit.face.unwrap().attributes[0].value.clone()
    };
    assert_eq!(size("cs-4"), Value::Text("?".to_owned()), "Vicksburg is far");
    assert_eq!(size("cs-2"), Value::Number(200), "Front Royal is next to Harpers Ferry");
}

#[test]
fn fog_is_dealt_again_in_samples() {
    let mut play = Play::new(&[]);
    play.edit("fog true");
    let sizes = |seed: u64| {
        let sample = play.game.sample(US, seed);
        assert_eq!(sample.view(Some(US)), play.game.view(Some(US)), "it looks the same");
        let size = |slot: u8| sample.state().army(Side::Cs, slot).unwrap().size;
        assert_eq!(sample.state().men(Side::Cs), 715, "the sum is public");
        assert_eq!(size(1), 200, "Front Royal is seen");
        [0, 2, 3].map(size)
    };
    let dealt: std::collections::BTreeSet<[u16; 3]> = (0..20).map(sizes).collect();
    assert!(dealt.len() > 15, "{dealt:?}");
    let weights = |seed: u64| play.game.sample(US, seed).weights(US, "regular");
    assert!((0..20).all(|seed| weights(seed) == play.game.weights(US, "regular")), "bots see no further");
    let clear = Play::new(&[]);
    let sample = clear.game.sample(US, 1);
    assert_eq!(sample.state().army(Side::Cs, 0).unwrap().size, 300, "without fog sizes are public");
}

#[test]
fn fog_covers_the_history_for_the_public() {
    let mut play = Play::new(&["cs-1 @manassas 300 1 7"]);
    play.edit("fog true").take(US, "move us-1 manassas").seal();
    let history = |seat| {
        let reports = play.game.view(seat).reports;
        format!("{:?}", reports.into_iter().find(|report| report.id == "battles").unwrap().body)
    };
    assert!(history(Some(US)).contains("46/400") && history(Some(CS)).contains("46/400"));
    assert!(!history(None).contains("46/400") && history(None).contains("McDowell* 46"));
}
