//! Reading and evaluating random terms against an evaluator that knows nothing
//! of terms: it walks the text and computes with machine integers, following
//! the definitions of SMT-LIB word by word.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use term::arbitrary::{self, Theories};
use term::sexpr::{Kind, NodeId, Sexprs};
use term::{Model, Sort, Term, build as mk};

/// A value: a truth value, an integer, or a bit-vector with its width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Value {
    Bool(bool),
    Int(i128),
    Bits(u128, u32),
}

use Value::{Bits, Bool, Int};

type Environment = BTreeMap<&'static str, Value>;

/// `None` where SMT-LIB leaves the value open.
fn evaluate(sexprs: &Sexprs<'_>, node: NodeId, environment: &Environment) -> Option<Value> {
    let text = sexprs.text(node);
    match sexprs.kind(node) {
        Kind::Binary => return Some(Bits(u128::from_str_radix(text, 2).ok()?, text.len() as u32)),
        Kind::Numeral => return Some(Int(text.parse().ok()?)),
        Kind::Symbol => {
            return Some(match text {
                "true" => Bool(true),
                "false" => Bool(false),
                _ => environment[text],
            });
        }
        _ => {}
    }
    let children = sexprs.children(node);
    let mut head: Vec<&str> = sexprs.children(children[0]).iter().map(|&c| sexprs.text(c)).collect();
    if head.is_empty() {
        head = vec!["_", sexprs.text(children[0])];
    }
    let arguments: Option<Vec<Value>> =
        children[1..].iter().map(|&c| evaluate(sexprs, c, environment)).collect();
    let indices: Vec<u32> = head[2..].iter().map(|i| i.parse().expect("a number")).collect();
    apply(head[1], &indices, &arguments?)
}

fn apply(name: &str, indices: &[u32], arguments: &[Value]) -> Option<Value> {
    let pairs =
        |holds: &dyn Fn(Value, Value) -> bool| Some(Bool(arguments.windows(2).all(|p| holds(p[0], p[1]))));
    match (name, arguments) {
        ("not", [Bool(a)]) => Some(Bool(!a)),
        ("and", _) => Some(Bool(!arguments.contains(&Bool(false)))),
        ("or", _) => Some(Bool(arguments.contains(&Bool(true)))),
        ("xor", _) => Some(Bool(arguments.iter().filter(|a| **a == Bool(true)).count() % 2 == 1)),
        ("=>", [premises @ .., conclusion]) => {
            Some(Bool(premises.contains(&Bool(false)) || *conclusion == Bool(true)))
        }
        ("=", _) => pairs(&|a, b| a == b),
        ("distinct", _) => {
            Some(Bool((0..arguments.len()).all(|i| !arguments[i + 1..].contains(&arguments[i]))))
        }
        ("ite", [Bool(condition), a, b]) => Some(if *condition { *a } else { *b }),
        (_, [Int(_), ..]) => integers(name, arguments),
        (_, [Bits(_, width), ..]) => bits(name, indices, *width, arguments),
        _ => unreachable!("{name} {arguments:?}"),
    }
}

fn integers(name: &str, arguments: &[Value]) -> Option<Value> {
    let numbers: Vec<i128> = arguments.iter().map(|a| if let Int(n) = a { *n } else { 0 }).collect();
    let chain =
        |holds: &dyn Fn(i128, i128) -> bool| Some(Bool(numbers.windows(2).all(|p| holds(p[0], p[1]))));
    let first = numbers[0];
    let number = match name {
        "<" => return chain(&|a, b| a < b),
        "<=" => return chain(&|a, b| a <= b),
        ">" => return chain(&|a, b| a > b),
        ">=" => return chain(&|a, b| a >= b),
        "+" => numbers.iter().sum(),
        "-" if numbers.len() == 1 => -first,
        "-" => first - numbers[1..].iter().sum::<i128>(),
        "*" => numbers.iter().product(),
        "abs" => first.abs(),
        "div" | "mod" if numbers[1] == 0 => return None,
        "div" => first.div_euclid(numbers[1]),
        "mod" => first.rem_euclid(numbers[1]),
        _ => unreachable!("{name}"),
    };
    Some(Int(number))
}

fn signed(value: u128, width: u32) -> i128 {
    let value = value as i128;
    if value >> (width - 1) & 1 == 1 { value - (1 << width) } else { value }
}

fn bits(name: &str, indices: &[u32], width: u32, arguments: &[Value]) -> Option<Value> {
    let all: Vec<(u128, u32)> =
        arguments.iter().map(|a| if let Bits(v, w) = a { (*v, *w) } else { (0, 0) }).collect();
    let (a, b) = (all[0].0, all.get(1).map_or(0, |v| v.0));
    let (sa, sb) = (signed(a, width), signed(b, width));
    let modulus = 1u128 << width;
    let fits = |n: i128| -(1i128 << (width - 1)) <= n && n < 1 << (width - 1);
    let wrap = |n: i128, w: u32| Some(Bits(n.rem_euclid(1 << w) as u128, w));
    let truth = |holds: bool| Some(Bool(holds));
    // The signed divisions by their definitions from the unsigned ones.
    let magnitude = |n: i128| n.unsigned_abs() % modulus;
    let udiv = |x: u128, y: u128| x.checked_div(y).unwrap_or(modulus - 1);
    let urem = |x: u128, y: u128| x.checked_rem(y).unwrap_or(x);
    match (name, indices) {
        ("bvult", _) => truth(a < b),
        ("bvule", _) => truth(a <= b),
        ("bvugt", _) => truth(a > b),
        ("bvuge", _) => truth(a >= b),
        ("bvslt", _) => truth(sa < sb),
        ("bvsle", _) => truth(sa <= sb),
        ("bvsgt", _) => truth(sa > sb),
        ("bvsge", _) => truth(sa >= sb),
        ("bvnego", _) => truth(!fits(-sa)),
        ("bvuaddo", _) => truth(a + b >= modulus),
        ("bvsaddo", _) => truth(!fits(sa + sb)),
        ("bvumulo", _) => truth(a * b >= modulus),
        ("bvsmulo", _) => truth(!fits(sa * sb)),
        ("bvusubo", _) => truth(a < b),
        ("bvssubo", _) => truth(!fits(sa - sb)),
        ("bvsdivo", _) => truth(sb != 0 && !fits(sa / sb)),
        ("bvcomp", _) => wrap(i128::from(a == b), 1),
        ("bvnot", _) => wrap(!(a as i128), width),
        ("bvneg", _) => wrap(-(a as i128), width),
        ("bvadd", _) => wrap(sa + sb, width),
        ("bvsub", _) => wrap(sa - sb, width),
        ("bvmul", _) => wrap(sa * sb, width),
        ("bvand", _) => wrap((a & b) as i128, width),
        ("bvor", _) => wrap((a | b) as i128, width),
        ("bvxor", _) => wrap((a ^ b) as i128, width),
        ("bvnand", _) => wrap(!(a & b) as i128, width),
        ("bvnor", _) => wrap(!(a | b) as i128, width),
        ("bvxnor", _) => wrap(!(a ^ b) as i128, width),
        ("bvudiv", _) => wrap(udiv(a, b) as i128, width),
        ("bvurem", _) => wrap(urem(a, b) as i128, width),
        ("bvsdiv", _) => {
            let quotient = udiv(magnitude(sa), magnitude(sb)) as i128;
            wrap(if (sa < 0) == (sb < 0) { quotient } else { -quotient }, width)
        }
        ("bvsrem", _) => {
            let rest = urem(magnitude(sa), magnitude(sb)) as i128;
            wrap(if sa < 0 { -rest } else { rest }, width)
        }
        ("bvsmod", _) => {
            let rest = urem(magnitude(sa), magnitude(sb)) as i128;
            let rest = match (sa < 0, sb < 0) {
                _ if rest == 0 => 0,
                (false, false) => rest,
                (true, false) => sb - rest,
                (false, true) => rest + sb,
                (true, true) => -rest,
            };
            wrap(rest, width)
        }
        ("bvshl", _) => wrap(if b < u128::from(width) { (a << b) as i128 } else { 0 }, width),
        ("bvlshr", _) => wrap(if b < u128::from(width) { (a >> b) as i128 } else { 0 }, width),
        ("bvashr", _) => wrap(sa >> b.min(127), width),
        ("concat", _) => {
            let (value, total) =
                all.iter().fold((0, 0), |(value, total), (v, w)| (value << w | v, total + w));
            Some(Bits(value, total))
        }
        ("repeat", &[n]) => Some(Bits((0..n).fold(0, |value, _| value << width | a), n * width)),
        ("extract", &[high, low]) => wrap((a >> low) as i128, high - low + 1),
        ("zero_extend", &[n]) => Some(Bits(a, width + n)),
        ("sign_extend", &[n]) => wrap(sa, width + n),
        ("rotate_left", &[n]) => wrap((a << (n % width) | a >> (width - n % width)) as i128, width),
        ("rotate_right", &[n]) => wrap((a >> (n % width) | a << (width - n % width)) as i128, width),
        ("ubv_to_int" | "bv2nat", _) => Some(Int(a as i128)),
        ("sbv_to_int", _) => Some(Int(sa)),
        _ => unreachable!("{name}"),
    }
}

fn term_of(value: Value) -> Term {
    match value {
        Bool(b) => mk::bool(b),
        Int(n) => mk::int(n),
        Bits(v, w) => mk::bv(v, w),
    }
}

const VARIABLES: [(&str, Sort); 13] = [
    ("p", Sort::Bool),
    ("q", Sort::Bool),
    ("x", Sort::Int),
    ("y", Sort::Int),
    ("z", Sort::Int),
    ("b1", Sort::BitVec(1)),
    ("c1", Sort::BitVec(1)),
    ("b3", Sort::BitVec(3)),
    ("c3", Sort::BitVec(3)),
    ("b4", Sort::BitVec(4)),
    ("c4", Sort::BitVec(4)),
    ("b8", Sort::BitVec(8)),
    ("c8", Sort::BitVec(8)),
];

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 10_000,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(2),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn values_are_those_of_the_definitions(
        text in arbitrary::any_text(Theories { ints: true, nonlinear: true, bit_vectors: true, ..Theories::default() }),
        numbers in prop::collection::vec(any::<i8>(), VARIABLES.len()),
    ) {
        let mut environment = Environment::new();
        let mut model = Model::default();
        for ((name, sort), number) in VARIABLES.into_iter().zip(numbers) {
            let value = match sort {
                Sort::BitVec(width) => Bits(u128::from(number as u8) & ((1 << width) - 1), width),
                Sort::Int => Int(i128::from(number)),
                _ => Bool(number < 0),
            };
            environment.insert(name, value);
            model.insert(mk::var(name, sort), term_of(value));
        }
        let sexprs = Sexprs::parse(&text).expect("legal");
        if let Some(expected) = evaluate(&sexprs, sexprs.roots()[0], &environment) {
            prop_assert_eq!(model.eval(arbitrary::read(&text)), term_of(expected), "{}", text);
        }
    }
}
