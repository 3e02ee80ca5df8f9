//! The rules as the kit asks for them: what may be chosen in each stage, and where each choice is carried out.

use std::ops::ControlFlow;

use muster_contract::{Description, Outcome, Position, Refusal, Seat};
use muster_sdk::{Decisions, Happenings, Rules, Secrets, Shared};

use crate::choice::Choice;
use crate::state::{Brigade, Stage};
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

    fn begin(&mut self, happenings: &mut Happenings<'_>) {
        self.begin_activation(happenings);
    }

    fn decide(&self, list: &mut Decisions<Choice>) {
        let seat = self.world.seat_of(self.active());
        match self.stage {
            Stage::Over => return,
            Stage::Roll | Stage::NightRoll => {
                list.open(seat, "roll");
                list.push(Choice::Roll);
            }
            Stage::Move | Stage::NightMove => {
                let field = self.field();
                match &self.march {
                    Some(march) => {
                        list.open(seat, "march");
                        self.list_march(field, march, list);
                    }
                    None => {
                        list.open(seat, "choose-unit");
                        self.list_moves(field, list);
                        list.push(Choice::EndMoves);
                    }
                }
            }
            Stage::Bombard | Stage::CombatInactive | Stage::CombatActive if self.fire.settling => {
                let owner = self.world.seat_of(self.firing() ^ 1);
                self.list_hits(owner, list);
            }
            Stage::Bombard => {
                list.open(seat, "bombard");
                let _ = self.bombardments(|choice| {
                    list.push(choice);
                    ControlFlow::Continue(())
                });
                list.push(Choice::EndBombard);
            }
            Stage::CombatInactive | Stage::CombatActive => {
                list.open(self.world.seat_of(self.firing()), "combat");
                self.list_attacks(list);
            }
            Stage::Entrench => {
                list.open(seat, "entrench");
                for hex in self.entrenchable() {
                    list.push(Choice::Entrench(hex));
                }
                list.push(Choice::EndNight);
            }
        }
        if self.world.early_end {
            for side in 0..2u8 {
                list.open_any_time(self.world.seat_of(side), "had-enough");
                list.push(Choice::Enough(!self.enough[usize::from(side)]));
            }
        }
    }

    fn apply(&mut self, seat: Seat, choice: Choice, happenings: &mut Happenings<'_>) {
        match choice {
            Choice::Enough(yes) => {
                let side = self.world.seats[usize::from(seat)];
                self.enough[usize::from(side)] = yes;
                happenings.say("V1", || {
                    let who = crate::words::side_name(side);
                    if yes {
                        format!("The {who} side has had enough.")
                    } else {
                        format!("The {who} side fights on.")
                    }
                });
                return;
            }
            Choice::Roll => {
                self.command(happenings, "C1", "Roll activation dice");
                self.roll_activation(happenings);
                self.next_stage(happenings);
                self.hook_orders(happenings);
            }
            Choice::Move { form, lead, count, tail, payer, cost, .. } => {
                self.activate((form, lead, count, tail), payer, cost);
                happenings.event(|| self.activation_event(lead));
            }
            Choice::Attach(unit, corps) => {
                self.marks_mut(unit).corps = Some(corps);
                happenings.say("A6", || {
                    format!("{} joins {}.", self.world.info(unit).name, self.world.corps[corps].name)
                });
            }
            Choice::EndMoves => {
                self.command(happenings, "B1", "End of moves");
                self.next_stage(happenings);
            }
            Choice::Take(_) | Choice::To(_) | Choice::Face(_) | Choice::Done | Choice::Cancel => {
                self.take_march(choice, happenings);
            }
            Choice::Bombard { gun, hex, payer, .. } => self.bombard(gun, hex, payer, happenings),
            Choice::EndBombard => {
                self.command(happenings, "E1", "End of bombardment");
                self.fire.settling = true;
            }
            Choice::Attack(unit, hex) => {
                self.command(happenings, "F1", "Combat");
                self.attack(unit, hex, happenings);
            }
            Choice::FireAll => {
                self.command(happenings, "F1", "Combat");
                for unit in self.fire.todo.clone() {
                    if let Some(&hex) = self.targets(unit).first() {
                        self.attack(unit, hex, happenings);
                    }
                }
            }
            Choice::Hit(unit) => self.assign_hit(unit),
            Choice::Stand(unit) => {
                self.fire.suffering.remove(0);
                self.take_casualties(unit, "F2", happenings);
            }
            Choice::Retreat(unit, to) => self.carry_out_retreat(unit, to, happenings),
            Choice::Entrench(hex) => self.entrench(hex, happenings),
            Choice::EndNight => {
                self.command(happenings, "O2", "End of entrenching");
                self.next_stage(happenings);
            }
        }
        self.settle(happenings);
    }

    fn sides_of_seats(&self) -> Vec<String> {
        self.seats.iter().map(|&side| SIDES[usize::from(side)].to_owned()).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }
}

/// Nothing is hidden (A1).
impl Secrets for Brigade {}
