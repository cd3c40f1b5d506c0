//! Declarations and initialisers; the procedure `start`.

use c_sema::hir::{ExprId, ExprKind, FunctionId, InitPart, ObjectId, Storage};
use c_sema::types::Type;
use program::{Call, LocationId, Procedure, Statement};
use term::{Sort, Term, build as mk};

use super::Lowerer;
use super::body::Body;
use super::cells::CellVariables;
use super::value::{Address, Value};
use crate::library::is_object_of_library;
use crate::memory::classes::{ClassId, Pointer};
use crate::memory::congruence::Congruence;
use crate::memory::leaves::{Leaf, Scalar, leaves};
use crate::memory::regions::{Component, Layout};

impl Lowerer<'_> {
    /// The procedure that initialises static objects, calls the entry and ends the program.
    pub fn start(&mut self, entry: FunctionId) {
        let program = self.program;
        let mut body = Body::new(self, None, Procedure::new("start"));
        body.span = Some(program.functions[entry].span);
        if body.lowerer.arguments().is_some() {
            body.choose_argument_count();
        }
        body.initialise_statics();
        body.span = Some(program.functions[entry].span);
        for &constructor in &program.constructors {
            body.call_entry(constructor);
        }
        let result = body.call_entry(entry);
        let status = match result {
            Value::Number(term) => Some(term),
            _ => None,
        };
        // After another entry, the program goes on.
        let is_main = &*program.functions[entry].name == "main";
        for &finisher in program.finishers.iter().filter(|_| is_main) {
            body.call_entry(finisher);
        }
        body.program_ends(&result);
        if let Some(status) = status {
            body.results.push(status);
        }
        let exit = body.procedure.exit;
        body.goto(exit);
        let mut procedure = body.procedure;
        if let Some(status) = status {
            procedure.locals.retain(|local| *local != status);
            procedure.results = vec![status];
        }
        let id = self.core.procedures.push(procedure);
        self.core.entries = vec![id];
        // The counter of allocations starts behind the numbers of objects; other variables of the lowering are set, too.
        if self.uses_heap {
            let first = self.word_constant(self.first_heap_base.into());
            let counter = self.heap_counter();
            self.prelude.push((counter, first));
        }
        if self.uses_variadic {
            let top = self.named_global(super::VARIADIC_TOP, self.word());
            self.prelude.push((top, self.word_constant(0)));
        }
        let prelude = std::mem::take(&mut self.prelude);
        if !prelude.is_empty() {
            let procedure = &mut self.core.procedures[id];
            let old = procedure.entry;
            let new: LocationId = procedure.add_location();
            procedure.add_edge(new, old, Statement::Assign(prelude), Default::default());
            procedure.entry = new;
        }
    }

    /// The zero of a component's variable.
    pub fn zero_of(&self, sort: Sort) -> Term {
        match sort {
            Sort::Array(array) => mk::const_array(sort, self.zero_of(array.element())),
            Sort::BitVec(width) => mk::bv(0u32, width),
            Sort::Float(format) => mk::fp_zero(format, false),
            Sort::Real => mk::fraction(0, 1),
            Sort::Bool => mk::ff(),
            _ => mk::int(0),
        }
    }
}

impl Body<'_, '_> {
    fn initialise_statics(&mut self) {
        let program = self.lowerer.program;
        // What is defined elsewhere first: whether a weak symbol is defined decides about initialisers.
        let is_external = |id: &ObjectId| matches!(program.objects[*id].storage, Storage::External);
        let (external, own): (Vec<ObjectId>, Vec<ObjectId>) = program.objects.ids().partition(is_external);
        for id in external.into_iter().chain(own) {
            let object = &program.objects[id];
            let Some(class) = self.lowerer.regions.points_to.objects[id] else { continue };
            match &object.storage {
                Storage::Static(parts) => {
                    self.span = Some(object.span);
                    self.begin_lifetime(id);
                    let base = self.object_base(id);
                    self.zero(class, base);
                    let address = self.object_address(id).expect("it has a class");
                    self.init_parts(&address, parts);
                }
                Storage::External => {
                    self.span = Some(object.span);
                    self.begin_lifetime(id);
                    let base = self.object_base(id);
                    // What the library's objects hold is fixed, but not known here.
                    if self.holds_standard_stream(&object.name) {
                        self.open_standard_stream(id);
                        continue;
                    }
                    if is_object_of_library(&object.name) {
                        let why = format!("what `{}` holds", object.name);
                        self.forget(class, base, Some(&why));
                        continue;
                    }
                    self.forget(class, base, None);
                    let text = format!("`{}` is defined elsewhere and holds any value", object.name);
                    self.lowerer.assume_about(text);
                }
                Storage::Local(_) | Storage::Parameter(_) => {}
            }
        }
    }

    /// Sets everything an object holds to zero.
    pub fn zero(&mut self, class: ClassId, base: Term) {
        for index in 0..self.lowerer.regions.region(class).components.len() {
            let component = self.lowerer.regions.region(class).components[index];
            let CellVariables { value, offset } = self.lowerer.cell(class, index);
            let by_base = self.lowerer.indexing(class, &component).by_base;
            let mut pairs = Vec::new();
            for variable in [Some(value), offset].into_iter().flatten() {
                let new = match variable.sort() {
                    Sort::Array(array) if by_base => {
                        mk::store(variable, base, self.lowerer.zero_of(array.element()))
                    }
                    sort => self.lowerer.zero_of(sort),
                };
                pairs.push((variable, new));
            }
            self.assign_all(pairs);
        }
    }

    /// Calls the entry with any arguments; gives the variables of its result.
    fn call_entry(&mut self, entry: FunctionId) -> Value {
        let program = self.lowerer.program;
        let signature = self.lowerer.signature(entry);
        let procedure = self.lowerer.procedures[&entry];
        let mut arguments = Vec::new();
        let known = self.lowerer.arguments().map(|known| known.parameter);
        let has_list = known.is_some_and(|list| program.functions[entry].parameters.contains(&list));
        for (index, &object) in program.functions[entry].parameters.iter().enumerate() {
            let ty = &program.types[program.objects[object].ty];
            let mut value = match (self.list_of_arguments(object), ty) {
                (Some(list), _) => list,
                (None, Type::Int(kind)) if has_list && index == 0 => self.count_of_arguments(*kind),
                _ => self.argument_of_entry(object),
            };
            if let (Value::Void, Value::Number(formal)) = (&value, &signature.parameters[index]) {
                // There is no large record of any value: nothing gets here.
                value = Value::Number(self.lowerer.zero_of(formal.sort()));
            }
            flatten(&value, &signature.parameters[index], &mut arguments);
        }
        let mut results = Vec::new();
        let result = self.fresh_like(&signature.result);
        flatten(&result, &signature.result, &mut results);
        self.emit(Statement::Call(Call { procedure, arguments, results }));
        result
    }

    /// Any value of a parameter; pointers in it may point wherever the analysis says.
    fn argument_of_entry(&mut self, object: ObjectId) -> Value {
        let program = self.lowerer.program;
        let ty = program.objects[object].ty;
        let Some(class) = self.lowerer.regions.points_to.objects[object] else { return self.anything(ty) };
        let place = Pointer { class, offset: Congruence::exact(0) };
        let any = |body: &mut Self, leaf: Leaf| {
            let component = body.lowerer.regions.component(place, leaf.bit_offset);
            let pointee =
                component.and_then(|index| body.lowerer.regions.region(class).components[index].pointee);
            let value = body.arbitrary(leaf, pointee);
            body.comes_from_caller(pointee, &value, ty, leaf);
            value
        };
        if let Some(leaf) = super::safety::scalar_leaf(program, ty) {
            return any(self, leaf);
        }
        match leaves(&program.types, ty) {
            Some(leaves) if matches!(program.types[ty], Type::Record(_)) => {
                Value::Record(leaves.into_iter().map(|leaf| (leaf, any(self, leaf))).collect())
            }
            _ => self.anything(ty),
        }
    }

    fn fresh_like(&mut self, formal: &Value) -> Value {
        match formal {
            Value::Pointer(pointer) => {
                let mut value = *pointer;
                value.base = self.fresh("status", pointer.base.sort());
                if pointer.offset.as_var().is_some() {
                    value.offset = self.fresh("status.offset", pointer.offset.sort());
                }
                Value::Pointer(value)
            }
            Value::Number(term) => Value::Number(self.fresh("status", term.sort())),
            Value::Record(leaves) => {
                Value::Record(leaves.iter().map(|(leaf, value)| (*leaf, self.fresh_like(value))).collect())
            }
            other => other.clone(),
        }
    }

    /// A local object is declared: it has lived since its block was entered, unless its length is only known now.
    pub fn declare(&mut self, object: ObjectId) {
        if self.lowerer.has_variable_length(object) {
            // A jump back to before the declaration has ended the one that was declared before.
            if self.lowerer.is_per_frame(object) {
                self.end_lifetime(object);
            }
            self.begin_lifetime(object);
        }
        self.forget_object(object);
    }

    /// A local object holds anything.
    pub fn forget_object(&mut self, object: ObjectId) {
        let Some(class) = self.lowerer.regions.points_to.objects[object] else { return };
        let base = self.object_base(object);
        self.forget(class, base, None);
    }

    /// A local object is initialised.
    pub fn init_local(&mut self, object: ObjectId, is_zeroed: bool, parts: &[InitPart]) {
        let Some(address) = self.object_address(object) else {
            parts.iter().for_each(|part| self.effects(part.value));
            return;
        };
        if is_zeroed {
            // What the parts read is read before: `struct s a = { .x = a.y }` reads indeterminate values anyway.
            self.zero(address.pointer.class, address.base);
            let ty = self.lowerer.program.objects[object].ty;
            self.forget_padding(&address, ty);
            self.forget_rest_of_unions(&address, ty, parts);
        }
        self.init_parts(&address, parts);
    }

    fn init_parts(&mut self, address: &Address, parts: &[InitPart]) {
        if self.init_table(address, parts) {
            return;
        }
        let exprs: Vec<ExprId> = parts.iter().map(|part| part.value).collect();
        let mut evaluated = self.initial_values(&exprs).map(Vec::into_iter);
        for part in parts {
            let value = match evaluated.as_mut().and_then(Iterator::next) {
                Some(value) => value,
                None => self.expr(part.value),
            };
            match Scalar::of(&self.lowerer.program.types, part.ty) {
                Some(scalar) => {
                    let leaf = Leaf { bit_offset: part.bit_offset, bit_width: part.bit_width, scalar };
                    let value = match (leaf, &value) {
                        (
                            Leaf { bit_width: Some(width), scalar: Scalar::Int(kind), .. },
                            Value::Number(term),
                        ) => Value::Number(self.lowerer.encoder.truncate_to_width(kind, width, *term)),
                        _ => value,
                    };
                    self.store_leaf(address, leaf, &value);
                }
                None => {
                    let bytes = part.bit_offset / 8;
                    let mut target = *address;
                    target.pointer = target.pointer.plus(bytes as i64);
                    target.offset = self.add_words(target.offset, self.lowerer.word_constant(bytes.into()));
                    self.store(&target, part.ty, None, &value);
                }
            }
        }
    }

    /// Many constants for one array: one assignment instead of one for each.
    fn init_table(&mut self, address: &Address, parts: &[InitPart]) -> bool {
        let program = self.lowerer.program;
        if parts.len() < 4 {
            return false;
        }
        let mut component: Option<usize> = None;
        let mut entries = Vec::with_capacity(parts.len());
        for part in parts {
            let (Some(Scalar::Int(kind)), None) = (Scalar::of(&program.types, part.ty), part.bit_width)
            else {
                return false;
            };
            let ExprKind::Int(value) = program.exprs[part.value].kind else { return false };
            let Some(index) = self.lowerer.regions.component(address.pointer, part.bit_offset) else {
                continue;
            };
            if *component.get_or_insert(index) != index {
                return false;
            }
            entries.push((part.bit_offset / 8, self.lowerer.encoder.int_constant(value, kind), kind));
        }
        let Some(index) = component else { return true };
        let class = address.pointer.class;
        let component: Component = self.lowerer.regions.region(class).components[index];
        let Layout::Typed(Scalar::Int(kept), None) = component.layout else { return false };
        let indexing = self.lowerer.indexing(class, &component);
        if !indexing.by_offset || entries.iter().any(|(_, _, kind)| *kind != kept) {
            return false;
        }
        let memory = self.lowerer.cell(class, index).value;
        let mut array = if indexing.by_base { mk::select(memory, address.base) } else { memory };
        for (offset, value, _) in entries {
            let offset = self.add_words(address.offset, self.lowerer.word_constant(offset.into()));
            array = mk::store(array, offset, value);
        }
        let new = if indexing.by_base { mk::store(memory, address.base, array) } else { array };
        self.assign(memory, new);
        true
    }
}

/// The terms of a value in the order of the variables of a formal one.
fn flatten(value: &Value, formal: &Value, result: &mut Vec<Term>) {
    match (value, formal) {
        (Value::Number(term), Value::Number(_)) => result.push(*term),
        (Value::Pointer(pointer), Value::Pointer(formal)) => {
            result.push(pointer.base);
            if formal.offset.as_var().is_some() {
                result.push(pointer.offset);
            }
        }
        (Value::Record(values), Value::Record(formals)) => {
            for ((_, value), (_, formal)) in values.iter().zip(formals.iter()) {
                flatten(value, formal, result);
            }
        }
        _ => {}
    }
}
