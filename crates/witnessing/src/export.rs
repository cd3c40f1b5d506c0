//! Witnesses for our own verdicts about C programs.
//!
//! The invariants of a proof become those of a correctness witness. A violation witness tells the path of an execution:
//! what each call for an input returns, how each `if` and loop decides, what variables without an initialiser hold, in
//! order, and where the violation is.
//!
//! Validators differ in what they understand, and one that stumbles over a part rejects the whole, so what is written is
//! what all of them can use. Left out are the heads of `do` loops (some take them for the start of the body, some for the
//! condition), the branches of `switch` and `?:`, decisions of statements without a body, and `function_enter`. Places have
//! columns wherever a validator asks for them; a target that is the first statement of its line has none unless it is a call,
//! because validators disagree whether a statement or an expression in it violates a property.

use std::path::Path;
use std::time::SystemTime;

use base::{Diagnostics, FileId, Span};
use c_sema::types::{DataModel, FloatKind, IntKind, Type};
use c_syntax::Interner;
use frontend::input;
use frontend::{CProgram, Request};
use instrumentation::sites::{Kind, Sites};
use num_bigint::BigInt;
use report::{Execution, Place, SourceInvariant};
use term::{Term, build as mk};
use witness::{Content, Invariant, Location, Metadata, Segment, Waypoint, WaypointKind, Witness, stamp};

use narration::error_path::Stop;

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
struct Exporter<'p> {
    program: &'p CProgram,
    /// For each file: its name, its text as written, and its sites.
    files: Vec<(FileId, String, String, Sites<'p>)>,
}

/// The text of a witness.
pub fn text(
    request: &Request,
    program: &CProgram,
    content: Content,
    format: WitnessFormat,
    violated: Option<&str>,
) -> String {
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
        specification: request.specification_of(violated),
        data_model: model.to_string(),
    };
    let witness = Witness { metadata, content, unread: Vec::new() };
    match format {
        WitnessFormat::Yaml => witness::yaml::write(&witness),
        WitnessFormat::GraphMl => witness::graphml::write(&witness),
    }
}

/// What a proof says.
pub fn of_proof(request: &Request, program: &CProgram, invariants: &[SourceInvariant]) -> Content {
    let exporter = Exporter::new(request, program);
    let found = invariants.iter().filter(|invariant| invariant.is_loop);
    Content::Correctness(found.flat_map(|invariant| exporter.invariants(invariant)).collect())
}

/// What a counterexample with this path says.
pub fn of_counterexample(
    request: &Request,
    program: &CProgram,
    path: &[Stop],
    execution: &Execution,
    format: WitnessFormat,
) -> Content {
    let exporter = Exporter::new(request, program);
    let mut points: Vec<Waypoint> = Vec::new();
    for stop in path {
        let Some(point) = exporter.waypoint(stop, format) else { continue };
        match points.last_mut() {
            // At a visit of a place, only one waypoint can be passed.
            Some(last)
                if matches!(point.kind, WaypointKind::Assumption | WaypointKind::Outcome)
                    && (last.kind, &last.location) == (point.kind, &point.location) =>
            {
                last.constraint =
                    last.constraint.take().zip(point.constraint).map(|(a, b)| format!("{a} && {b}"));
            }
            _ => points.push(point),
        }
    }
    let is_call = execution.property == "unreach-call";
    let location = execution.shown_place().map(|place| exporter.target(place, is_call)).unwrap_or_default();
    points.push(Waypoint { kind: WaypointKind::Target, location, constraint: None, callee: None });
    Content::Violation(points.into_iter().map(|follow| Segment { avoid: Vec::new(), follow }).collect())
}

impl<'p> Exporter<'p> {
    fn new(request: &Request, program: &'p CProgram) -> Exporter<'p> {
        let (mut names, mut diagnostics) = (Interner::new(), Diagnostics::new());
        let files = program
            .files
            .iter()
            .zip(&request.files)
            .map(|(&file, path)| {
                let tree = c_syntax::parse(&program.sources, file, &mut names, &mut diagnostics);
                let text = input::read_source(path).unwrap_or_default();
                let sites = Sites::of(&tree, &names, &program.sources);
                (file, path.to_string_lossy().into_owned(), text, sites)
            })
            .collect();
        Exporter { program, files }
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
            if matches!(stmt.kind, Kind::Do { .. }) {
                break;
            }
            let location = self.location(Span::new(*file, stmt.range.start, stmt.range.start));
            let of = |value: &String| Invariant {
                is_loop: true,
                location: location.clone(),
                value: value.clone(),
            };
            return invariant.conjuncts.iter().map(of).collect();
        }
        Vec::new()
    }

    fn sites(&self, file: FileId) -> Option<&Sites<'p>> {
        self.files.iter().find(|(other, ..)| *other == file).map(|(.., sites)| sites)
    }

    /// How a witness tells a part of a path, if it can.
    fn waypoint(&self, stop: &Stop, format: WitnessFormat) -> Option<Waypoint> {
        match stop {
            Stop::Input(input) => {
                let span = input.span?;
                let calls = &self.sites(span.file)?.calls;
                let call = calls.iter().find(|call| call.range.start == span.start)?;
                let end = call.range.end - 1;
                Some(Waypoint {
                    kind: WaypointKind::FunctionReturn,
                    location: self.location(Span::new(span.file, end, end)),
                    constraint: Some(format!("\\result == {}", self.value(&input.function, input.value)?)),
                    callee: Some(input.function.to_string()),
                })
            }
            Stop::Decision { span, holds } => {
                let mut stmts = self.sites(span.file)?.stmts.iter();
                stmts.find(|stmt| stmt.range.start == span.start && stmt.has_bodies)?;
                Some(Waypoint {
                    kind: WaypointKind::Branching,
                    location: self.location(Span::new(span.file, span.start, span.start)),
                    constraint: Some(holds.to_string()),
                    callee: None,
                })
            }
            Stop::Leftover { span, name, is_signed, value } => {
                let (kind, start) = match format {
                    WitnessFormat::Yaml => {
                        (WaypointKind::Assumption, self.sites(span.file)?.following(span.start)?)
                    }
                    WitnessFormat::GraphMl => (WaypointKind::Outcome, span.start),
                };
                let widest = if *is_signed { IntKind::LongLong } else { IntKind::ULongLong };
                Some(Waypoint {
                    kind,
                    location: self.location(Span::new(span.file, start, start)),
                    constraint: Some(format!("{name} == {}", constant(&number(*value, *is_signed)?, widest))),
                    callee: None,
                })
            }
        }
    }

    /// The statement that violates the property.
    fn target(&self, place: &Place, is_call: bool) -> Location {
        for (file, _, _, sites) in &self.files {
            if let Some(&start) = sites.targets(&Self::at(place)).first() {
                let mut location = self.location(Span::new(*file, start, start));
                if !is_call && sites.is_first_of_line(start) {
                    location.column = None;
                }
                return location;
            }
        }
        Self::at(place)
    }

    /// A value as C writes it, if it is a number.
    fn value(&self, function: &str, value: Term) -> Option<String> {
        let hir = &self.program.program;
        let found = hir.functions.iter().find(|other| &*other.name == function)?;
        let Type::Function(ty) = &hir.types[found.ty] else { return None };
        match hir.types[ty.result] {
            Type::Int(kind) => Some(constant(&number(value, kind.is_signed())?, kind)),
            Type::Float(kind) => decimal(kind, value),
            _ => None,
        }
    }
}

/// The number that a term stands for.
fn number(value: Term, is_signed: bool) -> Option<BigInt> {
    match (mk::as_bv(value), is_signed) {
        (Some(_), true) => mk::as_signed_bv(value),
        (Some(bits), false) => Some(BigInt::from(bits.clone())),
        (None, _) => term::polynomial::as_number(value)?.to_integer(),
    }
}

/// A floating-point constant that has this value exactly, if it is a number.
fn decimal(kind: FloatKind, value: Term) -> Option<String> {
    let bits: u64 = mk::as_float(value)?.to_bits().try_into().ok()?;
    match kind {
        FloatKind::Float => {
            let number = f32::from_bits(bits as u32);
            number.is_finite().then(|| format!("{number:e}f"))
        }
        FloatKind::Double => {
            let number = f64::from_bits(bits);
            number.is_finite().then(|| format!("{number:e}"))
        }
        _ => None,
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
    // The smallest number of the widest type is no constant by itself.
    let is_smallest = number.sign() == num_bigint::Sign::Minus && bits == 64;
    match is_smallest {
        true => format!("({}{suffix} - 1)", number + 1),
        false => format!("{number}{suffix}"),
    }
}
