//! Computing shadows: what an instruction or a write means for the terms beside the values ([`crate::shadow`]).

use term::{Op, Sort, Term, build as mk};

use super::State;
use crate::choices::Choices;
use crate::compile::{Instruction, Operand};
use crate::operation::{BitOperation, IntOperation, Operation};
use crate::procedure::{ProcedureCode, Write, default_of};
use crate::shadow::{Open, Shadow, Shadows};
use crate::value::Value;

impl State {
    fn shades(&self) -> &Shadows {
        self.shadows.as_ref().expect("there are shadows")
    }

    fn shades_mut(&mut self) -> &mut Shadows {
        self.shadows.as_mut().expect("there are shadows")
    }

    /// Notes that the path depends on the value of an operand.
    pub fn pin(&mut self, operand: Operand, code: &ProcedureCode, base: usize) {
        let Some(shadows) = &self.shadows else { return };
        match shadows.read(operand, base) {
            Shadow::None => {}
            Shadow::Scalar(term) => {
                let value = self.read(operand, code, base).to_term(term.sort());
                self.shades_mut().trail.pin(term, value);
            }
            // Elements that were not read are not decided yet, so nothing is known of the array as a whole.
            Shadow::Array(_) => {
                let trail = &mut self.shades_mut().trail;
                trail.overapproximation.get_or_insert_with(|| "an array is used as a whole".into());
            }
        }
    }

    /// Changes the shadows of an array that is about to be written.
    pub fn shade_writes(&mut self, place: Operand, writes: &[Write], code: &ProcedureCode, base: usize) {
        for write in writes {
            write.conditions.iter().for_each(|(condition, _)| self.pin(*condition, code, base));
            let holds = |(condition, wanted): &(Operand, bool)| {
                self.read(*condition, code, base).is_true() == *wanted
            };
            if !write.conditions.iter().all(holds) {
                continue;
            }
            write.path.iter().for_each(|index| self.pin(*index, code, base));
            let path: Vec<Value> =
                write.path.iter().map(|index| self.read(*index, code, base).clone()).collect();
            let shadows = self.shades_mut();
            let shadow = shadows.read(write.value, base);
            shadows.write(place, base, &path, shadow);
        }
    }

    /// Gives the result of an instruction its shadow; the value is there already, except that an element of an open
    /// array is decided here.
    pub fn shade(
        &mut self,
        instruction: &Instruction,
        code: &ProcedureCode,
        base: usize,
        choices: &mut dyn Choices,
    ) {
        let (target, shadow) = match instruction {
            Instruction::Apply { operation, operands, target, sort } => {
                let shadows = self.shades();
                if operands.iter().all(|operand| shadows.is_none(*operand, base)) {
                    (*target, Shadow::None)
                } else {
                    let shadow =
                        self.shade_operation(*operation, operands, *target, *sort, code, base, choices);
                    (*target, shadow)
                }
            }
            Instruction::Rebuild { pattern, operands, target } => {
                (*target, self.shade_pattern(*pattern, operands, code, base))
            }
            Instruction::Call { operands, target, .. } => {
                operands.iter().for_each(|operand| self.pin(*operand, code, base));
                (*target, Shadow::None)
            }
            Instruction::Quantified { variables, target, .. } => {
                variables.iter().for_each(|(_, operand)| self.pin(*operand, code, base));
                (*target, Shadow::None)
            }
        };
        let shadows = self.shades_mut();
        shadows.temporaries[target as usize] = shadow;
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of an instruction")]
    fn shade_operation(
        &mut self,
        operation: Operation,
        operands: &[Operand; 3],
        target: u32,
        sort: Sort,
        code: &ProcedureCode,
        base: usize,
        choices: &mut dyn Choices,
    ) -> Shadow {
        let shadows = self.shades();
        match operation {
            Operation::Copy => shadows.read(operands[0], base),
            Operation::Select => {
                self.pin(operands[1], code, base);
                self.shade_select(operands[0], operands[1], target, code, base, choices)
            }
            Operation::Store => {
                let (mut array, element) = (shadows.read(operands[0], base), shadows.read(operands[2], base));
                let index = [self.read(operands[1], code, base).clone()];
                array.write(&index, element, &mut self.shades_mut().decided);
                self.pin(operands[1], code, base);
                array
            }
            Operation::Ite if matches!(sort, Sort::Array(_)) => {
                let taken = if self.read(operands[0], code, base).is_true() { 1 } else { 2 };
                let shadow = shadows.read(operands[taken], base);
                self.pin(operands[0], code, base);
                shadow
            }
            _ => match self.term_of(operation, operands, sort, code, base) {
                Some(term) if term.is_value() => Shadow::None,
                Some(term) => Shadow::Scalar(term),
                None => {
                    operands.iter().for_each(|operand| self.pin(*operand, code, base));
                    Shadow::None
                }
            },
        }
    }

    fn shade_select(
        &mut self,
        array: Operand,
        index: Operand,
        target: u32,
        code: &ProcedureCode,
        base: usize,
        choices: &mut dyn Choices,
    ) -> Shadow {
        let shadows = self.shades();
        let Shadow::Array(array) = shadows.read(array, base) else { return Shadow::None };
        let index = self.read(index, code, base).clone();
        if let Some(shadow) = array.entries.get(&index) {
            return shadow.clone();
        }
        let Some(open) = &array.open else { return Shadow::None };
        if matches!(open.element, Sort::Array(_)) {
            return self.shades_mut().decided.array(open, &index);
        }
        let (value, shadow) = shadows.decided.get(open, &index).unwrap_or_else(|| {
            let element = self.decide_element(open, choices);
            self.shades_mut().decided.insert(open, index, element.clone());
            element
        });
        self.temporaries[target as usize] = value;
        shadow
    }

    fn decide_element(&mut self, open: &Open, choices: &mut dyn Choices) -> (Value, Shadow) {
        let value = choices.element(open.element);
        let trail = &mut self.shades_mut().trail;
        let symbol = trail.decide(value, open.why.as_ref());
        (Value::from_term(value).unwrap_or_else(|| default_of(open.element)), Shadow::Scalar(symbol))
    }

    /// The term of an operand in a width or sort.
    pub fn term_of_operand(&self, operand: Operand, sort: Sort, code: &ProcedureCode, base: usize) -> Term {
        let shadows = self.shades();
        match shadows.read(operand, base).term() {
            Some(term) => adapt(term, sort),
            None => self.read(operand, code, base).to_term(sort),
        }
    }

    /// The term of an operation that has one.
    fn term_of(
        &self,
        operation: Operation,
        operands: &[Operand; 3],
        sort: Sort,
        code: &ProcedureCode,
        base: usize,
    ) -> Option<Term> {
        let [a, b, c] = *operands;
        let term = |operand, sort| self.term_of_operand(operand, sort, code, base);
        let width = |sort: Sort| sort.bit_width();
        Some(match operation {
            Operation::Not => mk::not(term(a, Sort::Bool)),
            Operation::And => mk::and2(term(a, Sort::Bool), term(b, Sort::Bool)),
            Operation::Or => mk::or2(term(a, Sort::Bool), term(b, Sort::Bool)),
            Operation::Eq => {
                let common = self.common_sort(a, b, code, base)?;
                mk::eq(term(a, common), term(b, common))
            }
            Operation::Ite => mk::ite(term(a, Sort::Bool), term(b, sort), term(c, sort)),
            Operation::Bits(op, width) => {
                let (op, is_unary) = bit_operator(op);
                let first = term(a, Sort::BitVec(width));
                match is_unary {
                    true => mk::rebuild(op, &[first], sort),
                    false => mk::rebuild(op, &[first, term(b, Sort::BitVec(width))], sort),
                }
            }
            Operation::Concat(low) => {
                let high = width(sort)?.checked_sub(low).filter(|high| *high > 0)?;
                let parts = [term(a, Sort::BitVec(high)), term(b, Sort::BitVec(low))];
                mk::rebuild(Op::Concat, &parts, sort)
            }
            Operation::Extract(high, low) => {
                mk::rebuild(Op::Extract(high, low), &[term(a, Sort::BitVec(64.max(high + 1)))], sort)
            }
            Operation::SignExtend(from, to) => {
                mk::rebuild(Op::SignExtend(to - from), &[term(a, Sort::BitVec(from))], sort)
            }
            Operation::Int(op) => {
                let operator = match op {
                    IntOperation::Add => mk::add2,
                    IntOperation::Mul => mk::mul,
                    IntOperation::Div => mk::div,
                    IntOperation::Mod => mk::modulo,
                    IntOperation::Le => mk::le,
                    IntOperation::Lt => mk::lt,
                };
                operator(term(a, Sort::Int), term(b, Sort::Int))
            }
            Operation::UbvToInt => mk::ubv_to_int(term(a, Sort::BitVec(64))),
            Operation::SbvToInt(width) => mk::sbv_to_int(term(a, Sort::BitVec(width))),
            Operation::IntToBv(width) => mk::int_to_bv(width, term(a, Sort::Int)),
            Operation::Float(_)
            | Operation::ConstArray(_)
            | Operation::Copy
            | Operation::Select
            | Operation::Store => return None,
        })
    }

    /// The sort in which two operands are compared; none for arrays.
    fn common_sort(&self, a: Operand, b: Operand, code: &ProcedureCode, base: usize) -> Option<Sort> {
        let shadows = self.shades();
        let sorts = [a, b].map(|operand| shadows.read(operand, base).term().map(Term::sort));
        match sorts {
            [Some(Sort::BitVec(first)), Some(Sort::BitVec(second))] => Some(Sort::BitVec(first.max(second))),
            [Some(Sort::BitVec(width)), None] | [None, Some(Sort::BitVec(width))] => {
                let other = if sorts[0].is_some() { b } else { a };
                match self.read(other, code, base) {
                    Value::Word(word) => Some(Sort::BitVec(width.max(64 - (*word as u64).leading_zeros()))),
                    _ => Some(Sort::BitVec(width)),
                }
            }
            [Some(sort), _] | [None, Some(sort)] => Some(sort),
            [None, None] => None,
        }
    }

    fn shade_pattern(
        &mut self,
        pattern: Term,
        operands: &[Operand],
        code: &ProcedureCode,
        base: usize,
    ) -> Shadow {
        let shadows = self.shades();
        if operands.iter().all(|operand| shadows.is_none(*operand, base)) {
            return Shadow::None;
        }
        let is_scalar = |sort: Sort| matches!(sort, Sort::Bool | Sort::Int | Sort::BitVec(_));
        let sorts = || pattern.arguments().iter().map(|argument| argument.sort());
        if !is_scalar(pattern.sort()) || !sorts().all(is_scalar) {
            operands.iter().for_each(|operand| self.pin(*operand, code, base));
            return Shadow::None;
        }
        let arguments: Vec<Term> = operands
            .iter()
            .zip(sorts())
            .map(|(operand, sort)| self.term_of_operand(*operand, sort, code, base))
            .collect();
        let term = mk::rebuild(pattern.op(), &arguments, pattern.sort());
        if term.is_value() { Shadow::None } else { Shadow::Scalar(term) }
    }
}

/// A bit-vector in another width that has room for its value; anything else as it is.
fn adapt(term: Term, sort: Sort) -> Term {
    match (term.sort(), sort) {
        (Sort::BitVec(_), Sort::BitVec(to)) => mk::resize(to, term, false),
        _ => term,
    }
}

/// The operator of an operation, and whether it has one operand.
fn bit_operator(operation: BitOperation) -> (Op, bool) {
    let operator = match operation {
        BitOperation::Not => return (Op::BvNot, true),
        BitOperation::Neg => return (Op::BvNeg, true),
        BitOperation::And => Op::BvAnd,
        BitOperation::Or => Op::BvOr,
        BitOperation::Xor => Op::BvXor,
        BitOperation::Add => Op::BvAdd,
        BitOperation::Sub => Op::BvSub,
        BitOperation::Mul => Op::BvMul,
        BitOperation::Udiv => Op::BvUdiv,
        BitOperation::Urem => Op::BvUrem,
        BitOperation::Sdiv => Op::BvSdiv,
        BitOperation::Srem => Op::BvSrem,
        BitOperation::Smod => Op::BvSmod,
        BitOperation::Shl => Op::BvShl,
        BitOperation::Lshr => Op::BvLshr,
        BitOperation::Ashr => Op::BvAshr,
        BitOperation::Ult => Op::BvUlt,
        BitOperation::Ule => Op::BvUle,
        BitOperation::Slt => Op::BvSlt,
        BitOperation::Sle => Op::BvSle,
    };
    (operator, false)
}
