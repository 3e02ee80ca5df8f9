//! §6.2, §6.5: the battlelines. Where units deploy, move and redeploy in a battle, and who is engaged.

use muster_contract::{EventKind, OddsTable, Place};
use muster_sdk::{Decisions, May, Resolution, ensure};

use crate::choice::Choice;
use crate::labels::does;
use crate::odds::one_die;
use crate::state::{BobbyLee, Line, Step};
use crate::world::{CENTER, COLUMNS, Kind, Side, Unit};

impl BobbyLee {
    /// The columns in which a side can stand: only the centre in a fortress (§6.65).
    pub(crate) fn columns(&self) -> std::ops::Range<u8> {
        if self.battle_hex().fortress { CENTER..CENTER + 1 } else { 0..COLUMNS }
    }

    /// Whether a column of the battle board is used.
    pub(crate) fn may_use(&self, column: u8) -> May {
        let open = self.columns().contains(&column);
        ensure(open, "In a fortress everybody is in the centre or in reserve.", "6.65")
    }

    /// Whose position a unit is in, and its column; none in reserve.
    pub(crate) fn position_of(&self, unit: Unit) -> Option<(Side, u8)> {
        let side = self.world.unit(unit).side;
        match self.unit(unit).line {
            Line::Own(column) => Some((side, column)),
            Line::Foe(column) => Some((side.other(), column)),
            Line::None | Line::Reserve => None,
        }
    }

    /// A side's units in a position.
    pub(crate) fn in_position(&self, side: Side, position: (Side, u8)) -> impl Iterator<Item = Unit> {
        self.fighting(side).filter(move |&unit| self.position_of(unit) == Some(position))
    }

    /// Whether a side has units in a position.
    pub(crate) fn stands_in(&self, side: Side, position: (Side, u8)) -> bool {
        self.in_position(side, position).next().is_some()
    }

    /// Whether a unit is engaged: enemies are in its position.
    pub(crate) fn is_engaged(&self, unit: Unit) -> bool {
        let enemy = self.world.unit(unit).side.other();
        self.position_of(unit).is_some_and(|position| self.stands_in(enemy, position))
    }

    pub(crate) fn list_deployment(&self, side: Side, list: &mut Decisions<Choice>) {
        let (open, left) = self.undeployed(side);
        if self.picked.is_some() {
            // The last ones must fill the positions that are still empty.
            let short = left <= open.len();
            let columns = self.columns().filter(|column| !short || open.contains(column));
            list.extend(columns.map(|column| Choice::Stand(Line::Own(column))));
            return list.push_if(!short, Choice::Stand(Line::Reserve));
        }
        // Each is placed once; what isn't placed is in reserve.
        list.extend(self.fresh(side).map(Choice::Pick));
        list.push_if(open.is_empty(), Choice::Done);
    }

    /// The positions that are still empty, and how many units are still to be placed.
    fn undeployed(&self, side: Side) -> (Vec<u8>, usize) {
        let empty = |&column: &u8| !self.fighting(side).any(|one| self.unit(one).line == Line::Own(column));
        (self.columns().filter(empty).collect(), self.fresh(side).count())
    }

    pub(crate) fn take_deployment(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        if let (Choice::Stand(line), Some(unit)) = (choice, self.picked.take()) {
            self.unit_mut(unit).acted = true;
            self.take_stand(unit, line, "6.2", "takes|take position", resolution);
            if self.fresh(side).next().is_some() {
                return;
            }
        }
        self.deployed(side, resolution);
    }

    pub(crate) fn list_redeployment(&self, side: Side, list: &mut Decisions<Choice>) {
        if let Some(unit) = self.picked {
            return list.extend(self.moves(unit));
        }
        list.extend(self.fresh(side).map(Choice::Pick));
        list.push(Choice::Done);
    }

    pub(crate) fn take_redeployment(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        if let (Choice::Stand(line), Some(unit)) = (choice, self.picked.take()) {
            self.shift(unit, line, resolution);
            if self.fresh(side).next().is_some() {
                return;
            }
        }
        self.go_on_by_night(Step::Redeploy(side), resolution);
    }

    pub(crate) fn list_combat(&self, side: Side, list: &mut Decisions<Choice>) {
        match self.picked {
            Some(unit) if self.fought().striking => {
                // §6.5: a unit that has just outflanked attacks at once.
                list.extend(self.fires(unit));
                list.push(Choice::Hold);
            }
            Some(unit) => list.extend(self.actions(unit)),
            None => {
                let able = self.fresh(side).filter(|&unit| self.actions(unit).next().is_some());
                list.extend(able.map(Choice::Pick));
                list.push(Choice::Done);
            }
        }
    }

    /// What a unit can do in a battle turn.
    pub(crate) fn actions(&self, unit: Unit) -> impl Iterator<Item = Choice> {
        self.moves(unit).chain(self.fires(unit))
    }

    /// §6.5: the places of the battle that a unit can go to.
    fn moves(&self, unit: Unit) -> impl Iterator<Item = Choice> {
        let reserve = self.unit(unit).line == Line::Reserve;
        let lines = self.columns().map(Line::Own).chain(self.columns().map(Line::Foe));
        let open = std::iter::once(Line::Reserve).chain(lines);
        open.filter(move |&to| self.may_shift(unit, to).is_ok()).map(move |to| match to {
            Line::Foe(column) if reserve => Choice::Outflank(column),
            _ => Choice::Stand(to),
        })
    }

    /// §6.5: whether a unit of the battle may go to another place of it: a step at a time.
    pub(crate) fn may_shift(&self, unit: Unit, to: Line) -> May {
        let from = self.unit(unit).line;
        ensure(from != to, "It stands there.", "6.5")?;
        match (from, to) {
            (Line::Own(column), Line::Foe(other)) if column == other => {
                ensure(!self.fought().night, "By night units stay in their own line.", "6.81")?;
                ensure(!self.is_engaged(unit), "Engaged in its own line, it goes only into reserve.", "6.5")
            }
            (Line::Foe(column), Line::Own(other)) if column == other => Ok(()),
            (Line::Own(_), Line::Reserve) => Ok(()),
            (_, Line::Own(column) | Line::Foe(column)) => {
                self.may_use(column)?;
                ensure(from == Line::Reserve, "Nobody moves or fires sideways.", "6.5")?;
                if to == Line::Foe(column) { self.may_outflank(unit, column) } else { Ok(()) }
            }
            _ => ensure(false, "It goes one step at a time, and can't go there now.", "6.5"),
        }
    }

    /// §6.5: infantry or cavalry in reserve, against a flank that is engaged.
    fn may_outflank(&self, unit: Unit, column: u8) -> May {
        let info = self.world.unit(unit);
        let flank = (info.side.other(), column);
        let able = matches!(info.kind, Kind::Infantry | Kind::Cavalry);
        let tried = able && self.fought().outflanked[usize::from(column)];
        ensure(!tried, "A unit has tried to outflank this flank in this battle turn.", "6.5")?;
        ensure(
            able && column != CENTER && Side::ALL.into_iter().all(|side| self.stands_in(side, flank)),
            "From the reserve only infantry and cavalry go there, to outflank a flank that is engaged.",
            "6.5",
        )
    }

    pub(crate) fn take_combat(&mut self, _: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let Some(unit) = self.picked.take() else { return self.reinforce_or_end(resolution) };
        if std::mem::take(&mut self.fought_mut().striking) {
            self.unit_mut(unit).acted = true;
        }
        match choice {
            Choice::Stand(line) => self.shift(unit, line, resolution),
            Choice::Outflank(column) => return self.outflank(unit, column, resolution),
            Choice::Hold => {}
            _ => return self.take_fire(unit, choice, resolution),
        }
        self.check_rout(resolution);
    }

    fn shift(&mut self, unit: Unit, line: Line, resolution: &mut Resolution<'_>) {
        self.unit_mut(unit).acted = true;
        let verb = match (self.unit(unit).line, line) {
            (_, Line::Reserve) => return self.stand_back(unit, "6.5", resolution),
            (_, Line::Foe(_)) => "engages|engage",
            (Line::Foe(_), _) => "disengages|disengage",
            _ => "moves|move up",
        };
        self.take_stand(unit, line, "6.5", verb, resolution);
        // Artillery that moves to engage has no full short-range fire there (§6.61).
        self.unit_mut(unit).engages = self.is_engaged(unit);
    }

    /// §6.5, §6.9: the least roll that outflanks a column of a side's: 4, or 3 against entrenchments.
    fn outflanks_on(&self, side: Side, column: u8) -> u8 {
        4 - u8::from(self.fought().has_works(side, column))
    }

    /// §6.5: a good roll brings the unit into the flank, where it attacks at once.
    fn outflank(&mut self, unit: Unit, column: u8, resolution: &mut Resolution<'_>) {
        self.fought_mut().outflanked[usize::from(column)] = true;
        self.unit_mut(unit).acted = true;
        let good = self.outflanks_on(self.world.unit(unit).side.other(), column);
        let face = resolution.roll_openly(1, 6, "6.5", |face| face >= good, || "to outflank".to_owned())[0];
        if face < good {
            self.lose_step(unit, "6.5", resolution);
        } else {
            self.shift(unit, Line::Foe(column), resolution);
            if self.fires(unit).next().is_some() {
                // It attacks immediately: its owner says only how.
                self.unit_mut(unit).acted = false;
                self.picked = Some(unit);
                self.fought_mut().striking = true;
                return;
            }
        }
        self.check_rout(resolution);
    }

    /// §6.5: the chance to outflank.
    pub(crate) fn outflank_odds(&self, choice: Choice) -> Option<OddsTable> {
        let (Choice::Outflank(column), Some(unit)) = (choice, self.picked) else { return None };
        let (info, strength) = (self.world.unit(unit), self.unit(unit).strength);
        let least = self.outflanks_on(info.side.other(), column);
        // §6.9: a last step doesn't fire on entrenchments.
        let silent = strength < 2 && self.fought().has_works(info.side.other(), column);
        let good = if silent { "engages, and can't fire" } else { "engages, and fires at once" };
        let title = does(&info.name, "outflanks|outflank");
        Some(one_die(title, "6.5", least, good, "loses a step and returns"))
    }

    /// Out of an engagement, one step back: from the enemy's line to one's own position opposite, from there into reserve. Who
    /// is in the enemy's position has engaged everybody who could have come against his own: no enemy is there.
    pub(crate) fn disengage(&mut self, unit: Unit, resolution: &mut Resolution<'_>) {
        match self.unit(unit).line {
            Line::Foe(column) => {
                self.take_stand(unit, Line::Own(column), "6.5", "disengages|disengage", resolution);
                self.unit_mut(unit).engages = false;
            }
            _ => self.stand_back(unit, "6.5", resolution),
        }
    }

    /// A unit goes back to its reserve, where it stands upright.
    pub(crate) fn stand_back(&mut self, unit: Unit, citation: &str, resolution: &mut Resolution<'_>) {
        self.unit_mut(unit).engages = false;
        self.take_stand(unit, Line::Reserve, citation, "goes|go into reserve", resolution);
        self.conceal(&[unit], resolution);
    }

    /// A unit stands somewhere else in the battle: a move from box to box, if it is another box.
    pub(crate) fn take_stand(
        &mut self,
        unit: Unit,
        line: Line,
        citation: &str,
        verb: &str,
        resolution: &mut Resolution<'_>,
    ) {
        let from = self.place_of(unit);
        self.unit_mut(unit).line = line;
        let way: Vec<Place> = from.into_iter().chain(self.place_of(unit)).collect();
        let moves = way.windows(2).any(|step| step[0] != step[1]);
        let kind = if moves { EventKind::Moved(way) } else { EventKind::Text };
        self.log_deed(resolution, unit, kind, citation, verb);
    }
}
