//! Which hidden units a seat can identify: tokens, what was observed of them, and samples.
//!
//! What the opponent could follow is kept in a trace (knowledge_trace.rs), so that a sample is one more way in which it could have gone.

use muster_contract::Seat;
use muster_sdk::take_places;
use muster_sdk::{Knowledge, Random, Resolution, Secrets, Who};

use crate::knowledge_trace::Was;
use crate::state::{At, BullRun, Face, UnitState};
use crate::world::{Side, Unit};

impl Secrets for BullRun {
    /// A sample for a seat: all that it can't know is dealt again, and nothing else is touched.
    fn sample(&mut self, seat: Seat, random: &mut Random) {
        let own = self.side_of(seat);
        let enemy = own.other();
        self.deal_units(enemy, seat, random);
        self.deal_blind(own, random);
        // Whatever the enemy has in hand for its next command, nobody else has seen.
        if self.stage_row().who == Who::One(enemy) {
            self.order = Default::default();
        }
        let deck = &mut self.decks[enemy as usize];
        *deck = deck.dealt_again(random);
    }
}

impl BullRun {
    /// Units of one army get new tokens, for everyone who won't be able to identify them.
    pub(crate) fn mix(&mut self, units: &[Unit], resolution: &mut Resolution<'_>) {
        let side = self.world.unit(units[0]).side;
        let enemy = Some(self.seat_of(side.other()));
        let into = units.iter().map(|&unit| match self.tokens.of(enemy).of(unit) {
            Some(token) => Was::Token(token),
            None => Was::Unit(unit),
        });
        let into = into.collect();
        for observer in [enemy, None] {
            self.tokens.of_mut(observer).deal(units, resolution);
        }
        let tokens = self.tokens.of(enemy);
        let out = units.iter().filter_map(|&unit| Some((tokens.of(unit)?, unit))).collect();
        self.traces[side as usize].mixed(into, out);
    }

    /// §5 step 6: units that nobody has placed are turned face blind and mixed; not even their owner can tell them apart.
    pub(crate) fn blind(&mut self, units: &[Unit], resolution: &mut Resolution<'_>) {
        let Some(&first) = units.first() else { return };
        let owner = self.seat_of(self.world.unit(first).side);
        self.mix(units, resolution);
        self.tokens.of_mut(Some(owner)).deal(units, resolution);
        self.turn_down(units, Face::Blind, Knowledge::NOBODY);
    }

    /// Records in the trace which unit the opponent's token stands for, before it is turned up.
    pub(crate) fn record_identified(&mut self, unit: Unit) {
        let side = self.world.unit(unit).side;
        let enemy = Some(self.seat_of(side.other()));
        if let Some(token) = self.tokens.of(enemy).of(unit) {
            self.traces[side as usize].turned_up(token, unit);
        }
    }

    fn deal_units(&mut self, side: Side, seat: Seat, random: &mut Random) {
        let hidden: Vec<Unit> = self
            .world
            .of_side(side)
            .filter(|&unit| self.unit(unit).at != At::Off && !self.knows(Some(seat), unit))
            .collect();
        if hidden.is_empty() {
            return;
        }
        let mut trace = self.traces[side as usize].clone();
        let dealt = trace.deal_again(random);
        let tokens = self.tokens.of(Some(seat));
        let now = |stands: Unit| tokens.of(stands).and_then(|token| dealt.get(&token)).copied();
        let pairs: Vec<(Unit, Unit)> = hidden
            .into_iter()
            .map(|stands| (now(stands).expect("each hidden unit has a token that came out of a mix"), stands))
            .collect();
        // Where nothing can be otherwise, the sample is the state itself.
        if pairs.iter().any(|(unit, stands)| unit != stands) {
            self.traces[side as usize] = trace;
            self.change_places(&pairs);
        }
    }

    /// §5 steps 6 to 8: which of its own units are which not even the owner knows.
    fn deal_blind(&mut self, side: Side, random: &mut Random) {
        let blind: Vec<Unit> =
            self.world.of_side(side).filter(|&unit| self.unit(unit).face == Face::Blind).collect();
        let mut dealt = blind.clone();
        random.shuffle(&mut dealt);
        let pairs: Vec<(Unit, Unit)> = dealt.into_iter().zip(blind).collect();
        self.change_places(&pairs);
        // They were all mixed in one go, so that for the opponent's trace this is one more way in which that went.
        let enemy = Some(self.seat_of(side.other()));
        for (unit, _) in pairs {
            if let Some(token) = self.tokens.of(enemy).of(unit) {
                self.traces[side as usize].is_now(token, unit);
            }
        }
    }

    /// In each pair the first unit stands where the second stood, and is that block for everyone.
    fn change_places(&mut self, pairs: &[(Unit, Unit)]) {
        if pairs.iter().all(|(unit, stands)| unit == stands) {
            return;
        }
        // The traces name units by what is on their faces, and have been dealt again.
        let traces = std::mem::take(&mut self.traces);
        take_places(self, pairs);
        self.traces = traces;
        let before = self.units.clone();
        for &(unit, stands) in pairs {
            let UnitState { kind, strength, .. } = before[unit];
            self.units[unit] = UnitState { kind, strength, ..before[stands] };
        }
        self.tokens.take_over([None, Some(0), Some(1)], pairs);
    }
}
