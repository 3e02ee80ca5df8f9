//! Samples: everything that a seat can't know is dealt again.

use muster_contract::Seat;
use muster_sdk::take_places;
use muster_sdk::{Random, Secrets};

use crate::{Fault, Parley, Stage, Unit, cards, state::other};

impl Secrets for Parley {
    /// Deals again what the seat can't know.
    fn sample(&mut self, seat: Seat, random: &mut Random) {
        let foe = other(seat);
        if self.stage == Stage::Bid {
            bid(self, foe, random);
            return;
        }
        let (own, enemy) = (self.side_of(seat), other(self.side_of(seat)));
        if !self.world.broken(Fault::SampleKeepsBlocks) {
            blocks(self, enemy, seat, random);
        }
        if !self.world.broken(Fault::SampleKeepsHands) {
            hands(self, enemy, random);
        }
        if !self.world.broken(Fault::SampleKeepsBreaking) && !matches!(self.stage, Stage::Over { .. }) {
            breaking(self, own, random);
        }
        if !self.ford_known && !self.world.broken(Fault::SampleKeepsFord) {
            self.ford = random.below(3) as u8;
        }
        if self.stage == Stage::Ledger && !self.world.broken(Fault::SampleKeepsLedger) {
            ledger(self, enemy, random);
        }
        order(self, enemy, random);
    }
}

/// P1: the other's bid.
fn bid(game: &mut Parley, foe: Seat, random: &mut Random) {
    let at = usize::from(foe);
    let bid = random.below(if game.bid_sealed[at] { 4 } else { 5 }) as u8;
    game.bids[at] = (bid < 4).then_some(bid);
}

/// P9.1: the enemy's blocks change places as far as the seat may suppose them to.
fn blocks(game: &mut Parley, enemy: u8, seat: Seat, random: &mut Random) {
    let at = usize::from(enemy);
    let way =
        if game.world.broken(Fault::SampleMovesSeen) { [1, 0, 2, 3] } else { game.possible[at].draw(random) };
    game.possible[at] = game.possible[at].relative_to(way);
    let pairs: Vec<(Unit, Unit)> = (0..4)
        .map(|number| (Parley::numbered(enemy, number), Parley::numbered(enemy, way[usize::from(number)])))
        .collect();
    if !game.world.broken(Fault::SampleForgetsStage) {
        take_places(game, &pairs);
    }
    let losses: Vec<u8> = game.blocks.rows().map(|block| block.losses).collect();
    game.blocks.take_over(&pairs);
    // Losses are the unit's, everything else is the block's that stands there.
    game.blocks.rows_mut().zip(losses).for_each(|(block, losses)| block.losses = losses);
    game.tokens.take_over([Some(seat), None], &pairs);
}

/// P7: the enemy's hand, from all that the seat can't see.
fn hands(game: &mut Parley, enemy: u8, random: &mut Random) {
    let at = usize::from(enemy);
    let mut unseen: Vec<u8> = cards::list(game.hands[at] | game.deck).collect();
    let count = unseen.len();
    if game.world.broken(Fault::SampleDealsSeenCards) {
        unseen = cards::list(cards::DECK).collect();
    }
    random.shuffle(&mut unseen);
    unseen.truncate(count);
    let held = game.hands[at].count_ones() as usize;
    let set = |cards: &[u8]| cards.iter().fold(0, |set, card| set | 1 << card);
    game.hands[at] = set(&unseen[..held]);
    game.deck = set(&unseen[held..]);
}

/// P2: at how many losses the seat's own side breaks: more than it has borne.
fn breaking(game: &mut Parley, own: u8, random: &mut Random) {
    let least = (game.losses(own) + 1).max(2);
    game.breaking[usize::from(own)] = least + random.below(u32::from(5 - least)) as u8;
}

/// P3: the other's ledger, however far it has come.
fn ledger(game: &mut Parley, enemy: u8, random: &mut Random) {
    let at = usize::from(enemy);
    let points = 2 + random.below(3) as u8;
    let spent = if game.sealed[at] { points } else { random.below(u32::from(points) + 1) as u8 };
    game.points[at] = points;
    // Not point by point: that would hardly ever put all of them into one row.
    let one = random.below(u32::from(spent) + 1) as u8;
    let two = random.below(u32::from(spent - one) + 1) as u8;
    game.ledger[at] = [one, two, spent - one - two];
    random.shuffle(&mut game.ledger[at]);
}

/// P5, P6.2: what the enemy has chosen without showing it: the block that prepares to march, the line.
fn order(game: &mut Parley, enemy: u8, random: &mut Random) {
    match &mut game.stage {
        Stage::Meet { unit, line, .. } if Parley::owner(*unit) == enemy => *line = random.below(3) as u8,
        // What the broken game tells, its samples keep.
        Stage::Step { unit, moved: false, .. }
            if Parley::owner(*unit) == enemy && !game.world.broken(Fault::OverlayTellsOrder) =>
        {
            let ready: Vec<Unit> = Parley::of_side(enemy)
                .filter(|&unit| game.blocks[unit].losses < game.world.unit(unit).strength)
                .filter(|&unit| !game.blocks[unit].spent)
                .collect();
            *unit = ready[random.below(ready.len() as u32) as usize];
        }
        _ => {}
    }
}
