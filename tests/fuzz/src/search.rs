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
pub(crate) const LONGEST: usize = 1 << 16;
/// How many inputs are altered further.
const MOST: usize = 4_000;
/// How long a finding is made smaller.
const SHRINKING: Duration = Duration::from_secs(20);

/// The inputs that are altered further, and what has been said so far.
pub(crate) struct Pool {
    luck: Luck,
    inputs: Vec<Vec<u8>>,
    answers: BTreeSet<String>,
}

impl Pool {
    pub(crate) fn new(target: &mut dyn Target, kept: impl IntoIterator<Item = Vec<u8>>, seed: u64) -> Self {
        let mut inputs = target.whole();
        inputs.extend(kept.into_iter().filter(|input| input.len() <= LONGEST));
        Self { luck: Luck::new(seed), inputs, answers: BTreeSet::new() }
    }

    /// Those that are as they should be or were kept come first.
    #[cfg(feature = "coverage")]
    pub(crate) fn inputs(&self) -> &[Vec<u8>] {
        &self.inputs
    }

    /// How many different things were said.
    pub(crate) fn answers(&self) -> usize {
        self.answers.len()
    }

    /// Another input to check.
    pub(crate) fn next(&mut self, target: &mut dyn Target) -> Vec<u8> {
        // Those that were found last have been altered least.
        let from = if self.luck.once_in(2) { self.inputs.len() / 2 } else { 0 };
        let index = from + self.luck.below(self.inputs.len() - from);
        let Some(input) = self.inputs.get(index) else { return Vec::new() };
        target.vary(input, &self.inputs, &mut self.luck)
    }

    /// Takes in an input of which something new was said.
    pub(crate) fn learn(&mut self, input: &[u8], said: &str) {
        if self.answers.insert(kind_of(said)) && input.len() <= LONGEST && self.inputs.len() < MOST {
            self.inputs.push(input.to_vec());
        }
    }
}

/// A search in one target.
pub struct Search<'a> {
    target: &'a mut dyn Target,
    pool: Pool,
}

impl<'a> Search<'a> {
    /// A search that begins from the target's own inputs and these, and follows from the seed.
    pub fn new(target: &'a mut dyn Target, kept: impl IntoIterator<Item = Vec<u8>>, seed: u64) -> Self {
        let pool = Pool::new(target, kept, seed);
        Self { target, pool }
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
        let whole = self.pool.inputs.len();
        while more(found.inputs) {
            let input = match self.pool.inputs.get(found.inputs).filter(|_| found.inputs < whole) {
                Some(input) => input.clone(),
                None => self.pool.next(self.target),
            };
            found.inputs += 1;
            before(&input);
            match try_out(self.target, &input) {
                Ok(said) => self.pool.learn(&input, &said),
                Err(finding) => {
                    if kinds.insert(finding.kind()) {
                        let small = small(self.target, &input, &finding, &mut before);
                        found.findings.push((finding, small));
                    }
                }
            }
        }
        found.answers = self.pool.answers();
        found
    }
}

/// The smallest input that makes the same finding, as far as some seconds lead.
pub(crate) fn small(
    target: &mut dyn Target,
    input: &[u8],
    finding: &Finding,
    mut before: impl FnMut(&[u8]),
) -> Vec<u8> {
    let kind = finding.kind();
    shrunk(input, SHRINKING, |less| {
        before(less);
        try_out(target, less).is_err_and(|other| other.kind() == kind)
    })
}
