//! `principia solvers`: which solvers were found, their versions, and what they can do.

use std::fmt::Write;

use serde_json::json;

/// Prints the list and gives the exit status.
pub fn list(is_json: bool) -> u8 {
    let found = smt::discover();
    if is_json {
        let entries: Vec<_> = found
            .iter()
            .map(|solver| {
                json!({
                    "name": solver.name,
                    "path": solver.path.as_ref().map(|path| path.to_string_lossy()),
                    "version": solver.version,
                    "capabilities": solver.capabilities,
                })
            })
            .collect();
        crate::output::print_line(&json!({ "schema": 1, "solvers": entries }).to_string());
        return 0;
    }
    let mut out = String::new();
    for solver in &found {
        let path = solver.path.as_ref().map_or("in process".to_string(), |path| path.display().to_string());
        let version = solver.version.as_deref().unwrap_or("unknown version");
        let _ = writeln!(out, "{:<10} {version:<10} {path}", solver.name);
        let _ = writeln!(out, "{:<10} {}", "", solver.capabilities.join(", "));
    }
    crate::output::print_line(out.trim_end());
    0
}
