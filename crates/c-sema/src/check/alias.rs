//! Aliases: functions and objects that are other names for functions and objects of their unit.

use super::link::Linker;
use super::scope::Entry;
use super::{Checked, Checker};
use crate::hir::{ExprKind, FunctionId, Place, PlaceKind};

impl<'a> Checker<'a> {
    /// Functions that are other names for functions of this unit.
    pub(super) fn finish_function_aliases(&mut self) {
        for (function, target, span) in std::mem::take(&mut self.linker.aliases) {
            let found = self.names.lookup(&target).and_then(|name| self.scopes.name(name));
            match found {
                Some(Entry::Function(target, _)) => {
                    self.linker.resolved_aliases.insert(function, target);
                    if self.linker.weak_functions.contains(&function) {
                        self.linker.weak_functions.insert(target);
                    }
                }
                _ => {
                    let _: Checked<()> = self.error(span, format!("`{target}` is no function of this file"));
                }
            }
        }
    }

    /// Objects that are other names for objects, resolved as for functions.
    pub(super) fn finish_object_aliases(&mut self) {
        for (object, target, span) in std::mem::take(&mut self.linker.object_aliases) {
            match self.names.lookup(&target).and_then(|name| self.scopes.name(name)) {
                Some(Entry::Object(target)) => {
                    self.linker.resolved_objects.insert(object, target);
                }
                _ => {
                    let _: Checked<()> = self.error(span, format!("`{target}` is no variable of this file"));
                }
            }
        }
    }

    /// Places of objects that are other names for objects.
    pub(super) fn redirect_places(&mut self) {
        if self.linker.resolved_objects.is_empty() {
            return;
        }
        for place in self.program.places.ids() {
            let Place { kind: PlaceKind::Object(object), ty, span } = self.program.places[place] else {
                continue;
            };
            let Some(&target) = self.linker.resolved_objects.get(&object) else { continue };
            if self.program.objects[target].ty == ty {
                self.program.places[place].kind = PlaceKind::Object(target);
                continue;
            }
            let target = self.object_place(target, span);
            let pointer = self.program.types.pointer_to(self.program.places[target].ty);
            let address = self.node(ExprKind::AddressOf(target), pointer, span);
            let pointer = self.program.types.pointer_to(ty);
            let address = self.convert(address, pointer);
            self.program.places[place].kind = PlaceKind::Deref(address);
        }
    }

    /// A weak alias yields to a definition in another unit.
    pub(super) fn drop_overridden_aliases(&mut self) {
        let Linker { functions, objects, strongly_zero, resolved_aliases, resolved_objects, .. } =
            &mut self.linker;
        resolved_aliases
            .retain(|alias, _| functions.get(alias).is_none_or(|definition| definition.is_library));
        resolved_objects.retain(|alias, _| !objects.contains_key(alias) && !strongly_zero.contains(alias));
    }

    /// What an alias is a name for.
    pub(super) fn aliased(&self, function: FunctionId) -> FunctionId {
        let mut function = function;
        // Aliases of aliases end; a cycle is broken off.
        for _ in 0..16 {
            match self.linker.resolved_aliases.get(&function) {
                Some(&target) => function = target,
                None => break,
            }
        }
        function
    }
}
