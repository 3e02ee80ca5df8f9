//! The rules as the kit asks for them: what may be chosen in each stage, and where each choice is carried out.

use std::ops::ControlFlow;

use muster_contract::{Description, Outcome, Position, Refusal, Seat};
use muster_sdk::{Decisions, Happenings, Rules, Secrets};

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

    fn world(position: &Position) -> Result<World, Refusal> {
        World::read(position)
    }

    fn start(world: &World, position: &Position) -> Result<Self, Refusal> {
        Self::set_up(world, position)
    }

    fn begin(&mut self, world: &World, happenings: &mut Happenings<'_>) {
        self.begin_activation(world, happenings);
    }

    fn decide(&self, world: &World, list: &mut Decisions<Choice>) {
        let seat = world.seat_of(self.active(world));
        match self.stage {
            Stage::Over => return,
            Stage::Roll | Stage::NightRoll => {
                list.open(seat, "roll");
                list.push(Choice::Roll);
            }
            Stage::Move | Stage::NightMove => {
                let field = self.field(world);
                match &self.march {
                    Some(march) => {
                        list.open(seat, "march");
                        self.list_march(world, field, march, list);
                    }
                    None => {
                        list.open(seat, "choose-unit");
                        self.list_moves(world, field, list);
                        list.push(Choice::EndMoves);
                    }
                }
            }
            Stage::Bombard | Stage::CombatInactive | Stage::CombatActive if self.fire.settling => {
                let owner = world.seat_of(self.firing(world) ^ 1);
                self.list_hits(world, owner, list);
            }
            Stage::Bombard => {
                list.open(seat, "bombard");
                let _ = self.bombardments(world, |choice| {
                    list.push(choice);
                    ControlFlow::Continue(())
                });
                list.push(Choice::EndBombard);
            }
            Stage::CombatInactive | Stage::CombatActive => {
                list.open(world.seat_of(self.firing(world)), "combat");
                self.list_attacks(world, list);
            }
            Stage::Entrench => {
                list.open(seat, "entrench");
                for hex in self.entrenchable(world) {
                    list.push(Choice::Entrench(hex));
                }
                list.push(Choice::EndNight);
            }
        }
        if world.early_end {
            for side in 0..2u8 {
                list.open_any_time(world.seat_of(side), "had-enough");
                list.push(Choice::Enough(!self.enough[usize::from(side)]));
            }
        }
    }

    fn apply(&mut self, world: &World, seat: Seat, choice: Choice, happenings: &mut Happenings<'_>) {
        match choice {
            Choice::Enough(yes) => {
                let side = world.seats[usize::from(seat)];
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
                self.roll_activation(world, happenings);
                self.next_stage(world, happenings);
                self.hook_orders(world, happenings);
            }
            Choice::Move { form, lead, count, tail, payer, cost, .. } => {
                self.activate(world, (form, lead, count, tail), payer, cost);
                happenings.event(|| self.activation_event(world, lead));
            }
            Choice::Attach(unit, corps) => {
                self.marks_mut(unit).corps = Some(corps);
                happenings
                    .say("A6", || format!("{} joins {}.", world.info(unit).name, world.corps[corps].name));
            }
            Choice::EndMoves => {
                self.command(happenings, "B1", "End of moves");
                self.next_stage(world, happenings);
            }
            Choice::Take(_) | Choice::To(_) | Choice::Face(_) | Choice::Done | Choice::Cancel => {
                self.take_march(world, choice, happenings);
            }
            Choice::Bombard { gun, hex, payer, .. } => self.bombard(world, gun, hex, payer, happenings),
            Choice::EndBombard => {
                self.command(happenings, "E1", "End of bombardment");
                self.fire.settling = true;
            }
            Choice::Attack(unit, hex) => {
                self.command(happenings, "F1", "Combat");
                self.attack(world, unit, hex, happenings);
            }
            Choice::FireAll => {
                self.command(happenings, "F1", "Combat");
                for unit in self.fire.todo.clone() {
                    if let Some(&hex) = self.targets(world, unit).first() {
                        self.attack(world, unit, hex, happenings);
                    }
                }
            }
            Choice::Hit(unit) => self.assign_hit(unit),
            Choice::Stand(unit) => {
                self.fire.suffering.remove(0);
                self.take_casualties(world, unit, "F2", happenings);
            }
            Choice::Retreat(unit, to) => self.carry_out_retreat(world, unit, to, happenings),
            Choice::Entrench(hex) => self.entrench(world, hex, happenings),
            Choice::EndNight => {
                self.command(happenings, "O2", "End of entrenching");
                self.next_stage(world, happenings);
            }
        }
        self.settle(world, happenings);
    }

    fn sides_of_seats(&self) -> Vec<String> {
        self.seats.iter().map(|&side| SIDES[usize::from(side)].to_owned()).collect()
    }

    fn outcome(&self, world: &World) -> Option<Outcome> {
        self.result(world)
    }
}

/// Nothing is hidden (A1).
impl Secrets for Brigade {}
