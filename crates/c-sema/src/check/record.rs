//! Structs and unions: tags, members, completion.
//!
//! A record is a type as soon as its tag is seen and complete when its members are read. Members of anonymous
//! records are found through a table that maps each name to the fields to follow.

use base::Span;
use c_syntax::Symbol;
use c_syntax::ast::{self, Attribute, FieldDeclarator, Member, RecordSpec, Specifiers, TypeSpec};

use super::layout::{Layout, MemberShape, RecordShape, layout};
use super::scope::{Tag, TypeInfo};
use super::{Checked, Checker};
use crate::types::{ArrayLength, Field, Record, RecordId, Ty, Type};

/// Types that gcc has and that have no meaning here; they are represented by records.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Special {
    /// `_Complex`, of that part.
    Complex(Ty),
    /// `_Decimal32` and so on.
    Decimal,
    /// `vector_size`, of these elements.
    Vector(Ty),
}

impl Special {
    /// What to call it.
    pub fn text(self) -> &'static str {
        match self {
            Special::Complex(_) => "complex numbers",
            Special::Decimal => "decimal floating-point numbers",
            Special::Vector(_) => "vectors",
        }
    }
}

/// A member that was read.
struct ReadMember {
    name: Option<Symbol>,
    span: Span,
    shape: MemberShape,
}

impl<'a> Checker<'a> {
    /// The type of `struct s`, `struct s { ... }`, `union ...`.
    pub(super) fn record_specifier(&mut self, id: ast::RecordId) -> Checked<Ty> {
        if let Some(&ty) = self.defined_records.get(&id) {
            return Ok(ty);
        }
        let spec = &self.ast[id];
        let span = self.span(spec.range);
        let Some(members) = &spec.members else {
            let Some(tag) = spec.tag else { return self.error(span, "a struct without tag and members") };
            let record = match self.scopes.tag(tag.name) {
                Some(tag) => self.expect_record(tag, spec, span)?,
                None => self.new_tagged_record(tag.name, spec.is_union),
            };
            return Ok(self.program.types.intern(Type::Record(record)));
        };
        let record = match spec.tag {
            None => self.new_record("anonymous", spec.is_union),
            Some(tag) => match self.scopes.tag_here(tag.name) {
                None => self.new_tagged_record(tag.name, spec.is_union),
                Some(known) => {
                    let record = self.expect_record(known, spec, span)?;
                    if self.linker.is_defined_here(record) {
                        let message = format!("`{}` is defined a second time", self.name(tag.name));
                        return self.error(self.span(tag.range), message);
                    }
                    record
                }
            },
        };
        let ty = self.program.types.intern(Type::Record(record));
        self.defined_records.insert(id, ty);
        self.linker.define_record(record);
        let members = self.read_members(members)?;
        self.complete_record(record, spec, members)?;
        if spec.tag.is_none() {
            let known = self.unify_anonymous(record);
            let ty = self.program.types.intern(Type::Record(known));
            self.defined_records.insert(id, ty);
            return Ok(ty);
        }
        Ok(ty)
    }

    /// `struct s;` in a block hides an outer `s`.
    pub(super) fn announce_tag(&mut self, specifiers: &'a Specifiers) {
        let TypeSpec::Record(id) = specifiers.ty else { return };
        let spec = &self.ast[id];
        let (None, Some(tag)) = (&spec.members, spec.tag) else { return };
        if self.scopes.tag_here(tag.name).is_none() {
            self.new_tagged_record(tag.name, spec.is_union);
        }
    }

    fn new_record(&mut self, name: &str, is_union: bool) -> RecordId {
        self.program.types.records.push(Record {
            name: name.into(),
            is_union,
            fields: Vec::new(),
            size: None,
            align: 1,
        })
    }

    /// A record for a tag of the current scope. Units that are linked share those of file scope.
    fn new_tagged_record(&mut self, tag: Symbol, is_union: bool) -> RecordId {
        let is_shared = self.is_linked && !self.is_library && self.scopes.is_file_scope();
        let shared = self.linker.shared_records.get(&(tag, is_union)).copied().filter(|_| is_shared);
        let record = shared.unwrap_or_else(|| self.new_record(self.name(tag), is_union));
        if is_shared {
            self.linker.shared_records.insert((tag, is_union), record);
        }
        self.scopes.declare_tag(tag, Tag::Record(record));
        record
    }

    fn expect_record(&mut self, tag: Tag, spec: &RecordSpec, span: Span) -> Checked<RecordId> {
        match tag {
            Tag::Record(record) if self.program.types.records[record].is_union == spec.is_union => Ok(record),
            _ => self.error(span, "the tag is of another kind of type"),
        }
    }

    fn read_members(&mut self, members: &'a [Member]) -> Checked<Vec<ReadMember>> {
        let mut read = Vec::with_capacity(members.len());
        for member in members {
            match member {
                Member::StaticAssert(assertion) => self.static_assert(*assertion)?,
                Member::Fields(specifiers, declarators) => {
                    let base = self.specifiers(specifiers)?;
                    if declarators.is_empty() {
                        read.extend(self.anonymous_member(specifiers, base)?);
                    }
                    for declarator in declarators {
                        read.push(self.read_member(specifiers, base, declarator)?);
                    }
                }
            }
        }
        Ok(read)
    }

    fn anonymous_member(
        &mut self,
        specifiers: &'a Specifiers,
        base: TypeInfo,
    ) -> Checked<Option<ReadMember>> {
        let TypeSpec::Record(id) = specifiers.ty else { return Ok(None) };
        let spec = &self.ast[id];
        if spec.tag.is_some() || spec.members.is_none() {
            return Ok(None);
        }
        let align = self.specifier_alignment(specifiers)?;
        let is_packed = self.has_attribute(&specifiers.attributes, "packed");
        let shape = MemberShape { info: base, width: None, is_named: true, is_packed, align };
        Ok(Some(ReadMember { name: None, span: self.span(spec.range), shape }))
    }

    fn read_member(
        &mut self,
        specifiers: &'a Specifiers,
        base: TypeInfo,
        member: &'a FieldDeclarator,
    ) -> Checked<ReadMember> {
        let declarator = &member.declarator;
        let info = self.declarator(base, declarator)?;
        let span = declarator.name.map_or(specifiers.range, |name| name.range);
        let span = self.span(span);
        let width = match member.width {
            Some(width) => Some(self.bit_field_width(info.ty, width, declarator.name.is_some())?),
            None => {
                self.check_member_type(info.ty, span)?;
                None
            }
        };
        let mut align = self.specifier_alignment(specifiers)?;
        align = align.max(self.requested_alignment(&declarator.attributes)?);
        let is_packed = self.has_attribute(&specifiers.attributes, "packed")
            || self.has_attribute(&declarator.attributes, "packed");
        let shape = MemberShape { info, width, is_named: declarator.name.is_some(), is_packed, align };
        Ok(ReadMember { name: declarator.name.map(|name| name.name), span, shape })
    }

    fn check_member_type(&mut self, ty: Ty, span: Span) -> Checked<()> {
        match self.program.types[ty] {
            Type::Array(_, ArrayLength::Variable(_)) => {
                self.error(span, "unsupported: a field of variable length")
            }
            Type::Array(_, ArrayLength::Unknown) => Ok(()),
            Type::Function(_) | Type::Void => self.error(span, "a field of a type that has no size"),
            Type::Record(record) if self.program.types.records[record].size.is_none() => {
                let name = self.program.types.records[record].name.clone();
                self.error_hint(
                    span,
                    format!("the field has the type `{name}`, whose fields are not known"),
                    "define it before, or make the field a pointer",
                )
            }
            _ => Ok(()),
        }
    }

    fn bit_field_width(&mut self, ty: Ty, width: ast::ExprId, is_named: bool) -> Checked<u64> {
        let span = self.expr_span(width);
        let Type::Int(kind) = self.program.types[ty] else {
            return self.error(span, "a bit-field has an integer type");
        };
        let value = self.constant_expression(width)?;
        let limit = match kind {
            crate::types::IntKind::Bool => 1,
            kind => kind.size(self.program.types.model) * 8,
        };
        match u64::try_from(value) {
            Ok(0) if is_named => self.error_hint(
                span,
                "a bit-field with a name has at least one bit",
                "without a name, it ends the unit of the bit-fields before it",
            ),
            Ok(width) if width <= limit => Ok(width),
            _ => self.error(span, format!("a bit-field of this type has at most {limit} bits, not {value}")),
        }
    }

    pub(super) fn has_attribute(&self, attributes: &[Attribute], name: &str) -> bool {
        attributes.iter().any(|attribute| self.name(attribute.name) == name)
    }

    fn complete_record(
        &mut self,
        record: RecordId,
        spec: &'a RecordSpec,
        members: Vec<ReadMember>,
    ) -> Checked<()> {
        let shape = RecordShape {
            is_union: spec.is_union,
            is_packed: self.has_attribute(&spec.attributes, "packed"),
            align: self.requested_alignment(&spec.attributes)?,
            pack: spec.pack.map(u64::from).filter(|&pack| pack > 0),
        };
        if self.has_attribute(&spec.attributes, "transparent_union") {
            self.transparent_unions.insert(record, ());
        }
        let shapes: Vec<MemberShape> = members.iter().map(|member| member.shape).collect();
        let Layout { offsets, size, align } = layout(&self.program.types, shape, &shapes);
        let mut fields = Vec::with_capacity(members.len());
        let mut spans = Vec::with_capacity(members.len());
        for (member, bit_offset) in members.into_iter().zip(offsets) {
            if member.shape.width.is_some() && member.name.is_none() {
                continue;
            }
            let name = member.name.map_or("", |name| self.name(name));
            let bit_width = member.shape.width.map(|width| width as u32);
            fields.push(Field { name: name.into(), ty: member.shape.info.ty, bit_offset, bit_width });
            spans.push((member.name, member.span));
        }
        self.finish_record(record, fields, size, align, &spans, self.span(spec.range))
    }

    fn finish_record(
        &mut self,
        record: RecordId,
        fields: Vec<Field>,
        size: u64,
        align: u64,
        names: &[(Option<Symbol>, Span)],
        span: Span,
    ) -> Checked<()> {
        let known = &mut self.program.types.records[record];
        if known.size.is_some() {
            // Another unit defined it.
            if known.fields == fields && known.size == Some(size) && known.align == align {
                return Ok(());
            }
            let message = format!("unsupported: `{}` has other fields in another file", known.name);
            return self.error(span, message);
        }
        (known.size, known.align, known.fields) = (Some(size), align, fields);
        for (index, &(name, span)) in names.iter().enumerate() {
            match name {
                Some(name) => self.add_member(record, name, Box::new([index]), span)?,
                None => self.add_anonymous_members(record, index, span)?,
            }
        }
        Ok(())
    }

    fn add_member(&mut self, record: RecordId, name: Symbol, path: Box<[usize]>, span: Span) -> Checked<()> {
        match self.members.insert((record, name), path) {
            None => Ok(()),
            Some(_) => self.error(span, format!("there are two fields named `{}`", self.name(name))),
        }
    }

    /// The members of an anonymous record are members of the record around it.
    fn add_anonymous_members(&mut self, record: RecordId, index: usize, span: Span) -> Checked<()> {
        let Type::Record(inner) = self.program.types[self.program.types.records[record].fields[index].ty]
        else {
            return Ok(());
        };
        let fields = &self.program.types.records[inner].fields;
        let mut found: Vec<(Symbol, Box<[usize]>)> = Vec::new();
        let mut waiting: Vec<(RecordId, Vec<usize>)> = Vec::new();
        let visit = |fields: &[Field], path: &[usize], waiting: &mut Vec<(RecordId, Vec<usize>)>| {
            let mut found = Vec::new();
            for (number, field) in fields.iter().enumerate() {
                let path: Vec<usize> = path.iter().copied().chain([number]).collect();
                match (&*field.name, &self.program.types[field.ty]) {
                    ("", Type::Record(inner)) => waiting.push((*inner, path)),
                    (name, _) => found.extend(self.names.lookup(name).map(|name| (name, path.into()))),
                }
            }
            found
        };
        found.extend(visit(fields, &[index], &mut waiting));
        while let Some((inner, path)) = waiting.pop() {
            let fields = &self.program.types.records[inner].fields;
            let more = visit(fields, &path, &mut waiting);
            found.extend(more);
        }
        for (name, path) in found {
            self.add_member(record, name, path, span)?;
        }
        Ok(())
    }

    /// The record that stands for a type without a meaning of its own.
    pub(super) fn special_type(&mut self, special: Special, size: u64) -> Ty {
        let key = size;
        if let Some(&ty) = self.special_types.get(&(special, key)) {
            return ty;
        }
        let types = &mut self.program.types;
        let (size, align, fields) = match special {
            Special::Complex(part) => {
                let size = types.size_of(part).unwrap_or(1);
                (2 * size, types.align_of(part), vec![("real", part, 0), ("imaginary", part, size * 8)])
            }
            Special::Decimal => {
                let bytes = types.intern(Type::Array(self.common.uchar, ArrayLength::Constant(size)));
                (size, size, vec![("bytes", bytes, 0)])
            }
            Special::Vector(element) => {
                let length = size / types.size_of(element).unwrap_or(1).max(1);
                let elements = types.intern(Type::Array(element, ArrayLength::Constant(length)));
                (size, size, vec![("elements", elements, 0)])
            }
        };
        let fields = fields.into_iter().map(|(name, ty, bit_offset)| Field {
            name: name.into(),
            ty,
            bit_offset,
            bit_width: None,
        });
        let record = Record {
            name: special.text().into(),
            is_union: false,
            fields: fields.collect(),
            size: Some(size),
            align,
        };
        let record = types.records.push(record);
        let ty = types.intern(Type::Record(record));
        self.special.insert(record, special);
        self.special_types.insert((special, key), ty);
        ty
    }

    /// What a type without a meaning of its own is.
    pub(super) fn special_of(&self, ty: Ty) -> Option<Special> {
        match self.program.types[ty] {
            Type::Record(record) => self.special.get(&record).copied(),
            _ => None,
        }
    }
}
