//! Property files: what must hold of every execution, in the notation of SV-COMP.
//!
//! A property is a list of lines `CHECK( init(ENTRY()), LTL(FORMULA) )`, all of which must hold. The formulas that
//! exist are few, and each has a name:
//!
//! | formula | name |
//! |---|---|
//! | `G ! call(f())` | `unreach-call` |
//! | `G valid-free`, `G valid-deref`, `G valid-memtrack` | the same; together `valid-memsafety` |
//! | `G valid-memcleanup` | `valid-memcleanup` |
//! | `G ! overflow` | `no-overflow` |
//! | `G ! data-race` | `no-data-race` |
//! | `F end` | `termination` |
//! | `G ! division-by-zero` | `no-division-by-zero` |
//! | `G valid-shift` | `valid-shift` |
//! | `G ! unsigned-overflow` | `no-unsigned-overflow` |
//! | `G ! lossy-conversion` | `no-lossy-conversion` |
//! | `G ! float-overflow` | `no-float-overflow` |
//! | `G ! nan` | `no-nan` |
//! | `G valid-stream` | `valid-stream` |
//! | `G assert` | `assert` |
//!
//! The formulas from `G ! division-by-zero` on are ours.

use std::fs;
use std::path::{Path, PathBuf};

use base::{Diagnostic, FileId, SourceMap, Span};

use crate::TaskError;

/// One line of a property file.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Check {
    /// No execution calls the function.
    UnreachCall(String),
    /// Every freed pointer was allocated and not yet freed.
    ValidFree,
    /// Every dereferenced pointer is valid.
    ValidDeref,
    /// All allocated memory stays reachable.
    ValidMemtrack,
    /// All allocated memory is freed before the program ends.
    ValidMemcleanup,
    /// No signed arithmetic overflows.
    NoOverflow,
    /// No two threads race for data.
    NoDataRace,
    /// Every execution ends.
    Termination,
    /// No assertion of the program fails.
    Assertions,
    /// No integer is divided by zero.
    NoDivisionByZero,
    /// No shift is by a negative number of bits, or by as many as the type has.
    ValidShift,
    /// No unsigned arithmetic wraps around.
    NoUnsignedOverflow,
    /// No conversion between integers changes the value.
    NoLossyConversion,
    /// No floating-point operation on finite numbers gives an infinite one.
    NoFloatOverflow,
    /// No floating-point operation on numbers gives none.
    NoNan,
    /// No stream is closed twice or used after it was closed.
    ValidStream,
}

impl Check {
    /// The name of the property that consists of this check.
    pub fn name(&self) -> &'static str {
        match self {
            Check::UnreachCall(_) => "unreach-call",
            Check::ValidFree => "valid-free",
            Check::ValidDeref => "valid-deref",
            Check::ValidMemtrack => "valid-memtrack",
            Check::ValidMemcleanup => "valid-memcleanup",
            Check::NoOverflow => "no-overflow",
            Check::NoDataRace => "no-data-race",
            Check::Termination => "termination",
            Check::Assertions => "assert",
            Check::NoDivisionByZero => "no-division-by-zero",
            Check::ValidShift => "valid-shift",
            Check::NoUnsignedOverflow => "no-unsigned-overflow",
            Check::NoLossyConversion => "no-lossy-conversion",
            Check::NoFloatOverflow => "no-float-overflow",
            Check::NoNan => "no-nan",
            Check::ValidStream => "valid-stream",
        }
    }

    /// The formula that states it in a property file.
    pub fn formula(&self) -> String {
        match self {
            Check::UnreachCall(function) => format!("G ! call({function}())"),
            Check::Termination => "F end".to_string(),
            other => match other.name().strip_prefix("no-") {
                Some(event) => format!("G ! {event}"),
                None => format!("G {}", other.name()),
            },
        }
    }
}

/// The functions whose call is an error, in today's and in older benchmarks.
const ERROR_FUNCTIONS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

/// What must hold of every execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// The file that states it; `None` for a property that was named.
    pub file: Option<PathBuf>,
    /// The function in which executions start.
    pub entry: String,
    /// What must hold; not empty.
    pub checks: Vec<Check>,
}

impl Property {
    /// The names that [`Property::named`] knows.
    pub const NAMES: [&str; 18] = [
        "unreach-call",
        "valid-memsafety",
        "valid-free",
        "valid-deref",
        "valid-memtrack",
        "valid-memcleanup",
        "no-overflow",
        "no-data-race",
        "termination",
        "assert",
        "no-division-by-zero",
        "valid-shift",
        "no-unsigned-overflow",
        "no-lossy-conversion",
        "no-float-overflow",
        "no-nan",
        "valid-stream",
        "all",
    ];

    /// The property with a well-known name. `unreach-call` is about `reach_error` and `__VERIFIER_error`.
    pub fn named(name: &str) -> Option<Property> {
        let checks = match name {
            "unreach-call" => {
                ERROR_FUNCTIONS.map(|function| Check::UnreachCall(function.to_string())).to_vec()
            }
            "valid-memsafety" => vec![Check::ValidFree, Check::ValidDeref, Check::ValidMemtrack],
            "valid-free" => vec![Check::ValidFree],
            "valid-deref" => vec![Check::ValidDeref],
            "valid-memtrack" => vec![Check::ValidMemtrack],
            "valid-memcleanup" => vec![Check::ValidMemcleanup],
            "no-overflow" => vec![Check::NoOverflow],
            "no-data-race" => vec![Check::NoDataRace],
            "termination" => vec![Check::Termination],
            "assert" => vec![Check::Assertions],
            "no-division-by-zero" => vec![Check::NoDivisionByZero],
            "valid-shift" => vec![Check::ValidShift],
            "no-unsigned-overflow" => vec![Check::NoUnsignedOverflow],
            "no-lossy-conversion" => vec![Check::NoLossyConversion],
            "no-float-overflow" => vec![Check::NoFloatOverflow],
            "no-nan" => vec![Check::NoNan],
            "valid-stream" => vec![Check::ValidStream],
            "all" => {
                let parts = ["unreach-call", "valid-memsafety", "no-overflow"].map(Property::named);
                let parts = parts.into_iter().flatten().flat_map(|part| part.checks);
                let others = [Check::Assertions, Check::NoDivisionByZero, Check::ValidShift];
                parts.chain(others).collect()
            }
            _ => return None,
        };
        Some(Property { file: None, entry: "main".to_string(), checks })
    }

    /// Whether a name is none of SV-COMP's properties: there is no property file of that name.
    pub fn is_for_people(name: &str) -> bool {
        let checks = Property::named(name).map(|property| property.checks).unwrap_or_default();
        let is_new = |check: &Check| {
            matches!(
                check,
                Check::Assertions
                    | Check::NoDivisionByZero
                    | Check::ValidShift
                    | Check::NoUnsignedOverflow
                    | Check::NoLossyConversion
                    | Check::NoFloatOverflow
                    | Check::NoNan
                    | Check::ValidStream
            )
        };
        checks.iter().any(is_new)
    }

    /// All checks of several properties.
    pub fn together(properties: impl IntoIterator<Item = Property>) -> Option<Property> {
        properties.into_iter().reduce(|mut all, next| {
            let new: Vec<Check> =
                next.checks.into_iter().filter(|check| !all.checks.contains(check)).collect();
            all.checks.extend(new);
            all
        })
    }

    /// Reads a property file.
    pub fn read(path: &Path) -> Result<Property, TaskError> {
        let text = fs::read_to_string(path).map_err(|error| TaskError::unreadable(path, &error))?;
        Property::parse(path, &text)
    }

    /// The property that `text`, the content of `path`, states.
    pub fn parse(path: &Path, text: &str) -> Result<Property, TaskError> {
        let mut sources = SourceMap::new();
        let file = sources.add_file(path.to_string_lossy(), text);
        Reader { text, file, offset: 0 }
            .property(path)
            .map_err(|diagnostic| TaskError::new(diagnostic, &sources))
    }

    /// That no execution calls `reach_error`.
    pub fn unreach_call() -> Property {
        let checks = vec![Check::UnreachCall(ERROR_FUNCTIONS[0].to_string())];
        Property { file: None, entry: "main".to_string(), checks }
    }

    /// The property as a property file states it.
    pub fn text(&self) -> String {
        // Of the functions that `unreach-call` is about, the file can name each; one is what everybody knows.
        let mut checks = self.checks.clone();
        if self.file.is_none() {
            let mut seen = false;
            checks.retain(|check| {
                !matches!(check, Check::UnreachCall(_)) || !std::mem::replace(&mut seen, true)
            });
        }
        let line = |check: &Check| {
            let formula = check.formula();
            format!("CHECK( init({}()), LTL({formula}) )", self.entry)
        };
        checks.iter().map(line).collect::<Vec<String>>().join("\n")
    }

    /// Whether it has parts that have names of their own; memory safety is one property.
    pub fn is_combined(&self) -> bool {
        let name = self.name();
        name == "all" || name.contains('+')
    }

    /// The name by which people and tables know it: that of its checks, `valid-memsafety` for the parts of memory safety,
    /// `all` for all that are checked by default.
    pub fn name(&self) -> String {
        let mut names: Vec<&str> = self.checks.iter().map(Check::name).collect();
        names.dedup();
        if names.len() > 1 && Property::named("all").is_some_and(|all| all.checks == self.checks) {
            return "all".to_string();
        }
        let is_memory_safety = |name: &&str| ["valid-free", "valid-deref", "valid-memtrack"].contains(name);
        if names.len() > 1 && names.iter().all(is_memory_safety) {
            return "valid-memsafety".to_string();
        }
        names.join("+")
    }
}

/// A recursive-descent reader of property files.
struct Reader<'a> {
    text: &'a str,
    file: FileId,
    offset: usize,
}

impl<'a> Reader<'a> {
    fn property(&mut self, path: &Path) -> Result<Property, Diagnostic> {
        let mut entry = None;
        let mut checks = Vec::new();
        while !self.peek().is_empty() {
            let start = self.span();
            let (first, check) = self.check()?;
            if entry.get_or_insert_with(|| first.clone()) != &first {
                return Err(Diagnostic::error(start, "the checks start in different functions"));
            }
            if !checks.contains(&check) {
                checks.push(check);
            }
        }
        let Some(entry) = entry else {
            return Err(Diagnostic::error(self.span(), "this file states no property")
                .with_hint("expected `CHECK( init(main()), LTL(G ! call(reach_error())) )` or similar"));
        };
        Ok(Property { file: Some(path.to_path_buf()), entry, checks })
    }

    fn check(&mut self) -> Result<(String, Check), Diagnostic> {
        if self.peek() == "COVER" {
            return Err(Diagnostic::error(self.span(), "coverage goals are not properties of executions")
                .with_hint("this task is for test generators"));
        }
        self.expect_all(&["CHECK", "(", "init", "("])?;
        let entry = self.name()?;
        self.expect_all(&["(", ")", ")", ",", "LTL", "("])?;
        let check = self.formula()?;
        self.expect_all(&[")", ")"])?;
        Ok((entry, check))
    }

    fn formula(&mut self) -> Result<Check, Diagnostic> {
        let start = self.span();
        let check = match (self.next(), self.peek()) {
            ("F", "end") => Check::Termination,
            ("G", "assert") => Check::Assertions,
            ("G", "valid-free") => Check::ValidFree,
            ("G", "valid-deref") => Check::ValidDeref,
            ("G", "valid-memtrack") => Check::ValidMemtrack,
            ("G", "valid-memcleanup") => Check::ValidMemcleanup,
            ("G", "valid-shift") => Check::ValidShift,
            ("G", "valid-stream") => Check::ValidStream,
            ("G", "!") => {
                self.next();
                return self.negated(start);
            }
            _ => return Err(self.unknown_formula(start)),
        };
        self.next();
        Ok(check)
    }

    fn negated(&mut self, start: Span) -> Result<Check, Diagnostic> {
        match self.next() {
            "overflow" => Ok(Check::NoOverflow),
            "data-race" => Ok(Check::NoDataRace),
            "division-by-zero" => Ok(Check::NoDivisionByZero),
            "unsigned-overflow" => Ok(Check::NoUnsignedOverflow),
            "lossy-conversion" => Ok(Check::NoLossyConversion),
            "float-overflow" => Ok(Check::NoFloatOverflow),
            "nan" => Ok(Check::NoNan),
            "call" => {
                self.expect_all(&["("])?;
                let function = self.name()?;
                self.expect_all(&["(", ")", ")"])?;
                Ok(Check::UnreachCall(function))
            }
            _ => Err(self.unknown_formula(start)),
        }
    }

    fn unknown_formula(&self, start: Span) -> Diagnostic {
        Diagnostic::error(start.to(self.span().at_start()), "this formula is not known").with_hint(
            "known are `G ! call(f())`, `G ! overflow`, `G ! data-race`, `G valid-free`, `G valid-deref`, \
             `G valid-memtrack`, `G valid-memcleanup`, `F end`, `G assert`, `G ! division-by-zero`, `G valid-shift`, \
             `G valid-stream`, `G ! unsigned-overflow`, `G ! lossy-conversion`, `G ! float-overflow` and `G ! nan`",
        )
    }

    fn name(&mut self) -> Result<String, Diagnostic> {
        let span = self.span();
        let token = self.next();
        if token.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            return Ok(token.to_string());
        }
        Err(Diagnostic::error(span, "expected the name of a function"))
    }

    fn expect_all(&mut self, tokens: &[&str]) -> Result<(), Diagnostic> {
        for expected in tokens {
            let span = self.span();
            if self.next() != *expected {
                return Err(Diagnostic::error(span, format!("expected `{expected}`")).with_hint(
                    "a line of a property file reads `CHECK( init(main()), LTL(G ! call(reach_error())) )`",
                ));
            }
        }
        Ok(())
    }

    /// The next token without taking it; empty at the end.
    fn peek(&self) -> &'a str {
        let rest = self.text[self.offset..].trim_start();
        let is_part_of_name = |c: char| c.is_alphanumeric() || "_-.$".contains(c);
        let length = match rest.find(|c| !is_part_of_name(c)) {
            Some(0) => rest.chars().next().map_or(0, char::len_utf8),
            Some(end) => end,
            None => rest.len(),
        };
        &rest[..length]
    }

    fn next(&mut self) -> &'a str {
        let token = self.peek();
        self.offset = self.span().end as usize;
        token
    }

    /// Where the next token is.
    fn span(&self) -> Span {
        let rest = &self.text[self.offset..];
        let start = self.offset + rest.len() - rest.trim_start().len();
        Span::new(self.file, start as u32, (start + self.peek().len()) as u32)
    }
}
