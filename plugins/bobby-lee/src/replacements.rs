//! §9.5: replacement points, steps and cadres. Both sides plan in secret; the plans are carried out together.

use muster_contract::{Audience, Event, EventKind};
use muster_sdk::{Decisions, Happenings, Table};

use crate::choice::Choice;
use crate::state::{At, BobbyLee, Buy, Raised, Stage};
use crate::supply::Supplied;
use crate::words::does;
use crate::world::{Hex, Kind, Side, Unit, World};

/// Replacement points of a quarter by year from 1861 (back cover), the Union's and the Confederacy's.
const POINTS: [[u8; 2]; 4] = [[18, 12], [24, 15], [30, 18], [24, 15]];
/// The most bonus points (§4.33).
const MOST_BONUS: u8 = 6;
/// Points for steps that fit into a hex, and into a port supplied by sea (§9.51).
const IN_HEX: u8 = 4;
const IN_PORT: u8 = 6;
/// What emancipation gives the Confederacy (§4.4).
const SURGE: u8 = 6;

impl Stage {
    /// Whether what is bought now is paid for: a draft isn't (§4.5).
    pub(crate) fn has_prices(self) -> bool {
        matches!(self, Self::Replacements | Self::Surge)
    }
}

impl BobbyLee {
    /// §9.5, §4.33: a side's replacement points.
    pub(crate) fn replacement_points(&self, side: Side) -> u8 {
        let year = usize::from(self.year.saturating_sub(1861)).min(POINTS.len() - 1);
        let bonus = match self.ahead() {
            (Some(ahead), spaces) if ahead == side => spaces.min(MOST_BONUS),
            _ => 0,
        };
        POINTS[year][side as usize] + bonus
    }

    pub(crate) fn begin_replacements(&mut self, happenings: &mut Happenings<'_>) {
        self.points = Side::ALL.map(|side| self.replacement_points(side));
        self.hook_replacements(happenings);
        (self.plans, self.raised, self.done) = (Default::default(), [None; 2], [false; 2]);
        self.cadres.clear();
        self.spent.clear();
        for unit in self.units.rows_mut() {
            unit.moved = false;
        }
        happenings.say("9.5", || {
            let [us, cs] = self.points;
            format!("Replacement points: Union {us}, Confederate {cs}.")
        });
        self.enter(Stage::Replacements, happenings);
    }

    /// §4.4: the Confederacy spends what emancipation brings it.
    pub(crate) fn begin_surge(&mut self, happenings: &mut Happenings<'_>) {
        (self.points, self.plans, self.done) = ([0, SURGE], Default::default(), [true, false]);
        self.enter(Stage::Surge, happenings);
    }

    /// What something costs (§9.51, §9.52).
    pub(crate) fn price_of(&self, side: Side, buy: Buy) -> u8 {
        let capital = self.world.capitals[side as usize];
        match buy {
            Buy::Step(unit) => {
                let info = self.world.unit(unit);
                match (info.kind.leads(), info.is_supreme() && self.hex_of(unit) != Some(capital)) {
                    (_, true) => 3,
                    (true, _) => 2,
                    _ => 1,
                }
            }
            Buy::Cadre(unit, hex) if self.world.unit(unit).is_supreme() => {
                if hex == capital {
                    4
                } else {
                    6
                }
            }
            Buy::Cadre(unit, _) => self.world.unit(unit).kind.cadre_price(),
            Buy::Leader(..) => Kind::Leader.cadre_price(),
        }
    }

    /// The points that a side has left for its plan.
    pub(crate) fn points_left(&self, side: Side) -> u8 {
        let spent: u8 = self.plans[side as usize].iter().map(|&buy| self.price_of(side, buy)).sum();
        self.points[side as usize].saturating_sub(spent)
    }

    /// Whether a side plans a cadre for a hex.
    pub(crate) fn is_planned(&self, side: Side, hex: Hex) -> bool {
        self.plans[side as usize].iter().any(|buy| match *buy {
            Buy::Step(_) => false,
            Buy::Cadre(_, at) | Buy::Leader(_, at) => at == hex,
        })
    }

    /// §9.52: where cadres of a side can come, one a place in a supply turn.
    fn cadre_hexes(&self, side: Side, supplied: &Supplied) -> Vec<Hex> {
        let allowed = |&hex: &Hex| {
            supplied.has(hex)
                && self.is_friendly(side, hex)
                && !self.cadres.contains(&hex)
                && !self.is_planned(side, hex)
        };
        self.world.places.cadres[side as usize].iter().copied().filter(allowed).collect()
    }

    /// Everything that a side can still buy: steps, and cadres, whose place is asked next.
    fn offers(&self, side: Side, list: &mut Decisions<Choice>) {
        let left = self.points_left(side);
        let plan = &self.plans[side as usize];
        let supplied = self.supply(side);
        let mut in_hex: Table<Hex, u8> = self.world.hexes.all().map(|_| 0).collect();
        for &(hex, points) in &self.spent {
            in_hex[hex] += points;
        }
        for &buy in plan {
            if let (Buy::Step(unit), price) = (buy, self.price_of(side, buy))
                && let Some(hex) = self.hex_of(unit)
            {
                in_hex[hex] += price;
            }
        }
        for unit in self.on_map(side) {
            let (state, Some(hex)) = (self.unit(unit), self.hex_of(unit)) else { continue };
            let planned = plan.iter().filter(|&&buy| buy == Buy::Step(unit)).count() as u8;
            let most = if supplied.ports.contains(&hex) { IN_PORT } else { IN_HEX };
            let price = self.price_of(side, Buy::Step(unit));
            // A cadre of this supply turn waits for the next (§9.52).
            if !state.moved
                && supplied.has(hex)
                && state.strength + planned < self.world.unit(unit).steps
                && price <= left
                && in_hex[hex] + price <= most
            {
                list.push(Choice::Buy(Buy::Step(unit)));
            }
        }
        for raised in self.cadres_wanted(side) {
            let affordable = |buy| self.price_of(side, buy) <= left;
            if self.cheapest(side, raised).is_some_and(affordable) {
                list.push(Choice::Raise(raised));
            }
        }
    }

    /// §9.52, §5.21: the cadres that a side may bring, whatever they cost.
    fn cadres_wanted(&self, side: Side) -> Vec<Raised> {
        let plan = &self.plans[side as usize];
        let mut wanted: Vec<Raised> = self.cadres_of(side, true).into_iter().map(Raised::Unit).collect();
        for major in [false, true] {
            let planned =
                plan.iter().filter(|buy| matches!(buy, Buy::Leader(one, _) if *one == major)).count();
            let pool = self.leaders_in_pool(side).filter(|&unit| Self::fills(&self.world, unit, major));
            let lost = usize::from(self.lost[side as usize][usize::from(major)]);
            if planned < lost.min(pool.count()) {
                wanted.push(Raised::Leader(major));
            }
        }
        wanted
    }

    /// Where a cadre can come and what it costs least; none if it can't come anywhere.
    pub(crate) fn cheapest(&self, side: Side, raised: Raised) -> Option<Buy> {
        let hexes = self.cadre_hexes(side, &self.supply(side));
        let buys = hexes.into_iter().map(|hex| raised.to(hex));
        buys.min_by_key(|&buy| self.price_of(side, buy))
    }

    /// Where the cadre that is wanted can come, as far as the side can pay for it.
    fn places_for(&self, side: Side, raised: Raised, list: &mut Decisions<Choice>) {
        let left = if self.stage.has_prices() { self.points_left(side) } else { u8::MAX };
        for hex in self.cadre_hexes(side, &self.supply(side)) {
            if self.price_of(side, raised.to(hex)) <= left {
                list.push(Choice::Buy(raised.to(hex)));
            }
        }
        list.push(Choice::Cancel);
    }

    /// One unit of each kind in a side's replacement pool that isn't planned yet; supreme leaders if wanted.
    fn cadres_of(&self, side: Side, supreme: bool) -> Vec<Unit> {
        let planned = |unit: Unit| {
            self.plans[side as usize].iter().any(|buy| matches!(buy, Buy::Cadre(one, _) if *one == unit))
        };
        let mut found: Vec<Unit> = Vec::new();
        for unit in self.world.of_side(side) {
            let info = self.world.unit(unit);
            let fits = self.unit(unit).at == At::Pool
                && !planned(unit)
                && (supreme || !info.kind.leads())
                && !found.iter().any(|&one| self.world.unit(one).kind == info.kind);
            if fits {
                found.push(unit);
            }
        }
        found
    }

    pub(crate) fn list_replacements(&self, side: Side, list: &mut Decisions<Choice>) {
        if let Some(raised) = self.raised[side as usize] {
            return self.places_for(side, raised, list);
        }
        self.offers(side, list);
        list.push(Choice::EndBuying);
    }

    pub(crate) fn take_replacement(&mut self, side: Side, choice: Choice, happenings: &mut Happenings<'_>) {
        match choice {
            Choice::Raise(raised) => self.raised[side as usize] = Some(raised),
            Choice::Cancel => self.raised[side as usize] = None,
            Choice::Buy(buy) => {
                self.raised[side as usize] = None;
                self.plans[side as usize].push(buy);
                self.tell_side(side, "9.5", happenings, |game| {
                    format!("{} points left.", game.points_left(side))
                });
            }
            _ => self.done[side as usize] = true,
        }
        if self.done != [true; 2] {
            return;
        }
        if self.stage == Stage::Replacements {
            happenings.event(|| {
                let text = "Both sides have spent their replacement points.".to_owned();
                Event::new(EventKind::Revealed, Audience::Everyone, text, "9.5")
            });
        }
        for side in Side::ALL {
            for buy in std::mem::take(&mut self.plans[side as usize]) {
                self.carry_out(side, buy, happenings);
            }
        }
        self.points = [0; 2];
        if self.check_step(happenings) {
            return;
        }
        if self.stage == Stage::Surge {
            self.begin_drafts(happenings);
        } else {
            self.change_leaders(Side::Us, happenings);
        }
    }

    fn carry_out(&mut self, side: Side, buy: Buy, happenings: &mut Happenings<'_>) {
        match buy {
            Buy::Step(unit) => {
                let price = self.price_of(side, buy);
                self.spent.extend(self.hex_of(unit).map(|hex| (hex, price)));
                self.unit_mut(unit).strength += 1;
            }
            Buy::Cadre(unit, hex) => self.bring_cadre(unit, hex, happenings),
            Buy::Leader(major, hex) => {
                let pool: Vec<Unit> = self
                    .leaders_in_pool(side)
                    .filter(|&unit| Self::fills(&self.world, unit, major))
                    .collect();
                if pool.is_empty() {
                    return;
                }
                let drawn =
                    pool[happenings.draw(pool.len() as u32, || "a leader is drawn".to_owned()) as usize];
                let lost = &mut self.lost[side as usize][usize::from(major)];
                *lost = lost.saturating_sub(1);
                self.bring_cadre(drawn, hex, happenings);
            }
        }
    }

    /// §5.21: whether a leader of the pool can come for a lost army leader: one of his class, and never Grant (§5.22).
    pub(crate) fn fills(world: &World, unit: Unit, major: bool) -> bool {
        let info = world.unit(unit);
        info.is_major() == major && !info.replaces_supreme
    }

    /// A new cadre of one step stands upright in a hex.
    fn bring_cadre(&mut self, unit: Unit, hex: Hex, happenings: &mut Happenings<'_>) {
        self.put(unit, At::Map(hex));
        self.cadres.push(hex);
        let state = self.unit_mut(unit);
        (state.strength, state.moved) = (1, true);
        self.conceal(&[unit], happenings);
        self.tell(happenings, &[unit], &EventKind::Text, "9.52", |name| {
            format!("{} to {} as a new cadre.", does(name, "comes", "come"), self.world.hex(hex).called)
        });
    }

    pub(crate) fn list_draft_cadres(&self, side: Side, list: &mut Decisions<Choice>) {
        if let Some(raised) = self.raised[side as usize] {
            return self.places_for(side, raised, list);
        }
        let anywhere = |&unit: &Unit| self.cheapest(side, Raised::Unit(unit)).is_some();
        for unit in self.cadres_of(side, false).into_iter().filter(anywhere) {
            list.push(Choice::Raise(Raised::Unit(unit)));
        }
        list.push(Choice::EndBuying);
    }

    /// §4.5: how many cadres a draft could bring: as many as there are troops in the pool, and places for them.
    pub(crate) fn draft_room(&self, side: Side) -> usize {
        let troops = self
            .world
            .of_side(side)
            .filter(|&unit| self.unit(unit).at == At::Pool && !self.world.unit(unit).kind.leads());
        troops.count().min(self.cadre_hexes(side, &self.supply(side)).len())
    }

    /// §4.5: whether a draft could bring any troops of the pool to any place.
    pub(crate) fn can_draft(&self, side: Side) -> bool {
        self.draft_room(side) > 0
    }

    pub(crate) fn take_draft_cadre(&mut self, side: Side, choice: Choice, happenings: &mut Happenings<'_>) {
        match choice {
            Choice::Raise(raised) => return self.raised[side as usize] = Some(raised),
            Choice::Cancel => return self.raised[side as usize] = None,
            Choice::Buy(Buy::Cadre(unit, hex)) => {
                self.raised[side as usize] = None;
                self.bring_cadre(unit, hex, happenings);
                if let Stage::DraftCadres(_, left @ 2..) = self.stage
                    && self.can_draft(side)
                {
                    return self.enter(Stage::DraftCadres(side, left - 1), happenings);
                }
            }
            _ => {}
        }
        self.drafted(side, happenings);
    }
}
