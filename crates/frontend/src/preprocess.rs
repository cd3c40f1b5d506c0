//! Preprocessing by the system's compiler.
//!
//! Text whose only directives are line markers and pragmas needs no compiler, unless the user defines macros or it
//! mentions one that compilers define. Everything else goes through `cc -E` (or what `CC` names), with the user's `-I`,
//! `-D` and `--cpp-args`, and with those arguments of a `compile_commands.json` that concern the preprocessor. Line
//! markers in the result say where each line was written.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use c_sema::types::DataModel;
use serde::Deserialize;

use crate::encoding;
use crate::input::{self, InputError};
use crate::options::ProgramOptions;

/// Whether a text is preprocessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// It is C as it is.
    None,
    /// It seems to mention macros of the compiler; without one, the text is taken as it is.
    Useful,
    /// It cannot be read otherwise, or not as the user asked.
    Required,
}

/// Whether the text of a file is preprocessed.
pub fn need(path: &Path, text: &str, arguments: &ProgramOptions) -> Need {
    let is_source = path.extension().is_none_or(|extension| extension != "i");
    let has_arguments =
        !arguments.define.is_empty() || arguments.cpp_args.is_some() || arguments.compile_commands.is_some();
    if has_directives(text) || is_source && has_arguments {
        Need::Required
    } else if is_source && mentions_predefined_macro(text) {
        Need::Useful
    } else {
        Need::None
    }
}

/// Whether a text has a name that looks like a macro of the compiler: `__SIZE_TYPE__`, `__x86_64__`. Where that is in a
/// comment, the text is preprocessed for nothing.
fn mentions_predefined_macro(text: &str) -> bool {
    const SYSTEMS: [&str; 7] = ["x86_64", "amd64", "i386", "i686", "linux", "gnu_linux", "unix"];
    // What the front end knows, and the modes of types, which are no macros.
    const OTHERS: [&str; 2] = ["FUNCTION", "PRETTY_FUNCTION"];
    let is_mode = |name: &str| name.len() == 2 && (name.ends_with('I') || name.ends_with('F'));
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter_map(|word| word.strip_prefix("__")?.strip_suffix("__"))
        .any(|name| {
            let is_capital = name.starts_with(|c: char| c.is_ascii_uppercase())
                && !name.contains(|c: char| c.is_ascii_lowercase());
            SYSTEMS.contains(&name) || is_capital && !OTHERS.contains(&name) && !is_mode(name)
        })
}

/// Whether a text has directives that only a preprocessor understands.
fn has_directives(text: &str) -> bool {
    let mut is_in_comment = false;
    for line in text.lines() {
        let trimmed = line.trim_start();
        if !is_in_comment && trimmed.starts_with('#') {
            let word = trimmed[1..].trim_start();
            let name = word.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("");
            let is_harmless = name.starts_with(|c: char| c.is_ascii_digit())
                || matches!(name, "" | "line" | "pragma" | "ident" | "sccs");
            if !is_harmless {
                return true;
            }
        }
        // Good enough to skip comments over several lines: what is wrongly taken for a directive is preprocessed
        // for nothing.
        is_in_comment = match (line.rfind("/*"), line.rfind("*/")) {
            (Some(open), close) if close.is_none_or(|close| close < open) => true,
            (_, Some(_)) => false,
            (_, None) => is_in_comment,
        };
    }
    false
}

/// Where Debian and its relatives keep the headers that depend on the machine.
const HEADERS_OF_64_BITS: &str = "/usr/include/x86_64-linux-gnu";

/// The preprocessed text of a file.
pub fn preprocess(path: &Path, arguments: &ProgramOptions, model: DataModel) -> Result<String, InputError> {
    let compiler =
        std::env::var("CC").ok().filter(|name| !name.is_empty()).unwrap_or_else(|| "cc".to_string());
    let mut words = compiler.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or("cc"));
    command.args(words).arg("-E").stdin(Stdio::null());
    let stubs = Stubs::new();
    match model {
        // The headers for 64 bits serve both models. A system without libraries for 32 bits does not look there.
        DataModel::Ilp32 => command.args(["-m32", "-idirafter", HEADERS_OF_64_BITS]),
        DataModel::Lp64 => command.arg("-m64"),
    };
    if let Some(stubs) = &stubs {
        command.arg("-idirafter").arg(&stubs.0);
    }
    let mut file = path.to_path_buf();
    if let Some(database) = &arguments.compile_commands {
        let entry = compile_command(database, path)?;
        command.args(entry.arguments).current_dir(&entry.directory);
        file = std::path::absolute(path).unwrap_or(file);
    }
    command.args(arguments.include.iter().map(|folder| format!("-I{}", absolute(folder).display())));
    command.args(arguments.define.iter().map(|define| format!("-D{define}")));
    command.args(words_of(arguments.cpp_args.as_deref().unwrap_or(""))?);
    if input::shown_name(path) == "<stdin>" {
        command.args(["-iquote", "."]);
    }
    command.arg(&file);
    let output = command.output().map_err(|error| {
        InputError::new(
            format!("{} must be preprocessed, and `{compiler}` cannot be run: {error}", path.display()),
            "install a C compiler, name one with the variable CC, or preprocess the file: cc -E FILE.c > FILE.i",
        )
    })?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(InputError::new(
            format!("`{compiler} -E` failed on {}\n{}", path.display(), said.trim_end()),
            "-I names folders for #include, -D macros, --cpp-args anything else",
        ));
    }
    Ok(encoding::text_of(output.stdout))
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}

/// A folder with the headers that a system without libraries for 32 bits lacks, removed at the end.
struct Stubs(PathBuf);

impl Stubs {
    fn new() -> Option<Stubs> {
        let folder = std::env::temp_dir().join(format!("principia-headers-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("gnu")).ok()?;
        let stubs = Stubs(folder);
        std::fs::write(stubs.0.join("gnu/stubs-32.h"), "").ok()?;
        Some(stubs)
    }
}

impl Drop for Stubs {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Splits a command line as a shell does.
fn words_of(text: &str) -> Result<Vec<String>, InputError> {
    shlex::split(text)
        .ok_or_else(|| InputError::new(format!("`{text}` ends in the middle of a word"), "close the quotes"))
}

/// An entry of a `compile_commands.json`.
#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

/// How a file is preprocessed.
struct CompileCommand {
    directory: PathBuf,
    arguments: Vec<String>,
}

fn compile_command(database: &Path, path: &Path) -> Result<CompileCommand, InputError> {
    let shown = database.display();
    let text = std::fs::read_to_string(database).map_err(|error| {
        InputError::new(format!("cannot read {shown}: {error}"), "it must be a readable file")
    })?;
    let entries: Vec<Entry> = serde_json::from_str(&text).map_err(|error| {
        InputError::new(
            format!("{shown}: {error}"),
            "a list of { directory, file, command or arguments } is expected",
        )
    })?;
    let wanted = path.canonicalize().unwrap_or_else(|_| absolute(path));
    let is_wanted = |entry: &Entry| {
        let full = entry.directory.join(&entry.file);
        full.canonicalize().unwrap_or(full) == wanted
    };
    let Some(entry) = entries.into_iter().find(is_wanted) else {
        return Err(InputError::new(
            format!("{shown} says nothing about {}", path.display()),
            "it has entries for the files that were compiled",
        ));
    };
    let words = match entry.arguments {
        Some(words) => words,
        None => words_of(entry.command.as_deref().unwrap_or(""))?,
    };
    Ok(CompileCommand { directory: entry.directory, arguments: preprocessor_arguments(&words) })
}

/// The arguments of a compiler that concern its preprocessor.
fn preprocessor_arguments(words: &[String]) -> Vec<String> {
    const WITH_VALUE: [&str; 9] =
        ["-I", "-D", "-U", "-include", "-imacros", "-isystem", "-iquote", "-idirafter", "--sysroot"];
    let mut kept = Vec::new();
    let mut rest = words.iter().skip(1);
    while let Some(word) = rest.next() {
        if WITH_VALUE.contains(&word.as_str()) {
            kept.push(word.clone());
            kept.extend(rest.next().cloned());
        } else if ["-I", "-D", "-U", "-std=", "-isystem", "--sysroot=", "-nostdinc", "-ansi", "-undef"]
            .iter()
            .any(|prefix| word.starts_with(prefix))
        {
            kept.push(word.clone());
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_directives_need_a_preprocessor() {
        for text in
            ["int x;", "# 1 \"a.c\" 2\nint x;", "  #pragma once\n#\n#ident \"x\"", "/*\n#include\n*/ int x;"]
        {
            assert!(!has_directives(text), "{text}");
        }
        for text in ["#include <a.h>", " # define X", "/* */\n#if 0", "#error", "/*\n*/\n#undef X"] {
            assert!(has_directives(text), "{text}");
        }
    }

    #[test]
    fn macros_of_compilers_are_seen() {
        for text in ["__SIZE_TYPE__ n;", "int x = __INT_MAX__;", "int f(void) { return __x86_64__; }"] {
            assert!(mentions_predefined_macro(text), "{text}");
        }
        for text in [
            "__attribute__((__mode__(__DI__))) int x;",
            "__asm__ __volatile__(\"\");",
            "int VALUE__, __VALUE, ____;",
            "const char *f(void) { return __FUNCTION__; }",
        ] {
            assert!(!mentions_predefined_macro(text), "{text}");
        }
    }

    #[test]
    fn only_what_concerns_the_preprocessor_is_taken() {
        let words =
            words_of("gcc -O2 -Wall -Iinc -D X=1 -std=gnu99 -c -o a.o -include b.h -MD a.c").expect("words");
        assert_eq!(preprocessor_arguments(&words), ["-Iinc", "-D", "X=1", "-std=gnu99", "-include", "b.h"]);
    }
}
