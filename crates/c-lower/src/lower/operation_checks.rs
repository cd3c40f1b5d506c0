//! Checks of arithmetic operations and conversions, as far as the property asks for them.

use c_sema::hir::BinaryOp;
use c_sema::types::Type;
use term::{Sort, Term, build as mk};

use super::body::Body;

impl Body<'_, '_> {
    /// Checks the operands of `a op b`.
    pub fn check_operation(&mut self, op: BinaryOp, ty: &Type, a: Term, right: &Type, b: Term) {
        let encoder = self.lowerer.encoder.clone();
        let properties = self.lowerer.options.properties.clone();
        if properties.no_overflow {
            for (message, violated) in encoder.overflow_checks(op, ty, a, right, b) {
                self.check(violated, "no-overflow", message);
            }
        }
        // What is defined is the model's own way to compute.
        if properties.no_unsigned_overflow
            && !self.is_in_model()
            && let Some((message, violated)) = encoder.unsigned_overflow(op, ty, a, b)
        {
            self.check(violated, "no-unsigned-overflow", message);
        }
        if properties.no_division_by_zero
            && let Some((message, violated)) = encoder.zero_divisor(op, ty, b)
        {
            self.check(violated, "no-division-by-zero", message);
        }
        if properties.valid_shift
            && let Some((message, violated)) = encoder.bad_shift_count(op, ty, right, b)
        {
            self.check(violated, "valid-shift", message);
        }
        if properties.no_overflow {
            // The standard leaves it open, gcc defines it, and its sanitizer complains.
            let count = encoder.bad_shift_count(op, ty, right, b).filter(|_| !properties.valid_shift);
            for (message, violated) in count.into_iter().chain(encoder.negative_shifted(op, ty, a)) {
                self.check_flagged(violated, "no-overflow", message);
            }
        }
    }

    /// Whether a model of a function of the library is being lowered.
    fn is_in_model(&self) -> bool {
        self.function.is_some_and(|function| self.lowerer.program.functions[function].is_model)
    }

    /// Checks what a floating-point operation gave; gives it.
    pub fn check_float_result(&mut self, ty: &Type, operands: &[Term], result: Term) -> Term {
        let properties = &self.lowerer.options.properties;
        let (overflow, nan) = (properties.no_float_overflow, properties.no_nan);
        if !(overflow || nan) || !matches!((ty, result.sort()), (Type::Float(_), Sort::Float(_))) {
            return result;
        }
        let result = self.keep("result", result);
        let floats = || operands.iter().copied().filter(|operand| matches!(operand.sort(), Sort::Float(_)));
        let is_number = |operand: Term| mk::not(mk::fp_is_nan(operand));
        let is_finite = |operand: Term| mk::not(mk::fp_is_infinite(operand));
        if overflow {
            let finite = mk::and(floats().flat_map(|operand| [is_number(operand), is_finite(operand)]));
            let violated = mk::and2(finite, mk::fp_is_infinite(result));
            self.check(violated, "no-float-overflow", "the result of finite numbers is infinite");
        }
        if nan {
            let violated = mk::and2(mk::and(floats().map(is_number)), mk::fp_is_nan(result));
            self.check(violated, "no-nan", "the result is not a number");
        }
        result
    }

    /// Checks a conversion that nobody wrote down.
    pub fn check_conversion(&mut self, from: &Type, to: &Type, value: Term) {
        if self.lowerer.options.properties.no_lossy_conversion
            && !self.is_in_model()
            && let Some((message, violated)) = self.lowerer.encoder.clone().lossy_conversion(from, to, value)
        {
            self.check(violated, "no-lossy-conversion", message);
        }
    }
}
