//! Dates and hours: in UTC in a journal's first line, in the reader's own time zone on the screen.

#[cfg(any(feature = "window", test))]
use jiff::tz::TimeZone;
use jiff::{Timestamp, Unit};

/// Now, in UTC ("2026-11-22T01:30:00Z").
pub(crate) fn now() -> String {
    // A clock that stands past what a date can say (the year 9999) says the last there is.
    let now = std::time::SystemTime::now().try_into().unwrap_or(Timestamp::MAX);
    written(now)
}

fn written(moment: Timestamp) -> String {
    moment.round(Unit::Second).unwrap_or(moment).to_string()
}

/// A journal's date as a person says it ("22 November 2026, 01:30"). What isn't a date, which only a damaged or made-up
/// journal says, is nothing.
#[cfg(feature = "window")]
pub(crate) fn spoken(written: &str) -> Option<String> {
    Some(in_zone(written.parse().ok()?, TimeZone::system()))
}

#[cfg(any(feature = "window", test))]
fn in_zone(moment: Timestamp, zone: TimeZone) -> String {
    moment.to_zoned(zone).strftime("%-d %B %Y, %H:%M").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_written_to_the_second_in_utc() {
        let written = now();
        assert_eq!(written.len(), "2026-11-22T01:30:00Z".len(), "{written}");
        assert!(written.ends_with('Z') && written.parse::<Timestamp>().is_ok());
    }

    #[test]
    fn a_clock_far_ahead_is_written_too() {
        assert!(written(Timestamp::MAX).starts_with("9999-12-30T22:00:00"), "{}", written(Timestamp::MAX));
    }

    #[test]
    fn a_date_is_spoken_in_the_readers_zone() {
        let moment: Timestamp = "2026-11-22T23:30:00Z".parse().unwrap();
        assert_eq!(in_zone(moment, TimeZone::UTC), "22 November 2026, 23:30");
        assert_eq!(in_zone(moment, TimeZone::fixed(jiff::tz::offset(-5))), "22 November 2026, 18:30");
        assert_eq!(in_zone(moment, TimeZone::fixed(jiff::tz::offset(1))), "23 November 2026, 00:30");
    }
}
