//! What a shell can have of the command line: completions and manual pages, both made of the options themselves.

use std::io;
use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::color::Color;
use crate::options::CommandLine;
use crate::output::{bad_input, print_text};

/// Prints the completions for a shell; gives the exit status.
pub fn completions(shell: Shell) -> u8 {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut CommandLine::command(), "principia", &mut text);
    print_text(&String::from_utf8_lossy(&text))
}

/// Prints the manual page, or writes those of all commands to a folder; gives the exit status.
pub fn man(folder: Option<&Path>) -> u8 {
    let result = match folder {
        None => page(CommandLine::command()).map(|text| print_text(&text)),
        Some(folder) => write_all(folder).map(|()| 0),
    };
    result.unwrap_or_else(|error| {
        bad_input(&format!("error: cannot write manual pages: {error}\n"), Color::Auto)
    })
}

fn page(command: clap::Command) -> io::Result<String> {
    let mut text = Vec::new();
    clap_mangen::Man::new(command).render(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

fn write_all(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let command = CommandLine::command();
    let parts: Vec<clap::Command> =
        command.get_subcommands().filter(|part| !part.is_hide_set()).cloned().collect();
    std::fs::write(folder.join("principia.1"), page(command)?)?;
    for part in parts {
        let name = format!("principia-{}", part.get_name());
        // The name of a page is that of a command; there is one set of them, made once.
        let leaked: &'static str = Box::leak(name.clone().into_boxed_str());
        std::fs::write(folder.join(format!("{name}.1")), page(part.name(leaked))?)?;
    }
    Ok(())
}
