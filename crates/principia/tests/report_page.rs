//! `--report` in a real browser: a proof, a bug, an unknown, a large program. Skipped where there is no Chromium.

#[path = "../../bench/tests/browser/mod.rs"]
#[allow(dead_code)] // only one of its functions is needed
mod browser;
mod tool;

use browser::in_browser;
use tool::{Scratch, run};

/// The page of a run.
fn page(name: &str, program: &str, options: &[&str]) -> String {
    let scratch = Scratch::new(&format!("report-{name}"));
    let (path, out) = (scratch.write("a.c", program), scratch.path("out.html"));
    run(&[&["verify", &path, "--report", &out, "--no-execute"], options].concat());
    std::fs::read_to_string(&out).expect("written")
}

/// What a script sees, without complaints of the browser.
fn check(name: &str, page: &str, view: &str, script: &str, expected: &str) {
    assert!(!page.contains("http://") || page.matches("http://").count() == 1, "only the name of SVG");
    if let Some(result) = in_browser(page, name, view, script) {
        assert_eq!(result, format!("{{\"result\":{expected},\"problems\":[]}}"));
    }
}

const BUG: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int twice(int n) {
  return n + n;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 21) {
    int y = twice(x);
    if (y == 42)
      reach_error();
  }
  return 0;
}
";

const PROOF: &str = "\
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  while (i < n) {
    i++;
    if (i > n)
      reach_error();
  }
  return 0;
}
";

#[test]
fn an_error_path_is_stepped_through() {
    let page = page("bug", BUG, &[]);
    let script = "const at = () => document.querySelector('#source .source .row.current').textContent.trim();\
        const keys = (key) => { document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })); };\
        const seen = [document.getElementById('badge').textContent, at()]; keys('Home'); seen.push(at());\
        keys('ArrowRight'); seen.push(at()); document.querySelector('#source button[title^=\"one step on\"]').click();\
        seen.push(at()); keys('ArrowLeft'); keys('End'); seen.push(at());\
        seen.push(document.querySelector('#source .values').textContent); keys('Home'); seen.push(at());\
        return seen;";
    let expected = "[\"FALSE(unreach-call)\",\"11      reach_error();\",\
        \"7  int x = __VERIFIER_nondet_int();// __VERIFIER_nondet_int() is 21, x = 21\",\
        \"8  if (x == 21) {\",\"9    int y = twice(x);// n = 21\",\"11      reach_error();\",\
        \"reach_error is calledx21mainn21mainy42main\",\
        \"7  int x = __VERIFIER_nondet_int();// __VERIFIER_nondet_int() is 21, x = 21\"]";
    check("steps", &page, "#source", script, expected);
}

#[test]
fn graphs_are_searched_and_zoomed() {
    let page = page("graph", BUG, &[]);
    let script = "const view = document.getElementById('control'), part = parts.get('control').made; part.draw();\
        const boxes = () => view.querySelectorAll('g[data-id]').length, before = boxes();\
        part.query.value = 'reach_error'; part.query.dispatchEvent(new Event('input'));\
        const found = view.querySelector('.hits').textContent; part.draw();\
        const hits = view.querySelectorAll('g.hit').length, detail = view.querySelector('.detail').textContent;\
        part.zoom(4); part.draw(); const inside = boxes(); part.fit(); part.draw();\
        return [before === part.nodes.length, found, hits, detail.includes('reach_error is called'), inside < before,\
        boxes() === before];";
    check("graph", &page, "#control", script, "[true,\"1 of 1\",1,true,true,true]");
}

#[test]
fn a_proof_has_invariants_beside_its_lines() {
    let page = page("proof", PROOF, &[]);
    let script = "const rows = Array.from(document.querySelectorAll('#source .source .row'));\
        const loop = rows.findIndex((row) => row.textContent.includes('while (i < n)'));\
        show('model'); parts.get('model').made.draw(); const proved = document.querySelectorAll('#model g.proved').length;\
        show('refinements'); show('statistics');\
        return [document.getElementById('badge').textContent, rows[loop - 1].className, proved > 0,\
        document.querySelectorAll('#statistics .chart').length > 0, document.querySelectorAll('#refinements').length,\
        document.images.length, document.querySelectorAll('[src],link').length];";
    check("proof", &page, "#source", script, "[\"TRUE\",\"invariant row\",true,true,1,0,0]");
}

#[test]
fn every_refinement_is_shown() {
    let page = page("refinements", PROOF, &["--no-guess", "--arithmetic", "integer"]);
    let script = "const list = document.querySelectorAll('#refinements aside .row'); list[list.length - 1].click();\
        const cells = Array.from(document.querySelectorAll('#refinements td')).map((cell) => cell.textContent);\
        return [list.length === data.refinements.length, list.length > 0, cells.includes('true'), cells.includes('false')];";
    check("refinements", &page, "#refinements", script, "[true,true,true,true]");
}

/// Names leave out what all parties share.
#[test]
fn parties_are_told_apart() {
    let page = page("parties", BUG, &[]);
    let script = "const of = (...names) => [...partyNames(names.map((party) => ({ party }))).values()];\
        show('overview'); const text = document.getElementById('overview').textContent;\
        return [of(), of('trace a x'), of('trace a x', 'trace a y', 'trace a x'), of('trace a x', 'trace a x integer'),\
        text.includes('default: integers'), text.includes('trace newton:it-sp-lv sequence')];";
    check(
        "parties",
        &page,
        "",
        script,
        "[[],[\"\"],[\"x\",\"y\"],[\"trace a x\",\"trace a x integer\"],true,true]",
    );
}

/// One view is seen at a time, whatever was looked at before.
#[test]
fn views_do_not_cover_each_other() {
    let page = page("views", BUG, &[]);
    let script = "const seen = []; const ids = [...parts.keys()]; for (const id of ids) show(id);\
        for (const id of ids) { show(id); const open = ids.filter((other) =>\
        getComputedStyle(document.getElementById(other)).display !== 'none'); seen.push(open.join()); }\
        return seen.join(' ') === ids.join(' ');";
    check("views", &page, "", script, "true");
}

#[test]
fn the_answer_is_a_sentence() {
    let script = "return document.getElementById('headline').textContent;";
    let page_of_bug = page("sentence", BUG, &[]);
    if let Some(result) = in_browser(&page_of_bug, "sentence", "", script) {
        assert!(
            result.contains("unreach-call is violated: reach_error is called, with the inputs 21."),
            "{result}"
        );
    }
    let page_of_proof = page("sentence-proof", PROOF, &[]);
    if let Some(result) = in_browser(&page_of_proof, "sentence-proof", "", script) {
        assert!(result.contains("a.c violates unreach-call: "), "{result}");
    }
}

/// Simplification leaves nothing of this program, and its headers leave line markers.
#[test]
fn what_simplification_decides_is_shown() {
    let program = "#include <limits.h>\n#include <stddef.h>\n#define BOUND 100\nextern int __VERIFIER_nondet_int(void);\n\
        extern void reach_error(void);\nint main(void) {\n  int x = 1;\n  while (__VERIFIER_nondet_int())\n    \
        if (x > BOUND || x < 0) reach_error();\n  return 0;\n}\n";
    let page = page("simplified", program, &[]);
    let script = "const rows = Array.from(document.querySelectorAll('#source .source .row')).map((row) => row.textContent);\
        return [data.drawing.control.edges.length, rows.some((row) => row.includes('x > BOUND')),\
        rows.some((row) => row.includes('⊢') && row.includes('x == 1')), rows.some((row) => row.includes('# '))];";
    check("simplified", &page, "", script, "[0,true,true,false]");
}

#[test]
fn cores_are_marked_and_refinements_stepped_through() {
    let page =
        page("core", PROOF, &["--no-guess", "--no-simplify", "--arithmetic", "integer", "--timeout", "6s"]);
    let script = "const keys = (key) => { document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })); };\
        const head = () => document.querySelector('#refinements h2').textContent; const first = head(); keys('End');\
        const last = head(); keys('Home');\
        return [document.querySelectorAll('#refinements .conjunct.core').length > 0, first !== last, head() === first];";
    check("core", &page, "#refinements", script, "[true,true,true]");
}

#[test]
fn the_page_is_light_and_dark() {
    let page = page("theme", BUG, &[]);
    let script = "const color = () => getComputedStyle(document.body).backgroundColor; const before = color();\
        document.getElementById('theme').click(); const after = color(); return [before, after].sort();";
    check("theme", &page, "", script, "[\"rgb(15, 19, 25)\",\"rgb(255, 255, 255)\"]");
}

#[test]
fn an_unknown_says_why() {
    let page = page("unknown", PROOF, &["--timeout", "1ms"]);
    let script = "for (const id of parts.keys()) show(id); show('overview');\
        return [document.getElementById('badge').className, document.getElementById('overview').textContent\
        .includes('There is no answer: timeout.')];";
    check("unknown", &page, "", script, "[\"UNKNOWN\",true]");
}

/// Without a proof, the side says what was checked, and leads there; what stands between backquotes is code.
#[test]
fn without_invariants_the_checks_are_listed() {
    let program = "extern unsigned __VERIFIER_nondet_uint(void);\nextern void reach_error(void);\nint main(void) {\n  \
        unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), x = a, y = b;\n  \
        while (y) { unsigned t = x % y; x = y; y = t; }\n  if (x && (a % x || b % x)) reach_error();\n  return 0;\n}\n";
    let page =
        page("checks", program, &["--timeout", "3s", "--property", "unreach-call,no-division-by-zero"]);
    let script = "const rows = Array.from(document.querySelectorAll('#source aside .row'));\
        return [document.getElementById('badge').className, rows.some((row) => row.textContent === '?   6 reach_error is called'),\
        rows[0].querySelector('.mark').textContent, document.querySelectorAll('#headline li code').length > 0,\
        document.getElementById('headline').textContent.includes('`')];";
    check("checks", &page, "#source", script, "[\"UNKNOWN\",true,\"?\",true,false]");
}

/// The list of steps shows the current one, also in a narrow window, and keys of the browser are left to it.
#[test]
fn the_current_step_is_in_view() {
    let calls = "  for (int i = 0; i < 40; i++) { twice(i); }\n  int x = __VERIFIER_nondet_int();\n";
    let page = page("view", &BUG.replace("  int x = __VERIFIER_nondet_int();\n", calls), &[]);
    let script = "const inView = () => { const box = document.querySelector('#source aside .list'), row = box.querySelector('.current');\
        if (!row) return false; const inner = row.getBoundingClientRect(), outer = box.getBoundingClientRect();\
        return inner.top >= outer.top && inner.bottom <= outer.bottom + 1; };\
        const key = (key, altKey) => { document.body.dispatchEvent(new KeyboardEvent('keydown', { key, altKey, bubbles: true })); };\
        const where = () => document.querySelector('#source .where').textContent.split(' ')[1], seen = [inView()];\
        const last = where(); key('Home', true); seen.push(where() === last); key('Home', false); seen.push(where(), inView());\
        return seen;";
    check("view", &page, "#source", script, "[true,true,\"1\",true]");
}

/// A long invariant takes several rows, broken between its conjuncts.
#[test]
fn long_invariants_are_broken() {
    let page = page("broken", PROOF, &[]);
    let script = "const wide = 'aaaaaaaaaaaaaaaaaaaa'; const and = (count) => Array(count).fill(wide).join(' && ');\
        return [conjunctLines(and(2), 88).length, conjunctLines(and(9), 88).map((line) => line.length <= 91),\
        conjunctLines('(' + and(9) + ')', 88).length, conjunctLines(and(9) + ' || x', 88).length,\
        conjunctLines(and(9), 88).join(' ') === and(9)];";
    check("broken", &page, "#source", script, "[1,[true,true,true],1,1,true]");
}

/// The models of the library have line markers, and what stands before the first line of a file is no line.
#[test]
fn functions_of_the_library_are_shown() {
    let program = "extern void reach_error(void);\nextern unsigned long strlen(const char *);\n\
        extern int __VERIFIER_nondet_int(void);\nint main(void) {\n    char a[3];\n    a[0] = __VERIFIER_nondet_int();\n    \
        a[1] = 0;\n    if (strlen(a) > 1) reach_error();\n    return 0;\n}\n";
    let page = page("library", program, &[]);
    let script = "return [document.getElementById('badge').className, data.drawing.files.map((file) => file.lines.length > 0)];";
    check("library", &page, "", script, "[\"TRUE\",[true,true]]");
    assert!(page.contains("<library>/string.c") || page.contains("library>/string.c"), "the model");
}

/// Many functions, one after the other, with branches that stay in the graph.
fn large_program() -> String {
    let mut text =
        String::from("extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint s;\n");
    for number in 0..600 {
        text += &format!(
            "void f{number}(int x) {{\n  if (x > {number})\n    s = s + x;\n  else\n    s = s - {number};\n"
        );
        text += "  while (s > 1000)\n    s = s - x;\n}\n";
    }
    text += "int main(void) {\n";
    for number in 0..600 {
        text += &format!("  f{number}(__VERIFIER_nondet_int());\n");
    }
    text + "  if (s == 7777)\n    reach_error();\n  return 0;\n}\n"
}

#[test]
fn large_programs_stay_fluid() {
    let page = page("large", &large_program(), &["--timeout", "10s", "--no-guess", "--no-simplify"]);
    // What is drawn does not grow with the program, and nothing takes long.
    let script = "const part = parts.get('control').made, view = document.getElementById('control');\
        const elements = () => view.querySelectorAll('svg *').length; part.draw(); const near = elements();\
        part.fit(); const start = performance.now(); part.draw(); const took = performance.now() - start, far = elements();\
        show('source'); const list = document.querySelector('#source .source'); list.scrollTop = 40000;\
        list.dispatchEvent(new Event('scroll')); const rows = list.querySelectorAll('.row');\
        return [part.nodes.length > 250, near < 3000, far < 10, took < 1000, rows.length < 200,\
        rows[rows.length - 1].textContent.length > 0];";
    check("large", &page, "#control", script, "[true,true,true,true,true,true]");
}
