//! How violations are detected in compiled programs: what the compiler and the sanitizers are told, and what a violation
//! looks like.

use report::native::Detector;

use crate::compiled::Ended;
use crate::harness;
use crate::sanitizers::{self, Finding};

/// What detects a violation of a property.
pub fn of_property(property: &str) -> Option<Detector> {
    Some(match property {
        "unreach-call" | "assert" => Detector::Harness,
        "valid-deref" => Detector::Accesses,
        "valid-free" => Detector::Frees,
        "valid-memtrack" => Detector::Leaks,
        "valid-memcleanup" => Detector::Remains,
        "no-overflow" => Detector::Overflow,
        "no-division-by-zero" => Detector::Division,
        "valid-shift" => Detector::Shift,
        _ => return None,
    })
}

/// The arguments for the compiler with which a detector works.
pub fn arguments(detector: Detector) -> &'static [&'static str] {
    match detector {
        // What the model does.
        Detector::Harness => &["-fno-strict-aliasing", "-fno-delete-null-pointer-checks"],
        Detector::Overflow | Detector::Division | Detector::Shift => {
            &["-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero", "-fno-sanitize-recover=all"]
        }
        _ => &["-fsanitize=address", "-fno-omit-frame-pointer"],
    }
}

/// The options of LeakSanitizer if locals are still there when the program ends, as after `exit`.
pub const LOCALS_LIVE: &str = "use_stacks=1:use_registers=1";

/// Whether LeakSanitizer reported memory that a local of a function that has not returned may point to.
pub fn needs_locals(detector: Detector, ended: &Ended) -> bool {
    matches!(detector, Detector::Leaks)
        && saw_violation(detector, ended)
        && !ended.errors.contains(harness::RETURNS)
}

/// The options of AddressSanitizer and LeakSanitizer.
pub fn sanitizer_options(detector: Detector) -> (String, &'static str) {
    let leaks = matches!(detector, Detector::Leaks | Detector::Remains) as u8;
    let asan = format!(
        "detect_leaks={leaks}:detect_stack_use_after_return=1:strict_string_checks=1:hard_rss_limit_mb=2048:\
         allocator_may_return_null=1"
    );
    let lsan = match detector {
        Detector::Remains => "use_stacks=0:use_registers=0:use_tls=0:use_globals=0",
        // What locals point to is lost when `main` returns.
        _ => "use_stacks=0:use_registers=0",
    };
    (asan, lsan)
}

/// Whether the end of the program shows the violation.
pub fn saw_violation(detector: Detector, ended: &Ended) -> bool {
    let said = |text: &str| ended.errors.contains(text);
    let found = |finding| sanitizers::finding(&ended.errors).is_some_and(|(found, _)| found == finding);
    match detector {
        Detector::Harness => {
            ended.status == Some(harness::VIOLATED) && said(&format!("{}violation", harness::SAYS))
        }
        Detector::Accesses => found(Finding::Access),
        Detector::Frees => found(Finding::Free),
        Detector::Leaks | Detector::Remains => found(Finding::Leak),
        Detector::Overflow => found(Finding::Overflow),
        Detector::Division => found(Finding::Division),
        Detector::Shift => found(Finding::Shift),
    }
}
