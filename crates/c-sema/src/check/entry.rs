//! What the system promises `main`: the arguments end with a null pointer.

use super::Checker;
use crate::hir::{ExprKind, FunctionId, PlaceKind, StmtKind};
use crate::types::Type;

impl<'a> Checker<'a> {
    /// Puts `argv[argc] = 0` before the body of a `main` that looks at its arguments and that nothing calls.
    pub(super) fn end_arguments(&mut self) {
        let Some(main) = self.defined_function("main") else { return };
        if self.is_used(main) || !self.looks_at_arguments(main) {
            return;
        }
        let function = &self.program.functions[main];
        let (Some(body), span) = (function.body, function.span) else { return };
        let (count, list) = (function.parameters[0], function.parameters[1]);
        let count = self.object_place(count, span);
        let list = self.object_place(list, span);
        let (index, pointer) = (self.load(count, span), self.load(list, span));
        let Ok(pointer) = self.pointer_add(pointer, index, false, span) else { return };
        let Type::Pointer(element) = *self.type_of(pointer) else { return };
        let last = self.dereference(pointer, element, span);
        let null = self.integer(0, element, span);
        let end = self.node(ExprKind::Assign(last, null), element, span);
        let end = self.statement(StmtKind::Expr(end), span);
        let whole = self.program.stmts[body].span;
        let block = self.statement(StmtKind::Block(vec![end, body], Vec::new()), whole);
        self.program.functions[main].body = Some(block);
    }

    /// Whether a function has the parameters of `main` and mentions the second one.
    fn looks_at_arguments(&self, main: FunctionId) -> bool {
        let program = &self.program;
        let [count, list, ..] = program.functions[main].parameters[..] else { return false };
        let Type::Int(_) = program.types[program.objects[count].ty] else { return false };
        let Type::Pointer(element) = program.types[program.objects[list].ty] else { return false };
        matches!(program.types[element], Type::Pointer(_))
            && program
                .places
                .iter()
                .any(|place| matches!(place.kind, PlaceKind::Object(object) if object == list))
    }
}
