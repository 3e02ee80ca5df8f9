//! §11.2 to §11.5 once more: the sheet from the words of the board, and every throw of all dice one by one.

use std::collections::{BTreeMap, BTreeSet};

use us_civil_war::battle::{Plan, Verdict};
use us_civil_war::charts::{Column, Result};
use us_civil_war::state::{Means, Post, Works};
use us_civil_war::{General, Side, UsCivilWar};

use crate::oracles::encounters::{attack, map};
use crate::oracles::supply::Chance;

/// §11.2.1: the heads of the columns, with dice (and generals) of each.
const HEADS: [(u8, u8); 10] =
    [(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (7, 2), (9, 2), (13, 3), (17, 3)];

struct Roller {
    column: usize,
    modifier: i8,
    sps: u8,
}

fn words(game: &UsCivilWar) -> Option<BTreeSet<String>> {
    let march = game.march.as_deref()?;
    let atlas = &game.world.atlas;
    let way = game.world.way(march.at, march.entering?)?;
    Some(atlas.feature_names(atlas.edge_features(way.edge)).map(str::to_owned).collect())
}

fn column(sps: u8) -> usize {
    HEADS.iter().rposition(|(least, _)| *least <= sps).unwrap()
}

/// §11.3, §8.5: what the generals of a side add on a column.
fn leadership(game: &UsCivilWar, post: Post, side: Side, column: usize, attacks: bool) -> i8 {
    let mut those: Vec<General> =
        game.world.generals_of(side).filter(|&general| game.officers[general].post == post).collect();
    let adds = |general: General| {
        let rating = game.rating(general);
        (if attacks { rating.attack } else { rating.defense }) as i8
    };
    // Anybody without "cavalry" on his counter is above all who have it.
    let rank = |general: General| {
        let stars = game.officers[general].stars;
        if game.rating(general).cavalry { stars } else { 10 + stars }
    };
    those.sort_by_key(|&general| std::cmp::Reverse(rank(general)));
    let marching = game.march.as_deref().and_then(|march| march.commander).filter(|_| attacks);
    let Some(chief) = marching.or(those.first().copied()) else { return 0 };
    let aid =
        |general: General| if game.rating(general).cavalry { adds(general).min(1) } else { adds(general) };
    let mut rest: Vec<i8> = those.into_iter().filter(|&one| one != chief).map(aid).collect();
    rest.sort_by_key(|&adds| -adds);
    let aides = usize::from(HEADS[column].1 - 1);
    adds(chief) + rest.iter().take(aides).sum::<i8>()
}

/// §18.1: the navigable rivers that come to the Mississippi.
const INLAND: [&str; 16] = [
    "Mississippi",
    "Ohio",
    "Missouri",
    "Illinois",
    "Tennessee",
    "Cumberland",
    "Green",
    "Barren",
    "Kentucky",
    "Kanawha",
    "White AR",
    "Arkansas",
    "Red",
    "Black LA",
    "Ouachita",
    "Yazoo",
];

/// §18.1: whether Naval Assist helps over the hexside: one of those rivers, the Tennessee only west of the shoals (H19), or what lies
/// between a Coastal Fort and its port.
fn ships_help(game: &UsCivilWar) -> bool {
    let march = game.march.as_deref().unwrap();
    let ends = [march.at, march.entering.unwrap()];
    let (world, atlas) = (&game.world, &game.world.atlas);
    let ids = ends.map(|end| world.space(end).id.as_str());
    let port_of = |fort: usize| atlas.text(ends[fort], atlas.key("port"));
    if port_of(0) == Some(ids[1]) || port_of(1) == Some(ids[0]) {
        return true;
    }
    let way = world.way(ends[0], ends[1]).unwrap();
    let rivers = atlas.edge_text(way.edge, ends[0], atlas.key("river")).unwrap_or_default();
    let column = ids.iter().filter_map(|id| id.get(2..)?.parse::<u8>().ok()).min().unwrap_or(0);
    let navigable = ["river", "great-river"].iter().any(|word| words(game).unwrap().contains(*word));
    navigable
        && rivers.split("; ").any(|name| INLAND.contains(&name) && !(name == "Tennessee" && column > 20))
}

fn attacker(game: &UsCivilWar, plan: Plan) -> Roller {
    let march = game.march.as_deref().unwrap();
    let ends = [march.at, march.entering.unwrap()];
    let coastal = ends.iter().any(|&end| game.world.space(end).id.starts_with("fort-"));
    let link = |word: &str| words(game).is_some_and(|words| words.contains(word));
    let galveston = ends.iter().any(|&end| game.world.space(end).id == "5101");
    let bay = link("lake") && galveston;
    let wet = march.means == Means::Land
        && (link("river") || link("great-river") || bay || (link("land-link") && coastal));
    let mut sps = march.sps;
    if wet {
        let way = game.world.way(march.at, march.entering.unwrap()).unwrap();
        let enemy =
            game.water_of(march.at, way) == Some(march.side.other()) && !(march.assisted && ships_help(game));
        sps = sps.min(if enemy { 1 } else { 3 });
        sps = plan.crossing.map_or(sps, |chosen| chosen.clamp(1, sps));
    }
    let column = column(sps);
    let mut modifier = leadership(game, Post::March, march.side, column, true);
    modifier += if march.demoralized { -2 } else { 0 };
    modifier += if plan.card { 2 } else { 0 };
    modifier += i8::from(plan.support[march.side as usize]);
    Roller { column, modifier, sps }
}

fn defender(game: &UsCivilWar, plan: Plan) -> Roller {
    let march = game.march.as_deref().unwrap();
    let (at, side) = (march.entering.unwrap(), march.side.other());
    let spot = game.spot(at);
    let force = spot.force.filter(|force| force.side == side);
    let sps = force.map_or(0, |force| force.sps);
    let mut column = column(sps);
    if force.is_some_and(|force| force.foraging) && column > 0 {
        column -= 1;
    }
    let mut modifier = leadership(game, Post::Map(at), side, column, false);
    modifier += i8::from(plan.support[side as usize]);
    if !plan.caught {
        let marsh = |space| game.world.atlas.has(space, game.world.atlas.feature("marsh"));
        let island = game.world.space(at).id.starts_with("fort-");
        let by_land = march.means == Means::Land;
        let words = words(game).filter(|_| by_land).unwrap_or_default();
        let rough = ["ridge", "pass", "gap", "river", "great-river", "minor-river"];
        let bay =
            words.contains("lake") && [march.at, at].iter().any(|&end| game.world.space(end).id == "5101");
        let link = words.contains("land-link")
            && march.at != at
            && (island || game.world.space(march.at).id.starts_with("fort-"));
        let terrain = rough.iter().any(|word| words.contains(*word))
            || bay
            || link
            || marsh(at)
            || by_land && marsh(march.at);
        modifier += match spot.works {
            Works::Fort(holder, level) if holder == side => 2 * level as i8,
            Works::Entrenchment(holder) if holder == side => 2,
            _ if island => 2,
            _ => i8::from(terrain),
        };
    }
    Roller { column, modifier, sps }
}

/// All throws of so many dice.
fn throws(dice: u8) -> Vec<i8> {
    let mut all = vec![0];
    for _ in 0..dice {
        all = all.iter().flat_map(|sum| (1..=6).map(move |face| sum + face)).collect();
    }
    all
}

/// Which sum of how many throws comes to which end: the attacker wins, ties, loses; and both sides' losses.
fn count(game: &UsCivilWar, plan: Plan) -> BTreeMap<(i8, u8, u8), u64> {
    let (ours, theirs) = (attacker(game, plan), defender(game, plan));
    let march = game.march.as_deref().unwrap();
    let at = march.entering.unwrap();
    let spot = game.spot(at);
    let fort = matches!(spot.works, Works::Fort(side, _) if side != march.side)
        || game.world.space(at).id.starts_with("fort-");
    let mut ends = BTreeMap::new();
    let read = |roller: &Roller, sum: i8| Column::ALL[roller.column].result(sum + roller.modifier);
    let level = |result: Result| i16::from(result.losses) * 3 + result.sign as i16;
    for sum in throws(HEADS[ours.column].1) {
        for other in throws(HEADS[theirs.column].1) {
            let (attack, defense) = (read(&ours, sum), read(&theirs, other));
            let end = (level(attack) - level(defense)).signum() as i8;
            let spared = u8::from(fort && !plan.caught && end <= 0);
            let lost = attack.losses.saturating_sub(spared).min(theirs.sps);
            *ends.entry((end, defense.losses.min(ours.sps), lost)).or_insert(0) += 1;
        }
    }
    ends
}

#[test]
fn every_throw_counts_for_the_odds() {
    let full = std::env::var_os("MUSTER_FULL").is_some();
    let (empty, mut chance) = (map(), Chance::new(11));
    let (mut battles, mut wet, mut two, mut three) = (0, 0, 0, 0);
    for round in 0..if full { 20_000 } else { 3_000 } {
        let game = attack(&empty, &mut chance);
        let plan = Plan {
            crossing: [None, Some(1), Some(2), Some(7)][chance.below(4)],
            card: chance.below(2) == 0,
            support: [chance.below(3) == 0, chance.below(3) == 0],
            caught: chance.below(4) == 0,
        };
        let Some(sheet) = game.sheet(plan) else { continue };
        let chances = sheet.chances();
        let says: BTreeMap<(i8, u8, u8), u64> = chances
            .rows
            .iter()
            .map(|(outcome, ways)| {
                let end = match outcome.verdict {
                    Verdict::Won => 1,
                    Verdict::Tied => 0,
                    Verdict::Lost => -1,
                };
                ((end, outcome.lost[0], outcome.lost[1]), *ways)
            })
            .collect();
        let model = count(&game, plan);
        assert_eq!(model, says, "round {round}: {:?} of {plan:?}\n{sheet:?}", game.march);
        assert_eq!(chances.rows.len(), model.len(), "each outcome stands once");
        assert_eq!(chances.all, model.values().sum::<u64>());
        battles += 1;
        wet += usize::from(game.crossing_limit().is_some());
        two += usize::from(sheet.attacker.column.dice() == 2);
        three += usize::from(sheet.defender.column.dice() == 3);
    }
    assert!(battles > 2_000 && wet > 300 && two > 100 && three > 100, "{battles} {wet} {two} {three}");
}
