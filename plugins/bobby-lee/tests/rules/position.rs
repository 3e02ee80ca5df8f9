//! Small positions on the board of the scenario small-war, played by choice ids with arranged dice.

use std::collections::VecDeque;

use bobby_lee::BobbyLee;
use muster_board::file::BoardFile;
use muster_contract::{
    Attribute, Change, Dice, Event, Outcome, Position, Seat, Setup, Unit, UnitView, Value, View,
};
use muster_sdk::{Hosted, place};

/// The Union's seat.
pub const US: Seat = 0;
/// The Confederacy's seat.
pub const CS: Seat = 1;

/// Dice that fall as arranged, then 1s. Dealing tokens takes none of them.
#[derive(Default)]
pub struct Arranged(pub VecDeque<u8>);

impl Dice for Arranged {
    fn roll(&mut self, count: u8, _sides: u8, reason: &str) -> Vec<u8> {
        let tokens = reason.starts_with("tokens");
        (0..count).map(|_| if tokens { 1 } else { self.0.pop_front().unwrap_or(1) }).collect()
    }
}

const MAP: &str = include_str!("../scenarios/shared/bobby-lee/small.toml");
const BATTLE: &str = include_str!("../scenarios/shared/bobby-lee/small-battle.toml");

/// Each of `units` is "us-a infantry 3 @0402", without a place in a pool; leaders are "us-l leader 4 c1 f1 s1 3 @0402": the
/// most steps, command, firepower, speed, steps; "lHill" stands under the block; "returns" goes back to the pool once, "grant" comes in 1864 in place of the
/// supreme leader. Facts besides: a year of 1862, the marker at 0. "one-year", "emancipated" and the options are flags;
/// "tie" is the Union's above 0.
pub fn position(map: &str, units: &[&str], facts: &[(&str, i32)]) -> Position {
    let board =
        |text: &str| BoardFile::parse(text, "board.toml").unwrap_or_else(|problem| panic!("{problem}")).board;
    let mut given = vec![("year", 1862), ("victory", 0)];
    given.retain(|(name, _)| facts.iter().all(|(other, _)| other != name));
    given.extend(facts);
    let number = |name: &str, value: i32| Attribute { name: name.to_owned(), value: Value::Number(value) };
    let flag = |name: &str| Attribute { name: name.to_owned(), value: Value::Flag(true) };
    let fact = |&(name, value): &(&str, i32)| match name {
        "one-year" | "emancipated" => flag(name),
        "tie" => Attribute {
            name: name.to_owned(),
            value: Value::Text(if value > 0 { "us" } else { "cs" }.to_owned()),
        },
        _ => number(name, value),
    };
    let options = ["free-deployment", "to-the-end", "balanced-year"];
    let (options, facts): (Vec<_>, Vec<_>) = given.iter().partition(|(name, _)| options.contains(name));
    let setup = Setup {
        options: options.iter().map(|(name, _)| flag(name)).collect(),
        facts: facts.iter().map(fact).collect(),
        seats: vec!["us".to_owned(), "cs".to_owned()],
        rules: Vec::new(),
    };
    let unit = |text: &&str| {
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut attributes = Vec::new();
        let mut at = None;
        let leads = matches!(words[1], "leader" | "supreme");
        for (place_in, word) in words[2..].iter().enumerate() {
            match *word {
                "returns" => {
                    attributes.push(flag(word));
                    continue;
                }
                "grant" => {
                    attributes.extend([flag("replaces-supreme"), number("joins-year", 1864)]);
                    continue;
                }
                _ => {}
            }
            match (word.chars().next().unwrap(), leads && place_in == 0) {
                ('@', _) => at = Some(place(&word[1..])),
                ('c', _) => attributes.push(number("command", word[1..].parse().unwrap())),
                ('f', _) => attributes.push(number("firepower", word[1..].parse().unwrap())),
                ('l', _) => attributes
                    .push(Attribute { name: "label".to_owned(), value: Value::Text(word[1..].to_owned()) }),
                ('s', _) => attributes.push(number("speed", word[1..].parse().unwrap())),
                (_, true) => attributes.push(number("steps", word.parse().unwrap())),
                _ => attributes.push(number("strength", word.parse().unwrap())),
            }
        }
        Unit {
            id: words[0].to_owned(),
            name: String::new(),
            side: words[0][..2].to_owned(),
            kind: words[1].to_owned(),
            formation: String::new(),
            attributes,
            place: at,
        }
    };
    Position {
        boards: vec![board(map), board(BATTLE)],
        roster: units.iter().map(unit).collect(),
        setup,
        in_force: Default::default(),
    }
}

/// The map of the real scenarios.
pub const VIRGINIA: &str = include_str!("../../../../scenarios/shared/bobby-lee/virginia.toml");

/// A named hex of the real map.
#[track_caller]
pub fn called(name: &str) -> String {
    let before = VIRGINIA.split(&format!("\"\ntitle = \"{name}\"")).next().unwrap();
    assert!(before.len() < VIRGINIA.len(), "there is no {name}");
    before[before.len() - 4..].to_owned()
}

/// Units whose places are named: "us-a infantry 2 @Manassas Junction".
#[track_caller]
pub fn in_virginia(units: &[&str]) -> Vec<String> {
    let placed = |unit: &&str| match unit.split_once('@') {
        Some((unit, name)) => format!("{unit}@{}", called(name)),
        None => (*unit).to_owned(),
    };
    units.iter().map(placed).collect()
}

/// A game at a table of two.
pub struct Play {
    pub game: Hosted<BobbyLee>,
    pub dice: Arranged,
    pub events: Vec<Event>,
}

impl Play {
    /// The game waits for the bids.
    #[track_caller]
    pub fn new(units: &[&str]) -> Self {
        Self::with(units, &[])
    }

    #[track_caller]
    pub fn with(units: &[&str], facts: &[(&str, i32)]) -> Self {
        Self::on(MAP, units, facts)
    }

    #[track_caller]
    pub fn on(map: &str, units: &[&str], facts: &[(&str, i32)]) -> Self {
        let game = Hosted::create(&position(map, units, facts))
            .unwrap_or_else(|refusal| panic!("{}", refusal.reason));
        let mut play = Self { game, dice: Arranged::default(), events: Vec::new() };
        play.take(US, "begin");
        play
    }

    /// A side has the first turn on another map.
    #[track_caller]
    pub fn first_on(map: &str, units: &[&str], seat: Seat, leader: &str) -> Self {
        let mut play = Self::on(map, units, &[]);
        play.open(seat, leader);
        play
    }

    /// Two passes end the quarter, and nobody supplies the hungry.
    #[track_caller]
    pub fn quarter(units: &[&str], facts: &[(&str, i32)]) -> Self {
        Self::with(units, facts).pass_quarter()
    }

    #[track_caller]
    pub fn pass_quarter(mut self) -> Self {
        self.take(US, "bid 0");
        self.take(CS, "bid 0");
        while self.asked().1 == "leader-supply" && self.ids(self.asked().0) == ["end-feeding"] {
            self.take(self.asked().0, "end-feeding");
        }
        self
    }

    /// The same map with something in its text replaced.
    pub fn map(from: &str, to: &str) -> String {
        assert!(MAP.contains(from));
        MAP.replace(from, to)
    }

    /// A side has the first turn with one leader, whom it activates, and moves.
    #[track_caller]
    pub fn first(units: &[&str], seat: Seat, leader: &str) -> Self {
        let mut play = Self::new(units);
        play.open(seat, leader);
        play
    }

    #[track_caller]
    pub fn open(&mut self, seat: Seat, leader: &str) {
        self.take(US, if seat == US { "bid 1" } else { "bid 0" });
        self.take(CS, if seat == CS { "bid 1" } else { "bid 0" });
        self.take(seat, leader);
    }

    #[track_caller]
    pub fn edit(&mut self, change: Change) -> &mut Self {
        self.game.edit(&[change]).unwrap_or_else(|refusal| panic!("{}", refusal.reason));
        self
    }

    #[track_caller]
    pub fn fact(&mut self, name: &str, value: i32) -> &mut Self {
        self.edit(Change::Fact(Attribute { name: name.to_owned(), value: Value::Number(value) }))
    }

    #[track_caller]
    pub fn take(&mut self, seat: Seat, id: &str) {
        let listed = self.ids(seat);
        match self.game.apply(seat, id, &mut self.dice) {
            Ok(events) => self.events = events,
            Err(refusal) => panic!("{}: {:?} {listed:?}", refusal.reason, self.asked()),
        }
    }

    /// Several choices of a seat, divided by commas.
    #[track_caller]
    pub fn all(&mut self, seat: Seat, ids: &str) -> &mut Self {
        ids.split(',').for_each(|id| self.take(seat, id.trim()));
        self
    }

    /// The next dice.
    pub fn roll(&mut self, faces: &[u8]) -> &mut Self {
        self.dice.0.extend(faces);
        self
    }

    pub fn ids(&self, seat: Seat) -> Vec<String> {
        let decisions = self.game.decisions().into_iter().filter(|decision| decision.seat == seat);
        decisions.flat_map(|decision| decision.choices).map(|choice| choice.id).collect()
    }

    /// The choices that a unit has once it is picked.
    #[track_caller]
    pub fn of(&mut self, seat: Seat, unit: &str) -> Vec<String> {
        self.take(seat, &format!("pick {unit}"));
        let ids = self.ids(seat);
        self.take(seat, "cancel");
        ids.into_iter().filter(|id| id != "cancel").collect()
    }

    #[track_caller]
    pub fn lists(&self, seat: Seat, id: &str) -> bool {
        self.ids(seat).iter().any(|listed| listed == id)
    }

    /// Who decides, and what.
    pub fn asked(&self) -> (Seat, String) {
        self.game.decisions().first().map_or((9, "nothing".to_owned()), |one| (one.seat, one.kind.clone()))
    }

    pub fn view(&self, seat: Seat) -> View {
        self.game.view(Some(seat))
    }

    /// A unit as its owner sees it.
    pub fn unit(&self, id: &str) -> Option<UnitView> {
        let owner = if id.starts_with("us") { US } else { CS };
        self.view(owner).units.into_iter().find(|unit| unit.id == id)
    }

    pub fn at(&self, id: &str) -> String {
        self.unit(id).map_or("off".to_owned(), |unit| unit.place.space)
    }

    #[track_caller]
    pub fn strength(&self, id: &str) -> u8 {
        self.unit(id).and_then(|unit| unit.face).and_then(|face| face.strength).unwrap_or(0)
    }

    /// Where the victory marker stands.
    pub fn victory(&self) -> i32 {
        self.view(US).tracks[0].marks[0].value
    }

    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }
}
