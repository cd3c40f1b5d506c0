//! Facts without quantifiers that may hold at a location: atoms of the program and their negations, what assignments
//! make true, bounds by the program's constants, and the order of each pair of numbers.

use base::index::IndexVec;
use program::{BlockProgram, LocationId};
use rustc_hash::FxHashSet;
use term::{Sort, Term, build as mk};

use super::harvest::{Harvest, is_number};
use super::objects::Objects;
use super::traversals::Traversals;

/// With more numbers than this at a location, only those that the blocks around it mention are compared.
const MAX_NUMBERS: usize = 16;

/// Sums and differences are guessed for so many assignments.
const MAX_STARTS: usize = 14;

/// So many differences and sums of numbers are compared with other numbers.
const MAX_MARGINS: usize = 12;

/// So many numbers are guessed to be sums of two others.
const MAX_TOTALS: usize = 200;

/// No more facts than these are guessed at a location.
const MAX_FACTS: usize = 1500;

/// The facts for each location. Nothing is guessed at the entry and at targets.
pub fn of(
    program: &BlockProgram,
    harvest: &Harvest,
    traversals: &Traversals,
) -> IndexVec<LocationId, Vec<Term>> {
    let mut facts = IndexVec::from_elem(Vec::new(), program.cfg.locations.len());
    let related = related(harvest);
    for location in program.locations() {
        if location != program.cfg.entry && program.target(location).is_none() {
            facts[location] = at(program, (harvest, traversals), &related, location);
        }
    }
    facts
}

/// The pairs of numbers that an atom or an assignment of the program mentions together.
fn related(harvest: &Harvest) -> FxHashSet<(Term, Term)> {
    let mut pairs = FxHashSet::default();
    for atom in harvest.atoms.iter().chain(&harvest.equalities) {
        let mut numbers = Vec::new();
        atom.visit_once(|part| numbers.extend(harvest.numbers.contains(&part).then_some(part)));
        for &a in &numbers {
            pairs.extend(numbers.iter().filter(|b| **b != a).map(|b| (a, *b)));
        }
    }
    pairs
}

fn at(
    program: &BlockProgram,
    (harvest, traversals): (&Harvest, &Traversals),
    related: &FxHashSet<(Term, Term)>,
    location: LocationId,
) -> Vec<Term> {
    let near = variables_near(program, location);
    let is_near = |term: &Term| term.free_variables().iter().all(|v| near.contains(v));
    let is_few = harvest.numbers.len() <= MAX_NUMBERS;
    let numbers: Vec<Term> =
        harvest.numbers.iter().copied().filter(|number| is_few || is_near(number)).collect();
    let mut facts = Facts::default();
    for &atom in harvest.atoms.iter().filter(|atom| is_few || is_near(atom)) {
        facts.add(atom);
        facts.add(mk::not(atom));
    }
    for &equality in harvest.equalities.iter().filter(|equality| is_few || is_near(equality)) {
        facts.add(equality);
    }
    for balance in balances(harvest).into_iter().filter(|balance| is_few || is_near(balance)) {
        facts.add(balance);
    }
    for fact in Objects::of(traversals).plain() {
        facts.add(fact);
    }
    for rate in rates(traversals).into_iter().filter(|rate| is_few || is_near(rate)) {
        facts.add(rate);
    }
    for (sum, other) in margins(harvest, &numbers, &modified_from(program, location)) {
        facts.order(sum, other, false);
        facts.order(sum, other, true);
        // Where one of them is a step ahead.
        facts.order(sum, mk::add2(other, mk::int(1)), false);
        facts.order(other, sum, false);
    }
    for &number in &numbers {
        for &constant in harvest.constants.get(&number).into_iter().flatten() {
            facts.order(number, constant, false);
            facts.order(constant, number, false);
        }
        if let Some(constants) = harvest.assigned.get(&number) {
            facts.add(mk::or(constants.iter().map(|constant| mk::eq(number, *constant))));
        }
    }
    for &a in &numbers {
        for &b in numbers.iter().filter(|b| **b != a && b.sort() == a.sort()) {
            // Bit-vectors are costly: only what the program compares.
            if a.sort() == Sort::Int || related.contains(&(a, b)) {
                facts.order(a, b, false);
                facts.order(a, b, true);
            }
        }
    }
    facts.list
}

/// Numbers that grow or shrink by the same in each iteration keep their difference or sum, and another number may bound it:
/// `x - y < z` where `x` and `y` are positions in two arrays, and `z` bounds where `x` was when `y` began.
fn margins(harvest: &Harvest, numbers: &[Term], modified: &FxHashSet<Term>) -> Vec<(Term, Term)> {
    let steps = &harvest.steps[..harvest.steps.len().min(MAX_STARTS)];
    let mut sums = Vec::new();
    for (position, &(x, a)) in steps.iter().enumerate() {
        for &(y, b) in steps[position + 1..].iter().filter(|(y, _)| *y != x) {
            let changing = [x, y].iter().filter(|number| modified.contains(number)).count();
            if changing == 0 || ![x, y].iter().all(|number| numbers.contains(number)) {
                continue;
            }
            if a == b {
                sums.extend([(changing, mk::sub(x, y)), (changing, mk::sub(y, x))]);
            }
            // A sum stays the same, or one of its parts does.
            if mk::neg(a) == b || changing == 1 {
                sums.push((changing, mk::add2(x, y)));
            }
        }
    }
    // Those that change together here come first.
    sums.sort_by_key(|(changing, _)| std::cmp::Reverse(*changing));
    sums.truncate(MAX_MARGINS);
    let is_other = |sum: Term, number: Term| number.sort() == Sort::Int && !sum.has_free(number);
    let with_others = |sum: Term| {
        numbers.iter().filter(move |number| is_other(sum, **number)).map(move |number| (sum, *number))
    };
    sums.into_iter().flat_map(|(_, sum)| with_others(sum)).collect()
}

/// The variables that the blocks from a location change.
fn modified_from(program: &BlockProgram, location: LocationId) -> FxHashSet<Term> {
    let outgoing = program.outgoing[location].iter();
    outgoing.flat_map(|block| program.blocks[*block].modified.iter().copied()).collect()
}

/// Numbers that change together keep their sum or difference: `x + y = e + f` and `x - y = e - f` for each two
/// assignments `x := e` and `y := f`.
fn balances(harvest: &Harvest) -> Vec<Term> {
    let mut facts = Vec::new();
    let starts = &harvest.starts[..harvest.starts.len().min(MAX_STARTS)];
    for (position, &(x, e)) in starts.iter().enumerate() {
        for &(y, f) in starts[position + 1..].iter().filter(|(y, _)| *y != x) {
            facts.push(mk::eq(mk::add2(x, y), mk::add2(e, f)));
            facts.push(mk::eq(mk::sub(x, y), mk::sub(e, f)));
        }
    }
    facts.extend(proportions(harvest));
    facts.extend(totals(harvest));
    facts
}

/// One number counts what two others count together: `x - y - z` keeps its value if all grow by the same.
fn totals(harvest: &Harvest) -> Vec<Term> {
    let mut facts = Vec::new();
    let start = |number: Term| harvest.starts.iter().find(|(variable, _)| *variable == number);
    let counting: Vec<(Term, Term, Term)> = harvest.steps[..harvest.steps.len().min(MAX_STARTS)]
        .iter()
        .filter_map(|&(number, step)| Some((number, step, start(number)?.1)))
        .collect();
    let rest = |x: Term, y: Term, z: Term| mk::sub(x, mk::add2(y, z));
    for &(x, step, e) in &counting {
        let others = || counting.iter().filter(move |(y, other, _)| *y != x && *other == step);
        for (position, &(y, _, f)) in others().enumerate() {
            for &(z, _, g) in others().skip(position + 1).filter(|(z, ..)| *z != y) {
                facts.push(mk::eq(rest(x, y, z), rest(e, f, g)));
            }
        }
    }
    facts.truncate(MAX_TOTALS);
    facts
}

/// Numbers that grow by constants in the same loop keep a linear equality: `b x - a y = b e - a f` for each two assignments
/// `x := e`, `y := f` and steps `x := x + a`, `y := y + b`.
fn proportions(harvest: &Harvest) -> Vec<Term> {
    let mut facts = Vec::new();
    let starts = &harvest.starts[..harvest.starts.len().min(MAX_STARTS)];
    let steps = &harvest.steps[..harvest.steps.len().min(MAX_STARTS)];
    for (position, &(x, a)) in steps.iter().enumerate() {
        for &(y, b) in steps[position + 1..].iter().filter(|(y, _)| *y != x) {
            let scaled = |x: Term, y: Term| mk::sub(mk::mul(b, x), mk::mul(a, y));
            for &(_, e) in starts.iter().filter(|(variable, _)| *variable == x) {
                for &(_, f) in starts.iter().filter(|(variable, _)| *variable == y) {
                    facts.push(mk::eq(scaled(x, y), scaled(e, f)));
                }
            }
        }
    }
    facts
}

/// Counters that move at different speeds: `d·x - c·y` keeps its value if `x` moves by `c` while `y` moves by `d`. A
/// counter that moves by more than one keeps its remainder.
fn rates(traversals: &Traversals) -> Vec<Term> {
    let moving: Vec<(Term, i64, Vec<Term>)> = traversals
        .counters
        .iter()
        .flat_map(|(v, counter)| {
            let starts: Vec<Term> = counter.constant_starts().take(2).collect();
            counter.steps.iter().take(3).map(move |step| (*v, *step, starts.clone()))
        })
        .take(MAX_STARTS)
        .collect();
    let mut facts = Vec::new();
    for (position, (x, c, starts)) in moving.iter().enumerate() {
        for &start in starts.iter().filter(|_| c.abs() > 1) {
            facts.push(mk::eq(mk::modulo(mk::sub(*x, start), mk::int(c.abs())), mk::int(0)));
        }
        for (y, d, others) in moving[position + 1..].iter().filter(|(y, d, _)| y != x && d.abs() != c.abs()) {
            let balance = |x: Term, y: Term| mk::sub(mk::mul(mk::int(*d), x), mk::mul(mk::int(*c), y));
            for (&e, &f) in starts.iter().flat_map(|e| others.iter().map(move |f| (e, f))) {
                facts.push(mk::eq(balance(*x, *y), balance(e, f)));
            }
        }
    }
    facts
}

#[derive(Default)]
struct Facts {
    list: Vec<Term>,
    seen: FxHashSet<Term>,
}

impl Facts {
    fn add(&mut self, fact: Term) {
        if !fact.is_value() && self.list.len() < MAX_FACTS && self.seen.insert(fact) {
            self.list.push(fact);
        }
    }

    /// `a <= b` or `a < b`; of bit-vectors as signed and as unsigned numbers.
    fn order(&mut self, a: Term, b: Term, is_strict: bool) {
        debug_assert!(is_number(a.sort()));
        match (a.sort(), is_strict) {
            (Sort::BitVec(_), false) => {
                self.add(mk::bvsle(a, b));
                self.add(mk::bvule(a, b));
            }
            (Sort::BitVec(_), true) => {
                self.add(mk::bvslt(a, b));
                self.add(mk::bvult(a, b));
            }
            (_, false) => self.add(mk::le(a, b)),
            (_, true) => self.add(mk::lt(a, b)),
        }
    }
}

/// The variables that the blocks around a location mention.
fn variables_near(program: &BlockProgram, location: LocationId) -> FxHashSet<Term> {
    let mut near = FxHashSet::default();
    for block in program.blocks.iter().filter(|b| b.source == location || b.destination == location) {
        near.extend(block.modified.iter().copied());
        for conjunct in &block.conjuncts {
            near.extend(conjunct.formula.free_variables().iter().copied());
        }
    }
    near
}
