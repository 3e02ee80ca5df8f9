//! §10: a battle between an army that comes and the lead army of a city. The sums are those of `combat`.

use muster_contract::{Audience, Chance as Likely, Event, EventKind, OddsTable, Reckoning, ReckoningRow};
use muster_sdk::{Resolution, odds};

use crate::arithmetic::{Chance, twelve};
use crate::choice::army_id;
use crate::combat::{Battle, Force, Step, attacker_wins, is_crushed};
use crate::hidden::MOST;
use crate::labels::counted;
use crate::state::{Army, CwStrategy, Fought, Leader, MOST_FOUGHT, Turn, armies_in};
use crate::world::{City, Side, Slot, World};

/// An army as it fights.
fn force(army: &Army) -> Force {
    Force { size: army.size.into(), rating: army.rating, experience: army.experience, supply: army.supply }
}

/// A battle that has been fought, as the log has it.
struct Fight {
    side: Side,
    at: City,
    armies: [Slot; 2],
    battle: Battle,
    chance: Chance,
    won: bool,
    losses: [u32; 2],
}

impl Fight {
    const fn sides(&self) -> [Side; 2] {
        [self.side, self.side.other()]
    }

    fn title(&self, world: &World) -> String {
        format!("Battle of {}", world.name(self.at))
    }

    /// An event of it.
    fn event(&self, world: &World, kind: EventKind, audience: Audience, text: String) -> Event {
        let sides = self.sides();
        let units = (0..2).map(|at| army_id(sides[at], self.armies[at])).collect();
        Event::new(kind, audience, text, "10").at(world.place(self.at)).of(units)
    }
}

/// A row of a reckoning with a figure for the attacker and one for the defender.
fn row(title: &str, figures: [String; 2], citation: Option<&str>) -> ReckoningRow {
    ReckoningRow { title: title.to_owned(), figures: figures.to_vec(), citation: citation.map(str::to_owned) }
}

/// §18.1: what an army of the enemy's can be, for who sees that it is there: its experience and its leader's rating are hidden, and of
/// its supply only whether it has any, which alone counts (§10.12).
fn defenders(world: &World, side: Side, seen: &Army) -> impl Iterator<Item = Army> {
    let (least, most) = match seen.leader {
        Leader::Nameless => (1, 9),
        Leader::Named(leader) => {
            let named = world.leaders[side as usize][usize::from(leader)].rating;
            // §2.12: changed by three at most. §8.7: one less for who was appointed in another's stead.
            let varied = world.options.vary;
            let least = if varied { named.saturating_sub(3).clamp(1, 9) } else { named };
            (least.saturating_sub(1), if varied { named.max((named + 3).min(9)) } else { named })
        }
    };
    let seen = Army { turn: Turn::Ready, ..*seen };
    (least..=most)
        .flat_map(move |rating| (0..=MOST as u8).map(move |experience| Army { rating, experience, ..seen }))
}

impl CwStrategy {
    /// §10.7, §14.5: what the balance gives a side in battle.
    pub fn battle_bonus(&self, side: Side) -> u8 {
        let given = match self.world.options.computer {
            Some(computer) => computer == side,
            None => self.world.options.symmetrical,
        };
        if given { 2 * self.favour(side) } else { 0 }
    }

    /// The battle between two armies, before anything is rolled.
    pub fn battle_of(&self, side: Side, attacker: &Army, defender: &Army, fort: u8) -> Battle {
        Battle {
            attacker: force(attacker),
            defender: force(defender),
            fort,
            ready: matches!(defender.turn, Turn::Ready | Turn::Spent),
            bonus: [self.battle_bonus(side), self.battle_bonus(side.other())],
            terms: crate::combat::Terms { realism: self.realism, ..self.world.terms },
        }
    }

    /// §10.15: the chances of an army against the lead army of a city, if its side sees how large that is.
    pub(crate) fn odds_of_attack(&self, side: Side, slot: Slot, to: City) -> Option<OddsTable> {
        let army = self.army(side, slot)?;
        let (_, enemy) = armies_in(self.foe(side), to).next()?;
        if !self.sees_size(Some(self.seat_of(side)), side.other(), to) {
            return None;
        }
        let attacker = Army { supply: army.supply.saturating_sub(1), ..*army };
        let fort = self.visible_fort(Some(side), to);
        let defended = |foe: Army| {
            let battle = self.battle_of(side, &attacker, &foe, fort);
            [battle.attack(&mut |_| {}), battle.defence(&mut |_| {})]
        };
        let mut cases: Vec<[u8; 2]> = defenders(&self.world, side.other(), enemy).map(defended).collect();
        cases.sort_unstable();
        cases.dedup();
        let (&[x, least], &[_, most]) = cases.first().zip(cases.last())?;
        let against = if least == most { least.to_string() } else { format!("{least} to {most}") };
        let won = cases.iter().map(|&[x, y]| {
            let chance = attacker_wins(x, y);
            [("won", chance.of.into()), ("lost", chance.other().of.into())]
        });
        let title = format!("An attack on {}", self.world.name(to));
        let note = format!("strength {x} against {against}, if the defender stays as he is");
        Some(OddsTable { title, note, citation: Some("10.15".to_owned()), rows: odds::range(won) })
    }

    /// §9.6, §10: an army fights the lead army of a city. Whether it won.
    pub(crate) fn battle(
        &mut self,
        side: Side,
        slot: Slot,
        at: City,
        resolution: &mut Resolution<'_>,
    ) -> bool {
        let enemy = side.other();
        let Some((other, defender)) = self.lead(enemy, at).map(|(other, army)| (other, *army)) else {
            return true;
        };
        let Some(attacker) = self.army(side, slot).copied() else { return false };
        let battle = self.battle_of(side, &attacker, &defender, self.fort(at));
        let strengths = [battle.attack(&mut |_| {}), battle.defence(&mut |_| {})];
        let chance =
            self.hook_win_chance(side, at, strengths, attacker_wins(strengths[0], strengths[1]), resolution);
        let why = || format!("the battle of {}", self.world.name(at));
        let won = chance.happens(resolution, why);
        let deviates = [twelve(resolution, why), twelve(resolution, why)];
        let losses = battle.losses(won, deviates);
        let fight = Fight { side, at, armies: [slot, other], battle, chance, won, losses };
        self.log_reckoning(&fight, resolution);
        for (side, slot, lost) in [(side, slot, losses[0]), (enemy, other, losses[1])] {
            // §10.22
            self.with_army(side, slot, |army| {
                army.supply = army.supply.saturating_sub(1);
                army.size -= lost as u16;
            });
            self.power_mut(side).lost += lost;
            self.show_size(side, slot, resolution);
        }
        self.log_result(&fight, resolution);
        self.record(Fought {
            turn: self.turn,
            at,
            attacker: side,
            won,
            armies: [slot, other],
            leaders: [attacker.leader, defender.leader],
            sizes: [attacker.size, defender.size],
            losses: losses.map(|lost| lost as u16),
        });
        // §10.21
        let (winner, winning) = if won { (side, slot) } else { (enemy, other) };
        self.with_army(winner, winning, |army| army.experience = (army.experience + 1).min(10));
        self.power_mut(winner).battles_won += 1;
        self.score(winner, 1);
        if won {
            self.defender_lost(side, slot, other, resolution);
        } else {
            self.attacker_lost(side, slot, other, resolution);
        }
        won
    }

    /// §14.7: a battle goes into the history, whose oldest one makes room if there are too many.
    pub fn record(&mut self, fought: Fought) {
        if self.history.len() >= MOST_FOUGHT {
            self.history.remove(0);
        }
        self.history.push(fought);
    }

    /// §14.7: how many battles were fought before the first one of the history. Each has one winner.
    pub fn forgotten(&self) -> usize {
        let fought: usize = self.powers.iter().map(|power| usize::from(power.battles_won)).sum();
        fought.saturating_sub(self.history.len())
    }

    /// §9.11, §9.12, §10.20: the defender is crushed, surrenders or retreats.
    fn defender_lost(&mut self, side: Side, slot: Slot, other: Slot, resolution: &mut Resolution<'_>) {
        let enemy = side.other();
        let Some(beaten) = self.army(enemy, other).copied() else { return };
        let refuge = self.retreat_of(enemy, &beaten).filter(|_| !is_crushed(u32::from(beaten.size)));
        match refuge {
            Some(to) => {
                self.with_army(enemy, other, |army| {
                    (army.at, army.turn, army.raze) = (to, Turn::Done, false);
                });
                self.log_retreat(enemy, other, [beaten.at, to], resolution);
            }
            None => {
                let citation = if is_crushed(u32::from(beaten.size)) { "10.20" } else { "9.12" };
                let supply = self.destroy(enemy, other, citation, resolution);
                self.with_army(side, slot, |army| army.supply = (army.supply + supply).min(10));
            }
        }
    }

    /// §9.7, §9.13: the attacker stays where it came from; the winner may lose its order.
    fn attacker_lost(&mut self, side: Side, slot: Slot, other: Slot, resolution: &mut Resolution<'_>) {
        if self.army(side, slot).is_some_and(|army| is_crushed(u32::from(army.size))) {
            self.destroy(side, slot, "10.20", resolution);
        }
        let Some(winner) = self.army(side.other(), other).copied() else { return };
        let keeps = Chance::new(winner.rating.into(), 11);
        if winner.goes_to().is_some()
            && !keeps.happens(resolution, || "whether the victor marches on".to_owned())
        {
            self.with_army(side.other(), other, |army| army.turn = Turn::Done);
        }
    }

    /// The leaders of a battle's armies.
    fn fighters(&self, fight: &Fight) -> [String; 2] {
        let sides = fight.sides();
        [0, 1].map(|at| self.army_label(sides[at], fight.armies[at]))
    }

    /// How a battle was reckoned, for the two sides: both learn the strengths, and each how its own came about (§18.1).
    fn log_reckoning(&self, fight: &Fight, resolution: &mut Resolution<'_>) {
        if !resolution.is_observed() {
            return;
        }
        let (sides, names) = (fight.sides(), self.fighters(fight));
        let mut steps: [Vec<Step>; 2] = [Vec::new(), Vec::new()];
        let strengths = [
            fight.battle.attack(&mut |step| steps[0].push(step)),
            fight.battle.defence(&mut |step| steps[1].push(step)),
        ];
        let sizes = [fight.battle.attacker, fight.battle.defender].map(|force| force.size.to_string());
        let likely = |name: &str, chance: Chance| Likely {
            label: format!("{name} wins"),
            of: chance.of.into(),
            out_of: chance.out_of.into(),
        };
        for seat in 0..2 {
            let mut rows = vec![row("hundreds of men", sizes.clone(), None)];
            for column in (0..2).filter(|&column| self.side_of(seat) == sides[column]) {
                for step in &steps[column] {
                    let mut figures = [String::new(), String::new()];
                    figures[column] = step.value.to_string();
                    rows.push(row(step.what, figures, Some(step.paragraph)));
                }
            }
            rows.push(row("strength", strengths.map(|strength| strength.to_string()), None));
            let reckoning = Reckoning {
                title: fight.title(&self.world),
                columns: names.to_vec(),
                rows,
                chances: vec![likely(&names[0], fight.chance), likely(&names[1], fight.chance.other())],
                came: Some(u32::from(!fight.won)),
            };
            let text = format!("How the battle of {} was reckoned.", self.world.name(fight.at));
            let (kind, audience) = (EventKind::Reckoned(reckoning), Audience::Seats(vec![seat]));
            resolution.event(|| fight.event(&self.world, kind, audience, text));
        }
    }

    /// How a battle ended, for everyone.
    fn log_result(&self, fight: &Fight, resolution: &mut Resolution<'_>) {
        resolution.event(|| {
            let names = self.fighters(fight);
            let lost = fight.losses.map(counted);
            let (victor, beaten) = if fight.won { (0, 1) } else { (1, 0) };
            let [victor, beaten] =
                [victor, beaten].map(|at: usize| format!("{} ({} lost)", names[at], lost[at]));
            let text = format!("{}: {victor} beats {beaten}.", fight.title(&self.world));
            fight.event(&self.world, EventKind::Lost, Audience::Everyone, text)
        });
    }
}
