//! Matrices: every configuration over every category of tasks.
//!
//! A matrix comes from the command line, or from a TOML file that describes an experiment without saying where the
//! tasks are: it names sets, which are searched in the folders that the user gives.
//!
//! ```toml
//! title = "Craig vs. Newton, Table 1"
//! timeout = "120s"
//! memory = "6GB"
//!
//! [[category]]                    # a column of the table
//! name = "Bitvector"
//! group = "Automizer"             # columns of a group are summed up
//! tasks = ["ReachSafety-Arrays.set", "ReachSafety-BitVectors.set"]
//! options = "--arithmetic bitvector"
//!
//! [[configuration]]               # a row
//! name = "IT-SP-LV"
//! group = "Newton"
//! options = "--refine newton:it-sp-lv"
//! except = ["Float*"]             # categories to which it does not apply
//!
//! [[portfolio]]                   # a row that counts what any of these solves
//! name = "P Newton"
//! of = ["IT-*", "SP"]
//! ```
//!
//! A configuration of the file whose options the tool does not have, and a set that the user does not have, are left
//! out with a warning, so that an experiment can be run as far as it can be run.

use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use base::quantity::{parse_duration, parse_memory};
use glob::Pattern;
use serde::{Deserialize, Serialize};

use crate::BenchError;
use crate::record::Limits;
use crate::suite::{BenchTask, collect};
use crate::tool::Tool;

/// The limit of time without another wish.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(60);

/// A column: tasks, and options that are added for them.
#[derive(Clone, Debug)]
pub struct Category {
    /// Its name.
    pub name: String,
    /// Columns of the same group are summed up.
    pub group: Option<String>,
    /// Options for these tasks, whatever the configuration.
    pub options: Vec<String>,
    /// The tasks.
    pub tasks: Vec<BenchTask>,
}

/// A row: a tool with options.
#[derive(Clone, Debug)]
pub struct Configuration {
    /// Its name.
    pub name: String,
    /// Rows of the same group stand together.
    pub group: Option<String>,
    /// The tool.
    pub tool: Rc<Tool>,
    /// Its options.
    pub options: Vec<String>,
    /// Categories to which it does not apply.
    pub except: Vec<Pattern>,
}

/// A row that counts what any of several configurations solves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Portfolio {
    /// Its name.
    pub name: String,
    /// Patterns for the names of configurations.
    pub of: Vec<String>,
}

impl Portfolio {
    /// Whether a configuration is part of it.
    pub fn contains(&self, configuration: &str) -> bool {
        self.of.iter().any(|text| {
            text == configuration || Pattern::new(text).is_ok_and(|pattern| pattern.matches(configuration))
        })
    }
}

/// An experiment.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// What it is about.
    pub title: Option<String>,
    /// The limits of each run.
    pub limits: Limits,
    /// The columns.
    pub categories: Vec<Category>,
    /// The rows.
    pub configurations: Vec<Configuration>,
    /// Combined rows.
    pub portfolios: Vec<Portfolio>,
    /// What was left out.
    pub warnings: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CategoryText {
    name: String,
    group: Option<String>,
    tasks: Vec<String>,
    #[serde(default)]
    properties: Vec<String>,
    #[serde(default)]
    options: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConfigurationText {
    name: String,
    group: Option<String>,
    tool: Option<String>,
    #[serde(default)]
    options: String,
    #[serde(default)]
    except: Vec<String>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct MatrixText {
    title: Option<String>,
    timeout: Option<String>,
    memory: Option<String>,
    #[serde(default, rename = "category")]
    categories: Vec<CategoryText>,
    #[serde(default, rename = "configuration")]
    configurations: Vec<ConfigurationText>,
    #[serde(default, rename = "portfolio")]
    portfolios: Vec<Portfolio>,
}

/// What the command line asks for.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Sets, task definitions, programs, folders.
    pub paths: Vec<PathBuf>,
    /// Only tasks with these properties, unless empty.
    pub properties: Vec<String>,
    /// A matrix file.
    pub matrix: Option<PathBuf>,
    /// Configurations of Principia or of the named tools: name and options.
    pub configurations: Vec<(String, String)>,
    /// Other tools: name and description.
    pub tools: Vec<(String, PathBuf)>,
    /// The limit of processor time.
    pub timeout: Option<Duration>,
    /// The limit of time on the clock.
    pub wall_timeout: Option<Duration>,
    /// The limit of memory.
    pub memory: Option<u64>,
}

/// Says what is wrong with options of Principia, if something is.
pub type OptionCheck<'a> = &'a dyn Fn(&[String]) -> Result<(), String>;

impl Matrix {
    /// The matrix for a request. `principia` is the tool that a configuration uses if it names no other.
    pub fn new(request: &Request, principia: Tool, check: OptionCheck) -> Result<Matrix, BenchError> {
        let text = match &request.matrix {
            Some(path) => read_text(path)?,
            None => MatrixText::default(),
        };
        let mut tools = vec![("principia".to_string(), Rc::new(principia))];
        for (name, path) in &request.tools {
            tools.push((name.clone(), Rc::new(Tool::read(path)?)));
        }
        let mut warnings = Vec::new();
        let categories = categories(request, &text.categories, check, &mut warnings)?;
        let configurations = Builder { request, tools, check }.configurations(&text, &mut warnings)?;
        Ok(Matrix {
            limits: limits(request, &text)?,
            title: text.title,
            categories,
            configurations,
            portfolios: text.portfolios,
            warnings,
        })
    }

    /// All runs, each task under every configuration before the next one.
    pub fn cells(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        for (category, column) in self.categories.iter().enumerate() {
            for task in 0..column.tasks.len() {
                let applies =
                    |row: &Configuration| !row.except.iter().any(|pattern| pattern.matches(&column.name));
                let rows = self.configurations.iter().enumerate().filter(|(_, row)| applies(row));
                cells.extend(rows.map(|(configuration, _)| Cell { configuration, category, task }));
            }
        }
        cells
    }

    /// What tables and later runs need to know of the matrix.
    pub fn plan(&self) -> Plan {
        let category = |category: &Category| PlannedCategory {
            name: category.name.clone(),
            group: category.group.clone(),
            options: join(&category.options),
            tasks: category.tasks.len(),
        };
        let configuration = |row: &Configuration| PlannedConfiguration {
            name: row.name.clone(),
            group: row.group.clone(),
            tool: row.tool.name().to_string(),
            options: join(&row.options),
        };
        Plan {
            title: self.title.clone(),
            limits: self.limits,
            categories: self.categories.iter().map(category).collect(),
            configurations: self.configurations.iter().map(configuration).collect(),
            portfolios: self.portfolios.clone(),
        }
    }
}

/// A run: indices into a matrix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// The row.
    pub configuration: usize,
    /// The column.
    pub category: usize,
    /// The task in the column.
    pub task: usize,
}

/// The shape of a matrix, kept beside its records.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// What it is about.
    pub title: Option<String>,
    /// The limits of each run.
    pub limits: Limits,
    /// The columns, in order.
    pub categories: Vec<PlannedCategory>,
    /// The rows, in order.
    pub configurations: Vec<PlannedConfiguration>,
    /// Combined rows.
    pub portfolios: Vec<Portfolio>,
}

/// A column of a plan.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlannedCategory {
    /// Its name.
    pub name: String,
    /// Columns of the same group are summed up.
    pub group: Option<String>,
    /// Options for these tasks.
    pub options: String,
    /// The number of tasks.
    pub tasks: usize,
}

/// A row of a plan.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlannedConfiguration {
    /// Its name.
    pub name: String,
    /// Rows of the same group stand together.
    pub group: Option<String>,
    /// The name of the tool.
    pub tool: String,
    /// Its options.
    pub options: String,
}

fn join(options: &[String]) -> String {
    shlex::try_join(options.iter().map(String::as_str)).unwrap_or_default()
}

fn split(what: &str, options: &str) -> Result<Vec<String>, BenchError> {
    shlex::split(options).ok_or_else(|| {
        BenchError::new(format!("{what}: the quotes in `{options}` do not match"), "quote as in a shell")
    })
}

fn read_text(path: &Path) -> Result<MatrixText, BenchError> {
    let text = fs::read_to_string(path).map_err(|error| BenchError::file(path, error))?;
    toml::from_str(&text).map_err(|error| BenchError::file(path, error))
}

/// The command line is stronger than the file.
fn limits(request: &Request, text: &MatrixText) -> Result<Limits, BenchError> {
    let complain =
        |error: String| BenchError::file(request.matrix.as_deref().unwrap_or(Path::new("")), error);
    let written = text.timeout.as_deref().map(parse_duration).transpose().map_err(complain)?;
    let cpu = request.timeout.or(written).unwrap_or(DEFAULT_TIMEOUT);
    // A task may sleep, or share the processor, but not for ever.
    let wall = request.wall_timeout.unwrap_or(cpu * 3 + Duration::from_secs(10));
    let memory = text.memory.as_deref().map(parse_memory).transpose().map_err(complain)?;
    Ok(Limits {
        cpu_seconds: cpu.as_secs_f64(),
        wall_seconds: wall.as_secs_f64(),
        memory_bytes: request.memory.or(memory),
    })
}

fn categories(
    request: &Request,
    texts: &[CategoryText],
    check: OptionCheck,
    warnings: &mut Vec<String>,
) -> Result<Vec<Category>, BenchError> {
    let mut categories = Vec::new();
    if texts.is_empty() {
        for found in collect(&request.paths, &request.properties)? {
            let (name, tasks) = (found.name, found.tasks);
            categories.push(Category { name, group: None, options: Vec::new(), tasks });
        }
    }
    for text in texts {
        let options = split(&format!("category {}", text.name), &text.options)?;
        if let Err(message) = check(&options) {
            warnings.push(format!("category {} is left out: {message}", text.name));
            continue;
        }
        let tasks = category_tasks(request, text, warnings)?;
        if !tasks.is_empty() {
            categories.push(Category { name: text.name.clone(), group: text.group.clone(), options, tasks });
        }
    }
    if categories.is_empty() {
        return Err(BenchError::new(
            "there are no tasks to run",
            "name sets (.set), task definitions (.yml), programs (.bpl, .c, .i) or folders with them",
        ));
    }
    Ok(categories)
}

/// The tasks of a category of the matrix file; sets that are not there are left out.
fn category_tasks(
    request: &Request,
    text: &CategoryText,
    warnings: &mut Vec<String>,
) -> Result<Vec<BenchTask>, BenchError> {
    let mut paths = Vec::new();
    for set in &text.tasks {
        let found = find_set(request, set);
        if found.is_empty() && set.ends_with(".set") {
            warnings.push(format!("category {}: there is no {set} in the given folders", text.name));
        }
        paths.extend(found);
    }
    let properties = if request.properties.is_empty() { &text.properties } else { &request.properties };
    Ok(collect(&paths, properties)?.into_iter().flat_map(|found| found.tasks).collect())
}

/// Where a set of a matrix file is: in a folder that was given, in its `sets`, or one that was given itself.
fn find_set(request: &Request, set: &str) -> Vec<PathBuf> {
    let beside_matrix = request.matrix.as_deref().and_then(Path::parent).map(Path::to_path_buf);
    let roots =
        if request.paths.is_empty() { beside_matrix.into_iter().collect() } else { request.paths.clone() };
    let mut found = Vec::new();
    for root in roots {
        if root.is_file() {
            if root.file_name().is_some_and(|name| name.to_string_lossy() == set) {
                found.push(root);
            }
            continue;
        }
        for folder in [root.clone(), root.join("sets")] {
            let matches = glob::glob(&folder.join(set).to_string_lossy());
            found.extend(matches.into_iter().flatten().filter_map(Result::ok));
        }
    }
    found
}

struct Builder<'a> {
    request: &'a Request,
    tools: Vec<(String, Rc<Tool>)>,
    check: OptionCheck<'a>,
}

impl Builder<'_> {
    fn configurations(
        &self,
        text: &MatrixText,
        warnings: &mut Vec<String>,
    ) -> Result<Vec<Configuration>, BenchError> {
        let mut rows = Vec::new();
        for row in &text.configurations {
            if let Some(row) = self.written(row, warnings)? {
                rows.push(row);
            }
        }
        for (name, options) in &self.request.configurations {
            rows.push(self.asked_for(name, options)?);
        }
        // A tool that no configuration mentions has one without options.
        for (name, tool) in self.tools.iter().skip(1) {
            if !rows.iter().any(|row| Rc::ptr_eq(&row.tool, tool)) {
                rows.push(Configuration::new(name, tool.clone(), Vec::new()));
            }
        }
        if rows.is_empty() && text.configurations.is_empty() {
            rows.push(Configuration::new("principia", self.tools[0].1.clone(), Vec::new()));
        }
        if rows.is_empty() {
            return Err(BenchError::new("no configuration of the matrix can be run", "see the warnings"));
        }
        let mut names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
        names.sort_unstable();
        match names.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(BenchError::new(
                format!("two configurations are called {}", pair[0]),
                "rename one of them",
            )),
            None => Ok(rows),
        }
    }

    /// A configuration of the matrix file, unless the tool does not have it.
    fn written(
        &self,
        text: &ConfigurationText,
        warnings: &mut Vec<String>,
    ) -> Result<Option<Configuration>, BenchError> {
        let name = &text.name;
        let wanted = text.tool.as_deref().unwrap_or("principia");
        let Some((_, tool)) = self.tools.iter().find(|(known, _)| known == wanted) else {
            warnings.push(format!("configuration {name} is left out: describe {wanted} with --tool"));
            return Ok(None);
        };
        let options = split(&format!("configuration {name}"), &text.options)?;
        if tool.is_principia()
            && let Err(message) = (self.check)(&options)
        {
            warnings.push(format!("configuration {name} is left out: {message}"));
            return Ok(None);
        }
        let pattern = |text: &String| {
            Pattern::new(text)
                .map_err(|error| BenchError::new(format!("configuration {name}: {error}"), "see `except`"))
        };
        let except = text.except.iter().map(pattern).collect::<Result<_, _>>()?;
        Ok(Some(Configuration {
            group: text.group.clone(),
            except,
            ..Configuration::new(name, tool.clone(), options)
        }))
    }

    /// A configuration of the command line: `NAME='OPTIONS'`, of the tool with that name if there is one, and
    /// otherwise of Principia; `TOOL:NAME` is another configuration of a tool.
    fn asked_for(&self, name: &str, options: &str) -> Result<Configuration, BenchError> {
        let tool_name = name.split(':').next().unwrap_or(name);
        let tool =
            self.tools.iter().find(|(known, _)| known == tool_name).unwrap_or(&self.tools[0]).1.clone();
        let options = split(&format!("configuration {name}"), options)?;
        if tool.is_principia() {
            (self.check)(&options).map_err(|message| {
                BenchError::new(format!("configuration {name}: {message}"), "see `principia verify --help`")
            })?;
        }
        Ok(Configuration::new(name, tool, options))
    }
}

impl Configuration {
    fn new(name: &str, tool: Rc<Tool>, options: Vec<String>) -> Configuration {
        Configuration { name: name.to_string(), group: None, tool, options, except: Vec::new() }
    }
}
