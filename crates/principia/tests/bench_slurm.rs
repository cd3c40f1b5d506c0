//! `bench --executor slurm`: the same records as on one machine, whatever happens to the harness.
//!
//! Most tests use scripts in place of Slurm's programs, which run arrays on this machine. The last one uses a real
//! cluster if there is one: set `SLURM_CONF` as `contrib/slurm/one-node.sh start` says.

mod laboratory;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use std::time::{Duration, Instant};

use laboratory::{Laboratory, ORACLE, essence, signal};
use test_tools::Tool;

/// Runs the elements of the array one after the other in the background; `FAIL` makes the first array vanish.
const SBATCH: &str = r#"#!/bin/sh
for word in "$@"; do case "$word" in
  --array=*) last=${word#--array=0-}; last=${last%%%*};;
  --wrap=*) wrap=${word#--wrap=};;
esac; done
id=$(( $(cat HERE/last 2>/dev/null || echo 100) + 1 )); echo $id > HERE/last; echo "$@" >> HERE/submissions
if [ -f HERE/FAIL ]; then rm HERE/FAIL; echo $id; exit; fi
setsid sh -c "for i in \$(seq 0 $last); do SLURM_ARRAY_TASK_ID=\$i; export SLURM_ARRAY_TASK_ID; ( $wrap ); done" \
  > /dev/null 2>&1 < /dev/null &
echo $! > HERE/job-$id
echo $id
"#;

const SQUEUE: &str = "#!/bin/sh\nfor id; do :; done\nif [ -f HERE/job-$id ] && kill -0 $(cat HERE/job-$id) 2>/dev/null; \
                      then echo $id; else echo 'slurm_load_jobs error: Invalid job id specified' >&2; exit 1; fi\n";

const SCANCEL: &str = "#!/bin/sh\nkill -TERM -- -$(cat HERE/job-$1)\necho $1 >> HERE/cancelled\n";

/// Puts scripts in place of Slurm's programs.
fn with_scripts(laboratory: &Laboratory, mut command: Command) -> Command {
    let folder = laboratory.out("slurm-scripts");
    fs::create_dir_all(&folder).expect("a folder");
    for (name, text) in [("sbatch", SBATCH), ("squeue", SQUEUE), ("scancel", SCANCEL)] {
        let path = folder.join(name);
        if !path.exists() {
            fs::write(&path, text.replace("HERE", &folder.to_string_lossy())).expect("written");
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("executable");
        }
    }
    let path = std::env::var("PATH").unwrap_or_default();
    command.env("PATH", format!("{}:{path}", folder.display()));
    command
}

fn wait_for_records(laboratory: &Laboratory, count: usize) {
    let start = Instant::now();
    while laboratory.records("cluster").len() < count && start.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A matrix on a cluster, whose harness is killed and interrupted, ends like one on this machine.
fn check_cluster(laboratory: &Laboratory, prepare: impl Fn(Command) -> Command) {
    let tool = laboratory.tool("oracle", ORACLE);
    let configurations = ["--tool", &tool, "--config", "oracle:a=1", "--config", "oracle:b=2"];
    assert!(laboratory.run("local", &configurations).status.success());
    let cluster = ["--executor", "slurm", "--slurm-chunk", "3", "--jobs", "2"];
    let arguments = [&configurations[..], &cluster[..]].concat();
    let start = || prepare(laboratory.command("cluster", &arguments)).spawn().expect("principia runs");
    for (name, wanted) in [("KILL", 4), ("INT", 8)] {
        let mut child = start();
        wait_for_records(laboratory, wanted);
        signal(&child, name);
        child.wait().expect("it ends");
    }
    let output = start().wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let (local, cluster) = (laboratory.records("local"), laboratory.records("cluster"));
    assert_eq!((local.len(), cluster.len()), (40, 40));
    assert_eq!(essence(&local), essence(&cluster));
    let left = fs::read_dir(laboratory.out("cluster").join("slurm")).expect("a folder").count();
    assert_eq!(left, 0, "no batch is left");
}

#[test]
fn a_cluster_gives_the_same_records() {
    let laboratory = Laboratory::new("cluster").with_tasks(20);
    check_cluster(&laboratory, |command| with_scripts(&laboratory, command));
    let scripts = laboratory.out("slurm-scripts");
    let submissions = fs::read_to_string(scripts.join("submissions")).expect("submissions");
    // 40 runs, three in an element; what the killed harness had submitted was not submitted again.
    assert!(submissions.lines().next().expect("a submission").contains("--array=0-13%2"), "{submissions}");
    assert_eq!(submissions.lines().count(), 2, "{submissions}");
    assert_eq!(
        fs::read_to_string(scripts.join("cancelled")).expect("an interrupt cancels").lines().count(),
        1
    );
}

#[test]
fn lost_arrays_are_submitted_again() {
    let laboratory = Laboratory::new("lost").with_tasks(2);
    let tool = laboratory.tool("oracle", ORACLE);
    let command = laboratory.command("cluster", &["--tool", &tool, "--executor", "slurm"]);
    let mut command = with_scripts(&laboratory, command);
    fs::write(laboratory.out("slurm-scripts").join("FAIL"), "").expect("written");
    assert!(command.output().expect("it runs").status.success());
    assert_eq!(laboratory.records("cluster").len(), 2);
    let submissions =
        fs::read_to_string(laboratory.out("slurm-scripts").join("submissions")).expect("submissions");
    assert_eq!(submissions.lines().count(), 2, "{submissions}");
}

#[test]
fn without_slurm_there_is_a_message() {
    let laboratory = Laboratory::new("nothing").with_tasks(1);
    let mut command = laboratory.command("cluster", &["--executor", "slurm"]);
    let output = command.env("PATH", "/nowhere").output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot run sbatch"));
}

#[test]
fn a_real_cluster_gives_the_same_records() {
    if Tool::Slurm.or_skip().is_none() {
        return;
    }
    let laboratory = Laboratory::new("real").with_tasks(20);
    check_cluster(&laboratory, |command| command);
}
