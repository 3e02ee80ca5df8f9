//! §1: quarters, the bid for the initiative, player turns and passes.

use muster_contract::{EventKind, TurnStatus};
use muster_sdk::{Decisions, May, Resolution, ensure};

use crate::choice::Choice;
use crate::describe::NIGHT;
use crate::state::{Active, Block, BobbyLee, Stage};
use crate::world::{Side, Unit};

/// The names of the quarters.
const QUARTERS: [&str; 4] = ["spring", "summer", "autumn", "winter"];

impl BobbyLee {
    /// The first choice was taken.
    pub(crate) fn open_game(&mut self, resolution: &mut Resolution<'_>) {
        for side in Side::ALL {
            let units: Vec<Unit> = self.on_map(side).collect();
            self.deal_tokens(side, &units, resolution);
            self.log_mixed(side, units.len(), None, resolution);
        }
        self.control_towns(resolution);
        if self.world.free_deployment {
            self.enter(Stage::Deploy, resolution);
        } else {
            self.begin_quarter(resolution);
        }
    }

    /// The name of the quarter.
    pub(crate) fn quarter_name(&self) -> String {
        format!("{} {}", QUARTERS[usize::from(self.quarter.clamp(1, 4) - 1)], self.year)
    }

    /// §5 sidebar: whether the quarter is muddy.
    pub(crate) fn is_winter(&self) -> bool {
        self.quarter == 4
    }

    /// Goes to a stage and announces its phase.
    pub(crate) fn enter(&mut self, stage: Stage, resolution: &mut Resolution<'_>) {
        let before = self.phase();
        self.go_to(stage);
        if self.phase() != before {
            resolution.phase(self.section(), || self.status());
        }
    }

    fn go_to(&mut self, stage: Stage) {
        (self.stage, self.picked) = (stage, None);
        self.retrace();
    }

    /// Where the sequence of play stands, for the window.
    pub(crate) fn status(&self) -> TurnStatus {
        let quarter = self.quarter_name();
        TurnStatus {
            number: u32::from(self.year.saturating_sub(1861)) * 4 + u32::from(self.quarter),
            of: 0,
            title: muster_sdk::capital(&quarter),
            clock: match self.battle.as_ref().filter(|battle| !battle.skirmish) {
                Some(battle) => {
                    format!("day {}, {}", battle.day, if battle.night { NIGHT } else { battle.hour() })
                }
                None if self.mud => "mud".to_owned(),
                None => String::new(),
            },
            phase: self.phase().to_owned(),
            active: self.moving_side().map(|side| side.id().to_owned()),
        }
    }

    /// Whose turn it is, if it is one side's.
    fn moving_side(&self) -> Option<Side> {
        match self.stage {
            Stage::Activate | Stage::Move | Stage::LeaderMove | Stage::ChooseBattle | Stage::Battle(_) => {
                Some(self.active)
            }
            _ => None,
        }
    }

    /// §1.1: a quarter begins with the bid.
    pub(crate) fn begin_quarter(&mut self, resolution: &mut Resolution<'_>) {
        (self.bids, self.bound, self.passed, self.turns) = ([None; 2], None, false, 0);
        self.mud = self.is_winter();
        self.join_pools(resolution);
        self.enter(Stage::Bid, resolution);
        self.hook_quarter(resolution);
    }

    /// The army and supreme leaders of a side that can be activated (§5.11).
    pub(crate) fn activatable(&self, side: Side) -> impl Iterator<Item = Unit> {
        self.on_map(side).filter(|&unit| self.may_activate(unit).is_ok())
    }

    /// §5.11: whether a unit can be activated.
    pub(crate) fn may_activate(&self, unit: Unit) -> May {
        ensure(self.world.unit(unit).kind.leads(), "Only leaders are activated.", "5.11")?;
        ensure(self.unit(unit).active == Active::No, "It is active already.", "5.11")?;
        ensure(self.unit(unit).strength > 1, "At one step it can't be activated.", "5.11")
    }

    pub(crate) fn list_bids(&self, side: Side, list: &mut Decisions<Choice>) {
        let most = self.activatable(side).count() as u8;
        list.extend((0..=most).map(Choice::Bid));
    }

    pub(crate) fn take_bid(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        if let Choice::Bid(bid) = choice {
            self.bids[side as usize] = Some(bid);
            self.log_to_side(side, "1.1", resolution, |_| format!("You bid {bid}."));
        }
        let [Some(us), Some(cs)] = self.bids else { return };
        let text = || format!("The Union bids {us}, the Confederacy {cs}.");
        resolution.announce(EventKind::Revealed, "1.1", text);
        if us == 0 && cs == 0 {
            resolution.say("1.1", || "Two passes: the quarter is over.".to_owned());
            return self.begin_supply(resolution);
        }
        let winner = if us > cs { Side::Us } else { Side::Cs };
        self.bound = Some(us.max(cs));
        resolution.say("1.1", || format!("The {} side has the initiative.", winner.name()));
        self.begin_turn(winner, resolution);
    }

    /// §1.2: a player turn begins.
    fn begin_turn(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        self.active = side;
        self.turns += 1;
        self.strategic = 0;
        self.note_held();
        self.mud = self.is_winter();
        self.go_to(Stage::Activate);
        self.hook_turn(resolution);
        resolution.phase("1.2", || self.status());
    }

    /// Leaders whom the active side has activated in this turn.
    pub(crate) fn activated(&self) -> impl Iterator<Item = Unit> {
        self.on_map(self.active).filter(|&unit| self.unit(unit).active != Active::No)
    }

    pub(crate) fn list_activation(&self, side: Side, list: &mut Decisions<Choice>) {
        let so_far = self.activated().count() as u8;
        // What the leaders can't do, nobody is bound to.
        let mut able = false;
        if self.bound.is_none_or(|bound| so_far < bound) {
            let supreme = self.activated().any(|unit| self.unit(unit).active == Active::Supreme);
            for unit in self.activatable(side) {
                let info = self.world.unit(unit);
                if info.is_supreme() && !supreme {
                    list.push(Choice::Activate(unit, true));
                    able = true;
                }
                if info.kind == crate::world::Kind::Leader {
                    list.push(Choice::Activate(unit, false));
                    able = true;
                }
            }
        }
        match (so_far, self.bound) {
            (0, None) => list.push(Choice::Pass),
            (0, Some(_)) if !able => list.push(Choice::Pass),
            (0, Some(_)) => {}
            (_, Some(bound)) if so_far < bound && able => {}
            _ => list.push(Choice::Done),
        }
    }

    pub(crate) fn take_activation(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        match choice {
            Choice::Activate(unit, supreme) => {
                self.reveal(&[unit], "5.11", resolution);
                self.unit_mut(unit).active = if supreme { Active::Supreme } else { Active::Army };
                if supreme {
                    self.strategic = self.unit(unit).strength;
                }
                let verb = if supreme { "controls strategic moves" } else { "commands" };
                self.log_unit(resolution, unit, EventKind::Command, "5.11", |name| format!("{name} {verb}."));
                if self.bound.is_some_and(|bound| self.activated().count() as u8 >= bound) {
                    self.begin_moves(resolution);
                }
            }
            Choice::Done => self.begin_moves(resolution),
            _ => self.pass(side, resolution),
        }
    }

    fn begin_moves(&mut self, resolution: &mut Resolution<'_>) {
        self.bound = None;
        self.enter(Stage::Move, resolution);
    }

    /// §1.2: no leader is activated; the second pass running ends the quarter.
    fn pass(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        self.bound = None;
        resolution.say("1.2", || format!("The {} side passes.", side.name()));
        if std::mem::replace(&mut self.passed, true) {
            return self.begin_supply(resolution);
        }
        self.begin_turn(side.other(), resolution);
    }

    /// The player turn is over: units recover, and the other side is next.
    pub(crate) fn end_turn(&mut self, resolution: &mut Resolution<'_>) {
        self.passed = false;
        self.battle = None;
        for block in self.units.rows_mut() {
            let Block { at, strength, half, line, known, returned, settled, .. } = *block;
            *block = Block { at, strength, half, line, known, returned, settled, ..Block::default() };
        }
        self.mix_stacks(resolution);
        self.begin_turn(self.active.other(), resolution);
    }

    /// §3.2: what stands together in a hex nobody else can tell apart any more.
    fn mix_stacks(&mut self, resolution: &mut Resolution<'_>) {
        let side = self.active;
        let mut mixed = 0;
        for units in Self::stacks(self.placed(side)).into_iter().filter(|stack| stack.len() > 1) {
            self.stand_up(side, &units);
            self.deal_tokens(side, &units, resolution);
            mixed += units.len();
        }
        self.log_mixed(side, mixed, None, resolution);
    }
}
