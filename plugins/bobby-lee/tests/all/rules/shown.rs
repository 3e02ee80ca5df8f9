//! What players see and are told: panels, overlays, odds, and why something can't be chosen.

use muster_contract::{OverlayShape, Panel, ReportBody, Seat, Target};

use crate::rules::position::*;

const ARMY: [&str; 6] = [
    "us-l leader 4 c1 f1 s1 4 @0303",
    "us-a infantry 3 @0303",
    "us-b infantry 3 @0303",
    "cs-a infantry 3 @0403",
    "cs-b infantry 2 @0403",
    "cs-g artillery 3 @0403",
];

fn panel(play: &Play, seat: Seat, id: &str) -> Option<Panel> {
    play.view(seat).panels.into_iter().find(|panel| panel.id == id)
}

/// The spaces of an overlay in a style.
fn spaces(play: &Play, seat: Seat, name: &str, style: &str) -> Vec<String> {
    let items = play.game.overlay(Some(seat), name, None).into_iter().filter(|item| item.style == style);
    let name = |shape| match shape {
        OverlayShape::Space(name) => Some(name),
        _ => None,
    };
    items.filter_map(|item| name(item.shape)).collect()
}

/// The chances of a choice: of each table the labels with "so many of so many".
fn chances(play: &Play, seat: Seat, choice: &str) -> Vec<Vec<String>> {
    let row = |chance: &muster_contract::Chance| format!("{} {}/{}", chance.label, chance.of, chance.out_of);
    let tables = play.game.odds(seat, choice);
    tables.iter().map(|table| table.rows.exact().unwrap().iter().map(row).collect()).collect()
}

/// Why a unit can't be chosen, with the section.
#[track_caller]
fn why(play: &Play, seat: Seat, target: Target) -> String {
    let last = play.explain(seat, &target).pop().unwrap();
    format!("{} ({})", last.text, last.citation.unwrap_or_default())
}

fn unit(id: &str) -> Target {
    Target::Unit(id.to_owned())
}

#[test]
fn leaders_are_listed_with_what_they_have_left_and_only_to_those_who_can_read_them() {
    let mut play = Play::new(&ARMY);
    assert!(panel(&play, CS, "leaders").is_none());
    let rows = panel(&play, US, "leaders").unwrap().rows;
    assert_eq!((rows[0].points, rows[0].left, rows[0].current), (4, 4, false));
    play.open(US, "activate us-l");
    assert!(panel(&play, CS, "leaders").unwrap().rows[0].current, "he is shown while he is active");
}

#[test]
fn a_step_into_an_enemys_hex_says_what_a_battle_would_be() {
    let told = |play: &Play, choice: &str| {
        let told = play.game.details(US, &[choice.to_owned()]).remove(0);
        let ahead = told.consequences.into_iter().filter(|line| line.text.contains("of the enemy"));
        ahead.map(|line| (line.text, line.citation.unwrap_or_default())).collect::<Vec<_>>()
    };
    let mut play = Play::new(&ARMY);
    play.open(US, "activate us-l");
    play.take(US, "pick us-a");
    let [(text, section)] = &told(&play, "to 0403")[..] else { panic!("nothing is said of the battle") };
    assert!(text.starts_with("1 block against 3 blocks of the enemy") && text.contains("skirmish"), "{text}");
    assert_eq!(section, "6.1");
}

#[test]
fn the_ledger_tells_a_side_its_own_purchases_only() {
    let mut play = Play::new(&["us-a infantry 1 @0402", "cs-a infantry 2 @0405"]);
    play.all(US, "bid 0");
    play.all(CS, "bid 0");
    play.take(US, "step us-a");
    let figures = |seat: Seat| -> Vec<String> {
        panel(&play, seat, "ledger").unwrap().rows.into_iter().map(|row| row.figure).collect()
    };
    // 1862: 24 and 15, and the marker's space for the Confederacy.
    assert_eq!(figures(US), ["24 RP", "16 RP", "-1", "23 RP"]);
    assert_eq!(figures(CS), ["24 RP", "16 RP", "16 RP"]);
}

#[test]
fn overlays_tell_supply_railroads_ports_and_the_command_of_leaders_one_can_read() {
    let play = Play::first(&ARMY, US, "activate us-l");
    assert!(spaces(&play, US, "supply-us", "us").contains(&"0402".to_owned()));
    assert_eq!(spaces(&play, US, "supply-us", "danger"), ["0303"], "the enemy is on the railroad at 0403");
    assert!(spaces(&play, CS, "rail", "cs").contains(&"0405".to_owned()));
    assert!(spaces(&play, CS, "sea", "cs").contains(&"0605".to_owned()), "Yorktown is closed");
    let command = spaces(&play, CS, "command", "us");
    assert!(command.contains(&"0303".to_owned()), "everybody reads a leader who is active");
    assert!(!command.contains(&"0403".to_owned()), "the enemy is there");
    let limits = play.game.overlay(Some(US), "limits", Some(&Target::Space("0403".to_owned())));
    let bridge = limits.iter().find(|item| item.shape == OverlayShape::Edge("0402/0403".to_owned()));
    assert_eq!(bridge.unwrap().label, "3/2");
}

#[test]
fn a_forced_march_a_draft_and_a_leader_roll_have_their_chances() {
    let mut play = Play::first(
        &["cs-l leader 4 c2 f1 s1 4 @0303", "cs-a infantry 2 @0303", "us-z infantry 3 @0402"],
        CS,
        "activate cs-l",
    );
    play.all(CS, "pick cs-a, to 0304, to 0305");
    assert_eq!(chances(&play, CS, "force 0306"), [["keeps together 4/6", "loses a step 2/6"]]);
    let mut play = Play::new(&[
        "us-a infantry 1 @0402",
        "us-x leader 4 c1 f1 s1",
        "us-l leader 4 c1 f1 s1 4 @0402",
        "cs-a infantry 2 @0405",
    ]);
    play.all(US, "bid 0");
    play.all(CS, "bid 0");
    // A point behind: 6 or more of two dice.
    assert_eq!(chances(&play, US, "end-replacements"), [["a leader is changed 26/36", "no change 10/36"]]);
    assert_eq!(chances(&play, CS, "end-replacements"), [] as [Vec<String>; 0], "its pool is empty");
}

#[test]
fn fire_and_melee_have_theirs() {
    let units = [
        "us-l leader 4 c1 f1 s1 4 @0303",
        "us-a infantry 3 @0303",
        "us-b infantry 3 @0303",
        "us-c infantry 2 @0303",
        "cs-a infantry 3 @0403",
        "cs-b infantry 2 @0403",
        "cs-g artillery 3 @0403",
    ];
    let mut play = Play::first(&units, US, "activate us-l");
    play.all(US, "pick us-a, to 0403, pick us-b, to 0403, pick us-c, to 0403, end-moves, end-moves");
    play.all(
        CS,
        "pick cs-a, post cs-left, pick cs-b, post cs-right, pick cs-g, post cs-center, end-entrench",
    );
    play.all(US, "pick us-a, post us-left, pick us-b, post us-center, pick us-c, post us-right, end-retreat");
    play.all(US, "pick us-a, engage cs-right");
    assert_eq!(why(&play, US, unit("us-a")), "It has moved or fired in this battle turn. (6.6)");
    play.take(US, "end-combat");
    while play.next_decision() != (CS, "combat".to_owned()) {
        let (seat, kind) = play.next_decision();
        play.take(seat, &format!("end-{kind}"));
    }
    play.take(CS, "pick cs-b");
    // Two dice at F2, then at F3 with a step lost for each 6.
    assert_eq!(chances(&play, CS, "fire"), [["no hit 16/36", "1 hit 16/36", "2 hits 4/36"]]);
    assert_eq!(
        chances(&play, CS, "melee"),
        [["no hit 9/36", "1 hit 18/36", "2 hits 9/36"], ["no step 25/36", "1 step 10/36", "2 steps 1/36"]]
    );
}

#[test]
fn reasons_name_the_rule() {
    let mut play =
        Play::new(&[&ARMY[..], &["us-r infantry 2 @0101", "us-w leader 2 c0 f1 s1 1 @0402"]].concat());
    play.all(US, "bid 1");
    play.all(CS, "bid 0");
    assert_eq!(why(&play, US, unit("us-a")), "Only leaders are activated. (5.11)");
    assert_eq!(why(&play, US, unit("us-w")), "At one step it can't be activated. (5.11)");
    assert_eq!(why(&play, CS, unit("cs-a")), "The Union player decides now. (5.11)");
    play.take(US, "activate us-l");
    assert_eq!(why(&play, US, unit("us-r")), "No active leader's command reaches it. (5.12)");
    assert_eq!(why(&play, US, unit("us-l")), "Active leaders move when all others have. (1.21)");
    play.take(US, "pick us-a");
    let hex = |id: &str| Target::Space(id.to_owned());
    assert_eq!(why(&play, US, hex("0405")), "It isn't adjacent: units move hex by hex. (5.3)");
    assert_eq!(
        why(&play, US, hex("0302")),
        "A river without a crossing: only a strategic move goes over it, on pontoons. (5.41)"
    );
    play.all(US, "to 0304, halt");
    assert_eq!(why(&play, US, unit("us-a")), "It has moved in this player turn. (5.3)");
}

#[test]
fn a_draft_promises_no_more_cadres_than_there_are_troops_in_the_pool() {
    let units = ["us-a infantry 2 @0402", "cs-a infantry 2 @0405", "cs-p infantry"];
    for (more, told) in [
        (&[][..], &["no cadre 1/6", "1 cadre 5/6"][..]),
        (&["cs-q cavalry"][..], &["no cadre 1/6", "1 cadre 3/6", "2 cadres 2/6"][..]),
    ] {
        let mut play = Play::quarter(&[&units[..], more].concat(), &[("year", 1861)]);
        play.all(US, "end-replacements").all(CS, "end-replacements");
        assert_eq!(chances(&play, CS, "draft"), [told]);
    }
}

/// What a chart counts now, by side.
fn counted(play: &Play, seat: Option<Seat>, id: &str) -> Vec<(String, i32)> {
    let report = play.game.view(seat).reports.into_iter().find(|report| report.id == id);
    let Some(ReportBody::Chart(chart)) = report.map(|report| report.body) else { return Vec::new() };
    assert_eq!(chart.labels.len(), 1, "of this moment");
    chart.series.into_iter().map(|line| (line.side.unwrap(), line.values[0])).collect()
}

/// How strong an army is only its owner reads; how many blocks there are everybody sees.
#[test]
fn the_reports_count_what_their_reader_may_know() {
    let play = Play::new(&ARMY);
    let of = |us: i32, cs: i32| vec![("us".to_owned(), us), ("cs".to_owned(), cs)];
    assert_eq!(
        counted(&play, Some(US), "strength"),
        [("us".to_owned(), 6)],
        "a leader's steps are no strength"
    );
    assert_eq!(counted(&play, Some(CS), "strength").len(), 1);
    assert!(counted(&play, None, "strength").is_empty());
    let victory = play.victory();
    for seat in [None, Some(US), Some(CS)] {
        assert_eq!(counted(&play, seat, "points"), of(victory, -victory));
        assert_eq!(counted(&play, seat, "blocks"), of(3, 3));
    }
    let read = |seat| {
        let report = play.game.view(seat).reports.into_iter().find(|report| report.id == "units").unwrap();
        let ReportBody::Table(table) = report.body else { panic!("it is a table") };
        table.rows.into_iter().map(|row| row.side.unwrap()).collect::<Vec<String>>()
    };
    assert!(read(None).is_empty());
    assert_eq!(read(Some(US)), ["us", "us", "us"]);
}
