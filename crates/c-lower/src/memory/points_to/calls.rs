//! Calls in the points-to analysis: arguments flow into parameters, results back; library functions by what they do.

use c_sema::hir::{Callee, ExprId, ExprKind, FunctionId, PlaceId};
use c_sema::types::{IntKind, Ty, Type};

use super::Analysis;
use crate::library::{
    Conversion, Effects, Reading, Routine, conversions, effects, format_argument, overflow_builtin, readings,
    routine,
};
use crate::memory::classes::{AccessKind, ClassId, OrdIntKind, Origin, Pointer, Site};
use crate::memory::congruence::Congruence;
use crate::memory::leaves::{Leaf, Scalar, VA_LIST_LEAF, leaves};

/// Whether a function without a body is nobody's library.
fn is_unknown_code(name: &str) -> bool {
    routine(name).is_none() && !c_sema::is_known_to_gcc(name) && effects(name).is_none()
}

impl Analysis<'_> {
    /// A `va_list` is a position, kept at its start.
    pub(super) fn va_list(&mut self, list: PlaceId) {
        if let Some(place) = self.place(list) {
            self.note(place, VA_LIST_LEAF);
        }
    }

    pub(super) fn va_arg(&mut self, id: ExprId) -> Option<Pointer> {
        // What is passed through `...` is one class of its own for the whole program: see `call`.
        let anything = self.variadic();
        let ty = self.program.exprs[id].ty;
        match Scalar::of(&self.program.types, ty) {
            Some(scalar) => self.load_leaf(anything, Leaf { bit_offset: 0, bit_width: None, scalar }),
            None => Some(anything),
        }
    }

    /// An argument behind the fixed ones: the pointers in it are in one class with all others.
    fn pass_variadic(&mut self, value: Option<Pointer>, argument: ExprId) {
        let Some(value) = value else { return };
        let (variadic, ty) = (self.variadic(), self.program.exprs[argument].ty);
        if Scalar::of(&self.program.types, ty).is_some() {
            self.result.classes.store(variadic, 0, 8, value);
            return;
        }
        for leaf in leaves(&self.program.types, ty).unwrap_or_default() {
            if let Some(pointer) = self.load_leaf(value, leaf) {
                self.result.classes.store(variadic, 0, 8, pointer);
            }
        }
    }

    fn variadic(&self) -> Pointer {
        Pointer { class: self.variadic, offset: Congruence::any() }
    }

    pub(super) fn call(&mut self, id: ExprId, callee: Callee, arguments: &[ExprId]) -> Option<Pointer> {
        let values: Vec<Option<Pointer>> = arguments.iter().map(|&a| self.expr(a)).collect();
        // Whom a pointer from code that is not known calls is not known either.
        let (callees, origin) = match callee {
            Callee::Direct(function) => (vec![function], Origin::Program),
            Callee::Indirect(pointer) => match self.expr(pointer) {
                Some(pointer) => {
                    let class = self.result.classes.get(pointer.class);
                    (class.functions.iter().copied().collect(), class.origin)
                }
                None => (Vec::new(), Origin::OtherCode),
            },
        };
        let ty = self.program.exprs[id].ty;
        let is_record = matches!(self.program.types[ty], Type::Record(_));
        let mut result = None;
        if matches!(callee, Callee::Indirect(_)) && self.is_scalar_or_record(ty) {
            let class = self.temporary(id);
            if is_record || matches!(self.program.types[ty], Type::Pointer(_)) {
                result = Some(Pointer { class, offset: Congruence::exact(0) });
            }
            if origin != Origin::Program {
                let stranger = self.stranger(class, Origin::OtherCode, ty);
                result = result.map(|_| stranger);
            }
        }
        if origin != Origin::Program {
            values.iter().for_each(|&value| self.pass_out(value));
        }
        for function in callees {
            let value = self.call_function(id, function, arguments, &values);
            if is_record {
                match result {
                    Some(target) => self.copy(target, value, ty),
                    None => result = value,
                }
            } else {
                result = self.join(result, value);
            }
        }
        result
    }

    fn is_scalar_or_record(&self, ty: Ty) -> bool {
        self.program.types.is_scalar(ty) || matches!(self.program.types[ty], Type::Record(_))
    }

    fn call_function(
        &mut self,
        id: ExprId,
        function: FunctionId,
        arguments: &[ExprId],
        values: &[Option<Pointer>],
    ) -> Option<Pointer> {
        let callee = &self.program.functions[function];
        if callee.body.is_none() {
            return self.library(id, function, values);
        }
        // Parameters are stored by the callee.
        let caller = self.function.replace(function);
        for (&parameter, (&value, &argument)) in callee.parameters.iter().zip(values.iter().zip(arguments)) {
            let place = self.object(parameter);
            let ty = self.program.objects[parameter].ty;
            match Scalar::of(&self.program.types, ty) {
                Some(scalar) => {
                    self.store_leaf(place, Leaf { bit_offset: 0, bit_width: None, scalar }, value)
                }
                None if self.program.exprs[argument].ty == ty => self.copy(place, value, ty),
                None => {}
            }
        }
        self.function = caller;
        for (&value, &argument) in values.iter().zip(arguments).skip(callee.parameters.len()) {
            self.pass_variadic(value, argument);
        }
        let Type::Function(signature) = &self.program.types[callee.ty] else { return None };
        let place = Pointer { class: self.result.results[function], offset: Congruence::exact(0) };
        match Scalar::of(&self.program.types, signature.result) {
            Some(scalar) => self.load_leaf(place, Leaf { bit_offset: 0, bit_width: None, scalar }),
            None => Some(place),
        }
    }

    fn library(&mut self, id: ExprId, function: FunctionId, values: &[Option<Pointer>]) -> Option<Pointer> {
        let allocated = |this: &mut Self| {
            let class = this.temporary(id);
            this.result.classes.update(class, |c| c.sites.insert(Site::Heap(id)));
            Pointer { class, offset: Congruence::exact(0) }
        };
        match routine(&self.program.functions[function].name) {
            Some(Routine::Allocate | Routine::AllocateZeroed | Routine::AllocateStack) => {
                Some(allocated(self))
            }
            Some(Routine::Reallocate) => {
                let new = allocated(self);
                if let Some(Some(old)) = values.first() {
                    self.copy_memory(new, *old, None);
                }
                Some(new)
            }
            Some(Routine::CopyMemory) => {
                if let [Some(target), Some(source), ..] = values {
                    self.copy_memory(*target, *source, self.constant_argument(id, 2));
                }
                values.first().copied().flatten()
            }
            Some(Routine::SetMemory) => self.set_memory(id, values),
            Some(Routine::FirstArgument) => values.first().copied().flatten(),
            _ => {
                self.note_overflow_result(id, function, values);
                self.note_changes(function, values);
                self.note_readings(id, function, values);
                if is_unknown_code(&self.program.functions[function].name) {
                    values.iter().for_each(|&value| self.pass_out(value));
                }
                let ty = self.program.exprs[id].ty;
                if !matches!(self.program.types[ty], Type::Pointer(_) | Type::Record(_)) {
                    return None;
                }
                let name = &self.program.functions[function].name;
                let is_input = name.starts_with("__VERIFIER_nondet_");
                if let (Some(effects), Type::Pointer(_)) = (effects(name), &self.program.types[ty])
                    && !is_input
                {
                    return self.given(ty, effects, values);
                }
                let class = match self.program.types[ty] {
                    Type::Pointer(pointee)
                        if !is_input && !matches!(self.program.types[pointee], Type::Void) =>
                    {
                        self.foreign(ty)
                    }
                    _ => self.temporary(id),
                };
                let origin = if is_input { Origin::Input } else { Origin::OtherCode };
                Some(self.stranger(class, origin, ty))
            }
        }
    }

    /// The memory of functions that are nobody's library, by the type of the pointers: each may return what another did.
    /// Those that return `void *` allocate, as is assumed.
    fn foreign(&mut self, ty: Ty) -> ClassId {
        if let Some(&class) = self.foreign.get(&ty) {
            return class;
        }
        let class = self.result.classes.fresh();
        self.foreign.insert(ty, class);
        class
    }

    /// A pointer that the library gives to the program: an argument, a pointer into one, or memory of the library. All
    /// that it gives as the same type may be the same memory, because there are buffers that calls share.
    fn given(&mut self, ty: Ty, effects: Effects, values: &[Option<Pointer>]) -> Option<Pointer> {
        let argument = |index: usize| values.get(index).copied().flatten();
        if let Some(returned) = effects.returned() {
            return argument(returned);
        }
        let class = match self.result.given.get(&ty) {
            Some(&class) => class,
            None => {
                let class = self.result.classes.fresh();
                self.result.given.insert(ty, class);
                class
            }
        };
        self.result.classes.come_from(class, Origin::OtherCode);
        let mut result = Some(Pointer { class, offset: Congruence::exact(0) });
        for entered in effects.entered().filter_map(argument) {
            result = self.join(result, Some(Pointer { offset: Congruence::any(), ..entered }));
        }
        result
    }

    /// `__builtin_add_overflow(a, b, &c)` writes what the pointer's type says.
    fn note_overflow_result(&mut self, id: ExprId, function: FunctionId, values: &[Option<Pointer>]) {
        let name = &self.program.functions[function].name;
        let Some(builtin) = overflow_builtin(name) else { return };
        if !builtin.is_stored {
            return;
        }
        let ExprKind::Call(_, arguments) = &self.program.exprs[id].kind else { return };
        if let (Some(&argument), Some(&Some(target))) = (arguments.get(2), values.get(2))
            && let Type::Pointer(pointee) = self.program.types[self.program.exprs[argument].ty]
            && let Some(scalar) =
                builtin.kind.map(Scalar::Int).or_else(|| Scalar::of(&self.program.types, pointee))
        {
            self.note(target, Leaf { bit_offset: 0, bit_width: None, scalar });
        }
    }

    /// What a function of the library writes through its arguments is used where it is called.
    fn note_changes(&mut self, function: FunctionId, values: &[Option<Pointer>]) {
        let name = &self.program.functions[function].name;
        for (index, value) in values.iter().enumerate() {
            if let Some(pointer) = value
                && effects(name).is_some_and(|effects| effects.writes(index).is_some())
            {
                self.note_use(pointer.class);
            }
        }
    }

    /// Strings that the library reads are read byte by byte.
    fn note_readings(&mut self, id: ExprId, function: FunctionId, values: &[Option<Pointer>]) {
        let ExprKind::Call(_, arguments) = &self.program.exprs[id].kind else { return };
        let name = &self.program.functions[function].name;
        if !self.is_about_safety {
            return;
        }
        let is_string = |reading| matches!(reading, Reading::String | Reading::StringOrNull);
        let of_table = readings(name).iter().filter(|(_, reading)| is_string(*reading));
        let mut strings: Vec<usize> = of_table.map(|(argument, _)| *argument).collect();
        if let Some(format) = format_argument(name) {
            strings.push(format);
            let text = arguments.get(format).and_then(|&text| self.program.literal(text));
            let found = text.and_then(|text| conversions(&text)).unwrap_or_default();
            let is_string = |(_, conversion): &(usize, Conversion)| *conversion != Conversion::Other;
            let found = found.into_iter().enumerate().filter(is_string);
            strings.extend(found.map(|(position, _)| format + 1 + position));
        }
        for index in strings {
            let is_literal = arguments.get(index).is_none_or(|&text| self.program.literal(text).is_some());
            if let Some(Some(pointer)) = values.get(index).filter(|_| !is_literal) {
                self.note_use(pointer.class);
                let bytes = Pointer { offset: Congruence::any(), ..*pointer };
                self.result.classes.access(bytes, 0, 8, AccessKind::Int(OrdIntKind(IntKind::Char)));
            }
        }
    }

    /// The number that an argument of a call is, if it is written there.
    fn constant_argument(&self, call: ExprId, index: usize) -> Option<u64> {
        let ExprKind::Call(_, arguments) = &self.program.exprs[call].kind else { return None };
        match self.program.exprs[*arguments.get(index)?].kind {
            ExprKind::Int(value) => u64::try_from(value).ok(),
            _ => None,
        }
    }

    /// `memset` with a constant sets whole cells; with anything else, bytes.
    fn set_memory(&mut self, id: ExprId, values: &[Option<Pointer>]) -> Option<Pointer> {
        let ExprKind::Call(_, arguments) = &self.program.exprs[id].kind else { return None };
        let target = values.first().copied().flatten()?;
        self.note_use(target.class);
        self.result.classes.cut(target, self.constant_argument(id, 2));
        if arguments.len() == 3 && !matches!(self.program.exprs[arguments[1]].kind, ExprKind::Int(_)) {
            let bytes = Pointer { offset: Congruence::any(), ..target };
            self.result.classes.access(bytes, 0, 8, AccessKind::Int(OrdIntKind(IntKind::UChar)));
        }
        Some(target)
    }
}
