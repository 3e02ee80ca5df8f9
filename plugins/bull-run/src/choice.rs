//! What can be chosen, and the names of the choices.

use std::fmt;

use muster_contract::{ChoiceRole, Seat, Target};
use muster_sdk::ChoiceOf;

use crate::cards::Pile;
use crate::staff::Split;
use crate::state::{BullRun, Spot};
use crate::world::{Edge, Locale, NONE, World};

/// An answer. Where there may be two units, [`NONE`] stands for a missing one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// §5 step 3: a cube in a locale.
    Cube(Locale),
    /// §5: a unit to be placed.
    Take(u8),
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
    Limber(u8),
    /// No more limbering.
    EndLimber,
    /// §7.3: two cards.
    Cards(Pile),
    /// §8: a unit for a command.
    Pick(u8),
    /// Another for the same one.
    Also(u8),
    /// All that can join.
    Everyone,
    /// Nothing of it.
    Cancel,
    /// §8.1
    Advance(Locale),
    /// §8.2: over a boundary, with one or two leading units.
    Assault(Edge, u8, u8),
    /// §8.3: over a boundary; on an approach, or on the reserve.
    Bombard(Edge, Option<Edge>),
    /// §8.4: through a locale, against another.
    Charge(Locale, Locale),
    /// §8.5
    Maneuver(Locale),
    /// §8.6.1: through a locale to another.
    Ride(Locale, Locale),
    /// §8.6.2
    March(Locale),
    /// §8.6.3: to an approach.
    Secure(Edge),
    /// §8.6.3: into reserve.
    Reserve,
    /// §8.6.4: by road.
    Road,
    /// The next boundary, by this road.
    RoadStep(Edge, u8),
    /// No farther.
    Halt,
    /// This unit follows in the column.
    Follow(u8),
    /// The last group of the column ends where the one before it does.
    CloseUp,
    /// The column marches as it is.
    MarchOff,
    /// §8.0.1: cavalry deploys.
    Deploy(u8, Edge),
    /// §8.0.1: all of it together.
    DeployAll(Edge),
    /// §8.2 step 8: who pursues, a bit for each unit.
    DeclarePursuit(u16),
    /// §8.2 step 9: a pursuit to a locale, by a bit for each unit.
    Pursue(Locale, u16),
    /// No more field commands.
    EndField,
    /// §8.2 step 3
    Lead(u8, u8),
    /// §8.2 step 4
    Support(u8, u8),
    /// A loss goes to this unit.
    Hit(u8),
    /// §8.4 step 2
    LeadCharge(u8, u8),
    /// The passive player's units give way.
    GiveWay,
    /// This unit secures the defense approach.
    Hold(u8),
    /// No more units secure the approach.
    Enough,
    /// §8.5 step 3: this unit secures the attack approach.
    Post(u8),
    /// All of them do.
    PostAll,
    /// §8.2 step 9c: a pursuing unit secures an approach.
    PostAt(u8, Edge),
    /// §11, §12: a unit goes to a locale.
    Flee(u8, Locale),
    /// All of them go there.
    FleeAll(Locale),
    /// §9.1
    Merge(u8, u8),
    /// §9.1
    Split(u8, Split),
    /// The locale is reorganized.
    EndReorganize,
    /// §9.2: so many pairs in a locale.
    Rally(Locale, u8),
    /// §9.3: where reinforcements enter.
    Mobilize(Locale),
    /// §9.3: this unit comes.
    Bring(u8),
    /// §9.3: all come.
    BringAll,
    /// No more come.
    EndMobilize,
    /// No more staff commands.
    EndStaff,
    /// §10.1: this unit shows its face.
    Claim(u8),
    /// None does.
    NoClaim,
    /// §10.3
    Spike(u8),
    /// §10.4
    Range(u8),
    /// The turn ends.
    EndTurn,
}

impl ChoiceOf<BullRun> for Choice {
    fn write_id(&self, game: &BullRun, world: &World, seat: Seat, out: &mut dyn fmt::Write) -> fmt::Result {
        let unit = |unit: u8| game.unit_id(world, Some(seat), unit);
        let name = |locale: Locale| world.name(locale);
        let edge = |edge: Edge| world.edge(edge).id.as_str();
        let units = |one: u8, two: u8| {
            fmt::from_fn(move |out| match (one, two) {
                (NONE, _) => out.write_str("none"),
                (one, NONE) => write!(out, "{}", unit(one)),
                (one, two) => write!(out, "{} {}", unit(one), unit(two)),
            })
        };
        match *self {
            Self::Cube(at) => write!(out, "cube {}", name(at)),
            Self::Take(one) => write!(out, "take {}", unit(one)),
            Self::PutDown(at) => write!(out, "put {}", name(at)),
            Self::Draw(at) => write!(out, "draw {}", name(at)),
            Self::Shuffle(Spot { locale, edge: None }) => write!(out, "shuffle {}", name(locale)),
            Self::Shuffle(Spot { locale, edge: Some(at) }) => {
                write!(out, "shuffle {} {}", name(locale), edge(at))
            }
            Self::ShuffleAll => out.write_str("shuffle-all"),
            Self::EndShuffle => out.write_str("end-shuffle"),
            Self::Limber(one) => write!(out, "limber {}", unit(one)),
            Self::EndLimber => out.write_str("end-limber"),
            Self::Cards([2, _]) => out.write_str("play 0 0"),
            Self::Cards([1, _]) => out.write_str("play 0 1"),
            Self::Cards(_) => out.write_str("play 1 1"),
            Self::Pick(one) => write!(out, "pick {}", unit(one)),
            Self::Also(one) => write!(out, "also {}", unit(one)),
            Self::Everyone => out.write_str("everyone"),
            Self::Cancel => out.write_str("cancel"),
            Self::Advance(to) => write!(out, "advance {}", name(to)),
            Self::Assault(at, one, two) => write!(out, "assault {} {}", edge(at), units(one, two)),
            Self::Bombard(at, None) => write!(out, "bombard {}", edge(at)),
            Self::Bombard(at, Some(target)) => write!(out, "bombard {} {}", edge(at), edge(target)),
            Self::Charge(through, to) => write!(out, "charge {} {}", name(through), name(to)),
            Self::Maneuver(to) => write!(out, "maneuver {}", name(to)),
            Self::Ride(through, to) => write!(out, "ride {} {}", name(through), name(to)),
            Self::March(to) => write!(out, "march {}", name(to)),
            Self::Secure(at) => write!(out, "secure {}", edge(at)),
            Self::Reserve => out.write_str("reserve"),
            Self::Road => out.write_str("road"),
            Self::RoadStep(at, road) => {
                write!(out, "by-road {} {}", edge(at), world.roads[usize::from(road)])
            }
            Self::Halt => out.write_str("halt"),
            Self::Follow(one) => write!(out, "follow {}", unit(one)),
            Self::CloseUp => out.write_str("close-up"),
            Self::MarchOff => out.write_str("march-off"),
            Self::Deploy(one, at) => write!(out, "deploy {} {}", unit(one), edge(at)),
            Self::DeployAll(at) => write!(out, "deploy-all {}", edge(at)),
            Self::DeclarePursuit(bits) => {
                out.write_str("declare-pursuit")?;
                game.pursuers(bits).into_iter().try_for_each(|one| write!(out, " {}", unit(one)))
            }
            Self::Pursue(to, bits) => {
                write!(out, "pursue {}", name(to))?;
                game.pursuers(bits).into_iter().try_for_each(|one| write!(out, " {}", unit(one)))
            }
            Self::EndField => out.write_str("end-field"),
            Self::Lead(one, two) => write!(out, "lead {}", units(one, two)),
            Self::Support(one, two) => write!(out, "support {}", units(one, two)),
            Self::Hit(one) => write!(out, "hit {}", unit(one)),
            Self::LeadCharge(one, two) => write!(out, "lead-charge {}", units(one, two)),
            Self::GiveWay => out.write_str("give-way"),
            Self::Hold(one) => write!(out, "hold {}", unit(one)),
            Self::Enough => out.write_str("enough"),
            Self::Post(one) => write!(out, "post {}", unit(one)),
            Self::PostAll => out.write_str("post-all"),
            Self::PostAt(one, at) => write!(out, "post {} {}", unit(one), edge(at)),
            Self::Flee(one, to) => write!(out, "flee {} {}", unit(one), name(to)),
            Self::FleeAll(to) => write!(out, "flee-all {}", name(to)),
            Self::Merge(one, two) => write!(out, "merge {} {}", unit(one), unit(two)),
            Self::Split(one, split) => write!(out, "split {} {}", unit(one), split.name()),
            Self::EndReorganize => out.write_str("end-reorganize"),
            Self::Rally(at, pairs) => write!(out, "rally {} {pairs}", name(at)),
            Self::Mobilize(at) => write!(out, "mobilize {}", name(at)),
            Self::Bring(one) => write!(out, "bring {}", unit(one)),
            Self::BringAll => out.write_str("bring-all"),
            Self::EndMobilize => out.write_str("end-mobilize"),
            Self::EndStaff => out.write_str("end-staff"),
            Self::Claim(one) => write!(out, "claim {}", unit(one)),
            Self::NoClaim => out.write_str("no-claim"),
            Self::Spike(one) => write!(out, "spike {}", unit(one)),
            Self::Range(one) => write!(out, "range {}", unit(one)),
            Self::EndTurn => out.write_str("end-turn"),
        }
    }

    fn target(&self, game: &BullRun, world: &World, seat: Seat) -> Target {
        let unit = |unit: u8| Target::Unit(game.unit_id(world, Some(seat), unit).to_string());
        let space = |locale: Locale| Target::Space(world.name(locale).to_owned());
        let boundary = |edge: Edge| Target::Edge(world.edge(edge).id.clone());
        match *self {
            Self::Take(one)
            | Self::Limber(one)
            | Self::Pick(one)
            | Self::Also(one)
            | Self::Follow(one)
            | Self::Hit(one)
            | Self::Hold(one)
            | Self::Post(one)
            | Self::Bring(one)
            | Self::Claim(one)
            | Self::Spike(one)
            | Self::Range(one)
            | Self::Lead(one, NONE)
            | Self::Support(one, NONE)
            | Self::LeadCharge(one, NONE)
                if one != NONE =>
            {
                unit(one)
            }
            Self::Cube(at)
            | Self::PutDown(at)
            | Self::Draw(at)
            | Self::Shuffle(Spot { locale: at, .. })
            | Self::Advance(at)
            | Self::Charge(_, at)
            | Self::Maneuver(at)
            | Self::Ride(_, at)
            | Self::March(at)
            | Self::FleeAll(at)
            | Self::Mobilize(at) => space(at),
            Self::RoadStep(at, _) => {
                let ends = world.edge(at).ends;
                let been = game.road_been(world);
                space(if been.contains(&ends[0]) { ends[1] } else { ends[0] })
            }
            Self::Assault(at, ..)
            | Self::Bombard(_, Some(at))
            | Self::Bombard(at, None)
            | Self::Secure(at)
            | Self::Deploy(_, at)
            | Self::DeployAll(at)
            | Self::PostAt(_, at) => boundary(at),
            // Each pair is pointed at by another card: two of value 1 by the second of them.
            Self::Cards(pair) => {
                let card = crate::view::card_id(game.side_of(seat), usize::from(pair[1] > 0));
                Target::Card(if pair[1] > 1 { format!("{card}-2") } else { card })
            }
            _ => {
                let mut id = String::new();
                self.write_id(game, world, seat, &mut id).expect("a string takes everything");
                Target::Button(id)
            }
        }
    }

    fn role(&self) -> ChoiceRole {
        match self {
            Self::EndShuffle
            | Self::EndLimber
            | Self::EndField
            | Self::Halt
            | Self::MarchOff
            | Self::Enough
            | Self::EndReorganize
            | Self::EndMobilize
            | Self::EndStaff
            | Self::EndTurn => ChoiceRole::Finish,
            Self::Cancel => ChoiceRole::Cancel,
            _ => ChoiceRole::Act,
        }
    }
}
