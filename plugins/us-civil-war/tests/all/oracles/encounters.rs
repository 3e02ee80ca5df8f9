//! Attacks at random on the real map: a stack that enters a space that the enemy holds, with troops of both sides around.

use std::path::Path;

use muster_board::file::BoardFile;
use muster_contract::{Attribute, Position, Setup, Unit, Value};
use us_civil_war::state::{Escort, Ferried, Force, March, Means, Post, Works};
use us_civil_war::world::{Kind, Space};
use us_civil_war::{General, Side, UsCivilWar};

use crate::oracles::supply::Chance;
use crate::rules::field::laid;

/// Ratings that counters could have.
const RATINGS: [(&str, &str); 8] = [
    ("rank-1", "0 1 5"),
    ("rank-1", "3 3 7 cavalry limited"),
    ("rank-1", "1 1 6 cavalry"),
    ("rank-2", "2 2 5"),
    ("rank-2", "2 1 6 intrinsic-cavalry"),
    ("rank-3", "1 3 4"),
    ("rank-3", "2 4 4"),
    ("rank-4", "4 3 5"),
];

/// The real map with generals who wait.
pub fn map() -> UsCivilWar {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/shared/us-civil-war/map.toml");
    let text = std::fs::read_to_string(path).unwrap();
    let board = BoardFile::parse(&text, "map.toml").unwrap_or_else(|problem| panic!("{problem}")).board;
    let number = |name: &str, value| Attribute { name: name.to_owned(), value: Value::Number(value) };
    let mut facts = vec![number("turn", 13), number("cards", 0)];
    facts.push(Attribute { name: "kentucky".to_owned(), value: Value::Text("us".to_owned()) });
    let roster = Side::ALL.into_iter().flat_map(|side| {
        RATINGS.iter().cycle().take(24).enumerate().map(move |(count, (rank, rating))| Unit {
            id: format!("{}-{count}", side.id()),
            name: String::new(),
            side: side.id().to_owned(),
            kind: "general".to_owned(),
            formation: String::new(),
            attributes: vec![Attribute {
                name: (*rank).to_owned(),
                value: Value::Text((*rating).to_owned()),
            }],
            place: None,
        })
    });
    let seats = vec!["us".to_owned(), "cs".to_owned()];
    let setup = Setup { options: Vec::new(), facts, seats, rules: Vec::new() };
    laid(Position { boards: vec![board], roster: roster.collect(), setup, in_force: Default::default() }).0
}

/// An attack with what is around it.
pub fn attack(empty: &UsCivilWar, chance: &mut Chance) -> UsCivilWar {
    let mut game = empty.clone();
    let world = game.world.clone();
    let land: Vec<Space> = world
        .spaces
        .iter()
        .filter(|(_, info)| info.is_land() && !info.ways.is_empty())
        .map(|(space, _)| space)
        .collect();
    let side = Side::ALL[chance.below(2)];
    let (at, way) = loop {
        let at = land[chance.below(land.len())];
        let ways = &world.space(at).ways;
        let way = ways[chance.below(ways.len())];
        // Links and water are rare on the map and as frequent here as they are wanted.
        let plain = !way.side.river.is_navigable() && !way.side.lake && world.space(way.to).kind == Kind::Hex;
        if !way.side.is_barred() && (!plain || chance.below(3) == 0) {
            break (at, way);
        }
    };
    let mut near = vec![way.to];
    for _ in 0..3 {
        let more: Vec<Space> =
            near.iter().flat_map(|&space| world.space(space).ways.iter().map(|way| way.to)).collect();
        near.extend(more.into_iter().filter(|&space| space != at));
        near.sort_unstable();
        near.dedup();
    }
    for &space in &near {
        if space != way.to && chance.below(4) == 0 {
            let holder = Side::ALL[chance.below(2)];
            put(&mut game, chance, space, holder);
        }
    }
    put(&mut game, chance, way.to, side.other());
    march(&mut game, chance, side, at, way.to);
    game
}

/// Something of a side into a space, its generals among it.
fn put(game: &mut UsCivilWar, chance: &mut Chance, at: Space, side: Side) {
    let world = game.world.clone();
    let coastal = world.space(at).kind == Kind::CoastalFort;
    let sps = [0, 1, 1, 2, 3, 5, 8, 14, 20][chance.below(9)];
    let spot = game.spot_mut(at);
    let force =
        Force { side, sps, moved: 0, demoralized: chance.below(3) == 0, foraging: chance.below(3) == 0 };
    spot.force = (sps > 0).then_some(force);
    if coastal {
        spot.marker = Some(side);
    } else {
        spot.works = match chance.below(6) {
            0 => Works::Entrenchment(side),
            1 => Works::Fort(side, 1 + chance.below(3) as u8),
            _ => Works::None,
        };
    }
    let states = world.space(at).states;
    let key = world.space(at).is_key();
    let militia = world.militia.iter().find(|(_, info)| info.side == side && states.has(info.state));
    if let Some((militia, _)) = militia.filter(|_| key && chance.below(3) == 0) {
        game.spot_mut(at).militia = Some(militia);
    }
    for _ in 0..chance.below(4) {
        post(game, chance, side, Post::Map(at));
    }
}

/// One of a side's generals who wait comes into play.
fn post(game: &mut UsCivilWar, chance: &mut Chance, side: Side, post: Post) -> Option<General> {
    let world = game.world.clone();
    let waits: Vec<General> =
        world.generals_of(side).filter(|&general| game.officers[general].post == Post::Waiting).collect();
    if waits.is_empty() {
        return None;
    }
    let general = waits[chance.below(waits.len())];
    let rank = world.general(general).ranks.iter().position(Option::is_some).unwrap();
    game.officers[general].stars = rank as u8 + 1;
    game.officers[general].post = post;
    Some(general)
}

fn march(game: &mut UsCivilWar, chance: &mut Chance, side: Side, at: Space, to: Space) {
    let world = game.world.clone();
    // Whoever stands where it comes from has stayed behind.
    game.spot_mut(at).works = Works::None;
    game.spot_mut(at).militia = None;
    let stays = chance.below(3) as u8;
    let force = Force { side, sps: stays, moved: 0, demoralized: false, foraging: false };
    game.spot_mut(at).force = (stays > 0).then_some(force);
    if world.space(at).kind == Kind::CoastalFort {
        game.spot_mut(at).marker = Some(side);
    }
    let mut generals = Vec::new();
    for _ in 0..chance.below(4) {
        generals.extend(post(game, chance, side, Post::March));
    }
    let means = if chance.below(5) == 0 { Means::River } else { Means::Land };
    let sps = if means == Means::River { 1 + chance.below(3) } else { 1 + chance.below(18) };
    let commander = game.commander_among(generals.iter().copied());
    game.march = Some(Box::new(March {
        side,
        at,
        from: None,
        origin: at,
        commander,
        activated: commander,
        forced: false,
        fetched: false,
        lone: false,
        sps: sps as u8,
        demoralized: chance.below(4) == 0,
        foraging: false,
        surrender: 0,
        allowance: 4,
        moves: 2,
        means,
        paid: 1,
        card: None,
        bold: true,
        assisted: chance.below(4) == 0,
        escort: Escort::default(),
        ferried: Ferried::Nobody,
        entering: Some(to),
        leaving: Vec::new(),
        maneuvers: false,
        named: Vec::new(),
        foreseen: Vec::new(),
        arrived: Vec::new(),
        retreated: Vec::new(),
    }));
}
