//! Helpers answer beside each other, are replaced when they are told to give up, and leave nothing behind. Without the
//! usual harness, because helpers are forked while nothing else happens in the process.

use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use worker::answering::{Heard, Helper, Service};
use worker::{TICK, wait_for_any};

/// Says which process it is, waits, dies, panics, or gives back what it got.
fn service() -> Service<'static> {
    let mut questions = 0;
    Box::new(move |question| {
        questions += 1;
        match question.split_once(' ').unwrap_or((question, "")) {
            ("who", _) => format!("{} {questions}", std::process::id()),
            ("sleep", text) => {
                std::thread::sleep(Duration::from_millis(text.parse().expect("a number")));
                "slept".to_owned()
            }
            ("die", _) => std::process::abort(),
            ("panic", _) => panic!("on purpose"),
            ("long", text) => "x".repeat(text.parse().expect("a number")),
            (_, text) => text.to_owned(),
        }
    })
}

fn helper() -> Helper {
    Helper::fork(service).expect("a helper")
}

fn hear(helper: &mut Helper) -> Heard {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(20) {
        wait_for_any(&[helper.as_fd()], TICK);
        match helper.try_recv() {
            Heard::Nothing => {}
            heard => return heard,
        }
    }
    panic!("the helper says nothing");
}

fn answer(number: u64, text: &str) -> Heard {
    Heard::Answer(number, text.to_owned())
}

fn questions_are_answered() {
    let mut helper = helper();
    assert_eq!(helper.try_recv(), Heard::Nothing);
    helper.ask(1, "echo a\nb ∧ c");
    assert_eq!(hear(&mut helper), answer(1, "a\nb ∧ c"));
    helper.ask(2, "long 3000000");
    assert_eq!(hear(&mut helper), answer(2, &"x".repeat(3_000_000)));
    let long = format!("echo {}", "y".repeat(2_000_000));
    helper.ask(3, &long);
    assert_eq!(hear(&mut helper), answer(3, &long[5..]));
    helper.ask(4, "who");
    let Heard::Answer(4, who) = hear(&mut helper) else { panic!("no answer") };
    assert!(who.ends_with(" 4"), "one process answers all questions: {who}");
}

fn who_is_told_to_give_up_is_replaced() {
    let mut helper = helper();
    helper.ask(1, "who");
    let first = hear(&mut helper);
    helper.ask(2, "sleep 600000");
    helper.cancel(2);
    helper.ask(3, "who");
    let Heard::Answer(3, second) = hear(&mut helper) else { panic!("no answer") };
    assert!(second.ends_with(" 1") && first != answer(1, &second), "{first:?}, {second}");
    // Whoever is ready in time stays.
    helper.ask(4, "echo soon");
    helper.cancel(4);
    helper.ask(5, "who");
    assert_eq!(hear(&mut helper), answer(4, "soon"));
    let Heard::Answer(5, third) = hear(&mut helper) else { panic!("no answer") };
    assert_eq!(third.split(' ').next(), second.split(' ').next());
    // What is not asked any more is no matter.
    helper.cancel(3);
    helper.ask(6, "echo there");
    assert_eq!(hear(&mut helper), answer(6, "there"));
}

fn who_dies_costs_itself_only() {
    let [mut first, mut second, mut third] = [helper(), helper(), helper()];
    first.ask(1, "die");
    second.ask(1, "panic");
    third.ask(1, "echo alive");
    assert_eq!([hear(&mut first), hear(&mut second)], [Heard::Lost, Heard::Lost]);
    first.ask(2, "echo anybody");
    assert_eq!(first.try_recv(), Heard::Lost);
    assert_eq!(hear(&mut third), answer(1, "alive"));
}

fn is_gone(id: &str) -> bool {
    let state = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    state.is_empty() || state.contains(") Z ")
}

fn wait_until_gone(ids: &[String]) {
    let start = Instant::now();
    while !ids.iter().all(|id| is_gone(id)) {
        assert!(start.elapsed() < Duration::from_secs(20), "processes are left");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The keeper and the server.
fn processes(helper: &mut Helper) -> Vec<String> {
    helper.ask(1000, "who");
    let Heard::Answer(_, who) = hear(helper) else { panic!("no answer") };
    vec![helper.id().to_string(), who.split(' ').next().expect("a number").to_owned()]
}

fn nothing_is_left() {
    let mut helper = helper();
    let all = processes(&mut helper);
    assert!(!all.iter().any(|id| is_gone(id)));
    helper.ask(1001, "sleep 600000");
    drop(helper);
    wait_until_gone(&all);
}

/// Also if the worker is killed, which has no time to drop anything.
fn nothing_is_left_of_a_worker_that_is_killed() {
    let (reader, writer) = std::os::unix::net::UnixStream::pair().expect("a pair");
    // SAFETY: the process has one thread.
    let worker = unsafe { libc::fork() };
    if worker == 0 {
        let mut helper = helper();
        let all = processes(&mut helper).join(" ");
        std::io::Write::write_all(&mut &writer, format!("{all}\n").as_bytes()).expect("written");
        loop {
            std::thread::sleep(Duration::from_secs(3600));
        }
    }
    let mut line = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(&reader), &mut line).expect("read");
    let all: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    assert_eq!(all.len(), 2, "{line}");
    // SAFETY: plain system calls on a child that we forked.
    unsafe {
        libc::kill(worker, libc::SIGKILL);
        libc::waitpid(worker, std::ptr::null_mut(), 0);
    }
    wait_until_gone(&all);
}

fn main() {
    questions_are_answered();
    who_is_told_to_give_up_is_replaced();
    who_dies_costs_itself_only();
    nothing_is_left();
    nothing_is_left_of_a_worker_that_is_killed();
    println!("all helpers did what they should");
}
