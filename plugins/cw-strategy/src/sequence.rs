//! §3: the order of a turn; §18.2: sheets are opened at once.

use muster_contract::{Audience, Event, EventKind, TurnStatus};
use muster_sdk::{Decisions, Resolution};

use crate::arithmetic::spread;
use crate::choice::{Choice, army_id, fleet_id};
use crate::commands::CAPITAL_MOVED;
use crate::labels::{counted, men};
use crate::set_up::roll_nameless;
use crate::ships::ships;
use crate::state::{CwStrategy, MOST_TURNS, Sheet, Stage, Tally, Turn};
use crate::world::{City, SLOTS, Side, Slot};

/// The secret group of the sheets: by turns one name and the other, since those of the next turn are others.
pub(crate) const SHEETS: [&str; 2] = ["sheets", "next-sheets"];

/// The kind of decision of the standing orders.
pub(crate) const STANDING: &str = "standing";

/// The phases of a turn: id, title, rule.
pub(crate) const PHASES: [[&str; 3]; 3] = [
    ["sheets", "Order sheets", "18.2"],
    ["resolution", "Resolution", "3.4"],
    ["end", "End of the war", "13"],
];

/// A step at which a side decides: what is asked, and what may be answered.
pub(crate) struct Step {
    /// Its kind of decision: in journals and for house rules, in the description, and what it is.
    pub kind: &'static str,
    pub title: &'static str,
    pub text: &'static str,
    /// Whether it is written on a sheet.
    pub secret: bool,
    /// The question over it, and its rule.
    pub question: fn(&CwStrategy, Side) -> String,
    pub citation: &'static str,
    /// Its answers.
    pub list: fn(&CwStrategy, Side, &mut Decisions<Choice>),
}

/// All steps. The order in which sheets are carried out doesn't matter: none touches what the other's depends on.
pub(crate) const STEPS: [Step; 4] = [
    Step {
        kind: "sheet",
        title: "Order sheet",
        text: "What the side does this turn, in secret.",
        secret: true,
        question: |game, side| format!("What does {} do in {}?", side.who(), game.date()),
        citation: "3.2",
        list: CwStrategy::list_sheet,
    },
    Step {
        kind: STANDING,
        title: "Standing orders",
        text: "What is taken back, or holds if something happens.",
        secret: true,
        question: |_, _| "What is taken back, or holds if something happens?".to_owned(),
        citation: "18.2",
        list: CwStrategy::list_standing,
    },
    Step {
        kind: "order",
        title: "An order",
        text: "The second part of an order: where to, or who.",
        secret: true,
        question: CwStrategy::begun_question,
        citation: "18.2",
        list: CwStrategy::list_second_part,
    },
    Step {
        kind: "override",
        title: "Play on",
        text: "Whether the war goes on although a condition is met.",
        secret: false,
        question: |game, _| game.override_question(),
        citation: "13.9",
        list: CwStrategy::list_override,
    },
];

/// §3.4f, §17.6: the year and month of the next turn: two months on; past December it is January.
pub(crate) const fn after(year: u16, month: u8) -> (u16, u8) {
    if month + 2 > 12 { (year + 1, 1) } else { (year, month + 2) }
}

/// §3.5: how many turns begin from one date up to another, that one not counted.
fn turns_between((year, month): (u16, u8), (end_year, end_month): (u16, u8)) -> u32 {
    if year >= end_year {
        return u32::from(end_month.saturating_sub(month)).div_ceil(2);
    }
    let first = (12 - u32::from(month)) / 2 + 1;
    first + 6 * u32::from(end_year - year - 1) + u32::from(end_month) / 2
}

impl CwStrategy {
    /// What a side has to decide now.
    pub(crate) fn steps(&self, side: Side) -> &'static [Step] {
        let sheet = &self.power(side).sheet;
        match self.stage {
            Stage::Sheets if sheet.sealed => &[],
            Stage::Sheets if sheet.begun.is_some() => &STEPS[2..3],
            Stage::Sheets => &STEPS[..2],
            Stage::Override(_, asked, _) if asked == side => &STEPS[3..],
            Stage::Override(..) | Stage::Resolving | Stage::Over(..) => &[],
        }
    }

    /// Where the game stands.
    pub(crate) fn status(&self) -> TurnStatus {
        let all = turns_between(self.world.facts.begins, (self.limits.end_year, self.world.facts.ends.1));
        TurnStatus {
            number: self.turn.into(),
            of: if self.world.options.ends[0] { all } else { 0 },
            title: self.date(),
            clock: String::new(),
            phase: match self.stage {
                Stage::Sheets => PHASES[0][0],
                Stage::Resolving => PHASES[1][0],
                Stage::Override(..) | Stage::Over(..) => PHASES[2][0],
            }
            .to_owned(),
            active: match self.stage {
                Stage::Override(_, side, _) => Some(side.id().to_owned()),
                _ => None,
            },
        }
    }

    /// §18.2.1: a turn opens. What the sheets must know is drawn now, each list for its own side's eyes (§4.2).
    pub(crate) fn open_sheets(&mut self, resolution: &mut Resolution<'_>) {
        self.stage = Stage::Sheets;
        for city in self.cities.rows_mut() {
            city.known_fort = city.fort;
        }
        for side in Side::ALL {
            self.power_mut(side).sheet = Sheet::default();
        }
        self.opened.clone_from(&self.powers);
        self.hook_turn(resolution);
        self.opened.clone_from(&self.powers);
        resolution.phase("3", || self.status());
        for side in Side::ALL {
            let list = self.draw_list(side, &mut |chance| {
                chance.happens(resolution, || format!("where {} can recruit", side.who()))
            });
            resolution.event(|| {
                let names: Vec<&str> = list.iter().map(|&city| self.world.name(city)).collect();
                let text = if names.is_empty() {
                    "There are no recruits this turn.".to_owned()
                } else {
                    format!("Recruits are to be had in {}.", names.join(", "))
                };
                let kind = EventKind::Drawn(list.len() as u32);
                Event::new(kind, Audience::Seats(vec![self.seat_of(side)]), text, "4.2")
            });
            self.power_mut(side).sheet.list = list;
        }
    }

    /// §1.6: a nameless leader who has come shows what he is worth, so that the next one of his slot is rolled for.
    pub(crate) fn roll_next_nameless(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        let power = self.power_mut(side);
        let came = std::mem::take(&mut power.sheet.nameless);
        for slot in (0..SLOTS).filter(|slot| came >> slot & 1 == 1) {
            power.nameless[slot] = roll_nameless(resolution);
        }
    }

    /// §4.7: what a new army brings of supply: R(3 + 5u), the Union's two more.
    pub(crate) fn roll_supplies(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        for army in self.power_mut(side).armies.iter_mut().flatten().filter(|army| army.fresh) {
            let supply = spread(resolution, 3, 5, || "the supply of a new army".to_owned());
            army.supply = supply as u8 + if side == Side::Us { 2 } else { 0 };
            army.fresh = false;
        }
    }

    /// §3.4, §18.2.5: both sheets are open.
    pub(crate) fn resolve(&mut self, resolution: &mut Resolution<'_>) {
        // From here on everybody sees what was written.
        self.stage = Stage::Resolving;
        resolution.phase("3.4", || self.status());
        resolution.event(|| {
            let text = "Both sheets are opened.";
            Event::new(EventKind::Revealed, Audience::Everyone, text, "18.2").of(self.all_units())
        });
        for side in Side::ALL {
            self.log_sheet(side, resolution);
            self.roll_next_nameless(side, resolution);
            self.roll_supplies(side, resolution);
            if self.power(side).sheet.capital_moved {
                self.score(side.other(), CAPITAL_MOVED);
            }
        }
        self.random_event(resolution);
        self.naval_actions(resolution);
        self.trains_arrive(resolution);
        for army in self.powers.iter_mut().flat_map(|power| power.armies.iter_mut()).flatten() {
            if army.turn == Turn::Spent {
                army.turn = Turn::Ready;
            }
        }
        self.march(resolution);
        self.raid(resolution);
        (self.year, self.month) = after(self.year, self.month);
        self.supply_armies(resolution);
        self.drift();
        self.pay_income(resolution);
        self.clear_orders();
        if self.tallies.len() < MOST_TURNS {
            self.tallies.push(Tally {
                points: Side::ALL.map(|side| self.power(side).points),
                income: Side::ALL.map(|side| self.power(side).income),
                men: Side::ALL.map(|side| self.men(side)),
            });
        }
        self.end_of_turn(resolution);
    }

    /// What stood on the board as the turn opened, or does now that the sheets are open.
    fn all_units(&self) -> Vec<String> {
        let mut units = Vec::new();
        for side in Side::ALL {
            let (before, now) = (&self.opened[side as usize], self.power(side));
            let stands = |&slot: &usize| before.armies[slot].is_some() || now.armies[slot].is_some();
            units.extend((0..SLOTS).filter(stands).map(|slot| army_id(side, slot as Slot)));
            units.extend(before.fleet.or(now.fleet).map(|_| fleet_id(side)));
        }
        units
    }

    /// What a sheet did at once, now that the enemy may know.
    fn log_sheet(&self, side: Side, resolution: &mut Resolution<'_>) {
        if !resolution.is_observed() {
            return;
        }
        for slot in 0..SLOTS as Slot {
            self.log_army(side, slot, resolution);
        }
        let (before, now) = (&self.opened[side as usize], self.power(side));
        for city in self.cities_of(side) {
            let state = &self.cities[city];
            if state.fort > state.known_fort {
                self.show_fort(city, resolution);
                resolution.say("8.1", || format!("{} is fortified.", self.world.name(city)));
            }
        }
        let built = ships(now).saturating_sub(ships(before));
        if built > 0 {
            self.show_fleet(side, resolution);
            let ships = if built == 1 { "a ship".to_owned() } else { format!("{built} ships") };
            resolution.say("5.1", || format!("{} builds {ships}.", muster_sdk::capital(side.who())));
        }
        if let Some(capital) = now.capital.filter(|_| now.sheet.capital_moved) {
            resolution.say("8.4", || {
                format!("The {} capital is moved to {}.", side.name(), self.world.name(capital))
            });
        }
    }

    /// §8.2: whether others of a city have joined the army of a slot on this sheet.
    fn was_joined(&self, side: Side, slot: Slot, at: City) -> bool {
        (0..SLOTS as Slot).filter(|&other| other != slot).any(|other| {
            let was = self.opened[side as usize].armies[usize::from(other)];
            was.is_some_and(|army| army.at == at) && self.army(side, other).is_none_or(|army| army.at != at)
        })
    }

    /// What the sheet made of the army of a slot.
    fn log_army(&self, side: Side, slot: Slot, resolution: &mut Resolution<'_>) {
        let was = self.opened[side as usize].armies[usize::from(slot)];
        let now = self.army(side, slot).copied();
        // A slot from which an army has joined another may have got a new one.
        let stayed = was.zip(now).filter(|(was, now)| was.at == now.at);
        if let Some(was) = was.filter(|_| stayed.is_none()) {
            Self::show_gone(side, slot, resolution);
            let leader = self.leader_label(side, slot, was.leader);
            resolution
                .say("8.2", || format!("{leader}'s men join the others in {}.", self.world.name(was.at)));
        }
        let Some(army) = now else { return };
        let (name, at) = (self.army_label(side, slot), self.world.name(army.at));
        let place = (side, army.at);
        self.show_size(side, slot, resolution);
        let Some((was, _)) = stayed else {
            let citation = if army.fresh { "4.7" } else { "8.5" };
            return self.log_of_army(place, citation, resolution, |figures| {
                let who = if figures { men(army.size) } else { "an army".to_owned() };
                format!("{name} takes command of {who} in {at}.")
            });
        };
        if army.leader != was.leader {
            resolution.say("8.7", || format!("{name} takes over the army in {at}."));
        }
        if army.size != was.size {
            let (citation, verb) = match army.size > was.size {
                true if self.was_joined(side, slot, army.at) => ("8.2", "grows"),
                true => ("4.8", "grows"),
                false => ("8.5", "shrinks"),
            };
            self.log_of_army(place, citation, resolution, |figures| {
                if figures {
                    let (from, to) = (counted(was.size), men(army.size));
                    format!("{name}'s army in {at} {verb} from {from} to {to}.")
                } else {
                    format!("{name}'s army in {at} {verb}.")
                }
            });
        }
    }
}
