//! The descendants of a process, by `/proc`: who they are, what they have used, and how to kill them all.
//!
//! A supervisor adopts orphans, so that every process that a tool ever starts is a descendant for as long as it
//! lives. `/proc/PID/task/TID/children` lists children without a look at all other processes of the machine;
//! where the kernel lacks it, all of `/proc` is read.

use std::fs;
use std::time::Duration;

/// What the living descendants use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Usage {
    /// The processor time of the living, and of those that they have waited for.
    pub cpu: Duration,
    /// The resident memory.
    pub memory: u64,
    /// Their number.
    pub processes: usize,
}

/// The numbers in `/proc/PID/stat` that matter.
struct Stat {
    parent: libc::pid_t,
    is_zombie: bool,
    cpu_ticks: u64,
    resident_pages: u64,
}

fn read_stat(pid: libc::pid_t) -> Option<Stat> {
    parse_stat(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
}

/// The name of the program stands in parentheses and may contain any character, so the last one counts.
fn parse_stat(text: &str) -> Option<Stat> {
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
    Some(Stat {
        parent: fields.get(1)?.parse().ok()?,
        is_zombie: *fields.first()? == "Z",
        cpu_ticks: number(11)? + number(12)? + number(13)? + number(14)?,
        resident_pages: number(21)?,
    })
}

/// All descendants of a process that live, without itself.
pub fn descendants(root: libc::pid_t) -> Vec<libc::pid_t> {
    let mut found = Vec::new();
    let mut open = vec![root];
    while let Some(pid) = open.pop() {
        match children(pid) {
            Some(children) => {
                found.extend(&children);
                open.extend(children);
            }
            None if pid == root => return descendants_by_parents(root),
            None => {}
        }
    }
    found
}

/// The children of a process; `None` if the kernel does not tell, or if it has ended.
fn children(pid: libc::pid_t) -> Option<Vec<libc::pid_t>> {
    let mut found = Vec::new();
    for thread in fs::read_dir(format!("/proc/{pid}/task")).ok()?.flatten() {
        // A thread may end while we look at it.
        match fs::read_to_string(thread.path().join("children")) {
            Ok(list) => {
                found.extend(list.split_whitespace().filter_map(|pid| pid.parse::<libc::pid_t>().ok()))
            }
            Err(_) if thread.path().exists() => return None,
            Err(_) => {}
        }
    }
    Some(found)
}

fn descendants_by_parents(root: libc::pid_t) -> Vec<libc::pid_t> {
    let pids = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = pids.filter_map(|entry| entry.file_name().to_str()?.parse::<libc::pid_t>().ok());
    let parents: Vec<(libc::pid_t, libc::pid_t)> =
        pids.filter_map(|pid| Some((pid, read_stat(pid)?.parent))).collect();
    let mut found = Vec::new();
    let mut open = vec![root];
    while let Some(pid) = open.pop() {
        let children = parents.iter().filter(|(_, parent)| *parent == pid).map(|(child, _)| *child);
        for child in children {
            found.push(child);
            open.push(child);
        }
    }
    found
}

/// What the living among these processes use.
pub fn usage(pids: &[libc::pid_t]) -> Usage {
    // SAFETY: sysconf only reads.
    let (ticks, page) = unsafe { (libc::sysconf(libc::_SC_CLK_TCK), libc::sysconf(libc::_SC_PAGESIZE)) };
    let mut usage = Usage::default();
    for stat in pids.iter().filter_map(|&pid| read_stat(pid)) {
        usage.cpu += Duration::from_secs_f64(stat.cpu_ticks as f64 / ticks.max(1) as f64);
        usage.memory += stat.resident_pages * page.max(0) as u64;
        usage.processes += usize::from(!stat.is_zombie);
    }
    usage
}

/// Kills all descendants of this process and waits for them. They are stopped first, so that none can start
/// another while we are at it.
pub fn kill_descendants(reap: &mut impl FnMut()) {
    // SAFETY: getpid, kill and usleep have no preconditions.
    unsafe {
        let own = libc::getpid();
        for round in 0..10_000u32 {
            reap();
            let pids = descendants(own);
            if pids.is_empty() {
                return;
            }
            for signal in [libc::SIGSTOP, libc::SIGKILL] {
                for &pid in &pids {
                    libc::kill(pid, signal);
                }
            }
            libc::usleep(200 + 20 * round.min(100));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_program_may_be_odd() {
        let text = "42 (a) b (c)) S 7 42 42 0 -1 0 0 0 0 0 10 5 3 2 20 0 1 0 100 1000 33 0";
        let stat = parse_stat(text).expect("a line of /proc");
        assert_eq!((stat.parent, stat.is_zombie, stat.cpu_ticks, stat.resident_pages), (7, false, 20, 33));
        assert!(parse_stat("nonsense").is_none());
    }

    #[test]
    fn descendants_are_found_either_way() {
        let mut child =
            std::process::Command::new("sh").args(["-c", "sleep 30 & wait"]).spawn().expect("a shell");
        let root = child.id() as libc::pid_t;
        let mut found = Vec::new();
        for _ in 0..200 {
            found = descendants(root);
            if !found.is_empty() {
                break;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(found.len(), 1, "the shell has one child");
        assert_eq!(descendants_by_parents(root), found);
        assert!(usage(&[root, found[0]]).memory > 0);
        // SAFETY: these are our own processes.
        unsafe { libc::kill(found[0], libc::SIGKILL) };
        child.wait().expect("the shell ends");
        assert_eq!(usage(&[root]), Usage::default());
    }
}
