//! What a choice costs and brings, told before it is made: MPs, zones, who could react with which chance, what is given up.

use muster_contract::{ChoiceDetails, Line};
use muster_sdk::line;

use crate::battle::{Encounter, Verdict};
use crate::choice::{Choice, Pay};
use crate::movement::StepCost;
use crate::odds::share;
use crate::reaction::{Help, THROWS};
use crate::standing::Answer;
use crate::state::{Avoidance, March, Means, Named, Step, UsCivilWar};
use crate::strategic::Mode;
use crate::units::{Piece, counted, moves};
use crate::world::{Side, Space, Way};

impl UsCivilWar {
    /// Adds to what a side is told of a choice.
    pub(crate) fn describe_choice(&self, side: Side, choice: Choice, details: &mut ChoiceDetails) {
        match choice {
            Choice::Go(to) => self.add_step(to, details),
            Choice::Sail(to) => self.add_landing(to, details),
            Choice::Activate(piece, pay) => self.add_activation(side, piece, (Means::Land, pay), details),
            Choice::Embark(piece, means, pay) => self.add_activation(side, piece, (means, pay), details),
            Choice::EndActions => details.warning = self.warning(),
            Choice::Rally(at, _) => {
                let sps = counted(self.sps(side, at));
                details
                    .consequences
                    .push(line(format!("{sps} are in order again, and stay where they are."), "12.5.2"));
            }
            Choice::Train(_) => {
                let so_far = self.training[side as usize];
                details.consequences.push(line(format!("{} of seven points for an SP.", so_far + 1), "17.3"));
            }
            Choice::Disperse(_) | Choice::DisperseGeneral(_) | Choice::DisperseMilitia(_) => {
                let text = "It comes back from the Displaced Box in the Reinforcement Phase; half of the SPs there are lost.";
                details.consequences.push(line(text, "14.6"));
                details.warning = Some("It leaves the map. Do it all the same?".to_owned());
            }
            Choice::LowerFort(at) => {
                details.warning =
                    Some(format!("The Fort in {} goes down a level. Do it all the same?", self.called(at)));
            }
            Choice::Place(at) | Choice::Trained(at) | Choice::Post(at) | Choice::TransferTo(at) => {
                let stands = self.sps(side, at);
                if stands > 0 {
                    details.consequences.push(line(format!("{} are there.", counted(stands)), "2.2.3"));
                }
            }
            Choice::Leg(mode, to) => self.add_leg(mode, to, details),
            Choice::Dispatch(at) => {
                let able = counted(self.strategic_sps(side, at));
                details.consequences.push(line(format!("{able} can leave it, their generals stay."), "15.6"));
            }
            Choice::Naval(order) => self.describe_order(order, details),
            Choice::Manage(general) => details.consequences.extend(self.event_lines(general)),
            _ => self.describe_reaction(choice, details),
        }
    }

    /// §9, §22.6: the chance of a reaction, and what is weighed in it; what a standing answer means.
    fn describe_reaction(&self, choice: Choice, details: &mut ChoiceDetails) {
        match choice {
            Choice::Intercept(from) => {
                let Ok(reaction) = self.may_intercept(from) else { return };
                let chance = self.chance(&reaction);
                details.consequences.push(line(format!("{}: {chance}.", self.needs(&reaction)), "9.2.1"));
                if let Some((_, to)) = self.entry().filter(|_| !reaction.automatic) {
                    self.add_helps(from, to, details);
                }
            }
            Choice::Standing(answer, true) => {
                details.consequences.push(line(self.answer_text(answer), "9"));
                if answer == Answer::Intercept {
                    let text = "Where the stack that is attacked could avoid battle you are asked, unless you have said that it does from 50 % on: after an Interception it can't.";
                    details.consequences.push(line(text, "9.3.4"));
                }
                let text = "It counts from now on, and you aren't asked, until you take it back when you act or react. The other side isn't told.";
                details.consequences.push(line(text, "9"));
            }
            Choice::Maneuver(named) => {
                let Ok(reaction) = self.may_maneuver(named) else { return };
                let chance = self.chance(&reaction);
                details.path = vec![self.place_of(named.from), self.place_of(named.to)];
                details.consequences.push(line(format!("{}: {chance}.", self.needs(&reaction)), "22.6"));
                self.add_helps(named.from, named.to, details);
            }
            Choice::AvoidBattle => {
                let chance = share(self.avoiding_ways(), THROWS);
                details.consequences.push(line(format!("It gets away in {chance} of throws."), "9.3.2"));
                details.consequences.push(line("If it fails neither ground nor works help it.", "9.3.3"));
                details.consequences.extend(self.met(Avoidance::Failed));
            }
            Choice::NoReaction => {
                let Step::React(now) = self.frames.step() else { return };
                details.consequences.extend(self.met(now.avoided));
            }
            _ => {}
        }
    }

    /// §15.1, §15.6: what a leg leaves of its type, and whether a move can end there.
    fn add_leg(&self, mode: Mode, to: Space, details: &mut ChoiceDetails) {
        let Step::Convoy(convoy) = self.frames.step() else { return };
        let mut way = vec![convoy.from, convoy.at, to];
        way.dedup();
        details.path = way.into_iter().map(|space| self.place_of(space)).collect();
        let left = convoy.left.room(mode, self.world.space(convoy.at).theater).saturating_sub(convoy.sps);
        let text = match left {
            0 => format!("No more can go {} in this phase after that.", mode.label()),
            left => format!("After that {} more can go {} in this phase.", counted(left), mode.label()),
        };
        details.consequences.push(line(text, mode.section()));
        if self.may_end_strategic_move(convoy.side, to, convoy.sps).is_err() {
            details.consequences.push(line("They can't stay there: another leg must follow.", "15.6"));
        }
    }

    /// §4.1.3, §4.1.4: what is lost where the phase ends now.
    fn warning(&self) -> Option<String> {
        if self.pressed {
            return Some("Nobody has gone on to Richmond: an SP will be lost. End the phase?".to_owned());
        }
        let free = self.has_free_naval_action();
        let what = match self.points.left() {
            0 => return None,
            1 if free => "An Action Point and the free naval action are".to_owned(),
            1 => "An Action Point is".to_owned(),
            left if free => format!("{left} Action Points and the free naval action are"),
            left => format!("{left} Action Points are"),
        };
        Some(format!("{what} left and will be lost. End the phase?"))
    }

    /// §5.3: what a step costs and why; what it enters; who could react; what a battle would be.
    fn add_step(&self, to: Space, details: &mut ChoiceDetails) {
        let Some(march) = self.march.as_deref() else { return };
        let Some(way) = self.world.way(march.at, to) else { return };
        details.path = vec![self.place_of(march.at), self.place_of(to)];
        let cost = self.march_cost(march, way);
        details.cost = moves(cost);
        details.consequences.extend(self.cost_lines(march, way, cost));
        self.add_entry(to, details);
    }

    /// §20.3, §20.5: where ships put a stack ashore, who could react there, and what a battle would be.
    fn add_landing(&self, to: Space, details: &mut ChoiceDetails) {
        let Some(march) = self.march.as_deref() else { return };
        details.path = vec![self.place_of(march.at), self.place_of(to)];
        if self.must_storm(march.side, to) {
            let text = "An Amphibious Assault: those who are beaten sail back.";
            details.consequences.push(line(text, "20.5.1"));
            details.consequences.extend(self.gunboat_line(march, to));
        }
        self.add_entry(to, details);
    }

    /// Where a stack comes to: an enemy zone, those who could react, a battle.
    fn add_entry(&self, to: Space, details: &mut ChoiceDetails) {
        let Some(foe) = self.march.as_deref().map(|march| march.side.other()) else { return };
        if self.is_in_zone(foe, to) {
            details.consequences.push(line("It enters an enemy Zone of Influence.", "9.1"));
        }
        let Some(game) = self.about_to_enter(to) else { return };
        let mut unsure = false;
        for reaction in game.interceptors() {
            let text = format!(
                "{} could intercept from {}: {}.",
                self.stack_in(foe, reaction.space),
                self.called(reaction.space),
                self.chance(&reaction)
            );
            details.consequences.push(line(text, "9.2.1"));
            unsure |= reaction.unsure;
        }
        let maneuvers = game.maneuver_lines(foe);
        if unsure || !maneuvers.is_empty() {
            details.consequences.extend(self.rules_may_change());
        }
        details.consequences.extend(maneuvers);
        if game.may_avoid().is_ok() {
            let chance = share(game.avoiding_ways(), THROWS);
            let text = format!("{} could avoid battle: {chance}.", self.stack_in(foe, to));
            details.consequences.push(line(text, "9.3.1"));
        }
        details.consequences.extend(game.met(Avoidance::Untried));
    }

    /// §22.6: each stack that could maneuver, and where to.
    fn maneuver_lines(&self, side: Side) -> Vec<Line> {
        let all = self.maneuvers();
        let stacks = all.chunk_by(|(one, _), (other, _)| one.from == other.from);
        let told = stacks.map(|stack| {
            let places = stack
                .iter()
                .map(|(named, reaction)| format!("{} {}", self.called(named.to), self.chance(reaction)));
            let places = places.collect::<Vec<_>>().join(", ");
            line(format!("{} could maneuver: {places}.", self.stack_in(side, stack[0].0.from)), "22.6")
        });
        told.collect()
    }

    fn cost_lines(&self, march: &March, way: &Way, cost: u8) -> Vec<Line> {
        if march.means == Means::Rail {
            return vec![line("By the Rail Movement Bonus.", "5.4.2")];
        }
        let StepCost { ground, river, ridge, by_rail } =
            self.step_parts(march.side, march.at, way, march.assisted);
        let mut lines = Vec::new();
        if by_rail {
            lines.push(line("Along a railroad.", "5.4.1"));
        }
        let parts = [
            (ground, 1, "for the ground", "5.3"),
            (river, 0, "for the river", "5.8.3"),
            (ridge, 0, "for the mountains", "5.6"),
        ];
        let told = parts.into_iter().filter(|&(points, usual, ..)| points > usual);
        lines.extend(
            told.map(|(points, _, what, section)| line(format!("{} {what}.", moves(points)), section)),
        );
        if cost > march.moves {
            lines.push(line("It can go one hex whatever that costs, and no farther.", "5.1.1"));
        }
        lines
    }

    /// Whoever leads a side's stack in a space, or its SPs.
    fn stack_in(&self, side: Side, at: Space) -> String {
        match self.commander_in(side, at) {
            Some(general) => self.world.general(general).label.clone(),
            None => counted(self.sps(side, at)),
        }
    }

    /// §11.1: what comes of it where the stack enters if nobody reacts any more, and this has come of avoiding battle.
    fn met(&self, avoided: Avoidance) -> Option<Line> {
        let (_, to) = self.entry()?;
        match self.encounter() {
            Encounter::Open => None,
            Encounter::Overrun => {
                Some(line("Seven to one: the enemy is displaced without a battle.", "11.1.2"))
            }
            Encounter::Battle => {
                let sheet = self.sheet(self.plain_plan(avoided))?;
                let chances = sheet.chances();
                let [won, tied] =
                    [Verdict::Won, Verdict::Tied].map(|verdict| share(chances.of(verdict), chances.all));
                let text = format!(
                    "Battle at {}, column {} against {}: the attack succeeds in {won}, ties in {tied}.",
                    self.called(to),
                    sheet.attacker.column.label(),
                    sheet.defender.column.label()
                );
                Some(line(text, "11.2"))
            }
        }
    }

    /// §9.4: what helps or hinders a stack's reaction.
    fn add_helps(&self, from: Space, to: Space, details: &mut ChoiceDetails) {
        let section = if self.comes_by_rail(from, to).is_some() { "S1.3" } else { "9.4" };
        let told = |(help, value): (Help, i8)| line(format!("{value:+}: {}.", help.label(self)), section);
        details.consequences.extend(self.helps(from, to).into_iter().map(told));
        match self.foreseen(Named { from, to }) {
            Some(Some(by)) if by != 0 => {
                let text = format!("{by:+}: {}.", self.world.reaction_rules.join(", "));
                details.consequences.push(line(text, "9.2.1"));
            }
            Some(None) => details.consequences.extend(self.rules_may_change()),
            _ => {}
        }
    }

    /// Which rules of the table may still change the chances of Interceptions and Maneuvers.
    fn rules_may_change(&self) -> Option<Line> {
        let rules = self.world.reaction_rules.join(", ");
        (!rules.is_empty()).then(|| line(format!("Rules of the table may change that: {rules}."), "9.2.1"))
    }

    /// §4.3, §7.3: who would go, and how far.
    fn add_activation(
        &self,
        side: Side,
        piece: Piece,
        (means, pay): (Means, Pay),
        details: &mut ChoiceDetails,
    ) {
        let mut game = self.clone();
        game.set_out(side, piece, means, pay);
        let Some(march) = game.march.as_deref() else { return };
        let who = self.described(side, march.sps, &game.marching_in_order());
        let how = match means {
            Means::River | Means::Ocean => line(format!("{who}, by ship."), "20.3.1"),
            Means::Land | Means::Rail => line(format!("{who}, {}.", moves(march.allowance)), "7.5.1"),
        };
        details.consequences.push(how);
        if let Some(label) = game.label_of_those(side, piece, means) {
            details.label = label;
        }
        if march.demoralized {
            details.consequences.push(line(
                "Demoralized: it attacks with two less, and loses an SP more if it is beaten.",
                "12.2",
            ));
        }
        if !march.bold {
            let text = "Cautious: for one point he neither attacks nor enters an enemy zone.";
            details.consequences.push(line(text, "7.7"));
        }
    }

    /// §5.10, §20.3.1: what the choice is called that makes the stack set out which now has: with how many SPs, where not all that stand
    /// there go, and by sea always: each costs a point.
    fn label_of_those(&self, side: Side, piece: Piece, means: Means) -> Option<String> {
        let march = self.march.as_deref()?;
        let (does, how) = match means {
            Means::Ocean => ("Ship", " by sea"),
            Means::River => ("Ship", " by river or coast"),
            Means::Land | Means::Rail => ("March with", ""),
        };
        match piece {
            Piece::General(general) if means == Means::Ocean => {
                let name = &self.world.general(general).label;
                let with =
                    if march.sps == 0 { String::new() } else { format!(" with {}", counted(march.sps)) };
                let shy = if march.bold { "" } else { ", away from enemies" };
                Some(format!("{does} {name}{with}{how}{shy}"))
            }
            Piece::Force(_, at) => {
                let stay = self.sps(side, at);
                let (go, all) = (march.sps, counted(march.sps + stay));
                (stay > 0).then(|| format!("{does} {go} of the {all} in {}{how}", self.called(at)))
            }
            _ => None,
        }
    }
}
