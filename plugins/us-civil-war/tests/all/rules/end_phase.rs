//! §3.5, §17.1, §19: what the End Phase does, and how a game ends.

use muster_contract::{Attribute, Value};
use muster_sdk::Rules as _;
use us_civil_war::Side::{Cs, Us};
use us_civil_war::State;
use us_civil_war::state::{Force, Works};

use crate::rules::battlefield::{self, Field};
use crate::rules::position::*;

/// A field in turn 5, the last.
fn field(lines: &[&str]) -> muster_contract::Position {
    let mut position = battlefield::position(lines);
    position.setup.facts.push(Attribute { name: "last".to_owned(), value: Value::Number(5) });
    position
}

/// Both sides end whatever they can until the turn is over; what its end has told.
#[track_caller]
fn end_turn(play: &mut Play) -> String {
    for _ in 0..200 {
        if play.outcome().is_some() {
            return play.told();
        }
        let (seat, _) = play.next_decision();
        play.end(seat);
    }
    panic!("it doesn't end: {:?}", play.next_decision());
}

#[track_caller]
fn begin(position: &muster_contract::Position) -> Play {
    Play::from(position, Arranged::else_on(3).with("Initiative", &[6, 3].repeat(12)))
}

#[track_caller]
fn marker(play: &Play, id: &str) -> Option<us_civil_war::Side> {
    play.state().spot(play.state().world.find(id).unwrap()).marker
}

/// §19.1.1: one SP is enough where there is something to control in an enemy state; nothing comes to open country, to an own state, or where
/// works serve as a marker.
#[test]
fn s19_1_1_each_sp_in_an_enemy_town_places_a_marker() {
    let lines = [
        "0304 town",
        "us 1 @0304",
        "0306 resource",
        "us 3 @0306",
        "us 4 @0505",
        "0702 PA town",
        "us 1 @0702",
        "cs 2 @0904",
        "0904 PA town",
        "0807 town",
        "us 2 @0807",
        "us entrenchment @0807",
    ];
    let mut play = begin(&field(&lines));
    let told = end_turn(&mut play);
    for (id, side) in [
        ("0304", Some(Us)),
        ("0306", Some(Us)),
        ("0505", None),
        ("0702", None),
        ("0904", Some(Cs)),
        ("0807", None),
    ] {
        assert_eq!(marker(&play, id), side, "{id}: {told}");
    }
}

/// §20.2.2: the Chesapeake Bay is the Union's without one.
#[test]
fn s19_1_1_no_marker_lies_in_the_chesapeake_bay() {
    let mut field = Field::at(&set_up("us-civil-war-1862"));
    let all = field.game.world.spaces.iter();
    let bay = all.filter(|(_, info)| info.is_chesapeake()).map(|(at, _)| at).next().unwrap();
    field.game.spot_mut(bay).force =
        Some(Force { side: Us, sps: 3, moved: 0, demoralized: false, foraging: false });
    assert!(field.game.is_home(Us, bay) && !field.game.is_home(Cs, bay));
    field.game.spot_mut(bay).force = None;
    assert!(field.game.controls(Us, bay));
}

/// §19.1.2, §17.2.5: a marker in the North goes unless a Line of Communication leads to an SP; those in other states stay.
#[test]
fn s19_1_2_raiders_markers_go_without_a_line_to_an_sp() {
    let lines = [
        "0303 PA town",
        "cs control @0303",
        "0305 PA",
        "cs 1 @0305",
        "0707 PA town",
        "cs control @0707",
        // Union zones all round it.
        "us 1 @0705",
        "us 1 @0709",
        "us 1 @0507",
        "us 1 @0907",
        "us 1 @0606",
        "us 1 @0808",
    ];
    let mut play = begin(&field(&lines));
    let told = end_turn(&mut play);
    assert_eq!((marker(&play, "0303"), marker(&play, "0707")), (Some(Cs), None), "{told}");
}

/// §17.1.4, §17.1.5: a Border State joins who controls each of its Objective and Resource Hexes, as the turn ends and not with one less; then
/// the new holder's markers go and the other has some where he stands in towns.
#[test]
fn s17_1_4_a_border_state_joins_who_holds_all_its_key_hexes() {
    let lines = |last: &'static str| {
        vec![
            "0303 MO town objective",
            "cs 1 @0303",
            "0305 MO town objective",
            "cs 1 @0305",
            "0307 MO town objective",
            last,
            "0503 MO town",
            "us 2 @0503",
            "0505 MO town",
            "cs control @0505",
            "0507 MO",
            "us 2 @0507",
        ]
    };
    let mut without = begin(&field(&lines("us 1 @0307")));
    end_turn(&mut without);
    assert_eq!(without.state().state_of(State::Missouri), Some(Us), "the Union has one of them");
    let mut play = begin(&field(&lines("cs 1 @0307")));
    assert_eq!(play.state().state_of(State::Missouri), Some(Us));
    let told = end_turn(&mut play);
    assert_eq!(play.state().state_of(State::Missouri), Some(Cs), "{told}");
    let markers = ["0303", "0505", "0503", "0507"].map(|id| marker(&play, id));
    assert_eq!(markers, [None, None, Some(Us), None], "{told}");
    // Back only by all of them, not by one.
    let one = play.state().world.find("0303").unwrap();
    let mut field = Field::at(&field(&lines("cs 1 @0307")));
    field.game.spot_mut(one).marker = Some(Us);
    assert_eq!(field.game.state_of(State::Missouri), Some(Us));
}

/// §19.2, §12.5.3: who has a line Rallies, who is cut off doesn't.
#[test]
fn s19_2_demoralized_units_with_a_line_rally_as_the_turn_ends() {
    let lines = [
        "cs fort 1 @0907",
        "cs 2 @0907 demoralized",
        "cs 2 @0202 demoralized",
        "us 1 @0201",
        "us 1 @0203",
        "us 1 @0102",
        "us 1 @0101",
        "us 1 @0103",
        "us 1 @0302",
        "us 1 @0301",
        "us 1 @0303",
    ];
    let mut play = begin(&field(&lines));
    let state = play.state();
    let [near, far] = ["0907", "0202"].map(|id| state.world.find(id).unwrap());
    assert!(state.supply(Cs).has_loc(near) && !state.supply(Cs).has_loc(far));
    let told = end_turn(&mut play);
    let shaken = |at| play.state().spot(at).force.map(|force| force.demoralized);
    assert_eq!(shaken(near), Some(false), "{told}");
    assert!(shaken(far) != Some(false), "{told}");
}

/// §17.2.4: Union SPs that come as reinforcements, over a hex or in a reaction bring the garrison back, and the marker goes; a Fort of the
/// enemy's keeps it away.
#[test]
fn s17_2_4_the_garrison_comes_back_with_the_union_and_the_marker_goes() {
    let lines = ["0304 PA town objective", "us 2 @0303"];
    let taken = |works: Works| {
        let mut field = Field::of(&lines);
        let town = field.space("0304");
        let spot = field.game.spot_mut(town);
        (spot.fled, spot.works) = (true, works);
        spot.marker = if works == Works::None { Some(Cs) } else { None };
        (field, town)
    };
    let (mut field, town) = taken(Works::None);
    field.march(Us, "0303", 2, &[], "0304");
    field.run(|game, resolution| game.move_in(resolution));
    let spot = field.game.spot(town);
    assert!(
        !spot.fled
            && spot.marker.is_none()
            && field.events.iter().any(|event| event.text.contains("garrison"))
    );
    let (mut field, town) = taken(Works::None);
    let from = field.space("0303");
    let one = us_civil_war::stacks::Detachment { from, sps: 1, generals: Vec::new() };
    field.run(|game, resolution| game.shift(Us, &one, town, "9.2.3", resolution));
    assert!(!field.game.spot(town).fled && field.game.spot(town).marker.is_none());
    let mut play = begin(&self::field(&["0304 PA town objective", "cs fort 1 @0304", "us 2 @0909"]));
    let told = end_turn(&mut play);
    assert!(!told.contains("garrison"), "{told}");
    let town = play.state().world.find("0304").unwrap();
    assert!(!play.state().has_garrison(town) && play.state().controls(Cs, town));
}

/// §19.3.4, §S4.3: in the turn of the election the Confederacy wins by 7 below the benchmark, and both the panel and the track say so.
#[test]
fn s4_3_what_the_victory_panel_says_of_the_election_is_what_happens() {
    for (turn, margin) in [(17, 12), (18, 7)] {
        let facts =
            [("turn", Value::Number(turn)), ("last", Value::Number(20)), ("benchmarks", no_benchmark(20))];
        let play = Play::from(&changed("us-civil-war-1862", &facts), Arranged::else_on(3));
        let view = play.view(US);
        let panel = view.panels.iter().find(|panel| panel.id == "victory").unwrap();
        let row = panel.rows.iter().find(|row| row.title == "The Confederacy at").unwrap();
        assert_eq!(row.figure, (20 - margin).to_string(), "turn {turn}");
        let track = view.tracks.iter().find(|track| track.id == "victory").unwrap();
        assert_eq!((track.first, track.last), (-margin, 12), "turn {turn}");
    }
}

/// §S1.2 to §S4.3: the panel says by which section somebody wins as it stands.
#[test]
fn s1_2_who_wins_as_it_stands_is_cited_by_the_scenario() {
    let cites = |name: &str, facts: &[(&str, Value)]| {
        let play = Play::from(&changed(name, facts), Arranged::else_on(3));
        let balance = play.state().balance();
        let cited = play.state().would_win().map(|(_, section)| section);
        (balance, cited)
    };
    let last = |name: &str, turn| {
        let facts = [("turn", Value::Number(turn)), ("benchmarks", no_benchmark(10))];
        cites(name, &facts).1
    };
    assert_eq!(last("us-civil-war-1861", 3), Some("S1.2"));
    assert_eq!(last("us-civil-war-1862", 8), Some("S2.2"));
    let (balance, _) = cites("us-civil-war", &[]);
    let behind = |turn, by: i16| {
        let benchmark = no_benchmark((balance + by) as u8);
        cites("us-civil-war", &[("turn", Value::Number(turn)), ("benchmarks", benchmark)]).1
    };
    assert_eq!((behind(18, 8), behind(17, 8)), (Some("S4.3"), None));
    assert_eq!((behind(18, 12), behind(17, 12)), (Some("19.3.4"), Some("19.3.4")));
}

/// §S1.2: half points, below nothing too; cited by the scenario.
#[test]
fn s1_2_a_final_balance_of_less_than_nothing_is_told_as_it_is() {
    let mut field = Field::at(&set_up("us-civil-war-1861"));
    let facts = [("benchmarks", no_benchmark(2))];
    let open = Field::at(&changed("us-civil-war-1861", &facts));
    field.game = open.game;
    field.game.winner = Some(Cs);
    // What the Union has is as much as each Border objective in Confederate hands takes from it.
    let border = |at: &us_civil_war::Space| field.game.is_border(*at) && !field.game.controls(Cs, *at);
    let border: Vec<us_civil_war::Space> =
        field.game.world.places.objectives.iter().copied().filter(border).collect();
    for at in border {
        let sum = 2 * field.game.balance() + field.game.doubled_extras();
        let text = field.game.outcome().unwrap().reasons[0].clone();
        let half = if sum % 2 == 0 { "" } else { ".5" };
        let sign = if sum < 0 { "-" } else { "" };
        assert!(text.text.starts_with(&format!("{sign}{}{half} VPs", sum.abs() / 2)), "{sum}: {}", text.text);
        assert_eq!(text.citation.as_deref(), Some("S1.2"));
        field.game.spot_mut(at).force =
            Some(Force { side: Cs, sps: 1, moved: 0, demoralized: false, foraging: false });
    }
    assert!(2 * field.game.balance() + field.game.doubled_extras() < 0);
}

/// §S4.1: the campaign can begin with the set-up of a later year; a theater by itself has none.
#[test]
fn s4_1_a_campaign_can_begin_in_1862_or_1863() {
    for (name, last, needed, extras) in [
        ("us-civil-war-1862", 20, 60, false),
        ("us-civil-war-1863", 20, 60, false),
        ("us-civil-war-lesson", 5, 6, false),
    ] {
        let mut position = set_up(name);
        position.setup.options.push(Attribute { name: "campaign".to_owned(), value: Value::Flag(true) });
        let world = Field::at(&position).game.world.clone();
        assert_eq!((world.last_turn, world.victory, world.extras), (last, needed, extras), "{name}");
    }
}
