//! The line of the acted table.

use super::{decision, details, log, standing, view};
use muster_app::catalogue::TableLine;
use muster_contract::*;
use muster_table::messages::*;
use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// What a seat sees, and what its log has.
type Known = (View, Vec<LogItem>);

/// A line that answers by heart and keeps what it was sent.
#[derive(Default)]
pub struct Acted {
    /// The number of the last request.
    pub next: u64,
    /// What is to be given.
    pub replies: VecDeque<FromTable>,
    /// What comes from the table by and by.
    pub later: Arc<Mutex<VecDeque<FromTable>>>,
    /// Everything that was sent.
    pub sent: Arc<Mutex<Vec<Request>>>,
    /// How the table stands, if otherwise than usual.
    pub standing: Option<Standing>,
    /// What is decided, if otherwise than usual.
    pub decisions: Option<Vec<Decision>>,
    /// What is decided from some moment on.
    pub decided_then: Arc<Mutex<Option<Vec<Decision>>>>,
    /// What is told of the choices, if otherwise than usual.
    pub details: Option<Vec<ChoiceDetails>>,
    /// What is seen, if otherwise than usual.
    pub view: Option<View>,
    /// What there is to look up, if otherwise than what is seen has.
    pub reports: Option<Vec<Report>>,
    /// What was seen in the past, if otherwise than now.
    pub past: Option<View>,
    /// What a seat sees and what its log has, if otherwise than the others.
    pub known: Arc<Mutex<BTreeMap<Seat, Known>>>,
    /// The chances of a choice, if otherwise than usual.
    pub odds: Option<Vec<OddsTable>>,
    /// What happened, if otherwise than usual.
    pub log: Option<Vec<LogItem>>,
    /// The first record since the seat's last decision, if any is asked for.
    pub since: Option<u64>,
    /// What an overlay shows, if otherwise than usual.
    pub overlay: Option<Vec<OverlayItem>>,
    /// What can be taken back, if otherwise than usual.
    pub undo: Option<UndoOffer>,
    /// What a bot would choose, if anybody asks.
    pub advice: Option<String>,
    /// Why there is no story of the game, if there is none.
    pub no_story: Option<String>,
    /// Whether replays and stories take long: then the replies to them are kept.
    pub slow: Arc<AtomicBool>,
    /// The replies that are kept.
    pub kept: Arc<Mutex<VecDeque<FromTable>>>,
    /// Whether the table is in the middle of something: then it gives no reply until it is stopped.
    pub busy: Arc<AtomicBool>,
}

impl Acted {
    /// A line to a table that stands like this.
    pub fn of(standing: Standing) -> Self {
        Self { standing: Some(standing), ..Self::default() }
    }
}

impl TableLine for Acted {
    fn send(&mut self, request: Request) -> u64 {
        self.next += 1;
        if request == Request::Stop {
            self.busy.store(false, Ordering::Relaxed);
        }
        let tables = vec![
            OddsTable {
                title: "First Peabody on Shaver".into(),
                note: "in the open, 2 dice".into(),
                citation: None,
                rows: OddsRows::Exact(vec![
                    Chance { label: "No hit".into(), of: 4, out_of: 9 },
                    Chance { label: "1 hit: retreat or heavy casualties".into(), of: 4, out_of: 9 },
                    Chance { label: "2 hits: both".into(), of: 1, out_of: 9 },
                ]),
            },
            OddsTable {
                title: "Then Shaver on Peabody".into(),
                note: "woods take away a hit".into(),
                citation: None,
                rows: OddsRows::Exact(vec![
                    Chance { label: "No effect".into(), of: 8, out_of: 9 },
                    Chance { label: "1 hit: retreat or heavy casualties".into(), of: 1, out_of: 9 },
                ]),
            },
        ];
        let standing = self.standing.clone().unwrap_or_else(standing);
        let known = |eyes: Option<Seat>| {
            let known = self.known.lock().expect("no test panics with it");
            eyes.and_then(|seat| known.get(&seat).cloned())
        };
        let view = |eyes| known(eyes).map(|(view, _)| view).or(self.view.clone()).unwrap_or_else(view);
        let log = |eyes| known(eyes).map(|(_, log)| log).or(self.log.clone()).unwrap_or_else(log);
        let then = self.decided_then.lock().expect("no test panics with it").clone();
        let reply = match &request {
            Request::Standing => Reply::Standing(standing),
            Request::View { eyes } => Reply::View { eyes: *eyes, revision: 4, view: view(*eyes) },
            Request::Decisions { seat } => Reply::Decisions {
                seat: *seat,
                revision: 1,
                decisions: match &self.decisions {
                    _ if then.is_some() => then.unwrap_or_default(),
                    Some(decisions) => decisions.clone(),
                    None if standing.outcome.is_some() => vec![],
                    None => vec![decision()],
                },
            },
            Request::Details { .. } => {
                Reply::Details { details: self.details.clone().unwrap_or_else(details) }
            }
            Request::Explain { .. } => Reply::Explained {
                lines: vec![Line {
                    text: "Peabody is not yours to move.".into(),
                    citation: Some("C2".into()),
                }],
            },
            // What ends a decision has no chances, if no test says so.
            Request::Odds { choice, .. } => {
                let ends = self.decisions.clone().unwrap_or_else(|| vec![decision()]).into_iter();
                let mut ends = ends.flat_map(|decision| decision.choices);
                let ends = ends.any(|one| one.id == *choice && one.role == ChoiceRole::Finish);
                let usual = if ends { Vec::new() } else { tables };
                Reply::Odds { tables: self.odds.clone().unwrap_or(usual) }
            }
            Request::Overlay { .. } => {
                let item = |id: &str| OverlayItem {
                    shape: OverlayShape::Space(id.into()),
                    style: "us".into(),
                    label: String::new(),
                };
                let usual = || ["1314", "1414", "1315", "1415", "1515"].map(item).into();
                Reply::Overlay { items: self.overlay.clone().unwrap_or_else(usual) }
            }
            Request::UndoOffer { .. } => Reply::UndoOffer(self.undo.clone().unwrap_or_else(|| UndoOffer {
                revision: 1,
                choice: Some(TakeBack { choices: 1, text: "Gladden to 0910".into() }),
                ..UndoOffer::default()
            })),
            Request::Workbench => Reply::Workbench(super::workbench::workbench()),
            Request::SinceMine { seat } => {
                let first = self.since.unwrap_or(u64::MAX);
                Reply::Log {
                    items: log(Some(*seat)).into_iter().filter(|item| item.record >= first).collect(),
                }
            }
            Request::Log { from: 0, eyes } => Reply::Log { items: log(*eyes) },
            Request::Log { .. } => Reply::Log { items: vec![] },
            Request::Chronicle { .. } => match &self.no_story {
                Some(why) => Reply::Refused(Refused::new(RefusalCode::Module, why.clone())),
                None => Reply::Chronicle { text: "THE WAR\n\nTurn 1\n======\n\nMcDowell marches.\n".into() },
            },
            Request::Reports { eyes, .. } => {
                Reply::Reports { reports: self.reports.clone().unwrap_or_else(|| view(*eyes).reports) }
            }
            Request::Replay { eyes, step } => {
                let (steps, view) = (standing.steps, self.past.clone().unwrap_or_else(|| view(*eyes)));
                Reply::Replay(Moment { step: *step, steps, eyes: *eyes, view, item: None })
            }
            _ => Reply::Done { revision: 2 },
        };
        let kept = self.slow.load(Ordering::Relaxed)
            && matches!(request, Request::Replay { .. } | Request::Chronicle { .. });
        if let (Request::Advice { seat }, Some(choice)) = (&request, &self.advice) {
            let advice = Update::Advice { seat: *seat, revision: 1, choice: Some(choice.clone()) };
            self.later.lock().expect("no test panics with it").push_back(FromTable::Update(advice));
        }
        self.sent.lock().expect("no test panics while it sends").push(request);
        let reply = FromTable::Reply { id: self.next, reply };
        match kept {
            true => self.kept.lock().expect("no test panics with it").push_back(reply),
            false => self.replies.push_back(reply),
        }
        self.next
    }

    fn next(&mut self) -> Option<FromTable> {
        if self.busy.load(Ordering::Relaxed) {
            return None;
        }
        self.replies.pop_front().or_else(|| self.later.lock().expect("no test panics with it").pop_front())
    }
}
