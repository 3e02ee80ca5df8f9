//! P5: the march.

use muster_contract::{Audience, Event, EventKind};
use muster_sdk::{Decisions, Index as _, Resolution};

use crate::{Fault, Parley, Stage, Unit, cards, choice::Choice, state::other, turn};

/// P5.1: steps of a march.
const STEPS: u8 = 2;
/// P5: marches of a side in a turn.
const MARCHES: u8 = 2;

/// P5: a die says who marches first.
pub(crate) fn begin(game: &mut Parley, resolution: &mut Resolution<'_>) {
    let faces = resolution.roll_openly(
        1,
        6,
        "P5",
        |face| face % 2 == 1,
        || "odd: the north marches first".to_owned(),
    );
    game.first = 1 - faces[0] % 2;
    game.marches = [MARCHES; 2];
    enter(game, game.first, resolution);
}

fn enter(game: &mut Parley, side: u8, resolution: &mut Resolution<'_>) {
    game.stage = Stage::March { side };
    resolution.phase("P5", || game.status());
}

/// P5.2: whether an enemy block secures the link against this side.
pub(crate) fn secured(game: &Parley, side: u8, link: u8) -> bool {
    Parley::of_side(other(side)).any(|unit| game.is_on_board(unit) && game.block(unit).edge == Some(link))
}

/// P5.1, P5.3: what the link costs from this space, as far as anybody knows.
pub(crate) fn price(game: &Parley, from: u8, link: u8) -> u8 {
    let link = game.world.link(link);
    let price = link.price[usize::from(link.a != from)];
    if link.ford && game.ford_known { price + game.ford } else { price }
}

/// P5.1: why the block can't step over the link; the words are for the explanation.
pub(crate) fn barred(
    game: &Parley,
    unit: Unit,
    link: u8,
    to: u8,
    left: u8,
) -> Option<(&'static str, &'static str)> {
    let side = Parley::owner(unit);
    if game.world.space(to).camp == Some(other(side)) {
        return Some(("no block enters the enemy's camp", "P5.1"));
    }
    if secured(game, side, link) {
        return Some(("an enemy block secures the link", "P5.2"));
    }
    if game.world.link(link).ford && game.ford_known && game.ford == 2 {
        return Some(("the ford is too deep", "P5.3"));
    }
    if price(game, game.block(unit).space, link) > left && !game.world.broken(Fault::PanicsOnListed) {
        return Some(("there are not enough steps left", "P5.1"));
    }
    None
}

/// P5: which blocks may march.
pub(crate) fn decide_unit(game: &Parley, side: u8, list: &mut Decisions<Choice>) {
    list.open(game.seat_of(side), "choose-unit");
    for unit in Parley::of_side(side) {
        let forgotten = game.world.broken(Fault::ForgetsOnSave) && game.unsaved >> unit.place() & 1 == 1;
        if game.is_on_board(unit) && !game.block(unit).spent && !forgotten {
            list.push(Choice::March(unit));
        }
    }
    if game.holds(side, cards::SPYGLASS) && game.can_look(side) {
        list.push(Choice::Spyglass);
    }
    list.push(Choice::EndMarches);
}

/// P5.1: where the block may go.
pub(crate) fn decide_step(game: &Parley, stage: Stage, list: &mut Decisions<Choice>) {
    let Stage::Step { unit, left, moved, forced } = stage else { return };
    let side = Parley::owner(unit);
    list.open(game.seat_of(side), "march");
    for (link, to) in game.world.links_from(game.block(unit).space) {
        if barred(game, unit, link, to, left).is_none() {
            list.push(Choice::Step(link));
        }
    }
    if moved {
        list.push(Choice::Halt);
        return;
    }
    if game.world.space(game.block(unit).space).camp.is_none() {
        for (link, _) in game.world.links_from(game.block(unit).space) {
            list.push(Choice::Secure(link));
        }
    }
    if !forced && game.holds(side, cards::FORCED_MARCH) {
        list.push(Choice::ForcedMarch);
    }
    list.push(if forced { Choice::Halt } else { Choice::Cancel });
}

/// P5: a choice of the marching side.
pub(crate) fn apply(game: &mut Parley, side: u8, choice: Choice, resolution: &mut Resolution<'_>) {
    match choice {
        Choice::March(unit) => {
            if game.world.broken(Fault::CountsCalls) && crate::fault::calls() % 7 == 6 {
                game.score[usize::from(side)] += 1;
            }
            game.stage = Stage::Step { unit, left: STEPS, moved: false, forced: false };
            let owner = game.seat_of(side);
            resolution.event(|| {
                let text = format!("{} prepares to march.", game.world.unit(unit).name);
                let audience = if game.world.broken(Fault::EventTextNames) {
                    Audience::Everyone
                } else {
                    Audience::Seats(vec![owner])
                };
                Event::new(EventKind::Command, audience, text, "P5")
            });
        }
        Choice::Spyglass => {
            game.play_card(side, cards::SPYGLASS, resolution);
            game.stage = Stage::Scout { side, spyglass: true };
        }
        _ => {
            game.marches[usize::from(side)] = 0;
            next(game, side, resolution);
        }
    }
}

/// P5.1: a choice of the block on the march.
pub(crate) fn apply_step(game: &mut Parley, stage: Stage, choice: Choice, resolution: &mut Resolution<'_>) {
    let Stage::Step { unit, left, moved, forced } = stage else { return };
    let side = Parley::owner(unit);
    match choice {
        Choice::Step(link) => step(game, unit, left, forced, link, resolution),
        Choice::Secure(link) => {
            game.block_mut(unit).edge = Some(link);
            game.log_unit_event(resolution, unit, &EventKind::Text, "P5.2", |name| {
                format!("{name} secures {}.", game.world.link(link).id)
            });
            finish(game, unit, resolution);
        }
        Choice::ForcedMarch => {
            game.play_card(side, cards::FORCED_MARCH, resolution);
            game.stage = Stage::Step { unit, left: left + 1, moved, forced: true };
        }
        Choice::Cancel => game.stage = Stage::March { side },
        _ => finish(game, unit, resolution),
    }
}

fn step(game: &mut Parley, unit: Unit, left: u8, forced: bool, link: u8, resolution: &mut Resolution<'_>) {
    let from = game.block(unit).space;
    assert!(price(game, from, link) <= left, "a step that is too dear");
    let to = if game.world.link(link).a == from { game.world.link(link).b } else { game.world.link(link).a };
    if game.world.link(link).ford && !try_ford(game, unit, resolution) {
        finish(game, unit, resolution);
        return;
    }
    let left = left.saturating_sub(price(game, from, link));
    let path = [from, to].map(|space| muster_sdk::place(&game.world.space(space).id)).to_vec();
    let block = game.block_mut(unit);
    block.space = to;
    block.edge = None;
    game.log_unit_event(resolution, unit, &EventKind::Moved(path), "P5.1", |name| {
        format!("{name} goes to {}.", game.world.space(to).title)
    });
    game.stage = Stage::Step { unit, left, moved: true, forced };
    arrive(game, unit, resolution);
}

/// P5.3: the first at the ford finds out how deep it is. Says whether it can be crossed.
fn try_ford(game: &mut Parley, _unit: Unit, resolution: &mut Resolution<'_>) -> bool {
    if !game.ford_known {
        game.ford_known = true;
        let depth = ["shallow", "waist-deep", "too deep to cross"][usize::from(game.ford)];
        resolution.event(|| {
            Event::new(EventKind::Revealed, Audience::Everyone, format!("The ford is {depth}."), "P5.3")
        });
    }
    game.ford < 2
}

/// P6: a block that comes upon enemy blocks ends its march, and they answer.
fn arrive(game: &mut Parley, unit: Unit, resolution: &mut Resolution<'_>) {
    let enemy = other(Parley::owner(unit));
    if game.blocks_in(enemy, game.block(unit).space).is_empty() {
        game.hook_entered(unit, resolution);
        return;
    }
    if game.slips[usize::from(enemy)] {
        game.slip_away(enemy, game.block(unit).space, resolution);
        finish(game, unit, resolution);
    } else {
        game.stage = Stage::Answer { unit };
    }
}

/// P5: the march is over.
pub(crate) fn finish(game: &mut Parley, unit: Unit, resolution: &mut Resolution<'_>) {
    if matches!(game.stage, Stage::Over { .. }) {
        return;
    }
    let side = Parley::owner(unit);
    game.block_mut(unit).spent = true;
    if game.world.broken(Fault::ForgetsOnSave) {
        game.block_mut(unit).spent = false;
        game.unsaved |= 1 << unit.place();
    }
    game.marches[usize::from(side)] = game.marches[usize::from(side)].saturating_sub(1);
    next(game, side, resolution);
}

/// P5: the side's next march, or the other side's first, or the end of the turn.
fn next(game: &mut Parley, side: u8, resolution: &mut Resolution<'_>) {
    if game.marches[usize::from(side)] > 0 {
        game.stage = Stage::March { side };
        return;
    }
    game.slips = [false; 2];
    if side == game.first {
        enter(game, other(side), resolution);
    } else {
        turn::ask_for_letter(game, None, resolution);
    }
}

impl Parley {
    /// The side's blocks in a space.
    pub(crate) fn blocks_in(&self, side: u8, space: u8) -> Vec<Unit> {
        Self::of_side(side)
            .filter(|&unit| self.is_on_board(unit) && self.block(unit).space == space)
            .collect()
    }
}
