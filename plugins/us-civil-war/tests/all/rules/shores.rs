//! Positions on the real map, of works, markers and forces alone: what Naval Control depends on.

use std::sync::OnceLock;

use muster_board::file::BoardFile;
use muster_contract::{Attribute, Position, Setup, Value};
use muster_sdk::{Rules as _, Shared};
use us_civil_war::world::{Node, StartForce, State, World};
use us_civil_war::{Side, Space, UsCivilWar};

const MAP: &str = include_str!("../../../../../scenarios/shared/us-civil-war/map.toml");

fn bare() -> &'static (World, Position) {
    static WORLD: OnceLock<(World, Position)> = OnceLock::new();
    WORLD.get_or_init(|| {
        let board = BoardFile::parse(MAP, "map.toml").unwrap_or_else(|problem| panic!("{problem}")).board;
        let number = |name: &str, value| Attribute { name: name.to_owned(), value: Value::Number(value) };
        let setup = Setup {
            options: Vec::new(),
            facts: vec![number("turn", 5), number("cards", 0)],
            seats: vec!["us".to_owned(), "cs".to_owned()],
            rules: Vec::new(),
        };
        let position =
            Position { boards: vec![board], roster: Vec::new(), setup, in_force: Default::default() };
        let mut world = World::read(&position).unwrap_or_else(|refusal| panic!("{}", refusal.reason));
        world.start.border[State::Kentucky.border().unwrap()] = Some(Side::Us);
        (world, position)
    })
}

/// A position in the making.
pub struct Shores {
    pub world: World,
}

impl Shores {
    /// The map in spring 1862, with nothing on it; Kentucky is the Union's. Each of `things` is a side, what it is and where:
    /// "cs fort 2516", "us entrenchment 2417", "us marker 3013", "cs sp 4119".
    #[track_caller]
    pub fn new(things: &[&str]) -> Self {
        let mut shores = Self { world: bare().0.clone() };
        for thing in things {
            let [side, what, at] = thing.split(' ').collect::<Vec<_>>()[..] else { panic!("{thing:?}") };
            let side = Side::named(side).unwrap();
            let at = shores.world.find(at).unwrap_or_else(|| panic!("there is no {at}"));
            shores.put(side, what, at);
        }
        shores
    }

    #[track_caller]
    pub fn put(&mut self, side: Side, what: &str, at: Space) {
        let start = &mut self.world.start;
        match what {
            "fort" => start.forts.push((side, at, 1)),
            "entrenchment" => start.entrenchments.push((side, at)),
            "marker" => start.markers.push((side, at)),
            "sp" => {
                start.forces.push(StartForce { side, at, strength: 1, demoralized: false, foraging: false })
            }
            _ => panic!("{what:?}"),
        }
    }

    /// 1861, with Kentucky neutral.
    pub fn in_1861(mut self, turn: u8) -> Self {
        self.world.first_turn = turn;
        self.world.special_1861 = true;
        self.neutral()
    }

    pub fn neutral(mut self) -> Self {
        self.world.start.border[State::Kentucky.border().unwrap()] = None;
        self
    }

    pub fn game(self) -> UsCivilWar {
        let game = UsCivilWar::start(Shared::new(self.world), &bare().1);
        game.unwrap_or_else(|refusal| panic!("{}", refusal.reason))
    }
}

/// The waters of this name.
#[track_caller]
pub fn node(world: &World, name: &str) -> Node {
    world.waters.named(name).unwrap_or_else(|| panic!("there is no water {name:?}"))
}

/// Who has Naval Control of each of these waters: "2316/2416, 2317/2318 = us" or "cs", "-" for nobody.
#[track_caller]
pub fn check(game: &UsCivilWar, expected: &[&str]) {
    for line in expected {
        let (names, holder) = line.split_once(" = ").unwrap();
        for name in names.split(", ") {
            let found = game.naval().of(node(&game.world, name)).map_or("-", Side::id);
            assert_eq!(found, holder, "{name}");
        }
    }
}
