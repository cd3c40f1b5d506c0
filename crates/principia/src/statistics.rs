//! Statistics as they are reported: the engine's, and what the command line itself has counted.

use std::time::Duration;

use program::BlockProgram;
use report::Statistics;

use crate::counting::QueryLog;

/// A time in milliseconds.
pub fn milliseconds((name, time): (&str, Duration)) -> (String, f64) {
    (name.to_string(), time.as_secs_f64() * 1000.0)
}

/// The counters and times of an engine. Times without a group are those of its phases.
pub fn of_engine(statistics: &engines::Statistics) -> Statistics {
    let named = |(name, time): &(String, Duration)| {
        let name = if name.contains('/') { name.clone() } else { format!("time/{name}") };
        (name, time.as_secs_f64() * 1000.0)
    };
    Statistics { counters: statistics.counters.clone(), times: statistics.times.iter().map(named).collect() }
}

/// Adds the size of the program.
pub fn add_sizes(statistics: &mut Statistics, blocks: &BlockProgram) {
    let sizes = [
        ("program/locations", blocks.locations().len()),
        ("program/blocks", blocks.blocks.len()),
        ("program/statements", blocks.cfg.edges.len()),
        ("program/variables", blocks.cfg.variables.len()),
    ];
    statistics.counters.extend(sizes.map(|(name, size)| (name.to_string(), size as u64)));
}

/// Adds the queries by purpose, and how many had no answer.
pub fn add_queries(statistics: &mut Statistics, log: &QueryLog) {
    for entry in log.entries() {
        let name = format!("queries/{}", entry.purpose);
        statistics.counters.push((name.clone(), entry.count));
        if entry.unknown > 0 {
            statistics.counters.push((format!("{name}, unknown"), entry.unknown));
        }
        statistics.times.push(milliseconds((&name, entry.time)));
    }
}
