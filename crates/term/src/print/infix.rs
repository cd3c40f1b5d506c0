//! Infix output for people, close to Boogie's syntax.
//!
//! Precedences, from weak to strong: `||` and `&&` (never mixed without
//! parentheses), relations, `++`, sums, products, unary operators, postfix. As
//! everywhere, an explicit stack replaces recursion.

use std::fmt::{self, Write};

use num_bigint::BigUint;
use num_traits::{Signed, ToPrimitive};
use smallvec::SmallVec;

use crate::arena::Term;
use crate::op::Op;
use crate::polynomial::as_number;
use crate::sort::{FloatSort, Sort};

/// Displays a term in infix syntax: `a[p] == 0 && x <= y`.
#[derive(Clone, Copy)]
pub struct Infix(pub Term);

/// Displays a sort in Boogie's syntax: `[int]bv8`.
#[derive(Clone, Copy)]
pub struct InfixSort(pub Sort);

/// How strongly an operator binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Top,
    Junction,
    Relation,
    Concat,
    Sum,
    Product,
    Unary,
    Postfix,
}

enum Item {
    /// A term that must bind at least this strongly, or be put in parentheses.
    Term(Term, Level),
    /// Text as it is.
    Text(&'static str),
    Owned(String),
}

type Items = SmallVec<[Item; 8]>;

impl fmt::Display for Infix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut stack = vec![Item::Term(self.0, Level::Top)];
        while let Some(item) = stack.pop() {
            match item {
                Item::Text(text) => f.write_str(text)?,
                Item::Owned(text) => f.write_str(&text)?,
                Item::Term(term, required) => {
                    let (level, items) = layout(term);
                    if level < required {
                        f.write_char('(')?;
                        stack.push(Item::Text(")"));
                    }
                    stack.extend(items.into_iter().rev());
                }
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Infix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for InfixSort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Sort::Bool => f.write_str("bool"),
            Sort::Int => f.write_str("int"),
            Sort::Real => f.write_str("real"),
            Sort::BitVec(width) => write!(f, "bv{width}"),
            Sort::Float(format) => write!(f, "float{}e{}", format.significand, format.exponent),
            Sort::RoundingMode => f.write_str("rmode"),
            Sort::Array(array) => write!(f, "[{}]{}", InfixSort(array.index()), InfixSort(array.element())),
            Sort::Uninterpreted(name) => f.write_str(name.as_str()),
        }
    }
}

/// The pieces of a term and how strongly they bind together.
fn layout(term: Term) -> (Level, Items) {
    let arguments = term.arguments();
    match term.op() {
        Op::And => (Level::Junction, separated(arguments, " && ", Level::Relation)),
        Op::Or => (Level::Junction, separated(arguments, " || ", Level::Relation)),
        Op::Not => negation(arguments[0]),
        Op::Eq => (
            Level::Relation,
            separated(arguments, if is_bool(arguments[0]) { " <==> " } else { " == " }, Level::Concat),
        ),
        Op::Le => comparison(arguments[0], arguments[1]),
        Op::Lt => (Level::Relation, separated(arguments, " < ", Level::Concat)),
        Op::Add => (Level::Sum, sum(arguments)),
        Op::Mul if absolute(term).0 => (Level::Sum, sum(&[term])),
        Op::Mul => (Level::Product, separated(arguments, " * ", Level::Unary)),
        Op::IntDiv => (Level::Product, separated(arguments, " div ", Level::Unary)),
        Op::Mod => (Level::Product, separated(arguments, " mod ", Level::Unary)),
        Op::RealDiv => (Level::Product, separated(arguments, " / ", Level::Unary)),
        Op::Concat => (Level::Concat, separated(arguments, " ++ ", Level::Sum)),
        Op::Extract(high, low) => (
            Level::Postfix,
            items([at(arguments[0], Level::Postfix), owned(format!("[{}:{low}]", high + 1))]),
        ),
        Op::Select => (
            Level::Postfix,
            items([at(arguments[0], Level::Postfix), text("["), at(arguments[1], Level::Top), text("]")]),
        ),
        Op::Store => (
            Level::Postfix,
            items([
                at(arguments[0], Level::Postfix),
                text("["),
                at(arguments[1], Level::Top),
                text(" := "),
                at(arguments[2], Level::Top),
                text("]"),
            ]),
        ),
        Op::ConstArray => (Level::Postfix, items([text("[_ := "), at(arguments[0], Level::Top), text("]")])),
        Op::Ite => (
            Level::Postfix,
            items([
                text("(if "),
                at(arguments[0], Level::Top),
                text(" then "),
                at(arguments[1], Level::Top),
                text(" else "),
                at(arguments[2], Level::Top),
                text(")"),
            ]),
        ),
        Op::Forall(bound) => (Level::Postfix, quantifier("(forall ", bound, arguments[0])),
        Op::Exists(bound) => (Level::Postfix, quantifier("(exists ", bound, arguments[0])),
        _ if arguments.is_empty() => leaf(term),
        _ => (Level::Postfix, call(function_name(term), arguments)),
    }
}

fn is_bool(term: Term) -> bool {
    term.sort() == Sort::Bool
}

fn at(term: Term, level: Level) -> Item {
    Item::Term(term, level)
}

fn text(text: &'static str) -> Item {
    Item::Text(text)
}

fn owned(text: String) -> Item {
    Item::Owned(text)
}

fn items<const N: usize>(parts: [Item; N]) -> Items {
    parts.into_iter().collect()
}

fn separated(arguments: &[Term], separator: &'static str, level: Level) -> Items {
    let mut parts = Items::new();
    for (position, &argument) in arguments.iter().enumerate() {
        if position > 0 {
            parts.push(text(separator));
        }
        parts.push(at(argument, level));
    }
    parts
}

fn call(name: String, arguments: &[Term]) -> Items {
    let mut parts = items([owned(name), text("(")]);
    parts.extend(separated(arguments, ", ", Level::Top));
    parts.push(text(")"));
    parts
}

fn quantifier(keyword: &'static str, bound: &[Term], body: Term) -> Items {
    let mut parts = items([text(keyword)]);
    for (position, variable) in bound.iter().enumerate() {
        let comma = if position == 0 { "" } else { ", " };
        let name = variable.as_var().map(|n| n.to_string()).unwrap_or_default();
        parts.push(owned(format!("{comma}{name}: {}", InfixSort(variable.sort()))));
    }
    parts.extend([text(" :: "), at(body, Level::Top), text(")")]);
    parts
}

fn negation(inner: Term) -> (Level, Items) {
    match (inner.op(), inner.arguments()) {
        (Op::Eq, arguments) if !is_bool(arguments[0]) => {
            (Level::Relation, separated(arguments, " != ", Level::Concat))
        }
        _ => (Level::Unary, items([text("!"), at(inner, Level::Unary)])),
    }
}

/// `a <= b`; shown as `a < b` where the normal form moved a 1, and with a constant on the right.
fn comparison(left: Term, right: Term) -> (Level, Items) {
    if left.sort() == Sort::Int
        && let Some(rest) = without_minus_one(right)
    {
        let mut parts = items([at(left, Level::Concat), text(" < ")]);
        match rest {
            [only] => parts.push(at(*only, Level::Concat)),
            _ => parts.extend(sum(rest)),
        }
        return (Level::Relation, parts);
    }
    if left.is_value() {
        return (Level::Relation, items([at(right, Level::Concat), text(" >= "), at(left, Level::Concat)]));
    }
    (Level::Relation, separated(&[left, right], " <= ", Level::Concat))
}

/// The other summands of `... - 1`.
fn without_minus_one(term: Term) -> Option<&'static [Term]> {
    let (Op::Add, [rest @ .., last]) = (term.op(), term.arguments()) else { return None };
    (as_number(*last)? == crate::number::Number::Small(-1)).then_some(rest)
}

/// A sum; negative coefficients become subtractions.
fn sum(summands: &[Term]) -> Items {
    let mut parts = Items::new();
    for (position, &summand) in summands.iter().enumerate() {
        let is_first = position == 0;
        let (is_negative, absolute) = absolute(summand);
        match (is_first, is_negative) {
            (true, false) => {}
            (true, true) => parts.push(text("-")),
            (false, false) => parts.push(text(" + ")),
            (false, true) => parts.push(text(" - ")),
        }
        parts.extend(absolute);
    }
    parts
}

/// Whether a summand is negative, and its absolute value.
fn absolute(summand: Term) -> (bool, Items) {
    if let Some(value) = as_number(summand) {
        let is_negative = value.signum() < 0;
        let positive = if is_negative { value.neg() } else { value };
        return (is_negative, items([owned(rational(&positive.to_rational(), summand.sort()))]));
    }
    if let (Op::Mul, &[coefficient, rest]) = (summand.op(), summand.arguments())
        && let Some(value) = as_number(coefficient)
        && value.signum() < 0
    {
        let positive = value.neg();
        if positive.is_one() {
            return (true, items([at(rest, Level::Product)]));
        }
        let factor = rational(&positive.to_rational(), summand.sort());
        return (true, items([owned(factor), text(" * "), at(rest, Level::Unary)]));
    }
    (false, items([at(summand, Level::Product)]))
}

fn rational(value: &num_rational::BigRational, sort: Sort) -> String {
    match (sort, value.is_integer()) {
        (Sort::Int, _) => value.numer().to_string(),
        (_, true) => format!("{}.0", value.numer()),
        (_, false) => format!("{}.0 / {}.0", value.numer(), value.denom()),
    }
}

fn leaf(term: Term) -> (Level, Items) {
    let (level, text) = match term.op() {
        Op::Var(name) => (Level::Postfix, name.to_string()),
        Op::IntConst(value) if value.is_negative() => (Level::Unary, value.to_string()),
        Op::IntConst(value) => (Level::Postfix, value.to_string()),
        Op::RealConst(value) => {
            let level = match (value.is_integer(), value.is_negative()) {
                (false, _) => Level::Product,
                (true, true) => Level::Unary,
                (true, false) => Level::Postfix,
            };
            (level, rational(value, Sort::Real))
        }
        Op::BvConst(value) => (Level::Postfix, format!("{value}{}", InfixSort(term.sort()))),
        Op::FloatConst(bits) => (Level::Unary, float(bits, term)),
        Op::Element(number) => (Level::Postfix, format!("{}!{number}", InfixSort(term.sort()))),
        Op::Apply(func) => (Level::Postfix, format!("{}()", func.name())),
        _ => (Level::Postfix, term.to_string()),
    };
    (level, items([owned(text)]))
}

/// Single and double precision in decimal, others in SMT-LIB's syntax.
fn float(bits: &BigUint, term: Term) -> String {
    let suffix = |s: FloatSort| format!("f{}e{}", s.significand, s.exponent);
    match term.sort() {
        Sort::Float(s) if s == FloatSort::SINGLE => match bits.to_u32() {
            Some(bits) => format!("{:?}{}", f32::from_bits(bits), suffix(s)),
            None => term.to_string(),
        },
        Sort::Float(s) if s == FloatSort::DOUBLE => match bits.to_u64() {
            Some(bits) => format!("{:?}{}", f64::from_bits(bits), suffix(s)),
            None => term.to_string(),
        },
        _ => term.to_string(),
    }
}

fn function_name(term: Term) -> String {
    match term.op() {
        Op::Apply(func) => func.name().to_string(),
        Op::ZeroExtend(n) => format!("zero_extend{n}"),
        Op::SignExtend(n) => format!("sign_extend{n}"),
        Op::RotateLeft(n) => format!("rotate_left{n}"),
        Op::RotateRight(n) => format!("rotate_right{n}"),
        Op::IntToBv(n) => format!("int_to_bv{n}"),
        Op::FpToUbv(n) => format!("fp.to_ubv{n}"),
        Op::FpToSbv(n) => format!("fp.to_sbv{n}"),
        Op::FpFromBits | Op::FpFromFloat | Op::FpFromReal | Op::FpFromSigned => {
            format!("to_{}", InfixSort(term.sort()))
        }
        Op::FpFromUnsigned => format!("to_{}_unsigned", InfixSort(term.sort())),
        Op::ToReal => "real".to_string(),
        Op::ToInt => "int".to_string(),
        op => super::operator_name(op).unwrap_or("?").to_string(),
    }
}
