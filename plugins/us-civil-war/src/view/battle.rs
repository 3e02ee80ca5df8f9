//! §11.2, §9: the sheet of the battle that is about to be fought, and who can react to a stack on its way.

use muster_contract::{Panel, PanelRow};
use muster_sdk::capital;

use crate::battle::{Chances, Line, Sheet, Verdict};
use crate::odds::share;
use crate::reaction::THROWS;
use crate::state::{Named, Step, UsCivilWar};
use crate::units::counted;

impl UsCivilWar {
    /// §11.2: both sides' columns, dice and modifiers, each with its section, and how it ends how often.
    pub(super) fn battle_panel(&self) -> Option<Panel> {
        let Step::Plan(plan) = self.frames.step() else { return None };
        let sheet = self.sheet(plan)?;
        let mut rows = self.line_rows("attacks", &sheet.attacker);
        rows.extend(self.line_rows("defends", &sheet.defender));
        if plan.caught {
            rows.push(PanelRow::new("Caught").note("9.3.3: neither works nor ground help the defender"));
        }
        if sheet.sheltered {
            rows.push(
                PanelRow::new("In a Fort").note("10.2.1: an SP less is lost by him unless he is beaten"),
            );
        }
        for (line, _) in
            [&sheet.attacker, &sheet.defender].into_iter().zip(sheet.shaken).filter(|(_, shaken)| *shaken)
        {
            let title = format!("{} is Demoralized", capital(line.side.power()));
            rows.push(PanelRow::new(title).note("12.2: if beaten it loses an SP more"));
        }
        rows.extend(verdict_rows(&sheet, &sheet.chances()));
        Some(Panel::new("battle", format!("Battle at {}", self.called(sheet.at)), "11.2", rows))
    }

    fn line_rows(&self, does: &str, line: &Line) -> Vec<PanelRow> {
        let dice = match line.column.dice() {
            1 => "a die".to_owned(),
            dice => format!("{dice} dice"),
        };
        let dice = if line.spirited { format!("{dice}, ones again (22.5.3)") } else { dice };
        let side = line.side;
        let head = PanelRow::new(format!("{} {does}", capital(side.power())))
            .side(side.id())
            .note(format!("{}, column {}, {dice}", counted(line.sps), line.column.label()))
            .figure(format!("{:+}", line.modifier()));
        let parts = line.modifiers.iter().map(|modifier| {
            PanelRow::new(modifier.label(&self.world))
                .note(modifier.section())
                .figure(format!("{:+}", modifier.value))
        });
        std::iter::once(head).chain(parts).collect()
    }

    /// §9.2, §9.3: what the other side can do about the space that is entered, each with its chance.
    pub(super) fn reaction_panel(&self) -> Option<Panel> {
        let Step::React(now) = self.frames.step() else { return None };
        let (march, at) = self.entry()?;
        let mut rows = Vec::new();
        for reaction in self.interceptors().into_iter().filter(|_| !now.rolled) {
            let named = march.named.contains(&Named { from: reaction.space, to: at });
            let note = if named { "named".to_owned() } else { self.needs(&reaction) };
            let row = PanelRow::new(format!("Intercept from {}", self.called(reaction.space)));
            rows.push(row.note(note).figure(self.chance(&reaction)).current(named));
        }
        for (named, reaction) in self.maneuvers().into_iter().filter(|_| !now.rolled) {
            let chosen = march.named.contains(&named);
            let title = format!("Maneuver from {} to {}", self.called(named.from), self.called(named.to));
            let note = if chosen { "named".to_owned() } else { self.needs(&reaction) };
            let figure = self.chance(&reaction);
            rows.push(PanelRow::new(title).note(note).figure(figure).current(chosen));
        }
        let avoids = self.could_avoid();
        for reaction in self.avoidances().filter(|_| avoids) {
            let row = PanelRow::new(format!("Avoid battle to {}", self.called(reaction.space)));
            rows.push(row.note(self.needs(&reaction)).figure(share(reaction.ways(), THROWS)));
        }
        Some(Panel::new("react", format!("Reactions at {}", self.called(at)), "9", rows))
    }
}

fn verdict_rows(sheet: &Sheet, chances: &Chances) -> Vec<PanelRow> {
    let ends = [
        (format!("{} wins", capital(sheet.attacker.side.power())), Verdict::Won, Some(sheet.attacker.side)),
        ("Tie: the attacker goes back".to_owned(), Verdict::Tied, None),
        (format!("{} wins", capital(sheet.defender.side.power())), Verdict::Lost, Some(sheet.defender.side)),
    ];
    let row = |(title, verdict, side): (String, Verdict, Option<crate::Side>)| {
        let ways = chances.of(verdict);
        let row = PanelRow { side: side.map(|side| side.id().to_owned()), ..PanelRow::new(title) };
        row.note(format!("{ways} of {} throws", chances.all)).figure(share(ways, chances.all))
    };
    ends.into_iter().map(row).collect()
}
