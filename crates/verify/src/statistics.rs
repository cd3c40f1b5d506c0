//! What is counted beside the engines: the size of the program, queries by purpose.

use base::Statistics;
use concolic::Searched;
use program::BlockProgram;

use crate::counting::QueryLog;

/// Adds the size of the program.
pub fn add_sizes(statistics: &mut Statistics, blocks: &BlockProgram) {
    statistics.peak("program/locations", blocks.locations().len() as u64);
    statistics.peak("program/blocks", blocks.blocks.len() as u64);
    statistics.peak("program/statements", blocks.cfg.edges.len() as u64);
    statistics.peak("program/variables", blocks.cfg.variables.len() as u64);
}

/// Adds the queries by purpose, and how many had no answer.
pub fn add_queries(statistics: &mut Statistics, log: &QueryLog) {
    for entry in log.entries() {
        let name = format!("queries/{}", entry.purpose);
        statistics.count(&name, entry.count);
        if entry.unknown > 0 {
            statistics.count(&format!("{name}, unknown"), entry.unknown);
        }
        statistics.time(&name, entry.time);
    }
}

/// Adds what the search by executions did.
pub fn add_searched(statistics: &mut Statistics, searched: &Searched) {
    statistics.count("search/executions", searched.effort.executions);
    statistics.count("search/steps", searched.effort.steps);
    statistics.count("search/queries", searched.effort.queries);
    statistics.count("search/edges taken", searched.edges);
    statistics.count("search/edges towards a violation", searched.edges_towards);
}
