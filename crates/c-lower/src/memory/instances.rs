//! Which local objects need a base of their own each time that they come to life.
//!
//! Usually a local object has one base for good: at most one of it is alive. That is not enough in recursive functions,
//! where several are; and not if a pointer may outlive the object, because it would be valid again when the
//! object comes to life anew, which matters when memory safety is checked.

use rustc_hash::FxHashSet;

use super::classes::{ClassId, Site};
use super::points_to::PointsTo;
use crate::hir::{FunctionId, ObjectId, Program, StmtId, StmtKind, Storage};

/// The objects with a new base for each life.
pub fn reborn_objects(
    program: &Program,
    points_to: &PointsTo,
    recursive: &FxHashSet<FunctionId>,
    checks_lifetimes: bool,
) -> FxHashSet<ObjectId> {
    let outlived = if checks_lifetimes { outlived_objects(program, points_to) } else { FxHashSet::default() };
    let is_reborn = |object: &ObjectId| match program.objects[*object].storage {
        Storage::Local(function) | Storage::Parameter(function) => {
            points_to.address_taken.contains(object)
                && (recursive.contains(&function) || outlived.contains(object))
        }
        Storage::Static(_) | Storage::External => false,
    };
    program.objects.ids().filter(is_reborn).collect()
}

/// The local objects that a pointer may point to after their end: one in static or allocated memory, one that a function
/// returns, or one in a local variable while the object is in an inner block.
fn outlived_objects(program: &Program, points_to: &PointsTo) -> FxHashSet<ObjectId> {
    let classes = &points_to.classes;
    let (mut outlived, mut outlived_inner) = (FxHashSet::default(), FxHashSet::default());
    let pointees =
        |class: ClassId| classes.get(class).pointees().map(|pointer| classes.find(pointer.class));
    for root in classes.roots() {
        let is_lasting = |site: &Site| match site {
            Site::Heap(_) => true,
            Site::Object(object) => {
                matches!(program.objects[*object].storage, Storage::Static(_) | Storage::External)
            }
        };
        let is_local = |site: &Site| matches!(site, Site::Object(o) if matches!(program.objects[*o].storage, Storage::Local(_)));
        let sites = &classes.get(root).sites;
        if sites.iter().any(is_lasting) {
            outlived.extend(pointees(root));
        }
        if sites.iter().any(is_local) {
            outlived_inner.extend(pointees(root));
        }
    }
    for &result in points_to.results.iter() {
        outlived.extend(pointees(result));
    }
    let inner = inner_objects(program);
    let is_outlived = |object: &ObjectId| {
        points_to.objects[*object].is_some_and(|class| {
            let class = classes.find(class);
            outlived.contains(&class) || (inner.contains(object) && outlived_inner.contains(&class))
        })
    };
    program.objects.ids().filter(is_outlived).collect()
}

/// The objects that are declared in a block inside of a function's outermost one.
fn inner_objects(program: &Program) -> FxHashSet<ObjectId> {
    let outermost: FxHashSet<StmtId> =
        program.functions.iter().filter_map(|function| function.body).collect();
    let blocks = program.stmts.iter_enumerated().filter(|(id, _)| !outermost.contains(id));
    let objects = blocks.filter_map(|(_, stmt)| match &stmt.kind {
        StmtKind::Block(_, objects) => Some(objects),
        _ => None,
    });
    objects.flatten().copied().collect()
}
