//! The names of a C program, for those who speak about its core program: functions and their bodies, variables and
//! how their values are written, and what the left side of an assignment looks like.

use std::collections::BTreeMap;

use base::{FileId, SourceMap, Span};
use c_lower::lower::NamedBase;
use c_sema::hir::{ExprId, ExprKind, Program, StmtKind};
use c_sema::types::{Ty, Type};
use term::Term;

/// Records with more fields are known by their first ones.
const MAX_FIELDS: usize = 100;

/// What is known about a C program beyond its core program.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// The bodies of functions with their names.
    bodies: Vec<(Span, String)>,
    /// The variables of the source and the fields of records among them, and how their values are written.
    variables: BTreeMap<String, Notation>,
    /// The arrays among the variables: the notation and the size of their elements.
    arrays: BTreeMap<String, (Notation, u64)>,
    /// The objects at numbers that are their bases.
    bases: BTreeMap<u64, NamedBase>,
    /// The numbers and pointers behind variables that are pointers to records, as `p->f`.
    behind: BTreeMap<String, Notation>,
    /// The left sides of statements that are assignments.
    left_sides: BTreeMap<Span, (String, Notation)>,
}

/// How a value is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// An integer with a sign.
    Signed,
    /// An integer without a sign.
    Unsigned,
    /// What it points to.
    Pointer,
    /// As it is.
    Other,
}

impl Notation {
    fn of(program: &Program, ty: Ty) -> Notation {
        match &program.types[ty] {
            Type::Int(kind) if kind.is_signed() => Notation::Signed,
            Type::Int(_) => Notation::Unsigned,
            Type::Pointer(_) => Notation::Pointer,
            _ => Notation::Other,
        }
    }

    /// The notation of an input, by what is known of its function's name.
    pub fn of_input(function: &str) -> Notation {
        let kind = function.rsplit("nondet_").next().unwrap_or("");
        match kind {
            "pointer" => Notation::Pointer,
            _ if kind.starts_with('u') || kind.starts_with("size") || kind == "bool" => Notation::Unsigned,
            _ => Notation::Signed,
        }
    }
}

impl Names {
    /// The names of a program, without those of the library.
    pub fn of(program: &Program, sources: &SourceMap, library: FileId) -> Names {
        let mut names = Names::default();
        for function in program.functions.iter() {
            let body = function.body.map(|body| program.stmts[body].span);
            names.bodies.extend(
                body.filter(|body| body.file != library).map(|body| (body, function.name.to_string())),
            );
        }
        for object in program.objects.iter().filter(|object| object.span.file != library) {
            names.declare(program, &object.name, object.ty);
            if let Type::Pointer(pointee) = &program.types[object.ty] {
                names.point(program, &format!("{}->", object.name), *pointee);
            }
        }
        for stmt in program.stmts.iter().filter(|stmt| stmt.span.file != library) {
            if let StmtKind::Expr(expr) = stmt.kind {
                names.left_sides.extend(left_side(program, sources, expr).map(|left| (stmt.span, left)));
            }
        }
        names
    }

    /// Adds a variable, or, of a record, its fields. If several have one name, their notations must agree.
    fn declare(&mut self, program: &Program, name: &str, ty: Ty) {
        match &program.types[ty] {
            Type::Record(record) => {
                for field in program.types.records[*record].fields.iter().take(MAX_FIELDS) {
                    let name = if field.name.is_empty() {
                        name.to_string()
                    } else {
                        format!("{name}.{}", field.name)
                    };
                    self.declare(program, &name, field.ty);
                }
            }
            Type::Array(element, _) => {
                let size = program.types.size_of(*element).filter(|size| *size > 0);
                let known = size.map(|size| (Notation::of(program, *element), size));
                self.arrays.extend(known.map(|known| (name.to_string(), known)));
            }
            _ => {
                let notation = Notation::of(program, ty);
                let known = self.variables.entry(name.to_string()).or_insert(notation);
                if *known != notation {
                    *known = Notation::Other;
                }
            }
        }
    }

    /// Adds what a pointer leads to. If several pointers have one name, the notations must agree.
    fn point(&mut self, program: &Program, prefix: &str, ty: Ty) {
        let Type::Record(record) = &program.types[ty] else { return };
        let fields = program.types.records[*record].fields.iter().take(MAX_FIELDS);
        for field in fields.filter(|field| !field.name.is_empty()) {
            let name = format!("{prefix}{}", field.name);
            match &program.types[field.ty] {
                Type::Record(_) => self.point(program, &format!("{name}."), field.ty),
                Type::Array(..) => {}
                _ => {
                    let notation = Notation::of(program, field.ty);
                    let known = self.behind.entry(name).or_insert(notation);
                    if *known != notation {
                        *known = Notation::Other;
                    }
                }
            }
        }
    }

    /// How what is behind a pointer is written, as `p->f`, if it is a number or a pointer.
    pub fn behind(&self, text: &str) -> Option<Notation> {
        self.behind.get(text).copied().filter(|notation| *notation != Notation::Other)
    }

    /// The function whose body a place is in.
    pub fn function_around(&self, span: Span) -> Option<&str> {
        let is_around =
            |body: &Span| body.file == span.file && body.start <= span.start && span.start < body.end;
        self.bodies.iter().find(|(body, _)| is_around(body)).map(|(_, name)| name.as_str())
    }

    /// The name and notation of a core variable that stands for one of the source.
    pub fn variable(&self, variable: Term, is_inlined: bool) -> Option<(String, Notation)> {
        let known = |name: &str| match self.variables.get(name) {
            // It may be the first element of an array of that name.
            Some(_) if self.arrays.contains_key(name) => None,
            Some(notation) => Some((name.to_string(), *notation)),
            None => {
                // An element of an array that is a variable of its own.
                let (name, offset) = name.split_once('+')?;
                let (notation, size) = self.arrays.get(name)?;
                let offset: u64 = offset.parse().ok().filter(|offset| offset % size == 0)?;
                Some((format!("{name}[{}]", offset / size), *notation))
            }
        };
        source_names(variable, is_inlined).find_map(known)
    }

    /// The name of a core variable that stands for an array of the source, the notation and the size of its elements.
    pub fn array(&self, variable: Term, is_inlined: bool) -> Option<(&str, Notation, u64)> {
        let known = |name| {
            self.arrays.get_key_value(name).map(|(name, (notation, size))| (name.as_str(), *notation, *size))
        };
        source_names(variable, is_inlined).find_map(known)
    }

    /// The same names for a program whose objects have these bases.
    pub fn with_bases(self, bases: impl IntoIterator<Item = NamedBase>) -> Names {
        Names { bases: bases.into_iter().map(|object| (object.base, object)).collect(), ..self }
    }

    /// The object that has a base.
    pub fn object(&self, base: u64) -> Option<&str> {
        self.bases.get(&base).map(|object| object.name.as_str())
    }

    /// The address of a part of an object, as C writes it in a function, where objects of other functions say whose they
    /// are. Without an offset, nobody knows which element of an array it is.
    pub fn address(&self, base: u64, offset: Option<u64>, reader: Option<&str>) -> Option<String> {
        let NamedBase { name, function, .. } = self.bases.get(&base)?;
        let address = match (self.arrays.get(name), offset) {
            _ if name.starts_with('"') && offset.is_none_or(|offset| offset == 0) => name.to_string(),
            (Some(_), Some(0)) => name.to_string(),
            (Some((_, size)), Some(offset)) if offset % size == 0 => format!("&{name}[{}]", offset / size),
            (Some(_), None) => format!("an address in {name}"),
            (_, None | Some(0)) => format!("&{name}"),
            (_, Some(offset)) => format!("(char *)&{name} + {offset}"),
        };
        Some(match function {
            Some(owner) if reader.is_some_and(|reader| reader != owner) => format!("{address} of {owner}"),
            _ => address,
        })
    }

    /// The function that a core variable belongs to, if inlining put its name in front.
    pub fn function_of(&self, variable: Term) -> Option<&str> {
        let (function, _) = variable.as_var()?.base.as_str().split_once('.')?;
        self.function_named(function)
    }

    /// The function with this name, if it has a body.
    pub fn function_named(&self, function: &str) -> Option<&str> {
        self.bodies.iter().map(|(_, name)| name.as_str()).find(|name| *name == function)
    }

    /// Whether a place is the body of a function as a whole, and no statement in it.
    pub fn is_body(&self, span: Span) -> bool {
        self.bodies.iter().any(|(body, _)| body.file == span.file && body.start == span.start)
    }

    /// The left side of a statement that is an assignment.
    pub fn left_side(&self, span: Span) -> Option<(&str, Notation)> {
        self.left_sides.get(&span).map(|(text, notation)| (text.as_str(), *notation))
    }
}

/// What a core variable could be called in the source: copies are numbered, and inlining puts the procedure in front.
fn source_names(variable: Term, is_inlined: bool) -> impl Iterator<Item = &'static str> {
    let name = variable.as_var().map_or("", |name| name.base.as_str());
    let name = name.split(['@', '#']).next().unwrap_or(name);
    let inner = name.split_once('.').map(|(_, rest)| rest).filter(|_| is_inlined);
    std::iter::once(name).chain(inner)
}

fn left_side(program: &Program, sources: &SourceMap, expr: ExprId) -> Option<(String, Notation)> {
    let expr = &program.exprs[expr];
    let (ExprKind::Assign(_, value) | ExprKind::AssignOp { value, .. }) = expr.kind else { return None };
    let value = program.exprs[value].span;
    if value.file != expr.span.file || value.start <= expr.span.start {
        return None;
    }
    let text = sources.text(expr.span.file).get(expr.span.start as usize..value.start as usize)?;
    let (left, _) = text.rsplit_once('=')?;
    let left = left.trim_end_matches(['+', '-', '*', '/', '%', '&', '|', '^', '<', '>']).trim();
    (!left.is_empty() && !left.contains('\n')).then(|| (left.to_string(), Notation::of(program, expr.ty)))
}
