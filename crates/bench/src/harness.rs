//! The harness: runs what is left of a matrix, a few runs at a time, and keeps a record of each.
//!
//! It has a single thread, so that supervisors can be forked, and waits for all of them and for signals at the same
//! place. An interrupt stops the runs in flight without a record; the same command goes on later with what is
//! left. Whatever happens to the harness, its supervisors notice and clean up ([`crate::contain`]).

use std::collections::VecDeque;
use std::os::fd::RawFd;
use std::path::PathBuf;
use std::time::Duration;

use crate::BenchError;
use crate::contain::{CgroupParent, Job, Supervisor, adopt_orphans, kill_strays};
use crate::machine::{Machine, now};
use crate::matrix::Cell;
use crate::recorder::{Landing, Recorder};

/// How runs are limited and measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Containment {
    /// By control groups where they can be made, otherwise by `/proc`.
    Auto,
    /// By control groups, or not at all.
    Cgroup,
    /// By limits of processes and `/proc`.
    Process,
}

/// How a matrix ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Completion {
    /// All runs are done.
    Complete,
    /// A signal came first.
    Interrupted,
}

/// A run in flight.
struct Flight {
    supervisor: Supervisor,
    cell: Cell,
    job: Job,
    started: String,
}

/// The parent of the control groups of runs, if there are to be any.
pub fn groups(containment: Containment) -> Result<Option<CgroupParent>, BenchError> {
    let groups = match containment {
        Containment::Process => None,
        Containment::Auto | Containment::Cgroup => CgroupParent::of_this_process(),
    };
    if containment == Containment::Cgroup && groups.is_none() {
        return Err(BenchError::new(
            "no control groups can be made here",
            "run as root, or in a scope with delegation: systemd-run --user --scope -p Delegate=yes ...",
        ));
    }
    Ok(groups)
}

/// Runs what is left of a matrix, on this machine.
pub fn run(mut recorder: Recorder, jobs: usize, containment: Containment) -> Result<Completion, BenchError> {
    let groups = groups(containment)?;
    let open = recorder.start().into();
    let signals = Signals::block();
    adopt_orphans();
    let scratch = std::env::temp_dir().join(format!("principia-bench-{}", std::process::id()));
    let mut harness =
        Harness { recorder, groups, open, flights: Vec::new(), machine: Machine::this(), scratch, number: 0 };
    let result = harness.run(jobs.max(1), &signals);
    harness.stop();
    let _ = std::fs::remove_dir_all(&harness.scratch);
    result
}

struct Harness<'a> {
    recorder: Recorder<'a>,
    groups: Option<CgroupParent>,
    open: VecDeque<Cell>,
    flights: Vec<Flight>,
    machine: Machine,
    scratch: PathBuf,
    number: u64,
}

impl Harness<'_> {
    fn run(&mut self, jobs: usize, signals: &Signals) -> Result<Completion, BenchError> {
        loop {
            while self.flights.len() < jobs
                && let Some(cell) = self.open.pop_front()
            {
                self.launch(cell)?;
            }
            if self.flights.is_empty() {
                return Ok(Completion::Complete);
            }
            let descriptors: Vec<RawFd> =
                self.flights.iter().map(|flight| flight.supervisor.descriptor()).collect();
            signals.wait(&descriptors, Duration::from_millis(200));
            if signals.is_pending() {
                return Ok(Completion::Interrupted);
            }
            self.land()?;
            self.recorder.observer.tick();
        }
    }

    /// Starts a run, unless the tool cannot be asked.
    fn launch(&mut self, cell: Cell) -> Result<(), BenchError> {
        let started = now();
        if let Some(reason) = self.recorder.refusal(cell) {
            let landing = Landing { outcome: None, machine: self.machine.clone(), started };
            return self.recorder.keep_refusal(cell, reason, landing);
        }
        self.number += 1;
        let job = self.recorder.job(cell, self.scratch.join(self.number.to_string()));
        let supervisor = Supervisor::start(&job, self.groups.as_ref()).map_err(|error| {
            BenchError::new(format!("cannot start a process: {error}"), "are there too many?")
        })?;
        self.flights.push(Flight { supervisor, cell, job, started });
        Ok(())
    }

    /// Takes in the runs that have ended.
    fn land(&mut self) -> Result<(), BenchError> {
        let mut index = 0;
        while index < self.flights.len() {
            let Some(outcome) = self.flights[index].supervisor.read() else {
                index += 1;
                continue;
            };
            let flight = self.flights.swap_remove(index);
            if outcome.is_none() {
                let others: Vec<libc::pid_t> =
                    self.flights.iter().map(|flight| flight.supervisor.pid()).collect();
                kill_strays(&others);
                let _ = std::fs::remove_dir_all(&flight.job.scratch);
            }
            let landing = Landing { outcome, machine: self.machine.clone(), started: flight.started };
            self.recorder.keep(flight.cell, &flight.job.command, &landing)?;
        }
        Ok(())
    }

    /// Stops what is in flight and waits until it is gone.
    fn stop(&mut self) {
        for flight in &self.flights {
            flight.supervisor.stop();
        }
        for mut flight in self.flights.drain(..) {
            while flight.supervisor.read().is_none() {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }
}

/// The signals that end a run, as something to wait for.
pub struct Signals {
    descriptor: RawFd,
}

impl Signals {
    /// From now on, the signals wait for us.
    pub fn block() -> Signals {
        // SAFETY: plain system calls; the structures are plain data.
        unsafe {
            let mut mask: libc::sigset_t = std::mem::zeroed();
            libc::sigemptyset(&mut mask);
            for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
                libc::sigaddset(&mut mask, signal);
            }
            libc::sigprocmask(libc::SIG_BLOCK, &mask, std::ptr::null_mut());
            Signals { descriptor: libc::signalfd(-1, &mask, libc::SFD_CLOEXEC | libc::SFD_NONBLOCK) }
        }
    }

    /// Waits until a descriptor or a signal is there, but not longer than this.
    pub fn wait(&self, descriptors: &[RawFd], pause: Duration) {
        let watch = |&fd: &RawFd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
        let mut all: Vec<libc::pollfd> = descriptors.iter().chain([&self.descriptor]).map(watch).collect();
        // SAFETY: the vector has as many elements as we say.
        unsafe { libc::poll(all.as_mut_ptr(), all.len() as libc::nfds_t, pause.as_millis() as libc::c_int) };
    }

    /// Whether one has come.
    pub fn is_pending(&self) -> bool {
        // SAFETY: the kernel writes a whole structure of plain data.
        unsafe {
            let mut info: libc::signalfd_siginfo = std::mem::zeroed();
            let size = std::mem::size_of_val(&info);
            libc::read(self.descriptor, (&raw mut info).cast(), size) == size as isize
        }
    }
}

impl Drop for Signals {
    fn drop(&mut self) {
        // SAFETY: the descriptor is ours.
        unsafe { libc::close(self.descriptor) };
    }
}
