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
    Some(if is_overflow { Finding::Overflow } else { Finding::Other })
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

/// The functions of the first stack below the line that tells a finding: `#1 0x55e in main a.c:5`.
pub fn frames<'t>(errors: &'t str, told: &str) -> Vec<&'t str> {
    frames_in(errors.lines().skip_while(|line| line.trim() != told))
}

/// The functions that called for the memory that LeakSanitizer misses: behind the allocator's own.
pub fn leaking(errors: &str) -> Vec<&str> {
    let lines: Vec<&str> = errors.lines().collect();
    let is_leak = |line: &str| line.contains(" leak of ") && line.ends_with("allocated from:");
    let leaks = (0..lines.len()).filter(|&at| is_leak(lines[at]));
    leaks.filter_map(|at| frames_in(lines[at..].iter().copied()).get(1).copied()).collect()
}

/// The functions of the first stack.
fn frames_in<'t>(lines: impl Iterator<Item = &'t str>) -> Vec<&'t str> {
    let is_frame = |line: &&str| line.trim_start().starts_with('#');
    let frames = lines.skip_while(|line| !is_frame(line)).take_while(is_frame);
    frames.map(|frame| frame.split_once(" in ").map_or("", |(_, rest)| name(rest))).collect()
}

fn name(text: &str) -> &str {
    text.split([' ', '(']).next().unwrap_or("")
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
            Some(Finding::Other)
        );
        assert_eq!(kind("a.c:3:7: runtime error: division by zero"), Some(Finding::Other));
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
    fn frames_have_names() {
        let text = "==1==ERROR: LeakSanitizer: detected memory leaks\n\n\
                    Direct leak of 4 byte(s) in 1 object(s) allocated from:\n    #0 0x7f in malloc (/lib/a.so+0x1)\n    \
                    #1 0x40 in main a.c:3\n    #2 0x41 in __libc_start\n\n\
                    Indirect leak of 1 byte(s) in 1 object(s) allocated from:\n    #0 0x7f in calloc x.cpp:1\n    \
                    #1 0x40 in f(int) a.c:9\n";
        assert_eq!(leaking(text), ["main", "f"]);
        assert_eq!(frames(text, "==1==ERROR: LeakSanitizer: detected memory leaks").len(), 3);
    }
}
