//! The HTML page in a real browser, and BenchExec's XML in the real `table-generator`.
//!
//! Both need something that not every machine has: see `test_tools`.

mod browser;
mod sample;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use bench::store::Results;
use browser::folder;
use test_tools::Tool;

/// Runs a script in the page of the sample.
#[track_caller]
fn in_browser(name: &str, address_suffix: &str, script: &str) -> Option<String> {
    browser::in_browser(&bench::html::page(&sample::results()), name, address_suffix, script)
}

/// The shown tasks, in order.
const SHOWN: &str = "const shown = () => Array.from(document.querySelectorAll('#tasks tbody tr'))\
                     .filter((row) => row.offsetParent !== null)\
                     .map((row) => row.cells[1].textContent[0] + row.cells[0].textContent.match(/\\d/)[0]).join(' ');";

#[test]
fn tasks_are_sorted_by_clicks() {
    let script = format!(
        "{SHOWN} const head = document.querySelectorAll('#tasks th')[7]; const steps = [shown()];\
         head.querySelector('button').click(); steps.push(shown(), head.getAttribute('aria-sort'));\
         head.querySelector('button').click(); steps.push(shown(), head.getAttribute('aria-sort'), location.hash);\
         return steps;"
    );
    if let Some(result) = in_browser("sort", "", &script) {
        assert_eq!(
            result,
            "{\"result\":[\"B0 B1 B2 B3 B4 B5 I0 I1 I2 I3 I4 I5\",\
             \"B0 I0 B1 I1 B2 I2 B3 I3 B4 I4 B5 I5\",\"ascending\",\
             \"B5 I5 B4 I4 B3 I3 B2 I2 B1 I1 B0 I0\",\"descending\",\"#sort=7&down=1\"],\"problems\":[]}"
        );
    }
}

#[test]
fn tasks_are_filtered() {
    let script = format!(
        "{SHOWN} const set = (selector, value) => {{ const e = document.querySelector(selector); e.value = value;\
         e.dispatchEvent(new Event('input')); }}; const steps = [];\
         set('#query', 'task_3'); steps.push(shown()); set('#query', ''); set('#category', 'Integer'); steps.push(shown());\
         set('#tasks select.class', 'none'); steps.push(shown(), document.querySelector('#count').textContent, location.hash);\
         set('#category', ''); set('#tasks select.class', 'out of memory'); steps.push(shown()); return steps;"
    );
    if let Some(result) = in_browser("filter", "", &script) {
        assert_eq!(
            result,
            "{\"result\":[\"B3 I3\",\"I0 I1 I2 I3 I4 I5\",\"I3 I4 I5\",\"3 of 12 tasks\",\"#category=Integer&c0=none\",\
             \"I5\"],\"problems\":[]}"
        );
    }
}

#[test]
fn a_view_can_be_an_address() {
    let script = format!("{SHOWN} return shown();");
    if let Some(result) = in_browser("address", "#category=Bitvector&c1=correct&sort=0&down=1", &script) {
        assert_eq!(result, "{\"result\":\"B5 B3 B2 B1 B0\",\"problems\":[]}");
    }
}

#[test]
fn summaries_are_sorted_and_plots_are_there() {
    let script = "const table = document.querySelector('table.sortable'); table.querySelectorAll('th button')[3].click();\
                  const names = Array.from(table.tBodies[0].rows).map((row) => row.cells[0].textContent);\
                  return [names, document.querySelectorAll('.plots svg').length, document.images.length,\
                  document.querySelectorAll('[src],link').length];";
    if let Some(result) = in_browser("summary", "", script) {
        assert_eq!(
            result,
            "{\"result\":[[\"SP\",\"<WP>\",\"Z3\",\"IT-SP\",\"P Newton\",\"P All\",\"No. of tasks\"],5,0,0],\"problems\":[]}"
        );
    }
}

fn write_xml(results: &Results, folder: &Path) -> Vec<PathBuf> {
    let write = |(name, text): (String, String)| {
        let path = folder.join(name);
        fs::write(&path, text).expect("written");
        path
    };
    bench::benchexec::files(results).into_iter().map(write).collect()
}

#[test]
fn benchexec_reads_our_results() {
    let Some(modules) = Tool::BenchExec.or_skip() else { return };
    let folder = folder("benchexec");
    let files = write_xml(&sample::results(), &folder);
    let output = Command::new("python3")
        .args(["-c", "import benchexec.tablegenerator as generator; generator.main()"])
        .env("PYTHONPATH", modules)
        .args(["--no-diff", "--name", "table", "--format", "csv", "--format", "html", "--outputpath"])
        .arg(&folder)
        .args(&files)
        .output()
        .expect("table-generator runs");
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{messages}");
    let table = fs::read_to_string(folder.join("table.table.csv")).expect("a table");
    assert!(folder.join("table.table.html").exists());
    let _ = fs::remove_dir_all(&folder);
    let row = |name: &str| table.lines().find(|line| line.contains(name)).expect("a row").to_string();
    for part in ["\tfalse(unreach-call)\t", "\tTIMEOUT\t", "\tunknown\t"] {
        assert!(row("task_3.yml").contains(part), "{part}: {table}");
    }
    assert!(
        row("task_5.yml").contains("ERROR (status 7") && row("task_5.yml").contains("OUT OF MEMORY"),
        "{table}"
    );
    // Both categories have the same tasks, so each has its own column.
    assert!(table.contains("IT-SP.Bitvector") && table.contains("IT-SP.Integer"), "{table}");
}

#[test]
fn benchexec_accepts_the_tool_info() {
    let Some(modules) = Tool::BenchExec.or_skip() else { return };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the workspace");
    // A tool that only says its version is enough: nothing is verified here.
    let folder = folder("tool-info");
    let tool = folder.join("principia");
    fs::write(&tool, "#!/bin/sh\necho principia 0.1.0\n").expect("written");
    let mut permissions = fs::metadata(&tool).expect("a file").permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, 0o755);
    fs::set_permissions(&tool, permissions).expect("executable");
    fs::write(folder.join("libz3.so"), "").expect("written");
    let logs = [
        ("true", "{}\nTRUE\n"),
        ("false", "FALSE(valid-deref)\n"),
        ("unknown", "UNKNOWN(recursion)\n"),
        ("time", "UNKNOWN(timeout)\n"),
    ];
    let logs = logs.map(|(name, text)| {
        let path = folder.join(format!("{name}.log"));
        fs::write(&path, text).expect("written");
        path
    });
    let path = std::env::join_paths([modules, root.join("contrib/benchexec")]).expect("no colons");
    let output = Command::new("python3")
        .args(["-m", "benchexec.test_tool_info", "tools.principia", "--no-container", "--tool-directory"])
        .arg(&folder)
        .arg("--tool-output")
        .args(&logs)
        .env("PYTHONPATH", path)
        .output()
        .expect("test_tool_info runs");
    let text =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    let _ = fs::remove_dir_all(&folder);
    assert!(output.status.success(), "{text}");
    for part in ["“true”", "“false(valid-deref)”", "“unknown (recursion)”", "“TIMEOUT”", "Version: “0.1.0”"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("WARNING: Version"), "{text}");
}
