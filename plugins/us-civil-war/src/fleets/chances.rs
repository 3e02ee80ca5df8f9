//! §21.4.2, §21.6, §21.13: what lies on a way, and the exact chances of it.

use muster_contract::{ChoiceDetails, OddsTable};
use muster_sdk::line;

use super::guns::Fire;
use super::{NavalInterception, NavalSheet, Order};
use crate::battle::{Verdict, sums};
use crate::charts::Result as Score;
use crate::odds::{end_of, share, table};
use crate::state::{Berth, FleetStep, Salvo, Ship, Sortie, UsCivilWar, Vessel};

/// Throws of two dice.
const THROWS: u64 = 36;

/// What a stack meets on its way.
enum Peril {
    /// §21.4.2: ships can intercept it.
    Watched(NavalInterception),
    /// §21.13: guns fire on it.
    Guns(Fire),
    /// §21.6: it fights.
    Battle(NavalSheet),
}

impl UsCivilWar {
    /// What the stack meets on its way to a berth, in order, and where it comes along.
    fn perils(&self, to: Berth) -> (Vec<Peril>, Vec<Berth>) {
        let Some((sortie, crew)) = self.sortie_and_crew() else { return (Vec::new(), Vec::new()) };
        let mut way = self.courses(&crew, &sortie).way_to(to.water);
        if way.len() == 1 {
            way.push(way[0]);
        }
        let (mut sortie, foe) = (Sortie { goal: Some(to), ..sortie }, crew.side.other());
        let (mut perils, mut berths) = (Vec::new(), vec![sortie.at]);
        let mut seen: Vec<Berth> = Vec::new();
        for (place, pair) in way.windows(2).enumerate() {
            let (from, next) = (pair[0], pair[1]);
            sortie.at = self.bank_at(&sortie, next, place + 2 == way.len());
            let at = sortie.at;
            if at.water == next {
                berths.push(at);
            }
            for berth in self.berths_of(foe).into_iter().filter(|&berth| at.water == next && berth != at) {
                let automatic = self.reacts_freely(foe, berth.space, at.space);
                let comes =
                    self.ships_in(foe, berth).filter(|ship| !ship.damaged && !ship.sheltered).any(|ship| {
                        let bears = automatic && self.world.waters.bears(ship.vessel, next);
                        bears || self.has_zone_at(ship, next)
                    });
                if comes && !seen.contains(&berth) {
                    seen.push(berth);
                    let modifier = if automatic { 0 } else { self.modifier_of_watch(berth) };
                    perils.push(Peril::Watched(NavalInterception { from: berth, automatic, modifier }));
                }
            }
            let passes = self.is_passage(next) && at != to;
            let battle = at.water == next && !passes && self.nsps(foe, at).is_some();
            for (space, nsps) in self.gunners(foe, from, next) {
                if !battle || space != at.space {
                    let upriver = self.world.waters.is_up(from, next);
                    perils.push(Peril::Guns(Fire { at: space, nsps, upriver }));
                }
            }
            if battle {
                perils.push(Peril::Battle(self.naval_sheet(at, false, false)));
            }
        }
        berths.dedup();
        (perils, berths)
    }

    /// What is told of a way before it is sailed.
    pub(super) fn describe_course(&self, to: Berth, details: &mut ChoiceDetails) {
        let (perils, berths) = self.perils(to);
        details.path = berths.into_iter().map(|berth| self.place_of_berth(berth)).collect();
        for peril in perils {
            details.consequences.push(match peril {
                Peril::Watched(one) if one.automatic => {
                    let at = self.berth_name(one.from);
                    line(format!("The ships in {at} can intercept without dice."), "21.4.2")
                }
                Peril::Watched(one) => {
                    let at = self.berth_name(one.from);
                    line(format!("The ships in {at} can intercept, {}.", share(one.ways(), THROWS)), "21.4.2")
                }
                Peril::Guns(fire) => {
                    let twice = if fire.upriver { ", twice because it is up the river" } else { "" };
                    let at = self.called(fire.at);
                    line(format!("The guns of {at} fire with {} NSPs{twice}.", fire.nsps), "21.13.1")
                }
                Peril::Battle(sheet) => {
                    details.label.push_str(", into a Naval Battle");
                    let (own, foe) = (sheet.attacker.nsps, sheet.defender.nsps);
                    let at = self.berth_name(sheet.at);
                    line(format!("A Naval Battle at {at}: {own} NSPs against {foe}."), "21.6.1")
                }
            });
        }
        if let Err(why) = self.may_anchor(self.phasing, to) {
            let unless = if self.fleets.cargo.is_some() { ", unless the landing succeeds" } else { "" };
            let text = format!("When the Action Phase ends they go back{unless}: {}", lower(why.text));
            details.consequences.push(line(text, why.citation));
        } else {
            details.consequences.push(self.coal_line(self.phasing, to));
        }
    }

    /// The chances of an order.
    pub(crate) fn naval_odds(&self, order: Order) -> Vec<OddsTable> {
        match (order, self.fleet_step()) {
            (Order::Sail(to), _) => {
                let (perils, _) = self.perils(to);
                perils.iter().flat_map(|peril| self.odds_of(peril)).collect()
            }
            (Order::Intercept(from), _) => {
                let found = self.may_intercept_at_sea(from).ok();
                found.into_iter().flat_map(|one| self.odds_of(&Peril::Watched(one))).collect()
            }
            (Order::Engage, Some(FleetStep::Engage { card, ironclads })) => {
                self.engagement_odds(card, ironclads)
            }
            (Order::BattleCard(_), Some(FleetStep::Engage { ironclads, .. })) => {
                self.engagement_odds(true, ironclads)
            }
            (Order::Ironclads, Some(FleetStep::Engage { card, .. })) => self.engagement_odds(card, true),
            (_, Some(FleetStep::Storm(at))) => {
                self.odds_of_battle(&self.sheet_of_gunboats(at, order != Order::Engage))
            }
            _ => Vec::new(),
        }
    }

    fn engagement_odds(&self, card: bool, ironclads: bool) -> Vec<OddsTable> {
        let Some(sortie) = self.fleets.sortie else { return Vec::new() };
        self.odds_of_battle(&self.naval_sheet(sortie.at, card, ironclads))
    }

    /// §21.7.3: the Naval Battle that Gunboats or Cottonclads would fight before the stack lands where it enters.
    pub(crate) fn storm_odds(&self) -> Vec<OddsTable> {
        let guarded = self.march.as_deref().and_then(|march| {
            let to = march.entering?;
            self.gunboat_line(march, to).and_then(|_| self.guard_before(march, to))
        });
        guarded.map_or_else(Vec::new, |at| self.odds_of_battle(&self.sheet_of_gunboats(at, false)))
    }

    fn odds_of(&self, peril: &Peril) -> Vec<OddsTable> {
        match peril {
            Peril::Watched(one) => {
                let mut rows = vec![("they intercept".to_owned(), one.ways())];
                if one.ways() < THROWS {
                    rows.push(("they don't".to_owned(), THROWS - one.ways()));
                }
                let note = match one.automatic {
                    true => "without dice".to_owned(),
                    false => format!("two dice, {:+}, 7 or more", one.modifier),
                };
                vec![table(format!("Interception from {}", self.berth_name(one.from)), note, "21.4.2", rows)]
            }
            Peril::Guns(fire) => {
                let note = format!(
                    "column {}, -2{}",
                    fire.column().label(),
                    if fire.upriver { ", two rolls" } else { "" }
                );
                let ships = self.ships_underway().count() as u8;
                let rows = joined(salvos_of(fire, ships));
                vec![table(format!("The guns of {}", self.called(fire.at)), note, "21.13.1", rows)]
            }
            Peril::Battle(sheet) => self.odds_of_battle(sheet),
        }
    }

    /// §21.6.2, §21.6.6: who wins, and what hits the ships that can be hit; no table of hits where there are none.
    fn odds_of_battle(&self, sheet: &NavalSheet) -> Vec<OddsTable> {
        let (own, foe) = (&sheet.attacker, &sheet.defender);
        let note = format!(
            "column {}, {:+}, against column {}, {:+}",
            own.column().label(),
            own.modifier(),
            foe.column().label(),
            foe.modifier()
        );
        let title = format!("Naval Battle at {}", self.berth_name(sheet.at));
        let mut tables = vec![table(title, note, "21.6.2", sheet.ends())];
        let theirs: Vec<&Ship> = self.ships_in(foe.side, sheet.at).filter(|ship| !ship.sheltered).collect();
        let yours: Vec<&Ship> = self.ships_underway().collect();
        if !theirs.is_empty() || !yours.is_empty() {
            let armored = theirs.iter().chain(&yours).any(|ship| ship.vessel == Vessel::Ironclad);
            let note = if armored { ARMOR } else { "" };
            let rows = sheet.hits([theirs.len() as u8, yours.len() as u8]);
            tables.push(table("Hits on ships".to_owned(), note.to_owned(), "21.6.6", rows));
        }
        tables
    }
}

/// §21.6.6: what isn't told by a battle's dice.
const ARMOR: &str = "before the armor: an Ironclad that is hit fares better with 4 to 6 on a die";

/// A reason in the middle of a sentence.
fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

/// Equal words put together.
fn joined(all: Vec<(String, u64)>) -> Vec<(String, u64)> {
    let mut rows: Vec<(String, u64)> = Vec::new();
    for (words, ways) in all {
        match rows.iter_mut().find(|(known, _)| *known == words) {
            Some((_, count)) => *count += ways,
            None => rows.push((words, ways)),
        }
    }
    rows
}

/// The results of a column's dice, each with its throws.
fn scores(dice: u8, score: impl Fn(i8) -> Score) -> Vec<(Score, u64)> {
    let all = sums(dice);
    all.iter()
        .enumerate()
        .filter(|(_, ways)| **ways > 0)
        .map(|(sum, &ways)| (score(sum as i8), ways))
        .collect()
}

/// §21.13.4: what guns do to those who pass.
fn salvos_of(fire: &Fire, ships: u8) -> Vec<(String, u64)> {
    let once = scores(fire.column().dice(), |sum| fire.score(sum));
    let words = |scores: &[Score]| {
        Salvo::of(crate::world::Side::Us, scores, true, fire.upriver).limited_to(ships).in_words()
    };
    if !fire.upriver {
        return once.iter().map(|&(score, ways)| (words(&[score]), ways)).collect();
    }
    let pairs = once.iter().flat_map(|&first| once.iter().map(move |&second| (first, second)));
    pairs.map(|((first, ways), (second, others))| (words(&[first, second]), ways * others)).collect()
}

impl NavalSheet {
    /// Calls `found` with each pair of results that can come up, the attacker's first, and its ways.
    pub(crate) fn each_outcome(&self, mut found: impl FnMut(Score, Score, u64)) {
        let ours = scores(self.attacker.column().dice(), |sum| self.attacker.score(sum));
        let theirs = scores(self.defender.column().dice(), |sum| self.defender.score(sum));
        for &(attack, ways) in &ours {
            theirs.iter().for_each(|&(defense, others)| found(attack, defense, ways * others));
        }
    }

    /// How likely the attacker wins.
    pub(super) fn won(&self) -> String {
        let (mut won, mut all) = (0, 0);
        self.each_outcome(|attack, defense, ways| {
            all += ways;
            won += if UsCivilWar::verdict(attack, defense) == Verdict::Won { ways } else { 0 };
        });
        share(won, all)
    }

    /// Who wins, from the best for the attacker.
    fn ends(&self) -> Vec<(String, u64)> {
        let all = self.results().into_iter();
        joined(all.map(|(verdict, _, _, ways)| (end_of(verdict).to_owned(), ways)).collect())
    }

    /// §21.6.6: who wins and what hits each side's ships, of which there are so many: theirs and the attacker's.
    fn hits(&self, [theirs, yours]: [u8; 2]) -> Vec<(String, u64)> {
        let words = |verdict, attack, defense| {
            let mut words = end_of(verdict).to_owned();
            let [hits, losses] = self.salvos(attack, defense);
            for (whose, salvo) in [("theirs", hits.limited_to(theirs)), ("yours", losses.limited_to(yours))] {
                if !salvo.is_spent() {
                    words += &format!("; {whose}: {}", salvo.in_words());
                }
            }
            words
        };
        let all = self.results().into_iter();
        joined(all.map(|(verdict, attack, defense, ways)| (words(verdict, attack, defense), ways)).collect())
    }

    /// The results of both, from the best for the attacker, each with its ways.
    fn results(&self) -> Vec<(Verdict, Score, Score, u64)> {
        let mut all = Vec::new();
        self.each_outcome(|attack, defense, ways| {
            all.push((UsCivilWar::verdict(attack, defense), attack, defense, ways));
        });
        all.sort_by_key(|&(verdict, attack, defense, _)| (verdict, std::cmp::Reverse(attack), defense));
        all
    }
}
