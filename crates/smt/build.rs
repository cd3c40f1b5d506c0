//! Provides libz3: from `PRINCIPIA_Z3_DIR` if set, otherwise from the
//! `z3-solver` wheel, which is fetched with pip and unpacked next to the
//! binaries. The system's own libz3 is never used, because distributions ship
//! versions that are too old for the functions we call.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The release of the wheel that we build and test against.
const WHEEL_VERSION: &str = "5.4.0.0";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=PRINCIPIA_Z3_DIR");
    let out_dir = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let library_dir = match env::var_os("PRINCIPIA_Z3_DIR") {
        Some(dir) => user_library_dir(Path::new(&dir)),
        None => wheel_library_dir(&out_dir),
    };
    // <target>/<profile>/build/smt-<hash>/out
    let profile_dir = out_dir.ancestors().nth(3).expect("OUT_DIR is nested");
    for dir in [out_dir.as_path(), profile_dir] {
        install(&library_dir, dir);
    }
    println!("cargo:rustc-link-search=native={}", out_dir.display());
    println!("cargo:rerun-if-changed={}", library_dir.join("libz3.so").display());
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
    let download = out_dir.join("download");
    fs::create_dir_all(&download).expect("create the download folder");
    let requirement = format!("z3-solver=={WHEEL_VERSION}");
    let wheel_dir = download.to_str().expect("the target folder's path is UTF-8");
    let arguments =
        ["-m", "pip", "download", "--no-deps", "--only-binary=:all:", "-q", "-d", wheel_dir, &requirement];
    run_python(&arguments, "download the z3-solver wheel (is pip installed, and a package index reachable?)");
    let wheel = fs::read_dir(&download)
        .expect("read the download folder")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .find(|path| path.extension().is_some_and(|extension| extension == "whl"))
        .expect("pip left a wheel in the download folder");
    let script = "import sys, zipfile\n\
        z = zipfile.ZipFile(sys.argv[1])\n\
        z.extractall(sys.argv[2], [n for n in z.namelist() if n.startswith('z3/lib/')])";
    let paths = [wheel.to_str().expect("UTF-8 path"), unpacked.to_str().expect("UTF-8 path")];
    run_python(&["-c", script, paths[0], paths[1]], "unpack the z3-solver wheel");
    library_dir
}

fn run_python(arguments: &[&str], purpose: &str) {
    let hint = "\n  or set PRINCIPIA_Z3_DIR to a folder that holds libz3.so (5.x)";
    match Command::new("python3").args(arguments).status() {
        Ok(status) if status.success() => {}
        Ok(status) => panic!("python3 could not {purpose}: {status}{hint}"),
        Err(error) => panic!("python3 could not be started to {purpose}: {error}{hint}"),
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
