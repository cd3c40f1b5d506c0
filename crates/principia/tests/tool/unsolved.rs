//! Which C programs with known verdicts are not solved, and which take long. A test that verifies them fails for a program
//! that is newly unsolved, unsolved for another reason, or newly solved, until it leaves the list. Only told is what
//! depends on the machine: that a search ends before its limit, or that one without a compiler finds another path.

use test_tools::Tool;

use super::Task;

/// Arithmetics; the first one is the default.
pub const ARITHMETICS: [&str; 3] = ["auto", "bitvector", "integer"];

/// The verdict of a program that nobody can give, because C leaves it open or the model does.
const OPEN: &str = "UNKNOWN";

/// The reasons that such a program may have.
const OPEN_REASONS: [&str; 2] = ["over-approximation", "unsupported"];

/// An answer is demanded in this time. It is long, so that a slow machine that does other things reaches it, too.
const LIMIT: &str = "100s";

/// The limit for programs of which a time limit is expected: far less than it would take to solve them.
const TIMEOUT_LIMIT: &str = "3s";

/// The limit for programs that the last part of the strategy solves, which begins when a share of the limit is over:
/// long enough for a slow machine, and not so long that the test waits for the parts before.
const LATE_LIMIT: &str = "40s";

/// Programs that the last part of the strategy solves, in at least one arithmetic.
const LATE: [&str; 3] = ["arrays/matrix.c", "overflow/recursion.c", "reach/recursion_unbounded.c"];

/// Programs that are not solved, the arithmetics of which this is true, and the kind of the reason.
const UNSOLVED: [(&str, &[&str], &str); 24] = [
    ("arrays/bubble_sort.c", &["bitvector"], "timeout"),
    ("arrays/copy_chain.c", &["bitvector"], "timeout"),
    ("arrays/every_third.c", &["bitvector"], "timeout"),
    ("arrays/from_the_end.c", &["bitvector"], "timeout"),
    ("arrays/matrix.c", &["integer"], "timeout"),
    ("arrays/not_found.c", &["bitvector"], "timeout"),
    ("arrays/rows.c", &["bitvector"], "timeout"),
    ("arrays/split_by_sign.c", &["bitvector"], "timeout"),
    ("arrays/tiles.c", &["bitvector"], "timeout"),
    ("floats/to_int_and_back.c", &["integer"], "timeout"),
    ("heap/list_values.c", &["bitvector"], "timeout"),
    ("library/carried_pointer.c", &ARITHMETICS, "unsupported"),
    ("library/same_seed.c", &ARITHMETICS, "over-approximation"),
    ("library/taken_back.c", &ARITHMETICS, "over-approximation"),
    ("loops/small_bound.c", &ARITHMETICS, "timeout"),
    ("loops/two_counters.c", &["bitvector"], "timeout"),
    ("memory/argument_measured.c", &["bitvector"], "timeout"),
    ("memory/arguments_of_main.c", &["bitvector"], "timeout"),
    ("memory/list_of_any_length.c", &["bitvector"], "timeout"),
    ("memory/tracked_by_global.c", &ARITHMETICS, "over-approximation"),
    ("overflow/long_long.c", &["bitvector"], "timeout"),
    ("reach/division_identity.c", &["bitvector"], "timeout"),
    ("reach/shift_and_mask.c", &["integer"], "over-approximation"),
    ("reach/xor_swap.c", &["integer"], "over-approximation"),
];

/// Programs whose violation the model only suspects: the verdict needs the compiled program. With the
/// arithmetics of which this is true.
const EXECUTED: [(&str, &[&str]); 25] = [
    ("heap/address_small.c", &ARITHMETICS),
    ("heap/freed_address.c", &ARITHMETICS),
    ("heap/no_size.c", &ARITHMETICS),
    ("library/errno_of_log.c", &ARITHMETICS),
    ("library/formatted.c", &ARITHMETICS),
    ("library/overwritten_buffer.c", &ARITHMETICS),
    ("library/own_memory.c", &ARITHMETICS),
    ("library/random_bytes.c", &ARITHMETICS),
    ("library/realloc_nothing.c", &ARITHMETICS),
    ("library/returned_argument.c", &ARITHMETICS),
    ("library/shared_buffer.c", &ARITHMETICS),
    ("library/size_of_order.c", &ARITHMETICS),
    ("library/true_is_not_one.c", &ARITHMETICS),
    ("reach/address_by_exclusive_or.c", &["integer"]),
    ("reach/address_decides.c", &["integer"]),
    ("reach/asm_without_influence.c", &ARITHMETICS),
    ("reach/distance_of_objects.c", &["integer"]),
    ("reach/null_member_address.c", &ARITHMETICS),
    ("reach/number_equals_other_address.c", &ARITHMETICS),
    ("reach/padding_after_copy.c", &ARITHMETICS),
    ("reach/padding_bits_after_copy.c", &ARITHMETICS),
    ("reach/rest_of_union_of_bits.c", &ARITHMETICS),
    ("reach/pointer_as_variadic_number.c", &["integer"]),
    ("reach/power_of_two.c", &["integer"]),
    ("reach/sign_of_address.c", &ARITHMETICS),
];

/// How programs are verified.
#[derive(Clone, Copy)]
pub struct Setting {
    pub arithmetic: &'static str,
    /// Whether violations are compiled and executed.
    pub executes: bool,
}

/// The setting without an option.
pub const DEFAULT: Setting = Setting { arithmetic: ARITHMETICS[0], executes: true };

/// The data models for which this machine executes programs.
pub fn executable_models() -> Vec<&'static str> {
    let models = [("LP64", Tool::Cc), ("ILP32", Tool::Gcc32)];
    models.into_iter().filter(|(_, tool)| tool.or_skip().is_some()).map(|(model, _)| model).collect()
}

fn is_named(task: &Task, name: &str) -> bool {
    task.program.strip_prefix("tests/c/verify/") == Some(name)
}

/// The kind of the reason why a program is not solved.
pub fn pinned_reason(task: &Task, setting: Setting) -> Option<&'static str> {
    let is_meant =
        |name: &str, arithmetics: &[&str]| is_named(task, name) && arithmetics.contains(&setting.arithmetic);
    if !setting.executes && EXECUTED.iter().any(|(name, arithmetics)| is_meant(name, arithmetics)) {
        return Some("over-approximation");
    }
    UNSOLVED.iter().find(|(name, arithmetics, _)| is_meant(name, arithmetics)).map(|(_, _, kind)| *kind)
}

/// How long a verification may take.
pub fn limit(task: &Task, setting: Setting) -> &'static str {
    match pinned_reason(task, setting) {
        Some("timeout") => TIMEOUT_LIMIT,
        _ if LATE.iter().any(|name| is_named(task, name)) => LATE_LIMIT,
        _ => LIMIT,
    }
}

/// A complaint about a verdict that is not what is to be expected.
pub fn complaint(task: &Task, setting: Setting, verdict: &str) -> Option<String> {
    let reason = verdict.strip_prefix("UNKNOWN(");
    let is_for = |kind: &str| reason.is_some_and(|reason| reason.starts_with(kind));
    let head = format!("{} {}: ", task.program, setting.arithmetic);
    match pinned_reason(task, setting) {
        Some(kind) if verdict == task.expected => {
            let told = head + "solved now: remove it from the list in tool/unsolved.rs";
            if kind != "timeout" && setting.executes {
                return Some(told);
            }
            println!("{told}");
            None
        }
        Some(kind) if is_for(kind) => None,
        Some(kind) => Some(format!("{head}{verdict} instead of UNKNOWN({kind}...)")),
        None if verdict == task.expected => None,
        None if task.expected == OPEN && OPEN_REASONS.into_iter().any(is_for) => None,
        None => Some(format!("{head}{verdict} instead of {}", task.expected)),
    }
}

/// Names in the lists that are no programs any more.
pub fn stale_names(tasks: &[Task]) -> Vec<&'static str> {
    let executed = EXECUTED.iter().map(|(name, _)| *name);
    let names = UNSOLVED.iter().map(|(name, _, _)| *name).chain(LATE).chain(executed);
    names.filter(|name| !tasks.iter().any(|task| is_named(task, name))).collect()
}
