//! Expressions: names, members, casts, sizes, and everything that is not an operator, a call or an assignment.

use base::Span;
use c_syntax::Symbol;
use c_syntax::ast::{self, ExprKind as Syntax, Ident, OffsetStep};

use super::operand::Operand;
use super::record::Special;
use super::scope::{Entry, TypeInfo};
use super::{Checked, Checker, Reported};
use crate::hir::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind};
use crate::types::{DataModel, Ty, Type};

impl<'a> Checker<'a> {
    /// Checks an expression.
    pub(super) fn expression(&mut self, id: ast::ExprId) -> Checked<Operand> {
        stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || self.expression_inner(id))
    }

    fn expression_inner(&mut self, id: ast::ExprId) -> Checked<Operand> {
        let ast = self.ast;
        let span = self.expr_span(id);
        let value = match &ast[id].kind {
            Syntax::Ident(name) => return self.identifier(*name, span),
            Syntax::Int(literal) => self.integer_literal(*literal, span)?,
            Syntax::Float(literal) => self.float_literal(*literal, span)?,
            Syntax::Char(literal) => self.character_literal(*literal, span),
            Syntax::Str(string) => return self.string_literal(&ast[*string], span),
            Syntax::FuncName => return self.function_name(span),
            Syntax::Unary(op, operand) => return self.unary_operator(*op, *operand, span),
            Syntax::Binary(..) => self.binary_chain(id)?,
            Syntax::Assign(None, target, value) => self.assign(*target, *value, span)?,
            Syntax::Assign(Some(op), target, value) => self.compound_assign(*op, *target, *value, span)?,
            Syntax::Comma(..) => self.comma_chain(id)?,
            Syntax::Conditional(condition, then, otherwise) => {
                self.conditional(*condition, *then, *otherwise, span)?
            }
            Syntax::Cast(ty, operand) => return self.cast(*ty, *operand, span),
            Syntax::CompoundLiteral(ty, list) => return self.compound_literal(*ty, *list, span),
            Syntax::Call(callee, arguments) => return self.call(*callee, arguments, span),
            Syntax::Index(base, index) => return self.index(*base, *index, span),
            Syntax::Member(base, name) => return self.member(*base, *name, span),
            Syntax::Arrow(base, name) => return self.arrow(*base, *name, span),
            Syntax::SizeofExpr(operand) => {
                let operand = self.unevaluated(*operand)?;
                match self.narrow_size(&operand) {
                    Some(size) => self.integer(i128::from(size), self.common.size, span),
                    None => {
                        let size = self.size_of(self.operand_type(&operand), span)?;
                        let effect = self.measured(&operand, span);
                        self.after(effect, size, span)
                    }
                }
            }
            Syntax::SizeofType(ty) => self.with_pending(span, |checker| {
                let info = checker.type_name(*ty)?;
                checker.size_of(info.ty, span)
            })?,
            Syntax::AlignofExpr(operand) => self.align_of_expression(*operand, span)?,
            Syntax::AlignofType(ty) => {
                let info = self.unevaluated_type(*ty)?;
                let align = info.align.unwrap_or_else(|| self.program.types.align_of(info.ty));
                self.integer(i128::from(align), self.common.size, span)
            }
            Syntax::Generic(control, choices) => return self.generic(*control, choices, span),
            Syntax::StmtExpr(statement) => return self.statement_expression(*statement, span),
            Syntax::LabelAddr(label) => {
                let label = self.use_label(*label)?;
                self.program.labels[label].is_address_taken = true;
                self.node(ExprKind::LabelAddress(label), self.common.void_pointer, span)
            }
            Syntax::VaArg(list, ty) => self.with_pending(span, |checker| checker.va_arg(*list, *ty, span))?,
            Syntax::Offsetof(ty, path) => self.offset_of(*ty, path, span)?,
            Syntax::TypesCompatible(a, b) => {
                let is_compatible = self.types_compatible(*a, *b)?;
                self.integer(i128::from(is_compatible), self.common.int, span)
            }
            Syntax::ChooseExpr(condition, then, otherwise) => {
                let is_true = self.constant_expression(*condition)? != 0;
                return self.expression(if is_true { *then } else { *otherwise });
            }
            Syntax::ConvertVector(operand, ty) => {
                self.value(*operand)?;
                let ty = self.type_name(*ty)?.ty;
                self.unsupported("vectors", ty, span)
            }
        };
        Ok(Operand::Value(value))
    }

    fn identifier(&mut self, name: Symbol, span: Span) -> Checked<Operand> {
        match self.scopes.name(name) {
            Some(Entry::Object(object)) => Ok(Operand::Place(self.object_place(object, span))),
            Some(Entry::Function(function, ty)) => {
                self.mark_used(function);
                let pointer = self.program.types.pointer_to(ty);
                Ok(Operand::Function(self.node(ExprKind::FunctionAddress(function), pointer, span)))
            }
            Some(Entry::Constant(value, ty)) => Ok(Operand::Value(self.integer(value, ty, span))),
            Some(Entry::Broken) => Err(Reported),
            Some(Entry::Typedef(_)) => {
                self.error(span, format!("`{}` is a type, not a value", self.name(name)))
            }
            None => {
                if let Some(function) = self.library_function(self.name(name), span) {
                    return Ok(Operand::Function(function));
                }
                let message = format!("`{}` is not declared", self.name(name));
                self.error_hint(span, message, "declare it before it is used")
            }
        }
    }

    /// `a, b, c`: the values of all but the last are dropped.
    fn comma_chain(&mut self, id: ast::ExprId) -> Checked<ExprId> {
        let mut spine = Vec::new();
        let mut first = id;
        while let Syntax::Comma(left, right) = self.ast[first].kind {
            spine.push((first, right));
            first = left;
        }
        let mut value = self.value(first)?;
        for (node, right) in spine.into_iter().rev() {
            let right = self.value(right)?;
            value = self.comma(value, right, self.expr_span(node));
        }
        Ok(value)
    }

    fn member(&mut self, base: ast::ExprId, name: Ident, span: Span) -> Checked<Operand> {
        let operand = self.expression(base)?;
        let (effect, place) = match operand {
            Operand::Place(place) => (None, place),
            Operand::After(effect, place) => (Some(effect), place),
            Operand::Value(value) if matches!(self.type_of(value), Type::Record(_)) => {
                let (effect, place) = self.materialize(value, span);
                (Some(effect), place)
            }
            _ => return self.error(self.expr_span(base), "this has no fields"),
        };
        let place = self.field_place(place, name, span)?;
        Ok(match effect {
            Some(effect) => Operand::After(effect, place),
            None => Operand::Place(place),
        })
    }

    fn arrow(&mut self, base: ast::ExprId, name: Ident, span: Span) -> Checked<Operand> {
        let pointer = self.value(base)?;
        let Type::Pointer(pointee) = *self.type_of(pointer) else {
            return self.error_hint(
                self.expr_span(base),
                "this is no pointer",
                "`->` needs a pointer, `.` a struct or union",
            );
        };
        let place = self.dereference(pointer, pointee, span);
        Ok(Operand::Place(self.field_place(place, name, span)?))
    }

    /// The place that a pointer points to.
    pub(super) fn dereference(&mut self, pointer: ExprId, pointee: Ty, span: Span) -> PlaceId {
        if let ExprKind::AddressOf(place) = self.program.exprs[pointer].kind
            && self.program.places[place].ty == pointee
        {
            return place;
        }
        self.place(PlaceKind::Deref(pointer), pointee, span)
    }

    /// A field by name, also through anonymous members.
    pub(super) fn field_place(&mut self, place: PlaceId, name: Ident, span: Span) -> Checked<PlaceId> {
        let ty = self.program.places[place].ty;
        let path = self.field_path(ty, name)?;
        let mut place = place;
        for index in path {
            let Type::Record(record) = self.program.types[self.program.places[place].ty] else { break };
            let field = self.program.types.records[record].fields[index].ty;
            place = self.place(PlaceKind::Field(place, index), field, span);
        }
        Ok(place)
    }

    /// The fields to follow from a record to a member.
    pub(super) fn field_path(&mut self, ty: Ty, name: Ident) -> Checked<Box<[usize]>> {
        let span = self.span(name.range);
        let Type::Record(record) = self.program.types[ty] else {
            let message = format!("`{}` has no fields", self.program.type_text(ty));
            return self.error(span, message);
        };
        if let Some(path) = self.members.get(&(record, name.name)) {
            return Ok(path.clone());
        }
        let shown = &self.program.types.records[record];
        let message = match shown.size {
            None => format!("the fields of `{}` are not known here", shown.name),
            Some(_) => format!("`{}` has no field `{}`", shown.name, self.name(name.name)),
        };
        self.error(span, message)
    }

    fn index(&mut self, base: ast::ExprId, index: ast::ExprId, span: Span) -> Checked<Operand> {
        let base = match self.expression(base)? {
            Operand::Place(place) => Operand::Place(self.vector_elements(place, span)),
            base => base,
        };
        let (a, b) = (self.read_operand(base, span)?, self.value(index)?);
        let (pointer, index) = if matches!(self.type_of(a), Type::Pointer(_)) { (a, b) } else { (b, a) };
        let Type::Pointer(pointee) = *self.type_of(pointer) else {
            if let Some(Special::Vector(element)) = self.special_of(self.ty(a)) {
                return Ok(Operand::Value(self.unsupported("vectors", element, span)));
            }
            return self.error(span, "one of the two must be an array or a pointer");
        };
        let pointer = self.pointer_add(pointer, index, false, span)?;
        Ok(match self.program.types[pointee] {
            Type::Function(_) => Operand::Function(pointer),
            _ => Operand::Place(self.dereference(pointer, pointee, span)),
        })
    }

    /// The array of the elements, if the place is a vector.
    fn vector_elements(&mut self, place: PlaceId, span: Span) -> PlaceId {
        let ty = self.program.places[place].ty;
        match (self.special_of(ty), &self.program.types[ty]) {
            (Some(Special::Vector(_)), &Type::Record(record)) => {
                let elements = self.program.types.records[record].fields[0].ty;
                self.place(PlaceKind::Field(place, 0), elements, span)
            }
            _ => place,
        }
    }

    fn cast(&mut self, ty: ast::TypeId, operand: ast::ExprId, span: Span) -> Checked<Operand> {
        let mark = self.pending_mark();
        let ty = self.type_name(ty)?.ty;
        let effect = self.take_pending(mark, span);
        let value = self.value(operand)?;
        let value = self.cast_value(value, ty, span)?;
        Ok(Operand::Value(self.after(effect, value, span)))
    }

    pub(super) fn cast_value(&mut self, value: ExprId, ty: Ty, span: Span) -> Checked<ExprId> {
        let from = self.ty(value);
        if from == ty {
            return Ok(self.widen(value, ty));
        }
        let types = &self.program.types;
        match (&types[from], &types[ty]) {
            (_, Type::Void) => Ok(self.node(ExprKind::Convert(value), ty, span)),
            (_, Type::Record(record)) if types.records[*record].is_union => {
                self.cast_to_union(value, ty, span)
            }
            _ => {
                let value = self.convert_assigned(value, ty, span)?;
                self.program.exprs[value].span = span;
                Ok(value)
            }
        }
    }

    /// GNU: a member's value as a union.
    fn cast_to_union(&mut self, value: ExprId, ty: Ty, span: Span) -> Checked<ExprId> {
        let from = self.ty(value);
        let Type::Record(record) = self.program.types[ty] else { return Err(Reported) };
        let has_member = self.program.types.records[record].fields.iter().any(|field| field.ty == from);
        if !has_member {
            return self.error(span, "the union has no member of this type");
        }
        let object = self.hidden_object("temporary", ty, span);
        let part = crate::hir::InitPart { bit_offset: 0, bit_width: None, ty: from, value };
        let effect = self.initialize_parts(object, true, vec![part], span);
        let place = self.object_place(object, span);
        let value = self.load(place, span);
        Ok(self.comma(effect, value, span))
    }

    /// A type whose lengths nobody evaluates.
    pub(super) fn unevaluated_type(&mut self, ty: ast::TypeId) -> Checked<TypeInfo> {
        let mark = self.pending_mark();
        let info = self.type_name(ty);
        self.drain_pending(mark);
        info
    }

    fn size_of(&mut self, ty: Ty, span: Span) -> Checked<ExprId> {
        self.size_expression(ty, span)
    }

    /// Evaluates the lengths of arrays that a type names before the value.
    fn with_pending(
        &mut self,
        span: Span,
        check: impl FnOnce(&mut Self) -> Checked<ExprId>,
    ) -> Checked<ExprId> {
        let mark = self.pending_mark();
        let value = check(self);
        let effect = self.take_pending(mark, span);
        Ok(self.after(effect, value?, span))
    }

    fn align_of_expression(&mut self, operand: ast::ExprId, span: Span) -> Checked<ExprId> {
        self.unevaluated += 1;
        let checked = self.expression(operand);
        self.unevaluated -= 1;
        let checked = checked?;
        let align = match checked {
            Operand::Place(place) => match self.program.places[place].kind {
                PlaceKind::Object(object) => self.program.objects[object].align,
                _ => self.program.types.align_of(self.operand_type(&checked)),
            },
            _ => self.program.types.align_of(self.operand_type(&checked)),
        };
        Ok(self.integer(i128::from(align), self.common.size, span))
    }

    /// `_Generic`. Qualifiers are not known here, so associations that differ in them only are rejected.
    fn generic(
        &mut self,
        control: ast::ExprId,
        choices: &'a [(Option<ast::TypeId>, ast::ExprId)],
        span: Span,
    ) -> Checked<Operand> {
        let place = self.expr_span(control);
        let control = self.unevaluated(control)?;
        let control = self.read_operand(control, place)?;
        // No type has the name of a bit-field's.
        let exact = self.exact_type(control);
        let control = self.ty(control);
        let has_default = choices.iter().any(|(ty, _)| ty.is_none());
        let mut found = None;
        let mut default = None;
        for &(ty, value) in choices {
            let Some(ty) = ty else {
                default = Some(value);
                continue;
            };
            let is_told = self.is_told_by_qualifiers(ty);
            let ty = self.unevaluated_type(ty)?.ty;
            if !exact.is_some_and(|exact| self.is_compatible(ty, exact)) {
                continue;
            }
            if found.replace(value).is_some() || (is_told && has_default) {
                return self
                    .error(span, "unsupported: `_Generic` that tells qualifiers or enumerations apart");
            }
        }
        match found.or(default) {
            Some(value) => self.expression(value),
            None => {
                let message = format!("`_Generic` has no choice for `{}`", self.program.type_text(control));
                self.error(span, message)
            }
        }
    }

    /// The place of a `va_list`: the array or pointer itself, or what a parameter points to.
    pub(super) fn va_list_place(&mut self, list: ast::ExprId) -> Checked<PlaceId> {
        let span = self.expr_span(list);
        let va_list = self.va_list_type();
        let operand = self.expression(list)?;
        if let Operand::Place(place) = operand
            && self.program.places[place].ty == va_list
        {
            return Ok(place);
        }
        let value = self.read_operand(operand, span)?;
        match *self.type_of(value) {
            Type::Pointer(pointee) if self.program.types.model == DataModel::Lp64 => {
                Ok(self.dereference(value, pointee, span))
            }
            _ => self.error(span, "this is no `va_list`"),
        }
    }

    fn va_arg(&mut self, list: ast::ExprId, ty: ast::TypeId, span: Span) -> Checked<ExprId> {
        let place = self.va_list_place(list)?;
        let ty = self.type_name(ty)?.ty;
        Ok(self.node(ExprKind::VaArg(place), ty, span))
    }

    fn offset_of(&mut self, ty: ast::TypeId, path: &'a [OffsetStep], span: Span) -> Checked<ExprId> {
        let mut ty = self.type_name(ty)?.ty;
        let size = self.common.size;
        let mut offset = self.integer(0, size, span);
        for step in path {
            let added = match *step {
                OffsetStep::Field(name) => {
                    let mut bits = 0;
                    for index in self.field_path(ty, name)? {
                        let Type::Record(record) = self.program.types[ty] else { break };
                        let field = &self.program.types.records[record].fields[index];
                        bits += field.bit_offset;
                        ty = field.ty;
                    }
                    self.integer(i128::from(bits / 8), size, span)
                }
                OffsetStep::Index(index) => {
                    let Type::Array(element, _) = self.program.types[ty] else {
                        return self.error(span, "only arrays have elements");
                    };
                    ty = element;
                    let index = self.scalar(index)?;
                    let index = self.convert(index, size);
                    let element = self.size_expression(element, span)?;
                    self.binary(BinaryOp::Mul, index, element, size, span)
                }
            };
            offset = self.binary(BinaryOp::Add, offset, added, size, span);
        }
        Ok(offset)
    }
}
