//! What comes from the table: what it does to the screen, and what of it is told.

use super::{Leave, TableScreen};
use crate::panel::field::Field;
use crate::panel::with_capital;
use crate::session::Word;
use crate::sound::{AWAY, Sound, heard};
use muster_contract::{EventKind, Line, Seat};
use muster_table::messages::{LogKind, RefusalCode, Request};

/// So many milliseconds bots wait at most for the first picture of the board.
const HELD: u64 = 60_000;

/// Words over the board for a few seconds.
pub(super) struct Notice {
    /// In words.
    pub text: String,
    /// Since when, by the window's clock.
    pub at: f64,
    /// Whom it is for; none for everybody.
    pub seat: Option<Seat>,
}

/// What is to be heard, and how long others have decided.
#[derive(Default)]
pub(super) struct Heard {
    sound: Option<Sound>,
    others_since: Option<f64>,
}

impl TableScreen {
    /// What has come to be heard since this was asked last.
    pub fn sound(&mut self) -> Option<Sound> {
        self.heard.sound.take()
    }

    // The bell rings for who has waited. What happened isn't heard before the curtain, nor while one looks back.
    fn listen(&mut self, news: Option<Sound>, now: f64) {
        let waited = if self.session.others_decide() {
            self.heard.others_since.get_or_insert(now);
            None
        } else {
            self.heard.others_since.take().filter(|_| self.session.waited_for().is_some())
        };
        let bell = waited.filter(|since| now - since >= AWAY).map(|_| Sound::Bell);
        let shown = self.hung.is_none() && self.session.moment.is_none();
        self.heard.sound = bell.or(news.filter(|_| shown)).max(self.heard.sound);
    }

    /// Takes in what has come by now.
    pub(super) fn hear(&mut self, now: f64, carrying: bool) -> Leave {
        let mut leave = Leave::Stay;
        if let Some(sheet) = self.scores.as_ref().and_then(|scores| scores.try_iter().last()) {
            self.best = Some(sheet);
        }
        let mut news_heard = None;
        for word in self.session.pump(now) {
            match word {
                Word::Refused(refused) => {
                    let mut lines = refused.lines.clone();
                    if lines.is_empty() {
                        lines.push(Line { text: refused.reason.clone(), citation: None });
                    }
                    let at = self.fields.iter().rposition(|f| f.hovered.is_some()).unwrap_or(0);
                    // What can't be taken back isn't about what is pointed at.
                    let undo = matches!(refused.code, RefusalCode::Barred | RefusalCode::NothingToUndo);
                    if let Some(field) = self.fields.get_mut(at).filter(|_| !undo) {
                        field.refuse(lines, now);
                    }
                    self.notify(self.session.seat, refused.reason, now);
                }
                Word::Explained(target, lines) => {
                    let choosing = self.session.decision().is_some();
                    // The board that it lies on answers; the main one for what lies on none.
                    let view = self.session.shown();
                    let at = self.fields.iter().position(|f| f.holds(&target, view)).unwrap_or(0);
                    if let Some(field) = self.fields.get_mut(at) {
                        field.answer = Some((target, lines, choosing));
                    }
                }
                Word::Notice(seat, text) => {
                    if seat.is_none() || self.humans() == 1 {
                        self.workbench.hear(&text);
                    }
                    self.notify(seat, text, now);
                }
                Word::Written(path) => {
                    // Who sits at the other table isn't known.
                    let common = |notice: &Notice| notice.seat.is_none() || self.humans() == 1;
                    let words = self.notice.as_ref().filter(|notice| common(notice));
                    leave = Leave::For(path, words.map(|notice| notice.text.clone()));
                }
                Word::SetUp(path) => {
                    let words = "The scenario was saved: the table is set up anew.";
                    leave = Leave::For(path, Some(words.to_owned()));
                }
                Word::Revised => self.revised_seen = false,
                Word::Changed(news) => {
                    // A rule that was saved in another editor is in the log, and in no notice.
                    if news.iter().any(|item| matches!(item.kind, LogKind::Rules { .. })) {
                        self.workbench.refile();
                    }
                    news_heard = heard(&news).max(news_heard);
                    self.take_in_dice(&news);
                    self.bar.confirming = None;
                    self.bar.turned = None;
                    self.bar.listed = false;
                    for item in &news {
                        for field in &mut self.fields {
                            field.set_moving(&item.events, now);
                        }
                        if item.events.iter().any(|e| matches!(e.kind, EventKind::Moved(_))) {
                            self.traced = Some(item.record);
                        }
                        if carrying {
                            self.watch(item);
                        }
                    }
                    for field in &mut self.fields {
                        field.answer = None;
                    }
                }
                Word::Advised(target) => self.show_advice(&target),
                Word::Since(items) if self.session.moment.is_none() => {
                    let events: Vec<_> = items.into_iter().flat_map(|item| item.events).collect();
                    self.fields.iter_mut().for_each(|field| field.move_again(&events, now));
                }
                Word::Since(_) => {}
                Word::Chronicle(story) => self.pages.chronicle = Some(story),
            }
        }
        self.listen(news_heard, now);
        leave
    }

    /// Tells the table at which pace bots play: they wait until the board has been seen, so that nothing moves on bare paper.
    pub(super) fn keep_pace(&mut self, wanted: u64) {
        let waits = self.session.others_decide();
        self.drawn |= self.fields.first().is_none_or(Field::is_drawn) || self.hung.is_some();
        let pause = if self.drawn || wanted == 0 || !waits { wanted } else { HELD };
        if self.pace != Some(pause) {
            self.pace = Some(pause);
            self.session.tell(Request::Pace { pause });
        }
    }

    /// Shows a notice, if it is for everybody or for the seat that sits here; that of another seat waits until it does.
    pub(super) fn notify(&mut self, seat: Option<Seat>, text: String, now: f64) {
        match seat.filter(|seat| !self.sits_here(*seat)) {
            None => {
                // What came in the same moment belongs together.
                let before = self.notice.take().filter(|before| before.at == now && before.seat == seat);
                let text = match before {
                    Some(before) => format!("{}; {text}", before.text),
                    None => text,
                };
                self.notice = Some(Notice { text: with_capital(&text), at: now, seat });
            }
            Some(other) => drop(self.unread.insert(other, text)),
        }
    }

    /// Whether this seat is the one that looks, and no curtain is before it.
    fn sits_here(&self, seat: Seat) -> bool {
        let asked = self.session.waited_for();
        self.humans() == 1 || self.behind == Some(seat) && asked.is_none_or(|asked| asked == seat)
    }
}
