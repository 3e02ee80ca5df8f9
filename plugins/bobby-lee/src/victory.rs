//! §4: the victory track, and how the game ends.

use muster_contract::Outcome;
use muster_sdk::{Resolution, line};

use crate::state::{BobbyLee, Ended, Ending, Stage};
use crate::world::Side;

impl BobbyLee {
    /// Who is ahead on the track, if anybody, and by how many spaces.
    pub(crate) fn ahead(&self) -> (Option<Side>, u8) {
        let spaces = self.victory.unsigned_abs();
        match self.victory.signum() {
            1 => (Some(Side::Us), spaces),
            -1 => (Some(Side::Cs), spaces),
            _ => (None, 0),
        }
    }

    /// §4.1, §4.21, §9.0: a decisive victory ends the game at the end of a step; from the winter of 1864 on a marginal one does
    /// too. Gives whether it has ended.
    pub(crate) fn check_step(&mut self, resolution: &mut Resolution<'_>) -> bool {
        if self.ended.is_some() {
            return true;
        }
        let elected = self.year > 1864 || (self.year == 1864 && self.quarter == 4);
        let by = if self.victory.unsigned_abs() >= self.world.decisive.unsigned_abs() {
            Ending::Decisive
        } else if elected && self.is_marginal() {
            Ending::Marginal
        } else {
            return false;
        };
        self.end(Ended { winner: self.ahead().0, by }, resolution);
        true
    }

    fn is_marginal(&self) -> bool {
        self.victory.unsigned_abs() >= self.world.marginal.unsigned_abs()
    }

    /// §4.21, §4.61: what the end of a quarter decides. Gives whether the game has ended.
    pub(crate) fn check_quarter(&mut self, resolution: &mut Resolution<'_>) -> bool {
        let autumn = self.quarter == 3;
        let (ahead, _) = self.ahead();
        let ended =
            if self.world.one_year && self.quarter == self.world.last_quarter && self.year >= self.world.year
            {
                Ended { winner: self.winner_of_year(self.victory), by: Ending::OneYear }
            } else if self.is_marginal() && self.year == 1864 && autumn && ahead == Some(Side::Cs) {
                Ended { winner: ahead, by: Ending::Marginal }
            } else if autumn && self.year >= self.world.last_year {
                Ended { winner: ahead, by: Ending::LastYear }
            } else {
                return false;
            };
        self.end(ended, resolution);
        true
    }

    /// §4.61: who has won a year if the marker ends there.
    pub(crate) fn winner_of_year(&self, marker: i8) -> Option<Side> {
        match (marker - self.world.par).signum() {
            1 => Some(Side::Us),
            -1 => Some(Side::Cs),
            _ => self.world.tie,
        }
    }

    fn end(&mut self, ended: Ended, resolution: &mut Resolution<'_>) {
        self.ended = Some(ended);
        self.stage = Stage::Over;
        (self.picked, self.march, self.battle) = (None, None, None);
        resolution.say("4", || match ended.winner {
            Some(winner) => format!("The {} side wins.", winner.name()),
            None => "Nobody wins.".to_owned(),
        });
    }

    /// The outcome, once the game has ended.
    pub(crate) fn result(&self) -> Option<Outcome> {
        let ended = self.ended?;
        let marker = self.marker_label();
        let (degree, reason) = match ended.by {
            Ending::Decisive => ("decisive", line(format!("A decisive victory: {marker}."), "4.1")),
            Ending::Marginal => ("marginal", line(format!("A marginal victory: {marker}."), "4.21")),
            Ending::OneYear => {
                let par = space(self.world.par);
                let tie = match self.world.tie.filter(|_| self.victory == self.world.par) {
                    Some(side) => format!(", and on it the {} side", side.name()),
                    None => String::new(),
                };
                let text = format!("Who has the marker on his side of {par} wins the year{tie}: {marker}.");
                ("", line(text, "4.61"))
            }
            Ending::LastYear => ("narrow", line(format!("The last year is over: {marker}."), "4.21")),
        };
        Some(Outcome {
            winner: ended.winner.map(|side| side.id().to_owned()),
            degree: if ended.winner.is_some() { degree.to_owned() } else { String::new() },
            reasons: vec![reason],
        })
    }

    /// Where the marker stands, within a sentence.
    pub(crate) fn marker_label(&self) -> String {
        format!("the marker stands on {}", space(self.victory))
    }
}

/// A space of the track.
fn space(victory: i8) -> String {
    match victory {
        0 => "the middle".to_owned(),
        ahead => {
            let side = if ahead > 0 { Side::Us } else { Side::Cs };
            format!("{} {}", side.name(), ahead.unsigned_abs())
        }
    }
}
