//! The formula of all executions of a block program with so many blocks, layer by layer.
//!
//! A layer has, for each location that executions reach with that many blocks, a condition and the current name of each
//! variable. A block that is taken has a Boolean, which implies the condition before it and the conjuncts of the block
//! over the current names. Where several blocks arrive at a location of a layer, each Boolean implies that the joined
//! names have its values. So the blocks whose Booleans are true contain a trace, and a trace satisfies the formula if
//! the others are false.

use std::collections::BTreeMap;
use std::rc::Rc;

use program::{BlockId, BlockProgram, LocationId, Trace, primed};
use term::{Model, Sort, Substitution, Symbol, Term, Version, build as mk};

/// The names of the variables that were changed; the others have their plain names.
type State = BTreeMap<Term, Term>;

/// How executions arrive somewhere.
#[derive(Clone)]
struct Way {
    /// True only if they do.
    condition: Term,
    state: Rc<State>,
}

/// A block that may be taken.
struct Taken {
    /// Whether it is.
    condition: Term,
    block: BlockId,
    /// The number of blocks before it.
    layer: u32,
}

/// An arrival at a target.
#[derive(Clone, Copy)]
pub struct Arrival {
    /// The target.
    pub target: LocationId,
    /// True only if an execution arrives.
    pub condition: Term,
    /// The number of blocks of the execution.
    pub length: u32,
}

/// The executions with up to so many blocks.
pub struct Layers<'p> {
    program: &'p BlockProgram,
    /// How executions are at locations after `length` blocks.
    last: BTreeMap<LocationId, Way>,
    /// The number of blocks of the longest executions.
    pub length: u32,
    /// What defines the Booleans and the names.
    pub formulas: Vec<Term>,
    /// The arrivals at targets.
    pub arrivals: Vec<Arrival>,
    taken: Vec<Taken>,
    names: u32,
    symbol: Symbol,
}

impl<'p> Layers<'p> {
    /// The executions that begin at a location, without any block.
    pub fn new(program: &'p BlockProgram, start: LocationId) -> Layers<'p> {
        let way = Way { condition: mk::tt(), state: Rc::default() };
        Layers {
            program,
            last: BTreeMap::from([(start, way)]),
            length: 0,
            formulas: Vec::new(),
            arrivals: Vec::new(),
            taken: Vec::new(),
            names: 0,
            symbol: Symbol::fresh("taken"),
        }
    }

    /// That an execution goes on behind the last layer.
    pub fn goes_on(&self) -> Term {
        mk::or(self.last.values().map(|way| way.condition))
    }

    /// Adds the executions with one more block.
    pub fn extend(&mut self) {
        let program = self.program;
        let mut next: BTreeMap<LocationId, Vec<Way>> = BTreeMap::new();
        for (location, way) in std::mem::take(&mut self.last) {
            for &block in &program.outgoing[location] {
                let behind = self.take(block, &way);
                let target = program.blocks[block].destination;
                match program.target(target) {
                    Some(_) => {
                        let (condition, length) = (behind.condition, self.length + 1);
                        self.arrivals.push(Arrival { target, condition, length });
                    }
                    None => next.entry(target).or_default().push(behind),
                }
            }
        }
        self.length += 1;
        self.last = next.into_iter().map(|(location, ways)| (location, self.join(ways))).collect();
    }

    fn new_boolean(&mut self) -> Term {
        self.names += 1;
        mk::versioned_var(self.symbol, Version::At(self.names), Sort::Bool)
    }

    /// Takes a block.
    fn take(&mut self, id: BlockId, way: &Way) -> Way {
        let block = &self.program.blocks[id];
        let condition = self.new_boolean();
        let instance = Version::At(self.names);
        let mut renaming: Substitution =
            way.state.iter().map(|(variable, name)| (*variable, *name)).collect();
        for &auxiliary in &block.auxiliaries {
            renaming.insert(auxiliary, mk::with_version(auxiliary, instance));
        }
        let mut state = way.state.clone();
        for &variable in &block.modified {
            let name = mk::with_version(variable, instance);
            renaming.insert(primed(variable), name);
            Rc::make_mut(&mut state).insert(variable, name);
        }
        self.formulas.push(mk::implies(condition, way.condition));
        for conjunct in mk::conjuncts(renaming.apply(block.formula())) {
            self.formulas.push(mk::implies(condition, conjunct));
        }
        self.taken.push(Taken { condition, block: id, layer: self.length });
        Way { condition, state }
    }

    /// The way that stands for all the given ones.
    fn join(&mut self, mut ways: Vec<Way>) -> Way {
        if ways.len() == 1 {
            return ways.swap_remove(0);
        }
        let condition = self.new_boolean();
        let instance = Version::At(self.names);
        let mut joined = State::new();
        for &variable in ways.iter().flat_map(|way| way.state.keys()) {
            if joined.contains_key(&variable) {
                continue;
            }
            let value = |way: &Way| way.state.get(&variable).copied().unwrap_or(variable);
            let first = value(&ways[0]);
            if ways.iter().all(|way| value(way) == first) {
                joined.insert(variable, first);
                continue;
            }
            let name = mk::with_version(variable, instance);
            joined.insert(variable, name);
            for way in &ways {
                self.formulas.push(mk::implies(way.condition, mk::eq(name, value(way))));
            }
        }
        self.formulas.push(mk::implies(condition, mk::or(ways.iter().map(|way| way.condition))));
        Way { condition, state: Rc::new(joined) }
    }

    /// The trace that a model takes to a target.
    pub fn trace(&self, arrival: &Arrival, model: &Model) -> Trace {
        let is_true = |taken: &&Taken| model.get(taken.condition).is_some_and(|value| value.is_true());
        let mut blocks = Vec::new();
        let mut end = arrival.target;
        for layer in (0..arrival.length).rev() {
            let mut of_layer = self.taken.iter().filter(|taken| taken.layer == layer).filter(is_true);
            let Some(taken) = of_layer.find(|taken| self.program.blocks[taken.block].destination == end)
            else {
                break;
            };
            blocks.push(taken.block);
            end = self.program.blocks[taken.block].source;
        }
        blocks.reverse();
        Trace { blocks }
    }
}
