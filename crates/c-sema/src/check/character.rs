//! Reads of glibc's tables of characters, as calls of functions.
//!
//! The macros of `ctype.h` expand to `(*__ctype_b_loc())[c] & mask`. Of a table with 384 entries a solver knows little;
//! the models have a function for each table that compares instead. It is called only if the table is the model's.

use super::Checker;
use crate::hir::{Callee, ExprId, ExprKind, FunctionId, PlaceKind};
use crate::types::Type;

/// The functions that return the tables, and those that know what is in them.
const TABLES: [(&str, &str); 3] = [
    ("__ctype_b_loc", "__character_class"),
    ("__ctype_tolower_loc", "__lower_character"),
    ("__ctype_toupper_loc", "__upper_character"),
];

impl Checker<'_> {
    /// Replaces reads of the tables.
    pub(super) fn call_instead_of_tables(&mut self) {
        for (table, function) in TABLES {
            if let (Some(table), Some(function)) =
                (self.library_definition(table), self.library_definition(function))
            {
                for expr in self.program.exprs.ids() {
                    self.call_instead_of_table(expr, table, function);
                }
            }
        }
    }

    fn call_instead_of_table(&mut self, expr: ExprId, table: FunctionId, function: FunctionId) {
        let Some(index) = self.index_into(expr, table) else { return };
        let Type::Function(ty) = &self.program.types[self.program.functions[function].ty] else { return };
        if ty.result == self.ty(expr) {
            let index = self.convert(index, self.common.int);
            self.program.exprs[expr].kind = ExprKind::Call(Callee::Direct(function), vec![index]);
        }
    }

    /// The index, if an expression is `(*table())[index]`.
    fn index_into(&self, expr: ExprId, table: FunctionId) -> Option<ExprId> {
        let pointer = self.dereferenced(expr)?;
        let ExprKind::PointerAdd { pointer, index, is_subtracted: false, .. } =
            self.program.exprs[pointer].kind
        else {
            return None;
        };
        match self.program.exprs[self.dereferenced(pointer)?].kind {
            ExprKind::Call(Callee::Direct(function), _) if function == table => Some(index),
            _ => None,
        }
    }

    /// The pointer, if an expression reads what one points to.
    fn dereferenced(&self, expr: ExprId) -> Option<ExprId> {
        let ExprKind::Load(place) = self.program.exprs[expr].kind else { return None };
        match self.program.places[place].kind {
            PlaceKind::Deref(pointer) => Some(pointer),
            _ => None,
        }
    }
}
