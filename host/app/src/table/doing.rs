//! What a person asked for is done.

use super::{Leave, TableScreen};
use crate::catalogue::Catalogue;
use crate::panel::decision::Confirming;
use crate::panel::{Ask, Page};
use muster_contract::Target;
use muster_table::messages::Request;

impl TableScreen {
    pub(super) fn carry_out(&mut self, ask: Ask, catalogue: &mut dyn Catalogue, now: f64) -> Option<Leave> {
        match ask {
            Ask::Choose(id) => self.choose(&id),
            Ask::Explain(target) => self.session.explain(target),
            Ask::Undo { .. } => self.take_back(ask),
            Ask::Redo(reach) => self.session.do_again(reach),
            Ask::Advice => self.session.want_advice(),
            Ask::LetGoOn(frames) => self.session.let_go_on(frames),
            Ask::NoAdvice => self.session.put_advice_away(),
            Ask::NextUnit => self.next_target(),
            Ask::LookUp(of) => self.look_up(&of),
            Ask::Measure(from) => self.look_up(&Target::Space(from)),
            Ask::Mark(record) => self.mark(record, catalogue, now),
            Ask::Find => self.find(),
            // It is a setting.
            Ask::SmallMap => {}
            Ask::Sheet => self.sheet.turn(),
            Ask::Overlay(name) => {
                let focus = self.overlay_focus();
                self.session.switch_overlay(&name, focus);
            }
            Ask::Rule(rule) => {
                self.pages.rule = Some(rule);
                self.pages.open = Some(Page::Rules);
            }
            Ask::GoTo(space) => self.fields.iter_mut().for_each(|f| f.show_place(&space, true)),
            Ask::Light(unit) => {
                let place = self
                    .session
                    .shown()
                    .and_then(|v| v.units.iter().find(|u| u.id == unit))
                    .map(|u| u.place.space.clone());
                for field in &mut self.fields {
                    if let Some(place) = &place {
                        field.show_place(place, true);
                    }
                    field.looked_at = Some(Target::Unit(unit.clone()));
                }
            }
            Ask::LookBack(step) => {
                (self.carrying, self.to_carry) = (None, None);
                // Nothing is chosen or taken back while one looks back, nor is that asked about.
                let game = |asked: &mut Confirming| matches!(asked.ask, Ask::Choose(_) | Ask::Undo { .. });
                self.bar.confirming.take_if(game);
                // What was said belongs to another moment.
                self.fields.iter_mut().for_each(|field| field.answer = None);
                self.session.look_back(step);
            }
            Ask::CarryOut(step) => self.carry_out_step(step),
            Ask::SaveChronicle => self.save_chronicle(catalogue, now),
            Ask::Make(keepsake) => self.make(keepsake, catalogue, now),
            Ask::SinceMine => self.session.since_mine(),
            Ask::PlayOn(step) => {
                let path = catalogue.copy_path(&self.title);
                self.notice = None;
                self.session.open_next(Request::PlayOn { step, path, seed: None });
            }
            Ask::BeginAgain { replay } => {
                let path = catalogue.copy_path(&self.title);
                self.notice = None;
                self.session.open_next(Request::BeginAgain { path, replay });
            }
            Ask::LeaveRevised => self.revised_seen = true,
            Ask::Skip => self.session.tell(Request::Skip),
            Ask::Drawer => self.turn_drawer(),
            Ask::Unfold => self.turn_left_column(),
            Ask::Retry => self.session.tell(Request::Retry),
            Ask::SwapBack => self.session.tell(Request::SwapBack),
            Ask::Workbench => {
                self.workbench.open = !self.workbench.open && self.workbench.has_tools();
                self.session.set_at_work(self.workbench.open);
            }
            Ask::Stop => self.session.tell(Request::Stop),
            Ask::Report => {
                let path = catalogue.copy_path(&format!("{} report", self.title));
                self.session.save(path);
            }
            Ask::SaveElsewhere => {
                let path = catalogue.copy_path(&self.title);
                self.session.save(path);
            }
            Ask::Open(page) => {
                if page == Page::Chronicle {
                    self.pages.chronicle = None;
                    self.session.want_chronicle();
                }
                // What is sought is written anew.
                self.pages.wanted.clear();
                self.pages.open = Some(page);
            }
            Ask::ClosePage => self.pages.open = None,
            Ask::Leave => {
                if self.may_go(Ask::Leave) {
                    self.session.tell(Request::Quit);
                    return Some(Leave::ToLobby);
                }
            }
            Ask::Result => self.result_seen = false,
            Ask::CloseWindow => return Some(Leave::Close),
        }
        None
    }
}
