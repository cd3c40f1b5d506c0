//! Initialisers, flattened to parts: offset, type, value.
//!
//! A list is walked with a stack of the aggregates that are being filled. An item without designator goes to the
//! next member of the innermost one; an aggregate that meets an item that does not initialise it as a whole is entered
//! (its braces were left out). Designators start again from the list's own aggregate. Zeros are not written into what
//! is zero anyway.
//!
//! Later items override earlier ones, whose values are dropped with their side effects. What C leaves open there is done
//! as gcc does it: an item for an aggregate replaces all that was said about its members, and an item for a member
//! replaces an expression that was given for the aggregate as a whole, so that the other members are zero.

use base::Span;
use c_syntax::ast::{self, Designator, ExprKind as Syntax, Init, InitItem, InitListId, StringLit};

use super::operand::Operand;
use super::parts::{Frame, Parts, Target};
use super::{Checked, Checker, Reported};
use crate::hir::{ExprId, InitPart, Object, Storage};
use crate::types::{ArrayLength, Ty, Type};

/// The greatest number of elements that a range designator may have.
const MAX_RANGE: u64 = 1 << 22;

/// What an initialiser gives an object.
#[derive(Debug)]
pub(super) struct Initialized {
    /// The type of the object, with the length that the initialiser gives to an array.
    pub ty: Ty,
    /// Whether the rest is zero.
    pub is_zeroed: bool,
    /// The parts.
    pub parts: Vec<InitPart>,
}

/// What is assigned to a part.
#[derive(Clone, Copy)]
enum Source {
    Syntax(Init),
    Value(ExprId),
}

impl<'a> Checker<'a> {
    /// Flattens the initialiser of an object.
    pub(super) fn initializer(&mut self, ty: Ty, init: Init, is_static: bool) -> Checked<Initialized> {
        let mut parts = Parts::new(is_static);
        let mut done = Initialized { ty, is_zeroed: true, parts: Vec::new() };
        match self.literal_list(ty, init)? {
            Init::List(list) => done.ty = self.listed(ty, 0, init, list, &mut parts)?,
            Init::Expr(expr) => match self.string_for(ty, expr) {
                Some(string) => {
                    done.ty = self.string_parts(ty, 0, string, self.expr_span(expr), &mut parts)?
                }
                None => {
                    done.is_zeroed = false;
                    let span = self.expr_span(expr);
                    let value = self.value(expr)?;
                    let value = self.convert_assigned(value, ty, span)?;
                    parts.list.push(InitPart { bit_offset: 0, bit_width: None, ty, value });
                }
            },
        }
        self.evaluate_kept(&mut parts);
        done.parts = parts.list;
        if is_static {
            self.check_static(&done.parts)?;
            if done.parts.len() == 1 && self.is_zero(done.parts[0].value) {
                done.parts.clear();
            }
        }
        Ok(done)
    }

    fn check_static(&mut self, parts: &[InitPart]) -> Checked<()> {
        for part in parts {
            if !self.is_static_constant(part.value) {
                let span = self.program.exprs[part.value].span;
                return self.error_hint(
                    span,
                    "the initialiser is not constant",
                    "static objects are initialised before the program runs",
                );
            }
        }
        Ok(())
    }

    /// `(type)(type){ ... }` as an initialiser of that type is the list itself.
    fn literal_list(&mut self, ty: Ty, init: Init) -> Checked<Init> {
        let Init::Expr(expr) = init else { return Ok(init) };
        let Syntax::CompoundLiteral(literal, list) = self.ast[expr].kind else { return Ok(init) };
        let literal = self.type_name(literal)?.ty;
        let is_aggregate = matches!(self.program.types[ty], Type::Array(..) | Type::Record(_));
        Ok(if is_aggregate && self.is_compatible(literal, ty) { Init::List(list) } else { init })
    }

    /// The string literal that initialises an array of that type.
    fn string_for(&self, ty: Ty, expr: ast::ExprId) -> Option<&'a StringLit> {
        let Type::Array(element, _) = self.program.types[ty] else { return None };
        let Type::Int(_) = self.program.types[element] else { return None };
        let Syntax::Str(string) = self.ast[expr].kind else { return None };
        let string = &self.ast[string];
        let size = self.program.types.size_of(self.unit_type(string.encoding));
        (self.program.types.size_of(element) == size).then_some(string)
    }

    fn string_parts(
        &mut self,
        ty: Ty,
        offset: u64,
        string: &StringLit,
        span: Span,
        parts: &mut Parts,
    ) -> Checked<Ty> {
        let Type::Array(element, length) = self.program.types[ty] else { return Err(Reported) };
        parts.clear(&self.extent(ty, offset));
        let count = string.units.len() as u64 + 1;
        let (ty, limit) = match length {
            ArrayLength::Constant(length) => (ty, length),
            _ => {
                let length = ArrayLength::Constant(count);
                (self.program.types.intern(Type::Array(element, length)), count)
            }
        };
        let size = self.program.types.size_of(element).unwrap_or(1) * 8;
        let units = string.units.iter().copied().chain([0]);
        for (number, code) in units.take(limit.min(count) as usize).enumerate() {
            let value = self.unit_constant(element, code, span);
            let target = Target { ty: element, offset: offset + number as u64 * size, width: None };
            self.add_part(parts, target, value);
        }
        Ok(ty)
    }

    /// A list in braces for an object of any type; gives the type with the length of an array.
    fn braced(&mut self, ty: Ty, offset: u64, list: InitListId, parts: &mut Parts) -> Checked<Ty> {
        let list = &self.ast[list];
        let span = self.span(list.range);
        match self.program.types[ty] {
            Type::Array(_, ArrayLength::Variable(_)) if list.items.is_empty() => Ok(ty),
            Type::Array(_, ArrayLength::Variable(_)) => {
                self.error(span, "an array of variable length has no initialiser")
            }
            Type::Array(..) | Type::Record(_) => {
                parts.clear(&self.extent(ty, offset));
                if let [InitItem { designators, init: Init::Expr(expr) }] = &list.items[..]
                    && designators.is_empty()
                    && let Some(string) = self.string_for(ty, *expr)
                {
                    return self.string_parts(ty, offset, string, span, parts);
                }
                self.fill(ty, offset, &list.items, span, parts)
            }
            _ => {
                // A scalar in braces; further items are ignored with a warning, as by gcc.
                if let Some(item) = list.items.first() {
                    let target = Target { ty, offset, width: None };
                    self.place_source(target, Source::Syntax(item.init), span, parts)?;
                }
                Ok(ty)
            }
        }
    }

    /// The list of an initialiser. A compound literal in a function is no constant inside, even if it initialises what
    /// is static.
    fn listed(
        &mut self,
        ty: Ty,
        offset: u64,
        init: Init,
        list: InitListId,
        parts: &mut Parts,
    ) -> Checked<Ty> {
        let is_literal = matches!(init, Init::Expr(_));
        let outer = parts.is_static;
        parts.is_static &= !is_literal || self.function.is_none();
        let ty = self.braced(ty, offset, list, parts);
        parts.is_static = outer;
        ty
    }

    fn frame(&mut self, ty: Ty, offset: u64, span: Span) -> Checked<Frame> {
        let count = match self.program.types[ty] {
            Type::Array(_, ArrayLength::Constant(length)) => length,
            Type::Array(..) => u64::MAX,
            Type::Record(record) => {
                let record = &self.program.types.records[record];
                if record.size.is_none() {
                    let message = format!("the fields of `{}` are not known here", record.name);
                    return self.error(span, message);
                }
                if record.is_union { record.fields.len().min(1) as u64 } else { record.fields.len() as u64 }
            }
            _ => 0,
        };
        Ok(Frame { ty, offset, next: 0, count })
    }

    fn child(&self, frame: &Frame, index: u64) -> Target {
        match self.program.types[frame.ty] {
            Type::Array(element, _) => {
                let size = self.program.types.size_of(element).unwrap_or(0) * 8;
                Target {
                    ty: element,
                    offset: frame.offset.saturating_add(index.saturating_mul(size)),
                    width: None,
                }
            }
            Type::Record(record) => {
                let field = &self.program.types.records[record].fields[index as usize];
                Target { ty: field.ty, offset: frame.offset + field.bit_offset, width: field.bit_width }
            }
            _ => Target { ty: frame.ty, offset: frame.offset, width: None },
        }
    }

    /// Fills an aggregate from a list.
    fn fill(
        &mut self,
        ty: Ty,
        offset: u64,
        items: &'a [InitItem],
        span: Span,
        parts: &mut Parts,
    ) -> Checked<Ty> {
        let mut stack = vec![self.frame(ty, offset, span)?];
        let mut longest = 0;
        for item in items {
            let span = match item.init {
                Init::Expr(expr) => self.expr_span(expr),
                Init::List(list) => self.span(self.ast[list].range),
            };
            if item.designators.is_empty() {
                self.fill_next(&mut stack, Source::Syntax(item.init), span, parts)?;
            } else {
                self.fill_designated(&mut stack, &item.designators, item.init, span, parts)?;
            }
            longest = longest.max(stack[0].next);
        }
        match self.program.types[ty] {
            Type::Array(element, ArrayLength::Unknown) => {
                let length = ArrayLength::Constant(longest);
                Ok(self.program.types.intern(Type::Array(element, length)))
            }
            _ => Ok(ty),
        }
    }

    /// Initialises the next member, entering aggregates whose braces were left out.
    fn fill_next(
        &mut self,
        stack: &mut Vec<Frame>,
        source: Source,
        span: Span,
        parts: &mut Parts,
    ) -> Checked<()> {
        let frame = loop {
            let depth = stack.len();
            let Some(frame) = stack.last_mut() else { return Ok(()) };
            if frame.next < frame.count {
                break frame;
            }
            if depth == 1 {
                self.warning(span, "there are more initialisers than members");
                return Ok(());
            }
            stack.pop();
        };
        let current = *frame;
        frame.next += 1;
        let target = self.child(&current, current.next);
        self.note_union(&current, current.next, parts);
        self.fill_target(stack, target, source, span, parts)
    }

    /// Initialises a member, or enters it.
    fn fill_target(
        &mut self,
        stack: &mut Vec<Frame>,
        target: Target,
        source: Source,
        span: Span,
        parts: &mut Parts,
    ) -> Checked<()> {
        let source = match self.place_whole(target, source, span, parts)? {
            None => return Ok(()),
            Some(source) => source,
        };
        // The braces around this member were left out.
        let frame = self.frame(target.ty, target.offset, span)?;
        if frame.count == 0 {
            // As gcc does it, the value is lost. (There may be billions of such members.)
            self.warning(span, "there are more initialisers than members");
            return Ok(());
        }
        self.open_aggregate(target.ty, target.offset, parts);
        stack.push(frame);
        self.fill_next(stack, source, span, parts)
    }

    /// Initialises a member as a whole, if the source can do that; otherwise gives back what to go on with.
    fn place_whole(
        &mut self,
        target: Target,
        source: Source,
        span: Span,
        parts: &mut Parts,
    ) -> Checked<Option<Source>> {
        let is_aggregate = matches!(self.program.types[target.ty], Type::Array(..) | Type::Record(_));
        let source = match source {
            Source::Syntax(init) => match self.literal_list(target.ty, init)? {
                Init::List(list) => {
                    self.listed(target.ty, target.offset, init, list, parts)?;
                    if matches!(init, Init::Expr(_)) && !parts.is_static {
                        let bits = self.extent(target.ty, target.offset);
                        parts.end = parts.end.max(bits.end);
                        parts.literals.push(bits);
                    }
                    return Ok(None);
                }
                Init::Expr(expr) => {
                    if let Some(string) = self.string_for(target.ty, expr) {
                        self.string_parts(target.ty, target.offset, string, span, parts)?;
                        return Ok(None);
                    }
                    // A string stays syntax until it meets an array of characters, or a pointer.
                    if is_aggregate && matches!(self.ast[expr].kind, Syntax::Str(_)) {
                        return Ok(Some(source));
                    }
                    Source::Value(self.value(expr)?)
                }
            },
            source => source,
        };
        let Source::Value(value) = source else { return Ok(Some(source)) };
        if is_aggregate && self.ty(value) != target.ty && self.special_of(target.ty).is_none() {
            return Ok(Some(source));
        }
        self.place_source(target, source, span, parts)?;
        Ok(None)
    }

    fn place_source(&mut self, target: Target, source: Source, span: Span, parts: &mut Parts) -> Checked<()> {
        let value = match source {
            Source::Value(value) => value,
            Source::Syntax(Init::Expr(expr)) => self.value(expr)?,
            Source::Syntax(Init::List(list)) => {
                self.braced(target.ty, target.offset, list, parts)?;
                return Ok(());
            }
        };
        let value = self.convert_assigned(value, target.ty, span)?;
        self.add_part(parts, target, value);
        Ok(())
    }

    fn fill_designated(
        &mut self,
        stack: &mut Vec<Frame>,
        designators: &'a [Designator],
        init: Init,
        span: Span,
        parts: &mut Parts,
    ) -> Checked<()> {
        let mut choices = Vec::with_capacity(designators.len());
        let mut total = 1_u64;
        for designator in designators {
            let (first, last) = match *designator {
                Designator::Field(_) => (0, 0),
                Designator::Index(index) => {
                    let index = self.index_constant(index)?;
                    (index, index)
                }
                Designator::Range(first, last) => (self.index_constant(first)?, self.index_constant(last)?),
            };
            if last < first
                || (last - first).checked_add(1).is_none_or(|n| n.saturating_mul(total) > MAX_RANGE)
            {
                return self.error(span, "the range of elements is empty or too large");
            }
            total *= last - first + 1;
            choices.push((first, last));
        }
        if total == 1 {
            let indices: Vec<u64> = choices.iter().map(|&(first, _)| first).collect();
            let target = self.designate(stack, designators, &indices, span, parts)?;
            return self.fill_target(stack, target, Source::Syntax(init), span, parts);
        }
        let mut value = None;
        for number in 0..total {
            let mut rest = number;
            let mut indices = vec![0; choices.len()];
            for (index, &(first, last)) in indices.iter_mut().zip(&choices).rev() {
                let count = last - first + 1;
                (*index, rest) = (first + rest % count, rest / count);
            }
            let target = self.designate(stack, designators, &indices, span, parts)?;
            if number == 0 {
                value = self.range_value(target.ty, init, span, parts)?;
            }
            let source = match value {
                Some(value) => Source::Value(self.copy_of(value)),
                None => Source::Syntax(init),
            };
            self.fill_target(stack, target, source, span, parts)?;
        }
        Ok(())
    }

    fn index_constant(&mut self, index: ast::ExprId) -> Checked<u64> {
        let value = self.constant_expression(index)?;
        match u64::try_from(value) {
            Ok(value) => Ok(value),
            Err(_) => self.error(self.expr_span(index), format!("{value} is no index")),
        }
    }

    /// Follows designators from the list's own aggregate.
    fn designate(
        &mut self,
        stack: &mut Vec<Frame>,
        designators: &'a [Designator],
        indices: &[u64],
        span: Span,
        parts: &mut Parts,
    ) -> Checked<Target> {
        stack.truncate(1);
        let mut target = None;
        for (designator, &index) in designators.iter().zip(indices) {
            if let Some(Target { ty, offset, .. }) = target {
                self.open_aggregate(ty, offset, parts);
                let frame = self.frame(ty, offset, span)?;
                stack.push(frame);
            }
            let ty = stack[stack.len() - 1].ty;
            match *designator {
                Designator::Field(name) => {
                    let path = self.field_path(ty, name)?;
                    for (depth, &field) in path.iter().enumerate() {
                        if let (true, Some(Target { ty, offset, .. })) = (depth > 0, target) {
                            self.open_aggregate(ty, offset, parts);
                            let frame = self.frame(ty, offset, span)?;
                            stack.push(frame);
                        }
                        target = Some(self.enter(stack, field as u64, parts));
                    }
                }
                Designator::Index(_) | Designator::Range(..) => {
                    if !matches!(self.program.types[ty], Type::Array(..)) {
                        return self.error(span, "only arrays have elements");
                    }
                    if index >= stack[stack.len() - 1].count {
                        return self.error(span, format!("the array has no element {index}"));
                    }
                    target = Some(self.enter(stack, index, parts));
                }
            }
        }
        target.ok_or(Reported)
    }

    /// Selects a member of the innermost aggregate.
    fn enter(&mut self, stack: &mut [Frame], index: u64, parts: &mut Parts) -> Target {
        let frame = &mut stack[stack.len() - 1];
        frame.next = index + 1;
        let frame = *frame;
        self.note_union(&frame, index, parts);
        self.child(&frame, index)
    }

    /// `(type){ ... }`: an object of its own.
    pub(super) fn compound_literal(
        &mut self,
        ty: ast::TypeId,
        list: InitListId,
        span: Span,
    ) -> Checked<Operand> {
        let mark = self.pending_mark();
        let ty = self.type_name(ty)?.ty;
        let lengths = self.take_pending(mark, span);
        let is_static = self.function.is_none();
        let Initialized { ty, is_zeroed, parts } = self.initializer(ty, Init::List(list), is_static)?;
        self.size_expression(ty, span)?;
        if is_static {
            let align = self.program.types.align_of(ty);
            let storage = Storage::Static(parts);
            let object = Object { name: "literal".into(), ty, align, storage, span };
            let object = self.program.objects.push(object);
            return Ok(Operand::Place(self.object_place(object, span)));
        }
        let object = self.hidden_object("literal", ty, span);
        let effect = self.initialize_parts(object, is_zeroed, parts, span);
        let effect = self.after(lengths, effect, span);
        let place = self.object_place(object, span);
        Ok(Operand::After(effect, place))
    }
}
