//! The dates of games.

use std::time::Duration;

use crate::clock;

/// Seconds in a day.
const DAY: u64 = 24 * 60 * 60;
/// Days from 1 March of the year 0 to 1 January 1970.
const EPOCH: u64 = 719_468;
/// Days in 400 years.
const ERA: u64 = 146_097;

/// The current date in universal time, such as `2026-11-30`.
pub fn today() -> String {
    date(clock::since_1970())
}

/// The date after this time since the beginning of 1970, such as `2026-11-30`.
// CITE: H. Hinnant, "chrono-compatible low-level date algorithms", civil_from_days.
pub fn date(since: Duration) -> String {
    // Years begin in March, so that a leap day is the last day of a year.
    let days = since.as_secs() / DAY + EPOCH;
    let (era, day) = (days / ERA, days % ERA);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let is_next_year = month >= 10;
    let month = if is_next_year { month - 9 } else { month + 3 };
    let year = 400 * era + year + u64::from(is_next_year);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The date of a number of days after 1 January 1970, counted month by month.
    fn counted(mut days: u64) -> String {
        for year in 1970.. {
            let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let february = 28 + u64::from(is_leap);
            let months = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
            for (month, length) in (1..).zip(months) {
                if days < length {
                    return format!("{year:04}-{month:02}-{:02}", days + 1);
                }
                days -= length;
            }
        }
        unreachable!()
    }

    #[test]
    fn dates_are_those_of_a_calendar_that_counts() {
        for day in (0..200_000).step_by(17).chain([11_015, 11_016, 47_540]) {
            for second in [0, DAY - 1] {
                let since = Duration::from_secs(day * DAY + second);
                assert_eq!(date(since), counted(day));
            }
        }
    }
}
