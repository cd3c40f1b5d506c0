//! Whether a program for 32 bits does the same on 64 bits: many machines have no libraries for 32 bits.

use c_lower::library::{Routine, routine};
use c_lower::memory::call_graph::reachable_functions;
use c_sema::hir::{Callee, Expr, ExprId, ExprKind, Function, Program};
use c_sema::types::{FloatKind, IntKind, Ty, Type, Types};
use c_sema::visit;
use frontend::CProgram;

/// What tells that a constant is a size or an offset.
const SIZES: [&str; 4] = ["sizeof", "lignof", "offsetof", "__alignof"];

/// Whether no number of the program has another size on 64 bits, none is made of a pointer or is the size of something,
/// except where memory is allocated and copied, and no record with another layout is taken for something else.
pub fn is_same_in_both_models(program: &CProgram) -> bool {
    let (entry, typed) = (&program.options.entry, &program.program);
    let is_entry = |f: &Function| *f.name == **entry && f.body.is_some();
    let Some((entry, _)) = typed.functions.iter_enumerated().find(|(_, f)| is_entry(f)) else {
        return false;
    };
    let mut is_same = true;
    for function in reachable_functions(typed, entry) {
        let mut constants: Vec<ExprId> = Vec::new();
        let mut of_memory: Vec<ExprId> = Vec::new();
        visit::walk(typed, function, &mut |id| {
            let expr = &typed.exprs[id];
            match &expr.kind {
                ExprKind::Int(_) => constants.push(id),
                ExprKind::Call(Callee::Direct(callee), arguments)
                    if is_about_memory(&typed.functions[*callee].name) =>
                {
                    of_memory.extend(arguments);
                }
                _ => {}
            }
            is_same &= !matches!(typed.types[expr.ty], Type::Int(IntKind::Long | IntKind::ULong))
                && !takes_for_something_else(typed, expr);
        });
        for argument in of_memory {
            visit::walk_expr(typed, argument, &mut |id| constants.retain(|constant| *constant != id));
        }
        is_same &= !constants.into_iter().any(|constant| is_size(program, constant));
    }
    is_same
}

fn is_about_memory(name: &str) -> bool {
    use Routine::{Allocate, AllocateStack, AllocateZeroed, CopyMemory, Reallocate, SetMemory};
    matches!(
        routine(name),
        Some(Allocate | AllocateStack | AllocateZeroed | CopyMemory | Reallocate | SetMemory)
    )
}

/// Whether a constant is computed from sizes: its text says so.
fn is_size(program: &CProgram, constant: ExprId) -> bool {
    let span = program.program.exprs[constant].span;
    let text = program.sources.text(span.file).get(span.start as usize..span.end as usize);
    text.is_none_or(|text| SIZES.iter().any(|size| text.contains(size)))
}

/// Whether a pointer becomes a number, or one to a record with another layout becomes one to something else.
fn takes_for_something_else(program: &Program, expr: &Expr) -> bool {
    let ExprKind::Convert(from) = expr.kind else { return false };
    let types = &program.types;
    match (&types[program.exprs[from].ty], &types[expr.ty]) {
        (Type::Pointer(_), Type::Int(kind)) => *kind != IntKind::Bool,
        (Type::Pointer(from), Type::Pointer(to)) => {
            let is_any = |ty: Ty| matches!(types[ty], Type::Void);
            from != to
                && !is_any(*from)
                && !is_any(*to)
                && (has_other_layout(types, *from) || has_other_layout(types, *to))
        }
        _ => false,
    }
}

/// Whether something has another size or alignment on 64 bits.
fn has_other_layout(types: &Types, ty: Ty) -> bool {
    match &types[ty] {
        Type::Pointer(_) => true,
        Type::Int(kind) => {
            use IntKind::{Long, LongLong, ULong, ULongLong};
            matches!(kind, Long | ULong | LongLong | ULongLong)
        }
        Type::Float(kind) => *kind != FloatKind::Float,
        Type::Array(element, _) => has_other_layout(types, *element),
        Type::Record(record) => {
            types.records[*record].fields.iter().any(|field| has_other_layout(types, field.ty))
        }
        _ => false,
    }
}
