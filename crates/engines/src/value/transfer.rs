//! The strongest post-condition in the value domain, edge by edge.
//!
//! An assignment gives its variables the values of their expressions, if these are known. An assumption that is false is
//! a contradiction; one that is not known tells values of places: `x = 3`, `¬(x ≠ 3)`, `b`, conjunctions, and what
//! follows from them backwards through operations that can be inverted.

use base::index::IndexVec;
use program::{Cfg, EdgeId, Statement};
use term::Sort;

use super::assignment::{Assignment, Mark};
use super::code::{Array, ArrayId, Code, Compiler, Content, NodeId};
use super::evaluate::{Context, Contradiction, Evaluator};
use super::place::{PlaceId, Places};
use super::word::{Word, Words};

/// An assumption that tells values is looked at again, because they may tell more, but not more often than this.
const MAX_ROUNDS: usize = 4;

enum EdgeCode {
    Skip,
    Assume(Code, NodeId),
    Assign { code: Code, values: Vec<(PlaceId, NodeId)>, arrays: Vec<(PlaceId, ArrayId)> },
    Havoc(Vec<PlaceId>),
}

/// A graph compiled, and an assignment that its edges change.
pub struct Machine {
    edges: IndexVec<EdgeId, EdgeCode>,
    /// The places of the graph.
    pub places: Places,
    /// The values that are no words.
    pub words: Words,
    /// The current assignment.
    pub assignment: Assignment,
    evaluator: Evaluator,
    pending: Vec<(PlaceId, Option<Word>)>,
    /// How many edges were executed.
    pub transfers: u64,
}

impl Machine {
    /// Compiles the edges of a graph.
    pub fn new(cfg: &Cfg) -> Machine {
        let (mut places, mut words) = (Places::default(), Words::default());
        for &variable in &cfg.variables {
            places.variable(variable);
        }
        let edges = cfg.edges.iter().map(|edge| compile(&edge.statement, &mut places, &mut words)).collect();
        let (assignment, evaluator, pending) = Default::default();
        Machine { edges, places, words, assignment, evaluator, pending, transfers: 0 }
    }

    /// Executes an edge. After a contradiction, the caller has to undo what was learnt before it.
    pub fn execute(&mut self, edge: EdgeId) -> Result<(), Contradiction> {
        self.transfers += 1;
        let Machine { edges, places, words, assignment, evaluator, pending, .. } = self;
        let mut context = Context { assignment, places, words };
        match &edges[edge] {
            EdgeCode::Skip => {}
            EdgeCode::Assume(code, condition) => {
                for _ in 0..MAX_ROUNDS {
                    let mark = context.assignment.mark();
                    evaluator.run(code, &mut context);
                    if evaluator.value(*condition) == Some(1) {
                        break;
                    }
                    evaluator.require(code, *condition, 1, &mut context)?;
                    if context.assignment.mark() == mark {
                        break;
                    }
                }
            }
            EdgeCode::Assign { code, values, arrays } => {
                evaluator.run(code, &mut context);
                for &(place, array) in arrays {
                    let mut writer = Writer { code, evaluator, context: &mut context, pending };
                    writer.assign(place, array);
                }
                for &(place, node) in values {
                    context.assignment.set(place, evaluator.value(node));
                }
                for (place, value) in pending.drain(..) {
                    context.assignment.set(place, value);
                }
            }
            EdgeCode::Havoc(variables) => {
                for &place in variables {
                    forget(place, context.places, pending);
                }
                for (place, value) in pending.drain(..) {
                    context.assignment.set(place, value);
                }
            }
        }
        Ok(())
    }

    /// The places with known values that an edge reads under the current assignment, which stays as it is.
    pub fn reads(&mut self, edge: EdgeId) -> Vec<PlaceId> {
        let mark = self.assignment.mark();
        self.evaluator.reads = Some(Vec::new());
        // Whether there is a contradiction does not matter here.
        let _ = self.execute(edge);
        self.assignment.undo(mark);
        let mut reads = self.evaluator.reads.take().unwrap_or_default();
        reads.sort_unstable();
        reads.dedup();
        // What an assumption learns and reads again was not known before.
        reads.retain(|place| self.assignment.get(*place).is_some());
        reads
    }

    /// Goes back to a mark of the assignment.
    pub fn undo(&mut self, mark: Mark) {
        self.assignment.undo(mark);
    }
}

fn compile(statement: &Statement, places: &mut Places, words: &mut Words) -> EdgeCode {
    match statement {
        _ if statement.is_skip() => EdgeCode::Skip,
        Statement::Assume(condition) => {
            let mut compiler = Compiler::new(places, words);
            let condition = compiler.value(*condition);
            EdgeCode::Assume(compiler.finish(), condition)
        }
        Statement::Assign(pairs) => {
            let targets: Vec<PlaceId> =
                pairs.iter().map(|(variable, _)| places.variable(*variable)).collect();
            let mut compiler = Compiler::new(places, words);
            let (mut values, mut arrays) = (Vec::new(), Vec::new());
            for (&place, (variable, expression)) in targets.iter().zip(pairs) {
                match variable.sort() {
                    Sort::Array(_) => arrays.push((place, compiler.array(*expression))),
                    _ => values.push((place, compiler.value(*expression))),
                }
            }
            EdgeCode::Assign { code: compiler.finish(), values, arrays }
        }
        Statement::Havoc(variables) => {
            EdgeCode::Havoc(variables.iter().map(|variable| places.variable(*variable)).collect())
        }
        Statement::Call(_) => unreachable!("calls are inlined"),
    }
}

/// Makes a place and all its elements unknown.
fn forget(place: PlaceId, places: &Places, pending: &mut Vec<(PlaceId, Option<Word>)>) {
    if places.is_scalar(place) {
        pending.push((place, None));
    }
    for &element in places.elements(place) {
        forget(element, places, pending);
    }
}

/// Finds what an assignment of an array changes; the changes are made later, so that all right sides are read before.
struct Writer<'w, 'c> {
    code: &'w Code,
    evaluator: &'w mut Evaluator,
    context: &'w mut Context<'c>,
    pending: &'w mut Vec<(PlaceId, Option<Word>)>,
}

impl Writer<'_, '_> {
    fn assign(&mut self, place: PlaceId, array: ArrayId) {
        // Stores to the array itself change single elements.
        let mut stores = Vec::new();
        let mut current = array;
        while let Array::Store(before, index, content) = self.code.arrays[current as usize] {
            stores.push((index, content));
            current = before;
        }
        if !self.is_place(current, place) {
            return self.copy(place, array);
        }
        let is_single = stores.len() == 1;
        for (index, content) in stores.into_iter().rev() {
            match self.evaluator.value(index) {
                None => forget(place, self.context.places, self.pending),
                Some(index) => {
                    let element = self.context.places.element(place, index);
                    match content {
                        Content::Value(node) => self.pending.push((element, self.evaluator.value(node))),
                        Content::Array(inner) if is_single => self.assign(element, inner),
                        // It may read what a store before it changes.
                        Content::Array(inner) => self.copy(element, inner),
                    }
                }
            }
        }
    }

    /// Whether an array is what is at a place.
    fn is_place(&self, array: ArrayId, place: PlaceId) -> bool {
        self.place_of(array) == Some(place)
    }

    fn place_of(&self, array: ArrayId) -> Option<PlaceId> {
        match self.code.arrays[array as usize] {
            Array::Place(place) => Some(place),
            Array::Element(outer, index) => {
                self.context.places.find(self.place_of(outer)?, self.evaluator.value(index)?)
            }
            _ => None,
        }
    }

    /// Any array: each element that turned up, there or here, gets its value.
    fn copy(&mut self, place: PlaceId, array: ArrayId) {
        self.name_elements(place, array);
        let mut path = Vec::new();
        self.copy_elements(place, array, &mut path);
    }

    fn copy_elements(&mut self, place: PlaceId, array: ArrayId, path: &mut Vec<Word>) {
        if self.context.places.is_scalar(place) {
            let value = self.evaluator.element(self.code, array, path, self.context);
            self.pending.push((place, value));
            return;
        }
        for element in self.context.places.elements(place).to_vec() {
            path.push(self.context.places.index(element));
            self.copy_elements(element, array, path);
            path.pop();
        }
    }

    /// Makes places for the elements of which the array knows something.
    fn name_elements(&mut self, place: PlaceId, array: ArrayId) {
        match self.code.arrays[array as usize] {
            Array::Store(before, index, content) => {
                self.name_elements(place, before);
                if let Some(index) = self.evaluator.value(index) {
                    let element = self.context.places.element(place, index);
                    if let Content::Array(inner) = content {
                        self.name_elements(element, inner);
                    }
                }
            }
            Array::Choose(condition, a, b) => {
                if let Some(condition) = self.evaluator.value(condition) {
                    self.name_elements(place, if condition != 0 { a } else { b });
                }
            }
            _ => {
                if let Some(source) = self.place_of(array) {
                    self.name_like(place, source);
                }
            }
        }
    }

    fn name_like(&mut self, place: PlaceId, source: PlaceId) {
        for element in self.context.places.elements(source).to_vec() {
            let index = self.context.places.index(element);
            let own = self.context.places.element(place, index);
            self.name_like(own, element);
        }
    }
}
