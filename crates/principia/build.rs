//! Where the binary finds libz3: beside it or in `../lib/principia`, as in a package, and in the folder of the build, so that
//! `cargo install --path` works as long as that is there.

use std::env;
use std::path::PathBuf;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let out_dir = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    // <target>/<profile>/build/principia-<hash>/out
    if let Some(profile_dir) = out_dir.ancestors().nth(3) {
        let folders = format!("$ORIGIN:$ORIGIN/../lib/principia:{}", profile_dir.display());
        println!("cargo:rustc-link-arg-bins=-Wl,-rpath,{folders}");
    }
}
