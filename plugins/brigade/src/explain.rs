//! Why something can't be chosen, or what it is.

use muster_contract::{Line, Target};
use muster_sdk::{line, remark};

use crate::choice::compass;
use crate::state::{Brigade, Stage, Status};
use crate::words::side_name;
use crate::world::{Kind, World};

impl Brigade {
    /// Why the target can't be chosen now, and what it is.
    pub(crate) fn explanation(&self, world: &World, seat: u8, target: &Target, choosable: bool) -> Vec<Line> {
        match target {
            Target::Unit(id) => world.unit(id).map(|unit| self.explain_unit(world, seat, unit, choosable)),
            Target::Space(id) => world.hex(id).map(|hex| self.explain_hex(world, seat, hex, choosable)),
            _ => None,
        }
        .unwrap_or_else(|| vec![remark("There is nothing to say about that.")])
    }

    fn explain_unit(&self, world: &World, seat: u8, unit: u8, choosable: bool) -> Vec<Line> {
        let (piece, info) = (self.piece(unit), world.info(unit));
        let mut lines = vec![remark(format!("{}, {} {}.", info.name, side_name(info.side), info.kind.id()))];
        if info.kind.fights() && piece.status == Status::Present {
            lines.push(line(format!("It faces {}.", compass(piece.facing)), "A2"));
        }
        if piece.heavy {
            lines.push(line("It has heavy casualties; a second marker removes it.", "F5"));
        }
        if choosable {
            return lines;
        }
        match piece.status {
            Status::Waiting => {
                lines.push(line(format!("It arrives in turn {}.", info.arrives), "A5"));
                return lines;
            }
            Status::Lost | Status::Gone => {
                lines.push(line("It is no longer in the battle.", "F5"));
                return lines;
            }
            Status::Present => {}
        }
        lines.push(match self.stage {
            Stage::Over => line("The battle is over.", "V1"),
            _ if world.seats.get(usize::from(seat)) != Some(&info.side) => remark("It isn't yours to order."),
            _ if info.side != self.active(world) => line("Your side isn't the active one.", "B1"),
            Stage::Move | Stage::NightMove if self.march.is_some() => {
                line("Another order is being carried out; finish or cancel it first.", "C2")
            }
            Stage::Move | Stage::NightMove if piece.spent => line("It has been activated already.", "C1"),
            Stage::Move | Stage::NightMove => self.unpaid(world, unit),
            Stage::Roll | Stage::NightRoll => line("The activation dice come first.", "C1"),
            Stage::Bombard if info.kind == Kind::Artillery && piece.spent => {
                line("It moved or has bombarded; only guns that did not move may bombard.", "E1")
            }
            Stage::Bombard if info.kind == Kind::Artillery => {
                line("Choose a lit hex as its target; it needs range, a clear line of sight and a pip.", "E1")
            }
            Stage::Bombard => line("Only artillery bombards.", "E1"),
            Stage::Entrench => line("Choose a lit hex to entrench; its general must have a pip.", "O2"),
            Stage::CombatInactive | Stage::CombatActive => line(
                "It fires only with an enemy adjacent and in its fire zone; choose the target's hex.",
                "F1",
            ),
        });
        lines
    }

    /// Why nobody can activate a unit.
    fn unpaid(&self, world: &World, unit: u8) -> Line {
        let field = self.field(world);
        let payers = self.payers(world, unit);
        match payers.into_iter().map(|payer| (self.move_cost(world, field, payer, &[unit]), payer)).min() {
            None => line("No general who may order it has a pip left.", "C1"),
            Some(_) if self.is_shut_in(world, field, unit) => line("It can't enter any hex beside it.", "D1"),
            Some((cost, payer)) => line(
                format!(
                    "It would cost {cost} pips; {} has {}.",
                    world.info(payer).name,
                    self.piece(payer).pips
                ),
                "C5",
            ),
        }
    }

    fn explain_hex(&self, world: &World, seat: u8, hex: u16, choosable: bool) -> Vec<Line> {
        let (ground, space) = (world.ground[usize::from(hex)], muster_board::SpaceId(hex));
        let side = world.seats.get(usize::from(seat)).copied().unwrap_or(0);
        let field = self.field(world);
        let features: Vec<&str> = world.atlas.feature_names(world.atlas.features_of(space)).collect();
        let mut lines = vec![remark(format!("{}: {}.", world.atlas.called(space), features.join(", ")))];
        if ground.difficult {
            lines.push(line("Whoever enters must stop, unless by road.", "D3"));
        }
        if self.covered(world, hex) {
            lines.push(line("Cover: it takes a hit from each unit.", "F4"));
        }
        if field.under_fire(hex, side) {
            lines.push(line("In an enemy fire zone: whoever enters must stop.", "D3"));
        }
        let Some(march) = self.march.as_ref().filter(|_| !choosable && side == self.active(world)) else {
            return lines;
        };
        let (lead, info) = (march.units[0], world.info(march.units[0]));
        lines.push(if self.piece(lead).at == hex {
            remark(format!("{} stands here.", info.name))
        } else if ground.barred {
            line("Nobody can enter water.", "D3")
        } else if field.enemy_in(hex, info.side) {
            line("The enemy is there.", "F1")
        } else if march.stopped {
            line(format!("{} had to stop.", info.name), "D3")
        } else if info.kind.fights() && !field.has_room(hex, info.side) {
            line("Two units are there already.", "A1")
        } else if matches!(info.kind, Kind::Artillery | Kind::Train) && field.beside_enemy(hex, info.side) {
            line("Artillery and trains may not move adjacent to the enemy.", "D4")
        } else if self.night() && field.beside_enemy(hex, info.side) {
            line("A night move may not end or pass adjacent to the enemy.", "O2")
        } else {
            let left = self.allowance_of(world, march);
            line(
                format!(
                    "{} can't get there; it moves {left} hexes, and stops at what hinders it.",
                    info.name
                ),
                "D1",
            )
        });
        lines
    }
}
