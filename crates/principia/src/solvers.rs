//! `principia solvers`: which solvers there are, their versions, what they can do, and where they come from; and
//! `principia solvers install`.

use std::fmt::Write;

use serde_json::json;
use smt::SolverInfo;
use smt::packages::{Installed, PACKAGES, Package, install, package};

use crate::color::Color;
use crate::options::{InstallArguments, SolversArguments, SolversCommand};
use crate::output::{bad_input, print_line};

/// Lists or installs, and gives the exit status.
pub fn solvers(arguments: &SolversArguments) -> u8 {
    match &arguments.command {
        None => list(arguments.json),
        Some(SolversCommand::Install(arguments)) => install_all(arguments),
    }
}

fn list(is_json: bool) -> u8 {
    let known = smt::survey();
    if is_json {
        let entries: Vec<_> = known.iter().map(to_json).collect();
        print_line(&json!({ "schema": 2, "solvers": entries }).to_string());
        return 0;
    }
    let text: String = known.iter().map(describe).collect();
    print_line(text.trim_end());
    0
}

fn to_json(solver: &SolverInfo) -> serde_json::Value {
    json!({
        "name": solver.name,
        "found": solver.missing.is_none(),
        "missing": solver.missing,
        "path": solver.path.as_ref().map(|path| path.to_string_lossy()),
        "version": solver.version,
        "theories": solver.theories,
        "capabilities": solver.capabilities,
        "package": solver.package.map(|package| json!({
            "version": package.version,
            "client": package.registry.client(),
            "licence": package.licence,
            "restriction": package.restriction,
        })),
    })
}

fn describe(solver: &SolverInfo) -> String {
    let mut out = String::new();
    let version = match &solver.missing {
        Some(_) => "not found",
        None => solver.version.as_deref().unwrap_or("unknown version"),
    };
    let place = match (&solver.path, &solver.missing) {
        (Some(path), _) => path.display().to_string(),
        (None, None) => "in process".to_owned(),
        (None, Some(_)) => String::new(),
    };
    let _ = writeln!(out, "{}", format!("{:<12} {version:<14} {place}", solver.name).trim_end());
    let _ = writeln!(out, "{:<12} {}", "", solver.theories.join(", "));
    let _ = writeln!(out, "{:<12} {}", "", solver.capabilities.join(", "));
    if let Some(missing) = &solver.missing {
        let _ = writeln!(out, "{:<12} {missing}", "");
    }
    if let (Some(_), Some(package)) = (&solver.missing, solver.package) {
        let _ = writeln!(out, "{:<12} licence: {}", "", licence(package));
    }
    out
}

fn licence(package: &Package) -> String {
    match package.restriction {
        Some(restriction) => format!("{} ({restriction})", package.licence),
        None => package.licence.to_owned(),
    }
}

/// Installs what was asked for. What cannot be installed does not keep the others from it.
fn install_all(arguments: &InstallArguments) -> u8 {
    let known = || PACKAGES.iter().map(|package| package.name).collect::<Vec<_>>().join(", ");
    let unknown = arguments.names.iter().find(|name| package(name).is_none());
    if let Some(name) = unknown {
        let hint = format!("hint: these can be installed: {}", known());
        return bad_input(&format!("error: no package registry carries `{name}`\n{hint}\n"), Color::Auto);
    }
    let mut status = 0;
    for package in arguments.names.iter().filter_map(|name| package(name)) {
        match install(package, arguments.accept_licence) {
            Ok(Installed::New(folder)) => print_line(&format!(
                "installed {} {} into {}\nlicence: {}",
                package.name,
                package.version,
                folder.display(),
                licence(package)
            )),
            Ok(Installed::Before(folder)) => print_line(&format!(
                "{} {} is installed already, in {}",
                package.name,
                package.version,
                folder.display()
            )),
            Err(error) => {
                let text = format!("error: {} was not installed: {error}\n", package.name);
                status = bad_input(&text, Color::Auto);
            }
        }
    }
    status
}
