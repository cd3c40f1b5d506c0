//! The arguments of the function where executions start.
//!
//! Those of `main` come from the system: a list of pointers to strings. Those of another entry come from code that is not
//! known.

use c_sema::hir::{FunctionId, ObjectId};
use c_sema::types::Type;

use super::Analysis;
use crate::memory::classes::{ClassId, Origin, Pointer, Site};
use crate::memory::congruence::Congruence;
use crate::memory::leaves::{Leaf, Scalar, leaves};

/// What `main` gets from the system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArgumentClasses {
    /// The parameter that points to the list.
    pub parameter: ObjectId,
    /// The class of the list.
    pub list: ClassId,
    /// The class of the strings that it points to.
    pub strings: ClassId,
}

impl Analysis<'_> {
    /// The arguments of the entry: those of `main` are the system's; of others, nobody knows more than their types, and
    /// whoever calls them knows all names.
    pub(super) fn arguments_of(&mut self, entry: FunctionId) {
        let is_main = &*self.program.functions[entry].name == "main";
        self.has_caller = !is_main;
        if self.has_caller {
            let known = self.known_elsewhere();
            for &object in &known {
                let place = self.object(object);
                self.pass_out(Some(place));
            }
            self.result.known_to_callers = known;
        }
        let list = is_main.then(|| self.list_of_arguments(entry)).flatten();
        for &parameter in &self.program.functions[entry].parameters {
            let (place, ty) = (self.object(parameter), self.program.objects[parameter].ty);
            if list == Some(parameter) {
                self.pass_arguments(parameter, place);
                continue;
            }
            for leaf in leaves(&self.program.types, ty).unwrap_or_default() {
                if leaf.scalar != Scalar::Pointer {
                    continue;
                }
                if let Some(found) = self.load_leaf(place, leaf) {
                    // The system's other arguments are no objects of any size.
                    let origin = if is_main { Origin::OtherCode } else { Origin::Caller };
                    let stranger = self.stranger(found.class, origin, ty);
                    self.store_leaf(place, leaf, Some(stranger));
                }
            }
        }
    }

    /// The second parameter of `main(int, char **)`.
    fn list_of_arguments(&self, main: FunctionId) -> Option<ObjectId> {
        let (program, types) = (self.program, &self.program.types);
        let &[count, list, ..] = &program.functions[main].parameters[..] else { return None };
        let Type::Int(_) = types[program.objects[count].ty] else { return None };
        let Type::Pointer(element) = types[program.objects[list].ty] else { return None };
        let Type::Pointer(character) = types[element] else { return None };
        let is_character = matches!(types[character], Type::Int(kind) if kind.size(types.model) == 1);
        is_character.then_some(list)
    }

    fn pass_arguments(&mut self, parameter: ObjectId, place: Pointer) {
        let known = self.result.arguments.unwrap_or_else(|| {
            let (list, strings) = (self.result.classes.fresh(), self.result.classes.fresh());
            self.result.classes.update(list, |class| class.sites.insert(Site::Arguments));
            self.result.classes.update(strings, |class| class.sites.insert(Site::Strings));
            let known = ArgumentClasses { parameter, list, strings };
            self.result.arguments = Some(known);
            known
        });
        let start = Congruence::exact(0);
        let size = self.program.types.model.pointer_size();
        // Every element of the list is alike, and so is every character.
        self.result.classes.refine_stride(known.list, size);
        self.result.classes.refine_stride(known.strings, 1);
        let list = Pointer { class: known.list, offset: start };
        let string = Pointer { class: known.strings, offset: start };
        self.result.classes.store(list, 0, 8 * size, string);
        self.may_be_null(string);
        let leaf = Leaf { bit_offset: 0, bit_width: None, scalar: Scalar::Pointer };
        self.store_leaf(place, leaf, Some(list));
    }
}
