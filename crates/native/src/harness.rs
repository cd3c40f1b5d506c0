//! A C file that gives a program its inputs: those of a counterexample, or others that are drawn.
//!
//! Compiled and linked with the program, it defines the functions that return inputs (each gives the recorded values
//! in their order, and ends the program if there are no more; or draws them), `__VERIFIER_assume`, and the functions
//! that must not be called, which report the violation. Functions that the program defines itself are not redefined,
//! except those that must not be called: these are made weak in the program's objects ([`Harness::weakened`]).

mod allocating;

pub use allocating::is_outcome;

use std::collections::BTreeSet;
use std::fmt::Write;

use base::Span;
use c_lower::arith::Encoder;
use c_lower::library::{Routine, chooses_seed, effects, routine};
use c_lower::options::Allocation;
use c_sema::hir::{Callee, ExprKind, Function, FunctionId};
use c_sema::types::{FloatKind, IntKind, Ty, Type};
use executions::Input;
use frontend::CProgram;
use interpreter::converted;
use report::native::Missing;
use term::{Sort, Term, build as mk};

/// The exit status for a violation.
pub const VIOLATED: i32 = 71;
/// The exit status if there are no more inputs.
pub const EXHAUSTED: i32 = 72;
/// The exit status if an assumption does not hold.
pub const REFUSED: i32 = 73;
/// The exit status of functions that end the program.
pub const ENDED: i32 = 74;

/// What opens every message of a harness.
pub const SAYS: &str = "principia: ";

/// What opens the message about a violation.
pub const VIOLATION: &str = "principia: violation: ";

/// The models of the library whose only input is their result.
const INPUT_MODELS: [&str; 2] = ["rand", "random"];

/// The functions of the system that a harness itself calls.
const USED: [&str; 1] = ["dprintf"];

/// A harness.
pub struct Harness {
    /// Its definitions.
    pub text: String,
    /// The functions of the program that it replaces.
    pub weakened: Vec<String>,
    /// The functions of the library whose calls it answers, and `main` if it calls that.
    pub wrapped: Vec<String>,
    /// The functions that the program declares only, unless the system has them.
    pub missing: Vec<Missing>,
    /// Whether the program mentions a function that must not be called.
    pub observes_calls: bool,
}

/// The harness for inputs in their order, but for those on the standard input. The error says what it cannot express.
pub fn harness(program: &CProgram, inputs: &[Input]) -> Result<Harness, String> {
    let mut recorded: Vec<(String, Vec<Term>)> = Vec::new();
    let mut outcomes: Vec<bool> = Vec::new();
    for input in inputs {
        if allocating::is_outcome(input) {
            outcomes.push(input.value.is_true());
            continue;
        }
        let name = asked(program, input)?;
        match recorded.iter_mut().find(|(other, _)| *other == name) {
            Some((_, values)) => values.push(input.value),
            None => recorded.push((name, vec![input.value])),
        }
    }
    let mut writer = Writer::new(program, Inputs::Recorded(recorded));
    writer.text += &allocating::recorded(&program.options, &outcomes);
    writer.harness()
}

/// A harness that draws inputs, among others from these constants. The error says what it cannot express.
pub fn drawing_harness(program: &CProgram, constants: &[i64]) -> Result<Harness, String> {
    let mut writer = Writer::new(program, Inputs::Drawn);
    let constants: Vec<String> =
        constants.iter().map(|constant| format!("{:#x}ull", *constant as u64)).collect();
    let _ = write!(
        writer.text,
        "\nstatic const unsigned long long principia_constants[] = {{ 0, {} }};\n\n",
        constants.join(", ")
    );
    writer.text += include_str!("harness/drawn.c");
    writer.text += allocating::drawn(&program.options);
    let mut harness = writer.harness()?;
    harness.tell_return(program);
    Ok(harness)
}

impl Harness {
    /// Lets the compiled program tell that its `main` has returned ([`RETURNS`]).
    pub fn tell_return(&mut self, program: &CProgram) {
        if program.options.entry == "main" {
            self.text += WRAPPED_MAIN;
            self.wrapped.push("main".to_string());
        }
    }
}

impl Harness {
    /// Lets the compiled program have its arguments in memory of its own, where AddressSanitizer knows their ends.
    pub fn copy_arguments(&mut self) {
        let is_wrapped = self.wrapped.iter().any(|name| name == "malloc");
        let allocate = if is_wrapped { "__real_malloc" } else { "malloc" };
        self.text += &COPYING_MAIN.replace("ALLOCATE", allocate);
        self.wrapped.push("main".to_string());
    }
}

/// Copies the arguments, if the linker wraps `main`.
const COPYING_MAIN: &str = "
extern void *ALLOCATE(__SIZE_TYPE__);
extern int __real_main(int, char **, char **);

int __wrap_main(int count, char **arguments, char **environment)
{
    char **copies = ALLOCATE((count + 1) * sizeof(char *));
    for (int i = 0; i < count; i++) {
        __SIZE_TYPE__ size = __builtin_strlen(arguments[i]) + 1;
        copies[i] = ALLOCATE(size);
        __builtin_memcpy(copies[i], arguments[i], size);
    }
    copies[count] = 0;
    return __real_main(count, copies, environment);
}
";

/// How other files draw.
const DRAWS: &str = "
extern unsigned long long principia_draw(void);
extern void principia_note(unsigned long long, char, const char *);
extern float principia_draw_float(const char *);
extern double principia_draw_double(const char *);
extern void *principia_draw_pointer(const char *);
";

/// What tells that `main` has returned.
pub const RETURNS: &str = "principia: main returns\n";

/// Calls the program's `main`, if the linker wraps it.
const WRAPPED_MAIN: &str = "
extern int __real_main(int, char **, char **);

int __wrap_main(int count, char **arguments, char **environment)
{
    int status = __real_main(count, arguments, environment);
    dprintf(2, \"principia: main returns\\n\");
    return status;
}
";

const PRELUDE: &str = "\
extern int dprintf(int, const char *, ...);
extern void _Exit(int) __attribute__((noreturn));

static void principia_stop(int status, const char *what, const char *name)
{
    dprintf(2, \"principia: %s %s\\n\", what, name);
    _Exit(status);
}
";

/// The function of the program's environment that an input comes from.
fn asked(program: &CProgram, input: &Input) -> Result<String, String> {
    let model = input.span.filter(|span| span.file == program.library).and_then(|span| around(program, span));
    match model {
        None => Ok(input.function.to_string()),
        Some(model) if INPUT_MODELS.contains(&&*model.name) && !chooses_seed(&program.program) => {
            Ok(model.name.to_string())
        }
        Some(_) => Err("the program reads its inputs from a file or a terminal".to_string()),
    }
}

/// Whether an input is the result of a model that the harness replaces.
pub fn is_drawn_alone(program: &CProgram, input: &Input) -> bool {
    let model = input.span.and_then(|span| around(program, span));
    model.is_some_and(|model| INPUT_MODELS.contains(&&*model.name)) && !chooses_seed(&program.program)
}

/// The function whose body a span is in.
fn around(program: &CProgram, span: Span) -> Option<&Function> {
    program.program.functions.iter().find(|function| {
        let body = function.body.map(|body| program.program.stmts[body].span);
        body.is_some_and(|body| body.file == span.file && body.start <= span.start && span.end <= body.end)
    })
}

/// The functions that the files of the user call, or take the address of.
fn mentioned(program: &CProgram) -> BTreeSet<FunctionId> {
    let exprs = program.program.exprs.iter().filter(|expr| expr.span.file != program.library);
    exprs
        .filter_map(|expr| match expr.kind {
            ExprKind::Call(Callee::Direct(function), _) | ExprKind::FunctionAddress(function) => {
                Some(function)
            }
            _ => None,
        })
        .collect()
}

/// What the functions that return inputs do.
enum Inputs {
    /// They return these values, by the name of the function.
    Recorded(Vec<(String, Vec<Term>)>),
    /// They draw.
    Drawn,
}

struct Writer<'p> {
    program: &'p CProgram,
    inputs: Inputs,
    text: String,
    weakened: Vec<String>,
    wrapped: Vec<String>,
    missing: Vec<Missing>,
    observes_calls: bool,
}

impl<'p> Writer<'p> {
    fn new(program: &'p CProgram, inputs: Inputs) -> Writer<'p> {
        Writer {
            program,
            inputs,
            text: PRELUDE.to_string(),
            weakened: Vec::new(),
            wrapped: Vec::new(),
            missing: Vec::new(),
            observes_calls: false,
        }
    }

    fn harness(mut self) -> Result<Harness, String> {
        if !self.program.options.properties.error_labels.is_empty() {
            return Err("a label is no function that could tell that it is reached".into());
        }
        for id in mentioned(self.program) {
            self.define(&self.program.program.functions[id])?;
        }
        self.start()?;
        let Writer { text, weakened, wrapped, missing, observes_calls, .. } = self;
        Ok(Harness { text, weakened, wrapped, missing, observes_calls })
    }

    fn define(&mut self, function: &Function) -> Result<(), String> {
        let name = &*function.name;
        let is_error = self.program.options.properties.error_functions.iter().any(|error| error == name);
        let is_model = function.span.file == self.program.library && function.body.is_some();
        if is_error {
            self.observes_calls = true;
            if function.body.is_some() {
                self.weakened.push(name.to_string());
            }
            return self.ending(name, VIOLATED, "violation: call of");
        }
        let is_own = function.body.is_some() && !is_model;
        let allocates = self.program.options.allocation == Allocation::MayFail && !is_own;
        if let Some(wrapper) = allocates.then(|| allocating::wrapper(name)).flatten() {
            if !self.wrapped.contains(&wrapper.name) {
                self.text += &wrapper.definition;
                self.wrapped.push(wrapper.name);
            }
            return Ok(());
        }
        if is_model && INPUT_MODELS.contains(&name) {
            return self.input(function);
        }
        if function.body.is_some() || name.starts_with("__builtin_") {
            return Ok(());
        }
        match routine(name) {
            Some(Routine::Nondet) => self.input(function),
            Some(Routine::Assume) => {
                let _ = write!(
                    self.text,
                    "\nvoid {name}(int condition)\n{{\n    if (!condition)\n        \
                     principia_stop({REFUSED}, \"an assumption does not hold in\", \"{name}\");\n}}\n"
                );
                Ok(())
            }
            Some(Routine::Assert) => {
                let fails = "__assert_fail";
                let counts =
                    self.program.options.properties.error_functions.iter().any(|error| error == fails);
                self.observes_calls |= counts;
                let (status, what) =
                    if counts { (VIOLATED, "violation: call of") } else { (ENDED, "ended by") };
                let _ = write!(
                    self.text,
                    "\nvoid {name}(int condition)\n{{\n    if (!condition)\n        \
                     principia_stop({status}, \"{what}\", \"{name}\");\n}}\n"
                );
                Ok(())
            }
            Some(Routine::Abort) if matches!(name, "reach_error" | "__VERIFIER_error") => {
                self.ending(name, ENDED, "ended by")
            }
            Some(Routine::Output) if name.starts_with("__VERIFIER_") => {
                let _ = write!(self.text, "\nvoid {name}()\n{{\n}}\n");
                Ok(())
            }
            // What is in the library is the library's.
            None if effects(name).is_none()
                && !is_of_numbers(name)
                && !function.is_noreturn
                && !USED.contains(&name) =>
            {
                match self.inputs {
                    Inputs::Recorded(_) => self.input(function),
                    Inputs::Drawn => {
                        self.missing(function);
                        Ok(())
                    }
                }
            }
            _ => Ok(()),
        }
    }

    fn ending(&mut self, name: &str, status: i32, what: &str) -> Result<(), String> {
        let _ = write!(
            self.text,
            "\nvoid {name}()\n{{\n    principia_stop({status}, \"{what}\", \"{name}\");\n}}\n"
        );
        Ok(())
    }

    /// A function that returns inputs if the system does not have it. What cannot be expressed is missing then.
    fn missing(&mut self, function: &Function) {
        let text = std::mem::replace(&mut self.text, DRAWS.to_string());
        let is_expressed = self.input(function).is_ok();
        let definition = std::mem::replace(&mut self.text, text);
        if is_expressed {
            self.missing.push(Missing { name: function.name.to_string(), definition });
        }
    }

    /// A function that returns inputs.
    fn input(&mut self, function: &Function) -> Result<(), String> {
        let program = &self.program.program;
        let name = &function.name;
        let Type::Function(ty) = &program.types[function.ty] else { return Ok(()) };
        if matches!(program.types[ty.result], Type::Void) {
            let _ = write!(self.text, "\nvoid {name}()\n{{\n}}\n");
            return Ok(());
        }
        let values = match &self.inputs {
            Inputs::Drawn => return self.drawn(name, ty.result),
            Inputs::Recorded(recorded) => recorded.iter().find(|(other, _)| **other == **name),
        };
        let values = values.map(|(_, values)| &values[..]).unwrap_or_default();
        let end = format!("principia_stop({EXHAUSTED}, \"no more inputs of\", \"{name}\");");
        if values.is_empty() {
            let _ = write!(self.text, "\nvoid {name}()\n{{\n    {end}\n}}\n");
            return Ok(());
        }
        let result = match program.types[ty.result] {
            Type::Pointer(_) => "void *".to_string(),
            _ => program.type_text(ty.result) + " ",
        };
        let literals = self.literals(ty.result, values).map_err(|why| format!("`{name}` returns {why}"))?;
        let count = literals.len();
        let _ = write!(
            self.text,
            "\n{result}{name}()\n{{\n    static {result}const values[] = {{ {} }};\n    static unsigned next;\n    \
             if (next == {count})\n        {end}\n    return values[next++];\n}}\n",
            literals.join(", ")
        );
        Ok(())
    }

    /// A function that draws a value.
    fn drawn(&mut self, name: &str, ty: Ty) -> Result<(), String> {
        let result = self.program.program.type_text(ty);
        let body = match self.program.program.types[ty] {
            Type::Pointer(_) => {
                let body = format!("return principia_draw_pointer(\"{name}\");");
                let _ = write!(self.text, "\nvoid *{name}()\n{{\n    {body}\n}}\n");
                return Ok(());
            }
            Type::Float(FloatKind::Float) => format!("return principia_draw_float(\"{name}\");"),
            Type::Float(FloatKind::Double) => format!("return principia_draw_double(\"{name}\");"),
            Type::Int(kind) => {
                let (drawn, shown) = match kind {
                    // At most RAND_MAX.
                    _ if INPUT_MODELS.contains(&name) => ("principia_draw() & 0x7fffffff", "'i'"),
                    IntKind::Bool => ("principia_draw() != 0", "'u'"),
                    kind if kind.is_signed() => ("(long long)principia_draw()", "'i'"),
                    _ => ("principia_draw()", "'u'"),
                };
                format!(
                    "{result} value = {drawn};\n    principia_note(value, {shown}, \"{name}\");\n    return value;"
                )
            }
            Type::Float(_) => format!(
                "long long value = principia_draw();\n    principia_note(value, 'x', \"{name}\");\n    return value;"
            ),
            _ => return Err(format!("`{name}` returns a record")),
        };
        let _ = write!(self.text, "\n{result} {name}()\n{{\n    {body}\n}}\n");
        Ok(())
    }

    fn literals(&self, ty: Ty, values: &[Term]) -> Result<Vec<String>, String> {
        let model = self.program.options.model;
        match &self.program.program.types[ty] {
            Type::Int(kind) => Ok(values.iter().map(|&value| integer(*kind, model, value)).collect()),
            Type::Float(kind) => values.iter().map(|&value| float(*kind, value)).collect(),
            // A pointer has a base and an offset.
            Type::Pointer(_) => values
                .chunks(2)
                .map(|pair| match pair.iter().all(|&part| is_zero(part)) {
                    true => Ok("0".to_string()),
                    false => Err("a pointer to something".to_string()),
                })
                .collect(),
            _ => Err("a record".to_string()),
        }
    }

    /// `main`, if executions start elsewhere.
    fn start(&mut self) -> Result<(), String> {
        let entry = self.program.options.entry.as_str();
        if entry == "main" {
            return Ok(());
        }
        let functions = &self.program.program.functions;
        if functions.iter().any(|function| &*function.name == "main" && function.body.is_some()) {
            return Err("the program has a main, but is verified from elsewhere".into());
        }
        let Some(function) = functions.iter().find(|function| &*function.name == entry) else {
            return Ok(());
        };
        if !function.parameters.is_empty() {
            return Err(format!("`{entry}` has parameters"));
        }
        let types = &self.program.program.types;
        let result = match &types[function.ty] {
            Type::Function(signature) => &types[signature.result],
            _ => &Type::Void,
        };
        // What the entry returns is not lost: its caller has it.
        let (result, call) = match result {
            Type::Record(_) => return Err(format!("`{entry}` returns a record")),
            Type::Pointer(_) => ("void *", format!("static void *volatile returned; returned = {entry}();")),
            _ => ("int ", format!("{entry}();")),
        };
        let _ = write!(
            self.text,
            "\nextern {result}{entry}(void);\n\nint main(void)\n{{\n    {call}\n    \
             dprintf(2, \"principia: main returns\\n\");\n    return 0;\n}}\n"
        );
        Ok(())
    }
}

/// Whether a function is one of numbers that the arithmetic knows, so that the system's is meant.
fn is_of_numbers(name: &str) -> bool {
    Encoder::math_function_result(name).is_some() || Encoder::bit_function_result(name).is_some()
}

fn is_zero(value: Term) -> bool {
    mk::as_bv(converted(value, Sort::BitVec(64))).is_some_and(|bits| bits.bits() == 0)
}

/// An integer literal of a type.
fn integer(kind: IntKind, model: c_sema::types::DataModel, value: Term) -> String {
    if kind == IntKind::Bool {
        return if is_zero(value) { "0" } else { "1" }.to_string();
    }
    let bits = 8 * kind.size(model) as u32;
    let value = converted(value, Sort::BitVec(bits));
    let text = match kind.is_signed() {
        true => mk::as_signed_bv(value).unwrap_or_default().to_string(),
        false => mk::as_bv(value).cloned().unwrap_or_default().to_string(),
    };
    match (kind, bits) {
        (IntKind::Int128 | IntKind::UInt128, _) => {
            let number = mk::as_bv(value).cloned().unwrap_or_default();
            let low = &number & num_bigint::BigUint::from(u64::MAX);
            format!("(__int128)((unsigned __int128){:#x}u << 64 | {low:#x}u)", number >> 64u32)
        }
        (_, 64) if text == i64::MIN.to_string() => "-9223372036854775807LL - 1".to_string(),
        (_, 32) if text == i32::MIN.to_string() => "-2147483647 - 1".to_string(),
        (_, 64) if !kind.is_signed() => text + "ULL",
        (_, 64) => text + "LL",
        (_, 32) if !kind.is_signed() => text + "U",
        _ => text,
    }
}

/// A floating-point constant, exact.
pub fn float(kind: FloatKind, value: Term) -> Result<String, String> {
    let unexpected = || "a number that no literal has".to_string();
    let suffix = match kind {
        FloatKind::Float => "f",
        FloatKind::Double => "",
        _ => return Err("a number that is neither float nor double".to_string()),
    };
    let number = mk::as_float(value).ok_or_else(unexpected)?;
    let sign = if number.sign() == Some(true) { "-" } else { "" };
    if number.is_nan() {
        return Ok(format!("__builtin_nan{suffix}(\"\")"));
    }
    if number.is_infinite() {
        return Ok(format!("{sign}__builtin_inf{suffix}()"));
    }
    let bits: u64 = number.to_bits().try_into().map_err(|_| unexpected())?;
    let (exponent_bits, mantissa_bits) = if kind == FloatKind::Float { (8, 23) } else { (11, 52) };
    let mantissa = bits & ((1 << mantissa_bits) - 1);
    let biased = (bits >> mantissa_bits) as i64 & ((1 << exponent_bits) - 1);
    let bias = (1 << (exponent_bits - 1)) - 1;
    let (digits, exponent) = match biased {
        0 => (mantissa, 1 - bias - mantissa_bits),
        _ => (mantissa | 1 << mantissa_bits, biased - bias - mantissa_bits),
    };
    Ok(format!("{sign}{digits:#x}p{exponent}{suffix}"))
}
