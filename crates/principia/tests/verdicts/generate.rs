//! Random C programs by seed.
//!
//! A program ends by computing a hash of what it did, and returns it. Its pointers point to living objects, its
//! indices are in bounds, and its expressions have no side effects: most programs have no undefined behaviour, and
//! nothing depends on the order of evaluation. Where that goes wrong, the oracle discards the program.

use crate::random::chance::Chance;

use super::calls::Function;
use super::expressions::FUEL;
use super::places::Variable;
use super::text::{Piece, text};
use super::types::{Type, Types};

/// What is asked about a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Which hash it computes.
    Hash,
    /// Whether its memory accesses are valid; it may have been given an invalid one.
    Memory,
}

/// A generated program.
#[derive(Clone, Debug)]
pub struct Program {
    pub seed: u64,
    pub text: Piece,
    pub question: Question,
    /// The data model and gcc's option for it. Programs are the same in both.
    pub model: (&'static str, &'static str),
}

/// The data models and gcc's options for them.
pub const MODELS: [(&str, &str); 2] = [("LP64", "-m64"), ("ILP32", "-m32")];

impl Program {
    /// The same in the other data model.
    pub fn in_other_model(&self) -> Program {
        let model = if self.model == MODELS[0] { MODELS[1] } else { MODELS[0] };
        Program { model, ..self.clone() }
    }
}

/// Where the check of the hash goes.
pub const CHECK: &str = "/* check */";

/// What programs declare instead of including it.
const DECLARATIONS: &str = "typedef __typeof__(sizeof 0) Size;
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
extern void *malloc(Size);
extern void free(void *);
extern void *memcpy(void *, const void *, Size);
extern void *memmove(void *, const void *, Size);
extern void *memset(void *, int, Size);
extern int memcmp(const void *, const void *, Size);
extern Size strlen(const char *);
extern char *strcpy(char *, const char *);
extern char *strncpy(char *, const char *, Size);
extern char *strcat(char *, const char *);
extern int strcmp(const char *, const char *);
extern char *strchr(const char *, int);
";

/// What is known while a program is made.
pub struct Generator {
    pub chance: Chance,
    pub types: Types,
    pub variables: Vec<Variable>,
    pub functions: Vec<Function>,
    /// How deep the current block is.
    pub depth: usize,
    /// How much the expression may still grow.
    pub fuel: usize,
    /// The current function writes to its own variables only.
    pub is_pure: bool,
    /// An initialiser of a global is made.
    pub is_static: bool,
    /// How many names there are.
    pub names: usize,
    /// The definitions of functions so far.
    pub definitions: Vec<Piece>,
    /// Constructs that are not to be used, for example because what is wrong with them is known.
    without: Vec<String>,
}

impl Generator {
    /// A new name.
    pub fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// Whether a construct may be used.
    pub fn allows(&self, construct: &str) -> bool {
        self.without.iter().all(|without| without != construct)
    }

    /// Gives the next statement its fuel.
    pub fn refuel(&mut self) {
        self.fuel = self.chance.below(FUEL) + 1;
    }

    /// Adds a variable of the current block.
    pub fn add_variable(&mut self, name: &str, of: Type) {
        let (depth, holds) = (self.depth, self.depth);
        let name = name.to_string();
        self.variables.push(Variable { name, of, depth, holds, is_index: false, is_constant: false });
    }

    /// The globals: an array for each type that pointers point to, and some others.
    fn globals(&mut self) -> Piece {
        let mut all = vec![Type::array(Type::INT, 4)];
        all.extend(self.types.pointees().into_iter().map(|of| Type::array(of, 2 + self.chance.below(2))));
        for number in 0..self.types.records.len() {
            let of = Type::Record(number);
            all.push(if self.chance.percent(50) { Type::array(of, 2) } else { of });
        }
        let mut declared = Vec::new();
        let names: Vec<String> = all.iter().map(|_| self.name("g")).collect();
        for (of, name) in all.iter().zip(&names) {
            // An array of pointers to itself would need another level of types.
            declared.push(text!["static ", self.types.declare(of, name), ";\n"].optional());
            self.add_variable(name, of.clone());
        }
        self.is_static = true;
        for (of, name) in all.iter().zip(&names) {
            let declaration = self.types.declare(of, name);
            if self.types.has_pointers(of) || self.chance.percent(50) {
                let value = self.initializer(of, 0);
                declared.push(text!["static ", declaration, " = ", value, ";\n"].optional());
            }
        }
        self.is_static = false;
        Piece::All(declared)
    }

    /// An input: fixed by an assumption, or one of a few values.
    fn input(&mut self) -> Piece {
        let name = self.name("x");
        let read = format!("int {name} = __VERIFIER_nondet_int();");
        let low = self.chance.below(2) as i64;
        let values: Vec<i64> = match self.chance.below(10) {
            0..6 => vec![self.chance.below(9) as i64 - 1],
            6..8 => vec![0, 1],
            _ => (low..low + 3).collect(),
        };
        let assumption = match values.as_slice() {
            [value] => format!("{name} == {value}"),
            [.., last] => format!("{name} >= {} && {name} <= {last}", values[0]),
            [] => String::new(),
        };
        self.add_variable(&name, Type::INT);
        if let Some(variable) = self.variables.last_mut() {
            variable.is_constant = true;
            variable.is_index = values.iter().all(|value| (0..2).contains(value));
        }
        let number = values[0];
        let whole = text![Piece::Input(values), read, " __VERIFIER_assume(", assumption, ");\n"];
        let fixed = Piece::from(format!("int {name} = {number};\n")).optional();
        whole.or(vec![fixed, Piece::from("")])
    }

    /// `main`, without its declaration.
    fn main(&mut self, question: Question) -> Piece {
        self.depth = 1;
        self.is_pure = false;
        let mut body = Vec::new();
        for _ in 0..self.chance.below(3) {
            body.push(self.input());
        }
        let count = 4 + self.chance.below(8);
        let planted = self.chance.below(count);
        for at in 0..count {
            body.push(self.statement());
            if self.chance.percent(12) {
                self.refuel();
                body.push(self.effect().optional());
            }
            if self.chance.percent(20) {
                body.push(self.idiom());
            }
            if question == Question::Memory && at == planted {
                body.push(self.plant());
            }
        }
        for _ in 0..3 + self.chance.below(5) {
            body.push(self.mix());
        }
        text!["int main(void)\n{\n", body, CHECK, "\nreturn (int)h;\n}\n"]
    }
}

/// The program with this seed.
pub fn program(seed: u64) -> Program {
    let mut chance = Chance(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ 0x5eed);
    let question = if chance.percent(25) { Question::Memory } else { Question::Hash };
    let model = MODELS[chance.below(2)];
    let without = std::env::var("PRINCIPIA_VERDICT_FUZZ_WITHOUT").unwrap_or_default();
    let without: Vec<String> = without.split(',').map(str::to_string).collect();
    let has_large = !without.contains(&"large-record".to_string());
    let mut types = Types { records: Vec::new(), has_floats: chance.percent(20), has_large };
    for _ in 0..1 + chance.below(3) {
        types.add_record(&mut chance);
    }
    let mut generator = Generator {
        chance,
        types,
        variables: Vec::new(),
        functions: Vec::new(),
        depth: 0,
        fuel: FUEL,
        is_pure: false,
        is_static: false,
        names: 0,
        definitions: Vec::new(),
        without,
    };
    let globals = generator.globals();
    for _ in 0..generator.chance.below(5) {
        generator.add_function();
    }
    let main = generator.main(question);
    let records: Vec<Piece> =
        (0..generator.types.records.len()).map(|at| generator.types.definition(at)).collect();
    let declarations: Vec<Piece> =
        DECLARATIONS.lines().map(|line| Piece::from(format!("{line}\n")).optional()).collect();
    let definitions: Vec<Piece> = generator.definitions.into_iter().map(Piece::optional).collect();
    let text = text![declarations, records, "static unsigned h;\n", globals, definitions, main];
    Program { seed, text, question, model }
}
