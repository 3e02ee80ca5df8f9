//! P1: the bid for the north.

use muster_contract::{Audience, Event, EventKind};
use muster_sdk::{Decisions, Resolution};

use crate::{NORTH, Parley, SOUTH, choice::Choice};

/// P1: what each seat may bid.
pub(crate) fn decide(game: &Parley, list: &mut Decisions<Choice>) {
    for seat in 0..2u8 {
        let at = usize::from(seat);
        if game.bid_sealed[at] {
            continue;
        }
        list.open_secret(seat, "bid", "bids");
        for bid in (0..=3).filter(|&bid| game.bids[at] != Some(bid)) {
            list.push(Choice::Bid(bid));
        }
        if game.bids[at].is_some() {
            list.push(Choice::SealBid);
        }
    }
}

/// P1: a bid is written down, or sealed.
pub(crate) fn apply(game: &mut Parley, seat: u8, choice: Choice, resolution: &mut Resolution<'_>) {
    let at = usize::from(seat);
    match choice {
        Choice::Bid(bid) => {
            game.bids[at] = Some(bid);
            resolution.event(|| {
                Event::new(EventKind::Text, Audience::Seats(vec![seat]), format!("You bid {bid}."), "P1")
            });
        }
        _ => game.bid_sealed[at] = true,
    }
    if game.bid_sealed == [true; 2] {
        settle(game, resolution);
    }
}

/// P1: the bids are read out, and the seats take their sides.
fn settle(game: &mut Parley, resolution: &mut Resolution<'_>) {
    let [first, second] = game.bids.map(Option::unwrap_or_default);
    resolution.event(|| {
        Event::new(
            EventKind::Revealed,
            Audience::Everyone,
            format!("The bids are {first} and {second}."),
            "P1",
        )
    });
    let winner = match first.cmp(&second) {
        std::cmp::Ordering::Greater => 0,
        std::cmp::Ordering::Less => 1,
        std::cmp::Ordering::Equal => {
            let faces = resolution.roll_openly(1, 2, "P1", |_| false, || "who plays the north".to_owned());
            faces[0] - 1
        }
    };
    game.seats = if winner == 0 { [NORTH, SOUTH] } else { [SOUTH, NORTH] };
    game.score[usize::from(NORTH)] -= first.max(second) as i8;
    resolution.say("P1", || format!("Seat {} plays the north.", winner + 1));
    game.set_up(resolution);
}
