//! Infeasible traces as text, for sources in other processes.
//!
//! A question holds the path program of the trace and nothing else: its blocks with their conjuncts, the axioms, the
//! trace by the numbers of the blocks, and the core. Terms are SMT-LIB, one on a line, behind their declarations.

use std::fmt::{self, Display, Formatter, Write};
use std::rc::Rc;
use std::str::{FromStr, Lines};
use std::time::Duration;

use base::index::{Idx, IndexVec};
use program::{
    Block, BlockId, BlockPath, BlockProgram, Cfg, Conjunct, ConjunctName, EdgeId, Location, LocationId,
    PathProgram, Trace,
};
use term::parse::{Context, parse_script, parse_term};
use term::print::declarations;
use term::{Term, Version, build as mk};

use crate::infeasible::InfeasibleTrace;

/// A question about an infeasible trace.
pub(super) struct Question {
    /// How long the answer may take.
    pub(super) time: Option<Duration>,
    program: BlockProgram,
    trace: Trace,
    core: Option<Vec<ConjunctName>>,
    returns: usize,
}

impl Question {
    /// The question about a trace.
    pub(super) fn of(infeasible: &InfeasibleTrace<'_>, time: Option<Duration>) -> Question {
        let InfeasibleTrace { program, trace, core, returns } = *infeasible;
        let blocks: Vec<BlockId> = PathProgram::of(trace).blocks.into_iter().collect();
        let number = |id: &BlockId| BlockId::from_usize(blocks.iter().position(|b| b == id).unwrap_or(0));
        let trace = Trace { blocks: trace.blocks.iter().map(number).collect() };
        let blocks = blocks.iter().map(|id| program.blocks[*id].clone()).collect();
        let program = path_program(program.cfg.axioms.clone(), blocks);
        Question { time, program, trace, core: core.map(<[_]>::to_vec), returns }
    }

    /// The trace.
    pub(super) fn infeasible(&self) -> InfeasibleTrace<'_> {
        let Question { program, trace, core, returns, .. } = self;
        InfeasibleTrace { program, trace, core: core.as_deref(), returns: *returns }
    }

    /// The symbols that assertions about the trace can have.
    pub(super) fn vocabulary(&self) -> Context {
        Context::of(&self.terms())
    }

    fn terms(&self) -> Vec<Term> {
        let blocks = self.program.blocks.iter();
        let of_blocks = blocks.flat_map(|block| {
            let conjuncts = block.conjuncts.iter().flat_map(|c| [Some(c.formula), c.joined]).flatten();
            conjuncts.chain(block.modified.iter().copied()).chain(block.auxiliaries.iter().copied())
        });
        let variables = self.program.cfg.variables.iter().copied();
        of_blocks.chain(variables).chain(self.program.cfg.axioms.iter().copied()).collect()
    }
}

/// A program of these blocks. Its variables are those of the blocks; its graph has locations only.
fn path_program(axioms: Vec<Term>, blocks: Vec<Block>) -> BlockProgram {
    let mut cfg = Cfg::new();
    let occurring = blocks.iter().flat_map(|block| {
        let of_conjuncts = block.conjuncts.iter().flat_map(|c| c.formula.free_variables().iter().copied());
        of_conjuncts.filter(|v| !block.auxiliaries.contains(v)).chain(block.modified.iter().copied())
    });
    let of_axioms = axioms.iter().flat_map(|axiom| axiom.free_variables().iter().copied());
    let plain = |variable: Term| mk::with_version(variable, Version::Plain);
    let mut variables: Vec<Term> = occurring.chain(of_axioms).map(plain).collect();
    variables.sort_unstable();
    variables.dedup();
    let last = blocks.iter().flat_map(|block| [block.source, block.destination]).max();
    let count = last.map_or(1, |last| last.index() + 1);
    cfg.locations = (0..count).map(|_| Location::default()).collect();
    (cfg.variables, cfg.axioms) = (variables, axioms);
    let outgoing = IndexVec::from_elem(Vec::new(), count);
    BlockProgram { cfg, blocks: blocks.into_iter().collect(), outgoing }
}

impl Display for Question {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let declared = declarations(&self.terms());
        writeln!(f, "declarations {}", declared.lines().count())?;
        f.write_str(&declared)?;
        let time = self.time.map_or("-".to_owned(), |time| time.as_millis().to_string());
        let trace: Vec<String> = self.trace.blocks.iter().map(|id| id.index().to_string()).collect();
        writeln!(f, "time {time}\nreturns {}\ntrace {}", self.returns, trace.join(" "))?;
        match &self.core {
            None => writeln!(f, "core -")?,
            Some(core) => {
                let mut names = String::new();
                for name in core {
                    write!(names, " {}.{}", name.step, name.conjunct)?;
                }
                writeln!(f, "core{names}")?;
            }
        }
        write_terms(f, "axioms", &self.program.cfg.axioms)?;
        writeln!(f, "blocks {}", self.program.blocks.len())?;
        for block in &self.program.blocks {
            writeln!(f, "block {} {}", block.source.index(), block.destination.index())?;
            write_terms(f, "modified", &block.modified)?;
            write_terms(f, "auxiliaries", &block.auxiliaries)?;
            let formulas: Vec<Term> = block.conjuncts.iter().map(|conjunct| conjunct.formula).collect();
            write_terms(f, "conjuncts", &formulas)?;
            // A conjunct that is no half of an equality is joined with nothing.
            let joined = block.conjuncts.iter().map(|conjunct| conjunct.joined.unwrap_or(mk::tt()));
            write_terms(f, "joined", &joined.collect::<Vec<_>>())?;
        }
        Ok(())
    }
}

fn write_terms(f: &mut Formatter<'_>, title: &str, terms: &[Term]) -> fmt::Result {
    writeln!(f, "{title} {}", terms.len())?;
    terms.iter().try_for_each(|term| writeln!(f, "{}", term.to_smtlib_shared()))
}

impl FromStr for Question {
    type Err = String;

    fn from_str(text: &str) -> Result<Question, String> {
        let mut lines = text.lines();
        let count: usize = number(field(&mut lines, "declarations")?)?;
        let declared: Vec<&str> = lines.by_ref().take(count).collect();
        let script = parse_script(&declared.join("\n")).map_err(|error| error.to_string())?;
        let mut reader = Reader { lines, context: script.context };
        let time = match field(&mut reader.lines, "time")? {
            "-" => None,
            time => Some(Duration::from_millis(number(time)?)),
        };
        let returns = number(field(&mut reader.lines, "returns")?)?;
        let trace = field(&mut reader.lines, "trace")?.split_whitespace();
        let trace = trace.map(|id| number(id).map(BlockId::from_usize)).collect::<Result<Vec<_>, _>>()?;
        let core = match field(&mut reader.lines, "core")? {
            "-" => None,
            names => Some(names.split_whitespace().map(name).collect::<Result<Vec<_>, _>>()?),
        };
        let axioms = reader.terms("axioms")?;
        let count: usize = number(field(&mut reader.lines, "blocks")?)?;
        let blocks = (0..count).map(|_| reader.block()).collect::<Result<Vec<_>, _>>()?;
        if trace.iter().any(|id| id.index() >= blocks.len()) {
            return Err("a trace through blocks that are missing".to_owned());
        }
        let program = path_program(axioms, blocks);
        Ok(Question { time, program, trace: Trace { blocks: trace }, core, returns })
    }
}

struct Reader<'t> {
    lines: Lines<'t>,
    context: Context,
}

impl Reader<'_> {
    fn terms(&mut self, title: &str) -> Result<Vec<Term>, String> {
        let count: usize = number(field(&mut self.lines, title)?)?;
        let read = |line: &str| parse_term(line, &self.context).map_err(|error| error.to_string());
        let terms = self.lines.by_ref().take(count).map(read).collect::<Result<Vec<_>, _>>()?;
        if terms.len() == count { Ok(terms) } else { Err(format!("{title} are missing")) }
    }

    fn block(&mut self) -> Result<Block, String> {
        let ends = field(&mut self.lines, "block")?.split_whitespace();
        let ends = ends.map(|end| number(end).map(LocationId::from_usize)).collect::<Result<Vec<_>, _>>()?;
        let &[source, destination] = ends.as_slice() else { return Err("two ends expected".to_owned()) };
        let mut modified = self.terms("modified")?;
        modified.sort_unstable();
        let auxiliaries = self.terms("auxiliaries")?;
        let formulas = self.terms("conjuncts")?;
        let joined = self.terms("joined")?.into_iter().map(|term| (!term.is_true()).then_some(term));
        let conjuncts = formulas.into_iter().zip(joined);
        let conjuncts = conjuncts
            .map(|(formula, joined)| Conjunct { formula, origin: None, shared: Vec::new(), joined })
            .collect();
        // Nobody asks which edges a block is made of.
        let path = Rc::new(BlockPath::Edge(EdgeId::from_usize(0)));
        Ok(Block { source, destination, conjuncts, modified, auxiliaries, path })
    }
}

/// What stands behind the title of the next line.
fn field<'t>(lines: &mut Lines<'t>, title: &str) -> Result<&'t str, String> {
    let rest = lines.next().and_then(|line| line.strip_prefix(title));
    rest.map(str::trim_start).ok_or_else(|| format!("{title} expected"))
}

fn number<N: FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| format!("`{text}` is no number"))
}

fn name(text: &str) -> Result<ConjunctName, String> {
    let (step, conjunct) = text.split_once('.').ok_or_else(|| format!("`{text}` names no conjunct"))?;
    Ok(ConjunctName { step: number(step)?, conjunct: number(conjunct)? })
}
