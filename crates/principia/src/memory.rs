//! The resident memory of a process and all its descendants, as `/proc` tells it.
//!
//! Solvers that run as child processes count against the limit of the run, too. A process that ends while we
//! look at it counts as nothing.

use std::fs;

/// No tree of processes that we start is larger; the bound keeps a wrong reading from looping.
const MAX_PROCESSES: usize = 1000;

/// The resident memory of the process and its descendants, in bytes.
pub fn resident_of_tree(root: libc::pid_t) -> u64 {
    let mut work = vec![root];
    let mut total = 0;
    let mut seen = 0;
    while let Some(process) = work.pop() {
        total += resident(process);
        seen += 1;
        if seen < MAX_PROCESSES {
            work.extend(children(process));
        }
    }
    total
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
    fn children_count() {
        let own = std::process::id() as libc::pid_t;
        let mut child = std::process::Command::new("sleep").arg("10").spawn().expect("sleep starts");
        let id = child.id() as libc::pid_t;
        assert!(resident(own) > 1 << 20);
        assert!(children(own).contains(&id));
        assert!(resident_of_tree(own) > resident(own) / 2);
        child.kill().expect("killed");
        child.wait().expect("waited");
        assert_eq!(resident(id), 0);
    }
}
