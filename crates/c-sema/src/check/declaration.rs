//! Declarations: typedefs, objects and functions at file scope and in blocks.

use base::Span;
use c_syntax::ast::{
    self, Declaration, Ident, InitDeclarator, Specifiers, StaticAssert, Storage as Class, TypeSpec,
};

use super::initializer::Initialized;
use super::operand::Operand;
use super::scope::{Entry, TypeInfo};
use super::{Checked, Checker};
use crate::hir::{ExprId, InitPart, Object, ObjectId, StmtId, StmtKind, Storage};
use crate::types::{ArrayLength, Ty, Type};

impl<'a> Checker<'a> {
    pub(super) fn static_assert(&mut self, assertion: StaticAssert) -> Checked<()> {
        if self.constant_expression(assertion.condition)? != 0 {
            return Ok(());
        }
        let message = assertion.message.map_or(String::new(), |message| self.ast[message].to_text());
        self.error(self.span(assertion.range), format!("the static assertion fails: {message}"))
    }

    /// The type that all declarators share; `None` for `__auto_type`, which each initialiser decides.
    fn shared_type(&mut self, specifiers: &'a Specifiers) -> Checked<Option<TypeInfo>> {
        match specifiers.ty {
            TypeSpec::AutoType => Ok(None),
            _ => self.specifiers(specifiers).map(Some),
        }
    }

    /// The specifiers of a declaration, for which all names are broken if they are.
    fn begin_declaration(&mut self, declaration: &'a Declaration) -> Checked<Option<TypeInfo>> {
        if declaration.declarators.is_empty() {
            self.announce_tag(&declaration.specifiers);
        }
        let shared = self.shared_type(&declaration.specifiers);
        if shared.is_err() {
            for declarator in &declaration.declarators {
                if let Some(name) = declarator.declarator.name {
                    self.scopes.declare(name.name, Entry::Broken);
                }
            }
        }
        shared
    }

    pub(super) fn file_declaration(&mut self, id: ast::DeclId) {
        let declaration = &self.ast[id];
        let Ok(shared) = self.begin_declaration(declaration) else { return };
        for declarator in &declaration.declarators {
            let Some(name) = declarator.declarator.name else { continue };
            if self.file_declarator(&declaration.specifiers, shared, declarator, name).is_err()
                && self.scopes.name(name.name).is_none()
            {
                self.scopes.declare(name.name, Entry::Broken);
            }
        }
    }

    /// The type of a declarator, and the value of the initialiser if `__auto_type` made it necessary to look at it.
    fn declared_type(
        &mut self,
        shared: Option<TypeInfo>,
        declarator: &'a InitDeclarator,
        span: Span,
    ) -> Checked<(TypeInfo, Option<ExprId>)> {
        match (shared, declarator.init) {
            (Some(base), _) => Ok((self.declarator(base, &declarator.declarator)?, None)),
            (None, Some(ast::Init::Expr(init))) => {
                let value = self.value(init)?;
                let ty = self.nameable_type(&Operand::Value(value), span)?;
                Ok((ty.into(), Some(self.widen(value, ty))))
            }
            _ => self.error(span, "`__auto_type` needs an initialiser that is an expression"),
        }
    }

    fn file_declarator(
        &mut self,
        specifiers: &'a Specifiers,
        shared: Option<TypeInfo>,
        declarator: &'a InitDeclarator,
        name: Ident,
    ) -> Checked<()> {
        let span = self.span(name.range);
        let (info, _) = self.declared_type(shared, declarator, span)?;
        if specifiers.storage == Class::Typedef {
            return self.declare_typedef(specifiers, declarator, info, name);
        }
        if matches!(self.program.types[info.ty], Type::Function(_)) {
            let is_static = specifiers.storage == Class::Static;
            let label = declarator.declarator.asm_label;
            let function = self.declare_labelled_function(name, label, info.ty, is_static)?;
            self.function_attributes(function, specifiers, &declarator.declarator.attributes)?;
            return Ok(());
        }
        self.file_object(specifiers, declarator, info, name)
    }

    fn declare_typedef(
        &mut self,
        specifiers: &'a Specifiers,
        declarator: &'a InitDeclarator,
        info: TypeInfo,
        name: Ident,
    ) -> Checked<()> {
        let mut align = self.requested_alignment(&declarator.declarator.attributes)?;
        align = align.max(self.requested_alignment(&specifiers.attributes)?);
        let info = TypeInfo { align: align.or(info.align), ..info };
        self.mark_transparent(info.ty, &specifiers.attributes);
        self.mark_transparent(info.ty, &declarator.declarator.attributes);
        self.scopes.declare(name.name, Entry::Typedef(info));
        Ok(())
    }

    fn mark_transparent(&mut self, ty: Ty, attributes: &[ast::Attribute]) {
        if let Type::Record(record) = self.program.types[ty]
            && self.has_attribute(attributes, "transparent_union")
        {
            self.transparent_unions.insert(record, ());
        }
    }

    /// The alignment of an object.
    fn object_alignment(
        &mut self,
        specifiers: &'a Specifiers,
        declarator: &'a InitDeclarator,
        info: TypeInfo,
    ) -> Checked<u64> {
        let own = info.align.unwrap_or_else(|| self.program.types.align_of(info.ty));
        let mut align = self.specifier_alignment(specifiers)?;
        align = align.max(self.requested_alignment(&declarator.declarator.attributes)?);
        Ok(align.unwrap_or(own).max(own))
    }

    fn check_object_type(&mut self, ty: Ty, name: Ident) -> Checked<()> {
        if self.program.types[ty] == Type::Void {
            let message = format!("`{}` has the type `void`", self.name(name.name));
            return self.error(self.span(name.range), message);
        }
        Ok(())
    }

    fn file_object(
        &mut self,
        specifiers: &'a Specifiers,
        declarator: &'a InitDeclarator,
        info: TypeInfo,
        name: Ident,
    ) -> Checked<()> {
        let span = self.span(name.range);
        let is_extern = specifiers.storage == Class::Extern;
        if !is_extern {
            self.check_object_type(info.ty, name)?;
        }
        let align = self.object_alignment(specifiers, declarator, info)?;
        let is_register = specifiers.storage == Class::Register;
        let label = declarator.declarator.asm_label.filter(|_| !is_register);
        let object = self.linked_object(name, label, info.ty, align, specifiers.storage == Class::Static)?;
        self.scopes.declare(name.name, Entry::Object(object));
        let is_weak = self.has_attribute(&declarator.declarator.attributes, "weak")
            || self.has_attribute(&specifiers.attributes, "weak");
        if is_weak {
            self.linker.weaken_object(object);
        }
        if info.is_const {
            self.program.constants.insert(object);
        }
        if declarator.init.is_none()
            && let Some(target) = self.alias_target(specifiers, declarator)
        {
            self.linker.object_aliases.push((object, target, span));
            return Ok(());
        }
        if declarator.init.is_none() && (is_extern || is_register) {
            return Ok(());
        }
        let Some(init) = declarator.init else {
            self.define_tentatively(object);
            return Ok(());
        };
        if !self.define_object(object, is_weak, span)? {
            return Ok(());
        }
        let Initialized { ty, parts, .. } = self.initializer(info.ty, init, true)?;
        self.program.objects[object].ty = ty;
        self.program.objects[object].storage = Storage::Static(parts);
        Ok(())
    }

    /// The object that this is another name for.
    fn alias_target(&self, specifiers: &'a Specifiers, declarator: &'a InitDeclarator) -> Option<String> {
        let attributes = specifiers.attributes.iter().chain(&declarator.declarator.attributes);
        let mut aliases = attributes.filter(|attribute| self.name(attribute.name) == "alias");
        match &aliases.next()?.args {
            ast::AttributeArgs::Str(target) => Some(self.ast[*target].to_text()),
            _ => None,
        }
    }

    /// A declaration in a block; what it does at run time is appended.
    pub(super) fn local_declaration(&mut self, id: ast::DeclId, out: &mut Vec<StmtId>) {
        let declaration = &self.ast[id];
        let mark = self.pending_mark();
        let Ok(shared) = self.begin_declaration(declaration) else { return };
        out.extend(self.drain_pending(mark));
        for declarator in &declaration.declarators {
            let Some(name) = declarator.declarator.name else { continue };
            if self.local_declarator(&declaration.specifiers, shared, declarator, name, out).is_err() {
                match self.scopes.name_here(name.name) {
                    Some(_) => {}
                    None => self.scopes.declare(name.name, Entry::Broken),
                }
            }
        }
    }

    fn local_declarator(
        &mut self,
        specifiers: &'a Specifiers,
        shared: Option<TypeInfo>,
        declarator: &'a InitDeclarator,
        name: Ident,
        out: &mut Vec<StmtId>,
    ) -> Checked<()> {
        let span = self.span(name.range);
        let mark = self.pending_mark();
        let (info, value) = self.declared_type(shared, declarator, span)?;
        out.extend(self.drain_pending(mark));
        if specifiers.storage == Class::Typedef {
            return self.declare_typedef(specifiers, declarator, info, name);
        }
        if matches!(self.program.types[info.ty], Type::Function(_)) {
            let label = declarator.declarator.asm_label;
            let function = self.declare_labelled_function(name, label, info.ty, false)?;
            return self.function_attributes(function, specifiers, &declarator.declarator.attributes);
        }
        self.check_object_type(info.ty, name)?;
        let align = self.object_alignment(specifiers, declarator, info)?;
        if specifiers.storage == Class::Extern {
            self.check_block_extern(declarator, info.ty, name)?;
            let label = declarator.declarator.asm_label;
            let object = self.linked_object(name, label, info.ty, align, false)?;
            self.scopes.declare(name.name, Entry::Object(object));
            return Ok(());
        }
        if let Some(Entry::Object(_)) = self.scopes.name_here(name.name) {
            let message = format!("`{}` is declared a second time", self.name(name.name));
            return self.error(span, message);
        }
        if specifiers.storage == Class::Static {
            return self.static_local(declarator, info, align, name);
        }
        let cleanup = self.has_attribute(&declarator.declarator.attributes, "cleanup")
            || self.has_attribute(&specifiers.attributes, "cleanup");
        if cleanup {
            let value = self.unsupported("attribute `cleanup`", self.common.void, span);
            out.push(self.statement(StmtKind::Expr(value), span));
        }
        self.automatic(declarator, (info, value), align, name, out)
    }

    /// `extern` in a block only mentions an object: its size and its value are a matter of its definition.
    fn check_block_extern(&mut self, declarator: &InitDeclarator, ty: Ty, name: Ident) -> Checked<()> {
        let fault = if declarator.init.is_some() {
            "is `extern` in a block, and so cannot be initialised there"
        } else if self.program.types.is_variably_modified(ty) {
            "is `extern`, and so its size cannot depend on a variable"
        } else {
            return Ok(());
        };
        let message = format!("`{}` {fault}", self.name(name.name));
        self.error(self.span(name.range), message)
    }

    fn new_object(&mut self, name: Ident, info: TypeInfo, align: u64, storage: Storage) -> ObjectId {
        let span = self.span(name.range);
        let text = self.name(name.name).into();
        let object = self.program.objects.push(Object { name: text, ty: info.ty, align, storage, span });
        if info.is_const {
            self.program.constants.insert(object);
        }
        object
    }

    fn static_local(
        &mut self,
        declarator: &'a InitDeclarator,
        info: TypeInfo,
        align: u64,
        name: Ident,
    ) -> Checked<()> {
        let ty = info.ty;
        let object = self.new_object(name, info, align, Storage::Static(Vec::new()));
        self.scopes.declare(name.name, Entry::Object(object));
        if let Some(init) = declarator.init {
            let Initialized { ty, parts, .. } = self.initializer(ty, init, true)?;
            self.program.objects[object].ty = ty;
            self.program.objects[object].storage = Storage::Static(parts);
        }
        self.check_complete(object)
    }

    fn automatic(
        &mut self,
        declarator: &'a InitDeclarator,
        (info, value): (TypeInfo, Option<ExprId>),
        align: u64,
        name: Ident,
        out: &mut Vec<StmtId>,
    ) -> Checked<()> {
        let span = self.span(name.range);
        let Some(function) = &self.function else {
            return self.error(span, "a local variable outside of functions");
        };
        let storage = Storage::Local(function.id);
        let ty = info.ty;
        let object = self.new_object(name, info, align, storage);
        self.scopes.declare(name.name, Entry::Object(object));
        self.list_object(object);
        out.push(self.statement(StmtKind::Declare(object), span));
        if let Some(value) = value {
            let part = InitPart { bit_offset: 0, bit_width: None, ty, value };
            let init = StmtKind::Init { object, is_zeroed: false, parts: vec![part] };
            out.push(self.statement(init, span));
        } else if let Some(init) = declarator.init {
            let Initialized { ty, is_zeroed, parts } = self.initializer(ty, init, false)?;
            self.program.objects[object].ty = ty;
            out.push(self.statement(StmtKind::Init { object, is_zeroed, parts }, span));
        }
        self.check_complete(object)
    }

    fn check_complete(&mut self, object: ObjectId) -> Checked<()> {
        let Object { ty, name, span, .. } = &self.program.objects[object];
        let is_complete = match self.program.types[*ty] {
            Type::Array(_, ArrayLength::Unknown) => false,
            Type::Record(record) => self.program.types.records[record].size.is_some(),
            _ => true,
        };
        if is_complete {
            return Ok(());
        }
        let (message, span) = (format!("the size of `{name}` is not known"), *span);
        self.error_hint(span, message, "give the array a length, or define the struct before")
    }
}
