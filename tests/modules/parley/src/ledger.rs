//! P3: the ledger.

use muster_contract::{Audience, Event, EventKind};
use muster_sdk::{Decisions, Resolution};

use crate::{Fault, Parley, Stage, choice::Choice, names, state::other};

/// Points in scouting that give a look.
const LOOK: u8 = 2;
/// Points in supply that draw a card.
const CARD: u8 = 2;

/// P3: a die for each side, for its own eyes, before the ledgers open.
pub(crate) fn open(game: &mut Parley, resolution: &mut Resolution<'_>) {
    game.stage = Stage::Ledger;
    game.ledger = [[0; 3]; 2];
    game.sealed = [false; 2];
    for side in 0..2u8 {
        let reason = || format!("points for the ledger of {}", names::side(side).to_lowercase());
        let face = resolution.roll(1, 3, reason)[0];
        game.points[usize::from(side)] = face + 1;
        if !game.world.broken(Fault::SilentRoll) {
            resolution.rolled(Audience::Seats(vec![game.seat_of(side)]), &[face], 3, "P3", |_| false, reason);
        }
    }
}

fn spent(game: &Parley, side: u8) -> u8 {
    game.ledger[usize::from(side)].iter().sum()
}

/// P3: where the next point may go.
pub(crate) fn decide(game: &Parley, list: &mut Decisions<Choice>) {
    for seat in 0..2 {
        let side = game.side_of(seat);
        let at = usize::from(side);
        if game.sealed[at] {
            continue;
        }
        list.open_secret(seat, "ledger", "ledgers");
        let mut left = game.points[at] - spent(game, side);
        if game.world.broken(Fault::DraftSharesPool) && spent(game, other(side)) > 0 {
            left = 0;
        }
        if left > 0 {
            (0..3).for_each(|row| list.push(Choice::Allot(row)));
        }
        if spent(game, side) > 0 {
            list.push(Choice::Clear);
        }
        if left == 0 || spent(game, side) == game.points[at] {
            list.push(Choice::Seal);
        }
    }
}

/// P3: a point goes into a row, or the ledger is sealed.
pub(crate) fn apply(game: &mut Parley, seat: u8, choice: Choice, resolution: &mut Resolution<'_>) {
    let at = usize::from(game.side_of(seat));
    match choice {
        Choice::Allot(row) => {
            if game.world.broken(Fault::DraftRolls) {
                resolution.roll(1, 6, || "nothing that a draft may roll for".to_owned());
            }
            game.ledger[at][usize::from(row)] += 1;
            let audience = if game.world.broken(Fault::DraftTells) {
                Audience::Everyone
            } else {
                Audience::Seats(vec![seat])
            };
            resolution.event(|| {
                Event::new(
                    EventKind::Text,
                    audience,
                    format!("A point for {}.", names::ROWS[usize::from(row)]),
                    "P3",
                )
            });
        }
        Choice::Clear => game.ledger[at] = [0; 3],
        _ => game.sealed[at] = true,
    }
    if game.sealed == [true; 2] {
        read_out(game, resolution);
    }
}

/// P3: both are sealed: they are read out, and supply draws cards. P4: then scouts look.
fn read_out(game: &mut Parley, resolution: &mut Resolution<'_>) {
    for side in 0..2u8 {
        let [scouting, supply, guard] = game.ledger[usize::from(side)];
        resolution.event(|| {
            let text = format!("{}: scouting {scouting}, supply {supply}, guard {guard}.", names::side(side));
            Event::new(EventKind::Revealed, Audience::Everyone, text, "P3")
        });
        if supply >= CARD {
            game.draw_card(side, resolution);
        }
    }
    after_look(game, None, resolution);
}

/// P4: the next look after this side's, or the march.
pub(crate) fn after_look(game: &mut Parley, after: Option<u8>, resolution: &mut Resolution<'_>) {
    let from = after.map_or(0, |side| side + 1);
    let next = (from..2).find(|&side| game.ledger[usize::from(side)][0] >= LOOK && game.can_look(side));
    match next {
        Some(side) => game.stage = Stage::Scout { side, spyglass: false },
        None => crate::march::begin(game, resolution),
    }
}
