//! The rules as the kit asks for them: who decides what in each stage, and where each choice is carried out.

use muster_contract::{Description, Outcome, Position, Refusal, Seat};
use muster_sdk::{Decisions, Resolution, Rules, Secrets, Shared, StepRow, Who};

use crate::choice::Choice;
use crate::state::{Brigade, Stage};
use crate::words::{command, side_name};
use crate::world::{SIDES, World};

impl Rules for Brigade {
    type Choice = Choice;

    fn describe() -> Description {
        crate::describe::describe()
    }

    fn sides() -> &'static [&'static str] {
        &SIDES
    }

    fn read_world(position: &Position) -> Result<World, Refusal> {
        World::read(position)
    }

    fn start(world: Shared<World>, position: &Position) -> Result<Self, Refusal> {
        Self::set_up(world, position)
    }

    fn set_world(&mut self, world: Shared<World>) {
        self.world = world;
    }

    fn begin(&mut self, resolution: &mut Resolution<'_>) {
        self.begin_activation(0, Stage::Roll, resolution);
    }

    fn decide(&self, list: &mut Decisions<Choice>) {
        self.stage_row().decide(self, &self.world.seats, |_| false, list);
        if self.world.early_end && self.stage != Stage::Over {
            for side in 0..2u8 {
                list.open_any_time(self.world.seat_of(side), "had-enough");
                list.push(Choice::Enough(!self.enough[usize::from(side)]));
            }
        }
    }

    fn apply(&mut self, seat: Seat, choice: Choice, resolution: &mut Resolution<'_>) {
        self.carry_out(self.world.seats[usize::from(seat)], choice, resolution);
    }

    fn sides_of_seats(&self) -> Vec<String> {
        self.seats.iter().map(|&side| SIDES[usize::from(side)].to_owned()).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }
}

impl Brigade {
    /// Who decides what in the stage, and where that is listed.
    fn stage_row(&self) -> StepRow<Self, u8> {
        let (phase, section, _) = self.stage.row();
        let row =
            |kind, side, list| StepRow::new(phase, section, kind, Who::One(side)).by(list, Self::carry_out);
        let nobody = StepRow::new(phase, section, "", Who::Nobody);
        let (active, foe) = (self.active(), self.firing() ^ 1);
        match self.stage {
            Stage::Over => nobody,
            Stage::Roll | Stage::NightRoll => row("roll", active, |_, _, list| list.push(Choice::Roll)),
            Stage::Move | Stage::NightMove if self.march.is_some() => row("march", active, Self::list_march),
            Stage::Move | Stage::NightMove => row("choose-unit", active, Self::list_orders),
            Stage::Entrench => row("entrench", active, Self::list_entrenchments),
            _ if !self.fire.pending.is_empty() && self.fire.settling => {
                row("assign-hits", foe, Self::list_hits)
            }
            _ if !self.fire.suffering.is_empty() && self.fire.settling => {
                row("retreat", foe, Self::list_hits)
            }
            _ if self.fire.settling => nobody,
            Stage::Bombard => row("bombard", active, Self::list_bombardments),
            Stage::CombatInactive | Stage::CombatActive => row("combat", self.firing(), Self::list_attacks),
        }
    }

    /// Carries out a choice of a side, and goes on to the next decision.
    fn carry_out(&mut self, side: u8, choice: Choice, resolution: &mut Resolution<'_>) {
        match choice {
            Choice::Enough(yes) => {
                self.enough[usize::from(side)] = yes;
                let does = if yes { "has had enough" } else { "fights on" };
                resolution.say("V1", || format!("The {} side {does}.", side_name(side)));
                return;
            }
            Choice::Roll => {
                command(resolution, "C1", "Roll activation dice");
                self.roll_activation(resolution);
                self.next_stage(resolution);
                self.hook_orders(resolution);
            }
            Choice::Move { form, lead, count, tail, payer, cost, .. } => {
                let march = self.activate((form, lead, count, tail), payer, cost);
                resolution.event(|| self.activation_event(&march));
                self.march = Some(march);
            }
            Choice::Attach(unit, corps) => {
                self.marks_mut(unit).corps = Some(corps);
                resolution.say("A6", || {
                    format!("{} joins {}.", self.world.info(unit).name, self.world.corps[corps].name)
                });
            }
            Choice::EndMoves => {
                command(resolution, "B1", "End of moves");
                self.next_stage(resolution);
            }
            Choice::Take(_) | Choice::To(_) | Choice::Face(_) | Choice::Done | Choice::Cancel => {
                self.take_march(choice, resolution);
            }
            Choice::Bombard { gun, hex, payer, .. } => self.bombard(gun, hex, payer, resolution),
            Choice::EndBombard => {
                command(resolution, "E1", "End of bombardment");
                self.fire.settling = true;
            }
            Choice::Attack(unit, hex) => {
                command(resolution, "F1", "Combat");
                self.attack(unit, hex, resolution);
            }
            Choice::FireAll => {
                command(resolution, "F1", "Combat");
                for unit in self.fire.todo.clone() {
                    if let Some(&hex) = self.targets(unit).first() {
                        self.attack(unit, hex, resolution);
                    }
                }
            }
            Choice::Hit(unit) => self.assign_hit(unit),
            Choice::Stand(unit) => {
                self.fire.suffering.remove(0);
                self.take_casualties(unit, "F2", resolution);
            }
            Choice::Retreat(unit, to) => self.carry_out_retreat(unit, to, resolution),
            Choice::Entrench(hex) => self.entrench(hex, resolution),
            Choice::EndNight => {
                command(resolution, "O2", "End of entrenching");
                self.next_stage(resolution);
            }
        }
        self.settle(resolution);
    }
}

/// Nothing is hidden (A1).
impl Secrets for Brigade {}
