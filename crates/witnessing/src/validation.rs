//! Does a witness show what it says?
//!
//! The program is made to follow the witness ([`instrumentation`]) and verified.
//!
//! * A **violation witness** is accepted if an execution that passes its segments violates the property at its target;
//!   it is rejected if there is none.
//! * A **correctness witness** is accepted if its invariants are inductive and suffice: all loops are cut there, so that
//!   nothing else helps. If they are not, the program is verified with the invariants as assertions: one that does not hold
//!   is rejected, and so is a program that violates its property. Are they all true, then something is missing. What our own
//!   proof of the program knows, as far as C can say it, is added, and loops are cut again: if that suffices, the
//!   witness is too weak and rejected. Otherwise C cannot express what is missing, which is no fault of the witness.

use std::path::{Path, PathBuf};

use base::SourceMap;
use frontend::input;
use instrumentation::instrument::{Plan, VIOLATED};
use instrumentation::shaping::INVARIANT;
use report::{Report, SourceInvariant};
use verdict::Verdict;
use witness::{Content, Invariant, Location, Segment, WaypointKind, Witness, stamp};

/// What is found out about a witness.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Opinion {
    /// It shows what it says.
    Accepted(String),
    /// It does not.
    Rejected(String),
    /// Neither is known.
    Unknown(String),
}

/// Verifies the program as it follows a plan, if there is one, and tells invariants if asked. The error is text for people.
pub type Verify<'v> = dyn Fn(Option<Plan>, bool) -> Result<Report, String> + 'v;

/// Validates a witness.
pub fn validate(witness: &Witness, verify: &Verify<'_>) -> Opinion {
    let validator = Validator { verify };
    match &witness.content {
        Content::Violation(segments) => validator.violation(segments, &witness.metadata.format_version),
        Content::Correctness(invariants) => {
            validator.correctness(invariants).unwrap_or_else(|opinion| opinion)
        }
    }
}

/// Reads a witness in either format. The error is text for people.
pub fn read(path: &Path) -> Result<Witness, String> {
    let text = input::read(path).map_err(|error| error.render())?;
    if text.trim_start().starts_with('<') {
        return witness::graphml::read(&text).map_err(|why| format!("{}: error: {why}\n", path.display()));
    }
    let mut sources = SourceMap::new();
    let file = sources.add_file(path.to_string_lossy(), text.as_str());
    witness::yaml::read(&text, file).map_err(|diagnostic| diagnostic.render(&sources))
}

/// A witness about another text says nothing about this one.
pub fn check_hashes(path: &Path, files: &[PathBuf], witness: &Witness) -> Result<(), String> {
    let name = |path: &str| path.rsplit('/').next().unwrap_or(path).to_string();
    for file in files {
        let bytes = std::fs::read(file)
            .map_err(|error| format!("error: cannot read {}: {error}\n", file.display()))?;
        let own = name(&file.to_string_lossy());
        let stated = &witness.metadata.input_files;
        let named = stated.iter().find(|(other, _)| name(other) == own).or(match stated.as_slice() {
            [only] if files.len() == 1 => Some(only),
            _ => None,
        });
        let Some((_, Some(hash))) = named else { continue };
        if !hash.eq_ignore_ascii_case(&stamp::sha256(&bytes)) {
            return Err(format!(
                "{}: error: the witness is about another version of {}: the hashes differ\n\
                 hint: make a new witness, or use --ignore-hash to check it all the same\n",
                path.display(),
                file.display()
            ));
        }
    }
    Ok(())
}

struct Validator<'v> {
    verify: &'v Verify<'v>,
}

impl Validator<'_> {
    /// Verifies the program as it follows a plan. A plan that does not fit is an opinion.
    fn follow(&self, plan: Option<Plan>, tells_invariants: bool) -> Result<Report, Opinion> {
        (self.verify)(plan, tells_invariants).map_err(|text| {
            let line = text.lines().next().unwrap_or_default();
            let why = line
                .strip_prefix(instrumentation::REJECTS)
                .or_else(|| line.split_once("error: ").map(|(_, why)| why));
            Opinion::Rejected(why.unwrap_or(line).to_string())
        })
    }

    fn violation(&self, segments: &[Segment], version: &str) -> Opinion {
        let content = Content::Violation(segments.to_vec());
        let plan = Plan { content, is_cut: false, is_lenient: version.starts_with("1.") };
        match self.follow(Some(plan), false) {
            Err(opinion) => opinion,
            Ok(report) => match &report.verdict {
                Verdict::False(property) => Opinion::Accepted(match segments.len() {
                    0 | 1 => format!("an execution violates {property} at the target"),
                    number => format!("an execution passes the {number} waypoints and violates {property}"),
                }),
                Verdict::True => Opinion::Rejected(format!(
                    "no execution along the witness violates the property{}",
                    obstacle(segments, report.passed)
                )),
                Verdict::Unknown(why) => Opinion::Unknown(why.to_string()),
            },
        }
    }

    fn correctness(&self, invariants: &[Invariant]) -> Result<Opinion, Opinion> {
        if self.suffices(invariants)? {
            return Ok(Opinion::Accepted(match invariants.len() {
                0 => "no invariants are needed".into(),
                1 => "the invariant is inductive and suffices".into(),
                number => format!("the {number} invariants are inductive and suffice"),
            }));
        }
        let plan = self.plan(invariants, false);
        let report = self.follow(Some(plan), true)?;
        match &report.verdict {
            Verdict::Unknown(why) => return Ok(Opinion::Unknown(why.to_string())),
            Verdict::False(property) => {
                return Ok(Opinion::Rejected(complaint(property, &report, invariants)));
            }
            Verdict::True => {}
        }
        // What our own proof knows and C can say.
        let own = self.follow(None, true)?.invariants.unwrap_or_default();
        let mut all = invariants.to_vec();
        // There is no place for those of `do` loops that all tools agree on.
        let is_sayable = |own: &&SourceInvariant| own.is_loop && own.statement == own.place;
        all.extend(own.iter().filter(is_sayable).flat_map(stated));
        Ok(match self.suffices(&all)? {
            false => Opinion::Accepted(
                "the invariants hold, and the program is correct; what else a proof needs, they cannot express".into(),
            ),
            true => {
                let missing = all[invariants.len()..].iter().find(|own| !invariants.contains(own));
                let example =
                    missing.map(|own| format!(", such as `{}` at line {}", own.value, own.location.line));
                Opinion::Rejected(format!(
                    "the invariants hold, but others are needed{}",
                    example.unwrap_or_default()
                ))
            }
        })
    }

    fn plan(&self, invariants: &[Invariant], is_cut: bool) -> Plan {
        Plan { content: Content::Correctness(invariants.to_vec()), is_cut, is_lenient: false }
    }

    /// Whether invariants are inductive and prove the property.
    fn suffices(&self, invariants: &[Invariant]) -> Result<bool, Opinion> {
        let plan = self.plan(invariants, true);
        Ok(self.follow(Some(plan), false)?.verdict == Verdict::True)
    }
}

/// Which waypoint an execution with the inputs of a witness does not pass.
fn obstacle(segments: &[Segment], passed: Option<usize>) -> String {
    let next = passed.and_then(|passed| Some((passed, &segments.get(passed)?.follow)));
    let Some((passed, next)) = next.filter(|_| segments.len() > 1) else { return String::new() };
    let what = match next.kind {
        WaypointKind::Target => "violation",
        WaypointKind::Outcome => "assumption",
        other => other.name(),
    };
    let (number, line) = (segments.len(), next.location.line);
    format!(
        "; with its inputs, an execution passes {passed} of {number} waypoints, but not the {what} at line {line}"
    )
}

/// Our own invariants at a loop.
fn stated(invariant: &SourceInvariant) -> Vec<Invariant> {
    let place = &invariant.place;
    let location = Location {
        file_name: place.file.clone(),
        line: place.line,
        column: Some(place.column),
        function: Some(invariant.function.clone()),
    };
    let of = |value: &String| Invariant { is_loop: true, location: location.clone(), value: value.clone() };
    invariant.conjuncts.iter().map(of).collect()
}

/// Why a program that is no proof for a witness is none.
fn complaint(property: &str, report: &Report, invariants: &[Invariant]) -> String {
    let message = report.counterexample.as_ref().map_or("", |execution| execution.message.as_str());
    let number =
        message.strip_prefix(VIOLATED).and_then(|rest| rest.split(' ').next()?.parse::<usize>().ok());
    match number.and_then(|number| invariants.get(number)).filter(|_| property == INVARIANT) {
        Some(invariant) => {
            format!("the invariant `{}` at line {} does not hold", invariant.value, invariant.location.line)
        }
        None => format!("the program violates {property}"),
    }
}
