//! What a person reads over a decision and on its choices.

use muster_contract::{ChoiceDetails, Seat, Target};
use muster_sdk::{Labels, Names as _, OpenDecision, Prompt};

use crate::choice::Choice;
use crate::leaders::FREE_TRANSFERS;
use crate::reinforcements::UNION_AREAS;
use crate::state::{Intake, March, Points, Step, UsCivilWar};
use crate::strategic::Lift;
use crate::units::Piece;
use crate::world::{General, Side, Space, Theater};

impl Labels for UsCivilWar {
    fn prompt(&self, open: &OpenDecision) -> Prompt {
        let unit = |general| Target::Unit(self.unit_id(Some(open.seat), Piece::General(general)).to_string());
        let of_army = open.kind == "army";
        Prompt {
            question: if of_army { "Army markers".to_owned() } else { self.question() },
            citation: if of_army { "22.4" } else { self.step_row().section }.to_owned(),
            frame: [self.status().title, self.status().clock]
                .into_iter()
                .filter(|words| !words.is_empty())
                .collect(),
            focus: if of_army { None } else { self.asked_about(open.seat) },
            picked: match self.frames.step() {
                _ if of_army => Vec::new(),
                _ if self.is_entering() => self.those_on_their_way(open.seat).into_iter().collect(),
                Step::Convoy(convoy) => {
                    let force = Piece::Force(convoy.side, convoy.from);
                    vec![Target::Unit(self.unit_id(Some(open.seat), force).to_string())]
                }
                Step::Transfer { general, .. }
                | Step::Recall(general)
                | Step::Arrival(general, _)
                | Step::FreeTransfer(general)
                | Step::Reassign(general) => vec![unit(general)],
                _ => Vec::new(),
            },
        }
    }

    fn details(&self, seat: Seat, choice: Choice, details: &mut ChoiceDetails) {
        self.describe_choice(self.side_of(seat), choice, details);
    }
}

impl UsCivilWar {
    /// Whether it is asked what happens where a stack enters a space, before or after that.
    fn is_entering(&self) -> bool {
        matches!(
            self.frames.step(),
            Step::React(_)
                | Step::Send(_)
                | Step::Avoid(_)
                | Step::Push(_)
                | Step::BackUp { .. }
                | Step::Plan(_)
                | Step::Victors(..)
                | Step::Retreat(_)
        )
    }

    /// What it is asked about: a stack that goes somewhere, or a space.
    fn asked_about(&self, seat: Seat) -> Option<Target> {
        let space = |at: Space| Target::Space(self.space_id(at).to_owned());
        match self.frames.step() {
            Step::March | Step::Regroup => self.those_on_their_way(seat),
            Step::Fleet(_) => self.place_of_battle().map(|berth| space(berth.space)),
            _ => self.asked_at().map(space),
        }
    }

    /// The space that it is asked about: what a stack enters, or where it is asked who commands.
    fn asked_at(&self) -> Option<Space> {
        match self.frames.step() {
            Step::Command(_, at) => Some(at),
            Step::Lead([general, _]) => self.space_of(Piece::General(general)),
            _ if self.is_entering() => self.march.as_deref().map(|march| march.entering.unwrap_or(march.at)),
            _ => None,
        }
    }

    /// The stack that is on its way: its commander, or its SPs.
    fn those_on_their_way(&self, seat: Seat) -> Option<Target> {
        let march = self.march.as_deref()?;
        let piece = march.commander.map_or(Piece::March(march.side), Piece::General);
        Some(Target::Unit(self.unit_id(Some(seat), piece).to_string()))
    }

    fn question(&self) -> String {
        match self.frames.step() {
            Step::Discard(_) => "More than five cards: which goes back?".to_owned(),
            Step::Transfer { general, .. } => {
                format!("Where is {} transferred to?", self.world.general(general).label)
            }
            Step::SecondTransfer(_) => "Who is transferred besides?".to_owned(),
            Step::Trained(_) => "Where does the trained SP come?".to_owned(),
            Step::March => self.march.as_deref().map_or_else(String::new, |march| self.march_question(march)),
            Step::Reembark(_) => "The landing has failed: which port do they sail back to?".to_owned(),
            Step::React(_) => {
                format!("{} {}: any reaction?", self.those_who_enter(), self.entered())
            }
            Step::Send(to) => {
                let (Some(party), Some((march, at))) = (&self.party, self.entry()) else {
                    return String::new();
                };
                let who = self.described(march.side.other(), party.sps, &party.generals);
                match at == to {
                    true => format!("{who}: is that who intercepts?"),
                    false => format!("{who}: is that who maneuvers to {}?", self.called(to)),
                }
            }
            Step::Regroup => "Who comes?".to_owned(),
            Step::Lead(pair) => {
                let place =
                    self.space_of(Piece::General(pair[0])).map(|at| format!(" in {}", self.called(at)));
                format!("{} are of one rank{}: who commands?", self.named(&pair), place.unwrap_or_default())
            }
            Step::Command(_, at) => format!("Who commands the stack in {}?", self.called(at)),
            Step::Avoid(_) => "Where does the stack go that avoids battle?".to_owned(),
            Step::Push(_) => "Where does the force go that is pushed aside?".to_owned(),
            Step::BackUp { .. } => "The cavalry is intercepted: back up, or fight?".to_owned(),
            Step::Plan(_) => self.battle_question(),
            Step::Sacrifice => "Nobody has gone on to Richmond: which SP is lost?".to_owned(),
            Step::Attrition if self.starving().next().is_none() => {
                "Which of those who must check for Surrender does a card supply?".to_owned()
            }
            Step::Attrition => self.attrition_question(),
            Step::Victors(..) | Step::Stranded(..) => "No SP is left: do the generals stay?".to_owned(),
            Step::Retreat(_) => format!("Where does the stack in {} retreat to?", self.entered()),
            Step::Fleet(step) => self.fleet_question(step),
            Step::Actions if self.pressed => format!("{} On to Richmond!", self.actions_left()),
            Step::Actions => self.actions_left(),
            _ => self.opening_question(),
        }
    }

    /// §5.1, §20.3.1, §10.3.2: where the stack on its way stands, and what it can still do.
    fn march_question(&self, march: &March) -> String {
        let (who, at) = (muster_sdk::capital(&self.marching()), self.space_name(march.at));
        let room = self.room(march.side, march.at);
        match (self.is_voyage(), march.moves) {
            _ if room == 0 => format!("{who} at {at}, which is full: where to?"),
            _ if march.sps > room => {
                let more = crate::units::counted(room);
                format!("{who} at {at}, where {more} more can stay: how many? The others go on.")
            }
            (true, 0) => format!("{who} ashore at {at}: does anybody stay, so that the others sail on?"),
            (true, _) => format!("{who} aboard at {at}: where to?"),
            (false, 0) => format!("{who} in {at}, 0 MPs left: what else?"),
            (false, left) => format!("{who} in {at}, {} left: where to?", crate::units::moves(left)),
        }
    }

    /// §11.2, §11.5.1: where the battle is, and why not all who have come fight in it.
    fn battle_question(&self) -> String {
        let at = self.entered();
        let all = self.march.as_deref().map_or(0, |march| march.sps);
        match self.crossing_limit() {
            Some(most) if most < all => {
                let whose =
                    if most == crate::battle::ENEMY_RIVER_LIMIT { " that the enemy controls" } else { "" };
                format!(
                    "Battle at {at}: over water{whose} {most} of {all} SPs can attack. What is brought to it?"
                )
            }
            _ => format!("Battle at {at}: what is brought to it?"),
        }
    }

    /// §13.2.2, §18.1: one stack suffers Attrition whether its owner is asked or not, unless a card spares it.
    fn attrition_question(&self) -> String {
        let all: Vec<Space> = self.starving().collect();
        let &[at] = all.as_slice() else { return "Which stack suffers Attrition next?".to_owned() };
        let name = self.called(at);
        match self.cards_for(self.phasing, at).next() {
            Some(_) => format!("Attrition in {name}: does a card spare it?"),
            None => format!("Attrition in {name}: none of your cards spares it."),
        }
    }

    /// The same of a turn's opening.
    fn opening_question(&self) -> String {
        let label = |general| &self.world.general(general).label;
        match self.frames.step() {
            Step::Intake { side, what, left, .. } => {
                format!("SPs to place: {}.", areas_left(side, what, left))
            }
            Step::FreeFort => "Where is the Fort of this turn begun?".to_owned(),
            Step::Arsenal(state) => format!("Where in {} is the Arsenal built?", state.name()),
            Step::Disband(1) => "Which SP is given up?".to_owned(),
            Step::Disband(left) => format!("Which SPs are given up? {left} more."),
            Step::Militia(_) => "Which Militia come to the map, and where?".to_owned(),
            Step::Recall(general) => format!("Where does {} come back?", label(general)),
            Step::Forward([from, to]) => {
                format!("Does an SP of {} start in {}?", self.called(from), self.called(to))
            }
            Step::Strategic(_, left) => format!("Which SPs move strategically? {}", lift_left(left)),
            Step::Convoy(convoy) => {
                let (who, from) = (crate::units::counted(convoy.sps), self.called(convoy.from));
                match convoy.at == convoy.from {
                    true => format!("{who} from {from}: where to?"),
                    false => format!("{who} from {from}, by now in {}: where to?", self.called(convoy.at)),
                }
            }
            Step::Manage { side, done, transfers } => {
                let due: Vec<General> = self.to_manage(side, done).collect();
                let due = match due.len() {
                    0 => String::new(),
                    1..=5 => format!(" {} must be seen to.", self.named(&due)),
                    many => format!(" {}, and {} others must be seen to.", self.named(&due[..4]), many - 4),
                };
                let left = FREE_TRANSFERS - transfers.min(FREE_TRANSFERS);
                format!(
                    "What becomes of which general?{due} {left} of {FREE_TRANSFERS} free transfers are left."
                )
            }
            Step::Arrival(general, theater) => {
                format!("Where in {} does {} arrive?", theater.name(), label(general))
            }
            Step::FreeTransfer(general) => format!("Is {} transferred free of charge?", label(general)),
            Step::Reassign(general) => format!("Where is {} transferred to?", label(general)),
            _ => String::new(),
        }
    }
}

impl UsCivilWar {
    /// §4.3: what the Action Points are for, or what is left to do without them.
    fn actions_left(&self) -> String {
        let points = self.points_left();
        match (self.points.left(), self.hand(self.phasing)) {
            _ if self.has_free_naval_action() => {
                format!("Which action? {points} The free naval action hasn't been taken.")
            }
            (0, 0) => format!("{points} End the phase, or give units up."),
            (0, _) => format!("{points} Play a card for an action, give units up, or end the phase."),
            _ => format!("Which action? {points}"),
        }
    }

    /// What is left of the Action Points, as a sentence.
    fn points_left(&self) -> String {
        let Points { any, theaters } = self.points;
        let left = |&theater: &Theater| theaters[theater as usize] > 0;
        let theaters: Vec<&str> = Theater::ALL.into_iter().filter(left).map(Theater::name).collect();
        match (any, theaters.as_slice()) {
            (0, []) => "No Action Point is left.".to_owned(),
            (1, []) => "1 Action Point is left.".to_owned(),
            (any, []) => format!("{any} Action Points are left."),
            (_, theaters) => format!("An Action Point is left in {}.", theaters.join(" and in ")),
        }
    }

    /// Whose stack enters a space: "Jackson's 5 SPs enter".
    fn those_who_enter(&self) -> String {
        match self.march.as_deref() {
            Some(&March { commander: Some(_), sps, .. }) if sps > 0 => {
                let verb = if sps == 1 { "enters" } else { "enter" };
                format!("{}'s {} {verb}", self.marching(), crate::units::those(sps))
            }
            _ => self.marching_do("enters", "enter"),
        }
    }

    /// The space that the stack enters, or where it is.
    fn entered(&self) -> String {
        let march = self.march.as_deref();
        march.map_or_else(String::new, |march| self.space_name(march.entering.unwrap_or(march.at)))
    }
}

/// How many SPs are left to place in which areas.
fn areas_left(side: Side, what: Intake, left: [u8; 3]) -> String {
    let names = match (side, what) {
        (Side::Us, Intake::New) => UNION_AREAS,
        _ => Theater::ALL.map(Theater::name),
    };
    let areas = names.iter().zip(left).filter(|(_, left)| *left > 0);
    areas.map(|(name, left)| format!("{left} in {name}")).collect::<Vec<_>>().join(", ")
}

/// §3.2: how many SPs can still move strategically, as a sentence.
fn lift_left(left: Lift) -> String {
    let types = [(left.rail, "by rail"), (left.river, "by river"), (left.ocean, "over the ocean")];
    let all = types.iter().map(|(sps, how)| (*sps, (*how).to_owned()));
    let roads = Theater::ALL.into_iter().zip(left.road);
    let all = all.chain(roads.map(|(theater, sps)| (sps, format!("by road in {}", theater.name()))));
    let some: Vec<String> =
        all.filter(|(sps, _)| *sps > 0).map(|(sps, how)| format!("{sps} {how}")).collect();
    format!("Left: {}.", if some.is_empty() { "none".to_owned() } else { some.join(", ") })
}
