//! Tools: how a verifier is called, and how its answer is read, as data.
//!
//! A description is a TOML file. Its command is a list of arguments, in which an argument `{options}`, `{files}`,
//! `{property}` or `{data_model}` stands for a list, and other names in braces for text:
//!
//! | placeholder | stands for |
//! |---|---|
//! | `{options}` | the options of the configuration |
//! | `{files}` | the input files |
//! | `{property}`, `{data_model}` | what `[properties]` and `[data_models]` have for those of the task |
//! | `{task}` | the task definition, or the program if there is none |
//! | `{file}` | the first input file |
//! | `{property_file}`, `{property_name}` | the property of the task |
//! | `{seconds}`, `{megabytes}` | the limits of time and memory |
//! | `{soft_seconds}` | nine tenths of the time, for a tool that does not end when it is asked to |
//! | `{heap_megabytes}` | four fifths of the memory, for the heap of a Java program |
//! | `{scratch}`, `{folder}` | the working folder of the run; the folder of the description |
//!
//! The answer is read by rules, each with a regular expression over the whole output. The first rule that matches
//! decides. Principia itself is described in the same way (`principia.toml`).

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use regex_lite::Regex;
use serde::Deserialize;
use task::{Check, Language, Property};

use crate::BenchError;
use crate::contain::Job;
use crate::machine::Machine;
use crate::record::{Class, Limits, Verdict};
use crate::suite::BenchTask;

/// A way to read an answer, as it is written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleText {
    pattern: String,
    verdict: Option<String>,
    class: Option<Class>,
    reason: Option<String>,
}

/// A description, as it is written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Description {
    name: String,
    command: Vec<String>,
    #[serde(default)]
    version: Vec<String>,
    version_pattern: Option<String>,
    languages: Vec<String>,
    properties: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    data_models: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    environment: BTreeMap<String, String>,
    /// A file in the working folder that has a report in the format of Principia.
    report: Option<String>,
    #[serde(rename = "rule")]
    rules: Vec<RuleText>,
}

/// A way to read an answer.
#[derive(Clone, Debug)]
struct Rule {
    pattern: Regex,
    verdict: Verdict,
    class: Option<Class>,
    reason: Option<String>,
}

/// A verifier.
#[derive(Clone, Debug)]
pub struct Tool {
    description: Description,
    rules: Vec<Rule>,
    /// The folder of the description.
    folder: PathBuf,
    /// The version that the tool gives for itself.
    pub version: String,
}

/// What a tool said.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The verdict.
    pub verdict: Verdict,
    /// The class, if the tool reached a limit of its own.
    pub class: Option<Class>,
    /// Why there is no verdict.
    pub reason: Option<String>,
}

impl Tool {
    /// Principia: the program that is running, unless another one is given.
    pub fn principia(executable: &Path) -> Tool {
        let text = include_str!("principia.toml");
        let mut tool = Tool::parse(Path::new("principia.toml"), text).expect("our own description is right");
        tool.description.command[0] = executable.to_string_lossy().into_owned();
        tool.version = env!("CARGO_PKG_VERSION").to_string();
        tool
    }

    /// Reads a description, and asks the tool for its version.
    pub fn read(path: &Path) -> Result<Tool, BenchError> {
        let text = fs::read_to_string(path).map_err(|error| BenchError::file(path, error))?;
        let mut tool = Tool::parse(path, &text)?;
        tool.version = tool.ask_version();
        Ok(tool)
    }

    fn parse(path: &Path, text: &str) -> Result<Tool, BenchError> {
        let description: Description = toml::from_str(text).map_err(|error| BenchError::file(path, error))?;
        if description.command.is_empty() {
            return Err(BenchError::file(path, "the command is empty"));
        }
        let rules = description.rules.iter().map(|rule| parse_rule(path, rule)).collect::<Result<_, _>>()?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
        Ok(Tool { description, rules, folder, version: String::new() })
    }

    /// The name of the tool.
    pub fn name(&self) -> &str {
        &self.description.name
    }

    /// Whether this is Principia.
    pub fn is_principia(&self) -> bool {
        self.description.name == "principia"
    }

    /// What the tool prints as its version, or nothing.
    fn ask_version(&self) -> String {
        let words: Vec<String> = self.description.version.iter().map(|word| self.in_folder(word)).collect();
        let Some((program, arguments)) = words.split_first() else { return String::new() };
        let Ok(output) = std::process::Command::new(program).args(arguments).output() else {
            return String::new();
        };
        let text =
            [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
        let pattern =
            self.description.version_pattern.as_deref().and_then(|pattern| Regex::new(pattern).ok());
        let found = pattern.and_then(|pattern| Some(pattern.captures(&text)?.get(1)?.as_str().to_string()));
        found.unwrap_or_else(|| text.lines().next().unwrap_or_default().trim().to_string())
    }

    fn in_folder(&self, word: &str) -> String {
        word.replace("{folder}", &self.folder.to_string_lossy())
    }

    /// Why the tool cannot be asked this question, if it cannot.
    pub fn refusal(&self, task: &BenchTask) -> Option<String> {
        let language = match task.language {
            Language::C => "C",
            Language::Boogie => "Boogie",
        };
        let property = task.property.name();
        if !self.description.languages.iter().any(|known| known == language) {
            return Some(format!("{} does not read {language}", self.name()));
        }
        if !self.description.properties.contains_key(&property) {
            return Some(format!("{} does not check {property}", self.name()));
        }
        None
    }

    /// The run of a task with these options.
    pub fn job(&self, task: &BenchTask, options: &[String], limits: Limits, scratch: PathBuf) -> Job {
        let (property_file, files) = property_file(&task.property, &scratch);
        let call = Call { tool: self, task, options, limits, scratch: &scratch, property_file };
        let command = self.description.command.iter().flat_map(|word| call.expand(word)).collect();
        let environment = self.description.environment.iter();
        let environment = environment.map(|(name, value)| (name.clone(), call.substitute(value))).collect();
        let report = self.description.report.clone();
        Job { command, environment, files, limits, report, scratch }
    }

    /// Reads the answer in the output of the tool.
    pub fn answer(&self, output: &str) -> Option<Answer> {
        self.rules.iter().find_map(|rule| {
            // The last one counts: what comes before may be a quotation.
            let captures = rule.pattern.captures_iter(output).last()?;
            let group = |name: &str| {
                let text = captures.name(name)?.as_str().trim();
                (!text.is_empty()).then(|| text.to_string())
            };
            let verdict = match &rule.verdict {
                Verdict::False(None) => Verdict::False(group("property")),
                verdict => verdict.clone(),
            };
            Some(Answer {
                verdict,
                class: rule.class,
                reason: group("reason").or_else(|| rule.reason.clone()),
            })
        })
    }
}

fn parse_rule(path: &Path, rule: &RuleText) -> Result<Rule, BenchError> {
    let complain = |error: String| BenchError::file(path, format!("the rule `{}`: {error}", rule.pattern));
    let pattern =
        Regex::new(&format!("(?m){}", rule.pattern)).map_err(|error| complain(error.to_string()))?;
    let verdict = rule.verdict.as_deref().unwrap_or("unknown").parse().map_err(complain)?;
    Ok(Rule { pattern, verdict, class: rule.class, reason: rule.reason.clone() })
}

/// The file of a property; one that has no file is written to the working folder.
fn property_file(property: &Property, scratch: &Path) -> (PathBuf, Vec<(String, String)>) {
    if let Some(file) = &property.file {
        return (file.canonicalize().unwrap_or_else(|_| file.clone()), Vec::new());
    }
    let name = "property.prp".to_string();
    let line = |check: &Check| format!("CHECK( init({}()), LTL({}) )\n", property.entry, check.formula());
    (scratch.join(&name), vec![(name, property.checks.iter().map(line).collect())])
}

/// What the placeholders of a command stand for.
struct Call<'a> {
    tool: &'a Tool,
    task: &'a BenchTask,
    options: &'a [String],
    limits: Limits,
    scratch: &'a Path,
    property_file: PathBuf,
}

impl Call<'_> {
    /// A word of the command.
    fn expand(&self, word: &str) -> Vec<String> {
        let description = &self.tool.description;
        let substituted = |words: Option<&Vec<String>>| {
            words.into_iter().flatten().map(|word| self.substitute(word)).collect::<Vec<String>>()
        };
        match word {
            "{options}" => self.options.iter().map(|option| self.substitute(option)).collect(),
            "{files}" => self.task.inputs.iter().map(|path| path.to_string_lossy().into_owned()).collect(),
            "{property}" => {
                // A tool that reads the task definition has to be told only if there is a choice.
                let is_stated = self.tool.is_principia() && !self.task.is_one_of_several;
                let words = description.properties.get(&self.task.property.name());
                if is_stated { Vec::new() } else { substituted(words) }
            }
            "{data_model}" => substituted(
                self.task.data_model.and_then(|model| description.data_models.get(&model.to_string())),
            ),
            word => vec![self.substitute(word)],
        }
    }

    fn substitute(&self, text: &str) -> String {
        let path = |path: &Path| path.to_string_lossy().into_owned();
        let seconds = self.limits.cpu_seconds.ceil() as u64;
        let megabytes = self.limits.memory_bytes.unwrap_or_else(|| Machine::this().memory_bytes) >> 20;
        [
            ("{task}", path(&self.task.file)),
            ("{file}", path(&self.task.inputs[0])),
            ("{property_file}", path(&self.property_file)),
            ("{property_name}", self.task.property.name()),
            ("{seconds}", seconds.to_string()),
            ("{soft_seconds}", (seconds * 9 / 10).max(1).to_string()),
            ("{megabytes}", megabytes.to_string()),
            ("{heap_megabytes}", (megabytes * 4 / 5).to_string()),
            ("{scratch}", path(self.scratch)),
            ("{folder}", path(&self.tool.folder)),
        ]
        .iter()
        .fold(text.to_string(), |text, (name, value)| text.replace(name, value))
    }
}
