//! A3: who knows what. All that has to do with hidden blocks is here: what a seat calls them, what it is told of them, and
//! what it must suppose.
//!
//! The rules are made so that a block never gives itself away: whatever one that is face down may do, wagons may do
//! too. So a seat that can't identify two blocks of the enemy can't tell them apart in any way, and that makes samples easy.

use muster_board::SpaceId;
use muster_contract::{Audience, Event, EventKind, Seat};
use muster_sdk::take_places;
use muster_sdk::{Knowledge, Names, Random, Resolution, Secrets, Shared, UnitId, capital, place, redeal};

use crate::{Card, Outpost, Side, Unit, World};

impl Names for Outpost {
    type World = World;
    type Unit = Unit;
    type Space = SpaceId;
    type Edge = ();

    fn world(&self) -> &Shared<World> {
        &self.world
    }

    /// Its roster key, or a token ("?7").
    fn unit_id(&self, seat: Option<Seat>, unit: Unit) -> UnitId<'_> {
        let own = self.knows(seat, unit).then_some(self.world.unit(unit).id.as_str());
        self.tokens.of(seat).id(own, unit)
    }

    fn unit_name(&self, seat: Option<Seat>, unit: Unit) -> String {
        if self.knows(seat, unit) {
            return self.world.unit(unit).name.clone();
        }
        format!("a {} block", self.world.unit(unit).side.id())
    }

    fn space_id(&self, space: SpaceId) -> &str {
        self.world.atlas.name(space)
    }

    fn space_name(&self, space: SpaceId) -> String {
        self.world.atlas.called(space).to_owned()
    }

    fn card_id(card: u8) -> String {
        Card::id(card)
    }
}

impl Secrets for Outpost {
    /// A sample for a seat: all that it can't know is dealt again, and nothing else is touched.
    fn sample(&mut self, seat: Seat, random: &mut Random) {
        let enemy = self.side_of(seat).other();
        // Any of the blocks that it can't identify may be any of these units.
        let hidden: Vec<Unit> = self.present(enemy).filter(|&unit| !self.knows(Some(seat), unit)).collect();
        let pairs = redeal(&[hidden], random);
        // The block that marches is seen; which unit it is, is not.
        take_places(self, &pairs);
        self.blocks.take_over(&pairs);
        self.tokens.take_over([Some(seat), None], &pairs);
        self.deal_cards_again(enemy, random);
    }
}

impl Outpost {
    /// Whether the seat, or the public, can identify the unit.
    pub(crate) fn knows(&self, seat: Option<Seat>, unit: Unit) -> bool {
        self.block(unit).known.has(seat)
    }

    /// The unit that the seat, or the public, means by an id.
    pub(crate) fn find_unit(&self, seat: Option<Seat>, id: &str) -> Option<Unit> {
        let mut present = Side::ALL.into_iter().flat_map(|side| self.present(side));
        present.find(|&unit| self.unit_id(seat, unit).to_string() == id)
    }

    /// An event about a unit, told to each seat in the words that it has for it. Spectators are told only of units that
    /// everybody knows; of the others they see on the board what can be seen.
    pub(crate) fn log_unit_event(
        &self,
        resolution: &mut Resolution<'_>,
        unit: Unit,
        kind: &EventKind,
        citation: &str,
        text: impl Fn(&str) -> String,
    ) {
        let told = |audience: Audience, seat: Seat| {
            let text = capital(&text(&self.unit_name(Some(seat), unit)));
            Event::new(kind.clone(), audience, text, citation)
                .at(place(self.world.atlas.name(self.block(unit).at)))
                .of(vec![self.unit_id(Some(seat), unit).to_string()])
        };
        if self.block(unit).known == Knowledge::EVERYONE {
            resolution.event(|| told(Audience::Everyone, 0));
            return;
        }
        for seat in 0..2 {
            resolution.event(|| told(Audience::Seats(vec![seat]), seat));
        }
    }

    /// A3: each side's blocks are mixed over the places where they start, and stand there with their faces to their owner.
    pub(crate) fn mix(&mut self, resolution: &mut Resolution<'_>) {
        for side in Side::ALL {
            let owner = self.seat_of(side);
            let units: Vec<Unit> = self.world.of_side(side).collect();
            let mut places: Vec<_> = units.iter().map(|&unit| self.world.unit(unit).start).collect();
            resolution
                .shuffle(&mut places, || format!("where {}'s blocks stand", side.name().to_lowercase()));
            for (&unit, at) in units.iter().zip(places) {
                let known = if self.world.open_blocks { Knowledge::EVERYONE } else { Knowledge::only(owner) };
                let block = self.block_mut(unit);
                (block.at, block.known) = (at, known);
            }
            if !self.world.open_blocks {
                for observer in [Some(self.seat_of(side.other())), None] {
                    self.tokens.of_mut(observer).deal(&units, resolution);
                }
            }
        }
    }

    /// A3: the block is turned face up, for good.
    pub(crate) fn reveal(&mut self, unit: Unit, citation: &str, resolution: &mut Resolution<'_>) {
        if self.block(unit).known == Knowledge::EVERYONE {
            return;
        }
        self.turn_up(unit);
        let at = self.world.atlas.called(self.block(unit).at);
        self.log_unit_event(resolution, unit, &EventKind::Revealed, citation, |name| {
            format!("the block in {at} is {name}.")
        });
    }

    /// Everybody knows the unit, and nobody has a token for it any more.
    pub(crate) fn turn_up(&mut self, unit: Unit) {
        self.block_mut(unit).known = Knowledge::EVERYONE;
        for observer in [None, Some(0), Some(1)] {
            self.tokens.of_mut(observer).drop(unit);
        }
    }

    /// C4: one seat looks at the block. Its owner is told which it is, and spectators nothing.
    pub(crate) fn show(&mut self, seat: Seat, unit: Unit, resolution: &mut Resolution<'_>) {
        let block = self.block_mut(unit);
        block.known = block.known.and(seat);
        self.tokens.of_mut(Some(seat)).drop(unit);
        let at = self.world.atlas.called(self.block(unit).at);
        self.log_unit_event(resolution, unit, &EventKind::Revealed, "C4", |name| {
            format!("through the spyglass the block in {at} is {name}.")
        });
    }
}
