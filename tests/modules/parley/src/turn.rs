//! P8 to P10: flags, the end of a turn, victory.

use muster_contract::{Audience, Event, EventKind, Score, TurnStatus};
use muster_sdk::{Decisions, Resolution};

use crate::{
    Fault, NORTH, Parley, SOUTH, Stage, cards,
    choice::Choice,
    ledger, names,
    state::{Ending, other},
};

/// P9: a side is asked for a letter, whether it holds one or not: the question must not tell.
pub(crate) fn decide_letter(game: &Parley, side: u8, list: &mut Decisions<Choice>) {
    if game.world.broken(Fault::DeadEnd) && game.turn == 2 {
        return;
    }
    list.open(game.seat_of(side), "dispatch");
    if game.holds(side, cards::LETTER) {
        list.push(Choice::Letter);
    }
    list.push(Choice::NoLetter);
}

/// P9: the next side that is asked after this one.
pub(crate) fn ask_for_letter(game: &mut Parley, after: Option<u8>, resolution: &mut Resolution<'_>) {
    let from = after.map_or(0, |side| side + 1);
    let asked = |side: u8| !game.world.broken(Fault::OnlyAskedWithCard) || game.holds(side, cards::LETTER);
    match (from..2).find(|&side| asked(side)) {
        Some(side) => {
            game.stage = Stage::Dispatch { side };
            if side == NORTH {
                resolution.phase("P9", || game.status());
            }
        }
        None => end(game, resolution),
    }
}

/// P9: a letter, or none.
pub(crate) fn apply_letter(game: &mut Parley, side: u8, choice: Choice, resolution: &mut Resolution<'_>) {
    if choice == Choice::Letter {
        game.play_card(side, cards::LETTER, resolution);
        game.gain(side, 1, "P7", resolution);
    }
    ask_for_letter(game, Some(side), resolution);
}

/// P8: a flag goes up.
pub(crate) fn raise_flag(game: &mut Parley, side: u8, resolution: &mut Resolution<'_>) {
    game.flags[usize::from(side)] = true;
    resolution.say("P8", || format!("{} raises a white flag.", names::side(side)));
    if game.flags == [true; 2] {
        game.stage = Stage::Over { winner: None, why: Ending::Truce };
        resolution.say("P8", || "Both flags are up: they parley.".to_owned());
    }
}

/// P10: whether a side has broken or has no blocks left.
pub(crate) fn check_broken(game: &mut Parley, resolution: &mut Resolution<'_>) -> bool {
    for side in [NORTH, SOUTH] {
        let all_lost = Parley::of_side(side).all(|unit| !game.is_on_board(unit));
        if all_lost || game.losses(side) >= game.breaking[usize::from(side)] {
            game.stage = Stage::Over { winner: Some(other(side)), why: Ending::Broken };
            resolution.event(|| {
                let text = format!("{} breaks.", names::side(side));
                Event::new(EventKind::Revealed, Audience::Everyone, text, "P10")
            });
            return true;
        }
    }
    false
}

/// P9: the town scores, blocks in camp are mixed, and the next turn begins or the game ends.
fn end(game: &mut Parley, resolution: &mut Resolution<'_>) {
    for space in 0..game.world.spaces.len() as u8 {
        if !game.world.space(space).town {
            continue;
        }
        let holds = [NORTH, SOUTH].map(|side| !game.blocks_in(side, space).is_empty());
        if holds[0] != holds[1] {
            game.gain(if holds[0] { NORTH } else { SOUTH }, 1, "P9", resolution);
        }
    }
    if game.world.broken(Fault::EventOrderTells) {
        for unit in
            [NORTH, SOUTH].into_iter().flat_map(Parley::of_side).filter(|&unit| game.block(unit).spent)
        {
            game.log_unit_event(resolution, unit, &EventKind::Text, "P9", |name| format!("{name} rests."));
        }
    }
    game.conceal(resolution);
    if game.turn >= game.world.turns {
        let [north, south] = game.score;
        let winner = match north.cmp(&south) {
            std::cmp::Ordering::Greater => Some(NORTH),
            std::cmp::Ordering::Less => Some(SOUTH),
            std::cmp::Ordering::Equal => None,
        };
        game.stage = Stage::Over { winner, why: Ending::Score };
        resolution.say("P10", || format!("The last turn is over: {north} to {south}."));
    } else {
        game.begin_turn(resolution);
    }
}

impl Parley {
    /// P3: a turn begins with the ledgers.
    pub(crate) fn begin_turn(&mut self, resolution: &mut Resolution<'_>) {
        if self.world.broken(Fault::Traps) && self.turn == 1 {
            panic!("Parley is broken: it trapped at the end of turn 1");
        }
        while self.world.broken(Fault::Loops) && self.turn == 1 {
            std::hint::spin_loop();
        }
        if self.world.broken(Fault::EatsMemory) && self.turn == 1 {
            let mut eaten: Vec<Vec<u8>> = Vec::new();
            loop {
                eaten.push(vec![1; 1 << 20]);
                std::hint::black_box(&eaten);
            }
        }
        self.turn = self.turn.saturating_add(1).min(200);
        self.flags = [false; 2];
        self.unsaved = 0;
        for block in self.blocks.rows_mut() {
            block.spent = false;
        }
        self.stage = Stage::Ledger;
        resolution.phase("P3", || self.status());
        self.hook_turn(resolution);
        ledger::open(self, resolution);
    }

    /// The side's losses.
    pub(crate) fn losses(&self, side: u8) -> u8 {
        Self::of_side(side).map(|unit| self.block(unit).losses).sum()
    }

    pub(crate) fn gain(&mut self, side: u8, points: i8, citation: &str, resolution: &mut Resolution<'_>) {
        let score = &mut self.score[usize::from(side)];
        *score = score.saturating_add(points);
        resolution.event(|| {
            Event::new(
                EventKind::Scored(Score {
                    side: names::SIDES[usize::from(side)].to_owned(),
                    points: points.into(),
                }),
                Audience::Everyone,
                format!("{} scores {points}.", names::side(side)),
                citation,
            )
        });
    }

    /// Where the sequence of play stands, for everyone.
    pub(crate) fn status(&self) -> TurnStatus {
        let phase = match self.stage {
            Stage::Bid => "bid",
            Stage::Ledger => "ledger",
            Stage::Scout { spyglass: false, .. } => "scouting",
            Stage::Line { .. } | Stage::Meet { .. } => "battle",
            Stage::Dispatch { .. } => "dispatch",
            Stage::Over { .. } => "end",
            _ => "march",
        };
        TurnStatus {
            number: self.turn.into(),
            of: 0,
            title: if self.turn == 0 { "The bid".to_owned() } else { format!("Turn {}", self.turn) },
            clock: String::new(),
            phase: phase.to_owned(),
            active: self.marching().map(|side| names::SIDES[usize::from(side)].to_owned()),
        }
    }

    /// The side whose march phase it is.
    pub(crate) fn marching(&self) -> Option<u8> {
        match self.stage {
            Stage::Scout { side, spyglass: true } | Stage::March { side } => Some(side),
            Stage::Step { unit, .. }
            | Stage::Answer { unit }
            | Stage::Line { unit, .. }
            | Stage::Meet { unit, .. } => Some(Self::owner(unit)),
            _ => None,
        }
    }
}
