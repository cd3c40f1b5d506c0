//! Workers as processes: answers, panics, limits, several at once. Without the usual harness, because workers are
//! forked while the process has a single thread.

use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use worker::{Channel, Ending, Limits, Message, Received, TICK, Worker, run, wait_for_any};

#[derive(Serialize, Deserialize, PartialEq, Eq, Debug)]
enum Told {
    Note(u32),
    MayTake(Duration),
    Answer(u32),
    Panicked(String),
}

impl Message for Told {
    fn is_last(&self) -> bool {
        matches!(self, Told::Answer(_) | Told::Panicked(_))
    }

    fn new_time_limit(&self) -> Option<Option<Duration>> {
        match self {
            Told::MayTake(limit) => Some(Some(*limit)),
            _ => None,
        }
    }

    fn panicked(text: String) -> Told {
        Told::Panicked(text)
    }
}

fn sleep_forever() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(3600));
    }
}

/// Waits, with a limit, for the end of one of several workers; gives its position and its ending.
fn first_of(workers: &mut [Worker<Told>]) -> (usize, Ending<Told>) {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(20) {
        let descriptors: Vec<_> = workers.iter().map(AsFd::as_fd).collect();
        wait_for_any(&descriptors, TICK);
        for (position, worker) in workers.iter_mut().enumerate() {
            if let Received::Ended(ending) = worker.try_recv() {
                return (position, ending);
            }
        }
    }
    panic!("no worker ends");
}

fn children() -> Vec<u32> {
    let own = std::process::id();
    let text = std::fs::read_to_string(format!("/proc/{own}/task/{own}/children")).expect("a list");
    text.split_whitespace().map(|id| id.parse().expect("a number")).collect()
}

fn messages_come_in_order() {
    let job = |channel: &mut Channel<Told>| {
        (0..1000).for_each(|number| channel.send(&Told::Note(number)));
        Told::Answer(7)
    };
    let mut notes = Vec::new();
    let ended = run(Limits::default(), job, |told| notes.extend(told)).expect("a worker");
    assert!(matches!(ended.ending, Ending::Finished(Told::Answer(7))), "{ended:?}");
    assert!(ended.peak_memory > 0);
    assert_eq!(notes, (0..1000).map(Told::Note).collect::<Vec<_>>());
}

fn panics_are_answers() {
    let ended = run(Limits::default(), |_| -> Told { panic!("number {}", 3) }, |_| {}).expect("a worker");
    match ended.ending {
        Ending::Finished(Told::Panicked(text)) => assert!(text.starts_with("number 3 at "), "{text}"),
        other => panic!("{other:?}"),
    }
}

fn limits_end_workers() {
    let time = Limits { time: Some(Duration::from_millis(100)), memory: None };
    let ended = run(time, |_| -> Told { sleep_forever() }, |_| {}).expect("a worker");
    assert!(matches!(ended.ending, Ending::Timeout), "{ended:?}");
    let chatter = |channel: &mut Channel<Told>| -> Told {
        loop {
            channel.send(&Told::Note(0));
        }
    };
    let ended = run(time, chatter, |_| {}).expect("a worker");
    assert!(matches!(ended.ending, Ending::Timeout), "{ended:?}");
    let shortened = |channel: &mut Channel<Told>| -> Told {
        channel.send(&Told::MayTake(Duration::from_millis(50)));
        sleep_forever()
    };
    let ended = run(Limits::default(), shortened, |_| {}).expect("a worker");
    assert!(matches!(ended.ending, Ending::Timeout), "{ended:?}");
    let greedy = |_: &mut Channel<Told>| -> Told {
        // What nobody looks at, an optimising compiler leaves out.
        let held = std::hint::black_box(vec![1u8; 300 << 20]);
        assert!(!held.is_empty());
        sleep_forever()
    };
    let limits = Limits { time: Some(Duration::from_secs(20)), memory: Some(100 << 20) };
    let ended = run(limits, greedy, |_| {}).expect("a worker");
    assert!(matches!(ended.ending, Ending::OutOfMemory), "{ended:?}");
}

fn several_live_at_once() {
    let sleeper = || Worker::spawn(Limits::default(), |_| -> Told { sleep_forever() }).expect("a worker");
    let quick = Worker::spawn(Limits::default(), |_| Told::Answer(2)).expect("a worker");
    let mut workers = vec![sleeper(), sleeper(), quick];
    assert_eq!(children().len(), 3);
    let (position, ending) = first_of(&mut workers);
    assert!(position == 2 && matches!(ending, Ending::Finished(Told::Answer(2))), "{position} {ending:?}");
    workers[0].kill();
    assert_eq!(children().len(), 1);
    drop(workers);
    assert_eq!(children(), [] as [u32; 0]);
}

fn a_worker_that_is_killed_costs_its_job_only() {
    let sleeper = Worker::spawn(Limits::default(), |_| -> Told { sleep_forever() }).expect("a worker");
    let victim = children()[0];
    let late = |_: &mut Channel<Told>| {
        std::thread::sleep(Duration::from_millis(300));
        Told::Answer(1)
    };
    let mut workers = vec![sleeper, Worker::spawn(Limits::default(), late).expect("a worker")];
    // SAFETY: a signal for a process that we started.
    unsafe { libc::kill(victim as libc::pid_t, libc::SIGKILL) };
    let (position, ending) = first_of(&mut workers);
    assert!(position == 0 && matches!(&ending, Ending::Died(why) if why.contains("signal 9")), "{ending:?}");
    let (position, ending) = first_of(&mut workers);
    assert!(position == 1 && matches!(ending, Ending::Finished(Told::Answer(1))), "{ending:?}");
}

/// A worker plays the parent of two others here, and is interrupted.
fn an_interrupt_kills_all_workers() {
    // SAFETY: this process has a single thread; the child does not return.
    let parent = unsafe { libc::fork() };
    if parent == 0 {
        let sleeper = || Worker::spawn(Limits::default(), |_| -> Told { sleep_forever() }).expect("a worker");
        let _workers = [sleeper(), sleeper()];
        sleep_forever();
    }
    let of_parent = || {
        let path = format!("/proc/{parent}/task/{parent}/children");
        let text = std::fs::read_to_string(path).unwrap_or_default();
        text.split_whitespace().map(str::to_string).collect::<Vec<_>>()
    };
    let start = Instant::now();
    while of_parent().len() < 2 {
        assert!(start.elapsed() < Duration::from_secs(20), "there are no workers");
        std::thread::sleep(Duration::from_millis(5));
    }
    let workers = of_parent();
    let mut status = 0;
    // SAFETY: plain system calls on a child that we forked.
    unsafe {
        libc::kill(parent, libc::SIGTERM);
        libc::waitpid(parent, &mut status, 0);
    }
    assert!(libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 128 + libc::SIGTERM, "{status:#x}");
    let is_gone = |id: &String| {
        let state = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        state.is_empty() || state.contains(") Z ")
    };
    while !workers.iter().all(is_gone) {
        assert!(start.elapsed() < Duration::from_secs(20), "workers are left");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn main() {
    messages_come_in_order();
    panics_are_answers();
    limits_end_workers();
    several_live_at_once();
    a_worker_that_is_killed_costs_its_job_only();
    an_interrupt_kills_all_workers();
    println!("all workers did what they should");
}
