//! The rules as the SDK asks for them, and what each step is: who decides what, by which section, and where that is carried out.

use muster_contract::{Description, Outcome, Position, Refusal, Seat};
use muster_sdk::{Decisions, Resolution, Rules, Shared, StepRow, Who, ids_of, two_seats};

use crate::choice::Choice;
use crate::leaders::FREE_TRANSFERS;
use crate::state::{Intake, Step, UsCivilWar};
use crate::world::{Side, World};

impl Rules for UsCivilWar {
    type Choice = Choice;

    fn describe() -> Description {
        crate::describe::describe()
    }

    fn sides() -> &'static [&'static str] {
        &Side::IDS
    }

    fn read_world(position: &Position) -> Result<World, Refusal> {
        World::read(position)
    }

    fn start(world: Shared<World>, position: &Position) -> Result<Self, Refusal> {
        let game = Self::laid_out(world, two_seats(&position.setup.seats, "1")?);
        game.is_as_expected()?;
        Ok(game)
    }

    fn set_world(&mut self, world: Shared<World>) {
        self.world = world;
    }

    fn begin(&mut self, resolution: &mut Resolution<'_>) {
        self.open_game(resolution);
    }

    fn decide(&self, list: &mut Decisions<Choice>) {
        self.step_row().decide(self, &self.seats, |_| false, list);
        self.list_armies(list);
    }

    fn apply(&mut self, seat: Seat, choice: Choice, resolution: &mut Resolution<'_>) {
        if self.take_army(choice, resolution) {
            return;
        }
        let side = self.side_of(seat);
        if let Choice::Standing(answer, holds) = choice {
            self.take_standing(side, (answer, holds), resolution);
            self.after_standing(resolution);
        } else {
            self.step_row().apply(self, side, choice, resolution);
        }
        loop {
            self.settle_march(resolution);
            self.settle_landing(resolution);
            self.settle_armies(resolution);
            self.ask_who_commands();
            let Some((side, only)) = self.only_choice() else { return };
            self.step_row().apply(self, side, only, resolution);
        }
    }

    fn sides_of_seats(&self) -> Vec<String> {
        ids_of(&self.seats)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }
}

impl UsCivilWar {
    /// Where units come to the map, leave it or change their place outside of marches, and one thing alone can be chosen: whose it is, and
    /// what. Nobody is asked for it.
    fn only_choice(&self) -> Option<(Side, Choice)> {
        let places = matches!(
            self.frames.step(),
            Step::Intake { .. }
                | Step::Trained(_)
                | Step::Disband(_)
                | Step::Sacrifice
                | Step::Recall(_)
                | Step::Manage { transfers: FREE_TRANSFERS, .. }
                | Step::Reassign(_)
                | Step::Transfer { .. }
                | Step::SecondTransfer(_)
                | Step::Send(_)
        );
        let row = places.then(|| self.step_row())?;
        if let Step::Intake { side, what, left, raised } = self.frames.step()
            && self.clear_places((side, what, left, raised)).nth(1).is_some()
        {
            return None;
        }
        let Who::One(side) = row.who else { return None };
        let mut list = Decisions::of_two();
        row.decide(self, &self.seats, |_| false, &mut list);
        let mut all = list.of_seat(self.seat_of(side));
        all.next().copied().filter(|_| all.next().is_none()).map(|only| (side, only))
    }

    /// What the step is that the game is in, a row each.
    pub(crate) fn step_row(&self) -> StepRow<Self, Side> {
        use Who::{Nobody, One};
        let row = StepRow::new;
        let phasing = One(self.phasing);
        match self.frames.step() {
            Step::Forward([from, _]) => {
                let owner = self.spot(from).force.map_or(Nobody, |force| One(force.side));
                row("set-up", "S1.1", "forward", owner).by(Self::list_forward, Self::take_forward)
            }
            Step::Initiative => row("initiative", "4.1", "", Nobody),
            Step::Discard(side) => {
                // Cards are drawn for the turn, or where both roll the same (§4.1.2).
                let drawn = self.frames.path().iter().any(|step| matches!(step, Step::Draw(_)));
                let phase = if drawn { "reinforcements" } else { "initiative" };
                row(phase, "18.2", "discard", One(side)).by(Self::list_discards, Self::take_discard)
            }
            Step::Actions => {
                row("actions", "4.3", "action", phasing).by(Self::list_actions, Self::take_action)
            }
            Step::Transfer { .. } => {
                row("actions", "7.8", "transfer", phasing).by(Self::list_transfer, Self::take_transfer)
            }
            Step::SecondTransfer(_) => row("actions", "7.8", "second-transfer", phasing)
                .by(Self::list_second_transfer, Self::take_second_transfer),
            Step::Trained(_) => {
                row("actions", "17.3", "trained", phasing).by(Self::list_trained, Self::take_trained)
            }
            Step::Sacrifice => {
                row("actions", "4.1.4", "sacrifice", phasing).by(Self::list_sacrifices, Self::take_sacrifice)
            }
            Step::Attrition => {
                row("supply", "13.2.2", "attrition", phasing).by(Self::list_attrition, Self::take_attrition)
            }
            Step::Stranded(side, _) => {
                let starved = self.frames.path().contains(&Step::Attrition);
                let (phase, section) = if starved { ("supply", "13.2.2") } else { ("actions", "11.2.4") };
                row(phase, section, "victors", One(side)).by(Self::list_victors, Self::take_stranded)
            }
            Step::Fleet(step) => self.fleet_row(step),
            _ => self.march_row(),
        }
    }

    /// The same of the steps of a march and of what interrupts it (C76).
    fn march_row(&self) -> StepRow<Self, Side> {
        use Who::One;
        let row = |section, kind, who| StepRow::new("actions", section, kind, who);
        let (phasing, other) = (One(self.phasing), One(self.phasing.other()));
        match self.frames.step() {
            Step::March if self.is_voyage() => {
                row("20.3", "voyage", phasing).by(Self::list_voyage, Self::take_voyage)
            }
            Step::Reembark(_) => {
                row("20.5.4", "reembark", phasing).by(Self::list_ways_back, Self::take_way_back)
            }
            Step::March => row("5", "march", phasing).by(Self::list_march, Self::take_march),
            Step::Lead(rivals) => {
                let owner = One(self.world.general(rivals[0]).side);
                StepRow::new(self.phase_below(), "7.2.4", "lead", owner).by(Self::list_leads, Self::take_lead)
            }
            Step::Command(side, _) => StepRow::new(self.phase_below(), "7.2.2", "lead", One(side))
                .by(Self::list_leads, Self::take_lead),
            Step::Regroup => row("5.9", "regroup", phasing).by(Self::list_regrouping, Self::take_regrouping),
            Step::React(_) => row("9", "react", other).by(Self::list_reactions, Self::take_reaction),
            Step::Send(to) => {
                let entered = self.entry().map(|(_, at)| at);
                let section = if entered == Some(to) { "9.2.3" } else { "22.6" };
                row(section, "send", other).by(Self::list_sending, Self::take_sending)
            }
            Step::Avoid(_) => row("9.3.2", "avoid", other).by(Self::list_avoidances, Self::take_avoidance),
            Step::Push(_) => row("11.6.5", "push", phasing).by(Self::list_pushes, Self::take_push),
            Step::BackUp { .. } => row("8.2", "back-up", phasing).by(Self::list_back_up, Self::take_back_up),
            Step::Plan(_) => row("11.2", "battle", phasing).by(Self::list_plan, Self::take_plan),
            Step::Victors(side, _) => {
                row("11.2.4", "victors", One(side)).by(Self::list_victors, Self::take_victors)
            }
            Step::Retreat(_) => row("11.6.3", "retreat", other).by(Self::list_retreats, Self::take_retreat),
            _ => self.opening_row(),
        }
    }

    /// In which phase it is asked who commands: that of the outermost of what is interrupted.
    fn phase_below(&self) -> &'static str {
        match self.frames.path().first() {
            Some(Step::Manage { .. }) => "leaders",
            Some(Step::Strategic(..)) => "strategic",
            Some(Step::Recall(_) | Step::Intake { .. } | Step::Militia(_) | Step::Disband(_)) => {
                "reinforcements"
            }
            Some(Step::Attrition) => "supply",
            _ => "actions",
        }
    }

    /// The same of a turn's opening: reinforcements (§14), Strategic Movement (§15) and leaders (§16).
    fn opening_row(&self) -> StepRow<Self, Side> {
        use Who::{Nobody, One};
        let row = |section, kind, who| StepRow::new("reinforcements", section, kind, who);
        let leaders = |section, kind, who| StepRow::new("leaders", section, kind, who);
        let owner = |general| One(self.world.general(general).side);
        match self.frames.step() {
            Step::Intake { side, what, .. } => {
                let section = match (side, what) {
                    (_, Intake::Displaced) => "14.6",
                    (Side::Us, Intake::New) => "14.2",
                    (Side::Cs, Intake::New) => "14.3.5",
                };
                row(section, "intake", One(side)).by(Self::list_intake, Self::take_intake)
            }
            Step::FreeFort => {
                row("10.2.6", "free-fort", One(Side::Us)).by(Self::list_free_forts, Self::take_free_fort)
            }
            Step::Draw(_) => row("18.2", "", Nobody),
            Step::Arsenal(_) => {
                row("14.5", "arsenal", One(Side::Cs)).by(Self::list_arsenals, Self::take_arsenal)
            }
            Step::Disband(_) => {
                row("14.1.2", "disband", One(Side::Cs)).by(Self::list_disbanding, Self::take_disbanding)
            }
            Step::Militia(side) => {
                row("17.2.3", "militia", One(side)).by(Self::list_militia_returns, Self::take_militia_return)
            }
            Step::Recall(general) => {
                row("14.6", "recall", owner(general)).by(Self::list_recalls, Self::take_recall)
            }
            Step::Strategic(side, _) => StepRow::new("strategic", "3.2", "strategic", One(side))
                .by(Self::list_strategic, Self::take_strategic),
            Step::Convoy(convoy) => StepRow::new("strategic", "15.1", "convoy", One(convoy.side))
                .by(Self::list_convoy, Self::take_convoy),
            Step::Manage { side, .. } => {
                leaders("16", "manage", One(side)).by(Self::list_management, Self::take_management)
            }
            Step::Arrival(general, _) => {
                leaders("16.2", "arrival", owner(general)).by(Self::list_arrivals, Self::take_arrival)
            }
            Step::FreeTransfer(general) => leaders("16.6", "free-transfer", owner(general))
                .by(Self::list_free_transfers, Self::take_free_transfer),
            Step::Reassign(general) => {
                leaders("16.6", "reassign", owner(general)).by(Self::list_reassign, Self::take_reassign)
            }
            _ => StepRow::new("end", "3.5", "", Nobody),
        }
    }
}
