//! What a random program does, by looking at all its states.
//!
//! Calls are expanded, so a program is a list of instructions; a state is a place in it and a value for each
//! variable. All initial states and all values that `havoc` may choose are tried, breadth first.

use std::collections::{HashMap, HashSet};

use super::expressions::{Expr, Slot, Variable, with_element};
use super::statements::{Left, Program, Stmt};

/// An instruction; control goes on behind it unless it says otherwise.
enum Instruction {
    Assign(Vec<(Left, Expr)>),
    /// Any values for these variables.
    Havoc(Vec<Slot>),
    /// These variables do not matter any more.
    Forget(Vec<Slot>),
    Assume(Expr),
    Assert(Expr),
    /// Goes on at one of these places.
    Jump(Vec<usize>),
}

/// A state: a value for each variable.
pub type State = Vec<i64>;

/// What was found out.
pub enum Verdict {
    /// No assertion can fail.
    Safe,
    /// An assertion fails.
    Unsafe,
    /// There are too many states to tell.
    TooLarge,
}

/// Where assertions of the entry procedure are checked, in the order of its text, and the states there.
pub type Seen = Vec<HashSet<State>>;

/// Executes a program. All assertions count, or the states that reach the assertions of the entry are recorded
/// and none of them counts.
pub fn execute(program: &Program, limit: usize, mut seen: Option<&mut Seen>) -> Verdict {
    let mut code = Code::of(program);
    if let Some(seen) = &mut seen {
        seen.resize(code.assertions.len(), HashSet::new());
    }
    let observed: HashMap<usize, usize> =
        code.assertions.iter().enumerate().map(|(n, at)| (*at, n)).collect();
    let Some(initial) = code.initial(program, limit) else { return Verdict::TooLarge };
    let mut known: HashSet<(usize, State)> = initial.into_iter().map(|state| (0, state)).collect();
    let mut work: Vec<(usize, State)> = known.iter().cloned().collect();
    while let Some((place, mut state)) = work.pop() {
        if known.len() > limit {
            return Verdict::TooLarge;
        }
        let Some(instruction) = code.instructions.get(place) else { continue };
        let mut go = |place: usize, state: State| {
            let next = (place, state);
            if !known.contains(&next) {
                known.insert(next.clone());
                work.push(next);
            }
        };
        match instruction {
            Instruction::Assume(e) => {
                if e.value(&code.variables, &mut state) != 0 {
                    go(place + 1, code.cleaned(state));
                }
            }
            Instruction::Assert(e) => match (&mut seen, observed.get(&place)) {
                (Some(seen), Some(number)) => {
                    seen[*number].insert(state.clone());
                    go(place + 1, state);
                }
                _ if e.value(&code.variables, &mut state) != 0 => go(place + 1, code.cleaned(state)),
                (Some(_), None) => {}
                (None, _) => return Verdict::Unsafe,
            },
            Instruction::Assign(pairs) => {
                let next = code.assign(pairs, &mut state);
                go(place + 1, next);
            }
            Instruction::Forget(slots) => {
                slots.iter().for_each(|slot| state[*slot] = 0);
                go(place + 1, state);
            }
            Instruction::Havoc(slots) => {
                code.choices(slots, state).into_iter().for_each(|s| go(place + 1, s))
            }
            Instruction::Jump(places) => places.iter().for_each(|place| go(*place, state.clone())),
        }
    }
    Verdict::Safe
}

struct Code {
    variables: Vec<Variable>,
    instructions: Vec<Instruction>,
    /// Variables of the program, without the copies of locals and without bound ones.
    kept: Vec<bool>,
    /// The assertions of the entry.
    assertions: Vec<usize>,
}

/// Where control goes from inside of a body.
struct Frame {
    procedure: usize,
    renaming: HashMap<Slot, Slot>,
    labels: HashMap<usize, usize>,
    /// Jumps that wait for their labels, and for the end of the body.
    gotos: Vec<(usize, Vec<usize>)>,
    returns: Vec<usize>,
    /// Per loop, the jumps that wait for its end.
    breaks: Vec<Vec<usize>>,
}

impl Frame {
    fn new(procedure: usize, renaming: HashMap<Slot, Slot>) -> Frame {
        let labels = HashMap::new();
        Frame { procedure, renaming, labels, gotos: Vec::new(), returns: Vec::new(), breaks: Vec::new() }
    }

    fn slot(&self, slot: Slot) -> Slot {
        self.renaming.get(&slot).copied().unwrap_or(slot)
    }

    fn expr(&self, expr: &Expr) -> Expr {
        expr.renamed(&|slot| self.slot(slot))
    }
}

impl Code {
    fn of(program: &Program) -> Code {
        let mut kept = vec![false; program.variables.len()];
        let entry = &program.procedures[0];
        for slots in [&program.globals, &program.constants, &entry.locals, &entry.results] {
            slots.iter().for_each(|slot| kept[*slot] = true);
        }
        let variables = program.variables.clone();
        let mut code = Code { variables, instructions: Vec::new(), kept, assertions: Vec::new() };
        for axiom in &program.axioms {
            code.instructions.push(Instruction::Assume(axiom.clone()));
        }
        code.body(program, Frame::new(0, HashMap::new()));
        code
    }

    fn body(&mut self, program: &Program, mut frame: Frame) {
        let procedure = &program.procedures[frame.procedure];
        if let Some(body) = &procedure.body {
            self.statements(program, body, &mut frame);
        } else {
            let slots = procedure.modifies.iter().chain(&procedure.results).map(|s| frame.slot(*s)).collect();
            self.instructions.push(Instruction::Havoc(slots));
        }
        let end = self.instructions.len();
        for (at, labels) in &frame.gotos {
            self.instructions[*at] = Instruction::Jump(labels.iter().map(|l| frame.labels[l]).collect());
        }
        for at in &frame.returns {
            self.instructions[*at] = Instruction::Jump(vec![end]);
        }
        if let Some(ensures) = &procedure.ensures {
            let ensures = frame.expr(ensures);
            self.instructions.push(match procedure.body {
                Some(_) => Instruction::Assert(ensures),
                None => Instruction::Assume(ensures),
            });
        }
    }

    fn statements(&mut self, program: &Program, statements: &[Stmt], frame: &mut Frame) {
        for statement in statements {
            self.statement(program, statement, frame);
        }
    }

    /// Adds a jump whose places are not known yet.
    fn jump(&mut self) -> usize {
        self.instructions.push(Instruction::Jump(Vec::new()));
        self.instructions.len() - 1
    }

    fn assertion(&mut self, condition: Expr, frame: &Frame) {
        if frame.procedure == 0 {
            self.assertions.push(self.instructions.len());
        }
        self.instructions.push(Instruction::Assert(condition));
    }

    fn guard(&mut self, condition: &Option<Expr>, holds: bool, frame: &Frame) {
        if let Some(condition) = condition {
            let condition = frame.expr(condition);
            let condition = if holds { condition } else { Expr::Not(Box::new(condition)) };
            self.instructions.push(Instruction::Assume(condition));
        }
    }

    fn statement(&mut self, program: &Program, statement: &Stmt, frame: &mut Frame) {
        match statement {
            Stmt::Assign(pairs) => {
                let index = |left: &Left| left.index.as_ref().map(|index| frame.expr(index));
                let renamed = |left: &Left| Left { slot: frame.slot(left.slot), index: index(left) };
                let pairs = pairs.iter().map(|(left, right)| (renamed(left), frame.expr(right))).collect();
                self.instructions.push(Instruction::Assign(pairs));
            }
            Stmt::Havoc(slots) => {
                self.instructions.push(Instruction::Havoc(slots.iter().map(|s| frame.slot(*s)).collect()));
            }
            Stmt::Assume(e) => self.instructions.push(Instruction::Assume(frame.expr(e))),
            Stmt::Assert(e) => self.assertion(frame.expr(e), frame),
            Stmt::If(condition, then, otherwise) => {
                let split = self.jump();
                self.guard(condition, true, frame);
                self.statements(program, then, frame);
                let done = self.jump();
                self.guard(condition, false, frame);
                self.statements(program, otherwise, frame);
                self.instructions[split] = Instruction::Jump(vec![split + 1, done + 1]);
                self.instructions[done] = Instruction::Jump(vec![self.instructions.len()]);
            }
            Stmt::While(condition, invariant, body) => {
                let head = self.instructions.len();
                if let Some(invariant) = invariant {
                    self.assertion(frame.expr(invariant), frame);
                }
                let split = self.jump();
                self.guard(condition, true, frame);
                frame.breaks.push(Vec::new());
                self.statements(program, body, frame);
                let back = self.jump();
                self.instructions[back] = Instruction::Jump(vec![head]);
                self.guard(condition, false, frame);
                self.instructions[split] = Instruction::Jump(vec![split + 1, back + 1]);
                for at in frame.breaks.pop().expect("the loop was opened") {
                    self.instructions[at] = Instruction::Jump(vec![self.instructions.len()]);
                }
            }
            Stmt::Break => {
                let at = self.jump();
                frame.breaks.last_mut().expect("inside of a loop").push(at);
            }
            Stmt::Goto(labels) => {
                let at = self.jump();
                frame.gotos.push((at, labels.clone()));
            }
            Stmt::Label(label) => {
                frame.labels.insert(*label, self.instructions.len());
            }
            Stmt::Return => {
                let at = self.jump();
                frame.returns.push(at);
            }
            Stmt::Call(callee, arguments, results) => self.call(program, *callee, arguments, results, frame),
        }
    }

    fn call(
        &mut self,
        program: &Program,
        callee: usize,
        arguments: &[Expr],
        results: &[Slot],
        frame: &Frame,
    ) {
        let procedure = &program.procedures[callee];
        let mut renaming = HashMap::new();
        let own: Vec<Slot> =
            procedure.parameters.iter().chain(&procedure.results).chain(&procedure.locals).copied().collect();
        for &slot in &own {
            renaming.insert(slot, self.variables.len());
            self.variables.push(self.variables[slot].clone());
            self.kept.push(true);
        }
        let inner = Frame::new(callee, renaming);
        let left = |slot: Slot| Left { slot, index: None };
        let inputs = procedure.parameters.iter().zip(arguments);
        let inputs = inputs.map(|(p, a)| (left(inner.slot(*p)), frame.expr(a))).collect();
        self.instructions.push(Instruction::Assign(inputs));
        if let Some(requires) = &procedure.requires {
            self.instructions.push(Instruction::Assert(inner.expr(requires)));
        }
        let fresh = procedure.results.iter().chain(&procedure.locals).map(|s| inner.slot(*s)).collect();
        self.instructions.push(Instruction::Havoc(fresh));
        let copies: Vec<Slot> = own.iter().map(|slot| inner.slot(*slot)).collect();
        let outputs = results.iter().zip(&procedure.results);
        let outputs = outputs.map(|(r, o)| (left(frame.slot(*r)), Expr::Variable(inner.slot(*o)))).collect();
        self.body(program, inner);
        self.instructions.push(Instruction::Assign(outputs));
        self.instructions.push(Instruction::Forget(copies));
    }

    /// All initial states, unless they are too many.
    fn initial(&mut self, program: &Program, limit: usize) -> Option<Vec<State>> {
        let entry = &program.procedures[0];
        let free = [&program.globals[..], &program.constants, &entry.locals, &entry.results].concat();
        let size = free.iter().try_fold(1usize, |size, slot| {
            size.checked_mul(self.variables[*slot].ty.size() as usize).filter(|size| *size <= limit)
        });
        size?;
        Some(self.choices(&free, vec![0; self.variables.len()]))
    }

    /// The state with all values for some variables.
    fn choices(&self, slots: &[Slot], state: State) -> Vec<State> {
        let mut all = vec![state];
        for &slot in slots {
            let values = 0..self.variables[slot].ty.size();
            let set = |(state, value): (&State, i64)| {
                let mut state = state.clone();
                state[slot] = value;
                state
            };
            all = all
                .iter()
                .flat_map(|state| values.clone().map(move |value| (state, value)))
                .map(set)
                .collect();
        }
        all
    }

    fn assign(&self, pairs: &[(Left, Expr)], state: &mut State) -> State {
        let mut next = state.clone();
        for (Left { slot, index }, right) in pairs {
            let right = right.value(&self.variables, state);
            next[*slot] = match index {
                None => right,
                Some(index) => {
                    let index = index.value(&self.variables, state);
                    with_element(&self.variables[*slot].ty, state[*slot], index, right)
                }
            };
        }
        self.cleaned(next)
    }

    /// The state without what evaluation left in the slots of bound variables.
    fn cleaned(&self, mut state: State) -> State {
        state.iter_mut().zip(&self.kept).filter(|(_, kept)| !**kept).for_each(|(value, _)| *value = 0);
        state
    }
}
