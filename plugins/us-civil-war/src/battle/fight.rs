//! §11.2: the dice of a battle, its losses, and Demoralization (§12).

use muster_contract::EventKind;
use muster_sdk::Resolution;
use serde::{Deserialize, Serialize};

use crate::charts::{Result as Score, Sign};
use crate::state::{Step, UsCivilWar};
use crate::world::{Side, Space};

use super::Plan;
use super::sheet::{Line, Sheet};

/// §12.3: SPs lost in a battle that Demoralize even a victor.
pub const HEAVY_LOSSES: u8 = 3;

/// §11.2.2: how a battle has ended for the attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Verdict {
    /// He has won.
    Won,
    /// Nobody has.
    Tied,
    /// The defender has won.
    Lost,
}

/// What a throw of both sides' dice comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Outcome {
    /// Who wins.
    pub verdict: Verdict,
    /// SPs that the attacker and the defender lose by the table.
    pub lost: [u8; 2],
}

/// A battle whose dice have fallen and whose losses have been taken. What follows needs it: retreats, and whether the stack goes on.
/// Pairs are of the attacker and the defender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fought {
    /// Where.
    pub at: Space,
    /// Where the attacker came from: from there his zone is judged (§11.6.4).
    pub from: Space,
    /// The attacker.
    pub attacker: Side,
    /// How it ended for him.
    pub verdict: Verdict,
    /// SPs before the losses; of the attacker his whole stack, those left behind a river too (C81).
    pub had: [u8; 2],
    /// Of these the SPs that fought: across a river no more than crossed it (§11.5.1).
    pub engaged: [u8; 2],
    /// SPs lost by the table.
    pub lost: [u8; 2],
    /// SPs that are left, of the attacker in his whole stack.
    pub left: [u8; 2],
    /// Whether they were Demoralized before it.
    pub shaken: [bool; 2],
}

impl Fought {
    /// The sides, the attacker first.
    pub const fn sides(&self) -> [Side; 2] {
        [self.attacker, self.attacker.other()]
    }

    /// §11.2.2: who has lost; nobody a tie.
    pub const fn loser(&self) -> Option<Side> {
        match self.verdict {
            Verdict::Won => Some(self.attacker.other()),
            Verdict::Tied => None,
            Verdict::Lost => Some(self.attacker),
        }
    }

    /// Whether the attacker's stack has been eliminated as a whole.
    pub const fn is_spent(&self) -> bool {
        self.left[0] == 0
    }
}

/// A result as it stands in the chart: "1*".
pub(crate) fn printed(score: Score) -> String {
    let sign = match score.sign {
        Sign::None => "",
        Sign::Diamond => "\u{2666}",
        Sign::Asterisk => "*",
    };
    match (score.losses, score.sign) {
        (0, Sign::None) => "no effect".to_owned(),
        (0, _) => sign.to_owned(),
        (losses, _) => format!("{losses}{sign}"),
    }
}

impl UsCivilWar {
    /// §11.2.1: the battle where the stack enters is fought: dice, losses and the Demoralization that doesn't wait for anything. None
    /// if nobody fights there.
    pub fn fight(&mut self, plan: Plan, resolution: &mut Resolution<'_>) -> Option<Fought> {
        let sheet = self.sheet(plan)?;
        let had = [self.march.as_deref()?.sps, sheet.defender.sps];
        let attack = self.roll(&sheet, &sheet.attacker, "attack", resolution);
        let defense = self.roll(&sheet, &sheet.defender, "defense", resolution);
        let outcome = sheet.outcome(attack, defense);
        let Outcome { verdict, lost } = outcome;
        self.announce_at(resolution, EventKind::Text, sheet.at, "11.2.2", || {
            let (side, other) = (sheet.attacker.side.name(), sheet.defender.side.name());
            let why = if attack.losses == defense.losses { "as many, and the sign decides: " } else { "" };
            let end = match verdict {
                Verdict::Won => format!("{why}the {side} attack succeeds"),
                Verdict::Tied => "equal, so nobody wins, and the attack goes back".to_owned(),
                Verdict::Lost => format!("{why}the {other} defense holds"),
            };
            let (attack, defense) = (printed(attack), printed(defense));
            format!("{side} attack: {attack}; {other} defense: {defense}; {end}.")
        });
        let mut fought = Fought {
            at: sheet.at,
            from: sheet.from,
            attacker: sheet.attacker.side,
            verdict,
            had,
            engaged: [sheet.attacker.sps, sheet.defender.sps],
            lost,
            left: had,
            shaken: sheet.shaken,
        };
        self.judge_morale(&sheet, verdict, resolution);
        self.take_losses(&mut fought, sheet.lost(&outcome), resolution);
        Some(fought)
    }

    /// Throws a side's dice and reads its column.
    fn roll(&self, sheet: &Sheet, line: &Line, what: &str, resolution: &mut Resolution<'_>) -> Score {
        let reason = || {
            let (column, modifier) = (line.column.label(), line.modifier());
            format!("{} {what} at {}, column {column}, {modifier:+}", line.side.name(), self.called(sheet.at))
        };
        let faces = resolution.roll_openly(line.column.dice(), 6, "11.2.1", |_| true, reason);
        let ones = faces.iter().filter(|&&face| face == 1).count() as u8;
        let mut sum: i8 = faces.iter().map(|&face| face as i8).sum();
        if line.spirited && ones > 0 {
            let again = || format!("{}, its ones again", reason());
            let faces = resolution.roll_openly(ones, 6, "22.5.3", |_| true, again);
            sum += faces.iter().map(|&face| face as i8 - 1).sum::<i8>();
        }
        line.score(sum)
    }

    /// §11.2.1 steps 4 and 5, §12.2, §12.3: losses of those who fought; the loser and whoever has lost heavily are Demoralized, and a
    /// loser who was so before loses another SP, if one of those who have crossed a river is left (§11.5.1).
    fn take_losses(&mut self, fought: &mut Fought, all: [u8; 2], resolution: &mut Resolution<'_>) {
        for (number, side) in fought.sides().into_iter().enumerate() {
            let (lost, beaten) = (all[number], fought.loser() == Some(side));
            let again = lost > fought.lost[number];
            fought.left[number] = fought.had[number] - lost;
            self.lose_sps(fought, number, lost, resolution);
            if again {
                self.announce_at(resolution, EventKind::Text, fought.at, "12.2", || {
                    "One of them is lost for being Demoralized again.".to_owned()
                });
            }
            let heavy = fought.lost[number] >= HEAVY_LOSSES;
            if fought.left[number] > 0 && (beaten || heavy) && !fought.shaken[number] {
                self.demoralize(fought, number, if beaten { "12.2" } else { "12.3" }, resolution);
            }
        }
    }

    /// Takes SPs from the stack that is on its way, or from the defender.
    fn lose_sps(&mut self, fought: &Fought, number: usize, lost: u8, resolution: &mut Resolution<'_>) {
        if lost == 0 {
            return;
        }
        let side = fought.sides()[number];
        if number == 0 {
            if let Some(march) = self.march.as_deref_mut() {
                march.sps = march.sps.saturating_sub(lost);
                // Without SPs it holds the space no longer (§6.3).
                self.derived.touch(march.at);
            }
            self.count_lost(side, lost);
        } else {
            self.eliminate(side, fought.at, lost);
        }
        self.announce_at(resolution, EventKind::Lost, fought.at, "11.2.1", || {
            format!(
                "{} {} eliminated.",
                self.described(side, lost, &[]),
                if lost == 1 { "is" } else { "are" }
            )
        });
    }

    /// §12.2: the attacker's stack or the defender's in the space of the battle becomes Demoralized.
    fn demoralize(&mut self, fought: &Fought, number: usize, section: &str, resolution: &mut Resolution<'_>) {
        if number == 0 {
            if let Some(march) = self.march.as_deref_mut() {
                march.demoralized = true;
            }
        } else if let Some(force) = &mut self.spot_mut(fought.at).force {
            force.demoralized = true;
        }
        let side = fought.sides()[number];
        self.announce_at(resolution, EventKind::Text, fought.at, section, || {
            format!("The {} force is Demoralized.", side.name())
        });
    }

    /// §13.1.5: after a tie whoever isn't in Full Supply is Demoralized, or loses an SP if he was so before and one of those who fought
    /// is left (§11.5.1, §12.2). The attacker has gone back to this space.
    pub fn settle_tie(&mut self, fought: &Fought, back: Space, resolution: &mut Resolution<'_>) {
        let (sides, places) = (fought.sides(), [back, fought.at]);
        // Both are judged as they stand now, before either suffers for it.
        let short = [0, 1]
            .map(|number| fought.left[number] > 0 && !self.supply(sides[number]).is_full(places[number]));
        for number in (0..2).filter(|&number| short[number]) {
            let (side, at) = (sides[number], places[number]);
            if fought.shaken[number] {
                if fought.engaged[number] == fought.lost[number] {
                    continue;
                }
                self.lose_one_of(side, at, number == 0);
            } else if let Some(force) = &mut self.spot_mut(at).force {
                force.demoralized = true;
            }
            let again = fought.shaken[number];
            let kind = if again { EventKind::Lost } else { EventKind::Text };
            self.announce_at(resolution, kind, at, "13.1.5", || {
                let end = if again { "loses another SP" } else { "is Demoralized" };
                format!("The {} force isn't in Full Supply and {end}.", side.name())
            });
        }
    }

    /// An SP of a space is lost, one of those that have moved or of the others.
    fn lose_one_of(&mut self, side: Side, at: Space, moved: bool) {
        let marched = self.spot(at).force.map_or(0, |force| force.moved);
        self.eliminate(side, at, 1);
        if let Some(force) = self.spot_mut(at).force.as_mut().filter(|_| moved) {
            force.moved = marched.saturating_sub(1);
        }
    }

    /// §11.2.4, §13.1.5: whoever has lost his last SP to a tie once it was settled says whether his generals stay, the attacker first. The
    /// attacker has gone back to this space; those who find other SPs there stay with them.
    pub(crate) fn ask_spent(&mut self, fought: &Fought, back: Space) {
        if fought.verdict != Verdict::Tied {
            return;
        }
        for (number, side) in fought.sides().into_iter().enumerate().rev() {
            let at = if number == 0 { back } else { fought.at };
            let generals = self.generals_in(side, at).next().is_some();
            if fought.left[number] > 0 && self.sps(side, at) == 0 && generals {
                self.frames.call(Step::Stranded(side, at));
            }
        }
    }
}
