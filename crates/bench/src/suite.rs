//! Task suites: from what a user names (sets, task definitions, programs, folders) to tasks in categories.
//!
//! A set (`NAME.set`) lists task definitions, one pattern a line, relative to the set; lines that start with `#` are
//! comments. The category of its tasks is its name. A folder stands for the sets in it, or else for all task
//! definitions and Boogie programs below it, with the folder of each as its category. A program without a task
//! definition may state its verdict in a comment at its beginning: `// verdict: TRUE`.

use std::fs;
use std::path::{Path, PathBuf};

use task::{DataModel, Definition, Expected, Language, Property};

use crate::BenchError;

/// A question for a tool.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BenchTask {
    /// The last two parts of its path, for people.
    pub name: String,
    /// The file that defines it: a task definition or a program.
    pub file: PathBuf,
    /// The program.
    pub inputs: Vec<PathBuf>,
    /// What must hold.
    pub property: Property,
    /// Whether the file states several properties, so that a tool must be told which one is meant.
    pub is_one_of_several: bool,
    /// The right answer.
    pub expected: Option<Expected>,
    /// The language of the program.
    pub language: Language,
    /// The data model.
    pub data_model: Option<DataModel>,
}

/// Tasks of one kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CategoryTasks {
    /// The name of the category.
    pub name: String,
    /// Its tasks.
    pub tasks: Vec<BenchTask>,
}

/// The tasks that the paths stand for, by category, in the order of their first appearance. If `properties` is not
/// empty, only tasks for these properties are taken.
pub fn collect(paths: &[PathBuf], properties: &[String]) -> Result<Vec<CategoryTasks>, BenchError> {
    let mut categories: Vec<CategoryTasks> = Vec::new();
    for path in paths {
        for (category, tasks) in collect_path(path)? {
            let is_wanted =
                |task: &BenchTask| properties.is_empty() || properties.contains(&task.property.name());
            let place = match categories.iter().position(|known| known.name == category) {
                Some(place) => place,
                None => {
                    categories.push(CategoryTasks { name: category, tasks: Vec::new() });
                    categories.len() - 1
                }
            };
            let known = &mut categories[place].tasks;
            for task in tasks.into_iter().filter(is_wanted) {
                if !known.iter().any(|other| other.file == task.file && other.property == task.property) {
                    known.push(task);
                }
            }
        }
    }
    categories.retain(|category| !category.tasks.is_empty());
    Ok(categories)
}

fn collect_path(path: &Path) -> Result<Vec<(String, Vec<BenchTask>)>, BenchError> {
    let path = path.canonicalize().map_err(|error| {
        BenchError::new(
            format!("cannot read {}: {error}", path.display()),
            "name a set (.set), a task definition (.yml), a program or a folder",
        )
    })?;
    if path.is_dir() {
        return collect_folder(&path);
    }
    if extension(&path) == "set" {
        return Ok(vec![(stem(&path), read_set(&path)?)]);
    }
    Ok(vec![(folder_name(&path), read_tasks(&path)?)])
}

fn extension(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().into_owned()
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The name of the folder that a file is in.
fn folder_name(path: &Path) -> String {
    let folder = path.parent().and_then(Path::file_name).unwrap_or_default();
    folder.to_string_lossy().into_owned()
}

/// The last two parts of a path.
fn short_name(path: &Path) -> String {
    format!("{}/{}", folder_name(path), path.file_name().unwrap_or_default().to_string_lossy())
}

/// The sets in a folder, or all tasks below it.
fn collect_folder(folder: &Path) -> Result<Vec<(String, Vec<BenchTask>)>, BenchError> {
    let mut sets = entries(folder)?;
    sets.retain(|path| extension(path) == "set" && path.is_file());
    if !sets.is_empty() {
        return sets.iter().map(|set| Ok((stem(set), read_set(set)?))).collect();
    }
    let mut files = Vec::new();
    files_below(folder, &mut files)?;
    let definitions = files.iter().any(|path| extension(path) == "yml" && is_definition(path));
    let mut found: Vec<(String, Vec<BenchTask>)> = Vec::new();
    for path in files {
        let is_task = match extension(&path).as_str() {
            "yml" => is_definition(&path),
            "bpl" => true,
            "c" | "i" => !definitions,
            _ => false,
        };
        if is_task {
            found.push((folder_name(&path), read_tasks(&path)?));
        }
    }
    if found.is_empty() {
        return Err(BenchError::new(
            format!("there are no tasks in {}", folder.display()),
            "tasks are .set files, .yml task definitions, or programs (.bpl, .c, .i)",
        ));
    }
    Ok(found)
}

/// Other files have this extension, too.
fn is_definition(path: &Path) -> bool {
    fs::read_to_string(path).is_ok_and(|text| text.contains("format_version") && text.contains("input_files"))
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, BenchError> {
    let list = fs::read_dir(folder).map_err(|error| BenchError::file(folder, error))?;
    let mut paths: Vec<PathBuf> = list.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    Ok(paths)
}

fn files_below(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), BenchError> {
    for path in entries(folder)? {
        // Links are not followed: they may lead back.
        match path.symlink_metadata() {
            Ok(metadata) if metadata.is_dir() => files_below(&path, files)?,
            Ok(_) => files.push(path),
            Err(_) => {}
        }
    }
    Ok(())
}

/// The tasks that a set lists.
pub fn read_set(path: &Path) -> Result<Vec<BenchTask>, BenchError> {
    let text = fs::read_to_string(path).map_err(|error| BenchError::file(path, error))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut tasks = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let pattern = line.trim();
        if pattern.is_empty() || pattern.starts_with('#') {
            continue;
        }
        let place = format!("{}:{}", path.display(), number + 1);
        let full = folder.join(pattern);
        let found: Vec<PathBuf> = if full.exists() {
            vec![full]
        } else {
            let matches = glob::glob(&full.to_string_lossy());
            let matches = matches.map_err(|error| {
                BenchError::new(format!("{place}: {error}"), "patterns are as in a shell")
            })?;
            matches.filter_map(Result::ok).collect()
        };
        if found.is_empty() {
            return Err(BenchError::new(
                format!("{place}: no file matches {pattern}"),
                "the lines of a set are relative to its folder",
            ));
        }
        for file in found {
            tasks.extend(read_tasks(&file.canonicalize().unwrap_or(file))?);
        }
    }
    Ok(tasks)
}

/// The tasks that one file defines.
fn read_tasks(path: &Path) -> Result<Vec<BenchTask>, BenchError> {
    if ["yml", "yaml"].contains(&extension(path).as_str()) {
        let definition = Definition::read(path)?;
        let tasks = definition.tasks();
        let is_one_of_several = tasks.len() > 1;
        let task = |task: task::Task| BenchTask {
            name: short_name(path),
            file: path.to_path_buf(),
            inputs: task.input_files,
            property: task.property,
            is_one_of_several,
            expected: task.expected,
            language: task.language,
            data_model: task.data_model,
        };
        return Ok(tasks.into_iter().map(task).collect());
    }
    let Some(language) = Language::of_file(path) else {
        return Err(BenchError::new(
            format!("{} is no task", path.display()),
            "tasks are .set files, .yml task definitions, or programs (.bpl, .c, .i)",
        ));
    };
    let property = match language {
        Language::Boogie => "assert",
        Language::C => "unreach-call",
    };
    Ok(vec![BenchTask {
        name: short_name(path),
        file: path.to_path_buf(),
        inputs: vec![path.to_path_buf()],
        property: Property::named(property).expect("the name is known"),
        is_one_of_several: false,
        expected: stated_verdict(&fs::read_to_string(path).unwrap_or_default()),
        language,
        data_model: None,
    }])
}

/// The verdict in the comments at the beginning of a program.
fn stated_verdict(text: &str) -> Option<Expected> {
    let comments = text.lines().take(10).filter_map(|line| line.trim().strip_prefix("//"));
    let verdict = comments.filter_map(|comment| comment.trim().strip_prefix("verdict:")).next()?;
    match verdict.trim().split('(').next()? {
        "TRUE" => Some(Expected { verdict: true, subproperty: None }),
        "FALSE" => Some(Expected { verdict: false, subproperty: None }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with two sets and three programs.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("principia-suite-{}-{name}", std::process::id()));
        let write = |file: &str, text: &str| {
            let path = folder.join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("written");
        };
        write("c/x/a.bpl", "// verdict: TRUE\nprocedure main() { }\n");
        write("c/x/b.bpl", "// a bug\n// verdict: FALSE\n");
        write("c/y/c.bpl", "procedure main() { }\n");
        write("c/y/notes.yml", "nothing: here\n");
        write("sets/One.set", "# comment\n\n../c/x/*.bpl\n../c/x/a.bpl\n");
        write("sets/Two.set", "../c/y/c.bpl\n");
        write("sets/Wrong.txt", "../c/none/*.bpl\n");
        folder
    }

    fn check(name: &str, paths: &[&str], expected: &str) {
        let folder = folder(name);
        let paths: Vec<PathBuf> = paths.iter().map(|path| folder.join(path)).collect();
        let shown = match collect(&paths, &[]) {
            Ok(categories) => {
                let show = |category: &CategoryTasks| {
                    let tasks = category.tasks.iter().map(|task| {
                        let verdict = task.expected.as_ref().map(|expected| expected.verdict);
                        format!("{} {verdict:?}", task.name)
                    });
                    format!("{}: {}", category.name, tasks.collect::<Vec<_>>().join(", "))
                };
                categories.iter().map(show).collect::<Vec<_>>().join("; ")
            }
            Err(error) => error.to_string(),
        };
        let real = folder.canonicalize().expect("it is there");
        fs::remove_dir_all(&folder).expect("removed");
        let shown = shown.replace(&format!("{}/", real.display()), "");
        assert_eq!(shown.replace(&format!("{}/", folder.display()), ""), expected);
    }

    #[test]
    fn sets_list_patterns() {
        let both = "One: x/a.bpl Some(true), x/b.bpl Some(false); Two: y/c.bpl None";
        check("folder-of-sets", &["sets"], both);
        check("sets", &["sets/One.set", "sets/Two.set", "sets/One.set"], both);
    }

    #[test]
    fn folders_are_searched() {
        check("tree", &["c"], "x: x/a.bpl Some(true), x/b.bpl Some(false); y: y/c.bpl None");
        check("file", &["c/y/c.bpl"], "y: y/c.bpl None");
    }

    #[test]
    fn what_is_no_task_is_refused() {
        check(
            "text",
            &["sets/Wrong.txt"],
            "error: sets/Wrong.txt is no task\nhint: tasks are .set files, .yml task definitions, or programs (.bpl, .c, .i)",
        );
        check(
            "missing",
            &["sets/Three.set"],
            "error: cannot read sets/Three.set: No such file or directory (os error 2)\n\
             hint: name a set (.set), a task definition (.yml), a program or a folder",
        );
        check(
            "definition",
            &["c/y/notes.yml"],
            "c/y/notes.yml:1:1: error: `format_version` is missing\n  nothing: here\n  ^\n\
             hint: a task definition starts with `format_version: '2.0'`",
        );
    }
}
