//! `principia scan`: a whole project. Every function, or every `main`, is an entry that is verified on its own, in
//! parallel and within limits; what is known is kept, so that the next run looks only at what changed.
//!
//! Each entry is a run of `principia verify` in a process of its own, so that nothing that happens to one of them
//! concerns the others. Its result is a file that is written before the next entry begins: a scan that is interrupted goes
//! on where it was.

mod page;
mod plan;
mod record;
mod runner;
mod summary;

use std::path::{Path, PathBuf};

use crate::json;
use crate::output::{bad_input, print_line, say};
use crate::scan_options::ScanArguments;
use plan::Plan;
use record::Record;

/// Verifies a project; gives the exit status: 1 if something is violated, 3 if something is not known, 0 if all is proved.
pub fn scan(arguments: &ScanArguments) -> u8 {
    let plan = match Plan::of(arguments) {
        Ok(plan) => plan,
        Err(text) => return bad_input(&text, arguments.color),
    };
    for text in &plan.unread {
        say(text);
    }
    let folder = &arguments.output;
    let failed = |path: &Path, error| format!("error: cannot write {}: {error}\n", path.display());
    for folder in [folder.clone(), folder.join("records"), folder.join("reports")] {
        if let Err(error) = std::fs::create_dir_all(&folder) {
            return bad_input(&failed(&folder, error), arguments.color);
        }
    }
    let records = match runner::run(arguments, &plan) {
        Ok(records) => records,
        Err(text) => return bad_input(&text, arguments.color),
    };
    // What is known is told before files are written that may fail.
    say(&summary::text(&records, &plan));
    print_line(&summary::line(&records, &plan));
    let documents: [(PathBuf, String); 2] = [
        (folder.join("index.html"), page::page(&records, &plan)),
        (folder.join("results.sarif"), format!("{:#}\n", summary::sarif(&records, folder))),
    ];
    for (path, text) in &documents {
        if let Err(error) = json::write_text(path, text) {
            return bad_input(&failed(path, error), arguments.color);
        }
    }
    say(&format!(
        "{} has all of it, {} the violations\n",
        documents[0].0.display(),
        documents[1].0.display()
    ));
    exit_status(&records)
}

fn exit_status(records: &[Record]) -> u8 {
    let has = |verdict: &str| records.iter().any(|record| record.verdict == verdict);
    match () {
        () if has("FALSE") => 1,
        () if records.iter().all(|record| record.verdict == "TRUE") => 0,
        () => 3,
    }
}
