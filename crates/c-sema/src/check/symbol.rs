//! Names that the linker sees: `asm` labels, weak symbols, the order of constructors.

use base::Span;
use c_syntax::ast::{Attribute, AttributeArgs, AttributeToken, StrId};

use super::{Checked, Checker};
use crate::hir::{ExprId, ExprKind, FunctionId, Object, ObjectId, PlaceId, PlaceKind, Storage};

/// Constructors without a priority run after all that have one.
const LAST_PRIORITY: i128 = 65_535;

/// Whether a label is how a header of the C library chooses a variant of a function. The variant is what the name
/// means to the program, and the models know it by that name.
fn is_redirection(name: &str, label: &str) -> bool {
    label.starts_with("__") || label.strip_suffix("64") == Some(name)
}

impl<'a> Checker<'a> {
    /// The name that the linker sees.
    pub(super) fn symbol(&mut self, name: &str, label: Option<StrId>, span: Span) -> Box<str> {
        let Some(label) = label.map(|label| self.ast[label].to_text()) else { return name.into() };
        if self.is_external(&label) || !is_redirection(name, &label) {
            return label.into();
        }
        if label != name {
            self.linker.redirections.push((label.into(), span));
        }
        name.into()
    }

    /// What seemed to be a variant of a library's function must not turn out to be the program's own.
    pub(super) fn check_redirections(&mut self) {
        for (label, span) in std::mem::take(&mut self.linker.redirections) {
            if self.is_defined(&label) {
                let message = format!("unsupported: the `asm` label `{label}` before its definition");
                let _: Checked<()> = self.error(span, message);
            }
        }
    }

    /// A label that comes too late, or where the linker does not see it, is not modelled.
    pub(super) fn check_label_binds(&mut self, known: &str, symbol: &str, span: Span) -> Checked<()> {
        if known == symbol {
            return Ok(());
        }
        self.error(span, format!("unsupported: the `asm` label `{symbol}` for what was `{known}` before"))
    }

    /// Notes a label of this unit, which must not mean anything static.
    pub(super) fn note_label(&mut self, symbol: &str, span: Span) {
        self.linker.labels.push((symbol.into(), span));
    }

    /// Whether the compiler finds what a label means is a matter of optimisation if that is static.
    pub(super) fn check_labels_of_unit(&mut self) {
        for (symbol, span) in std::mem::take(&mut self.linker.labels) {
            if self.is_static_name(&symbol) {
                let message = format!("unsupported: the `asm` label `{symbol}`, which is static here");
                let _: Checked<()> = self.error(span, message);
            }
        }
    }

    /// The priority of a constructor.
    pub(super) fn constructor_priority(&mut self, attribute: &'a Attribute, span: Span) -> Checked<i128> {
        match &attribute.args {
            AttributeArgs::None => Ok(LAST_PRIORITY),
            AttributeArgs::Expr(priority) => self.constant_expression(*priority),
            AttributeArgs::Tokens(tokens) => {
                let number = match tokens[..] {
                    [AttributeToken::Word(word)] => self.name(word).parse().ok(),
                    _ => None,
                };
                match number {
                    Some(number) => Ok(number),
                    None if tokens.is_empty() => Ok(LAST_PRIORITY),
                    None => self.error(span, "unsupported: this priority of a constructor"),
                }
            }
            _ => self.error(span, "unsupported: this priority of a constructor"),
        }
    }

    /// Sorts the constructors that are defined as the linker does: by priority, then as they are written.
    pub(super) fn order_constructors(&mut self) {
        let mut constructors: Vec<(i128, usize, FunctionId)> = Vec::new();
        for (function, priority) in std::mem::take(&mut self.linker.constructors) {
            if let Some(order) = self.definition_order(function) {
                constructors.push((priority, order, function));
            }
        }
        constructors.sort();
        self.program.constructors = constructors.into_iter().map(|(_, _, function)| function).collect();
    }

    /// Something that holds any value: whether a weak symbol that this program does not define is defined elsewhere.
    fn weak_flag(&mut self, name: &str, span: Span) -> PlaceId {
        let int = self.common.int;
        let align = self.program.types.align_of(int);
        let name = format!("weak {name}").into();
        let object = Object { name, ty: int, align, storage: Storage::External, span };
        let object = self.program.objects.push(object);
        self.object_place(object, span)
    }

    /// An address that is null if the symbol is not defined.
    fn weak_address(&mut self, flag: PlaceId, address: ExprKind, expr: ExprId) {
        let (ty, span) = (self.program.exprs[expr].ty, self.program.exprs[expr].span);
        let address = self.node(address, ty, span);
        let null = self.integer(0, ty, span);
        let flag = self.load(flag, span);
        self.program.exprs[expr].kind = ExprKind::Conditional(flag, address, null);
    }

    /// Addresses of weak symbols without a definition may be null.
    pub(super) fn weaken_addresses(&mut self) {
        let mut functions: Vec<FunctionId> = self.linker.weak_functions.iter().copied().collect();
        functions.sort();
        functions.retain(|&function| self.program.functions[function].body.is_none());
        for function in functions {
            let (name, span) =
                (self.program.functions[function].name.clone(), self.program.functions[function].span);
            let flag = self.weak_flag(&name, span);
            for expr in self.program.exprs.ids() {
                if matches!(self.program.exprs[expr].kind, ExprKind::FunctionAddress(found) if found == function)
                {
                    self.weak_address(flag, ExprKind::FunctionAddress(function), expr);
                }
            }
        }
        let mut objects: Vec<ObjectId> = self.linker.weak_objects.iter().copied().collect();
        objects.sort();
        objects.retain(|&object| matches!(self.program.objects[object].storage, Storage::External));
        for object in objects {
            let (name, span) = (self.program.objects[object].name.clone(), self.program.objects[object].span);
            let flag = self.weak_flag(&name, span);
            for place in self.program.places.ids() {
                if !matches!(self.program.places[place].kind, PlaceKind::Object(found) if found == object) {
                    continue;
                }
                let (ty, span) = (self.program.places[place].ty, self.program.places[place].span);
                let target = self.place(PlaceKind::Object(object), ty, span);
                let pointer = self.program.types.pointer_to(ty);
                let address = self.integer(0, pointer, span);
                self.weak_address(flag, ExprKind::AddressOf(target), address);
                self.program.places[place].kind = PlaceKind::Deref(address);
            }
        }
    }
}
