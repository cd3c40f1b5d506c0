//! Linkage: which declarations name the same thing, in a file and across files.
//!
//! External names are unified by their text, `static` ones by the scope of their file. A definition wins over
//! declarations, a strong one over weak and inline ones, the user's over the library's. When all units are read, calls
//! whose declaration differs from the definition are adapted to the definition.

use std::rc::Rc;

use base::Span;
use c_syntax::Symbol;
use c_syntax::ast::{self, Ident};
use rustc_hash::{FxHashMap, FxHashSet};

use super::scope::Entry;
use super::{Checked, Checker};
use crate::hir::{Callee, Expr, ExprId, ExprKind, Function, FunctionId, Object, ObjectId, Place, PlaceKind};
use crate::hir::{StmtKind, Storage};
use crate::types::{ArrayLength, Record, RecordId, Ty, Type};

/// What an external name is.
#[derive(Clone, Copy, Debug)]
enum External {
    Function(FunctionId),
    Object(ObjectId),
}

/// A definition of a function or object.
#[derive(Clone, Copy, Debug)]
pub(super) struct Definition {
    pub is_inline: bool,
    pub is_weak: bool,
    pub is_library: bool,
    pub span: Span,
}

/// What makes records without tag in different files the same type.
type RecordKey = (bool, Vec<(Rc<str>, Ty, u64, Option<u32>)>, u64, u64);

/// What is known about names across scopes and files.
#[derive(Debug, Default)]
pub(super) struct Linker {
    externals: FxHashMap<Rc<str>, External>,
    /// Functions that were called before any declaration.
    pub implicit: FxHashSet<FunctionId>,
    /// The same, in this unit.
    pub implicit_here: FxHashSet<FunctionId>,
    /// Functions whose address or value something uses.
    used: FxHashSet<FunctionId>,
    functions: FxHashMap<FunctionId, Definition>,
    objects: FxHashMap<ObjectId, Definition>,
    /// Objects with tentative definitions of this unit.
    tentative: Vec<ObjectId>,
    /// Functions that are another name for one of this unit.
    pub aliases: Vec<(FunctionId, String, Span)>,
    resolved_aliases: FxHashMap<FunctionId, FunctionId>,
    /// The same for objects.
    pub object_aliases: Vec<(ObjectId, String, Span)>,
    resolved_objects: FxHashMap<ObjectId, ObjectId>,
    /// Records without tag, by all that they are, and the unit that has them.
    anonymous: FxHashMap<RecordKey, (RecordId, usize)>,
    unit: usize,
    /// Records of file scope, for units that are linked.
    pub shared_records: FxHashMap<(Symbol, bool), RecordId>,
    defined_records: FxHashSet<RecordId>,
    /// Stand-ins for the parameters of prototypes, which only their types are asked of.
    pub prototype_objects: FxHashMap<Ty, ObjectId>,
}

impl Linker {
    pub fn start_unit(&mut self) {
        self.defined_records.clear();
        self.implicit_here.clear();
        self.unit += 1;
    }

    /// Whether this unit has defined the record.
    pub fn is_defined_here(&self, record: RecordId) -> bool {
        self.defined_records.contains(&record)
    }

    pub fn define_record(&mut self, record: RecordId) {
        self.defined_records.insert(record);
    }
}

impl<'a> Checker<'a> {
    pub(super) fn mark_used(&mut self, function: FunctionId) {
        if self.unevaluated == 0 {
            self.linker.used.insert(function);
        }
    }

    /// The record of another file that this one without tag is the same as.
    pub(super) fn unify_anonymous(&mut self, record: RecordId) -> RecordId {
        let Record { is_union, fields, size, align, .. } = &self.program.types.records[record];
        let fields =
            fields.iter().map(|field| (field.name.clone(), field.ty, field.bit_offset, field.bit_width));
        let key = (*is_union, fields.collect(), size.unwrap_or(0), *align);
        let unit = self.linker.unit;
        match self.linker.anonymous.get(&key) {
            Some(&(known, other)) if other != unit => known,
            Some(_) => record,
            None => {
                self.linker.anonymous.insert(key, (record, unit));
                record
            }
        }
    }

    fn new_function(&mut self, name: &str, ty: Ty, span: Span) -> FunctionId {
        self.program.functions.push(Function {
            name: name.into(),
            ty,
            parameters: Vec::new(),
            body: None,
            is_noreturn: false,
            is_model: false,
            span,
        })
    }

    /// The function of an external name, and whether it is new.
    pub(super) fn external_function(&mut self, name: &str, ty: Ty, span: Span) -> (FunctionId, bool) {
        if let Some(&External::Function(function)) = self.linker.externals.get(name) {
            return (function, false);
        }
        let function = self.new_function(name, ty, span);
        self.linker.externals.insert(name.into(), External::Function(function));
        (function, true)
    }

    /// Declares a function in the current scope.
    pub(super) fn declare_function(&mut self, name: Ident, ty: Ty, is_static: bool) -> Checked<FunctionId> {
        let span = self.span(name.range);
        let text = self.name(name.name);
        let known = match self.scopes.name(name.name) {
            Some(Entry::Function(function, known)) => Some((function, known)),
            _ => match self.scopes.name_here(name.name) {
                Some(Entry::Object(_) | Entry::Typedef(_) | Entry::Constant(..)) => {
                    return self.error(span, format!("`{text}` was something else before"));
                }
                _ => None,
            },
        };
        if let Some((function, known)) = known {
            if !self.is_compatible(known, ty) && !self.linker.implicit.contains(&function) {
                let (known, ty) = (self.program.type_text(known), self.program.type_text(ty));
                let message = format!("`{text}` has the type `{ty}` here, but `{known}` before");
                return self.error(span, message);
            }
            let ty = if self.is_compatible(known, ty) { self.composite(known, ty) } else { ty };
            self.refine_function_type(function, ty);
            self.scopes.declare(name.name, Entry::Function(function, ty));
            return Ok(function);
        }
        if let (true, Some(External::Function(function))) = (is_static, self.linker.externals.get(text))
            && self.linker.implicit_here.contains(function)
        {
            let message = format!("`{text}` is static, but was called before without a declaration");
            return self.error_hint(span, message, "declare it before it is called");
        }
        let is_variable = matches!(self.linker.externals.get(text), Some(External::Object(_)));
        let function = if is_static || (is_variable && self.is_library) {
            // A function of the library yields the name to the program's variable.
            self.new_function(text, ty, span)
        } else {
            if is_variable {
                return self.error(span, format!("`{text}` is a variable elsewhere"));
            }
            let (function, is_new) = self.external_function(text, ty, span);
            if !is_new {
                self.refine_function_type(function, ty);
            }
            function
        };
        self.scopes.declare(name.name, Entry::Function(function, ty));
        Ok(function)
    }

    /// A function that has no body yet takes the type that says more.
    fn refine_function_type(&mut self, function: FunctionId, ty: Ty) {
        if self.linker.functions.contains_key(&function) {
            return;
        }
        let known = self.program.functions[function].ty;
        if self.linker.implicit.remove(&function) {
            self.program.functions[function].ty = ty;
        } else if self.is_compatible(known, ty) {
            self.program.functions[function].ty = self.composite(known, ty);
        }
    }

    /// Notes the definition of a function; whether it is the one that counts.
    pub(super) fn begin_definition(&mut self, function: FunctionId, new: Definition) -> Checked<bool> {
        if let Some(old) = self.linker.functions.get(&function).copied() {
            let yields = |definition: &Definition| definition.is_inline || definition.is_weak;
            if new.is_library || yields(&new) {
                return Ok(false);
            }
            if !yields(&old) {
                let message = format!("`{}` is defined a second time", self.program.functions[function].name);
                self.diagnostics
                    .push(base::Diagnostic::error(new.span, message).with_note(Some(old.span), "first here"));
                return Err(super::Reported);
            }
        }
        self.linker.functions.insert(function, new);
        Ok(true)
    }

    /// The object of a name with linkage.
    pub(super) fn linked_object(
        &mut self,
        name: Ident,
        ty: Ty,
        align: u64,
        is_static: bool,
    ) -> Checked<ObjectId> {
        let span = self.span(name.range);
        let text = self.name(name.name);
        let visible = match self.scopes.name(name.name) {
            Some(Entry::Object(object)) => {
                let storage = &self.program.objects[object].storage;
                matches!(storage, Storage::Static(_) | Storage::External).then_some(object)
            }
            _ => None,
        };
        if let (None, Some(Entry::Function(..) | Entry::Typedef(_) | Entry::Constant(..))) =
            (visible, self.scopes.name_here(name.name))
        {
            return self.error(span, format!("`{text}` was something else before"));
        }
        let known = match (visible, self.linker.externals.get(text)) {
            (Some(object), _) => Some(object),
            (None, Some(External::Object(object))) if !is_static => Some(*object),
            (None, Some(External::Function(_))) if !is_static => {
                return self.error(span, format!("`{text}` is a function elsewhere"));
            }
            _ => None,
        };
        let Some(object) = known else {
            let storage = Storage::External;
            let object = self.program.objects.push(Object { name: text.into(), ty, align, storage, span });
            if !is_static {
                self.linker.externals.insert(text.into(), External::Object(object));
            }
            return Ok(object);
        };
        let old = self.program.objects[object].ty;
        if self.is_compatible(old, ty) {
            self.program.objects[object].ty = self.composite(old, ty);
        } else {
            let (old, ty) = (self.program.type_text(old), self.program.type_text(ty));
            return self.error(span, format!("`{text}` has the type `{ty}` here, but `{old}` before"));
        }
        self.program.objects[object].align = self.program.objects[object].align.max(align);
        Ok(object)
    }

    /// Notes the definition of an object with an initialiser; whether it is the one that counts.
    pub(super) fn define_object(&mut self, object: ObjectId, is_weak: bool, span: Span) -> Checked<bool> {
        let new = Definition { is_inline: false, is_weak, is_library: self.is_library, span };
        if let Some(old) = self.linker.objects.get(&object).copied() {
            if new.is_library || (new.is_weak && !old.is_weak) {
                return Ok(false);
            }
            if !old.is_weak && !old.is_library {
                let message = format!("`{}` is defined a second time", self.program.objects[object].name);
                self.diagnostics
                    .push(base::Diagnostic::error(span, message).with_note(Some(old.span), "first here"));
                return Err(super::Reported);
            }
        }
        self.linker.objects.insert(object, new);
        self.program.objects[object].storage = Storage::Static(Vec::new());
        Ok(true)
    }

    pub(super) fn define_tentatively(&mut self, object: ObjectId) {
        if matches!(self.program.objects[object].storage, Storage::External) {
            self.program.objects[object].storage = Storage::Static(Vec::new());
            self.linker.tentative.push(object);
        }
    }

    /// Checks the bodies of a library that something calls.
    pub(super) fn library_bodies(&mut self, bodies: Vec<(ast::FunctionId, Option<FunctionId>)>) {
        let mut waiting = bodies;
        loop {
            let (needed, rest): (Vec<_>, Vec<_>) = waiting.into_iter().partition(|(_, function)| {
                function.is_some_and(|function| {
                    self.linker.used.contains(&function) && !self.linker.functions.contains_key(&function)
                })
            });
            if needed.is_empty() {
                return;
            }
            for (definition, _) in needed {
                self.function_definition(definition);
            }
            waiting = rest;
        }
    }

    /// Completes what a unit leaves open.
    pub(super) fn finish_unit(&mut self) {
        for object in std::mem::take(&mut self.linker.tentative) {
            match self.program.types[self.program.objects[object].ty] {
                Type::Array(element, ArrayLength::Unknown) => {
                    let ty = Type::Array(element, ArrayLength::Constant(1));
                    self.program.objects[object].ty = self.program.types.intern(ty);
                }
                Type::Record(record) if self.program.types.records[record].size.is_none() => {
                    let Object { name, span, .. } = &self.program.objects[object];
                    let (message, span) = (format!("the size of `{name}` is not known"), *span);
                    let _: Checked<()> = self.error(span, message);
                }
                _ => {}
            }
        }
        self.finish_object_aliases();
        for (function, target, span) in std::mem::take(&mut self.linker.aliases) {
            let found = self.names.lookup(&target).and_then(|name| self.scopes.name(name));
            match found {
                Some(Entry::Function(target, _)) => {
                    self.linker.resolved_aliases.insert(function, target);
                }
                _ => {
                    let _: Checked<()> = self.error(span, format!("`{target}` is no function of this file"));
                }
            }
        }
    }

    /// Objects that are other names for objects, resolved as for functions.
    fn finish_object_aliases(&mut self) {
        for (object, target, span) in std::mem::take(&mut self.linker.object_aliases) {
            match self.names.lookup(&target).and_then(|name| self.scopes.name(name)) {
                Some(Entry::Object(target)) => {
                    self.linker.resolved_objects.insert(object, target);
                }
                _ => {
                    let _: Checked<()> = self.error(span, format!("`{target}` is no variable of this file"));
                }
            }
        }
    }

    /// Places of objects that are other names for objects.
    fn redirect_places(&mut self) {
        if self.linker.resolved_objects.is_empty() {
            return;
        }
        for place in self.program.places.ids() {
            let Place { kind: PlaceKind::Object(object), ty, span } = self.program.places[place] else {
                continue;
            };
            let Some(&target) = self.linker.resolved_objects.get(&object) else { continue };
            if self.program.objects[target].ty == ty {
                self.program.places[place].kind = PlaceKind::Object(target);
                continue;
            }
            let target = self.object_place(target, span);
            let pointer = self.program.types.pointer_to(self.program.places[target].ty);
            let address = self.node(ExprKind::AddressOf(target), pointer, span);
            let pointer = self.program.types.pointer_to(ty);
            let address = self.convert(address, pointer);
            self.program.places[place].kind = PlaceKind::Deref(address);
        }
    }

    /// Makes calls fit the definitions, when all units are read.
    pub(super) fn finish_linking(&mut self) {
        self.redirect_places();
        for statement in &self.program.stmts {
            // The result is not used: it may as well be nothing.
            if let StmtKind::Expr(expr) = statement.kind
                && let ExprKind::Call(Callee::Direct(function), _) = self.program.exprs[expr].kind
                && let Type::Function(ty) = &self.program.types[self.program.functions[function].ty]
            {
                self.program.exprs[expr].ty = ty.result;
            }
        }
        for expr in self.program.exprs.ids() {
            match self.program.exprs[expr].kind {
                ExprKind::FunctionAddress(function) => {
                    let function = self.aliased(function);
                    self.program.exprs[expr].kind = ExprKind::FunctionAddress(function);
                }
                ExprKind::Call(Callee::Direct(function), ref mut arguments) => {
                    let arguments = std::mem::take(arguments);
                    let function = self.aliased(function);
                    self.adapt_call(expr, function, arguments);
                }
                _ => {}
            }
        }
        for constructor in 0..self.program.constructors.len() {
            self.program.constructors[constructor] = self.aliased(self.program.constructors[constructor]);
        }
        self.call_instead_of_tables();
    }

    /// A function that the library defines, and no other unit.
    pub(super) fn library_definition(&self, name: &str) -> Option<FunctionId> {
        match self.linker.externals.get(name) {
            Some(External::Function(function)) => {
                let definition = self.linker.functions.get(function)?;
                definition.is_library.then_some(*function)
            }
            _ => None,
        }
    }

    fn aliased(&self, function: FunctionId) -> FunctionId {
        let mut function = function;
        // Aliases of aliases end; a cycle is broken off.
        for _ in 0..16 {
            match self.linker.resolved_aliases.get(&function) {
                Some(&target) => function = target,
                None => break,
            }
        }
        function
    }

    /// Converts arguments and result of a call that was checked with another type than the function turned out to have.
    fn adapt_call(&mut self, call: ExprId, function: FunctionId, arguments: Vec<ExprId>) {
        let Type::Function(ty) = self.program.types[self.program.functions[function].ty].clone() else {
            return;
        };
        let Expr { ty: expected, span, .. } = self.program.exprs[call];
        let name = self.program.functions[function].name.clone();
        let is_known = ty.has_prototype || self.program.functions[function].body.is_some();
        let mut values = arguments;
        if is_known {
            let mut fits = values.len() >= ty.parameters.len();
            for (value, &parameter) in values.iter_mut().zip(&ty.parameters) {
                fits &= self.is_convertible(self.ty(*value), parameter);
                *value = if fits { self.convert(*value, parameter) } else { *value };
            }
            if !fits {
                let what = format!("the arguments of `{name}` do not fit its definition");
                self.program.exprs[call].kind = ExprKind::Unsupported(what.into());
                return;
            }
        }
        let callee = Callee::Direct(function);
        if expected == ty.result {
            self.program.exprs[call].kind = ExprKind::Call(callee, values);
            return;
        }
        let inner = self.node(ExprKind::Call(callee, values), ty.result, span);
        self.program.exprs[call].kind =
            if expected == self.common.void || self.is_convertible(ty.result, expected) {
                ExprKind::Convert(inner)
            } else {
                let what = format!("the result of `{name}` is used, but it has another type");
                let value = self.unsupported(what, expected, span);
                ExprKind::Comma(inner, value)
            };
    }

    fn is_convertible(&self, from: Ty, to: Ty) -> bool {
        let class = |ty: Ty| match self.program.types[ty] {
            Type::Int(_) | Type::Pointer(_) => 1,
            Type::Float(_) => 2,
            _ => 0,
        };
        from == to || (class(from) == class(to) && class(from) == 1)
    }
}
