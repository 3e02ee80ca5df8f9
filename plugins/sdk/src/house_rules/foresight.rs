//! What rules would make of a hook's numbers, asked without anything coming of it.

use muster_contract::hooks::{self, Effect};

use super::effects::{MOST_DEPTH, with_news};
use super::facts::number_mut;
use super::running::Running;
use super::{Answer, Facts};
use crate::{Game, Resolution};

impl Resolution<'_> {
    /// What the rules would make of a hook's numbers if it was called now, for chances that are told, or weighed, before the dice are
    /// thrown. Nothing comes of it: none is given if a rule does more there than modify, ask and note (it rolls, say), so that what it
    /// makes of them isn't known before. Without such rules the answer changes nothing; `facts` isn't even called.
    #[inline]
    pub fn foresee<G: Game>(&self, game: &G, hook: &str, facts: impl FnOnce(&G) -> Facts) -> Option<Answer> {
        match self.rules.as_ref().filter(|rules| !cfg!(feature = "bare") && rules.listens(hook)) {
            None => Some(Answer::default()),
            Some(rules) => rules.foresee(game, hook, facts(game)),
        }
    }
}

impl Running<'_> {
    /// What rules that are subscribed to a hook would make of its numbers, if they do nothing else.
    fn foresee<G: Game>(&self, game: &G, hook: &str, mut facts: Facts) -> Option<Answer> {
        let mut answer = Answer::default();
        for subscriber in self.book.subscribers(hook) {
            let number = subscriber.rule;
            let mut told = facts.open.clone();
            if self.book.rule(number).sees_hidden {
                told.extend(facts.hidden.iter().cloned());
            }
            let variables = &self.house_rules.kept[number as usize].variables;
            let mut waiting = vec![(subscriber.function.clone(), told)];
            let mut calls = 0;
            while let Some((function, told)) = waiting.pop() {
                calls += 1;
                if calls > MOST_DEPTH {
                    return None;
                }
                for effect in self.book.call(number, hook, &function, &told, variables).ok()? {
                    match effect {
                        Effect::Modify(hooks::Modification { name, by }) => {
                            let number = number_mut(&mut facts.open, &name)?;
                            *number = number.saturating_add(by);
                            answer.0.push((name, by));
                        }
                        Effect::Ask(hooks::Question { name, facts, then, data }) => {
                            let news = game.query(&name, &facts).ok()?;
                            waiting.push((then, with_news(data, [("answer", news)])));
                        }
                        Effect::Note(_) => {}
                        _ => return None,
                    }
                }
            }
        }
        Some(answer)
    }
}
