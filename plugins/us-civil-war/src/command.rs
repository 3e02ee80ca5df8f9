//! §7.2 to §7.6, §8.4, §8.5: who commands, how many SPs he can take, and whose ratings count in a battle.

use muster_sdk::{Decisions, May, Resolution, ensure};

use crate::charts::Column;
use crate::choice::Choice;
use crate::state::{Post, Step, UsCivilWar};
use crate::world::{General, Rating, Side, Space};

/// §7.3: what a one-star General, or an intrinsic one (§5.10), can take.
const ONE_STAR_LIMIT: u8 = 3;
/// §7.3
const TWO_STAR_LIMIT: u8 = 6;
/// §7.3
const ARMY_LIMIT: u8 = 18;
/// §8.1: what a Cavalry General can take.
const CAVALRY_LIMIT: u8 = 1;
/// §8.5: the most that a Cavalry General adds who doesn't command.
const CAVALRY_AID: u8 = 1;
/// §8.4: what lifts every other General above the Cavalry Generals, of whatever stars.
const ABOVE_CAVALRY: u8 = 4;

impl UsCivilWar {
    /// What his counter says of a general at his present rank.
    #[inline]
    pub fn rating(&self, general: General) -> Rating {
        self.world.general(general).rating(self.officers[general].stars)
    }

    /// §7.2.1, §8.4: his place in the order of ranks, the greater the higher: by stars, Cavalry Generals below all others. Those who
    /// have intrinsic cavalry are none (§8.6).
    pub fn rank(&self, general: General) -> u8 {
        let stars = self.officers[general].stars;
        if self.rating(general).cavalry { stars } else { stars + ABOVE_CAVALRY }
    }

    /// §7.3, §5.10, §8.1: SPs that a General can take with him; an intrinsic one, where there is none.
    pub fn command_limit(&self, general: Option<General>) -> u8 {
        let Some(general) = general else { return ONE_STAR_LIMIT };
        match self.officers[general].stars {
            _ if self.rating(general).cavalry => CAVALRY_LIMIT,
            0 | 1 => ONE_STAR_LIMIT,
            2 => TWO_STAR_LIMIT,
            _ => ARMY_LIMIT,
        }
    }

    /// §7.2.2: who commands among some generals: the highest of them in rank; between equals the one whom the owner has put in
    /// command, else the first of the roster. None of nobody.
    pub fn commander_among(&self, generals: impl Iterator<Item = General>) -> Option<General> {
        let key = |general: General| (self.rank(general), self.officers[general].leads);
        generals.fold(None, |best, general| match best {
            Some(best) if key(best) >= key(general) => Some(best),
            _ => Some(general),
        })
    }

    /// §7.2.2: the Commanding General of a side in a space.
    pub fn commander_in(&self, side: Side, space: Space) -> Option<General> {
        self.commander_among(self.generals_in(side, space))
    }

    /// The generals with the stack that is on its way, in the order of the roster.
    pub fn marching_generals(&self) -> impl Iterator<Item = General> + '_ {
        let all = self.officers.iter();
        all.filter(|(_, officer)| officer.post == Post::March).map(|(general, _)| general)
    }

    /// The same with their commander first.
    pub(crate) fn marching_in_order(&self) -> Vec<General> {
        let commander = self.march.as_deref().and_then(|march| march.commander);
        let mut generals: Vec<General> = self.marching_generals().collect();
        generals.sort_by_key(|&general| Some(general) != commander);
        generals
    }

    /// §7.2.2, §7.2.4: those who may be put in command of a side's stack in a space: all of the highest rank there.
    pub fn commanders_to_choose(&self, side: Side, space: Space) -> Vec<General> {
        let Some(first) = self.commander_in(side, space) else { return Vec::new() };
        self.generals_in(side, space).filter(|&general| self.rank(general) == self.rank(first)).collect()
    }

    /// §7.2.4: of the commanders of two stacks that become one, those between whom the owner chooses: both, if they are equal in
    /// rank. Whoever was a subordinate in either stack is not among them.
    pub fn rivals(&self, standing: Option<General>, coming: Option<General>) -> Option<[General; 2]> {
        let (standing, coming) = (standing?, coming?);
        (self.rank(standing) == self.rank(coming)).then_some([standing, coming])
    }

    /// §7.2.4, §7.8: notes that generals with this commander have come to where one stood: if they are equal the owner is asked.
    pub(crate) fn note_rivals(&mut self, standing: Option<General>, coming: Option<General>) {
        self.rivals.extend(self.rivals(standing, coming));
    }

    /// §7.2.2: notes that a general's rank has changed where he stands.
    pub(crate) fn note_rank(&mut self, general: General) {
        let Post::Map(at) = self.officers[general].post else { return };
        let side = self.world.general(general).side;
        let others = self.generals_in(side, at).filter(|&other| other != general);
        let standing = self.commander_among(others);
        self.note_rivals(standing, Some(general));
        self.note_left(side, at);
    }

    /// §7.2.2, §7.2.4: whoever commands a side's stack in a space goes on commanding it before equals, those of a set-up too: others
    /// come, or leave some of theirs.
    pub(crate) fn keep_command(&mut self, side: Side, at: Space) {
        if let Some(general) = self.commander_in(side, at).filter(|&one| !self.officers[one].leads) {
            self.put_in_command(general);
        }
    }

    /// §7.2.2: notes that somebody has left a side's stack in a space: if he led it its owner is asked who does now.
    pub(crate) fn note_left(&mut self, side: Side, at: Space) {
        self.left.push((side, at));
    }

    /// §7.2.4, §7.2.2: their owner says who commands of those who have come together, or were left, where that makes a difference.
    pub(crate) fn ask_who_commands(&mut self) {
        let mut asked = Vec::new();
        for pair in std::mem::take(&mut self.rivals) {
            let at = self.officers[pair[0]].post;
            if self.winner.is_none() && !asked.contains(&at) && self.are_rivals(pair) {
                asked.push(at);
                self.frames.call(Step::Lead(pair));
            }
        }
        for (side, at) in std::mem::take(&mut self.left) {
            if self.winner.is_none() && !asked.contains(&Post::Map(at)) && self.is_unled(side, at) {
                asked.push(Post::Map(at));
                self.frames.call(Step::Command(side, at));
            }
        }
    }

    /// Whether two generals stand in one space, neither below another who is there, and are not as good as each other.
    fn are_rivals(&self, pair: [General; 2]) -> bool {
        let [one, other] = pair.map(|general| self.officers[general].post);
        let Post::Map(at) = one else { return false };
        let side = self.world.general(pair[0]).side;
        let first = pair.contains(&self.commander_in(side, at).unwrap_or(pair[0]));
        let ratings = pair.map(|general| self.rating(general)).map(|rating| (rating.attack, rating.defense));
        one == other && first && ratings[0] != ratings[1]
    }

    /// §7.2.2: whether several generals of a side are the highest in a space, none of them chosen, and not all as good as each other.
    fn is_unled(&self, side: Side, at: Space) -> bool {
        let equals = self.commanders_to_choose(side, at);
        let ratings = |&general: &General| (self.rating(general).attack, self.rating(general).defense);
        let led = equals.iter().any(|&general| self.officers[general].leads);
        !led && equals.iter().any(|general| ratings(general) != ratings(&equals[0]))
    }

    pub(crate) fn list_leads(&self, _side: Side, list: &mut Decisions<Choice>) {
        match self.frames.step() {
            Step::Lead(pair) => list.extend(pair.into_iter().map(Choice::Lead)),
            Step::Command(side, at) => {
                list.extend(self.commanders_to_choose(side, at).into_iter().map(Choice::Lead));
            }
            _ => {}
        }
    }

    pub(crate) fn take_lead(&mut self, _side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        self.frames.end();
        let Choice::Lead(general) = choice else { return };
        self.put_in_command(general);
        let (name, post) = (&self.world.general(general).label, self.officers[general].post);
        let Post::Map(at) = post else { return };
        resolution.say("7.2.4", || format!("{name} commands in {}.", self.called(at)));
    }

    /// Puts a general in command before the others of his rank in his space.
    pub fn put_in_command(&mut self, general: General) {
        let post = self.officers[general].post;
        let side = self.world.general(general).side;
        for other in self.world.clone().generals_of(side) {
            if self.officers[other].post == post {
                self.officers[other].leads = other == general;
            }
        }
    }

    /// §7.2.3, §7.4.1, §7.5.1, §8.4: whether a general may go as a subordinate with one who leads.
    pub fn may_follow(&self, leader: Option<General>, general: General) -> May {
        let Some(leader) = leader else {
            return ensure(false, "An intrinsic General has no subordinates.", "5.10");
        };
        let lower = self.rank(general) <= self.rank(leader);
        ensure(lower, "Only Generals of equal or lower rank go with him.", "7.5.1")?;
        let free = self.officers[general].stars < 3 || self.officers[leader].stars > 3;
        ensure(free, "A three-star General is a subordinate only of Grant with four.", "7.4.1")
    }

    /// §7.5.2: whether a general who is picked up takes command from the one who leads, or from the intrinsic General.
    pub fn takes_command(&self, leader: Option<General>, general: General) -> bool {
        leader.is_none_or(|leader| self.rank(general) > self.rank(leader))
    }

    /// §7.5.3: whether a part of a side's stack may leave its space: generals who stay need an SP that stays, Militia not counted.
    pub fn may_leave(&self, side: Side, space: Space, sps: u8, generals: usize) -> May {
        let there = self.sps(side, space);
        ensure(sps <= there, "There are not so many SPs.", "7.5.1")?;
        let all = || self.generals_in(side, space).count() <= generals;
        ensure(sps < there || all(), "An SP must stay with the Generals who stay.", "7.5.3")
    }

    /// §7.6: whether nothing of a side but generals is in a space, which stops nobody (C88).
    pub fn is_lone(&self, side: Side, space: Space) -> bool {
        !self.is_defended(side, space) && self.generals_in(side, space).next().is_some()
    }

    /// §11.3, §8.5: the Generals whose ratings count, with what each adds, the commander first: as many as the column allows. Who the
    /// others are is their owner's choice; they are those who add most, since nothing happens to them for it.
    pub fn battle_generals(
        &self,
        commander: Option<General>,
        generals: impl Iterator<Item = General>,
        column: Column,
        attacks: bool,
    ) -> Vec<(General, u8)> {
        let Some(commander) = commander else { return Vec::new() };
        let of = |rating: Rating| if attacks { rating.attack } else { rating.defense };
        let aid = |general: General| {
            let rating = self.rating(general);
            if rating.cavalry || rating.limited { of(rating).min(CAVALRY_AID) } else { of(rating) }
        };
        let mut aides: Vec<(General, u8)> = generals
            .filter(|&general| general != commander)
            .map(|general| (general, aid(general)))
            .filter(|&(_, adds)| adds > 0)
            .collect();
        aides.sort_by_key(|&(general, adds)| (u8::MAX - adds, general));
        aides.truncate(usize::from(column.generals()) - 1);
        aides.insert(0, (commander, of(self.rating(commander))));
        aides
    }
}
