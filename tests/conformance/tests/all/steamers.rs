//! Steamers, the game that is written in C: it passes every check, and each paragraph of its rules is shown. It is built where the
//! programs are that this takes (docs/modules.md says which); elsewhere there is nothing to look at, and these tests say so.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::wasm::{component, file_of};
use muster_conformance::{CHECKS, HiddenFacts, Scale, Subject, citations, scenario};
use muster_contract::{
    Attribute, Change, Dice, Event, EventKind, Game, Module, OddsRows, Place, Position, Seat, Target, Value,
};
use muster_engine::{Engine, Limits, Settings, WasmModule};

const ORDERS: [&str; 4] = ["drift", "half", "full", "wood"];
const BLUE: Seat = 0;
const GRAY: Seat = 1;

/// The component; none, with words, where it isn't built.
fn built() -> Option<(WasmModule, Position)> {
    let file = file_of("steamers");
    if !file.is_file() {
        println!("skipped: {} isn't there; `cargo xtask modules steamers` says why", file.display());
        return None;
    }
    let module = component("steamers");
    let position = scenario(&module, env!("CARGO_MANIFEST_DIR"), "steamers");
    Some((module, position))
}

/// What a save holds, as src/race.c writes it, read a second time here.
struct Saved<'a>(&'a [u8]);

impl Saved<'_> {
    /// Blue's order, if it is hidden from the seat.
    fn order_hidden_from(&self, seat: Seat) -> Option<&'static str> {
        let order = usize::from(self.0[8]).checked_sub(1)?;
        (self.0[3] != seat).then_some(ORDERS[order])
    }

    /// Blue's landing and wood.
    fn blue(&self) -> (usize, u8) {
        (self.0[4].into(), self.0[5])
    }
}

/// Blue's order is hidden until Gray has given his (A2); nothing else is.
struct BluesOrder;

impl HiddenFacts for BluesOrder {
    fn values(&self, _: &Position, saved: &[u8], seat: Seat) -> BTreeMap<String, String> {
        let order = Saved(saved).order_hidden_from(seat);
        order.into_iter().map(|order| ("Blue's order".to_owned(), order.to_owned())).collect()
    }

    fn possible(
        &self,
        position: &Position,
        saves: &[Vec<u8>],
        seat: Seat,
    ) -> BTreeMap<String, BTreeSet<String>> {
        let saved = Saved(saves.last().expect("there is always a state"));
        if saved.order_hidden_from(seat).is_none() {
            return BTreeMap::new();
        }
        let (at, wood) = saved.blue();
        let is_woodyard = position.boards[0].spaces[at].features.iter().any(|feature| feature == "woodyard");
        let may = [true, wood >= 1, wood >= 2, is_woodyard && wood < 6];
        let orders = ORDERS.iter().zip(may).filter(|(_, may)| *may).map(|(&order, _)| order.to_owned());
        BTreeMap::from([("Blue's order".to_owned(), orders.collect())])
    }
}

#[test]
fn the_game_in_c_passes_every_check() {
    let Some((module, position)) = built() else { return };
    let scale = Scale::from_environment();
    let subject = Subject { module: &module, position: &position, hidden: &BluesOrder, scale };
    for check in CHECKS {
        check.run(&subject).unwrap_or_else(|finding| panic!("{finding}"));
    }
}

#[test]
fn what_it_cites_its_rules_tell() {
    let Some((module, position)) = built() else { return };
    let scale = Scale::from_environment();
    let subject = Subject { module: &module, position: &position, hidden: &BluesOrder, scale };
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../modules/steamers/rules");
    let met = citations(&subject, &rules).unwrap_or_else(|evidence| panic!("{evidence}"));
    assert!(met >= 7, "only {met} were met");
}

/// Dice that fall as they are told; the last falls again and again.
struct Falls(Vec<u8>);

impl Dice for Falls {
    fn roll(&mut self, count: u8, _: u8, _: &str) -> Vec<u8> {
        (0..count).map(|_| if self.0.len() > 1 { self.0.remove(0) } else { self.0[0] }).collect()
    }
}

/// A race after `begin`.
struct Race(Box<dyn Game>);

impl Race {
    fn begun() -> Option<Self> {
        let (module, position) = built()?;
        let mut race = Self(module.create(&position).unwrap().unwrap_or_else(|why| panic!("{}", why.reason)));
        race.orders(BLUE, "begin", &[1]);
        Some(race)
    }

    fn orders(&mut self, seat: Seat, order: &str, dice: &[u8]) -> Vec<Event> {
        let applied = self.0.apply(seat, order, &mut Falls(dice.to_vec())).unwrap();
        applied.unwrap_or_else(|why| panic!("{order}: {}", why.reason))
    }

    /// Blue's order, Gray's, and how the dice fall.
    fn turn(&mut self, blue: &str, gray: &str, dice: &[u8]) {
        self.orders(BLUE, blue, dice);
        self.orders(GRAY, gray, dice);
    }

    fn put(&mut self, unit: &str, at: &str, wood: i32) {
        let place = Place { space: at.to_owned(), edge: None, facing: None, slot: None, carrier: None };
        let changes =
            [Change::Place((unit.to_owned(), place)), Change::Set((unit.to_owned(), number("wood", wood)))];
        self.0.edit(&changes).unwrap().unwrap_or_else(|why| panic!("{}", why.reason));
    }

    fn listed(&mut self, seat: Seat) -> Vec<String> {
        let decisions = self.0.decisions().unwrap();
        let own = decisions.iter().filter(|decision| decision.seat == seat);
        own.flat_map(|decision| &decision.choices).map(|choice| choice.id.clone()).collect()
    }

    /// Where a boat is, and its wood.
    fn boat(&mut self, unit: &str) -> (String, i32) {
        let view = self.0.view(None).unwrap();
        let unit = view.units.iter().find(|one| one.id == unit).unwrap();
        let wood = &unit.face.as_ref().unwrap().attributes[0].value;
        let Value::Number(wood) = wood else { panic!("{wood:?}") };
        (unit.place.space.clone(), *wood)
    }
}

fn number(name: &str, value: i32) -> Attribute {
    Attribute { name: name.to_owned(), value: Value::Number(value) }
}

const AMELIA: &str = "blue-amelia";
const PELICAN: &str = "gray-pelican";

fn at(landing: &str, wood: i32) -> (String, i32) {
    (landing.to_owned(), wood)
}

#[test]
fn a1_boats_lie_at_landings_and_hold_six_cords() {
    let Some(mut race) = Race::begun() else { return };
    assert_eq!((race.boat(AMELIA), race.boat(PELICAN)), (at("00", 4), at("00", 4)));
    let too_much = race.0.edit(&[Change::Set((AMELIA.to_owned(), number("wood", 7)))]).unwrap();
    assert_eq!(too_much.unwrap_err().citation.as_deref(), Some("A1"));
}

#[test]
fn a2_blues_order_is_unknown_until_gray_has_given_his() {
    let Some(mut race) = Race::begun() else { return };
    assert!(race.listed(GRAY).is_empty());
    let told = race.orders(BLUE, "full", &[1]);
    let public = |event: &&Event| event.audience == muster_contract::Audience::Everyone;
    assert!(told.iter().filter(public).all(|event| !event.text.contains("full steam")), "{told:?}");
    let (blue, gray) = (race.0.view(Some(BLUE)).unwrap(), race.0.view(Some(GRAY)).unwrap());
    let says = |view: &muster_contract::View| view.status.iter().any(|line| line.text.contains("full steam"));
    assert!(says(&blue) && !says(&gray));
    assert!(race.listed(BLUE).is_empty() && !race.listed(GRAY).is_empty());
}

#[test]
fn a3_what_there_is_no_wood_or_woodyard_for_is_not_listed() {
    let Some(mut race) = Race::begun() else { return };
    assert_eq!(race.listed(BLUE), ["drift", "half", "full"]);
    for (landing, wood, listed) in [
        ("00", 1, &["drift", "half"][..]),
        ("00", 0, &["drift"]),
        ("06", 0, &["drift", "wood"]),
        ("06", 6, &["drift", "half", "full"]),
    ] {
        race.put(AMELIA, landing, wood);
        assert_eq!(race.listed(BLUE), listed, "{landing} with {wood}");
    }
}

#[test]
fn b1_both_orders_are_told_and_blues_is_carried_out_first() {
    let Some(mut race) = Race::begun() else { return };
    race.orders(BLUE, "half", &[1]);
    let told = race.orders(GRAY, "half", &[3, 5]);
    assert_eq!(told[0].kind, EventKind::Revealed);
    assert_eq!((race.boat(AMELIA), race.boat(PELICAN)), (at("03", 3), at("05", 3)));
}

#[test]
fn b2_two_dice_alike_burst_a_flue() {
    let Some(mut race) = Race::begun() else { return };
    race.turn("full", "full", &[2, 3, 4, 4]);
    assert_eq!((race.boat(AMELIA), race.boat(PELICAN)), (at("05", 2), at("00", 2)));
    race.turn("drift", "drift", &[1]);
    assert_eq!((race.boat(AMELIA), race.boat(PELICAN)), (at("06", 2), at("01", 2)));
    race.put(AMELIA, "22", 4);
    race.turn("half", "drift", &[6]);
    assert_eq!(race.boat(AMELIA), at("24", 3), "no farther than the last landing");
}

#[test]
fn b2_the_odds_of_full_steam_are_those_of_two_dice() {
    let Some(mut race) = Race::begun() else { return };
    let odds = race.0.odds(BLUE, "full").unwrap();
    let OddsRows::Exact(rows) = &odds[0].rows else { panic!("{odds:?}") };
    let bursts = rows.last().unwrap();
    assert_eq!((rows.len(), bursts.of, bursts.out_of), (10, 6, 36));
    assert_eq!(rows.iter().map(|row| row.of).sum::<u64>(), 36);
}

#[test]
fn b3_a_woodyard_gives_three_cords_if_there_is_room() {
    let Some(mut race) = Race::begun() else { return };
    race.put(AMELIA, "06", 2);
    race.put(PELICAN, "06", 5);
    race.turn("wood", "wood", &[1]);
    assert_eq!((race.boat(AMELIA), race.boat(PELICAN)), (at("06", 5), at("06", 6)));
}

#[test]
fn v1_the_race_ends_at_the_last_landing_or_after_the_last_turn() {
    let Some(mut race) = Race::begun() else { return };
    race.put(PELICAN, "23", 1);
    race.turn("drift", "drift", &[1]);
    assert_eq!(race.0.outcome().unwrap().unwrap().winner.as_deref(), Some("gray"));
    let Some(mut race) = Race::begun() else { return };
    race.0.edit(&[Change::Fact(number("turn", 12))]).unwrap().unwrap();
    assert!(race.0.outcome().unwrap().is_none());
    race.turn("half", "drift", &[2]);
    assert_eq!(race.0.outcome().unwrap().unwrap().winner.as_deref(), Some("blue"));
}

#[test]
fn v2_at_one_landing_wood_decides() {
    for (wood, winner) in [(2, Some("blue")), (1, None), (0, Some("gray"))] {
        let Some(mut race) = Race::begun() else { return };
        race.put(AMELIA, "23", wood);
        race.put(PELICAN, "23", 1);
        race.turn("drift", "drift", &[1]);
        assert_eq!(race.0.outcome().unwrap().unwrap().winner.as_deref(), winner, "{wood}");
    }
}

#[test]
fn seats_may_be_the_other_way_round() {
    let Some((module, mut position)) = built() else { return };
    position.setup.seats.reverse();
    let scale = Scale { games: 2, positions: 40, covered: 2, ..Scale::QUICK };
    let subject = Subject { module: &module, position: &position, hidden: &BluesOrder, scale };
    for check in CHECKS {
        check.run(&subject).unwrap_or_else(|finding| panic!("{finding}"));
    }
    position.setup.seats = vec!["blue".to_owned(); 2];
    assert!(module.create(&position).unwrap().is_err());
}

#[test]
fn scenarios_that_are_none_are_refused_with_a_reason() {
    let Some((module, whole)) = built() else { return };
    type Spoil = fn(&mut Position);
    let spoils: [(&str, Spoil); 7] = [
        ("no board", |position| position.boards.clear()),
        ("a river of one landing", |position| position.boards[0].spaces.truncate(1)),
        ("no boat of Gray's", |position| position.roster.truncate(1)),
        ("two boats of Blue's", |position| position.roster[1].side = "blue".to_owned()),
        ("a boat nowhere", |position| position.roster[0].place = None),
        ("no turns", |position| position.setup.facts = vec![number("turns", 0)]),
        ("a boat without wood", |position| position.roster[0].attributes.clear()),
    ];
    for (what, spoil) in spoils {
        let mut position = whole.clone();
        spoil(&mut position);
        let Err(refusal) = module.create(&position).unwrap() else { panic!("{what} is taken") };
        assert!(!refusal.reason.is_empty(), "{what}");
    }
}

/// All that it answers is freed: asked for long, it needs no more memory than a few answers do.
#[test]
fn asked_for_long_it_needs_no_more_memory() {
    let Some((_, position)) = built() else { return };
    let limits = Limits { deadline: None, memory: 256 << 10, ..Limits::default() };
    let engine = Engine::start(Settings { limits, cache: None }).expect("the engine starts");
    let module = engine.open("steamers", &file_of("steamers"), |_| ()).unwrap_or_else(|why| panic!("{why}"));
    let mut game = module.create(&position).unwrap().unwrap_or_else(|why| panic!("{}", why.reason));
    game.apply(BLUE, "begin", &mut Falls(vec![1])).unwrap().unwrap_or_else(|why| panic!("{}", why.reason));
    let ids = ORDERS.map(str::to_owned);
    for round in 0..20_000 {
        game.decisions().unwrap();
        game.weights(BLUE, "regular").unwrap();
        game.details(BLUE, &ids).unwrap();
        game.explain(BLUE, &Target::Button("full".to_owned())).unwrap();
        game.odds(BLUE, "full").unwrap();
        game.overlay(Some(BLUE), "reach", Some(&Target::Unit(AMELIA.to_owned()))).unwrap();
        game.view(Some(BLUE)).unwrap();
        game.seats().unwrap();
        game.save().unwrap();
        assert!(game.apply(BLUE, "nonsense", &mut Falls(vec![1])).unwrap().is_err());
        assert!(game.edit(&[Change::Remove(AMELIA.to_owned())]).unwrap().is_err());
        let mut fork = game.fork(round).unwrap();
        fork.apply(BLUE, "full", &mut Falls(vec![1])).unwrap().unwrap_or_else(|why| panic!("{}", why.reason));
        fork.sample(GRAY, round).unwrap().playout("regular", round, 4).unwrap();
    }
}
