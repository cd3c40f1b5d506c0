//! Random traces: every variant of Newton refinement and `craig:builtin` give a sequence of assertions that a solver of
//! its own finds inductive (Def. 3.2), cores are unsatisfiable, minimal cores are minimal, and models of feasible
//! traces satisfy the trace formula. Triples that are decided with parts of a block are those that the whole block
//! decides. Interpolating solvers give such a sequence, too, or say why not; the traces are over integers and arrays,
//! reals, and bit-vectors.

use std::collections::BTreeMap;

use base::Budget;
use base::index::Idx;
use logic::{Eliminator, QeConfig};
use num_bigint::BigInt;
use program::{
    BlockEncoding, BlockId, BlockProgram, Cfg, ConjunctName, Location, Provenance, Statement, Target, Trace,
    Violation, encode_blocks, primed,
};
use refine::craig::{Basis, Builtin, Interpolated};
use refine::newton::Newton;
use refine::{
    CoreGranularity, Feasibility, FeasibilityChecker, Gate, HoareChecker, InfeasibleTrace, RefineFailure,
    Source, Validity, Variant,
};
use smt::{CheckResult, Limits, NoInterpolants, Solver, SolverOptions, UnknownReason, Z3Solver};
use term::{RoundingMode, Sort, Substitution, Term, build as mk};

/// A small generator: the tests must be the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize]
    }
}

/// The variables of a random trace, and how to make numbers.
#[derive(Clone, Copy)]
struct Theory {
    number: Sort,
}

const INTEGERS: Theory = Theory { number: Sort::Int };

impl Theory {
    fn variables(self) -> [Term; 3] {
        ["x", "y", "z"].map(|name| mk::var(name, self.number))
    }

    /// Arrays of floats are more than a test of floats needs.
    fn has_array(self) -> bool {
        !matches!(self.number, Sort::Float(_))
    }

    fn array(self) -> Term {
        mk::var("a", Sort::array(self.number, self.number))
    }

    fn number(self, value: u64) -> Term {
        match self.number {
            Sort::Real => mk::real(BigInt::from(value).into()),
            Sort::BitVec(width) => mk::bv(value, width),
            // Small numbers of eight bits, three of them for the exponent.
            Sort::Float(sort) => mk::float([0x00u32, 0x30, 0x40, 0x48][value as usize].into(), sort),
            _ => mk::int(value),
        }
    }

    fn add(self, left: Term, right: Term) -> Term {
        match self.number {
            Sort::BitVec(_) => mk::bvadd(left, right),
            Sort::Float(_) => mk::fp_add(mk::rm(RoundingMode::NearestEven), left, right),
            _ => mk::add2(left, right),
        }
    }

    fn subtract(self, left: Term, right: Term) -> Term {
        match self.number {
            Sort::BitVec(_) => mk::bvsub(left, right),
            Sort::Float(_) => mk::fp_sub(mk::rm(RoundingMode::NearestEven), left, right),
            _ => mk::sub(left, right),
        }
    }

    fn at_most(self, left: Term, right: Term) -> Term {
        match self.number {
            Sort::BitVec(_) => mk::bvsle(left, right),
            Sort::Float(_) => mk::fp_leq(left, right),
            _ => mk::le(left, right),
        }
    }
}

fn integers() -> [Term; 3] {
    INTEGERS.variables()
}

fn expression(random: &mut Random, theory: Theory) -> Term {
    let leaf = |random: &mut Random| match random.below(5) {
        0 | 1 => theory.number(random.below(4)),
        2 if theory.has_array() => mk::select(theory.array(), random.pick(&theory.variables())),
        _ => random.pick(&theory.variables()),
    };
    match random.below(3) {
        0 => leaf(random),
        1 => theory.add(leaf(random), leaf(random)),
        _ => theory.subtract(leaf(random), leaf(random)),
    }
}

fn condition(random: &mut Random, theory: Theory) -> Term {
    let (left, right) = (expression(random, theory), expression(random, theory));
    match random.below(4) {
        0 => mk::eq(left, right),
        1 => mk::ne(left, right),
        2 => theory.at_most(left, right),
        _ => mk::or2(mk::not(theory.at_most(right, left)), mk::eq(right, theory.number(1))),
    }
}

fn statement(random: &mut Random, theory: Theory) -> Statement {
    let (variable, array) = (random.pick(&theory.variables()), theory.array());
    match random.below(9) {
        0 => Statement::Havoc(vec![variable]),
        1 if theory.has_array() => {
            Statement::assign(array, mk::store(array, variable, expression(random, theory)))
        }
        2 if theory.has_array() => Statement::Havoc(vec![array]),
        3..=5 => Statement::assign(variable, expression(random, theory)),
        _ => Statement::Assume(condition(random, theory)),
    }
}

/// A graph that is one path of random statements to a violation.
fn path(random: &mut Random, theory: Theory, length: usize) -> Cfg {
    let mut cfg = Cfg::new();
    cfg.variables = theory.variables().into_iter().chain([theory.array()]).collect();
    let mut here = cfg.entry;
    for step in 0..length {
        let violation = Violation { property: "assert".into(), message: "".into(), span: None };
        let target = (step + 1 == length).then_some(Target::Violation(violation));
        let next = cfg.locations.push(Location { target, ..Location::default() });
        cfg.add_edge(here, next, statement(random, theory), Provenance::default());
        here = next;
    }
    cfg
}

fn solver() -> Box<Z3Solver> {
    Box::new(Z3Solver::new(&SolverOptions::default()).expect("Z3 starts"))
}

const LIMITS: Limits = Limits { time: Some(std::time::Duration::from_secs(10)), memory_mb: None };

fn is_unsat(formulas: &[Term]) -> bool {
    let mut solver = solver();
    formulas.iter().for_each(|formula| solver.assert(*formula));
    solver.check(&[], LIMITS) == CheckResult::Unsat
}

/// The sequence is inductive, by Def. 3.2 and a fresh solver.
fn assert_inductive(program: &BlockProgram, trace: &Trace, assertions: &[Term], source: &str) {
    assert!(assertions[0].is_true() && assertions[trace.len()].is_false(), "{source}");
    for (step, &id) in trace.blocks.iter().enumerate() {
        let block = &program.blocks[id];
        let after: Substitution = block.modified.iter().map(|v| (*v, primed(*v))).collect();
        let gap = [assertions[step], block.formula(), mk::not(after.apply(assertions[step + 1]))];
        assert!(is_unsat(&gap), "{source}, step {}: {assertions:?}\n{program}", step + 1);
    }
}

fn check_builtin(program: &BlockProgram, trace: &Trace, core: &[ConjunctName]) {
    let mut hoare = HoareChecker::new(solver(), program, LIMITS);
    let mut builtin = Builtin::new(Eliminator::new(QeConfig::default(), solver()), solver());
    let infeasible = InfeasibleTrace { program, trace, core: Some(core), returns: 0 };
    let sequences = builtin
        .sequences(&infeasible, &mut Gate::new(&mut hoare, &Budget::unlimited()))
        .unwrap_or_else(|failure| panic!("{}: {failure}\n{program}", builtin.name()));
    for sequence in &sequences {
        assert_inductive(program, trace, &sequence.assertions, &sequence.source);
    }
}

fn check_infeasible(program: &BlockProgram, trace: &Trace, core: &[ConjunctName]) {
    check_builtin(program, trace, core);
    for basis in [Basis::Core, Basis::Trace] {
        check_solvers(program, trace, core, basis);
    }
    for variant in Variant::paper() {
        let mut hoare = HoareChecker::new(solver(), program, LIMITS);
        let mut newton = Newton::new(variant, Eliminator::new(QeConfig::default(), solver()));
        let infeasible = InfeasibleTrace { program, trace, core: Some(core), returns: 0 };
        let sequences = newton
            .sequences(&infeasible, &mut Gate::new(&mut hoare, &Budget::unlimited()))
            .unwrap_or_else(|failure| panic!("{variant}: {failure}\n{program}"));
        assert!(!sequences.is_empty(), "{variant}\n{program}");
        for sequence in &sequences {
            assert_inductive(program, trace, &sequence.assertions, &sequence.source);
        }
    }
}

/// Every interpolating solver that is there has an inductive sequence, or a reason. Spacer has one unless time is over.
fn check_solvers(program: &BlockProgram, trace: &Trace, core: &[ConjunctName], basis: Basis) {
    for known in smt::INTERPOLATORS {
        let Ok(interpolation) = (known.open)(&SolverOptions::default()) else { continue };
        let eliminator = Eliminator::new(QeConfig::default(), solver());
        let mut source = Interpolated::new(known.name, basis, interpolation, eliminator, solver());
        let mut hoare = HoareChecker::new(solver(), program, LIMITS);
        let infeasible = InfeasibleTrace { program, trace, core: Some(core), returns: 0 };
        match source.sequences(&infeasible, &mut Gate::new(&mut hoare, &Budget::unlimited())) {
            Ok(sequences) => {
                for sequence in &sequences {
                    assert_inductive(program, trace, &sequence.assertions, &sequence.source);
                }
            }
            Err(RefineFailure::NoInterpolants(_, NoInterpolants::Unknown(reason))) => {
                assert!(known.name != "z3" || reason == UnknownReason::Timeout, "{reason}\n{program}");
            }
            Err(failure) => assert_ne!(known.name, "z3", "{failure}\n{program}"),
        }
    }
}

fn check_core(program: &BlockProgram, trace: &Trace, core: &[ConjunctName], is_minimal: bool) {
    let formula = trace.formula(program);
    let conjuncts: Vec<Term> = core.iter().map(|name| formula.steps[name.step][name.conjunct]).collect();
    assert!(is_unsat(&conjuncts), "the core {core:?} is satisfiable\n{program}");
    for dropped in (0..conjuncts.len()).filter(|_| is_minimal) {
        let mut rest = conjuncts.clone();
        rest.remove(dropped);
        assert!(!is_unsat(&rest), "the core {core:?} is not minimal\n{program}");
    }
}

fn check(seed: u64, encoding: BlockEncoding, granularity: CoreGranularity) -> bool {
    let mut random = Random(seed);
    let length = 4 + random.below(9) as usize;
    let program = encode_blocks(&path(&mut random, INTEGERS, length), encoding);
    let trace = Trace { blocks: (0..program.blocks.len()).map(BlockId::from_usize).collect() };
    let mut checker = FeasibilityChecker::new(solver(), &program, granularity, LIMITS);
    match checker.check(&program, &trace, &Budget::unlimited()) {
        Feasibility::Feasible(model) => {
            for conjunct in trace.formula(&program).steps.concat() {
                assert!(model.eval(conjunct).is_true(), "{conjunct}\n{program}");
            }
            false
        }
        Feasibility::Infeasible(core) => {
            check_core(&program, &trace, &core, granularity == CoreGranularity::Minimal);
            check_infeasible(&program, &trace, &core);
            true
        }
        Feasibility::Unknown(reason) => panic!("{reason:?}\n{program}"),
    }
}

#[test]
fn statements_and_conjunct_cores() {
    let infeasible =
        (0..150).filter(|&s| check(s, BlockEncoding::Statement, CoreGranularity::Conjunct)).count();
    assert!(infeasible >= 10, "only {infeasible} infeasible traces: the generator is too weak");
}

#[test]
fn statements_and_minimal_cores() {
    let infeasible =
        (1000..1080).filter(|&s| check(s, BlockEncoding::Statement, CoreGranularity::Minimal)).count();
    assert!(infeasible >= 5, "only {infeasible} infeasible traces: the generator is too weak");
}

#[test]
fn sequences_and_statement_cores() {
    let infeasible =
        (2000..2080).filter(|&s| check(s, BlockEncoding::Sequence, CoreGranularity::Statement)).count();
    assert!(infeasible >= 5, "only {infeasible} infeasible traces: the generator is too weak");
}

/// Interpolants for infeasible traces of other numbers. Newton's quantifiers over them are another matter.
fn interpolate(theory: Theory, seeds: std::ops::Range<u64>) -> usize {
    let mut infeasible = 0;
    for seed in seeds {
        let mut random = Random(seed);
        let length = 4 + random.below(6) as usize;
        let program = encode_blocks(&path(&mut random, theory, length), BlockEncoding::Statement);
        let trace = Trace { blocks: (0..program.blocks.len()).map(BlockId::from_usize).collect() };
        let mut checker = FeasibilityChecker::new(solver(), &program, CoreGranularity::Conjunct, LIMITS);
        if let Feasibility::Infeasible(core) = checker.check(&program, &trace, &Budget::unlimited()) {
            infeasible += 1;
            check_builtin(&program, &trace, &core);
            check_solvers(&program, &trace, &core, Basis::Core);
        }
    }
    infeasible
}

#[test]
fn reals_are_interpolated() {
    let infeasible = interpolate(Theory { number: Sort::Real }, 3000..3060);
    assert!(infeasible >= 5, "only {infeasible} infeasible traces: the generator is too weak");
}

#[test]
fn bit_vectors_are_interpolated() {
    let infeasible = interpolate(Theory { number: Sort::BitVec(8) }, 4000..4060);
    assert!(infeasible >= 5, "only {infeasible} infeasible traces: the generator is too weak");
}

/// A condition without arrays, so that many of them share no variable.
/// Every interpolating solver that is there gives inductive sequences, or says why it does not.
#[test]
fn installed_solvers_interpolate() {
    let open = |known: &smt::Interpolator| match smt::open_interpolator(known.name, &SolverOptions::default())
    {
        Ok(solver) => {
            let eliminator = Eliminator::new(QeConfig::default(), self::solver());
            let name = format!("craig:{}", known.name);
            Some(Interpolated::new(&name, Basis::Core, solver, eliminator, self::solver()))
        }
        Err(missing) => {
            eprintln!("SKIPPED craig:{}: {missing}", known.name);
            None
        }
    };
    let mut sources: Vec<(Interpolated, usize)> =
        smt::INTERPOLATORS.iter().filter_map(open).map(|source| (source, 0)).collect();
    for seed in 0..250 {
        let mut random = Random(seed);
        let length = 4 + random.below(9) as usize;
        let program = encode_blocks(&path(&mut random, INTEGERS, length), BlockEncoding::Statement);
        let trace = Trace { blocks: (0..program.blocks.len()).map(BlockId::from_usize).collect() };
        let mut checker = FeasibilityChecker::new(solver(), &program, CoreGranularity::Conjunct, LIMITS);
        let Feasibility::Infeasible(core) = checker.check(&program, &trace, &Budget::unlimited()) else {
            continue;
        };
        // A step that is false alone needs no solver.
        if core.iter().all(|name| name.step == core[0].step) {
            continue;
        }
        for (source, successes) in &mut sources {
            let mut hoare = HoareChecker::new(solver(), &program, LIMITS);
            let infeasible =
                InfeasibleTrace { program: &program, trace: &trace, core: Some(&core), returns: 0 };
            match source.sequences(&infeasible, &mut Gate::new(&mut hoare, &Budget::unlimited())) {
                Ok(sequences) => {
                    *successes += 1;
                    for sequence in &sequences {
                        assert_inductive(&program, &trace, &sequence.assertions, &sequence.source);
                    }
                }
                Err(failure) => eprintln!("{}, seed {seed}: {failure}", source.name()),
            }
        }
    }
    for (source, successes) in &sources {
        eprintln!("{}: {successes} sequences", source.name());
        // Bitwuzla has no integers, and the traces have no bit-vectors.
        assert!(*successes > 0 || source.name() == "craig:bitwuzla", "{} has no sequence", source.name());
    }
}

/// What came of the questions to a source.
struct Outcomes {
    source: Box<dyn Source>,
    sequences: usize,
    failures: BTreeMap<String, usize>,
}

/// Newton, our interpolation and Spacer, and the solvers that are installed if `PRINCIPIA_TRACES_SOLVERS` is set.
fn many_sources() -> Vec<Outcomes> {
    let eliminator = || Eliminator::new(QeConfig::default(), solver());
    let mut sources: Vec<Box<dyn Source>> = vec![
        Box::new(Newton::new(Variant::default(), eliminator())),
        Box::new(Builtin::new(eliminator(), solver())),
    ];
    let has_all = std::env::var_os("PRINCIPIA_TRACES_SOLVERS").is_some();
    for known in smt::INTERPOLATORS.iter().filter(|known| has_all || known.name == "z3") {
        match smt::open_interpolator(known.name, &SolverOptions::default()) {
            Ok(interpolation) => {
                let name = format!("craig:{}", known.name);
                let source = Interpolated::new(&name, Basis::Core, interpolation, eliminator(), solver());
                sources.push(Box::new(source));
            }
            Err(missing) => eprintln!("SKIPPED craig:{}: {missing}", known.name),
        }
    }
    let outcomes = |source| Outcomes { source, sequences: 0, failures: BTreeMap::new() };
    sources.into_iter().map(outcomes).collect()
}

/// Every source gives inductive sequences or says why not, and `craig:builtin` never fails where Newton succeeds.
/// `PRINCIPIA_TRACES` says for how many infeasible traces, six if nobody says it.
#[test]
fn many_traces_of_all_theories() {
    let wanted = std::env::var("PRINCIPIA_TRACES").ok().and_then(|text| text.parse().ok()).unwrap_or(6);
    let theories =
        [Sort::Int, Sort::Real, Sort::BitVec(8), Sort::float(3, 5)].map(|number| Theory { number });
    let mut sources = many_sources();
    let (mut infeasible, mut seed) = (0, 50_000);
    while infeasible < wanted {
        seed += 1;
        let theory = theories[seed as usize % theories.len()];
        let mut random = Random(seed);
        let length = 4 + random.below(6) as usize;
        let program = encode_blocks(&path(&mut random, theory, length), BlockEncoding::Statement);
        let trace = Trace { blocks: (0..program.blocks.len()).map(BlockId::from_usize).collect() };
        let mut checker = FeasibilityChecker::new(solver(), &program, CoreGranularity::Conjunct, LIMITS);
        let Feasibility::Infeasible(core) = checker.check(&program, &trace, &Budget::unlimited()) else {
            continue;
        };
        infeasible += 1;
        let about = InfeasibleTrace { program: &program, trace: &trace, core: Some(&core), returns: 0 };
        let mut has_sequence = Vec::new();
        for outcomes in &mut sources {
            let mut hoare = HoareChecker::new(solver(), &program, LIMITS);
            let answer = outcomes.source.sequences(&about, &mut Gate::new(&mut hoare, &Budget::unlimited()));
            has_sequence.push(answer.is_ok());
            match answer {
                Ok(sequences) => {
                    outcomes.sequences += 1;
                    for sequence in &sequences {
                        assert_inductive(&program, &trace, &sequence.assertions, &sequence.source);
                    }
                }
                Err(failure) => *outcomes.failures.entry(failure.kind()).or_default() += 1,
            }
        }
        assert!(has_sequence[1] || !has_sequence[0], "seed {seed}: only Newton has a sequence\n{program}");
    }
    for Outcomes { source, sequences, failures } in &sources {
        println!("{}: {sequences} of {infeasible} traces, {failures:?}", source.name());
    }
    for outcomes in &sources[..2] {
        assert_eq!(outcomes.sequences, infeasible, "{}: {:?}", outcomes.source.name(), outcomes.failures);
    }
}

fn small_condition(random: &mut Random) -> Term {
    let (x, y) = (random.pick(&integers()), random.pick(&integers()));
    match random.below(3) {
        0 => mk::le(x, mk::int(random.below(3))),
        1 => mk::eq(x, mk::int(random.below(2))),
        _ => mk::lt(x, y),
    }
}

#[test]
fn parts_of_blocks_decide_triples() {
    let mut random = Random(77);
    let [mut valid, mut invalid, mut valid_soon] = [0; 3];
    for seed in 0..60 {
        let program = encode_blocks(&path(&mut Random(seed), INTEGERS, 3), BlockEncoding::Sequence);
        let mut hoare = HoareChecker::new(solver(), &program, LIMITS);
        let block = BlockId::from_usize(0);
        for _ in 0..8 {
            let pre = mk::and2(small_condition(&mut random), small_condition(&mut random));
            let post = if random.below(4) == 0 { mk::ff() } else { small_condition(&mut random) };
            let whole = [pre, program.blocks[block].formula(), mk::not(refine::after(&program, block, post))];
            let expected = if is_unsat(&whole) { Validity::Valid } else { Validity::Invalid };
            let soon = hoare.check_soon(&program, pre, block, post, &Budget::unlimited());
            let answer = hoare.check(&program, pre, block, post, &Budget::unlimited());
            assert_eq!(answer, expected, "{{{pre}}} {{{post}}}\n{program}");
            assert!(soon == expected || soon == Validity::Unknown, "{{{pre}}} {{{post}}}\n{program}");
            valid_soon += usize::from(soon == Validity::Valid);
            *if expected == Validity::Valid { &mut valid } else { &mut invalid } += 1;
        }
    }
    assert!(valid >= 50 && invalid >= 50, "{valid} valid, {invalid} invalid: the generator is too weak");
    // Only blocks that cannot be executed at all are overlooked.
    assert!(valid_soon * 4 >= valid * 3, "{valid_soon} of {valid} known soon");
}
