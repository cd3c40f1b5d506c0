//! What gcc's sanitizers say, and which property that is about.
//!
//! A sanitizer ends the program at the first thing that it finds, so there is at most one finding. Whether a finding is a
//! violation is up to the property: a signed overflow is none of memory safety, and an allocation that fails is none of
//! anything, because `malloc` never fails in the model.

/// What a sanitizer found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finding {
    /// A bad access of memory.
    Access,
    /// A bad call of `free`.
    Free,
    /// Memory that is lost or not freed.
    Leak,
    /// A result that its signed type does not hold.
    Overflow,
    /// An integer that is divided by zero.
    Division,
    /// A shift by less than nothing or by as many bits as there are.
    Shift,
    /// Other undefined behaviour, the end of some resource, or a failure of the sanitizer.
    Other,
}

/// The first finding in what a program says on standard error, with the line that tells it.
pub fn finding(errors: &str) -> Option<(Finding, &str)> {
    errors.lines().find_map(|line| {
        let finding = of_undefined(line).or_else(|| of_memory(line))?;
        Some((finding, line.trim()))
    })
}

/// UBSan's `file:line:column: runtime error: ...`. A program may print such words, too, but hardly behind a place.
fn of_undefined(line: &str) -> Option<Finding> {
    let (place, message) = line.split_once(": runtime error: ")?;
    if !place.ends_with(|last: char| last.is_ascii_digit()) {
        return None;
    }
    // A shift by the width or more may be one to the right, which overflows nothing.
    let is_overflow = message.starts_with("signed integer overflow")
        || message.contains("cannot be represented in type")
            && ["negation of", "division of", "left shift of"].iter().any(|start| message.starts_with(start));
    Some(match message {
        _ if is_overflow => Finding::Overflow,
        _ if message.starts_with("division by zero") => Finding::Division,
        _ if message.starts_with("shift exponent") => Finding::Shift,
        _ => Finding::Other,
    })
}

/// AddressSanitizer's and LeakSanitizer's `==123==ERROR: ...`.
fn of_memory(line: &str) -> Option<Finding> {
    let (_, rest) = line.split_once("ERROR: ")?;
    if rest.starts_with("LeakSanitizer: detected memory leaks") {
        return Some(Finding::Leak);
    }
    if rest.starts_with("LeakSanitizer") {
        return Some(Finding::Other);
    }
    let report = rest.strip_prefix("AddressSanitizer: ")?;
    const ACCESSES: [&str; 8] = [
        "heap-buffer-overflow",
        "stack-buffer-overflow",
        "stack-buffer-underflow",
        "dynamic-stack-buffer-overflow",
        "global-buffer-overflow",
        "heap-use-after-free",
        "stack-use-after-",
        "negative-size-param",
    ];
    Some(match report {
        _ if ACCESSES.iter().any(|kind| report.starts_with(kind)) => Finding::Access,
        _ if report.starts_with("SEGV on") && !is_in_stack(report) => Finding::Access,
        _ if report.starts_with("attempting double-free") || report.starts_with("attempting free on") => {
            Finding::Free
        }
        _ => Finding::Other,
    })
}

/// The address space that stacks may take: an access that fails there may be one of a stack that is too small, which the
/// model knows nothing of.
const STACK: u64 = 1 << 30;

/// Whether a `SEGV` is near the stack: `SEGV on unknown address 0x7ff... (pc 0x... bp 0x... sp 0x7ff... T0)`.
fn is_in_stack(report: &str) -> bool {
    let number = |before: &str| {
        let (_, rest) = report.split_once(before)?;
        let digits = rest.split(|c: char| !c.is_ascii_hexdigit()).next()?;
        u64::from_str_radix(digits, 16).ok()
    };
    match (number("address 0x"), number(" sp 0x")) {
        (Some(address), Some(stack)) => address != 0 && address.abs_diff(stack) < STACK,
        _ => true,
    }
}

/// A finding without what differs from run to run.
pub fn shown(line: &str) -> String {
    let line = line.split_once("ERROR: ").map_or(line, |(_, rest)| rest);
    let end =
        [" on address", " on unknown address", ": (", " (pc"].iter().filter_map(|end| line.find(end)).min();
    line[..end.unwrap_or(line.len())].to_string()
}

/// Whether the program itself is on the stack below the line that tells a finding, and not only its start, from which
/// the system's libraries are called: `#1 0x401402  (/folder/program+0x401402)`. Names of functions would cost more
/// time than the execution.
pub fn is_own(errors: &str, told: &str) -> bool {
    let frames = frames_in(errors.lines().skip_while(|line| line.trim() != told));
    frames.split_last().is_some_and(|(_, inner)| inner.contains(&true))
}

/// Whether the program itself called for memory that LeakSanitizer misses: right behind the allocator.
pub fn has_own_leak(errors: &str) -> bool {
    let lines: Vec<&str> = errors.lines().collect();
    let is_leak = |line: &str| line.contains(" leak of ") && line.ends_with("allocated from:");
    let mut leaks = (0..lines.len()).filter(|&at| is_leak(lines[at]));
    leaks.any(|at| frames_in(lines[at..].iter().copied()).get(1) == Some(&true))
}

/// Which frames of the first stack are the program's.
fn frames_in<'t>(lines: impl Iterator<Item = &'t str>) -> Vec<bool> {
    let is_frame = |line: &&str| line.trim_start().starts_with('#');
    let frames = lines.skip_while(|line| !is_frame(line)).take_while(is_frame);
    frames.map(|frame| frame.contains("/program+0x")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_have_kinds() {
        let kind = |line: &str| finding(&format!("noise\n{line}\n")).map(|(finding, _)| finding);
        let asan = |text: &str| kind(&format!("==17==ERROR: AddressSanitizer: {text}"));
        assert_eq!(
            kind("a.c:3:7: runtime error: signed integer overflow: 2147483647 + 1 cannot be ..."),
            Some(Finding::Overflow)
        );
        assert_eq!(
            kind("a.c:3:7: runtime error: left shift of 1 by 31 places cannot be represented in type 'int'"),
            Some(Finding::Overflow)
        );
        assert_eq!(kind("a.c:3:7: runtime error: left shift of negative value -1"), Some(Finding::Other));
        assert_eq!(
            kind("a.c:3:7: runtime error: shift exponent 40 is too large for 32-bit type 'int'"),
            Some(Finding::Shift)
        );
        assert_eq!(kind("a.c:3:7: runtime error: division by zero"), Some(Finding::Division));
        assert_eq!(kind("what a: runtime error: signed integer overflow"), None);
        assert_eq!(asan("heap-buffer-overflow on address 0x602 at pc 0x5"), Some(Finding::Access));
        assert_eq!(asan("stack-overflow on address 0x7ffd (pc 0x1 bp 0x2 sp 0x3)"), Some(Finding::Other));
        assert_eq!(asan("allocation-size-too-big: requested"), Some(Finding::Other));
        assert_eq!(asan("FPE on unknown address 0x5"), Some(Finding::Other));
        assert_eq!(asan("attempting free on address which was not malloc()-ed"), Some(Finding::Free));
        let stack = "bp 0x7ffd00000010 sp 0x7ffd00000000 T0)";
        assert_eq!(
            asan(&format!("SEGV on unknown address 0x000000000000 (pc 0x4 {stack}")),
            Some(Finding::Access)
        );
        assert_eq!(
            asan(&format!("SEGV on unknown address 0x7ffcff000000 (pc 0x4 {stack}")),
            Some(Finding::Other)
        );
        assert_eq!(kind("==1==ERROR: LeakSanitizer: detected memory leaks"), Some(Finding::Leak));
        assert_eq!(kind("==1==LeakSanitizer has encountered a fatal error."), None);
    }

    #[test]
    fn only_what_the_program_does_is_its_own() {
        let told = "==1==ERROR: AddressSanitizer: SEGV on";
        let stack = |frames: &[&str]| {
            let lines =
                frames.iter().enumerate().map(|(number, at)| format!("    #{number} 0x4 ({at}+0x4)\n"));
            format!("{told}\nThe signal is caused by a READ.\n{}\nSUMMARY\n", lines.collect::<String>())
        };
        assert!(is_own(&stack(&["/lib/libc.so", "/tmp/x/program", "/lib/libc.so", "/tmp/x/program"]), told));
        assert!(!is_own(&stack(&["/lib/libasan.so", "/lib/libc.so", "/tmp/x/program"]), told));
        assert!(!has_own_leak(&stack(&["/lib/libasan.so", "/tmp/x/program"])));
        let leak = |frames: &[&str]| {
            let text = stack(frames);
            text.replace(
                "The signal is caused by a READ.",
                "Direct leak of 4 byte(s) in 1 object(s) allocated from:",
            )
        };
        assert!(has_own_leak(&leak(&["/lib/libasan.so", "/tmp/x/program", "/lib/libc.so"])));
        assert!(!has_own_leak(&leak(&["/lib/libasan.so", "/lib/libc.so", "/tmp/x/program"])));
    }
}
