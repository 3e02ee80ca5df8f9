//! Activations and marches: a stack is judged by the best place that it comes to, and each of its steps by the best beyond it.

use std::cell::OnceCell;

use muster_sdk::Table;

use super::battle::Odds;
use super::survey::Outlook;
use super::{COMMITTED, OfList};
use crate::choice::{Choice, Pay};
use crate::state::{Ferried, March, Means, Post};
use crate::supply::View;
use crate::units::Piece;
use crate::world::{General, Rating, Side, Space};

/// A march that gains less isn't worth a point.
const IDLE: i32 = 5;

/// A stack that is on its way or could be.
pub(super) struct Going {
    /// Where it stands, how many SPs it has, who commands it, whether it may go near the enemy.
    pub(super) march: March,
    /// Its generals.
    pub(super) generals: Vec<General>,
    /// By space how many of its SPs are counted as near it, if it is still on the map.
    counted: Option<Table<Space, u8>>,
    /// §5.1.1: it can go a hex without having the MPs.
    fresh: bool,
}

/// The best that comes of a step.
#[derive(Clone, Copy)]
struct Prospect {
    first: Space,
    worth: i32,
}

/// A space that a stack comes to.
#[derive(Clone, Copy)]
struct Stop {
    at: Space,
    left: u8,
    first: Space,
}

impl Outlook<'_> {
    pub(super) fn weigh_action(&self, choice: Choice, list: &OfList) -> u32 {
        let game = self.game;
        match choice {
            Choice::Activate(piece, pay) => self.priced(self.weigh_activation(piece, pay, list), pay),
            Choice::Rally(at, pay) => {
                let near = if self.foes(at) > 0 { 3 } else { 1 };
                self.priced(u32::from(game.sps(self.side, at)) * 6 * near, pay)
            }
            Choice::Entrench(at, pay) => self.priced(self.weigh_works(at), pay),
            Choice::BeginFort(at, _) => self.priced(self.weigh_works(at), Pay::Point),
            Choice::Transfer(general, pay) => self.priced(self.weigh_transfer(general, &list.wanted), pay),
            Choice::TransferTo(at) => self.wants_general(at),
            Choice::Train(_) => 6,
            Choice::EndActions => 1,
            Choice::EndTransfer => 2,
            _ => 0,
        }
    }

    /// Works are for those who stand where the enemy will come.
    fn weigh_works(&self, at: Space) -> u32 {
        let (sps, foes) = (i32::from(self.game.sps(self.side, at)), self.foes(at));
        let exposed = foes * 2 >= sps && foes > 0 && sps >= 2;
        let works = self.game.spot(at).fortified() == Some(self.side);
        if exposed && !works { (self.site(at).stake() / 3 + sps * 2) as u32 } else { 0 }
    }

    /// A general is transferred from where others are to where none is.
    fn weigh_transfer(&self, general: General, wanted: &OnceCell<u32>) -> u32 {
        let Post::Map(at) = self.game.officers[general].post else { return 0 };
        let spare = self.game.generals_in(self.side, at).count() > 1 || self.game.sps(self.side, at) < 2;
        if !spare {
            return 0;
        }
        let places = || self.game.laid().filter(|(_, spot)| spot.sps(self.side) > 0);
        wanted.get_or_init(|| places().map(|(space, _)| self.wants_general(space)).max().unwrap_or(0)) / 2
    }

    /// How much a general is wanted where SPs are without one.
    pub(super) fn wants_general(&self, at: Space) -> u32 {
        let (game, sps) = (self.game, u32::from(self.game.sps(self.side, at)));
        match game.commander_in(self.side, at) {
            None if sps > 1 => sps * 4 + self.foes(at).min(10) as u32,
            Some(commander) if u32::from(game.command_limit(Some(commander))) < sps => sps,
            _ => sps / 6,
        }
    }

    fn weigh_activation(&self, piece: Piece, pay: Pay, list: &OfList) -> u32 {
        let Some(going) = self.going(piece, pay) else { return 0 };
        let bold = going.march.bold;
        let gain = match list.gain.get() {
            Some((same, as_bold, gain)) if same == piece && as_bold == bold => gain,
            _ => {
                let mut best = i32::MIN;
                self.prospects(&going, |prospect| best = best.max(prospect.worth));
                best.saturating_sub(self.value_of_staying(going.march.at, going.march.sps))
            }
        };
        list.gain.set(Some((piece, bold, gain)));
        if gain < IDLE { 0 } else { (gain.min(300) * gain.min(300) / 16) as u32 + 1 }
    }

    /// The stack as an activation would make it; none if it isn't worth a thought.
    fn going(&self, piece: Piece, pay: Pay) -> Option<Going> {
        let (game, side) = (self.game, self.side);
        let at = game.space_of(piece)?;
        let force = game.spot(at).force.filter(|force| force.side == side)?;
        let here = || game.generals_in(side, at).filter(|&one| !game.officers[one].moved);
        let (commander, mut generals) = match piece {
            Piece::General(general) => {
                let outranked = here().any(|other| game.rank(other) > game.rank(general));
                if outranked {
                    return None;
                }
                (Some(general), vec![general])
            }
            _ if here().next().is_some() => return None,
            _ => (None, Vec::new()),
        };
        generals
            .extend(here().filter(|&one| Some(one) != commander && game.may_follow(commander, one).is_ok()));
        let rating = commander.map_or(Rating::INTRINSIC, |general| game.rating(general));
        let kept = u8::from(game.generals_in(side, at).count() > generals.len());
        let able = game.command_limit(commander).min(force.sps - force.moved);
        let moves = rating.moves - u8::from(force.foraging);
        let march = March {
            side,
            at,
            from: None,
            origin: at,
            commander,
            activated: commander,
            forced: false,
            lone: false,
            sps: able.min(force.sps - kept),
            demoralized: force.demoralized,
            foraging: force.foraging,
            surrender: 0,
            allowance: moves,
            moves,
            means: Means::Land,
            paid: 1,
            bold: !rating.cautious || pay != Pay::Point,
            assisted: false,
            ferried: Ferried::Nobody,
            card: None,
            entering: None,
            maneuvers: false,
            named: Vec::new(),
            leaving: Vec::new(),
            retreated: Vec::new(),
        };
        (march.sps > 0).then(|| {
            let counted = Some(self.counted(at, march.sps));
            Going { march, generals, counted, fresh: true }
        })
    }

    /// Calls `found` with what each space that the stack can come to is worth, and the first step to it.
    fn prospects(&self, going: &Going, mut found: impl FnMut(Prospect)) {
        let (game, march) = (self.game, &going.march);
        let (start, view) = (march.at, View::new(game, self.side));
        let careful = !march.bold || march.sps == 0;
        let mut best: Table<Space, u8> = game.world.spaces.all_with(0);
        let mut stops = vec![Stop { at: start, left: march.moves, first: start }];
        best[start] = march.moves + 1;
        let mut next = 0;
        while let Some(&Stop { at, left, first }) = stops.get(next) {
            next += 1;
            if best[at] != left + 1 {
                continue;
            }
            for link in view.net.links(at) {
                let to = link.to;
                if best[to] > left {
                    continue;
                }
                let cost = link.there;
                let free = going.fresh && at == start;
                if cost > left && !free {
                    continue;
                }
                let first = if at == start { to } else { first };
                let rest = left.saturating_sub(cost);
                let site = self.site(to);
                let barred = march.sps > 1 && !march.assisted && !view.crosses(at, link);
                if best[to] > rest || barred || !site.is_land() || careful && site.is_exposed() {
                    continue;
                }
                best[to] = rest + 1;
                if site.is_defended() {
                    let worth = self.worth_of_attack(going, at, to);
                    found(Prospect { first, worth: worth - i32::from(at != start) });
                } else {
                    // What is nearer is taken first.
                    let worth = self.worth(going, to) - i32::from(march.moves - rest) / 2;
                    found(Prospect { first, worth });
                    stops.push(Stop { at: to, left: rest, first });
                }
            }
        }
    }

    /// What it is worth to attack a space from another.
    fn worth_of_attack(&self, going: &Going, from: Space, at: Space) -> i32 {
        let march = March { at: from, ..going.march.clone() };
        let won = self.worth(going, at);
        let Some(odds) = self.odds(&march, &going.generals, at) else { return won };
        self.worth_of_battle(&odds, self.worth(going, from), won)
    }

    /// What a stack would be worth in a space.
    fn worth(&self, going: &Going, at: Space) -> i32 {
        let counted = going.counted.as_ref().map_or(0, |counted| counted[at]);
        self.value(at, going.march.sps, counted.into())
    }

    pub(super) fn worth_of_battle(&self, odds: &Odds, lost: i32, won: i32) -> i32 {
        let per = |part: i32| part * 100 / odds.all.max(1);
        let (win, lose) = (per(odds.won), per(odds.lost));
        let [own, foes] = odds.losses;
        // Who has more men can better lose them, and time is against him.
        let [dear, cheap, shame] = match self.side {
            Side::Us => [6, 10, 8],
            Side::Cs => [12, 10, 16],
        };
        let after = (win * won + (100 - win) * lost) / 100;
        after + (cheap * foes - dear * own) / 100 + win * (6 + 2 * odds.defenders) / 100 - lose * shame / 100
    }

    pub(super) fn weigh_march(&self, choices: &[Choice], weights: &mut Vec<u32>) {
        let game = self.game;
        let Some(march) = game.march.as_deref() else { return };
        let fresh = march.from.is_none() && march.moves == march.allowance;
        let going = Going {
            march: march.clone(),
            generals: game.marching_generals().collect(),
            counted: None,
            fresh,
        };
        let mut ways: Vec<Prospect> = Vec::new();
        self.prospects(&going, |prospect| match ways.iter_mut().find(|way| way.first == prospect.first) {
            Some(way) => way.worth = way.worth.max(prospect.worth),
            None => ways.push(prospect),
        });
        let rest = self.worth(&going, march.at);
        let best = ways.iter().map(|way| way.worth).max().unwrap_or(i32::MIN);
        let goes = best > rest && march.sps > 0 || game.may_halt().is_err();
        let guard = self.guard(march);
        weights.extend(choices.iter().map(|&choice| match choice {
            Choice::Mark => COMMITTED * u32::from(self.site(march.at).prize() > 0),
            Choice::Drop(sps) if guard > 0 && goes => COMMITTED * u32::from(i32::from(sps) == guard),
            Choice::Go(to) => {
                let way = ways.iter().find(|way| way.first == to);
                let near = way.is_some_and(|way| way.worth >= best);
                if goes && guard == 0 && near { COMMITTED / 4 } else { 0 }
            }
            Choice::Halt => u32::from(!goes) * COMMITTED / 4,
            Choice::DigIn if !goes => self.weigh_works(march.at) * 10,
            Choice::Take(sps) if march.from.is_some() => self.weigh_take(march, sps),
            _ => 0,
        }));
    }

    /// SPs to leave in the space that the stack sets out from, since the enemy is near and nobody stays.
    fn guard(&self, march: &March) -> i32 {
        let stays = i32::from(self.game.sps(self.side, march.at));
        if march.from.is_some() || self.site(march.at).stake() < 20 && self.site(march.at).is_kept() {
            return 0;
        }
        let wanted = if self.site(march.at).is_kept() { (self.foes(march.at) / 3).min(4) } else { 1 };
        (wanted - stays).clamp(0, i32::from(march.sps) / 3)
    }

    /// Whom it meets on its way it takes along where he isn't needed.
    fn weigh_take(&self, march: &March, sps: u8) -> u32 {
        let spare = i32::from(self.game.sps(self.side, march.at)) - self.foes(march.at) / 3;
        let fits = i32::from(sps) == spare && self.site(march.at).stake() < 20;
        COMMITTED * u32::from(fits && march.moves > 0)
    }
}
