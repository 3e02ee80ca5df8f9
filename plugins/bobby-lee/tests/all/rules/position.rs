//! Small positions on the board of the scenario small-war, played by choice ids with arranged dice.

use std::ops::{Deref, DerefMut};

use bobby_lee::BobbyLee;
use muster_board::file::BoardFile;
use muster_contract::{Attribute, Audience, Position, Seat, Setup, Unit, Value};
use muster_sdk::place;
use muster_sdk::play;
pub use muster_sdk::play::Arranged;

/// The Union's seat.
pub const US: Seat = 0;
/// The Confederacy's seat.
pub const CS: Seat = 1;

const MAP: &str = include_str!("../../scenarios/shared/bobby-lee/small.toml");
const BATTLE: &str = include_str!("../../scenarios/shared/bobby-lee/small-battle.toml");

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
pub const VIRGINIA: &str = include_str!("../../../../../scenarios/shared/bobby-lee/virginia.toml");

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

/// A game at a table of two. Dice show a 1 unless they are arranged.
pub struct Play(pub play::Play<BobbyLee>);

impl Deref for Play {
    type Target = play::Play<BobbyLee>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Play {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
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
        Self(play::Play::begin(&position(map, units, facts), Arranged::default()))
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
        while self.next_decision().1 == "leader-supply" && self.ids(self.next_decision().0) == ["end-feeding"]
        {
            let seat = self.next_decision().0;
            self.take(seat, "end-feeding");
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

    /// The next dice.
    pub fn roll(&mut self, faces: &[u8]) -> &mut Self {
        self.dice.arrange("", faces);
        self
    }

    /// Where that is which the seat was told of in these words, in this order.
    pub fn places_of(&self, seat: Seat, words: &str) -> Vec<String> {
        let told = self.events.iter().filter(|event| match &event.audience {
            Audience::Everyone => true,
            Audience::Seats(seats) => seats.contains(&seat),
        });
        let of_these = told.filter(|event| event.text.contains(words));
        of_these.filter_map(|event| event.place.as_ref()).map(|place| place.space.clone()).collect()
    }

    /// The choices that a unit has once it is picked.
    #[track_caller]
    pub fn of(&mut self, seat: Seat, unit: &str) -> Vec<String> {
        self.take(seat, &format!("pick {unit}"));
        let ids = self.ids(seat);
        self.take(seat, "cancel");
        ids.into_iter().filter(|id| id != "cancel").collect()
    }

    /// Where the victory marker stands.
    pub fn victory(&self) -> i32 {
        self.view(US).tracks[0].marks[0].value
    }
}
