//! What can be chosen, a row each: its id, its label, what it points at.

use muster_contract::Seat;
use muster_sdk::Thing::{Amount, Card, Edge, Space, Unit, Word};
use muster_sdk::{ChoiceOf, ChoiceRow};

use crate::cards::{Pile, held_card};
use crate::staff::Split;
use crate::state::{BullRun, Spot};
use crate::world::{self, Locale};

/// What a command costs.
pub(crate) const COMMAND: &str = "1 command point";
const DEPLOYED: &str = "Who deploys is turned face up.";
const PURSUED: &str = "Who pursues is turned face up; nobody deploys any more.";

/// One or two units that lead, or none.
pub type Leaders = [Option<world::Unit>; 2];

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// §5 step 3: a cube in a locale.
    Cube(Locale),
    /// §5: a unit to be placed.
    Take(world::Unit),
    /// §5: the cube that it replaces.
    PutDown(Locale),
    /// §5 steps 7 and 8: the opponent's cube that a unit drawn blindly replaces.
    Draw(Locale),
    /// §7.1: a position's units are shuffled.
    Shuffle(Spot),
    /// §7.1: all that can be are.
    ShuffleAll,
    /// No more shuffling.
    EndShuffle,
    /// §7.2: artillery limbers.
    Limber(world::Unit),
    /// No more limbering.
    EndLimber,
    /// §7.3: two cards.
    Cards(Pile),
    /// §8: a unit for a command.
    Pick(world::Unit),
    /// Another for the same one.
    Also(world::Unit),
    /// All that can join.
    Everyone,
    /// Nothing of it.
    Cancel,
    /// §8.1
    Advance(Locale),
    /// §8.2: over a boundary, with one or two leading units.
    Assault(world::Edge, Leaders),
    /// §8.3: over a boundary; on an approach, or on the reserve.
    Bombard(world::Edge, Option<world::Edge>),
    /// §8.4: through a locale, against another.
    Charge(Locale, Locale),
    /// §8.5
    Maneuver(Locale),
    /// §8.6.1: through a locale to another.
    Ride(Locale, Locale),
    /// §8.6.2
    March(Locale),
    /// §8.6.3: to an approach.
    Secure(world::Edge),
    /// §8.6.3: into reserve.
    Reserve,
    /// §8.6.4: by road.
    Road,
    /// The next boundary, by this road.
    RoadStep(world::Edge, u8),
    /// No farther.
    Halt,
    /// This unit follows in the column.
    Follow(world::Unit),
    /// The last group of the column ends where the one before it does.
    CloseUp,
    /// The column marches as it is.
    MarchOff,
    /// §8.0.1: cavalry deploys.
    Deploy(world::Unit, world::Edge),
    /// §8.0.1: all of it together.
    DeployAll(world::Edge),
    /// §8.2 step 8: who pursues, a bit for each unit.
    DeclarePursuit(u16),
    /// §8.2 step 9: a pursuit to a locale, by a bit for each unit.
    Pursue(Locale, u16),
    /// No more field commands.
    EndField,
    /// §8.2 step 3
    Lead(Leaders),
    /// §8.2 step 4
    Support(Leaders),
    /// A loss goes to this unit.
    Hit(world::Unit),
    /// §8.4 step 2
    LeadCharge(Leaders),
    /// The passive player's units give way.
    GiveWay,
    /// This unit secures the defense approach.
    Hold(world::Unit),
    /// No more units secure the approach.
    Enough,
    /// §8.5 step 3: this unit secures the attack approach.
    Post(world::Unit),
    /// All of them do.
    PostAll,
    /// §8.2 step 9c: a pursuing unit secures an approach.
    PostAt(world::Unit, world::Edge),
    /// §11, §12: a unit goes to a locale.
    Flee(world::Unit, Locale),
    /// All of them go there.
    FleeAll(Locale),
    /// §9.1
    Merge(world::Unit, world::Unit),
    /// §9.1
    Split(world::Unit, Split),
    /// The locale is reorganized.
    EndReorganize,
    /// §9.2: so many pairs in a locale.
    Rally(Locale, u8),
    /// §9.3: where reinforcements enter.
    Mobilize(Locale),
    /// §9.3: this unit comes.
    Bring(world::Unit),
    /// §9.3: all come.
    BringAll,
    /// No more come.
    EndMobilize,
    /// No more staff commands.
    EndStaff,
    /// §10.1: this unit shows its face.
    Claim(world::Unit),
    /// None does.
    NoClaim,
    /// §10.3
    Spike(world::Unit),
    /// §10.4
    Range(world::Unit),
    /// The turn ends.
    EndTurn,
}

impl ChoiceOf<BullRun> for Choice {
    fn row(self, game: &BullRun, seat: Seat) -> ChoiceRow<'_, BullRun> {
        let act = ChoiceRow::act;
        let command = |verb, label| act(verb, label).cost(COMMAND);
        let card = |value, number| Card(held_card(game.side_of(seat), value, number));
        let pursuers = |units| game.pursuers(units).map(Unit);
        match self {
            Self::Cube(at) => act("cube", "a cube in {}").on(Space(at)),
            Self::Take(unit) => act("take", "{}").on(Unit(unit)),
            Self::PutDown(at) => act("put", "in {}").on(Space(at)),
            Self::Draw(at) => act("draw", "a unit in {}").on(Space(at)),
            Self::Shuffle(spot) => {
                act("shuffle", "shuffle").on(Space(spot.locale)).with_all(spot.edge.map(Edge))
            }
            Self::ShuffleAll => act("shuffle-all", "shuffle all"),
            Self::EndShuffle => ChoiceRow::finish("end-shuffle", "shuffle no more"),
            Self::Limber(unit) => act("limber", "limber {}").on(Unit(unit)),
            Self::EndLimber => ChoiceRow::finish("end-limber", "limber no more"),
            // Each pair is pointed at by another card: two of value 1 by the second of them.
            Self::Cards([2, _]) => act("play 0 0", "play a 0 and a 0: 4 command points").at(card(0, 1)),
            Self::Cards([1, _]) => act("play 0 1", "play a 0 and a 1: 5 command points").at(card(1, 1)),
            Self::Cards(_) => act("play 1 1", "play a 1 and a 1: 6 command points").at(card(1, 2)),
            Self::Pick(unit) => act("pick", "{}").on(Unit(unit)),
            Self::Also(unit) => act("also", "also {}").on(Unit(unit)),
            Self::Everyone => act("everyone", "all of them"),
            Self::Cancel => ChoiceRow::cancel("cancel", "take it back"),
            Self::Advance(to) => {
                command("advance", "advance into {}").on(Space(to)).note("12", "The enemy there retreats.")
            }
            Self::Assault(at, units) => {
                let alone = "assault over {}, led by {}";
                let label = if units[1].is_none() { alone } else { "assault over {}, led by {} and {}" };
                command("assault", label).on(Edge(at)).with_all(units.into_iter().flatten().map(Unit))
            }
            Self::Bombard(at, None) => command("bombard", "bombard").on(Edge(at)),
            Self::Bombard(at, Some(target)) => command("bombard", "bombard").with(Edge(at)).on(Edge(target)),
            Self::Charge(through, to) => command("charge", "charge")
                .with(Space(through))
                .on(Space(to))
                .note("8.4", "The enemy retreats, or it comes to an assault."),
            Self::Maneuver(to) => command("maneuver", "maneuver against {}")
                .on(Space(to))
                .note("8.5", "The enemy withdraws, or secures the approach."),
            Self::Ride(through, to) => command("ride", "cavalry march through {} to {}")
                .with(Space(through))
                .on(Space(to))
                .note("8.6.1", "The cavalry is turned face up."),
            Self::March(to) => command("march", "march to {}").on(Space(to)),
            Self::Secure(at) => command("secure", "secure the approach at {}").on(Edge(at)),
            Self::Reserve => command("reserve", "into reserve"),
            Self::Road => act("road", "march by road"),
            Self::RoadStep(at, road) => act("by-road", "to")
                .with(Edge(at))
                .with(Word(&game.world.roads[usize::from(road)]))
                .at(Space(game.road_leads(at))),
            Self::Halt => ChoiceRow::finish("halt", "march to here"),
            Self::Follow(unit) => act("follow", "behind it {}").on(Unit(unit)),
            Self::CloseUp => act("close-up", "close up: the last group joins the one before it")
                .note("8.6.4", "It marches a locale farther, and ends where the group before it does."),
            Self::MarchOff => ChoiceRow::finish("march-off", "march").cost(COMMAND),
            Self::Deploy(unit, at) => {
                act("deploy", "deploy {} at {}").with(Unit(unit)).on(Edge(at)).note("8.0.1", DEPLOYED)
            }
            Self::DeployAll(at) => act("deploy-all", "deploy all at {}").on(Edge(at)).note("8.0.1", DEPLOYED),
            Self::DeclarePursuit(units) => {
                act("declare-pursuit", "pursue").with_all(pursuers(units)).note("8.2", PURSUED)
            }
            Self::Pursue(to, units) => {
                act("pursue", "pursue to {}").with(Space(to)).with_all(pursuers(units)).note("8.2", PURSUED)
            }
            Self::EndField => ChoiceRow::finish("end-field", "end field commands"),
            Self::Lead(units) => leaders("lead", "nobody leads", units),
            Self::Support(units) => leaders("support", "no support", units),
            Self::Hit(unit) => act("hit", "a loss to {}").on(Unit(unit)),
            Self::LeadCharge(units) => leaders("lead-charge", "", units),
            Self::GiveWay if game.withdraws() => act("give-way", "withdraw")
                .note("11", "Each secured approach and infantry in reserve lose a point; artillery is lost."),
            Self::GiveWay => {
                act("give-way", "retreat").note("12", "Losses by position, artillery, and 1 morale.")
            }
            Self::Hold(unit) => act("hold", "{}").on(Unit(unit)),
            Self::Enough => ChoiceRow::finish("enough", "no more"),
            Self::Post(unit) => act("post", "{}").on(Unit(unit)),
            Self::PostAll => act("post-all", "all of them"),
            Self::PostAt(unit, at) => act("post", "{} at {}").with(Unit(unit)).on(Edge(at)),
            Self::Flee(unit, to) => act("flee", "{} to {}").with(Unit(unit)).with(Space(to)),
            Self::FleeAll(to) => act("flee-all", "all to {}").on(Space(to)),
            Self::Merge(one, two) => act("merge", "merge {} and {}").with_all([one, two].map(Unit)),
            Self::Split(unit, split) => act("split", "split {}").with(Unit(unit)).with(Word(split.name())),
            Self::EndReorganize => ChoiceRow::finish("end-reorganize", "reorganized"),
            Self::Rally(at, pairs) => {
                command("rally", "rally in {}: pairs {}").with(Space(at)).with(Amount(pairs.into()))
            }
            Self::Mobilize(at) => command("mobilize", "mobilize the next group to {}").on(Space(at)),
            Self::Bring(unit) => act("bring", "{}").on(Unit(unit)),
            Self::BringAll => act("bring-all", "the whole group"),
            Self::EndMobilize => ChoiceRow::finish("end-mobilize", "no more come"),
            Self::EndStaff => ChoiceRow::finish("end-staff", "end staff commands"),
            Self::Claim(unit) => {
                act("claim", "claim it with {}").on(Unit(unit)).note("13.3", "The enemy's morale falls by 5.")
            }
            Self::NoClaim => act("no-claim", "claim nothing"),
            Self::Spike(unit) => act("spike", "spike artillery")
                .on(Unit(unit))
                .note("10.3", "Morale -1; the enemy gains nothing."),
            Self::Range(unit) => act("range", "range artillery").on(Unit(unit)),
            Self::EndTurn => ChoiceRow::finish("end-turn", "end the turn"),
        }
    }
}

impl Choice {
    /// The locales that it leads through from where the group that is commanded stands.
    pub(crate) fn way(self) -> Vec<Locale> {
        match self {
            Self::March(to) | Self::Advance(to) | Self::Maneuver(to) => vec![to],
            Self::Ride(through, to) | Self::Charge(through, to) => vec![through, to],
            _ => Vec::new(),
        }
    }

    /// The position that the label ends with, and what stands before it.
    pub(crate) fn label_end(self, game: &BullRun) -> Option<(&'static str, Spot)> {
        match self {
            Self::Shuffle(spot) => Some((" ", spot)),
            Self::Limber(unit) | Self::Hit(unit) | Self::Spike(unit) | Self::Range(unit) => {
                game.unit(unit).spot().map(|spot| (" at ", spot))
            }
            _ => None,
        }
    }
}

/// The row of a choice of leading units: one is a target, two or none are a button.
fn leaders<'a>(verb: &'a str, nobody: &'static str, units: Leaders) -> ChoiceRow<'a, BullRun> {
    match units {
        [None, _] => ChoiceRow::act(verb, nobody).with(Word("none")),
        [Some(one), None] => ChoiceRow::act(verb, "{}").on(Unit(one)),
        [Some(one), Some(two)] => ChoiceRow::act(verb, "{} and {}").with_all([one, two].map(Unit)),
    }
}
