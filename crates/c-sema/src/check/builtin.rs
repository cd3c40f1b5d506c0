//! GNU's builtins.
//!
//! Those with a function of the library behind them are calls of that function (`__builtin_memcpy` is `memcpy`). Those
//! that only steer the compiler are folded away. Typed ones are calls of a function of their own name; generic
//! ones, too, with the types of their arguments kept. What is not known is unsupported where it is evaluated.

use base::Span;
use c_syntax::ast::{self, ExprKind as Syntax};
use term::softfloat::SoftFloat;

use super::fold::float_format;
use super::operand::Operand;
use super::{Checked, Checker};
use crate::hir::{BinaryOp, CompareOp, ExprId, ExprKind, PlaceKind};
use crate::types::{FunctionType, Ty, Type};

/// Builtins that take any number, by their result.
const CLASSIFICATIONS: &[&str] =
    &["isnan", "isinf", "isinf_sign", "isfinite", "isnormal", "signbit", "issignaling", "iseqsig"];

/// How checked versions of library functions call the plain ones: which arguments are dropped.
fn unchecked(name: &str) -> Option<(&str, &'static [usize])> {
    let base = name.strip_prefix("__")?.strip_suffix("_chk")?;
    let dropped: &[usize] = match base {
        "memcpy" | "memmove" | "memset" | "mempcpy" | "strncpy" | "strncat" | "stpncpy" => &[3],
        "strcpy" | "strcat" | "stpcpy" => &[2],
        "sprintf" | "vsprintf" => &[1, 2],
        "snprintf" | "vsnprintf" => &[2, 3],
        "printf" | "vprintf" => &[0],
        "fprintf" | "vfprintf" => &[1],
        _ => return None,
    };
    Some((base, dropped))
}

impl<'a> Checker<'a> {
    /// A builtin that is used by name, not called.
    pub(super) fn library_function(&mut self, name: &str, span: Span) -> Option<ExprId> {
        let rest = name.strip_prefix("__builtin_")?;
        if let Some(ty) = self.library_type(rest) {
            return Some(self.function_pointer(rest, ty, span));
        }
        let ty = self.intrinsic_type(rest)?;
        Some(self.function_pointer(name, ty, span))
    }

    /// The address of an external function.
    pub(super) fn function_pointer(&mut self, name: &str, ty: Ty, span: Span) -> ExprId {
        let (function, _) = self.external_function(name, ty, span);
        if matches!(name, "abort" | "exit" | "_exit" | "_Exit" | "__builtin_unreachable" | "__builtin_trap") {
            self.program.functions[function].is_noreturn = true;
        }
        self.mark_used(function);
        let pointer = self.program.types.pointer_to(ty);
        self.node(ExprKind::FunctionAddress(function), pointer, span)
    }

    /// A call of a name that is not declared, if it is a builtin.
    pub(super) fn builtin_call(
        &mut self,
        name: &'a str,
        arguments: &'a [ast::ExprId],
        span: Span,
    ) -> Checked<Option<Operand>> {
        if let Some(value) = self.atomic_builtin(name, arguments, span)? {
            return Ok(Some(Operand::Value(value)));
        }
        let Some(rest) = name.strip_prefix("__builtin_") else { return Ok(None) };
        if let Some(value) = self.folded_builtin(rest, arguments, span)? {
            return Ok(Some(Operand::Value(value)));
        }
        if let Some(value) = self.generic_builtin(name, rest, arguments, span)? {
            return Ok(Some(Operand::Value(value)));
        }
        if let Some((base, dropped)) = unchecked(rest)
            && let Some(ty) = self.library_type(base)
        {
            let pointer = self.function_pointer(base, ty, span);
            return Ok(Some(self.call_without(pointer, arguments, dropped, span)?));
        }
        if let Some(pointer) = self.library_function(name, span) {
            return self.call_pointer(pointer, arguments, span).map(Some);
        }
        for &argument in arguments {
            self.value(argument)?;
        }
        Ok(Some(Operand::Value(self.unsupported(format!("`{name}`"), self.common.int, span))))
    }

    /// A call in which some arguments are left out; they are constants.
    fn call_without(
        &mut self,
        pointer: ExprId,
        arguments: &'a [ast::ExprId],
        dropped: &[usize],
        span: Span,
    ) -> Checked<Operand> {
        let Type::Pointer(pointee) = *self.type_of(pointer) else { return Err(super::Reported) };
        let Type::Function(function) = self.program.types[pointee].clone() else {
            return Err(super::Reported);
        };
        let mut values = Vec::new();
        for (number, &argument) in arguments.iter().enumerate() {
            let value = self.value(argument)?;
            if dropped.contains(&number) {
                continue;
            }
            values.push(match function.parameters.get(values.len()) {
                Some(&ty) => self.convert_assigned(value, ty, span)?,
                None => self.promote_argument(value),
            });
        }
        if values.len() < function.parameters.len() {
            return self.error(span, "there are too few arguments");
        }
        Ok(Operand::Value(self.call_values(pointer, values, function.result, span)))
    }

    fn argument(&mut self, arguments: &'a [ast::ExprId], number: usize, span: Span) -> Checked<ast::ExprId> {
        match arguments.get(number) {
            Some(&argument) => Ok(argument),
            None => self.error(span, "there are too few arguments"),
        }
    }

    /// The first argument, after the others that are not constant.
    fn first_argument(&mut self, arguments: &'a [ast::ExprId], span: Span) -> Checked<ExprId> {
        let first = self.argument(arguments, 0, span)?;
        let mut value = self.value(first)?;
        for &other in &arguments[1..] {
            let other = self.value(other)?;
            if !self.is_static_constant(other) {
                value = self.comma(other, value, span);
            }
        }
        Ok(value)
    }

    /// Builtins that are no calls.
    fn folded_builtin(
        &mut self,
        name: &str,
        arguments: &'a [ast::ExprId],
        span: Span,
    ) -> Checked<Option<ExprId>> {
        Ok(Some(match name {
            "expect" | "expect_with_probability" => {
                let value = self.first_argument(arguments, span)?;
                let value = self.convert_assigned(value, self.common.long, span)?;
                self.widen(value, self.common.long)
            }
            "assume_aligned" => {
                let value = self.first_argument(arguments, span)?;
                self.convert_assigned(value, self.common.void_pointer, span)?
            }
            "speculation_safe_value" => self.first_argument(arguments, span)?,
            "prefetch" => {
                let value = self.first_argument(arguments, span)?;
                self.cast_value(value, self.common.void, span)?
            }
            "constant_p" => {
                let argument = self.argument(arguments, 0, span)?;
                let is_constant = self.is_known_constant(argument)?;
                self.integer(i128::from(is_constant), self.common.int, span)
            }
            "classify_type" => {
                let argument = self.argument(arguments, 0, span)?;
                self.unevaluated += 1;
                let value = self.value(argument);
                self.unevaluated -= 1;
                let class = match self.type_of(value?) {
                    Type::Void => 0,
                    Type::Int(_) => 1,
                    Type::Float(_) => 8,
                    Type::Record(_) => 12,
                    _ => 5,
                };
                self.integer(class, self.common.int, span)
            }
            "object_size" | "dynamic_object_size" => {
                let kind = self.argument(arguments, 1, span)?;
                let is_minimum = self.constant_expression(kind)? & 2 != 0;
                let value = if is_minimum { 0 } else { -1 };
                let value = self.wrap_pointer(value);
                self.integer(value, self.common.size, span)
            }
            "va_start" | "stdarg_start" | "c23_va_start" => {
                let list = self.argument(arguments, 0, span)?;
                let place = self.va_list_place(list)?;
                self.node(ExprKind::VaStart(place), self.common.void, span)
            }
            "va_end" => {
                let list = self.argument(arguments, 0, span)?;
                let place = self.va_list_place(list)?;
                self.node(ExprKind::VaEnd(place), self.common.void, span)
            }
            "va_copy" => {
                let (to, from) = (self.argument(arguments, 0, span)?, self.argument(arguments, 1, span)?);
                let (to, from) = (self.va_list_place(to)?, self.va_list_place(from)?);
                self.node(ExprKind::VaCopy(to, from), self.common.void, span)
            }
            "alloca_with_align" | "alloca_with_align_and_max" => {
                let size = self.argument(arguments, 0, span)?;
                let ty = self.library_type("alloca").unwrap_or(self.common.int);
                let pointer = self.function_pointer("alloca", ty, span);
                let size = self.scalar(size)?;
                let size = self.convert(size, self.common.size);
                self.call_values(pointer, vec![size], self.common.void_pointer, span)
            }
            _ => return self.float_constant(name, arguments, span),
        }))
    }

    /// What gcc knows without optimisation: numbers and string literals.
    fn is_known_constant(&mut self, argument: ast::ExprId) -> Checked<bool> {
        self.unevaluated += 1;
        let value = self.value(argument);
        self.unevaluated -= 1;
        Ok(match self.program.exprs[value?].kind {
            ExprKind::Int(_) | ExprKind::Float(_) => true,
            ExprKind::AddressOf(place) => match self.program.places[place].kind {
                PlaceKind::Object(_) => matches!(self.ast[argument].kind, Syntax::Str(_)),
                _ => false,
            },
            _ => false,
        })
    }

    /// `__builtin_inf`, `__builtin_huge_val`, `__builtin_nan` in their variants.
    fn float_constant(
        &mut self,
        name: &str,
        arguments: &'a [ast::ExprId],
        span: Span,
    ) -> Checked<Option<ExprId>> {
        let bases = [("huge_val", false), ("inf", false), ("nans", true), ("nan", true)];
        let found = bases.iter().find_map(|&(base, is_nan)| Some((name.strip_prefix(base)?, is_nan)));
        let ty = match found.map(|(suffix, _)| suffix) {
            Some("" | "f64" | "f32x") => self.common.double,
            Some("f" | "f32") => self.common.float,
            Some("l" | "f64x") => self.common.long_double,
            Some("f128" | "q") => self.program.types.intern(Type::Float(crate::types::FloatKind::Quad)),
            _ => return Ok(None),
        };
        let Type::Float(kind) = self.program.types[ty] else { return Ok(None) };
        let format = float_format(kind);
        let value = match found {
            Some((_, true)) => {
                let text = self.argument(arguments, 0, span)?;
                self.value(text)?;
                SoftFloat::nan(format)
            }
            _ => SoftFloat::infinity(format, false),
        };
        Ok(Some(self.node(ExprKind::Float(value), ty, span)))
    }

    /// Builtins whose arguments have any type, which is kept.
    fn generic_builtin(
        &mut self,
        name: &'a str,
        rest: &str,
        arguments: &'a [ast::ExprId],
        span: Span,
    ) -> Checked<Option<ExprId>> {
        let compare = match rest {
            "isgreater" => Some(CompareOp::Gt),
            "isgreaterequal" => Some(CompareOp::Ge),
            "isless" => Some(CompareOp::Lt),
            "islessequal" => Some(CompareOp::Le),
            _ => None,
        };
        let is_pair = compare.is_some() || matches!(rest, "islessgreater" | "isunordered");
        let is_overflow = matches!(
            rest,
            "add_overflow"
                | "sub_overflow"
                | "mul_overflow"
                | "add_overflow_p"
                | "sub_overflow_p"
                | "mul_overflow_p"
        );
        if !is_pair && !is_overflow && !CLASSIFICATIONS.contains(&rest) && rest != "fpclassify" {
            return Ok(None);
        }
        let mut values = Vec::with_capacity(arguments.len());
        for &argument in arguments {
            values.push(self.scalar(argument)?);
        }
        if is_pair {
            let [a, b] = values[..] else { return self.error(span, "two arguments are needed") };
            if !self.is_arithmetic(self.ty(a)) || !self.is_arithmetic(self.ty(b)) {
                return self.error(span, "numbers are needed here");
            }
            let (a, b, _) = self.usual_conversions(a, b);
            if let Some(op) = compare {
                return Ok(Some(self.binary(BinaryOp::Compare(op), a, b, self.common.int, span)));
            }
            values = vec![a, b];
        }
        let needed = if is_overflow { 3 } else { 1 };
        if values.len() < needed {
            return self.error(span, "there are too few arguments");
        }
        if rest.ends_with("_overflow_p") && self.bit_width(values[2]).is_some() {
            return Ok(Some(self.unsupported("overflow of a bit-field", self.common.bool, span)));
        }
        let result = if is_overflow { self.common.bool } else { self.common.int };
        let function =
            FunctionType { result, parameters: Vec::new(), is_variadic: true, has_prototype: false };
        let ty = self.program.types.intern(Type::Function(function));
        let pointer = self.function_pointer(name, ty, span);
        Ok(Some(self.call_values(pointer, values, result, span)))
    }
}
