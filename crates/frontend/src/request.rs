//! What is asked for, with task definitions and property files read: the files, their language, and what must
//! hold.

use std::path::{Path, PathBuf};

use c_lower::options::{ASSERTION_FUNCTIONS, Addresses, Arithmetic, Options, Properties};
use c_sema::types::DataModel;
use task::{Check, Definition, Property};

use crate::input::InputError;
use crate::options::ProgramOptions;

/// The language of the input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// C.
    C,
    /// Boogie.
    Boogie,
    /// The text form of core programs.
    Core,
}

impl Language {
    fn of(path: &Path) -> Option<Language> {
        match path.extension()?.to_str()? {
            "c" | "i" => Some(Language::C),
            "bpl" => Some(Language::Boogie),
            "core" => Some(Language::Core),
            _ => None,
        }
    }
}

/// A program with a property.
#[derive(Clone, Debug)]
pub struct Request {
    /// The source files; not empty.
    pub files: Vec<PathBuf>,
    /// Their language.
    pub language: Language,
    /// Where executions start; empty for the default.
    pub entries: Vec<String>,
    /// What must hold of a C program.
    pub properties: Properties,
    /// Whether calls of error functions are failed assertions.
    pub is_about_assertions: bool,
    /// Whether there are several questions with an answer each.
    pub is_combined: bool,
    /// The sizes of C's types.
    pub model: DataModel,
    /// The property in SV-COMP's notation.
    pub specification: String,
}

impl Request {
    /// Reads what the arguments name. The error is text for people.
    pub fn new(arguments: &ProgramOptions) -> Result<Request, String> {
        let definition = definition(&arguments.files)?;
        let (files, language) = match &definition {
            None => (arguments.files.clone(), language_of(&arguments.files)?),
            Some(definition) => {
                let language = match definition.language {
                    task::Language::C => Language::C,
                    task::Language::Boogie => Language::Boogie,
                };
                (definition.input_files.clone(), language)
            }
        };
        let property = property(arguments, definition.as_ref())?;
        let stated_model = definition.as_ref().and_then(|definition| definition.data_model);
        let model = match (arguments.data_model, stated_model) {
            (Some(model), _) => model,
            (None, Some(task::DataModel::Ilp32)) => DataModel::Ilp32,
            (None, Some(task::DataModel::Lp64) | None) => DataModel::Lp64,
        };
        let mut entries = arguments.entry.clone();
        if entries.is_empty() && language == Language::C {
            entries.push(property.as_ref().map_or("main", |property| property.entry.as_str()).to_string());
        }
        let mut properties = match &property {
            None => Properties::unreach_call(),
            Some(property) => checked_properties(property, language)?,
        };
        if !arguments.error_label.is_empty() {
            properties.error_functions.clear();
            properties.error_labels = arguments.error_label.clone();
        }
        let specification = property.as_ref().map_or_else(|| Property::unreach_call().text(), Property::text);
        let is_combined = property.as_ref().is_some_and(Property::is_combined);
        let is_about_assertions =
            property.is_some_and(|property| property.checks.contains(&Check::Assertions));
        Ok(Request {
            files,
            language,
            entries,
            properties,
            is_about_assertions,
            is_combined,
            model,
            specification,
        })
    }

    /// The property in SV-COMP's notation; if there were several questions, that of the violated one.
    pub fn specification_of(&self, violated: Option<&str>) -> String {
        let answered = violated.filter(|_| self.is_combined).and_then(Property::named);
        answered.map_or_else(|| self.specification.clone(), |property| property.text())
    }

    /// What the lowering of C is asked for.
    pub fn lowering(&self, arguments: &ProgramOptions, arithmetic: Arithmetic) -> Options {
        Options {
            model: self.model,
            arithmetic,
            floats: arguments.floats,
            addresses: Addresses::Arbitrary,
            has_exact_bits: false,
            undefined: arguments.undefined,
            allocation: arguments.allocation,
            parameters: arguments.parameters,
            properties: self.properties.clone(),
            entry: self.entries.first().cloned().unwrap_or_else(|| "main".to_string()),
        }
    }
}

fn error(message: impl Into<String>, hint: &str) -> String {
    InputError::new(message.into(), hint).render()
}

/// The task definition, if the only file is one.
fn definition(files: &[PathBuf]) -> Result<Option<Definition>, String> {
    let is_definition = |path: &&PathBuf| path.extension().is_some_and(|extension| extension == "yml");
    match (files, files.iter().find(is_definition)) {
        (_, None) => Ok(None),
        ([only], Some(_)) => Definition::read(only).map(Some).map_err(|error| error.render().to_string()),
        (_, Some(path)) => Err(error(
            format!("{} is one of several files", path.display()),
            "a task definition names its source files itself; give it alone",
        )),
    }
}

/// The language of all files.
fn language_of(files: &[PathBuf]) -> Result<Language, String> {
    let mut found = None;
    for path in files {
        // What does not exist is reported when it is read.
        let Some(language) = Language::of(path) else {
            if let Err(error) = crate::input::check_readable(path) {
                return Err(error.render());
            }
            return Err(error(
                format!("{}: what language is this?", path.display()),
                "C has names that end in .c or .i, Boogie .bpl, core programs .core, task definitions .yml",
            ));
        };
        if *found.get_or_insert(language) != language {
            return Err(error("the files are in several languages", "files of one language can be linked"));
        }
    }
    let language = found.ok_or_else(|| error("there is no file", "name a program"))?;
    if language != Language::C && files.len() > 1 {
        return Err(error("only files of C can be linked", "give one file"));
    }
    Ok(language)
}

/// The property: that of the option, or that of the task definition.
fn property(arguments: &ProgramOptions, definition: Option<&Definition>) -> Result<Option<Property>, String> {
    let Some(asked) = &arguments.property else {
        let task = definition.map(|definition| definition.task(None)).transpose();
        return Ok(task.map_err(|error| error.render().to_string())?.map(|task| task.property));
    };
    if let Some(named) = Property::named(asked) {
        return Ok(Some(named));
    }
    if asked.contains(',') && !asked.contains('(') {
        let parts = asked.split(',').map(|part| {
            let arguments = ProgramOptions { property: Some(part.trim().to_string()), ..arguments.clone() };
            property(&arguments, None)
        });
        let parts: Vec<Option<Property>> = parts.collect::<Result<_, _>>()?;
        return Ok(Property::together(parts.into_iter().flatten()));
    }
    if asked.trim_start().starts_with("CHECK") {
        let parsed = Property::parse(Path::new("specification"), asked);
        return parsed.map(Some).map_err(|error| error.render().to_string());
    }
    let path = Path::new(asked);
    if path.extension().is_some_and(|extension| extension == "prp") || path.exists() {
        return Property::read(path).map(Some).map_err(|error| error.render().to_string());
    }
    let is_checked = |name: &&str| {
        let property = Property::named(name);
        property.is_some_and(|property| checked_properties(&property, Language::C).is_ok())
    };
    let names: Vec<&str> = Property::NAMES.into_iter().filter(is_checked).collect();
    let hint = format!("use a .prp file or {}", names.join(", "));
    Err(error(format!("there is no property `{asked}`"), &hint))
}

/// The checks of a property as the lowering knows them.
fn checked_properties(property: &Property, language: Language) -> Result<Properties, String> {
    let unsupported = |name: &str| {
        let message = match language {
            Language::C => format!("the property {name} is not supported"),
            _ => format!("the property {name} is not one of Boogie programs"),
        };
        Err(error(message, "see `--help` for what can be checked of C; of Boogie programs that is assert"))
    };
    // By its name, people ask whether anything that the program checks can fail; a task's file means its function alone.
    if property.file.is_none() && property.name() == "unreach-call" && language == Language::C {
        return Ok(Properties::unreach_call());
    }
    let mut properties = Properties::default();
    for check in &property.checks {
        match (check, language) {
            (Check::Assertions, Language::C) => {
                properties.error_functions.extend(ASSERTION_FUNCTIONS.map(String::from));
            }
            (Check::Assertions, _) => {}
            (_, Language::Boogie | Language::Core) => return unsupported(check.name()),
            (Check::UnreachCall(function), _) => properties.error_functions.push(function.clone()),
            (Check::ValidFree, _) => properties.valid_free = true,
            (Check::ValidDeref, _) => properties.valid_deref = true,
            (Check::ValidMemtrack, _) => properties.valid_memtrack = true,
            (Check::ValidMemcleanup, _) => properties.valid_memcleanup = true,
            (Check::NoOverflow, _) => properties.no_overflow = true,
            (Check::NoDivisionByZero, _) => properties.no_division_by_zero = true,
            (Check::ValidShift, _) => properties.valid_shift = true,
            (Check::NoUnsignedOverflow, _) => properties.no_unsigned_overflow = true,
            (Check::NoLossyConversion, _) => properties.no_lossy_conversion = true,
            (Check::NoFloatOverflow, _) => properties.no_float_overflow = true,
            (Check::NoNan, _) => properties.no_nan = true,
            (Check::ValidStream, _) => properties.valid_stream = true,
            (Check::NoDataRace | Check::Termination, _) => return unsupported(check.name()),
        }
    }
    Ok(properties)
}
