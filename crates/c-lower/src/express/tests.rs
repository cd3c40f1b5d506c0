//! Expressions against the formulas that they come from: known ones by eye, random ones by gcc.

use std::fmt::Write;
use std::process::Command;

use c_sema::types::{DataModel, IntKind};
use expect_test::expect;
use num_bigint::BigInt;
use term::{Model, Sort, Term, build as mk};
use test_tools::Tool;

use super::integer::limits;
use super::{Meaning, Vocabulary};

const MODEL: DataModel = DataModel::Lp64;

const KINDS: [IntKind; 10] = [
    IntKind::Int,
    IntKind::UInt,
    IntKind::Char,
    IntKind::UChar,
    IntKind::Short,
    IntKind::UShort,
    IntKind::Long,
    IntKind::ULong,
    IntKind::Bool,
    IntKind::LongLong,
];

/// A variable of each type, over integers or bit-vectors.
fn variables(is_integer: bool) -> Vec<(Term, IntKind)> {
    let variable = |(number, kind): (usize, IntKind)| {
        let sort = if is_integer { Sort::Int } else { Sort::BitVec(kind.size(MODEL) as u32 * 8) };
        (mk::var(format!("v{number}").as_str(), sort), kind)
    };
    KINDS.into_iter().enumerate().map(variable).collect()
}

fn vocabulary(variables: &[(Term, IntKind)]) -> Vocabulary {
    let named = variables.iter().map(|(term, kind)| {
        let name = term.as_var().expect("a variable").base.to_string();
        (*term, (name, Meaning::Number(*kind)))
    });
    Vocabulary { variables: named.collect(), model: MODEL }
}

#[test]
fn expressions_are_what_people_would_write() {
    let all = variables(true);
    let (i, u, l) = (all[0].0, all[1].0, all[6].0);
    let hidden = mk::var("hidden", Sort::Int);
    let bits = variables(false);
    let (bi, bu) = (bits[0].0, bits[1].0);
    let formulas = [
        mk::le(i, mk::int(5)),
        mk::le(mk::add2(i, mk::int(1)), l),
        mk::le(mk::add2(i, mk::int(7)), l),
        mk::eq(u, i),
        mk::le(mk::mul(i, i), l),
        mk::and2(mk::le(mk::int(0), i), mk::le(hidden, i)),
        mk::or2(mk::le(mk::int(0), i), mk::le(hidden, i)),
        mk::and2(mk::eq(hidden, l), mk::lt(i, hidden)),
        mk::le(i, mk::int(i32::MAX)),
        mk::bvsle(bi, mk::bv_signed(-1, 32)),
        mk::bvult(bi, bu),
        mk::bvsle(mk::bvadd(bi, bu), mk::bv_signed(3, 32)),
    ];
    let vocabulary = vocabulary(&[all, bits].concat());
    let mut out = String::new();
    for formula in formulas {
        let expressed = vocabulary.express(formula);
        let _ = writeln!(out, "{} [{} left out]", expressed.conjuncts.join(", "), expressed.left_out);
    }
    expect![[r#"
        v0 <= 5 [0 left out]
        v0 < v6 [0 left out]
        (__int128)v0 <= (__int128)v6 - 7 [0 left out]
        (long long)v0 == (long long)v1 [0 left out]
        (long long)v0 * (long long)v0 <= (long long)v6 [0 left out]
        v0 >= 0 [1 left out]
         [1 left out]
        v0 < v6 [0 left out]
         [0 left out]
        v0 <= -1 [0 left out]
        (unsigned int)v0 < v1 [0 left out]
        (int)((unsigned int)v0 + (unsigned int)v1) <= 3 [0 left out]
    "#]]
    .assert_eq(&out);
}

/// Numbers that follow from a seed.
struct Random(u64);

impl Random {
    fn next(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }

    /// A value of a type, often at its limits.
    fn value(&mut self, kind: IntKind) -> BigInt {
        let (low, high) = limits(kind, MODEL);
        let span: BigInt = &high - &low + 1;
        match self.next(5) {
            0 => low,
            1 => high,
            2 => BigInt::from(self.next(3)).min(high),
            _ => low + BigInt::from(self.0) % span,
        }
    }
}

fn integer(random: &mut Random, variables: &[(Term, IntKind)], depth: usize) -> Term {
    if depth == 0 {
        return match random.next(4) {
            0 => mk::int(random.next(200) as i64 - 100),
            _ => variables[random.next(variables.len())].0,
        };
    }
    let a = integer(random, variables, depth - 1);
    let b = integer(random, variables, depth - 1);
    let divisor = mk::int([2, 3, 256, 65536, 1i64 << 32][random.next(5)]);
    match random.next(6) {
        0 | 1 => mk::add2(a, b),
        2 => mk::add2(a, mk::mul(mk::int(-1), b)),
        3 => mk::mul(mk::int(random.next(9) as i64 - 4), a),
        4 => mk::modulo(a, divisor),
        _ => mk::div(a, divisor),
    }
}

fn bit_vector(random: &mut Random, variables: &[(Term, IntKind)], width: u32, depth: usize) -> Term {
    let fitting: Vec<Term> =
        variables.iter().map(|(term, _)| *term).filter(|term| term.sort() == Sort::BitVec(width)).collect();
    if depth == 0 {
        return match random.next(4) {
            0 => mk::bv_signed(random.next(300) as i128 - 150, width),
            _ => fitting[random.next(fitting.len())],
        };
    }
    let other = [8, 16, 32, 64][random.next(4)];
    let a = bit_vector(random, variables, width, depth - 1);
    let b = bit_vector(random, variables, width, depth - 1);
    match random.next(11) {
        0 => mk::bvadd(a, b),
        1 => mk::bvsub(a, b),
        2 => mk::bvmul(a, b),
        3 => mk::bvand(a, b),
        4 => mk::bvor(a, b),
        5 => mk::bvxor(a, b),
        6 => mk::bvnot(a),
        7 => mk::bvneg(a),
        8 => mk::bvlshr(a, mk::bv_signed(random.next(width as usize) as i128, width)),
        9 if other < width => mk::sign_extend(width - other, bit_vector(random, variables, other, depth - 1)),
        9 if other > width => mk::extract(width - 1, 0, bit_vector(random, variables, other, depth - 1)),
        _ if other < width => mk::zero_extend(width - other, bit_vector(random, variables, other, depth - 1)),
        _ => mk::ite(mk::bvule(a, b), a, b),
    }
}

fn formula(random: &mut Random, variables: &[(Term, IntKind)], is_integer: bool) -> Term {
    let depth = random.next(3);
    if is_integer {
        let (a, b) = (integer(random, variables, depth), integer(random, variables, depth));
        return match random.next(4) {
            0 => mk::le(a, b),
            1 => mk::lt(a, b),
            2 => mk::eq(a, b),
            _ => mk::not(mk::le(a, b)),
        };
    }
    let width = [8, 16, 32, 64][random.next(4)];
    let a = bit_vector(random, variables, width, depth);
    let b = bit_vector(random, variables, width, depth);
    match random.next(6) {
        0 => mk::bvule(a, b),
        1 => mk::bvult(a, b),
        2 => mk::bvsle(a, b),
        3 => mk::bvslt(a, b),
        4 => mk::not(mk::bvsle(a, b)),
        _ => mk::eq(a, b),
    }
}

/// An expression has the value of its formula, and nothing in it is undefined: gcc and its sanitizer say so.
#[test]
fn gcc_agrees() {
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let mut body = String::new();
    let mut expressed = 0;
    for round in 0..600 {
        let is_integer = round % 2 == 0;
        let variables = variables(is_integer);
        let formula = formula(&mut random, &variables, is_integer);
        let text = vocabulary(&variables).express(formula);
        let ([conjunct], 0) = (text.conjuncts.as_slice(), text.left_out) else { continue };
        expressed += 1;
        for _ in 0..4 {
            let mut model = Model::default();
            let _ = write!(body, "  {{");
            for (term, kind) in &variables {
                let value = random.value(*kind);
                let constant = match term.sort() {
                    Sort::BitVec(width) => mk::bv_signed(i128::try_from(&value).expect("it fits"), width),
                    _ => mk::int(value.clone()),
                };
                model.insert(*term, constant);
                let name = term.as_var().expect("a variable").base;
                let bits = u64::try_from(&(&value & BigInt::from(u64::MAX))).expect("64 bits");
                let _ = write!(body, " {} {name} = {bits}ULL; (void){name};", kind.name());
            }
            let expected = u8::from(model.eval_bool(formula).expect("no division by zero"));
            let _ = writeln!(body, " if (({conjunct}) != {expected}) failed({round}); }}");
        }
    }
    assert!(expressed > 400, "only {expressed} were expressed");
    let text = format!(
        "#include <stdio.h>\nstatic int bad;\nstatic void failed(int n) {{ bad = 1; printf(\"%d\\n\", n); }}\n\
         int main(void) {{\n{body}  return bad;\n}}\n"
    );
    let folder = std::env::temp_dir().join(format!("principia-express-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (source, binary) = (folder.join("e.c"), folder.join("e"));
    std::fs::write(&source, &text).expect("written");
    if Tool::Sanitizers.or_skip().is_some() {
        let mut gcc = Command::new("gcc");
        gcc.args(["-w", "-fsanitize=undefined", "-fno-sanitize-recover", "-o"]).args([&binary, &source]);
        assert!(gcc.status().is_ok_and(|status| status.success()), "gcc rejects\n{text}");
        let output = Command::new(&binary).output().expect("it runs");
        let said =
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        let number = said.split_whitespace().next().map(|number| format!("failed({number})"));
        let line = number.and_then(|number| text.lines().find(|line| line.contains(&number)));
        assert!(output.status.success(), "{said}\n{}", line.unwrap_or_default());
    }
    let _ = std::fs::remove_dir_all(&folder);
}
