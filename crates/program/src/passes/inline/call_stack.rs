//! Recursion with a call stack.
//!
//! Procedures that call each other have one body each, and one stack together: `p.depth` is the number of frames that
//! wait for a callee, and each variable that is still needed after a recursive call has an array that holds its values
//! in these frames. Such a call saves the caller's variables one level deeper and enters the body again; its return
//! takes them back. What the caller's other variables are means nothing then; they become arbitrary, so that no
//! invariant speaks of them. At depth 0, the exit leads back to the call from outside (`p.site` if there are several),
//! otherwise to the recursive call whose number the frame holds (`p.return` if there are several).
//!
//! This is exact: no execution is lost at a limit. But what is known about a caller's variables is in arrays while the
//! callee runs, so that copies ([`super::Recursion::Copies`]) are the easier model if few of them suffice.

use rustc_hash::FxHashMap;
use term::{Sort, Symbol, Term, build as mk};

use super::{Bookkeeping, Inliner, SavedFrame, SharedBody, Site, fresh_variable};
use crate::ir::Provenance;

/// The variables of a stack.
struct CallStack {
    /// How many frames wait.
    depth: Term,
    /// Which call from outside the procedures work for.
    site: Option<Term>,
    /// Which recursive call a frame waits for.
    returns: Option<Term>,
    /// The values of a variable in the frames that wait.
    saved: FxHashMap<Term, Term>,
}

impl Inliner<'_> {
    /// Connects all calls of procedures that call each other.
    pub(super) fn connect_recursive(&mut self, bodies: Vec<SharedBody>) {
        let name = self.program.procedures[bodies[0].procedure].name.clone();
        let (inner, outer): (Vec<&Site>, Vec<&Site>) =
            bodies.iter().flat_map(|body| &body.sites).partition(|site| site.frame.is_some());
        let (has_returns, has_sites) = (inner.len() > 1, outer.len() > 1);
        let mut stack = CallStack {
            depth: self.declare(&format!("{name}.depth"), Sort::Int),
            site: has_sites.then(|| self.declare(&format!("{name}.site"), Sort::Int)),
            returns: has_returns
                .then(|| self.declare(&format!("{name}.return"), Sort::array(Sort::Int, Sort::Int))),
            saved: FxHashMap::default(),
        };
        let mut number = 0;
        for SharedBody { procedure, copy, sites } in bodies {
            let start = self.havoc_variables(procedure, &copy, Provenance::default());
            for site in sites {
                number += 1;
                let bookkeeping = match &site.frame {
                    None => stack.call_from_outside(mk::int(number), site.destination.is_some()),
                    Some(frame) => {
                        for &variable in &frame.saved {
                            self.add_stack(&mut stack, variable);
                        }
                        stack.recursive_call(mk::int(number), frame)
                    }
                };
                self.connect_site(procedure, &copy, start, site, bookkeeping);
            }
        }
    }

    fn declare(&mut self, name: &str, sort: Sort) -> Term {
        let variable = fresh_variable(Symbol::new(name), sort, &mut self.used);
        self.cfg.variables.push(variable);
        variable
    }

    /// The array for the values of a variable, made when first needed.
    fn add_stack(&mut self, stack: &mut CallStack, variable: Term) {
        let name = format!("{variable}.saved");
        let sort = Sort::array(Sort::Int, variable.sort());
        stack.saved.entry(variable).or_insert_with(|| self.declare(&name, sort));
    }
}

impl CallStack {
    fn call_from_outside(&self, number: Term, returns: bool) -> Bookkeeping {
        let is_first = mk::eq(self.depth, mk::int(0));
        let is_here = self.site.map_or(mk::tt(), |site| mk::eq(site, number));
        let mut inputs = vec![(self.depth, mk::int(0))];
        inputs.extend(self.site.map(|site| (site, number)));
        let guard = returns.then(|| mk::and2(is_first, is_here));
        Bookkeeping { inputs, guard, ..Bookkeeping::default() }
    }

    fn recursive_call(&self, number: Term, frame: &SavedFrame) -> Bookkeeping {
        let deeper = mk::add2(self.depth, mk::int(1));
        let is_deep = mk::le(mk::int(1), self.depth);
        let is_here =
            self.returns.map_or(mk::tt(), |returns| mk::eq(mk::select(returns, self.depth), number));
        let mut inputs = vec![(self.depth, deeper)];
        let mut outputs = vec![(self.depth, mk::sub(self.depth, mk::int(1)))];
        inputs.extend(self.returns.map(|returns| (returns, mk::store(returns, deeper, number))));
        for &variable in &frame.saved {
            let array = self.saved[&variable];
            inputs.push((array, mk::store(array, deeper, variable)));
            outputs.push((variable, mk::select(array, self.depth)));
        }
        let guard = Some(mk::and2(is_deep, is_here));
        Bookkeeping { inputs, guard, outputs, forgotten: frame.forgotten.clone() }
    }
}
