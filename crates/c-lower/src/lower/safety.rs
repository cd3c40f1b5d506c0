//! Lifetimes of objects, checks of accesses, and leaks.
//!
//! If memory safety is asked for, each class has a map of what is alive and how long it is, by base; for a class of one
//! object these are a truth value and a constant. Leaks need no quantifier: each allocation may be chosen to be the one
//! that is watched, and the program must not end while the watched one is not freed.

use std::collections::BTreeSet;

use c_sema::hir::{FunctionId, ObjectId, Storage};
use c_sema::types::{ArrayLength, Ty, Type};
use program::Statement;
use term::{Sort, Term, build as mk};

use super::Lowerer;
use super::body::Body;
use super::value::{Address, Value};
use crate::memory::classes::{ClassId, Origin, Site};
use crate::memory::leaves::Leaf;
use crate::options::Arithmetic;

/// The properties about memory that is not freed.
pub(super) const LEAKS: [&str; 2] = ["valid-memtrack", "valid-memcleanup"];

/// What is alive in a class, and how long it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct LifetimeVariables {
    /// Truth values by base, or one truth value.
    pub valid: Term,
    /// Lengths in bytes by base; of a single object its length, unless that is constant.
    pub length: Option<Term>,
}

impl Lowerer<'_> {
    /// The lifetime variables of a class, made when first needed.
    pub fn lifetime(&mut self, class: ClassId) -> LifetimeVariables {
        let class = self.regions.points_to.classes.find(class);
        if let Some(&variables) = self.lifetimes.get(&class) {
            return variables;
        }
        let variables = match self.regions.region(class).single {
            Some(object) => {
                let name = self.program.objects[object].name.clone();
                let valid = self.global(&format!("valid.{name}"), Sort::Bool);
                // The length of a variable-length array is kept where every function can read it.
                let is_constant = self.program.types.size_of(self.program.objects[object].ty).is_some();
                let word = self.word();
                let length = (!is_constant).then(|| self.global(&format!("length.{name}"), word));
                LifetimeVariables { valid, length }
            }
            None => {
                let word = self.word();
                let valid = self.global("valid", Sort::array(word, Sort::Bool));
                let length = self.global("length", Sort::array(word, word));
                LifetimeVariables { valid, length: Some(length) }
            }
        };
        let first = match self.is_of_callers(class) {
            true => self.first_lives(class),
            false => self.zero_of(variables.valid.sort()),
        };
        self.prelude.push((variables.valid, first));
        if let (true, Some(length)) = (self.is_of_callers(class), variables.length) {
            let first = self.callers_memory(class).length;
            self.prelude.push((length, first));
        }
        self.lifetimes.insert(class, variables);
        variables
    }

    /// Whether the lifetime of an object matters: someone may reach it through a pointer.
    pub(super) fn is_tracked(&self, object: ObjectId) -> bool {
        let points_to = &self.regions.points_to;
        self.options.properties.needs_memory_safety()
            && (points_to.address_taken.contains(&object) || points_to.known_to_callers.contains(&object))
    }

    /// Whether globals may reach the memory of a class when the program ends; after another entry than `main`, the program
    /// goes on, so its caller may do so, too.
    pub fn is_reachable_at_end(&mut self, class: ClassId) -> bool {
        if self.reachable_at_end.is_none() {
            self.reachable_at_end = Some(self.find_reachable_at_end());
        }
        let class = self.regions.points_to.classes.find(class);
        self.reachable_at_end.as_ref().is_some_and(|seen| seen.contains(&class))
    }

    fn find_reachable_at_end(&self) -> BTreeSet<ClassId> {
        let points_to = &self.regions.points_to;
        let pointees = |class: ClassId| {
            let class = points_to.classes.get(class);
            class.pointees().map(|pointer| points_to.classes.find(pointer.class)).collect::<Vec<_>>()
        };
        let mut seen = BTreeSet::new();
        let mut work: Vec<ClassId> = Vec::new();
        for (object, class) in points_to.objects.iter_enumerated() {
            let is_static =
                matches!(self.program.objects[object].storage, Storage::Static(_) | Storage::External);
            if let (true, Some(class)) = (is_static, class) {
                work.extend(pointees(*class));
            }
        }
        if self.options.entry != "main" {
            let is_callers = |root: &ClassId| points_to.classes.get(*root).origin >= Origin::Caller;
            work.extend(points_to.classes.roots().filter(is_callers).flat_map(pointees));
            let is_entry = |id: &FunctionId| *self.program.functions[*id].name == *self.options.entry;
            let results = points_to.results.iter_enumerated().filter(|(id, _)| is_entry(id));
            work.extend(results.flat_map(|(_, class)| pointees(*class)));
        }
        while let Some(class) = work.pop() {
            if seen.insert(class) {
                work.extend(pointees(class));
            }
        }
        seen
    }
}

impl Body<'_, '_> {
    /// An object comes to life.
    pub fn begin_lifetime(&mut self, object: ObjectId) {
        if self.lowerer.regions.points_to.objects[object].is_none() {
            return;
        }
        if self.lowerer.is_per_frame(object) {
            let base = self.object_base(object);
            let counter = self.lowerer.heap_counter();
            let next = self.add_words(counter, self.lowerer.word_constant(1));
            self.assign_all(vec![(base, counter), (counter, next)]);
        }
        self.begin_life_at_base(object);
    }

    /// An object comes to life that has its base already.
    pub fn begin_life_at_base(&mut self, object: ObjectId) {
        let Some(class) = self.lowerer.regions.points_to.objects[object] else { return };
        if !self.lowerer.is_tracked(object) {
            return;
        }
        if self.lowerer.options.properties.valid_free
            && self.lowerer.is_per_frame(object)
            && self.lowerer.has_heap(class)
        {
            let base = self.object_base(object);
            self.mark_stack_memory(base);
        }
        let base = self.object_base(object);
        let length = self.object_length(object);
        self.make_valid(class, base, length);
    }

    /// Memory becomes valid.
    pub fn make_valid(&mut self, class: ClassId, base: Term, length: Term) {
        let variables = self.lowerer.lifetime(class);
        let (valid, lengths) = (variables.valid, variables.length);
        match valid.sort() {
            Sort::Array(_) => {
                let lengths = lengths.expect("classes of several objects have lengths");
                self.assign_all(vec![
                    (valid, mk::store(valid, base, mk::tt())),
                    (lengths, mk::store(lengths, base, length)),
                ]);
            }
            _ => {
                let mut pairs = vec![(valid, mk::tt())];
                pairs.extend(lengths.map(|variable| (variable, length)));
                self.assign_all(pairs);
            }
        }
    }

    /// Memory has so many bytes, where only lengths matter.
    pub fn keep_length(&mut self, class: ClassId, base: Term, length: Term) {
        let lengths = self.lowerer.lifetime(class).length.expect("allocated memory has lengths");
        self.assign(lengths, mk::store(lengths, base, length));
    }

    /// The size of an object in bytes.
    pub fn object_length(&mut self, object: ObjectId) -> Term {
        let program = self.lowerer.program;
        let ty = program.objects[object].ty;
        if let Some(size) = program.types.size_of(ty) {
            // A flexible member may have been initialised.
            return self.lowerer.word_constant(size.max(initialised_size(program, object)).into());
        }
        self.variable_length(ty)
    }

    /// The size of a variable-length array.
    pub fn variable_length(&mut self, ty: Ty) -> Term {
        let program = self.lowerer.program;
        if let Some(size) = program.types.size_of(ty) {
            return self.lowerer.word_constant(size.into());
        }
        match &program.types[ty] {
            Type::Array(element, ArrayLength::Variable(count)) => {
                let element = self.variable_length(*element);
                let Some(address) = self.object_address(*count) else { return element };
                let (count_ty, leaf) =
                    (program.objects[*count].ty, scalar_leaf(program, program.objects[*count].ty));
                let value = self.load(&address, count_ty, leaf).number();
                let count = self.number_as_word(&program.types[count_ty], value);
                self.mul_words(count, element)
            }
            Type::Array(element, ArrayLength::Constant(count)) => {
                let element = self.variable_length(*element);
                self.mul_words(self.lowerer.word_constant((*count).into()), element)
            }
            // An object that is defined elsewhere: nobody knows.
            _ => {
                let any = self.fresh("length.of", self.lowerer.word());
                self.havoc_flagged(vec![any], "the size of an object that is defined elsewhere");
                any
            }
        }
    }

    /// An object dies.
    pub fn end_lifetime(&mut self, object: ObjectId) {
        let Some(class) = self.lowerer.regions.points_to.objects[object] else { return };
        if !self.lowerer.is_tracked(object) {
            return;
        }
        let base = self.object_base(object);
        self.make_invalid(class, base);
    }

    /// Memory becomes invalid.
    pub fn make_invalid(&mut self, class: ClassId, base: Term) {
        let variables = self.lowerer.lifetime(class);
        let new = match variables.valid.sort() {
            Sort::Array(_) => mk::store(variables.valid, base, mk::ff()),
            _ => mk::ff(),
        };
        self.assign(variables.valid, new);
    }

    /// An array of variable length is not declared yet. Base 0 is never valid.
    pub fn has_no_life_yet(&mut self, object: ObjectId) {
        if self.lowerer.regions.points_to.objects[object].is_some() && self.lowerer.is_per_frame(object) {
            let (base, zero) = (self.object_base(object), self.lowerer.word_constant(0));
            self.assign(base, zero);
        }
    }

    /// Notes where the numbers of this call's allocations begin, if it may execute an `alloca` more than once. Nothing
    /// happens after the first call of the program, so that what it allocates need not end.
    pub fn prepare_stack_allocations(&mut self, function: FunctionId) {
        let program = self.lowerer.program;
        let is_last = *program.functions[function].name == *self.lowerer.options.entry
            && self.lowerer.nesting.is_called_once(function)
            && program.finishers.is_empty();
        if is_last || !self.lowerer.options.properties.needs_memory_safety() {
            return;
        }
        let mut calls = Vec::new();
        c_sema::visit::walk(program, function, &mut |expr| calls.push(expr));
        calls.retain(|call| self.lowerer.allocates_stack(*call));
        self.ends_stack_allocations = true;
        if !calls.iter().any(|call| self.lowerer.nesting.is_repeated(*call)) {
            return;
        }
        let points_to = &self.lowerer.regions.points_to;
        let classes = calls.iter().filter_map(|call| points_to.exprs[*call]);
        let classes: BTreeSet<ClassId> =
            classes.map(|pointer| points_to.classes.find(pointer.class)).collect();
        let first = self.fresh("stack.first", self.lowerer.word());
        let counter = self.lowerer.heap_counter();
        self.assign(first, counter);
        self.repeated_stack_allocations = Some((first, classes));
    }

    /// Memory from `alloca` dies with the function.
    pub fn end_stack_allocations(&mut self) {
        for (class, base) in self.stack_allocations.clone() {
            // An allocation that was not executed left base 0 behind.
            self.make_invalid(class, base);
        }
        let Some((first, classes)) = self.repeated_stack_allocations.clone() else { return };
        // Any number of allocations dies. It is enough that one of them does, any: an access to dead memory is a violation
        // for the choice of the memory that it accesses.
        let chosen = self.fresh("chosen", self.lowerer.word());
        self.havoc(vec![chosen]);
        let stack = self.stack_memory();
        let dies = mk::and2(self.le_words(first, chosen), mk::select(stack, chosen));
        for class in classes {
            let valid = self.lowerer.lifetime(class).valid;
            self.assign(valid, mk::ite(dies, mk::store(valid, chosen, mk::ff()), valid));
        }
    }

    /// Memory from `alloca` will die with the function.
    pub fn note_stack_allocation(&mut self, class: ClassId, base: Term) {
        self.mark_stack_memory(base);
        if self.ends_stack_allocations && self.repeated_stack_allocations.is_none() {
            self.stack_allocations.push((class, base));
        }
    }

    /// What no `alloca` was executed for has base 0: at the start, that is all.
    pub fn forget_stack_allocations(&mut self) {
        if self.stack_allocations.is_empty() {
            return;
        }
        let zero = self.lowerer.word_constant(0);
        let pairs = self.stack_allocations.iter().map(|(_, base)| (*base, zero)).collect();
        let (old, new) = (self.procedure.entry, self.location());
        let provenance = self.provenance();
        self.procedure.add_edge(new, old, Statement::Assign(pairs), provenance);
        self.procedure.entry = new;
    }

    /// Checks an access, if that is asked for; whoever reads or writes asks what happens otherwise.
    pub fn check_access(&mut self, address: &Address, ty: Ty, leaf: Option<Leaf>, what: &str) {
        if address.direct.is_some() || !self.lowerer.options.properties.valid_deref {
            return;
        }
        let types = &self.lowerer.program.types;
        let end = match leaf {
            Some(leaf) => (leaf.bit_offset + leaf.width(types)).div_ceil(8),
            None => types.size_of(ty).unwrap_or(1),
        };
        self.check_range(address, self.lowerer.word_constant(end.into()), what);
    }

    /// Checks an access to a number of bytes.
    pub fn check_range(&mut self, address: &Address, size: Term, what: &str) {
        if !self.lowerer.options.properties.valid_deref {
            return self.note_null_access(address);
        }
        let violated = mk::not(self.is_valid(address, size));
        self.check_pointer(address, violated, "valid-deref", &format!("invalid {what} of memory"));
        if what == "write" {
            self.check_constant(address);
        }
    }

    /// A constant must not be written through a pointer. The machine does not let anyone write static ones; others are
    /// memory like any other, and what happens is up to the compiler.
    fn check_constant(&mut self, address: &Address) {
        let lowerer = &*self.lowerer;
        let class = lowerer.regions.points_to.classes.get(address.pointer.class);
        let is_constant =
            |site: &&Site| matches!(site, Site::Object(o) if lowerer.program.constants.contains(o));
        let constants: Vec<Site> = class.sites.iter().filter(is_constant).copied().collect();
        let is_all = constants.len() == class.sites.len() && class.origin == Origin::Program;
        let (mut is_static, mut locals) = (mk::ff(), Vec::new());
        for site in constants {
            let Site::Object(object) = site else { continue };
            if !lowerer.is_static_constant(object) {
                locals.extend(lowerer.object_bases.get(&object).copied());
            } else if let Some((first, last)) = lowerer.constant_bases {
                let (first, last) = (lowerer.word_constant(first.into()), lowerer.word_constant(last.into()));
                is_static = mk::and2(self.le_words(first, address.base), self.le_words(address.base, last));
            }
        }
        if is_all && locals.is_empty() && !is_static.is_false() {
            // The memory is valid, so it is one of them.
            is_static = mk::tt();
        }
        self.check_pointer(address, is_static, "valid-deref", "invalid write of a constant");
        let is_local =
            locals.into_iter().map(|base| mk::eq(address.base, self.lowerer.word_constant(base.into())));
        let is_local = mk::or(is_local.collect::<Vec<_>>());
        if !is_local.is_false() {
            self.check_flagged(is_local, "valid-deref", "a local constant is changed");
        }
    }

    /// A violation by a pointer. One that may come from code that is not known may point to memory of that code.
    pub fn check_pointer(&mut self, address: &Address, violated: Term, property: &str, what: &str) {
        let class = self.lowerer.regions.points_to.classes.get(address.pointer.class);
        if class.origin == Origin::OtherCode && !self.is_known_object(address.base) {
            self.check_flagged(violated, property, "memory of code that is not known");
        } else {
            self.check_about(address, violated, property, what);
        }
    }

    /// Whether a base is the constant of an object.
    pub fn is_known_object(&self, base: Term) -> bool {
        base.as_var().is_none() && base.free_variables().is_empty() && base != self.lowerer.word_constant(0)
    }

    /// Whether `size` bytes at an address are inside a live object.
    pub fn is_valid(&mut self, address: &Address, size: Term) -> Term {
        let class = address.pointer.class;
        match self.lowerer.regions.region(class).single {
            Some(object) => {
                let kept =
                    self.lowerer.is_tracked(object).then(|| self.lowerer.lifetime(class).length).flatten();
                let length = kept.unwrap_or_else(|| self.object_length(object));
                let inside = self.is_inside(address.offset, size, length);
                let base = self.object_base(object);
                if address.base == base && self.is_in_scope(object) {
                    return inside;
                }
                let mut alive = mk::eq(address.base, base);
                if self.lowerer.is_tracked(object) {
                    alive = mk::and2(alive, self.lowerer.lifetime(class).valid);
                }
                mk::and2(alive, inside)
            }
            None => {
                let length = self.length_at(class, address.base);
                let inside = self.is_inside(address.offset, size, length);
                mk::and2(self.is_alive_at(class, address.base), inside)
            }
        }
    }

    /// Whether an object is alive here because code here can name it.
    fn is_in_scope(&self, object: ObjectId) -> bool {
        match self.lowerer.program.objects[object].storage {
            Storage::Static(_) | Storage::External => true,
            Storage::Parameter(function) => self.function == Some(function),
            Storage::Local(_) => self.scopes.iter().any(|(_, objects)| objects.contains(&object)),
        }
    }

    pub fn is_inside(&self, offset: Term, size: Term, length: Term) -> Term {
        match self.lowerer.options.arithmetic {
            Arithmetic::Bitvector => {
                mk::and2(mk::bvule(size, length), mk::bvule(offset, mk::bvsub(length, size)))
            }
            Arithmetic::Integer => {
                mk::and2(mk::le(mk::int(0), offset), mk::le(mk::add2(offset, size), length))
            }
        }
    }

    /// Whether a pointer may be given to `free`, NULL aside.
    pub fn is_freeable(&mut self, address: &Address) -> Term {
        let class = address.pointer.class;
        let zero = self.lowerer.word_constant(0);
        let mut of_callers = mk::ff();
        if self.lowerer.is_of_callers(class) {
            let is_alive = self.is_alive_at(class, address.base);
            let is_start = mk::eq(address.offset, zero);
            of_callers = mk::and([self.is_callers_base(address.base), is_alive, is_start]);
        }
        if !self.lowerer.has_heap(class) {
            return of_callers;
        }
        let variables = self.lowerer.lifetime(class);
        let valid = mk::select(variables.valid, address.base);
        let is_stack = self.lowerer.has_stack_memory(class).then(|| self.stack_memory());
        let mut parts = vec![valid, mk::eq(address.offset, zero)];
        let has_objects = self
            .lowerer
            .regions
            .points_to
            .classes
            .get(class)
            .sites
            .iter()
            .any(|site| !matches!(site, Site::Heap(_)));
        if has_objects {
            let first = self.lowerer.word_constant(self.lowerer.first_heap_base.into());
            parts.push(self.le_words(first, address.base));
        }
        parts.extend(is_stack.map(|stack| mk::not(mk::select(stack, address.base))));
        mk::or2(of_callers, mk::and(parts))
    }

    /// Memory with a number like that of an allocation is on the stack.
    pub fn mark_stack_memory(&mut self, base: Term) {
        let stack = self.stack_memory();
        self.assign(stack, mk::store(stack, base, mk::tt()));
    }

    /// Which bases are memory from `alloca`, or local objects with a base for each life among allocations.
    pub fn stack_memory(&mut self) -> Term {
        let sort = Sort::array(self.lowerer.word(), Sort::Bool);
        let variable = mk::var("stack", sort);
        if !self.lowerer.core.globals.contains(&variable) {
            self.lowerer.core.globals.push(variable);
            let nothing = self.lowerer.zero_of(sort);
            self.lowerer.prelude.push((variable, nothing));
        }
        variable
    }

    fn watched(&mut self, is_reachable: bool) -> Term {
        let name = if is_reachable { "leak.reachable" } else { "leak" };
        let word = self.lowerer.word();
        let variable = mk::var(name, word);
        if !self.lowerer.core.globals.contains(&variable) {
            self.lowerer.core.globals.push(variable);
            let zero = self.lowerer.word_constant(0);
            self.lowerer.prelude.push((variable, zero));
        }
        variable
    }

    fn checks_leaks(&self) -> bool {
        let properties = &self.lowerer.options.properties;
        properties.valid_memtrack || properties.valid_memcleanup
    }

    /// An allocation may be the one that is watched.
    pub fn watch(&mut self, class: ClassId, base: Term) {
        if !self.checks_leaks() {
            return;
        }
        // When another entry than `main` returns, the program goes on.
        let options = &self.lowerer.options;
        let has_ended = options.properties.valid_memcleanup && options.entry == "main";
        let is_reachable = !has_ended && self.lowerer.is_reachable_at_end(class);
        let watched = self.watched(is_reachable);
        let chosen = self.fresh("chosen", Sort::Bool);
        self.havoc(vec![chosen]);
        let zero = self.lowerer.word_constant(0);
        let takes = mk::and2(chosen, mk::eq(watched, zero));
        self.assign(watched, mk::ite(takes, base, watched));
    }

    /// A freed allocation is not watched any more.
    pub fn unwatch(&mut self, base: Term) {
        if !self.checks_leaks() {
            return;
        }
        let zero = self.lowerer.word_constant(0);
        for is_reachable in [false, true] {
            let watched = self.watched(is_reachable);
            self.assign(watched, mk::ite(mk::eq(watched, base), zero, watched));
        }
    }

    /// The program ends: its entry returned something. If that is not `main`, its caller has what it returned.
    pub fn program_ends(&mut self, result: &Value) {
        let returned = match result {
            Value::Pointer(pointer) if self.lowerer.options.entry != "main" => Some(pointer.base),
            _ => None,
        };
        self.check_leaks(true, returned);
    }

    /// Everything must be freed now, but for what is returned. Locals are gone if the entry has returned; after `exit` they
    /// are not, and what they point to is not lost.
    pub fn check_leaks(&mut self, has_returned: bool, returned: Option<Term>) {
        if !self.checks_leaks() {
            return;
        }
        let zero = self.lowerer.word_constant(0);
        let is_cleanup = self.lowerer.options.properties.valid_memcleanup;
        let [memtrack, memcleanup] = LEAKS;
        let property = if is_cleanup { memcleanup } else { memtrack };
        let is_lost = mk::ne(self.watched(false), zero);
        if is_cleanup || has_returned {
            self.check(is_lost, property, "allocated memory is never freed");
        } else {
            self.check_flagged(is_lost, property, "memory at `exit` may still be reachable");
        }
        let watched = self.watched(true);
        let is_returned = returned.map_or(mk::ff(), |base| mk::eq(watched, base));
        let is_reachable = mk::and2(mk::ne(watched, zero), mk::not(is_returned));
        let what = match self.lowerer.options.entry.as_str() {
            "main" => "memory may still be reachable from a global",
            _ => "memory may still be reachable for the caller",
        };
        self.check_flagged(is_reachable, property, what);
    }

    /// A violation that is only possible if something holds that is not modelled.
    pub fn check_flagged(&mut self, violated: Term, property: &str, reason: &str) {
        let unknown = self.fresh("unknown", Sort::Bool);
        self.havoc_flagged(vec![unknown], reason);
        self.check(mk::and2(violated, unknown), property, reason);
    }
}

/// How far the initialiser of an object goes.
pub(super) fn initialised_size(program: &c_sema::hir::Program, object: ObjectId) -> u64 {
    let Storage::Static(parts) = &program.objects[object].storage else { return 0 };
    let end = |part: &c_sema::hir::InitPart| {
        part.bit_offset / 8
            + program.types.size_of(part.ty).unwrap_or(0).min(u64::from(part.bit_width.is_none()) * 16)
    };
    parts.iter().map(end).max().unwrap_or(0)
}

/// The leaf of a scalar type.
pub(super) fn scalar_leaf(program: &c_sema::hir::Program, ty: Ty) -> Option<Leaf> {
    let scalar = crate::memory::leaves::Scalar::of(&program.types, ty)?;
    Some(Leaf { bit_offset: 0, bit_width: None, scalar })
}
