//! Function definitions: parameters, bodies, attributes.

use base::Span;
use c_syntax::Symbol;
use c_syntax::ast::Storage as Class;
use c_syntax::ast::{self, Attribute, AttributeArgs, Derived, FunctionDef, Ident, Parameters, Specifiers};
use rustc_hash::FxHashMap;

use super::label::{LabelUse, SwitchState};
use super::link::Definition;
use super::scope::{Entry, TypeInfo};
use super::{Checked, Checker};
use crate::hir::{ExprId, ExprKind, FunctionId, InitPart, Object, ObjectId, StmtId, StmtKind, Storage};
use crate::types::{FunctionType, Ty, Type};

/// What is known about the function whose body is checked.
#[derive(Debug)]
pub(super) struct FunctionContext {
    /// The function.
    pub id: FunctionId,
    /// What it returns.
    pub result: Ty,
    /// The objects of the open blocks.
    pub blocks: Vec<Vec<ObjectId>>,
    /// Statements that evaluate the lengths of arrays, for whoever evaluates their type.
    pub pending: Vec<StmtId>,
    /// Labels; the first scope is the function's, others are of blocks with `__label__`.
    pub labels: Vec<FxHashMap<Symbol, LabelUse>>,
    /// The open `switch` statements.
    pub switches: Vec<SwitchState>,
    /// How many statements are open that `break` may leave.
    pub breakable: u32,
    /// How many loops are open.
    pub loops: u32,
}

/// A parameter of a definition.
struct DefinedParameter {
    name: Option<Ident>,
    /// The type as declared, and as passed, which differs in definitions without a prototype.
    ty: Ty,
    passed: Ty,
    span: Span,
}

impl<'a> Checker<'a> {
    pub(super) fn function_definition(&mut self, id: ast::FunctionId) {
        let definition = &self.ast[id];
        let name = definition.declarator.name;
        if self.define_function(definition).is_err()
            && let Some(name) = name
            && self.scopes.name(name.name).is_none()
        {
            self.scopes.declare(name.name, Entry::Broken);
        }
        self.function = None;
    }

    /// The result type, the parameters, and the id of a definition.
    fn definition_head(
        &mut self,
        definition: &'a FunctionDef,
    ) -> Checked<(Ident, Ty, &'a Parameters, FunctionId)> {
        let declarator = &definition.declarator;
        let span = self.span(declarator.range);
        let Some(name) = declarator.name else { return self.error(span, "a function without a name") };
        let base = self.specifiers(&definition.specifiers)?;
        let Some((Derived::Function(parameters), rest)) = declarator.derived.split_first() else {
            return self.error(span, "only functions have bodies");
        };
        let result = self.derive(base, rest, span)?.ty;
        self.check_result_type(result, span)?;
        let unknown =
            FunctionType { result, parameters: Vec::new(), is_variadic: true, has_prototype: false };
        let ty = self.program.types.intern(Type::Function(unknown));
        let is_static = definition.specifiers.storage == Class::Static;
        let function = self.declare_function(name, ty, is_static)?;
        self.function_attributes(function, &definition.specifiers, &declarator.attributes)?;
        Ok((name, result, parameters, function))
    }

    /// Declares a function of a library, whose body may not be needed.
    pub(super) fn announce_function(&mut self, id: ast::FunctionId) -> Option<FunctionId> {
        let definition = &self.ast[id];
        let info = self.specifiers(&definition.specifiers).ok()?;
        let info = self.declarator(info, &definition.declarator).ok()?;
        let name = definition.declarator.name?;
        let is_static = definition.specifiers.storage == Class::Static;
        self.declare_function(name, info.ty, is_static).ok()
    }

    fn define_function(&mut self, definition: &'a FunctionDef) -> Checked<()> {
        let (name, result, parameters, id) = self.definition_head(definition)?;
        let span = self.span(name.range);
        let record = Definition {
            is_inline: definition.specifiers.inline,
            is_weak: self.has_attribute(&definition.specifiers.attributes, "weak")
                || self.has_attribute(&definition.declarator.attributes, "weak"),
            is_library: self.is_library,
            span,
        };
        if !self.begin_definition(id, record)? {
            return Ok(());
        }
        self.function = Some(FunctionContext {
            id,
            result,
            blocks: vec![Vec::new()],
            pending: Vec::new(),
            labels: vec![FxHashMap::default()],
            switches: Vec::new(),
            breakable: 0,
            loops: 0,
        });
        self.scopes.open();
        let checked = self.define_parameters(id, definition, parameters);
        // The type is declared outside of the scope of the parameters.
        self.scopes.close();
        let (ty, list, objects, mut statements) = self.parameter_type_of(checked, result)?;
        self.declare_function(name, ty, definition.specifiers.storage == Class::Static)?;
        self.program.functions[id].ty = ty;
        self.program.functions[id].span = span;
        self.program.functions[id].is_model = self.is_library;
        self.scopes.open();
        for (parameter, &object) in list.iter().zip(&objects) {
            if let Some(name) = parameter.name {
                self.scopes.declare(name.name, Entry::Object(object));
            }
        }
        self.check_complete_parameters(&list)?;
        let parameters = self.convert_parameters(&list, &objects, &mut statements);
        let body = self.function_body(definition, result, statements);
        self.scopes.close();
        let function = &mut self.program.functions[id];
        (function.parameters, function.body) = (parameters, Some(body));
        Ok(())
    }

    #[allow(clippy::type_complexity)]
    fn parameter_type_of(
        &mut self,
        checked: Checked<(Vec<DefinedParameter>, Vec<ObjectId>, bool, bool)>,
        result: Ty,
    ) -> Checked<(Ty, Vec<DefinedParameter>, Vec<ObjectId>, Vec<StmtId>)> {
        let (list, objects, is_variadic, has_prototype) = checked?;
        let parameters = list.iter().map(|parameter| parameter.passed).collect();
        let ty = FunctionType { result, parameters, is_variadic, has_prototype };
        let ty = self.program.types.intern(Type::Function(ty));
        let statements = self.drain_pending(0);
        Ok((ty, list, objects, statements))
    }

    fn check_complete_parameters(&mut self, list: &[DefinedParameter]) -> Checked<()> {
        for parameter in list {
            if let Type::Record(record) = self.program.types[parameter.ty]
                && self.program.types.records[record].size.is_none()
            {
                return self.error(parameter.span, "the size of this parameter is not known");
            }
        }
        Ok(())
    }

    /// The parameters of a definition as objects, which later parameters may mention.
    fn define_parameters(
        &mut self,
        id: FunctionId,
        definition: &'a FunctionDef,
        parameters: &'a Parameters,
    ) -> Checked<(Vec<DefinedParameter>, Vec<ObjectId>, bool, bool)> {
        let (mut list, mut objects) = (Vec::new(), Vec::new());
        match parameters {
            Parameters::Prototype { list: written, variadic } => {
                if !self.is_void_list(written)? {
                    for parameter in written {
                        let ty = self.parameter_type(parameter)?.ty;
                        let span = self.span(parameter.range);
                        let name = parameter.declarator.name;
                        list.push(DefinedParameter { name, ty, passed: ty, span });
                        objects.push(self.parameter_object(id, name, ty, span));
                    }
                }
                Ok((list, objects, *variadic, true))
            }
            Parameters::Identifiers(names) => {
                let types = self.old_style_types(definition)?;
                for &name in names {
                    let ty = types.get(&name.name).map_or(self.common.int, |info| info.ty);
                    let span = self.span(name.range);
                    list.push(DefinedParameter { name: Some(name), ty, passed: self.passed_type(ty), span });
                    objects.push(self.parameter_object(id, Some(name), ty, span));
                }
                Ok((list, objects, false, false))
            }
        }
    }

    /// How a parameter without prototype is passed: promoted.
    fn passed_type(&self, ty: Ty) -> Ty {
        match self.program.types[ty] {
            Type::Int(kind) if kind.size(self.program.types.model) < 4 => self.common.int,
            Type::Float(kind) if kind < crate::types::FloatKind::Double => self.common.double,
            _ => ty,
        }
    }

    /// The declared types of the parameters of a K&R definition.
    fn old_style_types(&mut self, definition: &'a FunctionDef) -> Checked<FxHashMap<Symbol, TypeInfo>> {
        let mut types = FxHashMap::default();
        for declaration in &definition.parameter_declarations {
            let base = self.specifiers(&declaration.specifiers)?;
            for declarator in &declaration.declarators {
                let info = self.adjusted_type(base, &declarator.declarator)?;
                if let Some(name) = declarator.declarator.name {
                    types.insert(name.name, info);
                }
            }
        }
        Ok(types)
    }

    fn parameter_object(&mut self, id: FunctionId, name: Option<Ident>, ty: Ty, span: Span) -> ObjectId {
        let text = name.map_or("parameter", |name| self.name(name.name));
        let align = self.program.types.align_of(ty);
        let storage = Storage::Parameter(id);
        let object = self.program.objects.push(Object { name: text.into(), ty, align, storage, span });
        if let Some(name) = name {
            self.scopes.declare(name.name, Entry::Object(object));
        }
        object
    }

    /// Parameters that are passed promoted are converted to locals at the start of the body.
    fn convert_parameters(
        &mut self,
        list: &[DefinedParameter],
        objects: &[ObjectId],
        statements: &mut Vec<StmtId>,
    ) -> Vec<ObjectId> {
        let mut parameters = Vec::with_capacity(objects.len());
        for (parameter, &object) in list.iter().zip(objects) {
            if parameter.ty == parameter.passed {
                parameters.push(object);
                continue;
            }
            let Some(id) = self.function.as_ref().map(|function| function.id) else { continue };
            let span = parameter.span;
            let passed = self.parameter_object(id, None, parameter.passed, span);
            parameters.push(passed);
            self.program.objects[object].storage = Storage::Local(id);
            self.list_object(object);
            let place = self.object_place(passed, span);
            let value = self.load(place, span);
            let value = self.convert(value, parameter.ty);
            let part = InitPart { bit_offset: 0, bit_width: None, ty: parameter.ty, value };
            statements.push(self.statement(StmtKind::Declare(object), span));
            let init = StmtKind::Init { object, is_zeroed: false, parts: vec![part] };
            statements.push(self.statement(init, span));
        }
        parameters
    }

    fn function_body(&mut self, definition: &'a FunctionDef, result: Ty, statements: Vec<StmtId>) -> StmtId {
        let mut statements = statements;
        let span = self.span(self.ast[definition.body].range);
        self.block_statement(definition.body, &mut statements);
        let is_main = self.function.as_ref().is_some_and(|function| {
            &*self.program.functions[function.id].name == "main" && result == self.common.int
        });
        if is_main {
            let zero = self.node(ExprKind::Int(0), result, span.at_end());
            statements.push(self.statement(StmtKind::Return(Some(zero)), span.at_end()));
        }
        self.check_labels();
        let objects = self.function.as_mut().and_then(|function| function.blocks.pop()).unwrap_or_default();
        match (&statements[..], objects.is_empty()) {
            (&[only], true) => only,
            _ => self.statement(StmtKind::Block(statements, objects), span),
        }
    }

    /// What attributes say about a function.
    pub(super) fn function_attributes(
        &mut self,
        id: FunctionId,
        specifiers: &'a Specifiers,
        attributes: &'a [Attribute],
    ) -> Checked<()> {
        self.program.functions[id].is_noreturn |= specifiers.noreturn;
        for attribute in specifiers.attributes.iter().chain(attributes) {
            let span = self.span(attribute.range);
            match (self.name(attribute.name), &attribute.args) {
                ("noreturn", _) => self.program.functions[id].is_noreturn = true,
                ("constructor", _) => {
                    let priority = self.constructor_priority(attribute, span)?;
                    self.linker.constructors.retain(|&(function, _)| function != id);
                    self.linker.constructors.push((id, priority));
                }
                ("weak", _) => {
                    self.linker.weak_functions.insert(id);
                }
                ("destructor", _) => return self.error(span, "unsupported: attribute `destructor`"),
                ("ifunc", _) => return self.error(span, "unsupported: attribute `ifunc`"),
                ("alias" | "weakref", AttributeArgs::Str(target)) => {
                    if self.name(attribute.name) == "weakref" {
                        self.linker.weak_functions.insert(id);
                    }
                    let target = self.ast[*target].to_text();
                    self.linker.aliases.push((id, target, span));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// How many statements wait for whoever evaluates a type.
    pub(super) fn pending_mark(&self) -> usize {
        self.function.as_ref().map_or(0, |function| function.pending.len())
    }

    pub(super) fn drain_pending(&mut self, mark: usize) -> Vec<StmtId> {
        match &mut self.function {
            Some(function) => function.pending.split_off(mark.min(function.pending.len())),
            None => Vec::new(),
        }
    }

    /// What evaluates the lengths of arrays that were named since the mark.
    pub(super) fn take_pending(&mut self, mark: usize, span: Span) -> Option<crate::hir::ExprId> {
        let statements = self.drain_pending(mark);
        if statements.is_empty() {
            return None;
        }
        let block = self.statement(StmtKind::Block(statements, Vec::new()), span);
        Some(self.node(ExprKind::Statements(block, None), self.common.void, span))
    }

    /// An expression is evaluated where the type is.
    pub(super) fn evaluate_pending(&mut self, value: ExprId, span: Span) {
        let statement = self.statement(StmtKind::Expr(value), span);
        if let Some(function) = &mut self.function {
            function.pending.push(statement);
        }
    }

    /// An object gets its value where the type is evaluated.
    pub(super) fn declare_pending(&mut self, object: ObjectId, part: InitPart, span: Span) {
        let declare = self.statement(StmtKind::Declare(object), span);
        let init = self.statement(StmtKind::Init { object, is_zeroed: false, parts: vec![part] }, span);
        if let Some(function) = &mut self.function {
            function.pending.extend([declare, init]);
        }
    }
}
