//! The charts: what the rulebook says of them, and that their reconstruction makes sense.

use us_civil_war::charts::{
    self, BENCHMARKS, BROWNSVILLE, Blockade, Card, Column, DECKS, MARGIN, Pace, RUNNER_PORTS, Result, Season,
    Sign, Zone, attrition, blockade, pace, random_state, surrender, turn,
};

const D: Sign = Sign::Diamond;
const A: Sign = Sign::Asterisk;

fn result(losses: u8, sign: Sign) -> Result {
    Result { losses, sign }
}

/// How results are ranked, as a number: no effect is 0, then a step for each sign and number.
fn level(result: Result) -> u8 {
    result.losses * 3 + result.sign as u8
}

/// Every sum of so many dice, each as often as it is thrown.
fn throws(dice: u8) -> Vec<i8> {
    (0..dice)
        .fold(vec![0], |sums, _| sums.iter().flat_map(|sum| (1..=6).map(move |face| sum + face)).collect())
}

/// Of how many of all throws the attacker wins, and how many are tied: (wins, ties, all).
fn fights(attacker: Column, attack: i8, defender: Column, defense: i8) -> (u64, u64, u64) {
    let (ours, theirs) = (throws(attacker.dice()), throws(defender.dice()));
    let pairs = || ours.iter().flat_map(|ours| theirs.iter().map(move |theirs| (ours, theirs)));
    let compared =
        pairs().map(|(ours, theirs)| attacker.result(ours + attack).cmp(&defender.result(theirs + defense)));
    let (wins, ties) = compared
        .fold((0, 0), |(wins, ties), one| (wins + u64::from(one.is_gt()), ties + u64::from(one.is_eq())));
    (wins, ties, (ours.len() * theirs.len()) as u64)
}

/// A printed chance is cut off after whole per cent, and here it comes out as this fraction.
#[track_caller]
fn printed(force: (u8, i8), lone_fort: i8, percent: u64, fraction: (u64, u64)) {
    let (wins, _, all) = fights(Column::of(force.0), force.1, Column::of(0), lone_fort);
    assert_eq!(wins * fraction.1, all * fraction.0, "{wins} of {all}");
    assert_eq!(wins * 100 / all, percent);
}

// -------- Combat

#[test]
fn s11_2_2_asterisk_beats_diamond_beats_the_number() {
    let rising: Vec<Result> =
        (0..=5).flat_map(|losses| [Sign::None, D, A].map(|sign| result(losses, sign))).collect();
    assert!(rising.is_sorted_by(|low, high| low < high));
    assert!(result(1, A) > result(1, D) && result(1, D) > result(1, Sign::None));
    assert!(result(0, A) < result(1, Sign::None), "a bare asterisk is below 1");
}

#[test]
fn s11_2_1_the_column_says_the_dice_and_s11_3_the_generals() {
    let columns = [
        ("0", 0, 0, 1),
        ("1", 1, 1, 1),
        ("2", 2, 2, 1),
        ("3", 3, 3, 1),
        ("4", 4, 4, 1),
        ("5-6", 5, 6, 1),
        ("7-8", 7, 8, 2),
        ("9-12", 9, 12, 2),
        ("13-16", 13, 16, 3),
        ("17+", 17, u8::MAX, 3),
    ];
    for ((label, first, last, dice), column) in columns.into_iter().zip(Column::ALL) {
        for sps in first..=last {
            assert_eq!(Column::of(sps), column, "{sps} SPs");
        }
        assert_eq!((column.label(), column.dice(), column.generals()), (label, dice, dice));
    }
}

#[test]
fn s13_2_1_foragers_fight_one_column_to_the_left() {
    let seven = Column::of(7).shifted_left();
    assert_eq!((seven, seven.dice(), seven.generals()), (Column::of(6), 1, 1));
    assert_eq!(Column::of(1).shifted_left(), Column::of(0));
    assert_eq!(Column::of(0).shifted_left(), Column::of(0));
}

#[test]
fn m2_new_orleans_three_sps_take_a_lone_coastal_fort_in_72_per_cent() {
    printed((3, 1), 2, 72, (13, 18));
}

#[test]
fn m7_cairo_morgan_takes_the_fort_in_44_per_cent() {
    printed((1, 2), 2, 44, (4, 9));
}

#[test]
fn m7_cairo_one_sp_takes_the_fort_in_22_per_cent_and_with_a_card_in_44() {
    printed((1, 0), 2, 22, (2, 9));
    printed((1, 2), 2, 44, (4, 9));
}

/// The 55 per cent of the same example are of running the guns, which the charts alone don't say.
#[test]
fn m7_cairo_polk_with_four_sps_wins_in_61_per_cent() {
    printed((4, 0), 2, 61, (11, 18));
}

#[test]
fn m6_two_sps_a_general_and_an_f3_fort_hold_vicksburg_against_every_landing() {
    // Three SPs with a general of 2, naval support and a card, against 2 SPs with one of 1 and the Fort's 6.
    let (wins, _, all) = fights(Column::of(3), 2 + 1 + 2, Column::of(2), 1 + 6);
    assert_eq!((wins, all), (0, 36));
}

#[test]
fn s21_6_the_example_ties_on_land_after_a_naval_win() {
    let (landed, fort) = (Column::of(3).result(2 + 4), Column::of(1).result(4 + 3));
    assert_eq!((landed, landed.losses), (fort, 1));
    let (fleet, battery) = (Column::of(12).result(7 + 1), Column::of(8).result(7));
    assert_eq!((fleet, battery.losses), (result(1, A), 1));
    assert!(battery.sign < A && fleet > battery);
}

#[test]
fn p4_two_rolls_on_the_column_5_6_can_both_be_one_and_an_asterisk() {
    assert!((1..=6).any(|face| Column::of(5).result(face) == result(1, A)));
}

#[test]
fn s21_6_6_diamond_and_asterisk_come_without_a_number_too() {
    let bare = |sign| (1..=6).any(|face| Column::of(0).result(face) == result(0, sign));
    assert!(bare(D) && bare(A));
}

#[test]
fn s11_2_1_the_end_rows_serve_every_roll_beyond_them() {
    for column in Column::ALL {
        let (first, last) = column.rolls();
        for roll in i8::MIN..=i8::MAX {
            assert_eq!(
                column.result(roll),
                column.result(roll.clamp(first, last)),
                "{} at {roll}",
                column.label()
            );
        }
        assert!(i16::from(first) <= i16::from(column.dice()), "a bare throw has a row");
        assert!(last >= column.dice() as i8 * 6, "a bare throw has a row");
    }
    let cells: i32 =
        Column::ALL.iter().map(|column| i32::from(column.rolls().1 - column.rolls().0) + 1).sum();
    assert_eq!(cells, 186);
}

/// The reconstruction: a higher roll is never worse, and no step is longer than two ranks.
#[test]
fn no_column_falls_as_the_roll_rises() {
    for column in Column::ALL {
        let (first, last) = column.rolls();
        for roll in first..last {
            let (low, high) = (level(column.result(roll)), level(column.result(roll + 1)));
            assert!((low..=low + 2).contains(&high), "{} from {roll}: {low} to {high}", column.label());
        }
    }
}

/// The reconstruction: with as many dice the larger force is never worse at the same roll.
#[test]
fn a_larger_column_with_as_many_dice_is_never_worse() {
    for [small, large] in pairs() {
        if small.dice() == large.dice() {
            assert!((-3..30).all(|roll| small.result(roll) <= large.result(roll)), "{}", large.label());
        }
    }
}

/// The reconstruction: unmodified, the larger force reaches every number and sign at least as often, whatever its dice.
#[test]
fn a_larger_column_reaches_every_result_at_least_as_often() {
    let reached = |column: Column, least: u8| {
        let throws = throws(column.dice());
        (throws.iter().filter(|&&roll| level(column.result(roll)) >= least).count(), throws.len())
    };
    for [small, large] in pairs() {
        for least in 1..=17 {
            let ((few, of_few), (many, of_many)) = (reached(small, least), reached(large, least));
            assert!(few * of_many <= many * of_few, "{} at rank {least}", large.label());
        }
    }
}

/// The reconstruction: so much the enemy loses on the average, in hundredths.
#[test]
fn the_average_loss_rises_with_the_column() {
    let average = |column: Column| {
        let throws = throws(column.dice());
        let lost: usize = throws.iter().map(|&roll| usize::from(column.result(roll).losses)).sum();
        lost * 100 / throws.len()
    };
    let averages = Column::ALL.map(average);
    assert_eq!(averages, [0, 16, 50, 83, 83, 100, 116, 127, 179, 225]);
    assert!(averages.is_sorted());
}

/// The reconstruction: at equal strength and without modifiers 23 to 39 per cent are ties up to 12 SPs, and fewer beyond.
#[test]
fn ties_between_equal_forces_are_no_more_than_two_in_five() {
    // In thousandths.
    let ties = Column::ALL.map(|column| {
        let (wins, ties, all) = fights(column, 0, column, 0);
        assert_eq!(2 * wins + ties, all, "the attacker wins as often as he loses");
        ties * 1000 / all
    });
    assert_eq!(ties, [388, 277, 277, 388, 388, 388, 253, 231, 160, 145]);
}

fn pairs() -> impl Iterator<Item = [Column; 2]> {
    Column::ALL.windows(2).map(|two| [two[0], two[1]]).collect::<Vec<_>>().into_iter()
}

// -------- Attrition and surrender

#[test]
fn s13_2_2_attrition_rises_with_the_roll_and_the_stack_and_leaves_something() {
    for sps in 0..=40 {
        for roll in -9..20 {
            assert!(attrition(sps, roll) <= attrition(sps, roll + 1));
            assert!(attrition(sps, roll) <= attrition(sps + 1, roll));
        }
        assert!(attrition(sps, 99) <= sps.div_ceil(2));
    }
    assert_eq!([0, 1, 2, 6, 9, 12, 15, 16, 40].map(|sps| attrition(sps, 12)), [0, 1, 1, 2, 3, 4, 5, 7, 7]);
    assert_eq!(
        (-5..=14).map(|roll| attrition(16, roll)).collect::<Vec<_>>()[7..18],
        [0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7]
    );
}

#[test]
fn s13_2_2_seasons_and_terrain_add_to_the_die() {
    let added = [Season::Winter, Season::Spring, Season::EarlySummer, Season::LateSummer, Season::Fall]
        .map(Season::attrition);
    assert_eq!(added, [3, 1, 0, 0, 1]);
    let others =
        (charts::ATTRITION_DEMORALIZED, charts::ATTRITION_WOODS, charts::ATTRITION_MOUNTAIN_OR_MARSH);
    assert_eq!(others, (2, 1, 2));
}

#[test]
fn s13_6_4_low_rolls_surrender_at_once() {
    let points: Vec<u8> = (0..=10).map(surrender).collect();
    assert_eq!(points, [3, 3, 3, 2, 2, 1, 1, 1, 0, 0, 0]);
    assert_eq!(surrender(i8::MIN), charts::SURRENDER_AT);
    assert_eq!(surrender(i8::MAX), 0);
}

/// How many checks a group holds on the average, in hundredths: a face without points leaves it where it was.
fn checks(modifier: i8) -> u64 {
    let mut from = [0_u64; 3];
    for points in (0..3).rev() {
        let faces = || (1..=6).map(|face| surrender(face + modifier));
        let stays = faces().filter(|&one| one == 0).count() as u64;
        let later: u64 = faces()
            .filter(|&one| one > 0)
            .map(|one| from.get(points + usize::from(one)).copied().unwrap_or(0))
            .sum();
        // In 1/1,000,000 of a check.
        from[points] = (6_000_000 + later) / (6 - stays);
    }
    from[0] / 10_000
}

/// The reconstruction: 16/9 checks without anything, 123/32 for a fortified city with a general of 1, 6 with one of 2.
#[test]
fn s13_6_4_a_fortified_city_with_a_general_holds_out() {
    let fort = charts::SURRENDER_WITH_FORT;
    assert_eq!([checks(0), checks(fort + 1), checks(fort + 2)], [177, 384, 600]);
    assert!(checks(0) < checks(charts::SURRENDER_WITHOUT_FORT) && charts::SURRENDER_WITHOUT_FORT < fort);
}

// -------- Blockade, states, cards

fn sum(zone: Zone, is_open: impl Fn(&str, Option<&str>) -> bool) -> u8 {
    let open = RUNNER_PORTS.iter().filter(|port| port.zone == zone && is_open(port.port, port.fort));
    open.map(|port| port.modifier).sum()
}

/// S1.1, S2.1 and S3.1 give the sums of the open ports at their dates.
#[test]
fn s14_4_3_the_open_ports_come_to_the_sums_of_the_scenarios() {
    let sums = |is_open: &dyn Fn(&str, Option<&str>) -> bool| Zone::ALL.map(|zone| sum(zone, is_open));
    assert_eq!(sums(&|_, _| true), [6, 7, 9]);
    let in_1861 = |_: &str, fort: Option<&str>| !matches!(fort, Some("fort-monroe" | "fort-pickens"));
    assert_eq!(sums(&in_1861), [5, 7, 8]);
    let in_1862 = |port: &str, fort: Option<&str>| {
        in_1861(port, fort) && !["hatteras-inlet", "4038", "ship-island"].contains(&port)
    };
    assert_eq!(sums(&in_1862), [4, 6, 7]);
    // Wilmington, Charleston, Mobile and Galveston.
    let in_1863 = |port: &str, _: Option<&str>| ["3345", "3839", "4619", "5101"].contains(&port);
    assert_eq!(sums(&in_1863), [2, 2, 3]);
}

#[test]
fn s14_4_2_ports_and_forts_stand_once_and_s14_4_6_brownsville_waits() {
    for (number, port) in RUNNER_PORTS.iter().enumerate() {
        let same = |other: &charts::RunnerPort| {
            other.port == port.port || (port.fort.is_some() && other.fort == port.fort)
        };
        assert!(!RUNNER_PORTS[number + 1..].iter().any(same), "{}", port.port);
        assert_ne!(port.port, BROWNSVILLE.port);
    }
    let instead =
        RUNNER_PORTS.iter().find(|port| port.port == charts::BROWNSVILLE_INSTEAD_OF).expect("it is a port");
    assert_eq!((instead.zone, instead.modifier), (BROWNSVILLE.zone, BROWNSVILLE.modifier));
}

fn build_points(year: u16, roll: i8) -> Option<u8> {
    match blockade(year, roll) {
        Blockade::Bp(points) => Some(points),
        Blockade::Inflation => None,
    }
}

/// The averages lie by the worked sums of §14.3.1, 28 on turn 2, and of P8, 26 on turn 5.
#[test]
fn s14_4_4_three_zones_bring_about_what_the_examples_have() {
    let doubled = |year: u16, zones: [i8; 3]| -> u32 {
        let of_zone = |modifier: i8| {
            (1..=6).map(|face| u32::from(build_points(year, face + modifier).unwrap_or(0))).sum::<u32>()
        };
        zones.map(of_zone).iter().sum::<u32>() / 3
    };
    assert_eq!(doubled(1861, [5, 7, 8]), 55, "27.5 on the average");
    assert_eq!(doubled(1862, [4, 6, 7]), 49, "24.5 on the average");
}

#[test]
fn s14_4_5_later_years_bring_less_and_inflation_sooner() {
    for year in 1861..=1865 {
        for roll in -9..15 {
            assert!(build_points(year, roll) <= build_points(year, roll + 1), "{year} at {roll}");
            assert!(build_points(year + 1, roll) <= build_points(year, roll), "{year} at {roll}");
        }
    }
    let inflated = |year: u16| (-9..=15).filter(|&roll| blockade(year, roll) == Blockade::Inflation).max();
    assert_eq!([1861, 1862, 1863, 1864, 1865].map(inflated), [None, Some(0), Some(2), Some(3), Some(4)]);
    assert_eq!((blockade(1861, -1), blockade(1865, 99)), (Blockade::Bp(0), Blockade::Bp(11)));
}

/// The reconstruction: the roll less 1, 1, 2, 3 and 4 by the year, from 0 up.
#[test]
fn s14_4_4_runners_bring_the_roll_less_a_number_that_grows_by_the_year() {
    for (year, less) in (1861..).zip([1, 1, 2, 3, 4]) {
        for roll in 0..=15_i8 {
            if let Some(points) = build_points(year, roll) {
                assert_eq!(i8::try_from(points).expect("few"), (roll - less).max(0), "{year} at {roll}");
            }
        }
    }
}

#[test]
fn s14_4_3_a_closed_zone_rolls_at_minus_one_and_s14_4_5_inflation_costs_two() {
    assert_eq!((charts::NO_OPEN_PORT, charts::INFLATION), (-1, 2));
}

#[test]
fn s14_5_two_dice_pick_one_of_the_eleven_states() {
    let mut states: Vec<&str> = (2..=12).map(random_state).collect();
    assert_eq!((random_state(2), random_state(7), random_state(12)), ("FL", "VA", "AR"));
    states.sort_unstable();
    assert_eq!(states, ["AL", "AR", "FL", "GA", "LA", "MS", "NC", "SC", "TN", "TX", "VA"]);
}

#[test]
fn s2_3_each_deck_has_fifteen_cards_and_s18_3_1_a_hand_three_east_and_two_any() {
    let all = DECKS.iter().fold((0, 0), |(us, cs), deck| (us + deck.us, cs + deck.cs));
    assert_eq!(all, (15, 15));
    let count = |card: Card| DECKS.iter().find(|deck| deck.card == card).map(|deck| deck.us.min(deck.cs));
    assert!(count(Card::East) >= Some(3) && count(Card::Any) >= Some(2));
    assert_eq!(charts::HAND, 3 + 2, "that hand is a full one");
    assert!(DECKS.is_sorted_by(|one, other| one.card < other.card), "each kind stands once");
}

// -------- Benchmarks and turns

#[test]
fn s19_3_3_benchmarks_rise_by_two_to_four_to_the_campaigns_sixty() {
    assert!(BENCHMARKS.windows(2).all(|two| (2..=4).contains(&(two[1] - two[0]))));
    assert_eq!((BENCHMARKS[0], BENCHMARKS[10], BENCHMARKS[19]), (2, 30, charts::CAMPAIGN_VICTORY));
}

#[test]
fn s19_3_4_the_example_goes_on_and_no_scenario_is_over_as_it_begins() {
    for (turn, vps) in [(11, 27 - 3), (1, 2), (4, 4), (9, 23)] {
        assert!(BENCHMARKS[turn - 1].abs_diff(vps) < MARGIN, "turn {turn}");
    }
}

#[test]
fn s2_1_five_seasons_make_a_year() {
    let when = |number: u8| (turn(number).season, turn(number).year);
    assert_eq!((when(4), when(8)), ((Season::Winter, 1862), (Season::Fall, 1862)));
    assert_eq!((when(9), when(14)), ((Season::Winter, 1863), (Season::Winter, 1864)));
    assert_eq!(when(charts::ELECTION_TURN), (Season::Fall, 1864));
    let later = |one: u8| (turn(one).year, turn(one).season) < (turn(one + 1).year, turn(one + 1).season);
    assert!((1..20).all(later), "they follow each other");
    assert!((1..=15).all(|number| turn(number + 5).season == turn(number).season));
}

#[test]
fn s1_3_the_first_three_turns_are_slow() {
    let slow: Vec<Pace> = (1..=4).map(|number| pace(number, true)).collect();
    let of = |phases, cards, lift| Pace { phases, cards, lift };
    assert_eq!(slow, [of(3, 0, 0), of(3, 1, 1), of(3, 1, 2), of(4, 2, 3)]);
    assert_eq!((pace(1, false), pace(20, true)), (of(4, 2, 3), of(4, 2, 3)));
}
