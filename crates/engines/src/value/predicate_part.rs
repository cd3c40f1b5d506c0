//! The predicate part of states: which predicates hold, as far as paths need them.
//!
//! A state of the combination is a location, the values of tracked places, and a cube of predicates. The values cut
//! branches first and are put into all formulas as constants; a solver is asked only where a path arrives at a location
//! that has predicates, or that a refinement showed to be unreachable along some path. Conditions that share no variable
//! are asked apart, and every answer is remembered by its formulas, so an exploration that begins again asks little.

use std::rc::Rc;
use std::time::Duration;

use base::index::IndexVec;
use base::{Budget, Exhausted, Statistics};
use logic::PredicateId;
use program::{BlockProgram, Cfg, EdgeId, LocationId};
use refine::{AssertionSequence, within};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{CheckResult, Limits, TraceSolver};
use term::{Model, Term, build as mk};

use super::cube::{CubeId, Cubes, Literal};
use super::place::{PlaceId, Places};
use super::segment::Segment;
use super::word::{Word, Words};
use crate::options::PredicateOptions;
use crate::predicate::{Precision, Vocabulary};

/// The longest that a query may take; its failure costs precision.
const QUERY_LIMITS: Limits = Limits { time: Some(Duration::from_secs(1)), memory_mb: None };

/// So many models of a premise are compared.
const MAX_MODELS: usize = 12;

/// What is needed to ask.
pub struct Asking<'a> {
    /// Decides formulas.
    pub solver: &'a mut dyn TraceSolver,
    /// Ends the work.
    pub budget: &'a Budget,
}

/// The predicates of a program, where they are tracked, and what is known about them.
pub struct PredicatePart {
    cubes: Cubes,
    vocabulary: Vocabulary,
    precision: Precision,
    /// Locations at which an infeasible path was excluded: there it is asked whether paths are feasible.
    is_checked: IndexVec<LocationId, bool>,
    axioms: Vec<Term>,
    /// Where paths arrived.
    arrivals: Arrivals,
    /// Whether formulas can be satisfied.
    possible: FxHashMap<Term, bool>,
    /// Models of formulas. If two of them disagree about a predicate, nobody needs to be asked about it.
    models: FxHashMap<Term, Vec<Model>>,
    /// Under a premise, the value of a formula, if it has only one.
    values: FxHashMap<(Term, Term), Option<bool>>,
    queries: u64,
    remembered: u64,
    cut: u64,
    checked: usize,
}

/// Where a path begins: a state.
pub struct Start<'s> {
    /// Its predicates.
    pub cube: CubeId,
    /// The places with known values.
    pub known: &'s [PlaceId],
    /// The values.
    pub values: &'s [Word],
    /// All places.
    pub places: &'s Places,
    /// What words mean.
    pub words: &'s Words,
}

impl Start<'_> {
    fn known(&self) -> impl Iterator<Item = (PlaceId, Word)> {
        self.known.iter().copied().zip(self.values.iter().copied())
    }

    fn value(&self, place: PlaceId, word: Word) -> (Term, Term) {
        (self.places.term(place, self.words), self.words.term(word, self.places.sort(place)))
    }
}

/// The last edge of a path that begins at a kept location, which tells the path; the predicates at its start, and how many
/// predicates there are at its end.
type Context = (EdgeId, CubeId, usize);

/// The values of some places.
type KnownValues = Box<[(PlaceId, Word)]>;

/// Where paths arrived, by what they depend on.
#[derive(Default)]
struct Arrivals {
    /// The variables that matter.
    read: FxHashMap<Context, Rc<FxHashSet<Term>>>,
    /// The predicates that hold there, by the values that matter.
    answers: FxHashMap<(Context, KnownValues), Option<CubeId>>,
}

/// Conditions that share no variable with others.
struct Part {
    variables: Vec<Term>,
    formula: Term,
}

impl PredicatePart {
    /// No predicates yet.
    pub fn new(program: &BlockProgram, options: PredicateOptions) -> PredicatePart {
        PredicatePart {
            cubes: Cubes::default(),
            vocabulary: Vocabulary::new(options.grain),
            precision: Precision::new(program, options.scope),
            is_checked: IndexVec::from_elem(false, program.cfg.locations.len()),
            axioms: program.cfg.axioms.clone(),
            arrivals: Arrivals::default(),
            possible: FxHashMap::default(),
            models: FxHashMap::default(),
            values: FxHashMap::default(),
            queries: 0,
            remembered: 0,
            cut: 0,
            checked: 0,
        }
    }

    /// The cubes of states.
    pub fn cubes(&self) -> &Cubes {
        &self.cubes
    }

    /// Whether a path that arrives here needs to be looked at.
    pub fn is_watched(&self, location: LocationId) -> bool {
        self.is_checked[location] || !self.precision.at(location).is_empty()
    }

    /// How much is tracked.
    pub fn size(&self) -> usize {
        self.precision.size() + self.checked
    }

    /// The formulas of a cube.
    pub fn formulas(&self, cube: CubeId) -> impl Iterator<Item = Term> {
        let formula = |(predicate, is_positive): &Literal| {
            let formula = self.vocabulary.formula(*predicate);
            if *is_positive { formula } else { mk::not(formula) }
        };
        self.cubes.literals(cube).iter().map(formula)
    }

    /// What holds where a path arrives that begins in this state; nothing if it cannot be taken.
    pub fn arrive(
        &mut self,
        start: &Start<'_>,
        path: &[EdgeId],
        cfg: &Cfg,
        asking: &mut Asking<'_>,
    ) -> Result<Option<CubeId>, Exhausted> {
        let Some(&last) = path.last() else { return Ok(Some(start.cube)) };
        let location = cfg.edges[last].destination;
        let context = (last, start.cube, self.precision.at(location).len());
        let read = match self.arrivals.read.get(&context) {
            Some(read) => read.clone(),
            None => {
                let read = Rc::new(self.read(start.cube, path, location, cfg));
                self.arrivals.read.insert(context, read.clone());
                read
            }
        };
        let known = start.known().filter(|(place, _)| read.contains(&start.places.root(*place)));
        let known: Box<[(PlaceId, Word)]> = known.collect();
        let question = (context, known);
        if let Some(&answer) = self.arrivals.answers.get(&question) {
            self.remembered += 1;
            return Ok(answer);
        }
        let mut segment = Segment::new(question.1.iter().map(|(place, word)| start.value(*place, *word)));
        let conditions: Vec<Term> = self.formulas(start.cube).collect();
        let is_possible = conditions.into_iter().all(|formula| segment.assume(formula))
            && path.iter().enumerate().all(|(step, edge)| segment.take(cfg, *edge, step));
        let answer = if is_possible { self.end(&segment, location, asking)? } else { None };
        self.arrivals.answers.insert(question, answer);
        Ok(answer)
    }

    /// The variables that matter for what holds behind a path.
    fn read(&self, cube: CubeId, path: &[EdgeId], location: LocationId, cfg: &Cfg) -> FxHashSet<Term> {
        let statements = path.iter().flat_map(|edge| cfg.edges[*edge].statement.expressions());
        let predicates = self.precision.at(location).iter().map(|p| self.vocabulary.formula(*p));
        let formulas = statements.chain(predicates).chain(self.formulas(cube));
        formulas.flat_map(|formula| formula.free_variables()).copied().collect()
    }

    /// What holds at the end of a path.
    fn end(
        &mut self,
        segment: &Segment,
        location: LocationId,
        asking: &mut Asking<'_>,
    ) -> Result<Option<CubeId>, Exhausted> {
        let parts = parts_of(&segment.conditions);
        for part in &parts {
            if !self.is_possible(part.formula, asking)? {
                self.cut += 1;
                return Ok(None);
            }
        }
        let predicates = self.precision.at(location).to_vec();
        let mut literals: Vec<Literal> = Vec::new();
        for predicate in predicates {
            let formula = segment.now(self.vocabulary.formula(predicate));
            if let Some(value) = self.value(formula, &parts, asking)? {
                literals.push((predicate, value));
            }
        }
        Ok(Some(self.cubes.intern(literals)))
    }

    /// Whether a formula can be satisfied, as far as is known.
    fn is_possible(&mut self, formula: Term, asking: &mut Asking<'_>) -> Result<bool, Exhausted> {
        if formula.is_true() || formula.is_false() {
            return Ok(formula.is_true());
        }
        if let Some(&known) = self.possible.get(&formula) {
            self.remembered += 1;
            return Ok(known);
        }
        let answer = self.ask(formula, None, asking)?;
        self.possible.insert(formula, answer);
        Ok(answer)
    }

    /// Asks whether a premise can be satisfied, together with another formula; yes if nobody knows.
    fn ask(&mut self, premise: Term, and: Option<Term>, asking: &mut Asking<'_>) -> Result<bool, Exhausted> {
        let Asking { solver, budget } = asking;
        budget.check()?;
        self.queries += 1;
        solver.push();
        self.axioms.iter().copied().chain([premise]).chain(and).for_each(|formula| solver.assert(formula));
        let answer = match solver.check(&[], within(QUERY_LIMITS, budget)) {
            CheckResult::Unsat => false,
            CheckResult::Sat => {
                self.models.entry(premise).or_default().extend(solver.model());
                true
            }
            CheckResult::Unknown(_) => true,
        };
        solver.pop(1);
        // An answer for which there was no time must not be remembered.
        budget.check()?;
        Ok(answer)
    }

    /// The value of a formula under conditions, if it has only one.
    fn value(
        &mut self,
        formula: Term,
        parts: &[Part],
        asking: &mut Asking<'_>,
    ) -> Result<Option<bool>, Exhausted> {
        if formula.is_true() || formula.is_false() {
            return Ok(Some(formula.is_true()));
        }
        let variables = formula.free_variables();
        let is_near = |part: &&Part| variables.iter().any(|v| part.variables.binary_search(v).is_ok());
        let premise = mk::and(parts.iter().filter(is_near).map(|part| part.formula));
        let question = (premise, formula);
        if let Some(&known) = self.values.get(&question) {
            self.remembered += 1;
            return Ok(known);
        }
        let negation = mk::not(formula);
        let conjuncts = mk::conjuncts(premise);
        let value = if conjuncts.contains(&formula) {
            Some(true)
        } else if conjuncts.contains(&negation) {
            Some(false)
        } else {
            // A premise of several parts has no model yet; it is known to have one.
            if !self.models.contains_key(&premise) && !premise.is_true() {
                self.ask(premise, None, asking)?;
            }
            let seen = |value: bool| {
                let models = self.models.get(&premise).into_iter().flatten();
                models.take(MAX_MODELS).any(|model| model.eval_bool(formula) == Some(value))
            };
            let (can_hold, can_fail) = (seen(true), seen(false));
            if !can_fail && !self.ask(premise, Some(negation), asking)? {
                Some(true)
            } else if !can_hold && !self.ask(premise, Some(formula), asking)? {
                Some(false)
            } else {
                None
            }
        };
        self.values.insert(question, value);
        Ok(value)
    }

    /// Tracks what a sequence says at the locations of its trace; false if all of it was tracked already. Assertions with
    /// quantifiers cost every query dearly, so they become predicates only if the path came back.
    pub fn learn(
        &mut self,
        locations: &[LocationId],
        sequence: &AssertionSequence,
        came_back: bool,
        solver: &mut dyn TraceSolver,
    ) -> bool {
        let before = self.size();
        for (&location, &assertion) in locations.iter().zip(&sequence.assertions).skip(1) {
            if assertion.is_false() {
                let is_new = !std::mem::replace(&mut self.is_checked[location], true);
                self.checked += usize::from(is_new);
                break;
            }
            let wanted = |part: &Term| came_back || !part.has_quantifier();
            let conjuncts = mk::and(mk::conjuncts(assertion).into_iter().filter(wanted));
            let predicates: Vec<PredicateId> = self.vocabulary.conjuncts_of(conjuncts, solver);
            self.precision.add(location, &predicates);
        }
        self.size() > before
    }

    /// Adds what was counted.
    pub fn count(&self, statistics: &mut Statistics) {
        statistics.count("predicates", self.vocabulary.len() as u64);
        statistics.count("precision", self.precision.size() as u64);
        statistics.count("unify/queries", self.vocabulary.queries());
        statistics.count("predicate part/queries", self.queries);
        statistics.count("predicate part/remembered", self.remembered);
        statistics.count("predicate part/paths cut", self.cut);
    }
}

/// The conditions by the variables that they share.
fn parts_of(conditions: &[Term]) -> Vec<Part> {
    let mut groups: Vec<(Vec<Term>, Vec<Term>)> = Vec::new();
    for &condition in conditions {
        let mut variables = condition.free_variables().to_vec();
        let mut formulas = vec![condition];
        let shares = |group: &(Vec<Term>, Vec<Term>)| group.0.iter().any(|v| condition.has_free(*v));
        for group in groups.extract_if(.., |group| shares(group)) {
            variables.extend(group.0);
            formulas.extend(group.1);
        }
        variables.sort_unstable();
        variables.dedup();
        groups.push((variables, formulas));
    }
    let part = |(variables, formulas): (Vec<Term>, Vec<Term>)| Part { variables, formula: mk::and(formulas) };
    groups.into_iter().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::Sort;

    #[test]
    fn conditions_that_share_a_variable_stay_together() {
        let [x, y, z, w] = ["x", "y", "z", "w"].map(|name| mk::var(name, Sort::Int));
        let conditions = [mk::le(x, y), mk::le(z, w), mk::le(w, mk::int(3)), mk::le(y, mk::int(1))];
        let parts = parts_of(&conditions);
        assert_eq!(parts.len(), 2);
        assert_eq!(parts.iter().map(|part| part.variables.len()).collect::<Vec<_>>(), [2, 2]);
        let together = mk::and2(mk::le(x, y), mk::le(y, mk::int(1)));
        assert!(parts.iter().any(|part| part.formula == together));
    }
}
