//! Calling rules, and carrying out what they answer.

use muster_contract::hooks::{self, Datum, Effect, Fact, Rule};
use muster_contract::{Audience, Change, Custom, Event, EventKind, RefusedEdit, RuleFailure, Seat};

use super::book::{HOOKS, cite};
use super::facts::number_mut;
use super::offered::{Offered, RuleChoice};
use super::running::Running;
use super::{Added, Answer, Facts, Forbidden};
use crate::log::log;
use crate::{Decisions, Game, Resolution, refuse};

/// How many functions of rules may be called for one choice of a player.
const MOST_CALLS: u32 = 500;
/// How many of them may follow one from the other (a roll, then a question, then a roll).
pub(super) const MOST_DEPTH: u32 = 16;
/// How many decisions may wait at the same time.
const MOST_OFFERS: usize = 32;

/// The decision that a hook is about, and whether any decision of a secret group is open with it.
#[derive(Clone, Copy)]
struct About<'a> {
    seat: Seat,
    kind: &'a str,
    in_secret: bool,
}

/// What is made in secret while a rule is called.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Secrecy {
    Nothing,
    /// A decision of a secret group is open: even how often a rule is called says what was chosen in it.
    Decisions,
    /// The choice of the rule's own that is being taken: luck would show before it is told.
    Choice,
}

impl Secrecy {
    /// Whether a rule may do this now: nobody may learn by it what is chosen in secret.
    fn allows(self, effect: &Effect, sees_hidden: bool) -> Result<(), &'static str> {
        let shows = matches!(effect, Effect::Roll(_) | Effect::Draw(_) | Effect::Offer(_));
        let stays_secret = matches!(effect, Effect::Forbid(_) | Effect::Add(_) | Effect::Ask(_));
        match self {
            Self::Choice if shows => {
                Err("what is chosen in secret can't roll, draw or offer: that would show before it is told")
            }
            Self::Decisions if !stays_secret && !sees_hidden => Err(
                "decisions are being made in secret, of which a rule without `hidden: true` may tell nothing: \
                     it can forbid, add and ask, and nothing else",
            ),
            _ => Ok(()),
        }
    }
}

/// What a call is about.
struct Scene<'a> {
    /// The hook; empty for what goes on after an offer.
    hook: &'a str,
    /// The decision that the hook is about.
    about: Option<(Seat, &'a str)>,
    secrecy: Secrecy,
    /// What the hook tells, with its numbers as they are by now.
    facts: Facts,
    answer: Answer,
    depth: u32,
}

impl Resolution<'_> {
    /// Calls the optional and house rules that are subscribed to one of the module's hooks (`hook-info` in its
    /// description), and gives what they make of its numbers. What else they answer is carried out before this returns:
    /// the position may have changed, and decisions that they offer come before the game's next one. Without such rules it
    /// does nothing; `facts` isn't even called.
    #[inline]
    pub fn hook<G: Game>(&mut self, game: &mut G, hook: &str, facts: impl FnOnce(&G) -> Facts) -> Answer {
        if cfg!(feature = "bare") {
            return Answer::default();
        }
        match self.rules.take_if(|rules| rules.listens(hook)) {
            None => Answer::default(),
            Some(mut rules) => {
                let facts = facts(game);
                let answer = rules.hook(self, game, hook, None, facts);
                self.rules = Some(rules);
                answer
            }
        }
    }
}

impl<'a> Running<'a> {
    /// Calls all rules that are subscribed to a hook.
    fn hook<G: Game>(
        &mut self,
        resolution: &mut Resolution<'_>,
        game: &mut G,
        hook: &str,
        about: Option<About<'_>>,
        facts: Facts,
    ) -> Answer {
        let book = self.book;
        let in_secret = about.is_some_and(|about| about.in_secret);
        let secrecy = if in_secret { Secrecy::Decisions } else { Secrecy::Nothing };
        let about = about.map(|about| (about.seat, about.kind));
        let mut scene = Scene { hook, about, secrecy, facts, answer: Answer::default(), depth: 0 };
        for subscriber in book.subscribers(hook) {
            let mut told = scene.facts.open.clone();
            if book.rule(subscriber.rule).sees_hidden {
                told.extend(scene.facts.hidden.iter().cloned());
            }
            self.call(resolution, game, subscriber.rule, &subscriber.function, told, &mut scene);
        }
        scene.answer
    }

    /// The game is about to begin.
    pub(crate) fn begin<G: Game>(mut self, resolution: &mut Resolution<'a>, game: &mut G) {
        if self.listens(HOOKS.begin) {
            let facts = Facts::new().texts("sides", game.sides_of_seats());
            self.hook(resolution, &mut *game, HOOKS.begin, None, facts);
        }
        self.settle(resolution, game);
    }

    /// The rules at work have done what they had to do for a choice: begins the game once nothing has to be answered before,
    /// and lets rules look at the decisions that come next.
    pub(crate) fn settle<G: Game>(mut self, resolution: &mut Resolution<'a>, game: &mut G) {
        self.house_rules.clear_about_decisions();
        while self.failed.is_none() && !self.house_rules.has_offers() {
            if !self.house_rules.started {
                self.house_rules.started = true;
                resolution.rules = Some(self);
                game.begin(resolution);
                self = resolution.rules.take().expect("a game that begins hands the rules back");
            } else if game.outcome().is_some() {
                break;
            } else {
                return self.look_at_decisions(resolution, game);
            }
        }
        if self.house_rules.started && game.outcome().is_some() {
            self.house_rules.close();
        }
    }

    fn look_at_decisions<G: Game>(mut self, resolution: &mut Resolution<'_>, game: &mut G) {
        if !self.listens(HOOKS.decision) {
            return;
        }
        let mut list = Decisions::default();
        game.decide(&mut list);
        let sides = game.sides_of_seats();
        let in_secret = list.iter().any(|(open, _)| open.secret.is_some());
        let mut seen: Vec<(Seat, &str)> = Vec::new();
        for (open, _) in list.iter() {
            if !seen.contains(&(open.seat, open.kind)) {
                seen.push((open.seat, open.kind));
                let about = About { seat: open.seat, kind: open.kind, in_secret };
                let side = sides.get(usize::from(open.seat)).cloned().unwrap_or_default();
                let facts = Facts::new().number("seat", open.seat).text("side", side).text("kind", open.kind);
                self.hook(resolution, &mut *game, HOOKS.decision, Some(about), facts);
            }
        }
    }

    /// Goes on after an offer, or a choice that a rule added.
    pub(super) fn go_on<G: Game>(
        &mut self,
        resolution: &mut Resolution<'_>,
        game: &mut G,
        (rule, function): (u32, &str),
        told: Vec<Fact>,
        secrecy: Secrecy,
    ) {
        let facts = Facts::new();
        let answer = Answer::default();
        let mut scene = Scene { hook: "", about: None, secrecy, facts, answer, depth: 0 };
        self.call(resolution, game, rule, function, told, &mut scene);
    }

    fn call<G: Game>(
        &mut self,
        resolution: &mut Resolution<'_>,
        game: &mut G,
        rule: u32,
        function: &str,
        told: Vec<Fact>,
        scene: &mut Scene<'_>,
    ) {
        if self.failed.is_some() {
            return;
        }
        self.calls += 1;
        scene.depth += 1;
        if self.calls > MOST_CALLS || scene.depth > MOST_DEPTH {
            let why = format!(
                "it goes on without end: more than {MOST_DEPTH} calls after each other, or {MOST_CALLS} for one choice. \
                 Look for a function that names itself, or one that names it, to go on with."
            );
            return self.fail(rule, function, why);
        }
        let variables = &self.house_rules.kept[rule as usize].variables;
        match self.book.call(rule, scene.hook, function, &told, variables) {
            Err(failure) => *self.failed = Some(failure),
            Ok(effects) => {
                for effect in effects {
                    let from = (rule, function);
                    if let Err(why) = self.carry_out(resolution, &mut *game, from, effect, scene) {
                        self.fail(rule, function, why);
                    }
                    if self.failed.is_some() {
                        return;
                    }
                }
            }
        }
        scene.depth -= 1;
    }

    fn fail(&mut self, rule: u32, function: &str, message: String) {
        let message = match self.book.place(rule, function) {
            Some(place) => format!("{place}: {message}"),
            None => message,
        };
        let rule = self.book.rule(rule).id.clone();
        *self.failed = Some(RuleFailure { rule, function: function.to_owned(), message });
    }

    fn carry_out<G: Game>(
        &mut self,
        resolution: &mut Resolution<'_>,
        game: &mut G,
        (number, function): (u32, &str),
        effect: Effect,
        scene: &mut Scene<'_>,
    ) -> Result<(), String> {
        let rule = self.book.rule(number);
        scene.secrecy.allows(&effect, rule.sees_hidden)?;
        match effect {
            Effect::Set(fact) => self.set(number, fact),
            Effect::Modify(hooks::Modification { name, by }) => {
                let number = number_mut(&mut scene.facts.open, &name)
                    .ok_or_else(|| format!("the hook has no number \"{name}\""))?;
                *number = number.saturating_add(by);
                scene.answer.0.push((name, by));
                Ok(())
            }
            Effect::Forbid(hooks::Prohibition { choices, line }) => {
                let (seat, kind) = scene.about.ok_or("nothing can be forbidden here")?;
                self.house_rules.forbidden.push(Forbidden { seat, kind: kind.to_owned(), choices, line });
                Ok(())
            }
            Effect::Add(hooks::Addition { choice, then, data }) => {
                let (seat, kind) = scene.about.ok_or("nothing can be added here")?;
                let choice = RuleChoice::new(number, rule, choice);
                self.add(Added { seat, kind: kind.to_owned(), choice, then, data })
            }
            Effect::Edit(changes) => {
                let place = || self.book.place(number, function);
                edit(resolution, game, (rule, function, &place), &changes);
                Ok(())
            }
            Effect::Note(hooks::Note { sides, text }) => {
                let audience = audience(&game.sides_of_seats(), &sides);
                say(resolution, rule, audience, EventKind::Text, || text);
                Ok(())
            }
            Effect::Roll(roll) => {
                let (then, news) = roll_for(rule, roll, resolution)?;
                self.call(resolution, game, number, &then, news, scene);
                Ok(())
            }
            Effect::Ask(hooks::Question { name, facts, then, data }) => {
                let answer = game.query(&name, &facts).map_err(|refusal| refusal.reason)?;
                let told = with_news(data, [("answer", answer)]);
                self.call(resolution, game, number, &then, told, scene);
                Ok(())
            }
            Effect::Seat(hooks::Seating { seat, side }) => self.seat(game, seat, &side),
            Effect::Offer(offer) => self.offer(&game.sides_of_seats(), number, offer),
            Effect::Draw(draw) => self.draw::<G>(resolution, game, number, &draw),
            Effect::Custom(action) => game
                .custom(&action, resolution)
                .map_err(|refusal| format!("the effect \"{}\" is refused: {}", action.name, refusal.reason)),
        }
    }

    fn add(&mut self, added: Added) -> Result<(), String> {
        let same = |other: &Added| other.seat == added.seat && other.choice.id == added.choice.id;
        if self.house_rules.added.iter().any(same) {
            return Err(format!("the choice \"{}\" is added twice", added.choice.id));
        }
        self.house_rules.added.push(added);
        Ok(())
    }

    fn offer(&mut self, sides: &[String], number: u32, offer: hooks::Offer) -> Result<(), String> {
        if !sides.contains(&offer.side) {
            return Err(format!("nobody plays \"{}\"", offer.side));
        }
        if self.house_rules.offers.len() >= MOST_OFFERS {
            return Err(format!("more than {MOST_OFFERS} decisions would wait"));
        }
        let decks = &self.house_rules.kept[number as usize].decks;
        if let Some(name) = offer.hand.as_ref().filter(|name| decks.iter().all(|deck| deck.name != **name)) {
            return Err(format!("it has no deck \"{name}\""));
        }
        let rule = self.book.rule(number);
        let offered = Offered::new(number, rule, offer)?;
        self.house_rules.offers.iter().try_for_each(|other| offered.check_beside(other, rule))?;
        self.house_rules.offers.push(offered);
        Ok(())
    }

    fn set(&mut self, rule: u32, Fact { name, value }: Fact) -> Result<(), String> {
        let variables = &mut self.house_rules.kept[rule as usize].variables;
        let variable = variables
            .iter_mut()
            .find(|variable| variable.name == name)
            .ok_or_else(|| format!("it has no variable \"{name}\""))?;
        if std::mem::discriminant(&variable.value) != std::mem::discriminant(&value) {
            return Err(format!("the variable \"{name}\" can't change its type"));
        }
        variable.value = value;
        Ok(())
    }

    fn seat<G: Game>(&self, game: &mut G, seat: Seat, side: &str) -> Result<(), String> {
        if self.house_rules.started {
            return Err("seats change sides only before the set-up".to_owned());
        }
        let mut sides = game.sides_of_seats();
        let at = usize::from(seat);
        let other = sides.iter().position(|one| one == side);
        let (true, Some(other)) = (at < sides.len(), other) else {
            return Err(format!("there is no seat {seat}, or nobody plays \"{side}\""));
        };
        sides.swap(at, other);
        game.reseat(&sides).map_err(|refusal| refusal.reason)
    }

    fn draw<G: Game>(
        &mut self,
        resolution: &mut Resolution<'_>,
        game: &G,
        number: u32,
        draw: &hooks::Draw,
    ) -> Result<(), String> {
        let rule = self.book.rule(number);
        let side = G::sides()
            .iter()
            .position(|side| *side == draw.side)
            .ok_or_else(|| format!("there is no side \"{}\"", draw.side))?;
        let decks = &mut self.house_rules.kept[number as usize].decks;
        let (deck, described) = decks
            .iter_mut()
            .zip(&rule.decks)
            .find(|(deck, _)| deck.name == draw.deck)
            .ok_or_else(|| format!("it has no deck \"{}\"", draw.deck))?;
        let owner = audience(&game.sides_of_seats(), std::slice::from_ref(&draw.side));
        for _ in 0..draw.count {
            let left = deck.left();
            if left.is_empty() {
                break;
            }
            let reason = || format!("{} draws from {}", draw.side, described.title);
            let card = left[resolution.draw(left.len() as u32, reason) as usize];
            deck.give(card, side);
            say(resolution, rule, Audience::Everyone, EventKind::Drawn(1), || {
                format!("A card of {} is drawn.", described.title)
            });
            say(resolution, rule, owner.clone(), EventKind::Revealed, || {
                let card = &described.cards[card];
                format!("You drew {}. {}", card.title, card.text)
            });
        }
        Ok(())
    }
}

/// All or none of the changes. A position that doesn't take them is no fault of a rule: who runs the table or tries the rule
/// out is told that, and why. All others are told the same as where it takes them, since a hidden unit may be what makes
/// the difference. For the same reason a rule that isn't told what is hidden changes no unit that not everybody can tell from
/// others: whether that could be done would decide about what else it changes.
fn edit<G: Game>(
    resolution: &mut Resolution<'_>,
    game: &mut G,
    (rule, function, place): (&Rule, &str, &dyn Fn() -> Option<String>),
    changes: &[Change],
) {
    let mut edited = game.clone();
    let about =
        |name: &str| EventKind::Custom(Custom { name: name.to_owned(), json: format!("{:?}", rule.id) });
    let unseen = if rule.sees_hidden { None } else { unseen(game, changes) };
    let done = match unseen {
        Some(unit) => Err(refuse(
            format!(
                "not everybody can tell where \"{unit}\" is; only a rule that registers with `hidden: true` changes it"
            ),
            "",
        )),
        None => changes.iter().try_for_each(|change| edited.edit(change)),
    };
    say(resolution, rule, Audience::Everyone, about(hooks::EDITED), || {
        format!("{} changes the position where it can.", rule.title)
    });
    match done {
        Ok(()) => *game = edited,
        Err(refusal) => {
            say(resolution, rule, Audience::Seats(Vec::new()), about(hooks::EDIT_REFUSED), || {
                let reason = refusal.reason.trim_end_matches('.');
                let refused = RefusedEdit { title: &rule.title, function, reason }.to_string();
                // Where the host has the rules' texts, it is the host that says where the function stands.
                let text = place().map_or_else(|| refused.clone(), |place| format!("{place}: {refused}"));
                log(&text);
                text
            });
        }
    }
}

/// The first unit among those to be changed that not everybody sees, in a game where units are hidden from anybody.
fn unseen<'a, G: Game>(game: &G, changes: &'a [Change]) -> Option<&'a str> {
    let units = changes.iter().filter_map(|change| match change {
        Change::Place((unit, _)) | Change::Set((unit, _)) | Change::Remove(unit) => Some(unit.as_str()),
        Change::Fact(_) | Change::Custom(_) => None,
    });
    let mut units = units.peekable();
    units.peek()?;
    let view = game.view(None);
    if !view.units.iter().any(|unit| unit.id.starts_with('?')) {
        return None;
    }
    units.find(|&name| view.units.iter().all(|unit| unit.id != name))
}

/// A line of the log that a rule is behind.
pub(crate) fn say(
    resolution: &mut Resolution<'_>,
    rule: &Rule,
    audience: Audience,
    kind: EventKind,
    text: impl FnOnce() -> String,
) {
    resolution.event(|| Event::new(kind, audience, text(), cite(rule)));
}

/// The seats that play these sides; everyone if there are none.
pub(crate) fn audience(of_seats: &[String], sides: &[String]) -> Audience {
    if sides.is_empty() {
        return Audience::Everyone;
    }
    let seats = (0..).zip(of_seats).filter(|(_, side)| sides.contains(side));
    Audience::Seats(seats.map(|(seat, _)| seat).collect())
}

/// Rolls for a rule. Gives the function that goes on, and what it is told.
fn roll_for(
    rule: &Rule,
    roll: hooks::Roll,
    resolution: &mut Resolution<'_>,
) -> Result<(String, Vec<Fact>), String> {
    let hooks::Roll { count, sides, reason, hit, then, data } = roll;
    if !(1..=60).contains(&count) || !(2..=100).contains(&sides) {
        return Err(format!(
            "{count} dice of {sides} sides can't be rolled: 1 to 60 dice of 2 to 100 sides can"
        ));
    }
    let counts = |face| hit > 0 && face >= hit;
    let faces = resolution.roll_openly(count, sides, cite(rule), counts, || reason.clone());
    let total = faces.iter().map(|&face| i32::from(face)).sum();
    let faces = faces.iter().map(|&face| i32::from(face)).collect();
    Ok((then, with_news(data, [("faces", Datum::Numbers(faces)), ("total", Datum::Number(total))])))
}

/// What a function is told: what the rule wanted kept, and what came of it.
pub(crate) fn with_news<const N: usize>(data: Vec<Fact>, news: [(&str, Datum); N]) -> Vec<Fact> {
    let mut facts = data;
    facts.retain(|fact| news.iter().all(|(name, _)| fact.name != *name));
    facts.extend(news.map(|(name, value)| Fact { name: name.to_owned(), value }));
    facts
}
