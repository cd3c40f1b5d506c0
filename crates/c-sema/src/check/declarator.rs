//! Declarators: the way from the type of the specifiers to that of a name.

use base::Span;
use c_syntax::ast::{self, ArraySize, Declarator, Derived, Parameter, Parameters, TypeSpec};

use super::scope::{Entry, TypeInfo};
use super::{Checked, Checker};
use crate::hir::{InitPart, Object, Storage};
use crate::types::{ArrayLength, FunctionType, Ty, Type};

impl<'a> Checker<'a> {
    /// The type that a cast or `sizeof` names.
    pub(super) fn type_name(&mut self, id: ast::TypeId) -> Checked<TypeInfo> {
        let name = &self.ast[id];
        let base = self.specifiers(&name.specifiers)?;
        self.declarator(base, &name.declarator)
    }

    /// The type that a declarator makes of the specifiers' type.
    pub(super) fn declarator(&mut self, base: TypeInfo, declarator: &'a Declarator) -> Checked<TypeInfo> {
        let span = self.span(declarator.range);
        let info = self.derive(base, &declarator.derived, span)?;
        self.type_attributes(info, &declarator.attributes)
    }

    pub(super) fn derive(&mut self, base: TypeInfo, derived: &'a [Derived], span: Span) -> Checked<TypeInfo> {
        let mut info = base;
        for step in derived.iter().rev() {
            info = match step {
                Derived::Pointer(qualifiers, _) => {
                    let ty = self.program.types.pointer_to(info.ty);
                    TypeInfo { is_const: qualifiers.is_const, ..ty.into() }
                }
                Derived::Array(size, _) => TypeInfo { ty: self.array_type(info.ty, *size, span)?, ..info },
                Derived::Function(parameters) => self.function_type(info.ty, parameters, span)?.into(),
            };
        }
        Ok(info)
    }

    fn array_type(&mut self, element: Ty, size: ArraySize, span: Span) -> Checked<Ty> {
        match &self.program.types[element] {
            Type::Function(_) => return self.error(span, "an array of functions"),
            Type::Void => return self.error(span, "an array of `void`"),
            Type::Record(record) if self.program.types.records[*record].size.is_none() => {
                let name = self.program.types.records[*record].name.clone();
                return self.error_hint(
                    span,
                    format!("an array of `{name}`, whose fields are not known"),
                    "define it first",
                );
            }
            _ => {}
        }
        let length = match size {
            ArraySize::None | ArraySize::Star => ArrayLength::Unknown,
            ArraySize::Expr(expr) => self.array_length(expr)?,
        };
        if let ArrayLength::Constant(length) = length
            && let Some(size) = self.program.types.size_of(element)
            && size.checked_mul(length).is_none_or(|total| total > 1 << 56)
        {
            return self.error(span, "the array is too large");
        }
        Ok(self.program.types.intern(Type::Array(element, length)))
    }

    /// The length of a parameter that is written as an array: nobody asks for it, but it is evaluated.
    fn parameter_length(&mut self, size: ArraySize) -> Checked<()> {
        let ArraySize::Expr(expr) = size else { return Ok(()) };
        if self.in_prototype {
            return Ok(());
        }
        let value = self.value(expr)?;
        if self.folded(value).is_none() {
            let span = self.expr_span(expr);
            self.evaluate_pending(value, span);
        }
        Ok(())
    }

    /// A constant, or a hidden object that is given the value where the type is evaluated.
    fn array_length(&mut self, expr: ast::ExprId) -> Checked<ArrayLength> {
        let span = self.expr_span(expr);
        let value = self.value(expr)?;
        if !matches!(self.type_of(value), Type::Int(_)) {
            return self.error(span, "the length of an array is an integer");
        }
        if let Some(length) = self.folded(value) {
            return match u64::try_from(length) {
                Ok(length) => Ok(ArrayLength::Constant(length)),
                Err(_) => self.error(span, format!("the array has a negative length, {length}")),
            };
        }
        if self.in_prototype {
            return Ok(ArrayLength::Unknown);
        }
        if self.function.is_none() {
            return self.error_hint(
                span,
                "the length of this array is not constant",
                "only arrays in functions may have a variable length",
            );
        }
        let size = self.common.size;
        let length = self.convert(value, size);
        let object = self.hidden_object("length", size, span);
        let part = InitPart { bit_offset: 0, bit_width: None, ty: size, value: length };
        self.declare_pending(object, part, span);
        Ok(ArrayLength::Variable(object))
    }

    pub(super) fn function_type(
        &mut self,
        result: Ty,
        parameters: &'a Parameters,
        span: Span,
    ) -> Checked<Ty> {
        self.check_result_type(result, span)?;
        let function = match parameters {
            Parameters::Identifiers(_) => {
                FunctionType { result, parameters: Vec::new(), is_variadic: true, has_prototype: false }
            }
            Parameters::Prototype { list, variadic } => {
                self.scopes.open();
                let outer = std::mem::replace(&mut self.in_prototype, true);
                let parameters = self.prototype_parameters(list);
                self.in_prototype = outer;
                self.scopes.close();
                FunctionType { result, parameters: parameters?, is_variadic: *variadic, has_prototype: true }
            }
        };
        Ok(self.program.types.intern(Type::Function(function)))
    }

    pub(super) fn check_result_type(&mut self, result: Ty, span: Span) -> Checked<()> {
        match self.program.types[result] {
            Type::Function(_) => self.error(span, "a function that returns a function"),
            Type::Array(..) => self.error(span, "a function that returns an array"),
            _ => Ok(()),
        }
    }

    fn prototype_parameters(&mut self, list: &'a [Parameter]) -> Checked<Vec<Ty>> {
        if self.is_void_list(list)? {
            return Ok(Vec::new());
        }
        // Names are only needed by the lengths of arrays and by `typeof`.
        let needs_names = list.iter().any(|parameter| {
            let is_array = |step: &Derived| matches!(step, Derived::Array(ArraySize::Expr(_), _));
            parameter.declarator.derived.iter().any(is_array)
                || matches!(parameter.specifiers.ty, TypeSpec::TypeofExpr(_) | TypeSpec::TypeofUnqualExpr(_))
        });
        let mut types = Vec::with_capacity(list.len());
        for parameter in list {
            let info = self.parameter_type(parameter)?;
            if let (true, Some(name)) = (needs_names, parameter.declarator.name) {
                self.announce_parameter(name, info.ty);
            }
            types.push(info.ty);
        }
        Ok(types)
    }

    fn announce_parameter(&mut self, name: ast::Ident, ty: Ty) {
        let existing = self.linker.prototype_objects.get(&ty).copied();
        let object = existing.unwrap_or_else(|| {
            let align = self.program.types.align_of(ty);
            let span = self.span(name.range);
            let object = Object { name: "parameter".into(), ty, align, storage: Storage::External, span };
            let object = self.program.objects.push(object);
            self.linker.prototype_objects.insert(ty, object);
            object
        });
        self.scopes.declare(name.name, Entry::Object(object));
    }

    /// Whether the list is `(void)`.
    pub(super) fn is_void_list(&mut self, list: &'a [Parameter]) -> Checked<bool> {
        let [only] = list else { return Ok(false) };
        if only.declarator.name.is_some() || !only.declarator.derived.is_empty() {
            return Ok(false);
        }
        Ok(self.specifiers(&only.specifiers)?.ty == self.common.void)
    }

    /// The type of a parameter: arrays and functions are pointers.
    pub(super) fn parameter_type(&mut self, parameter: &'a Parameter) -> Checked<TypeInfo> {
        let base = self.specifiers(&parameter.specifiers)?;
        let info = self.adjusted_type(base, &parameter.declarator)?;
        if let Some(Derived::Array(size, _)) = parameter.declarator.derived.first() {
            self.parameter_length(*size)?;
        }
        Ok(info)
    }

    pub(super) fn adjusted_type(&mut self, base: TypeInfo, declarator: &'a Declarator) -> Checked<TypeInfo> {
        let span = self.span(declarator.range);
        let info = match declarator.derived.split_first() {
            Some((Derived::Array(..), rest)) => {
                let element = self.derive(base, rest, span)?;
                self.program.types.pointer_to(element.ty).into()
            }
            _ => self.declarator(base, declarator)?,
        };
        Ok(match self.program.types[info.ty] {
            Type::Array(element, _) => self.program.types.pointer_to(element).into(),
            Type::Function(_) => self.program.types.pointer_to(info.ty).into(),
            Type::Void => return self.error(span, "a parameter of type `void`"),
            _ => info,
        })
    }
}
