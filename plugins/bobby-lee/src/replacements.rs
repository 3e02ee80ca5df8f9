//! §9.5: replacement points, steps and cadres. Both sides plan in secret; the plans are carried out together.

use muster_contract::{ChoiceDetails, EventKind, Seat};
use muster_sdk::{Decisions, May, Resolution, details_of, ensure};

use crate::choice::Choice;
use crate::explain::Counted;
use crate::labels::does;
use crate::leaders::draw;
use crate::state::{At, BobbyLee, Buy, Raised, Stage};
use crate::supply::Supplied;
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

    pub(crate) fn begin_replacements(&mut self, resolution: &mut Resolution<'_>) {
        self.points = Side::ALL.map(|side| self.replacement_points(side));
        self.hook_replacements(resolution);
        (self.plans, self.raised, self.done) = (Default::default(), [None; 2], [false; 2]);
        self.cadres.clear();
        self.spent.clear();
        for unit in self.units.rows_mut() {
            unit.moved = false;
        }
        resolution.say("9.5", || {
            let [us, cs] = self.points;
            format!("Replacement points: Union {us}, Confederate {cs}.")
        });
        self.enter(Stage::Replacements, resolution);
    }

    /// §4.4: the Confederacy spends what emancipation brings it.
    pub(crate) fn begin_surge(&mut self, resolution: &mut Resolution<'_>) {
        (self.points, self.plans, self.done) = ([0, SURGE], Default::default(), [true, false]);
        self.enter(Stage::Surge, resolution);
    }

    /// What something costs (§9.51, §9.52).
    pub(crate) fn price_of(&self, side: Side, buy: Buy) -> u8 {
        let capital = self.world.capitals[side as usize];
        match buy {
            Buy::Step(unit) => {
                let info = self.world.unit(unit);
                let away = info.is_supreme() && self.hex_of(unit) != Some(capital);
                1 + u8::from(info.kind.leads()) + u8::from(away)
            }
            Buy::Cadre(unit, hex) if self.world.unit(unit).is_supreme() => 4 + 2 * u8::from(hex != capital),
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

    /// §9.52: whether a cadre of a side may come to a place, one a place in a supply turn.
    fn may_come(&self, side: Side, hex: Hex, supplied: &Supplied) -> May {
        ensure(!self.is_in(side.other(), hex), "The enemy is there.", "9.52")?;
        ensure(self.is_friendly(side, hex), "It isn't friendly.", "9.52")?;
        ensure(supplied.has(hex), "It isn't supplied.", "9.52")?;
        let free = !self.cadres.contains(&hex) && !self.is_planned(side, hex);
        ensure(free, "Another cadre comes there in this supply turn.", "9.52")
    }

    /// Where cadres of a side can come.
    fn cadre_hexes(&self, side: Side) -> impl Iterator<Item = Hex> {
        let supplied = self.supply(side);
        let places = self.world.places.cadres[side as usize].iter().copied();
        places.filter(move |&hex| self.may_come(side, hex, &supplied).is_ok())
    }

    /// §9.52: whether the cadre that is wanted may come to a hex.
    pub(crate) fn may_raise(&self, side: Side, raised: Raised, hex: Hex) -> May<Counted> {
        let place = self.world.places.cadres[side as usize].contains(&hex);
        ensure(place, "Cadres come to major towns at home and to rail entries.", "9.52")?;
        self.may_come(side, hex, &self.supply(side))?;
        let (price, left) = (self.price_of(side, raised.to(hex)), self.points_left(side));
        let paid = !self.stage.has_prices() || price <= left;
        Counted::ensure(paid, "The cadre costs {} RP there, {} left.", "9.52", [price, left])
    }

    /// §9.51: whether a unit may be given a step, with so many points left.
    pub(crate) fn may_grow(&self, unit: Unit, left: u8, supplied: &Supplied) -> May<Counted> {
        let (info, state) = (self.world.unit(unit), self.unit(unit));
        let Some(hex) = self.hex_of(unit) else { return Ok(()) };
        // A cadre of this supply turn waits for the next (§9.52).
        ensure(!state.moved, "It came as a cadre in this supply turn.", "9.52")?;
        ensure(state.strength < info.steps, "It has all its steps.", "3.62")?;
        ensure(supplied.has(hex), "It isn't supplied.", "9.51")?;
        let price = self.price_of(info.side, Buy::Step(unit));
        Counted::ensure(price <= left, "A step costs {} RP.", "9.51", [price, 0])?;
        let plan = &self.plans[info.side as usize];
        let planned = plan.iter().filter(|&&buy| buy == Buy::Step(unit)).count() as u8;
        let most = if supplied.ports.contains(&hex) { IN_PORT } else { IN_HEX };
        let room = state.strength + planned < info.steps && self.points_in(info.side, hex) + price <= most;
        let text = "It has all the steps that are planned for it, or its hex takes no more points.";
        Ok(ensure(room, text, "9.51")?)
    }

    /// Points that steps in a hex have cost in this supply turn, or will.
    fn points_in(&self, side: Side, hex: Hex) -> u8 {
        let spent = self.spent.iter().filter(|&&(at, _)| at == hex).map(|&(_, points)| points);
        let planned = self.plans[side as usize].iter().filter(|&&buy| match buy {
            Buy::Step(unit) => self.hex_of(unit) == Some(hex),
            Buy::Cadre(..) | Buy::Leader(..) => false,
        });
        spent.chain(planned.map(|&buy| self.price_of(side, buy))).sum()
    }

    /// Everything that a side can still buy: steps, and cadres, whose place is asked next.
    fn offers(&self, side: Side, list: &mut Decisions<Choice>) {
        let (left, supplied) = (self.points_left(side), self.supply(side));
        let able = self.on_map(side).filter(|&unit| self.may_grow(unit, left, &supplied).is_ok());
        list.extend(able.map(|unit| Choice::Buy(Buy::Step(unit))));
        let affordable = |&raised: &Raised| {
            self.cheapest(side, raised).is_some_and(|buy| self.price_of(side, buy) <= left)
        };
        list.extend(self.cadres_wanted(side).into_iter().filter(affordable).map(Choice::Raise));
    }

    /// §9.52, §5.21: the cadres that a side may bring, whatever they cost.
    fn cadres_wanted(&self, side: Side) -> Vec<Raised> {
        let mut wanted: Vec<Raised> = self.cadres_of(side, true).into_iter().map(Raised::Unit).collect();
        for major in [false, true] {
            let planned = self.planned_leaders(side, major);
            let pool = self.leaders_in_pool(side).filter(|&unit| Self::fills(&self.world, unit, major));
            let lost = usize::from(self.lost[side as usize][usize::from(major)]);
            if planned < lost.min(pool.count()) {
                wanted.push(Raised::Leader(major));
            }
        }
        wanted
    }

    /// How many army leaders of a class a side plans.
    pub(crate) fn planned_leaders(&self, side: Side, major: bool) -> usize {
        let plan = self.plans[side as usize].iter();
        plan.filter(|buy| matches!(buy, Buy::Leader(one, _) if *one == major)).count()
    }

    /// Where a cadre can come and what it costs least; none if it can't come anywhere.
    pub(crate) fn cheapest(&self, side: Side, raised: Raised) -> Option<Buy> {
        let buys = self.cadre_hexes(side).map(|hex| raised.to(hex));
        buys.min_by_key(|&buy| self.price_of(side, buy))
    }

    /// Where the cadre that is wanted can come, as far as the side can pay for it.
    fn places_for(&self, side: Side, raised: Raised, list: &mut Decisions<Choice>) {
        let left = if self.stage.has_prices() { self.points_left(side) } else { u8::MAX };
        let buys = self.cadre_hexes(side).map(|hex| raised.to(hex));
        list.extend(buys.filter(|&buy| self.price_of(side, buy) <= left).map(Choice::Buy));
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
        list.push(Choice::Done);
    }

    pub(crate) fn take_replacement(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        match choice {
            Choice::Raise(raised) => self.raised[side as usize] = Some(raised),
            Choice::Buy(buy) => {
                self.raised[side as usize] = None;
                self.plans[side as usize].push(buy);
                self.log_to_side(side, "9.5", resolution, |game| {
                    format!("{} replacement points left.", game.points_left(side))
                });
            }
            _ => self.done[side as usize] = true,
        }
        if self.done != [true; 2] {
            return;
        }
        if self.stage == Stage::Replacements {
            let text = || "Both sides have spent their replacement points.".to_owned();
            resolution.announce(EventKind::Revealed, "9.5", text);
        }
        for side in Side::ALL {
            for buy in std::mem::take(&mut self.plans[side as usize]) {
                self.carry_out(side, buy, resolution);
            }
        }
        self.points = [0; 2];
        if self.check_step(resolution) {
            return;
        }
        if self.stage == Stage::Surge {
            self.begin_drafts(resolution);
        } else {
            self.change_leaders(Side::Us, resolution);
        }
    }

    /// The price of a purchase, and the kind of a cadre.
    pub(crate) fn purchase_details(&self, side: Side, choice: Choice, details: &mut ChoiceDetails) {
        if let Choice::Raise(Raised::Unit(unit)) = choice {
            details.label.push_str(&format!(", {}", self.world.unit(unit).kind.id()));
        }
        let wanted = match choice {
            Choice::Buy(buy) => Some(buy),
            Choice::Raise(raised) => self.cheapest(side, raised),
            _ => None,
        };
        if let Some(buy) = wanted.filter(|_| self.stage.has_prices()) {
            details.cost = format!("{} RP", self.price_of(side, buy));
        }
        if choice == Choice::Done && self.stage.has_prices() {
            details.warning = self.unspent(side);
        }
    }

    /// §9.5: what is lost where a side buys nothing more, though it could.
    fn unspent(&self, side: Side) -> Option<String> {
        let (left, seat) = (self.points_left(side), self.seat_of(side));
        let mut list = Decisions::default();
        list.open(seat, "replacements");
        self.offers(side, &mut list);
        let buys = list.of_seat(seat).next().is_some();
        buys.then(|| format!("{left} replacement points are left and will be lost. Buy nothing more?"))
    }

    /// The label of a purchase.
    pub(crate) fn label_of(&self, seat: Seat, buy: Buy) -> String {
        details_of(self, seat, Choice::Buy(buy)).label
    }

    fn carry_out(&mut self, side: Side, buy: Buy, resolution: &mut Resolution<'_>) {
        match buy {
            Buy::Step(unit) => {
                let price = self.price_of(side, buy);
                self.spent.extend(self.hex_of(unit).map(|hex| (hex, price)));
                self.unit_mut(unit).strength += 1;
            }
            Buy::Cadre(unit, hex) => self.bring_cadre(unit, hex, resolution),
            Buy::Leader(major, hex) => {
                let alike = |&unit: &Unit| Self::fills(&self.world, unit, major);
                let pool: Vec<Unit> = self.leaders_in_pool(side).filter(alike).collect();
                if pool.is_empty() {
                    return;
                }
                let drawn = draw(&pool, resolution);
                let lost = &mut self.lost[side as usize][usize::from(major)];
                *lost = lost.saturating_sub(1);
                self.bring_cadre(drawn, hex, resolution);
            }
        }
    }

    /// §5.21: whether a leader of the pool can come for a lost army leader: one of his class, and never Grant (§5.22).
    pub(crate) fn fills(world: &World, unit: Unit, major: bool) -> bool {
        let info = world.unit(unit);
        info.is_major() == major && !info.replaces_supreme
    }

    /// A new cadre of one step stands upright in a hex.
    fn bring_cadre(&mut self, unit: Unit, hex: Hex, resolution: &mut Resolution<'_>) {
        self.put(unit, At::Map(hex));
        self.cadres.push(hex);
        let state = self.unit_mut(unit);
        (state.strength, state.moved) = (1, true);
        self.conceal(&[unit], resolution);
        self.log_unit(resolution, unit, EventKind::Text, "9.52", |name| {
            format!("{} to {} as a new cadre.", does(name, "comes|come"), self.world.hex(hex).called)
        });
    }

    pub(crate) fn list_draft_cadres(&self, side: Side, list: &mut Decisions<Choice>) {
        if let Some(raised) = self.raised[side as usize] {
            return self.places_for(side, raised, list);
        }
        let raised = self.cadres_of(side, false).into_iter().map(Raised::Unit);
        list.extend(raised.filter(|&raised| self.cheapest(side, raised).is_some()).map(Choice::Raise));
        list.push(Choice::Done);
    }

    /// The troops in a side's replacement pool.
    pub(crate) fn troops_in_pool(&self, side: Side) -> impl Iterator<Item = Unit> {
        let there = |unit: Unit| self.unit(unit).at == At::Pool && !self.world.unit(unit).kind.leads();
        self.world.of_side(side).filter(move |&unit| there(unit))
    }

    /// §4.5: how many cadres a draft could bring: as many as there are troops in the pool, and places for them.
    pub(crate) fn draft_room(&self, side: Side) -> usize {
        self.troops_in_pool(side).count().min(self.cadre_hexes(side).count())
    }

    pub(crate) fn take_draft_cadre(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        match choice {
            Choice::Raise(raised) => return self.raised[side as usize] = Some(raised),
            Choice::Buy(Buy::Cadre(unit, hex)) => {
                self.raised[side as usize] = None;
                self.bring_cadre(unit, hex, resolution);
                if let Stage::DraftCadres(_, left @ 2..) = self.stage
                    && self.draft_room(side) > 0
                {
                    return self.enter(Stage::DraftCadres(side, left - 1), resolution);
                }
            }
            _ => {}
        }
        self.drafted(side, resolution);
    }
}
