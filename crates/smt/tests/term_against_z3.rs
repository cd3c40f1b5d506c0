//! The constructors of terms against Z3: what they simplify means the same, and
//! what they evaluate has the same value.
//!
//! A random term is generated as text, see [`term::arbitrary`]. Z3 gets the text
//! as it is and the term that our reader and constructors make of it, and must
//! not find values for which the two differ.

use std::cell::{Cell, RefCell};
use std::ffi::{CStr, CString};

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use term::arbitrary::{self, Theories};
use z3_sys::{
    Z3_context, Z3_del_config, Z3_del_context, Z3_eval_smtlib2_string, Z3_mk_config, Z3_mk_context,
    Z3_set_error_handler,
};

/// Z3's command interpreter.
struct Interpreter {
    raw: Z3_context,
}

impl Interpreter {
    fn new() -> Interpreter {
        // SAFETY: a context of its own, used on this thread only and deleted with the interpreter.
        let raw = unsafe {
            let config = Z3_mk_config().expect("a configuration");
            let raw = Z3_mk_context(config).expect("a context");
            Z3_del_config(config);
            Z3_set_error_handler(raw, None); // errors are part of the answer
            raw
        };
        let interpreter = Interpreter { raw };
        let answer = interpreter.ask(&format!("(set-option :timeout 300)\n{}", arbitrary::DECLARATIONS));
        assert_eq!(answer, "");
        interpreter
    }

    fn ask(&self, commands: &str) -> String {
        let commands = CString::new(commands).expect("no zero bytes");
        // SAFETY: the answer is copied before the next call, which would overwrite it.
        unsafe {
            let answer = Z3_eval_smtlib2_string(self.raw, commands.as_ptr());
            CStr::from_ptr(answer).to_string_lossy().trim().to_string()
        }
    }

    /// Can the formula be satisfied? `None` if Z3 does not know.
    fn is_satisfiable(&self, formula: &str) -> Result<Option<bool>, TestCaseError> {
        match self.ask(&format!("(push)(assert {formula})(check-sat)(pop)")).as_str() {
            "sat" => Ok(Some(true)),
            "unsat" => Ok(Some(false)),
            "unknown" => Ok(None),
            other => Err(TestCaseError::fail(format!("{other} for {formula}"))),
        }
    }
}

impl Drop for Interpreter {
    fn drop(&mut self) {
        // SAFETY: created by `new`, not used afterwards.
        unsafe { Z3_del_context(self.raw) };
    }
}

/// Runs a property on random terms; at least a share of the answers must be definite.
fn check(
    theories: Theories,
    cases: u32,
    decided_percent: u32,
    property: impl Fn(&Interpreter, &str, &[u8]) -> Result<Option<bool>, TestCaseError>,
) {
    let interpreter = RefCell::new(Interpreter::new());
    let (decided, asked) = (Cell::new(0), Cell::new(0));
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let choices = prop::collection::vec(any::<u8>(), 60);
    let result = runner.run(&(arbitrary::any_text(theories), choices), |(text, choices)| {
        asked.set(asked.get() + 1);
        if asked.get() % 500 == 0 {
            interpreter.replace(Interpreter::new()); // the interpreter keeps what it has parsed
        }
        match property(&interpreter.borrow(), &text, &choices)? {
            Some(true) => Err(TestCaseError::fail(format!("{text}\nis not {}", arbitrary::read(&text)))),
            Some(false) => {
                decided.set(decided.get() + 1);
                Ok(())
            }
            None => Ok(()),
        }
    });
    match result {
        Ok(()) => {}
        Err(TestError::Fail(reason, (text, choices))) => panic!("{reason}\nfor {text} with {choices:?}"),
        Err(TestError::Abort(reason)) => panic!("{reason}"),
    }
    assert!(
        decided.get() * 100 >= asked.get() * decided_percent,
        "{} of {} decided",
        decided.get(),
        asked.get()
    );
}

fn differs(z3: &Interpreter, text: &str, _: &[u8]) -> Result<Option<bool>, TestCaseError> {
    let simplified = arbitrary::read(text).to_string();
    if simplified == text {
        return Ok(Some(false));
    }
    z3.is_satisfiable(&format!("(not (= {text} {simplified}))"))
}

/// Is the value of a random term under random values another one for Z3?
fn evaluates_differently(
    z3: &Interpreter,
    text: &str,
    choices: &[u8],
) -> Result<Option<bool>, TestCaseError> {
    let term = arbitrary::read(text);
    let mut model = term::Model::default();
    let mut conjuncts = Vec::new();
    for (position, &variable) in term.free_variables().iter().enumerate() {
        let from = &choices[position * 5 % choices.len()..];
        let value = arbitrary::value_from(from, variable.sort());
        model.insert(variable, arbitrary::read(&value));
        conjuncts.push(format!("(= {variable} {value})"));
    }
    let value = model.eval(term);
    if !value.is_value() {
        return Ok(None); // SMT-LIB leaves it open
    }
    z3.is_satisfiable(&format!("(and true {} (not (= {text} {value})))", conjuncts.join(" ")))
}

fn without_quantifiers() -> Theories {
    Theories { quantifiers: false, functions: false, ..Theories::all() }
}

#[test]
fn simplified_integers_mean_the_same() {
    check(Theories::ints(), 2500, 70, differs);
}

#[test]
fn simplified_mixed_arithmetic_means_the_same() {
    let theories = Theories { ints: true, reals: true, nonlinear: true, ..Theories::default() };
    check(theories, 1500, 40, differs);
}

#[test]
fn simplified_bit_vectors_mean_the_same() {
    check(Theories::bit_vectors(), 5000, 70, differs);
}

#[test]
fn simplified_bit_vectors_as_integers_mean_the_same() {
    let theories =
        Theories { ints: true, bit_vectors: true, bit_vectors_as_ints: true, ..Theories::default() };
    check(theories, 1200, 30, differs);
}

#[test]
fn simplified_floats_mean_the_same() {
    check(Theories { floats: true, bit_vectors: true, ..Theories::default() }, 2000, 40, differs);
}

#[test]
fn simplified_quantifiers_mean_the_same() {
    let theories =
        Theories { bit_vectors: true, ints: true, functions: true, quantifiers: true, ..Theories::default() };
    check(theories, 1200, 30, differs);
}

#[test]
fn values_are_those_of_z3() {
    check(without_quantifiers(), 4000, 40, evaluates_differently);
}

#[test]
fn values_of_floats_are_those_of_z3() {
    check(
        Theories { floats: true, bit_vectors: true, ..Theories::default() },
        3000,
        40,
        evaluates_differently,
    );
}
