//! A search that coverage leads: libFuzzer chooses what is altered further, by the branches that an input is the first to
//! take, and by the numbers and texts that the code compared it with.
//!
//! It needs a build in which the compiler counts branches, `cargo xtask fuzz --coverage` makes it. Oracles, kept inputs and
//! what becomes of a finding are those of a [`Search`](crate::Search). Three alterations in four are the target's, since bytes
//! alone don't get past the hashes of its format, the fourth is libFuzzer's.

#![allow(unsafe_code)]

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ffi::{CString, c_char, c_int, c_uint};
use std::path::Path;

use crate::search::{LONGEST, Pool, small};
use crate::{Finding, Luck, Target, try_out};

/// How a search is led.
pub struct Course<'a> {
    /// A folder for inputs that get further than others; those that lie there already are begun from.
    pub folder: &'a Path,
    /// How long it goes on.
    pub seconds: u64,
    /// What it follows from, as far as threads let it.
    pub seed: u64,
    /// Whether coverage is only counted, and inputs are those of a [`Search`](crate::Search): to compare the two.
    pub blind: bool,
}

/// What is called on the way.
pub trait Watch {
    /// An input is going to be checked.
    fn before(&mut self, input: &[u8]);
    /// A finding of a new kind, with the smallest input that makes it.
    fn found(&mut self, finding: &Finding, input: &[u8]);
}

struct Led {
    target: Box<dyn Target>,
    watch: Box<dyn Watch>,
    pool: Pool,
    kinds: BTreeSet<String>,
    blind: bool,
}

thread_local! {
    // libFuzzer calls functions without a context, on the thread that it was started on.
    static LED: RefCell<Option<Led>> = const { RefCell::new(None) };
}

unsafe extern "C" {
    fn LLVMFuzzerRunDriver(
        count: *mut c_int,
        arguments: *mut *mut *mut c_char,
        check: extern "C" fn(*const u8, usize) -> c_int,
    ) -> c_int;
}

/// Searches, and ends the program. libFuzzer tells on standard error how far it is.
///
/// # Panics
///
/// If the folder can't be written to.
pub fn search(
    mut target: Box<dyn Target>,
    kept: impl IntoIterator<Item = Vec<u8>>,
    watch: Box<dyn Watch>,
    course: &Course<'_>,
) -> ! {
    let pool = Pool::new(target.as_mut(), kept, course.seed);
    let mut longest = LONGEST;
    for (number, input) in pool.inputs().iter().enumerate() {
        longest = longest.max(input.len());
        std::fs::write(course.folder.join(format!("whole-{number}")), input)
            .expect("the folder can be written to");
    }
    LED.set(Some(Led { target, watch, pool, kinds: BTreeSet::new(), blind: course.blind }));
    let arguments = [
        "muster-fuzz".to_owned(),
        format!("-max_total_time={}", course.seconds),
        // To libFuzzer, 0 is any number.
        format!("-seed={}", (course.seed as u32).max(1)),
        format!("-max_len={longest}"),
        "-len_control=0".to_owned(),
        // Whoever started this program sees how it ends. Time is looked after, and Rust's own memory counted.
        "-timeout=0".to_owned(),
        "-rss_limit_mb=4096".to_owned(),
        "-report_slow_units=1000000".to_owned(),
        "-handle_abrt=0".to_owned(),
        "-handle_bus=0".to_owned(),
        "-handle_fpe=0".to_owned(),
        "-handle_ill=0".to_owned(),
        "-handle_segv=0".to_owned(),
        "-detect_leaks=0".to_owned(),
        "-reload=0".to_owned(),
        "-print_funcs=0".to_owned(),
        "-print_final_stats=1".to_owned(),
        format!("-artifact_prefix={}.", course.folder.display()),
        course.folder.display().to_string(),
    ]
    .map(|argument| CString::new(argument).expect("no zero is in it").into_raw());
    let mut count = arguments.len() as c_int;
    let mut arguments = arguments.to_vec();
    arguments.push(std::ptr::null_mut());
    let mut arguments = arguments.leak().as_mut_ptr();
    // SAFETY: the arguments are as `main` gets them, and stay until the program ends.
    let code = unsafe { LLVMFuzzerRunDriver(&mut count, &mut arguments, check) };
    std::process::exit(code)
}

extern "C" fn check(data: *const u8, size: usize) -> c_int {
    // SAFETY: libFuzzer hands over so many bytes for the length of this call; without any, the pointer may be null.
    let input = if size == 0 { &[] } else { unsafe { std::slice::from_raw_parts(data, size) } };
    LED.with_borrow_mut(|led| led.as_mut().map_or(REFUSED, |led| led.check(input)))
}

/// Says that an input isn't to be altered further.
const REFUSED: c_int = -1;

/// libFuzzer looks for a function of this name and lets it alter inputs.
#[unsafe(no_mangle)]
extern "C" fn LLVMFuzzerCustomMutator(data: *mut u8, size: usize, most: usize, seed: c_uint) -> usize {
    // SAFETY: libFuzzer hands over room for `most` bytes, of which `size` are the input.
    let room = unsafe { std::slice::from_raw_parts_mut(data, most) };
    let altered = LED.with_borrow_mut(|led| led.as_mut()?.altered(&room[..size], u64::from(seed)));
    match altered {
        Some(altered) if altered.len() <= most => {
            room[..altered.len()].copy_from_slice(&altered);
            altered.len()
        }
        _ => libfuzzer_sys::fuzzer_mutate(room, size, most),
    }
}

impl Led {
    fn check(&mut self, input: &[u8]) -> c_int {
        self.watch.before(input);
        match try_out(self.target.as_mut(), input) {
            Ok(said) => {
                self.pool.learn(input, &said);
                0
            }
            Err(finding) => {
                if self.kinds.insert(finding.kind()) {
                    let before = |less: &[u8]| self.watch.before(less);
                    let small = small(self.target.as_mut(), input, &finding, before);
                    self.watch.found(&finding, &small);
                }
                REFUSED
            }
        }
    }

    // Nothing, if libFuzzer is to alter it.
    fn altered(&mut self, input: &[u8], seed: u64) -> Option<Vec<u8>> {
        let mut luck = Luck::new(seed);
        match luck.below(4) {
            _ if self.blind => Some(self.pool.next(self.target.as_mut())),
            0 => None,
            // What readers say leads as well: it tells inputs apart that take the same branches.
            1 => Some(self.pool.next(self.target.as_mut())),
            _ => Some(self.target.vary(input, self.pool.inputs(), &mut luck)),
        }
    }
}
