//! The weights of activations (§5.11) and moves (§5.3).

use muster_contract::Seat;

use super::COMMITTED;
use super::field::Field;
use crate::choice::Choice;
use crate::movement::Pace;
use crate::state::{Active, BobbyLee, Stage};
use crate::world::{Hex, Kind, Side, Unit};

/// A leader whose command gains less than this isn't activated.
const IDLE: u32 = 8;
/// An attack with fewer hundredths of the enemy's strength isn't made.
const ODDS: u32 = 130;

impl BobbyLee {
    pub(super) fn weigh_activation(&self, seat: Seat, choices: &[Choice], weights: &mut Vec<u32>) {
        let field = Field::new(self, seat);
        let commanded = self.commanded();
        weights.extend(choices.iter().map(|&choice| match choice {
            Choice::Activate(leader, supreme) => self.weigh_leader(&field, &commanded, leader, supreme),
            Choice::Pass if self.passed && self.wins_now(field.side) => 20 * COMMITTED,
            Choice::Pass => 14,
            _ => 24,
        }));
    }

    /// Whether a quarter that ended now would end the game with a win.
    fn wins_now(&self, side: Side) -> bool {
        let winner = self.winner_of_year(self.victory - 1);
        self.world.one_year && self.quarter == self.world.last_quarter && winner == Some(side)
    }

    /// What the units that a leader would move can gain.
    fn weigh_leader(&self, field: &Field<'_>, commanded: &[Hex], leader: Unit, supreme: bool) -> u32 {
        let world = &field.game.world;
        let Some(from) = self.hex_of(leader) else { return 0 };
        let reach =
            if supreme { Vec::new() } else { self.range_of(field.side, from, world.unit(leader).command) };
        let mut gains: Vec<u32> = self
            .on_map(field.side)
            .filter(|&unit| unit != leader && self.unit(unit).active == Active::No)
            .filter_map(|unit| {
                let at = self.hex_of(unit)?;
                let fresh = !commanded.contains(&at) && (supreme || reach.contains(&at));
                fresh.then(|| self.pull(field, unit, at, &reach).max(0) as u32)
            })
            .collect();
        let steps = self.unit(leader).strength;
        gains.sort_unstable_by_key(|&gain| std::cmp::Reverse(gain));
        gains.truncate(if supreme { usize::from(steps) } else { 10 });
        let sum: u32 = gains.iter().sum();
        if sum < IDLE { 1 } else { sum * (2 + u32::from(steps)) / 4 }
    }

    pub(super) fn weigh_moves(&self, seat: Seat, choices: &[Choice], weights: &mut Vec<u32>) {
        let field = Field::new(self, seat);
        let commanded = self.commanded();
        let unit = self.mover();
        weights.extend(choices.iter().map(|&choice| match (choice, unit) {
            (Choice::Pick(unit), _) => {
                let Some(at) = self.hex_of(unit) else { return 0 };
                match self.pull(&field, unit, at, &commanded) {
                    gain @ 1.. => 2 + 3 * gain as u32,
                    _ => 0,
                }
            }
            (Choice::Done, _) => 6,
            (Choice::Halt, _) => 8,
            (_, Some(unit)) => self.weigh_step(&field, unit, choice, &commanded),
            _ => 1,
        }));
    }

    /// The weight of the next hex of a march, or of a transport.
    fn weigh_step(&self, field: &Field<'_>, unit: Unit, choice: Choice, commanded: &[Hex]) -> u32 {
        let Some(at) = self.hex_of(unit) else { return 0 };
        let (to, price) = match choice {
            Choice::Go(Pace::Forced, to) => (to, 3),
            Choice::Go(_, to) | Choice::Transport(_, to) => (to, 1),
            _ => return 0,
        };
        match self.gain(field, unit, at, to, commanded) {
            gain @ 1.. => 1 + 6 * gain as u32 / price,
            // A march can be halted.
            _ => u32::from(self.march.is_none()),
        }
    }

    /// How much better off a unit is in another hex.
    fn gain(&self, field: &Field<'_>, unit: Unit, at: Hex, to: Hex, commanded: &[Hex]) -> i32 {
        let info = field.game.world.unit(unit);
        if info.kind.leads() {
            return self.company(field, unit, to) - self.company(field, unit, at);
        }
        if field.blocks(to)[1] > 0 {
            return self.weigh_attack(field, to, commanded);
        }
        field.worth(unit, to) - field.worth(unit, at)
    }

    /// The worth of a leader in a hex: the troops within his command range, and no enemy next to him alone.
    fn company(&self, field: &Field<'_>, leader: Unit, hex: Hex) -> i32 {
        let world = &field.game.world;
        let reach = i32::from(world.unit(leader).command.max(1));
        let mut near = 0;
        for unit in self.on_map(field.side).filter(|&unit| !world.unit(unit).kind.leads()) {
            let apart = self.hex_of(unit).map_or(9, |at| i32::from(world.distances.between(at, hex)));
            if apart <= reach {
                near += i32::from(self.unit(unit).strength) * (1 + i32::from(apart == 0));
            }
        }
        let alone = field.own(hex) <= 1 && field.threat(hex) > 0;
        let attack = field.blocks(hex)[1] > 0 && field.own(hex) == 0;
        if attack || alone { -20 } else { near }
    }

    /// The best gain of a unit from where it is.
    fn pull(&self, field: &Field<'_>, unit: Unit, at: Hex, commanded: &[Hex]) -> i32 {
        let world = &field.game.world;
        let info = world.unit(unit);
        let leads = info.kind.leads();
        // Leaders move when the others have (§1.21).
        if leads && self.stage != Stage::LeaderMove {
            return 0;
        }
        let mut best = 0;
        for way in world.hex(at).ways.iter().filter(|way| way.hexside.passable) {
            if field.blocks(way.to)[1] > 0 && info.speed < 2 {
                continue;
            }
            best = best.max(self.gain(field, unit, at, way.to, commanded));
        }
        let by_rail =
            !leads && self.strategic > 0 && world.hex(at).ways.iter().any(|way| way.hexside.railroad);
        if by_rail && !commanded.contains(&at) && field.threat(at) == 0 {
            best = best.max(5 + 2 * i32::from(self.unit(unit).strength));
        }
        best
    }

    /// The worth of an attack into a hex by all who could make it; below 0 if they are too few.
    fn weigh_attack(&self, field: &Field<'_>, to: Hex, commanded: &[Hex]) -> i32 {
        let (world, info) = (&field.game.world, field.game.world.hex(to));
        let [mut blocks, defenders] = field.blocks(to);
        let committed = u32::from(field.own(to));
        let mut steps = committed;
        for way in info.ways.iter().filter(|way| way.hexside.passable) {
            if !commanded.contains(&way.to) || self.is_in(field.side.other(), way.to) {
                continue;
            }
            let limit = info.limits(&way.hexside, self.mud).attack;
            let came = self.in_hex(field.side, to).filter(|&one| self.unit(one).came == Some(way.edge));
            let mut room = limit.saturating_sub(came.count() as u8);
            for one in self.in_hex(field.side, way.to) {
                let able = !world.unit(one).kind.leads() && world.unit(one).kind != Kind::Garrison;
                if able && room > 0 && !self.unit(one).moved {
                    (room, blocks) = (room - 1, blocks + 1);
                    steps += u32::from(self.unit(one).strength);
                }
            }
        }
        let theirs = u32::from(field.enemy(to)).max(1);
        let points =
            i32::from(info.vp) * if self.taken.contains(&to) == (info.home == field.side) { 12 } else { 2 };
        // A few blocks must give way to more (§6.1), but not out of a fortress.
        if defenders <= 2 && !info.fortress {
            let enough = committed >= 2 * theirs + 2 && field.blocks(to)[0] > defenders + 1;
            if blocks > defenders && steps * 2 > theirs && !enough {
                return 14 + points + theirs as i32;
            }
            return if committed > 0 && blocks > defenders { 2 } else { -20 };
        }
        let works = match (info.fortress, info.woods) {
            (true, _) => 200,
            (_, true) => 120,
            _ => 100,
        };
        let behind = u32::from(field.threat(to)) / 3;
        let odds = steps * 10_000 / ((theirs + behind) * works);
        match odds {
            _ if blocks <= 2 => -20,
            ODDS.. if committed >= 3 * theirs => 1,
            ODDS.. => 12 + points + (odds.min(300) - ODDS) as i32 / 8 + theirs as i32,
            // An attack that has begun is joined.
            80.. if committed > 0 => 14,
            _ => -20,
        }
    }
}
