//! The options that say what the program is and what is asked of it: files, property, and how C becomes a core
//! program.

use std::path::PathBuf;

use c_lower::options::{Allocation, Arithmetic, Floats, Parameters, Undefined};
use c_sema::types::DataModel;
use clap::{Args, ValueEnum};
use frontend::{ProgramOptions, input};
use serde::Serialize;

use instrumentation::instrument::Plan;

/// The program and the property.
#[derive(Args, Clone, Debug, Serialize)]
pub struct ProgramArguments {
    /// The program: C (.c, .i; several files are linked), Boogie (.bpl), a core program (.core), or a task
    /// definition (.yml)
    #[arg(required = true, value_name = "FILE")]
    #[serde(skip)]
    pub files: Vec<PathBuf>,
    /// Where executions start: a function of C, the default is main; procedures of Boogie (repeatable), the
    /// default is every one that no other calls
    #[arg(long, value_name = "NAME", help_heading = "Program")]
    pub entry: Vec<String>,
    /// What must hold of a C program: a property file (.prp), or names, separated by commas: unreach-call,
    /// valid-memsafety, valid-deref, valid-free, valid-memtrack, valid-memcleanup, no-overflow, assert,
    /// no-division-by-zero, valid-shift, no-unsigned-overflow, no-lossy-conversion, no-float-overflow, no-nan, valid-stream, all
    /// [default: what the task definition states; of other C programs all for verify and properties, otherwise
    /// unreach-call]
    #[arg(long, value_name = "FILE|NAMES", help_heading = "Program")]
    pub property: Option<String>,
    /// A label of C that must not be reached (repeatable); replaces the functions of unreach-call
    #[arg(long, value_name = "LABEL", help_heading = "Program")]
    pub error_label: Vec<String>,
    /// The sizes of C's types [default: what the task definition states, or LP64]
    #[arg(long, value_enum, value_name = "MODEL", help_heading = "C", ignore_case = true)]
    pub data_model: Option<ModelChoice>,
    /// What C's integers become
    #[arg(long, value_enum, default_value_t = ArithmeticChoice::Auto, value_name = "KIND", help_heading = "C")]
    pub arithmetic: ArithmeticChoice,
    /// What C's floating-point numbers become
    #[arg(long, value_enum, default_value_t = FloatsChoice::Ieee, value_name = "KIND", help_heading = "C")]
    pub floats: FloatsChoice,
    /// What NULL that is dereferenced and division by zero do, where the property does not check them
    #[arg(long, value_enum, default_value_t = UndefinedChoice::GoesOn, value_name = "EFFECT", help_heading = "C")]
    pub undefined: UndefinedChoice,
    /// What malloc and the like do if there is no memory [default: never-fails for tasks, for a single property of
    /// SV-COMP and for other commands; may-fail for verify and properties of other C programs]
    #[arg(long, value_enum, value_name = "EFFECT", help_heading = "C")]
    pub malloc: Option<MallocChoice>,
    /// What callers of an --entry that is not main pass for pointers
    #[arg(long, value_enum, default_value_t = ParametersChoice::MayBeNull, value_name = "VALUES", help_heading = "C")]
    pub parameters: ParametersChoice,
    /// A folder for #include (repeatable)
    #[arg(short = 'I', value_name = "DIR", help_heading = "C")]
    pub include: Vec<PathBuf>,
    /// A macro: NAME or NAME=VALUE (repeatable)
    #[arg(short = 'D', value_name = "MACRO", help_heading = "C")]
    pub define: Vec<String>,
    /// More arguments for the preprocessor, separated by blanks
    #[arg(long, value_name = "ARGUMENTS", allow_hyphen_values = true, help_heading = "C")]
    pub cpp_args: Option<String>,
    /// Take the preprocessor's arguments for each file from a compile_commands.json
    #[arg(long, value_name = "FILE", help_heading = "C")]
    pub compile_commands: Option<PathBuf>,
    /// A witness that the program is to follow.
    #[arg(skip)]
    #[serde(skip)]
    pub plan: Option<Plan>,
}

impl ProgramArguments {
    /// Whether all files are C, and none is a task.
    fn is_c(&self) -> bool {
        let is_c =
            |file: &PathBuf| file.extension().is_some_and(|extension| extension == "c" || extension == "i");
        self.files.iter().all(is_c)
    }

    /// The same for the front end, for people: of a C program that is no task everything is checked unless they say
    /// what.
    pub fn people_options(&self) -> ProgramOptions {
        let is_open = self.property.is_none() && self.error_label.is_empty() && self.plan.is_none();
        let property = match is_open && self.is_c() {
            true => Some("all".to_string()),
            false => self.property.clone(),
        };
        // A property of SV-COMP means what the file of the same name means.
        let is_competition = |asked: &String| {
            let asked_for_more = |names: &str| names.split(',').count() > 1;
            !asked_for_more(asked) && !task::Property::is_for_people(asked.trim())
        };
        let is_task =
            !self.is_c() || self.property.as_ref().is_some_and(is_competition) || self.plan.is_some();
        let default = if is_task { Allocation::NeverFails } else { Allocation::MayFail };
        let allocation = self.malloc.map_or(default, Allocation::from);
        ProgramOptions { property, allocation, ..self.options() }
    }

    /// The command that executes the program and checks a property, as a shell takes it.
    pub fn run_command(&self, property: &str) -> String {
        let mut words: Vec<String> = vec!["principia".into(), "run".into()];
        // A program on standard input is on that of the other command, too.
        let named = |file: &PathBuf| match input::shown_name(file).as_str() {
            "<stdin>" => "-".to_string(),
            name => name.to_string(),
        };
        words.extend(self.files.iter().map(named));
        let mut option = |name: &str, value: String| words.extend([name.to_string(), value]);
        match (&self.property, task::Property::named(property)) {
            // What is not there to be named is checked anyway, or by what the task says.
            (None, _) if !self.is_c() || property == "unreach-call" => {}
            (_, Some(_)) if self.is_c() => option("--property", property.to_string()),
            (Some(given), _) => option("--property", given.clone()),
            _ => {}
        }
        self.entry.iter().for_each(|entry| option("--entry", entry.clone()));
        self.error_label.iter().for_each(|label| option("--error-label", label.clone()));
        if let Some(model) = self.data_model.and_then(|model| model.to_possible_value()) {
            option("--data-model", model.get_name().to_string());
        }
        self.include.iter().for_each(|folder| option("-I", folder.display().to_string()));
        self.define.iter().for_each(|definition| option("-D", definition.clone()));
        if let Some(arguments) = &self.cpp_args {
            words.push(format!("--cpp-args={arguments}"));
        }
        if let Some(commands) = &self.compile_commands {
            words.extend(["--compile-commands".to_string(), commands.display().to_string()]);
        }
        // What a name cannot have is not in a path either.
        shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
    }

    /// The same for the front end.
    pub fn options(&self) -> ProgramOptions {
        ProgramOptions {
            files: self.files.clone(),
            entry: self.entry.clone(),
            property: self.property.clone(),
            error_label: self.error_label.clone(),
            data_model: self.data_model.map(DataModel::from),
            floats: self.floats.into(),
            undefined: self.undefined.into(),
            allocation: self.malloc.map_or(Allocation::NeverFails, Allocation::from),
            parameters: self.parameters.into(),
            include: self.include.clone(),
            define: self.define.clone(),
            cpp_args: self.cpp_args.clone(),
            compile_commands: self.compile_commands.clone(),
            plan: self.plan.clone(),
            closed: Vec::new(),
        }
    }
}

/// Data models.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum ModelChoice {
    /// int, long and pointers have 32 bits
    #[value(name = "ILP32")]
    #[serde(rename = "ILP32")]
    Ilp32,
    /// long and pointers have 64 bits
    #[value(name = "LP64")]
    #[serde(rename = "LP64")]
    Lp64,
}

impl From<ModelChoice> for DataModel {
    fn from(choice: ModelChoice) -> DataModel {
        match choice {
            ModelChoice::Ilp32 => DataModel::Ilp32,
            ModelChoice::Lp64 => DataModel::Lp64,
        }
    }
}

/// Arithmetics.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ArithmeticChoice {
    /// Integers where the program has no bit tricks, with counterexamples confirmed bit-precisely; bit-vectors
    /// otherwise, and if the integers give no answer
    Auto,
    /// Bit-vectors, exact
    Bitvector,
    /// Mathematical integers that wrap around; bit operations that are not exact are flagged
    Integer,
}

impl ArithmeticChoice {
    /// The arithmetic that was asked for, if one was.
    pub fn fixed(self) -> Option<Arithmetic> {
        match self {
            ArithmeticChoice::Auto => None,
            ArithmeticChoice::Bitvector => Some(Arithmetic::Bitvector),
            ArithmeticChoice::Integer => Some(Arithmetic::Integer),
        }
    }
}

/// What undefined behaviour does that is not checked.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum UndefinedChoice {
    /// Executions go on with any value: a proof holds whether the machine traps or not, a violation behind it is unknown
    GoesOn,
    /// Executions end, and the answer says where
    Ends,
}

impl From<UndefinedChoice> for Undefined {
    fn from(choice: UndefinedChoice) -> Undefined {
        match choice {
            UndefinedChoice::GoesOn => Undefined::GoesOn,
            UndefinedChoice::Ends => Undefined::Ends,
        }
    }
}

/// What allocation does if there is no memory.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MallocChoice {
    /// Every call may return NULL
    MayFail,
    /// No call returns NULL; the answer lists this assumption
    NeverFails,
}

impl From<MallocChoice> for Allocation {
    fn from(choice: MallocChoice) -> Allocation {
        match choice {
            MallocChoice::MayFail => Allocation::MayFail,
            MallocChoice::NeverFails => Allocation::NeverFails,
        }
    }
}

/// What callers of the entry pass for pointers.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ParametersChoice {
    /// NULL, or a pointer into an object of any size
    MayBeNull,
    /// A pointer into an object of any size
    NotNull,
}

impl From<ParametersChoice> for Parameters {
    fn from(choice: ParametersChoice) -> Parameters {
        match choice {
            ParametersChoice::MayBeNull => Parameters::MayBeNull,
            ParametersChoice::NotNull => Parameters::NotNull,
        }
    }
}

/// Meanings of floating-point numbers.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FloatsChoice {
    /// IEEE 754, exact
    Ieee,
    /// Real numbers; operations that may round are flagged
    Real,
}

impl From<FloatsChoice> for Floats {
    fn from(choice: FloatsChoice) -> Floats {
        match choice {
            FloatsChoice::Ieee => Floats::Ieee,
            FloatsChoice::Real => Floats::Real,
        }
    }
}
