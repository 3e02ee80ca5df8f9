//! Answers a client's requests, letting each know only what its eyes may.

use std::{collections::HashSet, time::Duration};

use muster_contract::{LONGEST_NAME, Seat, Target, printable};

use crate::{
    messages::{Budget, Peer, RefusalCode, Refused, Reply, Request},
    table::Table,
};

impl Request {
    /// The length of the longest name in it that would reach the module.
    fn longest_name(&self) -> usize {
        let of = |target: &Target| match target {
            Target::Space(name)
            | Target::Edge(name)
            | Target::Unit(name)
            | Target::Card(name)
            | Target::Button(name) => name.len(),
            Target::Custom(custom) => custom.name.len().max(custom.json.len()),
            Target::Amount(_) | Target::Facing(_) => 0,
        };
        match self {
            Self::Act { choice, target, .. } => choice.len().max(target.as_ref().map_or(0, of)),
            Self::Explain { target, .. } => of(target),
            Self::Odds { choice, .. } => choice.len(),
            Self::Overlay { name, focus, .. } => name.len().max(focus.as_ref().map_or(0, of)),
            // Of the choices in a wish for details only those that are listed reach it.
            _ => 0,
        }
    }
}

impl Table {
    /// Answers a request from this peer. Pace, skip and leave-taking are the matter of whoever drives the
    /// table; here they only change what the standing says.
    pub fn answer(&mut self, peer: &Peer, request: Request) -> Reply {
        let answer = self.try_answer(peer, request);
        answer.unwrap_or_else(|refused| Reply::Refused(self.refusal_for(peer, refused)))
    }

    fn try_answer(&mut self, peer: &Peer, request: Request) -> Result<Reply, Refused> {
        if !peer.may_ask(&request) {
            return Err(Refused::new(RefusalCode::HostOnly, "only the table's host may ask for that"));
        }
        if request.longest_name() > LONGEST_NAME {
            let reason = format!("nothing at a table has a name of more than {LONGEST_NAME} bytes");
            return Err(Refused::new(RefusalCode::NoSuch, reason));
        }
        Ok(match request {
            Request::Standing => Reply::Standing(self.standing(peer)),
            Request::View { eyes: whose } => {
                self.own_or_public(peer, whose)?;
                let view = self.ask(whose, |game| game.view(whose))?;
                let revision = whose.map_or(self.revision(), |seat| self.revision_of(seat));
                Reply::View { eyes: whose, revision, view }
            }
            Request::Decisions { seat } => {
                self.own(peer, seat)?;
                let over = self.outcome().is_some();
                let decisions = if over { Vec::new() } else { self.decisions_of(seat).cloned().collect() };
                Reply::Decisions { seat, revision: self.revision_of(seat), decisions }
            }
            Request::Details { seat, choices } => {
                self.own(peer, seat)?;
                let listed = self.decisions_of(seat).flat_map(|decision| &decision.choices);
                let listed = listed.map(|choice| choice.id.as_str());
                let ids: Vec<String> = if choices.is_empty() {
                    listed.map(str::to_owned).collect()
                } else {
                    let mut listed: HashSet<&str> = listed.collect();
                    choices.into_iter().filter(|id| listed.remove(id.as_str())).collect()
                };
                Reply::Details { details: self.ask(Some(seat), |game| game.details(seat, &ids))? }
            }
            Request::Act { seat, revision, choice, target } => {
                self.own(peer, seat)?;
                self.act(seat, revision, &choice, target.as_ref())?;
                Reply::Done { revision: self.revision_of(seat) }
            }
            Request::Explain { seat, target } => {
                self.own(peer, seat)?;
                Reply::Explained { lines: self.explain(seat, &target)? }
            }
            Request::Odds { seat, choice } => {
                self.own(peer, seat)?;
                Reply::Odds { tables: self.odds(seat, &choice)? }
            }
            Request::Advice { seat } => {
                self.own(peer, seat)?;
                self.may_be_advised(seat)?;
                Reply::Done { revision: self.revision_of(seat) }
            }
            Request::Overlay { eyes: whose, name, focus } => {
                self.own_or_public(peer, whose)?;
                self.overlay(whose, &name, focus.as_ref())?
            }
            Request::UndoOffer { seat } => {
                self.own(peer, seat)?;
                Reply::UndoOffer(self.undo_offer(seat))
            }
            Request::Undo { seat, revision, reach, beyond } => {
                self.own(peer, seat)?;
                self.undo(seat, revision, reach, beyond)?;
                Reply::Done { revision: self.revision_of(seat) }
            }
            Request::Redo { seat, revision, reach } => {
                self.own(peer, seat)?;
                self.redo(seat, revision, reach)?;
                Reply::Done { revision: self.revision_of(seat) }
            }
            Request::Log { eyes: whose, from } => {
                self.past_of(peer, whose)?;
                let seats: Vec<Seat> = whose.into_iter().collect();
                Reply::Log { items: self.log(&seats, from) }
            }
            Request::Chronicle { eyes: whose } => {
                Reply::Chronicle { text: self.story(peer, whose)?.to_string() }
            }
            Request::Reports { eyes: whose, step } => {
                Reply::Reports { reports: self.reports(peer, whose, step)? }
            }
            Request::SinceMine { seat } => {
                self.own(peer, seat)?;
                Reply::Log { items: self.since_own(seat) }
            }
            Request::DiceStatistics { eyes: whose } => {
                self.past_of(peer, whose)?;
                Reply::Dice(self.dice_statistics(whose))
            }
            Request::Replay { eyes: whose, step } => {
                self.past_of(peer, whose)?;
                let may_know = self.knows_all(peer);
                Reply::Replay(self.moment(whose, step, may_know)?)
            }
            Request::Save { path } | Request::PlayOn { path, .. } if path.as_os_str().is_empty() => {
                return Err(Refused::new(RefusalCode::NoSuch, "the file to write has no name"));
            }
            Request::Save { path } => {
                self.save(&path)?;
                Reply::Written { path }
            }
            Request::PlayOn { step, path, seed } => {
                self.play_on(step, &path, seed)?;
                Reply::Written { path }
            }
            Request::Pace { pause } if Duration::from_millis(pause) > Budget::MOST => {
                let reason =
                    format!("between two choices there are {} seconds at most", Budget::MOST.as_secs());
                return Err(Refused::new(RefusalCode::NoSuch, reason));
            }
            Request::Pace { pause } => {
                self.set_pace(pause);
                Reply::Done { revision: self.revision() }
            }
            Request::Think { budget } if !budget.is_bounded() => {
                let (seconds, playouts) = (Budget::MOST.as_secs(), Budget::MOST_PLAYOUTS);
                let reason = format!("a bot thinks {seconds} seconds or {playouts} playouts at most");
                return Err(Refused::new(RefusalCode::NoSuch, reason));
            }
            Request::Think { budget } => {
                self.set_budget(budget);
                Reply::Done { revision: self.revision() }
            }
            Request::Retry => {
                self.retry()?;
                Reply::Done { revision: self.revision() }
            }
            Request::SwapBack => {
                self.swap_back()?;
                Reply::Done { revision: self.revision() }
            }
            Request::BeginAgain { path, replay } => {
                let replayed = self.begin_again(&path, replay)?;
                if replay {
                    self.notify_of_replay(&replayed);
                }
                Reply::Written { path }
            }
            Request::Workbench => Reply::Workbench(self.workbench(peer)),
            Request::Skip | Request::Stop | Request::Quit => Reply::Done { revision: self.revision() },
        })
    }

    /// The chances of a choice, asked of a sample: what the seat can't know has no say in them.
    fn odds(&mut self, seat: Seat, choice: &str) -> Result<Vec<muster_contract::OddsTable>, Refused> {
        let seed = self.revision_of(seat);
        let mut sample = self.ask(Some(seat), |game| game.sample(seat, seed))?;
        sample.odds(seat, choice).map_err(|trouble| self.pause_on(trouble))
    }

    fn overlay(&mut self, eyes: Option<Seat>, name: &str, focus: Option<&Target>) -> Result<Reply, Refused> {
        if !self.module().describe().overlays.iter().any(|overlay| overlay.id == name) {
            return Err(Refused::new(
                RefusalCode::NoSuch,
                format!("there is no overlay “{}”", printable::name(name)),
            ));
        }
        Ok(Reply::Overlay { items: self.ask(eyes, |game| game.overlay(eyes, name, focus))? })
    }

    fn own(&self, peer: &Peer, seat: Seat) -> Result<(), Refused> {
        if peer.sees(seat) && usize::from(seat) < self.seat_count() {
            Ok(())
        } else {
            let reason = format!("seat {seat} does not sit at this screen");
            Err(Refused::new(RefusalCode::NotYourSeat, reason))
        }
    }

    /// A refusal as this peer may read it: what the host's disk is called and how it fails is the host's, and so is what leads out
    /// of a pause.
    fn refusal_for(&self, peer: &Peer, refused: Refused) -> Refused {
        match (refused.code, self.paused()) {
            _ if peer.is_host() => refused,
            (RefusalCode::Disk, _) => {
                Refused::new(refused.code, "the table's host can't write it down, so it isn't done")
            }
            (RefusalCode::Paused, Some(pause)) => self.pause_for(peer, pause).refusal(),
            _ => refused,
        }
    }

    fn own_or_public(&self, peer: &Peer, whose: Option<Seat>) -> Result<(), Refused> {
        whose.map_or(Ok(()), |seat| self.own(peer, seat))
    }

    /// The past is everybody's once the game is over.
    pub(crate) fn past_of(&self, peer: &Peer, whose: Option<Seat>) -> Result<(), Refused> {
        match whose {
            Some(seat) if self.outcome().is_some() && usize::from(seat) < self.seat_count() => Ok(()),
            _ => self.own_or_public(peer, whose),
        }
    }
}
