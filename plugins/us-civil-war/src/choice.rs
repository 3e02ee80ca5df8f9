//! What can be chosen, a row each: id, label, target and part in the decision.

use muster_contract::Seat;
use muster_sdk::Thing::{self, Amount, Space as At, Unit, Word};
use muster_sdk::{ChoiceOf, ChoiceRow};
use serde::{Deserialize, Serialize};

use crate::charts::Card;
use crate::fleets::Order;
use crate::retreat::Path;
use crate::standing::Answer;
use crate::state::{Means, Named, UsCivilWar};
use crate::strategic::Mode;
use crate::units::Piece;
use crate::world::{General, Militia, Space, Theater};

/// What an action is paid with (§4.3, §18.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pay {
    /// The free naval action (§21.1).
    Free,
    /// An Action Point.
    Point,
    /// Two, for a Cautious General who may attack and enter zones (§7.7), or for 2 SPs by sea (§20.3.1).
    Two,
    /// Three, for 3 SPs by sea.
    Three,
    /// A card.
    Card(Card),
}

impl Pay {
    /// How many Action Points it is; none of a card.
    pub const fn points(self) -> u8 {
        match self {
            Self::Point => 1,
            Self::Two => 2,
            Self::Three => 3,
            Self::Card(_) | Self::Free => 0,
        }
    }

    /// So many Action Points, 1 to 3.
    pub const fn of_points(points: u8) -> Self {
        match points {
            0 | 1 => Self::Point,
            2 => Self::Two,
            _ => Self::Three,
        }
    }

    /// What stands for it in an id and on a button.
    const fn id_and_label(self) -> (&'static str, &'static str) {
        match self {
            Self::Free => ("free", "the free naval action"),
            Self::Point => ("point", "1 Action Point"),
            Self::Two => ("two-points", "2 Action Points"),
            Self::Three => ("three-points", "3 Action Points"),
            Self::Card(Card::Any) => ("card-any", Card::Any.called()),
            Self::Card(Card::East) => ("card-east", Card::East.called()),
            Self::Card(Card::West) => ("card-west", Card::West.called()),
            Self::Card(Card::TransMississippi) => ("card-trans-mississippi", Card::TransMississippi.called()),
            Self::Card(Card::Naval) => ("card-naval", Card::Naval.called()),
        }
    }
}

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// §S1.1: an SP starts in this space.
    Forward(Space),
    /// §S1.1: it starts with the others.
    NoForward,
    /// §18.2
    Discard(Card),
    /// §12.5.2
    Rally(Space, Pay),
    /// §10.1.2: an Entrenchment by an Action Point.
    Entrench(Space, Pay),
    /// §10.2.2, §10.2.3: a Fort is begun, or an upgrade.
    BeginFort(Space, Card),
    /// §10.2.5: a Fort is given up, or goes down a level.
    LowerFort(Space),
    /// §7.8: this general is transferred; the next choice says where to.
    Transfer(General, Pay),
    /// §7.8: to this space.
    TransferTo(Space),
    /// §7.8: no second one.
    EndTransfer,
    /// §17.3: by a point of this theater, or by one that can be spent anywhere.
    Train(Option<Theater>),
    /// §17.3: where the SP that has been trained comes.
    Trained(Space),
    /// §17.2.3: this Militia unit goes to that hex.
    Muster(Militia, Space),
    /// §4.3: an SP of a space goes to the Displaced Box.
    Disperse(Space),
    /// §4.3: so does a general.
    DisperseGeneral(General),
    /// §4.3: so does a Militia unit.
    DisperseMilitia(Militia),
    /// §4.3: a general and his stack, or SPs by themselves, are activated for a march.
    Activate(Piece, Pay),
    /// §20.3: the same for Naval Transport.
    Embark(Piece, Means, Pay),
    /// §20.3: it sails to this space.
    Sail(Space),
    /// §20.5.4: after a landing that failed it sails back there.
    SailBack(Space),
    /// §18.1: Naval Assist.
    Assist(Card),
    /// §18.1: Naval Support.
    Support(Card),
    /// §5: the stack goes to this space.
    Go(Space),
    /// §7.5.1: it takes SPs up.
    Take(u8),
    /// §7.5.1: it drops SPs off.
    Drop(u8),
    /// §7.5.1, §7.5.2: this general goes along.
    Join(General),
    /// §7.5.1: this one stays.
    Leave(General),
    /// §5.9: friends come from this space.
    Regroup(Space),
    /// §6.2.1: a Control marker.
    Mark,
    /// §8.3: cavalry removes the enemy's Control marker and rides on.
    Unmark,
    /// §10.1.2: an Entrenchment by MPs.
    DigIn,
    /// §5.4.2
    ByRail,
    /// §18.1: a forced march.
    Force(Card),
    /// The stack goes no farther.
    Halt,
    /// §9.2.2: the stack in this space tries to intercept.
    Intercept(Space),
    /// §22.6: the stack tries to maneuver.
    Maneuver(Named),
    /// §9.2.2, §22.6: those named roll.
    RollInterceptions,
    /// §9.3.1: the stack tries to avoid battle.
    AvoidBattle,
    /// No reaction, or none more.
    NoReaction,
    /// A standing answer is given, or taken back.
    Standing(Answer, bool),
    /// §9.2.3, §5.9: so many SPs intercept, or are called in.
    Send(u8),
    /// §9.2.3, §5.9: this general goes with them, or stays.
    SendGeneral(General),
    /// §9.2.3, §5.9: they go.
    SendOff,
    /// §7.2.2, §7.2.4: this general commands.
    Lead(General),
    /// §9.3.2: the stack goes there.
    AvoidTo(Space),
    /// §9.4: it stays after all.
    Stay,
    /// §11.6.5: those who are pushed aside go there.
    PushTo(Space),
    /// §8.2
    BackUp,
    /// §8.2: it fights.
    Stand,
    /// §11.5.1, C25: so many SPs cross the river in the battle.
    Cross(u8),
    /// §18.3.2: a card for the battle.
    BattleCard(Card),
    /// The battle is fought.
    Attack,
    /// §11.2.4: whether generals without SPs are displaced.
    Displace(bool),
    /// §11.6.3: the beaten defender goes this way.
    Retreat(Path),
    /// §4.1.4: an SP of this space is lost.
    Sacrifice(Space),
    /// §13.2.2: this stack suffers Attrition.
    Starve(Space),
    /// §18.1: a card spares it that.
    Spare(Space, Card),
    /// §18.1: no card spares anybody his Surrender.
    NoSupplies,
    /// §22.4: this general's stack has an Army marker.
    Army(General),
    /// §22.4: it has one no more.
    DisbandArmy(General),
    /// §22.4: this general leads the army of his stack in another's place.
    HandOver(General),
    /// §14.2, §14.3.5, §14.6: an SP comes to this space.
    Place(Space),
    /// §10.2.6: the Union's Fort of the turn is begun there.
    FreeFort(Space),
    /// §10.2.6: none.
    NoFort,
    /// §14.5: the Arsenal is built there.
    Arsenal(Space),
    /// §14.1.2: an SP of this space is given up.
    Disband(Space),
    /// §17.2.3: the other Militia stay where they are.
    EndMilitia,
    /// §14.6, §16.2, §16.6: the general comes to this space.
    Post(Space),
    /// §16.6: he isn't transferred.
    StayPut,
    /// §16.2: what the track has for this general is carried out.
    Manage(General),
    /// §16.6: this general is transferred for nothing.
    Reassign(General),
    /// §16.1: the leader management is over.
    EndManagement,
    /// §15.1: SPs of this space move.
    Dispatch(Space),
    /// §15.1: they go so to this space.
    Leg(Mode, Space),
    /// §15.6: they stay where they have got to.
    Arrive,
    /// They stay where they came from.
    TurnBack,
    /// §3.2: the segment is over.
    EndStrategic,
    /// An order of the naval game (§21).
    Naval(Order),
    /// The phase is over.
    EndActions,
}

impl ChoiceOf<UsCivilWar> for Choice {
    fn row(self, game: &UsCivilWar, _seat: Seat) -> ChoiceRow<'_, UsCivilWar> {
        use ChoiceRow as Row;
        match self {
            Self::Discard(card) => Row::act("discard", "discard {}").on(Thing::Card(card as u8)).by("18.2"),
            Self::Rally(at, pay) => paid(Row::act("rally", "rally {}").on(At(at)), pay).by("12.5.2"),
            Self::Entrench(at, pay) => {
                paid(Row::act("entrench", "entrench in {}").on(At(at)), pay).by("10.1.2")
            }
            Self::BeginFort(at, card) => {
                paid(Row::act("begin-fort", "begin a Fort in {}").on(At(at)), Pay::Card(card)).by("10.2.2")
            }
            Self::LowerFort(at) => {
                Row::act("lower-fort", "give up a level of the Fort in {}").on(At(at)).by("10.2.5")
            }
            Self::Transfer(general, pay) => {
                paid(Row::act("transfer", "transfer {}").on(Unit(Piece::General(general))), pay).by("7.8")
            }
            Self::TransferTo(at) => Row::act("transfer-to", "to {}").on(At(at)).by("7.8"),
            Self::EndTransfer => Row::finish("end-transfer", "no second general").by("7.8"),
            Self::Train(None) => Row::act("train", "train").cost("1 Action Point").by("17.3"),
            Self::Train(Some(theater)) => {
                let label = match theater {
                    Theater::East => "train in the East",
                    Theater::West => "train in the West",
                    Theater::TransMississippi => "train in the Trans-Mississippi",
                };
                Row::act("train", label).with(Word(theater.id())).cost("1 Action Point").by("17.3")
            }
            Self::Trained(at) => Row::act("trained", "the SP comes to {}").on(At(at)).by("17.3"),
            Self::Muster(militia, at) => {
                Row::act("muster", "{} to {}").with(Unit(Piece::Militia(militia))).on(At(at)).by("17.2.3")
            }
            Self::Disperse(at) => Row::act("disperse", "disperse an SP of {}").on(At(at)).by("4.3"),
            Self::DisperseGeneral(general) => {
                Row::act("disperse", "disperse {}").on(Unit(Piece::General(general))).by("4.3")
            }
            Self::DisperseMilitia(militia) => {
                Row::act("disperse", "disperse {}").on(Unit(Piece::Militia(militia))).by("4.3")
            }
            Self::Activate(piece @ Piece::General(one), pay) => {
                // §7.7
                let shy = pay == Pay::Point && game.rating(one).cautious;
                let label = if shy { "activate {}, away from enemies" } else { "activate {}" };
                paid(Row::act("activate", label).on(Unit(piece)), pay).by("4.3")
            }
            Self::Activate(piece, pay) => {
                paid(Row::act("activate", "march with {}").on(Unit(piece)), pay).by("5.10")
            }
            Self::Embark(piece, Means::Ocean, pay) => {
                paid(Row::act("embark-ocean", "ship {} by sea").on(Unit(piece)), pay).by("20.3.5")
            }
            Self::Embark(piece, _, pay) => {
                let shy = pay == Pay::Point && piece.general().is_some_and(|one| game.rating(one).cautious);
                let label = match shy {
                    true => "ship {} by river or coast, away from enemies",
                    false => "ship {} by river or coast",
                };
                paid(Row::act("embark", label).on(Unit(piece)), pay).by("20.3.4")
            }
            Self::Naval(order) => order.row(game),
            _ => self.march_row(game),
        }
    }
}

impl Choice {
    /// The rows of marches and battles.
    fn march_row(self, game: &UsCivilWar) -> ChoiceRow<'_, UsCivilWar> {
        use ChoiceRow as Row;
        let general = |general| Unit(Piece::General(general));
        let number = |number: u8| Amount(number.into());
        match self {
            Self::Go(to) => Row::act("to", "to {}").on(At(to)).by("5.1"),
            Self::Take(1) => Row::act("take", "take up {} SP").on(number(1)).by("7.5.1"),
            Self::Take(sps) => Row::act("take", "take up {} SPs").on(number(sps)).by("7.5.1"),
            Self::Drop(1) => Row::act("drop", "drop off {} SP").on(number(1)).by("7.5.1"),
            Self::Drop(sps) => Row::act("drop", "drop off {} SPs").on(number(sps)).by("7.5.1"),
            Self::Join(one) => Row::act("join", "{} comes along").on(general(one)).by("7.5.1"),
            Self::Leave(one) => Row::act("leave", "{} stays here").on(general(one)).by("7.5.1"),
            Self::Regroup(from) => {
                let cost = if game.regroup_cost(from) == 1 { "1 MP" } else { "2 MPs" };
                Row::act("regroup", "call in those from {}").with(At(from)).cost(cost).by("5.9")
            }
            Self::Mark => Row::act("mark", "place a Control marker").cost("1 MP").by("6.2.1"),
            Self::Unmark => Row::act("unmark", "remove the enemy's Control marker").cost("1 MP").by("8.3"),
            Self::DigIn => Row::act("dig-in", "entrench").cost("2 MPs").by("10.1.2"),
            Self::ByRail => Row::act("by-rail", "go by rail, 10 MPs").by("5.4.2"),
            Self::Force(card) => {
                paid(Row::act("force", "force the march, 2 MPs more"), Pay::Card(card)).by("18.1")
            }
            Self::Halt if game.is_voyage() => Row::finish("halt", "all stay here").by("20.3.1"),
            Self::Halt => Row::finish("halt", "halt").by("5.1"),
            Self::Cross(1) => Row::act("cross", "{} SP crosses").on(number(1)).by("11.5.1"),
            Self::Cross(sps) => Row::act("cross", "{} SPs cross").on(number(sps)).by("11.5.1"),
            Self::BattleCard(card) => {
                paid(Row::act("battle-card", "2 more on the die"), Pay::Card(card)).by("18.3.2")
            }
            Self::Attack => Row::act("attack", "attack").by("11.2.1"),
            Self::Displace(true) => Row::act("displace-generals", "the generals leave").by("11.2.4"),
            Self::Displace(false) => Row::act("keep-generals", "the generals stay").by("11.2.4"),
            Self::Sacrifice(at) => Row::act("sacrifice", "an SP in {} is lost").on(At(at)).by("4.1.4"),
            Self::Starve(at) => Row::act("starve", "Attrition in {}").on(At(at)).by("13.2.2"),
            Self::Retreat(Path { first, second: None }) => {
                Row::act("retreat", "retreat to {}").on(At(first)).by("11.6.1")
            }
            Self::Retreat(Path { first, second: Some(second) }) => {
                Row::act("retreat", "retreat by {} to {}").with(At(first)).on(At(second)).by("11.6.1")
            }
            _ => self.reaction_row(game),
        }
    }

    /// The rows of reactions (§9, §22.6, §8.2).
    fn reaction_row(self, game: &UsCivilWar) -> ChoiceRow<'_, UsCivilWar> {
        use ChoiceRow as Row;
        let section = || game.step_row().section;
        match self {
            Self::Intercept(from) => Row::act("intercept", "intercept from {}").on(At(from)).by("9.2.2"),
            Self::Maneuver(Named { from, to }) => {
                Row::act("maneuver", "maneuver from {} to {}").with(At(from)).on(At(to)).by("22.6")
            }
            Self::RollInterceptions => {
                let all = game.march.as_deref().map_or(&[][..], |march| &march.named);
                let label = if all.iter().all(|&named| game.intercepts(named)) {
                    "roll for the Interceptions"
                } else {
                    "roll for those who were named"
                };
                Row::act("roll-interceptions", label).by("9.2.1")
            }
            Self::AvoidBattle => Row::act("avoid-battle", "avoid battle").by("9.3.1"),
            Self::NoReaction => Row::finish("no-reaction", "no reaction").by("9"),
            Self::Standing(answer, holds) => standing(answer, holds).by("9"),
            Self::Send(1) => Row::act("send", "{} SP goes").on(Amount(1)).by(section()),
            Self::Send(sps) => Row::act("send", "{} SPs go").on(Amount(sps.into())).by(section()),
            Self::SendGeneral(one) => {
                Row::act("send-general", "{} goes or stays").on(Unit(Piece::General(one))).by(section())
            }
            Self::SendOff => Row::act("send-off", "yes, they go").by(section()),
            Self::AvoidTo(to) => Row::act("avoid-to", "go to {}").on(At(to)).by("9.3.2"),
            Self::Stay => Row::act("stay", "stay and fight").by("9.4"),
            Self::PushTo(to) => Row::act("push-to", "go to {}").on(At(to)).by("11.6.5"),
            Self::BackUp => Row::act("back-up", "back up").by("8.2"),
            Self::Stand => Row::act("stand", "fight").by("8.2"),
            _ => self.voyage_row(game),
        }
    }

    /// The rows of voyages, and of what cards do for those who march, fight or starve.
    fn voyage_row(self, game: &UsCivilWar) -> ChoiceRow<'_, UsCivilWar> {
        use ChoiceRow as Row;
        match self {
            Self::Sail(to) => Row::act("sail", "sail to {}").on(At(to)).by("20.3"),
            Self::SailBack(to) => Row::act("sail-back", "sail back to {}").on(At(to)).by("20.5.4"),
            Self::Spare(at, card) => {
                paid(Row::act("spare", "spare {}").on(At(at)), Pay::Card(card)).by("18.1")
            }
            Self::NoSupplies => Row::finish("no-supplies", "no card for them").by("18.1"),
            Self::Assist(card) => {
                paid(Row::act("assist", "ships help over the next enemy waters"), Pay::Card(card)).by("18.1")
            }
            Self::Support(card) => {
                paid(Row::act("support", "ships support it, 1 more on the die"), Pay::Card(card)).by("18.1")
            }
            _ => self.opening_row(game),
        }
    }

    /// The rows of a turn's opening: reinforcements and leaders.
    fn opening_row(self, game: &UsCivilWar) -> ChoiceRow<'_, UsCivilWar> {
        use ChoiceRow as Row;
        let section = game.step_row().section;
        let general = |general| Unit(Piece::General(general));
        match self {
            Self::Place(at) => Row::act("place", "an SP to {}").on(At(at)).by(section),
            Self::FreeFort(at) => Row::act("free-fort", "begin a Fort in {}").on(At(at)).by("10.2.6"),
            Self::NoFort => Row::finish("no-fort", "no Fort").by("10.2.6"),
            Self::Arsenal(at) => Row::act("arsenal", "an Arsenal in {}").on(At(at)).by("14.5"),
            Self::Disband(at) => Row::act("disband", "give up an SP of {}").on(At(at)).by("14.1.2"),
            Self::EndMilitia => Row::finish("end-militia", "no more Militia").by("17.2.3"),
            Self::Post(at) => Row::act("post", "to {}").on(At(at)).by(section),
            Self::StayPut => Row::finish("stay-put", "he stays").by("16.6"),
            Self::Manage(one) => Row::act("manage", game.career_label(one)).on(general(one)).by("16.2"),
            Self::Lead(one) => Row::act("lead", "{} commands").on(general(one)).by("7.2.4"),
            Self::Reassign(one) => Row::act("reassign", "transfer {}").on(general(one)).by("16.6"),
            Self::EndManagement => Row::finish("end-management", "the generals stand so").by("16.1"),
            _ => self.strategic_row(),
        }
    }

    /// The rows of Strategic Movement, and of the set-up.
    fn strategic_row<'a>(self) -> ChoiceRow<'a, UsCivilWar> {
        use ChoiceRow as Row;
        match self {
            Self::Dispatch(from) => Row::act("dispatch", "move SPs from {}").on(At(from)).by("15.1"),
            Self::Leg(mode, to) => {
                let (word, label) = match mode {
                    Mode::Rail => ("rail", "by rail to {}"),
                    Mode::River => ("river", "by river to {}"),
                    Mode::Ocean => ("ocean", "over the ocean to {}"),
                    Mode::Road => ("road", "by road to {}"),
                };
                Row::act(word, label).on(At(to)).by(mode.section())
            }
            Self::Arrive => Row::finish("arrive", "they stay here").by("15.6"),
            Self::TurnBack => Row::cancel("turn-back", "they stay where they were").by("15.1"),
            Self::Army(one) => {
                Row::standing("army", "an Army marker for {}").on(Unit(Piece::General(one))).by("22.4")
            }
            Self::DisbandArmy(one) => Row::standing("disband-army", "take the Army marker of {} away")
                .on(Unit(Piece::General(one)))
                .by("22.4"),
            Self::HandOver(one) => {
                Row::standing("hand-over", "{} leads the army").on(Unit(Piece::General(one))).by("22.4")
            }
            Self::Forward(at) => Row::act("forward", "an SP starts in {}").on(At(at)).by("S1.1"),
            Self::NoForward => Row::finish("no-forward", "it starts with the others").by("S1.1"),
            Self::EndStrategic => Row::finish("end-strategic", "nothing more moves").by("3.2"),
            // The others have their rows above.
            _ => Row::finish("end-actions", "end the phase").by("4.2"),
        }
    }
}

/// The row of a standing answer. It points at nothing: a click on the map is for this time only.
fn standing<'a>(answer: Answer, holds: bool) -> ChoiceRow<'a, UsCivilWar> {
    use ChoiceRow as Row;
    match (answer, holds) {
        (Answer::Never(at), true) => Row::standing("never-at", "never at {}").with(At(at)),
        (Answer::Never(at), false) => Row::standing("ask-at", "ask again at {}").with(At(at)),
        (Answer::Silent(general), holds) => {
            let (verb, label) =
                if holds { ("never-for", "never for {}") } else { ("ask-for", "ask again for {}") };
            Row::standing(verb, label).with(Unit(Piece::General(general)))
        }
        (Answer::Intercept, true) => Row::standing("always-intercept", "intercept from 50 % on"),
        (Answer::Intercept, false) => Row::standing("ask-intercept", "ask before Interceptions again"),
        (Answer::Avoid, true) => Row::standing("always-avoid", "avoid battle from 50 % on"),
        (Answer::Avoid, false) => Row::standing("ask-avoid", "ask before battle is avoided again"),
    }
}

/// The same, with what it is paid with: at the end of the id, and as its cost.
pub(crate) fn paid(row: ChoiceRow<'_, UsCivilWar>, pay: Pay) -> ChoiceRow<'_, UsCivilWar> {
    let (id, cost) = pay.id_and_label();
    let row = row.cost(cost);
    // What is usual stands in no id.
    if pay == Pay::Point { row } else { row.with(Word(id)) }
}
