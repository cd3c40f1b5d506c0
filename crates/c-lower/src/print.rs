//! The text form of types and typed programs.

use std::fmt::Write;

use crate::hir::Program;
use crate::types::{ArrayLength, FloatKind, IntKind, Ty, Type};

/// The name of an integer type.
fn int_text(kind: IntKind) -> &'static str {
    match kind {
        IntKind::Bool => "_Bool",
        IntKind::Char => "char",
        IntKind::SChar => "signed char",
        IntKind::UChar => "unsigned char",
        IntKind::Short => "short",
        IntKind::UShort => "unsigned short",
        IntKind::Int => "int",
        IntKind::UInt => "unsigned int",
        IntKind::Long => "long",
        IntKind::ULong => "unsigned long",
        IntKind::LongLong => "long long",
        IntKind::ULongLong => "unsigned long long",
        IntKind::Int128 => "__int128",
        IntKind::UInt128 => "unsigned __int128",
    }
}

/// The name of a floating-point type.
fn float_text(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Half => "_Float16",
        FloatKind::Float => "float",
        FloatKind::Double => "double",
        FloatKind::LongDouble => "long double",
        FloatKind::Quad => "_Float128",
    }
}

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
                        Type::Int(kind) => int_text(*kind).into(),
                        Type::Float(kind) => float_text(*kind).into(),
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
