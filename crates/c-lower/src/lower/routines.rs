//! Calls of functions that the program does not define.

use std::rc::Rc;

use program::{Provenance, Statement};
use term::{Sort, build as mk};

use super::body::Body;
use super::place::Address;
use super::value::{PointerValue, Value};
use crate::hir::{Callee, ExprId, ExprKind, FunctionId};
use crate::library::{Routine, routine};
use crate::memory::leaves::Scalar;
use crate::types::{IntKind, Ty, Type};

impl Body<'_, '_> {
    /// Whether a call only returns its first argument.
    pub fn is_identity(&self, id: ExprId) -> bool {
        let program = self.lowerer.program;
        let ExprKind::Call(Callee::Direct(function), _) = program.exprs[id].kind else { return false };
        let callee = &program.functions[function];
        callee.body.is_none() && routine(&callee.name) == Some(Routine::FirstArgument)
    }

    /// A call of a function without a body.
    pub fn call_routine(
        &mut self,
        id: ExprId,
        function: FunctionId,
        arguments: &[ExprId],
        values: &[Value],
    ) -> Value {
        let program = self.lowerer.program;
        let ty = program.exprs[id].ty;
        let name = program.functions[function].name.clone();
        match routine(&name) {
            Some(Routine::Allocate) => self.allocate(id, values.first().zip(arguments.first()), false),
            Some(Routine::AllocateZeroed) => self.allocate_zeroed(id, arguments, values),
            Some(Routine::AllocateStack) => self.allocate(id, values.first().zip(arguments.first()), true),
            Some(Routine::Reallocate) => self.reallocate(id, arguments, values),
            Some(Routine::Free) => self.free(arguments, values),
            Some(Routine::CopyMemory) => self.call_copy(arguments, values),
            Some(Routine::SetMemory) => self.call_set(arguments, values),
            Some(Routine::FirstArgument) => values.first().cloned().unwrap_or(Value::Void),
            Some(Routine::Nondet) => self.input(id, ty, &name),
            Some(Routine::Assume) => {
                if let (Some(value), Some(&argument)) = (values.first(), arguments.first()) {
                    let condition = self.truth_of(value, &self.expr_type(argument));
                    self.assume(condition);
                }
                Value::Void
            }
            Some(Routine::Exit) => self.exit(arguments, values, ty),
            Some(Routine::Abort) => {
                self.halt(super::HALT);
                self.anything(ty)
            }
            Some(Routine::Output) => self.anything(ty),
            Some(Routine::Threads) => {
                self.unsupported(&format!("threads ({name})"));
                self.anything(ty)
            }
            Some(Routine::Jumps) => {
                self.unsupported(&format!("non-local jumps ({name})"));
                self.anything(ty)
            }
            None => self.call_unknown(id, function, arguments, values),
        }
    }

    /// An input of the program.
    fn input(&mut self, id: ExprId, ty: Ty, name: &str) -> Value {
        let Some(scalar) = Scalar::of(&self.lowerer.program.types, ty) else { return self.anything(ty) };
        let input = Some(Rc::from(name));
        let provenance = Provenance { input, text: format!("{name}()").into(), ..self.provenance() };
        if scalar == Scalar::Pointer {
            let word = self.lowerer.word();
            let (base, offset) = (self.fresh("input", word), self.fresh("input.offset", word));
            self.emit_with(Statement::Havoc(vec![base, offset]), provenance);
            let pointee = self.lowerer.regions.points_to.exprs[id];
            return Value::Pointer(PointerValue {
                base,
                offset,
                is_genuine: self.lowerer.is_genuine(pointee),
            });
        }
        let variable = self.fresh("input", self.lowerer.scalar_sort(scalar));
        self.emit_with(Statement::Havoc(vec![variable]), provenance);
        self.in_range(scalar, None, variable);
        if let Scalar::Int(kind) = scalar {
            self.lowerer.encoder.declare(variable, kind);
        }
        Value::Number(variable)
    }

    fn exit(&mut self, arguments: &[ExprId], values: &[Value], ty: Ty) -> Value {
        if let (Some(Value::Number(status)), Some(&argument)) = (values.first(), arguments.first()) {
            let (from, int) = (self.expr_type(argument), Type::Int(IntKind::Int));
            let status = self.convert_number(&from, &int, *status);
            let variable = self.lowerer.named_global(super::EXIT_STATUS, status.sort());
            self.assign(variable, status);
        }
        self.check_leaks(false);
        self.halt(super::EXITED);
        self.anything(ty)
    }

    /// A function about which nothing is known but its type, or one of the mathematical ones.
    fn call_unknown(
        &mut self,
        id: ExprId,
        function: FunctionId,
        arguments: &[ExprId],
        values: &[Value],
    ) -> Value {
        let program = self.lowerer.program;
        let (ty, name) = (program.exprs[id].ty, program.functions[function].name.clone());
        if let Some(value) = self.number_function(&name, ty, arguments, values) {
            return value;
        }
        if program.functions[function].is_noreturn {
            self.halt(super::HALT);
            return self.anything(ty);
        }
        if let Some(index) = crate::library::written_argument(&name)
            && let Some(Value::Pointer(written)) = values.get(index)
            && !self.is_null(*written).is_true()
        {
            self.unsupported(&format!("`{name}`, which changes memory,"));
            return self.anything(ty);
        }
        if crate::sema::is_known_to_gcc(&name)
            && let Some(scalar @ (Scalar::Int(_) | Scalar::Float(_))) = Scalar::of(&program.types, ty)
        {
            let variable = self.fresh("result", self.lowerer.scalar_sort(scalar));
            self.havoc_flagged(vec![variable], &format!("the result of `{name}`"));
            self.in_range(scalar, None, variable);
            return Value::Number(variable);
        }
        if matches!(program.types[ty], Type::Void) {
            self.lowerer.assume_about(format!("`{name}` has no body and changes no memory"));
            return Value::Void;
        }
        self.lowerer
            .assume_about(format!("`{name}` has no body: it returns any value and changes no memory"));
        match Scalar::of(&program.types, ty) {
            Some(Scalar::Pointer) if self.lowerer.options.properties.needs_memory_safety() => {
                let value = self.input(id, ty, &name);
                let unknown = self.fresh("unknown", Sort::Bool);
                self.havoc_flagged(vec![unknown], "a pointer from a function without a body");
                let pointer = value.pointer();
                let zero = self.lowerer.word_constant(0);
                Value::Pointer(PointerValue { base: mk::ite(unknown, pointer.base, zero), ..pointer })
            }
            Some(_) => self.input(id, ty, &name),
            None => self.anything(ty),
        }
    }

    /// The address that a value points to, as the analysis sees the expression.
    pub fn address_of(&mut self, expr: ExprId, pointer: PointerValue) -> Option<Address> {
        let target = self.lowerer.regions.points_to.exprs[expr]?;
        Some(Address {
            pointer: target,
            base: pointer.base,
            offset: pointer.offset,
            direct: None,
            is_genuine: pointer.is_genuine,
        })
    }
}
