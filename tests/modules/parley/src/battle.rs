//! P6: battle.

use muster_contract::{Audience, Event, EventKind};
use muster_sdk::{Decisions, Resolution, place};

use crate::{Fault, Parley, Stage, Unit, World, cards, choice::Choice, march, names, state::other, turn};

/// P6.3: these faces hit.
fn hits(world: &World, face: u8) -> bool {
    face >= if world.broken(Fault::HitsOnFour) { 4 } else { 5 }
}

/// P6.1: the answers to a block that came.
pub(crate) fn decide_answer(game: &Parley, unit: Unit, list: &mut Decisions<Choice>) {
    let side = other(Parley::owner(unit));
    let standing = game.blocks_in(side, game.block(unit).space);
    list.open(game.seat_of(side), "answer");
    for &foe in &standing {
        list.push(Choice::Stand { foe, ambush: false });
    }
    if game.holds(side, cards::AMBUSH) {
        for &foe in &standing {
            list.push(Choice::Stand { foe, ambush: true });
        }
    }
    list.push(Choice::Slip);
    list.push(Choice::SlipAlways);
}

/// P6.1: the answer.
pub(crate) fn answer(game: &mut Parley, unit: Unit, choice: Choice, resolution: &mut Resolution<'_>) {
    let side = other(Parley::owner(unit));
    match choice {
        Choice::Stand { foe, ambush } => {
            if ambush {
                game.play_card(side, cards::AMBUSH, resolution);
            }
            game.reveal(unit, resolution);
            game.reveal(foe, resolution);
            game.stage = Stage::Line { unit, foe, ambush };
        }
        _ => {
            if choice == Choice::SlipAlways {
                game.slips[usize::from(side)] = true;
                resolution.say("P6.1", || format!("{} will slip away from every block.", names::side(side)));
            }
            let space = game.block(unit).space;
            game.slip_away(side, space, resolution);
            march::finish(game, unit, resolution);
        }
    }
}

/// P6.2: the lines of the field.
pub(crate) fn decide_line(game: &Parley, side: u8, kind: &'static str, list: &mut Decisions<Choice>) {
    list.open(game.seat_of(side), kind);
    (0..3).for_each(|line| list.push(Choice::Line(line)));
}

/// P6.2: the attacker's line, which only the attacker knows.
pub(crate) fn line(
    game: &mut Parley,
    (unit, foe, ambush): (Unit, Unit, bool),
    line: u8,
    resolution: &mut Resolution<'_>,
) {
    game.stage = Stage::Meet { unit, foe, ambush, line };
    let seat = game.seat_of(Parley::owner(unit));
    resolution.event(|| {
        let text = format!("You form up at {}.", game.world.lines[usize::from(line)]);
        Event::new(EventKind::Text, Audience::Seats(vec![seat]), text, "P6.2")
    });
}

/// P6.2: the defender's line; then they fight.
pub(crate) fn meet(game: &mut Parley, stage: Stage, met: u8, resolution: &mut Resolution<'_>) {
    let Stage::Meet { unit, foe, ambush, line } = stage else { return };
    resolution.event(|| {
        let text = format!(
            "The attack comes at {}; the defence is at {}.",
            game.world.lines[usize::from(line)],
            game.world.lines[usize::from(met)]
        );
        Event::new(EventKind::Revealed, Audience::Everyone, text, "P6.2")
    });
    fight(
        game,
        (unit, u8::from(line != met)),
        (foe, u8::from(line == met) + if ambush { 2 } else { 0 }),
        resolution,
    );
}

/// P6.3, P6.4: dice, losses and retreat. Each side has dice more than its strength.
fn fight(
    game: &mut Parley,
    (unit, more): (Unit, u8),
    (foe, foe_more): (Unit, u8),
    resolution: &mut Resolution<'_>,
) {
    let guard = u8::from(game.ledger[usize::from(Parley::owner(foe))][2] > 0);
    let dice = (game.strength(unit) + more, game.strength(foe) + foe_more + guard);
    let (attack, defence) = game.hook_battle(unit, dice, resolution);
    let mut struck = |fighter: Unit, dice: u8| {
        let reason = || format!("{} strikes", game.world.unit(fighter).name);
        let faces = resolution.roll_openly(dice, 6, "P6.3", |face| hits(&game.world, face), reason);
        faces.iter().filter(|&&face| hits(&game.world, face)).count()
    };
    let attack = struck(unit, attack);
    let defence = struck(foe, defence);
    let space = game.block(unit).space;
    let loser = match attack.cmp(&defence) {
        std::cmp::Ordering::Greater => Some(foe),
        std::cmp::Ordering::Less => Some(unit),
        std::cmp::Ordering::Equal => None,
    };
    if let Some(loser) = loser {
        game.block_mut(loser).losses += 1;
        game.log_unit_event(resolution, loser, &EventKind::Lost, "P6.3", |name| {
            format!("{name} loses a point of strength.")
        });
    }
    let falls_back = loser.unwrap_or(unit);
    let side = Parley::owner(falls_back);
    // The defence gives up the space; an attacker goes back alone.
    let retreating = if falls_back == foe { game.blocks_in(side, space) } else { vec![unit] };
    game.retreat(side, space, &retreating, "P6.4", resolution);
    if turn::check_broken(game, resolution) {
        return;
    }
    march::finish(game, unit, resolution);
}

impl Parley {
    /// What is left of the block's strength.
    pub(crate) fn strength(&self, unit: Unit) -> u8 {
        self.world.unit(unit).strength - self.block(unit).losses
    }

    /// P6.1: the side's blocks in the space slip away to their camp.
    pub(crate) fn slip_away(&mut self, side: u8, space: u8, resolution: &mut Resolution<'_>) {
        let slipping = self.blocks_in(side, space);
        self.retreat(side, space, &slipping, "P6.1", resolution);
    }

    fn retreat(
        &mut self,
        side: u8,
        from: u8,
        units: &[Unit],
        citation: &str,
        resolution: &mut Resolution<'_>,
    ) {
        let camp = self.world.camp(side);
        // In the order of the blocks' names for the other side: that of the roster would tell which of them is which.
        let foe = self.tokens.of(Some(self.seat_of(other(side))));
        let mut units = units.to_vec();
        units.sort_unstable_by_key(|&unit| (foe.of(unit), unit));
        for unit in units {
            let block = self.block_mut(unit);
            block.space = camp;
            block.edge = None;
            if !self.is_on_board(unit) {
                continue;
            }
            let path = [from, camp].map(|space| place(&self.world.space(space).id)).to_vec();
            self.log_unit_event(resolution, unit, &EventKind::Moved(path), citation, |name| {
                format!("{name} falls back to camp.")
            });
        }
    }
}
