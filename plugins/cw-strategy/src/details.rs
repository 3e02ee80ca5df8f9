//! What a person reads over a decision and on its choices.

use muster_contract::{ChoiceDetails, Line, Seat, Target};
use muster_sdk::{Labels, OpenDecision, Prompt, line};

use crate::choice::{Choice, army_id};
use crate::commands::{FORTIFICATION, MOST_JOINED, NEW_CAPITAL};
use crate::march::CAPITAL_TAKEN;
use crate::recruiting::RECRUITMENT;
use crate::sequence::STEPS;
use crate::ships::price;
use crate::state::{Army, Asked, CwStrategy, Naval, Turn, armies_in, armies_of};
use crate::words::{counted, men};
use crate::world::{City, Side, Slot};

impl Labels for CwStrategy {
    /// The words over a decision.
    fn prompt(&self, open: &OpenDecision) -> Prompt {
        let side = self.side_of(open.seat);
        let step = STEPS.iter().find(|step| step.kind == open.kind);
        let (question, citation) =
            step.map(|step| ((step.question)(self, side), step.citation.to_owned())).unwrap_or_default();
        let focus = match self.power(side).sheet.asked {
            Some(Asked::Train(slot) | Asked::Relief(slot) | Asked::Retreat(slot)) => {
                Some(Target::Unit(army_id(side, slot)))
            }
            _ => None,
        };
        Prompt { question, citation, frame: vec![self.date()], focus, picked: Vec::new() }
    }

    /// What depends on the position: what a choice costs, what it brings, what it forgets.
    fn details(&self, seat: Seat, choice: Choice, told: &mut ChoiceDetails) {
        let side = self.side_of(seat);
        match choice {
            Choice::Retreat(slot) => {
                if let Some(named) = self.retreat_words(side, slot) {
                    told.label.push_str(&format!(" after {named}"));
                }
            }
            Choice::Appoint(leader) => {
                told.label.insert_str(0, &self.world.leaders[side as usize][usize::from(leader)].label);
            }
            _ => {}
        }
        told.cost = match choice {
            Choice::Recruit(_) => RECRUITMENT.to_string(),
            Choice::Build(_, ship) => price(ship).to_string(),
            Choice::Fortify(_) => FORTIFICATION.to_string(),
            Choice::Capital => NEW_CAPITAL.to_string(),
            Choice::Supply(slot) => self
                .army(side, slot)
                .map_or(String::new(), |army| self.supply_by_hand(side, army).1.to_string()),
            _ => String::new(),
        };
        told.consequences.extend(self.consequences(side, choice));
        if let Choice::March(slot, to) = choice
            && let Some(army) = self.army(side, slot)
        {
            told.path = vec![self.world.place(army.at), self.world.place(to)];
        }
        if choice == Choice::Seal {
            let idle = armies_of(self.power(side)).filter(|(_, army)| army.turn == Turn::Ready);
            let idle = self.names_of(side, idle.map(|(slot, _)| slot));
            told.warning = (!idle.is_empty()).then(|| format!("Without an order: {idle}. Seal the sheet?"));
        }
    }
}

impl CwStrategy {
    fn consequences(&self, side: Side, choice: Choice) -> Vec<Line> {
        let army = |slot| self.army(side, slot);
        match choice {
            Choice::Recruit(city) => {
                let men = men(self.recruits(side, city));
                let mut lines = if self.is_in(side, city) {
                    vec![line(format!("The lead army grows by {men}."), "4.8")]
                } else {
                    let rolled = "Its supply is rolled for when the sheets are opened.";
                    vec![line(format!("A new army of {men}."), "4.7"), line(rolled, "4.7")]
                };
                let third = "No neighbouring city is yours: that is a third of what it would be.";
                lines.extend(self.is_alone(side, city).then(|| line(third, "4.9")));
                lines
            }
            Choice::March(slot, to) => army(slot).map_or(Vec::new(), |army| self.march_lines(side, army, to)),
            Choice::Train(_) => {
                let most = men(self.rail_capacity(side).unsigned_abs());
                vec![line(format!("Free; the train takes {most}, and can't be called back."), "7.1")]
            }
            Choice::Fortify(city) => self.fort_lines(side, city),
            Choice::Join(city) => self.join_lines(side, city),
            Choice::Supply(slot) => {
                let points = army(slot).map_or(0, |army| self.supply_by_hand(side, army).0);
                vec![line(format!("{points} more supply."), "8.3")]
            }
            Choice::PlayOn => self.condition().into_iter().map(|said| line(said.raised, "13.9")).collect(),
            _ => Vec::new(),
        }
    }

    /// §8.1: what digging in costs, beside money: which army does it, and its order, if it has one.
    fn fort_lines(&self, side: Side, city: City) -> Vec<Line> {
        let Some(slot) = self.builder(side, city) else { return Vec::new() };
        let (name, level) = (self.army_words(side, slot), self.fort(city) + 1);
        let text = format!("The fort is level {level} at once; {name}'s army does nothing else.");
        let mut lines = vec![line(text, "8.1")];
        if let Some(Turn::Moving(to)) = self.army(side, slot).map(|army| army.turn) {
            lines.push(line(format!("Its order to march to {} is struck out.", self.world.name(to)), "8.1"));
        }
        lines
    }

    /// §8.2: who joins whom, and who is left because he would be too many.
    fn join_lines(&self, side: Side, city: City) -> Vec<Line> {
        let slots: Vec<Slot> = self.joining(side, city).map(|(slot, _)| slot).collect();
        let Some(best) = self.best_of(side, &slots) else { return Vec::new() };
        let all = men(self.joining(side, city).map(|(_, army)| u32::from(army.size)).sum::<u32>());
        let ready = armies_in(self.power(side), city).filter(|(_, army)| army.turn == Turn::Ready);
        let left = self.names_of(side, ready.map(|(slot, _)| slot).filter(|slot| !slots.contains(slot)));
        let (best, names) = (self.army_words(side, best), self.names_of(side, slots));
        let text = format!("One army of {all} under {best}, which does nothing else: {names}.");
        let mut lines = vec![line(text, "8.2")];
        if !left.is_empty() {
            let text = format!("With these they would be more than {}: {left}.", men(MOST_JOINED));
            lines.push(line(text, "8.2"));
        }
        lines
    }

    /// §9.3, §9.6, §9.8, §9.9: what a march does to an army's supply, whom it meets, and what it takes.
    fn march_lines(&self, side: Side, army: &Army, to: City) -> Vec<Line> {
        let foes = armies_in(self.foe(side), to).count();
        let mut lines = vec![match army.supply {
            0 => line("It has no supply to use up.", "9.3"),
            _ => line("It uses up 1 supply before any battle.", "9.3"),
        }];
        lines.extend((foes > 0).then(|| line("Each battle costs 1 supply more.", "10.22")));
        let first = usize::from(army.supply).max(1);
        let without = match army.supply {
            0 | 1 => Some("If it fights it has no supply: half its strength.".to_owned()),
            _ if first <= foes => Some(format!(
                "From battle {first} on it has no supply, unless it captures some: half its strength."
            )),
            _ => None,
        };
        lines.extend(without.map(|text| line(text, "10.6")));
        lines.push(line("If it enters the city it finds 1 supply there, and more with luck.", "9.8"));
        if foes > 0 {
            lines.extend(self.fights(side, to));
        } else if !self.owns(side, to) {
            let worth = self.world.city(to).worth;
            let capital = if self.foe(side).capital == Some(to) {
                format!(", and {CAPITAL_TAKEN} for the capital; the enemy loses {CAPITAL_TAKEN}")
            } else {
                String::new()
            };
            let name = self.world.name(to);
            let text = format!("If nobody comes to defend it, {name} is taken: {worth} points{capital}.");
            lines.push(line(text, "9.9"));
        }
        lines
    }

    /// §9.6: whom an attack on a city meets, all of them and each in its turn.
    fn fights(&self, side: Side, to: City) -> Vec<Line> {
        let (enemy, seat) = (side.other(), Some(self.seat_of(side)));
        let seen = self.size_seen(seat, enemy, to);
        let armies: Vec<_> = armies_in(self.foe(side), to).collect();
        let all: u32 = armies.iter().map(|(_, army)| u32::from(army.size)).sum();
        let who = if seen { men(all) } else { "Some".to_owned() };
        let mut lines =
            vec![line(format!("{who} of the enemy stand in {} now.", self.world.name(to)), "9.6")];
        if armies.len() > 1 {
            let named = |(slot, army): &(Slot, &Army)| {
                let name = self.leader_words(enemy, *slot, army.leader);
                if seen { format!("{name} ({})", counted(army.size)) } else { name }
            };
            let names = armies.iter().map(named).collect::<Vec<_>>().join(", ");
            let text = format!("Each is a battle of its own, one after the other: {names}.");
            lines.push(line(text, "9.6"));
        }
        lines
    }

    /// What a sheet says about its fleet.
    pub(crate) fn naval_words(&self, naval: Naval) -> String {
        match naval {
            Naval::Bombard => "bombards".to_owned(),
            Naval::Sail(port) => format!("sails to {}", self.world.name(port)),
            Naval::Raid => "goes raiding".to_owned(),
            Naval::Invade => "lands an army".to_owned(),
        }
    }
}
