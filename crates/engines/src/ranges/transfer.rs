//! What a statement makes of a state: of an interval for each variable.
//!
//! A condition that a state does not decide splits it along the comparisons of the condition, so that ranges with a hole,
//! and alternatives, are not joined. What conditions say beyond comparisons, and the values of expressions, come from the
//! interval analysis of the graph ([`Bounds`]).

use base::index::IndexVec;
use program::{Bounds, Cfg, EdgeId, Interval, Statement};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Sort, Term};

use super::condition::{Condition, Variable};
use super::state::State;

/// A condition splits a state into at most so many; then the interval analysis joins the rest.
const MAX_PARTS: usize = 64;

enum EdgeCode {
    Skip,
    Assume(Condition, Reads),
    Assign(Vec<(Variable, Value)>),
    Havoc(Vec<Variable>),
}

/// The variables that a term reads.
type Reads = Vec<Variable>;

enum Value {
    Constant(Interval),
    Copy(Variable),
    Term(Term, Reads),
}

/// A graph compiled.
pub struct Machine {
    /// The variables that have intervals.
    pub variables: Vec<Term>,
    /// Their numbers.
    pub numbers: FxHashMap<Term, Variable>,
    edges: IndexVec<EdgeId, EdgeCode>,
    /// The values of terms, by where their variables lie.
    known: FxHashMap<(Term, Vec<Interval>), Interval>,
    /// How many edges were executed.
    pub transfers: u64,
    /// What was done in all, about as much for each as for an edge.
    pub work: u64,
}

/// What the interval analysis of a condition costs, compared with an edge.
const RESTRICTION: u64 = 30;

impl Machine {
    /// Compiles the edges of a graph.
    pub fn new(cfg: &Cfg) -> Machine {
        let has_interval = |variable: &&Term| matches!(variable.sort(), Sort::Int | Sort::Bool);
        let variables: Vec<Term> = cfg.variables.iter().filter(has_interval).copied().collect();
        let numbers: FxHashMap<Term, Variable> =
            variables.iter().enumerate().map(|(number, variable)| (*variable, number as Variable)).collect();
        let edges = cfg.edges.iter().map(|edge| compile(&edge.statement, &numbers)).collect();
        Machine { variables, numbers, edges, known: FxHashMap::default(), transfers: 0, work: 0 }
    }

    /// All states: every variable may have any value.
    pub fn anything(&self) -> State {
        self.variables.iter().map(|variable| Interval::of_sort(variable.sort())).collect()
    }

    /// The variables that may say why no state is left after a path: what its last condition reads, and what is behind
    /// that.
    pub fn relevant(&self, path: &[EdgeId]) -> FxHashSet<usize> {
        let (mut open, mut relevant): (FxHashSet<Variable>, FxHashSet<usize>) = Default::default();
        for (distance, &edge) in path.iter().rev().enumerate() {
            match &self.edges[edge] {
                EdgeCode::Assume(_, reads) if distance == 0 || reads.iter().any(|v| open.contains(v)) => {
                    open.extend(reads);
                }
                EdgeCode::Skip | EdgeCode::Assume(..) => {}
                EdgeCode::Assign(pairs) => {
                    let wanted = pairs.iter().filter(|(variable, _)| open.contains(variable));
                    let (targets, values): (Vec<Variable>, Vec<&Value>) =
                        wanted.map(|(v, e)| (*v, e)).unzip();
                    open.retain(|variable| !targets.contains(variable));
                    for value in values {
                        match value {
                            Value::Constant(_) => {}
                            Value::Copy(variable) => open.extend([*variable]),
                            Value::Term(_, reads) => open.extend(reads),
                        }
                    }
                }
                EdgeCode::Havoc(variables) => {
                    open.retain(|variable| !variables.contains(variable));
                }
            }
            relevant.extend(open.iter().map(|variable| *variable as usize));
        }
        relevant
    }

    /// The states after an edge.
    pub fn execute(&mut self, cfg: &Cfg, edge: EdgeId, mut state: State) -> Vec<State> {
        self.transfers += 1;
        self.work += 1;
        let Machine { variables, edges, known, work, .. } = self;
        match &edges[edge] {
            EdgeCode::Skip => {}
            EdgeCode::Assume(condition, reads) => {
                return assume(condition, reads, variables, &cfg.edges[edge].statement, state, work);
            }
            EdgeCode::Assign(pairs) => {
                let value = |value: &Value| match value {
                    Value::Constant(values) => *values,
                    Value::Copy(variable) => state[*variable as usize],
                    Value::Term(term, reads) => {
                        let lie: Vec<Interval> = reads.iter().map(|v| state[*v as usize]).collect();
                        *known
                            .entry((*term, lie))
                            .or_insert_with(|| bounds(reads, variables, &state).eval(*term))
                    }
                };
                let mut value = value;
                let values: Vec<Interval> = pairs.iter().map(|(_, new)| value(new)).collect();
                pairs.iter().zip(values).for_each(|((v, _), values)| state.set(*v as usize, values));
            }
            EdgeCode::Havoc(havocked) => {
                for &variable in havocked {
                    state.set(variable as usize, Interval::of_sort(variables[variable as usize].sort()));
                }
            }
        }
        vec![state]
    }
}

/// The parts of a state in which a condition may hold.
fn assume(
    condition: &Condition,
    reads: &Reads,
    variables: &[Term],
    statement: &Statement,
    state: State,
    work: &mut u64,
) -> Vec<State> {
    let (mut open, mut result) = (vec![state], Vec::new());
    while let Some(state) = open.pop() {
        match condition.decide(&state) {
            Some(true) => result.push(state),
            Some(false) => {}
            None => match condition.open(&state) {
                Some(comparison) if open.len() + result.len() < MAX_PARTS => {
                    open.extend(comparison.split(&state));
                }
                _ => {
                    *work += RESTRICTION;
                    result.extend(restrict(reads, variables, statement, state));
                }
            },
        }
    }
    result
}

/// What the interval analysis says about an assumption.
fn restrict(reads: &Reads, variables: &[Term], statement: &Statement, mut state: State) -> Option<State> {
    let after = bounds(reads, variables, &state).after(statement)?;
    for &variable in reads {
        state.set(variable as usize, after.get(variables[variable as usize]));
    }
    Some(state)
}

fn bounds(reads: &Reads, variables: &[Term], state: &State) -> Bounds {
    Bounds::of(reads.iter().map(|v| (variables[*v as usize], state[*v as usize])))
}

fn compile(statement: &Statement, numbers: &FxHashMap<Term, Variable>) -> EdgeCode {
    let reads = |term: Term| -> Reads {
        term.free_variables().iter().filter_map(|variable| numbers.get(variable).copied()).collect()
    };
    match statement {
        _ if statement.is_skip() => EdgeCode::Skip,
        Statement::Assume(condition) => {
            EdgeCode::Assume(Condition::of(*condition, numbers), reads(*condition))
        }
        Statement::Assign(pairs) => {
            let value = |expression: Term| match (Interval::of_constant(expression), numbers.get(&expression))
            {
                (Some(values), _) => Value::Constant(values),
                (_, Some(variable)) => Value::Copy(*variable),
                _ => Value::Term(expression, reads(expression)),
            };
            let pairs = pairs.iter().filter_map(|(v, e)| Some((*numbers.get(v)?, value(*e))));
            EdgeCode::Assign(pairs.collect())
        }
        Statement::Havoc(variables) => {
            EdgeCode::Havoc(variables.iter().filter_map(|v| numbers.get(v).copied()).collect())
        }
        Statement::Call(_) => unreachable!("calls are inlined"),
    }
}
