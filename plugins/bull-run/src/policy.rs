//! The weights of a bot's choices. They depend only on what its seat knows: a hidden enemy counts as
//! an ordinary unit.

use muster_contract::Seat;
use muster_sdk::{OpenDecision, Policies};

use crate::choice::{Choice, Leaders};
use crate::plan::in_contact;
use crate::state::{BullRun, Spot, Stage, Step};
use crate::units::strongest;
use crate::world::{Edge, Kind, Locale, Side, Unit};

/// What a hidden enemy is taken for.
const UNKNOWN: u8 = 2;
/// The last round (one in the afternoon) in which a turning column goes on going round.
const LATE: u8 = 8;
/// Nearer to its goal than this, the turning column does as the others.
const NEAR_GOAL: u16 = 20;
/// So many times as much the turning column's next step weighs as anything else: it isn't thought over.
const COMMITTED: u32 = 40;
/// That those who stand together march together, before they do.
const TOGETHER: u32 = 2_000;
/// Farther than any goal.
const FARTHEST: u16 = 400;

impl Policies for BullRun {
    /// Weights for the choices of a decision.
    fn weigh(&self, open: &OpenDecision, _policy: &str, choices: &[Choice], weights: &mut Vec<u32>) {
        let seat = open.seat;
        weights.extend(choices.iter().map(|&choice| self.weight(seat, choice)));
    }

    fn estimate(&self) -> Vec<u32> {
        self.prospects()
    }
}

impl BullRun {
    fn weight(&self, seat: Seat, choice: Choice) -> u32 {
        let side = self.side_of(seat);
        match choice {
            Choice::Cube(locale) | Choice::Draw(locale) => self.weigh_cube(side, choice, locale),
            Choice::Take(unit) => 1 + u32::from(self.unit(unit).strength),
            Choice::PutDown(locale) => self.weigh_placing(side, locale),
            Choice::ShuffleAll => 40,
            Choice::Shuffle(_) => 20,
            Choice::EndShuffle => 1,
            Choice::Limber(_) => 1,
            Choice::EndLimber => 12,
            Choice::Cards(pair) => 3 + u32::from(pair[1]),
            Choice::Pick(unit) => self.weigh_pick(seat, unit),
            Choice::Also(unit) => self.weigh_company(unit),
            Choice::Everyone => self.weigh_together(side),
            Choice::Cancel => 0,
            Choice::EndField if self.points == 0 => 20,
            Choice::EndField => 1,
            Choice::Advance(_) => 200,
            Choice::Assault(edge, leaders) => self.weigh_assault(seat, edge, leaders),
            Choice::Bombard(edge, _) => self.weigh_bombard(edge),
            Choice::Charge(_, to) => 12 / (1 + u32::from(self.count(to))),
            Choice::Maneuver(to) => self.weigh_maneuver(side, to),
            Choice::Ride(_, to) => self.weigh_going(side, to),
            Choice::March(to) => self.weigh_going(side, to) + 1,
            Choice::Secure(edge) => self.weigh_securing(side, edge),
            Choice::Reserve => 1,
            Choice::Road => self.weigh_road(side),
            Choice::RoadStep(edge, _) => {
                let to = self.road_leads(edge);
                match self.gain(side, self.world.edge(edge).across(to), to) {
                    gain @ 1.. => (20 + 4 * gain as u32) * if self.turning() { COMMITTED } else { 1 },
                    _ => 1,
                }
            }
            Choice::Halt => 8,
            // A column doesn't march off while those in a locale who follow are all disrupted.
            Choice::Follow(unit) if self.unit(unit).kind == Kind::Disrupted => 0,
            Choice::Follow(unit) if self.turning() => {
                if self.turns_flank(unit) {
                    10 * COMMITTED
                } else {
                    4
                }
            }
            Choice::Follow(_) => 10,
            Choice::CloseUp => 1,
            Choice::MarchOff => 8,
            Choice::Deploy(..) => 2,
            Choice::DeployAll(_) => 4,
            Choice::DeclarePursuit(units) => 4 + 4 * units.count_ones(),
            Choice::Pursue(..) => 14,
            Choice::Lead(_) | Choice::Support(_) => self.weigh_defense(choice),
            Choice::Hit(unit) => self.weigh_hit(side, unit),
            Choice::LeadCharge([_, None]) => 4,
            Choice::LeadCharge(..) => 8,
            Choice::GiveWay => self.weigh_giving_way(side),
            Choice::Hold(unit) => self.weigh_hold(unit),
            Choice::Enough => 6,
            Choice::Post(unit) => 2 + 3 * u32::from(self.unit(unit).strength),
            Choice::PostAll => 12,
            Choice::PostAt(..) => 4,
            Choice::Flee(_, to) | Choice::FleeAll(to) => {
                let all = u32::from(matches!(choice, Choice::FleeAll(_)));
                let safe = u32::from(!in_contact(self, side, to));
                4 + 8 * safe + 4 * all + self.worth(side, None, to).clamp(0, 60) as u32 / 8
            }
            Choice::Merge(..) => 5,
            Choice::Split(..) => 0,
            Choice::EndReorganize => 20,
            Choice::Rally(_, pairs) => 100 * u32::from(pairs),
            Choice::Mobilize(locale) => self.weigh_mobilizing(side, locale),
            Choice::Bring(_) => 4,
            Choice::BringAll => 60,
            Choice::EndMobilize => 1,
            Choice::EndStaff => 6,
            Choice::Claim(_) => 200,
            Choice::NoClaim => 1,
            Choice::Spike(_) => 0,
            Choice::Range(_) => 100,
            Choice::EndTurn => 5,
        }
    }

    /// Set-up: the Confederate covers the crossings before him; the Union lays half of its cubes where the turning column
    /// begins, half before the enemy's front where the way is shortest. What the opponent's drawn units replace are cubes far
    /// from everything.
    fn weigh_cube(&self, side: Side, choice: Choice, locale: Locale) -> u32 {
        let reach = |side: Side| self.world.to_objective[side as usize][locale].min(30);
        match choice {
            Choice::Draw(_) => 1 + u32::from(reach(side)),
            _ if side == Side::Us => {
                let column = |at: &Locale| self.world.around[Side::Us as usize][*at] <= self.world.column;
                let cubes = self.cubes[Side::Us as usize].iter();
                let in_column: u8 = cubes.filter(|(at, _)| column(at)).map(|(_, count)| count).sum();
                let wanted = usize::from(in_column) * 2 < self.unplaced(side).count();
                let near = 2 + u32::from(30 - reach(side));
                if column(&locale) == wanted { 20 * near } else { near }
            }
            _ => {
                let crossings = self.world.locale(locale).ways.iter().filter(|way| {
                    let boundary = self.world.edge(way.edge);
                    !boundary.is_passable() && boundary.passage == crate::world::Passage::Restricted
                });
                4 + 4 * crossings.count() as u32 + u32::from(30 - reach(Side::Us)) / 2
            }
        }
    }

    /// The strongest go where the way is shortest; the Union's infantry to its turning column and the guns to the others.
    fn weigh_placing(&self, side: Side, locale: Locale) -> u32 {
        let Some(&unit) = self.order.units.first() else { return 1 };
        let near = u32::from(30 - self.world.to_objective[Side::Us as usize][locale].min(30));
        let strong = u32::from(self.unit(unit).strength);
        let column = self.world.around[Side::Us as usize][locale] <= self.world.column;
        let guns = self.unit(unit).kind == Kind::Artillery;
        match (side, column == guns) {
            (Side::Us, false) => 4 * strong * (2 + near),
            (Side::Us, true) => strong * (2 + near) / 4,
            (Side::Cs, _) => 2 + strong * near,
        }
    }

    /// Whether a unit belongs to the Union's turning column: infantry and cavalry that stand nearest to the way round the
    /// enemy's flank, until they meet him, are near their goal, or the day is far gone. It goes round, whatever the others
    /// do before his front.
    fn turns_flank(&self, unit: Unit) -> bool {
        let state = self.unit(unit);
        let on_the_way = |spot: Spot| {
            let around = self.around(spot.locale);
            around > NEAR_GOAL && around <= self.world.column && !in_contact(self, Side::Us, spot.locale)
        };
        self.world.unit(unit).side == Side::Us
            && state.kind != Kind::Artillery
            && self.round <= LATE
            && state.spot().is_some_and(on_the_way)
    }

    /// Whether the command in the making is the turning column's.
    fn turning(&self) -> bool {
        self.order.units.iter().any(|&unit| self.turns_flank(unit))
    }

    fn around(&self, locale: Locale) -> u16 {
        self.world.around[Side::Us as usize][locale]
    }

    /// What it is worth to an army to have a unit in a locale: to be near its goals, and in the enemy's way. The Union
    /// attacks with the half of its army that turns the flank, and holds the enemy with the other; the Confederate stands
    /// where the Union must pass.
    pub(crate) fn worth(&self, side: Side, unit: Option<Unit>, locale: Locale) -> i32 {
        let near = |cost: u16| i32::from(FARTHEST) - i32::from(cost.min(FARTHEST));
        if unit.is_some_and(|unit| self.turns_flank(unit)) {
            return 2 * near(self.around(locale));
        }
        let block = i32::from(self.blocks(side)[locale]);
        let attacks = side == Side::Us && (self.round > LATE || self.around(locale) <= self.world.column);
        if !attacks {
            return block;
        }
        (3 * near(self.ways_to_goals(side)[locale]) + block) / 4
    }

    /// How much better one locale is than another for the group of the command.
    fn gain(&self, side: Side, from: Locale, to: Locale) -> i32 {
        let lead = self.order.units.first().copied();
        self.worth(side, lead, to) - self.worth(side, lead, from)
    }

    /// How much better the best locale around is than this one.
    fn pull(&self, side: Side, unit: Unit, spot: Spot) -> u32 {
        let here = self.worth(side, Some(unit), spot.locale);
        let ways = self.world.locale(spot.locale).ways.iter();
        let open = ways.filter(|way| self.may_march(way, 1).is_ok());
        let gains = open.map(|way| self.worth(side, Some(unit), way.to) - here);
        gains.max().unwrap_or(0).max(0) as u32
    }

    /// The strength that a seat sees or supposes.
    fn supposed(&self, seat: Seat, unit: Unit) -> u8 {
        let state = self.unit(unit);
        if self.knows(Some(seat), unit) { state.strength } else { UNKNOWN }
    }

    fn weigh_pick(&self, seat: Seat, unit: Unit) -> u32 {
        let (side, state) = (self.side_of(seat), self.unit(unit));
        let Some(spot) = state.spot() else { return 0 };
        if state.is_ranging() {
            return spot.edge.map_or(0, |edge| self.weigh_bombard(edge));
        }
        let strength = u32::from(state.strength.max(1));
        match spot.edge {
            Some(edge) => {
                let to = self.world.edge(edge).across(spot.locale);
                if !self.is_enemy(side, to) {
                    return 8 + self.pull(side, unit, spot) * strength;
                }
                if self.defended(spot.locale, edge) == 0 {
                    return 150;
                }
                if !self.leads(unit, spot.locale, edge) {
                    return 1;
                }
                match self.expected(seat, spot.locale, edge) {
                    outcome @ 1.. => 40 + 25 * outcome as u32,
                    0 => 4,
                    _ => 1,
                }
            }
            None => {
                let pull = self.pull(side, unit, spot);
                let contact = in_contact(self, side, spot.locale);
                let touch = if contact { self.weigh_contact(side, unit, spot) } else { 0 };
                let move_on = match state.kind {
                    Kind::Disrupted => 1 + u32::from(contact) * 12,
                    Kind::Artillery => 3 * pull,
                    _ if self.turns_flank(unit) => 2 + 8 * pull * strength * self.leads_column(spot),
                    _ => 2 + 2 * pull * strength,
                };
                // Who is the last to hold a place in contact had better stay.
                let alone = contact && self.count(spot.locale) == 1;
                touch.max(if alone { move_on / 4 } else { move_on })
            }
        }
    }

    /// More than 1 for a position of the turning column that no unit without orders is ahead of.
    fn leads_column(&self, spot: Spot) -> u32 {
        let here = self.around(spot.locale);
        let ahead = |unit: Unit| {
            self.is_free(unit)
                && self.turns_flank(unit)
                && self.unit(unit).spot().is_some_and(|spot| self.around(spot.locale) < here)
        };
        if self.world.of_side(Side::Us).any(ahead) { 1 } else { COMMITTED }
    }

    /// What a unit in reserve next to the enemy might do there.
    fn weigh_contact(&self, side: Side, unit: Unit, spot: Spot) -> u32 {
        let ways = self.world.locale(spot.locale).ways.iter();
        let best = ways.filter(|way| self.is_enemy(side, way.to)).map(|way| {
            let ours = u32::from(self.secured(spot.locale, way.edge));
            let theirs = u32::from(self.secured(way.to, way.edge));
            match self.unit(unit).kind {
                Kind::Disrupted => 0,
                Kind::Artillery => 30 / (1 + ours),
                _ if theirs == 0 => self.weigh_maneuver(side, way.to),
                _ => 30 / (1 + ours),
            }
        });
        best.max().unwrap_or(0)
    }

    /// Points are few: away from the enemy whole positions march, and the turning column always.
    fn weigh_together(&self, side: Side) -> u32 {
        let spot = self.order_spot();
        let alone = || if spot.is_some_and(|spot| in_contact(self, side, spot.locale)) { 24 } else { 60 };
        self.weigh_more(&self.joinable(), alone)
    }

    /// What it is worth that these join the command; where the turning column doesn't go on with them, as it says.
    fn weigh_more(&self, more: &[Unit], otherwise: impl FnOnce() -> u32) -> u32 {
        if !self.has_targets(&[&self.order.units, more].concat()) {
            0
        } else if self.turning() && self.can_go_on(more.len()) {
            TOGETHER * COMMITTED
        } else {
            otherwise()
        }
    }

    /// Whether so many more could march on with the units of the command.
    fn can_go_on(&self, more: usize) -> bool {
        let Some(group) = self.group(&self.order.units) else { return false };
        let from = group.spot.locale;
        self.world.locale(from).ways.iter().any(|way| {
            self.may_march(way, group.units.len() + more).is_ok() && self.gain(Side::Us, from, way.to) > 0
        })
    }

    fn weigh_company(&self, unit: Unit) -> u32 {
        let marching = self.order_spot().and_then(|spot| spot.edge);
        self.weigh_more(&[unit], || match (marching, self.unit(unit).kind) {
            (Some(_), Kind::Infantry) => 12,
            (_, Kind::Disrupted) => 4,
            _ => 6,
        })
    }

    /// What an assault from a locale over a boundary should come to, led by the best there is and defended as the seat
    /// supposes.
    fn expected(&self, seat: Seat, from: Locale, edge: Edge) -> i32 {
        let side = self.side_of(seat);
        let mut leaders: Vec<Unit> = self
            .in_spot(side, Spot::approach(from, edge))
            .filter(|&unit| self.is_free(unit) && self.leads(unit, from, edge))
            .collect();
        leaders.sort_by_key(|&unit| std::cmp::Reverse(self.unit(unit).strength));
        let Some(&first) = leaders.first() else { return -9 };
        let kind = self.unit(first).kind;
        leaders.retain(|&unit| self.unit(unit).kind == kind);
        leaders.truncate(self.world.edge(edge).width());
        self.outcome_of(seat, edge, from, &leaders)
    }

    /// What these leading units should come to.
    fn outcome_of(&self, seat: Seat, edge: Edge, from: Locale, leaders: &[Unit]) -> i32 {
        let boundary = self.world.edge(edge);
        let to = boundary.across(from);
        let enemy = self.side_of(seat).other();
        let kind = leaders.first().map_or(Kind::Infantry, |&unit| self.unit(unit).kind);
        let ours: i32 = leaders.iter().map(|&unit| i32::from(self.unit(unit).strength)).sum();
        let theirs = || self.in_spot(enemy, Spot::approach(to, edge)).map(|unit| self.supposed(seat, unit));
        let defense = strongest(theirs(), boundary.width());
        // Some of those who stand behind may be artillery.
        let support = i32::from(theirs().count() > boundary.width());
        ours - 1 - i32::from(boundary.in_approach(to).against(kind)) - i32::from(defense) - support
    }

    fn weigh_assault(&self, seat: Seat, edge: Edge, leaders: Leaders) -> u32 {
        let Some(group) = self.group(&self.order.units) else { return 1 };
        let leaders: Vec<Unit> = leaders.into_iter().flatten().collect();
        match self.outcome_of(seat, edge, group.spot.locale, &leaders) {
            outcome @ 1.. => 60 + 30 * outcome as u32,
            0 => 8,
            _ => 2,
        }
    }

    fn weigh_bombard(&self, edge: Edge) -> u32 {
        let from = self.world.edge(edge).ends.into_iter().find(|&end| self.holder(end) == Some(self.active));
        let outcome = from.map_or(0, |from| self.bombard_outcome(from, edge, 1));
        if outcome > 0 { 140 } else { 2 }
    }

    fn weigh_maneuver(&self, side: Side, to: Locale) -> u32 {
        // An open approach: the enemy leaves with losses, or has to show who stands there.
        let gain = self.worth(side, None, to);
        let held = u32::from(self.count(to));
        let keen = if side == Side::Us { 24 } else { 10 };
        (keen + gain.clamp(0, 200) as u32 / 8).saturating_sub(2 * held).max(2)
    }

    fn weigh_going(&self, side: Side, to: Locale) -> u32 {
        let Some(group) = self.group(&self.order.units) else { return 1 };
        match self.gain(side, group.spot.locale, to) {
            gain @ 1.. => 8 + 3 * gain as u32,
            0 => 2,
            _ => 1,
        }
    }

    fn weigh_road(&self, side: Side) -> u32 {
        let Some(group) = self.group(&self.order.units) else { return 1 };
        let from = group.spot.locale;
        let steps = self.road_steps(from, &[], group.units.len());
        let gains =
            steps.into_iter().map(|(edge, _)| self.gain(side, from, self.world.edge(edge).across(from)));
        match gains.max().unwrap_or(0) {
            gain @ 1.. if self.turning() => (20 + 6 * gain as u32) * COMMITTED,
            gain @ 1.. => 20 + 6 * gain as u32,
            _ => 1,
        }
    }

    fn weigh_securing(&self, side: Side, edge: Edge) -> u32 {
        let Some(group) = self.group(&self.order.units) else { return 1 };
        let from = group.spot.locale;
        let ours = u32::from(self.secured(from, edge));
        let width = self.world.edge(edge).width() as u32;
        let guns = group.units.iter().any(|&unit| self.unit(unit).kind == Kind::Artillery);
        let keen = if side == Side::Cs || guns { 36 } else { 24 };
        if ours > width { 2 } else { keen / (1 + ours) }
    }

    /// A defense: the more it takes from the attack, the better, and best if the attack fails by it.
    fn weigh_defense(&self, choice: Choice) -> u32 {
        let terms = self.answered(choice).map_or_else(Vec::new, |action| self.arithmetic(&action));
        match terms.iter().map(|term| term.by).sum() {
            ..=0 => 80,
            1 => 20,
            _ => 10,
        }
    }

    /// Whom a loss hurts least; or, of the enemy's, most.
    fn weigh_hit(&self, side: Side, unit: Unit) -> u32 {
        let state = self.unit(unit);
        let cheap = match (state.kind, state.strength) {
            (Kind::Infantry, 2..) => 20,
            (Kind::Infantry, _) => 12,
            (Kind::Cavalry, 2) => 10,
            (Kind::Cavalry, _) => 5,
            _ => 1,
        };
        if self.world.unit(unit).side == side { cheap } else { 22 - cheap }
    }

    fn weigh_giving_way(&self, side: Side) -> u32 {
        let action = self.action();
        let strong = self.can_hold().iter().any(|&unit| self.unit(unit).strength >= 2);
        let ours = self.in_locale(side, action.to).count();
        match (strong, action.units.len() > ours + 1) {
            (true, false) => 3,
            (true, true) => 8,
            (false, _) => 14,
        }
    }

    fn weigh_hold(&self, unit: Unit) -> u32 {
        let action = self.action();
        let enough = action.defenders.len() > self.world.edge(action.edge).width();
        let strength = u32::from(self.unit(unit).strength);
        match (self.stage, enough) {
            (Stage::Command(Step::Hold), true) => 2,
            _ if self.unit(unit).kind == Kind::Artillery => 2,
            _ => 4 * strength * strength,
        }
    }

    fn weigh_mobilizing(&self, side: Side, locale: Locale) -> u32 {
        let late = u32::from(self.round) + 4 > u32::from(self.world.last_round);
        let shaken = self.morale[side as usize] <= 5;
        let worth = self.worth(side, None, locale).clamp(0, 400) as u32;
        if late || shaken { 0 } else { 10 + worth / 20 }
    }
}
