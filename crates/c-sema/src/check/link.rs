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
use crate::hir::{Callee, Expr, ExprId, ExprKind, Function, FunctionId, Object, ObjectId};
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
    pub functions: FxHashMap<FunctionId, Definition>,
    /// Which definition of a function it was that counts, in the order of the program.
    order: FxHashMap<FunctionId, usize>,
    /// Definitions of objects with an initialiser, and their units.
    pub objects: FxHashMap<ObjectId, (Definition, usize)>,
    /// Objects with tentative definitions of this unit, and of the units before.
    tentative: Vec<ObjectId>,
    pub strongly_zero: FxHashSet<ObjectId>,
    /// Functions and objects that some declaration calls weak.
    pub weak_functions: FxHashSet<FunctionId>,
    pub weak_objects: FxHashSet<ObjectId>,
    /// The objects that this unit calls weak.
    weak_here: FxHashSet<ObjectId>,
    /// Functions with the attribute `constructor`, and their priorities.
    pub constructors: Vec<(FunctionId, i128)>,
    /// The `asm` labels of this unit.
    pub labels: Vec<(Box<str>, Span)>,
    /// The labels of all units that stand for a variant of a library's function.
    pub redirections: Vec<(Box<str>, Span)>,
    /// Functions that are another name for one of this unit.
    pub aliases: Vec<(FunctionId, String, Span)>,
    pub resolved_aliases: FxHashMap<FunctionId, FunctionId>,
    /// The same for objects.
    pub object_aliases: Vec<(ObjectId, String, Span)>,
    pub resolved_objects: FxHashMap<ObjectId, ObjectId>,
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
        self.weak_here.clear();
        self.unit += 1;
    }

    pub fn weaken_object(&mut self, object: ObjectId) {
        self.weak_objects.insert(object);
        self.weak_here.insert(object);
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

    /// Whether some unit mentions an external symbol.
    pub(super) fn is_external(&self, symbol: &str) -> bool {
        self.linker.externals.contains_key(symbol)
    }

    /// Whether the user's units define an external symbol.
    pub(super) fn is_defined(&self, symbol: &str) -> bool {
        match self.linker.externals.get(symbol) {
            Some(External::Function(_)) => self.defined_function(symbol).is_some(),
            Some(&External::Object(object)) => {
                matches!(self.program.objects[object].storage, Storage::Static(_))
            }
            None => false,
        }
    }

    /// Whether a name of this file is something other than the external symbol of that name.
    pub(super) fn is_static_name(&self, symbol: &str) -> bool {
        let found = self.names.lookup(symbol).and_then(|name| self.scopes.name(name));
        match (found, self.linker.externals.get(symbol)) {
            (Some(Entry::Function(found, _)), Some(&External::Function(function))) => {
                found != function && &*self.program.functions[found].name == symbol
            }
            (Some(Entry::Object(found)), Some(&External::Object(object))) => {
                found != object && &*self.program.objects[found].name == symbol
            }
            (Some(Entry::Function(..) | Entry::Object(_)), _) => true,
            _ => false,
        }
    }

    /// The place of a function's definition among all.
    pub(super) fn definition_order(&self, function: FunctionId) -> Option<usize> {
        self.linker.order.get(&function).copied()
    }

    /// The function of a name that the user's units define.
    pub(super) fn defined_function(&self, name: &str) -> Option<FunctionId> {
        match self.linker.externals.get(name) {
            Some(&External::Function(function)) => {
                let definition = self.linker.functions.get(&function)?;
                (!definition.is_library).then_some(function)
            }
            _ => None,
        }
    }

    /// Declares a function in the current scope.
    pub(super) fn declare_function(&mut self, name: Ident, ty: Ty, is_static: bool) -> Checked<FunctionId> {
        self.declare_labelled_function(name, None, ty, is_static)
    }

    /// The same with an `asm` label, which is the name that the linker sees.
    pub(super) fn declare_labelled_function(
        &mut self,
        name: Ident,
        label: Option<ast::StrId>,
        ty: Ty,
        is_static: bool,
    ) -> Checked<FunctionId> {
        let span = self.span(name.range);
        let own_name = self.name(name.name);
        let symbol = self.symbol(own_name, label, span);
        let text = &*symbol;
        let known = match self.scopes.name(name.name) {
            Some(Entry::Function(function, known)) => Some((function, known)),
            _ => match self.scopes.name_here(name.name) {
                Some(Entry::Object(_) | Entry::Typedef(_) | Entry::Constant(..)) => {
                    return self.error(span, format!("`{text}` was something else before"));
                }
                _ => None,
            },
        };
        if label.is_some() && text != own_name {
            let known = known.map(|(function, _)| self.program.functions[function].name.clone());
            let known = known.unwrap_or_else(|| if is_static { own_name } else { text }.into());
            self.check_label_binds(&known, text, span)?;
            self.note_label(text, span);
        }
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
        let order = self.linker.order.len();
        self.linker.order.insert(function, order);
        Ok(true)
    }

    /// The object of a name with linkage; an `asm` label is the name that the linker sees.
    pub(super) fn linked_object(
        &mut self,
        name: Ident,
        label: Option<ast::StrId>,
        ty: Ty,
        align: u64,
        is_static: bool,
    ) -> Checked<ObjectId> {
        let span = self.span(name.range);
        let own_name = self.name(name.name);
        let symbol = self.symbol(own_name, label, span);
        let text = &*symbol;
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
        if label.is_some() && text != own_name {
            let known = visible.map(|object| self.program.objects[object].name.clone());
            let known = known.unwrap_or_else(|| if is_static { own_name } else { text }.into());
            self.check_label_binds(&known, text, span)?;
            self.note_label(text, span);
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
                self.program.external.insert(object);
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
        // What another unit defines without a value is zero for the linker, and not weak.
        if is_weak && self.linker.strongly_zero.contains(&object) {
            return Ok(false);
        }
        if let Some((old, _)) = self.linker.objects.get(&object).copied() {
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
        self.linker.objects.insert(object, (new, self.linker.unit));
        self.program.objects[object].storage = Storage::Static(Vec::new());
        Ok(true)
    }

    pub(super) fn define_tentatively(&mut self, object: ObjectId) {
        let unit = self.linker.unit;
        let is_overridden = |&(old, other): &(Definition, usize)| old.is_weak && other != unit;
        let is_weak = self.linker.weak_here.contains(&object);
        let overrides = !is_weak && self.linker.objects.get(&object).is_some_and(is_overridden);
        if matches!(self.program.objects[object].storage, Storage::External) || overrides {
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
                    let is_used = self.linker.used.contains(&function)
                        || self.program.functions[function].name.starts_with(crate::SPECIALISED);
                    is_used && !self.linker.functions.contains_key(&function)
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
        self.check_labels_of_unit();
        for object in std::mem::take(&mut self.linker.tentative) {
            let is_initialised =
                self.linker.objects.get(&object).is_some_and(|(_, unit)| *unit == self.linker.unit);
            if !is_initialised && !self.linker.weak_here.contains(&object) {
                self.linker.strongly_zero.insert(object);
            }
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
        self.finish_function_aliases();
    }

    /// Makes calls fit the definitions, when all units are read.
    pub(super) fn finish_linking(&mut self) {
        self.drop_overridden_aliases();
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
        self.check_redirections();
        self.weaken_addresses();
        self.order_constructors();
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
