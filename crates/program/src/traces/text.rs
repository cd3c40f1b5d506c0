//! Block programs and traces as text. It is only printed; nobody reads it again.

use std::fmt::{self, Display, Formatter};

use base::index::Idx;

use super::block::{Block, BlockPath};
use super::block_program::BlockProgram;
use super::trace::Trace;
use crate::ir::text::{Commas, Line, Name, write_globals};

impl Display for BlockPath {
    /// Edges by number: `1; 2; (3 | 4)`.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        enum Item<'p> {
            Path(&'p BlockPath),
            Text(&'static str),
        }
        let mut stack = vec![Item::Path(self)];
        while let Some(item) = stack.pop() {
            match item {
                Item::Text(text) => f.write_str(text)?,
                Item::Path(BlockPath::Edge(edge)) => write!(f, "{}", edge.index())?,
                Item::Path(BlockPath::Sequence(first, second)) => {
                    stack.extend([Item::Path(second), Item::Text("; "), Item::Path(first)]);
                }
                Item::Path(BlockPath::Choice(selector, first, second)) => {
                    write!(f, "({selector} ? ")?;
                    let parts = [Item::Text(")"), Item::Path(second), Item::Text(" : "), Item::Path(first)];
                    stack.extend(parts);
                }
            }
        }
        Ok(())
    }
}

impl Display for Block {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} -> {}", Name(self.source), Name(self.destination))?;
        writeln!(f, "  edges {}", self.path)?;
        if !self.modified.is_empty() {
            writeln!(f, "  modifies {}", Commas(self.modified.clone()))?;
        }
        if !self.auxiliaries.is_empty() {
            writeln!(f, "  auxiliary {}", Commas(self.auxiliaries.clone()))?;
        }
        for conjunct in &self.conjuncts {
            match conjunct.origin {
                Some(edge) => writeln!(f, "  {}  // edge {}", Line(conjunct.formula), edge.index())?,
                None => writeln!(f, "  {}", Line(conjunct.formula))?,
            }
        }
        Ok(())
    }
}

impl Display for BlockProgram {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_globals(f, &self.cfg.variables, &self.cfg.axioms)?;
        writeln!(f, "start {}", Name(self.cfg.entry))?;
        for (id, block) in self.blocks.iter_enumerated() {
            write!(f, "block {} ", id.index())?;
            write!(f, "{block}")?;
        }
        Ok(())
    }
}

impl Trace {
    /// The trace as text: for each step the block, its locations and its conjuncts.
    pub fn display(&self, program: &BlockProgram) -> impl Display {
        let mut text = String::new();
        for (step, &id) in self.blocks.iter().enumerate() {
            let block = &program.blocks[id];
            let (source, destination) = (Name(block.source), Name(block.destination));
            let edges = block.all_edges();
            let statements: Vec<String> = edges.iter().map(|e| program.cfg.edges[*e].to_string()).collect();
            text += &format!("{}: {source} -> {destination}: {}\n", step + 1, statements.join("; "));
        }
        text
    }
}
