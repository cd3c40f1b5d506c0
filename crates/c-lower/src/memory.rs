//! Where C's objects live: from a points-to analysis to core variables.
//!
//! [`points_to`] joins objects that a pointer may reach to [`classes`]; [`regions`] splits the memory of each class
//! into components, each of which becomes a core variable; [`instances`] knows which objects exist more than once.
//! [`Memory::text`] shows the result.

pub mod call_graph;
pub mod classes;
pub mod congruence;
pub mod instances;
pub mod leaves;
pub(crate) mod nesting;
pub mod points_to;
mod print;
pub mod regions;

use c_sema::hir::{FunctionId, ObjectId, Program};
use rustc_hash::FxHashSet;

use call_graph::{CallGraph, reachable_functions, with_addresses};
use instances::{Functions, reborn_objects};
use nesting::Nesting;
use points_to::PointsTo;
use regions::Regions;

/// What is known about the memory of a program.
pub struct Memory {
    /// The functions that an execution may reach.
    pub functions: Vec<FunctionId>,
    /// The classes of objects, and the components of each.
    pub regions: Regions,
    /// The objects with a new base for each life.
    pub reborn: FxHashSet<ObjectId>,
    pub(crate) nesting: Nesting,
    pub(crate) calls: CallGraph,
}

impl Memory {
    /// Analyses what is reachable from the entry. `checks_lifetimes` says whether pointers to objects that are gone matter.
    pub fn new(program: &Program, entry: FunctionId, checks_lifetimes: bool) -> Memory {
        let mut functions = reachable_functions(program, entry);
        let points_to = loop {
            let points_to = PointsTo::new(program, entry, &functions, checks_lifetimes);
            // Functions that static objects point to are reachable when their addresses are.
            let more = with_addresses(program, &points_to, &functions);
            if more.len() == functions.len() {
                break points_to;
            }
            functions = more;
        };
        let calls = CallGraph::new(program, &points_to, &functions);
        let recursive = calls.recursive_functions();
        let outside = program.constructors.iter().chain(&program.finishers);
        let starts: Vec<FunctionId> = outside.copied().chain([entry]).collect();
        let nesting = Nesting::new(program, &points_to, &functions, &starts);
        let known = Functions { calls: &calls, nesting: &nesting, recursive: &recursive };
        let reborn = reborn_objects(program, &points_to, &known, checks_lifetimes);
        let regions = Regions::new(program, points_to, &reborn);
        // What follows rests on these promises, and a proof with it.
        if let Err(broken) = regions.verify() {
            panic!("the split of memory breaks its promise: {broken}");
        }
        Memory { functions, regions, reborn, nesting, calls }
    }
}
