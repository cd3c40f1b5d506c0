//! The interpreted operators that Z3 may return, as our terms.

use num_bigint::BigUint;
use term::build as mk;
use term::{Op, RoundingMode, Sort, Term};
use z3_sys::*;

use super::back::Reader;

/// Operators that are the same on both sides. `(_ ... i)` are not here.
fn same(kind: u32) -> Option<Op> {
    const TABLE: &[(DeclKind, Op)] = &[
        (DeclKind::True, Op::True),
        (DeclKind::False, Op::False),
        (DeclKind::Eq, Op::Eq),
        (DeclKind::Iff, Op::Eq),
        (DeclKind::Distinct, Op::Distinct),
        (DeclKind::Ite, Op::Ite),
        (DeclKind::And, Op::And),
        (DeclKind::Or, Op::Or),
        (DeclKind::Not, Op::Not),
        (DeclKind::Le, Op::Le),
        (DeclKind::Lt, Op::Lt),
        (DeclKind::Add, Op::Add),
        (DeclKind::Mul, Op::Mul),
        (DeclKind::Div, Op::RealDiv),
        (DeclKind::Idiv, Op::IntDiv),
        (DeclKind::Mod, Op::Mod),
        (DeclKind::ToReal, Op::ToReal),
        (DeclKind::ToInt, Op::ToInt),
        (DeclKind::IsInt, Op::IsInt),
        (DeclKind::Select, Op::Select),
        (DeclKind::Store, Op::Store),
        (DeclKind::ConstArray, Op::ConstArray),
        (DeclKind::Bnot, Op::BvNot),
        (DeclKind::Bneg, Op::BvNeg),
        (DeclKind::Band, Op::BvAnd),
        (DeclKind::Bor, Op::BvOr),
        (DeclKind::Bxor, Op::BvXor),
        (DeclKind::Badd, Op::BvAdd),
        (DeclKind::Bsub, Op::BvSub),
        (DeclKind::Bmul, Op::BvMul),
        (DeclKind::Budiv, Op::BvUdiv),
        (DeclKind::Burem, Op::BvUrem),
        (DeclKind::Bsdiv, Op::BvSdiv),
        (DeclKind::Bsrem, Op::BvSrem),
        (DeclKind::Bsmod, Op::BvSmod),
        (DeclKind::BudivI, Op::BvUdiv),
        (DeclKind::BuremI, Op::BvUrem),
        (DeclKind::BsdivI, Op::BvSdiv),
        (DeclKind::BsremI, Op::BvSrem),
        (DeclKind::BsmodI, Op::BvSmod),
        (DeclKind::Bshl, Op::BvShl),
        (DeclKind::Blshr, Op::BvLshr),
        (DeclKind::Bashr, Op::BvAshr),
        (DeclKind::Ult, Op::BvUlt),
        (DeclKind::Uleq, Op::BvUle),
        (DeclKind::Slt, Op::BvSlt),
        (DeclKind::Sleq, Op::BvSle),
        (DeclKind::Concat, Op::Concat),
        (DeclKind::Bv2int, Op::UbvToInt),
        (DeclKind::Sbv2int, Op::SbvToInt),
        (DeclKind::FpaRmNearestTiesToEven, Op::RmConst(RoundingMode::NearestEven)),
        (DeclKind::FpaRmNearestTiesToAway, Op::RmConst(RoundingMode::NearestAway)),
        (DeclKind::FpaRmTowardPositive, Op::RmConst(RoundingMode::TowardPositive)),
        (DeclKind::FpaRmTowardNegative, Op::RmConst(RoundingMode::TowardNegative)),
        (DeclKind::FpaRmTowardZero, Op::RmConst(RoundingMode::TowardZero)),
        (DeclKind::FpaAbs, Op::FpAbs),
        (DeclKind::FpaNeg, Op::FpNeg),
        (DeclKind::FpaAdd, Op::FpAdd),
        (DeclKind::FpaSub, Op::FpSub),
        (DeclKind::FpaMul, Op::FpMul),
        (DeclKind::FpaDiv, Op::FpDiv),
        (DeclKind::FpaFma, Op::FpFma),
        (DeclKind::FpaSqrt, Op::FpSqrt),
        (DeclKind::FpaRem, Op::FpRem),
        (DeclKind::FpaRoundToIntegral, Op::FpRoundToIntegral),
        (DeclKind::FpaMin, Op::FpMin),
        (DeclKind::FpaMax, Op::FpMax),
        (DeclKind::FpaLe, Op::FpLe),
        (DeclKind::FpaLt, Op::FpLt),
        (DeclKind::FpaEq, Op::FpEq),
        (DeclKind::FpaIsNormal, Op::FpIsNormal),
        (DeclKind::FpaIsSubnormal, Op::FpIsSubnormal),
        (DeclKind::FpaIsZero, Op::FpIsZero),
        (DeclKind::FpaIsInf, Op::FpIsInfinite),
        (DeclKind::FpaIsNan, Op::FpIsNan),
        (DeclKind::FpaIsNegative, Op::FpIsNegative),
        (DeclKind::FpaIsPositive, Op::FpIsPositive),
        (DeclKind::FpaToReal, Op::FpToReal),
        (DeclKind::FpaToIeeeBv, Op::FpToBits),
        (DeclKind::FpaToFpUnsigned, Op::FpFromUnsigned),
    ];
    TABLE.iter().find(|(known, _)| *known as u32 == kind).map(|(_, op)| *op)
}

/// Comparisons that our terms have in the other direction only.
fn turned(kind: u32) -> Option<Op> {
    const TABLE: &[(DeclKind, Op)] = &[
        (DeclKind::Ge, Op::Le),
        (DeclKind::Gt, Op::Lt),
        (DeclKind::Ugeq, Op::BvUle),
        (DeclKind::Ugt, Op::BvUlt),
        (DeclKind::Sgeq, Op::BvSle),
        (DeclKind::Sgt, Op::BvSlt),
        (DeclKind::FpaGe, Op::FpLe),
        (DeclKind::FpaGt, Op::FpLt),
    ];
    TABLE.iter().find(|(known, _)| *known as u32 == kind).map(|(_, op)| *op)
}

/// Bit-vector operators that are the negation of another one.
fn negated(kind: u32) -> Option<Op> {
    const TABLE: &[(DeclKind, Op)] =
        &[(DeclKind::Bnand, Op::BvAnd), (DeclKind::Bnor, Op::BvOr), (DeclKind::Bxnor, Op::BvXor)];
    TABLE.iter().find(|(known, _)| *known as u32 == kind).map(|(_, op)| *op)
}

/// Division by zero, which Z3 may name explicitly.
fn by_zero(kind: u32) -> Option<Op> {
    const TABLE: &[(DeclKind, Op)] = &[
        (DeclKind::Budiv0, Op::BvUdiv),
        (DeclKind::Burem0, Op::BvUrem),
        (DeclKind::Bsdiv0, Op::BvSdiv),
        (DeclKind::Bsrem0, Op::BvSrem),
        (DeclKind::Bsmod0, Op::BvSmod),
    ];
    TABLE.iter().find(|(known, _)| *known as u32 == kind).map(|(_, op)| *op)
}

fn is(kind: u32, expected: DeclKind) -> bool {
    kind == expected as u32
}

impl Reader<'_> {
    /// The application of an interpreted operator.
    pub(super) fn operator(
        &self,
        ast: Z3_ast,
        kind: u32,
        declaration: Z3_func_decl,
        arguments: &[Term],
    ) -> Result<Term, String> {
        let sort = self.context.sort_of(ast)?;
        if let Some(op) = same(kind) {
            return Ok(mk::rebuild(op, arguments, sort));
        }
        match *arguments {
            [a, b] if turned(kind).is_some() => {
                return Ok(mk::rebuild(turned(kind).expect("just asked"), &[b, a], sort));
            }
            [a] if by_zero(kind).is_some() => {
                let zero = bits(BigUint::ZERO, sort)?;
                return Ok(mk::rebuild(by_zero(kind).expect("just asked"), &[a, zero], sort));
            }
            _ => {}
        }
        if let Some(op) = negated(kind) {
            return Ok(mk::rebuild(Op::BvNot, &[mk::rebuild(op, arguments, sort)], sort));
        }
        if let Some(constant) = self.constant(ast, kind, sort)? {
            return Ok(constant);
        }
        let operators = [Reader::derived, Reader::indexed, Reader::float_conversion];
        for operator in operators {
            if let Some(term) = operator(self, kind, declaration, arguments, sort)? {
                return Ok(term);
            }
        }
        Err(format!("Z3 returned the operator {}", self.context.name_of(declaration)))
    }

    fn constant(&self, ast: Z3_ast, kind: u32, sort: Sort) -> Result<Option<Term>, String> {
        if is(kind, DeclKind::Anum) {
            let value = self.context.numeral_value(ast)?;
            return Ok(Some(match sort {
                Sort::Int => mk::int(value.to_integer()),
                _ => mk::real(value),
            }));
        }
        if is(kind, DeclKind::Bnum) {
            let value = self.context.numeral_value(ast)?.to_integer();
            let value = value.to_biguint().ok_or("Z3 returned a negative bit-vector")?;
            return bits(value, sort).map(Some);
        }
        if is(kind, DeclKind::Agnum) {
            return Err("Z3 returned an irrational number".to_owned());
        }
        const FLOATS: [DeclKind; 6] = [
            DeclKind::FpaNum,
            DeclKind::FpaPlusInf,
            DeclKind::FpaMinusInf,
            DeclKind::FpaNan,
            DeclKind::FpaPlusZero,
            DeclKind::FpaMinusZero,
        ];
        match sort {
            Sort::Float(format) if FLOATS.iter().any(|&k| is(kind, k)) => {
                Ok(Some(mk::float(self.float_bits(ast, kind, format)?, format)))
            }
            _ => Ok(None),
        }
    }

    fn float_bits(&self, ast: Z3_ast, kind: u32, format: term::FloatSort) -> Result<BigUint, String> {
        let fraction = format.significand - 1;
        let sign = BigUint::from(1u32) << (format.width() - 1);
        let infinity = ((BigUint::from(1u32) << format.exponent) - 1u32) << fraction;
        if is(kind, DeclKind::FpaNan) {
            return Ok(crate::values::nan_bits(format));
        } else if is(kind, DeclKind::FpaPlusInf) {
            return Ok(infinity);
        } else if is(kind, DeclKind::FpaMinusInf) {
            return Ok(sign | infinity);
        } else if is(kind, DeclKind::FpaPlusZero) {
            return Ok(BigUint::ZERO);
        } else if is(kind, DeclKind::FpaMinusZero) {
            return Ok(sign);
        }
        let raw = self.context.raw;
        let field = |part: Option<Z3_ast>| -> Result<BigUint, String> {
            let part = self.context.hold(self.context.checked(part)?);
            let value = self.context.numeral_value(part.ast)?.to_integer();
            value.to_biguint().ok_or_else(|| "Z3 returned a negative field of a float".to_owned())
        };
        // SAFETY: the float is alive.
        unsafe {
            let mut is_negative = false;
            if !Z3_fpa_get_numeral_sign(raw, ast, &mut is_negative) {
                return Err("Z3 returned a float without a sign".to_owned());
            }
            let significand = field(Z3_fpa_get_numeral_significand_bv(raw, ast))?;
            let exponent = field(Z3_fpa_get_numeral_exponent_bv(raw, ast, true))?;
            let magnitude = (exponent << fraction) | significand;
            Ok(if is_negative { sign | magnitude } else { magnitude })
        }
    }

    fn derived(
        &self,
        kind: u32,
        _: Z3_func_decl,
        arguments: &[Term],
        sort: Sort,
    ) -> Result<Option<Term>, String> {
        let one = || bits(BigUint::from(1u32), Sort::BitVec(1));
        let zero = || bits(BigUint::ZERO, Sort::BitVec(1));
        Ok(Some(match *arguments {
            [a, b] if is(kind, DeclKind::Implies) => mk::implies(a, b),
            [a, b] if is(kind, DeclKind::Xor) => mk::xor(a, b),
            [a, b, c] if is(kind, DeclKind::Xor3) => mk::xor(mk::xor(a, b), c),
            [a, b, c] if is(kind, DeclKind::Carry) => {
                mk::or([mk::and2(a, b), mk::and2(a, c), mk::and2(b, c)])
            }
            [first, ref rest @ ..] if is(kind, DeclKind::Sub) => {
                rest.iter().fold(first, |difference, &a| mk::sub(difference, a))
            }
            [a] if is(kind, DeclKind::Uminus) => mk::neg(a),
            [a] if is(kind, DeclKind::Abs) => mk::abs(a),
            [a, b] if is(kind, DeclKind::Rem) => {
                let remainder = mk::modulo(a, b);
                mk::ite(mk::le(mk::int(0), b), remainder, mk::neg(remainder))
            }
            [a, b] if is(kind, DeclKind::Bcomp) => mk::ite(mk::eq(a, b), one()?, zero()?),
            [a] if is(kind, DeclKind::Bredor) => {
                mk::ite(mk::eq(a, bits(BigUint::ZERO, a.sort())?), zero()?, one()?)
            }
            [a] if is(kind, DeclKind::Bredand) => {
                let width = a.sort().bit_width().ok_or("bvredand of no bit-vector")?;
                let ones = bits((BigUint::from(1u32) << width) - 1u32, a.sort())?;
                mk::ite(mk::eq(a, ones), one()?, zero()?)
            }
            [] if is(kind, DeclKind::Bit0) => bits(BigUint::ZERO, sort)?,
            [] if is(kind, DeclKind::Bit1) => bits(BigUint::from(1u32), sort)?,
            _ => return Ok(None),
        }))
    }

    fn indexed(
        &self,
        kind: u32,
        declaration: Z3_func_decl,
        arguments: &[Term],
        sort: Sort,
    ) -> Result<Option<Term>, String> {
        // SAFETY: the declaration is alive, and Z3 checks the index.
        let index = |i: u32| unsafe { Z3_get_decl_int_parameter(self.context.raw, declaration, i) } as u32;
        let op = match *arguments {
            [_] if is(kind, DeclKind::Extract) => Op::Extract(index(0), index(1)),
            [_] if is(kind, DeclKind::ZeroExt) => Op::ZeroExtend(index(0)),
            [_] if is(kind, DeclKind::SignExt) => Op::SignExtend(index(0)),
            [_] if is(kind, DeclKind::RotateLeft) => Op::RotateLeft(index(0)),
            [_] if is(kind, DeclKind::RotateRight) => Op::RotateRight(index(0)),
            [_] if is(kind, DeclKind::Int2bv) => match sort {
                Sort::BitVec(width) => Op::IntToBv(width),
                _ => return Ok(None),
            },
            [_, _] if is(kind, DeclKind::FpaToUbv) || is(kind, DeclKind::FpaToSbv) => match sort {
                Sort::BitVec(width) if is(kind, DeclKind::FpaToUbv) => Op::FpToUbv(width),
                Sort::BitVec(width) => Op::FpToSbv(width),
                _ => return Ok(None),
            },
            [a] if is(kind, DeclKind::Repeat) => {
                let copies = vec![a; index(0).max(1) as usize];
                let width = a.sort().bit_width().unwrap_or(1);
                let join = |(chain, bits): (Term, u32), &a: &Term| {
                    let bits = bits + width;
                    (mk::rebuild(Op::Concat, &[chain, a], Sort::BitVec(bits)), bits)
                };
                return Ok(Some(copies[1..].iter().fold((a, width), join).0));
            }
            [a] if is(kind, DeclKind::Bit2bool) => {
                let bit = mk::rebuild(Op::Extract(index(0), index(0)), &[a], Sort::BitVec(1));
                return Ok(Some(mk::eq(bit, bits(BigUint::from(1u32), Sort::BitVec(1))?)));
            }
            _ => return Ok(None),
        };
        Ok(Some(mk::rebuild(op, arguments, sort)))
    }

    fn float_conversion(
        &self,
        kind: u32,
        _: Z3_func_decl,
        arguments: &[Term],
        sort: Sort,
    ) -> Result<Option<Term>, String> {
        Ok(Some(match *arguments {
            [sign, exponent, significand] if is(kind, DeclKind::FpaFp) => {
                let join = |a: Term, b: Term| {
                    let width = a.sort().bit_width().unwrap_or(0) + b.sort().bit_width().unwrap_or(0);
                    mk::rebuild(Op::Concat, &[a, b], Sort::BitVec(width))
                };
                mk::rebuild(Op::FpFromBits, &[join(join(sign, exponent), significand)], sort)
            }
            [a] if is(kind, DeclKind::FpaToFp) && a.sort().bit_width().is_some() => {
                mk::rebuild(Op::FpFromBits, arguments, sort)
            }
            [rm, a] if is(kind, DeclKind::FpaToFp) => match a.sort() {
                Sort::Float(_) => mk::rebuild(Op::FpFromFloat, arguments, sort),
                Sort::Real => mk::rebuild(Op::FpFromReal, arguments, sort),
                Sort::Int => mk::rebuild(Op::FpFromReal, &[rm, mk::to_real(a)], sort),
                Sort::BitVec(_) => mk::rebuild(Op::FpFromSigned, arguments, sort),
                _ => return Ok(None),
            },
            _ => return Ok(None),
        }))
    }
}

/// A bit-vector constant.
pub(super) fn bits(value: BigUint, sort: Sort) -> Result<Term, String> {
    match sort {
        Sort::BitVec(width) => Ok(mk::bv(value, width)),
        other => Err(format!("bits of sort {other}")),
    }
}
