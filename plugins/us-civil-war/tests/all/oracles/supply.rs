//! Supply and railroad control of positions at random on the real map.

use std::path::Path;

use muster_board::file::BoardFile;
use muster_contract::{Attribute, Position, Setup, Value};
use us_civil_war::state::{Force, Works};
use us_civil_war::world::{Kind, Space};
use us_civil_war::{Level, Side};

use crate::oracles::lines::{Board, Lines, Set};
use crate::rules::field::{Laid, laid};

/// Numbers at random, the same each time.
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// From 0 to below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % count
    }

    fn side(&mut self) -> Side {
        Side::ALL[self.below(2)]
    }
}

/// The real map with nothing on it but what is printed there.
pub fn empty(turn: i32, kentucky: &str) -> Laid {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/shared/us-civil-war/map.toml");
    let text = std::fs::read_to_string(path).unwrap();
    let board = BoardFile::parse(&text, "map.toml").unwrap_or_else(|problem| panic!("{problem}")).board;
    let fact = |name: &str, value| Attribute { name: name.to_owned(), value };
    let facts = vec![
        fact("turn", Value::Number(turn)),
        fact("cards", Value::Number(0)),
        fact("kentucky", Value::Text(kentucky.to_owned())),
    ];
    let setup = Setup {
        facts,
        seats: vec!["us".to_owned(), "cs".to_owned()],
        options: Vec::new(),
        rules: Vec::new(),
    };
    laid(Position { boards: vec![board], roster: Vec::new(), setup, in_force: Default::default() })
}

/// Puts units, works and markers down at random.
pub fn scatter(game: &mut Laid, chance: &mut Chance) {
    let world = game.0.world.clone();
    let land: Vec<Space> =
        world.spaces.iter().filter(|(_, info)| info.is_land()).map(|(space, _)| space).collect();
    for _ in 0..chance.below(120) {
        let at = land[chance.below(land.len())];
        let side = chance.side();
        let info = world.space(at);
        if info.kind == Kind::PortBox && side == Side::Cs {
            continue;
        }
        let spot = game.0.spot_mut(at);
        if info.kind == Kind::CoastalFort {
            spot.marker = Some(side);
        }
        match chance.below(4) {
            0 if info.kind != Kind::CoastalFort => spot.works = Works::Fort(side, 1),
            1 if info.kind != Kind::CoastalFort => spot.works = Works::Entrenchment(side),
            _ => {}
        }
        if chance.below(3) > 0 {
            spot.force = Some(Force {
                side,
                sps: 1 + chance.below(8) as u8,
                moved: 0,
                demoralized: false,
                foraging: false,
            });
        }
    }
    let lost = chance.below(world.places.markable.len());
    for _ in 0..lost {
        let at = world.places.markable[chance.below(world.places.markable.len())];
        let side = chance.side();
        if world.space(at).kind == Kind::PortBox {
            continue;
        }
        let spot = game.0.spot_mut(at);
        if spot.force.is_none() && spot.works == Works::None {
            spot.marker = Some(side);
            spot.destroyed = chance.below(4) == 0;
            spot.arsenals = chance.below(3) as u8;
        }
    }
    // Works and units of both sides in one space can't be; the last put down stays.
    for &at in &land {
        let spot = game.0.spot_mut(at);
        if let (Some(force), Works::Fort(side, _) | Works::Entrenchment(side)) = (spot.force, spot.works)
            && force.side != side
        {
            spot.works = Works::None;
        }
        let owner = spot.force.map(|force| force.side).or(spot.fortified());
        if world.space(at).kind == Kind::CoastalFort {
            spot.marker = owner.or(spot.marker);
        } else if owner.is_some() {
            spot.marker = None;
        }
    }
}

/// What the module says of each space, against what the model says.
#[track_caller]
fn compare(game: &Laid, board: &Board, what: &str) {
    let world = &game.0.world;
    let spaces: Vec<Space> = world.atlas.spaces().collect();
    let mut union: Option<Set> = None;
    for side in Side::ALL {
        let lines = Lines::new(&game.0, board, side);
        let supply = game.0.supply(side);
        let same = |model: &Set, says: &dyn Fn(Space) -> bool, of: &str| {
            for (at, &space) in spaces.iter().enumerate() {
                assert_eq!(model[at], says(space), "{what}, {side:?}: {of} of {}", world.space(space).id);
            }
        };
        let primary = lines.primaries();
        same(&primary, &|space| supply.is_primary(space), "the source");
        let (rails, bases) = lines.rails_and_full(&primary, union.as_ref());
        let full = lines.full(&primary, &rails, true);
        same(&rails, &|space| game.0.rails().of(side, space), "the railroad");
        same(&full, &|space| supply.is_full(space), "Full Supply");
        let next = lines.nexts(&rails);
        let fed = lines.reach(&next, |at| bases[at]);
        let fort = |at: usize| game.0.fort(spaces[at]).is_some_and(|(holder, _)| holder == side);
        let supplied = lines.reach(&next, |at| bases[at] || fort(at));
        let level = |at: usize| match (full[at], fed[at], supplied[at]) {
            (true, ..) => Level::Full,
            (_, true, _) => Level::Limited,
            (.., true) => Level::Fortress,
            _ => Level::Out,
        };
        for (at, &space) in spaces.iter().enumerate() {
            let wanted = match lines.is_port_lost(at) {
                Some((port, false)) => level(port).max(Level::Fortress),
                Some((_, true)) => Level::Fortress,
                None => level(at),
            };
            assert_eq!(supply.level(space), wanted, "{what}, {side:?}: {}", world.space(space).id);
            assert_eq!(supply.is_depot(space), lines.is_open_depot(at), "{what}: {}", world.space(space).id);
        }
        // Who is in Full Supply isn't Isolated, though no line leads to him (13.1.2).
        let linked = lines.stretch(&primary);
        let safe: Set = linked.iter().zip(&full).map(|(linked, full)| *linked || *full).collect();
        same(&safe, &|space| !supply.is_isolated(space), "the line of any length");
        union.get_or_insert(rails);
    }
}

/// Positions at random, 240 as a rule, 3,000 at length: before 1862 with a neutral Kentucky, in 1862, and in 1864 with the new railroads.
#[test]
fn both_say_the_same_of_positions_at_random() {
    let count = if std::env::var_os("MUSTER_FULL").is_some() { 1_000 } else { 80 };
    let hands = std::thread::available_parallelism().map_or(1, usize::from);
    for (turn, kentucky) in [(4, "us"), (2, "neutral"), (15, "cs")] {
        std::thread::scope(|scope| {
            for hand in 0..hands {
                scope.spawn(move || {
                    let base = empty(turn, kentucky);
                    let board = Board::read(&base.0.world, turn as u8);
                    for seed in (hand..count).step_by(hands) {
                        let mut game = Laid(base.0.clone());
                        scatter(&mut game, &mut Chance::new(seed as u64 + 1));
                        compare(&game, &board, &format!("turn {turn}, seed {seed}"));
                    }
                });
            }
        });
    }
}
