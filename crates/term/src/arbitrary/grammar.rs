//! Which terms there are of each sort: leaves, values, and the choice between
//! operations of [`super::operations`].

mod operations;

use self::operations::{array, bit_vector, boolean, float, integer, real, uninterpreted};
use super::{Choices, FLOAT, Theories};
use crate::sort::Sort;

/// A term of the sort with at most the given depth.
pub(super) fn term(choices: &mut Choices<'_>, sort: Sort, theories: Theories, depth: u32) -> String {
    if depth == 0 || choices.is_empty() || choices.pick(6) == 0 {
        return leaf(choices, sort);
    }
    let mut builder = Builder { choices, theories, depth: depth - 1 };
    if builder.choices.pick(12) == 0 {
        return builder.apply("ite", &[Sort::Bool, sort, sort]);
    }
    match sort {
        Sort::Bool => boolean(&mut builder),
        Sort::Int => integer(&mut builder),
        Sort::Real => real(&mut builder),
        Sort::BitVec(width) => bit_vector(&mut builder, width),
        Sort::Float(format) => float(&mut builder, format),
        Sort::RoundingMode => leaf(builder.choices, sort),
        Sort::Array(_) => array(&mut builder, sort),
        Sort::Uninterpreted(_) => uninterpreted(&mut builder),
    }
}

/// Builds applications with random arguments.
pub(super) struct Builder<'a, 'c> {
    pub(super) choices: &'a mut Choices<'c>,
    pub(super) theories: Theories,
    depth: u32,
}

impl Builder<'_, '_> {
    /// A random argument.
    pub(super) fn argument(&mut self, sort: Sort) -> String {
        term(self.choices, sort, self.theories, self.depth)
    }

    /// A function applied to random arguments.
    pub(super) fn apply(&mut self, head: &str, sorts: &[Sort]) -> String {
        let arguments: Vec<String> = sorts.iter().map(|&sort| self.argument(sort)).collect();
        format!("({head} {})", arguments.join(" "))
    }

    /// One of several functions of the same signature.
    pub(super) fn apply_one(&mut self, heads: &[&str], sorts: &[Sort]) -> String {
        let head = heads[self.choices.pick(heads.len())];
        self.apply(head, sorts)
    }

    /// Two or three arguments of one sort.
    pub(super) fn apply_many(&mut self, heads: &[&str], sort: Sort) -> String {
        let count = 2 + self.choices.pick(2);
        self.apply_one(heads, &vec![sort; count])
    }
}

/// A variable or a value.
pub(super) fn leaf(choices: &mut Choices<'_>, sort: Sort) -> String {
    let names: &[&str] = match sort {
        Sort::Bool => &["p", "q"],
        Sort::Int => &["x", "y", "z"],
        Sort::Real => &["r", "s"],
        Sort::BitVec(1) => &["b1", "c1"],
        Sort::BitVec(3) => &["b3", "c3"],
        Sort::BitVec(4) => &["b4", "c4"],
        Sort::BitVec(8) => &["b8", "c8"],
        Sort::Float(format) if format == FLOAT => &["f", "g"],
        Sort::Float(_) => &["k"],
        Sort::RoundingMode => &["rm"],
        Sort::Array(array) => match array.index() {
            Sort::Int => &["ai", "bi"],
            Sort::Bool => &["ap", "bp"],
            _ => &["ab", "bb"],
        },
        Sort::Uninterpreted(_) => &["u", "v"],
        Sort::BitVec(_) => &[],
    };
    let wants_value = !matches!(sort, Sort::Uninterpreted(_)) && choices.pick(3) == 1;
    if names.is_empty() || wants_value {
        return value(choices, sort);
    }
    names[choices.pick(names.len())].to_string()
}

/// A constant, or an array written with finitely many of them.
pub(super) fn value(choices: &mut Choices<'_>, sort: Sort) -> String {
    match sort {
        Sort::Bool => ["true", "false"][choices.pick(2)].to_string(),
        Sort::Int => integer_value(choices),
        Sort::Real => match choices.pick(3) {
            0 => format!("(to_real {})", integer_value(choices)),
            1 => ["0.5", "1.25", "(- 2.5)", "0.0"][choices.pick(4)].to_string(),
            _ => format!("(/ {} {}.0)", integer_value(choices), 1 + choices.pick(7)),
        },
        Sort::BitVec(width) => {
            let bits: String = (0..width).map(|_| if choices.pick(2) == 0 { '0' } else { '1' }).collect();
            format!("#b{bits}")
        }
        Sort::Float(format) => {
            let special = ["NaN", "+oo", "-oo", "+zero", "-zero"];
            match choices.pick(9) {
                n @ 0..5 => format!("(_ {} {} {})", special[n], format.exponent, format.significand),
                _ => {
                    let sign = value(choices, Sort::BitVec(1));
                    let exponent = value(choices, Sort::BitVec(format.exponent));
                    let fraction = value(choices, Sort::BitVec(format.significand - 1));
                    format!("(fp {sign} {exponent} {fraction})")
                }
            }
        }
        Sort::RoundingMode => ["RNE", "RNA", "RTP", "RTN", "RTZ"][choices.pick(5)].to_string(),
        Sort::Array(array) => {
            let mut text = format!("((as const {sort}) {})", value(choices, array.element()));
            for _ in 0..choices.pick(3) {
                let (index, element) = (value(choices, array.index()), value(choices, array.element()));
                text = format!("(store {text} {index} {element})");
            }
            text
        }
        Sort::Uninterpreted(_) => ["(as @0 U)", "(as @1 U)"][choices.pick(2)].to_string(),
    }
}

fn integer_value(choices: &mut Choices<'_>) -> String {
    const VALUES: &[&str] = &["0", "1", "(- 1)", "2", "3", "(- 2)", "5", "7", "(- 7)", "8", "255", "(- 128)"];
    VALUES[choices.pick(VALUES.len())].to_string()
}
