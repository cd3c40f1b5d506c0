//! Control groups, version 2: the kernel counts, limits and kills all processes of a group at once.
//!
//! A group of our own is made below the one that we are in, where that is permitted (by root, or in a scope
//! that systemd delegates). Which files a group has depends on the controllers that the machine grants:
//! `cgroup.kill` and `cpu.stat` are there always, the limits of memory and processes only with their controllers.
//! A controller can only be granted to children if the parent has no processes itself, so the harness moves into
//! a child of its own while it runs.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The names of our groups start like this; the process that made them follows.
const PREFIX: &str = "principia-bench-";

/// The group below which each run gets its own.
#[derive(Debug)]
pub struct CgroupParent {
    path: PathBuf,
    /// The child that the harness moved to, if it had to.
    own: Option<PathBuf>,
}

/// The group of one run.
#[derive(Debug)]
pub struct Cgroup {
    path: PathBuf,
}

impl CgroupParent {
    /// The group that this process is in, if groups can be made below it.
    pub fn of_this_process() -> Option<CgroupParent> {
        let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
        let memberships = fs::read_to_string("/proc/self/cgroup").ok()?;
        let mut parent = CgroupParent { path: group_path(&mounts, &memberships)?, own: None };
        parent.remove_stale();
        // Whether a run could have a group is found out by making one.
        let probe = parent.create("probe", None, None).ok()?;
        let is_usable = probe.path.join("cgroup.kill").exists();
        probe.remove();
        if !is_usable {
            return None;
        }
        parent.grant_controllers();
        Some(parent)
    }

    /// Tries to get the controllers of memory and processes for the groups of runs.
    fn grant_controllers(&mut self) {
        let granted = fs::read_to_string(self.path.join("cgroup.subtree_control")).unwrap_or_default();
        let wanted: Vec<&str> = ["memory", "pids"]
            .into_iter()
            .filter(|controller| !granted.split_whitespace().any(|name| name == *controller))
            .collect();
        let offered = fs::read_to_string(self.path.join("cgroup.controllers")).unwrap_or_default();
        if wanted.is_empty()
            || !wanted.iter().all(|name| offered.split_whitespace().any(|other| other == *name))
        {
            return;
        }
        let request = wanted.iter().map(|name| format!("+{name}")).collect::<Vec<_>>().join(" ");
        if fs::write(self.path.join("cgroup.subtree_control"), &request).is_ok() {
            return;
        }
        // The parent must not have processes: move out of the way, and try again.
        let own = self.path.join(format!("{PREFIX}{}-harness", std::process::id()));
        if fs::create_dir(&own).is_err() {
            return;
        }
        let is_moved = fs::write(own.join("cgroup.procs"), "0").is_ok();
        self.own = Some(own);
        if !is_moved || fs::write(self.path.join("cgroup.subtree_control"), &request).is_err() {
            self.move_back();
        }
    }

    fn move_back(&mut self) {
        if let Some(own) = self.own.take() {
            let _ = fs::write(self.path.join("cgroup.subtree_control"), "-memory -pids");
            let _ = fs::write(self.path.join("cgroup.procs"), "0");
            let _ = fs::remove_dir(own);
        }
    }

    /// Kills and removes what a harness left that was killed together with its supervisors.
    fn remove_stale(&self) {
        for entry in fs::read_dir(&self.path).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let owner = name.strip_prefix(PREFIX).and_then(|rest| rest.split('-').next());
            if owner.is_some_and(|pid| !Path::new("/proc").join(pid).exists()) {
                Cgroup { path: entry.path() }.remove();
            }
        }
    }

    /// Makes a group for a run.
    pub fn create(&self, name: &str, memory: Option<u64>, processes: Option<usize>) -> io::Result<Cgroup> {
        let group = Cgroup { path: self.path.join(format!("{PREFIX}{}-{name}", std::process::id())) };
        fs::create_dir(&group.path)?;
        // A missing controller is no error: the supervisor looks after that limit itself.
        if let Some(memory) = memory {
            let _ = fs::write(group.path.join("memory.max"), memory.to_string());
            let _ = fs::write(group.path.join("memory.swap.max"), "0");
            let _ = fs::write(group.path.join("memory.oom.group"), "1");
        }
        if let Some(processes) = processes {
            let _ = fs::write(group.path.join("pids.max"), processes.to_string());
        }
        Ok(group)
    }
}

impl Drop for CgroupParent {
    fn drop(&mut self) {
        self.move_back();
    }
}

impl Cgroup {
    /// The file by which a process joins.
    pub fn members_file(&self) -> PathBuf {
        self.path.join("cgroup.procs")
    }

    /// The processor time of all that ever were members.
    pub fn cpu(&self) -> Option<Duration> {
        let text = fs::read_to_string(self.path.join("cpu.stat")).ok()?;
        member(&text, "usage_usec").map(Duration::from_micros)
    }

    /// The greatest memory so far, if memory is counted.
    pub fn peak_memory(&self) -> Option<u64> {
        fs::read_to_string(self.path.join("memory.peak")).ok()?.trim().parse().ok()
    }

    /// Whether the kernel killed members because of the limit of memory.
    pub fn is_out_of_memory(&self) -> bool {
        let text = fs::read_to_string(self.path.join("memory.events")).unwrap_or_default();
        member(&text, "oom_kill").is_some_and(|count| count > 0)
    }

    /// Kills all members, and removes the group.
    pub fn remove(self) {
        let _ = fs::write(self.path.join("cgroup.kill"), "1");
        for _ in 0..1000 {
            match fs::remove_dir(&self.path) {
                Ok(()) => return,
                Err(error) if error.kind() == io::ErrorKind::NotFound => return,
                // Members that have been killed take a moment to go.
                Err(_) => std::thread::sleep(Duration::from_millis(1)),
            }
        }
    }
}

/// The value behind a name in a file of lines `name value`.
fn member(text: &str, name: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.trim().parse().ok())
}

/// The folder of the group that a process is in.
fn group_path(mounts: &str, memberships: &str) -> Option<PathBuf> {
    let group = memberships.lines().find_map(|line| line.strip_prefix("0::"))?;
    let (root, mount) = mounts.lines().find_map(|line| {
        let (head, tail) = line.split_once(" - ")?;
        let mut fields = head.split(' ').skip(3);
        let (root, mount) = (fields.next()?, fields.next()?);
        tail.starts_with("cgroup2 ").then_some((root, mount))
    })?;
    let inside = Path::new(group).strip_prefix(root).unwrap_or(Path::new(""));
    Some(Path::new(mount).join(inside))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_group_is_where_it_is_mounted() {
        let mounts = "22 1 0:5 / /proc rw - proc proc rw\n\
                      30 1 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n";
        let path = |memberships| group_path(mounts, memberships).map(|path| path.display().to_string());
        assert_eq!(
            path("0::/user.slice/run.scope\n").as_deref(),
            Some("/sys/fs/cgroup/user.slice/run.scope")
        );
        assert_eq!(path("4:memory:/\n0::/\n").as_deref(), Some("/sys/fs/cgroup/"));
        assert_eq!(path("4:memory:/\n"), None);
        assert_eq!(group_path("22 1 0:5 / /proc rw - proc proc rw\n", "0::/\n"), None);
        let inner = "30 1 0:26 /box /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n";
        assert_eq!(group_path(inner, "0::/box/x\n"), Some(PathBuf::from("/sys/fs/cgroup/x")));
    }

    #[test]
    fn files_of_a_group_are_read() {
        let folder = std::env::temp_dir().join(format!("principia-cgroup-{}", std::process::id()));
        let parent = CgroupParent { path: folder.clone(), own: None };
        fs::create_dir_all(&folder).expect("a folder");
        let group = parent.create("x", Some(5000), Some(7)).expect("a group");
        assert_eq!(fs::read_to_string(group.path.join("memory.max")).expect("a limit"), "5000");
        assert_eq!(fs::read_to_string(group.path.join("pids.max")).expect("a limit"), "7");
        assert_eq!((group.cpu(), group.peak_memory(), group.is_out_of_memory()), (None, None, false));
        let write = |name: &str, text: &str| fs::write(group.path.join(name), text).expect("written");
        write("cpu.stat", "usage_usec 1500000\nuser_usec 1\n");
        write("memory.peak", "4096\n");
        write("memory.events", "low 0\noom 1\noom_kill 1\n");
        assert_eq!(group.cpu(), Some(Duration::from_millis(1500)));
        assert_eq!((group.peak_memory(), group.is_out_of_memory()), (Some(4096), true));
        fs::remove_dir_all(&folder).expect("removed");
    }
}
