//! Pages in a real browser, for the tests of every crate that makes some.
//!
//! Not every machine has one: see `test_tools`.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use test_tools::Tool;

/// A new folder of a test.
pub fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("principia-pages-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Runs a script in a page after the page's own; what it returns is the result, followed by what went wrong.
#[track_caller]
pub fn in_browser(page: &str, name: &str, address_suffix: &str, script: &str) -> Option<String> {
    let browser = Tool::Browser.or_skip()?;
    let folder = folder(name);
    let watch = "<script>window.problems = []; window.onerror = (message) => { problems.push(message); };\
                 console.error = (...what) => { problems.push(what.join(' ')); };</script>";
    let act = format!(
        "<script>const result = (() => {{ {script} }})(); const out = document.createElement('pre'); out.id = 'result';\n\
         out.textContent = JSON.stringify({{ result, problems }}); document.body.appendChild(out);</script></body>"
    );
    let page = page.replacen("<head>", &format!("<head>{watch}"), 1).replace("</body>", &act);
    let path = folder.join("page.html");
    fs::write(&path, page).expect("written");
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", "--virtual-time-budget=2000"])
        .args(["--window-size=1200,800"])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .arg(format!("file://{}{address_suffix}", path.display()))
        .output()
        .expect("Chromium runs");
    let dom = String::from_utf8_lossy(&output.stdout).into_owned();
    let _ = fs::remove_dir_all(&folder);
    let (_, tail) = dom.split_once("<pre id=\"result\">").expect("the script ran");
    let text = tail.split("</pre>").next().expect("an end");
    Some(text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
}
