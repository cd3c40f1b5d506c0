//! Functions that other verifiers know by name: CBMC, ESBMC and Frama-C.
//!
//! Assumptions and assertions are routines like those of SV-COMP; Frama-C's intervals are models in C. Functions such as
//! `nondet_int` need nothing: a function without a body returns any value anyway.

/// The verifier whose function a name is, for a remark.
pub fn verifier_of(name: &str) -> Option<&'static str> {
    const PREFIXES: [(&str, &str); 3] =
        [("__CPROVER_", "CBMC"), ("__ESBMC_", "ESBMC"), ("Frama_C_", "Frama-C")];
    PREFIXES.iter().find(|(prefix, _)| name.starts_with(prefix)).map(|(_, verifier)| *verifier)
}
