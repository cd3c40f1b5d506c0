//! Which local objects need a base of their own each time that they come to life.
//!
//! Usually a local object has one base for good: at most one of it is alive. That is not enough in recursive functions,
//! where several are; and not if a pointer may outlive the object, because it would be valid again when the
//! object comes to life anew, which matters when memory safety is checked.
//!
//! A pointer from an earlier life must be somewhere when the object comes to life again: in static or allocated memory, in
//! a frame below, so in an object of a function that calls the object's function, or in an object of the same call around
//! a loop with the object's block in it. An object of a function that is called while the object lives is gone by then.

use c_sema::hir::{FunctionId, ObjectId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use super::call_graph::CallGraph;
use super::classes::{ClassId, Origin, Site};
use super::nesting::{Nesting, function_of};
use super::points_to::PointsTo;

/// What is known of the functions of a program.
pub(crate) struct Functions<'a> {
    pub calls: &'a CallGraph,
    pub nesting: &'a Nesting,
    pub recursive: &'a FxHashSet<FunctionId>,
}

/// The objects with a new base for each life.
pub(crate) fn reborn_objects(
    program: &Program,
    points_to: &PointsTo,
    functions: &Functions,
    checks_lifetimes: bool,
) -> FxHashSet<ObjectId> {
    let holders = if checks_lifetimes { holders(program, points_to) } else { FxHashMap::default() };
    let mut reached: FxHashMap<FunctionId, FxHashSet<FunctionId>> = FxHashMap::default();
    let mut is_reborn = |object: &ObjectId| {
        let (Some(function), Some(class)) = (function_of(program, *object), points_to.objects[*object])
        else {
            return false;
        };
        let has_address = points_to.address_taken.contains(object);
        if functions.recursive.contains(&function) {
            return has_address || is_shared(points_to, *object, function);
        }
        if !has_address || !functions.nesting.is_repeated_object(function, *object) {
            return false;
        }
        let Some(holders) = holders.get(&points_to.classes.find(class)) else { return false };
        let mut calls = |caller: FunctionId| {
            let reached = reached.entry(caller).or_insert_with(|| functions.calls.reached_from(caller));
            reached.contains(&function)
        };
        holders.is_lasting
            || holders.results.contains(&function)
            || holders.results.iter().any(|result| calls(*result))
            || holders.locals.iter().any(|(other, objects)| match *other == function {
                true => objects.iter().any(|h| functions.nesting.is_outlived(function, *object, *h)),
                false => calls(*other),
            })
    };
    program.objects.ids().filter(&mut is_reborn).collect()
}

/// Whether an object is kept with others, or where another function finds it.
fn is_shared(points_to: &PointsTo, object: ObjectId, function: FunctionId) -> bool {
    let Some(class) = points_to.objects[object] else { return false };
    let class = points_to.classes.get(class);
    class.sites.iter().any(|site| *site != Site::Object(object))
        || class.users.iter().any(|user| *user != function)
}

/// Where pointers to a class may be kept.
#[derive(Default)]
struct Holders {
    /// Whether they may be in static or allocated memory.
    is_lasting: bool,
    /// The functions that may return one.
    results: FxHashSet<FunctionId>,
    /// The local objects by function.
    locals: FxHashMap<FunctionId, Vec<ObjectId>>,
}

fn holders(program: &Program, points_to: &PointsTo) -> FxHashMap<ClassId, Holders> {
    let classes = &points_to.classes;
    let mut holders: FxHashMap<ClassId, Holders> = FxHashMap::default();
    let pointees = |class: ClassId| -> FxHashSet<ClassId> {
        classes.get(class).pointees().map(|pointer| classes.find(pointer.class)).collect()
    };
    for root in classes.roots() {
        for pointee in pointees(root) {
            let holders = holders.entry(pointee).or_default();
            // Code that is not known has memory of its own.
            holders.is_lasting |= classes.get(root).origin != Origin::Program;
            for site in &classes.get(root).sites {
                match site {
                    Site::Heap(_) | Site::Arguments | Site::Strings => holders.is_lasting = true,
                    Site::Object(object) => match function_of(program, *object) {
                        Some(function) => holders.locals.entry(function).or_default().push(*object),
                        None => holders.is_lasting = true,
                    },
                }
            }
        }
    }
    for (function, &result) in points_to.results.iter_enumerated() {
        for pointee in pointees(result) {
            holders.entry(pointee).or_default().results.insert(function);
        }
    }
    holders
}
