//! A listing of core programs for people and for golden tests: one line for each edge, in the syntax of
//! Boogie's statements. It cannot be read again; see [`super::text`] for the form that can.
//!
//! ```text
//! global g: int
//! entry procedure main(n: int)
//!   local i: int
//!   entry -> L2: i := 0
//!   L2 -> L3: assume i < n
//!   L3: violation assert: i < n
//! ```

use std::fmt;

use base::Idx;
use term::Term;
use term::print::infix::InfixSort;

use super::core_program::{CoreProgram, Procedure, Target};
use super::ids::LocationId;
use super::statement::{Call, Statement};

/// Terms separated by commas.
struct List<'t>(&'t [Term]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, term) in self.0.iter().enumerate() {
            let separator = if position > 0 { ", " } else { "" };
            write!(f, "{separator}{}", term.display_infix())?;
        }
        Ok(())
    }
}

/// Variables with their sorts.
struct Declarations<'t>(&'t [Term]);

impl fmt::Display for Declarations<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, variable) in self.0.iter().enumerate() {
            let separator = if position > 0 { ", " } else { "" };
            write!(f, "{separator}{}: {}", variable.display_infix(), InfixSort(variable.sort()))?;
        }
        Ok(())
    }
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Statement::Assume(condition) => write!(f, "assume {}", condition.display_infix()),
            Statement::Assign(pairs) => {
                let (left, right): (Vec<Term>, Vec<Term>) = pairs.iter().copied().unzip();
                write!(f, "{} := {}", List(&left), List(&right))
            }
            Statement::Havoc(variables) => write!(f, "havoc {}", List(variables)),
            Statement::Call(call) => write_call(f, call, &format!("procedure {}", call.procedure.index())),
        }
    }
}

fn write_call(f: &mut fmt::Formatter<'_>, call: &Call, name: &str) -> fmt::Result {
    let assign = if call.results.is_empty() { "" } else { " := " };
    write!(f, "call {}{assign}{name}({})", List(&call.results), List(&call.arguments))
}

impl fmt::Display for CoreProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for global in &self.globals {
            writeln!(f, "global {}", Declarations(&[*global]))?;
        }
        for axiom in &self.axioms {
            writeln!(f, "axiom {}", axiom.display_infix())?;
        }
        for (id, procedure) in self.procedures.iter_enumerated() {
            let entry = if self.entries.contains(&id) { "entry " } else { "" };
            write!(f, "{entry}procedure {}({})", procedure.name, Declarations(&procedure.parameters))?;
            if !procedure.results.is_empty() {
                write!(f, " returns ({})", Declarations(&procedure.results))?;
            }
            writeln!(f)?;
            self.write_body(f, procedure)?;
        }
        Ok(())
    }
}

impl CoreProgram {
    fn write_body(&self, f: &mut fmt::Formatter<'_>, procedure: &Procedure) -> fmt::Result {
        let name = |location: LocationId| {
            if location == procedure.entry {
                "entry".to_string()
            } else if location == procedure.exit {
                "exit".to_string()
            } else {
                format!("L{}", location.index())
            }
        };
        for local in &procedure.locals {
            writeln!(f, "  local {}", Declarations(&[*local]))?;
        }
        for edge in procedure.edges.iter() {
            write!(f, "  {} -> {}: ", name(edge.source), name(edge.destination))?;
            match &edge.statement {
                Statement::Call(call) => write_call(f, call, &self.procedures[call.procedure].name)?,
                other => write!(f, "{other}")?,
            }
            writeln!(f)?;
        }
        for (id, location) in procedure.locations.iter_enumerated() {
            match &location.target {
                None => {}
                Some(Target::Violation(violation)) => {
                    writeln!(f, "  {}: violation {}: {}", name(id), violation.property, violation.message)?;
                }
                Some(Target::Limit(why)) => writeln!(f, "  {}: limit {why}", name(id))?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Provenance;
    use crate::ir::Violation;
    use expect_test::expect;
    use term::{Sort, build as mk};

    #[test]
    fn programs_have_a_text_form() {
        let (g, i) = (mk::var("g", Sort::Int), mk::var("i", Sort::Int));
        let mut callee = Procedure::new("callee");
        callee.parameters = vec![mk::var("n", Sort::BitVec(8))];
        callee.results = vec![i];
        let violation = Violation { property: "assert".into(), message: "i < g".into(), span: None };
        let mut main = Procedure::new("main");
        main.locals = vec![i];
        let none = Provenance::default;
        let next = main.append(main.entry, Statement::Assign(vec![(i, mk::int(0)), (g, i)]), none());
        let error = main.add_target(Target::Violation(violation));
        main.add_edge(next, error, Statement::Assume(mk::le(g, i)), none());
        let mut program =
            CoreProgram { globals: vec![g], axioms: vec![mk::le(g, mk::int(9))], ..Default::default() };
        let procedure = program.procedures.push(callee);
        let call = Call { procedure, arguments: vec![mk::var("b", Sort::BitVec(8))], results: vec![i] };
        main.add_edge(next, main.exit, Statement::Call(call), none());
        program.entries.push(program.procedures.push(main));
        expect![[r#"
            global g: int
            axiom g <= 9
            procedure callee(n: bv8) returns (i: int)
            entry procedure main()
              local i: int
              entry -> L2: i, g := 0, i
              L2 -> L3: assume g <= i
              L2 -> exit: call i := callee(b)
              L3: violation assert: i < g
        "#]]
        .assert_eq(&program.to_string());
    }
}
