//! Calls: arguments, results, functions that are not declared.

use base::Span;
use c_syntax::ast::{self, ExprKind as Syntax};

use super::operand::Operand;
use super::{Checked, Checker};
use crate::hir::{Callee, ExprId, ExprKind, InitPart};
use crate::types::{FunctionType, Ty, Type};

impl<'a> Checker<'a> {
    pub(super) fn call(
        &mut self,
        callee: ast::ExprId,
        arguments: &'a [ast::ExprId],
        span: Span,
    ) -> Checked<Operand> {
        if let Syntax::Ident(name) = self.ast[callee].kind
            && self.scopes.name(name).is_none()
        {
            let text = self.name(name);
            if let Some(operand) = self.builtin_call(text, arguments, span)? {
                return Ok(operand);
            }
            let function = self.implicit_function(text, self.expr_span(callee));
            return self.call_pointer(function, arguments, span);
        }
        let operand = self.expression(callee)?;
        let pointer = self.read_operand(operand, self.expr_span(callee))?;
        self.call_pointer(pointer, arguments, span)
    }

    /// A function that is called without a declaration: gcc knows the types of some, others return `int`.
    fn implicit_function(&mut self, name: &'a str, span: Span) -> ExprId {
        let ty = self.library_type(name).unwrap_or_else(|| {
            let result = self.common.int;
            let ty = FunctionType { result, parameters: Vec::new(), is_variadic: true, has_prototype: false };
            self.program.types.intern(Type::Function(ty))
        });
        let (function, is_new) = self.external_function(name, ty, span);
        if is_new {
            self.linker.implicit.insert(function);
            self.linker.implicit_here.insert(function);
            self.warning(span, format!("`{name}` is called without a declaration"));
        }
        // What is known by now counts, as if the declaration had been in scope.
        self.mark_used(function);
        let pointer = self.program.types.pointer_to(ty);
        self.node(ExprKind::FunctionAddress(function), pointer, span)
    }

    pub(super) fn call_pointer(
        &mut self,
        pointer: ExprId,
        arguments: &'a [ast::ExprId],
        span: Span,
    ) -> Checked<Operand> {
        let function = self.called_type(pointer, span)?;
        let mut values = Vec::with_capacity(arguments.len());
        for (number, &argument) in arguments.iter().enumerate() {
            let place = self.expr_span(argument);
            let value = self.value(argument)?;
            let value = match function.parameters.get(number).filter(|_| function.has_prototype) {
                Some(&parameter) => self.pass(value, parameter, place)?,
                None => {
                    let value = self.promote_argument(value);
                    let ty = self.ty(value);
                    self.convert_assigned(value, ty, place)?
                }
            };
            values.push(value);
        }
        let expected = function.parameters.len();
        if function.has_prototype
            && (values.len() < expected || (values.len() > expected && !function.is_variadic))
        {
            let message = format!("the function takes {expected} arguments, not {}", values.len());
            return self.error(span, message);
        }
        Ok(Operand::Value(self.call_values(pointer, values, function.result, span)))
    }

    fn called_type(&mut self, pointer: ExprId, span: Span) -> Checked<FunctionType> {
        if let Type::Pointer(pointee) = *self.type_of(pointer)
            && let Type::Function(function) = &self.program.types[pointee]
        {
            return Ok(function.clone());
        }
        let message = format!("`{}` cannot be called", self.program.type_text(self.ty(pointer)));
        self.error_hint(span, message, "only functions and pointers to functions can be called")
    }

    /// A call with arguments that are converted already.
    pub(super) fn call_values(
        &mut self,
        pointer: ExprId,
        values: Vec<ExprId>,
        result: Ty,
        span: Span,
    ) -> ExprId {
        let callee = match self.program.exprs[pointer].kind {
            ExprKind::FunctionAddress(function) => Callee::Direct(function),
            _ => Callee::Indirect(pointer),
        };
        self.node(ExprKind::Call(callee, values), result, span)
    }

    /// The value of an argument for a parameter.
    fn pass(&mut self, value: ExprId, parameter: Ty, span: Span) -> Checked<ExprId> {
        let ty = self.ty(value);
        match self.program.types[parameter] {
            Type::Record(record) if ty != parameter && self.transparent_unions.contains_key(&record) => {
                let fields = &self.program.types.records[record].fields;
                let member = fields.iter().find(|field| field.ty == ty).or(fields.first());
                let Some(member) = member.map(|field| field.ty) else {
                    return self.error(span, "the union has no members");
                };
                let value = self.convert_assigned(value, member, span)?;
                let object = self.hidden_object("temporary", parameter, span);
                let part = InitPart { bit_offset: 0, bit_width: None, ty: member, value };
                let effect = self.initialize_parts(object, true, vec![part], span);
                let place = self.object_place(object, span);
                let union = self.load(place, span);
                Ok(self.comma(effect, union, span))
            }
            _ => self.convert_assigned(value, parameter, span),
        }
    }
}
