//! The window's side of a table: what it has been told, and what it is still waiting for. It holds nothing that
//! the seats at this screen may not know, because the table sends nothing else.

mod advice;
mod asked;
mod details;
mod eyes;
mod overlays;
mod past;

use crate::catalogue::TableLine;
pub use advice::{Advice, GoingOn};
use eyes::Comparison;
use muster_contract::{Choice, ChoiceDetails, Decision, Line, OddsTable, Outcome, Seat, Target, View};
use muster_table::messages::{
    FromTable, LogItem, LogKind, Moment, Pause, Reach, Refused, Reply, Request, Standing, UndoOffer, Update,
    Workbench,
};
pub use overlays::Overlay;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

/// While others decide, a table that has sent nothing for so many seconds is asked how it stands: if it is in the middle of a
/// call to its module, it owes that answer.
pub const ASKS_AFTER: f64 = 0.25;

/// What a request was for, so that its reply finds its place.
#[derive(Clone, Debug, PartialEq)]
enum Wanted {
    Standing,
    View,
    Decisions,
    Details,
    Undo,
    Log,
    Since,
    Odds(String),
    Overlay(String),
    LookUp(Target),
    Explain(Target),
    Replay,
    Workbench,
    Opened,
    Saved,
    Chronicle,
    Reports,
    Compared,
    Advice,
    Act,
    Other,
}

/// Something the person should see that came out of a reply.
#[derive(Clone, Debug, PartialEq)]
pub enum Word {
    /// The table refused.
    Refused(Refused),
    /// An explanation of something that can't be chosen, or what it is.
    Explained(Target, Vec<Line>),
    /// The table says something, to whoever looks for this seat or to everybody.
    Notice(Option<Seat>, String),
    /// The journal of a table was written that is to be opened now.
    Written(std::path::PathBuf),
    /// The story of the game, or why there is none.
    Chronicle(Result<String, String>),
    /// The table was set up anew; this is its journal.
    SetUp(std::path::PathBuf),
    /// The scenario's files have changed in the middle of the game.
    Revised,
    /// A bot would choose what points at this.
    Advised(Target),
    /// What has happened since the seat's last decision.
    Since(Vec<LogItem>),
    /// The table changed, with what is new.
    Changed(Vec<LogItem>),
}

/// A table as this window knows it.
pub struct Session {
    line: Box<dyn TableLine>,
    waiting: HashMap<u64, Wanted>,
    // By the window's clock: since when the table has owed a reply and sent nothing, and when it last sent anything.
    silent_since: Option<f64>,
    heard_at: f64,
    // The choices whose chances were asked for.
    asked: HashSet<String>,
    comparison: Option<Comparison>,
    /// The seats at this screen.
    pub eyes: Vec<Seat>,
    /// The seat that looks now; none shows the public view.
    pub seat: Option<Seat>,
    /// How the table stands.
    pub standing: Option<Standing>,
    /// What that seat sees.
    pub view: Option<View>,
    /// What it may choose.
    pub decisions: Vec<Decision>,
    revision: u64,
    /// Grows whenever it is asked anew.
    pub asked_anew: u64,
    /// Grows whenever something else is shown.
    pub sight: u64,
    // Where among the decisions the choices of a target are.
    by_target: HashMap<Target, Vec<(usize, usize)>>,
    // Those of them that can be seen nowhere.
    unseen: HashSet<Target>,
    details: HashMap<String, ChoiceDetails>,
    // The choices whose details are still to be asked for.
    undetailed: VecDeque<String>,
    /// What undo and redo would do.
    pub undo: UndoOffer,
    // What can be seen from the space from which is measured, or where the unit in the hand can go.
    looked_up: Option<overlays::LookedUp>,
    // Whether nothing is offered that takes back dice, what was shown, or another's decision.
    strict: bool,
    /// The log, by record.
    pub log: BTreeMap<u64, LogItem>,
    /// The records since the seat's last decision.
    pub since: HashSet<u64>,
    /// How often they were asked for and told.
    pub since_told: u64,
    // The chances of the choices that they were asked for.
    odds: HashMap<String, Vec<OddsTable>>,
    /// What a bot would choose, for who has asked.
    pub advice: Option<Advice>,
    /// What a bot was let go on with.
    pub going_on: Option<GoingOn>,
    /// Overlays that are switched on.
    pub overlays: BTreeMap<String, Overlay>,
    /// The bot that is thinking.
    pub thinking: Option<Seat>,
    /// The trouble that the table is paused by.
    pub pause: Option<Pause>,
    reports: past::Reports,
    /// A moment of the past that is looked at instead of the present.
    pub moment: Option<Moment>,
    /// A step that is shown event by event, and how many of its events have been: what follows isn't told yet.
    pub told: Option<(u64, usize)>,
    /// Whether points and money stand as they do after that step: while its events are shown they are those before it, of which no
    /// event tells.
    pub told_after: bool,
    /// What the workbench shows, while it is open.
    pub workbench: Option<Workbench>,
    at_work: bool,
    /// Whether a choice is on its way.
    pub acting: bool,
    /// Whether the table is closed.
    pub closed: bool,
}

impl Session {
    /// Takes up a line and asks for everything.
    pub fn new(line: Box<dyn TableLine>, eyes: Vec<Seat>) -> Self {
        let mut session = Self {
            line,
            waiting: HashMap::new(),
            silent_since: None,
            heard_at: 0.0,
            asked: HashSet::new(),
            comparison: None,
            seat: eyes.first().copied(),
            eyes,
            standing: None,
            view: None,
            decisions: Vec::new(),
            revision: 0,
            sight: 0,
            asked_anew: 0,
            by_target: HashMap::new(),
            unseen: HashSet::new(),
            details: HashMap::new(),
            undetailed: VecDeque::new(),
            undo: UndoOffer::default(),
            looked_up: None,
            strict: false,
            log: BTreeMap::new(),
            since: HashSet::new(),
            since_told: 0,
            odds: HashMap::new(),
            advice: None,
            going_on: None,
            overlays: BTreeMap::new(),
            thinking: None,
            pause: None,
            reports: past::Reports::default(),
            moment: None,
            told: None,
            told_after: false,
            workbench: None,
            at_work: false,
            acting: false,
            closed: false,
        };
        session.ask(Request::Standing, Wanted::Standing);
        session.refresh();
        session
    }

    fn ask(&mut self, request: Request, wanted: Wanted) {
        let id = self.line.send(request);
        self.waiting.insert(id, wanted);
    }

    // Everything asked for before is old.
    fn refresh(&mut self) {
        self.waiting.retain(|_, w| {
            matches!(
                w,
                Wanted::Act
                    | Wanted::Other
                    | Wanted::Opened
                    | Wanted::Saved
                    | Wanted::Standing
                    | Wanted::Replay
                    | Wanted::Chronicle
            )
        });
        self.details.clear();
        self.undetailed.clear();
        self.asked.clear();
        self.odds.clear();
        self.comparison = None;
        self.looked_up = None;
        self.ask(Request::View { eyes: self.seat }, Wanted::View);
        let from = self.log.last_key_value().map_or(0, |(record, _)| record + 1);
        self.ask(
            Request::Log { eyes: self.seat, from: if self.log.is_empty() { 0 } else { from } },
            Wanted::Log,
        );
        if let Some(seat) = self.seat {
            self.ask(Request::Decisions { seat }, Wanted::Decisions);
            self.ask(Request::UndoOffer { seat }, Wanted::Undo);
        } else {
            self.take_decisions(Vec::new());
        }
        if self.at_work {
            self.ask(Request::Workbench, Wanted::Workbench);
        }
        self.ask_overlays();
    }

    /// Whether replies are still to come.
    pub fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// How many seconds the table has kept the window waiting.
    pub fn kept_waiting(&self, now: f64) -> f64 {
        self.silent_since.map_or(0.0, |since| now - since)
    }

    /// Takes in what has come by now, and gives what a person should see of it.
    pub fn pump(&mut self, now: f64) -> Vec<Word> {
        let mut words = Vec::new();
        if self.waiting.is_empty() {
            self.silent_since = None;
            if self.others_decide() && now - self.heard_at >= ASKS_AFTER {
                self.ask(Request::Standing, Wanted::Standing);
            }
        }
        if !self.waiting.is_empty() {
            self.silent_since.get_or_insert(now);
        }
        while let Some(message) = self.line.next() {
            (self.silent_since, self.heard_at) = (Some(now), now);
            match message {
                FromTable::Reply { id, reply } => {
                    if let Some(wanted) = self.waiting.remove(&id) {
                        words.extend(self.reply(wanted, reply));
                    }
                }
                FromTable::Update(update) => words.extend(self.update(update)),
            }
        }
        words
    }

    fn reply(&mut self, wanted: Wanted, reply: Reply) -> Option<Word> {
        if wanted == Wanted::Act {
            self.acting = false;
        }
        match (wanted, reply) {
            (Wanted::Compared, reply) => self.compare(reply),
            (Wanted::Chronicle, Reply::Refused(refused)) => {
                return Some(Word::Chronicle(Err(refused.reason)));
            }
            (Wanted::Advice, Reply::Refused(refused)) => {
                self.put_advice_away();
                return Some(Word::Refused(refused));
            }
            (_, Reply::Refused(refused)) => return Some(Word::Refused(refused)),
            (_, Reply::Standing(standing)) => self.stand(standing),
            (_, Reply::View { eyes, view, .. }) if eyes == self.seat => {
                self.view = Some(view);
                self.find_unseen();
                self.sight += 1;
            }
            (_, Reply::Decisions { seat, revision, decisions }) if Some(seat) == self.seat => {
                self.revision = revision;
                self.take_decisions(decisions);
                self.ask_details(seat);
            }
            (_, Reply::Details { details }) => {
                self.details.extend(details.into_iter().map(|d| (d.id.clone(), d)));
                if let Some(seat) = self.seat {
                    self.ask_portion(seat);
                }
            }
            (_, Reply::UndoOffer(offer)) => self.offered(offer),
            (Wanted::Since, Reply::Log { items }) => {
                self.since = items.iter().map(|i| i.record).collect();
                self.since_told += 1;
                if items.iter().all(|item| item.events.is_empty()) {
                    let words = "Nothing has happened since your last decision.";
                    return Some(Word::Notice(self.seat, words.to_owned()));
                }
                return Some(Word::Since(items));
            }
            (_, Reply::Log { items }) => self.log.extend(items.into_iter().map(|i| (i.record, i))),
            (Wanted::Odds(choice), Reply::Odds { tables }) => drop(self.odds.insert(choice, tables)),
            (Wanted::Overlay(name), Reply::Overlay { items }) => {
                if let Some(overlay) = self.overlays.get_mut(&name) {
                    overlay.items = Some(items);
                }
            }
            (Wanted::LookUp(of), Reply::Overlay { items }) => self.take_spaces(&of, items),
            (Wanted::Explain(target), Reply::Explained { lines }) => {
                return Some(Word::Explained(target, lines));
            }
            (_, Reply::Replay(moment)) if moment.eyes == self.seat => {
                self.moment = Some(moment);
                self.sight += 1;
            }
            (Wanted::Reports, Reply::Reports { reports }) => self.take_reports(reports),
            (_, Reply::Workbench(workbench)) => self.workbench = Some(workbench),
            (Wanted::Chronicle, Reply::Chronicle { text }) => return Some(Word::Chronicle(Ok(text))),
            (Wanted::Opened, Reply::Written { path }) => return Some(Word::Written(path)),
            (Wanted::Saved, Reply::Written { path }) => {
                return Some(Word::Notice(None, format!("The game was saved as {}.", path.display())));
            }
            _ => {}
        }
        None
    }

    fn take_decisions(&mut self, decisions: Vec<Decision>) {
        self.by_target.clear();
        self.asked_anew += 1;
        for (d, decision) in decisions.iter().enumerate() {
            for (c, choice) in decision.choices.iter().enumerate() {
                self.by_target.entry(choice.target.clone()).or_default().push((d, c));
            }
        }
        self.decisions = decisions;
        self.find_unseen();
        self.go_on();
    }

    fn stand(&mut self, standing: Standing) {
        self.pause.clone_from(&standing.paused);
        self.standing = Some(standing);
    }

    fn update(&mut self, update: Update) -> Option<Word> {
        match update {
            Update::Changed { news, back_to, standing } => {
                self.stand(standing);
                self.since.clear();
                let again = news.iter().any(|item| matches!(item.kind, LogKind::Redo { .. }));
                if back_to.is_some() || again {
                    // What was taken back is marked in the records themselves, and so is what holds again.
                    self.log.clear();
                }
                self.refresh();
                return Some(Word::Changed(news));
            }
            Update::Draft { standing } => {
                self.stand(standing);
                self.refresh();
            }
            Update::Thinking { seat } => self.thinking = seat,
            Update::Advice { seat, revision, choice } => return self.hear_advice(seat, revision, choice),
            Update::Paused { pause } => {
                self.put_advice_away();
                self.pause = Some(pause);
            }
            Update::Resumed => self.pause = None,
            Update::SetUp { standing } => {
                let journal = standing.journal.clone();
                self.stand(standing);
                self.log.clear();
                self.refresh();
                return journal.map(Word::SetUp);
            }
            Update::Standing { standing } => {
                let revised = standing.revised;
                self.stand(standing);
                return revised.then_some(Word::Revised);
            }
            Update::Notice { seat, text } => return Some(Word::Notice(seat, text)),
            Update::Closed => return Some(self.end()),
        }
        None
    }

    /// Takes a choice.
    pub fn act(&mut self, choice: &Choice) {
        if let Some(seat) = self.seat
            && !self.acting
        {
            self.acting = true;
            let request = Request::Act {
                seat,
                revision: self.revision,
                choice: choice.id.clone(),
                target: Some(choice.target.clone()),
            };
            self.ask(request, Wanted::Act);
        }
    }

    /// Asks why a target can't be chosen.
    pub fn explain(&mut self, target: Target) {
        if let Some(seat) = self.seat.or(self.eyes.first().copied()) {
            self.ask(Request::Explain { seat, target: target.clone() }, Wanted::Explain(target));
        }
    }

    /// Takes back.
    pub fn take_back(&mut self, reach: Reach, beyond: bool) {
        if let Some(seat) = self.seat {
            self.ask(Request::Undo { seat, revision: self.undo.revision, reach, beyond }, Wanted::Other);
        }
    }

    /// Does again.
    pub fn do_again(&mut self, reach: Reach) {
        if let Some(seat) = self.seat {
            self.ask(Request::Redo { seat, revision: self.undo.revision, reach }, Wanted::Other);
        }
    }

    /// Opens or shuts the workbench: while it is open, what it shows is asked for whenever something has changed.
    pub fn set_at_work(&mut self, at_work: bool) {
        if at_work && !self.at_work {
            self.ask(Request::Workbench, Wanted::Workbench);
        }
        self.at_work = at_work;
    }

    /// Shows what happened since the seat's last decision.
    pub fn since_mine(&mut self) {
        if let Some(seat) = self.seat {
            self.ask(Request::SinceMine { seat }, Wanted::Since);
        }
    }

    /// A request for the journal of another table, which is opened when it is written.
    pub fn open_next(&mut self, request: Request) {
        self.ask(request, Wanted::Opened);
    }

    /// Saves a copy of the journal, or the journal itself where it has lost its place; the file is told.
    pub fn save(&mut self, path: std::path::PathBuf) {
        self.ask(Request::Save { path }, Wanted::Saved);
    }

    /// Any other request whose answer needs no place.
    pub fn tell(&mut self, request: Request) {
        self.ask(request, Wanted::Other);
    }

    /// How the game ended, if it is over.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.standing.as_ref()?.outcome.as_ref()
    }
}
