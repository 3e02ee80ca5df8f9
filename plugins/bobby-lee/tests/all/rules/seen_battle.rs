//! A battle of twenty units as a player sees it, from its deployment through a night and a second day to regrouping.

use std::collections::BTreeSet;

use muster_contract::{EventKind, Seat, Target, View};

use crate::rules::position::*;

/// What is open in the window as the battle goes on.
#[derive(Default)]
struct Met {
    asked: BTreeSet<String>,
    phases: Vec<String>,
    clocks: Vec<String>,
    moves: BTreeSet<(String, String)>,
}

/// Ten Confederates at Manassas, and as many of the Union around them.
fn armies() -> Vec<String> {
    let mut units = vec![
        "us-l leader 4 c2 f1 s1 4 @0303".to_owned(),
        "us-infantry7 infantry 3 @0303".to_owned(),
        "cs-l leader 4 c1 f1 s1 4 @0403".to_owned(),
    ];
    let kinds = [("infantry", 6, 3), ("cavalry", 1, 2), ("artillery", 2, 3)];
    for (kind, count, steps) in kinds {
        for number in 1..=count {
            units.push(format!("cs-{kind}{number} {kind} {steps} @0403"));
            let from = match (kind, number) {
                ("infantry", 1..=4) => "0303",
                ("infantry", _) => "0402",
                _ => "0304",
            };
            units.push(format!("us-{kind}{number} {kind} {steps} @{from}"));
        }
    }
    units
}

/// Everybody who can attacks, but for a division that waits and the commander.
fn attack(play: &mut Play) {
    let who: Vec<String> = play.ids(US).into_iter().filter(|id| id.starts_with("pick")).collect();
    for pick in who.iter().filter(|pick| *pick != "pick us-infantry7") {
        play.take(US, pick);
        let go = if play.lists(US, "to 0403") { "to 0403" } else { "cancel" };
        play.take(US, go);
    }
    play.take(US, "end-moves");
    play.take(US, "end-moves");
    let there = play.view(US).units.iter().filter(|unit| unit.place.space != "0303").count();
    assert_eq!(there, 19);
}

/// A choice as an eager player would make it: everybody is placed, some fight, and the defender gives up in the second night.
fn answer(play: &Play, seat: Seat, kind: &str, day: u8) -> String {
    let ids = play.ids(seat);
    let first = |word: &str| ids.iter().find(|id| id.split(' ').next() == Some(word)).cloned();
    let found = match kind {
        "deploy-battle" if play.view(seat).turn.phase == "night" => first("end-deploy"),
        "deploy-battle" => {
            let columns = ["left", "center", "right"];
            let view = play.view(seat);
            let side = if seat == US { "us" } else { "cs" };
            let count = |column: &str| {
                view.units.iter().filter(|unit| unit.place.space == format!("{side}-{column}")).count()
            };
            let emptiest = columns.into_iter().min_by_key(|column| count(column)).unwrap();
            let post = format!("post {side}-{emptiest}");
            ids.iter()
                .find(|id| **id == post)
                .cloned()
                .or_else(|| first("pick"))
                .or_else(|| first("end-deploy"))
        }
        "entrench" => first("entrench").or_else(|| first("end-entrench")),
        // One goes forward at dawn, fights in the morning, and comes back.
        "combat" if day == 1 => {
            let words = ["engage", "fire", "pick", "post", "reserve", "end-combat"];
            words.into_iter().find_map(first)
        }
        "combat" => first("end-combat"),
        "night" if day == 2 && seat == CS => first("withdraw"),
        "night" => first("fight-on"),
        "reinforce" => first("bring").or_else(|| first("end-reinforce")),
        "losses" => first("hit"),
        "regroup" => first("retreat").or_else(|| first("pick").filter(|_| day < 3)),
        _ => first("end-retreat").or_else(|| first("retreat")).or_else(|| first("pick")),
    };
    found.or_else(|| first("end-regroup")).unwrap_or_else(|| panic!("{kind}: {ids:?}"))
}

/// What must be right at every decision: where the sequence of play stands, the board over the map with its clock, and
/// every unit that can be chosen in sight on it.
fn check(play: &Play, seat: Seat, kind: &str, view: &View) -> Option<String> {
    let now = view.phases.iter().filter(|phase| **phase == view.turn.phase).count();
    assert_eq!(now, 1, "{kind}: {} stands once in {:?}", view.turn.phase, view.phases);
    // Who regroups does so on the map.
    let over = kind == "regroup" || view.turn.phase == "activate";
    assert_eq!(view.open_board.is_none(), over, "{kind}: the board is open while there are blocks on it");
    for choice in play.game.decisions().into_iter().filter(|one| one.seat == seat).flat_map(|one| one.choices)
    {
        let Target::Unit(id) = &choice.target else { continue };
        let unit = view.units.iter().find(|unit| unit.id == *id);
        let place = &unit.unwrap_or_else(|| panic!("{kind}: {id} is out of sight")).place.space;
        let boxed = place.starts_with("us-") || place.starts_with("cs-");
        let comes = ["reinforce", "night", "regroup"].contains(&kind);
        assert!(over || boxed || comes, "{kind}: {id} is in {place}, under the board");
    }
    let clock = view.open_board.as_ref()?.clock.as_ref().expect("a battle has its hour");
    let hour = &clock.hours[clock.now as usize].title;
    let title = clock.title.split(',').next().unwrap();
    assert_eq!(title, hour);
    assert!(view.turn.clock.ends_with(&hour.to_lowercase()), "{} at {hour}", view.turn.clock);
    if let Some(at) = view.phases.iter().position(|phase| *phase == "combat") {
        let before =
            view.phases[..at].iter().rev().find(|phase| !["retreats", "morale"].contains(&phase.as_str()));
        assert_eq!(before.unwrap(), &hour.to_lowercase(), "the steps of a turn stand under its hour");
    }
    Some(clock.title.clone())
}

#[test]
fn a_battle_of_twenty_units_is_seen_through_the_night_to_regrouping() {
    let units = armies();
    let units: Vec<&str> = units.iter().map(String::as_str).collect();
    let mut play = Play::first(&units, US, "activate us-l");
    attack(&mut play);
    play.roll(&[4; 400]);
    let mut met = Met::default();
    let (mut day, mut fought) = (1, false);
    for _ in 0..1000 {
        let (seat, kind) = play.next_decision();
        if kind == "activate" {
            break;
        }
        let view = play.view(seat);
        let clock = check(&play, seat, &kind, &view);
        if clock.is_some() && view.turn.clock.starts_with("day 2") {
            day = 2;
        }
        if clock.is_some() && met.clocks.last() != clock.as_ref() {
            met.clocks.extend(clock);
        }
        fought |= kind == "regroup";
        let choice = answer(
            &play,
            seat,
            &kind,
            if kind == "regroup" && met.asked.contains("regroup") { 3 } else { day },
        );
        met.asked.insert(kind);
        play.take(seat, &choice);
        for event in &play.events {
            match &event.kind {
                EventKind::Phase(phase) => met.phases.push(phase.clone()),
                EventKind::Moved(way) if way.len() > 1 => {
                    let plain = |place: usize| way[place].space.clone();
                    met.moves.insert((plain(0), plain(way.len() - 1)));
                }
                _ => {}
            }
        }
    }
    assert!(fought, "the victor regrouped");
    let asked = ["combat", "deploy-battle", "entrench", "night", "regroup", "reinforce", "retreat"];
    assert!(asked.iter().all(|kind| met.asked.contains(*kind)), "{:?}", met.asked);
    // The Union attacks: it has the first turn of each hour, and the night.
    let all: Vec<&str> = met.clocks.iter().map(String::as_str).collect();
    let dawn =
        ["Dawn, Confederate turn", "Dawn, Union turn", "Dawn, Confederate turn", "Morning, Union turn"];
    assert_eq!(all[..4], dawn);
    assert_eq!(all.iter().filter(|title| **title == "Night, Union turn").count(), 4, "{all:?}");
    let hours = ["dawn", "morning", "afternoon", "dusk"];
    let told: Vec<&str> =
        met.phases.iter().map(String::as_str).filter(|phase| hours.contains(phase)).collect();
    assert_eq!(told, [hours, hours].concat(), "every hour of both days is announced");
    // Moves are told from box to box: into the line, against the enemy's, back at nightfall; and over the map.
    for (from, to) in [
        ("us-reserve", "us-left"),
        ("cs-reserve", "cs-center"),
        ("us-left", "cs-right"),
        ("cs-right", "us-left"),
    ] {
        assert!(met.moves.contains(&(from.to_owned(), to.to_owned())), "{from} to {to}: {:?}", met.moves);
    }
    assert!(met.moves.iter().any(|(from, to)| from == "0403" && to.starts_with('0')), "{:?}", met.moves);
}

#[test]
fn s6_8_an_hour_begins_with_the_attackers_battle_turn() {
    let mut play = crate::rules::battle::battle(&[]);
    let mut hours = |seat, ids: &str| {
        let mut begun = Vec::new();
        for id in ids.split(", ") {
            play.take(seat, id);
            begun.extend(play.events.iter().filter_map(|event| match &event.kind {
                EventKind::Phase(phase) if ["dawn", "morning"].contains(&phase.as_str()) => {
                    Some(phase.clone())
                }
                _ => None,
            }));
        }
        begun
    };
    assert!(hours(US, "end-combat, end-reinforce").is_empty(), "the defender has his turn in the same hour");
    assert_eq!(hours(CS, "end-retreat, end-combat"), ["morning"]);
}
