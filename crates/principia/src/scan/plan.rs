//! What a scan looks at: the files of a project and the entries in them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use frontend::{Definition, ProgramOptions, definitions};
use serde::Deserialize;

use crate::scan_options::{Entries, ScanArguments};

/// What is looked at.
pub struct Plan {
    /// The entries, by files and in their order.
    pub entries: Vec<Entry>,
    /// Whether arguments are arbitrary.
    pub has_arguments: bool,
    /// How many files there are.
    pub files: usize,
    /// What could not be read, for people.
    pub unread: Vec<String>,
    /// The `compile_commands.json`, if there is one.
    pub database: Option<PathBuf>,
}

/// A function at which executions begin.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The files: that of the function first.
    pub files: Vec<PathBuf>,
    /// The function.
    pub function: String,
    /// Its line.
    pub line: u32,
    /// Everything that the answer depends on but for the options.
    pub fingerprint: String,
}

/// An entry of a `compile_commands.json`.
#[derive(Deserialize)]
struct Compiled {
    directory: PathBuf,
    file: PathBuf,
}

impl Plan {
    /// The plan of a scan. The error is text for people.
    pub fn of(arguments: &ScanArguments) -> Result<Plan, String> {
        let (files, database) = files(&arguments.paths)?;
        if files.is_empty() {
            return Err(
                "error: there is no C file here\nhint: name a compile_commands.json, a folder, or files\n"
                    .into(),
            );
        }
        let mut unread = Vec::new();
        let mut read: Vec<(PathBuf, Vec<Definition>)> = Vec::new();
        for file in &files {
            let options = ProgramOptions {
                include: arguments.include.clone(),
                define: arguments.define.clone(),
                compile_commands: database.clone(),
                ..ProgramOptions::of(vec![file.clone()])
            };
            match definitions(file, &options) {
                Ok(found) => read.push((file.clone(), found)),
                Err(text) => unread.push(text),
            }
        }
        let mut entries = match arguments.entries {
            Entries::Functions => functions(&read),
            Entries::Mains => mains(&read),
        };
        if let Some(text) = &arguments.only {
            entries.retain(|entry| entry.function.contains(text.as_str()));
        }
        let has_arguments = arguments.entries == Entries::Functions;
        Ok(Plan { entries, has_arguments, files: files.len(), unread, database })
    }
}

/// Every function, in its file alone.
fn functions(read: &[(PathBuf, Vec<Definition>)]) -> Vec<Entry> {
    let entry = |file: &PathBuf, one: &Definition| Entry {
        files: vec![file.clone()],
        function: one.name.clone(),
        line: one.line,
        fingerprint: one.fingerprint.clone(),
    };
    read.iter().flat_map(|(file, found)| found.iter().map(move |one| entry(file, one))).collect()
}

/// Every `main`, with all files that have none.
fn mains(read: &[(PathBuf, Vec<Definition>)]) -> Vec<Entry> {
    let main = |found: &[Definition]| found.iter().find(|one| one.name == "main").cloned();
    let shared: Vec<&(PathBuf, Vec<Definition>)> =
        read.iter().filter(|(_, found)| main(found).is_none()).collect();
    // Whatever a function of another file is, it may be called.
    let others: String =
        shared.iter().flat_map(|(_, found)| found.iter().map(|one| one.fingerprint.as_str())).collect();
    let entry = |(file, found): &(PathBuf, Vec<Definition>)| {
        let main = main(found)?;
        let files = std::iter::once(file).chain(shared.iter().map(|(file, _)| file)).cloned().collect();
        let fingerprint = format!("{}\u{0}{others}", main.fingerprint);
        Some(Entry { files, function: main.name, line: main.line, fingerprint })
    };
    read.iter().filter_map(entry).collect()
}

/// The C files, and the database that says how they are compiled.
fn files(paths: &[PathBuf]) -> Result<(Vec<PathBuf>, Option<PathBuf>), String> {
    let here = [PathBuf::from(".")];
    let paths = if paths.is_empty() { &here[..] } else { paths };
    let (mut found, mut database) = (BTreeSet::new(), None);
    for path in paths {
        let inside = path.join("compile_commands.json");
        if path.extension().is_some_and(|extension| extension == "json") || inside.is_file() {
            let path = if inside.is_file() { inside } else { path.clone() };
            found.extend(compiled(&path)?);
            database = Some(path);
        } else if path.is_dir() {
            below(path, &mut found);
        } else if path.is_file() {
            found.insert(path.clone());
        } else {
            return Err(format!("error: cannot read {}: there is no such file or folder\n", path.display()));
        }
    }
    Ok((found.into_iter().collect(), database))
}

/// The C files of a `compile_commands.json`, shown as they are from here.
fn compiled(path: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |error: &dyn std::fmt::Display| {
        let hint = "hint: a list of { directory, file, command or arguments } is expected";
        format!("error: cannot read {}: {error}\n{hint}\n", path.display())
    };
    let text = std::fs::read_to_string(path).map_err(|error| failed(&error))?;
    let entries: Vec<Compiled> = serde_json::from_str(&text).map_err(|error| failed(&error))?;
    let here = std::env::current_dir().unwrap_or_default();
    let file = |entry: Compiled| {
        let full = entry.directory.join(&entry.file);
        let full = full.canonicalize().unwrap_or(full);
        full.strip_prefix(&here).map(Path::to_path_buf).unwrap_or(full)
    };
    let is_c = |file: &PathBuf| file.extension().is_some_and(|extension| extension == "c");
    Ok(entries.into_iter().map(file).filter(is_c).collect())
}

/// The C files of a folder and those below, without hidden ones.
fn below(folder: &Path, found: &mut BTreeSet<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
        let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
        if path.is_dir() && !is_hidden && !is_link {
            below(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            found.insert(path.strip_prefix(".").map(Path::to_path_buf).unwrap_or(path));
        }
    }
}
