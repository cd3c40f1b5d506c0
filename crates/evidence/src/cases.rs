//! Checks a proof by cases: for each listed location, a list of partial assignments with conditions, one of which holds
//! whenever an execution is there.
//!
//! Each case is executed symbolically along every path to the next cut points ([`crate::cuts`]): variables have terms
//! over the values at the start of the path and over the values that `havoc` chooses, and the constructors of terms
//! compute what can be computed. A path ends where an assumption is false. Where it arrives, a hash table tells whether
//! its values are a case of that location; the invariant of a target has no case. What computation leaves open is refuted
//! by intervals ([`crate::ranges`]), or the solver is asked: can the path be taken and arrive outside of the cases? By induction over the cut points that an
//! execution visits, it never visits a target.
//!
//! Many cases differ in variables that a statement does not read. What a statement computes is therefore remembered by
//! the terms of the variables that it reads.

use std::time::Duration;

use base::Budget;
use base::index::{Idx, IndexVec};
use program::{Cases, Cfg, EdgeId, LocationId, Proof, Statement};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{CheckResult, Limits, Solver};
use term::{Op, Sort, Substitution, Term, Version, build as mk};

use crate::cuts::CutGraph;
use crate::proof_report::ProofReport;
use crate::ranges::{self, Known};
use crate::rejection::{Rejection, place};

/// The longest that a query may take.
const QUERY_LIMIT: Duration = Duration::from_secs(10);
/// A query names at most so many cases that a path may arrive in.
const MAX_CANDIDATES: usize = 200;

/// Checks that the cases of a proof show that no target can be reached. The solver must have no assertions and is left
/// without any.
pub(crate) fn check_cases(
    cfg: &Cfg,
    proof: &Proof,
    solver: &mut dyn Solver,
    budget: &Budget,
) -> Result<ProofReport, Rejection> {
    program::verify_cfg(cfg).map_err(|errors| Rejection::Malformed(errors.join("; ")))?;
    let table = Table::new(cfg, proof)?;
    let is_cut = cfg.locations.ids().map(|l| table.is_listed[l] || cfg.locations[l].target.is_some());
    let graph = CutGraph::new(cfg, is_cut.collect())?;
    solver.push();
    cfg.axioms.iter().for_each(|axiom| solver.assert(*axiom));
    let mut checker = Checker {
        walker: Walker::new(cfg),
        table,
        graph,
        solver,
        budget,
        answers: FxHashMap::default(),
        report: ProofReport::default(),
    };
    let result = checker.check_all(proof);
    checker.solver.pop(1);
    result.map(|()| checker.report)
}

/// Terms for some places or expressions.
type Row = Box<[Term]>;

/// The cases of a location that are about the same places.
struct Group {
    places: Vec<Term>,
    condition: Term,
    rows: FxHashSet<Row>,
}

/// The cases by location.
struct Table {
    groups: IndexVec<LocationId, Vec<Group>>,
    is_listed: IndexVec<LocationId, bool>,
}

impl Table {
    fn new(cfg: &Cfg, proof: &Proof) -> Result<Table, Rejection> {
        if !proof.invariants.is_empty() {
            return Err(Rejection::Malformed("both invariants and cases".into()));
        }
        let variables: FxHashSet<Term> = cfg.variables.iter().copied().collect();
        let mut groups = IndexVec::new();
        cfg.locations.ids().for_each(|_| {
            groups.push(Vec::new());
        });
        let mut is_listed = IndexVec::from_elem(false, cfg.locations.len());
        for cases in &proof.cases {
            check_form(cfg, cases, &variables)?;
            is_listed[cases.location] = true;
            if !cases.rows.is_empty() {
                let rows = cases.rows.iter().cloned().collect();
                let Cases { places, condition, .. } = cases;
                groups[cases.location].push(Group { places: places.clone(), condition: *condition, rows });
            }
        }
        if !std::mem::replace(&mut is_listed[cfg.entry], true) {
            let rows = [Box::default()].into_iter().collect();
            groups[cfg.entry].push(Group { places: Vec::new(), condition: mk::tt(), rows });
        }
        Ok(Table { groups, is_listed })
    }
}

/// Cases must be about places of the program and give them constants.
fn check_form(cfg: &Cfg, cases: &Cases, variables: &FxHashSet<Term>) -> Result<(), Rejection> {
    let Cases { location, places, condition, rows } = cases;
    if cfg.locations.get(*location).is_none() {
        return Err(Rejection::Malformed(format!("there is no location L{}", location.index())));
    }
    let here = place(cfg, *location);
    for &part in places {
        let mut root = part;
        while let (Op::Select, &[array, index]) = (root.op(), root.arguments()) {
            if !index.is_value() {
                return Err(Rejection::Malformed(format!(
                    "{part} in a case at {here} has no constant index"
                )));
            }
            root = array;
        }
        if !variables.contains(&root) || matches!(part.sort(), Sort::Array(_)) {
            return Err(Rejection::Malformed(format!(
                "{part} in a case at {here} is no place of the program"
            )));
        }
    }
    let is_known = |variable: &Term| variables.contains(variable);
    if condition.sort() != Sort::Bool || !condition.free_variables().iter().all(is_known) {
        return Err(Rejection::Malformed(format!(
            "the condition of a case at {here} is not about the program"
        )));
    }
    let fits = |row: &[Term]| {
        let pairs = || row.iter().zip(places);
        row.len() == places.len()
            && pairs().all(|(value, part)| value.is_value() && value.sort() == part.sort())
    };
    match rows.iter().all(|row| fits(row)) {
        true => Ok(()),
        false => Err(Rejection::Malformed(format!("a case at {here} does not fit its places"))),
    }
}

/// Executes edges symbolically. What it does can be undone.
struct Walker<'c> {
    cfg: &'c Cfg,
    numbers: FxHashMap<Term, usize>,
    /// The term of each variable.
    state: Vec<Term>,
    /// What the state was before.
    trail: Vec<(usize, Term)>,
    /// The assumptions on the path that computation did not decide.
    conditions: Vec<Term>,
    /// For each edge, the numbers of the variables that it reads.
    reads: IndexVec<EdgeId, Vec<usize>>,
    /// What edges compute, by the terms of the variables that they read.
    computed: IndexVec<EdgeId, FxHashMap<Row, Row>>,
    /// Formulas in states, by the formula and the terms of its variables.
    formulas: FxHashMap<Row, Term>,
    key: Vec<Term>,
}

/// How far the walker went.
#[derive(Clone, Copy)]
struct Mark {
    trail: usize,
    conditions: usize,
}

impl<'c> Walker<'c> {
    fn new(cfg: &'c Cfg) -> Walker<'c> {
        let numbers: FxHashMap<Term, usize> =
            cfg.variables.iter().enumerate().map(|(n, v)| (*v, n)).collect();
        let reads = |edge: &program::Edge| {
            let mut read: Vec<usize> = edge
                .statement
                .expressions()
                .iter()
                .flat_map(|expression| expression.free_variables())
                .filter_map(|variable| numbers.get(variable).copied())
                .collect();
            read.sort_unstable();
            read.dedup();
            read
        };
        let reads: IndexVec<EdgeId, Vec<usize>> = cfg.edges.iter().map(reads).collect();
        let computed = cfg.edges.iter().map(|_| FxHashMap::default()).collect();
        let state = cfg.variables.clone();
        let (trail, conditions, key, formulas) = Default::default();
        Walker { cfg, numbers, state, trail, conditions, reads, computed, formulas, key }
    }

    fn mark(&self) -> Mark {
        Mark { trail: self.trail.len(), conditions: self.conditions.len() }
    }

    fn undo(&mut self, mark: Mark) {
        for (variable, old) in self.trail.drain(mark.trail..).rev() {
            self.state[variable] = old;
        }
        self.conditions.truncate(mark.conditions);
    }

    fn set(&mut self, variable: usize, term: Term) {
        let old = std::mem::replace(&mut self.state[variable], term);
        self.trail.push((variable, old));
    }

    /// A formula about the program in the current state.
    fn now(&mut self, formula: Term) -> Term {
        self.key.clear();
        self.key.push(formula);
        self.key.extend(formula.free_variables().iter().map(|v| self.state[self.numbers[v]]));
        if let Some(known) = self.formulas.get(self.key.as_slice()) {
            return *known;
        }
        let pairs = formula.free_variables().iter().map(|v| (*v, self.state[self.numbers[v]]));
        let result = pairs.collect::<Substitution>().apply(formula);
        self.formulas.insert(self.key.as_slice().into(), result);
        result
    }

    /// Starts in a case; false if its condition contradicts its values.
    fn start(&mut self, places: &[Term], row: &[Term], condition: Term) -> bool {
        self.undo(Mark { trail: 0, conditions: 0 });
        for (&part, &value) in places.iter().zip(row) {
            let (root, state) = self.stored(part, value);
            self.set(root, state);
        }
        let condition = self.now(condition);
        condition.is_true() || (!condition.is_false() && self.assume(condition))
    }

    /// The variable that a place is a part of, and its term with a value there.
    fn stored(&self, part: Term, value: Term) -> (usize, Term) {
        let mut path = Vec::new();
        let mut root = part;
        while let (Op::Select, &[array, index]) = (root.op(), root.arguments()) {
            path.push(index);
            root = array;
        }
        let variable = self.numbers[&root];
        path.reverse();
        (variable, store_at(self.state[variable], &path, value))
    }

    /// The term of a place.
    fn read(&self, part: Term) -> Term {
        match (part.op(), part.arguments()) {
            (Op::Select, &[array, index]) => mk::select(self.read(array), index),
            _ => self.state[self.numbers[&part]],
        }
    }

    /// The expressions of an edge in the current state.
    fn compute(&mut self, edge: EdgeId) -> Row {
        self.key.clear();
        self.key.extend(self.reads[edge].iter().map(|variable| self.state[*variable]));
        if let Some(known) = self.computed[edge].get(self.key.as_slice()) {
            return known.clone();
        }
        let values: Substitution =
            self.reads[edge].iter().map(|v| (self.cfg.variables[*v], self.state[*v])).collect();
        let result: Row = values.apply_all(self.cfg.edges[edge].statement.expressions()).into_boxed_slice();
        self.computed[edge].insert(self.key.as_slice().into(), result.clone());
        result
    }

    /// Executes an edge, as the given step of a path; false if it cannot be taken.
    fn take(&mut self, edge: EdgeId, step: u32) -> bool {
        let cfg = self.cfg;
        match &cfg.edges[edge].statement {
            Statement::Assume(_) => {
                let condition = self.compute(edge)[0];
                return !condition.is_false() && self.assume(condition);
            }
            Statement::Assign(pairs) => {
                let values = self.compute(edge);
                for ((variable, _), value) in pairs.iter().zip(values) {
                    self.set(self.numbers[variable], value);
                }
            }
            Statement::Havoc(variables) => {
                for variable in variables {
                    let any = mk::with_version(*variable, Version::At(step));
                    self.set(self.numbers[variable], any);
                }
            }
            Statement::Call(_) => unreachable!("the graph was checked to have no calls"),
        }
        true
    }

    /// Adds an assumption. If it says what a name is equal to, that is put in everywhere, also in the other parts of the
    /// assumption, which may say more then.
    fn assume(&mut self, condition: Term) -> bool {
        let own = self.conditions.len();
        let mut parts = mk::conjuncts(condition);
        while let Some(part) = parts.pop() {
            if part.is_true() {
                continue;
            }
            if part.is_false() {
                return false;
            }
            self.conditions.push(part);
            let Some((name, value)) = definition(part) else { continue };
            let known: Substitution = [(name, value)].into_iter().collect();
            for variable in 0..self.state.len() {
                let term = self.state[variable];
                if term == name || (!term.is_value() && term.has_free(name)) {
                    let simpler = known.apply(term);
                    self.set(variable, simpler);
                }
            }
            let is_settled = |part: &Term| definition(*part).is_some() || !part.has_free(name);
            let (settled, open): (Vec<Term>, Vec<Term>) = self.conditions.drain(own..).partition(is_settled);
            self.conditions.extend(settled);
            let rest: Vec<Term> = std::mem::take(&mut parts).into_iter().chain(open).collect();
            parts.extend(known.apply_all(rest).into_iter().flat_map(mk::conjuncts));
        }
        true
    }
}

/// `array[path := value]`
fn store_at(array: Term, path: &[Term], value: Term) -> Term {
    match path {
        [] => value,
        [index, rest @ ..] => mk::store(array, *index, store_at(mk::select(array, *index), rest, value)),
    }
}

/// A name and the constant that a formula says it is equal to.
fn definition(formula: Term) -> Option<(Term, Term)> {
    match (formula.op(), formula.arguments()) {
        (Op::Var(_), _) => Some((formula, mk::tt())),
        (Op::Not, &[inner]) if inner.is_var() => Some((inner, mk::ff())),
        (Op::Eq, &[a, b]) if a.is_var() && b.is_value() => Some((a, b)),
        (Op::Eq, &[a, b]) if b.is_var() && a.is_value() => Some((b, a)),
        _ => None,
    }
}

struct Checker<'c, 's> {
    walker: Walker<'c>,
    table: Table,
    graph: CutGraph<'c>,
    solver: &'s mut dyn Solver,
    budget: &'s Budget,
    /// Formulas that were found to be impossible.
    answers: FxHashMap<Term, ()>,
    report: ProofReport,
}

impl Checker<'_, '_> {
    fn check_all(&mut self, proof: &Proof) -> Result<(), Rejection> {
        let entry = self.walker.cfg.entry;
        self.walker.start(&[], &[], mk::tt());
        self.arrive(entry, entry)?;
        if !proof.cases.iter().any(|cases| cases.location == entry) {
            self.walk(entry)?;
        }
        for cases in &proof.cases {
            self.report.regions += 1;
            for row in &cases.rows {
                self.report.cases += 1;
                self.budget.check()?;
                if self.walker.start(&cases.places, row, cases.condition) {
                    self.walk(cases.location)?;
                }
            }
        }
        Ok(())
    }

    /// Takes all paths from a cut point to the next ones.
    fn walk(&mut self, from: LocationId) -> Result<(), Rejection> {
        let start = self.walker.mark();
        let edges = |graph: &CutGraph, location, mark, depth| -> Vec<(EdgeId, Mark, u32)> {
            graph.outgoing(location).iter().rev().map(|edge| (*edge, mark, depth)).collect()
        };
        let mut stack = edges(&self.graph, from, start, 1);
        while let Some((edge, mark, depth)) = stack.pop() {
            self.walker.undo(mark);
            if !self.walker.take(edge, depth) {
                continue;
            }
            let next = self.walker.cfg.edges[edge].destination;
            if self.graph.is_cut(next) {
                self.arrive(from, next)?;
            } else {
                stack.extend(edges(&self.graph, next, self.walker.mark(), depth + 1));
            }
        }
        Ok(())
    }

    /// Shows that the current state is a case of the location, or cannot be.
    fn arrive(&mut self, from: LocationId, to: LocationId) -> Result<(), Rejection> {
        let (mut candidates, mut wanted) = (Vec::new(), Vec::new());
        if self.walker.cfg.locations[to].target.is_none() {
            let mut last: Option<(&[Term], Row)> = None;
            let mut known: Option<Known> = None;
            for group in &self.table.groups[to] {
                // Groups of a location mostly have the same places.
                if last.as_ref().is_none_or(|(places, _)| *places != group.places) {
                    let row = group.places.iter().map(|part| self.walker.read(*part)).collect();
                    last = Some((&group.places, row));
                }
                let Some((_, row)) = &last else { continue };
                let is_case = group.rows.contains(row);
                let is_open = row.iter().any(|value| !value.is_value());
                if !is_case && !is_open {
                    continue;
                }
                let condition = self.walker.now(group.condition);
                if is_case && condition.is_true() {
                    return Ok(());
                }
                if is_case {
                    if known.is_none() {
                        let Some(new) = Known::of(&self.walker.conditions) else { return Ok(()) };
                        known = Some(new);
                    }
                    if known.as_mut().is_some_and(|known| known.implies(condition)) {
                        return Ok(());
                    }
                    wanted.push(condition);
                }
                if is_open && !condition.is_false() {
                    candidates.push((row.clone(), condition, group));
                }
            }
        }
        let certain = wanted.len();
        for (row, condition, group) in candidates {
            // Cases that contradict what is known of the arrival are passed over before they are counted.
            let known: Vec<usize> = (0..row.len()).filter(|position| row[*position].is_value()).collect();
            let agrees = |case: &&Row| known.iter().all(|position| case[*position] == row[*position]);
            for case in group.rows.iter().filter(agrees).take(MAX_CANDIDATES) {
                let is_it = mk::and(row.iter().zip(case).map(|(value, wanted)| mk::eq(*value, *wanted)));
                if !is_it.is_false() {
                    wanted.push(mk::and2(is_it, condition));
                }
            }
        }
        wanted[certain..].sort_unstable();
        wanted.truncate(certain + MAX_CANDIDATES);
        let breach = mk::and(self.walker.conditions.iter().copied().chain([mk::not(mk::or(wanted))]));
        self.exclude(breach, from, to)
    }

    fn exclude(&mut self, breach: Term, from: LocationId, to: LocationId) -> Result<(), Rejection> {
        if breach.is_false() || self.answers.contains_key(&breach) {
            return Ok(());
        }
        self.budget.check()?;
        if ranges::refutes(breach) {
            self.answers.insert(breach, ());
            return Ok(());
        }
        self.report.queries += 1;
        let time = self.budget.remaining().map_or(QUERY_LIMIT, |left| left.min(QUERY_LIMIT));
        let (from, to) = (place(self.walker.cfg, from), place(self.walker.cfg, to));
        match self.solver.check(&[breach], Limits { time: Some(time), ..Limits::default() }) {
            CheckResult::Unsat => {
                self.answers.insert(breach, ());
                Ok(())
            }
            CheckResult::Sat => Err(Rejection::NotInductive { from, to, state: Vec::new() }),
            CheckResult::Unknown(reason) => {
                self.budget.check()?;
                let question = format!("is one of the cases at {to} reached from {from}");
                Err(Rejection::Undecided { question, reason: reason.to_string() })
            }
        }
    }
}
