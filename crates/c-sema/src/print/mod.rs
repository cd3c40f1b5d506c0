//! The text form of types and typed programs, for people and for tests.
//!
//! A program is close to C with everything implicit written out: conversions are casts, `+[4]` adds to a pointer in
//! units of four bytes, `+=<int>` computes in that type, constants have suffixes that show their types. Reading
//! a place is the place itself; `&a[0]` is what became of an array that decayed. Objects that share a name are numbered.

mod expr;
mod stmt;

use std::fmt::{self, Write};

use base::index::Idx;
use rustc_hash::FxHashMap;

use crate::hir::{ExprId, FunctionId, InitPart, ObjectId, PlaceId, Program, Storage};
use crate::types::{ArrayLength, Ty, Type};

impl Program {
    /// A type as C writes it, without a name.
    pub fn type_text(&self, ty: Ty) -> String {
        let mut middle = String::new();
        let mut ty = ty;
        loop {
            match &self.types[ty] {
                Type::Pointer(pointee) => {
                    middle.insert(0, '*');
                    if matches!(self.types[*pointee], Type::Array(..) | Type::Function(_)) {
                        middle = format!("({middle})");
                    }
                    ty = *pointee;
                }
                Type::Array(element, length) => {
                    match length {
                        ArrayLength::Constant(length) => {
                            let _ = write!(middle, "[{length}]");
                        }
                        ArrayLength::Unknown => middle += "[]",
                        ArrayLength::Variable(_) => middle += "[*]",
                    }
                    ty = *element;
                }
                Type::Function(function) => {
                    let mut parameters: Vec<String> =
                        function.parameters.iter().map(|&parameter| self.type_text(parameter)).collect();
                    match (function.has_prototype, function.is_variadic) {
                        (true, true) => parameters.push("...".into()),
                        (true, false) if parameters.is_empty() => parameters.push("void".into()),
                        _ => {}
                    }
                    let _ = write!(middle, "({})", parameters.join(", "));
                    ty = function.result;
                }
                base => {
                    let base = match base {
                        Type::Int(kind) => kind.name().into(),
                        Type::Float(kind) => kind.name().into(),
                        Type::Record(record) => {
                            let record = &self.types.records[*record];
                            format!("{} {}", if record.is_union { "union" } else { "struct" }, record.name)
                        }
                        _ => "void".to_string(),
                    };
                    return if middle.is_empty() { base } else { format!("{base} {middle}") };
                }
            }
        }
    }
}

/// Writes a program.
struct Printer<'p> {
    program: &'p Program,
    /// The names of the objects, numbered if there are several of one name.
    names: Vec<String>,
    out: String,
    indent: usize,
}

impl<'p> Printer<'p> {
    fn new(program: &'p Program) -> Printer<'p> {
        let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
        let is_string = |name: &str| name.starts_with('"');
        let mut names = Vec::with_capacity(program.objects.len());
        for object in &program.objects {
            let count = counts.entry(&object.name).or_default();
            *count += 1;
            names.push(match *count {
                1 => object.name.to_string(),
                _ if is_string(&object.name) => object.name.to_string(),
                count => format!("{}#{count}", object.name),
            });
        }
        Printer { program, names, out: String::new(), indent: 0 }
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:indent$}{}", "", text.trim_end(), indent = self.indent * 2);
    }

    fn name(&self, object: ObjectId) -> &str {
        &self.names[object.index()]
    }

    fn declared(&self, object: ObjectId) -> String {
        let entry = &self.program.objects[object];
        let mut text = format!("{}: {}", self.name(object), self.program.type_text(entry.ty));
        if let Type::Array(_, ArrayLength::Variable(length)) = self.program.types[entry.ty] {
            let _ = write!(text, " of {}", self.name(length));
        }
        if entry.align != self.program.types.align_of(entry.ty) {
            let _ = write!(text, " aligned {}", entry.align);
        }
        text
    }

    /// `3`, or `{0: 1, 32: 2}` with offsets in bits.
    fn parts(&mut self, ty: Ty, parts: &[InitPart]) -> String {
        if let [only] = parts
            && only.ty == ty
            && only.bit_offset == 0
        {
            return self.expr(only.value);
        }
        let mut texts = Vec::new();
        for part in parts {
            let width = part.bit_width.map(|width| format!(":{width}")).unwrap_or_default();
            let value = self.expr(part.value);
            texts.push(format!("{}{width}: {value}", part.bit_offset));
        }
        format!("{{{}}}", texts.join(", "))
    }

    fn statics(&mut self) {
        for object in self.program.objects.ids() {
            let entry = &self.program.objects[object];
            if entry.name.starts_with('"') {
                continue;
            }
            match &entry.storage {
                Storage::Static(parts) => {
                    let mut text = format!("static {}", self.declared(object));
                    if !parts.is_empty() {
                        text += &format!(" = {}", self.parts(entry.ty, parts));
                    }
                    self.line(&text);
                }
                Storage::External => {
                    let text = format!("extern {}", self.declared(object));
                    self.line(&text);
                }
                Storage::Local(_) | Storage::Parameter(_) => {}
            }
        }
    }

    fn records(&mut self) {
        for record in &self.program.types.records {
            let word = if record.is_union { "union" } else { "struct" };
            let Some(size) = record.size else {
                self.line(&format!("{word} {}", record.name));
                continue;
            };
            let fields = record.fields.iter().map(|field| {
                let width = field.bit_width.map(|width| format!(":{width}")).unwrap_or_default();
                let ty = self.program.type_text(field.ty);
                format!("{}@{}{width}: {ty}", field.name, field.bit_offset)
            });
            let fields: Vec<String> = fields.collect();
            let text = format!(
                "{word} {} {{ {} }} size {size} align {}",
                record.name,
                fields.join(", "),
                record.align
            );
            self.line(&text);
        }
    }

    fn function(&mut self, id: FunctionId) {
        let function = &self.program.functions[id];
        let noreturn = if function.is_noreturn { " noreturn" } else { "" };
        let text = format!("function {}: {}{noreturn}", function.name, self.program.type_text(function.ty));
        let Some(body) = function.body else {
            self.line(&text);
            return;
        };
        let parameters: Vec<String> =
            function.parameters.iter().map(|&parameter| self.declared(parameter)).collect();
        self.line(&format!("{text} ({})", parameters.join(", ")));
        self.indent += 1;
        self.stmt(body);
        self.indent -= 1;
    }
}

impl Program {
    /// An expression as text.
    pub fn expr_text(&self, expr: ExprId) -> String {
        Printer::new(self).expr(expr)
    }

    /// A place as text.
    pub fn place_text(&self, place: PlaceId) -> String {
        Printer::new(self).place(place)
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer::new(self);
        printer.records();
        printer.statics();
        self.functions.ids().for_each(|function| printer.function(function));
        for &constructor in &self.constructors {
            printer.line(&format!("constructor {}", self.functions[constructor].name));
        }
        for &finisher in &self.finishers {
            printer.line(&format!("finisher {}", self.functions[finisher].name));
        }
        f.write_str(&printer.out)
    }
}
