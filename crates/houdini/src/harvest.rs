//! What the statements of a program compare, assign and store: the material of the facts that are guessed.

use std::collections::BTreeMap;

use program::{Cfg, Statement};
use rustc_hash::FxHashSet;
use term::{Op, Sort, Term, build as mk};

/// No more atoms than these are remembered.
const MAX_ATOMS: usize = 200;

/// The material.
#[derive(Default)]
pub struct Harvest {
    /// Comparisons and other atomic conditions, in the order of the program.
    pub atoms: Vec<Term>,
    /// What assignments and stores make true right after them.
    pub equalities: Vec<Term>,
    /// Variables and elements of arrays that are numbers.
    pub numbers: Vec<Term>,
    /// Integers with a value that they are assigned, which does not mention them.
    pub starts: Vec<(Term, Term)>,
    /// Integers that somewhere grow by a constant, with that constant.
    pub steps: Vec<(Term, Term)>,
    /// Constants that a number is assigned.
    pub assigned: BTreeMap<Term, Vec<Term>>,
    /// Constants that a number is compared with or assigned.
    pub constants: BTreeMap<Term, Vec<Term>>,
    seen: FxHashSet<Term>,
    /// Variables that get the plain value of another one, with that one.
    copies: FxHashSet<(Term, Term)>,
}

impl Harvest {
    /// The material of a graph.
    pub fn of(cfg: &Cfg) -> Harvest {
        let mut harvest = Harvest { copies: copies(cfg), ..Harvest::default() };
        for edge in cfg.edges.iter() {
            match &edge.statement {
                Statement::Assume(condition) => harvest.read(*condition),
                Statement::Assign(pairs) => {
                    for &(variable, value) in pairs {
                        harvest.assignment(variable, value);
                    }
                }
                Statement::Havoc(_) | Statement::Call(_) => {}
            }
        }
        harvest
    }

    fn assignment(&mut self, variable: Term, value: Term) {
        self.read(value);
        if is_number(variable.sort()) {
            self.add_number(variable);
            let is_step = variable.sort() == Sort::Int && self.step(variable, value);
            if variable.sort() == Sort::Int && !is_step && !value.has_free(variable) && !has_choice(value) {
                self.starts.push((variable, value));
            }
            if value.is_value() {
                insert(&mut self.assigned, variable, value);
                insert(&mut self.constants, variable, value);
            } else if !value.has_free(variable) && !has_choice(value) {
                self.add_equality(mk::eq(variable, value));
            }
        }
        self.stores(variable, variable, value);
    }

    /// `x := x + c`, also through a copy (`old := x`, `x := old + c`), and where a number that grows too large wraps around:
    /// the first such part of the value counts.
    fn step(&mut self, variable: Term, value: Term) -> bool {
        let mut steps = Vec::new();
        value.visit_once(|part| {
            if let (Op::Add, &[a, b]) = (part.op(), part.arguments()) {
                let is_old = |term: Term| term == variable || self.copies.contains(&(term, variable));
                let (old, constant) = if is_old(a) { (a, b) } else { (b, a) };
                let is_step = is_old(old) && matches!(constant.op(), Op::IntConst(_));
                steps.extend(is_step.then_some(constant));
            }
        });
        // Where numbers wrap around, another constant is there, which is much larger.
        let size = |step: &Term| match step.op() {
            Op::IntConst(value) => value.to_i64().map_or(u64::MAX, i64::unsigned_abs),
            _ => u64::MAX,
        };
        let Some(step) = steps.into_iter().min_by_key(size) else { return false };
        if !self.steps.contains(&(variable, step)) {
            self.steps.push((variable, step));
        }
        true
    }

    /// `array[i := v]` makes `array[i] = v` true, also if the array is an element of another one.
    fn stores(&mut self, variable: Term, array: Term, value: Term) {
        if value.op() != Op::Store {
            return;
        }
        let [_, index, element] = *value.arguments() else { return };
        let cell = mk::select(array, index);
        // The index and the element are read before the store.
        if index.has_free(variable) {
            return;
        }
        if matches!(cell.sort(), Sort::Array(_)) {
            self.stores(variable, cell, element);
        } else if !element.has_free(variable) && !has_choice(element) {
            self.add_equality(mk::eq(cell, element));
        }
    }

    fn add_equality(&mut self, equality: Term) {
        if !equality.is_value() && self.equalities.len() < MAX_ATOMS && self.seen.insert(equality) {
            self.equalities.push(equality);
        }
    }

    fn add_number(&mut self, number: Term) {
        if self.seen.insert(number) {
            self.numbers.push(number);
        }
    }

    /// All atoms and numbers in a term.
    fn read(&mut self, term: Term) {
        let mut found = Vec::new();
        term.visit_once(|part| found.push(part));
        for part in found {
            if part.has_quantifier() {
                continue;
            }
            let is_cell = part.op() == Op::Select && part.arguments().iter().all(|a| is_simple(*a));
            if is_number(part.sort()) && (part.is_var() || is_cell) {
                self.add_number(part);
            }
            if is_atom(part) {
                self.compared(part);
                if self.atoms.len() < MAX_ATOMS && self.seen.insert(part) {
                    self.atoms.push(part);
                }
            }
        }
    }

    fn compared(&mut self, atom: Term) {
        let [left, right] = *atom.arguments() else { return };
        for (number, constant) in [(left, right), (right, left)] {
            if constant.is_value() && is_number(number.sort()) && !number.is_value() {
                insert(&mut self.constants, number, constant);
            }
        }
    }
}

/// The assignments of one variable to another.
fn copies(cfg: &Cfg) -> FxHashSet<(Term, Term)> {
    let assigned = cfg.edges.iter().filter_map(|edge| match &edge.statement {
        Statement::Assign(pairs) => Some(pairs),
        _ => None,
    });
    assigned.flatten().filter(|(_, value)| value.is_var()).copied().collect()
}

fn insert(map: &mut BTreeMap<Term, Vec<Term>>, key: Term, constant: Term) {
    let constants = map.entry(key).or_default();
    if constants.len() < 12 && !constants.contains(&constant) {
        constants.push(constant);
    }
}

/// Whether numbers of a sort are ordered.
pub fn is_number(sort: Sort) -> bool {
    matches!(sort, Sort::Int | Sort::Real | Sort::BitVec(_))
}

fn is_simple(term: Term) -> bool {
    term.is_var() || (term.op() == Op::Select && term.arguments().iter().all(|a| a.is_var()))
}

fn has_choice(term: Term) -> bool {
    let mut found = false;
    term.visit_once(|part| found |= part.op() == Op::Ite);
    found
}

fn is_atom(term: Term) -> bool {
    if term.sort() != Sort::Bool || term.is_value() {
        return false;
    }
    match term.op() {
        Op::Le | Op::Lt | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle | Op::Select | Op::Var(_) => true,
        Op::Eq => is_number(term.arguments()[0].sort()),
        _ => false,
    }
}
