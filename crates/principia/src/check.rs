//! `principia check`: does a witness show what it says?
//!
//! The program is made to follow the witness ([`instrumentation::instrument`], [`instrumentation::shaping`]) and verified.
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
use report::{self, Report, SourceInvariant, Verdict};
use task::Property;
use witness::{Content, Invariant, Location, Segment, WaypointKind, Witness, stamp};

use crate::analyse_for_check as analyse;
use crate::options::{AnalysisArguments, CheckArguments};
use crate::program_options::{ModelChoice, ProgramArguments};
use crate::{bad_input, print_line};

/// What is found out about a witness.
enum Opinion {
    Accepted(String),
    Rejected(String),
    Unknown(String),
}

/// Validates a witness; gives the exit status.
pub fn check(arguments: &CheckArguments) -> u8 {
    let (program, witness) = match load(arguments) {
        Ok(loaded) => loaded,
        Err(text) => return bad_input(&text, arguments.color),
    };
    let checker = Checker { program, analysis: arguments.analysis.clone(), color: arguments.color };
    // What is wrong with the program itself is not the fault of the witness.
    if let Err(text) = checker.loads() {
        return bad_input(&text, arguments.color);
    }
    for part in &witness.unread {
        eprintln!("note: the witness has {part}, which is not checked");
    }
    let opinion = match &witness.content {
        Content::Violation(segments) => checker.violation(segments, &witness.metadata.format_version),
        Content::Correctness(invariants) => checker.correctness(invariants),
    };
    let (line, status) = match opinion {
        Ok(Opinion::Accepted(why)) => (format!("ACCEPTED({})", report::one_line(&why)), 0),
        Ok(Opinion::Rejected(why)) => (format!("REJECTED({})", report::one_line(&why)), 1),
        Ok(Opinion::Unknown(why)) => (format!("UNKNOWN({})", report::one_line(&why)), 3),
        Err(text) => return bad_input(&text, arguments.color),
    };
    print_line(&line);
    status
}

/// Reads the witness, and what it says about the task. The error is text for people.
fn load(arguments: &CheckArguments) -> Result<(ProgramArguments, Witness), String> {
    let mut program = arguments.program.clone();
    let Some(path) = program.files.pop().filter(|_| !program.files.is_empty()) else {
        return Err("error: there is no witness\nhint: name the program, and then the witness\n".into());
    };
    let witness = read(&path)?;
    let is_definition = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "yml");
    if !arguments.ignore_hash && !program.files.iter().any(is_definition) {
        check_hashes(&path, &program.files, &witness)?;
    }
    if program.property.is_none() && !program.files.iter().any(is_definition) {
        let specification = witness.metadata.specification.trim();
        program.property = match specification {
            // Older programs call their error function by another name.
            usual if usual == Property::unreach_call().text() => None,
            other => other.starts_with("CHECK").then(|| other.to_string()),
        };
    }
    let stated = match witness.metadata.data_model.as_str() {
        "ILP32" | "32bit" => ModelChoice::Ilp32,
        "LP64" | "64bit" => ModelChoice::Lp64,
        other => return Err(format!("{}: error: there is no data model `{other}`\n", path.display())),
    };
    match program.data_model {
        Some(asked) if asked != stated => {
            return Err(format!("{}: error: the witness is one for another data model\n", path.display()));
        }
        _ => program.data_model = Some(stated),
    }
    Ok((program, witness))
}

fn read(path: &Path) -> Result<Witness, String> {
    let text = input::read(path).map_err(|error| error.render())?;
    if text.trim_start().starts_with('<') {
        return witness::graphml::read(&text).map_err(|why| format!("{}: error: {why}\n", path.display()));
    }
    let mut sources = SourceMap::new();
    let file = sources.add_file(path.to_string_lossy(), text.as_str());
    witness::yaml::read(&text, file).map_err(|diagnostic| diagnostic.render(&sources))
}

/// A witness about another text says nothing about this one.
fn check_hashes(path: &Path, files: &[PathBuf], witness: &Witness) -> Result<(), String> {
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

struct Checker {
    program: ProgramArguments,
    analysis: AnalysisArguments,
    color: crate::options::Color,
}

impl Checker {
    /// Whether the program itself can be read.
    fn loads(&self) -> Result<(), String> {
        crate::load_only(&self.program)
    }

    /// Verifies the program as it follows a plan. A plan that does not fit is an opinion.
    fn follow(&self, plan: Option<Plan>, tells_invariants: bool) -> Result<Report, Opinion> {
        let program = ProgramArguments { plan, ..self.program.clone() };
        let analysis = AnalysisArguments { tells_invariants, ..self.analysis.clone() };
        analyse(&program, &analysis, self.color).map_err(|text| {
            let line = text.lines().next().unwrap_or_default();
            let why = line
                .strip_prefix(instrumentation::REJECTS)
                .or_else(|| line.split_once("error: ").map(|(_, why)| why));
            Opinion::Rejected(why.unwrap_or(line).to_string())
        })
    }

    fn violation(&self, segments: &[Segment], version: &str) -> Result<Opinion, String> {
        let content = Content::Violation(segments.to_vec());
        let plan = Plan { content, is_cut: false, is_lenient: version.starts_with("1.") };
        Ok(match self.follow(Some(plan), false) {
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
                Verdict::Unknown(why) => Opinion::Unknown(why.clone()),
            },
        })
    }

    fn correctness(&self, invariants: &[Invariant]) -> Result<Opinion, String> {
        match self.suffices(invariants) {
            Err(opinion) => return Ok(opinion),
            Ok(true) => {
                return Ok(Opinion::Accepted(match invariants.len() {
                    0 => "no invariants are needed".into(),
                    1 => "the invariant is inductive and suffices".into(),
                    number => format!("the {number} invariants are inductive and suffice"),
                }));
            }
            Ok(false) => {}
        }
        let plan = self.plan(invariants, false);
        let report = match self.follow(Some(plan), true) {
            Ok(report) => report,
            Err(opinion) => return Ok(opinion),
        };
        match &report.verdict {
            Verdict::Unknown(why) => return Ok(Opinion::Unknown(why.clone())),
            Verdict::False(property) => {
                return Ok(Opinion::Rejected(complaint(property, &report, invariants)));
            }
            Verdict::True => {}
        }
        // What our own proof knows and C can say.
        let own = match self.follow(None, true) {
            Ok(report) => report.invariants.unwrap_or_default(),
            Err(opinion) => return Ok(opinion),
        };
        let mut all = invariants.to_vec();
        // There is no place for those of `do` loops that all tools agree on.
        let is_sayable = |own: &&SourceInvariant| own.is_loop && own.statement == own.place;
        all.extend(own.iter().filter(is_sayable).flat_map(stated));
        Ok(match self.suffices(&all) {
            Err(opinion) => opinion,
            Ok(false) => Opinion::Accepted(
                "the invariants hold, and the program is correct; what else a proof needs, they cannot express".into(),
            ),
            Ok(true) => {
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
