//! Terms compiled to a flat list of instructions.
//!
//! Each distinct subterm of a statement is computed once into a temporary, in an order in which operands come first.
//! Operations of machine words, integers, single and double precision and arrays have instructions of their own;
//! everything else is computed by the constructors of terms. Reading an array that was just written does not build
//! the new array: `(a[i := v])[j]` is `i = j ? v : a[j]`.

use rustc_hash::FxHashMap;
use term::{Func, Op, Sort, Term, build as mk};

use super::float::FloatOperation;
use super::operation::{BitOperation, IntOperation, Operation};
use super::value::Value;

/// Where a value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A global variable.
    Global(u32),
    /// A variable of the current frame.
    Local(u32),
    /// A temporary.
    Temp(u32),
    /// A constant of the procedure.
    Constant(u32),
}

/// A step of a computation; the result goes to the temporary `target`.
#[derive(Debug)]
pub enum Instruction {
    /// An operation; unused operands repeat others.
    Apply {
        /// What.
        operation: Operation,
        /// On what.
        operands: [Operand; 3],
        /// Where the result goes.
        target: u32,
        /// The sort of the result.
        sort: Sort,
    },
    /// Anything else without binders, by the constructors of terms.
    Rebuild {
        /// A term with the operator and the sorts.
        pattern: Term,
        /// The arguments.
        operands: Box<[Operand]>,
        /// Where the result goes.
        target: u32,
    },
    /// An uninterpreted function.
    Call {
        /// The function.
        func: Func,
        /// The arguments.
        operands: Box<[Operand]>,
        /// Where the result goes.
        target: u32,
    },
    /// A quantified formula, whose free variables have these values.
    Quantified {
        /// The formula.
        formula: Term,
        /// Its free variables.
        variables: Box<[(Term, Operand)]>,
        /// Where the result goes.
        target: u32,
    },
}

/// The computation of a statement.
#[derive(Debug, Default)]
pub struct Code {
    /// The steps in order.
    pub instructions: Vec<Instruction>,
    /// The temporaries that hold arrays, to be emptied afterwards: who owns an array alone can change it in place.
    pub arrays: Vec<u32>,
}

/// The constants of a procedure.
#[derive(Debug, Default)]
pub struct Constants {
    /// The values.
    pub values: Vec<Value>,
    positions: FxHashMap<Term, u32>,
}

impl Constants {
    fn position(&mut self, constant: Term) -> Option<u32> {
        if let Some(position) = self.positions.get(&constant) {
            return Some(*position);
        }
        let position = self.values.len() as u32;
        self.values.push(Value::from_term(constant)?);
        self.positions.insert(constant, position);
        Some(position)
    }
}

/// Compiles the terms of one statement.
pub struct Compiler<'a> {
    /// Where variables are.
    variables: &'a dyn Fn(Term) -> Operand,
    constants: &'a mut Constants,
    known: FxHashMap<Term, Operand>,
    /// How many temporaries are used.
    pub temporaries: u32,
    /// What has been compiled.
    pub code: Code,
}

impl<'a> Compiler<'a> {
    /// Nothing compiled yet.
    pub fn new(variables: &'a dyn Fn(Term) -> Operand, constants: &'a mut Constants) -> Compiler<'a> {
        let known = FxHashMap::default();
        Compiler { variables, constants, known, temporaries: 0, code: Code::default() }
    }

    /// Where the value of a term will be.
    pub fn operand(&mut self, term: Term) -> Operand {
        let mut stack = vec![term];
        let mut needed = Vec::new();
        while let Some(&top) = stack.last() {
            if self.known.contains_key(&top) {
                stack.pop();
                continue;
            }
            needed.clear();
            needs(top, &mut needed);
            needed.retain(|part| !self.known.contains_key(part));
            if needed.is_empty() {
                let operand = self.emit(top);
                self.known.insert(top, operand);
                stack.pop();
            } else {
                stack.append(&mut needed);
            }
        }
        self.known[&term]
    }

    /// The value of a term in a temporary of its own.
    pub fn copied(&mut self, term: Term) -> Operand {
        let operand = self.operand(term);
        self.apply(Operation::Copy, &[operand], term.sort())
    }

    fn target(&mut self, sort: Sort) -> u32 {
        let target = self.temporaries;
        self.temporaries += 1;
        if matches!(sort, Sort::Array(_)) {
            self.code.arrays.push(target);
        }
        target
    }

    fn apply(&mut self, operation: Operation, operands: &[Operand], sort: Sort) -> Operand {
        let target = self.target(sort);
        let first = operands[0];
        let at = |position: usize| operands.get(position).copied().unwrap_or(first);
        self.code.instructions.push(Instruction::Apply {
            operation,
            operands: [first, at(1), at(2)],
            target,
            sort,
        });
        Operand::Temp(target)
    }

    /// The instructions of a term whose parts are known.
    fn emit(&mut self, term: Term) -> Operand {
        if term.is_value()
            && let Some(position) = self.constants.position(term)
        {
            return Operand::Constant(position);
        }
        let arguments: Vec<Operand> = match term.op() {
            Op::Var(_) => return (self.variables)(term),
            Op::Forall(_) | Op::Exists(_) => return self.quantified(term),
            Op::Select => return self.select(term.arguments()[0], term.arguments()[1]),
            _ => term.arguments().iter().map(|argument| self.known[argument]).collect(),
        };
        let sort = term.sort();
        match shape(term) {
            Shape::Alias => arguments[0],
            Shape::Once(operation) => self.apply(operation, &arguments, sort),
            Shape::Folded(operation) => {
                let first = arguments[0];
                arguments[1..].iter().fold(first, |sum, next| self.apply(operation, &[sum, *next], sort))
            }
            Shape::Concat => {
                let widths = term.arguments()[1..].iter().map(|argument| mk::width(*argument));
                let parts = arguments[1..].iter().zip(widths);
                let first = arguments[0];
                parts.fold(first, |high, (low, width)| {
                    self.apply(Operation::Concat(width), &[high, *low], sort)
                })
            }
            Shape::Float(operation, operands) => {
                let operands: Vec<Operand> = operands.iter().map(|operand| self.known[operand]).collect();
                self.apply(Operation::Float(operation), &operands, sort)
            }
            Shape::Function(func) => {
                let target = self.target(sort);
                let operands = arguments.into();
                self.code.instructions.push(Instruction::Call { func, operands, target });
                Operand::Temp(target)
            }
            Shape::Other => {
                let target = self.target(sort);
                let operands = arguments.into();
                self.code.instructions.push(Instruction::Rebuild { pattern: term, operands, target });
                Operand::Temp(target)
            }
        }
    }

    fn quantified(&mut self, formula: Term) -> Operand {
        let variables = formula.free_variables().iter().map(|v| (*v, self.known[v])).collect();
        let target = self.target(Sort::Bool);
        self.code.instructions.push(Instruction::Quantified { formula, variables, target });
        Operand::Temp(target)
    }

    /// Reads through the stores of an array.
    fn select(&mut self, array: Term, index: Term) -> Operand {
        let (stores, bottom) = stores_of(array);
        let (at, array_operand) = (self.known[&index], self.known[&bottom]);
        let Sort::Array(parts) = array.sort() else { unreachable!("only arrays are read") };
        let mut value = self.apply(Operation::Select, &[array_operand, at], parts.element());
        for (other, written) in stores.into_iter().rev() {
            let is_here = self.apply(Operation::Eq, &[self.known[&other], at], Sort::Bool);
            value = self.apply(Operation::Ite, &[is_here, self.known[&written], value], parts.element());
        }
        value
    }
}

/// The stores of an array from the outside in, with what they write to.
fn stores_of(array: Term) -> (Vec<(Term, Term)>, Term) {
    let (mut stores, mut bottom) = (Vec::new(), array);
    while let (Op::Store, &[inner, index, value]) = (bottom.op(), bottom.arguments()) {
        if bottom.is_value() {
            break;
        }
        stores.push((index, value));
        bottom = inner;
    }
    (stores, bottom)
}

/// The terms whose values are needed before that of a term.
fn needs(term: Term, needed: &mut Vec<Term>) {
    match (term.op(), term.arguments()) {
        _ if term.is_value() => {}
        (Op::Forall(_) | Op::Exists(_), _) => needed.extend(term.free_variables()),
        (Op::Select, &[array, index]) => {
            let (stores, bottom) = stores_of(array);
            needed.extend([index, bottom]);
            needed.extend(stores.into_iter().flat_map(|(index, value)| [index, value]));
        }
        (_, arguments) => needed.extend(arguments),
    }
}

/// How a term is computed from its arguments.
enum Shape {
    /// As its first argument.
    Alias,
    /// By one operation.
    Once(Operation),
    /// By an operation on two operands, from left to right.
    Folded(Operation),
    /// By putting bit-vectors side by side.
    Concat,
    /// By the machine's floats, on these operands.
    Float(FloatOperation, &'static [Term]),
    /// By an uninterpreted function.
    Function(Func),
    /// By the constructors of terms.
    Other,
}

fn shape(term: Term) -> Shape {
    let arguments = term.arguments();
    let narrow = |argument: Option<&Term>| argument?.sort().bit_width().filter(|width| *width <= 64);
    let is_narrow_result = term.sort().bit_width().is_some_and(|width| width <= 64);
    match term.op() {
        Op::Apply(func) => return Shape::Function(func),
        Op::Not => return Shape::Once(Operation::Not),
        Op::And => return Shape::Folded(Operation::And),
        Op::Or => return Shape::Folded(Operation::Or),
        Op::Eq => return Shape::Once(Operation::Eq),
        Op::Ite => return Shape::Once(Operation::Ite),
        Op::Store => return Shape::Once(Operation::Store),
        Op::ConstArray => return Shape::Once(Operation::ConstArray(term.sort())),
        Op::IntToBv(width) if width <= 64 => return Shape::Once(Operation::IntToBv(width)),
        _ => {}
    }
    if let Some(operation) = int_operation(term.op()).filter(|_| arguments[0].sort() == Sort::Int) {
        return Shape::Folded(Operation::Int(operation));
    }
    if let Some((operation, operands)) = FloatOperation::of(term) {
        return Shape::Float(operation, operands);
    }
    let Some(width) = narrow(arguments.first()) else { return Shape::Other };
    match term.op() {
        Op::ZeroExtend(_) if is_narrow_result => Shape::Alias,
        Op::SignExtend(by) if is_narrow_result => Shape::Once(Operation::SignExtend(width, width + by)),
        Op::Extract(high, low) => Shape::Once(Operation::Extract(high, low)),
        Op::Concat if is_narrow_result => Shape::Concat,
        Op::UbvToInt => Shape::Once(Operation::UbvToInt),
        Op::SbvToInt => Shape::Once(Operation::SbvToInt(width)),
        Op::BvNot => Shape::Once(Operation::Bits(BitOperation::Not, width)),
        Op::BvNeg => Shape::Once(Operation::Bits(BitOperation::Neg, width)),
        op => match bit_operation(op) {
            Some(operation) => Shape::Folded(Operation::Bits(operation, width)),
            None => Shape::Other,
        },
    }
}

fn int_operation(op: Op) -> Option<IntOperation> {
    Some(match op {
        Op::Add => IntOperation::Add,
        Op::Mul => IntOperation::Mul,
        Op::IntDiv => IntOperation::Div,
        Op::Mod => IntOperation::Mod,
        Op::Le => IntOperation::Le,
        Op::Lt => IntOperation::Lt,
        _ => return None,
    })
}

fn bit_operation(op: Op) -> Option<BitOperation> {
    Some(match op {
        Op::BvAnd => BitOperation::And,
        Op::BvOr => BitOperation::Or,
        Op::BvXor => BitOperation::Xor,
        Op::BvAdd => BitOperation::Add,
        Op::BvSub => BitOperation::Sub,
        Op::BvMul => BitOperation::Mul,
        Op::BvUdiv => BitOperation::Udiv,
        Op::BvUrem => BitOperation::Urem,
        Op::BvSdiv => BitOperation::Sdiv,
        Op::BvSrem => BitOperation::Srem,
        Op::BvSmod => BitOperation::Smod,
        Op::BvShl => BitOperation::Shl,
        Op::BvLshr => BitOperation::Lshr,
        Op::BvAshr => BitOperation::Ashr,
        Op::BvUlt => BitOperation::Ult,
        Op::BvUle => BitOperation::Ule,
        Op::BvSlt => BitOperation::Slt,
        Op::BvSle => BitOperation::Sle,
        _ => return None,
    })
}
