//! The type that specifiers name, and the attributes that change it.

use c_syntax::ast::{Alignas, Attribute, AttributeArgs, Basic, Specifiers, TypeSpec};

use super::operand::Operand;
use super::record::Special;
use super::scope::{Entry, TypeInfo};
use super::{Checked, Checker};
use crate::hir::{ExprId, ExprKind, PlaceKind};
use crate::types::{ArrayLength, DataModel, Field, FloatKind, IntKind, Record, Ty, Type};

/// The alignment of `__attribute__((aligned))` without a number: the greatest of the target.
const MAX_ALIGN: u64 = 16;

impl<'a> Checker<'a> {
    /// The type of specifiers; `__auto_type` needs the initialiser and is not for here.
    pub(super) fn specifiers(&mut self, specifiers: &'a Specifiers) -> Checked<TypeInfo> {
        let span = self.span(specifiers.range);
        let info = match specifiers.ty {
            TypeSpec::Basic(basic) => self.basic(basic).into(),
            TypeSpec::Complex(basic) => {
                let part = self.basic(basic);
                self.special_type(Special::Complex(part), 2).into()
            }
            TypeSpec::Typedef(name) => match self.scopes.name(name) {
                Some(Entry::Typedef(info)) => info,
                Some(Entry::Broken) => return Err(super::Reported),
                _ => return self.error(span, format!("`{}` is not the name of a type", self.name(name))),
            },
            TypeSpec::Record(id) => self.record_specifier(id)?.into(),
            TypeSpec::Enum(id) => self.enum_specifier(id)?.into(),
            TypeSpec::TypeofExpr(expr) | TypeSpec::TypeofUnqualExpr(expr) => {
                let operand = self.unevaluated(expr)?;
                if let Some(effect) = self.measured(&operand, span) {
                    self.evaluate_pending(effect, span);
                }
                self.nameable_type(&operand, span)?.into()
            }
            TypeSpec::TypeofType(ty) | TypeSpec::TypeofUnqualType(ty) | TypeSpec::Atomic(ty) => {
                self.type_name(ty)?
            }
            TypeSpec::AutoType => {
                return self.error_hint(
                    span,
                    "`__auto_type` without an initialiser",
                    "it is the type of the initialiser; write the type",
                );
            }
        };
        let is_unqualified = matches!(specifiers.ty, TypeSpec::TypeofUnqualType(_));
        let is_const = specifiers.qualifiers.is_const || (info.is_const && !is_unqualified);
        self.type_attributes(TypeInfo { is_const, ..info }, &specifiers.attributes)
    }

    /// An expression that is only asked for its type.
    pub(super) fn unevaluated(&mut self, expr: c_syntax::ast::ExprId) -> Checked<Operand> {
        self.unevaluated += 1;
        let operand = self.expression(expr);
        self.unevaluated -= 1;
        operand
    }

    /// What evaluates an operand whose type has a length that is only known then.
    pub(super) fn measured(&mut self, operand: &Operand, span: base::Span) -> Option<ExprId> {
        let ty = self.operand_type(operand);
        if !matches!(self.program.types[ty], Type::Array(..)) || !self.program.types.is_variably_modified(ty)
        {
            return None;
        }
        let (effect, place) = match *operand {
            Operand::Place(place) => (None, place),
            Operand::After(effect, place) => (Some(effect), place),
            Operand::Value(_) | Operand::Function(_) => return None,
        };
        let address = match self.program.places[place].kind {
            PlaceKind::Deref(pointer) => pointer,
            PlaceKind::Object(_) | PlaceKind::Field(..) => return effect,
        };
        let address = self.node(ExprKind::Convert(address), self.common.void, span);
        Some(self.after(effect, address, span))
    }

    pub(super) fn basic(&mut self, basic: Basic) -> Ty {
        let types = &mut self.program.types;
        let int = match basic {
            Basic::Void => return self.common.void,
            Basic::Bool => IntKind::Bool,
            Basic::Char => IntKind::Char,
            Basic::SChar => IntKind::SChar,
            Basic::UChar => IntKind::UChar,
            Basic::Short => IntKind::Short,
            Basic::UShort => IntKind::UShort,
            Basic::Int => IntKind::Int,
            Basic::UInt => IntKind::UInt,
            Basic::Long => IntKind::Long,
            Basic::ULong => IntKind::ULong,
            Basic::LongLong => IntKind::LongLong,
            Basic::ULongLong => IntKind::ULongLong,
            Basic::Int128 => IntKind::Int128,
            Basic::UInt128 => IntKind::UInt128,
            Basic::Float | Basic::Float32 => return types.intern(Type::Float(FloatKind::Float)),
            Basic::Double | Basic::Float64 | Basic::Float32x => {
                return types.intern(Type::Float(FloatKind::Double));
            }
            Basic::LongDouble | Basic::Float64x | Basic::Float80 => {
                return types.intern(Type::Float(FloatKind::LongDouble));
            }
            Basic::Float16 => return types.intern(Type::Float(FloatKind::Half)),
            Basic::Float128 => return types.intern(Type::Float(FloatKind::Quad)),
            Basic::Decimal32 => return self.special_type(Special::Decimal, 4),
            Basic::Decimal64 => return self.special_type(Special::Decimal, 8),
            Basic::Decimal128 => return self.special_type(Special::Decimal, 16),
            Basic::VaList => return self.va_list_type(),
        };
        types.int(int)
    }

    /// `__builtin_va_list`: an array of one struct in LP64; in ILP32 something of the size of a pointer, of which gcc says
    /// that it is one, while for us it is a position.
    pub(super) fn va_list_type(&mut self) -> Ty {
        if let Some(ty) = self.va_list {
            return ty;
        }
        let ty = match self.program.types.model {
            DataModel::Ilp32 => self.common.uint,
            DataModel::Lp64 => {
                let (uint, pointer) = (self.common.uint, self.common.void_pointer);
                let fields = [
                    ("gp_offset", uint, 0),
                    ("fp_offset", uint, 32),
                    ("overflow_arg_area", pointer, 64),
                    ("reg_save_area", pointer, 128),
                ];
                let fields = fields.map(|(name, ty, bit_offset)| Field {
                    name: name.into(),
                    ty,
                    bit_offset,
                    bit_width: None,
                });
                let record = self.program.types.records.push(Record {
                    name: "__va_list_tag".into(),
                    is_union: false,
                    fields: fields.into(),
                    size: Some(24),
                    align: 8,
                });
                let record = self.program.types.intern(Type::Record(record));
                self.program.types.intern(Type::Array(record, ArrayLength::Constant(1)))
            }
        };
        self.va_list = Some(ty);
        ty
    }

    /// What `mode`, `vector_size` and `aligned` make of a type. `packed` is for members and records.
    pub(super) fn type_attributes(
        &mut self,
        info: TypeInfo,
        attributes: &'a [Attribute],
    ) -> Checked<TypeInfo> {
        let mut info = info;
        for attribute in attributes {
            match (self.name(attribute.name), &attribute.args) {
                ("mode", AttributeArgs::Word(mode)) => info.ty = self.with_mode(info.ty, self.name(*mode)),
                ("vector_size", AttributeArgs::Expr(size)) => {
                    let size = self.constant_expression(*size)?;
                    let Some(size) = u64::try_from(size).ok().filter(|size| size.is_power_of_two()) else {
                        let span = self.span(attribute.range);
                        return self.error(span, "the size of a vector is a power of two");
                    };
                    info.ty = self.special_type(Special::Vector(info.ty), size);
                }
                _ => {}
            }
        }
        Ok(info)
    }

    /// The alignment that attributes and `_Alignas` ask for.
    pub(super) fn requested_alignment(&mut self, attributes: &'a [Attribute]) -> Checked<Option<u64>> {
        let mut align = None;
        for attribute in attributes {
            if !matches!(self.name(attribute.name), "aligned" | "warn_if_not_aligned") {
                continue;
            }
            let requested = match &attribute.args {
                AttributeArgs::Expr(expr) if self.name(attribute.name) == "aligned" => {
                    let value = self.constant_expression(*expr)?;
                    self.alignment_value(value, self.span(attribute.range))?
                }
                AttributeArgs::None => MAX_ALIGN,
                _ => continue,
            };
            align = align.max(Some(requested));
        }
        Ok(align)
    }

    /// The alignment that the specifiers of a declaration ask for.
    pub(super) fn specifier_alignment(&mut self, specifiers: &'a Specifiers) -> Checked<Option<u64>> {
        let mut align = self.requested_alignment(&specifiers.attributes)?;
        for alignas in &specifiers.alignments {
            let requested = match *alignas {
                Alignas::Type(ty) => {
                    let info = self.type_name(ty)?;
                    info.align.unwrap_or_else(|| self.program.types.align_of(info.ty))
                }
                Alignas::Expr(expr) => match self.constant_expression(expr)? {
                    0 => continue,
                    value => self.alignment_value(value, self.expr_span(expr))?,
                },
            };
            align = align.max(Some(requested));
        }
        Ok(align)
    }

    fn alignment_value(&mut self, value: i128, span: base::Span) -> Checked<u64> {
        match u64::try_from(value) {
            Ok(value) if value.is_power_of_two() && value <= 1 << 28 => Ok(value),
            _ => self.error(span, format!("{value} is no alignment: it must be a power of two")),
        }
    }

    /// `__attribute__((mode(...)))`: the type of that machine mode with the same signedness.
    fn with_mode(&mut self, ty: Ty, mode: &str) -> Ty {
        let is_signed = match self.program.types[ty] {
            Type::Int(kind) => kind.is_signed(),
            Type::Float(_) => true,
            _ => return ty,
        };
        let is_lp64 = self.program.types.model == DataModel::Lp64;
        let mode = match mode {
            "word" | "unwind_word" | "pointer" | "libgcc_cmp_return" | "libgcc_shift_count" if is_lp64 => {
                "DI"
            }
            "word" | "unwind_word" | "pointer" | "libgcc_cmp_return" | "libgcc_shift_count" => "SI",
            "byte" => "QI",
            mode => mode,
        };
        let (signed, unsigned) = match mode {
            "QI" => (IntKind::SChar, IntKind::UChar),
            "HI" => (IntKind::Short, IntKind::UShort),
            "SI" => (IntKind::Int, IntKind::UInt),
            "DI" if is_lp64 => (IntKind::Long, IntKind::ULong),
            "DI" => (IntKind::LongLong, IntKind::ULongLong),
            "TI" => (IntKind::Int128, IntKind::UInt128),
            "HF" => return self.program.types.intern(Type::Float(FloatKind::Half)),
            "SF" => return self.common.float,
            "DF" => return self.common.double,
            "XF" => return self.common.long_double,
            "TF" => return self.program.types.intern(Type::Float(FloatKind::Quad)),
            _ => return ty,
        };
        self.program.types.int(if is_signed { signed } else { unsigned })
    }
}
