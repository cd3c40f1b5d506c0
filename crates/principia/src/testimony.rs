//! Witnesses for our own verdicts about C programs.
//!
//! The invariants of a proof become those of a correctness witness; a `do` loop has its invariant before the first statement
//! of its body, because validators disagree about where such a loop has its head. A violation witness says what each call
//! for an input returns, in order, and where the violation is: everything else follows.

use std::path::Path;
use std::time::SystemTime;

use base::{Diagnostics, FileId, Span};
use c_lower::types::{DataModel, IntKind, Type};
use c_syntax::Interner;
use num_bigint::BigInt;
use term::{Term, build as mk};
use witness::{Content, Invariant, Location, Metadata, Segment, Waypoint, WaypointKind, Witness, stamp};

use crate::c_front::CProgram;
use crate::confirm::Input;
use crate::input;
use crate::report::{Execution, Place, SourceInvariant};
use crate::request::Request;
use crate::sites::{Kind, Sites, innermost};

/// The formats of witnesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WitnessFormat {
    /// 2.0
    Yaml,
    /// 1.0
    GraphMl,
}

impl WitnessFormat {
    /// The format that the name of a file asks for. The error is text for people.
    pub fn of(path: &Path) -> Result<WitnessFormat, String> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("yml" | "yaml") => Ok(WitnessFormat::Yaml),
            Some("graphml" | "xml") => Ok(WitnessFormat::GraphMl),
            _ => Err(format!(
                "error: {}: what format of witnesses is this?\nhint: names end in .yml for format 2.0, in .graphml for 1.0\n",
                path.display()
            )),
        }
    }
}

/// A C program with the places of its statements.
struct Testimony<'p> {
    program: &'p CProgram,
    /// For each file: its name, its text as written, and its sites.
    files: Vec<(FileId, String, String, Sites<'p>)>,
    names: Interner,
}

/// The text of a witness.
pub fn text(request: &Request, program: &CProgram, content: Content, format: WitnessFormat) -> String {
    let read = |path: &Path| std::fs::read(path).unwrap_or_default();
    let input_files: Vec<(String, Option<String>)> = request
        .files
        .iter()
        .map(|path| (path.to_string_lossy().into_owned(), Some(stamp::sha256(&read(path)))))
        .collect();
    let creation_time = stamp::time(SystemTime::now());
    let model = match program.options.model {
        DataModel::Ilp32 => "ILP32",
        DataModel::Lp64 => "LP64",
    };
    let metadata = Metadata {
        format_version: witness::yaml::VERSION.to_string(),
        uuid: stamp::uuid(&format!("{creation_time} {} {input_files:?} {content:?}", std::process::id())),
        creation_time,
        producer: "principia".to_string(),
        producer_version: env!("CARGO_PKG_VERSION").to_string(),
        input_files,
        specification: request.specification.clone(),
        data_model: model.to_string(),
    };
    let witness = Witness { metadata, content };
    match format {
        WitnessFormat::Yaml => witness::yaml::write(&witness),
        WitnessFormat::GraphMl => witness::graphml::write(&witness),
    }
}

/// What a proof says.
pub fn of_proof(request: &Request, program: &CProgram, invariants: &[SourceInvariant]) -> Content {
    let testimony = Testimony::new(request, program);
    let found = invariants.iter().filter(|invariant| invariant.is_loop);
    Content::Correctness(found.flat_map(|invariant| testimony.invariants(invariant)).collect())
}

/// What a counterexample with these inputs says.
pub fn of_counterexample(
    request: &Request,
    program: &CProgram,
    inputs: &[Input],
    execution: &Execution,
) -> Content {
    let testimony = Testimony::new(request, program);
    let mut segments: Vec<Segment> = Vec::new();
    let mut last: Option<(u32, String, usize)> = None;
    for input in inputs {
        let Some(span) = input.span else { continue };
        let Some((file, _, _, sites)) = testimony.files.iter().find(|(file, ..)| *file == span.file) else {
            continue;
        };
        let start = |offset: u32| innermost(&sites.stmts, offset).map(|stmt| stmt.range.start);
        let Some(stmt) = start(span.start) else { continue };
        let calls: Vec<_> = sites
            .calls
            .iter()
            .filter(|call| start(call.range.start) == Some(stmt))
            .filter(|call| testimony.names.get(call.callee) == &*input.function)
            .collect();
        let number = match &last {
            Some((other, function, number)) if *other == stmt && *function == *input.function => number + 1,
            _ => 0,
        };
        last = Some((stmt, input.function.to_string(), number));
        let Some(call) = calls.get(number % calls.len().max(1)) else { continue };
        let Some(value) = testimony.value(&input.function, input.value) else { continue };
        let location = testimony.location(Span::new(*file, call.range.end - 1, call.range.end));
        let follow = Waypoint {
            kind: WaypointKind::FunctionReturn,
            location,
            constraint: Some(format!("\\result == {value}")),
            callee: Some(input.function.to_string()),
        };
        segments.push(Segment { avoid: Vec::new(), follow });
    }
    let location = execution.place.as_ref().map(|place| testimony.target(place)).unwrap_or_default();
    let follow = Waypoint { kind: WaypointKind::Target, location, constraint: None, callee: None };
    segments.push(Segment { avoid: Vec::new(), follow });
    Content::Violation(segments)
}

impl<'p> Testimony<'p> {
    fn new(request: &Request, program: &'p CProgram) -> Testimony<'p> {
        let (mut names, mut diagnostics) = (Interner::new(), Diagnostics::new());
        let files = program
            .files
            .iter()
            .zip(&request.files)
            .map(|(&file, path)| {
                let tree = c_syntax::parse(&program.sources, file, &mut names, &mut diagnostics);
                let text = input::read_lossy(path).unwrap_or_default();
                let sites = Sites::of(&tree, &names, &program.sources);
                (file, path.to_string_lossy().into_owned(), text, sites)
            })
            .collect();
        Testimony { program, files, names }
    }

    fn location(&self, span: Span) -> Location {
        let found = self.files.iter().find(|(file, ..)| *file == span.file);
        found.map(|(_, name, text, sites)| sites.location(span.start, name, text)).unwrap_or_default()
    }

    fn at(place: &Place) -> Location {
        Location {
            file_name: place.file.clone(),
            line: place.line,
            column: Some(place.column),
            function: None,
        }
    }

    fn invariants(&self, invariant: &SourceInvariant) -> Vec<Invariant> {
        for (file, _, _, sites) in &self.files {
            let Some(stmt) = sites.statement(&Self::at(&invariant.place), Kind::is_loop) else { continue };
            let (start, is_loop) = match stmt.kind {
                Kind::Do { body, .. } => {
                    let first = sites.stmts.iter().find(|other| other.range.start > body && other.is_listed);
                    let Some(first) = first.filter(|first| first.range.end < stmt.range.end) else { break };
                    (first.range.start, false)
                }
                _ => (stmt.range.start, true),
            };
            let location = self.location(Span::new(*file, start, start));
            let of = |value: &String| Invariant { is_loop, location: location.clone(), value: value.clone() };
            return invariant.conjuncts.iter().map(of).collect();
        }
        Vec::new()
    }

    /// The statement that violates the property.
    fn target(&self, place: &Place) -> Location {
        for (file, _, _, sites) in &self.files {
            if let Some(&start) = sites.targets(&Self::at(place)).first() {
                return self.location(Span::new(*file, start, start));
            }
        }
        Self::at(place)
    }

    /// A value as C writes it, if it is a number.
    fn value(&self, function: &str, value: Term) -> Option<String> {
        let hir = &self.program.program;
        let found = hir.functions.iter().find(|other| &*other.name == function)?;
        let Type::Function(ty) = &hir.types[found.ty] else { return None };
        let Type::Int(kind) = hir.types[ty.result] else { return None };
        let number = match (mk::as_bv(value), kind.is_signed()) {
            (Some(_), true) => mk::as_signed_bv(value)?,
            (Some(bits), false) => BigInt::from(bits.clone()),
            (None, _) => term::polynomial::as_number(value)?.to_integer()?,
        };
        Some(constant(&number, kind))
    }
}

/// A constant expression of at least the type.
fn constant(number: &BigInt, kind: IntKind) -> String {
    let bits = number.magnitude().bits();
    let suffix = match (bits, kind.is_signed()) {
        (0..=31, _) => "",
        (32, false) => "U",
        (_, true) => "LL",
        (_, false) => "ULL",
    };
    // The smallest number of a type is no constant by itself.
    let is_smallest = number.sign() == num_bigint::Sign::Minus && (bits == 32 || bits == 64) && {
        number.magnitude().trailing_zeros() == Some(bits - 1)
    };
    match is_smallest {
        true => format!("({}{suffix} - 1)", number + 1),
        false => format!("{number}{suffix}"),
    }
}
