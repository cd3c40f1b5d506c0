//! Task-definition files in the formats 1.0, 2.0 and 2.1.
//!
//! A definition may state several properties for the same input files; each of them makes a [`Task`]. Paths are
//! relative to the definition; `input_files` may be patterns, as in BenchExec. Members that this version does not
//! know are ignored, since the format allows for additions.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use base::{Diagnostic, SourceMap};

use crate::yaml::{Node, Text, documents};
use crate::{Property, TaskError};

/// The language of the input files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Language {
    /// C, preprocessed or not.
    C,
    /// Boogie.
    Boogie,
}

impl Language {
    /// The language that a file's name stands for.
    pub fn of_file(path: &Path) -> Option<Language> {
        match path.extension()?.to_str()? {
            "c" | "i" => Some(Language::C),
            "bpl" => Some(Language::Boogie),
            _ => None,
        }
    }
}

/// The sizes of C's types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DataModel {
    /// `int`, `long` and pointers have 32 bits.
    Ilp32,
    /// `long` and pointers have 64 bits.
    Lp64,
}

impl DataModel {
    /// The bits of a pointer.
    pub fn pointer_bits(self) -> u32 {
        match self {
            DataModel::Ilp32 => 32,
            DataModel::Lp64 => 64,
        }
    }
}

impl fmt::Display for DataModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DataModel::Ilp32 => "ILP32",
            DataModel::Lp64 => "LP64",
        })
    }
}

impl FromStr for DataModel {
    type Err = String;

    fn from_str(text: &str) -> Result<DataModel, String> {
        match text.to_ascii_uppercase().as_str() {
            "ILP32" => Ok(DataModel::Ilp32),
            "LP64" => Ok(DataModel::Lp64),
            _ => Err(format!("`{text}` is not a data model: use ILP32 or LP64")),
        }
    }
}

/// The answer that is known to be right.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Expected {
    /// Whether the property holds.
    pub verdict: bool,
    /// Which part of the property is violated, where that is known.
    pub subproperty: Option<String>,
}

/// A property with its expected verdict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatedProperty {
    /// The property.
    pub property: Property,
    /// The answer, where it is known.
    pub expected: Option<Expected>,
}

/// A task-definition file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The file itself.
    pub path: PathBuf,
    /// The program; not empty.
    pub input_files: Vec<PathBuf>,
    /// The properties, each of which makes a task.
    pub properties: Vec<StatedProperty>,
    /// The language of the program.
    pub language: Language,
    /// The data model, where it is stated.
    pub data_model: Option<DataModel>,
}

/// A program with one property: a question that has an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// The file that defines it.
    pub definition: PathBuf,
    /// The program; not empty.
    pub input_files: Vec<PathBuf>,
    /// What must hold.
    pub property: Property,
    /// The answer, where it is known.
    pub expected: Option<Expected>,
    /// The language of the program.
    pub language: Language,
    /// The data model, where it is stated.
    pub data_model: Option<DataModel>,
}

impl Definition {
    /// Reads a task-definition file and the property files that it names.
    pub fn read(path: &Path) -> Result<Definition, TaskError> {
        let text = fs::read_to_string(path).map_err(|error| TaskError::unreadable(path, &error))?;
        let mut sources = SourceMap::new();
        let file = sources.add_file(path.to_string_lossy(), text.as_str());
        let places = Text::new(&text);
        let documents = documents(&text, file).map_err(|diagnostic| TaskError::new(diagnostic, &sources))?;
        let root = match documents.as_slice() {
            [root] => Node::root(root, &places, file),
            _ => {
                let message = format!("{} has {} YAML documents", path.display(), documents.len());
                return Err(TaskError::global(message, "a task-definition file has one"));
            }
        };
        Reader { path, sources: &sources }.definition(root)
    }

    /// The tasks that this file defines, one for each property.
    pub fn tasks(&self) -> Vec<Task> {
        self.properties.iter().map(|stated| self.task_for(stated)).collect()
    }

    /// The task for the property with this name; without a name, the only one.
    pub fn task(&self, property: Option<&str>) -> Result<Task, TaskError> {
        let is_asked_for =
            |stated: &&StatedProperty| property.is_none_or(|name| stated.property.name() == name);
        let found: Vec<&StatedProperty> = self.properties.iter().filter(is_asked_for).collect();
        if let [stated] = found.as_slice() {
            return Ok(self.task_for(stated));
        }
        let names: Vec<String> = self.properties.iter().map(|stated| stated.property.name()).collect();
        let shown = self.path.display();
        Err(match property {
            Some(name) if found.is_empty() => TaskError::global(
                format!("{shown} does not state the property {name}"),
                format!("it states {}", if names.is_empty() { "none".to_string() } else { names.join(", ") }),
            ),
            _ if names.is_empty() => {
                TaskError::global(format!("{shown} states no property"), "name one with --property")
            }
            _ => TaskError::global(
                format!("{shown} states {} properties", names.len()),
                format!("choose one with --property: {}", names.join(", ")),
            ),
        })
    }

    fn task_for(&self, stated: &StatedProperty) -> Task {
        Task {
            definition: self.path.clone(),
            input_files: self.input_files.clone(),
            property: stated.property.clone(),
            expected: stated.expected.clone(),
            language: self.language,
            data_model: self.data_model,
        }
    }
}

/// Turns YAML into a definition.
struct Reader<'a> {
    path: &'a Path,
    sources: &'a SourceMap,
}

impl Reader<'_> {
    fn definition(&self, root: Node) -> Result<Definition, TaskError> {
        self.check_format(root).map_err(|diagnostic| self.error(diagnostic))?;
        let input_files = self.input_files(root).map_err(|diagnostic| self.error(diagnostic))?;
        let options = root.get("options");
        let option = |name| options.and_then(|options| options.get(name));
        let language =
            self.language(option("language"), &input_files).map_err(|diagnostic| self.error(diagnostic))?;
        let data_model =
            option("data_model").map(data_model).transpose().map_err(|diagnostic| self.error(diagnostic))?;
        let stated = root.get("properties").map(Node::elements).unwrap_or_default();
        let properties = stated.into_iter().map(|node| self.property(node)).collect::<Result<_, _>>()?;
        let path = self.path.to_path_buf();
        Ok(Definition { path, input_files, properties, language, data_model })
    }

    fn error(&self, diagnostic: Diagnostic) -> TaskError {
        TaskError::new(diagnostic, self.sources)
    }

    /// A path that is written in the file.
    fn resolve(&self, written: &str) -> PathBuf {
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let mut resolved = PathBuf::new();
        for component in folder.join(written).components() {
            match component {
                std::path::Component::CurDir => {}
                component => resolved.push(component),
            }
        }
        resolved
    }

    fn check_format(&self, root: Node) -> Result<(), Diagnostic> {
        let hint = "a task definition starts with `format_version: '2.0'`";
        if !root.is_mapping() {
            return Err(root.complain("this is not a task definition").with_hint(hint));
        }
        let Some(version) = root.get("format_version") else {
            return Err(
                Diagnostic::error(root.span().at_start(), "`format_version` is missing").with_hint(hint)
            );
        };
        let text = version.expect_scalar("a version, such as '2.0'")?;
        match text.as_str() {
            "1.0" | "2.0" | "2.1" => Ok(()),
            _ => Err(version
                .complain(format!("the format {text} is not known"))
                .with_hint("known are 1.0, 2.0 and 2.1")),
        }
    }

    fn input_files(&self, root: Node) -> Result<Vec<PathBuf>, Diagnostic> {
        let Some(files) = root.get("input_files") else {
            return Err(Diagnostic::error(root.span().at_start(), "`input_files` is missing")
                .with_hint("name the program: `input_files: 'program.c'`"));
        };
        let mut found = Vec::new();
        for node in files.elements() {
            let written = node.expect_scalar("the name of a file")?;
            let path = self.resolve(&written);
            if path.exists() {
                found.push(path);
                continue;
            }
            let pattern =
                glob::glob(&path.to_string_lossy()).map_err(|error| node.complain(error.to_string()))?;
            let before = found.len();
            found.extend(pattern.filter_map(Result::ok));
            if found.len() == before {
                return Err(node
                    .complain(format!("there is no file {}", path.display()))
                    .with_hint("input files are relative to the folder of the task definition"));
            }
        }
        if found.is_empty() {
            return Err(files.complain("a task needs an input file"));
        }
        Ok(found)
    }

    fn language(&self, stated: Option<Node>, input_files: &[PathBuf]) -> Result<Language, Diagnostic> {
        let Some(node) = stated else {
            return Ok(Language::of_file(&input_files[0]).unwrap_or(Language::C));
        };
        let name = node.expect_scalar("the name of a language")?;
        match name.to_ascii_lowercase().as_str() {
            "c" => Ok(Language::C),
            "boogie" => Ok(Language::Boogie),
            _ => Err(node
                .complain(format!("the language {name} is not supported"))
                .with_hint("use C or Boogie")),
        }
    }

    fn property(&self, node: Node) -> Result<StatedProperty, TaskError> {
        let (path, expected) = self.stated(node).map_err(|diagnostic| self.error(diagnostic))?;
        Ok(StatedProperty { property: Property::read(&path)?, expected })
    }

    /// The property file and the expected verdict of an element of `properties`.
    fn stated(&self, node: Node) -> Result<(PathBuf, Option<Expected>), Diagnostic> {
        let Some(file) = node.get("property_file") else {
            return Err(node
                .complain("`property_file` is missing")
                .with_hint("a property is stated as `- property_file: unreach-call.prp`"));
        };
        let path = self.resolve(&file.expect_scalar("the name of a property file")?);
        if !path.is_file() {
            return Err(file
                .complain(format!("there is no file {}", path.display()))
                .with_hint("property files are relative to the folder of the task definition"));
        }
        let Some(expected) = node.get("expected_verdict") else { return Ok((path, None)) };
        let verdict = match expected.scalar().map(|text| text.to_ascii_lowercase()).as_deref() {
            Some("true") => true,
            Some("false") => false,
            _ => return Err(expected.complain("an expected verdict is true or false")),
        };
        let part = node.get("subproperty").map(|part| part.expect_scalar("the name of a property"));
        Ok((path, Some(Expected { verdict, subproperty: part.transpose()? })))
    }
}

fn data_model(node: Node) -> Result<DataModel, Diagnostic> {
    let name = node.expect_scalar("ILP32 or LP64")?;
    name.parse().map_err(|message: String| node.complain(message))
}
