//! Activations and marches: a stack is judged by the best place that it comes to, and each of its steps by the best beyond it.

use muster_sdk::Table;

use super::battle::Odds;
use super::survey::Outlook;
use super::{COMMITTED, OfList, sharp};
use crate::charts::Card;
use crate::choice::{Choice, Pay};
use crate::state::{Escort, Ferried, March, Means, Post, Step};
use crate::supply::View;
use crate::units::Piece;
use crate::world::{General, Rating, Side, Space, Way};

/// A march that gains less isn't worth a point.
const IDLE: i32 = 5;
/// What it is worth to come nowhere.
pub(super) const NOWHERE: i32 = -10_000;
/// The Action Phases of a turn (§4.1.1).
const LAST_CYCLE: u8 = 4;
/// §9.2.1: throws of two dice by which one intercepts, by what is added to them.
const INTERCEPTED: [i32; 6] = [10, 15, 21, 26, 30, 33];

/// A stack that is on its way or could be.
pub(super) struct Going {
    /// Where it stands, how many SPs it has, who commands it, whether it may go near the enemy.
    pub(super) march: March,
    /// Its generals.
    pub(super) generals: Vec<General>,
    /// By space how many of its SPs are counted as near it, if it is still on the map.
    pub(super) counted: Option<Table<Space, u8>>,
    /// §5.1.1: it can go a hex without having the MPs.
    pub(super) fresh: bool,
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
    /// What it has risked on the way.
    risk: i32,
}

/// SPs in a space and who leads them.
#[derive(Clone, Copy)]
pub(super) struct Stack {
    at: Space,
    sps: u8,
    /// SPs that their commander may lead; 0 without one.
    limit: u8,
    generals: u8,
    /// How good he is.
    skill: i32,
}

impl Outlook<'_> {
    pub(super) fn weigh_action(&self, choice: Choice, list: &OfList) -> u32 {
        let game = self.game;
        let gain = match choice {
            Choice::Activate(piece, pay) => self.gain_of_activation(piece, pay, list) - self.price(pay),
            Choice::Embark(piece, means, pay) => {
                self.gain_of_voyage(piece, means, pay, list) - self.price(pay)
            }
            Choice::Rally(at, pay) => {
                let near = if self.foes(at) > 0 { 3 } else { 1 };
                // At the turn's end they Rally for nothing.
                let soon = if game.cycle < LAST_CYCLE { 1 } else { 2 };
                i32::from(game.sps(self.side, at)) * 3 * near / soon - self.price(pay)
            }
            Choice::Entrench(at, pay) => self.gain_of_works(at) - self.price(pay),
            Choice::BeginFort(at, card) => self.gain_of_works(at) - self.price(Pay::Card(card)),
            Choice::Transfer(general, pay) => self.gain_of_transfer(general, list) - self.price(pay),
            Choice::TransferTo(at) => match game.frames.step() {
                Step::Transfer { general, .. } => self.wants_general(general, at, list),
                _ => 0,
            },
            Choice::Train(_) | Choice::EndTransfer => IDLE + 2,
            Choice::EndActions => return 1,
            _ => 0,
        };
        sharp(gain)
    }

    /// Works are for those who stand where the enemy will come.
    fn gain_of_works(&self, at: Space) -> i32 {
        let (sps, foes) = (i32::from(self.game.sps(self.side, at)), self.foes(at));
        let exposed = foes * 2 >= sps && foes > 0 && sps >= 2;
        let works = self.game.spot(at).fortified() == Some(self.side);
        if exposed && !works { self.site(at).stake() / 5 + sps * 2 } else { 0 }
    }

    /// What it gains to transfer a general from where he isn't needed to where he is.
    pub(super) fn gain_of_transfer(&self, general: General, list: &OfList) -> i32 {
        let Post::Map(at) = self.game.officers[general].post else { return 0 };
        let others = self.game.generals_in(self.side, at).filter(|&other| other != general);
        let sps = self.game.sps(self.side, at);
        let needed = match others.map(|other| self.game.rank(other)).max() {
            None => sps > 1,
            Some(rank) => rank < self.game.rank(general) && sps > 2 || sps > 6,
        };
        if needed {
            return 0;
        }
        let places = list.stacks.get_or_init(|| self.stacks());
        let near = |to: Space| self.game.world.space(to).theater == self.game.world.space(at).theater;
        // Who is Isolated gets nobody; to find that out for certain would take longer than it is worth.
        let fed = places.iter().filter(|stack| stack.at != at && self.site(stack.at).is_fed());
        let wanted = fed.map(|stack| {
            let want = self.wants(general, stack);
            if near(stack.at) { want } else { want * 2 / 3 }
        });
        wanted.max().unwrap_or(0) / 2
    }

    /// The stacks of the side and who leads them.
    fn stacks(&self) -> Vec<Stack> {
        let game = self.game;
        let mut stacks: Vec<Stack> = game
            .laid()
            .filter(|(_, spot)| spot.sps(self.side) > 1)
            .map(|(at, spot)| Stack { at, sps: spot.sps(self.side), limit: 0, generals: 0, skill: 0 })
            .collect();
        for (general, at) in game.posted(self.side) {
            let Some(stack) = stacks.iter_mut().find(|stack| stack.at == at) else { continue };
            stack.generals += 1;
            let limit = game.command_limit(Some(general));
            if limit >= stack.limit {
                let skill = self.skill(general);
                stack.skill = if limit > stack.limit { skill } else { stack.skill.max(skill) };
                stack.limit = limit;
            }
        }
        stacks
    }

    /// How good he is.
    pub(super) fn skill(&self, general: General) -> i32 {
        let rating = self.game.rating(general);
        i32::from(rating.attack) + i32::from(rating.defense) - i32::from(rating.cautious)
    }

    /// How much a general is wanted in a stack: where SPs are without one, or have one of low rank, or have too few for a battle.
    fn wants(&self, general: General, stack: &Stack) -> i32 {
        let limit = self.game.command_limit(Some(general));
        let led = i32::from(limit.min(stack.sps)) - i32::from(stack.limit.min(stack.sps));
        let foes = self.foes(stack.at);
        let aides = u8::from(stack.sps > 6) + u8::from(stack.sps > 12);
        let skill = self.skill(general);
        let quiet = if foes > 0 { 1 } else { 3 };
        if led > 0 {
            (led * 6 + foes.min(10) + skill * 3) / quiet
        } else if limit == stack.limit && skill > stack.skill {
            (skill - stack.skill) * i32::from(stack.sps.min(8)) / quiet
        } else if stack.generals < 1 + aides && skill > 0 {
            skill * 8 / quiet
        } else {
            0
        }
    }

    /// The same in a space, which a general could be sent to.
    pub(super) fn wants_general(&self, general: General, at: Space, list: &OfList) -> i32 {
        let stacks = list.stacks.get_or_init(|| self.stacks());
        let there = stacks.iter().find(|stack| stack.at == at);
        let theater = |space: Space| self.game.world.space(space).theater;
        let want = there.map_or(0, |stack| self.wants(general, stack));
        match self.game.officers[general].post {
            Post::Map(from) if theater(from) != theater(at) => want * 2 / 3,
            _ => want,
        }
    }

    fn gain_of_activation(&self, piece: Piece, pay: Pay, list: &OfList) -> i32 {
        let bold = self.is_bold(piece, pay);
        let known = list.gain.get().filter(|&(same, as_bold, _)| same == piece && as_bold == bold);
        let gain = known.map(|(.., gain)| gain).unwrap_or_else(|| {
            let Some(going) = self.going(piece, pay) else { return 0 };
            let led = list.led.get_or_init(|| self.led());
            let best = self.best_prospect(&going, led).max(self.best_with_ships(&going, led));
            best - self.value_of_staying(going.march.at, going.march.sps)
        });
        list.gain.set(Some((piece, bold, gain)));
        gain
    }

    /// §7.7: whether who commands may go near the enemy if he is paid for so.
    fn is_bold(&self, piece: Piece, pay: Pay) -> bool {
        pay != Pay::Point || piece.general().is_none_or(|general| !self.game.rating(general).cautious)
    }

    fn best_prospect(&self, going: &Going, led: &Table<Space, u8>) -> i32 {
        let mut best = NOWHERE;
        self.prospects(going, led, |prospect| best = best.max(prospect.worth));
        best
    }

    /// §18.1: the same if ships help a stack over the enemy's waters before it, for what the card is worth.
    fn best_with_ships(&self, going: &Going, led: &Table<Space, u8>) -> i32 {
        let game = self.game;
        let march = &going.march;
        let cost = match () {
            () if game.holds_card(self.side, Card::Naval) > 0 => 10,
            () if game.holds_card(self.side, Card::Any) > 0 => 24,
            () => return NOWHERE,
        };
        let mut ways = game.world.space(march.at).ways.iter();
        let closed = |way: &Way| {
            game.is_assistable(march.at, way) && game.is_hostile_water(self.side, march.at, way, false)
        };
        let few = march.sps < 3 || march.commander.is_none();
        if few || game.may_help(self.side).is_err() || !ways.any(closed) {
            return NOWHERE;
        }
        let assisted = Going {
            march: March { assisted: true, ..march.clone() },
            generals: going.generals.clone(),
            counted: going.counted.clone(),
            fresh: going.fresh,
        };
        self.best_prospect(&assisted, led) - cost
    }

    /// By space how well the enemy's generals there react: 0 where none is, else what they add and 1.
    fn led(&self) -> Table<Space, u8> {
        let mut led = self.game.world.spaces.all_with(0);
        for (general, at) in self.game.posted(self.foe) {
            let rating = self.game.rating(general);
            led[at] = led[at].max(1 + rating.defense + if rating.rides() { 2 } else { 0 });
        }
        led
    }

    /// What a stack risks that comes into a space, since enemies beside it may intercept it there.
    fn risk(&self, going: &Going, led: &Table<Space, u8>, to: Space) -> i32 {
        let game = self.game;
        let (mut chance, mut sps) = (0, 0);
        for way in &game.world.space(to).ways {
            let there = game.sps(self.foe, way.to);
            if led[way.to] > 0 && there > 0 && game.zone_crosses(self.foe, way) {
                chance = chance.max(INTERCEPTED[usize::from(led[way.to] - 1).min(INTERCEPTED.len() - 1)]);
                sps += i32::from(there);
            }
        }
        let own = i32::from(going.march.sps);
        if sps == 0 { 0 } else { chance * (6 + 6 * own.min(4)) * (sps * 2 - own).clamp(0, sps) / (36 * sps) }
    }

    /// The stack as an activation would make it; none if it isn't worth a thought.
    pub(super) fn going(&self, piece: Piece, pay: Pay) -> Option<Going> {
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
            fetched: false,
            lone: false,
            sps: able.min(force.sps - kept),
            demoralized: force.demoralized,
            foraging: force.foraging,
            surrender: 0,
            allowance: moves,
            moves,
            means: Means::Land,
            paid: 1,
            bold: self.is_bold(piece, pay),
            assisted: false,
            escort: Escort::default(),
            ferried: Ferried::Nobody,
            card: None,
            entering: None,
            maneuvers: false,
            named: Vec::new(),
            foreseen: Vec::new(),
            arrived: Vec::new(),
            leaving: Vec::new(),
            retreated: Vec::new(),
        };
        (march.sps > 0).then(|| {
            let counted = Some(self.counted(at, march.sps));
            Going { march, generals, counted, fresh: true }
        })
    }

    /// Calls `found` with what each space that the stack can come to is worth, and the first step to it.
    fn prospects(&self, going: &Going, led: &Table<Space, u8>, mut found: impl FnMut(Prospect)) {
        let (game, march) = (self.game, &going.march);
        let (start, view) = (march.at, View::new(game, self.side));
        let careful = !march.bold || march.sps == 0;
        let mut best: Table<Space, u8> = game.world.spaces.all_with(0);
        let mut stops = vec![Stop { at: start, left: march.moves, first: start, risk: 0 }];
        best[start] = march.moves + 1;
        let mut next = 0;
        while let Some(&Stop { at, left, first, risk }) = stops.get(next) {
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
                let barred = march.sps > 1 && !view.crosses(at, link) && !self.is_helped(march, at, to);
                if best[to] > rest || barred || !site.is_land() || careful && site.is_exposed() {
                    continue;
                }
                best[to] = rest + 1;
                let risk = risk + if site.is_exposed() { self.risk(going, led, to) } else { 0 };
                if site.is_defended() {
                    let worth = self.worth_of_attack(going, at, to);
                    found(Prospect { first, worth: worth - i32::from(at != start) - risk });
                } else {
                    // What is nearer is taken first.
                    let worth = self.worth(going, to) - i32::from(march.moves - rest) / 2;
                    found(Prospect { first, worth: worth - risk });
                    stops.push(Stop { at: to, left: rest, first, risk });
                }
            }
        }
    }

    /// §18.1: whether ships help a stack over the waters to a space, the first that it crosses.
    fn is_helped(&self, march: &March, from: Space, to: Space) -> bool {
        let way = || self.game.world.way(from, to);
        march.assisted && from == march.at && way().is_some_and(|way| self.game.is_assistable(from, way))
    }

    /// What it is worth to attack a space from another.
    fn worth_of_attack(&self, going: &Going, from: Space, at: Space) -> i32 {
        let march = March { at: from, ..going.march.clone() };
        // §4.1.4
        let pressed = self.game.pressed && self.side == Side::Us && self.game.is_toward_richmond(at);
        let won = self.worth(going, at) + if pressed { 12 } else { 0 };
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
        if !march.goes_by_land() {
            return self.weigh_voyage(march, choices, weights);
        }
        let fresh = march.from.is_none() && march.moves == march.allowance;
        let going = Going {
            march: march.clone(),
            generals: game.marching_generals().collect(),
            counted: None,
            fresh,
        };
        let mut ways: Vec<Prospect> = Vec::new();
        let led = self.led();
        self.prospects(&going, &led, |prospect| {
            match ways.iter_mut().find(|way| way.first == prospect.first) {
                Some(way) => way.worth = way.worth.max(prospect.worth),
                None => ways.push(prospect),
            }
        });
        let rest = self.worth(&going, march.at);
        let best = ways.iter().map(|way| way.worth).max().unwrap_or(NOWHERE);
        let goes = best > rest && march.sps > 0 || game.may_halt().is_err();
        let guard = self.guard(march);
        let ships = choices.iter().any(|choice| matches!(choice, Choice::Assist(_)))
            && self.best_with_ships(&going, &led) > best.max(rest) + IDLE;
        if ships && guard == 0 {
            let naval = game.holds_card(self.side, Card::Naval) > 0;
            weights.extend(choices.iter().map(|choice| match choice {
                Choice::Assist(card) => COMMITTED * u32::from(!naval || *card == Card::Naval),
                _ => 0,
            }));
            return;
        }
        let goes = goes || ships;
        weights.extend(choices.iter().map(|&choice| match choice {
            Choice::Mark => COMMITTED * u32::from(self.site(march.at).prize() > 0),
            Choice::Drop(sps) if guard > 0 && goes => COMMITTED * u32::from(i32::from(sps) == guard),
            Choice::Go(to) => {
                let way = ways.iter().find(|way| way.first == to);
                let near = way.is_some_and(|way| way.worth >= best);
                if goes && guard == 0 && near { COMMITTED / 4 } else { 0 }
            }
            Choice::Halt => u32::from(!goes) * COMMITTED / 4,
            Choice::DigIn if !goes => COMMITTED * u32::from(self.gain_of_works(march.at) > IDLE),
            Choice::Take(sps) if march.from.is_some() => self.weigh_take(march, sps),
            Choice::Regroup(from) => self.weigh_regrouping(march, from),
            _ => 0,
        }));
    }

    /// SPs to leave in the space that the stack sets out from, since the enemy is near and nobody stays.
    fn guard(&self, march: &March) -> i32 {
        let stays = i32::from(self.game.sps(self.side, march.at));
        let site = self.site(march.at);
        if march.from.is_some() || site.stake() < 20 && site.is_kept() {
            return 0;
        }
        let wanted = match () {
            () if site.is_kept() => (self.foes(march.at) / 3).min(4).max(self.watch(march.at)),
            () => 1,
        };
        (wanted - stays).clamp(0, i32::from(march.sps + 1) / 3)
    }

    /// §5.9: before it sets out against an enemy it calls in those from the next hex who aren't needed there.
    fn weigh_regrouping(&self, march: &March, from: Space) -> u32 {
        let room = self.game.command_limit(march.commander).saturating_sub(march.sps);
        let spare = i32::from(self.game.sps(self.side, from)) - self.lack_with(from, 0);
        let useful = room >= 2 && spare >= 2 && march.moves > 1 && self.foes(march.at) > 0;
        COMMITTED / 2 * u32::from(useful && self.site(from).stake() < 20)
    }

    /// Whom it meets on its way it takes along where he isn't needed.
    fn weigh_take(&self, march: &March, sps: u8) -> u32 {
        let spare = i32::from(self.game.sps(self.side, march.at)) - self.foes(march.at) / 3;
        let fits = i32::from(sps) == spare && self.site(march.at).stake() < 20;
        COMMITTED * u32::from(fits && march.moves > 0)
    }
}
