//! What is still done if whoever runs the program ends it: by Ctrl-C, by closing its terminal, by a plain `kill`.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Mutex, PoisonError};

/// What is done, by the numbers in which it came.
static LAST: Mutex<BTreeMap<u64, Box<dyn Fn() + Send>>> = Mutex::new(BTreeMap::new());

/// Something that is done if the program is ended before this is dropped.
pub(crate) struct Stopped {
    number: u64,
}

impl Stopped {
    pub(crate) fn does(last: impl Fn() + Send + 'static) -> io::Result<Self> {
        heed()?;
        let mut all = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        let number = all.keys().next_back().map_or(0, |number| number + 1);
        all.insert(number, Box::new(last));
        Ok(Self { number })
    }
}

impl Drop for Stopped {
    fn drop(&mut self) {
        LAST.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.number);
    }
}

/// Waits for signals from the first time on that anybody asks and the system has what that takes. The program ends by them as it
/// would without this.
#[cfg(unix)]
fn heed() -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};

    static HEEDED: Mutex<bool> = Mutex::new(false);
    let mut heeded = HEEDED.lock().unwrap_or_else(PoisonError::into_inner);
    if *heeded {
        return Ok(());
    }
    // Who is to go on when the terminal closes, by `nohup` say, does.
    let wanted = [SIGHUP, SIGINT, SIGQUIT, SIGTERM].into_iter().filter(|&signal| !is_ignored(signal));
    let mut signals = signal_hook::iterator::Signals::new(wanted)?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for signal in signals.forever() {
            LAST.lock().unwrap_or_else(PoisonError::into_inner).values().for_each(|last| last());
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    })?;
    *heeded = true;
    Ok(())
}

#[cfg(not(unix))]
fn heed() -> io::Result<()> {
    Ok(())
}

/// Whether the program was started to ignore a signal, where the system tells.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
