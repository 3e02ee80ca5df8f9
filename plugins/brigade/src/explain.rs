//! Explanations of units and hexes: what they are, and why they can't be chosen.

use muster_board::SpaceId;
use muster_contract::{Line, Seat, Target};
use muster_sdk::{Explanations, line, uncited};

use crate::choice::compass;
use crate::combat::may_ever_fire;
use crate::labels::{counted, pips};
use crate::movement::Hindrance;
use crate::state::{Brigade, Form, March, Stage, Status};
use crate::world::{Kind, Side, Unit, UnitInfo};

impl Explanations for Brigade {
    /// Why the target can't be chosen now, and what it is.
    fn explain(&self, seat: Seat, target: &Target, choosable: bool) -> Vec<Line> {
        match target {
            Target::Unit(id) => self.world.unit(id).map(|unit| self.explain_unit(seat, unit, choosable)),
            Target::Space(id) => self.world.hex(id).map(|hex| self.explain_hex(seat, hex, choosable)),
            _ => None,
        }
        .unwrap_or_else(|| vec![uncited("There is nothing to say about that.")])
    }
}

impl Brigade {
    fn explain_unit(&self, seat: u8, unit: Unit, choosable: bool) -> Vec<Line> {
        let (piece, info) = (self.piece(unit), self.world.info(unit));
        let mut lines = vec![uncited(format!("{}, {} {}.", info.name, info.side.name(), info.kind.id()))];
        if info.kind.fights() && piece.status == Status::Present {
            lines.push(line(format!("It faces {}.", compass(piece.facing)), "A2"));
        }
        if piece.heavy {
            lines.push(line("It has heavy casualties; a second marker removes it.", "F5"));
        }
        if !choosable {
            lines.push(match piece.status {
                Status::Waiting => self.why_not_there_yet(unit),
                Status::Lost | Status::Gone => why_gone(piece.status, info.kind),
                Status::Present => self.why_not_unit(seat, unit),
            });
        }
        lines
    }

    /// \[A5\] When a unit comes that has not arrived.
    fn why_not_there_yet(&self, unit: Unit) -> Line {
        let info = self.world.info(unit);
        let due = info.arrives.max(1);
        // Its side's activation of this turn has begun, or is over.
        let begun = self.half == 1 || self.night() || self.active() == info.side;
        if due < self.turn || due == self.turn && begun {
            line("There was no room where it enters: it comes in a turn in which there is.", "A5")
        } else {
            line(format!("It arrives in turn {due}."), "A5")
        }
    }

    /// Why a unit on the board can't be chosen.
    fn why_not_unit(&self, seat: u8, unit: Unit) -> Line {
        let (piece, info) = (self.piece(unit), self.world.info(unit));
        let own = self.world.seats.get(usize::from(seat)) == Some(&info.side);
        match self.stage {
            Stage::Over => line("The battle is over.", "V1"),
            _ if !own => uncited("It isn't yours to order."),
            Stage::Bombard | Stage::CombatInactive | Stage::CombatActive if self.fire.settling => {
                self.why_not_hit(unit)
            }
            Stage::CombatInactive | Stage::CombatActive => self.why_no_fire(unit),
            _ if info.side != self.active() => line("Your side isn't the active one.", "B1"),
            Stage::Roll | Stage::NightRoll => line("The activation dice come first.", "C1"),
            Stage::Move | Stage::NightMove => match &self.march {
                Some(march) if march.units.contains(&unit) && info.kind.fights() => {
                    line("It is carrying out its order: choose a lit hex or a corner.", "D1")
                }
                Some(march) if march.units.contains(&unit) => {
                    line("It is carrying out its order: choose a lit hex.", "D1")
                }
                Some(march) if self.might_ride_along(march, unit) => {
                    line("He has moved already, and rides along with nobody.", "C1")
                }
                Some(march) if march.moved > 0 => {
                    line("Another order is being carried out; finish it first.", "C2")
                }
                Some(_) => line("Another order is being carried out; finish or cancel it first.", "C2"),
                None if piece.spent => line("It has been activated already.", "C1"),
                None => self.why_no_move(unit),
            },
            Stage::Bombard => self.why_no_bombardment(unit),
            Stage::Entrench => self.why_no_digging(unit),
        }
    }

    /// \[C2\] Whether a general stands with a unit that sets out, so that he would ride along if he had not moved.
    fn might_ride_along(&self, march: &March, general: Unit) -> bool {
        let with = |&unit: &Unit| self.world.fights(unit) && self.hex_of(unit) == self.hex_of(general);
        march.moved == 0 && self.world.is_general(general) && march.units.iter().any(with)
    }

    /// \[F1\] \[F2\] Why a unit has no part in the hits that are being carried out.
    fn why_not_hit(&self, unit: Unit) -> Line {
        let info = self.world.info(unit);
        if info.side == self.firing() {
            line("The hits on the enemy are carried out first; he chooses.", "F1")
        } else if info.kind == Kind::General {
            line("Generals are never hit.", "F1")
        } else if let Some(&(hex, _)) = self.fire.pending.first() {
            let hex = self.world.hex_name(hex);
            line(format!("The hits on {hex} are assigned first, to those who stand there."), "F1")
        } else {
            let (other, hits) = self.fire.suffering.first().copied().unwrap_or((unit, 1));
            let cite = if hits > 1 { "F3" } else { "F2" };
            if other == unit {
                line("It must retreat: choose a lit hex.", cite)
            } else {
                line(format!("The hits on {} are carried out first.", self.name_of(other)), cite)
            }
        }
    }

    /// \[F1\] \[F6\] Why a unit doesn't fire in combat, or what it fires on.
    fn why_no_fire(&self, unit: Unit) -> Line {
        let info = self.world.info(unit);
        if let Err(why) = may_ever_fire(info.kind) {
            why.into()
        } else if info.side != self.firing() && self.stage == Stage::CombatInactive {
            line("The inactive side fires first; yours fires when its hits have taken effect.", "F6")
        } else if info.side != self.firing() {
            line("Your side has fired; now the active side does.", "F6")
        } else if self.fire.todo.contains(&unit) {
            line("Choose a lit hex for it to fire on.", "F1")
        } else if let Err(why) = self.may_fire(unit) {
            why.into()
        } else {
            line("It fires no more in this combat.", "F1")
        }
    }

    /// Why nobody activates a unit to move.
    fn why_no_move(&self, unit: Unit) -> Line {
        let (field, kind) = (self.field(), self.world.info(unit).kind);
        if !kind.fights() && self.is_shut_in(field, unit) {
            return line("It can't enter any hex beside it.", "D1");
        }
        let near = self.move_cost(field, unit, &[unit]);
        self.why_unpaid(unit, if near > 1 { "C3" } else { "C2" }, |payer| {
            self.move_cost(field, payer, &[unit])
        })
    }

    /// \[E1\] Why a unit doesn't bombard.
    fn why_no_bombardment(&self, unit: Unit) -> Line {
        if let Err(why) = self.may_bombard(unit) {
            return why.into();
        }
        let info = self.world.info(unit);
        let foes = self.field().held(info.side.other());
        if !foes.iter().any(|&hex| self.world.distance(self.hex_of(unit), hex) <= info.range) {
            line(format!("No enemy is within its {} hexes.", info.range), "E1")
        } else if !foes.iter().any(|&hex| self.can_bombard(unit, hex)) {
            line("No enemy within its range is in a clear line of sight.", "E1")
        } else if self.payers(unit).iter().any(|&payer| self.can_pay_for(payer, unit)) {
            line("Choose a lit hex as its target.", "E1")
        } else {
            self.why_unpaid(unit, "C4", |payer| self.bombard_cost(payer, unit))
        }
    }

    /// \[O2\] Why a unit doesn't dig, or what it entrenches.
    fn why_no_digging(&self, unit: Unit) -> Line {
        match self.may_entrench(self.hex_of(unit)) {
            Err(why) => why.into(),
            Ok(()) => line("Choose a lit hex to entrench.", "O2"),
        }
    }

    /// Why nobody pays for an order to a unit: `cite` is what makes it dear if it isn't the distance or sight (C5).
    fn why_unpaid(&self, unit: Unit, cite: &str, cost: impl Fn(Unit) -> u8) -> Line {
        let payers = self.payers(unit);
        match payers.into_iter().map(|payer| (cost(payer), payer)).min() {
            None => line("No general who may order it has a pip left.", "C1"),
            Some((cost, payer)) => {
                let (name, has) = (self.name_of(payer), self.piece(payer).pips);
                let cite = if self.is_doubled(payer, &[unit]) { "C5" } else { cite };
                line(format!("It would cost {}; {name} has {has}.", pips(cost)), cite)
            }
        }
    }

    fn explain_hex(&self, seat: u8, hex: SpaceId, choosable: bool) -> Vec<Line> {
        let ground = self.world.ground[hex];
        let side = self.world.seats.get(usize::from(seat)).copied().unwrap_or(Side::Us);
        let field = self.field();
        let features: Vec<&str> = self.world.atlas.feature_names(self.world.atlas.features_of(hex)).collect();
        let mut lines = vec![uncited(format!("{}: {}.", self.world.atlas.called(hex), features.join(", ")))];
        if ground.difficult {
            lines.push(line("Whoever enters must stop, unless by road.", "D3"));
        }
        if self.covered(hex) {
            lines.push(line("Cover: it saves each unit a hit.", "F4"));
        }
        if field.under_fire(hex, side) {
            lines.push(line("In an enemy fire zone: whoever enters must stop.", "D3"));
        }
        let march = self.march.as_ref().filter(|_| !choosable && side == self.active());
        lines.extend(march.map(|march| self.why_not_there(march, hex)));
        lines
    }

    /// Why those who are on the march can't go to a hex.
    fn why_not_there(&self, march: &March, hex: SpaceId) -> Line {
        let (lead, info, field) = (march.units[0], self.world.info(march.units[0]), self.field());
        if self.hex_of(lead) == hex {
            uncited(format!("{} stands here.", info.name))
        } else if self.world.ground[hex].barred {
            line("Nobody can enter water.", "D3")
        } else if field.enemy_in(hex, info.side) {
            line("The enemy is there.", "F1")
        } else if march.stopped {
            line(format!("{} had to stop.", info.name), "D3")
        } else if march.form == Form::Single {
            self.why_not_alone(march, hex)
        } else {
            self.why_not_together(march, hex)
        }
    }

    /// Why one who moves alone can't go to a hex: first what is out of reach at best, then what keeps it away from there.
    fn why_not_alone(&self, march: &March, hex: SpaceId) -> Line {
        let (lead, field) = (march.units[0], self.field());
        let info @ UnitInfo { name, .. } = self.world.info(lead);
        let allowed = u32::from(self.allowance_of(march));
        let moves = hexes(allowed);
        let far = u32::from(march.moved) + self.world.distance(self.hex_of(lead), hex);
        let by_road = self.world.steps(hex).any(|step| step.road);
        if self.reach(field, march).iter().any(|stop| stop.hex == hex) {
            line("Two units are there already.", "A1")
        } else if far > allowed && (far > 2 * allowed || !by_road) {
            line(format!("{name} can't get there: it moves {moves}."), "D1")
        } else if far > allowed {
            line(format!("{name} moves {moves}; double only by road all the way, and beside no enemy."), "D2")
        } else if self.keeps_away(lead) && field.beside_enemy(hex, info.side) {
            self.why_keep_away()
        } else if field.at(hex).others[info.side.other() as usize] > 0 && !info.kind.overruns() {
            line("Only infantry and cavalry take a train or drive off a general.", "A1")
        } else {
            line(format!("{name} can't get there; it moves {moves}, and stops at what hinders it."), "D1")
        }
    }

    /// \[C6\] Why a line or column can't go to a hex.
    fn why_not_together(&self, march: &March, hex: SpaceId) -> Line {
        let (what, allowed) = (self.march_name(march), hexes(self.allowance_of(march)));
        match self.step_together(self.field(), march, hex) {
            Ok(_) | Err(Hindrance::Far) => line("Lines and columns go hex by hex.", "C6"),
            Err(Hindrance::Ground) => line(format!("Not all of {what} can go that way."), "C6"),
            Err(Hindrance::Enemy) => self.why_keep_away(),
            Err(Hindrance::Spent) if march.form == Form::Column => line(
                format!("A column moves {allowed}; double only by road all the way, and beside no enemy."),
                "D2",
            ),
            Err(Hindrance::Spent) => line(format!("This line moves {allowed}."), "D1"),
            Err(Hindrance::Full) => line(format!("There is no room for {what}."), "A1"),
        }
    }

    /// \[D4\] \[O2\] Why some keep away from the enemy.
    fn why_keep_away(&self) -> Line {
        if self.night() {
            line("A night move may not end or pass adjacent to the enemy.", "O2")
        } else {
            line("Artillery and trains may not move adjacent to the enemy.", "D4")
        }
    }
}

/// What became of a unit that is no longer on the board.
fn why_gone(status: Status, kind: Kind) -> Line {
    match (status, kind) {
        (Status::Gone, _) => line("It left the table and is no longer in the battle.", "V1"),
        (_, Kind::General) => line("He was taken and is no longer in the battle.", "A1"),
        (_, Kind::Train) => line("It was lost and is no longer in the battle.", "V1"),
        _ => line("It was destroyed and is no longer in the battle.", "F5"),
    }
}

fn hexes(count: impl Into<u32>) -> String {
    counted(count, "hex", "hexes")
}
