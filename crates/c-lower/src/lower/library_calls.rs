//! Calls of functions of the C library that have no model. What they return, and what they may write, is anything: both
//! are flagged, because the library does not do just anything.

use c_sema::hir::{Callee, CompareOp, ExprId, ExprKind, FunctionId, Storage};
use c_sema::types::{IntKind, Ty, Type};
use rustc_hash::FxHashSet;
use term::{Sort, Term, build as mk};

use super::body::Body;
use super::value::{Address, PointerValue, Value};
use crate::library::{Answer, CHANGING_OBJECTS, Effects, Extent, answer, sets_errno};
use crate::memory::classes::{ClassId, Origin};
use crate::memory::leaves::{Leaf, Scalar, leaves};
use crate::memory::regions::Layout;

/// Functions that lead to files whose contents the program may know, or to reading something again.
const OPENING: [&str; 34] = [
    "creat",
    "creat64",
    "dup",
    "dup2",
    "dup3",
    "fdopen",
    "fmemopen",
    "fopen",
    "fopen64",
    "freopen",
    "freopen64",
    "fseek",
    "fseeko",
    "fsetpos",
    "lseek",
    "lseek64",
    "memfd_create",
    "mkostemp",
    "mkstemp",
    "open",
    "open64",
    "openat",
    "openpty",
    "pipe",
    "pipe2",
    "popen",
    "posix_openpt",
    "rewind",
    "shm_open",
    "socket",
    "socketpair",
    "tmpfile",
    "tmpfile64",
    "ungetc",
];

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
    /// A call of a function of the library.
    pub fn call_library(
        &mut self,
        id: ExprId,
        function: FunctionId,
        effects: Effects,
        arguments: &[ExprId],
        values: &[Value],
    ) -> Value {
        let program = self.lowerer.program;
        let (ty, name) = (program.exprs[id].ty, program.functions[function].name.clone());
        if let Some(why) = self.why_not_modelled(&name, effects, arguments, values) {
            self.unsupported(&why);
            return self.anything(ty);
        }
        // What is written may be what the arguments are read from.
        let values: Vec<Value> =
            values.iter().map(|value| self.keep_value("argument", value.clone())).collect();
        if !self.change_arguments(function, effects, arguments, &values) {
            return self.anything(ty);
        }
        self.check_read_arguments(&name, effects, arguments, &values);
        if effects.changes_given(matches!(program.types[ty], Type::Pointer(_))) {
            self.forget_given(&name);
        }
        self.change_library_objects();
        if effects.may_end() {
            self.note_flagged(&format!("`{name}` may never return"));
        }
        match self.opened_stream(&name, &program.types[ty]) {
            Some(stream) => stream,
            None => self.library_result(id, &name, effects, &values),
        }
    }

    /// Why a call is not modelled at all.
    fn why_not_modelled(
        &mut self,
        name: &str,
        effects: Effects,
        arguments: &[ExprId],
        values: &[Value],
    ) -> Option<String> {
        if effects.is_rejected() {
            return Some(format!("`{name}`, whose effects are not modelled,"));
        }
        let is_null = |value: &Value| match value {
            Value::Pointer(pointer) => self.is_null(*pointer).is_true(),
            _ => false,
        };
        if values.iter().enumerate().any(|(index, value)| effects.keeps(index) && !is_null(value)) {
            return Some(format!("`{name}`, which keeps memory for later,"));
        }
        if name == "setlocale" && !self.is_usual_locale(arguments.get(1)) && self.depends_on_locale() {
            return Some("a locale other than \"C\"".to_string());
        }
        if effects.allocates() && self.lowerer.options.properties.needs_memory_safety() {
            return Some(format!("`{name}`, which allocates memory,"));
        }
        self.may_count_output(name, arguments).then(|| "`%n`".to_string())
    }

    /// Whether an argument is NULL or the name of the locale that the models are of.
    fn is_usual_locale(&self, argument: Option<&ExprId>) -> bool {
        let program = self.lowerer.program;
        argument.is_none_or(|&argument| match program.literal(argument) {
            Some(name) => {
                let end = name.iter().position(|&byte| byte == 0).unwrap_or(name.len());
                matches!(&name[..end], b"C" | b"POSIX")
            }
            None => matches!(program.exprs[argument].kind, ExprKind::Int(0)),
        })
    }

    /// Whether the program uses models that are right in one locale.
    fn depends_on_locale(&self) -> bool {
        let depends = |name: &str| {
            answer(name) == Some(Answer::Truth)
                || matches!(name, "strcoll" | "strxfrm" | "wcscoll" | "tolower" | "toupper" | "strcasecmp")
                || matches!(name, "strncasecmp" | "strcasestr")
                || name.starts_with("__ctype_")
        };
        let functions = self.lowerer.procedures.keys().map(|id| &self.lowerer.program.functions[*id]);
        functions.into_iter().any(|function| function.is_model && depends(&function.name))
    }

    /// Whether a call that prints may store how much it has printed, which `%n` asks for.
    pub fn may_count_output(&self, name: &str, arguments: &[ExprId]) -> bool {
        let program = self.lowerer.program;
        let Some(format) = crate::library::format_argument(name) else { return false };
        let is_target = |argument: &ExprId| match program.types[program.exprs[*argument].ty] {
            Type::Pointer(pointee) => {
                matches!(program.types[pointee], Type::Int(kind) if kind.is_signed() && kind != IntKind::Char)
            }
            _ => false,
        };
        let literal = arguments.get(format).and_then(|&text| program.literal(text));
        if crate::library::takes_list(name) {
            // What is in the list is not known here, and a format from elsewhere is one of the program's texts.
            return literal.map_or_else(|| self.mentions_count(), has_count);
        }
        let has_target = arguments.iter().skip(format + 1).any(is_target);
        has_target && literal.is_none_or(has_count)
    }

    /// Whether any text of the program has a conversion `%n`.
    fn mentions_count(&self) -> bool {
        let program = self.lowerer.program;
        let texts =
            program.exprs.iter_enumerated().filter(|(_, expr)| matches!(expr.kind, ExprKind::AddressOf(_)));
        texts.filter_map(|(id, _)| program.literal(id)).any(has_count)
    }

    /// What a function may write, it may write anything to. Gives up, and says so, if pointers may be written, or if the
    /// range matters and is not certain to be valid.
    fn change_arguments(
        &mut self,
        function: FunctionId,
        effects: Effects,
        arguments: &[ExprId],
        values: &[Value],
    ) -> bool {
        let name = self.lowerer.program.functions[function].name.clone();
        let what = format!("`{name}`, which changes memory,");
        for (index, (&argument, value)) in arguments.iter().zip(values).enumerate() {
            let Some(extent) = effects.writes(index) else { continue };
            let address = match value {
                Value::Pointer(pointer) if self.is_null(*pointer).is_true() => continue,
                Value::Pointer(pointer) => self.address_of(argument, *pointer),
                // A number, unless it carries a pointer.
                _ if self.lowerer.regions.points_to.exprs[argument].is_none() => continue,
                _ => None,
            };
            let bytes = self.most_bytes(extent, function, index, arguments);
            let Some(address) = address else {
                self.unsupported(&what);
                return false;
            };
            let components = self.lowerer.regions.components_behind(address.pointer, bytes);
            if self.hold_pointers(&address, &components) || !self.is_range_certain(&address, bytes, &what) {
                self.unsupported(&what);
                return false;
            }
            let why = format!("`{name}` changes memory");
            self.forget_components(address.pointer.class, &components, address.base, Some(&why));
        }
        true
    }

    /// Where memory safety matters: goes on only where a range is valid, or the pointer NULL. `false` if it has no known
    /// size.
    fn is_range_certain(&mut self, address: &Address, bytes: Option<u64>, what: &str) -> bool {
        if !self.lowerer.options.properties.needs_memory_safety() {
            return true;
        }
        let Some(bytes) = bytes else { return false };
        let size = self.lowerer.word_constant(bytes.into());
        let valid = self.is_valid(address, size);
        let null = mk::eq(address.base, self.lowerer.word_constant(0));
        self.require(mk::or2(valid, null), what);
        true
    }

    /// Executions in which a condition does not hold are not covered.
    pub fn require(&mut self, condition: Term, what: &str) {
        if condition == mk::tt() {
            return;
        }
        let (covered, other) = (self.location(), self.location());
        self.split(condition, covered, other);
        self.at = other;
        self.unsupported(what);
        self.at = covered;
    }

    /// The most bytes that are written where an argument points to, if that is known.
    fn most_bytes(
        &self,
        extent: Extent,
        function: FunctionId,
        argument: usize,
        arguments: &[ExprId],
    ) -> Option<u64> {
        let program = self.lowerer.program;
        let types = &program.types;
        match extent {
            Extent::Object => None,
            Extent::Argument(limit) => match program.exprs[*arguments.get(limit)?].kind {
                ExprKind::Int(bytes) => u64::try_from(bytes).ok(),
                _ => None,
            },
            Extent::Pointee => {
                let Type::Function(ty) = &types[program.functions[function].ty] else { return None };
                let Type::Pointer(pointee) = types[*ty.parameters.get(argument)?] else { return None };
                // Bytes stand for any object.
                types.size_of(pointee).filter(|size| *size > 1 && !matches!(types[pointee], Type::Void))
            }
        }
    }

    /// Whether pointers are kept in components of the memory at an address.
    pub fn hold_pointers(&self, address: &Address, components: &[usize]) -> bool {
        let region = self.lowerer.regions.region(address.pointer.class);
        components.iter().map(|index| &region.components[*index]).any(|component| {
            component.pointee.is_some() || matches!(component.layout, Layout::Typed(Scalar::Pointer, _))
        })
    }

    /// Memory that the library gave to the program before changes: buffers that calls share.
    fn forget_given(&mut self, name: &str) {
        let points_to = &self.lowerer.regions.points_to;
        let mut work: Vec<ClassId> =
            points_to.given.values().map(|class| points_to.classes.find(*class)).collect();
        let mut seen: FxHashSet<ClassId> = FxHashSet::default();
        while let Some(class) = work.pop() {
            let points_to = &self.lowerer.regions.points_to;
            if points_to.classes.get(class).origin != Origin::OtherCode || !seen.insert(class) {
                continue;
            }
            let pointees = points_to.classes.get(class).pointees();
            work.extend(pointees.map(|pointer| points_to.classes.find(pointer.class)));
        }
        let mut classes: Vec<ClassId> = seen.into_iter().collect();
        classes.sort();
        let why = format!("`{name}` changes memory of the library");
        for class in classes {
            self.forget_class(class, &why);
        }
    }

    /// Havocs all objects of a class.
    fn forget_class(&mut self, class: ClassId, why: &str) {
        // A variable of another function is none of the library's.
        if self.lowerer.owner(class).is_some_and(|owner| Some(owner) != self.function) {
            return;
        }
        for index in 0..self.lowerer.regions.region(class).components.len() {
            let cell = self.lowerer.cell(class, index);
            let variables = [Some(cell.value), cell.offset].into_iter().flatten().collect();
            self.havoc_flagged(variables, why);
        }
    }

    /// A function of the library may set `errno`, and other objects of the library.
    pub fn change_library_objects(&mut self) {
        self.change_errno();
        let program = self.lowerer.program;
        for (id, object) in program.objects.iter_enumerated() {
            if matches!(object.storage, Storage::External)
                && CHANGING_OBJECTS.contains(&&*object.name)
                && let Some(address) = self.object_address(id)
            {
                let why = "a function of the library changes an object of the library";
                self.forget(address.pointer.class, address.base, Some(why));
            }
        }
    }

    /// What a function of the library returns.
    fn library_result(&mut self, id: ExprId, name: &str, effects: Effects, values: &[Value]) -> Value {
        let program = self.lowerer.program;
        let ty = program.exprs[id].ty;
        let why = format!("the result of `{name}`");
        match &program.types[ty] {
            Type::Pointer(_) => {
                if let Some(Value::Pointer(pointer)) = effects.returned().and_then(|index| values.get(index))
                {
                    let succeeds = self.fresh("succeeds", Sort::Bool);
                    self.havoc_flagged(vec![succeeds], &why);
                    let zero = self.lowerer.word_constant(0);
                    let base = mk::ite(succeeds, pointer.base, zero);
                    let offset = mk::ite(succeeds, self.real_offset(*pointer), zero);
                    let offset = if pointer.is_genuine { pointer.offset } else { offset };
                    return Value::Pointer(PointerValue { base, offset, is_genuine: pointer.is_genuine });
                }
                Value::Pointer(self.pointer_from_library(id, &why))
            }
            Type::Record(_) => self.record_from_library(ty, &why),
            _ => self.coarse_result(name, ty).unwrap_or(Value::Void),
        }
    }

    fn pointer_from_library(&mut self, id: ExprId, why: &str) -> PointerValue {
        let pointee = self.lowerer.regions.points_to.exprs[id];
        let word = self.lowerer.word();
        let base = self.fresh("given", word);
        let mut variables = vec![base];
        let offset = if self.lowerer.needs_offset(pointee) {
            variables.push(self.fresh("given.offset", word));
            variables[1]
        } else {
            self.lowerer.known_offset(pointee)
        };
        self.havoc_flagged(variables, why);
        PointerValue { base, offset, is_genuine: self.lowerer.is_genuine(pointee) }
    }

    fn record_from_library(&mut self, ty: Ty, why: &str) -> Value {
        let Some(leaves) = leaves(&self.lowerer.program.types, ty) else {
            self.unsupported("a large record of any value");
            return Value::Void;
        };
        let any = |leaf: Leaf| (leaf, self.flagged(leaf.scalar, why));
        Value::Record(leaves.into_iter().map(any).collect())
    }

    /// Any scalar, flagged.
    fn flagged(&mut self, scalar: Scalar, why: &str) -> Value {
        let leaf = Leaf { bit_offset: 0, bit_width: None, scalar };
        match (scalar, self.arbitrary_unbounded(leaf)) {
            (Scalar::Pointer, Value::Pointer(pointer)) => {
                let base = self.fresh("result", pointer.base.sort());
                self.assign_flagged(base, pointer.base, why);
                Value::Pointer(PointerValue { base, ..pointer })
            }
            (Scalar::Int(kind), Value::Number(any)) => {
                // Not an assumption, which would matter even if nobody reads the value.
                let zero = self.lowerer.encoder.int_constant(0, kind);
                let range = self.lowerer.encoder.range(kind, any);
                let result = self.fresh("result", any.sort());
                self.assign_flagged(result, range.map_or(any, |range| mk::ite(range, any, zero)), why);
                self.lowerer.encoder.declare(result, kind);
                Value::Number(result)
            }
            (_, Value::Number(any)) => {
                let result = self.fresh("result", any.sort());
                self.assign_flagged(result, any, why);
                Value::Number(result)
            }
            (_, value) => value,
        }
    }

    /// Any value of a leaf, in range or not.
    fn arbitrary_unbounded(&mut self, leaf: Leaf) -> Value {
        if leaf.scalar == Scalar::Pointer {
            return self.arbitrary(leaf, None);
        }
        let variable = self.fresh("any", self.lowerer.scalar_sort(leaf.scalar));
        self.havoc(vec![variable]);
        Value::Number(variable)
    }

    /// A number that a function of the library determines, and that is not modelled; `None` for other types.
    pub fn coarse_result(&mut self, name: &str, ty: Ty) -> Option<Value> {
        let scalar =
            Scalar::of(&self.lowerer.program.types, ty).filter(|scalar| *scalar != Scalar::Pointer)?;
        let why = match crate::formats::is_about_characters(name) {
            true => "the characters of a number that is printed".to_string(),
            false => format!("the result of `{name}`"),
        };
        Some(self.flagged(scalar, &why))
    }

    /// Why an input of the model that is being lowered need not be just anything: the program may read what it has written,
    /// and get the same random numbers twice.
    pub fn why_input_is_known(&self) -> Option<&'static str> {
        let program = self.lowerer.program;
        let model = Some(&program.functions[self.function?]).filter(|function| function.is_model)?;
        match &*model.name {
            "rand" | "random" => {
                crate::library::chooses_seed(program).then_some("random numbers follow from their seed")
            }
            "__VERIFIER_nondet_memory" | "time" => None,
            _ => {
                let is_opening =
                    |function: &FunctionId| OPENING.contains(&&*program.functions[*function].name);
                let mut callees = program.exprs.iter().filter_map(|expr| match &expr.kind {
                    ExprKind::Call(Callee::Direct(callee), _) | ExprKind::FunctionAddress(callee) => {
                        Some(callee)
                    }
                    _ => None,
                });
                callees.any(is_opening).then_some("what is read may be what the program knows")
            }
        }
    }

    /// What a function with a body returned. If the body is a model, it does not say all: `errno` may be set, and of some
    /// answers the standard fixes only the sign, or whether they are zero.
    pub fn returned_by_model(
        &mut self,
        function: FunctionId,
        value: Value,
        is_asked_for_sign: bool,
    ) -> Value {
        let callee = &self.lowerer.program.functions[function];
        if !callee.is_model {
            return value;
        }
        if sets_errno(&callee.name) {
            self.change_errno();
        }
        let value = self.absolute(&callee.name, value);
        self.returned_by_question(&callee.name, value, is_asked_for_sign)
    }

    /// The same for what the lowering computes itself.
    pub fn returned_by_question(&mut self, name: &str, value: Value, is_asked_for_sign: bool) -> Value {
        match answer(name) {
            Some(answer) if !is_asked_for_sign => self.loosened(name, answer, value),
            _ => value,
        }
    }

    /// An answer with the sign of another one; the rest is flagged. A proof must hold for all that the library may answer,
    /// and a violation must not need a certain one.
    fn loosened(&mut self, name: &str, answer: Answer, value: Value) -> Value {
        let Value::Number(exact) = value else { return value };
        let why = format!("only the sign of what `{name}` returns is specified");
        let int = IntKind::Int;
        let ty = Type::Int(int);
        let zero = self.lowerer.encoder.int_constant(0, int);
        if exact.sort() != zero.sort() {
            return value;
        }
        let result = self.fresh("answer", exact.sort());
        let (same, different, end) = (self.location(), self.location(), self.location());
        let is_zero = mk::eq(exact, zero);
        self.split(is_zero, same, different);
        self.at = same;
        self.assign(result, zero);
        self.goto(end);
        self.at = different;
        let other = self.fresh("any", exact.sort());
        self.havoc(vec![other]);
        let encoder = self.lowerer.encoder.clone();
        let less = |a: Term, b: Term| encoder.compare(CompareOp::Lt, &ty, a, b);
        let fits = match answer {
            Answer::Sign => {
                mk::and2(mk::not(mk::eq(other, zero)), mk::eq(less(other, zero), less(exact, zero)))
            }
            Answer::Truth => mk::not(mk::eq(other, zero)),
        };
        let fits = mk::and([Some(fits), encoder.range(int, other)].into_iter().flatten());
        self.assign_flagged(result, mk::ite(fits, other, exact), &why);
        self.goto(end);
        self.at = end;
        self.lowerer.encoder.declare(result, int);
        Value::Number(result)
    }

    /// Notes that only the sign of an operand of a comparison matters, if it is a call.
    pub fn ask_for_sign(&mut self, op: CompareOp, a: ExprId, b: ExprId) {
        let program = self.lowerer.program;
        let is_zero = |id: ExprId| matches!(program.exprs[id].kind, ExprKind::Int(0));
        let call = match (is_zero(a), is_zero(b)) {
            (false, true) => a,
            (true, false) => b,
            _ => return,
        };
        let is_equality = matches!(op, CompareOp::Eq | CompareOp::Ne);
        self.asked = self.callee(call).and_then(|function| {
            let answer = answer(&program.functions[function].name)?;
            (is_equality || answer == Answer::Sign).then_some(call)
        });
    }

    /// Notes that it only matters whether a call returns zero.
    pub fn ask_for_truth(&mut self, call: ExprId) {
        self.asked = self.callee(call).map(|_| call);
    }

    fn callee(&self, call: ExprId) -> Option<FunctionId> {
        match self.lowerer.program.exprs[call].kind {
            ExprKind::Call(Callee::Direct(function), _) => Some(function),
            _ => None,
        }
    }
}
