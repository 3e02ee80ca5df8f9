//! Reactions, battles and what follows them, by their true chances.

use super::survey::Outlook;
use super::{COMMITTED, FULL_HAND};
use crate::battle::{Fought, Plan, Sheet, Verdict};
use crate::charts::Card;
use crate::choice::Choice;
use crate::state::{March, Named, Works};
use crate::world::{General, Space};

/// What a stack must gain by a maneuver.
const WORTH_A_MANEUVER: i32 = 15;

/// What a battle comes to.
pub(super) struct Odds {
    /// Throws that the attacker wins.
    pub(super) won: i32,
    /// Throws that the defender wins.
    pub(super) lost: i32,
    /// All throws.
    pub(super) all: i32,
    /// Hundredths of SPs that the attacker and the defender lose on the average.
    pub(super) losses: [i32; 2],
    /// SPs of the defender.
    pub(super) defenders: i32,
}

impl Odds {
    pub(super) fn of(sheet: &Sheet) -> Self {
        let mut odds = Self { won: 0, lost: 0, all: 0, losses: [0; 2], defenders: sheet.defender.sps.into() };
        let mut sums = [0; 2];
        sheet.each_outcome(|outcome, ways| {
            odds.all += ways as i32;
            match outcome.verdict {
                Verdict::Won => odds.won += ways as i32,
                Verdict::Lost => odds.lost += ways as i32,
                Verdict::Tied => {}
            }
            for (sum, lost) in sums.iter_mut().zip(outcome.lost) {
                *sum += u64::from(lost) * ways;
            }
        });
        odds.losses = sums.map(|sum| (sum * 100 / odds.all.max(1) as u64) as i32);
        odds
    }
}

impl Outlook<'_> {
    /// What a battle would come to that this stack begins in a space; none where the enemy gives way.
    pub(super) fn odds(&self, march: &March, generals: &[General], at: Space) -> Option<Odds> {
        let game = self.game;
        let limit = game.approach(march, at).limit.unwrap_or(march.sps);
        if crate::battle::is_overwhelming(march.sps.min(limit), game.sps(self.foe, at)) {
            return None;
        }
        game.sheet_of(march, generals, at, Plan::default()).as_ref().map(Odds::of)
    }

    /// What the battle would come to that the enemy's stack brings as things are.
    fn coming(&self) -> Option<(Odds, Space, i32)> {
        let (march, at) = self.game.entry()?;
        let sps = i32::from(march.sps);
        let sheet = self.game.sheet(Plan::default())?;
        Some((Odds::of(&sheet), at, sps))
    }

    /// Of equals the better one commands, above all the better defender.
    pub(super) fn weigh_lead(&self, choice: Choice) -> u32 {
        let Choice::Lead(general) = choice else { return 1 };
        let rating = self.game.rating(general);
        1 + u32::from(rating.defense) * 20 + u32::from(rating.attack) * 10
    }

    pub(super) fn weigh_reaction(&self, choice: Choice) -> u32 {
        let game = self.game;
        let Some((march, at)) = game.entry() else { return 1 };
        let coming = i32::from(march.sps);
        let there = i32::from(game.sps(self.side, at));
        match choice {
            Choice::Intercept(from) => {
                let sps = i32::from(game.sps(self.side, from));
                let enough = (there + sps) * 10 >= coming * 9;
                let quiet = self.site(from).need() < sps / 2;
                if enough && quiet && coming > 0 { 40 } else { 0 }
            }
            Choice::Maneuver(named) => self.weigh_maneuver(named),
            Choice::RollInterceptions => COMMITTED,
            Choice::AvoidBattle => self.weigh_avoidance(at),
            Choice::NoReaction => 10,
            Choice::SendOff => 10,
            Choice::AvoidTo(to) | Choice::PushTo(to) => {
                (200 + self.value(to, there.clamp(0, 50) as u8, 0)).max(1) as u32
            }
            Choice::Stay => 1,
            Choice::BackUp => 10,
            Choice::Stand => u32::from(coming >= 4) * 10,
            _ => 0,
        }
    }

    /// §22.6: he goes where he is worth clearly more than where he stands.
    fn weigh_maneuver(&self, Named { from, to }: Named) -> u32 {
        let limit = self.game.command_limit(self.game.commander_in(self.side, from));
        let sps = self.game.sps(self.side, from).min(limit);
        let counted = self.counted(from, sps)[to];
        let gain = self.value(to, sps, counted.into()) - self.value_of_staying(from, sps);
        if gain > WORTH_A_MANEUVER { gain.min(40) as u32 } else { 0 }
    }

    /// Who will probably lose goes, unless much is at stake.
    fn weigh_avoidance(&self, at: Space) -> u32 {
        let Some((odds, _, coming)) = self.coming() else { return 0 };
        let there = odds.defenders;
        let won = odds.won * 100 / odds.all.max(1);
        let held = if self.site(at).is_kept() { self.site(at).stake() } else { self.site(at).prize() };
        let hopeless = there * 5 < coming;
        if hopeless || won > 45 + held / 2 { 60 } else { 0 }
    }

    pub(super) fn weigh_plan(&self, plan: Plan, choice: Choice) -> u32 {
        match choice {
            Choice::BattleCard(_) => {
                let gain = self.gain_of_help(plan, Plan { card: true, ..plan });
                let least = if self.game.hand(self.side) >= FULL_HAND { 60 } else { 180 };
                if gain > least { COMMITTED } else { 0 }
            }
            // §18.1: a Naval card has few other uses.
            Choice::Support(card) => {
                let gain = self.gain_of_help(plan, Plan { support: [true, false], ..plan });
                let least = if card == Card::Naval { 60 } else { 240 };
                if gain > least { COMMITTED } else { 0 }
            }
            Choice::Attack => 20,
            _ => 0,
        }
    }

    /// What help in a battle gains: hundredths of the chance to win it, by how many fight there and what is won.
    fn gain_of_help(&self, plan: Plan, helped: Plan) -> i32 {
        let of = |plan: Plan| {
            self.game.sheet(plan).map_or(0, |sheet| {
                let odds = Odds::of(&sheet);
                let big = (odds.defenders + i32::from(sheet.attacker.sps)).min(12);
                odds.won * 100 / odds.all.max(1) * (big + self.site(sheet.at).prize() / 12)
            })
        };
        of(helped) - of(plan)
    }

    pub(super) fn weigh_losses(&self, choice: Choice) -> u32 {
        let sps = |at: Space| u32::from(self.game.sps(self.side, at));
        match choice {
            Choice::Displace(true) => 3,
            Choice::Displace(false) => 1,
            Choice::Spare(at, _) => u32::from(sps(at) >= 5) * sps(at),
            Choice::Starve(_) | Choice::NoSupplies => 2,
            Choice::Sacrifice(at) => sps(at),
            _ => 1,
        }
    }

    /// Back to where it stands best.
    pub(super) fn weigh_retreat(&self, fought: &Fought, choice: Choice) -> u32 {
        let Choice::Retreat(path) = choice else { return 1 };
        let sps = self.game.sps(self.side, fought.at);
        let works = matches!(self.game.spot(path.end()).works, Works::Fort(side, _) if side == self.side);
        let worth = 150 + self.value(path.end(), sps, 0) + if works { 20 } else { 0 };
        let worth = worth.max(1) as u32;
        worth * worth
    }
}
