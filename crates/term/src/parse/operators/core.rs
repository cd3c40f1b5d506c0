//! Core, ArraysEx, Ints and Reals.

use super::{Built, Call, Failure, unified};
use crate::arena::Term;
use crate::build as mk;
use crate::sort::Sort;

pub(super) fn build(call: Call<'_>) -> Built {
    match call.name {
        "true" => call.exactly::<0>().map(|_| mk::tt()),
        "false" => call.exactly::<0>().map(|_| mk::ff()),
        "not" => Ok(mk::not(booleans(call, 1)?[one(call)?])),
        "and" => Ok(mk::and(booleans(call, 1)?.iter().copied())),
        "or" => Ok(mk::or(booleans(call, 1)?.iter().copied())),
        "xor" => Ok(fold(booleans(call, 2)?, mk::xor)),
        "=>" | "implies" => {
            let (last, rest) = booleans(call, 2)?.split_last().expect("at least two");
            Ok(rest.iter().rfold(*last, |conclusion, &premise| mk::implies(premise, conclusion)))
        }
        "=" | "iff" => call.chain(&call.uniform(2)?, mk::eq),
        "distinct" => Ok(mk::distinct(&call.uniform(2)?)),
        "ite" | "if" => {
            let [condition, then, otherwise] = call.exactly()?;
            let branches = unified(&[then, otherwise]);
            if condition.sort() != Sort::Bool || branches[0].sort() != branches[1].sort() {
                return call.wrong("a condition and two arguments of the same sort");
            }
            Ok(mk::ite(condition, branches[0], branches[1]))
        }
        "select" => {
            let [array, index] = call.exactly()?;
            match array.sort() {
                Sort::Array(sort) if sort.index() == index.sort() => Ok(mk::select(array, index)),
                _ => call.wrong("an array and an index"),
            }
        }
        "store" => {
            let [array, index, value] = call.exactly()?;
            match array.sort() {
                Sort::Array(sort) if sort.index() == index.sort() && sort.element() == value.sort() => {
                    Ok(mk::store(array, index, value))
                }
                _ => call.wrong("an array, an index and an element"),
            }
        }
        _ => Err(Failure::Unknown),
    }
}

fn fold(arguments: &[Term], operation: fn(Term, Term) -> Term) -> Term {
    arguments.iter().copied().reduce(operation).expect("at least one argument")
}

/// Checks that there is one argument; the answer is its position.
fn one(call: Call<'_>) -> Result<usize, Failure> {
    call.exactly::<1>().map(|_| 0)
}

fn booleans(call: Call<'_>, count: usize) -> Result<&[Term], Failure> {
    let arguments = call.at_least(count)?;
    match arguments.iter().all(|a| a.sort() == Sort::Bool) {
        true => Ok(arguments),
        false => call.wrong("Booleans"),
    }
}

fn numbers(call: Call<'_>, count: usize) -> Result<Vec<Term>, Failure> {
    let arguments = call.uniform(count)?;
    match arguments.iter().all(|a| a.sort().is_arithmetic()) {
        true => Ok(arguments),
        false => call.wrong("numbers"),
    }
}

fn of_sort(call: Call<'_>, sort: Sort, count: usize) -> Result<Vec<Term>, Failure> {
    let arguments = call.at_least(count)?;
    let converted: Vec<Term> = match sort {
        Sort::Real => arguments.iter().map(|&a| as_real(a)).collect(),
        _ => arguments.to_vec(),
    };
    match converted.iter().all(|a| a.sort() == sort) {
        true => Ok(converted),
        false => call.wrong(format!("arguments of sort {sort}")),
    }
}

fn as_real(a: Term) -> Term {
    if a.sort() == Sort::Int { mk::to_real(a) } else { a }
}

pub(super) fn build_arithmetic(call: Call<'_>) -> Built {
    match call.name {
        "+" => Ok(mk::add(numbers(call, 1)?)),
        "-" => match numbers(call, 1)?.as_slice() {
            [only] => Ok(mk::neg(*only)),
            several => Ok(fold(several, mk::sub)),
        },
        "*" => Ok(fold(&numbers(call, 1)?, mk::mul)),
        "/" => Ok(fold(&of_sort(call, Sort::Real, 2)?, mk::real_div)),
        "div" => Ok(fold(&of_sort(call, Sort::Int, 2)?, mk::div)),
        "mod" => {
            let [a, b] = call.exactly()?;
            of_sort(call, Sort::Int, 2)?;
            Ok(mk::modulo(a, b))
        }
        "abs" => Ok(mk::abs(numbers(call, 1)?[one(call)?])),
        "<=" => call.chain(&numbers(call, 2)?, mk::le),
        "<" => call.chain(&numbers(call, 2)?, mk::lt),
        ">=" => call.chain(&numbers(call, 2)?, mk::ge),
        ">" => call.chain(&numbers(call, 2)?, mk::gt),
        "to_real" => Ok(of_sort(call, Sort::Real, 1)?[one(call)?]),
        "to_int" => Ok(mk::to_int(of_sort(call, Sort::Real, 1)?[one(call)?])),
        "is_int" => Ok(mk::is_int(of_sort(call, Sort::Real, 1)?[one(call)?])),
        "divisible" => {
            let [k] = call.indices()?;
            let [a] = call.arguments_exactly()?;
            if a.sort() != Sort::Int || k == 0 {
                return call.wrong("a positive index and an integer");
            }
            Ok(mk::divisible(a, k))
        }
        _ => Err(Failure::Unknown),
    }
}
