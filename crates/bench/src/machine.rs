//! The machine that a run took place on, and the time of day.

use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// A machine: without it, a time means nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Machine {
    /// Its name.
    pub host: String,
    /// The model of the processor.
    pub cpu: String,
    /// The number of processors that can be used.
    pub cores: usize,
    /// The installed memory.
    pub memory_bytes: u64,
    /// The operating system.
    pub os: String,
}

impl Machine {
    /// This machine.
    pub fn this() -> Machine {
        let line = |file: &str| fs::read_to_string(file).unwrap_or_default().trim().to_string();
        let cpu_info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model = cpu_info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
        let memory_info = fs::read_to_string("/proc/meminfo").unwrap_or_default();
        let kilobytes = memory_info
            .lines()
            .find_map(|line| line.strip_prefix("MemTotal:")?.split_whitespace().next()?.parse::<u64>().ok());
        Machine {
            host: line("/proc/sys/kernel/hostname"),
            cpu: model
                .map_or_else(|| std::env::consts::ARCH.to_string(), |(_, name)| name.trim().to_string()),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            memory_bytes: kilobytes.unwrap_or(0) * 1024,
            os: format!("{} {}", line("/proc/sys/kernel/ostype"), line("/proc/sys/kernel/osrelease")),
        }
    }
}

/// The time of day in UTC, as in `2026-01-31T12:00:00Z`.
pub fn now() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |elapsed| elapsed.as_secs());
    timestamp(seconds)
}

/// A time in seconds since 1970 as text.
fn timestamp(seconds: u64) -> String {
    // The calendar repeats every 400 years; years that start in March have their leap day at the end.
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    let (hour, minute, second) = (rest / 3600, rest % 3600 / 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_the_calendar() {
        assert_eq!(timestamp(0), "1970-01-01T00:00:00Z");
        assert_eq!(timestamp(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(timestamp(1_790_000_000), "2026-09-21T14:13:20Z");
        assert_eq!(timestamp(4_107_542_399), "2100-02-28T23:59:59Z");
        assert_eq!(timestamp(4_107_542_400), "2100-03-01T00:00:00Z");
    }

    #[test]
    fn this_machine_is_known() {
        let machine = Machine::this();
        assert!(
            machine.cores > 0 && machine.memory_bytes > 0 && machine.os.starts_with("Linux"),
            "{machine:?}"
        );
    }
}
