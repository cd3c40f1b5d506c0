//! The runs that the README shows are real.

mod tool;

use tool::{root, run};

#[test]
fn examples_of_the_readme() {
    let text = std::fs::read_to_string(root().join("README.md")).expect("readable");
    let mut count = 0;
    for block in text.split("```\n") {
        let Some(shown) = block.strip_prefix("$ cargo run --release -- ") else { continue };
        let (arguments, expected) = shown.split_once('\n').expect("a command and its output");
        let arguments: Vec<&str> = arguments.split_whitespace().collect();
        let answer = run(&arguments);
        assert_eq!(answer.stderr + &answer.stdout, expected);
        count += 1;
    }
    assert_eq!(count, 3, "two proofs and a bug");
}
