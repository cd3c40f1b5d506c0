//! Statements, blocks and abstract steps as people write them.
//!
//! A front end may leave the text of a statement in its provenance; otherwise it is derived. A block of
//! several statements reads `first; second` and `{ one } or { other }`.

use program::{AbstractStep, BlockId, BlockPath, BlockProgram, Cfg, EdgeId, Statement, primed};
use term::Term;

use crate::formula;

/// The longest text of a block.
const MAX_LENGTH: usize = 400;

/// The text of a statement of the control-flow graph.
pub fn of_edge(cfg: &Cfg, edge: EdgeId) -> String {
    let edge = &cfg.edges[edge];
    let text = edge.provenance.text.trim().trim_end_matches(';');
    if text.is_empty() { formula::cut(&edge.statement, MAX_LENGTH) } else { text.to_string() }
}

/// The text of a block.
pub fn of_block(program: &BlockProgram, block: BlockId) -> String {
    let mut out = String::new();
    path(&program.cfg, &program.blocks[block].path, &mut out);
    cut(out)
}

fn path(cfg: &Cfg, block: &BlockPath, out: &mut String) {
    if out.len() > MAX_LENGTH {
        return;
    }
    match block {
        BlockPath::Edge(edge) => *out += &of_edge(cfg, *edge),
        BlockPath::Sequence(first, second) => {
            path(cfg, first, out);
            *out += "; ";
            path(cfg, second, out);
        }
        BlockPath::Choice(_, first, second) => {
            *out += "{ ";
            path(cfg, first, out);
            *out += " } or { ";
            path(cfg, second, out);
            *out += " }";
        }
    }
}

fn cut(text: String) -> String {
    if text.chars().count() <= MAX_LENGTH {
        return text;
    }
    text.chars().take(MAX_LENGTH).chain("...".chars()).collect()
}

/// The text of what an abstraction leaves of a block (Def. 4.5): a statement of which nothing is kept is
/// `assume true` or `havoc x`.
pub fn of_abstract_step(program: &BlockProgram, block: BlockId, step: &AbstractStep) -> String {
    let original = &program.blocks[block];
    if step.kept.len() == original.conjuncts.len() {
        return of_block(program, block);
    }
    if let BlockPath::Edge(edge) = &*original.path
        && let Statement::Assign(pairs) = &program.cfg.edges[*edge].statement
        && pairs.len() == original.conjuncts.len()
    {
        let kept = step.kept.iter().map(|&position| pairs[position]).collect::<Vec<_>>();
        return with_havocs(
            step,
            (!kept.is_empty()).then(|| formula::cut(&Statement::Assign(kept), MAX_LENGTH)),
        );
    }
    let kept: Vec<String> = step.conjuncts.iter().map(|conjunct| formula::text(*conjunct)).collect();
    with_havocs(step, (!kept.is_empty()).then(|| format!("assume {}", kept.join(" && "))))
}

fn with_havocs(step: &AbstractStep, kept: Option<String>) -> String {
    let is_lost = |v: &&Term| !step.conjuncts.iter().any(|conjunct| conjunct.has_free(primed(**v)));
    let lost: Vec<String> = step.modified.iter().filter(is_lost).map(|v| formula::text(*v)).collect();
    let havoc = (!lost.is_empty()).then(|| format!("havoc {}", lost.join(", ")));
    let parts: Vec<String> = havoc.into_iter().chain(kept).collect();
    cut(if parts.is_empty() { "assume true".to_string() } else { parts.join("; ") })
}
