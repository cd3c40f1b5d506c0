//! The resident memory and the processor time of a process and all its descendants, as `/proc` tells it.
//!
//! Solvers that run as child processes count against the limit of the run, too. A process that ends while we
//! look at it counts as nothing.

use std::fs;
use std::time::Duration;

/// No tree of processes that we start is larger; the bound keeps a wrong reading from looping.
const MAX_PROCESSES: usize = 1000;

/// The resident memory of the process and its descendants, in bytes.
pub fn resident_of_tree(root: libc::pid_t) -> u64 {
    tree(root).into_iter().map(resident).sum()
}

/// The processor time that the process, its descendants and those that have ended took.
pub fn processor_time_of_tree(root: libc::pid_t) -> Duration {
    tree(root).into_iter().map(processor_time).sum()
}

/// A process and its descendants.
fn tree(root: libc::pid_t) -> Vec<libc::pid_t> {
    let mut found = vec![root];
    let mut seen = 0;
    while seen < found.len().min(MAX_PROCESSES) {
        found.extend(children(found[seen]));
        seen += 1;
    }
    found
}

/// The processor time of a process and of those of its children that it has waited for.
fn processor_time(process: libc::pid_t) -> Duration {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name of the program, in parentheses, may contain anything.
    let fields = text.rsplit_once(')').map_or("", |(_, rest)| rest).split_ascii_whitespace();
    let ticks: u64 = fields.skip(11).take(4).filter_map(|field| field.parse::<u64>().ok()).sum();
    // SAFETY: sysconf has no preconditions.
    let per_second = u64::try_from(unsafe { libc::sysconf(libc::_SC_CLK_TCK) }).unwrap_or(100).max(1);
    Duration::from_millis(ticks * 1000 / per_second)
}

fn resident(process: libc::pid_t) -> u64 {
    let pages = fs::read_to_string(format!("/proc/{process}/statm"))
        .ok()
        .and_then(|text| text.split_ascii_whitespace().nth(1)?.parse::<u64>().ok());
    pages.unwrap_or(0) * page_size()
}

fn page_size() -> u64 {
    // SAFETY: sysconf has no preconditions.
    u64::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(4096)
}

fn children(process: libc::pid_t) -> Vec<libc::pid_t> {
    let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { return Vec::new() };
    let lists =
        threads.flatten().filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_ascii_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<_>>())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_is_counted() {
        let own = std::process::id() as libc::pid_t;
        let before = processor_time_of_tree(own);
        let script = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done";
        std::process::Command::new("sh").args(["-c", script]).status().expect("the shell starts");
        assert!(processor_time_of_tree(own) > before);
    }

    #[test]
    fn children_count() {
        let own = std::process::id() as libc::pid_t;
        let mut child = std::process::Command::new("sleep").arg("10").spawn().expect("sleep starts");
        let id = child.id() as libc::pid_t;
        assert!(resident(own) > 1 << 20);
        assert!(children(own).contains(&id));
        assert!(resident_of_tree(own) > resident(own) / 2);
        assert!(processor_time_of_tree(id) < Duration::from_secs(1));
        child.kill().expect("killed");
        child.wait().expect("waited");
        assert_eq!(resident(id), 0);
    }
}
