//! Functions and calls.

use std::rc::Rc;

use c_sema::hir::{Callee, ExprId, FunctionId, ObjectId};
use c_sema::types::{Ty, Type};
use program::{Call, LocationId, Provenance, Statement};
use term::{Term, build as mk};

use super::Lowerer;
use super::body::Body;
use super::value::{PointerValue, Value};
use crate::memory::classes::{Class, Origin, Pointer};
use crate::memory::congruence::Congruence;
use crate::memory::leaves::{Leaf, Scalar, leaves};
use crate::memory::regions::Layout;
use crate::options::{ASSERTION_FUNCTIONS, FAILED_ASSERTION};

/// How a function is called: the variables of its parameters and of its result.
#[derive(Clone, Debug)]
pub(super) struct Signature {
    pub parameters: Vec<Value>,
    pub result: Value,
}

/// The variables of a value.
fn variables(value: &Value, result: &mut Vec<Term>) {
    match value {
        Value::Number(term) => result.push(*term),
        Value::Pointer(pointer) => {
            result.push(pointer.base);
            if pointer.offset.as_var().is_some() {
                result.push(pointer.offset);
            }
        }
        Value::Record(leaves) => leaves.iter().for_each(|(_, value)| variables(value, result)),
        Value::Void | Value::Memory(_) => {}
    }
}

/// The terms of an actual value for the variables of a formal one.
fn actuals(body: &Body, formal: &Value, actual: &Value, result: &mut Vec<Term>) {
    match (formal, actual) {
        (Value::Number(_), Value::Number(term)) => result.push(*term),
        (Value::Pointer(formal), Value::Pointer(actual)) => {
            result.push(actual.base);
            if formal.offset.as_var().is_some() {
                let offset = if formal.is_genuine { actual.offset } else { body.real_offset(*actual) };
                result.push(offset);
            }
        }
        (Value::Record(formals), Value::Record(actual)) => {
            for ((_, formal), (_, actual)) in formals.iter().zip(actual.iter()) {
                actuals(body, formal, actual, result);
            }
        }
        // There is no large record of any value: nothing gets here.
        (Value::Number(formal), Value::Void) => result.push(body.lowerer.zero_of(formal.sort())),
        _ => {}
    }
}

/// Whether an actual value has the shape of a formal one.
fn fits(formal: &Value, actual: &Value) -> bool {
    match (formal, actual) {
        (Value::Number(a), Value::Number(b)) => a.sort() == b.sort(),
        (Value::Pointer(_), Value::Pointer(_)) | (Value::Void, _) => true,
        (Value::Record(a), Value::Record(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|((_, a), (_, b))| fits(a, b))
        }
        (Value::Memory(_), Value::Memory(_)) => true,
        _ => false,
    }
}

impl Lowerer<'_> {
    /// Whether a function reads its variadic arguments.
    pub fn reads_variadic(&mut self, function: FunctionId) -> bool {
        if let Some(&known) = self.variadic.get(&function) {
            return known;
        }
        let mut reads = false;
        c_sema::visit::walk(self.program, function, &mut |expr| {
            reads |= matches!(self.program.exprs[expr].kind, c_sema::hir::ExprKind::VaStart(_));
        });
        self.variadic.insert(function, reads);
        reads
    }

    /// The signature of a function with a body.
    pub fn signature(&mut self, function: FunctionId) -> Rc<Signature> {
        if let Some(signature) = self.signatures.get(&function) {
            return signature.clone();
        }
        let program = self.program;
        let parameters = &program.functions[function].parameters;
        let parameters = parameters.iter().map(|&object| self.formal_parameter(function, object)).collect();
        let Type::Function(ty) = &program.types[program.functions[function].ty] else {
            unreachable!("functions have function types")
        };
        let class = self.regions.points_to.results[function];
        let name = format!("{}.result", program.functions[function].name);
        let result = self.formal(&name, ty.result, Some(class));
        let signature = Rc::new(Signature { parameters, result });
        self.signatures.insert(function, signature.clone());
        signature
    }

    /// A parameter that is a plain variable is that variable; others are stored when the function is entered.
    fn formal_parameter(&mut self, function: FunctionId, object: ObjectId) -> Value {
        if self.is_passed_by_base(object) {
            return Value::Number(self.frame_base(object));
        }
        let ty = self.program.objects[object].ty;
        let class = self.regions.points_to.objects[object];
        if let Some(class) = class
            && self.owner(class) == Some(function)
            && let Some(scalar) = Scalar::of(&self.program.types, ty)
        {
            let region = self.regions.region(class);
            if let [component] = region.components[..]
                && component.layout == Layout::Typed(scalar, None)
                && component.is_exact
            {
                let cell = self.cell(class, 0);
                return match scalar {
                    Scalar::Pointer => Value::Pointer(PointerValue {
                        base: cell.value,
                        offset: cell.offset.unwrap_or_else(|| self.known_offset(component.pointee)),
                        is_genuine: self.is_genuine(component.pointee),
                    }),
                    _ => Value::Number(cell.value),
                };
            }
        }
        let name = format!("{}.in", self.program.objects[object].name);
        self.formal(&name, ty, class)
    }

    /// Variables for a value of a type that lives in a class as far as pointers go.
    fn formal(&mut self, name: &str, ty: Ty, class: Option<crate::memory::classes::ClassId>) -> Value {
        let program = self.program;
        if matches!(program.types[ty], Type::Void) {
            return Value::Void;
        }
        let pointee = |this: &Self, leaf: &Leaf| -> Option<Pointer> {
            let start = Pointer { class: class?, offset: Congruence::exact(0) };
            let component = this.regions.component(start, leaf.bit_offset)?;
            this.regions.region(start.class).components[component].pointee
        };
        if let Some(scalar) = Scalar::of(&program.types, ty) {
            let leaf = Leaf { bit_offset: 0, bit_width: None, scalar };
            return self.formal_leaf(name, leaf, pointee(self, &leaf));
        }
        match leaves(&program.types, ty) {
            Some(leaves) => Value::Record(
                leaves
                    .into_iter()
                    .map(|leaf| {
                        let name = format!("{name}+{}", leaf.bit_offset / 8);
                        (leaf, self.formal_leaf(&name, leaf, pointee(self, &leaf)))
                    })
                    .collect(),
            ),
            None => Value::Void,
        }
    }

    fn formal_leaf(&mut self, name: &str, leaf: Leaf, pointee: Option<Pointer>) -> Value {
        let name = self.unique_name(name);
        match leaf.scalar {
            Scalar::Pointer => {
                // Cells that overlap may be merged in the region: be careful and keep the offset unless it is known.
                let offset = if self.needs_offset(pointee) {
                    mk::var(format!("{name}.offset").as_str(), self.word())
                } else {
                    self.known_offset(pointee)
                };
                let base = mk::var(name.as_str(), self.word());
                Value::Pointer(PointerValue { base, offset, is_genuine: self.is_genuine(pointee) })
            }
            Scalar::Int(kind) => {
                let variable = mk::var(name.as_str(), self.scalar_sort(leaf.scalar));
                self.encoder.declare(variable, kind);
                Value::Number(variable)
            }
            Scalar::Float(_) => Value::Number(mk::var(name.as_str(), self.scalar_sort(leaf.scalar))),
        }
    }

    /// Lowers a function.
    pub fn function(&mut self, function: FunctionId) {
        let id = self.procedures[&function];
        let signature = self.signature(function);
        let placeholder = program::Procedure::new("");
        let mut procedure = std::mem::replace(&mut self.core.procedures[id], placeholder);
        for parameter in &signature.parameters {
            variables(parameter, &mut procedure.parameters);
        }
        variables(&signature.result, &mut procedure.results);
        let program = self.program;
        let mut body = Body::new(self, Some(function), procedure);
        body.span = Some(program.functions[function].span);
        body.enter(function, &signature);
        body.prepare_stack_allocations(function);
        body.landmark(program::LandmarkKind::FunctionEntry);
        if let Some(stmt) = program.functions[function].body {
            body.prepare_labels(stmt);
            body.stmt(stmt);
        }
        body.leave(&signature);
        body.forget_stack_allocations();
        let procedure = body.procedure;
        self.core.procedures[id] = procedure;
    }
}

impl Body<'_, '_> {
    /// Stores the parameters that are not plain variables.
    fn enter(&mut self, function: FunctionId, signature: &Signature) {
        let program = self.lowerer.program;
        self.receive_variadic(function);
        for (&object, formal) in program.functions[function].parameters.iter().zip(&signature.parameters) {
            if self.lowerer.is_passed_by_base(object) {
                self.begin_life_at_base(object);
                continue;
            }
            self.begin_lifetime(object);
            let Some(address) = self.object_address(object) else { continue };
            let ty = program.objects[object].ty;
            let leaf =
                Scalar::of(&program.types, ty).map(|scalar| Leaf { bit_offset: 0, bit_width: None, scalar });
            let is_stored = match formal {
                Value::Number(term) => {
                    self.lowerer.owner(address.pointer.class).is_none() || !self.is_cell(*term)
                }
                Value::Pointer(pointer) => {
                    self.lowerer.owner(address.pointer.class).is_none() || !self.is_cell(pointer.base)
                }
                Value::Void => false,
                _ => true,
            };
            if is_stored {
                self.store(&address, ty, leaf, formal);
            }
        }
    }

    /// Whether a variable is that of a component.
    fn is_cell(&self, variable: Term) -> bool {
        self.lowerer.cell_variables.contains(&variable)
    }

    /// The end of the body, without a `return`: `main` returns 0.
    fn leave(&mut self, signature: &Signature) {
        let function = self.function.expect("bodies belong to functions");
        let is_entry = *self.lowerer.program.functions[function].name == *self.lowerer.options.entry;
        match &signature.result {
            Value::Number(variable) if is_entry => {
                let Value::Number(zero) = self.zero_of_result(function) else { unreachable!("a number") };
                self.assign(*variable, zero);
            }
            _ => {}
        }
        self.end_function();
        let exit = self.procedure.exit;
        self.goto(exit);
    }

    fn zero_of_result(&mut self, function: FunctionId) -> Value {
        let program = self.lowerer.program;
        let Type::Function(ty) = &program.types[program.functions[function].ty] else {
            unreachable!("functions have function types")
        };
        match &program.types[ty.result] {
            Type::Int(kind) => Value::Number(self.lowerer.encoder.int_constant(0, *kind)),
            _ => {
                let Value::Number(term) = self.anything(ty.result) else { return Value::Void };
                Value::Number(term)
            }
        }
    }

    /// `return`
    pub fn return_value(&mut self, value: Option<ExprId>) {
        let function = self.function.expect("bodies belong to functions");
        let signature = self.lowerer.signature(function);
        if let Some(value) = value {
            let value = self.expr(value);
            if matches!(value, Value::Memory(_)) {
                self.unsupported("a large record as the result of a function");
            } else if fits(&signature.result, &value) {
                let (mut formal, mut actual) = (Vec::new(), Vec::new());
                variables(&signature.result, &mut formal);
                actuals(self, &signature.result, &value, &mut actual);
                self.assign_all(formal.into_iter().zip(actual).collect());
            } else {
                self.unsupported("a result of this type");
            }
        }
        self.end_function();
        let exit = self.procedure.exit;
        self.goto(exit);
    }

    /// Evaluates a call.
    pub fn call(&mut self, id: ExprId, callee: Callee, arguments: &[ExprId]) -> Value {
        match callee {
            Callee::Direct(function) => {
                let value = self.call_direct(id, function, arguments);
                self.conform(value, self.lowerer.program.exprs[id].ty)
            }
            Callee::Indirect(pointer) => self.call_indirect(id, pointer, arguments),
        }
    }

    /// A result as the type that the caller expects. A function that is called as if it had another type may return
    /// anything, as far as we know.
    fn conform(&mut self, value: Value, ty: Ty) -> Value {
        let program = self.lowerer.program;
        let fits = match (&value, &program.types[ty]) {
            (_, Type::Void) => return Value::Void,
            (Value::Number(term), expected @ (Type::Int(_) | Type::Float(_))) => {
                term.sort() == self.lowerer.encoder.sort(expected)
            }
            (Value::Pointer(_), Type::Pointer(_))
            | (Value::Record(_) | Value::Memory(_), Type::Record(_)) => true,
            (Value::Void, Type::Record(_)) => {
                self.unsupported("a large record as the result of a function");
                return value;
            }
            _ => false,
        };
        if fits {
            return value;
        }
        let unknown = self.fresh("unknown", term::Sort::Bool);
        self.havoc_flagged(vec![unknown], "a function is called as if it had another type");
        self.assume(unknown);
        self.anything(ty)
    }

    /// What the call of an error function means: a failed assertion says which one it is.
    fn error_message(&self, name: &str, arguments: &[ExprId]) -> String {
        let program = self.lowerer.program;
        let text = arguments.first().and_then(|&text| program.literal(text));
        match text {
            Some(mut text) if ASSERTION_FUNCTIONS.contains(&name) => {
                while text.last() == Some(&0) {
                    text.pop();
                }
                format!("{FAILED_ASSERTION}`{}` fails", String::from_utf8_lossy(&text))
            }
            _ => format!("{name} is called"),
        }
    }

    fn call_direct(&mut self, id: ExprId, function: FunctionId, arguments: &[ExprId]) -> Value {
        let program = self.lowerer.program;
        let callee = &program.functions[function];
        if self.is_error_function(&callee.name) {
            for &argument in arguments {
                self.effects(argument);
            }
            let message = self.error_message(&callee.name, arguments);
            self.violation("unreach-call", &message);
            return self.anything(program.exprs[id].ty);
        }
        let is_asked_for_sign = self.asked == Some(id);
        let values = self.arguments(arguments);
        self.handle_stream(function, &values);
        if callee.body.is_none() {
            let value = self.call_routine(id, function, arguments, &values);
            return self.returned_by_question(&callee.name, value, is_asked_for_sign);
        }
        if callee.is_model {
            self.remark_on_verifier(&callee.name);
            self.leave_comparisons_open(&callee.name, arguments);
        }
        let types: Vec<Ty> = arguments.iter().map(|&argument| program.exprs[argument].ty).collect();
        let value = self.call_with(function, &values, &types);
        self.returned_by_model(function, value, is_asked_for_sign)
    }

    pub fn is_error_function(&self, name: &str) -> bool {
        self.lowerer.options.properties.error_functions.iter().any(|f| f == name)
    }

    /// Calls a function with a body.
    fn call_with(&mut self, function: FunctionId, values: &[Value], types: &[Ty]) -> Value {
        let program = self.lowerer.program;
        let signature = self.lowerer.signature(function);
        let procedure = self.lowerer.procedures[&function];
        let variadic = self.pass_variadic(function, values, types);
        let mut terms = Vec::new();
        for (index, formal) in signature.parameters.iter().enumerate() {
            let object = program.functions[function].parameters[index];
            match values.get(index) {
                Some(Value::Memory(source)) => {
                    // A large record is copied into the parameter before the call. If each call has its own one, that is a
                    // new object, of which the callee gets the base.
                    let source = *source;
                    if let (Some(mut address), Some(size)) =
                        (self.object_address(object), program.types.size_of(program.objects[object].ty))
                    {
                        if self.lowerer.is_passed_by_base(object) {
                            address.base = self.new_base();
                            terms.push(address.base);
                        }
                        let size = self.lowerer.word_constant(size.into());
                        self.copy_memory(&address, &source, size);
                    }
                }
                Some(_) if self.lowerer.is_passed_by_base(object) => {
                    self.unsupported("an argument of another type than a large record");
                    terms.push(self.lowerer.word_constant(0));
                }
                Some(value) if fits(formal, value) => actuals(self, formal, value, &mut terms),
                Some(value) => {
                    let converted =
                        self.adapt(formal, value.clone(), types[index], program.objects[object].ty);
                    actuals(self, formal, &converted, &mut terms);
                }
                None => {
                    let any = self.anything(program.objects[object].ty);
                    actuals(self, formal, &any, &mut terms);
                }
            }
        }
        let result = self.result_variables(&signature.result);
        let mut results = Vec::new();
        variables(&result, &mut results);
        let call = Call { procedure, arguments: terms, results };
        let provenance = Provenance {
            text: format!("{}(...)", program.functions[function].name).into(),
            ..self.provenance()
        };
        self.emit_with(Statement::Call(call), provenance);
        self.return_variadic(variadic);
        result
    }

    /// An argument of another type than the parameter: of a function without a prototype.
    fn adapt(&mut self, formal: &Value, value: Value, from: Ty, to: Ty) -> Value {
        let program = self.lowerer.program;
        match (formal, value, &program.types[from], &program.types[to]) {
            (Value::Number(_), Value::Number(term), from, to @ (Type::Int(_) | Type::Float(_))) => {
                Value::Number(self.convert_number(from, to, term))
            }
            (Value::Number(_), Value::Pointer(pointer), _, Type::Int(kind)) => {
                Value::Number(self.number_from_pointer(pointer, *kind))
            }
            (Value::Pointer(_), Value::Number(term), Type::Int(kind), _) => {
                Value::Pointer(self.pointer_from_number(*kind, term, None))
            }
            _ => self.anything(to),
        }
    }

    /// Fresh variables for the result of a call.
    fn result_variables(&mut self, formal: &Value) -> Value {
        match formal {
            Value::Number(term) => Value::Number(self.fresh("returned", term.sort())),
            Value::Pointer(pointer) => {
                let word = self.lowerer.word();
                let base = self.fresh("returned", word);
                let offset = match pointer.offset.as_var() {
                    Some(_) => self.fresh("returned.offset", word),
                    None => pointer.offset,
                };
                Value::Pointer(PointerValue { base, offset, is_genuine: pointer.is_genuine })
            }
            Value::Record(leaves) => Value::Record(
                leaves.iter().map(|(leaf, value)| (*leaf, self.result_variables(value))).collect(),
            ),
            Value::Void | Value::Memory(_) => Value::Void,
        }
    }

    /// Calls whatever a pointer points to: one edge for each function that it may be.
    fn call_indirect(&mut self, id: ExprId, pointer: ExprId, arguments: &[ExprId]) -> Value {
        let program = self.lowerer.program;
        let target = self.lowerer.regions.points_to.exprs[pointer];
        let called = pointer;
        self.leave_callee_open(called, arguments);
        let pointer = self.expr(pointer).pointer();
        let base = self.keep("callee", pointer.base);
        let values = self.arguments(arguments);
        let values: Vec<Value> = values.into_iter().map(|value| self.keep_value("argument", value)).collect();
        let types: Vec<Ty> = arguments.iter().map(|&argument| program.exprs[argument].ty).collect();
        let class = target.map(|target| self.lowerer.regions.points_to.classes.get(target.class).clone());
        let functions: Vec<FunctionId> =
            class.iter().flat_map(|class| class.functions.iter().copied()).collect();
        let ty = program.exprs[id].ty;
        self.check_callee(called, PointerValue { base, ..pointer }, class.as_ref());
        let is_known = class.as_ref().is_some_and(|class| class.origin == Origin::Program);
        let (start, end) = (self.at, self.location());
        let mut result: Option<Value> = None;
        let mut others = vec![mk::ne(base, self.lowerer.word_constant(0))];
        for function in functions {
            let number = self.lowerer.word_constant(self.lowerer.function_bases[&function].into());
            others.push(mk::ne(base, number));
            let may_be_called = self.may_be_called(function, arguments.len());
            if !may_be_called && class.as_ref().is_none_or(|class| class.origin != Origin::Program) {
                continue;
            }
            self.at = start;
            self.assume(mk::eq(base, number));
            if !may_be_called {
                let name = &program.functions[function].name;
                self.unsupported(&format!("a call of `{name}` with another number of arguments"));
                continue;
            }
            let value = self.call_candidate(id, function, arguments, &values, &types);
            let value = self.conform(value, ty);
            self.meet(&mut result, value, end);
        }
        self.at = start;
        if self.calls_no_function(is_known, base, &others) {
            let value = self.anything_of(id);
            self.meet(&mut result, value, end);
        }
        if !is_known {
            self.at = start;
            self.assume(mk::and(others));
            self.lowerer.assume_about(
                "functions behind unknown pointers return any value, change no object of the program and call none \
                 of its functions"
                    .into(),
            );
            let value = self.anything_of(id);
            self.meet(&mut result, value, end);
        }
        self.at = end;
        result.unwrap_or_else(|| self.anything(ty))
    }

    /// A pointer that is called must point to a function: if all of them are known, to one of these.
    fn check_callee(&mut self, called: ExprId, pointer: PointerValue, class: Option<&Class>) {
        if !self.lowerer.options.properties.valid_deref {
            return;
        }
        let base = pointer.base;
        let is_function = match class {
            Some(class) if class.origin == Origin::Program => {
                let bases = class.functions.iter().map(|function| {
                    mk::eq(base, self.lowerer.word_constant(self.lowerer.function_bases[function].into()))
                });
                mk::or(bases)
            }
            _ => mk::ne(base, self.lowerer.word_constant(0)),
        };
        let what = "call of something that is not a function";
        match self.address_of(called, pointer) {
            Some(address) => self.check_pointer(&address, mk::not(is_function), "valid-deref", what),
            None => self.check(mk::not(is_function), "valid-deref", what),
        }
    }

    fn call_candidate(
        &mut self,
        id: ExprId,
        function: FunctionId,
        arguments: &[ExprId],
        values: &[Value],
        types: &[Ty],
    ) -> Value {
        let name = self.lowerer.program.functions[function].name.clone();
        if self.is_error_function(&name) {
            self.violation("unreach-call", &format!("{name} is called"));
            return self.anything(self.lowerer.program.exprs[id].ty);
        }
        self.handle_stream(function, values);
        if self.lowerer.program.functions[function].body.is_none() {
            return self.call_routine(id, function, arguments, values);
        }
        let value = self.call_with(function, values, types);
        self.returned_by_model(function, value, false)
    }

    /// Assigns a value to the common result and goes to where all meet.
    fn meet(&mut self, result: &mut Option<Value>, value: Value, end: LocationId) {
        let target = match result {
            Some(target) => target.clone(),
            None => self.variables_like(&value),
        };
        if fits(&target, &value) {
            self.assign_value(&target, &value);
        }
        *result = Some(target);
        self.goto(end);
    }

    /// Whether a function can be called with so many arguments.
    fn may_be_called(&self, function: FunctionId, count: usize) -> bool {
        let program = self.lowerer.program;
        let Type::Function(ty) = &program.types[program.functions[function].ty] else { return false };
        !ty.has_prototype || ty.parameters.len() == count || (ty.is_variadic && ty.parameters.len() <= count)
    }
}
