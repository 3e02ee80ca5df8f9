//! A search: alters inputs and checks what comes out.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::finding::kind_of;
use crate::{Finding, Luck, Target, shrunk, try_out};

/// How long a search goes on.
#[derive(Clone, Copy, Debug)]
pub enum Budget {
    /// So many inputs: the same ones every time.
    Inputs(usize),
    /// So long.
    Time(Duration),
}

/// What a search came to.
#[derive(Debug, Default)]
pub struct Found {
    /// How many inputs were checked.
    pub inputs: usize,
    /// How many different things were said of them.
    pub answers: usize,
    /// The findings, one of each kind, with the smallest input that makes it.
    pub findings: Vec<(Finding, Vec<u8>)>,
}

/// An input longer than this isn't altered further: it would take more time than it is worth.
const LONGEST: usize = 1 << 16;
/// How many inputs are altered further.
const MOST: usize = 4_000;
/// How long a finding is made smaller.
const SHRINKING: Duration = Duration::from_secs(20);

/// A search in one target.
pub struct Search<'a> {
    target: &'a mut dyn Target,
    luck: Luck,
    inputs: Vec<Vec<u8>>,
    answers: BTreeSet<String>,
}

impl<'a> Search<'a> {
    /// A search that begins from the target's own inputs and these, and follows from the seed.
    pub fn new(target: &'a mut dyn Target, kept: impl IntoIterator<Item = Vec<u8>>, seed: u64) -> Self {
        let mut inputs = target.whole();
        inputs.extend(kept.into_iter().filter(|input| input.len() <= LONGEST));
        Self { target, luck: Luck::new(seed), inputs, answers: BTreeSet::new() }
    }

    /// Searches. `before` is told of every input before it is checked.
    pub fn run(&mut self, budget: Budget, mut before: impl FnMut(&[u8])) -> Found {
        let began = Instant::now();
        let mut found = Found::default();
        let mut kinds = BTreeSet::new();
        let more = |inputs: usize| match budget {
            Budget::Inputs(most) => inputs < most,
            Budget::Time(time) => began.elapsed() < time,
        };
        let whole = self.inputs.len();
        while more(found.inputs) {
            let input = match self.inputs.get(found.inputs).filter(|_| found.inputs < whole) {
                Some(input) => input.clone(),
                None => self.next(),
            };
            found.inputs += 1;
            before(&input);
            match try_out(self.target, &input) {
                Ok(said) => self.learn(&input, &said),
                Err(finding) => {
                    if kinds.insert(finding.kind()) {
                        let small = self.small(&input, &finding, &mut before);
                        found.findings.push((finding, small));
                    }
                }
            }
        }
        found.answers = self.answers.len();
        found
    }

    fn next(&mut self) -> Vec<u8> {
        // Those that were found last have been altered least.
        let from = if self.luck.once_in(2) { self.inputs.len() / 2 } else { 0 };
        let index = from + self.luck.below(self.inputs.len() - from);
        let Some(input) = self.inputs.get(index) else { return Vec::new() };
        self.target.vary(input, &self.inputs, &mut self.luck)
    }

    fn learn(&mut self, input: &[u8], said: &str) {
        if self.answers.insert(kind_of(said)) && input.len() <= LONGEST && self.inputs.len() < MOST {
            self.inputs.push(input.to_vec());
        }
    }

    fn small(&mut self, input: &[u8], finding: &Finding, before: &mut impl FnMut(&[u8])) -> Vec<u8> {
        let kind = finding.kind();
        shrunk(input, SHRINKING, |less| {
            before(less);
            try_out(self.target, less).is_err_and(|other| other.kind() == kind)
        })
    }
}
