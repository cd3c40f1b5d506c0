//! Models of single calls that print into memory or scan, made from their formats.
//!
//! What `snprintf(to, 8, "%d-%s", n, text)` writes depends on its format, so there is no one model in C of `snprintf`.
//! But if the format is a literal, it says what the call does: a function of C is written for each such call, with the
//! library's other models, and the call becomes one of this function. The rest of the lowering sees a call of a function with
//! a body, with loops and accesses like those of any other model. `scanf` and `fscanf` read any values, which are inputs;
//! `sscanf` reads its string as glibc does. Characters of floating-point numbers and of addresses that are printed are
//! flagged, and calls with other conversions are left as they were.
//!
//! The text is made from a checked program, which is checked again together with the text ([`Calls::text`]); calls
//! are redirected in the result ([`Calls::redirect`]).

mod print;
mod scan;
mod specification;
#[cfg(test)]
mod tests;

use c_sema::SPECIALISED;
use c_sema::hir::{Callee, Expr, ExprId, ExprKind, FunctionId, PlaceKind, Program};
use c_sema::types::{FloatKind, IntKind, Ty, Type};

use crate::memory::leaves::{Scalar, leaves};

pub use specification::{Scan, Scanned, scanned};

/// Whether a function gives what is not known of the characters of a number that is printed.
pub fn is_about_characters(name: &str) -> bool {
    matches!(name, "__builtin_character_printed" | "__builtin_number_of_characters_printed")
}

/// The function that says how many values `scanf` stores.
pub const NUMBER_OF_VALUES: &str = "__VERIFIER_nondet_number_of_values";

/// What opens the text.
const PRELUDE: &str = "# 1 \"<library>/formats.c\"
int __builtin_character_printed(void);
size_t __builtin_number_of_characters_printed(void);
int __VERIFIER_nondet_number_of_values(void);
double atof(const char *);
";

/// A parameter of a function that is written for a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Parameter {
    /// A number of this type.
    Number(&'static str),
    /// A pointer to one.
    Pointer(&'static str),
}

impl Parameter {
    fn declaration(self, name: &str) -> String {
        match self {
            Parameter::Number(ty) => format!("{ty} {name}"),
            Parameter::Pointer(ty) => format!("{ty} *{name}"),
        }
    }
}

/// A model of a call.
#[derive(Debug)]
struct Model {
    /// Its definition, but for the name, which stands for `NAME`.
    text: String,
    /// The arguments of the call that it takes, in order, with what it takes them as.
    arguments: Vec<(usize, Parameter)>,
}

/// A call that gets a function of its own.
struct Call {
    expr: ExprId,
    callee: FunctionId,
    model: Model,
    /// The format of a call that scans what the program does not know.
    scanned: Option<Vec<u8>>,
}

/// The calls of a program that get functions of their own.
pub struct Calls {
    calls: Vec<Call>,
}

/// What a function does with its format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Family {
    /// `sprintf`
    Print,
    /// `snprintf`
    PrintBounded,
    /// `scanf`
    Scan,
    /// `fscanf`
    ScanStream,
    /// `sscanf`
    ScanString,
}

impl Family {
    fn of(name: &str) -> Option<Family> {
        Some(match plain(name) {
            "sprintf" => Family::Print,
            "snprintf" => Family::PrintBounded,
            "scanf" => Family::Scan,
            "fscanf" => Family::ScanStream,
            "sscanf" => Family::ScanString,
            _ => return None,
        })
    }

    /// The position of the format among the arguments.
    fn format(self) -> usize {
        match self {
            Family::Scan => 0,
            Family::Print | Family::ScanStream | Family::ScanString => 1,
            Family::PrintBounded => 2,
        }
    }
}

impl Calls {
    /// The calls of a program whose formats are understood.
    pub fn of(program: &Program) -> Calls {
        let mut calls = Vec::new();
        for (expr, Expr { kind, .. }) in program.exprs.iter_enumerated() {
            let ExprKind::Call(Callee::Direct(callee), arguments) = kind else { continue };
            let function = &program.functions[*callee];
            let Some(family) = Family::of(&function.name).filter(|_| function.body.is_none()) else {
                continue;
            };
            if is_better_coarse(program, family, arguments) {
                continue;
            }
            let format = arguments.get(family.format()).and_then(|format| program.literal(*format));
            let Some(format) = format.map(until_end) else { continue };
            if let Some(model) = model(program, family, &format, arguments) {
                let is_input = matches!(family, Family::Scan | Family::ScanStream);
                let scanned = is_input.then_some(format);
                calls.push(Call { expr, callee: *callee, model, scanned });
            }
        }
        Calls { calls }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }

    /// The definitions of the functions, which belong behind those of the library. Calls that do the same share one.
    pub fn text(&self) -> String {
        let mut text = PRELUDE.to_string();
        for (number, (model, _)) in self.models().into_iter().enumerate() {
            text += &model.replace("NAME", &name(number));
            text.push('\n');
        }
        text
    }

    /// The definitions, with the formats of those that scan: each has one.
    fn models(&self) -> Vec<(&str, Option<&[u8]>)> {
        let mut models = Vec::new();
        for call in &self.calls {
            if !models.contains(&call.key()) {
                models.push(call.key());
            }
        }
        models
    }

    /// Lets the calls be of the functions that were written for them, in the program that has these. Gives the formats of
    /// the functions that scan what the program does not know.
    pub fn redirect(&self, program: &mut Program) -> Vec<(FunctionId, Vec<u8>)> {
        let models = self.models();
        let mut functions = Vec::new();
        for number in 0..models.len() {
            let is_meant = |id: &FunctionId| *program.functions[*id].name == *name(number);
            functions.push(program.functions.ids().find(is_meant));
        }
        for call in &self.calls {
            let Call { expr, callee, model, .. } = call;
            let number = models.iter().position(|known| *known == call.key());
            let Some(function) = number.and_then(|number| functions[number]) else { continue };
            let ExprKind::Call(_, arguments) = program.exprs[*expr].kind.clone() else { continue };
            let parameters = parameter_types(program, function);
            let taken = model.arguments.iter().zip(parameters);
            let taken = taken.map(|((index, _), ty)| converted(program, arguments[*index], ty)).collect();
            program.exprs[*expr].kind = ExprKind::Call(Callee::Direct(function), taken);
            // People know the function by its name, and so does whoever asks what it may set.
            let known = &*program.functions[*callee].name;
            program.functions[function].name = plain(known).into();
        }
        let scanned = models.iter().zip(&functions);
        scanned
            .filter_map(|((_, format), function)| Some(((*function)?, format.as_ref()?.to_vec())))
            .collect()
    }
}

impl Call {
    /// Calls that are alike share a model.
    fn key(&self) -> (&str, Option<&[u8]>) {
        (&self.model.text, self.scanned.as_deref())
    }
}

/// The name of a function without what headers of glibc put before it.
fn plain(name: &str) -> &str {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    name.strip_prefix("__isoc99_").or_else(|| name.strip_prefix("__isoc23_")).unwrap_or(name)
}

fn name(number: usize) -> String {
    format!("{SPECIALISED}{number}")
}

fn parameter_types(program: &Program, function: FunctionId) -> Vec<Ty> {
    match &program.types[program.functions[function].ty] {
        Type::Function(ty) => ty.parameters.clone(),
        _ => Vec::new(),
    }
}

/// An argument as a value of a type.
fn converted(program: &mut Program, argument: ExprId, ty: Ty) -> ExprId {
    if program.exprs[argument].ty == ty {
        return argument;
    }
    let span = program.exprs[argument].span;
    program.exprs.push(Expr { kind: ExprKind::Convert(argument), ty, span })
}

/// A string without what follows its end.
fn until_end(mut text: Vec<u8>) -> Vec<u8> {
    text.truncate(text.iter().position(|byte| *byte == 0).unwrap_or(text.len()));
    text
}

/// The model of a call; none if its format is not understood.
fn model(program: &Program, family: Family, format: &[u8], arguments: &[ExprId]) -> Option<Model> {
    let model = match family {
        Family::Print | Family::PrintBounded => print::model(format, family == Family::PrintBounded)?,
        Family::Scan => scan::of_input(format, 1)?,
        Family::ScanStream => scan::of_input(format, 2)?,
        Family::ScanString => scan::of_string(format)?,
    };
    // What the format does not ask for is evaluated all the same, and what is not there is read all the same.
    let is_taken = |index: &usize| model.arguments.iter().any(|(taken, _)| taken == index);
    let rest = (0..arguments.len()).filter(|index| *index != family.format() && !is_taken(index));
    let has_effects = rest.into_iter().any(|index| !is_plain(program, arguments[index]));
    let fits = |(index, parameter): &(usize, Parameter)| {
        arguments.get(*index).is_some_and(|argument| fits(program, *argument, *parameter))
    };
    (!has_effects && model.arguments.iter().all(fits)).then_some(model)
}

/// A pointer that runs through a member of a record with pointers makes bytes of all of them. `snprintf` with a constant size
/// is known to write no more than that, without a model.
fn is_better_coarse(program: &Program, family: Family, arguments: &[ExprId]) -> bool {
    let [target, size, ..] = arguments else { return false };
    let is_constant = matches!(program.unconverted(*size), ExprKind::Int(_));
    let ExprKind::AddressOf(place) = program.unconverted(*target) else { return false };
    let PlaceKind::Field(record, _) = program.places[*place].kind else { return false };
    let leaves = leaves(&program.types, program.places[record].ty);
    let has_pointers = leaves.is_none_or(|leaves| leaves.iter().any(|leaf| leaf.scalar == Scalar::Pointer));
    family == Family::PrintBounded && is_constant && has_pointers
}

/// Whether the evaluation of an expression changes nothing, and cannot fail.
fn is_plain(program: &Program, expr: ExprId) -> bool {
    match program.unconverted(expr) {
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::AddressOf(_) | ExprKind::FunctionAddress(_) => true,
        ExprKind::Load(place) => matches!(program.places[*place].kind, PlaceKind::Object(_)),
        _ => false,
    }
}

/// Whether an argument is what a conversion asks for, but for the sign.
fn fits(program: &Program, argument: ExprId, parameter: Parameter) -> bool {
    let types = &program.types;
    let ty = program.exprs[argument].ty;
    match (parameter, &types[ty]) {
        (Parameter::Pointer("void"), Type::Pointer(_)) => true,
        (Parameter::Pointer("const char" | "char"), Type::Pointer(pointee)) => {
            matches!(types[*pointee], Type::Void) || types.size_of(*pointee) == Some(1)
        }
        (Parameter::Pointer(asked), Type::Pointer(pointee)) => match &types[*pointee] {
            Type::Float(kind) => float_of(asked) == Some(*kind),
            Type::Int(kind) => {
                *kind != IntKind::Bool
                    && kind_of(asked).is_some_and(|asked| asked.size(types.model) == kind.size(types.model))
            }
            _ => false,
        },
        (Parameter::Number("void *"), Type::Pointer(_)) => true,
        (Parameter::Number(asked), Type::Float(kind)) => float_of(asked) == Some(*kind),
        (Parameter::Number(asked), Type::Int(kind)) => {
            kind_of(asked).is_some_and(|asked| asked.size(types.model) == kind.size(types.model))
        }
        _ => false,
    }
}

/// The kind of floating-point number that has a name.
fn float_of(name: &str) -> Option<FloatKind> {
    Some(match name {
        "float" => FloatKind::Float,
        "double" => FloatKind::Double,
        "long double" => FloatKind::LongDouble,
        _ => return None,
    })
}

/// The kind of integer that has a name.
fn kind_of(name: &str) -> Option<IntKind> {
    Some(match name {
        "signed char" | "unsigned char" => IntKind::UChar,
        "short" | "unsigned short" => IntKind::UShort,
        "int" | "unsigned" => IntKind::UInt,
        "long" | "unsigned long" | "size_t" | "ssize_t" => IntKind::ULong,
        "long long" | "unsigned long long" => IntKind::ULongLong,
        _ => return None,
    })
}
