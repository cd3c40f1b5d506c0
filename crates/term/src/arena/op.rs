//! The operators of terms: those of SMT-LIB's Core, Ints, Reals,
//! FixedSizeBitVectors, FloatingPoint and ArraysEx, quantifiers, and
//! uninterpreted functions.
//!
//! Only operators that no constructor rewrites away exist here: `=>`, `xor`,
//! `-`, `>=`, `bvnand`, `fp.gt` and their like are built from the others.
//! `And`, `Or`, `Distinct`, `Add`, `Mul`, `BvAnd`, `BvOr`, `BvXor`, `BvAdd`,
//! `BvMul` and `Concat` take two or more arguments.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::mem;
use std::ops::Deref;

use num_bigint::BigUint;
use num_rational::BigRational;
use rustc_hash::FxHashMap;

use super::Term;
use crate::integer::Integer;
use crate::sort::Sort;
use crate::symbol::Symbol;

/// Which copy of a variable is meant: the program variable itself, its value
/// after a transition, or its value after the i-th statement of a trace.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Version {
    /// The variable itself: `x`.
    Plain,
    /// The value after a transition: `x'`.
    Primed,
    /// The indexed variable of a trace formula: `x@i`.
    At(u32),
    /// A variable bound by a quantifier. Only the quantifier constructors make them.
    Bound(u32),
}

/// The name of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct VarName {
    /// The name of the program variable.
    pub base: Symbol,
    /// Which copy of it.
    pub version: Version,
}

impl fmt::Display for VarName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.version {
            Version::Plain => write!(f, "{}", self.base),
            Version::Primed => write!(f, "{}'", self.base),
            Version::At(index) => write!(f, "{}@{index}", self.base),
            Version::Bound(level) => write!(f, "?{level}"),
        }
    }
}

/// An uninterpreted function, interned. Ordered by creation.
#[derive(Clone, Copy)]
pub struct Func(&'static NumberedDecl);

struct NumberedDecl {
    id: u32,
    declaration: FuncDecl,
}

/// The declaration behind a [`Func`].
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FuncDecl {
    /// The name of the function.
    pub name: Symbol,
    /// The sorts of the arguments (at least one: constants are variables).
    pub parameters: Vec<Sort>,
    /// The sort of the result.
    pub result: Sort,
}

thread_local! {
    static FUNCS: RefCell<FxHashMap<&'static FuncDecl, Func>> = RefCell::default();
}

impl Func {
    /// The function with this name and signature.
    pub fn new(name: Symbol, parameters: &[Sort], result: Sort) -> Func {
        let declaration = FuncDecl { name, parameters: parameters.to_vec(), result };
        FUNCS.with(|funcs| {
            let mut funcs = funcs.borrow_mut();
            if let Some(&func) = funcs.get(&declaration) {
                return func;
            }
            let numbered = &*Box::leak(Box::new(NumberedDecl { id: funcs.len() as u32, declaration }));
            let func = Func(numbered);
            funcs.insert(&numbered.declaration, func);
            func
        })
    }

    /// The name of the function.
    pub fn name(self) -> Symbol {
        self.0.declaration.name
    }

    /// The sorts of the arguments.
    pub fn parameters(self) -> &'static [Sort] {
        &self.0.declaration.parameters
    }

    /// The sort of the result.
    pub fn result(self) -> Sort {
        self.0.declaration.result
    }
}

impl PartialEq for Func {
    fn eq(&self, other: &Func) -> bool {
        self.0.id == other.0.id
    }
}

impl Eq for Func {}

impl Hash for Func {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(self.0.id);
    }
}

impl PartialOrd for Func {
    fn partial_cmp(&self, other: &Func) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Func {
    fn cmp(&self, other: &Func) -> Ordering {
        self.0.id.cmp(&other.0.id)
    }
}

impl fmt::Debug for Func {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.declaration.name)
    }
}

/// The variables that a quantifier binds; operators refer to them by one word.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct Bound(Box<[Term]>);

impl Bound {
    /// The variables, stored for ever.
    pub(crate) fn stored(variables: Vec<Term>) -> &'static Bound {
        Box::leak(Box::new(Bound(variables.into_boxed_slice())))
    }
}

impl Deref for Bound {
    type Target = [Term];

    fn deref(&self) -> &[Term] {
        &self.0
    }
}

impl<'a> IntoIterator for &'a Bound {
    type Item = &'a Term;
    type IntoIter = std::slice::Iter<'a, Term>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// The five IEEE rounding modes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum RoundingMode {
    /// Round to nearest, ties to even.
    NearestEven,
    /// Round to nearest, ties away from zero.
    NearestAway,
    /// Round towards positive infinity.
    TowardPositive,
    /// Round towards negative infinity.
    TowardNegative,
    /// Round towards zero.
    TowardZero,
}

/// The head of a term.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)] // The variants are SMT-LIB's operators by name.
pub enum Op {
    // Leaves
    Var(VarName),
    True,
    False,
    IntConst(Integer),
    RealConst(&'static BigRational),
    /// The value as an unsigned number; the width is that of the sort.
    BvConst(&'static BigUint),
    /// The bits of the interchange format; there is one NaN per sort (positive, quiet, zero payload).
    FloatConst(&'static BigUint),
    RmConst(RoundingMode),
    /// An element of an uninterpreted sort in a model; elements with different numbers differ.
    Element(u32),
    /// An uninterpreted function application.
    Apply(Func),
    // Core
    Not,
    And,
    Or,
    Eq,
    Distinct,
    Ite,
    // Ints and Reals. Sums and products are n-ary, see `build::arith` for the normal form.
    Add,
    Mul,
    IntDiv,
    Mod,
    RealDiv,
    ToReal,
    ToInt,
    IsInt,
    Le,
    Lt,
    // FixedSizeBitVectors
    BvNot,
    BvNeg,
    BvAnd,
    BvOr,
    BvXor,
    BvAdd,
    BvSub,
    BvMul,
    BvUdiv,
    BvUrem,
    BvSdiv,
    BvSrem,
    BvSmod,
    BvShl,
    BvLshr,
    BvAshr,
    BvUlt,
    BvUle,
    BvSlt,
    BvSle,
    Concat,
    /// High and low bit, both included.
    Extract(u32, u32),
    /// How many bits to add.
    ZeroExtend(u32),
    /// How many bits to add.
    SignExtend(u32),
    RotateLeft(u32),
    RotateRight(u32),
    /// `ubv_to_int` (once called `bv2nat`).
    UbvToInt,
    SbvToInt,
    /// The width of the result.
    IntToBv(u32),
    // FloatingPoint
    FpAbs,
    FpNeg,
    FpAdd,
    FpSub,
    FpMul,
    FpDiv,
    FpFma,
    FpSqrt,
    FpRem,
    FpRoundToIntegral,
    FpMin,
    FpMax,
    FpLe,
    FpLt,
    FpEq,
    FpIsNormal,
    FpIsSubnormal,
    FpIsZero,
    FpIsInfinite,
    FpIsNan,
    FpIsNegative,
    FpIsPositive,
    /// `((_ to_fp e s) bv)`: the bits of the interchange format. `(fp s e m)` is this of a concatenation.
    FpFromBits,
    /// `((_ to_fp e s) rm float)`
    FpFromFloat,
    /// `((_ to_fp e s) rm real)`
    FpFromReal,
    /// `((_ to_fp e s) rm bv)`, read as a signed number
    FpFromSigned,
    /// `((_ to_fp_unsigned e s) rm bv)`
    FpFromUnsigned,
    /// The width of the result.
    FpToUbv(u32),
    /// The width of the result.
    FpToSbv(u32),
    FpToReal,
    /// Z3's and MathSAT's `fp.to_ieee_bv`
    FpToBits,
    // ArraysEx
    Select,
    Store,
    /// `((as const (Array I E)) e)`
    ConstArray,
    // Quantifiers, with their bound variables. The only argument is the body.
    Forall(&'static Bound),
    Exists(&'static Bound),
}

impl PartialEq for Op {
    #[inline(always)] // most operators differ in kind, or are known where they are compared
    fn eq(&self, other: &Op) -> bool {
        mem::discriminant(self) == mem::discriminant(other) && self.has_same_details(other)
    }
}

impl Eq for Op {}

impl Op {
    /// Equality of operators of the same kind.
    #[inline]
    fn has_same_details(&self, other: &Op) -> bool {
        match (self, other) {
            (Op::Var(a), Op::Var(b)) => a == b,
            (Op::IntConst(a), Op::IntConst(b)) => a == b,
            (Op::RealConst(a), Op::RealConst(b)) => a == b,
            (Op::BvConst(a), Op::BvConst(b)) | (Op::FloatConst(a), Op::FloatConst(b)) => a == b,
            (Op::RmConst(a), Op::RmConst(b)) => a == b,
            (Op::Apply(a), Op::Apply(b)) => a == b,
            (Op::Extract(a, b), Op::Extract(c, d)) => (a, b) == (c, d),
            (Op::ZeroExtend(a), Op::ZeroExtend(b)) | (Op::SignExtend(a), Op::SignExtend(b)) => a == b,
            (Op::RotateLeft(a), Op::RotateLeft(b)) | (Op::RotateRight(a), Op::RotateRight(b)) => a == b,
            (Op::Element(a), Op::Element(b)) | (Op::IntToBv(a), Op::IntToBv(b)) => a == b,
            (Op::FpToUbv(a), Op::FpToUbv(b)) | (Op::FpToSbv(a), Op::FpToSbv(b)) => a == b,
            (Op::Forall(a), Op::Forall(b)) | (Op::Exists(a), Op::Exists(b)) => a == b,
            _ => true, // nothing but the kind
        }
    }
}

const _: () = assert!(size_of::<Op>() == 16, "every node has an operator");

impl Hash for Op {
    #[inline(always)] // most operators are known where they are hashed, hence most of this is done in advance
    fn hash<H: Hasher>(&self, state: &mut H) {
        mem::discriminant(self).hash(state);
        match self {
            Op::Var(name) => name.hash(state),
            Op::IntConst(value) => value.hash(state),
            Op::RealConst(value) => value.hash(state),
            Op::BvConst(bits) | Op::FloatConst(bits) => bits.hash(state),
            Op::RmConst(mode) => mode.hash(state),
            Op::Element(number) => state.write_u32(*number),
            Op::Apply(func) => func.hash(state),
            Op::Extract(high, low) => (high, low).hash(state),
            Op::ZeroExtend(bits) | Op::SignExtend(bits) | Op::RotateLeft(bits) | Op::RotateRight(bits) => {
                state.write_u32(*bits);
            }
            Op::IntToBv(width) | Op::FpToUbv(width) | Op::FpToSbv(width) => state.write_u32(*width),
            Op::Forall(variables) | Op::Exists(variables) => variables.hash(state),
            _ => {} // the operator alone
        }
    }
}
