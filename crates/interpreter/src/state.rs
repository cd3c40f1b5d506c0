//! The values of an execution, and the computation of terms from them.

mod shading;

use term::{Model, Term, build as mk};

use super::Ending;
use super::choices::{Choices, Given};
use super::compile::{Code, Compiler, Constants, Instruction, Operand};
use super::procedure::{ProcedureCode, Write, default_of};
use super::shadow::{Shadow, Shadows};
use super::value::Value;

/// The values of all variables.
#[derive(Debug, Default)]
pub struct State {
    /// Those of the globals.
    pub globals: Vec<Value>,
    /// Those of the frames, one after the other.
    pub locals: Vec<Value>,
    /// Those of the current statement.
    pub temporaries: Vec<Value>,
    /// The interpretations of functions.
    pub model: Model,
    /// How the values depend on decisions, if somebody wants to know.
    pub shadows: Option<Box<Shadows>>,
    /// Whether a quotient by zero, which SMT-LIB leaves open, has no value.
    pub is_strict: bool,
}

impl State {
    #[inline]
    pub fn read<'a>(&'a self, operand: Operand, code: &'a ProcedureCode, base: usize) -> &'a Value {
        match operand {
            Operand::Global(position) => &self.globals[position as usize],
            Operand::Local(position) => &self.locals[base + position as usize],
            Operand::Temp(position) => &self.temporaries[position as usize],
            Operand::Constant(position) => &code.constants[position as usize],
        }
    }

    #[inline]
    pub fn place(&mut self, operand: Operand, base: usize) -> &mut Value {
        match operand {
            Operand::Global(position) => &mut self.globals[position as usize],
            Operand::Local(position) => &mut self.locals[base + position as usize],
            Operand::Temp(position) => &mut self.temporaries[position as usize],
            Operand::Constant(_) => unreachable!("constants are not written"),
        }
    }

    /// Forgets the arrays of a statement.
    #[inline]
    pub fn clear(&mut self, code: &Code) {
        for position in &code.arrays {
            self.temporaries[*position as usize] = Value::Word(0);
            if let Some(shadows) = &mut self.shadows {
                shadows.temporaries[*position as usize] = Shadow::None;
            }
        }
    }

    /// Computes the terms of a statement.
    pub fn compute(
        &mut self,
        statement: &Code,
        code: &ProcedureCode,
        base: usize,
        choices: &mut dyn Choices,
    ) -> Result<(), Ending> {
        for instruction in &statement.instructions {
            let (value, target) = match instruction {
                Instruction::Apply { operation, operands: [a, b, c], target, .. } => {
                    let [a, b, c] = [a, b, c].map(|operand| self.read(*operand, code, base));
                    if self.is_strict && operation.is_open(b) {
                        return Err(Ending::Undetermined("a quotient by zero".into()));
                    }
                    (operation.apply(a, b, c), *target)
                }
                Instruction::Rebuild { pattern, operands, target } => {
                    let operands = operands.iter().zip(pattern.arguments());
                    let arguments: Vec<Term> = operands
                        .map(|(operand, argument)| self.read(*operand, code, base).to_term(argument.sort()))
                        .collect();
                    let result = mk::rebuild(pattern.op(), &arguments, pattern.sort());
                    (Value::from_term(result).unwrap_or_else(|| default_of(pattern.sort())), *target)
                }
                Instruction::Call { func, operands, target } => {
                    let operands = operands.iter().zip(func.parameters());
                    let arguments: Vec<Term> = operands
                        .map(|(operand, sort)| self.read(*operand, code, base).to_term(*sort))
                        .collect();
                    let result = self.model.eval(mk::apply(*func, &arguments));
                    (Value::from_term(result).unwrap_or_else(|| default_of(func.result())), *target)
                }
                Instruction::Quantified { formula, variables, target } => {
                    let mut model = self.model.clone();
                    for (variable, operand) in variables {
                        model.insert(*variable, self.read(*operand, code, base).to_term(variable.sort()));
                    }
                    match model.eval_bool(*formula) {
                        Some(value) => (Value::bool(value), *target),
                        None => return Err(Ending::Undetermined("a quantified formula".into())),
                    }
                }
            };
            self.temporaries[target as usize] = value;
            if self.shadows.is_some() {
                self.shade(instruction, code, base, choices);
            }
        }
        Ok(())
    }

    /// Writes into an array.
    pub fn update(&mut self, place: Operand, writes: &[Write], code: &ProcedureCode, base: usize) {
        if self.shadows.is_some() {
            self.shade_writes(place, writes, code, base);
        }
        // The array leaves its place while it changes; no operand of the writes is that variable.
        let mut array = std::mem::replace(self.place(place, base), Value::Word(0));
        for write in writes {
            let holds = |(condition, wanted): &(Operand, bool)| {
                self.read(*condition, code, base).is_true() == *wanted
            };
            if !write.conditions.iter().all(holds) {
                continue;
            }
            let (last, outer) = write.path.split_last().expect("a write has an index");
            let mut inner = array.as_array_mut();
            for index in outer {
                inner = inner.element_mut(self.read(*index, code, base)).as_array_mut();
            }
            let index = self.read(*last, code, base).clone();
            inner.write(index, self.read(write.value, code, base).clone());
        }
        *self.place(place, base) = array;
    }
}

/// The value of a term under a model, by the code that executes programs; for tests that compare it with
/// [`Model::eval`]. `None` if it cannot be computed.
pub fn evaluate(term: Term, model: &Model) -> Option<Term> {
    let variables = term.free_variables();
    let mut state = State { model: model.clone(), ..State::default() };
    for variable in variables {
        let value = model.get(*variable).unwrap_or_else(|| term::model::default_value(variable.sort()));
        state.globals.push(Value::from_term(value)?);
    }
    let place = |variable: Term| {
        let position = variables.iter().position(|other| *other == variable);
        Operand::Global(position.expect("a free variable") as u32)
    };
    let mut constants = Constants::default();
    let mut compiler = Compiler::new(&place, &mut constants);
    let result = compiler.operand(term);
    let (statement, temporaries) = (compiler.code, compiler.temporaries as usize);
    state.temporaries = vec![Value::Word(0); temporaries];
    let code = ProcedureCode { constants: constants.values, temporaries, ..ProcedureCode::default() };
    state.compute(&statement, &code, 0, &mut Given::default()).ok()?;
    Some(state.read(result, &code, 0).to_term(term.sort()))
}
