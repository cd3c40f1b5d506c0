//! Calls of functions that the program does not define.

use std::rc::Rc;

use c_sema::hir::{Callee, ExprId, ExprKind, FunctionId, Storage};
use c_sema::types::{IntKind, Ty, Type};
use program::{Provenance, Statement};
use term::{Sort, build as mk};

use super::body::Body;
use super::value::{Address, PointerValue, Value};
use crate::library::{Effects, Routine, routine};
use crate::memory::leaves::Scalar;

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
                self.remark_on_verifier(&name);
                if let (Some(value), Some(&argument)) = (values.first(), arguments.first()) {
                    let condition = self.truth_of(value, &self.expr_type(argument));
                    self.assume(condition);
                }
                Value::Void
            }
            Some(Routine::Assert) => {
                self.remark_on_verifier(&name);
                if let (Some(value), Some(&argument)) = (values.first(), arguments.first()) {
                    let condition = self.truth_of(value, &self.expr_type(argument));
                    // What the macro calls decides whether this is a violation, or only the end.
                    if self.is_error_function("__assert_fail") {
                        self.check(mk::not(condition), "unreach-call", &self.assertion_message(arguments));
                    }
                    self.assume(condition);
                }
                self.anything(ty)
            }
            Some(Routine::Exit) => self.exit(arguments, values, ty),
            Some(Routine::Abort) => {
                self.halt(super::HALT);
                self.anything(ty)
            }
            Some(Routine::Output) => {
                if self.may_count_output(&name, arguments) {
                    self.unsupported("`%n`");
                }
                self.check_read_arguments(&name, Effects::default(), arguments, values);
                self.change_errno();
                self.coarse_result(&name, ty).unwrap_or_else(|| self.anything(ty))
            }
            Some(Routine::SetRounding) => {
                let mode = arguments.first().map(|&mode| &program.exprs[mode].kind);
                if !matches!(mode, Some(ExprKind::Int(0))) {
                    self.unsupported("rounding that is not to the nearest");
                }
                match &program.types[ty] {
                    Type::Int(kind) => Value::Number(self.lowerer.encoder.int_constant(0, *kind)),
                    _ => self.anything(ty),
                }
            }
            Some(Routine::Environment) => {
                self.unsupported(&format!("`{name}`, which may change rounding,"));
                self.anything(ty)
            }
            Some(Routine::ScanList) => {
                self.unsupported(&format!("`{name}`, which changes memory,"));
                self.anything(ty)
            }
            Some(Routine::Threads) => {
                self.unsupported(&format!("threads ({name})"));
                self.anything(ty)
            }
            Some(Routine::CallBack) => self.call_back(id, &name, arguments, values),
            // Where it returns again, `longjmp` was called, which is not covered.
            Some(Routine::Jumps) if name.contains("setjmp") => match &program.types[ty] {
                Type::Int(kind) => Value::Number(self.lowerer.encoder.int_constant(0, *kind)),
                _ => self.anything(ty),
            },
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
        // There may be several calls in a statement.
        let span = Some(self.lowerer.program.exprs[id].span);
        let overapproximation = self.why_input_is_known().map(Rc::from);
        let text = format!("{name}()").into();
        let provenance = Provenance { input, span, text, overapproximation, ..Provenance::default() };
        if scalar == Scalar::Pointer {
            let word = self.lowerer.word();
            let (base, offset) = (self.fresh("input", word), self.fresh("input.offset", word));
            self.emit_with(Statement::Havoc(vec![base, offset]), provenance);
            let pointee = self.lowerer.regions.points_to.exprs[id];
            self.is_no_later_object(pointee, base);
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
        self.check_leaks(false, None);
        self.halt(super::EXITED);
        self.anything(ty)
    }

    /// A function that is no routine: one of the mathematical ones, of the library, or one that is not known.
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
            if crate::library::sets_errno(&name) {
                // The gamma functions also store a sign.
                self.change_library_objects();
            }
            return value;
        }
        if program.functions[function].is_noreturn {
            self.halt(super::HALT);
            return self.anything(ty);
        }
        match crate::library::effects(&name) {
            Some(effects) => self.call_library(id, function, effects, arguments, values),
            None => self.call_foreign(id, &name),
        }
    }

    /// A function of nobody's library: what it does is assumed.
    fn call_foreign(&mut self, id: ExprId, name: &str) -> Value {
        let program = self.lowerer.program;
        let ty = program.exprs[id].ty;
        self.change_errno();
        let changes = "changes no object of the program (none behind its arguments, no global one), and calls no \
                       function of the program";
        if matches!(program.types[ty], Type::Void) {
            self.lowerer.assume_about(format!("`{name}` has no body: it returns, {changes}"));
            return Value::Void;
        }
        let returned = match &program.types[ty] {
            Type::Pointer(pointee) if matches!(program.types[*pointee], Type::Void) => {
                "NULL or a pointer to memory that no other call returns"
            }
            Type::Pointer(_) => "NULL, or a pointer to memory of its own or to what it was given",
            _ => "any value",
        };
        self.lowerer.assume_about(format!("`{name}` has no body: it returns {returned}, {changes}"));
        match Scalar::of(&program.types, ty) {
            Some(Scalar::Pointer) if self.lowerer.options.properties.needs_memory_safety() => {
                let value = self.input(id, ty, name);
                let unknown = self.fresh("unknown", Sort::Bool);
                self.havoc_flagged(vec![unknown], "a pointer from a function without a body");
                let pointer = value.pointer();
                let zero = self.lowerer.word_constant(0);
                Value::Pointer(PointerValue { base: mk::ite(unknown, pointer.base, zero), ..pointer })
            }
            Some(_) => self.input(id, ty, name),
            None => self.anything(ty),
        }
    }

    /// A function that the program registers is called by nobody here. Those that are constants are no functions: they say
    /// that a signal is ignored, or treated as usual.
    fn call_back(&mut self, id: ExprId, name: &str, arguments: &[ExprId], values: &[Value]) -> Value {
        let program = self.lowerer.program;
        let is_signal = matches!(name, "signal" | "bsd_signal" | "__sysv_signal" | "sigset");
        let is_constant = |argument: &ExprId| match program.exprs[*argument].kind {
            ExprKind::Int(_) => true,
            ExprKind::Convert(inner) => matches!(program.exprs[inner].kind, ExprKind::Int(_)),
            _ => false,
        };
        if is_signal && arguments.get(1).is_some_and(is_constant) {
            let ExprKind::Call(Callee::Direct(function), _) = program.exprs[id].kind else {
                return self.anything(program.exprs[id].ty);
            };
            return self.call_unknown(id, function, arguments, values);
        }
        self.unsupported(&format!("`{name}`, which leads to calls that are not modelled,"));
        self.anything(program.exprs[id].ty)
    }

    /// A function that is not there may set `errno`.
    pub fn change_errno(&mut self) {
        let program = self.lowerer.program;
        for (id, object) in program.objects.iter_enumerated() {
            let is_errno = match object.storage {
                Storage::Static(_) => &*object.name == "errno_object",
                Storage::External => &*object.name == "errno",
                Storage::Local(_) | Storage::Parameter(_) => false,
            };
            // The address of any other object must not be asked for here: it may be a variable of another function.
            if is_errno && let Some(address) = self.object_address(id) {
                self.forget(
                    address.pointer.class,
                    address.base,
                    Some("a function without a body sets errno"),
                );
            }
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
