//! The initial values of static objects in the points-to analysis.

use c_sema::hir::{ExprKind, FunctionId, InitPart, PlaceKind, Program, Storage};
use c_sema::visit::{Node, children};

use super::Analysis;
use crate::memory::classes::Origin;
use crate::memory::leaves::{Leaf, Scalar};

/// Whether a part of an initialiser is an address.
fn has_address(program: &Program, part: &InitPart) -> bool {
    let mut found = false;
    c_sema::visit::walk_expr(program, part.value, &mut |expr| {
        found |= matches!(program.exprs[expr].kind, ExprKind::AddressOf(_));
    });
    found
}

impl Analysis<'_> {
    /// What the pointers in static objects point to comes before the code that reads them: a pointer that nobody has
    /// stored yet would be one to the start of something, and the real one lies elsewhere.
    pub(super) fn pointers_of_statics(&mut self, functions: &[FunctionId]) {
        let program = self.program;
        let bodies = functions.iter().filter_map(|function| program.functions[*function].body);
        let mut work: Vec<Node> = bodies.map(Node::Stmt).collect();
        work.reverse();
        while let Some(node) = work.pop() {
            if let Node::Place(place) = node
                && let PlaceKind::Object(object) = program.places[place].kind
                && let Storage::Static(parts) = &program.objects[object].storage
                && self.result.objects[object].is_none()
                && parts.iter().any(|part| has_address(program, part))
            {
                self.object(object);
            }
            children(program, node, &mut work);
        }
        loop {
            self.result.classes.changed = false;
            self.statics();
            if !self.result.classes.changed {
                return;
            }
        }
    }

    /// Static objects that code mentions are initialised; that may mention others, so the caller iterates.
    pub(super) fn statics(&mut self) {
        for (id, object) in self.program.objects.iter_enumerated() {
            if self.result.objects[id].is_none() {
                continue;
            }
            match &object.storage {
                Storage::Static(parts) => {
                    let place = self.object(id);
                    self.parts(place, parts);
                    if parts.is_empty()
                        && let Some(scalar @ Scalar::Pointer) = Scalar::of(&self.program.types, object.ty)
                    {
                        // It is NULL at first.
                        self.store_leaf(place, Leaf { bit_offset: 0, bit_width: None, scalar }, None);
                    }
                }
                Storage::External => {
                    let place = self.object(id);
                    self.result.classes.hold_from(place.class, Origin::OtherCode);
                }
                Storage::Local(_) | Storage::Parameter(_) => {}
            }
        }
    }
}
