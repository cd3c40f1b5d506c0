//! Declarations, types and attributes.

use super::expr::{ASSIGN, CONDITIONAL};
use super::{Printer, Task};
use crate::ast::{
    Alignas, ArraySize, Attribute, AttributeArgs, AttributeToken, Declaration, Declarator, Derived, EnumId,
    FieldDeclarator, FunctionDef, Member, Parameters, Qualifiers, RecordId, Specifiers, StaticAssert,
    Storage, TypeSpec,
};

impl<'a> Printer<'a> {
    pub(super) fn declaration(&mut self, declaration: &'a Declaration) {
        let mark = self.tasks.len();
        let pack = self.missing_pack(declaration.specifiers.ty);
        self.tasks.extend(pack.map(Task::Pack));
        self.declaration_parts(declaration);
        self.tasks.extend(pack.map(|_| Task::Unpack));
        self.reverse_from(mark);
    }

    /// The `#pragma pack` that a record needs and that is not in force.
    fn missing_pack(&self, ty: TypeSpec) -> Option<u32> {
        let TypeSpec::Record(record) = ty else { return None };
        let record = &self.ast[record];
        let wanted = record.pack.unwrap_or(0);
        (record.members.is_some() && wanted != self.packs.last().copied().unwrap_or(0)).then_some(wanted)
    }

    /// Pushes a declaration in reading order.
    pub(super) fn declaration_parts(&mut self, declaration: &'a Declaration) {
        self.tasks.push(Task::Specifiers(&declaration.specifiers));
        for (number, entry) in declaration.declarators.iter().enumerate() {
            self.tasks.push(Task::Text(if number > 0 { ", " } else { " " }));
            self.tasks.push(Task::Declarator(&entry.declarator));
            self.tasks.push(Task::DeclaratorTail(&entry.declarator));
            if let Some(init) = entry.init {
                self.tasks.extend([Task::Text(" = "), Task::Init(init)]);
            }
        }
        self.tasks.push(Task::Text(";"));
    }

    pub(super) fn function(&mut self, function: &'a FunctionDef) {
        let mark = self.tasks.len();
        self.tasks.extend([Task::Specifiers(&function.specifiers), Task::Text(" ")]);
        self.tasks.push(Task::Declarator(&function.declarator));
        self.tasks.push(Task::DeclaratorTail(&function.declarator));
        for declaration in &function.parameter_declarations {
            self.tasks.extend([Task::Indent, Task::Newline]);
            self.declaration_parts(declaration);
            self.tasks.push(Task::Dedent);
        }
        self.tasks.extend([Task::Newline, Task::Stmt(function.body)]);
        self.reverse_from(mark);
    }

    pub(super) fn static_assert(&mut self, assertion: StaticAssert) {
        let mark = self.tasks.len();
        self.tasks.extend([Task::Text("_Static_assert("), Task::Expr(assertion.condition, CONDITIONAL)]);
        if let Some(message) = assertion.message {
            self.tasks.extend([Task::Text(", "), Task::Str(message)]);
        }
        self.tasks.push(Task::Text(");"));
        self.reverse_from(mark);
    }

    pub(super) fn qualifiers(&mut self, qualifiers: Qualifiers) {
        for (present, word) in [
            (qualifiers.is_const, "const"),
            (qualifiers.is_volatile, "volatile"),
            (qualifiers.is_restrict, "restrict"),
            (qualifiers.is_atomic, "_Atomic"),
        ] {
            if present {
                self.emit(word);
                self.out.push(' ');
            }
        }
    }

    pub(super) fn specifiers(&mut self, specifiers: &'a Specifiers) {
        let mark = self.tasks.len();
        let (leading, trailing) = specifiers.attributes.split_at(specifiers.leading_attributes);
        // Right behind a struct, union or enum they would be read as its own: some other word was between.
        let tagged = matches!(specifiers.ty, TypeSpec::Record(_) | TypeSpec::Enum(_));
        let type_first = tagged && !trailing.is_empty();
        if type_first {
            self.tasks.push(Task::Attributes(leading));
            self.type_spec(specifiers.ty);
            self.tasks.push(Task::Text(" "));
        }
        self.words(specifiers);
        self.tasks.push(Task::Qualifiers(specifiers.qualifiers));
        if !type_first {
            // At the very front they would be read as those of a label.
            self.tasks.push(Task::Attributes(leading));
            self.type_spec(specifiers.ty);
        }
        self.tasks.push(Task::Attributes(trailing));
        self.reverse_from(mark);
    }

    /// Pushes everything but the type, the qualifiers and the attributes.
    fn words(&mut self, specifiers: &'a Specifiers) {
        let storage = match specifiers.storage {
            Storage::None => "",
            Storage::Typedef => "typedef ",
            Storage::Extern => "extern ",
            Storage::Static => "static ",
            Storage::Auto => "auto ",
            Storage::Register => "register ",
        };
        self.tasks.push(Task::Text(storage));
        for (present, word) in [
            (specifiers.thread_local, "_Thread_local "),
            (specifiers.inline, "inline "),
            (specifiers.noreturn, "_Noreturn "),
        ] {
            if present {
                self.tasks.push(Task::Text(word));
            }
        }
        for &alignment in &specifiers.alignments {
            let value = match alignment {
                Alignas::Type(ty) => Task::Type(ty),
                Alignas::Expr(expr) => Task::Expr(expr, ASSIGN),
            };
            self.tasks.extend([Task::Text("_Alignas("), value, Task::Text(") ")]);
        }
    }

    /// Pushes a type in reading order.
    fn type_spec(&mut self, ty: TypeSpec) {
        let (open, value) = match ty {
            TypeSpec::Basic(basic) => return self.tasks.push(Task::Text(basic.text())),
            TypeSpec::Complex(basic) => {
                return self.tasks.extend([Task::Text("_Complex "), Task::Text(basic.text())]);
            }
            TypeSpec::Typedef(name) => return self.tasks.push(Task::Name(name)),
            TypeSpec::AutoType => return self.tasks.push(Task::Text("__auto_type")),
            TypeSpec::Record(record) => return self.record(record),
            TypeSpec::Enum(id) => return self.enumeration(id),
            TypeSpec::TypeofExpr(expr) => ("__typeof__(", Task::Expr(expr, 0)),
            TypeSpec::TypeofType(ty) => ("__typeof__(", Task::Type(ty)),
            TypeSpec::TypeofUnqualExpr(expr) => ("__typeof_unqual__(", Task::Expr(expr, 0)),
            TypeSpec::TypeofUnqualType(ty) => ("__typeof_unqual__(", Task::Type(ty)),
            TypeSpec::Atomic(ty) => ("_Atomic(", Task::Type(ty)),
        };
        self.tasks.extend([Task::Text(open), value, Task::Text(")")]);
    }

    fn record(&mut self, id: RecordId) {
        let ast = self.ast;
        let record = &ast[id];
        let pack = self.missing_pack(TypeSpec::Record(id));
        self.tasks.extend(pack.map(Task::Pack));
        self.tasks.push(Task::Text(if record.is_union { "union" } else { "struct" }));
        let (leading, trailing) = record.attributes.split_at(record.leading_attributes);
        self.tasks.push(Task::Attributes(leading));
        if let Some(tag) = record.tag {
            self.tasks.extend([Task::Text(" "), Task::Name(tag.name)]);
        }
        if let Some(members) = &record.members {
            self.tasks.extend([Task::Text(" {"), Task::Indent]);
            for member in members {
                self.tasks.extend([Task::Newline, Task::Member(member)]);
            }
            self.tasks.extend([Task::Dedent, Task::Newline, Task::Text("}")]);
        }
        self.tasks.push(Task::Attributes(trailing));
        self.tasks.extend(pack.map(|_| Task::Unpack));
    }

    pub(super) fn member(&mut self, member: &'a Member) {
        let (specifiers, fields) = match member {
            Member::Fields(specifiers, fields) => (specifiers, fields),
            Member::StaticAssert(assertion) => return self.static_assert(*assertion),
        };
        let mark = self.tasks.len();
        self.tasks.push(Task::Specifiers(specifiers));
        for (number, FieldDeclarator { declarator, width }) in fields.iter().enumerate() {
            self.tasks.push(Task::Text(if number > 0 { ", " } else { " " }));
            self.tasks.push(Task::Declarator(declarator));
            if let Some(width) = *width {
                self.tasks.extend([Task::Text(" : "), Task::Expr(width, CONDITIONAL)]);
            }
            self.tasks.push(Task::DeclaratorTail(declarator));
        }
        self.tasks.push(Task::Text(";"));
        self.reverse_from(mark);
    }

    fn enumeration(&mut self, id: EnumId) {
        let ast = self.ast;
        let spec = &ast[id];
        self.tasks.push(Task::Text("enum"));
        let (leading, trailing) = spec.attributes.split_at(spec.leading_attributes);
        self.tasks.push(Task::Attributes(leading));
        if let Some(tag) = spec.tag {
            self.tasks.extend([Task::Text(" "), Task::Name(tag.name)]);
        }
        if let Some(enumerators) = &spec.enumerators {
            self.tasks.extend([Task::Text(" {"), Task::Indent]);
            for enumerator in enumerators {
                self.tasks.extend([Task::Newline, Task::Name(enumerator.name.name)]);
                self.tasks.push(Task::Attributes(&enumerator.attributes));
                if let Some(value) = enumerator.value {
                    self.tasks.extend([Task::Text(" = "), Task::Expr(value, CONDITIONAL)]);
                }
                self.tasks.push(Task::Text(","));
            }
            self.tasks.extend([Task::Dedent, Task::Newline, Task::Text("}")]);
        }
        self.tasks.push(Task::Attributes(trailing));
    }

    /// Writes pointers to the left and everything else to the right of the name, going outwards.
    pub(super) fn declarator(&mut self, declarator: &'a Declarator) {
        let mut left = Vec::new();
        let mut right = Vec::new();
        let mut behind_pointer = false;
        for step in &declarator.derived {
            if let Derived::Pointer(qualifiers, attributes) = step {
                left.extend([Task::Qualifiers(*qualifiers), Task::Attributes(attributes), Task::Text("*")]);
                behind_pointer = true;
                continue;
            }
            if behind_pointer {
                left.push(Task::Text("("));
                right.push(Task::Text(")"));
                behind_pointer = false;
            }
            match step {
                Derived::Array(size, parameter) => {
                    right.push(Task::Text(if parameter.is_static { "[static " } else { "[" }));
                    right.push(Task::Qualifiers(parameter.qualifiers));
                    match *size {
                        ArraySize::None => {}
                        ArraySize::Star => right.push(Task::Text("*")),
                        ArraySize::Expr(expr) => right.push(Task::Expr(expr, ASSIGN)),
                    }
                    right.push(Task::Text("]"));
                }
                Derived::Function(parameters) => right.push(Task::Parameters(parameters)),
                Derived::Pointer(..) => {}
            }
        }
        self.tasks.extend(right.into_iter().rev());
        if let Some(name) = declarator.name {
            let leading = &declarator.attributes[..declarator.leading_attributes];
            if leading.is_empty() {
                self.tasks.push(Task::Name(name.name));
            } else {
                self.schedule(&[
                    Task::Text("("),
                    Task::Attributes(leading),
                    Task::Name(name.name),
                    Task::Text(")"),
                ]);
            }
        }
        // What is pushed last is printed first: the outermost pointer.
        self.tasks.extend(left);
        if declarator.name.is_none() && !declarator.derived.is_empty() {
            self.tasks.push(Task::Text(" "));
        }
    }

    pub(super) fn declarator_tail(&mut self, declarator: &'a Declarator) {
        self.tasks.push(Task::Attributes(&declarator.attributes[declarator.leading_attributes..]));
        if let Some(label) = declarator.asm_label {
            self.schedule(&[Task::Text(" __asm__("), Task::Str(label), Task::Text(")")]);
        }
    }

    pub(super) fn parameters(&mut self, parameters: &'a Parameters) {
        let mark = self.tasks.len();
        self.tasks.push(Task::Text("("));
        match parameters {
            Parameters::Identifiers(names) => self.list(names.iter().map(|name| Task::Name(name.name))),
            Parameters::Prototype { list, variadic } => {
                for (number, parameter) in list.iter().enumerate() {
                    self.tasks.push(Task::Text(if number > 0 { ", " } else { "" }));
                    self.tasks.push(Task::Specifiers(&parameter.specifiers));
                    self.tasks.push(Task::Text(if parameter.declarator.name.is_some() { " " } else { "" }));
                    self.tasks.push(Task::Declarator(&parameter.declarator));
                    self.tasks.push(Task::DeclaratorTail(&parameter.declarator));
                }
                if *variadic {
                    self.tasks.push(Task::Text(if list.is_empty() { "..." } else { ", ..." }));
                }
            }
        }
        self.tasks.push(Task::Text(")"));
        self.reverse_from(mark);
    }

    /// ` __attribute__((a, b(c)))`, or nothing.
    pub(super) fn attributes(&mut self, attributes: &'a [Attribute]) {
        if attributes.is_empty() {
            return;
        }
        let mark = self.tasks.len();
        self.tasks.push(Task::Text(" __attribute__(("));
        for (number, attribute) in attributes.iter().enumerate() {
            self.tasks.push(Task::Text(if number > 0 { ", " } else { "" }));
            self.tasks.push(Task::Name(attribute.name));
            let args = match &attribute.args {
                AttributeArgs::None => continue,
                AttributeArgs::Expr(expr) => Some(Task::Expr(*expr, ASSIGN)),
                AttributeArgs::Str(string) => Some(Task::Str(*string)),
                AttributeArgs::Word(word) => Some(Task::Name(*word)),
                AttributeArgs::Tokens(_) => None,
            };
            self.tasks.push(Task::Text("("));
            self.tasks.extend(args);
            if let AttributeArgs::Tokens(tokens) = &attribute.args {
                for &token in tokens {
                    self.tasks.push(match token {
                        AttributeToken::Word(word) => Task::Name(word),
                        AttributeToken::Str(string) => Task::Str(string),
                        AttributeToken::Punctuator(kind) => Task::Text(kind.text()),
                    });
                    self.tasks.push(Task::Text(" "));
                }
            }
            self.tasks.push(Task::Text(")"));
        }
        self.tasks.push(Task::Text(")) "));
        self.reverse_from(mark);
    }
}
