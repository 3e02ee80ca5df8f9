//! 8.1 to 8.5, 11 and 12: who may lead, what it comes to, what is lost, and where everybody stands afterwards.

use std::collections::{BTreeMap, BTreeSet};

use bull_run::state::{At, Spot};
use bull_run::world::{Edge, Kind, Locale, Passage, Unit};
use muster_contract::Decision;
use muster_sdk::Index as _;

use crate::oracles::model::{Field, Piece};
use crate::oracles::walk::{Chance, Played, any, games, open, take};

/// A command from the moment at which it is given.
struct Fight {
    said: String,
    verb: String,
    units: Vec<Unit>,
    from: Locale,
    edge: Edge,
    to: Locale,
    /// The boundary that a charge crosses first.
    first: Option<Edge>,
    leaders: Vec<Unit>,
    target: Option<Edge>,
    /// What the passive player answered.
    held: Vec<Unit>,
    defense: Vec<Unit>,
    support: Vec<Unit>,
}

fn locale(game: &Played, name: &str) -> Locale {
    game.world().find(name).unwrap()
}

fn edge(game: &Played, id: &str) -> Edge {
    game.world().edges.iter().find(|(_, boundary)| boundary.id == id).unwrap().0
}

fn units(game: &Played, names: &[&str]) -> Vec<Unit> {
    let find = |name: &&str| game.world().units.iter().find(|(_, unit)| unit.id == **name).unwrap().0;
    names.iter().filter(|name| **name != "none").map(find).collect()
}

/// The fight that a choice begins.
fn begins(game: &Played, id: &str, said: String) -> Option<Fight> {
    let words: Vec<&str> = id.split(' ').collect();
    let picked = game.state().order.units.clone();
    let start = game.state().unit(*picked.first()?).spot()?;
    let across = |from: Locale, edge: Edge| {
        let ends = game.world().edge(edge).ends;
        ends[usize::from(ends[0] == from)]
    };
    let between = |one: Locale, other: Locale| game.world().between(one, other).unwrap();
    let mut fight = Fight {
        said,
        verb: words[0].to_owned(),
        units: picked,
        from: start.locale,
        edge: Edge::nth(0),
        to: Locale::nth(0),
        first: None,
        leaders: Vec::new(),
        target: None,
        held: Vec::new(),
        defense: Vec::new(),
        support: Vec::new(),
    };
    match words[0] {
        "advance" | "maneuver" => {
            fight.to = locale(game, words[1]);
            fight.edge = between(fight.from, fight.to);
        }
        "assault" | "bombard" => {
            fight.edge = edge(game, words[1]);
            fight.to = across(fight.from, fight.edge);
            if words[0] == "assault" {
                fight.leaders = units(game, &words[2..]);
            } else {
                fight.target = words.get(2).map(|id| edge(game, id));
            }
        }
        "charge" => {
            let through = locale(game, words[1]);
            fight.first = Some(between(fight.from, through));
            (fight.from, fight.to) = (through, locale(game, words[2]));
            fight.edge = between(through, fight.to);
            let strong = |unit: &Unit| game.state().unit(*unit).strength == 2;
            fight.leaders = fight.units.iter().copied().filter(strong).collect();
        }
        _ => return None,
    }
    Some(fight)
}

/// "verb", "verb one" and, where two fit, "verb one two" for those that go together; names in order.
fn options(verb: &str, units: &[&Piece], two: bool, alike: bool) -> BTreeSet<Vec<String>> {
    let mut found = BTreeSet::from([vec![verb.to_owned(), "none".to_owned()]]);
    for one in units {
        found.insert(vec![verb.to_owned(), one.id.clone()]);
        for other in
            units.iter().filter(|other| two && other.id > one.id && (!alike || other.kind == one.kind))
        {
            found.insert(vec![verb.to_owned(), one.id.clone(), other.id.clone()]);
        }
    }
    found
}

fn offered(decision: &Decision) -> BTreeSet<Vec<String>> {
    let words = |id: &str| {
        let mut words: Vec<String> = id.split(' ').map(str::to_owned).collect();
        words[1..].sort();
        words
    };
    decision.choices.iter().map(|choice| words(&choice.id)).collect()
}

impl Fight {
    /// Looks at what is asked in the course of it, and notes the answer.
    fn answered(&mut self, game: &Played, decision: &Decision, id: &str) {
        let now = Field::of(game);
        let wide = now.edge(self.edge).wide;
        let words: Vec<&str> = id.split(' ').collect();
        let defenders: Vec<&Piece> = now.at(Spot::approach(self.to, self.edge)).collect();
        match decision.kind.as_str() {
            // 8.2 step 3
            "lead-defense" => {
                let leads = |piece: &&Piece| match piece.kind {
                    Kind::Infantry => true,
                    Kind::Cavalry => !now.obstructed(self.edge, self.to),
                    _ => false,
                };
                let able: Vec<&Piece> = defenders.into_iter().filter(leads).collect();
                assert_eq!(offered(decision), options("lead", &able, wide, true), "{}", self.said);
                self.defense = units(game, &words[1..]);
            }
            // 8.2 step 4
            "support" => {
                assert!(!self.defense.is_empty() && self.verb == "assault", "{}", self.said);
                let guns = |piece: &&Piece| piece.kind == Kind::Artillery && !piece.ranging;
                let able: Vec<&Piece> = defenders.into_iter().filter(guns).collect();
                assert_eq!(offered(decision), options("support", &able, wide, false), "{}", self.said);
                self.support = units(game, &words[1..]);
            }
            // 8.4 step 2
            "lead-charge" => {
                let able: Vec<&Piece> =
                    now.pieces.iter().filter(|piece| self.leaders.contains(&piece.unit)).collect();
                let mut expected = options("lead-charge", &able, wide, true);
                expected.remove(&vec!["lead-charge".to_owned(), "none".to_owned()]);
                assert_eq!(offered(decision), expected, "{}", self.said);
                self.leaders = units(game, &words[1..]);
            }
            // 8.4 step 3, 8.5 step 2
            "answer" => {
                let able = now.at(Spot::reserve(self.to)).filter(|piece| piece.kind != Kind::Disrupted);
                let mut expected: BTreeSet<String> = able.map(|piece| format!("hold {}", piece.id)).collect();
                expected.insert(if self.held.is_empty() { "give-way" } else { "enough" }.to_owned());
                let offered: BTreeSet<String> =
                    decision.choices.iter().map(|choice| choice.id.clone()).collect();
                assert_eq!(offered, expected, "{}", self.said);
                if words[0] == "hold" {
                    self.held.extend(units(game, &words[1..]));
                }
            }
            _ => {}
        }
    }

    /// 8.2 step 5.
    fn outcome(&self, before: &Field<'_>) -> i32 {
        let piece = |unit: &Unit| before.pieces.iter().find(|piece| piece.unit == *unit).unwrap();
        let sum = |units: &[Unit]| units.iter().map(|unit| i32::from(piece(unit).strength)).sum::<i32>();
        let mut outcome = sum(&self.leaders) - sum(&self.defense) - sum(&self.support);
        let boundary = before.edge(self.edge);
        let symbols = &boundary.penalties[usize::from(boundary.ends[1] == self.to)];
        if piece(&self.leaders[0]).kind == Kind::Infantry {
            outcome -= 1 + i32::from(symbols.infantry);
        } else {
            let infantry = self.defense.iter().any(|unit| piece(unit).kind == Kind::Infantry);
            outcome -= i32::from(infantry && self.verb != "charge") + i32::from(symbols.cavalry);
        }
        outcome
    }

    /// What the whole of it must have come to.
    fn check(&self, before: &Field<'_>, game: &Played) {
        let said = &self.said;
        let after = |unit: Unit| game.state().unit(unit);
        let total = |units: &[&Piece]| units.iter().map(|piece| i32::from(piece.strength)).sum::<i32>();
        let left =
            |units: &[&Piece]| units.iter().map(|piece| i32::from(after(piece.unit).strength)).sum::<i32>();
        let of = |units: &[Unit]| -> Vec<&Piece> {
            before.pieces.iter().filter(|piece| units.contains(&piece.unit)).collect()
        };
        let attackers = of(&self.units);
        let there: Vec<&Piece> = before.inside(self.to).collect();
        let others = |all: &[&Piece], leaders: &[Unit]| -> i32 {
            let others = all.iter().filter(|piece| !leaders.contains(&piece.unit));
            others.map(|piece| i32::from(piece.strength)).sum()
        };
        let stands = |unit: Unit, spot: Spot| after(unit).at == At::Map(spot);
        let approach = Spot::approach(self.to, self.edge);
        let mut own = 0;
        let mut fled = None;
        let mut theirs = None;
        if self.verb == "bombard" {
            let secured = before.at(approach).next().is_some();
            let boundary = before.edge(self.edge);
            let symbols = boundary.penalties[usize::from(boundary.ends[1] == self.to)].artillery;
            let outcome = total(&attackers) - if secured { i32::from(symbols) } else { 0 };
            let reserve = Spot::reserve(self.to);
            let target = match self.target {
                Some(edge) => Spot::approach(self.to, edge),
                None if secured => approach,
                None if before.at(reserve).next().is_some() => reserve,
                None => there[0].spot,
            };
            let hit: Vec<&Piece> = before.at(target).collect();
            let lost = outcome.max(0).min(total(&hit));
            assert_eq!(total(&hit) - left(&hit), lost, "{said}");
            theirs = Some(lost);
        } else if self.verb == "assault" || self.verb == "charge" && !self.held.is_empty() {
            let defenders: Vec<&Piece> = match self.verb.as_str() {
                "charge" => of(&self.held),
                _ => before.at(approach).collect(),
            };
            let outcome = self.outcome(before);
            let lost = 1 + outcome.abs();
            let loser = |all: &[&Piece], leaders: &[Unit]| {
                let led = total(all) - others(all, leaders);
                lost.min(led) + (lost - led).max(0).min(others(all, leaders))
            };
            if outcome > 0 {
                own = 1;
                fled = Some((true, loser(&defenders, &self.defense), defenders));
            } else {
                own = loser(&attackers, &self.leaders);
                theirs = Some(i32::from(!self.defense.is_empty()));
                for piece in &attackers {
                    let gone = after(piece.unit).at == At::Off;
                    assert!(
                        gone || stands(piece.unit, Spot::reserve(self.from)),
                        "{said}: {piece:?} falls back"
                    );
                }
                for piece in &defenders {
                    let disrupted =
                        after(piece.unit).kind == Kind::Disrupted || after(piece.unit).at == At::Off;
                    assert!(disrupted || stands(piece.unit, approach), "{said}: {piece:?} stays");
                }
            }
        } else if self.verb == "charge" {
            own = 1;
            fled = Some((true, 0, Vec::new()));
        } else if self.verb == "advance" {
            fled = Some((true, 0, Vec::new()));
        } else if self.held.is_empty() {
            fled = Some((false, 0, Vec::new()));
        } else {
            theirs = Some(0);
            for unit in &self.held {
                assert!(stands(*unit, approach), "{said}: it secures the approach");
            }
            for piece in &attackers {
                let posts = [Spot::reserve(self.from), Spot::approach(self.from, self.edge)];
                assert!(posts.iter().any(|&post| stands(piece.unit, post)), "{said}: {piece:?} stays");
            }
        }
        assert_eq!(total(&attackers) - left(&attackers), own, "{said}: the active player's losses");
        let mut penalty = 0;
        if let Some((retreat, fought, defenders)) = fled {
            for piece in &attackers {
                let gone = after(piece.unit).at == At::Off;
                assert!(gone || stands(piece.unit, Spot::reserve(self.to)), "{said}: {piece:?} goes in");
            }
            penalty = self.fled(before, game, retreat, fought, &defenders);
        } else if let Some(lost) = theirs {
            assert_eq!(total(&there) - left(&there), lost, "{said}: the passive player's losses");
        }
        // 13.1, 13.2
        let guns = |pieces: &[&Piece]| {
            pieces
                .iter()
                .filter(|piece| piece.kind == Kind::Artillery && after(piece.unit).at == At::Off)
                .count() as i32
        };
        let morale = |field: [u8; 2], active: bool| {
            i32::from(field[(before.side as usize + usize::from(!active)) % 2])
        };
        let (was, is) = (before.morale, game.state().morale);
        for (active, lost, won) in
            [(true, own, guns(&there)), (false, total(&there) - left(&there) + penalty, guns(&attackers))]
        {
            let (was, is) = (morale(was, active), morale(is, active));
            if was - lost > 0 && was + won < 25 {
                assert_eq!(is, was - lost + won, "{said}: morale");
            }
        }
    }

    /// 11, 12: those who left the locale; gives the morale that the retreat itself costs.
    fn fled(
        &self,
        before: &Field<'_>,
        game: &Played,
        retreat: bool,
        fought: i32,
        defenders: &[&Piece],
    ) -> i32 {
        let said = &self.said;
        let after = |unit: Unit| game.state().unit(unit);
        let there: Vec<&Piece> = before.inside(self.to).collect();
        let total = |pieces: &[&Piece]| pieces.iter().map(|piece| i32::from(piece.strength)).sum::<i32>();
        let t0 = total(&there);
        let lost = t0 - there.iter().map(|piece| i32::from(after(piece.unit).strength)).sum::<i32>();
        let fights = |piece: &Piece| defenders.iter().any(|one| one.unit == piece.unit);
        // Whoever took part in the assault has had his losses; what is left of him retreats.
        let rest: Vec<&Piece> = there.iter().copied().filter(|piece| !fights(piece)).collect();
        let survive = total(defenders) - fought;
        let infantry = defenders.iter().any(|piece| piece.kind == Kind::Infantry);
        if rest.is_empty() && survive == 0 && !infantry {
            assert_eq!(lost, fought, "{said}: wiped out");
            return 0;
        }
        if rest.iter().all(|piece| piece.kind == Kind::Disrupted) && survive == 0 {
            assert_eq!(lost, fought, "{said}: only disrupted infantry");
            assert!(there.iter().all(|piece| after(piece.unit).at == At::Off), "{said}: it is eliminated");
            return i32::from(retreat);
        }
        let wide = before.edge(self.edge).wide;
        let mut least = fought;
        let mut by_spot: BTreeMap<Spot, Vec<&Piece>> = BTreeMap::new();
        for piece in rest {
            if piece.kind == Kind::Artillery {
                least += 1;
            } else {
                by_spot.entry(piece.spot).or_default().push(piece);
            }
        }
        for (spot, pieces) in by_spot {
            let points = match spot.edge {
                None => {
                    let foot: Vec<&Piece> =
                        pieces.iter().copied().filter(|piece| piece.kind == Kind::Infantry).collect();
                    total(&foot).min(if retreat && wide { 2 } else { 1 })
                }
                Some(edge) => {
                    let beyond = before.around(self.to).into_iter().find(|&(one, _)| one == edge).unwrap().1;
                    let pressed = before.secured(beyond, edge);
                    let riders = pieces.iter().all(|piece| piece.kind == Kind::Cavalry);
                    let two = retreat && !riders && (before.edge(edge).wide || wide || pressed);
                    total(&pieces).min(if two { 2 } else { 1 })
                }
            };
            least += points;
        }
        // Artillery that defended goes with the others, unless it was hit already.
        let guns = defenders.iter().filter(|piece| piece.kind == Kind::Artillery).count() as i32;
        let refuges: Vec<Locale> = before
            .around(self.to)
            .into_iter()
            .filter(|&(edge, to)| {
                to != self.from
                    && !before.inside(to).any(|piece| piece.side == before.side)
                    && before.edge(edge).passage != Passage::Impassable
                    && !before.fought.contains(&edge)
            })
            .map(|(_, to)| to)
            .collect();
        let room: usize = refuges
            .iter()
            .map(|&to| usize::from(before.world.locale(to).capacity) - before.inside(to).count())
            .sum();
        if room == 0 {
            assert_eq!(lost, t0, "{said}: nobody can leave");
        } else if room >= there.len() {
            assert!(
                (least..=least + guns).contains(&lost),
                "{said}: {lost} lost, not {least} and {guns} guns"
            );
        } else {
            assert!((least..=t0).contains(&lost), "{said}: {lost} lost of {t0}, {least} at least");
        }
        for piece in &there {
            let fine = match after(piece.unit).at {
                At::Map(spot) => spot.edge.is_none() && refuges.contains(&spot.locale),
                _ => true,
            };
            assert!(
                fine && (piece.kind != Kind::Artillery || after(piece.unit).at == At::Off),
                "{said}: {piece:?}"
            );
        }
        i32::from(retreat)
    }
}

/// What always holds (4.3.1).
fn in_order(game: &Played, said: &str) {
    let field = Field::of(game);
    for locale in field.world.all_locales() {
        let inside: Vec<&Piece> = field.inside(locale).collect();
        assert!(
            inside.len() <= usize::from(field.world.locale(locale).capacity),
            "{said}: {locale:?} is overfull"
        );
        assert!(inside.iter().all(|piece| piece.side == inside[0].side), "{said}: both armies in {locale:?}");
    }
    let secures = |piece: &&Piece| piece.spot.edge.is_some();
    assert!(!field.pieces.iter().filter(secures).any(|piece| piece.kind == Kind::Disrupted), "{said}");
    assert!(
        field.pieces.iter().all(|piece| (piece.kind == Kind::Disrupted) == (piece.strength == 0)),
        "{said}"
    );
}

#[test]
fn fights_come_to_what_the_text_says() {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for (name, seed, mut game) in games(4) {
        let mut chance = Chance::of(seed + 900);
        let mut choice = 0;
        while let Some(decision) = open(&game).filter(|_| choice < 1200) {
            choice += 1;
            let id = any(&decision, &mut chance);
            let said = format!("{name}, seed {seed}, choice {choice}: {id}");
            let Some(mut fight) =
                begins(&game, &id, said.clone()).filter(|_| decision.kind == "field-command")
            else {
                take(&mut game, decision.seat, &id, &mut chance);
                in_order(&game, &said);
                continue;
            };
            let before = game.fork(1);
            take(&mut game, decision.seat, &id, &mut chance);
            while let Some(decision) = open(&game).filter(|_| game.state().action.is_some()) {
                let id = any(&decision, &mut chance);
                fight.answered(&game, &decision, &id);
                take(&mut game, decision.seat, &id, &mut chance);
                in_order(&game, &said);
            }
            fight.check(&Field::of(&before), &game);
            let met = if fight.held.is_empty() { "" } else { ", met" };
            *seen.entry(format!("{}{met}", fight.verb)).or_default() += 1;
        }
    }
    println!("{seen:?}");
    for verb in ["advance", "assault", "bombard", "charge", "charge, met", "maneuver", "maneuver, met"] {
        assert!(seen.get(verb).is_some_and(|&count| count >= 8), "{verb}: {seen:?}");
    }
}
