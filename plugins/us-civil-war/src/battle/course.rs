//! §11.2, §11.6: a battle step by step: what both bring to it, the generals of victors without SPs, how the beaten give way, and who
//! moves in.

use muster_sdk::{Decisions, Resolution};

use super::{Fought, Verdict};
use crate::choice::Choice;
use crate::retreat::Path;
use crate::state::{Pushing, Step, UsCivilWar};
use crate::world::Side;

impl UsCivilWar {
    pub(crate) fn list_plan(&self, side: Side, list: &mut Decisions<Choice>) {
        let Step::Plan(plan) = self.frames.step() else { return };
        let Some((_, at)) = self.entry() else { return };
        if let Some(limit) = self.crossing_limit() {
            list.extend((1..=limit).filter(|&sps| plan.crossing != Some(sps)).map(Choice::Cross));
        }
        if !plan.card {
            list.extend(self.cards_for(side, at).map(Choice::BattleCard));
        }
        if !plan.support[side as usize] && self.may_be_supported().is_ok() {
            list.extend(self.naval_cards(side).map(Choice::Support));
        }
        list.push(Choice::Attack);
    }

    pub(crate) fn take_plan(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let Step::Plan(mut plan) = self.frames.step() else { return };
        match choice {
            Choice::Cross(sps) => plan.crossing = Some(sps),
            Choice::BattleCard(card) => {
                self.play_card(side, card, resolution);
                plan.card = true;
            }
            Choice::Support(card) => {
                self.play_card(side, card, resolution);
                plan.support[side as usize] = true;
            }
            _ => {
                let Some(fought) = self.fight(plan, resolution) else { return self.end_march() };
                return self.after_battle(fought, resolution);
            }
        }
        self.frames.next(Step::Plan(plan));
    }

    /// §11.2.4: generals of a side that has lost all its SPs and not the battle stay or leave by their owner's choice; then the beaten
    /// give way.
    fn after_battle(&mut self, fought: Fought, resolution: &mut Resolution<'_>) {
        match self.may_displace_victors(&fought) {
            Some(side) => self.frames.next(Step::Victors(side, fought)),
            None => self.give_way(fought, resolution),
        }
    }

    pub(crate) fn list_victors(&self, _side: Side, list: &mut Decisions<Choice>) {
        list.extend([Choice::Displace(true), Choice::Displace(false)]);
    }

    pub(crate) fn take_victors(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let Step::Victors(_, fought) = self.frames.step() else { return };
        if choice == Choice::Displace(true) {
            self.displace_victors(&fought, side, resolution);
        }
        // After a tie both sides can be asked, the attacker first.
        let next = self.spent_victors(&fought).find(|&other| side == fought.attacker && other != side);
        match next {
            Some(other) => self.frames.next(Step::Victors(other, fought)),
            None => self.give_way(fought, resolution),
        }
    }

    /// §11.2.1 step 5, §11.2.2: the attacker goes back, or the defender retreats and the attacker moves in.
    fn give_way(&mut self, fought: Fought, resolution: &mut Resolution<'_>) {
        if fought.verdict != Verdict::Won && self.is_voyage() {
            return self.reembark(fought, resolution);
        }
        if fought.verdict != Verdict::Won {
            self.repulse(&fought, fought.from, resolution);
            self.end_march();
            return self.ask_spent(&fought, fought.from);
        }
        if !self.rout(&fought, resolution) {
            return self.follow_up(fought, resolution);
        }
        let side = fought.attacker.other();
        let paths = self.retreats(&fought);
        match paths[..] {
            [] => {
                self.surrender(side, fought.at, resolution);
                self.follow_up(fought, resolution);
            }
            [path] => self.begin_retreat(fought, path, resolution),
            _ => {
                self.derived.retreats = Some(paths);
                self.frames.next(Step::Retreat(fought));
            }
        }
    }

    pub(crate) fn list_retreats(&self, _side: Side, list: &mut Decisions<Choice>) {
        let Step::Retreat(fought) = self.frames.step() else { return };
        match &self.derived.retreats {
            Some(paths) => list.extend(paths.iter().copied().map(Choice::Retreat)),
            None => list.extend(self.retreats(&fought).into_iter().map(Choice::Retreat)),
        }
    }

    pub(crate) fn take_retreat(&mut self, _side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let (Step::Retreat(fought), Choice::Retreat(path)) = (self.frames.step(), choice) else { return };
        self.derived.retreats = None;
        self.begin_retreat(fought, path, resolution);
    }

    fn begin_retreat(&mut self, fought: Fought, path: Path, resolution: &mut Resolution<'_>) {
        let blocked = path.spaces().find(|&space| self.has_units(fought.attacker, space));
        match blocked {
            Some(space) => {
                self.pushing = Some(Pushing::Beaten(fought, path));
                self.push(space, resolution);
            }
            None => self.walk_back(fought, path, resolution),
        }
    }

    /// §11.6.1: the way is free, or another force stands in its second hex.
    pub(crate) fn walk_back(&mut self, fought: Fought, path: Path, resolution: &mut Resolution<'_>) {
        if path.spaces().any(|space| self.has_units(fought.attacker, space)) {
            return self.begin_retreat(fought, path, resolution);
        }
        self.retreat(&fought, path, resolution);
        self.follow_up(fought, resolution);
    }

    /// §5.11, §11.5.4: the victor moves in, and goes on if he was twice as strong.
    fn follow_up(&mut self, fought: Fought, resolution: &mut Resolution<'_>) {
        self.note_leaving();
        let goes_on = self.may_go_on(&fought).is_ok();
        let held = self.is_marked(fought.attacker, fought.at);
        self.advance(&fought, resolution);
        self.take_over(held, resolution);
        self.frames.end();
        if self.march.is_none() {
            return self.frames.end();
        }
        if !goes_on {
            self.halt(resolution);
        }
    }
}
