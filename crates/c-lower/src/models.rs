//! Functions of the C library, as C of our own.
//!
//! The sources are one translation unit whose definitions yield to the program's; only those that the program
//! calls matter. They are loops over bytes and characters without tricks, because they are verified together with the
//! program: an invalid string is an invalid access in the loop that reads it. They need no preprocessor and suit both
//! data models. What the standard leaves open is what glibc does on x86.

use c_sema::hir::{Callee, ExprKind, FunctionId, Program};

/// The sources of all models.
pub fn library_source() -> &'static str {
    concat!(
        "# 1 \"<library>/memory.c\"\n",
        include_str!("models/memory.c"),
        "# 1 \"<library>/string.c\"\n",
        include_str!("models/string.c"),
        "# 1 \"<library>/wide.c\"\n",
        include_str!("models/wide.c"),
        "# 1 \"<library>/character.c\"\n",
        include_str!("models/character.c"),
        "# 1 \"<library>/character_tables.c\"\n",
        include_str!("models/character_tables.c"),
        "# 1 \"<library>/number.c\"\n",
        include_str!("models/number.c"),
        "# 1 \"<library>/array.c\"\n",
        include_str!("models/array.c"),
        "# 1 \"<library>/float.c\"\n",
        include_str!("models/float.c"),
        "# 1 \"<library>/input.c\"\n",
        include_str!("models/input.c"),
        "# 1 \"<library>/verifiers.c\"\n",
        include_str!("models/verifiers.c"),
        "# 1 \"<library>/ending.c\"\n",
        include_str!("models/ending.c"),
    )
}

/// The function that runs what `atexit` registered.
const RUNS_REGISTERED: &str = "principia_call_registered";

/// What a program needs besides that registers functions for its end: there, `exit` does more.
pub fn registering_source(program: &Program) -> Option<&'static str> {
    let is_atexit = |function: FunctionId| {
        let function = &program.functions[function];
        &*function.name == "atexit" && function.body.is_none()
    };
    let registers = program.exprs.iter().any(|expr| match expr.kind {
        ExprKind::Call(Callee::Direct(function), _) | ExprKind::FunctionAddress(function) => {
            is_atexit(function)
        }
        _ => false,
    });
    registers.then_some(concat!("# 1 \"<library>/registered.c\"\n", include_str!("models/registered.c")))
}

/// Lets the program that has these models run what it registered when `main` has returned.
pub fn finish_with_registered(program: &mut Program) {
    let is_meant = |id: &FunctionId| &*program.functions[*id].name == RUNS_REGISTERED;
    program.finishers = program.functions.ids().filter(is_meant).collect();
}
