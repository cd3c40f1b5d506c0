//! Calls of functions that the program does not define.

use std::rc::Rc;

use program::{Provenance, Statement};
use term::{Sort, build as mk};

use super::body::Body;
use super::place::Address;
use super::value::{PointerValue, Value};
use crate::hir::{Callee, ExprId, ExprKind, FunctionId, Storage};
use crate::library::{Routine, routine};
use crate::memory::leaves::Scalar;
use crate::memory::regions::Layout;
use crate::types::{IntKind, Ty, Type};

/// Whether a format has a conversion `%n`.
fn has_count(format: Vec<u8>) -> bool {
    let mut rest = format.split(|&byte| byte == b'%').skip(1).peekable();
    while let Some(conversion) = rest.next() {
        if conversion.is_empty() {
            // A percent sign for itself.
            rest.next();
            continue;
        }
        let is_modifier = |byte: &u8| b"0123456789#-+ '.*hljztL$".contains(byte);
        if conversion.iter().find(|byte| !is_modifier(byte)) == Some(&b'n') {
            return true;
        }
    }
    false
}

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
            Some(Routine::Assert) => {
                if let (Some(value), Some(&argument)) = (values.first(), arguments.first()) {
                    let condition = self.truth_of(value, &self.expr_type(argument));
                    // What the macro calls decides whether this is a violation, or only the end.
                    if self.is_error_function("__assert_fail") {
                        self.check(mk::not(condition), "unreach-call", "an assertion fails");
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
        let provenance =
            Provenance { input, span, text: format!("{name}()").into(), ..Provenance::default() };
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
        if !self.change_arguments(&name, ty, arguments, values) {
            return self.anything(ty);
        }
        self.change_errno();
        let is_determined = crate::sema::is_known_to_gcc(&name) || crate::library::is_determined(&name);
        if is_determined && let Some(value) = self.coarse_result(&name, ty) {
            return value;
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

    /// A number that a function of the library determines, and that is not modelled; `None` for other types.
    fn coarse_result(&mut self, name: &str, ty: Ty) -> Option<Value> {
        let scalar =
            Scalar::of(&self.lowerer.program.types, ty).filter(|scalar| *scalar != Scalar::Pointer)?;
        let variable = self.fresh("result", self.lowerer.scalar_sort(scalar));
        self.havoc_flagged(vec![variable], &format!("the result of `{name}`"));
        self.in_range(scalar, None, variable);
        Some(Value::Number(variable))
    }

    /// Whether a call that prints may store how much it has printed, which `%n` asks for.
    fn may_count_output(&self, name: &str, arguments: &[ExprId]) -> bool {
        let program = self.lowerer.program;
        let Some(format) = crate::library::format_argument(name) else { return false };
        let is_target = |argument: &ExprId| match program.types[program.exprs[*argument].ty] {
            Type::Pointer(pointee) => {
                matches!(program.types[pointee], Type::Int(kind) if kind.is_signed() && kind != IntKind::Char)
            }
            _ => false,
        };
        let has_target = arguments.iter().skip(format + 1).any(is_target);
        has_target && arguments.get(format).and_then(|&text| program.literal(text)).is_none_or(has_count)
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

    /// What a function of the library may write, it may write anything to: flagged, as it is not known how much and
    /// what. Gives up, and says so, if the range matters, or if pointers may be written.
    fn change_arguments(&mut self, name: &str, ty: Ty, arguments: &[ExprId], values: &[Value]) -> bool {
        for (index, (&argument, value)) in arguments.iter().zip(values).enumerate() {
            let Value::Pointer(pointer) = value else { continue };
            if !crate::library::writes_argument(name, index) || self.is_null(*pointer).is_true() {
                continue;
            }
            let address = self.address_of(argument, *pointer);
            let is_exact = matches!(self.lowerer.program.types[ty], Type::Pointer(_))
                || self.lowerer.options.properties.needs_memory_safety();
            let bytes = self.most_bytes(name, arguments);
            let written = address
                .map(|address| (address, self.lowerer.regions.components_behind(address.pointer, bytes)));
            match written {
                Some((address, components)) if !is_exact && !self.hold_pointers(&address, &components) => {
                    let why = format!("`{name}` changes memory");
                    self.forget_components(address.pointer.class, &components, address.base, Some(&why));
                }
                _ => {
                    self.unsupported(&format!("`{name}`, which changes memory,"));
                    return false;
                }
            }
        }
        true
    }

    /// The most bytes that a function of the library writes, if it is told.
    fn most_bytes(&self, name: &str, arguments: &[ExprId]) -> Option<u64> {
        let name = name.strip_prefix("__builtin_").unwrap_or(name);
        let limit = *arguments.get(1).filter(|_| matches!(name, "snprintf" | "vsnprintf"))?;
        match self.lowerer.program.exprs[limit].kind {
            ExprKind::Int(bytes) => u64::try_from(bytes).ok(),
            _ => None,
        }
    }

    /// Whether pointers are kept in components of the memory at an address.
    pub fn hold_pointers(&self, address: &Address, components: &[usize]) -> bool {
        let region = self.lowerer.regions.region(address.pointer.class);
        components.iter().map(|index| &region.components[*index]).any(|component| {
            component.pointee.is_some() || matches!(component.layout, Layout::Typed(Scalar::Pointer, _))
        })
    }

    /// A function of the library may set `errno`.
    fn change_errno(&mut self) {
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
